"""The pages in a real headless Chromium: what it shows, runs, complains about, and how it fits a telephone.

Pictures are written to ``VOXPOP_SCREENSHOTS`` where that names a folder.
"""

import os
import sqlite3
import threading
import urllib.request
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from datasette.utils import tilde_encode
from datasette.version import __version_info__

from . import hostile

IS_1_0 = __version_info__[0] != "0"
pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = (
    *(
        "home",
        "search",
        "data",
        "compare",
        "speed",
        "shown",
        "trends",
        "hashtag",
        "post",
        "author",
        "article",
        "versions",
        "prose",
        "outlet",
    ),
    *("list of reactions", "list of posts", "list of articles", "list of authors"),
)
TELEPHONE = {"width": 360, "height": 740}
DESK = {"width": 1200, "height": 900}


@pytest.fixture(scope="module")
def site(samples_archive, serve_archive):
    with serve_archive(samples_archive) as address:
        yield address


@pytest.fixture(scope="module")
def pages(samples_archive):
    keys = {
        "post": "select id from posts order by articles desc, id limit 1",
        "author": "select id from authors order by posts desc, id limit 1",
        "article": "select id from articles order by embeds desc, id limit 1",
        "versions": "select id from articles order by embeds desc, id limit 1",
        "prose": "select article from captures group by article order by count(*) desc, article limit 1",
        "outlet": "select coalesce(outlet, '') from articles group by outlet order by count(*) desc, outlet limit 1",
    }
    with closing(sqlite3.connect(samples_archive)) as connection:
        found = {
            kind: f"/samples/{kind}/{tilde_encode(connection.execute(sql).fetchone()[0])}"
            for kind, sql in keys.items()
        }
    return {
        "home": "/",
        "search": "/samples/search?q=the",
        "data": "/samples/data",
        "compare": "/samples/compare",
        "speed": "/samples/speed",
        "shown": "/samples/shown",
        "trends": "/samples/trends",
        "hashtag": "/samples/hashtag/letmirasing",
        **{kind: f"/samples/{kind.replace(' of ', '/')}" for kind in PAGES if " of " in kind},
        **found,
    }


