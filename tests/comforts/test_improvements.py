"""What improvements do."""

from __future__ import annotations

import pytest

import meowple
from comforts.table import (
    BOX,
    act,
    built,
    chosen,
    do,
    finish_turn,
    give,
    hand,
    keys,
    kind,
    lay,
    next_placement,
    own,
    step,
    told,
    workers,
)
from meowple import Match
from meowple.games.comforts.pieces.board import TYPES
from meowple.games.comforts.rules.scoring import points

BY_TYPE = {name: [c.id for c in BOX.comforts if c.type == i] for i, name in enumerate(TYPES)}


def abilities(card: str, **made: list[str]) -> int:
    """What a card scores for seat 0 when these are made: ``mine``, ``left``, ``right``."""
    match = lay(
        step="over",
        month=8,
        built={0: [card]},
        made={0: made.get("mine", []), 1: made.get("left", []), 2: made.get("right", [])},
        nest=[],
        ladder=[],
    )
    return points(match.state, 0).abilities


@pytest.mark.parametrize(
    ("card", "type", "each"),
    [
        pytest.param("barrel-sauna", "outdoor", 2, marks=pytest.mark.rule("CC-IMP-1")),
        pytest.param(
            "writing-desk", "light", 2, marks=pytest.mark.rule("CC-IMP-2", "CC-RUL-43", "CC-INF-11")
        ),
        pytest.param(
            "spinning-wheel", "clothing", 1, marks=pytest.mark.rule("CC-IMP-3", "CC-RUL-42")
        ),
        pytest.param("herb-garden", "food", 1, marks=pytest.mark.rule("CC-IMP-4")),
    ],
)
def test_points_for_comforts_of_a_type_made_by_all_others(card: str, type: str, each: int) -> None:
    some = BY_TYPE[type]
    others = [c.id for c in BOX.comforts if c.id not in some]
    assert abilities(card, mine=some) == 0
    assert abilities(card, left=some[:2], right=[some[0]]) == 3 * each
    assert abilities(card, left=others, right=others) == 0


# -- dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-IMP-5", "CC-RUL-15")
def test_umbrella_raises_one_family_die_by_one_or_two_once_in_the_own_turn() -> None:
    match = lay(placed={0: ["inn", "market"]}, built={0: ["umbrella"]}, family=[(2, 3)] * 3)
    do(match, "pick:family-1")
    assert chosen(match, "umbrella") == ["+1", "+2"]
    do(match, "umbrella:+2")
    assert chosen(match, "umbrella") == []
    do(match, "give:inn", "pick:family-2")
    assert chosen(match, "umbrella") == [], "only one die"
    do(match, "give:hill", "back:inn", "pick:family-2")
    assert chosen(match, "umbrella") == ["+1", "+2"], "taken back with its die"
    do(match, "give:hill", "pick:village-1")
    assert chosen(match, "umbrella") == [], "only family dice"
    do(match, "give:hill")
    give(match, "market", "family-1 umbrella:+1")
    do(match, "assigned")
    assert told(match, "assigned")[0]["given"][0]["dice"] == [
        {"die": "family-1", "face": 2, "value": 3}
    ]
    assert match.state.family[:2] == [2, 3], "the die itself is not turned"
    finish_turn(match)
    assert match.state.umbrella_die == -1, "the change lasts for this turn only"
    assert chosen(do(lay(placed={0: ["inn"]}), "pick:family-1"), "umbrella") == []


@pytest.mark.rule("CC-IMP-6", "CC-RUL-16")
def test_weathervane_turns_a_village_die_for_the_rest_of_the_month_for_all() -> None:
    match = lay(
        2,
        placed={0: ["inn"], 1: ["inn", "market"]},
        built={0: ["weathervane"], 1: ["weathervane"]},
        village=(3, 1, 6, 4),
    )
    do(match, "pick:village-1")
    assert chosen(match, "vane") == ["-1", "+1"]
    do(match, "vane:+1")
    assert match.state.village == [4, 1, 6, 4]
    assert chosen(match, "vane") == ["off"], "only once"
    do(match, "give:hill", "pick:village-2")
    assert chosen(match, "vane") == []
    do(match, "give:hill")
    finish_turn(do(match, "assigned", "rest") if "rest" in keys(match) else do(match, "assigned"))
    match = lay(
        2,
        placed={0: ["inn"], 1: ["inn", "market"]},
        built={0: ["weathervane"], 1: ["weathervane"]},
        village=(3, 1, 6, 4),
        hands={0: ["pie"]},
    )
    do(match, "pick:village-1", "vane:+1", "give:hill", "assigned", "end")
    assert match.state.acting == 1 and match.state.village == [4, 1, 6, 4]
    do(match, "pick:village-1", "vane:+1")  # a later Weathervane starts from there
    assert match.state.village == [5, 1, 6, 4]
    do(match, "give:market", "pick:family-1")
    assert chosen(match, "vane") == [], "only village dice"


