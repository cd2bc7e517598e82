"""What strangers are shown: no way to SQL, no dead link, no path of the machine, the headers on every answer."""

import contextvars
import http.client
import json
import re
import sqlite3
from collections import deque
from contextlib import closing
from html import unescape
from urllib.parse import quote, urldefrag, urljoin, urlsplit

import pytest
from commands import run_here
from datasette.app import Datasette
from datasette.utils import tilde_encode

from .conftest import SAMPLES

FOLDER = "folder-of-nobodys-business"
#: Pages that are followed in `make test`, and in `make test-all`.
FIRST, MOST = 220, 700


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """An archive that holds paths of the machine wherever one can stand in it."""
    folder = tmp_path_factory.mktemp(FOLDER)
    saved = folder / "saved"
    saved.mkdir()
    for file in SAMPLES.iterdir():
        (saved / file.name).write_bytes(file.read_bytes())
    (saved / "broken.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    path = folder / "samples.db"
    run_here("archive", path, saved, folder / "absent.html", "--silent")
    with closing(sqlite3.connect(path)) as connection:
        # As an older voxpop stored it, and as a watched folder is remembered.
        old = "update articles set source = ? || '/' || source where rowid % 2"
        connection.execute(old, (str(folder),))
        connection.execute(
            "insert into sources (name, kind, place, first_seen) values ('mine', 'folder', ?, '2024-05-12')",
            (str(saved),),
        )
        article = connection.execute("select id from articles order by id").fetchone()[0]
        connection.execute(
            "insert into visits (url, source, found_at, article) values (?, 'mine', '2024-05-12', ?)",
            (str(saved / "a.html"), article),
        )
        connection.execute(
            "insert into captures (article, url, fetched_at, file, offset, type)"
            " values (?, 'https://news.example/a', '2024-05-12', ?, 0, 'pointer')",
            (article, f"../../{FOLDER}/old.warc.gz"),
        )
        connection.commit()
    return path


@pytest.fixture(scope="module")
def public(serve_archive, told):
    with serve_archive(told, "--public") as address:
        yield address


def ask(address, path="/", **headers):
    """The status, headers and body of one answer; redirects are followed by nobody."""
    parts = urlsplit(address)
    with closing(http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode("utf-8", "replace")


def links(page, body):
    """The addresses on the same site that a page leads to."""
    for address in re.findall(r"(?:href|action|src)=\"([^\"]*)\"", body):
        target = urldefrag(urljoin(page, unescape(address)))[0]
        if urlsplit(target).netloc == urlsplit(page).netloc:
            yield target


@pytest.fixture(scope="module", params=[FIRST, pytest.param(MOST, marks=pytest.mark.thorough)])
def walked(public, request):
    """What the pages that links lead to answered, breadth first; selections come last, as there are so many."""
    found, waiting, selections = {}, deque([f"{public}/"]), deque()
    while (waiting or selections) and len(found) < request.param:
        address = (waiting or selections).popleft()
        if address in found:
            continue
        parts = urlsplit(address)
        status, headers, body = ask(public, parts.path + (f"?{parts.query}" if parts.query else ""))
        found[address] = status, headers, body
        if "location" in headers:
            waiting.append(urljoin(address, headers["location"]))
        if headers.get("content-type", "").startswith("text/html"):
            for target in links(address, body):
                if target not in found:
                    (selections if re.search(r"/(?:list/|search)[^?]*\?", target) else waiting).append(target)
    return found


def test_no_link_is_dead(walked):
    assert len(walked) >= FIRST
    assert [(address, status) for address, (status, _, _) in walked.items() if status >= 400] == []


@pytest.mark.parametrize("table", ["articles", "posts"])
def test_the_page_of_a_row_links_no_table_that_is_closed(public, table):
    rows = json.loads(ask(public, f"/samples/{table}.json?_size=1&_shape=array")[2])
    page = f"{public}/samples/{table}/{tilde_encode(str(next(iter(rows[0].values()))))}"
    status, _, body = ask(public, page.removeprefix(public))
    tables = set(links(page, body.partition("Links from other tables")[2].partition("</ul>")[0]))
    assert (status, tables != set()) == (200, True)
    assert [link for link in tables if ask(public, link.removeprefix(public))[0] >= 400] == []


def test_no_link_leads_to_sql(walked):
    asks = re.compile(r"[?&]sql=|/-/query(?!/parameters)|<textarea[^>]* name=\"?sql")
    assert [address for address, (_, _, body) in walked.items() if asks.search(unescape(address) + body)] == []


def test_tables_and_prepared_questions_are_there_with_csv_and_json(walked, public):
    for place in ("/samples/posts", "/samples/shared_posts"):
        for suffix in ("", ".csv", ".json"):
            assert any(urlsplit(address).path == place + suffix for address in walked), place + suffix
            assert ask(public, place + suffix)[0] == 200


def test_no_answer_tells_where_the_archive_lies(walked, told):
    needles = (FOLDER, str(told.parent), quote(str(told.parent)), str(told.parent).replace("/", "~2F"))
    telling = {a for a, (_, headers, body) in walked.items() for n in needles if n in body or n in str(headers)}
    assert telling == set()


@pytest.mark.parametrize(
    "path",
    [
        "/-/databases.json",
        "/-/databases",
        "/%2D/databases.json",
        "/-/threads.json",
        "/-/plugins.json",
        "/samples.db",
        "/samples/visits.json",
        "/samples/sources.csv?_stream=on",
        "/samples/failing.json",
        "/samples/problems.json?_shape=array",
        "/samples/articles.json?_shape=array",
        "/samples/articles.csv?_stream=on",
        "/samples/articles.json?_facet=source&_shape=objects",
        "/samples/articles.json?_sort=source&_size=1",
        "/samples/articles?_facet=source",
        "/samples?sql=select+*+from+pragma_database_list",
        "/samples.json?sql=select+source+as+s+from+articles",
        "/samples/-/query.json?sql=select+source+as+s+from+articles",
        "/samples/articles.json?_where=source+like+'/%25'",
        "/samples/articles/nope",
        "/nope",
    ],
)
def test_what_can_be_typed_does_not_tell_it_either(public, path):
    status, headers, body = ask(public, path)
    assert status < 500
    assert FOLDER not in body + str(headers)


def test_no_filter_tells_a_path_letter_by_letter(public, told):
    begins = quote(str(told.parent))
    right, wrong = (
        ask(public, f"/samples/articles.json?_shape=array&source__startswith={start}")[2] for start in (begins, "/no")
    )
    assert right == wrong


def test_a_source_is_shown_from_the_named_folder_on(public):
    sources = re.findall(r'"source": ?"([^"]*)"', ask(public, "/samples/articles.json?_shape=array")[2])
    assert sources
    assert all(re.fullmatch(r"(saved/)?0\d-[\w.-]+", source) for source in sources), sources


PLACES = ["/", "/samples/posts", "/samples/posts.json", "/samples/posts.csv", "/samples", "/nope", "/nope.json",
          "/samples/hashtag/letmirasing.atom", "/-/static/app.css", "/voxpop/voxpop.css", "/samples/shared_posts",
          "/samples/article/nope", "/samples/posts?_sort=nope", "/samples?sql=select+1", "/-/databases.json"]  # fmt: skip


@pytest.mark.parametrize("path", PLACES)
def test_every_answer_has_the_headers(public, path):
    _, headers, _ = ask(public, path)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert not re.search(r"script-src[^;]*'unsafe-inline'", headers["Content-Security-Policy"])
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert len(headers.get_all("Content-Security-Policy")) == len(headers.get_all("Referrer-Policy")) == 1


@pytest.mark.parametrize("path", ["/", "/samples/hashtag/letmirasing", "/samples/hashtag/letmirasing.atom"])
def test_what_a_reader_has_already_is_not_sent_again(public, path):
    status, headers, body = ask(public, path)
    assert (status, "max-age=" in headers["Cache-Control"]) == (200, True)
    again = ask(public, path, If_None_Match=headers["ETag"])
    assert (again[0], again[2]) == (304, "")
    assert ask(public, path, If_None_Match='"another"')[2][:15] == body[:15]


def test_a_changed_archive_is_sent_anew(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "changing.db"
    path.write_bytes(samples_archive.read_bytes())
    before = get(datasette_on(path), "/").headers["ETag"]
    assert get(datasette_on(path), "/").headers["ETag"] == before
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("update articles set title = 'Another'")
        connection.commit()
    assert get(datasette_on(path), "/").headers["ETag"] != before


@pytest.mark.parametrize(
    ("host", "status"),
    [
        pytest.param("evil.example", 421, id="a strangers name"),
        pytest.param("127.0.0.1.evil.example:8001", 421, id="one that looks like ours"),
        pytest.param("", 421, id="none"),
        pytest.param("[", 421, id="no name"),
        pytest.param("localhost:1", 200, id="localhost"),
        pytest.param("LOCALHOST", 200, id="capital letters"),
        pytest.param("127.0.0.1", 200, id="the address"),
        pytest.param("[::1]:8001", 200, id="the address of IPv6"),
    ],
)
def test_on_loopback_only_names_of_this_machine_are_answered_to(public, host, status):
    got, _, body = ask(public, "/samples/posts.json", Host=host)
    assert got == status
    assert status == 200 or (body.count("\n") == 1 and "--base-url" in body)


@pytest.fixture(scope="module")
def moved(serve_archive, told):
    with serve_archive(told, "--public", "--base-url", "https://reactions.example/seen/") as address:
        yield address


def test_addresses_are_those_of_the_site_whatever_it_is_asked_by(moved):
    post = re.search(r'href="/seen(/samples/post/[^"]*)"', ask(moved, "/seen/")[2])[1]
    asked = [f"/seen{post}.txt", "/seen/samples/hashtag/letmirasing.atom", "/seen/samples/posts.json?_size=1"]
    for path in asked:
        bodies = {
            re.sub(r'"query_ms": [\d.]+', "", ask(moved, path, Host=host, X_Forwarded_Host="evil.example")[2])
            for host in ("localhost:80", "reactions.example", "127.0.0.1")
        }
        assert len(bodies) == 1
        assert "https://reactions.example/seen/samples/" in bodies.pop()
    assert ask(moved, "/seen/", Host="evil.example")[0] == 421


def test_a_feed_keeps_its_ids_when_the_site_moves(moved, public):
    here, there = (
        re.findall("<id>(.*?)</id>", ask(address, f"{base}/samples/hashtag/letmirasing.atom")[2])
        for address, base in ((public, ""), (moved, "/seen"))
    )
    assert len(here) > 2
    assert here == there


def test_links_are_not_dead_where_sql_is_off_by_other_means(samples_archive, datasette_on, get):
    datasette = datasette_on(samples_archive, default_allow_sql=False)
    page = get(datasette, "/samples/search?q=pier&in=posts").text
    answers = re.findall(r'<a href="([^"]+)" rel="nofollow">(SQL|CSV|JSON)</a>', page)
    assert {words for _, words in answers} == {"CSV", "JSON"}
    for address, words in answers:
        answer = get(datasette, unescape(address))
        assert answer.status_code == 200
        if "rows=" in address:  # (the other one is the whole selection)
            assert "/post/" in page if words == "JSON" else "hit," in answer.text
    assert get(datasette, "/samples/search.csv?q=pier&rows=nope").status_code == 404


#: Words of an article that are far from its reactions, and words that are nowhere.
FAR, NOWHERE = "zeppelinfar", "zeppelinnot"
PROBES = [
    "article/{key}?q={word}", "search?q={word}", "list/articles?q={word}", "list/articles?q=the+-{word}",
    "list/articles.csv?q={word}", "list/articles.jsonl", "list/articles.json?q={word}", "list/articles.atom",
    "articles", "articles.csv?_stream=on", "articles.json?_shape=array", "articles/{key}", "articles/{key}.json",
    "articles.json?_shape=array&_search={word}", "articles.json?_shape=array&_search_text={word}",
    "articles.json?_shape=array&_search=text:{word}&_searchmode=raw",
    "articles.json?_shape=array&_search_title=text:{word}&_searchmode=raw",
    "articles.json?_shape=array&text__contains={word}", "articles.json?_shape=array&_facet=text",
    "articles.json?_shape=array&_sort=text&_size=1", "articles_fts.json?_shape=array",
    "articles_fts?articles_fts={word}", "articles_fts_data.json", "articles_fts_idx.json", "articles_fts_docsize.json",
    "reactions.json?_shape=array", "prose/{key}", "list/articles?q={word}*", "list/articles?q=灯台{word}",
]  # fmt: skip


@pytest.fixture(scope="module")
def far(samples_archive, tmp_path_factory):
    """An archive of which one article has a word far from its reactions, and the key of the article."""
    path = tmp_path_factory.mktemp("far") / "far.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        (key,) = db.execute("select article from quotes where context_end is not null limit 1").fetchone()
        db.execute(
            "update articles set text = text || ? where id = ?", (f"\n\nA long way off, a {FAR} 灯台{FAR}.", key)
        )
    return path, key


@pytest.fixture(scope="module")
def asked(far, get):
    """Give a function that asks the archive as the public does, with the whole texts or without."""
    made = {}

    def ask(place, *, text=False):
        if text not in made:
            plugins = {"plugins": {"voxpop": {"public": True, "text": text}}}
            made[text] = contextvars.Context().run(
                Datasette, [str(far[0])], metadata=plugins, settings={"default_allow_sql": False}
            )
        answer = get(made[text], f"/far/{place}")
        return answer.status_code, re.sub(r'nonce="[^"]*"|[\d.]+ms|"query_ms": [\d.]+', "", unescape(answer.text))

    return ask


@pytest.mark.parametrize("probe", PROBES)
def test_the_public_learns_nothing_of_prose_far_from_reactions(asked, far, probe):
    status, found = asked(probe.format(key=far[1], word=FAR))
    other = asked(probe.format(key=far[1], word=NOWHERE))
    assert (status, found.replace(FAR, "")) == (other[0], other[1].replace(NOWHERE, ""))
    if FAR not in probe.format(key="", word=FAR):
        assert FAR not in found


def test_the_public_reads_the_sentences_around_reactions(asked, far):
    with closing(sqlite3.connect(far[0])) as db:
        ((context,),) = db.execute(
            "select context from reactions where article = ? and kind = 'quote' limit 1", (far[1],)
        ).fetchall()
    status, page = asked(f"article/{far[1]}")
    assert status == 200
    assert "The sentences around the reactions" in page
    words = " ".join(re.sub("<[^>]*>", "", page).split())
    assert all(sentence in words for sentence in " ".join(context.split()).split(". ")[:1])


@pytest.mark.parametrize(
    ("place", "needle"),
    [
        ("article/{key}", FAR), ("articles.json?_shape=array", FAR), ("articles.csv?_stream=on", FAR),
        (f"articles.json?_shape=array&_search={FAR}", FAR), (f"search?q={FAR}", "<mark>zeppelinfar"),
    ],
)  # fmt: skip
def test_whole_articles_are_public_where_that_is_allowed(asked, far, place, needle):
    assert needle in asked(place.format(key=far[1]), text=True)[1]
