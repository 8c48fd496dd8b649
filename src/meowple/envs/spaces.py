"""The spaces of Gymnasium and PettingZoo, which share them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space

from meowple.core.blocks import LEAST, MOST

from .play import Play

RENDER_MODES = ["ansi", "human", "rgb_array"]


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such; raises `ValueError` if not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}; not {mode!r}")
    return mode


def observation_space(play: Play, actions: int) -> Space[Any]:
    """The space of what a seat observes, with a mask of so many actions if it is in there."""
    box = Box(LEAST, MOST, (play.encoding.size,), np.int8)
    if play.mask == "info":
        return box
    return Dict({"observation": box, "action_mask": Box(0, 1, (actions,), np.int8)})
