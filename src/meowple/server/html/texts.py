"""Texts that are written as Markdown: the rules of games, and who made what."""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup


@cache
def credits(language: str) -> tuple[Markup, str]:
    """Who made what of it, as HTML, and the language that it is in."""
    for name, written_in in ((f"CREDITS.{language}.md", language), ("CREDITS.md", "en")):
        file = Path(__file__).parents[4] / name
        text = file.read_text("utf-8") if file.is_file() else None
        text = text or distribution("meowple").read_text(f"licenses/{name}")
        if text:
            return markdown(text)[0], written_in
    return Markup(), "en"


@cache
def markdown(text: str) -> tuple[Markup, list[dict[str, Any]]]:
    """Markdown as HTML: tags in the text are shown, not followed; links go to safe places only."""
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    tokens = parser.parse(text)
    headings = []
    used: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = tokens[place + 1].content
        plain = "".join(c if c.isalnum() else "-" for c in title.lower()).strip("-")
        anchor = base = "-".join(part for part in plain.split("-") if part) or "part"
        number = 1
        while anchor in used:
            number += 1
            anchor = f"{base}-{number}"
        used.add(anchor)
        token.attrSet("id", anchor)
        headings.append({"level": int(token.tag[1]), "id": anchor, "text": title})
    return Markup(parser.renderer.render(tokens, parser.options, {})), headings
