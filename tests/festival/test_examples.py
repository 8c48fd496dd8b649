"""The worked examples, with their exact figures."""

from __future__ import annotations

import pytest

from festival.table import card, cards, end_game, lay_out, start
from meowple.core.errors import IllegalAction
from meowple.games.festival.rules import score


@pytest.mark.rule("FTC-EX-1")
def test_setup_with_four_players() -> None:
    t = start()
    assert [len(hand) for hand in t.s.hands] == [9, 9, 9, 9]
    low, high = t.s.face_up
    assert low.rank < high.rank
    assert t.view()["booze_supply"] == 10 and t.view()["hand_sizes"] == [9, 9, 9, 9]


@pytest.mark.rule("FTC-EX-2", "FTC-EX-3")
def test_spring_and_fall_show_summer_and_winter_may_be_played() -> None:
    t = lay_out(
        round=5,
        face_up="Spring 4, Fall 8",
        hands=["Spring 3, Summer 5, Fall 6, Winter 7, Summer 7"],
    )
    assert t.view()["showing"] == ["spring", "fall"]
    assert t.view()["open"] == ["summer", "winter"]
    assert t.legal(0) == "Summer 5, Summer 7, Winter 7"


ONE_OF_EACH = "Spring 3, Summer 5, Fall 6, Winter 7"


@pytest.mark.parametrize(
    ("face_up", "legal"),
    [
        pytest.param(
            "Fall 5, Fall 8", "Spring 3, Summer 5, Winter 7", marks=pytest.mark.rule("FTC-EX-4")
        ),
        pytest.param(
            "Fall 8, YOROZU 13", "Spring 3, Summer 5, Winter 7", marks=pytest.mark.rule("FTC-EX-5")
        ),
        pytest.param(
            "YOROZU 0, Fall 8", "Spring 3, Summer 5, Winter 7", marks=pytest.mark.rule("FTC-EX-5")
        ),
        pytest.param("YOROZU 0, YOROZU 13", ONE_OF_EACH, marks=pytest.mark.rule("FTC-EX-6")),
    ],
)
def test_seasons_that_may_be_played(face_up: str, legal: str) -> None:
    t = lay_out(round=6, face_up=face_up, hands=[ONE_OF_EACH])
    assert t.legal(0) == legal
    for one in set(ONE_OF_EACH.split(", ")) - set(legal.split(", ")):
        with pytest.raises(IllegalAction):
            t.match.act(0, card(one).play)


@pytest.mark.rule("FTC-EX-7")
def test_no_more_fall_and_no_more_winter() -> None:
    t = lay_out(
        round=7,
        face_up="Spring 1, Summer 10",
        hands=["Spring 9, Summer 5, Spring 4", "Fall 6", "Winter 7", "Fall 8"],
    )
    assert t.legal(0) == "Spring 4, Spring 9, Summer 5"
    t.play("Spring 9", "Fall 6", "Winter 7", "Fall 8")
    assert t.voids == ["fall, winter", "", "", ""]
    while t.s.game == 1:
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[0])
    assert t.voids == ["", "", "", ""]


@pytest.mark.rule("FTC-EX-8")
def test_spring_4_is_higher_than_summer_4() -> None:
    assert (card("Spring 4").cats, card("Summer 4").cats) == (4, 3)
    hands = ["Spring 4", "Summer 4", "Spring 3", "Summer 3"]
    t = lay_out(face_up="Fall 8, Winter 12", hands=hands).play(*hands)
    assert t.taken == ["Winter 12", "Summer 4", "Spring 3", "Fall 8"]
    assert t.face_up == "Summer 3, Spring 4"


@pytest.mark.rule("FTC-EX-9")
def test_the_start_of_round_six() -> None:
    for seed in range(300):
        t = start(seed=seed)
        while t.s.game == 1 and t.s.round < 6:
            for seat in t.match.to_act:
                t.match.act(seat, t.match.actions(seat)[0])
        if t.s.game == 1:
            break
    assert t.s.round == 6 and len(t.told("revealed")) == 5
    assert [len(pile) for pile in t.s.piles] == [5, 5, 5, 5]
    assert [len(hand) for hand in t.s.hands] == [4, 4, 4, 4]
    assert t.booze == [sum(one.booze for one in pile) for pile in t.s.piles]


