"""The special effect of the crow."""

from __future__ import annotations

from itertools import permutations

import pytest

from festival.table import Table, lay_out
from meowple.core.errors import WrongSeat

CROWS = ("Spring 5", "Summer 6", "Fall 7", "Winter 8")


def reveal(*played: str, **layout: object) -> Table:
    """Four cards revealed over two YOROZU-free, harmless face-up cards that forbid none of them."""
    seasons = {name.split()[0] for name in played}
    free = next(
        pair
        for season, pair in (
            ("Spring", "Spring 1, Spring 9"),
            ("Summer", "Summer 2, Summer 10"),
            ("Fall", "Fall 3, Fall 11"),
            ("Winter", "Winter 4, Winter 12"),
        )
        if season not in seasons
    )
    return lay_out(**{"face_up": free, "hands": played, **layout}).play(*played)  # type: ignore[arg-type]


@pytest.mark.rule("FTC-CROW-1")
@pytest.mark.parametrize("yorozu", ["YOROZU 0", "YOROZU 13"])
@pytest.mark.parametrize("crow", CROWS)
def test_one_yorozu_and_one_crow_are_swapped(yorozu: str, crow: str) -> None:
    rest = [n for n in ("Summer 4", "Fall 6", "Winter 7") if n.split()[0] != crow.split()[0]][:2]
    for order in list(permutations(range(4)))[::5]:
        played = [""] * 4
        for seat, one in zip(order, (yorozu, crow, *rest), strict=True):
            played[seat] = one
        t = reveal(*played)
        expected = {yorozu: crow, crow: yorozu}
        assert t.after_swap == [expected.get(one, one) for one in played]
        (swap,) = t.told("swap")
        assert swap["seats"] == [played.index(yorozu), played.index(crow)]


@pytest.mark.rule("FTC-CROW-2")
def test_after_the_swap_each_counts_as_having_played_the_card_received() -> None:
    t = reveal("YOROZU 0", "Winter 8", "Fall 6", "Winter 7")
    assert t.taken == ["Spring 9", "Spring 1", "Fall 6", "Winter 7"]  # 8 is highest, 0 is lowest
    assert t.face_up == "YOROZU 0, Winter 8"
    t = reveal("YOROZU 13", "Summer 6", "Fall 3", "Winter 12", face_up="Spring 1, Spring 9")
    assert t.taken == ["Summer 6", "Spring 9", "Spring 1", "Winter 12"]


@pytest.mark.rule("FTC-CROW-3", "FTC-FAQ-7")
@pytest.mark.parametrize(
    ("yorozu", "crows", "nearest"),
    [
        ("YOROZU 0", ("Spring 5", "Summer 6"), "Spring 5"),
        ("YOROZU 13", ("Spring 5", "Summer 6"), "Summer 6"),
        ("YOROZU 0", ("Fall 7", "Winter 8"), "Fall 7"),
        ("YOROZU 13", ("Fall 7", "Winter 8"), "Winter 8"),
        ("YOROZU 0", ("Spring 5", "Fall 7", "Winter 8"), "Spring 5"),
        ("YOROZU 13", ("Spring 5", "Summer 6", "Fall 7"), "Fall 7"),
    ],
)
def test_of_several_crows_only_the_nearest_to_the_yorozu_swaps(
    yorozu: str, crows: tuple[str, ...], nearest: str
) -> None:
    seasons = {crow.split()[0] for crow in crows}
    rest = next(
        n for n in ("Fall 6", "Summer 4", "Winter 7", "Spring 4") if n.split()[0] in seasons
    )
    played = [*crows, rest, yorozu][:4] if len(crows) == 2 else [*crows, yorozu]
    t = reveal(*played)
    expected = {yorozu: nearest, nearest: yorozu}
    assert t.after_swap == [expected.get(one, one) for one in played]
    assert len(t.told("swap")) == 1


@pytest.mark.rule("FTC-CROW-4", "FTC-FAQ-7")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("pair", [(a, b) for i, a in enumerate(CROWS) for b in CROWS[i + 1 :]])
def test_two_crows_and_both_yorozu_swap_each_with_the_nearer(
    pair: tuple[str, str], turned: bool
) -> None:
    low, high = pair
    played = (
        [high, "YOROZU 13", low, "YOROZU 0"] if turned else [low, "YOROZU 0", "YOROZU 13", high]
    )
    t = reveal(*played)
    expected = {"YOROZU 0": low, low: "YOROZU 0", "YOROZU 13": high, high: "YOROZU 13"}
    assert t.after_swap == [expected[one] for one in played]


