"""Words of the older form, a language with each call, in the form of now."""

from __future__ import annotations

from functools import partial
from typing import Any

from meowple.core.actions import Action
from meowple.core.events import Event, Json
from meowple.core.words import Line, People, Spoken, Words


class Adapted:
    """Makes `Words` of a module or object whose functions take a last argument ``language``."""

    def __init__(self, old: Any) -> None:
        self._old = old

    def __getattr__(self, name: str) -> Any:
        return getattr(self._old, name)

    def __call__(self, game: Spoken, language: str) -> Words:
        home = getattr(self._old, "__module__", None) or self._old.__name__
        words: type[Words] = type("Of", (_Words,), {"__module__": home, "old": self._old})
        return words(game, language)


class _Words(Words):
    old: Any

    def action(self, action: Action) -> str:
        return str(self.old.action(action, self.language))

    def prompt(self, view: Json) -> str:
        return str(self.old.prompt(view, self.language))

    def event(self, event: Event, people: People) -> Line | None:
        line: Line | None = self.old.event(event, people.viewer, people.names, self.language)
        return line

    def text(self, view: Json, people: People) -> str:
        return str(self.old.text(view, people.names, self.language))

    def studied(self, key: str) -> str | None:
        name: str | None = self.old.studied(key, self.language)
        return name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self.old, name)
        return partial(found, language=self.language) if callable(found) else found
