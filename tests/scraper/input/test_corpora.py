"""Corpora: a row is an article, whatever the file is; a bad row is named, and the rest goes on."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from collections import Counter
from datetime import UTC, date, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.errors import DocumentError, NoCorpusError, SourceError
from scraper.extract import extract, to_json
from scraper.input import corpora, load, tables
from scraper.records import Document

TEXT = "The pier is closed.\n\nFans were quick to answer, “and with reason”, the harbour office said on Sunday."
ROW = {"url": "https://herald.example/a", "title": "Pier closes", "outlet": "Herald", "date": "2024-05-13", "text": TEXT}  # fmt: skip


def read(path, **options):
    return list(load(path, **options))


def read_bytes(tmp_path, content, name="corpus.csv", **options):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read(path, **options)


def csv_of(*rows, delimiter=","):
    import csv

    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def named(found):
    return [item.source.rpartition("/")[2] for item in found]


def reasons(found):
    return [(item.source.rpartition(":")[2], item.reason) for item in found if isinstance(item, SourceError)]


def write(path, *rows):
    name = path.name.removesuffix(".gz")
    if name.endswith(".parquet"):
        pq.write_table(pa.Table.from_pylist(list(rows)), path)
        return path
    text = (
        "".join(json.dumps(row) + "\n" for row in rows)
        if name.endswith("jsonl")
        else csv_of(*rows, delimiter="\t" if name.endswith(".tsv") else ",")
    )
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


FORMS = ["corpus.csv", "corpus.tsv", "corpus.jsonl", "corpus.parquet", "corpus.csv.gz", "corpus.jsonl.gz", "noname"]


@pytest.mark.parametrize("name", FORMS)
def test_a_row_is_an_article_in_every_form(tmp_path, name):
    other = {**ROW, "url": "https://herald.example/b", "title": "Pier opens"}
    found = read(write(tmp_path / name, ROW, other))
    first, second = (extract(document).article for document in found)
    assert (first.url, first.title, first.outlet) == ("https://herald.example/a", "Pier closes", "Herald")
    assert (first.published.at, first.published.source) == ("2024-05-13", "column")
    assert second.title == "Pier opens"
    assert found[0].content == TEXT.encode()


@pytest.mark.parametrize(
    ("name", "lines"),
    [("corpus.csv", ["2", "5"]), ("corpus.jsonl", ["1", "2"]), ("corpus.parquet", ["1", "2"])],
    ids=["csv", "json-lines", "parquet"],
)
def test_a_row_is_named_by_its_line(tmp_path, name, lines):
    found = read(write(tmp_path / name, ROW, ROW))
    assert [item.source.rpartition(":")[2] for item in found] == lines


@pytest.mark.parametrize(
    ("names", "field"),
    [
        ("url URL link Link article_url permalink", "url"),
        ("title Headline HEADLINE article-title", "title"),
        ("outlet source Publication media_name publisher", "outlet"),
        ("date published publish_date Publication_Date date_published publishedAt pubDate", "published"),
        ("language lang LANG", "language"),
        ("author authors Byline", "author"),
        ("text Body content ARTICLE fulltext maintext", "text"),
        ("html raw_html", "html"),
    ],
    ids=lambda value: value if " " not in value else value.split()[0],
)
def test_usual_names(names, field):
    for name in names.split():
        assert corpora._chosen((name, "other"), ()) == {field: name}


def test_the_best_of_several_usual_names_is_taken():
    assert corpora._chosen(("content", "text", "date", "publish_date"), ()) == {
        "text": "text", "published": "publish_date",
    }  # fmt: skip


def test_other_names_are_named(tmp_path):
    rows = csv_of({"address_of_it": "https://herald.example/a", "story_raw": TEXT, "title": "A"})
    (refused,) = read_bytes(tmp_path, rows)
    assert isinstance(refused, NoCorpusError)
    (found,) = read_bytes(tmp_path, rows, columns={"text": "story_raw", "url": "address_of_it"})
    assert (found.content, found.url, found.declared.title) == (TEXT.encode(), "https://herald.example/a", "A")


def test_a_column_that_is_named_is_nothing_else(tmp_path):
    """A column ``article`` that is named as the page is no text."""
    (found,) = read_bytes(tmp_path, csv_of({"article": "<p>Rain all week.</p>", "x": "1"}), columns={"html": "article"})
    assert found.media_type == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("columns", "words"),
    [({"text": "storyy"}, "has no column 'storyy' for --column text=… (columns: 'day', 'words')"),
     (None, "no column has texts, pages or URLs (columns: 'day', 'words'): name one with --column text=NAME")],
    ids=["misspelt", "unnamed"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["c.csv", "c.jsonl", "c.parquet"])
def test_a_file_without_articles_is_refused_in_one_line(tmp_path, name, columns, words):
    (error,) = read(write(tmp_path / name, {"day": "1", "words": TEXT}), columns=columns or {})
    assert isinstance(error, NoCorpusError)
    assert name in str(error)
    assert words in str(error)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param('[{"title": "A", "name": "B"}]', "is not a corpus", id="list"),
        pytest.param('{\n  "title": "A"\n}\n', "is not a corpus", id="indented"),
        pytest.param(
            '{"posts": [{"title": "A", "html": "<p>Rain all week, and hail.</p>", "status": "draft"}]}',
            "has no published articles",
            id="drafts",
        ),
        pytest.param('{"name": "voxpop", "private": true}', "is not a corpus", id="settings"),
        pytest.param('{"version": "https://jsonfeed.org/version/1.1", "items": []}', "is not a corpus", id="json-feed"),
        pytest.param(
            '{"title": "A", ',
            "is broken JSON (Expecting property name enclosed in double quotes): export it again",
            id="cut",
        ),
    ],
)
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.txt"])
def test_json_that_is_no_corpus_is_refused(tmp_path, name, content, words):
    (error,) = read_bytes(tmp_path, content, name)
    assert isinstance(error, NoCorpusError)
    assert words in str(error)


def test_files_of_a_folder_that_are_no_corpora_are_left_out(tmp_path):
    (tmp_path / "prices.csv").write_text("day,price\n1,2\n")
    write(tmp_path / "corpus.csv", ROW)
    left_out = Counter()
    assert named(read(tmp_path, left_out=left_out)) == ["corpus.csv:2"]
    assert left_out == {".csv": 1}


BAD = [
    pytest.param("url,text\nhttps://a.example/1,one, two\nhttps://a.example/2,good\n", [("2", "has 3 cells and the header 2: put the text in quotes")], id="too-many-cells"),
    pytest.param("url,text\nhttps://a.example/1\nhttps://a.example/2,good\n", [("2", "has 1 cells and the header 2: put the text in quotes")], id="too-few-cells"),
    pytest.param("url,text\nhttps://a.example/1,\nhttps://a.example/2,good\n", [("2", "has no text: fill it in")], id="no-text"),
    pytest.param('url,text\nhttps://a.example/1,"never closed\nhttps://a.example/2,good\n', [("2", "opens a quotation mark that is never closed: close it, or double it within the text")], id="open-quote"),
    pytest.param('{"url": "https://a.example/0", "text": "first"}\n{"url": \n{"url": "https://a.example/2", "text": "good"}\n', [("2", "is not a JSON object (Expecting value): write one object a line")], id="broken-json"),
    pytest.param('{"url": "https://a.example/0", "text": "first"}\n[]\n{"url": "https://a.example/2", "text": "good"}\n', [("2", "is not a JSON object: write one object a line")], id="no-object"),
    pytest.param('{"url": "https://a.example/0", "text": "first"}\n{"a":' + "[" * 100_000 + '\n{"url": "https://a.example/2", "text": "good"}\n', [("2", "is not a JSON object (nested too deep): write one object a line")], id="deep-json"),
    pytest.param('{"url": "https://a.example/0", "text": "first"}\n{"x": 1}\n{"url": "https://a.example/2", "text": "good"}\n', [("2", "has no URL: fill it in")], id="other-fields"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), BAD)
def test_bad_rows_are_named_and_the_rest_goes_on(tmp_path, content, expected):
    found = read_bytes(tmp_path, content)
    assert reasons(found) == expected
    assert found[-1].content == b"good"


def test_of_many_bad_rows_the_first_are_named_and_the_rest_counted(tmp_path):
    found = read_bytes(tmp_path, "url,text\n" + "x,\n" * 1500 + "https://a.example/2,good\n")
    assert len(found) == corpora.MOST_NAMED + 2
    assert [item.content for item in found if isinstance(item, Document)] == [b"good"]
    assert str(found[-1]).endswith("corpus.csv: has 500 more unreadable rows: fix the file")


@pytest.mark.parametrize(
    ("content", "cells"),
    [
        pytest.param("sep=;\r\nurl;text\r\nhttps://a.example/1;Rain, all week\r\n", ("https://a.example/1", "Rain, all week"), id="excel"),
        pytest.param("url|text\nhttps://a.example/1|Rain\n", ("https://a.example/1", "Rain"), id="bars"),
        pytest.param("\ufeffurl,text\nhttps://a.example/1,Rain\n", ("https://a.example/1", "Rain"), id="byte-order-mark"),
        pytest.param('url,text\rhttps://a.example/1,"Rain\rand hail"\r', ("https://a.example/1", "Rain\rand hail"), id="old-mac"),
        pytest.param("url,text,,\nhttps://a.example/1,Rain,,\n", ("https://a.example/1", "Rain"), id="empty-columns"),
        pytest.param("url,text\nhttps://a.example/1,Rain,,\n", ("https://a.example/1", "Rain"), id="empty-cells-behind"),
        pytest.param('url,text\n\n"https://a.example/1","He said ""rain"""\n', ("https://a.example/1", 'He said "rain"'), id="doubled-quotes"),
        pytest.param('url\ttext\nhttps://a.example/1\t"Rain," she said\nhttps://a.example/2\tx', ("https://a.example/1", '"Rain," she said'), id="tabs-without-quoting"),
        pytest.param('url\ttext\nhttps://a.example/1\t"Rain\tshe ""said"""\n', ("https://a.example/1", 'Rain\tshe "said"'), id="tabs-with-quoting"),
    ],
)  # fmt: skip
def test_dialects(tmp_path, content, cells):
    found = read_bytes(tmp_path, content)[0]
    assert (found.url, found.content.decode()) == cells


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "cp1251"])
def test_encodings(tmp_path, encoding):
    words = "Фанаты быстро ответили на это" if encoding == "cp1251" else "Fünf Fähren – “nie wieder”"
    text = csv_of(*({"url": f"https://a.example/{at}", "title": words, "text": f"{words}. {at}"} for at in range(9)))
    found = read_bytes(tmp_path, text.encode(encoding))
    assert [item.declared.title for item in found] == [words] * 9
    assert found[3].content.decode() == f"{words}. 3"


