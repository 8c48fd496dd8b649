"""Nobody gains by who is away, looks on, sits at two places or passes for another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.playing import PLENTY, Browser, Program, Server, wait_for

from meowple.server.limits import Limits
from meowple.server.tables import commands
from meowple.server.tables.models import Member, TableHead
from meowple.server.tables.table import CHAT_KEPT

People = Callable[..., Browser]
Programs = Callable[..., Program]


def vanish(server: Server, browser: Browser | Program, seconds: float = 3600.0) -> None:
    """Somebody was last seen so long ago."""
    server.house.live._until.clear()
    server.house.live._here.clear()
    wait_for(lambda: not server.house.live.online(""))
    person = who(server, browser)
    wait_for(lambda: not _connected(server, person))
    with server.house.database.write() as connection:
        connection.execute(
            sa.update(Member).where(Member.person_id == person).values(seen=Member.seen - seconds)
        )


def who(server: Server, browser: Browser | Program) -> str:
    people = server.house.people
    if isinstance(browser, Program):
        return browser.http.headers["authorization"].split()[1].rpartition(".")[0]
    cookie = browser.http.cookies["meowple"]
    assert people.cookie(cookie.rpartition(".")[0]) == cookie
    return cookie.rpartition(".")[0]


def _connected(server: Server, person: str) -> bool:
    with server.house.database.read() as connection:
        found = connection.execute(sa.text("SELECT person_id FROM presence")).scalars()
        return person in list(found)


def table_of(server: Server, path: str) -> Any:
    return server.house.tables.get(path.rpartition("/")[2])


def notes(program: Program, table: str) -> list[str]:
    return [said["text"] for said in program.state(table)["chat"] if said["note"]]


# -- a host who vanishes -----------------------------------------------------------------------------


def test_when_the_host_vanishes_anybody_seated_goes_on_and_becomes_the_host(
    person: People, server: Server
) -> None:
    ann, ben, eve = person("Ann"), person("Ben"), person("Eve")
    path = ann.create("open", "open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    refused = ben.post(f"{path}/start", fill="random")
    assert refused.status_code == 403
    assert "Only the host" in refused.text
    assert 'name="fill"' not in ben.page(path)
    vanish(server, ann)
    assert 'name="fill"' in ben.page(path)
    assert eve.post(f"{path}/start", fill="random").status_code == 403
    assert ben.post(f"{path}/start", fill="random").status_code == 303
    table = table_of(server, path)
    assert table.started
    assert table.seat_of(table.host) == 1
    assert "Ben is the host now." in ben.page(path)


def test_a_vanished_player_is_replaced_by_anybody_seated_after_a_while_and_not_before(
    person: People, server: Server
) -> None:
    ann, ben, cid, eve = person("Ann"), person("Ben"), person("Cid"), person("Eve")
    path = ann.create("open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    cid.post(f"{path}/join", name="Cid")
    refused = cid.post(f"{path}/seat", seat="0", bot="random")
    assert refused.status_code in (403, 409)
    vanish(server, ann, 60)
    assert cid.post(f"{path}/seat", seat="0", bot="random").status_code == 403
    page = cid.page(path)
    assert "2 minutes" in page, "it is said after how long"
    assert "Let a bot play for Ann" not in page
    vanish(server, ann)
    assert eve.post(f"{path}/seat", seat="0", bot="random").status_code == 403
    assert "Let a bot play for Ann" in cid.page(path)
    assert cid.post(f"{path}/seat", seat="0", bot="random").status_code == 303
    table = table_of(server, path)
    assert table.seats[0].away
    assert table.seat_of(table.host) == 1, "the role passes on"
    assert "Ann is away: Cid lets a bot play on" in ben.page(path)


def test_who_is_at_the_table_loses_no_seat(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    ben.page(path)
    refused = ann.post(f"{path}/seat", seat="1", bot="random")
    assert refused.status_code == 409
    assert "Ben is at the table" in refused.text


# -- what a stand-in may not do --------------------------------------------------------------------


@pytest.fixture
def trio(program: Programs) -> tuple[Program, Program, str]:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "random", listed=True)
    ben.join(table)
    number = ann.state(table)["question"]
    while ann.state(table)["view"]["undo"] != "consent":
        for each in (ann, ben):
            each.act(table)
        wait_for(lambda number=number: ann.state(table)["question"] != number)  # type: ignore[misc]
        number = ann.state(table)["question"]
    return ann, ben, table


def test_a_stand_in_agrees_to_nothing_for_a_person(
    trio: tuple[Program, Program, str], server: Server
) -> None:
    ann, ben, table = trio
    before = len(server.house.store.rows(table))
    assert ben.post(table, "leave").status_code == 200
    refused = ann.undo(table)
    assert refused.status_code == 409
    assert refused.json()["error"] == "absent"
    assert "Ben is away" in refused.json()["message"]
    assert not ann.state(table)["can"]["undo"]
    kinds = [row.kind for row in server.house.store.rows(table)[before:]]
    assert "ask" not in kinds


def test_a_request_is_dropped_when_one_who_has_to_agree_goes(
    trio: tuple[Program, Program, str],
) -> None:
    ann, ben, table = trio
    assert ann.undo(table).status_code == 200
    assert ben.state(table)["consent"]["missing"] == [1], "no bot is asked"
    assert ben.post(table, "leave").status_code == 200
    assert ann.state(table)["consent"] is None


def test_bots_agree_only_to_what_all_people_agree_to(
    trio: tuple[Program, Program, str], server: Server
) -> None:
    ann, ben, table = trio
    assert ann.undo(table).status_code == 200
    consent = server.house.tables.get(table).consent
    assert consent is not None
    assert consent.agreed == frozenset(), "not even bots have"
    number = ben.state(table)["question"]
    assert ben.post(table, "consent", agree=True, question=number).status_code == 200
    assert ann.state(table)["consent"] is None
    assert any("All have agreed" in note for note in notes(ann, table))


def test_a_refused_request_says_who_asked_and_who_refused(
    trio: tuple[Program, Program, str],
) -> None:
    ann, ben, table = trio
    assert ann.undo(table).status_code == 200
    number = ben.state(table)["question"]
    assert ben.post(table, "consent", agree=False, question=number).status_code == 200
    for each in (ann, ben):
        assert notes(each, table) == ["Ben did not agree that Ann takes a move back."]


# -- seats that change hands are told ----------------------------------------------------------------


def test_a_bot_that_is_swapped_is_told_to_all(program: Programs) -> None:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "random", listed=True)
    ben.join(table)
    name = ann.state(table)["seats"][2]["name"]
    assert ben.post(table, "seat", seat=2, bot="greedy").status_code == 403
    assert ann.post(table, "seat", seat=2, bot="greedy").status_code == 200
    (note,) = notes(ben, table)
    assert note.startswith(f"Ann has {name} played by another bot now:")


def test_leaving_says_that_a_bot_plays_on_and_coming_back_too(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    ben.post(f"{path}/leave")
    assert "Ben has left: a bot plays on" in ann.page(path)
    ben.post(f"{path}/back")
    assert "Ben is back and plays on." in ann.page(path)
    polish = person(**{"accept-language": "pl"})
    assert "Ben" in polish.page(path)
    assert "a bot plays on" not in polish.page(path)


# -- those who look on ---------------------------------------------------------------------------------


def test_those_who_look_on_talk_among_themselves_until_the_end(
    person: People, server: Server
) -> None:
    ann, ben, eve, mia = person("Ann"), person("Ben"), person("Eve"), person("Mia")
    path = ann.create("open", "random", listed="1", **{"option-target": "1"})
    ben.post(f"{path}/join", name="Ben")
    eve.post(f"{path}/join", name="Eve", watch="1")
    wait_for(lambda: 2 not in table_of(server, path).match.to_act)  # the bot has chosen
    before = ann.page(path)
    assert eve.post(f"{path}/chat", name="Eve", text="seat 2 holds a fox").status_code == 303
    assert mia.post(f"{path}/chat", name="Mia", text="I never sat down").status_code == 303
    assert ann.page(path) == before, "not a byte of it reaches the players"
    for each in (ann, ben):
        assert "holds a fox" not in each.page(path)
    for each in (eve, mia):
        assert "holds a fox" in each.page(path)
        assert "I never sat down" in each.page(path)
    ann.post(f"{path}/chat", text="good luck")
    assert "good luck" in eve.page(path)
    while table_of(server, path).status != "over":
        for each in (ann, ben):
            if each.actions(path):
                each.act(path)
    assert "holds a fox" in ann.page(path), "after the end all is read by all"
    assert eve.post(f"{path}/chat", name="Eve", text="well played").status_code == 303
    assert "well played" in ben.page(path)


def test_the_host_mutes_and_lets_speak_again(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    assert ben.post(f"{path}/mute", seat="0").status_code == 403
    assert ann.post(f"{path}/mute", seat="1").status_code == 303
    refused = ben.post(f"{path}/chat", text="but")
    assert refused.status_code == 403
    assert "muted" in refused.text
    assert "Ann has muted Ben." in ben.page(path)
    assert ann.post(f"{path}/mute", seat="1", muted="0").status_code == 303
    assert ben.post(f"{path}/chat", text="thanks").status_code == 303
    assert ann.post(f"{path}/mute", seat="0").status_code == 422, "nobody mutes themselves"
    said = table_of(server, path).chat[-1].number
    assert ann.post(f"{path}/mute", said=str(said)).status_code == 303
    assert ben.post(f"{path}/chat", text="again").status_code == 403


def test_who_is_muted_speaks_with_no_other_device_either(person: People, server: Server) -> None:
    ann, ben, phone = person("Ann"), person("Ben"), person("Ben")
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    ben.post(f"{path}/chat", text="hello")
    ann.post(f"{path}/mute", said=str(table_of(server, path).chat[-1].number))
    code = re.findall(r"/seat/(\w+)", ben.post(f"{path}/device").text)[0]
    phone.post(f"/seat/{code}")
    for each in (ben, phone):
        assert each.post(f"{path}/chat", text="but").status_code == 403
        assert 'id="say"' not in each.page(path)
    said = "Ann lets Ben speak again."
    assert said not in ann.page(path)
    assert ann.post(f"{path}/mute", seat="1", muted="0").status_code == 303
    assert said in ann.page(path)
    for each in (ben, phone):
        assert each.post(f"{path}/chat", text="thanks").status_code == 303


def test_the_host_sends_somebody_away_before_the_start_and_they_stay_away(
    person: People, server: Server
) -> None:
    ann, ben, cid = person("Ann"), person("Ben"), person("Cid")
    path = ann.create("open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    assert ben.post(f"{path}/remove", seat="0").status_code == 403
    assert ann.post(f"{path}/remove", seat="0").status_code == 422
    assert ann.post(f"{path}/remove", seat="1").status_code == 303
    assert table_of(server, path).seats[1].kind == "open"
    assert "Ann has sent Ben from the table." in ann.page(path)
    for way in ({"name": "Ben"}, {"name": "Ben", "watch": "1"}):
        refused = ben.post(f"{path}/join", **way)
        assert refused.status_code == 403
        assert "sent you" in refused.text
    cid.post(f"{path}/join", name="Cid")
    ben_again = person("Ben")
    ben_again.post(f"{path}/join", name="Ben")
    assert table_of(server, path).started
    assert ann.post(f"{path}/remove", seat="1").status_code == 409, "not during play"


def test_who_was_sent_away_comes_back_without_cookies_by_invite_only(
    person: People, server: Server
) -> None:
    ann, ben, again = person("Ann"), person("Ben", **BROWSER), person("Ben", **BROWSER)
    path = ann.create("open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    ann.post(f"{path}/remove", seat="1")
    refused = again.post(f"{path}/join", name="Ben")
    assert refused.status_code == 403
    assert "sent you" in refused.text
    invite = table_of(server, path).head.invite
    assert again.post(f"/join/{invite}", name="Ben").status_code == 303


# -- one person, one seat ------------------------------------------------------------------------------


BROWSER = {"sec-fetch-site": "same-origin", "user-agent": "A Browser 1.0"}


@pytest.fixture
def strict(start: Callable[..., Server]) -> Server:
    """A server that tells apart who comes from one address as it does by default."""
    return start(limits=replace(PLENTY, programs=Limits().programs))


def test_one_browser_takes_one_seat_of_a_listed_table_whatever_its_cookies(strict: Server) -> None:
    ann, again = Browser(strict.url, "Ann", **BROWSER), Browser(strict.url, "Ann too", **BROWSER)
    path = ann.create("open", "open", "open", listed="1")
    refused = again.post(f"{path}/join", name="Ann too")
    assert refused.status_code == 409
    assert "ask the host for the invite link" in refused.text
    ben = Browser(strict.url, "Ben", **{**BROWSER, "user-agent": "A Browser 2.0"})
    assert ben.post(f"{path}/join", name="Ben").status_code == 303
    assert f"{strict.url}{path}" in ben.page(path), "its address is the link that guests pass on"
    assert not re.search(r"/join/(\w+)", ben.page(path))
    invite = re.search(r"/join/(\w+)", ann.page(path))
    assert invite
    assert again.post(f"/join/{invite[1]}", name="Ann too").status_code == 303
    rows = strict.house.store.rows(path.rpartition("/")[2])
    marks = [row.payload["browser"] for row in rows if row.kind == "sit"]
    assert len(set(marks)) == 2
    stored = str([row.payload for row in rows])
    assert "Browser" not in stored
    assert "127.0" not in stored


def test_programs_of_one_address_take_one_seat_of_a_listed_table(strict: Server) -> None:
    ann, again = Program(strict.url, "Ann"), Program(strict.url, "Ann too")
    table = ann.create("open", "open", listed=True)
    for more in ({}, {"invite": ann.invite}):
        refused = again.http.post(f"/tables/{table}/join", json={"name": "Ann too", **more})
        assert refused.status_code == 409, more
        assert refused.json()["error"] == "same-address"
    browser = Browser(strict.url, "Ann as well", **BROWSER)
    script = Browser(strict.url, "Ann by a script")
    del script.http.headers["sec-fetch-site"]
    for form in (browser, script):
        for address in (f"/tables/{table}/join", f"/join/{ann.invite}"):
            assert form.post(address, name=form.name).status_code == 409
    assert [seat["kind"] for seat in ann.state(table)["seats"]] == ["person", "open", "open"]
    assert ann.join(table) == table, "who sits here already gets the same seat again"
    hidden = ann.create("open", "open")
    again.join(hidden, invite=ann.invite)
    assert browser.post(f"/join/{ann.invite}", name="Ann as well").status_code == 303


def test_a_program_takes_no_seat_beside_a_browser_of_its_address(strict: Server) -> None:
    path = Browser(strict.url, "Ann", **BROWSER).create("open", "open", listed="1")
    table = path.rpartition("/")[2]
    refused = Program(strict.url).http.post(f"/tables/{table}/join", json={"name": "Ann too"})
    assert refused.status_code == 409
    assert "programs cannot be told apart" in refused.json()["message"]


def test_who_sits_at_a_listed_table_as_a_guest_gets_no_invite_to_let_others_in(
    program: Programs,
) -> None:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "open", listed=True)
    assert ann.invite
    assert ann.state(table)["invite"] == ann.invite
    ben.join(table)
    assert ben.invite is None
    assert ben.state(table)["invite"] is None
    ben.join(hidden := ann.create("open", "open"), invite=ann.invite)
    assert ben.state(hidden)["invite"] == ben.invite == ann.invite


def test_a_program_that_was_sent_away_comes_back_with_no_other_token(program: Programs) -> None:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "open", listed=True)
    ben.join(table)
    assert ann.post(table, "remove", seat=1).status_code == 200
    refused = program("Ben").http.post(f"/tables/{table}/join", json={"name": "Ben"})
    assert refused.status_code == 403
    assert refused.json()["error"] == "removed"


@pytest.mark.parametrize("name", ["Аnn", "Anп", "ΑΝΝ", "Ann", "ann", "Aոո", "Ann\u200d", "АНН"])
def test_a_name_in_letters_that_look_alike_is_marked(person: People, name: str) -> None:
    path = person("Ann").create("open", "open", listed="1")
    ben = person(name)
    assert ben.post(f"{path}/join", name=name).status_code == 303
    if name != "АНН":  # that reads otherwise
        assert re.search(r"[^<>]{3} 2", ben.page(path))


# -- how often one may change one's mind -----------------------------------------------------------------


def test_nobody_fills_the_log_by_changing_their_mind(
    program: Programs, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.tables.commands.MOST_CHANGES", 10)
    ann, ben = program("Ann"), program("Ben")
    while True:  # a rare hand leaves no choice
        table = ann.create("open", "random", listed=True)
        ben.join(table)
        if len(ann.state(table)["actions"]) > 1:
            break
    state = ann.state(table)
    keys, number = list(state["actions"])[:2], state["question"]
    statuses = [
        ann.post(table, "act", action=keys[turn % 2], question=number).status_code
        for turn in range(14)
    ]
    assert statuses == [200] * 10 + [409, 200, 409, 200], "what is chosen already is no change"
    rows = [row for row in server.house.store.rows(table) if row.kind == "act" and row.seat == 0]
    assert len(rows) == 10
    assert ann.undo(table).status_code == 409
    assert ann.state(table)["view"]["choice"], "the choice stands"
    ben.act(table)
    wait_for(lambda: ann.state(table)["question"] != number)
    assert ann.act(table).status_code == 200, "and the next question is a new one"


# -- words that do not belong ----------------------------------------------------------------------------


def test_who_was_sent_away_says_nothing_more(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    ann.post(f"{path}/remove", seat="1")
    refused = ben.post(f"{path}/chat", name="Ben", text="you will hear of me")
    assert refused.status_code == 403
    assert "sent you" in refused.text
    assert "hear of me" not in str(table_of(server, path).chat)
    assert 'name="text"' not in ben.page(path)


def test_those_who_look_on_cannot_drive_out_what_players_said(
    person: People, server: Server
) -> None:
    ann, eve = person("Ann"), person("Eve")
    path = ann.create("open", "open", listed="1")
    ann.post(f"{path}/chat", text="we play until nine")
    eve.post(f"{path}/join", name="Eve", watch="1")
    table_id = path.rpartition("/")[2]
    watcher = commands.Who(who(server, eve), "Eve")
    for number in range(CHAT_KEPT + 5):
        server.house.tables.do(
            table_id, commands.chat(watcher, f"aside {number}", commands.Order())
        )
    chat = table_of(server, path).chat
    assert sum(said.aside for said in chat) == CHAT_KEPT
    assert "we play until nine" in ann.page(path)
    store = server.house.store
    with store.database.write() as connection:
        connection.execute(sa.update(TableHead).values(needed=10_000))
    store.squash(table_id, CHAT_KEPT)
    texts = [row.payload["text"] for row in store.rows(table_id) if row.kind == "chat"]
    assert len(texts) == CHAT_KEPT + 1
    assert "we play until nine" in texts


def test_the_host_mutes_whoever_can_be_heard_after_the_end(person: People, server: Server) -> None:
    ann, eve = person("Ann"), person("Eve")
    path = ann.create("random", "random", listed="1", **{"option-target": "1"})
    eve.post(f"{path}/chat", name="Eve", text="boring")
    said = str(table_of(server, path).chat[-1].number)
    assert ann.post(f"{path}/mute", said=said).status_code == 422, "nobody tells what is not heard"
    while table_of(server, path).status != "over":
        if ann.actions(path):
            ann.act(path)
    assert ann.post(f"{path}/mute", said=said).status_code == 303
    assert eve.post(f"{path}/chat", name="Eve", text="still boring").status_code == 403
