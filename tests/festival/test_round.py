"""A round: check seasons, play a card, No More Season Cards."""

from __future__ import annotations

import random

import pytest

import meowple
from festival.table import Table, card, cards, lay_out, names, start
from meowple.core.errors import BadPosition, IllegalAction
from meowple.games.festival.pieces import SEASONS

FREE = "Spring 9, Summer 5, Fall 6, Winter 7, YOROZU 0"


def cannot_play(t: Table, seat: int, name: str) -> bool:
    """Whether the seat holds the card and is refused when it tries to play it."""
    assert card(name) in t.s.hands[seat]
    with pytest.raises(IllegalAction):
        t.match.act(seat, card(name).play)
    return card(name).play not in t.match.actions(seat)


@pytest.mark.rule("FTC-ROUND-1")
def test_the_phases_of_a_round_come_in_their_order() -> None:
    t = lay_out(
        round=7,
        face_up="Summer 2, Winter 12",
        hands=["Summer 5, Winter 9, Winter 7", "YOROZU 0", "Fall 7", "Spring 3"],
    )
    assert t.story == [] and t.match.question.kind == "play"  # seasons are known: play
    assert t.view()["showing"] == ["summer", "winter"]
    t.play("Summer 5", "YOROZU 0", "Fall 7", "Spring 3")
    assert t.story == ["revealed", "void", "swap", "took", "took", "took", "took", "round"]
    assert t.s.round == 8


@pytest.mark.rule("FTC-ROUND-2")
def test_a_game_lasts_nine_rounds_or_ends_sooner_by_three_booze() -> None:
    lengths = set()
    for seed in range(120):
        t = start(seed=seed, seats=3 + seed % 2, target=300, crow_redeal="never")
        one_game(t, seed)
        rounds = [data["number"] for data in t.told("round")]
        game_one = rounds[: len(rounds) - 1]
        assert game_one == list(range(1, len(game_one) + 1))
        boozed = t.told("scored")[0]["boozed"]
        assert len(game_one) == 9 or (len(game_one) < 9 and boozed)
        lengths.add((len(game_one), bool(boozed)))
    assert (9, False) in lengths and any(length < 9 for length, _ in lengths)
    assert max(length for length, _ in lengths) == 9


def one_game(t: Table, seed: int) -> None:
    rng = random.Random(seed)
    while t.s.game == 1:
        for seat in t.match.to_act:
            t.match.act(seat, rng.choice([a for a in t.match.actions(seat) if a.verb != "redeal"]))


# -- Check seasons ------------------------------------------------------------------------------


@pytest.mark.rule("FTC-CHECK-1", "FTC-CHECK-2")
@pytest.mark.parametrize("first", ["Spring 1", "Summer 2", "Fall 3", "Winter 4"])
@pytest.mark.parametrize("second", ["Spring 9", "Summer 10", "Fall 11", "Winter 12"])
def test_seasons_of_face_up_cards_show_and_all_others_are_open(first: str, second: str) -> None:
    t = lay_out(face_up=f"{first}, {second}")
    shown = {name.split()[0].lower() for name in (first, second)}
    table = t.view()
    assert table["showing"] == [season for season in SEASONS if season in shown]
    assert table["open"] == [season for season in SEASONS if season not in shown]
    for seat in range(4):
        played = {one.season for one in cards(t.legal(seat))}
        assert played.isdisjoint(SEASONS.index(season) for season in shown)


@pytest.mark.rule("FTC-CHECK-3", "FTC-FAQ-5")
def test_a_face_up_yorozu_card_shows_no_season() -> None:
    for yorozu in ("YOROZU 0", "YOROZU 13"):
        t = lay_out(face_up=f"{yorozu}, Fall 6")
        assert t.view()["showing"] == ["fall"]
        assert t.view()["open"] == ["spring", "summer", "winter"]


@pytest.mark.rule("FTC-CHECK-4", "FTC-FAQ-2")
def test_the_season_check_only_says_what_face_up_cards_say() -> None:
    # Nobody is asked anything and nothing of it is in a position: the cards alone decide.
    t = lay_out(face_up="Spring 1, Fall 11")
    assert t.match.question.kind == "play"
    assert {"showing", "open"}.isdisjoint(t.match.position()["state"])
    assert t.view()["showing"] == ["spring", "fall"]


# -- Play a card --------------------------------------------------------------------------------


