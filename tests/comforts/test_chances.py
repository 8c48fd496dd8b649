"""How likely the dice will meet a need: against every roll, one by one."""

from __future__ import annotations

import sys
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from comforts.table import lay
from meowple.core.match import Match
from meowple.games.comforts.mind.chances import chance, chances
from meowple.games.comforts.pieces.needs import GROUPS, WEIGHT, Need

FACES = range(1, 7)


def meets(need: Need, dice: tuple[int, ...], lessons: int) -> bool:
    """Whether some of the dice meet a need after so many changes by one: all of it tried out."""
    if lessons and any(
        meets(need, (*dice[:i], value + by, *dice[i + 1 :]), lessons - 1)
        for i, value in enumerate(dice)
        for by in (-1, 1)
        if value + by in FACES
    ):
        return True
    sizes = (need.dice,) if need.dice else range(1, len(dice) + 1)
    return any(
        sum(WEIGHT[v] for v in some) in need.met
        for size in sizes
        for some in combinations(dice, size)
    )


NEEDS = [
    Need("any"),
    Need("one_of", 1, values=(2, 5)),
    Need("exact", 2, values=(1, 6)),
    Need("value_min", 1, 5),
    Need("sum_max", 0, 4),
    Need("sum_min", 0, 29),
    Need("sum_exact", 3, 11),
    Need("same", 3),
    Need("straight", 4),
    Need("all_even", 4),
    Need("all_odd", 5),
]


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: f"{need.kind}-{need.dice}")
def test_it_is_what_all_rolls_say(need: Need) -> None:
    random = Random(need.kind)
    first, second = sorted(random.choices(FACES, k=2))
    rolls = list(product(FACES, repeat=4))
    met = sum(meets(need, (first, second, *roll), 0) for roll in rolls)
    assert chance(need, (first, second), 0) == met / 6**4


@pytest.mark.parametrize("need", NEEDS[4:8], ids=lambda need: f"{need.kind}-{need.dice}")
def test_lessons_change_dice_by_one_each(need: Need) -> None:
    random = Random(5)
    known: dict[tuple[int, ...], bool] = {}
    met = 0
    family = tuple(sorted(random.choices(FACES, k=2)))
    for roll in product(FACES, repeat=4):
        dice = tuple(sorted((*family, *roll)))
        if dice not in known:
            known[dice] = meets(need, dice, 1)
        met += known[dice]
    assert chance(need, family, 1) == met / 6**4  # type: ignore[arg-type]


def test_what_tools_change() -> None:
    pair = Need("exact", 2, values=(6, 6))
    bent = chance(pair, (4, 6), 0, bent=(2, -2))
    assert bent == 1.0  # the 4 becomes a 6
    assert chance(pair, (6, 6), 0, bent=(2, -2)) == 1.0
    alone = Need("exact", 1, values=(3,))
    rolls = list(product(FACES, repeat=4))
    met = sum(any(value in (2, 3, 4) for value in roll) for roll in rolls)
    assert chance(alone, (6, 6), 0, turned=(1, -1)) == met / 6**4


def test_many_lessons_always_do() -> None:
    assert all(chance(need, (1, 1), 30) == 1.0 for need in NEEDS)


def test_more_lessons_never_hurt() -> None:
    for need in NEEDS:
        steps = [chance(need, (2, 5), lessons) for lessons in range(6)]
        assert steps == sorted(steps)


def spaces(match: Match, viewer: int | None) -> dict[str, Any]:
    return {space["place"]: space["chance"] for space in match.view(viewer)["table"]["spaces"]}


def test_only_who_places_sees_its_own_chances() -> None:
    match = lay(2, "place", family=[(1, 1), (6, 6)], tokens={0: {"lesson": 3}, 1: {}})
    mine, yours = spaces(match, 0), spaces(match, 1)
    assert mine["market"] == yours["market"] == 1.0  # any die
    assert mine != yours
    state = match.state
    assert list(mine.values()) == list(chances(state, 0))
    assert set(spaces(match, None).values()) == {None}


def test_the_umbrella_counts() -> None:
    plain = lay(2, "place", family=[(1, 4), (6, 6)])
    with_it = lay(2, "place", family=[(1, 4), (6, 6)], built={0: ["umbrella"]})
    before, after = chances(plain.state, 0), chances(with_it.state, 0)
    assert all(a >= b for a, b in zip(after, before, strict=True))
    assert after != before


def test_no_chance_once_the_dice_are_rolled() -> None:
    match = lay(2, village=(3, 6, 6, 4), placed={0: ["inn", "market"]})
    assert set(spaces(match, 0).values()) == {None}


def test_a_view_stays_cheap() -> None:
    """With chances a view takes at most half as long again as the same view without them."""
    match = lay(2, "place", family=[(1, 4), (6, 6)], tokens={0: {"lesson": 2}})
    later = lay(2, village=(3, 6, 6, 4), placed={0: ["inn", "market"]})

    def cost(of: Match) -> int:
        """How many steps of Python it takes: the same on every machine, however busy."""
        of.view(0)
        steps = 0

        def step(*_: object) -> Any:
            nonlocal steps
            steps += 1
            return step

        before = sys.gettrace()
        sys.settrace(step)
        try:
            of.view(0)
        finally:
            sys.settrace(before)
        return steps

    assert cost(match) < 1.5 * cost(later)
    assert len(GROUPS) == 923
