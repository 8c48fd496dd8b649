"""What the page on hosting tells to type works: flags, units, container, backups, figures."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Browser, place, serving, wait_for
from tests.server.postgres import Cluster, programs

from meowple.cli.arguments import parse
from meowple.server.figures import HELP
from meowple.server.serve import Settings, check_addresses

from .test_examples import ROOT, fences

PAGE = ROOT / "docs" / "hosting.md"
TEXT = PAGE.read_text("utf-8")
LONG_AGO = 90 * 24 * 3600.0


def block(language: str, text: str) -> str:
    """The one block of code that holds a text."""
    (found,) = (code for code in fences(PAGE, language) if text in code)
    return found


def check_serve(words: list[str]) -> Any:
    """The arguments of ``meowple serve``, if it takes them."""
    arguments = parse(words)
    settings = Settings(
        arguments.host,
        arguments.port,
        arguments.database,
        public_url=arguments.public_url,
        proxies=tuple(arguments.proxy),
        metrics=tuple(arguments.metrics),
    )
    check_addresses(settings)
    return arguments


def unit(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(block("ini", text))
    return parser


def test_the_service_starts_what_there_is() -> None:
    service = unit("meowple serve")
    program, *words = shlex.split(service["Service"]["ExecStart"])
    assert program == "/opt/meowple/bin/meowple"
    arguments = check_serve(words)
    assert arguments.workers == 2
    folder = Path("/var/lib") / service["Service"]["StateDirectory"]
    assert Path(arguments.database).parent == folder
    cleaning = unit("Type=oneshot")
    _, *words = shlex.split(cleaning["Service"]["ExecStart"])
    cleaned = parse(words)
    assert (cleaned.database, cleaned.older_than) == (arguments.database, LONG_AGO)
    assert cleaning["Service"]["User"] == service["Service"]["User"]
    assert f"useradd --system {service['Service']['User']}" in TEXT
    assert unit("OnCalendar").has_section("Install")


def test_the_web_servers_in_front_pass_on_what_is_believed() -> None:
    port = f"127.0.0.1:{check_serve(['serve']).port}"
    for text in ("cats.example.org {", "proxy_pass"):
        code = block("text", text)
        assert port in code
        assert "/metrics" in code
    for header in ("X-Forwarded-For", "X-Forwarded-Proto", "Host"):
        assert f"proxy_set_header {header} " in block("text", "proxy_pass")


def test_the_container_is_made_of_what_there_is() -> None:
    lines = block("dockerfile", "FROM").splitlines()
    told = [line.partition(" ")[::2] for line in lines]
    for kind, rest in told:
        if kind == "COPY":
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources)
    (extras,) = re.findall(r"\[([a-z,]+)\]", block("dockerfile", "FROM"))
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras.split(","))
    version = re.search(r'requires-python = ">=3\.(\d+)"', project)
    based = re.search(r"^FROM python:3\.(\d+)", lines[0])
    assert version and based and int(based[1]) >= int(version[1])
    (entry,) = (json.loads(rest) for kind, rest in told if kind == "ENTRYPOINT")
    (run,) = (line for line in block("text", "podman run").splitlines() if "podman run" in line)
    *_, more = run.partition(" meowple ")
    arguments = check_serve([*entry[1:], *shlex.split(more)])
    (volume,) = (rest for kind, rest in told if kind == "VOLUME")
    assert arguments.database.startswith(f"{volume}/")
    assert arguments.host == "0.0.0.0"
    assert f":{arguments.port} " in run


def test_a_copy_that_is_made_while_the_server_runs_is_a_whole_database(tmp_path: Path) -> None:
    found = re.search(r'^sqlite3 (\S+) "(VACUUM INTO .*)"$', TEXT, re.MULTILINE)
    assert found
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with serving(file) as server:
        ann = Browser(server.url, "Ann")
        path = ann.create("open", "open", listed="1")
        connection = sqlite3.connect(file)
        connection.execute(re.sub(r"'[^']+'", f"'{copy}'", found[2]))
        connection.close()
        later = place(ann.post("/tables", game="festival", name="Ann", seats="3"))
        cookies = ann.http.cookies
    with serving(copy) as server:
        again = Browser(server.url, "Ann")
        again.http.cookies = cookies
        assert "Ann" in again.page(path), "the key that signs cookies is in it too"
        assert again.get(later).status_code == 404


@pytest.mark.postgres
def test_a_dump_of_postgresql_is_restored_into_an_empty_database(
    cluster: Cluster, tmp_path: Path
) -> None:
    url, copy = cluster.database(), cluster.empty()
    names = {"meowple": url, "/backup/meowple.dump": str(tmp_path / "dump")}

    def run(command: str, database: str) -> None:
        (line,) = re.findall(rf"^({command} .*)$", TEXT, re.MULTILINE)
        name, *words = shlex.split(line)
        words = [re.sub(r"/backup/meowple\.dump", names["/backup/meowple.dump"], w) for w in words]
        words = [re.sub(r"(^|=)meowple$", rf"\g<1>{database}", word) for word in words]
        subprocess.run([programs() / name, *words], check=True, capture_output=True)

    with serving(url) as server:
        ann = Browser(server.url, "Ann")
        path = ann.create("open", "open", listed="1")
        run("pg_dump", url)
        cookies = ann.http.cookies
    run("pg_restore", copy)
    with serving(copy) as server:
        again = Browser(server.url, "Ann")
        again.http.cookies = cookies
        assert "Ann" in again.page(path)
        assert again.post(f"{path}/start", fill="random").status_code == 303
        wait_for(lambda: again.actions(path))
    for each in (url, copy):
        cluster.drop(each)


def test_all_figures_are_told_and_no_others() -> None:
    told = set(re.findall(r"`meowple_(\w+)`", TEXT))
    assert told == set(HELP)


def test_others_may_read_the_figures_if_they_are_named() -> None:
    (words,) = re.findall(r"`(--metrics [\d./]+)`", TEXT)
    assert check_serve(["serve", *words.split()]).metrics == ["10.0.0.0/8"]
