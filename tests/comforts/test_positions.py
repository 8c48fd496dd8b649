"""Positions come back as they were, and impossible ones are refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import meowple
from comforts.table import do, give, lay
from meowple import Match
from meowple.core.errors import BadPosition


def position(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(match.position()))
    return data


def middle() -> dict[str, Any]:
    """Seat 1 gives dice; seat 0 has had its turn, seat 2 has not."""
    out = ["inn", "market", "workshop", "river-a"]
    match = lay(
        3, turn=1, placed={1: out, 2: out}, hands={0: ["pie"], 1: ["soup", "toys"]},
        made={0: ["lamp"]}, built={1: ["umbrella", "wheelbarrow"]}, tokens={1: {"lesson": 2}},
        family=[(3, 3)] * 3,
    )  # fmt: skip
    give(match, "inn", "village-1 +1")
    give(match, "market", "family-1 umbrella:+1")
    return position(do(match, "pick:village-2"))


def test_a_position_comes_back_as_it_was() -> None:
    data = middle()
    again = meowple.new_match("comforts", position=data)
    assert position(again) == data
    assert again.to_act == (1,) and "give:workshop" in [a.key for a in again.actions(1)]


Spoil = Callable[[dict[str, Any]], Any]

SPOILT: dict[str, Spoil] = {
    "unknown step": lambda s: s.update(step="dream"),
    "no step": lambda s: s.pop("step"),
    "something more": lambda s: s.update(weather="fine"),
    "month 0": lambda s: s.update(month=0),
    "month 9": lambda s: s.update(month=9),
    "month as text": lambda s: s.update(month="1"),
    "month as truth": lambda s: s.update(month=True),
    "season of another month": lambda s: s.update(forest="forest-summer-1"),
    "month card twice": lambda s: s["forest_pile"].append(s["forest"]),
    "month card missing": lambda s: s["meadow_pile"].pop(),
    "no traveler": lambda s: s.update(traveler=None),
    "traveler twice": lambda s: s["travelers"].append(s["traveler"]),
    "traveler missing": lambda s: s["travelers"].pop(),
    "comfort missing": lambda s: s["comforts"].pop(),
    "comfort doubled": lambda s: s["comforts"].append("pie"),
    "comfort swapped": lambda s: s["comforts"].__setitem__(0, s["comforts"][-1]),
    "no such comfort": lambda s: s["nest"].__setitem__(0, "sofa"),
    "nest too long": lambda s: s["nest"].append(s["comforts"].pop()),
    "ladder too short": lambda s: s["improvements"].append(s["ladder"].pop()),
    "improvement doubled": lambda s: s["scrapped"].append("scale"),
    "built twice": lambda s: (
        s["built"][0].extend(["field", "field"]),
        s["improvements"].remove("field"),
        s["improvements"].remove("field"),
    ),
    "five built": lambda s: [
        (s["built"][2].append(card), s["improvements"].remove(card))
        for card in dict.fromkeys(s["improvements"][:])
        if len(s["built"][2]) < 5
    ],
    "known card not in hand": lambda s: s["known"][1].append("pie"),
    "fresh card not in hand": lambda s: s["fresh"][1].append("pie"),
    "negative token": lambda s: s["tokens"][0].update(wood=-1),
    "no such token": lambda s: s["tokens"][0].update(gold=1),
    "half a token": lambda s: s["tokens"][0].update(wood=0.5),
    "die of 7": lambda s: s["family"][0].__setitem__(0, 7),
    "die not rolled": lambda s: s["village"].__setitem__(0, 0),
    "five village dice": lambda s: s["village"].append(1),
    "worker too many": lambda s: s["placed"][2].append("nest-left"),
    "worker missing": lambda s: s["placed"][1].pop(),
    "worker twice": lambda s: s["placed"][2].__setitem__(0, "market"),
    "worker after the turn": lambda s: s["placed"][0].append("inn"),
    "guest without a Loon": lambda s: s["guest"].__setitem__(1, "inn"),
    "wheelbarrow of nobody": lambda s: s["barrow"].__setitem__(2, "river-a"),
    "wheelbarrow at the Inn": lambda s: s["barrow"].__setitem__(1, "inn"),
    "somebody ready": lambda s: s["ready"].append(0),
    "die where it does not fit": lambda s: s["at"].__setitem__(3, "river-a"),
    "die where no worker is": lambda s: s["at"].__setitem__(5, "nest-left"),
    "two dice at the Inn": lambda s: s["at"].__setitem__(5, "inn"),
    "die nowhere": lambda s: s["at"].__setitem__(5, "moon"),
    "too many lessons": lambda s: s["shift"].__setitem__(2, 5),
    "lesson on the Hill": lambda s: s["shift"].__setitem__(5, 1),
    "umbrella of three": lambda s: s.update(umbrella=["family-1", 3]),
    "umbrella for the village": lambda s: s.update(umbrella=["village-1", 1]),
    "weathervane of nobody": lambda s: s.update(vane=["village-3", 1]),
    "paw holds a given die": lambda s: s.update(paw="village-1"),
    "acted before the dice are given": lambda s: s.update(acted=["inn"]),
    "trading now": lambda s: s.update(visit="market"),
    "traded already": lambda s: s.update(trades=1),
    "title in company": lambda s: s.update(word="food"),
    "coins without a Raven": lambda s: s.update(marked=["inn"]),
    "no such seat": lambda s: s.update(early=3),
    "turn of nobody": lambda s: s.update(turn=3),
    "wheel of seven": lambda s: s.update(river=7),
    "over in spring": lambda s: s.update(step="over"),
    "hands of two": lambda s: s["hands"].pop(),
    "state is a list": lambda s: s.clear(),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_an_impossible_position_is_refused_with_a_sentence(spoil: Spoil) -> None:
    data = middle()
    spoil(data["state"])
    with pytest.raises(BadPosition) as refusal:
        meowple.new_match("comforts", position=data)
    assert str(refusal.value)


STEPS: dict[str, Callable[[], Match]] = {
    "keep": lambda: meowple.new_match("comforts", 3, seed=1),
    "wolf": lambda: lay(step="immediate", traveler="gray-wolf"),
    "set_die": lambda: lay(step="set_die", traveler="wild-turkey"),
    "guest": lambda: lay(step="guest", traveler="common-loon"),
    "place": lambda: lay(step="place"),
    "jay": lambda: lay(step="month_end", traveler="blue-jay", village=(1, 1, 1, 1)),
}


@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("other", ["keep", "guest", "place", "ride", "act", "trade", "make", "discard", "final", "title", "over"])  # fmt: skip
def test_a_step_at_another_time_is_refused(kind: str, other: str) -> None:
    data = position(STEPS[kind]())
    assert meowple.new_match("comforts", position=data).question is not None
    if other == data["state"]["step"] or (kind, other) == ("set_die", "place"):
        return
    data["state"]["step"] = other
    with pytest.raises(BadPosition):
        meowple.new_match("comforts", position=data)


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda s: s["hands"][1].__setitem__(1, "sofa"), "hands[1][1]: there is no 'sofa'"),
        (lambda s: s["tokens"][2].update(gold=1), "tokens[2]: has no field 'gold'"),
        (lambda s: s["family"][0].__setitem__(1, 7), "family[0][1]: must be a whole number from 0 to 6"),
        (lambda s: s.update(umbrella=["village-9", 1]), "umbrella[0]: there is no 'village-9'"),
        (lambda s: s.pop("nest"), "nest is missing"),
        (lambda s: s["comforts"].pop(), "comforts are missing or doubled"),
    ],
)  # fmt: skip
def test_the_refusal_says_where(spoil: Spoil, where: str) -> None:
    data = middle()
    spoil(data["state"])
    with pytest.raises(BadPosition, match=re.escape(where)):
        meowple.new_match("comforts", position=data)
