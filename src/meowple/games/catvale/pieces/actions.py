"""Everything that can ever be chosen, in a fixed order: about 900 actions, made once.

Dice and resources are named by value and kind, cards by design, never by their place, so that no
two answers of a list mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from meowple.author import Action, ActionList

from .cards import Card, Cat
from .hexes import NAMES
from .names import (
    ATTACK,
    BASICS,
    DEFENCE,
    HAND_KINDS,
    HARVEST,
    ITEMS,
    MARKERS,
    MOST_SEATS,
    MOVE_TOKEN,
    REROLL,
    TRADED,
    W_DIG,
    W_GATHER,
    W_HUNT,
)
from .tree import Tree

DIE: tuple[int, ...] = (1, 2, 3)

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
        hand = [card for card in cards if card.kind in HAND_KINDS]
        kept = [card for card in cards if card.deck == HARVEST and card.activation != "instant"]

        # Menu: moving, cards, tokens.
        self.step = add_all("step", spaces)
        self.passage = add_all("passage", spaces)
        self.play = {card.index: add(f"play:{card.id}", card.index) for card in (*hand, *kept)}
        self.use = {card.index: add(f"use:{card.id}", card.index) for card in cards if card.use}
        self.wash = add("wash")
        self.pull_down = add("pull-down")
        self.token = {
            item: add(f"token:{ITEMS[item]}", item)
            for item in (REROLL, MOVE_TOKEN, ATTACK, DEFENCE)
        }
        self.mouse = {item: add(f"mouse:{ITEMS[item]}", item) for item in (ATTACK, DEFENCE, REROLL)}
        self.free_reroll = add("reroll")
        # Menu: Side Actions.
        self.buy_card = [
            add(f"buy:{row}-{column}", (place, column))
            for place, row in enumerate(("buildings", "oddities"))
            for column in range(1, 5)
        ]
        self.buy_basic = {item: add(f"buy:{ITEMS[item]}", item) for item in BASICS}
        self.buy_growth = add("buy:growth")
        self.buy_die = [add(f"buy:die-{v}", v) for v in DIE]
        self.buy_token = {
            item: add(f"buy:{ITEMS[item]}", item) for item in (REROLL, ATTACK, DEFENCE)
        }
        self.sell = {card.index: add(f"sell:{card.id}", card.index) for card in hand}
        self.exchange = {
            (one, other, new): add(
                f"exchange:{ITEMS[one]}-{ITEMS[other]}-{ITEMS[new]}", (one, other, new)
            )
            for one, other in combinations_with_replacement(BASICS, 2)
            for new in BASICS
            if new not in (one, other)
        }
        self.quest = [
            add(f"quest:{place + 1}-{need + 1}", (place, need))
            for place in range(2)
            for need in range(3)
        ]
        self.mark = add_all("mark", values)
        self.recover = add_all("recover", values)
        # Menu: Main Actions.
        self.named = {
            window: list(_together(cards, window)) for window in (W_GATHER, W_HUNT, W_DIG)
        }
        self.gather = self._with_cards("gather", cards, W_GATHER)
        self.hunt = self._with_cards("hunt", cards, W_HUNT)
        self.fish = add_all("fish", values)
        self.attack = {
            (seat, v): add(f"attack:{seat + 1}-{v}", (seat, v))
            for seat in range(MOST_SEATS)
            for v in DIE
        }
        self.duel = add_all("duel", values)
        self.dig = add_all("dig", values)
        self.dig_with = {
            named: add(f"dig:done{_names(cards, named)}", named) for named in self.named[W_DIG]
        }
        self.sift = {
            named: add(f"sift:3{_names(cards, named)}", named) for named in self.named[W_DIG]
        }
        # Menu: the rest.
        self.discard_die = add_all("discard", values)
        self.end = add("end")
        self.talk = add_all("talk", seats)
        self.parley = add_all("parley", seats)
        # Answers to what follows.
        self.tile = add_all("tile", spaces)
        self.stay = add("stay")
        self.grow = {
            (marker, place): add(f"grow:{name}-{slot.id}", (marker, place))
            for marker, name in enumerate(MARKERS)
            for place, slot in enumerate(tree.slots)
            if slot.kind != "start"
        }
        self.enough = add("enough")
        chosen = [c for c in cards if c.kind not in NEVER_PICKED]
        self.pick = {card.index: add(f"pick:{card.id}", card.index) for card in chosen}
        self.pick_second = {
            card.index: add(f"pick:{card.id}-2", card.index)
            for card in cards
            if card.kind == "building" and card.count > 1
        }
        self.seat = add_all("seat", seats)
        self.option = add_all("option", [(str(n + 1), n) for n in range(4)])
        self.yes = add("yes")
        self.no = add("no")
        self.item = add_all("item", [(ITEMS[item], item) for item in TRADED])
        self.die = add_all("die", values)
        self.mood = {by: add(f"mood:{name}", by) for by, name in ((-1, "chaos"), (1, "harmony"))}
        self.turn_die = {by: add(f"turn:{by:+d}", by) for by in (-1, 1)}
        self.roll = {
            ("action", seat, v): add(f"die:action-{seat + 1}-{v}", ("action", seat, v))
            for seat in range(MOST_SEATS)
            for v in DIE
        }
        for seat in range(MOST_SEATS):
            self.roll["defence", seat, 0] = add(f"die:defence-{seat + 1}", ("defence", seat, 0))
        for place, kind in enumerate(("fate-attacker", "fate-defender")):
            self.roll["fate", place, 0] = add(f"die:{kind}", ("fate", place, 0))
        for kind in ("rolled",):
            self.roll[kind, 0, 0] = add(f"die:{kind}", (kind, 0, 0))
        self.split = {
            (shop, v): add(f"plan:{'-'.join(map(str, shop))}-{v}", (shop, v))
            for shop in SHOPS
            for v in DIE
        }
        self.skip = add("pass")
        self.advance = add("advance")
        self.give = add_all("give", [(ITEMS[item], item) for item in TRADED])
        self.ask = add_all("ask", [(ITEMS[item], item) for item in TRADED])
        self.offer = add("offer")
        self.accept = add("accept")
        self.refuse = add("refuse")
        self.counter = add("counter")
        self.bribe = add_all("bribe", seats)
        self.beg = add_all("beg", seats)
        self.cat = add_all("cat", [(cat.id, cat.index) for cat in cats])

    def _with_cards(self, verb: str, cards: Sequence[Card], window: int) -> Named:
        return {
            (v, named): self.actions.add(f"{verb}:{v}{_names(cards, named)}", (v, named))
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
