"""The form of saves and positions, and the parts of a match's past that go into one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NamedTuple

from .actions import Action
from .chance import Chance, chance_from_json
from .errors import BadPosition, BadSave, MeowpleError, shown
from .events import Event, Json
from .game import Game, State
from .language import N_
from .registry import get_game

FORMAT = 1
"""Version of the form of saves."""


class Step(NamedTuple):
    """An answer that the rules got, or a re-deal in between.

    Attributes:
        seats: who answered; empty for a change made by `Match.imagine`, `Match.set_orders` or
            ``fork(seed=...)``.
        answer: the action, for a question to all the list of actions in the order of ``seats``,
            or the change.
        free: whether nothing was drawn, thrown or revealed by it.
        apart: whether it answered an `AskAny` that is still open, so that others do not mind it.
    """

    seats: tuple[int, ...]
    answer: Any
    free: bool
    apart: bool = False

    def to_json(self) -> list[Any]:
        """``[seat, key]``, ``[[seats], [keys]]``, ``[null, viewer or "future", seed]`` or
        ``[null, "orders", [seat, orders]]``."""
        if isinstance(self.answer, Redeal):
            return [None, self.answer.viewer, self.answer.seed]
        if isinstance(self.answer, Reseed):
            return [None, "future", self.answer.seed]
        if isinstance(self.answer, Ordered):
            return [None, "orders", [self.answer.seat, self.answer.orders]]
        if isinstance(self.answer, Action):
            return [self.seats[0], self.answer.key]
        return [list(self.seats), [action.key for action in self.answer]]


class Redeal(NamedTuple):
    """A change: deal anew what the viewer cannot know."""

    viewer: int | None
    seed: int


class Reseed(NamedTuple):
    """A change: another future."""

    seed: int


class Ordered(NamedTuple):
    """A change: standing orders of a seat, as plain data."""

    seat: int
    orders: Any


Change = Redeal | Reseed | Ordered


class Snapshot(NamedTuple):
    """A checkpoint: a copy of the state that nobody changes, and how far the match was.

    Attributes:
        state: the copy.
        steps: how many had been made.
        events: how many had been told.
        asked: whom the quiet question right after it asks, where the state does not say: orders
            may have changed since, or been imagined. None: whoever wants to be asked.
    """

    state: State
    steps: int
    events: int
    asked: tuple[int, ...] | None = None


class Save(NamedTuple):
    """What a save holds, read as far as that goes without a match.

    Attributes:
        game: whose match it is.
        data: the whole of it, a position among the rest.
        chance: the stream of the state.
        recording: of the match.
        events: up to the state.
        steps: what is to be repeated from the state on, as `Step.to_json` wrote it.
        commits: seats and the keys of their secret answers.
    """

    game: Game[Any]
    data: Json
    chance: Chance
    recording: bool
    events: list[Event]
    steps: list[Any]
    commits: list[Any]


def position_json(game: Game[Any], snapshot: Snapshot) -> Json:
    """A checkpoint as plain data that `state_from_position` and `asked_from_position` read."""
    state = snapshot.state
    return {
        "game": game.name,
        "version": game.version,
        "seats": state.seats,
        "options": dict(state.options),
        **({} if snapshot.asked is None else {"asked": list(snapshot.asked)}),
        "state": state.to_json(),
    }


def save_text(
    game: Game[Any],
    snapshot: Snapshot,
    steps: Sequence[Step],
    events: Sequence[Event],
    commits: Mapping[int, Action],
    recording: bool,
) -> str:
    """A save from a snapshot of a match, all its steps and events, and secret answers."""
    position = position_json(game, snapshot)
    state = position.pop("state")
    return json.dumps(
        {
            "meowple": FORMAT,
            **position,
            "recording": recording,
            "chance": snapshot.state.chance.to_json(),
            "state": state,
            "steps": [step.to_json() for step in steps[snapshot.steps :]],
            "commits": [[seat, action.key] for seat, action in sorted(commits.items())],
            "events": [event.to_json() for event in events[: snapshot.events]],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read_save(text: str | bytes) -> Save:
    """What `save_text` wrote. Raises `BadSave` for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadSave(N_("this is not a save: it is not JSON")) from error
    if not isinstance(data, dict) or data.get("meowple") != FORMAT:
        raise BadSave(N_("this is not a save of this version of Meowple"))
    with reading("head"):
        game = get_game(data["game"])
        if data.get("version") != game.version:
            raise BadSave(
                N_(
                    "this save is under version {old} of the rules of {game}; installed is "
                    "version {new}. Its position can still be loaded with "
                    "new_match(position=...)"
                ),
                old=shown(data.get("version"), 20, str),
                game=game.name,
                new=game.version,
            )
    with reading("state"):
        return Save(
            game,
            data,
            chance_from_json(data["chance"]),
            _flag(data["recording"]),
            [Event.from_json(event) for event in data["events"]],
            list(data["steps"]),
            list(data["commits"]),
        )


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"not true or false but {shown(value)}")
    return value


def state_from_position(game: Game[Any], data: Any, chance: Chance) -> State:
    """The state that a position describes. Raises `BadPosition`, or says what else is wrong."""
    if not isinstance(data, dict):
        raise BadPosition(
            N_("a position is a JSON object, such as match.position() gives; not {kind}"),
            kind=type(data).__name__,
        )
    for field in ("seats", "options", "state"):
        if field not in data:
            raise BadPosition(N_("impossible position: {field} is missing"), field=field)
    try:
        if data.get("game", game.name) != game.name:
            raise BadPosition(
                N_("this is a position of {game}"), game=shown(data["game"], form=str)
            )
        seats = game.check_seats(data["seats"])
        options = MappingProxyType(game.check_options(data["options"]))
        state: State = game.load(seats, options, data["state"], chance)
        return state
    except MeowpleError:
        raise
    except Exception as error:
        raise BadPosition(
            N_("this is not a position of {game}: {error!r}"), game=game.name, error=error
        ) from error


def asked_from_position(data: Any) -> tuple[int, ...] | None:
    """Whom a quiet question asks in a position; see `Snapshot`. Raises `BadPosition`."""
    asked = data.get("asked")
    if asked is None:
        return None
    if not isinstance(asked, list) or not all(type(seat) is int for seat in asked):
        raise BadPosition(N_("impossible position: asked must be a list of seats"))
    return tuple(asked)


@contextmanager
def reading(part: str) -> Iterator[None]:
    """Turn whatever goes wrong while a part of a save is read into `BadSave`."""
    try:
        yield
    except BadSave:
        raise
    except Exception as error:
        told = (
            error if isinstance(error, MeowpleError) else f"{type(error).__name__}: {error}"[:200]
        )
        raise BadSave(
            N_("the save cannot be read, its {part} is wrong: {reason}"), part=part, reason=told
        ) from error
