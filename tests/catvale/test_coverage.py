"""Cards come to effect in ordinary play; `python -m tools.coverage` sees all of them do."""

from __future__ import annotations

from collections import Counter

from catvale.table import BOX
from meowple.author.testing import draw_trial
from tools.coverage import busily, cards, play

ALWAYS = ("cat", "event", "trinket", "play", "building", "worker", "encounter", "opponent", "token")
"""The kinds of which a few matches see some."""


def test_most_cards_come_to_effect_in_a_few_matches() -> None:
    seen: Counter[str] = Counter()
    sets = {"litterbox": True, "arena": True, "kickstarter": True, "offers_per_talk": 0}
    for seed in range(16):
        play(draw_trial("catvale", seed, short=True, **sets), busily, seen)
    every = cards("catvale")
    assert set(seen) <= every
    assert len(every - set(seen)) < len(every) / 3, sorted(every - set(seen))
    kinds = {card.id: card.kind for card in BOX.cards} | {cat.id: "cat" for cat in BOX.cats}
    assert {kinds[card] for card in seen} >= set(ALWAYS)
