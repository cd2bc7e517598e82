"""Detect articles among other files, and HTML or text, by content; names and declarations break ties."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.values import json_of

if TYPE_CHECKING:
    from scraper.records import Kind

Declared = Literal["html", "text", "markdown"] | None

#: Media types of possible articles; what has none is judged by its content.
ARTICLE_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
_SUFFIXES: dict[str, Declared] = {".html": "html", ".htm": "html", ".xhtml": "html", ".txt": "text", ".md": "markdown"}
_PAGES: dict[str, Declared] = {"text/html": "html", "application/xhtml+xml": "html"}
_TYPES: dict[str, Declared] = {**_PAGES, "text/plain": "text", "text/markdown": "markdown"}


@cache
def vocabulary(name: str = "corpora") -> dict[str, Any]:
    """Return the tables of a file in ``config/``."""
    return packaged(f"{name}.toml")


_URL_LIST = "a list of URLs: pass it with --urls, or as urls_file in voxpop.toml"
FEED = "a feed or sitemap: add it as a source in voxpop.toml"
DATABASE = "a list of articles of Kikuzo or Yomidasu, which is not split: save each article as text"
REFERENCES = "a list of references, without articles: export their URLs as CSV or CSL JSON"
JSON = "JSON, but not a corpus of articles: use a file with a text, a page or a URL in each row"

_MARKS = b"\x00\xef\xbb\xbf\xfe\xff"
_BLANKS = b" \t\r\n\f" + _MARKS
#: Bytes that do not occur in text: C0 controls except tab, line feed, form feed, return and escape; and delete.
_CONTROLS = bytes({*range(32), 127} - {9, 10, 12, 13, 27})
_SAMPLE = 64 * 1024
_BINARY_SHARE, _LONGEST_SIGNATURE = 0.05, 20

_FLOW = (
    "a|article|aside|audio|b|blockquote|br|center|details|div|em|figure|footer|form|h[1-6]|header|hr|i|iframe|img"
    "|li|link|main|nav|noscript|ol|p|picture|pre|script|section|small|span|strong|style|svg|table|u|ul|video"
)
_PAGE = "html|head|body|meta|title|base"
_PAGE_START = lazy_regex(rf"<(?:!doctype\s+html|{_PAGE})(?=[\s/>])", re.IGNORECASE)
_FLOW_START = lazy_regex(rf"<(?:{_FLOW})(?=[\s/>])", re.IGNORECASE)
_HTML_NAME = lazy_regex(rf"{_PAGE}|{_FLOW}", re.IGNORECASE)
_ANY_TAG = lazy_regex(rf"</?(?:{_PAGE}|{_FLOW})(?=[\s/>])", re.IGNORECASE)
_FEEDS = frozenset({"rss", "feed", "rdf", "urlset", "sitemapindex"})
_ROOT = lazy_regex(r"<(?:[\w.-]{1,40}:)?([A-Za-z_][\w.-]{0,60})(?=[\s/>])")
_DOCTYPE = lazy_regex(r"<!DOCTYPE\s[^<>\[\]]{0,400}(?:\[[^\]]{0,3000}\]\s*)?>")
#: By the title, or by the first words of a page or a text: an article may name such a database.
_OF_DATABASES = lazy_regex(
    "<title>\\s*(?:ヨミダス歴史館|朝日新聞記事検索サービス)"
    "|(?:\\A|<title>|<body[^<>]{,400}>)(?:\\s|<[^<>]{,400}>){,40}朝日新聞社 聞蔵II(?:ビジュアル)?\\s*[<\\n:|]".encode()
)
#: Signs of these databases; searching for them first is ten times faster than the pattern.
_SIGNS = ("ヨミダス歴史館".encode(), "朝日新聞".encode())
#: RIS, EndNote's export format and BibTeX.
_REFERENCES = lazy_regex(rb"(?:\xef\xbb\xbf)?\s{0,100}(?:TY  - |%0 [A-Z]|@[a-zA-Z]{4,20}\{[^\s,{}]{1,100},\s*\n)")
_URL_LINE = lazy_regex(rb"\s*https?://\S+\s*", re.IGNORECASE)
#: White space, comments and processing instructions.
_PROLOG = lazy_regex(r"[\s\ufeff\x00]*+(?:(?:<!(?=--).*?-->|<\?[^>]*+>)[\s\ufeff\x00]*+)*+", re.DOTALL)


def not_an_article(content: bytes) -> str | None:
    """Return why bytes cannot be an article, as words to follow the file's name; None if they can.

    >>> not_an_article(b"%PDF-1.7 ...")
    'is a PDF: save its text first'
    >>> not_an_article(b"<p>Fans were quick to answer.</p>")
    """
    if not content.strip(_BLANKS):
        return f"{'has only white space' if content.strip(_MARKS) else 'is empty'}: nothing to read"
    head = content[:_LONGEST_SIGNATURE].decode("latin-1")
    for signature, name in vocabulary()["signatures"].items():
        if head.startswith(signature):
            return f"is {name}"
    if is_binary(content[:_SAMPLE]):
        return "is binary data of an unknown kind: export it again, as HTML or text"
    if (root := _unknown_xml(content)) == "opml":
        return "is a list of feeds (OPML): add its feeds as sources in voxpop.toml"
    if root is not None:
        return f"is XML of an unknown kind (<{root}>): export it as HTML, text or JSON"
    others = (
        (_is_of_database, DATABASE),
        (_REFERENCES.match, REFERENCES),
        (is_feed, FEED),
        (_is_json, JSON),
        (is_url_list, _URL_LIST),
    )
    return next((f"is {name}" for is_one, name in others if is_one(content)), None)


def is_binary(sample: bytes) -> bool:
    """Return True for bytes that are no text in any encoding."""
    if wide_encoding(sample) is not None:
        return False
    return len(sample) - len(sample.translate(None, _CONTROLS)) > _BINARY_SHARE * len(sample)


def _is_json(content: bytes) -> bool:
    """Return True if a whole document is one table or list of JSON; "[Music]" is a text."""
    inside = content.strip(_BLANKS)
    return inside.startswith((b"{", b"[")) and inside.endswith((b"}", b"]")) and json_of(inside) is not None


def is_feed(content: bytes) -> bool:
    """Return True if bytes are a feed or sitemap in XML, by the root element."""
    return (root_of(content[:_SAMPLE]) or "").lower() in _FEEDS


def root_of(head: bytes) -> str | None:
    """Return the local name of the first element of markup, by the first bytes of a file; None without one."""
    text = _DOCTYPE.sub("", _beginning(head), count=1)
    found = _ROOT.match(text, markup_start(text))
    return found[1] if found else None


def _beginning(head: bytes) -> str:
    return head.decode(wide_encoding(head) or "latin-1", "replace").removeprefix("\ufeff").removeprefix("ï»¿")


def _unknown_xml(content: bytes) -> str | None:
    """Return the root of XML that is no page, feed or sitemap; None for anything else."""
    head = content[:_SAMPLE]
    root = root_of(head)
    is_xml = root == "opml" or b"<?xml" in head.replace(b"\x00", b"")[:100]
    is_other = is_xml and root is not None and not (_HTML_NAME.fullmatch(root) or is_feed(content))
    return root if is_other else None


def is_url_list(content: bytes) -> bool:
    """Return True if all lines are URLs or comments; an article may begin with such a line."""
    text = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"http", b"#")):
        return False
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(b"#")]
    return bool(lines) and all(map(_URL_LINE.fullmatch, lines))


def _is_of_database(content: bytes) -> bool:
    return any(sign in content for sign in _SIGNS) and _OF_DATABASES.search(content) is not None


def wide_encoding(content: bytes) -> str | None:
    """Return the name of a UTF-16 or UTF-32 encoding, by its byte order mark or pattern of NUL bytes."""
    if content.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    sample = content[:2048]
    half = len(sample) // 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if half >= 8 and odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if half >= 8 and even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def kind_of(text: str, declared: Declared) -> Kind:
    """Return whether a document is HTML or text.

    A document that begins with a tag is HTML whatever its name; one declared as HTML without a tag is text.
    Markdown often begins with a tag (a centred picture), so for it only the start of a whole page counts.
    """
    start = markup_start(text)
    if _PAGE_START.match(text, start) or (declared != "markdown" and _FLOW_START.match(text, start)):
        return "html"
    return "html" if declared == "html" and _ANY_TAG.search(text) else "text"


def begins_page(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a whole page."""
    text = _beginning(head)
    return _PAGE_START.match(text, markup_start(text)) is not None


def essence_of(media_type: str | None) -> str:
    """Return a media type in lower case, without its parameters; empty without one."""
    return (media_type or "").partition(";")[0].strip().lower()


def declared_kind(source: str, media_type: str | None) -> Declared:
    """Return the kind declared by the media type; without one, by the suffix of the name."""
    if media_type is not None:
        return _TYPES.get(essence_of(media_type))
    stem, dot, suffix = source.rstrip("/").rpartition("/")[2].rpartition(".")
    return _SUFFIXES.get(f"{dot}{suffix.lower()}") if stem else None


def markup_start(text: str) -> int:
    """Return the offset after leading white space, comments and processing instructions."""
    return found.end() if (found := _PROLOG.match(text)) else 0
