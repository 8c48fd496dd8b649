"""Words in each language. Texts are written in English in the code and translated by gettext.

Each game and each layer with texts of its own has a domain: a folder ``locale`` with
``pl/LC_MESSAGES/<domain>.po`` (edited by people) and ``.mo`` (compiled by ``make messages``).
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "pl": "Polski"}
"""The languages that every text exists in: code and own name. English comes first."""


def N_(text: str) -> str:
    """Mark a text for translation where it is defined; it is translated where it is shown."""
    return text


@cache
def translator(folder: Path, domain: str, language: str) -> gettext.NullTranslations:
    """The translations of one domain.

    Args:
        folder: the folder that holds ``locale``.
        domain: the name of the catalogue, such as ``festival``.
        language: a key of `LANGUAGES`; anything else gives English.

    Returns:
        An object with ``gettext``, ``ngettext`` and ``pgettext``.
    """
    if language not in LANGUAGES:
        language = "en"
    return gettext.translation(domain, folder / "locale", [language], fallback=language == "en")


def seat_names(seats: int, language: str) -> list[str]:
    """Names for seats that nobody has named: "Seat 1" and so on."""
    word = {"pl": "Miejsce"}.get(language, "Seat")
    return [f"{word} {number}" for number in range(1, seats + 1)]
