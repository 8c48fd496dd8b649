"""Collect the texts to be translated, bring the catalogues up to date and compile them.

    python tools/messages.py [--check] [DOMAIN ...]

Domains: `core` (errors, numbers, the names of seats, bots, environments), `web` (pages and server), `cli` (the
command line), `lab` (reports) and each game by its name. `meowple.cli.catalogues` says where texts
are found. With --check nothing is written; the exit status says whether all catalogues are
complete and compiled.
"""

from __future__ import annotations

import sys
from pathlib import Path

from meowple.cli.catalogues import Domain, brought_up_to_date

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "meowple"


def domains() -> dict[str, Domain]:
    """All domains by name."""
    found = [
        Domain(
            "core",
            SOURCE / "core",
            (SOURCE / "core", SOURCE / "author", SOURCE / "bots", SOURCE / "envs"),
            ROOT,
        ),
        Domain("web", SOURCE / "web", (SOURCE / "web", SOURCE / "server"), ROOT),
        Domain("cli", SOURCE / "cli", (SOURCE / "cli",), ROOT),
        Domain("lab", SOURCE / "lab", (SOURCE / "lab",), ROOT),
    ]
    for folder in sorted((SOURCE / "games").iterdir()):
        if (folder / "table" / "locale").is_dir():  # a game with this folder is to be translated
            found.append(Domain(folder.name, folder / "table", (folder,), ROOT))
    return {domain.name: domain for domain in found}


def languages() -> list[str]:
    """The languages that there are catalogues of; a new one begins with a folder in the core."""
    return sorted(folder.name for folder in (SOURCE / "core" / "locale").iterdir())


def main() -> int:
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    chosen = [domain for name, domain in domains().items() if not names or name in names]
    wrong = False
    for kind, what in brought_up_to_date(chosen, languages(), check="--check" in sys.argv):
        told = {"wrote": "wrote {}", "old": "out of date: {}: run make messages",
                "missing": "not translated: {}"}  # fmt: skip
        print(told[kind].format(what))
        wrong |= kind != "wrote"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
