"""A published site: no dead link, none to a server, nothing that runs, the same figures as the pages."""

import csv
import io
import json
import re
import sqlite3
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest

from archive.publishing.site import Rewriter

from . import hostile

pytestmark = pytest.mark.long
ATOM = "{http://www.w3.org/2005/Atom}"
FORMULA = r"[\s\u200b]*[=+@-]|[\t\r\n]"
NUMBER = r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z"
WEB = "https://reactions.example/alva&co/"


class Read(HTMLParser):
    """The links of a page, its ids, its elements and attributes."""

    def __init__(self, page):
        super().__init__()
        self.links, self.ids, self.tags, self.names, self.meta = [], set(), set(), set(), {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if given.get("type") == "application/ld+json":  # data
            return
        self.tags.add(tag)
        self.names |= given.keys()
        self.links += [given[name] for name in ("href", "src", "action") if name in given]
        self.ids |= {given["id"]} if "id" in given else set()
        if tag == "meta":
            self.meta[given.get("name") or given.get("property")] = given.get("content")


#: What would run, what is no name of a file, and what is a formula.
TELLING = ("script", "image", "address", "template", "nul", "path", "slashes", "controls", "formula", "unbroken")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(TELLING, id="telling tricks"),
        pytest.param(tuple(hostile.TRICKS), id="all tricks", marks=pytest.mark.thorough),
    ],
)
def hostile_archive(tmp_path_factory, request):
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    hostile.make(path, request.param)
    return path


def pages_in(site):
    return {file.relative_to(site).as_posix(): Read(file.read_text("utf-8")) for file in site.rglob("*.html")}


def dead_links(site):
    """The links of a site that lead to no file of it, to no place in one, or to a server."""
    pages = pages_in(site)
    assert "index.html" in pages
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https") and not parts.netloc.endswith(".invalid"):
                continue
            target = (site / file).parent / unquote(parts.path) if parts.path else site / file
            name = target.resolve().relative_to(site.resolve()).as_posix()
            is_file = target.is_file() and not (parts.scheme or parts.netloc or parts.query or link[:1] == "/")
            if not is_file or (parts.fragment and parts.fragment not in pages[name].ids):
                yield file, link


SELECTIONS = [
    pytest.param((), id="all"),
    pytest.param(("--base-url", WEB), id="all with an address"),
    pytest.param(("--hashtag", "#LetMiraSing"), id="hashtag"),
    pytest.param(("--outlet", "Pop Signal", "--base-url", WEB), id="outlet", marks=pytest.mark.thorough),
    pytest.param(("--author", "twitter:mirasolene_ex"), id="author"),
    pytest.param(("--filter", "platform=bluesky", "--since", "2024-05-01", "--until", "2024-05"), id="where"),
]


@pytest.mark.parametrize("arguments", SELECTIONS)
def test_no_link_is_dead_and_none_leads_to_the_server(samples_archive, publish, arguments):
    site = publish(samples_archive, *arguments)
    assert list(dead_links(site)) == []
    for file in site.rglob("*"):
        if file.is_file():
            assert not re.search(r"localhost|127\.0\.0\.1|[0-9a-f]{24}\.invalid", file.read_text("utf-8")), file
            assert str(samples_archive.parent) not in file.read_text("utf-8")


@pytest.mark.parametrize("arguments", SELECTIONS)
def test_pages_need_no_script_and_no_server(samples_archive, publish, arguments):
    site = publish(samples_archive, *arguments)
    for file, page in pages_in(site).items():
        runs = {"script", "form", "input", "button", "iframe"}
        assert page.tags & runs == ({"script", "input"} if file == "search.html" else set()), file
        assert "/-/" not in " ".join(page.links)
        assert 'class="note served"' not in (site / file).read_text("utf-8")
        assert any(link.endswith("static/voxpop.css") for link in page.links)


