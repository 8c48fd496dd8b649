"""What changes hands in deals, and payments during a combat (CV-COMB-10, CV-RUL-59, CV-ASK-33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking, Json
from meowple.games.catvale.pieces.names import ITEMS, TRADED
from meowple.games.catvale.state import FIGHTS, Talk

from . import orders, questions

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

MOST_UNITS = 12
"""On either side of an offer."""

NOTHING = (0,) * len(TRADED)


def limit(s: State) -> int:
    """How many offers each side may make in a talk."""
    return int(s.options["offers_per_talk"])


def has_goods(s: State, seat: int) -> bool:
    """Whether a player has anything that can be traded."""
    return any(s.goods[seat][: TRADED.stop])


def one_more(units: tuple[int, ...], item: int) -> tuple[int, ...]:
    """The units with one more of an item."""
    return (*units[:item], units[item] + 1, *units[item + 1 :])


def swap(s: State, one: int, other: int, gives: tuple[int, ...], asks: tuple[int, ...]) -> None:
    """Both sides of a deal are handed over at once."""
    for item in TRADED:
        s.goods[one][item] += asks[item] - gives[item]
        s.goods[other][item] += gives[item] - asks[item]
    if s.tell:
        s.tell("dealt", seat=one, partner=other, gives=units_json(gives), asks=units_json(asks))


def units_json(units: tuple[int, ...]) -> Json:
    """Units as plain data, without those at 0."""
    return {ITEMS[item]: number for item, number in enumerate(units) if number}


# -- during a combat ------------------------------------------------------------------------------


def may_offer(s: State, asker: int, other: int) -> bool:
    """Whether one more offer between these two is within the limit of this combat."""
    assert s.fight is not None
    return s.fight.offers.count((asker, other)) < limit(s)


def bribes(s: State, fighter: int) -> list[Action]:
    """The supporters whom a fighter may offer a payment, from wherever they are."""
    assert s.fight is not None
    if not limit(s) or not has_goods(s, fighter) or not orders.open_to(s, FIGHTS, False):
        return []
    return [
        s.box.bribe[seat]
        for seat in s.clockwise(fighter)[1:]
        if seat not in s.fight.sides and not s.flat >> seat & 1 and may_offer(s, fighter, seat)
    ]


def begs(s: State, supporter: int) -> list[Action]:
    """The fighters whom a supporter may ask for a payment."""
    assert s.fight is not None
    if not limit(s):
        return []
    return [
        s.box.beg[seat]
        for seat in s.fight.sides
        if seat >= 0 and has_goods(s, seat) and may_offer(s, supporter, seat)
    ]


def negotiate(s: State, asker: int, action: Action) -> Asking:
    """An offer of a payment from fighter to supporter, and the answer; it is paid at once."""
    fight = s.fight
    assert fight is not None
    other = action.value
    payer, payee = (asker, other) if action.verb == "bribe" else (other, asker)
    s.talk = Talk(asker, other, False, asker)

    def units(s: State, seat: int) -> list[Action]:
        assert s.talk is not None
        box = s.box
        given, verbs = (s.talk.gives, box.give) if payer == asker else (s.talk.asks, box.ask)
        goods = s.goods[payer]
        found = []
        if sum(given) < MOST_UNITS:
            found = [verbs[item] for item in TRADED if goods[item] > given[item]]
        return [*found, box.offer] if any(given) else found

    while (answer := (yield questions.OFFER.ask(asker, units))) is not s.box.offer:
        if payer == asker:
            s.talk = s.talk._replace(gives=one_more(s.talk.gives, answer.value))
        else:
            s.talk = s.talk._replace(asks=one_more(s.talk.asks, answer.value))
    fight.offers = (*fight.offers, (asker, other))
    given = s.talk.gives if payer == asker else s.talk.asks
    s.talk = s.talk._replace(speaker=other, answering=True)
    if s.tell:
        s.tell("payment-offered", seat=asker, to=other, payer=payer, units=units_json(given))
    choices = questions.these([s.box.accept, s.box.refuse])
    if payer == other:
        answer = yield questions.ANSWER.ask(other, choices)
    else:
        (answer,) = yield questions.ANSWER.ask_quiet(
            (other,), s.box.refuse, orders.answers_offers, choices
        )
    s.talk = None
    if answer is s.box.accept:
        swap(s, payer, payee, given, NOTHING)
    elif s.tell:
        s.tell("refused", seat=other)