def with_vane(seats: int = 2, **laid: object) -> Match:
    """Seat 0 has a Weathervane and workers in the Forest and at the Inn, with village dice 3 and 6."""
    laid = {"built": {0: ["weathervane"]}, "village": (3, 6, 6, 4), "placed": {0: ["forest-left", "inn"]}} | laid  # fmt: skip
    match = lay(seats, family=[(5, 5)] * seats, **laid)  # type: ignore[arg-type]
    give(match, "forest-left", "village-1")
    give(match, "inn", "village-2")
    return match


@pytest.mark.rule("CC-IMP-6", "CC-RUL-15")
def test_weathervane_turns_a_die_until_the_turn_ends_but_not_within_an_action() -> None:
    match = do(with_vane(), "assigned")
    assert sorted(chosen(match, "turn")) == sorted(
        ["village-1:-1", "village-2:-1", "village-3:-1", "village-4:+1", "village-4:-1"]
    ), "a 4 does not serve that Forest, no die shows a 7"
    do(match, "act:forest-left")
    assert "village-1:+1" in chosen(match, "turn"), "that action is done"
    do(match, "turn:village-1:+1")
    assert match.state.village == [4, 6, 6, 4] and own(match, 0) == {"wood": 1}
    assert told(match, "vane") == [{"seat": 0, "die": "village-1", "by": 1, "value": 4}]
    assert kind(match) == "act" and chosen(match, "turn") == [], "once in a turn"
    do(match, "rest")
    assert match.state.acting == 1 and match.state.village == [4, 6, 6, 4]

    earlier = do(with_vane(), "pick:village-3", "vane:-1", "give:hill", "assigned")
    assert chosen(earlier, "turn") == [], "once, whenever it is"
    trading = do(with_vane(tokens={0: {"coin": 9, "wood": 9}}), "assigned", "act:inn")
    while kind(trading) != "act":
        assert chosen(trading, "turn") == []
        do(trading, keys(trading)[-1])


@pytest.mark.rule("CC-IMP-6", "CC-RUL-15")
def test_weathervane_changes_what_an_action_to_come_earns() -> None:
    match = lay(2, built={0: ["weathervane"]}, village=(3, 6, 6, 4), placed={0: ["nest-right"]})
    give(match, "nest-right", "village-1")
    do(match, "assigned", "turn:village-1:-1", "act:nest-right")
    assert len(match.state.hands[0]) == 2, "a 2 draws two"


@pytest.mark.rule("CC-IMP-6", "CC-RUL-15")
def test_weathervane_may_wait_for_the_end_of_the_turn() -> None:
    match = do(with_vane(hands={0: ["pie"]}), "assigned", "rest")
    assert kind(match) == "make" and len(chosen(match, "turn")) == 6, "whatever lies where"
    do(match, "turn:village-1:+1")
    assert kind(match) == "make" and keys(match) == ["end"]
    # An empty hand is no reason to end the turn too soon.
    match = do(with_vane(), "assigned", "act:forest-left", "rest")
    assert kind(match) == "make" and keys(match)[0] == "end"
    do(match, "turn:village-1:+1")
    assert match.state.acting == 1 and match.state.village[0] == 4
    # The last one of the month turns a die for nobody, except for the Blue Jay's action.
    last = do(with_vane(1), "assigned", "rest")
    assert last.state.month == 2
    jay = do(with_vane(1, traveler="blue-jay"), "assigned", "rest", "turn:village-1:-1")
    assert kind(jay) == "jay" and jay.state.village[0] == 2


@pytest.mark.rule("CC-RUL-15")
def test_weathervane_only_while_dice_are_given_if_the_table_wants_it() -> None:
    match = with_vane(weathervane="giving", hands={0: ["pie"]})
    assert "vane:-1" in keys(do(match, "pick:village-3"))
    do(match, "give:hill", "assigned")
    assert chosen(match, "turn") == []
    do(match, "act:forest-left", "rest")
    assert keys(match) == ["end"]


