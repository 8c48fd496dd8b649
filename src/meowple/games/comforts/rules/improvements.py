"""The abilities of improvements (CC-IMP)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import (
    ALL_SPACES,
    CHANGES,
    COIN,
    COSTLY,
    DICE,
    FAMILY_DICE,
    HIGHEST,
    HILL,
    POOL,
    RESOURCES,
    SPACES,
    SPACES_OF,
    SPECIAL,
    TOKENS,
    WILD,
)
from meowple.games.comforts.pieces.effects import ImprovementEffect, Told, Way
from meowple.games.comforts.pieces.fields import (
    amount,
    areas,
    changes,
    few,
    flag,
    number,
    only,
    points,
    space,
    token,
    type_of_comforts,
    word,
)
from meowple.games.comforts.pieces.needs import WEIGHT
from meowple.games.comforts.state import ACT, State

from .decks import ability, add, as_json
from .paying import choose_resource, gain, pay

# -- points and tokens at the end -------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PointsPerRivalComfort(ImprovementEffect):
    """Points for every comfort of a type that the others have made (CC-IMP-1 to CC-IMP-4)."""

    type: Annotated[int, type_of_comforts()]
    points: Annotated[int, points()]

    verb = "points_per_rival_comfort"
    timing = "scoring"

    def score(self, s: State, seat: int) -> int:
        return self.points * self.number(s, seat)

    def number(self, s: State, seat: int) -> int:
        """How many comforts of that type the others have made."""
        comforts = s.box.comforts
        return sum(
            comforts[card].type == self.type
            for other in range(s.seats)
            if other != seat
            for card in s.made[other]
        )


@dataclass(frozen=True, eq=False)
class StoreForPoints(ImprovementEffect):
    """Tokens on own comforts of a type score there (CC-IMP-12, CC-IMP-13)."""

    token: Annotated[int, token(*COSTLY)]
    type: Annotated[int, type_of_comforts()]
    limit: Annotated[int, few()]
    points: Annotated[int, points()]

    verb = "store_for_points"
    timing = "scoring"

    def way(self, types: Iterable[int]) -> Way | None:
        room = self.limit * sum(kind == self.type for kind in types)
        return (((self.token, 1),), self.points, room) if room else None


@dataclass(frozen=True, eq=False)
class GainToken(ImprovementEffect):
    """The wheelbarrow or the almanac is taken at once (CC-WRK-8): it stands for the card."""

    token: Annotated[str, word(*SPECIAL)]
    amount: Annotated[int, only(1)]

    verb = "gain_token"
    timing = "build"


# -- dice -------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ChangeFamilyDie(ImprovementEffect):
    """Umbrella: an own family die counts as changed, this turn only (CC-IMP-5, CC-RUL-15)."""

    by: Annotated[tuple[int, ...], changes(CHANGES)]
    uses: Annotated[int, only(1)]
    per: Annotated[str, only("turn")]

    verb = "change_family_die"
    timing = "dice"

    def choices(self, s: State, value: int) -> list[Action]:
        """How it may change the family die in the paw, which counts as ``value``."""
        if s.umbrella_die >= 0:
            return []
        return [s.box.umbrella[by] for by in self.by if 1 <= value + by <= HIGHEST]


@dataclass(frozen=True, eq=False)
class TurnVillageDie(ImprovementEffect):
    """Weathervane: a village die is turned for the rest of the month (CC-IMP-6, CC-RUL-15)."""

    by: Annotated[tuple[int, ...], changes(CHANGES)]
    uses: Annotated[int, only(1)]
    per: Annotated[str, only("turn")]
    lasts: Annotated[str, only("month")]

    verb = "turn_village_die"
    timing = "dice"
    told: ClassVar[Told] = {
        "vane": (
            N_("Your Weathervane turns a village die to {value}."),
            N_("{name}: the Weathervane turns a village die to {value}."),
        )
    }

    def choices(self, s: State, die: int, value: int) -> list[Action]:
        """How it may turn the village die in the paw, which counts as ``value``; or turn it back."""
        if s.vane_die == die:
            return [s.box.vane_off] if 1 <= value - s.vane_by <= HIGHEST else []
        if s.vane_die >= 0:
            return []
        face = s.face(die)
        return [
            s.box.vane[by]
            for by in self.by
            if 1 <= value + by <= HIGHEST and 1 <= face + by <= HIGHEST
        ]

    def turnings(self, s: State) -> list[Action]:
        """How it may turn a village die once the dice are given, if it has turned none yet.

        A die of an action that is still to come is turned only if the space has what it needs
        then too.
        """
        if s.vane_die >= 0 or s.options["weathervane"] != "turn":
            return []
        return [
            s.box.turn[die, by]
            for die in range(FAMILY_DICE, POOL)
            for by in self.by
            if 1 <= s.face(die) + by <= HIGHEST and (s.step != ACT or _still_fits(s, die, by))
        ]


def _still_fits(s: State, die: int, by: int) -> bool:
    place, value = s.at[die], s.value(die)
    if place == HILL or s.acted >> place & 1:
        return True
    group = s.groups()[place] - WEIGHT[value]
    return 1 <= value + by <= HIGHEST and group + WEIGHT[value + by] in s.needs[place].met


def turnings(s: State, seat: int) -> list[Action]:
    """How the Weathervane may turn a die between actions."""
    effect = ability(s, seat, TurnVillageDie)
    return effect.turnings(s) if effect is not None else []


def last_turnings(s: State, seat: int) -> list[Action]:
    """The same at the end of the turn, if anybody will use the village dice again."""
    if s.turn + 1 == s.seats and not s.visitor.last:
        return []
    return turnings(s, seat)


def turn_die(s: State, seat: int, die: int, by: int) -> None:
    """Turn a village die for the rest of the month."""
    s.village[die - FAMILY_DICE] += by
    s.vane_die, s.vane_by = die, by
    tell_vane(s, seat)


def tell_vane(s: State, seat: int) -> None:
    """Tell all which die was turned, if one was."""
    if s.tell and s.vane_die >= 0:
        s.tell("vane", seat=seat, die=DICE[s.vane_die], by=s.vane_by, value=s.face(s.vane_die))


@dataclass(frozen=True, eq=False)
class ChangeAnyDie(ImprovementEffect):
    """Almanac: lessons that are never spent, each once in a month (CC-IMP-8)."""

    token: Annotated[str, word(*SPECIAL)]
    by: Annotated[tuple[int, ...], only([-1, 1])]
    uses: Annotated[int, few()]
    per: Annotated[str, only("month")]

    verb = "change_any_die"
    timing = "dice"


@dataclass(frozen=True, eq=False)
class FixedDieValue(ImprovementEffect):
    """Tool Shed: the die on the own worker there counts as a fixed value (CC-IMP-10)."""

    space: Annotated[int, space("workshop", "inn", "nest-right", "nest-left", "market")]
    value: Annotated[int, number(1, HIGHEST)]

    verb = "fixed_die_value"
    timing = "action"


# -- workers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class MoveWorker(ImprovementEffect):
    """Bicycle: before dice are given an own worker goes to another space (CC-IMP-9, CC-RUL-25)."""

    uses: Annotated[int, only(1)]
    per: Annotated[str, only("turn")]
    workers: Annotated[int, only(1)]

    verb = "move_worker"
    timing = "turn_start"
    told: ClassVar[Told] = {
        "rode": (
            N_("Your worker rides: {start} → {goal}."),
            N_("{name}: a worker rides: {start} → {goal}."),
        )
    }


def riders(s: State, seat: int) -> list[Action]:
    """Own workers that may ride, or none of them."""
    return [*(s.box.ride[space] for space in SPACES_OF[s.movable(seat)]), s.box.skip]


def free_spaces(s: State, seat: int) -> list[Action]:
    """Spaces without an own worker."""
    taken = s.placed[seat] | s.visitor.closed
    return [s.box.ride_to[space] for space in SPACES_OF[ALL_SPACES & ~taken]]


RIDE = QuestionKind("ride", riders, prompt=N_("Does one of your workers ride to another space?"))
RIDE_TO = QuestionKind("ride_to", free_spaces, prompt=N_("Where does the worker ride?"))


def ride(s: State, seat: int) -> Asking:
    """Let a worker ride, with its wheelbarrow, or none."""
    action = yield RIDE.ask(seat)
    if action is s.box.skip:
        return
    start = action.value
    goal = (yield RIDE_TO.ask(seat)).value
    s.placed[seat] = s.placed[seat] & ~(1 << start) | 1 << goal
    if s.barrow[seat] == start:
        s.barrow[seat] = goal
    if s.tell:
        s.tell("rode", seat=seat, start=SPACES[start], goal=SPACES[goal])


@dataclass(frozen=True, eq=False)
class ExtraResource(ImprovementEffect):
    """Wheelbarrow: more of a resource where it goes with a worker (CC-IMP-7, CC-RUL-24)."""

    token: Annotated[str, word(*SPECIAL)]
    areas: Annotated[int, areas(*WILD)]
    amount: Annotated[int, few()]
    match: Annotated[str, only("collected")]
    uses: Annotated[int, only(1)]
    per: Annotated[str, only("month")]

    verb = "extra_resource"
    timing = "placement"

    def choices(self, s: State, seat: int) -> list[Action]:
        """Own workers that it may go with, or home again (CC-RUL-31)."""
        box, here = s.box, s.barrow[seat]
        spaces = SPACES_OF[s.movable(seat) & self.areas]
        found = [box.barrow[space] for space in spaces if space != here]
        return [*found, box.unload] if here >= 0 else found

    def collect(self, s: State, seat: int, taken: list[int]) -> Asking:
        """Take as much more of one of the resources that an action gave; added to ``taken``."""
        kinds = [token for token in range(COIN) if taken[token]]
        if not kinds:
            return
        token = kinds[0]
        if len(kinds) > 1:
            token = (yield choose_resource(s, seat, kinds)).value
        s.tokens[seat][token] += self.amount
        taken[token] += self.amount


def barrow_choices(s: State, seat: int, when: str) -> list[Action]:
    """Where a seat's wheelbarrow may go; ``when``: ``placement`` or ``turn`` (CC-RUL-23)."""
    if not s.built[seat] or s.options["wheelbarrow"] != when:
        return []
    effect = ability(s, seat, ExtraResource)
    return effect.choices(s, seat) if effect is not None else []


