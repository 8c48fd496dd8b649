"""Festival of a Thousand Cats: play one card each in secret, the lowest and the highest take."""

from pathlib import Path

from meowple.author import N_, Game, Option

from . import knowledge, mind, positions, rules
from .encoding import encoding
from .pieces import ACTIONS
from .state import setup
from .table.view import view
from .table.words import FestivalWords

GAME = Game(
    name="festival",
    title=N_("Festival of a Thousand Cats"),
    seat_counts=(3, 4),
    decisions=(21, 31),
    pace=40.0,
    version=2,
    options=(
        Option(
            "rules",
            "basic",
            N_("Rules"),
            {
                "basic": N_("Basic"),
                "experienced": N_("Experienced"),
                "advanced": N_("Advanced"),
            },
            help=N_("Experienced adds Score Multiplier Cards, Advanced Season Multiplier Tokens."),
            ladder=("basic", "experienced", "advanced"),
        ),
        Option(
            "target",
            rules.TARGET,
            N_("Points to win"),
            least=1,
            most=300,
            help=N_("The match ends with the game in which somebody reaches this total."),
        ),
        Option(
            "crow_redeal",
            "ask",
            N_("New deal for a hand of crows"),
            {"ask": N_("If asked for"), "never": N_("Never"), "always": N_("Always")},
            help=N_("Whoever is dealt too many crows may ask for all cards to be dealt anew."),
        ),
        Option(
            "multiplier_redeal",
            "when_empty",
            N_("Deal multipliers again"),
            {"when_empty": N_("When all are used"), "every_three_games": N_("Every three games")},
            help=N_("Experienced rules with three players only."),
        ),
        Option(
            "multiplier_choice",
            "open",
            N_("Choose multipliers"),
            {"open": N_("Face up, in turn"), "hidden": N_("Face down, all at once")},
        ),
        Option(
            "announce_on_yorozu",
            False,
            N_("Announce missing seasons also with Yorozu"),
            {False: N_("No"), True: N_("Yes")},
        ),
        Option(
            "dummy_crow_choice",
            "nearest",
            N_("The dummy's crow swaps with"),
            {"nearest": N_("The nearer Yorozu card"), "random": N_("A random one")},
            help=N_("Three players only."),
        ),
    ),
    actions=ACTIONS,
    setup=setup,
    rules=rules.rules,
    questions=rules.QUESTIONS,
    load=positions.load,
    scores=rules.scores,
    winners=rules.winners,
    view=view,
    redeal=knowledge.redeal,
    words=FestivalWords,
    rate=mind.rate,
    hopes=mind.hopes,
    worlds=4,
    horizon=mind.horizon,
    estimate=mind.estimate,
    encoding=encoding,
    learned=Path(__file__).parent / "data" / "learned.npz",
    policy=mind.policy,
    study=rules.study,
    round=rules.round_of,
)
