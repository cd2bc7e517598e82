"""Pages saved in one file with all they show."""

from __future__ import annotations

import quopri

import pytest

from scraper.extract import extract
from scraper.input import load
from scraper.input.saved_pages import is_mhtml
from scraper.records import Document

ID = "1223400000000000001"
STATUS = f"https://twitter.com/ada_example/status/{ID}"
TWEET = f"https://platform.twitter.com/embed/Tweet.html?dnt=false&id={ID}&lang=en"
PLAYER = "https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"
SHOWN = (
    '<html><body><article><div><a href="https://twitter.com/ada_example">Ada Example</a> <a'
    ' href="https://twitter.com/ada_example"><div>@ada_example</div></a></div><div lang="en">Größer als gedacht</div>'
    f'<a href="{STATUS}"><time datetime="2020-02-01T10:00:00.000Z">10:00 AM · Feb 1, 2020</time></a></article>'
)
PAGE = (
    "<!DOCTYPE html><html><head><title>Rathaus</title></head><body><main><article><h1>Rathaus</h1><p>Der Minister"
    ' sprach eine Stunde.</p><iframe id="w0" src="cid:frame-A1@mhtml.blink"></iframe><p>Niemand hatte das geahnt.</p>'
    '<iframe src="cid:frame-B2@mhtml.blink"></iframe><iframe src="cid:frame-gone@mhtml.blink"></iframe></article></main>'
)
HEAD = (
    "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://news.example/rathaus\r\nSubject: Rathaus\r\n"
    "Date: Wed, 8 May 2019 08:00:00 -0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n"
    '\ttype="text/html";\r\n\tboundary="----B----"\r\n\r\n'
)


def part(markup, location, number, kind="text/html"):
    body = quopri.encodestring(markup.encode()).decode().replace("\n", "\r\n")
    return (
        f"------B----\r\nContent-Type: {kind}\r\nContent-ID: <frame-{number}@mhtml.blink>\r\nContent-Transfer-Encoding:"
        f" quoted-printable\r\nContent-Location: {location}\r\n\r\n{body}\r\n"
    )


def saved(*parts, head=HEAD):
    return f"{head}{''.join(parts)}------B------\r\n".encode()


WHOLE = saved(
    part(PAGE, "https://news.example/rathaus", "00"),
    part("a{}", "cid:css-1@mhtml.blink", "css", "text/css"),
    part(SHOWN, TWEET, "A1"),
    part("<html><body><a href='https://youtube.com/'>YouTube</a>", PLAYER, "B2"),
)


def read(tmp_path, content, name="a.mhtml"):
    (tmp_path / name).write_bytes(content)
    (document,) = load([str(tmp_path)])
    return document


def test_reads_the_page_and_where_and_when_it_was_saved(tmp_path):
    document = read(tmp_path, WHOLE)
    assert isinstance(document, Document)
    assert (document.url, document.saved_at) == ("https://news.example/rathaus", "2019-05-08T08:00:00Z")
    record = extract(document)
    assert (record.article.title, record.article.url) == ("Rathaus", "https://news.example/rathaus")
    assert not record.problems


def test_a_file_that_was_cut_is_noted(tmp_path):
    whole = saved(part(PAGE, "https://news.example/rathaus", "1"))
    assert [[problem.kind for problem in read(tmp_path, content).problems] for content in (whole, whole[:-20])] == [
        [],
        ["cut-off"],
    ]


def test_puts_its_frames_back(tmp_path):
    tweet, video = extract(read(tmp_path, WHOLE)).embeds
    assert (tweet.post.id, tweet.post.text, tweet.post.author.name) == (ID, "Größer als gedacht", "Ada Example")
    assert (video.post.platform, video.post.id) == ("youtube", "dQw4w9WgXcQ")


def test_the_first_part_need_not_be_the_page(tmp_path):
    head = HEAD.replace('type="text/html"', 'start="<frame-00@mhtml.blink>"')
    content = saved(part(SHOWN, TWEET, "A1"), part(PAGE, "https://news.example/rathaus", "00"), head=head)
    assert extract(read(tmp_path, content, "a.mht")).article.title == "Rathaus"


def test_encodings_are_those_of_the_part(tmp_path):
    body = part(PAGE, "https://news.example/rathaus", "00").replace("text/html", "text/html; charset=windows-1252")
    content = saved(body).replace(b"sprach", b"spr=E4che")
    assert "spräche" in extract(read(tmp_path, content)).quotes or "spräche".encode() in read(tmp_path, content).content


@pytest.mark.parametrize(
    "content",
    [
        saved(part("a{}", "https://news.example/a.css", "1", "text/css")),
        HEAD.encode(),
        HEAD.encode().replace(b"----B----", b""),
        b"".join(b'Content-Type: multipart/related; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000)),
    ],
)
def test_what_holds_no_page_is_said(tmp_path, content):
    error = read(tmp_path, content)
    assert "without HTML" in str(error)


@pytest.mark.parametrize(
    "head",
    [
        b"From: Ada\nSubject: Hi\n\nContent-Type: multipart/related\n",
        b"Content-Type: text/html\n\n<p>",
        b"<!DOCTYPE html>\n<p>Content-Type: multipart/related;",
        b"",
    ],
)
def test_other_files_are_none(head):
    assert not is_mhtml(head)
