"""What the viewer could do, as the table shows it: ways and prices, what plays come to, and why not.

All of it follows from what the viewer may see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.actions import DIE
from meowple.games.catvale.pieces.costs import Cost
from meowple.games.catvale.pieces.hexes import NAMES, NEIGHBOURS
from meowple.games.catvale.pieces.names import (
    ARENA,
    BASICS,
    CONSTRUCT,
    FISH,
    FISHING,
    IGNORE_TERRAIN,
    ITEMS,
    LAKE,
    LAVA,
    MOST_PRIDE,
    MOUNTAIN,
    MOUSE,
    MOUSE_FIELD,
    MOVEMENT,
    NEEDS,
    OPPONENTS,
    SANDBOX,
    SIFT_FISH,
    W_MAIN,
    WINDOWS,
)
from meowple.games.catvale.rules import backyard, combat, market, moving, quests
from meowple.games.catvale.rules.decks import empty
from meowple.games.catvale.rules.dice import unused
from meowple.games.catvale.rules.gathering import FISH_FOR_ONE, HUNTING_DIE
from meowple.games.catvale.rules.marking import may_mark
from meowple.games.catvale.rules.paying import can_pay
from meowple.games.catvale.rules.payments import limit
from meowple.games.catvale.rules.standing import discount, extra_yield, has_rule
from meowple.games.catvale.rules.talks import openings
from meowple.games.catvale.state import MENU

from .form import MenuView, Why
from .sums import sums

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.state import State


def menu(s: State, seat: int, rerolls: bool) -> MenuView | None:
    """What a seat could do; None before it has a cat.

    Args:
        rerolls: whether it is choosing a die to roll again.
    """
    if s.cat[seat] < 0:
        return None
    main, item = main_action(s, seat)
    return {
        "ways": ways(s, seat) if s.at[seat] >= 0 else {},
        "by_fish": s.goods[seat][MOVEMENT] <= 0,
        "prices": prices(s, seat) if s.at[seat] >= 0 else {},
        "main": main,
        "item": None if item < 0 else ITEMS[item],
        "gains": gains(s, seat, main, item),
        "why": whys(s, seat, main) if s.at[seat] >= 0 else {},
        "sums": sums(s, seat, rerolls),
    }


# -- ways and prices ------------------------------------------------------------------------------


def ways(s: State, seat: int) -> dict[str, int]:
    """How much Movement the spaces in reach take on foot and through passages.

    Nobody knows what a face-down tile turns out to be, so no way leads over one.
    """
    points = max(1, s.goods[seat][MOVEMENT])
    if s.goods[seat][MOVEMENT] <= 0 and s.goods[seat][FISH] <= 0:
        return {}
    spared = has_rule(s, seat, IGNORE_TERRAIN)
    here = s.at[seat]
    found = {here: 0}
    edge = [here]
    while edge:
        further = []
        for space in edge:
            if space != here and not s.face_up >> space & 1:
                continue
            cost = found[space] + 1 + (s.kind(space) == LAKE and not spared)
            near = [(each, cost) for each in NEIGHBOURS[space]]
            if space == here:
                near = [(each, 1) for each in NEIGHBOURS[space]]
                near += [(each, 0) for each in moving.passages(s, seat)]
            for each, taken in near:
                if s.face_up >> each & 1 and s.tiles[each] in (MOUNTAIN, LAVA):
                    continue
                if taken <= points and taken < found.get(each, 99):
                    found[each] = taken
                    further.append(each)
        edge = further
    return {NAMES[space]: cost for space, cost in sorted(found.items()) if space != here}


def prices(s: State, seat: int) -> dict[str, int]:
    """What every purchase costs a seat now, after all discounts (CV-TRADE-5 to 7)."""
    box = s.box
    less = market.all_off(s, seat)
    found = {}
    for action in (
        *box.buy_card,
        *box.buy_basic.values(),
        box.buy_growth,
        *box.buy_die,
        *box.buy_token.values(),
    ):
        purchase, price = market.kind_of(s, action)
        found[action.key] = max(0, price - less[purchase.bit_length() - 1])
    return found


# -- the Main Action of a tile --------------------------------------------------------------------


def main_action(s: State, seat: int) -> tuple[str, int]:
    """The Main Action where a cat stands, and the item that it brings."""
    if s.at[seat] < 0:
        return "", -1
    kind = s.kind(s.at[seat])
    if kind == ARENA:
        return "duel", -1
    if kind == SANDBOX:
        return ("sift" if s.harvested else "dig"), -1
    if kind == FISHING:
        return "fish", FISH
    if kind == MOUSE_FIELD:
        return "hunt", MOUSE
    item = s.box.board.tiles[kind].resource
    return ("gather", item) if item >= 0 else ("", -1)


def gains(s: State, seat: int, main: str, item: int) -> list[int]:
    """What a die of 1, 2 and 3 brings, before the Gather Die and cards."""
    if main == "fish":
        more = extra_yield(s, seat, "fish", FISH)
        return [FISH_FOR_ONE * value + more for value in DIE]
    if main == "gather":
        more = extra_yield(s, seat, "gather", item)
        cat = s.box.cats[s.cat[seat]]
        if s.grown >> seat & 1 and cat.bonus[0] == item:
            more += cat.bonus[1]
        return [value + more for value in DIE]
    return [0, 0, 1] if main == "hunt" else []


# -- why not --------------------------------------------------------------------------------------


def whys(s: State, seat: int, main: str) -> dict[str, Why]:
    """Why actions, hand cards and requirements of Quests are impossible."""
    mine = s.step == MENU and s.turn == seat
    found: dict[str, Why] = {}
    if mine:
        found = {
            "main": _main(s, seat, main),
            "attack": _attack(s, seat),
            "construct": _construct(s, seat),
            "quest": {"code": "no-quest"},
            "mark": _mark(s, seat),
            "trade": {"code": "poor"},
            "recover": {"code": "proud"} if s.pride[seat] == MOST_PRIDE else _fish(1),
            "talk": {"code": "no-talks" if not limit(s) else "nobody"},
            "end": {"code": "main-first"},
        }
        if limit(s) and not openings(s, seat):
            found["talk"] = {"code": "talked" if s.talked else "nobody"}
        if s.side >= s.side_limit:
            for name in ("construct", "quest", "mark", "trade", "recover"):
                found[name] = {"code": "side-done"}
    for number in dict.fromkeys(s.hand[seat]):
        card = s.box.cards[number]
        found[f"play:{card.id}"] = _card(s, seat, card, mine)
    for place, number in enumerate(s.quests):
        if number < 0:
            continue
        for need, cost in enumerate(s.box.cards[number].requirements):
            if s.quest_marks[NEEDS * place + need] < 0:
                found[f"quest:{place + 1}-{need + 1}"] = _need(s, seat, cost, mine)
    return found


def _fish(number: int) -> Why:
    return {"code": "fish", "number": number}


def _main(s: State, seat: int, main: str) -> Why:
    if s.main:
        return {"code": "main-done"}
    if main == "sift":
        if s.sifted >> seat & 1:
            return {"code": "sifted"}
        return _fish(SIFT_FISH) if s.bag else {"code": "bag-empty"}
    if not unused(s, seat):
        return {"code": "no-dice"}
    if main == "hunt":
        return {"code": "die", "number": HUNTING_DIE}
    if main == "duel" and empty(s, OPPONENTS):
        return {"code": "no-opponent"}
    return _fish(1) if main in ("gather", "duel") else {"code": "nothing-here"}


def _attack(s: State, seat: int) -> Why:
    if s.main:
        return {"code": "main-done"}
    if not combat.targets(s, seat):
        return {"code": "nobody-here"}
    return _fish(1) if unused(s, seat) else {"code": "no-dice"}


def _construct(s: State, seat: int) -> Why:
    if all(s.box.cards[card].kind != "building" for card in s.hand[seat]):
        return {"code": "no-building"}
    return {"code": "lacks-all"} if s.goods[seat][FISH] else _fish(backyard.FISH_TO_EAT)


def _mark(s: State, seat: int) -> Why:
    if s.marks[s.at[seat]] == seat:
        return {"code": "marked"}
    if not may_mark(s, seat, s.at[seat]):
        return {"code": "unmarkable"}
    return {"code": "no-dice" if quests.has_marker(s, seat) else "no-marker"}


def _card(s: State, seat: int, card: Card, mine: bool) -> Why:
    """Why a hand card cannot be played."""
    less = discount(s, seat, CONSTRUCT) if card.kind == "building" and s.standing else 0
    own = card.kind in ("building", "worker", "upgrade")
    if not mine or not (own or card.windows & W_MAIN):
        bits = W_MAIN if own else card.windows
        names = [name for place, name in enumerate(WINDOWS) if bits >> place & 1]
        return {"code": "window", "windows": names}
    if card.kind == "building":
        if s.side >= s.side_limit:
            return {"code": "side-done"}
        if not s.goods[seat][FISH]:
            return _fish(backyard.FISH_TO_EAT)
    if not can_pay(s, seat, card.cost, less, 1):
        return _lacks(s, seat, card.cost, less)
    if card.kind == "worker":
        return {"code": "no-hammer"}
    if card.kind == "upgrade":
        return {"code": "no-plot"}
    if card.kind == "building":
        return {"code": "no-host"}
    return {"code": "require"}


def _need(s: State, seat: int, cost: Cost, mine: bool) -> Why:
    """Why a requirement of a Quest cannot be fulfilled."""
    if not can_pay(s, seat, cost):
        return _lacks(s, seat, cost)
    if not mine:
        return {"code": "not-now"}
    return {"code": "side-done"} if s.side >= s.side_limit else {"code": "no-marker"}


def _lacks(s: State, seat: int, cost: Cost, less: int = 0) -> Why:
    """What a seat lacks of a cost; a Mouse stands in for any Basic Resource."""
    goods = s.goods[seat]
    spare = max(0, goods[MOUSE] - cost.mouse) + less
    found = {"fish": cost.fish - goods[FISH], "mouse": cost.mouse - goods[MOUSE]}
    rest = cost.any
    for item, number in zip(BASICS, cost.basics, strict=True):
        short = number - goods[item]
        rest += min(0, short)
        helped = min(spare, max(0, short))
        spare -= helped
        found[ITEMS[item]] = short - helped
    found["basic"] = rest - spare
    found["movement"] = cost.movement - goods[MOVEMENT]
    found["card"] = cost.cards - len(s.hand[seat]) + 1 if cost.cards else 0
    why: Why = {
        "code": "lacks",
        "items": {name: number for name, number in found.items() if number > 0},
    }
    if not why["items"]:
        return {"code": "die", "number": cost.die} if cost.die else {"code": "require"}
    return why
