"""What a quick player looks at: what a card would add to the own party's XP, now and later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from meowple.core.actions import Action

from .components import BOX, BUFFS, CATS, LEVELS, LOOT, MONSTERS, TREASURES, Cat, Effect
from .matching import Counts, needs, winning
from .scoring import Goods, goods, line_xp, resource_sets_xp
from .state import LOOTING, ROUNDS, State

if TYPE_CHECKING:
    from meowple.core.match import Match

CAN_FIGHT = tuple(
    any(e.verb == "fight" or any(i.verb == "fight" for i in e.then) for e in cat.effects)
    for cat in CATS
)


DENY = 0.4
"""How much of the worth of a card to a rival counts as a reason to take it."""


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks, in XP; the match is one that the seat imagines."""
    s: State = match.state
    look = Look(s, seat)
    kind = match.question.kind if match.question else ""
    return RATE[kind](look, actions)


class Look:
    """A seat's situation in figures.

    Attributes:
        left: rounds after this one; share: the same as a part of the game.
        mana_xp: XP that a Mana is worth, kept or spent.
        foe_xp: XP for a Monster of each type.
        traders, wanderers: scoring lines of the party.
        fighters: how many can fight.
    """

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        rounds = ROUNDS[s.seats]
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
            if score.kind == "mana":
                casters += score.xp / score.per
            elif score.kind == "monsters":
                for kind, xp in enumerate(score.xp_type):
                    self.foe_xp[kind] += xp
            elif score.kind == "resource-sets":
                self.traders.append(score.curve)
            elif score.kind == "treasure-sets":
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
        return sum(effect.amount for effect in piece.effects) * self.mana_xp

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
        levels = (self.left + 1) / 4
        return float(0.6 * icons * foe * levels**0.7 / (1 + 0.5 * self.gear))

    def emblem(self, number: int) -> float:
        """What more Emblems change in the race for the Nobles' prizes."""
        s, seat = self.s, self.seat
        prizes = next((cat.score.prizes for cat in self.party if cat.score.prizes), ())
        counts = [
            sum(LOOT[card].emblems for card in s.loot[other])
            + sum(MONSTERS[trophy].emblems for trophy in s.trophies[other])
            for other in range(s.seats)
        ]
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
            return prizes[before] if before < len(prizes) else 0.0

        gain = prize(counts[seat] + number) - prize(counts[seat])
        if not self.left:
            return gain
        # Others will collect too: what is gained early is held only in part.
        return gain * (1 - 0.4 * self.share) + 7.0 * min(1.0, 2 * self.share)

    # -- battles ----------------------------------------------------------------------------------

    def foe(self, monster: int) -> float:
        """XP that a victory is worth."""
        foe = MONSTERS[monster]
        worth = self.foe_xp[foe.type]
        if foe.wild:
            worth = max(worth, *(self.treasure(kind) for kind in range(len(TREASURES))))
        if foe.emblems:
            worth += self.emblem(foe.emblems)
        for effect in foe.reward:
            if effect.verb == "gain-mana":
                worth += effect.amount * self.mana_xp
            elif effect.verb == "refresh-catventurer":
                worth += 0.6 * min(1, len(self.s.rest[self.seat]))
            elif effect.verb == "recruit":
                worth += 1.0
        return worth

    def chance(self, monster: int, free: Counts, ignore: tuple[int, ...]) -> float:
        """How likely a battle with the upright Gear is won."""
        gear = tuple(LOOT[card].counts for card in self.s.upright_gear(self.seat))
        return win_chance(monster, gear, free, ignore)

    def fight(self, effect: Effect) -> float:
        """The best battle now, in XP."""
        best = 0.0
        icons = effect.icons
        free = (icons.count(0), icons.count(1), icons.count(2))
        for monster in self.s.monsters:
            if effect.dice:
                third = effect.dice / 6
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
        return sum(self._effect(effect, later) for effect in cat.effects)

    def _effect(self, effect: Effect, later: float) -> float:
        s, seat = self.s, self.seat
        if effect.verb == "fight":
            return self.fight(effect) - later * 0.8 * (sum(self.foe_xp) / 3)
        if effect.verb == "gain-mana":
            return (effect.amount or effect.plus + 1.7) * self.mana_xp * (1 - later)
        if effect.verb == "rotate":
            inner = effect.then[0]
            if inner.verb == "fight":
                return self.fight(inner) - later * 0.5 * (sum(self.foe_xp) / 3)
            if inner.verb == "grab-loot":
                return 0.8
            if inner.verb == "steal-mana":
                return 0.1
            if inner.verb == "tuck-resource":
                return self.tuck() - later
            if inner.verb == "swap-treasure":
                return self.swap() - later
            return 0.0
        if effect.verb == "reserve-loot":
            return 1.2
        if effect.verb == "refresh-gear":
            return 0.8 if s.spent[seat] else -0.2
        if effect.verb == "replace-self":
            return 0.5
        if effect.verb == "give-mana":
            return -0.5 * effect.amount * self.mana_xp
        return 0.0

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
        return line_worth(cat, have, left) + ABILITY[cat.index] * (left / 4) + 0.35 * left * alike


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
        icons = tuple(sorted(face for face in roll if face < 3))
        outcomes[icons] = outcomes.get(icons, 0) + 1
    for icons, number in outcomes.items():
        if winning(gear, free, *needs((*foe.defences, *icons), ignore)):
            chance += number
    return chance / float(sides**foe.question)


