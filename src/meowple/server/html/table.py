"""The pages of tables, and the forms on them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from meowple.core.language import N_
from meowple.server.bots import STAND_IN, with_bot
from meowple.server.house import House
from meowple.server.limits import network
from meowple.server.live import EventStream
from meowple.server.paths import url
from meowple.server.shown import Viewer, labels, people, seat_names, table_card, translations
from meowple.server.tables import commands
from meowple.server.tables.commands import Decide, Order, Refused, Who, lost
from meowple.server.tables.store import Row
from meowple.server.tables.table import Table
from meowple.server.tables.tables import new_id

from .kept import partial
from .regions import table_stream
from .visits import Visit, nested, notice, number, order, sent, text, up_to_date, visit

DEVICE_SECONDS = 3600.0


def router(house: House) -> APIRouter:
    """The routes of tables."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

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
    async def table_page(request: Request, table_id: str, fresh: str = "") -> Response:
        here = visit(house, request)
        if fresh and here.fresh:
            raise Refused(
                403,
                "no-cookies",
                N_(
                    "Your browser keeps no cookies, so the table cannot know you again. Allow "
                    "cookies for this site, then open the table anew."
                ),
            )
        if fresh:
            return here.go(url("table", table_id))
        viewer = here.viewer(await here.name())

        table = await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        if not here.fresh:
            house.live.touch(table_id, here.person)

        def draw() -> str:
            return house.renderer.table_page(table, viewer(table))

        return here.keep(HTMLResponse(await asyncio.to_thread(draw)))

    async def events(request: Request) -> Response:
        table_id = request.path_params["table_id"]
        here = visit(house, request)
        viewer = here.viewer(await here.name())
        await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        address = network(request.client.host if request.client else "unknown")
        most = house.limits.streams
        keys = ((f"person {here.person}", most), (f"address {address}", most * 8))
        if not house.live.admit(keys):
            raise Refused(429, "streams", N_("Too many windows of this table are open."))
        at = (
            request.headers.get("last-event-id") or here.shown or request.query_params.get("at", "")
        )
        person = None if here.fresh else here.person
        messages = table_stream(
            house.live, house.rounds, house.renderer, table_id, viewer, person, at
        )
        return EventStream(messages, lambda: house.live.release(keys))

    # Without the layers that other routes have: thousands of streams may be open at once.
    pages.add_route("/tables/{table_id}/events", events, include_in_schema=False)

    @pages.get("/tables/{table_id}/changes")
    async def changes(request: Request, table_id: str) -> Response:
        """What has changed since what a page shows, for pages whose stream is not there."""
        here = visit(house, request)
        response = await up_to_date(here, table_id, here.viewer(await here.name()))
        if not here.fresh:
            house.live.touch(table_id, here.person)
        return response

    @pages.post("/tables/{table_id}/here")
    async def still_here(request: Request, table_id: str) -> Response:
        """A page lives that has a stream."""
        here = visit(house, request)
        if house.live.listens(table_id, here.person):
            house.live.touch(table_id, here.person)
        else:  # its stream is another process's, or gone
            await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
            if not here.fresh:
                house.live.touch(table_id, here.person)
        return Response(status_code=204)

    async def do(here: Visit, table_id: str, decide: Decide) -> Response:
        """What a form on a table does, and its answer: what has changed by it, or since.

        It does not rely on the page's stream, which may be dead without anybody's knowledge.
        """
        if not here.htmx:
            await house.write(house.tables.do, table_id, decide)
            return here.go(url("table", table_id))
        viewer = here.viewer(await here.name())
        before: Table | None = None

        def decide_on(table: Table) -> Sequence[Row]:
            nonlocal before
            before = table
            return decide(table)

        await house.write(house.tables.do, table_id, decide_on)
        return await up_to_date(here, table_id, viewer, before)

    async def join(request: Request, table_id: str, *, invited: bool = False) -> Response:
        here = visit(house, request)
        form = await sent(request)
        if text(form, "watch"):
            who = await here.who(text(form, "name"))
            decide = commands.watch(who, invited=invited)
        else:
            who = await here.player(text(form, "name"))
            decide = commands.join(
                who,
                number(form, "seat"),
                invited=invited,
                origin=house.origin(request),
                most=house.limits.programs,
            )
        await house.write(house.tables.do, table_id, decide)
        return here.to_table(table_id)

    @pages.post("/tables/{table_id}/join")
    async def join_table(request: Request, table_id: str) -> Response:
        return await join(request, table_id)

    @pages.post("/tables/{table_id}/seat")
    async def seat(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        bot = text(form, "bot") or None
        place = number(form, "seat")
        decide = commands.set_seat(
            Who(here.person),
            -1 if place is None else place,
            bot,
            house.present(table_id),
        )
        return await do(here, table_id, with_bot(bot, decide))

    @pages.post("/tables/{table_id}/remove")
    async def remove(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        place = number(await sent(request), "seat")
        seat = -1 if place is None else place
        return await do(
            here, table_id, commands.remove(Who(here.person), seat, house.present(table_id))
        )

    @pages.post("/tables/{table_id}/mute")
    async def mute(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        decide = commands.mute(
            Who(here.person),
            text(form, "muted", "1") == "1",
            house.present(table_id),
            seat=number(form, "seat"),
            said=number(form, "said"),
        )
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/start")
    async def start(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        fill = text(await sent(request), "fill") or None
        decide = commands.start(Who(here.person), house.present(table_id), fill)
        return await do(here, table_id, with_bot(fill, decide))

    @pages.post("/tables/{table_id}/act")
    async def act(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        decide = commands.act(Who(here.person), text(form, "action")[:200], order(form))
        return await do(here, table_id, decide)

    @pages.post("/tables/{table_id}/orders")
    async def orders(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        form = await sent(request)
        command = commands.check_command(text(form, "command") or None)
        given = nested(form, "orders")
        return await do(
            here, table_id, commands.give_orders(Who(here.person), given, Order(None, command))
        )

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
        await house.write(house.tables.do, table_id, commands.leave(Who(here.person), STAND_IN))
        return here.go("/")

    @pages.post("/tables/{table_id}/back")
    async def back(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        return await do(here, table_id, commands.back(Who(here.person)))

    @pages.post("/tables/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        rules = text(await sent(request), "rules")
        if rules not in ("", "same", "next"):
            raise Refused(422, "no-rules", N_("Play again with the same rules or the next ones."))
        new = await house.write(house.tables.rematch, table_id, Who(here.person), rules == "next")
        return here.go(url("table", new))

    async def finished(here: Visit, table_id: str) -> Table:
        """A table whose match is over and can still be looked at step by step."""
        table = await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        if not table.over:
            raise Refused(409, "not-over", N_("The match is not over yet."))
        if table.lost:
            raise lost()
        if table.match is None:
            raise Refused(404, "no-film", N_("The film of this match is not kept any more."))
        return table

    @pages.get("/tables/{table_id}/film")
    async def film(request: Request, table_id: str) -> Response:
        """The whole match as a file, for `meowple replay`; it holds all secrets, so only at the end."""
        table = await finished(visit(house, request), table_id)
        match = table.match
        assert match is not None
        name = f"{table.head.game}-{table.head.id}.json"
        return Response(
            await asyncio.to_thread(lambda: match.save(whole=True)),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    @pages.get("/tables/{table_id}/watch")
    async def watch_film(
        request: Request, table_id: str, step: str = "", eyes: str = "me"
    ) -> Response:
        """The film in the browser: the match after a step, seen by a seat (``eyes``) or by a spectator."""
        here = visit(house, request)
        table = await finished(here, table_id)
        seat = table.seat_of(here.person) if eyes == "me" else None
        if eyes.isdecimal() and len(eyes) < 3 and int(eyes) < table.head.seats:
            seat = int(eyes)
        at = int(step) if step.isdecimal() and len(step) < 7 else None
        viewer = here.viewer(await here.name())(table)
        page = await asyncio.to_thread(house.renderer.film, table, viewer, at, seat)
        return here.keep(HTMLResponse(page))

    @pages.get("/tables/{table_id}/turning")
    async def turning_point(request: Request, table_id: str) -> Response:
        """Where a finished match was decided: a part of its end."""
        here = visit(house, request)
        table = await finished(here, table_id)
        viewer = here.viewer(await here.name())(table)
        film = await asyncio.to_thread(house.renderer.kept_film, table)
        found = await asyncio.to_thread(lambda: film.turning_point)
        chances = None
        if found is not None and found.step:
            sides = [house.bots.chances(table, film, found.step - n) for n in (1, 0)]
            before, after = await asyncio.gather(*sides)
            if before is not None and after is not None:
                chances = before[found.seat], after[found.seat]
        page = await asyncio.to_thread(house.renderer.turning, table, viewer, chances)
        return here.keep(HTMLResponse(page))

    @pages.post("/tables/{table_id}/hint")
    async def hint(request: Request, table_id: str) -> Response:
        here = visit(house, request)
        table = await asyncio.to_thread(house.tables.seen_by, table_id, here.person)
        seat = table.seat_of(here.person)
        if seat is None or table.match is None or seat not in table.match.to_act:
            raise Refused(409, "not-asked", N_("It is not your turn."))
        ideas = await house.bots.hint(table, seat)
        if here.htmx:
            weighed = len(table.match.actions(seat))
            coach = house.renderer.coach(table, seat, ideas, weighed, here.language)
            return here.keep(HTMLResponse(partial("#coach", coach)))
        best = ideas[0]
        names = seat_names(table, here.language)
        label = labels(table.game, [best.key], seat, names, here.language)[best.key]
        message = translations(here.language).gettext(N_("The coach would choose: {action}"))
        hope = table.game.in_words(here.language).hope(best.hope)
        said = f"{message.format(action=label)}. {hope}".strip()
        return await notice(here, said, 200, back=url("table", table_id))

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
        await house.write(
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

        return here.to_table(await house.write(take))

    return pages
