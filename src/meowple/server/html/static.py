"""Style sheets, scripts, icons and fonts: found, named by their content, sent compressed."""

from __future__ import annotations

import gzip
import hashlib
import re
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

try:
    import brotli  # type: ignore[import-untyped]
except ImportError:  # then gzip will do
    brotli = None

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
LOOK_AGAIN = 2.0
"""Seconds for which the address of a file is taken to be right."""

_RELATIVE = re.compile(r'url\("(\.\.?/[^"?#]+)"\)')
"""What a style sheet names beside itself: fonts."""

_COMMENTS = {
    ".css": re.compile(r"^\s*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL),
    ".js": re.compile(r"^\s*//.*\n", re.MULTILINE),
}
"""Comments that fill lines: they are for who reads the code, and are not sent. Licences are ``/*`` in scripts."""

_COMPRESSED = frozenset((".css", ".js", ".svg", ".txt", ".webmanifest"))


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    mark: tuple[int, int]
    hash: str
    type: str
    plain: bytes
    gzip: bytes | None
    brotli: bytes | None


class Static:
    """The files under ``/static``.

    Args:
        roots: beginning of the path -> folder; the first that fits and has the file is used.
        only: for roots that hold more than is meant to be sent, the names that are.
    """

    def __init__(self, roots: dict[str, Path], only: dict[str, frozenset[str]]) -> None:
        self._roots = [(start, folder.resolve()) for start, folder in roots.items()]
        self._only = only
        self._files: dict[str, File] = {}
        self._urls: dict[str, tuple[float, str]] = {}
        self._lock = threading.RLock()

    def url(self, path: str) -> str:
        """The address of a file, with its hash, so that browsers may keep it for ever."""
        now = time.monotonic()
        known = self._urls.get(path)
        if known is None or now > known[0]:
            file = self._find(path)
            address = f"/static/{quote(path)}" + (f"?v={file.hash}" if file else "")
            self._urls[path] = known = (now + LOOK_AGAIN, address)
        return known[1]

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._place(path) is not None

    def answer(self, request: Request, path: str) -> Response | None:
        """The answer to a request for a file; None where there is none."""
        file = self._find(path)
        if file is None:
            return None
        known = request.query_params.get("v") == file.hash
        headers = {
            "etag": f'"{file.hash}"',
            "cache-control": "public, max-age=31536000, immutable" if known else "no-cache",
            "vary": "accept-encoding",
        }
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        accepted = request.headers.get("accept-encoding", "")
        body = file.plain
        if file.brotli is not None and "br" in accepted:
            body, headers["content-encoding"] = file.brotli, "br"
        elif file.gzip is not None and "gzip" in accepted:
            body, headers["content-encoding"] = file.gzip, "gzip"
        return Response(body, media_type=file.type, headers=headers)

    def _find(self, path: str) -> File | None:
        place = self._place(path)
        if place is None:
            return None
        status = place.stat()
        mark = (status.st_mtime_ns, status.st_size)
        with self._lock:
            file = self._files.get(path)
            if file is None or file.mark != mark:
                plain = place.read_bytes()
                if place.suffix in _COMMENTS:
                    plain = _COMMENTS[place.suffix].sub("", plain.decode()).encode()
                if place.suffix == ".css":
                    plain = self._with_hashes(path, plain.decode()).encode()
                self._files[path] = file = _file(place.suffix, mark, plain)
        return file

    def _with_hashes(self, path: str, sheet: str) -> str:
        """A style sheet with the hashes of the files that it names in their addresses."""

        def named(found: re.Match[str]) -> str:
            file = self._find(normpath(join(dirname(path), found[1])))
            return f'url("{found[1]}?v={file.hash}")' if file else found[0]

        return _RELATIVE.sub(named, sheet)

    def _place(self, path: str) -> Path | None:
        if "\0" in path or "\\" in path:
            return None
        for start, folder in self._roots:
            if not path.startswith(start):
                continue
            rest = path[len(start) :]
            if start in self._only and rest not in self._only[start]:
                continue
            if any(part.startswith(".") or not part for part in rest.split("/")):
                continue
            try:
                place = (folder / rest).resolve()
                if place.is_relative_to(folder) and place.suffix in TYPES and place.is_file():
                    return place
            except OSError:  # a name longer than any file's
                return None
        return None


def _file(suffix: str, mark: tuple[int, int], plain: bytes) -> File:
    small: bytes | None = None
    smaller: bytes | None = None
    if suffix in _COMPRESSED and len(plain) > 500:
        small = gzip.compress(plain, 9, mtime=0)
        if brotli is not None:
            smaller = brotli.compress(plain, quality=9)
    return File(
        mark,
        hashlib.blake2b(plain, digest_size=8).hexdigest(),
        TYPES[suffix],
        plain,
        small,
        smaller,
    )
