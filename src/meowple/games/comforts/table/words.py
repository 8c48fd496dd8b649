"""The game in words: what happened, and what is asked.

Sentences name people before a colon and pieces after one, so that no language has to bend them; what
the viewer does is said in the second person. What single verbs of cards tell stands beside them
(``told``), labels of answers where the actions are made, prompts in the declarations of the questions.
What pieces are called is in `names`, what only pages say in `faces`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from meowple.author import (
    N_,
    Beat,
    Ending,
    Event,
    Game,
    Happened,
    Json,
    Line,
    People,
    Source,
    Stage,
    ranked,
)
from meowple.games.comforts.pieces.board import SEASONS
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.rules.doing import Doing

from .faces import Faces
from .first import AREAS, ASKED
from .lesson import lesson
from .story import story
from .terminal import screen


class ComfortsWords(Faces):
    """The words for a box, in one language."""

    asked = ASKED
    areas = AREAS

    def __init__(self, box: Box, game: Game[Any], language: str) -> None:
        super().__init__(box, game, language)
        self.told = {kind: two for verb in box.verbs.values() for kind, two in verb.told.items()}

    def lesson(self) -> dict[str, Any]:
        """What `howto.html` gets besides these words."""
        return lesson(self.box)

    # -- prompts ------------------------------------------------------------------------------

    def prompt(self, view: Json) -> str:
        """What is asked of the viewer, or whom the table waits for."""
        if view["over"]:
            return self._("The winter is here: the match is over.")
        return super().prompt(view)

    def doing(self, view: Json) -> str:
        """What the one player does for whom the others wait, to stand after a name; or empty."""
        question = view["question"]
        kind = self.game.question(question["kind"]) if question else None
        return self._(kind.waiting.text) if kind and isinstance(kind.waiting, Doing) else ""

    # -- events -------------------------------------------------------------------------------

    def event(self, event: Event, people: People) -> Line | None:
        """The line of the log for an event."""
        if tell := TELLERS.get(event.kind):
            return tell(self, event.data, people)
        two = EVENTS.get(event.kind) or self.told.get(event.kind)
        return self._sentence(two, event.data, people) if two else None

    def _sentence(self, two: tuple[str, str], data: Json, people: People) -> Line:
        """The sentence for whoever did it, or the one for all others."""
        seat = data["seat"]
        text = self._(two[0] if people.is_you(seat) else two[1])
        said = {name: self._said(name, value) for name, value in data.items()}
        return Line(text.format(name=people.name(seat), **said), seat)

    def _said(self, name: str, value: Any) -> Any:
        """A part of an event in words, by its name."""
        match name:
            case "card":
                return self.bold(value)
            case "place" | "space" | "start" | "goal":
                return self.bold_place(value)
            case "tokens" | "give" | "get":
                return self.amount(value)
            case "dice":
                return ", ".join(map(str, value))
        return value

    def bold(self, card: str) -> str:
        """A card's name as it stands in the log."""
        return f"**{self.card(card)}**"

    def bold_place(self, place: str) -> str:
        """A place's name as it stands in the log."""
        return f"**{self.place(place)}**"

    def story(self, happened: Sequence[Happened], people: People) -> list[Beat]:
        return story(self, happened, people)

    # -- the end ------------------------------------------------------------------------------

    def ending(self, view: Json, events: Sequence[Event], people: People) -> Ending:
        """How the match has ended: points by source, and month by month."""
        table = view["table"]
        seats = [seat["points"] for seat in table["seats"]]
        alone = table["title"] or [] if view["seats"] == 1 else []
        return Ending(
            unit=self._("Points"),
            title=self._("What the winter counts"),
            sources=[
                Source(
                    self._(name),
                    self.drawing(picture),
                    [sum(of[part] for part in parts) for of in seats],
                )
                for name, picture, parts in COUNTED
            ],
            places=ranked(view),
            headline=self.title(alone) if alone else "",
            course=self._course(events),
            course_title=self._("Points, month by month"),
            hands=self._("Left in hand"),
            sheet=self._("Score sheet"),
        )

    def _course(self, events: Sequence[Event]) -> list[Stage]:
        """The points after each month, and those of the last count; none if they were not told."""
        stages = []
        name, picture = self._("Start"), ""
        for event in events:
            if event.kind in ("month", "winter", "over"):
                if "points" not in event.data:
                    return []
                stages.append(Stage(name, picture, event.data["points"]))
            if event.kind == "month":
                name = self._("Month {number}").format(number=event.data["month"])
                picture = self.drawing(SEASONS[event.data["season"]])
            elif event.kind == "winter":
                name, picture = self._("Winter"), self.drawing("winter")
        return stages

    # -- for a terminal -----------------------------------------------------------------------

    def text(self, view: Json, people: People) -> str:
        """The table for a terminal, with Rich markup."""
        return screen(self, view, people)


