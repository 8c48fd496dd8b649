"""Special effects of travelers, and the timings that they have."""

from __future__ import annotations

import pytest

import meowple
from comforts.table import (
    BOX,
    TRAVELER,
    act,
    chosen,
    do,
    finish_turn,
    give,
    hand,
    keys,
    kind,
    lay,
    made,
    nest,
    own,
    step,
    told,
    workers,
)
from meowple import Match
from meowple.games.comforts.pieces.board import SPACES

EVERYWHERE = ("forest-left", "meadow-left", "river-a", "inn")


def begin(traveler: str, seats: int = 3, **laid: object) -> Match:
    """The traveler has just been turned up."""
    return lay(seats, "immediate", traveler=traveler, **laid)  # type: ignore[arg-type]


@pytest.mark.rule("CC-TRV-1")
def test_a_new_traveler_is_turned_up_every_month() -> None:
    match = meowple.new_match("comforts", 1, seed=4)
    do(match, keys(match)[0])
    shown = match.view(0)["table"]["traveler"]["card"]
    assert [event["card"] for event in told(match, "traveler")] == [shown]
    assert shown not in [BOX.travelers[card].id for card in match.state.travelers]
    assert len(match.state.travelers) == sum(card.solo for card in BOX.travelers) - 1


@pytest.mark.rule("CC-TRV-2")
def test_immediate_effects_come_before_the_family_dice() -> None:
    match = begin("gray-wolf")
    assert kind(match) == "wolf" and match.state.family == [0] * 6
    do(match, "pass", "pass", "pass")
    assert kind(match) == "place" and all(match.state.family)
    assert {c.id for c in BOX.travelers if c.timing == "immediate"} == {
        "canada-lynx",
        "common-loon",
        "leopard-frog",
        "gray-wolf",
        "common-raven",
    }


@pytest.mark.rule("CC-TRV-3", "CC-TVL-7")
def test_black_bear_gives_a_fruit_more_in_forest_and_meadow_all_month_for_all() -> None:
    match = lay(
        2,
        traveler="black-bear",
        placed={0: ["forest-left", "river-c"], 1: ["forest-left", "meadow-right"]},
        village=(1, 3, 4, 6),
    )
    give(match, "forest-left", "village-2")
    give(match, "river-c", "village-1")
    do(match, "assigned", "act:forest-left", "act:river-c")
    assert own(match, 0) == {"wood": 1, "fruit": 1, "stone": 1, "coin": 1}
    give(match, "forest-left", "village-2")
    give(match, "meadow-right", "village-3", "village-4")
    do(match, "assigned", "act:forest-left", "act:meadow-right")
    assert own(match, 1) == {"wood": 1, "fruit": 2, "yarn": 1, "coin": 1}
    assert match.state.month == 2, "and then the month is over"
    more = [space["more"] for space in match.view(0)["table"]["spaces"]]
    assert {"fruit": 1} not in more or match.state.traveler != TRAVELER["black-bear"].kind


@pytest.mark.rule("CC-TRV-4", "CC-TDY-1")
def test_end_of_month_effects_come_first_in_tidying_up() -> None:
    match = lay(2, turn=1, traveler="moose", tokens={0: {"wood": 1}})
    before = match.state.forest
    finish_turn(match)
    assert kind(match) == "moose" and match.state.forest == before
    assert not told(match, "tidied")
    do(match, "pass")
    assert told(match, "tidied") and match.state.month == 2


@pytest.mark.rule("CC-TVL-1", "CC-EX-2", "CC-SYM-3")
def test_canada_lynx_everybody_gives_two_different_resources_to_the_left() -> None:
    match = begin("canada-lynx", 3, early=1)
    for seat in (1, 2, 0):
        assert match.to_act == (seat,)
        match.act(seat, "choose:yarn")
        assert "choose:yarn" not in keys(match), "two different ones"
        match.act(seat, "choose:wood" if seat == 1 else "choose:stone")
    assert own(match, 2) == {"yarn": 1, "wood": 1}
    assert [own(match, seat) for seat in (0, 1)] == [{"yarn": 1, "stone": 1}] * 2
    assert step(match) == "place"


