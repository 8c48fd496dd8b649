"""The same tables for programs: JSON under ``/api/v1``.

A program is known by a bearer token, which creating or joining a table gives; cookies count for
nothing here. A command may carry an id of its own (``command``): sent again it has no second
effect and gets the same answer. Errors are ``{"error": code, "message": sentence}``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

import meowple.core.registry as registry
from meowple.core.language import LANGUAGES, N_, closest
from meowple.server.bots import STAND_IN, able, suited, with_bot
from meowple.server.house import House
from meowple.server.limits import network
from meowple.server.live import ALIVE, EventStream, event
from meowple.server.paths import url
from meowple.server.people import new_person
from meowple.server.shown import (
    Viewer,
    can,
    chat,
    consent,
    game_card,
    installed,
    invite,
    labels,
    people,
    prompt,
    seat_names,
    told_plainly,
)
from meowple.server.tables import commands
from meowple.server.tables.commands import Decide, Order, Refused, Who
from meowple.server.tables.database import Away
from meowple.server.tables.table import Table

from .bodies import (
    Act,
    ConsentAnswer,
    Done,
    GameCard,
    Happened,
    Join,
    Listed,
    Log,
    Mute,
    NewTable,
    Orders,
    Person,
    Problem,
    Remove,
    Say,
    Seated,
    SetSeat,
    Start,
    TableState,
    Undo,
)

LONGEST_WAIT = 30.0

BEARER = HTTPBearer(auto_error=False, description="the token that create or join gave")

Language = Annotated[str, Query(description=f"of labels: {', '.join(LANGUAGES)}", max_length=35)]


SAID = ("number", "seat", "name", "text", "time", "aside", "note")
"""What programs get of each thing that was said."""


def state(table: Table, viewer: Viewer) -> dict[str, Any]:
    """A table as plain data for one viewer."""
    seat = table.seat_of(viewer.person)
    view = table.view(seat)
    away = seat is not None and table.seats[seat].away
    keys = [] if view is None or away else view["actions"]
    names = seat_names(table, viewer.language)
    found: dict[str, Any] = {
        "table": table.head.id,
        "game": table.head.game,
        "status": table.status,
        "options": table.options,
        "version": table.version,
        "commitment": table.head.commitment,
        "seed": table.head.seed.hex() if table.over else None,
        "invite": invite(table, viewer.person),
        "rematch": table.rematch if seat is not None else None,
        "seat": seat,
        "question": table.questions[seat] if seat is not None else 0,
        "actions": labels(table.game, keys, seat, names, viewer.language),
        "prompt": prompt(table, view, viewer.language),
        "view": view,
        "seats": people(table, viewer, view),
        "consent": consent(table, seat),
        "can": can(table, viewer, view),
        "chat": [{name: said[name] for name in SAID} for said in chat(table, viewer)],
        "events": len(table.events(seat)),
    }
    lasting = {**found, "seats": [{**seat, "online": None} for seat in found["seats"]]}
    text = json.dumps(lasting, sort_keys=True, ensure_ascii=False)
    return {**found, "tag": hashlib.blake2b(text.encode(), digest_size=9).hexdigest()}


def asker(
    request: Request,
    _: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
) -> str | None:
    """The person whose token came with the request; None if none came."""
    house: House = request.app.state.house
    person = house.people.from_token(request)
    if person is None and request.headers.get("authorization"):
        raise Refused(401, "bad-token", N_("This token is none of ours."))
    return person


Asker = Annotated[str | None, Depends(asker)]


def refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The statuses with which an operation can be refused, besides those that all have."""
    return {status: {"model": Problem} for status in (*statuses, 429, 500, 503)}


LOOK = refused(401, 404, 422)
"""How one can be refused who looks at a table."""

TALK = refused(401, 404, 409, 413, 422, 503)
"""How anybody at a table can be refused who does something there."""

PLAY = {**TALK, **refused(403)}
"""How one can be refused in what takes a seat."""

OPEN: dict[str, Any] = {"security": [{}]}
"""An operation for those without a token too."""


