"""What a viewer may see, as plain data: the ``table`` part of `Match.view`.

Cards are named by id, places by theirs (``forest-left``, ``orchard-2`` = the Orchard of seat 1), dice as
``family-1`` .. ``village-4``, tokens as in `pieces.board.TOKENS`. Lists "by seat" have an entry a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from meowple.author import Json, Question
from meowple.games.comforts.mind.chances import chances
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

from .form import (
    Amounts,
    Bonus,
    Die,
    EstatePlace,
    HandCard,
    InnProfit,
    Lessons,
    MarketTrade,
    Need,
    Placing,
    PoolDie,
    Printed,
    PrintedComfort,
    PrintedEstate,
    PrintedImprovement,
    PrintedMonth,
    PrintedTraveler,
    Rung,
    Seat,
    Space,
    Table,
    Visitor,
    Why,
)

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
        chances: by space how likely the viewer's dice will meet its need; empty when that is not the question.
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
        self.chances = () if s.step != PLACE or viewer is None else chances(s, viewer)

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
        "chance": look.chances[space] if look.chances else None,
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
