"""What a viewer may see, as plain data: the ``table`` part of `Match.view`.

Cards are named by key; `PurrballsTable.cards` says what is printed on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict, cast

from meowple.author import Action, Json, Question, QuestionKind
from meowple.games.purrballs.pieces.actions import CHALLENGE, CHOOSE, GEAR, TAKE, WAKE
from meowple.games.purrballs.pieces.box import BATTLE as FIGHTS
from meowple.games.purrballs.pieces.box import BUFFS, CARDS, CATS, LOOT, MONSTERS
from meowple.games.purrballs.pieces.cards import Card, Cat, Loot, Monster
from meowple.games.purrballs.pieces.names import (
    CAMP_SIZE,
    DEFENCES,
    ICONS,
    LEVELS,
    RESOURCES,
    TREASURES,
    TYPES,
)
from meowple.games.purrballs.rules import QUESTIONS
from meowple.games.purrballs.rules.abilities import ABILITY, GIFT, REWARD
from meowple.games.purrballs.rules.battle import LOST, defences, ways_to_win, why_no_gear
from meowple.games.purrballs.rules.effects import Effect
from meowple.games.purrballs.rules.mana import GainMana
from meowple.games.purrballs.rules.matching import assign
from meowple.games.purrballs.rules.party import WAKE_UP
from meowple.games.purrballs.rules.round import LEVELS_UP, SENDS, sent_total, why_stays
from meowple.games.purrballs.rules.scoring import (
    EMBLEMS,
    by_class,
    cat_xp,
    emblem_places,
    goods,
    prize,
    wyvern_of,
)
from meowple.games.purrballs.rules.speed import ROTATES, Rotate
from meowple.games.purrballs.state import (
    ACTION,
    BATTLE,
    COUNT,
    LOOTING,
    PHASE_OF,
    ROUNDS,
    STEPS,
    State,
    bits,
    members,
    put,
)

# -- the form -------------------------------------------------------------------------------------


class Why(TypedDict, total=False):
    """Why something cannot be chosen; the words put it into a sentence.

    Attributes:
        code: which reason.
        seat: whose crystal lies on the card, or who fights.
        card: the card that is the reason.
        short: how much Mana is missing.
        verb: the ability that has no target.
    """

    code: str
    seat: int
    card: str
    short: int
    verb: str


class Choosable(TypedDict):
    """A card that may be chosen, or not.

    Attributes:
        card: which one.
        can: whether the viewer may choose it now.
        why: why not; null if it may be.
    """

    card: str
    can: bool
    why: Why | None


class PoolCard(Choosable):
    """A Loot card in the Pool.

    Attributes:
        reserved: the seat whose crystal lies on it.
        worth: XP more that the viewer's Catventurers would score with it now.
    """

    reserved: int | None
    worth: int | None


class Against(TypedDict):
    """The viewer's upright Gear, and the free icons of a battle it has begun, against a Monster.

    Attributes:
        met: for each printed Defence whether it is matched, as many at once as can be.
        enough: whether all are.
    """

    met: list[bool]
    enough: bool


class PoolMonster(Choosable):
    """A Monster in the Pool.

    Attributes:
        against: null for who looks on.
        worth: XP more that the viewer's Catventurers would score with it now.
    """

    against: Against | None
    worth: int | None


class Decks(TypedDict):
    """How many cards lie where nobody sees them.

    Attributes:
        loot: in the level's Loot deck, with those under it.
        monsters: in the level's Monster deck.
        cats: in the Catventurer deck.
        discard: in its discard pile.
        box: Monsters back in the box.
        under: the Loot cards that were put under the deck, in order.
    """

    loot: int
    monsters: int
    cats: int
    discard: int
    box: int
    under: list[str]


class KnownCat(TypedDict):
    """A Catventurer in a party that the viewer knows of.

    Attributes:
        card: which one.
        where: awake in the hand, exhausted or in play.
        xp: what it would score now.
        temporary: whether it leaves when the level ends.
    """

    card: str
    where: Literal["hand", "rest", "play"]
    xp: int
    temporary: bool


class InPlay(TypedDict):
    """What a seat has in play.

    Attributes:
        cat: the Catventurer.
        buff: the Buff that lies there.
        unpaid: whether that Buff replaced one that could not be paid.
        speed: of the Catventurer.
        total: the same with the Buff.
        rotated: whether the Catventurer is rotated.
        grabbed: whether it grabbed Loot already.
    """

    cat: str
    buff: str
    unpaid: bool
    speed: int
    total: int
    rotated: bool
    grabbed: bool


class StashCard(TypedDict):
    """A Loot card in a Stash.

    Attributes:
        card: which one.
        spent: whether it is exhausted Gear.
        under: the Treasure that it lies under.
        holds: the Resources that lie under it.
    """

    card: str
    spent: bool
    under: str | None
    holds: list[str]


class Seat(TypedDict):
    """What the viewer knows of a seat.

    Attributes:
        mana: in its Stash.
        xp: what the Catventurers that the viewer knows of would score now.
        unknown: how many more there are in the party.
        cats: those that the viewer knows of.
        hand_size: Catventurers in the hand.
        camp_size: cards in the Camp.
        camp_known: those of them that all saw going there.
        looking: how many cards it looks at, to choose from.
        level_ups: how many Rank-1 cards it has replaced.
        play: what it has in play.
        loot: Loot in the Stash.
        trophies: Monsters in the Stash.
        emblems: Royal Emblems.
        place: by Emblems, from 0; null without a prize.
        prize: XP of that place.
        resources: how many of each type, those under Treasures left out.
        treasures: how many of each type, with all that counts as one.
        types: Monsters of each type.
        report: XP by class, and the total, of the Catventurers that the viewer knows of.
    """

    mana: int
    xp: int
    unknown: int
    cats: list[KnownCat]
    hand_size: int
    camp_size: int
    camp_known: list[str]
    looking: int
    level_ups: int
    play: InPlay | None
    loot: list[StashCard]
    trophies: list[str]
    emblems: int
    place: int | None
    prize: int | None
    resources: dict[str, int]
    treasures: dict[str, int]
    types: dict[str, int]
    report: dict[str, int]


class HandCard(Choosable):
    """A Catventurer of the viewer's party.

    Attributes:
        xp: what it would score now.
        totals: its Total Speed as sent with each Buff, by the Buff's key; null while X is open.
    """

    xp: int
    totals: dict[str, int | None]


class BuffCard(Choosable):
    """A Buff of the viewer.

    Attributes:
        short: Mana that is missing to pay it now.
    """

    short: int


class Rotating(TypedDict):
    """The viewer's Wanderer in play.

    Attributes:
        can: whether it may be rotated now.
        why: why not; null if it may be.
        cost: Mana to pay for it.
        speed: its Speed when rotated.
    """

    can: bool
    why: Why | None
    cost: int
    speed: int


class Matcher(TypedDict):
    """An icon that matches a Defence.

    Attributes:
        gear: the card that it stands on; null for a rolled or free one.
    """

    gear: str | None


class Defence(TypedDict):
    """A Defence of the Monster that is fought.

    Attributes:
        icon: its kind.
        rolled: whether a die added it.
        ignored: whether it needs no matching.
        by: what matches it with the Gear chosen so far; null if nothing does.
    """

    icon: str
    rolled: bool
    ignored: bool
    by: list[Matcher] | None


class GearCard(Choosable):
    """A Gear card of the one who fights.

    Attributes:
        chosen: whether it was put in.
    """

    chosen: bool


class Fighting(TypedDict):
    """A battle whose Monster was challenged.

    Attributes:
        seat: who fights.
        card: the Monster.
        battles: battles that may be fought in this turn, this one included.
        defences: printed and rolled.
        free: Attack icons that need no Gear.
        gear: all Gear of the one who fights.
        won: whether everything is matched.
    """

    seat: int
    card: str
    battles: int
    defences: list[Defence]
    free: list[str]
    gear: list[GearCard]
    won: bool


class Battles(TypedDict):
    """The battles of a turn, from their start to their end.

    Attributes:
        seat: who fights.
        battles: how many may still be fought.
        free: Attack icons that need no Gear.
    """

    seat: int
    battles: int
    free: list[str]


class SpeedFace(TypedDict):
    """The Speed printed on a Catventurer.

    Attributes:
        kind: ``fixed``, ``rotate`` (two, for the two sides) or ``x``.
        upright: as played; 0 for an X.
        rotated: when rotated, else the same.
    """

    kind: str
    upright: int
    rotated: int


_IsCat = TypedDict("_IsCat", {"is": Literal["cat"], "class": str})  # words of Python's own
_IsBuff = TypedDict("_IsBuff", {"is": Literal["buff"]})
_IsLoot = TypedDict("_IsLoot", {"is": Literal["loot"]})
_IsMonster = TypedDict("_IsMonster", {"is": Literal["monster"]})


class CatFace(_IsCat):
    """What is printed on a Catventurer.

    Attributes:
        is: what kind of card it is.
        class: its class.
        name: in English.
        text: what it does, in English.
        rank: 0 for a Noble.
        speed: its Speed.
        battle: whether its ability is a Battle ability.
        score: the kind of its scoring line.
    """

    name: str
    text: str
    rank: int
    speed: SpeedFace
    battle: bool
    score: str


class BuffFace(_IsBuff):
    """What is printed on a Buff.

    Attributes:
        is: what kind of card it is.
        name: in English.
        text: what it does, in English.
        value: added to the Speed.
        cost: Mana to pay.
        gain: Mana to take.
    """

    name: str
    text: str
    value: int
    cost: int
    gain: int


class LootFace(_IsLoot):
    """What is printed on a Loot card.

    Attributes:
        is: what kind of card it is.
        name: in English.
        text: what it does, in English.
        kind: of Loot.
        level: of the dungeon.
        monster_icons: Monsters that it brings when it is dealt.
        emblems: Royal Emblems on it.
        resource: which Resource it is.
        treasure: which Treasure it is.
        attack: Attack icons of Gear.
        mana: what it gives when it is taken.
    """

    name: str
    text: str
    kind: str
    level: int
    monster_icons: int
    emblems: int
    resource: str | None
    treasure: str | None
    attack: list[str]
    mana: int


class MonsterFace(_IsMonster):
    """What is printed on a Monster.

    Attributes:
        is: what kind of card it is.
        name: in English.
        text: its reward, in English.
        level: of the dungeon.
        type: its type.
        defences: printed ones.
        question: dice that are rolled for more.
        emblems: Royal Emblems that it counts as besides.
    """

    name: str
    text: str
    level: int
    type: str
    defences: list[str]
    question: int
    emblems: int


Face = CatFace | BuffFace | LootFace | MonsterFace


class PurrballsTable(TypedDict):
    """A table of Purrballs as a viewer sees it.

    Attributes:
        step: where the match stands.
        level: of the dungeon, from 1; 0 before the first.
        levels: how many there are.
        round: of the level, from 1; 0 before the first.
        rounds: how many a level has.
        phase: which phase of the round it is, from 0; null outside of a round.
        turn: the seat whose turn it is.
        order: the seats in the order of this phase.
        turns_done: how many of them have had their turn.
        priority: the seats in the priority order, the Cat King first.
        crown: who holds the Crown.
        way: its face: 1 clockwise, -1 anticlockwise, 0 not chosen.
        claims: seats that claim the Crown.
        claimed_way: the face that who took it on its turn has chosen for later; 0 for none.
        speed_order: the seats by Total Speed; empty while nothing is in play.
        ranking: the seats by XP, ties by priority.
        pool: the Loot row.
        monsters: the Monster row.
        decks: what lies face-down.
        seats: for each seat what the viewer knows of it.
        hand: the viewer's Catventurers, wherever they are.
        buffs: the viewer's Buffs.
        looked: cards that the viewer looks at, to choose from.
        camp: cards of the viewer's Camp.
        camp_full: how many a full Camp has.
        rotate: the viewer's Wanderer in play.
        fight: the battle that is being fought.
        battle: the battles of the turn.
        half: the first of two cards chosen.
        wyvern: what it counts as; null while that is open.
        cards: what is printed on each card named above, by key.
    """

    step: str
    level: int
    levels: int
    round: int
    rounds: int
    phase: int | None
    turn: int | None
    order: list[int]
    turns_done: int
    priority: list[int]
    crown: int
    way: int
    claims: list[int]
    claimed_way: int
    speed_order: list[int]
    ranking: list[int]
    pool: list[PoolCard]
    monsters: list[PoolMonster]
    decks: Decks
    seats: list[Seat]
    hand: list[HandCard]
    buffs: list[BuffCard]
    looked: list[Choosable]
    camp: list[Choosable]
    camp_full: int
    rotate: Rotating | None
    fight: Fighting | None
    battle: Battles | None
    half: str | None
    wyvern: str | None
    cards: dict[str, Face]


# -- making it ------------------------------------------------------------------------------------


def view(s: State, viewer: int | None, question: Question | None) -> PurrballsTable:
    """The table as that viewer sees it."""
    playing = s.step in (ACTION, LOOTING, BATTLE)
    asked = question is not None and viewer is not None and viewer in question.seats
    now = _Now(s, viewer, question if asked else None)
    places = emblem_places(s)
    seats = [_seat(s, viewer, seat, places[seat]) for seat in range(s.seats)]
    table: PurrballsTable = {
        "step": STEPS[s.step],
        "level": s.level,
        "levels": LEVELS,
        "round": s.round,
        "rounds": ROUNDS[s.seats],
        "phase": PHASE_OF.get(s.step),
        "turn": s.order[s.turn] if playing and s.order else None,
        "order": list(s.order),
        "turns_done": s.turn,
        "priority": s.priority(),
        "crown": s.crown,
        "way": s.way,
        "claims": members(s.claims),
        "claimed_way": s.claimed_way,
        "speed_order": s.speed_order() if s.cat[0] >= 0 else [],
        "ranking": sorted(s.priority(), key=lambda seat: -seats[seat]["xp"]),
        "pool": [_pool_card(s, now, card) for card in s.pool],
        "monsters": [_monster(s, now, card) for card in s.monsters],
        "decks": {
            "loot": len(s.loot_deck) + len(s.under),
            "monsters": len(s.monster_deck),
            "cats": len(s.cat_deck),
            "discard": len(s.discard) + sum(map(len, s.swapped)) - sum(s.away),
            "box": len(s.box),
            "under": [LOOT[card].key for card in s.under],
        },
        "seats": seats,
        "hand": [],
        "buffs": [],
        "looked": [],
        "camp": [],
        "camp_full": CAMP_SIZE,
        "rotate": None,
        "fight": _fight(s, now) if s.foe in s.monsters else None,
        "battle": None,
        "half": LOOT[s.half].key if s.half >= 0 else None,
        "wyvern": None if s.wyvern is None else ["monster", *TREASURES][s.wyvern + 1],
        "cards": {},
    }
    if s.fighter >= 0:
        table["battle"] = {"seat": s.fighter, "battles": s.battles, "free": _free(s)}
    if viewer is not None:
        table["hand"] = _hand(s, now, viewer)
        table["buffs"] = _buffs(s, now, viewer)
        table["looked"] = [_choosable(now, cat) for cat in s.looked[viewer]]
        table["camp"] = [_choosable(now, cat) for cat in s.camp[viewer]]
        table["rotate"] = _rotate(s, now, viewer)
    table["cards"] = _printed(table)
    return table


class _Now:
    """What the viewer may choose now, and why not something else."""

    def __init__(self, s: State, viewer: int | None, question: Question | None) -> None:
        self.viewer = viewer
        self.kind: QuestionKind | None = None
        self.actions: set[Action] = set()
        self.why: Mapping[str, Json] = {}
        self.party = s.party(viewer) if viewer is not None else []
        self.xp = sum(cat_xp(s, viewer, self.party)) if viewer is not None else 0
        if question is not None and viewer is not None:
            self.actions = set(question.options(s, viewer))
            self.kind = next(kind for kind in QUESTIONS if kind.name == question.kind)
            if self.kind.why is not None:
                self.why = self.kind.why(s, viewer)

    def may(self, action: Action) -> bool:
        return action in self.actions


NOT_NOW: Why = {"code": "not_now"}


def _pool_card(s: State, now: _Now, card: int) -> PoolCard:
    can = now.may(TAKE[card])
    reserved = s.reserver if card == s.reserved else None
    worth = None
    if now.viewer is not None:
        worth = _worth(s, now, loot=(card,), effects=GIFT[card])
    return {
        "card": LOOT[card].key,
        "can": can,
        "why": None if can else _why_not_take(s, now, card),
        "reserved": reserved,
        "worth": worth,
    }


def _why_not_take(s: State, now: _Now, card: int) -> Why:
    viewer = now.viewer
    asked = now.why.get(TAKE[card].key)
    if asked is not None:
        return cast("Why", asked)
    if card == s.reserved and s.reserver != viewer:
        return {"code": "reserved", "seat": s.reserver}
    if viewer is not None and s.cat[viewer] >= 0:
        if s.grabbed[viewer]:
            return {"code": "grabbed"}
        if s.step == BATTLE or (s.step == LOOTING and s.order.index(viewer) < s.turn):
            return {"code": "has_loot"}
    return NOT_NOW


def _worth(
    s: State,
    now: _Now,
    effects: Iterable[Effect],
    loot: tuple[int, ...] = (),
    trophies: tuple[int, ...] = (),
) -> int:
    """How many XP more the viewer's Catventurers would score now with these cards."""
    viewer = now.viewer
    assert viewer is not None
    with_it = s.copy()
    with_it.loot[viewer] += loot
    with_it.trophies = put(s.trophies, viewer, s.trophies[viewer] + trophies)
    with_it.mana[viewer] += sum(e.amount for e in effects if isinstance(e, GainMana))
    return sum(cat_xp(with_it, viewer, now.party)) - now.xp