def test_bytes_that_are_no_text_stay_as_they_are_and_are_told(tmp_path):
    content = csv_of(*({**ROW, "text": TEXT * 3, "url": f"https://a.example/{at}"} for at in range(5))).encode()
    broken = content.replace("“and".encode(), b"\xff\xfeand", 1)
    found = read_bytes(tmp_path, broken)
    assert b"\xff\xfeand" in found[0].content
    assert [problem.kind for problem in extract(found[0]).problems] == ["undecodable-bytes"]
    assert extract(found[1]).problems == ()


@pytest.mark.parametrize(
    ("written", "at", "precision"),
    [
        ("2024-05-13", "2024-05-13", "day"),
        ("2024-05-13 08:30:00", "2024-05-13T08:30:00", "second"),
        ("2024-05-13T08:30:00+02:00", "2024-05-13T06:30:00Z", "second"),
        ("Mon, 13 May 2024 08:30:00 +0200", "2024-05-13T06:30:00Z", "second"),
        ("13. Mai 2024", "2024-05-13", "day"),
        ("1715581800", "2024-05-13T06:30:00Z", "second"),
        ("1715581800000", "2024-05-13T06:30:00Z", "second"),
        ("2024", "2024", "year"),
        (date(2024, 5, 13), "2024-05-13", "day"),
        (datetime(2024, 5, 13, 6, 30, tzinfo=UTC), "2024-05-13T06:30:00Z", "second"),
        (1715581800, "2024-05-13T06:30:00Z", "second"),
    ],
    ids=["day", "clock", "zone", "mail", "german", "seconds", "milliseconds", "year", "date", "datetime", "number"],
)
def test_dates(written, at, precision):
    moment = corpora._moment(written)
    assert (moment.at, moment.precision, moment.source) == (at, precision, "column")


