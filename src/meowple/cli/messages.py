"""``meowple messages``: the translations of a game of one's own."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from meowple.core.errors import MeowpleError

from .catalogues import Domain, brought_up_to_date
from .language import _


def run(arguments: Namespace) -> int:
    """Bring the catalogues of a folder up to date; 1 if something in them is missing."""
    from .screen import Screen

    screen = Screen()
    found = list(catalogues(Path(arguments.folder)))
    if not found:
        raise MeowpleError(
            _("no catalogue is in {folder}: make a file such as {file} first").format(
                folder=arguments.folder, file="table/locale/pl/LC_MESSAGES/fish_bowl.po"
            )
        )
    told = {
        "wrote": _("written: {what}"),
        "old": _("out of date: {what}"),
        "missing": _("not translated: {what}"),
    }
    wrong = False
    for domain, language in found:
        for kind, what in brought_up_to_date([domain], [language], check=arguments.check):
            screen.say(told[kind].format(what=what))
            wrong |= kind != "wrote"
    return 1 if wrong else 0


def catalogues(root: Path) -> Iterator[tuple[Domain, str]]:
    """The catalogues in a folder, each with its language: their texts are those of the package."""
    for file in sorted(root.rglob("locale/*/LC_MESSAGES/*.po")):
        folder = file.parents[3]
        package = folder
        while not (package / "__init__.py").exists() and package != root:
            package = package.parent
        while (package.parent / "__init__.py").exists():
            package = package.parent
        if not any(part.startswith(".") for part in file.relative_to(root).parts):
            yield Domain(file.stem, folder, (package,), root), file.parts[-3]