@pytest.mark.rule("FTC-EX-10")
def test_three_crows_and_yorozu_0() -> None:
    played = ("YOROZU 0", "Summer 6", "Fall 7", "Winter 8")
    t = lay_out(hands=played).play(*played)
    assert t.after_swap == ["Summer 6", "YOROZU 0", "Fall 7", "Winter 8"]
    assert t.taken == ["Summer 6", "Spring 1", "Fall 7", "Spring 9"]


@pytest.mark.rule("FTC-EX-11")
def test_three_crows_and_yorozu_13() -> None:
    played = ("YOROZU 13", "Summer 6", "Fall 7", "Winter 8")
    t = lay_out(hands=played).play(*played)
    assert t.after_swap == ["Winter 8", "Summer 6", "Fall 7", "YOROZU 13"]
    assert t.taken == ["Winter 8", "Spring 1", "Fall 7", "Spring 9"]


@pytest.mark.rule("FTC-EX-12")
def test_two_crows_and_both_yorozu() -> None:
    played = ("YOROZU 0", "Summer 6", "Fall 7", "YOROZU 13")
    t = lay_out(hands=played).play(*played)
    assert t.after_swap == ["Summer 6", "YOROZU 0", "YOROZU 13", "Fall 7"]


@pytest.mark.rule("FTC-EX-13")
def test_one_crow_and_both_yorozu_both_swaps_are_on_offer() -> None:
    played = ("YOROZU 0", "Summer 6", "Fall 6", "YOROZU 13")
    t = lay_out(hands=played).play(*played)
    assert t.match.to_act == (1,) and t.choices(1) == ["swap:yorozu-0", "swap:yorozu-13"]


EX_14 = "Spring 1, Summer 10, Fall 5, Spring 2, Winter 11, Fall 7, Spring 4, Summer 7"


@pytest.mark.rule("FTC-EX-14")
def test_five_fish_two_booze_one_crow_are_eight() -> None:
    assert score(cards(f"{EX_14}, Winter 9")) == (5, 4, -1)
    t = lay_out(
        round=9,
        face_up="Summer 5, Winter 7",
        piles=[EX_14],
        hands=["Winter 9", "YOROZU 0", "YOROZU 13", "Winter 6"],
    )
    t.play("Winter 9", "YOROZU 0", "YOROZU 13", "Winter 6")
    assert t.taken[0] == "Winter 9" and t.last_game[0] == 8


@pytest.mark.rule("FTC-EX-15")
def test_five_fish_three_booze_one_crow_are_two() -> None:
    assert score(cards(f"{EX_14}, YOROZU 0")) == (3, 0, -1)
    t = lay_out(
        round=9,
        face_up="YOROZU 0, Winter 7",
        piles=[EX_14],
        hands=["Summer 5", "Winter 9", "YOROZU 13", "Winter 6"],
    )
    t.play("Summer 5", "Winter 9", "YOROZU 13", "Winter 6")
    assert t.taken[0] == "YOROZU 0" and t.last_game[0] == 2


@pytest.mark.rule("FTC-EX-16")
def test_8_and_then_7_stand_on_8_and_then_on_15() -> None:
    first = lay_out(results=[[0, 0, 8, 0]], target=30)
    assert first.view()["spaces"][2] == 8
    second = end_game([[0, 0, 8, 0]])
    assert second.last_game[2] == 7
    assert second.view()["spaces"][2] == second.totals[2] == 15


EX_17 = "Spring 1, Spring 2, Spring 5, Summer 10, Summer 6, Fall 4, Winter 10, Spring 4"
FACTORS = (2, -1, 1, 1)


def by_season(pile: str, season: int) -> int:
    return sum(score([one for one in cards(pile) if one.season == season], FACTORS))


