"""Standing orders on line: a command of one's own seat, at any moment, which others do not notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.playing import Browser, Program, Server

Programs = Callable[..., Program]

ORDERS = {"rolls": "never", "fights": "every", "defence": ["mouse:defence-token"]}


@pytest.fixture
def pair(program: Programs) -> tuple[Program, Program, str]:
    """Two programs at a table of Catvale."""
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", game="catvale", listed=True)
    ben.join(table)
    return ann, ben, table


def orders(program: Program, table: str) -> Any:
    return program.state(table)["view"]["table"]["orders"]


def test_orders_are_given_once_and_hold_in_every_process(
    pair: tuple[Program, Program, str], server: Server, start: Callable[..., Server]
) -> None:
    ann, _, table = pair
    answers = [ann.post(table, "orders", orders=ORDERS, command="o1") for _ in range(3)]
    assert [answer.json() for answer in answers] == [
        {"done": "orders", "question": None, "command": "o1"}
    ] * 3
    rows = [row for row in server.house.store.rows(table) if row.kind == "orders"]
    assert [(row.seat, row.payload) for row in rows] == [(0, {"orders": ORDERS})]
    want = {**ORDERS, "turns": "never", "self": "ask", "now": None}
    assert orders(ann, table) == want
    again = start()  # reads the table from its log
    loaded = again.house.tables.get(table)
    assert loaded.view(0)["table"]["orders"] == want


def test_others_see_nothing_of_them(pair: tuple[Program, Program, str]) -> None:
    ann, ben, table = pair
    before = {name: ben.state(table)[name] for name in ("view", "question", "actions")}
    question = ann.state(table)["question"]
    assert ann.post(table, "orders", orders=ORDERS).status_code == 200
    assert {name: ben.state(table)[name] for name in before} == before
    assert ann.state(table)["question"] == question
    assert orders(ben, table)["fights"] == "last"


@pytest.mark.parametrize(
    "wrong", [{"rolls": "sometimes"}, {"dice": "all"}, {"defence": ["fly"]}, {"now": {"until": 3}}]
)
def test_bad_orders_are_refused_and_change_nothing(
    pair: tuple[Program, Program, str], server: Server, wrong: dict[str, Any]
) -> None:
    ann, _, table = pair
    answer = ann.post(table, "orders", orders=wrong)
    assert answer.status_code == 422
    assert "These orders cannot be given" in answer.text
    assert orders(ann, table)["rolls"] == "mine"
    assert not [row for row in server.house.store.rows(table) if row.kind == "orders"]


def test_a_game_without_orders_takes_none(program: Programs) -> None:
    ann, ben, cat = program("Ann"), program("Ben"), program("Cat")
    table = ann.create("open", "open", listed=True)
    for each in (ben, cat):
        each.join(table)
    assert ann.post(table, "orders", orders={}).status_code == 422


def test_the_sheet_of_the_page_gives_them(person: Callable[..., Browser], server: Server) -> None:
    ann = person("Ann")
    path = ann.create("random", game="catvale")
    sent = {**ann.fields(path, "orders"), "orders.rolls": "all", "orders.self": "never"}
    sent["orders.defence[]"] = ["token:defence-token", "mouse:reroll-token"]
    assert ann.http.post(f"{path}/orders", data=sent).status_code == 303
    table = server.house.tables.get(path.rpartition("/")[2])
    assert table.view(0)["table"]["orders"] == {
        "rolls": "all",
        "fights": "last",
        "turns": "never",
        "self": "never",
        "defence": ["token:defence-token", "mouse:reroll-token"],
        "now": None,
    }
    stolen = {**sent, "orders.rolls": ["all", "mine"]}
    assert ann.http.post(f"{path}/orders", data=stolen).status_code == 409


@pytest.mark.parametrize(
    "fields",
    ["orders.self=ask&orders.self[]=x", "orders.a.b=1&orders.a[]=2", "orders.a[]=1&orders.a.b=2"],
)
def test_a_form_in_which_one_name_is_two_things_is_refused(
    person: Callable[..., Browser], fields: str
) -> None:
    ann = person("Ann")
    path = ann.create("random", game="catvale")
    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = ann.http.post(f"{path}/orders", content=fields, headers=form)
    assert answer.status_code == 422
