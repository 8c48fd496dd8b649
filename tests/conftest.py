"""What all tests may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from meowple.core import language


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