@pytest.mark.rule("CC-SYM-3")
def test_two_different_resources_are_paid_with_two_kinds() -> None:
    match = lay(
        traveler="canada-lynx", placed={0: ["inn"]}, family=[(1, 1)] * 3,
        tokens={0: {"wood": 3, "yarn": 1, "fruit": 1}},
    )  # fmt: skip
    give(match, "inn", "family-1")
    do(match, "assigned", "act:inn", "trade:inn", "pay:wood")
    assert chosen(match, "pay") == ["yarn", "fruit"]
    do(match, "pay:fruit", "trade:inn")
    assert own(match, 0) == {"wood": 1, "coin": 2}, "without a choice nobody is asked"
    assert step(match) != "trade", "two alike are not different"


@pytest.mark.rule("CC-TVL-2", "CC-TVL-3", "CC-RUL-31")
def test_common_loon_a_guest_is_placed_first_and_not_moved() -> None:
    match = lay(3, "guest", traveler="common-loon", built={0: ["wheelbarrow", "bicycle"]})
    assert match.to_act == (0, 1, 2)
    act(match, (0, "guest:inn"), (1, "guest:forest-left"), (2, "guest:market"))
    # Seat 1 has put the worker of seat 0, and so on to the left.
    assert [workers(match, seat) for seat in range(3)] == [["forest-left"], ["market"], ["inn"]]
    shown = match.view(1)["table"]["spaces"]
    assert shown[0]["workers"] == shown[0]["guests"] == [0], "shown to all"
    assert kind(match) == "place"
    assert "place:forest-left" not in keys(match, 0), "it counts as a worker of its family"
    for space in ("forest-right", "meadow-left", "river-a"):
        match.act(0, f"place:{space}")
    assert set(keys(match, 0)) == {
        "ready",
        *(f"lift:{space}" for space in ("forest-right", "meadow-left", "river-a")),
        *(f"barrow:{space}" for space in ("forest-right", "meadow-left", "river-a")),
    }, "the guest is neither moved nor followed by the wheelbarrow"
    match.act(0, "ready")
    for seat in (1, 2):
        for space in ("workshop", "nest-left", "nest-right"):
            match.act(seat, f"place:{space}")
        match.act(seat, "ready")
    assert kind(match) == "ride"
    assert chosen(match, "ride") == ["forest-right", "meadow-left", "river-a"]
    do(match, "pass")
    match.state.village[:] = [1, 1, 1, 1]
    match = Match(match.game, match.state)
    give(match, "forest-left", "village-1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0)["wood"] == 1, "its family gives it dice"
    two = lay(2, "guest", traveler="common-loon")
    act(two, (0, "guest:inn"), (1, "guest:market"))
    assert [workers(two, seat) for seat in (0, 1)] == [["market"], ["inn"]]


@pytest.mark.rule("CC-TVL-4", "CC-RUL-38")
def test_moose_a_gift_to_any_other_player_brings_a_book() -> None:
    match = lay(
        3, "month_end", traveler="moose", early=1,
        tokens={0: {"wood": 1, "coin": 3}, 1: {"yarn": 1, "fruit": 2}, 2: {"coin": 1}},
    )  # fmt: skip
    assert match.to_act == (1,)
    assert keys(match) == ["gift:1", "gift:3", "pass"]
    do(match, "gift:1")
    assert chosen(match, "pay") == ["yarn", "fruit"]
    do(match, "pay:fruit")
    assert own(match, 1) == {"yarn": 1, "fruit": 1, "book": 1}
    assert own(match, 0) == {"wood": 1, "fruit": 1, "coin": 3}
    assert match.to_act == (0,), "seat 2 has no resource to give; one gift for each"
    do(match, "pass")
    assert match.state.month == 2


@pytest.mark.rule("CC-TVL-5", "CC-TVL-6", "CC-RUL-48")
def test_blue_jay_one_more_action_with_village_dice_alone() -> None:
    match = lay(
        2, "month_end", traveler="blue-jay", early=1, village=(1, 4, 6, 6),
        family=[(2, 2), (2, 2)],
        tokens={0: {"lesson": 3}, 1: {"lesson": 3}},
        built={0: ["almanac", "umbrella", "weathervane"], 1: ["wheelbarrow"]},
        forest="forest-spring-1", meadow="meadow-spring-2",
    )  # fmt: skip
    # 1 for 3 or less, 1 + 4 for a total of 5; neither three in a row nor 1 and 2 with these dice.
    assert match.to_act == (1,)
    assert keys(match) == ["act:forest-left", "act:forest-right", "pass"]
    do(match, "act:forest-right")
    assert own(match, 1) == {"wood": 2, "mushroom": 2, "lesson": 3}
    assert match.to_act == (0,)
    assert keys(match) == ["act:forest-left", "act:forest-right", "pass"], "dice are not used up"
    do(match, "pass")
    assert own(match, 0) == {"lesson": 3}
    nothing = lay(
        2, "month_end", traveler="blue-jay", village=(6, 6, 6, 5),
        forest="forest-spring-1", meadow="meadow-spring-2",
    )  # fmt: skip
    assert nothing.state.month == 2, "nobody can, nobody is asked"


@pytest.mark.rule("CC-TVL-8", "CC-RUL-34")
def test_woodpecker_everything_costs_a_wood_less() -> None:
    match = lay(
        step="make", traveler="pileated-woodpecker", tokens={0: {"wood": 1, "yarn": 1, "grain": 5}},
        hands={0: ["toboggan", "bread"]},
    )  # fmt: skip
    assert match.view(0)["table"]["hand"][1]["cost"] == {"grain": 5}, "no wood, no change"
    costs = {card["card"]: card["cost"] for card in match.view(0)["table"]["hand"]}
    assert costs == {"toboggan": {"wood": 1, "yarn": 1}, "bread": {"grain": 5}}
    do(match, "make:toboggan")
    assert made(match, 0) == ["toboggan"] and own(match, 0) == {"grain": 5}
    flute = lay(
        step="make", traveler="pileated-woodpecker", tokens={0: {"coin": 1}}, hands={0: ["flute"]},
        nest=[],
    )  # fmt: skip
    assert do(flute, "make:flute") and own(flute, 0) == {}, "nothing below nothing"
    build = lay(
        placed={0: ["workshop"]}, traveler="pileated-woodpecker", ladder=["wildwood"],
        tokens={0: {"wood": 1, "stone": 1}},
    )  # fmt: skip
    give(build, "workshop", "family-1")
    assert own(do(build, "assigned", "act:workshop", "build:1"), 0) == {}


@pytest.mark.rule("CC-TVL-9", "CC-RUL-37")
def test_leopard_frog_two_lessons_for_everybody_never_spent_never_kept() -> None:
    match = lay(
        2, traveler="leopard-frog", placed={0: ["forest-left"], 1: ["forest-left"]},
        village=(5, 5, 6, 6), family=[(6, 6)] * 2, tokens={0: {"lesson": 1}},
    )  # fmt: skip
    assert match.view(0)["table"]["lessons"] == {"left": 3, "free": 2, "used": 0}
    give(match, "forest-left", "village-1 -1 -1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0) == {"wood": 1, "lesson": 1}
    assert match.state.acting == 1
    assert match.view(1)["table"]["lessons"] == {"left": 2, "free": 2, "used": 0}
    give(match, "forest-left", "village-1 -1 -1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 1) == {"wood": 1}


@pytest.mark.rule("CC-TVL-10", "CC-RUL-39")
def test_gray_wolf_whoever_wants_takes_an_open_comfort() -> None:
    match = begin("gray-wolf", early=2, hands={0: ["toys", "soup", "stew"]})
    do(match, "pass")
    assert match.to_act == (0,)
    assert keys(match) == ["nest:1", "nest:2", "nest:3", "nest:4", "pass"]
    do(match, "nest:3")
    assert sorted(hand(match, 0)) == ["pie", "soup", "stew", "toys"], "above three for now"
    assert len(nest(match)) == 4 and nest(match)[:3] == ["pot-of-tea", "flute", "rocking-chair"]
    assert match.to_act == (1,)
    do(match, "nest:3")
    assert hand(match, 1) == ["rocking-chair"]


@pytest.mark.rule("CC-TVL-11", "CC-RUL-54")
def test_mole_stone_and_coins_may_replace_one_another() -> None:
    def mole(tokens: dict[str, int], *cards: str) -> Match:
        return lay(
            step="make", traveler="hairy-tailed-mole", tokens={0: tokens}, hands={0: cards}, nest=[]
        )

    flute = mole({"wood": 1, "stone": 1}, "flute")
    assert own(do(flute, "make:flute"), 0) == {}, "a stone for a coin"
    candles = mole({"yarn": 1, "coin": 2}, "candles")
    assert own(do(candles, "make:candles"), 0) == {}, "a coin for a stone"
    both = mole({"wood": 1, "stone": 1, "coin": 1}, "flute")
    do(both, "make:flute")
    assert set(chosen(both, "pay")) == {"coin", "stone"}, "the player chooses"
    assert own(do(both, "pay:stone"), 0) == {"coin": 1}
    game = mole({"coin": 3, "book": 1}, "board-game")
    assert own(do(game, "make:board-game"), 0) == {}, "also as a resource of choice"
    market = lay(
        traveler="hairy-tailed-mole", placed={0: ["market"]}, tokens={0: {"stone": 1, "coin": 1}}
    )
    give(market, "market", "family-1")
    do(market, "assigned", "act:market")
    assert chosen(market, "trade") == ["coin-to-resource", "pair-to-resource"]
    do(market, "trade:pair-to-resource")
    do(market, *(key for key in [keys(market)[0]] if key.startswith("pay")))
    while "choose:yarn" not in keys(market):
        do(market, keys(market)[0])
    do(market, "choose:yarn")
    assert own(market, 0) == {"yarn": 1}, "half of a pair with a stone"
    gained = lay(traveler="hairy-tailed-mole", placed={0: ["river-c"]}, village=(1, 6, 6, 6))
    give(gained, "river-c", "village-1")
    assert own(do(gained, "assigned", "act:river-c"), 0) == {"stone": 1, "coin": 1}


@pytest.mark.rule("CC-RUL-20")
def test_with_the_mole_no_stone_is_traded_for_a_stone() -> None:
    # It could go on for ever, and a quick player did.
    market = lay(traveler="hairy-tailed-mole", placed={0: ["market"]}, tokens={0: {"stone": 1}})
    give(market, "market", "family-1")
    do(market, "assigned", "act:market", "trade:coin-to-resource")
    assert set(chosen(market, "choose")) == {"wood", "grain", "fruit", "mushroom", "yarn"}


@pytest.mark.rule("CC-TVL-12", "CC-RUL-35")
def test_common_raven_marked_spaces_give_a_coin_more() -> None:
    match = begin("common-raven", 3, early=1)
    assert match.to_act == (1,)
    assert chosen(match, "mark") == list(SPACES), "any of the twelve"
    do(match, "mark:market")
    assert "mark:market" not in keys(match), "all different"
    do(match, "mark:nest-right", "mark:forest-left")
    assert step(match) == "place"
    marks = {s["place"] for s in match.view(0)["table"]["spaces"] if s["coin"]}
    assert marks == {"market", "nest-right", "forest-left"}
    spaces = ["market", "forest-left", "nest-right", "river-c"]
    match = lay(
        traveler="common-raven", marked=["market", "nest-right", "forest-left"],
        placed={0: spaces}, tokens={0: {"wood": 4}}, village=(1, 2, 3, 6),
    )  # fmt: skip
    give(match, "market", "family-1")
    give(match, "forest-left", "village-2")
    give(match, "nest-right", "village-4")
    give(match, "river-c", "village-1")
    do(match, "assigned", "act:market", "trade:pair-to-resource", "choose:yarn")
    do(match, "trade:pair-to-resource", "choose:yarn")
    while step(match) == "trade":
        do(match, "enough")
    assert own(match, 0) == {"yarn": 2, "coin": 1}, "at the Market once per visit"
    do(match, "act:forest-left")
    assert own(match, 0) == {"yarn": 2, "wood": 1, "coin": 2}
    do(match, "act:nest-right")
    assert own(match, 0)["coin"] == 3
    do(match, "act:river-c")
    assert own(match, 0)["coin"] == 4, "its own coin only"


@pytest.mark.rule("CC-TVL-13", "CC-RUL-36")
def test_striped_skunk_a_discarded_comfort_after_each_action_at_the_nest() -> None:
    match = lay(
        traveler="striped-skunk", placed={0: ["nest-left", "nest-right"]}, discards=["soup", "toys"],
    )  # fmt: skip
    give(match, "nest-left", "village-3")
    give(match, "nest-right", "village-4")
    do(match, "assigned", "act:nest-left", "nest:1")
    assert set(keys(match)) == {"search:soup", "search:toys", "pass"}, "after the action"
    do(match, "search:toys", "act:nest-right", "search:soup")
    assert {"pot-of-tea", "toys", "soup"} <= set(hand(match, 0)) and len(hand(match, 0)) == 4
    assert match.state.discards == []
    other = lay(traveler="black-bear", placed={0: ["nest-left"]}, discards=["soup"])
    give(other, "nest-left", "village-3")
    do(other, "assigned", "act:nest-left", "nest:1")
    assert kind(other) == "make", "no other traveler lets anybody search"


@pytest.mark.rule("CC-TVL-14")
def test_american_beaver_both_forest_spaces_give_two_wood_more() -> None:
    match = lay(
        traveler="american-beaver", placed={0: ["forest-left", "forest-right", "meadow-right"]},
        village=(1, 2, 3, 4), family=[(1, 6)] * 3,
    )  # fmt: skip
    give(match, "forest-left", "village-3")
    give(match, "forest-right", "family-1", "village-1")
    give(match, "meadow-right", "family-2", "village-4")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0) == {"wood": 3}
    do(match, "act:forest-right", "act:meadow-right")
    assert own(match, 0) == {"wood": 3 + 4, "mushroom": 2, "yarn": 1, "coin": 1}


@pytest.mark.rule("CC-TVL-15")
def test_snapping_turtle_idle_workers_bring_three_lessons() -> None:
    match = lay(traveler="snapping-turtle", placed={0: ["inn", "market"]})
    do(match, "assigned")
    assert own(match, 0) == {"lesson": 6}


@pytest.mark.rule("CC-TVL-16", "CC-RUL-32")
def test_pine_marten_no_workers_but_dice_for_the_forest() -> None:
    match = lay(step="place", traveler="pine-marten", built={0: ["wheelbarrow"]})
    assert len(chosen(match, "place", 0)) == 10
    why = match.view(0)["table"]["spaces"][0]["why"]
    assert why == {"code": "closed", "card": "pine-marten"}
    match = lay(
        traveler="pine-marten", village=(1, 1, 2, 6), built={0: ["wheelbarrow"]}, wheelbarrow="turn"
    )
    assert chosen(match, "barrow") == []
    give(match, "forest-left", "village-1")
    give(match, "forest-right", "village-2", "village-3")
    do(match, "assigned", "act:forest-left", "act:forest-right")
    assert own(match, 0) == {"wood": 3, "mushroom": 2}
    unused = do(lay(traveler="pine-marten", village=(1, 1, 2, 6)), "assigned")
    assert own(unused, 0) == {}, "no worker, no lesson"


@pytest.mark.rule("CC-TVL-17")
def test_wild_turkey_everybody_may_set_one_own_family_die() -> None:
    match = lay(2, "set_die", traveler="wild-turkey", family=[(1, 6), (2, 2)])
    assert match.to_act == (0, 1)
    assert len(keys(match, 0)) == 11 and "set:family-1-1" not in keys(match, 0)
    act(match, (0, "set:family-2-3"), (1, "pass"))
    assert match.state.family == [1, 3, 2, 2]
    assert step(match) == "place"
    assert EVERYWHERE


@pytest.mark.rule("CC-RUL-50")
def test_profits_where_the_sources_contradict_one_another() -> None:
    turtle, moose, skunk = (
        TRAVELER[name].profits for name in ("snapping-turtle", "moose", "striped-skunk")
    )
    assert [p.faces for p in dict.fromkeys(turtle[1:])] == [(1, 2, 3), (4,), (5, 6)]
    assert moose[4].get.json == {"book": 1} and moose[4].give_rule == "same"
    assert skunk[6].times == 1 and skunk[6].give.json == {"card": 2}
    match = lay(
        placed={0: ["inn"]}, family=[(6, 1)] * 3, hands={0: ["pie", "soup", "toys", "stew"]}
    )
    give(match, "inn", "family-1")
    do(match, "assigned", "act:inn", "trade:inn", "discard:pie", "discard:soup")
    assert own(match, 0) == {"coin": 1, "book": 1} and step(match) != "trade"
