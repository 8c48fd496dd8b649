"""Victory points of a game, the Score Sheet, and who wins the match."""

from __future__ import annotations

import pytest

import meowple
from festival.table import cards, end_game, lay_out
from meowple.games.festival.pieces import LAST_SPACE
from meowple.games.festival.rules import score, space


def vp(pile: str, *worth: int) -> int:
    return sum(score(cards(pile), worth or (1, 1, 1, 1)))


@pytest.mark.rule("FTC-VP-1")
def test_the_score_is_the_sum_over_the_icons_of_the_pile() -> None:
    assert vp("") == 0
    assert vp("Spring 1, Spring 2, Spring 5, Summer 8, Winter 7") == 2 + 2 - 1 + 1 + 0
    t = end_game()
    assert t.s.results[0] == ((10, 4, 0), (8, 4, -2), (4, 4, -1), (2, 4, -1))
    assert t.last_game == [14, 10, 7, 5]


@pytest.mark.rule("FTC-VP-2")
def test_a_fish_is_worth_one() -> None:
    assert [vp("Spring 3"), vp("Spring 1"), vp("Spring 1, Winter 12, Fall 5")] == [1, 2, 5]


@pytest.mark.rule("FTC-VP-3")
def test_one_or_two_booze_are_worth_two_each() -> None:
    assert [vp("Spring 2"), vp("Spring 2, YOROZU 13")] == [2, 4]


@pytest.mark.rule("FTC-VP-4")
@pytest.mark.parametrize(
    ("fish", "kept"),
    [
        ("", 0),
        ("Spring 3", 1),
        ("Spring 1", 1),
        ("Spring 1, Spring 3", 2),
        ("Spring 1, Fall 3, Fall 5", 3),
    ],
)
def test_three_booze_are_worth_nothing_and_halve_the_fish_rounding_up(fish: str, kept: int) -> None:
    assert vp(f"Spring 2, Fall 4, YOROZU 0, {fish}") == kept


@pytest.mark.rule("FTC-VP-5")
def test_each_crow_costs_one() -> None:
    assert [vp("Spring 5"), vp("Spring 5, Summer 6, Fall 7, Winter 8")] == [-1, -4]


@pytest.mark.rule("FTC-VP-6", "FTC-FAQ-8")
def test_crows_are_subtracted_after_the_halving() -> None:
    three = "Spring 2, Fall 4, YOROZU 0"
    assert vp(f"{three}, Spring 1, Spring 3, Spring 5") == 2 - 1  # not (3 - 1) / 2
    assert vp(f"{three}, Spring 1, Winter 12, Spring 5, Summer 6, Fall 7") == 2 - 3
    assert score(cards(f"{three}, Spring 1, Spring 3, Spring 5")) == (2, 0, -1)


@pytest.mark.rule("FTC-VP-7")
def test_blank_cards_are_worth_nothing() -> None:
    assert vp("Spring 4, Spring 6, Summer 5, Summer 7, Fall 6, Fall 8, Winter 7, Winter 9") == 0


@pytest.mark.rule("FTC-RUL-12")
def test_three_booze_halve_the_fish_not_the_booze() -> None:
    # were it the booze that is halved, six VP of booze would leave three
    assert score(cards("Spring 2, Fall 4, YOROZU 0, Spring 1, Winter 12")) == (2, 0, 0)


# -- The Score Sheet ----------------------------------------------------------------------------


@pytest.mark.rule("FTC-SCORE-1", "FTC-SCORE-2")
def test_point_tokens_go_on_the_sheet_when_the_first_game_is_over() -> None:
    before = lay_out()
    assert before.view()["spaces"] == [None] * 4 and before.view()["results"] == []
    after = end_game()
    for viewer in (None, 0, 1, 2, 3):
        assert after.view(viewer)["spaces"] == [14, 10, 7, 5]
        assert after.view(viewer)["totals"] == [14, 10, 7, 5]
    moved = end_game([[1, 2, 3, -4]])
    assert moved.view()["spaces"] == [15, 12, 10, 1]


@pytest.mark.rule("FTC-SCORE-3", "FTC-RUL-14")
def test_the_sheet_runs_to_35_and_starts_again_at_one() -> None:
    assert LAST_SPACE == 35
    shown = {1: 1, 34: 34, 35: 35, 36: 1, 37: 2, 70: 35, 71: 1}
    assert {total: space(total) for total in shown} == shown
    assert end_game([[22, 0, 0, 0]], target=50).view()["spaces"][0] == 1  # a total of 36


