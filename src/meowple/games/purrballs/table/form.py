"""The form of what a viewer may see: plain data, cards named by key."""

from __future__ import annotations

from typing import Literal, TypedDict


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
