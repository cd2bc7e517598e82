"""`verify` finds what does not agree, and nothing in an archive that is whole."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from invented import article, generated, reading, save, tweet

from archive.verify.check import findings


@pytest.fixture
def archive(path):
    save(path, *generated(40))
    assert findings(path, deep=True) == []
    return path


def tamper(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_the_archives_that_pages_are_measured_on_are_whole(tmp_path):
    path = tmp_path / "synthetic.db"
    command = [sys.executable, "-m", "benchmarks.synthetic", path, "--posts", "300"]
    subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[3])
    assert findings(path, deep=True) == []


COUNTED = {
    "posts": ("articles",),
    "articles": ("embeds", "quotes", "allusions"),
    "authors": ("posts", "embeds", "quotes"),
    "hashtags": ("posts", "articles"),
}


@pytest.mark.parametrize("column", [f"{table}.{column}" for table, columns in COUNTED.items() for column in columns])
def test_a_wrong_count(archive, column):
    table, name = column.split(".")
    tamper(archive, f"UPDATE {table} SET {name} = {name} + 1 WHERE rowid = (SELECT max(rowid) FROM {table})")
    assert column in {finding.check for finding in findings(archive)}


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("tally_days", "posts"),
        ("tally_days", "embeds"),
        ("tally_hashtag_days", "posts"),
        ("tally_spellings", "articles"),
        ("tally_outlets", "quotes"),
        ("tally_outlet_platforms", "embeds"),
        ("tally_platform_days", "posts"),
        ("tally_language_days", "articles"),
        ("tally_outlet_authors", "embeds"),
        ("tally_outlet_hashtags", "articles"),
    ],
)
def test_a_wrong_tally(archive, table, column):
    tamper(archive, f"UPDATE {table} SET {column} = {column} + 5")
    assert table in {finding.check for finding in findings(archive)}
    tamper(archive, f"DELETE FROM {table}")
    assert table in {finding.check for finding in findings(archive)}


@pytest.mark.parametrize(
    ("check", "statement"),
    [
        ("foreign keys", "UPDATE embeds SET article = 'nowhere' WHERE id = 1"),
        (
            "search",
            "INSERT INTO posts_fts (posts_fts, rowid, text) VALUES ('delete', (SELECT max(rowid) FROM posts), 'lights')",
        ),
        ("search", "UPDATE articles_fts_docsize SET sz = x'7f'"),
        ("search", "DELETE FROM quotes_fts_data WHERE id > 10"),
        ("a hashtag that is not shown", "UPDATE hashtags SET tag = 'LiGhTs' WHERE id = 'lights'"),
        ("an author without the name", "UPDATE authors SET name = 'Nobody'"),
        ("another date", "UPDATE posts_hashtags SET posted_at = '1999-01-01'"),
        ("another date", "UPDATE articles_hashtags SET published_at = NULL"),
        ("an alias that is the id of a post", "INSERT INTO post_aliases SELECT min(id), max(id) FROM posts"),
        ("an embed whose printing counts as another post", "UPDATE printings SET post = (SELECT max(id) FROM posts)"),
        ("an embed whose text", "UPDATE embeds SET text = 'Other words' WHERE id = 1"),
        ("an embed whose text", "UPDATE embeds SET text = NULL WHERE id = 1"),
        ("a post that no article embeds", "DELETE FROM embeds WHERE post = (SELECT max(post) FROM embeds)"),
        ("a post without a printing", "UPDATE printings SET post = (SELECT max(id) FROM posts)"),
        ("gone before", "UPDATE embeds SET gone_at = '1999' WHERE id = 1"),
        ("gone before", "UPDATE quotes SET first_seen = '2999' WHERE id = 1"),
    ],
)
def test_what_does_not_agree(archive, check, statement):
    tamper(archive, statement)
    assert any(check in f"{finding.check}: {finding.message}" for finding in findings(archive))


def test_a_post_that_should_be_two_is_found_by_looking_deeper(path):
    save(
        path,
        article(tweet("The harbour lights came back on tonight")),
        article(tweet("Nothing like the other text at all"), url="https://b.example/"),
    )
    with reading(path) as connection:
        (kept, lost) = [post for (post,) in connection.execute("SELECT id FROM posts ORDER BY id")]
    tamper(
        path,
        f"UPDATE printings SET post = '{kept}'",
        f"UPDATE embeds SET post = '{kept}'",
        f"DELETE FROM posts WHERE id = '{lost}'",
    )
    assert "identity" in {finding.check for finding in findings(path, deep=True)}
    assert "identity" not in {finding.check for finding in findings(path)}


def test_a_lost_alias_is_found_by_looking_deeper(archive):
    tamper(archive, "DELETE FROM post_aliases")
    assert [finding.check for finding in findings(archive, deep=True)] == ["identity"]


def test_many_wrong_rows_are_one_finding(archive):
    tamper(archive, "UPDATE posts SET articles = 0")
    (finding,) = [finding for finding in findings(archive) if finding.check == "posts.articles"]
    assert finding.message.startswith("counted wrongly: twitter:")
    assert finding.message.endswith("more")


def test_a_reader_may_verify(archive, voxpop_obeying):
    archive.chmod(0o444)
    archive.parent.chmod(0o555)
    whole = voxpop_obeying("verify", archive)
    archive.chmod(0o644)
    archive.parent.chmod(0o755)
    tamper(archive, "INSERT INTO posts_fts (posts_fts) VALUES ('delete-all')")
    archive.chmod(0o444)
    archive.parent.chmod(0o555)
    broken = voxpop_obeying("verify", archive)
    archive.parent.chmod(0o755)
    assert (whole.code, whole.out, whole.err) == (0, "", "")
    assert broken.code == 3
    assert broken.out.startswith("search: posts_fts: ")


def test_verifying_changes_nothing(archive):
    before = archive.read_bytes()
    findings(archive, deep=True)
    assert archive.read_bytes() == before


def schema_of(path):
    return {finding.message for finding in findings(path) if finding.check == "schema"}


@pytest.mark.parametrize(
    ("message", "statement"),
    [
        pytest.param("the trigger posts_count_add is missing", "DROP TRIGGER posts_count_add", id="trigger"),
        pytest.param("the view reactions is missing", "DROP VIEW reactions", id="view"),
        pytest.param("the index posts_author is missing", "DROP INDEX posts_author", id="index"),
        pytest.param("the table tally_days is missing", "DROP TABLE tally_days", id="tally"),
        pytest.param("the table robots is missing", "DROP TABLE robots", id="table"),
        pytest.param("the table posts_fts is missing", "DROP TABLE posts_fts", id="search index"),
        pytest.param("the table sources lacks moved", "ALTER TABLE sources DROP COLUMN moved", id="column"),
        pytest.param(
            "the record of the migration create_views is missing",
            "DELETE FROM _sqlite_migrations WHERE name = 'create_views'",
            id="a lost record",
        ),
        pytest.param(
            "the record of the migration create_tables is missing",
            "DELETE FROM _sqlite_migrations",
            id="all records lost",
        ),
        pytest.param(
            "the record of the migration create_moving is missing",
            "DROP TABLE _sqlite_migrations",
            id="the table of records lost",
        ),
    ],
)
def test_what_is_missing_from_the_schema(archive, message, statement):
    tamper(archive, statement)
    assert message in schema_of(archive)


def test_what_differs_from_the_schema(archive):
    tamper(
        archive,
        "DROP INDEX posts_author",
        "CREATE INDEX posts_author ON posts (posted_at)",
        "DROP VIEW outlets",
        "CREATE VIEW outlets AS SELECT 1 AS outlet",
        "DROP TABLE flags",
        "CREATE TABLE flags (subject TEXT, kind TEXT, message TEXT, first_seen TEXT, last_seen TEXT)",
    )
    names = {message.split(" differs from")[0] for message in schema_of(archive)}
    assert names == {"the index posts_author", "the view outlets", "the table flags"}


def test_what_users_add_is_theirs(archive):
    tamper(
        archive,
        "CREATE VIEW mine AS SELECT 1 AS one",
        "CREATE TABLE notes (post TEXT)",
        "CREATE INDEX mine_too ON posts (language, platform)",
        'DROP INDEX "posts_author"',
        'CREATE INDEX "posts_author"\n ON "posts" ( "author" , "posted_at" )',
        "ANALYZE",
    )
    assert findings(archive) == []


def test_a_lost_record_of_a_migration_is_one_line_for_every_command(archive, voxpop_here, examples):
    tamper(archive, "DELETE FROM _sqlite_migrations WHERE name = 'create_views'")
    stored = voxpop_here("archive", archive, examples)
    assert (stored.code, stored.err.count("\n")) == (3, 1)
    assert "the record of the migration create_views is missing: repair it with `voxpop verify --repair" in stored.err
    assert (voxpop_here("status", archive).code, voxpop_here("status", archive).err) == (0, "")
