"""Forest and Meadow, River, Owl's Nest, Workshop, Inn, Market and estates."""

from __future__ import annotations

from itertools import product

import pytest

from comforts.table import (
    BOX,
    COMFORT,
    FOREST,
    IMPROVEMENT,
    MEADOW,
    act,
    at,
    built,
    chosen,
    do,
    finish,
    finish_turn,
    give,
    hand,
    keys,
    ladder,
    lay,
    nest,
    own,
    step,
    told,
)
from meowple import Match
from meowple.games.comforts.pieces.needs import WEIGHT, Need

ALL = {
    card.id: dict(zip(("left", "right"), card.needs, strict=True))
    for card in (*BOX.forest, *BOX.meadow)
}


def meets(need: Need, *values: int) -> bool:
    """Whether exactly these dice meet a need."""
    return sum(WEIGHT[value] for value in values) in need.met


def fitting(need: Need, dice: int) -> set[tuple[int, ...]]:
    """All throws of so many dice that meet a need, in rising order."""
    return {
        tuple(sorted(values))
        for values in product(range(1, 7), repeat=dice)
        if meets(need, *values)
    }


# -- Forest and Meadow ------------------------------------------------------------------------------


@pytest.mark.rule("CC-FOR-1", "CC-TDY-2")
def test_the_top_cards_give_two_spaces_each_and_change_every_month() -> None:
    match = lay(1, forest="forest-spring-1", meadow="meadow-spring-2")
    table = match.view(0)["table"]
    gains = {space["place"]: space["gain"] for space in table["spaces"]}
    assert gains["forest-left"] == {"wood": 1}
    assert gains["forest-right"] == {"wood": 2, "mushroom": 2}
    assert gains["meadow-left"] == {"book": 2, "coin": 1}
    assert gains["meadow-right"] == {"fruit": 1, "yarn": 1}
    finish_turn(match)
    cards = match.view(0)["table"]["month_cards"]
    assert cards["forest"]["card"] in ("forest-spring-2", "forest-spring-3")
    assert cards["meadow"]["card"] in ("meadow-spring-1", "meadow-spring-3")
    now = {space["place"]: space["gain"] for space in match.view(0)["table"]["spaces"]}
    assert now["forest-left"] == FOREST[cards["forest"]["card"]].gains[0].json


@pytest.mark.rule("CC-FOR-6", "CC-RUL-11")
def test_exactly_the_dice_asked_for_are_given_and_the_tokens_shown_are_taken() -> None:
    match = lay(placed={0: ["forest-right", "inn"]}, village=(1, 1, 2, 6))
    give(match, "forest-right", "village-1")
    # One die is not enough: neither is the assignment final nor does another place come first.
    assert "assigned" not in keys(match)
    assert match.view(0)["table"]["assigned_why"] == {"code": "waits", "place": "forest-right"}
    do(match, "pick:village-3")
    assert chosen(match, "give") == ["forest-right", "hill"]
    do(match, "give:forest-right")
    assert "give:forest-right" not in keys(do(match, "pick:village-2")), "a third is too many"
    do(match, "give:hill", "assigned", "act:forest-right")
    assert own(match, 0) == {"wood": 2, "mushroom": 2, "lesson": 1}
    # Dice that do not fit are refused with a reason.
    match = do(
        lay(placed={0: ["forest-left"]}, village=(6, 6, 6, 6), tokens={0: {"lesson": 1}}),
        "pick:village-1",
    )
    why = {s["place"]: s["why"] for s in match.view(0)["table"]["spaces"]}["forest-left"]
    assert why["code"] == "need" and why["need"]["value"] == 3


@pytest.mark.rule("CC-FOR-7", "CC-EX-8")
def test_three_or_less() -> None:
    assert fitting(ALL["forest-spring-1"]["left"], 1) == {(1,), (2,), (3,)}
    for value, fits in ((3, True), (4, False)):
        match = lay(placed={0: ["forest-left", "inn"]}, village=(value, 6, 6, 6))
        do(match, "pick:village-1")
        assert ("give:forest-left" in keys(match)) is fits
    match = give(lay(placed={0: ["forest-left"]}), "forest-left", "village-3")
    assert own(do(match, "assigned", "act:forest-left"), 0) == {"wood": 1}


