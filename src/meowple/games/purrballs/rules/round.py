"""The rules, in the rulebook's order. What the cards do is in the other modules of this room."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from meowple.author import (
    CHECKPOINT,
    N_,
    Action,
    Asking,
    Json,
    Line,
    People,
    QuestionKind,
    Script,
)
from meowple.games.purrballs.pieces.actions import CHOOSE, COUNT_AS, KEEP_PARTY, LEVEL_UP, SEND
from meowple.games.purrballs.pieces.box import BATTLE as FIGHTS
from meowple.games.purrballs.pieces.box import (
    BOX,
    BUFFS,
    CATS,
    LOOT,
    MONSTERS,
    PLUS_0,
    RANK_1_PLACE,
)
from meowple.games.purrballs.pieces.cards import Buff
from meowple.games.purrballs.pieces.names import CAMP_SIZE, LEVEL_UP_CARDS, LEVELS
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import (
    ACTION,
    BATTLE,
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

from .abilities import ABILITY, ASKS
from .effects import perform
from .loot import LOOT_CARD, pool_options, take_loot
from .party import discard, dismiss, draw_cats
from .scoring import has_wild, scores, winners
from .speed import TURN_CROWN, give_crown
from .telling import Sentence, a_card, some_cards, tells, waiting

IN_SECRET = N_("The others choose in secret.")
"""What those read who are not asked a question of all."""


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
    action = yield TURN_CROWN.ask(s.crown)
    give_crown(s, s.crown, action.value)
    if s.expert:
        s.draft_way = s.way
        deck = list(s.cat_deck)
        for seat in s.priority():  # PB-XPT-1
            s.looked = put(s.looked, seat, tuple(sorted(s.chance.deal(deck, CAMP_SIZE))))
        s.cat_deck = deck
        if s.tell:
            for seat in range(s.seats):
                tell_dealt(s, seat)
        s.step = DRAFT
    elif s.options["mode"] == "veteran":
        prepare_level_up(s)  # PB-VET-1
    else:
        next_level(s)


def draft_options(s: State, seat: int) -> list[Action]:
    return [CHOOSE[cat] for cat in s.looked[seat]]


DRAFTS = QuestionKind(
    "draft",
    draft_options,
    prompt=N_("Choose one card for your Camp; the rest is passed on."),
    waiting=IN_SECRET,
)


def draft_phase(s: State) -> Asking:
    """Expert mode: choose one, pass the rest, until every Camp has four (PB-XPT-2 to -4)."""
    seats = tuple(range(s.seats))
    while len(s.looked[0]) > 1:
        yield CHECKPOINT
        actions = yield DRAFTS.ask_all(seats)
        pick(s, [action.value for action in actions])
    pick(s, [looked[0] for looked in s.looked])
    prepare_level_up(s)  # PB-XPT-7


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


def _dealt(words: Speech, data: Json, people: People) -> Line:
    seat, n = data["seat"], data["cards"]
    text = words.ngettext(
        "{name} may choose from {n} card.", "{name} may choose from {n} cards.", n
    )
    return Line(text.format(name=people[seat], n=n), seat)


tells(
    "dealt",
    _dealt,
    Sentence(
        N_("{name} may choose from: {cats}."),
        you=N_("You may choose from: {cats}."),
        cats=some_cards,
    ),
    which=lambda data: "cats" in data,
)
tells(
    "drafted",
    Sentence(N_("{name} puts a card into the Camp.")),
    Sentence(
        N_("{name} puts a card into the Camp: {cat}."),
        you=N_("You put a card into your Camp: {cat}."),
        cat=a_card,
    ),
    which=lambda data: "cat" in data,
)


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
    deck, foes = list(s.loot_deck), list(s.monster_deck)
    s.pool = s.chance.deal(deck, min(s.seats, len(deck)))
    if short := s.seats - len(s.pool):  # cards that were put under the deck come last
        s.pool += s.under[:short]
        s.under = s.under[short:]
    icons = sum([LOOT[card].monster_icons for card in s.pool])
    came = s.chance.deal(foes, min(icons, len(foes)))  # PB-RUL-11
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


def _round(words: Speech, data: Json, people: People) -> Line:
    return Line(words._("Level {level}, round {round}").format(**data), heading=True)


tells("round", _round)
tells(
    "dungeon",
    Sentence(N_("Dealt: {loot}. No Monster comes."), loot=some_cards),
    Sentence(N_("Dealt: {loot}. Monsters come: {monsters}."), loot=some_cards, monsters=some_cards),
    which=lambda data: bool(data["monsters"]),
)
tells("boxed", Sentence(N_("Too many Monsters: {monster} leaves."), monster=a_card))


# -- Selection phase ------------------------------------------------------------------------------


def send_options(s: State, seat: int) -> tuple[Action, ...]:
    return _sends(s.hand[seat])


@lru_cache(maxsize=4096)
def _sends(hand: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple([action for cat in hand for action in SEND[cat]])


def sent_total(cat: int, buff: Buff) -> int | None:
    """The Total Speed of a Catventurer just sent (PB-LOOT-1); None while its X is open."""
    card = CATS[cat]
    return None if card.speed_kind == "x" else card.upright + buff.value


SENDS = QuestionKind(
    "send",
    send_options,
    prompt=N_("Choose one Catventurer and one Buff, in secret."),
    waiting=IN_SECRET,
)


def selection_phase(s: State) -> Asking:
    """Everybody lays a Catventurer and a Buff face-down; then all are turned up (PB-SEL)."""
    yield CHECKPOINT
    actions = yield SENDS.ask_all(tuple(range(s.seats)))
    hands: list[tuple[int, ...]] = []
    cats: list[int] = []
    buffs: list[int] = []
    speeds: list[int] = []
    for seat, action in enumerate(actions):
        cat, buff = action.value
        hand = s.hand[seat]
        i = hand.index(cat)
        hands.append(hand[:i] + hand[i + 1 :])
        cats.append(cat)
        buffs.append(buff)
        speeds.append(CATS[cat].upright)
        show_cat(s, seat, cat)
        if s.tell:
            s.tell("sent", seat=seat, cat=CATS[cat].key, buff=BUFFS[buff].value)
    s.hand, s.cat, s.buff, s.speed = hands, cats, buffs, speeds
    s.order = s.priority()
    s.step = ACTION


tells(
    "sent",
    Sentence(
        N_("{name} sends {cat} with +{buff}."), you=N_("You send {cat} with +{buff}."), cat=a_card
    ),
)


def show_cat(s: State, seat: int, cat: int) -> None:
    """From now on everybody knows that this Catventurer is in the party (PB-RUL-38)."""
    place = RANK_1_PLACE.get(cat)
    if place is not None:
        seen, swaps = s.seen[seat], len(s.swapped[seat])
        if seen[place] != swaps:
            s.seen = put(s.seen, seat, (*seen[:place], swaps, *seen[place + 1 :]))
    elif CATS[cat].rank == 2:
        s.sure = put(s.sure, seat, s.sure[seat] | 1 << cat)


# -- Action phase ---------------------------------------------------------------------------------


def action_phase(s: State) -> Asking:
    """In priority order each player performs the ability, then resolves the Buff (PB-ACT)."""
    while s.turn < s.seats:
        seat = s.order[s.turn]
        cat = s.cat[seat]
        if FIGHTS[cat]:
            pass  # PB-ACT-10
        elif ASKS[cat]:
            yield from ability(s, seat)
        else:
            for effect in ABILITY[cat]:
                effect.do(s, seat)
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
    while s.at < len(effects := ABILITY[s.cat[seat]]) and not FIGHTS[s.cat[seat]]:
        effect = effects[s.at]
        if effect.asks and effect.possible(s, seat):
            effect.prepare(s, seat)
            yield CHECKPOINT
            yield from effect.ask(s, seat)
        else:
            effect.do(s, seat)
        s.at += 1
    s.at = 0


def resolve_buff(s: State, seat: int) -> None:
    """Pay the Buff, or replace it by +0 if that is impossible (PB-ACT-4 to -8)."""
    buff = BUFFS[s.buff[seat]]
    if buff.cost > s.mana[seat]:
        s.buff = put(s.buff, seat, PLUS_0)
        s.unpaid = put(s.unpaid, seat, True)
        if s.tell:
            s.tell("unpaid", seat=seat, buff=buff.value)
    elif buff.cost or buff.gain:
        s.mana[seat] += buff.gain - buff.cost
        if s.tell:
            s.tell("buff", seat=seat, buff=buff.value, cost=buff.cost, gain=buff.gain)


tells(
    "unpaid",
    Sentence(
        N_("{name} cannot pay +{buff}, so it becomes +0."),
        you=N_("You cannot pay +{buff}, so it becomes +0."),
    ),
)
tells(
    "buff",
    Sentence(
        N_("{name} gains {gain} Mana with +{buff}."), you=N_("You gain {gain} Mana with +{buff}.")
    ),
    Sentence(N_("{name} pays {cost} for +{buff}."), you=N_("You pay {cost} for +{buff}.")),
    which=lambda data: data["cost"] > 0,
)


def claim_phase(s: State) -> Asking:
    """A Prince with the highest Total Speed takes the Crown (PB-NOB-1, PB-RUL-2)."""
    if s.claimed_way:  # PB-OPT-5
        give_crown(s, s.claims.bit_length() - 1, s.claimed_way)
        s.claims = s.claimed_way = 0
    elif s.claims:
        fastest = s.speed_order()[0]
        if s.claims >> fastest & 1:
            yield CHECKPOINT
            action = yield TURN_CROWN.ask(fastest)
            give_crown(s, fastest, action.value)
        s.claims = 0
    s.order = s.speed_order()
    if s.tell:
        s.tell("order", seats=list(s.order), totals=[s.total(seat) for seat in s.order])
    s.step = LOOTING


def _order(words: Speech, data: Json, people: People) -> Line:
    order = ", ".join(
        f"{people.inside(seat)} {total}"
        for seat, total in zip(data["seats"], data["totals"], strict=True)
    )
    return Line(words._("Speed order: {order}.").format(order=order))


tells("order", _order)


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
                card = (yield LOOT_CARD.ask(seat)).value
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
            yield from perform(s, seat, ABILITY[s.cat[seat]])
        s.turn += 1
    s.turn = 0
    exhaust_phase(s)


# -- Exhaust phase --------------------------------------------------------------------------------


def exhaust_phase(s: State) -> None:
    """Catventurers in play go to the Stash, Buffs back to the hand (PB-EXH)."""
    seats = s.seats
    s.rest = [tuple(sorted((*rest, cat))) for rest, cat in zip(s.rest, s.cat, strict=True)]
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
    s.hand = [tuple(sorted((*hand, *rest))) for hand, rest in zip(s.hand, s.rest, strict=True)]
    s.rest = [()] * s.seats
    s.spent = [()] * s.seats
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


def _tavern(words: Speech, data: Json, people: People) -> Line:
    return Line(words._("Tavern after level {level}").format(**data), heading=True)


tells("tavern", _tavern)


# -- the Tavern -----------------------------------------------------------------------------------


def prepare_level_up(s: State) -> None:
    """Two cards to each player, unless they have Camps (PB-LVL-1, PB-XPT-5)."""
    if not s.expert:
        for seat in s.priority():
            s.looked = put(s.looked, seat, tuple(draw_cats(s, LEVEL_UP_CARDS)))
        if s.tell:
            for seat in range(s.seats):
                tell_dealt(s, seat)
    s.step = LEVELING


def can_level_up(s: State, seat: int) -> bool:
    new = s.camp[seat] if s.expert else s.looked[seat]
    return bool(new) and any(CATS[cat].rank == 1 for cat in s.hand[seat])


def level_up_options(s: State, seat: int) -> list[Action]:
    cards = s.camp[seat] if s.expert else s.looked[seat]
    olds = [cat for cat in s.hand[seat] if CATS[cat].rank == 1]
    return [LEVEL_UP[new, old] for new in cards for old in olds] + [KEEP_PARTY]


def why_stays(cat: int) -> Json | None:
    """Why a Catventurer cannot be replaced by a Level-up (PB-LVL-4, PB-LVL-5)."""
    if CATS[cat].rank == 1:
        return None
    return {"code": "noble" if CATS[cat].rank == 0 else "rank_2"}


LEVELS_UP = QuestionKind(
    "level-up",
    level_up_options,
    prompt=N_("Take a new Catventurer for one of Rank 1, or keep your party."),
    waiting=IN_SECRET,
)


def level_up_phase(s: State) -> Asking:
    """Everybody may take one new Catventurer for a Rank-1 card (PB-LVL-2)."""
    asked = tuple(seat for seat in range(s.seats) if can_level_up(s, seat))
    actions: list[Action] = []
    yield CHECKPOINT
    if asked:
        actions = yield LEVELS_UP.ask_all(asked)
    for seat, action in zip(asked, actions, strict=True):
        if action is not KEEP_PARTY:
            new, old = action.value
            level_up(s, seat, new, old)
        elif s.tell:
            s.tell("kept-party", seat=seat)
    for seat in range(s.seats):
        discard(s, seat, s.looked[seat])  # PB-LVL-6, PB-LVL-7
    s.looked = [()] * s.seats
    next_level(s)


def level_up(s: State, seat: int, new: int, old: int) -> None:
    if s.expert:
        s.camp = put(s.camp, seat, tuple(each for each in s.camp[seat] if each != new))
        s.takings = put(s.takings, seat, s.takings[seat] + 1)
    else:
        s.looked = put(s.looked, seat, tuple(each for each in s.looked[seat] if each != new))
    kept = [each for each in s.hand[seat] if each != old]
    s.hand = put(s.hand, seat, tuple(sorted((*kept, new))))
    s.swapped = put(s.swapped, seat, s.swapped[seat] + (old,))
    if s.tell:
        s.tell("leveled-up", seat=seat, secret={"new": CATS[new].key, "old": CATS[old].key},
               knows=(seat,))  # fmt: skip


tells(
    "leveled-up",
    Sentence(N_("{name} has a new Catventurer.")),
    Sentence(
        N_("{name}: {new} joins, {old} leaves."),
        you=N_("{new} joins you, {old} leaves."),
        new=a_card,
        old=a_card,
    ),
    which=lambda data: "new" in data,
)
tells("kept-party", Sentence(N_("{name} keeps the party."), you=N_("You keep your party.")))


# -- the end --------------------------------------------------------------------------------------


COUNTS = QuestionKind(
    "count",
    lambda s, seat: COUNT_AS,
    prompt=N_("The Wyvern in your Stash: what does it count as?"),
    waiting=waiting,
)


def count_phase(s: State) -> Asking:
    """The owner of a Wyvern decides what it counts as (PB-MON-2); then the game is over."""
    for seat in range(s.seats):
        if has_wild(s, seat):
            yield CHECKPOINT
            action = yield COUNTS.ask(seat)
            s.wyvern = action.value
            if s.tell:
                s.tell("counts", seat=seat, what=action.value)
    s.step = OVER
    if s.tell:
        points = scores(s)
        s.tell("over", winner=winners(s)[0], xp=points)


def _counts(words: Speech, data: Json, people: People) -> Line:
    seat, what = data["seat"], words.counted(data["what"])
    if people.is_you(seat):
        return Line(words._("Your Wyvern counts as {what}.").format(what=what), seat)
    text = words._("{name}: the Wyvern counts as {what}.")
    return Line(text.format(name=people[seat], what=what), seat)


def _over(words: Speech, data: Json, people: People) -> Line:
    winner = data["winner"]
    text = words._("**{name}** wins the match.")
    if people.is_you(winner):
        text = words._("You win the match.")
    xp = ", ".join(f"{people.inside(seat)} {points}" for seat, points in enumerate(data["xp"]))
    listed = words._("XP: {list}.").format(list=xp)
    return Line(f"{text.format(name=people[winner])} {listed}", heading=True)


tells("counts", _counts)
tells("over", _over)

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
