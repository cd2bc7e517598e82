"""`voxpop publish`: which folders it writes, what it says, and what a run that dies leaves behind."""

import json
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
from commands import succeed
from sqlite_utils import Database
from working import begin, wait_until

from archive.lock import try_lock
from archive.publishing.index import about_of, citation, sentence
from archive.publishing.selection import Wanted, plan_of
from archive.publishing.site import MARKER, replacing
from archive.selection import selection_of
from archive.store.database import open_to_read
from scraper.errors import SettingsError

pytestmark = pytest.mark.long
EXAMPLES = Path(__file__).parents[3] / "examples" / "articles"
NAME = "published.db"


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The sample articles, archived once."""
    path = tmp_path_factory.mktemp("samples") / NAME
    succeed("archive", path, EXAMPLES, "--silent")
    return path


def plan(path, *pairs, limit=1000, **keys):
    with closing(open_to_read(path)) as db:
        return plan_of(db, Wanted(selection_of(pairs), **keys), limit)


def names_in(folder):
    return sorted(file.name for file in folder.iterdir())


def counts(made):
    return {kind: len(keys) for kind, keys in made.keys.items() if keys}


def test_a_site_is_written_and_written_again(archive, tmp_path, voxpop, voxpop_here):
    out = tmp_path / "site"
    first = voxpop("publish", archive, out, "--hashtag", "LetMiraSing")
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith(f"{out}: 7 articles, 9 posts, ")
    before = sorted(file.relative_to(out) for file in out.rglob("*"))
    again = voxpop_here("publish", archive, out, "--author", "twitter:mirasolene_ex", "-q")
    assert (again.code, again.out, again.err) == (0, "", "")
    assert sorted(file.relative_to(out) for file in out.rglob("*")) != before
    assert not (out / "hashtag").exists()
    assert names_in(tmp_path) == [".site.lock", "site"]


def test_what_is_left_out_is_said(archive, tmp_path, voxpop_here):
    done = voxpop_here("publish", archive, tmp_path / "site", "--limit", 12)
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "of 8 articles, which fit into 12 pages: raise --limit for more" in done.err
    assert "<strong>This is a part</strong>" in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert json.loads((tmp_path / "site" / MARKER).read_text("utf-8"))["is_part"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hashtag", "nope"], "--hashtag nope: is not in the archive"),
        (["--author", "twitter:nobody"], "--author twitter:nobody: is not in the archive"),
        (["--outlet", "Nobody's"], "--outlet Nobody's: is not in the archive"),
        (["--post", "1"], "--post 1: is not in the archive"),
        (["--article", "1"], "--article 1: is not in the archive"),
        (["--since", "2099"], "no article matches the selection"),
        (["--filter", "colour=red"], "--filter colour=red: write FIELD=VALUE"),
        (
            ["--where", "outlet = 'A'"],
            "--where outlet = 'A': SQL conditions are for export: select articles with --filter",
        ),
        (["--where", "outlet='A'"], "--where outlet='A': SQL conditions are for export"),
        (["--where", "published_at > 2020"], "--where published_at > 2020: SQL conditions are for export"),
        (["--until", "soon"], "write a day, month or year"),
    ],
)
def test_what_cannot_be_published_is_one_line_and_leaves_nothing(archive, tmp_path, voxpop_here, arguments, said):
    done = voxpop_here("publish", archive, tmp_path / "site", *arguments)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert said in done.err
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"thesis.txt": "mine"}, "did not write: name another folder"),
        ({MARKER: '{"files": ["index.html"]}', "index.html": "", "CNAME": "a.example"}, "site/CNAME: is not part of"),
        ({MARKER: "nonsense"}, "cannot be read: remove the folder yourself"),
    ],
    ids=["another folder", "a file of ours with one of theirs", "a broken marker"],
)
def test_a_folder_with_something_else_is_left_alone(archive, tmp_path, voxpop_here, files, said):
    out = tmp_path / "site"
    out.mkdir()
    for name, text in files.items():
        (out / name).write_text(text)
    done = voxpop_here("publish", archive, out)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert said in done.err
    assert {file.name: file.read_text() for file in out.iterdir()} == files
    assert names_in(tmp_path) == ["site"]


def test_a_file_and_a_missing_folder_are_said_to_be(archive, tmp_path, voxpop_here):
    (tmp_path / "file").touch()
    assert "is a file: name a folder" in voxpop_here("publish", archive, tmp_path / "file").err
    assert "make it first" in voxpop_here("publish", archive, tmp_path / "no" / "site").err
    assert "no such archive" in voxpop_here("publish", tmp_path / "none.db", tmp_path / "site").err


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "site").mkdir()
    with replacing(tmp_path / "site") as folder:
        folder.write("post/a.html", b"a")
        folder.finish({})
    assert (tmp_path / "site" / "post" / "a.html").read_bytes() == b"a"


def published(out, text, error=None):
    """Write a site of one file; with an error, up to the moment when it comes."""
    with replacing(out) as folder:
        folder.write("index.html", text)
        if error:
            raise error
        folder.finish({})


def test_an_error_leaves_the_last_site(tmp_path):
    out = tmp_path / "site"
    published(out, b"first")
    with pytest.raises(SettingsError, match="site: No space left on device: check the disk"):
        published(out, b"second", OSError(28, "No space left on device", str(out)))
    with pytest.raises(KeyboardInterrupt):
        published(out, b"third", KeyboardInterrupt())
    assert (out / "index.html").read_bytes() == b"first"
    assert names_in(tmp_path) == [".site.lock", "site"]


def test_a_file_that_is_put_there_while_a_site_is_written_stays(tmp_path):
    out = tmp_path / "site"
    published(out, b"first")

    def write_beside_somebody():
        with replacing(out) as folder:
            folder.write("index.html", b"second")
            folder.finish({})
            (out / "CNAME").write_text("mine")

    with pytest.raises(SettingsError, match="CNAME: is not part of the published site"):
        write_beside_somebody()
    assert names_in(out) == ["CNAME", "index.html", MARKER]
    assert names_in(tmp_path) == [".site.lock", "site"]


def test_what_a_killed_run_left_is_cleared_away(tmp_path):
    out = tmp_path / "site"
    published(out, b"first")
    (tmp_path / ".site.unfinished").mkdir()
    (tmp_path / ".site.unfinished" / "index.html").touch()
    out.rename(tmp_path / ".site.before")  # killed between the two names
    with pytest.raises(RuntimeError):
        published(out, b"second", RuntimeError())
    assert (out / "index.html").read_bytes() == b"first"
    assert names_in(tmp_path) == [".site.lock", "site"]


def test_two_do_not_write_the_same_site(archive, tmp_path, voxpop_here):
    lock = os.open(tmp_path / ".site.lock", os.O_RDWR | os.O_CREAT)
    try:
        assert try_lock(lock)
        done = voxpop_here("publish", archive, tmp_path / "site")
    finally:
        os.close(lock)
    assert (done.code, done.err) == (75, f"voxpop: {tmp_path / 'site'}: another run is active\n")


def held_while_writing(out, archive):
    """Return a process that writes a site over the first one, stopped in its midst: it runs no further."""
    unfinished = out.parent / ".site.unfinished"
    while True:  # on a machine with much to do, the site may be written before this looks again
        published(out, b"first")
        process = begin("publish", archive, out)
        wait_until(lambda process=process: [*unfinished.glob("*/*.html")] or process.poll() is not None, 60)
        process.send_signal(signal.SIGSTOP)
        if list(unfinished.glob("*/*.html")):
            return process
        process.kill()
        process.communicate()
        assert process.returncode in {0, -signal.SIGKILL}


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGKILL, id="SIGKILL"),
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.thorough),
        pytest.param(signal.SIGINT, id="SIGINT"),
    ],
)
def test_a_run_that_dies_leaves_the_last_site(archive, tmp_path, voxpop_here, number):
    out = tmp_path / "site"
    with held_while_writing(out, archive) as process:
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)
        _, said = process.communicate(timeout=60)
    assert (out / "index.html").read_bytes() == b"first"
    if number != signal.SIGKILL:
        assert (process.returncode, said.count("\n")) == (130, 1), said
        assert names_in(tmp_path) == [".site.lock", "site"]
    assert voxpop_here("publish", archive, out, "--hashtag", "letmirasing").code == 0
    assert names_in(tmp_path) == [".site.lock", "site"]


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        pytest.param(
            {"pairs": ["hashtag=#LetMiraSing"]}, {"hashtag", "post", "author", "article", "outlet"}, id="hashtag"
        ),
        pytest.param({"pairs": ["outlet=Pop Signal"]}, {"post", "author", "article", "outlet"}, id="outlet"),
        pytest.param({"author": ("twitter:mirasolene_ex",)}, {"post", "author", "article", "outlet"}, id="author"),
        pytest.param({"pairs": []}, {"hashtag", "post", "author", "article", "outlet"}, id="all"),
    ],
)
def test_a_selection_has_the_kinds_that_belong_to_it(archive, asked, kinds):
    made = plan(archive, *asked.pop("pairs", []), **asked)
    assert set(counts(made)) == kinds
    assert not made.is_cut


@pytest.mark.parametrize(
    ("pairs", "keys", "words"),
    [
        pytest.param([], {}, "The whole archive", id="all"),
        pytest.param(["hashtag=letmirasing"], {}, "#LetMiraSing", id="hashtag"),
        pytest.param(["platform=bluesky", "language=en"], {}, "in English, on Bluesky", id="names"),
        pytest.param(["outlet=Pop Signal", "since=2024-05"], {}, "in Pop Signal, since 2024-05", id="conditions"),
        pytest.param(
            [],
            {"author": ("twitter:mirasolene_ex",)},
            "by Mira Solène (twitter:mirasolene_ex)",
            id="author",
        ),
        pytest.param([], {"article": ("https://opennetwork.example/the-barn-said-yes",)}, "article “The barn said yes”", id="article"),
        pytest.param([], {"post": ("bluesky:3ksbz6ewa7s2l",)}, "post by The Paper Oars (bluesky:3ksbz6ewa7s2l)", id="post"),
    ],
)  # fmt: skip
def test_the_first_page_says_what_was_selected(archive, pairs, keys, words):
    with closing(open_to_read(archive)) as db:
        made = plan_of(db, Wanted(selection_of(pairs), **keys), 1000)
        about = about_of(db, made, "samples", "")
    assert sentence(made, about.rows) == words
    assert citation(made, about).startswith(f"samples: {words} (")


def test_conditions_narrow_one_another(archive):
    all_of = counts(plan(archive))
    tag = counts(plan(archive, "hashtag=letmirasing"))
    both = counts(plan(archive, "hashtag=letmirasing", "outlet=Pop Signal"))
    either = counts(plan(archive, "outlet=Pop Signal", "outlet=The Harbour Gazette"))
    assert both["post"] < tag["post"] <= all_of["post"]
    assert (both["outlet"], either["outlet"]) == (1, 2)


def test_only_posts_that_were_asked_for_are_published(archive):
    made = plan(archive, "hashtag=letmirasing")
    with closing(Database(archive)) as db:
        tagged = {row["post"] for row in db.query("select post from posts_hashtags where hashtag = 'letmirasing'")}
        url, key = db.execute("select url, id from posts where url > '' order by id limit 1").fetchone()
    assert set(made.keys["post"]) == tagged
    assert list(plan(archive, post=(url,)).keys["post"]) == list(plan(archive, post=(key,)).keys["post"]) == [key]


def test_a_limit_takes_the_newest_articles_whole(archive):
    whole, part = plan(archive), plan(archive, limit=15)
    assert part.is_cut
    assert (part.articles, part.posts) == (whole.articles, whole.posts)
    assert list(part.keys["article"]) == list(whole.keys["article"])[: len(part.keys["article"])]
    assert 1 < sum(counts(part).values()) <= 15


def test_a_selection_is_published_by_its_name(archive, tmp_path, voxpop_here):
    settings = tmp_path / "voxpop.toml"
    filters = 'filter = {hashtag = "LetMiraSing", author = "twitter:mirasolene_ex"}'
    settings.write_text(f'database = "a.db"\ncaptures = "captures"\n[[selections]]\nname = "Mira"\n{filters}', "utf-8")
    made = []
    for number, options in enumerate(
        (["--selection", "Mira", "-c", settings], ["--hashtag", "LetMiraSing", "--author", "twitter:mirasolene_ex"])
    ):
        answer = voxpop_here("publish", archive, tmp_path / f"site{number}", *options)
        assert answer.code == 0
        made.append(json.loads((tmp_path / f"site{number}" / MARKER).read_text("utf-8")))
    assert "<h1><bdi>Mira: #LetMiraSing, by Mira" in (tmp_path / "site0" / "index.html").read_text("utf-8")
    assert (made[0]["selection"], made[0]["posts"]) == (made[1]["selection"], made[1]["posts"])
    wrong = voxpop_here("publish", archive, tmp_path / "no", "--selection", "Mire", "-c", settings)
    assert (wrong.code, wrong.err) == (3, f"voxpop: {settings}: has no selection 'Mire': did you mean Mira?\n")
