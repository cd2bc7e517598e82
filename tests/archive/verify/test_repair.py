"""`verify --repair` rebuilds what can be rebuilt, says what cannot, and is all or nothing."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from dying import killed_at, moments, steps_of
from invented import article, content, generated, reading, rows, save, tweet
from sqlite_utils import Database

from archive.captures.files import Captures, open_captures
from archive.captures.index import enter
from archive.cli import cli
from archive.store.archive import Archive
from archive.store.schema import MIGRATIONS
from archive.verify.check import findings
from archive.verify.repair import repair
from scraper.errors import LockedError
from scraper.fetching import Exchange


@pytest.fixture
def voxpop():
    """Run the command in this process: here are many runs."""

    def run(*arguments):
        done = CliRunner().invoke(cli, [*map(str, arguments)])
        return Answer(done.exit_code, done.stdout, done.stderr)

    return run


@dataclass(frozen=True)
class Answer:
    """What one run of the command gave."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "a.db"
    save(path, *generated(40))
    return path


@pytest.fixture
def archive(made, path):
    shutil.copy(made, path)
    return path


def exchange(url, day=2, **fields):
    """What went over the wire for one page."""
    values = {
        "url": url,
        "at": datetime(2020, 2, day, 3, 4, int(url[-1:].isdigit() and url[-1:]), tzinfo=UTC),
        "address": "192.0.2.1",
        "sent": (("Host", "news.example"),),
        "status": 200,
        "reason": "",
        "version": "HTTP/1.1",
        "received": (("Content-Type", "text/html"),),
        "body": b"",
    }
    return Exchange(**{**values, **fields})


def tamper(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def overwrite_root(path, table):
    ((page, size),) = rows(
        path, f"SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = '{table}'"
    )
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))


REBUILT = {
    "a trigger": ["DROP TRIGGER posts_count_add"],
    "a view": ["DROP VIEW reactions"],
    "another view": ["DROP VIEW outlets", "CREATE VIEW outlets AS SELECT 1 AS outlet"],
    "an index": ["DROP INDEX posts_author"],
    "a unique index": ["DROP INDEX embeds_printing", "CREATE INDEX embeds_printing ON embeds (printing)"],
    "a tally": ["DROP TABLE tally_outlet_authors"],
    "rows of a tally": ["DELETE FROM tally_days", "UPDATE tally_spellings SET articles = 7"],
    "a column that counts": ["DROP INDEX posts_articles", "DROP VIEW most_embedded", "DROP TRIGGER embeds_count_add",
                             "DROP TRIGGER embeds_count_remove", "ALTER TABLE posts DROP COLUMN articles"],
    "wrong counts": ["UPDATE posts SET articles = 9", "UPDATE articles SET quotes = 9", "UPDATE hashtags SET posts = -1"],
    "a column of a source": ["ALTER TABLE sources DROP COLUMN moved"],
    "a record of a migration": ["DELETE FROM _sqlite_migrations WHERE name = 'create_views'"],
    "the last record": ["DELETE FROM _sqlite_migrations WHERE name = 'create_moving'"],
    "all records": ["DELETE FROM _sqlite_migrations"],
    "the table of records": ["DROP TABLE _sqlite_migrations"],
    "a search index": ["DROP TABLE posts_fts"],
    "the index of signs": ["DROP TABLE posts_signs_fts"],
    "what the index of signs reads": ["DROP VIEW posts_signs_fts_texts"],
    "a trigger of signs": ["DROP TRIGGER posts_signs_add"],
    "words of a search index": ["INSERT INTO posts_fts (posts_fts) VALUES ('delete-all')"],
    "pages of a search index": ["DELETE FROM quotes_fts_data WHERE id > 10", "UPDATE articles_fts_docsize SET sz = x'7f'"],
    "a table of a search index": ["DROP TABLE articles_fts_docsize"],
    "the main table of a search index": ["DROP TABLE posts_fts_data"],
    "a spelling": ["UPDATE hashtags SET tag = 'x'"],
    "names": ["UPDATE authors SET name = 'Nobody'"],
    "dates": ["UPDATE posts_hashtags SET posted_at = '1999'", "UPDATE articles_hashtags SET published_at = NULL"],
    "texts of embeds": ["UPDATE embeds SET text = 'Other words'"],
    "all posts": [f"DELETE FROM {table}" for table in ("posts", "post_aliases", "mentions", "cashtags", "links", "media", "posts_hashtags")],
    "all authors": ["DELETE FROM author_names", "DELETE FROM authors"],
    "all hashtags": ["DELETE FROM hashtags"],
    "a post of its wordings": ["UPDATE printings SET post = (SELECT max(id) FROM posts)"],
    "an empty table": ["DROP TABLE robots", "DROP TABLE flags"],
}  # fmt: skip


