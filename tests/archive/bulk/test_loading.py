"""Datasets into archives: the same articles as from the crawl, a selection of them, once, and after kills."""

from __future__ import annotations

import json
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from dying import command, killed_at, moments, steps_of
from invented import content, rows

from archive.bulk.dataset import Dataset, rules_version
from archive.bulk.storage import Target
from archive.bulk.tables import schemas
from archive.cli import cli
from archive.selection import selection_of
from archive.verify.check import findings
from scraper.errors import SettingsError
from tools.make_dataset import make_dataset

from .conftest import rows_in


def voxpop(*arguments, code=0):
    result = CliRunner().invoke(cli, [*map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="session")
def dataset(tmp_path_factory):
    """Two parts of 150 articles, made without a crawl."""
    folder = tmp_path_factory.mktemp("dataset") / "made"
    make_dataset(folder, 300, 2, 60)
    return folder


@pytest.fixture
def copy(dataset, tmp_path):
    """The same, to be damaged."""
    folder = tmp_path / "copy"
    shutil.copytree(dataset, folder)
    return folder


def test_a_dataset_gives_the_articles_of_its_crawl(crawl, make, tmp_path):
    make(crawl, only="all")
    voxpop("archive", tmp_path / "crawl.db", "--no-captures", "--max-bytes", 5_000_000, *crawl, code=1)
    voxpop("archive", tmp_path / "loaded.db", tmp_path / "out")
    aside = ("first_seen", "last_seen", "source")
    one, other = (content(tmp_path / name, without=aside) for name in ("crawl.db", "loaded.db"))
    tables = [table for table in one if table not in {"problems", "captures", "rows_read"}]
    assert {table: (one[table], other[table]) for table in tables if one[table] != other[table]} == {}
    assert len(one["articles"]) > 100
    assert findings(tmp_path / "loaded.db", deep=True) == []


def test_loading_again_changes_nothing(dataset, tmp_path):
    path = tmp_path / "a.db"
    said = voxpop("archive", path, dataset)
    assert "300 articles (300 new) of 2 parts" in said
    before = content(path, without=(), numbers=True)
    assert "0 articles (0 new) of 0 parts, 0 embeds, 0 quotes; 2 parts loaded before" in voxpop(
        "archive", path, dataset
    )
    assert content(path, without=(), numbers=True) == before


SELECTIONS = [
    pytest.param(["outlet=The Kakakate 0"], lambda a, _: a["outlet"] == "The Kakakate 0", id="outlet"),
    pytest.param(["host=www.outlet-1.example"], lambda a, _: a["host"] == "outlet-1.example", id="host"),
    pytest.param(
        ["host=outlet-1.example", "host=outlet-2.example"],
        lambda a, _: a["host"] in {"outlet-1.example", "outlet-2.example"},
        id="either of two hosts",
    ),
    pytest.param(["language=DE"], lambda a, _: a["language"] == "de", id="language"),
    pytest.param(
        ["since=2022-11-05", "until=2023"],
        lambda a, _: "2022-11-05" <= a["published_at"] < "2024",
        id="dates of publication",
    ),
    pytest.param(["until=2022-11"], lambda a, _: a["published_at"] < "2022-12", id="until the end of a month"),
    pytest.param(["hashtag=#KAKAKATERokaro0"], lambda a, tags: a["article"] in tags, id="hashtag"),
    pytest.param(["platform=Twitter"], lambda a, _: a["embeds"] > 0, id="platform"),
    pytest.param(
        ["platform=twitter", "hashtag=kakakaterokaro0", "since=2023"],
        lambda a, tags: a["embeds"] > 0 and a["article"] in tags and a["published_at"] >= "2023",
        id="all of them",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("where", "wanted"), SELECTIONS)
def test_a_selection_is_loaded(dataset, tmp_path, where, wanted):
    found = rows_in(dataset)
    tagged = {row["article"] for row in found["hashtags"] if row["hashtag"] == "kakakaterokaro0"}
    expected = {row["article"] for row in found["articles"] if wanted(row, tagged)}
    assert 0 < len(expected) < 300
    path = tmp_path / "a.db"
    voxpop("archive", path, dataset, *(part for pair in where for part in ("--filter", pair)))
    assert {article for (article,) in rows(path, "SELECT id FROM articles")} == expected
    voxpop("archive", path, dataset)
    assert rows(path, "SELECT count(*) FROM articles") == [(300,)]
    assert findings(path) == []


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        pytest.param(["colour=red"], "write FIELD=VALUE", id="no field"),
        pytest.param(["outlet="], "write FIELD=VALUE", id="no value"),
        pytest.param(["since=yesterday"], "write a day, month or year", id="no date"),
        pytest.param(["since=2020", "since=2021"], "given twice", id="two days"),
    ],
)
def test_a_wrong_selection_is_refused(pairs, words):
    with pytest.raises(SettingsError, match=words):
        selection_of(pairs)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["README.md", "--filter", "host=a.example"], "--filter is for datasets", id="no dataset"),
        pytest.param(["DATASET", "--outlet", "The Pier"], "--outlet is for pages", id="said of pages"),
    ],
)
def test_options_that_do_not_fit_are_refused(dataset, tmp_path, arguments, words):
    given = [str(dataset) if each == "DATASET" else each for each in arguments]
    assert words in voxpop("archive", tmp_path / "a.db", *given, code=2)


