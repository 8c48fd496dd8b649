"""The example of how to play is true."""

from __future__ import annotations

from meowple.games.purrballs.pieces.box import CARDS
from meowple.games.purrballs.table.lesson import FOE, POOL, lesson
from meowple.games.purrballs.table.printed import PRINTED
from purrballs.table import lay_out


def test_the_round_goes_as_it_is_told() -> None:
    told = lesson()
    pool = ", ".join(CARDS[key].name for key in POOL)
    t = lay_out(pool=pool, monsters=CARDS[FOE].name, mana=[told["n"]["mana"]] * 3)
    t.send(*(f"{CARDS[cat].name}+{CARDS[buff].name[1]}" for cat, buff, _, _ in told["sent"]))
    while t.asked == "rotate":
        t.do("stay")
    assert t.totals == [total for _, _, total, _ in told["sent"]], "and all could pay"
    for seat, (_, _, _, loot) in enumerate(told["sent"][:-1]):
        assert t.asks == ("loot", seat), "from the fastest to the slowest"
        t.take(CARDS[loot].name)
    assert t.loot(2) == [CARDS[told["sent"][2][3]].name], "the last gets what is left"
    assert t.asks == ("challenge", 2), "the last may fight"
    gear = told["sent"][2][3]
    assert f"challenge:{FOE}" in t.choices()
    foe, weapon = PRINTED[FOE], PRINTED[gear]
    assert foe["is"] == "monster" and weapon["is"] == "loot"
    assert set(foe["defences"]) <= set(weapon["attack"]) and not foe["question"]
