"""What was erased does not come back, whichever way it comes, and everything else is as if it had never been."""

from __future__ import annotations

import random
import shutil

import pytest
from erasing import make_bulk, run, world
from invented import content, rows

from archive.store.archive import Archive
from archive.store.erasures.removing import still_there
from archive.verify.check import findings

#: What is counted in a text that has marks in it, what tells when and from where, and the state of the ways in.
ASIDE = {
    "first_seen", "last_seen", "changed_at", "saved_at", "gone_at", "source", "digest", "record", "text",
    "start_offset", "end_offset", "context_start", "context_end", "position", "rowid", "context",
    "confidence",
}  # fmt: skip
UNLIKE = {"captures", "erasures", "rows_read", "problems"}


def everything(path):
    found = {table: found for table, found in content(path, without=ASIDE).items() if table not in UNLIKE}
    for table in ("posts", "quotes"):
        found[f"words of {table}"] = sorted(rows(path, f"SELECT text FROM {table}"), key=repr)
    return found


def ask(roll, told):
    """Choose something that is not erased yet; return the options of `erase`, and note it in the world."""
    kind = roll.choices(("post", "author", "article", "text"), (6, 1, 1, 2))[0]
    if kind == "post":
        post = roll.choice(told.posts)
        told.erased_posts.add(post.number)
        if not told.shows_id_of(post.number):  # nobody can know that a post without an id has this one
            return ["--text", post.words]
        return ["--post", roll.choice((post.url, f"twitter:{post.id}"))]
    if kind == "author":
        author = roll.choice(told.posts)
        told.erased_authors.add(author.author)
        return ["--author", f"twitter:{author.handle}"]
    if kind == "article":
        page = roll.choice(told.pages)
        told.erased_pages.add(page.number)
        return ["--article", page.url]
    quoted = roll.choice([page.quoted for page in told.pages if page.quoted])
    told.erased_quotes.add(quoted)
    return ["--text", quoted]


def words_of(told):
    """Return the words that must be nowhere."""
    return [post.words for post in told.posts if told.is_erased(post.number)] + sorted(told.erased_quotes)


def interleave(folder, number, erasures, seed, at_once=(1, 2, 5)):
    """Erase and read again, in random order; return the archive and the world."""
    roll, told = random.Random(seed), world(number, seed)
    pages = told.write(folder / "pages", told.pages)
    warc = told.write_warc(folder / "pages.warc.gz", told.pages)
    dataset, other, path = make_bulk(folder / "set", warc), folder / "other.db", folder / "a.db"
    run("archive", "-q", "--no-captures", "-j", 1, other, pages)
    ways = {
        "files": lambda: run("archive", "-q", "-j", 1, path, pages),
        "one file": lambda: run("archive", "-q", "-j", 1, path, pages / f"{roll.randrange(number)}.html"),
        "warc": lambda: run("archive", "-q", "-j", 1, path, warc),
        "bulk": lambda: run("archive", "-q", path, dataset),
        "merge": lambda: run("merge", "-q", path, other),
        "reextract": lambda: run("reextract", "-q", "-j", 1, path),
    }
    ways[roll.choice(("files", "warc", "bulk", "merge"))]()
    left = erasures
    while left:
        some = min(left, roll.choice(at_once))
        asked = [option for _ in range(some) for option in ask(roll, told)]
        run("erase", "-q", path, *asked, *roll.choice(([], ["--purge-captures"])))
        left -= some
        ways[roll.choice(list(ways))]()
    for way in roll.sample(list(ways), len(ways)):
        ways[way]()
    return path, told


def must_be_forgotten(folder, path, told):
    assert findings(path, deep=True) == []
    with Archive.open(path) as archive:
        found = still_there(archive.db.conn, archive.shield(archive.db.conn))
    assert (found.printings, found.quoting, found.texts, found.articles) == ([], set(), set(), [])
    run("erase", "-q", path)
    written = path.read_bytes()
    assert [words for words in words_of(told) if words.encode() in written] == []
    never = folder / "never.db"
    run("archive", "-q", "--no-captures", "-j", 1, never, told.write(folder / "never", told.kept(), without=True))
    one, other = everything(path), everything(never)
    for table in other:
        assert one[table] == other[table], table
    shutil.rmtree(folder / "pages")


@pytest.mark.long
@pytest.mark.parametrize(
    ("articles", "erasures", "seed"),
    [
        pytest.param(16, 4, 0, id="few"),
        *(pytest.param(40, 12, seed, id=f"seed {seed}", marks=pytest.mark.thorough) for seed in range(4)),
    ],
)
def test_of_a_few_articles_nothing_comes_back(tmp_path, articles, erasures, seed):
    path, told = interleave(tmp_path, articles, erasures, seed)
    must_be_forgotten(tmp_path, path, told)


@pytest.mark.thorough
@pytest.mark.long
def test_of_two_thousand_articles_nothing_comes_back(tmp_path):
    path, told = interleave(tmp_path, 2000, 200, 1, at_once=(10, 20, 40))
    must_be_forgotten(tmp_path, path, told)
