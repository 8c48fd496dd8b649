"""All dice and shuffles of a match.

Two generators with the same methods: `FastChance` for simulation, `SecretChance` for play
between people. A match has one of them, in its state; rules use nothing else.

Hidden stock that nobody has seen is kept as an unordered pile from which `draw` takes a piece at
random: an order that does not exist cannot leak, and every draw is seen to use chance, which is
how a match knows what may not be taken back.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, MutableSequence, Sequence
from functools import lru_cache
from operator import index
from struct import Struct
from typing import Any, Self, SupportsIndex, TypeVar

from .errors import BadSave, shown
from .language import N_
from .native import mypyc_attr

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def checked_seed(seed: Any) -> int:
    """The seed as an int, whatever kind of whole number it is; raises `TypeError` for the rest.

    Of a huge one that is the part which a stream is made of: the lowest 64 bits.
    """
    try:
        number = index(seed)
    except TypeError:
        raise TypeError(f"a seed is a whole number; not {shown(seed)}") from None
    return number if number.bit_length() <= 64 else number & _MASK


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(ABC):
    """A stream of random numbers that can be copied, saved and compared."""

    __slots__ = ()

    @property
    @abstractmethod
    def mark(self) -> int:
        """A number that changes whenever the stream is used."""

    @abstractmethod
    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely; ``n`` from 1 to 2**31."""

    @abstractmethod
    def copy(self) -> Self:
        """A stream that goes on exactly as this one does."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The stream and its place in it, as plain data."""

    def reveal(self) -> None:
        """Say that something hidden was turned up, so that what led there is not free to undo."""
        self.below(1)

    def die(self, sides: int = 6) -> int:
        """A throw of one die: 1 to ``sides``."""
        return self.below(sides) + 1

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``, each equally likely. ``items`` must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put ``items`` in random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def draw(self, pile: list[T]) -> T:
        """Take a random piece out of an unordered ``pile`` (its order changes)."""
        i = self.below(len(pile))
        pile[i], pile[-1] = pile[-1], pile[i]
        return pile.pop()

    def deal(self, pile: list[T], number: int) -> list[T]:
        """`draw` so many pieces, of which there must be enough, one after the other."""
        return [self.draw(pile) for _ in range(number)]


@lru_cache(maxsize=256)
def _lanes(number: int) -> tuple[int, int, int, Callable[[bytes], tuple[int, ...]]]:
    """What `FastChance` needs to make so many numbers at once, each in 128 bits of a long number.

    A 1 in each place; the golden ratio once, twice, three times ...; the mask of 64 bits in each;
    and what takes the upper half of every 64 bits out of the whole.
    """
    ones = sum(1 << 128 * place for place in range(number))
    steps = sum(((place + 1) * _GOLDEN & _MASK) << 128 * place for place in range(number))
    return ones, steps, ones * _MASK, Struct("<" + "4xI8x" * number).unpack


@mypyc_attr(allow_interpreted_subclasses=True)
class FastChance(Chance):
    """SplitMix64: small, quick to copy, repeatable by its seed. Not secret.

    A number below ``n`` is as likely as the next to within one part in 2**32 / n.

    >>> dice, same = FastChance(7), FastChance(7)
    >>> [dice.die() for _ in range(5)] == [same.die() for _ in range(5)]
    True
    """

    __slots__ = ("_x",)

    def __init__(self, seed: SupportsIndex) -> None:
        self._x = (checked_seed(seed) * 0xD1342543DE82EF95 + _GOLDEN) & _MASK

    @property
    def mark(self) -> int:
        return self._x

    def below(self, n: int) -> int:
        self._x = z = (self._x + _GOLDEN) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) >> 32) * n >> 32

    def shuffle(self, items: MutableSequence[Any]) -> None:
        size = len(items)
        for word in self._words(size - 1):
            j = word * size >> 32
            size -= 1
            items[size], items[j] = items[j], items[size]

    def deal(self, pile: list[T], number: int) -> list[T]:
        size, drawn = len(pile), []
        for word in self._words(number):
            i = word * size >> 32
            size -= 1
            pile[i], pile[size] = pile[size], pile[i]
            drawn.append(pile.pop())
        return drawn

    def _words(self, number: int) -> Sequence[int]:
        """As many numbers below 2**32 as asked for, of which `below` makes its own one by one.

        All at once, side by side in one long number: so a shuffle of thirty cards takes half as
        long, and a third of a random game of Festival was shuffling.
        """
        if number < 1:
            return ()
        ones, steps, mask, words = _lanes(number)
        z = (self._x * ones + steps) & mask
        z = ((z ^ (z >> 30)) & mask) * 0xBF58476D1CE4E5B9 & mask
        z = ((z ^ (z >> 27)) & mask) * 0x94D049BB133111EB & mask
        self._x = (self._x + number * _GOLDEN) & _MASK
        return words((z ^ (z >> 31)).to_bytes(16 * number, "little"))

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new._x = self._x
        return new

    def to_json(self) -> dict[str, Any]:
        return {"fast": self._x}


@mypyc_attr(allow_interpreted_subclasses=True)
class SecretChance(Chance):
    """A stream that cannot be predicted from what was seen: BLAKE2b keyed by a secret seed.

    ``commitment`` may be shown at the start; the seed, shown after the end, lets anybody check
    every shuffle. The seed must not leave the server before.

    Args:
        seed: 32 secret bytes; drawn from the system's source when not given.
    """

    __slots__ = ("_block", "_used", "seed")

    def __init__(self, seed: bytes | None = None) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed
        if len(self.seed) != 32:
            raise ValueError("a secret seed has 32 bytes")
        self._used = 0
        self._block = b""

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hexadecimal: 64 characters that give nothing away."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def mark(self) -> int:
        return self._used

    def _word(self) -> int:
        """The next 64 bits."""
        block, place = divmod(self._used, 8)
        if place == 0 or not self._block:
            self._block = hashlib.blake2b(block.to_bytes(8, "big"), key=self.seed).digest()
        self._used += 1
        return int.from_bytes(self._block[place * 8 : place * 8 + 8], "big")

    def below(self, n: int) -> int:
        if not 0 < n <= 1 << 64:
            raise ValueError(f"no number below {shown(n)} can be drawn")
        limit = (1 << 64) - (1 << 64) % n  # words from here on would favour small numbers
        while (word := self._word()) >= limit:
            pass
        return word % n

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.seed, new._used, new._block = self.seed, self._used, self._block
        return new

    def to_json(self) -> dict[str, Any]:
        return {"secret": self.seed.hex(), "used": self._used}


def chance_from_json(data: Any) -> Chance:
    """The stream that `Chance.to_json` wrote. Raises `BadSave` for anything else."""
    try:
        if "fast" in data:
            fast = FastChance(0)
            fast._x = _whole(data["fast"], _MASK)
            return fast
        secret = SecretChance(bytes.fromhex(data["secret"]))
        secret._used = _whole(data["used"], 1 << 40)
        return secret
    except (KeyError, TypeError, ValueError) as error:
        raise BadSave(N_("the save's random stream cannot be read")) from error


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(value)
    return value
