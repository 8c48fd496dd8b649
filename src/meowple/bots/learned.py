"""The bot ``learned``: a small neural network that has taught itself a game by playing it.

A game that has one says in `Game.learned` where its weights are. The network is given what the seat
knows, as the game's encoding has it, and nothing else; it says how likely it would take each
action. It needs numpy; how it was trained is in ``examples/ppo_festival.py``.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from meowple.core.actions import Action
from meowple.core.encoding import Encoding
from meowple.core.errors import MeowpleError
from meowple.core.game import Game
from meowple.core.language import N_
from meowple.core.match import Match
from meowple.core.registry import get_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

if find_spec("numpy") is None:
    raise ImportError("the bot learned needs numpy: pip install numpy")

FORM = 1
"""Of files of weights: raised when they are read or used in another way."""

LARGEST = 50_000_000
"""Bytes of weights at most."""

Tables = Sequence[tuple[int, Mapping[str, Any]]]
"""Seats and options of the tables that a network was trained at."""


class NotLearned(MeowpleError):
    """Nobody has taught the bot that game."""


class BadWeights(MeowpleError, ValueError):
    """Weights that are damaged, or made for something else."""


class Layout:
    """The inputs of one network for several kinds of tables, whose encodings differ.

    Each number that any of the encodings has, by its block and label, is one input; where a table
    does not have it, it is 0.

    Attributes:
        names: of the inputs, in their order.
        digest: a hash of all that the inputs and the actions mean.
    """

    def __init__(self, game: Game[Any], tables: Tables) -> None:
        self.names: dict[tuple[str, str], int] = {}
        meaning = []
        for seats, options in tables:
            for place in Encoding(game, seats, options).places():
                self.names.setdefault((place.block.name, place.label), len(self.names))
                meaning.append((place.block.name, place.label, place.block.text))
        whole = json.dumps([FORM, meaning, [action.key for action in game.actions]])
        self.digest = hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()

    def inputs(self, encoding: Encoding) -> list[int]:
        """The input for each number of an encoding; -1 for those that are none."""
        return [self.names.get((p.block.name, p.label), -1) for p in encoding.places()]


@cache
def squash() -> Numbers:
    """What a network sees for each byte of an encoding: large numbers count by their logarithm."""
    import numpy as np

    numbers = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.float32)
    return np.sign(numbers) * np.log1p(np.abs(numbers))


class Network:
    """A network of a few layers, in numpy; all but the last are cut off at 0 (ReLU).

    Args:
        game: whose.
        tables: that it was trained at.
        layers: for each layer its weights, a row for each of its inputs, and what it adds.
        card: how it was trained, as plain data.

    Raises:
        BadWeights: they do not fit the game.
    """

    def __init__(
        self,
        game: Game[Any],
        tables: Tables,
        layers: Sequence[tuple[Numbers, Numbers]],
        card: Mapping[str, Any],
    ) -> None:
        import numpy as np

        self.game, self.tables, self.card = game, tables, card
        self.layout = Layout(game, tables)
        self.layers = [(w.astype(np.float32), b.astype(np.float32)) for w, b in layers]
        width = len(self.layout.names)
        for w, b in self.layers:
            if w.ndim != 2 or w.shape[0] != width or b.shape != w.shape[1:]:
                raise BadWeights(N_("layers do not fit together"))
            if not (np.isfinite(w).all() and np.isfinite(b).all()):
                raise BadWeights(N_("a weight is no finite number"))
            width = w.shape[1]
        if not self.layers or width != len(game.actions):
            raise BadWeights(N_("layers do not fit together"))
        self._first: dict[Any, tuple[Encoding, Numbers]] = {}

    def likings(self, match: Match, seat: int) -> Numbers:
        """How much it likes each action of the game, possible or not, by `Action.id`.

        ``exp`` of it is in proportion to how likely it would take the action.
        """
        import numpy as np

        encoding, first = self._at(match)
        seen = squash()[np.frombuffer(encoding.encode(match, seat), np.uint8)]
        (_, added), *rest = self.layers
        values: Numbers = seen @ first + added
        for w, b in rest:
            values = np.maximum(values, 0) @ w + b
        return values

    def _at(self, match: Match) -> tuple[Encoding, Numbers]:
        """The encoding of a match, and the first layer in its order."""
        import numpy as np

        key = match.seats, tuple(match.options.items())
        if key not in self._first:
            encoding = Encoding.of(match)
            w = self.layers[0][0]
            padded = np.vstack([w, np.zeros_like(w[:1])])  # what it does not know, -1, counts 0
            self._first[key] = encoding, padded[self.layout.inputs(encoding)]
        return self._first[key]

    def save(self, path: str | Path) -> None:
        """Write it to a file, with half the precision. Raises OSError."""
        import numpy as np

        arrays = {}
        for place, (w, b) in enumerate(self.layers):
            arrays[f"w{place}"], arrays[f"b{place}"] = w.astype(np.float16), b.astype(np.float16)
        about = {
            "form": FORM,
            "game": self.game.name,
            "version": self.game.version,
            "tables": [[seats, dict(options)] for seats, options in self.tables],
            "encoding": self.layout.digest,
            "weights": _digest(arrays),
            "card": dict(self.card),
        }
        text = json.dumps(about, ensure_ascii=False).encode()
        out = io.BytesIO()
        np.savez_compressed(out, about=np.frombuffer(text, np.uint8), **arrays)  # type: ignore[arg-type]
        Path(path).write_bytes(out.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """Read it from a file.

        Raises:
            BadWeights: the file is damaged, none of weights, or made for another encoding.
            OSError: it cannot be read.
        """
        import numpy as np

        name, content = Path(path).name, Path(path).read_bytes()
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                if sum(entry.file_size for entry in archive.infolist()) > LARGEST:
                    raise ValueError("too large")
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                arrays = {key: file[key] for key in file.files}
            about = json.loads(arrays.pop("about").tobytes())
            form, game, meant = about["form"], str(about["game"]), about["encoding"]
            tables = [(seats, dict(options)) for seats, options in about["tables"]]
            layers = [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(len(arrays) // 2)]
            card, whole = dict(about["card"]), about["weights"] == _digest(arrays)
        except Exception as error:  # of the archive, the arrays or the text: anything can be odd
            raise BadWeights(N_("{file} is no file of weights"), file=name) from error
        if not whole:
            raise BadWeights(N_("the weights in {file} are damaged"), file=name)
        played = get_game(game)
        try:
            fits = form == FORM and meant == Layout(played, tables).digest
        except MeowpleError:  # there are no such tables any more
            fits = False
        if not fits:
            raise BadWeights(
                N_("the weights in {file} are for another encoding of {game}: train them anew"),
                file=name,
                game=game,
            )
        return cls(played, tables, layers, card)


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A hash of the arrays, with their names, kinds and shapes."""
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode() + array.tobytes())
    return digest.hexdigest()


