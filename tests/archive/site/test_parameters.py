"""Parameters that a visitor names: none becomes an argument of a function, whatever its name."""

import ast
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from datasette.utils import tilde_encode

from archive.site import routes
from archive.site.selection.known import PARAMETERS as LISTED
from archive.site.site import Site

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "archive" / "site"
#: A URL of each route, and of each kind of page that one route answers.
OWN = (
    "/",
    "/samples/home",
    "/samples/search",
    "/samples/data",
    "/samples/compare",
    "/samples/speed",
    "/samples/shown",
    "/samples/trends",
    "/samples/gone",
    *(f"/samples/list/{kind}" for kind in ("reactions", "posts", "quotes", "articles", "hashtags", "authors")),
    "/samples/list/outlets",
    "/samples/hashtag/letmirasing",
    "/samples/post/{post}",
    "/samples/author/{author}",
    "/samples/article/{article}",
    "/samples/versions/{article}",
    "/samples/outlet/Pop~20Signal",
    "/samples/card/{post}",
)
FILES = (
    "/samples/home.json",
    "/samples/search.csv",
    "/samples/compare.csv",
    "/samples/list/posts.csv",
    "/samples/list/posts.atom",
    "/samples/list/posts.txt",
    "/samples/list/articles.jsonl",
    "/samples/hashtag/letmirasing.atom",
    "/samples/hashtag/letmirasing.csv",
    "/samples/outlet/Pop~20Signal.atom",
    "/samples/outlet/Pop~20Signal.json",
    "/samples/post/{post}.bib",
    "/samples/article/{article}.ris",
)


def _sources():
    return [ast.parse(file.read_text("utf-8")) for file in sorted(PAGES.rglob("*.py"))]


def argument_names():
    """Return the names of all arguments, fields and keywords in the source of the pages."""
    nodes = [node for tree in _sources() for node in ast.walk(tree)]
    names = {node.arg for node in nodes if isinstance(node, ast.arg | ast.keyword) and node.arg}
    fields = {node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    return sorted(names | fields)


def read_names():
    """Return the names of the parameters that pages read, and those of the fields of a selection."""
    texts = "".join(file.read_text("utf-8") for file in PAGES.rglob("*.py"))
    forms = "".join(file.read_text("utf-8") for file in (ROOT / "config" / "templates").rglob("*.html"))
    found = re.findall(r"\.(?:argument|given)\(\s*\"(\w+)\"", texts) + re.findall(r'name="(\w+)"', forms)
    return sorted({*found, "outlet", "platform", "hashtag", "language", "since", "until", "q", "sort", "rows"})


@pytest.fixture(scope="module")
def keyed(samples_archive):
    """A function that fills the keys of the samples into a URL."""
    with closing(sqlite3.connect(samples_archive)) as db:
        keys = {
            kind: tilde_encode(db.execute(f"select min(id) from {kind}s").fetchone()[0])
            for kind in ("post", "author", "article")
        }
    return lambda url: url.format(**keys)


@pytest.fixture(scope="module")
def urls(keyed):
    return [keyed(url) for url in (*OWN, *FILES)]


def answers(get, datasette, requests):
    """Return the requests that failed in the server."""
    return [(request, status) for request in requests if (status := get(datasette, request).status_code) >= 500]


def test_no_page_fails_for_the_name_of_an_argument(samples_archive, datasette_on, get, urls):
    datasette = datasette_on(samples_archive, default_allow_sql=False)
    names = argument_names()
    assert {"self", "kind", "key", "suffix", "query", "site"} <= {*names}
    every = urlencode(dict.fromkeys(names, "x"))
    assert answers(get, datasette, [f"{url}?{every}" for url in urls]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("value", ["x", "-1"])
def test_no_page_fails_for_a_single_parameter(samples_archive, datasette_on, get, urls, value):
    datasette = datasette_on(samples_archive, default_allow_sql=False)
    names = sorted({"self", "kind", "key", "suffix", "query", *read_names()})
    requests = [f"{url}?{name}={value}" for url in urls for name in names]
    assert answers(get, datasette, requests) == []


#: A URL with a parameter that its page does not read, the status, and what is said.
UNREAD = [
    ("compare?hastag=pier", 400, "“hastag” is no parameter of this page: did you mean hashtag?"),
    ("compare.csv?sine=2024", 400, "“sine” is no parameter of this page: did you mean since?"),
    ("trends?untill=2024", 400, "“untill” is no parameter of this page: did you mean until?"),
    ("speed?outlets=Pop+Signal", 400, "did you mean outlet?"),
    ("shown?auther=x", 400, "did you mean author?"),
    ("hashtag/letmirasing?plattform=x", 400, "did you mean platform?"),
    ("hashtag/letmirasing.csv?row=posts", 400, "did you mean rows?"),
    ("author/{author}?befor=2024", 400, "did you mean before?"),
    ("versions/{article}?form=1", 400, "did you mean from?"),
    ("home?zoom=3", 200, "“zoom” is no parameter of this page: it was left out."),
    ("post/{post}?zoom=%3Cb%3E", 200, "“zoom” is no parameter of this page: it was left out."),
    ("compare?%3Cb%3E=1", 200, "“&lt;b&gt;” is no parameter of this page: it was left out."),
    ("hashtag_by_day?hashtag=letmirasing", 200, None),
    ("hashtag_by_day?hastag=x", 400, "“hastag” is no parameter of hashtag_by_day: did you mean hashtag?"),
    ("hashtag_by_day.json?hastag=x", 400, "did you mean hashtag?"),
    ("hashtag_by_day?zoom=3", 400, "“zoom” is no parameter of hashtag_by_day: it has hashtag."),
    ("hashtag_by_day?hashtag=x&_size=2&utm_source=y", 200, None),
    ("trends?since=2024&utm_source=x&fbclid=1&_x=2&ref=y", 200, None),
]


@pytest.mark.parametrize("case", UNREAD, ids=[case[0] for case in UNREAD])
def test_a_parameter_that_is_not_read_is_said(samples_archive, datasette_on, get, keyed, case):
    url, status, said = case
    answer = get(datasette_on(samples_archive), f"/samples/{keyed(url)}")
    assert answer.status_code == status
    assert said in answer.text if said else " is no parameter " not in answer.text


def test_pages_declare_what_they_read(samples_archive, datasette_on, get, urls, monkeypatch):
    read, given = set(), Site.given

    def argument(site, name, otherwise=""):
        read.add(name)
        return site.request.args.get(name) or otherwise

    monkeypatch.setattr(Site, "argument", argument)
    monkeypatch.setattr(Site, "given", lambda site, name, **more: read.add(name) or given(site, name, **more))
    datasette = datasette_on(samples_archive)
    for url in urls:
        read.clear()
        get(datasette, f"{url}?outlet=Pop+Signal&author=x" if "/shown" in url else url)
        kind = re.fullmatch(r"/(?:samples/([a-z]+).*)?", url)[1] or "home"
        known = routes.PAGES[kind].parameters
        assert read - {"rows"} <= {*(LISTED if known is None else known)}, url
