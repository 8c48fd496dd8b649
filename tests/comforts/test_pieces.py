"""The pieces of the box and what is printed on them."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import meowple
from comforts.table import (
    BOX,
    COMFORT,
    FOREST,
    IMPROVEMENT,
    MEADOW,
    TRAVELER,
    act,
    do,
    finish,
    give,
    keys,
    lay,
    own,
)
from meowple.games.comforts.pieces.board import RESOURCES, SEASONS, SPACES, TOKENS, TYPES
from meowple.games.comforts.pieces.decks import LEAST_IMPROVEMENTS
from meowple.games.comforts.rules.profits import Trade

DATA = Path(meowple.__file__).parent / "games" / "comforts" / "data"


def data(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def pieces() -> dict[str, int]:
    return {piece["id"]: piece["count"] for piece in data("supply")["piece"]}


def copies(cards: Any) -> int:
    return sum(card.count for card in cards)


@pytest.mark.rule("CC-CMP-1", "CC-PLC-5", "CC-INF-1")
def test_the_board_has_twelve_spaces_in_seven_areas_and_the_hill() -> None:
    spaces = lay().view(0)["table"]["spaces"]
    areas = Counter(space["area"] for space in spaces)
    assert areas == {
        "forest": 2,
        "meadow": 2,
        "river": 3,
        "nest": 2,
        "workshop": 1,
        "inn": 1,
        "market": 1,
    }
    assert len(spaces) == 12
    match = lay(placed={0: ["inn"]})
    assert "give:hill" in keys(do(match, "pick:village-1")), "the Hill holds dice"


@pytest.mark.rule("CC-CMP-2", "CC-CMP-3")
def test_forest_and_meadow_have_three_spring_three_summer_and_two_autumn_cards() -> None:
    for deck in (BOX.forest, BOX.meadow):
        assert len(deck) == 8
        assert Counter(SEASONS[card.season] for card in deck) == {
            "spring": 3,
            "summer": 3,
            "autumn": 2,
        }


@pytest.mark.rule("CC-CMP-4", "CC-CMP-6", "CC-CMP-11", "CC-INF-8", "CC-INF-9")
def test_the_decks_are_those_of_the_published_box() -> None:
    """The only test that knows how many cards there are: nothing else depends on it."""
    published = {"comforts": {3: 24}, "improvements": {2: 17}, "travelers": {1: 15}}
    ours = {name: Counter(card.count for card in getattr(BOX, name)) for name in published}
    assert ours == published, (
        "the decks have other cards than the published game: if that is meant, change the numbers "
        "here and in CC-CMP-4, CC-CMP-6, CC-CMP-11, CC-SOL-2 and CC-SOL-4 of both rules.md"
    )
    few = {2, 3, 4}  # in the printed words these take another form of the noun than the rest do
    for deck, form in ((BOX.comforts, True), (BOX.improvements, True), (BOX.travelers, False)):
        number = copies(deck)
        assert (number % 10 in few and number % 100 not in (12, 13, 14)) is form


@pytest.mark.rule("CC-CMP-4", "CC-CMP-11")
def test_the_decks_hold_all_copies() -> None:
    s = meowple.new_match("comforts", 2, seed=1).state
    comforts = Counter([*s.comforts, *s.nest, *(card for hand in s.hands for card in hand)])
    assert comforts == {card.kind: card.count for card in BOX.comforts}
    improvements = Counter([*s.improvements, *s.ladder])
    assert improvements == {card.kind: card.count for card in BOX.improvements}


@pytest.mark.rule("CC-CMP-5", "CC-CRA-4")
def test_a_comfort_shows_points_cost_bonus_and_at_most_one_type() -> None:
    printed = lay().view(0)["table"]["cards"]["comforts"]
    assert printed["hearth"]["points"] == 6
    assert printed["hearth"]["cost"] == {"wood": 2, "stone": 3}
    assert printed["hearth"]["extra"] and not printed["candles"]["extra"]
    assert {card["type"] for card in printed.values()} == {None, *TYPES}
    assert all(-1 <= card.type < len(TYPES) for card in BOX.comforts)


@pytest.mark.rule("CC-CMP-7")
def test_each_traveler_has_an_effect_and_a_profit_for_each_die_value() -> None:
    for card in BOX.travelers:
        assert len(card.verbs) == 1
        assert all(value in card.profits[value].faces for value in range(1, 7))


@pytest.mark.rule("CC-CMP-8", "CC-CMP-9", "CC-CMP-10", "CC-INF-7")
def test_five_families_have_four_workers_four_cottages_and_two_dice_each() -> None:
    table = meowple.new_match("comforts", 5, seed=1).view(0)["table"]
    assert [family["id"] for family in table["families"]] == [
        "rabbit",
        "porcupine",
        "raccoon",
        "fox",
        "squirrel",
    ]
    for seat in table["seats"]:
        assert seat["workers"] == 4
        assert len(seat["cottages"]) == 4
    assert [len(dice) for dice in table["family"]] == [2] * 5
    box = pieces()
    assert (box["worker"], box["cottage"], box["family-die"], box["home-board"]) == (20, 20, 10, 5)
    assert data("board")["home"]["score_track"] == 50


@pytest.mark.rule("CC-CMP-12")
def test_an_improvement_shows_points_cost_ability_and_on_an_estate_a_space() -> None:
    printed = lay().view(0)["table"]["cards"]["improvements"]
    assert printed["wildwood"]["points"] == 2
    assert printed["wildwood"]["cost"] == {"wood": 2, "stone": 1}
    assert printed["wildwood"]["estate"]["gain"] == {"mushroom": 2}
    assert printed["umbrella"]["estate"] is None
    assert all(card.effects for card in BOX.improvements)


@pytest.mark.rule("CC-CMP-13", "CC-SET-9", "CC-RUL-3")
def test_two_wheelbarrows_and_two_almanacs_lie_ready_one_for_each_card() -> None:
    counts = {token["id"]: token["count"] for token in data("supply")["token"]}
    for name in ("wheelbarrow", "almanac"):
        assert counts[name] == IMPROVEMENT[name].count == 2
    table = meowple.new_match("comforts", 3, seed=1).view(0)["table"]
    assert all(seat["special"] == [] for seat in table["seats"])


@pytest.mark.rule("CC-CMP-14", "CC-CMP-15", "CC-SET-1")
def test_one_wheel_one_hill_tile_four_village_dice_and_one_worm() -> None:
    box = pieces()
    assert (box["river-wheel"], box["hill-tile"], box["village-die"], box["worm"]) == (1, 1, 4, 1)
    table = lay(placed={0: ["inn"]}).view(0)["table"]
    assert isinstance(table["early"], int), "one early bird"
    on_the_hill = [die["die"] for die in table["pool"] if die["at"] is None]
    assert on_the_hill[2:] == ["village-1", "village-2", "village-3", "village-4"]


@pytest.mark.rule("CC-CMP-16", "CC-CMP-17", "CC-CMP-20")
def test_the_tokens_and_which_of_them_are_resources() -> None:
    tokens = {token["id"]: token for token in data("supply")["token"]}
    assert {name: tokens[name]["count"] for name in TOKENS} == {
        "stone": 20,
        "wood": 20,
        "grain": 18,
        "fruit": 20,
        "mushroom": 18,
        "yarn": 18,
        "coin": 20,
        "book": 20,
        "lesson": 21,
    }
    assert sum(tokens[name]["count"] for name in RESOURCES) == 114
    assert pieces()["multiplier-tray"] == 12
    assert {name for name in tokens if tokens[name]["resource"]} == set(RESOURCES)
    # Nine tokens that are no resources do not make a set of three.
    match = lay(step="over", month=8, tokens={0: {"coin": 3, "book": 3, "lesson": 3}})
    assert match.scores[0] == 3 * 1 + 3 * 2


@pytest.mark.rule("CC-CMP-18", "CC-SYM-1")
def test_the_symbol_of_any_resource_stands_for_the_six_and_nothing_else() -> None:
    match = lay(step="act", placed={0: ["market"]}, tokens={0: {"coin": 2, "book": 1}})
    match.state.at[0] = SPACES.index("market")
    do(match, "act:market", "trade:coin-to-resource")
    assert keys(match) == [f"choose:{name}" for name in RESOURCES]
    # Coins, books and lessons do not pay for a resource of choice either.
    rich = lay(
        step="make", tokens={0: {"coin": 9, "book": 9, "lesson": 9}}, hands={0: ["board-game"]}
    )
    assert keys(rich) == ["end"]


@pytest.mark.rule("CC-CMP-19", "CC-EX-1")
def test_tokens_never_run_out_since_trays_count_for_three_and_five() -> None:
    assert data("supply")["supply"]["multiplier_values"] == [3, 5]
    # A tray of three and one of five more than all the grain and fruit in the box.
    match = lay(
        placed={0: ["forest-left"]},
        forest="forest-summer-1",
        month=4,
        tokens={0: {"wood": 20 + 3}, 1: {"wood": 20 + 5}},
    )
    give(match, "forest-left", "village-3")
    do(match, "assigned", "act:forest-left")
    assert own(match, 0)["wood"] == 25
    assert match.view(1)["table"]["seats"][1]["tokens"]["wood"] == 25


@pytest.mark.rule("CC-INF-2")
def test_each_value_serves_one_river_space_and_the_wheel_goes_down_by_one() -> None:
    for place, (a, b, c) in enumerate(BOX.river.needs):
        n = c.values[0]
        after = [(n + i - 1) % 6 + 1 for i in range(6)]
        assert list(b.values) == after[1:3]
        assert list(a.values) == after[3:6]
        following = BOX.river.needs[BOX.river.following[place]][2].values[0]
        assert following == (n - 2) % 6 + 1


@pytest.mark.rule("CC-INF-9")
def test_counts_of_tokens_agree_with_the_grammar_of_the_printed_words() -> None:
    few = {2, 3, 4}
    counts = {token["id"]: token["count"] for token in data("supply")["token"]}
    for number in (counts["coin"], counts["book"], counts["lesson"], pieces()["multiplier-tray"]):
        assert number % 10 not in few or number % 100 in (12, 13, 14)


@pytest.mark.rule("CC-FOR-2")
def test_wood_and_mushrooms_come_from_the_forest_grain_and_yarn_from_the_meadow() -> None:
    given: dict[str, set[str]] = {"forest": set(), "meadow": set()}
    for area, cards in (("forest", BOX.forest), ("meadow", BOX.meadow)):
        for card in cards:
            for gain in card.gains:
                given[area] |= set(gain.json)
    assert {"wood", "mushroom"} <= given["forest"] and not {"grain", "yarn"} & given["forest"]
    assert {"grain", "yarn"} <= given["meadow"] and not {"wood", "mushroom"} & given["meadow"]
    assert "fruit" in given["forest"] & given["meadow"]
    assert "coin" in given["forest"] & given["meadow"]
    assert "book" in given["forest"] | given["meadow"] and not given["forest"] & {"stone"}


@pytest.mark.rule("CC-FOR-3", "CC-FOR-4", "CC-FOR-5", "CC-INF-10")
def test_each_season_lacks_one_resource() -> None:
    given: dict[str, set[str]] = {season: set() for season in SEASONS}
    for card in (*BOX.forest, *BOX.meadow):
        for gain in card.gains:
            given[SEASONS[card.season]] |= set(gain.json)
    assert "grain" not in given["spring"] and {"mushroom", "yarn"} <= given["spring"]
    assert "mushroom" not in given["summer"] and {"grain", "yarn"} <= given["summer"]
    assert "yarn" not in given["autumn"] and {"grain", "mushroom"} <= given["autumn"]
    # The rulebook's examples: mushrooms in the Forest and yarn in the Meadow are of spring.
    assert FOREST["forest-spring-1"].gains[1].json == {"wood": 2, "mushroom": 2}
    assert MEADOW["meadow-spring-2"].gains[1].json == {"fruit": 1, "yarn": 1}


@pytest.mark.rule("CC-INF-12")
def test_the_printed_multipliers_of_trades_are_those_of_the_rulebook() -> None:
    fixed = {
        name: sorted(
            {p: p.times for p in TRAVELER[name].profits[1:] if isinstance(p, Trade)}.values()
        )
        for name in (
            "canada-lynx",
            "pileated-woodpecker",
            "black-bear",
            "blue-jay",
            "moose",
            "common-loon",
        )
    }
    assert fixed == {
        "canada-lynx": [4],
        "pileated-woodpecker": [2, 2, 2],
        "black-bear": [0, 3],  # 0: the value of the die
        "blue-jay": [2],
        "moose": [2, 2],
        "common-loon": [],
    }


@pytest.mark.rule("CC-RUL-1")
def test_every_fact_says_where_it_comes_from_and_fits_the_printed_examples() -> None:
    for name in ("comforts", "improvements", "travelers", "forest", "meadow"):
        for card in data(name)["card"]:
            assert card["origin"] in ("rulebook", "public", "inferred", "original")
    assert IMPROVEMENT["herb-garden"].cost.json == {"wood": 2}
    assert COMFORT["lamp"].cost.json == {"stone": 1, "yarn": 1, "coin": 1}
    assert [COMFORT[name].points for name in ("mandolin", "pie", "muffler", "soup")] == [6, 4, 5, 5]


@pytest.mark.rule("CC-INF-4", "CC-INF-5", "CC-INF-13")
def test_which_decks_can_run_out() -> None:
    months = max(length.months for length in BOX.setup.lengths.values())
    rungs, cottages = len(BOX.board.rungs), len(BOX.board.cottages)
    most = rungs + 5 * cottages + months - 1
    assert most == LEAST_IMPROVEMENTS == 33 < copies(BOX.improvements)
    alone = sum(card.solo for card in BOX.improvements)
    assert alone < rungs + months - 1 + cottages == 17
    assert months <= sum(card.solo for card in BOX.travelers) < copies(BOX.travelers)
    # A solo game without any building: the ladder is still full in the last month.
    match = finish(meowple.new_match("comforts", 1, seed=3))
    assert len(match.state.ladder) == 6
    assert [e for e in match.events() if e.kind == "reshuffled"]


def test_helpers_answer_in_turn() -> None:
    match = lay(placed={0: ["inn"]})
    assert act(match, (0, "pick:village-1"), (0, "give:inn")).state.at[2] == SPACES.index("inn")