@pytest.mark.rule("CC-IMP-6")
def test_positions_with_a_die_turned_late_come_back() -> None:
    for keys_ in (
        ("assigned", "act:forest-left", "turn:village-1:+1"),
        ("assigned", "rest", "turn:village-1:+1"),
        ("assigned", "turn:village-2:-1"),
    ):
        out = ["forest-left", "inn", "market", "workshop"]
        match = with_vane(hands={0: ["soup"], 1: ["toys"]}, placed={0: out, 1: out})
        do(match, *keys_)
        again = meowple.new_match("comforts", position=match.position())
        assert again.position() == match.position()
        assert again.view(0)["actions"] == match.view(0)["actions"]


@pytest.mark.rule("CC-RUL-14")
def test_umbrella_and_weathervane_stay_within_one_and_six_and_add_up_with_lessons() -> None:
    match = lay(
        placed={0: ["inn"]},
        built={0: ["umbrella", "weathervane"]},
        family=[(6, 5)] * 3,
        village=(6, 1, 3, 3),
        tokens={0: {"lesson": 2}},
    )
    do(match, "pick:family-1")
    assert chosen(match, "umbrella") == []
    do(match, "lesson:-1", "lesson:-1")
    assert chosen(match, "umbrella") == ["+1", "+2"], "in an order in which each step is allowed"
    do(match, "umbrella:+2")
    assert match.view(0)["table"]["pool"][0]["value"] == 6
    do(match, "give:hill", "pick:family-2")
    assert chosen(match, "umbrella") == ["+1"]
    do(match, "give:hill", "pick:village-1")
    assert chosen(match, "vane") == ["-1"]
    do(match, "give:hill", "pick:village-2")
    assert chosen(match, "vane") == ["+1"]
    do(match, "vane:+1", "lesson:+1")
    assert match.view(0)["table"]["pool"][3]["value"] == 3
    assert match.state.village == [6, 2, 3, 3]


