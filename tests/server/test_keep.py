"""Nothing acknowledged is lost (TC-KEEP): restarts, kills, several processes, other rules."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.child import serve
from tests.server.playing import Browser, Program, Server, Stream, plain, wait_for

from meowple.core.match import new_match
from meowple.core.registry import get_game
from meowple.server.tables.commands import Order, Refused, Who, act
from meowple.server.tables.store import Effects, Row, Store
from meowple.server.tables.tables import Tables


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


FORKS = multiprocessing.get_context("forkserver")
"""Forks servers off a process that has imported everything: that is quicker than a fresh one."""
FORKS.set_forkserver_preload(["tests.server.child"])


class Process:
    """A server in a process of its own."""

    def __init__(self, database: Path, port: int, delay: float) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._process = FORKS.Process(target=serve, args=(str(database), port, delay))
        self._process.start()
        wait_for(self._up)

    def _up(self) -> bool:
        assert self._process.is_alive(), "the server has ended by itself"
        try:
            return httpx.get(f"{self.url}/health", timeout=PATIENCE).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(PATIENCE)


def known(program: Program, table: str) -> str:
    """All that a program is told, without who is connected."""
    state = program.state(table)
    return plain({name: state[name] for name in state if name not in ("seats", "tag")})


@pytest.mark.slow
def test_killed_after_each_acknowledged_command_nothing_is_lost_and_nothing_doubled(
    database: Path,
) -> None:
    """A match of three people, killed after each of some dozens of commands.

    Commands are plays, changes of mind, takings back and words; every third is sent again after
    the restart, as a browser does whose answer was lost.
    """
    rng = Random(7)
    port = free_port()
    people = [Program(f"http://127.0.0.1:{port}", name) for name in ("Ann", "Ben", "Cid")]
    server = Process(database, port, 0)
    try:
        table = people[0].create("open", "open", listed=True, options={"target": 6})
        people[1].join(table)
        people[2].join(table)
        done = kept_half = 0
        while done < 30:
            state = people[0].state(table)
            if state["status"] == "over":
                break
            seat = rng.choice(state["view"]["to_act"])
            own = people[seat].state(table)
            command = f"command-{done}"
            verb, body = (
                "act",
                {
                    "action": rng.choice(list(own["actions"])),
                    "question": own["question"],
                    "command": command,
                },
            )
            committed = state["view"]["committed"]
            if committed and rng.random() < 0.25:
                seat = rng.choice(committed)
                own = people[seat].state(table)
                verb, body = "undo", {"question": own["question"], "command": command}
            elif rng.random() < 0.1:
                verb, body = "chat", {"text": f"words {done}", "command": command}
            answer = people[seat].post(table, verb, **body)
            assert answer.status_code == 200, answer.text
            before = [known(each, table) for each in people]
            kept_half += bool(people[0].state(table)["view"]["committed"])
            for each in people:
                each.http.close()
            server.kill()
            server = Process(database, port, 0)
            tokens = [each.http.headers["authorization"] for each in people]
            people = [Program(server.url, each.name) for each in people]
            for each, token in zip(people, tokens, strict=True):
                each.http.headers["authorization"] = token
            assert [known(each, table) for each in people] == before, done
            if done % 3 == 0:
                again = people[seat].post(table, verb, **body)
                assert (again.status_code, again.content) == (200, answer.content)
                assert [known(each, table) for each in people] == before, done
            done += 1
        assert kept_half > 5
    finally:
        server.kill()
    store = Store(str(database))
    rows = store.rows(table)
    store.close()
    commands = [row.command for row in rows if row.command]
    assert len({c.partition(".")[0] for c in commands}) == len(commands) == done


def test_a_table_after_a_restart_is_the_same_and_bots_are_asked_again(
    start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    first = start(bot_delay=3600.0, public_url="http://meowple.test")
    ann = person("Ann", first.url)
    path = ann.create("random", "greedy")
    ann.act(path)
    page = ann.page(path)
    first.stop()

    second = start(bot_delay=3600.0, public_url="http://meowple.test")
    again = person("Ann", second.url)
    again.http.cookies = ann.http.cookies
    assert again.page(path) == page
    second.stop()

    third = start()
    table_id = path.split("/")[2]
    wait_for(lambda: len([r for r in third.house.store.rows(table_id) if r.kind == "act"]) >= 3)
    again = person("Ann", third.url)
    again.http.cookies = ann.http.cookies
    wait_for(lambda: again.actions(path))
    assert path in again.page("/")


def test_two_processes_serve_one_table(
    start: Callable[..., Server], program: Callable[..., Program]
) -> None:
    one, two = start(), start()
    ann, ben = program("Ann", one.url), program("Ben", two.url)
    table = ann.create("open", "random", listed=True)
    ben.join(table)
    stream = Stream(ann.http, f"/tables/{table}/events")
    moves = 0
    while moves < 12:
        for each in (ann, ben):
            state = each.state(table)
            if state["status"] == "over":
                break
            if state["actions"] and state["seat"] in state["view"]["to_act"]:
                assert each.act(table).status_code in (200, 409)
                moves += 1
                if each is ben:
                    stream.next()
        if ann.state(table)["status"] == "over":
            break
    stream.close()
    assert plain(ann.state(table)["view"]["table"]).replace('"you"', "") is not None
    assert one.house.store.rows(table) == two.house.store.rows(table)
    views = [server.house.tables.get(table).view(None) for server in (one, two)]
    assert views[0] == views[1]


def test_two_writers_at_once_lose_nothing(database: Path) -> None:
    woken: list[str] = []
    stores = [Store(str(database)) for _ in range(2)]
    desks = [Tables(store, woken.append) for store in stores]
    table = desks[0].create(
        Who("ann", "Ann"), "festival", ["me", "open", "open"], {}, bots=("random",), listed=True
    )
    from meowple.server.tables.commands import chat, join

    desks[1].do(table.head.id, join(Who("ben", "Ben")))
    desks[0].do(table.head.id, join(Who("cid", "Cid")))
    from concurrent.futures import ThreadPoolExecutor

    def say(number: int) -> None:
        order = Order(None, f"c{number}")
        desks[number % 2].do(table.head.id, chat(Who("ann", "Ann"), f"text {number}", order))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(say, range(60)))
    rows = stores[0].rows(table.head.id)
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    assert {row.payload["text"] for row in rows if row.kind == "chat"} == {
        f"text {number}" for number in range(60)
    }
    for store in stores:
        store.close()


def test_a_log_with_a_gap_is_noticed(database: Path) -> None:
    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    table = desk.create(
        Who("ann", "Ann"), "festival", ["me", "open", "open"], {}, bots=(), listed=True
    )
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE log SET n = 7 WHERE n = 1")
    with pytest.raises(RuntimeError, match="lacks row 1"):
        Tables(store, lambda table_id: None).get(table.head.id)
    store.close()


def test_a_command_that_cannot_be_stored_leaves_the_table_as_it_was(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    table = desk.create(
        Who("ann", "Ann"), "festival", ["me", "random", "random"], {}, bots=("random",), listed=True
    )
    match = table.match
    assert match is not None
    before = table.view(0)

    def broken(*_: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(store, "append", broken)
    order = Order(table.questions[0], "x")
    with pytest.raises(OSError, match="full"):
        desk.do(table.head.id, act(Who("ann"), match.actions(0)[0].key, order))
    assert desk.get(table.head.id).view(0) == before
    monkeypatch.undo()
    desk.do(table.head.id, act(Who("ann"), match.actions(0)[0].key, order))
    assert desk.get(table.head.id).view(0) != before
    store.close()


def test_rules_that_fail_leave_the_table_as_it_was(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toys import installed

    with installed():
        store = Store(str(database))
        desk = Tables(store, lambda table_id: None)
        table = desk.create(
            Who("ann", "Ann"),
            "pebbles",
            ["me", "random"],
            get_game("pebbles").check_options({"fault": True}),
            bots=("random",),
            listed=True,
        )
        match = table.match
        assert match is not None
        assert any(action.key == "bomb" for action in match.actions(0))
        before = table.view(0)
        rows = len(store.rows(table.head.id))
        other = match.actions(1)[0]
        from meowple.server.tables.commands import bot_act

        desk.do(table.head.id, bot_act(1, other.key, table.questions[1]))
        with pytest.raises(Refused) as refusal:
            desk.do(table.head.id, act(Who("ann"), "bomb", Order(table.questions[0], "boom")))
        assert refusal.value.status == 500
        assert "nothing has changed" in str(refusal.value)
        assert len(store.rows(table.head.id)) == rows + 1
        after = desk.get(table.head.id).view(0)
        assert after is not None
        assert before is not None
        assert after["table"] == before["table"]
        assert desk.get(table.head.id).match.actions(0)  # type: ignore[union-attr]
        store.close()


def test_the_shuffles_follow_from_the_seed_that_is_shown(database: Path) -> None:
    """Anybody can check a finished match: its log and the seed give it again."""
    from meowple.core.chance import SecretChance

    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    table = desk.create(
        Who("ann", "Ann"),
        "festival",
        ["me", "random", "random"],
        get_game("festival").check_options({"target": 2}),
        bots=("random",),
        listed=True,
    )
    from meowple.server.tables.commands import bot_act

    rng = Random(3)
    while not table.over:
        match = table.match
        assert match is not None
        seat = match.to_act[0]
        key = rng.choice(match.actions(seat)).key
        number = table.questions[seat]
        if seat:
            table = desk.do(table.head.id, bot_act(seat, key, number))
        else:
            table = desk.do(table.head.id, act(Who("ann"), key, Order(number)))
    again = new_match("festival", 3, table.head.options, chance=SecretChance(table.head.seed))
    for row in store.rows(table.head.id):
        if row.kind == "act":
            assert row.seat is not None
            again.act(row.seat, row.payload["action"])
    assert again.over
    assert again.view(None) == table.view(None)
    store.close()


# -- other versions of the rules --------------------------------------------------------------


@contextmanager
def newer_rules(name: str) -> Iterator[None]:
    """The game as if its rules had been changed since."""
    game = get_game(name)
    object.__setattr__(game, "version", game.version + 1)
    try:
        yield
    finally:
        object.__setattr__(game, "version", game.version - 1)


def moved(desk: Tables, table_id: str, moves: int, seed: int = 1) -> None:
    rng = Random(seed)
    from meowple.server.tables.commands import bot_act

    for _ in range(moves):
        table = desk.get(table_id)
        if table.over:
            return
        match = table.match
        assert match is not None
        seat = rng.choice(match.to_act)
        key = rng.choice(match.actions(seat)).key
        number = table.questions[seat]
        decide = act(Who("ann"), key, Order(number)) if seat == 0 else bot_act(seat, key, number)
        desk.do(table_id, decide)


def test_a_table_under_older_rules_goes_on_from_its_last_checkpoint(database: Path) -> None:
    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    table_id = desk.create(
        Who("ann", "Ann"), "festival", ["me", "random", "random"], {}, bots=("random",), listed=True
    ).head.id
    moved(desk, table_id, 40)
    before = desk.get(table_id)
    assert before.match is not None
    position = before.match.position()
    with newer_rules("festival"):
        for _ in range(2):  # going on is written down once
            other = Tables(store, lambda table_id: None)
            after = other.get(table_id)
            assert after.match is not None
            assert after.version == before.version + 1
            assert after.match.position()["state"] == position["state"]
            assert min(after.questions) > max(before.questions)
        assert [row.kind for row in store.rows(table_id)].count("continue") == 1
        stale = Order(before.questions[0], "old")
        with pytest.raises(Refused):
            other.do(table_id, act(Who("ann"), after.match.actions(0)[0].key, stale))
        moved(other, table_id, 10)
        again = Tables(store, lambda table_id: None).get(table_id)
        assert again.view(0) == other.get(table_id).view(0)
        assert again.seats[0].name == "Ann"
    store.close()


def test_a_finished_match_is_shown_whatever_later_rules_do(database: Path) -> None:
    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    options = get_game("festival").check_options({"target": 2})
    table_id = desk.create(
        Who("ann", "Ann"),
        "festival",
        ["me", "random", "random"],
        options,
        bots=("random",),
        listed=True,
    ).head.id
    moved(desk, table_id, 10_000)
    before = desk.get(table_id)
    assert before.over
    with newer_rules("festival"):
        after = Tables(store, lambda table_id: None).get(table_id)
        assert after.status == "over"
        for viewer in (None, 0, 1, 2):
            assert plain(after.view(viewer)) == plain(before.view(viewer))
            assert after.lines(viewer, after.names, "en") == before.lines(
                viewer, before.names, "en"
            )
    store.close()


def test_rules_changed_without_a_new_version_do_not_lose_a_table(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    table_id = desk.create(
        Who("ann", "Ann"), "festival", ["me", "random", "random"], {}, bots=("random",), listed=True
    ).head.id
    moved(desk, table_id, 30)
    n = desk.get(table_id).n
    with store.engine.begin() as connection:  # as if an action of the log were not legal any more
        connection.exec_driver_sql(
            'UPDATE log SET payload = \'{"action": "gone", "question": 1}\' WHERE n = 7'
        )
    after = Tables(store, lambda table_id: None).get(table_id)
    assert after.match is not None
    assert after.n == n + 1
    assert after.match.actions(0)
    store.close()


def test_the_list_of_tables_is_what_is_stored(
    start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    one = start()
    ann = person("Ann", one.url)
    paths = {ann.create("open", "open", listed="1") for _ in range(3)}
    one.stop()
    two = start()
    page = person("Ben", two.url).page("/")
    assert all(path in page for path in paths)


# -- the database --------------------------------------------------------------------------------


def test_the_migrations_make_what_the_models_say(database: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from meowple.server.tables.models import Base

    store = Store(str(database))
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
    Store(str(database)).close()
    store.close()


def test_rows_that_do_not_follow_the_last_one_are_not_stored(database: Path) -> None:
    from meowple.server.tables.store import Conflict

    store = Store(str(database))
    desk = Tables(store, lambda table_id: None)
    table = desk.create(
        Who("ann", "Ann"), "festival", ["me", "open", "open"], {}, bots=(), listed=True
    )
    row = replace(Row("watch", None, "eve", {"person": "eve", "name": "Eve"}), n=table.n)
    with pytest.raises(Conflict):
        store.append(table.head.id, table.n - 1, [row], Effects({"status": "closed"}))
    assert desk.get(table.head.id).n == table.n
    assert store.open_tables() == [table.head.id], "nothing of it has been done"
    store.close()
