"""The Festival in words: events, labels, prompts and reasons, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meowple.author import N_, Beat, Ending, Event, Happened, Json, Line, People, Source, ranked
from meowple.games.festival.pieces import (
    CARD,
    CROWS_FOR_NEW_DEAL,
    SEASONS,
    SUITS,
    YOROZU,
)
from meowple.games.festival.rules import BOOZE_LIMIT

from . import terminal
from .first import AREAS, ASKED
from .lesson import lesson
from .names import Names, Seats
from .story import story

PHASES = {
    "seasons": N_("Seasons"),
    "play": N_("Play a card"),
    "reveal": N_("Reveal"),
    "take": N_("Take"),
    "booze": N_("Booze"),
    "end": N_("End"),
}
"""The phases of a round in their order (FTC-ROUND-1)."""


class FestivalWords(Names):
    """All that is said of the Festival: see `Words`."""

    asked = ASKED
    areas = AREAS

    in_grid = True
    """The table lies in the grid of `layout.css`."""

    seasons = SEASONS

    def lesson(self) -> dict[str, Any]:
        """What `howto.html` gets besides these words."""
        return lesson()

    def hope(self, hope: Json) -> str:
        """What an answer hopes for."""
        match hope.get("for"):
            case "cards":
                text = self._(
                    "As the highest it takes {high} ({highest}%), as the lowest {low} ({lowest}%)."
                )
                return text.format(
                    high=self.card_name(hope["high"]),
                    low=self.card_name(hope["low"]),
                    highest=round(100 * hope["highest"]),
                    lowest=round(100 * hope["lowest"]),
                )
            case "worth":
                text = self._("Within reach it counts for about {n} points.")
                return text.format(n=self.number(hope["worth"]))
        return ""

    def event(self, event: Event, people: People) -> Line | None:
        tell = EVENTS.get(event.kind)
        return tell(self, event.data, Seats(people, self)) if tell else None

    def story(self, happened: Sequence[Happened], people: People) -> list[Beat]:
        return story(self, happened, Seats(people, self))

    def text(self, view: Json, people: People) -> str:
        return terminal.text(self, view, Seats(people, self))

    def ending(self, view: Json, events: Sequence[Event], people: People) -> Ending:
        table = view["table"]
        *before, last = table["results"]
        kinds = zip(
            (self._("Fish"), self._("Booze"), self._("Crows")),
            ("fe-fish", "fe-sake", "fe-blackbird"),
            zip(*last, strict=True),
            strict=True,
        )
        sources = [Source(*kind) for kind in kinds]
        if before:
            won = [sum(map(sum, games)) for games in zip(*before, strict=True)]
            sources.insert(0, Source(self._("Before"), "own-ui-first", won))
        boozed = [seat for seat, n in enumerate(table["booze"]) if n >= BOOZE_LIMIT]
        text = self.ngettext(
            "{number} booze token: {names}.", "{number} booze tokens: {names}.", BOOZE_LIMIT
        )
        too_much = self._("Booze counts nothing then, and fish half.")
        notes = (
            [text.format(number=BOOZE_LIMIT, names=people.listed(boozed)) + " " + too_much]
            if boozed
            else []
        )
        return Ending(
            unit=self._("VP"),
            title=self._("The last game, counted") if before else self._("The game, counted"),
            sources=sources,
            places=ranked(view),
            notes=notes,
            hands=self._("Cards never played"),
            sheet=self._("Score sheet of all games"),
        )

    def phases(self) -> dict[str, str]:
        """The phases of a round in their order: key -> name."""
        return {key: self._(name) for key, name in PHASES.items()}

    def studied(self, key: str) -> str | None:
        names = {
            "taken in the last game": self._("taken in the last game"),
            "fish": self._("Fish"),
            "booze": self._("Booze"),
            "crows": self._("Crows"),
        }
        return names.get(key) or (self.card_name(key) if key in CARD else None)

    # -- what is asked ------------------------------------------------------------------------

    def why(self, reason: Json) -> str:
        """Why a card may not be played, from the view's ``{code, season}``."""
        if reason["code"] == "season_showing":
            return self._(
                "A {season} card is face up in the play area, so {season} may not be played. "
                "It is free again when no {season} card shows."
            ).format(season=self.season_of(reason["season"]))
        return self._("No card is to be played now.")

    def why_short(self, reason: Json) -> str:
        """The same in a few words, for a tag on the card."""
        if reason["code"] == "season_showing":
            return self._("{season} is showing").format(season=self.season_name(reason["season"]))
        return self._("not now")

    def what_to_play(self, table: Json) -> str:
        """What the viewer is asked for in a round, from the game's part of the view."""
        hand = [CARD[held["card"]] for held in table["hand"]]
        legal = {SUITS[CARD[held["card"]].season] for held in table["hand"] if held["can"]}
        if legal.intersection(table["showing"]):
            return self._("You hold no season card that is open: play any card, face down.")
        suits = [season for season in table["open"] if season in legal]
        if any(card.season == YOROZU for card in hand):
            suits.append(SUITS[YOROZU])
        seasons = _joined([self.season_of(suit) for suit in suits], self._("{several} or {last}"))
        return self._("Play a {seasons} card, face down.").format(seasons=seasons)


