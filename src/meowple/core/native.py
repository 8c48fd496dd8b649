"""Whether Meowple runs compiled, and what the compiler is told beside the types: ``make compile``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import questions

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**attributes: Any) -> Any:
        """Mark a class for the compiler; nothing where Python runs the source."""
        return lambda marked: marked


def compiled() -> bool:
    """Whether the rules run compiled here."""
    return not str(questions.__file__).endswith(".py")
