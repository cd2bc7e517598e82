"""Archives that saw an article change, merged in any order and in any groups, are one archive, row by row."""

import itertools
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import SENTENCES, article, content, digest_of, make_empty, quote, rows, tweet
from told import SLOWLY

from archive.clock import stamp
from archive.store.archive import Archive
from archive.store.merging import merge_archive
from archive.verify.check import findings

BEGIN = datetime(2021, 5, 6, 7, 0, tzinfo=UTC)
POSTS = [
    tweet(f"{sentence} {number}", number=f"10{number}", handle=f"User_{number}")
    for number, sentence in enumerate(SENTENCES)
]
QUOTES = [quote("“One,”"), quote("“Two #Pier,”", start=40)]
LEFT = {"captures", "sources", "listings", "visits", "listed", "robots", "flags", "runs", "failing"}
#: The archive; the article; what it shows; whether it is seen in the session of the sight before; which of the
#: moments before this one a file states, if it is one; whether it is of the moment of the sight before.
SIGHTS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.sampled_from("xxxy"),
        st.sets(st.sampled_from(range(len(POSTS)))),
        st.sets(st.sampled_from(range(len(QUOTES)))),
        st.booleans(),
        st.none() | st.integers(0, 13),
        st.booleans(),
    ),
    max_size=14,
)


def _story(name, posts, quotes):
    return article(
        *(POSTS[each] for each in sorted(posts)),
        quotes=[QUOTES[each] for each in sorted(quotes)],
        url=f"https://{name}.example/",
        facts={"title": f"Story {sorted(posts)} {sorted(quotes)}"},
    )


def _see(folder, sights):
    """Make the archives."""
    paths = {name: make_empty(folder / f"{name}.db") for name in "abc"}
    opened, minute = {}, -1
    for name, story, posts, quotes, is_same_session, stated, is_same_moment in sights:
        minute += not is_same_moment or minute < 0
        now = BEGIN + timedelta(minutes=2 * minute)
        opened[name] = opened[name] if is_same_session and name in opened else now
        before = None if stated is None else BEGIN + timedelta(minutes=2 * (stated % (minute + 1)) - 1, seconds=minute)
        with Archive.open(paths[name], now=lambda now=now: now) as archive:
            archive.session = stamp(opened[name])
            extraction = _story(story, posts, quotes)
            archive.save(extraction, digest=digest_of(extraction), seen=stamp(now), saved_at=before and stamp(before))
    return [paths[name] for name in "abc"]


def _merged(path, *others):
    with Archive.open(path) as archive:
        for other in others:
            with closing(sqlite3.connect(other)) as connection:
                for _ in merge_archive(archive, connection):
                    pass
    return path


def _content(path):
    return {table: found for table, found in content(path, without=()).items() if table not in LEFT}


@pytest.mark.parametrize("order", list(itertools.permutations("abc")), ids="".join)
def test_what_one_archive_saw_later_was_gone_at_a_sight_of_another(tmp_path, order):
    shown = [("a", {0}), ("a", set()), ("b", {0}), ("a", set()), ("a", {1}), ("c", {1})]
    sights = [(name, "x", posts, set(), False, None, False) for name, posts in shown]
    _see(tmp_path, sights)
    path = _merged(make_empty(tmp_path / "all.db"), *(tmp_path / f"{name}.db" for name in order))
    third, fourth = (stamp(BEGIN + timedelta(minutes=minutes)) for minutes in (4, 6))
    gone = "SELECT last_seen, gone_at FROM embeds WHERE post = 'twitter:100'"
    assert rows(path, gone) == [(third, fourth)]


@pytest.mark.long
@SLOWLY
@given(SIGHTS)
def test_any_order_and_any_groups_give_the_same_rows(tmp_path_factory, sights):
    folder = tmp_path_factory.mktemp("merged")
    paths = _see(folder, sights)
    one = _content(_merged(make_empty(folder / "one.db"), *paths))
    assert findings(folder / "one.db", deep=True) == []
    for first, second, third in itertools.permutations(paths):
        (folder / "pair.db").unlink(missing_ok=True)
        pair = _merged(make_empty(folder / "pair.db"), first, second)
        left = _merged(shutil.copy(pair, folder / "left.db"), third)
        right = _merged(shutil.copy(third, folder / "right.db"), pair)
        for other in (_content(left), _content(right)):
            assert {table: (one[table], other[table]) for table in one if one[table] != other[table]} == {}
    before = content(folder / "one.db", without=(), numbers=True)
    assert content(_merged(folder / "one.db", *paths), without=(), numbers=True) == before
    shutil.rmtree(folder)
