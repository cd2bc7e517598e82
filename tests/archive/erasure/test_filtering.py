"""What was erased is taken out of a record, in time that grows with the record."""

import pytest
from growth import MOST, growth
from invented import article, tweet

from archive.store.erasures import filtering
from archive.store.erasures.shield import Secret, Shield


@pytest.fixture
def shield():
    made = Shield(Secret.made())
    made.add(made.secret.tombstone("author", "twitter:gone_ex"))
    return made


def page(number, *, handle="gone_ex"):
    words = (f"Words of post {n} about the harbour and its {n * 7919 % 1000} boats" for n in range(number))
    return article(*(tweet(text, handle=handle, name="Gone") for text in words))


def test_all_posts_of_an_erased_account_go(shield):
    extraction, posts = filtering.filtered(page(30), shield)
    assert (len(posts), extraction.embeds) == (30, ())


def test_a_printing_without_id_goes_with_its_erased_twin():
    shield = Shield(Secret.made())
    text = "The lamps on the pier are lit for the first time this year, and everybody came"
    twin = tweet(text, number="1223400000000000001", on="2020-02-01")
    flat = tweet(text, on="2020-02-01")
    for tombstone in shield.of_post(twin):
        shield.add(tombstone)
    other = tweet("Something else altogether about the ferry", on="2020-02-01")
    left, _ = filtering.filtered(article(twin, flat, other), shield)
    assert [embed.post for embed in left.embeds] == [other]


@pytest.mark.growth
def test_many_posts_of_an_erased_account_cost_in_proportion(shield):
    assert growth(lambda given: filtering.filtered(given, shield), page, 200, 2000) <= MOST
