"""What the table in the browser shows on pieces besides their names: drawings, and texts short
enough for a small space."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from meowple.author import N_
from meowple.games.catvale.pieces.board import MOOD_ENDS
from meowple.games.catvale.pieces.cards import Card
from meowple.games.catvale.pieces.hexes import AXIAL, NAMES, NEIGHBOURS
from meowple.games.catvale.pieces.names import (
    DEFENCE,
    ITEMS,
    MARKERS,
    REROLL,
    SKILLS,
    TILES,
    W_COMBAT,
    W_COMBAT_OWN,
)
from meowple.games.catvale.rules.orders import NOTHING_NOW

from .names import Names


@cache
def drawings() -> dict[str, dict[str, str]]:
    """The drawings by kind of piece and name."""
    return tomllib.loads((Path(__file__).parent / "icons.toml").read_text("utf-8"))


class Faces(Names):
    """The part of the game's words that only pages need."""

    in_grid = True
    """The table lies in the grid of `layout.css`."""

    # -- drawings -----------------------------------------------------------------------------

    def drawing(self, kind: str, name: str) -> str:
        """The drawing of a piece: ``items``, ``tiles``, ``skills``, ``seasons`` or ``actions``."""
        found = drawings()[kind].get(name)
        return found or drawings()["kinds"]["token"]

    def item_drawing(self, item: str) -> str:
        """The drawing of an item, or of what else a cost can ask for."""
        return self.drawing("items", item)

    def tile_drawing(self, tile: str | None) -> str:
        """The drawing of a kind of tile; None is face-down."""
        return self.drawing("tiles", tile or "face-down")

    def card_drawing(self, card: str) -> str:
        """The drawing of a card; one that has none is drawn as its kind."""
        art = drawings()
        for kind in ("buildings", "workers", "vale", "more"):
            if card in art[kind]:
                return art[kind][card]
        return art["kinds"][self._design(card).kind]

    # -- cards --------------------------------------------------------------------------------

    def _design(self, card: str) -> Card:
        """All that is printed on a card."""
        return self.designs[card]

    def kind_of(self, card: str) -> str:
        """The kind of a card."""
        return self._design(card).kind

    def card_cost(self, card: str) -> dict[str, int]:
        """What playing a card takes."""
        return self._design(card).cost.json()

    def card_prestige(self, card: str) -> int:
        """The Prestige of a card that lies in a Backyard or before a player."""
        return self._design(card).prestige

    def requirements(self, quest: str) -> list[dict[str, int]]:
        """What each requirement of a Quest asks for."""
        return [cost.json() for cost in self._design(quest).requirements]

    def vale_tiles(self) -> list[str]:
        """All Vale Life tiles."""
        return [tile.id for tile in self.box.vale]

    def cat(self, cat: str) -> dict[str, Any]:
        """The dials of a Cat card on both sides, and its name and text."""
        card = self.cats[cat]
        return {
            "name": self._(card.name),
            "text": self._(card.text),
            "young": card.young._asdict(),
            "grown": card.experienced._asdict(),
        }

    # -- the map ------------------------------------------------------------------------------

    def tile_name(self, tile: str | None) -> str:
        """What a kind of tile is called."""
        return self._("face-down tile") if tile is None else self.tile(tile)

    def tiles(self) -> tuple[str, ...]:
        """All kinds of tiles."""
        return TILES

    def tile_item(self, tile: str | None) -> str:
        """What can be had on a tile by a Main Action: an item, or nothing."""
        return RESOURCES.get(tile or "", "")

    def q(self, space: str) -> int:
        """The first axial coordinate of a space."""
        return AXIAL[NAMES.index(space)][0]

    def r(self, space: str) -> int:
        """The second one."""
        return AXIAL[NAMES.index(space)][1]

    def around(self, space: str) -> list[tuple[str, str]]:
        """The spaces around one, each with the direction in which it lies."""
        here = AXIAL[NAMES.index(space)]
        found = []
        for near in NEIGHBOURS[NAMES.index(space)]:
            q, r = AXIAL[near]
            found.append((NAMES[near], self._(DIRECTIONS[q - here[0], r - here[1]])))
        return found

    # -- the Growth Tree ----------------------------------------------------------------------

    def slots(self) -> list[dict[str, Any]]:
        """The slots of the Growth Tree: where each is drawn, its picture, and what it gives."""
        found = []
        for slot in self.box.tree.slots:
            if slot.kind == "skill":
                picture = self.drawing("skills", SKILLS[slot.skill])
            elif slot.kind == "reward":
                step: Any = slot.effects[0]
                item = "prestige" if step.do == "prestige" else step.item
                picture = self.item_drawing(item if isinstance(item, str) else ITEMS[item])
            else:
                picture = self.drawing("actions", slot.kind)
            found.append(
                {
                    "id": slot.id,
                    "row": slot.row,
                    "column": slot.column,
                    "kind": slot.kind,
                    "picture": picture,
                    "amount": sum(getattr(step, "amount", 0) for step in slot.effects),
                    "text": self._(slot.text),
                }
            )
        return found

    def edges(self) -> list[tuple[float, float, float, float]]:
        """The lines of the tree, from and to, in slots."""
        slots = self.box.tree.slots
        return [
            (slot.row + 0.5, slot.column + 0.5, slots[up].row + 0.5, slots[up].column + 0.5)
            for slot in slots
            for up in slot.up
        ]

    # -- tracks -------------------------------------------------------------------------------

    def target(self) -> int:
        """The Prestige that starts the Endgame."""
        return self.box.board.target

    def mood_spaces(self) -> list[dict[str, Any]]:
        """The spaces of the Mood track: where, whose marker moves there, and by how much."""
        return [
            {
                "at": place - MOOD_ENDS,
                "marker": MARKERS[space.marker] if space.marker >= 0 else "",
                "growth": space.growth,
            }
            for place, space in enumerate(self.box.board.mood)
        ]

    def arena_end(self) -> int:
        """The last space of the Arena track."""
        return len(self.box.board.arena)

    def harvest_spaces(self) -> list[bool]:
        """The spaces of the Harvest track from 1 on: whether each has a token."""
        board = self.box.board
        return [bool(board.icons >> at & 1) for at in range(1, board.harvest_end + 1)]

    # -- short words --------------------------------------------------------------------------

    def deed(self, name: str) -> str:
        """What an action of the menu is called, in a word or two."""
        return self._(DEEDS[name])

    def phases(self) -> list[str]:
        """The phases of a Round."""
        return [self._(name) for name in PHASES]

    def source(self, source: str) -> str:
        """A column of the count at the end."""
        return self._(SOURCES[source])

    # -- combat -------------------------------------------------------------------------------

    def sums_short(self, ways: Sequence[Mapping[str, Any]]) -> str:
        """What a play can make of both sums: "8 : 5", with dice "6–8 : 5"; of one die the average
        too."""
        ends = [
            (min(way["low"][side] for way in ways), max(way["high"][side] for way in ways))
            for side in (0, 1)
        ]
        text = " : ".join(f"{low}–{high}" if low < high else f"{low}" for low, high in ends)
        if len(ways) == 1 and ways[0]["die"]:
            one, other = ways[0]["mean"]
            return self._("{sums}, on average {mean}").format(sums=text, mean=f"{one} : {other}")
        return text

    def sums_said(self, ways: Sequence[Mapping[str, Any]]) -> str:
        """The same in a sentence, each way by itself."""
        said = []
        for way in ways:
            one, other = way["mean"]
            if not way["die"]:
                said.append(self._("then {one} to {other}").format(one=one, other=other))
                continue
            text = self._("{die}: then {one} to {other} on average, from {low} to {high}")
            side = 0 if way["low"][0] < way["high"][0] else 1
            die = self.kind_of_die("defence")
            if way["die"].startswith("fate"):
                die = self.action(self.game.actions[f"die:{way['die']}"])
            low, high = way["low"][side], way["high"][side]
            said.append(text.format(die=die, one=one, other=other, low=low, high=high))
        return "; ".join(said)

    # -- standing orders ----------------------------------------------------------------------

    def order_times(self) -> tuple[str, ...]:
        """How long other orders than the usual ones can hold, ``none`` first."""
        return tuple(TIMES)

    def order_time(self, until: str) -> str:
        """One of them in words."""
        return self._(TIMES[until])

    def defences(self, hand: str) -> list[str]:
        """Keys of what can stand in a defence: tokens, a Mouse, and of these hand cards those
        that are played in combats.

        Args:
            hand: ids of cards with commas between them.
        """
        box = self.box
        things = [box.token[DEFENCE], box.token[REROLL], box.mouse[DEFENCE], box.mouse[REROLL]]
        found = [action.key for action in things]
        for card in filter(None, hand.split(",")):
            if self.designs[card].windows & (W_COMBAT | W_COMBAT_OWN):
                found.append(box.play[box.by_id[card]].key)
        return found

    # -- why not ------------------------------------------------------------------------------

    def why(self, why: Mapping[str, Any]) -> str:
        """Why something cannot be done, in a sentence."""
        code = why["code"]
        if code == "lacks":
            return self._("You are short of {items}.").format(items=self.amount(why["items"]))
        if code == "window":
            when = self._(" or ").join(dict.fromkeys(self._(WHEN[name]) for name in why["windows"]))
            return self._("It is played {when}.").format(when=when)
        return self._(WHYS[code][1]).format(number=why.get("number", 0))

    def why_short(self, why: Mapping[str, Any]) -> str:
        """The same in a few letters."""
        code = why["code"]
        if code == "lacks":
            return self._("short of {items}").format(items=self.amount(why["items"]))
        if code == "window":
            return self._(WHEN[why["windows"][0]]) if len(why["windows"]) == 1 else self._("later")
        return self._(WHYS[code][0]).format(number=why.get("number", 0))


