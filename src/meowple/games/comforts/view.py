"""What a viewer may see, as plain data: the ``table`` part of `Match.view`.

Cards are named by id, places by theirs (``forest-left``, ``orchard-2`` = the Orchard of seat 1), dice as
``family-1`` .. ``village-4``, tokens as in `components.TOKENS`. "by seat" lists have an entry a seat. A
``why`` is None where something can be done, else a reason ``{code, ...}`` for `words.ComfortsWords.why`.

``step``: of `state.STEPS`; ``phase``: 1 traveler, 2 family dice, 3 placement, 4 village dice, 5 turns, 6
tidying up, 0 before the months, 7 after them. ``month``, ``months``, ``season``; ``calendar``: the season of
each month. ``early``: the early bird;
``order``: seats as they take turns; ``turn``: whose turn it is, or None; ``had_turn``: seats that had it.
``families``: by seat ``{id, name, name_pl}``.

``spaces``: for each of the twelve ``{place, area, need, gain, more, coin, closed, workers, guests, barrows,
dice, waiting, acted, counts, open, why}``: ``more``: added by the traveler; ``coin``: marked by the Raven; ``closed``:
takes no workers; ``workers``: seats; ``counts``: as what any die counts there, or 0; ``dice``: ``[{die, face, value}]`` lying there now; ``waiting``: more dice must
come; ``open``: it can be chosen now (to place, to give the die in the paw, to act ...).
``estates``: ``[{place, card, owner, dice, acted, open, why}]``.
``month_cards``: ``{forest, meadow}``, each ``{card, left}``; ``river``: ``{position, a, b, c}``.
``traveler``: ``{card, profits: [{faces, verb, give, get, times, give_rule, get_rule, now}]}`` or None; ``times`` 0: the
die's value; ``now``: earned by the die that lies in the Inn. ``nest``: ``[{slot, card, why}]``;
``ladder``: from the bottom ``[{rung, needs, card, cost, lacks, why}]`` as the viewer (or whose turn it is) stands.
``market``: ``[{id, give, get, rule, scale, why}]``; ``trades``: ``{visit, done, most}`` or None.
``piles``: numbers of cards ``comforts``, ``improvements``, ``travelers``, and open ``discards``, ``scrapped``.

``village``: four values (0: not rolled); ``family``: by seat two values. ``pool``: for the turn's six
dice ``{die, face, value, shift, umbrella, vane, at, acted, home, why}``; ``home``: a family die that is
back from its action. ``paw``: die or None; ``lessons``: ``{left, free, used}``; ``assigned_why``: why the
dice cannot be declared given.
``placing``: ``{ready, hidden, left, why}``: seats that are ready; the viewer's workers still to place.
``seats``: by seat ``{tokens, hand, known, made: [{card, laid, points}], built, cottages: [{points, bare}],
workers, guest, barrow, special, points, total, ready}``; ``laid``: tokens as they score best there.
``hand``: the viewer's ``[{card, cost, lacks, why}]``: whether it could be paid now.
``title``: the solo title ``{en, pl}`` at the end, else None. ``cards``: what is printed, by deck and id.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from meowple.core.game import Json
from meowple.core.questions import Question

from . import scoring
from .actions import die_value, possible_trades, why_not_build
from .box import Box
from .cards import ability, resources
from .components import (
    AREAS,
    COIN,
    DICE,
    FIRST_ESTATE,
    HILL,
    INN,
    MARKET,
    NEST_LEFT,
    SEASONS,
    SPACES,
    SPACES_OF,
    TOKENS,
    TYPES,
    WORKERS,
    WORKSHOP,
    Amount,
    Effect,
    Profit,
)
from .dice import choices, free_lessons, lessons_left, places, takers, waiting
from .paying import can_pay
from .placing import placings
from .state import (
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
IN_TURN = (IMMEDIATE, RIDE, DICE_STEP, ACT, TRADE, MAKE, DISCARD, MONTH_END, FINAL)

AREA_OF = {space: area for area, mask in AREAS.items() for space in SPACES_OF[mask]}


def view(s: State, viewer: int | None, question: Question | None) -> Json:
    """The table as that viewer may see it."""
    box = s.box
    turn = s.acting if s.step in IN_TURN else None
    open_now = _open_places(s, viewer, question)
    lying = s.groups()
    return {
        "step": STEPS[s.step],
        "phase": PHASES.get(s.step, 7),
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
        "turn": turn,
        "had_turn": [(s.early + i) % s.seats for i in range(s.turn)],
        "families": [
            {"id": key, "name": names.name, "name_pl": names.name_pl}
            for key, names in box.setup.families[: s.seats]
        ],
        "spaces": [_space(s, viewer, space, open_now, lying) for space in range(len(SPACES))],
        "estates": _estates(s, open_now, lying),
        "month_cards": {
            "forest": {"card": box.forest[s.forest].id, "left": s.months - max(1, s.month)},
            "meadow": {"card": box.meadow[s.meadow].id, "left": s.months - max(1, s.month)},
        },
        "river": {
            "position": box.river.ids[s.river],
            **{
                name: list(need.values)
                for name, need in zip("abc", box.river.needs[s.river], strict=True)
            },
        },
        "traveler": _traveler(s),
        "nest": _nest(s, viewer, question),
        "ladder": _ladder(s, viewer, question),
        "market": _market(s, viewer, question),
        "trades": _trades(s),
        "piles": {
            "comforts": len(s.comforts),
            "improvements": len(s.improvements),
            "travelers": len(s.travelers),
            "discards": [box.comforts[card].id for card in s.discards],
            "scrapped": [box.improvements[card].id for card in s.scrapped],
        },
        "village": list(s.village),
        "family": [s.family[2 * seat : 2 * seat + 2] for seat in range(s.seats)],
        "pool": _pool(s, lying),
        "paw": None if s.paw < 0 else DICE[s.paw],
        "lessons": _lessons(s),
        "assigned_why": _assigned_why(s, lying),
        "placing": _placing(s, viewer),
        "seats": [_seat(s, viewer, seat) for seat in range(s.seats)],
        "hand": [] if viewer is None else _hand(s, viewer, question),
        "title": _title(s),
        "cards": printed(box),
    }


def hidden(s: State, viewer: int | None, seat: int) -> bool:
    """Whether that seat's workers are being placed in secret from the viewer (CC-RUL-5)."""
    return s.step == PLACE and seat != viewer and s.options["placement"] == "hidden"


