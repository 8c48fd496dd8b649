"""What one viewer may see of a table and do at it now: the pages and the JSON both start here."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import meowple.core.registry as registry
from meowple.bots import UnknownBot, about
from meowple.core.errors import UnknownGame
from meowple.core.events import Event
from meowple.core.game import Game, Json, Line
from meowple.core.language import N_, Texts, texts, translator
from meowple.core.language import seat_names as names_of_seats
from meowple.core.story import Beat, Happened, plain_story
from meowple.core.words import Ending, People, Words

from .paths import url
from .tables.commands import LOST, is_gone
from .tables.presence import GONE, NOBODY, Presence
from .tables.store import Card
from .tables.table import Chat, Log, Seat, Table, Told

log = logging.getLogger(__name__)

T = TypeVar("T")

WEB = Path(__file__).parent.parent / "web"


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table, and how.

    Attributes:
        person: id, or None for a stranger.
        name: under which the person plays.
        language: of the page.
        base: the address of the server, without a slash at the end.
        theme: ``light``, ``dark`` or ``auto``.
        presence: who is connected to the table.
    """

    person: str | None
    name: str
    language: str
    base: str
    theme: str = "auto"
    presence: Presence = NOBODY


# -- words ---------------------------------------------------------------------------------------


@cache
def translations(language: str) -> Texts:
    """The words of the pages in a language."""
    return translator(WEB, "web", language).before(texts(language))


def installed() -> list[Game[Any]]:
    """The games that can be played; those that cannot be imported are left out."""
    found = []
    for name in registry.games():
        try:
            found.append(registry.get_game(name))
        except UnknownGame:
            continue
    return found


def game_translations(name: str, language: str) -> Texts:
    """The words of a game."""
    return registry.get_game(name).in_words(language).catalogue


_TAG = re.compile(r"(\\*)\[([a-z#/@][^\[]*?)\]")