def _monster(s: State, now: _Now, card: int) -> PoolMonster:
    can, viewer = now.may(CHALLENGE[card]), now.viewer
    why: Why | None = None
    if not can:
        if s.foe in s.monsters:
            why = {"code": "in_battle", "seat": s.fighter}
        elif viewer is not None and s.cat[viewer] >= 0 and not FIGHTS[s.cat[viewer]]:
            why = {"code": "no_battle", "card": CATS[s.cat[viewer]].key}
        else:
            why = NOT_NOW
    against: Against | None = None
    worth = None
    if viewer is not None:
        foe = MONSTERS[card]
        icons = [(k, c) for c in s.upright_gear(viewer) for k in LOOT[c].attack]
        fighting = s.fighter == viewer
        if fighting:
            icons = [*((k, -1) for k, n in enumerate(s.free) for _ in range(n)), *icons]
        ignore = s.ignore if fighting else ()
        met = [by is not None for by in assign(icons, foe.defences, ignore)]
        enough = all(met) if not fighting else bool(ways_to_win(s, viewer, foe.defences)[1])
        against = {"met": met, "enough": enough}
        worth = _worth(s, now, trophies=(card,), effects=REWARD[card])
    return {
        "card": MONSTERS[card].key,
        "can": can,
        "why": why,
        "against": against,
        "worth": worth,
    }