def _joined(parts: Sequence[str], text: str) -> str:
    """Several in one: ``text`` puts the last behind the others."""
    *several, last = parts
    return text.format(several=", ".join(several), last=last) if several else last


# -- the log ------------------------------------------------------------------------------------


def _game(words: FestivalWords, data: Json, seats: Seats) -> Line:
    text = words._("Game {number}, the extra game") if data["extra"] else words._("Game {number}")
    return Line(text.format(number=data["number"]), heading=True)


def _redeal(words: FestivalWords, data: Json, seats: Seats) -> Line:
    seat, number = data["seat"], CROWS_FOR_NEW_DEAL
    if seat is None:
        text = words.ngettext(
            "Somebody was dealt {number} crow: the cards are dealt anew.",
            "Somebody was dealt {number} crows: the cards are dealt anew.",
            number,
        )
        return Line(text.format(number=number))
    if seats.is_you(seat):
        text = words.ngettext(
            "You have {number} crow, so the cards are dealt anew.",
            "You have {number} crows, so the cards are dealt anew.",
            number,
        )
    else:
        text = words.ngettext(
            "{name} has {number} crow, so the cards are dealt anew.",
            "{name} has {number} crows, so the cards are dealt anew.",
            number,
        )
    return Line(text.format(name=seats[seat], number=number), seat)


def _start_player(words: FestivalWords, data: Json, seats: Seats) -> Line:
    seat, by = data["seat"], data["by"]
    you = seats.is_you(seat)
    if by is None:
        text = words._("The lot says that you start.") if you else words._("By lot {name} starts.")
        return Line(text.format(name=seats[seat]), seat)
    if seat == by:
        text = words._("You choose to start.") if you else words._("{name} chooses to start.")
    elif seats.is_you(by):
        text = words._("You let {name} start.")
    elif you:
        text = words._("{by} lets you start.")
    else:
        text = words._("{by} lets {name} start.")
    return Line(text.format(by=seats[by], name=seats.inside(seat)), by)


def _multiplier(words: FestivalWords, data: Json, seats: Seats) -> Line:
    seat = data["seat"]
    you = seats.is_you(seat)
    text = words._("You choose **{card}**.") if you else words._("{name} chooses **{card}**.")
    return Line(text.format(name=seats[seat], card=words.multiplier_name(data["card"])), seat)


def _multipliers_hidden(words: FestivalWords, data: Json, seats: Seats) -> Line:
    return Line(words._("All have chosen a Score Multiplier Card, face down."))


def _tokens(words: FestivalWords, data: Json, seats: Seats) -> Line:
    seat, number = data["seat"], len(data["seasons"])
    if seats.is_you(seat):
        text = words.ngettext(
            "You take a token of {seasons}.", "You take tokens of {seasons}.", number
        )
    else:
        text = words.ngettext(
            "{name} takes a token of {seasons}.", "{name} takes tokens of {seasons}.", number
        )
    seasons = [f"**{words.season_of(season)}**" for season in data["seasons"]]
    listed = _joined(seasons, words._("{several} and {last}"))
    return Line(text.format(name=seats[seat], seasons=listed), seat)


