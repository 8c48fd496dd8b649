"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from meowple.author import N_, BadOrders, Chance, Reader

from . import knowledge
from .pieces.hexes import CENTRE, NAMES, SPACES, spaces_of
from .pieces.names import (
    AMBITION,
    BUILDINGS,
    DECKS,
    DIE_FACES,
    DURATIONS,
    ENCOUNTER,
    FLEA_MARKET,
    FOREST,
    GOODS,
    GREEN_MOUNTAIN,
    HARVEST,
    HOME,
    IN_DUEL,
    KIND,
    LAVA,
    MOUNTAIN,
    MOVEMENT,
    NEEDS,
    ODDITIES,
    OPEN_QUESTS,
    OPPONENTS,
    PACK,
    PILES,
    PLAYERS,
    QUEST,
    ROUNDS,
    SHOWN,
    SIDE_ACTIONS,
    SKILLS,
    STARTING,
    TILES,
    W_MOOD,
    W_SEASON_END,
)
from .rules import (
    combat,
    growth,
    orders,
    payments,
    rounds,
    seasons,
    setting_up,
    talks,
    turn,
    windows,
)
from .rules.quests import markers_left
from .rules.standing import DESIGN, UNDER_A_CAT
from .state import (
    BETWEEN,
    CAT,
    COMBAT,
    DRAFT,
    DRAW_AMBITION,
    FIELDS_OF_FIGHT,
    GIFT,
    GROW,
    MENU,
    MOOD,
    MOOD_GROW,
    NUMBERS_OF_SEATS,
    OVER,
    PLAN,
    SEASON_END,
    SELF,
    SETS_OF_SEATS,
    SIGHTS,
    STEPS,
    TALK,
    USED,
    Fight,
    Holding,
    Known,
    Lying,
    Note,
    Plot,
    Sight,
    Standing,
    State,
    Talk,
    TokenOut,
    new_state,
)

if TYPE_CHECKING:
    from .pieces.box import Box
    from .pieces.cards import Card

SPACE: Final = {name: space for space, name in enumerate(NAMES)}
UNTIL: Final = {name: until for until, name in enumerate(DURATIONS)}
TURN_STEPS: Final = (MENU, COMBAT, TALK)
"""The steps of a player's turn."""

VERBS: Final = ("stat", "gather", "fish", "discount", "rule", "territory")
MOST: Final = 10_000
"""No counter gets larger."""


