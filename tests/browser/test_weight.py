"""What a browser loads that has never been here."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meowple.core.registry import games

from .conftest import Person, Scales

MOST = {"catvale": 140_000}
"""Bytes of a first visit without the fonts; of others 120,000."""


@pytest.mark.parametrize("place", ["lobby", *sorted(games())])
def test_a_first_visit_is_light(person: Callable[..., Person], place: str) -> None:
    ala = person("Ala")
    address = ala.address
    if place != "lobby":
        fields = {"game": place, "name": "Ala", "seats": "3"}
        fields |= {"seat-0": "me", "seat-1": "random", "seat-2": "random"}
        address = ala.context.request.post(f"{address}/tables", form=fields).url
    scales = Scales(ala.page)
    loaded = scales.load(address)
    bare = sum(size for url, size in loaded if ".woff2" not in url)
    assert 20_000 < bare < MOST.get(place, 120_000), f"without fonts: {bare} bytes"
    assert sum(size for _, size in loaded) < bare + 180_000, "with fonts"
    assert not any(
        f"sprite-{game}" in url for url, _ in loaded for game in games() if game != place
    ), "the drawings of other games stay where they are"
    again = scales.load(address)
    assert sum(size for _, size in again) < 40_000, "later visits"
    print(f"{place}: {bare} bytes")


def test_scales_weigh_what_another_page_has_loaded_already(person: Callable[..., Person]) -> None:
    ala = person("Ala")
    ala.page.goto(ala.address)
    loaded = Scales(ala.context.new_page()).load(ala.address)
    assert sum(size for url, size in loaded if "/static/css/" in url) > 10_000
