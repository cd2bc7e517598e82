"""Whole runs against a farm of hosts on loopback, faults included."""

from __future__ import annotations

import gzip
import os
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from newsroom import feed_of

from archive.checks.run import Report as Checked
from archive.commands.archive import archive_sources
from archive.commands.reextract import reextract_articles
from archive.schedule import run_once
from archive.settings import read_settings
from archive.status import schedule_report
from archive.verify.check import findings
from scraper.errors import ArchiveError, LockedError
from scraper.fetching import Fetcher
from scraper.fetching.host_policy import ForbiddenError, HostPolicy, Rules
from scraper.fetching.transport import is_public
from scraper.input.warc import record_at
from scraper.post_pictures import Line


def check_captures(room):
    """Every capture the database names is there, and its digest agrees; warcio finds no fault."""
    folder = room.folder / "captures"
    for file, offset, digest, kind, status in room.rows(
        "SELECT file, offset, digest, type, iif(article IS NULL, 0, status) FROM captures"
    ):
        assert (folder / file).stat().st_size > offset
        if kind == "response" and status == 200:
            assert record_at(str(folder / file), offset, 10**8).content
        assert digest.startswith("sha1:")
    files = sorted(str(path) for path in folder.glob("*.warc.gz"))
    check = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", *files], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stdout


@pytest.mark.parametrize(
    ("limit", "fetched"),
    [
        ("", "0123456"),
        ('since = "2020-01-30"', "23456"),
        ("since = 2020-02-01", "3456"),
        ('max_age = "1d"', "3456"),
        ("max_articles = 2", "34"),
        ('max_articles = 9\nmax_age = "1d"', "3456"),
    ],
)
@pytest.mark.parametrize("kind", ["feed", "sitemap"])
def test_limits_of_a_listing(farm, room, kind, limit, fetched):
    """Articles 5 and 6 have no date: they are of any age, and come last."""
    days = ["2019-05-01", "2020-01-29", "2020-01-31", "2020-02-01", "2020-02-02", "", ""]
    urls = [farm.serve(f"/{number}", farm.page(str(number), farm.post(number))) for number in range(7)]
    pairs = list(zip(urls, days, strict=True))
    if kind == "feed":
        items = [f"<item><link>{url}</link><pubDate>{day}</pubDate></item>" for url, day in pairs]
        listing = f'<rss version="2.0"><channel>{"".join(items)}</channel></rss>'
    else:
        listing = (
            f"<urlset>{''.join(f'<url><loc>{url}</loc><lastmod>{day}</lastmod></url>' for url, day in pairs)}</urlset>"
        )
    room.settings(f'name = "a"\n{kind} = "{farm.serve("/list", listing.encode())}"\n{limit}').run()
    assert "".join(room.rows("SELECT title FROM articles ORDER BY title")) == fetched
    room.later(hours=2).run()
    assert "".join(room.rows("SELECT title FROM articles ORDER BY title")) == fetched


def test_a_first_run(farm, room):
    one = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    two = farm.serve("/two", farm.page("Two", farm.post(2)), 2)
    report = room.settings(feed_of(farm, one, f"{two}?utm_source=rss")).run()
    assert (report.exit_code, report.failures) == (0, [])
    assert room.rows("SELECT title, embeds FROM articles ORDER BY title") == [("One", 2), ("Two", 1)]
    assert room.one("SELECT count(*) FROM posts") == 2
    assert room.one("SELECT published_at, published_source FROM articles WHERE title = 'One'") == (
        "2020-02-02T09:00:00Z",
        "feed",
    )
    assert room.rows("SELECT status, type FROM captures") == [(200, "response")] * 2
    assert room.one("SELECT sources, articles, added, failed, unchanged, exit_code, outcome FROM runs") == (
        1,
        2,
        2,
        0,
        0,
        0,
        "done",
    )
    assert "utm_source" not in "".join(room.rows("SELECT url FROM visits"))
    assert room.rows("SELECT DISTINCT next_visit FROM visits") == ["2020-02-02T13:00:00Z"]
    check_captures(room)


def test_the_second_run_makes_only_conditional_requests(farm, room):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n)), n) for n in range(5)]
    room.settings(feed_of(farm, *urls)).run()
    before, asked = room.rows("SELECT * FROM reactions"), len(farm.asked)
    room.later(hours=2).run()
    again = farm.asked[asked:]
    assert len(again) == 6
    assert all("If-None-Match" in headers for _, _, headers in again)
    assert room.rows("SELECT * FROM reactions") == before
    assert room.one("SELECT count(*) FROM captures") == 5
    assert room.one("SELECT unchanged FROM runs WHERE id = 2") == 5


def test_visits_fade(farm, room):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    room.settings(feed_of(farm, url)).run()
    hours = []
    for hour in (0.5, 1, 1.5, 5.5, 6, 12, 23, 24, 36, 167, 168, 300):
        room.now = datetime(2020, 2, 2, 12, tzinfo=UTC) + timedelta(hours=hour)
        farm.asked.clear()
        room.run()
        hours += [hour] if "/one" in farm.paths() else []
    assert hours == [1, 6, 24, 168]
    assert room.one("SELECT next_visit FROM visits") is None


def test_a_story_that_changes(farm, room):
    url = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    room.settings(feed_of(farm, url)).run()
    farm.serve("/one", farm.page("One, updated", farm.post(2), farm.post(3)))
    room.later(hours=1).run()
    assert room.one("SELECT title FROM articles") == "One, updated"
    gone = room.rows("SELECT gone_at IS NOT NULL FROM embeds ORDER BY post")
    assert sorted(gone) == [0, 0, 1]
    assert room.rows("SELECT type FROM captures") == ["response", "response"]
    check_captures(room)


def test_a_story_that_is_taken_down_leaves_the_answer_that_says_so(farm, room):
    story = farm.serve("/story", farm.page("Story", farm.post(1)))
    room.settings(feed_of(farm, story)).run()
    farm.serve("/story", lambda request: farm.answer(request, 410, b"<p>This story was withdrawn.</p>"))
    assert room.later(hours=2).run().exit_code == 0
    assert room.rows("SELECT status, article IS NOT NULL FROM captures ORDER BY id") == [(200, 1), (410, 1)]
    file, offset = room.one("SELECT file, offset FROM captures WHERE status = 410")
    assert b"withdrawn" in gzip.decompress((room.folder / "captures" / file).read_bytes()[offset:])
    assert room.one("SELECT count(*) FROM embeds WHERE gone_at IS NULL") == 1
    check_captures(room)


def test_every_answer_is_captured_on_request(farm, room):
    story, other = (farm.serve("/story", farm.page("Story", farm.post(1))), farm.serve("/other", b"<p>Rain.</p>"))
    file = farm.serve("/file", lambda request: farm.answer(request, 200, b"%PDF-1.7", "application/pdf"))
    sources = (feed_of(farm, story, other, file) + '\ntopics = ["one"]', f'name = "gone"\nfeed = "{farm.at("/gone")}"')
    more = '[[topics]]\nname = "one"\nterms = ["fans of the singer"]\n'
    room.settings(*sources, more=more).run()
    assert room.rows("SELECT url FROM captures") == [story]
    room.file.write_text("capture_all = true\n" + room.file.read_text())
    (room.folder / "a.db").unlink()
    room.run()
    kept = room.rows("SELECT url, status, article IS NOT NULL FROM captures")
    assert sorted(kept) == sorted(
        [(farm.at("/feed"), 200, 0), (farm.at("/gone"), 404, 0), (story, 200, 1), (other, 200, 0), (file, 200, 0)]
    )
    check_captures(room)


