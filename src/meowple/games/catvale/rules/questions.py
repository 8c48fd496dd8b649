"""Every kind of question, declared once: its name, what is asked, and what the others read.

What may be answered is mostly given where a question is asked, because it depends on the card
that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from meowple.author import N_, Action, Json, Options, QuestionKind

Text = str | Callable[[Any, Json], str]
"""A text to be translated, or a function (words, view) that makes one."""

ALL: Final[dict[str, QuestionKind]] = {}
"""All kinds by name."""


def _options(s: Any, seat: int) -> list[Action]:
    raise NotImplementedError("this question is asked with options of its own")


def these(choices: Sequence[Action]) -> Options:
    """Options that everybody can work out, whatever is hidden."""
    return lambda s, seat: choices


def _kind(name: str, prompt: Text, waiting: Text = "") -> QuestionKind:
    ALL[name] = QuestionKind(name, _options, prompt, waiting)
    return ALL[name]


# -- prompts that depend on the table ----------------------------------------------------------------


def _pay(w: Any, view: Json) -> str:
    """What may be paid for what the card says."""
    text = w._("Pay {cost}?")
    return str(text.format(cost=w.cost(view["table"]["asking"]["cost"])))


def _choose(w: Any, view: Json) -> str:
    """What is behind each of the choices."""
    options = view["table"]["asking"]["options"]
    listed = "; ".join(f"{n}: {w.steps(steps)}" for n, steps in enumerate(options, 1))
    return str(w._("Choose one. {choices}.").format(choices=listed))


def _react(w: Any, view: Json) -> str:
    """Why the viewer may do something now."""
    table = view["table"]
    fight = table["fight"]
    if table["open_die"]:
        die, face, _ = table["open_die"]
        text = w._("{die}: {face}. Do something about it?")
        return str(text.format(die=w.kind_of_die(die), face=w.face(die, face)))
    if table["loss"]:
        return str(w._("You are about to lose Pride: {n}. Do something?").format(n=table["loss"]))
    if fight and fight["stage"] == "declared":
        return str(w._("You are Attacked. Answer with a card?"))
    if fight and fight["stage"] in ("decided", "ended"):
        return str(w._("The combat is over. Play something?"))
    if table["step"] == "between":
        return str(w._("Before the next turn: play something?"))
    if table["step"] == "season-end":
        return str(w._("The Season ends: play something before the Territory is counted?"))
    if table["asking"]:
        return str(w._("This is about to be done to you. Do something about it?"))
    return str(w._("Play something?"))


def _sums(w: Any, view: Json) -> str:
    attack, defence = view["table"]["fight"]["totals"]
    return str(w._("Attack {attack}, Defence {defence}.").format(attack=attack, defence=defence))


def _fight(w: Any, view: Json) -> str:
    """How the fighter who is asked stands."""
    fight = view["table"]["fight"]
    attack, defence = fight["totals"]
    attacks = fight["attacker"] == view["viewer"]
    ahead = w._("You would win.") if attacks == (attack > defence) else w._("You would lose.")
    asked = w._("Play something, or pass for the rest of the combat?")
    return f"{_sums(w, view)} {ahead} {asked}"


def _support(w: Any, view: Json) -> str:
    asked = w._("Do something for one of the sides?")
    return f"{_sums(w, view)} {asked}"


def _combat(w: Any, view: Json) -> str:
    """What the others read of a combat."""
    goes_on = w._("A combat goes on.")
    return f"{_sums(w, view)} {goes_on}"


def _answer(w: Any, view: Json) -> str:
    """The offer that is to be answered; in a combat one side gives nothing."""
    talk = view["table"]["talk"]
    text = w._("You get: {gives}. You give: {asks}. Do you accept?")
    return str(text.format(gives=w.amount(talk["gives"]), asks=w.amount(talk["asks"])))


def _offer(w: Any, view: Json) -> str:
    """The offer as it stands so far."""
    talk = view["table"]["talk"]
    if not talk["gives"] and not talk["asks"]:
        return str(w._("What do you give, what do you ask for?"))
    text = w._("You give: {gives}. You ask for: {asks}. Anything else?")
    return str(text.format(gives=w.amount(talk["gives"]), asks=w.amount(talk["asks"])))


# Setup
CAT = _kind("cat", N_("Which cat do you play?"), N_("A cat is being chosen."))
AMBITION = _kind(
    "ambition",
    N_("Which of your two Ambitions do you keep? Nobody sees it until it is fulfilled."),
    N_("Ambitions are being chosen."),
)
DRAFT = _kind(
    "draft",
    N_("Which Starting card do you keep? The rest goes to the player on your left."),
    N_("Starting cards are being drafted."),
)

# Seasons and Rounds
GROW = _kind(
    "grow",
    N_("Where do your Growth markers go? Each step takes 1 Growth."),
    N_("Cats are growing."),
)
GROWTH = _kind("growth", N_("Growth at once: which marker moves on?"), N_("Somebody uses Growth."))
PLAN = _kind(
    "plan",
    N_("Plan your dice: which goes to the Dice Shop, which is your Defence Die?"),
    N_("Dice are being planned."),
)
GIFT = _kind(
    "gift",
    N_("Somebody rolled four 3s: which Basic Resource do you take?"),
    N_("Basic Resources are being taken."),
)

# A turn
_BUSY = N_("It is another player's turn.")
MENU = _kind("turn", N_("Your turn: what do you do?"), _BUSY)
PRIZE_DIE = _kind(
    "prize-die", N_("You revealed the Mouse Field: spend a die of 2 for 1 Mouse?"), _BUSY
)
PRIZE = _kind(
    "prize", N_("What you revealed makes one purchase cheaper, now or never: buy something?"), _BUSY
)
DISCARD_DIE = _kind("discard-die", N_("Your cat was Humiliated: which die do you discard?"), _BUSY)
MARKER = _kind("marker", N_("All your markers are out: which one do you take back?"), _BUSY)
SELL = _kind("sell", N_("Sell another card with the same Side Action?"), _BUSY)
DIG = _kind("dig", N_("Commit another die to the Dig?"), _BUSY)
ADVANCE = _kind("advance", N_("Move 1 space on along the Arena track?"), _BUSY)
REWARD = _kind("reward", _choose, _BUSY)
HOST = _kind("host", N_("In whose Backyard do you Construct it?"), _BUSY)
EMPLOYER = _kind("employer", N_("Which Building is it for?"), _BUSY)

# Cards
_CHOOSING = N_("Somebody makes a choice.")
SEAT = _kind("seat", N_("Which player?"), _CHOOSING)
TILE = _kind("tile", N_("Which tile?"), _CHOOSING)
ITEM = _kind("item", N_("Which item?"), _CHOOSING)
OPTION = _kind("option", _choose, _CHOOSING)
PAY = _kind("pay", _pay, _CHOOSING)
SPEND = _kind("spend", N_("What do you pay with?"), _CHOOSING)
SPARE = _kind("spare", N_("Which resource do you save?"), _CHOOSING)
CARD = _kind("card", N_("Which of your cards do you give up?"), _CHOOSING)
LOOK = _kind("look", N_("Which of these cards do you take?"), _CHOOSING)
PLOT = _kind("plot", N_("Which card in the Backyard?"), _CHOOSING)
DIE = _kind("die", N_("Which die?"), _CHOOSING)
REROLL = _kind("reroll", N_("Which die is rolled again?"), _CHOOSING)
MOOD = _kind("mood", N_("Which way does the Mood go?"), _CHOOSING)
TRIGGER = _kind("trigger", N_("Several cards work now: which one first?"), _CHOOSING)
QUEST = _kind("quest", N_("Which requirement of a Quest do you fulfil?"), _CHOOSING)
CONSTRUCT = _kind("construct", N_("Which Building do you Construct?"), _CHOOSING)

# Windows and combat
REACT = _kind("react", _react, N_("Somebody may still do something."))
FIGHT = _kind("fight", _fight, _combat)
SUPPORT = _kind("support", _support, _combat)

# Talks
OFFER = _kind("offer", _offer, N_("Two players talk."))
ANSWER = _kind("answer", _answer, N_("Two players talk."))
