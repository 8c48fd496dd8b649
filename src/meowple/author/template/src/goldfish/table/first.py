"""What somebody new to the table is told: of each question when it first comes, and of each area."""

from meowple.author import N_, Area

ASKED = {
    "play": N_("Somebody else plays the same kind? Then neither of you eats."),
}
"""Kind of question -> what to know when it is asked for the first time."""

AREAS = {
    "board": Area(N_("The bowl"), N_("What everybody has played so far, and your own hand.")),
    "dock": Area(N_("Your choices"), N_("What is asked of you now, and every answer to it.")),
    "people": Area(N_("The cats"), N_("Who plays, and how many fish each of them has eaten.")),
}
"""Area of the table, as the templates name it -> what it is for."""
