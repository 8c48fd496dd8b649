"""Walks through whole random matches in Chromium, measures every page, keeps a picture of every question.

    MEOWPLE_CHROMIUM="$(scripts/chromium.sh)" python -m tools.walk --matches 20 festival

Each change is measured at the size at which it came, each kind of question at all sizes; languages and
day and night take turns. What is wrong is printed, with the seed that repeats it.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright
from tests.browser.geometry import MOST, SIZES, Walk, window
from tests.server.playing import Server

LANGUAGES = ("en", "pl")
SCHEMES = ("light", "dark")


def walk_through(
    server: Server, browser: Browser, which: int, seed: int, first: str, pictures: Path, every: int
) -> int:
    """Walk through one match; gives the number of faults."""
    game, seats, options = MOST[which]
    language, scheme = LANGUAGES[seed % 2], SCHEMES[seed // 2 % 2]
    context = browser.new_context(
        base_url=server.url,
        viewport=window(first),
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    walk = Walk(server, context.new_page(), game, seats, options, seed=seed, every=every)
    found = 0
    for kind in walk:
        new = walk.seen[kind] == 1
        for size, faults in walk.measure([first, *SIZES] if new else [first]).items():
            found += len(faults)
            for fault in faults:
                print(f"{game} {options} seed {seed}, {language}, {kind} at {size}: {fault}")
        for size in SIZES if new else ():
            walk.page.set_viewport_size(window(size))
            name = f"{game}-{kind}-{size}-{language}-{scheme}.png"
            walk.page.screenshot(path=pictures / name)
        walk.page.set_viewport_size(window(first))
    context.close()
    print(
        f"{game}, {seats} seats, {options or 'as printed'}, seed {seed}, {language}, {scheme}, at {first}: "
        f"{walk.seen.total()} states of {len(walk.seen)} kinds, {found} faults",
        flush=True,
    )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="of which games; all if none is named")
    parser.add_argument("--matches", type=int, default=1, help="of each game")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument(
        "--every", type=int, default=1, help="measure each nth state of a kind seen before"
    )
    parser.add_argument("--pictures", type=Path, default=Path("test-results/geometry"))
    args = parser.parse_args()
    args.pictures.mkdir(parents=True, exist_ok=True)
    sizes = list(SIZES)
    found = 0
    with TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("MEOWPLE_CHROMIUM"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        server = Server(f"{folder}/tables.db")
        for which, (game, *_) in enumerate(MOST):
            if args.games and game not in args.games:
                continue
            for seed in range(args.seed, args.seed + args.matches):
                first = sizes[seed % len(sizes)]
                found += walk_through(
                    server, browser, which, seed, first, args.pictures, args.every
                )
        browser.close()
        server.stop()
    print(f"{found} faults; pictures in {args.pictures}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