@pytest.mark.rule("FTC-PLAY-1")
def test_all_choose_one_card_before_any_is_revealed() -> None:
    t = lay_out(hands=["Summer 5", "Fall 6", "Winter 7", "Summer 7"])
    assert t.match.question.together and t.match.to_act == (0, 1, 2, 3)
    before = t.view(3)
    for seat, played in enumerate(("Summer 5", "Fall 6", "Winter 7")):
        t.match.act(seat, card(played).play)
        assert t.s.round == 1 and not any(t.s.piles) and "revealed" not in t.story
        assert t.view(3) == before
    assert card("Summer 5") in t.s.hands[0]  # face down, still one of the owner's cards
    t.match.act(3, card("Summer 7").play)
    assert [len(hand) for hand in t.s.hands] == [8, 8, 8, 8]


@pytest.mark.rule("FTC-PLAY-2", "FTC-PLAY-5")
def test_no_card_of_a_showing_season_may_be_played_while_another_is_held() -> None:
    t = lay_out(
        round=5, face_up="Spring 1, Fall 11", hands=["Spring 9, Summer 5, Fall 6, Winter 7, Fall 8"]
    )
    assert t.legal(0) == "Summer 5, Winter 7"
    assert (
        cannot_play(t, 0, "Spring 9")
        and cannot_play(t, 0, "Fall 6")
        and cannot_play(t, 0, "Fall 8")
    )
    assert t.view()["hand"][0] == {
        "card": "spring-9",
        "can": False,
        "why": {"code": "season_showing", "season": "spring"},
    }


@pytest.mark.rule("FTC-PLAY-3")
@pytest.mark.parametrize(
    "face_up", ["Spring 1, Spring 9", "Spring 1, Fall 11", "Fall 3, YOROZU 13"]
)
def test_yorozu_may_always_be_played(face_up: str) -> None:
    t = lay_out(face_up=face_up, hands=["YOROZU 0, Winter 7, Fall 6"])
    assert "YOROZU 0" in t.legal(0)
    only = lay_out(round=8, face_up="Spring 1, Summer 10", hands=["YOROZU 0, Spring 9"])
    assert only.legal(0) == "Spring 9, YOROZU 0"


@pytest.mark.rule("FTC-PLAY-4")
def test_without_a_season_card_that_is_open_any_card_may_be_played() -> None:
    t = lay_out(round=7, face_up="Spring 1, Summer 10", hands=["Spring 9, Summer 5, Spring 4"])
    assert t.legal(0) == "Spring 4, Spring 9, Summer 5"
    assert all(row["can"] and row["why"] is None for row in t.view()["hand"])


@pytest.mark.rule("FTC-PLAY-6")
def test_nothing_is_said_of_a_missing_season_before_the_reveal() -> None:
    hands = ["Spring 9, Summer 5, Spring 4", "Fall 6", "Winter 7", "Fall 8"]
    t = lay_out(round=7, face_up="Spring 1, Summer 10", hands=hands)
    other = lay_out(round=7, face_up="Spring 1, Summer 10", hands=["Fall 5", *hands[1:]])
    t.match.act(0, card("Spring 9").play)
    other.match.act(0, card("Fall 5").play)
    assert t.voids == ["", "", "", ""] and t.told("void") == []
    for viewer in (None, 1, 2, 3):
        seen, also = t.match.view(viewer), other.match.view(viewer)
        for view in (
            seen,
            also,
        ):  # the filled-up cards of others differ, not what is said of seat 0
            assert view["committed"] == [0] and view["table"]["voids"] == [[], [], [], []]
    for seat, played in ((1, "Fall 6"), (2, "Winter 7"), (3, "Fall 8")):
        t.match.act(seat, card(played).play)
    assert t.voids == ["fall, winter", "", "", ""]


# -- No More Season Cards -----------------------------------------------------------------------


def short_of(**changes: object) -> Table:
    """Seat 0 has nothing but Spring and Summer, which are showing."""
    layout: dict[str, object] = {
        "round": 7,
        "face_up": "Spring 1, Summer 10",
        "hands": ["Spring 9, Summer 5, Spring 4", "Fall 6, Winter 9", "Winter 7", "Fall 8"],
    }
    return lay_out(**{**layout, **changes})  # type: ignore[arg-type]