@pytest.mark.rule("CC-FOR-8")
def test_four_or_more_with_one_die() -> None:
    assert fitting(ALL["forest-summer-3"]["left"], 1) == {(4,), (5,), (6,)}


@pytest.mark.rule("CC-FOR-9", "CC-RUL-45", "CC-EX-11")
def test_shown_faces_are_needed_each_once() -> None:
    assert fitting(ALL["forest-spring-2"]["right"], 2) == {(5, 6)}
    need = ALL["meadow-spring-2"]["right"]
    assert fitting(need, 2) == {(1, 2)}
    assert not meets(need, 1, 1) and not meets(need, 1, 2, 2) and not meets(need, 1)
    match = lay(meadow="meadow-spring-2", placed={0: ["meadow-right"]}, village=(1, 1, 2, 6))
    give(match, "meadow-right", "village-1")
    assert chosen(match, "pick") == ["village-3"], "a second 1 is not asked for"
    give(match, "meadow-right", "village-3")
    assert own(do(match, "assigned", "act:meadow-right"), 0) == {"fruit": 1, "yarn": 1}


@pytest.mark.rule("CC-FOR-10", "CC-RUL-44", "CC-EX-9")
def test_a_total_at_most() -> None:
    need = ALL["forest-spring-1"]["right"]
    assert fitting(need, 2) == {(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3)}
    assert not meets(need, 3, 4), "7 is too much"
    three = ALL["meadow-autumn-1"]["left"]
    assert meets(three, 2, 2, 2) and meets(three, 1, 1, 4) and not meets(three, 2, 2, 3)
    assert not meets(three, 1, 1), "exactly three dice"
    match = lay(placed={0: ["forest-right"]}, village=(4, 1, 6, 6))
    give(match, "forest-right", "village-1", "village-2")
    assert own(do(match, "assigned", "act:forest-right"), 0) == {"wood": 2, "mushroom": 2}


@pytest.mark.rule("CC-FOR-11", "CC-RUL-17")
def test_a_total_at_least_with_any_or_with_a_fixed_number_of_dice() -> None:
    free = ALL["forest-spring-3"]["left"]
    assert meets(free, 5, 6) and meets(free, 1, 4, 6) and meets(free, 1, 1, 1, 1, 1, 6)
    assert not meets(free, 4, 6) and not meets(free, 6)
    three = ALL["forest-summer-2"]["right"]
    assert meets(three, 1, 4, 6) and not meets(three, 5, 6) and not meets(three, 3, 3, 3, 3)
    assert meets(ALL["meadow-summer-1"]["left"], 4, 6)
    match = lay(forest="forest-spring-3", placed={0: ["forest-left"]}, village=(2, 3, 4, 1))
    give(match, "forest-left", "village-1", "village-2", "village-3", "village-4", "family-1")
    assert own(do(match, "assigned", "act:forest-left"), 0) == {"wood": 2, "mushroom": 1}


@pytest.mark.rule("CC-FOR-12")
def test_two_dice_of_an_exact_total() -> None:
    assert fitting(ALL["meadow-spring-3"]["left"], 2) == {(2, 6), (3, 5), (4, 4)}
    assert fitting(ALL["meadow-autumn-1"]["right"], 2) == {(1, 6), (2, 5), (3, 4)}


@pytest.mark.rule("CC-FOR-13")
def test_equal_dice() -> None:
    assert fitting(ALL["meadow-spring-1"]["left"], 2) == {(v, v) for v in range(1, 7)}
    assert fitting(ALL["forest-summer-2"]["left"], 3) == {(v, v, v) for v in range(1, 7)}


@pytest.mark.rule("CC-FOR-14", "CC-EX-10")
def test_consecutive_values() -> None:
    three = ALL["meadow-spring-2"]["left"]
    assert fitting(three, 3) == {(v, v + 1, v + 2) for v in range(1, 5)}, "6 and 1 do not meet"
    assert fitting(ALL["meadow-summer-3"]["right"], 2) == {(v, v + 1) for v in range(1, 6)}
    match = lay(meadow="meadow-spring-2", placed={0: ["meadow-left"]}, village=(4, 2, 3, 6))
    give(match, "meadow-left", "village-1", "village-2", "village-3")
    assert own(do(match, "assigned", "act:meadow-left"), 0) == {"book": 2, "coin": 1}


