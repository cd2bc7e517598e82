"""Parameters that a visitor names: none becomes an argument of a function, whatever its name."""

import ast
import re
import sqlite3
from contextlib import closing
from urllib.parse import urlencode

import pytest
from datasette.utils import tilde_encode

from scraper.configuration import config_directory

PAGES = config_directory() / "plugins" / "voxpop_site"
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
    *(
        f"/samples/list/{kind}"
        for kind in ("reactions", "posts", "quotes", "articles", "hashtags", "authors")
    ),
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
    fields = {
        node.target.id
        for node in nodes
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return sorted(names | fields)


def read_names():
    """Return the names of the parameters that pages read, and those of the fields of a selection."""
    texts = "".join(file.read_text("utf-8") for file in PAGES.rglob("*.py"))
    forms = "".join(file.read_text("utf-8") for file in (config_directory() / "templates").rglob("*.html"))
    found = re.findall(r"\.(?:argument|given)\(\s*\"(\w+)\"", texts) + re.findall(r'name="(\w+)"', forms)
    return sorted(
        {*found, "outlet", "platform", "hashtag", "language", "since", "until", "q", "sort", "rows"}
    )


@pytest.fixture(scope="module")
def urls(samples_archive):
    with closing(sqlite3.connect(samples_archive)) as db:
        keys = {
            kind: tilde_encode(db.execute(f"select min(id) from {kind}s").fetchone()[0])
            for kind in ("post", "author", "article")
        }
    return [url.format(**keys) for url in (*OWN, *FILES)]


def answers(get, datasette, requests):
    """Return the requests that failed in the server."""
    return [
        (request, status) for request in requests if (status := get(datasette, request).status_code) >= 500
    ]


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
