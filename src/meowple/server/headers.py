"""What every answer says to browsers, and what their requests say of where they come from."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
"""The methods that change nothing."""


def same_origin(headers: Headers, scope: Scope, public: str | None = None) -> bool:
    """Whether a request that changes something comes from one of our own pages.

    Args:
        headers: of the request.
        scope: of the request.
        public: the address under which people reach the server, if that is known.

    Browsers say so in ``Sec-Fetch-Site``, older ones in ``Origin``. What sends neither is no
    browser, and so carries nobody's cookie by accident.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None or (public is not None and origin == public):
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host.lower() == headers.get("host", "").lower()
