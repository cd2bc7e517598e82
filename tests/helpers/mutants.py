"""Small files of every kind that `voxpop archive` reads, and damaged copies of them."""

from __future__ import annotations

import gzip
import io
import json
import plistlib
import quopri
import re
import zipfile
from email.message import EmailMessage
from functools import cache
from importlib.util import find_spec

import pyarrow as pa
import pyarrow.parquet as pq
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from scraper.extract import extract, to_json
from scraper.records import Document

STATUS = "https://twitter.com/tove_on_dunes/status/1789570120699588357"
TWEET = (
    '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">Best night on the coast #Pier</p>&mdash; tove '
    f'(@tove_on_dunes) <a href="{STATUS}?ref_src=twsrc%5Etfw">May 12, 2024</a></blockquote>'
)
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The pier is closed</title>'
    '<meta property="article:published_time" content="2024-05-13T08:30:00+02:00"><script type="application/ld+json">'
    '{"@type": "NewsArticle", "author": [{"name": "Jo Roe"}], "datePublished": "2024-05-13"}</script></head><body>'
    f'<article><h1>The pier is closed</h1><p>“Never again,” a fan wrote on Facebook.</p>{TWEET}<iframe src="cid:f1">'
    "</iframe></article></body></html>"
)
TEXT = (
    "---\ntitle: The pier is closed\ndate: 2024-05-13\n---\n\nThe office closed the pier.\n\nBest night on the coast "
    "— tove (@tove_on_dunes) May 12, 2024\n\n“Never again,” a fan wrote on Facebook. #Pier\n"
)
URL = "https://herald.example/pier"
ROWS = [
    {"url": f"{URL}/{n}", "title": f"Pier {n}", "date": "2024-05-13", "author": "Jo Roe", "text": TEXT * (n + 1)}
    for n in range(3)
]
RSS = (
    '<?xml version="1.0"?><rss version="2.0"><channel><title>Herald</title><item><title>Pier</title><link>'
    f"{URL}</link><guid>1</guid><pubDate>Mon, 13 May 2024 08:30:00 +0200</pubDate></item></channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Herald</title><entry><title>Pier</title><id>1</id><link href="'
    f'{URL}"/><published>2024-05-13T08:30:00+02:00</published></entry></feed>'
)
SITEMAP = (
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://herald.example/pier</loc>'
    "<lastmod>2024-05-13</lastmod></url></urlset>"
)
JSON_FEED = json.dumps(
    {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": 1, "url": URL, "date_published": "2024-05-13"}]}
)
WXR = (
    f'<?xml version="1.0"?><rss xmlns:content="c" xmlns:wp="w"><channel><title>Herald</title><item><title>Pier</title><link>{URL}'
    f"</link><content:encoded><![CDATA[<p>Rain.</p>\n\n{STATUS}\n\n{TWEET}]]></content:encoded><wp:status>publish</wp:status>"
    "</item></channel></rss>"
)
ENEX = (
    f"<en-export><note><title>Pier</title><content><![CDATA[<en-note>{TWEET}</en-note>]]></content></note></en-export>"
)
BLOCKS = {"title": "Pier", "components": [{"role": "body", "text": TEXT}, {"role": "tweet", "URL": STATUS}]}
LINES = [
    "The pier is closed",
    "The office closed the pier.",
    "“Never again,” a fan wrote on Facebook. #Pier",
    "May 12, 2024",
]
PRESS = "".join(
    f"                {n} of 2 DOCUMENTS\n\n\n      The Herald\n\n   May 1{n}, 2024 Monday\n\nPier {n}\n\nLENGTH: 9 words\n\n"
    f"The office closed the pier.\n\n“Never again,” a fan wrote on Facebook.\n\nLOAD-DATE: May 14, 2024\n\n"
    for n in (1, 2)
)
#: The kinds that are feeds and sitemaps, which `read_listing` reads.
LISTINGS = (".rss", ".atom", ".sitemap", ".feed.json")
#: What breaks readers: controls, deep and endless things, numbers that are none, halves of characters, bad dates.
TOKENS = (
    b"\r", b"\x00", b'"', b"'", b"<", b"&#0;", b"&#xD800;", b"]]>", b"<!--", b"{" * 60, b"[" * 3000, b"\xff\xfe",
    b"\xed\xa0\x80", b"\xe2\x80", b"\xf0\x9f", b"9" * 400, b"-1", b"1e999", b"NaN", b"null", b"true", b"0", b"%00", b"=?utf-8?q?=",
    b"=?x?b?!?=", b"\n\n", b"\r\n\r\n", b"From ", b'boundary=""', b"charset=rot13", b"charset=utf-16", b"http://[",
    b"https://x:99999999/", b"2024-99-99", b"0001-01-01T00:00:00Z", b"9999-12-31T23:59:59-14:00", b"\xd9\xa2\xd9\xa0",
    b"\xe2\x80\xae", b"\\ud800", b"\x1f\x8b\x08", b"PK\x03\x04", b"WARC/1.1\r\n", b"Content-Length: -5\r\n", b"PAR1", b"*0*=x;" * 20,
)  # fmt: skip
_NUMBER = re.compile(rb"\d+")


def mutated(content: bytes, roll, others=()) -> bytes:
    """Return a damaged copy of a file: some bytes changed, cut, doubled, swapped or from elsewhere."""
    found = bytearray(content)
    for _ in range(roll.choice((1, 1, 2, 3, 8))):
        at = roll.randrange(len(found) + 1)
        end = min(len(found), at + roll.choice((0, 1, 2, 4, 16, 100, 1000)))
        kind = roll.randrange(8)
        if kind == 0 and found:
            found[min(at, len(found) - 1)] ^= 1 << roll.randrange(8)
        elif kind == 1:
            found[at:end] = b""
        elif kind == 2:
            found[at:at] = found[at:end] * roll.choice((1, 2, 20))
        elif kind == 3:
            found[at:] = b""
        elif kind == 4 and others:
            other = roll.choice(others)
            begin = roll.randrange(len(other))
            found[at:end] = other[begin : begin + roll.choice((10, 100, 1000))]
        elif kind == 5 and (numbers := list(_NUMBER.finditer(found))):
            number = roll.choice(numbers)
            found[number.start() : number.end()] = roll.choice((b"0", b"-1", b"99999999999999999999", b"x", b"1.5"))
        else:
            found[at:end] = roll.choice(TOKENS)
    return bytes(found[:200_000])


def _warc(body: bytes) -> bytes:
    stream = io.BytesIO()
    writer = WARCWriter(stream, gzip=False)
    for number in range(2):
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        writer.write_record(
            writer.create_warc_record(
                f"{URL}/{number}",
                "response",
                payload=io.BytesIO(body),
                length=len(body),
                http_headers=headers,
                warc_headers_dict={"WARC-Date": "2024-05-14T10:00:00Z"},
            )
        )
    return stream.getvalue()


def _mail() -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = '"Harbour Herald" <news@herald.example>', "Ébb & flow: the pier"
    message["Date"] = "Mon, 13 May 2024 08:30:00 +0200"
    message.set_content(TEXT, cte="quoted-printable")
    message.add_alternative(PAGE, subtype="html", cte="quoted-printable")
    message.add_attachment(b"x" * 40, "application", "octet-stream", filename="fähre.bin")
    return message.as_bytes()


def _mhtml() -> bytes:
    body = quopri.encodestring(PAGE.encode()).decode()
    part = "--b\nContent-Type: text/html\nContent-ID: <{0}>\nContent-Transfer-Encoding: quoted-printable\nContent-Location: {1}\n\n{2}\n"
    head = f'From: <Saved by Blink>\nSnapshot-Content-Location: {URL}\nDate: Mon, 13 May 2024 08:30:00 -0000\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype="text/html";\n\tboundary="b"\n\n'
    return (head + part.format("p", URL, body) + part.format("f1", "cid:f1", body) + "--b--\n").encode()


def _webarchive(form) -> bytes:
    page = {"WebResourceData": PAGE.encode(), "WebResourceURL": URL, "WebResourceMIMEType": "text/html"}
    return plistlib.dumps({"WebMainResource": page, "WebSubframeArchives": [{"WebMainResource": page}]}, fmt=form)


def _parquet() -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(ROWS), stream)
    return stream.getvalue()


