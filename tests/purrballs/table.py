"""A table of Purrballs in one line: lay out cards, send Catventurers, see what everybody has.

Cards are named as on the card or by key: ``"Storm Bow, l1-p3-fish"``; of several cards of one name
the next that is not used yet is taken.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import meowple
from meowple.core.chance import FastChance
from meowple.core.match import Match
from meowple.core.registry import get_game
from meowple.games.purrballs import state as states
from meowple.games.purrballs.pieces import box
from meowple.games.purrballs.pieces.box import BUFFS, CATS, LOOT, MONSTERS
from meowple.games.purrballs.pieces.names import ICONS

STARTING = "Prince, Rogue, Mage, Soldier, Merchant"
CALM = "Merchant+1"
"""A Catventurer and a Buff that ask nothing: Speed 2, Total Speed 3."""


class RiggedChance(FastChance):
    """Chance whose next dice are known: faces from ``faces`` first, then as usual."""

    __slots__ = ("faces",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[str] = []

    def below(self, n: int) -> int:
        if self.faces and n == len(box.BOX.faces):
            kind = self.faces.pop(0)
            return box.BOX.faces.index([*ICONS, "blank"].index(kind))
        return super().below(n)

    def copy(self) -> RiggedChance:
        new = super().copy()
        new.faces = self.faces[:]
        return new


def split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def find(name: str, pieces: Iterable[Any], used: Iterable[int] = ()) -> int:
    for piece in pieces:
        if name in (piece.name, piece.key) and piece.index not in used:
            return int(piece.index)
    raise AssertionError(f"no card {name!r} is left")


def in_the_box(pieces: Iterable[Any]) -> list[Any]:
    """Those that the box holds, without the extra ones that somebody has added."""
    return [piece for piece in pieces if piece.origin != "extra"]


def cat(name: str) -> int:
    return find(name, CATS)


def cats(names: str) -> tuple[int, ...]:
    return tuple(sorted(cat(name) for name in split(names)))


def monster(name: str) -> int:
    return find(name, MONSTERS)


class Table:
    """A match and short questions about it."""

    def __init__(self, match: Match) -> None:
        self.match = match

    # -- doing --------------------------------------------------------------------------------

    def send(self, *sent: str) -> Table:
        """Everybody sends: ``"Mage+3"``, seat by seat; `CALM` where nothing is said."""
        for seat in range(self.match.seats):
            name, _, buff = (sent[seat] if seat < len(sent) else CALM).partition("+")
            self.match.act(seat, f"send:{CATS[cat(name)].key}+{buff}")
        return self

    def do(self, *answers: str) -> Table:
        """Answers of whoever is asked, in order: keys of actions."""
        for answer in answers:
            self.match.act(self.match.to_act[0], answer)
        return self

    def take(self, *names: str) -> Table:
        """Loot that those who are asked take from the Pool, in order."""
        for name in names:
            card = next(c for c in self.s.pool if name in (LOOT[c].name, LOOT[c].key))
            self.do(f"take:{LOOT[card].key}")
        return self

    def dice(self, *faces: str) -> Table:
        """The next faces of the Monster dice."""
        self.s.chance.faces += faces
        return self

    def each(self, *answers: str) -> Table:
        """Secret answers of all who are asked, in the order of their seats."""
        for seat, answer in zip(self.match.to_act, answers, strict=True):
            self.match.act(seat, answer)
        return self

    def play_out(self, until: str = "", seed: int = 1, avoid: str = "") -> Table:
        """Anything legal, to the end of the match or to the next question of that kind.

        ``avoid``: verbs not to be chosen where there is something else.
        """
        rng = random.Random(seed)
        first = True
        while not self.match.over and (first or not until or self.asked != until):
            first = False
            for seat in self.match.to_act:
                actions = self.match.actions(seat)
                liked = [a for a in actions if a.verb not in avoid.split()] or actions
                self.match.act(seat, rng.choice(liked))
        return self

    def do_any(self, seed: int = 1) -> Table:
        """Everybody who is asked answers anything legal once."""
        rng = random.Random(f"{seed} {len(self.match._steps)}")
        for seat in self.match.to_act:
            self.match.act(seat, rng.choice(self.match.actions(seat)))
        return self

    def deal(self, seat: int, names: str) -> Table:
        """Make these the cards that a seat looks at, exchanged with where they were."""
        wanted, old = cats(names), self.s.looked[seat]
        for out, new in zip(
            sorted(set(old) - set(wanted)), sorted(set(wanted) - set(old)), strict=True
        ):
            self._exchange(out, new)
        self.match._listed.clear()
        return self

    def _exchange(self, one: int, other: int) -> None:
        s = self.s
        swap = {one: other, other: one}
        for name in ("cat_deck", "discard"):
            setattr(s, name, [swap.get(c, c) for c in getattr(s, name)])
        for name in ("looked", "hand", "rest", "camp", "draft"):
            for seat, held in enumerate(getattr(s, name)):
                new = [swap.get(c, c) for c in held]
                getattr(s, name)[seat] = tuple(new if name == "draft" else sorted(new))

    # -- seeing -------------------------------------------------------------------------------

    @property
    def s(self) -> Any:
        return self.match.state

    @property
    def asked(self) -> str:
        return self.match.question.kind if self.match.question else ""

    @property
    def asks(self) -> tuple[str, int]:
        """Kind of question and the seat that is asked."""
        return self.asked, self.match.to_act[0]

    def choices(self, seat: int | None = None) -> list[str]:
        seat = self.match.to_act[0] if seat is None else seat
        return [action.key for action in self.match.actions(seat)]

    @property
    def mana(self) -> list[int]:
        return list(self.s.mana)

    @property
    def totals(self) -> list[int]:
        """Total Speeds, by seat."""
        return [self.s.total(seat) for seat in range(self.match.seats)]

    @property
    def speeds(self) -> list[int]:
        return list(self.s.speed)

    @property
    def pool(self) -> list[str]:
        return [LOOT[card].name for card in self.s.pool]

    @property
    def monsters(self) -> list[str]:
        return [MONSTERS[card].name for card in self.s.monsters]

    @property
    def boxed(self) -> list[str]:
        return [MONSTERS[card].name for card in self.s.box]

    def loot(self, seat: int) -> list[str]:
        return [LOOT[card].name for card in self.s.loot[seat]]

    def spent(self, seat: int) -> list[str]:
        return [LOOT[card].name for card in self.s.spent[seat]]

    def trophies(self, seat: int) -> list[str]:
        return [MONSTERS[card].name for card in self.s.trophies[seat]]

    def hand(self, seat: int) -> list[str]:
        return [CATS[c].name for c in self.s.hand[seat]]

    def rest(self, seat: int) -> list[str]:
        return [CATS[c].name for c in self.s.rest[seat]]

    def party(self, seat: int) -> list[str]:
        return [CATS[c].name for c in self.s.party(seat)]

    def in_play(self, seat: int) -> str:
        return CATS[self.s.cat[seat]].name

    def buff(self, seat: int) -> int:
        return BUFFS[self.s.buff[seat]].value

    @property
    def discarded(self) -> list[str]:
        """All of the discard pile, Rank-1 cards among them."""
        pile = list(self.s.discard)
        for seat in range(self.match.seats):
            pile += self.s.swapped[seat][self.s.away[seat] :]
        return sorted(CATS[c].name for c in pile)

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        return [event.data for event in self.match.events() if event.kind in kinds]

    @property
    def story(self) -> list[str]:
        return [event.kind for event in self.match.events()]

    def view(self, viewer: int | None = 0) -> Any:
        return self.match.view(viewer)["table"]


def start(seats: int = 3, seed: int = 1, **options: Any) -> Table:
    """A new match, before the Crown's face is chosen."""
    return Table(meowple.new_match("purrballs", seats, options, seed=seed))


