"""Pages in a real headless Chromium where no server of ours decides: framed elsewhere, on paper, as files."""

import sqlite3
import threading
from contextlib import closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from datasette.utils import tilde_encode

from .test_browser import SCHEMES, Tab, more

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def folder(samples_archive, publish):
    """The sample articles as a folder of files."""
    return publish(samples_archive)


@pytest.fixture(scope="module")
def tab(folder, chromium):  # noqa: ARG001 - the folder comes first: both need the event loop of this thread
    return Tab(chromium)


class QuietHandler(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_):
        pass


@contextmanager
def other_site(folder, body):
    """The address of another site of one page, which lies in a folder."""
    (folder / "index.html").write_text(body)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


def test_a_card_stands_in_the_frame_of_another_site(tab, site, samples_archive, tmp_path):
    with closing(sqlite3.connect(samples_archive)) as connection:
        post = connection.execute("select id from posts where text > '' order by id limit 1").fetchone()[0]
    card = f"{site}/samples/card/{tilde_encode(post)}"
    body = f'<link rel="icon" href="data:,"><iframe src="{card}" width="550" height="400" sandbox></iframe>'
    with other_site(tmp_path, body) as address:
        said = tab.open(address).frame_locator("iframe").locator(".said")
        said.wait_for()
        tab.keep("card")
        assert said.evaluate("it => getComputedStyle(it).fontFamily").startswith('"Iowan')
        assert tab.said == []


def test_paper_has_a_legend_without_backgrounds_and_no_heading_alone(tab, site):
    page = tab.open(site)
    page.emulate_media(media="print")
    keys = "[...document.querySelectorAll('.key')].map(it => getComputedStyle(it, '::before').borderTopColor)"
    assert len(set(page.evaluate(keys))) == 2
    breaks = "[...document.querySelectorAll('h2')].map(it => getComputedStyle(it).breakAfter)"
    assert set(page.evaluate(breaks)) == {"avoid"}
    assert not page.is_visible(".masthead nav, .find")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "page", ["index", "hashtag/*", "post/*", "card/*", *more("home", "posts", "articles", "article/*")]
)
def test_a_published_page_is_read_from_the_disk(tab, folder, page, scheme):
    file = min(folder.glob(f"{page}.html"))
    shown = tab.open(file.as_uri(), scheme=scheme)
    assert tab.said == []
    assert shown.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the style arrived"
    assert tab.barriers() == []
    tab.keep(f"published-{file.parent.name}-{file.stem}-{scheme}")
    for width in (1280, 390):
        assert tab.width({"width": width, "height": 900}) == width


def test_a_reader_walks_through_a_published_site_from_the_disk(chromium, folder):
    tab = Tab(chromium, java_script_enabled=False)
    page = tab.open((folder / "index.html").as_uri())
    tab.follow(page.locator("text=#LetMiraSing").first)
    assert page.inner_text("h1") == "#LetMiraSing"
    bars = "[...document.querySelectorAll('svg.wide rect')].filter(it => it.getBoundingClientRect().height > 5)"
    assert page.evaluate(f"{bars}.length") > 1
    tab.follow(page.locator("article.post .head > a").first)
    tab.follow(page.locator("main table a").first)
    assert "reactions, in order" in page.inner_text("main")
    tab.follow(page.locator(".masthead .brand a"))
    assert page.url.endswith("/index.html")
