"""The form of the view: all that a viewer may see of the table, each field described.

Lists "by seat" have an entry a seat; what the names of things are stands in `view`.
"""

from typing import TypedDict

Amounts = dict[str, int]
"""Tokens to numbers; ``any`` are resources of choice, ``card`` comfort cards."""


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
        chance: while workers are placed, how likely the viewer's dice will meet the need, 0 to 1.
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
    chance: float | None
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
