"""Speaks the protocol of docs/remote-helpers.md with a helper, as loci does."""
import hashlib
import json
import subprocess


def sha(text):
    return hashlib.sha256(text).hexdigest()


class HelperError(Exception):
    pass


class Helper:
    def __init__(self, program, address, scope="loci", patience=60000):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.greeting = self.ask({"do": "hello", "protocol": 1, "loci": "test", "remote": "team",
                                  "address": address, "scope": scope, "patience": patience})[0]

    def say(self, line, texts=()):
        """`texts` are bytes; their hashes go into the line."""
        if texts:
            line = dict(line, texts=[[sha(text), len(text)] for text in texts])
        self.process.stdin.write(json.dumps(line).encode() + b"\n" + b"".join(texts))
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            raise HelperError("the helper ended")
        line = json.loads(line)
        texts = {}
        for name, size in line.pop("texts", []):
            texts[name] = self.process.stdout.read(size)
        if "error" in line:
            raise HelperError(line["error"]["kind"] + ": " + line["error"]["message"])
        return line, texts

    def ask(self, line, texts=()):
        self.say(line, texts)
        return self.hear()

    def pull(self, cursor="", history=True):
        whole, _ = self.ask({"do": "pull", "cursor": cursor, "history": history})
        part = whole
        while part.get("more"):
            part, _ = self.hear()
            whole["notes"] += part["notes"]
        return whole

    def send(self, identity, changes, heard="", texts=(), **more):
        """`changes` are [note, base, version, past]."""
        return self.ask(dict({"do": "send", "id": identity, "heard": heard, "replica": "r",
                              "changes": changes}, **more), texts)[0]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(10)