def _unmarked(text: str) -> str:
    """Text with Rich markup as it would be read; a backslash keeps what looks like a tag."""

    def read(tag: re.Match[str]) -> str:
        slashes = len(tag[1])
        return "\\" * (slashes // 2) + (f"[{tag[2]}]" if slashes % 2 else "")

    return _TAG.sub(read, text)


def labels(
    game: Game[Any], keys: Sequence[str], viewer: int | None, names: Sequence[str], language: str
) -> dict[str, str]:
    """What choosing each of some actions does, by its key, as a viewer reads it."""
    words = game.in_words(language)
    words = words.at(words.people(viewer, names))
    return {key: words.action(game.actions[key]) for key in keys}


def plain(
    game: Game[Any], view: Json | None, viewer: int | None, names: Sequence[str], language: str
) -> str:
    """The table as the terminal shows it, without the markup for colours."""
    words = game.in_words(language)
    return "" if view is None else _unmarked(words.text(view, words.people(viewer, names)))


def prompt(table: Table, view: Json | None, language: str) -> str:
    """What a viewer is asked; of a match that is lost, that it is."""
    if view is not None:
        return table.game.in_words(language).prompt(view)
    return translations(language).gettext(LOST) if table.lost else ""


SURE = 90
"""Hundredths beyond which a chance is not told exactly: what looked surer came true less often."""


def chance(part: float, language: str) -> str:
    """The part of the victory that somebody may hope for, in hundredths.

    >>> chance(0.341, "en"), chance(0.999, "en"), chance(0.001, "en")
    ('34%', 'over 90%', '1%')
    """
    words = translations(language)
    said = words.percent(_hundredths(part) / 100, 0)
    return words.gettext(N_("over {chance}")).format(chance=said) if 100 * part > SURE else said


def rise(before: float, after: float, language: str) -> str:
    """By how many hundredths a `chance` has grown; empty if it has not.

    >>> rise(0.38, 0.64, "en"), rise(0.38, 0.38, "en")
    ('+26%', '')
    """
    more = _hundredths(after) - _hundredths(before)
    return f"+{translations(language).percent(more / 100, 0)}" if more > 0 else ""


def _hundredths(part: float) -> int:
    return min(max(round(100 * part), 1), SURE)


# -- games and tables ----------------------------------------------------------------------------


@cache
def game_card(name: str, language: str) -> dict[str, Any]:
    """A game as the lobby shows it."""
    game = registry.get_game(name)
    words = game_translations(game.name, language)
    return {
        "name": game.name,
        "title": words.gettext(game.title),
        "seat_counts": game.seat_counts,
        "minutes": game.minutes,
        "options": [
            {
                "name": option.name,
                "title": words.gettext(option.title),
                "help": words.gettext(option.help) if option.help else "",
                "default": option.default,
                "least": option.least,
                "most": option.most,
                "choices": [
                    {
                        "value": option.typed(value),
                        "title": words.gettext(title),
                        "default": value == option.default,
                    }
                    for value, title in option.choices.items()
                ],
            }
            for option in game.options
        ],
    }


def seat_names(table: Table, language: str) -> list[str]:
    """What the seats are called, open ones by their number."""
    unnamed = names_of_seats(len(table.seats), language)
    return [seat.name or unnamed[index] for index, seat in enumerate(table.seats)]


def table_card(table: Table, viewer: Viewer) -> dict[str, Any]:
    """A table as templates know it."""
    words = game_translations(table.head.game, viewer.language)
    options, played = [], table.options
    for option in table.game.options:
        value = played.get(option.name, option.default)
        title = words.gettext(option.choices[value]) if value in option.choices else str(value)
        options.append({"title": words.gettext(option.title), "value": title})
    seat = table.seat_of(viewer.person)
    code = invite(table, viewer.person)
    link = url("join_link", code) if code else url("table", table.head.id)
    return {
        "id": table.head.id,
        "game": table.head.game,
        "title": words.gettext(table.game.title),
        "options": options,
        "status": table.status,
        "lost": table.lost,
        "listed": table.head.listed,
        "seats": table.head.seats,
        "invite": viewer.base + link if seat is not None else None,
        "host": seat is not None and table.seat_of(table.host) == seat,
        "commitment": table.head.commitment,
        "seed": table.head.seed.hex() if table.over else None,
        "rematch": url("table", table.rematch) if table.rematch and seat is not None else None,
        "wants": sorted(table.wants),
        "film": viewer.base + url("watch", table.head.id) if table.head.listed else "",
        "version": table.version,
        "minutes": round(GONE / 60),
    }


def invite(table: Table, person: str | None) -> str | None:
    """The code of the invite link for those who may pass it on.

    It lets several play from one place: at a listed table that is for the host to say, and the
    others invite by its address, where anybody may sit down.
    """
    seat = table.seat_of(person)
    if seat is None or (table.head.listed and seat != table.seat_of(table.host)):
        return None
    return table.head.invite


def people(table: Table, viewer: Viewer, view: Json | None) -> list[dict[str, Any]]:
    """Who holds each seat."""
    names = seat_names(table, viewer.language)
    host = table.seat_of(table.host)
    found = []
    for index, seat in enumerate(table.seats):
        found.append(
            {
                "index": index,
                "name": names[index],
                "kind": seat.kind,
                "bot": seat.bot,
                "away": seat.away,
                "online": is_online(seat, viewer.presence.here),
                "gone": seat.kind == "person" and is_gone(seat, viewer.presence),
                "muted": bool(seat.people & table.muted),
                "mine": viewer.person is not None and viewer.person in seat.people,
                "host": host == index,
                "turn": view is not None and index in view["to_act"],
                "committed": view is not None and index in view["committed"],
                "score": None if view is None else view["scores"][index],
                "winner": view is not None and index in view["winners"],
            }
        )
    return found


def rivals(people: Sequence[dict[str, Any]], viewer: int | None) -> list[dict[str, Any]]:
    """The others of some people, as they follow on the viewer; all for who has no seat."""
    if viewer is None:
        return list(people)
    return [*people[viewer + 1 :], *people[:viewer]]


def at_turn(view: Json | None) -> list[int]:
    """The seats that the table waits for one after another: none while all are asked together."""
    question = view and view["question"]
    return [] if view is None or not question or question["together"] else view["to_act"]


def waiting_for(view: Json | None, viewer: int | None) -> list[int]:
    """The seats that somebody waits for who need not act now: none for who is asked."""
    if view is None or view["over"] or (viewer in view["to_act"] and view["actions"]):
        return []
    seats: list[int] = view["to_act"]
    return seats


def listed(card: Card, summary: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A table as lists show it."""
    unnamed = names_of_seats(card.seats, language)
    people = []
    for index, seat in enumerate(summary["seats"]):
        people.append(
            {
                "index": index,
                "name": seat["name"] or unnamed[index],
                "kind": seat["kind"],
                "bot": seat["bot"],
                "away": seat["away"],
                "online": seat["kind"] == "bot",
                "gone": False,
                "muted": False,
                "mine": card.seat == index,
                "host": summary["host"] == index,
                "turn": False,
                "committed": False,
                "score": None,
                "winner": False,
            }
        )
    seat = card.seat
    away = seat is not None and summary["seats"][seat]["away"]
    return {
        "id": card.id,
        "game": card.game,
        "title": game_translations(card.game, language).gettext(registry.get_game(card.game).title),
        "status": card.status,
        "people": people,
        "mine": seat is not None,
        "waits_for_me": seat in summary["asked"] and not away,
    }


def told_plainly(table: Table, tell: Callable[[Table], T]) -> T:
    """What ``tell`` gives, of a table as lost if it cannot deal with what other rules have kept."""
    try:
        return tell(table)
    except Exception:
        if table.final is None or table.lost or table.version == table.game.version:
            raise
        log.warning("today's rules cannot show table %s", table.head.id, exc_info=True)
        lost = table.copy()
        lost.lost = True
        return tell(lost)


def is_online(seat: Seat, online: frozenset[str]) -> bool:
    """Whether whoever plays a seat is there. Bots always are."""
    return seat.kind == "bot" or bool(seat.people & online)


def lines(told: Sequence[Told], most: int) -> list[dict[str, Any]]:
    """The newest lines of a log, newest first; ``most``: how many at most.

    A turn of several lines is one: what says most of it, and all of it as ``steps``, oldest first.
    """
    found: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] | None = None
    for number in range(max(0, len(told) - most), len(told)):
        line = told[number].line
        one = _line(number, line)
        if line.turn:
            steps = [one]
            found.append({**one, "steps": steps})
        elif steps is None or line.heading or line.seat is None:
            steps = None
            found.append(one)
        else:
            steps.append(one)
            found[-1]["last"] = number
            if line.seat == found[-1]["seat"] and "**" in line.text:
                found[-1] = {**one, "number": steps[0]["number"], "steps": steps}
    return found[::-1]


def all_lines(told: Sequence[Line], most: int) -> list[dict[str, Any]]:
    """The same of lines without what they tell: those of a film."""
    first = max(0, len(told) - most)
    return [_line(number, told[number]) for number in range(len(told) - 1, first - 1, -1)]


def log_parts(lines: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Lines of a log, newest first, in parts that each end with their heading."""
    found: list[list[dict[str, Any]]] = [[]]
    for line in lines:
        found[-1].append(line)
        if line["heading"]:
            found.append([])
    return [part for part in found if part]


@lru_cache(10_000)
def _line(number: int, line: Line) -> dict[str, Any]:
    """A line of the log as templates get it. Nobody changes it."""
    return {
        "text": line.plain,
        "parts": _parts(line.text),
        "seat": line.seat,
        "heading": line.heading,
        "number": number,
        "last": number,
        "steps": [],
    }


def _parts(text: str) -> list[dict[str, Any]]:
    """The text of a line in parts, those with names of pieces marked."""
    return [
        {"text": part, "strong": place % 2 == 1}
        for place, part in enumerate(text.split("**"))
        if part
    ]


STEPS = 8
"""How many of the last steps of a seat are told of what happened since somebody's last turn."""


def since(
    table: Table,
    viewer: int | None,
    view: Json | None,
    told: Sequence[Told],
    names: Sequence[str],
    language: str,
) -> dict[str, Any] | None:
    """What has happened since the viewer last did something: None for who has no seat, and at the end.

    ``first`` is the number of the first line of the log that is new, ``upto`` the one behind the
    last, ``new`` how many are new. ``turns`` tells them by seat, in the order in which the seats come
    in them. The viewer's own doing before and after that of others is no news, unless all were asked
    together.

    Args:
        view: the viewer's.
        told: the viewer's log.
    """
    if viewer is None or view is None or table.match is None or not table.marks[viewer]:
        return None
    if table.over:
        return None
    mark = table.marks[viewer][-1]
    first = next((n for n, each in enumerate(told) if each.n >= mark.told), len(told))
    if not mark.together:
        others = [n for n in range(first, len(told)) if told[n].line.seat != viewer]
        first, last = (others[0], others[-1] + 1) if others else (len(told), len(told))
    else:
        last = len(told)
    news = told[first:last]
    turns: dict[int | None, list[Told]] = {}
    for each in news:
        if each.line.seat is None or not each.line.heading:
            turns.setdefault(each.line.seat, []).append(each)
    people = table.game.in_words(language).people(viewer, names)
    scores = view["scores"]
    found = []
    for seat, of_seat in turns.items():
        if steps := [each for each in of_seat if not each.line.heading]:
            titles = [each.line.plain for each in of_seat if each.line.heading]
            found.append(
                {
                    **_turn("" if seat is None else people[seat], steps),
                    "seat": seat,
                    "title": titles[-1] if titles else "",
                    "gain": scores[seat] - mark.scores[seat]
                    if seat is not None and mark.scores
                    else 0,
                }
            )
    when = datetime.fromtimestamp(mark.time, UTC)
    return {
        "first": first,
        "upto": len(told),
        "new": sum(not each.line.heading for each in news),
        "time": f"{when:%H:%M}",
        "iso": f"{when:%Y-%m-%dT%H:%M:%SZ}",
        "turns": found,
    }


def _turn(name: str, steps: Sequence[Told]) -> dict[str, Any]:
    """What somebody did, step by step, and the one that says most: the last that names a piece."""
    head = next((step for step in reversed(steps) if "**" in step.line.text), steps[-1])
    last = steps[-STEPS:]
    return {
        **_step(name, head),
        "earlier": len(steps) - len(last),
        "steps": [_step(name, step) for step in last],
    }


def _step(name: str, step: Told) -> dict[str, Any]:
    """A step as it stands behind a name, and the pieces that it is about."""
    text = step.line.text
    if name and text.startswith((f"{name}:", f"{name} ")):
        text = text[len(name) :].lstrip(": ")
    return {"parts": _parts(text), "about": _pieces(step.event)}


_KEY = re.compile(r"[a-z][a-z0-9-]+")


def _pieces(event: Event) -> str:
    """The pieces that an event names, each by its field and key: ``card:quilt place:river-c``."""
    found: dict[str, None] = {}

    def look(field: str, value: Any) -> None:
        if isinstance(value, str) and _KEY.fullmatch(value):
            found[f"{field}:{value}"] = None
        elif isinstance(value, list):
            for each in value:
                look(field, each)
        elif isinstance(value, dict):
            for name, each in value.items():
                look(name, each)

    look("", event.data)
    return " ".join(found)


HAPPENED = 24
"""How many of the newest events a story may be made of."""

BEATS = 8
"""How many beats a story has at most: of more that happened, the log tells."""


def story(
    table: Table, viewer: int | None, log: Log, names: Sequence[str], language: str
) -> dict[str, Any] | None:
    """The newest of what happened, in beats; None before the start.

    ``upto`` is the number behind the last event: a page that has told up to some number tells the
    beats from there on. ``pieces`` are what moves in them.

    Args:
        log: the viewer's.
    """
    if not table.started or table.lost:
        return None
    happened = log.newest(HAPPENED)
    key = (viewer, tuple(names), language)
    known, found = table.stories.get(key, (None, None))
    if found is None or known != happened:
        found = _story(table, viewer, happened, names, language)
        if len(table.stories) > 40:
            table.stories.clear()
        table.stories[key] = (happened, found)
    return found


def _story(
    table: Table,
    viewer: int | None,
    happened: Sequence[Happened],
    names: Sequence[str],
    language: str,
) -> dict[str, Any]:
    words = table.game.in_words(language)
    told: Sequence[Beat] = plain_story(happened)
    if table.match is not None and not table.retold:  # else pieces may be of other rules
        try:
            told = words.story(happened, words.people(viewer, names))
        except Exception:  # a table can do without the story that its game makes of it
            log.exception("the story of table %s", table.head.id)
    told = told[-BEATS:]
    return {
        "upto": happened[-1].n + 1 if happened else 0,
        "beats": [_beat(beat) for beat in told],
        "pieces": list(dict.fromkeys(move.piece for beat in told for move in beat.moves)),
    }


def _beat(beat: Beat) -> dict[str, Any]:
    """A beat as templates get it."""
    return {
        "upto": beat.upto + 1,
        "parts": _parts(beat.text),
        "seat": beat.seat,
        "about": " ".join(beat.about),
        "moves": [move._asdict() for move in beat.moves],
        "hold": round(100 * beat.hold),
        "name": beat.name,
        "opens": beat.opens,
    }


def ending(
    table: Table, viewer: int | None, view: Json | None, names: Sequence[str], language: str
) -> dict[str, Any] | None:
    """How the match has ended, as plain data; None before that."""
    if view is None or not table.over:
        return None
    words = table.game.in_words(language)
    told = _ending(table, words, view, words.people(viewer, names))
    order = sorted(range(len(names)), key=lambda seat: (told.places[seat], seat))
    return {
        "unit": told.unit,
        "title": told.title,
        "sources": [
            {"name": each.name, "picture": each.picture, "points": list(each.points)}
            for each in told.sources
        ],
        "most": max(1, *(points for each in told.sources for points in each.points), 1),
        "rows": [
            {"seat": seat, "place": told.places[seat], "total": view["scores"][seat]}
            for seat in order
        ],
        "headline": told.headline,
        "tie": told.tie,
        "notes": list(told.notes),
        "course": [
            {"name": each.name, "picture": each.picture, "points": list(each.points)}
            for each in told.course
        ],
        "course_title": told.course_title,
        "hands": told.hands,
        "sheet": told.sheet,
        "next": _next_rules(table, language),
    }


def _ending(table: Table, words: Words, view: Json, people: People) -> Ending:
    try:
        return words.ending(view, table.events(people.viewer), people)
    except (KeyError, TypeError, ValueError):
        if table.match is not None:
            raise
        return Words.ending(words, view, (), people)  # a film of other rules


def _next_rules(table: Table, language: str) -> dict[str, str] | None:
    """The option that goes one step up in the next rules, and its value; None beyond the last."""
    options = table.game.next_options(table.head.options)
    if options is None:
        return None
    words = game_translations(table.head.game, language)
    for option in table.game.options:
        value = options[option.name]
        if value != table.head.options.get(option.name, option.default):
            title = words.gettext(option.choices[value])
            return {"option": words.gettext(option.title), "value": title}
    return None


def chat(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """What was said and noted, oldest first: what those say who look on is for them until the end."""
    found = []
    seat = table.seat_of(viewer.person)
    for said in table.chat:
        if not said.heard(seat, over=table.over):
            continue
        when = datetime.fromtimestamp(said.time, UTC)
        found.append(
            {
                "number": said.number,
                "seat": said.seat,
                "name": said.name,
                "text": said.text if said.values is None else _noted(table, said, viewer.language),
                "time": f"{when:%H:%M}",
                "iso": f"{when:%Y-%m-%dT%H:%M:%SZ}",
                "mine": said.values is None and said.author == viewer.person,
                "aside": said.aside,
                "note": said.values is not None,
            }
        )
    return found


def _noted(table: Table, note: Chat, language: str) -> str:
    """A note in words."""
    values = dict(note.values or {})
    if "options" in values:
        titles = {option.name: option.title for option in table.game.options}
        words = game_translations(table.head.game, language)
        values["options"] = ", ".join(
            words.gettext(titles[name]) if name in titles else name for name in values["options"]
        )
    if "bot" in values:
        values["bot"] = bot_title(values["bot"], language)
    return translations(language).gettext(note.text).format(**values)


def bot_title(name: str, language: str) -> str:
    """What a kind of bot is called."""
    try:
        return about(name, language).title
    except UnknownBot:  # it is not installed any more
        return name


def consent(table: Table, viewer: int | None) -> dict[str, Any] | None:
    """What somebody asks to take back."""
    asked = table.consent
    if asked is None:
        return None
    return {
        "asker": asked.asker,
        "name": table.seats[asked.asker].name,
        "agreed": sorted(asked.agreed),
        "missing": sorted(seat for seat in asked.missing if table.seats[seat].people),
        "ask_me": viewer in asked.missing and viewer is not None,
        "mine": viewer == asked.asker,
    }


def can(table: Table, viewer: Viewer, view: Json | None) -> dict[str, bool]:
    """What a viewer may do now."""
    seat = table.seat_of(viewer.person)
    seated = seat is not None
    away = seat is not None and table.seats[seat].away
    status = table.status
    playing = seated and not away and status == "playing" and view is not None
    hosted = table.seat_of(table.host)
    host = seated and (
        hosted is None or hosted == seat or is_gone(table.seats[hosted], viewer.presence)
    )
    undo = view["undo"] if playing and view is not None and table.consent is None else None
    if undo == "consent" and any(each.away for each in table.seats):
        undo = None  # who is away cannot agree
    return {
        "act": bool(playing and view is not None and view["actions"]),
        "undo": undo is not None,
        "chat": viewer.person not in table.removed and not table.is_muted(viewer.person),
        "leave": seated and not away and status in ("waiting", "playing"),
        "back": away and status == "playing",
        "join": not seated
        and viewer.person not in table.removed
        and status == "waiting"
        and bool(table.open_seats),
        "start": host and status == "waiting",
        "rematch": seated and status == "over",
        "film": table.over and table.match is not None,
        "device": seated,
        "hint": bool(playing and view is not None and view["actions"]),
        "seats": host and status in ("waiting", "playing"),
    }
