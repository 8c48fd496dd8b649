"""Seasons: Growth at their start, Territory at their end, and the Endgame (CV-GROW, CV-TERR, CV-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.board import MOOD_ENDS, MoodSpace
from meowple.games.catvale.pieces.names import (
    MARKERS,
    MOST_PRIDE,
    SEASON,
    SEASONS,
    W_MOOD,
    W_SEASON_END,
)
from meowple.games.catvale.state import (
    BEGIN_ROUND,
    BEGIN_SEASON,
    GROW,
    MOOD,
    MOOD_GROW,
    SEASON_END,
    SELF,
)

from . import (
    ambitions,
    backyard,
    endgame,
    growth,
    playing,
    prestige,
    pride,
    questions,
    standing,
)
from .windows import asks, react

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

TILES_FOR_PRESTIGE = 3
"""So many Marked tiles bring 1 Prestige (CV-TERR-1)."""

# -- Growth ---------------------------------------------------------------------------------------


def points(s: State) -> int:
    """The Growth points of the season that begins (CV-GROW-3)."""
    return s.box.tree.points[s.round // 2]


def begin(s: State) -> None:
    """A season begins: Pride comes back, then all use their points (CV-GROW-1, CV-GROW-2)."""
    s.turn = s.first
    if s.tell:
        s.tell("season", season=SEASONS[s.round // 2], points=points(s))
    for seat in range(s.seats):
        pride.recover(s, seat, MOST_PRIDE)
    s.step = GROW
    start_preparing(s, points(s), -1)


def start_preparing(s: State, number: int, only: int) -> bool:
    """Whoever has nothing to choose is ready; whether somebody is not."""
    s.ready = 0
    s.plan = [()] * s.seats
    for seat in range(s.seats):
        if growth.preparing(s, seat, number, only) == [s.box.enough]:
            s.ready |= 1 << seat
    return s.ready != (1 << s.seats) - 1


def grow(s: State) -> Asking:
    """All choose at the same time, each at its own pace; then it is carried out (CV-ASK-5)."""
    if (yield from _prepared(s, points(s), -1)):
        yield from mood(s)


def _prepared(s: State, number: int, only: int) -> Asking:
    """One answer of one seat; whether all were ready and everything was carried out."""

    def choices(s: State, seat: int) -> list[Action]:
        return growth.preparing(s, seat, number, only)

    waiting = tuple(seat for seat in range(s.seats) if not s.ready >> seat & 1)
    seat, action = yield questions.GROW.ask_any(waiting, choices)
    growth.prepare(s, seat, action, number, only)
    if choices(s, seat) == [s.box.enough]:
        s.ready |= 1 << seat
    return (yield from _when_ready(s))


def _when_ready(s: State) -> Asking:
    if s.ready != (1 << s.seats) - 1:
        return False
    s.ready = 0
    for seat in s.clockwise(s.first):
        yield from growth.carry_out(s, seat)
    yield from ambitions.check(s)
    return True


# -- the Mood check (CV-GROW-8 to CV-GROW-11) -----------------------------------------------------


def mood(s: State) -> Asking:
    """Before the check all may play cards for any time, but not in Spring."""
    if s.round == 0:
        after_mood(s)
    elif asks(s, W_MOOD, SELF, s.order(), phase=True):
        s.step = MOOD
    else:
        yield from check_mood(s)


def mood_step(s: State) -> Asking:
    """The window before the Mood check."""
    yield from react(s, W_MOOD, SELF, s.order(), phase=True)
    yield from check_mood(s)


def mood_space(s: State) -> MoodSpace:
    """The space of the Mood track with the marker."""
    return s.box.board.mood[s.mood + MOOD_ENDS]


def check_mood(s: State) -> Asking:
    """The marker of the Mood's side moves for every player, up or down."""
    space = mood_space(s)
    if s.tell and space.growth:
        s.tell("mood-check", marker=MARKERS[space.marker], growth=space.growth)
    if space.growth > 0:
        if start_preparing(s, space.growth, space.marker):
            s.step = MOOD_GROW
            return
    elif space.growth < 0:
        for seat in s.clockwise(s.first):
            growth.go_back(s, seat, space.marker, -space.growth)
        yield from ambitions.check(s)
    after_mood(s)


def mood_grow(s: State) -> Asking:
    """All move that marker, each at its own pace (CV-ASK-6)."""
    space = mood_space(s)
    if (yield from _prepared(s, space.growth, space.marker)):
        after_mood(s)


def after_mood(s: State) -> None:
    """The Mood marker returns to the centre, and the first Round of the season begins."""
    s.mood = 0
    s.step = BEGIN_ROUND


# -- Territory and the Endgame --------------------------------------------------------------------


def close(s: State) -> Asking:
    """A season closes: the window `season-end`, then Territory."""
    if asks(s, W_SEASON_END, SELF, s.order(), phase=True):
        s.step = SEASON_END
    else:
        yield from territory(s)


def close_step(s: State) -> Asking:
    """The window `season-end` (CV-ASK-42)."""
    yield from react(s, W_SEASON_END, SELF, s.order(), phase=True)
    yield from territory(s)


def territory(s: State) -> Asking:
    """1 Prestige for every three Marked tiles, then Ambitions and the Endgame check (CV-TERR)."""
    for seat in s.order():
        yield from playing.fire(s, "season-end", seat, only=seat)
    for seat in s.order():
        extra = sum(e.amount for e in s.standing if e.verb == "territory" and e.seats >> seat & 1)
        tiles = s.marks.count(seat) + extra
        if s.tell:
            s.tell("territory", seat=seat, tiles=tiles, prestige=tiles // TILES_FOR_PRESTIGE)
        prestige.gain(s, seat, tiles // TILES_FOR_PRESTIGE)
    s.standing = tuple(entry for entry in s.standing if entry.verb != "territory")
    yield from ambitions.check(s)
    if endgame.is_over(s):
        endgame.finish(s)
        return
    end_season(s)
    s.step = BEGIN_SEASON


def end_season(s: State) -> None:
    """Fire comes off, and what lasts for the season ends (CV-TILE-7, CV-RUL-93)."""
    s.fire = -1
    standing.end(s, SEASON)
    for seat in range(s.seats):
        for place, plot in enumerate(s.plots[seat]):
            if plot.spray >= 0:
                backyard.unspray(s, seat, place)
