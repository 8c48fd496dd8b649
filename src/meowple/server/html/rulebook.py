"""How games are played, and their written rules: in chapters, and what is found in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from meowple.core.language import N_
from meowple.core.search import find

PARTS = {
    "goal": N_("Goal"),
    "board": N_("The table"),
    "turn": N_("Your turn"),
    "example": N_("Example"),
    "more": N_("More"),
    "end": N_("The end"),
    "tips": N_("First tips"),
}
"""What a game's ``howto.html`` can tell, in this order, each in a macro of that name."""

WORDS_A_MINUTE = 160
"""How fast people read what is new to them."""


class Part(NamedTuple):
    """A part of how a game is played: its name, its heading and what it says."""

    id: str
    title: str
    html: Markup


class Lesson(NamedTuple):
    """How a game is played.

    Attributes:
        one: the game in a sentence or two.
        parts: what one needs to know, in order.
        glance: the least to remember.
    """

    one: str
    parts: tuple[Part, ...]
    glance: str

    @property
    def words(self) -> int:
        """How many words there are to be read."""
        text = " ".join(re.sub(r"<[^>]+>", " ", part.html) for part in self.parts)
        return len(re.findall(r"[^\W\d_]{2,}", text))

    @property
    def minutes(self) -> int:
        """How long reading takes; 0 if there is nothing to read."""
        return -(-self.words // WORDS_A_MINUTE)


class Entry(NamedTuple):
    """A rule, or another piece of a chapter of written rules.

    Attributes:
        id: the number of the rule, or "".
        html: what it says.
        plain: the same without marks, number and all, in which words are looked for.
        item: whether it belongs into a list.
    """

    id: str
    html: Markup
    plain: str
    item: bool


class Chapter(NamedTuple):
    """A chapter of written rules.

    Attributes:
        id: where a link leads.
        title: its heading; "" for what stands before the first.
        entries: what it says.
    """

    id: str
    title: str
    entries: tuple[Entry, ...]


_NUMBER = r"[A-Z]+(?:-[A-Z]+)*-\d+[a-z]?"
_CODE = re.compile(rf"<code>({_NUMBER})</code>")
_MARKS = re.compile(r"\s*\([A-Z]{2,8}\)$|(?<=\()[A-Z]{2,8}, ")


@cache
def chapters(text: str) -> tuple[Chapter, ...]:
    """Written rules in chapters: one for each heading of the second level, and at the end, without
    a title, what stands before the first of them. Numbers in the text lead to their rules.
    """
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    tokens = parser.parse(text)
    known = set(re.findall(rf"^- `({_NUMBER})`", text, re.MULTILINE))
    first: list[Entry] = []
    found: list[tuple[str, list[Entry]]] = []

    def link(code: re.Match[str]) -> str:
        id = code[1]
        return f'<a class="ruleid" href="#{id}">{id}</a>' if id in known else code[0]

    for piece in _pieces(tokens):
        if piece[0].type == "heading_open" and piece[0].tag in ("h1", "h2"):
            if piece[0].tag == "h2":
                found.append((_MARKS.sub("", piece[1].content), []))
            continue
        item = piece[0].type == "list_item_open"
        html = parser.renderer.render(piece[1:-1] if item else piece, parser.options, {})
        own = ""
        if item and (number := re.match(rf"(?:<p>)?<code>({_NUMBER})</code>\s*", html)):
            own, html = number[1], html[number.end() :].replace("</p>", "", 1)
        plain = unescape(re.sub(r"<[^>]+>", "", html))
        entry = Entry(own, Markup(_CODE.sub(link, html)), f"{own} {plain}".strip(), item)
        (found[-1][1] if found else first).append(entry)
    made = [
        Chapter(f"chapter-{number}", title, tuple(entries))
        for number, (title, entries) in enumerate(found, 1)
    ]
    return (*made, Chapter("about", "", tuple(first))) if first else tuple(made)


def _pieces(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each block at the top of a text; of each item where it is a list."""
    piece: list[Token] = []
    for token in tokens:
        in_list = token.type in ("bullet_list_open", "bullet_list_close") and token.level == 0
        if in_list:
            continue
        piece.append(token)
        level = 1 if piece[0].type == "list_item_open" else 0
        if token.level == level and token.nesting <= 0 and token.type != "inline":
            yield piece
            piece = []


def search(all_chapters: Sequence[Chapter], query: str) -> list[Chapter]:
    """The chapters with only those entries that have the words of a query, which are marked."""
    words = query.split()
    places = [(chapter, entry) for chapter in all_chapters for entry in chapter.entries]
    texts = [f"{chapter.title} {entry.plain}" for chapter, entry in places]
    hits: dict[str, list[Entry]] = {}
    for at in find(texts, words):
        chapter, entry = places[at]
        hits.setdefault(chapter.id, []).append(entry._replace(html=_marked(entry.html, words)))
    return [c._replace(entries=tuple(hits[c.id])) for c in all_chapters if c.id in hits]


def _marked(html: str, words: Sequence[str]) -> Markup:
    """HTML with the words marked where they stand in the text."""
    wanted = "|".join(re.escape(str(escape(word))) for word in words)
    pattern = re.compile(rf"\b(?:{wanted})|(?:{wanted})\b", re.IGNORECASE)
    parts = re.split(r"(<[^>]+>)", html)
    parts[::2] = [pattern.sub(r"<mark>\g<0></mark>", part) for part in parts[::2]]
    return Markup("".join(parts))
