"""The Backyard: constructing, hiring, upgrading, washing, pulling down (CV-CONS, CV-WORK, data README 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meowple.author import Action, Asking, QuestionKind
from meowple.games.catvale.pieces.costs import Cost
from meowple.games.catvale.pieces.names import (
    CONSTRUCT,
    FISH,
    SAFE_FROM_NEGATIVE_BUILDING,
    STARTING,
)
from meowple.games.catvale.state import Plot

from . import questions
from .decks import discard
from .hands import leave_hand
from .mood import shift
from .paying import can_pay, pay, spare
from .resolution import Resolution, perform
from .standing import DESIGN, discount, has_rule, use_discounts
from .windows import targeted

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.state import State

FISH_TO_EAT = 1
"""What Constructing eats besides the cost of the card (CV-CONS-2)."""


# -- choosing among plots -------------------------------------------------------------------------


def plot_choices(s: State, owner: int, places: Sequence[int]) -> list[tuple[Action, int]]:
    """An action for each of these plots that differs from the others, by the Building's design."""
    found: list[tuple[Action, int]] = []
    first: dict[int, Plot] = {}
    for place in places:
        plot = s.plots[owner][place]
        design = plot.building & DESIGN
        if design not in first:
            first[design] = plot
            found.append((s.box.pick[design], place))
        elif plot != first[design] and all(
            action is not s.box.pick_second[design] for action, _ in found
        ):
            found.append((s.box.pick_second[design], place))
    return found


def choose_plot(
    s: State, asked: int, owner: int, places: Sequence[int], kind: QuestionKind = questions.PLOT
) -> Asking:
    """One of these plots, chosen by a player; there is at least one."""
    pairs = plot_choices(s, owner, places)
    if len(pairs) == 1:
        return pairs[0][1]
    choices = [action for action, _ in pairs]
    answer = yield kind.ask(asked, questions.these(choices))
    return pairs[choices.index(answer)][1]


def set_plot(s: State, owner: int, place: int, plot: Plot | None) -> None:
    """A plot changes, or is gone."""
    plots = list(s.plots[owner])
    if plot is None:
        del plots[place]
    else:
        plots[place] = plot
    s.plots[owner] = tuple(plots)
    s.dirty |= 1 << owner


def building(s: State, plot: Plot) -> Card:
    """The design of a plot's Building."""
    return s.box.cards[plot.building & DESIGN]


def has_hammer(s: State, plot: Plot) -> bool:
    """Whether a Building may employ a Worker (CV-CONS-6, CV-WORK-7)."""
    if building(s, plot).hammer:
        return True
    return any(s.box.cards[card & DESIGN].hammer for card in plot.upgrades)


# -- constructing ---------------------------------------------------------------------------------


def hosts(s: State, seat: int) -> list[int]:
    """The players in whose Backyards a negative Building may go."""
    return [
        other
        for other in s.clockwise(seat)[1:]
        if not s.flat >> other & 1 and not has_rule(s, other, SAFE_FROM_NEGATIVE_BUILDING)
    ]


def constructable(s: State, seat: int, fish: int = FISH_TO_EAT) -> list[int]:
    """The Buildings in a hand that could be constructed now."""
    if s.goods[seat][FISH] < fish:
        return []
    cards = s.box.cards
    less = -1
    found = []
    for card in dict.fromkeys(s.hand[seat]):
        design = cards[card]
        if design.kind == "building":
            if less < 0:
                less = discount(s, seat, CONSTRUCT) if s.standing else 0
            if can_pay(s, seat, design.cost, less) and (design.own or hosts(s, seat)):
                found.append(card)
    return found


def construct(s: State, seat: int, card: int, fish: int = FISH_TO_EAT) -> Asking:
    """Construct a Building from the hand (CV-CONS-2 to CV-CONS-5)."""
    design = s.box.cards[card]
    leave_hand(s, seat, card)
    host = seat
    if not design.own:
        seats = hosts(s, seat)
        host = seats[0]
        if len(seats) > 1:
            choices = [s.box.seat[each] for each in seats]
            host = (yield questions.HOST.ask(seat, questions.these(choices))).value
    less = min(discount(s, seat, CONSTRUCT), design.cost.resources)
    cost: Cost = yield from spare(s, seat, design.cost, less)
    use_discounts(s, seat, CONSTRUCT)
    if s.tell:
        s.tell("constructed", seat=seat, card=card_id(s, card), host=host)
    s.goods[seat][FISH] -= fish
    yield from pay(s, seat, cost)
    if host != seat and (yield from targeted(s, host)):
        discard(s, card)
    else:
        s.plots[host] = (*s.plots[host], Plot(card))
        s.dirty |= 1 << host
    shift(s, design.mood)
    yield from perform(s, Resolution(seat, card), design.effects)


