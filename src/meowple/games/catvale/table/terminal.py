"""The table as text for a terminal, 80 columns wide, with Rich markup."""

from __future__ import annotations

import textwrap
from itertools import zip_longest

from meowple.author import Json, People
from meowple.games.catvale.pieces.names import ITEMS as ALL_ITEMS

from .names import Names

WIDTH = 80
COLOURS = ("magenta", "cyan", "yellow", "green", "blue", "red")
ROWS = ("buildings", "oddities")
CELL = 10
"""Columns of a space of the map: its name and signs, and below it what the tile is called, in
as many lines as its row needs."""


def screen(w: Names, view: Json, people: People) -> str:
    """The whole table in lines."""
    table = view["table"]
    lines = [*_head(w, view, people), "", *_map(w, table), *_tokens(w, table, people), ""]
    lines += _boards(w, table, people)
    if table["fight"]:
        lines += ["", *_fight(w, table["fight"], people)]
    if table["talk"]:
        lines += ["", *_talk(w, table["talk"], people)]
    lines.append("")
    for seat, player in enumerate(table["players"]):
        if player["cat"] is not None or table["step"] != "cat":
            lines += _player(w, view["options"], seat, player, people)
    lines += _own(w, view, table)
    return "\n".join(lines)


def _bold(text: str) -> str:
    return f"[bold]{text}[/]"


def _wrapped(title: str, text: str, indent: str = "  ") -> list[str]:
    """A title and a text in lines of the width of the screen."""
    first, *rest = textwrap.wrap(
        f"{title} {text}", WIDTH, subsequent_indent=indent, break_long_words=False
    ) or [title]
    return [first.replace(title, _bold(title), 1), *rest]


def _head(w: Names, view: Json, people: People) -> list[str]:
    table = view["table"]
    season = w.season(table["season"])
    when = w._("{season}, before the first Round").format(season=season)
    if table["round"]:
        when = w._("{season}, Round {number}").format(season=season, number=table["round"])
    first = w._("First Player: {name}").format(name=people[table["first"]])
    mood = w._("Mood: {mood}").format(mood=w.mood(table["mood"]["at"]))
    return [f"{_bold(when)} · {w.step(table['step'])} · {first}", mood]


# -- the map --------------------------------------------------------------------------------------


