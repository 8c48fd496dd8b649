"""Collect the texts to be translated, bring the catalogues up to date and compile them.

    python tools/messages.py [--check] [DOMAIN ...]

Domains: `core` (errors, numbers, the names of seats, bots), `web` (pages and server), `cli` (the
command line), `lab` (reports) and each game by its name. Texts stand in Python (`_`, `N_`,
`ngettext`) and in templates (`_`, `ngettext`, `{% trans %}`), in English. Texts of cards are taken
from a game's `data/*.toml`: `shown = ["name", "text"]` at the top of such a file says which of its
fields people see. The catalogues are `locale/<language>/LC_MESSAGES/<domain>.po`, edited by people; the `.mo` beside them
is what the program reads. With --check nothing is written; the exit status says whether all
catalogues are complete and compiled.
"""

from __future__ import annotations

import gettext
import io
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "meowple"
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def extract_toml(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of card data that people see: those of the fields named in ``shown`` at its top."""
    data = tomllib.loads(file.read().decode("utf-8"))
    for text in _texts(data, frozenset(data.get("shown", ()))):
        yield 1, None, text, []


def _texts(data: object, shown: frozenset[str]) -> Iterator[str]:
    if isinstance(data, list):
        for entry in data:
            yield from _texts(entry, shown)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name in shown and isinstance(value, str):
                if value:
                    yield value
            else:
                yield from _texts(value, shown)


METHODS: list[tuple[str, Any]] = [
    ("template/**.*", "ignore"),  # what `meowple new-game` makes has a catalogue of its own
    ("**.py", "python"),
    ("**.html", "jinja2"),
    ("**/data/**.toml", extract_toml),
    ("data/**.toml", extract_toml),
]


@dataclass(frozen=True)
class Domain:
    """A catalogue: its name, the folder with ``locale``, and where its texts stand."""

    name: str
    folder: Path
    sources: tuple[Path, ...]

    def file(self, language: str, suffix: str) -> Path:
        return self.folder / "locale" / language / "LC_MESSAGES" / f"{self.name}.{suffix}"


def domains() -> dict[str, Domain]:
    """All domains by name."""
    found = [
        Domain("core", SOURCE / "core", (SOURCE / "core", SOURCE / "author", SOURCE / "bots")),
        Domain("web", SOURCE / "web", (SOURCE / "web", SOURCE / "server")),
        Domain("cli", SOURCE / "cli", (SOURCE / "cli",)),
        Domain("lab", SOURCE / "lab", (SOURCE / "lab",)),
    ]
    for folder in sorted((SOURCE / "games").iterdir()):
        if (folder / "__init__.py").exists():
            table = folder / "table"
            home = table if (table / "locale").is_dir() else folder
            found.append(Domain(folder.name, home, (folder,)))
    return {domain.name: domain for domain in found if domain.folder.is_dir()}


def languages() -> list[str]:
    """The languages that there are catalogues of; a new one begins with a folder in the core."""
    return sorted(folder.name for folder in (SOURCE / "core" / "locale").iterdir())


def extract(domain: Domain) -> Catalog:
    """The texts of a domain as they stand in the source now."""
    catalog = Catalog(domain=domain.name)
    for source in domain.sources:
        for file, line, message, comments, context in extract_from_dir(
            source,
            method_map=METHODS,
            keywords=KEYWORDS,
            comment_tags=("NOTE:",),
            strip_comment_tags=True,
        ):
            place = (source / file).relative_to(ROOT).as_posix()
            catalog.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalog


def updated(domain: Domain, language: str) -> Catalog:
    """The catalogue of a language, with exactly the texts of the source."""
    path = domain.file(language, "po")
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain=domain.name)
    else:
        catalog = Catalog(locale=language, domain=domain.name)
    catalog.update(extract(domain), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.project, catalog.version = "Meowple", ""
    catalog.fuzzy = False
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """The catalogue as a file: by text, without dates and line numbers, so that diffs are calm."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, sort_output=True, include_lineno=False, omit_header=True)
    plural = f'"Plural-Forms: {catalog.plural_forms}\\n"'
    head = (
        f'msgid ""\nmsgstr ""\n"Language: {catalog.locale_identifier}\\n"\n'
        f'"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n{plural}\n\n'
    )
    return head.encode() + out.getvalue().lstrip()


def mo_bytes(catalog: Catalog) -> bytes:
    """The compiled catalogue; the same texts give the same bytes."""
    plain = Catalog(locale=catalog.locale, domain=catalog.domain, fuzzy=False)
    plain.mime_headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Plural-Forms", catalog.plural_forms),
    ]
    for message in catalog:
        if message.id and complete(message):
            plain.add(message.id, message.string, context=message.context)
    out = io.BytesIO()
    write_mo(out, plain)
    return out.getvalue()


def content(data: bytes, suffix: str) -> object:
    """What a file says; two compiled files may differ in dates and say the same."""
    if suffix == "po":
        return data
    texts: dict[object, str] = dict(gettext.GNUTranslations(io.BytesIO(data))._catalog)  # type: ignore[attr-defined]
    head = texts.pop("", "")
    return texts, [line for line in head.split("\n") if line.startswith("Plural-Forms")]


def complete(message: object) -> bool:
    """Whether a text is translated in all its forms."""
    string = message.string  # type: ignore[attr-defined]
    forms = string if isinstance(string, (tuple, list)) else (string,)
    return all(forms) and not message.fuzzy  # type: ignore[attr-defined]


def missing(catalog: Catalog) -> list[str]:
    """The texts that have no translation or a doubtful one."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and not complete(message)
    ]


def run(names: list[str], check: bool) -> Iterator[str]:
    """Do it; say what is missing or out of date."""
    for name, domain in domains().items():
        if names and name not in names:
            continue
        for language in languages():
            catalog = updated(domain, language)
            if not len(catalog):
                continue
            for suffix, data in (("po", po_bytes(catalog)), ("mo", mo_bytes(catalog))):
                path = domain.file(language, suffix)
                if path.exists() and content(path.read_bytes(), suffix) == content(data, suffix):
                    continue
                if check:
                    yield f"{path.relative_to(ROOT)} is out of date: run make messages"
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
                    print(f"wrote {path.relative_to(ROOT)}")
            for text in missing(catalog):
                yield f"{name} {language}: not translated: {text!r}"


def main() -> int:
    arguments = [a for a in sys.argv[1:] if not a.startswith("-")]
    complaints = list(run(arguments, "--check" in sys.argv))
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
