"""Positions that cannot occur are refused; real ones come back as they were."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import meowple
from meowple.core.errors import BadPosition
from meowple.games.purrballs.state import STEPS

Json = dict[str, Any]


def load(position: Any) -> meowple.Match:
    return meowple.new_match("purrballs", position=position, seed=1)


@cache
def _at(step: str, seats: int, skip: int, mode: str) -> str:
    for seed in range(300):
        match = meowple.new_match("purrballs", seats, {"mode": mode}, seed=seed)
        rng = Random(seed)
        left = skip
        while not match.over:
            position = match.position()
            if position["state"]["step"] == step:
                if not left:
                    return json.dumps(position)
                left -= 1
            for seat in match.to_act:
                match.act(seat, rng.choice(match.actions(seat)))
        if step == "over":
            return json.dumps(match.position())
    raise AssertionError(f"no {step} found")


def at(step: str, seats: int = 4, skip: int = 0, mode: str = "base") -> Json:
    """A real position of that step; with ``skip`` a later one."""
    position: Json = json.loads(_at(step, seats, skip, mode))
    return position


def refused(position: Json, change: Callable[[Json], Any]) -> None:
    """Loading fails once that is done to the state, and the position itself is left alone."""
    load(position)
    broken = copy.deepcopy(position)
    change(broken["state"])
    before = json.dumps(broken)
    with pytest.raises(BadPosition):
        load(broken)
    assert json.dumps(broken) == before


def party(seat: int, **fields: Any) -> Callable[[Json], Any]:
    """Set fields of a seat."""
    return lambda state: state["parties"][seat].update(fields)


def top(**fields: Any) -> Callable[[Json], Any]:
    return lambda state: state.update(fields)


@pytest.mark.parametrize("mode", ["base", "veteran", "expert"])
@pytest.mark.parametrize("step", [s for s in STEPS if s != "dungeon"])
def test_real_positions_come_back(step: str, mode: str) -> None:
    if (step == "draft" and mode != "expert") or (step == "crown" and mode != "base"):
        return
    seats = 5 if step == "count" else 4  # with fewer there is no Wyvern to count
    position = at(step, seats, mode=mode)
    again = load(position)
    assert json.dumps(again.position()) == json.dumps(position)
    rng = Random(1)
    while not again.over:
        for seat in again.to_act:
            again.act(seat, rng.choice(again.actions(seat)))


@pytest.mark.parametrize(
    "change",
    [
        top(step="dungeon"),
        top(step="siesta"),
        top(step=3),
        top(level=0),
        top(level=4),
        top(round=0),
        top(round=True),
        top(round=4),
        top(turn=1),
        top(at=1),
        top(crown=4),
        top(way=0),
        top(way=2),
        top(order=[0, 1, 2, 3]),
        top(claims=[0]),
        top(claimed_way=1),
        top(reserver=1),
        top(wyvern=-1),
        top(draft_way=1),
        top(parties=[]),
        top(pool=[]),
        top(pool="fish"),
        top(extra=1),
        lambda state: state.pop("pool"),
        lambda state: state["pool"].pop(),
        lambda state: state["pool"].append(state["pool"][0]),
        lambda state: state["pool"].append("imp"),
        lambda state: state["pool"].append("l3-p3-wool"),
        lambda state: state["loot_deck"].pop(),
        lambda state: state["monster_deck"].append("hydra"),
        lambda state: state["monster_deck"].clear(),
        lambda state: state["box"].append("wisp"),
        lambda state: state["cat_deck"].pop(),
        lambda state: state["cat_deck"].append("rogue"),
        lambda state: state["shown"].append("knight"),
        party(0, mana=-1),
        party(0, mana=1.0),
        party(0, hand=[]),
        party(0, hand=["prince", "rogue", "mage", "soldier", "soldier"]),
        party(0, hand=["prince", "rogue", "mage", "soldier", "knight"]),
        party(0, rest=["mage"]),
        party(0, cat="mage"),
        party(0, buff="buff-1"),
        party(0, buff="mage"),
        party(0, unpaid=True),
        party(0, unpaid=0),
        party(0, speed=2),
        party(0, rotated=True),
        party(0, grabbed=True),
        party(0, spent=["l1-p3-storm-bow"]),
        party(0, tucked=[["l1-p3-fish", "l1-p3-idol"]]),
        party(0, tucked=[["l1-p3-fish"]]),
        party(0, temp="knight"),
        party(0, camp=["knight"]),
        party(0, looked=["knight"]),
        party(0, swapped=["rogue"]),
        party(0, away=1),
        party(0, seen=[1, 0, 0, 0]),
        party(0, seen=[0]),
        party(0, sure=["knight"]),
        party(0, discarded=["knight"]),
        party(0, takings=1),
        party(0, returned=[["knight", 0]]),
        party(0, returned=[["knight"]]),
        party(0, draft=["knight"]),
        party(0, trophies=["imp", "imp"]),
        lambda state: state["parties"][0].pop("mana"),
        lambda state: state["parties"][0]["loot"].append(state["pool"].pop()),
    ],
)
def test_impossible_selections_are_refused(change: Callable[[Json], Any]) -> None:
    refused(at("select", skip=0), change)


def test_a_level_up_must_have_been_possible() -> None:
    def change(state: Json) -> None:
        one, where = next(
            (party, pile)
            for party in state["parties"]
            for pile in ("hand", "rest")
            if "rogue" in party[pile]
        )
        one[where].remove("rogue")
        one["swapped"] = [*one["swapped"], "rogue", "mage"]

    refused(at("select", skip=5), change)


@pytest.mark.parametrize(
    "change",
    [
        top(order=[]),
        top(turn=4),
        top(at=5),
        lambda state: state["order"].reverse(),
        lambda state: state["parties"][0].update(cat=None),
        lambda state: state["parties"][1].update(buff=None),
        lambda state: state["parties"][2].update(speed=9),
        lambda state: [p.update(looked=["knight"]) for p in state["parties"]],
        lambda state: state.update(reserved=state["pool"][0], reserver=0),
        lambda state: state.update(claims=[0, 1, 2, 3]),
    ],
)
def test_impossible_action_phases_are_refused(change: Callable[[Json], Any]) -> None:
    refused(at("action", skip=1), change)


@pytest.mark.parametrize(
    "change",
    [
        top(turn=0, order=[0, 0, 1, 2]),
        top(turn=4),
        top(claims=[1]),
        lambda state: state["pool"].clear(),
        lambda state: state["parties"][0].update(unpaid=True, buff="buff-5"),
    ],
)
def test_impossible_loot_phases_are_refused(change: Callable[[Json], Any]) -> None:
    refused(at("loot", skip=2), change)


def test_other_impossible_moments() -> None:
    refused(at("claim"), top(claims=[]))
    refused(at("crown"), top(way=1))
    refused(at("count", seats=5), lambda state: [p.update(trophies=[]) for p in state["parties"]])
    refused(at("over"), top(wyvern=3, level=2))
    refused(at("level-up"), lambda state: state["parties"][0]["rest"].append("prince"))
    refused(at("draft", mode="expert"), lambda state: state["parties"][0]["looked"].pop())
    refused(at("draft", mode="expert"), top(draft_way=0))
    refused(at("select", mode="expert"), lambda state: state["parties"][0]["camp"].pop())
    refused(at("select", mode="expert"), lambda state: state["parties"][0]["draft"].reverse())
    refused(at("select", mode="expert"), party(0, takings=99, returned=[["prince", 1]]))
    for odd in (None, 5, [], "x"):
        with pytest.raises(BadPosition):
            load({**at("select"), "state": odd})
