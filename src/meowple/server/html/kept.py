"""Regions as they were drawn, ready to be sent, and kept for all who see the same."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from meowple.server.live import data_lines


def partial(target: str, html: str) -> str:
    """A piece of an answer that htmx morphs into place."""
    return (
        f'<hx-partial hx-target="{target}" hx-swap="outerMorph transition:true">'
        f"{html.strip()}</hx-partial>"
    )


class Region:
    """A region as it was drawn: the same for all who see the same.

    Attributes:
        target: the element, ``#region-<name>``.
        html: of the element.
        hash: a short one of the HTML.
        data: the lines of an event that bring it to a page.
    """

    __slots__ = ("data", "hash", "html", "target")

    def __init__(self, target: str, html: str) -> None:
        self.target = target
        self.html = html
        self.hash = short_hash(html)
        self.data = data_lines(self.partial)

    @property
    def partial(self) -> str:
        """The piece of an answer that brings it to a page."""
        return partial(self.target, self.html)


class Kept:
    """Regions that were drawn, by what they were drawn from; the oldest go when it is too much.

    Args:
        most: how many bytes are kept.
    """

    def __init__(self, most: int = 64_000_000) -> None:
        self.most = most
        self._regions: OrderedDict[bytes, Region] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """About how many bytes are kept."""
        return self._bytes

    def get(self, key: bytes) -> Region | None:
        """The region that was drawn from these inputs, if it is still here."""
        with self._lock:
            region = self._regions.get(key)
            if region is not None:
                self._regions.move_to_end(key)
            return region

    def put(self, key: bytes, region: Region) -> None:
        """Keep a region."""
        with self._lock:
            if key not in self._regions:
                self._bytes += _weight(key, region)
            self._regions[key] = region
            while self._bytes > self.most:
                self._bytes -= _weight(*self._regions.popitem(last=False))


def _weight(key: bytes, region: Region) -> int:
    """About how many bytes a kept region takes: its key, its text, and what goes with it."""
    text = len(region.html) * (1 if region.html.isascii() else 2)
    return len(key) + text + len(region.data) + 400


def short_hash(text: str) -> str:
    """A short hash."""
    return hashlib.blake2b(text.encode(), digest_size=9).hexdigest()
