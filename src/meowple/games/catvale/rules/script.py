"""The whole game: one question after another, a checkpoint before each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meowple.author import CHECKPOINT, Asking, Script
from meowple.games.catvale.state import (
    BEGIN_ADVENTURE,
    BEGIN_ROUND,
    BEGIN_SEASON,
    BETWEEN,
    CAT,
    COMBAT,
    DRAFT,
    DRAW_AMBITION,
    END_ROUND,
    END_SEASON,
    GIFT,
    GROW,
    MENU,
    MOOD,
    MOOD_GROW,
    OVER,
    PLAN,
    SEASON_END,
    TALK,
    State,
)

from . import rounds, seasons, setting_up, turn


def rules(s: State) -> Script:
    """The rules. `State.step` says what is next; before each question there is a checkpoint."""
    while s.step != OVER:
        if s.step < OVER:
            yield CHECKPOINT
        asking = STEP[s.step](s)
        if asking is not None:
            yield from asking
    yield CHECKPOINT


STEP: Final[dict[int, Callable[[State], Asking | None]]] = {
    CAT: setting_up.cat,
    DRAW_AMBITION: setting_up.ambition,
    DRAFT: setting_up.draft,
    BEGIN_SEASON: seasons.begin,
    GROW: seasons.grow,
    MOOD: seasons.mood_step,
    MOOD_GROW: seasons.mood_grow,
    BEGIN_ROUND: rounds.begin,
    PLAN: rounds.planning,
    GIFT: rounds.gift,
    BEGIN_ADVENTURE: turn.begin_phase,
    MENU: turn.step,
    COMBAT: turn.combat_step,
    TALK: turn.talk_step,
    BETWEEN: turn.between_step,
    END_ROUND: rounds.end,
    END_SEASON: seasons.close,
    SEASON_END: seasons.close_step,
}
"""What happens in each step."""
