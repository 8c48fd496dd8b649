"""Kill servers in the middle of play and check that nothing acknowledged is lost or done twice.

    python -m tools.kills --kills 100
    python -m tools.kills --kills 100 --database postgresql://user@host/name

Two server processes share the database, which should be a new one. At some tables people, played
by programs, and bots play every game. Again and again a process, or both, is ended as `kill -9`
does and started anew. A program whose answer has not come sends its command once more, to either
process, as pages do. After each restart nobody touches the tables until every bot that owed an
answer has given it. The exit status says whether all of this held:

* every command that was acknowledged stands in the log once, and none that was refused;
* no bot has answered a question twice;
* no log has a gap, and played again it gives what both servers show;
* every table where a bot owed an answer went on within five seconds of the restart.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import socket
import ssl
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import sqlalchemy as sa
import uvicorn

import meowple
from meowple.server.app import create_app
from meowple.server.limits import Limits
from meowple.server.tables.database import Database
from meowple.server.tables.models import LogRow, TableHead
from meowple.server.tables.store import Row, Store
from meowple.server.tables.tables import Tables, check_numbers

MUCH = (1e9, 1e9)
PROMISED = 5.0
"""Seconds after a restart within which every table goes on."""
PATIENCE = 120.0

FORKS = multiprocessing.get_context("forkserver")
"""Forks servers off a process that has made one: that is quicker than a fresh one."""
FORKS.set_forkserver_preload(["tools.warm", "uvicorn", "httpx"])

UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Given to each client, which else would read all certificates of this machine."""


