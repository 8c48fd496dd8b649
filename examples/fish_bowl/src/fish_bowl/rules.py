"""The rules, in the order of rules.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meowple.author import CHECKPOINT, N_, Action, Chance, QuestionKind, Script

from .pieces import BOX, PLAYS, Card
from .state import State, in_order

KEPT = 2
"""How many cards everybody keeps to the end (FISHBOWL-END-1)."""


def playable(s: State, seat: int) -> list[Action]:
    """FISHBOWL-PLAY-1: any card of one's hand; of equal ones it does not matter which."""
    return [PLAYS[card] for card in dict.fromkeys(s.hands[seat])]


PLAY = QuestionKind("play", options=playable, prompt=N_("Play a card, face down."))


def setup(seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """FISHBOWL-DEAL-1."""
    s = State(seats, options, chance)
    s.deck = list(BOX)
    for seat in range(seats):
        s.hands[seat] = in_order([chance.draw(s.deck) for _ in range(options["hand"])])
    return s


def rules(s: State) -> Script:
    """Round after round."""
    while len(s.hands[0]) > KEPT:
        yield CHECKPOINT
        answers = yield PLAY.ask_all(tuple(range(s.seats)))
        cards: list[Card] = [answer.value for answer in answers]
        for hand, row, card in zip(s.hands, s.played, cards, strict=True):
            hand.remove(card)
            row.append(card)
        if s.tell:
            s.tell("played", cards=[card.key for card in cards], fish=eaten(cards))


def eaten(cards: Sequence[Card]) -> list[int]:
    """FISHBOWL-EAT-1: how much each seat eats of what was played in a round."""
    return [card.fish if cards.count(card) == 1 else 0 for card in cards]


def scores(s: State) -> list[int]:
    """The fish of each seat so far."""
    rounds = [eaten(cards) for cards in zip(*s.played, strict=True)]
    return [sum(fish) for fish in zip(*rounds, strict=True)] or [0] * s.seats


def winners(s: State) -> list[int]:
    """FISHBOWL-END-1: who has the most fish; those who have as many share the victory."""
    fish = scores(s)
    return [seat for seat in range(s.seats) if fish[seat] == max(fish)]