def test_text_is_left_out_on_demand(dataset, tmp_path):
    voxpop("archive", tmp_path / "a.db", dataset, "--no-text")
    assert rows(tmp_path / "a.db", "SELECT count(*), count(text) FROM articles") == [(300, 0)]


def test_the_later_of_two_versions_counts(copy, tmp_path):
    first = min((copy / "articles").iterdir())
    table = pq.read_table(first)
    again = table.slice(0, 1).to_pylist()[0]
    record = json.loads(again["record"])
    record["article"]["title"], record["digest"] = "A later title", "f" * 64
    later = again | {"crawled_at": "2025-01-01T00:00:00Z", "record": json.dumps(record)}
    earlier = again | {"crawled_at": "2001-01-01T00:00:00Z"}
    schema = schemas()["articles"]
    pq.write_table(pa.Table.from_pylist([later, again, earlier], schema), first)
    voxpop("archive", tmp_path / "a.db", copy)
    query = "SELECT title FROM articles WHERE id = ?"
    assert rows(tmp_path / "a.db", query, again["article"]) == [("A later title",)]
    assert findings(tmp_path / "a.db", deep=True) == []


def _truncated(file):
    file.write_bytes(file.read_bytes()[:-500])


def _of_other_columns(file):
    pq.write_table(pa.table({"a": [1]}), file)


def _of_other_types(file):
    pq.write_table(pa.table({name: [1] for name in schemas()["articles"].names}), file)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(_truncated, id="truncated"),
        pytest.param(lambda file: file.write_bytes(b"PAR1 nothing PAR1"), id="no Parquet"),
        pytest.param(lambda file: file.unlink(), id="missing"),
        pytest.param(_of_other_columns, id="other columns"),
        pytest.param(_of_other_types, id="other types"),
    ],
)
def test_a_part_that_cannot_be_read_is_one_line_and_the_rest_is_loaded(copy, tmp_path, damage):
    damage(min((copy / "articles").iterdir()))
    said = voxpop("archive", tmp_path / "a.db", copy, code=1)
    assert said.count("cannot be read (") == 1
    assert "150 articles (150 new) of 1 part" in said
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM problems WHERE step = 'source'") == [(1,)]
    assert findings(tmp_path / "a.db") == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({"record": "{"}, "Expecting property name", id="no JSON"),
        pytest.param({"record": None}, "is of the wrong kind", id="no record"),
        pytest.param({"record": "[" * 100_000}, "recursion", id="deep JSON"),
        pytest.param({"record": '{"source": 1}'}, "source is of the wrong kind", id="no record of ours"),
        pytest.param({"crawled_at": "2024'; DROP"}, "crawled_at is no time", id="no time"),
        pytest.param({"record": " " * 1_000_001}, "more than 1,000,000 bytes", id="too large"),
    ],
)
def test_an_article_that_cannot_be_read_is_one_line_and_the_rest_is_loaded(copy, tmp_path, changes, words):
    first = min((copy / "articles").iterdir())
    found = pq.read_table(first).to_pylist()
    found[0] |= {"record": '{"source":"x","kind":"html","article":{}}', "text": "x"} | changes
    pq.write_table(pa.Table.from_pylist(found[:1], schemas()["articles"]), first)
    said = voxpop("archive", tmp_path / "a.db", copy, "--max-bytes", 1_000_000, code=1)
    assert sum(words in line for line in said.splitlines()) == 1
    assert rows(tmp_path / "a.db", "SELECT count(*) > 100 FROM articles") == [(1,)]
    assert findings(tmp_path / "a.db") == []


