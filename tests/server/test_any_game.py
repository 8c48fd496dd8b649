"""A game that brings only its rules and words can be played in a browser all the same."""

from __future__ import annotations

import html
import random
import re

from tests.server.playing import Browser, serving, wait_for

from meowple.server.shown import _unmarked
from toys import installed


def test_a_game_without_templates_is_played_to_its_end(database: str) -> None:
    with installed(), serving(database) as server:
        who = Browser(server.url, "Ala")
        assert 'value="pebbles"' in who.page("/")
        path = who.create("random", game="pebbles", **{"option-rounds": "1"})
        table = server.house.tables
        name = path.rpartition("/")[2]
        dice = random.Random(1)

        def ours() -> bool:
            match = table.get(name).match
            return match is not None and (match.over or 0 in match.to_act)

        wait_for(ours)
        while not (match := table.get(name).match).over:  # type: ignore[union-attr]
            page = who.page(path)
            assert match is not None
            keys = {html.unescape(key) for key in re.findall(r'name="action" value="(.*?)"', page)}
            assert keys == {action.key for action in match.actions(0)}
            shown = html.unescape(page)
            assert f"en: {match.view(0)['table']['shown']}" in shown
            assert all(f"en: {key}</button>" in shown for key in keys)
            assert who.act(path, dice.choice(sorted(keys))).status_code == 303
            wait_for(ours)
        page = who.page(path)
        assert 'name="action"' not in page
        assert "Play again" in page
        assert all(
            who.get(link).status_code == 200 for link in re.findall(r'="(/static/[^"#]+)', page)
        )
        assert who.page("/rules/pebbles")
        who.close()


def test_colours_of_the_terminal_are_left_out() -> None:
    assert _unmarked("[bold]Round 1[/]  [red on white]Fall 5[/red]") == "Round 1  Fall 5"
    assert _unmarked(r"Open: \[red] or [1] and ['a']") == "Open: [red] or [1] and ['a']"