class Engine:
    """Read the words of a post from the bytes themselves."""

    def lines(self, content, **_):
        rows = enumerate(content.decode().split("\n"))
        return [Line(row, 0.99, 10.0, n * 30.0, 10 + 8.0 * len(row), n * 30.0 + 20) for n, row in rows]


SHOWN = b"Ada Example\n@ada_example\nNo boat today.\n9:30 PM \xc2\xb7 Mar 3, 2021\n12 Likes"


@pytest.mark.parametrize(("fetch", "texts"), [("true", ["No boat today."]), ("false", [])])
def test_pictures_that_a_page_calls_posts_are_fetched_by_the_rules_for_pages(farm, room, monkeypatch, fetch, texts):
    """Of five pictures one is called no post, one is forbidden by robots.txt, one is missing and one is no picture."""
    monkeypatch.setattr("scraper.post_pictures.shared_engine", Engine)
    monkeypatch.setattr("archive.settings.find_spec", bool)

    def picture(path, number=1):
        return farm.serve(path, lambda request: farm.answer(request, 200, SHOWN, "image/png"), number)

    forbidden, pier = picture("/forbidden/tweet.png", 2), picture("/pier.png")
    farm.serve("/robots.txt", b"User-agent: *\nDisallow: /forbidden", 2)
    farm.serve("/tweet-3.png", lambda request: farm.answer(request, 200, b"<p>No."))
    picture("/tweet-1.png")
    images = ("/tweet-1.png", "/tweet-2.png", "/tweet-3.png", forbidden, pier)
    shown = "".join(f"<p><img src='{image}'></p>" for image in images)
    page = farm.serve("/story", farm.page("Story", shown))
    more = f"[ocr]\nenabled = true\nfetch = {fetch}\n"
    for _ in range(2):
        room.settings(feed_of(farm, page), more=more).run()
        room.later(hours=2)
    assert room.rows("SELECT text FROM embeds") == texts
    kept = ["/tweet-1.png", "/story"] if texts else ["/story"]
    assert room.rows("SELECT url FROM captures ORDER BY id") == [farm.at(path) for path in kept]
    asked = [path for path in farm.paths() if path.endswith(".png")]
    assert asked == (["/tweet-1.png", "/tweet-2.png", "/tweet-3.png"] if texts else [])
    silent = {"report": lambda _: None, "fail": lambda _: None}
    reextract_articles(room.folder / "a.db", room.folder / "captures", **silent, max_bytes=10**6, ocr=True)
    assert room.rows("SELECT text FROM embeds WHERE gone_at IS NULL") == texts
    assert findings(room.folder / "a.db", deep=True) == []


def test_picture_from_a_folder_is_kept_when_its_post_was_read(room, farm, monkeypatch):
    monkeypatch.setattr("scraper.post_pictures.shared_engine", Engine)
    monkeypatch.setattr("archive.settings.find_spec", bool)
    (room.folder / "inbox" / "saved_files").mkdir(parents=True)
    (room.folder / "inbox" / "saved_files" / "tweet.png").write_bytes(SHOWN)
    (room.folder / "inbox" / "saved.html").write_bytes(farm.page("Saved", "<img src='saved_files/tweet.png'>"))
    room.settings('name = "inbox"\nfolder = "inbox"', more="[ocr]\nenabled = true\n")
    for _ in range(2):
        room.run()
    assert room.rows("SELECT text FROM embeds") == ["No boat today."]
    assert room.rows("SELECT refused FROM captures ORDER BY id") == [None, "is a picture"]
    check_captures(room)


def test_unchanged_bytes_without_marks_are_a_revisit(farm, room):
    body = farm.page("One", farm.post(1))
    url = farm.serve("/one", lambda request: farm.answer(request, 200, body))
    room.settings(feed_of(farm, url)).run()
    room.later(hours=1).run()
    assert room.rows("SELECT type FROM captures ORDER BY id") == ["response", "revisit"]
    check_captures(room)


def reset(request):
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.close_connection = True
    os.close(request.connection.detach())


def truncated(request):
    request.send_response(200)
    request.send_header("Content-Type", "text/html")
    request.send_header("Content-Length", "5000")
    request.end_headers()
    request.wfile.write(b"<p>Fans")
    request.close_connection = True


def drip(request):
    request.send_response(200)
    request.send_header("Content-Length", "5000")
    request.end_headers()
    try:
        for _ in range(60):
            request.wfile.write(b"x")
            time.sleep(0.05)
    except OSError:
        request.close_connection = True


def faults(farm):
    """Fault -> (route, status kept, words of the problem); problem None: the article is stored after all."""
    good = farm.page("Good — “never again”", farm.post(7))

    def after_one(*answer, **headers):
        asked = []

        def route(request):
            asked.append(1)
            farm.answer(request, *answer, **headers) if len(asked) == 1 else farm.answer(request, 200, good)

        return route

    def redirect(to, status=302):
        return lambda request: farm.answer(request, status, b"", Location=to)

    date = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
    bomb = gzip.compress(bytes(60_000_000))
    return {
        "429-seconds": (after_one(429, b"", Retry_After="1"), 200, None),
        "429-date": (after_one(429, b"", Retry_After=date), 200, None),
        "429-long": (lambda r: farm.answer(r, 429, b"", Retry_After="7200"), 429, "429 Too Many Requests"),
        "503-then-success": (after_one(503, b"busy"), 200, None),
        "503": (lambda r: farm.answer(r, 503, b"busy"), 503, "503 Service Unavailable"),
        "404": (lambda r: farm.answer(r, 404, b"no"), 404, "404 Not Found"),
        "410": (lambda r: farm.answer(r, 410, b"no"), 410, "410 Gone"),
        "reset": (reset, None, "the connection failed"),
        "truncated": (truncated, None, "the connection failed"),
        "drip": (drip, None, "did not answer in time"),
        "loop": (redirect("/loop2"), 302, "redirects in a circle"),
        "private": (redirect("http://127.0.0.1:9/"), None, "not a public address"),
        "metadata": (redirect("http://169.254.169.254/latest"), None, "not a public address"),
        "bomb": (lambda r: farm.answer(r, 200, bomb, Content_Encoding="gzip"), None, "larger than"),
        "charset": (lambda r: farm.answer(r, 200, good, "text/html; charset=iso-8859-1"), 200, None),
        "plain": (lambda r: farm.answer(r, 200, good, "text/plain"), 200, None),
        "pdf": (lambda r: farm.answer(r, 200, b"%PDF-1.7", "application/pdf"), 200, "is application/pdf"),
        "empty": (lambda r: farm.answer(r, 200, b""), None, "is empty"),
    }


