"""The rules, in the rulebook's order. What the cards do is in `abilities`."""

from __future__ import annotations

from collections.abc import Callable

from meowple.core.actions import Action
from meowple.core.questions import CHECKPOINT, Ask, AskAll, Asking, Script

from .abilities import (
    ASKING_VERBS,
    PLAIN_VERBS,
    discard,
    draw_cats,
    face_options,
    perform,
    pool_options,
    prepare,
    take_loot,
)
from .components import BATTLE as FIGHTS
from .components import (
    BOX,
    BUFFS,
    CATS,
    CHOOSE,
    COUNT_AS,
    KEEP_PARTY,
    LEVEL_UP,
    LEVELS,
    LOOT,
    MONSTERS,
    SEND,
)
from .scoring import scores, winners
from .state import (
    ACTION,
    BATTLE,
    CAMP_SIZE,
    CLAIM,
    COUNT,
    CROWN,
    DRAFT,
    DUNGEON,
    LEVELING,
    LOOTING,
    OVER,
    SELECT,
    State,
    put,
)


def rules(s: State) -> Script:
    """The whole game: the Crown, the modes' openings, then round after round (PB-ROUND-2)."""
    while s.step != OVER:
        if s.step == DUNGEON:
            dungeon_phase(s)
        else:
            yield from PHASES[s.step](s)
    yield CHECKPOINT


# -- before the first level -----------------------------------------------------------------------


def crown_phase(s: State) -> Asking:
    """The first holder chooses the Crown's face (PB-SET-11); then the mode's opening."""
    yield CHECKPOINT
    action = yield Ask("face", s.crown, face_options)
    show_face(s, s.crown, action.value)
    if s.expert:
        s.draft_way = s.way
        deck = list(s.cat_deck)
        for seat in s.priority():  # PB-XPT-1
            dealt = sorted(s.chance.draw(deck) for _ in range(CAMP_SIZE))
            s.looked = put(s.looked, seat, tuple(dealt))
        s.cat_deck = deck
        if s.tell:
            for seat in range(s.seats):
                tell_dealt(s, seat)
        s.step = DRAFT
    elif s.options["mode"] == "veteran":
        prepare_level_up(s)  # PB-VET-1
    else:
        next_level(s)


def show_face(s: State, seat: int, way: int) -> None:
    """PB-PRIO-4"""
    s.crown, s.way = seat, way
    if s.tell:
        s.tell("crown", seat=seat, way=way)


def draft_phase(s: State) -> Asking:
    """Expert mode: choose one, pass the rest, until every Camp has four (PB-XPT-2 to -4)."""
    seats = tuple(range(s.seats))
    while len(s.looked[0]) > 1:
        yield CHECKPOINT
        actions = yield AskAll("draft", seats, draft_options)
        pick(s, [action.value for action in actions])
    pick(s, [looked[0] for looked in s.looked])
    prepare_level_up(s)  # PB-XPT-7


def draft_options(s: State, seat: int) -> list[Action]:
    return [CHOOSE[cat] for cat in s.looked[seat]]


def pick(s: State, chosen: list[int]) -> None:
    """Each seat's choice goes under its Camp card, the rest to the next seat."""
    time = len(s.draft[0])
    passed = list(s.looked)
    for seat, cat in enumerate(chosen):
        s.camp = put(s.camp, seat, tuple(sorted((*s.camp[seat], cat))))
        first = (seat - time * s.draft_way) % s.seats
        s.draft = put(s.draft, first, (*s.draft[first], cat))
        rest = tuple(each for each in s.looked[seat] if each != cat)
        passed[(seat + s.draft_way) % s.seats] = rest
    s.looked = passed
    if s.tell:
        for seat, cat in enumerate(chosen):
            s.tell("drafted", seat=seat, secret={"cat": CATS[cat].key}, knows=(seat,))
        if passed[0]:
            for seat in range(s.seats):
                tell_dealt(s, seat)


def tell_dealt(s: State, seat: int) -> None:
    cats = s.looked[seat]
    assert s.tell
    s.tell("dealt", seat=seat, cards=len(cats), secret={"cats": [CATS[c].key for c in cats]},
           knows=(seat,))  # fmt: skip


# -- Dungeon phase --------------------------------------------------------------------------------


def next_level(s: State) -> None:
    """The next level's decks are placed beside the Pool (PB-SET-3, PB-LVL-8)."""
    s.level += 1
    s.round = 0
    s.loot_deck = BOX.loot_deck(s.level, s.seats)
    s.monster_deck = BOX.monster_deck(s.level, s.seats)
    s.step = DUNGEON


