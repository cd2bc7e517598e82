"""The index of names grows with the archive, and begins again where names were removed."""

import pytest
from sqlite_utils import Database

from archive.site.selection.names import Names
from archive.store.schema import MIGRATIONS


@pytest.fixture
def archive():
    database = Database(memory=True)
    MIGRATIONS.apply(database)
    database.conn.execute("pragma foreign_keys = off")

    def name(author, *names):
        database["author_names"].insert_all(
            {"author": author, "name": name, "first_seen": "2024", "last_seen": "2024"} for name in names
        )

    name("twitter:tove", "Tove", "Tove Ødegård")
    return database.conn, name


def test_names_archived_later_are_found(archive):
    connection, name = archive
    names = Names()
    assert names.find(connection, '"TOVE" "odegard"') == []  # an ø is a letter of its own
    assert names.find(connection, '"øDEGARD"') == ["twitter:tove"]
    name("bluesky:øyvind", "Øyvind Ødegård")
    assert names.find(connection, '"ødegård"') == ["twitter:tove", "bluesky:øyvind"]
    assert names.find(connection, '"ødeg"') == []


def test_pieces_of_names(archive):
    connection, name = archive
    names = Names()
    name("twitter:hanako", "田中花子 🎺 Ana")
    for words, pieces in (("", ["花子"]), ("", ["🎺"]), ('"ana"', ["花", "🎺"])):
        assert names.find(connection, words, pieces) == ["twitter:hanako"]
    assert names.find(connection, '"tove"', ["🎺"]) == []
    assert names.find(connection, "", ["花", "☀"]) == []


def test_names_that_took_the_place_of_others_are_found(archive):
    connection, name = archive
    names = Names()
    assert names.find(connection, '"ødegård"') == ["twitter:tove"]
    connection.execute("delete from author_names where name like '%gård'")
    name("twitter:kalo", "Kalo")
    assert names.find(connection, '"kalo"') == ["twitter:kalo"]
    assert names.find(connection, '"ødegård"') == []
    connection.execute("delete from author_names")
    assert names.find(connection, '"kalo"') == []
    name("twitter:kalo", "Kalo")
    assert names.find(connection, '"kalo"') == ["twitter:kalo"]
