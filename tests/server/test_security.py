"""What strangers, other sites and hostile texts can do: nothing."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.datastructures import Headers
from tests.patience import PATIENCE
from tests.server.playing import PLENTY, Browser, Program, Server, shared_renderer

from meowple.server.limits import Buckets, same_origin
from meowple.server.tables.commands import NAME_LENGTH, check_name, clean

People = Callable[..., Browser]


def test_every_answer_has_a_strict_policy(person: People) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    for address in ("/", path, "/rules/festival", "/nowhere", "/api/v1/games", "/health"):
        headers = ann.get(address).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"


def test_pages_hold_no_script_and_no_style_of_their_own(person: People) -> None:
    ann = person("Ann")
    path = ann.create("random", "open", listed="1")
    other = ann.create("random", "random")
    for address in ("/", path, other, "/rules/festival", "/nowhere"):
        page = ann.get(address).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), address
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|hx-on|javascript:|js:", page), address
        for source in re.findall(r'\s(?:src|href|action)="([^"]*)"', page):
            assert source.startswith(("/", "#", "https://")), source
        assert not re.findall(r'<(?:script|link)[^>]*(?:src|href)="https?:', page)


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "nonsense"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
    ],
)
def test_forms_of_other_sites_are_refused(
    person: People, server: Server, headers: dict[str, str]
) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    fields = {**ann.fields(path), "action": ann.actions(path)[0]}
    before = len(server.house.store.rows(path.split("/")[2]))
    del ann.http.headers["sec-fetch-site"]
    for address, sent in ((f"{path}/act", fields), ("/tables", {}), ("/language", {})):
        answer = ann.post(address, headers=headers, **sent)
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert len(server.house.store.rows(path.split("/")[2])) <= before + 2  # bots may have moved


def test_forms_of_our_own_pages_are_not(person: People, server: Server) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    del ann.http.headers["sec-fetch-site"]
    for headers in ({"sec-fetch-site": "same-origin"}, {"origin": server.url}, {}):
        answer = ann.post(f"{path}/chat", headers=headers, text="hello")
        assert answer.status_code == 303


def test_large_requests_are_refused_however_they_come(person: People, server: Server) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    rows = len(server.house.store.rows(path.split("/")[2]))
    large = "x" * 200_000
    answer = ann.post(f"{path}/chat", text=large)
    assert answer.status_code == 413
    assert "too much" in answer.text

    def parts() -> object:
        yield b"text="
        for _ in range(100):
            yield b"x" * 2000

    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = ann.http.post(f"{path}/chat", content=parts(), headers=form)  # type: ignore[arg-type]
    assert answer.status_code == 413
    answer = ann.http.post(f"/api/v1{path}/chat", content=large)
    assert answer.status_code == 413
    assert answer.json()["error"] == "too-large"
    assert ann.get("/?" + "x" * 5000).status_code == 200
    assert len(server.house.store.rows(path.split("/")[2])) <= rows + 2
    assert ann.get(path).status_code == 200


def test_who_is_too_fast_is_asked_to_wait(start: Callable[..., Server], person: People) -> None:
    server = start(limits=replace(PLENTY, commands=(5, 0.5)))
    ann, ben = person("Ann", server.url), person("Ben", server.url)
    ann.get("/")
    ben.get("/")
    answers = [ann.post("/language", language="en") for _ in range(8)]
    assert [answer.status_code for answer in answers] == [303] * 5 + [429] * 3
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert "Too fast" in answers[-1].text
    assert ann.get("/").status_code == 200
    assert ben.post("/language", language="en").status_code == 303


def test_new_cookies_do_not_make_room(start: Callable[..., Server], person: People) -> None:
    server = start(limits=replace(PLENTY, commands=(5, 0.01), tables=(3, 0.001)))
    made = []
    for number in range(5):
        each = person(f"P{number}", server.url)
        each.get("/")
        made.append(each.post("/tables", game="festival", name="P", seats="3").status_code)
    assert made == [303, 303, 303, 429, 429]
    forged = [
        person("", server.url, cookie=f"meowple=x{number}.y").post("/language").status_code
        for number in range(8)
    ]
    assert forged.count(303) == 5, "a forged cookie counts as none"


def test_buckets_forget_the_least_used() -> None:
    buckets = Buckets(1, 0.001, kept=100)
    for number in range(1000):
        assert buckets.take(str(number)) == 0
    assert len(buckets._buckets) == 100
    assert buckets.take("999") > 0


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE tables; --",
    "{{ 7 * 7 }}{% raw %}",
    "%(name)s %s %d {0} {name}",
    "</title><hx-partial hx-target='#notice'>",
    "a\u202eb\u2066c\u200bd",
    "Z\u0341\u0342\u0343\u0344\u0345a\u0346\u0347\u0348\u0349lgo",
    "two\nlines\r\nevent: gone\ndata: x",
    "**bold** __init__",
    "\ud83d\ude40 Katze & Maus",
    "x" * 5000,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_words_are_only_shown(
    person: People, program: Callable[..., Program], text: str
) -> None:
    text = text.encode("utf-16", "surrogatepass").decode("utf-16")
    ann, ben = person(text), person("Ben")
    path = ann.create("open", "open", listed="1")
    ann.post(f"{path}/chat", text=text, **ann.fields(path, "chat"))
    assert ben.post(f"{path}/join", name=text).status_code == 303
    ben.post(f"{path}/start")
    ann.post(f"{path}/start", fill="random")
    for page in (ann.page(path), ben.page(path), ben.page("/"), person().page(path)):
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "<hx-partial" not in page
        assert "49" not in re.findall(r'class="who">([^<]*)<', page)
        assert "\u202e" not in page
        assert "x" * 500 not in page
    state = program().state(path.split("/")[2])
    names = [seat["name"] for seat in state["seats"]]
    assert len(set(names)) == len(names), "nobody can pass for another"
    assert all(len(name) <= NAME_LENGTH for name in names)


def test_text_is_cleaned() -> None:
    assert clean("  a\t b\n\nc \x00\x1b[31m", 100) == "a b c [31m"
    assert clean("\u202eabc\u2069\ufeff", 100) == "abc"
    assert clean("e" + "\u0301\u0302\u0303\u0308" * 5, 100) == "é\u0302\u0303"
    assert clean("x" * 50, 10) == "x" * 10
    assert check_name(" *Ann*  Lee ") == "Ann Lee"
    for nothing in ("", "   ", "\u200b\u200d", "\u0301", "\x00"):
        with pytest.raises(Exception, match="name"):
            check_name(nothing)


def test_a_forged_or_foreign_cookie_is_nobody(person: People, server: Server) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    own = ann.http.cookies["meowple"]
    who, _, signature = own.rpartition(".")
    token = server.house.people.token(who)
    for cookie in (who, f"{who}.", f"{who}.{signature[:-1]}", f"x{own}", token, "x" * 5000, "é"):
        answer = person().http.get(path, headers={"cookie": f"meowple={cookie}".encode()})
        assert answer.status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "../../server/store.py",
        "..%2f..%2fserver%2fstore.py",
        "css/../../templates/home.html",
        "css/%2e%2e/%2e%2e/templates/home.html",
        "/etc/passwd",
        "games/festival/rules.py",
        "games/festival/../festival/rules.py",
        "games/festival/data/README.md",
        "games/festival/table.css/",
        ".hidden.css",
        "css/tokens.css%00.svg",
        "css\\tokens.css",
        "",
    ],
)
def test_only_what_is_meant_to_be_sent_is_sent(server: Server, path: str) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        connection.sendall(
            f"GET /static/{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert b" 404 " in answer.split(b"\r\n")[0] or b" 400 " in answer.split(b"\r\n")[0]


def test_static_files_are_kept_by_browsers_and_compressed(person: People) -> None:
    ann = person()
    page = ann.page("/")
    sheets = re.findall(r'href="(/static/css/[^"]+\?v=[0-9a-f]+)"', page)
    assert sheets
    answer = ann.get(sheets[0], headers={"accept-encoding": "br, gzip"})
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] in ("br", "gzip")
    assert answer.headers["content-type"].startswith("text/css")
    again = ann.get(sheets[0], headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    old = ann.get(re.sub(r"\?v=.*", "?v=0", sheets[0]))
    assert old.headers["cache-control"] == "no-cache"
    plain = ann.get(sheets[0], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    page = ann.get("/", headers={"accept-encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    table = shared_renderer().static.url("games/festival/table.css")
    assert ann.get(table).status_code == 200
    fonts = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', plain.text)
    assert len(fonts) == 2
    for font in fonts:
        answer = ann.get(f"/static/{font}")
        assert "immutable" in answer.headers["cache-control"], font


def test_no_request_ends_the_server(server: Server, person: People) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    for raw in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nshort",
        b"GET /tables/%ff%fe HTTP/1.1\r\nHost: \xff\r\nCookie: meowple=\xff\r\n\r\n",
        b"GET /tables/" + b"%00" * 50 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /rules/..%2f..%2f HTTP/1.1\r\nHost: x\r\nAccept-Language: \xff;q=\xff\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        b"Content-Length: 9\r\n\r\n--x\r\n\r\n\r\n",
        b"GET /static/" + b"a" * 5000 + b".css HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /static/" + b"a/" * 3000 + b"a.css HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /theme HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), PATIENCE) as connection:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(65536)
            assert b"Traceback" not in answer
            assert b" 500 " not in answer.split(b"\r\n")[0], raw
    assert person().get("/").status_code == 200


def test_what_has_no_address_is_not_our_page() -> None:
    for origin in ("null", "", "http://[", "//", "x" * 9999):
        headers = Headers({"origin": origin, "host": ""})
        assert not same_origin(headers, {})


@pytest.mark.parametrize("codec", ["undefined", "punycode", "unicode_escape", "raw_unicode_escape"])
@pytest.mark.parametrize("field", ["text", "bot", "back", "action", "name", "option-\\ud800"])
def test_a_form_in_any_codec_is_text_or_refused(person: People, codec: str, field: str) -> None:
    ann = person("Ann")
    path = ann.create("open", "open", listed="1")
    body = f'--x\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n/\\ud800\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={codec}"
    for address in (f"{path}/chat", f"{path}/seat", f"{path}/act", "/theme", "/tables"):
        answer = ann.http.post(address, content=body, headers={"content-type": kind})
        assert answer.status_code in (303, 400, 404, 409, 422), (address, answer.text)
        if codec.endswith("escape"):
            assert answer.status_code == 400, address


@pytest.mark.parametrize(
    "back", ["//[", "http://[", "//evil.example", "/\\evil.example", "/\t/evil.example", "js:x"]
)
def test_one_comes_back_to_this_server_only(person: People, back: str) -> None:
    answer = person("Ann").post("/theme", theme="dark", back=back)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"


def test_head_is_answered_like_get_without_a_body(person: People) -> None:
    ann = person("Ann")
    path = ann.create("random", "random", listed="1")
    for address in (
        "/",
        path,
        "/health",
        "/rules/festival",
        "/static/icons/sprite-lobby.svg",
        "/api/v1/games",
        f"/api/v1{path}",
        "/nowhere",
        f"{path}/act",
    ):
        head, get = ann.http.head(address), ann.get(address)
        assert head.status_code == get.status_code, address
        assert head.content == b""
        for name in ("content-type", "content-security-policy", "etag"):
            assert head.headers.get(name) == get.headers.get(name), (address, name)
    for stream in (f"{path}/events", f"/api/v1{path}/events"):
        head = ann.http.head(stream)
        assert head.status_code == 200
        assert head.headers["content-type"].startswith("text/event-stream")


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\ufe0f", "\u034f", "\ufffc", "\U0001d159"],
)
def test_a_name_can_be_seen(person: People, blank: str) -> None:
    ann = person()
    answer = ann.post("/name", name=blank)
    assert answer.status_code == 422
    assert not clean(blank, 10).strip("\ufe0f")


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "ANN", "A\u200dnn", "Ann\ufe0f", "Ann\ufe00", "A\u034fnn", "\uff21nn"),
        *("Ann\u3164", "A\U0001d159nn", "A\U00016fe4nn", "A\ufffcnn"),
    ],
)
def test_nobody_sits_down_under_a_name_that_looks_like_anothers(person: People, name: str) -> None:
    path = person("Ann").create("open", "open", listed="1")
    assert person().post(f"{path}/join", name=name).status_code == 303
    assert re.search(r"nn[^<]{0,2} 2", person().page(path), re.IGNORECASE)


def test_who_looks_on_cannot_fill_the_log(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, eve = person("Ann"), person("Eve")
    path = ann.create("open", "random", listed="1")
    monkeypatch.setattr("meowple.server.tables.commands.TALK_LENGTH", 5)
    answers = [eve.post(f"{path}/chat", name="Eve", text=f"{i}").status_code for i in range(9)]
    assert answers[0] == 303
    assert answers[-1] == 409
    assert eve.post(f"{path}/join", watch="1").status_code == 409
    assert ann.post(f"{path}/chat", text="I sit here").status_code == 303
    assert eve.post(f"{path}/join", name="Eve").status_code == 303, "and now she plays"
    assert ann.act(path).status_code == 303


def test_words_of_a_player_leave_room_for_the_moves(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")
    monkeypatch.setattr("meowple.server.tables.commands.WORDS_LENGTH", 9)
    answers = [ann.post(f"{path}/chat", text=f"{i}").status_code for i in range(12)]
    assert (answers[0], answers[-1]) == (303, 409)
    assert ann.act(path).status_code == 303


def test_a_fault_of_ours_is_a_sentence_and_no_trace(
    server: Server, person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person("Ann")
    path = ann.create("random", "random")

    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(server.house.renderer, "table_page", broken)
    answer = ann.get(path)
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert "Nothing has been changed" in answer.text
    assert answer.headers["content-security-policy"]