def _free(s: State) -> list[str]:
    return [ICONS[kind] for kind, number in enumerate(s.free) for _ in range(number)]


def _seat(s: State, viewer: int | None, seat: int, place: int) -> Seat:
    own = seat == viewer or s.step >= COUNT
    cats = s.party(seat) if own else s.known_party(seat)
    xps = cat_xp(s, seat, cats)
    lasting = [cat for cat in cats if cat != s.temp[seat]]
    have = goods(s, seat, wyvern_of(s, seat, lasting, place))
    size = len(s.hand[seat]) + len(s.rest[seat]) + (s.cat[seat] >= 0)
    return {
        "mana": s.mana[seat],
        "xp": sum(xps),
        "unknown": size - len(cats),
        "cats": [
            {
                "card": CATS[cat].key,
                "where": _where(s, seat, cat),
                "xp": xp,
                "temporary": cat == s.temp[seat],
            }
            for cat, xp in zip(cats, xps, strict=True)
        ],
        "hand_size": len(s.hand[seat]),
        "camp_size": len(s.camp[seat]),
        "camp_known": sorted(
            CATS[cat].key for cat, takings in s.returned[seat] if takings == s.takings[seat]
        ),
        "looking": len(s.looked[seat]),
        "level_ups": len(s.swapped[seat]),
        "play": _play(s, seat),
        "loot": _stash(s, seat),
        "trophies": [MONSTERS[trophy].key for trophy in s.trophies[seat]],
        "emblems": have.emblems,
        "place": place if prize(place) else None,
        "prize": prize(place) or None,
        "resources": dict(zip(RESOURCES, have.resources, strict=True)),
        "treasures": dict(zip(TREASURES, have.treasures, strict=True)),
        "types": dict(zip(TYPES, have.monsters, strict=True)),
        "report": by_class(cats, xps),
    }


