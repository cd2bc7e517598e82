"""Versions of an article side by side: what came, what went, and what was worded anew."""

import re
import sqlite3
from contextlib import closing
from html import unescape

import pytest
from voxpop_site.pages.versions import compare, moments_of


def row(name, first, gone=None, **more):
    return {"kind": "embed", "id": name, "first_at": first, "gone_at": gone, "text": name, **more}


ROWS = [
    row("stays", "2024-01"),
    row("goes", "2024-01", "2024-02"),
    row("worded", "2024-01", "2024-03", text="old words"),
    row("worded", "2024-03", text="new words"),
    row("comes", "2024-02"),
    row("flits", "2024-02", "2024-03"),
]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        pytest.param(
            "2024-01",
            "2024-03",
            [("goes", None), ("old words", "new words"), (None, "comes")],
            id="the first and the last",
        ),
        pytest.param("2024-01", "2024-02", [("goes", None), (None, "comes"), (None, "flits")], id="one step"),
        pytest.param(
            "2024-03",
            "2024-01",
            [(None, "goes"), ("new words", "old words"), ("comes", None)],
            id="backwards",
        ),
        pytest.param("2024-02", "2024-02", [], id="the same"),
    ],
)
def test_two_moments_differ_by_what_came_went_or_was_worded_anew(first, last, expected):
    found = [tuple(side and side["text"] for side in pair) for pair in compare(ROWS, first, last)]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_moments_are_the_times_at_which_something_changed():
    found = [(moment.at, moment.new, moment.gone) for moment in moments_of(ROWS)]
    assert found == [("2024-01", 3, 0), ("2024-02", 2, 1), ("2024-03", 1, 2)]


@pytest.fixture
def changed(samples_archive, tmp_path):
    """The samples, where an article lost a post and got another one later."""
    path = tmp_path / "changed.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as copy:
        (article,) = copy.execute(
            "select article from embeds group by article order by count(*) desc"
        ).fetchone()
        ids = [key for (key,) in copy.execute("select id from embeds where article = ?", (article,))]
        copy.execute(
            "update embeds set first_seen = '2024-05-01', saved_at = null where article = ?", (article,)
        )
        copy.execute(
            "update quotes set first_seen = '2024-05-01', saved_at = null where article = ?", (article,)
        )
        copy.execute("update embeds set gone_at = '2024-05-03' where id = ?", (ids[0],))
        copy.execute("update embeds set first_seen = '2024-05-02' where id = ?", (ids[1],))
        copy.commit()
    return path, article


def words_of(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_an_article_leads_to_its_versions_side_by_side(changed, datasette_on, get):
    path, article = changed
    datasette = datasette_on(path)
    address = f"/changed/versions/{article}"
    assert f'href="{address}"' in get(datasette, f"/changed/article/{article}").text
    page = get(datasette, address).text
    words = words_of(page)
    assert "changed at 2 times after it was first seen" in words
    assert "From 1 May 2024 to 3 May 2024" in words
    assert re.findall(r'<span class="badge">([\w ]+)</span>', page) == ["gone", "new"]
    step = re.findall(rf'href="({address}\?[^"]+)"', page)[-1].replace("&amp;", "&")
    assert "from=2024-05-02&to=2024-05-03" in step
    assert re.findall(r'<span class="badge">(\w+)</span>', get(datasette, step).text) == ["gone"]
    assert "The row" not in words
    assert f"voxpop versions changed.db {article}" in words


def test_an_article_that_never_changed_says_so(samples_archive, datasette_on, get):
    with closing(sqlite3.connect(samples_archive)) as archive:
        (article,) = archive.execute("select article from embeds").fetchone()
    page = get(datasette_on(samples_archive), f"/samples/versions/{article}").text
    assert "nothing is known to have changed since" in words_of(page)
    assert get(datasette_on(samples_archive), "/samples/versions/nothing").status_code == 404
