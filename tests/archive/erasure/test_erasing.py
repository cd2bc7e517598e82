"""Erasing: what goes, what stays, and what nobody can find any more."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from crawled import crawl
from erasing import run
from invented import article, content, digest_of, quote, rows, save, tweet

from archive.erasure.erase import erase, targets_of
from archive.store.archive import Archive
from archive.store.erasures.shield import VARIABLE
from archive.verify.check import findings
from scraper.errors import ArchiveError
from scraper.records import Allusion, Problem

LIGHTS = "The harbour lights came back on tonight and the whole town walked down to see them #Lights"
FERRY = "Nobody told the ferry crew, so they sailed past the pier and into the evening news."
PAGE = """<html><head><title>Pier</title><link rel="canonical" href="https://news.example/pier"></head><body>
<article><p>The pier was opened by the mayor, and many people came to see it on that day.</p>
<blockquote class="twitter-tweet"><p>{lights}</p>&mdash; Ann Lee (@Ann_Lee)
<a href="https://twitter.com/Ann_Lee/status/1223456789012345678">February 1, 2020</a></blockquote>
<p>Others were less happy about it, as the report said in the evening.</p>
<p>{ferry} — Ben Moe (@ben_moe) February 2, 2020</p>
<p>“This is the best day of the whole year,” one fan wrote on Twitter. The band played on. #PierSong</p>
</article></body></html>"""
FLAT = "The pier opened.\n\n{lights} — Ann Lee (@Ann_Lee) February 1, 2020\n\nOthers stayed home.\n"
ANN = "twitter:1223456789012345678"


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "pier.html").write_text(PAGE.format(lights=LIGHTS, ferry=FERRY), "utf-8")
    (folder / "flat.txt").write_text(FLAT.format(lights=LIGHTS), "utf-8")
    return folder


@pytest.fixture
def full(path, pages):
    run("archive", "-q", "-j", 1, path, pages)
    return path


def bytes_beside(path):
    """All bytes of the database, of what lies beside it, and of its captures, unzipped."""
    found = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    captures = path.parent / "captures"
    return found + b"".join(gzip.decompress(file.read_bytes()) for file in captures.glob("*.warc.gz"))


@pytest.mark.parametrize(
    ("options", "left"),
    [
        pytest.param(["--post", ANN], ({"ben_moe"}, 1, 2), id="a post by its id"),
        pytest.param(["--post", "1223456789012345678"], ({"ben_moe"}, 1, 2), id="a post by the number alone"),
        pytest.param(
            ["--post", "https://x.com/Ann_Lee/status/1223456789012345678"], ({"ben_moe"}, 1, 2), id="a post by its address"
        ),
        pytest.param(["--author", "@ann_lee"], ({"ben_moe"}, 1, 2), id="an author by the handle"),
        pytest.param(["--author", "twitter:BEN_MOE"], ({"ann_lee"}, 1, 2), id="an author by the key"),
        pytest.param(["--text", FERRY.upper()], ({"ann_lee"}, 1, 2), id="words of a post"),
        pytest.param(
            ["--text", "This is the best day of the whole year"], ({"ann_lee", "ben_moe"}, 0, 2), id="words of a quote"
        ),
        pytest.param(["--article", "https://news.example/pier"], ({"ann_lee"}, 0, 1), id="an article by its address"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("again", [[], ["archive again"]], ids=["once", "archived again"])
def test_what_is_asked_for_goes_and_stays_away(full, pages, options, left, again):
    run("erase", "-q", full, *options)
    for _ in again:
        run("archive", "-q", "-j", 1, full, pages)
    handles = {author.partition(":")[2] for (author,) in rows(full, "SELECT author FROM posts")}
    counts = rows(full, "SELECT (SELECT count(*) FROM quotes), (SELECT count(*) FROM articles)")
    assert (handles, *counts[0]) == left
    assert findings(full, deep=True) == []


def test_the_words_and_their_attribution_are_cut_out_of_the_text(full):
    run("erase", "-q", full, "--author", "ben_moe", "--author", "ann_lee")
    (text,) = rows(full, "SELECT text FROM articles WHERE source LIKE '%flat.txt'")[0]
    assert text == "The pier opened.\n\n[erased]\n\nOthers stayed home.\n"
    text, start, end = rows(
        full, "SELECT articles.text, start_offset, end_offset FROM quotes JOIN articles ON articles.id = article"
    )[0]
    assert text[start:end] == "“This is the best day of the whole year,”"
    assert "[erased]" in text
    assert "moe" not in text.lower()
    assert rows(full, "SELECT tag FROM hashtags") == [("PierSong",)]


def test_a_dry_run_lists_what_would_go_and_writes_nothing(full):
    before, files = content(full, without=()), sorted(full.parent.iterdir())
    said = run("erase", full, "--post", ANN, "--dry-run")
    assert f"post {ANN}: 2 wordings" in said
    assert "capture voxpop-" in said
    assert "would erase: 1 post in 2 wordings, 2 embeds" in said
    assert (content(full, without=()), sorted(full.parent.iterdir())) == (before, files)


def test_nothing_of_the_words_is_left_in_any_file(full):
    run("erase", "-q", full, "--author", "ann_lee", "--purge-captures")
    left = bytes_beside(full)
    assert b"harbour lights" not in left
    assert b"Ann Lee" not in left
    run("verify", full, "--deep")


def test_purging_keeps_the_captures_of_other_articles(full, pages):
    other = pages.parent / "other.html"
    other.write_text(
        PAGE.replace("/pier", "/other")
        .replace('5678"', '5679"')
        .format(lights="Some other words by Ann.", ferry=FERRY),
        "utf-8",
    )
    run("archive", "-q", "-j", 1, full, other)
    run("erase", "-q", full, "--text", LIGHTS, "--purge-captures")
    kinds = rows(full, "SELECT hidden, file IS NULL, count(*) FROM captures GROUP BY 1, 2")
    assert sorted(kinds, key=repr) == [("purged", 1, 2), (None, 0, 1)]
    assert b"harbour lights" not in bytes_beside(full)
    run("verify", full, "--deep")
    assert "1 capture read" in run("reextract", full)


def test_hidden_captures_are_not_read_and_are_purged_later(full):
    run("erase", "-q", full, "--post", ANN)
    assert "0 captures read" in run("reextract", full)
    assert b"harbour lights" in bytes_beside(full)
    run("erase", "-q", full, "--purge-captures")
    assert b"harbour lights" not in bytes_beside(full)


def test_captures_that_wait_to_be_purged_do_so_whatever_else_is_erased_meanwhile(full):
    with Archive.open(full) as archive:  # killed before it purged any file
        erase(archive, targets_of(archive.db.conn, posts=[ANN]), purge=True)
    run("erase", "-q", full, "--author", "ben_moe")
    assert b"harbour lights" not in bytes_beside(full)
    assert rows(full, "SELECT hidden, count(*) FROM captures GROUP BY 1") == [("purged", 2)]


def test_each_erasure_counts_the_captures_that_it_hides(full):
    assert "2 captures" in run("erase", full, "--post", ANN)
    assert "0 captures" in run("erase", full, "--author", "ben_moe")
    assert "2 captures" in run("erase", full, "--purge-captures", "--post", ANN)


def test_bytes_that_hold_what_was_erased_are_not_kept_again(full, pages):
    run("erase", "-q", full, "--post", ANN, "--purge-captures")
    run("archive", "-q", "-j", 1, full, pages)
    assert b"harbour lights" not in bytes_beside(full)


@pytest.mark.parametrize(
    ("erased", "kept"), [("twitter:tove_on_dunes", 0), ("twitter:somebody_else", 1)], ids=["hers", "another's"]
)
def test_a_capture_with_what_a_frame_loaded_of_what_was_erased_is_not_named(path, tmp_path, erased, kept):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    with Archive.open(path) as archive:
        erase(archive, targets_of(archive.db.conn, authors=[erased]))
    run("archive", "-q", "-j", 1, path, package)
    assert rows(path, "SELECT count(*) FROM articles") == [(1,)]
    assert rows(path, "SELECT count(*) FROM captures") == [(kept,)]
    assert (b"longest night" in bytes_beside(path)) == bool(kept)


def test_the_key_is_for_its_owner_alone(full):
    run("erase", "-q", full, "--post", ANN)
    key = full.with_name(f"{full.name}.erasures-key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_text().strip().encode() not in full.read_bytes()
    assert ANN not in json.dumps(rows(full, "SELECT * FROM erasures"))


@pytest.mark.parametrize("command", [["archive", "-q"], ["merge"], ["reextract"], ["erase"]], ids=lambda each: each[0])
@pytest.mark.parametrize("state", ["missing", "another", "no key"])
def test_without_the_key_nothing_is_written(full, pages, command, state):
    run("erase", "-q", full, "--post", ANN)
    key = full.with_name(f"{full.name}.erasures-key")
    if state == "missing":
        key.unlink()
    else:
        key.write_text("0" * 64 if state == "another" else "nothing")
    more = {"archive": [pages], "merge": [full.with_name("other.db")], "reextract": [], "erase": ["--post", "x:1"]}
    assert "key" in run(*command[:1], full, *command[1:], *more[command[0]], code=3)


def test_the_key_may_lie_elsewhere(full, pages, monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "safe.key"))
    run("erase", "-q", full, "--post", ANN)
    assert (tmp_path / "safe.key").exists()
    run("archive", "-q", "-j", 1, full, pages)
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(ArchiveError, match="VOXPOP_ERASURES_KEY"):
        Archive.open(full)


def test_a_post_that_is_not_stored_is_refused_when_it_comes(path, pages):
    run("archive", "-q", "-j", 1, path, pages / "flat.txt")
    run("erase", "-q", path, "--post", ANN)
    assert rows(path, "SELECT count(*) FROM posts") == [(1,)]  # without its id it cannot be known
    run("archive", "-q", "-j", 1, path, pages / "pier.html")
    assert rows(path, "SELECT author FROM posts") == [("twitter:ben_moe",)]
    assert findings(path, deep=True) == []


@pytest.mark.parametrize(
    "printed",
    [
        tweet(LIGHTS.replace(" ", "")),
        tweet(LIGHTS[:60]),
        tweet(LIGHTS, on=None),
        tweet(LIGHTS, on="2020-02-09"),
        tweet(LIGHTS, handle=None, name=None),
        tweet(f"{LIGHTS} pic.twitter.com/abc", name="Ann"),
    ],
    ids=["glued", "cut", "undated", "of another day", "unsigned", "with a picture"],
)
def test_wordings_without_an_id_are_recognised(path, printed):
    save(path, article(tweet(LIGHTS, number="1")))
    run("erase", "-q", path, "--post", "twitter:1")
    save(path, article(printed, url="https://b.example/"))
    assert rows(path, "SELECT count(*) FROM posts") == [(0,)]


@pytest.mark.parametrize(
    "printed",
    [tweet(LIGHTS, number="7"), tweet(LIGHTS, handle="Ben"), tweet(FERRY), tweet("Thank you!")],
    ids=["another id", "another author", "other words", "short words"],
)
def test_other_posts_stay(path, printed):
    save(path, article(tweet(LIGHTS, number="1"), printed))
    run("erase", "-q", path, "--post", "twitter:1")
    save(path, article(tweet(LIGHTS, number="1"), printed), article(printed, url="https://b.example/"))
    assert rows(path, "SELECT count(*), max(articles) FROM posts") == [(1, 2)]
    assert findings(path, deep=True) == []


def test_a_short_post_is_known_by_its_day(path):
    save(path, article(tweet("Thank you!", number="1")))
    run("erase", "-q", path, "--post", "twitter:1")
    save(path, article(tweet("Thank you!"), tweet("Thank you!", on="2020-02-05"), url="https://b.example/"))
    assert rows(path, "SELECT posted_at FROM posts") == [("2020-02-05",)]


def test_titles_problems_and_quotes_that_repeat_the_words_go_too(path):
    about = {"title": f"“{LIGHTS}”, says Ann"}
    problems = (
        Problem(step="page", kind="odd", message=f"The post {LIGHTS!r} is odd."),
        Problem(step="page", kind="id", message="The id 1 of a post by Ann_Lee is odd."),
        Problem(step="page", kind="other", message="Something else is odd."),
    )
    told = article(
        tweet(LIGHTS, number="1"), quotes=[quote(f"“{LIGHTS}”"), quote("“Two”", 200)], facts=about, problems=problems
    )
    save(path, told)
    run("erase", "-q", path, "--post", "twitter:1")
    for _ in range(2):
        assert rows(path, "SELECT title FROM articles") == [("“[erased]”, says Ann",)]
        assert rows(path, "SELECT kind FROM problems") == [("other",)]
        assert rows(path, "SELECT text, position FROM quotes") == [("“Two”", 0)]
        save(path, told)


def test_an_account_that_only_an_erased_quote_named_goes_too(path, tmp_path):
    (tmp_path / "two.txt").write_text(
        "Many people came to see the pier.\n\n“This is the best day of the whole year,” @cal_vin_ex wrote on Twitter.\n\n"
        '"I slept on the bus and missed all of it," tweeted Dee Moe (@dee_moe_ex).\n',
        "utf-8",
    )
    run("archive", "-q", path, tmp_path / "two.txt")
    run("erase", "-q", path, "--text", "This is the best day of the whole year")
    assert rows(path, "SELECT id FROM authors") == [("twitter:dee_moe_ex",)]


def test_words_that_another_post_shares_stay_in_its_place(path):
    text = f"{LIGHTS} — Ann Lee. And then: {LIGHTS} — Ben."
    shown = article(tweet(LIGHTS, number="1"), tweet(LIGHTS, number="2", handle="Ben", name="Ben"), text=text)
    first, second = shown.embeds
    at = text.index(LIGHTS, 10)
    embeds = replace(first, start=0, end=len(LIGHTS)), replace(second, start=at, end=at + len(LIGHTS))
    shown = replace(
        shown, embeds=embeds, allusions=(Allusion(text="then", platform="twitter", start=at - 6, end=at - 2),)
    )
    with Archive.open(path) as archive:
        archive.save(shown, digest=digest_of(shown), seen="2021-05-06T07:08:09Z")
    run("erase", "-q", path, "--post", "twitter:1")
    (left, start, end) = rows(path, "SELECT articles.text, start_offset, end_offset FROM embeds, articles")[0]
    assert left == f"[erased]. And then: {LIGHTS} — Ben."
    assert left[start:end] == LIGHTS
    assert [left[start:end] for start, end in rows(path, "SELECT start_offset, end_offset FROM allusions")] == ["then"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--author", "nobody"], "no author in the archive"),
        (["--post", "12"], "neither a URL of a post"),
        (["--article", "12"], "neither a URL nor the id"),
        (["--text", " "], "is empty"),
    ],
)
def test_what_names_nothing_is_refused(full, options, says):
    before = content(full, without=())
    assert says in run("erase", full, *options, code=3)
    assert content(full, without=()) == before
    assert not Path(f"{full}.erasures-key").exists()


def test_erasing_nothing_is_wrong_usage(full):
    assert "--post" in run("erase", full, code=2)


def test_verify_says_what_came_back_and_erasing_again_removes_it(full):
    run("erase", "-q", full, "--post", ANN, "--text", "This is the best day of the whole year")
    run("verify", full)
    connection = sqlite3.connect(full)
    connection.execute("UPDATE articles SET text = replace(text, '[erased]', ?)", (LIGHTS,))
    connection.commit()
    connection.close()
    said = run("verify", full, code=3)
    assert f"erasures: 2 texts of what was erased: run `voxpop erase {full}`" in said
    assert LIGHTS not in said
    run("erase", "-q", full)
    run("verify", full)
    assert LIGHTS.encode() not in full.read_bytes()


def test_verify_says_that_the_key_is_missing(full):
    run("erase", "-q", full, "--post", ANN)
    Path(f"{full}.erasures-key").unlink()
    assert "VOXPOP_ERASURES_KEY" in run("verify", full, code=3)


def test_a_rescued_file_keeps_what_was_erased(full, pages):
    run("erase", "-q", full, "--post", ANN)
    content = bytearray(full.read_bytes())
    (page,) = rows(full, "SELECT rootpage FROM sqlite_master WHERE name = 'bylines'")[0]
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    full.write_bytes(content)
    run("verify", full, "--repair", code=3)
    full.unlink()
    full.with_name("reactions.rescued.db").rename(full)
    run("archive", "-q", "-j", 1, full, pages)
    assert rows(full, "SELECT author FROM posts") == [("twitter:ben_moe",)]


def key_of(path):
    return path.with_name(f"{path.name}.erasures-key")


@pytest.mark.parametrize("direction", ["into the one that erased", "from the one that erased"])
def test_merged_archives_with_one_key_forget_the_same(full, pages, tmp_path, direction):
    other = tmp_path / "other.db"
    run("archive", "-q", "--no-captures", "-j", 1, other, pages)
    run("erase", "-q", full, "--post", ANN)
    shutil.copy(key_of(full), key_of(other))
    into, source = (full, other) if direction.startswith("into") else (other, full)
    run("merge", "-q", into, source)
    assert rows(into, "SELECT author FROM posts") == [("twitter:ben_moe",)]
    assert LIGHTS.encode() not in into.read_bytes()
    run("archive", "-q", "--no-captures", "-j", 1, into, pages)
    assert rows(into, "SELECT author FROM posts") == [("twitter:ben_moe",)]
    run("verify", into, "--deep", "--no-captures")


def test_erasures_with_another_key_are_not_taken_over_and_that_is_said(full, pages, tmp_path):
    other = tmp_path / "other.db"
    run("archive", "-q", "--no-captures", "-j", 1, other, pages)
    run("erase", "-q", full, "--post", ANN)
    run("erase", "-q", other, "--author", "ben_moe")
    assert "its erasures use another key" in run("merge", "-q", other, full)
    assert rows(other, "SELECT author FROM posts") == [("twitter:ann_lee",)]


def test_checks_of_a_post_go_and_their_answers_are_hidden(full):
    connection = sqlite3.connect(full)
    with connection:
        (capture,) = connection.execute(
            "INSERT INTO captures (url, fetched_at, file, offset, type) VALUES ('https://api.example/', ?, 'x', 0, "
            "'response') RETURNING id",
            ("2024-05-06T00:00:00Z",),
        ).fetchone()
        connection.execute("INSERT INTO check_answers VALUES (?, ?)", (ANN, capture))
        connection.execute(
            "INSERT INTO checks (post, method, verdict, first_at, last_at) VALUES (?, 'x', 'up', '2024', '2024')",
            (ANN,),
        )
    connection.close()
    run("erase", "-q", full, "--post", ANN)
    assert rows(full, "SELECT (SELECT count(*) FROM checks) + (SELECT count(*) FROM check_answers)") == [(0,)]
    assert rows(full, "SELECT hidden FROM captures WHERE id = ?", capture) == [("hidden",)]
