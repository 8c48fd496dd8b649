"""Finds what stays plain in the language of `tools.pseudo`, whose every letter has an accent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser

SAID = (
    "alt",
    "aria-label",
    "content",
    "data-done",
    "data-none",
    "data-title",
    "placeholder",
    "title",
)
"""Attributes that a person reads or hears."""

SILENT = {"script", "style", "code", "kbd", "svg"}
"""Elements whose text is no language."""


def plain_words(text: str, allowed: Iterable[str] = ()) -> set[str]:
    """The words of a text that nobody has translated; numbers with a point count too.

    Args:
        text: as a person sees it.
        allowed: what may stay plain: names, and what is typed as it stands.
    """
    return set(PLAIN.findall(_known(tuple(allowed)).sub(" ", text)))


PLAIN = re.compile(r"[A-Za-z]{2,}|\d+\.\d+")


@cache
def _known(parts: tuple[str, ...]) -> re.Pattern[str]:
    """Finds these parts of a text, the longest that fits."""
    longest_first = "|".join(map(re.escape, sorted(parts, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)" if parts else "(?!)")


class Said(HTMLParser):
    """The texts of a page in its own language, with the attributes that say something."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._language = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "html":
            self._language = named.get("lang", "")
        foreign = named.get("lang", self._language) != self._language or tag in SILENT
        hidden = foreign or bool(self._open and self._open[-1][1])
        if not hidden:
            self.texts += [
                value
                for name, value in named.items()
                if name in SAID and (tag != "meta" or named.get("name") == "description")
            ]
        if tag not in VOID:
            self._open.append((tag, hidden))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open and not self._open[-1][1] and data.strip():
            self.texts.append(data.strip())


VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}


def plain_on_page(html: str, allowed: Iterable[str] = ()) -> Iterator[str]:
    """The texts of a page with plain words in them, each with those words."""
    known = tuple(allowed)
    for text in dict.fromkeys(Said(html).texts):
        if words := plain_words(text, known):
            yield f"{', '.join(sorted(words))} in {text[:120]!r}"
