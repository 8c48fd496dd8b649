"""``meowple replay``: a saved match, step by step, without telling how it ends."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from meowple.core.errors import WrongSeat
from meowple.core.language import N_, seat_names
from meowple.core.match import Match, replay

from . import table
from .language import _, language
from .screen import Screen, unmarked


def run(arguments: Namespace) -> int:
    """Show one match."""
    moments = replay(table.read(arguments.file))
    film = Film(moments)
    match = film[0]
    seats = match.seats
    if arguments.seat is not None and arguments.seat > seats:
        raise WrongSeat(N_("the match has seats 1 to {seats}"), seats=seats)
    names = seat_names(seats, language())
    for seat, name in enumerate(table.names_of(arguments.names)[:seats]):
        names[seat] = name
    eyes: list[int | None] = [None if arguments.seat is None else arguments.seat - 1]
    if arguments.all:
        eyes = list(range(seats))
    return Replay(film, names, eyes, Screen()).run()


class Film:
    """The moments of a match, worked out as far as somebody has looked."""

    def __init__(self, moments: Iterator[Match]) -> None:
        self._moments = moments
        self._kept: list[Match] = []

    def __getitem__(self, step: int) -> Match:
        """The match after that many steps, or at its last step if it has fewer."""
        while len(self._kept) <= step:
            try:
                self._kept.append(next(self._moments).fork())
            except StopIteration:
                break
        return self._kept[min(step, len(self._kept) - 1)]

    def has(self, step: int) -> bool:
        """Whether the match has that many steps."""
        return step >= 0 and (self[step] is not self[step - 1] if step else True)


class Replay:
    """The film, whose eyes it is seen through, and the terminal."""

    def __init__(
        self, film: Film, names: list[str], eyes: list[int | None], screen: Screen
    ) -> None:
        self.film = film
        self.names = names
        self.eyes = eyes
        self.screen = screen

    def run(self) -> int:
        """Show steps until the film ends or the person leaves; all at once to a pipe."""
        step = 0
        self._show(step)
        if not self.screen.person:
            while self.film.has(step + 1):
                step += 1
                self._show(step)
            return 0
        self.screen.say(
            _("Enter next step, p step back, a number goes to that step, e to the end, q leave"),
            "dim",
        )
        while (typed := self.screen.ask(f"{step} > ")) is not None:
            wanted = step
            if typed in ("q", "quit"):
                break
            if typed in ("", "n"):
                wanted = step + 1
            elif typed == "p":
                wanted = step - 1
            elif typed == "e":
                while self.film.has(wanted + 1):
                    wanted += 1
            elif typed.isdecimal() and len(typed) < 7:
                wanted = int(typed)
            if not self.film.has(wanted):
                self.screen.say(_("The match has no such step."), "yellow")
            else:
                step = wanted
                self._show(step)
        return 0

    def _show(self, step: int) -> None:
        """The news of a step and the table after it."""
        match = self.film[step]
        before = len(self.film[step - 1].events(None)) if step else 0
        self.screen.rule(str(step))
        for seat in self.eyes:
            if len(self.eyes) > 1 and seat is not None:
                self.screen.say(self.names[seat], "bold underline")
            if match.recording:
                self.screen.lines(match.log_lines(seat, language(), self.names, before))
            words = match.game.in_words(language())
            people = words.people(seat, unmarked(self.names))
            self.screen.show(words.text(match.view(seat), people))
        if match.over:
            winners = ", ".join(self.names[seat] for seat in match.winners)
            self.screen.say(_("Won by {winners}").format(winners=winners), "bold")
