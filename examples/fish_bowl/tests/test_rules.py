"""The rules, one by one."""

import meowple
import pytest
from meowple.author import BadPosition, Json

from fish_bowl import GAME
from fish_bowl.pieces import BOX


def position(*hands: list[str], rounds: list[list[str]] | None = None) -> Json:
    """A position with these hands, and with what was played before in these rounds."""
    played = [list(row) for row in zip(*rounds, strict=True)] if rounds else [[] for _ in hands]
    deck = [card.key for card in BOX]
    for cards in (*hands, *played):
        for key in cards:
            deck.remove(key)
    return {
        "game": GAME.name,
        "version": GAME.version,
        "seats": len(hands),
        "options": {"hand": len(hands[0]) + len(played[0])},
        "state": {"deck": deck, "hands": list(hands), "played": played},
    }


def play(match: meowple.Match, *cards: str) -> None:
    for seat, card in enumerate(cards):
        match.act(seat, f"play:{card}")


@pytest.mark.rule("FISHBOWL-DEAL-1")
@pytest.mark.parametrize("hand", [4, 6, 8])
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_everybody_is_dealt_as_many_cards_as_the_option_says(seats: int, hand: int) -> None:
    match = meowple.new_match(GAME.name, seats, {"hand": hand}, seed=1)
    assert [len(cards) for cards in match.state.hands] == [hand] * seats
    assert len(match.state.deck) == len(BOX) - seats * hand


def test_the_box_has_cards_for_the_largest_table() -> None:
    (hand,) = GAME.options
    assert len(BOX) >= max(GAME.seat_counts) * hand.most


@pytest.mark.rule("FISHBOWL-PLAY-1")
def test_one_card_of_the_hand_is_played_in_secret() -> None:
    hands = (["sardine"] * 4, ["sardine", "tuna", "tuna", "tuna"])
    match = meowple.new_match(GAME.name, position=position(*hands))
    assert match.to_act == (0, 1)
    assert [action.key for action in match.actions(0)] == ["play:sardine"]
    match.act(0, "play:sardine")
    assert match.view(1)["table"]["seats"][0] == {"held": 4, "hand": None, "played": []}


@pytest.mark.rule("FISHBOWL-EAT-1")
@pytest.mark.parametrize(
    ("cards", "fish"),
    [
        (["sardine", "tuna", "tuna"], [1, 0, 0]),
        (["sardine", "sardine", "tuna"], [0, 0, 3]),
        (["tuna", "tuna", "tuna"], [0, 0, 0]),
    ],
)
def test_who_is_alone_with_a_card_eats(cards: list[str], fish: list[int]) -> None:
    hands = [["sardine", "sardine", "tuna", "tuna"]] * 3
    match = meowple.new_match(GAME.name, position=position(*hands))
    play(match, *cards)
    assert match.scores == fish


@pytest.mark.rule("FISHBOWL-END-1")
def test_the_most_fish_win_and_victories_are_shared() -> None:
    hands, rounds = [["sardine"] * 3] * 2, [["tuna", "sardine"]]
    match = meowple.new_match(GAME.name, position=position(*hands, rounds=rounds))
    play(match, "sardine", "sardine")
    assert match.over
    assert (match.scores, match.winners) == ([3, 1], [0])
    rounds = [["tuna", "tuna"]]
    match = meowple.new_match(GAME.name, position=position(*hands, rounds=rounds))
    play(match, "sardine", "sardine")
    assert (match.scores, match.winners) == ([0, 0], [0, 1])


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"hands": [["sardine", "cod", "tuna", "tuna"], ["tuna"] * 4]}, r"hands\[0\]\[1\]"),
        ({"hands": [["tuna"], ["tuna"] * 4]}, r"hands\[0\]"),
        ({"played": [["tuna"], []]}, "played"),
        ({"deck": []}, "cards are not those of the box"),
    ],
)
def test_impossible_positions_are_refused_with_their_place(wrong: Json, place: str) -> None:
    data = position(["sardine", "tuna", "tuna", "tuna"], ["tuna"] * 4)
    data["state"].update(wrong)
    with pytest.raises(BadPosition, match=place):
        meowple.new_match(GAME.name, position=data)
