"""``meowple clean``: remove tables that nobody plays at any more."""

from __future__ import annotations

from argparse import Namespace

from .language import ngettext


def run(arguments: Namespace) -> int:
    """Remove them, and say how many there were."""
    from meowple.server import clean

    tables, rows = clean(arguments.older_than, arguments.database)
    removed = ngettext("{n} table was removed.", "{n} tables were removed.", tables)
    shorter = ngettext(
        "{n} row of other logs was not needed any more.",
        "{n} rows of other logs were not needed any more.",
        rows,
    )
    print(removed.format(n=tables), shorter.format(n=rows))
    return 0
