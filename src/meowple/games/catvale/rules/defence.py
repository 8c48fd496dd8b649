"""Standing defence: what is played for a seat that is Attacked while it is away (CV-ASK-49)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from meowple.author import Action
from meowple.games.catvale.pieces.names import BOUGHT, DEFENCE, MOUSE, PLAYERS, REROLL
from meowple.games.catvale.pieces.vocabulary import Aid
from meowple.games.catvale.state import ATTACKER, DEFENDER

if TYPE_CHECKING:
    from collections.abc import Hashable

    from meowple.games.catvale.state import State


def stands(s: State, seat: int) -> bool:
    """Whether a standing defence answers for a fighter, who is not asked then."""
    fight = s.fight
    assert fight is not None
    return (
        fight.next == DEFENDER
        and fight.kind == PLAYERS
        and bool(s.orders[seat].defence)
        and s.options["reactions"] != "all"
    )


def next_play(s: State, seat: int, plays: Sequence[Action], lacking: int) -> Action:
    """The next thing of the list while the seat would lose and the rest can still turn it.

    ``plays``: all that the seat may play now; ``lacking``: how far it is behind.
    """
    fight = s.fight
    assert fight is not None
    things = [s.box.actions[entry] for entry in s.orders[seat].defence]
    while lacking > 0 and hope(s, seat, things[fight.listed :], plays) >= lacking:
        action = things[fight.listed]
        fight.listed += 1
        if action in plays and any(aid(s, seat, action)):
            return action
    return s.box.skip


def hope(s: State, seat: int, things: Sequence[Action], plays: Sequence[Action]) -> int:
    """By how much these things can better the defender's lead at most."""
    fight = s.fight
    assert fight is not None
    goods = s.goods[seat]
    used: Counter[Hashable] = Counter()
    points = rerolls = 0
    for action in things:
        if action not in plays:
            continue
        what: Hashable = action
        held = 1
        if action.verb == "mouse":
            what, held = "mouse", goods[MOUSE]
        elif action.verb == "token":
            held = goods[action.value] + goods[BOUGHT[action.value]]
        elif action.verb == "play":
            held = s.hand[seat].count(action.value) + s.sand[seat].count(action.value)
        used[what] += 1
        if used[what] <= held:
            more = aid(s, seat, action)
            points += more.points
            rerolls += more.rerolls
    fate = fight.fate
    gains = sorted((3 - fate[DEFENDER], 3 - s.defence[seat], fate[ATTACKER] - 1), reverse=True)
    return points + sum(gains[:rerolls])


def aid(s: State, seat: int, action: Action) -> Aid:
    """What a thing can do for the defender at most."""
    match action.verb:
        case "play":
            effects = s.box.cards[action.value].effects
        case "use":
            ability = s.box.cards[action.value].use
            assert ability is not None
            effects = ability.effects
        case "reroll":
            return Aid(0, 1)
        case _:
            return Aid(action.value == DEFENCE, action.value == REROLL)
    return Aid.of(s, seat, effects)
