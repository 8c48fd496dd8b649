"""Pages and regions of tables as HTML: what templates get, and nothing else reaches them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from markupsafe import Markup

from meowple.bots import about
from meowple.core.language import LANGUAGES, Texts
from meowple.core.registry import game_folder, table_file
from meowple.server.bots import offered
from meowple.server.paths import url
from meowple.server.shown import (
    WEB,
    Viewer,
    can,
    chat,
    consent,
    game_card,
    game_translations,
    installed,
    labels,
    lines,
    people,
    plain,
    seat_names,
    table_card,
    translations,
)
from meowple.server.tables.table import Table

from .static import Static
from .texts import markdown


@dataclass(frozen=True)
class Command:
    """What an answer to the present question carries: the same bytes for the same question."""

    question: int
    id: str


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
        games = {game.name: table_file(game.name, "templates") for game in installed()}
        styles = {f"games/{name}/": table_file(name, "table.css").parent for name in games}
        self.templates = templates or WEB / "templates"
        self._games = games
        self.static = Static(
            {**styles, "": WEB / "static"},
            {f"games/{name}/": frozenset(("table.css", "cover.svg")) for name in games},
        )
        self.env = Environment(
            loader=ChoiceLoader(
                [
                    FileSystemLoader(self.templates),
                    PrefixLoader(
                        {name: FileSystemLoader(folder) for name, folder in games.items()}
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
        return *markdown(file.read_text("utf-8") if file.is_file() else ""), language

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
        words = table.game.in_words(language)
        question = table.questions[seat] if seat is not None else 0
        prompt = words.prompt(view) if view is not None else ""
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
            "labels": labels(table.game, actions, language) if not away else {},
            "words": words,
            "plain": partial(plain, table.game, view, seat, names, language),
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
    folders += [folder / "regions" for folder in games.values()]
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


def _icons(index: Path) -> dict[str, list[str]]:
    """Drawing -> the sprites that it lies in."""
    found: dict[str, list[str]] = {}
    if index.is_file():
        for sprite, names in json.loads(index.read_text("utf-8")).items():
            for name in names:
                found.setdefault(name, []).append(sprite)
    return found
