"""The PPO example, where PyTorch is installed (extra ``learn``)."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from meowple.bots.learned import Learned, Network

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import ppo_festival

    return ppo_festival  # type: ignore[no-any-return]


def test_it_learns_pauses_and_goes_on(ppo: ModuleType, tmp_path: Path) -> None:
    trainer = ppo.Trainer(matches=8, plan=2000)
    before = [p.clone() for p in trainer.net.parameters()]
    told = [trainer.round(ticks=8) for _ in range(2)]
    assert told[1]["decisions"] > told[0]["decisions"] > 100
    assert all(np.isfinite(list(each.values())).all() for each in told)
    assert any((a != b).any() for a, b in zip(before, trainer.net.parameters(), strict=True))
    trainer.save(tmp_path / "state.pt")
    again = ppo.Trainer(matches=8, plan=2000)
    again.resume(tmp_path / "state.pt")
    assert again.decisions == trainer.decisions
    both = zip(again.net.parameters(), trainer.net.parameters(), strict=True)
    assert all((a == b).all() for a, b in both)
    assert again.round(ticks=8)["decisions"] > trainer.decisions


def test_the_same_seed_gives_the_same_training(ppo: ModuleType) -> None:
    ppo.torch.set_num_threads(1)
    told = [
        {key: value for key, value in ppo.Trainer(8, seed=4).round(8).items() if key != "seconds"}
        for _ in range(2)
    ]
    assert told[0] == told[1]


def test_the_bot_likes_what_the_network_likes(ppo: ModuleType, tmp_path: Path) -> None:
    trainer = ppo.Trainer(matches=8)
    trainer.round(ticks=8)
    trainer.network().save(tmp_path / "own.npz")
    network = Network.load(tmp_path / "own.npz")
    match = trainer.arena.matches[0]
    seat = match.to_act[0]
    seen, legal = trainer.arena._look([(0, seat)])
    chances, _ = trainer.net.judge(seen, legal)
    likings = network.likings(match, seat)[legal[0]]
    mine = np.exp(likings) / np.exp(likings).sum()
    assert np.allclose(mine, np.exp(chances[0][legal[0]]), atol=2e-3)
    assert Learned(weights=network).choose(match, seat) in match.actions(seat)


def test_learning_raises_what_came_out_well(ppo: ModuleType) -> None:
    """Of two actions the one that is always better becomes likely."""
    torch = ppo.torch
    torch.manual_seed(1)
    net = ppo.Net(3, 2)
    optimizer = torch.optim.Adam(net.parameters(), 0.01)
    seen = np.ones((64, 3), np.float32)
    legal = np.ones((64, 2), bool)
    for _ in range(15):
        chances, value = net.judge(seen, legal)
        taken = (np.arange(64) % 2).astype(np.int64)
        advantage = np.where(taken == 1, 0.5, -0.5).astype(np.float32)
        chance = chances[np.arange(64), taken]
        ppo.learn(net, optimizer, ppo.Batch(seen, legal, taken, chance, value, advantage), 0.0)
    assert np.exp(net.judge(seen, legal)[0][0, 1]) > 0.9


def test_the_script_runs(
    ppo: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ppo, "TICKS", 4)
    monkeypatch.setattr(ppo, "TRIAL", 4)
    monkeypatch.setattr(ppo, "LAST_TRIAL", 4)
    line = ["ppo", "--matches", "8", "--decisions", "150", "--every", "1", "--out", "own.npz"]
    monkeypatch.setattr(sys, "argv", line)
    ppo.main()
    assert "against three greedy" in capsys.readouterr().out
    assert Network.load("own.npz").card["decisions"] >= 150
