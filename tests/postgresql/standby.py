"""A server that follows another one by streaming replication, asynchronously."""
import pathlib
import shutil
import tempfile
import time

from server import Server


class Standby(Server):
    """Begins as a copy of `primary`. `instead_of` is a server that was stopped: its address is taken, and its data goes."""

    def __init__(self, primary, instead_of=None):
        self.bin, self.ids, self.port = primary.bin, primary.ids, primary.port
        if instead_of:
            shutil.rmtree(instead_of.data)
        self._lay_out(instead_of.directory if instead_of else pathlib.Path(tempfile.mkdtemp(prefix="loci-pg-")))
        self.data.chmod(0o700)
        self.run([self.bin / "pg_basebackup", "-D", self.data, "-h", primary.direct, "-p", primary.port, "-U", "postgres",
                  "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--no-manifest"])
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as conf:
            conf.write(f"unix_socket_directories = '{self.direct}'\n")
        self.start()

    def _until(self, question, answer, what):
        for _ in range(400):
            said = self.ask(question)
            if said == answer:
                return
            time.sleep(0.05)
        raise RuntimeError(f"the standby {what} not: {question}: {said}")

    def ask(self, question):
        return self.sql(question, role="postgres", database="postgres")

    def catches_up(self, primary):
        end = primary.sql("SELECT pg_current_wal_lsn()", role="postgres", database="postgres")
        self._until(f"SELECT pg_last_wal_replay_lsn() >= '{end}'", "t", "catches up")

    def hears_no_more(self):
        """From now on nothing comes of what the primary writes: that is the tail that will be lost."""
        self.ask("ALTER SYSTEM SET primary_conninfo = ''")
        self.ask("SELECT pg_reload_conf()")
        self._until("SELECT count(*) FROM pg_stat_wal_receiver", "0", "stops listening")

    def promote(self):
        if self.ask("SELECT pg_promote()") != "t":
            raise RuntimeError("the standby is not promoted")
