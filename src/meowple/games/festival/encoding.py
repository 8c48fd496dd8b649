"""What a seat knows as small numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from meowple.author import Block, byte, clockwise, marks, number, numbers, one_of, relative

from .pieces import CARDS, EVERY_SEASON, MULTIPLIERS, PLACES, SEASONS, in_hand
from .rules import ROUNDS
from .state import DUMMY, NOTHING, State

NAMES = tuple(card.key for card in sorted(CARDS, key=in_hand))
"""The number cards by ``Card.place``, which is where they stand in each block of cards."""

SIZE = len(NAMES)


def encoding(seats: int, options: Mapping[str, Any]) -> list[Block]:
    """The blocks for a table with so many seats and such options."""
    trio = seats < PLACES
    target = options["target"]
    seats_from = clockwise(seats)
    piles_from = [(*order, DUMMY) if trio else order for order in seats_from]
    owners = relative(seats, ("",)) + (("the dummy",) if trio else ())
    of_piles = tuple(f"{owner} {name}" for owner in owners for name in NAMES)

    def write_piles(s: State, seat: int, into: bytearray, start: int) -> None:
        piles = s.piles
        for owner in piles_from[seat]:
            for card in piles[owner]:
                into[start + card.place] = 1
            start += SIZE

    def write_revealed(s: State, seat: int, into: bytearray, start: int) -> None:
        if s.revealed:
            for owner in piles_from[seat]:
                into[start + s.revealed[owner].place] = 1
                start += SIZE

    def write_counts(s: State, seat: int, into: bytearray, start: int) -> None:
        booze, crows, totals = s.booze, s.crows, s.totals
        for owner in seats_from[seat]:
            total = totals[owner]
            into[start] = booze[owner]
            into[start + 1] = crows[owner]
            into[start + 2] = byte(total)
            into[start + 3] = byte(target - total)
            start += 4

    def write_voids(s: State, seat: int, into: bytearray, start: int) -> None:
        voids = s.voids
        if voids is not NOTHING:
            for owner in seats_from[seat]:
                for season in voids[owner]:
                    into[start + season] = 1
                start += len(SEASONS)

    blocks = [
        Block("hand", NAMES, "1: in your hand", _write_hand),
        Block(
            "middle",
            (*(f"lower {name}" for name in NAMES), *(f"higher {name}" for name in NAMES)),
            "1: the lower, the higher card in the middle",
            _write_middle,
        ),
        Block("piles", of_piles, "1: taken in this game", write_piles),
        Block(
            "counts",
            relative(seats, ("booze", "crows", "VP", "VP missing")),
            "Booze Tokens, crows played from the hand in this game, VP of finished games, and how "
            "many VP are missing to the target",
            write_counts,
        ),
        Block(
            "voids",
            relative(seats, SEASONS),
            "1: has announced to hold none of that season",
            write_voids,
        ),
        Block(
            "round",
            (*(str(n + 1) for n in range(ROUNDS)), "extra game"),
            "1: it is this round; 1: it is the extra game that decides a tie",
            _write_round,
        ),
        Block(
            "revealed",
            of_piles,
            "1: revealed by this seat, while a crow's owner chooses",
            write_revealed,
        ),
    ]
    if trio:
        blocks.append(
            one_of(
                "dummy",
                NAMES,
                "1: what the dummy plays in this round",
                lambda s, seat: s.dummy_card.place if s.dummy_card else -1,
            )
        )
    if options["announce_on_yorozu"]:
        blocks.append(
            marks(
                "holds",
                SEASONS,
                "how many times it was heard to hold a card of this season or of others",
                lambda s, viewer, owner: (x for some in s.holds[owner] for x in some),
                seats=seats,
            )
        )
    if options["rules"] == "experienced":
        blocks += _multipliers(seats, options["multiplier_choice"] == "hidden")
    if options["rules"] == "advanced":
        blocks += [
            numbers(
                "tokens",
                SEASONS,
                "Season Multiplier Tokens",
                lambda s, viewer, owner: s.tokens[owner],
                seats=seats,
            ),
            numbers("supply", SEASONS, "tokens left", lambda s, seat: s.token_supply),
        ]
    if options["rules"] != "basic":
        blocks.append(
            number(
                "order",
                "how many act before, and this one too; 0: does not act any more",
                lambda s, viewer, owner: s.order.index(owner) + 1 if owner in s.order else 0,
                seats=seats,
            )
        )
    return blocks


def _write_hand(s: State, seat: int, into: bytearray, start: int) -> None:
    for card in s.hands[seat]:
        into[start + card.place] = 1


def _write_middle(s: State, seat: int, into: bytearray, start: int) -> None:
    if s.face_up:
        low, high = s.face_up
        into[start + low.place] = into[start + SIZE + high.place] = 1


def _write_round(s: State, seat: int, into: bytearray, start: int) -> None:
    into[start + s.round - 1] = 1
    into[start + ROUNDS] = s.extra


def _multipliers(seats: int, face_down: bool) -> list[Block]:
    keys = [card.key for card in MULTIPLIERS]

    def chosen(s: State, viewer: int, owner: int) -> Iterable[int]:
        card = s.chosen[owner]
        if card is None or (face_down and owner != viewer):
            return [0] * len(EVERY_SEASON)
        return card.factors

    return [
        marks(
            "multipliers",
            keys,
            "1: in your hand",
            lambda s, seat: (card.place for card in s.multipliers[seat]),
        ),
        number(
            "multiplier counts",
            "Score Multiplier Cards in hand",
            lambda s, viewer, owner: len(s.multipliers[owner]),
            seats=seats,
        ),
        numbers(
            "factors",
            SEASONS,
            "of the Score Multiplier Card in use; 0 without one or face down",
            chosen,
            seats=seats,
        ),
        marks(
            "discarded",
            keys,
            "1: used before",
            lambda s, seat: (card.place for card in s.discarded),
        ),
    ]