RESOURCES = {
    "driftwood-river": "stick",
    "sunny-meadow": "rag",
    "abandoned-camp": "waste",
    "old-ruins": "pebble",
    "mouse-field": "mouse",
    "fish": "fish",
}

DIRECTIONS = {
    (1, 0): N_("east"),
    (0, 1): N_("south-east"),
    (-1, 1): N_("south-west"),
    (-1, 0): N_("west"),
    (0, -1): N_("north-west"),
    (1, -1): N_("north-east"),
}

DEEDS = {
    "main": N_("Main Action"),
    "gather": N_("Gather"),
    "fish": N_("Fish!"),
    "hunt": N_("Hunt"),
    "dig": N_("Dig"),
    "sift": N_("Sift"),
    "duel": N_("Duel"),
    "attack": N_("Attack"),
    "construct": N_("Construct"),
    "quest": N_("Quest"),
    "mark": N_("Mark"),
    "trade": N_("Trade"),
    "recover": N_("Recover"),
    "talk": N_("Talk"),
    "parley": N_("Talk before an Attack"),
    "discard": N_("Discard a die"),
    "end": N_("End turn"),
    "token": N_("Tokens"),
    "mouse": N_("With a Mouse"),
    "use": N_("Abilities"),
    "sell": N_("Sell a card"),
    "exchange": N_("Exchange two for one"),
}

