"""The game in words: events, actions, prompts and refusals, in every language."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from pathlib import Path

from meowple.core.actions import Action
from meowple.core.events import Event
from meowple.core.game import Json, Line
from meowple.core.language import N_, translator

from .components import CARD, MULTIPLIER, SEASONS, YOROZU, Card

FOLDER = Path(__file__).parent

SEASON_NAMES = {
    "spring": N_("Spring"),
    "summer": N_("Summer"),
    "fall": N_("Fall"),
    "winter": N_("Winter"),
    "yorozu": N_("Yorozu"),
}


def _translator(language: str) -> gettext.NullTranslations:
    return translator(FOLDER, "festival", language)


def season_name(season: str, language: str) -> str:
    """The name of a season's key, or of ``yorozu``."""
    return _translator(language).gettext(SEASON_NAMES[season])


def season_of(season: str, language: str) -> str:
    """The same inside a sentence, after "a card of" or "no more": the genitive in Polish."""
    pgettext = _translator(language).pgettext
    return {
        "spring": pgettext("of", "Spring"),
        "summer": pgettext("of", "Summer"),
        "fall": pgettext("of", "Fall"),
        "winter": pgettext("of", "Winter"),
        "yorozu": pgettext("of", "Yorozu"),
    }[season]


def card_name(key: str, language: str) -> str:
    """ "Winter 12"."""
    card = CARD[key]
    return f"{season_name(_season(card), language)} {card.value}"


def studied(key: str, language: str) -> str | None:
    """What reports call a kind of cards, a card or a source of points; None for others."""
    _ = _translator(language).gettext
    names = {
        "taken in the last game": _("taken in the last game"),
        "fish": _("Fish"),
        "booze": _("Booze"),
        "crows": _("Crows"),
    }
    return names.get(key) or (card_name(key, language) if key in CARD else None)


def card_spoken(key: str, language: str) -> str:
    """The card's name and its icons, for a screen reader: "Winter 12, two fish"."""
    _ = _translator(language).gettext
    card = CARD[key]
    icons = {
        (2, 0, 0): _("two fish"),
        (1, 0, 0): _("one fish"),
        (0, 1, 0): _("booze"),
        (0, 0, 1): _("crow"),
    }.get((card.fish, card.booze, card.crow), _("no icon"))
    return f"{card_name(key, language)}, {icons}"


def _season(card: Card) -> str:
    return "yorozu" if card.season == YOROZU else SEASONS[card.season]


def _bold(key: str, language: str) -> str:
    return f"**{card_name(key, language)}**"


def _seasons(seasons: Sequence[str], language: str) -> str:
    return ", ".join(f"**{season_of(season, language)}**" for season in seasons)


def multiplier_name(key: str, language: str) -> str:
    """ "甲-1: Spring ×2, Summer ×−1, Fall ×1, Winter ×1"."""
    card = MULTIPLIER[key]
    parts = (
        f"{season_name(season, language)} ×{str(factor).replace('-', '−')}"
        for season, factor in zip(SEASONS, card.factors, strict=True)
    )
    return f"{card.name}: {', '.join(parts)}"


def why(reason: Json, language: str) -> str:
    """Why a choice is impossible, from ``{code, season}`` of the view."""
    _ = _translator(language).gettext
    if reason["code"] == "season_showing":
        season = season_of(reason["season"], language)
        return _(
            "A {season} card is face up in the play area, so {season} may not be played. "
            "It is free again when no {season} card shows."
        ).format(season=season)
    return _("No card is to be played now.")


def why_short(reason: Json, language: str) -> str:
    """The same in a few words, for a tag on the card."""
    _ = _translator(language).gettext
    if reason["code"] == "season_showing":
        return _("{season} is showing").format(season=season_name(reason["season"], language))
    return _("not now")


def action(action: Action, language: str) -> str:
    """What choosing the action does, as a label."""
    _ = _translator(language).gettext
    verb, value = action.verb, action.value
    if verb == "play":
        return _("Play {card}").format(card=card_spoken(value.key, language))
    if verb == "redeal":
        return _("Ask for a new deal: you hold three crows")
    if verb == "keep":
        return _("Keep this hand")
    if verb == "multiplier":
        return _("Choose {card}").format(card=multiplier_name(value.key, language))
    if verb == "start":
        return _("Seat {number} starts").format(number=value + 1)
    if verb == "swap":
        return _("Swap the crow with {card}").format(card=card_name(value.key, language))
    taken = (value,) if isinstance(value, int) else value
    seasons = ", ".join(season_name(SEASONS[season], language) for season in taken)
    return _("Take {seasons}").format(seasons=seasons)


