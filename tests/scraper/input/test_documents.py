"""Documents from everything a person can name, and an error value for everything that is no article."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path

import pytest
from growth import MOST, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.errors import DocumentError, FetchError, SourceError
from scraper.input import decode, load, published_option
from scraper.records import Declared, Document

PAGE = "<!doctype html><title>Fans answer</title><p>Fans were quick to answer — “never again”.</p>"


def read(*sources, **options):
    return list(load([str(source) for source in sources], **options))


def only(found):
    assert len(found) == 1
    return found[0]


def document(content, source="story.txt", media_type=None):
    content = content if isinstance(content, bytes) else content.encode()
    return Document(source=source, content=content, media_type=media_type)


def test_a_name_with_line_breaks_is_told_in_one_line(tmp_path):
    (tmp_path / "new\nline\x1b[31m.html").write_bytes(b"%PDF-1.4")
    error = only(read(tmp_path))
    assert str(error).startswith(f"{tmp_path}/new\\nline\\x1b[31m.html: is a damaged PDF")
    assert "\n" in error.source


def test_one_name_is_a_list_of_one(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE, "utf-8")
    for sources in (str(page), page, [page], (str(page),)):
        assert only(list(load(sources))).source == str(page)


def test_file_folder_and_order(tmp_path):
    for name in ("b/2.txt", "b/10.html", "a.md", "c/deep/er/x.htm", "plain", "skip.jpg", ".hidden.txt", ".git/x.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(PAGE)
    names = [Path(found.source).relative_to(tmp_path).as_posix() for found in read(tmp_path)]
    assert names == ["a.md", "b/10.html", "b/2.txt", "c/deep/er/x.htm", "plain"]
    assert only(read(tmp_path / ".hidden.txt")).content == PAGE.encode()


def test_what_a_browser_saved_beside_a_page_is_no_article(tmp_path):
    for name in ("a.html", "a_files/Tweet.html", "a/b.html", "c.htm", "c-Dateien/x.htm", "d_files/e.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(PAGE)
    names = [Path(found.source).relative_to(tmp_path).as_posix() for found in read(tmp_path)]
    assert names == ["a/b.html", "a.html", "c.htm", "d_files/e.html"]


def test_a_folder_is_read_one_file_at_a_time(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text("Fans answered.")
    found = load([str(tmp_path)])
    next(found)
    (tmp_path / "1.txt").unlink()
    gone, last = list(found)
    assert isinstance(gone, DocumentError)
    assert "1.txt: no such file" in str(gone)
    assert last.source.endswith("2.txt")


def test_symlink_loops_end(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "story.txt").write_text("Fans answered.")
    (tmp_path / "in" / "back").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self.txt").symlink_to(tmp_path / "self.txt")
    found = read(tmp_path)
    assert [Path(item.source).name for item in found] == ["story.txt", "self.txt"]
    assert isinstance(found[1], DocumentError)


def test_very_deep_folders(tmp_path):
    home, depth = Path.cwd(), 1200
    try:
        os.chdir(tmp_path)
        for _ in range(depth):
            Path("d").mkdir()
            os.chdir("d")
        Path("story.txt").write_text("Fans answered.")
    finally:
        os.chdir(home)
    try:
        assert only(read(tmp_path)).source.count("/d") >= depth
    finally:
        subprocess.run(["rm", "-r", tmp_path / "d"], check=True)  # deeper than shutil.rmtree can go


def test_stdin(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    found = only(read("-"))
    assert (found.source, found.url) == ("-", None)
    assert decode(found).kind == "html"


BAD = {
    "nothing": (b"", "is empty"),
    "blank": (b" \n\t\n ", "has only white space"),
    "blank behind a mark": (b"\xef\xbb\xbf\r\n", "has only white space"),
    "a mark": (b"\xef\xbb\xbf", "is empty"),
    "nul": (b"\x00" * 4000, "is empty"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "is a damaged PDF"),
    "png": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "is a PNG image"),
    "zip": (b"PK\x03\x04\x14\x00\x06\x00", "office file"),
    "binary": (bytes(range(256)) * 20, "is binary data"),
    "gzip": (b"\x1f\x8b\x08\x00not really", "gzip"),
    "urls": (b"\xef\xbb\xbf# mine\r\n\r\nhttps://a.example/1\r\n  HTTP://a.example/2 \r\n", "is a list of URLs"),
    "url": (b"https://a.example/1", "is a list of URLs: pass it with --urls"),
    "table of JSON": (b'{"a": ["so funny", "x"]}\n', "is not a corpus"),
    "list of JSON": (b"[1, 2]", "is JSON, but not a corpus of articles"),
    "feed": (b'<?xml version="1.0"?>\n<!-- a --><rss version="2.0"><channel/></rss>', "is a feed"),
    "sitemap": (b'\xef\xbb\xbf<urlset xmlns="x"></urlset>', "is a feed or sitemap"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("suffix", ["html", "txt"])
def test_what_is_no_article(tmp_path, name, suffix):
    content, reason = BAD[name]
    bad, good = tmp_path / f"a.{suffix}", tmp_path / "b.txt"
    bad.write_bytes(content)
    good.write_text("Fans answered.")
    error, fine = read(bad, good)
    assert isinstance(error, DocumentError)
    assert str(error).startswith(f"{bad}: ")
    assert reason in str(error)
    assert "\n" not in str(error)
    assert fine.source == str(good)


@pytest.mark.parametrize(
    "text",
    ["https://a.example/1\nFans answered.", "https://a.example/1 says so", "# Fans\n\nThey answered.", "#Fans", "#"],
)
def test_what_begins_like_a_list_of_urls_may_be_an_article(tmp_path, text):
    (tmp_path / "a.txt").write_text(text)
    assert isinstance(only(read(tmp_path / "a.txt")), Document)


def test_missing_unreadable_and_impossible_names(tmp_path):
    for name in ("missing.txt", "x" * 5000, "nul\x00name"):
        error = only(read(tmp_path / name))
        assert isinstance(error, DocumentError)
        assert "\n" not in str(error)
    assert "no such file" in str(only(read(tmp_path / "missing.txt")))


def test_no_name_is_not_the_folder_one_is_in():
    assert str(only(read(""))) == "'': is not a name: pass a file, a folder or a URL"


def test_names_that_are_not_utf8_stay_apart_and_can_be_printed(tmp_path):
    for name in (b"caf\xe9.txt", b"caf\xe8.txt"):
        (tmp_path / os.fsdecode(name)).write_text("Fans answered.")
    (tmp_path / os.fsdecode(b"f\xf6hn")).mkdir()
    (tmp_path / os.fsdecode(b"f\xf6hn/empty.txt")).touch()
    found = [tmp_path / each.source for each in read(tmp_path)]
    assert [path.relative_to(tmp_path).as_posix() for path in found] == [
        r"caf\xe8.txt", r"caf\xe9.txt", r"f\xf6hn/empty.txt",
    ]  # fmt: skip
    for name in (b"caf\xe9.txt", b"missing\xe9", b"f\xf6hn/empty.txt", b"http://a.example/\xe9"):
        only(read(os.fsdecode(bytes(tmp_path) + b"/" + name))).source.encode()


def test_unreadable_file(tmp_path, voxpop, obey_permissions):
    path = tmp_path / "secret.txt"
    path.write_text("Fans answered.")
    path.chmod(0)
    answer = voxpop("extract", path, preexec_fn=obey_permissions)
    assert answer.err == f"voxpop: {path}: cannot be read: change its permissions\n"


def test_a_file_that_fails_while_read():
    assert "cannot be read" in str(only(read("/proc/self/mem")))


def test_folder_without_documents(tmp_path):
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    error = only(read(tmp_path))
    assert isinstance(error, DocumentError)
    assert "has no documents" in str(error)


def test_too_large_names_the_option(tmp_path):
    path = tmp_path / "large.html"
    path.write_bytes(b"<div>" * 1000)
    assert isinstance(only(read(path, max_bytes=5000)), Document)
    error = only(read(path, max_bytes=4999))
    assert isinstance(error, DocumentError)
    assert "--max-bytes" in str(error)
    assert "--max-bytes" in str(only(read("/dev/zero", max_bytes=100_000)))


class Site:
    """Answers one URL and refuses the others."""

    def fetch(self, url):
        if url.endswith("/story"):
            return Document(
                source=url, content=PAGE.encode(), url="https://the-post.example/story", media_type="text/plain"
            )
        raise FetchError(url, "404 Not Found: check the URL")


def test_urls_go_through_the_fetcher():
    story, missing = read("https://the-post.example/story", "HTTP://the-post.example/gone", fetcher=Site())
    assert decode(story).kind == "html"
    assert isinstance(missing, FetchError)
    assert isinstance(only(read("https://the-post.example/story")), SourceError)


@pytest.mark.parametrize(
    ("raw", "at", "precision"),
    [
        ("2020", "2020", "year"),
        ("2020-02", "2020-02", "month"),
        (" 2020-02-02 ", "2020-02-02", "day"),
        ("2020-02-02T03:04:05Z", "2020-02-02T03:04:05Z", "second"),
        ("2020-02-02T03:04:05-05:00", "2020-02-02T08:04:05Z", "second"),
        ("2020-02-02T03:04", "2020-02-02T03:04:00", "second"),
    ],
)
def test_published_option(tmp_path, raw, at, precision):
    path = tmp_path / "a.txt"
    path.write_text("Fans answered.")
    moment = only(read(path, declared=Declared(published=published_option(raw)))).declared.published
    assert (moment.at, moment.precision, moment.source, moment.as_written) == (at, precision, "option", raw)


@pytest.mark.parametrize("raw", ["", "yesterday", "2020-02-30", "2020-13", "99999", "２０２０", "-001"])
def test_published_must_be_a_date(raw):
    with pytest.raises(ValueError, match="is not a date"):
        published_option(raw)


KINDS = [
    (PAGE, "saved.txt", None, "html"),
    (PAGE, "page", "text/plain; charset=utf-8", "html"),
    ("  \n<!-- kept -->\n<?xml version='1.0'?>\n<HTML><body>x", "a.txt", None, "html"),
    ("<p>Fans answered.", "-", None, "html"),
    ("Fans answered.\n\n3 < 4 and <3", "saved.html", None, "text"),
    ("Fans answered.\n\nIt took <i>days</i>.", "saved.html", None, "html"),
    ("Fans answered.\n\nIt took <i>days</i>.", "saved.txt", None, "text"),
    ("Fans answered.\n\nIt took <i>days</i>.", "-", None, "text"),
    ("<p align=center>A picture</p>\n\n# Title", "post.md", None, "text"),
    ("<!doctype html><p>Fans", "post.md", None, "html"),
    ("<3 is what fans answered", "a.html", None, "text"),
    ("Plain words served as a page", "page", "text/html", "text"),
    ("<!-- never closed", "a.txt", None, "text"),
]


@pytest.mark.parametrize(("text", "source", "media_type", "kind"), KINDS)
def test_kind_by_content(text, source, media_type, kind):
    assert decode(document(text, source, media_type)).kind == kind


GERMAN = "Größe, Füße und Mädchen — „schön“ ist die Straße"
RUSSIAN = "Президент сказал вчера, что ничего не знает об этом деле"
JAPANESE = "大統領は昨日、何も知らないと述べた。"
ENCODED = [
    (GERMAN.encode(), None, GERMAN, "utf-8"),
    (b"\xef\xbb\xbf" + GERMAN.encode(), "text/plain; charset=latin-1", GERMAN, "utf-8"),
    (GERMAN.encode("cp1252"), None, GERMAN, "cp1252"),
    (GERMAN.encode("cp1252"), "text/plain; charset=utf-8", GERMAN, "cp1252"),
    (GERMAN.encode("cp1252"), "text/plain; charset=ISO-8859-1", GERMAN, "cp1252"),
    (GERMAN.encode(), "text/plain; charset=iso-8859-1", GERMAN, "utf-8"),
    (GERMAN.encode("utf-16"), None, GERMAN, "utf-16"),
    (GERMAN.encode("utf-16-le"), None, GERMAN, "utf-16-le"),
    (GERMAN.encode("utf-16-be"), "text/plain; charset=utf-8", GERMAN, "utf-16-be"),
    (GERMAN.encode("utf-32"), None, GERMAN, "utf-32"),
    (RUSSIAN.encode("koi8-r"), "text/plain; charset=koi8-r", RUSSIAN, "koi8-r"),
    (RUSSIAN.encode("cp1251"), None, RUSSIAN, "cp1251"),
    ("№ 5 ё".encode("cp1251"), "text/plain; charset=windows-1251", "№ 5 ё", "cp1251"),
    (
        f'<meta charset="windows-1251"><p>{RUSSIAN}'.encode("cp1251"),
        None,
        f'<meta charset="windows-1251"><p>{RUSSIAN}',
        "cp1251",
    ),
    (
        f"<?xml version='1.0' encoding='Shift_JIS'?><p>{JAPANESE}".encode("shift_jis"),
        None,
        f"<?xml version='1.0' encoding='Shift_JIS'?><p>{JAPANESE}",
        "shift_jis",
    ),
    ((JAPANESE * 4).encode("euc-jp"), None, JAPANESE * 4, "euc_jp"),
    ("“Caf\xe9” – she said…".encode("cp1252"), None, "“Caf\xe9” – she said…", "cp1252"),
    (b"words \x97 A Name (@handle)", None, "words — A Name (@handle)", "cp1252"),
    (b"plain ascii", "text/plain; charset=no-such-thing", "plain ascii", "utf-8"),
    (b"plain ascii", "text/plain; charset=utf-16", "plain ascii", "utf-8"),
    (b"a\r\nb\rc\n", None, "a\r\nb\rc\n", "utf-8"),
    (b"Q&amp;A &#8212; caf&eacute;", None, "Q&amp;A &#8212; caf&eacute;", "utf-8"),
]


@pytest.mark.parametrize(("content", "media_type", "text", "encoding"), ENCODED)
def test_encodings(content, media_type, text, encoding):
    decoded = decode(document(content, media_type=media_type))
    assert (decoded.text, decoded.encoding, decoded.problems) == (text, encoding, ())


def test_only_broken_places_become_replacement_characters():
    content = "Größe — gut, ".encode() + b"\xff\xfe und \xe2\x80 M" + "ädchen für alle".encode()
    decoded = decode(document(content))
    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith("Größe — gut, \ufffd\ufffd und \ufffd")
    assert decoded.text.endswith("für alle")
    assert [(problem.step, problem.kind) for problem in decoded.problems] == [("documents", "undecodable-bytes")]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("One.\r\rTwo.\r", "One.\n\nTwo.\n"),
        ("One.\r\n\r\nTwo.\r\n", "One.\r\n\r\nTwo.\r\n"),
        ("One\rand.\nTwo.", "One\rand.\nTwo."),
    ],
)
def test_carriage_returns_alone_end_lines(written, text):
    assert decode(document(written)).text == text
    assert decode(document(written.encode("utf-16"))).text == text


def test_a_printed_replacement_character_is_no_problem():
    assert decode(document("a \ufffd b")).problems == ()


def test_stray_nul_bytes_keep_their_place():
    decoded = decode(document(b"Fans\x00 answered \x00quickly, and everybody was happy with it in the end."))
    assert decoded.text.startswith("Fans\ufffd answered \ufffdquickly")
    assert [problem.kind for problem in decoded.problems] == ["nul-bytes"]


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "text/html", "text/plain; charset=utf-8", "a/b; charset=big5", "x; charset='"]),
)
def test_decode_never_raises(content, media_type):
    decoded = decode(document(content, media_type=media_type))
    assert "\x00" not in decoded.text
    decoded.text.encode()


@given(st.text(st.characters(exclude_characters="\x00\ufeff\r", exclude_categories=["Cs"])))
def test_utf8_round_trip(text):
    decoded = decode(document(text, media_type="text/plain; charset=utf-8"))
    if decoded.encoding == "utf-8":
        assert decoded.text == text


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit",
    [
        b"<!--",
        b"<!-- -->",
        b"<?",
        b"<meta ",
        b"<meta charset=",
        b"\xff",
        b"\xc3",
        b"\x81",
        b"\x00a",
        b" ",
        b"<p>",
        b"<",
    ],
)
def test_linear_on_hostile_bytes(unit):
    def make(size):
        return document(repeated(unit)(size), "a.html")

    assert growth(decode, make, 100_000, 1_000_000) <= MOST
