"""Cut the typefaces down to what the pages need: one variable woff2 a family.

    npm install --prefix /some/folder @fontsource-variable/fraunces@5.3.0 \
        @fontsource-variable/figtree@5.3.0
    python tools/fonts.py /some/folder/node_modules

The packages split each family by alphabet. This takes the letters of English and Polish out of
both parts and joins them, keeps the axes within what `tokens.css` asks for, and lets the Polish
letters kern like their plain ones. The results are committed; nobody needs this to run Meowple.
"""

from __future__ import annotations

import argparse
import io
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from fontTools.varLib.hvar import add_HVAR

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "src" / "meowple" / "web" / "static" / "fonts"

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN_1 = "".join(map(chr, range(0xA0, 0x100)))
PUNCTUATION = "\u00a0–—…„”“‘’«»×÷±−≥≤←→↑↓·•°½¼¾€§©†\u2009\u202f"
POLISH = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"


@dataclass(frozen=True)
class Family:
    """One typeface: where it comes from and what we keep of it."""

    name: str
    latin: str
    extended: str
    letters: str
    limits: dict[str, tuple[float, float]]


FAMILIES = [
    Family(
        "fraunces",
        "fraunces/files/fraunces-latin-full-normal.woff2",
        "fraunces/files/fraunces-latin-ext-full-normal.woff2",
        ASCII + PUNCTUATION + POLISH,
        {"opsz": (9, 120), "wght": (560, 900)},
    ),
    Family(
        "figtree",
        "figtree/files/figtree-latin-wght-normal.woff2",
        "figtree/files/figtree-latin-ext-wght-normal.woff2",
        ASCII + LATIN_1 + PUNCTUATION + POLISH,
        {"wght": (400, 900)},
    ),
]


def cut(path: Path, family: Family) -> TTFont:
    options = subset.Options()
    options.layout_features = ["kern", "liga", "rvrn", "tnum", "pnum", "lnum", "mark", "ccmp"]
    options.glyph_names = True
    options.hinting = False
    options.name_IDs = [0, 1, 2, 5, 13, 14]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(text=family.letters)
    font = TTFont(path)
    cutter.subset(font)
    # Through bytes and back, so that everything is compiled against the smaller glyph order.
    font = reopen(font)
    limited: TTFont = instancer.instantiateVariableFont(font, dict(family.limits))
    return reopen(limited)


def reopen(font: TTFont) -> TTFont:
    buffer = io.BytesIO()
    font.flavor = None
    font.save(buffer)
    buffer.seek(0)
    fresh = TTFont(buffer, lazy=False)
    fresh.ensureDecompiled()  # reading later would trip over a changed glyph order
    return fresh


def substitutions(font: TTFont) -> list[list[Any]]:
    """For each set of axis conditions, the single substitutions it switches on."""
    table = font["GSUB"].table
    variations = getattr(table, "FeatureVariations", None)
    found = []
    for record in variations.FeatureVariationRecord if variations else []:
        subtables = []
        for change in record.FeatureTableSubstitution.SubstitutionRecord:
            for index in change.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    subtables.append(getattr(subtable, "ExtSubTable", subtable))
        found.append(subtables)
    return found


def plain(letter: str) -> str:
    """The letter that a Polish letter is drawn from."""
    return {"Ł": "L", "ł": "l"}.get(letter, unicodedata.normalize("NFD", letter)[0])


def kern_alike(font: TTFont, pairs: dict[str, str]) -> None:
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for entry in lookup.SubTable:
            table = getattr(entry, "ExtSubTable", entry)
            if table.LookupType != 2 or table.Format != 2:
                continue
            first, second = table.ClassDef1.classDefs, table.ClassDef2.classDefs
            for glyph, like in pairs.items():
                if like in table.Coverage.glyphs and glyph not in table.Coverage.glyphs:
                    table.Coverage.glyphs.append(glyph)
                    if like in first:
                        first[glyph] = first[like]
                if like in second:
                    second[glyph] = second[like]
            table.Coverage.glyphs.sort(key=font.getGlyphID)


def join(base: TTFont, more: TTFont) -> TTFont:
    """Add the glyphs that only `more` has to `base`."""
    axes = [[(a.axisTag, a.minValue, a.defaultValue, a.maxValue) for a in f["fvar"].axes]
            for f in (base, more)]  # fmt: skip
    assert axes[0] == axes[1], axes
    known = set(base.getGlyphOrder())
    new = [name for name in more.getGlyphOrder() if name not in known]
    base.setGlyphOrder(base.getGlyphOrder() + new)
    for name in new:
        base["glyf"].glyphs[name] = more["glyf"][name]
        base["gvar"].variations[name] = more["gvar"].variations.get(name, [])
        base["hmtx"].metrics[name] = more["hmtx"][name]
    base["glyf"].glyphOrder = base.getGlyphOrder()
    base["maxp"].numGlyphs = len(base.getGlyphOrder())
    names = more.getBestCmap()
    for table in base["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({code: name for code, name in names.items() if name in new})
    ours, theirs = substitutions(base), substitutions(more)
    assert not theirs or len(ours) == len(theirs), "the parts vary under different conditions"
    for here, there in zip(ours, theirs, strict=False):
        for target, source in zip(here, there, strict=True):
            target.mapping.update(source.mapping)
    cmap = base.getBestCmap()
    pairs = {cmap[ord(letter)]: cmap[ord(plain(letter))] for letter in POLISH}
    kern_alike(base, pairs)
    if "GDEF" in base and base["GDEF"].table.GlyphClassDef:
        base["GDEF"].table.GlyphClassDef.classDefs.update(dict.fromkeys(new, 1))
    for name in ("HVAR", "STAT"):
        if name in base:
            del base[name]
    base = reopen(base)
    add_HVAR(base)
    return base


def build(family: Family, packages: Path) -> None:
    folder = packages / "@fontsource-variable"
    font = join(cut(folder / family.latin, family), cut(folder / family.extended, family))
    missing = {letter for letter in family.letters if ord(letter) not in font.getBestCmap()}
    font.flavor = "woff2"
    path = OUT / f"{family.name}.woff2"
    font.save(path)
    print(f"{path.name}: {path.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs")
    if missing:
        print("  drawn by the fallback font: " + " ".join(sorted(missing)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the typefaces down to what the pages need.")
    parser.add_argument("packages", type=Path, help="the node_modules folder with the full fonts")
    options = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for family in FAMILIES:
        build(family, options.packages)


if __name__ == "__main__":
    main()