class Visit:
    """One page opened in a context of its own, with everything the browser had to say about it."""

    def __init__(self, browser, address, *, viewport=DESK, scripts=True, **options):
        self.said = []
        self.context = browser.new_context(viewport=viewport, java_script_enabled=scripts, **options)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append("dialog"), dialog.dismiss()))
        self.response = self.page.goto(address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def width(self):
        return self.page.evaluate("document.documentElement.scrollWidth")

    def follow(self, link):
        """Click, and wait until the page it leads to is there: a click alone returns before that."""
        with self.page.expect_navigation() as arrived:
            link.click()
        return arrived.value

    def keep(self, name):
        if folder := os.environ.get("VOXPOP_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", PAGES)
def test_page_loads_clean_and_is_accessible(chromium, site, pages, kind, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with Visit(chromium, site + pages[kind], color_scheme=scheme, bypass_csp=True) as visit:
        visit.keep(f"{kind}-{scheme}")
        assert (visit.response.status, visit.said) == (200, [])
        assert serious(axe.run(visit.page).response) == []


def serious(answer):
    """What axe-core finds that keeps people out: the rule, and the first element that breaks it."""
    found = (rule for rule in answer["violations"] if rule["impact"] in ("serious", "critical"))
    return [(rule["id"], rule["nodes"][0]["html"]) for rule in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "page", ["posts", "reactions", "articles", "hashtags", "shared_posts", "hashtag_by_day"]
)
def test_tables_of_datasette_are_accessible_and_fit_a_telephone(chromium, site, page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with Visit(chromium, f"{site}/samples/{page}", color_scheme=scheme, bypass_csp=True) as visit:
        assert (visit.response.status, visit.said) == (200, [])
        # axe-core stumbles over an element of Datasette 1.0's menu, which is not ours.
        assert serious(axe.run(visit.page, ".content" if IS_1_0 else None).response) == []
        visit.page.set_viewport_size(TELEPHONE)
        visit.keep(f"table-{page}-{scheme}")
        assert visit.width() == TELEPHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("search-person", "/samples/search?q=Sol%C3%A8ne"),
        ("search-mistaken", "/samples/search?q=pier&since=9+May+2024&outlet=nobody"),
        ("search-filters", "/samples/search?outlet=pop+signal&language=EN"),
        ("list-read", "/samples/list/posts?q=van+OR+%22sold-out+summer%22&sort=relevance"),
        ("list-mistaken", "/samples/list/quotes?q=th*&since=zz"),
        ("error", "/samples/article/nope"),
        ("error-table", "/samples/nope"),
        ("sql", "/samples?sql=select+title,+url+from+articles"),
    ],
)
def test_answers_beside_the_usual_are_accessible_and_fit_a_telephone(chromium, site, name, address, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with Visit(chromium, site + address, color_scheme=scheme, bypass_csp=True) as visit:
        assert visit.page.locator(".masthead nav").is_visible()
        # As above.
        part = ".content" if IS_1_0 and name == "sql" else None
        assert serious(axe.run(visit.page, part).response) == []
        visit.page.set_viewport_size(TELEPHONE)
        visit.keep(f"{name}-{scheme}")
        assert visit.width() == TELEPHONE["width"]


@pytest.mark.parametrize("page", ["posts", "reactions", "articles"])
def test_a_table_on_a_telephone_folds_the_meaning_of_its_columns(chromium, site, page):
    with Visit(chromium, f"{site}/samples/{page}", viewport=TELEPHONE, scripts=False) as visit:
        assert not visit.page.locator(".column-descriptions").is_visible()
        visit.page.click("text=What the columns mean")
        assert visit.page.locator(".column-descriptions").is_visible()


@pytest.mark.parametrize("kind", PAGES)
def test_page_fits_a_telephone(chromium, site, pages, kind):
    with Visit(chromium, site + pages[kind], viewport=TELEPHONE) as visit:
        visit.keep(f"{kind}-telephone")
        assert visit.width() == TELEPHONE["width"]


@pytest.mark.parametrize("kind", PAGES)
def test_page_says_the_same_without_scripts(chromium, site, pages, kind):
    with (
        Visit(chromium, site + pages[kind], scripts=False) as without,
        Visit(chromium, site + pages[kind]) as with_them,
    ):
        words = [visit.page.inner_text("main").replace("Copy", "").split() for visit in (without, with_them)]
    assert words[0] == words[1]
    assert len(words[0]) > 20


def test_a_reader_walks_from_the_front_page_to_the_evidence(chromium, site):
    with Visit(chromium, site, scripts=False) as visit:
        page = visit.page
        visit.follow(page.locator("text=#LetMiraSing").first)
        assert page.inner_text("h1") == "#LetMiraSing"
        visit.follow(page.locator("article.post .meta a").first)
        assert "Where it was shown" in page.inner_text("main")
        visit.follow(page.locator("main table a").first)
        assert "Reactions, in the order of the story" in page.inner_text("main")
        page.fill("#find", "van")
        visit.follow(page.locator("button:has-text('Search')"))
        assert page.inner_text("mark") == "van"


def test_questions_are_answered_in_three_clicks(chromium, site):
    with Visit(chromium, site, scripts=False) as visit:
        page = visit.page
        visit.follow(page.locator("text=Which outlet is fastest?"))
        assert "Pop Signal" in page.inner_text("main table")
        page.goto(site)
        visit.follow(page.locator(".masthead a:has-text('Compare')"))
        page.fill("#hashtag-0", "LetMiraSing")
        page.fill("#hashtag-1", "#saudade")
        page.fill("#hashtag-2", "")
        visit.follow(page.locator("main button"))
        assert "hashtag=LetMiraSing&hashtag=%23saudade" in page.url
        assert page.locator("ul.lines li").count() == 2
        assert page.locator("svg.chart.wide polyline").count() == 2
        page.goto(site)
        visit.follow(page.locator("article.post .meta a").first)
        assert "later" in page.inner_text("section[aria-labelledby=first] li >> nth=0")


def test_lines_of_a_comparison_are_on_paper(chromium, site):
    with Visit(chromium, f"{site}/samples/compare?hashtag=letmirasing&hashtag=saudade") as visit:
        visit.page.emulate_media(media="print")
        assert visit.page.is_visible("svg.chart.wide")
        dashes = (
            "[...document.querySelectorAll('svg.wide .line')].map(e => getComputedStyle(e).strokeDasharray)"
        )
        assert len(set(visit.page.evaluate(dashes))) == 2
        assert not visit.page.is_visible("main form")


def test_keyboard_reaches_the_content(chromium, site):
    with Visit(chromium, site) as visit:
        visit.page.keyboard.press("Tab")
        assert visit.page.evaluate("document.activeElement.textContent") == "Skip to the content"
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url("**/#main")


def test_figures_of_the_chart_stand_behind_it(chromium, site):
    with Visit(chromium, site, scripts=False) as visit:
        visit.page.click("text=The figures")
        assert visit.page.locator(".days tbody tr").count() >= 2


def test_print_leaves_out_what_paper_cannot_do(chromium, site):
    with Visit(chromium, site) as visit:
        visit.page.emulate_media(media="print")
        assert not visit.page.is_visible(".masthead nav")
        assert visit.page.is_visible("h1")


def test_a_table_fits_on_paper(chromium, site):
    with Visit(chromium, site) as visit:
        page = visit.page
        page.set_viewport_size({"width": 1050, "height": 740})
        page.goto(f"{site}/samples/reactions")
        wide = "document.querySelector('table').getBoundingClientRect().width"
        assert page.evaluate(wide) > 1050
        page.emulate_media(media="print")
        assert page.evaluate(wide) <= 1050
        for chrome in (".masthead nav", ".facet-results", "form.filters"):
            assert not page.is_visible(chrome)


def test_what_has_the_focus_is_seen_on_tables_too(chromium, site):
    with Visit(chromium, site) as visit:
        visit.page.goto(f"{site}/samples/reactions")
        for _ in range(20):
            visit.page.keyboard.press("Tab")
            if visit.page.evaluate("document.activeElement.tagName") == "SELECT":
                break
        drawn = "getComputedStyle(document.activeElement.closest('.select-wrapper')).outlineStyle"
        assert visit.page.evaluate(drawn) == "solid"


@pytest.fixture(scope="module")
def hostile_site(serve_archive, tmp_path_factory):
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    keys = hostile.make(path)
    with serve_archive(path) as address:
        yield address, keys


def test_hostile_content_runs_nothing_and_breaks_nothing(chromium, hostile_site):
    address, keys = hostile_site
    with Visit(chromium, address, viewport=TELEPHONE) as visit:
        for key in keys:
            for kind in ("article", "post", "author", "hashtag", "outlet"):
                response = visit.page.goto(f"{address}/hostile/{kind}/{tilde_encode(key[kind])}")
                assert (response.status, visit.said) == (200, [])
                assert visit.page.title() != "owned"
                assert visit.width() == TELEPHONE["width"], (kind, key["outlet"][:40])
        for question in (
            "compare?by=hashtag",
            "compare?by=outlet",
            "compare?by=author",
            "speed",
            "shown",
            "trends",
        ):
            assert visit.page.goto(f"{address}/hostile/{question}").status == 200
            assert (visit.said, visit.width()) == ([], TELEPHONE["width"]), question


@pytest.mark.parametrize(
    "kind", ["reactions", "hashtags", "posts", "authors", "articles", "outlets", "quotes"]
)
def test_hostile_content_runs_nothing_in_lists(chromium, hostile_site, kind):
    address, _ = hostile_site
    with Visit(chromium, f"{address}/hostile/list/{kind}", viewport=TELEPHONE) as visit:
        assert (visit.response.status, visit.said) == (200, [])
        assert visit.page.title() != "owned"
        assert visit.width() == TELEPHONE["width"]


def test_hostile_content_fits_a_desk(chromium, hostile_site):
    with Visit(chromium, hostile_site[0]) as visit:
        assert (visit.said, visit.width()) == ([], DESK["width"])


@pytest.mark.parametrize("page", ["posts", "reactions", "articles", "hashtags", "shared_posts"])
def test_hostile_content_runs_nothing_in_tables_of_datasette(chromium, hostile_site, page):
    address, _ = hostile_site
    with Visit(chromium, f"{address}/hostile/{page}") as visit:
        assert (visit.response.status, visit.said) == (200, [])
        assert visit.page.title() != "owned"


def test_long_words_and_piles_of_marks_stay_in_their_box(chromium, hostile_site):
    with Visit(chromium, hostile_site[0]) as visit:
        tall = visit.page.evaluate(
            "Math.max(...[...document.querySelectorAll('article, li')].map(e => e.offsetHeight))"
        )
        assert tall < 2500


@contextmanager
def proxy(upstream, prefix):
    """A proxy that takes `prefix` off each path and passes the rest on, as nginx does with ``proxy_pass …/;``."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            if not self.path.startswith(prefix):
                self.send_error(404)
                return
            request = urllib.request.Request(upstream + self.path.removeprefix(prefix.rstrip("/")))
            request.add_header("Host", self.headers["Host"])
            with urllib.request.urlopen(request) as answer:
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.headers["Content-Type"])
                self.end_headers()
                self.wfile.write(answer.read())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def below_a_base(serve_archive, samples_archive):
    """The address of a site whose base is /archive/: asked directly, and through a proxy that takes it off."""
    with (
        serve_archive(samples_archive, "--", "--setting", "base_url", "/archive/") as address,
        proxy(address, "/archive/") as behind,
    ):
        yield {"directly": address, "behind a proxy": behind}


@pytest.mark.parametrize("way", ["directly", "behind a proxy"])
@pytest.mark.parametrize("kind", PAGES)
def test_pages_below_a_base(chromium, below_a_base, pages, kind, way):
    with Visit(chromium, f"{below_a_base[way]}/archive{pages[kind]}") as visit:
        assert (visit.response.status, visit.said) == (200, [])
        width = visit.page.evaluate("getComputedStyle(document.body).maxWidth")
        assert width != "none", "the style arrived"
        link = visit.page.locator("main a[href^='/']").first
        assert link.get_attribute("href").startswith("/archive/")
        assert visit.follow(link).status == 200
