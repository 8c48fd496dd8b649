"""What a server counts, and how Prometheus reads it.

Each process keeps its own figures and tells them to the others with its sign of life, so that any
process can answer for all of them.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .logs import access

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds up to which requests are counted together."""

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""The methods that are told apart."""

HELP = {
    "requests_total": ("counter", "Requests that were answered."),
    "request_seconds": ("histogram", "How long answers took, streams left out."),
    "commands_total": ("counter", "Commands of people and bots that changed a table."),
    "bot_answers_total": ("counter", "Answers of bots."),
    "bot_failures_total": ("counter", "Answers that a bot failed to give."),
    "database_away_total": ("counter", "Requests that found the database out of reach or busy."),
    "streams": ("gauge", "Open streams."),
    "tables": ("gauge", "Tables in memory."),
    "tables_bytes": ("gauge", "About how many bytes they take."),
    "bots_owing": ("gauge", "Tables where a bot owes an answer."),
    "bots_owing_seconds": ("gauge", "For how long, at the table that has waited longest."),
}


class Figures:
    """The figures of this process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, n: int = 1, **labels: str) -> None:
        """Add to a counter. Callable from any thread."""
        with self._lock:
            self._counts[_series(name, labels)] += n

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """Let a value be read whenever it is asked for."""
        self._gauges[name] = read

    def answered(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """A request was answered.

        Args:
            route: its form, without what names a table or lets somebody in.
            method: of the request.
            status: of the answer.
            seconds: that it took; None for a stream.
        """
        method = method if method in METHODS else "other"  # whoever asks may make one up
        self.count("requests_total", route=route, method=method, status=str(status))
        if seconds is not None:
            place = bisect_left(BOUNDS, seconds)
            bound = str(BOUNDS[place]) if place < len(BOUNDS) else "+Inf"
            self.count("request_seconds", le=bound)
            self.count("request_seconds_us", int(seconds * 1e6))

    def now(self) -> dict[str, Any]:
        """All of them, as plain data."""
        with self._lock:
            counted = dict(self._counts)
        return {**counted, **{name: read() for name, read in self._gauges.items()}}


class Measure:
    """The outermost layer of the application: counts and logs each request.

    Args:
        app: what it measures.
        figures: where it counts.
    """

    def __init__(self, app: ASGIApp, *, figures: Figures) -> None:
        self.app = app
        self.figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 499  # what stays without an answer had nobody left to answer
        stream = False

        async def noted_send(message: Message) -> None:
            nonlocal status, stream
            if message["type"] == "http.response.start":
                status = message["status"]
                stream = any(
                    value.startswith(b"text/event-stream") for _, value in message["headers"]
                )
            await send(message)

        try:
            await self.app(scope, receive, noted_send)
        finally:
            seconds = time.perf_counter() - began
            route, method = form(scope), scope["method"]
            self.figures.answered(route, method, status, None if stream else seconds)
            if status == 503:
                self.figures.count("database_away_total")
            figures = {"route": route, "method": method, "status": status, "seconds": seconds}
            access.info("%s %s %d", method, route, status, extra={"figures": figures})


def form(scope: Scope) -> str:
    """The form of the route of a request: what stands in its path may let somebody in."""
    return getattr(scope.get("route"), "path", None) or "-"


def _series(name: str, labels: Mapping[str, str]) -> str:
    if not labels:
        return name
    inside = ",".join(f'{key}="{_quoted(value)}"' for key, value in labels.items())
    return f"{name}{{{inside}}}"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def exposition(processes: Mapping[str, Mapping[str, Any]], whole: Mapping[str, float]) -> str:
    """The figures in the text form that Prometheus reads.

    Args:
        processes: what each process has counted.
        whole: what holds of all together.
    """
    lines: list[str] = []
    for name, (kind, text) in HELP.items():
        found = [*_samples(name, kind, processes)]
        if name in whole:
            found.append(f"meowple_{name} {whole[name]}")
        if found:
            lines += [f"# HELP meowple_{name} {text}", f"# TYPE meowple_{name} {kind}", *found]
    return "\n".join(lines) + "\n"


def _samples(name: str, kind: str, processes: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    for process, figures in sorted(processes.items()):
        own = f'process="{_quoted(process)}"'
        if kind == "histogram":
            total = 0
            for bound in (*map(str, BOUNDS), "+Inf"):
                total += figures.get(f'{name}{{le="{bound}"}}', 0)
                yield f'meowple_{name}_bucket{{{own},le="{bound}"}} {total}'
            yield f"meowple_{name}_sum{{{own}}} {figures.get(f'{name}_us', 0) / 1e6}"
            yield f"meowple_{name}_count{{{own}}} {total}"
            continue
        for series, value in sorted(figures.items()):
            base, _, labels = series.partition("{")
            if base == name:
                inside = f"{own},{labels[:-1]}" if labels else own
                yield f"meowple_{name}{{{inside}}} {value}"
