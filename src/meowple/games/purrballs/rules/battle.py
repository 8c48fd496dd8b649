"""Battles: Challenge, Roll, Match (PB-BAT-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from meowple.author import N_, Action, Asking, Json, Line, People, QuestionKind
from meowple.games.purrballs.pieces.actions import CHALLENGE, DECLINE, FLEE, GEAR, ROLL, STRIKE
from meowple.games.purrballs.pieces.box import BOX, LOOT, MONSTERS
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.names import BLANK, DEFENCES, ICONS
from meowple.games.purrballs.pieces.reading import indices
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State, bits, put

from .effects import REWARD, Effect, inner_effects, perform, verb
from .matching import needs, winning
from .telling import Sentence, a_card, some_cards, some_icons, tells, waiting

# -- the questions --------------------------------------------------------------------------------


ROLL_IT = (ROLL, DECLINE)

ROLL_DICE = QuestionKind(
    "roll", lambda s, seat: ROLL_IT, prompt=N_("Roll the dice for the battle?"), waiting=waiting
)


def challenge_options(s: State, seat: int) -> list[Action]:
    return [*(CHALLENGE[monster] for monster in s.monsters), DECLINE]


CHALLENGES = QuestionKind(
    "challenge", challenge_options, prompt=N_("Which Monster do you fight?"), waiting=waiting
)


def ways_to_win(s: State, seat: int, defences: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """The upright Gear of a seat, and the sets of it (bit sets) that match these Defences."""
    upright = s.upright_gear(seat)
    gear = tuple([LOOT[card].counts for card in upright])
    return upright, winning(gear, s.free, *needs(defences, s.ignore))


def defences(s: State) -> tuple[int, ...]:
    """The Defences of the Monster that is fought, printed and rolled."""
    return (*MONSTERS[s.foe].defences, *s.rolled)


def _useful(s: State, seat: int) -> tuple[list[int], tuple[int, ...], int, int]:
    """The upright Gear and the ways to win; those chosen and all that still help (bit sets)."""
    upright, ways = ways_to_win(s, seat, defences(s))
    chosen = bits([upright.index(card) for card in s.gear])
    useful = 0
    for way in ways:
        if way & chosen == chosen:
            useful |= way
    return upright, ways, chosen, useful


def match_options(s: State, seat: int) -> list[Action]:
    """Gear that still leads to a victory in which all of it is used, strike, flee."""
    upright, ways, chosen, useful = _useful(s, seat)
    options = [
        GEAR[card] for i, card in enumerate(upright) if useful >> i & 1 and not chosen >> i & 1
    ]
    if chosen in ways:
        options.append(STRIKE)
    options.append(FLEE)
    return options


def why_no_gear(s: State, seat: int) -> dict[str, Json]:
    """Why other Gear of the Stash cannot be put in."""
    upright, _, chosen, useful = _useful(s, seat)
    no = {GEAR[card].key: {"code": "spent"} for card in s.spent[seat]}
    for i, card in enumerate(upright):
        if not (useful | chosen) >> i & 1:
            no[GEAR[card].key] = {"code": "no_use"}
    return no


def _match_prompt(words: Speech, view: Json) -> str:
    if view["table"]["fight"]["won"]:
        return words._("Every Defence is matched: strike!")
    return words._("Choose Gear until every Defence is matched, then strike.")


MATCH = QuestionKind("match", match_options, prompt=_match_prompt, waiting=waiting, why=why_no_gear)


# -- the verb -------------------------------------------------------------------------------------


@verb
@dataclass(frozen=True, slots=True)
class Fight(Effect):
    """Battles one after the other (PB-EFF-10).

    Attributes:
        times: battles at most.
        dice: rolled before the first challenge, their icons are Attack icons (PB-EFF-11).
        icons: free Attack icons in each battle (PB-EFF-12).
        ignore: kinds of Defences that count as matched (PB-EFF-13).
        on_win: what follows each reward (PB-EFF-14).
    """

    verb = "fight"
    asks = True
    times: int
    dice: int
    icons: Annotated[tuple[int, ...], indices(ICONS)]
    ignore: Annotated[tuple[int, ...], indices(DEFENCES)]
    on_win: Annotated[tuple[Effect, ...], inner_effects]

    def possible(self, s: State, seat: int) -> bool:
        return bool(s.monsters)

    def inner(self) -> tuple[Effect, ...]:
        return self.on_win

    def ask(self, s: State, seat: int) -> Asking:
        s.fighter, s.battles, s.ignore = seat, self.times, self.ignore
        free = [0] * len(ICONS)
        for kind in self.icons:
            free[kind] += 1
        dice = 0
        if self.dice:  # PB-EFF-11, PB-RUL-21
            if (yield ROLL_DICE.ask(seat)) is DECLINE:
                end_fight(s)
                return
            dice = min(self.dice, BOX.dice)
            for kind in roll(s, dice):
                free[kind] += 1
            if s.tell:
                s.tell("rolled-attack", seat=seat, icons=free[:], dice=dice)
        s.free = (free[0], free[1], free[2])
        while s.battles and s.monsters:
            action = yield CHALLENGES.ask(seat)
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
            if s.gear != LOST:
                yield from defeat(s, seat, self.on_win)
            s.foe, s.rolled, s.gear = -1, (), ()
            s.battles -= 1
        end_fight(s)

    def short(self, words: Speech, cat: Cat) -> str:
        text = words._("battle")
        if self.times > 1:
            text = words.ngettext("battle {n} time", "battle {n} times", self.times)
            text = text.format(n=self.times)
        if self.dice:
            text = words.ngettext("{n} die, {battle}", "{n} dice, {battle}", self.dice).format(
                n=self.dice, battle=text
            )
        parts = [text]
        if self.ignore:
            kinds = ", ".join(words.word(DEFENCES[kind]) for kind in self.ignore)
            parts.append(words._("ignore {kinds}").format(kinds=kinds))
        if self.icons:
            kinds = ", ".join(words.word(ICONS[kind]) for kind in self.icons)
            parts.append(words._("free {kinds}").format(kinds=kinds))
        if self.on_win:
            then = ", ".join(effect.short(words, cat) for effect in self.on_win)
            parts.append(words._("win: {then}").format(then=then))
        return "; ".join(parts)


LOST = (-1,)
"""Stands for the Gear of a battle that was not won."""


def end_fight(s: State) -> None:
    """The dice lie in the Pool again (PB-FIG-1)."""
    s.fighter, s.battles, s.free, s.ignore = -1, 0, (0, 0, 0), ()


def roll(s: State, dice: int) -> tuple[int, ...]:
    """The icons that so many Monster dice show; blank faces give none (PB-ROLL-3)."""
    faces = [BOX.faces[s.chance.below(len(BOX.faces))] for _ in range(dice)]
    return tuple([face for face in faces if face != BLANK])


def match_defences(s: State, seat: int) -> Asking:
    """The Match step: Gear is put in card by card, until the player strikes or flees."""
    if not ways_to_win(s, seat, defences(s))[1]:
        lose(s, seat)  # PB-MATCH-5
        return
    while True:
        action = yield MATCH.ask(seat)
        if action is FLEE:  # PB-RUL-17
            lose(s, seat)
            return
        if action is STRIKE:
            s.spent = put(s.spent, seat, s.spent[seat] + s.gear)  # PB-MATCH-4, PB-RUL-19
            return
        s.gear += (action.value,)


def lose(s: State, seat: int) -> None:
    s.gear = LOST
    if s.tell:
        s.tell("fled", seat=seat, monster=MONSTERS[s.foe].key)


def defeat(s: State, seat: int, on_win: Sequence[Effect]) -> Asking:
    """The Monster's reward, then what the Catventurer adds (PB-MATCH-3, PB-EFF-14)."""
    foe = s.foe
    s.monsters.remove(foe)
    s.trophies = put(s.trophies, seat, s.trophies[seat] + (foe,))
    if s.tell:
        s.tell("defeated", seat=seat, monster=MONSTERS[foe].key,
               gear=[LOOT[card].key for card in s.gear])  # fmt: skip
    yield from perform(s, seat, REWARD[foe])
    yield from perform(s, seat, on_win)


