"""Scheduled runs obey erasures: nothing comes back from pages that are fetched again, nor its bytes."""

from __future__ import annotations

import gzip

from erasing import run
from newsroom import feed_of

WORDS = "Never again, not even for all the lights of the harbour in one night."


def kept_bytes(room):
    files = (room.folder / "captures").glob("*.warc.gz")
    return b"".join(gzip.decompress(file.read_bytes()) for file in files)


def set_up(farm, room):
    address = farm.serve("/one", farm.page("One", farm.post(1, WORDS), farm.post(2)))
    room.settings(feed_of(farm, address)).run()
    assert WORDS.encode() in kept_bytes(room)
    return address


def test_a_page_that_is_fetched_again_does_not_bring_a_post_back(farm, room):
    set_up(farm, room)
    run("erase", "-q", room.folder / "a.db", "--author", "twitter:fan_1", "--purge-captures")
    farm.serve("/one", farm.page("One, changed", farm.post(1, WORDS), farm.post(2), farm.post(3)))
    assert room.later(days=3).run().exit_code == 0
    assert room.rows("SELECT author FROM posts ORDER BY 1") == ["twitter:fan_2", "twitter:fan_3"]
    assert room.one("SELECT title FROM articles") == "One, changed"
    assert WORDS.encode() not in kept_bytes(room)
    run("verify", room.folder / "a.db", "--deep")


def test_an_article_that_was_erased_is_asked_for_and_not_stored(farm, room):
    address = set_up(farm, room)
    run("erase", "-q", room.folder / "a.db", "--article", address, "--purge-captures")
    farm.serve("/one", farm.page("One, changed", farm.post(1, WORDS)))
    assert room.later(days=3).run().exit_code == 0
    assert room.one("SELECT (SELECT count(*) FROM articles) + (SELECT count(*) FROM posts)") == 0
    assert WORDS.encode() not in kept_bytes(room)
    run("verify", room.folder / "a.db", "--deep")


def test_a_watched_folder_does_not_bring_a_post_back(farm, room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "one.html").write_bytes(farm.page("One", farm.post(1, WORDS), farm.post(2)))
    room.settings(f'name = "inbox"\nfolder = "{inbox}"').run()
    run("erase", "-q", room.folder / "a.db", "--author", "twitter:fan_1", "--purge-captures")
    (inbox / "one.html").write_bytes(farm.page("Two", farm.post(1, WORDS), farm.post(2)))
    (inbox / "two.html").write_bytes(farm.page("Three", farm.post(1, WORDS), url="https://b.example/3"))
    assert room.later(days=1).run().exit_code == 0
    assert room.rows("SELECT author FROM posts") == ["twitter:fan_2"]
    assert WORDS.encode() not in kept_bytes(room)
