"""The game in words: what is asked, and what happened.

Sentences name people before a colon and pieces after one, so that no language has to bend them; what
the viewer does is said in the second person. Labels of answers stand where the actions are made,
prompts where the questions are declared; what pieces are called is in `names`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from meowple.author import (
    N_,
    Beat,
    Ending,
    Event,
    Happened,
    Json,
    Line,
    People,
    Source,
    Stage,
    ranked,
)

from .faces import Faces
from .first import AREAS, ASKED
from .lesson import lesson
from .story import story
from .terminal import screen


class CatvaleWords(Faces):
    """The words for a box, in one language."""

    asked = ASKED
    areas = AREAS

    def lesson(self) -> dict[str, Any]:
        """What `howto.html` gets besides these words."""
        return lesson(self.box)

    # -- prompts ----------------------------------------------------------------------------------

    def prompt(self, view: Json) -> str:
        """What is asked of the viewer and why, or whom the table waits for."""
        text = super().prompt(view)
        question, asking = view["question"], view["table"]["asking"]
        if not question or not asking or not asking["card"] or view["choice"] is not None:
            return text
        if view["viewer"] not in question["seats"]:
            return text
        return f"{self.card(asking['card'])}: {text}"

    def story(self, happened: Sequence[Happened], people: People) -> list[Beat]:
        """What happened, in beats."""
        return story(self, happened, people)

    # -- the end ----------------------------------------------------------------------------------

    def ending(self, view: Json, events: Sequence[Event], people: People) -> Ending:
        """How the match has ended: Prestige by source, and Round by Round."""
        players = view["table"]["players"]
        below = [p["prestige"] - sum(p["points"].values()) for p in players]
        sources = [
            Source(
                self.source(of),
                self.drawing("count", of),
                [
                    p["points"][of] + (lift if of == "gained" else 0)
                    for p, lift in zip(players, below, strict=True)
                ],
            )
            for of in players[0]["points"]
            if of in ALWAYS or any(p["points"][of] for p in players)
        ]
        prestige = [p["prestige"] for p in players]
        first = prestige.count(max(prestige)) > len(view["winners"])
        return Ending(
            unit=self._("Prestige"),
            title=self._("Prestige, by its source"),
            sources=sources,
            places=ranked(view),
            tie=self._("Equal Prestige: more in the Backyard wins, then more Fish.")
            if first
            else "",
            notes=[self._("Prestige never falls below 0.")] if any(below) else [],
            course=self._course(events),
            course_title=self._("Prestige, Round by Round"),
            hands=self._("Hands and secret Ambitions"),
        )

    def _course(self, events: Sequence[Event]) -> list[Stage]:
        """The Prestige after each Round; none if it was not told."""
        stages = []
        name, picture, season = self._("Start"), "", ""
        for event in events:
            if event.kind == "season":
                season = event.data["season"]
            if event.kind in ("round", "over"):
                if "prestige" not in event.data:
                    return []
                stages.append(Stage(name, picture, event.data["prestige"]))
            if event.kind == "round":
                name = self._("Round {number}").format(number=event.data["round"])
                picture = self.drawing("seasons", season)
        return stages

    # -- events -----------------------------------------------------------------------------------

    def hope(self, hope: Json) -> str:
        """What an answer hopes for."""
        if hope.get("for") != "fish":
            return ""
        return self._("Looks worth about {n} Fish.").format(n=self.number(hope["fish"]))

    def event(self, event: Event, people: People) -> Line | None:
        """The line of the log for an event."""
        if tell := TELLERS.get(event.kind):
            return tell(self, event.data, people)
        if event.kind in PLAIN:
            text = self._(PLAIN[event.kind])
            return Line(text.format(**self._all_said(event.data, people)))
        two = EVENTS.get(event.kind)
        return self.sentence(two, event.data, people) if two else None

    def sentence(self, two: tuple[str, str], data: Json, people: People) -> Line:
        """The sentence for whoever did it, or the one for all others."""
        seat = data["seat"]
        text = self._(two[0] if people.is_you(seat) else two[1])
        said = self._all_said(data, people)
        return Line(text.format(name=people.name(seat), **said), seat)

    def _all_said(self, data: Json, people: People) -> Json:
        return {name: self._said(name, value, people) for name, value in data.items()}

    def _said(self, name: str, value: Any, people: People) -> Any:
        """A part of an event in words, by its name."""
        match name:
            case "card" | "building" | "cat":
                return self.bold(value)
            case "items" | "gives" | "asks" | "units":
                return self.amount(value)
            case "space" | "to" if isinstance(value, str):
                return self.bold_space(value)
            case "victim" | "target" | "partner" | "whose" | "to" | "payer" | "host" | "first":
                return people.inside(value) if isinstance(value, int) else value
            case "item" | "got":
                return self.item(value)
            case "deck":
                return self.deck(value)
            case "tile" | "token" if value in self.designs:
                return self.bold(value)
            case "tile":
                return f"**{self.tile(value)}**"
            case "slot":
                return self.slot(value)
            case "marker":
                return self.marker(value)
            case "skill":
                return f"**{self.skill(value)}**"
            case "dice" | "shop":
                return self.values(value)
        return value

    def values(self, dice: list[int]) -> str:
        """Values of dice."""
        return ", ".join(map(str, dice)) or self._("none")

    def bold(self, card: str) -> str:
        """A card's name as it stands in the log."""
        return f"**{self.card(card)}**"

    def bold_space(self, space: str) -> str:
        """A space as it stands in the log."""
        return f"**{self.space(space)}**"

    # -- for a terminal ---------------------------------------------------------------------------

    def text(self, view: Json, people: People) -> str:
        """The table for a terminal, with Rich markup."""
        return screen(self, view, people)