def _where(s: State, seat: int, cat: int) -> Literal["hand", "rest", "play"]:
    if cat == s.cat[seat]:
        return "play"
    return "rest" if cat in s.rest[seat] else "hand"


def _play(s: State, seat: int) -> InPlay | None:
    if s.cat[seat] < 0:
        return None
    return {
        "cat": CATS[s.cat[seat]].key,
        "buff": BUFFS[s.buff[seat]].key,
        "unpaid": s.unpaid[seat],
        "speed": s.speed[seat],
        "total": s.total(seat),
        "rotated": s.rotated[seat],
        "grabbed": s.grabbed[seat],
    }


def _stash(s: State, seat: int) -> list[StashCard]:
    under = dict(s.tucked[seat])
    return [
        {
            "card": LOOT[card].key,
            "spent": card in s.spent[seat],
            "under": LOOT[under[card]].key if card in under else None,
            "holds": [LOOT[r].key for r, treasure in s.tucked[seat] if treasure == card],
        }
        for card in s.loot[seat]
    ]


TOTALS = tuple({buff.key: sent_total(cat.index, buff) for buff in BUFFS} for cat in CATS)
"""For each Catventurer its Total Speed as sent with each Buff."""


def _hand(s: State, now: _Now, viewer: int) -> list[HandCard]:
    xp = dict(zip(party := s.party(viewer), cat_xp(s, viewer, party), strict=True))
    cards: list[HandCard] = []
    for cat in party:
        why: Why | None = None
        if now.kind is LEVELS_UP:
            why = cast("Why | None", why_stays(cat))
        elif now.kind is WAKE_UP and now.may(WAKE[cat]):
            pass
        elif cat == s.cat[viewer]:
            why = {"code": "in_play"}
        elif cat in s.rest[viewer]:
            why = {"code": "exhausted", "card": CATS[cat].key}
        elif now.kind is not SENDS:
            why = NOT_NOW
        cards.append(
            {
                "card": CATS[cat].key,
                "can": why is None,
                "why": why,
                "xp": xp[cat],
                "totals": TOTALS[cat],
            }
        )
    return cards


