"""What `howto.html` needs besides words: numbers of the rules, and pieces for its examples."""

from __future__ import annotations

from typing import Any

from meowple.author import Json
from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import (
    COTTAGES,
    FAMILY_DICE,
    RESOURCES,
    SPACES,
    VILLAGE_DICE,
    WORKERS,
)
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.pieces.needs import ANY_DIE, WEIGHT, Need

from .view import printed

FAMILY = (2, 5)
VILLAGE = (1, 3, 3, 6)
GIVEN = ((2, 3), (1,), (5,), ())
"""Of the example: the dice rolled, and those given to each worker; `tests/comforts/test_lesson.py`
plays it."""

WHEEL = 1
"""The position of the river."""

MADE = "flute"
SHOWN = ("flute", "quilt", "soup", "pantry")


def lesson(box: Box) -> dict[str, Any]:
    """The names that the template gets."""
    board, points = box.board, [card.points for card in box.comforts]
    return {
        "view": {"table": {"cards": printed(box)}},
        "n": {
            "months": box.setup.lengths["normal"].months,
            "workers": WORKERS,
            "dice": FAMILY_DICE,
            "village": VILLAGE_DICE,
            "places": len(SPACES),
            "drawn": board.drawn,
            "kept": board.kept,
            "hand": board.hand,
            "open": board.nest,
            "lessons": board.idle_lessons,
            "cottages": COTTAGES,
            "uncovered": board.cottages,
            "book": board.per_book,
            "coin": board.per_coin,
            "set": board.resources_per_point,
            "least": min(points),
            "most": max(points),
            "rungs": len(board.rungs),
        },
        "resources": RESOURCES,
        "family": FAMILY,
        "village": VILLAGE,
        "spots": [
            {**spot, "given": given, "works": _works(need, given)}
            for (need, spot), given in zip(_spots(box), GIVEN, strict=True)
        ],
        "made": MADE,
        "shown": SHOWN,
        "market": [
            {"give": trade.give.json, "give_rule": trade.give_rule, "get": trade.get.json}
            for trade in board.trades
        ],
    }


def _spots(box: Box) -> list[tuple[Need, dict[str, Json]]]:
    """The places of the example: a Forest, the River, the Owl's Nest, a Meadow."""
    forest = next(card for card in box.forest if card.id == "forest-spring-1")
    meadow = next(card for card in box.meadow if card.id == "meadow-spring-2")
    river = box.river
    at = river.ids.index(WHEEL)
    return [
        _spot("forest-right", forest.needs[1], forest.gains[1]),
        _spot("river-c", river.needs[at][2], river.gains[2]),
        _spot("nest-left", ANY_DIE, Amount({})),
        _spot("meadow-left", meadow.needs[0], meadow.gains[0]),
    ]


def _spot(place: str, need: Need, gain: Amount) -> tuple[Need, dict[str, Json]]:
    nothing: Json = {"more": {}, "coin": None, "dice": [], "waiting": False, "chance": None}
    return need, {"place": place, "need": need.json, "gain": gain.json, **nothing}


def _works(need: Need, dice: tuple[int, ...]) -> bool:
    return sum(WEIGHT[value] for value in dice) in need.met
