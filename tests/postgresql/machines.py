"""Homes of loci on one machine, as if they were several."""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import time


class Failed(AssertionError):
    pass


def expect(condition, what):
    if not condition:
        raise Failed(what)


class Machine:
    def __init__(self, loci, directory, name):
        self.loci = str(loci)
        self.name = name
        self.home = pathlib.Path(directory) / name
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home / "user"), "TZ": "UTC",
                            "LOCI_HOME": str(self.home / "loci"), "LC_ALL": "C.UTF-8"}
        (self.home / "user").mkdir(parents=True)

    def run(self, *words, timeout=120):
        return subprocess.run([self.loci, *words], env=self.environment, cwd=self.home / "user", check=False,
                              capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)

    def does(self, *words, says=None, patience=120):
        done = self.run(*words, timeout=patience)
        expect(done.returncode == 0, f"{self.name}: loci {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
        if says is not None:
            expect(says in done.stdout + done.stderr,
                   f"{self.name}: loci {' '.join(words)} does not say '{says}':\n{done.stdout}{done.stderr}")
        return done.stdout

    def fails(self, status, says, *words):
        done = self.run(*words)
        expect(done.returncode == status and says in done.stderr,
               f"{self.name}: loci {' '.join(words)}: {done.returncode}, not {status} with '{says}'\n"
               f"{done.stdout}{done.stderr}")
        return done.stderr

    def watches(self, seconds, *words):
        """What a command says that stays until it is told to end."""
        started = subprocess.Popen([self.loci, *words], env=self.environment, cwd=self.home / "user", text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        time.sleep(seconds)
        started.terminate()
        said, _ = started.communicate(timeout=60)
        expect(started.returncode == 0, f"{self.name}: loci {' '.join(words)}: {started.returncode}\n{said}")
        return said

    def joins(self, url, *more):
        self.does("remote", "add", "team", url, *more)

    def writes(self, name, text):
        self.does("write", name, "--type", "project", "--scope", "global", "--description", f"About {name}",
                  "--content", text)

    @property
    def memory(self):
        return self.home / "loci" / "memory"

    def notes(self):
        """Names and hashes of the global notes."""
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                for path in sorted(self.memory.glob("*.md")) if path.name != "MEMORY.md"}

    def puts(self, name, text):
        """A note as a person saves it, without loci."""
        self.memory.mkdir(parents=True, exist_ok=True)
        (self.memory / f"{name}.md").write_text(
            f"---\nname: {name}\ndescription: About {name}\ntype: project\n---\n\n{text}\n", encoding="utf-8")

    def finds(self, pattern):
        """All that a pattern of bytes matches, in any file of this machine."""
        found = set()
        for path in self.home.rglob("*"):
            if path.is_file() and not path.is_symlink():
                found |= {match[0].decode() for match in re.finditer(pattern, path.read_bytes())}
        return found

    def sync(self, *words):
        return json.loads(self.does("sync", "--json", *words))

    def edit(self, name, old, new):
        path = self.memory / name
        text = path.read_text(encoding="utf-8")
        expect(old in text, f"{self.name}: '{old}' is not in {name}")
        path.write_text(text.replace(old, new), encoding="utf-8")


def here(loci):
    return pathlib.Path(os.path.abspath(loci))