def _buffs(s: State, now: _Now, viewer: int) -> list[BuffCard]:
    """All four are at hand in every round (PB-SEL-4), payable or not (PB-SEL-5)."""
    cards: list[BuffCard] = []
    for buff in BUFFS:
        can = now.kind is SENDS
        laid = s.buff[viewer] == buff.index and not s.unpaid[viewer]
        why: Why | None = None if can else {"code": "in_play"} if laid else NOT_NOW
        short = max(0, buff.cost - s.mana[viewer])
        cards.append({"card": buff.key, "can": can, "why": why, "short": short})
    return cards


def _choosable(now: _Now, cat: int) -> Choosable:
    can = now.may(CHOOSE[cat]) or now.kind is LEVELS_UP
    return {"card": CATS[cat].key, "can": can, "why": None if can else NOT_NOW}


def _rotate(s: State, now: _Now, viewer: int) -> Rotating | None:
    cat = s.cat[viewer]
    effect = next((e for e in ABILITY[cat] if isinstance(e, Rotate)), None) if cat >= 0 else None
    if effect is None:
        return None
    can = now.kind is ROTATES
    why: Why | None = None
    if not can:
        if s.rotated[viewer]:
            why = {"code": "rotated"}
        elif s.mana[viewer] < effect.cost:
            why = {"code": "no_mana", "short": effect.cost - s.mana[viewer]}
        elif not effect.possible(s, viewer):
            why = {"code": "no_target", "verb": effect.then[0].verb}
        else:
            why = NOT_NOW
    return {"can": can, "why": why, "cost": effect.cost, "speed": CATS[cat].turned}


