"""The text of articles: offsets count in it exactly, and it follows the version that is stored."""

from __future__ import annotations

import itertools

import pytest
from depth import examples
from hypothesis import given
from hypothesis import strategies as st
from invented import rows
from older import downgrade

from archive.store import versions as contexts
from archive.store.archive import Archive
from archive.store.identity import digest_of
from archive.store.versions import MOST, context_of
from archive.verify.check import findings
from scraper.extract import extract
from scraper.records import Document

SEEN = [f"2024-05-{day:02}T06:00:00Z" for day in range(1, 10)]
PLACES = """
    SELECT 'quote' AS kind, quotes.text, substr(articles.text, start_offset + 1, end_offset - start_offset),
        substr(articles.text, context_start + 1, context_end - context_start), article
    FROM quotes JOIN articles ON articles.id = article
    UNION ALL
    SELECT form, embeds.text, substr(articles.text, start_offset + 1, end_offset - start_offset),
        substr(articles.text, context_start + 1, context_end - context_start), article
    FROM embeds JOIN articles ON articles.id = article
"""
POST = "Best night of the year #PierSong{n} @paperoars_ex — tove{n} (@tove_on_dunes{n}) May 12, 2024"
QUOTE = '"I was there and I sang for {n} hours 🎺," a fan wrote on Twitter.'
FILLER = "The council met for the {n}th hour on Sunday, and nobody in the gallery had gone home."
EMBED = (
    '<blockquote class="twitter-tweet"><p lang="en">Best night {n}</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/178957012069958835{n}">May 12, 2024</a></blockquote>'
)
STORY = "\n\n".join((POST.format(n=1), FILLER.format(n=1), QUOTE.format(n=1), FILLER.format(n=2), FILLER.format(n=3)))
PARTS = st.lists(st.tuples(st.sampled_from((POST, QUOTE, FILLER)), st.integers(1, 9)), min_size=1, max_size=8)
ENDS = st.sampled_from(("\n\n", "\r\n\r\n", "  \n\n\t", "\n\n    ", "\n \n"))