def dungeon_phase(s: State) -> None:
    """Loot is dealt, its icons bring Monsters, the limit sends some away (PB-DUN, PB-LIM)."""
    s.round += 1
    if s.tell:
        s.tell("round", level=s.level, round=s.round)
    draw = s.chance.draw
    deck, foes = list(s.loot_deck), list(s.monster_deck)
    s.pool = [draw(deck) for _ in range(min(s.seats, len(deck)))]
    if short := s.seats - len(s.pool):  # cards that were put under the deck come last
        s.pool += s.under[:short]
        s.under = s.under[short:]
    came = []
    for card in s.pool:
        for _ in range(LOOT[card].monster_icons):
            if foes:  # PB-RUL-11
                came.append(draw(foes))
    s.loot_deck, s.monster_deck = deck, foes
    s.monsters += came
    if s.tell:
        s.tell("dungeon", seat=s.crown, loot=[LOOT[c].key for c in s.pool],
               monsters=[MONSTERS[m].key for m in came])  # fmt: skip
    while len(s.monsters) > len(s.pool):
        newest = s.options["monster_limit_removes"] == "newest"
        gone = s.monsters.pop() if newest else s.monsters.pop(0)
        s.box = [*s.box, gone]
        if s.tell:
            s.tell("boxed", monster=MONSTERS[gone].key)
    s.step = SELECT


# -- Selection phase ------------------------------------------------------------------------------


def selection_phase(s: State) -> Asking:
    """Everybody lays a Catventurer and a Buff face-down; then all are turned up (PB-SEL)."""
    yield CHECKPOINT
    actions = yield AskAll("send", tuple(range(s.seats)), send_options)
    for seat, action in enumerate(actions):
        cat, s.buff[seat] = action.value
        hand = s.hand[seat]
        i = hand.index(cat)
        s.hand[seat] = hand[:i] + hand[i + 1 :]
        s.cat[seat] = cat
        s.speed[seat] = CATS[cat].upright
        show_cat(s, seat, cat)
        if s.tell:
            s.tell("sent", seat=seat, cat=CATS[cat].key, buff=BUFFS[s.buff[seat]].value)
    s.order = s.priority()
    s.step = ACTION


def send_options(s: State, seat: int) -> list[Action]:
    return [action for cat in s.hand[seat] for action in SEND[cat]]


def show_cat(s: State, seat: int, cat: int) -> None:
    """From now on everybody knows that this Catventurer is in the party (PB-RUL-38)."""
    rank = CATS[cat].rank
    if rank == 2:
        s.sure = put(s.sure, seat, s.sure[seat] | 1 << cat)
    elif rank == 1:
        seen, swaps = s.seen[seat], len(s.swapped[seat])
        if seen[cat - 1] != swaps:
            s.seen = put(s.seen, seat, (*seen[: cat - 1], swaps, *seen[cat:]))


# -- Action phase ---------------------------------------------------------------------------------


def action_phase(s: State) -> Asking:
    """In priority order each player performs the ability, then resolves the Buff (PB-ACT)."""
    while s.turn < s.seats:
        seat = s.order[s.turn]
        card = CATS[s.cat[seat]]
        if card.battle:
            pass  # PB-ACT-10
        elif card.asks:
            yield from ability(s, seat)
        else:
            for effect in card.effects:
                PLAIN_VERBS[effect.verb](s, seat, effect)
        resolve_buff(s, seat)
        s.turn += 1
    s.turn = 0
    s.order = []
    s.step = CLAIM


def ability(s: State, seat: int) -> Asking:
    """The effects of the Catventurer in play, one after the other (PB-EFF-1).

    One that takes its place goes on with effects of its own; a Battle ability waits for the
    Battle phase (PB-RUL-32).
    """
    while s.at < len(effects := CATS[s.cat[seat]].effects) and not FIGHTS[s.cat[seat]]:
        effect = effects[s.at]
        if effect.asks:
            prepare(s, seat, effect)
            yield CHECKPOINT
            yield from ASKING_VERBS[effect.verb](s, seat, effect)
        else:
            PLAIN_VERBS[effect.verb](s, seat, effect)
        s.at += 1
    s.at = 0