def serve(database: str, port: int) -> None:
    """A server, until it is killed. It ends with its parent."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
    logging.disable(logging.WARNING)
    limits = Limits(commands=MUCH, pages=MUCH, tables=MUCH, streams=1000, programs=1000)
    app = create_app(database, bot_delay=0.15, bot_workers=0, limits=limits)
    uvicorn.run(app, port=port, log_level="error")


class Server:
    """A server process that can be killed and started anew."""

    def __init__(self, database: str) -> None:
        self._database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        self._process = FORKS.Process(target=serve, args=(self._database, self._port))
        self._process.start()

    def wait(self) -> None:
        """Wait until it answers."""
        wait_for(self._up, "a server does not start")

    def _up(self) -> bool:
        with suppress(httpx.HTTPError):
            return (
                httpx.get(f"{self.url}/ready", timeout=PATIENCE, verify=UNUSED).status_code == 200
            )
        return False

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


def wait_for(true: Callable[[], Any], why: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(why)
        time.sleep(0.02)


@dataclass
class Report:
    """What has happened.

    Attributes:
        waits: seconds from each restart until a table where a bot owed an answer went on.
        wrong: what should not have happened.
    """

    kills: int = 0
    acknowledged: int = 0
    repeated: int = 0
    refused: int = 0
    tables: int = 0
    rows: int = 0
    waits: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def late(self) -> int:
        """How many tables went on later than promised."""
        return sum(wait > PROMISED for wait in self.waits)

    def __str__(self) -> str:
        waits = sorted(self.waits) or [0.0]
        return (
            f"{self.kills} kills, {self.tables} tables, {self.rows} rows, "
            f"{self.acknowledged} commands acknowledged ({self.repeated} sent again), "
            f"{self.refused} refused; {len(self.waits)} tables where a bot owed an answer went on "
            f"after {waits[len(waits) // 2]:.1f} s (median), {waits[-1]:.1f} s (last); "
            f"late: {self.late}; wrong: {len(self.wrong)}"
        )


class Players(threading.Thread):
    """The people at one table after another, as programs play them."""

    def __init__(self, game: str, servers: list[Server], go: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.rng = Random(seed)
        self.idle = threading.Event()
        self.stop = False
        self.done: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.repeated = 0
        self.tables: list[str] = []
        self.wrong: list[str] = []
        self._servers = servers
        self._go = go
        self._http = httpx.Client(timeout=PATIENCE, verify=UNUSED)
        self._number = 0

    def run(self) -> None:
        try:
            while not self.stop:
                self._match()
        except Exception as error:  # told at the end
            self.wrong.append(f"{self.game}: {error!r}")
        finally:
            self.idle.set()
            self._http.close()

    def _paused(self) -> bool:
        """Wait for the next round; whether to stop then."""
        if not self._go.is_set():
            self.idle.set()
            self._go.wait()
            self.idle.clear()
        return self.stop

    def _ask(self, method: str, path: str, token: str = "", **more: Any) -> httpx.Response:
        """The first answer that comes, from either server."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        end = time.monotonic() + PATIENCE
        tries = 0
        while time.monotonic() < end:
            server = self.rng.choice(self._servers)
            tries += 1
            with suppress(httpx.TransportError):
                url = f"{server.url}/api/v1{path}"
                answer = self._http.request(method, url, headers=headers, **more)
                if answer.status_code < 500:
                    self.repeated += method == "POST" and tries > 1
                    return answer
            time.sleep(0.03)
        raise TimeoutError(f"nobody answers {method} {path}")

    def _command(self, verb: str) -> str:
        self._number += 1
        return f"{verb}-{self._number}"

    def _match(self) -> None:
        """Play a match to its end, or until there is enough."""
        counts = meowple.get_game(self.game).seat_counts
        seats = self.rng.choice([n for n in counts if n > 2] or [max(counts)])
        wishes = ["me", "open", *["random"] * (seats - 2)]
        made = {"game": self.game, "name": "Ann", "seats": wishes, "listed": True}
        body = self._ask("POST", "/tables", json={**made, "command": self._command("make")}).json()
        table, tokens = body["table"], [body["token"]]
        self.tables.append(table)
        # Without a token each try would be somebody new, who is told that the table is full.
        while len(tokens) < 2:
            seated = self._ask("POST", f"/tables/{table}/join", json={"name": "Ben"})
            if seated.status_code != 200:  # the first try's answer was lost, and its token with it
                return
            tokens.append(seated.json()["token"])
        while not self._paused():
            token = self.rng.choice(tokens)
            state = self._ask("GET", f"/tables/{table}", token).json()
            if state["status"] == "over":
                return
            what = self.rng.random()
            if what < 0.1:
                self._send(table, token, "chat", text=f"words {self._number}")
            elif what < 0.2 and state["can"]["undo"]:
                self._send(table, token, "undo", question=state["question"])
            elif state["consent"] and state["consent"]["ask_me"]:
                agree = {"agree": what < 0.6, "question": state["question"]}
                self._send(table, token, "consent", **agree)
            elif state["actions"]:
                # What is chosen already is no change: nothing is stored of it.
                action = self.rng.choice(
                    [key for key in state["actions"] if key != state["view"]["choice"]] or [""]
                )
                self._send(table, token, "act", action=action, question=state["question"])
            else:
                time.sleep(0.02)

    def _send(self, table: str, token: str, verb: str, **body: Any) -> None:
        command = self._command(verb)
        body["command"] = command
        answer = self._ask("POST", f"/tables/{table}/{verb}", token, json=body)
        (self.done if answer.status_code == 200 else self.refused)[command] = table


