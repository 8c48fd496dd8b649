"""Build the icon sprites from the drawings in `assets/icons`.

    python tools/icons.py [--check]

`assets/icons/pages.toml` says what every page and the lobby carry, `icons.toml` of each game what
its table adds. Every string there that begins with fe-, gi-, ji- or own- is a drawing. A page loads
`sprite-common.svg` and the sprite of its own kind. `index.json` tells the server which drawing lies
in which sprite. With --check nothing is written; the exit status says whether all is up to date.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAWINGS = ROOT / "assets" / "icons"
GAMES = ROOT / "src" / "meowple" / "games"
OUT = ROOT / "src" / "meowple" / "web" / "static" / "icons"

FOLDERS = {"fe": "fluent", "gi": "game", "ji": "glyph", "own": "own"}
NAME = re.compile(r"^(fe|gi|ji|own)-([a-z0-9-]+)$")
FILE = re.compile(r'\s*<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)</svg>\s*$', re.DOTALL)


def names(value: object) -> Iterator[str]:
    match value:
        case str() if NAME.match(value):
            yield value
        case list():
            for item in value:
                yield from names(item)
        case dict():
            for item in value.values():
                yield from names(item)


def read(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def symbol(name: str) -> str:
    prefix, stem = name.split("-", 1)
    path = DRAWINGS / FOLDERS[prefix] / f"{stem}.svg"
    if not path.exists():
        raise SystemExit(f"no drawing {path.relative_to(ROOT)} for {name}")
    match = FILE.match(path.read_text(encoding="utf-8"))
    if match is None:
        raise SystemExit(f"{path.relative_to(ROOT)} is not a plain svg with a viewBox")
    box, body = match.groups()
    for inner in set(re.findall(r'\bid="([^"]+)"', body)):
        used = f"#{inner})" in body or f'href="#{inner}"' in body
        body = body.replace(f' id="{inner}"', f' id="{name}.{inner}"' if used else "")
        body = body.replace(f"url(#{inner})", f"url(#{name}.{inner})")
        body = body.replace(f'href="#{inner}"', f'href="#{name}.{inner}"')
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def sprite(drawings: list[str]) -> str:
    lines = [symbol(name) for name in drawings]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(lines) + "\n</svg>\n"


def wanted() -> dict[str, list[str]]:
    pages = read(DRAWINGS / "pages.toml")
    kinds = {kind: set(names(table)) for kind, table in pages.items()}
    for path in sorted(GAMES.glob("*/table/icons.toml")):
        kinds[path.relative_to(GAMES).parts[0]] = set(names(read(path)))
    common = kinds.pop("common")
    return {"common": sorted(common)} | {
        kind: sorted(drawings - common) for kind, drawings in sorted(kinds.items())
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the icon sprites.")
    parser.add_argument("--check", action="store_true", help="only say whether they are up to date")
    check = parser.parse_args().check
    kinds = wanted()
    files = {f"sprite-{kind}.svg": sprite(drawings) for kind, drawings in kinds.items()}
    files["index.json"] = json.dumps(kinds, indent=1) + "\n"
    stale = [
        name
        for name, text in files.items()
        if not (OUT / name).exists() or (OUT / name).read_text(encoding="utf-8") != text
    ]
    if check:
        for name in stale:
            print(f"{name} is not up to date: make icons")
        return int(bool(stale))
    OUT.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (OUT / name).write_text(text, encoding="utf-8")
    print(", ".join(f"{kind} {len(drawings)}" for kind, drawings in kinds.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