def shown_workers(s: State, viewer: int | None, seat: int) -> int:
    """The seat's workers that the viewer sees, as bits."""
    if not hidden(s, viewer, seat):
        return s.placed[seat]
    return 1 << s.guest[seat] if s.guest[seat] >= 0 else 0


# -- places -----------------------------------------------------------------------------------------


def _open_places(s: State, viewer: int | None, question: Question | None) -> set[int]:
    """The places that the viewer can choose now, whatever for."""
    if viewer is None or question is None or viewer not in question.seats:
        return set()
    if question.kind not in ("guest", "place", "ride", "ride_to", "paw", "act", "jay", "mark"):
        return set()
    verbs = ("guest", "place", "lift", "ride", "to", "give", "act", "mark")
    return {
        action.value
        for action in question.options(s, viewer)
        if action.verb in verbs and action.value != HILL
    }


def _space(
    s: State, viewer: int | None, space: int, open_now: set[int], lying: dict[int, int]
) -> Json:
    seats = range(s.seats)
    shown = [shown_workers(s, viewer, seat) >> space & 1 for seat in seats]
    barrows = [seat for seat in seats if s.barrow[seat] == space and not hidden(s, viewer, seat)]
    box = s.box
    more: dict[str, int] = {}
    for amount in s.visitor.bonus[space]:
        for name, number in amount.json.items():
            more[name] = more.get(name, 0) + number
    marked = s.marked >> space & 1
    return {
        "place": SPACES[space],
        "area": AREA_OF[space],
        "need": s.needs[space].to_json(),
        "gain": _gain(s, space),
        "more": more,
        "coin": box.travelers[s.traveler].verbs["mark_space"].gain.json if marked else None,
        "closed": bool(s.visitor.closed >> space & 1),
        "workers": [seat for seat in seats if shown[seat]],
        "guests": [seat for seat in seats if s.guest[seat] == space and shown[seat]],
        "barrows": barrows,
        "dice": _dice_at(s, space),
        "waiting": waiting(s, lying) == space,
        "acted": bool(s.acted >> space & 1),
        "counts": _counts(s, space),
        "open": space in open_now,
        "why": None if space in open_now else _why_not_there(s, viewer, space, lying),
    }


