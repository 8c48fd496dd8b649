"""Double, stale, foreign and forged input (TC-INPUT)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.server.playing import Browser, Program, Server, plain, wait_for

Programs = Callable[..., Program]


def rows(server: Server, table: str, kind: str) -> list[Any]:
    return [row for row in server.house.store.rows(table) if row.kind == kind]


@pytest.fixture
def pair(program: Programs) -> tuple[Program, Program, str]:
    """Two programs with a choice at a table for three whose third seat is a bot's."""
    ann, ben = program("Ann"), program("Ben")
    while True:  # a rare hand leaves no choice
        table = ann.create("open", "random", listed=True)
        ben.join(table)
        if min(len(each.state(table)["actions"]) for each in (ann, ben)) > 1:
            return ann, ben, table


def gone_on(program: Program, table: str, question: int) -> bool:
    """Whether the table asks something newer, and the bot has answered it."""
    state = program.state(table)
    return state["question"] != question and 2 not in state["view"]["to_act"]


def body(program: Program, table: str, **more: Any) -> dict[str, Any]:
    state = program.state(table)
    return {"action": next(iter(state["actions"])), "question": state["question"], **more}


@pytest.mark.parametrize("times", [2, 3, 10])
def test_one_command_has_one_effect_and_one_answer(
    pair: tuple[Program, Program, str], server: Server, times: int
) -> None:
    ann, _, table = pair
    sent = body(ann, table, command="first")
    answers = [ann.post(table, "act", **sent) for _ in range(times)]
    assert {answer.content for answer in answers} == {answers[0].content}
    assert {answer.status_code for answer in answers} == {200}
    assert len([row for row in rows(server, table, "act") if row.seat == 0]) == 1


def test_one_command_at_the_same_moment_has_one_effect(
    pair: tuple[Program, Program, str], server: Server
) -> None:
    ann, _, table = pair
    sent = body(ann, table, command="at-once")
    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(lambda _: ann.post(table, "act", **sent), range(10)))
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (200, answers[0].content)
    }
    assert len([row for row in rows(server, table, "act") if row.seat == 0]) == 1


def test_a_late_repetition_gets_the_first_answer_and_does_nothing(
    pair: tuple[Program, Program, str], server: Server
) -> None:
    ann, ben, table = pair
    sent = body(ann, table, command="early")
    first = ann.post(table, "act", **sent)
    ben.act(table)
    wait_for(lambda: gone_on(ann, table, sent["question"]))
    before = plain(ann.state(table)["view"])
    again = ann.post(table, "act", **sent)
    assert (again.status_code, again.content) == (200, first.content)
    assert plain(ann.state(table)["view"]) == before


def test_another_command_under_a_used_id_is_refused(pair: tuple[Program, Program, str]) -> None:
    ann, _, table = pair
    state = ann.state(table)
    first, second, *_ = state["actions"]
    sent = {"question": state["question"], "command": "mine"}
    assert ann.post(table, "act", action=first, **sent).status_code == 200
    other = ann.post(table, "act", action=second, **sent)
    assert other.status_code == 409
    assert other.json()["error"] == "command-used"
    assert ann.state(table)["view"]["choice"] == first


def test_of_two_windows_that_choose_at_once_one_counts_and_the_other_is_told(
    person: Callable[..., Browser], server: Server
) -> None:
    ann, ben = person("Ann"), person("Ben")
    while True:  # a rare hand leaves no choice
        path = ann.create("open", "random", listed="1")
        ben.post(f"{path}/join", name="Ben")
        if len(keys := ann.actions(path)[:2]) > 1:
            break
    fields = ann.fields(path)

    def choose(key: str) -> Any:
        return ann.post(f"{path}/act", **{**fields, "action": key})

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(choose, keys))
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    first = [answer.status_code for answer in answers].index(303)
    assert "Something else of yours came first" in answers[1 - first].text
    chosen = [
        row.payload["action"]
        for row in rows(server, path.rpartition("/")[2], "act")
        if row.seat == 0
    ]
    assert chosen == [keys[first]]


def test_an_answer_under_the_id_of_a_request_is_refused(pair: tuple[Program, Program, str]) -> None:
    ann, ben, table = pair
    revealed(ann, ben, table)
    assert ann.undo(table, command="mine").status_code == 200
    question = ann.state(table)["question"]
    again = ann.post(table, "undo", question=question, command="mine")
    assert again.status_code == 200
    answer = ann.post(table, "consent", agree=False, question=question, command="mine")
    assert answer.status_code == 409
    assert answer.json()["error"] == "command-used"
    assert ann.state(table)["consent"]["mine"]


def test_the_same_id_of_another_seat_is_another_command(
    pair: tuple[Program, Program, str],
) -> None:
    ann, ben, table = pair
    assert ann.act(table, command="shared").status_code == 200
    assert ben.act(table, command="shared").status_code == 200