def line_worth(cat: Cat, have: Goods, left: int) -> float:
    """What a scoring line will have brought at the end, at the usual pace."""
    score = cat.score
    if score.kind == "mana":
        return (have.mana / score.per + 0.75 * left) * score.xp
    if score.kind == "resource-sets":
        types = sum(n > 0 for n in have.resources)
        more = min(len(score.curve) - types, 0.3 * left)
        whole = types + int(more)
        base = score.curve[whole - 1] if whole else 0
        after = score.curve[min(whole, len(score.curve) - 1)]
        grown = base + (more - int(more)) * (after - base)
        return line_xp(score, have, -1) - (score.curve[types - 1] if types else 0) + grown
    if score.kind == "treasure-sets":
        types = len(score.types)
        full = min(have.treasures[t] for t in score.types)
        part = sum(min(have.treasures[t] - full, 1) for t in score.types)
        hope = min(1.0, 0.12 * left + 0.1)
        worth = line_xp(score, have, -1) + hope * score.set_xp * part / types
        return worth + 0.07 * left * score.set_xp + 0.1 * left * score.other_xp
    if score.kind == "monsters":
        pace = 0.32 * left * sum(score.xp_type) / 3
        return line_xp(score, have, -1) + pace
    return 8.0


def _ability_worth(cat: Cat) -> float:
    """What an ability brings each level, roughly."""
    worth = 0.2 * cat.upright
    for effect in cat.effects:
        if effect.verb == "gain-mana":
            worth += 0.35 * (effect.amount or effect.plus + 1.7)
        elif effect.verb == "fight":
            worth += 1.2 + 0.8 * (effect.times - 1) + 0.4 * len(effect.icons + effect.ignore)
            worth += 0.4 * effect.dice
        elif effect.verb == "set-speed":
            worth += 0.4
        elif effect.verb in ("rotate", "reserve-loot", "swap-resource", "replace-self"):
            worth += 0.8
    return worth


ABILITY = tuple(_ability_worth(cat) for cat in CATS)

# -- the questions ------------------------------------------------------------------------------


def _rate_send(look: Look, actions: Sequence[Action]) -> list[float]:
    """The Loot that the Total Speed should bring, the ability, less what the Buff costs."""
    s, seat = look.s, look.seat
    others = [other for other in range(s.seats) if other != seat]
    values = sorted(look.pool(s.pool, others), reverse=True)
    rivals = _rival_totals(s, seat)
    order = s.priority()
    mine = order.index(seat)
    abilities: dict[int, float] = {}
    loot: dict[int, float] = {}
    ratings = []
    for action in actions:
        cat, buff = action.value
        card, laid = CATS[cat], BUFFS[buff]
        if cat not in abilities:
            abilities[cat] = look.ability(card)
        mana = s.mana[seat] + _sure_mana(card, s.seats)
        value, cost = laid.value, laid.cost - laid.gain
        if laid.cost > mana:
            value, cost = 0, 0
        total = _expected_speed(look, card) + value
        if total not in loot:
            loot[total] = _loot_at(values, _position(rivals, order, mine, total))
        rating = loot[total] + abilities[cat] - cost * look.mana_xp
        if card.class_ == "noble":
            rating += 0.5 if total >= 6 else -0.3
        ratings.append(rating)
    return ratings


