"""What goods can be turned into, and what cards are worth to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from meowple.games.catvale.pieces.names import CONSTRUCT, NEEDS
from meowple.games.catvale.rules.standing import discount

from .eyes import BASIC_WORTH, CARD_WORTH, MOUSE_WORTH, Eyes, Plan
from .steps import ability_worth, steps_worth

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.pieces.costs import Cost

E = TypeVar("E", bound=Eyes)

MOST: Final = 7
"""So many plans are kept in mind."""

OTHERS: Final = (0.06, 0.25, 0.5)
"""How likely others complete a Quest of which so many requirements are fulfilled."""

OWN: Final = (0.0, 0.28, 0.4)
"""How likely one does so oneself, otherwise."""


def see(eyes: E) -> E:
    """Find the plans of a player."""
    s, seat = eyes.s, eyes.seat
    cards = s.box.cards
    less = discount(s, seat, CONSTRUCT) if s.standing else 0
    found = []
    for card in set(s.hand[seat]):
        design = cards[card]
        if design.kind == "building":
            found.append(plan_of(eyes, design, 1.0 + less * -BASIC_WORTH))
        elif design.kind == "upgrade" and s.plots[seat]:
            found.append(plan_of(eyes, design, 0.0))
    for place, quest in enumerate(s.quests):
        if quest >= 0:
            gain = quest_gain(eyes, place)
            for need, cost in enumerate(cards[quest].requirements):
                if s.quest_marks[NEEDS * place + need] < 0:
                    found.append(_of_cost(eyes, -1 - (NEEDS * place + need), gain, cost, 0.0))
    board = s.box.board
    for column in range(3):
        card = s.market[column]
        if card >= 0 and cards[card].own:
            found.append(plan_of(eyes, cards[card], 1.0 + board.columns[column + 1]))
    ranked = [
        (plan.surplus * eyes.chance(eyes.lacking(eyes.goods, plan)), plan)
        for plan in found
        if plan.surplus > 0
    ]
    ranked.sort(key=lambda pair: -pair[0])
    eyes.plans = [plan for _, plan in ranked[:MOST]]
    eyes.forget()
    return eyes


def plan_of(eyes: Eyes, design: Card, fish: float) -> Plan:
    """To construct a Building, or attach an Upgrade; ``fish``: what it takes of them."""
    return _of_cost(eyes, design.index, card_gain(eyes, design), design.cost, fish)


def _of_cost(eyes: Eyes, key: int, gain: float, cost: Cost, fish: float) -> Plan:
    more = fish + cost.fish + cost.mouse * MOUSE_WORTH
    more += cost.cards * CARD_WORTH + cost.die * eyes.pip
    surplus = gain - (cost.resources * BASIC_WORTH + more) * eyes.fade
    return Plan(key, gain, surplus, cost.needs, cost.any, more)


def card_gain(eyes: Eyes, design: Card) -> float:
    """What a Building, Worker or Upgrade is worth once it lies in the Backyard."""
    found = eyes.of_card.get(design.index)
    if found is None:
        found = eyes.of_card[design.index] = _card_gain(eyes, design)
    return found


def _card_gain(eyes: Eyes, design: Card) -> float:
    if design.kind == "building" and not design.own:
        gain = eyes.points(-design.prestige) * (eyes.envy + 0.15)
    else:
        gain = eyes.points(design.prestige)
        gain += sum(ability_worth(eyes, ability) for ability in design.abilities)
    return gain + steps_worth(eyes, design.effects) + 0.4 * eyes.counts("buildings")


def quest_gain(eyes: Eyes, place: int) -> float:
    """What the next requirement of a Quest brings a player."""
    found = eyes.of_quest.get(place)
    if found is None:
        found = eyes.of_quest[place] = _quest_gain(eyes, place)
    return found


def _quest_gain(eyes: Eyes, place: int) -> float:
    s, seat = eyes.s, eyes.seat
    card = s.box.cards[s.quests[place]]
    owners = s.quest_marks[NEEDS * place : NEEDS * (place + 1)]
    done = 3 - owners.count(-1)
    hurry = min(1.0, 0.35 + eyes.turns / 9)
    crowd = min(1.0, (s.seats - 1) / 3)
    without = OTHERS[done] * crowd * hurry
    after = 1.0 if done == 2 else (OTHERS[done + 1] * crowd + OWN[done + 1]) * hurry
    others = {owner for owner in owners if owner >= 0 and owner != seat}
    alone = 0.8 if not others and done == owners.count(seat) else 0.0
    prize = eyes.points(card.prestige + alone)
    gain = prize * (after - without if seat in owners else after)
    gain -= eyes.points(card.prestige) * len(others) * eyes.envy * (after - without)
    return gain + 1.0 * eyes.counts("quest-steps")


def hand_worth(eyes: Eyes, design: Card) -> float:
    """What a card in the hand is worth."""
    found = eyes.in_hand.get(design.index)
    if found is None:
        found = eyes.in_hand[design.index] = _hand_worth(eyes, design)
    return found


def _hand_worth(eyes: Eyes, design: Card) -> float:
    if design.kind == "building":
        return eyes.plan_worth(plan_of(eyes, design, 1.0))
    if design.kind == "upgrade":
        part = 1.0 if eyes.s.plots[eyes.seat] else 0.5
        return eyes.plan_worth(plan_of(eyes, design, 0.0)) * part
    if design.kind == "worker":
        gain = eyes.points(design.prestige)
        gain += sum(ability_worth(eyes, ability) for ability in design.abilities)
        hope = 0.9 if eyes.hammers() else 0.35 * min(1.0, eyes.turns / 6)
        return max(0.5, (gain - design.cost.fish) * hope)
    hope = min(1.0, 0.3 + eyes.turns / 4)
    return max(0.3, hope * (steps_worth(eyes, design.effects, True) - eyes.price(design.cost)))
