"""The table as text for a terminal, with Rich markup for colours."""

from __future__ import annotations

from meowple.author import Json, People
from meowple.games.purrballs.pieces.speech import Speech

COLOURS = {
    "emblem": "magenta",
    "resource": "yellow",
    "treasure": "bright_yellow",
    "gear": "cyan",
    "mana": "blue",
}
MARKS = {"rest": " z", "play": " !", "hand": ""}
"""Behind a Catventurer that sleeps or is in play."""
INDENT = 15


def text(words: Speech, view: Json, people: People) -> str:
    """The table that a viewer sees."""
    table = view["table"]
    lines = [*_head(words, table, people), "", *_pool(words, table, people), ""]
    for seat in range(view["seats"]):
        lines += _party(words, view, people, seat)
    if table["fight"]:
        lines += ["", _fight(words, table["fight"])]
    awake = [
        card
        for card in table["hand"]
        if not (card["why"] and card["why"]["code"] in ("exhausted", "in_play"))
    ]
    for title, cards in (
        (words._("You look at:"), table["looked"]),
        (words._("Your Camp:"), table["camp"]),
        (words._("Your hand:"), awake),
    ):
        if cards:
            named = ", ".join(words.card_name(card["card"]) for card in cards)
            lines += ["", f"[bold]{title}[/] {named}"]
    return "\n".join(lines)


def _head(words: Speech, table: Json, people: People) -> list[str]:
    where = words._("Before the first level")
    if table["level"]:
        where = words._("Level {level}, round {round}").format(**table)
    order = " > ".join(people[seat] for seat in table["priority"])
    priority = words._("Priority: {order}").format(order=order)
    return [f"[bold]{where}[/]  {words.step(table['step'])}   {priority}"]


def _pool(words: Speech, table: Json, people: People) -> list[str]:
    loot = [
        _loot(words, table, card["card"])
        + (f" <{people[card['reserved']]}>" if card["reserved"] is not None else "")
        for card in table["pool"]
    ]
    foes = [
        f"[red]{words.card_name(card['card'])}[/] "
        f"({_defences(words, table['cards'][card['card']])})"
        for card in table["monsters"]
    ]
    return [
        words._("Pool:") + " " + ("   ".join(loot) or "-"),
        words._("Monsters:") + " " + ("   ".join(foes) or "-"),
    ]


def _party(words: Speech, view: Json, people: People, seat: int) -> list[str]:
    table, party = view["table"], view["table"]["seats"][seat]
    done = " *" if seat in view["committed"] else ""
    known = ", ".join(words.card_name(cat["card"]) + MARKS[cat["where"]] for cat in party["cats"])
    unknown = f" + {party['unknown']}?" if party["unknown"] else ""
    play, speed = party["play"], ""
    if play:
        speed = f"  [bold]{words.card_name(play['cat'])} {play['total']}[/]"
    counted = words._("{xp} XP, {mana} Mana").format(**party)
    lines = [
        f"[bold]{people[seat] + done:<{INDENT - 1}}[/] {counted}{speed}",
        f"{' ' * INDENT}[dim]{known}{unknown}[/]",
    ]
    stash = [
        _loot(words, table, card["card"]) + (" (-)" if card["spent"] else "")
        for card in party["loot"]
    ]
    stash += [f"[red]{words.card_name(key)}[/]" for key in party["trophies"]]
    if stash:
        lines.append(" " * INDENT + ", ".join(stash))
    return lines


def _fight(words: Speech, fight: Json) -> str:
    parts = [
        f"{words.word(defence['icon'])} {'-' if defence['by'] is None else '+'}"
        for defence in fight["defences"]
    ]
    return f"{words.card_name(fight['card'])}: {', '.join(parts)}"


def _loot(words: Speech, table: Json, key: str) -> str:
    colour = COLOURS[table["cards"][key]["kind"]]
    return f"[{colour}]{words.card_label(key)}[/]"


def _defences(words: Speech, face: Json) -> str:
    return ", ".join([*(words.word(icon) for icon in face["defences"]), *"?" * face["question"]])
