"""What platforms said of posts beside what articles print: kept with its source, never over the article."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import SEEN

from archive.erasure.erase import erase, targets_of
from archive.store.archive import Archive
from archive.store.hydrations import Look, write_answered
from archive.store.identity import clusters, merged, printing_of, sourced
from archive.store.merging import merge_archive
from archive.verify.check import findings
from scraper.answered_posts import posts_answered
from scraper.availability import Target
from scraper.records import Article, Author, Embed, Extraction, Loaded, Moment, Post
from scraper.registry import post_at

SOURCE = "https://platform.example/answer?id=1789570120699588357"
BARE = Post(platform="twitter", id="1789570120699588357", url="https://x.com/i/status/1789570120699588357")
TOLD = replace(
    BARE,
    author=Author(handle="tove_on_dunes", name="Tove"),
    text="Best night of the #PierSong, and the longest one",
    hashtags=("PierSong",),
    posted=Moment(at="2024-05-12T10:00:00Z", precision="second", source="printed", as_written="12 May 2024"),
)
PRINTED = replace(
    BARE,
    author=Author(handle="tove_on_dunes"),
    text="Best night",
    posted=Moment(at="2024-05-12", precision="day", source="printed", as_written="May 12, 2024"),
)


def article(*posts, loaded=(TOLD,), number=1):
    return Extraction(
        source=f"{number}.html",
        kind="html",
        article=Article(url=f"https://herald.example/{number}", title="The pier"),
        embeds=tuple(Embed(form="blockquote", position=n, post=post) for n, post in enumerate(posts)),
        loaded=tuple(Loaded(source=SOURCE, at="2021-01-01T00:00:00Z", post=post) for post in loaded),
    )


@pytest.fixture
def archive(tmp_path):
    with Archive.open(tmp_path / "a.db") as archive:
        yield archive
    assert findings(tmp_path / "a.db", deep=True) == []


def rows(archive, sql):
    return archive.db.execute(sql).fetchall()


POSTS = "SELECT text, handle, name, posted_at FROM posts LEFT JOIN authors ON authors.id = posts.author"


def test_an_answer_fills_in_what_the_article_does_not_print(archive):
    saved = archive.save(article(BARE), digest="a", seen=SEEN)
    assert saved.changed
    assert rows(archive, POSTS) == [(TOLD.text, "tove_on_dunes", "Tove", "2024-05-12T10:00:00Z")]
    assert rows(archive, "SELECT text FROM embeds") == [(None,)]
    assert rows(archive, "SELECT source, text, first_seen FROM printings ORDER BY source") == [
        (None, None, SEEN),
        (SOURCE, TOLD.text, "2021-01-01T00:00:00Z"),
    ]
    assert rows(archive, "SELECT hashtag FROM posts_hashtags") == [("piersong",)]


def test_the_permalink_that_an_article_prints_stays():
    told = replace(TOLD, url="https://x.com/tove_on_dunes/status/1789570120699588357")
    assert merged([printing_of(PRINTED), sourced(told, SOURCE)]).url == PRINTED.url
    assert merged([printing_of(replace(PRINTED, url=None)), sourced(told, SOURCE)]).url == told.url


def test_an_answer_never_replaces_what_the_article_prints(archive):
    archive.save(article(PRINTED), digest="a", seen=SEEN)
    assert rows(archive, POSTS) == [("Best night", "tove_on_dunes", "Tove", "2024-05-12")]
    assert rows(archive, "SELECT text FROM embeds") == [("Best night",)]


def test_the_same_again_changes_nothing(archive):
    archive.save(article(BARE), digest="a", seen=SEEN)
    assert not archive.save(article(BARE), digest="a", seen=SEEN).changed
    assert not archive.save(article(BARE, loaded=()), digest="a", seen=SEEN).changed
    assert rows(archive, "SELECT count(*) FROM printings") == [(2,)]


def test_an_answer_that_comes_later_is_added(archive):
    archive.save(article(BARE, loaded=()), digest="a", seen=SEEN)
    assert archive.save(article(BARE), digest="a", seen=SEEN).changed
    assert rows(archive, POSTS)[0][0] == TOLD.text


def test_an_answer_for_another_post_is_left(archive):
    archive.save(article(BARE, loaded=(replace(TOLD, id="1789570120699588999"),)), digest="a", seen=SEEN)
    assert rows(archive, "SELECT count(*) FROM posts") == [(1,)]


def test_an_answer_goes_with_the_embed_that_was_misread(archive):
    archive.save(article(BARE), digest="a", seen=SEEN)
    archive.save(article(), digest="a", seen=SEEN)
    assert rows(archive, "SELECT count(*) FROM printings") == [(0,)]
    assert rows(archive, "SELECT count(*) FROM posts") == [(0,)]


def test_an_answer_stays_while_another_article_embeds_the_post(archive):
    archive.save(article(BARE), digest="a", seen=SEEN)
    archive.save(article(PRINTED, number=2, loaded=()), digest="b", seen=SEEN)
    archive.save(article(), digest="a", seen=SEEN)
    assert rows(archive, "SELECT text FROM posts") == [("Best night",)]
    assert rows(archive, "SELECT count(*) FROM printings WHERE source IS NOT NULL") == [(1,)]


@pytest.mark.parametrize(
    ("erased", "left"),
    [
        pytest.param({"posts": ["twitter:20"]}, [(TOLD.text,)], id="another post"),
        pytest.param({"posts": [f"twitter:{BARE.id}"]}, [], id="the post"),
        pytest.param({"authors": ["twitter:tove_on_dunes"]}, [(None,)], id="its author"),
        pytest.param({"words": ["Best night of the #PierSong"]}, [(None,)], id="words in it"),
    ],
)
def test_answers_are_left_out_where_something_of_them_was_erased(archive, erased, left):
    erase(archive, targets_of(archive.db.conn, **erased))
    archive.save(article(BARE), digest="a", seen=SEEN)
    assert rows(archive, "SELECT text FROM posts") == left


def test_archives_are_merged_with_their_answers(archive, tmp_path):
    with Archive.open(tmp_path / "other.db") as other:
        other.save(article(BARE), digest="a", seen=SEEN)
        for _ in range(2):
            assert list(merge_archive(archive, other.db.conn))
        query = "SELECT id, post, source, text, first_seen FROM printings ORDER BY id"
        assert rows(archive, query) == rows(other, query)
    assert rows(archive, POSTS)[0][0] == TOLD.text


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_printings_does_not_matter(order):
    printings = [printing_of(PRINTED), sourced(TOLD, SOURCE), sourced(replace(TOLD, text="x" * 99), "b")]
    post = merged(printings[::order])
    assert (post.text, post.author, post.posted) == (
        "Best night",
        Author(handle="tove_on_dunes", name="Tove"),
        PRINTED.posted,
    )


SHORT = "https://vm.tiktok.com/ZMaaaaaaa/"
LINKED = Post(platform="tiktok", id="ZMaaaaaaa", url=SHORT)
TARGET = post_at(
    "tiktok", "7200000000000000000", "https://www.tiktok.com/@ada.example/video/7200000000000000000", "ada.example"
)
LED = Loaded(source=SHORT, at="2023-03-01T10:00:00Z", post=TARGET)
#: A page with the short link alone, one whose crawl followed it, and one with the post itself.
SEEING = (
    replace(article(LINKED, loaded=()), source="link"),
    replace(article(LINKED, number=2, loaded=()), source="followed", loaded=(LED,)),
    replace(article(replace(TARGET, text="My cat again, and again"), number=3, loaded=()), source="target"),
)
JOINED = "SELECT id, url, text, articles FROM posts", "SELECT alias, post FROM post_aliases"


def saved(archive, extractions):
    for extraction in extractions:
        archive.save(extraction, digest=extraction.source, seen=SEEN)


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_a_short_link_is_joined_to_its_target_in_any_order(archive, order):
    for _ in range(2):  # the second time changes nothing
        saved(archive, [SEEING[number] for number in order])
        posts, aliases = map(partial(rows, archive), JOINED)
        assert posts == [("tiktok:7200000000000000000", TARGET.url, "My cat again, and again", 3)]
        assert aliases == [("tiktok:ZMaaaaaaa", "tiktok:7200000000000000000")]
        assert rows(archive, "SELECT count(*), count(DISTINCT post) FROM embeds") == [(3, 1)]


def test_a_short_link_stays_alone_while_its_target_is_unknown(archive):
    saved(archive, SEEING[::2])
    assert [post for post, *_ in rows(archive, JOINED[0])] == ["tiktok:ZMaaaaaaa", "tiktok:7200000000000000000"]


@pytest.mark.parametrize("key", ["tiktok:ZMaaaaaaa", "tiktok:7200000000000000000", SHORT])
def test_erasing_a_joined_post_erases_both_keys(archive, key):
    saved(archive, SEEING)
    erase(archive, targets_of(archive.db.conn, posts=[key]))
    saved(archive, SEEING)
    assert rows(archive, "SELECT * FROM printings") == rows(archive, "SELECT * FROM post_aliases") == []


def test_a_short_link_to_an_erased_post_is_not_stored(archive):
    erase(archive, targets_of(archive.db.conn, posts=["tiktok:7200000000000000000"]))
    saved(archive, SEEING[1:])
    assert rows(archive, "SELECT * FROM printings") == []


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param((SEEING[:1], SEEING[1:]), id="the link first"),
        pytest.param((SEEING[1:], SEEING[:1]), id="the link second"),
        pytest.param((SEEING[:2], SEEING[2:]), id="the target second"),
    ],
)
def test_archives_are_merged_with_the_targets_of_short_links(archive, tmp_path, parts):
    saved(archive, parts[0])
    with Archive.open(tmp_path / "other.db") as other:
        saved(other, parts[1])
        assert list(merge_archive(archive, other.db.conn))
    assert [post for post, *_ in rows(archive, JOINED[0])] == ["tiktok:7200000000000000000"]


def test_a_platforms_answer_about_a_short_link_joins_it(archive):
    saved(archive, SEEING[:1])
    look = Look(method="tiktok-oembed", asked_at=SEEN, source="https://www.tiktok.com/oembed?url=x")
    answer = (
        b'{"html": "<blockquote class=tiktok-embed cite=https://www.tiktok.com/@ada.example/video/7200000000000000000'
    )
    answer += b' data-video-id=7200000000000000000><section><p>My cat again</p></section></blockquote>"}'
    ((answered,), _) = posts_answered(
        "tiktok", [Target(key="tiktok:ZMaaaaaaa", native_id="ZMaaaaaaa", url=SHORT)], answer
    )
    with archive.transaction() as connection:
        connection.execute("INSERT INTO counts VALUES ('tiktok:ZMaaaaaaa', ?, 'x', 1, 2, 3, 4)", (SEEN,))
        assert write_answered(connection, "tiktok:ZMaaaaaaa", answered, look, None) == ("found", ["text", "date"])
    assert rows(archive, JOINED[0]) == [("tiktok:7200000000000000000", TARGET.url, "My cat again", 1)]
    for table in ("counts", "hydrations"):
        assert rows(archive, f"SELECT post FROM {table}") == [("tiktok:7200000000000000000",)]


LINKS = [printing_of(LINKED), printing_of(replace(LINKED, text="My cat", author=Author(handle="ada.example")))]
PRINTINGS = st.sampled_from([
    *LINKS,
    *(sourced(replace(TARGET, id=number), SHORT) for number in ("1", "2")),
    *(printing_of(replace(TARGET, id=number, text=text)) for number in ("1", "2", None) for text in ("My cat", None)),
])  # fmt: skip


@given(st.sets(PRINTINGS, max_size=6))
def test_short_links_are_joined_the_same_in_any_order(printings):
    first = clusters(printings)
    assert clusters(sorted(printings, key=repr, reverse=True)) == first
    assert sorted(key for cluster in first for key in cluster.printings) == sorted(each.key for each in printings)
    leads = [each for each in printings if each.source]
    assert ("tiktok:ZMaaaaaaa" in {each.id for each in first}) == (not leads and bool({*LINKS} & printings))
