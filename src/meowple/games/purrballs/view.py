"""What a viewer may see, as plain data: the ``table`` part of `Match.view`.

Cards are named by key. ``can`` says whether a card may be chosen now; ``why`` is None or the
reason why not, ``{code, ...}``, which `words.why` puts into a sentence.

``step``, ``level``, ``round``, ``rounds`` (in a level): where the match stands. ``turn``: the seat
whose turn it is, or None. ``order``: the seats in the order of this phase, ``turns_done`` of them
have had their turn. ``priority``: seats, the Cat King first. ``crown``, ``way`` (1 clockwise, -1
anticlockwise, 0 not chosen). ``speed_order``: seats by Total Speed, empty while nothing is in play.
``claims``: seats that claim the Crown.
``pool``: ``[{card, can, why, reserved, worth}]`` (``reserved``: a seat or None; ``worth``: XP more
that the viewer's Catventurers would score with it now, or None).
``monsters``: ``[{card, can, why, against, worth}]``; ``against``: how the viewer's upright Gear, and
the free icons of a battle it has begun, stand against the printed Defences, ``{met: [bool],
enough: bool}``, or None.
``decks``: numbers ``loot``, ``monsters``, ``cats``, ``discard``, ``box``; ``under``: Loot put
under the deck.
``seats``: for each seat ``mana``, ``xp`` (of the ``cats`` the viewer knows of), ``unknown`` (how
many it does not know), ``cats`` ``[{card, where, xp, temporary}]`` (``where``: hand, rest, play),
``hand_size``, ``camp_size``, ``camp_known``, ``looking`` (how many cards it looks at),
``level_ups``, ``play`` (``{cat, buff, unpaid, speed, total, rotated, grabbed}`` or None), ``loot``
``[{card, spent, under, holds}]`` (``under``: the Treasure it lies under; ``holds``: the Resources
under it), ``trophies``, ``emblems``, ``place`` (0 first; None without a prize), ``resources``,
``treasures``, ``types`` (counts by name), ``report`` (XP by class, and ``total``).
``hand``: the viewer's Catventurers ``[{card, can, why, xp}]``, ``buffs``: ``[{card, can, why,
short}]`` (``short``: Mana missing to pay it now), ``looked``, ``camp``: cards the viewer looks at
or has in its Camp, ``[{card, can, why}]``.
``rotate``: ``{can, why, cost, speed}`` for the viewer's Wanderer in play, or None.
``fight``: ``{seat, card, battles, defences, free, gear, won}`` or None. ``defences``: ``[{icon,
rolled, ignored, by}]``, ``by``: what matches it with the Gear chosen so far, ``[{gear}]`` (None
for a rolled or free icon), or None. ``gear``: ``[{card, chosen, can, why}]``; ``free``: icons
that need no Gear; ``won``: whether everything is matched.
``battle``: ``{seat, battles, free}`` from the start of a player's battles to their end, or None.
``half``: the first of two cards chosen, or None. ``wyvern``: what it counts as, or None.
``cards``: what is printed on each card named above, by key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meowple.core.actions import Action
from meowple.core.questions import Question

from .abilities import may_rotate, ways_to_win
from .components import (
    BUFFS,
    CATS,
    CHALLENGE,
    CHOOSE,
    DEFENCES,
    GEAR,
    ICONS,
    LOOT,
    MONSTERS,
    RESOURCES,
    TAKE,
    TREASURES,
    TYPES,
    WAKE,
    Effect,
)
from .matching import assign
from .scoring import cat_xp, emblem_places, goods, report, wyvern_of
from .state import ACTION, BATTLE, COUNT, LOOTING, ROUNDS, STEPS, State, bits, put

Json = dict[str, Any]


def view(s: State, viewer: int | None, question: Question | None) -> Json:
    """The table as that viewer sees it."""
    playing = s.step in (ACTION, LOOTING, BATTLE)
    asked = question is not None and viewer is not None and viewer in question.seats
    now = _Now(s, viewer, question if asked else None)
    table: Json = {
        "step": STEPS[s.step],
        "level": s.level,
        "round": s.round,
        "rounds": ROUNDS[s.seats],
        "turn": s.order[s.turn] if playing and s.order else None,
        "order": s.order[:],
        "turns_done": s.turn,
        "priority": s.priority(),
        "crown": s.crown,
        "way": s.way,
        "speed_order": s.speed_order() if s.cat[0] >= 0 else [],
        "claims": [seat for seat in range(s.seats) if s.claims >> seat & 1],
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
        "seats": [_seat(s, viewer, seat, question) for seat in range(s.seats)],
        "hand": [],
        "buffs": [],
        "looked": [],
        "camp": [],
        "rotate": None,
        "fight": _fight(s, now) if s.foe in s.monsters else None,
        "battle": _battle(s) if s.fighter >= 0 else None,
        "half": LOOT[s.half].key if s.half >= 0 else None,
        "wyvern": None if s.wyvern is None else ["monster", *TREASURES][s.wyvern + 1],
    }
    if viewer is not None:
        table["hand"] = _hand(s, now, viewer)
        table["buffs"] = _buffs(s, now, viewer)
        table["looked"] = [_choosable(now, cat) for cat in s.looked[viewer]]
        table["camp"] = [_choosable(now, cat) for cat in s.camp[viewer]]
        table["rotate"] = _rotate(s, now, viewer)
    table["cards"] = _printed(table)
    return table


class _Now:
    """What the viewer may choose now."""

    def __init__(self, s: State, viewer: int | None, question: Question | None) -> None:
        self.viewer = viewer
        self.kind = question.kind if question else ""
        self.actions: set[Action] = set()
        if question is not None and viewer is not None:
            self.actions = set(question.options(s, viewer))

    def may(self, action: Action | None) -> bool:
        return action in self.actions


TAKING = ("loot", "grab", "cycle", "reserve", "swap-for")
"""Kinds of questions whose answer is a card of the Pool."""


def _pool_card(s: State, now: _Now, card: int) -> Json:
    can = now.may(TAKE[card])
    reserved = s.reserver if card == s.reserved else None
    why: Json | None = None
    if not can:
        if reserved is not None and reserved != now.viewer:
            why = {"code": "reserved", "seat": reserved}
        elif now.kind == "swap-for":
            why = {"code": "no_resource"}
        else:
            why = _wait(s, now, TAKING)
    worth = None
    if now.viewer is not None:
        worth = _worth(s, now.viewer, loot=(card,), effects=LOOT[card].effects)
    return {"card": LOOT[card].key, "can": can, "why": why, "reserved": reserved, "worth": worth}


def _worth(
    s: State,
    viewer: int,
    effects: tuple[Effect, ...],
    loot: tuple[int, ...] = (),
    trophies: tuple[int, ...] = (),
) -> int:
    """How many XP more the viewer's Catventurers would score now with these cards."""
    with_it = s.copy()
    with_it.loot[viewer] += loot
    with_it.trophies = put(s.trophies, viewer, s.trophies[viewer] + trophies)
    with_it.mana[viewer] += sum(e.amount for e in effects if e.verb == "gain-mana" and not e.per)
    party = s.party(viewer)
    return sum(cat_xp(with_it, viewer, party)) - sum(cat_xp(s, viewer, party))