EVENTS = {
    # Setup
    "cat": (N_("You play {cat}."), N_("{name}: plays {cat}.")),
    # The year
    "rolled-dice": (N_("You roll: {dice}."), N_("{name}: rolls {dice}.")),
    "four-threes": (
        N_("Four 3s: everybody else takes a Basic Resource because of you."),
        N_("{name}: four 3s, so everybody else takes a Basic Resource."),
    ),
    "four-ones": (N_("Four 1s: you take 1 Mouse."), N_("{name}: four 1s, takes 1 Mouse.")),
    # Growth
    "growth": (N_("You gain Growth: {points}."), N_("{name}: gains Growth: {points}.")),
    "grew": (
        N_("Your {marker} marker moves on: {slot}"),
        N_("{name}: the {marker} marker moves on: {slot}"),
    ),
    "fell": (N_("Your {marker} marker falls back."), N_("{name}: the {marker} marker falls back.")),
    "skill": (N_("You unlock {skill}."), N_("{name}: unlocks {skill}.")),
    "grown-up": (N_("{cat}: your cat grows up."), N_("{name}: {cat}: the cat grows up.")),
    "ambition": (
        N_("You fulfil your Ambition: {card}."),
        N_("{name}: Ambition fulfilled: {card}."),
    ),
    "drew-ambitions": (N_("You draw Ambitions."), N_("{name}: draws Ambitions.")),
    # A turn
    "bounced": (
        N_("A Mountain: you stay where you were."),
        N_("{name}: a Mountain, stays where the cat was."),
    ),
    "went-through": (N_("Through the passage: {to}."), N_("{name}: through the passage: {to}.")),
    "slipped": (
        N_("Frozen Lake: you lose 1 Movement."),
        N_("{name}: Frozen Lake: loses 1 Movement."),
    ),
    "forest-token": (
        N_("{space}: you turn up {token}."),
        N_("{name}: {space}: turns up {token}."),
    ),
    "spent-die": (N_("You use a die: {value}."), N_("{name}: uses a die: {value}.")),
    "lowered": (N_("You lower a die: {value}."), N_("{name}: lowers a die: {value}.")),
    "paid": (N_("You pay {items}."), N_("{name}: pays {items}.")),
    "paid-card": (N_("You pay with a card: {card}."), N_("{name}: pays with a card: {card}.")),
    "gained": (N_("You gain {items}."), N_("{name}: gains {items}.")),
    "lost": (N_("You lose {items}."), N_("{name}: loses {items}.")),
    "marked": (N_("You Mark {space}."), N_("{name}: Marks {space}.")),
    "hunted": (N_("You Hunt: 1 Mouse."), N_("{name}: Hunts: 1 Mouse.")),
    "fished": (N_("You Fish: {amount} Fish."), N_("{name}: Fishes: {amount} Fish.")),
    "dug": (N_("You Dig: {steps}."), N_("{name}: Digs: {steps}.")),
    "sifted": (N_("You Sift for {fish} Fish."), N_("{name}: Sifts for {fish} Fish.")),
    "recovered": (N_("You recover Pride: {amount}."), N_("{name}: recovers Pride: {amount}.")),
    "lost-pride": (
        N_("You lose Pride: {amount}, left: {left}."),
        N_("{name}: loses Pride: {amount}, left: {left}."),
    ),
    "humiliated": (
        N_("You are Humiliated: your cat lies flat on its Backyard."),
        N_("{name}: Humiliated, the cat lies flat on its Backyard."),
    ),
    "stood-up": (N_("Your cat stands up."), N_("{name}: the cat stands up.")),
    # Cards
    "encounter": (N_("Encounter: you meet {card}."), N_("{name}: an Encounter: {card}.")),
    "drew-instant": (N_("You draw {card}."), N_("{name}: draws {card}.")),
    "shown": (N_("You show {card}."), N_("{name}: shows {card}.")),
    "played": (N_("You play {card}."), N_("{name}: plays {card}.")),
    "used": (N_("You use {card}."), N_("{name}: uses {card}.")),
    "fires": (N_("{card} works for you."), N_("{name}: {card} works.")),
    "discarded": (N_("You discard {card}."), N_("{name}: discards {card}.")),
    "front-ended": (N_("{card} leaves you."), N_("{name}: {card} leaves.")),
    "readied": (N_("{card} is ready again."), N_("{name}: {card} is ready again.")),
    "token": (N_("You use a token: {item}."), N_("{name}: uses a token: {item}.")),
    "mouse": (N_("You use a Mouse as: {item}."), N_("{name}: uses a Mouse as: {item}.")),
    "free-reroll": (
        N_("Your marker here gives you a free Reroll."),
        N_("{name}: a free Reroll by the marker here."),
    ),
    # Market and Backyard
    "sold": (N_("You sell {card}: {fish} Fish."), N_("{name}: sells {card}: {fish} Fish.")),
    "bought-card": (
        N_("You buy {card} for {fish} Fish."),
        N_("{name}: buys {card} for {fish} Fish."),
    ),
    "hired": (N_("You hire {card}."), N_("{name}: hires {card}.")),
    "dismissed": (N_("{card} leaves your Backyard."), N_("{name}: {card} leaves the Backyard.")),
    "upgraded": (
        N_("You add {card} to: {building}."),
        N_("{name}: adds {card} to: {building}."),
    ),
    "washed": (N_("You wash {building}."), N_("{name}: washes {building}.")),
    "pulled-down": (N_("You pull down {card}."), N_("{name}: pulls down {card}.")),
    # Combat
    "duel": (N_("Duel: you face {card}."), N_("{name}: a Duel: {card}.")),
    "duel-won": (N_("You win the Duel: {card}."), N_("{name}: wins the Duel: {card}.")),
    "trophy": (N_("Your trophy: {card}."), N_("{name}: a trophy: {card}.")),
    "attacked": (
        N_("You Attack {target} with a {value}."),
        N_("{name}: Attacks {target} with a {value}."),
    ),
    # Talks
    "offered": (
        N_("You offer {to}: {gives}. You want: {asks}."),
        N_("{name}: offers {to}: {gives}. Wants: {asks}."),
    ),
    "refused": (N_("You refuse."), N_("{name}: refuses.")),
    "dealt": (
        N_("You and {partner} agree. You give: {gives}. You get: {asks}."),
        N_("{name}: a deal with {partner}. Gives: {gives}. Gets: {asks}."),
    ),
    # With others
    "stole": (
        N_("You steal from {victim}: {items}."),
        N_("{name}: steals from {victim}: {items}."),
    ),
    "gave": (N_("You give {to}: {items}."), N_("{name}: gives {to}: {items}.")),
    "poached": (
        N_("You lure a Worker away from {whose}: {card}."),
        N_("{name}: lures a Worker away from {whose}: {card}."),
    ),
    "territory": (
        N_("Your territory: {tiles} tiles, {prestige} Prestige."),
        N_("{name}: territory: {tiles} tiles, {prestige} Prestige."),
    ),
    "swapped-dice": (
        N_("You swap dice: Defence Die {defence}, Action Die {action}."),
        N_("{name}: swaps dice: Defence Die {defence}, Action Die {action}."),
    ),
    "gained-die": (
        N_("You gain an Action Die: {value}."),
        N_("{name}: gains an Action Die: {value}."),
    ),
}
"""For kinds of events the sentence for whoever did it, and the one for all others."""

