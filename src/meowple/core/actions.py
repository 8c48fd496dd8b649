"""Actions: what a seat can choose. Made once for each game, never while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import Any, Self, overload

from .errors import IllegalAction, shown
from .language import N_

Label = str | Callable[[Any, Any], str]
"""A text marked for translation, or a function ``(words, action)`` that makes one."""


class Action:
    """One choice out of a game's fixed list.

    There is a single object for each choice, so actions are compared by identity; a copied or
    pickled action is the same object again.

    Attributes:
        id: its index in the game's list, stable for one rules version.
        key: a readable name, ``play:winter-12``, unique in the game.
        verb: the part of the key before the colon.
        value: what it stands for (a card, a space, a number ...), for the rules to use.
        label: what it is called for people; read by ``Words.action``.
    """

    __slots__ = ("id", "key", "label", "owner", "value", "verb")

    owner: ActionList
    """The list that it stands in."""

    def __init__(self, id: int, key: str, value: Any = None, label: Label | None = None) -> None:
        self.id = id
        self.key = key
        self.verb = key.partition(":")[0]
        self.value = value
        self.label = label

    def __repr__(self) -> str:
        return f"<{self.key}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class ActionList:
    """A game's actions in order. Filled when the game is imported, then only read.

    Actions are found by key or by index, ``in`` takes a key or an action, slices give lists.

    Attributes:
        game: the name of the game that they belong to.

    >>> actions = ActionList()
    >>> jump = actions.add("jump:moon", value=7)
    >>> actions["jump:moon"] is jump, actions[0] is jump, len(actions)
    (True, True, 1)

    What an action is called is said where it is made: a text marked for translation, or a
    function of the words and the action.

    >>> actions.add("stay", label="Stay where you are").label
    'Stay where you are'
    >>> many = actions.add_all(
    ...     "take", [("1", 1), ("2", 2)], label=lambda words, action: f"Take {action.value}"
    ... )
    >>> [action.label(None, action) for action in many]
    ['Take 1', 'Take 2']
    """

    def __init__(self) -> None:
        self.game = ""
        self._list: list[Action] = []
        self._by_key: dict[str, Action] = {}

    def add(self, key: str, value: Any = None, label: Label | None = None) -> Action:
        """Make the next action.

        Args:
            key: a readable name that must be new: ``verb`` or ``verb:name``.
            value: what it stands for.
            label: what it is called for people.
        """
        if key in self._by_key:
            raise ValueError(f"the action {key!r} exists already")
        action = Action(len(self._list), key, value, label)
        action.owner = self
        self._list.append(action)
        self._by_key[key] = action
        return action

    def add_all(
        self, verb: str, values: Iterable[tuple[str, Any]], label: Label | None = None
    ) -> list[Action]:
        """Make one action for each (name, value), with the keys ``verb:name``."""
        return [self.add(f"{verb}:{name}", value, label) for name, value in values]

    def get(self, key: str) -> Action | None:
        """The action of that key, or None."""
        return self._by_key.get(key)

    @overload
    def __getitem__(self, which: int | str) -> Action: ...
    @overload
    def __getitem__(self, which: slice) -> list[Action]: ...
    def __getitem__(self, which: int | str | slice) -> Action | list[Action]:
        """By index, or by key. Raises `IllegalAction` where there is none."""
        if isinstance(which, slice):
            return self._list[which]
        if isinstance(which, str):
            action = self._by_key.get(which)
            if action is None:
                raise IllegalAction(N_("this game has no action {action!r}"), action=which[:80])
            return action
        try:
            number = -1 if isinstance(which, bool) else index(which)
        except TypeError:
            number = -1
        if not 0 <= number < len(self._list):
            raise IllegalAction(
                N_("actions are found by key, or by id from 0 to {last}; not by {which}"),
                which=shown(which, 80),
                last=len(self._list) - 1,
            )
        return self._list[number]

    def __contains__(self, which: object) -> bool:
        if isinstance(which, Action):
            return which.owner is self
        return isinstance(which, str) and which in self._by_key

    def __repr__(self) -> str:
        return f"<{len(self)} actions{f' of {self.game}' if self.game else ''}>"

    def __len__(self) -> int:
        return len(self._list)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._list)
