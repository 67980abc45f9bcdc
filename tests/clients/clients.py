"""The AI clients as npm has them, each run in a home of its own against the stub.

No account, no key that is one, no host but the loopback: what a client asks of others
goes to the stub as its proxy, and is turned away.
"""
import json
import os
import pathlib
import platform
import subprocess
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODULES = ROOT / "build/clients/node_modules"
CPU = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
PACKAGE = json.loads((HERE / "package.json").read_text())
VERSIONS = {
    "claude": PACKAGE["optionalDependencies"]["@anthropic-ai/claude-code-linux-x64"],
    "codex": PACKAGE["optionalDependencies"]["@openai/codex-linux-x64"].split("@")[-1]
    .removesuffix("-linux-x64"),
    "gemini": PACKAGE["dependencies"]["@google/gemini-cli"],
    "copilot": PACKAGE["optionalDependencies"]["@github/copilot-linux-x64"],
}

CLAUDE = MODULES / f"@anthropic-ai/claude-code-linux-{CPU}/claude"
CODEX = next((MODULES / f"@openai/codex-linux-{CPU}/vendor").glob("*/bin/codex"), "codex")
COPILOT = MODULES / f"@github/copilot-linux-{CPU}/copilot"
NODE = MODULES / f"node-linux-{CPU}/bin/node"
GEMINI = MODULES / "@google/gemini-cli/bundle/gemini.js"

# What Gemini CLI would otherwise ask for at its first start.
GEMINI_SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "privacy": {"usageStatisticsEnabled": False},
    "general": {"enableAutoUpdate": False},
}


class Home:
    """A fresh HOME and a working directory, and the programs run in them."""

    def __init__(self, stub, path=()):
        self.scratch = tempfile.TemporaryDirectory(prefix="client-")
        base = pathlib.Path(self.scratch.name).resolve()
        self.stub, self.home, self.work = stub, base / "home", base / "work"
        self.inputs = base / "inputs"
        for directory in (self.home, self.work, self.inputs, base / "tmp"):
            directory.mkdir()
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.pathsep.join([*map(str, path), "/usr/local/bin", "/usr/bin", "/bin"]),
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "TMPDIR": str(base / "tmp"),
            "HTTP_PROXY": stub.url,
            "HTTPS_PROXY": stub.url,
            "NO_PROXY": "127.0.0.1,localhost",
            # Claude Code
            "ANTHROPIC_BASE_URL": stub.url,
            "ANTHROPIC_API_KEY": "no-key",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            # Codex: the provider is in its configuration, see codex_settings
            "STUB_KEY": "no-key",
            # Gemini CLI
            "GOOGLE_GEMINI_BASE_URL": stub.url,
            "GEMINI_API_KEY": "no-key",
            "GEMINI_TELEMETRY_ENABLED": "false",
            # Copilot CLI
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_PROVIDER_TYPE": "anthropic",
            "COPILOT_PROVIDER_BASE_URL": stub.url,
            "COPILOT_PROVIDER_API_KEY": "no-key",
            "COPILOT_MODEL": "claude-sonnet-4.5",
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.scratch.cleanup()

    def run(self, *command, stdin="", timeout=90, **environment):
        """Runs a program in the working directory; never raises for what it says."""
        try:
            return subprocess.run(
                [str(word) for word in command], input=stdin, text=True, capture_output=True,
                cwd=self.work, env={**self.environment, **environment}, timeout=timeout)
        except subprocess.TimeoutExpired as late:
            def text(data):
                return data.decode(errors="replace") if isinstance(data, bytes) else data or ""
            return subprocess.CompletedProcess(
                command, 124, text(late.stdout), text(late.stderr) + "\ntimed out")

    def start(self, *command):
        """Starts a server that speaks JSON lines on its standard input and output."""
        return Server([str(word) for word in command], self.work, self.environment)

    def claude(self, *arguments, **options):
        return self.run(CLAUDE, *arguments, **options)

    def codex(self, *arguments, **options):
        return self.run(CODEX, *arguments, **options)

    def gemini(self, *arguments, **options):
        return self.run(NODE, GEMINI, *arguments, **options)

    def copilot(self, *arguments, **options):
        return self.run(COPILOT, *arguments, **options)

    def codex_turn(self, prompt, *resume):
        """A turn of Codex. It skips hooks that nobody has reviewed, so it is told not to."""
        return self.codex("exec", *resume, "--skip-git-repo-check", "--json",
                          "--dangerously-bypass-hook-trust", prompt)

    def claude_turn(self, prompt, *options):
        return self.claude("-p", prompt, "--output-format", "stream-json", "--verbose", *options)

    def gemini_turn(self, prompt, *options):
        return self.gemini("-m", "gemini-2.5-flash", *options, "-p", prompt)

    def copilot_turn(self, prompt, *options):
        return self.copilot("-p", prompt, "--allow-all-tools", *options)

    def codex_settings(self, **more):
        """What Codex needs to talk to the stub; top-level keys first, as TOML wants."""
        keys = {"model": "gpt-5.2", "model_provider": "stub", **more}
        top = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
        return (f'{top}\n[model_providers.stub]\nname = "stub"\nbase_url = "{self.stub.url}/v1"\n'
                'env_key = "STUB_KEY"\nwire_api = "responses"\n')

    def trust_work(self):
        """Has Gemini CLI trust the working directory, without which it starts no server."""
        self.write(".gemini/trustedFolders.json", {str(self.work): "TRUST_FOLDER"})

    def write(self, name, text):
        """A file of the home, its directories made."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text, indent=2) + "\n")
        return path

    def recorder(self, event):
        """A hook that keeps its input and says nothing."""
        return f'cat > "{self.inputs}/{event}-$(date +%s%N).json"'

    def recorded(self, event):
        """What the recorder was given for an event, oldest first."""
        return [json.loads(path.read_text()) for path in sorted(self.inputs.glob(f"{event}-*"))]


class Server:
    """with home.start(…) as server: server.ask(1, "method", {…})"""

    def __init__(self, command, directory, environment):
        self.process = subprocess.Popen(
            command, cwd=directory, env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.alarm = threading.Timer(60, self.process.kill)

    def __enter__(self):
        self.alarm.start()
        return self

    def __exit__(self, *_):
        self.alarm.cancel()
        self.process.kill()
        self.process.communicate()

    def say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, number, method, parameters):
        """The result of a request; what else the server says meanwhile is passed over."""
        self.say({"id": number, "method": method, "params": parameters})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise ValueError(f"{method}: {message['error']}")
                return message["result"]
        raise ValueError(f"{method}: no answer")


def events(result):
    """The events of a run with --output-format stream-json."""
    found = []
    for line in result.stdout.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return found
