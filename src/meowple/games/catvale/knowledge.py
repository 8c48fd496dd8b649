"""Dealing anew all that a viewer cannot know (CV-RUL-87).

Hidden are cards in hands and decks, Ambitions, face-down tiles and tokens, and what others have
prepared. What is known of them stands in the state: `State.notes`, ``packs``,
``holdings``, ``met`` and ``seen_ambition``. The backs of cards are open, so
each deck is dealt anew by itself. Stocks have no order, so there is nothing to deal anew in them.

What others know of cards that the viewer does not know is forgotten: the viewer cannot tell.
What the viewer cannot know is collected as slots, which are told apart by open facts alone, and as
sorted cards; then each slot gets a card. So the result does not depend on what was there before.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import permutations
from math import comb, factorial, perm
from typing import TYPE_CHECKING

from meowple.author import Chance

from .pieces.hexes import SPACES
from .pieces.names import (
    ADVENTURE,
    AMBITION,
    BOUGHT,
    BUILDINGS,
    JUNK,
    ODDITIES,
    PACK,
    STARTING,
)
from .rules import growth, rounds, seasons, setting_up, thefts
from .rules.payments import NOTHING
from .state import DEFENDER, DRAFT, GROW, MOOD_GROW, PLAN, Known, Note, Orders

if TYPE_CHECKING:
    from .state import State

DRAWN = (ADVENTURE, BUILDINGS, ODDITIES, JUNK)
"""The decks whose cards come to hands during play."""

MOST_TRIES = 500
"""So often hands are dealt until they fit what cards have told of them."""


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    """Deal anew, in place, all that the viewer cannot know; the same for every true state."""
    for pile in range(len(s.stock)):
        s.stock[pile] = tuple(sorted(s.stock[pile]))
    s.forest_pool = tuple(sorted(s.forest_pool))
    _map(s, chance)
    _bag(s, viewer, chance)
    _bought(s, viewer, chance)
    _ambitions(s, viewer, chance)
    hands = _Hands(s, viewer)
    for _ in range(MOST_TRIES):
        hands.deal(chance)
        if hands.fit():
            break
    if s.talk is not None and not s.talk.answering and s.talk.speaker != viewer:
        s.talk = s.talk._replace(gives=NOTHING, asks=NOTHING)  # an offer is seen once it is made
    if s.fight is not None:
        s.fight.pending = tuple(each for each in s.fight.pending if each[0] == viewer)
        if s.fight.sides[DEFENDER] != viewer:
            s.fight.listed = 0
    _orders(s, viewer)
    _prepared(s, viewer, chance)


def possible(s: State, viewer: int | None) -> bool:
    """Whether what the viewer has seen of Starting cards since a theft can be so."""
    if not thefts.agrees(s, viewer):
        return False
    draft = _Draft(s, viewer)
    return not draft.weights or sum(draft.weights) > 0


def everybody(s: State) -> int:
    return (1 << s.seats) - 1


# -- map and tokens -------------------------------------------------------------------------------


def _map(s: State, chance: Chance) -> None:
    """The face-down tiles: in the Chaotic World as the dealer would have left them."""
    down = [space for space in range(SPACES) if not s.face_up >> space & 1]
    pile = sorted(s.tiles[space] for space in down)
    dealt = list(s.dealt)
    while True:
        chance.shuffle(pile)
        for space, tile in zip(down, pile, strict=True):
            dealt[space] = tile
        if not s.chaotic or not setting_up.cut_off(dealt, s.options["chaotic_fix"]):
            break
    s.dealt = tuple(dealt)
    for space in down:
        s.tiles[space] = dealt[space]


def _bag(s: State, viewer: int | None, chance: Chance) -> None:
    """Harvest tokens of others and of the bag; those that are shown when drawn are in no hand."""
    cards = s.box.cards
    others = [seat for seat in range(s.seats) if seat != viewer and s.sand[seat]]
    pool = [*s.bag, *(token for seat in others for token in s.sand[seat])]
    kept = sorted(token for token in pool if cards[token].activation != "instant")
    shown = sorted(token for token in pool if cards[token].activation == "instant")
    for seat in others:
        s.sand[seat] = tuple(sorted(chance.deal(kept, len(s.sand[seat]))))
    s.bag = tuple(sorted((*kept, *shown)))


def _bought(s: State, viewer: int | None, chance: Chance) -> None:
    """The kinds of face-down tokens that others have bought."""
    places = tuple(BOUGHT.values())
    for seat in range(s.seats):
        goods = s.goods[seat]
        number = sum(goods[place] for place in places)
        if seat != viewer and number:
            for place in places:
                goods[place] = 0
            for _ in range(number):
                goods[chance.choice(places)] += 1


# -- Ambitions ------------------------------------------------------------------------------------


def _ambitions(s: State, viewer: int | None, chance: Chance) -> None:
    """Ambitions not seen, kept or not: one whose goal was met would have been scored."""
    bit = 0 if viewer is None else 1 << viewer
    others = [seat for seat in range(s.seats) if seat != viewer]
    kept = [
        seat
        for seat in others
        if s.ambition[seat] >= 0 and not s.scored >> seat & 1 and not s.seen_ambition[seat] & bit
    ]
    spare = [seat for seat in others if s.spare[seat] >= 0]
    picking = [seat for seat in others if any(_is_ambition(s, card) for card in s.picks[seat])]
    pool = [*s.stock[AMBITION], *(s.ambition[seat] for seat in kept)]
    pool += [s.spare[seat] for seat in spare]
    pool += [card for seat in picking for card in s.picks[seat]]
    pool.sort()
    place = {card.index: i for i, card in enumerate(s.box.ambitions)}
    while True:
        cards = pool[:]
        new = chance.deal(cards, len(kept))
        if not any(s.met[seat] >> place[card] & 1 for seat, card in zip(kept, new, strict=True)):
            break
    for seat, card in zip(kept, new, strict=True):
        s.ambition[seat] = card
    for seat in spare:
        s.spare[seat] = chance.draw(cards)
    for seat in picking:
        s.picks[seat] = tuple(sorted(chance.deal(cards, len(s.picks[seat]))))
    s.stock[AMBITION] = tuple(sorted(cards))


def _is_ambition(s: State, card: int) -> bool:
    return s.box.cards[card].deck == AMBITION


# -- hands and decks ------------------------------------------------------------------------------


class _Slot:
    """A place of a hidden card in another hand, told apart by open facts alone.

    Attributes:
        seat: whose hand. deck: of the card. renewed, start: as in its `Note`.
        card: the one that lies there.
    """

    __slots__ = ("card", "deck", "renewed", "seat", "start")

    def __init__(self, seat: int, note: Note, deck: int) -> None:
        self.seat = seat
        self.deck = deck
        self.card = note.card
        self.renewed = note.renewed
        self.start = note.start

    @property
    def key(self) -> tuple[int, int, int]:
        return (self.deck, self.renewed, self.seat)


class _Hands:
    """All hidden cards of the decks that come to hands, as slots and what may lie in them."""

    def __init__(self, s: State, viewer: int | None) -> None:
        self.s = s
        self.viewer = viewer
        self.bit = 0 if viewer is None else 1 << viewer
        self.others = [seat for seat in range(s.seats) if seat != viewer]
        self.fixed: dict[int, list[Note]] = {}
        self.slots: list[_Slot] = []
        self.told: list[tuple[int, int]] = []
        self.told_start: list[tuple[int, int]] = []
        for seat in self.others:
            self._hand(seat)
        self.told.sort()
        self.told_start.sort()
        self.slots.sort(key=lambda slot: slot.key)
        held = s.box.held
        self.pools = {deck: self._pool(deck) for deck in DRAWN}
        self.old: dict[tuple[int, int], list[int]] = {}
        for slot in self.slots:
            if slot.renewed >= 0:
                self.old.setdefault((slot.deck, slot.renewed), []).append(slot.card)
        for pool in self.old.values():
            pool.sort()
        self.holdable = {
            deck: [card for card in pool if card in held] for deck, pool in self.pools.items()
        }
        self.rest = {
            deck: [card for card in pool if card not in held] for deck, pool in self.pools.items()
        }
        self.groups: list[tuple[list[int], list[int]]] = []
        self.draft: _Draft | None = None
        if s.packs and len(s.packs[0]) < PACK:
            self.groups = _groups(s, viewer, self.slots)
        elif s.trail or any(slot.deck == STARTING for slot in self.slots):
            self.draft = _draft(s, viewer)

    def _knows(self, by: int, seat: int) -> bool:
        """Whether the viewer is among those who know; a spectator knows what all know."""
        if self.viewer is None:
            return by | 1 << seat == everybody(self.s)
        return bool(by & self.bit)

    def _hand(self, seat: int) -> None:
        """Part a hand into cards that the viewer knows and hidden ones."""
        s = self.s
        left = list(s.hand[seat])
        self.fixed[seat] = []
        for note in s.notes[seat]:
            left.remove(note.card)
            told = [seats for by, seats in note.heard if self._has_heard(by, seats)]
            if note.start >= 0 and self.viewer is None:
                told = []  # who only looks on has seen no packs
            if self._knows(note.by, seat):
                self.fixed[seat].append(note)
                continue
            self.slots.append(_Slot(seat, note, s.box.cards[note.card].deck))
            if told:
                of_start = self.told_start if note.start >= 0 else self.told
                of_start.append((note.card, told[0]))
        self.slots += [_Slot(seat, Note(card), s.box.cards[card].deck) for card in left]

    def _has_heard(self, by: int, seats: int) -> bool:
        if self.viewer is None:
            return by | seats == everybody(self.s)
        return bool(by & self.bit)

    def _pool(self, deck: int) -> list[int]:
        """All cards of a deck that may be in a fresh slot, in the stock or hidden under it."""
        s = self.s
        pool = list(s.stock[deck])
        pool += [e.card for e in s.under[deck] if not self._knows_under(e)]
        pool += [slot.card for slot in self.slots if slot.deck == deck and slot.renewed < 0]
        if s.looker >= 0 and s.looker != self.viewer:
            pool += [card for card in s.looked if s.box.cards[card].deck == deck]
        return sorted(pool)

    def _knows_under(self, entry: Known) -> bool:
        if self.viewer is None:
            return entry.by == everybody(self.s)
        return bool(entry.by & self.bit)

    # -- dealing ----------------------------------------------------------------------------------

    def deal(self, chance: Chance) -> None:
        """Give each slot a card and put it all back into the state."""
        s = self.s
        kept = {deck: pool[:] for deck, pool in self.holdable.items()}
        old = {key: pool[:] for key, pool in self.old.items()}
        told = self._place_told(kept, old, chance)
        for number, slot in enumerate(self.slots):
            if number in told or slot.deck == STARTING:
                continue
            slot.card = chance.draw(old.get((slot.deck, slot.renewed), kept[slot.deck]))
        if self.draft is not None:
            told |= self._place_starting(self.draft.deal(chance))
        for places, cards in self.groups:
            dealt = cards[:]
            chance.shuffle(dealt)
            self._deal_group(places, dealt)
        for deck in DRAWN:
            rest = [*kept[deck], *self.rest[deck]]
            hidden = [i for i, e in enumerate(s.under[deck]) if not self._knows_under(e)]
            looked = s.looker >= 0 and s.looker != self.viewer
            if hidden or (looked and s.looked):
                rest.sort()
            if hidden:
                under = list(s.under[deck])
                for place in hidden:
                    under[place] = Known(chance.draw(rest), under[place].by)
                s.under[deck] = tuple(under)
            if looked and s.looked and s.box.cards[s.looked[0]].deck == deck:
                s.looked = tuple(sorted(chance.deal(rest, len(s.looked))))
            s.stock[deck] = tuple(sorted(rest))
        self._put_back(told)

    def _place_told(
        self,
        kept: dict[int, list[int]],
        old: dict[tuple[int, int], list[int]],
        chance: Chance,
    ) -> dict[int, int]:
        """Cards of which the viewer knows that one of some hands holds them: by slot, these hands."""
        taken: dict[int, int] = {}
        for card, seats in self.told:
            places = []
            for number, slot in enumerate(self.slots):
                if number in taken or not seats >> slot.seat & 1:
                    continue
                pool = old.get((slot.deck, slot.renewed), kept.get(slot.deck, []))
                if card in pool:
                    places.append(number)
            if not places:
                continue  # other cards of its kind took all places where it could be
            number = chance.choice(places)
            slot = self.slots[number]
            slot.card = card
            old.get((slot.deck, slot.renewed), kept.get(slot.deck, [])).remove(card)
            taken[number] = seats
        return taken

    def _place_starting(self, held: dict[int, list[tuple[int, int]]]) -> dict[int, int]:
        """Starting cards, with their places in the packs, into hands; those told of, as above."""
        s = self.s
        for seat, cards in held.items():
            notes = list(s.notes[seat]) if seat == self.viewer else self.fixed[seat]
            for number, note in enumerate(notes):
                if note.start >= 0:
                    place = next(place for card, place in cards if card == note.card)
                    cards.remove((note.card, place))
                    notes[number] = note._replace(start=place)
                    if s.trail and seat != self.viewer:  # what else others saw is no longer told
                        notes[number] = notes[number]._replace(by=self.bit or note.by, heard=())
            if seat == self.viewer:
                s.notes[seat] = tuple(notes)
        told: dict[int, int] = {}
        left = self.told_start[:]
        for number, slot in enumerate(self.slots):
            if slot.deck == STARTING:
                slot.card, slot.start = held[slot.seat].pop()
                for card, seats in left:
                    if card == slot.card and seats >> slot.seat & 1:
                        told[number] = seats
                        left.remove((card, seats))
                        break
        return told

    def _deal_group(self, places: list[int], cards: list[int]) -> None:
        """Starting cards of one group; place -1 is the rest of the deck."""
        s = self.s
        packs = [list(pack) for pack in s.packs]
        stock: list[int] = []
        picks = {seat: list(s.picks[seat]) for seat in range(s.seats)}
        for place, card in zip(places, cards, strict=True):
            if place < 0:
                stock.append(card)
                continue
            pack, time = divmod(place, PACK)
            if time < len(packs[pack]):
                packs[pack][time] = card
            else:
                seat = (pack + len(packs[pack])) % s.seats
                picks[seat][time - len(packs[pack])] = card
        s.packs = tuple(tuple(pack) for pack in packs)
        if s.step == DRAFT:
            s.picks = [tuple(sorted(picks[seat])) for seat in range(s.seats)]
        if -1 in places:
            s.stock[STARTING] = tuple(sorted(stock))
        for slot in self.slots:
            if slot.deck == STARTING:
                slot.card = s.packs[slot.start // PACK][slot.start % PACK]

    def _put_back(self, told: dict[int, int]) -> None:
        """The slots' cards into the hands, with what the viewer knows of them."""
        s = self.s
        notes = {seat: self.fixed[seat][:] for seat in self.others}
        hands = {seat: [note.card for note in self.fixed[seat]] for seat in self.others}
        for number, slot in enumerate(self.slots):
            hands[slot.seat].append(slot.card)
            seats = told.get(number)
            heard = ((self._told_to(seats), seats),) if seats else ()
            note = Note(slot.card, 0, slot.renewed, slot.start, heard)
            if note != Note(slot.card):
                notes[slot.seat].append(note)
        for seat in self.others:
            s.hand[seat] = tuple(sorted(hands[seat]))
            s.notes[seat] = tuple(notes[seat])

    def _told_to(self, seats: int) -> int:
        return self.bit or everybody(self.s) & ~seats

    def fit(self) -> bool:
        """Whether the hands fit what cards have told everybody of them."""
        s = self.s
        cards = s.box.cards
        for holding in s.holdings:
            if holding.seat == self.viewer:
                continue
            answers = [cards[card].answers(holding.word) for card in s.hand[holding.seat]]
            if not any(answers) if not holding.cards else answers.count(False) < holding.cards:
                return False
        return True


