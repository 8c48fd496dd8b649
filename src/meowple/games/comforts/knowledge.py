"""What a viewer cannot know, dealt anew (CC-RUL-55).

Hidden are comforts in the hands of others that nobody saw being taken, the order of all piles, and
the workers that others have placed while not all are ready. The piles have no order; the month
cards and decks that nobody has seen are known by what is missing, and stay as they are.
"""

from __future__ import annotations

from meowple.author import Chance

from .pieces.board import ALL_SPACES, SPACES_OF, WORKERS
from .rules.decks import ability
from .rules.improvements import ExtraResource
from .state import PLACE, State


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    """Deal anew, in place, all that the viewer cannot know."""
    for pile in (s.forest_pile, s.meadow_pile, s.travelers, s.improvements):
        pile.sort()
    _comforts(s, viewer, chance)
    if s.step == PLACE and s.options["placement"] == "hidden":
        for seat in range(s.seats):
            if seat != viewer:
                _workers(s, seat, chance)


def _comforts(s: State, viewer: int | None, chance: Chance) -> None:
    """Unknown cards of other hands and the deck are one pile, from which the hands are dealt.

    Once the deck was made anew of the open discard pile, everybody knows what is in it, so cards
    that are in hands since before are a pile of their own.
    """
    others = [seat for seat in range(s.seats) if seat != viewer]
    old: list[int] = []
    olds = []
    for seat in others:
        rest = list(s.hands[seat])
        for card in (*s.known[seat], *s.fresh[seat]):
            rest.remove(card)
        old += rest
        olds.append(len(rest))
        s.comforts += s.fresh[seat]
    old.sort()
    s.comforts.sort()
    for seat, number in zip(others, olds, strict=True):
        kept = chance.deal(old, number)
        drawn = chance.deal(s.comforts, len(s.fresh[seat]))
        s.fresh[seat] = tuple(sorted(drawn))
        s.hands[seat] = tuple(sorted((*s.known[seat], *kept, *drawn)))
    s.comforts.sort()


def _workers(s: State, seat: int, chance: Chance) -> None:
    """Whoever is ready has placed somewhere; of the others nothing is known."""
    guest = 1 << s.guest[seat] if s.guest[seat] >= 0 else 0
    s.placed[seat] = guest
    s.barrow[seat] = -1
    if not s.ready >> seat & 1:
        return
    free = list(SPACES_OF[ALL_SPACES & ~s.visitor.closed & ~guest])
    for _ in range(WORKERS - guest.bit_count()):
        s.placed[seat] |= 1 << chance.draw(free)
    effect = ability(s, seat, ExtraResource)
    if effect is not None and s.options["wheelbarrow"] == "placement":
        s.barrow[seat] = chance.choice((-1, *SPACES_OF[s.movable(seat) & effect.areas]))
