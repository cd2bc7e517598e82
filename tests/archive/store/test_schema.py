"""A new archive has the schema that the migrations give to an old one."""

import re
import sqlite3
from contextlib import closing

import pytest
from sqlite_utils import Database

from archive.store import schema
from archive.store.archive import Archive
from archive.store.terms import LONGEST, RANGES, STEPS


@pytest.fixture(scope="module")
def made():
    """A new archive, and one that went through all versions."""
    with closing(Database(memory=True)) as new, closing(Database(memory=True)) as upgraded:
        schema.MIGRATIONS.apply(new)
        for name in schema.NAMES[1:]:
            schema.MIGRATIONS.apply(upgraded, stop_before=name)
        schema.MIGRATIONS.apply(upgraded)
        yield new.conn, upgraded.conn


def written(connection):
    """What SQLite was told, but for blanks; in the order that plans depend on."""
    found = connection.execute("SELECT type, tbl_name, name, sql FROM sqlite_master ORDER BY type, tbl_name, rowid")
    return [(*names, sql and re.sub(r'[\s"]+', "", sql)) for *names, sql in found]


def test_history_gives_todays_schema(made):
    new, upgraded = map(written, made)
    assert sorted(new, key=str) == sorted(upgraded, key=str)
    ordered = [[row for row in rows if row[0] == "index" and row[3]] for rows in (new, upgraded)]
    assert ordered[0] == ordered[1]
    assert schema.items_of(made[0]).keys() == schema.items_of(made[1]).keys()


def test_all_migrations_are_recorded_alike(made):
    query = "SELECT id, migration_set, name, length(applied_at) FROM _sqlite_migrations ORDER BY id"
    new, upgraded = (connection.execute(query).fetchall() for connection in made)
    assert new == upgraded
    assert [row[2] for row in new] == list(schema.NAMES) == list(schema.history())


def test_only_the_id_of_the_archive_is_in_a_new_one(made):
    for connection in made:
        tables = [name for kind, name in schema.items_of(connection) if kind == "table" and "_fts" not in name]
        filled = [name for name in tables if connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]]
        assert filled == ["identity"]


def test_the_terms_are_those_of_the_schema():
    text = schema._text("current")
    signs = "".join(map("-".join, zip(RANGES[::2], RANGES[1::2], strict=True)))
    assert set(re.findall(r"GLOB '\*?\[(.+?)\]\*?'", text)) == {signs}
    assert set(re.findall(r"GLOB|substr\(\S+, 1, (\d{4,})\)", text)) == {"", str(LONGEST)}
    found = re.findall(r"\(VALUES\s+([^a-z]+)\) AS steps", text)
    assert {tuple(map(int, re.findall(r"\d+", steps))) for steps in found} == {STEPS}


def test_an_archive_whose_creation_fails_stays_an_empty_file(tmp_path, monkeypatch):
    broken = schema._text("current") + "CREATE TABLE articles (id);\n"
    monkeypatch.setattr(schema, "_text", lambda _: broken)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        Archive.open(tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
