"""Which articles a selection by date publishes."""

from __future__ import annotations

import pytest
from invented import article, day, save, tweet

from archive.publishing.selection import Wanted, plan_of
from archive.selection import selection_of
from archive.store.archive import Archive
from scraper.errors import SettingsError

#: The dates that an article of 3 February 2020 fits.
FIT = ["since=2020-02-03", "since=2020-02", "since=2020", "until=2020-02-03", "until=2020-02", "until=2020"]
OTHERS = ["since=2020-02-04", "since=2020-03", "since=2021", "until=2020-02-02", "until=2020-01", "until=2019"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("dated") / "a.db"
    save(path, article(tweet("The pier is open again.", number="1"), facts={"published": day("2020-02-03")}))
    with Archive.open(path) as archive:
        yield archive


@pytest.mark.parametrize("asked", FIT)
def test_a_date_includes_its_day_month_or_year(archive, asked):
    plan = plan_of(archive.db, Wanted(articles=selection_of([asked])), 100)
    assert (plan.articles, plan.posts) == (1, 1)


@pytest.mark.parametrize("asked", OTHERS)
def test_what_does_not_fit_is_not_published(archive, asked):
    with pytest.raises(SettingsError, match="no article matches"):
        plan_of(archive.db, Wanted(articles=selection_of([asked])), 100)