def _counts(s: State, space: int) -> int:
    """What every die of the seat whose turn it is counts as at that space; 0: as what it shows."""
    effect = ability(s, s.acting, "fixed_die_value") if s.step in IN_TURN else None
    return effect.value if effect is not None and effect.space == space else 0


def _gain(s: State, space: int) -> Json | None:
    """What a space of Forest, Meadow or River shows; None for the others."""
    if space >= NEST_LEFT:
        return None
    box = s.box
    if space < 2:
        return box.forest[s.forest].gains[space].json
    if space < 4:
        return box.meadow[s.meadow].gains[space - 2].json
    return box.river.gains[space - 4].json


def _dice_at(s: State, place: int) -> list[Json]:
    """The dice that lie at a place; family dice go home once the action is done (CC-TRN-8)."""
    return [
        {"die": DICE[die], "face": s.face(die), "value": s.value(die)}
        for die in range(6)
        if s.at[die] == place and not _at_home(s, die)
    ]


def _at_home(s: State, die: int) -> bool:
    """Whether a family die has served an action that is done."""
    place = s.at[die]
    return die < 2 and place != HILL and bool(s.acted >> place & 1) and s.visit != place


def _why_not_there(s: State, viewer: int | None, place: int, lying: dict[int, int]) -> Json | None:
    """Why a place cannot be chosen in a step in which places are chosen."""
    if s.step == PLACE and viewer is not None:
        if s.visitor.closed >> place & 1:
            return {"code": "closed", "card": s.visitor.id}
        if s.placed[viewer] >> place & 1:
            return {"code": "own_worker"}
        return {"code": "all_placed"}
    seat = s.acting
    if s.step == DICE_STEP and s.paw >= 0:
        return why_not_give(s, seat, s.paw, place, lying)
    if s.step == ACT and place in lying and not s.acted >> place & 1:
        return {"code": "nothing_to_build" if place == WORKSHOP else "nest_empty"}
    return None


def why_not_give(s: State, seat: int, die: int, place: int, lying: dict[int, int]) -> Json | None:
    """Why the acting seat cannot give a die to a place; None if it can."""
    halted = waiting(s, lying)
    if halted not in (HILL, place):
        return {"code": "waits", "place": s.box.place_ids[halted]}
    if place >= FIRST_ESTATE:
        card, owner = s.box.estate_at(place)
        if owner == seat and not card.verbs["estate"].owner_may_use:
            return {"code": "own_estate"}
        if die >= 2:
            return {"code": "family_only"}
        if place in lying:
            return {"code": "taken"}
        return None
    if place not in places(s, seat):
        return {"code": "no_worker"}
    if takers(s, die, s.value(die), [place], lying):
        return None
    if lying.get(place, 0) in s.needs[place].met:
        return {"code": "taken"}
    return {"code": "need", "place": SPACES[place], "need": s.needs[place].to_json()}


def _estates(s: State, open_now: set[int], lying: dict[int, int]) -> list[Json]:
    found = []
    for owner, built in enumerate(s.built):
        for kind in built:
            if s.box.improvements[kind].estate < 0:
                continue
            place = s.box.estate_place(kind, owner)
            giving = s.step == DICE_STEP and s.paw >= 0
            found.append(
                {
                    "place": s.box.place_ids[place],
                    "card": s.box.improvements[kind].id,
                    "owner": owner,
                    "dice": _dice_at(s, place),
                    "acted": bool(s.acted >> place & 1),
                    "open": place in open_now,
                    "why": why_not_give(s, s.acting, s.paw, place, lying) if giving else None,
                }
            )
    return found


