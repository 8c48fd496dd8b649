"""The examples of how to play are true."""

from __future__ import annotations

from festival.table import lay_out, name
from meowple.games.festival.pieces import CARD
from meowple.games.festival.rules import BOOZE_LIMIT
from meowple.games.festival.table.lesson import MIDDLE, PILE, THIRD, lesson


def test_the_round_goes_as_it_is_told() -> None:
    told = lesson()
    played = [name(CARD[key]) for key, _, _ in told["played"]]
    t = lay_out(face_up=", ".join(name(CARD[key]) for key in MIDDLE), hands=played)
    for seat, card in enumerate(played):
        assert card in t.legal(seat), "a season that is not closed"
    t.play(*played)
    assert t.taken == [name(CARD[took]) for _, took, _ in told["played"]]
    assert t.face_up == ", ".join(name(CARD[key]) for key in told["next"])
    assert [how for _, _, how in told["played"]] == ["low", "", "", "high"]
    assert t.booze == [0, 0, 1, 0], "the third keeps the booze"
    (gave, got), (lost, blank) = (
        [CARD[key] for key in told["played"][seat][:2]] for seat in (3, 0)
    )
    assert gave.fish > got.fish > 0 and lost.fish and not (blank.fish or blank.booze or blank.crow)


def test_the_pile_counts_as_it_is_told() -> None:
    told = lesson()
    booze = [card for card in map(CARD.get, PILE) if card and card.booze]
    assert len(booze) == BOOZE_LIMIT - 1 and CARD[THIRD].booze and not CARD[PILE[-1]].booze
    assert sum(told["points"]) == 9 and sum(told["spoiled"]) == 2
    assert told["spoiled"][0] * 2 == told["fish"]


def test_the_hand_shows_open_and_closed_cards() -> None:
    closed = {CARD[key].season for key in MIDDLE}
    for key, is_open in lesson()["held"]:
        assert is_open == (CARD[key].season not in closed)