def test_faults_do_not_touch_the_others(farm, room):
    cases = faults(farm)
    urls = {name: farm.serve(f"/{name}", route, n) for n, (name, (route, _, _)) in enumerate(cases.items(), 10)}
    farm.routes["/loop2"] = lambda request: farm.answer(request, 302, b"", Location="/loop")
    good = [farm.serve(f"/good{n}", farm.page(f"Good {n}", farm.post(n)), n) for n in range(5)]
    room.settings(feed_of(farm, *urls.values(), *good), attempts=2, concurrency=20)
    public = {farm.host(n) for n in range(40)}
    report = room.run(permit=lambda address: address in public or is_public(address))
    assert report.exit_code == 0
    for name, (_, status, words) in cases.items():
        kept, problem, attempts, following, given_up = room.one(
            "SELECT status, problem, attempts, next_visit, given_up_at FROM visits WHERE url = ?", urls[name]
        )
        if words is None:
            assert (kept, problem, attempts) == (200, None, 0), name
        else:
            assert words in problem, name
            assert (kept, attempts) == (status, 1), name
            assert (following is None) == (given_up is not None), name
            assert (given_up is not None) == (name in {"410", "pdf"}), name
    stored = sum(words is None for _, _, words in cases.values())
    titles = room.rows("SELECT title FROM articles WHERE title NOT LIKE 'Good _'")
    assert titles == ["Good — “never again”"] * stored, "the wrong charset, too"
    assert room.one("SELECT count(*) FROM articles") == stored + len(good)
    assert room.one("SELECT failed, articles FROM runs") == (len(cases) - stored, stored + len(good))
    assert room.one("SELECT next_visit FROM visits WHERE url = ?", urls["429-long"]) == "2020-02-02T14:00:00Z"
    assert room.one("SELECT count(*) FROM posts WHERE text LIKE 'Never again%'") > 0
    check_captures(room)


def test_failures_fade_and_are_given_up(farm, room):
    url = farm.serve("/one", lambda request: farm.answer(request, 404, b"no"))
    room.settings(feed_of(farm, url)).run()
    tried = []
    for hour in (0.5, 1, 2, 6.5, 7, 8, 31, 32, 102, 103, 104, 500):
        room.now = datetime(2020, 2, 2, 12, tzinfo=UTC) + timedelta(hours=hour)
        farm.asked.clear()
        room.run()
        tried += [hour] if "/one" in farm.paths() else []
    assert tried == [1, 7, 31, 103]
    assert room.one("SELECT attempts, given_up_at IS NOT NULL, next_visit FROM visits") == (5, 1, None)
    assert room.one("SELECT problem, given_up_at IS NOT NULL FROM failing") == ("404 Not Found: check the URL", 1)


def test_failures_end_with_the_first_success(farm, room):
    url = farm.serve("/one", lambda request: farm.answer(request, 404, b"no"))
    room.settings(feed_of(farm, url)).run()
    farm.serve("/one", farm.page("One", farm.post(1)))
    room.later(hours=1).run()
    assert room.rows("SELECT * FROM failing") == []
    assert room.one("SELECT attempts, problem, visits FROM visits") == (0, None, 1)


def test_permanent_redirects_are_remembered(farm, room):
    new = farm.serve("/new", farm.page("One", farm.post(1)))
    old = farm.serve("/old", lambda request: farm.answer(request, 301, b"", Location="/new"))
    room.settings(feed_of(farm, old)).run()
    assert room.one("SELECT url, moved, visits FROM visits") == (old, new, 1)
    assert room.rows("SELECT url, status FROM captures ORDER BY id") == [(old, 301), (new, 200)]
    farm.asked.clear()
    room.later(hours=1).run()
    assert farm.paths() == ["/feed", "/new"]
    check_captures(room)


def test_a_story_that_moves_keeps_its_row(farm, room):
    old = farm.serve("/old", farm.page("One", farm.post(1)))
    room.settings(feed_of(farm, old)).run()
    new = farm.serve("/new", farm.page("One, moved", farm.post(1)))
    farm.serve("/old", lambda request: farm.answer(request, 301, b"", Location="/new"))
    room.later(hours=1).run()
    assert room.rows("SELECT url, title FROM articles") == [(new, "One, moved")]
    room.settings(feed_of(farm, old, new)).later(hours=5).run()
    assert room.one("SELECT count(*) FROM articles") == 1
    assert room.rows("SELECT url, moved FROM visits") == [(old, new)]


RULES = b"User-agent: voxpop\nDisallow: /private\n"


@pytest.mark.parametrize(
    ("robots", "is_allowed"),
    [
        pytest.param(RULES + b"#" * 90 * 300_000, False, id="longer than any answer may be"),
        pytest.param(b"#\n" * 256_000 + RULES, True, id="a rule beyond the limit"),
        pytest.param(b"#" * 511_965 + b"\n" + RULES, True, id="a rule that is cut"),
        pytest.param(b"#" * 511_900 + b"\n" + RULES, False, id="a rule at the limit"),
        pytest.param(
            b"User-agent: voxpop\nNoindex: /a\nUser-agent: *\nDisallow: /private\n", False, id="an unknown line"
        ),
        pytest.param(b"User-agent: voxpop\nSitemap: /a\nUser-agent: a\nDisallow: /private\n", False, id="a sitemap"),
        pytest.param(b"\xef\xbb\xbf" + RULES, False, id="a byte order mark"),
        pytest.param(
            b"User-agent: a\nDisallow: /private\nUser-agent: voxpop\nDisallow: /b\n", True, id="another's group"
        ),
    ],
)
def test_what_a_robots_txt_says(farm, robots, is_allowed):
    farm.serve("/robots.txt", robots)
    host_policy = HostPolicy(0.0)
    with Fetcher(gate=host_policy.gate, allow_private=True) as host_policy.fetcher:
        farm.serve("/private/story", farm.page("Fans answer"))
        with nullcontext() if is_allowed else pytest.raises(ForbiddenError):
            host_policy.fetcher.fetch(farm.at("/private/story"))


def test_robots_txt(farm, room):
    farm.serve("/robots.txt", b"User-agent: voxpop\nDisallow: /private\n")
    farm.serve("/robots.txt", lambda request: farm.answer(request, 503, b"busy"), 2)
    open_ = farm.serve("/open", farm.page("Open", farm.post(1)))
    private = farm.serve("/private/one", farm.page("Private", farm.post(2)))
    unsure = farm.serve("/unsure", farm.page("Unsure", farm.post(3)), 2)
    lured = farm.serve("/lured", lambda request: farm.answer(request, 302, b"", Location=private), 3)
    room.settings(feed_of(farm, open_, private, unsure, lured, number=4)).run()
    assert room.rows("SELECT title FROM articles") == ["Open"]
    problems = dict(room.rows("SELECT url, problem FROM visits WHERE problem IS NOT NULL"))
    assert problems[private] == "robots.txt disallows it"
    assert "its robots.txt cannot be read: 503" in problems[unsure]
    assert problems[lured] == "robots.txt disallows it"
    assert room.one("SELECT given_up_at IS NOT NULL FROM visits WHERE url = ?", private) == 1
    assert farm.paths().count("/robots.txt") == 1 + 3 + 1 + 1, "once per host, but for retries"
    assert "/private/one" not in farm.paths()
    farm.asked.clear()
    room.later(hours=2).run()
    assert [path for host, path, _ in farm.asked if host == farm.host(1)] == ["/open"]
    assert all(headers["User-Agent"].startswith("voxpop/") for _, _, headers in farm.asked)


