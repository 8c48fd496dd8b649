"""Purrballs told in beats: cats and buffs turn up, cats race, Loot goes to who takes it, Gear meets
Defences. What the viewer has just chosen alone needs no telling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meowple.author import Beat, Happened, Json, Move, People, Words
from meowple.games.purrballs.pieces.names import FACES

STAGE = "pool-foes"
"""Where cats turn up, race and fight: the row of Monsters, where nothing is chosen meanwhile."""

FOE = f"{STAGE}@50,50,100,24"
"""Where a Monster stands while it is fought."""

TRACK = "region-order"
"""Where cats race while something is chosen on the stage: over the order that they make."""

QUIET = frozenset(("buff", "crown", "dealt", "speed", "new-deck", "looked", "drafted"))
"""What only the log tells."""

OWN = frozenset(("took", "challenged", "cycled", "reserved", "rotated", "leveled-up", "kept-party"))
"""What needs no telling when it was the viewer's own choice."""


def story(words: Words, happened: Iterable[Happened], people: People) -> list[Beat]:
    """What happened, in beats."""
    return list(_Telling(words, people).beats(happened))


class _Telling:
    """Makes beats of events.

    Attributes:
        sent: the cats sent since the round began, of which no beat has told.
    """

    def __init__(self, words: Words, people: People) -> None:
        self.words = words
        self.people = people
        self.sent: list[Happened] = []

    def beats(self, happened: Iterable[Happened]) -> Iterator[Beat]:
        for each in happened:
            if each.event.kind == "sent":
                self.sent.append(each)
                continue
            if self.sent:
                yield self._reveal(self.sent)
                self.sent = []
            yield from self._beats(each)
        if self.sent:
            yield self._reveal(self.sent)

    def _beats(self, each: Happened) -> Iterable[Beat]:
        kind, data, line = each.event.kind, each.event.data, each.line
        if line is None or line.heading or kind in QUIET:
            return
        seat = data.get("seat", line.seat)
        own = seat is not None and self.people.is_you(seat)
        if own and kind in OWN:
            return
        home = f"seat:{seat}"
        moves: list[Move] = []
        hold, name = 0.8, ""
        match kind:
            case "dungeon":
                moves = [
                    Move(f"card:{card}:0", f"pool-{card}", "region-pool@96,55,40,12")
                    for card in (*data["loot"], *data["monsters"])
                ]
                hold = 1.1
            case "gained":
                moves = [Move(f"mana:+{data['amount']}:{each.n}", home, how="rise")]
            case "stole":
                start = f"seat:{data['rival']}"
                moves = [Move(f"mana:{data['amount']}:{each.n}", home, start)]
            case "order":
                moves, hold, name = self._race(data), 1.4, "stage"
            case "took":
                moves = [Move(f"card:{data['card']}:0", home, "pool-loot@50,50,90,22")]
            case "challenged":
                moves = [Move(f"card:{data['monster']}:0", FOE, stays=True)]
                hold, name = 1.0, "stage"
            case "rolled" | "rolled-attack":
                moves, hold, name = self._dice(data, each.n), 1.4, "stage"
            case "defeated":
                moves, hold, name = self._won(data, home), 1.7, "stage"
            case "fled":
                moves = [Move(f"card:{data['monster']}:0", FOE)]
        yield Beat(
            each.n,
            line.text,
            line.seat,
            moves=moves,
            hold=hold,
            name=name,
            opens=kind in ("order", "challenged", "dungeon"),
        )

    def _reveal(self, sent: Sequence[Happened]) -> Beat:
        """All cats that were sent turn up, each with its buff."""
        moves = []
        for place, each in enumerate(sent):
            data, x = each.event.data, round(100 * (place + 0.5) / len(sent), 1)
            wide = 62 // len(sent)
            home = f"seat:{data['seat']}"
            left, right = (f"{STAGE}@{x + by / len(sent):.1f}" for by in (-34, 34))
            cat = f"card:{data['cat']}:{data['seat']}"
            buff = f"card:buff-{data['buff']}:{data['seat']}"
            moves += [
                Move(cat, f"{STAGE}@{x},46,92,{wide}|{home}@46,50,98", how="turn", stays=True),
                Move(buff, f"{right},30,54,{wide}|{home}@66,44,70", how="turn", stays=True),
                Move(f"who:{data['seat']}:", f"{left},84,24,{wide}", stays=True),
            ]
        text = self.words._("All cats turn up.")
        return Beat(sent[-1].n, text, moves=moves, hold=1.4, name="stage", opens=True)

    def _race(self, data: Json) -> list[Move]:
        """Every cat runs as far as its Speed takes it."""
        seats, totals = data["seats"], data["totals"]
        most = max(*totals, 1)
        moves = []
        for place, (seat, total) in enumerate(zip(seats, totals, strict=True)):
            y = round(100 * (place + 0.5) / len(seats), 1)
            x = round(10 + 72 * total / most, 1)
            size = f"{round(92 / len(seats))},14"
            goal, start, shown = (
                "|".join(f"{on}@{at},{y},{size}" for on in (STAGE, TRACK)) for at in (x, 4, x + 8)
            )
            moves += [
                Move(f"run:{seat}:", goal, start, how="run", stays=True),
                Move(
                    f"speed:{total}:{seat}", f"{shown}|seat:{seat}@50,50,90", how="late", stays=True
                ),
            ]
        return moves

    def _dice(self, data: Json, n: int) -> list[Move]:
        """Dice beside the Monster; those that show nothing are blank."""
        icons = [*data["icons"], *[FACES.index("blank")] * (data["dice"] - len(data["icons"]))]
        return [
            Move(
                f"die:{FACES[icon]}:{n}-{place}",
                f"{STAGE}@{70 + 10 * (place % 2)},{26 + 48 * (place // 2)},40,10",
                how="tumble",
                stays=True,
            )
            for place, icon in enumerate(icons)
        ]

    def _won(self, data: Json, home: str) -> list[Move]:
        """Gear goes to the Monster, and the Monster to whoever has won it."""
        gear = [
            Move(
                f"card:{card}:0",
                f"{STAGE}@{30 - 13 * (place % 2)},{28 + 46 * (place // 2)},60,12",
                home,
            )
            for place, card in enumerate(data["gear"])
        ]
        return [*gear, Move(f"card:{data['monster']}:0", home, FOE, how="late")]
