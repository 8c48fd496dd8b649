"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from meowple.author import BadPosition, Chance, Reader

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
    RANK_1,
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
    members,
)

MOST_MANA = 10_000
MOST_TAKINGS = 99
MOST_SPEED = 99
"""Nobody ever gets there; so much may stand in a position."""


def load(seats: int, options: Mapping[str, Any], data: Any, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` for one that cannot occur."""
    s = State(seats, options, chance)
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


def _need(true: bool, message: str) -> None:
    if not true:
        raise BadPosition(f"impossible position: {message}")


def _exactly(found: Iterable[int], wanted: Iterable[int], pieces: Any, what: str) -> None:
    """Whether the pieces found are those wanted, each once."""
    have, want = Counter(found), Counter(wanted)
    for card in sorted((have - want) | (want - have)):
        how = "too often or where it cannot be" if have[card] > want[card] else "missing"
        raise BadPosition(f"impossible position: {what}: {pieces[card].key} is {how}")


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
    _need(started == (step >= SELECT or (step == LEVELING and s.level > 0)), "level and step")
    wild = any(has_wild(s, seat) for seat in seats)
    _need(s.wyvern is None or (wild and step == OVER), "nobody decided about a Wyvern yet")
    _need(step != COUNT or wild, "there is no Wyvern to decide about")
    _need(step != OVER or not wild or s.wyvern is not None, "the Wyvern is not decided about")


def _check_moment(s: State) -> None:
    step, everyone = s.step, list(range(s.seats))
    mode = s.options["mode"]
    rounds = ROUNDS[s.seats]
    if step in (CROWN, DRAFT) or (step == LEVELING and s.level == 0):
        _need(s.level == 0 and s.round == 0, "the first level has not begun")
        _need(step != DRAFT or mode == "expert", "only Expert mode has a draft")
        _need(step != LEVELING or mode != "base", "base mode has no Level-up before level 1")
    else:
        _need(s.level > 0 and s.round > 0, "a level has begun")
        if step in (LEVELING, COUNT, OVER):
            _need(s.round == rounds, "the level is not over")
            _need((s.level == LEVELS) == (step != LEVELING), "step does not fit the level")
    _need((s.way == 0) == (step == CROWN), "the Crown's face is chosen first")
    playing = step in (ACTION, CLAIM, LOOTING, BATTLE)
    for seat in everyone:
        _need((s.cat[seat] >= 0) == playing, f"parties[{seat}]: a cat in play")
        _need((s.buff[seat] >= 0) == playing, f"parties[{seat}]: a Buff in play")
    if playing and step != CLAIM:
        if step == ACTION:
            _need(s.order == s.priority(), "the order is the priority order")
        else:
            _need(s.order == s.speed_order(), "the order is the speed order")
        _need(s.turn < s.seats, "somebody's turn")
    else:
        _need(not s.order and s.turn == 0, "no turns are taken now")
    for seat in everyone:
        if step not in (DRAFT, LEVELING):
            most = _draws(s, seat)
            _need(len(s.looked[seat]) <= most, f"parties[{seat}] looks at {most} cards now")
        if not playing:
            quiet = not (s.unpaid[seat] or s.rotated[seat] or s.grabbed[seat] or s.speed[seat])
            _need(quiet, f"parties[{seat}]: nothing is in play")
    at_once = s.options["prince_claim"] == "turn"
    _need((s.claimed_way != 0) == (at_once and s.claims != 0), "who takes the Crown turns it")
    _need(not at_once or s.claims.bit_count() <= 1, "one seat takes the Crown")
    if step == CLAIM:
        _need(not at_once, "the Crown was taken on a turn")
        _need(s.claims >> s.speed_order()[0] & 1 == 1, "nobody's claim to the Crown holds")
    elif step != ACTION:
        _need(s.claims == 0, "there are no claims now")
    if playing:
        for seat in everyone:
            if s.claims >> seat & 1:
                can = any(isinstance(effect, TakeCrown) for effect in ABILITY[s.cat[seat]])
                done = step == CLAIM or s.order.index(seat) < s.turn
                _need(can and done, f"parties[{seat}] cannot claim the Crown")
    _need(s.at == 0 or step == ACTION, "no effects are performed now")
    if step == ACTION:
        cat = s.cat[s.order[s.turn]]
        effects = ABILITY[cat]
        effect = effects[s.at] if s.at < len(effects) and not FIGHTS[cat] else None
        asks = effect is not None and effect.asks and effect.possible(s, s.order[s.turn])
        _need(asks, f"parties[{s.order[s.turn]}] has nothing to decide")
    if s.reserved >= 0:
        _need(s.reserver >= 0 and s.reserved in s.pool and playing, "the reserved card")
        can = any(isinstance(effect, ReserveLoot) for effect in ABILITY[s.cat[s.reserver]])
        _need(can, f"parties[{s.reserver}] cannot reserve a card")
    else:
        _need(s.reserver < 0, "nothing is reserved")


def _draws(s: State, seat: int) -> int:
    """How many cards a seat has drawn for the effect that is next in the Action phase."""
    if s.step != ACTION or s.expert or s.order[s.turn] != seat:
        return 0
    effects = ABILITY[s.cat[seat]]
    return effects[s.at].drawn() if s.at < len(effects) else 0


def _check_party(s: State, seat: int) -> None:
    where = f"parties[{seat}]"
    party = s.party(seat)
    temp, swapped, seen = s.temp[seat], s.swapped[seat], s.seen[seat]
    _need(len(set(party)) == len(party), f"{where}: a cat is in two places")
    _need(len(party) == len(STARTERS) + (temp >= 0), f"{where}: a party has {len(STARTERS)} cats")
    _need(temp < 0 or (temp in party and CATS[temp].rank == 2), f"{where}: the temporary one")
    for new in s.camp[seat] + s.looked[seat]:
        _need(CATS[new].rank == 2, f"{where}: {CATS[new].key} is no Rank-2 card")
    _exactly(
        [cat for cat in party if CATS[cat].rank < 2] + list(swapped),
        STARTERS,
        CATS,
        f"{where}, starting Catventurers",
    )
    _need(all(CATS[cat].rank == 1 for cat in swapped), f"{where}: only Rank 1 is replaced")
    chances = max(0, s.level - (s.options["mode"] == "base"))
    _need(len(swapped) <= chances, f"{where}: more Level-ups than there were")
    swaps = len(swapped)
    _need(all(count <= swaps for count in seen), f"{where}: seen after a swap to come")
    for t, old in enumerate(swapped):
        _need(seen[old - 1] <= t, f"{where}: {CATS[old].key} was seen after it had left")
    public = [cat for cat in (*s.rest[seat], s.cat[seat]) if cat >= 0]
    for cat in public:
        if CATS[cat].rank == 1:
            _need(seen[cat - 1] == swaps, f"{where}: {CATS[cat].key} is seen by all")
        elif CATS[cat].rank == 2:
            _need(s.sure[seat] >> cat & 1 == 1, f"{where}: {CATS[cat].key} is seen by all")
    for cat in members(s.sure[seat]):
        _need(CATS[cat].rank == 2 and cat in party, f"{where}: {CATS[cat].key} is not there")
    if s.step in (CROWN, DRAFT, LEVELING, COUNT, OVER):
        _need(not s.rest[seat] and temp < 0, f"{where}: the Tavern refreshed all")
        _need(not s.spent[seat], f"{where}: the Tavern refreshed all")
    cat = s.cat[seat]
    if cat < 0:
        return
    speed, rotated = s.speed[seat], s.rotated[seat]
    if CATS[cat].speed_kind != "x":
        wanted = CATS[cat].turned if rotated else CATS[cat].upright
        _need(speed == wanted, f"{where}: its Speed is {wanted}")
    _need(not rotated or CATS[cat].speed_kind == "rotate", f"{where}: it cannot rotate")
    grabber = any(isinstance(effect, GrabLoot) for effect in parts(ABILITY[cat]))
    _need(s.grabbed[seat] == (grabber and rotated), f"{where}: it grabbed no Loot")
    _need(not s.unpaid[seat] or s.buff[seat] == 0, f"{where}: only +0 replaces a Buff")
    if s.step == ACTION and s.order.index(seat) >= s.turn:
        calm = not rotated and not s.unpaid[seat] and (CATS[cat].speed_kind != "x" or speed == 0)
        _need(calm, f"{where}: it had no turn yet")


def _check_cats(s: State) -> None:
    found = [*s.cat_deck, *s.discard]
    for seat in range(s.seats):
        found += [cat for cat in s.party(seat) if CATS[cat].rank == 2]
        found += s.camp[seat] + s.looked[seat]
    _exactly(found, RANK_2, CATS, "the Catventurer deck")
    piled = bits(s.discard)
    seen = [s.shown, *s.discarded]
    for mask in seen:
        _need(mask & ~piled == 0, "a card known to be discarded is not in the discard pile")
    if not s.expert:
        for seat in range(s.seats):
            none = not (s.camp[seat] or s.draft[seat] or s.takings[seat] or s.returned[seat])
            _need(none and s.draft_way == 0, "only Expert mode has Camps")
            rank_2 = sum(CATS[cat].rank == 2 for cat in s.party(seat))
            _need(
                rank_2 == len(s.swapped[seat]) + (s.temp[seat] >= 0),
                f"parties[{seat}]: as many Rank-2 cards as Rank-1 cards replaced",
            )
            if s.step == LEVELING:
                _need(
                    len(s.looked[seat]) <= LEVEL_UP_CARDS,
                    f"parties[{seat}]: {LEVEL_UP_CARDS} cards are dealt",
                )
        return
    _need(not s.discard and not any(s.away), "in Expert mode no Rank-2 card is discarded")
    _need((s.draft_way == 0) == (s.step == CROWN), "the draft goes round one way")
    picked = len(s.draft[0])
    _need(s.step != CROWN or picked == 0, "the draft has not begun")
    _need(s.step in (CROWN, DRAFT) or picked == CAMP_SIZE, "the draft is not over")
    _need(s.step != DRAFT or picked < CAMP_SIZE - 1, "the draft is over")
    owned: list[list[int]] = [[] for _ in range(s.seats)]
    for first, cards in enumerate(s.draft):
        _need(len(cards) == picked, "all seats draft at once")
        for time, cat in enumerate(cards):
            owned[(first + time * s.draft_way) % s.seats].append(cat)
    for seat in range(s.seats):
        cats = [cat for cat in s.party(seat) if CATS[cat].rank == 2]
        _exactly([*cats, *s.camp[seat]], owned[seat], CATS, f"parties[{seat}], what it drafted")
        left = CAMP_SIZE - picked if s.step == DRAFT else 0
        _need(len(s.looked[seat]) == left, f"parties[{seat}]: it looks at {left} cards")
        swaps = len(s.swapped[seat])
        _need(s.takings[seat] >= swaps, f"parties[{seat}]: too few takings")
        _need(
            len(cats) == swaps + (s.temp[seat] >= 0),
            f"parties[{seat}]: as many Rank-2 cards as Rank-1 cards replaced",
        )
        for cat, _ in s.returned[seat]:
            _need(cat in owned[seat], f"parties[{seat}]: {CATS[cat].key} is not from its Camp")


def _check_loot(s: State) -> None:
    lying = [*s.pool, *s.loot_deck, *s.under]
    for cards in s.loot:
        lying += cards
    wanted = [c.index for c in LOOT if c.level <= s.level and c.min_players <= s.seats]
    _exactly(lying, wanted, LOOT, "Loot")
    for card in (*s.loot_deck, *s.under):
        _need(LOOT[card].level == s.level, f"Loot: {LOOT[card].key} is not of this level")
    left = (ROUNDS[s.seats] - s.round) * s.seats if s.level else 0
    _need(len(s.loot_deck) + len(s.under) == left, f"Loot: {left} cards are left in the deck")
    before = (s.level - 1) * ROUNDS[s.seats] + s.round - 1 if s.level else 0
    for seat in range(s.seats):
        took = s.step in (BATTLE, LEVELING, COUNT, OVER) and s.level > 0
        took = took or s.grabbed[seat] or (s.step == LOOTING and s.order.index(seat) < s.turn)
        has, due = len(s.loot[seat]), before + took
        _need(has == due, f"parties[{seat}]: it has taken {due} Loot cards, not {has}")
        for card in s.spent[seat]:
            known = card in s.loot[seat] and bool(LOOT[card].attack)
            _need(known, f"parties[{seat}]: {LOOT[card].key} is no Gear of its")
        under = [resource for resource, _ in s.tucked[seat]]
        _need(len(set(under)) == len(under), f"parties[{seat}]: a Resource is tucked twice")
        for resource, treasure in s.tucked[seat]:
            fits = LOOT[resource].resource >= 0 and LOOT[treasure].treasure >= 0
            owns = resource in s.loot[seat] and treasure in s.loot[seat]
            _need(fits and owns, f"parties[{seat}]: {LOOT[resource].key} cannot be tucked there")


def _check_monsters(s: State) -> None:
    lying = [*s.monsters, *s.monster_deck, *s.box]
    for cards in s.trophies:
        lying += cards
    wanted = [c.index for c in MONSTERS if c.level <= s.level and c.min_players <= s.seats]
    _exactly(lying, wanted, MONSTERS, "Monsters")
    _need(len(s.monsters) <= s.seats, "there are more Monsters than Loot cards")
    for card in s.monster_deck:
        _need(MONSTERS[card].level == s.level, f"{MONSTERS[card].key} is not of this level")
    if s.options["monsters_at_level_end"] == "box":
        for card in s.monsters:
            _need(MONSTERS[card].level == s.level, f"{MONSTERS[card].key} went to the box")
        gone = s.step in (LEVELING, COUNT, OVER)
        _need(not gone or not s.monsters, "the level's Monsters went to the box")
    if s.step in (LEVELING, COUNT, OVER):
        _need(not s.monster_deck, "the level's Monster deck went to the box")
