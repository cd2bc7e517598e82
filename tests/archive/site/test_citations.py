"""Citations, BibTeX, RIS, what other sites show of a page, and the card of a post."""

import json
import re
import sqlite3
from collections import defaultdict
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from itertools import accumulate
from unittest.mock import Mock

import pytest
from datasette.utils import tilde_encode

from archive.site.citation import cite

from . import hostile

ONE = {
    "post": "select post from embeds group by post order by count(distinct article) desc, post limit 1",
    "article": "select article from embeds group by article order by count(*) desc, article limit 1",
}


@pytest.fixture(scope="module")
def malice(tmp_path_factory):
    path = tmp_path_factory.mktemp("malice") / "hostile.db"
    return path, hostile.make(path)


@pytest.fixture(scope="module")
def subjects(samples_archive):
    with closing(sqlite3.connect(samples_archive)) as connection:
        return {
            kind: f"/samples/{kind}/{tilde_encode(connection.execute(sql).fetchone()[0])}" for kind, sql in ONE.items()
        }


def entry(text):
    """The label and fields of one entry of BibTeX, read as BibTeX does: by counting braces alone."""
    kind, label, rest = re.fullmatch(r"@(\w+)\{([^\s,{}]+),\n(.*)\}\n", text, re.DOTALL).groups()
    fields = {}
    while rest:
        name, rest = re.fullmatch(r"  (\w+) = (\{.*)", rest, re.DOTALL).groups()
        depths = accumulate((sign == "{") - (sign == "}") for sign in rest)
        end = next(end for end, depth in enumerate(depths) if depth == 0)
        assert rest[end + 1 : end + 3] == ",\n"
        fields[name] = rest[1:end]
        rest = rest[end + 3 :]
    return kind, label, fields


def record(text):
    """The lines of one record of RIS."""
    lines = text.split("\r\n")
    assert lines[-2:] == ["ER  - ", ""]
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]  - [^\r\n]+", line) for line in lines[:-2])
    return [(line[:2], line[6:]) for line in lines[:-2]]


SCHEMA = {"post": "SocialMediaPosting", "article": "Article"}


@pytest.fixture
def public(monkeypatch):
    """A site that others reach, under the name of the tests' requests."""
    options = {"public": True, "origin": "http://localhost"}
    monkeypatch.setattr("datasette.app.Datasette.plugin_config", lambda *_args, **_options: options)


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize("kind", ["post", "article"])
def test_references_say_what_the_page_says(samples_archive, datasette_on, get, subjects, kind):
    datasette = datasette_on(samples_archive)
    answers = {suffix: get(datasette, f"{subjects[kind]}.{suffix}") for suffix in ("txt", "bib", "ris")}
    types = {suffix: answer.headers["content-type"].split(";")[0] for suffix, answer in answers.items()}
    assert types == {"txt": "text/plain", "bib": "application/x-bibtex", "ris": "application/x-research-info-systems"}
    _, _, fields = entry(answers["bib"].text)
    lines = record(answers["ris"].text)
    assert ("UR", fields["url"]) in lines
    assert ("PY", fields["year"]) in lines
    assert fields["date"] == next(value for tag, value in lines if tag == "DA").strip("/").replace("/", "-")
    assert lines[0] == ("TY", {"post": "ELEC", "article": "NEWS"}[kind])
    assert f"http://localhost{subjects[kind]}" in answers["txt"].text
    assert f"\\url{{http://localhost{subjects[kind]}}}" in fields["note"]
    page = get(datasette, subjects[kind]).text
    assert all(f'href="{subjects[kind]}.{suffix}"' in page for suffix in answers)
    assert answers["txt"].text.strip() in unescape(page)


@pytest.mark.parametrize("kind", ["post", "article"])
def test_the_address_of_this_machine_is_in_no_citation_feed_or_snippet(
    samples_archive, datasette_on, get, subjects, kind
):
    datasette = datasette_on(samples_archive)
    files = [f"{subjects[kind]}.{suffix}" for suffix in ("txt", "bib", "ris")]
    files += ["/samples/list/posts.atom?q=van", "/samples/list/posts.txt?q=van", "/samples/hashtag/letmirasing.atom"]
    for file in files:
        assert "localhost" not in get(datasette, file).text, file
    assert 'href="/samples/hashtag/letmirasing"' in get(datasette, "/samples/hashtag/letmirasing.atom").text
    page = get(datasette, subjects[kind]).text
    assert "localhost" not in page.split("</head>")[1]
    assert "This site has no public address" in page
    assert "application/ld+json" not in page


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize("kind", ["post", "article"])
def test_search_engines_are_told_what_a_public_page_is_about(samples_archive, datasette_on, get, subjects, kind):
    page = get(datasette_on(samples_archive), subjects[kind]).text
    told = json.loads(re.search(r'<script type="application/ld.json">(.*?)</script>', page)[1])
    assert (told["@type"], told["archivedAt"]) == (SCHEMA[kind], f"http://localhost{subjects[kind]}")
    assert told["articleBody" if kind == "post" else "headline"]
    assert Head(page).meta["article:published_time"] == told["datePublished"]


