"""Pages and regions of tables as HTML: what templates get, and nothing else reaches them."""

from __future__ import annotations

import json
import marshal
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, cast

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.compiler import CodeGenerator
from markupsafe import Markup, escape

from meowple.bots import about
from meowple.bots.advice import Idea
from meowple.core.film import Film
from meowple.core.language import LANGUAGES, Texts
from meowple.core.registry import game_folder, get_game, table_file
from meowple.server.bots import suited
from meowple.server.paths import url
from meowple.server.shown import (
    WEB,
    Viewer,
    all_lines,
    at_turn,
    can,
    chance,
    chat,
    consent,
    ending,
    game_card,
    game_translations,
    installed,
    labels,
    lines,
    log_parts,
    people,
    plain,
    prompt,
    rise,
    rivals,
    seat_names,
    since,
    story,
    table_card,
    told_plainly,
    translations,
    waiting_for,
)
from meowple.server.tables.table import Table

from . import charts
from .inputs import Inputs, Reads, Watched, changes, gather, tree, watch
from .kept import Kept, Region, short_hash
from .macros import Memos, Modules, PageTemplate
from .rulebook import PARTS, Lesson, Part, chapters, search
from .static import Static

FILMS = 6
"""How many films are kept that people look at."""

LINES = 80
"""How many of the newest lines of the log a page shows."""

CONTEXT = (
    *("language", "theme", "games", "bots", "me", "path", "table", "people", "rivals"),
    *("watchers", "view", "viewer", "at_turn", "waiting_for", "prompt", "labels", "names"),
    *("lines", "log", "since", "story", "chat", "consent", "can", "me_away", "forms"),
    *("ending", "chart", "views"),
)
"""What the templates of a table get, besides functions; `Renderer.table_context` says the rest."""


@dataclass(frozen=True)
class Picture:
    """All that one viewer sees of a table.

    Attributes:
        frame: what decides how the page is laid out; the whole layout is sent when it changes.
        drawn: the regions by their names.
        context: from which all was drawn.
    """

    frame: str
    drawn: Mapping[str, Region]
    context: Mapping[str, Any]

    @property
    def regions(self) -> dict[str, str]:
        """name -> HTML."""
        return {name: region.html for name, region in self.drawn.items()}

    @cached_property
    def digest(self) -> str:
        """A short hash of all."""
        return short_hash("\0".join((self.frame, *[each.hash for each in self.drawn.values()])))


class _Generator(CodeGenerator):
    """Writes what templates do most often so that nothing is called for it that need not be.

    What is shown is escaped by `shown`, tables are looked into on the spot, and what is called is
    not given the context: nothing in our templates wants it.
    """

    def visit_Template(self, node: Any, frame: Any = None) -> None:
        self.writeline("from operator import call")
        self.writeline(f"from {__name__} import shown")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write("shown(")

    def visit_Getattr(self, node: Any, frame: Any) -> None:
        if node.attr in _METHODS:
            super().visit_Getattr(node, frame)
            return
        name = repr(node.attr)
        self.write("(it[" + name + "] if type(it := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {name} in it else environment.getattr(it, {name}))")

    def visit_Call(self, node: Any, frame: Any, forward_caller: bool = False) -> None:
        self.write("call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


@lru_cache(20_000)
def _escaped(text: str) -> str:
    return str(escape(text))


def shown(value: Any) -> str:
    """What stands for a value in HTML; it is only joined, so it need not be marked as safe."""
    kind = type(value)
    if kind is Markup:
        return cast(Markup, value)
    if kind is str:
        return _escaped(value)
    return str(value) if kind is int else escape(value)


_METHODS = frozenset(dir(dict))


class _Environment(Environment):
    """Looks into tables first: nearly all that templates read are tables."""

    code_generator_class = _Generator
    template_class = PageTemplate

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj and attribute not in _METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)


