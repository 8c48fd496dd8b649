"""What answers hope for, told to whoever asks for a hint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meowple.author import Action, Json, Match
from meowple.games.comforts.pieces.board import (
    FIRST_ESTATE,
    HIGHEST,
    HILL,
    INN,
    MARKET,
    NEST_LEFT,
    NEST_RIGHT,
    TOKENS,
)
from meowple.games.comforts.rules.actions import die_value, why_not_build
from meowple.games.comforts.rules.improvements import Estate
from meowple.games.comforts.state import State

from .chances import chances
from .plans import Eyes, gathered, plan_dice


def hopes(match: Match, seat: int, actions: Sequence[Action]) -> list[Json]:
    """What each action hopes for: ``for`` names the kind, the rest is what the words need."""
    s: State = match.state
    eyes = Eyes(s, seat)
    return [_hope(eyes, action) for action in actions]


def _hope(eyes: Eyes, action: Action) -> Json:
    s, seat, box = eyes.s, eyes.seat, eyes.box
    match action.verb:
        case "place" | "ride" | "to":
            hope = _place(eyes, action.value, HIGHEST)
            if s.needs[action.value].kind != "any" and hope:
                hope["chance"] = chances(s, seat)[action.value]
            return hope
        case "give" if action.value != HILL:
            return _place(eyes, action.value, s.value(s.paw))
        case "pick":
            to = plan_dice(s, seat).at[action.value]
            if to == HILL:
                return {}
            place = box.place_ids[to]
            return {**_place(eyes, to, HIGHEST), "to": place, "aims": [f"spot:{place}"]}
        case "act":
            value = die_value(s, seat, action.value) if action.value >= NEST_LEFT else 0
            return _place(eyes, action.value, value)
        case "make":
            card = box.comforts[action.value]
            return {"for": "card", "card": card.id, "points": card.points}
        case "build":
            return _improvement(eyes, s.ladder[action.value])
        case "nest" | "search":
            return _comfort(eyes, s.nest[action.value] if action.verb == "nest" else action.value)
        case "discard":
            rest = list(eyes.hand)
            rest.remove(action.value)
            kept = [box.comforts[card].id for card in rest]
            return {"for": "keeps", "cards": kept, "aims": [f"hand:{card}" for card in kept]}
    return {}


def _place(eyes: Eyes, place: int, value: int) -> Json:
    """What an action at a place may bring, with a die of that value where one is given."""
    s, seat, box = eyes.s, eyes.seat, eyes.box
    if place < NEST_LEFT:
        gain: dict[str, int] = {}
        for token, number in gathered(s, seat, place):
            gain[TOKENS[token]] = gain.get(TOKENS[token], 0) + number
        return {"for": "gain", "gain": gain, "aims": _wanting(eyes, gain)}
    if place == NEST_LEFT:
        return _comfort(eyes, max(s.nest, key=eyes.card)) if s.nest else {}
    if place == NEST_RIGHT:
        return {"for": "draw"}
    if place == INN:
        return {"for": "inn"}
    if place == MARKET:
        return {"for": "market"}
    if place >= FIRST_ESTATE:
        card, _owner = box.estate_at(place)
        effect: Estate = card.verbs[Estate]
        gain = effect.gain.json
        return {"for": "gain", "gain": gain, "aims": _wanting(eyes, gain)}
    found = [
        kind for rung, kind in enumerate(s.ladder) if why_not_build(s, seat, rung, value) is None
    ]
    return _improvement(eyes, max(found, key=eyes.improvement)) if found else {}


def _wanting(eyes: Eyes, gain: Iterable[str]) -> list[str]:
    """The comforts of the hand that some of these tokens are meant for."""
    comforts = [eyes.box.comforts[card] for card in set(eyes.hand)]
    return sorted(f"hand:{card.id}" for card in comforts if set(card.cost.json) & set(gain))


def _comfort(eyes: Eyes, kind: int) -> Json:
    card = eyes.box.comforts[kind]
    aims = [f"nest:{card.id}", f"hand:{card.id}"]
    return {"for": "card", "card": card.id, "points": card.points, "aims": aims}


def _improvement(eyes: Eyes, kind: int) -> Json:
    card = eyes.box.improvements[kind]
    aims = [f"rung:{card.id}"]
    return {"for": "card", "card": card.id, "points": card.points, "aims": aims}
