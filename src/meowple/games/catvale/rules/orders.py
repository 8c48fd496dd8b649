"""Standing orders: the secret settings of a seat that say which windows stop for it (CV-ASK-45 to 49).

Orders come as plain data::

    {"rolls": "mine", "fights": "last", "turns": "never", "self": "ask",
     "defence": ["token:defence-token", "play:puffed-tail"],
     "now": {"until": "turn", "fights": "every"}}

What is left out is as everybody begins; in ``now``, which holds for the running turn or combat
alone, it is as in the rest. ``now`` is over with ``{"until": "none"}``, or where it is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from meowple.author import N_, BadOrders, shown
from meowple.games.catvale.state import (
    FIGHTS,
    KINDS_OF_WINDOWS,
    ORDERS,
    ROLLS,
    SELF,
    UNTIL,
    Orders,
)

if TYPE_CHECKING:
    from random import Random

    from meowple.games.catvale.state import State

DEFENCE_VERBS: Final = ("play", "use", "token", "mouse", "reroll")
NOTHING_NOW: Final = "none"
"""The word of ``until`` for a ``now`` that is over."""
MOST_DEFENCE: Final = 12
"""Things in a standing defence."""


def read(s: State, seat: int, data: Any) -> Orders:
    """Orders out of plain data. Raises `BadOrders` for anything else."""
    if not isinstance(data, dict):
        raise BadOrders(N_("orders are a table such as {example}"), example={"rolls": "all"})
    words = _words({name: data[name] for name in data if name not in ("defence", "now")})
    defence = data.get("defence", [])
    if not isinstance(defence, list) or len(defence) > MOST_DEFENCE:
        raise BadOrders(
            N_("a standing defence is a list of at most {most} things"), most=MOST_DEFENCE
        )
    ids = []
    for key in defence:
        action = s.box.actions.get(key) if isinstance(key, str) else None
        if action is None or action.verb not in DEFENCE_VERBS:
            raise BadOrders(
                N_("nothing that is played in a combat is called {key}"), key=shown(key)
            )
        ids.append(action.id)
    now = data.get("now")
    if now is None:
        return Orders(words, tuple(ids))
    if not isinstance(now, dict) or now.get("until") not in (*UNTIL[1:], NOTHING_NOW):
        raise BadOrders(N_("now is a table with until, which is turn, combat or none"))
    other = _words({name: now[name] for name in now if name != "until"}, words)
    if now["until"] == NOTHING_NOW:
        return Orders(words, tuple(ids))
    return Orders(words, tuple(ids), other, UNTIL.index(now["until"]))


def _words(data: dict[Any, Any], otherwise: tuple[int, ...] = (0, 0, 0, 0)) -> tuple[int, ...]:
    words = list(otherwise)
    for name, word in data.items():
        if name not in KINDS_OF_WINDOWS:
            known = ", ".join((*KINDS_OF_WINDOWS, "defence", "now"))
            raise BadOrders(
                N_("there is no order {name}, only {known}"), name=shown(name), known=known
            )
        which = KINDS_OF_WINDOWS.index(name)
        if word not in ORDERS[which]:
            raise BadOrders(
                N_("{name} can be {known}, not {word}"),
                name=name,
                known=", ".join(ORDERS[which]),
                word=shown(word),
            )
        words[which] = ORDERS[which].index(word)
    return tuple(words)


def set_orders(s: State, seat: int, data: Any) -> Orders:
    """Orders that a seat gives now. Raises `BadOrders`."""
    orders = read(s, seat, data)
    if orders.now and UNTIL[orders.until] == "combat" and s.fight is None:
        raise BadOrders(N_("no combat is running"))
    return orders


def some_orders(s: State, seat: int, rng: Random, acts: bool) -> dict[str, Any]:
    """Some orders as plain data; with ``acts`` a standing defence too, often of what is at hand."""
    kinds = tuple(zip(KINDS_OF_WINDOWS, ORDERS, strict=True))
    orders: dict[str, Any] = {name: rng.choice(say) for name, say in kinds if rng.random() < 0.7}
    if rng.random() < 0.3:
        until = "combat" if s.fight is not None and rng.random() < 0.5 else "turn"
        orders["now"] = {"until": until, "fights": rng.choice(ORDERS[FIGHTS])}
    if acts and rng.random() < 0.6:
        things = [action.key for action in s.box.actions if action.verb in DEFENCE_VERBS]
        near = [f"play:{s.box.cards[card].id}" for card in s.hand[seat]]
        near = [key for key in near if key in things] + [
            "token:defence-token",
            "mouse:defence-token",
        ]
        orders["defence"] = rng.choices(rng.choice((things, near)), k=rng.randint(1, 8))
    return orders


def end(s: State, until: str) -> None:
    """What was ordered for this combat, or for this turn and its combats, alone ends."""
    for seat, orders in enumerate(s.orders):
        if orders.now and (until == "turn" or UNTIL[orders.until] == until):
            s.orders[seat] = orders._replace(now=(), until=0)


# -- which windows stop ---------------------------------------------------------------------------


def stops(s: State, seat: int, which: int, mine: bool) -> bool:
    """Whether a window of that kind stops for a seat, by the option and its orders (CV-ASK-45).

    ``mine``: whether a roll concerns the seat.
    """
    if s.options["reactions"] != "orders":
        return open_to(s, which, mine)
    word = s.orders[seat].word(which)
    if which == ROLLS:
        return word == "all" or (mine and word == "mine")
    if which == FIGHTS:
        assert s.fight is not None
        return word == "every" or (word == "last" and s.fight.passed == 3)
    return word in ("always", "ask")


def open_to(s: State, which: int, mine: bool) -> bool:
    """Whether the option `reactions` has such windows at all, which everybody knows (CV-OPT-14)."""
    if s.options["reactions"] != "own":
        return True
    return which == SELF or (which == ROLLS and mine)


def answers_offers(s: State, seat: int) -> bool:
    """Whether a supporter is asked about a payment (CV-ASK-33)."""
    if s.options["reactions"] != "orders":
        return open_to(s, FIGHTS, False)
    return s.orders[seat].word(FIGHTS) != "never"