def _round(words: FestivalWords, data: Json, seats: Seats) -> Line:
    return Line(words._("Round {number}").format(number=data["number"]), heading=True)


def _dummy(words: FestivalWords, data: Json, seats: Seats) -> Line:
    return Line(words._("The dummy plays {card}.").format(card=words.taken(data["card"])))


def _void(words: FestivalWords, data: Json, seats: Seats) -> Line:
    seat = data["seat"]
    you = seats.is_you(seat)
    text = (
        words._("You have no more {seasons}.") if you else words._("{name} has no more {seasons}.")
    )
    seasons = [f"**{words.season_of(season)}**" for season in data["seasons"]]
    listed = _joined(seasons, words.pgettext("no more", "{several} or {last}"))
    return Line(text.format(name=seats[seat], seasons=listed), seat)


def _swap(words: FestivalWords, data: Json, seats: Seats) -> Line:
    (one, other), (yorozu, crow) = data["seats"], data["cards"]
    owner = None if seats.is_dummy(other) else other
    if seats.is_you(one) or seats.is_you(other):
        text = words._("Crow! You and {name} swap: you give {given} and get {got}.")
        name = seats.inside(other if seats.is_you(one) else one)
        given, got = (yorozu, crow) if seats.is_you(one) else (crow, yorozu)
        return Line(text.format(name=name, given=words.taken(given), got=words.taken(got)), owner)
    text = words._("Crow! {one} and {other} swap {yorozu} and {crow}.")
    return Line(
        text.format(
            one=seats[one],
            other=seats.inside(other),
            yorozu=words.taken(yorozu),
            crow=words.taken(crow),
        ),
        owner,
    )


def _took(words: FestivalWords, data: Json, seats: Seats) -> Line:
    seat, how = data["seat"], data["how"]
    you = seats.is_you(seat)
    if how == "lowest":
        text = (
            words._("You take {card} for the lowest card, {played}.")
            if you
            else words._("{name} takes {card} for the lowest card, {played}.")
        )
    elif how == "highest":
        text = (
            words._("You take {card} for the highest card, {played}.")
            if you
            else words._("{name} takes {card} for the highest card, {played}.")
        )
    else:
        text = words._("You keep {card}.") if you else words._("{name} keeps {card}.")
    said = text.format(
        name=seats[seat], card=words.taken(data["card"]), played=words.bold(data["played"])
    )
    if seats.is_dummy(seat):
        return Line(said)
    if CARD[data["card"]].booze:
        said += " " + words._("A booze token comes with it.")
    return Line(said, seat)


def _scored(words: FestivalWords, data: Json, seats: Seats) -> Line:
    scores = ", ".join(
        f"{seats.inside(seat)} {words.number(sum(own))}" for seat, own in enumerate(data["results"])
    )
    said = words._("VP of this game: {scores}.").format(scores=scores)
    if data["boozed"]:
        text = words.ngettext(
            "{number} booze token: {names}.", "{number} booze tokens: {names}.", BOOZE_LIMIT
        )
        said = f"{text.format(number=BOOZE_LIMIT, names=seats.listed(data['boozed']))} {said}"
    return Line(said)


def _match_over(words: FestivalWords, data: Json, seats: Seats) -> Line:
    winners = data["winners"]
    if len(winners) > 1:
        text = words._("The victory is shared by **{names}**.")
    elif seats.is_you(winners[0]):
        text = words._("You win the match.")
    else:
        text = words._("**{names}** wins the match.")
    return Line(text.format(names=seats.listed(winners)), heading=True)


EVENTS = {
    "game": _game,
    "redeal": _redeal,
    "start_player": _start_player,
    "multiplier": _multiplier,
    "multipliers_hidden": _multipliers_hidden,
    "tokens": _tokens,
    "round": _round,
    "dummy": _dummy,
    "void": _void,
    "swap": _swap,
    "took": _took,
    "scored": _scored,
    "match_over": _match_over,
}
"""The line of each kind of event. What is ``revealed`` is told again by who took what."""