def _wait(s: State, now: _Now, kinds: tuple[str, ...]) -> Json:
    """Why something cannot be chosen that is not asked for."""
    if now.viewer is not None and s.cat[now.viewer] >= 0 and "loot" in kinds:
        if s.grabbed[now.viewer]:
            return {"code": "grabbed"}
        if s.step == BATTLE or (s.step == LOOTING and s.order.index(now.viewer) < s.turn):
            return {"code": "has_loot"}
    return {"code": "not_now"}


def _monster(s: State, now: _Now, card: int) -> Json:
    can = now.may(CHALLENGE[card])
    why: Json | None = None
    if not can:
        viewer = now.viewer
        if s.foe in s.monsters:
            why = {"code": "in_battle", "seat": s.fighter}
        elif viewer is not None and s.cat[viewer] >= 0 and not CATS[s.cat[viewer]].battle:
            why = {"code": "no_battle", "card": CATS[s.cat[viewer]].key}
        else:
            why = {"code": "not_now"}
    against = None
    if now.viewer is not None:
        foe = MONSTERS[card]
        icons = [(k, c) for c in s.upright_gear(now.viewer) for k in LOOT[c].attack]
        fighting = s.fighter == now.viewer
        if fighting:
            icons = [*((k, -1) for k in range(3) for _ in range(s.free[k])), *icons]
        ignore = s.ignore if fighting else ()
        met = [by is not None for by in assign(icons, foe.defences, ignore)]
        enough = all(met) if not fighting else bool(ways_to_win(s, now.viewer, foe.defences)[1])
        against = {"met": met, "enough": enough}
    worth = None
    if now.viewer is not None:
        worth = _worth(s, now.viewer, trophies=(card,), effects=MONSTERS[card].reward)
    return {
        "card": MONSTERS[card].key,
        "can": can,
        "why": why,
        "against": against,
        "worth": worth,
    }