@pytest.mark.rule("FTC-EX-17", "FTC-RUL-13")
def test_experienced_spring_double_summer_minus() -> None:
    pile = f"{EX_17}, Winter 7"
    assert [by_season(pile, season) for season in range(4)] == [5, -3, 2, 1]
    assert sum(score(cards(pile), FACTORS)) == 5
    t = lay_out(
        round=9,
        rules="experienced",
        chosen="kou-1",
        face_up="Summer 5, Winter 9",
        piles=[EX_17],
        hands=["Winter 7", "YOROZU 0", "YOROZU 13", "Winter 6"],
    )
    t.play("Winter 7", "YOROZU 0", "YOROZU 13", "Winter 6")
    assert t.taken[0] == "Winter 7" and t.s.results[0][0] == (3, 4, -2) and t.totals[0] == 5


@pytest.mark.rule("FTC-EX-18")
def test_experienced_the_same_with_three_booze() -> None:
    assert score(cards(f"{EX_17}, Winter 5"), FACTORS) == (2, 0, -2)
    t = lay_out(
        round=9,
        rules="experienced",
        chosen="kou-1",
        face_up="Winter 5, Winter 9",
        piles=[EX_17],
        hands=["Summer 5", "Winter 7", "YOROZU 13", "Winter 6"],
    )
    t.play("Summer 5", "Winter 7", "YOROZU 13", "Winter 6")
    assert t.taken[0] == "Winter 5" and t.s.results[0][0] == (2, 0, -2) and t.totals[0] == 0


@pytest.mark.rule("FTC-EX-19")
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_advanced_each_spring_fish_is_worth_its_tokens(tokens: int) -> None:
    pile = "Spring 1, Spring 9, Spring 3, Spring 4, Spring 6, Fall 6, Fall 8, Winter 9"
    t = lay_out(
        round=9,
        rules="advanced",
        results=[[0, 0, 0, 0]],
        tokens=[[tokens, 0, 0, 1], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]],
        face_up="Summer 3, Winter 7",
        piles=[pile],
        hands=["Summer 7", "YOROZU 0", "YOROZU 13", "Winter 5"],
    )
    t.play("Summer 7", "YOROZU 0", "YOROZU 13", "Winter 5")
    assert t.taken[0] == "Summer 7" and t.s.results[1][0] == (5 * tokens, 0, 0)


@pytest.mark.rule("FTC-EX-20")
def test_advanced_spring_2_and_winter_11_bring_a_spring_and_a_winter_token() -> None:
    pile = "Spring 2, Winter 11, Spring 3, Spring 4, Spring 6, Fall 6, Fall 8, Winter 9"
    t = lay_out(
        round=9,
        rules="advanced",
        tokens=[[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 0], [1, 1, 1, 0]],
        face_up="Summer 5, Winter 7",
        piles=[pile],
        hands=["Summer 7", "YOROZU 0", "YOROZU 13", "Winter 6"],
    )
    t.play("Summer 7", "YOROZU 0", "YOROZU 13", "Winter 6")
    assert t.tokens[0] == [1, 0, 0, 1]


# -- Worked by us -------------------------------------------------------------------------------


@pytest.mark.rule("FTC-EX-21")
def test_spring_2_and_fall_11_lie_face_up() -> None:
    played = ("Summer 10", "Winter 4", "Summer 3", "Winter 12")
    t = lay_out(round=2, face_up="Spring 2, Fall 11", hands=played)
    before = t.booze
    t.play(*played)
    assert t.taken == ["Summer 10", "Winter 4", "Spring 2", "Fall 11"]
    assert [a - b for a, b in zip(t.booze, before, strict=True)] == [0, 0, 1, 0]
    assert t.face_up == "Summer 3, Winter 12"


@pytest.mark.rule("FTC-EX-22")
def test_three_fours_are_ranked_by_cats() -> None:
    played = ("Spring 4", "Summer 4", "Winter 4", "Spring 9")
    ranks = [card(one).rank for one in ("Winter 4", "Summer 4", "Spring 4", "Spring 9")]
    assert ranks == sorted(ranks)
    t = lay_out(face_up="Fall 3, Fall 11", hands=played).play(*played)
    assert t.taken == ["Spring 4", "Summer 4", "Fall 3", "Fall 11"]
    assert t.face_up == "Winter 4, Spring 9"


