"""Catalogues of translations: collecting the texts of a package, merging them, compiling.

Texts stand in Python (``_``, ``N_``, ``ngettext``) and in templates (``_``, ``ngettext``,
``{% trans %}``), in English. Texts of cards are taken from ``data/*.toml``: ``shown = ["name",
"text"]`` at the top of such a file says which of its fields people see. The catalogues are
``locale/<language>/LC_MESSAGES/<domain>.po``, edited by people; the ``.mo`` beside them is what
the program reads.
"""

from __future__ import annotations

import gettext
import io
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

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
    """A catalogue: its name, the folder with ``locale``, and where its texts stand.

    Attributes:
        root: the folder that places are told from.
    """

    name: str
    folder: Path
    sources: tuple[Path, ...]
    root: Path

    def file(self, language: str, suffix: str) -> Path:
        return self.folder / "locale" / language / "LC_MESSAGES" / f"{self.name}.{suffix}"


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
            directory_filter=lambda folder: Path(folder).name != "__pycache__",  # not those with _
        ):
            place = (source / file).relative_to(domain.root).as_posix()
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


def brought_up_to_date(
    domains: Iterable[Domain], languages: Iterable[str], *, check: bool
) -> Iterator[tuple[str, str]]:
    """Write what has changed, or only look.

    Returns:
        What there is to tell: ``wrote`` or ``old`` with a file, ``missing`` with a text that has
        no translation yet.
    """
    for domain in domains:
        for language in languages:
            catalog = updated(domain, language)
            if not len(catalog):
                continue
            for suffix, data in (("po", po_bytes(catalog)), ("mo", mo_bytes(catalog))):
                path = domain.file(language, suffix)
                place = path.relative_to(domain.root).as_posix()
                if path.exists() and content(path.read_bytes(), suffix) == content(data, suffix):
                    continue
                if check:
                    yield "old", place
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
                    yield "wrote", place
            for text in missing(catalog):
                yield "missing", f"{domain.name} {language}: {text!r}"