ALWAYS = ("gained", "buildings", "workers")
"""The sources of Prestige that are counted though nobody has any of it."""

PLAIN = {
    "breakfast": N_("Breakfast: {fish} Fish for everybody."),
    "harvest": N_("The Harvest comes."),
    "market-gone": N_("{card} leaves the Flea Market."),
    "tile-placed": N_("{tile} comes on the map: {space}."),
    "token-laid": N_("A Forest token comes on {space}."),
    "vale": N_("Vale Life: {tile}."),
    "quest": N_("A new Quest: {card}."),
    "side-limit": N_("Side Actions this turn: {now}."),
    "fate": N_("Fate Dice: attacker {attacker}, defender {defender}."),
    "renewed": N_("A deck is shuffled anew: {deck}."),
}
"""For kinds of events that are nobody's doing."""

UNTOLD = frozenset(("turn-ended",))
"""Kinds of events that have no line."""

Teller = Callable[[CatvaleWords, Json, People], Line | None]


def _two(w: CatvaleWords, data: Json, people: People, mine: str, others: str, **said: Any) -> Line:
    """A sentence for whoever did it or for the others, both translated, with more values."""
    seat = data["seat"]
    text = mine if people.is_you(seat) else others
    return Line(text.format(name=people.name(seat), **said), seat)


