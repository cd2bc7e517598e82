"""Read documents of office programs and e-books: DOCX, ODT, EPUB, RTF and PDF, as text, or as HTML if they link posts.

The first three are ZIP files with XML, of which only paragraphs and links matter here: lxml reads them within the
limits of all input, which the libraries for them do not have. RTF is read in one pass. PDF requires pypdf.
"""

from __future__ import annotations

import codecs
import html
import io
import logging
import posixpath
import re
import zipfile
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import DocumentError, NoCorpusError
from scraper.input.corpora import identity, stated_in
from scraper.input.press import documents_in, may_be_export
from scraper.input.streaming import SAFE_XML, Allowance, OverlongError, local_name
from scraper.patterns import lazy_regex
from scraper.records import Declared, Document
from scraper.registry import recognise
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scraper.errors import SourceError

#: A file inside that shows the kind of a ZIP file.
MAIN_FILES = {"word/document.xml": "docx", "content.xml": "odt", "META-INF/container.xml": "epub",
              "xl/workbook.xml": "xlsx", "ppt/presentation.xml": "pptx"}  # fmt: skip
_OTHERS = {"xlsx": "is a spreadsheet: save it as CSV", "pptx": "is a presentation, not an article: save its text"}
_MOST_GROWTH, _SMALL = 200, 5_000_000
#: Most bytes of the drawing of a page, unpacked: a megabyte takes some seconds; newspapers have 0.2 MB.
_MOST_OF_PAGE = 3_000_000
_MOST_PARAGRAPHS, _MOST_PAGES, _MOST_CHAPTERS = 200_000, 2_000, 2_000
#: Most CPU seconds for one file; a page of a PDF takes some 20 ms.
_SECONDS = 60.0
#: A shorter part of a book is a cover or a list of contents; a longer first paragraph is no headline.
_SHORTEST, _LONGEST_TITLE = 60, 200
_HIDDEN = frozenset({"instrText", "delText", "annotation", "tracked-changes", "sequence-decls", "del", "moveFrom"})
_CONTENTS = lazy_regex(r"(?:^|[/_.-])(?:nav|toc|cover|title_?page|copyright|index_u|feed_\d+/index)", re.IGNORECASE)


def documents(source: str, stream: IO[bytes], kind: str, max_bytes: int) -> Iterator[Document | SourceError]:
    """Yield the articles of a document; an export of a press database may have several.

    `kind` is ``docx``, ``odt``, ``epub``, ``rtf`` or ``pdf``; `max_bytes` bounds each unpacked part and each article.
    """
    if kind in _OTHERS:
        yield NoCorpusError(source, _OTHERS[kind])
        return
    try:
        if kind == "epub":
            yield from _chapters(source, stream, max_bytes)
        else:
            yield _document(source, _READERS[kind](stream, max_bytes))
    except ModuleNotFoundError:
        yield NoCorpusError(source, "is a PDF, which requires pypdf: install `voxpop[documents]`")
    except OverlongError as error:
        yield DocumentError(source, f"{error}: save its text")
    except Exception as error:  # noqa: BLE001 -- pypdf raises whatever its parts raise on damaged files
        yield DocumentError(source, f"is a damaged {kind.upper()} ({type(error).__name__}): save it again, or its text")


def _document(source: str, paragraphs: list[tuple[str, str]]) -> Document:
    """Return the article with the text and the HTML of each paragraph: as HTML if they link posts, else as text."""
    text = "\n\n".join(each for each, _ in paragraphs if each.strip())
    page = "\n".join(markup for _, markup in paragraphs)
    links_posts = any(recognise(html.unescape(link)) for link in _HREF.findall(page)[:_MOST_PAGES])
    content = text.encode("utf-8", "replace")
    is_page = links_posts and not (may_be_export(content, is_page=False) and documents_in(text))
    if is_page:
        content = f"<!doctype html><meta charset=utf-8><article>{page}</article>".encode("utf-8", "replace")
    first = next((" ".join(each.split()) for each, _ in paragraphs if each.strip()), "")
    return Document(
        source=source,
        content=content,
        media_type=f"text/{'html' if is_page else 'plain'}; charset=utf-8",
        declared=Declared(listed_title=first if len(first) < _LONGEST_TITLE else None),
        digest=identity(content, Declared()),
    )


_HREF = lazy_regex(r"<a href=\"([^\"]{1,2000})\"")


def _member(package: zipfile.ZipFile, name: str, max_bytes: int) -> bytes:
    """Return a file of a package; raise `OverlongError` for one that unpacks to too much."""
    entry = package.getinfo(name)
    is_bomb = entry.file_size > _SMALL and entry.file_size > _MOST_GROWTH * max(entry.compress_size, 1)
    if is_bomb or entry.file_size > 4 * max_bytes:
        raise OverlongError(f"has a part that unpacks to {entry.file_size:,} bytes")
    with package.open(entry) as file:
        return file.read(4 * max_bytes)


