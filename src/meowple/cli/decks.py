"""``meowple check-deck`` and ``--decks``: cards of one's own."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

from meowple.author import Problem, StrangeFile
from meowple.core.errors import BadData, UnknownGame
from meowple.core.language import N_
from meowple.core.registry import game_package, games, use_decks

from .language import _, told
from .plain import plain


def run(arguments: Namespace) -> int:
    """Check card files; 2 if something is wrong, with a line for each mistake."""
    named = arguments.game
    if named and not hasattr(game_package(named), "check_deck"):
        raise no_decks(named)
    wrong = 0
    for name in arguments.file:
        path = Path(name)
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not files:
            raise BadData(N_("{folder} holds no card files"), folder=path)
        for file in files:
            problems = checked(file, [named] if named else takers())
            wrong += len(problems)
            for problem in problems:
                print(plain(f"{file}: {told(problem)}"), file=sys.stderr)
            if not problems:
                print(plain(_("{file}: all is well").format(file=file)))
    return 2 if wrong else 0


def checked(file: Path, among: list[str]) -> list[Problem]:
    """What is wrong in a file, by the first of those games that has such a file; else by the first."""
    found: list[list[Problem]] = [game_package(game).check_deck(file) for game in among]
    fits = (p for p in found if not any(isinstance(problem.why, StrangeFile) for problem in p))
    return next(fits, found[0])


def take_decks(game: str, folder: str) -> None:
    """Play the game with the cards in a folder, for the rest of this command."""
    path = Path(folder)
    if not path.is_dir():
        raise BadData(N_("{folder} is not a folder"), folder=folder)
    if not hasattr(game_package(game), "build"):
        raise no_decks(game)
    use_decks(game, path)


def takers() -> list[str]:
    """The games that take card files of one's own."""
    return [name for name in games() if hasattr(_package(name), "check_deck")]


def no_decks(game: str) -> BadData:
    """The refusal that a game takes no cards of one's own, and which do."""
    return BadData(
        N_("{game} takes no card files of your own; these do: {games}"),
        game=game,
        games=", ".join(takers()) or "-",
    )


def _package(name: str) -> ModuleType | None:
    try:
        return game_package(name)
    except UnknownGame:  # somebody's package that does not work here
        return None