def card_id(s: State, card: int) -> str:
    return s.box.cards[card].id


# -- Workers and Upgrades -------------------------------------------------------------------------


def employers(s: State, seat: int) -> list[int]:
    """The plots that may employ a Worker, free or not."""
    return [place for place, plot in enumerate(s.plots[seat]) if has_hammer(s, plot)]


def hire(s: State, seat: int, card: int) -> Asking:
    """Hire a Worker for its fee; one that was there goes (CV-WORK-2, CV-WORK-3, CV-WORK-5)."""
    design = s.box.cards[card]
    place = yield from choose_plot(s, seat, seat, employers(s, seat), questions.EMPLOYER)
    leave_hand(s, seat, card)
    if s.tell:
        s.tell("hired", seat=seat, card=design.id)
    yield from pay(s, seat, design.cost)
    plot = s.plots[seat][place]
    if plot.worker >= 0:
        dismiss(s, seat, place)
    set_plot(s, seat, place, s.plots[seat][place]._replace(worker=card))
    shift(s, design.mood)
    yield from perform(s, Resolution(seat, card), design.effects)


def dismiss(s: State, seat: int, place: int) -> None:
    """A Worker leaves for the discard pile."""
    plot = s.plots[seat][place]
    discard(s, plot.worker & DESIGN)
    if s.tell:
        s.tell("dismissed", seat=seat, card=card_id(s, plot.worker & DESIGN))
    set_plot(s, seat, place, plot._replace(worker=-1))


def upgradable(s: State, seat: int, design: Card) -> list[int]:
    """The plots that an Upgrade may be attached to."""
    return [
        place
        for place, plot in enumerate(s.plots[seat])
        if building(s, plot).own
        and (
            design.attach == "any"
            or (not has_hammer(s, plot) and building(s, plot).deck != STARTING)
        )
    ]


def upgrade(s: State, seat: int, card: int) -> Asking:
    """Attach an Upgrade to a Building of one's own."""
    design = s.box.cards[card]
    place = yield from choose_plot(s, seat, seat, upgradable(s, seat, design), questions.EMPLOYER)
    leave_hand(s, seat, card)
    if s.tell:
        s.tell("upgraded", seat=seat, card=design.id, building=building(s, s.plots[seat][place]).id)
    yield from pay(s, seat, design.cost)
    plot = s.plots[seat][place]
    set_plot(s, seat, place, plot._replace(upgrades=(*plot.upgrades, card)))
    shift(s, design.mood)
    yield from perform(s, Resolution(seat, card), design.effects)


# -- nuisances ------------------------------------------------------------------------------------


def wash_cost(s: State, plot: Plot) -> Cost:
    """What washing a Building costs: as the card says that sprayed it."""
    return s.box.washes[plot.spray]


def washable(s: State, seat: int) -> list[int]:
    """The sprayed plots whose owner can pay to wash them."""
    return [
        place
        for place, plot in enumerate(s.plots[seat])
        if plot.spray >= 0 and can_pay(s, seat, wash_cost(s, plot))
    ]


def wash(s: State, seat: int) -> Asking:
    """Wash off a spray, as a Use."""
    place = yield from choose_plot(s, seat, seat, washable(s, seat))
    plot = s.plots[seat][place]
    yield from pay(s, seat, wash_cost(s, plot))
    unspray(s, seat, place)


def unspray(s: State, seat: int, place: int) -> None:
    """A Building counts again."""
    plot = s.plots[seat][place]
    set_plot(s, seat, place, plot._replace(spray=-1))
    if s.tell:
        s.tell("washed", seat=seat, building=building(s, plot).id)


def removable(s: State, seat: int) -> list[int]:
    """The negative Buildings whose host can pay to pull them down."""
    return [
        place
        for place, plot in enumerate(s.plots[seat])
        if not building(s, plot).own and can_pay(s, seat, building(s, plot).removal)
    ]


def pull_down(s: State, seat: int) -> Asking:
    """Pull down a negative Building, as a Use."""
    place = yield from choose_plot(s, seat, seat, removable(s, seat))
    yield from pay(s, seat, building(s, s.plots[seat][place]).removal)
    tear_down(s, seat, place)


def tear_down(s: State, seat: int, place: int) -> None:
    """A negative Building goes to the discard pile."""
    design = building(s, s.plots[seat][place])
    set_plot(s, seat, place, None)
    discard(s, design.index)
    if s.tell:
        s.tell("pulled-down", seat=seat, card=design.id)
