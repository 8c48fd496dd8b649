"""The interface for programs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.patience import PATIENCE
from tests.server.playing import Browser, Program, Server, Stream, wait_for

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_example_opens_a_table_and_plays_it_to_the_end(server: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "Random Rosie" in done.stdout


def test_the_example_sits_down_at_a_table(server: Server, program: Callable[..., Program]) -> None:
    ann = program("Ann")
    table = ann.create("open", "random", options={"target": 2})
    done = subprocess.Popen(
        [sys.executable, str(EXAMPLE), server.url, table, ann.invite], stdout=subprocess.PIPE
    )
    wait_for(lambda: ann.state(table)["status"] == "playing")
    while ann.state(table)["status"] == "playing":
        state = ann.state(table)
        if 0 in state["view"]["to_act"]:
            ann.act(table)
    out, _ = done.communicate(timeout=PATIENCE)
    assert done.returncode == 0
    assert b"Random Rosie" in out


def test_its_description_names_every_route(server: Server, person: Callable[..., Browser]) -> None:
    described = person().get("/api/v1/openapi.json").json()
    paths = {path.removeprefix("/api/v1") for path in described["paths"]}
    table = "/tables/{table_id}"
    verbs = (
        "join",
        "act",
        "orders",
        "undo",
        "consent",
        "chat",
        "seat",
        "start",
        "leave",
        "back",
        "rematch",
    )
    assert {"/games", "/tables", table, f"{table}/events", f"{table}/log"} <= paths
    assert {f"{table}/{verb}" for verb in verbs} <= paths
    assert not any("static" in path or path == "/" for path in paths)
    assert "view" in described["components"]["schemas"]["TableState"]["properties"]


def test_games_options_and_bots_are_listed(program: Callable[..., Program]) -> None:
    games = program().http.get("/games").json()
    festival = next(game for game in games if game["name"] == "festival")
    assert festival["seat_counts"] == [3, 4]
    assert "greedy" in festival["bots"]
    assert any(option["name"] == "target" for option in festival["options"])


def test_a_cookie_is_no_token(person: Callable[..., Browser]) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    assert ann.get(f"/api/v1{path}").status_code == 404
    answer = ann.http.post(f"/api/v1{path}/leave")
    assert answer.status_code == 401
    cookie = ann.http.cookies["meowple"]
    answer = ann.http.get(f"/api/v1{path}", headers={"authorization": f"Bearer {cookie}"})
    assert answer.status_code == 401


def test_making_and_joining_twice_gives_the_same_seat(program: Callable[..., Program]) -> None:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "open", command="make")
    assert program().create("open", "open", command="make") != table, "that is somebody else"
    first = ann.create("open", "open", command="make-2")
    assert ann.create("open", "open", command="make-2") == first
    ben.join(first, invite=ann.invite)
    seat = ben.seat
    ben.join(first)
    assert ben.seat == seat


def test_another_table_under_a_used_id_is_refused(program: Callable[..., Program]) -> None:
    ann = program("Ann")
    first = ann.create("random", "random")
    sent = {"game": "festival", "name": "Ann", "seats": ["me", "random", "open"], "command": "one"}
    second = ann.http.post("/tables", json=sent).json()["table"]
    assert ann.http.post("/tables", json=sent).json()["table"] == second != first
    other = ann.http.post("/tables", json={**sent, "seats": ["me", "random", "random", "open"]})
    assert other.status_code == 409
    assert other.json()["error"] == "command-used"


def test_a_stream_says_when_its_table_may_be_seen_no_more(
    program: Callable[..., Program],
) -> None:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "open")
    ben.join(table, invite=ann.invite)
    stream = Stream(ben.http, f"/tables/{table}/events")
    assert "event" not in stream.next()
    assert ben.post(table, "leave").status_code == 200
    wait_for(lambda: stream.next().get("event") == "gone")


def test_a_program_that_looks_on_talks_to_others_who_do(program: Callable[..., Program]) -> None:
    ann, eve = program("Ann"), program("Eve")
    table = ann.create("random", "random", listed=True)
    eve.create("random", "random")
    assert eve.post(table, "chat", text="hello").status_code == 200
    assert eve.post(table, "chat", text="it is me", name="Ann").status_code == 200
    said = [(each["name"], each["text"], each["aside"]) for each in eve.state(table)["chat"]]
    assert said == [("Guest", "hello", True), ("Ann 2", "it is me", True)]
    assert not ann.state(table)["chat"]


def test_refusals_are_sentences(program: Callable[..., Program]) -> None:
    ann = program("Ann")
    for body, status in (
        ({"game": "chess", "name": "A", "seats": ["me"]}, 404),
        ({"game": "festival", "name": "A", "seats": ["me"]}, 422),
        ({"game": "festival", "name": "A", "seats": ["open"] * 3}, 422),
        ({"game": "festival", "name": "A", "seats": ["me", "me", "open"]}, 422),
        ({"game": "festival", "name": "A", "seats": ["me", "hal", "open"]}, 422),
        ({"game": "festival", "name": "", "seats": ["me", "open", "open"]}, 422),
        ({"game": "festival", "name": "A", "seats": ["me", "open", "open"], "x": 1}, 422),
        (
            {
                "game": "festival",
                "name": "A",
                "seats": ["me", "open", "open"],
                "options": {"target": -5},
            },
            422,
        ),
    ):
        answer = ann.http.post("/tables", json=body)
        assert answer.status_code == status, answer.text
        assert answer.json()["message"].rstrip().endswith((".", "?"))
    answer = ann.http.get("/tables/none")
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")
    assert ann.http.get("/nowhere").json()["message"]
    assert ann.http.delete("/tables").status_code == 405


def test_the_log_is_told_from_where_one_left_off(program: Callable[..., Program]) -> None:
    ann = program("Ann")
    table = ann.create("random", "random")
    everything = ann.http.get(f"/tables/{table}/log").json()
    assert everything["events"]
    count = len(everything["events"])
    rest = ann.http.get(f"/tables/{table}/log", params={"since": count - 1}).json()
    assert rest["events"] == everything["events"][-1:]
    assert ann.state(table)["events"] == count
