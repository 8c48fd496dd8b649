"""Rulings that no other test of the game proves."""

from __future__ import annotations

import pytest

from comforts.table import (
    BOX,
    chosen,
    do,
    finish_turn,
    give,
    hand,
    keys,
    kind,
    ladder,
    lay,
    nest,
    own,
    step,
    told,
)
from meowple import Match


@pytest.mark.rule("CC-RUL-12")
def test_lessons_are_spent_when_the_assignment_is_final_even_if_the_action_is_declined() -> None:
    match = lay(placed={0: ["forest-left"]}, village=(4, 6, 6, 6), tokens={0: {"lesson": 2}})
    give(match, "forest-left", "village-1 -1")
    assert own(match, 0) == {"lesson": 2}
    do(match, "assigned")
    assert own(match, 0) == {"lesson": 1}
    do(match, "rest")
    assert own(match, 0) == {"lesson": 1 + 1}, "one came with the idle worker"


@pytest.mark.rule("CC-RUL-13")
def test_a_lesson_changes_family_and_village_dice_alike_for_this_assignment_only() -> None:
    match = lay(
        2, placed={0: ["inn", "market"]}, village=(3, 6, 6, 6), family=[(4, 6), (1, 1)],
        tokens={0: {"lesson": 2}}, hands={0: ["pie"]},
    )  # fmt: skip
    give(match, "inn", "village-1 +1")
    give(match, "market", "family-1 -1")
    do(match, "assigned")
    given = told(match, "assigned")[0]["given"]
    values = {die["die"]: (die["face"], die["value"]) for group in given for die in group["dice"]}
    assert values == {"village-1": (3, 4), "family-1": (4, 3)}
    do(match, "rest", "end")
    assert match.state.acting == 1
    assert match.view(1)["table"]["pool"][2]["value"] == 3


@pytest.mark.rule("CC-RUL-20")
def test_the_loons_swap_is_one_trade_of_several_different_for_as_many_alike() -> None:
    match = lay(
        traveler="common-loon", placed={0: ["inn"]}, family=[(3, 1)] * 3,
        tokens={0: {"wood": 2, "yarn": 1, "fruit": 1, "stone": 1}},
    )  # fmt: skip
    give(match, "inn", "family-1")
    do(match, "assigned", "act:inn", "trade:inn", "pay:wood")
    assert chosen(match, "pay") == ["stone", "yarn", "fruit"], "no two alike"
    do(match, "pay:yarn", "pay:stone")
    assert kind(match) == "choose", "at most as many as the die shows"
    do(match, "choose:grain")
    assert own(match, 0) == {"wood": 1, "fruit": 1, "grain": 3}
    assert step(match) != "trade", "once"
    few = lay(
        traveler="common-loon", placed={0: ["inn"]}, family=[(6, 1)] * 3, tokens={0: {"wood": 2, "yarn": 1}}
    )  # fmt: skip
    give(few, "inn", "family-1")
    do(few, "assigned", "act:inn", "trade:inn", "pay:wood", "enough", "choose:stone")
    assert own(few, 0) == {"wood": 1, "yarn": 1, "stone": 1}


@pytest.mark.rule("CC-RUL-21")
def test_if_there_are_too_few_cards_one_draws_what_there_is_and_gaps_stay() -> None:
    match = lay(placed={0: ["nest-right", "nest-left"]}, family=[(1, 3)] * 3)
    s = match.state
    s.made[1], s.comforts = tuple(s.comforts[1:]), s.comforts[:1]
    give(match, "nest-right", "family-1")
    give(match, "nest-left", "village-1")
    do(match, "assigned", "act:nest-right")
    assert len(hand(match, 0)) == 1, "one was left of two"
    do(match, "act:nest-left", "nest:1")
    assert len(nest(match)) == 3, "the gap stays empty"
    s = match.state
    empty = lay(placed={0: ["nest-left"]}, nest=[])
    assert not empty.state.nest
    give(empty, "nest-left", "village-1")
    do(empty, "assigned")
    assert own(empty, 0) == {"lesson": 1}, "nothing to take: no action"


@pytest.mark.rule("CC-RUL-22")
def test_the_discarded_improvements_make_a_new_deck() -> None:
    match = lay(
        1, placed={0: ["workshop"]}, family=[(6, 6)], ladder=["scale"] + ["umbrella"] * 0,
        tokens={0: {"wood": 2, "stone": 4}},
    )  # fmt: skip
    s = match.state
    s.scrapped, s.improvements = s.improvements, []
    give(match, "workshop", "family-1")
    do(match, "assigned", "act:workshop", "build:1")
    assert len(ladder(match)) == 6
    assert told(match, "reshuffled")[0]["deck"] == "improvements"
    assert match.state.scrapped == [] or len(match.state.scrapped) <= 1


@pytest.mark.rule("CC-RUL-22")
def test_they_do_so_as_soon_as_the_last_one_is_turned_up() -> None:
    match = lay(1, ladder=["scale", "umbrella", "bicycle", "almanac", "field", "orchard"])
    s = match.state
    s.scrapped, s.improvements = s.improvements[1:], s.improvements[:1]
    pile = [*s.scrapped, s.ladder[0]]
    finish_turn(Match(match.game, s))
    assert sorted(s.improvements) == sorted(pile), "with the one that just left the ladder"
    assert s.scrapped == []


@pytest.mark.rule("CC-RUL-30")
def test_board_games_two_resources_may_be_alike_or_different() -> None:
    for first, second in (("wood", "wood"), ("wood", "yarn")):
        match = lay(
            step="make", hands={0: ["board-game"]},
            tokens={0: {"wood": 2, "yarn": 1, "coin": 1, "book": 1}},
        )  # fmt: skip
        do(match, "make:board-game", f"pay:{first}", f"pay:{second}")
        left = {"wood": 2, "yarn": 1}
        left[first] -= 1
        left[second] -= 1
        assert own(match, 0) == {name: n for name, n in left.items() if n}


def test_what_goes_out_of_the_hand_is_no_longer_known() -> None:
    match = lay(placed={0: ["nest-left"]}, hands={0: ["pie", "soup", "toys"]})
    give(match, "nest-left", "village-1")
    do(match, "assigned", "act:nest-left", "nest:2", "end", "discard:flute")
    assert match.view(1)["table"]["seats"][0]["known"] == []
    assert keys(match) and BOX.comforts