class Trial:
    """Kill servers on a database, and see what becomes of the tables."""

    def __init__(self, database: str, *, tables: int = 6, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.report = Report()
        self._database = Database(database)
        self._database.migrate()
        self._store = Store(self._database)
        self._servers = [Server(database) for _ in range(2)]
        for server in self._servers:
            server.wait()
        self._go = threading.Event()
        names = meowple.game_names()
        self._players = [
            Players(names[i % len(names)], self._servers, self._go, seed * 1000 + i)
            for i in range(tables)
        ]

    def run(self, kills: int, told: Callable[[str], object] = lambda text: None) -> Report:
        """Kill that often, then check all."""
        try:
            self._go.set()
            for players in self._players:
                players.start()
            while self.report.kills < kills:
                both = self.report.kills % 4 == 3
                self._round(self._servers if both else [self.rng.choice(self._servers)])
                if self.report.kills % 10 < 1 + both:
                    told(f"{self.report.kills} kills")
            self._finish()
            self._check()
        finally:
            for server in self._servers:
                server.kill()
            self._database.close()
        return self.report

    def _round(self, victims: list[Server]) -> None:
        self._go.set()
        time.sleep(self.rng.uniform(0.1, 0.9))
        for server in victims:
            server.kill()
            self.report.kills += 1
        self._go.clear()
        for server in victims:
            server.start()
        for server in victims:
            server.wait()
        began = time.monotonic()
        for players in self._players:
            players.idle.wait()
        owed = self._last_rows(owing=True)
        while owed:
            time.sleep(0.05)
            waited = time.monotonic() - began
            now = self._last_rows()
            went_on = [table for table, n in owed.items() if now[table] > n]
            self.report.waits += [waited] * len(went_on)
            owed = {table: n for table, n in owed.items() if table not in went_on}
            if owed and waited > PATIENCE:
                self.report.wrong.append(f"stuck for good: {sorted(owed)}")
                return

    def _last_rows(self, *, owing: bool = False) -> dict[str, int]:
        """The number of the last row of each table, or of those where a bot owes an answer."""
        query = sa.select(LogRow.table_id, sa.func.max(LogRow.n)).group_by(LogRow.table_id)
        if owing:
            owed = sa.select(TableHead.id).where(TableHead.due.is_not(None))
            query = query.where(LogRow.table_id.in_(owed))
        with self._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def _finish(self) -> None:
        for players in self._players:
            players.stop = True
        self._go.set()
        for players in self._players:
            players.join(PATIENCE)
            self.report.wrong += players.wrong
        wait_for(lambda: not self._last_rows(owing=True), "bots owe answers for good")

    def _check(self) -> None:
        report = self.report
        for players in self._players:
            report.acknowledged += len(players.done)
            report.refused += len(players.refused)
            report.repeated += players.repeated
            for table in players.tables:
                report.tables += 1
                rows = self._store.rows(table)
                report.rows += len(rows)
                done = {command for command, at in players.done.items() if at == table}
                self._check_log(table, rows, done)

    def _check_log(self, table: str, rows: list[Row], done: set[str]) -> None:
        wrong = self.report.wrong
        stored = Counter(row.command.partition(".")[0] for row in rows if row.command)
        if lost := done - stored.keys():
            wrong.append(f"{table}: lost {sorted(lost)}")
        if more := stored.keys() - done:
            wrong.append(f"{table}: refused, but done: {sorted(more)}")
        if twice := [command for command, times in stored.items() if times > 1]:
            wrong.append(f"{table}: done twice: {twice}")
        bots = {row.seat for row in rows if row.kind == "bot"}
        answers = Counter(
            (row.seat, row.payload["question"])
            for row in rows
            if row.kind == "act" and row.seat in bots
        )
        if again := [answer for answer, times in answers.items() if times > 1]:
            wrong.append(f"{table}: bots have answered twice: {again}")
        check_numbers(table, rows, 0)
        view = Tables(self._store, lambda _: None).get(table).view(None)
        for server in self._servers:
            address = f"{server.url}/api/v1/tables/{table}"
            shown = httpx.get(address, timeout=PATIENCE, verify=UNUSED).json()
            if shown["view"] != view:
                wrong.append(f"{table}: {server.url} shows something else than the log")


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill servers in the middle of play.")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=6, help="at how many tables is played")
    parser.add_argument("--database", help="file or URL; a file that is removed when not given")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        database = arguments.database or str(Path(folder) / "tables.db")
        trial = Trial(database, tables=arguments.tables, seed=arguments.seed)
        report = trial.run(arguments.kills, lambda text: print(text, flush=True))
    print(report)
    for line in report.wrong:
        print(line)
    sys.exit(bool(report.wrong or report.late))


if __name__ == "__main__":
    main()
