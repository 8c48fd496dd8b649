"""What everything in a box is called, in one language; what steps, costs and orders say in words.

Names and texts of cards, tiles, skills and slots stand in the data and are translated like all other
texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from meowple.author import N_, Game, Json, Words
from meowple.games.catvale.pieces.box import Box
from meowple.games.catvale.pieces.names import GATHER_FACES, REWARD_FACES, SKILLS, TILES
from meowple.games.catvale.pieces.vocabulary import plain

_CONSONANT = r"(?>ch|cz|dz|dź|dż|sz|[bdfgkpt](?:rz|[rlł])|rz|[^aeiouyąęó\W])"
_SYLLABLES = re.compile(f"(?<=[aeiouyąęó])({_CONSONANT}*?)(?={_CONSONANT}[aeiouyąęó])")
_WHOLE = 8
"""Letters of a word that fits on any card."""


def _soft(word: str) -> str:
    """A long word with soft hyphens between its syllables, three letters from its ends at least."""
    if len(word) <= _WHOLE:
        return word
    places = [each.end() for each in _SYLLABLES.finditer(word)]
    for place in reversed([place for place in places if 3 <= place <= len(word) - 3]):
        word = f"{word[:place]}\u00ad{word[place:]}"
    return word


class Names(Words):
    """The words for the pieces of a box, in one language."""

    def __init__(self, box: Box, game: Game[Any], language: str) -> None:
        super().__init__(game, language)
        self.box = box
        self.designs = {card.id: card for card in box.cards}
        self.cats = {cat.id: cat for cat in box.cats}

    # -- cards and boards -------------------------------------------------------------------------

    def design(self, index: int) -> str:
        """The name of a card or token, by its number."""
        return self._(self.box.cards[index].name)

    def card(self, card: str) -> str:
        """The name of a card or token, or of a Cat card, by its id."""
        return self._((self.designs.get(card) or self.cats[card]).name)

    def card_on_it(self, card: str) -> str:
        """Its name as it stands on its face, where long words may be broken between syllables."""
        return " ".join(map(_soft, self.card(card).split()))

    def card_text(self, card: str) -> str:
        """What it does, in a sentence or several."""
        return self._((self.designs.get(card) or self.cats[card]).text)

    def card_kind(self, card: str) -> str:
        """What kind of card it is: "Worker"."""
        return self._(KINDS["cat" if card in self.cats else self.designs[card].kind])

    def tile(self, tile: str) -> str:
        """The name of a kind of tile."""
        return self._(self.box.board.tiles[TILES.index(tile)].name)

    def tile_text(self, tile: str) -> str:
        """What can be done on it."""
        return self._(self.box.board.tiles[TILES.index(tile)].text)

    def space(self, space: str) -> str:
        """The name of a space of the map: row and place, "D4"."""
        return space.upper()

    def skill(self, skill: str) -> str:
        """The name of a skill."""
        return self._(self.box.board.skills[SKILLS.index(skill)].name)

    def skill_text(self, skill: str) -> str:
        """What it does."""
        return self._(self.box.board.skills[SKILLS.index(skill)].text)

    def slot(self, slot: str) -> str:
        """What a slot of the Growth Tree gives."""
        return self._(self.box.tree.slots[self.box.tree.index[slot]].text)

    def arena_space(self, space: int) -> str:
        """What a space of the Arena track gives, from 1 on."""
        steps = self.box.board.arena[space - 1]
        return self.steps([plain(step) for step in steps]) or self._("no reward")

    def deck(self, deck: str) -> str:
        """The name of a deck."""
        return self._(DECKS[deck])

    def row(self, row: int) -> str:
        """The name of a row of the market."""
        return self._((N_("Buildings"), N_("Oddities"))[row])

    def season(self, season: str) -> str:
        """The name of a season."""
        return self._(SEASONS[season])

    def marker(self, marker: str) -> str:
        """The name of a Growth marker, which is that of a side of the Mood."""
        return self._(MARKERS[marker])

    def track(self, track: str) -> str:
        """The name of a track of an expansion."""
        return self._(TRACKS[track])

    def token(self, token: str) -> str:
        """The name of a special token of the map."""
        return self._(TOKENS[token])

    def counter(self, counter: str) -> str:
        """What is counted of a player for Ambitions."""
        return self._(COUNTERS[counter])

    def rule(self, rule: str) -> str:
        """A rule that holds for a player by cards and skills, as a sentence."""
        return self._(RULES[rule])

    def until(self, duration: str) -> str:
        """How long something holds."""
        return self._(DURATIONS[duration])

    def step(self, step: str) -> str:
        """The name of the part of the game that is going on."""
        return self._(STEPS[step])

    # -- dice -------------------------------------------------------------------------------------

    def kind_of_die(self, die: str) -> str:
        """The name of a kind of die."""
        return self._(DICE[die])

    def face(self, die: str, face: int) -> str:
        """What a die shows: a number, or a result of the Gather or the Reward Die."""
        if die == "gather":
            return self._(FACES[GATHER_FACES[face]])
        if die == "reward":
            return self._(FACES[REWARD_FACES[face]])
        return str(face)

    def mood(self, at: int) -> str:
        """Where the Mood stands: "Harmony 2", or the centre."""
        if not at:
            return self._("in the centre")
        return f"{self.marker('harmony' if at > 0 else 'chaos')} {abs(at)}"

    # -- items ------------------------------------------------------------------------------------

    def item(self, item: str) -> str:
        """The name of an item, token, card or kind of points."""
        return self.pgettext("item", "Fish") if item == "fish" else self._(ITEMS[item])

    def amount(self, items: Mapping[str, int]) -> str:
        """How much of what: "2 Fish, 1 Stick"."""
        words = [self._counted(item, n) for item, n in items.items()]
        return ", ".join(words) or self._("nothing")

    def cost(self, cost: Mapping[str, int]) -> str:
        """A cost: an amount, with an Action Die by the least value that it must show."""
        words = [
            self._("an Action Die of {value} or more").format(value=n)
            if item == "die"
            else self._counted(item, n)
            for item, n in cost.items()
        ]
        return ", ".join(words) or self._("nothing")

    def _counted(self, item: str, n: int) -> str:
        """A number of something."""
        return self._forms(item, n).format(n=n)

    def _forms(self, item: str, n: int) -> str:
        ngettext = self.ngettext
        match item:
            case "fish":
                return ngettext("{n} Fish", "{n} Fish", n)
            case "mouse":
                return ngettext("{n} Mouse", "{n} Mice", n)
            case "stick":
                return ngettext("{n} Stick", "{n} Sticks", n)
            case "rag":
                return ngettext("{n} Rag", "{n} Rags", n)
            case "waste":
                return ngettext("{n} Waste", "{n} Waste", n)
            case "pebble":
                return ngettext("{n} Pebble", "{n} Pebbles", n)
            case "reroll-token":
                return ngettext("{n} Reroll", "{n} Rerolls", n)
            case "movement-token":
                return ngettext("{n} Movement token", "{n} Movement tokens", n)
            case "attack-token":
                return ngettext("{n} Attack token", "{n} Attack tokens", n)
            case "defence-token":
                return ngettext("{n} Defence token", "{n} Defence tokens", n)
            case "movement":
                return ngettext("{n} Movement", "{n} Movement", n)
            case "basic":
                return ngettext("{n} Basic Resource", "{n} Basic Resources", n)
            case "prestige":
                return ngettext("{n} Prestige", "{n} Prestige", n)
            case "pride":
                return ngettext("{n} Pride", "{n} Pride", n)
            case "growth":
                return ngettext("{n} Growth", "{n} Growth", n)
            case "card":
                return ngettext("{n} card", "{n} cards", n)
            case "die":
                return ngettext("{n} die", "{n} dice", n)
            case _:
                return f"{{n}} × {self.item(item)}"

    # -- steps of cards ---------------------------------------------------------------------------

    def steps(self, steps: Sequence[Json]) -> str:
        """A list of steps to choose, as the view gives it: "gain 2 Fish"."""
        return ", ".join(self._step(step) for step in steps) or self._("nothing")

    def _step(self, step: Json) -> str:
        """One step in a few words."""
        amount = step.get("amount", 1)
        match step["do"]:
            case "gain":
                if step["item"] == "gathered":
                    return self._("gain {n} more of it").format(n=amount)
                return self._("gain {items}").format(items=self.amount({step["item"]: amount}))
            case "lose":
                return self._("lose {items}").format(items=self.amount({step["item"]: amount}))
            case "steal":
                return self._("steal {items}").format(items=self.amount({step["item"]: amount}))
            case "give":
                return self._("give {items}").format(items=self.amount({step["item"]: amount}))
            case "growth" | "prestige" | "pride" as what if amount > 0:
                return self._("gain {items}").format(items=self.amount({what: amount}))
            case "prestige" | "pride" as what:
                return self._("lose {items}").format(items=self.amount({what: -amount}))
            case "boost":
                text = self._("{side}: {by}")
                return text.format(side=self._(SIDES[step["side"]]), by=self.change(amount))
            case "set-die" if "by" in step:
                return self._("turn the die: {by}").format(by=self.change(step["by"]))
            case "draw":
                text = self._("draw from the deck {deck}: {n}")
                return text.format(deck=self.deck(step["deck"]), n=amount)
            case "track":
                text = self._("{track} track: {n} on")
                return text.format(track=self.track(step["track"]), n=step["steps"])
            case "look":
                return self._(LOOKS[step["at"]])
            case "combat":
                return self._(ROLES[step["role"]])
            case other:
                return self._(VERBS[other]) if other in VERBS else self._("as the card says")

    def change(self, by: int) -> str:
        """By how much something changes: "+1"."""
        return f"{by:+d}".replace("-", "−")

    # -- standing orders --------------------------------------------------------------------------

    def order(self, order: str) -> str:
        """What a standing order is about, as a question."""
        return self._(ORDERS[order][0])

    def order_word(self, order: str, word: str) -> str:
        """One of the words that an order can be."""
        return self._(ORDERS[order][1][word])

    def orders(self, orders: Json) -> list[str]:
        """Standing orders in plain sentences, the defence last."""
        said = [f"{self.order(name)} {self.order_word(name, orders[name])}" for name in ORDERS]
        if now := orders["now"]:
            said[:] = [
                f"{self.order(name)} {self.order_word(name, now.get(name, orders[name]))}"
                for name in ORDERS
            ]
            said.append(self._(UNTIL[now["until"]]))
        if orders["defence"]:
            said.append(
                self._(
                    "When you are Attacked, play in this order while you would lose: {things}."
                ).format(
                    things="; ".join(
                        self.action(self.game.actions[key]) for key in orders["defence"]
                    )
                )
            )
        return said

    # -- reports ----------------------------------------------------------------------------------

    def studied(self, key: str) -> str | None:
        """What reports call a kind of cards, a card or a source of points; None for others."""
        if key in STUDIED:
            return self._(STUDIED[key])
        return self.card(key) if key in self.designs or key in self.cats else None


ITEMS = {
    # "fish" has the name of a tile too, so its text has a context
    "mouse": N_("Mouse"),
    "stick": N_("Stick"),
    "rag": N_("Rag"),
    "waste": N_("Waste"),
    "pebble": N_("Pebble"),
    "basic": N_("Basic Resource"),
    "reroll-token": N_("Reroll"),
    "movement-token": N_("Movement token"),
    "attack-token": N_("Attack token"),
    "defence-token": N_("Defence token"),
    "movement": N_("Movement"),
    "growth": N_("Growth"),
    "prestige": N_("Prestige"),
    "pride": N_("Pride"),
    "card": N_("card"),
    "die": N_("Action Die"),
    "die-1": N_("an Action Die of 1"),
    "die-2": N_("an Action Die of 2"),
    "die-3": N_("an Action Die of 3"),
}

KINDS = {
    "event": N_("Event"),
    "play": N_("Card to play"),
    "trinket": N_("Trinket"),
    "worker": N_("Worker"),
    "building": N_("Building"),
    "upgrade": N_("Upgrade"),
    "junk-box": N_("Junk Box"),
    "sale": N_("Sale"),
    "ambition": N_("Ambition"),
    "encounter": N_("Encounter"),
    "opponent": N_("Opponent"),
    "quest": N_("Quest"),
    "vale-life": N_("Vale Life"),
    "token": N_("Token"),
    "cat": N_("Cat"),
}

DECKS = {
    "adventure": N_("Adventure"),
    "buildings": N_("Buildings"),
    "oddities": N_("Oddities"),
    "junk": N_("Junk"),
    "encounter": N_("Encounters"),
    "arena": N_("Opponents"),
    "quest": N_("Quests"),
    "starting": N_("Starting cards"),
    "ambition": N_("Ambitions"),
    "forest": N_("Forest tokens"),
    "harvest": N_("Harvest tokens"),
    "vale-life": N_("Vale Life"),
}

SEASONS = {"spring": N_("Spring"), "summer": N_("Summer"), "autumn": N_("Autumn")}
MARKERS = {"chaos": N_("Chaos"), "harmony": N_("Harmony")}
TRACKS = {"arena": N_("Arena"), "harvest": N_("Harvest")}

TOKENS = {
    "tunnel": N_("Tunnel"),
    "bridge": N_("Bridge"),
    "cathunt": N_("Cathunt"),
    "cat-fairy": N_("Cat Fairy"),
    "bow": N_("Bow"),
}

DICE = {
    "action": N_("Action Die"),
    "attack": N_("Attack Die"),
    "defence": N_("Defence Die"),
    "fate": N_("Fate Die"),
    "gather": N_("Gather Die"),
    "reward": N_("Reward Die"),
}

FACES = {
    "basic": N_("1 more of it"),
    "junk": N_("Junk card"),
    "encounter": N_("Encounter"),
    "adventure": N_("Adventure card"),
    "nothing": N_("nothing"),
    "prestige": N_("1 Prestige"),
    "card": N_("a card of the loser"),
    "growth": N_("1 Growth"),
}

SIDES = {"attacker": N_("attacker"), "defender": N_("defender"), "you": N_("you")}
LOOKS = {"hand": N_("look at a hand"), "ambition": N_("look at an Ambition")}
ROLES = {"attack": N_("attack"), "defend": N_("be attacked")}

VERBS = {
    "spray": N_("spray a Building"),
    "unmark": N_("remove a marker"),
    "mark": N_("Mark a tile"),
    "reveal": N_("reveal a tile"),
    "move-cat": N_("move your cat"),
    "discard": N_("discard a card"),
    "reroll": N_("roll a die again"),
    "set-die": N_("turn a die"),
    "swap-dice": N_("swap dice"),
    "clean": N_("clean a Building"),
    "ready": N_("ready a Worker"),
    "poach": N_("lure a Worker away"),
    "mood": N_("move the Mood"),
}
"""What steps do that can be chosen, where more would be too long for a label."""

COUNTERS = {
    "tiles-revealed": N_("Tiles revealed"),
    "fish-caught": N_("Fish caught"),
    "combats-won": N_("Combats won"),
    "duels-won": N_("Duels won"),
    "quest-steps": N_("Requirements fulfilled"),
    "quests-joined": N_("Quests completed"),
    "harvest-tokens": N_("Harvest tokens drawn"),
}

RULES = {
    "attack-adjacent": N_("May Attack a cat on an adjacent tile."),
    "attack-in-backyard": N_("May Attack a cat on its own Backyard."),
    "ignore-terrain": N_("Frozen Lake and Dodgy Swamp do no harm."),
    "no-passage": N_("May not use Portals, Tunnel and Bridge."),
    "safe-from-attack": N_("May not be Attacked."),
    "safe-from-steal": N_("Nothing may be stolen."),
    "safe-from-encounter": N_("No Encounter attacks."),
    "safe-from-spray": N_("Buildings may not be sprayed."),
    "safe-from-negative-building": N_("Nobody else may Construct in this Backyard."),
}

DURATIONS = {
    "turn": N_("until the end of the turn"),
    "your-next-turn": N_("until the owner's next turn"),
    "round": N_("until the end of the Round"),
    "next-round": N_("until the end of the next Round"),
    "season": N_("until the next Season"),
    "game": N_("to the end"),
    "in-play": N_("while it is in play"),
}

STEPS = {
    "cat": N_("Choosing cats"),
    "ambition": N_("Ambitions"),
    "draft": N_("Draft"),
    "growth": N_("Growth"),
    "mood": N_("Mood"),
    "mood-growth": N_("Growth by the Mood"),
    "planning": N_("Planning"),
    "gift": N_("Gifts"),
    "turn": N_("Adventure"),
    "combat": N_("Combat"),
    "duel": N_("Duel"),
    "talk": N_("Talk"),
    "between": N_("Between two turns"),
    "season-end": N_("End of the Season"),
    "over": N_("The end"),
    "begin-season": N_("Growth"),
    "begin-round": N_("Cleanup"),
    "begin-adventure": N_("Adventure"),
    "end-round": N_("End of the Round"),
    "end-season": N_("End of the Season"),
}

ORDERS = {
    "rolls": (
        N_("After a roll, ask me:"),
        {
            "mine": N_("when it is mine or against me"),
            "all": N_("always"),
            "never": N_("never"),
        },
    ),
    "fights": (
        N_("In a combat of others, ask me:"),
        {
            "last": N_("once, when both have passed"),
            "every": N_("after each play"),
            "never": N_("never"),
        },
    ),
    "turns": (
        N_("Between two turns, ask me:"),
        {"never": N_("never"), "always": N_("always")},
    ),
    "self": (
        N_("When something is done to me, ask me:"),
        {"ask": N_("always"), "never": N_("never")},
    ),
}
"""Standing orders: what each is about, and its words."""

UNTIL = {
    "turn": N_("This holds until the end of the turn."),
    "combat": N_("This holds until the end of the combat."),
}

STUDIED = {
    "cat": N_("Cats"),
    "ambition": N_("Ambitions"),
    "building": N_("Buildings"),
    "worker": N_("Workers"),
    "upgrade": N_("Upgrades"),
    "trophy": N_("Trophies"),
    "opponent": N_("Opponents"),
    "quest": N_("Quests"),
    "lasting": N_("For good"),
    "backyard": N_("In the Backyard"),
}
