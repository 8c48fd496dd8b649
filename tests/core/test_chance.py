from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from meowple.core.chance import Chance, FastChance, SecretChance, chance_from_json
from meowple.core.errors import BadSave

SECRET = bytes(range(32))
BOTH = pytest.mark.parametrize("make", [lambda: FastChance(7), lambda: SecretChance(SECRET)])
Make = Callable[[], Chance]


def stream(chance: Chance, count: int = 50) -> list[int]:
    return [chance.below(1000) for _ in range(count)]


@BOTH
def test_the_same_seed_gives_the_same_stream(make: Make) -> None:
    assert stream(make()) == stream(make())


@BOTH
@pytest.mark.parametrize("used", [0, 1, 7, 8, 9, 16, 61])
def test_copies_and_saves_go_on_alike(make: Make, used: int) -> None:
    chance = make()
    stream(chance, used)
    copy, saved = chance.copy(), chance_from_json(chance.to_json())
    assert copy.mark == saved.mark == chance.mark
    assert stream(copy) == stream(saved) == stream(chance)
    assert copy.to_json() == chance.to_json()


@BOTH
def test_a_copy_shares_nothing(make: Make) -> None:
    chance = make()
    expected = stream(make())
    stream(chance.copy())
    assert stream(chance) == expected


@BOTH
@pytest.mark.parametrize(
    "use",
    [
        lambda c: c.below(1),
        lambda c: c.die(),
        lambda c: c.choice("ab"),
        lambda c: c.shuffle([1, 2]),
        lambda c: c.draw([1]),
        lambda c: c.deal([1], 1),
    ],
)
def test_the_mark_tells_of_every_use(make: Make, use: Callable[[Chance], Any]) -> None:
    chance = make()
    before = chance.mark
    use(chance)
    assert chance.mark != before


@BOTH
@pytest.mark.parametrize("seed", [0, 7, 2**63 + 5])
def test_many_numbers_at_once_are_the_same_as_one_by_one(make: Make, seed: int) -> None:
    at_once, one_by_one = make(), make()
    if isinstance(at_once, FastChance):
        at_once, one_by_one = FastChance(seed), FastChance(seed)
    for size in range(70):
        dealt, drawn = list(range(size)), list(range(size))
        at_once.shuffle(dealt)
        for place in range(size - 1, 0, -1):
            other = one_by_one.below(place + 1)
            drawn[place], drawn[other] = drawn[other], drawn[place]
        assert dealt == drawn
        number = size * 2 // 3
        assert at_once.deal(dealt, number) == [one_by_one.draw(drawn) for _ in range(number)]
        assert (dealt, at_once.mark) == (drawn, one_by_one.mark)


@BOTH
@pytest.mark.parametrize("sides", [2, 3, 6, 10, 38])
def test_numbers_are_equally_likely(make: Make, sides: int) -> None:
    chance, throws = make(), 20_000
    counts = Counter(chance.die(sides) for _ in range(throws))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(list(counts.values()), throws / sides) < 99.9 + sides


@BOTH
def test_orders_are_equally_likely(make: Make) -> None:
    chance, deals = make(), 24_000
    orders: Counter[str] = Counter()
    for _ in range(deals):
        cards = list("abcd")
        chance.shuffle(cards)
        orders["".join(cards)] += 1
    assert len(orders) == 24
    assert chi_square(list(orders.values()), deals / 24) < 57  # one in ten thousand
    drawn = Counter(chance.draw(list("abcd")) for _ in range(deals))
    assert chi_square(list(drawn.values()), deals / 4) < 24


@BOTH
def test_a_number_does_not_tell_of_the_next(make: Make) -> None:
    chance, throws = make(), 36_000
    pairs = Counter((chance.die(), chance.die()) for _ in range(throws))
    assert chi_square(list(pairs.values()), throws / 36) < 78


def test_first_numbers_of_neighbouring_seeds_are_unlike() -> None:
    firsts = Counter(FastChance(seed).die() for seed in range(12_000))
    assert chi_square(list(firsts.values()), 2000) < 30


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_quick_shuffle_is_the_plain_one() -> None:
    quick, plain = FastChance(3), FastChance(3)
    one, other = list(range(30)), list(range(30))
    quick.shuffle(one)
    Chance.shuffle(plain, other)
    assert one == other and quick.mark == plain.mark


def test_draw_takes_one_piece_out() -> None:
    pile = list(range(9))
    piece = FastChance(1).draw(pile)
    assert sorted([*pile, piece]) == list(range(9))


class Words(SecretChance):
    """Gives the words that it is told."""

    __slots__ = ("words",)

    def _word(self) -> int:
        self._used += 1
        return int(self.words.pop(0))


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    chance = Words(SECRET)
    fair = (1 << 64) - (1 << 64) % 6
    chance.words = [(1 << 64) - 1, fair, fair - 1, 4]
    assert chance.below(6) == 5 and chance.mark == 3
    assert chance.below(6) == 4


@pytest.mark.parametrize("n", [2**64 + 1, 2**80, 0, -6])
def test_a_number_beyond_a_secret_word_is_refused_and_not_waited_for(n: int) -> None:
    chance = SecretChance(SECRET)
    with pytest.raises(ValueError, match="no number below"):
        chance.below(n)
    assert chance.mark == 0
    assert 0 <= chance.below(2**64) < 2**64


def test_a_secret_seed_is_drawn_from_the_system() -> None:
    assert SecretChance().seed != SecretChance().seed
    with pytest.raises(ValueError, match="32 bytes"):
        SecretChance(b"short")


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    chance = SecretChance(SECRET)
    commitment = chance.commitment
    stream(chance)
    assert chance.commitment == commitment == hashlib.sha256(SECRET).hexdigest()
    assert SecretChance(b"x" * 32).commitment != commitment


@pytest.mark.parametrize("seed", [0, 7, -1, 2**64, 10**40, True])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert stream(FastChance(seed)) == stream(FastChance(seed))


@pytest.mark.parametrize("seed", ["7", 1.5, None, b"7"])
def test_nothing_else_is_a_seed(seed: Any) -> None:
    with pytest.raises(TypeError):
        FastChance(seed)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "fast",
        {},
        {"fast": -1},
        {"fast": 2**64},
        {"fast": "1"},
        {"fast": True},
        {"secret": SECRET.hex()},
        {"secret": "00", "used": 0},
        {"secret": "zz" * 32, "used": 0},
        {"secret": SECRET.hex(), "used": -1},
        {"secret": SECRET.hex(), "used": 2**80},
        {"secret": 5, "used": 1},
    ],
)
def test_a_damaged_stream_is_refused(data: Any) -> None:
    with pytest.raises(BadSave):
        chance_from_json(data)
