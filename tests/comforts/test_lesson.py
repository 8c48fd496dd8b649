"""The example of how to play is true."""

from __future__ import annotations

from collections import Counter

from comforts.table import BOX, COMFORT, do, give, keys, lay, made, own
from meowple.games.comforts.table.lesson import FAMILY, MADE, VILLAGE, WHEEL, lesson

DICE = {
    **{f"family-{number}": value for number, value in enumerate(FAMILY, 1)},
    **{f"village-{number}": value for number, value in enumerate(VILLAGE, 1)},
}


def test_the_month_goes_as_it_is_told() -> None:
    told = lesson(BOX)
    match = lay(
        forest="forest-spring-1",
        meadow="meadow-spring-2",
        river=WHEEL,
        family=[FAMILY, (1, 1), (1, 1)],
        village=VILLAGE,
        placed={0: [spot["place"] for spot in told["spots"]], 1: (), 2: ()},
        hands={0: [MADE]},
        nest=("quilt", "soup", "pie", "stew"),
    )
    free = dict(DICE)
    for spot in told["spots"]:
        for value in spot["given"]:
            die = next(die for die, shown in free.items() if shown == value)
            give(match, spot["place"], die)
            del free[die]
    do(match, "assigned")
    works = [spot["place"] for spot in told["spots"] if spot["works"]]
    assert keys(match) == [*(f"act:{place}" for place in works), "rest"]
    for place in works:
        do(match, f"act:{place}")
        if match.question and match.question.kind == "nest":
            do(match, "nest:1")
    gains: Counter[str] = Counter({"lesson": told["n"]["lessons"]})
    for spot in told["spots"]:
        gains.update(spot["gain"] if spot["works"] else {})
    assert own(match, 0) == dict(gains), "a lesson for the worker that could not act"
    do(match, f"make:{MADE}")
    assert made(match, 0) == [MADE]
    gains.subtract(COMFORT[MADE].cost.json)
    assert own(match, 0) == {token: n for token, n in gains.items() if n}
