"""The views answer from an index: what a page shows first never needs a whole table."""

import pytest
from invented import article, quote, rows, save, tweet


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM reactions ORDER BY first_seen DESC LIMIT 20",
        "SELECT * FROM reactions ORDER BY published_at DESC LIMIT 20",
        "SELECT * FROM reactions WHERE article = 'a'",
        "SELECT * FROM reactions WHERE author = 'a'",
        "SELECT * FROM reactions WHERE outlet = 'a' ORDER BY published_at DESC LIMIT 20",
        "SELECT * FROM most_embedded LIMIT 20",
        "SELECT * FROM most_embedded ORDER BY articles DESC LIMIT 20",
        "SELECT * FROM hashtag_days WHERE hashtag = 'a' ORDER BY day",
        "SELECT * FROM hashtag_days WHERE day = '2020-02-01'",
        "SELECT * FROM outlets ORDER BY embeds DESC LIMIT 20",
        "SELECT * FROM outlets LIMIT 20",
        "SELECT * FROM posts WHERE author = 'a' ORDER BY posted_at DESC LIMIT 20",
        "SELECT post FROM posts_hashtags WHERE hashtag = 'a' ORDER BY posted_at DESC LIMIT 20",
        "SELECT article FROM articles_hashtags WHERE hashtag = 'a' ORDER BY published_at DESC LIMIT 20",
        "SELECT outlet FROM tally_outlet_authors WHERE author = 'a' ORDER BY embeds DESC LIMIT 20",
        "SELECT author FROM tally_outlet_authors WHERE outlet = 'a' ORDER BY embeds DESC LIMIT 20",
        "SELECT outlet FROM tally_outlet_hashtags WHERE hashtag = 'a' ORDER BY articles DESC LIMIT 20",
        "SELECT * FROM hashtags ORDER BY articles DESC LIMIT 20",
        "SELECT * FROM authors ORDER BY embeds DESC LIMIT 20",
        "SELECT * FROM embeds WHERE gone_at IS NOT NULL ORDER BY gone_at DESC LIMIT 20",
    ],
)
def test_a_page_reads_an_index(path, query):
    save(path, article())
    plan = [detail for *_, detail in rows(path, f"EXPLAIN QUERY PLAN {query}")]
    sorted_or_scanned = [
        step for step in plan if "TEMP B-TREE" in step or (step.startswith("SCAN") and "USING" not in step)
    ]
    lookups = {"SCAN tally_hashtag_days", "SCAN tally_outlets"}  # small beside the rows they count
    assert set(sorted_or_scanned) <= (lookups if "WHERE" not in query else set()), plan


def test_reactions_are_embeds_and_quotes_with_article_and_author(path):
    save(path, article(tweet("Hello", number="1"), quotes=[quote("“Well”", platform="twitter", handle="Cleo")]))
    shown = rows(
        path, "SELECT kind, title, outlet, platform, author, handle, name, text, form, position FROM reactions"
    )
    assert shown == [
        (
            "embed",
            "The harbour lights",
            "The Pier",
            "twitter",
            "twitter:ann_lee",
            "Ann_Lee",
            "Ann Lee",
            "Hello",
            "blockquote",
            0,
        ),
        ("quote", "The harbour lights", "The Pier", "twitter", "twitter:cleo", "Cleo", "a fan", "“Well”", "quote", 0),
    ]


def test_most_embedded_begins_with_the_most_embedded(path):
    save(
        path,
        *(
            article(*(tweet(f"Number {n}", number=n) for n in shown), url=f"https://a.example/{shown}")
            for shown in ("123", "23", "3")
        ),
    )
    assert rows(path, "SELECT post, articles FROM most_embedded") == [
        ("twitter:3", 3),
        ("twitter:2", 2),
        ("twitter:1", 1),
    ]


def test_an_outlet_without_a_name_has_none(path):
    save(path, article(facts={"outlet": None}))
    assert rows(path, "SELECT outlet, articles, first_published FROM outlets") == [(None, 1, "2020-02-03")]
