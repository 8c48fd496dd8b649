"""What can go wrong, by name. Every error changes nothing and says what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from .language import N_


class MeowpleError(Exception):
    """Anything that Meowple refuses. Its text is a sentence for the person who asked.

    It is English; `words` tells it in another language.

    Args:
        text: the sentence, marked for translation, with ``{names}`` for what goes into it.
        values: what goes into it; an error among them, or a list of such, is the reason.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        self.text = text
        self.values = values
        super().__init__(self.words(str))

    def words(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language that ``translate`` turns texts into."""
        text = translate(self.text) if self.text else ""
        told = {name: _told(value, translate) for name, value in self.values.items()}
        return text.format(**told) if told else text


@runtime_checkable
class Told(Protocol):
    """What can be told in every language: an error, or what is wrong in a file."""

    def words(self, translate: Callable[[str], str]) -> str: ...


def _told(value: object, translate: Callable[[str], str]) -> object:
    if isinstance(value, Told):
        return value.words(translate)
    if isinstance(value, list):
        return "; ".join(str(_told(each, translate)) for each in value)
    return _Foreign(value) if isinstance(value, BaseException) else value


class _Foreign:
    """An error that is none of ours, as it is quoted in one: not at any length."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __str__(self) -> str:
        return shown(self.error, 200, str)

    def __repr__(self) -> str:
        return shown(self.error, 200)


def shown(value: object, most: int = 40, form: Callable[[object], str] = repr) -> str:
    """Anything at all as a refusal quotes it: at most so long, and never failing itself.

    A number of thousands of digits, lists nested too deeply and objects of somebody else's may
    have no text: then it is the name of their kind.

    >>> shown(7), shown("a" * 99, 12), shown(10**5000)
    ('7', "'aaaaaaaa...", '<int>')

    Args:
        value: what is quoted.
        most: how many characters.
        form: what makes a text of it: `repr`, or `str` where the sentence has quotes.
    """
    try:
        text = form(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


class UnknownGame(MeowpleError):
    """No game of that name is installed, or what is installed cannot be loaded."""


class UnknownOption(MeowpleError):
    """The game has no such option, or the option has no such value."""


class BadSeats(MeowpleError):
    """The game is not played by that many seats."""


class IllegalAction(MeowpleError):
    """The action does not exist, or is not among those that may be chosen now."""


class WrongSeat(MeowpleError):
    """That seat does not exist, or is not asked anything now."""


class MatchOver(MeowpleError):
    """The match has ended: nobody acts any more."""


class BadOrders(MeowpleError):
    """The game has no standing orders, or none like these."""


class CannotUndo(MeowpleError):
    """There is nothing to take back."""


class NotRecorded(MeowpleError):
    """The match was started without recording, so it has no log and no film."""


class BadSave(MeowpleError):
    """The text is not a save that this version can read."""


class BadPosition(BadSave):
    """The position cannot occur: pieces are missing, doubled or in an impossible place."""


class BadData(MeowpleError):
    """A card file is wrong. The text names the file, the card and the reason."""


class RulesError(MeowpleError):
    """The rules themselves failed. The match stands as it was before the action."""


SYSTEM = (
    N_("File exists"),
    N_("File name too long"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Permission denied"),
    N_("Read-only file system"),
)
"""What a system says most often when it refuses a file."""


def from_system(error: OSError, *, named: bool = True) -> MeowpleError:
    """What the system refuses, as an error that can be told in every language.

    Args:
        error: as the system raised it.
        named: whether it names the file.
    """
    why = MeowpleError(error.strerror or str(error))
    if not named or not error.filename:
        return why
    return MeowpleError("{file}: {why}", file=error.filename, why=why)
