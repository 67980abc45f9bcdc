"""Has the clients write memory in their own way, as fixtures of what `loci import` reads.

The stub tells them what to write and where; what they add of their own (Claude Code's metadata, Codex's
dates in names) is kept. Session ids, paths and times become the same everywhere.
"""
import json
import pathlib
import re
import subprocess

from clients import GEMINI_SETTINGS, NODE, ROOT, Home
from stub import Call

FIXTURES = ROOT / "tests/fixtures/stores"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def slug(path):
    """How Claude Code names the directory of a workspace."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(path))


def claude(stub):
    """Claude Code's auto memory: two notes, and an index that says something of its own."""
    with Home(stub) as home:
        memory = home.home / ".claude/projects" / slug(home.work) / "memory"
        stub.reset(
            Call("Write", {"file_path": str(memory / "user-prefers-metric.md"), "content": METRIC}),
            Call("Write", {"file_path": str(memory / "harbour-data.md"), "content": HARBOUR}),
            Call("Write", {"file_path": str(memory / "MEMORY.md"), "content": INDEX}))
        home.claude_turn("Please remember what we found.", "--permission-mode", "acceptEdits")
        return normalised(home, {
            f".claude/projects/-home-u-app/memory/{path.name}": path.read_text()
            for path in memory.glob("*.md")})


METRIC = """---
name: user-prefers-metric
description: Answers in metric units, dates as 2026-11-15
metadata:
  type: user
---

The user wants metric units.

**Why:** they work with drawings from several countries.
**How to apply:** convert before answering. Related: [[harbour-data]]
"""
HARBOUR = """---
name: harbour-data
description: Where the tide tables are
metadata:
  type: reference
---

Tide tables are in `data/tides.csv`; column 3 is #metres.
"""
INDEX = """# Memory Index

- [Metric units](user-prefers-metric.md) — metric, ISO dates
- [Tide tables](harbour-data.md) — data/tides.csv, metres in column 3

The release is always on the first Monday of a month.
"""


def gemini(stub):
    """Gemini CLI's private memory of a project: MEMORY.md and a note beside it."""
    with Home(stub) as home:
        home.write(".gemini/settings.json", GEMINI_SETTINGS)
        home.trust_work()
        memory = home.home / ".gemini/tmp/work/memory"
        stub.reset(
            Call("write_file", {"file_path": str(memory / "deploys.md"), "content":
                 "# Deploys\n\nStaging is deployed by hand on Thursdays, with `make ship`.\n"}),
            Call("write_file", {"file_path": str(memory / "MEMORY.md"), "content":
                 "# Private project memory\n\n- The user's editor is set to 3 spaces; do not "
                 "reformat.\n- [Deploys](deploys.md): when and how staging is deployed\n"}))
        home.gemini_turn("Please remember it.", "--approval-mode", "yolo")
        files = [home.home / ".gemini/projects.json", *memory.glob("*.md")]
        return normalised(home, {
            str(path.relative_to(home.home)): path.read_text() for path in files})


def codex(stub):
    """Codex's note for what a user asks it to remember."""
    with Home(stub) as home:
        home.write(".codex/config.toml", home.codex_settings() + CODEX_MEMORIES)
        stub.reset(Call("add_ad_hoc_note", {
            "filename": "2026-11-15T10-00-00-staging-port.md",
            "note": "The staging server listens on 8443; 8080 belongs to the proxy.\n"},
            namespace="memories"))
        home.codex_turn("Please remember the port of the staging server.")
        notes = (home.home / ".codex").glob("memories*/extensions/ad_hoc/notes/*.md")
        return normalised(home, {
            str(path.relative_to(home.home)): path.read_text() for path in notes})


def agent(stub):
    """Memory that a sub-agent of Claude Code keeps, in its own directory of the repository."""
    with Home(stub) as home:
        definition = home.work / ".claude/agents/dev.md"
        definition.parent.mkdir(parents=True)
        definition.write_text(
            "---\nname: dev\ndescription: Looks things up\nmemory: project\n---\n\nYou look things up.\n")
        memory = home.work / ".claude/agent-memory/dev"
        stub.reset(
            Call("Agent", {"description": "look up", "prompt": "Remember the port.",
                           "subagent_type": "dev"}),
            Call("Write", {"file_path": str(memory / "staging-port.md"), "content": PORT}),
            Call("Write", {"file_path": str(memory / "MEMORY.md"), "content":
                 "- [Staging port](staging-port.md) — 8443, not 8080\n\n"
                 "Builds take ten minutes here.\n"}))
        home.claude_turn("Please ask the agent.", "--permission-mode", "acceptEdits")
        files = [definition, *memory.glob("*.md")]
        return normalised(home, {
            str(path.relative_to(home.work)): path.read_text() for path in files})


PORT = """---
name: staging-port
description: Where the staging server listens
metadata:
  type: reference
---

Port 8443, since 8080 belongs to the proxy.
"""
CODEX_MEMORIES = """
[features]
memories = true
[memories]
use_memories = true
generate_memories = true
dedicated_tools = true
"""
RECORDED = {"claude": claude, "gemini": gemini, "codex": codex, "agent": agent}
DIRECTORIES = {"agent": ROOT / "tests/fixtures/providers/claude-written"}


def directory(tool):
    return DIRECTORIES.get(tool, FIXTURES / tool) / "in"


def record_server_memory(package):
    """The graph that server-memory keeps, unpacked in `package` with its libraries beside it."""
    target = FIXTURES / "server-memory/in/memory.jsonl"
    target.unlink(missing_ok=True)
    messages = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "record", "version": "1"}}},
        {"method": "notifications/initialized"},
        call(2, "create_entities", entities=[
            {"name": "Ada Example", "entityType": "person", "observations": [
                "Works on the harbour model",
                "Prefers answers in metric units\nand dates as 2026-11-15"]},
            {"name": "harbour-model", "entityType": "project", "observations": [
                "Built with CMake", "Release on the first Monday of a month"]},
            {"name": "日本語", "entityType": "language", "observations": []}]),
        call(3, "create_relations", relations=[
            {"from": "Ada Example", "to": "harbour-model", "relationType": "maintains"},
            {"from": "harbour-model", "to": "Rotterdam", "relationType": "is used in"},
            {"from": "Ada Example", "to": "日本語", "relationType": "learns"}]),
        call(4, "add_observations", observations=[{"entityName": "harbour-model", "contents": [
            'Tide tables come as CSV, "quoted", with # in them']}]),
    ]
    with subprocess.Popen([NODE, pathlib.Path(package) / "dist/index.js"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          env={"MEMORY_FILE_PATH": str(target)}) as server:
        for message in messages:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()
            if "id" in message:
                server.stdout.readline()
        server.kill()


def call(number, name, **arguments):
    return {"id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def normalised(home, files):
    """The files without what differs from run to run."""
    ids = {}

    def same(text):
        text = text.replace(str(home.work), "/home/u/app").replace(str(home.home), "/home/u")
        text = UUID.sub(lambda found: ids.setdefault(
            found[0], f"00000000-0000-4000-8000-{len(ids) + 1:012}"), text)
        return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", "2026-11-15T10:00:00.000Z", text)

    return {name: same(text) for name, text in files.items()}


def write(tool, files):
    for name, text in files.items():
        path = directory(tool) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def stored(tool, names):
    return {name: (directory(tool) / name).read_text() for name in names
            if (directory(tool) / name).is_file()}