def test_a_site_is_searched_and_its_posts_are_in_the_order_of_time(samples_archive, publish):
    site = publish(samples_archive)
    search = (site / "search.html").read_text("utf-8")
    with closing(sqlite3.connect(samples_archive)) as connection:
        (reactions,) = connection.execute("select count(*) from reactions").fetchone()
    assert search.count("<li><a ") - search.split("</nav>")[0].count("<li><a ") == reactions
    assert "The council has closed the pier." in search
    assert "script-src 'self' file:" in search
    assert 'href="search.html"' in (site / "index.html").read_text("utf-8")
    assert "<svg" in (site / "index.html").read_text("utf-8")
    assert "Source: voxpop" in (site / "index.svg").read_text("utf-8")
    times = re.findall(r'<a href="post/[^"]+"><time datetime="([^"]+)', (site / "posts.html").read_text("utf-8"))
    assert times == sorted(times, reverse=True) != []


def test_a_drawing_holds_nothing_but_drawing(samples_archive, publish):
    drawings = []
    for file in publish(samples_archive).rglob("*.html"):
        drawings += re.findall(r"<svg.*?</svg>", file.read_text("utf-8"), re.DOTALL)
    assert drawings
    for drawing in drawings:
        assert set(re.findall(r"<([a-z]+)", drawing)) <= {"svg", "g", "rect", "line", "text", "title", "path", "a"}
        assert drawing.count("<g") == drawing.count("</g>")


def test_the_whole_archive_has_a_page_for_each_thing(samples_archive, publish):
    site = publish(samples_archive)
    with closing(sqlite3.connect(samples_archive)) as connection:
        for kind, table in (("article", "articles"), ("post", "posts"), ("hashtag", "hashtags"), ("card", "posts")):
            count = connection.execute(f"select count(*) from {table}").fetchone()[0]
            assert len(list((site / kind).glob("*.html"))) == count, kind
    assert "<svg" in (site / "home.html").read_text("utf-8")


def test_a_hashtag_takes_what_it_shows_and_no_more(samples_archive, publish):
    site = publish(samples_archive, "--hashtag", "#LetMiraSing")
    with closing(sqlite3.connect(samples_archive)) as connection:
        posts = connection.execute("select count(*) from posts_hashtags where hashtag = 'letmirasing'").fetchone()
    assert len(list((site / "post").glob("*.html"))) == posts[0]
    assert len(list((site / "hashtag").glob("*.html"))) == 1
    assert not (site / "home.html").exists()
    index = (site / "index.html").read_text("utf-8")
    assert "<h1><bdi>#LetMiraSing</bdi></h1>" in index
    told = json.loads((site / "voxpop-published.json").read_text("utf-8"))
    assert (told["selection"], told["posts"]) == ({"hashtag": ["letmirasing"]}, posts[0])
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    assert files == set(told["files"])


def test_rows_are_those_of_the_pages(samples_archive, publish, datasette_on, get):
    site = publish(samples_archive, "--hashtag", "#LetMiraSing")
    datasette = datasette_on(samples_archive, default_allow_sql=False)
    page = Path(next((site / "hashtag").glob("*.html")))
    for name in ("days", "posts", "outlets"):
        asked = get(datasette, f"/samples/hashtag/letmirasing.csv?rows={name}").text
        assert page.with_suffix(f".{name}.csv").read_bytes().decode() == asked
        asked = get(datasette, f"/samples/hashtag/letmirasing.json?rows={name}").json()
        assert json.loads(page.with_suffix(f".{name}.json").read_text("utf-8")) == asked
    rows = list(csv.DictReader(io.StringIO((site / "data" / "posts.csv").read_text("utf-8"))))
    as_json = json.loads((site / "data" / "posts.json").read_text("utf-8"))
    assert [row["id"] for row in rows] == [row["id"] for row in as_json]