@pytest.mark.rule("FTC-RUL-14")
def test_totals_of_zero_or_less_are_kept_and_stand_off_the_sheet() -> None:
    assert space(0) is None and space(-3) is None
    t = end_game([[-20, -10, 0, 0]])
    assert t.totals == [-6, 0, 7, 5]
    assert t.view()["spaces"] == [None, None, 7, 5]


# -- Winning ------------------------------------------------------------------------------------


@pytest.mark.rule("FTC-WIN-1")
def test_at_30_the_match_is_over_and_the_most_vp_win() -> None:
    t = end_game([[17, 20, 25, 0]])
    assert t.totals == [31, 30, 32, 5]
    assert t.over and t.winners == [2]
    assert t.told("match_over") == [{"winners": [2], "totals": [31, 30, 32, 5]}]
    below = end_game([[15, 19, 22, 24]])
    assert below.totals == [29, 29, 29, 29] and not below.over and below.winners == []
    assert not below.s.extra


@pytest.mark.rule("FTC-WIN-2")
def test_a_tie_for_the_most_vp_brings_one_more_game() -> None:
    t = end_game([[17, 21, 0, 0]])
    assert t.totals == [31, 31, 7, 5]
    assert not t.over and t.s.extra and t.s.game == 3
    assert t.told("game")[-1] == {"number": 3, "extra": True}
    not_for_the_most = end_game([[20, 16, 19, 0]])  # 34, 26, 26
    assert not_for_the_most.over and not_for_the_most.winners == [0]


@pytest.mark.rule("FTC-WIN-3", "FTC-FAQ-9")
def test_anybody_may_win_the_extra_game_tied_or_not() -> None:
    t = end_game([[30, 33, 33, 10]])
    assert t.told("game") == [] and t.totals == [44, 43, 40, 15]
    assert t.over and t.winners == [0]


@pytest.mark.rule("FTC-WIN-4")
def test_still_tied_after_the_extra_game_all_share_the_victory() -> None:
    t = end_game([[29, 33, 33, 10]])
    assert t.totals == [43, 43, 40, 15]
    assert t.over and t.winners == [0, 1]


@pytest.mark.rule("FTC-WIN-5", "FTC-OPT-2")
@pytest.mark.parametrize("target", [20, 25, 30, 1, 300])
def test_the_target_may_be_another_number_of_vp(target: int) -> None:
    before = target - 15 if target > 15 else -14
    results = [[before - 30, 0, 0, 0]] if target > 50 else [[before, -10, -10, -10]]
    if target > 50:
        while sum(game[0] for game in results) < before:
            results.append([min(40, before - sum(game[0] for game in results)), 0, 0, 0])
        results[0] = [min(40, results[0][0]), 0, 0, 0]
        results = [[x, 0, 0, 0] for x in split(before)]
    short = end_game(results, target=target)
    assert short.totals[0] == min(target - 1, before + 14) and not short.over
    results[-1][0] += 1
    reached = end_game(results, target=target)
    assert reached.over and reached.winners == [0]


def split(total: int) -> list[int]:
    """A total in results of 40 at most."""
    return [40] * (total // 40) + [total % 40]


@pytest.mark.rule("FTC-RUL-15")
def test_the_extra_game_decides_even_if_all_drop_below_the_target() -> None:
    t = lay_out(
        round=3,
        results=[[30, 30, 10, 10]],
        face_up="Spring 2, Winter 12",
        piles=["Spring 5, Fall 6", "Summer 6, Fall 7", "Fall 4, Fall 10", "Spring 4, Spring 6"],
        hands=["Summer 5", "Summer 7", "Summer 3", "Fall 11"],
    )
    t.play("Summer 5", "Summer 7", "Summer 3", "Fall 11")
    assert t.last_game == [-1, -2, 0, 2]
    assert t.totals == [29, 28, 10, 12]
    assert t.over and t.winners == [0] and t.s.game == 2


def test_a_finished_match_tells_of_its_games_for_reports() -> None:
    match = meowple.new_match("festival", seats=3, seed=3)
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, match.actions(seat)[0])
    study = match.study()
    assert study is not None
    assert study["rounds"] == len(match.view()["table"]["results"])
    assert [sum(seat["points"].values()) for seat in study["seats"]] == match.scores
    last = [seat["cards"]["taken in the last game"] for seat in study["seats"]]
    assert last == match.view()["table"]["ended"]["piles"][:3]
