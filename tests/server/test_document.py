"""The OpenAPI document is valid and true: its forms, and how every operation can be refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import ValidationError
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate
from tests.patience import PATIENCE
from tests.server.playing import Program, Server, serving

import meowple
from meowple.author.testing import draw_trial, play_to_end
from meowple.server.limits import Limits
from meowple.server.tables import commands
from schemas import closed
from toys import installed

BODIES: dict[str, dict[str, Any]] = {
    "create": {"game": "festival", "name": "Ann", "seats": ["me", "random", "open"]},
    "join": {"name": "Ann"},
    "act": {"action": "play:winter-4", "question": 1},
    "orders": {"orders": {}},
    "undo": {"question": 1},
    "consent": {"agree": True, "question": 1},
    "chat": {"text": "Hello"},
    "seat": {"seat": 1, "bot": "random"},
    "start": {"fill": "random"},
    "remove": {"seat": 1},
    "mute": {"seat": 1},
}
"""What can be sent to each operation that takes something."""


class Operations:
    """All operations of a server, called as one likes; what each answers is noted."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.components = closed(document["components"])
        self.told = {
            (method.upper(), path.removeprefix("/api/v1")): operation
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }
        self.seen: dict[tuple[str, str], set[int]] = {key: set() for key in self.told}

    def call(self, program: Program, table: str, **settings: Any) -> None:
        """Call each of them."""
        for method, path in self.told:
            name = path.rpartition("/")[2] if "table_id" in path else "create"
            sent = {"json": BODIES.get(name), **settings}
            if method == "GET":
                sent = {"params": settings.get("params")}
            address = path.replace("{table_id}", table)
            with program.http.stream(method, address, timeout=PATIENCE, **sent) as answer:
                self.note(method, path, answer)

    def note(self, method: str, path: str, answer: Any) -> None:
        """Note an answer; its body must be what the document says."""
        self.seen[method, path].add(answer.status_code)
        told = self.told[method, path]["responses"].get(str(answer.status_code))
        assert told, f"{method} {path} does not tell of {answer.status_code}"
        if answer.headers["content-type"] == "application/json":
            answer.read()
            self.check(told["content"]["application/json"]["schema"], answer.json())

    def check(self, schema: dict[str, Any], data: Any) -> None:
        OAS31Validator({**schema, "components": self.components}).validate(data)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a server says of itself, whatever its database."""
    with serving(tmp_path_factory.mktemp("document") / "tables.db") as server:
        said: dict[str, Any] = server.app.openapi()
    return said


def test_it_is_valid(document: dict[str, Any]) -> None:
    validate(document)


def test_it_is_valid_with_games_of_others(tmp_path: Path) -> None:
    with installed(), serving(tmp_path / "tables.db") as server:
        document = server.app.openapi()
        validate(document)
    assert "pebbles" in document["components"]["schemas"]


def test_every_operation_tells_of_every_way_to_be_refused(
    start: Callable[..., Server], program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    operations = Operations(server.app.openapi())
    ann, ben, cat = (program(name, server.url) for name in ("Ann", "Ben", "Cat"))
    hidden, ended = ann.create("open", "open"), ann.create("open", "open")
    ann.post(ended, "leave")
    waiting = ann.create("open", "random", listed=True)
    playing = cat.create("random", "random", listed=True)
    ben.create("random", "random")
    liar = program("", server.url)
    liar.http.headers["authorization"] = "Bearer no-token"
    operations.call(liar, waiting)
    operations.call(program("", server.url), playing)  # without a token
    for table in ("no-table", hidden, waiting, playing):
        operations.call(ben, table)
    operations.call(cat, playing)
    operations.call(ann, ended)
    operations.call(ann, waiting)
    for wrong in ({"json": {"game": 5}}, {"content": b" " * 20_000, "json": None}):
        query = {"since": "\0" * 99, "language": "x" * 99}
        operations.call(ann, waiting, params=query, **wrong)
    for game, *seats in (
        ("festival", "random", "open"),
        ("festival", "open", "open", "open"),
        ("chess",),
    ):
        made = {"game": game, "name": "Ann", "seats": ["me", *seats], "command": "one"}
        operations.note("POST", "/tables", ann.http.post("/tables", json=made))
    quiet = cat.create("open", "open", listed=True)
    ben.join(quiet)
    said: dict[str, Any] = {"seat": 1, "muted": True}
    operations.note("POST", "/tables/{table_id}/mute", cat.post(quiet, "mute", **said))
    chat = ben.post(quiet, "chat", text="Hello")
    operations.note("POST", "/tables/{table_id}/chat", chat)
    left = cat.create("open", "open", listed=True)
    ben.join(left)
    cat.post(left, "remove", seat=1)
    again = ben.http.post(f"/tables/{left}/join", json={"name": "Ben"})
    operations.note("POST", "/tables/{table_id}/join", again)
    full = cat.create("random", "open")

    def order(verb: str, **body: Any) -> None:
        answer = cat.post(full, verb, **body)
        operations.note("POST", f"/tables/{{table_id}}/{verb}", answer)

    order("start")
    order("orders", orders={})
    order("seat", seat=0, bot="random")
    order("start", fill="random")
    order("act", action="play:winter-4", question=99)
    with monkeypatch.context() as patched:
        patched.setattr(f"{commands.__name__}.LOG_LENGTH", 0)
        patched.setattr(f"{commands.__name__}.WORDS_LENGTH", 0)
        order("chat", text="Hello")
        order("mute", seat=0)
        said["muted"] = False
        operations.note("POST", "/tables/{table_id}/mute", cat.post(quiet, "mute", **said))
        order("leave")
    order("leave")
    with monkeypatch.context() as patched:
        patched.setattr(f"{commands.__name__}.LOG_LENGTH", 0)
        order("back")
    slow = start(limits=Limits(pages=(1, 0.001)))
    late = program("Dan", slow.url)
    late.http.get("/games")
    operations.call(late, "no-table")
    fault_of_ours = {500, 503}  # no request leads there
    for key, operation in operations.told.items():
        told = {int(status) for status in operation["responses"] if status >= "400"}
        never = told - operations.seen[key] - fault_of_ours
        assert not never, f"{key} tells of {never}, which nothing here has led to"


def test_whoever_sends_no_token_may_do_what_the_document_says(
    server: Server, program: Callable[..., Program]
) -> None:
    operations = Operations(server.app.openapi())
    table = program("Ann").create("open", "random", listed=True)
    operations.call(program("Eve"), table)
    for key, operation in operations.told.items():
        free = "security" not in operation or {} in operation["security"]
        assert (operations.seen[key] != {401}) is free, key


@pytest.mark.parametrize("game", meowple.game_names())
def test_the_views_of_each_game_are_in_it(game: str, document: dict[str, Any]) -> None:
    """Beginning and end of a match here; `tests/properties` looks at the whole of many."""
    operations = Operations(document)
    schema = {"$ref": f"#/components/schemas/{game}"}
    table = draw_trial(game, 3, short=True)
    for match in (table.start(), play_to_end(table.start(), Random(3))):
        for viewer in (None, *range(match.seats)):
            operations.check(schema, match.view(viewer))
            with pytest.raises(ValidationError):
                operations.check(schema, {**match.view(viewer), "more": 1})
