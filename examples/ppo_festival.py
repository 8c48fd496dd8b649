"""Teach a small network the Festival of a Thousand Cats by letting it play against itself (PPO).

    pip install 'meowple[learn]'
    python examples/ppo_festival.py --out learned.npz

All seats of many matches are played by the same network, and all of them learn. It begins with
random choices and is never shown how anybody else plays. Run it again with the same ``--state`` and
it goes on where it was; Ctrl-C ends it early. What comes out plays anywhere a bot does:

    meowple tournament festival --bots learned:weights=learned.npz,greedy,greedy,greedy
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from self_play import GAME, TABLES, Arena, Batch, Bools, Floats
from torch import nn

from meowple.bots.learned import Layout, Learned, Network
from meowple.lab import simulate
from meowple.lab.estimates import Estimate

HIDDEN = 160, 128
"""Widths of the layers between what is seen and what is done."""

TICKS = 16
"""Questions that each match is played on by before the network learns from them."""

EPOCHS, BATCH = 3, 1024
"""How often each decision is learned from, and from how many at once."""

PLAN = 8_000_000
"""Decisions to learn from: some ten minutes of a quiet core, 18 of one that is shared."""

CLIP = 0.2
"""How far a decision may become likelier or less likely before learning from it stops."""

TRIAL, LAST_TRIAL = 100, 400
"""Matches against greedy bots that tell how strong it is: on the way and at the end."""

RATE, LAST_RATE = 1e-3, 5e-5
ENTROPY, LAST_ENTROPY = 0.02, 0.003
"""Learning rate, and what curiosity is worth: at the beginning and at the end."""


class Net(nn.Module):
    """What a seat knows -> how much it likes each action, and how much better than now it ends."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        first, second = HIDDEN
        self.body = nn.Sequential(
            nn.Linear(inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU()
        )
        self.actor = nn.Linear(second, actions)
        self.critic = nn.Linear(second, 1)
        with torch.no_grad():  # begin with equally likely actions
            self.actor.weight.mul_(0.01)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[Any, torch.Tensor]:
        deep = self.body(seen)
        likings = self.actor(deep).masked_fill(~legal, -1e9)
        return torch.log_softmax(likings, 1), self.critic(deep).squeeze(1)

    def judge(self, seen: Floats, legal: Bools) -> tuple[Floats, Floats]:
        """The same in numpy, as `Arena` asks."""
        with torch.no_grad():
            chances, value = self(torch.from_numpy(seen), torch.from_numpy(legal))
        return chances.numpy(), value.numpy()


def learn(
    net: Net, optimizer: torch.optim.Optimizer, batch: Batch, entropy: float
) -> dict[str, float]:
    """One round of PPO: raise what came out better than expected, but by little at a time."""
    seen, legal, taken, before, value, advantage = map(torch.from_numpy, batch)
    goal = value + advantage
    better = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    told: list[tuple[float, ...]] = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(taken)).split(BATCH):
            chances, value = net(seen[rows], legal[rows])
            chance = chances.gather(1, taken[rows, None]).squeeze(1)
            ratio, pull = (chance - before[rows]).exp(), better[rows]
            gain = torch.min(ratio * pull, ratio.clamp(1 - CLIP, 1 + CLIP) * pull).mean()
            curious = -(chances.exp() * chances).sum(1).mean()
            miss = (value - goal[rows]).square().mean()
            loss = -gain - entropy * curious + 2 * miss
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            told.append((curious.item(), miss.item()))
    curious, miss = map(float, np.mean(told, 0))
    return {"entropy": curious, "explained": 1 - miss / float(goal.var())}


def network(net: Net, card: dict[str, Any]) -> Network:
    """The network as the bot uses it: in numpy, without the critic."""
    layers = [net.body[0], net.body[2], net.actor]
    return Network(
        GAME,
        TABLES,
        [(f.weight.detach().numpy().T.copy(), f.bias.detach().numpy().copy()) for f in layers],
        card,
    )


