"""The Festival told in beats, in the order of its rules: the cards turn, a season is missing, a crow
swaps, the lowest and the highest are found and exchanged with the cards that lie face up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meowple.author import Beat, Happened, Json, Move, plain_story

from .names import Names, Seats

PLAYED = 58
"""How high a card that was played is at most, in hundredths of the place for all of them."""


def story(words: Names, happened: Iterable[Happened], seats: Seats) -> list[Beat]:
    """The last round in beats, and a sentence for whatever else has happened since."""
    beats: list[Beat] = []
    others: list[Happened] = []
    round_: _Round | None = None
    for each in happened:
        match each.event.kind:
            case "revealed":
                round_ = _Round(words, seats, each.event.data["cards"])
                beats, others = [], []
            case "void" | "swap" | "took" if round_ is None:
                continue  # its beginning is too long ago
        if round_ is None or not round_.tell(each):
            if round_ is not None:
                beats += round_.beats()
                round_ = None
            others.append(each)
    return beats + (round_.beats() if round_ is not None else plain_story(others))


class _Round:
    """The events of a round from its reveal on."""

    def __init__(self, words: Names, seats: Seats, revealed: Sequence[str]) -> None:
        self.words = words
        self.seats = seats
        self.revealed = revealed
        self.between: list[Happened] = []
        self.took: list[Happened] = []
        self.first = self.upto = 0

    def tell(self, each: Happened) -> bool:
        """Take an event; False for one that does not belong to it."""
        match each.event.kind:
            case "revealed":
                self.first = each.n
            case "void" | "swap":
                self.between.append(each)
            case "took":
                self.took.append(each)
            case _:
                return False
        self.upto = each.n
        return True

    def beats(self) -> list[Beat]:
        took = {each.event.data["how"]: each for each in self.took}
        low, high = took.get("lowest"), took.get("highest")
        if low is None or high is None:  # whose crow swaps is being chosen
            return [self._turn([]), *self._between()]
        stalls = [(each.event.data["card"], each.event.data["played"]) for each in (low, high)]
        before = [Move(f"card:{card}", f"card-{played}", stays=True) for card, played in stalls]
        return [self._turn(before), *self._between(), *self._exchange(low, high)]

    def _turn(self, before: list[Move]) -> Beat:
        cards = [
            Move(f"card:{card}", self._slot(seat), how="turn", stays=True)
            for seat, card in enumerate(self.revealed)
        ]
        who = [Move(self._who(seat), self._slot(seat, 93, 17), stays=True) for seat in self._all]
        text = self.words._("All cards turn.")
        return Beat(self.first, text, moves=[*before, *cards, *who], name="reveal", opens=True)

    def _between(self) -> Iterable[Beat]:
        for each in self.between:
            if each.line is None:
                continue
            data = each.event.data
            moves = self._swap(data) if each.event.kind == "swap" else self._void(data)
            yield Beat(
                each.n, each.line.text, each.line.seat, moves=moves, hold=1.15, name="reveal"
            )

    def _swap(self, data: Json) -> list[Move]:
        (one, other), (yorozu, crow) = data["seats"], data["cards"]
        return [
            Move(f"card:{yorozu}", self._slot(other), stays=True),
            Move(f"card:{crow}", self._slot(one), stays=True),
        ]

    def _void(self, data: Json) -> list[Move]:
        seat = data["seat"]
        return [
            Move(f"void:{season}", self._mat(seat), self._slot(seat)) for season in data["seasons"]
        ]

    def _exchange(self, low: Happened, high: Happened) -> Iterable[Beat]:
        """FTC-TAKE: who has the lowest card, who the highest, and what they get for it."""
        text = self.words._("Lowest: {low}. Highest: {high}.")
        marks = []
        for each, mark in ((low, "lowest"), (high, "highest")):
            data = each.event.data
            marks.append(Move(f"mark:{mark}", self._slot(data["seat"], 8, 15), stays=True))
        named = [self.seats[each.event.data["seat"]] for each in (low, high)]
        rest = [each.event.data for each in self.took if each not in (low, high)]
        lie = [
            Move(
                f"card:{each.event.data['played']}",
                self._slot(each.event.data["seat"]),
                how="" if each in (low, high) else "stay dim",
                stays=True,
            )
            for each in self.took
        ]
        yield Beat(
            self.upto - 1,
            text.format(low=named[0], high=named[1]),
            moves=[*lie, *marks],
            name="reveal",
        )
        for each, mark in ((low, "lowest"), (high, "highest")):
            data = each.event.data
            moves = [
                Move(f"mark:{mark}", how="stay"),
                self._home(data),
                Move(f"card:{data['played']}", f"card-{data['played']}", stays=True),
                Move(self._who(data["seat"]), how="stay"),
            ]
            if each is high:
                for kept in rest:
                    moves.append(self._home(kept))
                    moves.append(Move(self._who(kept["seat"]), how="stay"))
            line = each.line
            assert line is not None
            upto = self.upto if each is high else self.upto - 1
            yield Beat(upto, line.text, line.seat, moves=moves, hold=1.25, name="reveal")

    def _home(self, data: Json) -> Move:
        """A card that somebody takes goes to where it lies from now on."""
        card, mat = data["card"], self._mat(data["seat"])
        return Move(f"card:{card}", f"card-{card}|{mat}", how="go taken", stays=True)

    @property
    def _all(self) -> range:
        return range(len(self.revealed))

    def _slot(self, seat: int, y: int = 50, height: int = PLAYED) -> str:
        x = round(100 * (seat + 0.5) / len(self.revealed), 1)
        return f"fest-mid@{x},{y},{height},{92 // len(self.revealed)}"

    def _mat(self, seat: int) -> str:
        return "mat-dummy" if self.seats.is_dummy(seat) else f"seat:{seat}"

    def _who(self, seat: int) -> str:
        return f"dummy:{seat}" if self.seats.is_dummy(seat) else f"seat:{seat}"