@pytest.mark.rule("CC-FOR-15")
def test_all_even_or_all_odd() -> None:
    assert all(v % 2 == 0 for g in fitting(ALL["forest-summer-3"]["right"], 3) for v in g)
    assert meets(ALL["forest-summer-3"]["right"], 2, 2, 6)
    assert fitting(ALL["forest-autumn-2"]["right"], 2) == {
        (2, 2), (2, 4), (2, 6), (4, 4), (4, 6), (6, 6),
    }  # fmt: skip
    assert fitting(ALL["meadow-autumn-2"]["right"], 2) == {
        (1, 1), (1, 3), (1, 5), (3, 3), (3, 5), (5, 5),
    }  # fmt: skip


@pytest.mark.rule("CC-EX-12")
def test_the_nine_needs_that_the_rulebook_explains() -> None:
    found = {
        (need.kind, need.dice, need.value, need.values)
        for sides in ALL.values()
        for need in sides.values()
    }
    assert {
        ("straight", 3, 0, ()),
        ("sum_min", 0, 11, ()),
        ("exact", 1, 0, (6,)),
        ("sum_exact", 2, 8, ()),
        ("same", 2, 0, ()),
        ("all_even", 3, 0, ()),
        ("sum_max", 2, 5, ()),
        ("exact", 2, 0, (3, 4)),
        ("value_max", 1, 3, ()),
    } <= found


# -- River ------------------------------------------------------------------------------------------


def serves(river: int, seat: int = 0) -> dict[str, list[int]]:
    """Which values each River space takes."""
    takes: dict[str, list[int]] = {"river-a": [], "river-b": [], "river-c": []}
    for value in range(1, 7):
        match = lay(river=river, placed={0: list(takes)}, family=[(value, value)] * 3)
        for place in chosen(do(match, "pick:family-1"), "give"):
            if place in takes:
                takes[place].append(value)
    return takes


@pytest.mark.rule("CC-RIV-1", "CC-RIV-2", "CC-RIV-3", "CC-EX-13")
def test_the_three_river_spaces_with_wheel_position_one() -> None:
    assert serves(1) == {"river-a": [4, 5, 6], "river-b": [2, 3], "river-c": [1]}
    # Rabbits (seat 0) at A and C, raccoons (2) at B, foxes (3) at C, each in its own turn.
    match = lay(
        4,
        placed={0: ["river-a", "river-c"], 2: ["river-b"], 3: ["river-c"]},
        village=(1, 2, 5, 6),
    )
    give(match, "river-a", "village-3")
    give(match, "river-c", "village-1")
    do(match, "assigned", "act:river-a", "act:river-c")
    assert own(match, 0) == {"stone": 1 + 1, "coin": 1}
    finish_turn(match)
    give(match, "river-b", "village-2")
    do(match, "assigned", "act:river-b")
    assert own(match, 2) == {"stone": 2}
    give(match, "river-c", "village-1")
    do(match, "assigned", "act:river-c")
    assert own(match, 3) == {"stone": 1, "coin": 1}


@pytest.mark.rule("CC-RIV-4", "CC-TDY-4")
def test_the_wheel_turns_every_month_by_one_position() -> None:
    match = lay(1, river=2)
    assert serves(2) == {"river-a": [1, 5, 6], "river-b": [3, 4], "river-c": [2]}
    finish_turn(match)
    assert match.view(0)["table"]["river"] == {
        "position": 1,
        "a": [4, 5, 6],
        "b": [2, 3],
        "c": [1],
    }
    needs = {s["place"]: s["need"]["values"] for s in match.view(0)["table"]["spaces"]}
    assert needs["river-c"] == [1], "what the spaces ask for turns with it"
    positions = [t["river"] for t in told(finish(match), "tidied")]
    assert positions == [1, 6, 5, 4, 3, 2, 1]


# -- Owl's Nest -------------------------------------------------------------------------------------


