"""What lies in a Stash: Resources under Treasures, exchanged cards, Gear that is refreshed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.purrballs.pieces.actions import DECLINE, DONE, READY, RESOURCE, TAKE, TREASURE
from meowple.games.purrballs.pieces.box import LOOT
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State, put

from .effects import Effect, verb
from .loot import open_pool, why_reserved
from .telling import Sentence, a_card, a_person, tells, waiting


def treasures(s: State, seat: int) -> list[int]:
    """The Treasure cards of a Stash."""
    return [card for card in s.loot[seat] if LOOT[card].treasure >= 0]


def resource_options(s: State, seat: int) -> list[Action]:
    return [RESOURCE[card] for card in s.face_up(seat)]


def treasure_options(s: State, seat: int) -> list[Action]:
    return [TREASURE[card] for card in treasures(s, seat)]


def _swap(s: State, seat: int, out: int, new: int) -> None:
    """A card of a Stash is exchanged; what lay under it is turned up (PB-WAN-6)."""
    s.loot[seat] = tuple([new if card == out else card for card in s.loot[seat]])
    s.tucked = put(s.tucked, seat, tuple([pair for pair in s.tucked[seat] if pair[1] != out]))


# -- Resources under Treasures --------------------------------------------------------------------


def tuck_more_options(s: State, seat: int) -> list[Action]:
    return [*resource_options(s, seat), DONE]


TUCK = QuestionKind(
    "tuck",
    resource_options,
    prompt=N_("Choose a Resource to put under a Treasure."),
    waiting=waiting,
)
UNDER = QuestionKind("under", treasure_options, prompt=N_("Under which Treasure?"), waiting=waiting)


@verb
@dataclass(frozen=True, slots=True)
class TuckResource(Effect):
    """Resources go face-down under Treasures and count as these (PB-EFF-15, PB-WAN-4, PB-WAN-5)."""

    verb = "tuck-resource"
    asks = True
    max: int

    def possible(self, s: State, seat: int) -> bool:
        return bool(s.face_up(seat) and treasures(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        for number in range(self.max):
            if number and not self.possible(s, seat):
                return
            action = yield TUCK.ask(seat) if number == 0 else TUCK.ask(seat, tuck_more_options)
            if action is DONE:
                return
            resource = s.half = action.value
            spots = treasure_options(s, seat)
            action = spots[0] if len(spots) == 1 else (yield UNDER.ask(seat))
            s.half = -1
            s.tucked = put(s.tucked, seat, s.tucked[seat] + ((resource, action.value),))
            if s.tell:
                s.tell("tucked", seat=seat, card=LOOT[resource].key,
                       under=LOOT[action.value].key)  # fmt: skip

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("copy Treasures")


tells(
    "tucked",
    Sentence(
        N_("{name} puts {card} under {under}."),
        you=N_("You put {card} under {under}."),
        card=a_card,
        under=a_card,
    ),
)


# -- exchanging -----------------------------------------------------------------------------------


def neighbours_treasures(s: State, seat: int) -> list[int]:
    """The Treasure cards of both neighbours."""
    return [card for other in sorted(set(s.neighbours(seat))) for card in treasures(s, other)]


def get_options(s: State, seat: int) -> list[Action]:
    return [TREASURE[card] for card in neighbours_treasures(s, seat)]


GIVE_TREASURE = QuestionKind(
    "give-treasure",
    treasure_options,
    prompt=N_("Which of your Treasures do you give?"),
    waiting=waiting,
)
GET_TREASURE = QuestionKind(
    "get-treasure", get_options, prompt=N_("Which Treasure do you take for it?"), waiting=waiting
)


@verb
@dataclass(frozen=True, slots=True)
class SwapTreasure(Effect):
    """An own Treasure for one of a neighbour (PB-EFF-16).

    Resources under both turn up and stay where they are (PB-RUL-26).
    """

    verb = "swap-treasure"
    asks = True
    source: Literal["neighbour"]

    def possible(self, s: State, seat: int) -> bool:
        return bool(treasures(s, seat) and neighbours_treasures(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        given = yield GIVE_TREASURE.ask(seat)
        own = s.half = given.value
        got = yield GET_TREASURE.ask(seat)
        s.half = -1
        theirs = got.value
        rival = next(other for other in range(s.seats) if theirs in s.loot[other])
        _swap(s, seat, own, theirs)
        _swap(s, rival, theirs, own)
        if s.tell:
            s.tell("swapped-treasure", seat=seat, rival=rival, gave=LOOT[own].key,
                   got=LOOT[theirs].key)  # fmt: skip

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("swap Treasures")


tells(
    "swapped-treasure",
    Sentence(
        N_("{name} swaps {gave} for {got} with {rival}."),
        you=N_("You swap {gave} for {got} with {rival}."),
        to_you=N_("{name} swaps {gave} for your {got}."),
        whom="rival",
        gave=a_card,
        got=a_card,
        rival=a_person,
    ),
)


def pool_resource_options(s: State, seat: int) -> list[Action]:
    return [TAKE[card] for card in open_pool(s, seat) if LOOT[card].resource >= 0]


def why_no_resource(s: State, seat: int) -> dict[str, Json]:
    """Why other cards of the Pool cannot be swapped in."""
    others = {TAKE[card].key: {"code": "no_resource"} for card in s.pool if LOOT[card].resource < 0}
    return {**others, **why_reserved(s, seat)}


def swap_options(s: State, seat: int) -> list[Action]:
    return [*resource_options(s, seat), DECLINE]


SWAP = QuestionKind(
    "swap", swap_options, prompt=N_("Swap one of your Resources with the Pool?"), waiting=waiting
)
SWAP_FOR = QuestionKind(
    "swap-for",
    pool_resource_options,
    prompt=N_("Which Resource of the Pool do you take for it?"),
    waiting=waiting,
    why=why_no_resource,
)


@verb
@dataclass(frozen=True, slots=True)
class SwapResource(Effect):
    """The player may exchange an own Resource for one in the Pool (PB-EFF-17)."""

    verb = "swap-resource"
    asks = True
    source: Literal["pool"]
    optional: Literal[True]

    def possible(self, s: State, seat: int) -> bool:
        return bool(s.face_up(seat) and pool_resource_options(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        action = yield SWAP.ask(seat)
        if action is DECLINE:
            return
        own = s.half = action.value
        got = yield SWAP_FOR.ask(seat)
        s.half = -1
        theirs = got.value
        s.pool[s.pool.index(theirs)] = own
        _swap(s, seat, own, theirs)
        if s.tell:
            s.tell("swapped-resource", seat=seat, gave=LOOT[own].key, got=LOOT[theirs].key)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("swap a Resource")


tells(
    "swapped-resource",
    Sentence(
        N_("{name} swaps {gave} for {got} in the Pool."),
        you=N_("You swap {gave} for {got} in the Pool."),
        gave=a_card,
        got=a_card,
    ),
)


# -- refreshing -----------------------------------------------------------------------------------


def refresh_options(s: State, seat: int) -> list[Action]:
    return [READY[card] for card in s.spent[seat]]


REFRESH_GEAR = QuestionKind(
    "refresh-gear", refresh_options, prompt=N_("Refresh which Gear?"), waiting=waiting
)


@verb
@dataclass(frozen=True, slots=True)
class RefreshGear(Effect):
    """So many exhausted Gear cards of the player's choice turn upright (PB-EFF-22)."""

    verb = "refresh-gear"
    asks = True
    amount: int

    def possible(self, s: State, seat: int) -> bool:
        return bool(s.spent[seat])

    def ask(self, s: State, seat: int) -> Asking:
        for number in range(self.amount):
            spent = s.spent[seat]
            if not spent:
                return
            if len(spent) <= self.amount - number:
                card = spent[0]
            else:
                card = (yield REFRESH_GEAR.ask(seat)).value
            s.spent = put(s.spent, seat, tuple([each for each in spent if each != card]))
            if s.tell:
                s.tell("refreshed-gear", seat=seat, card=LOOT[card].key)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("wake Gear")


tells(
    "refreshed-gear",
    Sentence(N_("{name} refreshes {card}."), you=N_("You refresh {card}."), card=a_card),
)