def _turn(w: CatvaleWords, data: Json, people: People) -> Line:
    seat = data["seat"]
    text = w._("Your turn") if people.is_you(seat) else w._("Turn of {name}")
    return Line(text.format(name=people.name(seat)), seat, heading=True)


def _season(w: CatvaleWords, data: Json, people: People) -> Line:
    text = w._("{season}. Growth for everybody: {points}")
    return Line(text.format(season=w.season(data["season"]), points=data["points"]), heading=True)


def _round(w: CatvaleWords, data: Json, people: People) -> Line:
    first = data["first"]
    text = w._("Round {number}. You are the First Player")
    if not people.is_you(first):
        text = w._("Round {number}. First Player: {name}")
    return Line(text.format(number=data["round"], name=people.name(first)), heading=True)


def _mood_check(w: CatvaleWords, data: Json, people: People) -> Line:
    n, marker = data["growth"], w.marker(data["marker"])
    text = w._("The Mood: every {marker} marker moves on: {n}.")
    if n < 0:
        text = w._("The Mood: every {marker} marker falls back: {n}.")
    return Line(text.format(marker=marker, n=abs(n)))


def _mood(w: CatvaleWords, data: Json, people: People) -> Line:
    text = w._("The Mood moves towards Harmony: {at}.")
    if data["by"] < 0:
        text = w._("The Mood moves towards Chaos: {at}.")
    return Line(text.format(at=w.mood(data["now"])))


def _planned(w: CatvaleWords, data: Json, people: People) -> Line:
    dice = ", ".join(f"{people[seat]} {value}" for seat, value in enumerate(data["defence"]))
    shop = [value for value, n in enumerate(data["shop"], 1) for _ in range(n)]
    text = w._("Defence Dice: {dice}. Dice Shop: {shop}.")
    return Line(text.format(dice=dice, shop=w.values(shop)))


def _kept(w: CatvaleWords, data: Json, people: People) -> Line:
    if "card" in data:
        return w.sentence((N_("You keep {card}."), N_("{name}: keeps {card}.")), data, people)
    return _two(w, data, people, w._("You keep a card."), w._("{name}: keeps a card."))


