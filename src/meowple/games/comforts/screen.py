"""The table as text for a terminal, with Rich markup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from meowple.core.game import Json

from .words import People, _catalogue

if TYPE_CHECKING:
    from .words import ComfortsWords

COLOURS = ("magenta", "cyan", "yellow", "green", "blue")


def screen(w: ComfortsWords, view: Json, people: People, language: str) -> str:
    """The whole table in lines."""
    _ = _catalogue(language).gettext
    table = view["table"]
    season = w.season(table["season"], language)
    lines = [
        f"[bold]{_('Month {number} of {months}, {season}')}[/]".format(
            number=table["month"], months=table["months"], season=season.lower()
        )
        + "   "
        + _("Early bird: {name}").format(name=people[table["early"]])
    ]
    if traveler := table["traveler"]:
        card = traveler["card"]
        lines.append(f"[bold]{w.card(card, language)}[/]: {w.card_text(card, language)}")
        for profit in traveler["profits"]:
            faces = ", ".join(map(str, profit["faces"]))
            lines.append(f"  {faces}: {w.profit(profit, language)}")
    lines.append("")
    for space in table["spaces"]:
        lines.append(_space(w, space, people, language))
    for estate in table["estates"]:
        card = w.card(estate["card"], language)
        dice = _dice(estate["dice"])
        lines.append(f"{card} ({people[estate['owner']]}){dice}")
    lines.append("")
    nest = "   ".join(
        f"{c['slot']} {_comfort(w, table, c['card'], language)}" for c in table["nest"]
    )
    lines.append(f"[bold]{w.area('nest', language)}[/]: {nest}")
    lines.append(f"[bold]{w.area('workshop', language)}[/]:")
    for rung in reversed(table["ladder"]):
        cost = w.amount(rung["cost"], language)
        why = f"  [dim]{w.why_short(rung['why'], language)}[/]" if rung["why"] else ""
        lines.append(f"  {rung['needs']}: {w.card(rung['card'], language)} ({cost}){why}")
    lines.append("")
    if any(table["village"]):
        dice = " ".join(map(str, table["village"]))
        lines.append(_("Village dice: {dice}").format(dice=dice))
    for seat, own in enumerate(table["seats"]):
        lines += _seat(w, table, seat, own, people, language)
    if table["hand"]:
        lines += ["", f"[bold]{_('Your hand:')}[/]"]
        for card in table["hand"]:
            cost = w.amount(card["cost"], language)
            lacks = "" if card["can"] else f"  [dim]{w.why_short(card['why'], language)}[/]"
            lines.append(f"  {_comfort(w, table, card['card'], language)}: {cost}{lacks}")
    if title := table["title"]:
        lines += ["", f"[bold]{title['pl' if language == 'pl' else 'en']}[/]"]
    return "\n".join(lines)


def _space(w: ComfortsWords, space: Json, people: People, language: str) -> str:
    text = f"{w.place(space['place'], language):<26} {w.need(space['need'], language)}"
    if space["gain"] is not None:
        gain: Mapping[str, int] = space["gain"]
        text += f" → {w.amount(gain, language)}"
    for more in (space["more"], space["coin"]):
        if more:
            text += f" + {w.amount(more, language)}"
    workers = ", ".join(f"[{COLOURS[seat]}]{people[seat]}[/]" for seat in space["workers"])
    return text + (f"   {workers}" if workers else "") + _dice(space["dice"])


def _dice(dice: list[Json]) -> str:
    return "   [reverse]" + " ".join(str(die["value"]) for die in dice) + "[/]" if dice else ""


def _comfort(w: ComfortsWords, table: Json, card: str, language: str) -> str:
    return f"{w.card(card, language)} {table['cards']['comforts'][card]['points']}"


def _seat(
    w: ComfortsWords, table: Json, seat: int, own: Json, people: People, language: str
) -> list[str]:
    ngettext = _catalogue(language).ngettext
    tokens = w.amount({name: n for name, n in own["tokens"].items() if n}, language)
    dice = " ".join(map(str, table["family"][seat])) if any(table["family"][seat]) else ""
    points = ngettext("{n} point", "{n} points", own["total"]).format(n=own["total"])
    cards = ngettext("{n} card", "{n} cards", own["hand"]).format(n=own["hand"])
    done = " *" if own["ready"] else ""
    made = ", ".join(_comfort(w, table, card["card"], language) for card in own["made"])
    built = ", ".join(w.card(card, language) for card in own["built"])
    lines = [
        f"[bold {COLOURS[seat]}]{people[seat]}{done}[/]  {points}   ({dice})   {cards}   {tokens}"
    ]
    if made or built:
        lines.append(f"    [dim]{'; '.join(part for part in (made, built) if part)}[/]")
    return lines
