"""Texts that are written as Markdown: who made what."""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution
from pathlib import Path

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
            return markdown(text), written_in
    return Markup(), "en"


def markdown(text: str) -> Markup:
    """Markdown as HTML: tags in the text are shown, not followed; links go to safe places only."""
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    return Markup(parser.render(text))
