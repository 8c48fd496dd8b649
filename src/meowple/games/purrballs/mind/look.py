"""What a quick player looks at: what a card would add to the own party's XP, now and later."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from meowple.games.purrballs.pieces.box import BOX, CATS, LOOT, MONSTERS, PRIZES
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.lines import (
    Goods,
    PerMana,
    PerMonster,
    ResourceSets,
    ScoringLine,
    TreasureSets,
    resource_sets_xp,
)
from meowple.games.purrballs.pieces.names import BLANK, LEVELS, TREASURES
from meowple.games.purrballs.rules.abilities import ABILITY, GIFT, REWARD, parts
from meowple.games.purrballs.rules.battle import Fight
from meowple.games.purrballs.rules.effects import Effect
from meowple.games.purrballs.rules.loot import CycleLoot, GrabLoot, ReserveLoot
from meowple.games.purrballs.rules.mana import GainMana, GiveMana, StealMana
from meowple.games.purrballs.rules.matching import Counts, needs, winning
from meowple.games.purrballs.rules.party import Recruit, RefreshCatventurer, ReplaceSelf
from meowple.games.purrballs.rules.scoring import EMBLEMS, NO_MONSTER, WILD, emblem_counts, goods
from meowple.games.purrballs.rules.speed import Rotate, SetSpeed
from meowple.games.purrballs.rules.stash import (
    RefreshGear,
    SwapResource,
    SwapTreasure,
    TuckResource,
)
from meowple.games.purrballs.state import ROUNDS, State

CAN_FIGHT = tuple(
    any(isinstance(effect, Fight) for effect in parts(ABILITY[cat.index])) for cat in CATS
)
GIVES_MANA = tuple(
    sum(effect.amount for effect in effects if isinstance(effect, GainMana)) for effects in GIFT
)
"""For each Loot card the Mana that it gives when it is taken."""
DENY = 0.4
"""How much of the worth of a card to a rival counts as a reason to take it."""


class Look:
    """A seat's situation in figures.

    Attributes:
        rounds: in a level.
        left: rounds after this one; share: the same as a part of the game.
        mana_xp: XP that a Mana is worth, kept or spent.
        foe_xp: XP for a Monster of each type.
        traders, wanderers: scoring lines of the party.
        fighters: how many can fight.
    """

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.rounds = rounds = ROUNDS[s.seats]
        self.left = (LEVELS - s.level) * rounds + (rounds - s.round if s.level else 0)
        self.share = self.left / (LEVELS * rounds)
        self.have = have = goods(s, seat, -1)
        party = [CATS[cat] for cat in s.party(seat) if cat != s.temp[seat]]
        self.party = party
        self.foe_xp = [0.0, 0.0, 0.0]
        self.traders: list[tuple[int, ...]] = []
        self.wanderers: list[tuple[tuple[int, ...], int, int]] = []
        casters = 0.0
        for cat in party:
            score = cat.score
            if isinstance(score, PerMana):
                casters += score.xp / score.per
            elif isinstance(score, PerMonster):
                for kind, xp in enumerate(score.by_type):
                    self.foe_xp[kind] += xp
            elif isinstance(score, ResourceSets):
                self.traders.append(score.curve)
            elif isinstance(score, TreasureSets):
                self.wanderers.append((score.types, score.set_xp, score.other_xp))
        spare = 0.1 if have.mana > 8 else 0.3  # what speed bought with it may bring
        self.mana_xp = casters + (spare * min(1.0, 2 * self.share) if self.left else 0.0)
        self.fighters = sum(CAN_FIGHT[cat.index] for cat in party)
        self.gear = sum(1 for card in s.loot[seat] if LOOT[card].attack)

    # -- Loot -------------------------------------------------------------------------------------

    def pool(self, cards: Iterable[int], rivals: Iterable[int]) -> list[float]:
        """What each card is worth, and part of what it would be worth to the rivals."""
        looks = [Look(self.s, rival) for rival in rivals]
        return [
            self.loot(card) + DENY * max((look.loot(card) for look in looks), default=0.0)
            for card in cards
        ]

    def loot(self, card: int) -> float:
        """XP that a Loot card is worth."""
        piece = LOOT[card]
        if piece.resource >= 0:
            return self.resource(piece.resource)
        if piece.treasure >= 0:
            return self.treasure(piece.treasure)
        if piece.attack:
            return self.gear_worth(len(piece.attack))
        if piece.emblems:
            return self.emblem(piece.emblems)
        return GIVES_MANA[card] * self.mana_xp

    def resource(self, kind: int) -> float:
        """What one more Resource adds, the sets that may still grow in view."""
        counts = self.have.resources
        level = counts[kind]
        types = sum(n > level for n in counts)
        worth = 0.0
        for curve in self.traders:
            now: float = curve[types] - (curve[types - 1] if types else 0)
            if level == 0 and self.left:
                grown = min(len(curve) - 1, types + round(3 * self.share))
                now = (now + curve[grown] - (curve[grown - 1] if grown else 0)) / 2
            worth += now
        return worth

    def treasure(self, kind: int) -> float:
        """What one more Treasure adds, with the part of a set that it is."""
        counts = self.have.treasures
        worth = 0.0
        for types, set_xp, other_xp in self.wanderers:
            if kind not in types:
                worth += other_xp
                continue
            sets = min(counts[t] for t in types)
            if counts[kind] > sets:  # there is one too many already
                worth += other_xp + 0.5 * self.share * set_xp / len(types)
                continue
            missing = sum(counts[t] == sets for t in types) - 1
            if missing == 0:
                worth += set_xp - (len(types) - 1) * other_xp
            else:
                hope = min(1.0, 0.35 * self.left / missing)
                worth += other_xp + hope * set_xp / (len(types) + 0.5 * missing)
        return worth

    def gear_worth(self, icons: int) -> float:
        """What Gear helps to beat, each level anew."""
        if not self.fighters:
            return 0.1
        foe = sum(self.foe_xp) / 3 + 3 * self.mana_xp
        levels = (self.left + 1) / self.rounds
        return float(0.6 * icons * foe * levels**0.7 / (1 + 0.5 * self.gear))

    def emblem(self, number: int) -> float:
        """What more Emblems change in the race for the Nobles' prizes."""
        s, seat = self.s, self.seat
        counts = emblem_counts(s)
        order = s.priority()
        mine = order.index(seat)

        def prize(own: int) -> float:
            if own == 0:
                return 0.0
            before = sum(
                counts[other] > own or (counts[other] == own and place < mine)
                for place, other in enumerate(order)
                if other != seat
            )
            return PRIZES[before] if before < len(PRIZES) else 0.0

        gain = prize(counts[seat] + number) - prize(counts[seat])
        if not self.left:
            return gain
        # Others will collect too: what is gained early is held only in part.
        return gain * (1 - 0.4 * self.share) + 7.0 * min(1.0, 2 * self.share)

    # -- battles ----------------------------------------------------------------------------------

    def foe(self, monster: int) -> float:
        """XP that a victory is worth."""
        worth = 0.0 if NO_MONSTER[monster] else self.foe_xp[MONSTERS[monster].type]
        if WILD[monster]:
            worth = max(worth, *(self.treasure(kind) for kind in range(len(TREASURES))))
        if EMBLEMS[monster]:
            worth += self.emblem(EMBLEMS[monster])
        for effect in REWARD[monster]:
            if isinstance(effect, GainMana):
                worth += effect.amount * self.mana_xp
            elif isinstance(effect, RefreshCatventurer):
                worth += 0.6 * min(1, len(self.s.rest[self.seat]))
            elif isinstance(effect, Recruit):
                worth += 1.0
        return worth

    def chance(self, monster: int, free: Counts, ignore: tuple[int, ...]) -> float:
        """How likely a battle with the upright Gear is won."""
        gear = tuple(LOOT[card].counts for card in self.s.upright_gear(self.seat))
        return win_chance(monster, gear, free, ignore)

    def fight(self, effect: Fight) -> float:
        """The best battle now, in XP."""
        best = 0.0
        icons = effect.icons
        free = (icons.count(0), icons.count(1), icons.count(2))
        for monster in self.s.monsters:
            if effect.dice:
                third = effect.dice / len(BOX.faces)
                chance = sum(
                    third * self.chance(monster, rolled, effect.ignore)
                    for rolled in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
                ) + (1 - 3 * third) * self.chance(monster, free, effect.ignore)
            else:
                chance = self.chance(monster, free, effect.ignore)
            best = max(best, chance * self.foe(monster))
        return best * (1 + 0.4 * (effect.times - 1))

    # -- Catventurers -----------------------------------------------------------------------------

    def ability(self, cat: Cat) -> float:
        """What a Catventurer's ability brings now, less a part of what it could bring later.

        All but one are played in each level, so early in it only a good moment counts.
        """
        later = (ROUNDS[self.s.seats] - self.s.round) / ROUNDS[self.s.seats]
        return sum(
            NOW[effect.__class__](self, effect, later)
            for effect in ABILITY[cat.index]
            if effect.__class__ in NOW
        )

    def tuck(self) -> float:
        """What putting one Resource under the best Treasure changes."""
        resources = {LOOT[card].resource for card in self.s.face_up(self.seat)}
        owned = [kind for kind, n in enumerate(self.have.treasures) if n]
        if not resources or not owned:
            return 0.0
        loss = min(self.lost_resource(kind) for kind in resources)
        return max(0.0, max(self.treasure(kind) for kind in owned) - loss)

    def lost_resource(self, kind: int) -> float:
        """What giving a Resource away costs."""
        counts = list(self.have.resources)
        counts[kind] -= 1
        return float(
            sum(
                resource_sets_xp(curve, self.have.resources) - resource_sets_xp(curve, counts)
                for curve in self.traders
            )
        )

    def lost_treasure(self, kind: int) -> float:
        """What giving a Treasure away costs."""
        counts = self.have.treasures
        worth = 0.0
        for types, set_xp, other_xp in self.wanderers:
            sets = min(counts[t] for t in types)
            if kind in types and counts[kind] == sets:
                worth += set_xp - (len(types) - 1) * other_xp
            else:
                worth += other_xp + (0.3 if kind in types and counts[kind] == 1 else 0.0)
        return worth

    def swap(self) -> float:
        """The best exchange of Treasures with a neighbour."""
        own = [kind for kind, n in enumerate(self.have.treasures) if n]
        theirs = {
            LOOT[card].treasure
            for other in self.s.neighbours(self.seat)
            for card in self.s.loot[other]
            if LOOT[card].treasure >= 0
        }
        best = 0.0
        for out in own:
            for new in theirs:
                if new != out:
                    best = max(best, self.treasure(new) - self.lost_treasure(out))
        return best

    def cat(self, cat: Cat) -> float:
        """What a Catventurer in the party is worth until the end."""
        have, left = self.have, self.left
        alike = sum(other.class_ == cat.class_ for other in self.party if other is not cat)
        ability = EACH_LEVEL[cat.index] * (left / self.rounds)
        return line_worth(cat.score, have, left) + ability + 0.35 * left * alike


