"""Bots at tables: in processes of their own, in a time that says nothing, whatever happens."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.patience import PATIENCE
from tests.server.child import Process
from tests.server.playing import UNUSED, Browser, Program, Server, wait_for

from meowple.bots import Tiger
from meowple.server import bots
from meowple.server.tables import commands
from meowple.server.tables.commands import Who
from meowple.server.tables.models import TableHead
from meowple.server.tables.store import Store
from meowple.server.tables.tables import Tables


def acts(server: Server, table: str, seat: int) -> list[float]:
    rows = server.house.store.rows(table)
    return [row.time for row in rows if row.kind == "act" and row.seat == seat]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "polite"), [("greedy", 0), ("tiger", bots.POLITE)])
def test_bots_think_in_a_process_of_their_own_and_outlive_its_end(
    bot: str, polite: int, start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    server = start(bot_workers=1)
    ann = person("Ann", server.url)
    path = ann.create(bot, "random")
    table = path.split("/")[2]
    wait_for(lambda: acts(server, table, 1))
    (worker,) = server.house.bots._pools[polite]._processes  # type: ignore[attr-defined]
    assert worker != os.getpid()
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, worker) == min(19, ours + polite)
    os.kill(worker, signal.SIGKILL)
    before = len(acts(server, table, 1))
    ann.act(path)
    wait_for(lambda: len(acts(server, table, 1)) > before)


def test_bots_that_search_are_offered_only_where_searching_pays(
    person: Callable[..., Browser], program: Callable[..., Program]
) -> None:
    assert {"tiger", "saber", "search"} <= set(bots.suited("festival"))
    assert set(bots.offered()) - set(bots.suited("catvale")) == {
        *("learned", "saber", "search", "tiger"),
    }
    page = person("Ann").get("/").text
    forms = {
        form.split('"')[0]: form for form in page.split('<form class="panel setup" data-game="')
    }
    assert 'value="tiger"' in forms["festival"] and "Tiger:" in forms["festival"]
    assert 'value="greedy"' in forms["catvale"] and "iger" not in forms["catvale"]
    ben = program("Ben")
    games = {game["name"]: game["bots"] for game in ben.http.get("/games").json()}
    assert "tiger" in games["festival"] and "tiger" not in games["catvale"]
    assert ben.create("tiger", game="catvale")  # by its name it can be had all the same


def test_a_bot_takes_no_seat_in_a_game_that_it_cannot_play(
    person: Callable[..., Browser], program: Callable[..., Program]
) -> None:
    assert "learned" in bots.suited("festival")
    ben = program("Ben")
    assert ben.create("learned", "random", "learned")
    wish = {"game": "catvale", "name": "Ben", "seats": ["me", "learned"]}
    refused = ben.http.post("/tables", json=wish)
    assert refused.status_code == 422 and refused.json()["error"] == "no-bot"
    table = ben.create("open", game="catvale")
    for verb, body in (("seat", {"seat": 1, "bot": "learned"}), ("start", {"fill": "learned"})):
        assert ben.post(table, verb, **body).json()["error"] == "no-bot"
    assert ben.post(table, "start", fill="greedy").status_code == 200
    ann = person("Ann")
    path = ann.create("open", game="catvale")
    assert (
        ann.post(f"{path}/seat", **ann.fields(path, "start"), seat=2, bot="learned").status_code
        == 422
    )
    assert ann.post(f"{path}/start", **ann.fields(path, "start"), fill="learned").status_code == 422


def test_it_is_known_how_long_bots_search() -> None:
    assert [bots.thinks(name) for name in ("greedy", "tiger", "saber", "nobody")] == [0, 0.5, 3, 0]


@pytest.mark.parametrize(("seconds", "known"), [(999, bots.LONGEST / 2), ("long", 0)])
def test_a_bot_says_what_it_likes_of_how_long_it_searches(
    seconds: Any, known: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tiger, "thinks", seconds)
    assert bots.thinks("tiger") == known


def test_a_bot_that_fails_does_not_stop_the_table(
    start: Callable[..., Server], person: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "choose", broken)
    server = start()
    path = person("Ann", server.url).create("greedy", "greedy")
    wait_for(lambda: acts(server, path.split("/")[2], 1))
    monkeypatch.setattr(bots, "choose", lambda *_: "no-such-action")
    path = person("Ann", server.url).create("greedy", "greedy")
    wait_for(lambda: acts(server, path.split("/")[2], 1))


def test_the_time_a_bot_takes_is_the_same_whatever_it_has_to_choose_from(
    start: Callable[..., Server], program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    delay, long = 0.8, 0.7
    server = start(bot_delay=delay)
    thought: list[float] = []

    def slower(bot: str, match: object, seat: int) -> str:
        keys = match.actions(seat)  # type: ignore[attr-defined]
        if seat == 1:
            thought.append(0.0 if len(thought) % 2 else long)
            time.sleep(thought[-1])
        return str(keys[0].key)

    monkeypatch.setattr(bots, "choose", slower)
    ann = program("Ann", server.url)
    table = ann.create("random", "random")
    taken: list[tuple[float, float]] = []
    # On a busy machine much may take longer: one long thought that does not add to the delay is enough.
    while len(set(thought)) < 2 or not any(t < delay + long for p, t in taken if p == long):
        assert len(taken) < 20, taken
        began = time.time()
        count = len(acts(server, table, 1))
        state = ann.state(table)
        if 0 in state["view"]["to_act"]:
            ann.act(table)
        wait_for(lambda count=count: len(acts(server, table, 1)) > count)  # type: ignore[misc]
        taken.append((thought[-1], acts(server, table, 1)[-1] - began))
        number = state["question"]
        wait_for(lambda number=number: ann.state(table)["question"] != number)  # type: ignore[misc]
    times = acts(server, table, 1)
    assert all(late - soon > delay - 0.1 for soon, late in pairwise(times)), times


def test_a_hint_is_up_to_three_ideas_with_what_they_hope_for(
    person: Callable[..., Browser],
) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    answer = ann.post(f"{path}/hint", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'hx-target="#coach"' in answer.text
    ideas = re.findall(r'name="idea" id="idea-(\d)" value="([^"]*)"', answer.text)
    assert 1 <= len(ideas) <= 3
    assert [n for n, _ in ideas] == [str(n + 1) for n in range(len(ideas))]
    assert all(key.startswith("play:") for _, key in ideas)
    assert "As the highest it takes" in answer.text
    said = [int(n) for n in re.findall(r'aria-label="Idea \d: [^"]*?(\d+)% to win\.', answer.text)]
    assert len(said) == len(ideas) and said == sorted(said, reverse=True)
    assert all(0 < n < 100 for n in said)
    plain = ann.post(f"{path}/hint")
    assert "The coach would choose: Play " in plain.text
    assert person("Eve").post(f"{path}/hint").status_code == 404


def test_a_hint_tells_no_chance_where_trying_out_misleads(person: Callable[..., Browser]) -> None:
    ann = person("Ann")
    path = ann.create("random", "random", game="catvale")
    wait_for(lambda: ann.actions(path))
    answer = ann.post(f"{path}/hint", headers={"HX-Request": "true"})
    assert 'id="idea-1"' in answer.text and "to win" not in answer.text
    assert "weighed" in answer.text


def test_a_game_that_fails_at_a_hint_is_told_of(
    person: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr("meowple.server.bots.advise", fail)
    ann = person("Ann")
    path = ann.create("random", "random")
    answer = ann.post(f"{path}/hint", headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert "No hint comes to mind" in answer.text


@pytest.mark.slow
def test_the_command_serves_prints_its_address_and_stops(tmp_path: Path) -> None:
    code = f"from meowple.server import run\nrun('127.0.0.1', 0, {str(tmp_path / 'tables.db')!r})\n"
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"if __name__ == '__main__':\n  {code.replace(chr(10), chr(10) + '  ')}",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http://"))
        wait_for(lambda: _up(address))
        assert "Meowple" in httpx.get(address, verify=UNUSED).text
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130, -2)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read().replace("KeyboardInterrupt", "")


def _up(address: str) -> bool:
    try:
        return httpx.get(address, timeout=PATIENCE, verify=UNUSED).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.slow
def test_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(
        "import sys\nfrom meowple.server import run\n"
        "if __name__ == '__main__':\n    run('127.0.0.1', 0, sys.argv[1])\n"
    )
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = next(w for w in process.stdout.readline().split() if w.startswith("http://"))
        wait_for(lambda: _up(address))
        ann = Browser(address, "Ann")
        ann.create("greedy", "greedy")
        ann.close()
        workers = wait_for(lambda: _children(process.pid))
        process.kill()
        process.wait(PATIENCE)
        wait_for(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])


def _children(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(status.parent.name))
    return found


# -- who owes a bot an answer is told by what is stored ---------------------------------------------


def owing(opened: Callable[[], Store]) -> tuple[Store, str]:
    """A store and a table at which bots owe an answer that nobody has taken up."""
    store = opened()
    desk = Tables(store, lambda table: None)
    seats = ["me", "random", "random"]
    who = Who("ann", "Ann")
    table = desk.create(who, "festival", seats, {}, bots=("random",), listed=True)
    assert table.owing
    return store, table.head.id


def test_who_takes_up_what_a_bot_owes_is_left_alone_until_its_lease_is_over(
    opened: Callable[[], Store],
) -> None:
    store, table_id = owing(opened)
    soon = time.time() + 60
    assert store.take_due("one", soon, 5) == [table_id]
    assert store.take_due("two", soon, 5) == []
    store.renew("two", [table_id], 0.0)
    assert store.take_due("two", soon, 5) == [], "nobody else can end a lease"
    store.renew("one", [table_id], time.time() - 1)
    assert store.take_due("two", soon, 5) == [table_id]


def test_what_was_owed_before_the_clock_was_set_back_is_taken_up(
    opened: Callable[[], Store],
) -> None:
    store, table_id = owing(opened)
    for column in (TableHead.due, TableHead.lease):
        with store.database.write() as connection:
            connection.execute(sa.update(TableHead).values(due=0.0, lease=0.0))
            connection.execute(sa.update(TableHead).values({column: time.time() + 3600}))
        assert store.take_due("one", time.time() + 60, 5) == [table_id]
        assert store.take_due("two", time.time() + 60, 5) == []


def test_of_many_processes_that_look_at_once_one_takes_a_table_up(
    opened: Callable[[], Store],
) -> None:
    store, table_id = owing(opened)
    stores = [store, opened()]

    def take(number: int) -> list[str]:
        return stores[number % 2].take_due(f"process {number}", time.time() + 60, 5)

    with ThreadPoolExecutor(8) as many:
        taken = [found for found in many.map(take, range(24)) if found]
    assert taken == [[table_id]]


def test_what_has_failed_is_tried_again_after_growing_pauses(
    opened: Callable[[], Store],
) -> None:
    store, table_id = owing(opened)

    def head() -> tuple[float, float, int]:
        with store.database.read() as connection:
            columns = (TableHead.due, TableHead.lease, TableHead.tries)
            row = connection.execute(sa.select(*columns).where(TableHead.id == table_id)).one()
        return row[0], row[1], row[2]

    pauses = []
    for _ in range(9):
        with store.database.write() as connection:
            connection.execute(sa.update(TableHead).values(due=0.0))
        assert store.take_due("one", time.time() + 60, 5) == [table_id]
        now = time.time()
        store.postpone("one", table_id, 60.0)
        due, lease, _ = head()
        pauses.append(round(due - now) or 1)
        assert lease == 0.0
        assert store.take_due("one", now + 60, 5) == [], "not before its time"
    assert pauses == sorted(pauses)
    assert pauses[0] < 10 < pauses[-1] <= 70
    assert head()[2] == 9


def test_what_is_owed_follows_from_each_row(opened: Callable[[], Store]) -> None:
    store = opened()
    desk = Tables(store, lambda table: None, process="here")

    def due() -> float | None:
        with store.database.read() as connection:
            return connection.execute(sa.select(TableHead.due)).scalar()

    ann = Who("ann", "Ann")
    table = desk.create(
        ann, "festival", ["me", "random", "open"], {}, bots=("random",), listed=True
    )
    table_id = table.head.id
    assert due() is None, "the match has not begun"
    table = desk.do(table_id, commands.join(Who("ben", "Ben")))
    assert due() is not None
    for seat, number in sorted(table.owing):
        assert table.match is not None
        action = table.match.actions(seat)[0].key
        table = desk.do(table_id, commands.bot_act(seat, action, number))
    assert due() is None, "only people are asked"
    table = desk.do(table_id, commands.leave(Who("ben"), "random"))
    assert due() is not None, "a bot sits in"
    desk.do(table_id, commands.back(Who("ben")))
    assert due() is None, "and gives the seat back"


@pytest.mark.slow
def test_what_a_killed_process_had_asked_a_bot_another_one_asks_again(
    database: str, opened: Callable[[], Store]
) -> None:
    first = Process(database, bot_delay=3600.0)
    second = Process(database)
    store = opened()
    try:
        ann = Browser(first.url, "Ann")
        table = ann.create("random", "random").split("/")[2]
        ann.close()
        assert {row.kind for row in store.rows(table)} == {"sit", "bot", "start"}
        first.kill()
        wait_for(lambda: len([row for row in store.rows(table) if row.kind == "act"]) == 2)
    finally:
        first.kill()
        second.kill()


def test_when_an_answer_is_released_says_next_to_nothing_of_how_long_it_took() -> None:
    assert {bots.release(spent, 0.6) for spent in (0.0, 0.001, 0.3, 0.599)} == {0.6}
    assert bots.release(0.7, 0.6) == 1.2
    assert bots.release(1.9, 0.6) == bots.release(1.3, 0.6) == 2.4