def _battle(s: State) -> Json:
    free = [ICONS[kind] for kind in range(3) for _ in range(s.free[kind])]
    return {"seat": s.fighter, "battles": s.battles, "free": free}


def _seat(s: State, viewer: int | None, seat: int, question: Question | None) -> Json:
    own = seat == viewer or s.step >= COUNT
    cats = s.party(seat) if own else s.known_party(seat)
    xps = cat_xp(s, seat, cats)
    place = emblem_places(s)[seat]
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
        "place": place if 0 <= place < 3 else None,
        "resources": dict(zip(RESOURCES, have.resources, strict=True)),
        "treasures": dict(zip(TREASURES, have.treasures, strict=True)),
        "types": dict(zip(TYPES, have.monsters, strict=True)),
        "report": report(s, seat, cats),
    }


def _where(s: State, seat: int, cat: int) -> str:
    if cat == s.cat[seat]:
        return "play"
    return "rest" if cat in s.rest[seat] else "hand"


def _play(s: State, seat: int) -> Json | None:
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


def _stash(s: State, seat: int) -> list[Json]:
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


def _hand(s: State, now: _Now, viewer: int) -> list[Json]:
    xp = dict(zip(party := s.party(viewer), cat_xp(s, viewer, party), strict=True))
    cards = []
    for cat in party:
        why: Json | None = None
        can = cat in s.hand[viewer] and now.kind == "send"
        if now.kind == "level-up":
            can = CATS[cat].rank == 1
            if not can:
                why = {"code": "noble" if CATS[cat].rank == 0 else "rank_2"}
        elif now.kind == "wake" and now.may(WAKE[cat]):
            can = True
        elif cat == s.cat[viewer]:
            why = {"code": "in_play"}
        elif cat in s.rest[viewer]:
            why = {"code": "exhausted"}
        elif not can:
            why = {"code": "not_now"}
        cards.append({"card": CATS[cat].key, "can": can, "why": why, "xp": xp[cat]})
    return cards


def _buffs(s: State, now: _Now, viewer: int) -> list[Json]:
    """All four are at hand in every round (PB-SEL-4), payable or not (PB-SEL-5)."""
    cards = []
    for buff in BUFFS:
        can = now.kind == "send"
        laid = s.buff[viewer] == buff.index and not s.unpaid[viewer]
        why = None if can else {"code": "in_play" if laid else "not_now"}
        short = max(0, buff.cost - s.mana[viewer])
        cards.append({"card": buff.key, "can": can, "why": why, "short": short})
    return cards


def _choosable(now: _Now, cat: int) -> Json:
    can = now.may(CHOOSE[cat]) or now.kind == "level-up"
    return {
        "card": CATS[cat].key,
        "can": can,
        "why": None if can else {"code": "not_now"},
    }


def _rotate(s: State, now: _Now, viewer: int) -> Json | None:
    cat = s.cat[viewer]
    if cat < 0 or CATS[cat].speed_kind != "rotate":
        return None
    effect = CATS[cat].effects[0]
    can = now.kind == "rotate"
    why: Json | None = None
    if not can:
        if s.rotated[viewer]:
            why = {"code": "rotated"}
        elif s.mana[viewer] < effect.cost:
            why = {"code": "no_mana", "short": effect.cost - s.mana[viewer]}
        elif not may_rotate(s, viewer, effect):
            why = {"code": "no_target", "verb": effect.then[0].verb}
        else:
            why = {"code": "not_now"}
    return {"can": can, "why": why, "cost": effect.cost, "speed": CATS[cat].turned}


