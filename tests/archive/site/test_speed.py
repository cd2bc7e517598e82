"""How soon outlets show posts: medians, what is left out, and who showed a post first."""

import re
from html import unescape

import pytest
from datasette.utils import tilde_encode
from sqlite_utils import Database

from archive.store.schema import MIGRATIONS

SEEN = {"first_seen": "2024-06-01T00:00:00Z", "last_seen": "2024-06-01T00:00:00Z"}
POSTED = "2024-05-12T08:00:00.000Z"
# Outlet, and when it showed the post: the seconds are those of the article.
SHOWN = (
    *(("The Swift", f"2024-05-12T08:{minute:02}:00Z") for minute in range(1, 22)),
    *(("The Slow", f"2024-05-{day}T08:00:00Z") for day in range(13, 31)),
    *(("The Slow", "2024-05-12T07:00:00Z"), ("The Slow", "2024-05-12"), ("The Slow", "2024-05-13T09:00")),
    *(("The Slow", "2024-05-31T08:00:00Z"), ("The Slow", "2024-06-01T08:00:00Z")),
    *(("The Lucky", "2024-05-12T08:00:20Z"), (None, "2024-05-12T08:30:00Z"), (None, None)),
)


@pytest.fixture(scope="module")
def look(tmp_path_factory, datasette_on, get):
    """Give a function that gives the words of a page of an archive in which many show one post."""
    path = tmp_path_factory.mktemp("speed") / "speed.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    about = {"platform": "twitter", "text": "The pier", "first_seen": SEEN["first_seen"]}
    for number, (key, posted) in enumerate((("twitter:1", POSTED), ("twitter:2", "2024-05-12"))):
        database["posts"].insert({"id": key, "rowid": number, "posted_at": posted, **about})
        database["printings"].insert({"id": key, "post": key, **about})
    for number, (outlet, published) in enumerate(SHOWN):
        article = {"id": f"a{number}", "title": f"Story {number}", "outlet": outlet, "published_at": published}
        told = {"kind": "html", "source": "s", "digest": "d", "record": "{}", "rowid": number, **SEEN}
        database["articles"].insert({**article, **told})
        for post in ("twitter:1", *(["twitter:2"] if number == 0 else [])):
            embed = {"article": f"a{number}", "post": post, "printing": post, "form": "link", "position": 0}
            database["embeds"].insert({**embed, **SEEN})
    database.close()

    def ask(address):
        page = get(datasette_on(path), f"/speed/{address}")
        assert page.status_code == 200
        main = page.text.split('<main id="main">')[1].split("</main>")[0]
        return unescape(" ".join(re.sub(r"<[^>]+>", " ", main).split()))

    return ask


def test_the_fastest_stands_first_and_one_lucky_article_does_not_win(look):
    words = look("speed")
    rows = re.search(r"Younger than the article (.*?) Data SQL CSV JSON", words)[1]
    assert rows.startswith(
        "The Swift 10 min to 12 min 6 min to 20 min 100 % 100 % 21 95 % 0 The Slow 10 days to 14 days"
    )
    assert "Lucky" not in rows
    assert "The Slow" in rows
    assert rows.endswith("0 % 0 % 20 91 % 1")


def test_fewer_are_ranked_where_asked(look):
    assert "The Lucky under 1 min 0 min to 1 min 100 %" in look("speed?least=1")


def test_what_is_left_out_is_said(look):
    words = look("speed")
    assert "44 of 48 embeds have a lag" in words
    assert "The other 4 name a day alone, a time of an unknown zone, or no date" in words
    assert "1 of these embeds is of posts younger than the article" in words


def test_the_lags_of_one_outlet(look):
    words = look("speed?outlet=The+Slow")
    assert "before the post: added later 1" in words
    assert "1 h before the post: added to it later" in words
    assert "1 post is younger than the article, which got it later. Of 2 more posts the lag is not known" in words
    assert look("speed?outlet=").startswith("Compare")


def test_who_showed_a_post_first(look):
    words = look(f"post/{tilde_encode('twitter:1')}").split("Who showed it first")[1]
    order = re.findall(r"(The \w+|no outlet named) : Story", words)
    assert order[:3] == ["The Slow", "The Lucky", "The Swift"]
    assert "The Lucky : Story 44 12 May 2024, 08:00 UTC, within a minute" in words.replace(" ,", ",")
    assert "1 min later" in words
    assert "3 more articles state a day alone, or no date" in words


def test_no_lag_is_told_of_a_post_without_a_time(look):
    words = look(f"post/{tilde_encode('twitter:2')}")
    assert "The post itself has no time to the minute" in words
    assert "later" not in words.split("Who showed it first")[1].split("By the time")[0]


def test_few_are_too_few_to_rank(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/speed").text
    assert "No outlet has 20 posts whose lag is known" in page
    assert get(datasette_on(samples_archive), "/samples/speed?outlet=nobody").status_code == 404