def load(box: Box, seats: int, options: Mapping[str, Any], data: Any, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` for one that cannot occur."""
    s = new_state(box, seats, options, chance)
    shape = s.to_json()
    read = Reader(data).fields(*shape)
    position = _Position(s, read)
    position.read_table()
    position.read_players(tuple(shape["players"][0]))
    for check in (_map, _time, _cards, _knowledge, _growth, _players, _setup, _step):
        check(s, read)
    return s


class _Position:
    """Reading it: whatever has the wrong form is refused with its place."""

    def __init__(self, s: State, read: Reader) -> None:
        self.s = s
        self.top = read
        box = s.box
        self.cards = box.by_id
        self.cats = {cat.id: cat.index for cat in box.cats}
        self.keys = {action.key: action.id for action in box.actions}
        self.any_seat = -1, s.seats - 1

    # -- small forms ------------------------------------------------------------------------------

    def seat(self, read: Reader, least: int = 0) -> int:
        return read.number(least, self.s.seats - 1)

    def seats(self, read: Reader) -> int:
        """A set of seats."""
        bits = 0
        for seat in read.numbers(0, self.s.seats - 1):
            read.check(not bits >> seat & 1, N_("names a seat twice"))
            bits |= 1 << seat
        return bits

    def ids(self, read: Reader, cards: Mapping[str, int] | None = None) -> tuple[int, ...]:
        return tuple(read.pieces(self.cards if cards is None else cards))

    def packs(self, s: State, read: Reader) -> tuple[tuple[int, ...], ...]:
        """The packs of the draft, one after the other, as many cards of each."""
        cards = self.ids(read)
        if s.step in (CAT, DRAW_AMBITION):
            read.check(not cards, N_("are dealt later"))
            return ()
        number, rest = divmod(len(cards), s.seats)
        read.check(not rest, N_("must be one for each player"))
        return tuple(cards[seat * number : (seat + 1) * number] for seat in range(s.seats))

    def card_or_none(self, read: Reader) -> int:
        card = read.piece_or_none(self.cards)
        return -1 if card is None else card

    def played(self, read: Reader) -> int:
        """A card in play; a star says that its ability is used up."""
        if read.none:
            return -1
        name = read.text()
        card = Reader(name.removesuffix("*"), read.place).piece(self.cards)
        design = self.s.box.cards[card]
        once = any(ability.once for ability in design.abilities)
        read.check(once or not name.endswith("*"), N_("has nothing to use once a Round"))
        return card | USED if name.endswith("*") else card

    def space(self, read: Reader) -> int:
        space = read.piece_or_none(SPACE)
        return -1 if space is None else space

    def spaces(self, read: Reader) -> int:
        bits = 0
        for space in read.pieces(SPACE, distinct=True):
            bits |= 1 << space
        return bits

    def known(self, read: Reader) -> tuple[Known, ...]:
        found = []
        for entry in read.each():
            card, by = entry.each(2)
            found.append(Known(card.piece(self.cards), self.seats(by)))
        return tuple(found)

    def pair(self, read: Reader, least: int, most: int) -> tuple[int, int]:
        one, other = read.numbers(least, most, 2)
        return one, other

    # -- the table --------------------------------------------------------------------------------

    def read_table(self) -> None:
        s, top, box = self.s, self.top, self.s.box
        s.step = top["step"].one_of({name: step for step, name in enumerate(STEPS[: OVER + 1])})
        s.round = top["round"].number(0, ROUNDS)
        s.first = self.seat(top["first"])
        s.turn = self.seat(top["turn"])
        s.mood = top["mood"].number(-6, 6)
        self.read_map(top["map"])
        s.market = [self.card_or_none(entry) for entry in top["market"].each(2 * SHOWN)]
        s.quests = [self.card_or_none(entry) for entry in top["quests"].each(OPEN_QUESTS)]
        s.quest_marks = top["quest_marks"].numbers(-1, s.seats - 1, OPEN_QUESTS * NEEDS)
        tiles = {card.id: place for place, card in enumerate(box.vale)}
        s.vale = sum(1 << place for place in top["vale"].pieces(tiles, distinct=True))
        one, two, three = top["shop"].numbers(0, box.board.dice_in_all, 3)
        s.shop = (one, two, three)
        s.standing = tuple(self.standing(entry) for entry in top["standing"].each())
        s.harvested = top["harvested"].flag()
        s.harvest_order = tuple(top["harvest_order"].numbers(0, s.seats - 1))
        decks = top["decks"].fields(*(DECKS[pile] for pile in PILES))
        for pile in PILES:
            own = {card.id: card.index for card in box.cards if card.deck == pile}
            deck = decks[DECKS[pile]].fields("stock", "under", "discards")
            s.stock[pile] = self.ids(deck["stock"], own)
            s.under[pile] = self.known(deck["under"])
            s.discards[pile] = self.ids(deck["discards"], own)
        s.renewed = top["renewed"].numbers(0, MOST, len(PILES))
        s.bag = self.ids(top["bag"])
        s.looked = self.ids(top["looked"])
        s.looker = self.seat(top["looker"], -1)
        s.packs = self.packs(s, top["packs"])
        trail = []
        for entry in top["trail"].each():
            what, seat, by, seen, thief = entry.each(5)
            own = {card.id: card.index for card in box.cards if card.deck == STARTING}
            sight = Sight(
                what.one_of({kind: kind for kind in SIGHTS}),
                self.seat(seat),
                self.seats(by),
                self.ids(seen, own),
                self.seat(thief, -1),
            )
            theft = sight.what == "stolen"
            entry.check((sight.thief >= 0) == theft, N_("names the thief of a theft"))
            entry.check(not theft or len(sight.cards) < 2, N_("names more than one card"))
            trail.append(sight)
        s.trail = tuple(trail)
        holdings = []
        for entry in top["holdings"].each():
            seat, word, number = entry.each(3)
            holdings.append(Holding(self.seat(seat), word.text(), number.number(0, 99)))
        s.holdings = tuple(holdings)
        s.side = top["side"].number(0, 99)
        s.side_limit = top["side_limit"].number(0, 99)
        s.main = top["main"].flag()
        s.token_revealed = top["token_revealed"].flag()
        s.via = self.spaces(top["via"])
        s.talked = self.seats(top["talked"])
        s.parleyed = self.seats(top["parleyed"])
        for name in ("open_die",):
            top[name].check(top[name].none, N_("must be null between two questions"))
        top["loss"].number(0, 0)
        top["cancelled"].check(
            not top["cancelled"].flag(), N_("must be false between two questions")
        )
        s.fight = None if top["fight"].none else self.fight(top["fight"])
        s.talk = None if top["talk"].none else self.talk(top["talk"])
        for name in SETS_OF_SEATS:
            setattr(s, name, self.seats(top[name]))

    def read_map(self, read: Reader) -> None:
        s = self.s
        read.fields(*s.to_json()["map"])
        names = {name: tile for tile, name in enumerate(TILES)}
        names |= {f"{TILES[1]}-{seat + 1}": HOME + seat for seat in range(s.seats)}
        s.tiles = read["tiles"].pieces(names, SPACES)
        s.dealt = tuple(read["dealt"].pieces(names, SPACES))
        s.face_up = self.spaces(read["face_up"])
        s.fire = self.space(read["fire"])
        s.marks = read["marks"].numbers(-1, s.seats - 1, SPACES)
        s.forest = self.spaces(read["forest"])
        used = []
        for entry in read["forest_used"].each():
            space, token = entry.each(2)
            used.append((space.piece(SPACE), token.piece(self.cards)))
        s.forest_used = tuple(used)
        s.forest_pool = self.ids(read["forest_pool"])
        for name in ("tunnel", "bridge"):
            one, other = (self.space(entry) for entry in read[name].each(2))
            setattr(s, name, (one, other))
        tokens = []
        for entry in read["tokens"].each():
            token, place, source, until = entry.each(4)
            card = source.piece(self.cards)
            out = TokenOut(token.text(), place.number(0, SPACES - 1), card, until.one_of(UNTIL))
            token.check((card, out.token) in s.box.token_abilities, N_("no such card put it out"))
            if out.token in UNDER_A_CAT:
                self.seat(place)
            tokens.append(out)
        s.tokens = tuple(tokens)
        s.green_for = self.seat(read["green_for"], -1)

    def standing(self, read: Reader) -> Standing:
        verb, what, seats, amount, until, controller, uses = read.each(7)
        entry = Standing(
            verb.one_of({name: name for name in VERBS}),
            what.number(-1, 1 << 10),
            seats.number(0, (1 << self.s.seats) - 1),
            amount.number(-9, 9),
            until.number(0, len(DURATIONS) - 1),
            self.seat(controller),
            uses.number(0, 9),
        )
        what.check(entry.verb in ("gather", "fish") or entry.what >= 0, N_("must not be below 0"))
        return entry

    def fight(self, read: Reader) -> Fight:
        read.fields(*FIELDS_OF_FIGHT)
        fight = Fight(read["kind"].number(0, 2), self.pair(read["sides"], -1, self.s.seats - 1))
        fight.card = self.card_or_none(read["card"])
        for name, least, most in (
            ("strength", 0, 99),
            ("die", 0, DIE_FACES),
            ("stage", combat.DECLARED, combat.PLAYING),
            ("next", 0, combat.SUPPORTERS),
            ("after", 0, 1),
            ("passed", 0, 3),
            ("freed", 0, 3),
            ("winner", -1, -1),
            ("margin", 0, 0),
            ("duellist", -1, self.s.seats - 1),
        ):
            setattr(fight, name, read[name].number(least, most))
        read["pending"].check(not read["pending"].numbers(0, 0, 0), N_("must be empty"))
        fight.listed = read["listed"].number(0, orders.MOST_DEFENCE)
        fight.fate = self.pair(read["fate"], 0, 3)
        fight.boost = self.pair(read["boost"], -99, 99)
        read["given"].check(not read["given"].flag(), N_("must be false while it goes on"))
        fight.offers = tuple(
            self.pair(entry, 0, self.s.seats - 1) for entry in read["offers"].each()
        )
        return fight

    def talk(self, read: Reader) -> Talk:
        read.fields(*Talk._fields)
        most = payments.MOST_UNITS
        made = self.pair(read["made"], 0, 9)
        talk = Talk(
            self.seat(read["opener"]),
            self.seat(read["partner"]),
            read["attack"].flag(),
            self.seat(read["speaker"]),
            tuple(read["gives"].numbers(0, most, 6)),
            tuple(read["asks"].numbers(0, most, 6)),
            made,
            read["answering"].flag(),
        )
        read.check(talk.opener != talk.partner, N_("nobody talks to themselves"))
        read.check(talk.speaker in (talk.opener, talk.partner), N_("the speaker is one of the two"))
        return talk

    # -- the players ------------------------------------------------------------------------------

    def read_players(self, fields: tuple[str, ...]) -> None:
        for seat, read in enumerate(self.top["players"].each(self.s.seats)):
            self.read_player(seat, read.fields(*fields))

    def read_player(self, seat: int, read: Reader) -> None:
        s, box = self.s, self.s.box
        for name, (least, most) in NUMBERS_OF_SEATS.items():
            getattr(s, name)[seat] = read[name].number(least, most)
        cat = read["cat"].piece_or_none(self.cats)
        s.cat[seat] = -1 if cat is None else cat
        s.at[seat] = self.space(read["at"])
        s.goods[seat] = read["goods"].numbers(0, MOST, GOODS)
        skills = {name: skill for skill, name in enumerate(SKILLS)}
        s.skills[seat] = sum(1 << i for i in read["skills"].pieces(skills, distinct=True))
        slots = {slot.id: place for place, slot in enumerate(box.tree.slots)}
        for marker, path in enumerate(read["paths"].each(2)):
            s.paths[2 * seat + marker] = tuple(path.pieces(slots, distinct=True))
        for marker, claimed in enumerate(read["claimed"].each(2)):
            bits = sum(1 << place for place in claimed.pieces(slots, distinct=True))
            s.claimed[2 * seat + marker] = bits
        one, two, three = read["dice"].numbers(0, box.board.dice_in_all, 3)
        s.dice[seat] = (one, two, three)
        s.rolled[seat] = tuple(read["rolled"].numbers(1, 3))
        s.plan[seat] = tuple(read["plan"].pieces(self.keys))
        s.hand[seat] = tuple(sorted(self.ids(read["hand"])))
        notes = []
        for entry in read["notes"].each():
            card, by, renewed, start, heard = entry.each(5)
            pairs = []
            for pair in heard.each():
                who, where = pair.each(2)
                pairs.append((self.seats(who), self.seats(where)))
            note = Note(
                card.piece(self.cards),
                self.seats(by),
                renewed.number(-1, MOST),
                start.number(-1, PACK * s.seats - 1),
                tuple(pairs),
            )
            entry.check(note != Note(note.card), N_("says nothing"))
            notes.append(note)
        s.notes[seat] = tuple(notes)
        front = []
        for entry in read["front"].each():
            card, until = entry.each(2)
            front.append(Lying(self.played(card), until.one_of(UNTIL)))
            card.check(not card.none, N_("must be a card"))
        s.front[seat] = tuple(front)
        s.plots[seat] = tuple(self.plot(entry) for entry in read["plots"].each())
        s.trophies[seat] = self.ids(read["trophies"])
        s.duels[seat] = self.ids(read["duels"])
        s.joined[seat] = self.ids(read["joined"])
        s.sand[seat] = tuple(sorted(self.ids(read["sand"])))
        s.ambition[seat] = self.card_or_none(read["ambition"])
        s.spare[seat] = self.card_or_none(read["spare"])
        s.seen_ambition[seat] = self.seats(read["seen_ambition"])
        goals = {card.id: place for place, card in enumerate(box.ambitions)}
        s.met[seat] = sum(1 << place for place in read["met"].pieces(goals, distinct=True))
        s.picks[seat] = tuple(sorted(self.ids(read["picks"])))
        s.found[seat] = self.space(read["found"])
        try:
            s.orders[seat] = orders.read(s, seat, read["orders"].data)
        except BadOrders:
            read["orders"].check(False, N_("are none"))

    def plot(self, read: Reader) -> Plot:
        read.fields("building", "worker", "upgrades", "spray")
        building = self.played(read["building"])
        cards = self.s.box.cards
        kind = cards[building & DESIGN].kind if building >= 0 else ""
        read["building"].check(kind == "building", N_("must be a Building"))
        worker = self.played(read["worker"])
        if worker >= 0:
            read["worker"].check(cards[worker & DESIGN].kind == "worker", N_("must be a Worker"))
        upgrades = tuple(self.played(entry) for entry in read["upgrades"].each())
        for card in upgrades:
            right = card >= 0 and cards[card & DESIGN].kind == "upgrade"
            read["upgrades"].check(right, N_("must be Upgrades"))
        spray = self.card_or_none(read["spray"])
        read["spray"].check(spray < 0 or spray in self.s.box.washes, N_("does not spray"))
        plot = Plot(building, worker, upgrades, spray)
        if not cards[building & DESIGN].own:
            read.check(plot == Plot(building), N_("a negative Building has nothing besides"))
        return plot


# -- what cannot occur ----------------------------------------------------------------------------


def _map(s: State, top: Reader) -> None:
    """Tiles are those of the world; what lies on them may lie there."""
    read = top["map"]
    layout = s.box.layouts[s.seats]
    stack = s.box.tiles(s.seats, setting_up.in_play(s.options))
    open_tiles = [kind for _, kind in layout.open]
    homes = [HOME + seat for seat in range(s.seats)]
    read["dealt"].check(
        sorted(s.dealt) == sorted([*stack, *open_tiles, *homes]),
        N_("must be the tiles of this table"),
    )
    read["dealt"].check(s.dealt[CENTRE] == FLEA_MARKET, N_("the Flea Market lies in the middle"))
    face_up = set(spaces_of(s.face_up))
    if s.chaotic:
        fix = s.options["chaotic_fix"]
        read["dealt"].check(not setting_up.cut_off(s.dealt, fix), N_("would be dealt anew"))
        read["face_up"].check(CENTRE in face_up, N_("the Flea Market lies face-up"))
    else:
        places = dict(layout.open)
        for place, space in enumerate(layout.backyards):
            places[space] = HOME + _first_seat(s, place)
        for space, tile in places.items():
            read["dealt"].check(
                s.dealt[space] == tile, N_("{space} is another tile"), space=NAMES[space]
            )
            read["face_up"].check(space in face_up, N_("{space} lies face-up"), space=NAMES[space])
    changed = [space for space in range(SPACES) if s.tiles[space] != s.dealt[space]]
    for new in (LAVA, GREEN_MOUNTAIN):
        read["tiles"].check(s.tiles.count(new) <= 1, N_("holds a single tile twice"))
    for space in changed:
        fits = s.tiles[space] == LAVA and s.dealt[space] < HOME
        fits |= s.tiles[space] == GREEN_MOUNTAIN and s.dealt[space] == MOUNTAIN
        read["tiles"].check(
            fits and space in face_up, N_("{space} cannot be that tile"), space=NAMES[space]
        )
    read["green_for"].check(
        s.green_for < 0 or (s.chaotic and GREEN_MOUNTAIN not in s.tiles), N_("nobody waits for it")
    )

    def lies_open(place: str, space: int, *never: int) -> None:
        right = space in face_up and KIND[s.tiles[space]] not in never
        read[place].check(right, N_("cannot lie on {space}"), space=NAMES[space])

    if s.fire >= 0:
        lies_open("fire", s.fire, 1, MOUNTAIN, LAVA)
    for space, owner in enumerate(s.marks):
        if owner >= 0:
            lies_open("marks", space, 1, MOUNTAIN, LAVA)
    for space in spaces_of(s.forest):
        read["forest"].check(
            s.tiles[space] == FOREST and space in face_up, N_("lie on open Forests")
        )
    for space, _ in s.forest_used:
        read["forest_used"].check(
            s.tiles[space] == FOREST and space in face_up, N_("lie on Forests")
        )
        read["forest_used"].check(not s.forest >> space & 1, N_("one token lies on a Forest"))
    read["forest_used"].check(
        len({space for space, _ in s.forest_used}) == len(s.forest_used), N_("one token a Forest")
    )
    tokens = Counter([*s.forest_pool, *(token for _, token in s.forest_used)])
    own = Counter(s.box.forest_tokens if s.adventure else ())
    read["forest_pool"].check(tokens == own, N_("must be the Forest tokens of the table"))
    read["forest"].check(s.forest.bit_count() <= len(s.forest_pool), N_("are more than there are"))
    for name in ("tunnel", "bridge"):
        one, other = getattr(s, name)
        read[name].check(
            (one < 0) == (other < 0) and (one < 0 or one != other), N_("join two tiles")
        )
        if one >= 0:
            lies_open(name, one, MOUNTAIN, LAVA)
            lies_open(name, other, MOUNTAIN, LAVA)
    names = [out.token for out in s.tokens]
    read["tokens"].check(len(set(names)) == len(names), N_("each token is there once"))
    for out in s.tokens:
        if out.token not in UNDER_A_CAT:
            lies_open("tokens", out.place, MOUNTAIN, LAVA)


def _first_seat(s: State, place: int) -> int:
    """Whose Backyard a place of the layout is: clockwise from whoever went first."""
    passed = max(0, s.round - 1)
    return (s.first - passed + place) % s.seats


def _time(s: State, top: Reader) -> None:
    """The step fits the Round."""
    setup = (CAT, DRAW_AMBITION, DRAFT)
    if s.step in setup:
        top["round"].check(s.round == 0, N_("is 0 during setup"))
    elif s.step == GROW:
        top["round"].check(s.round in (0, 2, 4), N_("no season begins then"))
    elif s.step in (MOOD, MOOD_GROW):
        top["round"].check(s.round in (2, 4), N_("the Mood is not checked then"))
    elif s.step == SEASON_END:
        top["round"].check(s.round in (2, 4, 6), N_("no season ends then"))
    else:
        top["round"].check(s.round > 0, N_("is 1 at least"))
    sand = s.options["litterbox"]
    due = s.round > s.options["harvest_after_round"]
    closing = s.round == s.options["harvest_after_round"] and s.step in (
        SEASON_END,
        GROW,
        MOOD,
        MOOD_GROW,
        OVER,
    )
    top["harvested"].check(s.harvested == bool(sand and (due or closing)), N_("is not so by then"))
    if s.step != DRAFT:
        top["looked"].check(not s.looked and s.looker < 0, N_("nobody looks at cards now"))
    top["gifts"].check((s.gifts > 0) == (s.step == GIFT), N_("belong to the step gift"))
    top["fight"].check(
        (s.fight is not None) == (s.step == COMBAT), N_("belongs to the step combat")
    )
    top["talk"].check((s.talk is not None) == (s.step == TALK), N_("belongs to the step talk"))
    if s.step not in (GROW, MOOD_GROW, PLAN):
        top["ready"].check(not s.ready, N_("nobody is ready for anything"))
    if s.step not in TURN_STEPS:
        for name in ("side", "main", "token_revealed", "via", "talked", "parleyed"):
            top[name].check(not getattr(s, name), N_("is set only in a turn"))
        top["side_limit"].check(
            s.side_limit == SIDE_ACTIONS, N_("is {number} outside a turn"), number=SIDE_ACTIONS
        )


def _cards(s: State, top: Reader) -> None:
    """Every card and token is somewhere exactly once."""
    found = _places(s)
    sets = setting_up.in_play(s.options)
    for pile in PILES:
        whole = Counter(s.box.deck(pile, sets))
        if pile == OPPONENTS and "arena" not in sets:
            whole = Counter()
        given = Counter(found[pile])
        top["decks"][DECKS[pile]].check(given == whole, N_("its cards are not all there once"))
    tokens = Counter([*s.bag, *(token for sand in s.sand for token in sand)])
    own = Counter(s.box.harvest_tokens if "litterbox" in sets else ())
    top["bag"].check(tokens <= own, N_("holds more tokens than there are"))
    for seat in range(s.seats):
        kept = all(s.box.cards[token].activation != "instant" for token in s.sand[seat])
        top["players"][seat]["sand"].check(kept, N_("such tokens are not kept"))
    dice = sum(s.shop) + sum(s.spent) + sum(map(len, s.rolled)) + sum(map(sum, s.dice))
    dice += sum(1 for value in s.defence if value)
    top["shop"].check(dice <= s.box.board.dice_in_all, N_("there are not so many dice"))


def _places(s: State) -> dict[int, list[int]]:
    """All cards on the table by deck, wherever they lie."""
    cards = s.box.cards
    found: dict[int, list[int]] = {pile: [] for pile in range(len(DECKS))}

    def put(many: Iterable[int]) -> None:
        for card in many:
            if card >= 0:
                found[cards[card & DESIGN].deck].append(card & DESIGN)

    for pile in PILES:
        put(s.stock[pile])
        put(each.card for each in s.under[pile])
        put(s.discards[pile])
    put(s.market)
    put(s.quests)
    put(s.looked)
    put(pack[3] for pack in s.packs if len(pack) > 3)
    if s.fight is not None and s.fight.kind == IN_DUEL:
        put([s.fight.card])
    for seat in range(s.seats):
        put(s.hand[seat])
        put(s.picks[seat])
        put(lying.card for lying in s.front[seat])
        put(s.trophies[seat])
        put([s.ambition[seat], s.spare[seat]])
        for plot in s.plots[seat]:
            put([plot.building, plot.worker, *plot.upgrades])
    return found


def _knowledge(s: State, top: Reader) -> None:
    """What is known of hidden cards is true."""
    cards = s.box.cards
    for place, card in enumerate(s.market):
        pile = (BUILDINGS, ODDITIES)[place // SHOWN]
        top["market"].check(card < 0 or cards[card].deck == pile, N_("holds cards of its rows"))
    top["quests"].check(
        all(card < 0 or cards[card].deck == QUEST for card in s.quests), N_("must be Quests")
    )
    for place, owner in enumerate(s.quest_marks):
        top["quest_marks"].check(owner < 0 or s.quests[place // NEEDS] >= 0, N_("mark no Quest"))
    for place in range(0, OPEN_QUESTS * NEEDS, NEEDS):
        full = -1 not in s.quest_marks[place : place + NEEDS]
        top["quest_marks"].check(not full, N_("a completed Quest is gone"))
    for pile in PILES:
        under = top["decks"][DECKS[pile]]["under"]
        fits = pile not in (QUEST, STARTING, AMBITION) or not s.under[pile]
        under.check(
            fits and all(cards[k.card].deck == pile for k in s.under[pile]), N_("lie elsewhere")
        )
        if pile in (ENCOUNTER, OPPONENTS):
            everybody = (1 << s.seats) - 1
            under.check(all(k.by == everybody for k in s.under[pile]), N_("are known to all"))
            top["decks"][DECKS[pile]]["discards"].check(
                not s.discards[pile], N_("has no such pile")
            )
    for seat in range(s.seats):
        read = top["players"][seat]
        _hand(s, seat, read, cards)
        read["seen_ambition"].check(not s.seen_ambition[seat] >> seat & 1, N_("names others only"))
        met = [
            s.box.ambitions[i].index for i in range(len(s.box.ambitions)) if s.met[seat] >> i & 1
        ]
        scored = bool(s.scored >> seat & 1)
        read["met"].check((s.ambition[seat] in met) == scored, N_("does not fit the Ambition"))
    for holding in s.holdings:
        hand = [cards[card].answers(holding.word) for card in s.hand[holding.seat]]
        true = hand.count(False) >= holding.cards if holding.cards else any(hand)
        top["holdings"].check(true, N_("is not so"))


def _hand(s: State, seat: int, read: Reader, cards: list[Card]) -> None:
    kinds = ("play", "worker", "building", "upgrade")
    read["hand"].check(
        all(cards[c].kind in kinds for c in s.hand[seat]), N_("such cards are not held")
    )
    notes = s.notes[seat]
    noted = Counter(note.card for note in notes)
    read["notes"].check(noted <= Counter(s.hand[seat]), N_("are of more cards than the hand holds"))
    for note in notes:
        deck = cards[note.card].deck
        heard = note.by
        for by, seats in note.heard:
            right = by and not by & (heard | seats) and seats.bit_count() > 1
            read["notes"].check(right and seats >> seat & 1, N_("tell what cannot be"))
            heard |= by
        read["notes"].check(not heard >> seat & 1, N_("name others only"))
        read["notes"].check(note.renewed < s.renewed[deck], N_("are of a deck that is not so old"))
        read["notes"].check(
            (note.start >= 0) == (deck == STARTING), N_("name a place in the packs")
        )
    missing = sum(cards[card].deck == STARTING for card in s.hand[seat])
    missing -= sum(note.start >= 0 for note in notes)
    read["notes"].check(not missing, N_("tell where Starting cards come from"))
    trophies = all(cards[card].deck == OPPONENTS for card in s.trophies[seat])
    read["trophies"].check(trophies, N_("must be opponents"))
    beaten = all(cards[card].deck == OPPONENTS for card in s.duels[seat])
    read["duels"].check(beaten, N_("must be opponents"))
    quests = all(cards[card].deck == QUEST for card in s.joined[seat])
    read["joined"].check(quests, N_("must be Quests"))
    front = all(cards[lying.card & DESIGN].stays == "front" for lying in s.front[seat])
    read["front"].check(front, N_("such cards do not lie there"))
    sand = all(cards[card].deck == HARVEST for card in s.sand[seat])
    read["sand"].check(sand, N_("must be Harvest tokens"))
    own = (s.ambition[seat], s.spare[seat])
    read["ambition"].check(
        all(c < 0 or cards[c].deck == AMBITION for c in own), N_("is no Ambition")
    )


def _growth(s: State, top: Reader) -> None:
    """Markers came where they are by the ways of the tree."""
    tree = s.box.tree
    for seat in range(s.seats):
        read = top["players"][seat]
        skills = grown = 0
        for marker in range(2):
            path = s.paths[2 * seat + marker]
            way = (tree.starts[marker], *path)
            right = all(slot in tree.slots[before].up for before, slot in pairwise(way))
            read["paths"].check(right, N_("is no way up the tree"))
            claimed = s.claimed[2 * seat + marker]
            here = sum(1 << slot for slot in path)
            starts = sum(1 << start for start in tree.starts)
            read["claimed"].check(not here & ~claimed and not claimed & starts, N_("does not fit"))
            for slot in spaces_of(claimed):
                if tree.slots[slot].skill >= 0:
                    skills |= 1 << tree.slots[slot].skill
                grown |= tree.slots[slot].kind == "grow-up"
        one, other = growth.ends(s, seat)
        read["paths"].check(one != other, N_("two markers never stand in one slot"))
        read["skills"].check(s.skills[seat] == skills, N_("are not those of the tree"))
        top["grown"].check(bool(s.grown >> seat & 1) == bool(grown), N_("does not fit the tree"))


def _players(s: State, top: Reader) -> None:
    """Cats, Pride, dice and markers."""
    cats = [cat for cat in s.cat if cat >= 0]
    sets = ("base", *setting_up.in_play(s.options))
    top["players"].check(len(set(cats)) == len(cats), N_("a Cat is taken twice"))
    top["players"].check(
        all(s.box.cats[cat].set in sets for cat in cats), N_("a Cat is not in play")
    )
    board = s.box.board
    for seat in range(s.seats):
        read = top["players"][seat]
        here = s.at[seat]
        read["at"].check((here >= 0) == (s.cat[seat] >= 0), N_("is where the cat is"))
        if here >= 0:
            open_tile = s.face_up >> here & 1 and s.tiles[here] not in (MOUNTAIN, LAVA)
            read["at"].check(open_tile, N_("no cat can be there"))
        read["cat"].check(s.step == CAT or s.cat[seat] >= 0, N_("is missing"))
        flat = bool(s.flat >> seat & 1)
        read["pride"].check(flat or s.pride[seat] > 0, N_("is 0 only for a flat cat"))
        read["arena"].check(s.arena[seat] <= len(board.arena), N_("is beyond the track"))
        read["harvest"].check(s.harvest[seat] <= board.harvest_end, N_("is beyond the track"))
        ordered = (s.harvest[seat] > 0) == (seat in s.harvest_order)
        top["harvest_order"].check(ordered, N_("holds all that have moved, once"))
        if not s.options["arena"]:
            read["arena"].check(not s.arena[seat] and not s.duels[seat], N_("is not in play"))
        if not s.options["litterbox"]:
            read["harvest"].check(not s.harvest[seat] and not s.drawn[seat], N_("is not in play"))
            top["dug"].check(not s.dug, N_("is not in play"))
        top["quest_marks"].check(markers_left(s, seat) >= 0, N_("uses more markers than there are"))
        found = s.found[seat]
        read["found"].check(
            found < 0 or (s.adventure and found == here and s.tiles[found] == FOREST),
            N_("is the Forest that the cat has discovered and not left"),
        )
        read["goods"].check(s.goods[seat][MOVEMENT] < MOST, N_("is too much"))
    top["harvest_order"].check(
        len(set(s.harvest_order)) == len(s.harvest_order), N_("names a seat twice")
    )
    for entry in s.standing:
        limit = (1 << 9) if entry.verb == "rule" else (1 << 7) if entry.verb == "discount" else 99
        top["standing"].check(entry.what < limit and entry.seats > 0, N_("cannot be so"))
        right = entry.verb != "stat" or entry.what in (8, 9, MOVEMENT)
        top["standing"].check(right, N_("changes no dial"))


def _setup(s: State, top: Reader) -> None:
    """Cards to pick from and the packs of the draft, during setup and after it."""
    cards = s.box.cards
    packs = [len(pack) for pack in s.packs]
    drawn = setting_up.AMBITIONS_DRAWN[s.seats]
    for seat in range(s.seats):
        read = top["players"][seat]
        number, deck = 0, STARTING
        if s.step == DRAW_AMBITION:
            number, deck = drawn, AMBITION
        elif s.step == DRAFT:
            number = PACK - (packs[seat] if packs else 0)
        fits = len(s.picks[seat]) == number and all(cards[c].deck == deck for c in s.picks[seat])
        read["picks"].check(fits, N_("are not the cards to pick from"))
        kept = s.step not in (CAT, DRAW_AMBITION)
        read["ambition"].check((s.ambition[seat] >= 0) == kept, N_("is kept after it was drawn"))
        read["spare"].check(
            (s.spare[seat] >= 0) == (kept and drawn > 1), N_("is the other one drawn")
        )
    if s.step in (CAT, DRAW_AMBITION):
        hands = [hand for hand in s.hand if hand]
        top["players"].check(not hands, N_("nobody holds cards yet"))
        return
    length = packs[0] if packs else 0
    top["packs"].check(length <= PACK, N_("must be one for each player"))
    top["packs"].check((length < 3) == (s.step == DRAFT) and length != 3, N_("are not so far"))
    picked = Counter(card for pack in s.packs for card in pack[:3])
    out = Counter(card for card in _places(s)[STARTING])
    out -= Counter(s.stock[STARTING])
    out -= Counter(pack[3] for pack in s.packs if len(pack) > 3)
    for seat in range(s.seats):
        out -= Counter(s.picks[seat])
    top["packs"].check(picked == out, N_("do not hold the cards that were picked"))
    every = []
    for seat in range(s.seats):
        read = top["players"][seat]["notes"]
        for note in s.notes[seat]:
            if note.start >= 0:
                pack, time = divmod(note.start, PACK)
                right = time < min(3, length) and s.packs[pack][time] == note.card
                read.check(right, N_("name another card of the packs"))
                every.append(note.start)
    top["players"].check(len(set(every)) == len(every), N_("hold a Starting card twice"))
    if s.trail:
        top["trail"].check(length == PACK, N_("begins after the draft"))
        for viewer in (None, *range(s.seats)):
            top["trail"].check(knowledge.possible(s, viewer), N_("is not so"))
    if s.step == DRAFT:
        for seat in range(s.seats):
            own = Counter(s.packs[(seat - i) % s.seats][i] for i in range(length))
            top["players"][seat]["hand"].check(Counter(s.hand[seat]) == own, N_("was not picked"))


def _step(s: State, top: Reader) -> None:
    """Whoever is asked in this step can be asked."""
    here = top["turn"]
    if s.step in TURN_STEPS:
        here.check(not s.flat >> s.turn & 1, N_("a flat cat has no turn"))
    if s.step == CAT:
        first = s.clockwise(s.first)
        chosen = tuple(seat for seat in first if s.cat[seat] >= 0)
        here.check(
            s.turn == first[len(chosen)] and chosen == first[: len(chosen)], N_("is not next")
        )
    if s.step in (DRAW_AMBITION, DRAFT, GROW, MOOD, MOOD_GROW, SEASON_END, PLAN, GIFT, OVER):
        here.check(s.turn == s.first, N_("is the First Player when nobody has a turn"))
    if check := _STEP_CHECKS.get(s.step):
        check(s, top)
    if s.step not in (GROW, MOOD_GROW, PLAN):
        for seat in range(s.seats):
            top["players"][seat]["plan"].check(not s.plan[seat], N_("nothing is prepared now"))
    if s.step != PLAN:
        for seat in range(s.seats):
            top["players"][seat]["rolled"].check(not s.rolled[seat], N_("nothing is planned now"))
    elif any(s.spent) or any(s.defence) or any(s.shop):
        top["step"].check(False, N_("no die is used yet"))


def _waiting(s: State, top: Reader) -> None:
    """Somebody is asked in a window that has a step of its own."""
    if s.step == BETWEEN:
        asked = turn.between(s)
    else:
        window = W_MOOD if s.step == MOOD else W_SEASON_END
        asked = windows.asks(s, window, SELF, s.order(), phase=True)
    top["step"].check(bool(asked), N_("nobody is asked in this window"))


def _preparing(s: State, top: Reader) -> None:
    """What was prepared in Growth could be prepared."""
    if s.step == GROW:
        number, only = seasons.points(s), -1
    else:
        space = seasons.mood_space(s)
        number, only = space.growth, space.marker
        top["mood"].check(number > 0, N_("lets nobody move up"))
    everybody = (1 << s.seats) - 1
    top["ready"].check(s.ready != everybody, N_("somebody is still asked"))
    for seat in range(s.seats):
        plan = s.plan[seat]
        read = top["players"][seat]["plan"]
        s.plan[seat] = ()
        for entry in plan:
            action = s.box.actions[entry]
            may = growth.preparing(s, seat, number, only)
            read.check(action in may and action is not s.box.enough, N_("is no way to grow"))
            growth.prepare(s, seat, action, number, only)
        done = growth.preparing(s, seat, number, only) == [s.box.enough]
        ready = bool(s.ready >> seat & 1)
        read.check(ready or not done, N_("is ready with it"))
        may = growth.preparing(s, seat, number, only)
        read.check(not ready or s.box.enough in may, N_("cannot stop there"))


def _planning(s: State, top: Reader) -> None:
    """Dice were rolled, and the answers of those who are ready fit them."""
    everybody = (1 << s.seats) - 1
    top["ready"].check(s.ready != everybody, N_("somebody is still asked"))
    for seat in range(s.seats):
        read = top["players"][seat]
        number = rounds.to_roll(s, seat)
        read["rolled"].check(len(s.rolled[seat]) == number, N_("are not the dice of Planning"))
        s.rolled[seat] = tuple(sorted(s.rolled[seat]))
        own = (0, 0, 0) if s.adventure else (1, 1, 1)
        read["dice"].check(s.dice[seat] == own, N_("are not the dice set"))
        ids = [action.id for action in rounds.splits(s, seat)]
        if s.ready >> seat & 1:
            read["plan"].check(
                len(s.plan[seat]) == 1 and s.plan[seat][0] in ids, N_("does not fit")
            )
        else:
            read["plan"].check(not s.plan[seat], N_("belongs to somebody who is ready"))


def _fighting(s: State, top: Reader) -> None:
    """The combat is one that can be, and somebody is asked in it."""
    fight, read = s.fight, top["fight"]
    assert fight is not None
    attacker, defender = fight.sides
    if fight.kind == PLAYERS:
        read["sides"].check(attacker == s.turn and 0 <= defender != attacker, N_("do not fight"))
        read["die"].check(fight.die > 0, N_("is the Attack Die"))
        right = fight.card < 0 and fight.duellist < 0 and not fight.strength
        read["card"].check(right, N_("there is no opponent"))
    else:
        read["kind"].check(
            fight.kind == IN_DUEL and fight.duellist == s.turn, N_("has no checkpoint")
        )
        read["sides"].check(sorted(fight.sides) == [-1, s.turn], N_("do not fight"))
        card = s.box.cards[fight.card] if fight.card >= 0 else None
        style = card.style if card is not None and card.deck == OPPONENTS else ""
        read["card"].check(style in ("aggressive", "careful"), N_("is no such opponent"))
        attacks = style == "careful"
        read["sides"].check((attacker == s.turn) == attacks, N_("attack the wrong way"))
        read["die"].check((fight.die > 0) == attacks, N_("does not fit"))
        read["stage"].check(fight.stage == combat.PLAYING, N_("begins at once"))
    for seat in fight.sides:
        if seat >= 0:
            read["sides"].check(not s.flat >> seat & 1, N_("are upright"))
            top["players"][seat]["defence"].check(s.defence[seat] > 0, N_("is laid out"))
    rolled = [bool(value) for value in fight.fate]
    read["fate"].check(rolled == [fight.stage == combat.PLAYING] * 2, N_("is not rolled so far"))
    if fight.stage == combat.DECLARED:
        fresh = Fight(PLAYERS, fight.sides)
        same = (fight.passed, fight.boost, fight.next, fight.after) == (0, (0, 0), fresh.next, 1)
        same &= not fight.freed and not fight.listed
        read.check(same or fight.after == fresh.after, N_("has not begun"))
    for side, seat in enumerate(fight.sides):
        read["passed"].check(seat >= 0 or bool(fight.passed >> side & 1), N_("opponents pass"))
    allowed = payments.limit(s)
    read["offers"].check(
        all(n <= allowed for n in Counter(fight.offers).values()), N_("are too many")
    )
    if fight.next != combat.SUPPORTERS:
        read["next"].check(not fight.passed >> fight.next & 1, N_("has passed"))
    elif fight.passed != 3:
        read["after"].check(True, "")
    before = s.chance.mark
    copy = s.copy()
    read.check(combat.due(copy), N_("nobody is asked in it"))
    read.check(copy.chance.mark == before, N_("nobody is asked before it begins"))
    same_step = copy.fight is not None and (copy.fight.next, copy.fight.passed) == (
        fight.next,
        fight.passed,
    )
    read.check(same_step, N_("nobody is asked at that step"))


def _talking(s: State, top: Reader) -> None:
    """The talk is one of the turn; what is offered can be given."""
    talk, read = s.talk, top["talk"]
    assert talk is not None
    read["opener"].check(talk.opener == s.turn, N_("is the active player"))
    read["partner"].check(not s.flat >> talk.partner & 1, N_("is upright"))
    noted = s.parleyed if talk.attack else s.talked
    read["partner"].check(bool(noted >> talk.partner & 1), N_("is noted as talked to"))
    allowed = payments.limit(s)
    read["made"].check(max(talk.made) <= allowed, N_("are too many offers"))
    giver = talks.other_of(talk) if talk.answering else talk.speaker
    other = talk.opener + talk.partner - giver
    for units, seat in ((talk.gives, giver), (talk.asks, other)):
        read.check(sum(units) <= payments.MOST_UNITS, N_("is too much"))
        fits = all(units[item] <= s.goods[seat][item] for item in range(len(units)))
        read.check(fits, N_("offers what nobody has"))
    if talk.answering:
        read.check(any(talk.gives) or any(talk.asks), N_("offers nothing"))
        made = talk.made[giver == talk.partner]
        read["made"].check(made > 0, N_("no offer was made"))
    else:
        made = talk.made[talk.speaker == talk.partner]
        read["made"].check(made < allowed, N_("are all offers already"))


_STEP_CHECKS: Final = {
    GROW: _preparing,
    MOOD: _waiting,
    MOOD_GROW: _preparing,
    PLAN: _planning,
    COMBAT: _fighting,
    TALK: _talking,
    BETWEEN: _waiting,
    SEASON_END: _waiting,
}
"""What must hold in some of the steps besides."""
