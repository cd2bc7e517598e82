"""What the tests of hydrating share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest


@pytest.fixture
def place(tmp_path, farm, voxpop_here, monkeypatch):
    from filling import Place

    place = Place(tmp_path, farm, voxpop_here)
    clock = SimpleNamespace(now=lambda _zone: place.now())
    monkeypatch.setattr("scraper.fetching.client.datetime", clock)
    return place


@pytest.fixture
def copies(place):
    """A web archive that the place asks."""
    from copies import Copies

    place.copies = Copies(lambda: place.seconds)
    yield place.copies
    place.copies.web.close()
