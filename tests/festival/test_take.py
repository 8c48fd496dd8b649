"""Reveal, take a card, take Booze Tokens, end of a round and of a game."""

from __future__ import annotations

import random

import pytest

from festival.table import LAST_ROUND, Table, card, end_game, lay_out, name, start
from meowple.games.festival.pieces import CARDS

HANDS = ["Summer 5", "Winter 7", "Fall 6", "Winter 9"]


@pytest.mark.rule("FTC-REVEAL-1")
def test_all_cards_are_revealed_at_once() -> None:
    t = lay_out(hands=HANDS)
    for seat in (3, 0, 1):
        t.match.act(seat, card(HANDS[seat]).play)
        assert t.told("revealed") == []
    t.match.act(2, card(HANDS[2]).play)
    assert t.told("revealed") == [{"cards": ["summer-5", "winter-7", "fall-6", "winter-9"]}]


@pytest.mark.rule("FTC-REVEAL-2")
def test_crow_and_yorozu_exchange_before_anyone_takes() -> None:
    t = lay_out(hands=["YOROZU 13", "Summer 6", "Fall 3", "Winter 4"])
    t.play("YOROZU 13", "Summer 6", "Fall 3", "Winter 4")
    assert t.story.index("swap") < t.story.index("took")
    assert t.taken == ["Summer 6", "Spring 9", "Spring 1", "Winter 4"]
    two = lay_out(hands=["YOROZU 0", "Summer 6", "Fall 7", "YOROZU 13"])
    two.play("YOROZU 0", "Summer 6", "Fall 7", "YOROZU 13")
    assert len(two.told("swap")) == 2


@pytest.mark.rule("FTC-TAKE-1")
def test_the_highest_takes_the_higher_face_up_card() -> None:
    for seat in range(4):
        hands = HANDS[:]
        hands[seat], hands[3] = hands[3], hands[seat]
        t = lay_out(hands=hands).play(*hands)
        assert t.taken[seat] == "Spring 9"
        assert t.taken.count("Spring 9") == 1


@pytest.mark.rule("FTC-TAKE-2")
def test_the_lowest_takes_the_lower_face_up_card() -> None:
    for seat in range(4):
        hands = HANDS[:]
        hands[seat], hands[0] = hands[0], hands[seat]
        t = lay_out(hands=hands).play(*hands)
        assert t.taken[seat] == "Spring 1"
        assert t.taken.count("Spring 1") == 1


@pytest.mark.rule("FTC-TAKE-3")
def test_every_other_player_takes_back_the_card_played() -> None:
    t = lay_out(hands=HANDS).play(*HANDS)
    assert t.taken == ["Spring 1", "Winter 7", "Fall 6", "Spring 9"]


@pytest.mark.rule("FTC-TAKE-4")
def test_lowest_and_highest_become_the_face_up_cards_in_that_order() -> None:
    assert lay_out(hands=HANDS).play(*HANDS).face_up == "Summer 5, Winter 9"
    turned = HANDS[::-1]
    assert lay_out(hands=turned).play(*turned).face_up == "Summer 5, Winter 9"


@pytest.mark.rule("FTC-TAKE-5", "FTC-TAKE-8")
@pytest.mark.parametrize("seats", [3, 4])
def test_everybody_takes_one_card_a_round_and_38_are_always_there(seats: int) -> None:
    illegal = 0
    for seed in range(40):
        t, rng = start(seats, seed=seed), random.Random(seed)
        while t.s.game == 1 and not t.over:
            s, done = t.s, t.s.round - 1
            if s.step == "play":
                dummy = [] if s.dummy_card is None else [s.dummy_card]
                assert [len(pile) for pile in s.piles] == [done] * 4
                held = [len(hand) for hand in s.hands]
                assert held == [9 - done] * seats + [8 - done] * len(dummy)
                everywhere = [*s.face_up, *dummy]
                for own in (*s.hands, *s.piles):
                    everywhere += own
                assert len(everywhere) == len(set(everywhere)) == 38
            for seat in t.match.to_act:
                t.match.act(seat, rng.choice(t.match.actions(seat)))
        illegal += len(t.told("void"))
    assert illegal > 5  # also after plays for lack of a legal card