class _Draft:
    """What each place of the packs held, once the draft is over, and where it is (CV-RUL-90).

    A viewer has seen each pack when it came round, and since then which Starting cards each
    player has shown; not from which pack they came. Every deal that agrees with both is as
    likely: a row of cards for the places that were seen as a set is drawn by the number of deals
    that it leaves, then the shown cards get places among the rest, and what is left is shuffled.
    Once a card was stolen unseen, each way that the cards can have gone (`thefts.Way`) is drawn
    with the row.

    Attributes:
        known: places of which the viewer knows the card.
        far: places that came by unseen, by who took them; the last of a pack by nobody, -1.
        pool: the cards of these places and of the rest of the deck.
        rows: the ways to lay out the sets that were seen.
        ways: in which the cards can have gone.
        cases: a way, a row, and what the way needs of cards from packs that came by unseen.
    """

    def __init__(self, s: State, viewer: int | None) -> None:
        self.s = s
        self.viewer = viewer
        self.known: dict[int, int] = {}
        self.far: dict[int, list[int]] = {}
        self.pool = list(s.stock[STARTING])
        sets: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for pack in range(s.seats):
            for time, card in enumerate(s.packs[pack]):
                place = pack * PACK + time
                group = _group(s, viewer, pack, time, PACK)
                if group is None:
                    self.known[place] = card
                elif group:
                    sets.setdefault(group, []).append((place, card))
                else:
                    taker = thefts.taker(s, place) if time < PACK - 1 else -1
                    self.far.setdefault(taker, []).append(place)
                    self.pool.append(card)
        self.pool.sort()
        self.rows = self._rows([entries for _, entries in sorted(sets.items())])
        self.copies = Counter(self.pool)
        self.ways = thefts.ways(s, viewer)
        self.cases = [
            (way, row, self._without(unknown, row) if unknown else unknown)
            for way in self.ways
            for unknown in [self._without(way.took(s.seats), self.known)]
            for row in self.rows
        ]
        self.weights: list[int] = []
        if len(self.ways) > 1 or any(needed for _, _, needed in self.cases):
            self.weights = [way.number * self._deals(needed) for way, _, needed in self.cases]
        self.most = max(way.most(s.box.cards) for way in self.ways)

    @staticmethod
    def _rows(sets: list[list[tuple[int, int]]]) -> list[dict[int, int]]:
        rows: list[dict[int, int]] = [{}]
        for entries in sets:
            places = [place for place, _ in entries]
            cards = sorted(card for _, card in entries)
            rows = [
                {**row, **dict(zip(places, order, strict=True))}
                for row in rows
                for order in permutations(cards)
            ]
        return rows

    def _without(self, took: dict[int, list[int]], row: dict[int, int]) -> dict[int, list[int]]:
        """What takers must have taken from other places than those of a row of cards."""
        seats, left = self.s.seats, took
        for place, card in row.items():
            pack, time = divmod(place, PACK)
            taker = (pack + time) % seats
            if time < PACK - 1 and card in left.get(taker, ()):
                if left is took:
                    left = {seat: cards[:] for seat, cards in took.items()}
                left[taker].remove(card)
        return {seat: cards for seat, cards in left.items() if cards}

    def _deals(self, needed: dict[int, list[int]]) -> int:
        """In how many ways the rest can be dealt, cards that fit twice counted twice."""
        number, taken = 1, 0
        used: dict[int, int] = {}
        for seat, cards in needed.items():
            places = len(self.far.get(seat, ()))
            if len(cards) > places:
                return 0
            number *= perm(places, len(cards))
            if len(set(cards)) < len(cards):
                for card in set(cards):
                    number //= factorial(cards.count(card))
            for card in cards:
                used[card] = used.get(card, 0) + 1
                number *= self.copies[card] + 1 - used[card]
            taken += len(cards)
        places = sum(map(len, self.far.values())) - taken
        return number * perm(len(self.pool) - taken, places) if number > 0 else 0

    def deal(self, chance: Chance) -> dict[int, list[tuple[int, int]]]:
        """Lay out the packs anew. Returns the cards in each hand, with their places."""
        while True:
            drawn = self._draw(chance)
            if drawn is not None:
                break
        found, pool, held = drawn
        s = self.s
        s.stock[STARTING] = tuple(sorted(pool))
        s.packs = tuple(
            tuple(found[pack * PACK + time] for time in range(PACK)) for pack in range(s.seats)
        )
        if s.trail:
            s.trail = tuple(thefts.as_known(s, self.viewer))
        return held

    def _draw(
        self, chance: Chance
    ) -> tuple[dict[int, int], list[int], dict[int, list[tuple[int, int]]]] | None:
        """A deal, or none where one that was counted too often is thrown away."""
        number = 0
        if self.weights:
            drawn = chance.below(sum(self.weights))
            while drawn >= self.weights[number]:
                drawn -= self.weights[number]
                number += 1
        elif len(self.cases) > 1:
            number = chance.below(len(self.cases))
        way, row, needed = self.cases[number]
        found = {**self.known, **row}
        pool = self.pool[:]
        for seat in sorted(needed):
            places = self.far[seat][:]
            chance.shuffle(places)
            for card in needed[seat]:
                found[places.pop()] = card
                pool.remove(card)
        chance.shuffle(pool)
        for seat in sorted(self.far):
            for place in self.far[seat]:
                if place not in found:
                    found[place] = pool.pop()
        twice = 1
        for seat, cards in needed.items():
            dealt = [found[place] for place in self.far[seat]]
            for card in set(cards):
                twice *= comb(dealt.count(card), cards.count(card))
        if twice > 1 and chance.below(twice):
            return None
        held = way.follow(self.s.seats, found, self.most, chance)
        return None if held is None else (found, pool, held)


