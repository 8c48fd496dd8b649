"""Creature Comforts: send workers out, give them dice, and make the house cosy before winter."""

from functools import partial
from pathlib import Path

from meowple.author import N_, Game, Option, Problem

from . import knowledge, positions
from .encoding import encoding
from .mind.hopes import hopes
from .mind.order import in_order
from .mind.policy import policy
from .mind.prospects import estimate, horizon
from .mind.rating import rate
from .pieces import box as pieces
from .rules import QUESTIONS, rules, scoring, setup
from .rules.verbs import VERBS
from .state import State
from .table.view import view
from .table.words import ComfortsWords

__all__ = ["GAME", "build", "check_deck"]

OPTIONS = (
    Option(
        "length",
        "normal",
        N_("Length"),
        {"normal": N_("8 months"), "short": N_("6 months")},
        ladder=("short", "normal"),
    ),
    Option(
        "placement",
        "hidden",
        N_("Placing workers"),
        {"hidden": N_("In secret, shown together"), "open": N_("Open to all")},
        help=N_("Either way all place at the same time and may change until all are ready."),
    ),
    Option(
        "wheelbarrow",
        "placement",
        N_("The wheelbarrow goes out"),
        {"placement": N_("When workers are placed"), "turn": N_("In the own turn, with the dice")},
    ),
    Option(
        "weathervane",
        "turn",
        N_("The Weathervane turns a die"),
        {"turn": N_("At any time of the own turn"), "giving": N_("While dice are given")},
        help=N_("Either way once in a turn, and never in the middle of an action."),
    ),
    Option(
        "early_bird",
        0,
        N_("First early bird"),
        {
            0: N_("Drawn at random"),
            1: N_("Seat 1"),
            2: N_("Seat 2"),
            3: N_("Seat 3"),
            4: N_("Seat 4"),
            5: N_("Seat 5"),
        },
        help=N_("Drawn at random too if nobody sits there."),
    ),
)


def build(decks: Path | None = None) -> Game[State]:
    """The game, with the card files in the folder ``decks`` in place of ours of the same name.

    Raises:
        BadData: one of them is wrong; `check_deck` tells all that is.
    """
    box = pieces.Box(VERBS, decks)
    return Game(
        name="comforts",
        title=N_("Creature Comforts"),
        seat_counts=(1, 2, 3, 4, 5),
        decisions=(440, 1120),
        pace=4.0,
        version=2,
        options=OPTIONS,
        actions=box.actions,
        questions=QUESTIONS,
        setup=partial(setup.setup, box),
        rules=rules,
        load=partial(positions.load, box),
        scores=scoring.scores,
        winners=scoring.winners,
        view=view,
        redeal=knowledge.redeal,
        words=partial(ComfortsWords, box),
        encoding=partial(encoding, box),
        rate=rate,
        hopes=hopes,
        horizon=horizon,
        estimate=estimate,
        sharpness=0.6,  # what is played out up to the end of a month promises too much
        policy=policy,
        in_order=in_order,
        worlds=1,
        study=scoring.study,
        round=lambda s: s.month,
    )


def check_deck(path: Path) -> list[Problem]:
    """What is wrong in a card file that is to replace one of ours; empty if nothing is."""
    return pieces.check_deck(VERBS, path)


GAME = build()
