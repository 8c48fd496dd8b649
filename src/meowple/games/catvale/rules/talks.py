"""Talks of the active player: offers unit by unit (CV-TRADE-9, CV-ATT-2, CV-RUL-59, CV-ASK-31, 32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import TRADED
from meowple.games.catvale.state import TALK, Talk

from . import combat, questions
from .payments import MOST_UNITS, NOTHING, has_goods, limit, one_more, swap, units_json
from .resolution import near

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def openings(s: State, seat: int) -> list[Action]:
    """The talks that the active player can open (CV-ASK-31, CV-ASK-32)."""
    others = near(s, seat)
    if not others or not limit(s):
        return []
    box = s.box
    mine = has_goods(s, seat)
    found = []
    for other in others:
        if not s.talked >> other & 1 and (mine or has_goods(s, other)):
            found.append(box.talk[other])
    if not s.main:
        for other in combat.targets(s, seat):
            if not s.parleyed >> other & 1 and (mine or has_goods(s, other)):
                found.append(box.parley[other])
    return found


def open_talk(s: State, seat: int, partner: int, *, attack: bool) -> None:
    """The active player opens a talk, or one before an Attack."""
    if attack:
        s.parleyed |= 1 << partner
    else:
        s.talked |= 1 << partner
    s.talk = Talk(seat, partner, attack, seat)
    s.step = TALK
    if s.tell:
        s.tell("talk", seat=seat, partner=partner, attack=attack)


def other_of(talk: Talk) -> int:
    """The player on the other side of whoever speaks."""
    return talk.partner if talk.speaker == talk.opener else talk.opener


def offering(s: State, seat: int) -> list[Action]:
    """Add a unit to the offer, or make it."""
    talk = s.talk
    assert talk is not None
    box = s.box
    found: list[Action] = []
    for units, giver, actions in (
        (talk.gives, talk.speaker, box.give),
        (talk.asks, other_of(talk), box.ask),
    ):
        if sum(units) < MOST_UNITS:
            goods = s.goods[giver]
            found += [actions[item] for item in TRADED if goods[item] > units[item]]
    if any(talk.gives) or any(talk.asks):
        found.append(box.offer)
    return found


def answering(s: State, seat: int) -> list[Action]:
    """Accept, refuse, or answer with an offer."""
    talk = s.talk
    assert talk is not None
    found = [s.box.accept, s.box.refuse]
    if talk.made[talk.speaker == talk.partner] < limit(s):
        found.append(s.box.counter)
    return found


def step(s: State) -> Asking:
    """One step of a talk; whether it is over."""
    talk = s.talk
    assert talk is not None
    if talk.answering:
        action = yield questions.ANSWER.ask(talk.speaker, answering)
    else:
        action = yield questions.OFFER.ask(talk.speaker, offering)
    talk = s.talk  # anew: what was prepared may have been imagined meanwhile
    assert talk is not None
    match action.verb:
        case "give":
            s.talk = talk._replace(gives=one_more(talk.gives, action.value))
        case "ask":
            s.talk = talk._replace(asks=one_more(talk.asks, action.value))
        case "offer":
            make_offer(s)
        case "counter":
            s.talk = talk._replace(answering=False, gives=NOTHING, asks=NOTHING)
        case _:
            if action is s.box.accept:
                swap(s, other_of(talk), talk.speaker, talk.gives, talk.asks)
            elif s.tell:
                s.tell("refused", seat=talk.speaker)
            s.talk = None
            return True
    return False


def make_offer(s: State) -> None:
    """The offer is made; the other side answers."""
    talk = s.talk
    assert talk is not None
    first, second = talk.made
    made = (first, second + 1) if talk.speaker == talk.partner else (first + 1, second)
    if s.tell:
        s.tell("offered", seat=talk.speaker, to=other_of(talk),
               gives=units_json(talk.gives), asks=units_json(talk.asks))  # fmt: skip
    s.talk = talk._replace(speaker=other_of(talk), made=made, answering=True)
