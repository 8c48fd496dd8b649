"""Catvale: raise a cat over three seasons, build its Backyard, and win the most Prestige."""

from functools import partial
from pathlib import Path

from meowple.author import N_, Game, Option

from . import knowledge, mind, positions
from .encoding import encoding
from .pieces.box import Box, check_deck
from .rules import conditions, effects, orders, questions, scoring, setting_up
from .rules.script import rules
from .state import State
from .table.view import view
from .table.words import CatvaleWords

__all__ = ["GAME", "build", "check_deck"]

VERBS = (conditions, effects)
"""What fills the dispatch tables of the card files, which must be known before one is read."""

_LITTERBOX = N_("With Litterbox Secrets only.")

_YES_NO: dict[str | int | bool, str] = {True: N_("Yes"), False: N_("No")}

OPTIONS = (
    Option(
        "world",
        "random",
        N_("World"),
        {"random": N_("Random"), "chaotic": N_("Chaotic")},
        help=N_(
            "In the Chaotic World all tiles but the Flea Market lie face-down and are explored."
        ),
        ladder=("random", "chaotic"),
    ),
    Option(
        "variant",
        "adventure",
        N_("Variant"),
        {"adventure": N_("Adventure"), "controlled": N_("Controlled")},
        help=N_(
            "Controlled: three dice are set, an Adventure card comes once a Round, no Forest tokens."
        ),
        ladder=("controlled", "adventure"),
    ),
    Option(
        "litterbox",
        False,
        N_("Litterbox Secrets"),
        _YES_NO,
        help=N_("An expansion: the Great Sandbox, Digging, the Harvest and its secret tokens."),
    ),
    Option(
        "arena",
        False,
        N_("Arena"),
        _YES_NO,
        help=N_("An expansion: the Arena, Duels against opponents, trophies."),
    ),
    Option(
        "kickstarter",
        False,
        N_("The Kickstarter cat"),
        _YES_NO,
        help=N_("One more cat to choose from."),
    ),
    Option(
        "first_player",
        0,
        N_("The First Player is"),
        {0: N_("Drawn at random"), **{n: f"{n}" for n in range(1, 7)}},
        help=N_("Name the seat of whoever last fed a cat; an empty seat means a draw."),
    ),
    Option(
        "reactions",
        "orders",
        N_("Reactions"),
        {
            "orders": N_("As each player orders"),
            "all": N_("Everybody is always asked"),
            "own": N_("Only about one's own affairs"),
        },
        help=N_("Who is asked whether to play something in the turns and combats of others."),
    ),
    Option(
        "offers_per_talk",
        3,
        N_("Offers of each side in a talk"),
        least=0,
        most=9,
        help=N_("With 0 there are no talks and no deals."),
    ),
    Option(
        "harvest_after_round",
        3,
        N_("The Harvest comes after Round"),
        {3: "3", 4: "4"},
        help=_LITTERBOX,
    ),
    Option("dig_zero_dice", False, N_("A Dig needs no die"), _YES_NO, help=_LITTERBOX),
    Option("sift_die", 0, N_("Dice for a Sift"), {0: "0", 1: "1"}, help=_LITTERBOX),
    Option(
        "dice_shop",
        "stock",
        N_("The Dice Shop sells"),
        {"stock": N_("The dice that lie there"), "open": N_("Every value")},
        help=N_("The dice that players discard in Planning lie there until the end of the Round."),
    ),
    Option(
        "must_main",
        "strict",
        N_("Discarding a die"),
        {"strict": N_("Only without a Main Action"), "free": N_("Always")},
        help=N_("Whether a player may give a die away instead of a Main Action that is possible."),
    ),
    Option(
        "backyard_peace",
        "own",
        N_("No Attack"),
        {"own": N_("On the own Backyard"), "all": N_("On any Backyard")},
        help=N_("Where a cat is safe, until a card or Quest says otherwise."),
    ),
    Option(
        "marker_limit",
        "12",
        N_("Player Markers"),
        {"12": "12", "none": N_("Any number")},
        help=N_("How many tiles, requirements and tracks a player can be on at the same time."),
    ),
    Option(
        "sonar_breakfast",
        False,
        N_("Whisker Sonar adds to Breakfast"),
        _YES_NO,
        help=N_("Otherwise this skill counts for Fish Actions only."),
    ),
    Option(
        "mood_per_quest",
        "each",
        N_("A completed Quest shifts the Mood"),
        {"each": N_("For each contributor"), "once": N_("Once")},
        help=N_("How far the Mood goes when several players have paid for a Quest."),
    ),
    Option(
        "chaotic_fix",
        "auto",
        N_("Dealt anew in the Chaotic World"),
        {
            "auto": N_("When a Backyard is cut off"),
            "all": N_("When any tile is cut off"),
            "off": N_("Never"),
        },
        help=N_("So that Mountains lock nobody out."),
    ),
)


def build(decks: Path | None = None) -> Game[State]:
    """The game, with the files in the folder ``decks`` in place of ours of the same name.

    Raises:
        BadData: one of them is wrong; `check_deck` tells all that is.
    """
    box = Box(decks)
    return Game(
        name="catvale",
        title=N_("Catvale"),
        seat_counts=(2, 3, 4, 5, 6),
        decisions=(330, 1650),
        pace=5.0,
        version=3,
        options=OPTIONS,
        actions=box.actions,
        setup=partial(setting_up.setup, box),
        rules=rules,
        load=partial(positions.load, box),
        scores=scoring.scores,
        winners=scoring.winners,
        view=view,
        redeal=knowledge.redeal,
        words=partial(CatvaleWords, box),
        encoding=partial(encoding, box),
        rate=mind.rate,
        rates_openly=True,
        hopes=mind.hopes,
        horizon=mind.horizon,
        estimate=mind.estimate,
        searchable=False,  # random choices up to the end of a Round spoil what was planned
        questions=tuple(questions.ALL.values()),
        orders=orders.set_orders,
        some_orders=orders.some_orders,
        study=scoring.study,
        round=lambda s: s.round,
    )


GAME = build()
