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
from meowple.core.language import LANGUAGES, N_
from meowple.server.bots import able
from meowple.server.house import House
from meowple.server.people import LANGUAGE_COOKIE, remember_choice
from meowple.server.tables import commands
from meowple.server.tables.commands import Refused

from .render import hidden_inputs
from .texts import credits
from .visits import THEMES, number, order, safe_path, sent, text, visit


def router(house: House) -> APIRouter:
    """The routes of these pages."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    # -- lobby --------------------------------------------------------------------------------

    async def lobby(request: Request, template: str) -> Response:
        here = visit(house, request)

        def lists() -> dict[str, Any]:
            store = house.store
            own = [] if here.fresh else store.tables_of(here.person, 30)
            mine = {card.id for card in own}
            others = [card for card in store.open_tables(60) if card.id not in mine]
            count = 0 if here.fresh else store.count_tables(here.person)
            last = [card.game for card in own]  # the table played at last is first
            return {
                "chosen": next((g for g in (request.query_params.get("game"), *last) if g), ""),
                "own_tables": house.listed(own, here.language),
                "open_tables": house.listed(others[:30], here.language),
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
        table = await house.write(
            lambda: house.tables.create(
                who,
                game.name,
                wishes,
                game.parse_options(options),
                bots=able(game),
                listed=text(form, "listed") == "1",
                command=command,
                origin=house.origin(request),
            )
        )
        return here.to_table(table.head.id)

    # -- the rest -----------------------------------------------------------------------------

    @pages.get("/rules/{game}")
    async def rules(request: Request, game: str) -> Response:
        here = visit(house, request)
        registry.get_game(game)
        query = " ".join(request.query_params.get("q", "").split())[:80]
        renderer = house.renderer
        guide = await asyncio.to_thread(renderer.guide, game, here.language, query)
        return await here.page("rules.html", **guide)

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
        return Response("ok\n", media_type="text/plain")

    @pages.get("/ready")
    async def ready() -> Response:
        await asyncio.to_thread(house.store.overdue)  # raises Away
        return Response("ready\n", media_type="text/plain")

    @pages.get("/metrics")
    async def metrics(request: Request) -> Response:
        if not house.may_measure(request):
            raise Refused(404, "http", N_("There is no such page."))
        text = await asyncio.to_thread(house.measured)
        return Response(text, media_type="text/plain; version=0.0.4")

    return pages
