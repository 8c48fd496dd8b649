"""Dealing anew all that a viewer cannot know.

What a seat does not know of the others is which Catventurers they hold: who replaced which Rank-1
card by which new one, what they were dealt, and, in Expert mode, what lies in their Camps. How
many cards lie where everybody knows, and `State.seen`, ``sure``, ``shown``, ``discarded`` and
``returned`` say what else is known. The Loot and Monsters to come are in no order, so that there
is nothing to deal anew.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

from meowple.author import Chance

from .pieces.box import CATS, RANK_1, RANK_1_PLACE, RANK_2, STARTERS
from .state import COUNT, State, put


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    """Deal anew, in place, what the viewer cannot know; the same for every true state."""
    if s.step >= COUNT:  # all is turned up for the scoring
        return
    rivals = [seat for seat in range(s.seats) if seat != viewer]
    for seat in rivals:
        _redeal_replaced(s, seat, chance)
    if s.expert:
        _redeal_drafted(s, viewer, chance)
    else:
        _redeal_deck(s, viewer, rivals, chance)


def _put_hand(s: State, seat: int, rank_1: list[int], rank_2: list[int]) -> None:
    """Give a seat a hand: these cards and its Noble, if that is not in play or exhausted."""
    out = {s.cat[seat], *s.rest[seat]}
    noble = [cat for cat in STARTERS if CATS[cat].rank == 0 and cat not in out]
    s.hand = put(s.hand, seat, tuple(sorted((*noble, *rank_1, *rank_2))))


def _rank(s: State, seat: int, rank: int) -> list[int]:
    return [cat for cat in s.hand[seat] if CATS[cat].rank == rank]


def _redeal_replaced(s: State, seat: int, chance: Chance) -> None:
    """Which Rank-1 cards a rival replaced: any that nobody saw after that Level-up."""
    seen, swaps = s.seen[seat], len(s.swapped[seat])
    if not swaps:
        return
    s.swapped = put(s.swapped, seat, chance.choice(_could_leave(seen, swaps)))
    out = {s.cat[seat], *s.rest[seat], *s.swapped[seat]}
    left = [cat for cat in RANK_1 if cat not in out]
    _put_hand(s, seat, left, _rank(s, seat, 2))


@lru_cache(maxsize=4096)
def _could_leave(seen: tuple[int, ...], swaps: int) -> tuple[tuple[int, ...], ...]:
    """What so many swaps can have replaced, in order, if that was ``seen`` of each Rank-1 card."""
    return tuple(
        olds
        for olds in permutations(RANK_1, swaps)
        if all(seen[RANK_1_PLACE[old]] <= time for time, old in enumerate(olds))
    )


def _redeal_deck(s: State, viewer: int | None, rivals: list[int], chance: Chance) -> None:
    """Where the Rank-2 cards are that the viewer has not seen: base and Veteran mode."""
    known = s.shown if viewer is None else s.shown | s.discarded[viewer]
    pool = [*s.cat_deck, *(cat for cat in s.discard if not known >> cat & 1)]
    unseen: dict[int, int] = {}
    for seat in rivals:
        hidden = [cat for cat in _rank(s, seat, 2) if not s.sure[seat] >> cat & 1]
        unseen[seat] = len(hidden)
        pool += hidden
        pool += s.looked[seat]
    pool.sort()
    chance.shuffle(pool)
    take = iter(pool).__next__
    s.cat_deck = [take() for _ in s.cat_deck]
    kept = sorted(cat for cat in s.discard if known >> cat & 1)
    s.discard = [*kept, *(take() for _ in range(len(s.discard) - len(kept)))]
    hidden_discards = s.discard[len(kept) :]
    for seat in rivals:
        s.looked = put(s.looked, seat, tuple(sorted(take() for _ in s.looked[seat])))
        sure = [cat for cat in _rank(s, seat, 2) if s.sure[seat] >> cat & 1]
        new = [take() for _ in range(unseen[seat])]
        if s.temp[seat] in s.hand[seat] and s.temp[seat] not in sure:
            s.temp = put(s.temp, seat, new[0])
        _put_hand(s, seat, _rank(s, seat, 1), [*sure, *new])
    _redeal_who_discarded(s, rivals, hidden_discards)


def _redeal_who_discarded(s: State, rivals: list[int], hidden: list[int]) -> None:
    """Share the discarded cards out among those who discarded as many."""
    rest = iter(hidden)
    for seat in rivals:
        number = s.discarded[seat].bit_count()
        s.discarded = put(s.discarded, seat, sum(1 << next(rest) for _ in range(number)))


def _redeal_drafted(s: State, viewer: int | None, chance: Chance) -> None:
    """Who drafted what, and what of it is in the hand by now: Expert mode."""
    if not s.draft_way:
        return
    size = len(s.draft[0]) + len(s.looked[0])
    time_now = len(s.draft[0])
    # Each slot is one of the cards dealt to a seat, numbered by the order of picking; the cards
    # still in a hand stand at its end. Undealt cards are slots as well.
    slots: dict[tuple[int, int], int] = {}
    for first in range(s.seats):
        holder = (first + time_now * s.draft_way) % s.seats
        for time, cat in enumerate((*s.draft[first], *s.looked[holder])):
            slots[first, time] = cat
    for number, cat in enumerate(sorted(s.cat_deck)):
        slots[-1, number] = cat

    def owner(slot: tuple[int, int]) -> int:
        first, time = slot
        if first < 0:
            return -1
        return (first + min(time, time_now) * s.draft_way) % s.seats

    groups: dict[object, list[tuple[int, int]]] = {}
    for slot in slots:
        groups.setdefault(_group(s, viewer, slot, time_now, size), []).append(slot)
    shown = _shown(s)
    new: dict[tuple[int, int], int] = {}
    for group in sorted(groups, key=str):
        places = sorted(groups[group])
        if group == "own":
            new.update((slot, slots[slot]) for slot in places)
            continue
        cats = sorted(slots[slot] for slot in places)
        for cat in [cat for cat in cats if cat in shown]:
            where = [slot for slot in places if owner(slot) == shown[cat] and slot[1] < time_now]
            slot = chance.choice(where)
            new[slot] = cat
            places.remove(slot)
            cats.remove(cat)
        chance.shuffle(cats)
        new.update(zip(places, cats, strict=True))
    drafted: dict[int, list[int]] = {seat: [] for seat in range(s.seats)}
    for first in range(s.seats):
        s.draft = put(s.draft, first, tuple(new[first, time] for time in range(time_now)))
        for time, cat in enumerate(s.draft[first]):
            drafted[owner((first, time))].append(cat)
        holder = (first + time_now * s.draft_way) % s.seats
        s.looked = put(
            s.looked, holder, tuple(sorted(new[first, time] for time in range(time_now, size)))
        )
    deck = [new[-1, number] for number in range(len(s.cat_deck))]
    chance.shuffle(deck)
    s.cat_deck = deck
    for seat in range(s.seats):
        if seat != viewer:
            _share_camp(s, seat, sorted(drafted[seat]), chance)


def _group(s: State, viewer: int | None, slot: tuple[int, int], time_now: int, size: int) -> object:
    """Slots whose cards the viewer cannot tell apart have the same group; ``"own"``: it knows.

    The viewer sees a hand of cards when it comes round, takes one and knows the rest as a set.
    """
    first, time = slot
    if viewer is None or first < 0:
        return "unseen"
    sights = [
        sight
        for sight in range((viewer - first) * s.draft_way % s.seats, size, s.seats)
        if sight <= time_now
    ]
    before = [sight for sight in sights if sight <= time]
    if not before:
        return "unseen"
    last = before[-1]
    if last == time and time < time_now:
        return "own"  # the viewer picked it
    if last == time_now:
        return "own"  # the viewer looks at it now
    later = [sight for sight in sights if sight > time]
    return (first, last, bool(later))


def _shown(s: State) -> dict[int, int]:
    """Drafted cards that everybody has seen, with their seats."""
    shown = {}
    for seat in range(s.seats):
        for cat in RANK_2:
            if s.sure[seat] >> cat & 1:
                shown[cat] = seat
        for cat, _ in s.returned[seat]:
            shown[cat] = seat
    return shown


def _share_camp(s: State, seat: int, cats: list[int], chance: Chance) -> None:
    """Which of a rival's drafted cards are in its hand, and which in its Camp."""
    sure = [cat for cat in cats if s.sure[seat] >> cat & 1]
    others = [cat for cat in cats if cat not in sure]
    unseen = sum(not s.sure[seat] >> cat & 1 for cat in _rank(s, seat, 2))
    possible = [
        chosen
        for chosen in combinations(others, unseen)
        if _could_be_taken(s, seat, {*chosen, *sure})
    ]
    chosen = chance.choice(possible)
    in_hand = [cat for cat in sure if cat != s.cat[seat] and cat not in s.rest[seat]]
    if s.temp[seat] in s.hand[seat] and s.temp[seat] not in sure:
        s.temp = put(s.temp, seat, chance.choice(chosen))
    _put_hand(s, seat, _rank(s, seat, 1), [*in_hand, *chosen])
    s.camp = put(s.camp, seat, tuple(cat for cat in others if cat not in chosen))


def _could_be_taken(s: State, seat: int, out: set[int]) -> bool:
    """Whether cards that all saw going back to the Camp can be out of it again."""
    returned = s.returned[seat]
    return all(
        sum(since >= takings and cat in out for cat, since in returned) <= s.takings[seat] - takings
        for _, takings in returned
    )
