"""Quick choices: forward, and of two equal dice only one."""

from __future__ import annotations

import random

import meowple
from meowple.games.comforts.mind.policy import in_order
from meowple.games.comforts.pieces.board import FAMILY_DICE


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
            kinds = {(die < FAMILY_DICE, s.face(die)) for die in picks}
            assert {(die < FAMILY_DICE, s.face(die)) for die in kept} == kinds
            assert len(kept) == len(kinds)
            found |= {"fewer dice"} if len(kept) < len(picks) else set()
            verbs = {a.verb for a in forward}
            if "back" in verbs:
                assert s.box.assigned not in actions, "only where a place waits for another die"
            assert not verbs & {"lift", "unload"}
            if s.box.lay_back in forward:
                assert len(forward) == 1
            found |= {a.verb for a in actions} - verbs
            match.act(seat, rng.choice(actions))
    assert found >= {"fewer dice", "back", "lift"}
