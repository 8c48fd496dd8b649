"""Everything that can ever be chosen, in a fixed order: about 900 actions, made once.

Dice and resources are named by value and kind, cards by design, never by their place, so that no
two answers of a list mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from meowple.author import N_, Action, ActionList, Label

from . import labels
from .cards import Card, Cat
from .hexes import NAMES
from .names import (
    ATTACK,
    BASICS,
    DEFENCE,
    DIE_FACES,
    HAND_KINDS,
    HARVEST,
    ITEMS,
    MARKERS,
    MOST_SEATS,
    MOVE_TOKEN,
    NEEDS,
    OPEN_QUESTS,
    REROLL,
    SHOWN,
    TRADED,
    W_DIG,
    W_GATHER,
    W_HUNT,
)
from .tree import Tree

DIE: tuple[int, ...] = tuple(range(1, DIE_FACES + 1))

NEVER_PICKED = ("encounter", "opponent", "quest", "vale-life", "token")

Named = dict[tuple[int, tuple[int, ...]], Action]
"""Actions by the value of a die and the cards named with it."""

SHOPS = (*((v,) for v in DIE), *combinations_with_replacement(DIE, 2))
"""Which dice can go to the Dice Shop in Planning: one, or two with Curious Nose."""


class Actions:
    """The actions of a box by what they are for; each attribute says it by its key.

    Attributes:
        actions: all of them.
        named: for each of the windows of Gather, Hunt and Dig: sets of cards named together.
    """

    actions: ActionList

    def name_actions(self, cards: Sequence[Card], cats: Sequence[Cat], tree: Tree) -> None:
        """Make them all."""
        self.actions = actions = ActionList()
        add, add_all = actions.add, actions.add_all
        spaces = [(name, space) for space, name in enumerate(NAMES)]
        values = [(str(v), v) for v in DIE]
        seats = [(str(seat + 1), seat) for seat in range(MOST_SEATS)]
        goods = [(ITEMS[item], item) for item in TRADED]
        hand = [card for card in cards if card.kind in HAND_KINDS]
        kept = [card for card in cards if card.deck == HARVEST and card.activation != "instant"]

        # Menu: moving, cards, tokens.
        self.step = add_all("step", spaces, labels.of_space(N_("Walk to {space}")))
        self.passage = add_all(
            "passage", spaces, labels.of_space(N_("Through the passage to {space}"))
        )
        self.play = {
            card.index: add(f"play:{card.id}", card.index, labels.play) for card in (*hand, *kept)
        }
        self.use = {
            card.index: add(f"use:{card.id}", card.index, labels.of_card(N_("Use {card}")))
            for card in cards
            if card.use
        }
        self.wash = add("wash", label=N_("Wash one of your Buildings"))
        self.pull_down = add("pull-down", label=N_("Pull down a harmful Building"))
        self.token = {
            item: add(f"token:{ITEMS[item]}", item, labels.of_item(N_("Use a token: {item}")))
            for item in (REROLL, MOVE_TOKEN, ATTACK, DEFENCE)
        }
        self.mouse = {
            item: add(f"mouse:{ITEMS[item]}", item, labels.of_item(N_("Use a Mouse as: {item}")))
            for item in (ATTACK, DEFENCE, REROLL)
        }
        self.free_reroll = add("reroll", label=N_("Free Reroll on your marked tile"))
        # Menu: Side Actions.
        self.buy_card = [
            add(f"buy:{row}-{column}", (place, column), labels.buy_card)
            for place, row in enumerate(("buildings", "oddities"))
            for column in range(1, SHOWN + 2)
        ]
        bought = labels.of_item(N_("Buy: {item}"))
        self.buy_basic = {item: add(f"buy:{ITEMS[item]}", item, bought) for item in BASICS}
        self.buy_growth = add("buy:growth", label=N_("Buy 1 Growth"))
        self.buy_die = [
            add(f"buy:die-{v}", v, labels.of_die(N_("Buy an Action Die: {die}"))) for v in DIE
        ]
        self.buy_token = {
            item: add(f"buy:{ITEMS[item]}", item, bought) for item in (REROLL, ATTACK, DEFENCE)
        }
        self.sell = {
            card.index: add(f"sell:{card.id}", card.index, labels.of_card(N_("Sell {card}")))
            for card in hand
        }
        self.exchange = {
            (one, other, new): add(
                f"exchange:{ITEMS[one]}-{ITEMS[other]}-{ITEMS[new]}",
                (one, other, new),
                labels.exchange,
            )
            for one, other in combinations_with_replacement(BASICS, 2)
            for new in BASICS
            if new not in (one, other)
        }
        self.quest = [
            add(f"quest:{place + 1}-{need + 1}", (place, need), labels.quest)
            for place in range(OPEN_QUESTS)
            for need in range(NEEDS)
        ]
        self.mark = add_all("mark", values, labels.of_die(N_("Mark this tile, die: {die}")))
        self.recover = add_all("recover", values, labels.recover)
        # Menu: Main Actions.
        self.named = {
            window: list(_together(cards, window)) for window in (W_GATHER, W_HUNT, W_DIG)
        }
        self.gather = self._with_cards(
            "gather", labels.with_cards(N_("Gather, die: {die}")), cards, W_GATHER
        )
        self.hunt = self._with_cards(
            "hunt", labels.with_cards(N_("Hunt, die: {die}")), cards, W_HUNT
        )
        self.fish = add_all("fish", values, labels.of_die(N_("Fish, die: {die}")))
        self.attack = {
            (seat, v): add(f"attack:{seat + 1}-{v}", (seat, v), labels.attack)
            for seat in range(MOST_SEATS)
            for v in DIE
        }
        self.duel = add_all("duel", values, labels.of_die(N_("Duel, die: {die}")))
        self.dig = add_all("dig", values, labels.of_die(N_("Dig, die: {die}")))
        self.dig_with = {
            named: add(f"dig:done{_names(cards, named)}", named, labels.dig_done)
            for named in self.named[W_DIG]
        }
        self.sift = {
            named: add(f"sift:3{_names(cards, named)}", named, labels.sift)
            for named in self.named[W_DIG]
        }
        # Menu: the rest.
        self.discard_die = add_all("discard", values, labels.of_die(N_("Discard a die: {die}")))
        self.end = add("end", label=N_("End your turn"))
        self.talk = add_all("talk", seats, labels.of_seat(N_("Talk with {seat}")))
        self.parley = add_all(
            "parley", seats, labels.of_seat(N_("Before an Attack, talk with {seat}"))
        )
        # Answers to what follows.
        self.tile = add_all("tile", spaces, labels.of_space(N_("Choose {space}")))
        self.stay = add("stay", label=N_("Stay here"))
        self.grow = {
            (marker, place): add(f"grow:{name}-{slot.id}", (marker, place), labels.grow)
            for marker, name in enumerate(MARKERS)
            for place, slot in enumerate(tree.slots)
            if slot.kind != "start"
        }
        self.enough = add("enough", label=N_("No more"))
        chosen = [c for c in cards if c.kind not in NEVER_PICKED]
        self.pick = {
            card.index: add(f"pick:{card.id}", card.index, labels.of_card(N_("Choose {card}")))
            for card in chosen
        }
        self.pick_second = {
            card.index: add(
                f"pick:{card.id}-2", card.index, labels.of_card(N_("Choose the second {card}"))
            )
            for card in cards
            if card.kind == "building" and card.count > 1
        }
        self.seat = add_all("seat", seats, labels.of_seat(N_("Choose {seat}")))
        self.option = add_all("option", [(str(n + 1), n) for n in range(4)], labels.option)
        self.yes = add("yes", label=N_("Yes"))
        self.no = add("no", label=N_("No"))
        self.item = add_all("item", goods, labels.of_item(N_("Choose: {item}")))
        self.die = add_all("die", values, labels.of_die(N_("A die: {die}")))
        self.mood = {
            by: add(f"mood:{name}", by, label)
            for by, name, label in (
                (-1, "chaos", N_("Towards Chaos")),
                (1, "harmony", N_("Towards Harmony")),
            )
        }
        self.turn_die = {
            by: add(f"turn:{by:+d}", by, label)
            for by, label in ((-1, N_("One down")), (1, N_("One up")))
        }
        self.roll = {
            ("action", seat, v): add(
                f"die:action-{seat + 1}-{v}", ("action", seat, v), labels.rolled
            )
            for seat in range(MOST_SEATS)
            for v in DIE
        }
        for seat in range(MOST_SEATS):
            self.roll["defence", seat, 0] = add(
                f"die:defence-{seat + 1}", ("defence", seat, 0), labels.rolled
            )
        for place, kind in enumerate(("fate-attacker", "fate-defender")):
            self.roll["fate", place, 0] = add(f"die:{kind}", ("fate", place, 0), labels.rolled)
        for kind in ("rolled",):
            self.roll[kind, 0, 0] = add(f"die:{kind}", (kind, 0, 0), labels.rolled)
        self.split = {
            (shop, v): add(f"plan:{'-'.join(map(str, shop))}-{v}", (shop, v), labels.plan)
            for shop in SHOPS
            for v in DIE
        }
        self.skip = add("pass", label=N_("Pass"))
        self.advance = add("advance", label=N_("Move on"))
        self.give = add_all("give", goods, labels.of_item(N_("Give: {item}")))
        self.ask = add_all("ask", goods, labels.of_item(N_("Ask for: {item}")))
        self.offer = add("offer", label=N_("Make this offer"))
        self.accept = add("accept", label=N_("Accept"))
        self.refuse = add("refuse", label=N_("Refuse"))
        self.counter = add("counter", label=N_("Answer with an offer"))
        self.bribe = add_all("bribe", seats, labels.of_seat(N_("Offer a payment to {seat}")))
        self.beg = add_all("beg", seats, labels.of_seat(N_("Ask {seat} for a payment")))
        self.cat = add_all("cat", [(cat.id, cat.index) for cat in cats], labels.cat)

    def _with_cards(self, verb: str, label: Label, cards: Sequence[Card], window: int) -> Named:
        return {
            (v, named): self.actions.add(f"{verb}:{v}{_names(cards, named)}", (v, named), label)
            for v in DIE
            for named in self.named[window]
        }


def _names(cards: Sequence[Card], named: tuple[int, ...]) -> str:
    return "".join(f"+{cards[card].id}" for card in named)


def _together(cards: Sequence[Card], window: int) -> Iterator[tuple[int, ...]]:
    """Sets of cards that may be named together in that window: none, one or two."""
    fits = [card for card in cards if card.windows & window and card.kind in HAND_KINDS]
    yield ()
    for card in fits:
        yield (card.index,)
    for one, other in combinations_with_replacement(fits, 2):
        if one is not other or one.count > 1:
            yield (one.index, other.index)