@pytest.mark.rule("FTC-TAKE-6", "FTC-TAKE-7")
def test_taken_cards_lie_open_to_all_in_the_order_taken() -> None:
    t, taken = start(seed=2), [[], [], [], []]  # type: ignore[var-annotated]
    for _ in range(4):
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[0])
        for seat in range(4):
            taken[seat].append(t.taken[seat])
    assert [pile.split(", ") for pile in t.piles] == taken
    for viewer in (None, 0, 1, 2, 3):
        seen = t.view(viewer)["piles"]
        assert [[name_of(key) for key in pile] for pile in seen] == taken


def name_of(key: str) -> str:
    return next(name(one) for one in CARDS if one.key == key)


@pytest.mark.rule("FTC-TIE-1", "FTC-FAQ-6")
def test_of_equal_values_the_card_with_more_cats_is_higher() -> None:
    hands = ["Winter 6", "Summer 6", "Fall 6", "Winter 7"]
    low = lay_out(face_up="Spring 1, Spring 9", hands=hands).play(*hands)
    assert low.taken == ["Spring 1", "Summer 6", "Fall 6", "Spring 9"]
    hands = ["Winter 9", "Summer 9", "Fall 9", "Winter 7"]
    high = lay_out(face_up="Spring 1, Spring 9", hands=hands).play(*hands)
    assert high.taken == ["Winter 9", "Spring 9", "Fall 9", "Spring 1"]
    both = lay_out(hands=["Winter 6", "Summer 6", "Fall 6", "Fall 5"])
    assert both.play("Winter 6", "Summer 6", "Fall 6", "Fall 5").face_up == "Fall 5, Summer 6"


# -- Booze Tokens -------------------------------------------------------------------------------


@pytest.mark.rule("FTC-BOOZE-1")
def test_who_took_a_card_with_booze_takes_a_token_not_who_played_one() -> None:
    hands = ["Summer 3", "Winter 5", "Fall 4", "Winter 7"]
    t = lay_out(face_up="Spring 2, Spring 9", round=2, hands=hands).play(*hands)
    before = [sum(one.booze for one in pile[:-1]) for pile in t.s.piles]
    # seat 0 played booze and took it face up; 1 and 2 keep theirs; 3 plays none and takes none
    assert t.taken == ["Spring 2", "Winter 5", "Fall 4", "Spring 9"]
    assert [a - b for a, b in zip(t.booze, before, strict=True)] == [1, 1, 1, 0]
    assert t.view()["booze_supply"] == 10 - sum(t.booze)
    t = lay_out(face_up="Spring 1, Spring 9", round=2, hands=hands).play(*hands)
    before = [sum(one.booze for one in pile[:-1]) for pile in t.s.piles]
    assert t.taken[0] == "Spring 1"
    assert [a - b for a, b in zip(t.booze, before, strict=True)] == [0, 1, 1, 0]


@pytest.mark.rule("FTC-BOOZE-2")
def test_tokens_always_equal_the_booze_icons_taken_and_are_seen_by_all() -> None:
    for seed in range(20):
        t = start(seed=seed)
        while t.s.game == 1:
            icons = [sum(one.booze for one in pile) for pile in t.s.piles]
            for viewer in (None, 0, 3):
                assert t.view(viewer)["booze"] == t.booze == icons
            for seat in t.match.to_act:
                t.match.act(seat, t.match.actions(seat)[0])


# -- End ----------------------------------------------------------------------------------------

THIRD = {
    "round": 4,
    "face_up": "Spring 2, Spring 9",
    "piles": ["Fall 4, Fall 10, Spring 3", "Spring 4, Spring 6", "Spring 7", "Winter 6"],
    "hands": ["Summer 3, Winter 7, Summer 5", "Fall 6", "Winter 9", "Fall 8"],
}


