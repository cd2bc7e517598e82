"""What an archive holds after articles were saved once or twice: golden rows."""

import json
import sqlite3
from dataclasses import replace

import pytest
from invented import SEEN, SENTENCES, VIEWS, article, content, generated, quote, rows, save, tweet

from archive.store.archive import Archive
from archive.store.identity import post_key
from archive.verify.check import findings
from scraper.records import Allusion, Article, Extraction, Mention, Moment, Problem, Tag

LIGHTS, FERRY, THANKS = SENTENCES
LATER, LATEST = "2021-06-01T00:00:00Z", "2021-07-01T00:00:00Z"
COLUMNS = "id", "start_offset", "end_offset", "context_start", "context_end", "text_source", "entry_at", "last_seen"


def test_one_article_gives_these_rows(path):
    told = quote("“Best night of the year #PierLights”", start=40, platform="twitter", handle="Cleo")
    shown = tweet(f"{LIGHTS} #Harbour", number="1", mentions=("Ben_B",), cashtags=("PIER",), links=("https://t.co/a",))
    extraction = article(
        shown,
        tweet(FERRY, handle="Ben_B", name="Ben 🌊", media=("pic.twitter.com/b",)),
        quotes=[told],
        tags=("harbour",),
        mentions=(Mention(handle="Ben_B", start=3, end=9, within="prose"),),
        allusions=(Allusion(text="he said in a tweet", platform="twitter", start=5, end=23),),
        problems=(Problem(step="page", kind="odd", message="An odd thing."),),
    )
    extraction = type(extraction)(
        **{
            **{name: getattr(extraction, name) for name in extraction.__slots__},
            "hashtags": (*extraction.hashtags, Tag(tag="PierLights", start=64, end=75, within="quote")),
        }
    )
    (saved,) = save(path, extraction)
    ferry = rows(path, "SELECT id FROM posts WHERE native_id IS NULL")[0][0]
    assert (saved.new, saved.changed, saved.embeds, saved.quotes) == (True, True, 2, 1)
    number = dict(rows(path, "SELECT id, rowid FROM posts"))
    assert rows(path, "SELECT * FROM posts ORDER BY id") == [
        ("twitter:1", "twitter", "1", "https://x.com/Ann_Lee/status/1", "twitter:ann_lee", shown.text, None,
         "2020-02-01T03:04:05.678Z", "millisecond", "id", "2020-02-01", 1, SEEN, number["twitter:1"], None, "UTC"),
        (ferry, "twitter", None, None, "twitter:ben_b", FERRY, None,
         "2020-02-01", "day", "printed", "2020-02-01", 1, SEEN, number[ferry], None, None),
    ]  # fmt: skip
    assert rows(path, "SELECT id, platform, handle, name, posts, embeds, quotes FROM authors") == [
        ("twitter:ann_lee", "twitter", "Ann_Lee", "Ann Lee", 1, 1, 0),
        ("twitter:ben_b", "twitter", "Ben_B", "Ben 🌊", 1, 1, 0),
        ("twitter:cleo", "twitter", "Cleo", None, 0, 0, 1),
    ]
    assert rows(path, "SELECT post, form, position, start_offset, text, gone_at FROM embeds") == [
        ("twitter:1", "blockquote", 0, 0, shown.text, None),
        (ferry, "flattened", 1, 100, FERRY, None),
    ]
    assert rows(path, "SELECT position, text, speaker, verb, platform, author, start_offset FROM quotes") == [
        (0, told.text, "a fan", "wrote", "twitter", "twitter:cleo", 40)
    ]
    assert rows(path, "SELECT * FROM hashtags") == [("harbour", "Harbour", 1, 1), ("pierlights", "PierLights", 0, 1)]
    assert rows(path, "SELECT hashtag, as_written, within, published_at FROM articles_hashtags") == [
        ("harbour", "Harbour", "post", "2020-02-03"),
        ("harbour", "harbour", "prose", "2020-02-03"),
        ("pierlights", "PierLights", "quote", "2020-02-03"),
    ]
    assert rows(path, "SELECT hashtag, as_written FROM quotes_hashtags") == [("pierlights", "PierLights")]
    assert rows(path, "SELECT * FROM mentions") == [("twitter:1", 0, "ben_b", "Ben_B")]
    assert rows(path, "SELECT * FROM cashtags") == [("twitter:1", 0, "pier", "PIER")]
    assert rows(path, "SELECT * FROM links") == [("twitter:1", 0, "https://t.co/a")]
    assert rows(path, "SELECT * FROM media") == [(ferry, 0, "pic.twitter.com/b")]
    assert rows(path, "SELECT * FROM hashtag_days") == [
        ("harbour", "Harbour", "2020-02-01", 1, 0),
        ("harbour", "Harbour", "2020-02-03", 0, 1),
        ("pierlights", "PierLights", "2020-02-03", 0, 1),
    ]
    assert rows(path, "SELECT outlet, articles, embeds, quotes, first_published, last_published FROM outlets") == [
        ("The Pier", 1, 2, 1, "2020-02-03", "2020-02-03")
    ]
    assert rows(path, "SELECT handle, as_written, within FROM articles_mentions") == [("ben_b", "Ben_B", "prose")]
    assert rows(path, "SELECT position, text, platform FROM allusions") == [(0, "he said in a tweet", "twitter")]
    assert rows(path, "SELECT source, step, kind, message FROM problems") == [
        (extraction.source, "page", "odd", "An odd thing.")
    ]
    assert findings(path, deep=True) == []


