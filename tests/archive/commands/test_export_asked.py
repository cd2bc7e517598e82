"""`voxpop export` of what is asked: one statement that reads, within bounds; and the prepared questions."""

from __future__ import annotations

import csv
import io
import json

import pytest
from invented import article, quote, save, tweet

from archive.datasette_files import read_source

SCREAM = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("asked") / "reactions.db"
    save(
        path,
        article(tweet("One #Pier", number="1"), tweet("Two", on="2020-01-05"), tags=("Pier",)),
        article(
            tweet("One #Pier", number="1"),
            url="https://news.example/b",
            quotes=[quote("“Well”", confidence=0.75), quote("“Never”", 9)],
        ),
    )
    return path


@pytest.fixture
def ask(database, voxpop_here):
    """Export what is asked; give the rows."""

    def asked(*options):
        answer = voxpop_here("export", database, *options)
        assert (answer.code, answer.err) == (0, "")
        return list(csv.DictReader(io.StringIO(answer.out, newline="")))

    return asked


def test_rows_of_a_table_that_meet_a_condition(ask):
    found = ask("--table", "posts", "--where", "native_id = '1' -- mine")
    assert [row["text"] for row in found] == ["One #Pier"]
    assert len(ask("--where", "kind = :kind ORDER BY text LIMIT 1", "-p", "kind", "quote")) <= 1
    assert len(ask()) == 5, "the reactions, all of them"


def test_sql(ask):
    sql = "SELECT platform, count(*) AS posts FROM posts WHERE text LIKE :like GROUP BY 1;"
    assert ask("--sql", sql, "--param", "like", "%One%") == [{"platform": "twitter", "posts": "1"}]
    assert ask(
        "--sql",
        "SELECT posts.id FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid WHERE posts_fts MATCH 'one'",
    ) == [{"id": "twitter:1"}]


@pytest.mark.parametrize("name", read_source()["queries"])
def test_every_prepared_question_can_be_exported(ask, name):
    ask("--question", name)


def test_a_prepared_question_with_a_parameter(ask):
    found = ask("--question", "posts_of_hashtag", "-p", "hashtag", "#pier")
    assert [row["post"] for row in found] == ["twitter:1"]
    assert ask("--question", "search_posts", "-p", "words", 'OR "one') == []
    assert [row["text"] for row in ask("--question", "search_posts", "-p", "words", "pier")] == ["One #Pier"]


REFUSED = [
    pytest.param(["--sql", "DELETE FROM posts"], "only one statement that reads", id="a change"),
    pytest.param(["--sql", "ATTACH '{new}' AS new"], "only one statement that reads", id="another file"),
    pytest.param(["--sql", "VACUUM INTO '{new}'"], "cannot VACUUM from within", id="a copy"),
    pytest.param(["--sql", "UPDATE sqlite_master SET sql = ''"], "may not be modified", id="the schema"),
    pytest.param(["--sql", "COMMIT"], "only one statement that reads", id="an end of the transaction"),
    pytest.param(["--sql", "PRAGMA journal_mode = DELETE"], "only one statement that reads", id="a pragma"),
    pytest.param(["--sql", "CREATE TEMP TABLE t (a)"], "only one statement that reads", id="a temporary table"),
    pytest.param(["--sql", "SELECT 1; DELETE FROM posts"], "one statement at a time", id="two statements"),
    pytest.param(["--sql", "SELECT load_extension('x')"], "the SQL cannot be run: ", id="an extension"),
    pytest.param(["--sql", ""], "start it with SELECT", id="nothing"),
    pytest.param(["--sql", "-- nothing"], "start it with SELECT", id="a comment"),
    pytest.param(["--sql", "SELEKT 1"], 'the SQL cannot be run: near "SELEKT": syntax error', id="a typing error"),
    pytest.param(["--sql", "SELECT :day"], "parameter :day", id="a parameter without a value"),
    pytest.param(["--where", "colour = 1"], "no such column: colour", id="a column that is not there"),
    pytest.param(["--where", "1) UNION SELECT (1"], "the SQL cannot be run: ", id="a condition that is none"),
    pytest.param(["--sql", "SELECT zeroblob(900000000)"], "too big", id="a huge value"),
    pytest.param(["--timeout", "1", "--sql", SCREAM.format("count(*)")], "took too long", id="no end"),
    pytest.param(["--timeout", "1", "--sql", SCREAM.format("i")], "took too long", id="rows without end"),
    pytest.param(["--question", "posts_of_hashtags"], "did you mean posts_of_hashtag?", id="a wrong question"),
    pytest.param(
        ["--question", "posts_of_hashtag", "-p", "hastag", "pier"],
        "the question posts_of_hashtag has no parameter 'hastag': did you mean hashtag?",
        id="a wrong parameter",
    ),
    pytest.param(["--question", "posts_of_hashtag", "-p", "zoom", "1"], "choose one of hashtag", id="no parameter"),
    pytest.param(["--sql", "SELECT :day", "-p", "dya", "1"], "did you mean day?", id="a wrong parameter of SQL"),
    pytest.param(
        ["--where", "text = 'x'", "-p", "day", "1"], "has no parameter 'day': it has none", id="a parameter of none"
    ),
    pytest.param(["--redacted", "--where", "text = :word", "-p", "wird", "x"], "did you mean word?", id="redacted"),
    pytest.param(["--dehydrated", "-p", "day", "1"], "no parameter 'day'", id="dehydrated"),
    pytest.param(["--wacz", "--where", "outlet = :name", "-p", "nam", "x"], "did you mean name?", id="WACZ"),
    pytest.param(["--question", "x"], "choose one of hashtag_by_day, ", id="no question"),
    pytest.param(["--sql", "SELECT 1", "--table", "posts"], "exclude each other", id="two things"),
]


@pytest.mark.parametrize(("options", "words"), REFUSED)
def test_what_is_refused(database, tmp_path, voxpop_here, options, words):
    before, new = database.read_bytes(), tmp_path / "new.db"
    out = tmp_path / "out.csv"
    answer = voxpop_here("export", database, "-o", out, *(option.format(new=new) for option in options))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert words in answer.err
    assert list(tmp_path.iterdir()) == []
    assert database.read_bytes() == before


@pytest.mark.parametrize("options", [["--table", "quotes"], ["--sql", "SELECT * FROM quotes"]])
def test_numbers_stay_numbers_in_parquet(database, tmp_path, voxpop_here, options):
    pq = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "quotes.parquet"
    assert voxpop_here("export", database, "--format", "parquet", *options, "-o", out).err == ""
    table = pq.read_table(out)
    assert sorted(table.column("confidence").to_pylist(), key=str) == [0.75, None]
    assert str(table.schema.field("position").type) == "int64"


def test_values_of_several_kinds_in_parquet(database, tmp_path, voxpop_here):
    pytest.importorskip("pyarrow.parquet")
    out, sql = tmp_path / "out.parquet", "SELECT 1 AS mixed UNION ALL SELECT 'a'"
    answer = voxpop_here("export", database, "--format", "parquet", "--sql", sql, "-o", out)
    assert (answer.code, "the column mixed holds values of several kinds" in answer.err) == (2, True)
    assert list(tmp_path.iterdir()) == []
    lines = voxpop_here("export", database, "--format", "ndjson", "--sql", sql).out.splitlines()
    assert [json.loads(line)["mixed"] for line in lines] == [1, "a"]