def _fight(s: State, now: _Now) -> Json:
    seat, foe = s.fighter, MONSTERS[s.foe]
    kinds = (*foe.defences, *s.rolled)
    upright, ways = ways_to_win(s, seat, kinds)
    chosen = bits(upright.index(card) for card in s.gear if card in upright)
    icons = [(kind, -1) for kind in range(3) for _ in range(s.free[kind])]
    icons += [(kind, card) for card in s.gear if card >= 0 for kind in LOOT[card].attack]
    matched = assign(icons, kinds, s.ignore)
    defences = [
        {
            "icon": DEFENCES[kind],
            "rolled": i >= len(foe.defences),
            "ignored": kind in s.ignore,
            "by": None
            if by is None
            else [{"gear": None if card < 0 else LOOT[card].key} for card in by],
        }
        for i, (kind, by) in enumerate(zip(kinds, matched, strict=True))
    ]
    gear = []
    for card in s.loot[seat]:
        if not LOOT[card].attack:
            continue
        can = now.may(GEAR[card])
        why: Json | None = None
        if card in s.spent[seat]:
            why = {"code": "spent"}
        elif card not in s.gear and not can:
            index = upright.index(card)
            if not any(way >> index & 1 and way & chosen == chosen for way in ways):
                why = {"code": "no_use"}
            else:
                why = {"code": "not_now"}
        gear.append({"card": LOOT[card].key, "chosen": card in s.gear, "can": can, "why": why})
    return {
        "seat": seat,
        "card": foe.key,
        "battles": s.battles,
        "defences": defences,
        "free": [ICONS[kind] for kind in range(3) for _ in range(s.free[kind])],
        "gear": gear,
        "won": chosen in ways,
    }


# -- what is printed ----------------------------------------------------------------------------


def _cat_face(index: int) -> Json:
    cat = CATS[index]
    return {
        "is": "cat",
        "name": cat.name,
        "text": cat.text,
        "class": cat.class_,
        "rank": cat.rank,
        "speed": {"kind": cat.speed_kind, "upright": cat.upright, "rotated": cat.turned},
        "battle": cat.battle,
        "score": cat.score.kind,
    }


def _loot_face(index: int) -> Json:
    loot = LOOT[index]
    return {
        "is": "loot",
        "name": loot.name,
        "text": loot.text,
        "kind": loot.kind,
        "art": loot.card[6:],
        "level": loot.level,
        "monster_icons": loot.monster_icons,
        "emblems": loot.emblems,
        "resource": RESOURCES[loot.resource] if loot.resource >= 0 else None,
        "treasure": TREASURES[loot.treasure] if loot.treasure >= 0 else None,
        "attack": [ICONS[kind] for kind in loot.attack],
        "mana": sum(effect.amount for effect in loot.effects),
    }


def _monster_face(index: int) -> Json:
    foe = MONSTERS[index]
    return {
        "is": "monster",
        "name": foe.name,
        "text": foe.text,
        "level": foe.level,
        "type": TYPES[foe.type],
        "defences": [DEFENCES[kind] for kind in foe.defences],
        "question": foe.question,
        "emblems": foe.emblems,
    }


FACES: dict[str, Json] = {
    **{cat.key: _cat_face(cat.index) for cat in CATS},
    **{loot.key: _loot_face(loot.index) for loot in LOOT},
    **{foe.key: _monster_face(foe.index) for foe in MONSTERS},
    **{
        buff.key: {
            "is": "buff",
            "name": buff.name,
            "text": buff.text,
            "value": buff.value,
            "cost": buff.cost,
            "gain": buff.gain,
        }
        for buff in BUFFS
    },
}
"""What is printed on each card, by key."""


def _printed(table: Json) -> dict[str, Json]:
    keys: set[str] = set(table["decks"]["under"])
    for part in ("pool", "monsters", "hand", "buffs", "looked", "camp"):
        keys.update(entry["card"] for entry in table[part])
    for seat in table["seats"]:
        keys.update(_keys(seat))
    return {key: FACES[key] for key in sorted(keys)}


def _keys(seat: Json) -> Iterable[str]:
    yield from seat["trophies"]
    yield from seat["camp_known"]
    for entry in (*seat["cats"], *seat["loot"]):
        yield entry["card"]
    if seat["play"]:
        yield seat["play"]["cat"]
        yield seat["play"]["buff"]