def test_pictures_of_posts_keep_their_urls_if_they_are_on_the_web(path):
    pictures = ("https://img.example/a.png", "javascript:alert(1)")
    said = [Allusion(text="tweet", platform="twitter", start=5, end=5, picture=picture) for picture in pictures]
    save(path, article(tweet(LIGHTS, number="1"), allusions=tuple(said)))
    assert rows(path, "SELECT text, picture FROM allusions") == [("tweet", pictures[0]), ("tweet", None)]


def test_two_articles_share_a_post(path):
    save(path, article(tweet(LIGHTS, number="1")), article(tweet(LIGHTS, number="1"), url="https://news.example/b"))
    assert rows(path, "SELECT id, articles FROM posts") == [("twitter:1", 2)]
    assert rows(path, "SELECT count(*), count(DISTINCT article) FROM embeds") == [(2, 2)]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_post_without_id_joins_its_twin_whichever_came_first(path, turn):
    flat = article(tweet(LIGHTS.replace(" ", ""), name="Ann"))
    full = article(tweet(LIGHTS, number="1"), url="https://news.example/b")
    save(path, *[flat, full][::turn])
    assert rows(path, "SELECT id, text, articles FROM posts") == [("twitter:1", LIGHTS, 2)]
    assert rows(path, "SELECT post, text FROM embeds ORDER BY length(text)") == [
        ("twitter:1", LIGHTS.replace(" ", "")),
        ("twitter:1", LIGHTS),
    ]
    assert rows(path, "SELECT alias, post FROM post_aliases") == [(post_key(flat.embeds[0].post), "twitter:1")]
    assert findings(path, deep=True) == []


def test_an_embed_whose_post_joins_another_keeps_its_columns(path):
    entry = Moment(at="2020-02-01T10:05:00Z", precision="second", source="metadata")
    shown = article(tweet(LIGHTS, name="Ann", text_source="ocr"), text=LIGHTS)
    save(path, replace(shown, embeds=(replace(shown.embeds[0], entry=entry),)))
    query = f"SELECT {', '.join(COLUMNS)} FROM embeds ORDER BY id LIMIT 1"
    before = rows(path, query)
    assert None not in before[0]
    save(path, article(tweet(LIGHTS, number="1"), url="https://news.example/b"), seen=LATER)
    assert rows(path, "SELECT DISTINCT post FROM embeds") == [("twitter:1",)]
    assert rows(path, query) == before


def test_an_article_showing_a_post_twice_counts_once(path):
    save(path, article(tweet(LIGHTS, number="1"), tweet(LIGHTS), tweet(LIGHTS[:60], name="Ann"), tweet(FERRY)))
    assert rows(path, "SELECT post, position FROM embeds ORDER BY position LIMIT 1") == [("twitter:1", 0)]
    assert rows(path, "SELECT embeds FROM articles UNION ALL SELECT count(*) FROM embeds") == [(2,), (2,)]


