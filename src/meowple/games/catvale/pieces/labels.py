"""What choosing an action does, as a label: one function for each verb that needs more than a text.

``w`` is always the `table.words.CatvaleWords` of a language.
"""

from __future__ import annotations

from typing import Any

from meowple.author import N_, Action, Label

from .hexes import NAMES
from .names import ITEMS, MARKERS, SIFT_FISH


def of_space(text: str) -> Label:
    """A label that names a space as ``{space}``."""
    return lambda w, action: w._(text).format(space=w.space(NAMES[action.value]))


def of_card(text: str) -> Label:
    """A label that names a card as ``{card}``."""
    return lambda w, action: w._(text).format(card=w.design(action.value))


def of_item(text: str) -> Label:
    """A label that names an item as ``{item}``."""
    return lambda w, action: w._(text).format(item=w.item(ITEMS[action.value]))


def of_seat(text: str) -> Label:
    """A label that names who sits at a seat as ``{seat}``."""
    return lambda w, action: w._(text).format(seat=w.seat(action.value))


def of_die(text: str) -> Label:
    """A label that names the value of a die as ``{die}``."""
    return lambda w, action: w._(text).format(die=action.value)


def with_cards(text: str) -> Label:
    """A label that names a die as ``{die}``, and behind it the cards that are played with it."""
    return lambda w, action: w._(text).format(die=action.value[0]) + _played(w, action.value[1])


def _played(w: Any, cards: tuple[int, ...]) -> str:
    return "".join(f" + {w.design(card)}" for card in cards)


PLAYED = {
    "building": N_("Construct {card}"),
    "worker": N_("Hire {card}"),
    "upgrade": N_("Add the Upgrade {card}"),
}
"""What playing a card of a kind is called; of any other kind it is played."""


def play(w: Any, action: Action) -> str:
    card = w.box.cards[action.value]
    text = PLAYED.get(card.kind, N_("Play {card}"))
    return str(w._(text).format(card=w.design(action.value)))


ROWS = (
    (N_("Buy the top Building unseen"), N_("Buy the Building in column {column}")),
    (N_("Buy the top Oddity unseen"), N_("Buy the Oddity in column {column}")),
)
"""By row of the market: a blind purchase, and one of a card that lies open."""


def buy_card(w: Any, action: Action) -> str:
    row, column = action.value
    return str(w._(ROWS[row][column > 1]).format(column=column))


def exchange(w: Any, action: Action) -> str:
    one, other, new = (w.item(ITEMS[item]) for item in action.value)
    return str(w._("Exchange {one} and {other} for: {new}").format(one=one, other=other, new=new))


def quest(w: Any, action: Action) -> str:
    place, need = action.value
    text = w._("Quest {quest}: fulfil requirement {number}")
    return str(text.format(quest=place + 1, number=need + 1))


def recover(w: Any, action: Action) -> str:
    n = action.value
    return str(w.ngettext("Recover {n} Pride", "Recover {n} Pride", n).format(n=n))


def attack(w: Any, action: Action) -> str:
    seat, value = action.value
    return str(w._("Attack {seat}, die: {die}").format(seat=w.seat(seat), die=value))


def dig_done(w: Any, action: Action) -> str:
    return str(w._("Dig with these dice")) + _played(w, action.value)


def sift(w: Any, action: Action) -> str:
    return str(w._("Sift for {fish} Fish").format(fish=SIFT_FISH)) + _played(w, action.value)


def grow(w: Any, action: Action) -> str:
    marker, place = action.value
    name, slot = w.marker(MARKERS[marker]), w.box.tree.slots[place]
    return f"{name} → {slot.id.upper()}: {w._(slot.text)}"


def option(w: Any, action: Action) -> str:
    return str(w._("Choice {number}").format(number=action.value + 1))


def cat(w: Any, action: Action) -> str:
    return str(w._("Choose {card}").format(card=w._(w.box.cats[action.value].name)))


def rolled(w: Any, action: Action) -> str:
    kind, seat, value = action.value
    match kind:
        case "action":
            text = w._("Action Die ({seat}): {die}")
        case "defence":
            text = w._("Defence Die ({seat})")
        case "fate":
            text = w._("The defender's Fate Die") if seat else w._("The attacker's Fate Die")
        case _:
            text = w._("The die that was just rolled")
    return str(text.format(seat=w.seat(seat), die=value))


def plan(w: Any, action: Action) -> str:
    shop, defence = action.value
    text = w._("To the Dice Shop: {shop}; Defence Die: {defence}")
    return str(text.format(shop=", ".join(map(str, shop)), defence=defence))
