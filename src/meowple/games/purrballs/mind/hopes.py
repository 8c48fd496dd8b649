"""What answers hope for, told to whoever asks for a hint."""

from __future__ import annotations

from collections.abc import Sequence

from meowple.author import Action, Json, Match
from meowple.games.purrballs.pieces.actions import DECLINE, DONE, KEEP_PARTY
from meowple.games.purrballs.pieces.box import BUFFS, CATS, LOOT
from meowple.games.purrballs.rules.battle import CHALLENGES
from meowple.games.purrballs.rules.loot import GRAB, LOOT_CARD, RESERVE
from meowple.games.purrballs.rules.party import REPLACE
from meowple.games.purrballs.rules.round import DRAFTS, LEVELS_UP, SENDS

from .look import Look
from .rating import RATE, expected_speed, left_at, position, rival_totals, sure_mana

IN_XP = {kind.name for kind in (LOOT_CARD, GRAB, RESERVE, DRAFTS, REPLACE, LEVELS_UP)}
"""The questions whose answers are rated in XP."""


def hopes(match: Match, seat: int, actions: Sequence[Action]) -> list[Json]:
    """What each action hopes for: ``for`` names the kind, the rest is what the words need."""
    kind = match.question.kind if match.question else ""
    look = Look(match.state, seat)
    if kind == SENDS.name:
        return [_send(look, action) for action in actions]
    if kind == CHALLENGES.name:
        return [_foe(look, action) for action in actions]
    if kind in IN_XP:
        ratings = RATE[kind](look, actions)
        return [
            {} if action in (KEEP_PARTY, DECLINE, DONE) else {"for": "xp", "xp": round(rating, 1)}
            for action, rating in zip(actions, ratings, strict=True)
        ]
    return [{} for _ in actions]


def _send(look: Look, action: Action) -> Json:
    """How fast the pair is, how many rivals are likely to be faster, and what they should leave."""
    s, seat = look.s, look.seat
    cat, buff = action.value
    card, laid = CATS[cat], BUFFS[buff]
    paid = laid.cost <= s.mana[seat] + sure_mana(card, s.seats)
    total = expected_speed(look, card) + (laid.value if paid else 0)
    order = s.priority()
    faster = position(rival_totals(s, seat), order, order.index(seat), total)
    liked = sorted(s.pool, key=look.loot, reverse=True)
    loot = LOOT[liked[round(left_at(faster, len(liked)))]].key if liked else None
    return {
        "for": "speed",
        "speed": total,
        "faster": round(faster),
        "rivals": s.seats - 1,
        "mana": (laid.gain - laid.cost) if paid else 0,
        "loot": loot,
        "aims": [f"pool:{loot}"] if loot else [],
    }


def _foe(look: Look, action: Action) -> Json:
    s = look.s
    if action is DECLINE:
        return {}
    chance = look.chance(action.value, s.free, s.ignore)
    return {"for": "win", "chance": chance, "xp": round(look.foe(action.value), 1)}