PHASES = (N_("Growth"), N_("Planning"), N_("Adventure"), N_("Territory"))

SOURCES = {
    "gained": N_("Gained in play"),
    "buildings": N_("Buildings"),
    "workers": N_("Workers"),
    "trophies": N_("Trophies"),
    "ambition": N_("Ambition"),
    "front": N_("Trinkets and tokens"),
}

TIMES = {
    NOTHING_NOW: N_("no, always as above"),
    "turn": N_("until the end of this turn:"),
    "combat": N_("until the end of this combat:"),
}
"""How long other standing orders hold."""

WHEN = {
    "main": N_("in your turn"),
    "combat": N_("in any combat"),
    "combat-own": N_("in your own combat"),
    "attack-declared": N_("when you are Attacked"),
    "pride-loss": N_("when you lose Pride"),
    "combat-won": N_("after a combat won"),
    "combat-lost": N_("after a combat lost"),
    "after-duel": N_("after a Duel"),
    "roll": N_("after a roll"),
    "targeted": N_("when a card picks you"),
    "encounter": N_("in an Encounter"),
    "on-gather": N_("with a Gather"),
    "on-hunt": N_("with a Hunt"),
    "on-dig": N_("with a Dig or Sift"),
    "on-enter-tile": N_("when you enter a tile"),
    "on-buy": N_("with a purchase"),
    "planning": N_("in Planning"),
    "season-end": N_("at the end of a season"),
    "between-turns": N_("between two turns"),
    "mood-check": N_("when the Mood is checked"),
}

WHYS = {
    "main-done": (N_("done"), N_("You have taken your Main Action of this turn.")),
    "side-done": (N_("no Side Action left"), N_("You have taken all Side Actions of this turn.")),
    "no-dice": (N_("no die left"), N_("You have no Action Die left.")),
    "nothing-here": (N_("nothing here"), N_("There is nothing to do on this tile; walk on.")),
    "fish": (N_("{number} Fish to eat"), N_("It takes {number} Fish to eat.")),
    "die": (N_("needs a {number}"), N_("It takes an Action Die of {number}.")),
    "no-opponent": (N_("no opponent left"), N_("No opponent is left.")),
    "sifted": (N_("done this Round"), N_("You have Sifted in this Round already.")),
    "bag-empty": (N_("the bag is empty"), N_("The bag is empty.")),
    "nobody-here": (N_("nobody here"), N_("No cat that you may Attack is in reach.")),
    "no-building": (N_("no Building in hand"), N_("You hold no Building to construct.")),
    "lacks-all": (
        N_("resources lacking"),
        N_("You cannot pay for any of your Buildings; each says what it lacks."),
    ),
    "no-quest": (
        N_("resources lacking"),
        N_("You cannot fulfil any requirement; each says what it lacks."),
    ),
    "marked": (N_("already yours"), N_("This tile bears your mark already.")),
    "unmarkable": (N_("never here"), N_("This tile cannot be Marked.")),
    "no-marker": (N_("no marker left"), N_("All your markers are in use.")),
    "poor": (N_("nothing to pay with"), N_("You can neither buy, sell nor exchange anything.")),
    "proud": (N_("full Pride"), N_("You have all your Pride.")),
    "no-talks": (N_("no talks here"), N_("At this table there are no talks.")),
    "nobody": (N_("nobody near"), N_("Nobody is near enough to talk to.")),
    "talked": (N_("done"), N_("You have talked to everybody near.")),
    "main-first": (N_("a die is left"), N_("First take a Main Action: you have a die left.")),
    "no-hammer": (N_("no place"), N_("You have no Building with a hammer for a Worker.")),
    "no-plot": (N_("no Building for it"), N_("You have no Building that it fits.")),
    "no-host": (N_("no place"), N_("There is nobody in whose Backyard it could go.")),
    "require": (N_("not now"), N_("What the card asks for is not the case now.")),
    "not-now": (N_("not now"), N_("Only in your own turn.")),
}
