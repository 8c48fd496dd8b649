"""Where Starting cards can have gone once one was stolen unseen (CV-RUL-87, CV-RUL-90).

Who took a Starting card in the draft stays known of each until one is stolen: from then on nobody
but thief and victim knows whether a card that is shown was drafted by who shows it. So
`State.trail` keeps what everybody has seen of these cards since, and `ways` tells all ways in which
a viewer must think that they can have gone.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import factorial, perm, prod
from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.names import PACK, STARTING
from meowple.games.catvale.state import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from meowple.author import Chance
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.state import State

TAKEN = PACK - 1
"""Starting cards that each seat takes in the draft."""
OUT = -1
"""Where a card is that is in no hand any more."""


def taker(s: State, place: int) -> int:
    """Who took the card of a place of the packs."""
    pack, time = divmod(place, PACK)
    return (pack + time) % s.seats


# -- the trail --------------------------------------------------------------------------------------


def beginning(s: State) -> list[Sight]:
    """What is known while no card has been stolen: who has shown what, and who has seen what."""
    held = {note.start for notes in s.notes for note in notes}
    out: list[list[int]] = [[] for _ in range(s.seats)]
    for pack, cards in enumerate(s.packs):
        for time in range(TAKEN):
            if pack * PACK + time not in held:
                out[taker(s, pack * PACK + time)].append(cards[time])
    sights = [Sight("left", seat, 0, tuple(sorted(cards))) for seat, cards in enumerate(out)]
    for seat in range(s.seats):
        known = [note for note in s.notes[seat] if note.start >= 0 and note.by]
        sights += [Sight("known", seat, note.by, (note.card,)) for note in known]
    return sights


def stolen(s: State, thief: int, victim: int, card: int) -> None:
    """A Starting card is about to be stolen."""
    if not s.trail:
        s.trail = tuple(beginning(s))
    s.trail = (*s.trail, Sight("stolen", victim, 1 << thief | 1 << victim, (card,), thief))


def left(s: State, seat: int, card: int) -> None:
    """A card has left a hand so that all see which; the trail ends with the last Starting card."""
    cards = s.box.cards
    if s.trail and cards[card].deck == STARTING:
        s.trail = (*s.trail, Sight("left", seat, 0, (card,)))
        if not any(cards[each].deck == STARTING for hand in s.hand for each in hand):
            s.trail = ()


def looked(s: State, viewer: int, seat: int) -> None:
    """A player sees a hand."""
    if s.trail:
        s.trail = (*s.trail, Sight("looked", seat, 1 << viewer, starting(s, seat)))


def starting(s: State, seat: int) -> tuple[int, ...]:
    """The Starting cards in a hand."""
    return tuple([card for card in s.hand[seat] if s.box.cards[card].deck == STARTING])


def _seen(s: State, sight: Sight, viewer: int | None) -> bool:
    """Whether a viewer has seen the cards of a sight, or held them; a spectator knows what all do."""
    if sight.what == "left":
        return True
    if viewer is None:
        return sight.what == "known" and sight.by | 1 << sight.seat == (1 << s.seats) - 1
    return sight.seat == viewer or bool(sight.by >> viewer & 1)


def _known(s: State, seat: int, viewer: int | None) -> tuple[int, ...]:
    """The Starting cards of which a viewer knows that they are in the hand of another."""
    notes = [note for note in s.notes[seat] if note.start >= 0 and seat != viewer]
    return tuple(
        [note.card for note in notes if _seen(s, Sight("known", seat, note.by, ()), viewer)]
    )


def as_known(s: State, viewer: int | None) -> list[Sight]:
    """What a viewer knows of the trail; what all know stands at its end for who only looks on."""
    found = []
    for sight in s.trail or beginning(s):
        if sight.what == "left" or (viewer is not None and _seen(s, sight, viewer)):
            if viewer is not None and sight.what not in ("left", "stolen") and sight.seat != viewer:
                sight = sight._replace(by=1 << viewer)  # who else has seen it is not known
            found.append(sight)
        elif sight.what == "stolen":
            found.append(sight._replace(cards=()))
    if viewer is None:
        every = (1 << s.seats) - 1
        known = [(seat, _known(s, seat, None)) for seat in range(s.seats)]
        found += [
            Sight("known", seat, every & ~(1 << seat), cards) for seat, cards in known if cards
        ]
    return found


def agrees(s: State, viewer: int | None) -> bool:
    """Whether the hands, and what a viewer knows of them, agree with the trail."""
    every = ways(s, viewer)
    for seat in range(s.seats):
        number = len(starting(s, seat))
        known = Counter(starting(s, seat) if seat == viewer else _known(s, seat, viewer))
        for way in every:
            hand = way.hand(seat)
            if len(hand) != number or known - Counter(way.card[n] for n in hand):
                return False
    return bool(every)


# -- the ways ---------------------------------------------------------------------------------------


class Way:
    """One way in which Starting cards can have gone, as a viewer sees it.

    Each seat has taken `TAKEN` cards: card ``n`` was taken by seat ``n // TAKEN``.

    Attributes:
        where: the hand that each is in, or `OUT`.
        card: which each is; -1 for one of which nothing is known.
        told: those that were recognized after a theft. Of other cards that are known it does not
            matter which of those that a seat took they are.
        number: how many ways are like this one, in proportion.
        shown: cards that were shown out of a hand that had been stolen from or into, each with
            all that were in that hand.
    """

    __slots__ = ("card", "number", "shown", "told", "where")

    def __init__(self, seats: int) -> None:
        self.where = [n // TAKEN for n in range(TAKEN * seats)]
        self.card = [-1] * (TAKEN * seats)
        self.told: tuple[int, ...] = ()
        self.number = 1
        self.shown: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def copy(self) -> Way:
        new = Way.__new__(Way)
        new.where, new.card = self.where[:], self.card[:]
        new.told, new.number, new.shown = self.told, self.number, self.shown
        return new

    def hand(self, seat: int) -> list[int]:
        return [n for n, where in enumerate(self.where) if where == seat]

    def took(self, seats: int) -> dict[int, list[int]]:
        """What is known of what each seat took."""
        return {
            seat: [card for card in self.card[seat * TAKEN : (seat + 1) * TAKEN] if card >= 0]
            for seat in range(seats)
        }

    def most(self, cards: Sequence[Card]) -> int:
        """More often than so a deal cannot agree with this way."""
        again = Counter((n // TAKEN, self.card[n]) for n in self.told)
        return prod(perm(min(TAKEN, cards[card].count), c) for (_, card), c in again.items())

    def follow(
        self, seats: int, found: dict[int, int], most: int, chance: Chance
    ) -> dict[int, list[tuple[int, int]]] | None:
        """The cards in each hand, with their places, after a deal; none if it is thrown away.

        Args:
            found: the card of each place of the packs.
            most: what `most` gives for any way that is possible.
        """
        places = [0] * len(self.card)
        agrees, alike = 1, 1
        for seat in range(seats):
            own = [(seat - time) % seats * PACK + time for time in range(TAKEN)]
            numbers = range(seat * TAKEN, (seat + 1) * TAKEN)
            sure = [n for n in numbers if self.card[n] >= 0]
            for n in sorted(sure, key=lambda n: n in self.told):
                fits = [place for place in own if found[place] == self.card[n]]
                places[n] = chance.choice(fits) if len(fits) > 1 else fits[0]
                own.remove(places[n])
                if n in self.told:
                    agrees *= len(fits)
            if len(own) > 1:
                chance.shuffle(own)
            for n in numbers:
                if self.card[n] < 0:
                    places[n] = own.pop()
        for card, hand in self.shown:
            alike *= sum(found[places[n]] == card for n in hand)
        if most * alike > 1 and chance.below(most * alike) >= agrees:
            return None
        held: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(seats)}
        for n, seat in enumerate(self.where):
            if seat != OUT:
                held[seat].append((found[places[n]], places[n]))
        return held


def ways(s: State, viewer: int | None) -> list[Way]:
    """All ways in which the Starting cards can have gone, as the viewer must think."""
    first = Way(s.seats)
    if viewer is not None:
        own = [(viewer - time) % s.seats * PACK + time for time in range(TAKEN)]
        for number, place in enumerate(own, viewer * TAKEN):
            first.card[number] = s.packs[place // PACK][place % PACK]
    found = [first]
    touched: set[int] = set()
    for sight in as_known(s, viewer):
        if sight.what == "stolen":
            touched |= {sight.seat, sight.thief}
            card = sight.cards[0] if sight.cards else -1
            found = [new for way in found for new in _goes(way, sight.seat, sight.thief, card)]
        elif sight.what != "left" and sight.seat == viewer:
            continue
        elif sight.seat not in touched:
            found = [way for way in found if _holds(way, sight)]
        elif sight.what == "left":
            found = [new for way in found for new in _goes(way, sight.seat, OUT, sight.cards[0])]
        elif sight.what == "known":
            found = [new for way in found for new in _contains(way, sight.seat, sight.cards)]
        else:
            found = [new for way in found for new in _looks(way, sight.seat, sight.cards)]
        found = _merged(found)
    if viewer in touched:
        assert viewer is not None
        found = [new for way in found for new in _looks(way, viewer, starting(s, viewer))]
    for way in found:
        for seat in range(s.seats):
            unknown = sum(card < 0 for card in way.card[seat * TAKEN : (seat + 1) * TAKEN])
            way.number *= factorial(unknown)
    return found


def _merged(ways: list[Way]) -> list[Way]:
    """Ways that lead to the same are one: else every theft makes two or three times as many."""
    found: dict[object, Way] = {}
    for way in ways:
        key = tuple(way.where), tuple(way.card), tuple(sorted(way.told)), tuple(sorted(way.shown))
        same = found.setdefault(key, way)
        if same is not way:
            same.number += way.number
    return list(found.values())


def _holds(way: Way, sight: Sight) -> bool:
    """Whether a hand that nothing was stolen from or into can hold the cards that are seen.

    Which of the cards that its seat took they are does not matter.
    """
    known = [n for n in way.hand(sight.seat) if way.card[n] >= 0 and sight.what != "known"]
    for card in sight.cards:
        number = next((n for n in known if way.card[n] == card), -1)
        if number >= 0:
            known.remove(number)
        else:
            number = next((n for n in way.hand(sight.seat) if way.card[n] < 0), -1)
            if number < 0:
                return False
            way.card[number] = card
        if sight.what == "left":
            way.where[number] = OUT
    return True


def _picks(way: Way, seat: int, card: int, but: tuple[int, ...] = ()) -> Iterator[tuple[Way, int]]:
    """Each card of a hand that can be a certain one; ``card``: which, -1 if nobody has seen it."""
    alike: dict[tuple[int, int], list[int]] = {}
    for n in way.hand(seat):
        if n not in but and (card < 0 or way.card[n] in (card, -1)):
            alike.setdefault((n // TAKEN, way.card[n]), []).append(n)
    for n, *others in alike.values():
        new = way.copy()
        new.number *= 1 + len(others)
        if card >= 0 and new.card[n] < 0:
            new.card[n] = card
            new.told = (*new.told, n)
        yield new, n


def _goes(way: Way, seat: int, to: int, card: int) -> Iterator[Way]:
    """Each card of a hand that can be the one that goes; ``card``: which it is, if that is seen."""
    for new, n in _picks(way, seat, card):
        if to == OUT:
            new.shown = (*new.shown, (card, tuple(new.hand(seat))))
        new.where[n] = to
        yield new


def _contains(
    way: Way, seat: int, cards: Sequence[int], but: tuple[int, ...] = ()
) -> Iterator[Way]:
    """Each way in which these cards can be in a hand."""
    if not cards:
        yield way
        return
    for new, n in _picks(way, seat, cards[0], but):
        yield from _contains(new, seat, cards[1:], (*but, n))


def _looks(way: Way, seat: int, cards: Sequence[int]) -> Iterator[Way]:
    """Each way in which a whole hand can be these cards."""
    hand = way.hand(seat)
    rest = Counter(cards)
    rest.subtract(way.card[n] for n in hand if way.card[n] >= 0)
    unknown = [n for n in hand if way.card[n] < 0]
    if len(hand) == len(cards) and min(rest.values(), default=0) >= 0:
        yield from _recognize(way, unknown, sorted(rest.elements()))


def _recognize(way: Way, unknown: list[int], cards: list[int]) -> Iterator[Way]:
    """Each way to give cards to those of which nothing is known, one taker after the other."""
    if not unknown:
        yield way
        return
    own = [n for n in unknown if n // TAKEN == unknown[0] // TAKEN]
    for some in sorted(set(combinations(cards, len(own)))):
        new = way.copy()
        rest = cards[:]
        for n, card in zip(own, some, strict=True):
            new.card[n] = card
            rest.remove(card)
        new.told = (*new.told, *own)
        new.number *= factorial(len(own)) // prod(map(factorial, Counter(some).values()))
        yield from _recognize(new, unknown[len(own) :], rest)