@pytest.mark.rule("CC-OWL-1", "CC-OWL-2", "CC-OWL-3", "CC-EX-14")
def test_left_one_of_four_open_comforts_is_taken_and_the_row_slides_left() -> None:
    for value in (1, 6):
        match = lay(placed={0: ["nest-left"]}, family=[(value, 1)] * 3)
        give(match, "nest-left", "family-1")
        do(match, "assigned", "act:nest-left")
        assert chosen(match, "nest") == ["1", "2", "3", "4"]
    assert nest(match) == ["pot-of-tea", "flute", "pie", "rocking-chair"]
    before = len(match.state.comforts)
    do(match, "nest:2")
    assert hand(match, 0) == ["flute"]
    assert nest(match)[:3] == ["pot-of-tea", "pie", "rocking-chair"]
    assert len(nest(match)) == 4 and len(match.state.comforts) == before - 1
    assert match.view(1)["table"]["seats"][0]["known"] == ["flute"], "all saw it"


@pytest.mark.rule("CC-OWL-4", "CC-EX-15")
def test_right_one_or_two_draw_two_cards_the_others_one() -> None:
    drawn = {}
    for value in range(1, 7):
        match = lay(placed={1: ["nest-right"]}, turn=1, family=[(value, 1)] * 3)
        give(match, "nest-right", "family-1")
        do(match, "assigned", "act:nest-right")
        drawn[value] = len(hand(match, 1))
        assert match.view(0)["table"]["seats"][1]["known"] == [], "nobody else saw them"
    assert drawn == {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1}


def few(match: Match, deck: int, discards: int) -> Match:
    """Only so many comforts in the deck and on the discard pile; the rest is made by seat 1."""
    s = match.state
    s.comforts, s.discards, gone = (
        s.comforts[:deck],
        s.comforts[deck : deck + discards],
        s.comforts[deck + discards :],
    )
    s.made[1] = tuple(gone)
    return Match(match.game, s)


@pytest.mark.rule("CC-OWL-5", "CC-RUL-21")
def test_a_deck_is_made_anew_with_its_last_card_gone_not_at_the_next_draw() -> None:
    match = few(lay(placed={0: ["nest-right"]}, family=[(3, 3)] * 3), 1, 9)
    last = BOX.comforts[match.state.comforts[0]].id
    pile = sorted(match.state.discards)
    give(match, "nest-right", "family-1")
    do(match, "assigned", "act:nest-right")
    assert hand(match, 0) == [last]
    assert sorted(match.state.comforts) == pile and match.state.discards == []
    assert told(match, "reshuffled") == [{"deck": "comforts", "cards": 9}]
    assert match.state.fresh[0] == (), "it was drawn before the deck was made"
    # What is discarded from now on is not in the new deck.
    match.state.hands[0] = tuple(sorted((*match.state.hands[0], *[COMFORT["pie"].kind] * 3)))
    do(Match(match.game, match.state), "end", "discard:pie")
    assert match.state.discards == [COMFORT["pie"].kind] and len(match.state.comforts) == 9


@pytest.mark.rule("CC-OWL-5", "CC-RUL-21")
def test_without_discards_a_deck_is_made_anew_when_a_card_is_needed() -> None:
    match = few(lay(placed={0: ["nest-right"]}, family=[(3, 3)] * 3, hands={0: ["soup"] * 3}), 1, 0)
    give(match, "nest-right", "family-1")
    do(match, "assigned", "act:nest-right", "end", "discard:soup")
    assert match.state.comforts == [] and match.state.discards == [COMFORT["soup"].kind]
    assert not told(match, "reshuffled")
    finish_turn(finish_turn(match))
    assert told(match, "reshuffled")[0]["cards"] == 2, "the soup, and what left the Owl's Nest"


@pytest.mark.rule("CC-OWL-5")
def test_an_empty_deck_is_made_anew_of_the_discard_pile() -> None:
    match = lay(placed={0: ["nest-right"]}, family=[(1, 1)] * 3)
    s = match.state
    s.discards, s.comforts = s.comforts[:9], s.comforts[9:10]
    s.made[1] = tuple(s.comforts)  # whatever: only the numbers matter here
    give(match, "nest-right", "family-1")
    do(match, "assigned", "act:nest-right")
    assert len(hand(match, 0)) == 2
    assert (len(match.state.comforts), match.state.discards) == (8, [])
    assert told(match, "reshuffled") == [{"deck": "comforts", "cards": 9}]