# -- in words -------------------------------------------------------------------------------------

_ATTACK = Sentence(
    N_("{name} rolls {icons} to attack."), you=N_("You roll {icons} to attack."), icons=some_icons
)


def _rolled_attack(words: Speech, data: Json, people: People) -> Line:
    """The event counts the icons by kind."""
    kinds = [kind for kind, number in enumerate(data["icons"]) for _ in range(number)]
    return _ATTACK(words, {**data, "icons": kinds}, people)


tells("rolled-attack", _rolled_attack)
tells(
    "challenged",
    Sentence(N_("{name} fights {monster}."), you=N_("You fight {monster}."), monster=a_card),
)
tells(
    "rolled", Sentence(N_("The dice add to {monster}: {icons}."), monster=a_card, icons=some_icons)
)
tells(
    "defeated",
    Sentence(N_("{name} defeats {monster}."), you=N_("You defeat {monster}."), monster=a_card),
    Sentence(
        N_("{name} defeats {monster} with {gear}."),
        you=N_("You defeat {monster} with {gear}."),
        monster=a_card,
        gear=some_cards,
    ),
    which=lambda data: bool(data["gear"]),
)
tells(
    "fled",
    Sentence(
        N_("{name} flees from {monster}."), you=N_("You flee from {monster}."), monster=a_card
    ),
)
