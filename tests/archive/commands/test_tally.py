"""The line at the end of `voxpop archive`: everything is counted once, however much there is."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from invented import article, save, tweet

from archive.commands.archive import Tally
from archive.store.archive import Archive, Saved
from scraper.errors import ArchiveError

TEXT = "The harbour lights came back on tonight and the whole town walked down to see them."


def stored(article, posts=(), hashtags=(), *, embeds=0, new=True):
    return Saved(
        article=article, new=new, changed=True, embeds=embeds, quotes=0,
        posts=frozenset(posts), hashtags=frozenset(hashtags),
    )  # fmt: skip


def test_each_is_counted_once_with_what_it_held_last(path):
    save(path)
    with closing(Tally()) as tally, Archive.open(path) as archive:
        tally.add(stored("a", ["x:1", "x:2"], ["lights"], embeds=2))
        tally.add(stored("b", ["x:2"], ["lights", "rain"], embeds=1))
        tally.add(stored("a", ["x:1"], embeds=1, new=False))
        tally.settle(archive)
    assert tally.articles == 2
    assert tally.line("r.db") == "r.db: 2 articles (2 new), 2 embeds of 2 posts, 0 quotes, 2 hashtags"


def test_posts_that_became_one_are_one(path):
    """The first printing has no id, so the post gets another one when a later article prints it."""
    with closing(Tally()) as tally, Archive.open(path) as archive:
        for number, url in ((None, "https://news.example/a"), ("1", "https://news.example/b")):
            shown = article(tweet(TEXT, number=number), url=url)
            tally.add(archive.save(shown, digest=url, seen="2021-05-06T07:08:09Z"))
        tally.settle(archive)
    assert tally.line("r.db").startswith("r.db: 2 articles (2 new), 2 embeds of 1 post, ")


def test_many_are_counted_in_bounded_memory(path, monkeypatch):
    save(path)
    monkeypatch.setattr("archive.commands.archive._TOGETHER", 7)
    with closing(Tally()) as tally, Archive.open(path) as archive:
        for number in range(50):
            tally.add(stored(str(number), [f"x:{number}", f"x:{number + 1}"]))
        tally.settle(archive)
    assert "50 articles (50 new), 0 embeds of 51 posts" in tally.line("r.db")


def test_without_room_for_temporary_files_it_says_so():
    tally = Tally()
    tally.close()
    with pytest.raises(ArchiveError, match="make room in the folder for temporary files") as refused:
        tally.add(stored("a"))
    assert isinstance(refused.value.__cause__, sqlite3.Error)
