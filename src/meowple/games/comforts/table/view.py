"""What a viewer may see, as plain data: the ``table`` part of `Match.view`.

Cards are named by id, places by theirs (``forest-left``, ``orchard-2`` = the Orchard of seat 1), dice as
``family-1`` .. ``village-4``, tokens as in `pieces.board.TOKENS`. Lists "by seat" have an entry a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypedDict, cast

from meowple.author import Json, Question
from meowple.games.comforts.pieces.board import (
    AREA_OF,
    DICE,
    FAMILY_DICE,
    HIGHEST,
    HILL,
    INN,
    MARKET,
    NEST_LEFT,
    POOL,
    SEASONS,
    SPACES,
    TOKENS,
    TYPES,
    WORKERS,
)
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.rules import QUESTIONS, scoring
from meowple.games.comforts.rules.actions import (
    die_value,
    most_trades,
    printed_gain,
    why_not_rungs,
    why_not_trade,
)
from meowple.games.comforts.rules.decks import ability
from meowple.games.comforts.rules.dice import free_lessons, lessons_left, waiting
from meowple.games.comforts.rules.improvements import (
    BonusTrade,
    ChangeAnyDie,
    Estate,
    ExtraResource,
    FixedDieValue,
)
from meowple.games.comforts.rules.making import why_not_make
from meowple.games.comforts.rules.placing import placings, why_not_place
from meowple.games.comforts.state import (
    ACT,
    BEGIN,
    DICE_STEP,
    DISCARD,
    FINAL,
    GUEST,
    IMMEDIATE,
    KEEP,
    MAKE,
    MONTH_END,
    PLACE,
    RIDE,
    SET_DIE,
    STEPS,
    TRADE,
    State,
)

# -- the form ---------------------------------------------------------------------------------------

Amounts = dict[str, int]
"""Tokens to numbers; ``any`` are resources of choice, ``card`` comfort cards."""


class Why(TypedDict, total=False):
    """Why something cannot be done; the words make a sentence of it.

    Attributes:
        code: which reason it is.
        tokens: for ``lacks``: what is missing.
        place: for ``waits`` and ``given``: where dice lie; for ``need``: where they would go.
        need: for ``need``: what is needed there.
        needs, value: for ``rung``: which value reaches it, and what the die counts as.
        card: for ``closed``: the traveler because of whom.
        number: for ``workers_left``: how many.
    """

    code: str
    tokens: Amounts
    place: str
    need: Need
    needs: int
    value: int
    card: str
    number: int


class Need(TypedDict):
    """Which dice a place asks for.

    Attributes:
        kind: what they must be, such as ``value_max`` or ``straight``; ``any`` for any die.
        dice: how many; 0 for any number.
        value: the bound or the total, 0 where there is none.
        values: the faces that are shown, where some are.
    """

    kind: str
    dice: int
    value: int
    values: list[int]


class Die(TypedDict):
    """A die that lies somewhere.

    Attributes:
        die: which one.
        face: what it shows.
        value: what it counts as.
    """

    die: str
    face: int
    value: int


class Space(TypedDict):
    """One of the twelve action spaces.

    Attributes:
        place: its id.
        area: the part of the board that it belongs to.
        need: the dice that it asks for.
        gain: what it shows; null where it shows nothing.
        more: what the traveler adds.
        coin: what it gives more because it is marked; null if it is not.
        closed: whether it takes no workers, but dice without them.
        workers: the seats that have one here, as far as the viewer sees them.
        guests: those of them that a neighbour has put here.
        barrows: the seats whose wheelbarrow is here.
        dice: those that lie here.
        waiting: whether more dice must come before others are given elsewhere.
        acted: whether the seat whose turn it is has acted here.
        counts: what any die of that seat counts as here; 0: as what it is.
        open: whether the viewer can choose it now, to place, to give a die, to act ...
        why: why not, in a question in which such places are chosen; else null.
    """

    place: str
    area: str
    need: Need
    gain: Amounts | None
    more: Amounts
    coin: Amounts | None
    closed: bool
    workers: list[int]
    guests: list[int]
    barrows: list[int]
    dice: list[Die]
    waiting: bool
    acted: bool
    counts: int
    open: bool
    why: Why | None


class EstatePlace(TypedDict):
    """An estate that is built.

    Attributes:
        place: its id, with the owner's seat counted from 1.
        card: the improvement.
        owner: the seat.
        dice: those that lie here.
        acted: whether the seat whose turn it is has acted here.
        open: whether the viewer can choose it now.
        why: why the die in the paw cannot go here; else null.
    """

    place: str
    card: str
    owner: int
    dice: list[Die]
    acted: bool
    open: bool
    why: Why | None


class TopCard(TypedDict):
    """The Forest or Meadow card of the month.

    Attributes:
        card: its id.
        left: how many months are still to come.
    """

    card: str
    left: int


class MonthCards(TypedDict):
    """Both of them.

    Attributes:
        forest: of the Forest.
        meadow: of the Meadow.
    """

    forest: TopCard
    meadow: TopCard


class Wheel(TypedDict):
    """The river wheel.

    Attributes:
        position: its number.
        a, b, c: the values that serve each space.
    """

    position: int
    a: list[int]
    b: list[int]
    c: list[int]


class InnProfit(TypedDict):
    """What the Inn gives for some values of the die.

    Attributes:
        faces: those values.
        verb: ``gain``, ``trade`` or ``swap_different_for_same``.
        give, get: of a trade; ``get`` of a gain too.
        times: how often the trade may be made; 0: as often as the die's value.
        give_rule, get_rule: whether resources of choice are ``free``, the ``same`` or ``different``.
        now: whether the die in the Inn earns it.
    """

    faces: list[int]
    verb: str
    give: Amounts
    get: Amounts
    times: int
    give_rule: str
    get_rule: str
    now: bool


class Visitor(TypedDict):
    """The traveler of the month.

    Attributes:
        card: its id.
        profits: what the Inn gives.
    """

    card: str
    profits: list[InnProfit]


class OpenComfort(TypedDict):
    """A comfort below the Owl's Nest.

    Attributes:
        slot: from 1 on the left.
        card: its id.
        why: why the viewer cannot take it now, or null.
    """

    slot: int
    card: str
    why: Why | None


class Rung(TypedDict):
    """An improvement beside the ladder, as it is for the viewer or for whose turn it is.

    Attributes:
        rung: from 1 at the bottom.
        needs: the lowest value of a die that reaches it.
        card: its id.
        cost: what it costs now.
        lacks: what is missing to pay that.
        why: why it cannot be built, or null.
        open: whether the viewer can choose it now.
    """

    rung: int
    needs: int
    card: str
    cost: Amounts
    lacks: Amounts
    why: Why | None
    open: bool


class MarketTrade(TypedDict):
    """A trade of the Market.

    Attributes:
        id: which one.
        give, get: what for what.
        give_rule: whether resources given are ``free``, the ``same`` or ``different``.
        scale: whether an improvement allows it.
        why: why the viewer cannot make it now, or null.
    """

    id: str
    give: Amounts
    get: Amounts
    give_rule: str
    scale: bool
    why: Why | None


class Trades(TypedDict):
    """A visit to the Inn or the Market.

    Attributes:
        visit: the space.
        done: how many trades were made.
        most: how many may be; null for any number.
    """

    visit: str
    done: int
    most: int | None


class Piles(TypedDict):
    """Decks and discard piles.

    Attributes:
        comforts, improvements, travelers: how many cards each deck has.
        discards: comforts on the open pile.
        scrapped: improvements on the open pile.
    """

    comforts: int
    improvements: int
    travelers: int
    discards: list[str]
    scrapped: list[str]


class PoolDie(TypedDict):
    """A die of the turn's pool.

    Attributes:
        die: which one.
        face: what it shows.
        value: what it counts as.
        shift: by how much lessons change it.
        umbrella: by how much the Umbrella changes it.
        vane: by how much the Weathervane has turned it.
        at: where it lies; null on the Hill.
        home: whether it is a family die that is back from its action.
        acted: whether it has served an action.
        why: why it cannot be picked up, or null.
    """

    die: str
    face: int
    value: int
    shift: int
    umbrella: int
    vane: int
    at: str | None
    home: bool
    acted: bool
    why: Why | None


class Lessons(TypedDict):
    """Lessons in a turn.

    Attributes:
        left: how many more may be given to dice.
        free: how many of all are never spent.
        used: how many are given.
    """

    left: int
    free: int
    used: int


class Placing(TypedDict):
    """How far the placement is.

    Attributes:
        ready: the seats that are content.
        hidden: whether it is secret.
        left: the viewer's workers that have no place yet.
        why: why the viewer cannot be content yet, or null.
        barrow: whether the viewer's wheelbarrow may be sent.
    """

    ready: list[int]
    hidden: bool
    left: int
    why: Why | None
    barrow: bool


class MadeComfort(TypedDict):
    """A comfort that somebody has made.

    Attributes:
        card: its id.
        laid: tokens as they score best on it.
        points: what it scores with them.
    """

    card: str
    laid: Amounts
    points: int


class Cottage(TypedDict):
    """A cottage space of a home board.

    Attributes:
        points: printed on it.
        bare: whether it is uncovered.
    """

    points: int
    bare: bool


class Points(TypedDict):
    """Points by source.

    Attributes:
        comforts: printed on comforts made.
        bonuses: what they score together with others.
        stored: for tokens on comforts.
        improvements: printed on improvements built.
        abilities: what they score at the end.
        cottages: uncovered cottage spaces.
        tokens: left-over tokens.
    """

    comforts: int
    bonuses: int
    stored: int
    improvements: int
    abilities: int
    cottages: int
    tokens: int


class Seat(TypedDict):
    """What belongs to a seat.

    Attributes:
        tokens: all of them.
        hand: how many comforts.
        known: those of the hand that everybody saw being taken.
        made: comforts.
        built: improvements.
        cottages: the spaces of the home board, in the order in which they are uncovered.
        workers: at home; null while they are placed in secret.
        guest: where a neighbour has put one of them.
        barrow: where the wheelbarrow is.
        special: its special tokens.
        points, total: as if the match ended now.
        ready: whether it is content with its placement.
    """

    tokens: Amounts
    hand: int
    known: list[str]
    made: list[MadeComfort]
    built: list[str]
    cottages: list[Cottage]
    workers: int | None
    guest: str | None
    barrow: str | None
    special: list[str]
    points: Points
    total: int
    ready: bool


class HandCard(TypedDict):
    """A comfort in the viewer's hand.

    Attributes:
        card: its id.
        cost: what it costs now.
        lacks: what is missing to pay that.
        can: whether it could be paid now.
        why: why it cannot be made now, or null.
    """

    card: str
    cost: Amounts
    lacks: Amounts
    can: bool
    why: Why | None


class Family(TypedDict):
    """The family of a seat.

    Attributes:
        id: which animal.
        name: in English.
    """

    id: str
    name: str


class Bonus(TypedDict):
    """What a comfort scores besides its points.

    Attributes:
        points: how many.
        cards: with these other comforts made.
        tokens: with these tokens on it.
        kinds: how many resources these are, if one of each; else 0.
        each: whether once for each of them.
    """

    points: int
    cards: list[str]
    tokens: Amounts
    kinds: int
    each: bool


class PrintedComfort(TypedDict):
    """What is printed on a comfort.

    Attributes:
        name, text: in English.
        points: of the card alone.
        type: or null.
        cost: as printed.
        stores: tokens that may lie on it.
        extra: its bonuses.
    """

    name: str
    text: str
    points: int
    type: str | None
    cost: Amounts
    stores: list[str]
    extra: list[Bonus]


class PrintedEstate(TypedDict):
    """What an estate gives.

    Attributes:
        gain: to whoever puts a die there.
        owner_gain: to its owner, if that is another player.
        gift: from that player to its owner.
        owner_may_use: whether the owner may put a die there.
    """

    gain: Amounts
    owner_gain: Amounts
    gift: Amounts
    owner_may_use: bool


class PrintedImprovement(TypedDict):
    """What is printed on an improvement.

    Attributes:
        name, text: in English.
        points: of the card alone.
        cost: as printed.
        estate: what it gives, if it is an estate.
    """

    name: str
    text: str
    points: int
    cost: Amounts
    estate: PrintedEstate | None


class PrintedTraveler(TypedDict):
    """What is printed on a traveler.

    Attributes:
        name, text: in English.
        timing: when its special effect works.
        effect: amounts that a question about the effect names.
    """

    name: str
    text: str
    timing: str
    effect: dict[str, Amounts]


class PrintedMonth(TypedDict):
    """What a Forest or Meadow card is.

    Attributes:
        name: in English.
        season: of the year.
    """

    name: str
    season: str


class Printed(TypedDict):
    """What is printed on the cards, by id.

    Attributes:
        comforts: of the comforts deck.
        improvements: of the improvements deck.
        travelers: of the travelers deck.
        months: of the Forest and the Meadow.
    """

    comforts: dict[str, PrintedComfort]
    improvements: dict[str, PrintedImprovement]
    travelers: dict[str, PrintedTraveler]
    months: dict[str, PrintedMonth]


class Limits(TypedDict):
    """Numbers of the boards that a page or a player may want to know.

    Attributes:
        faces: of a die.
        hand: the most comforts that stay in a hand after the own turn.
        kept: comforts kept at the start.
        per_book, per_coin: points for each one left over.
        resources_per_point: how many resources left over make a point.
    """

    faces: int
    hand: int
    kept: int
    per_book: int
    per_coin: int
    resources_per_point: int


class Table(TypedDict):
    """The table of Creature Comforts.

    Attributes:
        step: where the match stands: ``begin``, ``keep``, ``immediate`` (the traveler's effect),
            ``set_die``, ``guest``, ``place``, ``ride``, ``dice``, ``act``, ``trade``, ``make``, ``discard``,
            ``month_end`` (the traveler's effect), ``final``, ``title`` or ``over``.
        phase: the step of the month: 1 traveler, 2 family dice, 3 placement, 4 village dice, 5
            turns, 6 tidying up; 0 before the months, 7 after them.
        month: from 1; 0 before the first.
        months: how many there are.
        season: of this month.
        calendar: the season of each month.
        early: the early bird's seat.
        order: the seats as they take turns.
        turn: whose turn it is, or null.
        had_turn: the seats that had theirs.
        families: by seat.
        spaces: the twelve action spaces.
        estates: all that are built.
        month_cards: what Forest and Meadow show.
        river: the wheel.
        traveler: in the Inn, or null.
        nest: open comforts, from the left.
        ladder: open improvements, from the bottom.
        market: its trades.
        trades: of the visit that goes on, or null.
        piles: decks and discards.
        village: the village dice; 0 before they are rolled.
        family: by seat the family dice; 0 before they are rolled.
        pool: the six dice of a turn; empty when nobody has one.
        paw: the die that is being given, or null.
        lessons: while dice are given, else null.
        assigned_why: why the dice cannot be declared given, or null.
        placing: during the placement, else null.
        seats: by seat.
        hand: the viewer's comforts.
        title: the words of a solo title at the end, in English; else empty.
        limits: numbers of the boards.
        cards: what is printed on all cards.
    """

    step: str
    phase: int
    month: int
    months: int
    season: str
    calendar: list[str]
    early: int
    order: list[int]
    turn: int | None
    had_turn: list[int]
    families: list[Family]
    spaces: list[Space]
    estates: list[EstatePlace]
    month_cards: MonthCards
    river: Wheel
    traveler: Visitor | None
    nest: list[OpenComfort]
    ladder: list[Rung]
    market: list[MarketTrade]
    trades: Trades | None
    piles: Piles
    village: list[int]
    family: list[list[int]]
    pool: list[PoolDie]
    paw: str | None
    lessons: Lessons | None
    assigned_why: Why | None
    placing: Placing | None
    seats: list[Seat]
    hand: list[HandCard]
    title: list[str]
    limits: Limits
    cards: Printed


# -- the whole --------------------------------------------------------------------------------------

PHASES = {
    BEGIN: 0,
    KEEP: 0,
    IMMEDIATE: 1,
    SET_DIE: 2,
    GUEST: 3,
    PLACE: 3,
    RIDE: 5,
    DICE_STEP: 5,
    ACT: 5,
    TRADE: 5,
    MAKE: 5,
    DISCARD: 5,
    MONTH_END: 6,
}
AFTER = 7

IN_TURN = (RIDE, DICE_STEP, ACT, TRADE, MAKE, DISCARD)
ONE_BY_ONE = (IMMEDIATE, *IN_TURN, MONTH_END, FINAL)
"""The steps in which one seat after another is asked."""

KINDS = {kind.name: kind for kind in QUESTIONS}

CHOSEN_BY = {"place": "place", "paw": "give", "act": "act"}
"""The verb of the answers with which a question chooses places and says why not."""

PLACE_VERBS = ("guest", "place", "lift", "ride", "to", "give", "act", "mark")

NOT_NOW: Why = {"code": "not_now"}


class Look:
    """A viewer's look at a state: what is asked, and why what cannot be answered.

    Attributes:
        asked: the kind of the question, if it is the viewer's; else empty.
        why: for keys of actions of the question the reason why not.
        open: the places that the viewer can choose now, whatever for.
        workers: by seat those that the viewer sees, as bits.
        barrows: by seat the space with its wheelbarrow, or -1.
        dice: those that lie somewhere, by place.
        halted: the place that waits for more dice, or `HILL`.
    """

    def __init__(self, s: State, viewer: int | None, question: Question | None) -> None:
        self.s = s
        self.viewer = viewer
        kind = question.kind if question is not None else ""
        mine = question is not None and viewer in question.seats
        self.asked = kind if mine else ""
        self.verb = CHOSEN_BY.get(kind, "")
        self.why = _reasons(s, viewer, kind)
        self.open: set[int] = set()
        if mine and question is not None and viewer is not None:
            self.open = {
                action.value
                for action in question.options(s, viewer)
                if action.verb in PLACE_VERBS and action.value != HILL
            }
        secret = [hidden(s, viewer, seat) for seat in range(s.seats)]
        self.workers = [
            placed if not unseen else 1 << guest if guest >= 0 else 0
            for placed, guest, unseen in zip(s.placed, s.guest, secret, strict=True)
        ]
        self.barrows = [
            -1 if unseen else barrow for barrow, unseen in zip(s.barrow, secret, strict=True)
        ]
        self.dice: dict[int, list[Die]] = {}
        for die, place in enumerate(s.at):
            if place != HILL and not _at_home(s, die):
                shown: Die = {"die": DICE[die], "face": s.face(die), "value": s.value(die)}
                self.dice.setdefault(place, []).append(shown)
        self.halted = waiting(s, s.groups())

    def why_place(self, place: str) -> Why | None:
        """Why a place cannot be chosen, in a question in which places are."""
        return self.why.get(f"{self.verb}:{place}")


def _reasons(s: State, viewer: int | None, kind: str) -> Mapping[str, Why]:
    """What the declaration of the question says about answers that cannot be given."""
    declared = KINDS.get(kind)
    if declared is None or declared.why is None:
        return {}
    seat = s.acting if s.step in ONE_BY_ONE else viewer
    found: Mapping[str, Any] = {} if seat is None else declared.why(s, seat)
    return found


def view(s: State, viewer: int | None, question: Question | None) -> Table:
    """The table as that viewer may see it."""
    box, board = s.box, s.box.board
    look = Look(s, viewer, question)
    left = s.months - max(1, s.month)
    position = box.river.needs[s.river]
    return {
        "step": STEPS[s.step],
        "phase": PHASES.get(s.step, AFTER),
        "month": s.month,
        "months": s.months,
        "season": SEASONS[box.forest[s.forest].season],
        "calendar": [
            season
            for season, months in zip(
                SEASONS, box.setup.lengths[s.options["length"]].seasons, strict=True
            )
            for _ in range(months)
        ],
        "early": s.early,
        "order": [(s.early + i) % s.seats for i in range(s.seats)],
        "turn": s.acting if s.step in ONE_BY_ONE else None,
        "had_turn": [(s.early + i) % s.seats for i in range(s.turn)],
        "families": [{"id": key, "name": name} for key, name in box.setup.families[: s.seats]],
        "spaces": [_space(look, space) for space in range(len(SPACES))],
        "estates": [_estate(look, *built) for built in s.estates()],
        "month_cards": {
            "forest": {"card": box.forest[s.forest].id, "left": left},
            "meadow": {"card": box.meadow[s.meadow].id, "left": left},
        },
        "river": {
            "position": box.river.ids[s.river],
            "a": list(position[0].values),
            "b": list(position[1].values),
            "c": list(position[2].values),
        },
        "traveler": _traveler(s),
        "nest": [
            {
                "slot": slot,
                "card": box.comforts[card].id,
                "why": None if look.asked in ("nest", "wolf") else NOT_NOW,
            }
            for slot, card in enumerate(s.nest, 1)
        ],
        "ladder": _ladder(look),
        "market": _market(look),
        "trades": None
        if s.visit < 0
        else {"visit": SPACES[s.visit], "done": s.trades, "most": most_trades(s, s.acting)},
        "piles": {
            "comforts": len(s.comforts),
            "improvements": len(s.improvements),
            "travelers": len(s.travelers),
            "discards": [box.comforts[card].id for card in s.discards],
            "scrapped": [box.improvements[card].id for card in s.scrapped],
        },
        "village": list(s.village),
        "family": [s.family_dice(seat) for seat in range(s.seats)],
        "pool": [_pool_die(look, die) for die in range(POOL)] if s.step in IN_TURN else [],
        "paw": None if s.paw < 0 else DICE[s.paw],
        "lessons": _lessons(s),
        "assigned_why": look.why.get("assigned") if s.step == DICE_STEP else NOT_NOW,
        "placing": _placing(s, viewer),
        "seats": [_seat(s, viewer, seat) for seat in range(s.seats)],
        "hand": [] if viewer is None else _hand(look, viewer),
        "title": scoring.title(s),
        "limits": {
            "faces": HIGHEST,
            "hand": board.hand,
            "kept": board.kept,
            "per_book": board.per_book,
            "per_coin": board.per_coin,
            "resources_per_point": board.resources_per_point,
        },
        "cards": printed(box),
    }


def hidden(s: State, viewer: int | None, seat: int) -> bool:
    """Whether that seat's workers are being placed in secret from the viewer (CC-RUL-5)."""
    return s.step == PLACE and seat != viewer and s.options["placement"] == "hidden"


# -- places -----------------------------------------------------------------------------------------


def _space(look: Look, space: int) -> Space:
    s = look.s
    workers = [seat for seat, mask in enumerate(look.workers) if mask >> space & 1]
    more: Amounts = {}
    for amount in s.visitor.bonus[space]:
        for name, number in amount.json.items():
            more[name] = more.get(name, 0) + number
    mark = s.box.travelers[s.traveler].mark if s.marked >> space & 1 else None
    return {
        "place": SPACES[space],
        "area": AREA_OF[space],
        "need": cast(Need, s.needs[space].json),
        "gain": printed_gain(s, space).json if space < NEST_LEFT else None,
        "more": more,
        "coin": mark.json if mark is not None else None,
        "closed": bool(s.visitor.closed >> space & 1),
        "workers": workers,
        "guests": [seat for seat in workers if s.guest[seat] == space],
        "barrows": [seat for seat, barrow in enumerate(look.barrows) if barrow == space],
        "dice": look.dice.get(space, []),
        "waiting": look.halted == space,
        "acted": bool(s.acted >> space & 1),
        "counts": _counts(s, space),
        "open": space in look.open,
        "why": None if space in look.open else look.why_place(SPACES[space]),
    }


def _counts(s: State, space: int) -> int:
    effect = ability(s, s.acting, FixedDieValue) if s.step in ONE_BY_ONE else None
    return effect.value if effect is not None and effect.space == space else 0


def _at_home(s: State, die: int) -> bool:
    """Whether a family die has served an action that is done, and so is back (CC-TRN-8)."""
    place = s.at[die]
    return die < FAMILY_DICE and place != HILL and bool(s.acted >> place & 1) and s.visit != place


def _estate(look: Look, kind: int, owner: int, place: int) -> EstatePlace:
    s = look.s
    name = s.box.place_ids[place]
    return {
        "place": name,
        "card": s.box.improvements[kind].id,
        "owner": owner,
        "dice": look.dice.get(place, []),
        "acted": bool(s.acted >> place & 1),
        "open": place in look.open,
        "why": look.why_place(name),
    }


# -- cards on show ----------------------------------------------------------------------------------


def _traveler(s: State) -> Visitor | None:
    if s.traveler < 0:
        return None
    card = s.box.travelers[s.traveler]
    now = card.profits[die_value(s, s.acting, INN)] if INN in s.at else None
    profits = dict.fromkeys(card.profits[1:])
    return {
        "card": card.id,
        "profits": [_profit(profit.face(), profit is now) for profit in profits],
    }


def _profit(face: Json, now: bool) -> InnProfit:
    return {
        "faces": face["faces"],
        "verb": face["verb"],
        "give": face["give"],
        "get": face["get"],
        "times": face["times"],
        "give_rule": face["give_rule"],
        "get_rule": face["get_rule"],
        "now": now,
    }


def _ladder(look: Look) -> list[Rung]:
    s, box = look.s, look.s.box
    seat = look.viewer if look.viewer is not None else s.acting
    costs = box.improvement_costs(s.visitor)
    reasons: Mapping[str, Any] = why_not_rungs(s, seat)
    rungs: list[Rung] = []
    for rung, kind in enumerate(s.ladder):
        why: Why | None = reasons.get(box.build[rung].key)
        rungs.append(
            {
                "rung": rung + 1,
                "needs": box.board.rungs[rung],
                "card": box.improvements[kind].id,
                "cost": costs[kind].json,
                "lacks": why.get("tokens", {}) if why is not None else {},
                "why": why,
                "open": look.asked == "build" and why is None,
            }
        )
    return rungs


def _market(look: Look) -> list[MarketTrade]:
    s, box = look.s, look.s.box
    seat = look.viewer if look.viewer is not None else s.acting
    scale = ability(s, seat, BonusTrade)
    trading = look.asked == "trade" and s.visit == MARKET
    reasons: Mapping[str, Any] = why_not_trade(s, seat)
    found: list[MarketTrade] = []
    for action, trade in zip(box.trade, box.trades, strict=True):
        extra = action.value >= len(box.board.trades)
        if extra and (scale is None or trade.give is not scale.give):
            continue
        why: Why | None = reasons.get(action.key)
        found.append(
            {
                "id": trade.id,
                "give": trade.give.json,
                "get": trade.get.json,
                "give_rule": trade.give_rule,
                "scale": extra,
                "why": why if why is not None or trading else NOT_NOW,
            }
        )
    return found


# -- dice -------------------------------------------------------------------------------------------


def _pool_die(look: Look, die: int) -> PoolDie:
    s = look.s
    at = None if s.at[die] == HILL else s.box.place_ids[s.at[die]]
    return {
        "die": DICE[die],
        "face": s.face(die),
        "value": s.value(die),
        "shift": s.shift[die],
        "umbrella": s.umbrella_by if s.umbrella_die == die else 0,
        "vane": s.vane_by if s.vane_die == die else 0,
        "at": at,
        "home": _at_home(s, die),
        "acted": at is not None and bool(s.acted >> s.at[die] & 1),
        "why": look.why.get(f"pick:{DICE[die]}") if s.step == DICE_STEP else NOT_NOW,
    }


def _lessons(s: State) -> Lessons | None:
    if s.step != DICE_STEP:
        return None
    seat = s.acting
    return {
        "left": lessons_left(s, seat),
        "free": free_lessons(s, seat),
        "used": sum(map(abs, s.shift)),
    }


# -- seats ------------------------------------------------------------------------------------------


def _placing(s: State, viewer: int | None) -> Placing | None:
    if s.step not in (GUEST, PLACE):
        return None
    placing = s.step == PLACE and viewer is not None
    reasons: Mapping[str, Any] = {} if viewer is None else why_not_place(s, viewer)
    return {
        "ready": [seat for seat in range(s.seats) if s.ready >> seat & 1],
        "hidden": s.options["placement"] == "hidden",
        "left": 0 if viewer is None else WORKERS - s.placed[viewer].bit_count(),
        "why": reasons.get(s.box.ready.key),
        "barrow": placing and any(a.verb == "barrow" for a in placings(s, viewer or 0)),
    }


def _seat(s: State, viewer: int | None, seat: int) -> Seat:
    box = s.box
    own = scoring.points(s, seat)
    laid: dict[int, tuple[Amounts, int]] = {}
    for index, tokens, points in scoring.laid_tokens(s, seat):
        there, so_far = laid.get(index, ({}, 0))
        for token, number in tokens.items():
            there = {**there, TOKENS[token]: there.get(TOKENS[token], 0) + number}
        laid[index] = (there, so_far + points)
    secret = hidden(s, viewer, seat)
    barrow = -1 if secret else s.barrow[seat]
    tools = (ability(s, seat, ExtraResource), ability(s, seat, ChangeAnyDie))
    uncovered = len(s.built[seat])
    return {
        "tokens": dict(zip(TOKENS, s.tokens[seat], strict=True)),
        "hand": len(s.hands[seat]),
        "known": [box.comforts[card].id for card in s.known[seat]],
        "made": [
            {
                "card": box.comforts[card].id,
                "laid": laid.get(index, ({}, 0))[0],
                "points": box.comforts[card].points + laid.get(index, ({}, 0))[1],
            }
            for index, card in enumerate(s.made[seat])
        ],
        "built": [box.improvements[card].id for card in s.built[seat]],
        "cottages": [
            {"points": points, "bare": place < uncovered}
            for place, points in enumerate(box.board.cottages)
        ],
        "workers": None if secret else WORKERS - s.placed[seat].bit_count(),
        "guest": None if s.guest[seat] < 0 else SPACES[s.guest[seat]],
        "barrow": None if barrow < 0 else SPACES[barrow],
        "special": [tool.token for tool in tools if tool is not None],
        "points": {
            "comforts": own.comforts,
            "bonuses": own.bonuses,
            "stored": own.stored,
            "improvements": own.improvements,
            "abilities": own.abilities,
            "cottages": own.cottages,
            "tokens": own.tokens,
        },
        "total": own.total,
        "ready": bool(s.ready >> seat & 1),
    }


def _hand(look: Look, viewer: int) -> list[HandCard]:
    s, box = look.s, look.s.box
    costs = box.comfort_costs(s.visitor)
    making = look.asked in ("make", "final")
    reasons: Mapping[str, Any] = why_not_make(s, viewer)
    hand: list[HandCard] = []
    for card in s.hands[viewer]:
        why: Why | None = reasons.get(box.make[card].key)
        hand.append(
            {
                "card": box.comforts[card].id,
                "cost": costs[card].json,
                "lacks": why.get("tokens", {}) if why is not None else {},
                "can": why is None,
                "why": why if why is not None or making else {"code": "later"},
            }
        )
    return hand


# -- what is printed --------------------------------------------------------------------------------


@cache
def printed(box: Box) -> Printed:
    """What is printed on the cards, by deck and id."""
    ids = [card.id for card in box.comforts]
    comforts: dict[str, PrintedComfort] = {
        card.id: {
            "name": card.name,
            "text": card.text,
            "points": card.points,
            "type": TYPES[card.type] if card.type >= 0 else None,
            "cost": card.cost.json,
            "stores": [TOKENS[token] for token in card.stores],
            "extra": [_bonus(effect.face(ids)) for effect in card.effects],
        }
        for card in box.comforts
    }
    improvements: dict[str, PrintedImprovement] = {
        card.id: {
            "name": card.name,
            "text": card.text,
            "points": card.points,
            "cost": card.cost.json,
            "estate": _printed_estate(card.verbs.get(Estate)),
        }
        for card in box.improvements
    }
    travelers: dict[str, PrintedTraveler] = {
        card.id: {
            "name": card.name,
            "text": card.text,
            "timing": card.timing,
            "effect": card.effect.face(),
        }
        for card in box.travelers
    }
    months: dict[str, PrintedMonth] = {
        card.id: {"name": card.name, "season": SEASONS[card.season]}
        for card in (*box.forest, *box.meadow)
    }
    return {
        "comforts": comforts,
        "improvements": improvements,
        "travelers": travelers,
        "months": months,
    }


def _bonus(face: Json) -> Bonus:
    return {
        "points": face["points"],
        "cards": face["cards"],
        "tokens": face["tokens"],
        "kinds": face["kinds"],
        "each": face["each"],
    }


def _printed_estate(estate: Estate | None) -> PrintedEstate | None:
    if estate is None:
        return None
    return {
        "gain": estate.gain.json,
        "owner_gain": estate.owner_gain.json,
        "gift": estate.gift.json,
        "owner_may_use": estate.owner_may_use,
    }