@pytest.mark.rule("FTC-CROW-5")
def test_one_crow_and_both_yorozu_the_crows_player_chooses() -> None:
    t = reveal("YOROZU 13", "Summer 6", "Fall 6", "YOROZU 0")
    assert t.match.question.kind == "crow" and t.match.to_act == (1,)
    assert t.choices(1) == ["swap:yorozu-0", "swap:yorozu-13"]
    for seat in (0, 2, 3):
        with pytest.raises(WrongSeat):
            t.act(seat, "swap:yorozu-0")
    for viewer in (None, 0, 1, 2, 3):
        assert t.view(viewer)["revealed"] == ["yorozu-13", "summer-6", "fall-6", "yorozu-0"]
    low, high = t.fork().act(1, "swap:yorozu-0"), t.fork().act(1, "swap:yorozu-13")
    assert low.after_swap == ["YOROZU 13", "YOROZU 0", "Fall 6", "Summer 6"]
    assert high.after_swap == ["Summer 6", "YOROZU 13", "Fall 6", "YOROZU 0"]
    assert low.s.revealed is None and low.s.order == ()


@pytest.mark.rule("FTC-CROW-6")
@pytest.mark.parametrize(
    "played",
    [
        ("Spring 5", "Summer 6", "Fall 7", "Spring 4"),
        ("YOROZU 0", "YOROZU 13", "Fall 6", "Spring 4"),
        ("YOROZU 0", "Summer 5", "Fall 6", "Spring 4"),
        ("Spring 5", "Summer 5", "Fall 6", "Spring 4"),
    ],
)
def test_crows_or_yorozu_alone_swap_nothing(played: tuple[str, ...]) -> None:
    t = reveal(*played)
    assert t.told("swap") == [] and t.after_swap == list(played)
    assert t.s.round == 2


@pytest.mark.rule("FTC-RUL-8")
def test_the_swap_is_compulsory_and_marks_go_by_the_card_from_the_hand() -> None:
    t = reveal("YOROZU 13", "Summer 6", "Fall 6", "Fall 5")
    assert t.told("swap")  # nobody was asked whether
    both = reveal("YOROZU 13", "Summer 6", "Fall 6", "YOROZU 0")
    assert {choice.split(":")[0] for choice in both.choices(1)} == {"swap"}
    # Seat 0 plays a crow of a showing season and receives YOROZU: it announces. Seat 1, who gave
    # YOROZU and has the crow of the showing season before it, does not.
    t = lay_out(
        round=7,
        face_up="Summer 2, Winter 12",
        hands=["Summer 6, Winter 9, Winter 7", "YOROZU 13", "Fall 6", "Spring 4"],
    )
    t.play("Summer 6", "YOROZU 13", "Fall 6", "Spring 4")
    assert t.after_swap[:2] == ["YOROZU 13", "Summer 6"]
    assert t.voids == ["spring, fall", "", "", ""]


@pytest.mark.rule("FTC-RUL-9")
def test_the_choice_needs_both_yorozu_and_a_single_crow_not_three() -> None:
    three = reveal("YOROZU 0", "Summer 6", "Fall 7", "Winter 8")
    assert three.match.question.kind == "play" and len(three.told("swap")) == 1
    single = reveal("YOROZU 0", "Summer 6", "Fall 6", "YOROZU 13")
    assert single.match.question.kind == "crow"


@pytest.mark.rule("FTC-RUL-10")
def test_a_crow_of_a_showing_season_swaps_like_any_other() -> None:
    t = lay_out(
        round=7,
        face_up="Summer 2, Winter 12",
        hands=["Winter 8, Winter 9, Summer 5", "YOROZU 0", "Fall 6", "Spring 4"],
    )
    t.play("Winter 8", "YOROZU 0", "Fall 6", "Spring 4")
    assert t.after_swap == ["YOROZU 0", "Winter 8", "Fall 6", "Spring 4"]
    assert t.taken == ["Summer 2", "Winter 12", "Fall 6", "Spring 4"]
