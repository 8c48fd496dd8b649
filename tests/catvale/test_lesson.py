"""The example of how to play is true."""

from __future__ import annotations

from catvale.table import BOX, Play, got, have, hold, lay, stand, unused
from meowple.games.catvale.table.lesson import BUILT, DICE, DIE, ITEM, TILE, lesson


def test_the_turn_goes_as_it_is_told() -> None:
    told = lesson(BOX)
    design = BOX.cards[BOX.by_id[BUILT]]
    rest = {item: n for item, n in design.cost.json().items() if item != ITEM}
    s = lay(2)
    stand(s, 0, "d3", TILE)
    hold(s, 0, BUILT)
    have(s, 0, fish=2 * told["n"]["eaten"], **rest)
    s.chance.faces = ["nothing"]
    play = Play(s).act(f"gather:{DIE}").until("turn")
    assert got(play.s, 0) == {"fish": told["n"]["eaten"], ITEM: DIE, **rest}
    assert told["gathered"] == {ITEM: DIE}
    play.act(f"play:{BUILT}")
    assert play.match.scores[0] == design.prestige
    assert got(play.s, 0).get(ITEM) == DIE - design.cost.json()[ITEM] and play.s.side == 1
    assert unused(play.s, 0), "and a die is left to Mark with"
    assert len(DICE) == told["n"]["rolled"]
