"""All that may be chosen is in sight and in reach, at every size: seen in random games, in pages changed by moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Server

from .geometry import BLANK, MOST, NARROW, SIZES, Walk


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(str(Path(tmp_path_factory.mktemp("geometry")) / "tables.db"))
    yield one
    one.stop()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return server.url


def test_no_card_goes_blank_when_the_table_changes(server: Server, person: Any) -> None:
    """Chromium draws nothing in cards of a fieldset that has been changed."""
    walk = Walk(server, person().page, "purrballs", 5, {"mode": "expert"}, seed=1)
    for kind in walk:
        assert walk.page.evaluate(BLANK) == [], kind
        if walk.seen["level-up"] == 3:
            return
    raise AssertionError("hands of cards changed too seldom")


@pytest.mark.parametrize(
    ("language", "sizes"), [("en", tuple(SIZES)), ("pl", NARROW)], ids=["en", "pl"]
)
@pytest.mark.parametrize(
    ("game", "seats", "options"), MOST, ids=lambda value: value if isinstance(value, str) else None
)
def test_every_kind_of_question_is_seen_whole(
    server: Server,
    person: Any,
    game: str,
    seats: int,
    options: dict[str, str | int | bool],
    language: str,
    sizes: Sequence[str],
) -> None:
    page = person(locale=language, new=language == "pl").page
    walk = Walk(server, page, game, seats, options, seed=5)
    wrong = {}
    for kind in walk.kinds():
        if faults := walk.measure(sizes):
            wrong[kind] = faults
    assert not wrong
    assert walk.seen["over"] == 1