def opened(seats: int = 3, seed: int = 1, **options: Any) -> Table:
    """A new match, the Crown turned clockwise."""
    return start(seats, seed, **options).do("face:clockwise")


def lay_out(
    *,
    seats: int = 3,
    level: int = 1,
    round: int = 1,
    crown: int = 0,
    way: int = 1,
    pool: str = "",
    monsters: str = "",
    mana: Sequence[int] = (),
    loot: Sequence[str] = (),
    spent: Sequence[str] = (),
    trophies: Sequence[str] = (),
    party: Sequence[str] = (),
    rest: Sequence[str] = (),
    camp: Sequence[str] = (),
    deck: str = "",
    cat_deck: str | None = None,
    seed: int = 1,
    prepare: Callable[[Any], None] | None = None,
    **options: Any,
) -> Table:
    """A table about to select, with what is named; the decks hold what is left over.

    ``party``: all Catventurers of a seat, of which those in ``rest`` are exhausted. ``deck``: all
    that the level's Loot deck still holds (any cards that fit, if nothing is said). ``prepare``:
    does whatever else is to be done to the state.
    """
    game = get_game("purrballs")
    s = states.blank(seats, game.check_options(options), RiggedChance(seed))
    s.step, s.level, s.round, s.crown, s.way = states.SELECT, level, round, crown, way
    used: list[int] = []

    def cards(names: str, pieces: Any = LOOT) -> list[int]:
        found = []
        for name in split(names):
            found.append(find(name, pieces, used))
            used.append(found[-1])
        return found

    s.pool = cards(pool)
    s.loot_deck = cards(deck)
    for seat, names in enumerate(loot):
        s.loot[seat] = tuple(cards(names))
    for seat, names in enumerate(spent):
        own = list(s.loot[seat])
        s.spent[seat] = tuple(next(c for c in own if LOOT[c].name == n) for n in split(names))
    left = [c for c in box.BOX.loot_deck(level, seats) if c not in used]
    while len(s.pool) < seats:
        s.pool.append(left.pop(0))
    if not deck:
        rounds = states.ROUNDS[seats] - round
        s.loot_deck = left[: rounds * seats]
        if len(s.loot_deck) < rounds * seats:
            more = [c.index for c in LOOT if c.index not in (*used, *s.pool, *left)]
            s.loot_deck += more[: rounds * seats - len(s.loot_deck)]
    used = []
    s.monsters = cards(monsters, MONSTERS)
    for seat, names in enumerate(trophies):
        s.trophies[seat] = tuple(cards(names, MONSTERS))
    s.monster_deck = [m for m in box.BOX.monster_deck(level, seats) if m not in used]
    for seat, amount in enumerate(mana):
        s.mana[seat] = amount
    taken: set[int] = set()
    for seat, names in enumerate(party):
        own = cats(names or STARTING)
        s.hand[seat] = own
        new = [c for c in own if CATS[c].rank == 2]
        taken.update(new)
        missing = [c for c in box.RANK_1 if c not in own]
        s.swapped[seat] = tuple(missing[: len(new)])
    for seat, names in enumerate(rest):
        s.rest[seat] = cats(names)
        s.hand[seat] = tuple(c for c in s.hand[seat] if c not in s.rest[seat])
        for c in s.rest[seat]:
            if CATS[c].rank == 2:
                s.sure[seat] |= 1 << c
    for seat, names in enumerate(camp):
        s.camp[seat] = cats(names)
        taken.update(s.camp[seat])
    if camp:
        s.draft_way = 1
    s.cat_deck = [c for c in box.RANK_2 if c not in taken]
    if cat_deck is not None:
        s.cat_deck = list(cats(cat_deck))
    if prepare is not None:
        prepare(s)
    return Table(Match(game, s))