def test_what_is_not_known_is_left_out(samples_archive, tmp_path, datasette_on, get, subjects):
    path = tmp_path / "samples.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("update articles set outlet = null, published_at = '2024', published_day = null, url = null")
        copy.execute("delete from bylines")
        copy.execute("update posts set author = null, text = null, posted_at = null, url = 'javascript:a'")
        copy.commit()
    datasette = datasette_on(path)
    article = entry(get(datasette, subjects["article"] + ".bib").text)[2]
    assert set(article) == {"title", "year", "date", "urldate", "note"}
    assert article["date"] == "2024"
    assert set(entry(get(datasette, subjects["post"] + ".bib").text)[2]) == {"howpublished", "urldate", "note"}
    tags = [tag for tag, _ in record(get(datasette, subjects["post"] + ".ris").text)]
    assert tags == ["TY", "T2", "Y2", "N1"]


def test_a_reference_of_a_stranger_ends_where_it_should(malice, datasette_on, get):
    path, keys = malice
    labels = set()
    for key in keys:
        for kind in ("post", "article"):
            address = f"/hostile/{kind}/{tilde_encode(key[kind])}"
            _, label, fields = entry(get(datasette_on(path), f"{address}.bib").text)
            labels.add(label)
            prose = " ".join(fields[name] for name in fields if name not in ("url", "note"))
            assert not re.search(r"(?<!\\)[$&#_%^~]|\\(?!text|[$&#_%])", prose)
            assert not re.search(r"[\s{}\\]", fields.get("url", ""))
            record(get(datasette_on(path), f"{address}.ris").text)
    assert len(labels) == 2 * len(keys)


class Head(HTMLParser):
    """What the head of a page says of it, and every tag that stands in it."""

    def __init__(self, page):
        super().__init__()
        self.meta, self.tags, self.canonical = {}, [], []
        self.feed(page[: page.index("</head>")])

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append(tag)
        if tag == "meta" and "content" in given:
            self.meta[given.get("name") or given["property"]] = given["content"]
        if given.get("rel") == "canonical":
            self.canonical.append(given["href"])


PAGES = ("/", "/samples/data", "/samples/hashtag/letmirasing", "/samples/search?q=van", "post", "article")


@pytest.mark.parametrize("address", PAGES)
def test_a_page_tells_other_sites_what_it_is(samples_archive, datasette_on, get, subjects, address):
    address = subjects.get(address, address)
    sent = address + ("&" if "?" in address else "?") + "utm_source=elsewhere"
    head = Head(get(datasette_on(samples_archive), sent).text)
    assert head.canonical == [head.meta["og:url"]] == [f"http://localhost{address}"]
    assert head.meta["og:type"] == ("article" if re.search("/(post|article)/", address) else "website")
    assert 5 < len(head.meta["og:title"]) < 200
    assert 5 < len(head.meta["og:description"]) < 400
    assert head.meta["description"] == head.meta["og:description"]


def test_another_spelling_of_a_hashtag_names_the_usual_one(samples_archive, datasette_on, get):
    head = Head(get(datasette_on(samples_archive), "/samples/hashtag/LetMiraSing?after=2024").text)
    assert head.canonical == ["http://localhost/samples/hashtag/letmirasing?after=2024"]


