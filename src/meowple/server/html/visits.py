"""Requests of people with browsers: who asks, what a form holds, and how it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from meowple.core.language import N_
from meowple.server.house import House
from meowple.server.paths import url
from meowple.server.people import language_of, new_person
from meowple.server.shown import Viewer, translations
from meowple.server.tables import commands
from meowple.server.tables.commands import Order, Refused, Who
from meowple.server.tables.table import Table

from .kept import partial
from .regions import Screen

T = TypeVar("T")

THEMES = ("auto", "light", "dark")

GUEST = N_("Guest")

SHOWN = "meowple-at"
"""The header that says what a page shows, or will show by an answer: `Screen.at`."""


@dataclass(frozen=True)
class Visit:
    """One request of somebody with a browser."""

    house: House
    request: Request
    person: str
    fresh: bool
    language: str
    theme: str

    @property
    def htmx(self) -> bool:
        """Whether htmx has sent it."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def shown(self) -> str:
        """What the page shows: see `Screen.at`."""
        return self.request.headers.get(SHOWN, "")

    async def name(self) -> str:
        """The name that the person last played under."""
        if self.fresh:
            return ""
        return await asyncio.to_thread(self.house.store.name_of, self.person)

    async def who(self, typed: str = "") -> Who:
        """The person with the name just typed, or with the last one."""
        known = await self.name()
        typed = commands.clean(typed, commands.NAME_LENGTH)
        if typed and typed != known:
            known = commands.check_name(typed)
            await self.house.write(self.house.store.rename, self.person, known)
        return Who(self.person, known)

    async def player(self, typed: str) -> Who:
        """The person as one who sits down: those who have given no name yet are guests."""
        who = await self.who(typed)
        return who if who.name else replace(who, name=translations(self.language).gettext(GUEST))

    def viewer(self, name: str) -> Callable[[Table], Viewer]:
        """Makes the viewer of a table; call it in a thread."""
        base = self.house.base(self.request)

        def viewer(table: Table) -> Viewer:
            presence = self.house.live.presence(table.head.id)
            return Viewer(self.person, name, self.language, base, self.theme, presence)

        return viewer

    async def page(self, template: str, status: int = 200, **context: Any) -> Response:
        """A page from a template."""
        name = await self.name()

        def draw() -> str:
            more = {"me": {"name": name}, "path": self.request.url.path, **context}
            return self.house.renderer.page(template, self.language, self.theme, **more)

        return self.keep(HTMLResponse(await asyncio.to_thread(draw), status))

    def keep(self, response: Response) -> Response:
        """The response with what lets us know the person again."""
        self.house.people.remember(response, self.person, secure=self.secure)
        return response

    @property
    def secure(self) -> bool:
        """Whether the page came over an encrypted connection."""
        public = self.house.public_url or ""
        return self.request.url.scheme == "https" or public.startswith("https:")

    def to_table(self, table_id: str) -> Response:
        """Lead the browser to a table where the person belongs from now on.

        Whose request has brought no cookie may be one whose browser keeps none: the page will see.
        """
        return self.go(url("table", table_id) + ("?fresh=1" if self.fresh else ""))

    def go(self, path: str) -> Response:
        """Lead the browser to another page."""
        if self.htmx:
            return self.keep(Response(status_code=204, headers={"hx-redirect": path}))
        return self.keep(RedirectResponse(path, 303))


def visit(house: House, request: Request) -> Visit:
    """Who asks, and in which language."""
    person = house.people.from_cookie(request)
    theme = request.cookies.get("theme", "")
    return Visit(
        house,
        request,
        person or new_person(),
        person is None,
        language_of(request),
        theme if theme in THEMES else "auto",
    )


async def sent(request: Request) -> FormData:
    """The fields of a form. Raises `Refused` for what is no text: a sender may name any codec."""
    try:
        form = await request.form()
        for name, value in form.multi_items():
            f"{name}{value}".encode()
    except UnicodeError:
        raise Refused(400, "http", N_("That could not be understood.")) from None
    return form


