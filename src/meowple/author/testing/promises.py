"""What must hold at every moment of a match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from meowple.core.match import Match, load_match, new_match

from .broken import must, same
from .sight import fingerprint, refused, shown, viewers, views, world
from .trials import Decision, play_some

ORDERED = 0.1
"""At which part of the moments a seat changes its standing orders."""


def somebody_can_act(match: Match) -> None:
    """Each seat that is asked has choices, each of them once; nobody else has any."""
    must(match.to_act or match.over, "nobody can act, but the match is not over")
    asked = match.asked
    same({*match.to_act, *match.committed}, set(asked), "who is asked has answered or is to act")
    for seat in range(match.seats):
        actions = match.actions(seat)
        same(bool(actions), seat in asked, "whoever is asked, and nobody else, has choices")
        same(len({action.key for action in actions}), len(actions), "a choice is listed twice")
        for action in actions:
            listed = match.game.actions[action.id]
            must(match.game.actions[action.key] is action is listed, "a choice of another game")


def choices_are_accepted(match: Match, rng: Random, most: int = 3) -> None:
    """What is listed may be chosen (up to ``most`` of a seat), and what is not is refused."""
    before = match.save()
    if match.over:
        return
    seat = rng.choice(match.asked)
    actions = match.actions(seat)
    for action in rng.sample(actions, min(most, len(actions))):
        fork = match.fork()
        fork.act(seat, action)
        must(fork.to_act or fork.over, "nobody can act, but the match is not over")
    other = rng.choice(list(match.game.actions))
    for wrong_seat, wrong in (
        (seat, other if other not in actions else "no:such"),
        (seat, None),
        (match.seats, actions[0]),
        (-1, actions[0]),
    ):
        refused(match, wrong_seat, wrong)
    for idle in set(range(match.seats)) - set(match.asked):
        refused(match, idle, actions[0])
    same(match.save(), before, "a refusal or a fork has changed the match")


def pieces_are_kept(match: Match) -> None:
    """The position passes the game's own checks and comes back as it was."""
    text = json.dumps(match.position())
    if match.at_checkpoint:  # whatever comes by chance, it stands where it was
        again = new_match(match.game.name, position=json.loads(text), seed=0)
        same(again.state.to_json(), match.state.to_json(), "a match goes on elsewhere than it was")
    else:
        # With the chance of then: after windows that nobody wants the rules go on, and may draw.
        chance = match._snapshots[-1].state.chance.copy()
        again = new_match(match.game.name, position=json.loads(text), chance=chance)
    same(json.dumps(again.position()), text, "a position does not come back as it was")


def checkpoints_are_exact(match: Match) -> None:
    """Nothing changes between a checkpoint and the question right after it."""
    if match.over:
        return
    snapshot = match._snapshots[-1]
    if len(match._steps) == snapshot.steps and not match._passed_by():
        same(match.state.chance.mark, snapshot.state.chance.mark, "chance before a question")
        same(match.state.to_json(), snapshot.state.to_json(), "a change before a question")
        same(len(match._events), snapshot.events, "an event before a question")


def copies_agree(match: Match) -> list[Match]:
    """Forks and both kinds of saves stand where the match does. Returns them."""
    expected = fingerprint(match)
    copies = [match.fork()]
    for whole in (False, True):
        text = match.save(whole=whole)
        copies.append(load_match(text))
        same(copies[-1].save(whole=whole), text, "a loaded match saves differently")
    for copy in copies:
        same(fingerprint(copy), expected, "a copy looks different")
        same(world(copy), world(match), "a copy's state differs")
    return copies


def changes_survive(match: Match, rng: Random) -> None:
    """Imagined matches and other futures fork and load as what they are."""
    viewer = rng.choice(viewers(match))
    for changed in (
        match.imagine(viewer, rng.getrandbits(64)),
        match.fork(seed=rng.getrandbits(64)),
    ):
        copies = [changed.fork(), load_match(changed.save()), load_match(changed.save(whole=True))]
        for copy in copies:
            same(world(copy), world(changed), "a copy of a changed match differs")
        seed = rng.getrandbits(64)
        after = [views(play_some(one, Random(seed))) for one in (changed, *copies)]
        for one in after:
            same(one, after[0], "copies of a changed match part ways")


def undo_is_exact(match: Match, before: str, decision: Decision) -> None:
    """Taking a decision back gives the match of the log without it, and so does redoing it.

    ``before``: the whole save before the ``decision`` that has just been made.
    """
    seat = decision.seat
    fork = match.fork()
    after = fork.save(whole=True)
    needed = fork.undo_consent(seat)
    must(needed is not None, "the last decision cannot be taken back")
    assert needed is not None
    must(seat not in needed, "a seat must consent to what it takes back itself")
    if needed:
        same(fork.undo(seat), needed, "undo asks for another consent than it says")
        same(fork.save(whole=True), after, "an undo without consent has changed the match")
    same(fork.undo(seat, consent=needed), frozenset(), "undo asks for more consent than it says")
    shorter = load_match(before)
    redo = [decision]
    if seat in shorter.committed:  # the seat had changed its mind
        shorter.undo(seat)
    if fork.committed != shorter.committed:  # a reveal is taken back: all choose again
        redo = [Decision(s, shorter.commitment(s).key) for s in shorter.committed] + redo  # type: ignore[union-attr]
        for other in shorter.committed:
            shorter.undo(other)
    same(fork.save(whole=True), shorter.save(whole=True), "undo and a shorter log differ")
    same(fingerprint(fork), fingerprint(shorter), "undo and a shorter log look different")
    somebody_can_act(fork)
    for again in redo:
        fork.act(*again)
    same(fork.save(whole=True), after, "redoing differs from never having undone")
    same(fingerprint(fork), fingerprint(match), "redoing looks different")


def free_undo_teaches_nothing(before: str, decision: Decision, rng: Random) -> None:
    """What may be taken back freely has shown its seat nothing that it did not know.

    In any world that the seat could be in, the same decision leads to the same sight.
    """
    real = load_match(before)
    if decision.seat in real.committed or real.seats == 1:
        return  # who plays alone needs nobody's consent, whatever was thrown or drawn
    twin = real.imagine(decision.seat, rng.getrandbits(64))
    real.act(*decision)
    if real.undo_consent(decision.seat) != frozenset():
        return
    twin.act(*decision)
    one, other = ({**shown(m, decision.seat), "view": "", "json": ""} for m in (real, twin))
    same(one, other, "a decision that is free to take back has shown its seat something")
    one, other = ({**m.view(decision.seat), "undo": None} for m in (real, twin))
    same(one, other, "a decision that is free to take back has shown its seat something")


def reorder(matches: Sequence[Match], rng: Random, often: float, *, acts: bool = True) -> None:
    """Now and then a seat changes its standing orders, in several copies of a match alike.

    Args:
        matches: these copies.
        often: how often it is looked at whether others see it.
        acts: whether the orders may answer in the place of their seat.
    """
    match = matches[0]
    draw = match.game.some_orders
    if draw is None or match.committed or match.over or rng.random() > ORDERED:
        return  # a film has no moments between secret answers
    seat = rng.randrange(match.seats)
    orders = draw(match.state, seat, rng, acts)
    looks = rng.random() < often
    others = [viewer for viewer in viewers(match) if viewer != seat and looks]
    since = max(0, len(match._events) - 9)
    before = [shown(match, viewer, since, in_words=False) for viewer in others]
    for one in matches:
        one.set_orders(seat, orders)
    after = [shown(match, viewer, since, in_words=False) for viewer in others]
    same(before, after, "others see that a seat changes its orders")
