"""Nothing acknowledged is lost (TC-KEEP): restarts, kills, several processes, other rules."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.child import Process, free_port
from tests.server.playing import Browser, Program, Server, Stream, plain, wait_for

import meowple
from meowple.core.match import new_match
from meowple.core.registry import get_game
from meowple.server.tables.commands import Order, Refused, Who, act, chat, give_orders, undo
from meowple.server.tables.database import Database
from meowple.server.tables.models import Film, Person, TableHead
from meowple.server.tables.store import Effects, Row, Store
from meowple.server.tables.table import Table
from meowple.server.tables.tables import BrokenLog, Tables

Opener = Callable[[], Store]


def known(program: Program, table: str) -> str:
    """All that a program is told, without who is connected."""
    state = program.state(table)
    return plain({name: state[name] for name in state if name not in ("seats", "tag")})


COMMANDS = int(os.environ.get("MEOWPLE_COMMANDS", "0"))
"""After so many commands at a table the server is killed, each time; 100000 are whole matches."""

SITTINGS = int(os.environ.get("MEOWPLE_SITTINGS", "1"))
"""Matches that are played side by side: a server is killed when each has had a command."""


class Sitting:
    """A match of three people that do at random what people do at a table.

    Attributes:
        kept_half: how often an answer was kept while others had not given theirs.
        changed: commands that changed something.
    """

    def __init__(self, people: list[Program], table: str, seed: int) -> None:
        self.table = table
        self.rng = Random(seed)
        self.people = people
        self.done = self.kept_half = self.changed = 0

    def _command(self) -> tuple[int, str, dict[str, Any]] | None:
        """A play, a change of mind, a taking back or words; None at the end."""
        states = [each.state(self.table) for each in self.people]
        state = states[0]
        if state["status"] == "over":
            return None
        command = f"command-{self.done}"
        committed = state["view"]["committed"]
        if committed and self.rng.random() < 0.25:
            seat = self.rng.choice(committed)
            return seat, "undo", {"question": states[seat]["question"], "command": command}
        seat = self.rng.choice([at for at, each in enumerate(states) if each["actions"]])
        if self.rng.random() < 0.1:
            return seat, "chat", {"text": f"words {self.done}", "command": command}
        action = self.rng.choice(list(states[seat]["actions"]))
        question = states[seat]["question"]
        return seat, "act", {"action": action, "question": question, "command": command}

    def go_on(self) -> bool:
        """Give a command, unless the match is over."""
        command = self._command()
        if command is None:
            return False
        self.seat, self.verb, self.body = command
        old = known(self.people[self.seat], self.table)
        self.answer = self.people[self.seat].post(self.table, self.verb, **self.body)
        assert self.answer.status_code == 200, self.answer.text
        self.before = [known(each, self.table) for each in self.people]
        # the answer that it has given already is no change
        self.changed += self.before[self.seat] != old
        self.kept_half += bool(self.people[0].state(self.table)["view"]["committed"])
        return True

    def compare(self, people: list[Program]) -> None:
        """After the restart: all is as it was; every third command is sent again, as a browser
        does whose answer was lost."""
        self.people = people
        assert [known(each, self.table) for each in people] == self.before, self.done
        if self.done % 3 == 0:
            again = people[self.seat].post(self.table, self.verb, **self.body)
            assert (again.status_code, again.content) == (200, self.answer.content)
            assert [known(each, self.table) for each in people] == self.before, self.done
        self.done += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "commands", "least"),
    [("festival", {"target": 6}, 16, 2), ("catvale", {"variant": "adventure"}, 8, 1)],
    ids=["festival", "catvale"],
)
def test_killed_after_each_acknowledged_command_nothing_is_lost_and_nothing_doubled(
    database: str,
    opened: Opener,
    game: str,
    options: dict[str, Any],
    commands: int,
    least: int,
) -> None:
    port = free_port()
    people = [Program(f"http://127.0.0.1:{port}", name) for name in ("Ann", "Ben", "Cid")]
    server = Process(database, port=port)
    try:
        sittings = []
        for seed in range(7, 7 + SITTINGS):
            table = people[0].create("open", "open", game=game, listed=True, options=options)
            people[1].join(table)
            people[2].join(table)
            sittings.append(Sitting(people, table, seed))
        for _ in range(COMMANDS or commands):
            moved = [each for each in sittings if each.go_on()]
            if not moved:
                break
            for person in people:
                person.http.close()
            server.kill()
            server = Process(database, port=port)
            tokens = [each.http.headers["authorization"] for each in people]
            people = [Program(server.url, each.name) for each in people]
            for person, token in zip(people, tokens, strict=True):
                person.http.headers["authorization"] = token
            for each in sittings:
                each.people = people
            for each in moved:
                each.compare(people)
    finally:
        server.kill()
    store = opened()
    for each in sittings:
        assert each.kept_half >= least
        stored = [row.command for row in store.rows(each.table) if row.command]
        assert len({c.partition(".")[0] for c in stored}) == len(stored) == each.changed


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
    rows = [server.house.store.rows for server in (one, two)]
    views = [lambda at=server: at.house.tables.get(table).view(None) for server in (one, two)]
    # A bot may answer between two looks; then they agree a little later.
    wait_for(lambda: rows[0](table) == rows[1](table))
    wait_for(lambda: views[0]() == views[1]())


def test_two_writers_at_once_lose_nothing(opened: Opener) -> None:
    woken: list[Table] = []
    stores = [opened() for _ in range(2)]
    desks = [Tables(store, woken.append) for store in stores]
    table = desks[0].create(
        Who("ann", "Ann"), "festival", ["me", "open", "open"], {}, bots=("random",), listed=True
    )
    from meowple.server.tables.commands import join

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


def test_a_log_with_a_gap_is_noticed(opened: Opener) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    table = desk.create(
        Who("ann", "Ann"), "festival", ["me", "open", "open"], {}, bots=(), listed=True
    )
    with store.database.write() as connection:
        connection.exec_driver_sql("UPDATE log SET n = 7 WHERE n = 1")
    with pytest.raises(BrokenLog, match="lacks row 1"):
        Tables(store, lambda table: None).get(table.head.id)


def test_a_command_that_cannot_be_stored_leaves_the_table_as_it_was(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
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


def test_rules_that_fail_leave_the_table_as_it_was(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toys import installed

    with installed():
        store = opened()
        desk = Tables(store, lambda table: None)
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


def test_the_shuffles_follow_from_the_seed_that_is_shown(opened: Opener) -> None:
    """Anybody can check a finished match: its log and the seed give it again."""
    from meowple.core.chance import SecretChance

    store = opened()
    desk = Tables(store, lambda table: None)
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


def test_a_table_under_older_rules_goes_on_from_its_last_checkpoint(opened: Opener) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    table_id = desk.create(
        Who("ann", "Ann"), "festival", ["me", "random", "random"], {}, bots=("random",), listed=True
    ).head.id
    moved(desk, table_id, 40)
    before = desk.get(table_id)
    assert before.match is not None
    position = before.match.position()
    with newer_rules("festival"):
        for _ in range(2):  # going on is written down once
            other = Tables(store, lambda table: None)
            after = other.get(table_id)
            assert after.match is not None
            assert after.version == before.version + 1
            assert after.match.position()["state"] == position["state"]
            assert min(after.questions) > max(before.questions)
        assert [row.kind for row in store.rows(table_id)].count("continue") == 1
        names = before.names
        assert before.lines(0, names, "en")
        assert after.lines(0, names, "en") == before.lines(0, names, "en"), "the log is kept"
        assert after.lines(1, names, "en") == before.lines(1, names, "en")
        (note,) = [said for said in after.chat if said.values is not None]
        assert "The rules are of a newer version now" in note.text
        stale = Order(before.questions[0], "old")
        with pytest.raises(Refused):
            other.do(table_id, act(Who("ann"), after.match.actions(0)[0].key, stale))
        moved(other, table_id, 10)
        again = Tables(store, lambda table: None).get(table_id)
        assert again.view(0) == other.get(table_id).view(0)
        assert again.seats[0].name == "Ann"


def test_a_finished_match_is_shown_whatever_later_rules_do(opened: Opener) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
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
        after = Tables(store, lambda table: None).get(table_id)
        assert after.status == "over"
        for viewer in (None, 0, 1, 2):
            assert plain(after.view(viewer)) == plain(before.view(viewer))
            assert after.lines(viewer, after.names, "en") == before.lines(
                viewer, before.names, "en"
            )


def test_rules_changed_without_a_new_version_do_not_lose_a_table(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    table_id = desk.create(
        Who("ann", "Ann"), "festival", ["me", "random", "random"], {}, bots=("random",), listed=True
    ).head.id
    moved(desk, table_id, 30)
    n = desk.get(table_id).n
    with store.database.write() as connection:  # as if an action of the log were not legal any more
        connection.exec_driver_sql(
            'UPDATE log SET payload = \'{"action": "gone", "question": 1}\' WHERE n = 7'
        )
    after = Tables(store, lambda table: None).get(table_id)
    assert after.match is not None
    assert after.n == n + 1
    assert after.match.actions(0)


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


# -- keeping it small ---------------------------------------------------------------------------


def told(table: Table) -> str:
    """All that anybody is shown of a table."""
    viewers = (None, *range(len(table.seats)))
    shown = [
        [table.view(viewer), [str(line) for line in table.lines(viewer, table.names, "en")]]
        for viewer in viewers
    ]
    return plain([shown, table.status, [said.text for said in table.chat], table.names])


def finished(desk: Tables) -> str:
    options = get_game("festival").check_options({"target": 2})
    seats = ["me", "random", "random"]
    made = desk.create(Who("ann", "Ann"), "festival", seats, options, bots=("random",), listed=True)
    moved(desk, made.head.id, 20)
    desk.do(made.head.id, chat(Who("ann", "Ann"), "hello", Order(None, "c")))
    moved(desk, made.head.id, 10_000)
    return made.head.id


def test_a_finished_match_is_kept_as_a_small_film(opened: Opener) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    table_id = finished(desk)
    before = desk.get(table_id)
    rows = len(store.rows(table_id))
    assert desk.tidy() == 0, "something has just happened there"
    assert desk.tidy(quiet=-1) > rows / 2
    assert desk.tidy(quiet=-1) == 0, "once is enough"
    kinds = {row.kind for row in store.rows(table_id)}
    assert not kinds & {"undo", "ask"}
    assert sum(row.kind == "act" for row in store.rows(table_id)) <= 1
    for each in (desk, Tables(store, lambda table: None)):
        assert told(each.get(table_id)) == told(before)
    with store.database.read() as connection:
        film = connection.execute(sa.select(Film.data)).scalar_one()
    assert len(film) + len(plain([dict(row.payload) for row in store.rows(table_id)])) < 20_000
    again = desk.rematch(table_id, Who("ann", "Ann"))
    assert desk.get(again).status == "playing"


def test_a_long_log_is_made_shorter_while_the_match_goes_on(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.tables.tables.LONG", 30)
    store, other = opened(), opened()
    desk, late = Tables(store, lambda table: None), Tables(other, lambda table: None)
    seats = ["me", "random", "random"]
    table_id = desk.create(
        Who("ann", "Ann"), "festival", seats, {}, bots=("random",), listed=True
    ).head.id
    moved(desk, table_id, 10)
    n = late.get(table_id).n
    moved(desk, table_id, 60)
    before = desk.get(table_id)
    assert before.since > n
    assert not [said for said in before.chat if said.values is not None], "there is no news in it"
    assert desk.tidy(quiet=-1) > 30
    assert late._cached(table_id).n == n  # type: ignore[union-attr]
    for each in (late, Tables(other, lambda table: None)):
        table = each.get(table_id)
        assert told(table) == told(before)
        assert table.questions == before.questions
    moved(late, table_id, 10_000, seed=9)
    assert told(desk.get(table_id)) == told(Tables(store, lambda table: None).get(table_id))


def test_words_take_nobodys_question_and_nothing_to_take_back(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much those who look on say, the table goes on from a checkpoint with a move only."""
    monkeypatch.setattr("meowple.server.tables.tables.LONG", 30)
    desk = Tables(opened(), lambda table: None)
    seats = ["me", "random", "random"]
    table = desk.create(Who("ann", "Ann"), "purrballs", seats, {}, bots=("random",), listed=True)
    assert table.match is not None
    assert table.match.at_checkpoint
    for number in range(40):
        desk.do(table.head.id, chat(Who("eve", "Eve"), "words", Order(None, f"{number}")))
    after = desk.get(table.head.id)
    assert after.questions == table.questions
    assert (after.since, after.moves) == (table.since, table.moves)
    moved(desk, table.head.id, 10)
    assert desk.get(table.head.id).since > after.n


