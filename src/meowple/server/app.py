"""The web application: the routes of a house, and how refusals are answered."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from meowple.core.errors import MeowpleError, UnknownGame
from meowple.core.language import N_

from .figures import Measure
from .house import House
from .html import lobby, table
from .html.visits import refusal
from .json import routes
from .json.document import document
from .limits import Guard
from .tables.commands import Refused
from .tables.database import Away

log = logging.getLogger(__name__)


def create_app(database_url: str | Path, **settings: Any) -> FastAPI:
    """The server as an ASGI application. Takes what `House` takes."""
    house = House(database_url, **settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with house.open():
            yield

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
    for part in (routes, lobby, table):  # to include a router would make each route once more
        app.router.routes.extend(part.router(house).routes)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, MeowpleError)
        headers = {"retry-after": "2"} if isinstance(error, Away) else None
        return await answer(house, request, in_words(error), headers)

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        text = {
            404: N_("There is no such page."),
            405: N_("That cannot be done here."),
        }.get(error.status_code, N_("That could not be understood."))
        # What is no text at all is refused like any other body that cannot be understood.
        status = 422 if error.status_code == 400 else error.status_code
        refusal = Refused(status, "http", text)
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
        return house.people.from_token(request) or house.people.from_cookie(request)

    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    app.add_middleware(GZipMiddleware, minimum_size=800, compresslevel=5)
    app.add_middleware(
        Guard, limits=house.limits, refuse=turn_away, person=person, public=house.public_url
    )
    app.add_middleware(Measure, figures=house.figures)
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


def in_words(error: MeowpleError) -> Refused:
    """What the core or a game refuses, as an answer."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Away):
        return Refused(
            503,
            "away",
            N_(
                "The tables cannot be reached right now. Try again in a moment: nothing is done twice."
            ),
        )
    if isinstance(error, UnknownGame):
        return Refused(404, "no-game", N_("There is no such game here."))
    return Refused(422, "refused", N_("That cannot be done: {why}."), why=error)
