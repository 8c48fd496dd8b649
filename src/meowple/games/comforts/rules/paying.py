"""Paying and being paid: fixed tokens, resources of choice, comforts from the hand.

Whoever has a choice is asked token by token; where only one way is left nobody is asked.
"""

from __future__ import annotations

from meowple.author import N_, Action, Asking, Options, Question, QuestionKind
from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import COIN, TOKENS
from meowple.games.comforts.state import State

from .decks import draw_into_hand, out_of_hand
from .doing import CHOOSES, PAYS, PUTS_AWAY


def hand_cards(s: State, seat: int) -> list[Action]:
    """The kinds of comforts in the hand."""
    return [s.box.discard[card] for card in dict.fromkeys(s.hands[seat])]


def any_resource(s: State, seat: int) -> list[Action]:
    """All six resources."""
    return s.box.choose


PAY = QuestionKind("pay", any_resource, prompt=N_("What do you give?"), waiting=PAYS)
CHOOSE = QuestionKind(
    "choose", any_resource, prompt=N_("Which resource do you take?"), waiting=CHOOSES
)
DISCARD = QuestionKind(
    "discard", hand_cards, prompt=N_("Which comfort do you put away?"), waiting=PUTS_AWAY
)


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
            return sum(own[:COIN]) - cost.resources >= cost.any
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


def lacking(s: State, seat: int, cost: Amount, rule: str = "free") -> dict[str, int]:
    """What a seat is short of to pay a cost; empty if it can."""
    if can_pay(s, seat, cost, rule):
        return {}
    own = list(s.tokens[seat])
    pair = s.visitor.pair
    short: dict[str, int] = {}
    for token, number in cost.fixed:
        used = min(own[token], number)
        own[token] -= used
        if pair is not None and token in pair and used < number:
            other = pair[0] if token == pair[1] else pair[1]
            more = min(own[other], number - used)
            own[other] -= more
            used += more
        if used < number:
            short[TOKENS[token]] = number - used
    if cost.any:
        have = sum(own[:COIN]) + (own[COIN] if pair is not None else 0)
        if rule == "same":
            have = max(own[:COIN])
        elif rule == "different":
            have = sum(number > 0 for number in own[:COIN])
        if have < cost.any:
            short["any"] = cost.any - have
    if len(s.hands[seat]) < cost.card:
        short["card"] = cost.card - len(s.hands[seat])
    return short


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
    return sum(own[:COIN]) + (own[COIN] if s.visitor.pair else 0) <= left


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


def _ask_pay(s: State, seat: int, tokens: list[int]) -> Question:
    return PAY.ask(seat, only_these([s.box.pay[token] for token in tokens]))


def only_these(actions: list[Action]) -> Options:
    """Options that are already known when the question is asked."""
    return lambda _s, _seat: actions


def discard(s: State, seat: int) -> Asking:
    """Put a comfort of choice from the hand on the discard pile (CC-INN-4)."""
    action = yield DISCARD.ask(seat)
    put_away(s, seat, action.value)


def put_away(s: State, seat: int, card: int) -> None:
    """Lay a comfort from the hand on the open discard pile."""
    out_of_hand(s, seat, card)
    s.discards.append(card)
    if s.tell:
        s.tell("discarded", seat=seat, card=s.box.comforts[card].id)


def gain(
    s: State,
    seat: int,
    amount: Amount,
    rule: str = "free",
    *,
    to: int = -1,
    other_than: int = -1,
    question: QuestionKind = CHOOSE,
) -> Asking:
    """Take an amount from the supply. Returns the tokens taken.

    Args:
        rule: of the resources of choice, as in `can_pay`.
        to: who gets them instead of the seat that chooses.
        other_than: a token that may not be chosen.
        question: how the seat is asked to choose.
    """
    own = s.tokens[seat if to < 0 else to]
    taken = [0] * len(TOKENS)
    for token, number in amount.fixed:
        own[token] += number
        taken[token] += number
    gone = [other_than]
    left = amount.any
    while left:
        kinds = [token for token in range(COIN) if token not in gone]
        token = (yield choose_resource(s, seat, kinds, question)).value
        number = left if rule == "same" else 1
        left -= number
        own[token] += number
        taken[token] += number
        if rule == "different":
            gone.append(token)
    if amount.card:
        draw_into_hand(s, seat, amount.card)
    return taken


def choose_resource(
    s: State, seat: int, tokens: list[int], question: QuestionKind = CHOOSE
) -> Question:
    """The question which resource is taken from the supply."""
    return question.ask(seat, only_these([s.box.choose[token] for token in tokens]))