def text(form: FormData, name: str, default: str = "") -> str:
    """A field of a form; files and missing fields are the default."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def number(form: FormData, name: str) -> int | None:
    """A whole number in a form; None if it is missing."""
    value = text(form, name)
    if not value:
        return None
    if not value.isascii() or not value.isdecimal() or len(value) > 9:
        raise Refused(422, "no-number", N_("A number is missing in what you sent."))
    return int(value)


def nested(form: FormData, name: str) -> dict[str, Any]:
    """The fields ``name.a``, ``name.b.c`` and ``name.list[]`` of a form as one table.

    Empty fields are left out; a list has all that was sent under its name, in that order. Raises
    `Refused` where one name is to be two things.
    """

    def within(outer: dict[str, Any], part: str, kind: type[T]) -> T:
        inner = outer.setdefault(part, kind())
        if not isinstance(inner, kind):
            raise Refused(422, "no-form", N_("That could not be understood."))
        return inner

    found: dict[str, Any] = {}
    for field, value in form.multi_items():
        first, *path = field.split(".")
        if first != name or not path or len(path) > 3 or not isinstance(value, str) or not value:
            continue
        inner = found
        for part in path[:-1]:
            inner = within(inner, part, dict)
        last = path[-1]
        if last.endswith("[]"):
            within(inner, last.removesuffix("[]"), list).append(value)
        else:
            inner[last] = value
    return found


def order(form: FormData) -> Order:
    """The question that a form answers, and the id under which it came."""
    return Order(number(form, "question"), commands.check_command(text(form, "command") or None))


def safe_path(path: str) -> str:
    """A path of this server to go back to; the lobby for anything else."""
    try:
        parts = urlsplit(path)
    except ValueError:
        return "/"
    if parts.scheme or parts.netloc or not path.startswith("/") or path[1:2] in ("/", "\\"):
        return "/"
    return quote(parts.path, safe="/-._~%") or "/"


# -- refusals -----------------------------------------------------------------------------------


TITLES = {200: N_("A hint"), 404: N_("Not found"), 429: N_("Too fast")}
FAILED = N_("That did not work")


async def notice(here: Visit, message: str, status: int, *, back: str = "/") -> Response:
    """A sentence to the person: a notice on the page with htmx, a page without."""
    if here.htmx:
        html = here.house.renderer.page("notice.html", here.language, here.theme, message=message)
        return HTMLResponse(partial("#notice", html), status)
    words = translations(here.language)
    title = words.gettext(TITLES.get(status, FAILED))
    html = here.house.renderer.page(
        "error.html",
        here.language,
        here.theme,
        status=status,
        title=title,
        message=message,
        back=back,
    )
    return HTMLResponse(html, status)


async def up_to_date(
    here: Visit,
    table_id: str,
    viewer: Callable[[Table], Viewer],
    before: Table | None = None,
    *,
    note: str = "",
    status: int = 200,
) -> Response:
    """What brings a page up to date, in answer to a form.

    Args:
        here: who has sent it.
        table_id: the table of the page.
        viewer: see `Visit.viewer`.
        before: the table before the form did anything.
        note: HTML to send besides.
        status: of the answer.
    """

    def draw(table: Table) -> tuple[str, str]:
        eyes = viewer(table)
        screen = Screen(here.house.renderer, here.shown)
        if before is not None:
            screen.start_from(before, eyes)
        return screen.message(table, eyes), screen.at

    html, at = await here.house.rounds.draw(table_id, here.person, draw)
    return here.keep(HTMLResponse(f"{note}\n{html}".strip(), status, {SHOWN: at}))


async def refusal(house: House, request: Request, error: Refused) -> Response:
    """The answer to what is refused, in words; to htmx with the table as it really is."""
    here = visit(house, request)
    message = error.words(translations(here.language).gettext)
    parts = request.url.path.split("/")
    table_id = parts[2] if len(parts) > 3 and parts[1] == "tables" else None
    back = url("table", table_id) if table_id and error.status != 404 else "/"
    response = await notice(here, message, error.status, back=back)
    if here.htmx and table_id and error.status == 409:
        viewer = here.viewer(await here.name())
        note = bytes(response.body).decode()
        response = await up_to_date(here, table_id, viewer, note=note, status=409)
    return response
