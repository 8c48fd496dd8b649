"""Pages and regions of tables as HTML: what templates get, and nothing else reaches them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from markdown_it import MarkdownIt
from markupsafe import Markup

import meowple.core.game as registry
from meowple.bots import about
from meowple.core.errors import UnknownGame
from meowple.core.game import Game, Json, game_folder
from meowple.core.language import LANGUAGES, Texts, texts, translator
from meowple.core.language import seat_names as names_of_seats

from .bots import offered
from .static import Static
from .table import Seat, Table

WEB = Path(__file__).parent.parent / "web"

PATHS = {
    "home": "/",
    "open": "/open",
    "tables": "/tables",
    "name": "/name",
    "language": "/language",
    "theme": "/theme",
    "credits": "/credits",
    "table": "/tables/{}",
    "events": "/tables/{}/events",
    "join": "/tables/{}/join",
    "seat": "/tables/{}/seat",
    "start": "/tables/{}/start",
    "act": "/tables/{}/act",
    "undo": "/tables/{}/undo",
    "consent": "/tables/{}/consent",
    "chat": "/tables/{}/chat",
    "leave": "/tables/{}/leave",
    "back": "/tables/{}/back",
    "rematch": "/tables/{}/rematch",
    "device": "/tables/{}/device",
    "hint": "/tables/{}/hint",
    "rules": "/rules/{}",
    "join_link": "/join/{}",
    "seat_link": "/seat/{}",
}


def url(name: str, *parts: str) -> str:
    """The path of a page or form."""
    return PATHS[name].format(*(quote(part, safe="") for part in parts))


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


_TAG = re.compile(r"(\\*)\[([a-z#/@][^\[]*?)\]")


def _unmarked(text: str) -> str:
    """Text with Rich markup as it would be read; a backslash keeps what looks like a tag."""

    def read(tag: re.Match[str]) -> str:
        slashes = len(tag[1])
        return "\\" * (slashes // 2) + (f"[{tag[2]}]" if slashes % 2 else "")

    return _TAG.sub(read, text)


class BoundWords:
    """A game's words in one language."""

    def __init__(self, game: Game[Any], view: Json | None, language: str) -> None:
        self._game = game
        self._view = view
        self._language = language

    def action(self, key: str) -> str:
        """What choosing the action with that key does."""
        return self._game.words.action(self._game.actions[key], self._language)

    def prompt(self) -> str:
        """What is asked of the viewer, or whom the table waits for."""
        return "" if self._view is None else self._game.words.prompt(self._view, self._language)

    def plain(self, names: Sequence[str]) -> str:
        """The table as the terminal shows it, without the markup for colours."""
        if self._view is None:
            return ""
        return _unmarked(self._game.words.text(self._view, names, self._language))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return partial(getattr(self._game.words, name), language=self._language)


