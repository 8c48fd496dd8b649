"""A package for a game of one's own, made from the template beside this file."""

from __future__ import annotations

import ast
import importlib.util
import keyword
import re
import shutil
import struct
import tempfile
from pathlib import Path

from meowple.core.errors import MeowpleError
from meowple.core.language import N_
from meowple.core.registry import games

TEMPLATE = Path(__file__).parent / "template"

MODEL = "goldfish"
"""What the game of the template is called: as it stands, as a title, and in numbers of rules."""


class BadName(MeowpleError):
    """No game can be called that."""


def new_game(name: str, into: Path) -> Path:
    """Make a package that holds a small game, complete or not at all.

    Args:
        name: of the game and of its Python package: ``fish_bowl``.
        into: the folder in which the package's own is made.

    Returns:
        The package's folder.

    Raises:
        BadName: it cannot be called that.
        MeowpleError: there is such a folder already, or none to make it in.
        OSError: the files cannot be written.
    """
    check_name(name)
    if not into.is_dir():
        raise MeowpleError(N_("there is no folder {folder}"), folder=into)
    folder = into / name
    if folder.exists():
        raise MeowpleError(N_("{folder} is there already"), folder=folder)
    with tempfile.TemporaryDirectory(dir=into, prefix=f".{name}-") as half:
        made = Path(half) / name
        for file in sorted(TEMPLATE.rglob("*")):
            place = file.relative_to(TEMPLATE)
            if file.is_dir() or place.as_posix().startswith(".") or "__pycache__" in place.parts:
                continue  # tools leave caches
            new = made / called(place.as_posix(), name)
            new.parent.mkdir(parents=True, exist_ok=True)
            text = called(file.read_text(encoding="utf-8"), name)
            new.write_text(text, encoding="utf-8", newline="\n")
            if new.suffix == ".po":
                new.with_suffix(".mo").write_bytes(compiled(text))
        shutil.move(made, folder)
    return folder


def check_name(name: str) -> None:
    """Raise `BadName` if a game cannot be called that."""
    if not re.fullmatch(r"[a-z](_?[a-z0-9]){1,29}", name):
        raise BadName(
            N_(
                "a game is called by 2 to 30 small letters and digits, with single _ between them, "
                "as in fish_bowl; not {name!r}"
            ),
            name=name[:60],
        )
    if keyword.iskeyword(name):
        raise BadName(N_("no game can be called {name}: it is a word of Python's own"), name=name)
    if name in games():
        raise BadName(N_("no game can be called {name}: another one is"), name=name)
    if importlib.util.find_spec(name) is not None:
        raise BadName(N_("no game can be called {name}: another package of Python is"), name=name)


def called(text: str, name: str) -> str:
    """A text of the template for a game of that name."""
    forms = {
        MODEL: name,
        MODEL.capitalize(): name.replace("_", " ").capitalize(),
        MODEL.upper(): re.sub("[^A-Z]", "", name.upper()),
    }
    return re.sub("|".join(forms), lambda found: forms[found[0]], text)


def compiled(po: str) -> bytes:
    """A catalogue as the program reads it (``.mo``), from one as people write it (``.po``)."""
    texts: dict[str, str] = {}
    for entry in po.split("\n\n"):
        parts: dict[str, str] = {}
        field = ""
        for line in entry.splitlines():
            if found := re.match(r"(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) ", line):
                field = found[1]
                line = line[found.end() :]
            if line.startswith('"'):
                parts[field] = parts.get(field, "") + ast.literal_eval(line)
        if "msgid" not in parts:
            continue
        key = "\0".join(parts[field] for field in ("msgid", "msgid_plural") if field in parts)
        if "msgctxt" in parts:
            key = f"{parts['msgctxt']}\4{key}"
        texts[key] = "\0".join(text for field, text in parts.items() if field.startswith("msgstr"))
    pairs = [(key.encode(), text.encode()) for key, text in sorted(texts.items())]
    place = 28 + 16 * len(pairs)
    tables, strings = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<2I", len(pair[side]), place + len(strings))
            strings += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, place)
    return head + tables[0] + tables[1] + strings