def test_an_answer_to_an_older_question_is_refused_in_words(
    pair: tuple[Program, Program, str], person: Callable[..., Browser]
) -> None:
    ann, ben, table = pair
    old = body(ann, table)
    ann.post(table, "act", **old)
    ben.act(table)
    wait_for(lambda: gone_on(ann, table, old["question"]))
    before = plain(ann.state(table))
    stale = ann.post(table, "act", **old)
    assert stale.status_code == 409
    assert stale.json() == {
        "error": "stale",
        "message": "The table has gone on since. Look again and choose.",
    }
    for number in (0, -1, 10**6, old["question"] + 7):
        assert ann.post(table, "act", **{**old, "question": number}).status_code == 409
    assert plain(ann.state(table)) == before


def test_both_answers_to_one_question_count_in_either_order(
    pair: tuple[Program, Program, str],
) -> None:
    ann, ben, table = pair
    first, second = body(ann, table), body(ben, table)
    assert ben.post(table, "act", **second).status_code == 200
    assert ann.post(table, "act", **first).status_code == 200


def test_an_answer_can_be_changed_and_taken_back_until_all_are_in(
    pair: tuple[Program, Program, str],
) -> None:
    ann, ben, table = pair
    state = ann.state(table)
    first, second, *_ = state["actions"]
    for key in (first, second, first):
        assert ann.post(table, "act", action=key, question=state["question"]).status_code == 200
        assert ann.state(table)["view"]["choice"] == key
    assert ann.undo(table, command="back").status_code == 200
    assert ann.state(table)["view"]["choice"] is None
    assert ann.undo(table, command="back").status_code == 200, "the same command again"
    assert ann.post(table, "act", action=second, question=state["question"]).status_code == 200
    assert ben.act(table).status_code == 200


def test_nobody_acts_for_another(pair: tuple[Program, Program, str], program: Programs) -> None:
    ann, ben, table = pair
    key = next(iter(ann.state(table)["actions"]))
    number = ann.state(table)["question"]
    own = ben.state(table)["actions"]
    answer = ben.post(table, "act", action=key, question=number)
    assert (answer.status_code == 200) == (key in own)
    stranger = program()
    assert stranger.post(table, "act", action=key, question=number).status_code == 401
    other = stranger.create("random", "random")
    assert stranger.post(table, "act", action=key, question=number).status_code == 403
    assert ann.post(other, "act", action=key, question=number).status_code == 404, "it is hidden"
    ann.http.headers["authorization"] += "x"
    assert ann.post(table, "act", action=key, question=number).status_code == 401


def test_who_looks_on_gets_no_controls_and_is_refused(
    pair: tuple[Program, Program, str], program: Programs, person: Callable[..., Browser]
) -> None:
    _, _, table = pair
    stranger = program()
    stranger.create("random", "random")
    state = stranger.state(table)
    assert state["actions"] == {}
    assert not any(on for verb, on in state["can"].items() if verb not in ("chat",))
    page = person().page(f"/tables/{table}")
    assert 'name="action"' not in page
    for verb, sent in {
        "act": {"action": "pass", "question": 1},
        "undo": {"question": 1},
        "consent": {"agree": True, "question": 1},
        "start": {},
        "seat": {"seat": 0, "bot": "random"},
        "back": {},
        "rematch": {},
    }.items():
        answer = stranger.post(table, verb, **sent)
        assert answer.status_code == 403, verb
        assert answer.json()["message"]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"action": "x"},
        {"question": 1},
        {"action": 5, "question": 1},
        {"action": ["x"], "question": 1},
        {"action": "x", "question": "1"},
        {"action": "x", "question": 1.5},
        {"action": "x", "question": True},
        {"action": "x", "question": None},
        {"action": "x", "question": 10**40},
        {"action": "x" * 201, "question": 1},
        {"action": "x", "question": 1, "seat": 1},
        {"action": "x", "question": 1, "command": "a b"},
        {"action": "x", "question": 1, "command": "x" * 65},
        {"action": "x", "question": 1, "command": {"a": 1}},
        {"action": "no-such-action", "question": 1},
        {"action": "__class__", "question": 1},
    ],
)
def test_forged_input_is_refused_without_a_trace(
    pair: tuple[Program, Program, str], server: Server, sent: dict[str, Any]
) -> None:
    ann, _, table = pair
    wait_for(lambda: 2 not in ann.state(table)["view"]["to_act"])
    if sent.get("question") == 1:
        sent = {**sent, "question": ann.state(table)["question"]}
    before, count = plain(ann.state(table)), len(server.house.store.rows(table))
    answer = ann.post(table, "act", **sent)
    assert answer.status_code in (409, 422), answer.text
    assert answer.json()["message"]
    assert "Traceback" not in answer.text
    assert plain(ann.state(table)) == before
    assert len(server.house.store.rows(table)) == count