def archived(path, content, seen=SEEN[0], article="a", **options):
    document = Document(source=article, content=content.encode() if isinstance(content, str) else content)
    with Archive.open(path, **options) as archive:
        return archive.save(extract(document), digest=digest_of(document.content), seen=seen, article=article)


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Archive a document as an article of its own and give its rows, in one archive: making one takes time."""
    path = tmp_path_factory.mktemp("texts") / "a.db"
    count = itertools.count()

    def rows_of(content):
        article = f"article {next(count)}"
        archived(path, content, article=article)
        return rows(path, f"SELECT * FROM ({PLACES}) WHERE article = ?", article)

    return rows_of


def words(text):
    return " ".join(text.split())


@examples(60)
@given(parts=PARTS, end=ENDS, start=st.sampled_from(("", "\ufeff", "\x00 \n", "🌊\n\n")))
def test_offsets_of_a_plain_text_give_the_printed_words(places, parts, end, start):
    found = places(start + end.join(part.format(n=n) for part, n in parts))
    assert sorted({kind for kind, *_ in found}) == sorted(
        {"quote" if part is QUOTE else "flattened" for part, _ in parts if part is not FILLER}
    )
    for kind, printed, there, around, _ in found:
        assert words(there) == words(printed) if kind == "quote" else words(there).startswith(words(printed))
        assert there in around


@examples(60)
@given(parts=PARTS, embeds=st.lists(st.integers(0, 9), max_size=3, unique=True))
def test_offsets_of_a_page_give_the_printed_words(places, parts, embeds):
    body = [f"<p>{part.format(n=n)}</p>" for part, n in parts] + [f"<p>{FILLER.format(n=7)}</p>"]
    for n in embeds:
        body.insert(n % len(body), EMBED.format(n=n))
    page = f"<!doctype html><title>T</title><article>{''.join(body)}</article>"
    for kind, printed, there, context, _ in places(page):
        if kind == "blockquote":
            assert there in {"", None}
        elif kind == "quote":
            assert (there, there in context) == (printed, True)
        else:
            assert words(there).startswith(words(printed))
            assert there in context


def test_what_cannot_be_stored_moves_no_offset(path):
    archived(path, b"A\x00\xff\xed\xa0\x80 word.\n\n" + STORY.encode())
    ((text,),) = rows(path, "SELECT text FROM articles")
    ((_, printed, there, *_),) = [row for row in rows(path, PLACES) if row[0] == "quote"]
    assert ("\x00" in text, there) == (False, printed)
    assert rows(path, "SELECT length(text) FROM articles") == [(len(text),)]


def test_the_record_tells_how_long_it_is(voxpop_here, tmp_path):
    (tmp_path / "a.txt").write_text(STORY, "utf-8")
    (record,) = voxpop_here("extract", tmp_path / "a.txt").records
    assert (record["article"]["text_length"], "text" in record) == (len(STORY), False)


PIECES = st.lists(
    st.sampled_from(["It rained. ", "Mr. ", "J.", ".”", "\n", " \n ", "。", "」", " ", "word ", "!?", "“", "é", "long " * 30]),
    max_size=60,
)  # fmt: skip


def breaks(part):
    """Find all ends of sentences in a text, one after the other."""
    return [found for found in contexts._BREAK.finditer(part) if not contexts._is_abbreviation(part, found)]


@given(before=PIECES.map("".join), behind=PIECES.map("".join))
def test_sentences_are_found_as_if_all_ends_were_looked_at(before, behind):
    text, place = before + behind, len(before)
    left, right = text[max(0, place - MOST) : place], text[place : place + MOST]
    starts, ends = breaks(left)[-2:], breaks(right)[:2]
    first = starts[0].end() if len(starts) == 2 else 0 if len(left) == place else contexts._after_space(left)
    blanks = [found.start() for found in contexts._BLANK.finditer(right)]
    whole = len(right) if place + len(right) == len(text) else max(blanks, default=len(right))
    last = ends[1].start() + len(ends[1][1] or "") if len(ends) == 2 else whole
    expected = contexts._stripped(text, place - len(left) + first, place + last)
    assert context_of(text, place, place) == expected


CONTEXTS = [
    pytest.param("It rained. They sang. “No,” a fan wrote. They left. Late.", "“No,”",
                 "They sang. “No,” a fan wrote. They left.", id="one sentence before and one behind"),
    pytest.param("“No,” a fan wrote. They left. Late.", "“No,”", "“No,” a fan wrote. They left.",
                 id="at the beginning"),
    pytest.param("They sang. “No,” a fan wrote", "“No,”", "They sang. “No,” a fan wrote", id="at the end"),
    pytest.param("It rained.\n\nThey sang.\n\n“No.”\n\nThey left.\n\nLate.", "“No.”",
                 "They sang.\n\n“No.”\n\nThey left.", id="a paragraph of its own"),
    pytest.param("Ha! Mr. J. Orr asked Gov. Parker. “No,” a fan wrote. So?", "“No,”",
                 "Mr. J. Orr asked Gov. Parker. “No,” a fan wrote. So?", id="abbreviations end no sentence"),
    pytest.param("雨だった。歌った。「いや」と書いた。帰った。終わり。", "「いや」",
                 "歌った。「いや」と書いた。帰った。", id="no spaces between sentences"),
    pytest.param("A” b. C “d. E? “No,” a fan wrote? Yes! G.", "“No,”", "E? “No,” a fan wrote? Yes!",
                 id="question and exclamation marks"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "span", "context"), CONTEXTS)
def test_the_sentences_around_words(text, span, context):
    start = text.index(span)
    begin, end = context_of(text, start, start + len(span))
    assert text[begin:end] == context


def test_the_sentences_around_a_place_without_words():
    text = "It rained. They sang.\n\nThey left. Late."
    begin, end = context_of(text, text.index("They left"), text.index("They left"))
    assert "They sang." in text[begin:end]
    assert "They left." in text[begin:end]


@given(st.text("ab. \n”\u3000。", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_context_holds_its_span_and_is_bounded(text, one, other):
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    begin, stop = context_of(text, start, end)
    assert 0 <= begin <= stop <= len(text)
    assert text[start:end].strip() in text[begin:stop]
    assert stop - begin <= 2 * MOST + end - start


def test_a_long_sentence_is_cut_between_words():
    text = "word " * 1000
    begin, end = context_of(text, 2500, 2504)
    assert (len(text[begin:end]) > MOST, set(text[begin:end].split())) == (True, {"word"})


def test_what_is_gone_or_of_another_version_has_no_context(path):
    archived(path, STORY)
    without = STORY.replace(QUOTE.format(n=1), FILLER.format(n=9))
    archived(path, without, SEEN[1])
    assert [context is None for *_, context, _ in rows(path, PLACES)] == [True, False]
    assert rows(path, "SELECT text FROM articles") == [(without,)]
    assert rows(path, "SELECT kind, context IS NULL FROM reactions ORDER BY kind") == [("embed", 0), ("quote", 1)]


def test_an_older_version_leaves_the_text_of_the_newer(path):
    archived(path, STORY, SEEN[5])
    older = STORY.replace(QUOTE.format(n=1), QUOTE.format(n=5))
    document = Document(source="a", content=older.encode())
    with Archive.open(path) as archive:
        archive.save(extract(document), digest="0", seen=SEEN[6], saved_at=SEEN[1], article="a")
    assert rows(path, "SELECT text FROM articles") == [(STORY,)]
    shown = rows(path, "SELECT gone_at IS NULL, context_start IS NULL FROM quotes ORDER BY gone_at")
    assert shown == [(1, 0), (0, 1)]


def test_a_second_rendition_of_one_session_has_no_context(path):
    with Archive.open(path) as archive:
        for number, content in enumerate((STORY, STORY.replace(QUOTE.format(n=1), FILLER.format(n=9)))):
            document = Document(source="a", content=content.encode())
            archive.save(extract(document), digest=str(number), seen=archive.session, article="a")
    assert rows(path, "SELECT gone_at IS NULL, context_start IS NULL FROM quotes") == [(1, 1)]


def test_words_that_change_where_no_reaction_does_are_followed(path):
    archived(path, STORY)
    edited = STORY.replace("gallery", "balcony")
    assert archived(path, edited, SEEN[1]).changed
    assert rows(path, "SELECT text FROM articles") == [(edited,)]
    assert rows(path, "SELECT count(*) FROM articles_fts WHERE articles_fts MATCH 'balcony'") == [(1,)]
    assert rows(path, "SELECT count(*) FROM articles_fts WHERE articles_fts MATCH 'gallery'") == [(0,)]
    assert findings(path, deep=True) == []


def test_none_is_kept_where_none_is_wanted(path):
    assert archived(path, STORY, keep_text=False).new
    nothing = [(None, None, None)]
    kept = "SELECT articles.text, context_start, context_end FROM articles JOIN quotes ON article = articles.id"
    assert rows(path, kept) == nothing
    assert archived(path, STORY, SEEN[1]).changed
    assert rows(path, kept)[0][0] == STORY
    assert not archived(path, STORY, SEEN[2]).changed
    assert archived(path, STORY, SEEN[3], keep_text=False).changed
    assert rows(path, kept) == nothing
    assert rows(path, "SELECT count(*) FROM articles_fts WHERE articles_fts MATCH 'gallery'") == [(0,)]
    assert findings(path, deep=True) == []


def test_the_flag_and_the_words_around_a_quote(voxpop_here, tmp_path):
    (tmp_path / "a.txt").write_text(STORY, "utf-8")
    path = tmp_path / "a.db"
    assert voxpop_here("archive", path, tmp_path / "a.txt").code == 0
    (row,) = [row for row in voxpop_here("export", path, "--format", "ndjson").records if row["kind"] == "quote"]
    assert row["context"].count(FILLER.format(n=1)) == row["context"].count("a fan wrote on Twitter.") == 1
    assert voxpop_here("archive", path, tmp_path / "a.txt", "--no-text").code == 0
    assert [row["context"] for row in voxpop_here("export", path, "--format", "ndjson").records] == [None, None]


@pytest.mark.parametrize("last", ["create_rating", "create_saving", "create_reading"])
def test_an_older_archive_gains_text_and_loses_nothing(path, last):
    archived(path, STORY)
    everything = "SELECT posts.text, quotes.text FROM posts, quotes ORDER BY 1, 2"
    before = rows(path, everything)
    downgrade(path, last)
    with Archive.open(path):
        pass
    assert findings(path, deep=True) == []
    assert rows(path, "SELECT text FROM articles") == [(None,)]
    assert rows(path, "SELECT count(*) FROM reactions WHERE context IS NULL") == [(2,)]
    archived(path, STORY, SEEN[1])
    assert rows(path, "SELECT text FROM articles") == [(STORY,)]
    assert rows(path, everything) == before
    assert rows(path, "SELECT count(*) FROM reactions WHERE context IS NULL") == [(0,)]
    assert findings(path, deep=True) == []
