"""Purrballs: Catventure: send a cat into the dungeon each round, bring back loot, fight, level up."""

from meowple.author import N_, Game, Option

from . import knowledge, mind, positions, rules, state
from .encoding import encoding
from .pieces.actions import ACTIONS
from .pieces.names import SEATS
from .rules import scoring
from .table import view, words

GAME = Game(
    name="purrballs",
    title=N_("Purrballs: Catventure"),
    seat_counts=SEATS,
    decisions=(78, 131),
    pace=15.0,
    version=3,
    options=(
        Option(
            "mode",
            "base",
            N_("Mode"),
            {"base": N_("Base"), "veteran": N_("Veteran"), "expert": N_("Expert")},
            help=N_(
                "Veteran starts with a Level-up; Expert with a draft of four cards for each "
                "player's own Camp and a Level-up."
            ),
            ladder=("base", "veteran", "expert"),
        ),
        Option(
            "first_crown",
            0,
            N_("The Crown starts with"),
            {0: N_("A seat drawn at random"), **{n: f"{n}" for n in range(1, max(SEATS) + 1)}},
            help=N_("Name the seat of whoever played with a cat last; an empty seat means a draw."),
        ),
        Option(
            "monsters_at_level_end",
            "box",
            N_("Monsters left when a level ends"),
            {"box": N_("Go back to the box"), "stay": N_("Stay in the Pool")},
        ),
        Option(
            "monster_limit_removes",
            "newest",
            N_("Too many Monsters: who leaves"),
            {"newest": N_("The newest"), "oldest": N_("The oldest")},
        ),
        Option(
            "emblem_prize_needs_emblem",
            True,
            N_("A Noble's prize needs an Emblem"),
            {True: N_("Yes"), False: N_("No")},
        ),
        Option(
            "prince_claim",
            "end",
            N_("A Prince's claim to the Crown is settled"),
            {"end": N_("At the end of the Action phase"), "turn": N_("On his own turn")},
        ),
    ),
    actions=ACTIONS,
    setup=state.setup,
    rules=rules.rules,
    questions=rules.QUESTIONS,
    load=positions.load,
    scores=scoring.scores,
    winners=scoring.winners,
    view=view.view,
    redeal=knowledge.redeal,
    words=words.PurrballsWords,
    encoding=encoding,
    rate=mind.rate,
    hopes=mind.hopes,
    horizon=mind.horizon,
    estimate=mind.estimate,
    policy=mind.policy,
    study=scoring.study,
    round=scoring.round_of,
)