@pytest.mark.parametrize(
    ("asked", "canonical"),
    [
        pytest.param("speed?least=5", "speed?least=5", id="ranked outlets"),
        pytest.param("speed?outlet=Pop+Signal", "speed?outlet=Pop+Signal", id="lags of an outlet"),
        pytest.param("speed?outlet=", "speed?outlet=", id="lags without an outlet"),
        pytest.param("shown?author=twitter:mirasolene_ex&outlet=Pop+Signal",
                     "shown?outlet=Pop+Signal&author=twitter%3Amirasolene_ex", id="an outlet and an account"),
        pytest.param("shown?outlet=Pop+Signal&outlet=Canal+Farol",
                     "shown?outlet=Pop+Signal&outlet=Canal+Farol", id="two outlets"),
        pytest.param("compare?hashtag=letmirasing&hashtag=&hashtag=+saudade&per=1000&since=2024",
                     "compare?hashtag=letmirasing&hashtag=saudade&since=2024&per=1000", id="a comparison"),
        pytest.param("compare?outlet=&outlet=", "compare?outlet=", id="a form of outlets that is empty"),
        pytest.param("compare?by=author", "compare?by=author", id="a kind to compare"),
        pytest.param("trends?until=2024", "trends?until=2024", id="a span of days"),
        pytest.param("list/posts?sort=reach&q=van", "list/posts?q=van&sort=reach", id="a list"),
        pytest.param("list/posts?after=p4&q=van", "list/posts?q=van&after=p4", id="a further page"),
        pytest.param("search?in=posts&q=van", "list/posts?q=van", id="a search of one kind"),
    ],
)  # fmt: skip
def test_the_one_address_of_a_page_has_all_that_it_was_asked_for(samples_archive, datasette_on, get, asked, canonical):
    head = Head(get(datasette_on(samples_archive), f"/samples/{asked}&utm_source=elsewhere").text)
    assert head.canonical == [head.meta["og:url"]] == [f"http://localhost/samples/{canonical}"]


def test_what_a_stranger_wrote_stays_in_its_attribute(malice, datasette_on, get):
    path, keys = malice
    usual = Head(get(datasette_on(path), f"/hostile/post/{tilde_encode(keys[3]['post'])}").text).tags
    for key in keys:
        head = Head(get(datasette_on(path), f"/hostile/post/{tilde_encode(key['post'])}").text)
        assert head.tags == usual
        assert len(head.meta["description"]) < 400


def test_a_card_may_be_framed_anywhere_and_runs_nothing(samples_archive, datasette_on, get, subjects):
    datasette = datasette_on(samples_archive)
    answer = get(datasette, subjects["post"].replace("/post/", "/card/"))
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script" not in policy + answer.text
    assert "x-frame-options" not in answer.headers
    assert "<nav" not in answer.text
    other = get(datasette, subjects["post"]).headers
    assert (other["x-frame-options"], "frame-ancestors 'self'" in other["content-security-policy"]) == (
        "SAMEORIGIN",
        True,
    )


@pytest.mark.usefixtures("public")
def test_the_snippet_frames_the_card_and_nothing_else(malice, datasette_on, get):
    path, keys = malice
    for key in keys:
        page = get(datasette_on(path), f"/hostile/post/{tilde_encode(key['post'])}").text
        snippet = unescape(re.search(r'<pre class="citation" id="snippet"[^>]*>(.*?)</pre>', page, re.DOTALL)[1])
        told = Head(snippet + "</head>")
        assert told.tags == ["iframe"]
        assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in snippet
        card = re.search(r'src="http://localhost(/hostile/card/[^"]+)"', snippet)[1]
        assert get(datasette_on(path), unescape(card)).status_code == 200


@pytest.mark.parametrize("kind", ["post", "card"])
def test_a_post_that_goes_by_another_id_moves(samples_archive, datasette_on, get, kind):
    with closing(sqlite3.connect(samples_archive)) as connection:
        alias, post = connection.execute("select alias, post from post_aliases limit 1").fetchone()
    for suffix in ("", ".bib") if kind == "post" else ("",):
        answer = get(datasette_on(samples_archive), f"/samples/{kind}/{tilde_encode(alias)}{suffix}")
        assert answer.status_code == 301
        assert answer.headers["location"] == f"/samples/{kind}/{tilde_encode(post)}{suffix}"
    assert get(datasette_on(samples_archive), f"/samples/{kind}/nope").status_code == 404


@pytest.mark.parametrize(("shown", "end"), [(10, None), (11, "  and 1 more")])
def test_a_citation_lists_ten_articles_and_counts_the_rest(shown, end):
    post = {"id": "twitter:1", "platform": "twitter", "handle": "ann", "name": None, "text": "Lights", "url": None}
    row = defaultdict(lambda: None, title="Story", digest="ab" * 32)
    site = Mock(citable=Mock(return_value=""))
    site.name = "lights"
    lines = cite(site, post | {"posted_at": None}, [row] * shown).splitlines()
    listed = lines[lines.index("Shown in:") + 1 :]
    assert len([line for line in listed if "Story" in line]) == 10
    assert listed[10:] == ([end] if end else [])
