"""What must hold in every game, tried on random matches: for the tests of whoever writes one.

A trial says what is played: a game, its seats, its options, and a seed from which the match and
all decisions follow. The checks play it and raise `Broken`, with the trial and the question in
its notes, where the game breaks a promise:

* `check_play`: somebody can always act, pieces are kept, copies, saves, undo and films agree,
  recording has no influence;
* `check_leaks`: nobody is shown what is hidden, and imagined matches do not depend on it;
* `check_saves`: damaged saves are refused or can be played on;
* `check_secret_chance`: the secret seed of a match between people stays secret;
* `check_options`, on each trial of a `sweep`: no option is done by half.

With pytest (which is not needed here):

    import pytest
    from meowple.author.testing import check_leaks, check_options, check_play, draw_trial, sweep

    @pytest.mark.parametrize("seed", range(4))
    def test_promises(seed):
        check_play(draw_trial("my_game", seed))
        check_leaks(draw_trial("my_game", seed, short=True), often=0.1)

    @pytest.mark.parametrize("trial", sweep("my_game"), ids=str)
    def test_options(trial):
        check_options(trial)

The game must be installed (``pip install -e .``). What is checked at one moment can be used by
itself: `somebody_can_act`, `copies_agree`, `proves_no_leak` and the others.

>>> check_play(draw_trial("festival", 1, short=True), often=0.01) > 50
True
"""

from .broken import Broken, difference, must, same
from .leaks import check_leaks, check_secret_chance, proves_no_leak
from .matches import check_options, check_play
from .promises import (
    changes_survive,
    checkpoints_are_exact,
    choices_are_accepted,
    copies_agree,
    free_undo_teaches_nothing,
    pieces_are_kept,
    somebody_can_act,
    undo_is_exact,
)
from .saves import check_saves, damage
from .sight import all_shown, fingerprint, refused, shown, viewers, views, world
from .trials import (
    MOST_DECISIONS,
    Decide,
    Decision,
    Trial,
    decide,
    draw_option,
    draw_trial,
    option_values,
    play_some,
    play_to_end,
    sweep,
    told,
)

__all__ = [
    "MOST_DECISIONS",
    "Broken",
    "Decide",
    "Decision",
    "Trial",
    "all_shown",
    "changes_survive",
    "check_leaks",
    "check_options",
    "check_play",
    "check_saves",
    "check_secret_chance",
    "checkpoints_are_exact",
    "choices_are_accepted",
    "copies_agree",
    "damage",
    "decide",
    "difference",
    "draw_option",
    "draw_trial",
    "fingerprint",
    "free_undo_teaches_nothing",
    "must",
    "option_values",
    "pieces_are_kept",
    "play_some",
    "play_to_end",
    "proves_no_leak",
    "refused",
    "same",
    "shown",
    "somebody_can_act",
    "sweep",
    "told",
    "undo_is_exact",
    "viewers",
    "views",
    "world",
]
