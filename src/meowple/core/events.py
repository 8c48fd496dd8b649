"""What happened, and who may know it. The log, the animations and the film come from here."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

Json = dict[str, Any]
"""Plain data: what `json.dumps` takes, with strings as keys."""


class Event(NamedTuple):
    """One thing that happened.

    Attributes:
        kind: a short word, ``"took"``; each game lists its own.
        data: what everybody may know of it: plain data.
        secret: what only the seats in ``knows`` may know besides: plain data, or None.
        knows: those seats.
    """

    kind: str
    data: dict[str, Any]
    secret: dict[str, Any] | None = None
    knows: tuple[int, ...] = ()

    def seen_by(self, viewer: int | None) -> Event:
        """The event as that viewer may know it: without the secret unless the seat knows it.

        >>> drew = Event("drew", {"seat": 1}, {"card": "fox"}, (1,))
        >>> drew.seen_by(0)
        Event(kind='drew', data={'seat': 1}, secret=None, knows=())
        >>> drew.seen_by(1).data
        {'seat': 1, 'card': 'fox'}
        """
        if self.secret is None:
            return self
        if viewer is not None and viewer in self.knows:
            return Event(self.kind, {**self.data, **self.secret})
        return Event(self.kind, self.data)

    def to_json(self) -> list[Any]:
        """As plain data; `Event.from_json` reads it."""
        if self.secret is None:
            return [self.kind, self.data]
        return [self.kind, self.data, self.secret, list(self.knows)]

    @classmethod
    def from_json(cls, data: Any) -> Event:
        """The event that `to_json` wrote; raises ValueError or TypeError for anything else."""
        kind, public, *rest = data
        if not isinstance(kind, str) or not isinstance(public, dict):
            raise TypeError("an event is a kind and its data")
        if not rest:
            return cls(kind, public)
        secret, knows = rest
        if not isinstance(secret, dict) or not all(type(seat) is int for seat in knows):
            raise TypeError("an event's secret is data and the seats that know it")
        return cls(kind, public, secret, tuple(knows))


class Tell(Protocol):
    """How rules report an event: ``s.tell("took", seat=2, card=card.key)``.

    ``secret`` and ``knows`` go together: data that only those seats may know.
    A state's ``tell`` is None in simulation, so rules write ``if s.tell: s.tell(...)``.
    """

    def __call__(
        self,
        kind: str,
        *,
        secret: dict[str, Any] | None = None,
        knows: tuple[int, ...] = (),
        **data: Any,
    ) -> None: ...
