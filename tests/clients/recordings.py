"""Records what each client gives its hooks, as fixtures for loci's own tests.

Session ids, paths and times become the same everywhere; everything else stays as it came.
"""
import json
import re

from clients import GEMINI_SETTINGS, ROOT, VERSIONS, Home
from stub import Call

FIXTURES = ROOT / "tests/fixtures/hooks"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
CONTEXT = {"hookSpecificOutput": {"hookEventName": "SessionStart",
                                  "additionalContext": "<memory>\n- remembered\n</memory>"}}


def hooks(home, names, entry):
    """The hooks of a settings file: one recorder for each event."""
    return {name: entry(home.recorder(name)) for name in names}


def grouped(timeout):
    return lambda command: [{"hooks": [
        {"type": "command", "command": command, "timeout": timeout}]}]


def before_a_command(stub, event, prepare, turn, call):
    """What a client gives its hook before its agent runs a command."""
    with Home(stub) as home:
        prepare(home)
        stub.reset(call)
        turn(home)
        stub.reset()
        return normalised(home, {"tool": home.recorded(event)[0]})


def claude_tool(stub):
    return before_a_command(
        stub, "PreToolUse",
        lambda home: home.write(".claude/settings.json", {
            "hooks": hooks(home, ["PreToolUse"], grouped(5))}),
        lambda home: home.claude_turn("Hello.", "--allowedTools", "Bash"),
        Call("Bash", {"command": "echo harbour", "description": "Greet"}))


def codex_tool(stub):
    def prepare(home):
        home.write(".codex/hooks.json", {"hooks": hooks(home, ["PreToolUse"], grouped(3))})
        home.write(".codex/config.toml", home.codex_settings())
    return before_a_command(
        stub, "PreToolUse", prepare,
        lambda home: home.codex_turn("Hello.", "--sandbox", "danger-full-access"),
        Call("exec_command", {"cmd": "echo harbour"}))


def gemini_tool(stub):
    def prepare(home):
        home.write(".gemini/settings.json", {
            **GEMINI_SETTINGS, "hooks": hooks(home, ["BeforeTool"], grouped(5000))})
        home.trust_work()
    return before_a_command(
        stub, "BeforeTool", prepare,
        lambda home: home.gemini_turn("Hello.", "--approval-mode", "yolo"),
        Call("run_shell_command", {"command": "echo harbour"}))


def copilot_tool(stub):
    return before_a_command(
        stub, "preToolUse",
        lambda home: home.write(".copilot/hooks/record.json", {"version": 1, "hooks": hooks(
            home, ["preToolUse"], lambda command: [
                {"type": "command", "bash": command, "timeoutSec": 5}])}),
        lambda home: home.copilot_turn("Hello."),
        Call("bash", {"command": "echo harbour", "description": "Greet"}))


def claude(stub):
    names = ["SessionStart", "UserPromptSubmit", "PreCompact", "PostCompact", "SessionEnd"]
    with Home(stub) as home:
        home.write(".claude/settings.json", {"hooks": hooks(home, names, grouped(5))})
        home.claude_turn("Which port does the staging server use?")
        home.claude_turn("/compact", "--continue")
        start, resume, compact = home.recorded("SessionStart")
        return normalised(home, {
            "session-start": start, "session-start.resume": resume,
            "session-start.compact": compact,
            "prompt": home.recorded("UserPromptSubmit")[0],
            "pre-compact": home.recorded("PreCompact")[0],
            "post-compact": home.recorded("PostCompact")[0],
            "session-end": home.recorded("SessionEnd")[0],
        })


def codex(stub):
    names = ["SessionStart", "UserPromptSubmit", "PreCompact", "PostCompact", "SessionEnd"]
    stub.tokens = 90_000
    with Home(stub) as home:
        home.write(".codex/hooks.json", {"hooks": hooks(home, names, grouped(3))})
        home.write(".codex/config.toml", home.codex_settings(
            model_auto_compact_token_limit=50_000))
        home.codex_turn("Which port does the staging server use?")
        home.codex_turn("And the other one?", "resume", "--last")
        stub.tokens = 1
        start, resume, compact = home.recorded("SessionStart")
        return normalised(home, {
            "session-start": start, "session-start.resume": resume,
            "session-start.compact": compact,
            "prompt": home.recorded("UserPromptSubmit")[0],
            "pre-compact": home.recorded("PreCompact")[0],
            "post-compact": home.recorded("PostCompact")[0],
            "session-end": home.recorded("SessionEnd")[0],
        })


