"""The month from step to step (CC-MON-1), and what ends it, the turn and the game.

These functions bring the table to the next question and say in ``s.step`` which it is.
"""

from __future__ import annotations

from meowple.games.comforts.pieces.board import (
    FAMILY_DICE,
    HILL,
    LESSON,
    POOL,
    SPACES,
    SPACES_OF,
    VILLAGE_DICE,
)
from meowple.games.comforts.state import (
    DICE_STEP,
    DISCARD,
    FINAL,
    GUEST,
    IMMEDIATE,
    MAKE,
    MONTH_END,
    OVER,
    PLACE,
    RIDE,
    SET_DIE,
    TITLE,
    State,
)

from .decks import ability, refill_ladder, refill_nest, turn_month_cards
from .improvements import MoveWorker, last_turnings
from .scoring import scores, title_types


def begin_month(s: State) -> None:
    """Step 1: a new traveler comes to the Inn (CC-TRV-1)."""
    s.month += 1
    s.turn = 0
    s.traveler = s.chance.draw(s.travelers)
    s.set_visitor()
    if s.tell:
        box = s.box
        s.tell(
            "month",
            month=s.month,
            months=s.months,
            season=box.forest[s.forest].season,
            forest=box.forest[s.forest].id,
            meadow=box.meadow[s.meadow].id,
            early=s.early,
            points=scores(s),
        )
        s.tell("traveler", card=s.visitor.id)
    if s.visitor.timing == "immediate":
        s.step = IMMEDIATE
    else:
        family_dice(s)


def family_dice(s: State) -> None:
    """Step 2: all roll their family dice (CC-FAM-1)."""
    s.turn = 0
    die = s.chance.die
    s.family = [die() for _ in range(FAMILY_DICE * s.seats)]
    if s.tell:
        s.tell("family", dice=[s.family_dice(seat) for seat in range(s.seats)])
    if s.visitor.timing == "after_family_roll":
        s.step = SET_DIE
    else:
        placement(s)


def placement(s: State) -> None:
    """Step 3: workers are placed (CC-PLC), under the Loon guests first (CC-TVL-3)."""
    s.ready = 0
    s.step = GUEST if s.visitor.guests else PLACE


def village_dice(s: State) -> None:
    """Step 4: the early bird rolls the village dice (CC-VIL-1)."""
    s.ready = 0
    s.step = DICE_STEP  # from here on all see the workers
    if s.tell:
        for seat in range(s.seats):
            barrow = s.barrow[seat]
            s.tell(
                "placed",
                seat=seat,
                spaces=[SPACES[space] for space in SPACES_OF[s.placed[seat]]],
                barrow=None if barrow < 0 else SPACES[barrow],
            )
    die = s.chance.die
    s.village = [die() for _ in range(VILLAGE_DICE)]
    if s.tell:
        s.tell("village", seat=s.early, dice=list(s.village))
    s.turn = 0
    begin_turn(s)


def begin_turn(s: State) -> None:
    """Step 5: the next player's turn; a Bicycle rides first (CC-TRN-1, CC-IMP-9)."""
    seat = s.acting
    s.acted = 0
    if s.tell:
        s.tell("turn", seat=seat)
    s.step = DICE_STEP
    if s.built[seat] and ability(s, seat, MoveWorker) and s.movable(seat):
        s.step = RIDE


def idle_workers(s: State) -> None:
    """D: workers that did not act come home with lessons (CC-TRN-10, CC-TVL-15)."""
    seat = s.acting
    idle = s.placed[seat].bit_count()
    if idle:
        lessons = idle * (s.box.board.idle_lessons + s.visitor.extra_lessons)
        s.tokens[seat][LESSON] += lessons
        s.placed[seat] = 0
        if s.tell:
            s.tell("idle", seat=seat, workers=idle, lessons=lessons)
    s.guest[seat] = s.barrow[seat] = -1
    s.step = MAKE
    if not s.hands[seat] and not last_turnings(s, seat):
        end_turn(s)


def end_turn(s: State) -> None:
    """F: dice and workers are home, spare comforts go (CC-TRN-13 to CC-TRN-17)."""
    s.at = [HILL] * POOL
    s.shift = [0] * POOL
    s.umbrella_die = s.vane_die = -1
    s.umbrella_by = s.vane_by = s.acted = 0
    if len(s.hands[s.acting]) > s.box.board.hand:
        s.step = DISCARD
    else:
        next_turn(s)


def next_turn(s: State) -> None:
    """The player to the left goes on; after the last one the month ends (CC-TRN-17)."""
    s.turn += 1
    if s.turn < s.seats:
        begin_turn(s)
        return
    s.turn = 0
    if s.visitor.timing == "end_of_month":  # CC-TDY-1
        s.step = MONTH_END
    else:
        tidy_up(s)


def tidy_up(s: State) -> None:
    """Step 6, after the traveler's effect (CC-TDY-2 to CC-TDY-9)."""
    if s.month == s.months:
        s.step = FINAL
        s.turn = 0
        s.set_visitor()
        if s.tell:
            s.tell("winter", points=scores(s))
        return
    turn_month_cards(s)
    s.river = s.box.river.following[s.river]
    s.set_needs()
    gone = [s.nest.pop(0)] if s.nest else []
    s.discards += gone
    refill_nest(s)
    fallen = [s.ladder.pop(0)] if s.ladder else []
    s.scrapped += fallen
    refill_ladder(s)
    left = s.visitor
    s.traveler = -1
    s.marked = 0
    s.early = (s.early + 1) % s.seats
    s.village = [0] * VILLAGE_DICE
    s.family = [0] * (FAMILY_DICE * s.seats)
    if s.tell:
        s.tell(
            "tidied",
            river=s.box.river.ids[s.river],
            comfort=s.box.comforts[gone[0]].id if gone else None,
            improvement=s.box.improvements[fallen[0]].id if fallen else None,
            traveler=left.id,
            early=s.early,
        )
    begin_month(s)


def finish(s: State) -> None:
    """The last comforts are made: points (CC-SCO), alone also a title (CC-SOL-5)."""
    s.turn = 0
    s.step = OVER
    if s.seats == 1:
        types = title_types(s)
        if len(types) > 1:
            s.step = TITLE
            return
        s.word = types[0]
    over(s)


def over(s: State) -> None:
    """Tell the points."""
    s.step = OVER
    if s.tell:
        s.tell("over", points=scores(s), word=None if s.word < 0 else s.word)
