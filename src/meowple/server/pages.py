"""The pages, and the forms on them."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlsplit

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

import meowple.core.game as registry
from meowple.core.errors import MeowpleError, UnknownGame
from meowple.core.language import LANGUAGES, N_

from . import commands
from .bots import STAND_IN, Bots, offered
from .commands import Decide, Order, Refused, Who
from .live import Live, Screen, partial, table_stream
from .people import LANGUAGE_COOKIE, People, language_of, new_person, remember_choice
from .render import (
    Renderer,
    Viewer,
    credits,
    game_translations,
    hidden_inputs,
    is_online,
    people,
    table_card,
    translations,
    url,
)
from .security import Limits
from .store import Store
from .table import Seat, Table
from .tables import Tables, new_id

DEVICE_SECONDS = 3600.0

THEMES = ("auto", "light", "dark")

GUEST = N_("Guest")


@dataclass(frozen=True)
class House:
    """All that the pages and the interface for programs are served from."""

    store: Store
    tables: Tables
    live: Live
    bots: Bots
    people: People
    renderer: Renderer
    limits: Limits
    public_url: str | None = None

    def base(self, request: Request) -> str:
        """The address of the server as who asks sees it."""
        return self.public_url or str(request.base_url).rstrip("/")


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
            await asyncio.to_thread(self.house.store.rename, self.person, known)
        return Who(self.person, known)

    async def player(self, typed: str) -> Who:
        """The person as one who sits down: those who have given no name yet are guests."""
        who = await self.who(typed)
        return who if who.name else replace(who, name=translations(self.language).gettext(GUEST))

    def viewer(self, name: str) -> Callable[[Table], Viewer]:
        """Makes the viewer of a table; call it in a thread."""
        base = self.house.base(self.request)

        def viewer(table: Table) -> Viewer:
            online = self.house.live.online(table.head.id)
            return Viewer(self.person, name, self.language, base, self.theme, online)

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


def order(form: FormData) -> Order:
    """The question that a form answers, and the id under which it came."""
    return Order(number(form, "question"), commands.check_command(text(form, "command") or None))


def check_bot(name: str) -> str:
    """The name of a bot that there is."""
    if name not in offered():
        raise Refused(422, "no-bot", N_("There is no bot called {name}."), name=name[:24])
    return name


def safe_path(path: str) -> str:
    """A path of this server to go back to; the lobby for anything else."""
    try:
        parts = urlsplit(path)
    except ValueError:
        return "/"
    if parts.scheme or parts.netloc or not path.startswith("/") or path[1:2] in ("/", "\\"):
        return "/"
    return quote(parts.path, safe="/-._~%") or "/"


def seat_online(house: House, table_id: str) -> Callable[[Seat], bool]:
    """Tells whether whoever plays a seat of a table is connected."""
    return lambda seat: is_online(seat, house.live.online(table_id))


def router(house: House) -> APIRouter:
    """The routes of the pages."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    # -- lobby --------------------------------------------------------------------------------

    def card(table_id: str, viewer: Viewer) -> dict[str, Any] | None:
        try:
            table = house.tables.seen_by(table_id, viewer.person)
        except MeowpleError:
            return None
        seat = table.seat_of(viewer.person)
        asked = table.match is not None and seat is not None and not table.seats[seat].away
        return {
            **table_card(table, viewer),
            "people": people(table, viewer, None),
            "mine": seat is not None,
            "waits_for_me": bool(asked and table.match and seat in table.match.to_act),
        }

    async def lobby(request: Request, template: str) -> Response:
        here = visit(house, request)
        viewer = Viewer(here.person, "", here.language, house.base(request))

        def lists() -> dict[str, Any]:
            store = house.store
            own = [] if here.fresh else store.tables_of(here.person, 30)
            listed = [table_id for table_id in store.open_tables(40) if table_id not in own]
            count = 0 if here.fresh else store.count_tables(here.person)
            return {
                "own_tables": [c for c in (card(t, viewer) for t in own) if c],
                "open_tables": [c for c in (card(t, viewer) for t in listed[:30]) if c],
                "hidden": lambda form: hidden_inputs(None, f"{form}.{count}"),
            }

        return await here.page(template, **await asyncio.to_thread(lists))

    @pages.get("/")
    async def home(request: Request) -> Response:
        return await lobby(request, "home.html")

    @pages.get("/open")
    async def open_tables(request: Request) -> Response:
        return await lobby(request, "open_tables.html")

    @pages.post("/tables")
    async def create(request: Request) -> Response:
        here = visit(house, request)
        form = await sent(request)
        who = await here.player(text(form, "name"))
        game = registry.get_game(text(form, "game"))
        seats = number(form, "seats") or max(game.seat_counts)
        game.check_seats(seats)
        wishes = [
            text(form, f"seat-{i}") or ("open" if i or "me" in form.values() else "me")
            for i in range(seats)
        ]
        options = {
            name.removeprefix("option-"): value
            for name, value in form.multi_items()
            if name.startswith("option-") and isinstance(value, str)
        }
        command = order(form).command
        if command is not None:  # sent twice it is a double click, from two windows two tables
            wish = sorted(f"{name}={value}" for name, value in form.multi_items())
            command += "." + hashlib.sha256("\n".join(wish).encode()).hexdigest()[:12]
        table = await asyncio.to_thread(
            lambda: house.tables.create(
                who,
                game.name,
                wishes,
                game.parse_options(options),
                bots=offered(),
                listed=text(form, "listed") == "1",
                command=command,
            )
        )
        return here.go(url("table", table.head.id))

    @pages.get("/join/{invite}")
    async def invited(request: Request, invite: str) -> Response:
        here = visit(house, request)
        table = await asyncio.to_thread(by_invite, invite)
        if table.seat_of(here.person) is not None:
            return here.go(url("table", table.head.id))
        viewer = Viewer(here.person, "", here.language, house.base(request))
        context = {**table_card(table, viewer), "people": people(table, viewer, None)}
        return await here.page("join.html", table=context, invite=invite)

    def by_invite(invite: str) -> Table:
        table_id = house.store.by_invite(invite)
        if table_id is None:
            raise Refused(404, "no-invite", N_("This invite link leads to no table."))
        return house.tables.get(table_id)

    @pages.post("/join/{invite}")
    async def join_invited(request: Request, invite: str) -> Response:
        table = await asyncio.to_thread(by_invite, invite)
        return await join(request, table.head.id, invited=True)

    # -- a table ------------------------------------------------------------------------------

    @pages.get("/tables/{table_id}")
    async def table_page(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        viewer = here.viewer(await here.name())

        def draw() -> str:
            table = house.tables.seen_by(table_id, here.person)
            if table.seat_of(here.person) is not None:
                house.live.touch(table_id, here.person)
            return house.renderer.table_page(table, viewer(table))

        return here.keep(HTMLResponse(await asyncio.to_thread(draw)))

    @pages.get("/tables/{table_id}/events")
    async def events(request: Request, table_id: str, at: str = "") -> Response:
        here = visit(house, request)
        viewer = here.viewer(await here.name())
        await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        address = request.client.host if request.client else "unknown"
        most = house.limits.streams
        keys = ((f"person {here.person}", most), (f"address {address}", most * 8))
        if not house.live.admit(keys):
            raise Refused(429, "streams", N_("Too many windows of this table are open."))

        async def stream() -> Any:
            try:
                async for message in table_stream(
                    house.live,
                    house.tables,
                    house.renderer,
                    table_id,
                    viewer,
                    None if here.fresh else here.person,
                    request.headers.get("last-event-id", at),
                ):
                    yield message
            finally:
                house.live.release(keys)

        return StreamingResponse(
            stream(),
            media_type="text/event-stream",
            headers={"x-accel-buffering": "no", "cache-control": "no-store"},
        )

    async def done(here: Visit, table_id: str) -> Response:
        """The answer to a form on a table that did what it should."""
        if not here.htmx:
            return here.go(url("table", table_id))
        if house.live.here(table_id, here.person):
            return Response(status_code=204)  # the stream brings what has changed
        viewer = here.viewer(await here.name())

        def draw() -> str:
            table = house.tables.seen_by(table_id, here.person)
            return Screen(house.renderer).message(table, viewer(table))

        return here.keep(HTMLResponse(await asyncio.to_thread(draw)))

    async def do(here: Visit, table_id: str, decide: Decide) -> Response:
        await asyncio.to_thread(house.tables.do, table_id, decide)
        return await done(here, table_id)

    async def join(request: Request, table_id: str, *, invited: bool = False) -> Response:
        here = visit(house, request)
        form = await sent(request)
        if text(form, "watch"):
            who = await here.who(text(form, "name"))
            decide = commands.watch(who, invited=invited)
        else:
            who = await here.player(text(form, "name"))
            decide = commands.join(who, number(form, "seat"), invited=invited)
        await asyncio.to_thread(house.tables.do, table_id, decide)
        return here.go(url("table", table_id))

    @pages.post("/tables/{table_id}/join")
    async def join_table(request: Request, table_id: str) -> Response:
        return await join(request, table_id)

    @pages.post("/tables/{table_id}/seat")
    async def seat(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        bot = text(form, "bot")
        place = number(form, "seat")
        decide = commands.set_seat(
            Who(here.person),
            -1 if place is None else place,
            check_bot(bot) if bot else None,
            seat_online(house, table_id),
        )
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/start")
    async def start(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        fill = text(await sent(request), "fill")
        decide = commands.start(Who(here.person), check_bot(fill) if fill else None)
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/act")
    async def act(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        decide = commands.act(Who(here.person), text(form, "action")[:200], order(form))
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/undo")
    async def undo(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        decide = commands.undo(Who(here.person), order(await sent(request)))
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/consent")
    async def consent(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        answer = text(form, "answer")
        if answer not in ("agree", "refuse"):
            raise Refused(422, "no-answer", N_("Answer with yes or no."))
        decide = commands.consent(Who(here.person), answer == "agree", order(form))
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/chat")
    async def chat(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        who = await here.who(text(form, "name"))
        return await do(here, table_id, commands.chat(who, text(form, "text"), order(form)))

    @pages.post("/tables/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        await asyncio.to_thread(
            house.tables.do, table_id, commands.leave(Who(here.person), STAND_IN)
        )
        return here.go("/")

    @pages.post("/tables/{table_id}/back")
    async def back(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        return await do(here, table_id, commands.back(Who(here.person)))

    @pages.post("/tables/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        new = await asyncio.to_thread(house.tables.rematch, table_id, Who(here.person))
        return here.go(url("table", new))

    @pages.post("/tables/{table_id}/hint")
    async def hint(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        table = await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        seat = table.seat_of(here.person)
        if seat is None or table.match is None or seat not in table.match.to_act:
            raise Refused(409, "not-asked", N_("It is not your turn."))
        key = await house.bots.hint(table, seat)
        label = table.game.words.action(table.game.actions[key], here.language)
        message = translations(here.language).gettext(N_("A bot would choose: {action}"))
        return await notice(here, message.format(action=label), 200, back=url("table", table_id))

    # -- other devices ------------------------------------------------------------------------

    @pages.post("/tables/{table_id}/device")
    async def device(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        table = await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        seat = table.seat_of(here.person)
        if seat is None:
            raise Refused(
                403, "not-seated", N_("You look on: only those who sit here can do that.")
            )
        code = new_id(16)
        await asyncio.to_thread(
            house.store.add_device, code, table_id, here.person, time.time() + DEVICE_SECONDS
        )
        viewer = Viewer(here.person, "", here.language, house.base(request))
        return await here.page(
            "device.html",
            table=table_card(table, viewer),
            seat=seat,
            name=table.seats[seat].name,
            code=code,
            link=house.base(request) + url("seat_link", code),
            path=url("table", table_id),
        )

    def by_code(code: str, *, use: bool = False) -> tuple[Table, str]:
        found = house.store.device(code, use=use)
        if found is None:
            raise commands.no_code()
        return house.tables.get(found[0]), found[1]

    @pages.get("/seat/{code}")
    async def seat_link(request: Request, code: str) -> Response:
        here = visit(house, request)
        table, giver = await asyncio.to_thread(by_code, code)
        seat = table.seat_of(giver)
        if seat is None:
            raise commands.no_code()
        viewer = Viewer(here.person, "", here.language, house.base(request))
        return await here.page(
            "device.html",
            table=table_card(table, viewer),
            seat=seat,
            name=table.seats[seat].name,
            code=code,
            link="",
            confirm=True,
        )

    @pages.post("/seat/{code}")
    async def take_seat(request: Request, code: str) -> Response:
        here = visit(house, request)
        await sent(request)

        def take() -> str:
            table, giver = by_code(code)
            decide = commands.device(Who(here.person), giver)
            decide(table)  # refuses what would be in vain, before the code is used up
            by_code(code, use=True)
            return house.tables.do(table.head.id, decide).head.id

        return here.go(url("table", await asyncio.to_thread(take)))

    # -- the rest -----------------------------------------------------------------------------

    @pages.get("/rules/{game}")
    async def rules(request: Request, game: str) -> Response:
        here = visit(house, request)
        chosen = registry.get_game(game)
        html, headings, written_in = house.renderer.rules(game, here.language)
        title = game_translations(game, here.language).gettext(chosen.title)
        return await here.page(
            "rules.html",
            game={"name": game, "title": title},
            html=html,
            headings=headings,
            written_in=written_in,
        )

    @pages.get("/credits")
    async def credits_page(request: Request) -> Response:
        html, headings = credits()
        return await visit(house, request).page("credits.html", html=html, headings=headings)

    @pages.post("/name")
    async def name(request: Request) -> Response:
        here = visit(house, request)
        form = await sent(request)
        await here.who(commands.check_name(text(form, "name")))
        return here.go(safe_path(text(form, "back", "/")))

    @pages.post("/language")
    async def language(request: Request) -> Response:
        return await choice(request, "language", LANGUAGE_COOKIE, tuple(LANGUAGES))

    @pages.post("/theme")
    async def theme(request: Request) -> Response:
        return await choice(request, "theme", "theme", THEMES)

    async def choice(request: Request, field: str, cookie: str, values: Sequence[str]) -> Response:
        here = visit(house, request)
        form = await sent(request)
        response = here.go(safe_path(text(form, "back", "/")))
        if text(form, field) in values:
            remember_choice(response, cookie, text(form, field), secure=here.secure)
        return response

    @pages.get("/static/{path:path}")
    async def static(request: Request, path: str) -> Response:
        answer = await asyncio.to_thread(house.renderer.static.answer, request, path)
        if answer is None:
            raise Refused(404, "no-file", N_("There is no such page."))
        return answer

    @pages.get("/health")
    async def health() -> Response:
        await asyncio.to_thread(house.store.greatest)
        return Response("ok\n", media_type="text/plain")

    return pages


# -- refusals -----------------------------------------------------------------------------------


async def notice(here: Visit, message: str, status: int, *, back: str = "/") -> Response:
    """A sentence to the person: a notice on the page with htmx, a page without."""
    if here.htmx:
        html = here.house.renderer.page("notice.html", here.language, here.theme, message=message)
        return HTMLResponse(partial("#notice", html), status)
    words = translations(here.language)
    titles = {200: N_("A hint"), 404: N_("Not found"), 429: N_("Too fast")}
    title = words.gettext(titles.get(status, N_("That did not work")))
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

        def draw() -> str:
            table = house.tables.seen_by(table_id, here.person)
            return Screen(house.renderer).message(table, viewer(table))

        body = bytes(response.body).decode() + "\n" + await asyncio.to_thread(draw)
        response = HTMLResponse(body, error.status)
    return response


def in_words(error: MeowpleError) -> Refused:
    """What the core or a game refuses, as an answer."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, UnknownGame):
        return Refused(404, "no-game", N_("There is no such game here."))
    return Refused(422, "refused", N_("That cannot be done: {why}."), why=str(error))