def _fight(s: State, now: _Now) -> Fighting:
    seat, foe, kinds = s.fighter, MONSTERS[s.foe], defences(s)
    upright, ways = ways_to_win(s, seat, kinds)
    chosen = bits(upright.index(card) for card in s.gear if card in upright)
    icons = [(kind, -1) for kind, number in enumerate(s.free) for _ in range(number)]
    icons += [(kind, card) for card in s.gear if card >= 0 for kind in LOOT[card].attack]
    matched = assign(icons, kinds, s.ignore)
    shown: list[Defence] = []
    for i, (kind, by) in enumerate(zip(kinds, matched, strict=True)):
        matchers: list[Matcher] | None = None
        if by is not None:
            matchers = [{"gear": None if card < 0 else LOOT[card].key} for card in by]
        shown.append(
            {
                "icon": DEFENCES[kind],
                "rolled": i >= len(foe.defences),
                "ignored": kind in s.ignore,
                "by": matchers,
            }
        )
    no = why_no_gear(s, seat) if s.gear is not LOST else {}
    gear: list[GearCard] = []
    for card in s.loot[seat]:
        if not LOOT[card].attack:
            continue
        can = now.may(GEAR[card])
        why: Why | None = None
        if not can and card not in s.gear:
            why = cast("Why", no.get(GEAR[card].key, NOT_NOW))
        gear.append({"card": LOOT[card].key, "chosen": card in s.gear, "can": can, "why": why})
    return {
        "seat": seat,
        "card": foe.key,
        "battles": s.battles,
        "defences": shown,
        "free": _free(s),
        "gear": gear,
        "won": chosen in ways,
    }


