"""The table as text for a terminal, with Rich markup."""

from __future__ import annotations

from meowple.author import Json, People

from .names import Names

COLOURS = ("magenta", "cyan", "yellow", "green", "blue")


def screen(w: Names, view: Json, people: People) -> str:
    """The whole table in lines."""
    table = view["table"]
    season = w.season(table["season"])
    month = w._("Before the first month")
    if table["month"]:
        month = w._("Month {number} of {months}, {season}").format(
            number=table["month"], months=table["months"], season=season.lower()
        )
    early = w._("Early bird: {name}").format(name=people[table["early"]])
    lines = [f"[bold]{month}[/]   {early}"]
    if traveler := table["traveler"]:
        card = traveler["card"]
        lines.append(f"[bold]{w.card(card)}[/]: {w.card_text(card)}")
        for profit in traveler["profits"]:
            faces = ", ".join(map(str, profit["faces"]))
            lines.append(f"  {faces}: {w.profit(profit)}")
    lines.append("")
    width = max(len(w.place(space["place"])) for space in table["spaces"])
    for space in table["spaces"]:
        lines.append(_space(w, space, people, width))
    for estate in table["estates"]:
        card = w.card(estate["card"])
        dice = _dice(estate["dice"])
        lines.append(f"{card} ({people[estate['owner']]}){dice}")
    lines.append("")
    nest = "   ".join(f"{c['slot']} {_comfort(w, table, c['card'])}" for c in table["nest"])
    lines.append(f"[bold]{w.area('nest')}[/]: {nest}")
    lines.append(f"[bold]{w.area('workshop')}[/]:")
    for rung in reversed(table["ladder"]):
        cost = w.amount(rung["cost"])
        why = f"  [dim]{w.why_short(rung['why'])}[/]" if rung["why"] else ""
        lines.append(f"  {rung['needs']}: {w.card(rung['card'])} ({cost}){why}")
    lines.append("")
    if any(table["village"]):
        dice = " ".join(map(str, table["village"]))
        lines.append(w._("Village dice: {dice}").format(dice=dice))
    for seat, own in enumerate(table["seats"]):
        lines += _seat(w, table, seat, own, people)
    if table["hand"]:
        yours = w._("Your hand:")
        lines += ["", f"[bold]{yours}[/]"]
        for card in table["hand"]:
            cost = w.amount(card["cost"])
            lacks = "" if card["can"] else f"  [dim]{w.why_short(card['why'])}[/]"
            lines.append(f"  {_comfort(w, table, card['card'])}: {cost}{lacks}")
    if title := table["title"]:
        lines += ["", f"[bold]{w.title(title)}[/]"]
    return "\n".join(lines)


def _space(w: Names, space: Json, people: People, width: int) -> str:
    text = f"{w.place(space['place']):<{width}}  {w.need(space['need'])}"
    if space["chance"] is not None and space["need"]["kind"] != "any":
        text += f" ({w.chance(space['chance'])})"
    if space["gain"] is not None:
        text += f" → {w.amount(space['gain'])}"
    for more in (space["more"], space["coin"]):
        if more:
            text += f" + {w.amount(more)}"
    workers = ", ".join(f"[{COLOURS[seat]}]{people[seat]}[/]" for seat in space["workers"])
    return text + (f"   {workers}" if workers else "") + _dice(space["dice"])


def _dice(dice: list[Json]) -> str:
    return "   [reverse]" + " ".join(str(die["value"]) for die in dice) + "[/]" if dice else ""


def _comfort(w: Names, table: Json, card: str) -> str:
    return f"{w.card(card)} {table['cards']['comforts'][card]['points']}"


def _seat(w: Names, table: Json, seat: int, own: Json, people: People) -> list[str]:
    tokens = w.amount({name: n for name, n in own["tokens"].items() if n})
    dice = " ".join(map(str, table["family"][seat])) if any(table["family"][seat]) else ""
    points = w.ngettext("{n} point", "{n} points", own["total"]).format(n=own["total"])
    cards = w.ngettext("{n} card", "{n} cards", own["hand"]).format(n=own["hand"])
    done = " *" if own["ready"] else ""
    made = ", ".join(_comfort(w, table, card["card"]) for card in own["made"])
    built = ", ".join(w.card(card) for card in own["built"])
    lines = [
        f"[bold {COLOURS[seat]}]{people[seat]}{done}[/]  {points}   ({dice})   {cards}   {tokens}"
    ]
    if made or built:
        lines.append(f"    [dim]{'; '.join(part for part in (made, built) if part)}[/]")
    return lines