# -- cards on show ----------------------------------------------------------------------------------


def _traveler(s: State) -> Json | None:
    if s.traveler < 0:
        return None
    card = s.box.travelers[s.traveler]
    now: Profit | None = None
    if INN in s.at:
        now = card.profits[die_value(s, s.acting, INN)]
    by_faces = {profit.faces: profit for profit in card.profits[1:]}
    return {
        "card": card.id,
        "profits": [
            {**_profit(profit), "now": now is not None and faces == now.faces}
            for faces, profit in by_faces.items()
        ],
    }


def _profit(profit: Profit) -> Json:
    return {
        "faces": list(profit.faces),
        "verb": profit.verb,
        "give": profit.give.json,
        "get": profit.get.json,
        "times": profit.times,
        "give_rule": profit.give_rule,
        "get_rule": profit.get_rule,
    }


def _asked(viewer: int | None, question: Question | None, *kinds: str) -> bool:
    return (
        viewer is not None
        and question is not None
        and viewer in question.seats
        and question.kind in kinds
    )


def _nest(s: State, viewer: int | None, question: Question | None) -> list[Json]:
    asked = _asked(viewer, question, "nest", "wolf")
    why = None if asked else {"code": "not_now"}
    return [
        {"slot": slot, "card": s.box.comforts[card].id, "why": why}
        for slot, card in enumerate(s.nest, 1)
    ]


def _ladder(s: State, viewer: int | None, question: Question | None) -> list[Json]:
    box = s.box
    seat = viewer if viewer is not None else s.acting
    costs = box.improvement_costs(s.visitor)
    at_work = WORKSHOP in s.at and seat == s.acting
    value = die_value(s, seat, WORKSHOP) if at_work else 6
    rungs = []
    for rung, kind in enumerate(s.ladder):
        code = why_not_build(s, seat, rung, value)
        lacks = lacking(s, seat, costs[kind])
        why: Json | None = None
        if code == "cost":
            why = {"code": "lacks", "tokens": lacks}
        elif code == "rung":
            why = {"code": "rung", "needs": box.board.rungs[rung], "value": value}
        elif code is not None:
            why = {"code": code}
        rungs.append(
            {
                "rung": rung + 1,
                "needs": box.board.rungs[rung],
                "card": box.improvements[kind].id,
                "cost": costs[kind].json,
                "lacks": lacks,
                "why": why,
                "open": _asked(viewer, question, "build") and why is None,
            }
        )
    return rungs


def _market(s: State, viewer: int | None, question: Question | None) -> list[Json]:
    box = s.box
    seat = viewer if viewer is not None else s.acting
    scale = ability(s, seat, "bonus_trade")
    asked = _asked(viewer, question, "trade") and s.visit == MARKET
    can = {action.value for action in possible_trades(s, seat)} if asked else set()
    found = []
    for index, trade in enumerate(box.trades):
        extra = index >= len(box.board.trades)
        if extra and (scale is None or trade.give is not scale.give):
            continue
        why: Json | None = None
        if not can_pay(s, seat, trade.give, trade.give_rule):
            why = {"code": "lacks", "tokens": lacking(s, seat, trade.give, trade.give_rule)}
        elif asked and index not in can:
            why = {"code": "used"}
        elif not asked:
            why = {"code": "not_now"}
        found.append(
            {
                "id": trade.id,
                "give": trade.give.json,
                "get": trade.get.json,
                "rule": trade.give_rule,
                "scale": extra,
                "why": why,
            }
        )
    return found


def _trades(s: State) -> Json | None:
    if s.visit < 0:
        return None
    most = None
    if s.visit == INN:
        profit = s.visitor.profits[die_value(s, s.acting, INN)]
        most = profit.times or die_value(s, s.acting, INN)
        most = most if profit.verb == "trade" else 1
    return {"visit": SPACES[s.visit], "done": s.trades, "most": most}