def prompt(view: Json, language: str) -> str:
    """What is asked of the viewer, or whom the table waits for."""
    _ = _translator(language).gettext
    table, viewer, question = view["table"], view["viewer"], view["question"]
    if view["over"]:
        return _("The match is over.")
    if viewer is None or viewer not in question["seats"]:
        return {
            "crow": _("The crow's owner chooses a Yorozu card."),
            "multiplier": _("Score Multiplier Cards are being chosen."),
            "start_player": _("The start player is being named."),
        }.get(question["kind"], _("Waiting for the others."))
    if view["choice"] is not None:
        return _("Your choice is made; you may change it until all have chosen.")
    if question["kind"] == "play":
        return _prompt_play(table, language)
    return {
        "hands": _("Look at your hand. Do you keep it?"),
        "multiplier": _("Choose a Score Multiplier Card for this game."),
        "start_player": _("You have the lowest total: name the start player."),
        "tokens": _("Take three Season Multiplier Tokens of three seasons."),
        "extra_token": _("Take one more Season Multiplier Token."),
        "free_token": _("Your Yorozu card: take a Season Multiplier Token."),
        "crow": _("Your crow swaps with one of the two Yorozu cards: which?"),
    }[question["kind"]]


def _prompt_play(table: Json, language: str) -> str:
    _ = _translator(language).gettext
    hand = [CARD[card["card"]] for card in table["hand"]]
    legal = {_season(CARD[card["card"]]) for card in table["hand"] if card["can"]}
    if any(season in legal for season in table["showing"]):
        return _("You hold no season card that is open: play any card, face down.")
    names = [season_of(season, language) for season in table["open"] if season in legal]
    if any(card.season == YOROZU for card in hand):
        names.append(season_of("yorozu", language))
    listed = names[0]
    if len(names) > 1:
        listed = _("{several} or {last}").format(several=", ".join(names[:-1]), last=names[-1])
    return _("Play a {seasons} card, face down.").format(seasons=listed)


def event(event: Event, viewer: int | None, names: Sequence[str], language: str) -> Line | None:
    """The line of the log for an event."""
    tell = EVENTS.get(event.kind)
    return tell(event.data, _People(viewer, names, language), language) if tell else None


class _People:
    """Names of seats; the viewer's own is "You", and the dummy's "the dummy"."""

    def __init__(self, viewer: int | None, names: Sequence[str], language: str) -> None:
        self.viewer = viewer
        self.names = names
        self.language = language

    def inside(self, seat: int) -> str:
        """The name in the middle of a sentence."""
        if seat == self.viewer:
            return _translator(self.language).gettext("you")
        if seat >= len(self.names):
            return _translator(self.language).gettext("the dummy")
        return self.names[seat]

    def seat(self, seat: int) -> int | None:
        """The seat, or None for the dummy."""
        return seat if seat < len(self.names) else None

    def __getitem__(self, seat: int) -> str:
        if seat == self.viewer:
            return _translator(self.language).gettext("You")
        if seat >= len(self.names):
            return _translator(self.language).gettext("The dummy")
        return self.names[seat]