def test_sources_of_every_kind(farm, room):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n)), n) for n in range(8)]
    news = "".join(f"<url><loc>{url}</loc></url>" for url in urls[:2])
    child = farm.serve("/s.xml.gz", gzip.compress(f"<urlset>{news}</urlset>".encode()), 20)
    index = farm.serve("/s.xml", f"<sitemapindex><sitemap><loc>{child}</loc></sitemap></sitemapindex>".encode(), 20)
    atom = f'<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><link href="{urls[2]}"/></entry></feed>'
    json_feed = f'{{"version": "https://jsonfeed.org/version/1.1", "items": [{{"id": "1", "url": "{urls[3]}"}}]}}'
    (room.folder / "urls.txt").write_text(f"# mine\n{urls[4]}\n")
    (room.folder / "pages").mkdir()
    (room.folder / "pages" / "saved.html").write_bytes(farm.page("Saved", farm.post(9)))
    room.settings(
        f'name = "sitemap"\nsitemap = "{index}"',
        f'name = "atom"\nfeed = "{farm.serve("/atom", atom.encode(), 21)}"',
        f'name = "json"\nfeed = "{farm.serve("/json", json_feed.encode(), 22)}"',
        'name = "file"\nurls_file = "urls.txt"',
        f'name = "list"\nurls = ["{urls[5]}", "{urls[5]}#top"]',
        'name = "folder"\nfolder = "pages"',
    )
    assert room.run().exit_code == 0
    assert room.one("SELECT count(*) FROM articles") == 7
    assert dict(room.rows("SELECT source, count(*) FROM visits GROUP BY source")) == {
        "sitemap": 2,
        "atom": 1,
        "json": 1,
        "file": 1,
        "list": 1,
        "folder": 1,
    }
    farm.asked.clear()
    room.later(minutes=5).run()
    assert sorted(farm.paths()) == ["/atom", "/json", "/s.xml"]
    assert room.one("SELECT articles, added FROM runs WHERE id = 2") == (0, 0)


def test_lines_of_a_list_that_are_no_address(farm, room):
    story = farm.serve("/one", farm.page("One", farm.post(1)))
    lines = room.folder / "urls.txt"
    lines.write_text(f'\ufeff{story} # first\nnews.example/story\n"{story}"\n')
    report = room.settings('name = "list"\nurls_file = "urls.txt"', f'name = "other"\nurls = ["{story}"]').run()
    assert report.exit_code == 1
    assert report.failures == [
        f"list: {lines}: line 2 is not a URL: 'news.example/story' (and 1 more): it must start with https://"
    ]
    assert farm.paths() == ["/robots.txt", "/one"]
    lines.write_text(f"{story}\n")
    assert room.later(seconds=1).run().exit_code == 0
    lines.write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in room.later(seconds=1).run().failures[0]


def test_a_folder_may_be_empty(room):
    (room.folder / "inbox").mkdir()
    room.settings('name = "inbox"\nfolder = "inbox"')
    assert room.run().exit_code == 0
    (room.folder / "inbox" / "photo.jpg").touch()
    assert room.run().exit_code == 0
    assert room.settings('name = "missing"\nfolder = "nowhere"').run().exit_code == 4


def test_a_corpus_in_a_folder_is_the_articles_that_archive_makes_of_it(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "corpus.csv").write_text(
        "url,title,text\n,One,Rain all week at the pier.\n,Two,Rain all week at the pier.\n,Three,\n"
        "https://a.example/4,Four,Rain all week at the pier.\n"
    )
    report = room.settings('name = "inbox"\nfolder = "inbox"').run()
    assert (report.counts["added"], report.counts["failed"]) == (3, 1)
    assert room.rows("SELECT url, problem FROM failing") == [(f"{inbox}/corpus.csv:4", "has no text: fill it in")]
    assert room.later(minutes=15).run().counts["unchanged"] == 3
    tally = archive_sources(str(room.folder / "a.db"), [str(inbox)], report=[].append, published=None, max_bytes=10**6)
    assert (tally.articles, tally.new) == (3, 0)


def test_a_bad_file_in_a_folder_does_not_hold_up_the_good_ones(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "first.txt").write_text("The council closed the pier on Sunday.")
    (inbox / "bad.txt").touch()
    report = room.settings('name = "inbox"\nfolder = "inbox"').run()
    assert (report.exit_code, report.failures, report.counts["failed"]) == (0, [], 1)
    assert room.one("SELECT failing_since, next_check FROM sources")[0] is None
    assert room.rows("SELECT url, problem, attempts FROM failing") == [
        (f"{inbox}/bad.txt", "is empty: nothing to read", 1)
    ]
    (inbox / "second.txt").write_text("The pier is open again, and the band plays on it.")
    report = room.later(minutes=15).run()
    assert (report.exit_code, report.counts["failed"], report.counts["added"]) == (0, 0, 1)
    assert [event["event"] for event in room.events] == ["article"]
    assert room.one("SELECT attempts, last_visit FROM failing JOIN visits USING (url, attempts)") == (
        1,
        "2020-02-02T12:00:00Z",
    ), "what was told is not told again"
    (line,) = [line for line in schedule_report(room.folder / "a.db") if "failing" in line]
    assert line == (
        f"failing article {inbox}/bad.txt: is empty: nothing to read"
        " (1 try since 2020-02-02T12:00:00Z, read again in every run)"
    )


@pytest.mark.parametrize(
    ("after", "failing", "added"),
    [
        pytest.param(b"The ferry sails again.", [], 1, id="mended"),
        pytest.param(None, [], 0, id="taken away"),
        pytest.param(b"\x89PNG\r\n", ["is a PNG image"], 0, id="bad in another way"),
        pytest.param(b" \n", ["has only white space: nothing to read"], 0, id="bad in nearly the same way"),
        pytest.param(b"", ["is empty: nothing to read"], 0, id="bad in the same way"),
    ],
)
def test_a_bad_file_in_a_folder_is_read_again(room, after, failing, added):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "first.txt").write_text("The council closed the pier on Sunday.")
    (inbox / "bad.txt").touch()
    room.settings('name = "inbox"\nfolder = "inbox"').run()
    if after is None:
        (inbox / "bad.txt").unlink()
    else:
        (inbox / "bad.txt").write_bytes(after)
    report = room.later(minutes=15).run()
    assert (report.exit_code, report.counts["added"]) == (0, added)
    assert room.rows("SELECT problem FROM failing") == failing