def test_a_log_full_of_takings_back_blocks_nothing_and_weighs_little(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.tables.tables.LONG", 60)
    monkeypatch.setattr("meowple.server.tables.commands.LOG_LENGTH", 200)
    store = opened()
    desk = Tables(store, lambda table: None)
    seats = ["me", "random", "random"]
    table = desk.create(Who("ann", "Ann"), "festival", seats, {}, bots=("random",), listed=True)
    table_id = table.head.id
    assert table.match is not None
    order = Order(table.questions[0])
    payload = {"action": table.match.actions(0)[0].key, "question": order.question}
    turn = [Row("act", 0, "seat:0", payload), Row("undo", 0, "seat:0")]
    rows = [replace(turn[i % 2], n=table.n + 1 + i, time=1.0) for i in range(300)]
    store.append(table_id, table.n, rows, Effects())
    full = Tables(store, lambda table: None)
    assert full.get(table_id).weight < table.weight + 150 * 300 + 2 * table.size
    after = full.do(table_id, act(Who("ann"), payload["action"], order))
    assert after.n - after.since <= 1
    assert full.tidy(quiet=-1) >= 300
    assert told(Tables(store, lambda table: None).get(table_id)) == told(after)
    moved(full, table_id, 30)


def test_the_words_of_a_squashed_table_can_be_answered(opened: Opener) -> None:
    """What somebody says again is known again, and new words are never taken for old ones."""
    store = opened()
    desk = Tables(store, lambda table: None)
    ann = Who("ann", "Ann")
    options = get_game("festival").check_options({"target": 1})
    seats = ["me", "random", "random"]
    table_id = desk.create(ann, "festival", seats, options, bots=("random",), listed=True).head.id
    for number in range(250):
        desk.do(table_id, chat(ann, f"words {number}", Order(None, f"chat.{number}")))
    moved(desk, table_id, 10_000)
    assert desk.tidy(quiet=-1) > 50
    fresh = Tables(store, lambda table: None)
    assert [said.text for said in fresh.get(table_id).chat][-1] == "words 249"
    n = fresh.get(table_id).n
    command = Order(None, f"chat.{fresh.get(table_id).spoken['ann']}")
    assert fresh.do(table_id, chat(ann, "words 249", command)).n == n + 1
    assert fresh.do(table_id, chat(ann, "words 249", command)).n == n + 1


def test_old_tables_are_removed_and_running_matches_stay(database: str, opened: Opener) -> None:
    from meowple.server import clean

    store = opened()
    desk = Tables(store, lambda table: None)
    old, new = finished(desk), finished(desk)
    running, waiting = (
        desk.create(
            Who("ann", "Ann"), "festival", ["me", each, each], {}, bots=("random",), listed=True
        ).head.id
        for each in ("random", "open")
    )
    store.rename("ann", "Ann")
    store.rename("ben", "Ben")
    store.add_device("code", old, "ann", time.time() + 3600)
    with store.database.write() as connection:
        connection.execute(
            sa.update(TableHead).where(TableHead.id != new).values(changed=time.time() - 10_000)
        )
        connection.execute(sa.update(Person).values(made=time.time() - 10_000))
    assert clean(5_000, database) == (2, 0)
    desk = Tables(store, lambda table: None)
    for gone in (old, waiting):
        with pytest.raises(Refused):
            desk.get(gone)
    assert told(desk.get(new))
    assert desk.get(running).status == "playing"
    assert store.name_of("ann") == "Ann"
    assert store.name_of("ben") == "", "who belongs to no table is forgotten"
    assert store.device("code") is None


def test_a_removed_table_that_is_still_in_memory_is_not_found(opened: Opener) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    table_id = finished(desk)
    store.forget(time.time() + 1)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            desk.do(table_id, chat(Who("ann", "Ann"), "anybody here?", Order()))
        assert refused.value.status == 404
    with pytest.raises(Refused):
        desk.get(table_id)


@pytest.mark.parametrize("first", [True, False])
def test_a_table_that_is_squashed_while_it_is_read_is_whole(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    table_id = finished(desk)
    before = told(desk.get(table_id))
    read = store.rows

    def rows(table: str, after: int = 0) -> list[Row]:
        if first:
            desk.tidy(quiet=-1)
        found = read(table, after)
        desk.tidy(quiet=-1)
        return found

    fresh = Tables(store, lambda table: None)
    monkeypatch.setattr(store, "rows", rows)
    assert told(fresh.get(table_id)) == before


def test_standing_orders_of_a_finished_match_are_not_kept(opened: Opener) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    made = desk.create(
        Who("ann", "Ann"), "catvale", ["me", "random"], {}, bots=("random",), listed=True
    )
    for word in ("all", "never"):
        desk.do(made.head.id, give_orders(Who("ann"), {"rolls": word}, Order()))
    with store.database.write() as connection:
        connection.execute(sa.update(TableHead).values(needed=TableHead.position_n + 1))
    assert store.position(made.head.id)
    assert store.squash(made.head.id, 0) == 2


def test_memory_holds_as_many_tables_as_fit(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened()
    desk = Tables(store, lambda table: None)
    seats = ["me", "random", "random"]
    ids = [
        desk.create(Who("ann", "Ann"), "festival", seats, {}, bots=("random",), listed=True).head.id
        for _ in range(8)
    ]
    one = desk.get(ids[0]).weight
    assert desk.bytes >= 8 * 20_000
    monkeypatch.setattr("meowple.server.tables.tables.KEPT", 3 * one)
    for table_id in ids:
        moved(desk, table_id, 3)
    assert 1 <= len(desk) < 8
    assert desk.bytes <= 3 * one
    assert [desk.get(table_id).started for table_id in ids] == [True] * 8
    desk.clear()
    assert (len(desk), desk.bytes) == (0, 0)


# -- the database --------------------------------------------------------------------------------


def test_the_migrations_make_what_the_models_say(opened: Opener) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from meowple.server.tables.models import Base

    store = opened()
    with store.database.read() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
    opened()


def test_rows_that_do_not_follow_the_last_one_are_not_stored(opened: Opener) -> None:
    from meowple.server.tables.store import Conflict

    store = opened()
    desk = Tables(store, lambda table: None)
    table = desk.create(
        Who("ann", "Ann"), "festival", ["me", "open", "open"], {}, bots=(), listed=True
    )
    row = replace(Row("watch", None, "eve", {"person": "eve", "name": "Eve"}), n=table.n)
    with pytest.raises(Conflict):
        store.append(table.head.id, table.n - 1, [row], Effects({"status": "closed"}))
    assert desk.get(table.head.id).n == table.n
    assert [card.id for card in store.open_tables()] == [table.head.id], (
        "nothing of it has been done"
    )


@pytest.mark.parametrize("game", meowple.game_names())
def test_what_was_taken_back_stays_so_after_a_restart_and_the_match_goes_on(
    tmp_path: Path, game: str
) -> None:
    """Every few choices one is taken back; then the log alone tells the same match."""
    database = Database(str(tmp_path / "tables.db"))
    database.migrate()
    store = Store(database)
    desk = Tables(store, lambda table: None)
    seats = ["me", *["random"] * (min(n for n in get_game(game).seat_counts if n > 1) - 1)]
    table_id = desk.create(
        Who("ann", "Ann"), game, seats, {}, bots=("random",), listed=True
    ).head.id
    taken_back = 0
    for moves in range(1, 13):
        moved(desk, table_id, 3, seed=moves)
        table = desk.get(table_id)
        assert table.match is not None
        if table.match.undo_consent(0) is not None:  # bots agree where nobody else has to
            number = Order(table.questions[0], f"undo-{moves}")
            table = desk.do(table_id, undo(Who("ann"), number))
            taken_back += 1
            assert table.match is not None
            assert table.match.actions(table.match.to_act[0]), "there is a way on"
        again = Tables(store, lambda table: None)
        assert told(again.get(table_id)) == told(table)
        assert again.get(table_id).questions == table.questions
        desk = again
    assert taken_back
    database.close()
