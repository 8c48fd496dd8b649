"""What is in the box: the cards, read from their file and checked, and all that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from meowple.author import Action, ActionList, CardFile, Words


@dataclass(frozen=True)
class Card:
    """A kind of card.

    Attributes:
        key: its name in actions, views and positions.
        name: for people, in English; translated where it is shown.
        count: how many of it are in the box.
        fish: what one is worth.
    """

    key: str
    name: str
    count: int
    fish: int


def read(path: Path) -> tuple[Card, ...]:
    """The cards of a file. Raises `BadData` with the line of everything that is wrong in it."""
    file = CardFile(path)
    cards = []
    for table in file.tables("card"):
        key, name = table.text("id"), table.text("name")
        cards.append(Card(key, name, table.number("count", 1), table.number("fish", 1, 9)))
        table.done()
    file.check()
    return tuple(cards)


HAND = 6
"""How many cards everybody is dealt, if the table does not say otherwise."""

CARDS = read(Path(__file__).parent / "data" / "cards.toml")

CARD = {card.key: card for card in CARDS}

BOX = tuple(card for card in CARDS for _ in range(card.count))
"""Every single card, in the order of the file."""


def play_label(words: Words, action: Action) -> str:
    """What playing a card is called."""
    return words._("Play {card}").format(card=words._(action.value.name))


ACTIONS = ActionList()

PLAYS = {
    action.value: action
    for action in ACTIONS.add_all("play", [(card.key, card) for card in CARDS], play_label)
}
"""The action that plays a card, by card."""
