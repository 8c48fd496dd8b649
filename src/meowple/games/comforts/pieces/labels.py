"""What choosing an action does, as a label: one function for each verb that needs more than a text.

``w`` is always the `table.words.ComfortsWords` of a language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meowple.author import Action

from .board import DICE, FIRST_ESTATE, SPACES, TYPES

Label = Callable[[Any, Action], str]


def of_card(text: str) -> Label:
    """A label that names a comfort as ``{card}``."""
    return lambda w, action: w._(text).format(card=w.comfort(action.value))


def of_token(text: str) -> Label:
    """A label that names a token as ``{token}``."""
    return lambda w, action: w._(text).format(token=w.token(action.key.partition(":")[2]))


def of_number(text: str) -> Label:
    """A label that counts from 1, as people do."""
    return lambda w, action: w._(text).format(number=action.value + 1)


def of_seat(text: str) -> Label:
    """A label that names who sits at a seat as ``{seat}``."""
    return lambda w, action: w._(text).format(seat=w.seat(action.value))


def of_space(text: str) -> Label:
    """A label that names a space as ``{place}``."""
    return lambda w, action: w._(text).format(place=w.place(SPACES[action.value]))


def of_place(text: str) -> Label:
    """The same, for estates too."""
    return lambda w, action: w._(text).format(place=place(w, action.value))


def place(w: Any, where: int) -> str:
    """A space, or an estate with its owner."""
    name = str(w.place(w.box.place_ids[where]))
    if where < FIRST_ESTATE:
        return name
    owner = w.box.estate_at(where)[1]
    return str(w._("{estate} ({seat})")).format(estate=name, seat=w.seat(owner))


def of_change(text: str) -> Label:
    """A label that says by how much the die in the paw changes."""
    return lambda w, action: w._(text).format(by=w.change(action.value))


def of_die(text: str) -> Label:
    """A label that names a die."""
    return lambda w, action: w._(text).format(die=w.die(DICE[action.value]))


def of_die_and(text: str) -> Label:
    """A label that names a die, the ``{face}`` it is set to or ``{by}`` how much it changes."""

    def label(w: Any, action: Action) -> str:
        die, value = action.value
        by = w.change(value) if "{by}" in text else ""
        return str(w._(text)).format(die=w.die(DICE[die]), face=value, by=by)

    return label


def of_trade(text: str) -> Label:
    """A label that says what a trade of the Market gives and gets."""

    def label(w: Any, action: Action) -> str:
        trade = w.box.trades[action.value]
        shown = w.trade(
            {"give": trade.give.json, "get": trade.get.json, "give_rule": trade.give_rule}
        )
        if action.value >= len(w.box.board.trades):
            shown = f"{w.card(trade.id)}: {shown}"
        return str(w._(text)).format(trade=shown)

    return label


def of_type(w: Any, action: Action) -> str:
    """The name of a type of comforts."""
    return str(w.type(TYPES[action.value]))
