"""What `status` tells."""

import pytest
from invented import SEEN, article, generated, quote, save, tweet
from newsroom import feed_of

from archive.commands.reading import problem_of
from archive.status import Troubles, report, run_line, schedule_state, status
from archive.store.archive import Archive
from scraper.errors import DocumentError
from scraper.records import Allusion, Problem

LATER = "2021-06-01T00:00:00Z"


def test_an_empty_archive(path):
    save(path)
    state = status(path)
    assert set(state.counts.values()) == {0}
    assert (state.published, state.posted, state.archived, state.problems) == (None, None, None, ())
    assert "0 articles" in report(state)[0]
    assert len(report(state)) == 1


def test_the_figures(path):
    odd = Problem(step="page", kind="odd", message="An odd thing.")
    said = Allusion(text="he tweeted", platform="twitter", start=0, end=9)
    save(
        path,
        article(
            tweet("One", number="1"),
            tweet("Two", on="2020-01-05"),
            quotes=[quote("“Well”")],
            tags=("Pier",),
            problems=(odd,),
        ),
        article(url="https://b.example/", allusions=(said,), facts={"published": None, "outlet": None}),
    )
    save(path, article(tweet("One", number="1"), quotes=[quote("“Well”")], problems=(odd,)), seen=LATER)
    with Archive.open(path) as archive:
        archive.note("https://c.example/", odd, seen=LATER)
    state = status(path)
    assert state.counts == {"articles": 2, "posts": 2, "embeds": 2, "quotes": 1, "authors": 1, "hashtags": 1}
    assert (state.outlets, state.gone, state.silent) == (1, 1, 1)
    assert state.published == ("2020-02-03", "2020-02-03")
    assert state.posted == ("2020-01-05", "2020-02-01T03:04:05.678Z")
    assert state.archived == (SEEN, LATER)
    assert state.problems == (Troubles("page", "odd", 2, LATER, state.problems[0].last_source, "An odd thing."),)
    assert state.size >= path.stat().st_size


def test_problems_are_told_with_the_last_source(path):
    save(path, article(facts={"published": None}))
    with Archive.open(path) as archive:
        for name, seen in (("a.pdf", SEEN), ("b.pdf", LATER)):
            error = DocumentError(name, "is a PDF: save its text first")
            archive.note(name, problem_of(error), seen=seen)
    assert report(status(path))[1:] == [
        "articles published at unknown dates",
        f"archived {SEEN}",
        f"problem: no article in 2 sources, last {LATER} in b.pdf: is a PDF: save its text first",
    ]


def test_topics_are_told_the_largest_first(path):
    with Archive.open(path) as archive:
        for number, topics in enumerate((["storm"], ["flood", "storm"], [])):
            extraction = article(url=f"https://news.example/{number}")
            archive.save(extraction, digest=str(number), seen=SEEN, topics=topics)
        extraction = article(url="https://news.example/0")
        archive.save(extraction, digest="0", seen=SEEN)
    assert status(path).topics == {"storm": 2, "flood": 1}
    assert "topics: storm (2 articles), flood (1 article)" in report(status(path))


def test_lines_for_a_person(path):
    save(path, *generated(30))
    lines = report(status(path))
    assert lines[0].startswith(f"{path}: 30 articles, ")
    assert lines[0].endswith(" kB") or lines[0].endswith(" MB")
    assert "2020-03-01 to 2020-03-28" in lines[1]
    assert all("\n" not in line for line in lines)


def test_status_while_an_article_is_written(path):
    save(path, article())
    with Archive.open(path) as archive, archive.transaction():
        assert status(path).counts["articles"] == 1


@pytest.mark.parametrize(
    ("outcome", "took", "words"),
    [
        ("done", 1, "done in 1 second, "),
        ("at work", None, "at work, "),
        ("failed: the disk is full: free some space", 2, "free some space (after 2 seconds), "),
    ],
)
def test_how_a_run_ended_and_after_what_time(outcome, took, words):
    assert words in run_line("2024-05-12T06:00:00Z", outcome, took, 1, 1, 0, 0, 2)


def test_json_says_what_the_lines_say(farm, room, voxpop_here):
    gone = f'name = "gone"\nfeed = "{farm.at("/nothing", 3)}"'
    one, two = farm.serve("/one", farm.page("One", farm.post(1))), farm.at("/two")
    room.settings(feed_of(farm, one, two), gone).run()
    answer = voxpop_here("status", "-c", room.file, "--json")
    (record,) = answer.records
    schedule = record["schedule"]
    assert (answer.code, record["counts"]["articles"], record["path"]) == (0, 1, str(room.folder / "a.db"))
    (run,) = schedule["runs"]
    assert run["outcome"].startswith(f"partly failed: gone: {farm.at('/nothing', 3)}: 404 Not Found")
    assert (run["articles"], run["failed"]) == (1, 2)
    assert [source["name"] for source in schedule["failing_sources"]] == ["gone"]
    (failing,) = schedule["failing_articles"]
    assert (failing["url"], failing["attempts"], failing["given_up_at"]) == (two, 1, None)
    assert failing["next_visit"] == "2020-02-02T13:00:00Z"
    lines = voxpop_here("status", "-c", room.file).out
    assert lines == voxpop_here("status", room.folder / "a.db").out
    assert f"failing article {two}: 404 Not Found" in lines
    assert "(1 try since 2020-02-02T12:00:00Z, next 2020-02-02T13:00:00Z)" in lines


def test_without_a_database_and_settings(tmp_path, voxpop_here, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = voxpop_here("status")
    assert answer.code == 2
    assert "there is no voxpop.toml here: name DB, or the settings with -c FILE" in answer.err


def test_what_a_clock_that_was_ahead_has_found_is_dated_in_the_future(path):
    ahead, past = "2999-01-01T00:00:00Z", "2020-01-01T00:00:00Z"
    with Archive.open(path) as archive:
        archive.db.execute("PRAGMA foreign_keys = OFF")  # no source is needed
        archive.db.conn.executemany(
            "INSERT INTO visits (url, source, found_at, last_visit) VALUES (?, 'the-post', ?, ?)",
            [
                ("https://the-post.example/found-ahead", ahead, None),
                ("https://the-post.example/read-ahead", past, ahead),
                ("https://the-post.example/read-since", ahead, past),
                ("https://the-post.example/found", past, None),
            ],
        )
        archive.db.conn.commit()
    (dated,) = schedule_state(path)["dated_in_the_future"]
    assert dated["visits"] == 2
