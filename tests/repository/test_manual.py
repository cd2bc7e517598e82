"""Every example of the manual is run, and what it shows is what is printed.

`make test` runs `voxpop` in the process of the tests, except on the pages in IN_A_SHELL; `make test-all` runs every
command in a shell.

`VOXPOP_WRITE_MANUAL=1 pytest tests/repository/test_manual.py` writes what is printed into the pages.
"""

import os
from pathlib import Path

import pytest
from depth import Depth
from manual import Page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    path.relative_to(DOCS).as_posix()
    for path in DOCS.rglob("*.md")
    if path.parent.name != "reference" and path.name != "python.md"
)
PAGES.append("../README.md")
#: Pages whose commands run in a shell in `make test` as well.
IN_A_SHELL = {"install.md", "troubleshooting.md"}


@pytest.fixture
def newsroom(web):
    """The invented outlets that the pages fetch from, behind a proxy."""
    pages = [web.page(f"Storm, part {n}", *(web.post(3 * n + k) for k in range(3))) for n in range(12)]
    stories = [f"http://harbour-herald.example/{n}" for n in range(12)]
    pages[7] = web.page("Storm, part 7", words="The mayor said in a tweet that the pier would stay shut. ")
    web.routes.update(dict(zip(stories[:-1], pages, strict=False)))
    web.routes["http://harbour-herald.example/rss"] = web.rss(*stories)
    web.routes["http://harbour-herald.example/"] = (
        b'<html><head><title>Harbour Herald</title><link rel="alternate" type="application/rss+xml" href="/rss">'
        b"</head><body><p>News of the harbour.</p></body></html>"
    )
    web.routes["http://valley-news.example/news.xml"] = web.page("Not a sitemap")
    gazette = "http://harbourgazette.example/culture/lighthouse-concert-called-off"
    web.routes[gazette] = (ROOT / "examples" / "articles" / "01-harbour-gazette.html").read_bytes()
    web.routes["http://news.example/story"] = pages[0]
    web.routes["http://news.example/second"] = pages[1]
    return web


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.deeper
@pytest.mark.parametrize("name", PAGES)
def test_the_examples_of_a_page(name, tmp_path, newsroom):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    page = Page(DOCS / name, tmp_path, newsroom.url, shell=Depth.thorough or name in IN_A_SHELL)
    results = page.run()
    if "VOXPOP_WRITE_MANUAL" in os.environ:
        page.path.write_text(page.rewritten(results), "utf-8")
    assert [(r.example, r.shown, r.printed) for r in results if not r.right] == []
