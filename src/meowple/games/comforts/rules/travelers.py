"""The special effects of travelers (CC-TVL)."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.comforts.pieces.amounts import RULES, Amount
from meowple.games.comforts.pieces.board import (
    COSTLY,
    FAMILY_DICE,
    RESOURCES,
    SPACES,
    SPACES_OF,
    TOKENS,
    WILD,
)
from meowple.games.comforts.pieces.effects import Told, TravelerEffect
from meowple.games.comforts.pieces.fields import (
    amount,
    area,
    areas,
    few,
    only,
    pair,
    spaces,
    word,
    words,
)
from meowple.games.comforts.pieces.needs import WEIGHT
from meowple.games.comforts.state import State

from .actions import gather
from .decks import add, as_json, into_hand, take_from_nest
from .doing import ACTS, DECIDES
from .paying import any_resource, can_pay, gain, pay

# -- immediately ------------------------------------------------------------------------------------

PRESENT = QuestionKind(
    "present",
    any_resource,
    prompt=N_("Which resource does the player on your left get?"),
    waiting=DECIDES,
)


@dataclass(frozen=True, eq=False)
class GiftLeft(TravelerEffect):
    """Canada Lynx: resources from the supply for the player on the left (CC-TVL-1)."""

    tokens: Annotated[Amount, amount("any", most=len(RESOURCES))]
    rule: Annotated[str, word(*RULES)]
    source: Annotated[str, only("supply")]
    order: Annotated[str, only("turn")]
    optional: Annotated[bool, only(False)]

    verb = "gift_left"
    timing = "immediate"

    def at_once(self, s: State, seat: int) -> Asking:
        left = (seat + 1) % s.seats
        given = yield from gain(s, seat, self.tokens, self.rule, to=left, question=PRESENT)
        if s.tell:
            s.tell("gave", seat=seat, to=left, tokens=as_json(given), supply=True)


@dataclass(frozen=True, eq=False)
class PassWorkerLeft(TravelerEffect):
    """Common Loon: a worker is placed by the player on the left (CC-TVL-2, `rules.placing`)."""

    count: Annotated[int, only(1)]

    verb = "pass_worker_left"
    timing = "immediate"

    def holds(self) -> dict[str, Any]:
        return {"guests": self.count}


@dataclass(frozen=True, eq=False)
class TakeFromNest(TravelerEffect):
    """Gray Wolf: an open comfort of the Owl's Nest for whoever wants one (CC-TVL-10)."""

    count: Annotated[int, only(1)]
    refill: Annotated[bool, only(True)]
    order: Annotated[str, only("turn")]
    optional: Annotated[bool, only(True)]

    verb = "take_from_nest"
    timing = "immediate"

    def at_once(self, s: State, seat: int) -> Asking:
        action = yield WOLF.ask(seat)
        if action is not s.box.skip:
            take_from_nest(s, seat, action.value)


def nest_or_pass(s: State, seat: int) -> list[Action]:
    """The open comforts, or none of them."""
    return [*s.box.nest[: len(s.nest)], s.box.skip]


WOLF = QuestionKind(
    "wolf", nest_or_pass, prompt=N_("Do you take one of the open comforts?"), waiting=DECIDES
)


@dataclass(frozen=True, eq=False)
class MarkSpace(TravelerEffect):
    """Common Raven: everybody marks a different space, which gives more (CC-TVL-12, CC-RUL-35)."""

    gain: Annotated[Amount, amount(*TOKENS)]
    distinct: Annotated[bool, only(True)]
    order: Annotated[str, only("turn")]
    optional: Annotated[bool, only(False)]

    verb = "mark_space"
    timing = "immediate"
    told: ClassVar[Told] = {
        "marked": (N_("You lay a coin on: {space}."), N_("{name}: lays a coin on: {space}.")),
    }

    def holds(self) -> dict[str, Any]:
        return {"mark": self.gain}

    def at_once(self, s: State, seat: int) -> Asking:
        action = yield MARK.ask(seat)
        s.marked |= 1 << action.value
        if s.tell:
            s.tell("marked", seat=seat, space=SPACES[action.value])


def unmarked(s: State, seat: int) -> list[Action]:
    """Spaces without a coin."""
    return [action for action in s.box.mark if not s.marked >> action.value & 1]


MARK = QuestionKind(
    "mark", unmarked, prompt=N_("On which space do you lay the coin?"), waiting=DECIDES
)