def test_what_cannot_be_read_is_a_problem_not_a_guess(tmp_path):
    (found,) = read_bytes(tmp_path, csv_of({**ROW, "url": "ask Jo", "date": "03/04/2024"}))
    record = extract(found)
    assert (record.article.url, record.article.published) == (None, None)
    assert [(problem.kind, problem.message) for problem in record.problems] == [
        ("unread-url", "the URL 'ask Jo' cannot be read"),
        ("unread-date", "the date '03/04/2024' cannot be read"),
    ]


def test_cells_of_parquet_and_json(tmp_path):
    rows = {"source": {"id": "h", "name": "Herald"}, "authors": ["Jo Vale", "Ruben Kaas"], "lang": "pt-BR", "text": TEXT,
            "publishedAt": datetime.fromisoformat("2024-05-13T06:30:00")}  # fmt: skip
    for found in (
        read(write(tmp_path / "a.parquet", rows))[0],
        read(write(tmp_path / "a.jsonl", {**rows, "publishedAt": "2024-05-13T06:30:00"}))[0],
    ):
        said = found.declared
        assert (said.outlet, said.bylines, said.language) == ("Herald", ("Jo Vale", "Ruben Kaas"), "pt")
        assert said.published.at == "2024-05-13T06:30:00"


def test_pages_come_before_texts(tmp_path):
    (found,) = read_bytes(tmp_path, csv_of({**ROW, "html": "<h1>Pier</h1><p>Rain all week.</p>"}))
    assert extract(found).kind == "html"