def _sure_mana(cat: Cat, seats: int) -> int:
    """Mana that an ability brings at least, about, before the Buff is paid."""
    gained = 0
    for effect in cat.effects:
        if effect.verb == "gain-mana":
            gained += effect.amount + effect.plus
            if effect.per == "played-non-spellcasters":
                gained += seats // 2
    return gained


def _expected_speed(look: Look, cat: Cat) -> int:
    if cat.speed_kind != "x":
        return cat.upright
    effect = next(e for e in cat.effects if e.verb == "set-speed")
    if effect.per == "resource-types":
        return min(effect.cap, sum(n > 0 for n in look.have.resources))
    if effect.per == "mana-thirds":
        return min(effect.cap, look.have.mana // 3)
    return 3


def _rival_totals(s: State, seat: int) -> list[tuple[int, list[int]]]:
    """For each rival how often each Total Speed comes up among all that it could send."""
    found = []
    for other in range(s.seats):
        if other == seat:
            continue
        totals = [0] * 16
        mana = s.mana[other] + 1
        for cat in s.hand[other]:
            speed = CATS[cat].upright if CATS[cat].speed_kind != "x" else 2
            for buff in BUFFS:
                totals[speed + (buff.value if buff.cost <= mana else 0)] += 1
        found.append((other, totals))
    return found


def _position(
    rivals: Iterable[tuple[int, list[int]]], order: list[int], mine: int, total: int
) -> float:
    """How many rivals are likely to be faster."""
    before = 0.0
    for other, totals in rivals:
        faster = sum(totals[total + 1 :])
        if order.index(other) < mine:
            faster += totals[total]
        before += faster / max(1, sum(totals))
    return before


def _loot_at(values: list[float], position: float) -> float:
    """The value of what is left for that place: those before take what I like only in part."""
    place = min(0.6 * position, len(values) - 1.0)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (place - low) * (values[high] - values[low])


def _rate_loot(look: Look, actions: Sequence[Action]) -> list[float]:
    """A Loot card for oneself, rather one that those who come after would like too."""
    s, seat = look.s, look.seat
    took = set(s.order[: s.turn]) if s.step == LOOTING else {x for x in s.order if s.grabbed[x]}
    later = [other for other in range(s.seats) if other != seat and other not in took]
    return look.pool([action.value for action in actions], later)


def _rate_cycle(look: Look, actions: Sequence[Action]) -> list[float]:
    return [-look.loot(action.value) for action in actions]


def _rate_rotate(look: Look, actions: Sequence[Action]) -> list[float]:
    """Whether the inner effect is worth the change of Speed."""
    s, seat = look.s, look.seat
    card = CATS[s.cat[seat]]
    effect = card.effects[0]
    inner = effect.then[0]
    values = sorted((look.loot(card) for card in s.pool), reverse=True)
    rivals = [other for other in range(s.seats) if other != seat and not s.grabbed[other]]

    def at(speed: int) -> float:
        own = speed + BUFFS[s.buff[seat]].value
        faster = sum(s.total(other) > own for other in rivals)
        return _loot_at(values, faster)

    worth = -effect.cost * look.mana_xp
    if inner.verb == "grab-loot":
        worth += values[0]
    else:
        worth += at(card.turned)
        if inner.verb == "fight":
            worth += look.fight(inner)
        elif inner.verb == "steal-mana":
            worth += (look.mana_xp + 0.1) * inner.amount
        elif inner.verb == "tuck-resource":
            worth += look.tuck()
        elif inner.verb == "swap-treasure":
            worth += look.swap()
        elif inner.verb == "cycle-loot":
            worth += 0.1
    stay = at(card.upright)
    return [worth if action.verb == "rotate" else stay for action in actions]


def _rate_steal(look: Look, actions: Sequence[Action]) -> list[float]:
    return [float(min(look.s.mana[action.value], 3)) for action in actions]


def _rate_face(look: Look, actions: Sequence[Action]) -> list[float]:
    """Better that the rival with the most Mana comes last."""
    s, seat = look.s, look.seat
    return [-float(s.mana[(seat + action.value) % s.seats]) for action in actions]


def _rate_tuck(look: Look, actions: Sequence[Action]) -> list[float]:
    owned = [kind for kind, n in enumerate(look.have.treasures) if n]
    best = max(look.treasure(kind) for kind in owned)
    return [
        0.05 if action.verb == "done" else best - look.lost_resource(LOOT[action.value].resource)
        for action in actions
    ]


def _rate_get_treasure(look: Look, actions: Sequence[Action]) -> list[float]:
    """A Treasure to tuck under, or to take from a neighbour."""
    return [look.treasure(LOOT[action.value].treasure) for action in actions]


def _rate_give_treasure(look: Look, actions: Sequence[Action]) -> list[float]:
    return [-look.lost_treasure(LOOT[action.value].treasure) for action in actions]


def _rate_swap(look: Look, actions: Sequence[Action]) -> list[float]:
    pool = [LOOT[card].resource for card in look.s.pool if LOOT[card].resource >= 0]
    best = max(look.resource(kind) for kind in pool)
    return [
        0.05 if action.verb == "decline" else best - look.lost_resource(LOOT[action.value].resource)
        for action in actions
    ]


def _rate_swap_for(look: Look, actions: Sequence[Action]) -> list[float]:
    return [look.resource(LOOT[action.value].resource) for action in actions]


def _rate_refresh_gear(look: Look, actions: Sequence[Action]) -> list[float]:
    return [float(len(LOOT[action.value].attack)) for action in actions]


def _rate_wake(look: Look, actions: Sequence[Action]) -> list[float]:
    return [
        -1.0
        if action.verb == "done"
        else look.ability(CATS[action.value]) + CATS[action.value].upright
        for action in actions
    ]


def _rate_choose(look: Look, actions: Sequence[Action]) -> list[float]:
    return [look.cat(CATS[action.value]) for action in actions]


def _rate_recruit(look: Look, actions: Sequence[Action]) -> list[float]:
    return [ABILITY[action.value] for action in actions]


def _rate_level_up(look: Look, actions: Sequence[Action]) -> list[float]:
    worth: dict[int, float] = {}
    ratings = []
    for action in actions:
        if action.verb == "keep-party":
            ratings.append(0.0)
            continue
        for cat in action.value:
            if cat not in worth:
                worth[cat] = look.cat(CATS[cat])
        new, old = action.value
        ratings.append(worth[new] - worth[old])
    return ratings


def _rate_roll(look: Look, actions: Sequence[Action]) -> list[float]:
    return [1.0 if action.verb == "roll" else 0.0 for action in actions]


def _rate_challenge(look: Look, actions: Sequence[Action]) -> list[float]:
    s = look.s
    return [
        0.01
        if action.verb == "decline"
        else look.chance(action.value, s.free, s.ignore) * look.foe(action.value)
        for action in actions
    ]


def _rate_match(look: Look, actions: Sequence[Action]) -> list[float]:
    """Win with as few cards and icons as can be."""
    s = look.s
    foe = MONSTERS[s.foe]
    upright = s.upright_gear(look.seat)
    counts = tuple(LOOT[card].counts for card in upright)
    ways = winning(counts, s.free, *needs((*foe.defences, *s.rolled), s.ignore))
    chosen = sum(1 << upright.index(card) for card in s.gear)

    def cost(way: int) -> int:
        return sum(len(LOOT[card].attack) for i, card in enumerate(upright) if way >> i & 1)

    best = min((way for way in ways if way & chosen == chosen), key=cost, default=chosen)
    ratings = []
    for action in actions:
        if action.verb == "strike":
            ratings.append(2.0)
        elif action.verb == "flee":
            ratings.append(0.0)
        else:
            ratings.append(1.0 + (best >> upright.index(action.value) & 1))
    return ratings


def _rate_count(look: Look, actions: Sequence[Action]) -> list[float]:
    return [
        float(
            sum(
                line_xp(cat.score, goods(look.s, look.seat, action.value), -1) for cat in look.party
            )
        )
        for action in actions
    ]


RATE: dict[str, Callable[[Look, Sequence[Action]], list[float]]] = {
    "send": _rate_send,
    "loot": _rate_loot,
    "grab": _rate_loot,
    "reserve": _rate_loot,
    "cycle": _rate_cycle,
    "rotate": _rate_rotate,
    "steal": _rate_steal,
    "face": _rate_face,
    "tuck": _rate_tuck,
    "under": _rate_get_treasure,
    "give-treasure": _rate_give_treasure,
    "get-treasure": _rate_get_treasure,
    "swap": _rate_swap,
    "swap-for": _rate_swap_for,
    "refresh-gear": _rate_refresh_gear,
    "wake": _rate_wake,
    "draft": _rate_choose,
    "replace": _rate_choose,
    "recruit": _rate_recruit,
    "level-up": _rate_level_up,
    "roll": _rate_roll,
    "challenge": _rate_challenge,
    "match": _rate_match,
    "count": _rate_count,
}
