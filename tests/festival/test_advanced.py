"""Advanced rules: Season Multiplier Tokens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from festival.table import LAST_ROUND, Table, cards, lay_out, start
from meowple.core.errors import IllegalAction, WrongSeat
from meowple.games.festival import rules
from meowple.games.festival.pieces import SEASONS
from meowple.games.festival.rules import score

ADVANCED: dict[str, Any] = {"rules": "advanced", "crow_redeal": "never", "target": 300}


def supply(t: Table) -> list[int]:
    return list(t.view()["token_supply"])


HANDS = ["Spring 4", "Winter 12", "Summer 5", "Winter 7"]
PILES = ["Spring 2, Fall 4, Spring 1, Spring 3", "Spring 8, Fall 3, Fall 5, Fall 11"]


def end(tokens: list[list[int]] | None = None, **layout: Any) -> Table:
    """After a game: seat 0 ended it by YOROZU 0, seat 1 took YOROZU 13."""
    settings: dict[str, Any] = {
        "round": 5,
        "face_up": "YOROZU 0, YOROZU 13",
        "hands": HANDS,
        "piles": PILES,
        "results": [[0, 0, 0, 0]],
        "tokens": tokens or [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 1, 1]],
        **ADVANCED,
        **layout,
    }
    t = lay_out(**settings)
    played = [hand.split(", ")[0] for hand in settings["hands"]][: t.match.seats]
    return t.play(*played)


@pytest.mark.rule("FTC-ADV-1")
def test_tokens_are_used_and_no_multiplier_cards() -> None:
    t = start(**ADVANCED)
    assert t.match.question.kind == "tokens"
    t.play_out(1, until="extra_token")
    assert not any(t.s.multipliers) and not any(t.s.chosen) and not t.s.discarded
    assert t.told("multiplier", "start_player") == []


@pytest.mark.rule("FTC-ADV-2")
def test_all_sixteen_tokens_lie_in_the_supply() -> None:
    assert supply(start(**ADVANCED)) == [4, 4, 4, 4]


@pytest.mark.rule("FTC-ADV-3", "FTC-RUL-20")
def test_each_takes_three_of_three_seasons_in_a_random_order_hands_seen() -> None:
    orders = set()
    for seed in range(40):
        t = start(seed=seed, **ADVANCED)
        orders.add(t.s.order)
        assert sorted(t.s.order) == [0, 1, 2, 3] and all(len(hand) == 9 for hand in t.s.hands)
    assert len(orders) > 12
    order = t.s.order
    for turn, seat in enumerate(order):
        assert t.match.to_act == (seat,)
        assert t.choices(seat) == [
            "tokens:spring+summer+fall",
            "tokens:spring+summer+winter",
            "tokens:spring+fall+winter",
            "tokens:summer+fall+winter",
        ]
        with pytest.raises(WrongSeat):
            t.act(order[turn - 1], "tokens:spring+summer+fall")
        t.act(seat, "tokens:spring+summer+fall")
        for viewer in (None, 0, 1, 2, 3):
            assert t.view(viewer)["tokens"][seat] == [1, 1, 1, 0]  # public
    assert t.match.question.kind == "play"  # the supply sufficed, though all took the same


@pytest.mark.rule("FTC-RUL-20")
def test_twelve_tokens_suffice_for_three_players() -> None:
    t = start(3, **ADVANCED)
    for seat in t.s.order:
        t.act(seat, "tokens:summer+fall+winter")
    assert supply(t) == [3, 0, 0, 0] and t.match.question.kind == "play"


@pytest.mark.rule("FTC-ADV-4")
def test_tokens_that_nobody_took_stay_in_the_supply() -> None:
    t = start(**ADVANCED)
    picks = [
        "spring+summer+fall",
        "spring+summer+winter",
        "spring+fall+winter",
        "spring+summer+fall",
    ]
    for seat, pick in zip(t.s.order, picks, strict=True):
        t.act(seat, f"tokens:{pick}")
    assert supply(t) == [0, 1, 1, 2]


@pytest.mark.rule("FTC-ADV-5")
def test_a_fish_is_worth_the_tokens_of_its_season() -> None:
    pile = cards("Spring 1, Summer 4, Fall 11, Winter 6")
    assert score(pile, (0, 1, 2, 0)) == (0 + 1 + 4 + 0, 0, 0)
    t = lay_out(
        tokens=[[2, 1, 0, 0], [0, 0, 2, 1], [0, 1, 0, 2], [1, 1, 1, 1]],
        results=[[0, 0, 0, 0]],
        **LAST_ROUND,
        **ADVANCED,
    )
    t.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
    assert [own[0] for own in t.s.results[1]] == [6 * 2 + 4, 4 * 2 + 4, 2, 2]


@pytest.mark.rule("FTC-ADV-6")
def test_booze_crows_and_halving_are_as_in_the_experienced_rules() -> None:
    three = "Spring 2, Fall 4, YOROZU 0, Spring 5, Summer 6"
    assert score(cards(f"{three}, Spring 1, Spring 3, Fall 3"), (1, 1, 0, 1)) == (2, 0, -2)
    assert score(cards("Spring 2, Fall 4, Spring 5"), (0, 0, 2, 2)) == (0, 4, -1)
    t = end()
    assert t.s.results[1][0] == (2, 0, 0)  # three Spring fish at one token, halved for 3 booze
    assert t.s.results[1][1] == (5, 4, 0)  # five Fall fish at one token, two booze


@pytest.mark.rule("FTC-ADV-7", "FTC-ADV-8", "FTC-RUL-21")
def test_all_give_back_and_take_one_for_each_season_card_with_booze() -> None:
    t = end()
    piles = t.s.piles
    expected = [
        [sum(one.booze for one in pile if one.season == season) for season in range(4)]
        for pile in piles
    ]
    assert t.s.step == "free_token"  # the tokens for season cards come first, at once
    assert t.tokens == expected
    assert expected[0] == [1, 0, 1, 0] and expected[1] == [1, 0, 0, 0]
    assert supply(t) == [4 - sum(own[season] for own in expected) for season in range(4)]


@pytest.mark.rule("FTC-ADV-9", "FTC-FAQ-13")
def test_a_yorozu_card_brings_a_token_of_any_season() -> None:
    t = end()
    assert t.choices(0) == [f"token:{season}" for season in SEASONS]
    for place, season in enumerate(SEASONS):
        twin = t.fork()
        before = twin.tokens[0]
        twin.act(0, f"token:{season}")
        before[place] += 1
        assert twin.tokens[0] == before


@pytest.mark.rule("FTC-ADV-10", "FTC-RUL-21")
def test_nobody_has_more_than_two_of_a_season() -> None:
    t = end(
        piles=["Spring 2, Spring 8, Spring 1, Spring 3"],
    )
    assert 0 in t.told("scored")[0]["boozed"]
    assert t.tokens[0] == [2, 0, 0, 0]
    assert t.choices(0) == ["token:summer", "token:fall", "token:winter"]
    with pytest.raises(IllegalAction):
        t.act(0, "token:spring")
    for seed in range(30):
        twin = start(seed=seed, rules="advanced", target=60)
        while not twin.over:
            assert max(max(own) for own in twin.tokens) <= 2
            twin.match.act(seat := twin.match.to_act[0], twin.match.actions(seat)[0])


@pytest.mark.rule("FTC-ADV-11")
def test_three_booze_cards_bring_three_tokens_and_none_brings_none() -> None:
    t = lay_out(
        round=4,
        face_up="Spring 2, Spring 9",
        piles=[
            "Fall 4, Fall 10, Spring 3",
            "Spring 4, Spring 6, Spring 7",
            "Winter 6, Fall 5, Fall 3",
        ],
        hands=["Summer 3", "Fall 6", "Winter 9", "Fall 8"],
        **ADVANCED,
    )
    t.play("Summer 3", "Fall 6", "Winter 9", "Fall 8")
    assert t.taken == ["Spring 2", "Fall 6", "Spring 9", "Fall 8"]
    assert t.tokens[:3] == [[1, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


@pytest.mark.rule("FTC-ADV-12", "FTC-FAQ-14", "FTC-RUL-21")
@pytest.mark.parametrize("first", [0, 1])
def test_the_owner_of_yorozu_0_takes_the_free_token_before_that_of_13(first: int) -> None:
    hands, piles = HANDS[:], PILES[:]
    if first == 1:
        hands[:2], piles = hands[1::-1], piles[::-1]
    t = end(hands=hands, piles=piles)
    assert t.taken[first] == "YOROZU 0" and t.taken[1 - first] == "YOROZU 13"
    assert t.match.to_act == (first,)
    t.act(first, "token:winter")
    assert t.match.to_act == (1 - first,) and t.match.question.kind == "free_token"
    t.act(1 - first, "token:winter")
    assert t.s.step == "extra_token"


@pytest.mark.rule("FTC-RUL-21")
def test_a_player_with_both_yorozu_cards_makes_both_choices() -> None:
    t = end(
        face_up="Summer 9, YOROZU 13",
        hands=["Spring 4", "Winter 12", "Fall 6", "Winter 7"],
        piles=["Summer 3, Fall 4, Fall 5, Fall 8", "YOROZU 0, Fall 3"],
    )
    assert t.taken[1] == "YOROZU 13"
    assert t.s.order == (1, 1)
    first = next(choice for choice in t.choices(1))
    t.act(1, first)
    assert t.match.to_act == (1,) and t.match.question.kind == "free_token"


@pytest.mark.rule("FTC-ADV-13", "FTC-RUL-22")
def test_before_each_later_game_everybody_takes_one_more_from_the_lowest_clockwise() -> None:
    t = end(results=[[0, 0, -40, 0]])
    while t.s.step == "free_token":
        t.act(t.match.to_act[0], "token:winter")
    assert t.match.question.kind == "extra_token"
    assert all(len(hand) == 9 for hand in t.s.hands)  # hands seen
    assert t.told("scored")[0]["totals"][2] == min(t.totals)
    before = [sum(own) for own in t.tokens]
    for seat in (2, 3, 0, 1):
        assert t.match.to_act == (seat,)
        again = [f"token:{SEASONS[x]}" for x in range(4) if t.tokens[seat][x] == 1]
        assert set(again) <= set(t.choices(seat)) or min(supply(t)) == 0
        t.act(seat, t.choices(seat)[0])
    assert [sum(own) for own in t.tokens] == [one + 1 for one in before]
    assert t.match.question.kind == "play"


@pytest.mark.rule("FTC-RUL-22", "FTC-FAQ-12")
def test_ties_for_the_lowest_total_are_broken_at_random() -> None:
    scores = end().last_game
    level = [-one for one in scores]
    first = set()
    for seed in range(20):
        t = end(results=[level], seed=seed)
        assert t.totals == [0, 0, 0, 0]
        while t.s.step == "free_token":
            t.act(t.match.to_act[0], "token:winter")
        first.add(t.match.to_act[0])
    assert len(first) > 2


def waiting(tokens: list[list[int]], order: list[int], seats: int = 4) -> Any:
    """A state in which those seats still take their additional token."""
    s = start(seats, **ADVANCED).s.copy()
    s.game, s.results = 2, (((0, 0, 0),) * seats,)
    s.tokens = tuple(map(tuple, tokens))
    s.order = tuple(order)
    return s


@pytest.mark.rule("FTC-ADV-14")
def test_a_season_without_tokens_left_cannot_be_chosen() -> None:
    s = waiting([[2, 0, 0, 1], [2, 0, 0, 1], [0, 1, 0, 1], [0, 0, 0, 0]], [3])
    assert [a.key for a in rules.token_choices(s, 3)] == [
        "token:summer",
        "token:fall",
        "token:winter",
    ]
    s = waiting([[2, 0, 0, 2], [2, 0, 0, 2], [0, 1, 0, 0], [0, 0, 0, 0]], [3])
    assert [a.key for a in rules.token_choices(s, 3)] == ["token:summer", "token:fall"]
    assert [a.key for a in rules.token_choices(s, 2)] == ["token:summer", "token:fall"]


@pytest.mark.rule("FTC-RUL-22")
def test_a_player_who_may_take_no_token_is_passed_over() -> None:
    # three of each season: seat 0 has two Spring, the third is left, all others are gone
    s = waiting([[2, 0, 0, 0], [0, 2, 1, 1], [0, 1, 2, 2]], [0, 1, 2], seats=3)
    assert s.token_supply == [1, 0, 0, 0]
    assert rules.token_choices(s, 0) == []
    rules.skip_blocked(s)
    assert s.order == (1, 2)
    assert [a.key for a in rules.token_choices(s, 1)] == ["token:spring"]


@pytest.mark.rule("FTC-ADV-15", "FTC-OPT-2")
def test_the_match_is_won_as_in_the_basic_game_also_with_a_higher_target() -> None:
    tokens = [[2, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]]  # 16 + 4 for seat 0
    for target in (30, 60):
        for short in (0, 1):
            missing = target - 20 - short
            past = [[0, 0, 0, 0]] if missing <= 40 else []
            t = lay_out(
                results=[*past, [missing, 0, 0, 0]],
                tokens=tokens,
                rules="advanced",
                target=target,
                **LAST_ROUND,
            )
            t.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
            assert t.totals[0] == target - short
            assert t.over is (short == 0)


@pytest.mark.rule("FTC-FAQ-11")
def test_two_tokens_of_a_season_bar_a_third_when_preparing_the_next_game() -> None:
    t = end(
        piles=["Spring 2, Spring 8, Spring 1, Spring 3"],
        results=[[-40, 0, 0, 0]],
    )
    while t.s.step == "free_token":
        t.act(t.match.to_act[0], "token:fall")
    assert t.s.step == "extra_token" and t.match.to_act == (0,)
    assert t.tokens[0][0] == 2
    assert "token:spring" not in t.choices(0)
    with pytest.raises(IllegalAction):
        t.act(0, "token:spring")


@pytest.mark.rule("FTC-RUL-23")
def test_no_tokens_are_taken_when_the_match_is_over() -> None:
    t = end(results=[[20, 0, 0, 0]], target=20 + 1)
    assert t.over
    assert t.told("tokens") == []
    assert t.match.question is None


@pytest.mark.rule("FTC-INF-11")
def test_with_four_players_no_claim_can_fail() -> None:
    rng = random.Random(5)
    claims = 0
    for seed in range(25):
        t = start(seed=seed, rules="advanced", target=100, crow_redeal="never")
        extra: list[int] = []
        while not t.over:
            s = t.s
            if s.step == "free_token":
                assert min(s.token_supply) >= 0
                owned = sum(one.season == 4 for pile in s.piles for one in pile)
                assert len(s.order) <= owned
                claims += 1
            if s.step == "extra_token":
                extra.append(s.order[0])
            for seat in t.match.to_act:
                actions = t.match.actions(seat)
                # everybody wants the same season, which is as hard as it can get
                t.match.act(seat, actions[0] if s.step.endswith("token") else rng.choice(actions))
        assert len(extra) == 4 * (s.game - 1)  # nobody was ever passed over
    assert claims > 20
