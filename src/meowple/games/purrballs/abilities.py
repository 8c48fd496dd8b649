"""The verbs of the card data: each is one function here, and no card has code of its own.

Verbs that ask their player are generators, called with ``yield from``; the others act at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from meowple.core.actions import Action
from meowple.core.questions import Ask, Asking

from .components import (
    BLANK,
    BOX,
    BUFFS,
    CAT_CLASS,
    CATS,
    CHALLENGE,
    CHOOSE,
    DECLINE,
    DONE,
    FACE,
    FLEE,
    FROM,
    GEAR,
    LOOT,
    MONSTERS,
    READY,
    RESOURCE,
    ROLL,
    ROTATE,
    STAY,
    STRIKE,
    TAKE,
    TREASURE,
    WAKE,
    Effect,
)
from .matching import needs, winning
from .state import State, bits, put

# -- performing ---------------------------------------------------------------------------------


def perform(s: State, seat: int, effects: Sequence[Effect]) -> Asking:
    """Perform effects in the order of the card (PB-EFF-1)."""
    for effect in effects:
        if effect.asks:
            yield from ASKING_VERBS[effect.verb](s, seat, effect)
        else:
            PLAIN_VERBS[effect.verb](s, seat, effect)


def count(s: State, seat: int, effect: Effect) -> int:
    """``each`` x counter + ``plus``, read from the table as it is now (PB-EFF-2)."""
    return effect.each * COUNTING[effect.per](s, seat, effect) + effect.plus


def _rivals(s: State, seat: int) -> list[int]:
    return [other for other in range(s.seats) if other != seat]


COUNTING: dict[str, Callable[[State, int, Effect], int]] = {
    "played-non-spellcasters": lambda s, seat, e: sum(
        CAT_CLASS[cat] != "spellcaster" for cat in s.cat
    ),
    "neighbour-highest-buff": lambda s, seat, e: max(
        BUFFS[s.buff[other]].value for other in s.neighbours(seat)
    ),
    "neighbour-highest-speed": lambda s, seat, e: max(
        s.speed[other] for other in s.neighbours(seat)
    ),
    "rivals-faster": lambda s, seat, e: sum(speed > s.speed[seat] for speed in s.speed),
    "rivals-speed-at-least": lambda s, seat, e: sum(
        s.speed[other] >= e.threshold for other in _rivals(s, seat)
    ),
    "resource-types": lambda s, seat, e: len({LOOT[c].resource for c in s.face_up(seat)}),
    "mana-thirds": lambda s, seat, e: s.mana[seat] // 3,
}

# -- Mana, Speed, Crown -------------------------------------------------------------------------


def gain_mana(s: State, seat: int, effect: Effect) -> None:
    """PB-EFF-3"""
    amount = count(s, seat, effect) if effect.per else effect.amount
    s.mana[seat] += amount
    if s.tell:
        s.tell("gained", seat=seat, amount=amount)


def set_speed(s: State, seat: int, effect: Effect) -> None:
    """PB-EFF-4, PB-XSP-1"""
    s.speed[seat] = min(count(s, seat, effect), effect.cap)
    if s.tell:
        s.tell("speed", seat=seat, cat=CATS[s.cat[seat]].key, speed=s.speed[seat])


def take_crown(s: State, seat: int, effect: Effect) -> Asking:
    """A claim, settled when all turns of the Action phase are over (PB-EFF-5, PB-RUL-2).

    Or at once, for an order that counts from then on (PB-OPT-5).
    """
    if s.options["prince_claim"] == "end":
        s.claims |= 1 << seat
        if s.tell:
            s.tell("claimed", seat=seat)
    elif s.speed_order()[0] == seat:
        action = yield Ask("face", seat, face_options)
        s.claims, s.claimed_way = 1 << seat, action.value
        if s.tell:
            s.tell("took-crown", seat=seat, way=action.value)


def face_options(s: State, seat: int) -> list[Action]:
    return list(FACE.values())


def give_mana(s: State, seat: int, effect: Effect) -> None:
    """PB-EFF-19: what the player lacks comes from the supply (PB-TRA-3)."""
    for other in s.neighbours(seat):
        own = min(s.mana[seat], effect.amount)
        s.mana[seat] -= own
        s.mana[other] += effect.amount
        if s.tell:
            s.tell("gave", seat=seat, to=other, amount=effect.amount, own=own)


def rivals_gain_mana(s: State, seat: int, effect: Effect) -> None:
    """PB-EFF-20"""
    for other in _rivals(s, seat):
        if s.speed[other] < s.speed[seat]:
            s.mana[other] += effect.amount
            if s.tell:
                s.tell("gained", seat=other, amount=effect.amount)


def count_as(s: State, seat: int, effect: Effect) -> None:
    """Nothing happens now: it matters in scoring (PB-EFF-26, PB-EFF-27)."""


def steal_mana(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-8"""
    options = steal_options(s, seat)
    if not options:
        return
    action = options[0] if len(options) == 1 else (yield Ask("steal", seat, steal_options))
    rival = action.value
    amount = min(effect.amount, s.mana[rival])
    s.mana[rival] -= amount
    s.mana[seat] += amount
    if s.tell:
        s.tell("stole", seat=seat, rival=rival, amount=amount)


