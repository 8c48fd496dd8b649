"""All that lies on the table.

Cards and tokens are handled by design: the index of a design in `Box.cards`. Spaces of the map
are numbers from 0 to 36 (`pieces.hexes`), sets of spaces or seats are bits. Tuples are replaced,
never changed, so copies share them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from meowple.author import ActionList, Chance, Json, Tell

from .pieces.hexes import NAMES, SPACES, spaces_of
from .pieces.names import (
    DECKS,
    DURATIONS,
    FIRE,
    GOODS,
    HOME,
    KIND,
    MOST_PRIDE,
    NEEDS,
    OPEN_QUESTS,
    PILES,
    SHOWN,
    SIDE_ACTIONS,
    SKILLS,
    TILES,
)

if TYPE_CHECKING:
    from .pieces.box import Box
    from .pieces.costs import Cost
    from .pieces.vocabulary import Effect

STEPS: Final = (
    "cat",
    "ambition",
    "draft",
    "growth",
    "mood",
    "mood-growth",
    "planning",
    "gift",
    "turn",
    "combat",
    "duel",
    "talk",
    "between",
    "season-end",
    "over",
    "begin-season",
    "begin-round",
    "begin-adventure",
    "end-round",
    "end-season",
)
"""Where the script is: which question comes next; from ``begin-season`` on nothing is asked at once,
and no checkpoint stands there."""

(
    CAT,
    DRAW_AMBITION,
    DRAFT,
    GROW,
    MOOD,
    MOOD_GROW,
    PLAN,
    GIFT,
    MENU,
    COMBAT,
    DUEL,
    TALK,
    BETWEEN,
    SEASON_END,
    OVER,
    BEGIN_SEASON,
    BEGIN_ROUND,
    BEGIN_ADVENTURE,
    END_ROUND,
    END_SEASON,
) = range(len(STEPS))

USED: Final = 1 << 10
"""Added to the number of a card in play whose ability is used up until Breakfast."""

ATTACKER, DEFENDER = range(2)


class Plot(NamedTuple):
    """A Building in a Backyard and what belongs to it; -1 is none.

    Attributes:
        building, worker: the cards, with `USED` if turned.
        upgrades: the cards, with `USED` if turned.
        spray: the card that sprayed it.
    """

    building: int
    worker: int = -1
    upgrades: tuple[int, ...] = ()
    spray: int = -1


class Lying(NamedTuple):
    """A card in front of a seat, with `USED` if turned, and how long it lies there."""

    card: int
    until: int


class Standing(NamedTuple):
    """Something that holds for a while (`README.md` of the data, section 5).

    Attributes:
        verb: ``stat``, ``yield``, ``discount``, ``rule`` or ``territory``.
        what: the item, purchases or rules as bits, or the dial.
        seats: for whom, as bits.
        amount: of it.
        until: a duration.
        controller: whose next turn may end it.
        uses: how often it still works; 0 is without limit.
    """

    verb: str
    what: int
    seats: int
    amount: int
    until: int
    controller: int
    uses: int = 0


ROLLS, FIGHTS, TURNS, SELF = range(4)
"""The kinds of windows of which standing orders speak (CV-ASK-45)."""

KINDS_OF_WINDOWS: Final = ("rolls", "fights", "turns", "self")
ORDERS: Final = (
    ("mine", "all", "never"),
    ("last", "every", "never"),
    ("never", "always"),
    ("ask", "never"),
)
"""What each order can be; the first is how everybody begins."""

UNTIL: Final = ("", "turn", "combat")


class Orders(NamedTuple):
    """The standing orders of a seat: its secret settings.

    Attributes:
        words: for each of `KINDS_OF_WINDOWS` the number of its word in `ORDERS`.
        defence: ids of actions, played in order when the seat is Attacked (CV-ASK-49).
        now: other words for the running turn or combat; empty for none.
        until: which of the two, by place in `UNTIL`.
    """

    words: tuple[int, ...] = (0, 0, 0, 0)
    defence: tuple[int, ...] = ()
    now: tuple[int, ...] = ()
    until: int = 0

    def word(self, which: int) -> str:
        """What holds for a kind of windows at the moment."""
        return ORDERS[which][(self.now or self.words)[which]]

    def to_json(self, actions: ActionList) -> Json:
        """Plain data that `rules.orders.read` takes."""
        data: Json = _in_words(self.words)
        data["defence"] = [actions[entry].key for entry in self.defence]
        data["now"] = {"until": UNTIL[self.until], **_in_words(self.now)} if self.now else None
        return data


def _in_words(words: tuple[int, ...]) -> Json:
    return {name: ORDERS[which][words[which]] for which, name in enumerate(KINDS_OF_WINDOWS)}


class Known(NamedTuple):
    """A card under its deck, of which the seats in ``by`` (bits) know that it lies there."""

    card: int
    by: int


class Note(NamedTuple):
    """What can be known of a hand card; cards of which nothing can be known have no note.

    Attributes:
        by: other seats that know the card is there, as bits.
        renewed: how often its deck had been renewed when it was drawn, if it was renewed since.
        start: of a Starting card: its place in the packs of the draft.
        heard: pairs of seats who know that one of some seats holds the card, and these, as bits.
    """

    card: int
    by: int = 0
    renewed: int = -1
    start: int = -1
    heard: tuple[tuple[int, int], ...] = ()


class Sight(NamedTuple):
    """What was seen of Starting cards around and since the first theft of one (`rules.thefts`).

    Attributes:
        what: ``left`` (everybody saw these cards leave the hand), ``stolen``, ``looked`` (at all
            Starting cards of the hand), or ``known`` (before the first theft).
        seat: whose hand.
        by: seats that have seen the cards, as bits; 0 for everybody.
        cards: these; none where nobody who is left to think of has seen them.
        thief: who stole; -1 else.
    """

    what: str
    seat: int
    by: int
    cards: tuple[int, ...]
    thief: int = -1


SIGHTS = ("left", "stolen", "looked", "known")
"""What a `Sight` can be."""


class Holding(NamedTuple):
    """What a card made public of a hand: of ``cards`` cards in it none is ``word``, or one is.

    ``word`` is a tag or an id; ``cards`` is 0 for "at least one is".
    """

    seat: int
    word: str
    cards: int


class TokenOut(NamedTuple):
    """A special token on a space or under the cat of a seat, put there by a card."""

    token: str
    place: int
    card: int
    until: int


FIELDS_OF_FIGHT: Final = (
    "after",
    "boost",
    "card",
    "die",
    "duellist",
    "fate",
    "freed",
    "given",
    "kind",
    "listed",
    "margin",
    "next",
    "offers",
    "passed",
    "pending",
    "sides",
    "stage",
    "strength",
    "winner",
)


class Fight:
    """A combat.

    Attributes:
        kind: `PLAYERS`, `IN_ENCOUNTER` or `IN_DUEL`.
        sides: the seats of attacker and defender; -1 is an opponent from a card.
        card, strength: that opponent.
        die: the Attack Die; 0 if an opponent attacks.
        fate: both Fate Dice; 0 is not rolled.
        boost: what cards and tokens have added to each side.
        stage: where the combat is (`rules.combat`).
        next: the side whose step it is; 2 the supporters.
        after: the side that comes after the supporters.
        passed: sides that have passed, as bits.
        freed: sides that have made the free Reroll of their mark, as bits.
        winner: the side that won; -1 while open or without result.
        margin: of the totals.
        duellist: the seat whose Duel it is; -1 for none.
        given: whether a Duel that ended without a fight was won.
        offers: pairs (seat, seat) that have talked, in order, once for each offer.
        pending: what supporters have answered and is still to be carried out: (seat, action).
        listed: how far the defender's standing defence has been gone through.
    """

    __slots__ = FIELDS_OF_FIGHT

    def __init__(
        self, kind: int, sides: tuple[int, int], card: int = -1, strength: int = 0
    ) -> None:
        self.kind = kind
        self.sides = sides
        self.card = card
        self.strength = strength
        self.die = 0
        self.fate = (0, 0)
        self.boost = (0, 0)
        self.stage = 0
        self.next = DEFENDER
        self.after = ATTACKER
        self.passed = 0
        self.freed = 0
        self.winner = -1
        self.margin = 0
        self.duellist = -1
        self.given = False
        self.offers: tuple[tuple[int, int], ...] = ()
        self.pending: tuple[tuple[int, int], ...] = ()
        self.listed = 0

    def copy(self) -> Fight:
        new = Fight(self.kind, self.sides, self.card, self.strength)
        new.die = self.die
        new.fate = self.fate
        new.boost = self.boost
        new.stage = self.stage
        new.next = self.next
        new.after = self.after
        new.passed = self.passed
        new.freed = self.freed
        new.winner = self.winner
        new.margin = self.margin
        new.duellist = self.duellist
        new.given = self.given
        new.offers = self.offers
        new.pending = self.pending
        new.listed = self.listed
        return new

    def side(self, seat: int) -> int:
        """The side on which a seat fights; -1 for a supporter."""
        return self.sides.index(seat) if seat in self.sides else -1


class Talk(NamedTuple):
    """A talk between two players (CV-RUL-59).

    Attributes:
        opener, partner: the seats.
        attack: whether it is the one before an Attack.
        speaker: whose step it is: who builds an offer or answers one.
        gives, asks: the offer: what the speaker who made it gives and asks, by `TRADED` item.
        made: offers made so far by opener and partner.
        answering: whether the speaker answers the offer of the other.
    """

    opener: int
    partner: int
    attack: bool
    speaker: int
    gives: tuple[int, ...] = (0,) * 6
    asks: tuple[int, ...] = (0,) * 6
    made: tuple[int, int] = (0, 0)
    answering: bool = False


NOWHERE: Final = (-1, -1)


class State:
    """The table, made by `new_state`. What a field means is told beside its type."""

    __slots__ = (
        "ambition",
        "arena",
        "at",
        "bag",
        "bought_die",
        "box",
        "bridge",
        "cancelled",
        "cat",
        "caught",
        "chance",
        "claimed",
        "dealt",
        "defence",
        "dice",
        "dirty",
        "discards",
        "drawn",
        "drew",
        "duels",
        "dug",
        "face_up",
        "fight",
        "fire",
        "first",
        "flat",
        "forest",
        "forest_pool",
        "forest_used",
        "found",
        "front",
        "gifts",
        "goods",
        "green_for",
        "grown",
        "hand",
        "harvest",
        "harvest_order",
        "harvested",
        "holdings",
        "humiliated",
        "joined",
        "looked",
        "looker",
        "loss",
        "main",
        "market",
        "marks",
        "met",
        "mood",
        "notes",
        "offer",
        "open_die",
        "options",
        "orders",
        "packs",
        "parleyed",
        "paths",
        "picks",
        "plan",
        "plots",
        "prestige",
        "pride",
        "prize",
        "quest_marks",
        "quest_steps",
        "quests",
        "ready",
        "renewed",
        "rolled",
        "round",
        "sand",
        "scored",
        "seats",
        "seen_ambition",
        "shop",
        "side",
        "side_limit",
        "sifted",
        "skills",
        "source",
        "spare",
        "spent",
        "standing",
        "step",
        "stock",
        "talk",
        "talked",
        "tell",
        "tiles",
        "token_revealed",
        "tokens",
        "trail",
        "trophies",
        "tunnel",
        "turn",
        "turned_up",
        "under",
        "vale",
        "via",
        "won",
    )

    box: Box
    seats: int
    options: Mapping[str, Any]
    chance: Chance
    tell: Tell | None
    step: int
    round: int  # from 1; 0 before the first Cleanup
    first: int  # who holds the First Player token
    turn: int  # the active player, or whoever is asked in setup
    mood: int
    # -- the map
    tiles: list[int]  # what lies on each space; Backyards as HOME + seat
    dealt: tuple[int, ...]  # what was dealt there
    face_up: int  # spaces
    fire: int  # the space under the Fire tile
    marks: list[int]  # whose marker lies there
    forest: int  # spaces with a face-down Forest token
    forest_used: tuple[tuple[int, int], ...]  # (space, token) until Cleanup
    forest_pool: tuple[int, ...]  # face-down tokens, those on the map among them
    tunnel: tuple[int, int]
    bridge: tuple[int, int]
    tokens: tuple[TokenOut, ...]
    green_for: int  # who chooses the next Mountain revealed for the Green Mountain
    # -- boards
    market: list[int]  # columns 2, 3, 4 of Buildings, then of Oddities
    quests: list[int]
    quest_marks: list[int]  # who fulfilled each of the three requirements of both
    vale: int  # flipped Vale Life tiles, as bits
    shop: tuple[int, int, int]  # dice of value 1, 2, 3 in the Dice Shop
    standing: tuple[Standing, ...]
    harvested: bool
    harvest_order: tuple[int, ...]  # seats as they reached their Harvest spaces
    # -- decks
    stock: list[tuple[int, ...]]  # in no order
    under: list[tuple[Known, ...]]  # below the stock, in order
    discards: list[tuple[int, ...]]
    renewed: list[int]  # how often a deck was made anew of its discards
    bag: tuple[int, ...]  # Harvest tokens
    looked: tuple[int, ...]  # cards that `looker` looks at, to take some
    looker: int
    packs: tuple[tuple[int, ...], ...]  # Starting cards by first owner, as picked
    trail: tuple[Sight, ...]  # what was seen of Starting cards since a theft
    holdings: tuple[Holding, ...]
    # -- the turn
    side: int  # Side Actions taken
    side_limit: int
    main: bool  # a Main Action taken, or a die discarded for it
    token_revealed: bool  # the one Forest token of this turn
    via: int  # spaces reached by passages since the last step on foot
    talked: int  # seats
    parleyed: int  # seats talked to before an Attack
    prize: int  # discount of a revealed tile, for the very next purchase
    open_die: tuple[str, int, int] | None  # kind, face and roller, while still open
    source: int  # the card whose steps are carried out, while something is asked
    # what it asks to pay, or lets choose from
    offer: Cost | tuple[tuple[Effect, ...], ...] | None
    loss: int  # the Pride that is about to be lost
    cancelled: bool  # whether the step of the open window `targeted` is cancelled
    fight: Fight | None
    talk: Talk | None
    # -- sets of seats
    drew: int  # that have drawn their Adventure card of the Round
    bought_die: int  # in this Round
    sifted: int  # in this Round
    dug: int
    humiliated: int  # since the last Cleanup
    flat: int
    grown: int
    scored: int  # whose Ambition is fulfilled
    gifts: int  # whose four 3s are still to be answered with gifts
    dirty: int  # whose goals may have come nearer since the last check
    ready: int  # that have answered a question to all
    # -- by seat
    cat: list[int]
    at: list[int]
    goods: list[list[int]]
    pride: list[int]
    prestige: list[int]  # the permanent points alone
    skills: list[int]
    paths: list[tuple[int, ...]]  # slots; marker of a seat: 2*seat+m
    claimed: list[int]  # slots whose effect that marker has had
    dice: list[tuple[int, int, int]]  # unused, by value
    defence: list[int]
    spent: list[int]  # how many dice are set aside
    rolled: list[tuple[int, ...]]  # in Planning
    plan: list[tuple[int, ...]]  # ids of actions, prepared in secret
    hand: list[tuple[int, ...]]
    notes: list[tuple[Note, ...]]  # what can be known of the hand
    front: list[tuple[Lying, ...]]
    plots: list[tuple[Plot, ...]]
    trophies: list[tuple[int, ...]]
    sand: list[tuple[int, ...]]  # Harvest tokens
    ambition: list[int]
    spare: list[int]  # the Ambition not kept
    seen_ambition: list[int]  # who has looked at it, as bits
    met: list[int]  # Ambitions, by place in `Box.ambitions`, whose goals were met
    picks: list[tuple[int, ...]]  # cards to choose from in setup
    found: list[int]  # the Forest a seat has discovered and not left yet
    arena: list[int]
    harvest: list[int]
    turned_up: list[int]  # tiles revealed
    caught: list[int]  # Fish by Fish Actions
    won: list[int]  # combats against players
    duels: list[tuple[int, ...]]  # opponents of Duels won
    quest_steps: list[int]
    joined: list[tuple[int, ...]]  # completed Quests taken part in
    drawn: list[int]  # Harvest tokens
    orders: list[Orders]

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        new = State()
        new.box = self.box
        new.seats = self.seats
        new.options = self.options
        new.chance = self.chance.copy()
        new.tell = None
        new.step = self.step
        new.round = self.round
        new.first = self.first
        new.turn = self.turn
        new.mood = self.mood
        new.tiles = self.tiles[:]
        new.dealt = self.dealt
        new.face_up = self.face_up
        new.fire = self.fire
        new.marks = self.marks[:]
        new.forest = self.forest
        new.forest_used = self.forest_used
        new.forest_pool = self.forest_pool
        new.tunnel = self.tunnel
        new.bridge = self.bridge
        new.tokens = self.tokens
        new.green_for = self.green_for
        new.market = self.market[:]
        new.quests = self.quests[:]
        new.quest_marks = self.quest_marks[:]
        new.vale = self.vale
        new.shop = self.shop
        new.standing = self.standing
        new.harvested = self.harvested
        new.harvest_order = self.harvest_order
        new.stock = self.stock[:]
        new.under = self.under[:]
        new.discards = self.discards[:]
        new.renewed = self.renewed[:]
        new.bag = self.bag
        new.looked = self.looked
        new.looker = self.looker
        new.packs = self.packs
        new.trail = self.trail
        new.holdings = self.holdings
        new.side = self.side
        new.side_limit = self.side_limit
        new.main = self.main
        new.token_revealed = self.token_revealed
        new.via = self.via
        new.talked = self.talked
        new.parleyed = self.parleyed
        new.prize = self.prize
        new.open_die = self.open_die
        new.source = self.source
        new.offer = self.offer
        new.loss = self.loss
        new.cancelled = self.cancelled
        new.fight = self.fight.copy() if self.fight else None
        new.talk = self.talk
        new.drew = self.drew
        new.bought_die = self.bought_die
        new.sifted = self.sifted
        new.dug = self.dug
        new.humiliated = self.humiliated
        new.flat = self.flat
        new.grown = self.grown
        new.scored = self.scored
        new.gifts = self.gifts
        new.dirty = self.dirty
        new.ready = self.ready
        new.cat = self.cat[:]
        new.at = self.at[:]
        new.goods = [goods[:] for goods in self.goods]
        new.pride = self.pride[:]
        new.prestige = self.prestige[:]
        new.skills = self.skills[:]
        new.paths = self.paths[:]
        new.claimed = self.claimed[:]
        new.dice = self.dice[:]
        new.defence = self.defence[:]
        new.spent = self.spent[:]
        new.rolled = self.rolled[:]
        new.plan = self.plan[:]
        new.hand = self.hand[:]
        new.notes = self.notes[:]
        new.front = self.front[:]
        new.plots = self.plots[:]
        new.trophies = self.trophies[:]
        new.sand = self.sand[:]
        new.ambition = self.ambition[:]
        new.spare = self.spare[:]
        new.seen_ambition = self.seen_ambition[:]
        new.met = self.met[:]
        new.picks = self.picks[:]
        new.found = self.found[:]
        new.arena = self.arena[:]
        new.harvest = self.harvest[:]
        new.turned_up = self.turned_up[:]
        new.caught = self.caught[:]
        new.won = self.won[:]
        new.duels = self.duels[:]
        new.quest_steps = self.quest_steps[:]
        new.joined = self.joined[:]
        new.drawn = self.drawn[:]
        new.orders = self.orders[:]
        return new

    # -- reading it -------------------------------------------------------------------------------

    @property
    def season(self) -> int:
        """The season of the Round: 0 Spring, 1 Summer, 2 Autumn."""
        return max(0, self.round - 1) // 2

    @property
    def adventure(self) -> bool:
        """Whether the table plays the Adventure variant."""
        return bool(self.options["variant"] == "adventure")

    @property
    def chaotic(self) -> bool:
        """Whether the table plays in the Chaotic World."""
        return bool(self.options["world"] == "chaotic")

    def kind(self, space: int) -> int:
        """The kind of a tile as it works now (CV-RUL-65); only of one that lies face-up."""
        return FIRE if space == self.fire else KIND[self.tiles[space]]

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats in turn order from one on."""
        return _clockwise(self.seats, start % self.seats)

    def order(self) -> tuple[int, ...]:
        """All seats clockwise from the active player, else from the First Player (CV-RUL-17)."""
        return self.clockwise(self.turn if self.turn >= 0 else self.first)

    def foe(self, seat: int) -> int:
        """The player on the other side of the combat; -1 without one."""
        fight = self.fight
        if fight is None or seat not in fight.sides:
            return -1
        return fight.sides[1 - fight.sides.index(seat)]

    def upright(self, seat: int) -> bool:
        """Whether a cat is not Humiliated."""
        return not self.flat >> seat & 1

    # -- plain data -------------------------------------------------------------------------------

    def to_json(self) -> Json:
        """The table as plain data; `positions.load` reads it. Pieces are named by their ids."""
        return {
            "step": STEPS[self.step],
            "round": self.round,
            "first": self.first,
            "turn": self.turn,
            "mood": self.mood,
            "map": self._map_json(),
            "market": self._ids(self.market),
            "quests": self._ids(self.quests),
            "quest_marks": self.quest_marks[:],
            "vale": [t.id for i, t in enumerate(self.box.vale) if self.vale >> i & 1],
            "shop": list(self.shop),
            "standing": [[*entry] for entry in self.standing],
            "harvested": self.harvested,
            "harvest_order": list(self.harvest_order),
            "decks": {DECKS[pile]: self._pile_json(pile) for pile in PILES},
            "renewed": self.renewed[:],
            "bag": self._ids(self.bag),
            "looked": self._ids(self.looked),
            "looker": self.looker,
            "packs": self._ids([card for pack in self.packs for card in pack]),
            "trail": [
                [sight.what, sight.seat, bits_of(sight.by), self._ids(sight.cards), sight.thief]
                for sight in self.trail
            ],
            "holdings": [list(each) for each in self.holdings],
            "side": self.side,
            "side_limit": self.side_limit,
            "main": self.main,
            "token_revealed": self.token_revealed,
            "via": _names(spaces_of(self.via)),
            "talked": bits_of(self.talked),
            "parleyed": bits_of(self.parleyed),
            "open_die": None if self.open_die is None else list(self.open_die),
            "loss": self.loss,
            "cancelled": self.cancelled,
            "fight": self._fight_json(),
            "talk": None if self.talk is None else _talk_json(self.talk),
            **{name: bits_of(getattr(self, name)) for name in SETS_OF_SEATS},
            "players": [self._seat_json(seat) for seat in range(self.seats)],
        }

    def _id(self, card: int) -> str | None:
        return None if card < 0 else self.box.cards[card].id

    def _ids(self, cards: Iterable[int]) -> list[str | None]:
        return [self._id(card) for card in cards]

    def _played(self, card: int) -> str | None:
        """A card in play, with a star if its ability is used up."""
        if card < 0:
            return None
        return f"{self._id(card & ~USED)}{'*' if card & USED else ''}"

    def _map_json(self) -> Json:
        return {
            "tiles": [_tile_name(tile) for tile in self.tiles],
            "dealt": [_tile_name(tile) for tile in self.dealt],
            "face_up": _names(spaces_of(self.face_up)),
            "fire": _name(self.fire),
            "marks": self.marks[:],
            "forest": _names(spaces_of(self.forest)),
            "forest_used": [[NAMES[space], self._id(token)] for space, token in self.forest_used],
            "forest_pool": self._ids(self.forest_pool),
            "tunnel": [_name(space) for space in self.tunnel],
            "bridge": [_name(space) for space in self.bridge],
            "tokens": [
                [out.token, out.place, self._id(out.card), DURATIONS[out.until]]
                for out in self.tokens
            ],
            "green_for": self.green_for,
        }

    def _pile_json(self, pile: int) -> Json:
        return {
            "stock": self._ids(self.stock[pile]),
            "under": [[self._id(each.card), bits_of(each.by)] for each in self.under[pile]],
            "discards": self._ids(self.discards[pile]),
        }

    def _fight_json(self) -> Json | None:
        fight = self.fight
        if fight is None:
            return None
        data: Json = {name: getattr(fight, name) for name in FIELDS_OF_FIGHT}
        data["card"] = self._id(fight.card)
        for name in ("sides", "fate", "boost"):
            data[name] = list(data[name])
        data["offers"] = [list(pair) for pair in fight.offers]
        data["pending"] = [[seat, self.box.actions[action].key] for seat, action in fight.pending]
        return data

    def _note_json(self, note: Note) -> list[Any]:
        heard = [[bits_of(by), bits_of(seats)] for by, seats in note.heard]
        return [self._id(note.card), bits_of(note.by), note.renewed, note.start, heard]

    def _seat_json(self, seat: int) -> Json:
        """One seat's part."""
        data: Json = {name: getattr(self, name)[seat] for name in NUMBERS_OF_SEATS}
        cat = self.cat[seat]
        data |= {
            "cat": None if cat < 0 else self.box.cats[cat].id,
            "at": _name(self.at[seat]),
            "goods": self.goods[seat][:],
            "skills": [SKILLS[i] for i in range(len(SKILLS)) if self.skills[seat] >> i & 1],
            "paths": [
                [self.box.tree.slots[slot].id for slot in self.paths[2 * seat + marker]]
                for marker in range(2)
            ],
            "claimed": [
                [slot.id for i, slot in enumerate(self.box.tree.slots) if mask >> i & 1]
                for mask in self.claimed[2 * seat : 2 * seat + 2]
            ],
            "dice": list(self.dice[seat]),
            "rolled": list(self.rolled[seat]),
            "plan": [self.box.actions[entry].key for entry in self.plan[seat]],
            "hand": self._ids(self.hand[seat]),
            "notes": [self._note_json(note) for note in self.notes[seat]],
            "front": [
                [self._played(lying.card), DURATIONS[lying.until]] for lying in self.front[seat]
            ],
            "plots": [
                {
                    "building": self._played(plot.building),
                    "worker": self._played(plot.worker),
                    "upgrades": [self._played(card) for card in plot.upgrades],
                    "spray": self._id(plot.spray),
                }
                for plot in self.plots[seat]
            ],
            "trophies": self._ids(self.trophies[seat]),
            "duels": self._ids(self.duels[seat]),
            "joined": self._ids(self.joined[seat]),
            "sand": self._ids(self.sand[seat]),
            "ambition": self._id(self.ambition[seat]),
            "spare": self._id(self.spare[seat]),
            "seen_ambition": bits_of(self.seen_ambition[seat]),
            "met": [a.id for i, a in enumerate(self.box.ambitions) if self.met[seat] >> i & 1],
            "picks": self._ids(self.picks[seat]),
            "found": _name(self.found[seat]),
            "orders": self.orders[seat].to_json(self.box.actions),
        }
        return data


