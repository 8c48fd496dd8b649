"""Build the covers of the games' boxes: drawings that need no other file, for <img>.

    python tools/covers.py [--check]

Takes assets/covers/<game>.svg and puts into it the drawings of assets/icons that it uses
(`<use href="#fe-fox"/>`). With --check nothing is written; the exit status says whether all is up
to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from icons import symbol

ROOT = Path(__file__).resolve().parent.parent
DRAWN = ROOT / "assets" / "covers"
OUT = ROOT / "src" / "meowple" / "web" / "static" / "covers"


def cover(path: Path) -> str:
    text = path.read_text(encoding="utf-8").strip()
    used = sorted(set(re.findall(r'href="#((?:fe|gi|ji|own)-[a-z0-9-]+)"', text)))
    symbols = "".join(symbol(name) for name in used)
    start = text.index(">") + 1
    return f"{text[:start]}{symbols}{text[start:]}\n"


def main() -> int:
    check, stale = "--check" in sys.argv, 0
    for path in sorted(DRAWN.glob("*.svg")):
        target, text = OUT / path.name, cover(path)
        if target.exists() and target.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if not check:
            OUT.mkdir(exist_ok=True)
            target.write_text(text, encoding="utf-8")
        print(f"{target.relative_to(ROOT)} {'is out of date' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
