"""The same seed gives the same match: on every run, whatever the program around it does."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import meowple.core.actions
import meowple.core.chance
import meowple.core.language
import meowple.core.questions
from meowple import FastChance
from meowple.author.testing import Trial, decide, fingerprint

SEED = 11
PEBBLES = "a999b4b51a9bc8ff"
FESTIVAL = "4688898514901d76"


def transcript(name: str, shown: bool = False) -> str:
    """A hash of a match, decided by a stream of our own, with or without what was shown of it."""
    table = Trial(name, 3, {"rules": "experienced"} if name == "festival" else {}, SEED)
    match, decisions, digest = table.start(), FastChance(SEED), hashlib.sha256()
    while not match.over:
        seat = decisions.choice(match.to_act)
        match.act(seat, decisions.choice(match.actions(seat)))
        digest.update(str(match.position()["state"]).encode())
        if shown:
            digest.update(fingerprint(match, lately=9))
    digest.update(match.save(whole=True).encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("hash_seed", ["0", "1", "77"])
def test_in_another_process_with_other_hashes(hash_seed: str) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from core.test_repeatable import transcript;"
        "print(transcript('festival', True))"
    )
    tests = str(Path(__file__).parent.parent)
    printed = subprocess.run(
        [sys.executable, "-c", code, tests],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert printed == transcript("festival", True)


def test_the_core_plays_as_it_always_did() -> None:
    """A change here breaks saved films and the seeds that people quote: do not make it lightly."""
    assert transcript("pebbles") == PEBBLES


def test_the_festival_plays_as_it_always_did() -> None:
    """A change here needs a new rules version, or is one of the form of positions only."""
    assert transcript("festival") == FESTIVAL


def test_the_streams_are_what_they_always_were() -> None:
    assert [FastChance(7).below(1000), FastChance(8).below(1000)] == [738, 486]


def test_no_other_source_of_chance_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)

    def poison(*arguments: object, **named: object) -> None:
        raise AssertionError("the global random module is used")

    for name in ("random", "randrange", "randint", "choice", "choices", "shuffle", "sample"):
        monkeypatch.setattr(random, name, poison)
    monkeypatch.setattr("secrets.randbits", poison)
    monkeypatch.setattr("secrets.token_bytes", poison)
    for name in ("festival", "comforts", "purrballs"):
        match = Trial(name, 3, {}, 1).start()
        for _ in range(60):
            if not match.over:
                match.act(*decide(match, rng))
                match.imagine(0, 1).fork(seed=2)


@pytest.mark.parametrize(
    "module",
    [
        meowple,
        meowple.core.actions,
        meowple.core.chance,
        meowple.core.events,
        meowple.core.language,
        meowple.core.match,
        meowple.core.questions,
    ],
)
def test_examples_in_docstrings_are_true(module: object) -> None:
    import doctest

    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
