"""Newsletters: mails and mailboxes, and what is no mail."""

from __future__ import annotations

import gzip
import io
import tempfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.errors import SourceError
from scraper.extract import extract
from scraper.input import load, mail

PAGE = (
    "<html><body><h1>The pier is closed</h1><p>Fans were quick to answer — “never again”.</p>"
    '<blockquote class="twitter-tweet"><p lang="en">Best night on the coast</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
    "</body></html>"
)
TEXT = "The pier is closed.\n\nThe harbour office closed the pier on Sunday evening, and the fans were quick to answer.\n\nBest night on the coast — tove (@tove_on_dunes) May 12, 2024\n"


def newsletter(text=TEXT, page=PAGE, **headers):
    message = EmailMessage()
    named = {"From": '"Harbour Herald" <news@herald.example>', "Subject": "Ébb & flow: the pier is closed", **headers}
    message["Message-ID"] = "<1@herald.example>"
    message["Date"] = "Mon, 13 May 2024 08:30:00 +0200"
    for name, value in named.items():
        del message[name]
        if value is not None:
            message[name] = value
    message.set_content(text, cte="quoted-printable")
    if page is not None:
        message.add_alternative(page, subtype="html", cte="quoted-printable")
    return message


def read(content, name="a.eml", **options):
    return list(mail_of(content if isinstance(content, bytes) else content.as_bytes(), name, **options))


def mail_of(content, name, **options):
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / name
        path.write_bytes(content)
        yield from load([path], **options)


def article(found):
    assert not isinstance(found, SourceError), str(found)
    return extract(found)


def test_a_newsletter_is_read_as_its_page():
    (found,) = read(newsletter())
    record = article(found)
    assert record.kind == "html"
    assert [embed.post.id for embed in record.embeds] == ["1789570120699588357"]
    read_as = record.article
    assert (read_as.title, read_as.outlet) == ("Ébb & flow: the pier is closed", "Harbour Herald")
    assert (read_as.published.at, read_as.published.source) == ("2024-05-13T06:30:00Z", "header")
    assert read_as.published.as_written == "Mon, 13 May 2024 08:30:00 +0200"


def test_a_mail_that_was_cut_is_noted():
    whole = newsletter().as_bytes()
    found = [read(content)[0].problems for content in (whole, whole[: whole.rindex(b"--", 0, -10)])]
    assert [[problem.kind for problem in problems] for problems in found] == [[], ["cut-off"]]


def test_quoted_printable_becomes_no_invented_post():
    """The lines of an encoded mail were read as a text, with a post that nobody wrote."""
    long = "Rain all week = and the ferries stay in port, said the harbour office, which had warned of it. " * 3
    (found,) = read(newsletter(text=f"{TEXT}\n\n{long}", page=None))
    record = article(found)
    (embed,) = record.embeds
    assert (embed.post.author.handle, embed.post.text) == ("tove_on_dunes", "Best night on the coast")
    assert record.quotes == ()
    assert not record.problems


@pytest.mark.parametrize(
    ("headers", "outlet", "title", "at"),
    [
        pytest.param({"From": "news@herald.example"}, "herald.example", "Ébb & flow: the pier is closed", "2024-05-13T06:30:00Z", id="address-alone"),
        pytest.param({"From": "=?utf-8?q?Caf=C3=A9_News?= <a@cafe.example>"}, "Café News", "Ébb & flow: the pier is closed", "2024-05-13T06:30:00Z", id="encoded-sender"),
        pytest.param({"Subject": None}, "Harbour Herald", "The pier is closed", "2024-05-13T06:30:00Z", id="no-subject"),
        pytest.param({"Date": "yesterday"}, "Harbour Herald", "Ébb & flow: the pier is closed", None, id="no-date"),
        pytest.param({"Date": "Mon, 99 May 2024 08:30:00 +0200"}, "Harbour Herald", "Ébb & flow: the pier is closed", None, id="impossible-date"),
        pytest.param({"Date": "Mon, 13 May 2024 08:30:00 -0000"}, "Harbour Herald", "Ébb & flow: the pier is closed", "2024-05-13T08:30:00", id="unknown-zone"),
        pytest.param({"Subject": "Fwd: Pier"}, None, "Pier", None, id="passed-on"),
    ],
)  # fmt: skip
def test_headers(headers, outlet, title, at):
    (found,) = read(newsletter(**headers))
    is_text_for_title = article(found).article
    assert (is_text_for_title.outlet, is_text_for_title.title) == (outlet, title)
    assert (is_text_for_title.published and is_text_for_title.published.at) == at


