"""The Growth Tree, read from ``growth.toml`` and checked (CV-DSN-1 to CV-DSN-4)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from meowple.author import N_, CardFile, Table

from .names import BASIC, CHAOS, HARMONY, MARKERS, SEASONS, SKILLS
from .vocabulary import Effect, effects

SLOT_KINDS: Final = ("start", "reward", "skill", "grow-up")


def basics_of(step: Any) -> int:
    """How many Basic Resources of its player's choice a step gives."""
    return int(step.amount) if step.do == "gain" and step.item == BASIC else 0


class Slot(NamedTuple):
    """A slot of the tree.

    Attributes:
        up: the slots that a marker may go on to.
        basics: how many Basic Resources of choice are in what it gives.
        effects: what it gives; ``skill``: the skill it unlocks, -1 for none.
        row, column, side: where it is drawn.
    """

    id: str
    kind: str
    text: str
    up: tuple[int, ...]
    effects: tuple[Effect, ...]
    basics: int
    skill: int
    row: int
    column: int
    side: str


class Tree:
    """The tree of every Player Board.

    Attributes:
        slots: in the order of the file; ``starts``: where the Chaos and the Harmony marker begin.
        grow_up: the last slot.
        points: of each season.
    """

    def __init__(self, file: CardFile) -> None:
        points = file.tables("points")
        self.points = [0] * len(SEASONS)
        for table in points:
            self.points[SEASONS.index(table.one_of("season", SEASONS))] = table.number(
                "growth", 0, 30
            )
        tables = file.tables("slot")
        ids = {table.text("id"): place for place, table in enumerate(tables)}
        up: list[list[int]] = [[] for _ in tables]
        for table in file.tables("edge"):
            start, goal = (table.one_of(name, tuple(ids)) for name in ("from", "to"))
            if not file.problems:
                up[ids[start]].append(ids[goal])
        self.slots = [_slot(table, tuple(up[place])) for place, table in enumerate(tables)]
        self.index = ids
        starts = {
            table.data.get("marker"): place
            for place, table in enumerate(tables)
            if table.data.get("kind") == "start"
        }
        self.starts = (starts.get(MARKERS[CHAOS], 0), starts.get(MARKERS[HARMONY], 0))
        ends = [place for place, slot in enumerate(self.slots) if slot.kind == "grow-up"]
        self.grow_up = ends[0] if ends else 0
        self._check(file)

    def _check(self, file: CardFile) -> None:
        if file.problems:
            return
        if len(self.slots) > 64 or len({slot.kind for slot in self.slots}) != len(SLOT_KINDS):
            file.wrong(
                (),
                "slot",
                N_("a tree has at most 64 slots, of the kinds {known}"),
                known=", ".join(SLOT_KINDS),
            )
        if sorted(slot.skill for slot in self.slots if slot.skill >= 0) != list(range(len(SKILLS))):
            file.wrong((), "slot", N_("each skill has one slot"))
        if any(not slot.up for slot in self.slots if slot.kind != "grow-up"):
            file.wrong((), "edge", N_("every slot but the last has a way on"))
        if self._goes_round():
            file.wrong((), "edge", N_("ways lead upwards only"))
        for table in file.tables("slot"):
            steps = effects(table, "effects") if table.has("effects") else ()
            if any(step.do not in ("gain", "prestige") for step in steps):
                table.wrong(N_("a slot gives items or Prestige and nothing else"), "effects")

    def _goes_round(self) -> bool:
        seen: set[int] = set()
        while True:
            new = {
                p
                for p, s in enumerate(self.slots)
                if p not in seen and all(u in seen for u in s.up)
            }
            if not new:
                return len(seen) < len(self.slots)
            seen |= new


def _slot(table: Table, up: tuple[int, ...]) -> Slot:
    kind = table.one_of("kind", SLOT_KINDS)
    skill = SKILLS.index(table.one_of("skill", SKILLS)) if kind == "skill" else -1
    steps = effects(table, "effects") if kind == "reward" else ()
    if kind == "start":
        table.one_of("marker", MARKERS)
    slot = Slot(
        table.text("id"),
        kind,
        table.text("text"),
        up,
        steps,
        sum(map(basics_of, steps)),
        skill,
        table.number("row", 0, 40),
        table.number("column", 0, 9),
        table.one_of("side", ("chaos", "harmony", "knot")),
    )
    table.done("origin", "claims")
    return slot
