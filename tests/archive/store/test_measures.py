"""How soon an outlet shows a post, and what is written where and when, as the tallies count it."""

import pytest
from invented import SENTENCES, article, rows, save, tweet

from archive.verify.check import findings
from scraper.records import Moment

LIGHTS = SENTENCES[0]
POSTED = "2020-02-01T03:04:05.678Z"  # that of the id 1
LAGS = "SELECT outlet, minutes, embeds FROM tally_outlet_lags ORDER BY 1, 2"


def at(moment, precision="second"):
    return {"published": Moment(at=moment, precision=precision, source="metadata")}


@pytest.mark.parametrize(
    ("published", "lags"),
    [
        pytest.param(at("2020-02-01T03:04:59Z"), [("The Pier", 0, 1)], id="in the same minute"),
        pytest.param(at("2020-02-01T03:11:05Z"), [("The Pier", 6, 1)], id="a step holds what follows it"),
        pytest.param(at("2020-02-03T03:04:05Z"), [("The Pier", 2880, 1)], id="two days, to the second"),
        pytest.param(at("2020-02-01T01:04:05Z"), [("The Pier", -120, 1)], id="an article older than the post"),
        pytest.param(at("2050-01-01T00:00:00Z"), [("The Pier", 5256000, 1)], id="more than the last step"),
        pytest.param(at("2020-02-01", "day"), [], id="a day alone"),
        pytest.param(at("2020-02-01T09:00", "minute"), [], id="a time of an unknown zone"),
        pytest.param({"published": None}, [], id="no date"),
    ],
)
def test_the_step_of_a_lag(path, published, lags):
    save(path, article(tweet(LIGHTS, number="1"), facts=published))
    assert rows(path, LAGS) == lags
    assert findings(path) == []


def test_an_article_that_shows_a_post_without_an_exact_date_has_no_lag(path):
    save(path, article(tweet(LIGHTS), facts=at("2020-02-01T03:11:05Z")))
    assert rows(path, LAGS) == []


def test_a_post_that_gets_its_id_moves_to_its_lag(path):
    published = at("2020-02-01T05:04:05Z")
    save(path, article(tweet(LIGHTS), facts=published))
    other = article(
        tweet(LIGHTS, number="1"), url="https://news.example/b", facts={"outlet": None, **at(POSTED, "millisecond")}
    )
    save(path, other)
    assert rows(path, LAGS) == [("", 0, 1), ("The Pier", 120, 1)]
    assert findings(path, deep=True) == []


def test_a_corrected_article_counts_by_its_present_date_language_and_outlet(path):
    save(path, article(tweet(LIGHTS, number="1"), facts=at("2020-02-01T05:04:05Z")))
    later = {**at("2020-02-02T05:04:05Z"), "outlet": "The Quay", "language": None}
    save(path, article(tweet(LIGHTS, number="1"), facts=later), seen="2021-06-01T00:00:00Z")
    assert rows(path, LAGS) == [("The Quay", 1440, 1)]
    assert rows(path, "SELECT * FROM tally_language_days") == [("", "2020-02-02", 1)]
    assert rows(path, "SELECT * FROM tally_platform_days") == [("twitter", "2020-02-01", 1)]
    assert findings(path) == []


def test_what_has_no_day_is_counted_without_one(path):
    save(path, article(tweet(LIGHTS, on=None), facts={"published": None}))
    assert rows(path, "SELECT * FROM tally_language_days") == [("en", "", 1)]
    assert rows(path, "SELECT * FROM tally_platform_days") == [("twitter", "", 1)]
