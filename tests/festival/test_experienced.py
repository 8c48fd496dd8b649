"""Experienced rules: Score Multiplier Cards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from festival.table import LAST_ROUND, Table, cards, end_game, lay_out, start
from meowple.core.errors import WrongSeat
from meowple.core.match import new_match
from meowple.games.festival.pieces import CARD, MULTIPLIERS
from meowple.games.festival.rules import ONE_EACH, score

EXPERIENCED: dict[str, Any] = {"rules": "experienced"}
NO_ASKING: dict[str, Any] = {"rules": "experienced", "crow_redeal": "never", "target": 300}
SPRING_DOUBLE = "kou-1"  # Spring x2, Summer x-1
LEFT_OVER = len(MULTIPLIERS) - 12


def held(t: Table) -> list[int]:
    return [len(own) for own in t.s.multipliers]


@pytest.mark.rule("FTC-EXP-1", "FTC-FAQ-10")
def test_multipliers_change_what_fish_are_worth_and_nothing_else() -> None:
    assert score(cards("Spring 1, Summer 4"), (2, -1, 1, 1)) == (4 - 1, 0, 0)
    for factors in ((2, -1, 1, 1), (0, 0, 0, 0), (2, 2, 2, 2), (-1, 2, 1, 1)):
        assert score(cards("Spring 2, Summer 6, Fall 7, YOROZU 0"), factors) == (0, 4, -2)
    plain, turned = end_game(), end_game(rules="experienced", chosen=SPRING_DOUBLE)
    for seat in range(4):
        assert plain.s.results[0][seat][1:] == turned.s.results[0][seat][1:]


@pytest.mark.rule("FTC-EXP-2")
def test_all_twelve_are_shuffled_and_three_dealt_to_each() -> None:
    t = start(**EXPERIENCED)
    assert held(t) == [3, 3, 3, 3]
    assert {*t.s.discarded, *(one for own in t.s.multipliers for one in own)} == set(MULTIPLIERS)
    assert len(t.s.discarded) == LEFT_OVER
    first = Counter(start(seed=seed, **EXPERIENCED).s.multipliers[0][0].key for seed in range(40))
    assert len(first) > 4


@pytest.mark.rule("FTC-EXP-3")
def test_after_looking_at_the_hands_each_chooses_from_the_start_player_clockwise() -> None:
    starters = set()
    for seed in range(12):
        t = start(seed=seed, **NO_ASKING)
        assert t.match.question.kind == "multiplier"
        assert [len(hand) for hand in t.s.hands] == [9, 9, 9, 9]
        first = t.told("start_player")[0]["seat"]
        starters.add(first)
        for turn in range(4):
            seat = (first + turn) % 4
            assert t.match.to_act == (seat,)
            assert t.choices(seat) == [f"multiplier:{one.key}" for one in t.s.multipliers[seat]]
            with pytest.raises(WrongSeat):
                t.act((seat + 1) % 4, "multiplier:kou-1")
            t.act(seat, t.choices(seat)[1])
        assert t.match.question.kind == "play"
        assert held(t) == [2, 2, 2, 2] and all(t.s.chosen)
    assert starters == {0, 1, 2, 3}


@pytest.mark.rule("FTC-EXP-4")
def test_the_first_start_player_is_chosen_at_random() -> None:
    seen = Counter()  # type: ignore[var-annotated]
    for seed in range(120):
        t = start(seed=seed, **NO_ASKING)
        (told,) = t.told("start_player")
        assert told["by"] is None and t.match.to_act == (told["seat"],)
        seen[told["seat"]] += 1
    assert set(seen) == {0, 1, 2, 3} and min(seen.values()) > 12


@pytest.mark.rule("FTC-EXP-5")
def test_later_the_lowest_total_decides_who_starts() -> None:
    t = end_game([[0, 0, 0, -20]], **NO_ASKING)
    assert t.match.question.kind == "start_player" and t.match.to_act == (3,)
    assert t.choices(3) == ["start:seat-1", "start:seat-2", "start:seat-3", "start:seat-4"]
    for named in range(4):
        twin = t.fork().act(3, f"start:seat-{named + 1}")
        assert twin.match.to_act == (named,) and twin.match.question.kind == "multiplier"
        assert twin.told("start_player")[-1] == {"seat": named, "by": 3}


@pytest.mark.rule("FTC-EXP-6")
def test_fish_of_each_season_are_multiplied_by_the_chosen_cards_factor() -> None:
    t = lay_out(chosen="kou-1, hei-3, otsu-2, kou-4", **LAST_ROUND, **NO_ASKING)
    factors = [one.factors for one in t.s.chosen]
    t.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
    fish = [[6, 4, 0, 0], [0, 0, 4, 4], [0, 2, 2, 0], [0, 0, 0, 2]]
    expected = [
        sum(a * b for a, b in zip(own, factor, strict=True))
        for own, factor in zip(fish, factors, strict=True)
    ]
    assert [own[0] for own in t.s.results[0]] == expected
    assert expected[0] == 6 * 2 - 4


@pytest.mark.rule("FTC-EXP-7")
def test_three_booze_halve_the_multiplied_sum_before_the_crows() -> None:
    three = "Spring 2, Fall 4, YOROZU 0, Spring 5"
    assert score(cards(f"{three}, Spring 1, Spring 3, Summer 4"), (2, -1, 1, 1)) == (3, 0, -1)
    assert score(cards(f"{three}, Spring 1"), (2, -1, 1, 1)) == (2, 0, -1)


@pytest.mark.rule("FTC-EXP-8")
def test_a_chosen_card_is_discarded_and_later_games_use_the_rest() -> None:
    t = lay_out(chosen="kou-1, kou-2, kou-3, kou-4", **LAST_ROUND, **NO_ASKING)
    left = t.s.multipliers
    t.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
    assert [one.key for one in t.s.discarded][LEFT_OVER:] == ["kou-1", "kou-2", "kou-3", "kou-4"]
    assert t.s.multipliers == left and not any(t.s.chosen)
    t.act(t.match.to_act[0], "start:seat-1")
    assert t.choices(0) == [f"multiplier:{one.key}" for one in left[0]]
    shown = [card["key"] for card in t.view(2)["discarded"]]
    assert shown == [one.key for one in t.s.discarded]


@pytest.mark.rule("FTC-EXP-9")
def test_after_every_third_game_all_twelve_are_dealt_again() -> None:
    second = end_game([[0] * 4], **NO_ASKING)
    assert (second.s.game, held(second), len(second.s.discarded)) == (
        3,
        [1, 1, 1, 1],
        8 + LEFT_OVER,
    )
    third = end_game([[0] * 4, [0] * 4], **NO_ASKING)
    assert (third.s.game, held(third)) == (4, [3, 3, 3, 3])
    assert len(third.s.discarded) == LEFT_OVER
    assert len({one for own in third.s.multipliers for one in own}) == 12
    sixth = end_game([[0] * 4] * 5, **NO_ASKING)
    assert (sixth.s.game, held(sixth)) == (7, [3, 3, 3, 3])


@pytest.mark.rule("FTC-EXP-10")
def test_30_vp_win_under_the_experienced_rules_too() -> None:
    # kou-1 doubles Spring and turns Summer: seat 0 has 6 and 4 fish, 12 - 4 + 4 VP
    below = end_game([[17, 0, 0, 0]], chosen=SPRING_DOUBLE, **EXPERIENCED)
    assert below.totals[0] == 29 and not below.over
    reached = end_game([[18, 0, 0, 0]], chosen=SPRING_DOUBLE, **EXPERIENCED)
    assert reached.totals[0] == 30 and reached.over and reached.winners == [0]


@pytest.mark.rule("FTC-RUL-17")
def test_chosen_cards_lie_open_at_once_and_the_rest_stays_hidden() -> None:
    t = start(seed=6, **NO_ASKING)
    first = t.match.to_act[0]
    picked = t.s.multipliers[first][0]
    t.act(first, f"multiplier:{picked.key}")
    for viewer in (None, 0, 1, 2, 3):
        assert t.view(viewer)["chosen"][first]["key"] == picked.key
        shown = [card["key"] for card in t.view(viewer)["multipliers"]]
        assert shown == ([] if viewer is None else [one.key for one in t.s.multipliers[viewer]])
    assert t.told("multiplier") == [{"seat": first, "card": picked.key}]


@pytest.mark.rule("FTC-RUL-18", "FTC-FAQ-12")
def test_of_several_lowest_a_random_one_names_any_player_hand_seen() -> None:
    first = lay_out(chosen="kou-1", **LAST_ROUND, **NO_ASKING)
    scores = first.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7").last_game
    before = [30 - scores[0], 30 - scores[1], 10 - scores[2], 10 - scores[3]]
    deciders = set()
    for seed in range(24):
        tied = lay_out(results=[before], seed=seed, chosen="kou-1", **LAST_ROUND, **NO_ASKING)
        tied.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
        assert tied.totals == [30, 30, 10, 10]
        (decider,) = tied.match.to_act
        assert tied.match.question.kind == "start_player"
        assert len(tied.view(decider)["hand"]) == 9 and len(tied.choices(decider)) == 4
        deciders.add(decider)
    assert deciders == {2, 3}


# -- Options ------------------------------------------------------------------------------------


@pytest.mark.rule("FTC-RUL-19", "FTC-OPT-4", "FTC-TRIO-7")
def test_with_three_players_four_cards_are_dealt_and_again_when_all_are_used() -> None:
    t = start(3, **NO_ASKING)
    assert held(t) == [4, 4, 4]
    dealt = {}
    for redeal in ("when_empty", "every_three_games"):
        t = start(3, seed=5, multiplier_redeal=redeal, **NO_ASKING)
        dealt[redeal] = games(t, 9)
    assert dealt["when_empty"] == [4, 3, 2, 1, 4, 3, 2, 1, 4]
    assert dealt["every_three_games"] == [4, 3, 2, 4, 3, 2, 4, 3, 2]


@pytest.mark.rule("FTC-OPT-4")
def test_with_four_players_both_ways_to_deal_again_are_the_same() -> None:
    for redeal in ("when_empty", "every_three_games"):
        t = start(4, seed=5, multiplier_redeal=redeal, **NO_ASKING)
        assert games(t, 7) == [3, 2, 1, 3, 2, 1, 3]


def games(t: Table, number: int) -> list[int]:
    """Play; how many cards each player had before choosing, game by game."""
    seen: list[int] = []
    while len(seen) < number:
        assert not t.over
        s = t.s
        if (
            s.game > len(seen)
            and not any(s.chosen)
            and s.step in ("choose_multiplier", "start_player")
        ):
            assert len(set(held(t))) == 1
            seen.append(held(t)[0])
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[len(seen) % len(t.match.actions(seat))])
    return seen


@pytest.mark.rule("FTC-OPT-5")
def test_hidden_choice_is_made_by_all_at_once_and_seen_by_its_owner_only() -> None:
    t = start(seed=2, multiplier_choice="hidden", **NO_ASKING)
    assert t.match.question.together and t.match.to_act == (0, 1, 2, 3)
    assert t.told("start_player") == []
    picked = [own[1] for own in t.s.multipliers]
    for seat in range(4):
        t.match.act(seat, picked[seat].choose)
    assert t.s.chosen == tuple(picked)
    assert t.told("multiplier") == [] and t.told("multipliers_hidden") == [{}]
    for viewer in (None, 0, 1, 2, 3):
        seen = [card and card["key"] for card in t.view(viewer)["chosen"]]
        assert seen == [one.key if seat == viewer else None for seat, one in enumerate(picked)]
        assert len(t.view(viewer)["discarded"]) == LEFT_OVER


@pytest.mark.rule("FTC-OPT-5")
def test_hidden_multipliers_are_revealed_at_scoring() -> None:
    chosen = "kou-1, kou-2, kou-3, kou-4"
    t = lay_out(chosen=chosen, multiplier_choice="hidden", **LAST_ROUND, **NO_ASKING)
    assert t.view(1)["chosen"][0] is None
    assert t.view(1)["vp_now"][0] == 14  # as if nothing were multiplied
    assert t.view(0)["vp_now"][0] == 12
    t.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
    assert t.told("scored")[0]["multipliers"] == chosen.split(", ")
    assert [card["key"] for card in t.view(1)["discarded"]][LEFT_OVER:] == chosen.split(", ")
    assert t.view(1)["ended"]["factors"][0] == [2, -1, 1, 1]
    assert t.match.question.together  # the next choice, without a start player
    assert t.told("start_player") == []


def test_a_hidden_choice_may_be_changed_until_the_last_one_is_in() -> None:
    t = start(seed=2, multiplier_choice="hidden", **NO_ASKING)
    for choice in t.choices(0):
        t.act(0, choice)
    assert t.match.commitment(0).key == t.choices(0)[-1]  # type: ignore[union-attr]
    for seat in (1, 2, 3):
        t.act(seat, t.choices(seat)[0])
    assert t.s.chosen[0].choose.key == f"multiplier:{t.s.chosen[0].key}"
    assert held(t) == [2, 2, 2, 2]


@pytest.mark.rule("FTC-EXP-6")
@pytest.mark.parametrize("choice", ["open", "hidden"])
def test_own_mat_counts_with_own_multiplier_to_the_end(choice: str) -> None:
    """What somebody's own mat says is what the pile would bring, at any moment of the match."""
    match = new_match(
        "festival", seats=3, options={"rules": "experienced", "multiplier_choice": choice}, seed=3
    )
    dice = random.Random(3)
    while not match.over:
        for seat in range(3):
            table = match.view(seat)["table"]
            worth = table["chosen"][seat]["factors"] if table["chosen"][seat] else ONE_EACH
            pile = [CARD[key] for key in table["piles"][seat]]
            assert table["vp_now"][seat] == sum(score(pile, worth))
        seat = match.to_act[0]
        match.act(seat, dice.choice(list(match.actions(seat))))
    table = match.view(0)["table"]
    assert table["vp_now"] == [sum(own) for own in table["results"][-1]]
