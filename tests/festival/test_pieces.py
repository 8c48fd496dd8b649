"""Components: what is in the pieces."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import meowple
from festival.table import cards, end_game, lay_out, start
from meowple.author import BadData
from meowple.core.errors import BadPosition
from meowple.games.festival import pieces, positions, rules
from meowple.games.festival.pieces import CARDS, MULTIPLIERS, SEASONS, YOROZU

FOLDER = Path(pieces.__file__).parent
COLUMNS = {"spring": range(1, 10), "summer": range(2, 11), "fall": range(3, 12)}
COLUMNS["winter"] = range(4, 13)


def data(file: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = tomllib.loads((FOLDER / "data" / file).read_text())["card"]
    return entries


def piece(id: str) -> dict[str, Any]:
    return next(entry for entry in data("components.toml") if entry["id"] == id)


def of(season: str) -> list[pieces.Card]:
    return [one for one in CARDS if one.season == SEASONS.index(season)]


@pytest.mark.rule("FTC-COMP-1", "FTC-COMP-2")
def test_38_number_cards_are_nine_of_each_season_and_two_yorozu() -> None:
    assert len(CARDS) == len({one.key for one in CARDS}) == 38
    assert Counter(one.season for one in CARDS) == {0: 9, 1: 9, 2: 9, 3: 9, YOROZU: 2}
    s = start().s
    everywhere = [*s.face_up, *(one for hand in s.hands for one in hand)]
    assert Counter(everywhere) == Counter(CARDS)


@pytest.mark.rule("FTC-COMP-3")
def test_yorozu_cards_are_0_and_13_and_belong_to_no_season() -> None:
    assert [one.value for one in CARDS if one.season == YOROZU] == [0, 13]
    assert YOROZU not in range(len(SEASONS))
    t = lay_out(face_up="YOROZU 0, YOROZU 13", hands=["", "", "", ""])
    assert t.view()["showing"] == []


@pytest.mark.rule("FTC-COMP-4")
def test_three_no_more_season_cards_for_each_season() -> None:
    entries = data("no_more_season_cards.toml")
    assert {entry["season"]: entry["count"] for entry in entries} == dict.fromkeys(SEASONS, 3)
    assert sum(entry["count"] for entry in entries) == 12


@pytest.mark.rule("FTC-COMP-5")
def test_twelve_different_multiplier_cards_in_three_sets_for_experienced_rules_only() -> None:
    assert len({one.factors for one in PUBLISHED}) == len(PUBLISHED) == 12
    assert [one.name for one in PUBLISHED] == [f"{a}-{n}" for a in "甲乙丙" for n in "1234"]
    used = {rules: sum(map(len, start(rules=rules).s.multipliers)) for rules in RULES}
    assert used == {"basic": 0, "experienced": 12, "advanced": 0}


RULES = ("basic", "experienced", "advanced")
PUBLISHED = [one for one in MULTIPLIERS if one.published]
"""The Score Multiplier Cards of the published box; cards of our own may be added."""


@pytest.mark.rule("FTC-COMP-6", "FTC-SETUP-1")
def test_one_season_sheet_with_four_tokens_in_sight_of_all() -> None:
    assert piece("season-marker-sheet")["count"] == 1
    assert piece("season-token")["count"] == 4
    assert piece("season-token")["seasons"] == list(SEASONS)
    t = start()
    for viewer in (None, 0, 1, 2, 3):
        table = t.view(viewer)
        assert sorted(table["showing"] + table["open"]) == sorted(SEASONS)


@pytest.mark.rule("FTC-COMP-7")
def test_one_score_sheet_and_two_point_tokens_in_each_of_four_colours() -> None:
    assert piece("score-sheet")["count"] == 1
    assert (piece("point-token")["count"], piece("point-token")["per_player"]) == (8, 2)


@pytest.mark.rule("FTC-COMP-8", "FTC-SETUP-9")
def test_every_player_has_an_aid_with_the_distribution_and_the_six_phases() -> None:
    assert piece("player-aid")["count"] == 4
    t = start()
    for viewer in (None, 0, 1, 2, 3):
        table = t.view(viewer)
        for season, values in COLUMNS.items():
            shown = [table["cards"][row["card"]]["value"] for row in table["out"][season]]
            assert shown == list(values)
    phases = list(t.match.game.in_words("en").phases().values())  # type: ignore[attr-defined]
    assert phases == ["Seasons", "Play a card", "Reveal", "Take", "Booze", "End"]


@pytest.mark.rule("FTC-COMP-9")
def test_ten_booze_tokens() -> None:
    assert piece("booze-token")["count"] == pieces.BOOZE_TOKENS == 10
    assert start().view()["booze_supply"] == 10


@pytest.mark.rule("FTC-COMP-10")
def test_sixteen_season_multiplier_tokens_used_by_the_advanced_rules_only() -> None:
    entries = data("season_tokens.toml")
    assert {entry["season"]: entry["count"] for entry in entries} == dict.fromkeys(SEASONS, 4)
    assert start(rules="advanced").view()["token_supply"] == [4, 4, 4, 4]
    for other in ("basic", "experienced"):
        assert start(rules=other).view()["token_supply"] == [0, 0, 0, 0]


@pytest.mark.rule("FTC-COMP-11")
def test_a_number_card_shows_season_value_score_icons_and_cats() -> None:
    printed = start().view()["cards"]
    assert printed["winter-12"] == {
        "key": "winter-12",
        "season": "winter",
        "value": 12,
        "cats": 1,
        "fish": 2,
        "booze": 0,
        "crow": 0,
    }
    assert printed["yorozu-13"]["season"] == "yorozu"
    assert len(printed) == 38


@pytest.mark.rule("FTC-COMP-12", "FTC-RUL-2")
def test_icons_of_a_card_are_of_one_kind_and_only_fish_come_in_twos() -> None:
    kinds = Counter((one.fish, one.booze, one.crow) for one in CARDS)
    assert set(kinds) == {(2, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)}
    assert kinds[0, 0, 0] > 0


@pytest.mark.rule("FTC-COMP-13")
def test_eight_season_cards_and_both_yorozu_cards_have_booze() -> None:
    assert sum(one.booze for one in CARDS if one.season != YOROZU) == 8
    assert [one.booze for one in CARDS if one.season == YOROZU] == [1, 1]


@pytest.mark.rule("FTC-COMP-14")
def test_the_crows_are_spring_5_summer_6_fall_7_and_winter_8() -> None:
    crows = cards("Spring 5, Summer 6, Fall 7, Winter 8")
    assert {one for one in CARDS if one.crow} == set(crows)


@pytest.mark.rule("FTC-COMP-15")
def test_lowest_and_highest_of_each_season_have_two_fish() -> None:
    for season in SEASONS:
        own = of(season)
        assert [one.fish for one in own if one.fish == 2] == [2, 2]
        assert (own[0].fish, own[-1].fish) == (2, 2)


@pytest.mark.rule("FTC-COMP-16")
def test_the_range_of_values_moves_by_one_from_season_to_season() -> None:
    lowest = [of(season)[0].value for season in SEASONS]
    highest = [of(season)[-1].value for season in SEASONS]
    assert [b - a for a, b in pairwise(lowest)] == [1, 1, 1]
    assert [b - a for a, b in pairwise(highest)] == [1, 1, 1]


@pytest.mark.rule("FTC-COMP-17")
def test_the_basic_game_leaves_multipliers_and_season_tokens_in_the_box() -> None:
    t = start()
    for _ in range(2):
        s, table = t.s, t.view(0)
        assert not any(s.multipliers) and not any(s.chosen) and not s.discarded
        assert not any(map(any, s.tokens)) and s.token_supply == [0, 0, 0, 0]
        assert table["multipliers"] == [] and table["token_supply"] == [0, 0, 0, 0]
        t = end_game()
    position = t.match.position()
    position["state"]["tokens"][0] = [1, 0, 0, 0]
    with pytest.raises(BadPosition):
        meowple.new_match("festival", position=json.loads(json.dumps(position)))


# -- Inferred facts -----------------------------------------------------------------------------


@pytest.mark.rule("FTC-INF-1")
def test_values_are_1_to_9_2_to_10_3_to_11_and_4_to_12() -> None:
    for season, values in COLUMNS.items():
        assert [one.value for one in of(season)] == list(values)


def template(season: str) -> list[tuple[int, int, int]]:
    return [(one.fish, one.booze, one.crow) for one in of(season)]


@pytest.mark.rule("FTC-INF-2")
def test_all_seasons_follow_one_template_that_reads_the_same_backwards() -> None:
    for season in SEASONS:
        assert template(season) == template("spring") == template(season)[::-1]


@pytest.mark.rule("FTC-INF-3")
def test_booze_is_the_second_and_the_eighth_card_of_each_season() -> None:
    booze = "Spring 2, Spring 8, Summer 3, Summer 9, Fall 4, Fall 10, Winter 5, Winter 11"
    assert {one for one in CARDS if one.booze and one.season != YOROZU} == set(cards(booze))
    assert set(pieces.BOOZE_CARDS) == set(cards(booze))


@pytest.mark.rule("FTC-INF-4")
def test_single_fish_are_third_and_seventh_and_blanks_fourth_and_sixth() -> None:
    fish = "Spring 3, Spring 7, Summer 4, Summer 8, Fall 5, Fall 9, Winter 6, Winter 10"
    blank = "Spring 4, Spring 6, Summer 5, Summer 7, Fall 6, Fall 8, Winter 7, Winter 9"
    assert {one for one in CARDS if one.fish == 1} == set(cards(fish))
    assert {one for one in CARDS if not one.fish + one.booze + one.crow} == set(cards(blank))


@pytest.mark.rule("FTC-INF-5")
def test_the_deck_has_24_fish_10_booze_4_crows_and_8_blanks() -> None:
    assert sum(one.fish for one in CARDS) == 24
    assert Counter(one.fish for one in CARDS)[2] == Counter(one.fish for one in CARDS)[1] == 8
    assert sum(one.booze for one in CARDS) == 10
    assert sum(one.crow for one in CARDS) == 4
    assert sum(not one.fish + one.booze + one.crow for one in CARDS) == 8


@pytest.mark.rule("FTC-INF-6")
def test_cats_are_4_3_2_1_by_season_and_none_on_yorozu() -> None:
    for season, cats in zip(SEASONS, (4, 3, 2, 1), strict=True):
        assert {one.cats for one in of(season)} == {cats}
    assert {one.cats for one in CARDS if one.season == YOROZU} == {0}


@pytest.mark.rule("FTC-INF-7")
def test_cats_decide_all_44_pairs_of_equal_value() -> None:
    pairs = [
        (one, other)
        for one in CARDS
        for other in CARDS
        if one.value == other.value and one.rank < other.rank
    ]
    by_value = Counter(one.value for one, _ in pairs)
    assert by_value == {2: 1, 3: 3, **dict.fromkeys(range(4, 10), 6), 10: 3, 11: 1}
    assert len(pairs) == 44
    assert all(one.cats < other.cats for one, other in pairs)
    assert [one.rank for one in CARDS] == list(range(38))


@pytest.mark.rule("FTC-INF-8")
def test_multiplier_cards_are_all_ways_to_double_one_season_and_turn_another() -> None:
    ways = set()
    for double in range(4):
        for minus in set(range(4)) - {double}:
            factors = [1, 1, 1, 1]
            factors[double], factors[minus] = 2, -1
            ways.add(tuple(factors))
    assert {one.factors for one in PUBLISHED} == ways
    assert {sum(one.factors) for one in PUBLISHED} == {3}


@pytest.mark.rule("FTC-INF-9")
def test_labels_say_which_season_doubles_and_how_far_on_the_turned_one_is() -> None:
    for one in PUBLISHED:
        double, minus = one.factors.index(2), one.factors.index(-1)
        letter, number = one.name.split("-")
        assert double == int(number) - 1
        assert (minus - double) % 4 == "甲乙丙".index(letter) + 1
    assert pieces.MULTIPLIER["kou-1"].factors == (2, -1, 1, 1)


@pytest.mark.rule("FTC-INF-12")
def test_there_is_a_booze_token_for_every_booze_icon() -> None:
    assert sum(one.booze for one in CARDS) == pieces.BOOZE_TOKENS
    for seed in range(8):
        t = start(seed=seed, seats=3 + seed % 2).play_out(seed, until="new_game")
        assert t.view()["booze_supply"] >= 0


# -- Card files with something wrong in them ----------------------------------------------------

NUMBER_CARDS = pieces.DATA / "number_cards.toml"
LAST_CARD = NUMBER_CARDS.read_text().rindex("[[card]]")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text[:LAST_CARD].replace("= 38 ", "= 37 "), "there must be two YOROZU cards"),
        (
            lambda text: text.replace("entries = 38", "entries = 40"),
            "line 8: deck: entries must be 38",
        ),
        (
            lambda text: text.replace("value = 12\ncats = 1", "value = 11\ncats = 1"),
            "two cards have the same value",
        ),
        (
            lambda text: text.replace('verb = "swap_with_yorozu"', 'verb = "fly"', 1),
            "spring-5: verb must be one of",
        ),
        (
            lambda text: text.replace("crow = 1", "crow = 0", 1),
            "spring-5: the icons for booze and crow are not what the effects do",
        ),
        (
            lambda text: text.replace('several_crows = "closest_value"', "several_crows = 1", 1),
            "several_crows must be 'closest_value': the rules know nothing else",
        ),
    ],
)
def test_a_wrong_card_file_is_refused_with_line_card_and_reason(
    tmp_path: Path, change: Callable[[str], str], why: str
) -> None:
    file = tmp_path / "number_cards.toml"
    file.write_text(change(NUMBER_CARDS.read_text()))
    assert file.read_text() != NUMBER_CARDS.read_text()
    with pytest.raises(BadData, match=f"number_cards.toml: .*{why}"):
        pieces.number_cards(file)


def test_a_card_more_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """The deck is dealt out to the last card, so that it only grows by a card for each hand."""
    text = NUMBER_CARDS.read_text().replace("entries = 38", "entries = 39")
    file = tmp_path / "number_cards.toml"
    file.write_text(text + text[LAST_CARD:].replace("value = 13", "value = 14"))
    with pytest.raises(BadData, match="add or take away as many cards as there are hands"):
        pieces.number_cards(file)


def test_multiplier_cards_may_be_more_and_what_is_left_over_lies_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = pieces.DATA / "multiplier_cards.toml"
    number = len(MULTIPLIERS)
    text = shipped.read_text().replace(f"entries = {number}", f"entries = {number + 1}")
    more = text[text.rindex("[[card]]") :].replace(MULTIPLIERS[-1].key, "own-1")
    file = tmp_path / "multiplier_cards.toml"
    file.write_text(text + "\n" + more.replace('origin = "inferred"', 'origin = "original"'))
    found = pieces.multiplier_cards(file)
    assert [one.key for one in found] == [*(one.key for one in MULTIPLIERS), "own-1"]
    assert not found[-1].published
    for one in found:
        one.choose = MULTIPLIERS[0].choose  # chosen is none of them here
    monkeypatch.setattr(rules, "MULTIPLIERS", found)
    monkeypatch.setattr(positions, "MULTIPLIERS", found)
    monkeypatch.setattr(positions, "MULTIPLIER", {one.key: one for one in found})
    t = start(rules="experienced", crow_redeal="never")
    assert [len(own) for own in t.s.multipliers] == [3, 3, 3, 3]
    assert len(t.s.discarded) == len(found) - 12
    assert meowple.new_match("festival", position=t.match.position()).view(0) == t.match.view(0)
