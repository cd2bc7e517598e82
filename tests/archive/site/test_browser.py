"""The pages in a real headless Chromium: what it shows, runs, complains about, and how it fits a telephone.

A tab stays open for all tests of a module, as a new one costs four times a page. `make test` opens each kind of page
in light colours and resizes it; all schemes and widths are `thorough`.
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


def more(*cases):
    """Return cases for `make test-all`."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.thorough) for case in cases]


SCHEMES = ["light", *more("dark")]
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
        "gone",
        "story",
    ),
    *("list of reactions", "list of posts", "list of articles", "list of authors"),
)
TELEPHONE = {"width": 360, "height": 740}
DESK = {"width": 1200, "height": 900}
WIDTHS = (320, 360, 600, 768, 1024, 1200, 1920)


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
            kind: f"/samples/{kind}/{tilde_encode(connection.execute(sql).fetchone()[0])}" for kind, sql in keys.items()
        }
    found["article"] += "?q=the"
    return {
        "home": "/",
        "search": "/samples/search?q=the",
        "data": "/samples/data",
        "compare": "/samples/compare",
        "speed": "/samples/speed",
        "shown": "/samples/shown",
        "trends": "/samples/trends",
        "gone": "/samples/gone",
        "story": "/samples/story?hashtag=letmirasing",
        "hashtag": "/samples/hashtag/letmirasing",
        **{kind: f"/samples/{kind.replace(' of ', '/')}" for kind in PAGES if " of " in kind},
        **found,
    }


@pytest.fixture(scope="module")
def addresses(site, pages):
    return {kind: site + page for kind, page in pages.items()}


