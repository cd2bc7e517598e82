"""Of a damaged file everything that lies on sound pages is in the archive that `verify --repair` makes of it."""

import json
import random
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import replace

import pytest
from invented import content, generated, quote, reading, rows, save

from archive.verify.check import findings
from archive.verify.repair import repair
from archive.verify.rescue import Pages, shapes_of

SIZE = 4096
# What is counted, chosen or made anew where other rows are lost.
DERIVED = {"articles", "embeds", "quotes", "posts", "names", "record", "tag", "name", "handle",
           "first_seen", "last_seen", "first_posted", "last_posted"}  # fmt: skip
#: Which post a wording is, and which wording is the post's text, is worked out again.
SETTLED = {"printings": {"post"}, "embeds": {"post"}, "posts": {"text", "wordings"}}


def articles():
    """Give what the archive holds: 150 articles, and of the first a version with long quotes."""
    few = list(generated(150))
    texts = tuple(quote("“" + f"{number} long words " * 900 + "”") for number in range(5))
    return [*few, replace(few[0], quotes=texts)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An archive of some hundred pages, with long texts that fill pages of their own."""
    path = tmp_path_factory.mktemp("whole") / "reactions.db"
    save(path, *articles())
    assert findings(path, deep=True) == []
    return path


@pytest.fixture(scope="module")
def owners(whole):
    """The table or index of each page."""
    with reading(whole) as connection:
        return {
            page: (name, kind) for name, page, kind in connection.execute("SELECT name, pageno, pagetype FROM dbstat")
        }


def tables(path):
    with reading(path) as connection:
        shapes = shapes_of(connection)
    shapes.pop("rescued_rows", None)
    return shapes


def damaged(whole, path, pages, roll):
    """Write a copy in which these pages hold zeros or nonsense."""
    there = bytearray(whole.read_bytes())
    for page in pages:
        nonsense = roll.choice((bytes(SIZE), b"\xff" * SIZE, roll.randbytes(SIZE)))
        there[(page - 1) * SIZE : page * SIZE] = nonsense
    path.write_bytes(there)


def told(table, columns, values):
    """What of a row must be the same in the rescued archive."""
    left_out = DERIVED | SETTLED.get(table, set())
    return tuple(value for column, value in zip(columns, values, strict=False) if column not in left_out)


def lost(whole, rescued, pages):
    """Give the rows of sound pages that are neither in their table nor put aside."""
    sound, shapes = Pages(whole.read_bytes()), tables(whole)
    roots = dict(rows(whole, "SELECT name, rootpage FROM sqlite_master"))
    aside = defaultdict(set)
    if rows(rescued, "SELECT 1 FROM sqlite_master WHERE name = 'rescued_rows'"):
        for name, row in rows(rescued, "SELECT name, row FROM rescued_rows"):
            aside[name].add(told(name, json.loads(row).keys(), json.loads(row).values()))
    missing = []
    for name, shape in shapes.items():
        columns = [column.name for column in shape.columns]
        there = {told(name, columns, row) for row in rows(rescued, f"SELECT {', '.join(columns)} FROM {name}")}
        standing = [row for page in sound.tree(roots[name]) if page not in pages for row in sound.rows(page)]
        told_of = {told(name, columns, shape.fit(row)) for row in standing}
        missing += [(name, row) for row in told_of - there - aside[name]]
    return missing


def hold(whole, path, pages):
    done = repair(str(path), None)
    result = done.rescued or path
    assert findings(result, deep=True) == []
    assert lost(whole, result, pages) == []
    return result


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_pages_anywhere(whole, owners, tmp_path, seed):
    roll = random.Random(seed)
    pages = [page for page in roll.sample(sorted(owners), roll.choice((1, 2, 6))) if owners[page][1] != "overflow"]
    path = tmp_path / "r.db"
    damaged(whole, path, pages, roll)
    hold(whole, path, pages)


@pytest.mark.parametrize("seed", range(4))
def test_pages_of_indexes_cost_nothing(whole, owners, tmp_path, seed):
    roll, kept = random.Random(seed), {*tables(whole), "sqlite_schema"}
    pages = roll.sample([page for page, (name, _) in sorted(owners.items()) if name not in kept], 5)
    path = tmp_path / "r.db"
    damaged(whole, path, pages, roll)
    assert content(hold(whole, path, pages)) == content(whole)


@pytest.mark.parametrize("table", ["articles", "printings", "embeds", "posts", "articles_hashtags"])
def test_a_page_that_leads_to_others_costs_its_own_rows_alone(whole, owners, tmp_path, table):
    pages = [page for page, (name, kind) in owners.items() if name == table and kind == "internal"]
    assert pages or table == "posts"
    path = tmp_path / "r.db"
    damaged(whole, path, pages, random.Random(1))
    hold(whole, path, pages)


@pytest.mark.parametrize("seed", range(4))
def test_a_file_that_is_cut_short(whole, tmp_path, seed):
    roll, path = random.Random(seed), tmp_path / "r.db"
    there = whole.read_bytes()
    left = roll.randrange(len(there) // SIZE // 2, len(there) // SIZE)
    path.write_bytes(there[: left * SIZE + roll.choice((0, 100))])
    pages = range(left + 1, len(there) // SIZE + 1)
    done = repair(str(path), None)
    assert findings(done.rescued, deep=True) == []
    overflowing = {name for name, _ in lost(whole, done.rescued, pages)}
    assert overflowing <= {"quotes"}, "the long texts go on in pages that are cut off"


@pytest.mark.parametrize("pages", [pytest.param([1], id="the first page"), pytest.param([1, 2, 3], id="the schema")])
def test_without_the_schema(whole, tmp_path, pages):
    path = tmp_path / "r.db"
    damaged(whole, path, pages, random.Random(2))
    result = hold(whole, path, pages)
    assert rows(result, "SELECT count(*) FROM articles") == rows(whole, "SELECT count(*) FROM articles")


def test_what_is_said_and_what_stays(whole, owners, tmp_path, voxpop_here):
    """The advised way: verify names it, --repair makes a new file, and that one is whole."""
    path = tmp_path / "reactions.db"
    pages = [page for page, (name, kind) in owners.items() if name == "embeds" and kind == "leaf"][:1]
    damaged(whole, path, pages, random.Random(3))
    before = path.read_bytes()
    found = voxpop_here("verify", path)
    assert (found.code, "`voxpop verify --repair`" in found.err) == (3, True)
    done = voxpop_here("verify", "--repair", path)
    assert done.code == 3
    assert done.err == (
        f"voxpop: {path}: is damaged and was not changed; readable rows are in {tmp_path}/reactions.rescued.db:"
        " check it, then replace the old file with it\n"
    )
    assert "rescued: 150 rows of articles" in done.out
    assert "lost: 1 embed of article " in done.out or " embeds of article " in done.out
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "reactions.db",
        "reactions.db.lock",
        "reactions.rescued.db",
    ]
    assert voxpop_here("verify", tmp_path / "reactions.rescued.db").code == 0
    again = voxpop_here("verify", "--repair", path)
    assert (again.code, "already exists" in again.err) == (3, True)


def test_what_is_lost_is_stored_again_when_the_same_articles_are_read(whole, owners, tmp_path):
    pages = [page for page, (name, kind) in owners.items() if name in {"embeds", "quotes"} and kind == "leaf"]
    path = tmp_path / "r.db"
    damaged(whole, path, pages, random.Random(5))
    result = hold(whole, path, pages)
    assert not rows(result, "SELECT 1 FROM embeds")
    save(result, *articles())
    again, before = content(result), content(whole)
    again.pop("rescued_rows")
    assert {table for table, there in again.items() if there != before[table]} == set()


def test_what_is_not_yet_in_the_file_is_rescued_too(whole, owners, tmp_path):
    path, other = tmp_path / "r.db", tmp_path / "other.db"
    other.write_bytes(whole.read_bytes())
    with closing(sqlite3.connect(other)) as db:
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("UPDATE articles SET title = 'Written last'")
        db.commit()
        damaged(whole, path, [page for page, (name, _) in owners.items() if name == "posts_author"], random.Random(4))
        path.with_name("r.db-wal").write_bytes(other.with_name("other.db-wal").read_bytes())
    done = repair(str(path), None)
    assert rows(done.rescued or path, "SELECT DISTINCT title FROM articles") == [("Written last",)]


@pytest.mark.parametrize(
    "there", [pytest.param(b"Dear diary, " * 3000, id="a text"), pytest.param(bytes(90_000), id="zeros")]
)
def test_what_never_was_an_archive(tmp_path, voxpop_here, there):
    (tmp_path / "r.db").write_bytes(there)
    done = voxpop_here("verify", "--repair", tmp_path / "r.db")
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert "contains no readable row of an archive" in done.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["r.db", "r.db.lock"]