def test_two_wordings_joined_by_another_article_count_once(path):
    save(path, article(tweet(LIGHTS[:42]), tweet(LIGHTS[42:])))
    assert rows(path, "SELECT count(*) FROM posts") == [(2,)]
    save(path, article(tweet(LIGHTS, number="1"), url="https://news.example/b"))
    assert rows(path, "SELECT id, articles FROM posts") == [("twitter:1", 2)]
    assert rows(path, "SELECT count(*) FROM embeds") == [(3,)]
    assert findings(path, deep=True) == []


def test_the_spelling_of_most_articles_is_shown(path):
    uses = ["justiceforx", "JusticeForX", "JusticeForX", "JUSTICEFORX"]
    save(path, *(article(url=f"https://news.example/{n}", tags=(tag,)) for n, tag in enumerate(uses)))
    assert rows(path, "SELECT * FROM hashtags") == [("justiceforx", "JusticeForX", 0, 4)]
    assert len(rows(path, "SELECT * FROM tally_spellings")) == 3


def test_bylines_section_and_change_are_those_of_the_present_version(path):
    modified = Moment(at="2020-02-04T10:00:00Z", precision="second", source="metadata", as_written="4 Feb")
    facts = {"bylines": ("Ann Lee", "dpa"), "section": "Harbour", "modified": modified}
    columns = "section, modified_at, modified_precision, modified_source, modified_as_written"
    save(path, article(tweet(LIGHTS), facts=facts))
    assert rows(path, "SELECT name, kind FROM bylines ORDER BY position") == [("Ann Lee", "person"), ("dpa", "agency")]
    assert rows(path, f"SELECT {columns} FROM articles") == [
        ("Harbour", "2020-02-04T10:00:00Z", "second", "metadata", "4 Feb")
    ]
    save(path, article(tweet(LIGHTS), facts={"bylines": ("Ben Bee",)}), seen=LATER)
    assert rows(path, "SELECT position, name FROM bylines") == [(0, "Ben Bee")]
    assert rows(path, f"SELECT {columns} FROM articles") == [(None,) * 5]
    assert findings(path, deep=True) == []


def test_an_older_version_leaves_the_bylines_alone(path):
    with Archive.open(path) as archive:
        now, before = (article(tweet(LIGHTS), facts={"bylines": (name,)}) for name in ("Ann Lee", "Ben Bee"))
        archive.save(now, digest="b", seen=LATER)
        archive.save(before, digest="a", seen=LATEST, saved_at=SEEN)
    assert rows(path, "SELECT name FROM bylines") == [("Ann Lee",)]


def test_an_author_bears_the_name_of_the_latest_post(path):
    save(
        path,
        article(tweet(FERRY, name="Ann in May", on="2020-05-01"), tweet(LIGHTS, name="Ann in March", on="2020-03-01")),
        article(tweet(THANKS, handle="ANN_LEE", name="Ann in April", on="2020-04-01"), url="https://news.example/b"),
    )
    assert rows(path, "SELECT id, handle, name, posts FROM authors") == [
        ("twitter:ann_lee", "ANN_LEE", "Ann in May", 3)
    ]
    assert rows(path, "SELECT name, first_posted FROM author_names ORDER BY last_posted") == [
        ("Ann in March", "2020-03-01"),
        ("Ann in April", "2020-04-01"),
        ("Ann in May", "2020-05-01"),
    ]


def test_a_renamed_account_keeps_both_authors(path):
    save(
        path,
        article(tweet(LIGHTS, number="1")),
        article(tweet(LIGHTS, handle="Ann_Now", number="1"), url="https://news.example/b"),
    )
    assert rows(path, "SELECT count(*) FROM posts") == [(1,)]
    assert rows(path, "SELECT handle, sum(posts) FROM authors GROUP BY handle") == [
        ("Ann_Lee", 1),
        ("Ann_Now", 0),
    ] or rows(path, "SELECT handle FROM authors WHERE posts = 1") == [("Ann_Now",)]
    assert rows(path, "SELECT sum(embeds) FROM authors") == [(2,)]