def router(house: House) -> APIRouter:
    """The routes for programs."""
    api = APIRouter(prefix="/api/v1")

    def known(person: str | None) -> str:
        if person is None:
            raise Refused(401, "no-token", N_("Send the token that you got with your seat."))
        return person

    def viewer(person: str | None, language: str, table_id: str) -> Viewer:
        return Viewer(
            person, "", closest(language) or "en", "", presence=house.live.presence(table_id)
        )

    async def look(table_id: str, person: str | None, language: str) -> dict[str, Any]:
        def draw() -> dict[str, Any]:
            table = house.tables.seen_by(table_id, person)
            eyes = viewer(person, language, table_id)
            return told_plainly(table, lambda shown: state(shown, eyes))

        found = await asyncio.to_thread(draw)
        if person is not None and found["seat"] is not None:
            house.live.touch(table_id, person)
        return found

    async def do(table_id: str, decide: Decide) -> Table:
        return await house.write(house.tables.do, table_id, decide)

    def seated(table: Table, person: str) -> Seated:
        seat = table.seat_of(person)
        if seat is None:  # at a rematch that has started without them
            raise Refused(409, "full", N_("All seats are taken."))
        return Seated(
            table=table.head.id,
            seat=seat,
            token=house.people.token(person),
            invite=invite(table, person),
        )

    @api.get("/games", responses=refused())
    def games() -> list[GameCard]:
        """The games, their options, and the bots."""
        cards = [game_card(game.name, "en") for game in installed()]
        return [
            GameCard(**card, bots=list(suited(card["name"])), rules=url("rules", card["name"]))
            for card in cards
        ]

    @api.get("/tables", responses=refused(401), openapi_extra=OPEN)
    def open_tables(person: Asker) -> list[Listed]:
        """The tables that anybody may join or watch."""
        return [
            Listed(
                table=table["id"],
                game=table["game"],
                status=table["status"],
                seats=[Person(**seat) for seat in table["people"]],
            )
            for table in house.listed(house.store.open_tables(50), "en")
        ]

    @api.post(
        "/tables", status_code=201, responses=refused(401, 404, 409, 413, 422), openapi_extra=OPEN
    )
    async def create(request: Request, body: NewTable, person: Asker) -> Seated:
        """Make a table and sit down at it."""
        person = person or new_person()
        who = Who(person, commands.check_name(body.name))
        if "me" not in body.seats:
            raise Refused(422, "no-seat", N_("Take a seat at your table."))
        game = registry.get_game(body.game)
        options = game.check_options(body.options)
        table = await house.write(
            lambda: house.tables.create(
                who,
                body.game,
                body.seats,
                options,
                bots=able(game),
                listed=body.listed,
                command=commands.check_command(body.command),
                origin=house.origin(request, program=True),
            )
        )
        return seated(table, person)

    @api.post(
        "/tables/{table_id}/join",
        responses=PLAY,
        openapi_extra=OPEN,
    )
    async def join(request: Request, table_id: str, body: Join, person: Asker) -> Seated:
        """Sit down. Doing it again gives the same seat.

        At a listed table there is one seat for all that comes from one network address, a program
        among it.
        """
        person = person or new_person()
        table = await asyncio.to_thread(house.tables.get, table_id)
        invited = body.invite is not None and body.invite == table.head.invite
        who = Who(person, commands.check_name(body.name))
        decide = commands.join(
            who,
            body.seat,
            invited=invited,
            origin=house.origin(request, program=True),
            most=house.limits.programs,
        )
        table = await do(table_id, decide)
        return seated(table, person)

    @api.get("/tables/{table_id}", responses=LOOK, openapi_extra=OPEN)
    async def view(
        table_id: str,
        person: Asker,
        since: Annotated[str, Query(max_length=64)] = "",
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
        language: Language = "en",
    ) -> TableState:
        """The table as the asker may see it; with ``since`` once its tag is another."""
        found = await look(table_id, person, language)
        if wait and found["tag"] == since:
            with suppress(TimeoutError):
                async with (
                    asyncio.timeout(wait),
                    aclosing(house.live.changes(table_id, None)) as changes,
                ):
                    async for _ in changes:
                        found = await look(table_id, person, language)
                        if found["tag"] != since:
                            break
        return TableState(**found)

    @api.get(
        "/tables/{table_id}/events",
        response_class=StreamingResponse,
        responses=LOOK,
        openapi_extra=OPEN,
    )
    async def events(
        request: Request, table_id: str, person: Asker, language: Language = "en"
    ) -> Response:
        """The same as server-sent events: one at once and one for each change; ``id`` is its tag.

        The last event is called ``gone`` if the asker may see the table no more.
        """
        tag = request.headers.get("last-event-id", "")
        await asyncio.to_thread(house.tables.seen_by, table_id, person)
        address = network(request.client.host if request.client else "unknown")
        most = house.limits.streams
        keys = ((f"person {person or address}", most), (f"address {address}", most * 8))
        if not house.live.admit(keys):
            raise Refused(429, "streams", N_("Too many windows of this table are open."))

        async def stream() -> AsyncGenerator[bytes]:
            nonlocal tag
            behind = False
            async with aclosing(house.live.changes(table_id, person, steady=True)) as changes:
                async for changed in changes:
                    found = None
                    if changed or behind:
                        try:
                            found = await look(table_id, person, language)
                            behind = False
                        except Away:  # what has changed is sent when the database is back
                            behind = True
                        except Refused as error:  # a hidden table that one has left
                            text = json.dumps({"error": error.code, "message": str(error)})
                            yield event(text, name="gone")
                            return
                    if found is not None and found["tag"] != tag:
                        tag = found["tag"]
                        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
                        yield event(text, id=tag)
                    elif not changed:
                        yield ALIVE

        return EventStream(stream(), lambda: house.live.release(keys))

    @api.get("/tables/{table_id}/log", responses=LOOK, openapi_extra=OPEN)
    def log(
        table_id: str,
        person: Asker,
        since: Annotated[int, Query(ge=0)] = 0,
        language: Language = "en",
    ) -> Log:
        """What happened, as the asker may know it, from event number ``since`` on."""
        table = house.tables.seen_by(table_id, person)
        seat = table.seat_of(person)
        happened = table.log(seat, table.names, closest(language) or "en")
        events, lines = happened.events[since:], happened.lines[since:]
        return Log(
            since=since,
            events=[Happened(kind=e.kind, data=e.data) for e in events],
            lines=[line.plain for line in lines if line is not None],
        )

    @api.post("/tables/{table_id}/act", responses=PLAY)
    async def act(table_id: str, body: Act, person: Asker) -> Done:
        """Answer the question with that number."""
        command = commands.check_command(body.command)
        await do(
            table_id,
            commands.act(Who(known(person)), body.action, Order(body.question, command)),
        )
        return Done(done="act", question=body.question, command=command)

    @api.post("/tables/{table_id}/orders", responses=PLAY)
    async def orders(table_id: str, body: Orders, person: Asker) -> Done:
        """Give standing orders: outside every question, for the windows from now on."""
        command = commands.check_command(body.command)
        order = Order(None, command)
        await do(table_id, commands.give_orders(Who(known(person)), body.orders, order))
        return Done(done="orders", command=command)

    @api.post("/tables/{table_id}/undo", responses=PLAY)
    async def undo(table_id: str, body: Undo, person: Asker) -> Done:
        """Take back the last decision, or ask the others."""
        command = commands.check_command(body.command)
        await do(table_id, commands.undo(Who(known(person)), Order(body.question, command)))
        return Done(done="undo", question=body.question, command=command)

    @api.post("/tables/{table_id}/consent", responses=PLAY)
    async def answer(table_id: str, body: ConsentAnswer, person: Asker) -> Done:
        """Let somebody take back, or not."""
        command = commands.check_command(body.command)
        order = Order(body.question, command)
        await do(table_id, commands.consent(Who(known(person)), body.agree, order))
        return Done(done="consent", question=body.question, command=command)

    @api.post("/tables/{table_id}/chat", responses=PLAY)
    async def chat(table_id: str, body: Say, person: Asker) -> Done:
        """Say something: players to all, who looks on to others who do, until the end."""
        command = commands.check_command(body.command)
        order = Order(None, command)
        await do(table_id, commands.chat(Who(known(person), body.name), body.text, order))
        return Done(done="chat", command=command)

    @api.post("/tables/{table_id}/seat", responses=PLAY)
    async def set_seat(table_id: str, body: SetSeat, person: Asker) -> Done:
        """The host gives a seat to a bot or opens it."""
        bot, here = body.bot or None, house.present(table_id)
        decide = commands.set_seat(Who(known(person)), body.seat, bot, here)
        await do(table_id, with_bot(bot, decide))
        return Done(done="seat")

    @api.post("/tables/{table_id}/remove", responses=PLAY)
    async def remove(table_id: str, body: Remove, person: Asker) -> Done:
        """The host sends somebody from the table before the start, for good."""
        decide = commands.remove(Who(known(person)), body.seat, house.present(table_id))
        await do(table_id, decide)
        return Done(done="remove")

    @api.post("/tables/{table_id}/mute", responses=PLAY)
    async def mute(table_id: str, body: Mute, person: Asker) -> Done:
        """The host takes somebody the word, or gives it back."""
        who = Who(known(person))
        here = house.present(table_id)
        await do(table_id, commands.mute(who, body.muted, here, seat=body.seat, said=body.said))
        return Done(done="mute")

    @api.post("/tables/{table_id}/start", responses=PLAY)
    async def start(table_id: str, body: Start, person: Asker) -> Done:
        """The host starts the match."""
        fill = body.fill or None
        decide = commands.start(Who(known(person)), house.present(table_id), fill)
        await do(table_id, with_bot(fill, decide))
        return Done(done="start")

    @api.post("/tables/{table_id}/leave", responses=refused(401, 404, 409, 413, 503))
    async def leave(table_id: str, person: Asker) -> Done:
        """Leave; a bot plays on."""
        await do(table_id, commands.leave(Who(known(person)), STAND_IN))
        return Done(done="leave")

    @api.post("/tables/{table_id}/back", responses=refused(401, 403, 404, 409, 413, 503))
    async def back(table_id: str, person: Asker) -> Done:
        """Take one's seat back from the bot that sits in."""
        await do(table_id, commands.back(Who(known(person))))
        return Done(done="back")

    @api.post("/tables/{table_id}/rematch", responses=refused(401, 403, 404, 409, 413, 503))
    async def rematch(table_id: str, person: Asker) -> Seated:
        """The same people at a new table, which is the same for all who ask."""
        person = known(person)
        await asyncio.to_thread(house.tables.seen_by, table_id, person)
        new = await house.write(house.tables.rematch, table_id, Who(person))
        return seated(await asyncio.to_thread(house.tables.get, new), person)

    return api
