"""A real PostgreSQL for tests: own data folder, own port on the loopback, started as the user postgres, stopped by process id."""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.servers.running import free_port, wait_until, work_folder

PASSWORD = "secret"
DAILY = "daily"  # a role that may no more than `pbem league init` gives it


def programs() -> Path | None:
    """The folder of the newest PostgreSQL that is installed here."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda path: int(path.parent.name))


def missing() -> str:
    """Why the server cannot run here, "" when it can."""
    if os.geteuid() != 0:
        return "not root"
    if programs() is None or shutil.which("setpriv") is None:
        return "missing: postgresql"
    return ""


@dataclass
class DatabaseProcess:
    """A server over a folder. durable: does it wait for the platter? more: settings of its own."""

    folder: Path
    port: int
    durable: bool = False
    more: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    count: Iterator[int] = field(default_factory=itertools.count)

    def start(self) -> None:
        bin_folder = programs()
        assert bin_folder is not None
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": "", "max_connections": 60,
                    "shared_buffers": "32MB", "fsync": "on" if self.durable else "off", "logging_collector": "off",
                    "autovacuum": "off", "max_wal_size": "256MB", **self.more}  # fmt: skip
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*as_postgres(), str(bin_folder / "postgres"), "-D", str(self.folder / "data"), *given],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
            )  # fmt: skip
        wait_until(self.answers)

    def answers(self) -> bool:
        """Does it take connections?"""
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(self.database(), connect_timeout=2, password=PASSWORD).close()
            return True
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: who is connected is thrown out; SIGQUIT: at once, as after a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(120)  # on a machine that is busy elsewhere
            self.process = None

    def database(self, user: str = "postgres") -> str:
        """Where it is, as libpq has it; the password is in the environment."""
        return f"host=127.0.0.1 port={self.port} dbname=postgres user={user}"

    def schema(self) -> str:
        """A schema that no test has used."""
        return f"league_{next(self.count)}"

    def asked(self, statement: str) -> list[tuple[object, ...]]:
        """The rows of a statement, as the server's own operator asks it."""
        with psycopg.connect(self.database(), autocommit=True, password=PASSWORD) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


def as_postgres() -> list[str]:
    return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]


@contextlib.contextmanager
def server_in(folder: Path, durable: bool = False, **more: str) -> Iterator[DatabaseProcess]:
    """A running server; it may be stopped and started again meanwhile."""
    bin_folder = programs()
    assert bin_folder is not None
    secret = folder / "secret"
    secret.write_text(PASSWORD)
    shutil.chown(folder, "postgres", "postgres")
    shutil.chown(secret, "postgres", "postgres")
    subprocess.run(
        [*as_postgres(), str(bin_folder / "initdb"), "-D", str(folder / "data"), "--no-sync", "-U", "postgres", "-A",
         "scram-sha-256", f"--pwfile={secret}", "-E", "UTF8", "--locale=C"],
        check=True, capture_output=True, cwd=folder,
    )  # fmt: skip
    server = DatabaseProcess(folder, free_port(), durable, more)
    server.start()
    try:
        server.asked(f"create role {DAILY} login password '{PASSWORD}'")
        yield server
    finally:
        server.stop()


__all__ = ["DAILY", "PASSWORD", "DatabaseProcess", "missing", "server_in", "work_folder"]
