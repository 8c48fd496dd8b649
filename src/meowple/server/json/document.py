"""What programs may ask and get, as an OpenAPI document."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from meowple.core.forms import Schema, schemas, view_form
from meowple.core.game import Game
from meowple.core.view import View
from meowple.server.shown import installed

log = logging.getLogger(__name__)

HERE = "#/components/schemas/"


def document(app: FastAPI) -> dict[str, Any]:
    """The document: FastAPI's own, with the form of every game's view."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title, version=app.version, summary=app.summary, routes=app.routes
        )
        for methods in made["paths"].values():
            for operation in methods.values():
                if "HTTPValidationError" in str(operation["responses"].get("422")):
                    del operation["responses"]["422"]  # only supposed: nothing can be invalid
        for name in ("HTTPValidationError", "ValidationError"):
            made["components"]["schemas"].pop(name, None)
        views = {game.name: _view(game) for game in installed()}
        for parts in views.values():
            made["components"]["schemas"].update(parts)
        made["components"]["schemas"]["TableState"]["properties"]["view"] = {
            "description": "all that the asker may see of the match; null before it starts",
            "anyOf": [*({"$ref": HERE + name} for name in views), {"type": "null"}],
        }
        app.openapi_schema = made
    return app.openapi_schema


def _view(game: Game[Any]) -> dict[str, Schema]:
    """The form of a game's view and of all in it: ``festival``, ``festival.Seat`` and so on."""
    found = schemas(View, HERE + "{name}")
    whole = found.pop("View")
    table: Schema = {"type": "object"}
    try:
        form = view_form(game.view)
        if form is not None:
            theirs = schemas(form, f"{HERE}{game.name}.{{name}}")
            found.update({f"{game.name}.{name}": each for name, each in theirs.items()})
            table = {"$ref": f"{HERE}{game.name}.{form.__name__}"}
    except Exception as error:  # somebody's package: the others are described all the same
        log.warning("the view of %s has no form: %s", game.name, error)
    fields = {
        **whole["properties"],
        "game": {"type": "string", "enum": [game.name]},
        "table": {**table, "description": "all that the game itself has on the table"},
    }
    return {game.name: {**whole, "title": game.name, "properties": fields}, **found}