@pytest.mark.rule("FTC-VOID-1", "FTC-VOID-2")
def test_who_plays_a_showing_season_says_so_and_takes_a_mark_for_every_open_one() -> None:
    t = short_of().play("Summer 5", "Fall 6", "Winter 7", "Fall 8")
    assert t.told("void") == [{"seat": 0, "seasons": ["fall", "winter"]}]
    assert t.story.index("revealed") < t.story.index("void") < t.story.index("took")
    for viewer in (None, 0, 1, 2, 3):
        assert t.view(viewer)["voids"] == [["fall", "winter"], [], [], []]


@pytest.mark.rule("FTC-VOID-3")
def test_marks_change_nothing_in_play_or_scoring() -> None:
    t = short_of().play("Summer 5", "Fall 6", "Winter 7", "Fall 8")
    marked, unmarked = t.fork(), t.fork()
    unmarked.s.voids = ((),) * 4
    assert [marked.choices(seat) for seat in range(4)] == [
        unmarked.choices(seat) for seat in range(4)
    ]
    for twin in (marked, unmarked):
        while twin.s.game == 1:
            for seat in twin.match.to_act:
                twin.match.act(seat, twin.match.actions(seat)[0])
    assert marked.last_game == unmarked.last_game
    assert marked.told("took") == unmarked.told("took")


@pytest.mark.rule("FTC-VOID-4")
def test_marks_are_given_back_at_the_end_of_the_game() -> None:
    t = short_of(
        voids=["", "winter", "", "spring"],
        hands=["Spring 9, Summer 5, Spring 4", "Fall 6", "Winter 7", "Fall 8"],
    )
    assert t.voids == ["", "winter", "", "spring"]
    t.play("Summer 5", "Fall 6", "Winter 7", "Fall 8")
    assert t.voids[0] == "fall, winter"
    while t.s.game == 1:
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[0])
    assert t.voids == ["", "", "", ""]
    assert t.view()["voids"] == [[], [], [], []]


@pytest.mark.rule("FTC-VOID-5", "FTC-RUL-7")
def test_no_mark_is_taken_in_round_nine_but_still_in_round_eight() -> None:
    hands = ["Summer 3", "Fall 4", "Winter 7", "Fall 8"]
    t = lay_out(round=9, face_up="Spring 1, Summer 10", hands=hands)
    t.play(*hands)
    assert t.told("void") == []
    eighth = lay_out(
        round=8, face_up="Spring 1, Summer 10", hands=["Summer 3, Spring 4", *hands[1:]]
    )
    eighth.play(*hands)
    assert eighth.told("void") == [{"seat": 0, "seasons": ["fall", "winter"]}]


@pytest.mark.rule("FTC-VOID-6", "FTC-FAQ-4")
def test_nobody_ever_plays_a_season_after_its_mark() -> None:
    marks = 0
    for seed in range(60):
        t = start(seed=seed, seats=3 + seed % 2).play_out(seed)
        closed: dict[int, set[str]] = {}
        for event in t.match.events():
            if event.kind == "game":
                closed = {}
            elif event.kind == "void":
                closed.setdefault(event.data["seat"], set()).update(event.data["seasons"])
                marks += 1
            elif event.kind == "revealed":
                for seat, key in enumerate(event.data["cards"]):
                    assert key.split("-")[0] not in closed.get(seat, ())
    assert marks > 100


@pytest.mark.rule("FTC-VOID-6")
def test_a_hand_with_a_card_of_a_marked_season_is_an_error() -> None:
    t = short_of().play("Summer 5", "Fall 6", "Winter 7", "Fall 8")
    position = t.match.position()
    position["state"]["voids"][0].append("spring")
    with pytest.raises(BadPosition, match="such a card"):
        meowple.new_match("festival", position=position)


@pytest.mark.rule("FTC-VOID-7", "FTC-FAQ-3")
def test_a_card_of_a_showing_season_takes_like_any_other() -> None:
    hands = ["Spring 9, Summer 5, Spring 4", "Fall 6", "Winter 7", "Fall 5"]
    lowest = short_of(hands=hands).play("Spring 4", "Fall 6", "Winter 7", "Fall 5")
    assert lowest.taken == ["Spring 1", "Fall 6", "Summer 10", "Fall 5"]
    highest = short_of(hands=hands).play("Spring 9", "Fall 6", "Winter 7", "Fall 5")
    assert highest.taken == ["Summer 10", "Fall 6", "Winter 7", "Spring 1"]
    between = short_of(hands=hands)
    between.play("Summer 5", "Fall 6", "Winter 7", "Fall 5")
    assert between.taken == ["Summer 5", "Fall 6", "Summer 10", "Spring 1"]
    assert names(between.s.face_up) == "Fall 5, Winter 7"