def _map(w: Names, table: Json) -> list[str]:
    """The rows of the map, each shifted as the hexagons are."""
    rows: dict[str, list[Json]] = {}
    for space in table["map"]:
        rows.setdefault(space["space"][0], []).append(space)
    most = max(map(len, rows.values()))
    tokens = {token["space"] for token in table["tokens"]}
    tokens.update(end for ends in table["passages"].values() for end in ends)
    lines = []
    for spaces in rows.values():
        shift = " " * ((most - len(spaces)) * (CELL + 1) // 2)
        lines.append(shift + " ".join(_signs(space, tokens) for space in spaces).rstrip())
        for parts in zip_longest(*(_name(w, space) for space in spaces), fillvalue=" " * CELL):
            lines.append(shift + " ".join(parts).rstrip())
    return [*lines, *_legend(w)]


def _signs(space: Json, tokens: set[str | None]) -> str:
    """The name of a space, then marker, Forest token, special tokens and cats on it."""
    plain = space["space"].upper()
    shown = f"[dim]{plain}[/]"
    if space["mark"] is not None:
        number = str(space["mark"] + 1)
        plain += f" ⚑{number}"
        shown += f" [{COLOURS[space['mark']]}]⚑{number}[/]"
    signs = ("?" if space["token"] else "") + ("*" if space["space"] in tokens else "")
    if signs:
        plain += f" {signs}"
        shown += f" {signs}"
    if space["cats"]:
        plain += " " + "".join(str(seat + 1) for seat in space["cats"])
        shown += " " + "".join(
            f"[bold reverse {COLOURS[seat]}]{seat + 1}[/]" for seat in space["cats"]
        )
    return shown + " " * max(0, CELL - len(plain))


def _name(w: Names, space: Json) -> list[str]:
    """What a tile is called, in lines as wide as a cell; dots for one that lies face-down."""
    if space["tile"] is None:
        return ["[dim]" + "·····".ljust(CELL) + "[/]"]
    text = w.tile("fire" if space["fire"] else space["tile"])
    if space["owner"] is None:
        return [line.ljust(CELL) for line in _broken(text)]
    colour = COLOURS[space["owner"]]
    return [f"[{colour}]{line.ljust(CELL)}[/]" for line in _broken(f"{text} {space['owner'] + 1}")]


def _broken(text: str) -> list[str]:
    """A text in lines as wide as a cell; a word that is wider is broken with a hyphen."""
    words = []
    for word in text.split():
        while len(word) > CELL:
            words.append(word[: CELL - 1] + "-")
            word = word[CELL - 1 :]
        words.append(word)
    return textwrap.wrap(" ".join(words), CELL, break_long_words=False, break_on_hyphens=False)


def _legend(w: Names) -> list[str]:
    text = w._(
        "Numbers: cats by seat. ⚑: a marker. ?: a Forest token. *: another token. Dots: face-down."
    )
    return [f"[dim]{line}[/]" for line in textwrap.wrap(text, WIDTH)]


def _tokens(w: Names, table: Json, people: People) -> list[str]:
    """The special tokens and passages, with where they are."""
    shown = [
        f"{w.token(name)} {'–'.join(map(w.space, ends))}"
        for name, ends in table["passages"].items()
    ]
    for token in table["tokens"]:
        where = w.space(token["space"]) if token["space"] else people[token["seat"]]
        shown.append(f"{w.token(token['token'])} {where}")
    return _wrapped(w._("Tokens on the map:"), "; ".join(shown)) if shown else []


# -- market, Quests, Dice Shop ----------------------------------------------------------------------


def _boards(w: Names, table: Json, people: People) -> list[str]:
    lines = []
    unseen = w._("unseen")
    prices = table["menu"]["prices"] if table["menu"] else {}
    for row, (name, cards) in enumerate(zip(ROWS, table["market"], strict=True)):
        shown = [
            f"{column} {w.card(card) if card else unseen}" + _price(prices, f"buy:{name}-{column}")
            for column, card in enumerate((None, *cards), 1)
            if card or column == 1
        ]
        lines += _wrapped(f"{w.row(row)}:", "; ".join(shown))
    if prices:
        lines += _wrapped(w._("Prices in Fish:"), _other_prices(w, prices))
    for place, quest in enumerate(table["quests"], 1):
        if quest is None:
            continue
        needs = w.designs[quest["card"]].requirements
        parts = []
        for n, (need, mark) in enumerate(zip(needs, quest["marks"], strict=True), 1):
            done = f" ✓ {people[mark]}" if mark is not None else ""
            parts.append(f"{n}. {w.cost(need.json())}{done}")
        title = w._("Quest {number}: {name}:").format(number=place, name=w.card(quest["card"]))
        lines += _wrapped(title, "; ".join(parts))
    if table["vale"]:
        lines += _wrapped(f"{w.deck('vale-life')}:", ", ".join(map(w.card, table["vale"])))
    shop = [str(value) for value, n in enumerate(table["shop"], 1) for _ in range(n)]
    lines += _wrapped(w._("Dice Shop:"), " ".join(shop) or w._("none"))
    return lines


def _price(prices: dict[str, int], key: str) -> str:
    """What a purchase costs the viewer now, behind its name."""
    return f" ({prices[key]})" if key in prices else ""


def _other_prices(w: Names, prices: dict[str, int]) -> str:
    """What is sold besides cards; what costs the same stands together."""
    by_price: dict[int, list[str]] = {}
    for key, fish in prices.items():
        name = key.partition(":")[2]
        if not name.startswith(ROWS):
            by_price.setdefault(fish, []).append(w.item(name))
    return "; ".join(f"{fish}: {', '.join(by_price[fish])}" for fish in sorted(by_price))


# -- combat and talks -------------------------------------------------------------------------------


def _fight(w: Names, fight: Json, people: People) -> list[str]:
    def side(seat: int | None) -> str:
        return w.card(fight["card"]) if seat is None else people[seat]

    attack, defence = fight["totals"]
    text = w._("{attacker}: Attack {attack}. {defender}: Defence {defence}.")
    text = text.format(
        attacker=side(fight["attacker"]),
        attack=attack,
        defender=side(fight["defender"]),
        defence=defence,
    )
    return _wrapped(w._("Combat:"), text)


def _talk(w: Names, talk: Json, people: People) -> list[str]:
    text = w._("{one} and {other}.").format(
        one=people[talk["opener"]], other=people[talk["partner"]]
    )
    if talk["gives"] is not None:
        offer = w._("The offer: gives {gives}, asks for {asks}.")
        text += " " + offer.format(gives=w.amount(talk["gives"]), asks=w.amount(talk["asks"]))
    return _wrapped(w._("Talk:"), text)


# -- players ----------------------------------------------------------------------------------------


def _player(w: Names, options: Json, seat: int, player: Json, people: People) -> list[str]:
    """A seat in three lines or so: who, what it has, what lies in its Backyard."""
    name = f"{seat + 1} {people[seat]}"
    cat = w.card(player["cat"]) if player["cat"] else "–"
    at = w.space(player["at"]) if player["at"] else "–"
    flat = w._(" (flat)") if player["flat"] else ""
    parts = [
        f"{cat}, {at}{flat}",
        w.amount({"prestige": player["prestige"]}),
        w.amount({"pride": player["pride"]}),
    ]
    if player["attack"] is not None:
        text = w._("Attack {attack}, Defence {defence}")
        parts.append(text.format(attack=player["attack"], defence=player["defence"]))
    lines = _wrapped(name, " · ".join(parts))
    lines[0] = lines[0].replace("[bold]", f"[bold {COLOURS[seat]}]", 1)
    dice = [str(value) for value, n in enumerate(player["dice"], 1) for _ in range(n)]
    have = [w._("Dice: {dice}").format(dice=" ".join(dice) or w._("none"))]
    if player["defence_die"]:
        have.append(w._("Defence Die: {value}").format(value=player["defence_die"]))
    goods = {item: player["goods"][item] for item in ALL_ITEMS if player["goods"][item]}
    have.append(w.amount(goods))
    have.append(w.amount({"card": player["hand_size"]}))
    if player["bought"]:
        have.append(w._("face-down tokens: {n}").format(n=player["bought"]))
    if player["sand_size"]:
        have.append(w._("Harvest tokens: {n}").format(n=player["sand_size"]))
    have += [
        f"{w.marker(name)} {'–' if slot.startswith('start') else slot.upper()}"
        for name, slot in player["markers"].items()
    ]
    have += [
        f"{w.track(track)} {player[track]}"
        for track, played in (("arena", "arena"), ("harvest", "litterbox"))
        if options[played]
    ]
    lines += textwrap.wrap(" · ".join(have), WIDTH, initial_indent="  ", subsequent_indent="    ")
    yard = [_plot(w, plot) for plot in player["plots"]]
    yard += [w.card(lying["card"]) for lying in player["front"]]
    yard += [w.card(card) for card in player["trophies"]]
    if player["skills"]:
        yard.append(", ".join(map(w.skill, player["skills"])))
    if yard:
        dim = textwrap.wrap("; ".join(yard), WIDTH, initial_indent="  ", subsequent_indent="    ")
        lines += [f"[dim]{line}[/]" for line in dim]
    return lines


def _plot(w: Names, plot: Json) -> str:
    text = w.card(plot["building"]["card"])
    if plot["spray"]:
        text += w._(" (sprayed)")
    more = [w.card(card["card"]) for card in (plot["worker"], *plot["upgrades"]) if card]
    return f"{text} [{', '.join(more)}]".replace("[", "(").replace("]", ")") if more else text


def _own(w: Names, view: Json, table: Json) -> list[str]:
    """What only the viewer sees: Ambition, hand, tokens, cards to choose from."""
    viewer = view["viewer"]
    if viewer is None:
        return []
    player = table["players"][viewer]
    lines: list[str] = []
    if player["ambition"]:
        text = f"{w.card(player['ambition'])}. {w.card_text(player['ambition'])}"
        lines += _wrapped(w._("Your Ambition:"), text)
    tokens = {item: n for item, n in (player["tokens"] or {}).items() if n}
    if tokens:
        lines += _wrapped(w._("Your face-down tokens:"), w.amount(tokens))
    if player["sand"]:
        lines += _wrapped(w._("Your Harvest tokens:"), ", ".join(map(w.card, player["sand"])))
    shown = table["looked"] or table["picks"]
    if shown:
        lines.append(_bold(w._("To choose from:")))
        for card in shown:
            lines += _wrapped(f"  {w.card(card)}.", w.card_text(card), "    ")
    if player["hand"]:
        lines.append(_bold(w._("Your hand:")))
        for card in player["hand"]:
            lines += _wrapped(f"  {w.card(card)}.", _full(w, card), "    ")
    return ["", *lines] if lines else []


def _full(w: Names, card: str) -> str:
    """The text of a card with what it costs and counts."""
    design = w.designs[card]
    text = w.card_text(card)
    if design.prestige:
        text = f"{w.amount({'prestige': design.prestige})}. {text}"
    cost = design.cost.json()
    if cost:
        text = w._("Costs {cost}.").format(cost=w.cost(cost)) + f" {text}"
    return text
