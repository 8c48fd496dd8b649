"""The profits of travelers in the Inn (CC-INN)."""

from dataclasses import dataclass
from typing import Annotated

from meowple.author import N_, Asking, Json, QuestionKind, Table
from meowple.games.comforts.pieces.amounts import ANYTHING, RULES, Amount
from meowple.games.comforts.pieces.board import COIN, RESOURCES, TOKENS
from meowple.games.comforts.pieces.effects import Profit
from meowple.games.comforts.pieces.fields import amount, only, times, word
from meowple.games.comforts.state import State

from .decks import as_json
from .doing import TRADES
from .paying import (
    any_resource,
    can_pay,
    choose_resource,
    gain,
    only_these,
    pay,
)


@dataclass(frozen=True, eq=False)
class Gain(Profit):
    """Something got at once."""

    get: Annotated[Amount, amount(*ANYTHING)]

    verb = "gain"
    trades = False

    def earn(self, s: State, seat: int, value: int) -> Asking:
        taken = yield from gain(s, seat, self.get)
        return taken

    def face(self) -> Json:
        return {**Profit.face(self), "get": self.get.json}


@dataclass(frozen=True, eq=False)
class Trade(Profit):
    """A trade, made some times or as often as the die's value at most (CC-INN-2, CC-INN-3)."""

    give: Annotated[Amount, amount(*ANYTHING, least=1)]
    get: Annotated[Amount, amount(*ANYTHING)]
    times: Annotated[int, times()]
    give_rule: Annotated[str, word(*RULES)]
    get_rule: Annotated[str, word(*RULES)]

    verb = "trade"

    def check(self, entry: Table) -> None:
        kinds = len(RESOURCES)
        for name, what, rule in (
            ("give", self.give, self.give_rule),
            ("get", self.get, self.get_rule),
        ):
            if rule == "different" and what.any > kinds:
                entry.wrong(N_("{field} asks for more kinds of resources than there are"), name)
        if self.give_rule != "free" and self.give.any and self.give.fixed:
            entry.wrong(N_("give_rule must be 'free' where give names tokens too"), "give_rule")

    def most(self, value: int) -> int:
        return self.times or value

    def payable(self, s: State, seat: int) -> bool:
        return can_pay(s, seat, self.give, self.give_rule)

    def earn(self, s: State, seat: int, value: int) -> Asking:
        taken = yield from swap(s, seat, self.give, self.get, self.give_rule, self.get_rule)
        return taken

    def face(self) -> Json:
        return {
            **Profit.face(self),
            "give": self.give.json,
            "get": self.get.json,
            "times": self.times,
            "give_rule": self.give_rule,
            "get_rule": self.get_rule,
        }


def swap(
    s: State, seat: int, give: Amount, get: Amount, give_rule: str, get_rule: str = "free"
) -> Asking:
    """Give and take; a single token is never traded for its own kind (CC-RUL-20).

    With the Mole a stone can be paid for a coin: stone for stone would go on for ever.
    """
    paid = yield from pay(s, seat, give, give_rule)
    alone = paid.index(1) if sum(paid) == 1 else -1
    taken = yield from gain(s, seat, get, get_rule, other_than=alone)
    if s.tell:
        s.tell("traded", seat=seat, give=as_json(paid), get=as_json(taken))
    return taken


@dataclass(frozen=True, eq=False)
class SwapDifferentForSame(Profit):
    """Once N different resources for N of one kind, N at most the die's value (CC-RUL-20)."""

    limit_from: Annotated[str, only("die")]

    verb = "swap_different_for_same"

    def payable(self, s: State, seat: int) -> bool:
        own = s.tokens[seat]
        return any(own[:COIN]) or bool(s.visitor.pair and own[COIN])

    def earn(self, s: State, seat: int, value: int) -> Asking:
        box, own, pair = s.box, s.tokens[seat], s.visitor.pair
        paid = [0] * len(TOKENS)
        while sum(paid) < value:
            left = [token for token in range(COIN) if own[token] and not paid[token]]
            if pair and own[COIN] and not paid[COIN] and not paid[pair[0]]:
                left.append(COIN)
            if pair and paid[COIN] and pair[0] in left:
                left.remove(pair[0])
            if not left:
                break
            options = [box.pay[token] for token in left]
            if sum(paid):
                options.append(box.enough)
            action = yield SWAP.ask(seat, only_these(options))
            if action is box.enough:
                break
            own[action.value] -= 1
            paid[action.value] += 1
        number = sum(paid)
        token = (yield choose_resource(s, seat, list(range(COIN)))).value
        own[token] += number
        if s.tell:
            s.tell("traded", seat=seat, give=as_json(paid), get={TOKENS[token]: number})


SWAP = QuestionKind(
    "swap",
    any_resource,
    prompt=N_("Which resource do you give, each of another kind?"),
    waiting=TRADES,
)