FORWARDED = {
    "Gmail": "Look!\n\n---------- Forwarded message ---------\nFrom: Harbour Herald <news@herald.example>\nDate: Mon, May 13, 2024 at 8:30 AM\n"
    "Subject: Pier\nTo: Ann <ann@mail.example>\n\nThe pier is closed.",
    "Apple Mail": "Begin forwarded message:\n\n> From: Harbour Herald <news@herald.example>\n> Subject: Pier\n"
    "> Date: 13 May 2024 at 08:30\n> To: ann@mail.example\n> \n> The pier is closed.",
    "Outlook, in German": "\n________\nVon: Harbour Herald <news@herald.example>\nGesendet: Montag, 13. Mai 2024 08:30\nAn: Ann\n"
    "Betreff: Pier\n\nThe pier is closed.",
    "HTML": '<div dir="ltr">Look!<br><div class="quote">---- Forwarded message ----<br>From: <b>Harbour Herald</b> <span>&lt;<a'
    ' href="mailto:n@herald.example">n@herald.example</a>&gt;</span><br>Date: Mon, May 13, 2024 at 8:30 AM<br>Subject: Pier<br></div></div>',
}


@pytest.mark.parametrize("content", FORWARDED.values(), ids=FORWARDED)
def test_the_headers_of_a_forwarded_mail_are_in_its_content(content):
    parts = {"page": content} if content.startswith("<") else {"text": content, "page": None}
    (found,) = read(newsletter(Subject="Fwd: Pier", **parts))
    assert (found.declared.outlet, found.declared.title) == ("Harbour Herald", "Pier")
    assert found.declared.published.at == "2024-05-13T08:30"
    (other,) = read(newsletter(Subject="Fwd: Rain", **parts))
    assert (other.declared.outlet, other.declared.published) == (None, None)


def test_raw_bytes_in_headers_are_utf8():
    raw = "From: Café News <a@cafe.example>\r\nSubject: Fünf Fähren\r\nMessage-ID: <1@x>\r\n\r\nRain came to the pier.\r\n"
    (found,) = read(raw.encode())
    assert (found.declared.outlet, found.declared.title) == ("Café News", "Fünf Fähren")


def test_a_stated_archive_address_is_the_url():
    (found,) = read(newsletter(**{"Archived-At": "<https://herald.example/letters/7>"}))
    assert article(found).article.url == "https://herald.example/letters/7"


def test_mails_that_are_attached_are_the_articles():
    outer = newsletter(text="Have a look.\n", page=None, From="Jo <jo@reader.example>", Subject="two letters")
    outer.add_attachment(newsletter(Subject="First"))
    outer.add_attachment(newsletter(Subject="Second", From="Valley <v@valley.example>"))
    found = read(outer, "fwd.eml")
    assert [item.source.rpartition("/")[2] for item in found] == ["fwd.eml#1", "fwd.eml#2"]
    assert [(item.declared.title, item.declared.outlet) for item in found] == [
        ("First", "Harbour Herald"),
        ("Second", "Valley"),
    ]


def test_attached_files_are_not_read():
    message = newsletter(page=None)
    message.add_attachment("<p>An attached page</p>", subtype="html", filename="page.html")
    (found,) = read(message)
    assert b"pier is closed" in found.content


def test_a_mail_without_text_is_refused_in_one_line():
    message = EmailMessage()
    message["From"], message["Message-ID"] = "a@b.example", "<1@b>"
    message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="a.pdf")
    (error,) = read(message)
    assert str(error).endswith("a.eml: is a mail without HTML or text: save its attachments")


def mailbox(*messages, end=b"\n"):
    return b"".join(
        b"From news@herald.example Mon May 13 08:30:00 2024" + end + message.as_bytes() + end for message in messages
    )


def test_a_mailbox_gives_its_mails_by_line():
    box = mailbox(newsletter(Subject="One", page=None), newsletter(Subject="Two"), newsletter(Subject="Three"))
    found = read(box, "box.mbox")
    assert [item.declared.title for item in found] == ["One", "Two", "Three"]
    lines = box.split(b"\n")
    for item in found:
        assert lines[int(item.source.rpartition(":")[2]) - 1].startswith(b"From news@")


