"""A language to look for mistakes with: every text with accents and about a third longer.

    python -m tools.pseudo                serves Meowple with it
    python -m tools.pseudo FOLDER         writes its catalogues there

What stays plain was not marked for translation, or is put together in the code; what no longer
fits will not fit in some real language. It is made from the catalogues and kept nowhere; with
`MEOWPLE_LOCALE=FOLDER` every command knows it, as `--language en-XA`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE = Path(__file__).resolve().parent.parent / "src" / "meowple"
MODEL = "pl"
"""A language that is complete: its catalogues tell which texts there are."""

CODE = "en-XA"
"""As such languages are called everywhere: English with accents that nobody speaks."""

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTS = str.maketrans(PLAIN, "áƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")
KEPT = re.compile(r"\{[^{}]*\}|%\(\w+\)[sdr]|%[srd]|\[/?[\w ]*\]|`[^`]*`|https?://\S+")
"""What goes into a text, or is typed as it stands."""

NUMBERS = {"before the decimals": ",", "between thousands": "’", "a part in hundredths": None}


def accented(text: str) -> str:
    """The text with an accent on each letter and with longer vowels, until it is a third longer.

    >>> accented("Play {card}")
    'Þļááý {card}'
    """
    more = (len(KEPT.sub("", text)) + 1) // 3
    out, start = [], 0
    for kept in [*KEPT.finditer(text), None]:
        part = text[start : kept.start() if kept else len(text)]
        for letter in part:
            longer = 2 if letter in "aeiouyAEIOUY" and more > 0 else 1
            more -= longer - 1
            out.append(letter.translate(ACCENTS) * longer)
        if kept:
            out.append(kept[0])
            start = kept.end()
    return "".join(out)


def catalogue(path: Path) -> Catalog:
    """The texts of a catalogue of any language, all of them translated."""
    with path.open("rb") as file:
        known = read_po(file)
    made = Catalog(locale="en", fuzzy=False)
    for message in known:
        if not message.id:
            continue
        if message.context in NUMBERS:
            string = NUMBERS[message.context] or message.id
        elif isinstance(message.id, str):
            string = accented(message.id)
        else:
            string = tuple(accented(form) for form in message.id)
        made.add(message.id, string, context=message.context)
    return made


def write(folder: Path) -> None:
    """Put the compiled catalogues of all domains into a folder, as ``MEOWPLE_LOCALE`` names it."""
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    for path in SOURCE.rglob(f"locale/{MODEL}/LC_MESSAGES/*.po"):
        with (place / f"{path.stem}.mo").open("wb") as file:
            write_mo(file, catalogue(path))


def main() -> int:
    if len(sys.argv) > 1:
        write(Path(sys.argv[1]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        command = [sys.executable, "-m", "meowple.cli", "serve", "--language", CODE]
        return subprocess.call(command, env={**os.environ, "MEOWPLE_LOCALE": folder})


if __name__ == "__main__":
    sys.exit(main())
