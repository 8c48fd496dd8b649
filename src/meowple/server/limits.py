"""What every request passes before anything else: sizes, origin, and how many."""

from __future__ import annotations

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meowple.core.language import N_

from .figures import form
from .headers import HEADERS, SAFE, same_origin

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask. A rate is (at once, refilled per second).

    Attributes:
        body: bytes of a request.
        commands: requests that change something, by cookie or token.
        pages: all requests but static files, by address.
        tables: new tables, by address.
        streams: open streams of one person; of one address eight times as many.
        programs: seats of one listed table, for programs of one address.

    An address is that of a connection, or its network: see `network`.
    """

    body: int = 16_384
    commands: tuple[float, float] = (40, 5)
    pages: tuple[float, float] = (300, 50)
    tables: tuple[float, float] = (20, 0.2)
    streams: int = 12
    programs: int = 1


def network(address: str) -> str:
    """What of an address tells people apart: of IPv6 everybody has many thousand millions.

    >>> network("2001:db8:1:2:3:4:5:6"), network("::ffff:192.0.2.1"), network("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))


class Buckets:
    """Token buckets by key, of which the least used are forgotten.

    >>> now = 0.0
    >>> few = Buckets(2, 1, clock=lambda: now)
    >>> [few.take("me") for _ in range(3)]
    [0, 0, 1]
    """

    def __init__(
        self,
        size: float,
        rate: float,
        *,
        kept: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size = size
        self.rate = rate
        self._kept = kept
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> int:
        """Take one token: 0 if there was one, else the seconds to wait, rounded up."""
        now = self._clock()
        tokens, then = self._buckets.pop(key, (self.size, now))
        tokens = min(self.size, tokens + (now - then) * self.rate)
        wait = 0 if tokens >= 1 else max(1, math.ceil((1 - tokens) / self.rate))
        self._buckets[key] = (tokens if wait else tokens - 1, now)
        while len(self._buckets) > self._kept:
            self._buckets.popitem(last=False)
        return wait


Refuse = Callable[[Scope, Receive, Send, int, str, str, dict[str, str]], Awaitable[None]]
"""``refuse(scope, receive, send, status, code, text, headers)`` answers with a refusal."""


class Guard:
    """What every request passes before it reaches the application.

    Args:
        app: what it guards.
        limits: see `Limits`.
        refuse: answers in the way that suits who asked.
        person: reads the signed person out of a request's headers, or None.
        public: the address under which people reach the server, if that is known.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: Limits,
        refuse: Refuse,
        person: Callable[[Scope], str | None],
        public: str | None = None,
    ) -> None:
        self.public = public
        self.app = app
        self.limits = limits
        self.refuse = refuse
        self.person = person
        self.commands = Buckets(*limits.commands)
        self.pages = Buckets(*limits.pages)
        self.tables = Buckets(*limits.tables)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        head = scope["method"] == "HEAD"
        if head:  # answered like GET, without the body; a stream ends where it would begin
            scope = {**scope, "method": "GET"}

        async def guarded_send(message: Message) -> None:
            start = message["type"] == "http.response.start"
            if start:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            if start or not head:
                await send(message)
            if start and head:
                await send({"type": "http.response.body", "body": b""})

        refusal = self._check(scope)
        if refusal is not None:
            await self.refuse(scope, receive, guarded_send, *refusal)
            return
        left = self.limits.body
        too_large = gone = False

        async def counted_receive() -> Message:
            nonlocal left, too_large, gone
            message = await receive()
            gone = message["type"] == "http.disconnect"
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                if left < 0:
                    too_large = True
                    raise _TooLarge
            return message

        started = False

        async def noted_send(message: Message) -> None:
            nonlocal started
            if (too_large or gone) and not started:
                return  # what the framework makes of the interrupted reading
            started = True
            await guarded_send(message)

        try:
            await self.app(scope, counted_receive, noted_send)
        except (_TooLarge, ClientDisconnect):
            pass
        except Exception:
            log.exception("%s %s has failed", scope["method"], form(scope))
            if not started and not too_large:
                await self.refuse(scope, receive, guarded_send, *_FAILED)
        if too_large and not started:
            await self.refuse(scope, receive, guarded_send, *_LARGE)

    def _check(self, scope: Scope) -> tuple[int, str, str, dict[str, str]] | None:
        headers = Headers(scope=scope)
        path: str = scope["path"]
        method: str = scope["method"]
        if "\0" in path:  # no file and no id has it, and some databases fail on it
            return _NOWHERE
        if path.startswith("/static/") and method in SAFE:
            return None
        client = scope.get("client")
        address = network(client[0]) if client else "unknown"
        if wait := self.pages.take(address):
            return _fast(wait)
        if method in SAFE:
            return None
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.limits.body:
            return _LARGE
        if not path.startswith("/api/") and not same_origin(headers, scope, self.public):
            return (403, "foreign", N_("That came from another site, so it was not done."), {})
        who = self.person(scope)
        if wait := self.commands.take(who or address):
            return _fast(wait)
        making = path.rstrip("/") in ("/tables", "/api/v1/tables")
        if making and (wait := self.tables.take(address)):
            return _fast(wait)
        return None


class _TooLarge(Exception):
    pass


_LARGE: tuple[int, str, str, dict[str, str]] = (
    413,
    "too-large",
    N_("That was too much at once."),
    {},
)


_NOWHERE: tuple[int, str, str, dict[str, str]] = (
    404,
    "http",
    N_("There is no such page."),
    {},
)


_FAILED: tuple[int, str, str, dict[str, str]] = (
    500,
    "failed",
    N_("Something went wrong here. Nothing has been changed."),
    {},
)


def _fast(wait: int) -> tuple[int, str, str, dict[str, str]]:
    return (
        429,
        "too-fast",
        N_("Too fast. Wait a few seconds and try again."),
        {"retry-after": str(wait)},
    )
