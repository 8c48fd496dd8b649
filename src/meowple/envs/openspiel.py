"""Every game as an OpenSpiel game: ``pyspiel.load_game("meowple_festival")`` and the like.

Importing this module registers them. Secret answers given together are simultaneous nodes; all
chance is in chance nodes.

>>> import pyspiel
>>> import meowple.envs.openspiel
>>> game = pyspiel.load_game("meowple_festival(players=3,rules=advanced)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> state.is_simultaneous_node(), state.num_players()
(True, 3)
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Self

import numpy as np
import pyspiel

from meowple.core.chance import Chance
from meowple.core.errors import MeowpleError
from meowple.core.game import Game, Option
from meowple.core.language import N_
from meowple.core.match import Match, new_match
from meowple.core.registry import games, get_game

from .play import Play

SEED_NODES, SEED_OUTCOMES = 8, 16
"""With ``chance=seed`` so many nodes with so many equally likely outcomes each make the seed."""

MOST_OUTCOMES = 1024
"""With ``chance=nodes`` no piece of chance in any game has more outcomes."""

MOST_MOVES = 100_000
"""More than the nodes of any match, chance included."""

MOST_POINTS = 10_000.0
"""Beyond the points of any match."""

PAST = 64
"""Numbers that tell one past of a seat from all others."""

CHANCE, SIMULTANEOUS, TERMINAL = (
    int(who)
    for who in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS, pyspiel.PlayerId.TERMINAL)
)

Past = tuple[Any, bytes, int] | None
"""What a seat saw and did at its decisions: (the past before, what it saw, what it did)."""


class Rolled(BaseException):
    """The rules need an outcome of chance that is not there yet, one of so many."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


class _Tape(threading.local):
    """The outcomes of chance so far, of the state that is at work now."""

    outcomes: tuple[int, ...] = ()


_TAPE = _Tape()


class TapeChance(Chance):
    """Takes its numbers from the outcomes of chance nodes; stops the rules where there is none.

    The rules are rolled back then, and run again once the outcome is known.
    """

    __slots__ = ("_at", "_used")

    def __init__(self) -> None:
        self._at = self._used = 0

    @property
    def mark(self) -> int:
        return self._used

    def below(self, n: int) -> int:
        self._used += 1
        if n == 1:
            return 0
        tape = _TAPE.outcomes
        if self._at == len(tape):
            raise Rolled(n)
        self._at += 1
        return tape[self._at - 1]

    def copy(self) -> Self:
        new = self.__class__()
        new._at, new._used = self._at, self._used
        return new

    def to_json(self) -> dict[str, Any]:
        return {"tape": self._at}


class World(int):
    """The seed of another world, in place of an action."""


