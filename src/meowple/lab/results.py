"""What a simulation gives: one record for each match, and the lot of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from meowple.core.game import Json

if TYPE_CHECKING:
    from .summary import Summary


class Played(NamedTuple):
    """One match that was played to its end.

    Attributes:
        number: its place in the simulation, from 0.
        seed: ``new_match(..., seed=seed)`` deals it again.
        bots: the name of the bot on each seat.
        scores: points of each seat.
        winners: the seats that won.
        decisions: how often a seat chose, forced choices included.
        study: what the game tells about it (`Game.study`), or None.
    """

    number: int
    seed: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    study: Json | None = None

    def share(self, seat: int) -> float:
        """The seat's part of the victory: 1 alone, 1/2 if two share it, 0 for the others."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass
class Results:
    """All matches of a simulation, in the order of their numbers.

    Attributes:
        game: the name of the game.
        seats: how many seats played.
        options: of the tables, all of them.
        bots: the names as given to the simulation.
        seed: of the simulation.
        asked: how many matches were asked for; fewer are in ``games`` after an interrupt.
        games: the matches.
        seconds: how long it took by the clock.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    asked: int
    games: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether all matches that were asked for have been played."""
        return len(self.games) == self.asked

    def summary(self, confidence: float = 0.95) -> Summary:
        """Win shares, scores and lengths with intervals of that confidence."""
        from .summary import summarise

        return summarise(self, confidence)
