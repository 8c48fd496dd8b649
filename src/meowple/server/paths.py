"""Where the pages and forms are."""

from __future__ import annotations

from urllib.parse import quote

PATHS = {
    "home": "/",
    "open": "/open",
    "tables": "/tables",
    "name": "/name",
    "language": "/language",
    "theme": "/theme",
    "credits": "/credits",
    "table": "/tables/{}",
    "events": "/tables/{}/events",
    "changes": "/tables/{}/changes",
    "here": "/tables/{}/here",
    "join": "/tables/{}/join",
    "seat": "/tables/{}/seat",
    "remove": "/tables/{}/remove",
    "mute": "/tables/{}/mute",
    "start": "/tables/{}/start",
    "act": "/tables/{}/act",
    "orders": "/tables/{}/orders",
    "undo": "/tables/{}/undo",
    "consent": "/tables/{}/consent",
    "chat": "/tables/{}/chat",
    "leave": "/tables/{}/leave",
    "back": "/tables/{}/back",
    "rematch": "/tables/{}/rematch",
    "film": "/tables/{}/film",
    "watch": "/tables/{}/watch",
    "turning": "/tables/{}/turning",
    "device": "/tables/{}/device",
    "hint": "/tables/{}/hint",
    "rules": "/rules/{}",
    "join_link": "/join/{}",
    "seat_link": "/seat/{}",
}


def url(name: str, *parts: str) -> str:
    """The path of a page or form."""
    return PATHS[name].format(*(quote(part, safe="") for part in parts))