def test_a_mailbox_keeps_quoted_separators():
    message = newsletter(text="Dear all,\n\nFrom what we know it rained.\n\n>From there it went south.\n", page=None)
    found = read(mailbox(message, newsletter()), "box.mbox")
    assert len(found) == 2
    assert b"\n\nFrom what we know" in found[0].content
    assert b"\n\nFrom there it went" in found[0].content


@pytest.mark.parametrize("name", ["box.mbox.gz", "noname"])
def test_a_packed_mailbox(name):
    assert len(read(gzip.compress(mailbox(newsletter(), newsletter(Subject="Two"))), name)) == 2


def test_a_packed_mail():
    (found,) = read(gzip.compress(newsletter().as_bytes()), "a.eml.gz")
    assert found.declared.outlet == "Harbour Herald"


def test_a_mailbox_cut_in_the_middle_of_gzip_keeps_what_was_read():
    packed = gzip.compress(mailbox(*(newsletter(Subject=f"{number}") for number in range(150))))
    found = read(packed[: len(packed) // 2], "box.mbox.gz")
    assert len(found) > 50
    assert isinstance(found[-1], SourceError)
    assert "is damaged" in str(found[-1])
    assert not any(isinstance(item, SourceError) for item in found[:-1])


def test_a_large_mail_in_a_mailbox_is_named_and_the_others_are_read():
    large = newsletter(text="word " * 2000, page=None, Subject="Large")
    found = read(mailbox(newsletter(), large, newsletter()), "box.mbox", max_bytes=5000)
    assert [isinstance(item, SourceError) for item in found] == [False, True, False]
    assert "raise the limit with --max-bytes" in str(found[1])


def test_a_folder_holds_mails(tmp_path):
    (tmp_path / "a.eml").write_bytes(newsletter().as_bytes())
    (tmp_path / "b.mbox").write_bytes(mailbox(newsletter(), newsletter()))
    assert len(list(load(tmp_path))) == 3


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"Source: Harbour Herald\nDate: 13 May 2024\nTitle: Pier\n\nThe pier is closed.", id="press-database"),
        pytest.param(b"From: Ruben Vale\nSubject: the pier\n\nSir, the pier is closed.", id="letter"),
        pytest.param(b"From here it is far to the pier.\n\nIt is closed.", id="text-that-begins-with-From"),
        pytest.param(b"From jo at 10:30 we heard that the pier is closed.\nIt is.", id="text-like-a-separator"),
    ],
)  # fmt: skip
def test_what_is_no_mail_is_read_as_text(content):
    (found,) = read(content, "a.txt")
    assert found.content == content


def nested(depth):
    lines = []
    for level in range(depth):
        lines += [f'Content-Type: multipart/mixed; boundary="b{level}"', "", f"--b{level}"]
    return ("From: a@b.example\nMessage-ID: <1@b>\n" + "\n".join(lines) + "\n\nText\n").encode()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(nested(5000), id="nested-parts"),
        pytest.param(b"From: a@b.example\nTo: b@c.example\n" + b"Content-Type: message/rfc822\n\n" * 5000, id="nested-mails"),
        pytest.param(b"From: a@b.example\nTo: b@c.example\nContent-Type: multipart/mixed\n\n--\n\nText", id="no-boundary"),
        pytest.param(b"From: a@b.example\nTo: b@c.example\nContent-Transfer-Encoding: base64\n\n!!!!", id="broken-base64"),
        pytest.param(b"From: a@b.example\nTo: b@c.example\nContent-Type: text/html; charset=punycode\n\n" + b"a-" * 9000, id="odd-charset"),
        pytest.param(b"From: =?x?b?!!!?=\nTo: b@c.example\nSubject: =?utf-8?b?/////w==?=\n\nText of the letter", id="broken-words"),
    ],
)  # fmt: skip
def test_hostile_mails_give_a_document_or_an_error(content):
    for found in read(content):
        assert isinstance(found, SourceError) or extract(found)


@given(st.binary(max_size=400))
def test_any_bytes_behind_a_head_are_a_document_or_an_error(content):
    head = b"From: a@b.example\r\nTo: b@c.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n"
    found = list(mail.articles_in_mail("a.eml", head + content))
    assert found
    box = io.BytesIO(b"From a@b.example Mon May 13 08:30:00 2024\n" + head + content)
    list(mail.articles_in_mailbox("a.mbox", box, 300))