@dataclass(frozen=True)
class Command:
    """What an answer to the present question carries: the same bytes for the same question."""

    question: int
    id: str


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table, and how.

    Attributes:
        person: id, or None for a stranger.
        name: under which the person plays.
        language: of the page.
        base: the address of the server, without a slash at the end.
        theme: ``light``, ``dark`` or ``auto``.
        online: who is connected to the table.
    """

    person: str | None
    name: str
    language: str
    base: str
    theme: str = "auto"
    online: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Picture:
    """All that one viewer sees of a table.

    Attributes:
        frame: what decides how the page is laid out; the whole layout is sent when it changes.
        regions: name -> HTML.
        context: from which all was drawn.
    """

    frame: str
    regions: Mapping[str, str]
    context: Mapping[str, Any]

    @property
    def hashes(self) -> dict[str, str]:
        """For each region, a short hash of it."""
        return {name: _hash(html) for name, html in self.regions.items()}

    @property
    def digest(self) -> str:
        """A short hash of all."""
        return _hash("\0".join((self.frame, *self.regions.values())))


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=9).hexdigest()


class Renderer:
    """Draws pages.

    Args:
        templates: the folder with the pages, another one for tests.
    """

    def __init__(self, templates: Path | None = None) -> None:
        games = {game.name: game_folder(game.name) for game in installed()}
        self.templates = templates or WEB / "templates"
        self._games = games
        self.static = Static(
            {**{f"games/{name}/": folder for name, folder in games.items()}, "": WEB / "static"},
            {f"games/{name}/": frozenset(("table.css", "cover.svg")) for name in games},
        )
        self.env = Environment(
            loader=ChoiceLoader(
                [
                    FileSystemLoader(self.templates),
                    PrefixLoader(
                        {
                            name: FileSystemLoader(folder / "templates")
                            for name, folder in games.items()
                        }
                    ),
                ]
            ),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        self.env.globals.update(
            url=url,
            static=self.static.url,
            has=self.static.has,
            cover=self.cover,
            icon=self.icon,
            languages=LANGUAGES,
        )
        self.env.newstyle_gettext = True  # type: ignore[attr-defined]
        self._icons = _icons(WEB / "static" / "icons" / "index.json")

    # -- pages --------------------------------------------------------------------------------

    def page(self, template: str, language: str, theme: str = "auto", **context: Any) -> str:
        """A page from a template and the context that every template has."""
        return self.env.get_template(template).render(
            {**self.common(language, theme), "me": {"name": ""}, "path": "/", **context}
        )

    def icon(self, name: str, page: str = "lobby") -> str:
        """The address of a drawing in a sprite, of several in the one that the page has anyway."""
        sprites = self._icons[name]
        sprite = page if page in sprites else sprites[-1]
        return f"{self.static.url(f'icons/sprite-{sprite}.svg')}#{name}"

    def cover(self, game: str) -> str:
        """The address of the picture on a game's box; a cat's head for games that bring none."""
        ours, own = f"covers/{game}.svg", f"games/{game}/cover.svg"
        found = next((path for path in (ours, own) if self.static.has(path)), "favicon.svg")
        return self.static.url(found)

    def common(self, language: str, theme: str, game: str | None = None) -> dict[str, Any]:
        """What every template gets."""
        words = translations(language)
        if game is not None:
            words = game_translations(game, language).before(words)
        return {
            **_gettext(words),
            "language": language,
            "theme": theme,
            "games": [game_card(name, language) for name in self._games],
            "bots": [about(name, language)._asdict() for name in offered()],
            "hidden": _no_hidden,
            "icon": self.icon if game is None else partial(self.icon, page=game),
        }

    def rules(self, game: str, language: str) -> tuple[Markup, list[dict[str, Any]], str]:
        """The rules of a game as HTML, their headings, and the language they are in."""
        folder = game_folder(game)
        file = folder / f"rules.{language}.md"
        if not file.is_file():
            file, language = folder / "rules.md", "en"
        return *_markdown(file.read_text("utf-8") if file.is_file() else ""), language

    # -- tables -------------------------------------------------------------------------------

    def picture(self, table: Table, viewer: Viewer) -> Picture:
        """A table as one viewer sees it."""
        person = viewer.person if _is_known(table, viewer.person) else None
        key = replace(viewer, person=person)
        found: Picture | None = table.drawn.get(key)
        if found is None:
            if len(table.drawn) > 100:
                table.drawn.clear()
            table.drawn[key] = found = self._picture(table, key)
        return found

    def _picture(self, table: Table, viewer: Viewer) -> Picture:
        context = self.table_context(table, viewer)
        regions = {}
        for name, template in self._regions(table.head.game, context["view"] is not None):
            regions[name] = self.env.get_template(template).render(context)
        frame = f"{context['table']['status']} {context['viewer']} {context['me_away']}"
        return Picture(frame, regions, context)

    def layout(self, picture: Picture) -> str:
        """The whole of a table's page below ``#layout``."""
        return self.env.get_template("layout.html").render(picture.context)

    def table_page(self, table: Table, viewer: Viewer) -> str:
        """The page of a table."""
        picture = self.picture(table, viewer)
        stream = f"{url('events', table.head.id)}?at={picture.digest}"
        return self.env.get_template("table.html").render({**picture.context, "stream": stream})

    def _listed(self) -> frozenset[str]:
        return _listed(self.env, tuple(sorted(_marks(self.templates, self._games))))

    def _regions(self, game: str, playing: bool) -> list[tuple[str, str]]:
        listed = self._listed()
        own = f"{game if f'{game}/table.html' in listed else '_any'}/regions/"
        found = []
        for template in sorted(listed):
            start = "regions/" if template.startswith("regions/") else own
            if not template.startswith(start) or (start == own and not playing):
                continue
            name = template[len(start) :].removesuffix(".html")
            if template.endswith(".html") and not name.startswith("_") and "/" not in name:
                found.append((name, template))
        return found

    def table_context(self, table: Table, viewer: Viewer) -> dict[str, Any]:
        """What the templates of a table get."""
        language = viewer.language
        seat = table.seat_of(viewer.person)
        view = table.view(seat)
        names = seat_names(table, language)
        words = BoundWords(table.game, view, language)
        question = table.questions[seat] if seat is not None else 0
        prompt = words.prompt() if view is not None else ""
        actions = view["actions"] if view is not None else []
        away = seat is not None and table.seats[seat].away
        command = Command(question, f"{question}.{0 if seat is None else table.own[seat]}")
        return {
            **self.common(language, viewer.theme, table.head.game),
            "me": {"name": viewer.name},
            "path": url("table", table.head.id),
            "table": table_card(table, viewer),
            "people": people(table, viewer, view),
            "watchers": len(viewer.online & table.watchers.keys()),
            "view": view,
            "viewer": seat,
            "prompt": prompt,
            "labels": {key: words.action(key) for key in actions} if not away else {},
            "words": words,
            "names": names,
            "lines": lines(table, seat, names, language),
            "chat": chat(table, viewer),
            "consent": consent(table, seat),
            "can": can(table, viewer, view),
            "me_away": away,
            "command": command,
            "hidden": partial(_hidden, table, viewer.person, seat, command),
        }