def test_an_address_stands_where_programs_look_for_it(samples_archive, publish):
    site = publish(samples_archive, "--base-url", WEB)
    pages = pages_in(site)
    for file, page in pages.items():
        if not file.startswith(("card/", "articles", "posts", "authors", "outlets", "hashtags", "search")):
            own = WEB if file == "index.html" else WEB + file
            assert page.meta["og:url"] == own
            assert own in page.links
    for file in site.rglob("*.svg"):
        assert WEB in "".join(ET.parse(file).getroot().itertext())
    for file in (site / "post").glob("*.txt"):
        assert f"{WEB}post/{file.stem}.html" in file.read_text("utf-8")
        assert f"{WEB}card/" in file.with_suffix(".html").read_text("utf-8")
        assert f"\\url{{{WEB}post/{file.stem}.html}}" in file.with_suffix(".bib").read_text("utf-8")


@pytest.mark.parametrize("arguments", [(), ("--base-url", WEB)], ids=["no address", "address"])
def test_feeds_lead_to_files(samples_archive, publish, arguments):
    site = publish(samples_archive, *arguments)
    feeds = list(site.rglob("*.atom"))
    assert feeds
    for file in feeds:
        links = [link for link in ET.parse(file).iter(f"{ATOM}link") if link.get("rel") != "via"]
        assert links
        for link in links:
            href = link.get("href")
            assert href.startswith(WEB) == bool(arguments)
            assert (site / href.removeprefix(WEB) if arguments else file.parent / href).is_file()


def test_names_are_taken_by_every_file_system(hostile_archive, publish):
    site = publish(hostile_archive)
    names = [file.relative_to(site).as_posix() for file in site.rglob("*")]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert re.fullmatch(r"[a-z0-9/.-]{1,120}", name), name
        assert not re.search(r"(?:^|/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[. ](?:/|$)", name)


@pytest.mark.parametrize(
    "arguments",
    [pytest.param((), id="no address"), pytest.param(("--base-url", WEB), id="address", marks=pytest.mark.thorough)],
)
def test_nothing_of_a_stranger_runs_in_a_file(hostile_archive, publish, arguments):
    site = publish(hostile_archive, *arguments)
    assert list(dead_links(site)) == []
    for file in site.rglob("*.html"):
        text = file.read_text("utf-8")
        page = Read(text)
        runs = {"script", "img", "iframe", "form", "object", "embed"}
        assert page.tags & runs == ({"script"} if file.name == "search.html" else set()), file
        for data in re.findall(r'<script type="application/ld.json">(.*?)</script>', text, re.DOTALL):
            assert json.loads(data)["@type"] in {"SocialMediaPosting", "Article"}
        assert not [name for name in page.names if name.startswith("on") or name == "style"], file
        assert not [link for link in page.links if link.strip().lower().startswith(("javascript:", "data:"))], file
        assert "default-src 'none'" in text
        assert "49{" not in text
    for file in site.rglob("*.atom"):
        ET.parse(file)


@pytest.mark.parametrize(("element", "written"), [("style", "a > b"), ("title", "a &gt; b"), ("textarea", "a &gt; b")])
def test_only_what_is_raw_in_a_page_stays_raw(element, written):
    page = Rewriter("index.html", str, "https://a.invalid", "")
    page.cdata_elem = element  # newer versions of Python set it for titles and text areas, too
    page.handle_data("a > b")
    page.cdata_elem = None
    assert page.rewrite("") == written


def test_no_cell_of_a_file_is_a_formula(hostile_archive, publish):
    site = publish(hostile_archive)
    seen = 0
    for file in site.rglob("*.csv"):
        rows = list(csv.reader(io.StringIO(file.read_bytes().decode("utf-8"), newline="")))
        assert len({len(row) for row in rows}) <= 1, file
        bad = [cell for row in rows for cell in row if re.match(FORMULA, cell) and not re.match(NUMBER, cell)]
        assert bad == [], file
        seen += len(rows)
    assert seen > 100
    assert all(isinstance(json.loads(file.read_text("utf-8")), list | dict) for file in site.rglob("*.json"))