def test_a_large_record_repeated_often_costs_no_memory_and_few_lines(copy, tmp_path):
    first = min((copy / "articles").iterdir())
    places = pa.array([0] * 2000, pa.int32())
    values = dict.fromkeys(schemas()["articles"].names, "x") | {"record": " " * 30_000_000}
    columns = {name: pa.DictionaryArray.from_arrays(places, [value]) for name, value in values.items()}
    pq.write_table(pa.table(columns), first)
    said = voxpop("archive", tmp_path / "a.db", copy, "--max-bytes", 1_000_000, code=1)
    assert said.count("more than 1,000,000 bytes") == 20
    assert "1,980 more articles cannot be read" in said
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM articles") == [(150,)]


def test_a_dataset_without_a_finished_part_is_named(copy, tmp_path):
    for marker in (copy / "_done").iterdir():
        marker.unlink()
    said = voxpop("archive", tmp_path / "a.db", copy, code=4)
    assert "has no finished part: finish it with `voxpop bulk`" in said


def test_a_part_that_is_not_finished_is_not_loaded(copy, tmp_path):
    part = min(Dataset(Target(str(copy))).done(rules_version()))
    (copy / "_done" / f"{part}.json").unlink()
    assert "150 articles (150 new) of 1 part," in voxpop("archive", tmp_path / "a.db", copy)


@pytest.mark.long
@pytest.mark.parametrize(
    ("articles", "kills"),
    [pytest.param(400, 3, id="few"), pytest.param(12_000, 8, id="many", marks=pytest.mark.thorough)],
)
def test_loading_that_was_killed_goes_on(tmp_path, articles, kills):
    make_dataset(tmp_path / "made", articles, 4, 20)
    killed, whole = tmp_path / "killed.db", tmp_path / "whole.db"
    steps = steps_of(command("archive", whole, tmp_path / "made", "-q"))
    for number, (step, later) in enumerate(moments(steps // kills, 7, kills)):  # of what is left
        moment = (step if number else max(step, steps // 2), later)  # the first one when something is loaded
        killed_at(moment, command("archive", killed, tmp_path / "made", "-q"))
    said = voxpop("archive", killed, tmp_path / "made")
    assert "failed" not in said
    assert f"{articles} articles ({articles} new)" not in said, "some were loaded before"
    aside = ("first_seen", "last_seen")
    assert content(killed, without=aside) == content(whole, without=aside)
    assert findings(killed, deep=True) == []


@pytest.mark.parametrize("column", ["published_day", "published_at"])
def test_dates_are_those_of_the_outlet_where_the_dataset_has_them(column):
    told = {
        "outlet": ["York", "Tokyo", "Month"],
        "published_at": ["2026-04-14T00:38:00Z", "2026-04-13T15:30:00Z", "2026-04"],
        "published_day": ["2026-04-13", "2026-04-14", None],
    }
    has_days = column == "published_day"
    table = pa.table(told if has_days else {name: told[name] for name in ("outlet", "published_at")})

    def chosen(*pairs):
        return table.filter(selection_of(pairs).of_article(has_days=has_days))["outlet"].to_pylist()

    assert chosen("since=2026-04-14") == ["Tokyo" if has_days else "York"]
    assert chosen("until=2026-04-13") == ["York" if has_days else "Tokyo", "Month"]
    assert chosen("since=2026-04") == ["York", "Tokyo", "Month"]
