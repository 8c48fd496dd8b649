"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from meowple.author import N_, Chance, Reader

from .pieces.box import (
    BATTLE as FIGHTS,
)
from .pieces.box import (
    BUFF_BY_KEY,
    CAT_BY_KEY,
    CATS,
    LOOT,
    LOOT_BY_KEY,
    MONSTER_BY_KEY,
    MONSTERS,
    PLUS_0,
    RANK_1,
    RANK_1_PLACE,
    RANK_2,
    STARTERS,
)
from .pieces.names import CAMP_SIZE, LEVEL_UP_CARDS, LEVELS, TREASURES
from .rules.abilities import ABILITY, parts
from .rules.loot import GrabLoot, ReserveLoot
from .rules.scoring import has_wild
from .rules.speed import TakeCrown
from .state import (
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
    ROUNDS,
    SELECT,
    STEPS,
    State,
    bits,
    blank,
    members,
)

MOST_MANA = 10_000
MOST_TAKINGS = 99
MOST_SPEED = 99
"""Nobody ever gets there; so much may stand in a position."""


def load(seats: int, options: Mapping[str, Any], data: Any, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` for one that cannot occur."""
    s = blank(seats, options, chance)
    shape = s.to_json()
    read = Reader(data).fields(*shape)
    steps = {name: step for step, name in enumerate(STEPS) if step != DUNGEON}
    s.step = read["step"].one_of(steps)
    s.level = read["level"].number(0, LEVELS)
    s.round = read["round"].number(0, ROUNDS[seats])
    s.turn = read["turn"].number(0, seats)
    s.at = read["at"].number(0, max(map(len, ABILITY)))
    s.order = read["order"].numbers(0, seats - 1)
    s.crown = read["crown"].number(0, seats - 1)
    s.way = read["way"].number(-1, 1)
    s.pool = read["pool"].pieces(LOOT_BY_KEY, distinct=True)
    s.monsters = read["monsters"].pieces(MONSTER_BY_KEY, distinct=True)
    s.loot_deck = read["loot_deck"].pieces(LOOT_BY_KEY, distinct=True)
    s.under = read["under"].pieces(LOOT_BY_KEY, distinct=True)
    s.monster_deck = read["monster_deck"].pieces(MONSTER_BY_KEY, distinct=True)
    s.box = read["box"].pieces(MONSTER_BY_KEY, distinct=True)
    s.cat_deck = read["cat_deck"].pieces(CAT_BY_KEY, distinct=True)
    s.discard = read["discard"].pieces(CAT_BY_KEY, distinct=True)
    s.shown = bits(read["shown"].pieces(CAT_BY_KEY, distinct=True))
    s.reserved = _piece(read["reserved"], LOOT_BY_KEY)
    s.reserver = read["reserver"].number(-1, seats - 1)
    s.claims = bits(read["claims"].numbers(0, seats - 1))
    s.claimed_way = read["claimed_way"].number(-1, 1)
    s.wyvern = None if read["wyvern"].none else read["wyvern"].number(-1, len(TREASURES) - 1)
    s.draft_way = read["draft_way"].number(-1, 1)
    fields = shape["parties"][0]
    rows = [_load_seat(party.fields(*fields)) for party in read["parties"].each(seats)]
    for name in fields:
        setattr(s, name, [row[name] for row in rows])
    check(s)
    return s


def _load_seat(read: Reader) -> dict[str, Any]:
    """One seat's part of the state: its fields by name."""

    def cats(name: str) -> list[int]:
        return read[name].pieces(CAT_BY_KEY, distinct=True)

    def loot(name: str) -> tuple[int, ...]:
        return tuple(read[name].pieces(LOOT_BY_KEY, distinct=True))

    swapped = tuple(cats("swapped"))
    takings = read["takings"].number(0, MOST_TAKINGS)
    returned = []
    for entry in read["returned"].each():
        card, then = entry.each(2)
        returned.append((card.piece(CAT_BY_KEY), then.number(0, takings)))
    return {
        "mana": read["mana"].number(0, MOST_MANA),
        "hand": tuple(sorted(cats("hand"))),
        "rest": tuple(sorted(cats("rest"))),
        "cat": _piece(read["cat"], CAT_BY_KEY),
        "buff": _piece(read["buff"], BUFF_BY_KEY),
        "unpaid": read["unpaid"].flag(),
        "speed": read["speed"].number(0, MOST_SPEED),
        "rotated": read["rotated"].flag(),
        "grabbed": read["grabbed"].flag(),
        "loot": loot("loot"),
        "trophies": tuple(read["trophies"].pieces(MONSTER_BY_KEY, distinct=True)),
        "spent": loot("spent"),
        "tucked": tuple(tuple(pair.pieces(LOOT_BY_KEY, 2)) for pair in read["tucked"].each()),
        "temp": _piece(read["temp"], CAT_BY_KEY),
        "camp": tuple(sorted(cats("camp"))),
        "looked": tuple(sorted(cats("looked"))),
        "swapped": swapped,
        "away": read["away"].number(0, len(swapped)),
        "seen": tuple(read["seen"].numbers(0, LEVELS, len(RANK_1))),
        "sure": bits(cats("sure")),
        "discarded": bits(cats("discarded")),
        "takings": takings,
        "returned": tuple(returned),
        "draft": tuple(cats("draft")),
    }


def _piece(read: Reader, pieces: Mapping[str, int]) -> int:
    """A card, or -1 for none."""
    found = read.piece_or_none(pieces)
    return -1 if found is None else found


_check = Reader(None).check
"""Refuses the position as a whole."""


def _of(seat: int) -> Reader:
    """Refuses what belongs to a seat."""
    return Reader(None, f"parties[{seat}]")


def _exactly(read: Reader, found: Iterable[int], wanted: Iterable[int], pieces: Any) -> None:
    """Refuse the position unless the pieces found are those wanted, each once."""
    have, want = Counter(found), Counter(wanted)
    for card in sorted((have - want) | (want - have)):
        reason = N_("{card} is missing")
        if have[card] > want[card]:
            reason = N_("{card} is there too often or where it cannot be")
        read.wrong(reason, card=pieces[card].key)


def check(s: State) -> None:
    """Raise `BadPosition` if the position cannot occur at a checkpoint."""
    seats, step = range(s.seats), s.step
    _check_moment(s)
    for seat in seats:
        _check_party(s, seat)
    _check_cats(s)
    _check_loot(s)
    _check_monsters(s)
    started = s.level > 0
    _check(
        started == (step >= SELECT or (step == LEVELING and s.level > 0)),
        N_("the level does not fit the step"),
    )
    wild = any(has_wild(s, seat) for seat in seats)
    _check(s.wyvern is None or (wild and step == OVER), N_("nobody decided about a Wyvern yet"))
    _check(step != COUNT or wild, N_("there is no Wyvern to decide about"))
    _check(step != OVER or not wild or s.wyvern is not None, N_("the Wyvern is not decided about"))


def _check_moment(s: State) -> None:
    step, everyone = s.step, list(range(s.seats))
    mode = s.options["mode"]
    rounds = ROUNDS[s.seats]
    if step in (CROWN, DRAFT) or (step == LEVELING and s.level == 0):
        _check(s.level == 0 and s.round == 0, N_("the first level has not begun"))
        _check(step != DRAFT or mode == "expert", N_("only Expert mode has a draft"))
        _check(step != LEVELING or mode != "base", N_("base mode has no Level-up before level 1"))
    else:
        _check(s.level > 0 and s.round > 0, N_("a level has begun"))
        if step in (LEVELING, COUNT, OVER):
            _check(s.round == rounds, N_("the level is not over"))
            _check((s.level == LEVELS) == (step != LEVELING), N_("the level does not fit the step"))
    _check((s.way == 0) == (step == CROWN), N_("the Crown's face is chosen first"))
    playing = step in (ACTION, CLAIM, LOOTING, BATTLE)
    for seat in everyone:
        _of(seat).check(
            (s.cat[seat] >= 0) == playing,
            N_("Catventurers are in play from the reveal to the end of a round"),
        )
        _of(seat).check(
            (s.buff[seat] >= 0) == playing,
            N_("Buffs are in play from the reveal to the end of a round"),
        )
    if playing and step != CLAIM:
        if step == ACTION:
            _check(s.order == s.priority(), N_("the order is the priority order"))
        else:
            _check(s.order == s.speed_order(), N_("the order is the speed order"))
        _check(s.turn < s.seats, N_("it must be somebody's turn"))
    else:
        _check(not s.order and s.turn == 0, N_("no turns are taken now"))
    for seat in everyone:
        if step not in (DRAFT, LEVELING):
            most = _draws(s, seat)
            _of(seat).check(
                len(s.looked[seat]) <= most, N_("looks at {number} cards now"), number=most
            )
        if not playing:
            quiet = not (s.unpaid[seat] or s.rotated[seat] or s.grabbed[seat] or s.speed[seat])
            _of(seat).check(quiet, N_("nothing is in play"))
    at_once = s.options["prince_claim"] == "turn"
    _check((s.claimed_way != 0) == (at_once and s.claims != 0), N_("who takes the Crown turns it"))
    _check(not at_once or s.claims.bit_count() <= 1, N_("one seat takes the Crown"))
    if step == CLAIM:
        _check(not at_once, N_("the Crown was taken on a turn"))
        _check(s.claims >> s.speed_order()[0] & 1 == 1, N_("nobody's claim to the Crown holds"))
    elif step != ACTION:
        _check(s.claims == 0, N_("there are no claims now"))
    if playing:
        for seat in everyone:
            if s.claims >> seat & 1:
                can = any(isinstance(effect, TakeCrown) for effect in ABILITY[s.cat[seat]])
                done = step == CLAIM or s.order.index(seat) < s.turn
                _of(seat).check(can and done, N_("cannot claim the Crown"))
    _check(s.at == 0 or step == ACTION, N_("no effects are performed now"))
    if step == ACTION:
        cat = s.cat[s.order[s.turn]]
        effects = ABILITY[cat]
        effect = effects[s.at] if s.at < len(effects) and not FIGHTS[cat] else None
        asks = effect is not None and effect.asks and effect.possible(s, s.order[s.turn])
        _of(s.order[s.turn]).check(asks, N_("has nothing to decide"))
    if s.reserved >= 0:
        _check(
            s.reserver >= 0 and s.reserved in s.pool and playing,
            N_("a reserved card lies in the Pool and somebody has reserved it"),
        )
        can = any(isinstance(effect, ReserveLoot) for effect in ABILITY[s.cat[s.reserver]])
        _of(s.reserver).check(can, N_("cannot reserve a card"))
    else:
        _check(s.reserver < 0, N_("nothing is reserved"))


def _draws(s: State, seat: int) -> int:
    """How many cards a seat has drawn for the effect that is next in the Action phase."""
    if s.step != ACTION or s.expert or s.order[s.turn] != seat:
        return 0
    effects = ABILITY[s.cat[seat]]
    return effects[s.at].drawn() if s.at < len(effects) else 0


def _check_party(s: State, seat: int) -> None:
    read = _of(seat)
    party = s.party(seat)
    temp, swapped, seen = s.temp[seat], s.swapped[seat], s.seen[seat]
    read.check(len(set(party)) == len(party), N_("a Catventurer is in two places"))
    read.check(
        len(party) == len(STARTERS) + (temp >= 0),
        N_("a party has {number} Catventurers"),
        number=len(STARTERS),
    )
    read.check(
        temp < 0 or (temp in party and CATS[temp].rank == 2),
        N_("the temporary Catventurer is of Rank 2 and in the party"),
    )
    for new in s.camp[seat] + s.looked[seat]:
        read.check(CATS[new].rank == 2, N_("{card} is no Rank-2 card"), card=CATS[new].key)
    _exactly(read, [*(cat for cat in party if CATS[cat].rank < 2), *swapped], STARTERS, CATS)
    read.check(all(CATS[cat].rank == 1 for cat in swapped), N_("only Rank 1 is replaced"))
    chances = max(0, s.level - (s.options["mode"] == "base"))
    read.check(len(swapped) <= chances, N_("more Level-ups than there were"))
    swaps = len(swapped)
    read.check(
        all(count <= swaps for count in seen),
        N_("cards were seen after a Level-up that is to come"),
    )
    for t, old in enumerate(swapped):
        read.check(
            seen[RANK_1_PLACE[old]] <= t,
            N_("{card} was seen after it had left"),
            card=CATS[old].key,
        )
    public = [cat for cat in (*s.rest[seat], s.cat[seat]) if cat >= 0]
    for cat in public:
        if CATS[cat].rank == 1:
            read.check(
                seen[RANK_1_PLACE[cat]] == swaps, N_("{card} is seen by all"), card=CATS[cat].key
            )
        elif CATS[cat].rank == 2:
            read.check(
                s.sure[seat] >> cat & 1 == 1, N_("{card} is seen by all"), card=CATS[cat].key
            )
    for cat in members(s.sure[seat]):
        read.check(
            CATS[cat].rank == 2 and cat in party, N_("{card} is not there"), card=CATS[cat].key
        )
    if s.step in (CROWN, DRAFT, LEVELING, COUNT, OVER):
        read.check(not s.rest[seat] and temp < 0, N_("the Tavern refreshed all"))
        read.check(not s.spent[seat], N_("the Tavern refreshed all"))
    cat = s.cat[seat]
    if cat < 0:
        return
    speed, rotated = s.speed[seat], s.rotated[seat]
    if CATS[cat].speed_kind != "x":
        wanted = CATS[cat].turned if rotated else CATS[cat].upright
        read.check(speed == wanted, N_("its Speed is {wanted}"), wanted=wanted)
    read.check(not rotated or CATS[cat].speed_kind == "rotate", N_("it cannot rotate"))
    grabber = any(isinstance(effect, GrabLoot) for effect in parts(ABILITY[cat]))
    read.check(
        s.grabbed[seat] == (grabber and rotated), N_("it grabs Loot by rotating, and only so")
    )
    read.check(not s.unpaid[seat] or s.buff[seat] == PLUS_0, N_("only +0 replaces a Buff"))
    if s.step == ACTION and s.order.index(seat) >= s.turn:
        calm = not rotated and not s.unpaid[seat] and (CATS[cat].speed_kind != "x" or speed == 0)
        read.check(calm, N_("had no turn yet"))


def _check_cats(s: State) -> None:
    found = [*s.cat_deck, *s.discard]
    for seat in range(s.seats):
        found += [cat for cat in s.party(seat) if CATS[cat].rank == 2]
        found += s.camp[seat] + s.looked[seat]
    _exactly(Reader(None), found, RANK_2, CATS)
    piled = bits(s.discard)
    seen = [s.shown, *s.discarded]
    for mask in seen:
        _check(mask & ~piled == 0, N_("a card known to be discarded is not in the discard pile"))
    if not s.expert:
        for seat in range(s.seats):
            none = not (s.camp[seat] or s.draft[seat] or s.takings[seat] or s.returned[seat])
            _check(none and s.draft_way == 0, N_("only Expert mode has Camps"))
            rank_2 = sum(CATS[cat].rank == 2 for cat in s.party(seat))
            _of(seat).check(
                rank_2 == len(s.swapped[seat]) + (s.temp[seat] >= 0),
                N_("as many Rank-2 cards as Rank-1 cards replaced"),
            )
            if s.step == LEVELING:
                _of(seat).check(
                    len(s.looked[seat]) <= LEVEL_UP_CARDS,
                    N_("{number} cards are dealt"),
                    number=LEVEL_UP_CARDS,
                )
        return
    _check(not s.discard and not any(s.away), N_("in Expert mode no Rank-2 card is discarded"))
    _check((s.draft_way == 0) == (s.step == CROWN), N_("the draft goes round one way"))
    picked = len(s.draft[0])
    _check(s.step != CROWN or picked == 0, N_("the draft has not begun"))
    _check(s.step in (CROWN, DRAFT) or picked == CAMP_SIZE, N_("the draft is not over"))
    _check(s.step != DRAFT or picked < CAMP_SIZE - 1, N_("the draft is over"))
    owned: list[list[int]] = [[] for _ in range(s.seats)]
    for first, cards in enumerate(s.draft):
        _check(len(cards) == picked, N_("all seats draft at once"))
        for time, cat in enumerate(cards):
            owned[(first + time * s.draft_way) % s.seats].append(cat)
    for seat in range(s.seats):
        cats = [cat for cat in s.party(seat) if CATS[cat].rank == 2]
        _exactly(_of(seat), [*cats, *s.camp[seat]], owned[seat], CATS)
        left = CAMP_SIZE - picked if s.step == DRAFT else 0
        _of(seat).check(len(s.looked[seat]) == left, N_("looks at {number} cards now"), number=left)
        swaps = len(s.swapped[seat])
        _of(seat).check(s.takings[seat] >= swaps, N_("every Level-up takes a card out of the Camp"))
        _of(seat).check(
            len(cats) == swaps + (s.temp[seat] >= 0),
            N_("as many Rank-2 cards as Rank-1 cards replaced"),
        )
        for cat, _ in s.returned[seat]:
            _of(seat).check(
                cat in owned[seat], N_("{card} is not from its Camp"), card=CATS[cat].key
            )


def _check_loot(s: State) -> None:
    lying = [*s.pool, *s.loot_deck, *s.under]
    for cards in s.loot:
        lying += cards
    wanted = [c.index for c in LOOT if c.level <= s.level and c.min_players <= s.seats]
    _exactly(Reader(None), lying, wanted, LOOT)
    for card in (*s.loot_deck, *s.under):
        _check(
            LOOT[card].level == s.level,
            N_("{card} is not of this level"),
            card=LOOT[card].key,
        )
    left = (ROUNDS[s.seats] - s.round) * s.seats if s.level else 0
    _check(
        len(s.loot_deck) + len(s.under) == left,
        N_("{number} Loot cards are left in the deck"),
        number=left,
    )
    before = (s.level - 1) * ROUNDS[s.seats] + s.round - 1 if s.level else 0
    for seat in range(s.seats):
        took = s.step in (BATTLE, LEVELING, COUNT, OVER) and s.level > 0
        took = took or s.grabbed[seat] or (s.step == LOOTING and s.order.index(seat) < s.turn)
        has, due = len(s.loot[seat]), before + took
        _of(seat).check(
            has == due, N_("has taken {number} Loot cards, not {has}"), number=due, has=has
        )
        for card in s.spent[seat]:
            known = card in s.loot[seat] and bool(LOOT[card].attack)
            _of(seat).check(known, N_("{card} is not among its Gear"), card=LOOT[card].key)
        under = [resource for resource, _ in s.tucked[seat]]
        _of(seat).check(len(set(under)) == len(under), N_("a Resource is tucked twice"))
        for resource, treasure in s.tucked[seat]:
            fits = LOOT[resource].resource >= 0 and LOOT[treasure].treasure >= 0
            owns = resource in s.loot[seat] and treasure in s.loot[seat]
            _of(seat).check(
                fits and owns, N_("{card} cannot be tucked there"), card=LOOT[resource].key
            )


def _check_monsters(s: State) -> None:
    lying = [*s.monsters, *s.monster_deck, *s.box]
    for cards in s.trophies:
        lying += cards
    wanted = [c.index for c in MONSTERS if c.level <= s.level and c.min_players <= s.seats]
    _exactly(Reader(None), lying, wanted, MONSTERS)
    _check(len(s.monsters) <= s.seats, N_("there are more Monsters than Loot cards"))
    for card in s.monster_deck:
        _check(
            MONSTERS[card].level == s.level,
            N_("{card} is not of this level"),
            card=MONSTERS[card].key,
        )
    if s.options["monsters_at_level_end"] == "box":
        for card in s.monsters:
            _check(
                MONSTERS[card].level == s.level,
                N_("{card} went to the box"),
                card=MONSTERS[card].key,
            )
        gone = s.step in (LEVELING, COUNT, OVER)
        _check(not gone or not s.monsters, N_("the level's Monsters went to the box"))
    if s.step in (LEVELING, COUNT, OVER):
        _check(not s.monster_deck, N_("the level's Monster deck went to the box"))
