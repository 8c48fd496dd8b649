"""The language that a command speaks: one from its first word to its last."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from meowple.core.errors import Told
from meowple.core.language import closest, texts, translator
from meowple.core.registry import loaded_games

_FOLDER = Path(__file__).parent
_language = "en"
_words = texts(_language)


def choose_language(words: Sequence[str], environment: Mapping[str, str]) -> None:
    """Take the language of ``--language`` if it is there, else that of the system."""
    global _words, _language
    _language = closest(_option(words) or _system(environment)) or "en"
    _words = translator(_FOLDER, "cli", _language).before(texts(_language))


def language() -> str:
    """The code of the language that is spoken: a key of `LANGUAGES`."""
    return _language


def _(text: str) -> str:
    """The text in that language."""
    return _words.gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The one of the texts that goes with the number, in that language."""
    return _words.ngettext(one, many, number)


def told(error: Told) -> str:
    """What an error says, in that language, whichever layer or game it comes from."""
    words = _words
    for package, folder, domain in (("lab", "lab", "lab"), ("server", "web", "web")):
        if f"meowple.{package}" in sys.modules:
            words = words.before(translator(_FOLDER.parent / folder, domain, _language))
    for game in loaded_games():
        words = words.before(game.in_words(_language).catalogue)
    return error.words(words.gettext)


def number(value: float, digits: int | None = None) -> str:
    """A number as it is written in that language."""
    return _words.number(value, digits)


def percent(part: float, digits: int | None = 1) -> str:
    """A part of a whole in hundredths, in that language."""
    return _words.percent(part, digits)


def _option(words: Sequence[str]) -> str | None:
    for place, word in enumerate(words):
        if word == "--language" and place + 1 < len(words):
            return words[place + 1]
        if word.startswith("--language="):
            return word.partition("=")[2]
    return None


def _system(environment: Mapping[str, str]) -> str:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return value.partition(":")[0]
    return "en"
