"""Quick choices: forward, of two equal dice only one, and none that leads nowhere."""

from __future__ import annotations

import random
from itertools import combinations, product

import meowple
from meowple.games.comforts.mind.order import MOST_LESSONS, in_order
from meowple.games.comforts.pieces.board import FAMILY_DICE, FIRST_ESTATE, HIGHEST, HILL, POOL
from meowple.games.comforts.pieces.needs import WEIGHT
from meowple.games.comforts.rules.dice import lessons_left, places, waiting
from meowple.games.comforts.state import State


def test_equal_dice_are_one_choice_and_nothing_goes_back() -> None:
    rng, found = random.Random(5), set()
    for seed in range(4):
        match = meowple.new_match("comforts", 3, seed=seed, recording=False)
        while not match.over:
            seat = rng.choice(match.to_act)
            actions = match.actions(seat)
            forward = in_order(match.state, seat, actions)
            picks = [a.value for a in actions if a.verb == "pick"]
            kept = [a.value for a in forward if a.verb == "pick"]
            s = match.state
            kinds = {(die < FAMILY_DICE, s.face(die)) for die in kept}
            assert len(kept) == len(kinds)
            assert kinds <= {(die < FAMILY_DICE, s.face(die)) for die in picks}
            found |= {"fewer dice"} if len(kept) < len(picks) else set()
            verbs = {a.verb for a in forward}
            if "back" in verbs:
                assert s.box.assigned not in actions, "only where a place waits for another die"
                assert not kept, "and no die that is left can be of use there"
            assert not verbs & {"lift", "unload"}
            if s.box.lay_back in forward:
                assert len(forward) == 1
            found |= {a.verb for a in actions} - verbs
            match.act(seat, rng.choice(actions))
    assert found >= {"fewer dice", "back", "lift"}


def test_who_goes_forward_never_has_to_go_back() -> None:
    rng, given = random.Random(2), 0
    for seed in range(12):
        seats = 2 + seed % 4
        options = {"wheelbarrow": ("placement", "turn")[seed % 2]}
        match = meowple.new_match("comforts", seats, options, seed, recording=False)
        while not match.over:
            seat = rng.choice(match.to_act)
            forward = in_order(match.state, seat, match.actions(seat))
            verbs = {action.verb for action in forward}
            assert not verbs & {"back", "lift", "unload"}
            assert match.state.box.lay_back not in forward
            action = rng.choice(forward)
            given += action.verb == "give"
            match.act(seat, action)
    assert given > 500


def test_no_die_is_left_out_that_a_place_could_use() -> None:
    rng, looked = random.Random(9), 0
    for seed in range(3):
        match = meowple.new_match("comforts", 4, seed=seed, recording=False)
        while not match.over:
            seat = rng.choice(match.to_act)
            actions = match.actions(seat)
            s: State = match.state
            if s.paw < 0 and actions[0].verb == "pick" and rng.random() < 0.15:
                kept = {a.value for a in in_order(s, seat, actions) if a.verb == "pick"}
                kinds = {(die < FAMILY_DICE, s.face(die)) for die in kept}
                for die in range(POOL):
                    if s.at[die] == HILL and _of_use(s, seat, die):
                        assert (die < FAMILY_DICE, s.face(die)) in kinds
                looked += 1
            match.act(seat, rng.choice(actions))
    assert looked > 20


def _of_use(s: State, seat: int, die: int) -> bool:
    """Whether some dice of the Hill, this one among them, serve a place: each way is tried."""
    lying = s.groups()
    halted = waiting(s, lying)
    lessons = min(lessons_left(s, seat), MOST_LESSONS)
    others = [other for other in range(POOL) if s.at[other] == HILL and other != die]
    for place in places(s, seat) if halted == HILL else [halted]:
        met, group = s.needs[place].met, lying.get(place, 0)
        if group in met or (place >= FIRST_ESTATE and die >= FAMILY_DICE):
            continue
        for size in range(len(others) + 1):
            for more in combinations(others, size):
                faces = [s.face(which) for which in (die, *more)]
                for changed in product(*(_reach(face, lessons) for face in faces)):
                    spent = sum(abs(a - b) for a, b in zip(faces, changed, strict=True))
                    total = group + sum(WEIGHT[value] for value in changed)
                    if spent <= lessons and total in met:
                        return True
    return False


def _reach(face: int, lessons: int) -> range:
    return range(max(1, face - lessons), min(HIGHEST, face + lessons) + 1)
