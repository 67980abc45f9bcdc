"""A `loci serve` for tests: started on a free port with a home of its own, and clients for it.

Standard library only. Bytes are sent by socket where the test is about bytes.
"""
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback

NOTE = "---\nname: {0}\ndescription: {1}\ntype: user\n---\n\n{2}\n"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        return self.json["error"]["code"]


class Served:
    def __init__(self, binary, *flags, home=None, environment=None):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="loci-http-"))
        self.home = home or self.base / "home"
        self.binary = binary
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.base),
                            "LOCI_HOME": str(self.home), **(environment or {})}
        self.flags = flags or ("--port", "0")
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def start(self):
        self.process = subprocess.Popen([self.binary, "serve", *self.flags, "--json"], env=self.environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        cwd=self.base)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"serve did not start: {self.process.stderr.read()}")
        told = self.told = json.loads(line)
        self.port, self.token, self.url = told["port"], told["token"], told["url"]

    def stop(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        status = self.process.wait(timeout=30)
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status, errors

    def __exit__(self, *_):
        if self.process.poll() is None:
            status, errors = self.stop()
            assert status == 0, f"exit status {status}: {errors}"
            assert "Sanitizer" not in errors, errors
        shutil.rmtree(self.base, ignore_errors=True)

    def loci(self, *words, cwd=None, status=0):
        done = subprocess.run([self.binary, *words], env=self.environment, cwd=cwd or self.base,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout

    def connect(self, timeout=30):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None, token=True, headers=None, connection=None):
        """One request; `body` is JSON unless it is bytes."""
        send = dict(headers or {})
        if token and self.token:
            send.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None:
            send.setdefault("Content-Type", "application/json")
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        used = connection or self.connect()
        used.request(method, path, body=body, headers=send)
        got = used.getresponse()
        answer = Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        if connection is None:
            used.close()
        return answer

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def raw(self, data, timeout=20, read=True):
        """Sends bytes as they are; what comes back until the end, or b"" when it is cut."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as client:
            got = b""
            try:
                client.sendall(data)
            except OSError:
                pass
            try:
                while read and (part := client.recv(65536)):
                    got += part
            except OSError:
                pass
            return got

    def head(self, method="GET", path="/api/memory", headers=()):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}",
                 f"Authorization: Bearer {self.token}", *headers]
        return "\r\n".join(lines).encode() + b"\r\n"


def status_of(raw):
    return int(raw.split(b" ", 2)[1]) if raw.startswith(b"HTTP/1.1 ") else None


def main(cases):
    """Runs functions that take the path of the program; each is a sentence."""
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = sys.argv[2:]
    failed = 0
    for case in cases:
        if wanted and case.__name__ not in wanted:
            continue
        try:
            case(binary)
            print(f"ok      {case.__name__}", flush=True)
        except Exception:  # noqa: each case reports for itself
            failed += 1
            print(f"FAILED  {case.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"{failed} failed")
    return 1 if failed else 0
