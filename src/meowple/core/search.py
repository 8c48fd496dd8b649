"""Finding words in written rules, as the command line and the pages do."""

from __future__ import annotations

import re
from collections.abc import Sequence

FORMS = (r"\b{}\b", r"\b{}", "{}")
"""What counts as having a word: whole, else as the beginning of one, else anywhere."""


def find(texts: Sequence[str], words: Sequence[str]) -> list[int]:
    """The places of the texts that have all of the words; of all texts for no words.

    Where no text has them as whole words, those are found that have words which begin so, and at
    last those that have them anywhere. Small and capital letters are alike.

    >>> find(["A crow swaps.", "No crowd here.", "Scarecrow"], ["Crow"])
    [0]
    >>> find(["A crow swaps.", "No crowd here."], ["cro"])
    [0, 1]
    """
    for form in FORMS:
        wanted = patterns(words, form)
        found = [at for at, text in enumerate(texts) if all(w.search(text) for w in wanted)]
        if found:
            return found
    return []


def patterns(words: Sequence[str], form: str) -> list[re.Pattern[str]]:
    """What finds each of the words, in one of the `FORMS`."""
    return [re.compile(form.format(re.escape(word)), re.IGNORECASE) for word in words]