# -- what is printed ------------------------------------------------------------------------------


def _face(card: Card) -> Face:
    if isinstance(card, Cat):
        return {
            "is": "cat",
            "name": card.name,
            "text": card.text,
            "class": card.class_,
            "rank": card.rank,
            "speed": {"kind": card.speed_kind, "upright": card.upright, "rotated": card.turned},
            "battle": card.battle,
            "score": card.score.kind,
        }
    if isinstance(card, Loot):
        return {
            "is": "loot",
            "name": card.name,
            "text": card.text,
            "kind": card.kind,
            "level": card.level,
            "monster_icons": card.monster_icons,
            "emblems": card.emblems,
            "resource": RESOURCES[card.resource] if card.resource >= 0 else None,
            "treasure": TREASURES[card.treasure] if card.treasure >= 0 else None,
            "attack": [ICONS[kind] for kind in card.attack],
            "mana": sum(e.amount for e in GIFT[card.index] if isinstance(e, GainMana)),
        }
    if isinstance(card, Monster):
        return {
            "is": "monster",
            "name": card.name,
            "text": card.text,
            "level": card.level,
            "type": TYPES[card.type],
            "defences": [DEFENCES[kind] for kind in card.defences],
            "question": card.question,
            "emblems": EMBLEMS[card.index],
        }
    return {
        "is": "buff",
        "name": card.name,
        "text": card.text,
        "value": card.value,
        "cost": card.cost,
        "gain": card.gain,
    }


FACES = {key: _face(card) for key, card in CARDS.items()}
"""What is printed on each card, by key."""


def _printed(table: PurrballsTable) -> dict[str, Face]:
    keys: set[str] = set(table["decks"]["under"])
    shown: list[Iterable[Choosable]] = [
        table["pool"], table["monsters"], table["hand"], table["buffs"], table["looked"],
        table["camp"],
    ]  # fmt: skip
    for row in shown:
        keys.update(entry["card"] for entry in row)
    for seat in table["seats"]:
        keys.update(_keys(seat))
    return {key: FACES[key] for key in sorted(keys)}


def _keys(seat: Seat) -> Iterable[str]:
    yield from seat["trophies"]
    yield from seat["camp_known"]
    yield from (cat["card"] for cat in seat["cats"])
    yield from (card["card"] for card in seat["loot"])
    if seat["play"]:
        yield seat["play"]["cat"]
        yield seat["play"]["buff"]
