"""A PostgreSQL server of one's own in a temporary directory, behind pgbouncer in transaction mode.

Both run as an ordinary user, on sockets in that directory; nothing listens on the network unless `settings` say so. Where the
programs are not installed a test ends as needs() says.
"""
import getpass
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROLES = """
CREATE ROLE keeper LOGIN;
CREATE ROLE ann LOGIN;
CREATE ROLE bob LOGIN;
CREATE ROLE rita LOGIN;
CREATE ROLE eve LOGIN;
CREATE ROLE pat LOGIN PASSWORD 'correct horse';
CREATE DATABASE team OWNER keeper;
"""


def server_ids():
    """Whom the server runs as: no superuser starts one."""
    entry = pwd.getpwnam(getpass.getuser() if os.getuid() else "nobody")
    return entry.pw_uid, entry.pw_gid


def needs(package, found):
    """Ends a test that cannot run: with 77, which ctest takes for skipped; with 1 where CI is set, since nobody sees there what
    was skipped."""
    if found:
        return
    if os.environ.get("CI"):
        print(f"the Debian package '{package}' is not installed, and CI is set: install it, nothing is skipped there")
        sys.exit(1)
    print(f"the Debian package '{package}' is not installed: skipped")
    sys.exit(77)


def pooler_program():
    return shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")


def programs():
    """The directory of the newest PostgreSQL that is installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: int(p.split("/")[4]))
    needs("postgresql", found)
    needs("pgbouncer", pooler_program())
    return pathlib.Path(found[-1]).parent


class Server:
    """`direct` and `pooled` are the directories of the two sockets; `rules_first` goes on top of pg_hba.conf."""

    def __init__(self, settings=(), rules_first="", port=5432):
        self.bin = programs()
        self.ids = server_ids()
        self.port = port
        self._lay_out(pathlib.Path(tempfile.mkdtemp(prefix="loci-pg-")))
        self.run([self.bin / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync",
                  "--locale=C.UTF-8", "-E", "UTF8"])
        rules = self.data / "pg_hba.conf"
        rules.write_text(rules_first + "local all pat scram-sha-256\n" + rules.read_text(encoding="utf-8"), encoding="utf-8")
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as conf:
            conf.write(f"listen_addresses = ''\nunix_socket_directories = '{self.direct}'\n"
                       f"max_connections = 300\nlog_min_messages = fatal\nport = {port}\n")
            conf.writelines(line + "\n" for line in settings)
        self.start()
        self.sql(ROLES, role="postgres", database="postgres")
        self.start_pooler()

    def _lay_out(self, directory):
        self.directory = directory
        self.data = directory / "data"
        self.direct = directory / "direct"
        self.pooled = directory / "pooled"
        for path in (self.directory, self.direct, self.pooled, self.data):
            path.mkdir(exist_ok=True)
            os.chown(path, *self.ids)
        os.chmod(self.directory, 0o755)
        self.postgres = self.pooler = None

    def _as_user(self):
        if os.getuid():
            return None
        uid, gid = self.ids

        def change():
            os.setgroups([])
            os.setgid(gid)
            os.setuid(uid)
        return change

    def _environment(self):
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(self.directory)}

    def run(self, words):
        done = subprocess.run([str(w) for w in words], preexec_fn=self._as_user(), cwd="/",
                              env=self._environment(), capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)

    def _spawn(self, words, log):
        with open(self.directory / log, "ab") as output:
            return subprocess.Popen([str(w) for w in words], preexec_fn=self._as_user(), cwd="/",
                                    env=self._environment(), stdin=subprocess.DEVNULL,
                                    stdout=output, stderr=output, start_new_session=True)

    def _wait(self, directory, port):
        for _ in range(600):
            if subprocess.run([self.bin / "pg_isready", "-q", "-h", directory, "-p", str(port)],
                              check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError("the server does not start: " +
                           (self.directory / "postgres.log").read_text(encoding="utf-8"))

    def start(self):
        self.postgres = self._spawn([self.bin / "postgres", "-D", self.data], "postgres.log")
        self._wait(self.direct, self.port)

    def start_pooler(self, size=20):
        settings = self.directory / "pgbouncer.ini"
        users = self.directory / "users.txt"
        users.write_text("".join(f'"{u}" ""\n' for u in ("postgres", "keeper", "ann", "bob", "rita", "eve")),
                         encoding="utf-8")
        settings.write_text(
            f"[databases]\n* = host={self.direct} port={self.port}\n[pgbouncer]\nlisten_addr =\n"
            f"unix_socket_dir = {self.pooled}\nlisten_port = 5432\nauth_type = trust\n"
            f"auth_file = {users}\npool_mode = transaction\nmax_client_conn = 1000\n"
            f"default_pool_size = {size}\nserver_login_retry = 0.1\nquery_wait_timeout = 30\n",
            encoding="utf-8")
        self.pooler = self._spawn([pooler_program(), settings], "pgbouncer.log")
        self._wait(self.pooled, 5432)

    def kill_postgres(self):
        """As when the power goes: the postmaster first, and with it all of its processes."""
        os.kill(self.postgres.pid, signal.SIGKILL)
        self.postgres.wait()
        # A new one does not start while a child of the old one is attached to its memory.
        for _ in range(200):
            if not (self.data / "postmaster.pid").exists():
                break
            listing = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=False)
            if not any(line.split(None, 1)[1].startswith("postgres: ") and self._is_mine(line.split()[0])
                       for line in listing.stdout.splitlines()[1:]):
                break
            time.sleep(0.05)

    def _is_mine(self, pid):
        try:
            return os.readlink(f"/proc/{pid}/cwd") == str(self.data)
        except OSError:
            return False

    def kill_pooler(self):
        os.kill(self.pooler.pid, signal.SIGKILL)
        self.pooler.wait()
        for name in self.pooled.glob(".s.PGSQL*"):
            name.unlink()

    def sql(self, text, role="keeper", database="team", directory=None, check=True):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", str(directory or self.direct), "-p",
             str(5432 if directory == self.pooled else self.port), "-U", role, "-d", database, "-f", "-"], input=text, capture_output=True, text=True, check=False,
            env=self._environment(), timeout=120)
        if check and done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip() if check else (done.stdout + done.stderr).strip()

    def everything(self):
        """All that the tables have, of all scopes, texts as they are."""
        tables = self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'loci'", role="postgres").split()
        asked = [f"SELECT t::text FROM loci.{table} t;" for table in tables if table != "texts"]
        return self.sql(" ".join(asked) + " SELECT hash, encode(body, 'escape') FROM loci.texts", role="postgres")

    def processor_seconds(self):
        """What all of its processes have taken, those that ended too."""
        def taken(pid, last):
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return sum(int(field) for field in fields[11:last]) / os.sysconf("SC_CLK_TCK")
        children = pathlib.Path(f"/proc/{self.postgres.pid}/task/{self.postgres.pid}/children")
        total = taken(self.postgres.pid, 15)
        for pid in children.read_text(encoding="utf-8").split():
            try:
                total += taken(pid, 13)
            except OSError:
                pass  # ended just now
        return total

    def url(self, role, pooled=True, database="team"):
        directory = str(self.pooled if pooled else self.direct).replace("/", "%2F")
        return f"postgresql://{role}@{directory}/{database}"

    def stop(self):
        for process, how in ((self.pooler, signal.SIGINT), (self.postgres, signal.SIGINT)):
            if process and process.poll() is None:
                process.send_signal(how)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
