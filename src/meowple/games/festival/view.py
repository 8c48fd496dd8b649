"""What a viewer may see, as plain data: the ``table`` part of `Match.view`.

Cards are named by key; "by seat" lists have one entry for each seat, with three players the piles
and the last round have a fourth for the dummy.

``step``, ``game``, ``extra``, ``round``, ``last_round`` (9): where the match stands.
``face_up``: [lower, higher] card or []; ``showing``, ``open``: seasons; ``booze_supply``.
``piles``, ``booze``, ``voids``, ``hand_sizes``, ``vp_now``, ``totals``: by seat. ``target``.
``hand``: the viewer's cards, ``[{card, can, why}]``; ``why`` is None or ``{code, season}``, the
reason why it may not be played now: ``season_showing``, or ``not_now`` (no card is asked for).
``revealed``: cards revealed while a crow's owner chooses; ``last``: the last round,
``{played, swapped, taken, lowest, highest}``; ``dummy``: ``{card, left, pile, vp}`` or None.
``order``: seats that still act in this step. ``multipliers``: own cards ``[{key, name, factors}]``,
``multiplier_counts``, ``chosen`` (by seat, None where none or face down), ``discarded``.
``tokens`` (by seat, each season's number), ``token_supply``. ``results``: for each finished game
and seat ``[fish, booze, crow]`` VP; ``ended``: the last game's ``{piles, factors}``.
``out``: for each season (and ``yorozu``) the cards ``{card, seen, mine}``: seen are those face up,
taken or revealed, so that the others are still out.
``cards``: what is printed on every card, by key.
"""

from __future__ import annotations

from typing import Any

from meowple.core.game import Json
from meowple.core.questions import Question

from .components import BOOZE_TOKENS, CARDS, SEASONS, YOROZU, Card, Multiplier
from .rules import LAST_ROUND, legal_plays, showing
from .scoring import factors, score, space
from .state import DUMMY, PLAY, State

PRINTED = {card.key: card.to_json() for card in CARDS}


def view(s: State, viewer: int | None, question: Question | None) -> Json:
    """The table as that viewer may see it."""
    face_down = s.options["multiplier_choice"] == "hidden"
    shown = showing(s)
    chosen = [
        card if not face_down or seat == viewer else None for seat, card in enumerate(s.chosen)
    ]
    return {
        "step": s.step,
        "game": s.game,
        "extra": s.extra,
        "round": s.round,
        "last_round": LAST_ROUND,
        "face_up": [card.key for card in s.face_up],
        "showing": [SEASONS[season] for season in sorted(shown)],
        "open": [season for index, season in enumerate(SEASONS) if index not in shown],
        "booze_supply": BOOZE_TOKENS - sum(s.booze),
        "piles": [[card.key for card in s.piles[seat]] for seat in range(_places(s))],
        "booze": [s.booze[seat] for seat in s.everyone],
        "voids": [[SEASONS[season] for season in s.voids[seat]] for seat in s.everyone],
        "hand_sizes": [len(s.hands[seat]) for seat in s.everyone],
        "vp_now": [_vp_now(s, seat, chosen[seat]) for seat in s.everyone],
        "totals": list(s.totals),
        "spaces": [space(total) for total in s.totals],
        "target": s.options["target"],
        "hand": [] if viewer is None else _hand(s, viewer, question),
        "revealed": [card.key for card in s.revealed or ()],
        "last": _last(s),
        "dummy": _dummy(s),
        "order": list(s.order),
        "multipliers": []
        if viewer is None
        else [_multiplier(card) for card in s.multipliers[viewer]],
        "multiplier_counts": [len(own) for own in s.multipliers],
        "chosen": [card and _multiplier(card) for card in chosen],
        "discarded": [_multiplier(card) for card in s.discarded],
        "tokens": [list(own) for own in s.tokens],
        "token_supply": s.token_supply,
        "results": [[list(own) for own in game] for game in s.results],
        "ended": s.ended
        and {
            "piles": [[card.key for card in pile] for pile in s.ended.piles[: _places(s)]],
            "factors": [list(own) for own in s.ended.factors],
        },
        "out": _out(s, viewer),
        "cards": PRINTED,
    }


def _places(s: State) -> int:
    """Seats and the dummy."""
    return s.seats + s.trio


def _vp_now(s: State, seat: int, chosen: Multiplier | None) -> int:
    """VP of the pile as it is; a face-down multiplier is left out."""
    if s.rules == "experienced":
        return sum(score(s.piles[seat], chosen.factors) if chosen else score(s.piles[seat]))
    return sum(score(s.piles[seat], factors(s, seat)))


def _hand(s: State, viewer: int, question: Question | None) -> list[Json]:
    asked = s.step == PLAY and question is not None
    legal = {action.value for action in legal_plays(s, viewer)} if asked else set()
    return [
        {"card": card.key, "can": card in legal, "why": _why(card, asked, card in legal)}
        for card in s.hands[viewer]
    ]


def _why(card: Card, asked: bool, can: bool) -> Json | None:
    if can:
        return None
    if asked:
        return {"code": "season_showing", "season": SEASONS[card.season]}
    return {"code": "not_now", "season": None}


def _last(s: State) -> Json | None:
    last, places = s.last, _places(s)
    if last is None:
        return None
    return {
        "played": [card.key for card in last.played[:places]],
        "swapped": [card.key for card in last.swapped[:places]],
        "taken": [card.key for card in last.taken[:places]],
        "lowest": last.lowest,
        "highest": last.highest,
    }


def _dummy(s: State) -> Json | None:
    if not s.trio:
        return None
    return {
        "card": s.dummy_card and s.dummy_card.key,
        "left": len(s.hands[DUMMY]),
        "pile": [card.key for card in s.piles[DUMMY]],
        "vp": sum(score(s.piles[DUMMY])),
    }


def _multiplier(card: Multiplier) -> Json:
    return {"key": card.key, "name": card.name, "factors": list(card.factors)}


def _out(s: State, viewer: int | None) -> Json:
    seen = {card for pile in s.piles for card in pile} | set(s.face_up)
    seen |= set(s.revealed or ())
    if s.dummy_card:
        seen.add(s.dummy_card)
    mine = set() if viewer is None else set(s.hands[viewer])
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in (*SEASONS, "yorozu")}
    for card in CARDS:
        name = "yorozu" if card.season == YOROZU else SEASONS[card.season]
        rows[name].append({"card": card.key, "seen": card in seen, "mine": card in mine})
    return rows
