"""The form of what a viewer gets of a match."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class Asked(TypedDict):
    """What is asked of whom.

    Attributes:
        kind: the name of the kind of question.
        seats: who is asked.
        together: whether the answers are secret until the last one is in.
        quiet: whether others see no more than that something is asked: then only the viewer's
            own seat stands in ``seats``, ``to_act`` and ``committed``, and only if it is asked.
    """

    kind: str
    seats: list[int]
    together: bool
    quiet: bool


class View(TypedDict):
    """All that a viewer may see of a match.

    Attributes:
        game: what is played.
        seats: by how many.
        options: with which options, all of them.
        viewer: whose eyes: a seat, or null for a spectator.
        over: whether it has ended.
        winners: the seats that have won; empty before the end.
        scores: points of each seat so far.
        question: what is asked of whom; null after the end.
        to_act: the seats that still owe an answer.
        committed: the seats whose secret answer is in.
        actions: keys of what the viewer may choose now.
        choice: the viewer's own secret answer while it can be changed.
        undo: whether the viewer may take back: alone, with the others' consent, or not at all.
        table: all that the game itself has on the table, in the form of that game.
    """

    game: str
    seats: int
    options: dict[str, str | int | bool]
    viewer: int | None
    over: bool
    winners: list[int]
    scores: list[int]
    question: Asked | None
    to_act: list[int]
    committed: list[int]
    actions: list[str]
    choice: str | None
    undo: Literal["free", "consent"] | None
    table: Any