def resolve_buff(s: State, seat: int) -> None:
    """Pay the Buff, or replace it by +0 if that is impossible (PB-ACT-4 to -8)."""
    buff = BUFFS[s.buff[seat]]
    if buff.cost > s.mana[seat]:
        s.buff[seat] = 0
        s.unpaid = put(s.unpaid, seat, True)
        if s.tell:
            s.tell("unpaid", seat=seat, buff=buff.value)
    elif buff.cost or buff.gain:
        s.mana[seat] += buff.gain - buff.cost
        if s.tell:
            s.tell("buff", seat=seat, buff=buff.value, cost=buff.cost, gain=buff.gain)


def claim_phase(s: State) -> Asking:
    """A Prince with the highest Total Speed takes the Crown (PB-NOB-1, PB-RUL-2)."""
    if s.claimed_way:  # PB-OPT-5
        show_face(s, s.claims.bit_length() - 1, s.claimed_way)
        s.claims = s.claimed_way = 0
    elif s.claims:
        fastest = s.speed_order()[0]
        if s.claims >> fastest & 1:
            yield CHECKPOINT
            action = yield Ask("face", fastest, face_options)
            show_face(s, fastest, action.value)
        s.claims = 0
    s.order = s.speed_order()
    if s.tell:
        s.tell("order", seats=list(s.order), totals=[s.total(seat) for seat in s.order])
    s.step = LOOTING


# -- Loot phase -----------------------------------------------------------------------------------


def loot_phase(s: State) -> Asking:
    """In speed order everybody takes a Loot card (PB-LOOT-3)."""
    seats, order = s.seats, s.order
    while s.turn < seats:
        seat = order[s.turn]
        if not s.grabbed[seat]:  # PB-WAN-2
            if s.reserver == seat:  # PB-RUL-16
                card = s.reserved
            elif len(s.pool) - (s.reserved >= 0) == 1:
                card = pool_options(s, seat)[0].value
            else:
                yield CHECKPOINT
                card = (yield Ask("loot", seat, pool_options)).value
            take_loot(s, seat, card)
        s.turn += 1
    s.turn = 0
    s.step = BATTLE


# -- Battle phase ---------------------------------------------------------------------------------


def battle_phase(s: State) -> Asking:
    """Catventurers with a Battle ability fight, in speed order (PB-BAT-1)."""
    while s.turn < s.seats:
        seat = s.order[s.turn]
        if FIGHTS[s.cat[seat]] and s.monsters:
            yield CHECKPOINT
            yield from perform(s, seat, CATS[s.cat[seat]].effects)
        s.turn += 1
    s.turn = 0
    exhaust_phase(s)


# -- Exhaust phase --------------------------------------------------------------------------------


def exhaust_phase(s: State) -> None:
    """Catventurers in play go to the Stash, Buffs back to the hand (PB-EXH)."""
    seats = s.seats
    s.rest = [tuple(sorted((*s.rest[seat], s.cat[seat]))) for seat in range(seats)]
    s.cat = [-1] * seats
    s.buff = [-1] * seats
    s.unpaid = [False] * seats
    s.speed = [0] * seats
    s.rotated = [False] * seats
    s.grabbed = [False] * seats
    s.order = []
    if s.loot_deck or s.under:
        s.step = DUNGEON
    else:
        end_level(s)


def end_level(s: State) -> None:
    """Temporary Catventurers leave, the Tavern refreshes, perhaps the game ends (PB-TAV)."""
    for seat in range(s.seats):
        if s.temp[seat] >= 0:
            dismiss(s, seat, s.temp[seat])  # PB-RUL-35
        s.hand[seat] = tuple(sorted((*s.hand[seat], *s.rest[seat])))
        s.rest = put(s.rest, seat, ())
        s.spent = put(s.spent, seat, ())
    s.box = [*s.box, *s.monster_deck]
    s.monster_deck = []
    if s.options["monsters_at_level_end"] == "box":  # PB-RUL-9
        s.box = [*s.box, *s.monsters]
        s.monsters = []
    if s.tell:
        s.tell("tavern", level=s.level)
    if s.level < LEVELS:
        prepare_level_up(s)
    else:
        s.chance.reveal()  # all parties are turned up for the scoring
        s.step = COUNT