def test_a_good_file_that_turns_bad_and_back_is_one_article(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    for content in ("The council closed the pier.", "", "The council closed the pier."):
        (inbox / "story.txt").write_text(content)
        room.settings('name = "inbox"\nfolder = "inbox"').later(minutes=15).run()
    assert room.rows("SELECT problem FROM failing") == []
    assert room.one("SELECT count(*), min(digest IS NOT NULL) FROM articles") == (1, 1)


def test_a_folder_of_bad_files_alone_is_reported_once(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "empty.txt").touch()
    report = room.settings('name = "inbox"\nfolder = "inbox"').run()
    assert report.exit_code == 4
    assert report.failures == [f"inbox: could not read {inbox}/empty.txt: is empty: nothing to read"]
    assert room.later(minutes=15).run().exit_code == 0
    (inbox / "story.txt").write_text("The council closed the pier on Sunday.")
    report = room.later(minutes=15).run()
    assert (report.exit_code, report.counts["added"]) == (0, 1)
    assert room.one("SELECT problem FROM sources") is None


def test_a_damaged_warc_in_a_folder_is_one_problem(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "bad.warc").write_bytes(b"WARC/1.0\r\nWARC-Type: response\r\n\r\n\r\n\r\n" * 9)
    (inbox / "first.txt").write_text("The council closed the pier on Sunday.")
    room.settings('name = "inbox"\nfolder = "inbox"')
    assert [room.later(minutes=15).run().counts["failed"] for _ in range(2)] == [1, 0]


def test_a_folder_that_goes_away_has_failed_and_its_files_are_not_forgotten(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "bad.txt").touch()
    room.settings('name = "inbox"\nfolder = "inbox"').run()
    inbox.rename(room.folder / "away")
    report = room.later(minutes=15).run()
    assert (report.exit_code, len(report.failures)) == (4, 1)
    assert room.rows("SELECT source FROM failing ORDER BY url") == ["inbox", "inbox"]


def test_a_file_that_a_killed_run_had_only_entered_is_read_by_the_next(room):
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "story.txt").write_text("The council closed the pier on Sunday.")
    room.settings('name = "inbox"\nfolder = "inbox"').run()
    db = sqlite3.connect(room.folder / "a.db")
    with db:
        db.execute("UPDATE visits SET first_visit = NULL, next_visit = found_at, visits = 0, digest = NULL")
    db.close()
    report = room.later(minutes=15).run()
    assert (report.exit_code, report.counts["articles"], report.counts["failed"]) == (0, 1, 0)
    assert room.one("SELECT next_visit, problem FROM visits") == (None, None)


def test_files_whose_names_are_not_utf8(room):
    pages = room.folder / "pages"
    pages.mkdir()
    for name in (b"caf\xe8.txt", b"caf\xe9.txt"):
        (pages / os.fsdecode(name)).write_bytes(b"Fans sang. " + name)
    room.settings('name = "pages"\nfolder = "pages"')
    assert room.run().exit_code == 0
    room.later(minutes=5).run()
    assert room.rows("SELECT articles, unchanged FROM runs ORDER BY id") == [(2, 0), (0, 2)]


def test_overburdened_and_silent_hosts_are_left_alone(farm, room):
    busy = [
        farm.serve(f"/{n}", lambda request: farm.answer(request, 429, b"", Retry_After="7200"), 1) for n in range(9)
    ]
    dead = [farm.serve(f"/{n}", reset, 2) for n in range(9)]
    room.settings(feed_of(farm, *busy, *dead, number=3), attempts=1).run()
    asked = [host for host, path, _ in farm.asked if path not in {"/feed", "/robots.txt"}]
    assert (asked.count(farm.host(1)), asked.count(farm.host(2))) == (1, 3)
    assert room.rows("SELECT attempts, count(*) FROM visits GROUP BY attempts") == [(0, 14), (1, 4)]
    due = room.one("SELECT count(*) FROM visits WHERE next_visit <= '2020-02-02T12:00:00Z'")
    assert due == 6, "the next run asks the silent host again"
    due = room.one("SELECT count(*) FROM visits WHERE next_visit = '2020-02-02T14:00:00Z'")
    assert due == 9, "the other one asked for two hours"


def test_a_feed_that_asks_for_time_is_given_it(farm, room):
    farm.routes[f"{farm.host()}/feed"] = lambda request: farm.answer(request, 429, b"", Retry_After="86400")
    room.settings(f'name = "post"\nfeed = "{farm.at("/feed")}"', attempts=1).run()
    assert room.one("SELECT next_check FROM sources") == "2020-02-03T12:00:00Z"


def test_years_are_not_given(farm, room):
    forever = lambda request: farm.answer(request, 429, b"", Retry_After="999999999")  # noqa: E731
    urls = [farm.serve(f"/{n}", forever) for n in range(2)]
    farm.routes[f"{farm.host(2)}/feed"] = forever
    gone = f'name = "gone"\nfeed = "{farm.at("/feed", 2)}"'
    room.settings(feed_of(farm, *urls, number=3), gone, attempts=1).run()
    assert room.rows("SELECT DISTINCT next_visit FROM visits") == ["2020-02-09T12:00:00Z"]
    assert room.one("SELECT next_check FROM sources WHERE name = 'gone'") == "2020-02-09T12:00:00Z"


def test_failing_sources(farm, room):
    good = feed_of(farm, farm.serve("/one", farm.page("One", farm.post(1))))
    html = f'name = "html"\nfeed = "{farm.serve("/page", farm.page("No feed"), 2)}"'
    gone = f'name = "gone"\nfeed = "{farm.at("/nothing", 3)}"'
    report = room.settings(good, html, gone, 'name = "file"\nurls_file = "missing.txt"').run()
    assert report.exit_code == 1
    assert sorted(line.partition(":")[0] for line in report.failures) == ["file", "gone", "html"]
    assert all("\n" not in line for line in report.failures)
    assert room.rows("SELECT kind, subject FROM flags") == [("no-listing", "html")]
    assert room.one("SELECT failing_since, attempts FROM sources WHERE name = 'gone'") == ("2020-02-02T12:00:00Z", 1)
    assert room.settings(html, gone).later(hours=2).run().exit_code == 4
    assert room.later(minutes=5).run().exit_code == 0, "not due again yet"


def test_articles_that_fail_are_stored_and_the_run_is_done(farm, room):
    good, *bad = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n)), n) for n in range(5)]
    for n in range(1, 5):
        farm.serve(f"/{n}", lambda request: farm.answer(request, 403, b"no"), n)
    report = room.settings(feed_of(farm, good, *bad, number=9)).run()
    assert (report.exit_code, report.failures, report.counts["failed"]) == (0, [], 4)
    assert room.one("SELECT failing_since FROM sources") is None
    assert len(room.rows("SELECT * FROM failing")) == 4


def test_a_feed_whose_articles_all_fail_has_failed(farm, room):
    urls = [farm.serve(f"/{n}", lambda request: farm.answer(request, 403, b"no"), n) for n in range(3)]
    assert room.settings(feed_of(farm, *urls[:2], number=9)).run().exit_code == 0, "two are no sign yet"
    two = feed_of(farm, farm.serve("/good", farm.page("Good", farm.post(1)), 5), number=6)
    report = room.settings(feed_of(farm, *urls, number=9), two).later(hours=1).run()
    assert report.exit_code == 1
    assert report.failures[0].startswith("post-9: could not fetch any of 3 articles; the last: http://127.0.")
    assert room.one("SELECT problem, next_check FROM sources WHERE name = 'post-9'") == (
        report.failures[0].removeprefix("post-9: "),
        "2020-02-02T14:00:00Z",
    )
    farm.serve("/0", farm.page("Story 0", farm.post(0)), 0)
    report = room.later(hours=6).run()
    assert (report.exit_code, room.one("SELECT count(*) FROM sources WHERE problem IS NOT NULL")) == (0, 0)


