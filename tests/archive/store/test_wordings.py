"""The text of a post follows what articles print; every wording is searched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import article, digest_of, rows, save, tweet
from older import downgrade
from told import slowly

from archive.store.archive import Archive, Entry
from archive.store.identity import article_key, best_wording, other_wordings, printing_of, sourced
from archive.store.merging import merge_archive
from archive.store.posts import choose_all_wordings
from archive.verify.check import findings

FULL = "They want to turn the old harbour theatre into a car park, and nobody was asked."
CUT = "They want to turn the old harbour theatre into…"
PART = "They want to turn the old harbour theatre into a car park"
WRONG = "I never liked that theatre and would be glad to see the back of it, frankly, all of it, at long last."
OTHER = "Save the old theatre! #Harbour"

#: Name, what articles print now, what they printed before, and the text of the post.
CASES = [
    ("one wording", [FULL], [], FULL),
    ("most articles", [OTHER, OTHER, WRONG], [], OTHER),
    ("the most complete of equally many", [OTHER, WRONG], [], WRONG),
    ("a corrected one is never the text", [OTHER], [WRONG, WRONG, WRONG], OTHER),
    ("the most complete, where none is printed now", [], [OTHER, OTHER, WRONG], WRONG),
    ("parts are evidence for the whole", [FULL, PART, PART, CUT], [], FULL),
    ("parts do not help another", [FULL, PART, PART, OTHER, OTHER], [], FULL),
    ("more articles than whole and parts", [FULL, PART, OTHER, OTHER, OTHER], [], OTHER),
    ("a full text that was shortened with an ellipsis", [CUT], [FULL], FULL),
    ("a full text whose end was taken back", [PART], [FULL], PART),
    (
        "glued words have lost spaces",
        [OTHER, "Save theoldtheatre! #Harbour", "Save theoldtheatre! #Harbour"],
        [],
        OTHER,
    ),
    (
        "signs and spaces make no other wording",
        [OTHER, WRONG, WRONG, "Save  the old theatre #Harbour", OTHER],
        [],
        OTHER,
    ),
]


def weighed(now, before):
    shown_by = {}
    printings = {each.key: each for each in (printing_of(tweet(text, number="7")) for text in (*now, *before))}
    for number, text in enumerate(now):
        shown_by.setdefault(printing_of(tweet(text, number="7")).key, set()).add(number)
    return list(printings.values()), shown_by


@pytest.mark.parametrize(("now", "before", "text"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_the_text_is_what_the_evidence_is_for(now, before, text):
    printings, shown_by = weighed(now, before)
    assert best_wording(printings, shown_by).post.text == text
    assert best_wording(printings[::-1], shown_by).post.text == text


def test_hydrated_words_are_no_printed_wording():
    given = sourced(tweet(f"{OTHER} {FULL}", number="7"), "https://x.example/")
    assert best_wording([given], {}) is None
    assert other_wordings(FULL, [given]) == []


@pytest.mark.parametrize(
    ("text", "printed", "beside"),
    [
        pytest.param(FULL, [PART, CUT, FULL], [], id="parts"),
        pytest.param(FULL, [WRONG, OTHER, OTHER], [WRONG, OTHER], id="others"),
        pytest.param("A carpark", ["A car park"], ["A car park"], id="other words of the same letters"),
        pytest.param(OTHER, [f"{OTHER} 🎺"], [f"{OTHER} 🎺"], id="an emoji that it has not"),
        pytest.param(f"{OTHER} 🎺🎉", [OTHER, f"{OTHER} 🎺"], [], id="emoji that it has"),
        pytest.param(f"{OTHER} 🎺🎉", [f"{OTHER} 🎉🎺"], [f"{OTHER} 🎉🎺"], id="emoji in another order"),
        pytest.param(OTHER, ["🎺"], ["🎺"], id="an emoji alone"),
        pytest.param(None, [], [], id="none"),
    ],
)
def test_other_wordings_have_words_that_the_text_has_not(text, printed, beside):
    assert other_wordings(text, [printing_of(tweet(each, number="7")) for each in printed]) == beside


def stories(*texts):
    return [
        article(tweet(text, number="7"), url=f"https://news.example/{number}") if text else None
        for number, text in enumerate(texts)
    ]


def at(minute):
    return f"2021-05-06T07:{minute:02}:00Z"


def post_of(path):
    (row,) = rows(path, "SELECT text, wordings FROM posts")
    tags = [tag for (tag,) in rows(path, "SELECT hashtag FROM posts_hashtags")]
    return *row, tags


def found(path, words):
    return rows(path, f"SELECT count(*) FROM posts_fts WHERE posts_fts MATCH '{words}'")[0][0]


def test_a_correction_gives_way_and_stays_searchable(path):
    for number, story in enumerate(stories(OTHER, OTHER, WRONG)):
        save(path, story, seen=at(number))
    assert post_of(path) == (OTHER, WRONG, ["harbour"])
    assert (found(path, "theatre"), found(path, "frankly"), found(path, "Save")) == (1, 1, 1)
    (corrected,) = stories(None, None, OTHER)[2:]
    save(path, corrected, seen=at(9))
    assert post_of(path) == (OTHER, WRONG, ["harbour"])
    assert findings(path, deep=True) == []


def test_an_archive_of_wrong_words_is_put_right_by_the_next_articles(path):
    save(path, *stories(WRONG), seen=at(0))
    assert post_of(path) == (WRONG, None, [])
    save(path, *stories(None, OTHER, OTHER)[1:], seen=at(1))
    assert post_of(path) == (OTHER, WRONG, ["harbour"])
    assert rows(path, "SELECT id, posts FROM hashtags") == [("harbour", 1)]
    assert findings(path, deep=True) == []


def test_an_upgrade_chooses_the_texts_anew(path):
    save(path, *stories(OTHER, OTHER), *[story for story in stories(None, None, WRONG) if story])
    chosen = post_of(path)
    downgrade(path, "create_days")
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE posts SET text = ?", (WRONG,))
        db.execute("DELETE FROM posts_hashtags")
        db.commit()
    save(path)
    assert post_of(path) == chosen == (OTHER, WRONG, ["harbour"])
    assert (found(path, "frankly"), found(path, "theatre")) == (1, 1)
    assert findings(path, deep=True) == []


def found_signs(path, sign):
    match = " ".join(f"{ord(each):x}" for each in sign)
    query = "SELECT count(*) FROM posts_signs_fts WHERE posts_signs_fts MATCH ?"
    return rows(path, query, f'"{match}"')[0][0]


def test_signs_of_a_wording_are_found_and_erased_with_it(path, voxpop_here):
    save(path, *stories(OTHER, OTHER, f"{WRONG} 灯台 🎺"))
    assert post_of(path)[:2] == (OTHER, f"{WRONG} 灯台 🎺")
    assert (found_signs(path, "灯台"), found_signs(path, "🎺"), found_signs(path, "台灯")) == (1, 1, 0)
    assert findings(path, deep=True) == []
    assert voxpop_here("erase", path, "--article", "https://news.example/2").code == 0
    assert (found_signs(path, "灯台"), post_of(path)[:2]) == (0, (OTHER, None))
    assert b"706f" not in path.read_bytes()
    assert findings(path, deep=True) == []


def test_an_upgrade_indexes_the_signs_of_wordings(path):
    save(path, *stories(OTHER, OTHER, f"{WRONG} 灯台"))
    downgrade(path, "create_zones")
    assert found_signs(path, "灯台") == 0
    save(path)
    assert found_signs(path, "灯台") == 1
    assert findings(path, deep=True) == []


def test_words_of_a_wording_that_is_erased_are_nowhere(path, voxpop_here):
    save(path, *stories(OTHER, OTHER, WRONG))
    answer = voxpop_here("erase", path, "--article", "https://news.example/2")
    assert answer.code == 0, answer.err
    assert post_of(path) == (OTHER, None, ["harbour"])
    assert b"frankly" not in path.read_bytes()


#: Of each article: the wordings of its versions, oldest first.
HISTORIES = st.lists(
    st.lists(st.sampled_from([FULL, CUT, PART, WRONG, OTHER]), min_size=1, max_size=3), min_size=1, max_size=5
)


def versions_of(histories):
    for number, history in enumerate(histories):
        for version, text in enumerate(history):
            told = article(tweet(text, number="7"), url=f"https://news.example/{number}")
            yield at(version), told


def entry(story, saved_at):
    digest = digest_of(story)
    key = article_key(story.article.url, digest)
    return Entry(extraction=story, article=key, digest=digest, saved_at=saved_at)


def saved(path, versions, size=1):
    """Save versions that state when they were saved, one by one or in pieces, in the order in which they come."""
    now = datetime(2021, 6, 1, tzinfo=UTC)
    with Archive.open(path, now=lambda: now) as archive:
        entries = [entry(story, saved_at) for saved_at, story in versions]
        for start in range(0, len(entries), size):
            archive.save_many(entries[start : start + size], seen="2021-06-01T00:00:00Z")


def is_settled(path):
    with Archive.open(path) as archive, archive.transaction() as connection:
        return choose_all_wordings(connection) == 0


@slowly(few=3)
@given(HISTORIES, st.randoms(use_true_random=False), st.sampled_from([1, 3, 50]))
def test_order_pieces_and_merging_give_the_same_text(tmp_path_factory, histories, roll, size):
    folder = tmp_path_factory.mktemp("wordings")
    versions = list(versions_of(histories))
    saved(folder / "one.db", versions)
    shuffled = roll.sample(versions, len(versions))
    saved(folder / "other.db", shuffled, size)
    middle = len(shuffled) // 2
    saved(folder / "left.db", shuffled[:middle])
    saved(folder / "right.db", shuffled[middle:])
    with Archive.open(folder / "left.db") as archive, Archive.open(folder / "right.db") as right:
        list(merge_archive(archive, right.db.conn))
    texts = {name: post_of(folder / f"{name}.db") for name in ("one", "other", "left")}
    assert texts["other"] == texts["one"]
    assert texts["left"] == texts["one"]
    for name in texts:
        assert is_settled(folder / f"{name}.db")
        assert findings(folder / f"{name}.db", deep=True) == []
