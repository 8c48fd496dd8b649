"""What somebody new to the table is told: of each question when it first comes, and of each area."""

from meowple.author import N_, Area

ASKED = {
    "face": N_("Ties are broken from you onwards, in the direction that you choose here."),
    "draft": N_(
        "Your Camp is the choice that you will have at the tavern. The rest of the cards goes to your neighbour."
    ),
    "level-up": N_(
        "A new Catventurer scores to the end of the match. Take one that wants what you have already."
    ),
    "send": N_(
        "Speed of the cat plus Buff decides who takes Loot first. The cat then sleeps until the level ends."
    ),
    "rotate": N_(
        "Rotated it is slower, with the Speed printed beside its ability, but the ability works."
    ),
    "steal": N_("Mana pays for Buffs: take it from whoever would be faster than you."),
    "grab": N_("Loot before the others choose. Look at what your cats score for."),
    "cycle": N_("One card leaves the Pool and another comes: take away what a rival needs."),
    "reserve": N_("Nobody else may take the card that you mark; in your turn it is yours."),
    "tuck": N_(
        "A Resource under a Treasure counts as a Treasure from now on, and no longer as a Resource."
    ),
    "under": N_("Any of your Treasures may hold it."),
    "give-treasure": N_("You exchange Treasures: give one that you have twice."),
    "get-treasure": N_("Take the Treasure that makes a set with yours."),
    "swap": N_("A set grows with every new kind of Resource: swap one that you have twice."),
    "swap-for": N_("Take a kind that you have not got yet."),
    "replace": N_(
        "The new cat takes the place of this one, with all that it can do and scores for."
    ),
    "recruit": N_("One cat more for this level: another round in which yours may sleep."),
    "refresh-gear": N_(
        "Used Gear lies on its side. Refresh what fits a Monster that is still there."
    ),
    "wake": N_("A cat that is awake may be sent once more in this level."),
    "loot": N_("The fastest choose first. A red mark on a card draws a Monster into the round."),
    "roll": N_(
        "Each die may add a symbol that your Gear does not have. It cannot make things worse."
    ),
    "challenge": N_(
        "Each Defence of a Monster wants the same symbol on your Gear. Fleeing costs nothing."
    ),
    "match": N_(
        "Lay symbols against the Defences. Gear that you use lies exhausted until it is refreshed."
    ),
    "count": N_(
        "This card counts as one kind of thing only: choose the one that is worth most to you."
    ),
}
"""Kind of question -> what to know when it is asked for the first time."""

AREAS = {
    "opps": Area(
        N_("The others"),
        N_(
            "Their Mana, what they would score now, and what they have gathered. Touch a mat to see their cats."
        ),
    ),
    "pool": Area(
        N_("The Pool"),
        N_(
            "Monsters above, Loot below: as much Loot as there are players. On the left, how far down the dungeon you are."
        ),
    ),
    "dock": Area(
        N_("Your choices"),
        N_(
            "What is asked of you now. A gold ring means you may; what lies in the Pool is chosen there."
        ),
    ),
    "mine": Area(
        N_("Your cards"),
        N_(
            "What you have gathered, your Mana, and your cats with the XP that each would score now."
        ),
    ),
    "order": Area(
        N_("Priority"),
        N_("Who wins ties, from the Crown onwards, and once cats are sent who is how fast."),
    ),
    "race": Area(
        N_("If it ended now"),
        N_("What everybody would score at this moment. Cats that nobody knows yet are not in it."),
    ),
}
"""Area of the table, as the templates name it -> what it is for."""