def test_a_list_whose_articles_all_fail_has_failed(farm, room):
    room.settings(f'name = "list"\nurls = ["{farm.at("/nothing")}"]')
    report = room.run()
    assert (report.exit_code, report.counts["sources"]) == (4, 1)
    assert report.failures == [f"list: could not fetch {farm.at('/nothing')}: 404 Not Found: check the URL"]
    assert room.later(minutes=15).run().exit_code == 0, "nothing is due"
    good = farm.serve("/good", farm.page("Good", farm.post(1)))
    room.settings(f'name = "list"\nurls = ["{farm.at("/nothing")}", "{good}"]').later(minutes=15).run()
    assert room.rows("SELECT title FROM articles") == ["Good"], "a longer list is read at once"


def test_failing_sources_are_asked_again_within_hours(farm, room):
    """A feed forgets its older articles: one that comes back after days must not wait days to be seen."""
    room.settings(f'name = "gone"\nfeed = "{farm.at("/nothing")}"')
    pauses = []
    for _ in range(5):
        room.run()
        checked, following = room.one("SELECT checked_at, next_check FROM sources")
        pauses.append(datetime.fromisoformat(following) - datetime.fromisoformat(checked))
        room.now = datetime.fromisoformat(following)
    assert [pause.seconds // 3600 for pause in pauses] == [1, 6, 6, 6, 6]


def test_a_run_ends_in_time_and_the_next_one_goes_on(farm, room):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n))) for n in range(5)]
    room.settings(feed_of(farm, *urls), delay=0.4, run_timeout=1.5)
    report = room.run(sleep=time.sleep)
    assert (report.exit_code, report.failures) == (0, [])
    assert report.left > 0
    assert room.one("SELECT outcome FROM runs") == f"out of time, {report.left} left for the next run"
    runs = 1
    while report.left and runs < 20:
        report = room.later(minutes=15).run(sleep=time.sleep)
        runs += 1
    assert room.one("SELECT count(*), min(visits), max(visits) FROM visits") == (5, 1, 1)


@pytest.mark.parametrize(
    ("slow_hosts", "stories", "seconds"),
    [pytest.param(150, 6, 4, id="few"), pytest.param(600, 30, 8, id="many", marks=pytest.mark.thorough)],
)
def test_a_source_that_names_hundreds_of_slow_hosts_does_not_starve_the_others(
    farm, room, slow_hosts, stories, seconds
):
    """The honest one gets its articles; what time was lacking for is asked for first in the next run."""
    held, over = [], threading.Event()

    def slow(request):
        held.append(request.path)
        over.wait(0.4)
        farm.answer(request, 200, farm.page(f"Slow {request.path}"))

    farm.routes["/robots.txt"] = lambda request: farm.answer(request, 404)
    mazes = [farm.at(f"/maze{n:03}", n) for n in range(100, 100 + slow_hosts)]
    farm.routes.update({f"/maze{n:03}": slow for n in range(100, 100 + slow_hosts)})
    honest = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n))) for n in range(stories)]
    sources = (feed_of(farm, *mazes, number=8), feed_of(farm, *honest, number=9))
    room.settings(*sources, delay=0.05, concurrency=8, run_timeout=seconds)
    report = room.run(sleep=time.sleep)
    done = dict(room.rows("SELECT source, sum(visits) FROM visits GROUP BY source"))
    assert done["post-9"] == stories
    assert 0 < done["post-8"] < slow_hosts
    assert report.left >= slow_hosts - done["post-8"] - 8
    left = room.rows("SELECT url FROM visits WHERE visits = 0 AND problem IS NULL ORDER BY url")
    fresh = [farm.at(f"/maze{n:03}", n) for n in range(10, 40)]  # whose hosts come first by their names
    farm.routes.update({f"/maze{n:03}": slow for n in range(10, 40)})
    farm.serve("/feed", farm.rss(*fresh, *mazes), 8)
    held.clear()
    room.settings(*sources, delay=0.05, concurrency=8, run_timeout=1)
    room.later(minutes=15).run(sleep=time.sleep)
    assert held
    assert set(held) <= {url[-8:] for url in left[: len(held) + 8]}


def test_sources_that_a_run_had_no_time_for_are_read_first_in_the_next(farm, room):
    def slow(request):
        time.sleep(0.3)
        farm.answer(request, 200, farm.rss())

    names = [f'name = "post-{n}"\nfeed = "{farm.serve("/feed", slow, n)}"' for n in range(8)]
    farm.routes["/robots.txt"] = lambda request: farm.answer(request, 404)
    room.settings(*names, concurrency=1, run_timeout=1)
    read, runs = [], 0
    while len(read) < 8 and runs < 60:  # on a busy machine, a run may not get to any
        room.later(minutes=15).run(sleep=time.sleep)
        read, runs = room.rows("SELECT name FROM sources WHERE checked_at IS NOT NULL"), runs + 1
    assert len(read) == 8


def test_every_is_obeyed(farm, room):
    room.settings(feed_of(farm) + '\nevery = "30m"').run()
    farm.asked.clear()
    room.later(minutes=20).run()
    assert farm.paths() == []
    room.later(minutes=20).run()
    assert farm.paths() == ["/feed"]


def test_topics(farm, room):
    about = farm.serve("/about", farm.page("Storm Alva hits", farm.post(1)))
    tagged = farm.serve("/tagged", farm.page("Tagged", farm.post(2, "Stay safe #StormAlva")))
    other = farm.serve("/other", farm.page("Other", farm.post(3)))
    topics = '[[topics]]\nname = "storm"\nhashtags = ["stormalva"]\nterms = ["storm alva"]\n'
    room.settings(feed_of(farm, about, tagged, other) + '\ntopics = ["storm"]', more=topics).run()
    assert sorted(room.rows("SELECT title FROM articles")) == ["Storm Alva hits", "Tagged"]
    assert room.rows("SELECT url FROM visits WHERE kept = 0") == [other]
    assert room.one("SELECT count(*) FROM captures") == 2
    assert room.rows("SELECT topic, count(*) FROM articles_topics") == [("storm", 2)]


def test_files_of_a_folder_are_kept_with_their_topics(farm, room):
    folder = room.folder / "pages"
    folder.mkdir()
    (folder / "about.html").write_bytes(farm.page("Storm Alva hits", farm.post(1)))
    (folder / "other.html").write_bytes(farm.page("Other", farm.post(3)))
    topics = '[[topics]]\nname = "storm"\nterms = ["storm alva"]\n'
    room.settings('name = "mine"\nfolder = "pages"\ntopics = ["storm"]', more=topics).run()
    kept = "SELECT type, captures.url, run, topic FROM captures JOIN articles_topics USING (article)"
    assert room.rows(kept) == [("resource", "file:///pages/about.html", 1, "storm")]
    room.later(hours=1).run()
    assert room.one("SELECT count(*) FROM captures") == 1
    assert findings(room.folder / "a.db", deep=True) == []


def test_an_article_of_two_sources_is_kept_when_either_wants_it(farm, room):
    url = farm.serve("/other", farm.page("Other", farm.post(3)))
    topics = '[[topics]]\nname = "storm"\nterms = ["storm alva"]\n'
    picky = feed_of(farm, url) + '\ntopics = ["storm"]'
    room.settings(picky, more=topics).run()
    assert room.rows("SELECT title FROM articles") == []
    room.settings(picky, feed_of(farm, url, number=2), more=topics)
    for _ in range(2):
        room.later(minutes=15).run()
    assert room.rows("SELECT title FROM articles") == ["Other"]
    assert room.one("SELECT kept, source FROM visits") == (1, "post-1")