LONE = rb'{"action": "\ud800", "question": 1, "text": "\ud800", "command": "\ud800"}'


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 9000, LONE])
def test_what_is_no_json_is_refused(pair: tuple[Program, Program, str], raw: bytes) -> None:
    ann, _, table = pair
    for verb in ("act", "undo", "chat"):
        answer = ann.http.post(
            f"/tables/{table}/{verb}", content=raw, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (409, 422), answer.text
        assert answer.json()["message"]


def test_only_what_is_listed_changes_the_table(
    pair: tuple[Program, Program, str], server: Server
) -> None:
    ann, _, table = pair
    wait_for(lambda: 2 not in ann.state(table)["view"]["to_act"])
    state = ann.state(table)
    game = server.house.tables.get(table).game
    for action in game.actions:
        if action.key in state["actions"]:
            continue
        answer = ann.post(table, "act", action=action.key, question=state["question"])
        assert (answer.status_code, answer.json()["error"]) == (422, "illegal")
    assert plain(ann.state(table)) == plain(state)


@pytest.mark.parametrize("form", ["act", "undo", "consent", "chat", "seat", "start", "join"])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"question": "x", "seat": "x"},
        {"question": "٣", "seat": "-1"},
        {"question": "9" * 50, "seat": "9" * 50},
        {"command": "\0", "action": "\0", "text": "\0", "answer": "\0", "fill": "\0", "seat": "\0"},
    ],
)
def test_forged_forms_are_answered_in_words(
    person: Callable[..., Browser], form: str, fields: dict[str, str]
) -> None:
    ann = person("Ann")
    path = ann.create("open", "random", listed="1")
    other = person("Ben")
    answer = (other if form == "join" else ann).post(f"{path}/{form}", **fields)
    assert answer.status_code in (303, 403, 409, 422), answer.text
    if answer.status_code != 303:
        assert "<html" in answer.text
        assert "Traceback" not in answer.text


# -- undo by consent ------------------------------------------------------------------------------


def revealed(ann: Program, ben: Program, table: str) -> None:
    """Play until something can be taken back, and not freely."""
    while ann.state(table)["view"]["undo"] != "consent":
        number = ann.state(table)["question"]
        ann.act(table)
        ben.act(table)
        wait_for(lambda number=number: ann.state(table)["question"] != number)  # type: ignore[misc]
        wait_for(lambda: 2 not in ann.state(table)["view"]["to_act"])


def test_taking_back_a_reveal_needs_the_others_and_bots_agree(
    pair: tuple[Program, Program, str], server: Server
) -> None:
    ann, ben, table = pair
    revealed(ann, ben, table)
    before = ann.state(table)
    assert ann.undo(table, command="ask").status_code == 200
    assert ann.undo(table, command="ask").status_code == 200
    asked = ben.state(table)["consent"]
    assert asked["asker"] == 0
    assert asked["missing"] == [1]
    assert asked["ask_me"]
    number = ben.state(table)["question"]
    own = ann.post(table, "consent", agree=True, question=ann.state(table)["question"])
    assert own.status_code == 409
    assert ben.post(table, "consent", agree=False, question=number).status_code == 200
    assert ann.state(table)["consent"] is None
    assert plain(ann.state(table)["view"]["table"]) == plain(before["view"]["table"])

    assert ann.undo(table, command="ask-again").status_code == 200
    assert ben.post(table, "consent", agree=True, question=number, command="yes").status_code == 200
    assert ben.post(table, "consent", agree=True, question=number, command="yes").status_code == 200
    after = ann.state(table)
    assert after["consent"] is None
    assert after["question"] > before["question"], "numbers never come back"
    assert plain(after["view"]["table"]) != plain(before["view"]["table"])
    assert after["actions"]
    server.house.tables.clear()
    wait_for(lambda: 2 not in ann.state(table)["view"]["to_act"])
    assert ann.act(table).status_code == 200


def test_with_bots_only_consent_comes_at_once(program: Programs) -> None:
    ann = program("Ann")
    table = ann.create("random", "random")
    number = ann.state(table)["question"]
    ann.act(table)
    wait_for(lambda: ann.state(table)["question"] != number)
    wait_for(lambda: ann.state(table)["view"]["undo"] == "consent")
    number = ann.state(table)["question"]
    assert ann.undo(table).status_code in (200, 409)
    assert ann.state(table)["consent"] is None
    assert ann.state(table)["question"] > number


def test_an_old_undo_does_not_take_back_what_came_later(
    pair: tuple[Program, Program, str],
) -> None:
    ann, ben, table = pair
    number = ann.state(table)["question"]
    revealed(ann, ben, table)
    answer = ann.post(table, "undo", question=number)
    assert answer.status_code == 409


def test_a_request_ends_when_the_table_goes_on(pair: tuple[Program, Program, str]) -> None:
    ann, ben, table = pair
    revealed(ann, ben, table)
    ann.undo(table)
    assert ben.state(table)["consent"]
    number = ann.state(table)["question"]
    while ann.state(table)["question"] == number:
        for each in (ann, ben):
            state = each.state(table)
            if state["actions"] and state["seat"] in state["view"]["to_act"]:
                each.act(table)
    assert ben.state(table)["consent"] is None
