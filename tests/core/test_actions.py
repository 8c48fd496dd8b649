from __future__ import annotations

from typing import Any

import pytest

from meowple.core.actions import ActionList
from meowple.core.errors import IllegalAction
from meowple.core.questions import CHECKPOINT, Ask, AskAll, AskAny


@pytest.fixture
def actions() -> ActionList:
    actions = ActionList()
    actions.add_all("jump", (("moon", 1), ("sun:red", 2)))
    actions.add("pass")
    return actions


def test_actions_are_found_by_index_and_key(actions: ActionList) -> None:
    assert [a.key for a in actions] == ["jump:moon", "jump:sun:red", "pass"]
    assert [a.verb for a in actions] == ["jump", "jump", "pass"]
    assert [a.value for a in actions] == [1, 2, None]
    for action in actions:
        assert actions[action.id] is actions[action.key] is actions.get(action.key) is action
    assert repr(actions[0]) == "<jump:moon>"
    assert actions.get("nothing") is None


@pytest.mark.parametrize("which", [-1, 3, 10**30, "jump", ""])
def test_a_missing_action_is_refused(actions: ActionList, which: Any) -> None:
    with pytest.raises(IllegalAction, match=r"no action|by id from 0 to 2"):
        actions[which]


def test_a_key_is_used_once(actions: ActionList) -> None:
    with pytest.raises(ValueError, match="exists already"):
        actions.add("pass")
    assert len(actions) == 3


def test_questions_say_whom_they_ask() -> None:
    def options(state: Any, seat: int) -> list[Any]:
        return []

    assert Ask("a", 2, options).seats == (2,)
    assert [(q.together, q.apart) for q in (Ask("a", 0, options), AskAll("a", (0,), options))] == [
        (False, False),
        (True, False),
    ]
    assert AskAny("a", (0, 1), options).apart
    assert repr(CHECKPOINT) == "CHECKPOINT"
