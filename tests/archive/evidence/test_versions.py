"""`voxpop versions`: what two versions of an article differ in, read from its captures."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from archive.evidence.account import as_page, as_text
from archive.evidence.versions import Change, Comparison, compare, words_apart
from scraper.records import Article, Author, Embed, Extraction, Post, Quote

URL = "https://gazette.example/pier"
POST = (
    '<blockquote class="twitter-tweet"><p lang="en">{words}</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/{id}">May 12, 2024</a></blockquote>'
)
PAGE = (
    '<!doctype html><link rel="canonical" href="https://gazette.example/pier"><title>{title}</title>'
    "<article><h1>{title}</h1><p>The council met for nine hours on Sunday about the pier.</p>"
    "<p>{prose}</p>{posts}<p>Nobody in the gallery had gone home when the vote was taken.</p></article>"
)
KEPT, LOST = (
    POST.format(id=number, words=words)
    for number, words in ((1789570120699588357, "Best night"), (1789570120699588358, "Never again"))
)


@pytest.fixture
def kept(tmp_path, voxpop_here):
    """An archive with three captures of one article, of which the second has the bytes of the first."""
    database = tmp_path / "reactions.db"
    first = PAGE.format(title="The pier", prose="It will open in June, said the mayor.", posts=KEPT + LOST)
    last = PAGE.format(title="The pier stays", prose="It will open in July, said the mayor.", posts=KEPT)
    for number, page in enumerate((first, first, last)):
        story = tmp_path / f"{number}.html"
        story.write_text(page, "utf-8")
        assert voxpop_here("archive", "-q", database, story).code == 0
    with closing(sqlite3.connect(database)) as archive:
        for (capture,) in archive.execute("select id from captures").fetchall():
            at = f"2024-05-0{capture}T10:00:00Z"
            archive.execute("update captures set fetched_at = ? where id = ?", (at, capture))
        archive.commit()
    return database


def test_versions_are_listed_and_the_first_compared_with_the_last(kept, voxpop_here):
    done = voxpop_here("versions", kept, URL)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "2 versions"
    assert [line.split()[0] for line in lines[1:3]] == ["1", "2"]
    assert lines[4].startswith("From version 1 (2024-05-01T10:00:00Z) to 2 (2024-05-0")
    assert "- The pier" in lines
    assert "+ The pier stays" in lines
    assert "- It will open in June, said the mayor." in lines
    assert "+ It will open in July, said the mayor." in lines
    assert "Posts: 1 post the same, 1 removed" in lines
    assert "- twitter:1789570120699588358 @tove_on_dunes Never again" in lines


def test_a_comparison_leaves_as_json_and_as_a_page(kept, voxpop_here, tmp_path):
    account = json.loads(voxpop_here("versions", kept, URL, "--format", "json").out)
    assert (account["from"], account["to"], len(account["versions"])) == (1, 2, 2)
    found = [(change["part"], change["kind"]) for change in account["changes"]]
    assert ("prose", "changed") in found
    assert ("posts", "removed") in found
    out = tmp_path / "pier.html"
    done = voxpop_here("versions", kept, URL, "--format", "html", "-o", out)
    assert (done.code, done.out) == (0, "")
    page = out.read_text("utf-8")
    assert "It will open in <del>June</del>, said the mayor." in page
    assert "It will open in <ins>July</ins>, said the mayor." in page


def test_one_version_with_itself_differs_in_nothing(kept, voxpop_here):
    account = json.loads(voxpop_here("versions", kept, URL, "--to", "1", "--format", "json").out)
    assert account["changes"] == []
    assert account["same"]["posts"] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        pytest.param(["nope"], 3, "there is no article nope: give its id, its URL or the file", id="no article"),
        pytest.param([URL, "--from", "9"], 3, "--from 9: there are versions 1 to 2", id="no version"),
        pytest.param([URL, "--captures", "/nowhere"], 3, "nothing to compare", id="no captures"),
    ],
)
def test_what_cannot_be_compared_is_said(kept, voxpop_here, arguments, code, words):
    done = voxpop_here("versions", kept, *arguments)
    assert (done.code, done.out) == (code, "")
    assert words in done.err


def test_a_capture_that_is_damaged_is_named_and_the_others_compared(kept, voxpop_here):
    with closing(sqlite3.connect(kept)) as archive:
        archive.execute("update captures set file = 'gone.warc.gz' where id = 1")
        archive.commit()
    done = voxpop_here("versions", kept, URL)
    assert done.code == 0
    assert "gone.warc.gz" in done.err


def version(text="", *, title="Pier", posts=(), quotes=()):
    embeds = tuple(
        Embed(form="link", position=n, post=Post(platform="twitter", id=key, author=Author(handle="jo"), text=words))
        for n, (key, words) in enumerate(posts)
    )
    return Extraction(
        source="-",
        kind="html",
        article=Article(title=title),
        embeds=embeds,
        quotes=tuple(Quote(text=words, start=0, end=0) for words in quotes),
        text=text,
    )


@pytest.mark.parametrize(
    ("first", "second", "changes"),
    [
        pytest.param(version("a\n\nb"), version("a\n\nb\nc"), [("prose", None, "c")], id="a paragraph came"),
        pytest.param(version("one\ntwo"), version("two"), [("prose", "one", None)], id="a paragraph went"),
        pytest.param(
            version("we go home now"),
            version("we went home now"),
            [("prose", "we go home now", "we went home now")],
            id="a word changed",
        ),
        pytest.param(
            version("a b c d e"),
            version("v w x y z"),
            [("prose", "a b c d e", None), ("prose", None, "v w x y z")],
            id="another paragraph",
        ),
        pytest.param(
            version(posts=[("1", "old")]),
            version(posts=[("1", "new"), ("2", "more")]),
            [("posts", "twitter:1 @jo old", "twitter:1 @jo new"), ("posts", None, "twitter:2 @jo more")],
            id="posts",
        ),
        pytest.param(
            version(quotes=["“No!” she wrote there."]),
            version(),
            [("quotes", "“No!” she wrote there.", None)],
            id="a quote",
        ),
        pytest.param(
            version(quotes=["“Yes!”", "“Yes!”"]),
            version(quotes=["“Yes!”"]),
            [("quotes", "“Yes!”", None)],
            id="one of two quotes with the same words",
        ),
        pytest.param(
            version(posts=[(None, None)]),
            version(posts=[(None, None), (None, None)]),
            [("posts", None, "twitter:without id @jo (no words)")],
            id="one more post of which nothing is known",
        ),
        pytest.param(version(title=None), version(title="x"), [("title", None, "x")], id="a title"),
    ],
)
def test_changes(first, second, changes):
    found = compare(first, second).changes
    assert [(change.part, change.before, change.after) for change in found] == changes


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        pytest.param("We went home.", "We now went back home.", ["now", "back"], id="words between others"),
        pytest.param("They all went.", "They never came.", ["never came"], id="words side by side"),
        pytest.param("歌は夜まで続いた。", "歌は朝まで続いた。", ["朝"], id="a sign of a script without spaces"),
        pytest.param("We  went.", "We went.", [], id="blanks alone"),
    ],
)
def test_words_that_the_other_lacks(before, after, marked):
    pieces = words_apart(before, after)[1]
    assert "".join(words for words, _ in pieces) == after
    assert [words for words, is_new in pieces if is_new] == marked


def test_a_hostile_text_takes_no_longer_than_a_long_one():
    many = "\n".join(["same"] * 50_000)
    comparison = compare(version(many), version(many + "\nx " + "w " * 10_000))
    assert comparison.uncompared > 90_000
    assert words_apart("w " * 10_000, "v") == ([("w " * 10_000, False)], [("v", False)])


def test_nothing_of_a_stranger_runs_in_a_page_or_a_terminal():
    trick = "<script>alert(1)</script>\x1b[31m\u202egnp"
    comparison = Comparison([Change("prose", trick, None), Change("title", None, trick)], {"prose": 0})
    shown = type("Shown", (), {"seen": trick, "digest": "ab", "size": 1})()
    page = as_page(trick, [shown], (0, 0), comparison)
    text = "\n".join(as_text([shown], (0, 0), comparison))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert not {"\x1b", "\u202e"} & set(page + "".join(line for line in text.splitlines() if line[0] in "+-"))
