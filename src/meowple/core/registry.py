"""Which games are installed, and where their files lie. What a game is, is told by `game`."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from .actions import Action
from .errors import BadData, UnknownGame, shown
from .game import Game
from .language import N_


@cache
def _entries() -> Mapping[str, EntryPoint]:
    """The entry points of games by name, read once: packages may be moved while we run."""
    return {entry.name: entry for entry in entry_points(group="meowple.games")}


@cache
def games() -> tuple[str, ...]:
    """The names of all games that are installed, in alphabetical order."""
    return tuple(sorted(_entries()))


def get_game(name: str) -> Game[Any]:
    """The game of that name. Raises `UnknownGame`.

    Games are found through the entry-point group ``meowple.games``, so other packages can add
    some.
    """
    asked: Any = name
    if isinstance(asked, Game):
        raise UnknownGame(N_("a game is asked for by its name, {game!r}"), game=asked.name)
    return _game(asked if isinstance(asked, str) else shown(asked))


@cache
def _game(name: str) -> Game[Any]:
    if name in _with_decks:
        return _with_decks[name]
    entry = _entry(name)
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:  # a package of somebody else: anything can happen
        raise UnknownGame(
            N_("the game {game!r} cannot be loaded: {error!r}"), game=name, error=error
        ) from error
    if not isinstance(game, Game):
        raise UnknownGame(
            N_("the game {game!r} cannot be loaded: {object} is not a Game"),
            game=name,
            object=entry.value,
        )
    return game


def loaded_games() -> list[Game[Any]]:
    """The games that somebody in this process has asked for, or imported."""
    return [get_game(name) for name, entry in _entries().items() if entry.module in sys.modules]


def game_package(name: str) -> ModuleType:
    """The package that holds a game's files. Raises `UnknownGame`."""
    get_game(name)
    return import_module(_entry(name).module)


def game_folder(name: str) -> Path:
    """The folder that holds all of a game. Raises `UnknownGame`."""
    return Path(str(game_package(name).__file__)).parent


def table_file(name: str, file: str) -> Path:
    """Where a file or folder of what people see of a game lies, if the game has it.

    Args:
        name: of the game.
        file: such as ``templates``, ``table.css``, ``cover.svg``.

    Raises:
        UnknownGame: there is no such game.
    """
    return game_folder(name) / "table" / file


def use_decks(name: str, folder: Path) -> Game[Any]:
    """Play a game with card files of one's own, from now on and in this process.

    The package of a game that takes such files has ``build(folder)``, which gives the game with
    them, and ``check_deck(path)``, which lists what is wrong in one of them.

    Raises:
        UnknownGame: there is no such game.
        BadData: it takes no card files, or one of these is wrong.
    """
    build = getattr(game_package(name), "build", None)
    if build is None:
        raise BadData(N_("{game} takes no card files of your own"), game=name)
    game: Game[Any] = build(folder)
    _with_decks[name] = game
    _game.cache_clear()
    return game


def look_again() -> None:
    """Forget which games were found and which decks were put in: they are looked for anew."""
    _with_decks.clear()
    for found in (_entries, games, _game):
        found.cache_clear()


def find_action(game: str, key: str) -> Action:
    """The action of that key in the game of that name: what a pickled action comes back as.

    Raises:
        UnknownGame, IllegalAction: there is none.
    """
    return get_game(game).actions[key]


def _pickled(action: Action) -> tuple[Any, tuple[str, str]]:
    return find_action, (action.owner.game, action.key)


copyreg.pickle(Action, _pickled)

_with_decks: dict[str, Game[Any]] = {}


def _entry(name: str) -> EntryPoint:
    if name not in games():
        raise UnknownGame(
            N_("there is no game {game!r}; installed are {known}"),
            game=name[:40],
            known=", ".join(games()),
        )
    return _entries()[name]