# -- dice -------------------------------------------------------------------------------------------


def _pool(s: State, lying: dict[int, int]) -> list[Json]:
    """The six dice of the turn; empty when nobody has a turn."""
    if s.step not in (RIDE, DICE_STEP, ACT, TRADE, MAKE, DISCARD):
        return []
    seat = s.acting
    giving = s.step == DICE_STEP
    can = {action.value for action in choices(s, seat) if action.verb == "pick"} if giving else ()
    pool = []
    for die, name in enumerate(DICE):
        why: Json | None = None
        if not giving:
            why = {"code": "not_now"}
        elif s.paw >= 0:
            why = None if die == s.paw else {"code": "paw"}
        elif s.at[die] != HILL:
            why = {"code": "given", "place": s.box.place_ids[s.at[die]]}
        elif die not in can:
            halted = waiting(s, lying)
            why = {"code": "unwanted"}
            if halted != HILL:
                why = {"code": "waits", "place": s.box.place_ids[halted]}
        pool.append(
            {
                "die": name,
                "face": s.face(die),
                "value": s.value(die),
                "shift": s.shift[die],
                "umbrella": s.umbrella_by if s.umbrella_die == die else 0,
                "vane": s.vane_by if s.vane_die == die else 0,
                "at": None if s.at[die] == HILL else s.box.place_ids[s.at[die]],
                "home": _at_home(s, die),
                "acted": s.at[die] != HILL and bool(s.acted >> s.at[die] & 1),
                "why": why,
            }
        )
    return pool


def _lessons(s: State) -> Json | None:
    if s.step != DICE_STEP:
        return None
    seat = s.acting
    return {
        "left": lessons_left(s, seat),
        "free": free_lessons(s, seat),
        "used": sum(map(abs, s.shift)),
    }


def _assigned_why(s: State, lying: dict[int, int]) -> Json | None:
    if s.step != DICE_STEP:
        return {"code": "not_now"}
    if s.paw >= 0:
        return {"code": "paw"}
    place = waiting(s, lying)
    return None if place == HILL else {"code": "waits", "place": s.box.place_ids[place]}


# -- seats ------------------------------------------------------------------------------------------


def _placing(s: State, viewer: int | None) -> Json | None:
    if s.step not in (GUEST, PLACE):
        return None
    left = 0 if viewer is None else WORKERS - s.placed[viewer].bit_count()
    return {
        "ready": [seat for seat in range(s.seats) if s.ready >> seat & 1],
        "hidden": s.options["placement"] == "hidden",
        "left": left,
        "why": {"code": "workers_left", "number": left} if left else None,
        "barrow": s.step == PLACE
        and viewer is not None
        and any(action.verb == "barrow" for action in placings(s, viewer)),
    }


def _seat(s: State, viewer: int | None, seat: int) -> Json:
    box = s.box
    own = scoring.points(s, seat)
    laid: dict[int, tuple[dict[str, int], int]] = {}
    for index, tokens, points in scoring.laid_tokens(s, seat):
        there, so_far = laid.get(index, ({}, 0))
        for token, number in tokens.items():
            there = {**there, TOKENS[token]: there.get(TOKENS[token], 0) + number}
        laid[index] = (there, so_far + points)
    secret = hidden(s, viewer, seat)
    barrow = -1 if secret else s.barrow[seat]
    special = []
    if ability(s, seat, "extra_resource") is not None:
        special.append("wheelbarrow")
    if ability(s, seat, "change_any_die") is not None:
        special.append("almanac")
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
        "special": special,
        "points": own._asdict(),
        "total": own.total,
        "ready": bool(s.ready >> seat & 1),
    }


