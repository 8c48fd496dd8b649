"""Who asks: people without accounts, known by a signed cookie, programs by a signed token."""

from __future__ import annotations

import hashlib
import secrets

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from meowple.core.language import closest

COOKIE = "meowple"
LANGUAGE_COOKIE = "language"
YEAR = 365 * 24 * 3600


def new_person() -> str:
    """An id for somebody new: 128 bits that nobody can guess."""
    return secrets.token_urlsafe(16)


class People:
    """Signs and reads what says who somebody is.

    Args:
        secret: the key of the installation.
    """

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(f"meowple.mark {secret}".encode()).digest()
        self._cookies = Signer(secret, salt="meowple.cookie")
        self._tokens = Signer(secret, salt="meowple.token")

    def token(self, person: str) -> str:
        """What a program sends as ``Authorization: Bearer ...``."""
        return self._tokens.sign(person).decode()

    def cookie(self, person: str) -> str:
        """The value of the cookie of a person."""
        return self._cookies.sign(person).decode()

    def from_cookie(self, request: HTTPConnection) -> str | None:
        """The person whose cookie came with a request."""
        return _unsign(self._cookies, request.cookies.get(COOKIE))

    def from_token(self, request: HTTPConnection) -> str | None:
        """The person whose bearer token came with a request; never from a cookie."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return _unsign(self._tokens, token.strip()) if kind.lower() == "bearer" else None

    def mark(self, text: str) -> str:
        """A short mark of a text that nobody can make, or trace back, without the secret."""
        return hashlib.blake2b(text.encode(), key=self._key, digest_size=9).hexdigest()

    def remember(self, response: Response, person: str, *, secure: bool) -> None:
        """Set the cookie, for as long as browsers keep one."""
        response.set_cookie(
            COOKIE,
            self.cookie(person),
            max_age=YEAR + 30 * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def _unsign(signer: Signer, value: str | None) -> str | None:
    if not value or len(value) > 200:
        return None
    try:
        return signer.unsign(value).decode()
    except (BadSignature, UnicodeError, ValueError):
        return None


def language_of(request: HTTPConnection) -> str:
    """The language of a page: the one chosen, else the first that the browser prefers."""
    if chosen := closest(request.cookies.get(LANGUAGE_COOKIE, "")):
        return chosen
    wishes = []
    for place, part in enumerate(request.headers.get("accept-language", "")[:500].split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        wishes.append((-weight, place, name.strip()))
    for weight, _, name in sorted(wishes):
        if weight < 0 and (found := closest(name)):
            return found
    return "en"


def remember_choice(response: Response, cookie: str, value: str, *, secure: bool) -> None:
    """Remember how somebody wants the pages: language, day or night."""
    response.set_cookie(
        cookie,
        value,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=secure,
    )