COUNTED: list[tuple[str, str, tuple[str, ...]]] = [
    (N_("Made"), "comforts", ("comforts",)),
    (N_("Bonuses"), "bonuses", ("bonuses", "stored")),
    (N_("Built"), "improvements", ("improvements", "abilities")),
    (N_("Cottages"), "cottage", ("cottages",)),
    (N_("Left over"), "coin", ("tokens",)),
]
"""What is counted at the end: its name, its drawing, the lines of the score sheet in it."""

EVENTS = {
    "discarded": (N_("You put away {card}."), N_("{name}: puts away {card}.")),
    "village": (N_("You roll the village dice: {dice}."), N_("{name}: rolls the village dice: {dice}.")),
    "gathered": (N_("{place}: you take {tokens}."), N_("{name}: {place}: takes {tokens}.")),
    "gained": (N_("You take {tokens}."), N_("{name}: takes {tokens}.")),
    "took": (N_("You take the open comfort {card}."), N_("{name}: takes the open comfort {card}.")),
    "built": (N_("You build {card} for {tokens}."), N_("{name}: builds {card} for {tokens}.")),
    "made": (N_("You make {card} for {tokens}."), N_("{name}: makes {card} for {tokens}.")),
    "visited": (N_("You come to trade: {place}."), N_("{name}: comes to trade: {place}.")),
    "traded": (N_("You trade {give} → {get}."), N_("{name}: trades {give} → {get}.")),
}  # fmt: skip
"""For kinds of events the sentence for whoever did it, and the one for all others."""

Teller = Callable[[ComfortsWords, Json, People], Line | None]


def _start(w: ComfortsWords, data: Json, people: People) -> Line:
    early = data["early"]
    text = w._("You are the first early bird.")
    if not people.is_you(early):
        text = w._("{name}: the first early bird.").format(name=people.name(early))
    rich = [people[seat] for seat, coins in enumerate(data["coins"]) if coins]
    if rich:
        text += " " + w._("A coin to begin with: {names}.").format(names=", ".join(rich))
    return Line(text)


def _drew(w: ComfortsWords, data: Json, people: People) -> Line:
    seat, n = data["seat"], data["number"]
    cards = ", ".join(map(w.bold, data.get("cards", ())))
    if cards:
        text = w._("You draw: {cards}.") if people.is_you(seat) else w._("{name}: draws {cards}.")
    elif people.is_you(seat):
        text = w.ngettext("You draw {n} comfort.", "You draw {n} comforts.", n)
    else:
        text = w.ngettext("{name}: draws {n} comfort.", "{name}: draws {n} comforts.", n)
    return Line(text.format(name=people.name(seat), n=n, cards=cards), seat)


def _turn(w: ComfortsWords, data: Json, people: People) -> Line:
    seat = data["seat"]
    text = w._("Your turn begins.") if people.is_you(seat) else w._("{name}: takes a turn.")
    return Line(text.format(name=people.name(seat)), seat, turn=True)


def _month(w: ComfortsWords, data: Json, people: People) -> Line:
    season = w.season(SEASONS[data["season"]])
    text = w._("Month {number} of {months}, {season}")
    return Line(
        text.format(number=data["month"], months=data["months"], season=season.lower()),
        heading=True,
    )


def _traveler(w: ComfortsWords, data: Json, people: People) -> Line:
    return Line(f"{w.bold(data['card'])}: {w.card_text(data['card'])}")


def _family(w: ComfortsWords, data: Json, people: People) -> Line:
    dice = ", ".join(
        f"{people[seat]} {'+'.join(map(str, own))}" for seat, own in enumerate(data["dice"])
    )
    return Line(w._("Family dice: {dice}.").format(dice=dice))


def _guest(w: ComfortsWords, data: Json, people: People) -> Line:
    seat, owner = data["seat"], data["family"]
    if people.is_you(owner):
        text = w._("{name}: places your worker: {place}.")
    elif people.is_you(seat):
        text = w._("You place the worker of {owner}: {place}.")
    else:
        text = w._("{name}: places the worker of {owner}: {place}.")
    place = w.bold_place(data["space"])
    return Line(text.format(name=people.name(seat), owner=people.name(owner), place=place), seat)