@pytest.mark.rule("FTC-EX-23")
def test_yorozu_13_and_summer_6_are_swapped_first() -> None:
    played = ("YOROZU 13", "Summer 6", "Fall 3", "Winter 4")
    t = lay_out(face_up="Spring 1, Spring 9", hands=played).play(*played)
    assert t.after_swap == ["Summer 6", "YOROZU 13", "Fall 3", "Winter 4"]
    assert t.taken == ["Summer 6", "Spring 9", "Spring 1", "Winter 4"]
    assert (card("Spring 9").fish, card("Summer 6").crow) == (2, 1)
    assert t.face_up == "Fall 3, YOROZU 13"


@pytest.mark.rule("FTC-EX-24", "FTC-FAQ-1", "FTC-RUL-3", "FTC-RUL-4")
@pytest.mark.parametrize(
    ("plays", "marks"),
    [("Summer 5", "spring, fall"), ("Winter 9", "spring, fall"), ("YOROZU 0", "")],
)
def test_only_yorozu_is_legal_so_all_three_may_be_played(plays: str, marks: str) -> None:
    t = lay_out(
        round=7,
        face_up="Summer 2, Winter 12",
        hands=["Summer 5, Winter 9, YOROZU 0", "Fall 6", "Spring 4", "Fall 8"],
    )
    assert t.legal(0) == "Summer 5, Winter 9, YOROZU 0"
    t.play(plays, "Fall 6", "Spring 4", "Fall 8")
    assert t.voids == [marks, "", "", ""]


@pytest.mark.rule("FTC-EX-25")
def test_with_fall_8_only_that_and_yorozu() -> None:
    t = lay_out(round=7, face_up="Summer 2, Winter 12", hands=["Summer 5, Fall 8, YOROZU 0"])
    assert t.legal(0) == "Fall 8, YOROZU 0"


@pytest.mark.rule("FTC-EX-26", "FTC-RUL-11")
def test_half_of_minus_three_is_rounded_towards_plus_infinity() -> None:
    pile = cards("Summer 2, Summer 4, Spring 2, Fall 4, Winter 5")
    assert score(pile, FACTORS) == (-1, 0, 0)
    assert score(
        cards("Spring 1, Spring 3, Spring 7, Fall 3, Fall 5, YOROZU 0, Spring 2, Spring 8")
    ) == (4, 0, 0)
    assert score(cards("Spring 1, Spring 3, Spring 7, Fall 5, YOROZU 0, Spring 2, Spring 8")) == (
        3,
        0,
        0,
    )


# -- Rulings on marks ---------------------------------------------------------------------------


@pytest.mark.rule("FTC-RUL-5")
def test_marks_are_for_all_open_seasons_and_never_twice() -> None:
    hands = ["Spring 3, Spring 4, Spring 6", "Summer 5", "Fall 6", "Winter 7"]
    three = lay_out(round=7, face_up="Spring 1, Spring 9", hands=hands)
    three.play("Spring 3", "Summer 5", "Fall 6", "Winter 7")
    assert three.voids[0] == "summer, fall, winter"
    again = lay_out(
        round=7,
        face_up="Spring 1, Summer 10",
        hands=["Spring 3, Spring 4, Summer 8", "Winter 9", "Fall 6", "Winter 7"],
        voids=["fall"],
    )
    again.play("Spring 3", "Winter 9", "Fall 6", "Winter 7")
    assert again.told("void") == [{"seat": 0, "seasons": ["winter"]}]
    assert again.s.voids[0] == (2, 3)
    none_new = lay_out(
        round=7,
        face_up="Spring 1, Summer 10",
        hands=["Spring 3, Spring 4, Summer 8", "Winter 9", "Fall 6", "Winter 7"],
        voids=["fall, winter"],
    )
    none_new.play("Spring 3", "Winter 9", "Fall 6", "Winter 7")
    assert none_new.told("void") == [] and none_new.s.voids[0] == (2, 3)


@pytest.mark.rule("FTC-RUL-6")
def test_a_fourth_player_gets_the_mark_of_a_season_too() -> None:
    t = lay_out(
        round=8,
        face_up="Spring 1, Summer 10",
        hands=[
            "Spring 3, Spring 2",
            "Spring 6, Spring 8",
            "Summer 5, Summer 3",
            "Summer 4, Summer 9",
        ],
    )
    t.play("Spring 3", "Spring 6", "Summer 5", "Summer 4")
    assert t.voids == ["fall, winter"] * 4