# -- Workshop ---------------------------------------------------------------------------------------

RICH = dict.fromkeys(("wood", "stone", "grain", "mushroom", "yarn", "fruit", "coin", "book"), 9)


def at_work(value: int, **laid: object) -> Match:
    """Seat 0 has given a die of that value to the Workshop and acts there."""
    laid = {"tokens": {0: RICH}, "placed": {0: ["workshop"]}, **laid}
    match = lay(family=[(value, 1)] * 3, **laid)  # type: ignore[arg-type]
    give(match, "workshop", "family-1")
    return do(match, "assigned", "act:workshop")


@pytest.mark.rule("CC-WRK-1", "CC-EX-16")
def test_a_die_reaches_the_cards_beside_the_rungs_up_to_its_value() -> None:
    for value in range(1, 7):
        assert chosen(at_work(value), "build") == [str(rung) for rung in range(1, value + 1)]
    why = [rung["why"] for rung in at_work(4).view(0)["table"]["ladder"]]
    assert why[:4] == [None] * 4
    assert why[4] == {"code": "rung", "needs": 5, "value": 4}


@pytest.mark.rule("CC-WRK-2", "CC-WRK-9")
def test_the_card_is_paid_at_once_and_laid_out_open_estates_above_the_board() -> None:
    match = do(at_work(6), "build:6")  # the Orchard: 2 wood, 1 stone
    assert own(match, 0) == {**RICH, "wood": 7, "stone": 8}
    assert built(match, 0) == ["orchard"] and hand(match, 0) == []
    estates = match.view(1)["table"]["estates"]
    assert [(e["card"], e["owner"]) for e in estates] == [("orchard", 0)]
    match = do(at_work(6), "build:2")
    assert built(match, 0) == ["scale"] and match.view(1)["table"]["estates"] == []


@pytest.mark.rule("CC-WRK-3")
def test_a_card_that_cannot_be_paid_may_not_be_taken() -> None:
    match = at_work(6, tokens={0: {"wood": 2, "stone": 1}})
    assert chosen(match, "build") == ["3", "5", "6"]
    why = match.view(0)["table"]["ladder"][3]["why"]  # the Almanac: wood, stone, 2 coins
    assert why == {"code": "lacks", "tokens": {"coin": 2}}
    poor = lay(placed={0: ["workshop"]})
    give(poor, "workshop", "family-1")
    do(poor, "assigned")
    assert own(poor, 0) == {"lesson": 1}, "nothing could be built, the worker was idle"


@pytest.mark.rule("CC-WRK-4", "CC-WRK-5", "CC-SCO-6", "CC-INF-6", "CC-EX-28")
def test_each_building_takes_the_lowest_cottage_and_four_are_all() -> None:
    cards = ["umbrella", "scale", "tool-shed", "almanac"]
    totals = []
    for number in range(5):
        match = lay(step="over", month=8, built={0: cards[:number]}, ladder=["bicycle"] * 2)
        seat = match.view(0)["table"]["seats"][0]
        assert [c["bare"] for c in seat["cottages"]] == [place < number for place in range(4)]
        totals.append(seat["points"]["cottages"])
    assert totals == [0, 1, 3, 7, 8]
    match = lay(
        placed={0: ["workshop"]}, built={0: cards}, tokens={0: RICH}, ladder=["bicycle"] * 2
    )
    give(match, "workshop", "family-1")
    do(match, "assigned")
    assert step(match) != "act" and own(match, 0)["lesson"] == 1
    assert match.view(0)["table"]["ladder"][0]["why"] == {"code": "cottage"}


@pytest.mark.rule("CC-WRK-6")
def test_the_cards_above_slide_down_and_a_new_one_comes_on_top() -> None:
    match = do(at_work(6), "build:2")
    assert ladder(match)[:5] == ["umbrella", "tool-shed", "almanac", "bicycle", "orchard"]
    assert len(ladder(match)) == 6