def test_archiving_again_changes_nothing_but_last_sights(path):
    everything = list(generated(40))
    save(path, *everything)
    before = content(path, without=(), numbers=True)
    save(path, *everything)
    assert content(path, without=(), numbers=True) == before
    again = save(path, *everything, seen=LATER)
    assert not any(saved.new or saved.changed for saved in again)
    after = content(path, without=("last_seen",), numbers=True)
    assert after == {table: rows_without(path, table, before) for table in after}
    assert {seen for (seen,) in rows(path, "SELECT last_seen FROM embeds")} == {LATER}


def rows_without(path, table, before):
    """The rows of a table, or view, as they were, without last_seen."""
    columns = [name for _, name, *_ in rows(path, f"PRAGMA table_info({table})")]
    kept = [place for place, name in enumerate(columns) if name != "last_seen"]
    return sorted((tuple(row[place] for place in kept) for row in before[table]), key=repr)


def test_a_source_that_gave_no_article_leaves_its_problem(path):
    with Archive.open(path) as archive:
        for seen in (SEEN, LATER):
            archive.note(
                "https://news.example/404", Problem(step="fetch", kind="status-404", message="Not found."), seen=seen
            )
    assert rows(path, "SELECT article, source, kind, first_seen, last_seen FROM problems") == [
        (None, "https://news.example/404", "status-404", SEEN, LATER)
    ]


def test_articles_without_a_url_are_told_apart_by_their_bytes(path):
    texts = [Extraction(source="-", kind="text", article=Article(title=title)) for title in ("A", "B")]
    save(path, *texts, *texts)
    assert rows(path, "SELECT count(*) FROM articles") == [(2,)]


def test_hostile_text_is_stored_as_far_as_sqlite_can(path):
    bad = "half \ud83d a pair, \x00 nothing, '; DROP TABLE posts; -- \u202eback %s ? :x"
    save(path, article(tweet(bad, name=bad), quotes=[quote(bad)], tags=(bad,), facts={"title": bad, "outlet": bad}))
    ((text,),) = rows(path, "SELECT text FROM posts")
    assert text == bad.replace("\ud83d", "\ufffd").replace("\x00", "\ufffd")
    assert findings(path, deep=True) == []


def test_nothing_of_an_article_stays_when_storing_it_fails(path):
    save(path, article(tweet(LIGHTS)))
    before = content(path, without=(), numbers=True)
    with Archive.open(path) as archive, pytest.raises(sqlite3.IntegrityError):
        archive.save(
            article(tweet(FERRY), url="https://news.example/b", facts={"title": b"no text"}), digest="", seen=SEEN
        )
    assert content(path, without=(), numbers=True) == before


def test_printings_are_read_back_as_they_were_stored(path):
    post = tweet(
        "🌊 “q” \\ \n #Ä",
        number="1",
        links=("https://a.example/ü",),
        media=("m",),
        cashtags=("C",),
        mentions=("M",),
        language="de",
    )
    save(path, article(post))
    assert findings(path, deep=True) == []
    assert json.loads(rows(path, "SELECT links FROM printings")[0][0]) == ["https://a.example/ü"]


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_answers(path, view):
    save(path, *generated(10))
    assert rows(path, f"SELECT * FROM {view} LIMIT 3")


def test_the_time_of_a_live_entry_is_stored_and_comes_with_another_reading(path):
    def read(entry):
        said = quote("“What a night on the pier!”", start=40, entry=entry)
        shown = article(tweet(FERRY, number="1"), quotes=[said])
        return replace(shown, embeds=(replace(shown.embeds[0], entry=entry),))

    query = "SELECT entry_at FROM embeds UNION ALL SELECT entry_at FROM quotes"
    save(path, read(None))
    assert rows(path, query) == [(None,), (None,)]
    save(path, read(Moment(at="2020-02-01T10:05:00Z", precision="second", source="metadata")), seen=LATER)
    assert rows(path, query) == [("2020-02-01T10:05:00Z",)] * 2
    assert rows(path, "SELECT count(*) FROM embeds WHERE gone_at IS NOT NULL") == [(0,)]
