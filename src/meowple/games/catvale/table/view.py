"""What a viewer may see, as plain data: the ``table`` part of `Match.view` (CV-RUL-87).

Cards, tiles and slots are named by id, spaces by name (row and place, ``d4`` is the middle), seats by
number. What the viewer may choose stands in the ``actions`` of `Match.view`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from meowple.author import Question
from meowple.games.catvale.pieces.board import MOOD_ENDS
from meowple.games.catvale.pieces.hexes import BIT, NAMES, SPACES
from meowple.games.catvale.pieces.names import (
    BOUGHT,
    DECKS,
    DURATIONS,
    HOME,
    ITEMS,
    KIND,
    MARKERS,
    PILES,
    RULES,
    SEASONS,
    SKILLS,
    TILES,
)
from meowple.games.catvale.rules import combat, dials, growth
from meowple.games.catvale.rules.prestige import backyard, prestige
from meowple.games.catvale.rules.quests import markers_left
from meowple.games.catvale.rules.standing import DESIGN, UNDER_A_CAT, rules_of
from meowple.games.catvale.state import ATTACKER, STEPS, USED, Plot

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


class Space(TypedDict):
    """A space of the map.

    Attributes:
        space: its name.
        tile: the tile on it; None while it is face-down.
        owner: whose Backyard it is.
        fire: whether a fire burns here.
        mark: whose marker lies here.
        token: whether a face-down Forest token lies here.
        used: the Forest token that was revealed here.
        cats: the seats whose cats stand here.
    """

    space: str
    tile: str | None
    owner: int | None
    fire: bool
    mark: int | None
    token: bool
    used: str | None
    cats: list[int]


class SpecialToken(TypedDict):
    """A special token: on a space, or under the cat of a seat.

    Attributes:
        token: which.
        space: where it lies; None for one under a cat.
        seat: under whose cat it lies; None for one on a space.
        card: the card that put it there.
        until: how long it stays.
    """

    token: str
    space: str | None
    seat: int | None
    card: str
    until: str


class Pile(TypedDict):
    """A deck.

    Attributes:
        cards: how many it has to draw from.
        discards: its discard pile.
                under: what lies under it, the next to be drawn first; None for a card that the
            viewer does not know.
    """

    cards: int
    discards: list[str]
    under: list[str | None]


class QuestView(TypedDict):
    """An open Quest.

    Attributes:
        card: which.
        marks: for each requirement the seat that fulfilled it; None while it is open.
    """

    card: str
    marks: list[int | None]


class InPlay(TypedDict):
    """A card in play.

    Attributes:
        card: which.
        used: whether it is turned until Breakfast.
    """

    card: str
    used: bool


class PlotView(TypedDict):
    """A Building with what belongs to it.

    Attributes:
        building: the Building.
        worker: who works there.
        upgrades: its Upgrades.
        spray: the card that sprayed it.
    """

    building: InPlay
    worker: InPlay | None
    upgrades: list[InPlay]
    spray: str | None


class FrontView(TypedDict):
    """A card in front of a player.

    Attributes:
        card: which.
        used: whether it is turned until Breakfast.
        until: how long it lies there.
    """

    card: str
    used: bool
    until: str


class PlayerView(TypedDict):
    """What is open of a player, and of the viewer's own all.

    Attributes:
        cat: the Cat card.
        at: the space of the cat.
        prestige: points.
        backyard: how many of them lie in the Backyard.
        pride: Pride left.
        flat: whether the cat lies flat, Humiliated.
        grown: whether the cat is experienced, its card turned over.
        goods: how many of each item, movement points among them.
        attack, defence: the dials; None before a cat is chosen.
        dice: unused Action Dice of value 1, 2 and 3.
        defence_die: the Defence Die; 0 for none.
        spent: how many dice are set aside.
        rolled: dice rolled in Planning.
        ready: whether the player is ready with what all prepare.
        skills: skills of the Growth Tree.
        markers: where each Growth marker is.
        way: all slots that each marker went through.
        hand: the hand cards that the viewer knows.
        hand_size: how many hand cards there are.
        cards: how many of them are of each deck, by their backs.
        bought: how many face-down tokens were bought.
        tokens: which they are; None for those of others.
        sand_size: how many Harvest tokens are held.
        sand: which they are; None for those of others.
        ambition: the Ambition, if the viewer knows it.
        scored: whether it has scored.
        plots: the Buildings of the Backyard.
        front: cards in front of the player.
        trophies: Humiliated opponents.
        marks: how many tiles are Marked.
        markers_left: Player Markers in the supply.
        arena, harvest: spaces on the two tracks.
        dug: whether the player has dug for the Harvest.
        counters: what Ambitions count.
        rules: what holds for this player now by cards and skills.
    """

    cat: str | None
    at: str | None
    prestige: int
    backyard: int
    pride: int
    flat: bool
    grown: bool
    goods: dict[str, int]
    attack: int | None
    defence: int | None
    dice: list[int]
    defence_die: int
    spent: int
    rolled: list[int]
    ready: bool
    skills: list[str]
    markers: dict[str, str]
    way: dict[str, list[str]]
    hand: list[str]
    hand_size: int
    cards: dict[str, int]
    bought: int
    tokens: dict[str, int] | None
    sand_size: int
    sand: list[str] | None
    ambition: str | None
    scored: bool
    plots: list[PlotView]
    front: list[FrontView]
    trophies: list[str]
    marks: int
    markers_left: int
    arena: int
    harvest: int
    dug: bool
    counters: dict[str, int]
    rules: list[str]


class FightView(TypedDict):
    """A combat as it stands.

    Attributes:
        kind: ``player``, ``encounter`` or ``duel``.
        attacker, defender: the seats; None for an opponent from a card.
        card: that opponent's card.
        strength: its strength.
        attack_die: the Attack Die; 0 where an opponent attacks.
        fate: the Fate Dice of attacker and defender; 0 before they are rolled.
        boost: what cards and tokens have added to both.
        totals: both sums.
        passed: whether attacker and defender have passed.
        step: whose step it is: ``attacker``, ``defender`` or ``supporters``.
        stage: ``declared``, ``playing``, ``decided`` or ``ended``.
    """

    kind: str
    attacker: int | None
    defender: int | None
    card: str | None
    strength: int
    attack_die: int
    fate: list[int]
    boost: list[int]
    totals: list[int]
    passed: list[bool]
    step: str
    stage: str


class TalkView(TypedDict):
    """A talk; an offer is hidden from others until it is made.

    Attributes:
        opener, partner: who talk.
        attack: whether it is the talk before an Attack.
        speaker: whose step it is.
        answering: whether they answer an offer, not make one.
        gives, asks: what the offer gives and asks for; None while it is hidden.
        made: how many offers opener and partner have made.
    """

    opener: int
    partner: int
    attack: bool
    speaker: int
    answering: bool
    gives: dict[str, int] | None
    asks: dict[str, int] | None
    made: list[int]


class Holds(TypedDict):
    """Something that holds for a while.

    Attributes:
        verb: ``stat``, ``yield``, ``discount``, ``rule`` or ``territory``.
        what: which dial, items or purchases, by number or as bits.
        seats: for whom.
        amount: by how much.
        until: how long.
        uses: how often it still works; 0 is without limit.
    """

    verb: str
    what: int
    seats: list[int]
    amount: int
    until: str
    uses: int


class TurnView(TypedDict):
    """What the active player has done so far in the turn.

    Attributes:
        seat: who.
        side, side_limit: Side Actions taken, and how many may be.
        main: whether the Main Action is taken.
        token_revealed: whether a Forest token was revealed.
        bought_die: whether an Action Die was bought this Round.
    """

    seat: int
    side: int
    side_limit: int
    main: bool
    token_revealed: bool
    bought_die: bool


class OrdersView(TypedDict):
    """Standing orders of the viewer, in the form that `Match.set_orders` takes.

    Attributes:
        rolls: ``mine``, ``all`` or ``never``: which rolls stop for the viewer.
        fights: ``last``, ``every`` or ``never``: which steps of others' combats do.
        turns: ``never`` or ``always``: whether the window between two turns does.
        self: ``ask`` or ``never``: whether windows about the viewer's own affairs do.
        defence: keys of actions: the standing defence.
                now: other words that hold ``until`` the end of the running ``turn`` or ``combat``
            alone; None for none.
    """

    rolls: str
    fights: str
    turns: str
    self: str
    defence: list[str]
    now: dict[str, str] | None


class MoodView(TypedDict):
    """The Mood.

    Attributes:
        at: the space of the marker, 0 in the middle, Chaos below.
        marker: whose Growth marker that space moves in Growth; None for neither.
        growth: by how much it would move now.
    """

    at: int
    marker: str | None
    growth: int


class CatvaleTable(TypedDict):
    """The whole table as a viewer may see it.

    Attributes:
        step: where the game is.
        round: 1 to 6; 0 in Spring before the first.
        season: which.
        first: the First Player.
        turn: the turn that is going on; None outside turns.
        mood: the Mood.
        map: the spaces in their order.
        passages: both ends of tunnel and bridge.
        tokens: special tokens.
        market: the cards of the Flea Market by row; None for a gap.
        decks: the decks by name.
        bag: how many Harvest tokens are in the bag.
        forest_pool: how many Forest tokens are in the pool.
        quests: open Quests.
        vale: Vale Life tiles that are flipped.
        shop: dice in the Dice Shop of value 1, 2 and 3.
        standing: what holds for a while.
        harvested: whether the Harvest has come.
        open_die: a die that was just rolled: kind, face and whose it is.
        loss: Pride about to be lost.
        fight: the combat that is going on.
        talk: the talk that is going on.
        looked: cards that the viewer looks at now.
        picks: Starting cards that the viewer has drafted.
        prepared: keys of what the viewer has prepared in secret.
        spare_ambition: the viewer's other Ambition while one is chosen.
        orders: the viewer's standing orders.
        players: the players by seat.
    """

    step: str
    round: int
    season: str
    first: int
    turn: TurnView | None
    mood: MoodView
    map: list[Space]
    passages: dict[str, list[str]]
    tokens: list[SpecialToken]
    market: list[list[str | None]]
    decks: dict[str, Pile]
    bag: int
    forest_pool: int
    quests: list[QuestView | None]
    vale: list[str]
    shop: list[int]
    standing: list[Holds]
    harvested: bool
    open_die: list[str | int] | None
    loss: int
    fight: FightView | None
    talk: TalkView | None
    looked: list[str] | None
    picks: list[str] | None
    prepared: list[str] | None
    spare_ambition: str | None
    orders: OrdersView | None
    players: list[PlayerView]


def view(s: State, viewer: int | None, question: Question | None) -> CatvaleTable:
    """The table as a viewer may see it."""
    ids = _ids(s)
    own = viewer is not None
    turn = s.turn
    return {
        "step": STEPS[s.step],
        "round": s.round,
        "season": SEASONS[s.season],
        "first": s.first,
        "turn": _turn(s, turn) if STEPS[s.step] in ("turn", "combat", "talk") else None,
        "mood": _mood(s),
        "map": [_space(s, ids, space) for space in range(SPACES)],
        "passages": {
            name: [NAMES[space] for space in ends]
            for name, ends in (("tunnel", s.tunnel), ("bridge", s.bridge))
            if ends[0] >= 0
        },
        "tokens": _tokens(s, ids),
        "market": [[_id(ids, card) for card in s.market[row : row + 3]] for row in (0, 3)],
        "decks": {DECKS[pile]: _pile(s, ids, pile, viewer) for pile in PILES},
        "bag": len(s.bag),
        "forest_pool": len(s.forest_pool) - s.forest.bit_count(),
        "quests": [_quest(s, ids, place) for place in range(2)],
        "vale": [tile.id for i, tile in enumerate(s.box.vale) if s.vale >> i & 1],
        "shop": list(s.shop),
        "standing": [_holds(s, place) for place in range(len(s.standing))],
        "harvested": s.harvested,
        "open_die": None if s.open_die is None else list(s.open_die),
        "loss": s.loss,
        "fight": _fight(s, ids),
        "talk": _talk(s, viewer),
        "looked": [ids[card] for card in s.looked] if own and s.looker == viewer else None,
        "picks": None if viewer is None else [ids[card] for card in s.picks[viewer]],
        "prepared": None
        if viewer is None
        else [s.box.actions[entry].key for entry in s.plan[viewer]],
        "spare_ambition": None if viewer is None else _id(ids, s.spare[viewer]),
        "orders": None if viewer is None else _orders(s, viewer),
        "players": [_player(s, ids, seat, viewer) for seat in range(s.seats)],
    }


def _ids(s: State) -> list[str]:
    return [card.id for card in s.box.cards]


def _id(ids: list[str], card: int) -> str | None:
    return None if card < 0 else ids[card]


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def _orders(s: State, viewer: int) -> OrdersView:
    orders: OrdersView = s.orders[viewer].to_json(s.box.actions)  # type: ignore[assignment]
    return orders


def _turn(s: State, seat: int) -> TurnView:
    return {
        "seat": seat,
        "side": s.side,
        "side_limit": s.side_limit,
        "main": s.main,
        "token_revealed": s.token_revealed,
        "bought_die": bool(s.bought_die >> seat & 1),
    }


def _mood(s: State) -> MoodView:
    space = s.box.board.mood[s.mood + MOOD_ENDS]
    marker = MARKERS[space.marker] if space.marker >= 0 else None
    return {"at": s.mood, "marker": marker, "growth": space.growth}


def _space(s: State, ids: list[str], space: int) -> Space:
    face_up = s.face_up & BIT[space]
    tile = s.tiles[space]
    used = [token for where, token in s.forest_used if where == space]
    return {
        "space": NAMES[space],
        "tile": TILES[KIND[tile]] if face_up else None,
        "owner": tile - HOME if face_up and tile >= HOME else None,
        "fire": s.fire == space,
        "mark": s.marks[space] if s.marks[space] >= 0 else None,
        "token": bool(s.forest & BIT[space]),
        "used": ids[used[0]] if used else None,
        "cats": [seat for seat in range(s.seats) if s.at[seat] == space],
    }


def _tokens(s: State, ids: list[str]) -> list[SpecialToken]:
    return [
        {
            "token": out.token,
            "space": None if out.token in UNDER_A_CAT else NAMES[out.place],
            "seat": out.place if out.token in UNDER_A_CAT else None,
            "card": ids[out.card],
            "until": DURATIONS[out.until],
        }
        for out in s.tokens
    ]


def _pile(s: State, ids: list[str], pile: int, viewer: int | None) -> Pile:
    everybody = (1 << s.seats) - 1

    def known(by: int) -> bool:
        return by == everybody if viewer is None else bool(by >> viewer & 1)

    return {
        "cards": len(s.stock[pile]) + len(s.under[pile]),
        "discards": [ids[card] for card in s.discards[pile]],
        "under": [ids[each.card] if known(each.by) else None for each in s.under[pile]],
    }


def _quest(s: State, ids: list[str], place: int) -> QuestView | None:
    card = s.quests[place]
    if card < 0:
        return None
    marks = s.quest_marks[3 * place : 3 * place + 3]
    return {"card": ids[card], "marks": [owner if owner >= 0 else None for owner in marks]}


def _holds(s: State, place: int) -> Holds:
    entry = s.standing[place]
    return {
        "verb": entry.verb,
        "what": entry.what,
        "seats": _seats(entry.seats),
        "amount": entry.amount,
        "until": DURATIONS[entry.until],
        "uses": entry.uses,
    }


def _fight(s: State, ids: list[str]) -> FightView | None:
    fight = s.fight
    if fight is None:
        return None
    attack, defence = combat.totals(s)
    attacker, defender = fight.sides
    return {
        "kind": ("player", "encounter", "duel")[fight.kind],
        "attacker": attacker if attacker >= 0 else None,
        "defender": defender if defender >= 0 else None,
        "card": _id(ids, fight.card),
        "strength": fight.strength,
        "attack_die": fight.die,
        "fate": list(fight.fate),
        "boost": list(fight.boost),
        "totals": [attack, defence],
        "passed": [bool(fight.passed >> side & 1) for side in range(2)],
        "step": "supporters"
        if fight.next == combat.SUPPORTERS
        else "attacker"
        if fight.next == ATTACKER
        else "defender",
        "stage": ("declared", "playing", "decided", "ended")[fight.stage],
    }


def _talk(s: State, viewer: int | None) -> TalkView | None:
    talk = s.talk
    if talk is None:
        return None
    seen = talk.answering or viewer == talk.speaker
    gives, asks = (
        {ITEMS[item]: number for item, number in enumerate(units) if number}
        for units in (talk.gives, talk.asks)
    )
    return {
        "opener": talk.opener,
        "partner": talk.partner,
        "attack": talk.attack,
        "speaker": talk.speaker,
        "answering": talk.answering,
        "gives": gives if seen else None,
        "asks": asks if seen else None,
        "made": list(talk.made),
    }


def _in_play(ids: list[str], card: int) -> InPlay:
    return {"card": ids[card & DESIGN], "used": bool(card & USED)}


def _plot(ids: list[str], plot: Plot) -> PlotView:
    return {
        "building": _in_play(ids, plot.building),
        "worker": _in_play(ids, plot.worker) if plot.worker >= 0 else None,
        "upgrades": [_in_play(ids, card) for card in plot.upgrades],
        "spray": _id(ids, plot.spray),
    }


def _player(s: State, ids: list[str], seat: int, viewer: int | None) -> PlayerView:
    mine = seat == viewer
    cat = s.cat[seat]
    ends = growth.ends(s, seat)
    slots = s.box.tree.slots
    bought = {ITEMS[item]: s.goods[seat][place] for item, place in BOUGHT.items()}
    scored = bool(s.scored >> seat & 1)
    knows = mine or scored or (viewer is not None and bool(s.seen_ambition[seat] >> viewer & 1))
    bits = rules_of(s, seat)
    return {
        "cat": None if cat < 0 else s.box.cats[cat].id,
        "at": NAMES[s.at[seat]] if s.at[seat] >= 0 else None,
        "prestige": prestige(s, seat),
        "backyard": backyard(s, seat),
        "pride": s.pride[seat],
        "flat": bool(s.flat >> seat & 1),
        "grown": bool(s.grown >> seat & 1),
        "goods": {name: s.goods[seat][item] for item, name in enumerate(ITEMS)},
        "attack": None if cat < 0 else dials.attack(s, seat),
        "defence": None if cat < 0 else dials.defence(s, seat),
        "dice": list(s.dice[seat]),
        "defence_die": s.defence[seat],
        "spent": s.spent[seat],
        "rolled": list(s.rolled[seat]),
        "ready": bool(s.ready >> seat & 1),
        "skills": [name for i, name in enumerate(SKILLS) if s.skills[seat] >> i & 1],
        "markers": {name: slots[ends[i]].id for i, name in enumerate(MARKERS)},
        "way": {
            name: [slots[slot].id for slot in s.paths[2 * seat + i]]
            for i, name in enumerate(MARKERS)
        },
        "hand": [ids[card] for card in known_hand(s, seat, viewer)],
        "hand_size": len(s.hand[seat]),
        "cards": _backs(s, seat),
        "bought": sum(bought.values()),
        "tokens": bought if mine else None,
        "sand_size": len(s.sand[seat]),
        "sand": [ids[token] for token in s.sand[seat]] if mine else None,
        "ambition": _id(ids, s.ambition[seat]) if knows else None,
        "scored": scored,
        "plots": [_plot(ids, plot) for plot in s.plots[seat]],
        "front": [
            {**_in_play(ids, lying.card), "until": DURATIONS[lying.until]}
            for lying in s.front[seat]
        ],
        "trophies": [ids[card] for card in s.trophies[seat]],
        "marks": s.marks.count(seat),
        "markers_left": markers_left(s, seat),
        "arena": s.arena[seat],
        "harvest": s.harvest[seat],
        "dug": bool(s.dug >> seat & 1),
        "counters": {
            "tiles-revealed": s.turned_up[seat],
            "fish-caught": s.caught[seat],
            "combats-won": s.won[seat],
            "duels-won": s.duels[seat],
            "quest-steps": s.quest_steps[seat],
            "quests-joined": s.joined[seat],
            "harvest-tokens": s.drawn[seat],
        },
        "rules": [name for i, name in enumerate(RULES) if bits >> i & 1],
    }


def known_hand(s: State, seat: int, viewer: int | None) -> list[int]:
    """The cards of a hand that a viewer knows to be there."""
    if seat == viewer:
        return list(s.hand[seat])
    everybody = (1 << s.seats) - 1
    return sorted(
        note.card
        for note in s.notes[seat]
        if (note.by | 1 << seat == everybody if viewer is None else bool(note.by >> viewer & 1))
    )


def _backs(s: State, seat: int) -> dict[str, int]:
    """How many cards of each deck a hand holds."""
    found: dict[str, int] = {}
    for card in s.hand[seat]:
        name = DECKS[s.box.cards[card].deck]
        found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items()))
