"""What Datasette is told agrees with the schema, with itself, and arrives in the Datasette that is installed."""

import re

import pytest
import yaml
from invented import article, reading, save
from invented import day as day_of
from sqlite_utils import Database

from archive.datasette_files import close_schedule, configuration, metadata, read_source, write_files
from scraper.configuration import config_directory

SOURCE = read_source()
COLUMN_SETTINGS = ("sort", "sort_desc", "label_column")


def test_committed_files_are_those_that_the_source_generates(tmp_path):
    for written in write_files(tmp_path):
        committed = config_directory() / "datasette" / written.name
        assert committed.read_text("utf-8") == written.read_text("utf-8"), "run `python -m archive.datasette_files`"


def test_both_files_carry_the_name_of_the_served_database(tmp_path):
    for written in write_files(tmp_path, "my archive"):
        assert list(yaml.safe_load(written.read_text("utf-8"))["databases"]) == ["my archive"]


@pytest.mark.parametrize("table", SOURCE["tables"])
def test_tables_and_columns_exist(empty_archive, table):
    database, described = Database(empty_archive), SOURCE["tables"][table]
    columns = columns_of(database, table)
    named = set(described.get("columns", ())) | set(described.get("facets", ()))
    named |= {described[key] for key in COLUMN_SETTINGS if key in described}
    assert named <= columns
    database.close()


def columns_of(database, name):
    """Return the columns of a table or view, with those that are computed."""
    return {row[1] for row in database.execute(f"pragma table_xinfo({name})")}


def test_every_table_and_view_for_people_is_described_or_hidden(empty_archive):
    database = Database(empty_archive)
    names = {*database.table_names(), *database.view_names()}
    assert {name for name in names if not re.search(r"_fts(_|$)|^sqlite_", name)} == set(SOURCE["tables"])
    database.close()


@pytest.mark.parametrize("table", SOURCE["tables"])
def test_every_column_is_described(empty_archive, table):
    database = Database(empty_archive)
    described = SOURCE["tables"][table].get("columns", {})
    assert [column for column in columns_of(database, table) if not described.get(column)] == []
    assert SOURCE["tables"][table]["description"]
    database.close()


@pytest.mark.parametrize("query", SOURCE["queries"])
def test_queries_run_with_nothing_filled_in(empty_archive, datasette_on, get, query):
    response = get(datasette_on(empty_archive), f"/reactions/{query}.json?_shape=array")
    assert (response.status_code, response.json()) == (200, [])


@pytest.mark.parametrize("query", SOURCE["queries"])
def test_query_pages_show_title_and_description(empty_archive, datasette_on, get, query):
    page = get(datasette_on(empty_archive), f"/reactions/{query}").text
    assert SOURCE["queries"][query]["title"] in page


WORDS = ("'", '"', "#", "%27; drop table posts", "a" * 5000, "\N{RIGHT-TO-LEFT OVERRIDE}", "AND OR NOT (")


@pytest.mark.parametrize("query", SOURCE["queries"])
def test_queries_take_any_words(empty_archive, datasette_on, get, query):
    parameters = set(re.findall(r":(\w+)", SOURCE["queries"][query]["sql"]))
    alone = [f"{parameter}=%27%22(" for parameter in parameters]
    together = ["&".join(f"{parameter}={words}" for parameter in parameters) for words in WORDS if parameters]
    for typed in alone + together:
        assert get(datasette_on(empty_archive), f"/reactions/{query}.json?{typed}").status_code == 200, typed


def test_titles_and_descriptions_arrive(empty_archive, datasette_on, get):
    posts = get(datasette_on(empty_archive), "/reactions/posts").text
    assert "one row each, however many articles show them" in posts
    assert "computed from the post&#39;s id" in posts


def test_every_query_is_listed(empty_archive, datasette_on, get):
    datasette = datasette_on(empty_archive)
    # 1.0 shows the first few on the page of the database and all of them on one of their own.
    listed = get(datasette, "/reactions").text + get(datasette, "/reactions/-/queries").text
    assert [query["title"] for query in SOURCE["queries"].values() if query["title"] not in listed] == []


def test_facets_and_order_are_settings_of_tables():
    settings = configuration(SOURCE)["databases"]["reactions"]["tables"]["posts"]
    assert settings == {"label_column": "text", "sort_desc": "rowid", "size": 50, "facets": ["platform"]}
    assert metadata(SOURCE)["databases"]["reactions"]["tables"]["posts"]["facets"] == ["platform"]


def test_all_tables_of_the_schedule_are_closed_to_the_public():
    source = read_source()
    close_schedule(source)
    for described in (metadata(source), configuration(source)):
        tables = described["databases"]["reactions"]["tables"]
        closed = {name for name, table in tables.items() if table.get("allow") is False}
        assert closed == {"sources", "visits", "listings", "listed", "failing", "flags", "robots"}


@pytest.mark.parametrize(
    ("day", "monday"), [("2020-02-02", "2020-01-27"), ("2020-02-03", "2020-02-03")], ids=["Sunday", "Monday"]
)
def test_a_week_begins_on_its_monday(tmp_path, day, monday):
    save(tmp_path / "a.db", article(tags=["pier"], facts={"published": day_of(day)}))
    query = SOURCE["queries"]["hashtag_by_week_and_outlet"]["sql"]
    with reading(tmp_path / "a.db") as connection:
        assert [week for week, *_ in connection.execute(query, {"hashtag": "pier"})] == [monday]
