"""What somebody new to the table is told: of each question when it first comes, and of each area."""

from meowple.author import N_, Area

ASKED = {
    "hands": N_(
        "Crows cost points. With so many of them you may ask that all cards are dealt anew."
    ),
    "play": N_(
        "The lowest card takes the left card of the middle, the highest the right one. In between you keep your own."
    ),
    "crow": N_(
        "Your crow and the Yorozu that you name change places; from then on each of you counts as having played the other."
    ),
    "start_player": N_(
        "Who starts is dealt no better cards, but is the first to choose wherever a choice goes round the table."
    ),
    "multiplier": N_(
        "The card says what each icon is worth to you in this game alone. You will not get the same card again."
    ),
    "tokens": N_(
        "A token makes the cards of its season count more for you at the end of the game."
    ),
    "extra_token": N_(
        "One token more: take the season of which you have most, or the one that nobody else wants."
    ),
    "free_token": N_(
        "A Yorozu taken brings a token. Choose a season whose cards lie in your pile or are still to come."
    ),
}
"""Kind of question -> what to know when it is asked for the first time."""

AREAS = {
    "opps": Area(
        N_("The others"),
        N_(
            "What each of them has taken so far, how much booze, and what it would count now. Their hands stay secret."
        ),
    ),
    "stage": Area(
        N_("The middle"),
        N_(
            "The two cards that the lowest and the highest take, and between them what was played. Their seasons are closed."
        ),
    ),
    "dock": Area(
        N_("Your choices"),
        N_(
            "What is asked of you now, and your hand. A gold ring means you may; touch a dimmed card to read why not."
        ),
    ),
    "mine": Area(
        N_("Your pile"),
        N_(
            "The cards that you have taken: only these score. Beside them your booze and what the pile counts now."
        ),
    ),
    "season": Area(
        N_("Season sheet"),
        N_("Which seasons are open in this round, and how far everybody is in the match."),
    ),
    "seen": Area(
        N_("Cards still out"),
        N_(
            "What is not struck out may still be in somebody's hand: so you see how safe a low or a high card is."
        ),
    ),
}
"""Area of the table, as the templates name it -> what it is for."""