def _game(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    text = _("Game {number}, the extra game") if data["extra"] else _("Game {number}")
    return Line(text.format(number=data["number"]), heading=True)


def _redeal(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    seat = data["seat"]
    if seat is None:
        return Line(_("A hand had three crows: the cards are dealt anew."))
    text = _("{name}: three crows, so all cards are dealt anew.")
    return Line(text.format(name=people[seat]), seat)


def _start_player(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    if data["by"] is None:
        return Line(
            _("{name}: start player, by lot.").format(name=people[data["seat"]]), data["seat"]
        )
    text = _("{by}: the start player shall be {name}.")
    return Line(text.format(by=people[data["by"]], name=people.inside(data["seat"])), data["by"])


def _multiplier(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    name = multiplier_name(data["card"], language)
    return Line(_("{name}: **{card}**.").format(name=people[data["seat"]], card=name), data["seat"])


def _multipliers_hidden(data: Json, people: _People, language: str) -> Line:
    return Line(
        _translator(language).gettext("All have chosen a Score Multiplier Card, face down.")
    )


def _tokens(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    text = _("{name}: takes tokens of {seasons}.")
    seasons = _seasons(data["seasons"], language)
    return Line(text.format(name=people[data["seat"]], seasons=seasons), data["seat"])


def _round(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    return Line(_("Round {number}").format(number=data["number"]), heading=True)


def _dummy(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    return Line(_("The dummy plays {card}.").format(card=_bold(data["card"], language)))


def _void(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    text = _("{name}: no more {seasons}.")
    seasons = _seasons(data["seasons"], language)
    return Line(text.format(name=people[data["seat"]], seasons=seasons), data["seat"])


def _swap(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    one, other = data["seats"]
    yorozu, crow = (_bold(card, language) for card in data["cards"])
    text = _("Crow! {one} and {other} swap {yorozu} and {crow}.")
    return Line(
        text.format(one=people[one], other=people.inside(other), yorozu=yorozu, crow=crow),
        people.seat(other),
    )


def _took(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    text = {
        "lowest": _("{name}: lowest with {played}, takes {card}."),
        "highest": _("{name}: highest with {played}, takes {card}."),
        "kept": _("{name}: keeps {card}."),
    }[data["how"]]
    if CARD[data["card"]].booze and data["seat"] < len(people.names):
        text = {
            "lowest": _("{name}: lowest with {played}, takes {card} and a booze token."),
            "highest": _("{name}: highest with {played}, takes {card} and a booze token."),
            "kept": _("{name}: keeps {card} and takes a booze token."),
        }[data["how"]]
    played, card = _bold(data["played"], language), _bold(data["card"], language)
    name = people[data["seat"]]
    return Line(text.format(name=name, played=played, card=card), people.seat(data["seat"]))


def _scored(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    end = ", ".join(people[seat] for seat in data["boozed"])
    scores = ", ".join(f"{people[seat]} {sum(own)}" for seat, own in enumerate(data["results"]))
    text = _("Third booze token: {seats}. ").format(seats=end) if end else ""
    return Line(text + _("VP of this game: {scores}.").format(scores=scores))


def _match_over(data: Json, people: _People, language: str) -> Line:
    _ = _translator(language).gettext
    winners = ", ".join(people[seat] for seat in data["winners"])
    return Line(_("The match is won by: **{names}**.").format(names=winners), heading=True)


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

COLOURS = {
    "spring": "magenta",
    "summer": "cyan",
    "fall": "yellow",
    "winter": "blue",
    "yorozu": "white",
}


def text(view: Json, names: Sequence[str], language: str) -> str:
    """The table for a terminal, with Rich markup."""
    _ = _translator(language).gettext
    table = view["table"]
    people = _People(view["viewer"], names, language)
    face_up = "   ".join(_marked(key, language) for key in table["face_up"])
    lines = [
        f"[bold]{_('Game {number}').format(number=table['game'])}[/]  "
        f"{_('Round {number}').format(number=table['round'])}   {_('Face up:')} {face_up}   "
        + _("Open: {seasons}").format(
            seasons=", ".join(season_name(season, language) for season in table["open"])
        ),
        "",
    ]
    for seat, pile in enumerate(table["piles"]):
        cards = "  ".join(_marked(key, language) for key in pile) or "-"
        if seat >= view["seats"]:
            dummy = table["dummy"]
            lines.append(f"{people[seat]:<14} {cards}")
            if dummy["card"]:
                lines.append(
                    " " * 15 + _("plays {card}").format(card=_marked(dummy["card"], language))
                )
            continue
        voids = ", ".join(season_of(season, language) for season in table["voids"][seat])
        notes = [
            _("{vp} VP now").format(vp=table["vp_now"][seat]),
            _("booze {number} of 3").format(number=table["booze"][seat]),
            _("total {total}").format(total=table["totals"][seat]),
        ]
        if voids:
            notes.append(_("no more {seasons}").format(seasons=voids))
        if chosen := table["chosen"][seat]:
            notes.append(multiplier_name(chosen["key"], language))
        if any(table["tokens"][seat]):
            notes.append(
                " ".join(
                    f"{season_name(season, language)} {number}"
                    for season, number in zip(SEASONS, table["tokens"][seat], strict=True)
                )
            )
        done = " *" if seat in view["committed"] else ""
        lines.append(f"[bold]{people[seat] + done:<14}[/] {cards}")
        lines.append(" " * 15 + f"[dim]{'   '.join(notes)}[/]")
    if table["hand"]:
        hand = "  ".join(_marked(card["card"], language) for card in table["hand"])
        lines += ["", f"[bold]{_('Your hand:')}[/] {hand}"]
    return "\n".join(lines)


def _marked(key: str, language: str) -> str:
    card = CARD[key]
    icons = "><>" * card.fish + "(u)" * card.booze + "(crow)" * card.crow
    return f"[{COLOURS[_season(card)]}]{card_name(key, language)}[/]{' ' + icons if icons else ''}"