@pytest.mark.parametrize("statements", [pytest.param(made, id=name) for name, made in REBUILT.items()])
def test_what_follows_from_the_rest_is_rebuilt(archive, voxpop, statements):
    expected = content(archive)
    tamper(archive, *statements)
    assert voxpop("verify", archive).code == 3
    mended = voxpop("verify", "--repair", archive)
    assert (mended.code, mended.err) == (0, ""), mended.out
    assert mended.out
    assert "cannot be rebuilt" not in mended.out
    assert content(archive) == expected
    assert findings(archive, deep=True) == []
    again = voxpop("verify", "--repair", archive)
    assert (again.code, again.out, again.err) == (0, "", "")


def test_one_line_says_what_was_done(archive, voxpop):
    tamper(
        archive,
        "DROP VIEW outlets",
        "DELETE FROM tally_outlets",
        "DELETE FROM _sqlite_migrations WHERE name = 'create_views'",
    )
    assert voxpop("verify", "--repair", archive).out.splitlines() == [
        "recorded again: the migration create_views",
        "recreated: the view outlets",
        "recounted: tally_outlets, 7 differences",
    ]


def test_what_cannot_be_rebuilt_is_said(archive, voxpop):
    tamper(archive, "DELETE FROM articles WHERE rowid = (SELECT max(rowid) FROM articles)", "DROP TABLE robots")
    mended = voxpop("verify", "--repair", archive)
    assert mended.code == 3
    assert "recreated: the table robots, empty: its rows are lost" in mended.out
    assert "cannot be rebuilt: foreign keys: " in mended.out


def test_an_archive_of_an_older_voxpop_is_upgraded(path, voxpop):
    with closing(Database(path)) as db:
        MIGRATIONS.apply(db, stop_before="create_moving")
    tamper(path, "DROP VIEW outlets", "DELETE FROM _sqlite_migrations WHERE name = 'create_views'")
    done = voxpop("verify", "--repair", path).out.splitlines()
    assert done[:3] == [
        "recorded again: the migration create_views",
        "recreated: the view outlets",
        "upgraded: create_moving",
    ]
    assert findings(path, deep=True) == []


def test_logins_that_an_older_voxpop_stored_are_removed(path, voxpop):
    places = ["ada:secret@alpha.example/1", "alpha.example/1", "ada:secret@alpha.example/2"]
    stories = [article(tweet("The lamps are lit"), url=f"https://{place}") for place in places]
    save(path, *stories)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO sources (name, kind, place, first_seen, problem) VALUES "
            "('A', 'feed', 'https://ada:secret@alpha.example/feed', '2024', 'https://ada:secret@alpha.example/: 404')"
        )
        for place in places:
            connection.execute("INSERT INTO visits (url, source, found_at) VALUES (?, 'A', '')", (f"https://{place}",))
            connection.execute("INSERT INTO listed VALUES ('A', ?1, ?1, '')", (f"https://{place}",))
    said = voxpop("verify", path)
    assert (said.code, "articles.url: 2 URLs with a name and password" in said.out) == (3, True)
    assert voxpop("verify", "--repair", path).code == 0
    with closing(sqlite3.connect(path)) as connection:
        assert "secret" not in "".join(connection.iterdump())
    assert rows(path, "SELECT url, embeds FROM articles ORDER BY 1") == [
        (f"https://alpha.example/{number}", 1) for number in (1, 2)
    ]
    assert rows(path, "SELECT count(*), (SELECT count(*) FROM listed) FROM visits") == [(2, 2)]
    assert voxpop("verify", "--deep", path).code == 0


