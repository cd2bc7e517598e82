"""Datasette's own pages: headings in order, every field named, numbers whole, without a script."""

from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

ADDRESSES = [
    pytest.param("/samples", id="database"),
    pytest.param("/samples/posts", id="table"),
    pytest.param("/samples/reactions?kind=embed&_facet=outlet&_where=1", id="view with filters"),
    pytest.param("/samples/posts_hashtags?_sort=hashtag", id="table without facets"),
    pytest.param("/samples/posts_of_hashtag", id="prepared question"),
    pytest.param("/samples?sql=select+1", id="SQL"),
    pytest.param("/samples/hashtags/letmirasing", id="row"),
]


@pytest.fixture
def page(samples_archive, datasette_on, get):
    """Give a function that asks a page and reads its HTML."""
    datasette = datasette_on(samples_archive)

    def ask(address):
        response = get(datasette, address)
        if response.status_code == 302:
            response = get(datasette, response.headers["location"])
        assert response.status_code == 200
        return BeautifulSoup(response.text, "lxml")

    return ask


@pytest.mark.parametrize("address", ADDRESSES)
def test_headings_of_datasette_are_in_order(page, address):
    levels = [int(heading.name[1]) for heading in page(address).find_all(["h1", "h2", "h3", "h4"])]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_field_of_datasette_has_a_name(page, address):
    found = page(address)
    assert found.html["lang"] == "en"
    labelled = {label["for"] for label in found.find_all("label", attrs={"for": True})}
    for field in found.select("input:not([type=hidden]):not([type=submit]), select, textarea"):
        named = field.get("aria-label") or field.get("id") in labelled or field.find_parent("label")
        assert named, field


def test_numbers_of_facets_stand_in_one_piece(page):
    items = page("/samples/reactions?kind=embed&_facet=outlet").select(".facet-info li:not(.facet-truncated)")
    assert items
    assert all(item.select_one(".facet-count").text.replace(",", "").isdigit() for item in items)


@pytest.mark.parametrize("table", ["reactions", "posts", "articles", "printings"])
def test_words_stand_before_addresses(page, table):
    heads = [head["data-column"] for head in page(f"/samples/{table}").select("th[data-column]")]
    words = min(heads.index(name) for name in ("text", "title") if name in heads)
    assert all(words < heads.index(name) for name in ("url", "article_url", "source") if name in heads)


def test_a_long_text_has_a_wide_column(page):
    cells = page("/samples/articles").select("td.col-text .vp-words")
    assert all(("vp-long" in cell["class"]) == (len(cell.text) > 100) for cell in cells)
    assert any("vp-long" in cell["class"] for cell in cells)