@dataclass(frozen=True, eq=False)
class SharedLessons(TravelerEffect):
    """Leopard Frog: lessons for everybody in each own turn (CC-TVL-9, CC-RUL-37)."""

    count: Annotated[int, few()]
    per: Annotated[str, only("turn")]

    verb = "shared_lessons"
    timing = "immediate"

    def holds(self) -> dict[str, Any]:
        return {"lessons": self.count}


# -- all month --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Discount(TravelerEffect):
    """Pileated Woodpecker: cards cost less (CC-TVL-8, CC-RUL-34)."""

    less: Annotated[Amount, amount(*COSTLY, least=1)]
    on: Annotated[tuple[str, ...], words("comfort", "improvement")]

    verb = "discount"
    timing = "all_month"

    def holds(self) -> dict[str, Any]:
        return {f"less_{deck}": self.less for deck in self.on}


@dataclass(frozen=True, eq=False)
class Interchange(TravelerEffect):
    """Hairy-tailed Mole: a resource and coins may replace one another (CC-TVL-11, CC-RUL-54)."""

    tokens: Annotated[tuple[int, int], pair("coin", *RESOURCES)]

    verb = "interchange"
    timing = "all_month"

    def holds(self) -> dict[str, Any]:
        return {"pair": tuple(sorted(self.tokens))}


@dataclass(frozen=True, eq=False)
class SearchDiscard(TravelerEffect):
    """Striped Skunk: after an action a comfort of choice out of the discards (CC-TVL-13, CC-RUL-36)."""

    after: Annotated[int, spaces("nest-left", "nest-right")]
    count: Annotated[int, only(1)]
    optional: Annotated[bool, only(True)]

    verb = "search_discard"
    timing = "all_month"
    told: ClassVar[Told] = {
        "searched": (
            N_("You take from the discard pile: {card}."),
            N_("{name}: takes from the discard pile: {card}."),
        )
    }

    def holds(self) -> dict[str, Any]:
        return {"search": self.after}

    def after_nest(self, s: State, seat: int) -> Asking:
        if not s.discards:
            return
        action = yield SEARCH.ask(seat)
        if action is s.box.skip:
            return
        s.discards.remove(action.value)
        into_hand(s, seat, action.value, seen=True)
        if s.tell:
            s.tell("searched", seat=seat, card=s.box.comforts[action.value].id)


def discarded_or_pass(s: State, seat: int) -> list[Action]:
    """The kinds in the discard pile, or none."""
    return [*(s.box.search[card] for card in sorted(set(s.discards))), s.box.skip]


SEARCH = QuestionKind(
    "search",
    discarded_or_pass,
    prompt=N_("Do you take a comfort from the discard pile?"),
    waiting=ACTS,
)


@dataclass(frozen=True, eq=False)
class SpaceBonus(TravelerEffect):
    """Black Bear, American Beaver: actions in some areas give more (CC-TVL-7, CC-TVL-14)."""

    areas: Annotated[int, areas(*WILD)]
    gain: Annotated[Amount, amount(*TOKENS)]

    verb = "space_bonus"
    timing = "all_month"

    def holds(self) -> dict[str, Any]:
        return {
            "bonus": tuple(
                (self.gain,) if self.areas >> space & 1 else () for space in range(len(SPACES))
            )
        }


@dataclass(frozen=True, eq=False)
class MoreLessons(TravelerEffect):
    """Snapping Turtle: more lessons for every idle worker (CC-TVL-15)."""

    extra: Annotated[int, few()]

    verb = "more_lessons"
    timing = "all_month"

    def holds(self) -> dict[str, Any]:
        return {"extra_lessons": self.extra}


@dataclass(frozen=True, eq=False)
class DiceWithoutWorkers(TravelerEffect):
    """Pine Marten: an area takes dice, but no workers (CC-TVL-16, CC-RUL-32)."""

    area: Annotated[int, area(*WILD)]

    verb = "dice_without_workers"
    timing = "all_month"

    def holds(self) -> dict[str, Any]:
        return {"closed": self.area}