def test_a_whole_archive_is_left_alone(archive, voxpop):
    before = archive.read_bytes()
    assert voxpop("verify", "--repair", "--deep", archive) == Answer(0, "", "")
    assert archive.read_bytes() == before


def test_a_repair_waits_for_no_run(archive):
    from archive.lock import only_one

    with only_one(archive), pytest.raises(LockedError):
        repair(str(archive), None)


@pytest.mark.parametrize("kills", [pytest.param(4, id="few"), pytest.param(40, id="many", marks=pytest.mark.thorough)])
def test_killed_in_between_all_is_as_it_was(archive, tmp_path, kills):
    tamper(
        archive, "DROP VIEW outlets", "DELETE FROM tally_days", "UPDATE posts SET articles = 9", "DROP TABLE posts_fts"
    )
    before = [str(finding) for finding in findings(archive)]
    copy = shutil.copy(archive, tmp_path / "copy.db")
    steps = steps_of(lambda: repair(str(copy), None) and 0)
    undone = 0
    for number, moment in enumerate(moments(steps, 7, kills)):
        path = shutil.copy(archive, tmp_path / f"{number}.db")
        killed_at(moment, lambda path=path: repair(str(path), None) and 0)
        after = [str(finding).replace(str(path), str(archive)) for finding in findings(path)]
        undone += after == before
        assert after in (before, [])
    assert undone, "some were killed before the end"
    repair(str(archive), None)
    assert findings(archive, deep=True) == []


