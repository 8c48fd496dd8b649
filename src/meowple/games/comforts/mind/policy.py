"""What a seat does quickly, for those who play on in their heads: sensible steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meowple.author import Action
from meowple.games.comforts.state import State

STOPS = 0.2
"""How likely it is to leave the other dice on the Hill, or to take some back."""


def policy(s: State, seat: int, actions: Sequence[Action], u: float) -> Action:
    """One of the actions: random where nothing speaks against it."""
    chosen = _POLICY.get(actions[0].verb)
    return chosen(s, actions, u) if chosen else actions[int(u * len(actions))]


def _place(s: State, actions: Sequence[Action], u: float) -> Action:
    """Workers go anywhere; the barrow stays at home."""
    count = len(actions)
    while actions[count - 1].verb != "place":
        count -= 1
    return actions[int(u * count)]


def _first(s: State, actions: Sequence[Action], u: float) -> Action:
    """All is done: on with it."""
    return actions[0]


def _dice(s: State, actions: Sequence[Action], u: float) -> Action:
    """Each die to somebody, and seldom is one taken back from where another is missing."""
    if u < STOPS:
        return actions[-1]
    picks = 1
    while actions[picks].verb == "pick":
        picks += 1
    return actions[int((u - STOPS) / (1 - STOPS) * picks)]


def _last(s: State, actions: Sequence[Action], u: float) -> Action:
    """All dice are given that can be."""
    return actions[-1]


def _give(s: State, actions: Sequence[Action], u: float) -> Action:
    """The die in the paw goes where it is taken."""
    takers = actions.index(s.box.lay_back)
    return actions[int(u * (takers or len(actions)))]


def _act(s: State, actions: Sequence[Action], u: float) -> Action:
    """Something before nothing."""
    places = 0
    while places < len(actions) and actions[places].verb == "act":
        places += 1
    return actions[int(u * (places or len(actions)))]


def _make(s: State, actions: Sequence[Action], u: float) -> Action:
    """The comfort that scores most."""
    comforts = s.box.comforts
    return max(
        (action for action in actions if action.verb == "make"),
        key=lambda action: comforts[action.value].points,
        default=s.box.end,
    )


_POLICY: dict[str, Callable[[State, Sequence[Action], float], Action]] = {
    "place": _place,
    "ready": _first,
    "pick": _dice,
    "back": _last,
    "give": _give,
    "act": _act,
    "rest": _first,
    "make": _make,
    "end": _first,
}
"""By the verb of what is offered first."""
