"""The proof that no answer of the server holds what its receiver may not know.

`check_table` compares, for each viewer, all bytes that the server would send about a table with
those about the same table whose hidden parts are dealt anew: they must not differ.
"""

from __future__ import annotations

import json
from random import Random

from meowple.server.html.render import Renderer, Viewer
from meowple.server.json.routes import state
from meowple.server.live import Presence
from meowple.server.tables.store import Head, Row
from meowple.server.tables.table import Table

LANGUAGES = ("en", "pl")


def seated(game: str, options: dict[str, object], seats: int, seed: int) -> Table:
    """A table that has just started, with a person in each seat, without a database."""
    head = Head(
        id="table",
        game=game,
        seats=seats,
        options=options,
        listed=True,
        invite="invite",
        seed=Random(seed).randbytes(32),
        maker="person-0",
        command=None,
        made=0.0,
        version=1,
    )
    table = Table(head)
    for seat in range(seats):
        happen(table, "sit", seat, person=f"person-{seat}", name=f"Name {seat}")
    happen(table, "start", None, version=table.game.version)
    return table


def happen(table: Table, kind: str, seat: int | None, **payload: object) -> None:
    """Let a row happen."""
    author = "somebody" if seat is None else f"seat:{seat}"
    table.apply(Row(kind, seat, author, payload, None, table.n + 1, 1000.0))


def choose(table: Table, rng: Random) -> None:
    """A random decision of a random seat that is asked; now and then it is taken back again."""
    assert table.match is not None
    match = table.match
    if match.committed and rng.random() < 0.1:
        happen(table, "undo", rng.choice(match.committed))
        return
    seat = rng.choice(match.to_act)
    action = rng.choice(match.actions(seat)).key
    happen(table, "act", seat, action=action, question=table.questions[seat])


def outputs(renderer: Renderer, table: Table, seat: int | None, language: str) -> dict[str, str]:
    """Everything that the server would send to a viewer about a table."""
    person = None if seat is None else f"person-{seat}"
    viewer = Viewer(
        person, "", language, "http://localhost", presence=Presence(frozenset(("person-1",)))
    )
    table = table.copy()
    table._told = {}
    events = [[event.kind, event.data] for event in table.events(seat)]
    return {
        "page": renderer.table_page(table, viewer),
        "regions": json.dumps(dict(renderer.picture(table, viewer).regions)),
        "api": json.dumps(state(table, viewer), sort_keys=True),
        "log": json.dumps(events, sort_keys=True),
    }


def imagined(table: Table, seat: int | None, seed: int) -> Table:
    """The same table with everything dealt anew that a viewer cannot know."""
    assert table.match is not None
    other = table.copy()
    other.match = table.match.imagine(seat, seed)
    return other


def check_table(
    renderer: Renderer, table: Table, seed: int, languages: tuple[str, ...] = ("en",)
) -> int:
    """Raises AssertionError if a viewer could tell the table from an imagined one.

    Returns:
        How many bytes were compared.
    """
    compared = 0
    for seat in (None, *range(len(table.seats))):
        other = imagined(table, seat, seed)
        for language in languages:
            real = outputs(renderer, table, seat, language)
            dealt = outputs(renderer, other, seat, language)
            for kind, text in real.items():
                if table.over and kind in ("page", "regions"):  # the end shows all hands to all
                    continue
                compared += len(text)
                if text != dealt[kind]:
                    at = next(
                        i
                        for i, (a, b) in enumerate(
                            zip(text + "\0", dealt[kind] + "\1", strict=False)
                        )
                        if a != b
                    )
                    raise AssertionError(
                        f"{kind} for viewer {seat} of {table.head.game} gives something away: "
                        f"{text[max(0, at - 120) : at + 60]!r} / "
                        f"{dealt[kind][max(0, at - 120) : at + 60]!r}"
                    )
    return compared


def check_match(
    renderer: Renderer,
    game: str,
    options: dict[str, object],
    seats: int,
    seed: int,
    *,
    every: int = 1,
    most: int = 10_000,
    languages: tuple[str, ...] = ("en",),
) -> int:
    """`check_table` along a random match, after every so many decisions; gives the bytes."""
    rng = Random(f"{game} {seed}")
    table = seated(game, options, seats, seed)
    compared = step = 0
    while not table.over and step < most:
        if step % every == 0:
            compared += check_table(renderer, table, rng.getrandbits(60), languages)
        choose(table, rng)
        step += 1
    return compared + check_table(renderer, table, rng.getrandbits(60), languages)
