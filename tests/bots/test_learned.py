"""The bot that has learned: it sees what its seat may, beats greedy, and takes no odd weights."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meowple
from meowple.bots import WrongGame, about, ask, check_plays, get_bot
from meowple.bots.learned import BadWeights, Layout, Learned, Network, NotLearned
from meowple.core.encoding import Encoding
from meowple.core.match import Match
from meowple.lab import simulate

FESTIVAL = meowple.get_game("festival")
assert FESTIVAL.learned is not None
WEIGHTS: Path = FESTIVAL.learned

TABLES: list[tuple[int, dict[str, Any]]] = [
    (seats, {"rules": rules}) for seats in (3, 4) for rules in ("basic", "experienced", "advanced")
]
ODD: list[tuple[int, dict[str, Any]]] = [
    (4, {"announce_on_yorozu": True, "target": 100, "crow_redeal": "always"}),
    (3, {"rules": "experienced", "multiplier_choice": "hidden", "dummy_crow_choice": "random"}),
]
"""Tables that the network was not trained at."""


@pytest.mark.parametrize(("seats", "options"), TABLES + ODD)
def test_it_plays_whole_matches_and_always_does_the_same(
    seats: int, options: dict[str, Any]
) -> None:
    match = meowple.new_match("festival", seats, options, seed=5)
    one, other = get_bot("learned", seed=1), get_bot("learned", seed=2)
    while match.to_act:
        seat = match.to_act[0]
        action = ask(one, match, seat)
        assert action in match.actions(seat)
        assert ask(other, match, seat) is action
        match.act(seat, action)
    assert match.winners


@pytest.mark.parametrize(("seats", "options"), TABLES + ODD)
def test_what_its_seat_cannot_know_changes_no_choice(seats: int, options: dict[str, Any]) -> None:
    match = meowple.new_match("festival", seats, options, seed=6)
    rng, bot, looked = random.Random(1), Learned(), 0
    while match.to_act:
        seat = rng.choice(match.to_act)
        if len(match.actions(seat)) > 1 and rng.random() < 0.3:
            looked += 1
            real = bot.choose(match, seat)
            assert all(bot.choose(match.imagine(seat, twin), seat) is real for twin in range(3))
        match.act(seat, rng.choice(match.actions(seat)))
    assert looked > 5


def test_it_beats_greedy() -> None:
    """Of 200 matches 50 would be chance; what it wins of them is always the same, and well above."""

    def learner(seed: int | None) -> Learned:
        return Learned(seed)

    results = simulate("festival", 200, bots=[learner, "greedy", "greedy", "greedy"], seed=11)
    won = sum(
        1 / len(game.winners)
        for game in results.games
        if "learner" in [game.bots[seat] for seat in game.winners]
    )
    assert won > 62


def test_it_has_a_name_and_a_description_in_polish() -> None:
    assert about("learned").title == "Self-taught bot"
    polish = about("learned", "pl")
    assert polish.title == "Samouk" and polish.text != about("learned").text


def test_other_games_say_that_it_cannot_play_them(tmp_path: Path) -> None:
    catvale = meowple.get_game("catvale")
    with pytest.raises(WrongGame, match="the bot learned cannot play catvale"):
        check_plays("learned", catvale)
    with pytest.raises(WrongGame):
        simulate("catvale", 1, seats=2, bots=["learned", "random"])
    match = meowple.new_match("catvale", seats=2, seed=1)
    with pytest.raises(NotLearned, match="learned has not learned catvale"):
        Learned().choose(match, match.to_act[0])
    with pytest.raises(NotLearned):
        Learned(weights=str(WEIGHTS)).choose(match, match.to_act[0])


def test_a_network_of_ones_own_plays_by_its_file() -> None:
    match = meowple.new_match("festival", seats=4, seed=3)
    bot = get_bot(f"learned:weights={WEIGHTS}", seed=1)
    assert bot.choose(match, 0) is Learned().choose(match, 0)


def test_its_card_says_how_it_was_trained() -> None:
    assert WEIGHTS.stat().st_size < 300_000
    network = Network.load(WEIGHTS)
    assert network.game is FESTIVAL
    assert {(seats, options["rules"]) for seats, options in network.tables} == {
        (seats, options["rules"]) for seats, options in TABLES
    }
    assert network.card["decisions"] > 1_000_000 and "self-play" in network.card["how"]


def test_what_is_saved_is_loaded_the_same(tmp_path: Path) -> None:
    network = Network.load(WEIGHTS)
    network.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == WEIGHTS.read_bytes()


def with_arrays(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """A copy of the weights with something else in it."""
    with np.load(WEIGHTS) as file:
        arrays: dict[str, Any] = {key: file[key] for key in file.files}
    change(arrays)
    np.savez(path, **arrays)
    return path


def about_it(arrays: dict[str, Any], **changes: Any) -> None:
    """Write something else about them."""
    told = json.loads(arrays["about"].tobytes()) | changes
    arrays["about"] = np.frombuffer(json.dumps(told).encode(), np.uint8)


def another_weight(arrays: dict[str, Any]) -> None:
    arrays["w1"][3, 4] += 1


def no_weights(arrays: dict[str, Any]) -> None:
    del arrays["w1"]


def an_object(arrays: dict[str, Any]) -> None:
    arrays["w0"] = np.array([print], dtype=object)


def nothing_about_them(arrays: dict[str, Any]) -> None:
    del arrays["about"]


def a_list_about_them(arrays: dict[str, Any]) -> None:
    arrays["about"] = np.frombuffer(b"[1]", np.uint8)


def tables_of_text(arrays: dict[str, Any]) -> None:
    about_it(arrays, tables=[["x", "y"]])


@pytest.mark.parametrize(
    "change",
    [another_weight, no_weights, an_object, nothing_about_them, a_list_about_them, tables_of_text],
)
def test_damaged_weights_are_refused(
    change: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    with pytest.raises(BadWeights, match=r"bad\.npz"):
        Network.load(with_arrays(tmp_path / "bad.npz", change))


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    whole, path = WEIGHTS.read_bytes(), tmp_path / "bad.npz"
    rng = random.Random(1)
    for number in range(40):
        content = bytearray(whole)
        if number < 10:
            del content[rng.randrange(len(content)) :]
        else:
            for _ in range(50):
                content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(content)
        with pytest.raises(BadWeights, match=r"bad\.npz"):
            Network.load(path)
    for other in (b"", b"no weights", b"\x80\x04N.", np.arange(3).tobytes()):
        path.write_bytes(other)
        with pytest.raises(BadWeights):
            Network.load(path)


@pytest.mark.parametrize(
    "changes", [{"form": 99}, {"encoding": "0" * 32}, {"tables": []}, {"tables": [[9, {}]]}]
)
def test_weights_for_another_encoding_are_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    path = with_arrays(tmp_path / "old.npz", lambda arrays: about_it(arrays, **changes))
    with pytest.raises(BadWeights, match="for another encoding of festival: train them anew"):
        Network.load(path)


def test_layers_must_fit_and_be_finite() -> None:
    network = Network.load(WEIGHTS)
    first, second, last = network.layers
    for layers in ([], [first, last], [first, second], [second, last]):
        with pytest.raises(BadWeights, match="do not fit"):
            Network(FESTIVAL, network.tables, layers, {})
    broken = last[0].copy()
    broken[0, 0] = np.nan
    with pytest.raises(BadWeights, match="finite"):
        Network(FESTIVAL, network.tables, [first, second, (broken, last[1])], {})


def test_inputs_are_found_by_what_they_mean() -> None:
    layout = Layout(FESTIVAL, TABLES)
    names = list(layout.names)
    for seats, options in TABLES:
        encoding = Encoding(FESTIVAL, seats, options)
        for place, row in zip(encoding.places(), layout.inputs(encoding), strict=True):
            assert names[row] == (place.block.name, place.label)
    heard = Encoding(FESTIVAL, 4, {"announce_on_yorozu": True})
    unknown = [p for p, row in zip(heard.places(), layout.inputs(heard), strict=True) if row < 0]
    assert {place.block.name for place in unknown} == {"holds"}
    assert layout.digest != Layout(FESTIVAL, TABLES[:5]).digest


def test_it_sees_what_the_encoding_says_and_nothing_else() -> None:
    """Its likings are those of the layers, given all numbers of the encoding by hand."""
    network = Network.load(WEIGHTS)
    match: Match = meowple.new_match("festival", seats=3, options={"rules": "advanced"}, seed=4)
    encoding = Encoding.of(match)
    values = np.zeros(len(network.layout.names), np.float32)
    for place, code in zip(encoding.places(), encoding.encode(match, 1), strict=True):
        number = code - 256 if code > 127 else code
        row = network.layout.names[place.block.name, place.label]
        values[row] = np.sign(number) * np.log(1 + abs(number))
    for place_of_layer, (w, b) in enumerate(network.layers):
        values = (np.maximum(values, 0) if place_of_layer else values) @ w + b
    assert np.allclose(values, network.likings(match, 1), atol=1e-3)


def test_without_numpy_it_says_what_is_missing() -> None:
    """And nobody else is harmed by that."""
    code = """if True:
        import sys
        from importlib.abc import MetaPathFinder
        class None_(MetaPathFinder):
            def find_spec(self, name, path, target=None):
                if name.partition(".")[0] == "numpy":
                    raise ModuleNotFoundError(name)
        sys.meta_path.insert(0, None_())
        import importlib.util
        found = importlib.util.find_spec
        importlib.util.find_spec = lambda name, *more: None if name == "numpy" else found(name, *more)
        import meowple
        from meowple.bots import UnknownBot, ask, get_bot
        match = meowple.new_match("festival", seed=1)
        ask(get_bot("greedy", 1), match, 0)
        try:
            get_bot("learned")
        except UnknownBot as error:
            print(error)
    """
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "needs numpy: pip install numpy" in told.stdout