class Core:
    """All of a state but what OpenSpiel itself keeps: quick to copy, and made again by its moves.

    Attributes:
        terms: the game, and how it is told.
        outcomes: of all chance nodes so far.
        player: whose node it is, or CHANCE, SIMULTANEOUS, TERMINAL.
        open: how many outcomes the chance node has; 0 for another kind of node.
        match: None while chance has not dealt yet.
        pasts: of each seat.
        moves: all decisions, the last first: (the moves before, seat, action); where another world
            was put in place of the one that they lead to: (the moves before, for whom, `World`).
        left: decisions that are made already and wait for an outcome of chance.
    """

    __slots__ = ("left", "match", "moves", "open", "outcomes", "pasts", "player", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.outcomes: tuple[int, ...] = ()
        self.open = 0
        self.player = CHANCE
        self.match: Match | None = None
        self.pasts: list[Past] = [None] * terms.play.seats
        self.moves: Any = None
        self.left: tuple[tuple[int, int], ...] = ()
        self._go_on()

    def __deepcopy__(self, memo: object) -> Core:
        new = Core.__new__(Core)
        new.terms, new.outcomes = self.terms, self.outcomes
        new.open, new.player = self.open, self.player
        new.pasts, new.moves, new.left = self.pasts[:], self.moves, self.left
        _TAPE.outcomes = self.outcomes
        new.match = None if self.match is None else self.match.fork()
        return new

    def __reduce__(self) -> Any:
        moves = []
        rest = self.moves
        while rest is not None:
            rest, seat, action = rest
            moves.append((seat, action))
        terms = self.terms
        return _again, (terms.name, terms.parameters, self.outcomes, moves[::-1])

    def act(self, decisions: Sequence[tuple[int, int]]) -> None:
        """Make decisions, each (seat, action), one after the other or all at once."""
        match, play = self.match, self.terms.play
        assert match is not None
        for seat, action in decisions:
            chosen = play.game.actions[action]
            if chosen not in match.actions(seat):
                match.act(seat, chosen)  # says what is wrong
        encode = play.encoding.encode
        pasts, moves = self.pasts[:], self.moves
        for seat, action in decisions:
            pasts[seat] = (pasts[seat], bytes(encode(match, seat)), action)
            moves = (moves, seat, action)
        _TAPE.outcomes = self.outcomes
        before = match.fork() if len(decisions) > 1 else match  # which takes back one by itself
        self.left = tuple(decisions)
        try:
            self._go_on()
        except BaseException:
            self.match, self.left = before, ()
            raise
        self.pasts, self.moves = pasts, moves

    def roll(self, outcome: int) -> None:
        """Chance has decided."""
        if not 0 <= outcome < self.open:
            raise ValueError(f"chance has the outcomes 0 to {self.open - 1} here; not {outcome}")
        self.outcomes += (outcome,)
        self._go_on()

    def imagine(self, player: int, seed: int) -> None:
        """Put another world in place, which that player cannot tell from this one."""
        assert self.match is not None
        _TAPE.outcomes = self.outcomes
        self.match = self.match.imagine(player, seed)
        self.moves = (self.moves, player, World(seed))

    def _go_on(self) -> None:
        """Start or go on as far as the outcomes of chance lead."""
        terms, play = self.terms, self.terms.play
        _TAPE.outcomes = self.outcomes
        self.open = 0
        try:
            if self.match is None:
                if not terms.nodes:
                    if len(self.outcomes) < SEED_NODES:
                        raise Rolled(SEED_OUTCOMES)
                    seed = 0
                    for outcome in self.outcomes:
                        seed = seed * SEED_OUTCOMES + outcome
                    self.match = play.start(seed)
                else:
                    self.match = new_match(
                        play.game.name, play.seats, play.options,
                        chance=TapeChance(), recording=False,
                    )  # fmt: skip
            match, actions = self.match, play.actions
            while self.left:
                seat, action = self.left[0]
                match.act(seat, actions[action])
                self.left = self.left[1:]
        except Rolled as rolled:
            self.open = rolled.outcomes
            if self.open > MOST_OUTCOMES:
                raise MeowpleError(
                    N_("a piece of chance has {number} outcomes; a node can have {most}"),
                    number=self.open,
                    most=MOST_OUTCOMES,
                ) from None
        self.player = CHANCE if self.open else self._whose()

    def _whose(self) -> int:
        """Whose node it is, where it is none of chance."""
        question = None if self.match is None else self.match.question
        if self.match is None or question is None:
            return TERMINAL
        to_act = self.match.to_act
        if question.together and not self.terms.turns and len(to_act) > 1:
            return SIMULTANEOUS
        return to_act[0]

    def past_of(self, seat: int) -> bytes:
        """A hash of all that the seat saw and did at its decisions."""
        digest = blake2b(digest_size=PAST // 8)
        past = self.pasts[seat]
        while past is not None:
            past, seen, action = past
            digest.update(seen + action.to_bytes(4, "big"))
        return digest.digest()


def _again(
    name: str,
    parameters: dict[str, Any],
    outcomes: tuple[int, ...],
    moves: list[tuple[int, int]],
) -> Core:
    """The core that these outcomes and moves lead to."""
    core = Core(Terms(name, parameters))
    rest, left = list(outcomes), list(moves)
    while True:
        if core.open:
            if not rest:
                break
            core.roll(rest.pop(0))
        elif left and isinstance(left[0][1], World):
            core.imagine(*left.pop(0))
        elif left:
            number = 1
            if core.match is not None and core.player == SIMULTANEOUS:
                number = len(core.match.to_act)
            core.act(left[:number])
            del left[:number]
        else:
            break
    return core


class Terms:
    """What a game is loaded with.

    Attributes:
        name: of the game.
        parameters: as OpenSpiel has them.
        play: the game with its seats and options.
        nodes: whether each piece of chance is a node, not the seed alone.
        turns: whether seats that choose together are asked one after the other.
    """

    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        self.name, self.parameters = name, dict(parameters)
        game = get_game(name)
        given = {**self.parameters}
        chance = given.pop("chance", "seed")
        if chance not in ("seed", "nodes"):
            raise ValueError(f"chance is seed or nodes; not {chance!r}")
        self.nodes = chance == "nodes"
        self.turns = bool(given.pop("turns", False))
        seats, rewards = given.pop("players", None), given.pop("rewards", "share")
        options = game.parse_options(
            {key: Option.typed(value).strip("'") for key, value in given.items()}
        )
        self.play = Play(name, seats, options, rewards=rewards)

    def __deepcopy__(self, memo: object) -> Terms:
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Meowple. Parameters: ``players``, the options of the game, and

    * ``chance``: ``seed`` (all chance is drawn at the root, as a seed) or ``nodes`` (each die and
      each card drawn is a node with its exact probabilities);
    * ``turns``: whether seats that choose together are asked one after the other, unseen by one
      another, for algorithms that know no simultaneous nodes;
    * ``rewards``: ``share`` of the victory less the fair one, or ``points``; points in any case for
      who plays alone.
    """

    game: Game[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.terms = terms = Terms(self.game.name, params or {})
        play = terms.play
        even = play.rewards == "share" and play.seats > 1
        fair = 1 / play.seats
        super().__init__(
            game_type(self.game, turns=terms.turns, even=even),
            pyspiel.GameInfo(
                num_distinct_actions=len(play.actions),
                max_chance_outcomes=MOST_OUTCOMES if terms.nodes else SEED_OUTCOMES,
                num_players=play.seats,
                min_utility=-fair if even else -MOST_POINTS,
                max_utility=1 - fair if even else MOST_POINTS,
                **({"utility_sum": 0.0} if even else {}),
                max_game_length=MOST_MOVES,
            ),
            params or {},
        )

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_MOVES if self.terms.nodes else SEED_NODES

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.terms.play, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of a game's tree."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.core = Core(game.terms)

    def current_player(self) -> int:
        return self.core.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = self.core.open
        return [(outcome, 1 / number) for outcome in range(number)]

    def _legal_actions(self, player: int) -> list[int]:
        core = self.core
        now = core.player
        if now == CHANCE:
            return list(range(core.open)) if player == CHANCE else []
        match = core.match
        if match is None or player < 0 or (player != now and now != SIMULTANEOUS):
            return []
        return sorted([action.id for action in match.actions(player)])

    def _apply_action(self, action: int) -> None:
        core = self.core
        if core.open:
            core.roll(action)
        elif core.player == SIMULTANEOUS:
            raise ValueError("several choose at once here: say apply_actions")
        elif core.player == TERMINAL:
            raise ValueError("the match is over")
        else:
            core.act(((core.player, action),))

    def _apply_actions(self, actions: list[int]) -> None:
        core = self.core
        seats = core.terms.play.seats
        if len(actions) != seats:
            raise ValueError(f"actions are {seats}, one for each player; not {len(actions)}")
        if core.match is not None and core.player == SIMULTANEOUS:
            core.act([(seat, actions[seat]) for seat in core.match.to_act])
        elif core.player >= 0:  # as OpenSpiel's own environment asks for: others' do not count
            core.act(((core.player, actions[core.player]),))
        else:
            raise ValueError("no player chooses here")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance:{action}"
        return self.core.terms.play.actions[action].key

    def is_terminal(self) -> bool:
        return self.core.player == TERMINAL

    def returns(self) -> list[float]:
        play = self.core.terms.play
        if not self.is_terminal() or self.core.match is None:
            return [0.0] * play.seats
        return play.paid(self.core.match)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """A state of another world that looks the same to that player, for IS-MCTS in Python."""
        other: SpielState = self.clone()
        if other.core.match is not None and not other.core.open:
            other.core.imagine(player_id, int(probability_sampler() * (1 << 53)))
        return other

    def __str__(self) -> str:
        core = self.core
        if core.match is None or core.open:
            return f"chance, one of {core.open}, after {core.outcomes} and {core.left}"
        match = core.match
        commits = {seat: str(match.commitment(seat)) for seat in match.committed}
        return f"{match} {commits} {json.dumps(match.state.to_json())}"


class Observer:
    """What a player may know: the encoding; with perfect recall also what tells its past.

    Without private information there is no tensor, and the string is what everybody sees.
    """

    def __init__(self, play: Play, kind: Any) -> None:
        self.play, self.recall = play, kind.perfect_recall
        self.who = kind.private_info
        self.private = self.who != pyspiel.PrivateInfoType.NONE
        size = play.encoding.size if self.private else 0
        more = PAST if self.private and self.recall else 0
        self.tensor = np.zeros(size + more, np.float32)
        self.dict = {}
        if self.private:
            self.dict["observation"] = self.tensor[:size]
        if more:
            self.dict["past"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        core = state.core
        self.tensor.fill(0)
        if core.match is not None and self.private:
            self.dict["observation"][:] = self.play.observation(core.match, player)
            if self.recall:
                bits = np.frombuffer(core.past_of(player), np.uint8)
                self.dict["past"][:] = np.unpackbits(bits)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as a text."""
        match = state.core.match
        if match is None:
            return "before the deal"
        if not self.private:
            return json.dumps(self.play.game.view(match.state, None, match.question))
        everybody = self.who == pyspiel.PrivateInfoType.ALL_PLAYERS
        found = []
        for seat in range(self.play.seats) if everybody else (player,):
            seen = bytes(self.play.encoding.encode(match, seat)).hex()
            found.append(f"{state.core.past_of(seat).hex()} {seen}" if self.recall else seen)
        return "\n".join(found)


def game_type(game: Game[Any], *, turns: bool = False, even: bool = True) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    options = {option.name: quoted(option.default) for option in game.options}
    return kinds(
        short_name=f"meowple_{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL if turns else kinds.Dynamics.SIMULTANEOUS,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if even else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **options,
            "players": max(game.seat_counts),
            "chance": "seed",
            "turns": False,
            "rewards": "share",
        },
    )


def quoted(value: str | int | bool) -> str | int | bool:
    """A value of an option, in quotes if it is a text that OpenSpiel would take for a number.

    >>> quoted("12"), quoted("basic"), quoted(12)
    ("'12'", 'basic', 12)
    """
    return f"'{value}'" if isinstance(value, str) and value.isdecimal() else value


def register() -> None:
    """Make all installed games known to `pyspiel.load_game`; done on importing this module."""
    for name in games():
        try:
            game = get_game(name)
        except MeowpleError:  # somebody else's, which cannot be loaded
            continue
        pyspiel.register_game(game_type(game), type(name, (SpielGame,), {"game": game}))


register()