def _hand(s: State, viewer: int, question: Question | None) -> list[Json]:
    costs = s.box.comfort_costs(s.visitor)
    making = _asked(viewer, question, "make", "final")
    hand = []
    for card in s.hands[viewer]:
        can = can_pay(s, viewer, costs[card])
        lacks = lacking(s, viewer, costs[card])
        why: Json | None = {"code": "later"}
        if not can:
            why = {"code": "lacks", "tokens": lacks}
        elif making:
            why = None
        hand.append(
            {
                "card": s.box.comforts[card].id,
                "cost": costs[card].json,
                "lacks": lacks,
                "can": can,
                "why": why,
            }
        )
    return hand


def lacking(s: State, seat: int, cost: Amount, rule: str = "free") -> dict[str, int]:
    """What a seat is short of to pay a cost; empty if it can."""
    if can_pay(s, seat, cost, rule):
        return {}
    own = list(s.tokens[seat])
    pair = s.visitor.pair
    short: dict[str, int] = {}
    for token, number in cost.fixed:
        used = min(own[token], number)
        own[token] -= used
        if pair is not None and token in pair and used < number:
            other = pair[0] if token == pair[1] else pair[1]
            more = min(own[other], number - used)
            own[other] -= more
            used += more
        if used < number:
            short[TOKENS[token]] = number - used
    if cost.any:
        have = resources(own) + (own[COIN] if pair is not None else 0)
        if rule == "same":
            have = max(own[:COIN])
        elif rule == "different":
            have = sum(number > 0 for number in own[:COIN])
        if have < cost.any:
            short["any"] = cost.any - have
    if len(s.hands[seat]) < cost.card:
        short["card"] = cost.card - len(s.hands[seat])
    return short


def _title(s: State) -> Json | None:
    words = scoring.title(s)
    if words is None:
        return None
    return {
        "en": scoring.title_text(words, polish=False),
        "pl": scoring.title_text(words, polish=True),
    }


# -- what is printed --------------------------------------------------------------------------------


@cache
def printed(box: Box) -> Json:
    """What is printed on the cards, by deck and id."""
    comforts = {
        card.id: {
            "name": card.name,
            "name_pl": card.name_pl,
            "points": card.points,
            "type": TYPES[card.type] if card.type >= 0 else None,
            "cost": card.cost.json,
            "stores": [TOKENS[token] for token in card.stores],
            "text": card.text,
            "text_pl": card.text_pl,
            "bonus": bool(card.effects),
            "extra": [_printed_bonus(box, effect) for effect in card.effects],
        }
        for card in box.comforts
    }
    improvements = {
        card.id: {
            "name": card.name,
            "name_pl": card.name_pl,
            "points": card.points,
            "cost": card.cost.json,
            "estate": _printed_estate(card.verbs.get("estate")),
            "text": card.text,
            "text_pl": card.text_pl,
        }
        for card in box.improvements
    }
    travelers = {
        card.id: {
            "name": card.name,
            "name_pl": card.name_pl,
            "timing": card.timing,
            "text": card.text,
            "text_pl": card.text_pl,
        }
        for card in box.travelers
    }
    months = {
        card.id: {"name": card.name, "name_pl": card.name_pl, "season": SEASONS[card.season]}
        for card in (*box.forest, *box.meadow)
    }
    return {
        "comforts": comforts,
        "improvements": improvements,
        "travelers": travelers,
        "months": months,
    }


def _printed_bonus(box: Box, effect: Effect) -> Json:
    """Points, for other cards that are made or for tokens kept on the card."""
    cards = effect.cards if effect.verb == "bonus_per_other_owned" else (effect.card,)
    tokens = effect.tokens if effect.verb == "bonus_if_stored_exactly" else effect.set
    return {
        "points": effect.points,
        "cards": [box.comforts[card].id for card in cards if card >= 0],
        "tokens": tokens.json,
        "each": effect.verb in ("bonus_per_other_owned", "bonus_per_set_stored"),
    }


def _printed_estate(effect: Any) -> Json | None:
    return effect and {
        "gain": effect.gain.json,
        "owner_gain": effect.owner_gain.json,
        "gift": effect.gift.json,
        "owner_may_use": effect.owner_may_use,
    }
