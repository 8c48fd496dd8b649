"""The month: its steps, family dice, placement, village dice, turns, lessons, making comforts."""

from __future__ import annotations

import pytest

import meowple
from comforts.table import (
    act,
    at,
    chosen,
    do,
    finish,
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
from meowple.core.errors import IllegalAction

# The spaces of forest-spring-1: left one die of 3 or less, right two dice of total 5 or less.


def refused(match: Match, seat: int, key: str) -> bool:
    with pytest.raises(IllegalAction):
        match.act(seat, key)
    return True


@pytest.mark.rule("CC-MON-1", "CC-TDY-9")
def test_a_month_has_six_steps_in_this_order() -> None:
    match = finish(meowple.new_match("comforts", 2, {"early_bird": 1}, seed=8))
    kinds = [event.kind for event in match.events()]
    months = [i for i, kind in enumerate(kinds) if kind == "month"]
    first = kinds[months[0] : months[1]]
    order = ["month", "traveler", "family", "placed", "village", "turn", "tidied"]
    places = [first.index(kind) for kind in order]
    assert places == sorted(places)
    assert first.count("turn") == 2 and first[-1] == "tidied"
    assert kinds[months[1]] == "month", "then a new month begins"


@pytest.mark.rule("CC-OVR-2", "CC-PLC-6", "CC-FAM-1", "CC-FAM-2")
def test_family_dice_are_rolled_and_seen_before_workers_are_placed_village_dice_after() -> None:
    match = lay(step="place", family=[(2, 5), (1, 1), (6, 3)])
    for viewer in (None, 0, 1, 2):
        table = match.view(viewer)["table"]
        assert table["family"] == [[2, 5], [1, 1], [6, 3]]
        assert table["village"] == [0, 0, 0, 0]
    for seat in range(3):
        for space in ("inn", "market", "workshop", "nest-left"):
            match.act(seat, f"place:{space}")
        match.act(seat, "ready")
    assert kind(match) == "dice", "dice are given only now"
    assert match.state.family == [2, 5, 1, 1, 6, 3], "values stay as rolled"
    rolls = {tuple(meowple.new_match("comforts", 2, seed=s).state.family) for s in range(3)}
    assert rolls == {(0, 0, 0, 0)}
    later = [told(finish(meowple.new_match("comforts", 2, seed=s)), "family") for s in range(6)]
    values = [
        value for months in later for month in months for own in month["dice"] for value in own
    ]
    assert set(values) == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("CC-PLC-1", "CC-PLC-4")
def test_all_place_at_the_same_time_in_any_order_and_may_move_until_content() -> None:
    match = lay(step="place")
    assert match.to_act == (0, 1, 2)
    act(match, (2, "place:inn"), (0, "place:market"), (2, "place:river-a"), (1, "place:inn"))
    act(match, (2, "place:workshop"), (2, "place:market"))
    assert workers(match, 2) == ["river-a", "workshop", "inn", "market"]
    assert chosen(match, "place", 2) == []
    act(match, (2, "lift:inn"), (2, "place:nest-left"))
    assert workers(match, 2) == ["river-a", "nest-left", "workshop", "market"]
    match.undo(2)
    match.undo(2)
    assert workers(match, 2) == ["river-a", "workshop", "inn", "market"]
    assert workers(match, 0) == ["market"], "what others placed meanwhile stands"
    match.act(2, "ready")
    assert match.to_act == (0, 1)
    assert match.view(2)["undo"] == "free"
    match.undo(2)
    assert match.to_act == (0, 1, 2)


@pytest.mark.rule("CC-PLC-2", "CC-PLC-3")
def test_one_own_worker_on_a_space_but_any_number_of_others() -> None:
    match = lay(step="place")
    act(match, (0, "place:inn"), (1, "place:inn"), (2, "place:inn"))
    assert "place:inn" not in keys(match, 0)
    assert refused(match, 0, "place:inn")
    why = {s["place"]: s["why"] for s in match.view(0)["table"]["spaces"]}
    assert why["inn"] == {"code": "own_worker"} and why["market"] is None


@pytest.mark.rule("CC-RUL-6")
def test_all_four_workers_must_be_placed() -> None:
    match = lay(step="place")
    for left, space in zip((4, 3, 2, 1), ("inn", "market", "workshop", "river-a"), strict=True):
        assert "ready" not in keys(match, 0)
        assert match.view(0)["table"]["placing"]["why"] == {"code": "workers_left", "number": left}
        match.act(0, f"place:{space}")
    assert "ready" in keys(match, 0)


@pytest.mark.rule("CC-RUL-5")
def test_placement_is_hidden_or_open_as_the_table_chose() -> None:
    for option, seen in (("hidden", []), ("open", [0])):
        match = lay(step="place", placement=option)
        match.act(0, "place:inn")
        spaces = {s["place"]: s for s in match.view(1)["table"]["spaces"]}
        assert spaces["inn"]["workers"] == seen
        assert match.view(0)["table"]["spaces"][10]["workers"] == [0], "one sees one's own"
        for seat in range(3):
            for space in ("inn", "market", "workshop", "river-a"):
                if f"place:{space}" in keys(match, seat):
                    match.act(seat, f"place:{space}")
        act(match, (0, "ready"), (1, "ready"))
        if option == "open":  # still to be changed until the last one is ready
            match.undo(0)
            act(match, (0, "lift:inn"), (0, "place:meadow-left"), (0, "ready"))
        assert not told(match, "placed")
        match.act(2, "ready")
        assert [p["seat"] for p in told(match, "placed")] == [0, 1, 2], "shown together"
        assert match.view(1)["table"]["spaces"][11]["workers"] == [0, 1, 2]


@pytest.mark.rule("CC-PLC-7")
def test_every_space_shows_what_it_needs() -> None:
    needs = {s["place"]: s["need"] for s in lay(river=1).view(0)["table"]["spaces"]}
    assert needs["forest-left"] == {"kind": "value_max", "dice": 1, "value": 3, "values": []}
    assert needs["forest-right"] == {"kind": "sum_max", "dice": 2, "value": 5, "values": []}
    assert needs["river-b"]["values"] == [2, 3]
    for place in ("nest-left", "nest-right", "workshop", "inn", "market"):
        assert needs[place]["kind"] == "any"
        for value in range(1, 7):
            match = lay(family=[(value, 1)], seats=1, placed={0: [place]})
            assert place in chosen(do(match, "pick:family-1"), "give")


@pytest.mark.rule("CC-PLC-8")
def test_turn_order_matters_only_where_cards_are_taken() -> None:
    match = lay(
        2,
        placed={0: ["nest-left", "forest-left"], 1: ["nest-left", "forest-left"]},
        village=(1, 1, 6, 6),
    )
    give(match, "nest-left", "village-3")
    give(match, "forest-left", "village-1")
    do(match, "assigned", "act:forest-left", "act:nest-left", "nest:2")
    finish_turn(match)
    assert match.state.acting == 1
    assert "flute" not in nest(match), "the earlier player has it"
    give(match, "forest-left", "village-1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0)["wood"] == own(match, 1)["wood"] == 1


@pytest.mark.rule("CC-VIL-2", "CC-TRN-14")
def test_village_dice_keep_their_values_and_go_back_to_the_hill_for_the_next() -> None:
    match = lay(placed={0: ["inn", "market"], 1: ["inn"]}, village=(1, 2, 3, 4))
    give(match, "inn", "village-2")
    give(match, "market", "family-1")
    finish_turn(do(match, "assigned"))
    assert match.state.acting == 1
    assert at(match) == {}
    assert match.state.village == [1, 2, 3, 4]
    assert chosen(match, "pick") == [f"family-{i}" for i in (1, 2)] + [
        f"village-{i}" for i in (1, 2, 3, 4)
    ]


@pytest.mark.rule("CC-TRN-1", "CC-TRN-17", "CC-RUL-7")
def test_turns_go_clockwise_from_the_early_bird_and_then_the_month_ends() -> None:
    match = lay(3, early=2)
    order = []
    while match.state.month == 1:
        order.append(match.state.acting)
        finish_turn(match)
    assert order == [2, 0, 1]
    assert told(match, "tidied")[0]["early"] == 0, "the worm goes to the left too"


@pytest.mark.rule("CC-TRN-2", "CC-TRN-3")
def test_the_pool_is_two_family_and_four_village_dice_freely_mixed() -> None:
    match = lay(placed={0: ["forest-right"]}, family=[(1, 6)] * 3, village=(4, 6, 6, 6))
    pool = match.view(0)["table"]["pool"]
    assert [die["face"] for die in pool] == [1, 6, 4, 6, 6, 6]
    give(match, "forest-right", "family-1", "village-1")
    do(match, "assigned", "act:forest-right")
    assert own(match, 0) == {"wood": 2, "mushroom": 2}


@pytest.mark.rule("CC-TRN-4", "CC-EST-3", "CC-EST-1")
def test_family_dice_may_go_to_estates_of_anybody_village_dice_never() -> None:
    match = lay(built={1: ["orchard"]}, family=[(1, 6)] * 3)
    assert chosen(match, "pick") == ["family-1", "family-2"]
    do(match, "pick:family-1")
    assert chosen(match, "give") == ["orchard-2", "hill"]
    do(match, "give:orchard-2", "assigned", "act:orchard-2")
    assert own(match, 0) == {"fruit": 2}
    # With a place for village dice too the reason is told.
    match = do(lay(built={1: ["orchard"]}, placed={0: ["inn"]}), "pick:village-1")
    assert match.view(0)["table"]["estates"][0]["why"] == {"code": "family_only"}


@pytest.mark.rule("CC-TRN-5", "CC-TRN-18")
def test_a_die_serves_one_place_and_the_hill_holds_the_rest() -> None:
    match = give(lay(placed={0: ["inn", "market"]}), "inn", "village-1")
    assert "village-1" not in chosen(match, "pick")
    pool = {die["die"]: die for die in match.view(0)["table"]["pool"]}
    assert pool["village-1"]["at"] == "inn"
    assert pool["village-1"]["why"] == {"code": "given", "place": "inn"}
    assert [name for name, die in pool.items() if die["at"] is None] == [
        "family-1", "family-2", "village-2", "village-3", "village-4",
    ]  # fmt: skip


@pytest.mark.rule("CC-TRN-6", "CC-RUL-10")
def test_dice_may_be_rearranged_until_the_assignment_is_final_with_the_actions() -> None:
    match = give(lay(placed={0: ["inn", "market", "workshop"]}), "inn", "village-1")
    do(match, "back:inn")
    assert at(match) == {}
    give(match, "market", "village-1")
    do(match, "pick:village-2", "give:hill")
    give(match, "inn", "family-2")
    assert at(match) == {"village-1": "market", "family-2": "inn"}
    do(match, "assigned")
    assert kind(match) == "act"
    assert keys(match) == ["act:inn", "act:market", "rest"]


@pytest.mark.rule("CC-TRN-7")
def test_actions_come_in_any_order_one_completely_before_the_next() -> None:
    match = lay(placed={0: ["market", "forest-left", "river-c"]}, tokens={0: {"coin": 1}}, river=1)
    give(match, "market", "family-1")
    give(match, "forest-left", "village-2")
    give(match, "river-c", "village-1")
    do(match, "assigned", "act:market", "trade:coin-to-resource")
    assert all(key.startswith("choose:") for key in keys(match)), "the trade comes to its end"
    do(match, "choose:yarn")
    assert keys(match) == ["act:forest-left", "act:river-c", "rest"]
    do(match, "act:river-c", "act:forest-left")
    assert own(match, 0) == {"yarn": 1, "stone": 1, "coin": 1, "wood": 1}


@pytest.mark.rule("CC-TRN-8")
def test_after_an_action_worker_and_family_dice_go_home_village_dice_stay() -> None:
    match = lay(placed={0: ["forest-right", "inn"]}, family=[(1, 6)] * 3, village=(2, 6, 6, 6))
    give(match, "forest-right", "family-1", "village-1")
    give(match, "inn", "village-2")
    do(match, "assigned", "act:forest-right")
    assert workers(match, 0) == ["inn"]
    table = match.view(0)["table"]
    assert table["seats"][0]["workers"] == 3
    spaces = {space["place"]: space for space in table["spaces"]}
    assert spaces["forest-right"]["acted"] and not spaces["inn"]["acted"]
    assert [die["die"] for die in spaces["forest-right"]["dice"]] == ["village-1"]
    assert [die["home"] for die in table["pool"]] == [True, False, False, False, False, False]
    assert not any(key.startswith("pick") for key in keys(match)), "no die is given again"


@pytest.mark.rule("CC-TRN-9", "CC-RUL-19")
def test_any_action_may_be_declined_and_a_visit_without_trades_is_an_action() -> None:
    match = give(lay(placed={0: ["forest-left", "market"]}), "forest-left", "village-1")
    give(match, "market", "family-1")
    do(match, "assigned", "rest")
    assert own(match, 0) == {"lesson": 2}
    match = give(lay(placed={0: ["market"]}), "market", "family-1")
    do(match, "assigned", "act:market")
    assert own(match, 0) == {}, "acted without a trade: no lesson"
    assert step(match) != "act"


@pytest.mark.rule("CC-TRN-10", "CC-TRN-11")
def test_idle_workers_come_home_with_a_lesson_each_for_later_turns() -> None:
    match = lay(placed={0: ["forest-left", "inn", "market"]}, hands={0: ["pie"]})
    give(match, "forest-left", "village-1")
    assert match.view(0)["table"]["lessons"]["left"] == 0
    do(match, "assigned", "act:forest-left")
    assert own(match, 0) == {"wood": 1, "lesson": 2}
    assert workers(match, 0) == []
    assert keys(match) == ["end"], "nothing is left for which a lesson could be used"
    assert told(match, "idle")[0]["workers"] == 2


@pytest.mark.rule("CC-TRN-12", "CC-CRA-1", "CC-CRA-2")
def test_after_the_actions_any_number_of_comforts_is_made_from_the_hand() -> None:
    match = lay(
        step="make",
        tokens={0: {"wood": 4, "yarn": 2, "fruit": 1, "coin": 1, "book": 1}},
        hands={0: ["toboggan", "flute", "quilt"]},
        nest=["muffler", "pie", "pie", "soup"],
    )
    assert set(chosen(match, "make")) == {"toboggan", "flute", "quilt"}, "not the open one"
    do(match, "make:toboggan")
    assert own(match, 0) == {"wood": 2, "yarn": 1, "fruit": 1, "coin": 1, "book": 1}
    do(match, "make:quilt")
    assert made(match, 0) == ["toboggan", "quilt"]
    assert own(match, 0) == {"wood": 2, "fruit": 1}
    assert keys(match) == ["end"], "the flute costs a coin"
    do(match, "end")
    assert hand(match, 0) == ["flute"]
    assert match.view(1)["table"]["seats"][0]["made"][0]["card"] == "toboggan", "face up"


@pytest.mark.rule("CC-TRN-13")
def test_family_dice_left_on_the_board_go_home_at_the_end() -> None:
    match = lay(placed={0: ["inn"]}, built={1: ["orchard"]}, hands={0: ["pie"]})
    give(match, "inn", "family-1")
    give(match, "orchard-2", "family-2")
    do(match, "assigned", "rest")
    assert step(match) == "make" and set(at(match)) == {"family-1", "family-2"}
    do(match, "end")
    assert at(match) == {} and match.state.acting == 1


@pytest.mark.rule("CC-TRN-15")
def test_used_lessons_go_to_the_supply() -> None:
    match = lay(placed={0: ["forest-left"]}, village=(5, 6, 6, 6), tokens={0: {"lesson": 3}})
    give(match, "forest-left", "village-1 -1 -1")
    do(match, "assigned", "act:forest-left")
    finish_turn(match)
    assert own(match, 0) == {"wood": 1, "lesson": 1}


@pytest.mark.rule("CC-TRN-16")
def test_only_at_the_end_of_the_turn_a_hand_is_cut_down_to_three() -> None:
    cards = ["pie", "soup", "bread", "stew", "toys"]
    match = lay(hands={0: cards, 1: cards}, step="make", nest=["lamp"] * 3)
    assert len(hand(match, 0)) == 5
    do(match, "end")
    assert kind(match) == "discard"
    assert sorted(chosen(match, "discard")) == sorted(cards), "the player chooses"
    do(match, "discard:soup", "discard:toys")
    assert sorted(hand(match, 0)) == ["bread", "pie", "stew"]
    assert match.state.acting == 1 and len(hand(match, 1)) == 5, "not yet hers"
    three = lay(hands={0: cards[:3]}, step="make")
    assert do(three, "end").state.acting == 1


# -- lessons ----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-LES-1", "CC-LES-2")
def test_a_lesson_changes_a_die_up_or_down_for_this_assignment_in_every_respect() -> None:
    # Need: the value 4 in the forest, 2 cards for 1 or 2 at the nest.
    match = lay(
        placed={0: ["forest-left", "nest-right"]},
        forest="forest-spring-2",
        village=(3, 3, 6, 6),
        family=[(6, 6)] * 3,
        tokens={0: {"lesson": 2}},
    )
    assert "give:forest-left" not in keys(do(match, "pick:village-1"))
    do(match, "lesson:+1", "give:forest-left")
    give(match, "nest-right", "village-2 -1")
    do(match, "assigned", "act:nest-right")
    assert len(hand(match, 0)) == 2
    do(match, "act:forest-left")
    assert own(match, 0) == {"mushroom": 2}
    assert match.state.village == [3, 3, 6, 6], "the dice are not turned"


@pytest.mark.rule("CC-LES-3")
def test_several_lessons_may_go_to_one_die() -> None:
    match = lay(placed={0: ["forest-left"]}, village=(6, 6, 6, 6), tokens={0: {"lesson": 3}})
    give(match, "forest-left", "village-1 -1 -1 -1")
    assert match.view(0)["table"]["lessons"] == {"left": 0, "free": 0, "used": 3}
    assert do(match, "assigned", "act:forest-left") and own(match, 0) == {"wood": 1}


@pytest.mark.rule("CC-LES-4", "CC-LES-5")
def test_no_value_rises_above_six_or_falls_below_one_or_wraps() -> None:
    match = lay(placed={0: ["inn"]}, family=[(6, 1)] * 3, tokens={0: {"lesson": 9}})
    assert chosen(do(match, "pick:family-1"), "lesson") == ["-1"]
    do(match, "give:hill", "pick:family-2")
    assert chosen(match, "lesson") == ["+1"]
    do(match, *["lesson:+1"] * 5)
    assert chosen(match, "lesson") == []
    assert match.view(0)["table"]["pool"][1]["value"] == 6


# -- making comforts --------------------------------------------------------------------------------


@pytest.mark.rule("CC-CRA-3")
def test_some_comforts_are_worth_more_together() -> None:
    one = lay(step="over", month=8, made={0: ["flute"]})
    both = lay(step="over", month=8, made={0: ["flute", "mandolin"]})
    assert one.scores[0] == 4 and both.scores[0] == 4 + 2 + 6


@pytest.mark.rule("CC-CRA-5", "CC-RUL-49")
def test_tokens_for_cards_stay_free_to_be_spent_until_the_end() -> None:
    match = lay(
        step="make",
        made={0: ["piggy-bank"]},
        tokens={0: {"coin": 2, "wood": 2}},
        hands={0: ["mandolin"]},
    )
    laid = match.view(0)["table"]["seats"][0]["made"][0]
    assert laid == {"card": "piggy-bank", "laid": {"coin": 2}, "points": 3 + 4}
    do(match, "make:mandolin")
    assert own(match, 0) == {}
    assert match.view(0)["table"]["seats"][0]["made"][0]["points"] == 3
