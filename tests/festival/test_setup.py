"""Overview and setup of a game."""

from __future__ import annotations

from collections import Counter

import pytest

from festival.table import card, cards, end_game, lay_out, names, start
from meowple.core.errors import IllegalAction
from meowple.games.festival.pieces import CARDS, REDEAL

MANY = range(60)


@pytest.mark.rule("FTC-OVER-1", "FTC-SCORE-1")
def test_the_vp_of_all_games_add_up_for_each_player() -> None:
    t = end_game([[1, 2, 3, 4], [5, 5, 5, 5]])
    assert t.last_game == [14, 10, 7, 5]
    assert t.totals == [20, 17, 15, 14]
    assert not t.over and t.s.game == 4
    t.play_out(3)
    sums = [sum(sum(game[seat]) for game in t.s.results) for seat in range(4)]
    assert t.totals == sums


@pytest.mark.rule("FTC-OVER-2")
def test_in_every_round_each_plays_one_card_and_takes_one() -> None:
    t = start(seed=3)
    for number in range(1, 4):
        before = [t.hand(seat) for seat in range(4)]
        played = [t.legal(seat).split(", ")[0] for seat in range(4)]
        t.play(*played)
        for seat in range(4):
            left = [name for name in before[seat].split(", ") if name != played[seat]]
            assert t.hand(seat) == ", ".join(left)
            assert len(t.s.piles[seat]) == number


@pytest.mark.rule("FTC-OVER-3")
def test_cards_in_hand_and_face_up_score_for_nobody() -> None:
    t = lay_out(
        round=3,
        face_up="Fall 10, Winter 12",
        hands=["Spring 4, Spring 1, Spring 9", "Summer 5", "Spring 6", "Summer 7"],
        piles=["Spring 2, Spring 8", "Fall 6, Fall 8", "Winter 7, Winter 9", "Spring 3, Summer 4"],
    )
    t.play("Spring 4", "Summer 5", "Spring 6", "Summer 7")
    assert t.taken == ["Fall 10", "Summer 5", "Spring 6", "Winter 12"]
    assert t.last_game == [0, 0, 0, 4]


@pytest.mark.rule("FTC-OVER-4")
def test_a_game_that_brings_somebody_to_30_ends_the_match_unless_the_lead_is_tied() -> None:
    assert not end_game([[15, 0, 0, 0]]).over  # 29
    assert end_game([[16, 0, 0, 0]]).over  # 30
    assert not end_game([[16, 20, 0, 0]]).over  # 30 and 30


@pytest.mark.rule("FTC-SETUP-2", "FTC-SETUP-3", "FTC-SETUP-5")
def test_each_hand_has_two_season_cards_with_booze_and_seven_others() -> None:
    yorozu_with_seven = 0
    for seed in MANY:
        s = start(seed=seed).s
        for hand in s.hands:
            booze = [one for one in hand if one.booze and one.season < 4]
            assert len(booze) == 2
            assert len(hand) == 9
            yorozu_with_seven += any(one.season == 4 for one in hand)
    assert yorozu_with_seven > 60  # YOROZU cards come with the seven, so hands have three booze


@pytest.mark.rule("FTC-SETUP-2")
def test_the_booze_cards_are_shuffled() -> None:
    got = Counter(one.key for seed in range(200) for one in start(seed=seed).s.hands[0])
    booze = [got[one.key] for one in CARDS if one.dealt_as_booze]
    assert sum(booze) == 400
    assert all(25 < count < 80 for count in booze)  # 50 expected of each


@pytest.mark.rule("FTC-SETUP-4", "FTC-RUL-1")
def test_two_of_the_thirty_others_lie_face_up_never_a_season_card_with_booze() -> None:
    seen: Counter[str] = Counter()
    for seed in range(600):
        s = start(seed=seed).s
        assert len(s.face_up) == 2
        assert [len(hand) for hand in s.hands] == [9, 9, 9, 9]
        seen.update(one.key for one in s.face_up)
    others = {one.key for one in CARDS if not (one.booze and one.season < 4)}
    assert set(seen) == others and len(others) == 30  # YOROZU cards among them
    assert all(15 < count < 75 for count in seen.values())  # 40 expected of each


@pytest.mark.rule("FTC-SETUP-6")
def test_the_lower_face_up_card_lies_on_the_left_also_by_cats() -> None:
    by_cats = 0
    for seed in range(300):
        low, high = start(seed=seed).s.face_up
        assert (low.value, low.cats) < (high.value, high.cats)
        by_cats += low.value == high.value
    assert by_cats > 0


THREE_CROWS = "Spring 5, Summer 6, Fall 7, Spring 2, Spring 8, Winter 4, Winter 6, Spring 4, Fall 3"


@pytest.mark.rule("FTC-SETUP-7")
def test_who_was_dealt_three_crows_may_ask_for_a_new_deal_and_may_decline() -> None:
    t = lay_out(hands=[THREE_CROWS])
    assert [REDEAL.key in t.choices(seat) for seat in range(4)] == [True, False, False, False]
    declined = t.fork()
    for seat in range(4):
        declined.match.act(seat, next(a for a in declined.match.actions(seat) if a is not REDEAL))
    assert declined.s.round == 2
    with pytest.raises(IllegalAction):
        t.act(1, "redeal")
    before = [set(hand) for hand in t.s.hands]
    t.act(0, "redeal")
    for seat in (1, 2, 3):
        t.match.act(seat, t.match.actions(seat)[0])
    assert t.s.round == 1
    assert [len(hand) for hand in t.s.hands] == [9, 9, 9, 9]
    assert not any(t.s.piles)
    assert all(set(hand) != old for hand, old in zip(t.s.hands, before, strict=True))
    assert {*t.s.face_up, *(one for hand in t.s.hands for one in hand)} == set(CARDS)
    assert t.told("redeal") == [{"seat": 0}]


@pytest.mark.rule("FTC-SETUP-7")
def test_two_crows_are_not_enough_and_the_right_ends_with_the_first_card() -> None:
    two = THREE_CROWS.replace("Fall 7", "Fall 6")
    assert REDEAL.key not in lay_out(hands=[two]).choices(0)
    later = "Spring 5, Summer 6, Fall 7, Spring 2, Spring 8, Winter 4, Winter 6, Spring 4"
    assert REDEAL.key not in lay_out(hands=[later], round=2).choices(0)


@pytest.mark.rule("FTC-SETUP-8")
def test_the_supply_starts_with_ten_booze_tokens_and_players_with_none() -> None:
    for t in (start(), end_game()):  # the first game and the next
        assert t.view()["booze_supply"] == 10
        assert t.booze == [0, 0, 0, 0]


@pytest.mark.rule("FTC-SETUP-10")
def test_all_cards_are_gathered_and_dealt_anew_for_every_game() -> None:
    t = end_game()
    s = t.s
    assert (s.game, s.round) == (2, 1)
    assert not any(s.piles)
    assert [len(hand) for hand in s.hands] == [9, 9, 9, 9]
    assert {*s.face_up, *(one for hand in s.hands for one in hand)} == set(CARDS)
    again = {names(end_game(seed=seed).s.hands[0]) for seed in range(5)}
    assert len(again) == 5


def test_the_helper_knows_its_cards() -> None:
    assert names(cards("Spring 1, YOROZU 13")) == "Spring 1, YOROZU 13"
    assert card("YOROZU 0").key == "yorozu-0"