# -- after the family dice --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SetFamilyDie(TravelerEffect):
    """Wild Turkey: everybody may set one own family die (CC-TVL-17)."""

    dice: Annotated[int, only(1)]
    optional: Annotated[bool, only(True)]

    verb = "set_family_die"
    timing = "after_family_roll"
    told: ClassVar[Told] = {
        "set_die": (
            N_("You set a family die to {value}."),
            N_("{name}: sets a family die to {value}."),
        )
    }

    def after_family_dice(self, s: State) -> Asking:
        answers = yield SET_DIE.ask_all(tuple(range(s.seats)))
        for seat, action in enumerate(answers):
            if action is s.box.skip:
                continue
            die, value = action.value
            s.family[FAMILY_DICE * seat + die] = value
            if s.tell:
                s.tell("set_die", seat=seat, die=die, value=value)


def settings(s: State, seat: int) -> list[Action]:
    """Every other face of the own family dice, or none."""
    own = s.family_dice(seat)
    return [*(a for a in s.box.set_die if own[a.value[0]] != a.value[1]), s.box.skip]


SET_DIE = QuestionKind(
    "set_die",
    settings,
    prompt=N_("Do you set one of your family dice?"),
    waiting=N_("Family dice are being set."),
)


# -- at the end of the month ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class GiftForGain(TravelerEffect):
    """Moose: an own resource for another player, and something for it (CC-TVL-4, CC-RUL-38)."""

    give: Annotated[Amount, amount(*RESOURCES, "any")]
    to: Annotated[str, only("any_rival")]
    gain: Annotated[Amount, amount(*TOKENS)]
    uses: Annotated[int, only(1)]
    order: Annotated[str, only("turn")]
    optional: Annotated[bool, only(True)]

    verb = "gift_for_gain"
    timing = "end_of_month"

    def at_last(self, s: State, seat: int) -> Asking:
        if not can_pay(s, seat, self.give) or s.seats == 1:
            return
        action = yield MOOSE.ask(seat)
        if action is s.box.skip:
            return
        given = yield from pay(s, seat, self.give)
        other = s.tokens[action.value]
        for token, number in enumerate(given):
            other[token] += number
        add(s, seat, self.gain)
        if s.tell:
            s.tell("gave", seat=seat, to=action.value, tokens=as_json(given), supply=False)
            s.tell("gained", seat=seat, tokens=self.gain.json)

    def face(self) -> Json:
        return {"give": self.give.json, "gain": self.gain.json}


def rivals_or_pass(s: State, seat: int) -> list[Action]:
    """All others, or nobody."""
    return [*(s.box.gift[other] for other in range(s.seats) if other != seat), s.box.skip]


def moose_prompt(words: Any, view: Json) -> str:
    """Whom to give what, and what for."""
    table = view["table"]
    effect = table["cards"]["travelers"][table["traveler"]["card"]]["effect"]
    text: str = words._("To whom do you give: {give}? You get for it: {gain}.")
    return text.format(give=words.amount(effect["give"]), gain=words.amount(effect["gain"]))


MOOSE = QuestionKind("moose", rivals_or_pass, prompt=moose_prompt, waiting=DECIDES)


@dataclass(frozen=True, eq=False)
class BonusAction(TravelerEffect):
    """Blue Jay: one more action with village dice alone (CC-TVL-5, CC-TVL-6)."""

    areas: Annotated[int, areas(*WILD)]
    dice: Annotated[str, only("village")]
    count: Annotated[int, only(1)]
    forbid: Annotated[tuple[str, ...], words("worker", "lesson", "almanac", "wheelbarrow")]
    order: Annotated[str, only("turn")]
    optional: Annotated[bool, only(True)]

    verb = "bonus_action"
    timing = "end_of_month"

    def holds(self) -> dict[str, Any]:
        return {"last": True}

    def at_last(self, s: State, seat: int) -> Asking:
        if not self.spaces(s):
            return
        action = yield JAY.ask(seat)
        if action is not s.box.skip:
            yield from gather(s, seat, action.value)

    def spaces(self, s: State) -> list[int]:
        """The spaces of the areas whose need some of the village dice meet as they lie."""
        groups = [0]
        for value in s.village:
            groups += [group + WEIGHT[value] for group in groups]
        return [
            space
            for space in SPACES_OF[self.areas]
            if any(group in s.needs[space].met for group in groups)
        ]


def jay_options(s: State, seat: int) -> list[Action]:
    """The spaces that village dice can serve, or none."""
    effect = s.visitor.effect
    spaces = effect.spaces(s) if isinstance(effect, BonusAction) else []
    return [*(s.box.act[space] for space in spaces), s.box.skip]


JAY = QuestionKind(
    "jay", jay_options, prompt=N_("Where do the village dice act for you?"), waiting=DECIDES
)
