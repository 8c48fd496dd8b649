"""What somebody new to the table is told: of each question when it first comes, and of each area."""

from meowple.author import N_, Area

ASKED = {
    "keep": N_("Keep the comforts whose cost fits together: you will gather for what you hold."),
    "present": N_("A present to your neighbour: give what helps them least."),
    "wolf": N_(
        "A comfort for your hand, outside of your workers' actions. Passing is fine if none of them suits you."
    ),
    "mark": N_(
        "This month the space that you mark gives a coin more: choose one to which you will send a worker."
    ),
    "set_die": N_(
        "Before workers are sent you may turn one of your own dice to a value of your choice."
    ),
    "guest": N_(
        "This worker is your neighbour's: you say where it stands, your neighbour acts with it."
    ),
    "place": N_(
        "You know your own dice but not yet the village dice. The percent say how likely they are to fit."
    ),
    "ride": N_(
        "The village dice are known now: a worker whose space they do not fit may still go elsewhere."
    ),
    "ride_to": N_(
        "Choose a space that your dice can meet; one of your own workers there would block it."
    ),
    "dice": N_(
        "Give each die to one worker, your own and those of the village. What remains comes to nothing."
    ),
    "paw": N_(
        "Now the worker who gets this die. A dimmed space says why the die is of no use there."
    ),
    "act": N_("Do the actions in the order that suits you: what one brings may pay for the next."),
    "nest": N_("The comfort goes to your hand. It scores only once you have paid its cost."),
    "search": N_("Anything from the discard pile may come to your hand, or nothing."),
    "build": N_(
        "An improvement is paid for at once, uncovers a cottage's points and helps from now on."
    ),
    "trade": N_("Trade as often as you like while this action lasts, then say that you are done."),
    "swap": N_(
        "Give resources of different kinds, one after another, for what the traveler offers."
    ),
    "pay": N_("This cost leaves you a choice. Keep what the comforts in your hand need."),
    "choose": N_("Take what the comforts in your hand still lack."),
    "discard": N_("Your hand has a limit. Put away what you will hardly be able to pay for."),
    "make": N_(
        "Pay a comfort's cost and it lies before you, for points. Some count more beside certain others."
    ),
    "moose": N_("Give somebody a resource and take a book for it, or let it be."),
    "jay": N_("The village dice act for you on a space, without any worker of yours."),
    "final": N_(
        "The last chance: what you cannot pay for now is worth nothing. What is left over counts a little."
    ),
    "title": N_("Only for fun: your comforts and improvements make the name of your home."),
}
"""Kind of question -> what to know when it is asked for the first time."""

AREAS = {
    "forest": Area(
        N_("Forest"),
        N_(
            "Two spaces for resources. The dice on top are what the space wants, below the arrow is what it brings."
        ),
    ),
    "meadow": Area(
        N_("Meadow"), N_("As in the Forest, with other resources. Both change every month.")
    ),
    "river": Area(
        N_("River"),
        N_("Stone, and a coin, for a single die. Which values fit turns on every month."),
    ),
    "nest": Area(
        N_("Owl's Nest"),
        N_(
            "New comforts for your hand: choose an open one on the left, or draw from the deck on the right."
        ),
    ),
    "work": Area(
        N_("Workshop"),
        N_(
            "Improvements to build. The die says how high on the ladder you may reach, the row what it costs."
        ),
    ),
    "inn": Area(
        N_("Inn"),
        N_(
            "The traveler of this month: a rule for everybody, and a trade for whoever sends a worker."
        ),
    ),
    "market": Area(
        N_("Market"),
        N_("Any die will do: exchange what you have too much of, as often as you like."),
    ),
    "estates": Area(
        N_("Estates"),
        N_("Improvements with a space of their own: family dice work there without a worker."),
    ),
    "calendar": Area(
        N_("Calendar"),
        N_("The months of the game and the order of turns in this one. The early bird goes first."),
    ),
    "opps": Area(
        N_("Other families"),
        N_(
            "What the others have made and kept, and their family dice. Touch one to see everything."
        ),
    ),
    "home": Area(
        N_("Your home"),
        N_("Your resources, your cottages and all that you have made: what scores at the end."),
    ),
    "dock": Area(
        N_("Your choices"),
        N_(
            "What is asked of you now, the dice to give, and your hand of comforts. A gold ring means you may."
        ),
    ),
}
"""Area of the table, as the templates name it -> what it is for."""