@pytest.mark.rule("CC-WRK-7", "CC-RUL-46")
def test_nobody_builds_two_of_a_kind() -> None:
    match = at_work(6, built={0: ["scale"]})
    assert chosen(match, "build") == ["1", "3", "4", "5", "6"]
    assert match.view(0)["table"]["ladder"][1]["why"] == {"code": "twice"}


@pytest.mark.rule("CC-WRK-8")
def test_almanac_and_wheelbarrow_bring_their_tokens_at_once() -> None:
    match = do(at_work(6), "build:4")
    assert match.view(1)["table"]["seats"][0]["special"] == ["almanac"]
    match = do(at_work(6, ladder=["wheelbarrow"]), "build:1")
    assert match.view(1)["table"]["seats"][0]["special"] == ["wheelbarrow"]


LADDER = ["guest-cottage", "herb-garden", "wildwood", "umbrella", "writing-desk", "weathervane"]


@pytest.mark.rule("CC-EX-17", "CC-RUL-40")
def test_the_foxes_can_pay_only_wildwood_or_herb_garden() -> None:
    match = at_work(4, ladder=LADDER, tokens={0: {"wood": 2, "stone": 1}})
    assert [ladder(match)[int(rung) - 1] for rung in chosen(match, "build")] == [
        "herb-garden",
        "wildwood",
    ]
    assert IMPROVEMENT["writing-desk"].cost.json == {"wood": 1, "stone": 1}


@pytest.mark.rule("CC-EX-18", "CC-EX-19")
def test_the_foxes_build_the_herb_garden() -> None:
    match = at_work(4, ladder=LADDER, tokens={0: {"wood": 2, "stone": 1}})
    do(match, "build:2")
    assert own(match, 0) == {"stone": 1}
    assert built(match, 0) == ["herb-garden"]
    seat = match.view(0)["table"]["seats"][0]
    assert seat["cottages"][0] == {"points": 1, "bare": True}
    assert seat["points"]["cottages"] == 1
    assert ladder(match)[:5] == [
        "guest-cottage", "wildwood", "umbrella", "writing-desk", "weathervane",
    ]  # fmt: skip
    assert len(ladder(match)) == 6


# -- Inn --------------------------------------------------------------------------------------------


def at_inn(traveler: str, value: int, **laid: object) -> Match:
    """Seat 0 has given a die of that value to the Inn and acts there."""
    laid = {"placed": {0: ["inn", "market"]}, **laid}
    match = lay(traveler=traveler, family=[(value, 1)] * 3, **laid)  # type: ignore[arg-type]
    give(match, "inn", "family-1")
    return do(match, "assigned", "act:inn")


@pytest.mark.rule("CC-INN-1", "CC-TRV-5", "CC-EX-21")
def test_the_profit_is_the_one_shown_for_the_value_of_the_die() -> None:
    for value in (4, 5):
        assert own(at_inn("black-bear", value), 0) == {"book": 1, "lesson": 1}
    assert own(at_inn("gray-wolf", 3), 0) == {"coin": 1, "lesson": 1}
    # Without a worker at the Inn there is no profit.
    match = lay(traveler="black-bear", placed={0: ["market"]}, family=[(4, 4)] * 3)
    assert "give:inn" not in keys(do(match, "pick:family-1"))


@pytest.mark.rule("CC-INN-2", "CC-EX-22")
def test_a_printed_multiplier_limits_the_trades() -> None:
    match = at_inn("black-bear", 6, tokens={0: {"fruit": 5}})
    do(match, "trade:inn", "trade:inn")
    assert match.view(0)["table"]["trades"] == {"visit": "inn", "done": 2, "most": 3}
    do(match, "trade:inn")
    assert own(match, 0) == {"fruit": 2, "coin": 3, "lesson": 1}


@pytest.mark.rule("CC-INN-3", "CC-EX-20")
def test_a_die_symbol_limits_the_trades_by_the_value() -> None:
    for value in (1, 2, 3):
        match = at_inn("black-bear", value, tokens={0: {"fruit": 5}})
        for _ in range(value):
            do(match, "trade:inn", "choose:yarn")
        assert own(match, 0) == {"fruit": 5 - value, "yarn": value, "lesson": 1}


