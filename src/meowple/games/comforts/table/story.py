"""Creature Comforts told in beats: dice go to places, tokens go home, cards are made.

What the others do is one story a turn; the viewer's own doing needs none. Chance is told to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meowple.author import Beat, Happened, Json, Move, People

from .faces import Faces

VILLAGE = "region-village@50,45,62,30"
"""The middle of the board, where nothing is chosen while others have their turns."""

TOKENS = 5
"""How many tokens are seen to move at a time, at most."""


def story(words: Faces, happened: Iterable[Happened], people: People) -> list[Beat]:
    """What happened, in beats."""
    return list(_Telling(words, people).beats(happened))


class _Telling:
    """Makes beats of events."""

    def __init__(self, words: Faces, people: People) -> None:
        self.words = words
        self.people = people

    def beats(self, happened: Iterable[Happened]) -> Iterator[Beat]:
        placed: list[Happened] = []
        for each in happened:
            event = each.event
            if event.kind == "placed":
                placed.append(each)
                continue
            if placed:
                yield self._placed(placed)
                placed = []
            seat = event.data.get("seat")
            if seat is not None and self.people.is_you(seat) and event.kind != "village":
                continue
            beat = self._beat(each, event.data, seat)
            if beat is not None:
                yield beat
        if placed:
            yield self._placed(placed)

    def _beat(self, each: Happened, data: Json, seat: int | None) -> Beat | None:
        line = each.line
        if line is None or line.heading:
            return None
        text, hold = line.text, 0.9
        moves: list[Move] = []
        home = f"seat:{seat}"
        match each.event.kind:
            case "turn" | "idle" | "start":
                return None
            case "traveler":
                text = self.words._("To the Inn comes: {card}.").format(
                    card=f"**{self.words.card(data['card'])}**"
                )
                moves, hold = [Move(f"guest:{data['card']}", "spot-inn", VILLAGE)], 1.2
            case "family":
                moves = [
                    Move(f"die:{owner}:{value}:{n}", f"seat:{owner}", how="tumble")
                    for owner, dice in enumerate(data["dice"])
                    for n, value in enumerate(dice)
                ]
                hold = 1.2
            case "village":
                moves = [
                    Move(f"die::{value}:{n}", f"region-village@{35 + 10 * n},50", how="tumble")
                    for n, value in enumerate(data["dice"])
                ]
                hold = 1.3
            case "assigned":
                moves = [
                    Move(f"die:{owner}:{die['value']}:{group['place']}-{n}", _spot(group), home)
                    for group in data["given"]
                    for n, die in enumerate(group["dice"])
                    for owner in [seat if die["die"].startswith("family") else ""]
                ]
                hold = 1.3
            case "gathered":
                moves = self._tokens(data["tokens"], home, _spot(data))
            case "gained":
                moves, hold = self._tokens(data["tokens"], home, "region-village@50,50"), 0.7
            case "gave":
                moves = self._tokens(data["tokens"], f"seat:{data['to']}", home)
            case "traded":
                moves = self._tokens(data["get"], home, "spot-market")
            case "took":
                moves, hold = [Move(f"comfort:{data['card']}", home, _shown(seat))], 1.1
            case "built" | "made" as kind:
                card = data["card"]
                piece = f"comfort:{card}" if kind == "made" else f"built:{card}"
                points = getattr(self.words.cards[card], "points", 0)
                paid = self._tokens(data["tokens"], "region-village@50,45", home)
                gain = Move(f"gain:{points}", f"{home}", how="rise")
                moves, hold = [Move(piece, home, _shown(seat)), *paid, gain], 1.3
        return Beat(each.n, text, line.seat, moves=moves, hold=hold)

    def _placed(self, placed: list[Happened]) -> Beat:
        """Workers of all families go to their places at the same time."""
        moves = [
            Move(f"worker:{seat}:{space}", f"spot-{space}", f"seat:{seat}")
            for each in placed
            for seat in [each.event.data["seat"]]
            for space in each.event.data["spaces"]
        ]
        text = self.words._("All families send out their workers.")
        return Beat(placed[-1].n, text, moves=moves, hold=1.2)

    def _tokens(self, tokens: dict[str, int], end: str, start: str) -> list[Move]:
        """Tokens on their way, one for each up to a few."""
        each = [f"token:{token}:{n}" for token, number in tokens.items() for n in range(number)]
        return [Move(piece, end, start) for piece in each[:TOKENS]]


def _shown(seat: int | None) -> str:
    """Where a card is held up for all to see: over the village, or over the mat of whose it is."""
    return f"{VILLAGE}|seat:{seat}@50,50,94,60"


def _spot(data: Json) -> str:
    return f"spot-{data['place']}"
