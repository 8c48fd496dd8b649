"""The table as text and as a picture."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import MONOKAI
from rich.text import Text

from meowple.core.language import N_

from .play import OutOfTurn

SIZE, WIDE, HIGH, EDGE = 15, 9, 20, 14
"""Of a letter: its size and its cell; and the empty edge of the picture, in pixels."""

FRAME = 1280, 960
"""Width and height of every picture: pictures of one size make a film."""

BACK, FRONT, FAINT = (28, 27, 34), (232, 230, 227), (140, 138, 146)


STANDS_FOR = str.maketrans({"→": ">", "⚑": "P", "−": "-"})
"""What Pillow's own typeface, which is everywhere, has in place of letters that it lacks."""


def rendered(markup: str, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What an environment gives of a table in a render mode; for ``human`` it is printed.

    Raises:
        OutOfTurn: there is no mode.
    """
    if mode is None:
        raise OutOfTurn(N_("to see something, make the environment with a render_mode"))
    if mode == "rgb_array":
        return picture(markup)
    if mode == "ansi":
        return plain(markup)
    print(plain(markup))
    return None


def plain(markup: str) -> str:
    """Text with Rich's markup as it is read."""
    return Text.from_markup(markup).plain


def picture(markup: str) -> NDArray[np.uint8]:
    """Text with Rich's markup, drawn: height, width, red and green and blue.

    Always of the size of `FRAME`: a text that needs more room is made smaller.
    """
    lines = Text.from_markup(markup.translate(STANDS_FOR)).split("\n", allow_blank=True)
    width = max((line.cell_len for line in lines), default=0)
    image = Image.new("RGB", (2 * EDGE + WIDE * width, 2 * EDGE + HIGH * len(lines)), BACK)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        styles = _styles(line)
        for column, (letter, style) in enumerate(zip(line.plain, styles, strict=True)):
            _letter(pen, EDGE + WIDE * column, EDGE + HIGH * row, letter, style)
    image.thumbnail(FRAME, Image.Resampling.LANCZOS)
    frame = Image.new("RGB", FRAME, BACK)
    frame.paste(image)
    return np.asarray(frame).copy()


def _styles(line: Text) -> list[Style]:
    """How each letter of a line looks."""
    found = [Style.null()] * len(line.plain)
    for span in line.spans:
        style = Style.parse(span.style) if isinstance(span.style, str) else span.style
        for place in range(span.start, min(span.end, len(found))):
            found[place] += style
    return found


def _letter(pen: ImageDraw.ImageDraw, left: int, top: int, letter: str, style: Style) -> None:
    ink, paper = _colour(style.color), BACK
    if style.dim:
        ink = FAINT
    if style.reverse:
        ink, paper = paper, ink
        pen.rectangle((left, top, left + WIDE - 1, top + HIGH - 1), fill=paper)
    if letter.strip():
        weight = 0.4 if style.bold else 0
        pen.text(
            (left + WIDE / 2, top + HIGH * 0.75), letter, ink, _font(), "ms", stroke_width=weight
        )


def _colour(color: Color | None) -> tuple[int, int, int]:
    return FRONT if color is None else tuple(color.get_truecolor(MONOKAI))  # type: ignore[return-value]


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(SIZE)
