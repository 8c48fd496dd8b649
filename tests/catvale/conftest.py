"""Catvale under its name, for matches and saves that ask for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from meowple.core import registry
from meowple.games.catvale import GAME

pytest.register_assert_rewrite("catvale.designs")


@pytest.fixture(autouse=True, scope="session")
def _under_its_name() -> Iterator[None]:
    registry._with_decks["catvale"] = GAME
    registry.get_game.cache_clear()
    yield
    registry._with_decks.pop("catvale", None)
    registry.get_game.cache_clear()
