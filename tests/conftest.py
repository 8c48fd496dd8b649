"""What all tests may use."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from meowple.core import language

LONGEST = (
    "browser/test_geometry.py",
    "properties/test_games.py",
    "browser/test_pages.py",
    "browser/test_pseudo.py",
    "browser/test_catvale.py",
    "browser/test_keyboard.py",
    "browser/test_told.py",
    "browser/",
)
"""What takes the longest goes first, so that no worker is left alone with it in the end."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        found = (n for n, name in enumerate(LONGEST) if f"tests/{name}" in item.nodeid)
        return next(found, len(LONGEST))

    items.sort(key=place)


def pytest_configure() -> None:
    # Some tests press Ctrl-C, which programs that a shell starts in the background do not notice.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The code of a language with an accent on every letter; see `tools.pseudo`."""
    from tools.pseudo import CODE, write

    folder = tmp_path_factory.mktemp("locale")
    write(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "MORE", str(folder))
        patch.setitem(language.LANGUAGES, CODE, CODE)
        language.translator.cache_clear()
        yield CODE
    language.translator.cache_clear()