def test_nanoseconds_as_pandas_writes_them(tmp_path):
    path = tmp_path / "a.parquet"
    times = pa.array([1715581800123456789], pa.timestamp("ns", "UTC"))
    pq.write_table(pa.table({"text": [TEXT], "date": times}), path)
    assert read(path)[0].declared.published.at == "2024-05-13T06:30:00.123Z"


def test_a_parquet_file_needs_pyarrow(tmp_path, monkeypatch):
    path = write(tmp_path / "a.parquet", ROW)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    (error,) = read(path)
    assert str(error).endswith("requires pyarrow: install `voxpop[parquet]`")


@pytest.mark.parametrize("cut", [10, 300, -20], ids=["head", "middle", "footer"])
def test_a_damaged_parquet_file_is_one_error(tmp_path, cut):
    content = write(tmp_path / "a.parquet", ROW).read_bytes()
    (error,) = read_bytes(tmp_path, content[:cut], "b.parquet")
    assert "is a damaged table" in str(error)


def test_parquet_comes_from_a_pipe(tmp_path, monkeypatch):
    content = write(tmp_path / "a.parquet", ROW).read_bytes()

    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Pipe(content))))
    assert named(read("-")) == ["-:1"]


class Site:
    """A fetcher that answers everything, and remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def fetch(self, url):
        self.asked.append(url)
        return Document(source=url, url=url, content=b"<h1>Pier</h1><p>Rain all week, and hail.</p>")


def test_a_file_of_urls_is_fetched(tmp_path):
    rows = csv_of(
        *({"url": f"https://a.example/{at}", "media_name": "Herald", "publish_date": "2024-05-13"} for at in range(3))
    )
    site = Site()
    found = read_bytes(tmp_path, rows, fetcher=site)
    assert site.asked == ["https://a.example/0", "https://a.example/1", "https://a.example/2"]
    assert found[0].declared.outlet == "Herald"
    assert extract(found[1]).article.published.at == "2024-05-13"


def test_nothing_is_fetched_for_a_row_without_a_text_among_others(tmp_path):
    site = Site()
    found = read_bytes(tmp_path, csv_of({**ROW, "text": ""}, ROW), fetcher=site)
    assert (site.asked, len(found)) == ([], 2)


def test_only_http_urls_are_fetched(tmp_path):
    site = Site()
    found = read_bytes(tmp_path, "url,title\nfile:///etc/passwd,a\nftp://a.example/x,b\n", fetcher=site)
    assert site.asked == []
    assert [reason for _, reason in reasons(found)] == ["has no URL: fill it in"] * 2


def test_rows_that_are_known_are_passed_over_and_not_fetched(tmp_path):
    rows, site, seen = (csv_of(*({"url": f"https://a.example/{at}", "title": "A"} for at in range(3))), Site(), set())
    for item in read_bytes(tmp_path, rows, fetcher=site):
        seen.add(item.row)
    assert read_bytes(tmp_path, rows, "moved.csv", fetcher=site, is_known=seen.__contains__) == []
    assert len(site.asked) == 3


def test_a_row_is_known_by_what_it_says_not_by_its_place(tmp_path):
    other = {**ROW, "url": "", "title": "Another"}
    one = read(write(tmp_path / "a.csv", ROW, other))
    two = read(write(tmp_path / "b.jsonl", other, ROW))
    assert {item.row for item in one} == {item.row for item in two}
    assert {item.digest for item in one} == {item.digest for item in two}
    agency = read(write(tmp_path / "c.csv", {**other, "outlet": "Valley"}))[0]
    assert agency.digest not in {item.digest for item in one}


HOSTILE = [
    pytest.param(b'url,text\nhttps://a.example/1,"' + b"x" * 300_000 + b'"\nhttps://a.example/2,good\n', "is larger than", id="huge-field"),
    pytest.param(b'url,text\nhttps://a.example/1,"' + b"x, \n" * 75_000 + b'"\nhttps://a.example/2,good\n', "is larger than", id="huge-field-of-lines"),
    pytest.param(b'url,text\nhttps://a.example/1,"' + b"x" * 2_000_000 + b"\nhttps://a.example/2,good\n", "never closed", id="open-quote-for-ever"),
    pytest.param(b"url,text\nhttps://a.example/1," + b"," * 300_000 + b"\nhttps://a.example/2,good\n", "is larger than", id="huge-row-of-commas"),
    pytest.param(b",".join(b"c%d" % at for at in range(12_000)) + b"\n1\n", "has 12,000 columns", id="columns"),
    pytest.param(b"url,text\n" + b'"' * 100_001 + b"\nhttps://a.example/2,good\n", "", id="quotes"),
    pytest.param(b"url,text\nhttps://a.example/1,Fans were quick to answer\x00 on Sunday\nhttps://a.example/2,good\n", None, id="nul"),
    pytest.param(b'{"url": "https://a.example/1", "text": "first"}\n' + b"x" * 500_000 + b'\n{"url": "https://a.example/2", "text": "good"}\n', "is a line of 500,001 bytes", id="huge-line"),
    pytest.param(b'{"url": "https://a.example/1", "text": "\\ud83d"}\n{"url": "https://a.example/2", "text": "good"}\n', None, id="half-a-pair"),
    pytest.param(b'{"url": "https://a.example/1", "text": "first", "n": ' + b"9" * 10_000 + b'}\n{"url": "https://a.example/2", "text": "good"}\n', "is broken JSON (Exceeds the limit (4300 digits) for integer string conversion)", id="huge-number"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "words"), HOSTILE)
def test_hostile_rows_are_bounded(tmp_path, content, words):
    tracemalloc.start()
    try:
        found = read_bytes(tmp_path, content, max_bytes=100_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12_000_000
    errors = [str(item) for item in found if isinstance(item, SourceError)]
    assert not errors if words is None else any(words in error for error in errors)
    for item in found:
        assert isinstance(item, SourceError) or extract(item)


def test_a_file_that_grows_when_it_is_unpacked_is_read_in_bounded_memory(tmp_path):
    packed = gzip.compress(b"url,text\n" + b"x" * 60_000_000)
    tracemalloc.start()
    try:
        found = read_bytes(tmp_path, packed, "bomb.csv.gz", max_bytes=100_000)
        assert tracemalloc.get_traced_memory()[1] < 6_000_000
    finally:
        tracemalloc.stop()
    assert all(isinstance(item, DocumentError) for item in found)


def test_many_rows_take_the_memory_of_one(tmp_path):
    path = write(tmp_path / "a.csv", *({**ROW, "text": TEXT * 80} for _ in range(750)))
    assert path.stat().st_size > 6_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in load(path)) == 750
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


@given(st.binary(max_size=300), st.sampled_from(["a.csv", "a.tsv", "a.jsonl", "a.parquet"]))
def test_any_bytes_give_documents_or_errors(content, name):
    head = b"url,text\n" if name == "a.csv" else b""
    for found in corpora.read_corpus(name, io.BytesIO(head + content), head + content, max_bytes=200, columns={}):
        assert isinstance(found, Document | DocumentError | corpora.Listed)


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)


@given(st.lists(st.tuples(CELL, CELL), max_size=8))
def test_what_python_writes_as_csv_is_read_back(cells):
    import csv

    out = io.StringIO()
    csv.writer(out).writerows([("title", "text"), *cells])
    content = out.getvalue().encode()
    rows = list(tables.CsvRows(io.BytesIO(content), tables.Dialect("utf-8", ",", csv.QUOTE_MINIMAL, 0), 10_000))
    assert [tuple(row.values.values()) for row in rows] == cells


PAGE = (
    "<html><head><title>Pier closes</title></head><body><article><h1>Pier closes</h1><p>Rain all week.</p>"
    '<blockquote class="twitter-tweet"><p lang="en">Best night #PierSong</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
    "<p>“Never again,” a fan wrote on Twitter. Mira said so in a tweet.</p></article></body></html>"
)


def test_records_of_extraction_are_loaded_as_they_are(tmp_path):
    record = extract(Document(source="a.html", content=PAGE.encode()))
    (found,) = read_bytes(tmp_path, to_json(record, "0" * 64) + "\n", "records.jsonl")
    assert extract(found) == record.__class__(
        **{name: getattr(record, name) for name in record.__slots__ if name != "text"}
    )
    assert found.digest == "0" * 64


def changed(*path, to):
    record = json.loads(to_json(extract(Document(source="a.html", content=PAGE.encode()))))
    place = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return json.dumps(record)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param(changed("embeds", 0, "post", "url", to="javascript:alert(1)"), "embeds[0].post.url is not an http(s) URL", id="script"),
        pytest.param(changed("embeds", 0, "post", "links", to=["data:text/html,x"]), "embeds[0].post has a link that is not an http(s) URL", id="data"),
        pytest.param(changed("embeds", 0, "post", "platform", to="../x"), "embeds[0].post.platform is not a platform", id="platform"),
        pytest.param(changed("embeds", 0, "form", to="painted"), "embeds[0].form is of the wrong kind", id="form"),
        pytest.param(changed("embeds", 0, "position", to=-1), "embeds[0].position is of the wrong kind", id="position"),
        pytest.param(changed("embeds", 0, "post", "posted", "at", to=7), "embeds[0].post.posted.at is of the wrong kind", id="time"),
        pytest.param(changed("quotes", 0, "confidence", to=True), "quotes[0].confidence is of the wrong kind", id="bool"),
        pytest.param(changed("article", "url", to="file:///etc/passwd"), "article.url is not an http(s) URL", id="file"),
        pytest.param(changed("quotes", to={}), "quotes is of the wrong kind", id="no-list"),
        pytest.param(changed("article", "title", to=["x"]), "article.title is of the wrong kind", id="no-text"),
    ],
)  # fmt: skip
def test_records_are_checked_like_any_input(tmp_path, line, words):
    (error,) = read_bytes(tmp_path, line, "records.jsonl")
    assert f"is not a record of `voxpop extract` ({words}): extract it again" in str(error)


def test_nothing_that_a_file_in_a_folder_lists_is_fetched(tmp_path):
    class Fetcher:
        def fetch(self, url):
            raise AssertionError(url)

    (tmp_path / "list.csv").write_text("url\nhttps://herald.example/a\n", "utf-8")
    left_out = Counter()
    assert list(load(tmp_path, fetcher=Fetcher(), left_out=left_out)) == []
    assert left_out == {".csv": 1}
