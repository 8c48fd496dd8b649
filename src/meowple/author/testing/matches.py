"""Whole matches in which all promises are checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from meowple.core.match import Match, load_match, replay

from .broken import must, same
from .leaks import check_leaks
from .promises import (
    changes_survive,
    checkpoints_are_exact,
    choices_are_accepted,
    copies_agree,
    free_undo_teaches_nothing,
    pieces_are_kept,
    reorder,
    somebody_can_act,
    undo_is_exact,
)
from .sight import all_shown, fingerprint, refused, views, world
from .trials import MOST_DECISIONS, Decide, Trial, decide, told


def check_play(
    trial: Trial,
    often: float = 0.1,
    *,
    decide: Decide = decide,
    every_position: bool = False,
    most: int | None = None,
) -> int:
    """Play a match and check all but leaks.

    Each check of a moment is made at a part ``often`` of the moments, more rarely the longer the
    match gets. Copies made on the way (forks, loaded saves), a match without recording and the
    film of the final save must all end as the match itself.

    Args:
        trial: what is played.
        often: at which part of the moments the checks are made.
        decide: makes the decisions.
        every_position: whether every checkpoint's position is loaded again.
        most: end the match after so many decisions; played to its end, and now and then filmed,
            when not given.

    Returns:
        How many decisions were made.

    Raises:
        Broken: the game does not keep a promise.
    """
    rng = Random(f"play {trial.seed}")
    with told(trial):
        match = trial.start()
        quiet = trial.start(recording=False)
    branches: list[Match] = []
    filmed = most is None and rng.random() < 4 * often
    film = [fingerprint(match, 9)] if filmed else []
    decisions, checkpoint = 0, None

    def now() -> bool:
        return rng.random() < often * 40 / (40 + decisions)

    while not match.over and decisions != most:
        with told(trial, match):
            steps = len(match._steps)
            reorder((match, quiet, *branches), rng, often)
            if filmed and len(match._steps) > steps:
                film.append(fingerprint(match, 9))
            somebody_can_act(match)
            if rng.random() < 0.1:
                checkpoints_are_exact(match)
            if now() or (every_position and checkpoint is not match._snapshots[-1]):
                pieces_are_kept(match)
                checkpoint = match._snapshots[-1]
            if now():
                same(views(match), views(quiet), "recording has an influence")
                all_shown(match, max(0, len(match._events) - 9))
            if now():
                choices_are_accepted(match, rng)
            if now():
                copies = copies_agree(match)
                if len(branches) < 2:
                    branches.append(rng.choice(copies))
            if now():
                changes_survive(match, rng)
                same(load_match(quiet.save()).save(), quiet.save(), "a save without recording")
            before = match.save(whole=True) if now() else None
            decision = decide(match, rng)
        with told(trial, match):
            steps = len(match._steps)
            for one in (match, quiet, *branches):
                one.act(*decision)
            decisions += 1
            must(decisions < MOST_DECISIONS, "the match does not end")
            if filmed and len(match._steps) > steps:
                film.append(fingerprint(match, 9))
            if before is not None:
                undo_is_exact(match, before, decision)
                free_undo_teaches_nothing(before, decision, rng)
    with told(trial, match):
        look: Callable[[Match], Any] = all_shown if rng.random() < 4 * often else fingerprint
        expected = look(match)
        whole = match.save(whole=True)
        frames = []
        for moment in replay(whole):
            if filmed:
                frames.append(fingerprint(moment, 9))
        if match.over:
            _ended(match)
            same(frames, film, "the film differs from what happened")
            branches.append(moment)
        for one in (match.fork(), load_match(match.save()), *branches):
            same(look(one), expected, "a copy went on differently")
            same(world(one), world(match), "a copy's state went on differently")
            same(one.winners, match.winners, "a copy was won by others")
        same(views(quiet), views(match), "recording has an influence")
        same(world(quiet), world(match), "recording has an influence on the state")
    return decisions


def _ended(match: Match) -> None:
    """What must hold at the end."""
    must(match.to_act == () and match.question is None, "somebody is asked after the end")
    must(match.winners, "nobody has won")
    must(set(match.winners) <= set(range(match.seats)), "somebody has won who does not play")
    same(len(match.scores), match.seats, "there is not a score for each seat")
    refused(match, 0, next(iter(match.game.actions)))
    if match.study() is not None:
        json.dumps(match.study())


def check_options(
    trial: Trial,
    *,
    decide: Decide = decide,
    most: int | None = 300,
) -> int:
    """The net for options: whether all of the game knows of what a trial of a `sweep` sets.

    `check_play` with every position loaded again, and some proofs that nothing leaks. An option
    that only the rules know of (a limit that positions, forks or words take for fixed) fails.

    Args:
        trial: one of a `sweep`.
        decide: makes the decisions.
        most: end each match after so many decisions: some options make it very long.

    Returns:
        How many decisions were made and leaks looked for.

    Raises:
        Broken: the game does not keep a promise.
    """
    played = check_play(trial, 0.05, decide=decide, every_position=True, most=most)
    return played + check_leaks(trial, 0.1, decide=decide, most=min(most or 100, 100))