def new_state(box: Box, seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """The table before anything is laid out."""
    s = State()
    s.box = box
    s.seats = seats
    s.options = options
    s.chance = chance
    s.tell = None
    s.step = CAT
    s.round = 0
    s.first = 0
    s.turn = 0
    s.mood = 0
    # -- the map
    s.tiles = [0] * SPACES
    s.dealt = ()
    s.face_up = 0
    s.fire = -1
    s.marks = [-1] * SPACES
    s.forest = 0
    s.forest_used = ()
    s.forest_pool = ()
    s.tunnel = NOWHERE
    s.bridge = NOWHERE
    s.tokens = ()
    s.green_for = -1
    # -- boards
    s.market = [-1] * (2 * SHOWN)
    s.quests = [-1, -1]
    s.quest_marks = [-1] * (OPEN_QUESTS * NEEDS)
    s.vale = 0
    s.shop = (0, 0, 0)
    s.standing = ()
    s.harvested = False
    s.harvest_order = ()
    # -- decks
    s.stock = [()] * len(PILES)
    s.under = [()] * len(PILES)
    s.discards = [()] * len(PILES)
    s.renewed = [0] * len(PILES)
    s.bag = ()
    s.looked = ()
    s.looker = -1
    s.packs = ()
    s.trail = ()
    s.holdings = ()
    # -- the turn
    s.side = 0
    s.side_limit = SIDE_ACTIONS
    s.main = False
    s.token_revealed = False
    s.via = 0
    s.talked = 0
    s.parleyed = 0
    s.prize = 0
    s.open_die = None
    s.source = -1
    s.offer = None
    s.loss = 0
    s.cancelled = False
    s.fight = None
    s.talk = None
    # -- sets of seats
    s.drew = 0
    s.bought_die = 0
    s.sifted = 0
    s.dug = 0
    s.humiliated = 0
    s.flat = 0
    s.grown = 0
    s.scored = 0
    s.gifts = 0
    s.dirty = (1 << seats) - 1
    s.ready = 0
    # -- by seat
    s.cat = [-1] * seats
    s.at = [-1] * seats
    s.goods = [[0] * GOODS for _ in range(seats)]
    s.pride = [MOST_PRIDE] * seats
    s.prestige = [0] * seats
    s.skills = [0] * seats
    s.paths = [()] * (2 * seats)
    s.claimed = [0] * (2 * seats)
    s.dice = [(0, 0, 0)] * seats
    s.defence = [0] * seats
    s.spent = [0] * seats
    s.rolled = [()] * seats
    s.plan = [()] * seats
    s.hand = [()] * seats
    s.notes = [()] * seats
    s.front = [()] * seats
    s.plots = [()] * seats
    s.trophies = [()] * seats
    s.sand = [()] * seats
    s.ambition = [-1] * seats
    s.spare = [-1] * seats
    s.seen_ambition = [0] * seats
    s.met = [0] * seats
    s.picks = [()] * seats
    s.found = [-1] * seats
    s.arena = [0] * seats
    s.harvest = [0] * seats
    s.turned_up = [0] * seats
    s.caught = [0] * seats
    s.won = [0] * seats
    s.duels = [()] * seats
    s.quest_steps = [0] * seats
    s.joined = [()] * seats
    s.drawn = [0] * seats
    s.orders = [Orders()] * seats
    return s


SETS_OF_SEATS: Final = (
    "drew",
    "bought_die",
    "sifted",
    "dug",
    "humiliated",
    "flat",
    "grown",
    "scored",
    "gifts",
    "ready",
)
"""Fields that are sets of seats, as bits."""

NUMBERS_OF_SEATS: Final = {
    "pride": (0, MOST_PRIDE),
    "prestige": (-99, 999),
    "defence": (0, 3),
    "spent": (0, 36),
    "arena": (0, 99),
    "harvest": (0, 99),
    "turned_up": (0, 99),
    "caught": (0, 9999),
    "won": (0, 999),
    "quest_steps": (0, 99),
    "drawn": (0, 999),
}
"""Fields with a number for each seat, and what these can be."""


@cache
def _clockwise(seats: int, start: int) -> tuple[int, ...]:
    return (*range(start, seats), *range(start))


def bits_of(mask: int) -> list[int]:
    """The seats in a set of bits."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _name(space: int) -> str | None:
    return None if space < 0 else NAMES[space]


def _names(spaces: Iterable[int]) -> list[str]:
    return [NAMES[space] for space in spaces]


def _tile_name(tile: int) -> str:
    return TILES[tile] if tile < HOME else f"{TILES[KIND[tile]]}-{tile - HOME + 1}"


def _talk_json(talk: Talk) -> Json:
    data: Json = talk._asdict()
    for name in ("gives", "asks", "made"):
        data[name] = list(data[name])
    return data