@lru_cache(maxsize=65536)
def win_chance(
    monster: int, gear: tuple[Counts, ...], free: Counts, ignore: tuple[int, ...]
) -> float:
    """How likely Gear and free icons match a Monster, its question marks not yet rolled."""
    foe = MONSTERS[monster]
    chance = 0.0
    sides = len(BOX.faces)
    rolls: list[tuple[int, ...]] = [()]
    for _ in range(foe.question):
        rolls = [(*roll, face) for roll in rolls for face in BOX.faces]
    outcomes: dict[tuple[int, ...], int] = {}
    for roll in rolls:
        icons = tuple(sorted(face for face in roll if face != BLANK))
        outcomes[icons] = outcomes.get(icons, 0) + 1
    for icons, number in outcomes.items():
        if winning(gear, free, *needs((*foe.defences, *icons), ignore)):
            chance += number
    return chance / float(sides**foe.question)


def line_worth(score: ScoringLine, have: Goods, left: int) -> float:
    """What a scoring line will have brought at the end, at the usual pace."""
    if isinstance(score, PerMana):
        return (have.mana / score.per + 0.75 * left) * score.xp
    if isinstance(score, ResourceSets):
        types = sum(n > 0 for n in have.resources)
        more = min(len(score.curve) - types, 0.3 * left)
        whole = types + int(more)
        base = score.curve[whole - 1] if whole else 0
        after = score.curve[min(whole, len(score.curve) - 1)]
        grown = base + (more - int(more)) * (after - base)
        return score.scores(have, -1) - (score.curve[types - 1] if types else 0) + grown
    if isinstance(score, TreasureSets):
        types = len(score.types)
        full = min(have.treasures[t] for t in score.types)
        part = sum(min(have.treasures[t] - full, 1) for t in score.types)
        hope = min(1.0, 0.12 * left + 0.1)
        worth = score.scores(have, -1) + hope * score.set_xp * part / types
        return worth + 0.07 * left * score.set_xp + 0.1 * left * score.other_xp
    if isinstance(score, PerMonster):
        pace = 0.32 * left * sum(score.by_type) / 3
        return score.scores(have, -1) + pace
    return 8.0