def _cards(w: CatvaleWords, data: Json) -> str:
    return ", ".join(map(w.bold, data["cards"]))


def _pack(w: CatvaleWords, data: Json, people: People) -> Line | None:
    if "cards" not in data:
        return None
    return Line(w._("To choose from: {cards}.").format(cards=_cards(w, data)), data["seat"])


def _drew(w: CatvaleWords, data: Json, people: People) -> Line:
    if "card" in data:
        mine, others = w._("You draw {card}."), w._("{name}: draws {card}.")
        return _two(w, data, people, mine, others, card=w.bold(data["card"]))
    mine = w._("You draw a card: {deck}.")
    others = w._("{name}: draws a card: {deck}.")
    if data["deck"] == "harvest":
        mine, others = w._("You draw a Harvest token."), w._("{name}: draws a Harvest token.")
    return _two(w, data, people, mine, others, deck=w.deck(data["deck"]))


def _bought(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("You buy: {what} ({fish} Fish)."), w._("{name}: buys: {what} ({fish} Fish).")
    what = w.item(data["what"])
    return _two(w, data, people, mine, others, what=what, fish=data["fish"])


def _bought_token(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You buy a token: {what} ({fish} Fish).")
    others = w._("{name}: buys a face-down token ({fish} Fish).")
    if "item" in data:
        others = w._("{name}: buys a token: {what} ({fish} Fish).")
    what = w.item(data["item"]) if "item" in data else ""
    return _two(w, data, people, mine, others, what=what, fish=data["fish"])


def _bought_blind(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You buy the top card unseen: {row} ({fish} Fish).")
    others = w._("{name}: buys the top card unseen: {row} ({fish} Fish).")
    row = w.row(data["row"])
    line = _two(w, data, people, mine, others, row=row, fish=data["fish"])
    if "card" in data:
        return line._replace(
            text=f"{line.text} " + w._("It is {card}.").format(card=w.bold(data["card"]))
        )
    return line


def _exchanged(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("You exchange {gave} for {got}."), w._("{name}: exchanges {gave} for {got}.")
    gave: dict[str, int] = {}
    for item in data["gave"]:
        gave[item] = gave.get(item, 0) + 1
    said = {"gave": w.amount(gave), "got": w.amount({data["got"]: 1})}
    return _two(w, data, people, mine, others, **said)


def _market(w: CatvaleWords, data: Json, people: People) -> Line:
    row = w.row(data["row"])
    text = w._("New in the Flea Market, {row}: {card}.")
    return Line(text.format(row=row, card=w.bold(data["card"])))


def _constructed(w: CatvaleWords, data: Json, people: People) -> Line:
    seat, host = data["seat"], data["host"]
    if host == seat:
        return w.sentence(
            (N_("You Construct {card}."), N_("{name}: Constructs {card}.")), data, people
        )
    two = (
        N_("You Construct {card} in the Backyard of {host}."),
        N_("{name}: Constructs {card} in the Backyard of {host}."),
    )
    if people.is_you(host):
        two = (two[0], N_("{name}: Constructs {card} in your Backyard."))
    return w.sentence(two, data, people)


def _sprayed(w: CatvaleWords, data: Json, people: People) -> Line:
    others = N_("{name}: sprays a Building of {whose}: {building}.")
    if people.is_you(data["whose"]):
        others = N_("{name}: sprays your Building: {building}.")
    mine = N_("You spray a Building of {whose}: {building}.")
    return w.sentence((mine, others), data, people)


def _fulfilled(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You fulfil a requirement, {card}: {cost}.")
    others = w._("{name}: fulfils a requirement, {card}: {cost}.")
    cost = w.designs[data["card"]].requirements[data["need"]].json()
    return _two(w, data, people, mine, others, card=w.bold(data["card"]), cost=w.cost(cost))


def _completed(w: CatvaleWords, data: Json, people: People) -> Line:
    text = w._("The Quest {card} is completed by: {names}.")
    names = ", ".join(people[seat] for seat in data["seats"])
    return Line(text.format(card=w.bold(data["card"]), names=names), data["seat"])


def _unmarked(w: CatvaleWords, data: Json, people: People) -> Line:
    owner, by = data["seat"], data["by"]
    text = w._("{name}: takes a marker back: {space}.")
    if people.is_you(by) and by == owner:
        text = w._("You take a marker back: {space}.")
    elif people.is_you(by):
        text = w._("You remove a marker of {owner}: {space}.")
    elif people.is_you(owner):
        text = w._("{name}: removes your marker: {space}.")
    elif by != owner:
        text = w._("{name}: removes a marker of {owner}: {space}.")
    said = {"name": people.name(by), "owner": people.name(owner)}
    return Line(text.format(space=w.bold_space(data["space"]), **said), by)


def _stole_card(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You steal a card from {victim}.")
    others = w._("{name}: steals a card from {victim}.")
    if "card" in data:
        mine = w._("You steal a card from {victim}: {card}.")
        others = w._("{name}: steals a card from {victim}: {card}.")
    card = w.bold(data["card"]) if "card" in data else ""
    return _two(w, data, people, mine, others, victim=people.inside(data["victim"]), card=card)


def _looked(w: CatvaleWords, data: Json, people: People) -> Line:
    if data["at"] == "hand":
        mine = w._("You look at the hand of {whose}.")
        others = w._("{name}: looks at the hand of {whose}.")
    else:
        mine = w._("You look at the Ambition of {whose}.")
        others = w._("{name}: looks at the Ambition of {whose}.")
    if people.is_you(data["whose"]):
        others = w._("{name}: looks at your Ambition.")
        if data["at"] == "hand":
            others = w._("{name}: looks at your hand.")
    line = _two(w, data, people, mine, others, whose=people.name(data["whose"]))
    seen = data.get("cards") or ([data["card"]] if "card" in data else [])
    if seen:
        return line._replace(text=f"{line.text} {', '.join(map(w.bold, seen))}.")
    return line


def _looked_at_deck(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You look at the top of a deck, {deck}: {n}.")
    others = w._("{name}: looks at the top of a deck, {deck}: {n}.")
    line = _two(w, data, people, mine, others, deck=w.deck(data["deck"]), n=data["number"])
    if data.get("cards"):
        return line._replace(text=f"{line.text} {_cards(w, data)}.")
    return line


def _took_card(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You take a card: {deck}.")
    others = w._("{name}: takes a card: {deck}.")
    if "card" in data:
        mine, others = w._("You take {card}."), w._("{name}: takes {card}.")
    card = w.bold(data["card"]) if "card" in data else ""
    return _two(w, data, people, mine, others, deck=w.deck(data["deck"]), card=card)


def _drew_ambitions(w: CatvaleWords, data: Json, people: People) -> Line:
    line = w.sentence(EVENTS["drew-ambitions"], data, people)
    if "cards" in data:
        return line._replace(text=f"{line.text} {_cards(w, data)}.")
    return line


def _turned_die(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You turn a die, {die}: {old} → {new}.")
    others = w._("{name}: turns a die, {die}: {old} → {new}.")
    die = w.kind_of_die(data["die"])
    return _two(w, data, people, mine, others, die=die, old=data["old"], new=data["new"])


def _rolled(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("You roll, {die}: {face}."), w._("{name}: rolls, {die}: {face}.")
    said = {"die": w.kind_of_die(data["die"]), "face": w.face(data["die"], data["face"])}
    return _two(w, data, people, mine, others, **said)


def _rerolled(w: CatvaleWords, data: Json, people: People) -> Line:
    mine = w._("You roll again, {die}: {old} → {new}.")
    others = w._("{name}: rolls again, {die}: {old} → {new}.")
    die = data["die"]
    said = {"old": w.face(die, data["old"]), "new": w.face(die, data["new"])}
    return _two(w, data, people, mine, others, die=w.kind_of_die(die), **said)


def _walked(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("You walk: {to}."), w._("{name}: walks: {to}.")
    if data["fish"]:
        mine, others = w._("You walk for 1 Fish: {to}."), w._("{name}: walks for 1 Fish: {to}.")
    return _two(w, data, people, mine, others, to=w.bold_space(data["to"]))


def _moved(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("Your cat goes to {to}."), w._("{name}: the cat goes to {to}.")
    if data["by"] != data["seat"]:
        mine, others = w._("Your cat is moved to {to}."), w._("{name}: the cat is moved to {to}.")
    return _two(w, data, people, mine, others, to=w.bold_space(data["to"]))


def _turned_up(w: CatvaleWords, data: Json, people: People) -> Line:
    seat, owner = data["seat"], data["owner"]
    text = w._("{name}: reveals {space}: {tile}.")
    if seat is None:
        text = w._("{space} is turned up: {tile}.")
    elif people.is_you(seat):
        text = w._("You reveal {space}: {tile}.")
    tile = f"**{w.tile(data['tile'])}**"
    if owner is not None:
        tile += f" ({people[owner]})"
    name = "" if seat is None else people.name(seat)
    return Line(text.format(name=name, space=w.bold_space(data["space"]), tile=tile), seat)


def _passage(w: CatvaleWords, data: Json, people: People) -> Line:
    spaces = " – ".join(map(w.bold_space, data["spaces"]))
    return Line(f"{w.token(data['token'])}: {spaces}.")


def _token_placed(w: CatvaleWords, data: Json, people: People) -> Line:
    token = w.token(data["token"])
    if "space" in data:
        return Line(f"{token}: {w.bold_space(data['space'])}.")
    text = w._("{token}: under the cat of {name}.")
    if people.is_you(data["whose"]):
        text = w._("{token}: under your cat.")
    return Line(text.format(token=token, name=people.name(data["whose"])))


def _token_back(w: CatvaleWords, data: Json, people: People) -> Line:
    return Line(w._("{token}: off the map.").format(token=w.token(data["token"])))


def _sent(w: CatvaleWords, data: Json, people: People) -> Line:
    what, to = data["what"], data["to"]
    name = w.bold(what) if what in w.designs else f"**{w.token(what)}**"
    text = w._("{what} is discarded.")
    if to is not None:
        text = w._("{what} goes to {to}.")
    return Line(text.format(what=name, to="" if to is None else people.inside(to)), data["seat"])


def _prestige(w: CatvaleWords, data: Json, people: People) -> Line:
    n = data["amount"]
    mine, others = w._("You gain {n} Prestige: {now}."), w._("{name}: gains {n} Prestige: {now}.")
    if n < 0:
        mine, others = (
            w._("You lose {n} Prestige: {now}."),
            w._("{name}: loses {n} Prestige: {now}."),
        )
    return _two(w, data, people, mine, others, n=abs(n), now=data["now"])


def _gathered(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("You Gather {items}."), w._("{name}: Gathers {items}.")
    return _two(w, data, people, mine, others, items=w.amount({data["item"]: data["amount"]}))


def _track(w: CatvaleWords, data: Json, people: People) -> Line:
    if data["track"] == "arena":
        mine = w._("You stand on the Arena track: {space}.")
        others = w._("{name}: stands on the Arena track: {space}.")
    else:
        mine = w._("You stand on the Harvest track: {space}.")
        others = w._("{name}: stands on the Harvest track: {space}.")
    return _two(w, data, people, mine, others, space=data["space"])


def _fight(w: CatvaleWords, data: Json, people: People) -> Line:
    if data["attacks"]:
        mine = w._("You attack {card}, strength {strength}.")
        others = w._("{name}: attacks {card}, strength {strength}.")
    else:
        mine = w._("{card} attacks you with strength {strength}.")
        others = w._("{name}: {card} attacks with strength {strength}.")
    said = {"card": w.bold(data["card"]), "strength": data["strength"]}
    return _two(w, data, people, mine, others, **said)


def _boost(w: CatvaleWords, data: Json, people: People) -> Line:
    text = w._("For the defender: {by}.") if data["side"] else w._("For the attacker: {by}.")
    return Line(text.format(by=w.change(data["amount"])))


def _passed(w: CatvaleWords, data: Json, people: People) -> Line | None:
    if data["seat"] < 0:
        return None
    return _two(w, data, people, w._("You pass."), w._("{name}: passes."))


def _decided(w: CatvaleWords, data: Json, people: People) -> Line:
    winner = data["winner"]
    text = w._("Attack {attack}, Defence {defence}: the opponent wins.")
    if winner >= 0:
        text = w._("Attack {attack}, Defence {defence}: {name} wins.")
        if people.is_you(winner):
            text = w._("Attack {attack}, Defence {defence}: you win.")
    name = people.name(winner) if winner >= 0 else ""
    said = {"attack": data["attack"], "defence": data["defence"]}
    return Line(text.format(name=name, **said), winner if winner >= 0 else None)


def _combat_ended(w: CatvaleWords, data: Json, people: People) -> Line:
    if data["won"]:
        return Line(w._("The Duel counts as won."))
    return Line(w._("The combat ends without a result."))


def _talk(w: CatvaleWords, data: Json, people: People) -> Line:
    mine, others = w._("You talk with {partner}."), w._("{name}: talks with {partner}.")
    if data["attack"]:
        mine = w._("Before an Attack you talk with {partner}.")
        others = w._("{name}: before an Attack, talks with {partner}.")
    return _two(w, data, people, mine, others, partner=people.inside(data["partner"]))


def _payment(w: CatvaleWords, data: Json, people: People) -> Line:
    if data["payer"] == data["seat"]:
        mine = w._("You offer {to} for help: {units}.")
        others = w._("{name}: offers {to} for help: {units}.")
    else:
        mine = w._("You ask {to} for a payment: {units}.")
        others = w._("{name}: asks {to} for a payment: {units}.")
    said = {"to": people.inside(data["to"]), "units": w.amount(data["units"])}
    return _two(w, data, people, mine, others, **said)


def _over(w: CatvaleWords, data: Json, people: People) -> Line:
    """Who has won, and whereby; then where the points of all come from."""
    places = list(zip(data["prestige"], data["backyard"], data["fish"], strict=True))
    best = max(places)
    winners = [seat for seat, place in enumerate(places) if place == best]
    if len(winners) > 1:
        text = w._("The game is over. Equal in everything, they share the victory: {names}.")
    elif people.is_you(winners[0]):
        text = w._("The game is over. You win with Prestige: {prestige}.")
    else:
        text = w._("The game is over. {names} wins with Prestige: {prestige}.")
    names = ", ".join(people[seat] for seat in winners)
    parts = [text.format(names=names, prestige=best[0])]
    if sum(place[0] == best[0] for place in places) > len(winners):
        level = sum(place[:2] == best[:2] for place in places) > len(winners)
        parts.append(
            w._("The tie is broken by Fish.")
            if level
            else w._("The tie is broken by the Backyard.")
        )
    each = w._("{name}: {prestige}, of it in the Backyard {backyard}.")
    for seat, (prestige, backyard, _) in enumerate(places):
        parts.append(each.format(name=people[seat], prestige=prestige, backyard=backyard))
    return Line(" ".join(parts))


TELLERS: dict[str, Teller] = {
    "turn": _turn,
    "season": _season,
    "round": _round,
    "mood-check": _mood_check,
    "mood": _mood,
    "planned": _planned,
    "kept": _kept,
    "pack": _pack,
    "drew": _drew,
    "drew-ambitions": _drew_ambitions,
    "bought": _bought,
    "bought-token": _bought_token,
    "bought-blind": _bought_blind,
    "exchanged": _exchanged,
    "market": _market,
    "constructed": _constructed,
    "sprayed": _sprayed,
    "fulfilled": _fulfilled,
    "completed": _completed,
    "unmarked": _unmarked,
    "stole-card": _stole_card,
    "looked": _looked,
    "looked-at-deck": _looked_at_deck,
    "took-card": _took_card,
    "turned-die": _turned_die,
    "rolled": _rolled,
    "rerolled": _rerolled,
    "walked": _walked,
    "moved": _moved,
    "turned-up": _turned_up,
    "passage-placed": _passage,
    "token-placed": _token_placed,
    "token-back": _token_back,
    "sent": _sent,
    "prestige": _prestige,
    "gathered": _gathered,
    "track": _track,
    "fight": _fight,
    "boost": _boost,
    "passed": _passed,
    "decided": _decided,
    "combat-ended": _combat_ended,
    "talk": _talk,
    "payment-offered": _payment,
    "over": _over,
}
"""Events whose sentence depends on more than the one who did it."""
