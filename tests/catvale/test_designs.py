"""No design is left out: each has a row in which it is played and one in which it may not be."""

from __future__ import annotations

import pytest

from catvale import (
    test_designs_adventure,
    test_designs_fate,
    test_designs_goals,
    test_designs_hands,
    test_designs_market,
)
from catvale.designs import difference, numbers
from catvale.table import BOX

SHEETS = [
    module.sheet
    for module in (
        test_designs_adventure,
        test_designs_fate,
        test_designs_goals,
        test_designs_hands,
        test_designs_market,
    )
]


def test_each_of_the_designs_has_its_rows() -> None:
    designs = {card.id for card in BOX.cards}
    unplayed = designs - set().union(*(sheet.played for sheet in SHEETS))
    unrefused = designs - set().union(*(sheet.refused for sheet in SHEETS))
    assert not unplayed, f"write what these do: play(id, ...) in test_designs_*.py: {unplayed}"
    assert not unrefused, f"write when these may not: never(id, ...) there: {unrefused}"


def test_rows_are_read_as_they_are_meant() -> None:
    assert numbers("Fate 1: gain 1 Fish. 2: gain 2 Fish.") == {"a": 1, "b": 2}
    things = ["1:die-1", "2:die-1", "1:fish", "mood", "1:attack", "1:attack-token"]
    assert difference("fish+a+b 2:die-1-1 mood-b", "7 and 2", things) == {
        "1:fish": 9, "2:die-1": -1, "mood": -2,
    }  # fmt: skip
    assert difference("attack-token+1", "", things) == {"1:attack-token": 1}
    with pytest.raises(AssertionError):
        difference("fish", "1", things)