def test_a_source_with_a_new_name_keeps_its_articles(farm, room):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    source = feed_of(farm, url)
    room.settings(source).run()
    room.settings(source.replace("post-1", "The Post")).later(hours=1)
    farm.asked.clear()
    room.run()
    assert sorted(farm.paths()) == ["/feed", "/one"]
    assert all("If-None-Match" in headers for _, _, headers in farm.asked)
    assert room.rows("SELECT name FROM sources") == ["The Post"]
    assert room.rows("SELECT source, visits FROM visits") == [("The Post", 2)]


def test_a_source_that_was_dropped_is_not_reported(farm, room):
    gone = f'name = "gone"\nfeed = "{farm.at("/nothing", 3)}"'
    room.settings(gone, feed_of(farm)).run()
    assert room.rows("SELECT name FROM sources WHERE failing_since IS NOT NULL") == ["gone"]
    room.settings(feed_of(farm, number=2)).later(days=30).run()
    assert room.rows("SELECT name FROM sources WHERE failing_since IS NOT NULL") == []
    assert room.rows("SELECT subject FROM flags") == []


def test_two_sources_of_one_feed(farm, room):
    urls = [farm.serve(f"/{name}", farm.page(name, farm.post(n))) for n, name in enumerate(("Storm", "Election"))]
    topics = "".join(f'[[topics]]\nname = "{name}"\nterms = ["{name}"]\n' for name in ("storm", "election"))
    storm = feed_of(farm, *urls) + '\ntopics = ["storm"]'
    room.settings(storm, more=topics).run()
    assert room.rows("SELECT title FROM articles") == ["Storm"]
    both = (storm, storm.replace("post-1", "votes").replace('["storm"]', '["election"]'))
    room.settings(*both, more=topics)
    for _ in range(2):
        room.later(minutes=15).run()
    assert room.rows("SELECT title FROM articles ORDER BY title") == ["Election", "Storm"]


def test_two_runs_at_once(farm, room):
    room.settings(feed_of(farm))
    caught = []

    def meanwhile(_event):
        with pytest.raises(LockedError) as error:
            run_once(read_settings(room.file))
        caught.append(error.value.exit_code)

    run_once(read_settings(room.file), on_event=meanwhile)
    assert caught == [75]


def test_stories_that_speak_of_posts_but_show_none_are_flagged(farm, room):
    told = farm.page("Told", words="The mayor said in a tweet that the pier would stay shut. ")
    room.settings(feed_of(farm, farm.serve("/told", told))).run()
    assert room.rows("SELECT subject, kind FROM flags") == [(farm.at("/told"), "speaks-of-posts")]
    farm.serve("/told", farm.page("Told", farm.post(1)))
    room.later(hours=1).run()
    assert room.rows("SELECT * FROM flags") == []


def test_a_feed_that_has_moved_for_good_is_flagged_until_the_settings_follow(farm, room):
    farm.serve("/new", farm.rss(farm.serve("/one", farm.page("One", farm.post(1)))))
    status = [301]
    old = farm.serve("/old", lambda request: farm.answer(request, status[0], b"", Location="/new"))
    settings = 'name = "post"\nfeed = "{}"'
    room.settings(settings.format(old)).run()
    flag = [("post", f"has moved to {farm.at('/new')}: name that address in the settings")]
    assert room.rows("SELECT subject, message FROM flags") == flag
    assert f"look at {': '.join(flag[0])}" in schedule_report(room.folder / "a.db")
    status[0] = 302
    room.later(hours=1).run()
    assert room.rows("SELECT * FROM flags") == []
    status[0] = 308
    room.later(hours=1).run()
    assert room.rows("SELECT subject, message FROM flags") == flag
    room.settings(settings.format(farm.at("/new"))).later(hours=1).run()
    assert room.rows("SELECT * FROM flags") == []


def gone(farm, number):
    """A page of a story that is gone, with what differs from one request to the next around its words."""
    body = farm.page("Page not found", words="We looked everywhere for it. ").decode()
    return body.replace("<article>", f"<nav>{number} readers</nav><article data-n='{number}'>").encode()


def test_one_page_at_many_addresses_is_flagged(farm, room):
    """A site that answers 200 where a story is gone: every such page is kept, and a person told."""
    urls = [farm.serve(f"/{n}", gone(farm, n), n) for n in range(5)]
    good = [farm.serve(f"/good{n}", farm.page(f"Story {n}"), n) for n in range(6)]
    room.settings(feed_of(farm, *urls[:4], *good, number=9)).run()
    assert room.rows("SELECT * FROM flags") == [], "four may be one story in four sections"
    room.settings(feed_of(farm, *urls, *good, number=9)).later(minutes=15).run()
    assert room.rows("SELECT kind, subject FROM flags") == [("soft-404", "post-9")]
    assert room.one("SELECT count(*) FROM articles WHERE title = 'Page not found'") == 5, "nothing is refused"
    (line,) = [line for line in schedule_report(room.folder / "a.db") if line.startswith("look at")]
    assert line == (
        f'look at post-9: 5 addresses gave one and the same page, "Page not found", such as {urls[0]}:'
        " open it; is the story gone, or behind a login or a consent page?"
    )
    for n in range(5):
        farm.serve(f"/{n}", farm.page(f"Story {n} is back", farm.post(n)), n)
    room.later(hours=2).run()
    assert room.rows("SELECT * FROM flags") == [], "the stories are there again"


def test_a_title_cannot_command_the_terminal_that_shows_the_status(farm, room):
    urls = [farm.serve(f"/{n}", farm.page("Gone \x1b[31mred")) for n in range(5)]
    room.settings(feed_of(farm, *urls, number=9)).run()
    (line,) = [line for line in schedule_report(room.folder / "a.db") if line.startswith("look at")]
    assert "Gone" in line
    assert line.isprintable()


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(lambda farm, n: farm.page("Live", words=f"Goal number {n}. "), id="other words"),
        pytest.param(lambda farm, n: farm.page(f"Live {n}"), id="another title"),
        pytest.param(lambda farm, n: farm.page("Live", farm.post(n)), id="a post each"),
        pytest.param(lambda farm, _: farm.page("Live", farm.post(7)), id="one post in all of them"),
    ],
)
def test_pages_that_differ_are_not_flagged_as_one(farm, room, page):
    urls = [farm.serve(f"/{n}", page(farm, n), n) for n in range(8)]
    room.settings(feed_of(farm, *urls, number=9)).run()
    assert room.rows("SELECT kind FROM flags") == []


def test_one_page_about_no_topic_is_flagged_all_the_same(farm, room):
    """Nothing of it is kept, and so its title is not known."""
    urls = [farm.serve(f"/{n}", gone(farm, n), n) for n in range(5)]
    topics = '[[topics]]\nname = "storm"\nterms = ["storm alva"]\n'
    room.settings(feed_of(farm, *urls, number=9) + '\ntopics = ["storm"]', more=topics).run()
    assert room.rows("SELECT kind FROM flags") == ["soft-404"]
    assert " the same page, such as " in room.one("SELECT message FROM flags")


