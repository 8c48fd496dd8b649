"""A match: one play of a game by its seats. Runs the rules, keeps the answers, knows the past."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import count
from operator import index
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NoReturn, SupportsIndex

from .actions import Action
from .chance import Chance, FastChance, checked_seed
from .errors import (
    BadOrders,
    BadPosition,
    CannotUndo,
    IllegalAction,
    MatchOver,
    NotRecorded,
    RulesError,
    WrongSeat,
    shown,
)
from .events import Event, Json
from .game import Game, State, whole_number
from .language import N_, seat_names
from .native import mypyc_attr
from .questions import CHECKPOINT, AskQuiet, Question
from .registry import get_game
from .saves import (
    Change,
    Ordered,
    Redeal,
    Reseed,
    Save,
    Snapshot,
    Step,
    asked_from_position,
    position_json,
    read_save,
    reading,
    save_text,
    state_from_position,
)
from .words import Line

_ALTERED = 0x3C6EF372FE94F82B
"""Keeps the streams of `Match.imagine` and ``fork(seed=...)`` apart from those of new matches:
with the same seed they would deal alike, and an imagined match would resemble the real one."""


_quickly = tuple.__new__
"""Makes a named tuple in half the time; for what every decision makes."""

Pick = Callable[[Any, int, Sequence[Action]], Action]
"""``pick(state, seat, actions)``: one of the actions, of which there are two or more."""

Answers = Literal["uniform", "drop"]
"""What an imagined match does with the secret answers of others: see `Match.imagine`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """One play of a game, from Python.

    Made by `new_match` and `load_match`, never directly.

    >>> import meowple
    >>> match = meowple.new_match("festival", seats=4, seed=7)
    >>> match.to_act
    (0, 1, 2, 3)
    >>> while not match.over:
    ...     seat = match.to_act[0]
    ...     match.act(seat, match.actions(seat)[0])
    >>> len(match.scores), len(match.winners) > 0
    (4, True)

    A copy (`copy.copy`, `copy.deepcopy`) is a `fork`; a pickled match is a whole `save`.

    Attributes:
        game: the game that is played.
        recording: whether events and the whole film are kept. Without them a match is faster,
            but has no log, and is undone only back to its last checkpoint.
    """

    __slots__ = (
        "_asked",
        "_commits",
        "_events",
        "_listed",
        "_passed",
        "_passed_since",
        "_question",
        "_script",
        "_snapshots",
        "_state",
        "_steps",
        "_windows",
        "game",
        "recording",
    )

    game: Game[Any]
    recording: bool
    _state: State
    _question: Question | None
    _asked: tuple[int, ...]
    """Who is asked: the seats of the question, of a quiet one those for which it stops."""
    _windows: int
    """How many quiet questions the script has come to, asked or passed by."""
    _passed: int
    """How many of them had come before the last one ..."""
    _passed_since: Snapshot | None
    """... since this checkpoint."""
    _snapshots: list[Snapshot]
    _steps: list[Step]
    _events: list[Event]
    _commits: dict[int, Action]
    _listed: dict[int, tuple[Action, ...]]

    def __init__(
        self,
        game: Game[Any],
        state: State,
        *,
        recording: bool = True,
        events: Sequence[Event] = (),
        asked: tuple[int, ...] | None = None,
    ) -> None:
        self.game = game
        self.recording = recording
        self._steps = []
        self._events = list(events)
        self._snapshots = [Snapshot(state.copy(), 0, len(events), asked)]
        self._start(state, asked)

    def __repr__(self) -> str:
        if self._question is None:
            now = f"over, won by {', '.join(map(str, self.winners)) or 'nobody'}"
        else:
            now = f"{self._question.kind}, to act: {', '.join(map(str, self.to_act))}"
        return f"<match of {self.game.name}, {self.seats} seats, {now}>"

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: object) -> Match:
        return self.fork()

    def __reduce__(self) -> tuple[Callable[[str], Match], tuple[str]]:
        return load_match, (self.save(whole=self.recording),)

    # -- what is asked ------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._state.seats

    @property
    def options(self) -> Mapping[str, Any]:
        """The table's options, all of them, to be read only."""
        return self._state.options

    @property
    def state(self) -> Any:
        """The game's own state, secrets and all: for the game's functions, never for a viewer."""
        return self._state

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._question is None

    @property
    def question(self) -> Question | None:
        """What is asked now; None when the match is over."""
        return self._question

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked now, whether they have answered or not.

        Those of the `question`; of a quiet one only those that it stops for, which is a secret of
        each of them: what a viewer may know of it is in `view`.
        """
        return self._asked

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that still owe an answer. Never empty before the match is over.

        Look anew after each `act`: an answer may close the question for the others too.
        """
        if not self._commits:
            return self._asked
        return tuple(seat for seat in self._asked if seat not in self._commits)

    @property
    def committed(self) -> tuple[int, ...]:
        """The seats whose secret answer is in, while others still think."""
        return tuple(sorted(self._commits))

    def commitment(self, seat: int) -> Action | None:
        """The secret answer of that seat while it can still be changed. For its owner only."""
        return self._commits.get(seat)

    def actions(self, seat: SupportsIndex) -> tuple[Action, ...]:
        """What that seat may choose now; empty when it is not asked.

        Raises:
            WrongSeat: there is no such seat.
        """
        if type(seat) is not int:
            seat = self._seat(seat)
        listed = self._listed.get(seat)
        if listed is None:
            question = self._question
            if question is None or seat not in self._asked:
                self._seat(seat)
                return ()
            self._listed[seat] = listed = tuple(question.options(self._state, seat))
        return listed

    def mask(self, seat: SupportsIndex) -> bytearray:
        """For each of the game's actions 1 if that seat may choose it now, else 0, by `Action.id`.

        >>> import meowple
        >>> match = meowple.new_match("festival", seats=4, seed=7)
        >>> mask = match.mask(0)
        >>> len(mask) == len(match.game.actions), sum(mask) == len(match.actions(0))
        (True, True)

        Raises:
            WrongSeat: there is no such seat.
        """
        mask = bytearray(len(self.game.actions))
        for action in self.actions(seat):
            mask[action.id] = 1
        return mask

    # -- acting -------------------------------------------------------------------------------

    def act(self, seat: SupportsIndex, action: Action | str) -> None:
        """Answer for a seat with one of its `actions`, or with the key of one.

        A seat asked together with others may answer again to change its mind, until the last of
        them has answered.

        Raises:
            MatchOver, WrongSeat, IllegalAction: nothing has changed.
            RulesError: the rules failed on it; the match is as it was before.
        """
        if type(seat) is not int:
            seat = self._seat(seat)
        legal = self._listed.get(seat)
        if legal is None:
            legal = self.actions(seat)
        chosen: Any = action
        if chosen.__class__ is not Action or chosen not in legal:
            if isinstance(chosen, str):
                chosen = self.game.actions.get(chosen) or chosen
            if not isinstance(chosen, Action) or chosen not in legal:
                self._refuse(seat, chosen)
        question = self._question
        assert question is not None
        if not question.together:
            self._answer((seat,), chosen)
            return
        commits = {**self._commits, seat: chosen}
        if len(commits) == len(self._asked):
            self._answer(self._asked, [commits[each] for each in self._asked])
        else:
            self._commits = commits

    def play_out(self, pick: Pick | Random, stop: Callable[[Any], bool] | None = None) -> int:
        """Play on to the end, for rollouts: at once, quicker than `act`, and keeping no past.

        Afterwards the match is one without ``recording`` in which nothing can be taken back. One
        that has been played to its end so can be looked at and copied, but not saved.

        >>> from random import Random
        >>> import meowple
        >>> match = meowple.new_match("festival", seats=4, seed=7)
        >>> match.play_out(Random(1)) > 20, match.over
        (True, True)

        Args:
            pick: (state, seat, actions) -> one of the actions; asked only where there are several.
                A `random.Random` stands for one that makes each equally likely, and is quickest.
                Secret answers that are already in stand.
            stop: (state) -> whether to end here; asked at each checkpoint that is come to. The
                match then goes on from there as any other.

        Returns:
            How many decisions were made, forced ones included.

        Raises:
            IllegalAction: what ``pick`` gave is not one of the actions.
            RulesError: the rules or ``stop`` failed. Whatever is raised, nothing has changed.
        """
        if not isinstance(pick, Random) and (isinstance(pick, type) or not callable(pick)):
            raise TypeError(
                f"pick is a random.Random or (state, seat, actions) -> action; not {shown(pick)}"
            )
        if stop is not None and not callable(stop):
            raise TypeError(f"stop is a function (state) -> bool; not {shown(stop)}")
        question = self._question
        if question is None:
            return 0
        state, send, commits, made = self._state, self._script.send, self._commits, len(self._steps)
        draw = pick.random if isinstance(pick, Random) else None
        tell, state.tell = state.tell, None
        legal: Sequence[Action]
        answer: Any
        asked: Any
        if isinstance(question, AskQuiet):
            commits = {**question.passed(self._asked), **commits}
        decisions = -len(commits)
        try:
            while True:
                options, seats = question.options, question.seats
                if question.together:
                    decisions += len(seats)
                    if commits or draw is None:
                        answer = _all_picked(pick, state, question, commits)
                        commits = {}
                    else:
                        answer = []
                        for seat in seats:
                            legal = options(state, seat)
                            answer.append(legal[int(draw() * len(legal))])
                else:
                    decisions += 1
                    legal = options(state, seats[0])
                    if draw is None:
                        answer = _picked(pick, state, seats[0], legal)
                    else:
                        answer = legal[int(draw() * len(legal))]
                    if question.apart:
                        answer = seats[0], answer
                try:
                    asked = send(answer)
                    while asked is CHECKPOINT and not (stop and _stops(stop, state)):
                        asked = send(None)
                except StopIteration:
                    self._forget(None)
                    return decisions
                except Exception as error:
                    raise self._failed(error) from error
                if asked is CHECKPOINT:
                    self._forget(Snapshot(state.copy(), 0, 0))
                    self._advance(None)
                    return decisions
                question = asked
                if asked.quiet:
                    commits = asked.passed(asked.asks(state))
                    decisions -= len(commits)
        except BaseException:
            state.tell, commits = tell, self._commits
            self._rewind(made)
            self._commits = commits
            raise

    def undo(self, seat: SupportsIndex, consent: Collection[int] = ()) -> frozenset[int]:
        """Take back the last decision of a seat.

        Free while nothing has been drawn, thrown or revealed and nobody else has decided since.
        Beyond that all others must agree: then nothing happens until ``consent`` holds them.

        Returns:
            The seats whose consent is still missing; empty when the decision is taken back.

        Raises:
            WrongSeat, CannotUndo: there is no such seat, or it has decided nothing yet that could
                be taken back; an imagined match has nothing from before it was imagined.
        """
        seat = self._seat(seat)
        needed = self.undo_consent(seat)
        if needed is None:
            raise CannotUndo(N_("seat {seat} has nothing to take back"), seat=seat)
        missing = needed - frozenset(consent)
        if missing:
            return missing
        if seat in self._commits:
            self._commits = {s: a for s, a in self._commits.items() if s != seat}
        else:
            last = self._last_step_of(seat)
            assert last is not None
            later = self._steps[last + 1 :]
            if any(isinstance(step.answer, Redeal) for step in later):
                raise CannotUndo(N_("what was decided before a match was imagined stands in it"))
            self._rewind(last)
            # What others have prepared apart meanwhile stands, and so does another future.
            self._repeat([step for step in later if not needed or not step.seats])
        return missing

    def undo_consent(self, seat: int) -> frozenset[int] | None:
        """The seats that would have to agree to `undo`: empty if it is free, None if impossible.

        Who plays alone needs nobody's consent, whatever was thrown or drawn since.
        """
        if seat in self._commits:
            return frozenset()
        last = self._last_step_of(seat)
        if last is None:
            return None
        if self._steps[last].free and not self._commits:
            since = [step for step in self._steps[last:] if step.seats]
            if len(since) == 1 or all(step.free and step.apart for step in since):
                return frozenset()
        return frozenset(range(self.seats)) - {seat}

    # -- standing orders ----------------------------------------------------------------------

    def orders(self, seat: SupportsIndex) -> Any:
        """The standing orders of a seat, as the game holds them: for their owner only.

        Raises:
            WrongSeat, BadOrders: there is no such seat, or the game has no standing orders.
        """
        seat = self._seat(seat)
        if self.game.orders is None:
            raise BadOrders(N_("{game} has no standing orders"), game=self.game.name)
        return self._state.orders[seat]  # type: ignore[attr-defined]

    def set_orders(self, seat: SupportsIndex, orders: Any) -> None:
        """Change the secret settings of a seat, at any moment, whoever is asked.

        They hold from the next question on. Nobody is told. Taking decisions back leaves them as
        they are; forks, saves and films keep them.

        Args:
            seat: whose orders.
            orders: plain data in the form of the game, see `Game.orders`.

        Raises:
            WrongSeat, BadOrders, MatchOver: nothing has changed.
        """
        self.orders(seat)
        if self._question is None:
            raise MatchOver(N_("the match is over"))
        self._alter(Ordered(self._seat(seat), self._read_orders(self._seat(seat), orders)))

    def _read_orders(self, seat: int, orders: Any) -> Any:
        """A copy of orders as plain data. Raises `BadOrders` for what the game does not take."""
        check = self.game.orders
        assert check is not None
        try:
            plain = json.loads(json.dumps(orders))
            check(self._state, seat, plain)
        except BadOrders:
            raise
        except Exception as error:
            raise BadOrders(
                N_("{game} does not take these orders: {error!r}"), game=self.game.name, error=error
            ) from error
        return plain

    # -- what is known ------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """Points of each seat so far, or at the end."""
        return self.game.scores(self._state)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty before the end, several if they share the victory."""
        return self.game.winners(self._state) if self.over else []

    def returns(self) -> list[float]:
        """The part of the victory that each seat got: 1 alone, 1/2 if two share it; before the end
        0 for all."""
        winners = self.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    def study(self) -> Json | None:
        """What the finished match tells about the game: `Game.study`, if the game has one.

        It may hold what was hidden, so it is None before the end.
        """
        return self.game.study(self._state) if self.over and self.game.study else None

    def view(self, seat: SupportsIndex | None = None) -> Json:
        """What a viewer may see, as plain data.

        Args:
            seat: whose eyes; None for a spectator, who sees what every seat sees.

        Returns:
            ``game``, ``seats``, ``options``, ``viewer``, ``over``, ``winners``, ``scores``;
            ``question``: ``{kind, seats, together, quiet}`` or None; ``to_act``, ``committed``:
            seats, of a quiet question only the viewer's own;
            ``actions``: keys that the viewer may choose; ``choice``: the viewer's own secret
            answer, or None; ``undo``: ``free``, ``consent`` or None; ``table``: the game's own
            part, described in its ``view`` module.

        Raises:
            WrongSeat: there is no such seat.
        """
        question = self._question
        own = undo = None
        if seat is not None:
            seat = self._seat(seat)
            own = self._commits.get(seat)
            consent = self.undo_consent(seat)
            undo = None if consent is None else "consent" if consent else "free"

        asked, to_act, committed = self._asked, self.to_act, self.committed
        if question is not None and question.quiet:
            asked, to_act, committed = (
                tuple(one for one in seats if one == seat) for seats in (asked, to_act, committed)
            )
        return {
            "game": self.game.name,
            "seats": self.seats,
            "options": dict(self.options),
            "viewer": seat,
            "over": self.over,
            "winners": self.winners,
            "scores": self.scores,
            "question": question
            and {
                "kind": question.kind,
                "seats": list(asked),
                "together": question.together,
                "quiet": question.quiet,
            },
            "to_act": list(to_act),
            "committed": list(committed),
            "actions": [] if seat is None else [action.key for action in self.actions(seat)],
            "choice": own and own.key,
            "undo": undo,
            "table": self.game.view(self._state, seat, question),
        }

    def view_json(self, seat: SupportsIndex | None = None) -> bytes:
        """`view` as the bytes of its JSON, always the same for the same knowledge."""
        return json.dumps(
            self.view(seat), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        ).encode()

    def events(self, seat: SupportsIndex | None = None, since: int = 0) -> list[Event]:
        """What happened, as that viewer may know it, from event number ``since`` on."""
        if not self.recording:
            raise NotRecorded(N_("this match keeps no events: start it with recording=True"))
        if seat is not None:
            seat = self._seat(seat)
        return [event.seen_by(seat) for event in self._events[since:]]

    def log_lines(
        self,
        seat: SupportsIndex | None = None,
        language: str = "en",
        names: Sequence[str] | None = None,
        since: int = 0,
    ) -> list[Line]:
        """`events` in words. ``names``: of the seats; "Seat 1" and so on when not given."""
        words, names = self.game.in_words(language), names or seat_names(self.seats, language)
        if len(names) < self.seats:
            raise ValueError(f"names are one for each of the {self.seats} seats; not {len(names)}")
        seat = None if seat is None else self._seat(seat)
        people = words.people(seat, names)
        lines = (words.event(event, people) for event in self.events(seat, since))
        return [line for line in lines if line is not None]

    def log(
        self,
        seat: SupportsIndex | None = None,
        language: str = "en",
        names: Sequence[str] | None = None,
    ) -> list[str]:
        """The whole log in plain words, oldest line first."""
        return [line.plain for line in self.log_lines(seat, language, names)]

    @property
    def told(self) -> Sequence[Event]:
        """All that happened, with what only some may know: to be kept, never for a viewer."""
        if not self.recording:
            raise NotRecorded(N_("this match keeps no events: start it with recording=True"))
        return self._events

    @property
    def at_checkpoint(self) -> bool:
        """Whether `position` is where the match stands now: nothing was decided or drawn since."""
        return not self._commits and self._nothing_since()

    # -- copies -------------------------------------------------------------------------------

    def worlds(
        self, viewer: SupportsIndex | None, seed: SupportsIndex, *, answers: Answers = "drop"
    ) -> Iterator[Match]:
        """Endlessly many imagined matches of this moment, each as from `imagine` with a new seed.

        For searches: quicker than as many calls of `imagine`. Nothing is recorded in them, and
        what is hidden is collected only once where the game has a `Game.dealer`.

        Args:
            viewer: whose knowledge; None for a spectator's.
            seed: any whole number; others give other worlds.
            answers: as in `imagine`; who decides must not know whether others have decided.

        Raises:
            WrongSeat: there is no such seat.
        """
        viewer = None if viewer is None else self._seat(viewer)
        _check_answers(answers)
        digest = blake2b(str(checked_seed(seed)).encode(), digest_size=8).digest()
        seeds = count(int.from_bytes(digest, "big"))
        return self._fork(False)._worlds(viewer, seeds, answers)

    def _worlds(
        self, viewer: int | None, seeds: Iterator[int], answers: Answers
    ) -> Iterator[Match]:
        """The worlds of a match that does not change meanwhile and keeps no past."""
        if not self._nothing_since():
            for seed in seeds:
                yield self.imagine(viewer, seed, answers=answers)
            return
        here, redeal = self._snapshots[-1].state, self.game.redeal
        quiet = self._question is not None and self._question.quiet
        asked = self._imagined_asked(viewer) if quiet else None
        if self.game.dealer is not None:
            deal = self.game.dealer(here, viewer)
        else:
            deal = lambda state, chance: redeal(state, viewer, chance)  # noqa: E731
        for seed in seeds:
            state, chance = here.copy(), FastChance(seed ^ _ALTERED)
            deal(state, chance)
            state.chance = chance
            world = Match.__new__(Match)
            world.game, world.recording, world._steps, world._events = self.game, False, [], []
            world._snapshots = [Snapshot(state, 0, 0, asked)]
            world._start(state.copy(), asked)
            if self._commits:
                world._commits = self._commits
                world._alter_answers(viewer, seed, answers)
            yield world

    def fork(self, *, seed: SupportsIndex | None = None) -> Match:
        """A match of its own that stands where this one does.

        Args:
            seed: another future for dice and shuffles; the same future when not given.
        """
        twin = self._fork(self.recording)
        if seed is not None:
            twin._alter(Reseed(checked_seed(seed)))
        return twin

    def _fork(self, recording: bool) -> Match:
        twin = Match.__new__(Match)
        twin.game = self.game
        twin.recording = recording
        if not self._snapshots:  # it was played out
            twin._state = self._state.copy()
            twin._events = []
            twin._forget(None)
            return twin
        snapshot = self._snapshots[-1]
        if recording:
            twin._steps = self._steps[: snapshot.steps]
            twin._events = self._events[: snapshot.events]
            twin._snapshots = self._snapshots[:]
        else:
            twin._steps = []
            twin._events = self._events
            if self.recording:
                twin._snapshots = [Snapshot(snapshot.state, 0, 0, snapshot.asked)]
            else:
                twin._snapshots = [snapshot]
        twin._start(snapshot.state.copy(), snapshot.asked)
        if len(self._steps) > snapshot.steps:
            twin._repeat(self._steps[snapshot.steps :])
        twin._commits = self._commits
        return twin

    def imagine(
        self, viewer: SupportsIndex | None, seed: SupportsIndex, *, answers: Answers = "uniform"
    ) -> Match:
        """A fork in which all that the viewer cannot know is dealt anew.

        For bots, which may look into it, and for the proof that nothing leaks: everything that
        the viewer is shown is the same in both. Future chance and secret answers of others are
        drawn anew too; the log keeps only what the viewer knew. Nothing from before can be taken
        back in it. Saves and positions hold nothing of the real match either, save for a moment
        that no checkpoint leads to, where they start from the checkpoint before.

        Args:
            viewer: whose knowledge; None for a spectator's.
            seed: any whole number; others give other worlds.
            answers: what becomes of secret answers that others have already given. ``"uniform"``:
                other answers stand there, each possible one equally likely, so that all looks as
                it did. ``"drop"``: these seats are asked again, so that whoever decides does not
                know whether others have decided; bots are asked so.

        Raises:
            WrongSeat: there is no such seat.
        """
        if viewer is not None:
            viewer = self._seat(viewer)
        _check_answers(answers)
        twin = self.fork()
        twin._alter(Redeal(viewer, checked_seed(seed)), answers)
        return twin

    # -- saving -------------------------------------------------------------------------------

    def position(self) -> Json:
        """The state at the last checkpoint, as plain data, for ``new_match(position=...)``.

        It holds every secret of the match but not its random stream. Its form is described in
        the game's ``state`` module.
        """
        self._check_past()
        return position_json(self.game, self._snapshots[-1])

    def save(self, *, whole: bool = False) -> str:
        """The match as JSON text, at any moment, also half committed. `load_match` reads it.

        It holds every secret of the match, its random stream among them.

        Args:
            whole: from the first checkpoint on, so that `replay` shows all of it and everything
                can be taken back. Otherwise from a checkpoint before the last decision of each
                seat, so that the loaded match can take back these.
        """
        self._check_past()
        snapshot = self._snapshots[0] if whole else self._snapshots[-1]
        if whole and not self.recording:
            raise NotRecorded(N_("this match keeps no film: start it with recording=True"))
        if not whole:
            fixed = len(self._steps)
            while fixed and self._steps[fixed - 1].free:
                fixed -= 1
            for seat in range(self.seats):
                last = self._last_step_of(seat)
                if last is not None and last < fixed:
                    fixed = last
            older = [s for s in self._snapshots if s.steps <= fixed]
            snapshot = older[-1] if older else self._snapshots[0]
        return save_text(
            self.game, snapshot, self._steps, self._events, self._commits, self.recording
        )

    # -- inside -------------------------------------------------------------------------------

    def _start(self, state: State, asked: tuple[int, ...] | None = None) -> None:
        """Start the rules at a checkpoint's state, which nobody else holds.

        ``asked``: of a `Snapshot`.
        """
        self._state = state
        if self.recording:
            state.tell = self._tell
        self._commits = {}
        self._listed = {}
        self._windows = self._passed = 0
        self._passed_since = None
        self._script = self.game.rules(state)
        first = next(self._script, None)
        assert first is CHECKPOINT, "a script starts with a checkpoint"
        self._advance(None, asked)

    def _advance(self, answer: Any, asked: tuple[int, ...] | None = None) -> None:
        """Let the rules run to the next question that somebody is asked.

        ``asked``: whom the first question asks if it is a quiet one; see `Snapshot`.
        """
        self._question = None
        send: Callable[[Any], Any] = self._script.send
        try:
            question = send(answer)
            while True:
                while question is CHECKPOINT:
                    state, asked = self._state.copy(), None
                    if self.recording:
                        self._snapshots.append(Snapshot(state, len(self._steps), len(self._events)))
                    else:
                        self._steps = []
                        self._snapshots = [_quickly(Snapshot, (state, 0, 0, None))]
                    question = send(None)
                if question.quiet:
                    self._asked = self._open_window(question, asked)
                    if not self._asked:
                        question, asked = send([question.decline for _ in question.seats]), None
                        continue
                else:
                    self._asked = question.seats
                self._question = question
                return
        except StopIteration:
            self._asked = ()

    def _open_window(self, question: AskQuiet, asked: tuple[int, ...] | None) -> tuple[int, ...]:
        """Note that the rules have come to a quiet question; whom it asks."""
        self._windows += 1
        before = self._snapshots[-1]
        self._passed = self._passed + 1 if self._passed_since is before else 0
        self._passed_since = before
        found = question.asks(self._state)
        if asked is not None:
            found = tuple(seat for seat in question.seats if seat in asked) or found
        return found

    def _answer(self, seats: tuple[int, ...], answer: Any) -> None:
        """Give the rules an answer that was found legal; leave all as it was if they fail."""
        snapshots, commits, steps = self._snapshots, self._commits, self._steps
        checkpoints, made, mark = len(snapshots), len(steps), self._state.chance.mark
        steps.append(_quickly(Step, (seats, answer, False, False)))
        self._commits = {}
        self._listed = {}
        question = self._question
        assert question is not None
        apart, windows, given = question.apart, self._windows, answer
        if apart:
            given = seats[0], answer
        elif isinstance(question, AskQuiet):
            answers = dict(zip(seats, answer, strict=True))
            given = [answers.get(seat, question.decline) for seat in question.seats]
        try:
            self._advance(given)
        except BaseException as error:
            del snapshots[checkpoints:]
            self._snapshots, self._steps = snapshots, steps
            self._rewind(made)
            self._commits = commits
            if not isinstance(error, Exception):  # somebody pressed Ctrl-C
                raise
            raise self._failed(error) from error
        if (
            self.recording
            and len(seats) == 1
            and self._state.chance.mark == mark
            and self._windows == windows
            and not question.quiet
        ):
            now = self._question
            if not apart:
                steps[made] = Step(seats, answer, True)
            elif now is not None and now.apart and now.kind == question.kind:
                steps[made] = Step(seats, answer, True, True)

    def _failed(self, error: Exception) -> RulesError:
        text = N_("the rules of {game} failed on this action: {error!r}")
        failed = RulesError(text, game=self.game.name, error=error)
        failed.__cause__ = error  # compiled, ``raise ... from`` leaves it out
        return failed

    def _forget(self, snapshot: Snapshot | None) -> None:
        """Keep nothing of the past but a checkpoint; without one the match is over."""
        self.recording = False
        self._question = None
        self._asked = ()
        self._windows = self._passed = 0
        self._passed_since = None
        self._steps, self._events, self._commits, self._listed = [], [], {}, {}
        self._snapshots = [] if snapshot is None else [snapshot]

    def _check_past(self) -> None:
        if not self._snapshots:
            raise NotRecorded(N_("this match was played out, so that nothing of it is kept"))

    def _passed_by(self) -> bool:
        """Whether windows that nobody wanted have gone by since the last checkpoint."""
        question = self._question
        return self._passed_since is self._snapshots[-1] and (
            self._passed > 0 or question is None or not question.quiet
        )

    def _nothing_since(self) -> bool:
        """Whether nothing has been done or drawn since the last checkpoint."""
        if self._question is None or not self._snapshots or self._passed_by():
            return False
        snapshot = self._snapshots[-1]
        return (
            len(self._steps) == snapshot.steps
            and self._state.chance.mark == snapshot.state.chance.mark
        )

    def _alter(self, change: Change, answers: Answers = "uniform") -> None:
        """Change what is hidden, ordered or to come, so that forks, undo and saves know of it."""
        state, at_checkpoint = self._state, self._nothing_since()
        if isinstance(change, Ordered):
            orders: Any = self.game.orders
            state.orders[change.seat] = orders(state, change.seat, change.orders)  # type: ignore[attr-defined]
            self._listed = {}
        else:
            chance = FastChance(change.seed ^ _ALTERED)
            if isinstance(change, Redeal):
                self.game.redeal(state, change.viewer, chance)
                self._listed = {}
                self._events = [event.seen_by(change.viewer) for event in self._events]
                if self._question is not None and self._question.quiet:
                    self._asked = self._imagined_asked(change.viewer)
                if self._commits:
                    self._alter_answers(change.viewer, change.seed, answers)
            state.chance = chance
        if self.recording or not at_checkpoint:
            self._steps.append(Step((), change, False))
        if at_checkpoint:
            asked = self._asked if self._question and self._question.quiet else None
            altered = Snapshot(state.copy(), len(self._steps), self._snapshots[-1].events, asked)
            if self.recording and not isinstance(change, Redeal):
                self._snapshots.append(altered)
            else:  # the past holds what the viewer does not know
                self._snapshots = [altered]

    def _imagined_asked(self, viewer: int | None) -> tuple[int, ...]:
        """Who is asked as far as the viewer knows: of a quiet question whoever else may be."""
        question = self._question
        if question is None or not question.quiet:
            return self._asked
        return tuple(seat for seat in question.seats if seat != viewer or seat in self._asked)

    def _alter_answers(self, viewer: int | None, seed: int, answers: Answers) -> None:
        """Drop the secret answers that the viewer cannot know, or put others in their place."""
        question = self._question
        assert question is not None
        # A stream of their own: forks and loaded matches repeat the re-deal without them.
        choices = FastChance(~seed ^ _ALTERED)
        self._commits = {
            seat: action if seat == viewer else choices.choice(question.options(self._state, seat))
            for seat, action in sorted(self._commits.items())
            if seat == viewer or (answers == "uniform" and not question.quiet)
        }

    def _rewind(self, steps: int) -> None:
        """Go back to where only the first ``steps`` steps had been made."""
        while self._snapshots[-1].steps > steps:
            self._snapshots.pop()
        snapshot = self._snapshots[-1]
        again = self._steps[snapshot.steps : steps]
        del self._steps[snapshot.steps :]
        del self._events[snapshot.events :]
        self._start(snapshot.state.copy(), snapshot.asked)
        self._repeat(again)

    def _repeat(self, steps: Sequence[Step]) -> None:
        """Do again what was done before."""
        for step in steps:
            if step.seats:
                self._answer(step.seats, step.answer)
            else:
                self._alter(step.answer)

    def _last_step_of(self, seat: int) -> int | None:
        for number in range(len(self._steps) - 1, -1, -1):
            if seat in self._steps[number].seats:
                return number
        return None

    def _tell(
        self,
        kind: str,
        *,
        secret: Json | None = None,
        knows: tuple[int, ...] = (),
        **data: Any,
    ) -> None:
        self._events.append(Event(kind, data, secret, knows))

    def _seat(self, seat: Any) -> int:
        """The seat as an int, whatever kind of whole number it is. Raises `WrongSeat`."""
        number = whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise WrongSeat(
                N_("there is no seat {seat}; seats are 0 to {last}"),
                seat=shown(seat),
                last=self.seats - 1,
            )
        return number

    def _refuse(self, seat: int, action: Any) -> NoReturn:
        """Say why ``act`` is refused."""
        if self._question is None:
            raise MatchOver(N_("the match is over"))
        if self._seat(seat) not in self._asked:
            if self._question.quiet:
                raise WrongSeat(N_("seat {seat} is not asked now"), seat=seat)
            waiting = ", ".join(str(s) for s in self.to_act)
            raise WrongSeat(
                N_("seat {seat} is not asked now; the table waits for {waiting}"),
                seat=seat,
                waiting=waiting,
            )
        if isinstance(action, str):
            raise IllegalAction(
                N_("{game} has no action {action!r}"), game=self.game.name, action=action[:80]
            )
        if not isinstance(action, Action):
            number = whole_number(action)
            if number is not None and 0 <= number < len(self.game.actions):
                raise IllegalAction(
                    N_(
                        "an action is one of match.actions(seat), or its key; {number} is the id of {key}"
                    ),
                    number=number,
                    key=self.game.actions[number].key,
                )
            raise IllegalAction(N_("an action is one of match.actions(seat), or its key"))
        keys = [legal.key for legal in self.actions(seat)]
        few = ", ".join(keys[:8]) + (" ..." if len(keys) > 8 else "")
        raise IllegalAction(
            N_("{action} may not be chosen now; possible are {few}"), action=action.key, few=few
        )


def _all_picked(
    pick: Any, state: State, question: Question, commits: Mapping[int, Action]
) -> list[Action]:
    """The answers of all who are asked together; those that are in stand."""
    return [
        commits[seat]
        if seat in commits
        else _picked(pick, state, seat, question.options(state, seat))
        for seat in question.seats
    ]


def _picked(pick: Any, state: State, seat: int, legal: Sequence[Action]) -> Action:
    if len(legal) == 1:
        return legal[0]
    if isinstance(pick, Random):
        return pick.choice(legal)
    given: Any = pick(state, seat, legal)
    action: Action = given
    if not isinstance(given, Action) or given not in legal:
        raise IllegalAction(
            N_("pick gave {action}, which is none of the actions that it was given"),
            action=shown(action, 80),
        )
    return action


def _stops(stop: Callable[[Any], bool], state: State) -> bool:
    try:
        return stop(state)
    except StopIteration as error:  # else the script would seem to have ended
        raise RuntimeError("stop raised StopIteration") from error


def _check_answers(answers: Any) -> None:
    if answers not in ("uniform", "drop"):
        raise ValueError(f"answers are 'uniform' or 'drop'; not {shown(answers)}")


def new_match(
    game: str,
    seats: SupportsIndex | None = None,
    options: Mapping[str, Any] | None = None,
    seed: SupportsIndex | None = None,
    *,
    position: Mapping[str, Any] | None = None,
    chance: Chance | None = None,
    recording: bool = True,
) -> Match:
    """Start a match.

    Args:
        game: a name from `games`.
        seats: how many play; the most the game allows when not given.
        options: of the table; those not given have their defaults.
        seed: any whole number makes the match repeatable; random when not given.
        position: what `Match.position` gave (or the same form written by hand), to start from
            there. ``seats`` and ``options`` come from it and are not given besides.
        chance: a stream of its own instead of ``seed``: `SecretChance` for play between people.
        recording: whether to keep events and film; without, a match is faster.

    Raises:
        UnknownGame, BadSeats, UnknownOption, BadPosition: with a sentence that helps.
    """
    chosen = get_game(game)
    if chance is None:
        chance = FastChance(secrets.randbits(64) if seed is None else seed)
    elif seed is not None:
        raise TypeError("seed and chance exclude each other")
    elif not isinstance(chance, Chance):
        raise TypeError(f"chance is a FastChance or a SecretChance; not {shown(chance)}")
    if position is not None:
        if seats is not None or options is not None:
            raise TypeError("seats and options are those of the position")
        return _start_at(chosen, position, chance, recording)
    seats = chosen.check_seats(max(chosen.seat_counts) if seats is None else seats)
    state = chosen.setup(seats, MappingProxyType(chosen.check_options(options)), chance)
    return Match(chosen, state, recording=recording)


def load_match(text: str | bytes) -> Match:
    """The match that `Match.save` wrote. Raises `BadSave` for anything else."""
    save = read_save(text)
    match = _load_start(save)
    for step in save.steps:
        _load_step(match, step)
    with reading("list of secret answers"):
        for seat, key in save.commits:
            match.act(seat, key)
    return match


def replay(text: str | bytes) -> Iterator[Match]:
    """The match of a save, first as it was at its start, then again after each step.

    The same `Match` is yielded each time; `Match.fork` it to keep a moment. Secret answers that
    the rules have not got yet are not part of the film. Raises `BadSave` like `load_match`.
    """
    save = read_save(text)
    return _film(_load_start(save), save.steps)


def _film(match: Match, steps: list[Any]) -> Iterator[Match]:
    yield match
    for step in steps:
        _load_step(match, step)
        yield match


def _load_start(save: Save) -> Match:
    """The match as it was at the state of a save."""
    with reading("state"):
        match = _start_at(save.game, save.data, save.chance, save.recording, save.events)
        words, names = save.game.in_words("en"), seat_names(match.seats, "en")
        for event in save.events:  # whatever they are, they will be told in words
            viewer = event.knows[0] if event.knows else None
            words.event(event.seen_by(viewer), words.people(viewer, names))
        return match


def _start_at(
    chosen: Game[Any],
    position: Any,
    chance: Chance,
    recording: bool,
    events: Sequence[Event] = (),
) -> Match:
    """A match that starts at a position. Raises `BadPosition` if the rules cannot go on there."""
    state, asked = state_from_position(chosen, position, chance), asked_from_position(position)
    try:
        match = Match(chosen, state, recording=recording, events=events, asked=asked)
        able = [seat for seat in match.to_act if seat < match.seats and match.actions(seat)]
    except Exception as error:
        raise BadPosition(
            N_("{game} cannot go on from this position: {error!r}"), game=chosen.name, error=error
        ) from error
    if not match.over and (not able or len(able) < len(match.to_act)):
        raise BadPosition(N_("impossible position: whoever is asked has nothing to choose from"))
    return match


def _load_step(match: Match, step: Any) -> None:
    with reading("list of steps"):
        if step[0] is None:
            _, what, seed = step
            if what == "orders":
                match.set_orders(*seed)
            elif what == "future":
                match._alter(Reseed(index(seed)))
            else:
                match._alter(Redeal(None if what is None else match._seat(what), index(seed)))
        elif isinstance(step[0], list):
            for seat, key in zip(*step, strict=True):
                match.act(seat, key)
        else:
            match.act(*step)
