"""Tables as people use them in a browser, without script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.server.playing import Browser, Program, Server, Stream, place, wait_for

People = Callable[..., Browser]


def play(browser: Browser, path: str) -> int:
    """Play to the end against bots."""
    moves = 0

    def turn() -> bool:
        return bool(browser.actions(path)) or "rematch" in browser.page(path)

    while True:
        wait_for(turn)
        if not browser.actions(path):
            return moves
        if browser.act(path).status_code == 303:
            moves += 1


def test_a_match_against_bots_is_played_to_the_end_without_script(person: People) -> None:
    ann = person("Ann")
    path = ann.create("greedy", "random", "random", **{"option-target": "5"})
    page = ann.page(path)
    assert "Ann" in page
    assert "hx-sse:connect" in page
    assert play(ann, path) > 0


def test_a_listed_table_is_found_joined_and_starts_when_its_last_seat_is_taken(
    person: People,
) -> None:
    ann, ben, cid = person("Ann"), person("Ben"), person("Cid")
    path = ann.create("open", "open", listed="1")
    assert path in ben.page("/")
    assert path in ben.page("/open")
    assert ben.post(f"{path}/join", name="Ben").status_code == 303
    assert not ann.actions(path)
    assert place(cid.post(f"{path}/join", name="Cid")) == path
    for each in (ann, ben, cid):
        assert each.actions(path)
    assert path in cid.page("/")


def test_a_hidden_table_is_not_there_for_those_without_its_link(
    person: People, server: Server
) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open")
    hidden = ben.get(path)
    nothing = ben.get(path[:-1] + ("x" if path[-1] != "x" else "y"))
    assert hidden.status_code == nothing.status_code == 404
    assert re.sub("tables/[a-z0-9]+", "", hidden.text) == re.sub(
        "tables/[a-z0-9]+", "", nothing.text
    )
    assert path not in ben.page("/")
    for verb in ("join", "act", "undo", "chat", "leave", "start", "seat", "rematch", "device"):
        assert ben.post(f"{path}/{verb}", name="Ben", text="hm").status_code in (403, 404), verb
    assert ben.get(f"{path}/events").status_code == 404

    invite = re.search(r"/join/(\w+)", ann.page(path))
    assert invite
    assert "Ann" in ben.page(f"/join/{invite[1]}")
    assert place(ben.post(f"/join/{invite[1]}", name="Ben")) == path
    assert "Ben" in ann.page(path)


def test_who_watches_a_hidden_table_by_its_link_finds_it_again(person: People) -> None:
    ann, eve = person("Ann"), person("Eve")
    path = ann.create("random", "random")
    invite = re.search(r"/join/(\w+)", ann.page(path))
    assert invite
    assert place(eve.post(f"/join/{invite[1]}", name="Eve", watch="1")) == path
    page = eve.page(path)
    assert 'name="action"' not in page
    assert "/join/" not in page
    answer = eve.post(f"{path}/act", action="play:x", question="1", command="x")
    assert answer.status_code == 403


def test_joining_leaving_and_starting_twice_do_no_harm(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", "open", listed="1")
    for _ in range(3):
        assert ben.post(f"{path}/join", name="Ben").status_code == 303
    assert ann.page(path).count('class="who">Ben') == ben.page(path).count('class="who">Ben')
    table = server.house.tables.get(path.split("/")[2])
    assert [seat.name for seat in table.seats] == ["Ann", "Ben", "", ""]
    for _ in range(3):
        assert ben.post(f"{path}/leave").status_code == 303
    table = server.house.tables.get(table.head.id)
    assert [seat.name for seat in table.seats] == ["Ann", "", "", ""]
    ben.post(f"{path}/join", name="Ben", seat="3")
    refused = ann.post(f"{path}/start")
    assert refused.status_code == 409
    assert "Some seats are open" in refused.text
    assert ben.post(f"{path}/start", fill="random").status_code == 403
    for _ in range(3):
        assert ann.post(f"{path}/start", fill="random").status_code == 303
    table = server.house.tables.get(table.head.id)
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot", "person"]
    kinds = [row.kind for row in server.house.store.rows(table.head.id)]
    assert kinds.count("start") == 1


def test_the_host_gives_seats_to_bots_and_opens_them_again(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", "open", listed="1")
    assert ben.post(f"{path}/seat", seat="1", bot="greedy").status_code == 403
    assert ann.post(f"{path}/seat", seat="1", bot="greedy").status_code == 303
    assert ann.post(f"{path}/seat", seat="1", bot="").status_code == 303
    assert ann.post(f"{path}/seat", seat="9", bot="greedy").status_code == 422
    assert ann.post(f"{path}/seat", seat="1", bot="deep-blue").status_code == 422
    assert ann.post(f"{path}/seat", seat="0", bot="greedy").status_code == 409
    for seat in "123":
        ann.post(f"{path}/seat", seat=seat, bot="random")
    assert ann.actions(path)


def test_a_bot_sits_in_for_who_leaves_and_gives_the_seat_back(
    person: People, server: Server
) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    table_id = path.split("/")[2]
    ben.post(f"{path}/join", name="Ben")
    assert ben.post(f"{path}/leave").status_code == 303
    wait_for(lambda: 1 not in server.house.tables.get(table_id).match.to_act)  # type: ignore[union-attr]
    assert not ben.actions(path)
    answer = ben.post(f"{path}/act", action="x", question="1")
    assert answer.status_code == 409
    assert "sits in for you" in answer.text
    ann.act(path)
    wait_for(lambda: ann.actions(path))
    for _ in range(2):
        assert ben.post(f"{path}/back").status_code == 303
    wait_for(lambda: ben.actions(path))


def test_a_host_who_leaves_hands_the_table_on(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    ann.post(f"{path}/leave")
    assert ben.post(f"{path}/start", fill="random").status_code == 303


def test_a_table_that_all_have_left_is_closed(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", listed="1")
    ann.post(f"{path}/leave")
    assert path not in ben.page("/")
    assert ben.post(f"{path}/join", name="Ben").status_code == 409


def test_the_host_gives_the_seat_of_who_is_gone_to_a_bot_but_of_nobody_else(
    person: People, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.live.GRACE", 0.1)
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    stream = Stream(ben.http, f"{path}/events")
    wait_for(lambda: server.house.live.online(path.split("/")[2]))
    refused = ann.post(f"{path}/seat", seat="1", bot="random")
    assert refused.status_code == 409
    assert "Ben is at the table" in refused.text
    stream.close()
    ben.http.close()
    table_id = path.split("/")[2]
    wait_for(lambda: not server.house.live.online(table_id))
    wait_for(lambda: not server.house.store.connected(table_id))
    assert ann.post(f"{path}/seat", seat="1", bot="random").status_code == 303
    assert server.house.tables.get(path.split("/")[2]).seats[1].away


def test_a_rematch_leads_all_to_the_same_new_table(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1", **{"option-target": "1"})
    ben.post(f"{path}/join", name="Ben")
    assert ann.post(f"{path}/rematch").status_code == 409
    while server.house.tables.get(path.split("/")[2]).status != "over":
        for each in (ann, ben):
            if each.actions(path):
                each.act(path)
    new = ann.post(f"{path}/rematch").headers["location"]
    assert new != path
    assert not ann.actions(new)
    assert ben.post(f"{path}/rematch").headers["location"] == new
    assert ann.post(f"{path}/rematch").headers["location"] == new
    wait_for(lambda: ann.actions(new) and ben.actions(new))
    table = server.house.tables.get(new.split("/")[2])
    assert [seat.name for seat in table.seats][:2] == ["Ann", "Ben"]
    assert table.head.options["target"] == 1
    assert table.head.seed != server.house.tables.get(path.split("/")[2]).head.seed


def test_who_comes_too_late_for_a_rematch_takes_another_seat_or_looks_on(
    person: People, program: Callable[..., Program], server: Server
) -> None:
    ann, ben, cid = program("Ann"), program("Ben"), program("Cid")
    table = ann.create("open", "open", "random", options={"target": 1})
    for each in (ben, cid):
        each.join(table, invite=ann.invite)
    while ann.state(table)["status"] != "over":
        for each in (ann, ben, cid):
            if each.state(table)["actions"]:
                each.act(table)
    new = ann.post(table, "rematch").json()["table"]
    assert ann.post(new, "seat", seat=1, bot="random").status_code == 200
    answer = ben.post(table, "rematch")
    assert answer.status_code == 200
    assert answer.json()["seat"] == 2, "his own has gone to a bot"
    assert ann.state(new)["status"] == "playing"
    late = cid.post(table, "rematch")
    assert late.status_code == 409
    assert late.json()["message"] == "All seats are taken."
    assert cid.state(new)["seat"] is None, "he looks on at the hidden table"


def test_once_all_have_left_the_next_table_another_is_made(person: People, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", **{"option-target": "1"})
    invite = server.house.tables.get(path.split("/")[2]).head.invite
    ben.post(f"/join/{invite}", name="Ben")
    while server.house.tables.get(path.split("/")[2]).status != "over":
        for each in (ann, ben):
            if each.actions(path):
                each.act(path)
    left = ann.post(f"{path}/rematch").headers["location"]
    ann.post(f"{left}/leave")
    new = ben.post(f"{path}/rematch").headers["location"]
    assert new != left
    assert "Ben" in ben.page(new)
    assert ann.post(f"{path}/rematch").headers["location"] == new
    assert ann.actions(new) or ben.actions(new)


def test_the_seed_is_shown_when_the_match_is_over_and_its_hash_before(
    person: People, server: Server
) -> None:
    ann = person("Ann")
    path = ann.create("random", "random", **{"option-target": "1"})
    head = server.house.tables.get(path.split("/")[2]).head
    before = ann.page(path)
    assert head.commitment in before
    assert head.seed.hex() not in before
    play(ann, path)
    assert head.seed.hex() in ann.page(path)


def test_a_closed_browser_finds_its_table_again_and_another_device_takes_the_seat(
    person: People, server: Server
) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    again = person("Ann")
    again.http.cookies = ann.http.cookies
    assert path in again.page("/")
    assert again.actions(path) == ann.actions(path)

    phone = person("Phone")
    assert phone.get(path).status_code == 404
    link = re.search(r"/seat/(\w+)", ann.post(f"{path}/device").text)
    assert link
    asks = phone.get(link[0])
    assert asks.status_code == 200
    assert phone.get(path).status_code == 404, "only looking takes no seat"
    assert place(phone.post(link[0])) == path
    assert phone.actions(path) == ann.actions(path)
    assert phone.act(path).status_code == 303
    assert person("Eve").get(link[0]).status_code == 404, "a code holds once"
    assert person("Eve").post(link[0]).status_code == 404


def test_a_seat_code_holds_for_who_made_it_and_not_for_the_next_one_in_the_seat(
    person: People,
) -> None:
    ann, mallory, ben = person("Ann"), person("Mallory"), person("Ben")
    path = ann.create("open", "open", listed="1")
    mallory.post(f"{path}/join", name="Mallory", seat="1")
    link = re.search(r"/seat/(\w+)", mallory.post(f"{path}/device").text)
    assert link
    assert mallory.post(f"{path}/leave").status_code == 303
    assert person().get(link[0]).status_code == 404
    assert ben.post(f"{path}/join", name="Ben", seat="1").status_code == 303
    for stranger in (mallory, person("Eve")):
        assert stranger.get(link[0]).status_code == 404
        assert stranger.post(link[0]).status_code == 404
        assert "Ben (you)" not in stranger.page(path)
    assert "Ben (you)" in ben.page(path)


def test_two_windows_make_two_tables_and_a_double_click_one(person: People) -> None:
    ann = person("Ann")
    page = ann.page("/")
    found = re.search(r'name="command" value="([^"]+)"', page)
    assert found
    first = [ann.create("random", "random", command=found[1]) for _ in range(2)]
    other = ann.create("open", "open", command=found[1])
    assert first[0] == first[1] != other


def test_a_cookie_lives_long_and_is_no_secret_of_scripts(person: People) -> None:
    answer = person().get("/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    age = re.search(r"Max-Age=(\d+)", cookie)
    assert age
    assert int(age[1]) > 365 * 24 * 3600


def test_chat_reaches_all_and_a_double_click_says_it_once(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    fields = ann.fields(path, "chat")
    for _ in range(3):
        assert ann.post(f"{path}/chat", text="hello <b>you</b>", **fields).status_code == 303
    assert ann.post(f"{path}/chat", text="  \n ", **ann.fields(path, "chat")).status_code == 422
    page = ben.page(path)
    assert page.count("hello &lt;b&gt;you&lt;/b&gt;") == 1
    ann.post(f"{path}/chat", text="hello <b>you</b>", **ann.fields(path, "chat"))
    assert ben.page(path).count("hello &lt;b&gt;") == 2


def test_pages_are_in_the_language_chosen_or_preferred(person: People) -> None:
    ann = person("Ann", **{"accept-language": "pl-PL,pl;q=0.9,en;q=0.5"})
    assert '<html lang="pl"' in ann.page("/")
    answer = ann.post("/language", language="en", back="/rules/festival")
    assert answer.headers["location"] == "/rules/festival"
    assert '<html lang="en"' in ann.page("/")
    for back in ("//evil.example", "https://evil.example/", "/\\evil.example", "javascript:1"):
        answer = ann.post("/language", language="pl", back=back)
        assert answer.headers["location"] == "/", back
    assert '<html lang="pl"' in person("Ben", **{"accept-language": "pl"}).page("/")
    assert '<html lang="en"' in person("Cid", **{"accept-language": "de;q=x,,;"}).page("/")


def test_the_rules_are_in_the_page(person: People) -> None:
    page = person().page("/rules/festival")
    assert "<h2" in page
    polish = person(**{"accept-language": "pl"}).page("/rules/festival")
    assert "<h3>Runda</h3>" in polish and "Cel gry" in polish
    assert 'lang="en"' not in polish.partition("<article")[2].partition("</article>")[0]
    found = person().page("/rules/festival?q=crow%20nearest")
    assert 'id="FTC-CROW-3"' in found and 'id="FTC-CROW-1"' not in found
    assert person().get("/rules/chess").status_code == 404
    assert person().get("/credits").status_code == 200


def test_the_game_chosen_first_is_the_one_last_played(person: People) -> None:
    ann = person("Ann")
    chosen = re.compile(r'name="pick" value="(\w+)" autocomplete="off" checked')
    assert chosen.findall(ann.page("/")) == ["catvale"]
    for game in ("purrballs", "festival"):
        ann.create("open", "open", game=game)  # where no bot goes on meanwhile
        assert chosen.findall(ann.page("/")) == [game]
    assert chosen.findall(ann.page("/?game=comforts")) == ["comforts"]
    assert chosen.findall(ann.page("/?game=chess")) == ["catvale"]


def test_whose_browser_keeps_no_cookies_is_told_so(person: People, server: Server) -> None:
    """Without, a private table would be hidden from its own maker, and nobody would say why."""
    ann = person("Ann")
    answer = ann.post("/tables", game="festival", name="Ann", seats="3")
    ann.http.cookies.clear()
    refused = ann.get(answer.headers["location"])
    assert refused.status_code == 403
    assert "keeps no cookies" in refused.text
    nowhere = ann.get("/tables/nowhere?fresh=1")
    assert nowhere.status_code == 403, "and it tells nothing of which tables there are"
    ben = person("Ben")
    path = ben.create("open", "open")
    answer = ben.get(f"{path}?fresh=1")
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    invite = re.search(r"/join/(\w+)", ben.page(path))
    assert invite
    answer = person("Cid").post(f"/join/{invite[1]}", name="Cid")
    assert "keeps no cookies" in person().get(answer.headers["location"]).text


def test_a_page_without_script_looks_again_by_itself_while_it_waits(
    person: People, server: Server
) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    again = '<noscript><meta http-equiv="refresh"'
    assert again in ann.page(path), "for somebody to sit down"
    ben.post(f"{path}/join", name="Ben")
    assert again not in ann.page(path), "nothing is lost of what one is about to choose"
    assert again in person().page(path)