def gemini(stub):
    names = ["SessionStart", "BeforeAgent", "PreCompress", "SessionEnd"]
    with Home(stub) as home:
        entries = hooks(home, names, grouped(5000))
        entries["SessionStart"].append({"hooks": [
            {"type": "command", "command": f"printf %s '{json.dumps(CONTEXT)}'",
             "timeout": 5000}]})
        home.write(".gemini/settings.json", {**GEMINI_SETTINGS, "hooks": entries})
        home.trust_work()
        home.gemini_turn("Which port does the staging server use?")
        home.gemini_turn("And the other one?", "--resume", "latest")
        start, resume = home.recorded("SessionStart")
        return normalised(home, {
            "session-start": start, "session-start.resume": resume,
            "prompt": home.recorded("BeforeAgent")[0],
            "pre-compact": home.recorded("PreCompress")[0],
            "session-end": home.recorded("SessionEnd")[0],
        })


def copilot(stub):
    names = ["sessionStart", "userPromptSubmitted", "preCompact", "sessionEnd"]
    with Home(stub) as home:
        home.write(".copilot/hooks/record.json", {"version": 1, "hooks": hooks(
            home, names, lambda command: [
                {"type": "command", "bash": command, "timeoutSec": 5}])})
        home.copilot_turn("Which port does the staging server use?")
        home.copilot_turn("/compact", "--continue")
        return normalised(home, {
            "session-start": home.recorded("sessionStart")[0],
            "prompt": home.recorded("userPromptSubmitted")[0],
            "pre-compact": home.recorded("preCompact")[0],
            "session-end": home.recorded("sessionEnd")[0],
        })


RECORDED = {
    "claude": lambda stub: {**claude(stub), **claude_tool(stub)},
    "codex": lambda stub: {**codex(stub), **codex_tool(stub)},
    "gemini": lambda stub: {**gemini(stub), **gemini_tool(stub)},
    "copilot": lambda stub: {**copilot(stub), **copilot_tool(stub)},
}


def normalised(home, inputs):
    """The inputs without what differs from run to run."""
    ids = {}

    def same(text):
        for path, name in ((home.home, "/home/ada"), (home.work, "/home/ada/work")):
            text = text.replace(str(path), name)
            text = text.replace(re.sub(r"[^A-Za-z0-9]", "-", str(path)),
                                re.sub(r"[^A-Za-z0-9]", "-", name))
        text = UUID.sub(lambda found: ids.setdefault(
            found[0], f"00000000-0000-4000-8000-{len(ids) + 1:012}"), text)
        text = re.sub(r"-[0-9a-f]{8}\.jsonl", "-00000000.jsonl", text)
        text = re.sub(r"\d{4}/\d\d/\d\d/rollout-[\dT-]{19}", "2026/11/15/rollout-2026-11-15T10-00-00", text)
        text = re.sub(r"session-\d{4}-\d\d-\d\dT\d\d-\d\d", "session-2026-11-15T10-00", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", "2026-11-15T10:00:00.000Z", text)
        return re.sub(r'("timestamp": )\d{13}', r"\g<1>1794736800000", text)

    return {name: json.loads(same(json.dumps(value))) for name, value in inputs.items()}


def shape(value):
    """Names and types, all that a reader of the input depends on."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in sorted(value.items())}
    return "number" if type(value) in (int, float) else type(value).__name__


def write(tool, inputs):
    directory = FIXTURES / tool
    directory.mkdir(parents=True, exist_ok=True)
    for name, value in inputs.items():
        (directory / f"{name}.json").write_text(
            json.dumps(value, indent=2, ensure_ascii=False) + "\n")
    (directory / "VERSION").write_text(f"{tool} {VERSIONS[tool]}, recorded by tests/clients/run --record\n")


def stored(tool):
    return {path.stem: json.loads(path.read_text()) for path in (FIXTURES / tool).glob("*.json")}

