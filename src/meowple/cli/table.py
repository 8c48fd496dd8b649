"""From the arguments of a command to a match with names and bots on its seats."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from errno import EACCES, EISDIR, ENOENT
from pathlib import Path
from typing import Any

from meowple.bots import Bot, about, check_plays, get_bot
from meowple.core.errors import BadSeats, MeowpleError, UnknownOption
from meowple.core.game import Game
from meowple.core.language import N_, seat_names
from meowple.core.match import Match

from .language import language


def options(game: Game[Any], settings: Sequence[str]) -> dict[str, str | int | bool]:
    """A table's options from ``["rules=advanced", ...]``."""
    texts = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UnknownOption(
                N_("--set takes OPTION=VALUE, as in rules=advanced; not {setting}"),
                setting=setting,
            )
        texts[name.strip()] = value.strip()
    return game.parse_options(texts)


def read(file: str) -> str:
    """The text of a file. Raises OSError, or `MeowpleError` if it is not text."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise MeowpleError(N_("{file} is not a text file"), file=file) from None


def check_files(*files: str | None) -> None:
    """See early that the files can be written whose text comes late.

    Raises:
        OSError: one cannot.
        MeowpleError: one is named twice, so that a text would take another's place.
    """
    seen = set()
    for file in filter(None, files):
        path = Path(file)
        if path.resolve() in seen and (path.is_file() or not path.exists()):
            raise MeowpleError(N_("{file} is named twice: each file needs its own"), file=file)
        seen.add(path.resolve())
        code = ENOENT if not path.parent.is_dir() else EISDIR if path.is_dir() else 0
        if code or not os.access(path if path.exists() else path.parent, os.W_OK):
            raise OSError(code or EACCES, os.strerror(code or EACCES), file)


def write(file: str, text: str) -> None:
    """Put text into a file, whole or not at all. Raises OSError.

    What is no file of its own, a device or a link, is written to and never replaced.
    """
    path = Path(file)
    own = not path.is_symlink() and (path.is_file() or not path.exists())
    part = path.with_name(f".{path.name}.part") if own else path
    try:
        part.write_text(text, encoding="utf-8")
        if own:
            part.replace(path)
    except OSError as error:  # nobody has asked for the part
        raise OSError(error.errno, error.strerror, file) from error


def bot_names(text: str | None, seats: int | None, most: int) -> list[str]:
    """The bots of a table: from a number, from names, or greedy on all seats but one."""
    if text is None:
        return ["greedy"] * ((seats or most) - 1)
    if text.isdecimal() and len(text) < 3:
        return ["greedy"] * int(text)
    return names_of(text)


def names_of(text: str | None) -> list[str]:
    """Names that were separated by commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def seat_people(match: Match, people: Sequence[str], bots: Sequence[str]) -> list[str]:
    """A name for each seat: people first, then bots."""
    if len(bots) > match.seats:
        raise BadSeats(
            N_("{bots} bots do not fit on {seats} seats"), bots=len(bots), seats=match.seats
        )
    names = seat_names(match.seats, language())
    first_bot = match.seats - len(bots)
    for seat, name in enumerate(people[:first_bot]):
        names[seat] = name
    for seat, bot in enumerate(bots, first_bot):
        names[seat] = f"{about(bot, language()).title} {seat + 1}"
    return names


def make_bots(arguments: Namespace, match: Match, bots: Sequence[str]) -> dict[int, Bot]:
    """The bots by seat: they have the last seats."""
    seed = arguments.seed
    first = match.seats - len(bots)
    for name in bots:
        check_plays(name, match.game)
    return {
        seat: get_bot(name, None if seed is None else seed * 100 + seat)
        for seat, name in enumerate(bots, first)
    }