class Tab:
    """A tab of the browser, with everything that the browser had to say about the page in it."""

    def __init__(self, browser, **options):
        self.said = []
        self.context = browser.new_context(viewport=DESK, **options)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append("dialog"), dialog.dismiss()))
        self.response = None

    def open(self, address, viewport=DESK, scheme="light"):
        """Go to a page; nothing of the last one is left."""
        self.page.emulate_media(media="screen", color_scheme=scheme)
        self.page.set_viewport_size(viewport)
        self.said.clear()
        self.response = self.page.goto(address)
        return self.page

    def open_again(self, response, scheme="light"):
        """Show what another tab was answered, without asking for it again."""
        given = {"status": response.status, "headers": response.headers, "body": response.body()}
        self.page.route(response.url, lambda route: route.fulfill(**given), times=1)
        return self.open(response.url, scheme=scheme)

    def width(self, viewport=None):
        """Return how wide the page is, in a window of another size if one is given."""
        if viewport:
            self.page.set_viewport_size(viewport)
        return self.page.evaluate("document.documentElement.scrollWidth")

    def words(self):
        return self.page.inner_text("main").replace("Copy", "").replace("PNG", "").split()

    def barriers(self, part=None):
        """What axe-core finds that keeps people out: the rule, and the first element that breaks it."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
        options = {"resultTypes": ["violations"], "preload": False}  # no rule fetches what a page refers to
        found = axe.run(self.page, part, options).response["violations"]
        return [(rule["id"], rule["nodes"][0]["html"]) for rule in found if rule["impact"] in ("serious", "critical")]

    def follow(self, link):
        """Click, and wait until the page it leads to is there: a click alone returns before that."""
        with self.page.expect_navigation() as arrived:
            link.click()
        return arrived.value

    def keep(self, name):
        if folder := os.environ.get("VOXPOP_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.fixture(scope="module")
def tab(chromium):
    return Tab(chromium)


@pytest.fixture(scope="module")
def plain_tab(chromium):
    """A tab that runs no scripts."""
    return Tab(chromium, java_script_enabled=False)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kind", PAGES)
def test_page_is_clean_accessible_fits_and_needs_no_scripts(tab, plain_tab, addresses, kind, scheme):
    tab.open(addresses[kind], scheme=scheme)
    tab.keep(f"{kind}-{scheme}")
    assert (tab.response.status, tab.said) == (200, [])
    words = tab.words()
    assert len(words) > 20
    assert tab.barriers() == []
    assert tab.width(TELEPHONE) == TELEPHONE["width"]
    tab.keep(f"{kind}-{scheme}-telephone")
    plain_tab.open_again(tab.response, scheme)
    assert plain_tab.words() == words


@pytest.mark.thorough
@pytest.mark.parametrize("kind", PAGES)
def test_page_fits_every_width_it_is_opened_at(tab, addresses, kind):
    for width in WIDTHS:
        tab.open(addresses[kind], {"width": width, "height": 740})
        assert (tab.response.status, tab.said, tab.width()) == (200, [], width)
    tab.open(addresses[kind], TELEPHONE)
    assert tab.barriers() == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "page", ["posts", "hashtag_by_day", *more("reactions", "articles", "hashtags", "shared_posts")]
)
def test_tables_of_datasette_are_accessible_and_fit_a_telephone(tab, site, page, scheme):
    tab.open(f"{site}/samples/{page}", scheme=scheme)
    assert (tab.response.status, tab.said) == (200, [])
    # axe-core stumbles over an element of Datasette 1.0's menu, which is not ours.
    assert tab.barriers(".content" if IS_1_0 else None) == []
    assert tab.width(TELEPHONE) == TELEPHONE["width"]
    tab.keep(f"table-{page}-{scheme}")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("search-mistaken", "/samples/search?q=pier&since=9+May+2024&outlet=nobody"),
        ("list-read", "/samples/list/posts?q=van+OR+%22sold-out+summer%22&sort=relevance"),
        ("error-table", "/samples/nope"),
        ("sql", "/samples?sql=select+title,+url+from+articles"),
        *more(
            ("search-person", "/samples/search?q=Sol%C3%A8ne"),
            ("search-filters", "/samples/search?outlet=pop+signal&language=EN"),
            ("list-mistaken", "/samples/list/quotes?q=th*&since=zz"),
            ("error", "/samples/article/nope"),
        ),
    ],
)
def test_answers_beside_the_usual_are_accessible_and_fit_a_telephone(tab, site, name, address, scheme):
    page = tab.open(site + address, scheme=scheme)
    assert page.locator(".masthead nav").is_visible()
    # As above.
    assert tab.barriers(".content" if IS_1_0 and name == "sql" else None) == []
    assert tab.width(TELEPHONE) == TELEPHONE["width"]
    tab.keep(f"{name}-{scheme}")


@pytest.mark.parametrize("page", ["reactions", *more("posts", "articles")])
def test_a_table_on_a_telephone_folds_the_meaning_of_its_columns(plain_tab, site, page):
    shown = plain_tab.open(f"{site}/samples/{page}", TELEPHONE)
    assert not shown.locator(".column-descriptions").is_visible()
    shown.click("text=What the columns mean")
    assert shown.locator(".column-descriptions").is_visible()


def test_a_reader_walks_from_the_front_page_to_the_evidence(plain_tab, site):
    page = plain_tab.open(site)
    plain_tab.follow(page.locator("text=#LetMiraSing").first)
    assert page.inner_text("h1") == "#LetMiraSing"
    plain_tab.follow(page.locator("article.post .head > a").first)
    assert "Where it was shown" in page.inner_text("main")
    plain_tab.follow(page.locator("main table a").first)
    assert "reactions, in order" in page.inner_text("main")
    page.fill("#find", "van")
    plain_tab.follow(page.locator("button:has-text('Search')"))
    assert page.inner_text("mark") == "van"


def test_questions_are_answered_in_three_clicks(plain_tab, site):
    page = plain_tab.open(site)
    plain_tab.follow(page.locator("text=Which outlet is fastest?"))
    assert "Pop Signal" in page.inner_text("main table")
    page.goto(site)
    plain_tab.follow(page.locator(".masthead a:has-text('Compare')"))
    page.fill("#hashtag-0", "LetMiraSing")
    page.fill("#hashtag-1", "#saudade")
    page.fill("#hashtag-2", "")
    plain_tab.follow(page.locator("main form button"))
    assert "hashtag=LetMiraSing&hashtag=%23saudade" in page.url
    assert page.locator("ul.lines li").count() == 2
    assert page.locator("svg.chart.wide polyline").count() == 2
    page.goto(site)
    plain_tab.follow(page.locator("section[aria-labelledby=posts] .head > a").first)
    assert "later" in page.inner_text("section[aria-labelledby=first] li >> nth=0")


@pytest.mark.parametrize("address", ["", "/samples/list/reactions", "/samples/list/posts?q=the"])
@pytest.mark.parametrize(("viewport", "screens"), [((1280, 800), 1), ((390, 844), 2)])
def test_the_first_voice_is_on_the_first_screen_of_a_desk_and_the_second_of_a_telephone(
    plain_tab, site, address, viewport, screens
):
    width, height = viewport
    page = plain_tab.open(site + address, {"width": width, "height": height})
    words = page.locator("main .said").first.bounding_box()
    assert words["y"] + words["height"] < screens * height


def test_a_filter_is_removed_by_its_chip(plain_tab, site):
    page = plain_tab.open(f"{site}/samples/list/posts?q=the&platform=twitter&since=2024")
    assert page.locator(".chips bdi").all_inner_texts() == ["the", "Twitter", "from 2024"]
    plain_tab.follow(page.locator(".chips").get_by_role("link", name="Twitter"))
    assert page.url.endswith("/samples/list/posts?q=the&since=2024")


def test_figures_of_the_chart_stand_behind_it(plain_tab, site):
    page = plain_tab.open(site)
    page.click("text=The figures")
    assert page.locator(".days tbody tr").count() >= 2


#: Pages of the manual's pictures, with the height of each.
PICTURES = {
    "home": ("/", 1000),
    "list": ("/samples/list/posts?hashtag=letmirasing", 1000),
    "article": ("/samples/article/7eb67aa83a5d33aa?q=pier", 900),
    "hashtag": ("/samples/hashtag/letmirasing", 1100),
    "compare": ("/samples/compare?hashtag=letmirasing&hashtag=saudade", 900),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_the_manual(tab, site, tmp_path, name):
    """`make pictures` keeps them in the manual."""
    file = Path(os.environ.get("VOXPOP_PICTURES") or tmp_path) / f"{name}.png"
    address, height = PICTURES[name]
    tab.open(site + address, {"width": 1100, "height": height}).screenshot(path=file)
    assert file.stat().st_size > 10_000


def test_a_chart_is_drawn_into_a_picture(tab, site):
    page = tab.open(site)
    with page.expect_download() as given:
        page.click("text=PNG")
    assert given.value.suggested_filename == "home.png"
    assert Path(given.value.path()).read_bytes()[:4] == b"\x89PNG"
    assert tab.said == []


def test_lines_of_a_comparison_are_on_paper(tab, site):
    page = tab.open(f"{site}/samples/compare?hashtag=letmirasing&hashtag=saudade")
    page.emulate_media(media="print")
    assert page.is_visible("svg.chart.wide")
    dashes = "[...document.querySelectorAll('svg.wide .line')].map(e => getComputedStyle(e).strokeDasharray)"
    assert len(set(page.evaluate(dashes))) == 2
    assert not page.is_visible("main form")


def test_keyboard_reaches_the_content(tab, site):
    page = tab.open(site)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.wait_for_url("**/#main")


def test_keys_search_move_and_explain_themselves(chromium, site):
    tab = Tab(chromium)
    page = tab.open(f"{site}/samples/list/posts")
    reached = "[...document.querySelectorAll('main .post')].indexOf(document.activeElement)"
    for key, expected in (("j", 0), ("j", 1), ("k", 0), ("k", 0)):
        page.keyboard.press(key)
        assert page.evaluate(reached) == expected
    page.keyboard.press("?")
    assert "these keys" in page.inner_text("dialog")
    assert tab.barriers() == []
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("j?")
    assert page.input_value("#q") == "j?"
    page.locator("h1").click()
    page.keyboard.press("?")
    page.click("text=Turn keys off")
    page.reload()
    page.keyboard.press("?")
    assert not page.locator("dialog").count()
    assert tab.said == []


def test_what_has_the_focus_is_seen_on_tables_too(tab, site):
    page = tab.open(f"{site}/samples/reactions")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SELECT":
            break
    drawn = "getComputedStyle(document.activeElement.closest('.select-wrapper')).outlineStyle"
    assert page.evaluate(drawn) == "solid"


def test_print_leaves_out_what_paper_cannot_do(tab, site):
    page = tab.open(site)
    page.emulate_media(media="print")
    assert not page.is_visible(".masthead nav")
    assert page.is_visible("h1")


def test_a_table_fits_on_paper(tab, site):
    page = tab.open(f"{site}/samples/reactions", {"width": 1050, "height": 740})
    wide = "document.querySelector('table').getBoundingClientRect().width"
    assert page.evaluate(wide) > 1050
    page.emulate_media(media="print")
    assert page.evaluate(wide) <= 1050
    for chrome in (".masthead nav", ".facet-results", "form.filters"):
        assert not page.is_visible(chrome)


@pytest.fixture(scope="module")
def hostile_site(serve_here, tmp_path_factory):
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    keys = hostile.make(path)
    with serve_here(path) as address:
        yield address, keys


def harmless(tab, address, viewport=TELEPHONE):
    """Return whether a page of malice runs nothing; if its window has a size, also whether it fits."""
    tab.open(address, viewport)
    assert (tab.response.status, tab.said) == (200, [])
    assert tab.page.title() != "owned"
    return tab.width() == viewport["width"]


KINDS = ("article", "post", "author", "hashtag", "outlet")


#: Tricks that would run, and words that would burst a page; each in one kind of page.
TELLING = {
    "script": "article",
    "image": "post",
    "address": "author",
    "close": "hashtag",
    "nul": "outlet",
    "data": "post",
    "unbroken": "article",
    "marks": "author",
    "tags": "post",
    "bidi": "hashtag",
    "scripts": "outlet",
}


def test_each_trick_runs_nothing_and_breaks_nothing(tab, hostile_site):
    """Test_pages.py looks for them in the HTML of all kinds."""
    address, keys = hostile_site
    for name, key in zip(hostile.TRICKS, keys, strict=True):
        if kind := TELLING.get(name):
            assert harmless(tab, f"{address}/hostile/{kind}/{tilde_encode(key[kind])}"), (name, kind)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_each_trick_runs_nothing_and_breaks_nothing_in_any_kind_of_page(tab, hostile_site, kind):
    address, keys = hostile_site
    for key in keys:
        assert harmless(tab, f"{address}/hostile/{kind}/{tilde_encode(key[kind])}"), key["outlet"][:40]


@pytest.mark.parametrize(
    "question",
    [
        *("compare?by=outlet", "shown", "list/reactions", "list/hashtags", "list/articles", "list/outlets"),
        *more("compare?by=hashtag", "compare?by=author", "speed", "trends"),
        *more("list/posts", "list/authors", "list/quotes"),
    ],
)
def test_hostile_content_runs_nothing_in_lists_and_figures(tab, hostile_site, question):
    assert harmless(tab, f"{hostile_site[0]}/hostile/{question}")


@pytest.mark.parametrize("page", ["reactions", "hashtags", *more("posts", "articles", "shared_posts")])
def test_hostile_content_runs_nothing_in_tables_of_datasette(tab, hostile_site, page):
    harmless(tab, f"{hostile_site[0]}/hostile/{page}", DESK)


def test_hostile_content_fits_a_desk_and_long_words_and_piles_of_marks_their_box(tab, hostile_site):
    assert harmless(tab, hostile_site[0], DESK)
    tall = tab.page.evaluate("Math.max(...[...document.querySelectorAll('article, li')].map(e => e.offsetHeight))")
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


#: One kind each way in `make test`, as test_pages.py follows all links below a base.
QUICK_WAYS = {("home", "behind a proxy"), ("post", "directly")}
BELOW = [
    pytest.param(kind, way, marks=() if (kind, way) in QUICK_WAYS else pytest.mark.thorough)
    for kind in PAGES
    for way in ("directly", "behind a proxy")
]


@pytest.mark.parametrize(("kind", "way"), BELOW)
def test_pages_below_a_base(tab, below_a_base, pages, kind, way):
    page = tab.open(f"{below_a_base[way]}/archive{pages[kind]}")
    assert (tab.response.status, tab.said) == (200, [])
    width = page.evaluate("getComputedStyle(document.body).maxWidth")
    assert width != "none", "the style arrived"
    link = page.locator("main a[href^='/']").first
    assert link.get_attribute("href").startswith("/archive/")
    assert tab.follow(link).status == 200