def _is_known(table: Table, person: str | None) -> bool:
    """Whether a table looks different to this person than to any stranger."""
    return table.seat_of(person) is not None or person in table.watchers or person in table.spoken


def _marks(templates: Path, games: Mapping[str, Path]) -> list[tuple[str, int]]:
    """When the folders of regions last changed, so that new files are seen."""
    folders = [templates, templates / "regions"]
    folders += [folder / "templates" / "regions" for folder in games.values()]
    return [(str(f), f.stat().st_mtime_ns) for f in folders if f.is_dir()]


@cache
def _listed(env: Environment, marks: tuple[tuple[str, int], ...]) -> frozenset[str]:
    return frozenset(env.list_templates())


def _gettext(words: Texts) -> dict[str, Callable[..., Markup]]:
    """Translating functions as templates call them: values go in by name, and are escaped."""

    def gettext(text: str, /, **values: Any) -> Markup:
        return Markup(words.gettext(text)) % values

    def ngettext(one: str, many: str, n: int, /, **values: Any) -> Markup:
        return Markup(words.ngettext(one, many, n)) % {"num": n, **values}

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


def _no_hidden(form: str) -> Markup:
    return Markup()


def hidden_inputs(question: int | None, command: str) -> Markup:
    """The inputs that say what a form answers, and under which id."""
    inputs = Markup('<input type="hidden" name="command" value="{}">').format(command)
    if question is not None:
        inputs = Markup('<input type="hidden" name="question" value="{}">{}').format(
            question, inputs
        )
    return inputs


def _hidden(
    table: Table, person: str | None, seat: int | None, command: Command, form: str
) -> Markup:
    if form == "act":
        return hidden_inputs(command.question, command.id)
    if form == "undo":
        return hidden_inputs(command.question, f"undo.{command.id}")
    if form == "consent":
        return hidden_inputs(command.question, f"consent.{table.asks}.{command.id}")
    if form == "chat":
        return hidden_inputs(None, f"chat.{table.spoken.get(person or '', 0)}")
    return hidden_inputs(None, form)


# -- the parts of a context ---------------------------------------------------------------------


@cache
def game_card(name: str, language: str) -> dict[str, Any]:
    """A game as the lobby shows it."""
    game = registry.get_game(name)
    words = game_translations(game.name, language)
    return {
        "name": game.name,
        "title": words.gettext(game.title),
        "seat_counts": game.seat_counts,
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


def game_translations(name: str, language: str) -> Texts:
    """The words of a game."""
    return translator(game_folder(name), name, language)


def seat_names(table: Table, language: str) -> list[str]:
    """What the seats are called, open ones by their number."""
    unnamed = names_of_seats(len(table.seats), language)
    return [seat.name or unnamed[index] for index, seat in enumerate(table.seats)]


def table_card(table: Table, viewer: Viewer) -> dict[str, Any]:
    """A table as templates know it."""
    words = game_translations(table.head.game, viewer.language)
    options = []
    for option in table.game.options:
        value = table.head.options.get(option.name, option.default)
        title = words.gettext(option.choices[value]) if value in option.choices else str(value)
        options.append({"title": words.gettext(option.title), "value": title})
    seat = table.seat_of(viewer.person)
    return {
        "id": table.head.id,
        "game": table.head.game,
        "title": words.gettext(table.game.title),
        "options": options,
        "status": table.status,
        "listed": table.head.listed,
        "seats": table.head.seats,
        "invite": viewer.base + url("join_link", table.head.invite) if seat is not None else None,
        "host": seat is not None and table.seat_of(table.host) == seat,
        "commitment": table.head.commitment,
        "seed": table.head.seed.hex() if table.over else None,
        "rematch": url("table", table.rematch) if table.rematch and seat is not None else None,
        "version": table.version,
    }


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
                "online": is_online(seat, viewer.online),
                "mine": viewer.person is not None and viewer.person in seat.people,
                "host": host == index,
                "turn": view is not None and index in view["to_act"],
                "committed": view is not None and index in view["committed"],
                "score": None if view is None else view["scores"][index],
                "winner": view is not None and index in view["winners"],
            }
        )
    return found


