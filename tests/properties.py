"""The checks of `meowple.author.testing` under the names that older tests know."""

from meowple.author.testing import *  # noqa: F403
from meowple.author.testing import Trial as Table
from meowple.author.testing import draw_trial as draw_table
from meowple.author.testing import play_to_end as play_out
from meowple.author.testing.saves import load_match

__all__ = ["Table", "draw_table", "load_match", "play_out"]