# -- what the verbs are worth ---------------------------------------------------------------------


def _fight_now(look: Look, effect: Any, later: float) -> float:
    return look.fight(effect) - later * 0.8 * (sum(look.foe_xp) / 3)


def _gain_now(look: Look, effect: Any, later: float) -> float:
    return float(effect.amount or effect.plus + 1.7) * look.mana_xp * (1 - later)


def _rotate_now(look: Look, effect: Any, later: float) -> float:
    inner = effect.then[0]
    return ROTATED_NOW[inner.__class__](look, inner, later)


Worth = Callable[[Look, Any, float], float]
"""What an effect is worth now; ``later``: how much of the level is still to come."""

NOW: dict[type[Effect], Worth] = {
    Fight: _fight_now,
    GainMana: _gain_now,
    Rotate: _rotate_now,
    ReserveLoot: lambda look, effect, later: 1.2,
    RefreshGear: lambda look, effect, later: 0.8 if look.s.spent[look.seat] else -0.2,
    ReplaceSelf: lambda look, effect, later: 0.5,
    GiveMana: lambda look, effect, later: -0.5 * effect.amount * look.mana_xp,
}
"""For each verb that is worth something now."""

ROTATED_NOW: dict[type[Effect], Worth] = {
    Fight: lambda look, effect, later: look.fight(effect) - later * 0.5 * (sum(look.foe_xp) / 3),
    GrabLoot: lambda look, effect, later: 0.8,
    StealMana: lambda look, effect, later: 0.1,
    TuckResource: lambda look, effect, later: look.tuck() - later,
    SwapTreasure: lambda look, effect, later: look.swap() - later,
    CycleLoot: lambda look, effect, later: 0.0,
}
"""The same for verbs inside of `Rotate`."""


def _each_level(cat: Cat) -> float:
    """What an ability brings each level, roughly."""
    worth = 0.2 * cat.upright
    for effect in ABILITY[cat.index]:
        if isinstance(effect, GainMana):
            worth += 0.35 * (effect.amount or effect.plus + 1.7)
        elif isinstance(effect, Fight):
            worth += 1.2 + 0.8 * (effect.times - 1) + 0.4 * len(effect.icons + effect.ignore)
            worth += 0.4 * effect.dice
        elif isinstance(effect, SetSpeed):
            worth += 0.4
        elif isinstance(effect, Rotate | ReserveLoot | SwapResource | ReplaceSelf):
            worth += 0.8
    return worth


EACH_LEVEL = tuple(_each_level(cat) for cat in CATS)
"""For each Catventurer what its ability brings each level."""