@cache
def _network(path: Path) -> Network:
    return Network.load(path)


class Learned:
    """Does what its network likes best; where several are liked alike, the first of them.

    Args:
        seed: has no influence: it always does the same where it knows the same.
        weights: a file of weights of one's own instead of the game's, or a network.

    Raises:
        BadWeights, OSError: that file cannot be used.
    """

    title = N_("Self-taught bot")
    about = N_("Has taught itself by playing against itself, and decides at once.")

    __slots__ = ("_own", "random")

    def __init__(self, seed: int | None = None, *, weights: str | Network | None = None) -> None:
        self.random = Random(seed)
        self._own = _network(Path(weights)) if isinstance(weights, str) else weights

    @staticmethod
    def plays(game: Game[Any]) -> bool:
        """Whether the game brings weights. With a file of one's own it plays what that is for."""
        return game.learned is not None

    suits = plays

    def choose(self, match: Match, seat: int) -> Action:
        """The possible action that the network likes best.

        Raises:
            NotLearned: it has no weights for this game.
            BadWeights: they are damaged, or for another encoding.
        """
        actions = match.actions(seat)
        likings = self._network(match.game).likings(match, seat)
        return max(actions, key=lambda action: float(likings[action.id]))

    def _network(self, game: Game[Any]) -> Network:
        own = self._own
        if own is not None and own.game is game:
            return own
        if own is not None or game.learned is None:
            raise NotLearned(
                N_("the bot {bot} has not learned {game}"), bot="learned", game=game.name
            )
        return _network(game.learned)