@pytest.mark.rule("CC-IMP-8")
def test_almanac_is_a_lesson_that_is_never_spent_once_each_month() -> None:
    match = lay(
        1,
        placed={0: ["forest-left"]},
        built={0: ["almanac"]},
        village=(5, 6, 6, 6),
        family=[(6, 6)],
        tokens={0: {"lesson": 1}},
    )
    assert match.view(0)["table"]["lessons"] == {"left": 2, "free": 1, "used": 0}
    give(match, "forest-left", "village-1 -1 -1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0) == {"wood": 1}, "the lesson is spent, the token stays"
    next_placement(match)
    for space in ("inn", "market", "workshop", "nest-right"):
        match.act(0, f"place:{space}")
    do(match, "ready")
    while step(match) != "dice":
        do(match, keys(match)[-1])
    lessons = match.view(0)["table"]["lessons"]
    assert lessons["free"] == 1, "it may be used again in another month"
    assert lessons["left"] == own(match, 0).get("lesson", 0) + 1, "but only once in a month"


@pytest.mark.rule("CC-IMP-10")
def test_tool_shed_makes_the_die_in_the_workshop_a_six() -> None:
    match = lay(
        placed={0: ["workshop", "inn"]},
        built={0: ["tool-shed"]},
        family=[(1, 1)] * 3,
        ladder=["umbrella", "scale", "bicycle", "almanac", "field", "orchard"],
        tokens={0: {"wood": 9, "stone": 9, "coin": 9}},
    )
    give(match, "workshop", "family-1")
    do(match, "assigned", "act:workshop")
    assert chosen(match, "build") == ["1", "2", "3", "4", "5", "6"]


# -- workers ----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-IMP-7", "CC-RUL-23")
def test_wheelbarrow_goes_with_a_worker_to_forest_meadow_or_river() -> None:
    match = lay(1, step="place", built={0: ["wheelbarrow"]}, family=[(1, 6)])
    for space in ("forest-right", "inn", "river-c", "meadow-left"):
        match.act(0, f"place:{space}")
    assert chosen(match, "barrow") == ["forest-right", "meadow-left", "river-c"]
    do(match, "barrow:river-c", "barrow:forest-right")
    assert match.view(0)["table"]["seats"][0]["barrow"] == "forest-right"
    do(match, "ready")
    match.state.village[:] = [1, 2, 6, 6]
    match = Match(match.game, match.state)
    give(match, "forest-right", "village-1", "village-2")
    do(match, "assigned", "act:forest-right")
    assert chosen(match, "choose") == ["wood", "mushroom"], "equal to one collected there"
    do(match, "choose:mushroom")
    assert own(match, 0)["mushroom"] == 3 and own(match, 0)["wood"] == 2
    # With the other option it goes out in the own turn.
    match = lay(placed={0: ["forest-left", "inn"]}, built={0: ["wheelbarrow"]}, wheelbarrow="turn")
    assert chosen(match, "barrow") == ["forest-left"]
    do(match, "barrow:forest-left")
    assert chosen(match, "barrow") == [] and "unload" in keys(match)
    give(match, "forest-left", "village-1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0)["wood"] == 2
    other = lay(step="place", built={0: ["wheelbarrow"]}, wheelbarrow="turn")
    assert chosen(act(other, (0, "place:forest-left")), "barrow", 0) == []


@pytest.mark.rule("CC-RUL-24")
def test_wheelbarrow_copies_resources_only_and_what_travelers_add_counts() -> None:
    def collected(place: str, *dice: str, **laid: object) -> Match:
        match = lay(placed={0: [place]}, built={0: ["wheelbarrow"]}, wheelbarrow="turn", **laid)  # type: ignore[arg-type]
        do(match, f"barrow:{place}")
        give(match, place, *dice)
        return do(match, "assigned", f"act:{place}")

    books = collected("meadow-right", "village-1", meadow="meadow-spring-3", village=(2, 6, 6, 6))
    assert own(books, 0) == {"book": 1}
    stone = collected("river-c", "village-1", village=(1, 6, 6, 6))
    assert own(stone, 0) == {"stone": 2, "coin": 1}
    bear = collected("forest-left", "village-1", traveler="black-bear")
    assert chosen(bear, "choose") == ["wood", "fruit"]
    assert own(do(bear, "choose:fruit"), 0) == {"wood": 1, "fruit": 2}
    beaver = collected("forest-left", "village-1", traveler="american-beaver")
    assert own(beaver, 0) == {"wood": 1 + 2 + 1}
    # An idle worker's wheelbarrow brings nothing.
    idle = lay(placed={0: ["forest-left"]}, built={0: ["wheelbarrow"]}, wheelbarrow="turn")
    do(idle, "barrow:forest-left", "assigned")
    assert own(idle, 0) == {"lesson": 1}


@pytest.mark.rule("CC-IMP-9", "CC-RUL-25")
def test_bicycle_takes_one_own_worker_to_another_space_before_the_dice() -> None:
    match = lay(
        step="ride",
        placed={0: ["inn", "market", "workshop", "river-a"]},
        built={0: ["bicycle", "wheelbarrow"]},
    )
    match.state.barrow[0] = 4  # river-a
    match = Match(match.game, match.state)
    assert keys(match) == ["ride:river-a", "ride:workshop", "ride:inn", "ride:market", "pass"]
    assert kind(do(match.fork(), "pass")) == "dice"
    do(match, "ride:river-a")
    goals = chosen(match, "to")
    assert len(goals) == 8 and not {"inn", "market", "workshop", "river-a"} & set(goals)
    do(match, "to:forest-left")
    assert workers(match, 0) == ["forest-left", "workshop", "inn", "market"]
    assert kind(match) == "dice"
    give(match, "forest-left", "village-1")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0)["wood"] == 2, "the wheelbarrow stayed with its worker"
    away = lay(
        step="ride",
        placed={0: ["inn", "market", "workshop", "river-a"]},
        built={0: ["bicycle", "wheelbarrow"]},
        village=(6, 6, 6, 6),
    )
    away.state.barrow[0] = 4
    away = Match(away.game, away.state)
    do(away, "ride:river-a", "to:nest-right")
    give(away, "nest-right", "village-1")
    do(away, "assigned", "act:nest-right")
    assert sum(own(away, 0).values()) == sum(n for n in [own(away, 0).get("lesson", 0)])
    marten = lay(
        step="ride",
        traveler="pine-marten",
        placed={0: ["inn", "market", "workshop", "river-a"]},
        built={0: ["bicycle"]},
    )
    goals = chosen(do(marten, "ride:inn"), "to")
    assert "forest-left" not in goals and "meadow-left" in goals


# -- trades and books -------------------------------------------------------------------------------


@pytest.mark.rule("CC-IMP-11")
def test_scale_allows_one_resource_for_another_once_a_visit() -> None:
    match = lay(placed={0: ["market", "inn"]}, built={0: ["scale"]}, tokens={0: {"wood": 2}})
    give(match, "market", "family-1")
    do(match, "assigned", "act:market")
    assert chosen(match, "trade") == ["pair-to-resource", "scale"]
    do(match, "trade:scale", "choose:yarn")
    assert own(match, 0)["wood"] == 1 and own(match, 0)["yarn"] == 1
    assert step(match) != "trade", "once a visit"


@pytest.mark.parametrize(
    ("card", "type"),
    [
        pytest.param("pattern-book", "clothing", marks=pytest.mark.rule("CC-IMP-12")),
        pytest.param("recipe-book", "food", marks=pytest.mark.rule("CC-IMP-13")),
    ],
)
def test_one_book_on_each_comfort_of_a_type_scores_four(card: str, type: str) -> None:
    some = BY_TYPE[type][:2]
    for books, expected in ((0, 0), (1, 4), (2, 8), (3, 8)):
        match = lay(
            step="over", month=8, built={0: [card]}, made={0: some}, tokens={0: {"book": books}},
            nest=[],
        )  # fmt: skip
        own_points = points(match.state, 0)
        assert own_points.stored == expected
        assert own_points.tokens == 2 * (books - expected // 4)
    other = [c for t, cards in BY_TYPE.items() if t != type for c in cards if c != "lamp"]
    match = lay(
        step="over", month=8, built={0: [card]}, made={0: other[:2]}, tokens={0: {"book": 1}},
        nest=[],
    )  # fmt: skip
    assert points(match.state, 0).stored == 0


# -- estates ----------------------------------------------------------------------------------------


def visited(card: str, turn: int, tokens: dict[str, int] | None = None) -> Match:
    """Seat 1 owns the estate; seat ``turn`` gives a family die there and acts."""
    match = lay(turn=turn, built={1: [card]}, tokens={turn: tokens or {}}, hands={turn: ["pie"]})
    give(match, f"{card}-2", "family-1")
    return do(match, "assigned", f"act:{card}-2")


@pytest.mark.parametrize(
    ("card", "token"),
    [
        pytest.param("orchard", "fruit", marks=pytest.mark.rule("CC-IMP-15")),
        pytest.param("field", "grain", marks=pytest.mark.rule("CC-IMP-16")),
        pytest.param("wildwood", "mushroom", marks=pytest.mark.rule("CC-RUL-26")),
    ],
)
def test_an_estate_gives_two_to_the_user_and_one_to_another_owner(card: str, token: str) -> None:
    match = visited(card, 0)
    assert own(match, 0) == {token: 2} and own(match, 1) == {token: 1}
    match = visited(card, 1)
    assert own(match, 1) == {token: 2}, "the owner takes the user's share only"
    # The owner's share is paid when the die is resolved, not when it is given.
    match = lay(built={1: [card]}, hands={0: ["pie"]})
    give(match, f"{card}-2", "family-1")
    do(match, "assigned", "rest")
    assert own(match, 1) == {}


@pytest.mark.rule("CC-IMP-17", "CC-RUL-27")
def test_guest_cottage_gives_a_book_and_a_resource_and_a_gift_for_its_owner() -> None:
    match = visited("guest-cottage", 0)
    assert chosen(match, "choose") == ["wood", "stone", "grain", "mushroom", "yarn", "fruit"]
    do(match, "choose:yarn")
    assert own(match, 0) == {"book": 1}, "with nothing else the resource itself is the gift"
    assert own(match, 1) == {"yarn": 1}
    match = do(visited("guest-cottage", 0, {"wood": 1}), "choose:yarn")
    assert chosen(match, "pay") == ["wood", "yarn"]
    do(match, "pay:wood")
    assert own(match, 0) == {"book": 1, "yarn": 1} and own(match, 1) == {"wood": 1}
    owner = do(lay(turn=1, built={1: ["guest-cottage"]}, placed={1: ["inn"]}), "pick:family-1")
    assert "give:guest-cottage-2" not in keys(owner)
    assert owner.view(1)["table"]["estates"][0]["why"] == {"code": "own_estate"}


# -- built in this turn -----------------------------------------------------------------------------


@pytest.mark.rule("CC-RUL-18")
def test_an_improvement_works_from_now_on_dice_abilities_from_the_next_turn() -> None:
    rich = {"wood": 5, "stone": 5, "coin": 5}
    match = lay(placed={0: ["workshop", "market"]}, ladder=["scale", "umbrella"], tokens={0: rich})
    give(match, "workshop", "family-1")
    give(match, "market", "village-1")
    do(match, "assigned", "act:workshop", "build:1", "act:market")
    assert "trade:scale" in keys(match), "at once if it still matters"
    match = lay(placed={0: ["workshop", "market"]}, ladder=["orchard"], tokens={0: rich})
    give(match, "workshop", "family-1")
    give(match, "market", "village-1")
    do(match, "assigned", "act:workshop", "build:1")
    assert built(match, 0) == ["orchard"] and match.view(0)["table"]["estates"]
    assert keys(match) == ["act:market", "rest"], "the dice are given already"
    assert hand(match, 0) == []
