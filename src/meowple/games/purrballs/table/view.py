"""What a viewer may see, as plain data: the ``table`` part of `Match.view`, in its `forms`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

from meowple.author import Action, Json, Question, QuestionKind
from meowple.games.purrballs.pieces.actions import CHALLENGE, CHOOSE, GEAR, TAKE, WAKE
from meowple.games.purrballs.pieces.box import BATTLE as FIGHTS
from meowple.games.purrballs.pieces.box import BUFFS, CATS, LOOT, MONSTERS
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

from .form import (
    Against,
    BuffCard,
    Choosable,
    Defence,
    Face,
    Fighting,
    GearCard,
    HandCard,
    InPlay,
    Matcher,
    PoolCard,
    PoolMonster,
    PurrballsTable,
    Rotating,
    Seat,
    StashCard,
    Why,
)
from .printed import PRINTED


def view(s: State, viewer: int | None, question: Question | None) -> PurrballsTable:
    """The table as that viewer sees it."""
    playing = s.step in (ACTION, LOOTING, BATTLE)
    asked = question is not None and viewer is not None and viewer in question.seats
    now = _Now(s, viewer, question if asked else None)
    places = emblem_places(s)
    seats = [_seat(s, viewer, seat, places) for seat in range(s.seats)]
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


def _seat(s: State, viewer: int | None, seat: int, places: Sequence[int]) -> Seat:
    own = seat == viewer or s.step >= COUNT
    cats = s.party(seat) if own else s.known_party(seat)
    xps = cat_xp(s, seat, cats, places)
    place = places[seat]
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
    no = why_no_gear(s, seat) if s.gear != LOST else {}
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
    return {key: PRINTED[key] for key in sorted(keys)}


def _keys(seat: Seat) -> Iterable[str]:
    yield from seat["trophies"]
    yield from seat["camp_known"]
    yield from (cat["card"] for cat in seat["cats"])
    yield from (card["card"] for card in seat["loot"])
    if seat["play"]:
        yield seat["play"]["cat"]
        yield seat["play"]["buff"]