class _GameLoader(PrefixLoader):
    """Templates of games, which keep the game in their name."""

    load = BaseLoader.load


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
        self.env = _Environment(
            loader=ChoiceLoader(
                [
                    FileSystemLoader(self.templates),
                    _GameLoader({name: FileSystemLoader(folder) for name, folder in games.items()}),
                ]
            ),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=templates is not None,
            cache_size=-1,
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
        self.kept = Kept()
        self._read: dict[str, Inputs] = {}
        self._reads: dict[tuple[str, bool], tuple[dict[str, _Part], Watched]] = {}
        self._memos: dict[tuple[str, str], Memos] = {}
        self._common: dict[tuple[str, str, str | None], dict[str, Any]] = {}
        self._lessons: dict[tuple[str, str], Lesson] = {}
        self._films: dict[str, Film] = {}
        self._films_lock = threading.Lock()
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
        key = (language, theme, game)
        if key not in self._common:
            self._common[key] = self._make_common(language, theme, game)
        return self._common[key]

    def _make_common(self, language: str, theme: str, game: str | None) -> dict[str, Any]:
        words = translations(language)
        if game is not None:
            words = game_translations(game, language).before(words)
        return {
            **self.env.globals,  # so that nothing is added when a region is drawn
            **_gettext(words),
            "language": language,
            "theme": theme,
            "games": [game_card(name, language) for name in self._games],
            "heads": {name: _heads(name) for name in self._games},
            "bots": {
                name: [about(bot, language)._asdict() for bot in suited(name)]
                for name in (self._games if game is None else (game,))
            },
            "learned": lambda game: self.lesson(game, language).minutes,
            "hidden": _no_hidden,
            "icon": cache(self.icon if game is None else partial(self.icon, page=game)),
        }

    def guide(self, game: str, language: str, query: str) -> dict[str, Any]:
        """What the page on how a game is played gets, besides what every page does.

        Args:
            game: its name.
            language: of the page.
            query: words to look for in the rules; all rules are shown if there are none.
        """
        file, written_in = game_folder(game) / f"rules.{language}.md", language
        if not file.is_file():
            file, written_in = game_folder(game) / "rules.md", "en"
        all_chapters = chapters(file.read_text("utf-8") if file.is_file() else "")
        shown = search(all_chapters, query) if query else all_chapters
        common = self.common(language, "", game)
        return {
            **{name: value for name, value in common.items() if name not in ("language", "theme")},
            "game": game_card(game, language),
            "lesson": self.lesson(game, language),
            "chapters": shown,
            "rules": sum(bool(entry.id) for chapter in all_chapters for entry in chapter.entries),
            "hits": sum(len(chapter.entries) for chapter in shown),
            "query": query,
            "written_in": written_in,
        }

    def lesson(self, game: str, language: str) -> Lesson:
        """How a game is played, as its ``howto.html`` tells it; nothing if it has none."""
        key = (game, language)
        if key not in self._lessons:
            self._lessons[key] = self._draw_lesson(game, language)
        return self._lessons[key]

    def _draw_lesson(self, game: str, language: str) -> Lesson:
        if f"{game}/howto.html" not in self.env.list_templates():
            return Lesson("", (), "")
        words = get_game(game).in_words(language)
        told = words.lesson() if hasattr(words, "lesson") else {}
        context = {**self.common(language, "", game), "words": words, "viewer": None, **told}
        module = vars(self.env.get_template(f"{game}/howto.html").make_module(context))
        parts = [
            Part(name, module.get(f"{name}_title") or context["_"](title), module[name]())
            for name, title in PARTS.items()
            if name in module
        ]
        one, glance = (module[name]() if name in module else "" for name in ("one", "glance"))
        return Lesson(one, tuple(parts), glance)

    # -- tables -------------------------------------------------------------------------------

    def picture(self, table: Table, viewer: Viewer) -> Picture:
        """A table as one viewer sees it."""
        # Who has neither a seat nor said anything, nor may not, sees what every stranger sees.
        known = (
            table.seat_of(viewer.person) is not None
            or viewer.person in table.spoken
            or viewer.person in table.muted | table.removed
        )
        # Under which name to sit down is asked only before the start.
        name = viewer.name if table.status == "waiting" else ""
        key = viewer if known else replace(viewer, person=None, name=name)
        found: Picture | None = table.drawn.get(key)
        if found is None:
            if len(table.drawn) > 100:
                table.drawn.clear()
            found = told_plainly(table, lambda shown: self._picture(shown, key))
            table.drawn[key] = found
        return found

    def _picture(self, table: Table, viewer: Viewer) -> Picture:
        context = self.table_context(table, viewer)
        shown, watched = self._drawn_from(table.head.game, context["view"] is not None)
        before: Picture | None = table.before.pop(viewer, None)
        # To compare with what was just drawn is quicker than a key, and the usual case.
        if before is not None and before.drawn.keys() == shown.keys():
            changed = changes(before.context, context, watched, context["viewer"])
        else:
            before, changed = None, -1
        drawn = {}
        seated = context["viewer"] is not None
        for place, (name, part) in enumerate(shown.items()):
            # Of ours, one whose own value is None is empty, whatever else it would read.
            empty = part.common and context.get(name, ...) is None
            if before is not None and (
                not changed >> place & 1 or (empty and before.context[name] is None)
            ):
                drawn[name] = before.drawn[name]
                continue
            if seated and part.own:
                drawn[name] = self._region(name, part.template, context)
                continue
            found = (
                None if empty or not part.reads else gather(context, part.reads, context["viewer"])
            )
            key = _key(context, part.template, found)
            region = self.kept.get(key)
            if region is None:
                region = self._region(name, part.template, context)
                self.kept.put(key, region)
            drawn[name] = region
        frame = f"{context['table']['status']} {context['viewer']} {context['me_away']}"
        return Picture(frame, drawn, context)

    def _region(self, name: str, template: str, context: dict[str, Any]) -> Region:
        page = cast(PageTemplate, self.env.get_template(template))
        return Region(f"#region-{name}", page.draw(context))

    def layout(self, picture: Picture) -> str:
        """The whole of a table's page below ``#layout``."""
        return self.env.get_template("layout.html").render(picture.context)

    def table_page(self, table: Table, viewer: Viewer) -> str:
        """The page of a table."""
        picture = self.picture(table, viewer)
        stream = f"{url('events', table.head.id)}?at={picture.digest}"
        me = {"name": viewer.name}
        context = {**picture.context, "me": me, "stream": stream}
        return self.env.get_template("table.html").render(context)

    def film(self, table: Table, viewer: Viewer, step: int | None, eyes: int | None) -> str:
        """A page of the film of a finished match.

        Args:
            table: which has the match still.
            viewer: who looks.
            step: after which the match is shown, the first if not given; beyond the last the last.
            eyes: the seat that it is seen by; None for a spectator.
        """
        kept = self.kept_film(table)
        step = max(0, min(step or 0, kept.last))
        match = kept.at(step)
        before = len(kept.at(step - 1).told) if step else 0
        view = match.view(eyes)
        language = viewer.language
        names = seat_names(table, language)
        words = table.game.in_words(language)
        newest = all_lines(match.log_lines(eyes, language, names), LINES)
        news = match.log_lines(eyes, language, names, before) if step else []
        turn = kept.turning_point
        seats = people(table, viewer, view)
        return self.env.get_template("film.html").render(
            {
                **self.picture(table, viewer).context,
                "modules": self._modules(table.head.game, language),  # macros of this moment
                "me": {"name": viewer.name},
                "people": seats,
                "rivals": rivals(seats, eyes),
                "watchers": 0,
                "view": view,
                "viewer": eyes,
                "at_turn": at_turn(view),
                "waiting_for": waiting_for(view, None),
                "prompt": words.prompt(view),
                "labels": {},
                "plain": partial(plain, table.game, view, eyes, names, language),
                "lines": newest,
                "log": log_parts(newest),
                "chat": [],
                "can": dict.fromkeys(can(table, viewer, view), False),
                "ending": None,
                "chart": None,
                "views": [],
                "film": {
                    "step": step,
                    "last": kept.last,
                    "news": [line for line in all_lines(news, LINES) if not line["heading"]],
                    "turn": None if turn is None else turn.step,
                },
            }
        )

    def kept_film(self, table: Table) -> Film:
        """The film of a finished match, made once while people look at it."""
        assert table.match is not None
        film = self._films.get(table.head.id) or Film(table.match.save(whole=True))
        with self._films_lock:
            film = self._films.pop(table.head.id, film)
            self._films[table.head.id] = film  # at the end: those asked for last stay longest
            if len(self._films) > FILMS:
                del self._films[next(iter(self._films))]
            return film

    def turning(
        self, table: Table, viewer: Viewer, chances: tuple[float, float] | None = None
    ) -> str:
        """Where a finished match was decided, as a part of its end; empty where nobody can say.

        Args:
            table: which has the match still.
            viewer: who looks.
            chances: what the winner could hope for before that step, and after it, if that is known.
        """
        kept = self.kept_film(table)
        found = kept.turning_point
        language = viewer.language
        seat = table.seat_of(viewer.person)
        names = seat_names(table, language)
        told: list[dict[str, Any]] = []
        if found is not None and found.step:
            before = len(kept.at(found.step - 1).told)
            lines_then = kept.at(found.step).log_lines(seat, language, names, before)
            told = [line for line in all_lines(lines_then, LINES) if not line["heading"]]
        return self.env.get_template("turning.html").render(
            {
                **self.common(language, viewer.theme, table.head.game),
                "words": table.game.in_words(language),
                "table": table_card(table, viewer),
                "people": people(table, viewer, table.view(seat)),
                "viewer": seat,
                "turn": found,
                "told": told,
                "chances": chances and [chance(each, language) for each in chances],
                "rise": chances and rise(*chances, language),
                "spark": charts.spark(found.leads, found.step) if found else None,
            }
        )

    def coach(
        self, table: Table, seat: int, ideas: Sequence[Idea], weighed: int, language: str
    ) -> str:
        """A hint: ideas for a seat, as the ribbon shows them, the best of so many."""
        words = table.game.in_words(language)
        names = seat_names(table, language)
        said = labels(table.game, [idea.key for idea in ideas], seat, names, language)
        told = [
            {
                "key": idea.key,
                "label": said[idea.key],
                "looks": idea.looks if idea.share is None else idea.share,
                "chance": "" if idea.share is None else chance(idea.share, language),
                "hope": words.hope(idea.hope),
                "aims": " ".join(idea.hope.get("aims", ())),
            }
            for idea in ideas
        ]
        return self.env.get_template("coach.html").render(
            {
                **self.common(language, "auto", table.head.game),
                "ideas": told,
                "weighed": weighed,
                "question": table.questions[seat],
            }
        )

    def _inputs(self, game: str) -> Inputs:
        """What the templates of a game read."""
        if game not in self._read:
            self._read[game] = Inputs(self.env, game, CONTEXT)
        return self._read[game]

    def _drawn_from(self, game: str, playing: bool) -> tuple[dict[str, _Part], Watched]:
        """The regions of a game's table by their names, and what all read."""
        key = (game, playing)
        if key not in self._reads:
            of = self._inputs(game).of
            shown = {
                name: _Part(path, tree(of(path))) for name, path in self.regions(game, playing)
            }
            self._reads[key] = shown, watch(part.reads for part in shown.values())
        return self._reads[key]

    def regions(self, game: str, playing: bool) -> list[tuple[str, str]]:
        """The regions of a game's table in order: name and template."""
        templates = self.env.list_templates()
        own = f"{game if f'{game}/table.html' in templates else '_any'}/regions/"
        found = []
        for template in sorted(templates):
            start = "regions/" if template.startswith("regions/") else own
            if not template.startswith(start) or (start == own and not playing):
                continue
            name = template[len(start) :].removesuffix(".html")
            if playing and name == "seats":  # the room in which one waits: see `layout.html`
                continue
            if template.endswith(".html") and not name.startswith("_") and "/" not in name:
                found.append((name, template))
        return found

    def _modules(self, game: str, language: str) -> Modules:
        memos = self._memos.setdefault((game, language), {})
        return Modules(self._inputs(game).macros, memos)

    def table_context(self, table: Table, viewer: Viewer) -> dict[str, Any]:
        """What the templates of a table get."""
        language = viewer.language
        seat = table.seat_of(viewer.person)
        view = table.view(seat)
        names = seat_names(table, language)
        seats = people(table, viewer, view)
        happened = table.log(seat, names, language)
        told = happened.told
        newest = lines(told, LINES)
        words = table.game.in_words(language)
        question = table.questions[seat] if seat is not None else 0
        asked = prompt(table, view, language)
        actions = view["actions"] if view is not None else []
        away = seat is not None and table.seats[seat].away
        forms = _forms(table, viewer.person, seat, question)
        ended = ending(table, seat, view, names, language)
        course = [stage["points"] for stage in ended["course"]] if ended else []
        return {
            **self.common(language, viewer.theme, table.head.game),
            "modules": self._modules(table.head.game, language),
            "me": {"name": viewer.name},
            "path": url("table", table.head.id),
            "table": table_card(table, viewer),
            "people": seats,
            "rivals": rivals(seats, seat),
            "watchers": len(viewer.presence.here & table.watchers.keys()),
            "view": view,
            "viewer": seat,
            "at_turn": at_turn(view),
            "waiting_for": waiting_for(view, None if away else seat),
            "prompt": asked,
            "labels": labels(table.game, actions, seat, names, language) if not away else {},
            "words": words,
            "plain": partial(plain, table.game, view, seat, names, language),
            "names": names,
            "lines": newest,
            "log": log_parts(newest),
            "since": since(table, seat, view, told, names, language),
            "story": story(table, seat, happened, names, language),
            "chat": chat(table, viewer),
            "consent": consent(table, seat),
            "can": can(table, viewer, view),
            "me_away": away,
            "forms": forms,
            "ending": ended,
            "chart": charts.lines(course),
            "views": [table.view(each) for each in range(len(names))] if ended else [],
            "hidden": partial(_hidden, forms),
        }


class _Part:
    """What is known of a region before it is drawn.

    Attributes:
        template: that draws it.
        reads: what that reads.
        common: whether it is one that the tables of all games have.
        own: whether what somebody with a seat sees there is hardly ever what another sees, as it
            tells what is new to them, or of a game's table by whose seat it is: no key pays then.
    """

    def __init__(self, template: str, reads: Reads) -> None:
        self.template = template
        self.reads = reads
        self.common = template.startswith("regions/")
        seat = reads.get("viewer") == {} or "rivals" in reads
        self.own = "since" in reads or (seat and not self.common)


@cache
def _heads(game: str) -> list[str]:
    """The drawings that stand for the seats of a game, where it has its own; else none."""
    rules = get_game(game)
    head = getattr(rules.in_words("en"), "head", None)
    return [head(seat) for seat in range(rules.seat_counts[-1])] if head else []


def _key(context: Mapping[str, Any], template: str, found: Any) -> bytes:
    """All that a region is drawn from. ``found``: what its template reads."""
    data = (context["table"]["game"], context["language"], template, found)
    # Later forms of marshal tell apart what is the same object and what is a copy.
    return marshal.dumps(data, 2)


def _gettext(words: Texts) -> dict[str, Callable[..., Markup]]:
    """Translating functions as templates call them: values go in by name, and are escaped."""

    @cache
    def fixed(text: str) -> Markup:
        return Markup(words.gettext(text)) % {}

    def gettext(text: str, /, **values: Any) -> Markup:
        return Markup(words.gettext(text)) % values if values else fixed(text)

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


def _forms(
    table: Table, person: str | None, seat: int | None, question: int
) -> dict[str, tuple[int | None, str]]:
    """What the forms of a table carry: what they answer, and their command id. The id of an
    answer is the same as long as the question is.
    """
    command = f"{question}.{0 if seat is None else table.own[seat]}"
    return {
        "act": (question, command),
        "orders": (None, f"orders.{command}"),
        "undo": (question, f"undo.{command}"),
        "consent": (question, f"consent.{table.asks}.{command}"),
        "chat": (None, f"chat.{table.spoken.get(person or '', 0)}"),
    }


def _hidden(forms: Mapping[str, tuple[int | None, str]], form: str) -> Markup:
    return hidden_inputs(*forms.get(form, (None, form)))


def _icons(index: Path) -> dict[str, list[str]]:
    """Drawing -> the sprites that it lies in."""
    found: dict[str, list[str]] = {}
    if index.is_file():
        for sprite, names in json.loads(index.read_text("utf-8")).items():
            for name in names:
                found.setdefault(name, []).append(sprite)
    return found
