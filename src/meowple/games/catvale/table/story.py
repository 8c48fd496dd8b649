"""Catvale told in beats: a cat walks, a card is played, a combat's sums, what a turn gave.

The small change of a turn (dice spent, Growth, payments) is for the log alone, and so is what the
viewer does, but for combats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from meowple.author import Beat, Happened, Move, People

from .faces import Faces, drawings

BOARD = "vale-board"
CARDS = frozenset(
    (
        *("played", "used", "shown", "drew-instant", "encounter", "duel", "trophy"),
        *("bought-card", "hired", "constructed", "ambition"),
    )
)
"""Events about a card that all can see."""

COMBAT = frozenset(("attacked", "fight", "fate", "decided", "combat-ended", "duel-won"))

OTHERS = frozenset(
    (
        *(
            "marked",
            "prestige",
            "territory",
            "grown-up",
            "humiliated",
            "completed",
            "quest",
            "vale",
        ),
        *("tile-placed", "stole", "stole-card", "poached", "offered", "talk", "mood-check"),
    )
)
"""What else is told, by its sentence."""

GAINS = 6
"""How many kinds of things are seen to come in at the end of a turn, at most."""


def story(words: Faces, happened: Iterable[Happened], people: People) -> list[Beat]:
    """What happened, in beats."""
    return list(_Telling(words, people).beats(happened))


class _Telling:
    """Makes beats of events.

    Attributes:
        turn: whose turn it is, if its beginning is told of.
        gave: what has come in during that turn.
    """

    def __init__(self, words: Faces, people: People) -> None:
        self.words = words
        self.people = people
        self.turn: int | None = None
        self.gave: dict[str, int] = {}

    def beats(self, happened: Iterable[Happened]) -> Iterator[Beat]:
        for each in happened:
            kind, data = each.event.kind, each.event.data
            seat = data.get("seat")
            if kind == "turn":
                self.turn, self.gave = seat, {}
            elif kind in ("gained", "gathered") and seat == self.turn:
                items = data.get("items") or {data["item"]: data["amount"]}
                for item, number in items.items():
                    self.gave[item] = self.gave.get(item, 0) + number
            elif kind == "turn-ended" and seat == self.turn:
                yield from self._gave(each)
            elif kind in COMBAT or seat is None or not self.people.is_you(seat):
                beat = self._beat(each, seat)
                if beat is not None:
                    yield beat

    def _beat(self, each: Happened, seat: int | None) -> Beat | None:
        kind, data, line = each.event.kind, each.event.data, each.line
        if line is None:
            return None
        moves: list[Move] = []
        about: list[str] = []
        hold = 0.9
        opens = False
        home = f"seat:{seat}"
        if kind in ("walked", "went-through", "moved"):
            moves, hold = [Move(f"cat:{seat}", f"hex-{data['to']}", stays=True)], 0.5
            about = [f"hex:{data['to']}"]
        elif kind in CARDS:
            card = data["card"]
            bought = kind in ("bought-card", "hired", "constructed", "trophy")
            shown = _shown(seat)
            moves = [Move(f"card:{card}", home if bought else shown, shown if bought else home)]
            hold = 1.0
        elif kind in COMBAT:
            moves, hold, opens = self._combat(each), 1.4, kind in ("attacked", "fight")
        elif kind == "prestige":
            moves = [Move(f"gain:{data['amount']:+d}:prestige", home, how="rise")]
        elif kind == "marked":
            about = [f"hex:{data['space']}"]
        elif kind not in OTHERS:
            return None
        return Beat(each.n, line.text, line.seat, about=about, moves=moves, hold=hold, opens=opens)

    def _combat(self, each: Happened) -> list[Move]:
        """Who attacks whom, the dice, and the sums that decide."""
        data: dict[str, Any] = each.event.data
        left, right = (f"{BOARD}@{x},46,26,16" for x in (38, 62))
        match each.event.kind:
            case "attacked":
                return [Move(f"cat:{data['seat']}", left, f"seat:{data['seat']}", stays=True)]
            case "fight" | "duel-won":
                return [Move(f"card:{data['card']}", _shown(data["seat"]), stays=True)]
            case "fate":
                sides = ((data["attacker"], left), (data["defender"], right))
                return [
                    Move(f"fate:{value}:{n}", place, how="tumble", stays=True)
                    for n, (value, place) in enumerate(sides)
                    if value
                ]
            case "decided":
                return [
                    Move(f"sum:{data['attack']}:attack-token", left, stays=True),
                    Move(f"sum:{data['defence']}:defence-token", right, stays=True),
                ]
        return []

    def _gave(self, end: Happened) -> Iterable[Beat]:
        """What the turn of another has given."""
        seat = self.turn
        if seat is None or not self.gave or self.people.is_you(seat):
            return
        drawn = drawings()["items"]
        text = self.words._("{name}: this turn gave {items}.")
        moves = [
            Move(f"gain:+{number}:{item}", f"seat:{seat}", f"{BOARD}@50,50")
            for item, number in [one for one in self.gave.items() if one[0] in drawn][:GAINS]
        ]
        yield Beat(
            end.n,
            text.format(name=self.people.name(seat), items=self.words.amount(self.gave)),
            seat,
            moves=moves,
            hold=1.3,
            opens=True,
        )


def _shown(seat: int | None) -> str:
    """Where a card is held up for all to see: over the board, or over the mat of whose it is."""
    return f"{BOARD}@50,46,46,22|seat:{seat}@50,50,94,60"