@pytest.mark.rule("FTC-END-1", "FTC-RUL-28")
def test_the_third_booze_token_ends_the_game_after_the_round_is_complete_for_all() -> None:
    t = lay_out(**THIRD)  # type: ignore[arg-type]
    assert t.booze[0] == 2
    t.play("Summer 3", "Fall 6", "Winter 9", "Fall 8")
    assert t.taken == ["Spring 2", "Fall 6", "Spring 9", "Fall 8"]
    scored = t.told("scored")
    assert len(scored) == 1 and scored[0]["boozed"] == [0]
    assert t.s.game == 2 and [len(pile) for pile in t.s.ended.piles] == [4, 4, 4, 4]
    seen = t.view(0)
    assert seen["last"]["taken"] == [pile[-1] for pile in seen["ended"]["piles"]]
    two = lay_out(**THIRD)  # type: ignore[arg-type]
    two.play("Summer 5", "Fall 6", "Winter 9", "Fall 8")
    assert two.taken[0] == "Spring 2" and two.s.game == 2


@pytest.mark.rule("FTC-END-1", "FTC-END-3")
def test_two_booze_tokens_do_not_end_the_game() -> None:
    t = lay_out(**THIRD)  # type: ignore[arg-type]
    t.play("Winter 7", "Fall 6", "Winter 9", "Fall 8")
    assert t.taken[0] == "Winter 7" and t.booze[0] == 2
    assert (t.s.game, t.s.round) == (1, 5)


@pytest.mark.rule("FTC-RUL-28")
def test_several_players_can_reach_three_in_one_round_and_nobody_more() -> None:
    t = lay_out(
        round=5,
        face_up="Spring 2, Spring 9",
        piles=["Fall 10, Summer 9", "Winter 11, YOROZU 0", "Spring 4", "Spring 6"],
        hands=["Summer 3", "Winter 5", "Fall 6", "Winter 7"],
    )
    t.play("Summer 3", "Winter 5", "Fall 6", "Winter 7")
    assert t.taken == ["Spring 2", "Winter 5", "Fall 6", "Spring 9"]
    assert t.told("scored")[0]["boozed"] == [0, 1]
    for seed in range(40):
        for data in start(seed=seed).play_out(seed).told("scored"):
            assert all(booze in (0, 2, 4) for _, booze, _ in data["results"])


@pytest.mark.rule("FTC-END-2")
def test_empty_hands_end_the_game_after_round_nine() -> None:
    t = end_game()
    assert t.told("scored")[0]["boozed"] == []
    assert t.s.game == 2 and [len(pile) for pile in t.s.ended.piles] == [9] * 4


@pytest.mark.rule("FTC-END-3")
def test_otherwise_the_next_round_starts_with_the_seasons() -> None:
    t = lay_out(round=8, face_up="Spring 1, Spring 9", hands=HANDS).play(*HANDS)
    assert (t.s.game, t.s.round) == (1, 9)
    assert t.match.question.kind == "play"
    assert t.view()["showing"] == ["summer", "winter"]


def test_the_last_round_used_by_other_tests_is_a_possible_one() -> None:
    t: Table = lay_out(**LAST_ROUND)  # type: ignore[arg-type]
    assert t.piles == list(LAST_ROUND["piles"])  # type: ignore[call-overload]


@pytest.mark.rule("FTC-INF-10")
def test_nine_rounds_without_a_third_booze_leave_two_to_each_and_two_face_up() -> None:
    found = 0
    for seed in range(400):
        t = start(seed=seed, target=300)
        rng = random.Random(seed)
        while t.s.game == 1:
            last = t.fork() if t.s.round == 9 else None
            for seat in t.match.to_act:
                t.match.act(seat, careful(t, seat, rng))
        if last and not t.told("scored")[0]["boozed"]:
            found += 1
            piles = t.s.ended.piles
            assert [sum(one.booze for one in pile) for pile in piles] == [2, 2, 2, 2]
            left = set(CARDS) - {one for pile in piles for one in pile}
            assert len(left) == 2 and all(one.booze for one in left)
        if found >= 3:
            break
    assert found >= 3


def careful(t: Table, seat: int, rng: random.Random) -> object:
    """Any legal card, middling ones rather: fewer third boozes."""
    actions = t.match.actions(seat)
    plays = [a for a in actions if a.verb == "play"] or list(actions)
    if t.s.booze[seat] == 2:
        plays = [a for a in plays if not a.value.booze] or plays
    return rng.choice(plays)
