"""What those read who wait for one player: what that player does."""

from __future__ import annotations

from typing import Any, Final

from meowple.author import N_, Json


class Doing:
    """The ``waiting`` of a question to one player.

    Attributes:
        text: what the player does, to stand after a name: "gives dice".
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, words: Any, view: Json) -> str:
        """The same where no name is at hand."""
        return str(words._("Another player: {doing}.").format(doing=words._(self.text)))


DECIDES: Final = Doing(N_("decides about the traveler"))
GIVES_DICE: Final = Doing(N_("gives dice"))
ACTS: Final = Doing(N_("carries out actions"))
TRADES: Final = Doing(N_("trades"))
PAYS: Final = Doing(N_("pays"))
CHOOSES: Final = Doing(N_("chooses a resource"))
PUTS_AWAY: Final = Doing(N_("puts comforts away"))
MAKES: Final = Doing(N_("makes comforts"))
MAKES_LAST: Final = Doing(N_("makes the last comforts"))
