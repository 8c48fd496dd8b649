"""The bots that are installed: Meowple's own, and those that other packages add.

A package adds bots through the entry-point group ``meowple.bots``: the name is the bot's, the
object is called with a seed (a whole number or None) and gives a `Bot`. Its keyword-only parameters
are settings that may stand behind the name: ``search:tries=50``.
"""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from meowple.core.errors import MeowpleError
from meowple.core.game import Game
from meowple.core.language import N_, Texts, texts, translator

from .bot import Bot, Maker

GROUP = "meowple.bots"

_OWN = (
    EntryPoint("greedy", "meowple.bots.greedy:Greedy", GROUP),
    EntryPoint("kitten", "meowple.bots.kitten:Kitten", GROUP),
    EntryPoint("learned", "meowple.bots.learned:Learned", GROUP),
    EntryPoint("random", "meowple.bots.uniform:Uniform", GROUP),
    EntryPoint("saber", "meowple.bots.search:Saber", GROUP),
    EntryPoint("search", "meowple.bots.search:Search", GROUP),
    EntryPoint("tiger", "meowple.bots.search:Tiger", GROUP),
)

_TAKEN = {"me", "open"}
"""What stands for a person and for a free seat where seats are listed."""


class UnknownBot(MeowpleError):
    """No bot of that name is installed, or it cannot be loaded."""


class BadSetting(UnknownBot):
    """That bot cannot be set so."""


class WrongGame(UnknownBot):
    """That bot cannot play that game at all."""


class About(NamedTuple):
    """What people are told of a bot.

    Attributes:
        name: by which it is asked for.
        title: what it is called.
        text: a sentence on how it plays; empty if it says nothing.
    """

    name: str
    title: str
    text: str


@cache
def bots() -> tuple[str, ...]:
    """The names of all bots that are installed, in alphabetical order."""
    return tuple(sorted(_entries()))


def _check_name(name: Any) -> None:
    """Refuse what is no name, and say what to do with it instead."""
    if isinstance(name, str):
        return
    if isinstance(name, type):
        raise UnknownBot(
            N_("a bot is asked for by its name, such as {known}; a class makes one: {name}(seed)"),
            known=repr(bots()[0]),
            name=name.__name__,
        )
    raise UnknownBot(
        N_("a bot is asked for by its name, such as {known}; this is of the kind {name}"),
        known=repr(bots()[0]),
        name=type(name).__name__,
    )


@cache
def get_maker(name: str) -> Maker:
    """What makes bots of that name, with settings behind it if there are any.

    >>> get_maker("search:tries=50")(1).tries
    50

    Args:
        name: one of `bots`; ``search:tries=50`` sets a keyword-only parameter of what makes the
            bot, each setting behind a colon.

    Raises:
        UnknownBot: there is none, its package cannot be used, or it cannot be set so (`BadSetting`).
    """
    _check_name(name)
    if ":" in name:
        return _set(name)
    entry = _entries().get(name)
    if entry is None:
        raise UnknownBot(
            N_("there is no bot {bot}; installed are {known}"),
            bot=repr(name[:40]),
            known=", ".join(bots()),
        )
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", name) or name in _TAKEN:
        raise _useless(name, N_("a name is small letters, digits, - and _, but not me or open"))
    try:
        maker: Any = entry.load()
    except (Exception, SystemExit) as error:  # a package of somebody else: anything can happen
        raise _useless(name, "{error}", error=repr(error)) from error
    if not callable(maker):
        raise _useless(name, N_("{object} makes no bots"), object=entry.value)
    if isinstance(maker, type) and not callable(getattr(maker, "choose", None)):
        raise _useless(name, N_("{object} has no method choose"), object=entry.value)
    made: Maker = maker
    return made


def _set(name: str) -> Maker:
    """What makes bots of a name with settings."""
    bot, *given = name.split(":")
    maker = get_maker(bot)
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # it does not say what it takes
        parameters = {}.values()
    known = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
    settings: dict[str, int | float | str] = {}
    for setting in given:
        what, equals, value = setting.partition("=")
        if not equals or not value:
            raise BadSetting(N_("a bot is set as in search:tries=1000; not {name}"), name=name[:80])
        if what not in known or what in settings:
            raise BadSetting(
                N_("the bot {bot} has no setting {setting}; it has {known}")
                if known and what not in known
                else N_("the bot {bot} has no settings")
                if not known
                else N_("{setting} of the bot {bot} is set twice"),
                bot=bot,
                setting=what[:40],
                known=", ".join(known),
            )
        settings[what] = _number(value)
    made: Maker = partial(maker, **settings)
    try:
        made(None)
    except (Exception, SystemExit) as error:  # a bot of somebody else: anything can happen
        reason: object = repr(error)
        if isinstance(error, MeowpleError):  # told in every language
            reason = error
        elif isinstance(error, TypeError | ValueError):
            reason = str(error)
        raise BadSetting(N_("{name}: {reason}"), name=name[:80], reason=reason) from error
    return made


def _number(text: str) -> int | float | str:
    """A number where it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def check_plays(name: str, game: Game[Any]) -> None:
    """See early that a bot can play a game.

    A class that cannot play every game has a static method ``plays(game)``, true for those it can.
    One with settings is believed.

    Raises:
        WrongGame: it cannot.
        UnknownBot: there is no such bot.
    """
    plays = getattr(get_maker(name), "plays", None)
    if plays is not None and not plays(game):
        raise WrongGame(N_("the bot {bot} cannot play {game}"), bot=name, game=game.name)


def get_bot(name: str, seed: int | None = None) -> Bot:
    """A bot of that name. Raises `UnknownBot`.

    Args:
        name: one of `bots`, with settings if need be, as in `get_maker`.
        seed: any whole number makes all its choices repeatable; random when not given.
    """
    _check_name(name)
    return get_maker(name)(seed)


@cache
def about(name: str, language: str = "en") -> About:
    """What people are told of a bot, in their language. Raises `UnknownBot`.

    Its class says so in ``title`` and ``about``; without them it is called by its name and
    described by the first line of its docstring. Translations are in the catalogue ``bots`` of a
    folder ``locale`` beside the module that the entry point names.
    """
    get_maker(name)
    name, colon, settings = name.partition(":")
    maker = get_maker(name)
    title = getattr(maker, "title", None)
    text = getattr(maker, "about", None)
    if not isinstance(title, str) or not title:
        title = name.replace("-", " ").replace("_", " ").capitalize()
    if not isinstance(text, str):
        text = (maker.__doc__ or "").strip().partition("\n")[0]
    try:
        words = _texts(name, language)
        title, text = words.gettext(title), words.gettext(text) if text else ""
    except Exception:  # a catalogue that is broken in any way
        pass
    if colon:
        title = f"{title} ({settings.replace(':', ', ')})"
    return About(name + colon + settings, title, text)


def _texts(name: str, language: str) -> Texts:
    entry = _entries()[name]
    if entry in _OWN:
        return texts(language)
    return translator(Path(str(sys.modules[entry.module].__file__)).parent, "bots", language)


@cache
def _entries() -> dict[str, EntryPoint]:
    """The entry points by name. Nobody takes the name of one of ours."""
    return {entry.name: entry for entry in (*entry_points(group=GROUP), *_OWN)}


def _useless(name: str, reason: str, **values: object) -> UnknownBot:
    return UnknownBot(
        N_("the bot {bot} cannot be loaded: {reason}"),
        bot=repr(name[:40]),
        reason=MeowpleError(reason, **values),
    )