# -- places -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class BonusTrade(ImprovementEffect):
    """Scale: another trade at the Market, so often in a visit (CC-IMP-11)."""

    space: Annotated[str, only("market")]
    give: Annotated[Amount, amount(*RESOURCES, "any")]
    get: Annotated[Amount, amount(*TOKENS, "any")]
    uses: Annotated[int, few()]
    per: Annotated[str, only("visit")]

    verb = "bonus_trade"
    timing = "action"

    def trade(self) -> tuple[Amount, Amount]:
        return self.give, self.get


@dataclass(frozen=True, eq=False)
class Estate(ImprovementEffect):
    """A place of its own for a family die of anybody (CC-EST, CC-IMP-14 to CC-IMP-17)."""

    gain: Annotated[Amount, amount(*TOKENS, "any")]
    owner_gain: Annotated[Amount, amount(*TOKENS)]
    gift: Annotated[Amount, amount(*RESOURCES, "any")]
    owner_may_use: Annotated[bool, flag()]

    verb = "estate"
    timing = "estate"

    def use(self, s: State, seat: int, place: int, owner: int) -> Asking:
        """Take what it gives; another owner profits (CC-EST-5, CC-RUL-26, CC-RUL-27)."""
        taken = yield from gain(s, seat, self.gain)
        if s.tell:
            s.tell("gathered", seat=seat, place=s.box.place_ids[place], tokens=as_json(taken))
        if owner == seat:
            return
        add(s, owner, self.owner_gain)
        if s.tell and self.owner_gain.json:
            s.tell("gained", seat=owner, tokens=self.owner_gain.json)
        if self.gift.json:
            given = yield from pay(s, seat, self.gift)
            for token, number in enumerate(given):
                s.tokens[owner][token] += number
            if s.tell:
                s.tell("gave", seat=seat, to=owner, tokens=as_json(given), supply=False)

    def face(self) -> Json:
        """What it gives, as plain data."""
        return {
            "gain": self.gain.json,
            "owner_gain": self.owner_gain.json,
            "gift": self.gift.json,
            "owner_may_use": self.owner_may_use,
        }
