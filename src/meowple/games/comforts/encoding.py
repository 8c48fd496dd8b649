"""What a seat knows as small numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from meowple.author import Block, marks, number, numbers, one_of, seat_of

from .pieces.board import DICE, FAMILY_DICE, HILL, POOL, SPACES, SPACES_OF, TOKENS, TYPES
from .pieces.box import Box
from .rules.scoring import points
from .state import PLACE, STEPS, State
from .table.view import ONE_BY_ONE


def encoding(box: Box, seats: int, options: Mapping[str, Any]) -> list[Block]:
    """The blocks for a table with so many seats and such options."""
    comforts = [card.id for card in box.comforts]
    improvements = [card.id for card in box.improvements]
    hidden = options["placement"] == "hidden"

    def workers(s: State, viewer: int, owner: int) -> Iterable[int]:
        if hidden and s.step == PLACE and viewer != owner:
            return (s.guest[owner],) if s.guest[owner] >= 0 else ()
        return SPACES_OF[s.placed[owner]]

    def barrow(s: State, viewer: int, owner: int) -> int:
        return -1 if hidden and s.step == PLACE and viewer != owner else s.barrow[owner]

    return [
        number("month", "from 1", lambda s, seat: s.month),
        one_of("step", STEPS, "1: where the match stands", lambda s, seat: s.step),
        seat_of("early bird", "1: has it", seats, lambda s, seat: s.early),
        seat_of(
            "turn",
            "1: whose turn it is",
            seats,
            lambda s, seat: s.acting if s.step in ONE_BY_ONE else -1,
        ),
        one_of(
            "forest", [c.id for c in box.forest], "1: this month's card", lambda s, seat: s.forest
        ),
        one_of(
            "meadow", [c.id for c in box.meadow], "1: this month's card", lambda s, seat: s.meadow
        ),
        one_of(
            "river",
            [str(each) for each in box.river.ids],
            "1: the wheel's position",
            lambda s, seat: s.river,
        ),
        one_of(
            "traveler",
            [c.id for c in box.travelers],
            "1: is at the inn",
            lambda s, seat: s.traveler,
        ),
        _row("nest", box.board.nest, comforts, "1: lies in this place of the nest", "nest"),
        _row("ladder", len(box.board.rungs), improvements, "1: lies beside this rung", "ladder"),
        marks("discards", comforts, "how many lie in the discard pile", lambda s, seat: s.discards),
        marks("scrapped", improvements, "1: lies in the discard pile", lambda s, seat: s.scrapped),
        numbers(
            "piles",
            ("comforts", "improvements", "travelers"),
            "cards left",
            lambda s, seat: (len(s.comforts), len(s.improvements), len(s.travelers)),
        ),
        marks("marked", SPACES, "1: a coin lies there", lambda s, seat: SPACES_OF[s.marked]),
        numbers(
            "family dice",
            DICE[:FAMILY_DICE],
            "what they show; 0 before they are rolled",
            lambda s, viewer, owner: s.family_dice(owner),
            seats=seats,
        ),
        numbers("village dice", DICE[FAMILY_DICE:], "what they show", lambda s, seat: s.village),
        numbers(
            "tokens", TOKENS, "how many", lambda s, viewer, owner: s.tokens[owner], seats=seats
        ),
        number(
            "points", "as they stand", lambda s, viewer, owner: points(s, owner).total, seats=seats
        ),
        marks("hand", comforts, "how many you hold", lambda s, seat: s.hands[seat]),
        marks(
            "known hand",
            comforts,
            "how many it holds that all saw it take",
            lambda s, viewer, owner: s.known[owner],
            seats=seats,
        ),
        number(
            "hand size", "cards in hand", lambda s, viewer, owner: len(s.hands[owner]), seats=seats
        ),
        marks(
            "made",
            comforts,
            "how many it made",
            lambda s, viewer, owner: s.made[owner],
            seats=seats,
        ),
        marks(
            "built", improvements, "1: built", lambda s, viewer, owner: s.built[owner], seats=seats
        ),
        marks("workers", SPACES, "1: has one there, that you know of", workers, seats=seats),
        one_of(
            "guest",
            SPACES,
            "1: a neighbour put one there",
            lambda s, viewer, owner: s.guest[owner],
            seats=seats,
        ),
        one_of("wheelbarrow", SPACES, "1: is there, that you know of", barrow, seats=seats),
        number(
            "ready", "1: has placed all", lambda s, viewer, owner: s.ready >> owner & 1, seats=seats
        ),
        marks(
            "dice on places",
            [f"{die} on {place}" for die in DICE for place in box.place_ids],
            "1: lies there",
            lambda s, seat: (
                die * box.places + place for die, place in enumerate(s.at) if place != HILL
            ),
        ),
        numbers("lessons on dice", DICE, "by how much they change it", lambda s, seat: s.shift),
        numbers(
            "umbrella",
            DICE,
            "by how much it changes it",
            lambda s, seat: _on(s.umbrella_die, s.umbrella_by),
        ),
        numbers(
            "weathervane",
            DICE,
            "by how much it turns it",
            lambda s, seat: _on(s.vane_die, s.vane_by),
        ),
        one_of("given", DICE, "1: is being given", lambda s, seat: s.paw),
        marks(
            "acted",
            box.place_ids,
            "1: an action was carried out there in this turn",
            lambda s, seat: (place for place in range(box.places) if s.acted >> place & 1),
        ),
        one_of("visit", SPACES, "1: its trades are being made", lambda s, seat: s.visit),
        numbers(
            "trades",
            ("", "by improvements"),
            "made there",
            lambda s, seat: (s.trades, s.bonus_trades),
        ),
        one_of("word", TYPES, "1: the type chosen for a solo title", lambda s, seat: s.word),
    ]


def _row(name: str, size: int, ids: list[str], text: str, field: str) -> Block:
    """A row of cards on the board, each of whose places has one of these cards."""
    return marks(
        name,
        [f"{place + 1} {card}" for place in range(size) for card in ids],
        text,
        lambda s, seat: (
            place * len(ids) + card for place, card in enumerate(getattr(s, field)) if card >= 0
        ),
    )


def _on(die: int, by: int) -> list[int]:
    return [by if each == die else 0 for each in range(POOL)]
