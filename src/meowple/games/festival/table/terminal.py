"""The Festival's table in a terminal, with Rich markup for colours."""

from __future__ import annotations

from meowple.author import Json
from meowple.games.festival.pieces import CARD, SEASONS, SUITS

from .names import Names, Seats

COLOURS = {
    "spring": "magenta",
    "summer": "cyan",
    "fall": "yellow",
    "winter": "blue",
    "yorozu": "white",
}


def text(words: Names, view: Json, seats: Seats) -> str:
    """The table as that viewer may see it."""
    table = view["table"]
    lines = [_head(words, table), ""]
    width = max(len(seats[seat]) for seat in range(len(table["piles"]))) + 2
    for seat, pile in enumerate(table["piles"]):
        cards = "  ".join(_marked(words, key) for key in pile) or "-"
        if seats.is_dummy(seat):
            lines.append(f"{seats[seat]:<{width}} {cards}")
            if playing := table["dummy"]["card"]:
                plays = words._("plays {card}").format(card=_marked(words, playing))
                lines.append(" " * (width + 1) + plays)
            continue
        done = " *" if seat in view["committed"] else ""
        lines.append(f"[bold]{seats[seat] + done:<{width}}[/] {cards}")
        lines.append(" " * (width + 1) + f"[dim]{'   '.join(_notes(words, table, seat))}[/]")
    if table["hand"]:
        hand = "  ".join(_marked(words, held["card"]) for held in table["hand"])
        title = words._("Your hand:")
        lines += ["", f"[bold]{title}[/] {hand}"]
    return "\n".join(lines)


def _head(words: Names, table: Json) -> str:
    """Where the match stands, what lies in the middle and what may be played."""
    game = words._("Game {number}").format(number=table["game"])
    parts = [
        f"[bold]{game}[/]",
        words._("Round {number}").format(number=table["round"]),
        words._("Face up: {cards}").format(
            cards="   ".join(_marked(words, key) for key in table["face_up"])
        ),
        words._("Open: {seasons}").format(
            seasons=", ".join(words.season_name(season) for season in table["open"])
        ),
    ]
    return "   ".join(parts)


def _notes(words: Names, table: Json, seat: int) -> list[str]:
    """What else lies before a player."""
    notes = [
        words._("{vp} VP now").format(vp=words.number(table["vp_now"][seat])),
        words._("booze {number} of {limit}").format(
            number=table["booze"][seat], limit=table["numbers"]["booze_limit"]
        ),
        words._("total {total}").format(total=words.number(table["totals"][seat])),
    ]
    if voids := table["voids"][seat]:
        seasons = ", ".join(words.season_of(season) for season in voids)
        notes.append(words._("no more {seasons}").format(seasons=seasons))
    if chosen := table["chosen"][seat]:
        notes.append(words.multiplier_name(chosen["key"]))
    if any(table["tokens"][seat]):
        counts = zip(SEASONS, table["tokens"][seat], strict=True)
        notes.append(" ".join(f"{words.season_name(season)} {count}" for season, count in counts))
    return notes


def _marked(words: Names, key: str) -> str:
    """A card's name in the colour of its season, and its icons."""
    card = CARD[key]
    crow = words._("crow")
    icons = "><>" * card.fish + "(u)" * card.booze + f"({crow})" * card.crow
    name = f"[{COLOURS[SUITS[card.season]]}]{words.card_name(key)}[/]"
    return f"{name} {icons}" if icons else name
