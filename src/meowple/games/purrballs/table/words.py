"""The game in words, in one language. Labels, prompts and lines of the log stand where the rules
declare them; here is what is said of cards, of choices that are impossible, and in reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meowple.author import N_, Beat, Ending, Event, Happened, Json, Line, People, Source, Words
from meowple.games.purrballs.pieces.actions import WAY_NAMES
from meowple.games.purrballs.pieces.box import BOX, CARDS, LOOT
from meowple.games.purrballs.pieces.cards import Buff, Cat, Loot, Monster
from meowple.games.purrballs.pieces.names import CLASSES, DEFENCES, ICONS, TYPES
from meowple.games.purrballs.rules.abilities import short
from meowple.games.purrballs.rules.telling import TOLD
from meowple.games.purrballs.state import PHASES

from . import faces, terminal
from .first import AREAS, ASKED
from .lesson import lesson
from .printed import PRINTED
from .story import story

WORDS = {
    "noble": N_("Noble"),
    "wanderer": N_("Wanderer"),
    "trader": N_("Trader"),
    "fighter": N_("Fighter"),
    "spellcaster": N_("Spellcaster"),
    "claw": N_("Claw"),
    "arrow": N_("Arrow"),
    "spark": N_("Spark"),
    "armored": N_("Armored"),
    "beast": N_("Beast"),
    "savage": N_("Savage"),
    "chaos": N_("Chaos"),
    "emblem": N_("Emblem"),
    "resource": N_("Resource"),
    "treasure": N_("Treasure"),
    "gear": N_("Gear"),
    "mana": N_("Mana card"),
}
"""Classes, icons, Monster types and kinds of Loot."""
STEPS = {
    "crown": N_("Crown"),
    "draft": N_("Draft"),
    "level-up": N_("Level-up"),
    "dungeon": N_("Dungeon"),
    "select": N_("Selection"),
    "action": N_("Action"),
    "claim": N_("Crown"),
    "loot": N_("Loot"),
    "battle": N_("Battle"),
    "exhaust": N_("Exhaust"),
    "count": N_("Scoring"),
    "over": N_("The end"),
}
"""Steps and phases."""
COUNTED = (
    N_("a Monster of its type"),
    N_("a Goblet"),
    N_("an Idol"),
    N_("a Jewel"),
    N_("a Mask"),
)
"""What a Wyvern counts as: a Monster, then the Treasures."""
PLACES = (N_("1st"), N_("2nd"), N_("3rd"))
STUDIED = {
    **{name: WORDS[name] for name in CLASSES},
    "catventurer": N_("Catventurers"),
    "loot": N_("Loot"),
    "monster": N_("Monsters"),
}
"""What reports call the kinds of cards and the sources of points."""
LOOT_CARDS = {card.card: card for card in LOOT}

REASONS = {
    "not_now": (N_("This is not to be chosen now."), N_("not now")),
    "reserved": (
        N_("A crystal of {name} lies on this card: nobody else may touch it this round."),
        N_("reserved"),
    ),
    "no_resource": (N_("Only a Resource can be swapped in."), N_("no Resource")),
    "grabbed": (
        N_("Your Catventurer grabbed Loot already, so you take no part in the Loot phase."),
        N_("grabbed already"),
    ),
    "has_loot": (N_("You have taken your Loot card of this round."), N_("you have yours")),
    "in_battle": (N_("A battle is being fought."), N_("a battle is on")),
    "no_battle": (
        N_("{card} has no Battle ability; only a Catventurer with one may fight."),
        N_("cannot fight"),
    ),
    "noble": (N_("A Noble has no rank and cannot be replaced."), N_("a Noble stays")),
    "rank_2": (N_("A Rank-2 Catventurer cannot be replaced."), N_("Rank 2 stays")),
    "in_play": (N_("It is in play this round."), N_("in play")),
    "exhausted": (
        N_("{card} is exhausted and sleeps in your Stash until it is refreshed."),
        N_("asleep"),
    ),
    "rotated": (N_("It was rotated this round already."), N_("rotated")),
    "no_mana": (N_("You lack {short} Mana to pay for it."), N_("{short} Mana short")),
    "no_target": (N_("Nothing on the table could be its target now."), N_("no target")),
    "spent": (
        N_("This Gear is exhausted; it is upright again when it is refreshed."),
        N_("exhausted"),
    ),
    "no_use": (
        N_("None of its icons would match anything that is still needed to win."),
        N_("no use here"),
    ),
}
"""Why something cannot be chosen: a sentence, and a few words for a tag on the card."""


class PurrballsWords(Words):
    """Purrballs in one language."""

    asked = ASKED
    areas = AREAS

    in_grid = True
    """The table lies in the grid of `layout.css`."""

    def lesson(self) -> dict[str, Any]:
        """What `howto.html` gets besides these words."""
        return lesson()

    # -- cards --------------------------------------------------------------------------------

    def word(self, name: str) -> str:
        """The name of a class, icon, Monster type or kind of Loot."""
        return self._(WORDS[name])

    def step(self, name: str) -> str:
        """The name of a step or phase."""
        return self._(STEPS[name])

    def icon(self, name: str) -> str:
        """The name of an icon; ``unknown`` is a question mark."""
        return self._("question mark") if name == "unknown" else self.word(name)

    def classes(self) -> tuple[str, ...]:
        """The classes in the order of the score report."""
        return CLASSES

    def phases(self) -> list[str]:
        """The names of the phases of a round, in order."""
        return [self.step(name) for name in PHASES]

    def way(self, way: int) -> str:
        """A face of the Crown: "clockwise"."""
        return self._(WAY_NAMES[way])

    def place(self, place: int) -> str:
        """A place among the Nobles: "1st"."""
        return self._(PLACES[place]) if place < len(PLACES) else f"{place + 1}."

    def counted(self, what: int) -> str:
        """What a Wyvern counts as: -1 for a Monster, else the Treasure."""
        return self._(COUNTED[what + 1])

    def seat_name(self, seat: int) -> str:
        """A seat without the name of who sits there: "Seat 2"."""
        return self._("Seat {number}").format(number=seat + 1)

    def card_name(self, key: str) -> str:
        """The name on a card."""
        return self._(CARDS[key].name)

    def printed(self, key: str) -> Mapping[str, Any]:
        """What is printed on a card, as the view's ``cards`` hold it; nothing if there is none."""
        return PRINTED.get(key, {})

    def card_text(self, key: str) -> str:
        """The rules text on a card."""
        return self._(CARDS[key].text)

    def card_label(self, key: str) -> str:
        """The name on a card, with the icons of Gear."""
        card, name = CARDS[key], self.card_name(key)
        if isinstance(card, Loot) and card.attack:
            icons = ", ".join(self.word(ICONS[kind]) for kind in card.attack)
            return f"{name} ({icons})"
        return name

    def card_spoken(self, key: str) -> str:
        """The card as a screen reader says it: its name and what it is good for."""
        card, name, text = CARDS[key], self.card_name(key), self.card_text(key)
        if isinstance(card, Cat):
            speed = "X" if card.speed_kind == "x" else str(card.upright)
            return self._("{name}, {kind}, Speed {speed}: {text}").format(
                name=name, kind=self.word(card.class_), speed=speed, text=text
            )
        if isinstance(card, Monster):
            parts = [self.word(DEFENCES[kind]) for kind in card.defences]
            parts += [self._("question mark")] * card.question
            return self._("{name}, {kind}; Defences: {defences}. {text}").format(
                name=name, kind=self.word(TYPES[card.type]), defences=", ".join(parts), text=text
            )
        return f"{name}: {text}" if isinstance(card, Buff) else f"{name}. {text}"

    def gist(self, key: str) -> str:
        """What a Catventurer does, in the room of a small card."""
        return short(self, CARDS[key].index)

    def scoring(self, key: str) -> str:
        """The scoring line of a Catventurer."""
        card = CARDS[key]
        return card.score.said(self) if isinstance(card, Cat) else ""

    def goods_name(self, name: str) -> str:
        """The name of a Treasure or Resource."""
        return self._(faces.GOODS[name].name)

    def studied(self, key: str) -> str | None:
        """What reports call a kind of cards, a card or a class of `study`; None for others."""
        if key in STUDIED:
            return self._(STUDIED[key])
        if key in LOOT_CARDS:  # cards of one name lie in several levels
            card = LOOT_CARDS[key]
            text = self._("{name} (level {level}, {mark}+)")
            return text.format(name=self._(card.name), level=card.level, mark=card.min_players)
        return self.card_name(key) if key in CARDS else None

    # -- drawings -----------------------------------------------------------------------------

    def class_drawing(self, name: str) -> str:
        """The drawing of a class."""
        return str(faces.ART["classes"][name])

    def icon_drawing(self, name: str) -> str:
        """The drawing of an icon, or of a die for ``unknown``."""
        return str(faces.ART["attacks"][name])

    def drawing(self, key: str) -> str:
        """The drawing of a Catventurer, a Monster or a Loot card."""
        return faces.drawing(key)

    def tool(self, key: str) -> str:
        """The drawing of what a Catventurer holds, or nothing."""
        return faces.tool(key)

    def goods_drawing(self, name: str) -> str:
        """The drawing of a Treasure or Resource."""
        return faces.drawing(faces.GOODS[name].key)

    def crystals(self, mana: int) -> tuple[int, int]:
        """So much Mana in dark and in light crystals."""
        return divmod(mana, BOX.mana["crystal-dark"])

    # -- refusals -----------------------------------------------------------------------------

    def why(self, reason: Json, names: Sequence[str] = ()) -> str:
        """Why a choice is impossible, from a ``why`` of the view."""
        return self._reason(reason, 0, names)

    def why_short(self, reason: Json, names: Sequence[str] = ()) -> str:
        """The same in a few words, for a tag on the card."""
        return self._reason(reason, 1, names)

    def _reason(self, reason: Json, which: int, names: Sequence[str]) -> str:
        text = self._(REASONS[reason["code"]][which])
        seat, card = reason.get("seat"), reason.get("card")
        name = ""
        if seat is not None:
            name = names[seat] if seat < len(names) else self.seat_name(seat)
        return text.format(
            name=name,
            short=reason.get("short", 0),
            card="" if card is None else self.card_name(card),
        )

    # -- the end ------------------------------------------------------------------------------

    def ending(self, view: Json, events: Sequence[Event], people: People) -> Ending:
        """How the match has ended: XP by class."""
        table = view["table"]
        seats, ranking = table["seats"], table["ranking"]
        xp = [seat["xp"] for seat in seats]
        return Ending(
            unit=self._("XP"),
            title=self._("XP, cat by cat"),
            sources=[
                Source(
                    self.word(of), self.class_drawing(of), [seat["report"][of] for seat in seats]
                )
                for of in CLASSES
            ],
            places=[ranking.index(seat) + 1 for seat in range(len(seats))],
            tie=self._("Equal XP: whoever is earlier in the priority order comes first.")
            if len(set(xp)) < len(xp)
            else "",
            hands=self._("All parties"),
            sheet=self._("Prizes of the Nobles"),
        )

    # -- the log and the terminal -------------------------------------------------------------

    def hope(self, hope: Json) -> str:
        """What an answer hopes for."""
        match hope.get("for"):
            case "speed":
                if hope["faster"] == 0:
                    said = self._("Hopes to be the fastest, with a Speed of {speed}.")
                else:
                    said = self.ngettext(
                        "With a Speed of {speed}, {n} rival is likely to be faster.",
                        "With a Speed of {speed}, {n} rivals are likely to be faster.",
                        hope["faster"],
                    )
                said = said.format(speed=hope["speed"], n=hope["faster"])
                if hope["mana"]:
                    text = (
                        self._("Brings {n} Mana.")
                        if hope["mana"] > 0
                        else self._("Costs {n} Mana.")
                    )
                    said += " " + text.format(n=abs(hope["mana"]))
                if hope["loot"]:
                    said += " " + self._("Hopes for {card}.").format(
                        card=self.card_name(hope["loot"])
                    )
                return said
            case "xp":
                return self._("Worth about {n} XP.").format(n=self.number(hope["xp"]))
            case "win":
                percent = round(100 * hope["chance"])
                text = self._("Wins with a chance of {percent}%; that is worth about {n} XP.")
                return text.format(percent=percent, n=self.number(hope["xp"]))
        return ""

    def event(self, event: Event, people: People) -> Line | None:
        """The line of the log for an event, as the rules declare it."""
        tell = TOLD.get(event.kind)
        return tell(self, event.data, people) if tell else None

    def story(self, happened: Sequence[Happened], people: People) -> list[Beat]:
        """What happened, in beats."""
        return story(self, happened, people)

    def text(self, view: Json, people: People) -> str:
        """The table for a terminal, with Rich markup."""
        return terminal.text(self, view, people)
