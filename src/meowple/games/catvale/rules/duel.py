"""The Duel in the Arena (CV-DUEL, CV-RUL-54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Asking
from meowple.games.catvale.pieces.names import FISH, IN_DUEL, OPPONENTS
from meowple.games.catvale.state import Fight

from . import combat, questions
from .combat import DECIDED, ENDED
from .counting import value as amount
from .decks import put_under, take_top
from .dice import spend_die
from .mood import shift
from .resolution import Resolution, perform

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.state import State


def begin(s: State, seat: int, die: int) -> Asking:
    """Commit a die, eat a Fish, draw an opponent and read it aloud (CV-DUEL-1)."""
    s.goods[seat][FISH] -= 1
    spend_die(s, seat, die)
    top = take_top(s, OPPONENTS)
    assert top is not None
    design = s.box.cards[top.card]
    if s.tell:
        s.tell("duel", seat=seat, card=design.id)
    shift(s, design.mood)
    strength = amount(s, seat, design.strength)
    attacks = design.style == "careful"
    sides = (seat, -1) if attacks else (-1, seat)
    s.fight = Fight(IN_DUEL, sides, top.card, strength)
    s.fight.duellist = seat
    s.fight.die = die
    if design.style == "unusual":
        yield from perform(s, Resolution(seat, top.card), design.effects)
    elif not attacks:
        s.fight.die = 0  # spent without effect (CV-DUEL-3)
    if design.style == "unusual":
        yield from finish(s)


def finish(s: State) -> Asking:
    """Pride, reward, trophy or under the deck, the step on the track, then windows."""
    fight = s.fight
    assert fight is not None
    seat = fight.duellist
    design = s.box.cards[fight.card]
    fought = fight.stage == DECIDED
    if fought:
        won = fight.winner == fight.side(seat)
        if won:
            yield from lost_by_opponent(s, seat, design)
        else:
            yield from combat.lose_to_opponent(s, seat)
            put_under(s, design.index, everybody(s))
    else:
        won = fight.stage == ENDED and fight.given
        put_under(s, design.index, everybody(s))
    if won:
        s.duels[seat] = (*s.duels[seat], design.index)
        s.dirty |= 1 << seat
        yield from rewards(s, seat, design)
    if fought:
        yield from combat.aftermath(s, windows=False)
    yield from step(s, seat)
    yield from combat.after_windows(s, fought=fought)
    combat.over(s)


def everybody(s: State) -> int:
    return (1 << s.seats) - 1


def lost_by_opponent(s: State, seat: int, design: Card) -> Asking:
    """A beaten opponent goes under the deck; a Humiliated one becomes a trophy (CV-DUEL-11, 12)."""
    fight = s.fight
    assert fight is not None
    if fight.margin >= design.pride:
        s.trophies[seat] = (*s.trophies[seat], design.index)
        s.dirty |= 1 << seat
        if s.tell:
            s.tell("trophy", seat=seat, card=design.id)
    else:
        put_under(s, design.index, everybody(s))
    yield from ()


def rewards(s: State, seat: int, design: Card) -> Asking:
    """The player chooses one of the rewards on the card (CV-DUEL-10)."""
    if s.tell:
        s.tell("duel-won", seat=seat, card=design.id)
    choices = s.box.option[: len(design.rewards)]
    s.source, s.offer = design.index, design.rewards
    answer = yield questions.REWARD.ask(seat, questions.these(choices))
    s.source, s.offer = -1, None
    yield from perform(s, Resolution(seat, design.index), design.rewards[answer.value])


def step(s: State, seat: int) -> Asking:
    """The player may move 1 space on the Arena track (CV-DUEL-13)."""
    if s.arena[seat] >= len(s.box.board.arena):
        return
    answer = yield questions.ADVANCE.ask(seat, lambda s, seat: [s.box.advance, s.box.skip])
    if answer is s.box.advance:
        yield from advance(s, seat, 1)


def advance(s: State, seat: int, steps: int) -> Asking:
    """Each space entered gives its reward, to each player by itself (CV-DUEL-14)."""
    track = s.box.board.arena
    for _ in range(steps):
        if s.arena[seat] >= len(track):
            return
        s.arena[seat] += 1
        if s.tell:
            s.tell("track", seat=seat, track="arena", space=s.arena[seat])
        yield from perform(s, Resolution(seat), track[s.arena[seat] - 1])