def dismiss(s: State, seat: int, cat: int) -> None:
    """The temporary Catventurer is discarded, or goes back to its Camp (PB-MON-4)."""
    public = s.sure[seat] >> cat & 1
    s.temp = put(s.temp, seat, -1)
    s.hand[seat] = tuple(each for each in s.hand[seat] if each != cat)
    s.rest = put(s.rest, seat, tuple(each for each in s.rest[seat] if each != cat))
    s.sure = put(s.sure, seat, s.sure[seat] & ~(1 << cat))
    if s.expert:
        s.camp = put(s.camp, seat, tuple(sorted((*s.camp[seat], cat))))
        if public:
            s.returned = put(
                s.returned,
                seat,
                (
                    *(pair for pair in s.returned[seat] if pair[0] != cat),
                    (cat, s.takings[seat]),
                ),
            )
    elif public:
        s.discard = [*s.discard, cat]
        s.shown |= 1 << cat
    else:
        discard(s, seat, [cat])
    if s.tell:
        if public:
            s.tell("dismissed", seat=seat, cat=CATS[cat].key)
        else:
            s.tell("dismissed", seat=seat, secret={"cat": CATS[cat].key}, knows=(seat,))


# -- the Tavern -----------------------------------------------------------------------------------


def prepare_level_up(s: State) -> None:
    """Two cards to each player, unless they have Camps (PB-LVL-1, PB-XPT-5)."""
    if not s.expert:
        for seat in s.priority():
            s.looked = put(s.looked, seat, tuple(draw_cats(s, 2)))
        if s.tell:
            for seat in range(s.seats):
                tell_dealt(s, seat)
    s.step = LEVELING


def level_up_phase(s: State) -> Asking:
    """Everybody may take one new Catventurer for a Rank-1 card (PB-LVL-2)."""
    asked = tuple(seat for seat in range(s.seats) if can_level_up(s, seat))
    actions: list[Action] = []
    yield CHECKPOINT
    if asked:
        actions = yield AskAll("level-up", asked, level_up_options)
    for seat, action in zip(asked, actions, strict=True):
        if action is not KEEP_PARTY:
            new, old = action.value
            level_up(s, seat, new, old)
        elif s.tell:
            s.tell("kept-party", seat=seat)
    for seat in range(s.seats):
        discard(s, seat, s.looked[seat])  # PB-LVL-6, PB-LVL-7
        s.looked = put(s.looked, seat, ())
    next_level(s)


def can_level_up(s: State, seat: int) -> bool:
    new = s.camp[seat] if s.expert else s.looked[seat]
    return bool(new) and any(CATS[cat].rank == 1 for cat in s.hand[seat])


def level_up_options(s: State, seat: int) -> list[Action]:
    cards = s.camp[seat] if s.expert else s.looked[seat]
    olds = [cat for cat in s.hand[seat] if CATS[cat].rank == 1]
    return [*(LEVEL_UP[new, old] for new in cards for old in olds), KEEP_PARTY]


def level_up(s: State, seat: int, new: int, old: int) -> None:
    if s.expert:
        s.camp = put(s.camp, seat, tuple(each for each in s.camp[seat] if each != new))
        s.takings = put(s.takings, seat, s.takings[seat] + 1)
    else:
        s.looked = put(s.looked, seat, tuple(each for each in s.looked[seat] if each != new))
    s.hand[seat] = tuple(sorted((*(each for each in s.hand[seat] if each != old), new)))
    s.swapped = put(s.swapped, seat, s.swapped[seat] + (old,))
    if s.tell:
        s.tell("leveled-up", seat=seat, secret={"new": CATS[new].key, "old": CATS[old].key},
               knows=(seat,))  # fmt: skip


# -- the end --------------------------------------------------------------------------------------


def count_phase(s: State) -> Asking:
    """The owner of a Wyvern decides what it counts as (PB-MON-2); then the game is over."""
    for seat in range(s.seats):
        if any(MONSTERS[monster].wild for monster in s.trophies[seat]):
            yield CHECKPOINT
            action = yield Ask("count", seat, count_options)
            s.wyvern = action.value
            if s.tell:
                s.tell("counts", seat=seat, what=action.key.partition(":")[2])
    s.step = OVER
    if s.tell:
        points = scores(s)
        s.tell("over", winner=winners(s)[0], xp=points)


def count_options(s: State, seat: int) -> list[Action]:
    return list(COUNT_AS)


PHASES: dict[int, Callable[[State], Asking]] = {
    CROWN: crown_phase,
    DRAFT: draft_phase,
    LEVELING: level_up_phase,
    SELECT: selection_phase,
    ACTION: action_phase,
    CLAIM: claim_phase,
    LOOTING: loot_phase,
    BATTLE: battle_phase,
    COUNT: count_phase,
}
