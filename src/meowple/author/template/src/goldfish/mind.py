"""What looks good to a quick player: the bot ``greedy`` asks here."""

from __future__ import annotations

from collections.abc import Sequence

from meowple.author import Action, Match

from .state import State


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How many fish each card can be hoped to bring, if the others play anything they hold.

    The match is an imagined one, so that their hands may be looked at.
    """
    s: State = match.state
    others = [hand for other, hand in enumerate(s.hands) if other != seat]
    ratings = []
    for action in actions:
        hope = float(action.value.fish)
        for hand in others:
            hope *= 1 - hand.count(action.value) / len(hand)
        ratings.append(hope)
    return ratings
