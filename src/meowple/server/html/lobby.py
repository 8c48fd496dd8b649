"""The pages outside of any table: the lobby, rules, credits, and how somebody wants the pages."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import meowple.core.registry as registry
from meowple.core.errors import MeowpleError
from meowple.core.language import LANGUAGES, N_
from meowple.server.bots import offered
from meowple.server.house import House
from meowple.server.paths import url
from meowple.server.people import LANGUAGE_COOKIE, remember_choice
from meowple.server.shown import Viewer, game_translations, people, table_card
from meowple.server.tables import commands
from meowple.server.tables.commands import Refused

from .render import hidden_inputs
from .texts import credits
from .visits import THEMES, number, order, safe_path, sent, text, visit


def router(house: House) -> APIRouter:
    """The routes of these pages."""
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
        here = visit(house, request)
        html, written_in = credits(here.language)
        return await here.page("credits.html", html=html, written_in=written_in)

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
