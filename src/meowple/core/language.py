"""Words and numbers in each language. Texts are written in English and translated by gettext.

Each game and each layer with texts of its own has a domain: a folder ``locale`` with
``pl/LC_MESSAGES/<domain>.po`` (edited by people) and ``.mo`` (compiled by ``make messages``). A
language is nothing but such catalogues: where there is one for the domain ``core``, the language
is there, under the name that this catalogue gives it.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator
from functools import cache
from operator import index
from pathlib import Path

HERE = Path(__file__).parent

MORE = os.environ.get("MEOWPLE_LOCALE")
"""A folder with more catalogues, ``<language>/LC_MESSAGES/<domain>.mo``, to try a language out."""


def N_(text: str) -> str:
    """Mark a text for translation where it is defined; it is translated where it is shown."""
    return text


class Texts(gettext.NullTranslations):
    """The texts of some catalogues in one language, and how numbers are written in it.

    Attributes:
        language: its code.
    """

    def __init__(self, language: str, *catalogues: gettext.NullTranslations) -> None:
        super().__init__()
        self.language = language
        self._catalogues = catalogues

    def before(self, other: Texts) -> Texts:
        """These texts, and behind them those of others."""
        return Texts(self.language, *self._catalogues, *other._catalogues)

    def gettext(self, message: str) -> str:
        """The text in this language."""
        for catalogue in self._catalogues:
            if (found := catalogue.gettext(message)) != message:
                return found
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The one of the texts that goes with the number, in this language."""
        n = index(n)  # what is no whole number is refused in English too, not only in translations
        for catalogue in self._catalogues:
            if (found := catalogue.ngettext(msgid1, msgid2, n)) not in (msgid1, msgid2):
                return found
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        """The text in this language, where it means different things in different places."""
        for catalogue in self._catalogues:
            if (found := catalogue.pgettext(context, message)) != message:
                return found
        return message

    def number(self, value: float, digits: int | None = None) -> str:
        """A number, with that many digits after the decimal mark or as many as it needs.

        >>> texts("en").number(1234.5), texts("pl").number(-1234.5, 2)
        ('1,234.5', '−1\\xa0234,50')
        """
        decimal, group = _marks(self.language)
        if digits is not None:
            written = f"{value:,.{digits}f}"
        else:
            written = f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"
        return written.translate({ord("-"): "−", ord("."): decimal, ord(","): group})

    def percent(self, part: float, digits: int | None = 1) -> str:
        """A part of a whole in hundredths.

        >>> texts("en").percent(1 / 3), texts("pl").percent(1 / 3)
        ('33.3%', '33,3%')
        """
        form = texts(self.language).pgettext("a part in hundredths", "{number}%")
        return form.format(number=self.number(100 * part, digits))


@cache
def translator(folder: Path, domain: str, language: str) -> Texts:
    """The texts of one domain.

    Args:
        folder: the folder that holds ``locale``.
        domain: the name of the catalogue, such as ``festival``.
        language: a key of `LANGUAGES`; where there is no catalogue the texts stay English.
    """
    return Texts(
        language,
        *(
            gettext.translation(domain, place, [language])
            for place in (*_more(), folder / "locale")
            if gettext.find(domain, place, [language])
        ),
    )


def texts(language: str) -> Texts:
    """The texts of the core, in which errors, seats and numbers are told."""
    return translator(HERE, "core", language)


def seat_names(seats: int, language: str) -> list[str]:
    """Names for seats that nobody has named: "Seat 1" and so on."""
    name = texts(language).gettext(N_("Seat {number}"))
    return [name.format(number=number) for number in range(1, seats + 1)]


def closest(tag: str) -> str | None:
    """The language of ours that somebody asks for with ``pl``, ``pl-PL`` or ``pl_PL.UTF-8``."""
    parts = re.split("[-_]", tag.partition(".")[0].lower())
    codes = {code.lower(): code for code in LANGUAGES}
    for wanted in ("-".join(parts), parts[0]):
        if wanted in codes:
            return codes[wanted]
    return next((code for code in LANGUAGES if code.lower().split("-")[0] == parts[0]), None)


def _more() -> Iterator[Path]:
    if MORE:
        yield Path(MORE)


@cache
def _marks(language: str) -> tuple[str, str]:
    """What stands before the decimals of a number, and between its thousands."""
    pgettext = texts(language).pgettext
    return pgettext("before the decimals", "."), pgettext("between thousands", ",")


# NOTE: the name of the language that you translate into, in that language
_ENGLISH = N_("English")


def _languages() -> dict[str, str]:
    found = {"en": _ENGLISH}
    for place in (HERE / "locale", *_more()):
        for file in sorted(place.glob("*/LC_MESSAGES/core.mo")):
            code = file.parts[-3]
            found[code] = texts(code).gettext(_ENGLISH)
    return found


LANGUAGES = _languages()
"""The languages there are: code and own name. English, in which all texts are written, is first."""
