"""Who holds a reaction looks to rivals like who holds none, on the wire too (CV-ASK-44, CV-ASK-47).

Three tables that differ in what rivals cannot know of one seat: it holds a card for the window, it
holds another card of the same deck, or it has ordered never to be asked. The same is played at
all of them, and the seat does nothing. Whatever the server sends to anybody else is the same, byte
for byte: pages, regions of streams, JSON, the log; with whom the match waits for, what is
undone, and the numbers of questions.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.server.leaks import happen, outputs, seated
from tests.server.playing import shared_renderer

from catvale.table import CARD, have, hold, order, spread_two, stand, tile
from meowple import Match
from meowple.games.catvale import GAME
from meowple.games.catvale.state import State
from meowple.server.html.render import Viewer
from meowple.server.json.routes import state
from meowple.server.tables.table import Table

HOLDER = 1
"""The seat that may or may not react."""

NEVER = {"rolls": "never", "fights": "never", "turns": "never", "self": "never"}
EAGER = {"rolls": "all", "fights": "every", "turns": "always", "self": "ask"}


@dataclass
class Window:
    """A window, a card for it, and how to come there.

    Attributes:
        card: what the holder holds at one table; ``other``: at another, of the same deck.
        lay: the table before.
        say: what the others answer on the way; the first answer that stops the game is found.
    """

    name: str
    card: str
    other: str
    lay: Callable[[], State]
    say: tuple[str, ...]


def two(**chosen: Any) -> State:
    """The first two of three cats on one tile, with Fish and Movement."""
    s = spread_two(3, **chosen)
    for seat in range(3):
        have(s, seat, fish=3, movement=2)
    return s


def gathering() -> State:
    s = two()
    tile(s, "d3", "old-ruins")
    s.chance.faces = ["nothing"]
    return s


def attacking(target: int = HOLDER, fates: tuple[int, int] = (3, 1)) -> State:
    s = two()
    stand(s, target, "d3")
    s.chance.dice, s.chance.faces = list(fates), ["growth"]
    return s


def stealing() -> State:
    s = two()
    hold(s, 0, "paw-swipe")
    return s


def own_turn(fates: tuple[int, ...] = ()) -> State:
    """The turn of the holder comes next."""
    s = two()
    s.turn, s.main, s.dice[0] = 0, True, (0, 0, 0)
    s.drew = 0b101
    s.chance.dice = list(fates)
    return s


def meeting() -> State:
    s = own_turn((2,))
    s.chance.cards = [CARD["rustle-in-the-reeds"], CARD["twin-kittens"]]
    return s


def wet() -> State:
    s = two()
    s.turn = HOLDER
    s.face_up = (1 << 37) - 1
    tile(s, "d3", "portal")
    tile(s, "e2", "frozen-lake")
    s.at[HOLDER] = s.at[0]
    return s


def closing(round: int) -> State:
    s = two(round=round)
    s.dice, s.main = [(0, 0, 0)] * 3, True
    return s


WINDOWS = [
    Window("roll", "lucky-coin", "packed-lunch", gathering, ("gather:1",)),
    Window("attack-declared", "hiss", "zoomies", attacking, ("attack:2-1",)),
    Window("combat", "cucumber", "zoomies", lambda: attacking(2), ("attack:3-1",)),
    Window("combat-own", "rusty-lid", "tin-can", attacking, ("attack:2-1",)),
    Window("pride-loss", "ninth-life", "zoomies", attacking, ("attack:2-3",)),
    Window(
        "combat-won", "sticky-paws", "zoomies", lambda: attacking(fates=(1, 3)), ("attack:2-1",)
    ),
    Window("targeted", "no-you-dont", "zoomies", stealing, ("play:paw-swipe", "option:2")),
    Window("encounter", "childhood-friend", "packed-lunch", meeting, ("end",)),
    Window("on-enter-tile", "light-feet", "zoomies", wet, ("step:e2",)),
    Window("between turns", "change-of-wind", "zoomies", own_turn, ("end",)),
    Window("season-end", "boundary-stone", "zoomies", lambda: closing(2), ("end",)),
    Window("mood-check", "change-of-wind", "zoomies", lambda: closing(2), ("end",)),
]


def table_of(s: State, orders: dict[str, str]) -> Table:
    """A table on line at which that position is played."""
    for seat in range(s.seats):
        order(s, seat, **(orders if seat == HOLDER else NEVER))
    table = seated("catvale", {}, s.seats, 1)
    table.match = Match(GAME, s)
    return table


def seen(table: Table, *, numbers: bool = True) -> list[Any]:
    """All that others get of a table, with or without the numbers of what they are asked."""
    match = table.match
    assert match is not None
    found: list[Any] = []
    for seat in (None, *(seat for seat in range(match.seats) if seat != HOLDER)):
        viewer = Viewer(None if seat is None else f"person-{seat}", "", "en", "http://localhost")
        copy = table.copy()
        copy._told = {}
        told = state(copy, viewer)
        if not numbers:
            del told["question"], told["tag"]
        found.append(json.dumps(told, sort_keys=True))
        found.append([[event.kind, event.data] for event in copy.events(seat)])
        found.append(match.view_json(seat))
        if numbers:  # they stand in pages too
            sent = outputs(shared_renderer(), table, seat, "en")
            found += [sent["page"], sent["regions"]]
        found.append(None if seat is None or not numbers else table.questions[seat])
    return found


def go(table: Table, said: list[str]) -> bool:
    """Whoever is asked answers, the holder with nothing; one answer; whether there was one."""
    match = table.match
    assert match is not None
    if match.over or not match.to_act:
        return False
    seat = next((each for each in match.to_act if each == HOLDER), match.to_act[0])
    keys = [action.key for action in match.actions(seat)]
    quiet = match.question is not None and match.question.kind in ("react", "support", "fight")
    if seat == HOLDER and quiet:
        key = "pass"
    elif said and said[0] in keys:
        key = said.pop(0)
    else:
        key = next((word for word in ("pass", "enough", "no") if word in keys), keys[0])
    happen(table, "act", seat, action=key, question=table.questions[seat])
    return True


def played(window: Window, card: str, orders: dict[str, str]) -> tuple[Table, list[str]]:
    s = window.lay()
    hold(s, HOLDER, card)
    return table_of(s, orders), list(window.say)


def asked(table: Table) -> bool:
    """Whether the holder is asked in a window now."""
    match = table.match
    assert match is not None
    quiet = match.question is not None and match.question.kind in ("react", "support", "fight")
    return quiet and HOLDER in match.asked


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: window.name)
@pytest.mark.rule("CV-ASK-44", "CV-ASK-47")
def test_a_seat_that_holds_a_reaction_looks_like_one_that_holds_none(window: Window) -> None:
    with_it, said = played(window, window.card, EAGER)
    without, other_said = played(window, window.other, EAGER)
    could = False
    for _ in range(12):
        assert asked(with_it) == asked(without)
        if asked(with_it):
            keys = [action.key for action in with_it.match.actions(HOLDER)]  # type: ignore[union-attr]
            could |= f"play:{window.card}" in keys
        assert seen(with_it) == seen(without)
        if could and not asked(with_it):
            break
        going = go(with_it, said)
        assert go(without, other_said) == going
    assert could, "the window for that card never came"


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: window.name)
@pytest.mark.rule("CV-ASK-46", "CV-ASK-47")
def test_a_window_that_is_declined_looks_afterwards_like_one_that_was_never_open(
    window: Window,
) -> None:
    """All that stays of it is the number of the question, since all saw that a window was open."""
    eager, said = played(window, window.card, EAGER)
    never, never_said = played(window, window.card, NEVER)
    open_once = 0
    for met in range(14):
        while asked(eager):
            open_once += bool(eager.match and eager.match.question and eager.match.question.quiet)
            go(eager, said)
        while asked(never):  # as a fighter, which everybody sees
            go(never, never_said)
        one, other = eager.match, never.match
        assert one is not None and other is not None
        assert one.question is not None and other.question is not None
        assert one.question.kind == other.question.kind
        assert seen(eager, numbers=False) == seen(never, numbers=False)
        if open_once and met > 2:
            break
        if not go(eager, said):
            break
        go(never, never_said)
    assert open_once


@pytest.mark.rule("CV-ASK-46", "CV-ASK-47")
def test_orders_given_at_a_table_leave_no_trace_for_others_and_are_not_taken_back() -> None:
    s = own_turn()
    hold(s, HOLDER, "change-of-wind")
    hold(s, 0, "zoomies")
    table = table_of(s, NEVER)
    assert table.match is not None
    before = seen(table)
    for orders in (EAGER, {**NEVER, "now": {"until": "turn", "fights": "every"}}, EAGER):
        happen(table, "orders", HOLDER, orders=orders)
        assert seen(table) == before
    happen(table, "act", 0, action="play:zoomies", question=table.questions[0])
    happen(table, "undo", 0)
    assert table.match.orders(HOLDER).word(2) == "always"
    happen(table, "act", 0, action="end", question=table.questions[0])
    assert asked(table)  # from the next window on
    again = table.copy()
    assert again.match is not None and again.match.orders(HOLDER) == table.match.orders(HOLDER)
