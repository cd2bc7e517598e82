"""`voxpop export`: the same rows in each format, nothing that a spreadsheet runs, whole files or none."""

import csv
import io
import json
import re
import sqlite3
import subprocess
import sys
import zipfile

import pytest
from click.testing import CliRunner
from sqlite_utils import Database

from archive.cli import cli
from archive.commands.export import harmless
from archive.site.answers import harmless as in_pages
from archive.store.schema import MIGRATIONS

TEXTS = [
    "=cmd|'/C calc'!A0",
    "@name hello",
    "-12.5",
    'two\nlines, "quoted"',
    "سلام 🌊",
    "+1 yes",
    "\t=1",
    "\n-1+1",
    "\u200b =1+1",
    "＝1",
    "plain",
]
FORMATS = ("csv", "ndjson", "parquet")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("export") / "reactions.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    database["posts"].insert_all(
        {
            "id": f"twitter:{n}",
            "platform": "twitter",
            "text": text,
            "first_seen": "2024-05-12",
            "rowid": n,
            "articles": n,
        }
        for n, text in enumerate(TEXTS)
    )
    database.close()
    return path


def run(*arguments):
    return CliRunner().invoke(cli, ["export", *map(str, arguments)])


def texts_of(path, file_format):
    if file_format == "csv":
        return [row["text"] for row in csv.DictReader(io.StringIO(path.read_text("utf-8"), newline=""))]
    if file_format == "ndjson":
        return [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]
    return pytest.importorskip("pyarrow.parquet").read_table(path).column("text").to_pylist()


@pytest.mark.parametrize("file_format", FORMATS)
def test_every_format_holds_every_row(archive, tmp_path, file_format):
    out = tmp_path / "posts"
    result = run(archive, "--format", file_format, "--table", "posts", "-o", out, "--formulas")
    assert (result.exit_code, result.output) == (0, "")
    assert texts_of(out, file_format) == TEXTS
    assert [path.name for path in tmp_path.iterdir()] == ["posts"]


def test_numbers_stay_numbers(archive, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    run(archive, "--format", "parquet", "--table", "posts", "-o", tmp_path / "posts")
    assert pq.read_table(tmp_path / "posts").column("articles").to_pylist() == list(range(len(TEXTS)))


@pytest.fixture
def late(tmp_path):
    """An archive whose only quote is the last of its reactions."""
    path = tmp_path / "late.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    seen = {"first_seen": "2024-05-12", "last_seen": "2024-05-12"}
    database["articles"].insert(
        {"id": "a", "kind": "text", "source": "a", "digest": "d", "record": "{}", "rowid": 1, **seen}
    )
    for n in range(3):
        post = {"platform": "twitter", "first_seen": "2024-05-12"}
        database["posts"].insert({"id": f"twitter:{n}", "rowid": n, **post})
        database["printings"].insert({"id": f"p{n}", "post": f"twitter:{n}", **post})
        database["embeds"].insert(
            {"article": "a", "post": f"twitter:{n}", "printing": f"p{n}", "form": "link", "position": n, **seen}
        )
    database["quotes"].insert({"id": 7, "article": "a", "position": 0, "text": "words", **seen})
    database.close()
    return path


def test_a_column_of_parquet_is_what_its_values_are_also_where_they_come_late(late, tmp_path, monkeypatch):
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("archive.commands.export.ROWS_IN_A_GROUP", 2)
    run(late, "--format", "parquet", "--table", "reactions", "-o", tmp_path / "reactions")
    written = pq.read_table(tmp_path / "reactions")
    assert written.column("quote").to_pylist() == [None, None, None, 7]
    assert {written.schema.field(name).type for name in ("quote", "position")} == {"int64"}
    assert written.schema.field("gone_at").type == "string"


def test_no_cell_of_csv_is_a_formula(archive):
    rows = list(csv.DictReader(io.StringIO(run(archive, "--table", "posts").output, newline="")))
    assert [row["text"] for row in rows] == [harmless(text) for text in TEXTS]
    formulas = [row["text"] for row in rows if re.match(r"[\s\u200b]*[=+@＝-]", row["text"])]
    assert formulas == ["-12.5"], "a number is one, and nothing else"
    assert [text for text in (row["text"] for row in rows) if text.startswith(("=", "+", "@", "\t"))] == []


@pytest.mark.parametrize("file_format", FORMATS)
def test_empty_table_gives_a_valid_file(archive, tmp_path, file_format):
    assert run(archive, "--format", file_format, "-o", tmp_path / "out").exit_code == 0
    assert texts_of(tmp_path / "out", file_format) == []


def test_a_dash_is_stdout(archive, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(archive, "--table", "posts", "-o", "-").output == run(archive, "--table", "posts").output
    assert not list(tmp_path.iterdir())


def test_stdout_may_be_closed_early(archive):
    command = f"'{sys.executable}' -m archive.main export '{archive}' --table posts | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("id,platform")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "nothing"], "no table nothing: choose one of availability, failing"),
        (["--table", "sqlite_master"], "no table sqlite_master"),
        (["--table", 'posts" -- '], 'no table posts" -- '),
        (["-o", "/nowhere/out.csv"], "/nowhere/out.csv: cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_one_line(archive, arguments, message):
    result = run(archive, *arguments)
    assert (result.exit_code, result.stderr.count("\n")) == (3, 1)
    assert message in result.stderr


def test_export_reads_while_another_writes(archive):
    writer = sqlite3.connect(archive, isolation_level=None)
    writer.execute("pragma journal_mode = wal")
    writer.execute("begin immediate")
    try:
        assert run(archive, "--table", "posts").exit_code == 0
    finally:
        writer.rollback()
        writer.close()


def test_the_plugin_knows_the_same_formulas():
    assert [harmless(text) for text in TEXTS] == [in_pages(text) for text in TEXTS]


def test_csv_with_a_byte_order_mark_is_replaced_by_the_next(voxpop_here, archive, tmp_path):
    out = tmp_path / "out.csv"
    for _ in range(2):
        assert voxpop_here("export", archive, "--bom", "-o", out).code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbfkind,")


def test_a_workbook_holds_texts_as_texts(voxpop_here, archive, tmp_path):
    """A sheet never runs what a post says; large numbers stay exact; a saved workbook is not replaced."""
    pytest.importorskip("xlsxwriter")
    out = tmp_path / "out.xlsx"
    sql = "SELECT '=cmd()' AS a, 'https://x.example/' AS b, 7 AS c, 9007199254740993 AS d, NULL AS e"
    for _ in range(2):
        done = voxpop_here("export", archive, "--format", "xlsx", "--sql", sql, "-o", out)
        assert (done.code, done.err) == (0, "")
    with zipfile.ZipFile(out) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        parts = {name: book.read(name) for name in book.namelist()}
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet
    assert "<t>=cmd()</t>" in sheet
    assert "<t>9007199254740993</t>" in sheet
    assert "<v>7</v>" in sheet
    with zipfile.ZipFile(out, "w") as book:
        for name, content in parts.items():
            book.writestr(name, re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>2030-01-01T00:00:00Z", content))
    kept = out.read_bytes()
    assert voxpop_here("export", archive, "--format", "xlsx", "--sql", sql, "-o", out).code == 3
    assert out.read_bytes() == kept
