"""`voxpop query`, `search` and `show`: an archive read in the terminal; and spellings of voxpop 0.2."""

from __future__ import annotations

import json

import pytest
from invented import article, quote, save, tweet

from archive.cli import SECTIONS, cli
from archive.commands import query as command

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("read") / "reactions.db"
    save(
        path,
        article(tweet("The pier is open\x1b[2J\u202e", number="1"), tweet("Two", on="2020-01-05"), tags=("Pier",)),
        article(
            tweet("The pier is open", number="1"),
            url="https://news.example/b",
            quotes=[quote("“A pier, at last”", confidence=0.75), quote("“Never”", 9)],
        ),
    )
    return path


@pytest.fixture
def run(database, voxpop_here):
    """Run a command on the archive; give what it prints."""

    def ran(name, *options):
        answer = voxpop_here(name, database, *options)
        assert (answer.code, answer.err) == (0, "")
        return answer.out

    return ran


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (["-t"], "n  word\n-  ----\n7  a b\n"),
        (["--csv"], 'n,word\n7,"a\nb"\n'),
        (["--json"], '[{"n": 7, "word": "a\\nb"}]\n'),
        (["--nl"], '{"n": 7, "word": "a\\nb"}\n'),
    ],
)
def test_a_result_in_each_format(run, options, printed):
    assert run("query", "SELECT 7 AS n, :word AS word", "-p", "word", "a\nb", *options) == printed


def test_what_is_hostile_in_a_table_is_named(run):
    shown = run("query", "SELECT text FROM printings UNION SELECT '=cmd()'")
    assert "\x1b" not in shown
    assert "[U+001B][2J" in shown
    assert run("query", "SELECT '=cmd()' AS cell", "--csv") == "cell\n'=cmd()\n"


def test_json_on_a_terminal_moves_no_cursor(run, monkeypatch):
    monkeypatch.setattr(command, "_is_terminal", lambda: True)
    assert "[U+009B]" in run("query", "SELECT char(155) AS x", "--json")
    assert "[U+202E]" in run("search", "pier", "--json") + run("show", "twitter:1", "--json")


def test_rows_and_time_are_bounded(database, voxpop_here):
    cut = voxpop_here("query", database, ENDLESS.format("i"), "--limit", 2, "--csv")
    assert (cut.code, cut.out) == (0, "i\n1\n2\n")
    assert "2 rows shown, there are more" in cut.err
    slow = voxpop_here("query", database, ENDLESS.format("count(*)"), "--timeout", 1)
    assert (slow.code, slow.out) == (2, "")
    assert "took too long" in slow.err


@pytest.mark.parametrize("sql", ["DELETE FROM posts", "ATTACH 'x' AS y", "SELECT 1; SELECT 2", "SELECT nonsense("])
def test_only_one_statement_that_reads_is_run(database, voxpop_here, sql):
    done = voxpop_here("query", database, sql)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("arguments", [("query", "SELECT * FROM posts"), ("search", "pier"), ("show", "twitter:1")])
def test_what_reads_changes_no_file(run, database, arguments):
    before = {file.name: file.read_bytes() for file in database.parent.iterdir()}
    run(*arguments)
    assert {file.name: file.read_bytes() for file in database.parent.iterdir()} == before


def test_search_finds_posts_quotes_and_articles(run):
    shown = run("search", "PIER", "open")
    assert shown.startswith("1 post\ntwitter:1")
    assert "in 2 articles" in shown
    assert "\n0 quotes\n" in shown
    assert "1 quote\n" in run("search", "pier", "last")
    assert run("search", "news", "--in", "article").startswith("0 articles")
    found = [json.loads(line) for line in run("search", "pier", "--in", "quote", "--json").splitlines()]
    assert [(row["kind"], row["text"]) for row in found] == [("quote", "“A pier, at last”")]
    assert run("search", "never OR pie*", "--in", "quote").startswith("2 quotes\n")
    assert run("search", "pier -last", "--in", "quote") == "0 quotes\n\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("pier NOT (", 0, "A bracket is not closed"),
        ("pi*", 2, "write at least 3 letters before the star"),
        ("pier from:mira", 2, "are searched on the pages"),
        ("灯台", 2, "are searched on the pages"),
        ("...", 2, "are searched on the pages"),
    ],
)
def test_what_is_not_searched_is_said(database, voxpop_here, words, code, said):
    done = voxpop_here("search", database, words)
    assert (done.code, said in done.err) == (code, True)


def test_show_prints_a_post_and_an_article(run, database, voxpop_here):
    post = run("show", "twitter:1")
    assert post.startswith("id: twitter:1\n")
    assert "\n2 articles\n" in post
    assert "\x1b" not in post
    found = json.loads(run("show", "https://news.example/b", "--json"))
    assert [row["id"] for row in found["reactions"]] == ["twitter:1", "quote", "quote"]
    assert "3 reactions" in run("show", found["id"])
    assert run("show", found["source"]) == run("show", found["id"])
    missing = voxpop_here("show", database, "nope")
    assert (missing.code, missing.err) == (
        3,
        f"voxpop: {database}: no post or article nope: name its id, such as twitter:1223, or its URL\n",
    )


def test_the_help_lists_every_command_once_and_whole(voxpop_here):
    lines = voxpop_here("--help").out.splitlines()
    assert [line[:-1] for line in lines if line.endswith(":") and line[:-1] in SECTIONS] == list(SECTIONS)
    for name in cli.commands:
        (line,) = (line for line in lines if line.startswith(f"  {name} "))
        assert line.endswith(".")
        assert not line.endswith("...")


def test_spellings_of_voxpop_0_2_work_with_a_note(database, tmp_path, voxpop_here):
    old = voxpop_here("publish", tmp_path / "site", database, "--where", "platform=mastodon")
    assert (old.code, old.err.splitlines()) == (
        3,
        [
            "voxpop: --where platform=mastodon: is called --filter now: --where is for SQL conditions",
            f"voxpop: {database}: the archive comes first now: `voxpop publish DB OUT`",
            "voxpop: no article matches the selection: remove a condition",
        ],
    )
    swapped = voxpop_here("publish", tmp_path, tmp_path / "none.db")
    assert (swapped.code, "the archive comes first" in swapped.err) == (2, True)