MOST_KEPT = 64
"""Drafts at most: more than a bot that imagines many worlds of one position needs."""

_KEPT: dict[tuple[object, ...], _Draft] = {}
"""What the last positions made of the draft: a bot imagines many worlds of each, and working the
draft out takes longer than dealing it."""


def _draft(s: State, viewer: int | None) -> _Draft:
    """The draft as a viewer sees it, worked out once while nothing that it depends on changes."""
    if viewer is None:
        return _Draft(s, viewer)
    notes = tuple([tuple([note for note in own if note.start >= 0]) for own in s.notes])
    hand = thefts.starting(s, viewer)
    key = (s.box, s.seats, viewer, s.stock[STARTING], s.packs, s.trail, notes, hand)
    kept = _KEPT.get(key)
    if kept is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[key] = _Draft(s, viewer)
    draft = copy(kept)
    draft.s = s
    return draft


def _groups(s: State, viewer: int | None, slots: list[_Slot]) -> list[tuple[list[int], list[int]]]:
    """Hidden Starting cards in groups that the viewer cannot tell apart: places and sorted cards.

    The viewer sees a pack when it comes round, takes one card and knows the rest as a set. The
    places of cards in open view, and of those that the viewer knows, are in no group.
    """
    if not s.packs:
        return []
    hidden = {slot.start for slot in slots if slot.deck == STARTING}
    now = len(s.packs[0])
    found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for pack in range(s.seats):
        holder = (pack + now) % s.seats
        cards = [*s.packs[pack], *(sorted(s.picks[holder]) if now < PACK else ())]
        for time, card in enumerate(cards):
            place = pack * PACK + time
            if time < min(now, 3) and place not in hidden:
                continue
            group = _group(s, viewer, pack, time, now)
            if group is not None:
                found.setdefault(group, []).append((place, card))
    found.setdefault((), []).extend((-1, card) for card in s.stock[STARTING])
    groups = []
    for group in sorted(found):
        entries = sorted(found[group])
        groups.append(([place for place, _ in entries], sorted(card for _, card in entries)))
    return groups


