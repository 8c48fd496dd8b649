"""What somebody new to the table is told: of each question when it first comes, and of each area."""

from meowple.author import N_, Area

ASKED = {
    "cat": N_("Each cat is good at something of its own, and grows into something better."),
    "ambition": N_(
        "A secret task that brings Prestige once you fulfil it. Take one that suits your cat."
    ),
    "draft": N_("A card for the start. What you do not keep your neighbour may take."),
    "grow": N_(
        "Both markers climb the tree. Each slot brings something at once or a skill for good."
    ),
    "growth": N_(
        "One step on the Growth Tree right now: look what lies on the next slot of each side."
    ),
    "plan": N_("A high Defence Die protects your Pride; a high Action Die gathers more."),
    "gift": N_(
        "Sticks, rags, waste and pebbles are for building: take what your cards in hand still want."
    ),
    "turn": N_(
        "Move and play cards as you like, do a few Side Actions, and spend one die on a Main Action."
    ),
    "prize-die": N_("A find at once: a Mouse for a die that you will miss later in the Round."),
    "prize": N_("Who reveals a tile buys more cheaply, once and only now."),
    "discard-die": N_("A cat without Pride lies at home until its next turn and has a die less."),
    "marker": N_("All your paws lie on the map: one of them has to come back first."),
    "sell": N_("Selling goes on within the same Side Action: get rid of what you will not use."),
    "dig": N_(
        "Your dice move your marker along the Harvest track: the further, the more tokens at the Harvest."
    ),
    "advance": N_("Each space of the Arena track has a reward of its own."),
    "reward": N_("The winner of a fight is rewarded: take what your plans lack."),
    "host": N_("This Building is a burden, and whoever has it in the Backyard bears it."),
    "employer": N_("A worker in a Building brings Prestige and does what its card says."),
    "seat": N_("Choose whom the card is to touch. The sheet of each cat shows what they have."),
    "tile": N_("The card works on a tile of the map: those that are lit may be chosen."),
    "item": N_("Take what your cards in hand and the Quests still want."),
    "option": N_("The card can do one of several things: choose what helps you now."),
    "pay": N_("You may pay or leave it; read on the card what you get for it."),
    "spend": N_("Several things can pay for it. Keep what is hardest for you to get."),
    "spare": N_("One thing of the cost is spared: save the one that you have least of."),
    "card": N_("Give up the card that you are least likely to play."),
    "look": N_("You look at cards that the others do not see, and keep one."),
    "plot": N_("The card works on a Building of a Backyard, with all that lies on it."),
    "die": N_("Choose the die that the card changes or takes."),
    "reroll": N_("A new roll may come out worse: roll again what is low."),
    "mood": N_(
        "When the next Season begins, the side on which the Mood stands moves everybody's marker."
    ),
    "trigger": N_("Several of your cards answer the same thing: the order is up to you."),
    "quest": N_(
        "Your mark lies on the requirement that you pay, and shares in the Quest's Prestige."
    ),
    "construct": N_(
        "A Building costs materials and a Fish, brings its Prestige at once and stays in your Backyard."
    ),
    "react": N_(
        "You may answer with a card or let it pass. Orders say when the game shall ask you at all."
    ),
    "fight": N_(
        "Both sides add value, die and a roll. Cards and tokens raise your sum; you may also leave it at that."
    ),
    "support": N_("Others may help one side of the fight with their cards, or stay out of it."),
    "offer": N_(
        "Lay on one side what you give and on the other what you ask for, then make the offer."
    ),
    "answer": N_(
        "Accept, refuse, or offer something else. Nothing changes hands before both agree."
    ),
}
"""Kind of question -> what to know when it is asked for the first time."""

AREAS = {
    "opps": Area(
        N_("The other cats"),
        N_("Their Prestige, Pride, goods and dice. Touch one to see its Backyard and its skills."),
    ),
    "map": Area(
        N_("The map"),
        N_(
            "The vale. Tiles lie face down until a cat enters; the number on a lit one is what the way there costs."
        ),
    ),
    "corners": Area(
        N_("Around the map"),
        N_(
            "Prestige of everybody, what Vale Life has brought, and the Mood between Chaos and Harmony."
        ),
    ),
    "market": Area(
        N_("Flea Market"),
        N_(
            "What can be bought with Fish as a Side Action: cards, materials, dice and tokens, each at your price."
        ),
    ),
    "quests": Area(
        N_("Quests"),
        N_(
            "Requirements to pay, alone or together. When all are met, whoever has paid shares the Prestige."
        ),
    ),
    "mine": Area(
        N_("Your cat"),
        N_(
            "Movement, Attack, Defence and Pride, your goods and dice. The buttons open your cards, Backyard, Growth and orders."
        ),
    ),
    "dock": Area(
        N_("Your choices"),
        N_(
            "What is asked of you now: what lies on the map, in the market or on a Quest is chosen there. Gold means you may."
        ),
    ),
}
"""Area of the table, as the templates name it -> what it is for."""