class Trainer:
    """The network, the matches it plays, and how far it has come.

    Args:
        matches: how many are played side by side.
        plan: how many decisions to learn from in all: towards the end it learns with smaller steps.
        seed: makes the training repeatable, with the same versions of everything.
    """

    def __init__(self, matches: int = 384, plan: int = PLAN, seed: int = 1) -> None:
        torch.manual_seed(seed)
        self.layout = Layout(GAME, TABLES)
        self.net = Net(len(self.layout.names), len(GAME.actions))
        self.optimizer = torch.optim.Adam(self.net.parameters(), RATE, eps=1e-5)
        self.arena = Arena(self.layout, matches, seed)
        self.plan, self.seed = plan, seed
        self.seconds = 0.0
        self.decisions = 0
        self.curve: list[dict[str, float]] = []

    def round(self, ticks: int | None = None) -> dict[str, float]:
        """Play some, learn from it, and tell how it went."""
        start = time.process_time()
        done = min(1.0, self.decisions / self.plan)
        for group in self.optimizer.param_groups:
            group["lr"] = RATE + (LAST_RATE - RATE) * done
        batch = self.arena.collect(self.net.judge, ticks or TICKS)
        told = learn(self.net, self.optimizer, batch, ENTROPY + (LAST_ENTROPY - ENTROPY) * done)
        self.seconds += time.process_time() - start
        self.decisions += len(batch.taken)
        return {"seconds": self.seconds, "decisions": self.decisions, **told}

    def network(self) -> Network:
        """What it has learned so far, as the bot uses it."""
        card = {
            "how": "self-play PPO from random weights (examples/ppo_festival.py)",
            "decisions": self.decisions,
            "seconds": round(self.seconds),
            "seed": self.seed,
        }
        return network(self.net, card)

    def save(self, path: Path) -> None:
        """Keep all that is needed to go on; the matches in hand are begun anew."""
        part = path.with_name(path.name + ".part")
        torch.save(
            {
                "net": self.net.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "layout": self.layout.digest,
                "seconds": self.seconds,
                "decisions": self.decisions,
                "curve": self.curve,
            },
            part,
        )
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what `save` kept."""
        kept = torch.load(path, weights_only=True)
        if kept["layout"] != self.layout.digest:
            raise SystemExit(f"{path} was trained with another encoding: begin anew")
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.seconds, self.decisions = kept["seconds"], kept["decisions"]
        self.curve = kept["curve"]
        self.arena = Arena(self.layout, len(self.arena.matches), self.seed + self.decisions)
        torch.manual_seed(self.seed + self.decisions)


def strength(network: Network, matches: int, against: str = "greedy", seed: int = 1) -> Estimate:
    """Its part of the victory against three others of a kind, with the 95% interval; 0.25 is fair."""

    def learner(seed: int | None) -> Learned:
        return Learned(seed, weights=network)

    results = simulate(GAME.name, matches, bots=[learner, against, against, against], seed=seed)
    return next(bot.share for bot in results.summary().bots if bot.bot == "learner")


def main() -> None:
    """Train for some minutes, then say how strong it has become."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=PLAN, help=f"to learn from ({PLAN:,})")
    parser.add_argument("--matches", type=int, default=384, help="played side by side (384)")
    parser.add_argument("--threads", type=int, default=2, help="of torch (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learned.npz"), help="the weights")
    parser.add_argument("--state", type=Path, default=Path("learned.pt"), help="to go on from")
    parser.add_argument("--pause", type=float, help="stop after so many minutes of this run")
    parser.add_argument("--every", type=int, default=40, help="rounds between two trials (40)")
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    trainer = Trainer(chosen.matches, chosen.decisions, chosen.seed)
    if chosen.state.exists():
        trainer.resume(chosen.state)
    until = time.monotonic() + (chosen.pause * 60 if chosen.pause else float("inf"))
    rounds = 0
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task("", total=trainer.plan, completed=trainer.decisions)
        try:
            while trainer.decisions < trainer.plan and time.monotonic() < until:
                told = trainer.round()
                rounds += 1
                if rounds % chosen.every == 0:
                    share = strength(trainer.network(), TRIAL)
                    trainer.curve.append({**told, "share": share.mean})
                    bar.console.print(
                        f"{told['decisions']:>10,} decisions: {share.mean:.0%} against three greedy "
                        f"({share.low:.0%} to {share.high:.0%}), entropy {told['entropy']:.2f}"
                    )
                    trainer.save(chosen.state)
                about = f"{told['decisions'] / 1e6:.1f} million decisions"
                bar.update(task, completed=trainer.decisions, description=about)
        except KeyboardInterrupt:
            pass
    trainer.save(chosen.state)
    trainer.network().save(chosen.out)
    share = strength(trainer.network(), LAST_TRIAL, seed=2)
    print(
        f"{share.mean:.1%} against three greedy ({share.low:.1%} to {share.high:.1%}; 25% is fair)"
    )
    print(f"{chosen.out}: {chosen.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
