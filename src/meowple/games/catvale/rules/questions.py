"""Every kind of question, declared once: its name, what is asked, and what the others read.

What may be answered is mostly given where a question is asked, because it depends on the card
that asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from meowple.author import N_, Action, Options, QuestionKind

ALL: Final[dict[str, QuestionKind]] = {}
"""All kinds by name."""


def _options(s: Any, seat: int) -> list[Action]:
    raise NotImplementedError("this question is asked with options of its own")


def these(choices: Sequence[Action]) -> Options:
    """Options that everybody can work out, whatever is hidden."""
    return lambda s, seat: choices


def _kind(name: str, prompt: str, waiting: str = "") -> QuestionKind:
    ALL[name] = QuestionKind(name, _options, prompt, waiting)
    return ALL[name]


# Setup
CAT = _kind("cat", N_("Choose your cat."), N_("Cats are chosen."))
AMBITION = _kind("ambition", N_("Keep one of your two Ambitions."), N_("Ambitions are chosen."))
DRAFT = _kind("draft", N_("Keep one Starting card; the rest goes left."), N_("Cards are drafted."))

# Seasons and Rounds
GROW = _kind("grow", N_("Move your Growth markers."), N_("Everybody grows."))
GROWTH = _kind("growth", N_("Use the Growth you have gained."), N_("Somebody grows."))
PLAN = _kind("plan", N_("Plan your dice."), N_("Everybody plans."))
GIFT = _kind("gift", N_("Take a Basic Resource of your choice."))

# A turn
MENU = _kind("turn", N_("It is your turn."))
PRIZE_DIE = _kind("prize-die", N_("Spend a die of 2 for a Mouse?"))
PRIZE = _kind("prize", N_("Buy something cheaper at once?"))
DISCARD_DIE = _kind("discard-die", N_("Discard one of your dice."))
MARKER = _kind("marker", N_("Take a marker back from one of your tiles."))
SELL = _kind("sell", N_("Sell more cards?"))
DIG = _kind("dig", N_("Commit more dice?"))
ADVANCE = _kind("advance", N_("Move on along the Arena track?"))
REWARD = _kind("reward", N_("Choose the reward of the Duel."))
HOST = _kind("host", N_("In whose Backyard?"))
EMPLOYER = _kind("employer", N_("Which Building?"))

# Cards
SEAT = _kind("seat", N_("Choose a player."))
TILE = _kind("tile", N_("Choose a tile."))
MOVE = _kind("move", N_("Where does the cat go?"))
ITEM = _kind("item", N_("Choose an item."))
OPTION = _kind("option", N_("Choose one."))
PAY = _kind("pay", N_("Pay?"))
SPEND = _kind("spend", N_("Pay with what?"))
SPARE = _kind("spare", N_("Which resource is spared?"))
CARD = _kind("card", N_("Choose one of your cards."))
LOOK = _kind("look", N_("Take one of these cards."))
PLOT = _kind("plot", N_("Choose a card in the Backyard."))
DIE = _kind("die", N_("Choose a die."))
REROLL = _kind("reroll", N_("Which die is rolled again?"))
MOOD = _kind("mood", N_("Which way does the Mood go?"))
TRIGGER = _kind("trigger", N_("Which card works first?"))
QUEST = _kind("quest", N_("Fulfil a requirement of a Quest."))
CONSTRUCT = _kind("construct", N_("Construct a Building."))

# Windows and combat
REACT = _kind("react", N_("Play something?"), N_("Somebody may still do something."))
FIGHT = _kind("fight", N_("Play something in this combat, or pass."), N_("A combat goes on."))
SUPPORT = _kind("support", N_("Support a side?"), N_("Others may support a side."))

# Talks
OFFER = _kind("offer", N_("Make your offer."), N_("Two players talk."))
ANSWER = _kind("answer", N_("Do you accept?"), N_("Two players talk."))
