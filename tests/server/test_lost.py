"""Tables of rules that today's cannot read: they say so plainly, and are played anew."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.server.playing import Browser, Program, Server, wait_for

from meowple.core.errors import BadPosition
from meowple.core.game import Game, Option
from meowple.core.registry import get_game
from meowple.server.tables import table as tables
from meowple.server.tables.models import Film
from meowple.server.tables.store import Store
from meowple.server.tables.tables import Tables

CANNOT = "This match cannot be shown any more"


@contextmanager
def rules(name: str, **changed: Any) -> Iterator[Game[Any]]:
    """A game as if its rules had changed since, to a newer version."""
    game = get_game(name)
    changed = {"version": game.version + 1, **changed}
    before = {field: getattr(game, field) for field in changed}
    for field, value in changed.items():
        object.__setattr__(game, field, value)
    try:
        yield game
    finally:
        for field, value in before.items():
            object.__setattr__(game, field, value)


def unreadable(*args: object, position: object = None, **named: object) -> Any:
    """What new rules say to a position of old ones; matches from the start are theirs."""
    if position is not None:
        raise BadPosition("the position has no trail")
    return new_match(*args, **named)


new_match = tables.new_match


def without(name: str, value: object) -> tuple[Option, ...]:
    """The options of Festival, one of which cannot have that value any more."""
    return tuple(
        replace(option, choices={key: each for key, each in option.choices.items() if key != value})
        if option.name == name
        else option
        for option in get_game("festival").options
    )


def test_a_match_that_no_rules_can_read_is_said_to_be_lost_and_played_anew(
    start: Callable[..., Server],
    person: Callable[..., Browser],
    program: Callable[..., Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = start(bot_delay=1e6)
    ann, ada = person("Ann", old.url), program("Ada", old.url)
    path = ann.create("random", "random", listed="1")
    ann.act(path)
    ann.post(f"{path}/chat", text="miau")
    theirs = ada.create("random", "random")
    old.stop()
    monkeypatch.setattr(tables, "new_match", unreadable)
    with rules("festival"):
        new = start(bot_delay=0.0)
        ann.http.base_url = httpx.URL(new.url)
        ada.http.base_url = httpx.URL(f"{new.url}/api/v1")
        assert CANNOT not in ann.page("/"), "the lists are shown"
        page = ann.page(path)
        assert CANNOT in page and "miau" in page and "Ann" in page
        assert 'id="rematch"' in page and 'form="rematch"' in page
        assert ann.get(f"{path}/changes").status_code < 400
        for part in ("film", "watch", "turning", "watch?step=3"):
            answer = ann.get(f"{path}/{part}")
            assert answer.status_code == 409 and "other rules" in answer.text
        state = ada.state(theirs)
        assert state["status"] == "over" and state["view"] is None
        assert "other rules" in state["prompt"] and not state["can"]["act"]
        refused = ada.post(theirs, "act", action="x", question=1)
        assert (refused.status_code, refused.json()["error"]) == (409, "lost")
        assert ada.http.get(f"/tables/{theirs}/log").status_code == 200
        assert ann.post(f"{path}/chat", text="a pity").status_code < 400
        assert "a pity" in ann.page(path)
        store = new.house.store
        assert [card.status for card in store.tables_of(ada_of(new, theirs))] == ["over"]
        wait_for(lambda: store.overdue()[0] == 0)
        next_path = ann.post(f"{path}/rematch").headers["location"]
        assert next_path != path
        assert ann.actions(next_path), "bots are there, so it has begun"
        assert next_path in ann.page(path)
        assert store.forget(1e12) >= 2, "nothing keeps them from being removed"
        assert store.head(theirs) is None


def test_what_one_process_cannot_read_another_plays_on(
    start: Callable[..., Server],
    program: Callable[..., Program],
    opened: Callable[[], Store],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While a new version is brought out, and when it is taken back."""
    server = start(bot_delay=0.0)
    ada = program("Ada", server.url)
    table = ada.create("open", "random")
    ada.post(table, "start", fill="random")
    wait_for(lambda: ada.state(table)["actions"])
    person = ada_of(server, table)
    server.stop()  # nobody but this test looks at the table now
    house = Tables(opened(), lambda table: None)
    before = house.get(table).n

    def status() -> str:
        return house.store.tables_of(person)[0].status

    with (
        monkeypatch.context() as patch,
        rules("festival", version=get_game("festival").version - 1),
    ):
        patch.setattr(tables, "new_match", unreadable)
        house.clear()
        assert house.get(table).lost
        assert status() == "playing", "newer rules than these can read it"
    with monkeypatch.context() as patch, rules("festival"):
        patch.setattr(tables, "new_match", unreadable)
        house.clear()
        assert house.get(table).lost
        assert status() == "over"
    house.clear()
    assert not house.get(table).lost, "the rules are taken back"
    assert (status(), house.get(table).n) == ("playing", before)