class TestCaptures:
    """The index of captures, from the WARC files."""

    @pytest.fixture
    def kept(self, path):
        """Three articles that were each fetched twice, the first of them through a redirect."""
        folder = path.parent / "captures"
        pages = [f"https://news.example/{number}" for number in range(3)]
        saved = save(path, *(article(tweet(f"Post {page}"), url=page) for page in pages))
        with Archive.open(path) as archive, open_captures(archive, folder) as captures:
            for day in (2, 3):
                for number, page in enumerate(pages):
                    hops = [exchange(url=page, body=f"{day} {page}".encode(), day=day)]
                    if not number:
                        moved = {"received": (("Location", "/0"),), "status": 302, "body": b""}
                        hops.insert(0, exchange(url="https://news.example/old", day=day, **moved))
                    with archive.transaction() as connection:
                        enter(connection, [captures.write(hop) for hop in hops], saved[number].article)
        return path

    def index(self, path):
        return rows(path, "SELECT * FROM captures ORDER BY id")

    @pytest.mark.parametrize(
        "statement",
        [
            pytest.param("DELETE FROM captures", id="all"),
            pytest.param("DELETE FROM captures WHERE id IN (2, 5)", id="some"),
            pytest.param("DELETE FROM captures WHERE id > 6", id="the last"),
            pytest.param("UPDATE captures SET offset = offset + 7", id="wrong places"),
            pytest.param("UPDATE captures SET length = 1", id="wrong lengths"),
        ],
    )
    def test_rows_are_named_again(self, kept, voxpop, statement):
        expected = self.index(kept)
        tamper(kept, statement)
        mended = voxpop("verify", "--repair", kept)
        assert (mended.code, mended.err) == (0, "")
        assert self.index(kept) == expected
        assert voxpop("verify", "--deep", kept).code == 0
        assert voxpop("verify", "--repair", kept).out == ""

    def test_a_record_of_no_article_of_ours_is_left_alone(self, kept, voxpop):
        folder = kept.parent / "captures"
        with Archive.open(kept) as archive, open_captures(archive, folder) as captures:
            captures.write(exchange(url="https://another.example/"))
        with Captures(folder) as captures:  # of another archive
            captures.write(exchange(url="https://news.example/0"))
        expected = self.index(kept)
        assert voxpop("verify", "--repair", kept).out == ""
        tamper(kept, "DELETE FROM captures")
        mended = voxpop("verify", "--repair", kept)
        assert "skipped: 1 record of URLs" in mended.out
        assert "skipped: 1 WARC file of other archives" in mended.out
        assert self.index(kept) == expected

    def test_an_old_record_without_a_place_in_the_order_is_not_the_newest_of_its_article(self, kept, voxpop):
        tamper(kept, "DELETE FROM captures WHERE id = 2", "UPDATE captures SET id = id - 1 WHERE id > 2")
        assert voxpop("verify", "--repair", kept).code == 0
        newest = "SELECT max(id), fetched_at FROM captures WHERE article IS NOT NULL AND url LIKE '%/0'"
        assert rows(kept, newest)[0][1].startswith("2020-02-03")

    def test_damaged_captures_are_named_with_their_articles(self, kept, voxpop):
        ((file, offset),) = rows(kept, "SELECT file, offset FROM captures WHERE id = 3")
        damaged = kept.parent / "captures" / file
        whole = damaged.read_bytes()
        damaged.write_bytes(whole[: offset + 60] + b"\0" * 40 + whole[offset + 100 :])
        mended = voxpop("verify", "--repair", kept)
        assert mended.code == 3
        (line,) = mended.out.splitlines()
        assert line.startswith(f"cannot be rebuilt: captures: {damaged}#{offset}: https://news.example/1 of 2020-02-02")
        assert "(The harbour lights), is damaged" in line

    @pytest.mark.parametrize(
        "lose",
        [
            pytest.param(lambda path: tamper(path, "DROP TABLE articles"), id="missing"),
            pytest.param(lambda path: overwrite_root(path, "articles"), id="damaged"),
        ],
    )
    def test_captures_are_checked_without_the_table_of_articles(self, kept, voxpop, lose):
        lose(kept)
        checked = voxpop("verify", "--deep", kept)
        assert (checked.code, checked.err.count("\n")) == (3, 1)
        assert "repair it with `voxpop verify --repair`" in checked.err
        assert f"captures: {kept.parent}" not in checked.out

    def test_a_capture_beyond_the_end_is_seen_without_reading_any(self, kept, voxpop):
        ((file, size),) = rows(kept, "SELECT file, max(offset) FROM captures WHERE file LIKE '%-20200203-%'")
        path = kept.parent / "captures" / file
        path.write_bytes(path.read_bytes()[:size])
        tamper(kept, "UPDATE captures SET length = NULL")
        assert f"{path}: ends at byte {size:,}, " in voxpop("verify", kept).out

    def test_a_torn_record_with_others_behind_it_is_seen_without_reading_any(self, kept, voxpop):
        ((file,),) = rows(kept, "SELECT DISTINCT file FROM captures WHERE file LIKE '%-20200202-%'")
        tamper(kept, f"UPDATE captures SET offset = offset - 400 WHERE id > 3 AND file = '{file}'")
        assert "1 capture cut short: the next one begins before the end" in voxpop("verify", kept).out

    def test_a_folder_that_is_elsewhere(self, kept, voxpop, tmp_path):
        expected = self.index(kept)
        shutil.move(kept.parent / "captures", tmp_path / "elsewhere")
        tamper(kept, "DELETE FROM captures WHERE id = 3")
        assert voxpop("verify", "--repair", kept).code == 0
        with reading(kept) as connection:
            assert connection.execute("SELECT count(*) FROM captures").fetchone()[0] == len(expected) - 1
        assert voxpop("verify", "--repair", kept, "--captures", tmp_path / "elsewhere").code == 0
        assert self.index(kept) == expected
