"""A PostgreSQL of the tests' own: started when first asked for, shared by all test processes.

It lies in a folder of its own, speaks through a socket there only, and ends with the last process
that uses it, however that ends.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from meowple.server.tables.database import Database

KEEPER = """
import fcntl, os, shutil, sys, time
folder, server = sys.argv[1], int(sys.argv[2])
lock = open(os.path.join(folder, "used"))
fcntl.flock(lock, fcntl.LOCK_EX)  # once nobody uses it any more
os.kill(server, 3)
while True:
    try:
        os.kill(server, 0)
    except ProcessLookupError:
        break
    time.sleep(0.05)
shutil.rmtree(folder, ignore_errors=True)
"""


INITDB = ("-E", "UTF8", "--no-sync", "--locale=C")
SETTINGS = [
    part
    for setting in (
        "fsync=off",  # quick: nobody cares for what is in it
        "full_page_writes=off",
        "max_connections=400",
        "shared_buffers=32MB",
    )
    for part in ("-c", setting)
]


def programs() -> Path:
    """The folder with PostgreSQL's programs."""
    script = Path(__file__).parents[2] / "scripts" / "postgres.sh"
    found = subprocess.run([str(script)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return Path(found.stdout.strip())


class Cluster:
    """A running PostgreSQL.

    Args:
        folder: for its data and its socket, shared by all who shall use the same one.
        settings: of the server that is started.
    """

    def __init__(self, folder: Path, settings: Sequence[str] = SETTINGS) -> None:
        self.folder = folder
        self._settings = settings
        folder.mkdir(parents=True, exist_ok=True)
        self._used = (folder / "used").open("w")
        with (folder / "starting").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            fcntl.flock(self._used, fcntl.LOCK_SH)
            if not (folder / "data" / "postmaster.pid").exists():
                self._start()

    def _start(self) -> None:
        user = None if os.getuid() else "nobody"  # PostgreSQL refuses to run as root
        data = self.folder / "data"
        data.mkdir()
        if user:
            shutil.chown(self.folder, user)
            shutil.chown(data, user)
            for parent in self.folder.parents:
                if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
        binaries = programs()
        subprocess.run(
            [binaries / "initdb", "-D", data, "-U", "meowple", "-A", "trust", *INITDB],
            check=True,
            capture_output=True,
            user=user,
            cwd=self.folder,
        )
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", self.folder, "-h", "", *self._settings],
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("w"),
            user=user,
            cwd=self.folder,
            start_new_session=True,
        )
        subprocess.Popen(
            [sys.executable, "-c", KEEPER, str(self.folder), str(server.pid)],
            start_new_session=True,
        )
        end = time.monotonic() + 60
        while not self._answers():
            assert server.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, name: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://meowple@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of a new database, up to date: copying one is quicker than making it."""
        name = f"t{secrets.token_hex(6)}"
        with (self.folder / "starting").open("w") as one_at_a_time:
            fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
            pattern = self.folder / "pattern"
            if not pattern.exists():
                self._run("CREATE DATABASE pattern")
                database = Database(self.url("pattern"))
                database.migrate()
                database.close()
                pattern.touch()
            self._run(f"CREATE DATABASE {name} TEMPLATE pattern")
        return self.url(name)

    def empty(self) -> str:
        """The address of a new database with nothing in it."""
        name = f"t{secrets.token_hex(6)}"
        self._run(f"CREATE DATABASE {name}")
        return self.url(name)

    def _run(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def close(self) -> None:
        """Use it no more."""
        self._used.close()

    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""
        name = url.partition("@/")[2].partition("?")[0]
        self._run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
