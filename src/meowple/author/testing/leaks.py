"""The proof that no viewer is shown what is hidden from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from math import isclose
from random import Random
from typing import Any

from meowple.core.chance import FastChance, SecretChance
from meowple.core.match import Match, new_match
from meowple.core.questions import AskQuiet

from .broken import must, same
from .promises import reorder
from .sight import shown, viewers, world
from .trials import Decide, Trial, decide, told

IN_WORDS = 0.2
"""In which part of the proofs words are looked at too: they take most of the time."""


def check_leaks(
    trial: Trial,
    often: float = 1.0,
    *,
    decide: Decide = decide,
    most: int | None = None,
) -> int:
    """Play a match and prove at its moments that nothing leaks.

    A viewer is shown byte for byte the same in the real match and in one in which all that the
    viewer cannot know has been dealt anew; and what is dealt anew does not depend on the truth.
    Events are looked at while they are told, see `EventSpy`.

    Args:
        trial: what is played.
        often: at which part of the moments.
        decide: makes the decisions.
        most: end the match after so many decisions; played to its end when not given.

    Returns:
        How many proofs there were.

    Raises:
        Broken: something leaks.
    """
    rng = Random(f"leaks {trial.seed}")
    acts = trial.seed % 2 == 0  # in every other trial orders only say when seats are asked
    with told(trial):
        match = trial.start()
    spy = EventSpy(match, rng, often / 4)
    proofs = moments = seen = decisions = 0
    blind: set[int | None] = set()
    while True:
        with told(trial, match):
            last = match.over or decisions == most
            if rng.random() < often or last:
                moments += 1
                for viewer in viewers(match):
                    since = 0 if match.over else max(0, seen - 4)
                    if proves_no_leak(match, viewer, rng, since):
                        blind.add(viewer)
                    if not match.over:
                        orders_are_secret(match, viewer, rng, acts)
                    proofs += 1
            if last:
                must(moments < 12 or blind == set(viewers(match)), "nothing is dealt anew")
                return proofs
            reorder((match,), rng, often, acts=acts)
            seen = len(match._events)
            spy.watch()
            match.act(*decide(match, rng))
            decisions += 1
            spy.judge()


def proves_no_leak(match: Match, viewer: int | None, rng: Random, since: int = 0) -> bool:
    """The match looks to the viewer as any match does that the viewer holds possible.

    Returns whether the one that was imagined differs from the real one.
    """
    one, other = rng.getrandbits(64), rng.getrandbits(64)
    in_words = rng.random() < IN_WORDS
    real, twin = shown(match, viewer, since, in_words), match.imagine(viewer, one)
    # The fork asks anew, so that whom the rules ask, and what, is of the twin's world too.
    in_twin = shown(twin.fork(), viewer, since, in_words)
    for part, value in real.items():
        same(value, in_twin[part], f"{part} tells viewer {viewer} of what is hidden")
    same(
        world(match.imagine(viewer, other)),
        world(twin.imagine(viewer, other)),
        f"what viewer {viewer} imagines depends on what is hidden",
    )
    if match.game.rates_openly and viewer is not None and viewer in match.to_act:
        ratings_are_open(match, twin, viewer)
    return bool(twin.state.to_json() != match.state.to_json())


def ratings_are_open(match: Match, twin: Match, seat: int) -> None:
    """The answers of a seat are rated the same in the real match and in one that it imagined."""
    actions = match.actions(seat)
    pairs = zip(
        match.game.rate(match, seat, actions), match.game.rate(twin, seat, actions), strict=True
    )
    for action, (real, other) in zip(actions, pairs, strict=True):
        must(
            isclose(real, other, rel_tol=1e-9, abs_tol=1e-9),
            f"how {action.key} is rated tells seat {seat} of what is hidden",
        )


def orders_are_secret(match: Match, viewer: int | None, rng: Random, acts: bool) -> None:
    """Nothing that a viewer sees or imagines depends on the orders of others, now or later.

    While a quiet question is open, all decline in two matches that differ in orders alone: what is
    told then must be the same, as far as both get before the next question. That is not so where
    orders may answer in the place of their seat (``acts``): what they play is seen.
    """
    draw = match.game.some_orders
    if draw is None:
        return
    others = [seat for seat in range(match.seats) if seat != viewer]
    unchanged, other = match.fork(), match.fork()
    for seat in others:
        other.set_orders(seat, draw(other.state, seat, rng, acts))
    in_words = rng.random() < IN_WORDS
    now, then = (shown(one, viewer, in_words=in_words) for one in (unchanged, other))
    same(then, now, "others' orders can be seen")
    seed = rng.getrandbits(64)
    same(
        world(other.imagine(viewer, seed)),
        world(unchanged.imagine(viewer, seed)),
        "others' orders can be imagined as they are",
    )
    question = match.question
    if isinstance(question, AskQuiet) and not acts:
        before = len(match._events)
        told = []
        for one in (unchanged, other):
            while one.question is not None and one.asked and before == len(one._events):
                if not one.question.quiet:
                    break
                one.act(one.to_act[0], question.decline)
            told.append(one.events(viewer, before))
        for event, its in zip(*told, strict=False):
            same(event, its, "an event depends on the orders of others")


class ShortChance(FastChance):
    """Gives out in the end: in the middle of a rule there may be nothing that could be dealt."""

    __slots__ = ("left",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.left = 2000

    def below(self, n: int) -> int:
        self.use()
        return super().below(n)

    def shuffle(self, items: Any) -> None:
        self.use()
        super().shuffle(items)

    def use(self) -> None:
        self.left -= 1
        if not self.left:
            raise RuntimeError("no deal fits the middle of this rule")


class EventSpy:
    """Looks at events while they are told: none may name a piece that a viewer cannot place.

    A piece is any text in the state's plain data. It can be placed if some list or field holds it
    in the real state and in every state that the viewer holds possible: either when it is told
    (it may be hidden again before the next question) or at the next checkpoint (rules may tell of
    a reveal just before they make it, and in the middle of a rule a card may lie nowhere).
    """

    def __init__(self, match: Match, rng: Random, often: float) -> None:
        self.match = match
        self.rng = rng
        self.often = often
        self.doubts: list[tuple[Any, int | None, list[str]]] = []

    def watch(self) -> None:
        """Listen to the next decision."""
        state, tell = self.match.state, self.match._tell

        def listen(kind: str, **data: Any) -> None:
            tell(kind, **data)
            if self.rng.random() < self.often:
                event, viewer = self.match._events[-1], self.rng.choice(viewers(self.match))
                named = set(texts(event.seen_by(viewer).data))
                try:
                    lost = self.hidden(named, viewer)
                except Exception:  # the middle of a rule, where cards may lie nowhere
                    lost = list(named)
                if lost:
                    self.doubts.append((event, viewer, lost))

        state.tell = listen

    def judge(self) -> None:
        """Look again, once the rule has been carried out."""
        if not self.match.at_checkpoint and not self.match.over:
            return
        doubts, self.doubts = self.doubts, []
        for event, viewer, lost in doubts:
            lost = self.hidden(set(lost), viewer)
            must(not lost, f"{event} tells viewer {viewer} of {lost}, which is hidden")

    def hidden(self, named: set[str], viewer: int | None) -> list[str]:
        """Those of the named pieces that the viewer cannot place."""
        real = places(self.match.state.to_json())
        named &= real.keys()
        if not named:
            return []
        known = {piece: set(real[piece]) for piece in named}
        for _ in range(4):
            other = self.match.state.copy()
            self.match.game.redeal(other, viewer, ShortChance(self.rng.getrandbits(64)))
            found = places(other.to_json())
            for piece, where in known.items():
                where &= found.get(piece, set())
        return [piece for piece, where in known.items() if not where]


def places(data: Any) -> dict[str, set[str]]:
    """Where each text stands in plain data; the order within a list of texts does not matter."""
    found: dict[str, set[str]] = {}

    def walk(value: Any, path: str) -> None:
        if isinstance(value, str):
            found.setdefault(value, set()).add(path)
        elif isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, f"{path}/{key}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                walk(inner, path if isinstance(inner, str) else f"{path}/{number}")

    walk(data, "")
    return found


def texts(data: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for inner in data.values():
            yield from texts(inner)
    elif isinstance(data, list | tuple):
        for inner in data:
            yield from texts(inner)


def check_secret_chance(trial: Trial) -> None:
    """A match between people: its secret seed is in nothing that a viewer or a bot gets."""
    rng = Random(f"secret {trial.seed}")
    chance = SecretChance(hashlib.sha256(str(trial.seed).encode()).digest())
    seed = chance.seed.hex()
    with told(trial):
        match = new_match(trial.game, trial.seats, trial.options, chance=chance)
        while not match.over:
            match.act(*decide(match, rng))
            if rng.random() < 0.1:
                viewer = rng.choice(viewers(match))
                must(seed not in str(shown(match, viewer)), "the secret seed is shown")
                twin = match.imagine(viewer, 1)
                must(not isinstance(twin.state.chance, SecretChance), "an imagined match has it")
                if match._nothing_since():
                    saves = twin.save() + twin.save(whole=True) + str(twin.position())
                    must(seed not in saves, "an imagined match saves the secret seed")
        again = new_match(trial.game, trial.seats, trial.options, chance=SecretChance(chance.seed))
        rng = Random(f"secret {trial.seed}")
        while not again.over:
            again.act(*decide(again, rng))
            if rng.random() < 0.1:
                rng.choice(viewers(again))
        same(world(again), world(match), "the seed does not repeat the match")