def _placed(w: ComfortsWords, data: Json, people: People) -> Line:
    seat = data["seat"]
    text = w._("Your workers: {places}.")
    if not people.is_you(seat):
        text = w._("{name}: workers at {places}.")
    places = "; ".join(map(w.bold_place, data["spaces"]))
    text = text.format(name=people.name(seat), places=places)
    if data["barrow"]:
        text += " " + w._("The wheelbarrow: {place}.").format(place=w.place(data["barrow"]))
    return Line(text, seat)


def _assigned(w: ComfortsWords, data: Json, people: People) -> Line:
    seat, n = data["seat"], data["lessons"]
    given = []
    for group in data["given"]:
        dice = " + ".join(
            str(die["face"])
            if die["face"] == die["value"]
            else w._("{value} (rolled {face})").format(face=die["face"], value=die["value"])
            for die in group["dice"]
        )
        given.append(f"{w.bold_place(group['place'])}: {dice}")
    if people.is_you(seat):
        text = w._("You give dice: {given}.") if given else w._("You give no dice.")
    else:
        text = w._("{name}: gives dice: {given}.") if given else w._("{name}: gives no dice.")
    text = text.format(name=people.name(seat), given="; ".join(given))
    if n:
        text += " " + w.ngettext("{n} lesson is used.", "{n} lessons are used.", n).format(n=n)
    return Line(text, seat)


def _gave(w: ComfortsWords, data: Json, people: People) -> Line:
    seat, to = data["seat"], data["to"]
    if people.is_you(to):
        text = w._("{name}: gives you {tokens}.")
        if data["supply"]:
            text = w._("{name}: gives you {tokens} from the supply.")
    elif people.is_you(seat):
        text = w._("You give {tokens} to {to}.")
        if data["supply"]:
            text = w._("You give {tokens} from the supply to {to}.")
    else:
        text = w._("{name}: gives {tokens} to {to}.")
        if data["supply"]:
            text = w._("{name}: gives {tokens} from the supply to {to}.")
    tokens = w.amount(data["tokens"])
    return Line(text.format(name=people.name(seat), tokens=tokens, to=people.name(to)), seat)


def _idle(w: ComfortsWords, data: Json, people: People) -> Line:
    seat, n = data["seat"], data["workers"]
    if people.is_you(seat):
        text = w.ngettext(
            "{n} idle worker of yours, {lessons}.", "{n} idle workers of yours, {lessons}.", n
        )
    else:
        text = w.ngettext(
            "{name}: {n} idle worker, {lessons}.", "{name}: {n} idle workers, {lessons}.", n
        )
    lessons = w.amount({"lesson": data["lessons"]})
    return Line(text.format(name=people.name(seat), n=n, lessons=lessons), seat)


def _reshuffled(w: ComfortsWords, data: Json, people: People) -> Line:
    if data["deck"] == "comforts":
        return Line(w._("The discarded comforts are shuffled into a new deck."))
    return Line(w._("The discarded improvements are shuffled into a new deck."))


def _tidied(w: ComfortsWords, data: Json, people: People) -> Line:
    gone = [w.bold(data[key]) for key in ("comfort", "improvement") if data[key]]
    early = data["early"]
    bird = w._("You are the early bird now.")
    if not people.is_you(early):
        bird = w._("The new early bird: {name}.").format(name=people.name(early))
    if not gone:
        return Line(bird)
    text = w._("Tidying up, discarded: {cards}.").format(cards=", ".join(gone))
    return Line(f"{text} {bird}")


def _winter(w: ComfortsWords, data: Json, people: People) -> Line:
    return Line(w._("The first snow falls"), heading=True)


def _over(w: ComfortsWords, data: Json, people: People) -> Line:
    points = ", ".join(f"{people[seat]} {own}" for seat, own in enumerate(data["points"]))
    return Line(w._("Points: {points}.").format(points=points))


TELLERS: dict[str, Teller] = {
    "start": _start,
    "drew": _drew,
    "turn": _turn,
    "month": _month,
    "traveler": _traveler,
    "family": _family,
    "guest": _guest,
    "placed": _placed,
    "assigned": _assigned,
    "gave": _gave,
    "idle": _idle,
    "reshuffled": _reshuffled,
    "tidied": _tidied,
    "winter": _winter,
    "over": _over,
}
"""Kinds of events that need more than two sentences."""
