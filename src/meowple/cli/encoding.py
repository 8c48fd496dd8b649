"""``meowple encoding``: what programs that learn are told of a game, number by number."""

from __future__ import annotations

from argparse import Namespace

from meowple.core.encoding import Encoding
from meowple.core.registry import get_game

from . import table


def run(arguments: Namespace) -> int:
    """List the blocks of an encoding and each number in them, as the game itself says it.

    Always in English: these are names for programs, as keys of actions are.
    """
    game = get_game(arguments.game)
    encoding = Encoding(game, arguments.seats, table.options(game, arguments.set))
    for block, start in zip(encoding.blocks, encoding.starts, strict=True):
        print(f"{start}-{start + len(block.labels) - 1}  {block.name} – {block.text}")
        for at, label in enumerate(block.labels, start):
            print(f"    {at}  {label}".rstrip())
    return 0