def is_online(seat: Seat, online: frozenset[str]) -> bool:
    """Whether whoever plays a seat is there. Bots always are."""
    return seat.kind == "bot" or bool(seat.people & online)


def lines(
    table: Table, viewer: int | None, names: Sequence[str], language: str
) -> list[dict[str, Any]]:
    """The log, newest first."""
    found = []
    for number, line in enumerate(table.lines(viewer, names, language)):
        found.append(
            {
                "text": line.plain,
                "parts": [
                    {"text": part, "strong": place % 2 == 1}
                    for place, part in enumerate(line.text.split("**"))
                    if part
                ],
                "seat": line.seat,
                "heading": line.heading,
                "number": number,
            }
        )
    return found[::-1]


def chat(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """What was said, oldest first."""
    found = []
    for said in table.chat:
        when = datetime.fromtimestamp(said.time, UTC)
        found.append(
            {
                "number": said.number,
                "seat": said.seat,
                "name": said.name,
                "text": said.text,
                "time": f"{when:%H:%M}",
                "iso": f"{when:%Y-%m-%dT%H:%M:%SZ}",
                "mine": said.author == viewer.person,
            }
        )
    return found


def consent(table: Table, viewer: int | None) -> dict[str, Any] | None:
    """What somebody asks to take back."""
    asked = table.consent
    if asked is None:
        return None
    return {
        "asker": asked.asker,
        "name": table.seats[asked.asker].name,
        "agreed": sorted(asked.agreed),
        "missing": sorted(asked.missing),
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
    host = seated and table.seat_of(table.host) == seat
    return {
        "act": bool(playing and view is not None and view["actions"]),
        "undo": bool(
            playing and view is not None and view["undo"] is not None and table.consent is None
        ),
        "chat": True,
        "leave": seated and not away and status in ("waiting", "playing"),
        "back": away and status == "playing",
        "join": not seated and status == "waiting" and bool(table.open_seats),
        "start": host and status == "waiting",
        "rematch": seated and status == "over",
        "device": seated,
        "hint": bool(playing and view is not None and view["actions"]),
        "seats": host and status in ("waiting", "playing"),
    }


# -- texts --------------------------------------------------------------------------------------


def _icons(index: Path) -> dict[str, list[str]]:
    """Drawing -> the sprites that it lies in."""
    found: dict[str, list[str]] = {}
    if index.is_file():
        for sprite, names in json.loads(index.read_text("utf-8")).items():
            for name in names:
                found.setdefault(name, []).append(sprite)
    return found


def credits() -> tuple[Markup, list[dict[str, Any]]]:
    """Who made what of it, as HTML."""
    file = Path(__file__).parents[3] / "CREDITS.md"
    text = file.read_text("utf-8") if file.is_file() else None
    if text is None:
        text = distribution("meowple").read_text("licenses/CREDITS.md")
    return _markdown(text or "")


@cache
def _markdown(text: str) -> tuple[Markup, list[dict[str, Any]]]:
    """Markdown as HTML: tags in the text are shown, not followed; links go to safe places only."""
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    tokens = parser.parse(text)
    headings = []
    used: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = tokens[place + 1].content
        plain = "".join(c if c.isalnum() else "-" for c in title.lower()).strip("-")
        anchor = base = "-".join(part for part in plain.split("-") if part) or "part"
        number = 1
        while anchor in used:
            number += 1
            anchor = f"{base}-{number}"
        used.add(anchor)
        token.attrSet("id", anchor)
        headings.append({"level": int(token.tag[1]), "id": anchor, "text": title})
    return Markup(parser.renderer.render(tokens, parser.options, {})), headings