@pytest.mark.rule("CC-INN-4", "CC-INN-5")
def test_comforts_are_put_away_and_drawn_in_trades() -> None:
    match = at_inn("striped-skunk", 2, hands={0: ["pie", "soup"]})
    do(match, "trade:inn", "discard:soup", "choose:wood", "choose:yarn")
    assert hand(match, 0) == ["pie"]
    assert match.view(1)["table"]["piles"]["discards"] == ["soup"]
    assert own(match, 0) == {"wood": 1, "yarn": 1}
    match = at_inn("wild-turkey", 1)
    assert len(hand(match, 0)) == 1 and own(match, 0) == {"book": 1, "lesson": 1}


@pytest.mark.rule("CC-INN-6", "CC-MKT-5")
def test_trades_are_made_with_the_supply_alone() -> None:
    match = at_inn("black-bear", 6, tokens={0: {"fruit": 1}, 1: {"coin": 1}, 2: {"fruit": 1}})
    do(match, "trade:inn")
    assert [own(match, seat) for seat in (1, 2)] == [{"coin": 1}, {"fruit": 1}]


# -- Market -----------------------------------------------------------------------------------------


def at_market(tokens: dict[str, int], **laid: object) -> Match:
    match = lay(placed={0: ["market"]}, tokens={0: tokens}, **laid)  # type: ignore[arg-type]
    give(match, "market", "village-1")
    return do(match, "assigned", "act:market")


@pytest.mark.rule("CC-MKT-1", "CC-EX-23", "CC-RUL-20")
def test_at_the_market_one_trades_as_often_as_one_likes_and_can() -> None:
    match = at_market({"coin": 2, "wood": 2})
    do(match, "trade:coin-to-resource", "choose:wood")
    do(match, "trade:coin-to-resource", "choose:yarn")
    assert chosen(match, "trade") == ["pair-to-resource", "three-to-coin"]
    do(match, "trade:three-to-coin", "pay:wood", "pay:wood", "pay:wood")
    # What a trade brings pays the next one.
    do(match, "trade:coin-to-resource", "choose:yarn")
    do(match, "trade:pair-to-resource", "choose:stone")
    assert own(match, 0) == {"stone": 1}
    for value in range(1, 7):
        any_die = lay(placed={0: ["market"]}, village=(value, 1, 1, 1), tokens={0: {"coin": 1}})
        give(any_die, "market", "village-1")
        assert chosen(do(any_die, "assigned", "act:market"), "trade") == ["coin-to-resource"]


@pytest.mark.rule("CC-MKT-2")
def test_a_coin_buys_a_resource_of_choice() -> None:
    match = at_market({"coin": 1})
    do(match, "trade:coin-to-resource")
    assert len(chosen(match, "choose")) == 6
    assert own(do(match, "choose:grain"), 0) == {"grain": 1}


@pytest.mark.rule("CC-MKT-3", "CC-SYM-2")
def test_two_alike_buy_a_resource_of_choice() -> None:
    assert step(at_market({"wood": 1, "yarn": 1})) != "trade", "not two of one kind"
    match = at_market({"wood": 1, "yarn": 2, "fruit": 3})
    do(match, "trade:pair-to-resource")
    assert chosen(match, "pay") == ["yarn", "fruit"]
    do(match, "pay:yarn", "choose:stone")
    assert own(match, 0) == {"wood": 1, "fruit": 3, "stone": 1}


@pytest.mark.rule("CC-MKT-4")
def test_three_of_any_kinds_buy_a_coin() -> None:
    match = at_market({"wood": 1, "yarn": 1, "fruit": 2})
    do(match, "trade:three-to-coin", "pay:wood", "pay:fruit", "pay:fruit")
    assert own(match, 0) == {"yarn": 1, "coin": 1}


# -- Estates ----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-EST-2")
def test_no_workers_are_sent_to_estates() -> None:
    match = lay(step="place", built={0: ["orchard"], 1: ["orchard"]})
    assert [key for key in keys(match, 0) if "orchard" in key] == []
    assert len(chosen(match, "place", 0)) == 12


