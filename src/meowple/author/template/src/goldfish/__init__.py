"""Goldfish: only the cat who is alone at the bowl eats."""

from meowple.author import N_, Game, Option

from .knowledge import redeal
from .mind import rate
from .pieces import ACTIONS, HAND
from .positions import load
from .rules import PLAY, rules, scores, setup, winners
from .table.view import view
from .table.words import GameWords

GAME = Game(
    name="goldfish",
    title=N_("Goldfish"),
    seat_counts=(2, 3, 4, 5),
    version=1,
    options=(
        Option(
            "hand",
            HAND,
            N_("Cards in hand"),
            least=4,
            most=8,
            help=N_("How many cards everybody is dealt; all but two of them are played."),
        ),
    ),
    actions=ACTIONS,
    questions=(PLAY,),
    setup=setup,
    rules=rules,
    load=load,
    scores=scores,
    winners=winners,
    view=view,
    redeal=redeal,
    words=GameWords,
    rate=rate,
    worlds=3,
)
