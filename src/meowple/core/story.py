"""What happened as a story: beats, each with a sentence and what moves on the table.

The page shows at once how the table lies; a story is played over it, from the events that the
viewer knows of, and nothing waits for it. A game says in its ``table/story.py`` which events go
together and what moves; every other game gets a beat for each line of its log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .events import Event


class Line(NamedTuple):
    """A line of the log, or a heading in it.

    Attributes:
        text: the words; names of pieces stand between double asterisks (``**Winter 12**``).
        seat: whose doing it was, or None.
        heading: whether it opens a part of the log (a round, a month).
        turn: whether it opens a turn of that seat: the lines up to the next one, or to a heading or a
            line of nobody's, can be folded into one.
    """

    text: str
    seat: int | None = None
    heading: bool = False
    turn: bool = False

    @property
    def plain(self) -> str:
        """The text without asterisks."""
        return self.text.replace("**", "")


class Happened(NamedTuple):
    """Something that happened.

    Attributes:
        n: the number of the event.
        event: as the viewer may know it.
        line: what the log says of it, if anything.
    """

    n: int
    event: Event
    line: Line | None


class Move(NamedTuple):
    """How a piece moves in a beat, or comes and goes.

    Places are ids of the page; ``seat:1`` is where that seat's things lie, and ``pool@25,50`` the
    place in ``#pool`` a quarter of its width from the left and half of its height from the top;
    ``pool@25,50,40,20`` makes the piece at most 40 percent as high and 20 as wide as that. Of places
    between which stands ``|`` the first that is in sight is meant; in another but the first
    it stays no longer than for its beat. What is not on the page is left out, and so is what would lie over something on the board
    that may be chosen. A place of nothing is where the piece is already.

    Attributes:
        piece: its name, ``card:winter-12``. The game's ``_story.html`` draws it.
        end: the place where it goes.
        start: the place where it comes from.
        how: ``turn`` shows its face, ``late`` goes when the others have gone, ``run`` goes
            straight, ``tumble`` is a die that rolls, ``rise`` something gained or lost; anything
            else just moves. What is said behind that is the piece's look from then
            on, for the style sheet: ``"turn low"``.
        stays: whether it stays there until it moves again or the story is over.
    """

    piece: str
    end: str = ""
    start: str = ""
    how: str = ""
    stays: bool = False


class Beat(NamedTuple):
    """What is told at a time.

    Attributes:
        upto: the number of the last event it tells.
        text: the sentence, as in a `Line`.
        seat: whose doing it was, or None.
        about: the pieces that it is about, each by its field and key: ``("card:winter-12",)``.
        moves: what moves.
        hold: how long it is held, in beats.
        name: a word or more for the style sheet, which may hide with it what is yet to be told.
        opens: whether what moved in the beats before is put away first.
    """

    upto: int
    text: str
    seat: int | None = None
    about: Sequence[str] = ()
    moves: Sequence[Move] = ()
    hold: float = 1.0
    name: str = ""
    opens: bool = False


def plain_story(happened: Iterable[Happened]) -> list[Beat]:
    """A beat for each line of the log that is no heading."""
    return [
        Beat(each.n, each.line.text, each.line.seat)
        for each in happened
        if each.line is not None and not each.line.heading
    ]
