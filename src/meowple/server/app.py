"""The application: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from meowple.core.errors import MeowpleError
from meowple.core.language import N_

from . import api, pages
from .bots import Bots
from .commands import Refused
from .live import Live
from .pages import House, in_words, refusal
from .people import People
from .render import Renderer
from .security import Guard, Limits
from .store import Store
from .tables import Tables

log = logging.getLogger(__name__)


def create_app(
    database_url: str,
    *,
    secret: str | None = None,
    bot_delay: float = 0.6,
    bot_workers: int = 1,
    limits: Limits | None = None,
    public_url: str | None = None,
    templates: Path | None = None,
    poll: float = 0.05,
) -> FastAPI:
    """The server as an ASGI application.

    Args:
        database_url: of SQLAlchemy, or the path of a SQLite file. Several processes may share it.
        secret: signs cookies and tokens; kept in the database when not given.
        bot_delay: seconds after which a bot's answer is released, whatever it thought about.
        bot_workers: processes that think for bots; 0: a thread of this one.
        limits: how much one visitor may ask.
        public_url: the server's address as people see it, for links; as asked when not given.
        templates: other pages than our own.
        poll: seconds between two looks at what other processes have stored.
    """
    limits = limits or Limits()
    store = Store(database_url)

    def noticed(table_id: str, foreign: bool) -> None:
        bots.notice(table_id, foreign=foreign)

    live = Live(store, noticed, poll=poll)
    tables = Tables(store, live.wake)
    bots = Bots(tables, delay=bot_delay, workers=bot_workers)
    people = People(secret or store.secret())
    house = House(store, tables, live, bots, people, Renderer(templates), limits, public_url)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        threads = ThreadPoolExecutor(24, thread_name_prefix="meowple")
        asyncio.get_running_loop().set_default_executor(threads)
        live.start(tables.version)
        resuming = asyncio.create_task(bots.resume())
        yield
        resuming.cancel()
        await bots.close()
        live.close()
        store.close()

    app = FastAPI(
        title="Meowple",
        version=version("meowple"),
        summary="Tabletop games for programs: tables, views, actions.",
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.house = house
    app.include_router(api.router(house))
    app.include_router(pages.router(house))

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, MeowpleError)
        return await answer(house, request, in_words(error))

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        text = {
            404: N_("There is no such page."),
            405: N_("That cannot be done here."),
        }.get(error.status_code, N_("That could not be understood."))
        refusal = Refused(error.status_code, "http", text)
        return await answer(house, request, refusal, dict(error.headers or {}))

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])[:80]
        text = N_("That could not be understood: {where}: {why}.")
        return await answer(
            house, request, Refused(422, "invalid", text, where=where, why=first["msg"])
        )

    app.add_exception_handler(MeowpleError, refused)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(RequestValidationError, invalid)

    async def turn_away(
        scope: Scope,
        receive: Receive,
        send: Send,
        status: int,
        code: str,
        text: str,
        headers: dict[str, str],
    ) -> None:
        request = Request(scope, receive)
        response = await answer(house, request, Refused(status, code, text), headers)
        await response(scope, receive, send)

    def person(scope: Scope) -> str | None:
        request = Request(scope)
        return people.from_token(request) or people.from_cookie(request)

    app.add_middleware(GZipMiddleware, minimum_size=800, compresslevel=5)
    app.add_middleware(Guard, limits=limits, refuse=turn_away, person=person)
    return app


async def answer(
    house: House, request: Request, error: Refused, headers: dict[str, str] | None = None
) -> Response:
    """The answer to what is refused: JSON to programs, words to people. It never fails."""
    if request.url.path.startswith("/api/"):
        body = {"error": error.code, "message": str(error)}
        return JSONResponse(body, error.status, headers)
    try:
        response = await refusal(house, request, error)
    except Exception:
        log.exception("a refusal could not be drawn")
        response = Response(str(error), error.status, media_type="text/plain")
    response.headers.update(headers or {})
    return response
