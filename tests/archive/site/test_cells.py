"""Cells of Datasette's tables: cards with flags, links to pages, times in words."""

import re

import pytest
from sqlite_utils import Database

from archive.store.schema import MIGRATIONS

SEEN = "2024-05-12T08:00:00Z"


@pytest.fixture(scope="module")
def cells(tmp_path_factory, datasette_on, get):
    """Give a function that gives the first row of a table's page, by column."""
    path = tmp_path_factory.mktemp("cells") / "cells.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    seen = {"first_seen": SEEN, "last_seen": SEEN}
    database["articles"].insert(
        {"id": "a1", "title": "The barn said yes", "outlet": "Open Network", "kind": "text", "source": "a.txt",
         "digest": "d", "record": "{}", **seen, "rowid": 1}
    )  # fmt: skip
    database["authors"].insert({"id": "twitter:tove", "platform": "twitter", "handle": "Tove", "first_seen": SEEN})
    database["posts"].insert(
        {"id": "twitter:77", "platform": "twitter", "native_id": "77", "author": "twitter:tove", "text": "Sing <it>",
         "wordings": "Sing it", "posted_at": "2024-05-12T06:02:55.871Z", "url": "https://x.com/tove/status/77",
         "first_seen": SEEN, "rowid": 1}
    )  # fmt: skip
    database["posts"].insert(
        {"id": "mastodon:1", "platform": "mastodon", "url": "https://m.example/1", "first_seen": SEEN, "rowid": 0}
    )
    for text in ("Sing <it>", "Sing it"):
        database["printings"].insert(
            {"id": text, "post": "twitter:77", "platform": "twitter", "text": text, "first_seen": SEEN}
        )
    database["embeds"].insert(
        {
            "id": 1,
            "article": "a1",
            "post": "twitter:77",
            "printing": "Sing it",
            "form": "link",
            "position": 0,
            "text": "Sing it",
            **seen,
        }
    )
    printing = {"id": "none", "post": "mastodon:1", "platform": "mastodon", "first_seen": SEEN}
    database["printings"].insert(printing)
    embed = {"id": 2, "article": "a1", "post": "mastodon:1", "printing": "none", "form": "link", "position": 1, **seen}
    database["embeds"].insert(embed)
    database["hashtags"].insert({"id": "pier", "tag": "Pier"})
    database["problems"].insert(
        {"article": "a1", "source": "a.txt", "step": "flattened", "kind": "date-disagrees-with-id",
         "message": "the post 77 was printed with 'May 1'", **seen}
    )  # fmt: skip
    database.close()

    def row(address):
        page = get(datasette_on(path), f"/cells/{address}").text
        body = re.search(r"<tbody>\s*<tr[^>]*>(.*?)</tr>", page, re.DOTALL)[1]
        found = re.findall(r'<td class="col-(\w+)[^"]*">(.*?)</td>', body, re.DOTALL)
        return {column: value.strip() for column, value in found}

    return row


def test_a_post_is_a_card_with_flags(cells):
    card = cells("posts")["text"]
    assert '<p dir="auto">Sing &lt;it&gt;</p>' in card
    assert '<a href="/cells/post/twitter~3A77">12 May 2024, 06:02 UTC</a>' in card
    assert 'href="https://x.com/tove/status/77"' in card
    assert re.findall(r'"vp-flag">([^<]+)<', card) == ["date contradicts id", "wording differs"]


def test_a_post_without_words_is_a_card_too(cells):
    card = cells("posts?platform=mastodon")["text"]
    assert "No words were printed" in card
    assert 'href="https://m.example/1"' in card


def test_times_are_words_with_the_exact_value(cells):
    assert cells("posts")["posted_at"] == (
        '<time datetime="2024-05-12T06:02:55.871Z" title="2024-05-12T06:02:55.871Z">12 May 2024, 06:02 UTC</time>'
    )


@pytest.mark.parametrize(
    ("table", "column", "address", "words"),
    [
        ("posts", "author", "/cells/author/twitter~3Atove", "@Tove"),
        ("authors", "handle", "/cells/author/twitter~3Atove", "@Tove"),
        ("articles", "title", "/cells/article/a1", "The barn said yes"),
        ("articles", "outlet", "/cells/outlet/Open+Network", "Open Network"),
        ("embeds", "article", "/cells/article/a1", "The barn said yes"),
        ("embeds?id=1", "post", "/cells/post/twitter~3A77", "Sing &lt;it&gt;"),
        ("embeds?id=1", "printing", "/cells/printings/Sing+it", "Sing it"),
        ("embeds?id=2", "printing", "/cells/printings/none", "no words"),
        ("hashtags", "tag", "/cells/hashtag/pier", "#Pier"),
        ("reactions", "title", "/cells/article/a1", "The barn said yes"),
        ("most_embedded?author__notblank=1", "author", "/cells/author/twitter~3Atove", "@tove"),
    ],
)
def test_names_lead_to_their_pages(cells, table, column, address, words):
    cell = cells(table)[column]
    assert f'href="{address}"' in cell
    assert f"<bdi>{words}</bdi>" in cell


def test_other_databases_are_left_alone(tmp_path, datasette_on, get):
    path = tmp_path / "other.db"
    Database(path)["notes"].insert({"id": 1, "text": "a note", "post": "twitter:1", "posted_at": SEEN})
    page = get(datasette_on(path), "/other/notes").text
    assert "vp-card" not in page
    assert "/other/post/" not in page
