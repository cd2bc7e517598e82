"""The line at the end of `voxpop archive`: everything is counted once, however much there is."""

from __future__ import annotations

from invented import article, tweet

from archive.commands.archive import Tally
from archive.store.archive import Archive

TEXT = "The harbour lights came back on tonight and the whole town walked down to see them."
SEEN = "2021-05-06T07:08:09Z"


def line_of(path, *stored):
    """The line after some articles, given by URL and record, were stored."""
    with Archive.open(path) as archive:
        archive.save(article(tweet("Before", number="9"), url="https://news.example/before"), digest="d", seen=SEEN)
        tally = Tally(archive)
        for number, (url, shown, tags) in enumerate(stored):
            record = article(*shown, url=f"https://news.example/{url}", tags=tags)
            tally.add(archive.save(record, digest=str(number), seen=f"2021-05-06T07:08:1{number}Z"))
        tally.settle()
    return tally.line("r.db")


def test_each_is_counted_once_with_what_it_held_last(path):
    one, two = tweet(TEXT, number="1"), tweet(f"{TEXT} Again!", number="2")
    stored = [("a", [one, two], ("lights",)), ("b", [two], ("lights", "rain")), ("a", [one], ("lights",))]
    assert line_of(path, *stored) == "r.db: 2 articles (2 new), 2 embeds of 2 posts, 0 quotes, 2 hashtags"


def test_posts_that_became_one_are_one(path):
    """The first printing has no id, so the post gets another one when a later article prints it."""
    stored = [("a", [tweet(TEXT)], ()), ("b", [tweet(TEXT, number="1")], ())]
    assert line_of(path, *stored).startswith("r.db: 2 articles (2 new), 2 embeds of 1 post, ")


def test_without_articles_nothing_is_counted(path):
    assert line_of(path) == "r.db: 0 articles (0 new), 0 embeds of 0 posts, 0 quotes, 0 hashtags"
