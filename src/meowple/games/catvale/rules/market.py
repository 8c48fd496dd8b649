"""Trade: buying, selling and exchanging (CV-TRADE, CV-MKT, CV-RUL-55 to 58, CV-RUL-82)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.board import (
    BASIC_PRICE,
    COMBAT_PRICE,
    DIE_PRICE,
    GROWTH_PRICE,
    REROLL_PRICE,
)
from meowple.games.catvale.pieces.names import (
    BASICS,
    BOUGHT,
    BUILDINGS,
    BUY_BASIC,
    BUY_CARDS,
    BUY_COMBAT,
    BUY_DIE,
    BUY_GROWTH,
    BUY_REROLL,
    DIE_FACES,
    FISH,
    ITEMS,
    ODDITIES,
    REROLL,
    SHOWN,
)

from . import growth, questions
from .decks import discard, empty, take_top
from .dice import add_die, in_supply
from .hands import all_others, leave_hand, to_hand
from .playing import fire, resolve
from .standing import use_discounts

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

ROWS = (BUILDINGS, ODDITIES)


def off(s: State, seat: int, purchase: int) -> int:
    """The Fish that tile and cards take off a purchase (CV-TRADE-5 to 7, CV-MKT-16)."""
    return all_off(s, seat)[purchase.bit_length() - 1]


def all_off(s: State, seat: int) -> Sequence[int]:
    """The same for every kind of purchase, by place in `names.PURCHASES`."""
    found = s.box.board.discounts.get(s.kind(s.at[seat]))
    if found is None and not s.standing:
        return _NOTHING
    fish = [0] * 7
    if found is not None:
        for kind in range(7):
            if found[0] >> kind & 1:
                fish[kind] = found[1]
    for entry in s.standing:
        if entry.verb == "discount" and entry.seats >> seat & 1:
            for kind in range(7):
                if entry.what >> kind & 1:
                    fish[kind] += entry.amount
    return fish


_NOTHING = (0,) * 7


def purchases(s: State, seat: int, prize: int = 0) -> list[Action]:
    """All that a player can pay for now; ``prize``: Fish off besides (CV-RUL-56)."""
    box, board = s.box, s.box.board
    fish = s.goods[seat][FISH] + prize
    found: list[Action] = []
    less = all_off(s, seat)
    if less == _NOTHING and fish < board.cheapest:
        return found
    cards = fish + less[0]
    for row, pile in enumerate(ROWS):
        if cards >= board.columns[0] and not empty(s, pile):
            found.append(box.buy_card[(SHOWN + 1) * row])
        for column in range(1, SHOWN + 1):
            if cards >= board.columns[column] and s.market[SHOWN * row + column - 1] >= 0:
                found.append(box.buy_card[(SHOWN + 1) * row + column])
    prices = board.prices
    if fish + less[1] >= prices[BASIC_PRICE]:
        found += box.buy_basic.values()
    if fish + less[2] >= prices[GROWTH_PRICE]:
        found.append(box.buy_growth)
    if not s.bought_die >> seat & 1:
        for place in range(DIE_FACES):
            if fish + less[3] >= prices[DIE_PRICE + place] and die_on_sale(s, place + 1):
                found.append(box.buy_die[place])
    if fish + less[4] >= prices[REROLL_PRICE]:
        found.append(box.buy_token[REROLL])
    if fish + less[5] >= prices[COMBAT_PRICE]:
        found += [action for item, action in box.buy_token.items() if item != REROLL]
    return found


def die_on_sale(s: State, value: int) -> bool:
    """Whether a die of that value can be bought (CV-RUL-32, CV-OPT-4)."""
    if s.options["dice_shop"] == "open":
        return s.shop[value - 1] > 0 or in_supply(s) > 0 or sum(s.shop) > 0
    return s.shop[value - 1] > 0


def kind_of(s: State, action: Action) -> tuple[int, int]:
    """What kind of purchase an action is, and its price without discounts."""
    board = s.box.board
    value = action.value
    if isinstance(value, tuple):
        return BUY_CARDS, board.columns[value[1] - 1]
    if value is None:
        return BUY_GROWTH, board.prices[GROWTH_PRICE]
    if action in s.box.buy_die:
        return BUY_DIE, board.prices[DIE_PRICE + value - 1]
    if value in BASICS:
        return BUY_BASIC, board.prices[BASIC_PRICE]
    if value == REROLL:
        return BUY_REROLL, board.prices[REROLL_PRICE]
    return BUY_COMBAT, board.prices[COMBAT_PRICE]


def buy(s: State, seat: int, action: Action, prize: int = 0) -> Asking:
    """One purchase: pay, take, and what a Trade Action fires."""
    purchase, price = kind_of(s, action)
    price = max(0, price - off(s, seat, purchase) - prize)
    use_discounts(s, seat, purchase)
    s.goods[seat][FISH] -= price
    value = action.value
    if purchase == BUY_CARDS:
        yield from _buy_card(s, seat, value, price)
    elif purchase == BUY_BASIC:
        s.goods[seat][value] += 1
        _tell(s, seat, ITEMS[value], price)
    elif purchase == BUY_GROWTH:
        _tell(s, seat, "growth", price)
        yield from growth.gain(s, seat, 1)
    elif purchase == BUY_DIE:
        s.bought_die |= 1 << seat
        _take_from_shop(s, value)
        add_die(s, seat, value)
        _tell(s, seat, f"die-{value}", price)
    else:
        s.goods[seat][BOUGHT[value]] += 1
        if s.tell:
            what = {"item": ITEMS[value]}
            s.tell("bought-token", seat=seat, fish=price, secret=what, knows=(seat,))
    yield from fire(s, "trade", seat)


def _tell(s: State, seat: int, what: str, price: int) -> None:
    if s.tell:
        s.tell("bought", seat=seat, what=what, fish=price)


def _take_from_shop(s: State, value: int) -> None:
    """A die of that value leaves the shop; where any is on sale, another may be turned to it."""
    shop = list(s.shop)
    if shop[value - 1]:
        shop[value - 1] -= 1
    elif in_supply(s) == 0:
        shop[next(v for v in range(DIE_FACES) if shop[v])] -= 1
    s.shop = (shop[0], shop[1], shop[2])


def _buy_card(s: State, seat: int, place: tuple[int, int], price: int) -> Asking:
    """A card, blind or face-up, to the hand unless it works at once (CV-MKT-15)."""
    row, column = place
    pile = ROWS[row]
    if column == 1:
        top = take_top(s, pile)
        assert top is not None
        card, by = top
    else:
        card, by = s.market[SHOWN * row + column - 2], all_others(s, seat)
        s.market[SHOWN * row + column - 2] = -1
    if s.tell:
        name = s.box.cards[card].id
        if column == 1:
            what = {"card": name}
            s.tell("bought-blind", seat=seat, row=place[0], fish=price, secret=what, knows=(seat,))
        else:
            s.tell("bought-card", seat=seat, column=column, fish=price, card=name)
    yield from take_card(s, seat, card, by)


def take_card(s: State, seat: int, card: int, by: int) -> Asking:
    """A card comes to a player: to the hand, but a Junk Box, a Sale or an instant one acts now."""
    design = s.box.cards[card]
    if design.activation == "instant":
        if s.tell:
            s.tell("shown", seat=seat, card=design.id)
        yield from resolve(s, seat, card)
    else:
        to_hand(s, seat, card, by)


def prize_purchase(s: State, seat: int, fish: int) -> Asking:
    """The discount of a revealed Haven or Black Market, used at once or lost (CV-RUL-56)."""
    if seat != s.turn or s.side >= s.side_limit or not purchases(s, seat, fish):
        return
    action = yield questions.PRIZE.ask(
        seat, lambda s, seat: [*purchases(s, seat, fish), s.box.skip]
    )
    if action is not s.box.skip:
        s.side += 1
        yield from buy(s, seat, action, fish)


# -- selling and exchanging -----------------------------------------------------------------------


def sell(s: State, seat: int, card: int) -> Asking:
    """One sale of any number of cards (CV-MKT-12): the first is named, then more or enough."""
    _sell_one(s, seat, card)
    while s.hand[seat]:
        answer = yield questions.SELL.ask(
            seat,
            lambda s, seat: [
                *(s.box.sell[each] for each in dict.fromkeys(s.hand[seat])),
                s.box.enough,
            ],
        )
        if answer is s.box.enough:
            break
        _sell_one(s, seat, answer.value)
    yield from fire(s, "trade", seat)


def _sell_one(s: State, seat: int, card: int) -> None:
    leave_hand(s, seat, card)
    discard(s, card)
    s.goods[seat][FISH] += s.box.board.sell
    if s.tell:
        s.tell("sold", seat=seat, card=s.box.cards[card].id, fish=s.box.board.sell)


def exchanges(s: State, seat: int) -> list[Action]:
    """Two Basic Resources for one of another kind (CV-MKT-10)."""
    goods = s.goods[seat]
    one, two = 0, 0
    for item in BASICS:
        if goods[item]:
            one |= 1 << item
            if goods[item] > 1:
                two |= 1 << item
    key = (one, two)
    found = _EXCHANGES.get(key)
    if found is None:
        found = _EXCHANGES[key] = [
            (first, second, new)
            for first, second in combinations_with_replacement(BASICS, 2)
            for new in BASICS
            if new not in (first, second)
            and one >> first & 1
            and one >> second & 1
            and (first != second or two >> first & 1)
        ]
    exchange = s.box.exchange
    return [exchange[each] for each in found]


_EXCHANGES: dict[tuple[int, int], list[tuple[int, int, int]]] = {}


def exchange(s: State, seat: int, items: tuple[int, int, int]) -> Asking:
    """Give two, take one."""
    one, other, new = items
    goods = s.goods[seat]
    goods[one] -= 1
    goods[other] -= 1
    goods[new] += 1
    if s.tell:
        s.tell("exchanged", seat=seat, gave=[ITEMS[one], ITEMS[other]], got=ITEMS[new])
    yield from fire(s, "trade", seat)


# -- the rows of the market -----------------------------------------------------------------------


def fill(s: State) -> None:
    """Cards slide right into the gaps, and column 2 gets new ones (CV-MKT-4, CV-RUL-57)."""
    for row, pile in enumerate(ROWS):
        start = SHOWN * row
        lying = [card for card in s.market[start : start + SHOWN] if card >= 0]
        if len(lying) == SHOWN:
            continue
        while len(lying) < SHOWN and (top := take_top(s, pile)):
            lying.insert(0, top.card)
            if s.tell:
                s.tell("market", row=row, card=s.box.cards[top.card].id)
        s.market[start : start + SHOWN] = [-1] * (SHOWN - len(lying)) + lying


def advance(s: State) -> None:
    """Cleanup: the cards of column 4 go, the others slide on (CV-CLEAN-3)."""
    for row in range(2):
        last = SHOWN * row + SHOWN - 1
        if s.market[last] >= 0:
            discard(s, s.market[last])
            if s.tell:
                s.tell("market-gone", card=s.box.cards[s.market[last]].id)
            s.market[last] = -1
    fill(s)


def refresh(s: State, row: int) -> None:
    """All face-up cards of a row are replaced (verb ``refresh-market``)."""
    for place in range(SHOWN * row, SHOWN * (row + 1)):
        if s.market[place] >= 0:
            discard(s, s.market[place])
            s.market[place] = -1
    fill(s)
