"""Paying and being paid: fixed tokens, resources of choice, comforts from the hand.

Whoever has a choice is asked token by token; where only one way is left nobody is asked.
"""

from __future__ import annotations

from meowple.core.actions import Action
from meowple.core.questions import Ask, Asking, Options

from .cards import draw_into_hand, out_of_hand, resources
from .components import COIN, TOKENS, Amount
from .state import State


def can_pay(s: State, seat: int, cost: Amount, rule: str = "free") -> bool:
    """Whether a seat holds what ``cost`` asks for.

    Args:
        rule: of the resources of choice: ``free``, ``same`` or ``different`` (CC-SYM-2, CC-SYM-3).
    """
    own = s.tokens[seat]
    if cost.card and len(s.hands[seat]) < cost.card:
        return False
    pair = s.visitor.pair
    if pair is None:
        for token, number in cost.fixed:
            if own[token] < number:
                return False
        if not cost.any:
            return True
        if rule == "free":
            return resources(own) - cost.resources >= cost.any
        kinds = own[:COIN]
        for token, number in cost.fixed:
            if token < COIN:
                kinds[token] -= number
    else:  # the Mole: resource and coin are one kind as far as paying goes (CC-RUL-54)
        kinds = own[:COIN]
        kinds[pair[0]] += own[COIN]
        for token, number in cost.fixed:
            token = pair[0] if token == COIN else token
            if (kinds[token] if token < COIN else own[token]) < number:
                return False
            if token < COIN:
                kinds[token] -= number
        if not cost.any:
            return True
    if rule == "same":
        return max(kinds) >= cost.any
    if rule == "different":
        return sum(number > 0 for number in kinds) >= cost.any
    return sum(kinds) >= cost.any


def pay(s: State, seat: int, cost: Amount, rule: str = "free") -> Asking:
    """Return what ``cost`` asks for to the supply. Returns the tokens paid.

    A seat that has no choice, or that pays the same whatever it chooses, is not asked.
    """
    own = s.tokens[seat]
    paid = [0] * len(TOKENS)
    pair = s.visitor.pair
    for token, number in cost.fixed:
        if pair is None or token not in pair:
            own[token] -= number
            paid[token] += number
        else:
            for left in range(number, 0, -1):
                yield from _one_of_pair(s, seat, pair, token, left, cost, paid)
    chosen: list[int] = []
    for left in range(cost.any, 0, -1):
        kinds = payable(s, seat, rule, left, chosen)
        token = kinds[0]
        all_of_them = rule == "different" and len(kinds) == left
        if len(kinds) > 1 and not all_of_them and not (rule == "free" and _all_goes(s, seat, left)):
            token = (yield _ask_pay(s, seat, kinds)).value
        own[token] -= 1
        paid[token] += 1
        chosen.append(token)
    for _ in range(cost.card):
        yield from discard(s, seat)
    return paid


def payable(s: State, seat: int, rule: str, left: int, chosen: list[int]) -> list[int]:
    """Tokens that may be given as a resource of choice when ``left`` are still to be given."""
    own = s.tokens[seat]
    pair = s.visitor.pair
    tokens = [token for token in range(COIN) if own[token]]
    if pair is not None and own[COIN]:
        tokens.append(COIN)  # stands for the stone (CC-RUL-54)
    if rule == "free":
        return tokens

    def kind(token: int) -> int:
        return pair[0] if pair is not None and token == COIN else token

    if rule == "different":
        gone = {kind(token) for token in chosen}
        return [token for token in tokens if kind(token) not in gone]
    if chosen:
        return [token for token in tokens if kind(token) == kind(chosen[0])]
    have = [0] * COIN
    for token in tokens:
        have[kind(token)] += own[token]
    return [token for token in tokens if have[kind(token)] >= left]


def _all_goes(s: State, seat: int, left: int) -> bool:
    """Whether all that may be given must be given."""
    own = s.tokens[seat]
    return resources(own) + (own[COIN] if s.visitor.pair else 0) <= left


def _one_of_pair(
    s: State,
    seat: int,
    pair: tuple[int, int],
    token: int,
    left: int,
    cost: Amount,
    paid: list[int],
) -> Asking:
    """Pay one token that another may stand for (CC-TVL-11), keeping enough for the rest."""
    own = s.tokens[seat]
    other = pair[0] if token == pair[1] else pair[1]
    if not own[other]:
        used = token
    elif not own[token]:
        used = other
    elif own[token] + own[other] <= left + _still_due(cost, pair, token):
        used = token  # both kinds go to the last one, whichever goes first
    else:
        used = (yield _ask_pay(s, seat, [token, other])).value
    own[used] -= 1
    paid[used] += 1


def _still_due(cost: Amount, pair: tuple[int, int], token: int) -> int:
    """How many tokens of the pair the later parts of a cost ask for."""
    later = [t for t, _ in cost.fixed]
    after = later[later.index(token) + 1 :]
    return sum(number for t, number in cost.fixed if t in after and t in pair)


def _ask_pay(s: State, seat: int, tokens: list[int]) -> Ask:
    return Ask("pay", seat, only([s.box.pay[token] for token in tokens]))


def only(actions: list[Action]) -> Options:
    """Options that are already known when the question is asked."""
    return lambda _s, _seat: actions


def discard(s: State, seat: int) -> Asking:
    """Put a comfort of choice from the hand on the discard pile (CC-INN-4)."""
    action = yield Ask("discard", seat, hand_cards)
    put_away(s, seat, action.value)


def put_away(s: State, seat: int, card: int) -> None:
    """Lay a comfort from the hand on the open discard pile."""
    out_of_hand(s, seat, card)
    s.discards.append(card)
    if s.tell:
        s.tell("discarded", seat=seat, card=s.box.comforts[card].id)


def hand_cards(s: State, seat: int) -> list[Action]:
    """The kinds of comforts in the hand."""
    return [s.box.discard[card] for card in dict.fromkeys(s.hands[seat])]


def gain(
    s: State, seat: int, amount: Amount, rule: str = "free", to: int = -1, other_than: int = -1
) -> Asking:
    """Take an amount from the supply, or choose it for seat ``to``. Returns the tokens taken.

    ``other_than``: a token that may not be chosen.
    """
    own = s.tokens[seat if to < 0 else to]
    taken = [0] * len(TOKENS)
    for token, number in amount.fixed:
        own[token] += number
        taken[token] += number
    gone = [other_than]
    left = amount.any
    while left:
        token = (yield choose_resource(s, seat, [t for t in range(COIN) if t not in gone])).value
        number = left if rule == "same" else 1
        left -= number
        own[token] += number
        taken[token] += number
        if rule == "different":
            gone.append(token)
    if amount.card:
        draw_into_hand(s, seat, amount.card)
    return taken


def choose_resource(s: State, seat: int, tokens: list[int]) -> Ask:
    """The question which resource is taken from the supply."""
    return Ask("choose", seat, only([s.box.choose[token] for token in tokens]))
