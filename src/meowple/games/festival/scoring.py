"""Victory points of a game, totals and winners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meowple.core.game import Json

from .components import LAST_SPACE, Card
from .state import OVER, State

ONE_EACH = (1, 1, 1, 1)


def factors(s: State, seat: int) -> tuple[int, ...]:
    """What one fish of each season is worth to a seat (FTC-VP-2, FTC-EXP-6, FTC-ADV-5)."""
    if s.rules == "experienced" and (chosen := s.chosen[seat]):
        return chosen.factors
    if s.rules == "advanced":
        return s.tokens[seat]
    return ONE_EACH


def score(pile: Iterable[Card], worth: Sequence[int] = ONE_EACH) -> tuple[int, int, int]:
    """VP of a pile from fish, booze and crows (FTC-VP-1 to FTC-VP-7, FTC-RUL-11).

    ``worth``: VP of a fish of each season.
    """
    fish = booze = crows = 0
    for card in pile:
        if card.fish:
            fish += card.fish * worth[card.season]
        booze += card.booze
        crows += card.crow
    if booze >= 3:
        return -(-fish // 2), 0, -crows  # the half that is kept is rounded up
    return fish, 2 * booze, -crows


def leaders(s: State) -> list[int]:
    """The seats with the most VP in total."""
    most = max(s.totals)
    return [seat for seat in range(s.seats) if s.totals[seat] == most]


def scores(s: State) -> list[int]:
    """Totals of the match by seat: games that are finished."""
    return list(s.totals)


def winners(s: State) -> list[int]:
    """Who has won; several after a tie in the extra game (FTC-WIN-3, FTC-WIN-4)."""
    return leaders(s) if s.step == OVER else []


def study(s: State) -> Json:
    """A finished match for reports: how many games, cards of the last one, VP from what."""
    piles = s.ended.piles if s.ended else tuple(map(tuple, s.piles))
    kinds = ("fish", "booze", "crows")
    return {
        "rounds": len(s.results),
        "seats": [
            {
                "cards": {"taken in the last game": [card.key for card in piles[seat]]},
                "points": {
                    kind: sum(game[seat][place] for game in s.results)
                    for place, kind in enumerate(kinds)
                },
            }
            for seat in s.everyone
        ],
    }


def space(total: int) -> int | None:
    """The space of the Score Sheet that shows a total; None off the sheet (FTC-RUL-14)."""
    return (total - 1) % LAST_SPACE + 1 if total >= 1 else None