@pytest.mark.rule("CC-EST-4", "CC-RUL-28")
def test_one_die_for_each_estate_two_of_a_kind_are_two() -> None:
    match = lay(turn=2, built={0: ["orchard"], 1: ["orchard"]})
    give(match, "orchard-1", "family-1")
    do(match, "pick:family-2")
    assert chosen(match, "give") == ["orchard-2", "hill"]
    why = {e["place"]: e["why"] for e in match.view(2)["table"]["estates"]}
    assert why == {"orchard-1": {"code": "taken"}, "orchard-2": None}
    do(match, "give:orchard-2", "assigned", "act:orchard-1", "act:orchard-2")
    assert [own(match, seat) for seat in range(3)] == [{"fruit": 1}, {"fruit": 1}, {"fruit": 4}]


@pytest.mark.rule("CC-EST-5", "CC-EX-24", "CC-IMP-14")
def test_the_rabbits_use_the_wildwood_of_the_foxes() -> None:
    match = lay(4, built={3: ["wildwood"]})
    give(match, "wildwood-4", "family-2")
    do(match, "assigned", "act:wildwood-4")
    assert own(match, 0) == {"mushroom": 2}
    assert own(match, 3) == {"mushroom": 1}
    assert match.view(0)["table"]["estates"][0]["owner"] == 3


@pytest.mark.rule("CC-EX-4", "CC-EX-3", "CC-EX-5", "CC-EX-6")
def test_the_turn_of_the_rabbits() -> None:
    """Workshop, Inn, Forest and River; one lesson; no die is left for the River."""
    match = lay(
        step="place",
        forest="forest-spring-3",
        family=[(3, 5), (1, 1), (1, 1)],
        tokens={0: {"lesson": 1, "wood": 2}},
        traveler="black-bear",
        river=4,
    )
    for space in ("workshop", "inn", "forest-right", "river-b"):
        assert f"place:{space}" in keys(match, 0)
        match.act(0, f"place:{space}")
    for seat in (1, 2):
        for space in ("inn", "market", "workshop", "river-a"):
            match.act(seat, f"place:{space}")
        match.act(seat, "ready")
    match.act(0, "ready")
    match.state.village = [5, 4, 4, 1]
    match = Match(match.game, match.state)
    # The forest needs a 3 and a 4: a 5 becomes a 4 by the lesson.
    give(match, "forest-right", "village-1 -1", "family-1")
    give(match, "inn", "village-2")
    give(match, "workshop", "village-3")
    assert match.view(0)["table"]["lessons"]["left"] == 0
    # River B asks for a 5 or 6. The family 5 could go there; the rabbits have given another die.
    assert match.view(0)["table"]["river"]["b"] == [5, 6]
    assert "pick:village-4" not in keys(match), "no lesson is left to make the 1 fit"
    # They could move the 5 from the forest and keep the lesson, but then the forest fails.
    other = match.fork()
    do(other, "back:forest-right")
    assert other.view(0)["table"]["lessons"]["left"] == 1
    give(other, "river-b", "village-1")
    assert "forest-right" not in at(other).values()
    do(match, "assigned", "act:forest-right", "act:inn", "act:workshop", "build:3")
    assert own(match, 0)["mushroom"] == 2
    # The idle worker at the River brings 1 lesson, which is for later turns.
    assert own(match, 0)["lesson"] == 1 and match.state.acting == 1
    assert told(match, "idle") == [{"seat": 0, "workers": 1, "lessons": 1}]


@pytest.mark.rule("CC-EX-7")
def test_lamp_or_muffler_but_not_both() -> None:
    match = lay(
        step="make",
        hands={0: ["lamp", "muffler"]},
        tokens={0: {"wood": 1, "stone": 1, "yarn": 1, "fruit": 1, "coin": 1}},
    )
    assert sorted(chosen(match, "make")) == ["lamp", "muffler"]
    do(match, "make:lamp")
    assert own(match, 0) == {"wood": 1, "fruit": 1}
    assert keys(match) == ["end"] and hand(match, 0) == ["muffler"]


def test_refused_answers_change_nothing() -> None:
    match = lay(placed={0: ["inn"]})
    before = match.save()
    with pytest.raises(Exception, match="may not be chosen"):
        act(match, (0, "give:inn"))
    assert match.save() == before
    assert MEADOW and FOREST
