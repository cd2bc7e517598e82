"""Pages in a real headless Chromium where no server of ours decides: framed elsewhere, on paper, as files."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from datasette.utils import tilde_encode

from .test_browser import Visit, serious

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(samples_archive, serve_archive):
    with serve_archive(samples_archive) as address:
        yield address


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


def test_a_card_stands_in_the_frame_of_another_site(chromium, site, samples_archive, tmp_path):
    with closing(sqlite3.connect(samples_archive)) as connection:
        post = connection.execute("select id from posts where text > '' order by id limit 1").fetchone()[0]
    card = f"{site}/samples/card/{tilde_encode(post)}"
    body = f'<link rel="icon" href="data:,"><iframe src="{card}" width="550" height="400" sandbox></iframe>'
    with other_site(tmp_path, body) as address, Visit(chromium, address) as visit:
        said = visit.page.frame_locator("iframe").locator(".said")
        said.wait_for()
        visit.keep("card")
        assert said.evaluate("it => getComputedStyle(it).fontFamily").startswith('"Iowan')
        assert visit.said == []


def test_paper_has_a_legend_without_backgrounds_and_no_heading_alone(chromium, site):
    with Visit(chromium, site) as visit:
        visit.page.emulate_media(media="print")
        keys = "[...document.querySelectorAll('.key')].map(it => getComputedStyle(it, '::before').borderTopColor)"
        assert len(set(visit.page.evaluate(keys))) == 2
        breaks = "[...document.querySelectorAll('h2')].map(it => getComputedStyle(it).breakAfter)"
        assert set(visit.page.evaluate(breaks)) == {"avoid"}
        assert not visit.page.is_visible(".masthead nav, .find")


@pytest.fixture(scope="module")
def folder(samples_archive, tmp_path_factory):
    """The sample articles as a folder of files."""
    out = tmp_path_factory.mktemp("published") / "site"
    command = [sys.executable, "-m", "archive.main", "publish", out, samples_archive, "--quiet"]
    subprocess.run(command, check=True)
    return out


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "page", ["index", "home", "posts", "articles", "hashtag/*", "post/*", "article/*", "card/*"]
)
def test_a_published_page_is_read_from_the_disk(chromium, folder, page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    file = min(folder.glob(f"{page}.html"))
    with Visit(chromium, file.as_uri(), color_scheme=scheme, bypass_csp=True) as visit:
        assert visit.said == []
        assert visit.page.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the style arrived"
        assert serious(axe.run(visit.page).response) == []
        visit.keep(f"published-{file.parent.name}-{file.stem}-{scheme}")
        for width in (1280, 390):
            visit.page.set_viewport_size({"width": width, "height": 900})
            assert visit.width() == width


def test_a_reader_walks_through_a_published_site_from_the_disk(chromium, folder):
    with Visit(chromium, (folder / "index.html").as_uri(), scripts=False) as visit:
        visit.follow(visit.page.locator("text=#LetMiraSing").first)
        assert visit.page.inner_text("h1") == "#LetMiraSing"
        bars = "[...document.querySelectorAll('svg.wide rect')].filter(it => it.getBoundingClientRect().height > 5)"
        assert visit.page.evaluate(f"{bars}.length") > 1
        visit.follow(visit.page.locator("article.post .meta a").first)
        visit.follow(visit.page.locator("main table a").first)
        assert "Reactions, in the order of the story" in visit.page.inner_text("main")
        visit.follow(visit.page.locator(".masthead .brand a"))
        assert visit.page.url.endswith("/index.html")
