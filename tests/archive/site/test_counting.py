"""Large archives: a table page shows how many rows there are, and Datasette does not read them all for it."""

import re
import shutil
import sqlite3
from collections import defaultdict
from contextlib import closing

import pytest
from datasette.database import QueryInterrupted
from datasette.version import __version_info__

IS_1_0 = __version_info__[0] != "0"


@pytest.fixture
def asked(samples_archive, datasette_on, get, monkeypatch):
    """Give a function that asks a page of an archive that counts as large: its HTML, and the SQL it took."""
    datasette = datasette_on(samples_archive)
    get(datasette, "/")
    monkeypatch.setattr("archive.site.tables.LARGE", 0)
    monkeypatch.setattr("archive.site.tables.MIDDLING", 0)
    execute = datasette.databases["samples"].execute
    seen = []

    async def noted(sql, *arguments, **options):
        seen.append(" ".join(sql.split()))
        return await execute(sql, *arguments, **options)

    monkeypatch.setattr(datasette.databases["samples"], "execute", noted)

    def ask(address):
        seen.clear()
        response = get(datasette, f"/samples/{address}")
        assert response.status_code == 200
        return response.text, list(seen)

    return ask


def counted(path, sql):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


@pytest.mark.parametrize("address", ["reactions", "most_embedded", "reactions?_sort_desc=published_at"])
def test_a_large_view_tells_its_rows_without_counting_them(asked, samples_archive, address):
    page, questions = asked(address)
    view = address.partition("?")[0]
    rows = counted(samples_archive, f"select count(*) from {view}")
    assert re.search(rf"<h2[^>]*>\s*(?:<span[^>]*>)?{rows} rows", page)
    if not IS_1_0:
        assert not [sql for sql in questions if sql.startswith(f"select count(*) from {view}")]


def test_links_are_made_from_what_the_visitor_asked_for(asked):
    page, _ = asked("reactions?_sort_desc=published_at")
    assert "_sort" in page
    assert "_nocount" not in page.replace(".csv?_nocount", "")
    assert "_nosuggest" not in page


def test_configured_facets_are_offered_and_counted_when_asked_for(asked):
    page, questions = asked("posts")
    assert not [sql for sql in questions if "group by" in sql]
    offered = re.search(r'<p class="suggested-facets">.*?href="([^"#]*)', page, re.DOTALL)[1]
    assert offered.endswith("/samples/posts?_facet=platform")
    page, questions = asked("posts?_facet=platform")
    assert [sql for sql in questions if "group by" in sql]
    assert "facet-results" in page


def test_a_middling_archive_is_spared_the_facets_alone(asked, samples_archive, monkeypatch):
    monkeypatch.setattr("archive.site.tables.LARGE", 2**60)
    page, questions = asked("reactions")
    assert not [sql for sql in questions if "group by" in sql]
    offered = re.search(r'<p class="suggested-facets">(.*?)</p>', page, re.DOTALL)[1]
    assert re.findall(r"_facet=(\w+)", offered) == ["kind", "platform", "outlet"]
    assert f"{counted(samples_archive, 'select count(*) from reactions')} rows" in page


def test_a_filtered_view_is_counted_only_where_that_is_quick(asked, samples_archive, monkeypatch):
    page, questions = asked("reactions?kind=quote")
    assert "are not counted" in page
    assert not [sql for sql in questions if "count(" in sql]
    monkeypatch.setattr("archive.site.tables.LARGE", 2**60)
    page, _ = asked("reactions?kind=quote")
    assert f"{counted(samples_archive, 'select count(*) from quotes')} rows" in page
    assert "are not counted" not in page


@pytest.fixture
def samples(samples_archive, datasette_on):
    return datasette_on(samples_archive)


@pytest.mark.parametrize(
    ("asking", "sent_to"),
    [
        pytest.param("?outlet=Pop+Signal", "?outlet=Pop+Signal&_sort_desc=published_at", id="outlet"),
        pytest.param(
            "?kind=embed&author=twitter~3Aa", "?kind=embed&author=twitter~3Aa&_sort_desc=posted_at", id="author"
        ),
        pytest.param("?platform=twitter", "?platform=twitter&_sort_desc=posted_at", id="platform"),
        pytest.param("?outlet=Pop+Signal&_sort=title", None, id="an order of their own"),
        pytest.param("?kind=quote", None, id="no index"),
        pytest.param(".json?outlet=Pop+Signal", None, id="a program"),
    ],
)
def test_reactions_of_an_outlet_or_author_come_in_the_order_of_an_index(samples, get, monkeypatch, asking, sent_to):
    datasette = samples
    assert get(datasette, f"/samples/reactions{asking}").status_code == 200
    monkeypatch.setattr("archive.site.tables.LARGE", 0)
    response = get(datasette, f"/samples/reactions{asking}")
    assert response.headers.get("location") == sent_to
    if sent_to:
        assert get(datasette, f"/samples/reactions{sent_to}").status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("list/articles", id="facets of articles"),
        pytest.param("list/reactions?speaker=one+user", id="reactions of a person without an account"),
        pytest.param("list/posts?speaker=one+user", id="posts of such a person"),
    ],
)
def test_a_list_of_a_large_archive_reads_no_table_whole(asked, samples_archive, tmp_path, address):
    path = tmp_path / "large.db"
    shutil.copy(samples_archive, path)
    with closing(sqlite3.connect(path)) as archive, archive:
        archive.execute("analyze")
        archive.execute("update sqlite_stat1 set stat = '1000000' || substr(stat, instr(stat, ' '))")
    _, questions = asked(address)
    with closing(sqlite3.connect(path)) as archive:
        plans = [archive.execute(f"explain query plan {sql}", defaultdict(str)).fetchall() for sql in questions]
    whole = re.compile(r"BLOOM FILTER|SCAN (?:posts|embeds|quotes|articles)\b")
    assert [row for plan in plans for *_, row in plan if whole.search(row)] == []


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        pytest.param("home", 'action="/samples/search"', id="front page"),
        pytest.param("list/authors", " authors <span", id="list of names"),
    ],
)
def test_a_page_whose_numbers_take_too_long_shows_the_rest(samples, get, monkeypatch, address, shown):
    get(samples, "/")
    database = samples.databases["samples"]
    execute = database.execute

    async def interrupted(sql, *arguments, **options):
        if re.match(r"\s*select\s+(?:count\(\*\)|\(select )", sql):
            raise QueryInterrupted(TimeoutError(), sql, ())
        return await execute(sql, *arguments, **options)

    monkeypatch.setattr(database, "execute", interrupted)
    page = get(samples, f"/samples/{address}")
    assert (page.status_code, shown in page.text, "still empty" in page.text) == (200, True, False)


def test_facets_that_are_asked_for_are_made_of_a_filtered_view(asked):
    page, questions = asked("reactions?kind=quote&_facet=platform")
    assert [sql for sql in questions if "group by" in sql]
    assert "facet-results" in page


def test_csv_of_a_large_view_stops_at_what_a_query_may_give(asked, monkeypatch):
    page, _ = asked("data")
    assert 'reactions.csv?_stream=on&amp;_size=max"' in page
    monkeypatch.setattr("archive.site.pages.home.LARGE", 0)
    page, _ = asked("data")
    assert 'reactions.csv?_size=max"' in page
    assert 'posts.csv?_stream=on&amp;_size=max"' in page


def test_canned_queries_are_left_alone(asked):
    page, _ = asked("shared_posts")
    assert "_nofacet" not in page