def _group(s: State, viewer: int | None, pack: int, time: int, now: int) -> tuple[int, ...] | None:
    """Which other places a place in a pack cannot be told from; None if the viewer knows it."""
    if viewer is None:
        return ()
    last_time = min(now, 2)
    sights = range((viewer - pack) % s.seats, last_time + 1, s.seats)
    before = [at for at in sights if at <= time]
    if not before:
        return ()
    last = before[-1]
    if last == now and now < PACK:
        return None  # the viewer looks at it now
    if last == time:
        return None  # the viewer took it
    later = [at for at in sights if at > time]
    if not later and last == 2:
        return None  # the last card of a pack, removed by the viewer
    return (pack, last, len(later))


# -- what others have prepared --------------------------------------------------------------------


def _orders(s: State, viewer: int | None) -> None:
    """The standing orders of others: as everybody begins."""
    for seat in range(s.seats):
        if seat != viewer:
            s.orders[seat] = Orders()


def _prepared(s: State, viewer: int | None, chance: Chance) -> None:
    """Whoever is ready has prepared something; of the others nothing is known."""
    if s.step not in (GROW, MOOD_GROW, PLAN):
        return
    for seat in range(s.seats):
        if seat == viewer:
            continue
        s.plan[seat] = ()
        if not s.ready >> seat & 1:
            continue
        if s.step == PLAN:
            s.plan[seat] = (chance.choice(rounds.splits(s, seat)).id,)
            continue
        number, only = seasons.points(s), -1
        if s.step == MOOD_GROW:
            space = seasons.mood_space(s)
            number, only = space.growth, space.marker
        while True:
            choices = growth.preparing(s, seat, number, only)
            action = chance.choice(choices)
            if action is s.box.enough:
                break
            growth.prepare(s, seat, action, number, only)