def _csv(delimiter: str) -> bytes:
    lines = [delimiter.join(ROWS[0])]
    lines += [delimiter.join('"' + value.replace('"', '""') + '"' for value in row.values()) for row in ROWS]
    return "\r\n".join(lines).encode()


def _record() -> str:
    return to_json(extract(Document(source="a.html", content=PAGE.encode(), url=URL)))


def wacz(files: dict[str, bytes]) -> bytes:
    """Pack files as a WACZ."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for name, content in files.items():
            package.writestr(name, content)
    return stream.getvalue()


def docx(paragraphs, link=STATUS) -> bytes:
    """Return a DOCX file; the last paragraph is a link."""
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    runs = [f"<w:r><w:t>{words}</w:t></w:r>" for words in paragraphs]
    runs[-1] = f'<w:hyperlink r:id="r1">{runs[-1]}</w:hyperlink>' if link else runs[-1]
    body = "".join(f"<w:p>{run}</w:p>" for run in runs)
    document = f'<?xml version="1.0"?><w:document xmlns:w="{w}" xmlns:r="r"><w:body>{body}</w:body></w:document>'
    relations = f'<Relationships xmlns="p"><Relationship Id="r1" Target="{link}"/></Relationships>'
    files = {"[Content_Types].xml": "<Types/>", "word/document.xml": document}
    return wacz(files | {"word/_rels/document.xml.rels": relations})


def odt(paragraphs, link=STATUS) -> bytes:
    """Return an ODT file; the last paragraph is a link."""
    spans = [f"<t:span>{words}</t:span>" for words in paragraphs]
    spans[-1] = f'<t:a xlink:href="{link}">{spans[-1]}</t:a>' if link else spans[-1]
    body = "".join(f"<t:p>{span}</t:p>" for span in spans)
    content = (
        f'<?xml version="1.0"?><o:document xmlns:o="o" xmlns:t="t" xmlns:xlink="x"><o:body>{body}</o:body></o:document>'
    )
    return wacz({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def epub(*chapters) -> bytes:
    """Return an e-book with chapters of HTML."""
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml"/>' for n, _ in enumerate(chapters))
    spine = "".join(f'<itemref idref="c{n}"/>' for n, _ in enumerate(chapters))
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>'
        f"The pier is closed</dc:title><dc:creator>Jo Roe</dc:creator><dc:source>{URL}</dc:source><dc:date>2024-05-13"
        f"</dc:date></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    files = {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "OPS/book.opf": book}
    return wacz(files | {f"OPS/c{n}.xhtml": chapter for n, chapter in enumerate(chapters)})


def rtf(paragraphs) -> bytes:
    """Return an RTF file."""
    head = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\info{\title x}}\f0 "
    written = (
        words.replace("“", r"\ldblquote ").replace("”", r"\'94").replace("—", r"\u8212?") for words in paragraphs
    )
    return (head + "".join(f"{words}\\par\n" for words in written) + "}").encode("ascii", "replace")


def pdf(lines) -> bytes:
    """Return a PDF file with one page."""
    shown = "".join(f"({line}) Tj T* " for line in lines).replace("“", r"\223").replace("”", r"\224")
    stream = f"BT /F1 10 Tf 12 TL 40 800 Td {shown} ET".encode("cp1252", "replace")
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 840]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n" % len(stream) + stream + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]  # fmt: skip
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj" % number + each + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    return (
        bytes(out)
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start
    )


def _package() -> dict[str, bytes]:
    resources = [{"path": "archive/a.warc", "hash": f"sha256:{'0' * 64}", "bytes": 9}]
    return {
        "archive/a.warc": _warc(PAGE.encode()),
        "pages/pages.jsonl": json.dumps({"url": f"{URL}/0", "title": "Pier", "ts": "2024-05-14T10:00:00Z"}).encode(),
        "datapackage.json": json.dumps({"profile": "data-package", "resources": resources}).encode(),
    }


@cache
def originals() -> dict[str, bytes]:
    """Return a file of each kind: the end of its name -> its content."""
    lines = "\n".join(map(json.dumps, ROWS)).encode()
    mail = _mail()
    return {
        ".html": PAGE.encode(), ".xhtml": PAGE.encode(), ".txt": TEXT.encode(), ".md": TEXT.encode(), "": TEXT.encode(),
        ".mhtml": _mhtml(), ".webarchive": _webarchive(plistlib.FMT_XML), ".bin.webarchive": _webarchive(plistlib.FMT_BINARY),
        ".warc": _warc(PAGE.encode()), ".wacz": wacz(_package()), ".eml": mail, ".mbox": b"From a Mon May 13 08:30:00 2024\n" + mail,
        ".csv": _csv(","), ".tsv": _csv("\t"), ".jsonl": lines, ".ndjson": lines, ".json": json.dumps(ROWS[0]).encode(),
        ".record.jsonl": _record().encode(), ".parquet": _parquet(), ".rss": RSS.encode(), ".atom": ATOM.encode(),
        ".sitemap": SITEMAP.encode(), ".feed.json": JSON_FEED.encode(), ".list.json": json.dumps(ROWS, indent=2).encode(),
        ".xml": WXR.encode(), ".enex": ENEX.encode(), ".docx": docx(LINES), ".odt": odt(LINES), ".rtf": rtf(LINES),
        ".epub": epub(PAGE), ".zip": wacz({"posts.csv": b"post_id,title\na,Pier\n", "a.html": PAGE.encode()}),
        ".note.md": f"Pier\n\n{TEXT}\n\nid: {'a' * 32}\nauthor: \nsource_url: https://herald.example/a\ntype_: 1".encode(),
        ".apa.txt": f'"Herald" vom 5.10.2016 Seite: 2\n\nRessort: Meer\n\nPier\n\n{TEXT}\n\n"Post" vom 6.10.2016 Seite: 1\n\nFerry\n\n{TEXT}'.encode(),
        ".press.html": f'<html><body><div class="article enArticle"><div>News</div><div id="hd"><span class="enHeadline">Pier</span></div><div>512 words</div><div>5 October 2016</div><div>Herald</div><div>HRLD</div><p class="articleParagraph ">{TEXT}</p><p>Document HRLD0000020161005ecab00001</p></div></body></html>'.encode(),
        ".any.xml": f'<?xml version="1.0"?><c><s><title>Pier</title><url>https://herald.example/a</url><text>{TEXT}</text></s></c>'.encode(),
        ".columns.json": json.dumps({name: {"0": value} for name, value in ROWS[0].items()}).encode(),
        ".press.txt": PRESS.encode(), ".blocks.json": json.dumps(BLOCKS).encode(),
    } | ({".pdf": pdf(LINES)} if find_spec("pypdf") else {})  # fmt: skip


def mutant(roll) -> tuple[str, bytes]:
    """Return the end of a name and the content of a damaged file.

    Of packed kinds, also damaged content in a sound package.
    """
    kind = roll.choice(sorted(originals()))
    content, others = originals()[kind], list(originals().values())
    if kind == ".wacz" and roll.random() < 0.7:
        files = _package()
        name = roll.choice(sorted(files))
        return kind, wacz(files | {name: mutated(files[name], roll, others)})
    content = mutated(content, roll, others)
    if kind in {".warc", ".csv", ".jsonl", ".eml", ".mbox"} and roll.random() < 0.3:
        return f"{kind}.gz", gzip.compress(content, 1)
    return kind, content
