"""What must hold in every game, tried on random matches."""

import pytest
from meowple.author.testing import (
    Trial,
    check_leaks,
    check_options,
    check_play,
    check_saves,
    draw_trial,
    sweep,
)

from goldfish import GAME


@pytest.mark.parametrize("seed", range(3))
def test_copies_saves_and_undo_agree(seed: int) -> None:
    check_play(draw_trial(GAME.name, seed))


@pytest.mark.parametrize("seed", range(3))
def test_nobody_sees_what_is_hidden(seed: int) -> None:
    check_leaks(draw_trial(GAME.name, seed))


@pytest.mark.parametrize("seed", range(3))
def test_damaged_saves_are_refused_or_can_be_played(seed: int) -> None:
    check_saves(draw_trial(GAME.name, seed))


@pytest.mark.parametrize("trial", sweep(GAME.name), ids=str)
def test_no_option_is_done_by_half(trial: Trial) -> None:
    check_options(trial)