def steal_options(s: State, seat: int) -> list[Action]:
    return [FROM[other] for other in range(s.seats) if other != seat and s.mana[other]]


# -- rotating -----------------------------------------------------------------------------------


def rotate(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-6, PB-EFF-7: may pay, turn the card, perform the rest."""
    if s.rotated[seat] or not may_rotate(s, seat, effect):
        return
    if (yield Ask("rotate", seat, rotate_options)) is STAY:
        return
    s.mana[seat] -= effect.cost
    s.rotated = put(s.rotated, seat, True)
    s.speed[seat] = CATS[s.cat[seat]].turned
    if s.tell:
        s.tell("rotated", seat=seat, cat=CATS[s.cat[seat]].key, speed=s.speed[seat],
               cost=effect.cost)  # fmt: skip
    yield from perform(s, seat, effect.then)


def rotate_options(s: State, seat: int) -> list[Action]:
    return [ROTATE, STAY]


def may_rotate(s: State, seat: int, effect: Effect) -> bool:
    """Whether the player can pay and every inner effect has a target."""
    return s.mana[seat] >= effect.cost and all(
        TARGETS[inner.verb](s, seat) for inner in effect.then
    )


def _open_pool(s: State, seat: int) -> list[int]:
    """Loot cards of the Pool that no rival has reserved (PB-EFF-21)."""
    if s.reserved < 0 or s.reserver == seat:
        return s.pool
    return [card for card in s.pool if card != s.reserved]


def _treasures(s: State, seat: int) -> list[int]:
    return [card for card in s.loot[seat] if LOOT[card].treasure >= 0]


def _neighbours_treasures(s: State, seat: int) -> list[int]:
    return [card for other in sorted(set(s.neighbours(seat))) for card in _treasures(s, other)]


TARGETS: dict[str, Callable[[State, int], bool]] = {
    "steal-mana": lambda s, seat: any(s.mana[other] for other in _rivals(s, seat)),
    "grab-loot": lambda s, seat: bool(_open_pool(s, seat)),
    "cycle-loot": lambda s, seat: bool((s.loot_deck or s.under) and _open_pool(s, seat)),
    "fight": lambda s, seat: bool(s.monsters),
    "tuck-resource": lambda s, seat: bool(s.face_up(seat) and _treasures(s, seat)),
    "swap-treasure": lambda s, seat: bool(_treasures(s, seat) and _neighbours_treasures(s, seat)),
}
"""For each verb that may stand inside `rotate`: whether it has a target."""

# -- Loot ---------------------------------------------------------------------------------------


def take_loot(s: State, seat: int, card: int) -> None:
    """A Loot card goes from the Pool into a Stash; a Mana card gives its Mana (PB-EFF-29)."""
    s.pool.remove(card)
    s.loot[seat] += (card,)
    if card == s.reserved:
        s.reserved = s.reserver = -1  # the crystal goes back to the supply (PB-SPE-3)
    if s.tell:
        s.tell("took", seat=seat, card=LOOT[card].key)
    for effect in LOOT[card].effects:
        PLAIN_VERBS[effect.verb](s, seat, effect)


def pool_options(s: State, seat: int) -> list[Action]:
    """The Loot cards of the Pool that this player may touch."""
    reserved = s.reserved
    if reserved < 0 or s.reserver == seat:
        return [TAKE[card] for card in s.pool]
    return [TAKE[card] for card in s.pool if card != reserved]


def _choose_loot(s: State, seat: int, kind: str) -> Asking:
    options = pool_options(s, seat)
    action = options[0] if len(options) == 1 else (yield Ask(kind, seat, pool_options))
    return action.value


def grab_loot(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-9"""
    if _open_pool(s, seat):
        card = yield from _choose_loot(s, seat, "grab")
        s.grabbed = put(s.grabbed, seat, True)
        take_loot(s, seat, card)


def cycle_loot(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-18; the new card's Monster icons bring nothing (PB-RUL-28)."""
    if not (_open_pool(s, seat) and (s.loot_deck or s.under)):
        return
    card = yield from _choose_loot(s, seat, "cycle")
    new = deal_loot(s)
    s.under = [*s.under, card]
    s.pool[s.pool.index(card)] = new
    if s.tell:
        s.tell("cycled", seat=seat, card=LOOT[card].key, new=LOOT[new].key)


def deal_loot(s: State) -> int:
    """The top card of the level's Loot deck; cards put under it come last, in order."""
    if not s.loot_deck:
        first, *s.under = s.under
        return first
    deck = list(s.loot_deck)
    card = s.chance.draw(deck)
    s.loot_deck = deck
    return card


def reserve_loot(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-21"""
    if s.pool:
        card = yield from _choose_loot(s, seat, "reserve")
        s.reserved, s.reserver = card, seat
        if s.tell:
            s.tell("reserved", seat=seat, card=LOOT[card].key)


def tuck_resource(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-15, PB-WAN-4, PB-WAN-5: one after the other, under one Treasure or several."""
    for number in range(effect.max):
        if not s.face_up(seat) or not _treasures(s, seat):
            return
        options = tuck_first_options if number == 0 else tuck_more_options
        action = yield Ask("tuck", seat, options)
        if action is DONE:
            return
        resource = s.half = action.value
        spots = tuck_under_options(s, seat)
        action = spots[0] if len(spots) == 1 else (yield Ask("under", seat, tuck_under_options))
        s.half = -1
        s.tucked = put(s.tucked, seat, s.tucked[seat] + ((resource, action.value),))
        if s.tell:
            s.tell("tucked", seat=seat, card=LOOT[resource].key, under=LOOT[action.value].key)


def tuck_first_options(s: State, seat: int) -> list[Action]:
    return [RESOURCE[card] for card in s.face_up(seat)]


def tuck_more_options(s: State, seat: int) -> list[Action]:
    return [*tuck_first_options(s, seat), DONE]


def tuck_under_options(s: State, seat: int) -> list[Action]:
    return [TREASURE[card] for card in _treasures(s, seat)]


def swap_treasure(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-16: Resources under both turn up and stay where they are (PB-RUL-26)."""
    if not TARGETS["swap-treasure"](s, seat):
        return
    given = yield Ask("give-treasure", seat, tuck_under_options)
    own = s.half = given.value
    got = yield Ask("get-treasure", seat, get_treasure_options)
    s.half = -1
    theirs = got.value
    rival = next(other for other in range(s.seats) if theirs in s.loot[other])
    _swap(s, seat, own, theirs)
    _swap(s, rival, theirs, own)
    if s.tell:
        s.tell("swapped-treasure", seat=seat, rival=rival, gave=LOOT[own].key,
               got=LOOT[theirs].key)  # fmt: skip


def get_treasure_options(s: State, seat: int) -> list[Action]:
    return [TREASURE[card] for card in _neighbours_treasures(s, seat)]


def _swap(s: State, seat: int, out: int, new: int) -> None:
    """A card of a Stash is exchanged; what lay under it is turned up (PB-WAN-6)."""
    s.loot[seat] = tuple(new if card == out else card for card in s.loot[seat])
    s.tucked = put(s.tucked, seat, tuple(pair for pair in s.tucked[seat] if pair[1] != out))


def swap_resource(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-17"""
    if not s.face_up(seat) or not pool_resource_options(s, seat):
        return
    action = yield Ask("swap", seat, swap_options)
    if action is DECLINE:
        return
    own = s.half = action.value
    got = yield Ask("swap-for", seat, pool_resource_options)
    s.half = -1
    theirs = got.value
    s.pool[s.pool.index(theirs)] = own
    _swap(s, seat, own, theirs)
    if s.tell:
        s.tell("swapped-resource", seat=seat, gave=LOOT[own].key, got=LOOT[theirs].key)


def swap_options(s: State, seat: int) -> list[Action]:
    return [*tuck_first_options(s, seat), DECLINE]


def pool_resource_options(s: State, seat: int) -> list[Action]:
    return [TAKE[card] for card in _open_pool(s, seat) if LOOT[card].resource >= 0]


# -- refreshing ---------------------------------------------------------------------------------


def refresh_gear(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-22"""
    for number in range(effect.amount):
        spent = s.spent[seat]
        if not spent:
            return
        if len(spent) <= effect.amount - number:
            card = spent[0]
        else:
            card = (yield Ask("refresh-gear", seat, refresh_gear_options)).value
        s.spent = put(s.spent, seat, tuple(each for each in spent if each != card))
        if s.tell:
            s.tell("refreshed-gear", seat=seat, card=LOOT[card].key)


def refresh_gear_options(s: State, seat: int) -> list[Action]:
    return [READY[card] for card in s.spent[seat]]


def refresh_catventurer(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-23; the one in play is not exhausted yet (PB-MON-1)."""
    for _ in range(effect.amount):
        s.offered = tuple(cat for cat in s.rest[seat] if effect.class_ in ("any", CATS[cat].class_))
        if not s.offered:
            return
        action = yield Ask("wake", seat, wake_options)
        s.offered = ()
        if action is DONE:
            return
        cat = action.value
        s.rest = put(s.rest, seat, tuple(each for each in s.rest[seat] if each != cat))
        s.hand[seat] = tuple(sorted((*s.hand[seat], cat)))
        if s.tell:
            s.tell("woke", seat=seat, cat=CATS[cat].key)


def wake_options(s: State, seat: int) -> list[Action]:
    return [*(WAKE[cat] for cat in s.offered), DONE]


# -- new Catventurers ---------------------------------------------------------------------------


def draw_cats(s: State, number: int) -> list[int]:
    """Cards of the Catventurer deck; its discard pile becomes a new deck when it runs out."""
    drawn = []
    for _ in range(number):
        if not s.cat_deck:
            renew_cat_deck(s)
        if not s.cat_deck:
            break  # no card is left at all (PB-RUL-37)
        deck = list(s.cat_deck)
        drawn.append(s.chance.draw(deck))
        s.cat_deck = deck
    return sorted(drawn)


def renew_cat_deck(s: State) -> None:
    """Rank-1 cards are put away, the rest is the new deck (PB-VET-2)."""
    if not s.discard:
        return
    s.cat_deck, s.discard = s.discard, []
    s.away = [len(swapped) for swapped in s.swapped]
    s.shown = 0
    s.discarded = [0] * s.seats
    if s.tell:
        s.tell("new-deck", cards=len(s.cat_deck))


def discard(s: State, seat: int, cats: Iterable[int]) -> None:
    """Rank-2 cards go face-down to the discard pile; this seat knows which."""
    cats = list(cats)
    s.discard = [*s.discard, *cats]
    s.discarded = put(s.discarded, seat, s.discarded[seat] | bits(cats))


def choose_options(s: State, seat: int) -> list[Action]:
    return [CHOOSE[cat] for cat in (s.camp[seat] if s.expert else s.looked[seat])]


def prepare(s: State, seat: int, effect: Effect) -> None:
    """What comes before an effect's question and cannot be done twice: drawing cards."""
    if effect.draw and not s.expert and not s.looked[seat]:
        looked = tuple(draw_cats(s, effect.draw))
        s.looked = put(s.looked, seat, looked)
        if s.tell and looked:
            s.tell("looked", seat=seat, cards=len(looked),
                   secret={"cats": [CATS[cat].key for cat in looked]}, knows=(seat,))  # fmt: skip


def _choose_cat(s: State, seat: int, effect: Effect, kind: str) -> Asking:
    """One of the cards drawn, or of the Camp in Expert mode; -1 if there is none.

    The others are discarded; in Expert mode the chosen card leaves the Camp.
    """
    prepare(s, seat, effect)
    options = choose_options(s, seat)
    if not options:
        return -1
    action = options[0] if len(options) == 1 else (yield Ask(kind, seat, choose_options))
    cat: int = action.value
    if s.expert:
        s.camp = put(s.camp, seat, tuple(each for each in s.camp[seat] if each != cat))
    else:
        discard(s, seat, (each for each in s.looked[seat] if each != cat))
        s.looked = put(s.looked, seat, ())
    return cat


def replace_self(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-24: another card takes this one's place and is performed (PB-SPE-2)."""
    new = yield from _choose_cat(s, seat, effect, "replace")
    if new < 0:
        return
    old = s.cat[seat]
    if s.expert:  # PB-RUL-33
        s.camp = put(s.camp, seat, tuple(sorted((*s.camp[seat], old))))
        s.returned = put(
            s.returned,
            seat,
            (
                *(pair for pair in s.returned[seat] if pair[0] not in (old, new)),
                (old, s.takings[seat]),
            ),
        )
    else:
        s.discard = [*s.discard, old]
        s.shown |= 1 << old
    s.cat[seat] = new
    s.sure = put(s.sure, seat, s.sure[seat] & ~(1 << old) | 1 << new)
    if s.temp[seat] == old:  # PB-RUL-36
        s.temp = put(s.temp, seat, new)
    card = CATS[new]
    s.speed[seat] = card.upright
    s.rotated = put(s.rotated, seat, False)
    s.at = -1  # the turn goes on with the first effect of the new card
    if s.tell:
        s.tell("replaced", seat=seat, old=CATS[old].key, new=card.key)


def recruit(s: State, seat: int, effect: Effect) -> Asking:
    """PB-EFF-25, PB-RUL-34: a temporary sixth Catventurer for the hand."""
    cat = yield from _choose_cat(s, seat, effect, "recruit")
    if cat < 0:
        return
    if s.expert:
        s.takings = put(s.takings, seat, s.takings[seat] + 1)
    s.hand[seat] = tuple(sorted((*s.hand[seat], cat)))
    s.temp = put(s.temp, seat, cat)
    if s.tell:
        s.tell("recruited", seat=seat, secret={"cat": CATS[cat].key}, knows=(seat,))


# -- battles ------------------------------------------------------------------------------------


def fight(s: State, seat: int, effect: Effect) -> Asking:
    """Battles one after the other: Challenge, Roll, Match (PB-BAT-3, PB-EFF-10)."""
    if not s.monsters:
        return
    s.fighter, s.battles, s.ignore = seat, effect.times, effect.ignore
    icons = [effect.icons.count(kind) for kind in range(3)]
    dice = 0
    if effect.dice:  # PB-EFF-11, PB-RUL-21
        if (yield Ask("roll", seat, roll_options)) is DECLINE:
            end_fight(s)
            return
        dice = min(effect.dice, BOX.dice)
        for kind in roll(s, dice):
            icons[kind] += 1
        if s.tell:
            s.tell("rolled-attack", seat=seat, icons=icons[:], dice=dice)
    s.free = (icons[0], icons[1], icons[2])
    while s.battles and s.monsters:
        action = yield Ask("challenge", seat, challenge_options)
        if action is DECLINE:
            break
        s.foe = action.value
        foe = MONSTERS[s.foe]
        if s.tell:
            s.tell("challenged", seat=seat, monster=foe.key)
        if foe.question:  # PB-ROLL-1, PB-RUL-22
            s.rolled = roll(s, min(foe.question, BOX.dice - dice))
            if s.tell:
                s.tell("rolled", seat=seat, monster=foe.key, icons=list(s.rolled),
                       dice=foe.question)  # fmt: skip
        yield from match_defences(s, seat)
        if s.gear is not LOST:
            yield from defeat(s, seat, effect)
        s.foe, s.rolled, s.gear = -1, (), ()
        s.battles -= 1
    end_fight(s)


LOST = (-1,)
"""Stands for the Gear of a battle that was not won."""


def end_fight(s: State) -> None:
    """The dice lie in the Pool again (PB-FIG-1)."""
    s.fighter, s.battles, s.free, s.ignore = -1, 0, (0, 0, 0), ()


def roll(s: State, dice: int) -> tuple[int, ...]:
    """The icons that so many Monster dice show; blank faces give none (PB-ROLL-3)."""
    faces = [BOX.faces[s.chance.below(len(BOX.faces))] for _ in range(dice)]
    return tuple(face for face in faces if face != BLANK)


def roll_options(s: State, seat: int) -> list[Action]:
    return [ROLL, DECLINE]


def challenge_options(s: State, seat: int) -> list[Action]:
    return [*(CHALLENGE[monster] for monster in s.monsters), DECLINE]


def ways_to_win(s: State, seat: int, defences: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """The upright Gear of a seat, and the sets of it (bit sets) that match these Defences."""
    upright = s.upright_gear(seat)
    gear = tuple(LOOT[card].counts for card in upright)
    return upright, winning(gear, s.free, *needs(defences, s.ignore))


def match_defences(s: State, seat: int) -> Asking:
    """The Match step: Gear is put in card by card, until the player strikes or flees."""
    defences = (*MONSTERS[s.foe].defences, *s.rolled)
    if not ways_to_win(s, seat, defences)[1]:
        lose(s, seat)  # PB-MATCH-5
        return
    while True:
        action = yield Ask("match", seat, match_options)
        if action is FLEE:  # PB-RUL-17
            lose(s, seat)
            return
        if action is STRIKE:
            s.spent = put(s.spent, seat, s.spent[seat] + s.gear)  # PB-MATCH-4, PB-RUL-19
            return
        s.gear += (action.value,)


def match_options(s: State, seat: int) -> list[Action]:
    """Gear that still leads to a victory in which all of it is used, strike, flee."""
    upright, ways = ways_to_win(s, seat, (*MONSTERS[s.foe].defences, *s.rolled))
    chosen = bits(upright.index(card) for card in s.gear)
    useful = 0
    for way in ways:
        if way & chosen == chosen:
            useful |= way
    options = [
        GEAR[card] for i, card in enumerate(upright) if useful >> i & 1 and not chosen >> i & 1
    ]
    if chosen in ways:
        options.append(STRIKE)
    options.append(FLEE)
    return options


def lose(s: State, seat: int) -> None:
    s.gear = LOST
    if s.tell:
        s.tell("fled", seat=seat, monster=MONSTERS[s.foe].key)


def defeat(s: State, seat: int, effect: Effect) -> Asking:
    """The Monster's reward, then what the Catventurer adds (PB-MATCH-3, PB-EFF-14)."""
    foe = MONSTERS[s.foe]
    s.monsters.remove(s.foe)
    s.trophies = put(s.trophies, seat, s.trophies[seat] + (s.foe,))
    if s.tell:
        s.tell("defeated", seat=seat, monster=foe.key, gear=[LOOT[card].key for card in s.gear])
    yield from perform(s, seat, foe.reward)
    yield from perform(s, seat, effect.on_win)


# -- the table of verbs -------------------------------------------------------------------------

PLAIN_VERBS: dict[str, Callable[[State, int, Effect], None]] = {
    "gain-mana": gain_mana,
    "set-speed": set_speed,
    "give-mana": give_mana,
    "rivals-gain-mana": rivals_gain_mana,
    "count-as": count_as,
}
ASKING_VERBS: dict[str, Callable[[State, int, Effect], Asking]] = {
    "take-crown": take_crown,
    "rotate": rotate,
    "grab-loot": grab_loot,
    "fight": fight,
    "tuck-resource": tuck_resource,
    "swap-treasure": swap_treasure,
    "swap-resource": swap_resource,
    "cycle-loot": cycle_loot,
    "steal-mana": steal_mana,
    "reserve-loot": reserve_loot,
    "refresh-gear": refresh_gear,
    "refresh-catventurer": refresh_catventurer,
    "replace-self": replace_self,
    "recruit": recruit,
}