def _xml(content: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(content, etree.XMLParser(remove_comments=True, **SAFE_XML))


def _docx(stream: IO[bytes], max_bytes: int) -> list[tuple[str, str]]:
    with zipfile.ZipFile(stream) as package:
        body = _xml(_member(package, "word/document.xml", max_bytes))
        links = {}
        if "word/_rels/document.xml.rels" in package.namelist():
            relations = _xml(_member(package, "word/_rels/document.xml.rels", max_bytes))
            links = {each.get("Id"): each.get("Target") for each in relations}
    return _paragraphs(body, links, only_runs=True)


def _odt(stream: IO[bytes], max_bytes: int) -> list[tuple[str, str]]:
    with zipfile.ZipFile(stream) as package:
        body = _xml(_member(package, "content.xml", max_bytes))
    if body.find(".//{*}spreadsheet") is not None:
        raise OverlongError("is a spreadsheet")
    return _paragraphs(body, {}, only_runs=False)


def _paragraphs(root: Any, links: dict[str, str], *, only_runs: bool) -> list[tuple[str, str]]:
    from lxml import etree

    found: list[tuple[str, str]] = []
    here = _Paragraph()
    for event, element in etree.iterwalk(root, events=("start", "end")):
        name, is_start = local_name(element.tag), event == "start"
        here.hidden += (name in _HIDDEN) * (1 if is_start else -1)
        if name in {"p", "h"}:
            found += here.ended()
            here.tag = "h1" if name == "h" and not found else "p"
            if len(found) > _MOST_PARAGRAPHS:
                raise OverlongError(f"has more than {_MOST_PARAGRAPHS:,} paragraphs")
        elif is_start:
            is_title = name == "pStyle" and any("itle" in value for value in element.attrib.values())  # Title, Subtitle
            here.tag = "h1" if is_title and not found else here.tag
            here.add(_BREAKS.get(name))
        if (link := _link(element, links)) is not None:
            here.markup.append(f'<a href="{html.escape(link)}">' if is_start else "</a>")
        here.add(_text_at(element, is_start=is_start, only_runs=only_runs))
    return [*found, *here.ended()]


def _text_at(element: Any, *, is_start: bool, only_runs: bool) -> str | None:
    """Return the text at the start of an element, or after its end; in DOCX only runs have text."""
    if only_runs:
        return element.text if is_start and local_name(element.tag) == "t" else None
    text: str | None = element.text if is_start else element.tail
    is_between = not is_start and text is not None and "\n" in text and text.isspace()
    return None if is_between else text


class _Paragraph:
    def __init__(self) -> None:
        self.words: list[str] = []
        self.markup: list[str] = []
        self.tag, self.hidden = "p", 0

    def add(self, text: str | None) -> None:
        if text and not self.hidden:
            self.words.append(text)
            self.markup.append(html.escape(text, quote=False))

    def ended(self) -> list[tuple[str, str]]:
        """Return the paragraph, if it has words, and begin another."""
        words, markup = "".join(self.words), "".join(self.markup)
        self.words, self.markup = [], []
        return [(words, f"<{self.tag}>{markup}</{self.tag}>")] if words.strip() else []


_BREAKS = {"br": "\n", "cr": "\n", "line-break": "\n", "tab": " ", "s": " "}


def _link(element: Any, links: dict[str, str]) -> str | None:
    if local_name(element.tag) not in {"hyperlink", "a"}:
        return None
    named = {local_name(name): value for name, value in element.attrib.items()}
    return http_url(links.get(named.get("id", "")) or named.get("href") or "")


def _chapters(source: str, stream: IO[bytes], max_bytes: int) -> Iterator[Document | SourceError]:
    """Yield the chapters of an e-book; programs that make books of news have one for each article."""
    with zipfile.ZipFile(stream) as package:
        container = _xml(_member(package, "META-INF/container.xml", max_bytes))
        path = next(each.get("full-path") for each in container.iter("{*}rootfile"))
        book = _xml(_member(package, path, max_bytes))
        places = [(href, posixpath.normpath(posixpath.join(posixpath.dirname(path), href))) for href in _order(book)]
        chapters = [(href, _member(package, place, max_bytes)) for href, place in places]
    pages = [(href, content) for href, content in chapters if len(_MARKUP.sub(b"", content)) > _SHORTEST]
    said = {local_name(each.tag): each.text for each in book.iter("{http://purl.org/dc/elements/1.1/}*")}
    names = {"title": "title", "author": "creator", "url": "source", "language": "language", "published": "date"}
    wanted = names if len(pages) == 1 else ("language", "published")  # the title is that of the book
    url, declared, _ = stated_in({name: said.get(names[name]) for name in wanted})
    for href, content in pages:
        yield Document(
            source=f"{source}!{href}", content=content, url=url, declared=declared, media_type="application/xhtml+xml"
        )
    if not pages:
        yield DocumentError(source, "is an e-book without chapters of text: nothing to read")


def _order(book: Any) -> list[str]:
    """Return the files of the chapters in reading order, without lists of contents and covers."""
    items = [each for each in book.iter("{*}item") if "nav" not in (each.get("properties") or "")]
    files = {each.get("id"): each.get("href") for each in items}
    order = [files[each.get("idref")] for each in book.iter("{*}itemref") if each.get("idref") in files]
    return [href for href in order[:_MOST_CHAPTERS] if not _CONTENTS.search(href)]


_MARKUP = lazy_regex(rb"<(?:style|script|head)\b[^>]{0,500}>[^<]{0,100000}|<[^<>]{0,2000}>|\s+")


def _pdf(stream: IO[bytes], max_bytes: int) -> list[tuple[str, str]]:
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # damage is reported here

    reader = pypdf.PdfReader(io.BytesIO(stream.read(max_bytes + 1)))
    if len(reader.pages) > _MOST_PAGES:
        raise OverlongError(f"has {len(reader.pages):,} pages, more than {_MOST_PAGES:,}")
    allowance, texts = Allowance(_SECONDS), []
    for page in reader.pages:
        allowance.check()
        drawn = page.get_contents()
        if drawn is not None and len(drawn.get_data()) > _MOST_OF_PAGE:
            raise OverlongError(f"has a page whose drawing has more than {_MOST_OF_PAGE:,} bytes")
        texts.append(page.extract_text())
    lines = "\n".join(texts)
    if not lines.strip():
        raise OverlongError("is a PDF without text, perhaps a scan")
    return _marked_up(re.split(r"\n\s*\n", lines))


_TOKEN = lazy_regex(
    rb"\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)
_SKIPPED = frozenset(
    b"fonttbl colortbl stylesheet info pict header footer headerl headerr footerl footerr object themedata listtable"
    b" listoverridetable rsidtbl generator xmlnstbl datastore latentstyles fldinst filetbl revtbl nonshppict".split()
)
_SIGNS = {
    b"par": "\n\n", b"sect": "\n\n", b"page": "\n\n", b"line": "\n", b"row": "\n", b"cell": " ", b"tab": " ",
    b"emdash": "—", b"endash": "–", b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”",
    b"bullet": "•", b"~": " ", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}",
}  # fmt: skip


def _rtf(stream: IO[bytes], max_bytes: int) -> list[tuple[str, str]]:
    reader = _Rtf()
    for token in _TOKEN.findall(stream.read(max_bytes)):
        reader.take(token)
    return _marked_up(words.strip() for words in reader.text().split("\n\n"))


def _marked_up(paragraphs: Iterable[str]) -> list[tuple[str, str]]:
    return [(words, f"<p>{html.escape(words, quote=False)}</p>") for words in paragraphs]


class _Rtf:
    """The text of an RTF file: groups in braces, some without text, of control words and encoded characters."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._groups: list[tuple[bool, int]] = []
        self._is_skipped, self._page = False, "cp1252"
        #: How many characters replace one of Unicode for older programs, and how many of them are still to come.
        self._replacing, self._left = 1, 0

    def take(self, token: tuple[bytes, ...]) -> None:
        """Read one token, given as the groups of `_TOKEN`."""
        word, number, byte, sign, brace, plain = token
        self._is_skipped = self._is_skipped or sign == b"*" or word in _SKIPPED
        if brace == b"{":
            self._groups.append((self._is_skipped, self._replacing))
        elif brace == b"}":
            self._is_skipped, self._replacing = self._groups.pop() if self._groups else (False, 1)
        elif word == b"ansicpg":
            with suppress(LookupError):
                self._page = codecs.lookup(f"cp{number.decode()}").name
        elif word == b"uc":
            self._replacing = min(int(number or b"1"), 9)
        elif word == b"u" and not self._is_skipped:
            self._parts.append(chr(int(number or b"63") % 65536))
            self._left = self._replacing
        elif not self._is_skipped:
            self._add(_SIGNS.get(word or sign, ""), byte, plain)

    def _add(self, sign: str, byte: bytes, plain: bytes) -> None:
        """Add a sign or characters, without those that replace one of Unicode."""
        if self._left and (byte or plain):
            self._parts.append(plain[self._left :].decode(self._page, "replace"))
            self._left = max(0, self._left - (len(plain) or 1))
        else:
            self._parts.append(f"\udc00{byte.decode()}" if byte else sign or plain.decode(self._page, "replace"))

    def text(self) -> str:
        """Return the text; bytes of one character are decoded together."""
        text = _HALVES.sub(self._decoded, "".join(self._parts))
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _decoded(self, half: re.Match[str]) -> str:
        return bytes.fromhex(half[0].replace("\udc00", "")).decode(self._page, "replace")


_HALVES = lazy_regex("(?:\udc00[0-9a-fA-F]{2})+")


_READERS = {"docx": _docx, "odt": _odt, "rtf": _rtf, "pdf": _pdf}