def test_last_modified_is_enough_to_ask_conditionally(farm, room):
    then = "Sun, 02 Feb 2020 10:00:00 GMT"

    def dated(body, kind):
        def route(request):
            same = request.headers.get("If-Modified-Since") == then
            farm.answer(request, 304 if same else 200, b"" if same else body, kind, Last_Modified=then)

        return route

    story = farm.serve("/one", dated(farm.page("One", farm.post(1)), "text/html"))
    farm.routes[f"{farm.host()}/feed"] = dated(farm.rss(story), "application/rss+xml")
    room.settings(f'name = "post"\nfeed = "{farm.at("/feed")}"').run()
    farm.asked.clear()
    room.later(hours=1).run()
    assert [headers.get("If-Modified-Since") for _, _, headers in farm.asked] == [then, then]
    assert room.one("SELECT unchanged FROM runs WHERE id = 2") == 1


def test_dates_carry_their_zone_or_say_that_it_is_unknown(farm, room):
    """The machine's own zone must not matter; the test of the command runs it in another one."""
    dates = {
        "zoned": "<pubDate>Sun, 02 Feb 2020 10:00:00 -0500</pubDate>",
        "unzoned": "<dc:date>2020-02-02T10:00:00</dc:date>",
        "day": "<dc:date>2020-02-02</dc:date>",
    }
    items = "".join(
        f"<item><link>{farm.serve(f'/{name}', farm.page(name, farm.post(n)))}</link>{date}</item>"
        for n, (name, date) in enumerate(dates.items())
    )
    feed = f'<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>{items}</channel></rss>'
    room.settings(f'name = "post"\nfeed = "{farm.serve("/feed", feed.encode())}"').run()
    assert dict(room.rows("SELECT title, published_at FROM articles")) == {
        "zoned": "2020-02-02T15:00:00Z",
        "unzoned": "2020-02-02T10:00:00",
        "day": "2020-02-02",
    }
    for name in ("first_seen", "last_seen"):
        assert all(at.endswith("Z") for at in room.rows(f"SELECT {name} FROM articles"))


def test_quiet_sources_and_fruitless_ones_are_flagged(farm, room):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}")) for n in range(20)]
    room.settings(feed_of(farm, *urls)).run()
    assert room.rows("SELECT kind FROM flags") == ["no-reactions"]
    room.settings(feed_of(farm, *reversed(urls))).later(days=8).run()
    assert room.rows("SELECT kind FROM flags") == ["quiet"], "a listing that changed has nothing new yet"
    room.settings(feed_of(farm, *urls, farm.serve("/new", farm.page("New")))).later(days=1).run()
    assert room.rows("SELECT kind FROM flags") == []


def test_politeness(farm, room):
    """One request at a time per host, and the pause between two; other hosts are asked meanwhile."""
    spans, hosts, together = [], set(), threading.Condition()

    def route(request):
        started = time.monotonic()
        with together:
            hosts.add(request.headers["Host"])
            together.notify_all()
            assert together.wait_for(lambda: len(hosts) > 1, 60)
        farm.answer(request, 200, farm.page("One", farm.post(1)))
        spans.append((request.headers["Host"], started, time.monotonic()))

    urls = [farm.serve(f"/{n}", route, n % 3 + 5) for n in range(12)]
    settings = room.settings(feed_of(farm, *urls), delay=0.1, request_timeout=60, read_timeout=60)
    run_once(read_settings(settings.file))
    for host in hosts:
        mine = sorted((start, end) for name, start, end in spans if name == host)
        assert len(mine) == 4
        assert all(after[0] - before[1] > 0.09 for before, after in pairwise(mine))


def test_crawl_delay_outranks_a_shorter_pause(farm, room):
    times = []

    def route(request):
        times.append(time.monotonic())
        farm.answer(request, 200, farm.page("One", farm.post(1)))

    farm.serve("/robots.txt", b"User-agent: *\nCrawl-delay: 0.5\n")
    urls = [farm.serve(f"/{n}", route) for n in range(3)]
    run_once(read_settings(room.settings(feed_of(farm, *urls, number=2)).file))
    assert all(after - before > 0.5 for before, after in pairwise(times))


@pytest.mark.parametrize(
    ("written", "seconds"), [("2", 2.0), ("0.1", 1.0), ("86400", 600.0), ("nan", 1.0), ("-5", 1.0)]
)
def test_crawl_delays_are_bounded(written, seconds):
    host_policy = HostPolicy(1.0, clock=lambda: 0.0, sleep=lambda _: None)
    rules = Rules(200, f"User-agent: *\nCrawl-delay: {written}\n")
    host_policy.remember("https://the-post.example", rules)
    with host_policy.gate("https://the-post.example/story"):
        pass
    assert host_policy.free_at("the-post.example") == seconds


def _good(farm):
    return feed_of(farm, farm.serve("/one", farm.page("One", farm.post(1))))


def _missing(farm):
    return f'name = "missing"\nfeed = "{farm.at("/nothing", 3)}"'


#: How a run goes: its sources, and how its outcome begins.
ENDINGS = [
    ("all is well", [_good], 0, "done"),
    ("a source fails", [_good, _missing], 1, "partly failed: missing: "),
    ("a folder is missing", [_good, lambda _farm: 'name = "x"\nfolder = "nowhere"'], 1, "partly failed: x: "),
    ("every source fails", [_missing], 4, "every source failed: missing: "),
    ("an article fails", [lambda farm: feed_of(farm, farm.at("/two"))], 0, "done"),
]


@pytest.mark.parametrize("ending", [pytest.param(case[1:], id=case[0]) for case in ENDINGS])
def test_exit_code_stored_outcome_and_status_agree(farm, room, voxpop_here, ending):
    sources, code, outcome = ending
    report = room.settings(*(source(farm) for source in sources)).run()
    stored, exit_code, failed = room.one("SELECT outcome, exit_code, failed FROM runs")
    assert (report.exit_code, exit_code) == (code, code)
    assert stored == report.outcome
    assert stored.startswith(outcome)
    assert (failed > 0) >= (code > 0)
    assert f": {stored}" in voxpop_here("status", room.folder / "a.db").out


def test_a_platform_that_cannot_be_asked_is_in_the_outcome(farm, room, monkeypatch):
    failed = Checked(failures=["twitter: 503"], hosts=2)
    monkeypatch.setattr("archive.schedule.run.check_posts", lambda *_, **__: failed)
    report = room.settings(_good(farm), more="[availability]\nenabled = true\n").run()
    assert room.one("SELECT outcome, exit_code, failed FROM runs") == ("partly failed: twitter: 503", 1, 1)
    assert report.exit_code == 1


def test_an_error_behind_the_visits_is_the_outcome(farm, room, monkeypatch):
    def fail(*_):
        raise ArchiveError("the disk is full: free some space")

    monkeypatch.setattr("archive.schedule.run.raise_flags", fail)
    with pytest.raises(ArchiveError):
        room.settings(_good(farm)).run()
    assert room.one("SELECT outcome, exit_code FROM runs") == ("failed: the disk is full: free some space", 3)