def ada_of(server: Server, table: str) -> str:
    [one] = server.house.tables.get(table).seats[0].people
    return one


def test_a_finished_match_whose_view_the_templates_cannot_read_is_said_to_be_lost(
    start: Callable[..., Server], person: Callable[..., Browser], program: Callable[..., Program]
) -> None:
    server = start()
    ann, ada = person("Ann", server.url), program("Ada", server.url)
    path = ann.create("random", "random", listed="1", **{"option-target": "2"})
    house, table = server.house, path.rpartition("/")[2]
    while not house.tables.get(table).over:
        if actions := ann.actions(path):
            ann.act(path, actions[0])
    film = house.store.film(table)
    for view in film["views"].values():
        view["table"] = {"of": "older rules"}
    with house.database.write() as connection:
        house.database.put(
            connection,
            Film,
            {"table_id": table},
            {"data": zlib.compress(json.dumps(film).encode())},
        )
    house.tables.clear()
    with rules("festival"):
        house.tables.clear()
        answer = ada.http.get(f"/tables/{table}")
        assert answer.status_code == 200 and answer.json()["status"] == "over"
        house.tables.clear()
        assert CANNOT in ann.page(path)
        assert ann.get(f"{path}/watch").status_code == 404
        assert ann.post(f"{path}/rematch").status_code == 303


@pytest.mark.parametrize("option", [option.name for option in get_game("festival").options][:1])
def test_options_that_the_rules_refuse_are_as_usual_and_it_is_said(
    server: Server, person: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    of = next(each for each in get_game("festival").options if each.name == option)
    other = next(key for key in of.choices if key != of.default)
    ann = person("Ann", server.url)
    wish = {f"option-{option}": of.typed(other)}
    waiting = ann.create("open", "random", listed="1", **wish)
    playing = ann.create("random", "random", listed="1", **wish)
    house = server.house
    with rules("festival", options=without(option, other)):
        house.tables.clear()
        page = ann.page(waiting)
        assert of.choices[of.default] in page
        assert ann.post(f"{waiting}/start", fill="random").status_code == 303
        assert ann.actions(waiting)
        said = "As usual, and not as chosen"
        assert said in ann.page(waiting)
        house.tables.clear()
        assert said in ann.page(waiting), "it is in the log"
        monkeypatch.setattr(tables, "new_match", unreadable)
        assert house.tables.get(playing.rpartition("/")[2]).lost
        new = ann.post(f"{playing}/rematch").headers["location"]
        assert ann.actions(new)
        assert re.search(rf"{said}: [^<]*{of.title}", ann.page(new))


def test_rules_that_are_not_for_so_many_any_more_are_said(
    server: Server, person: Callable[..., Browser]
) -> None:
    ann = person("Ann", server.url)
    path = ann.create("open", "random", "random", listed="1")
    with rules("festival", seat_counts=(2,)):
        server.house.tables.clear()
        answer = ann.post(f"{path}/start", fill="random")
        assert answer.status_code == 422
