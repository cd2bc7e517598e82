"""Read trees of JSON and XML: the articles inside them, and the page that a list of parts describes.

Ghost, Apple News, Arc (ANS), block editors and others write an article as a list of typed parts; WordPress,
Evernote, Blogger, trafilatura and corpora of linguists write XML. Each becomes a row of a table: the names of its
fields are those of ``config/corpora.toml``, where a new vocabulary is a new row.
"""

from __future__ import annotations

import html
import re
from typing import IO, TYPE_CHECKING, Any

from scraper.input.kinds import root_of, vocabulary, wide_encoding
from scraper.input.streaming import SAFE_XML, local_name
from scraper.input.streams import bounded_lines
from scraper.input.tables import Row
from scraper.patterns import lazy_regex
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_DEEPEST, _MOST_PARTS, _MOST_FIELDS, _MOST_OBJECTS = 12, 20_000, 1000, 200_000


def articles_in(tree: Any, is_wanted: Callable[[Mapping[str, Any]], bool]) -> Iterator[dict[str, Any]]:
    """Yield the objects in JSON that are articles, in order; those with fields in objects inside them, flattened."""
    waiting, left = [(tree, 0)], _MOST_OBJECTS
    while waiting and left:
        node, depth = waiting.pop()
        if isinstance(node, dict):
            left -= 1
            found = flattened(node)
            if is_wanted(found):
                yield found
                continue
        inner = [_named(*each) for each in node.items()] if isinstance(node, dict) else node
        if depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in reversed(list(inner)) if isinstance(each, dict | list)]


def _named(name: str, value: Any) -> Any:
    """Return a value in an object; with its name as its URL, if it is one."""
    return {"url": name} | value if isinstance(value, dict) and name.startswith("http") and http_url(name) else value


def by_row(row: Row) -> Iterator[Row]:
    """Yield the rows of a table that pandas wrote by columns, or with its columns apart; any other row itself."""
    values = row.values
    names, data = values.get("columns"), values.get("data")
    if isinstance(names, list) and isinstance(data, list) and all(isinstance(each, list) for each in data):
        for number, cells in enumerate(data, 1):
            yield Row(row.line, dict(zip(map(str, names), cells, strict=False)), part=number)
        return
    columns = list(values.values()) if len(values) > 1 else [None]
    keys = columns[0].keys() if isinstance(columns[0], dict) else ()
    if "0" not in keys or any(not isinstance(each, dict) or each.keys() != keys for each in columns):
        yield row
        return
    for number, key in enumerate(keys, 1):
        yield Row(row.line, {name: each[key] for name, each in values.items()}, part=number)


def flattened(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with the fields of the objects in it: ``{"fields": {"body": …}}``."""
    inner = [
        each
        for name in vocabulary()["json"]["wrappers"]
        if isinstance(each := node.get(name), dict) and len(each) < _MOST_FIELDS
    ]
    return {name: value for each in reversed(inner) for name, value in each.items()} | {**node}


def page_of_blocks(parts: Any) -> bytes:
    r"""Return the page that a list of typed parts describes; empty if they have no words.

    >>> page_of_blocks([{"role": "title", "text": "Pier closes"}, {"role": "body", "text": "Fans < answered."}])
    b'<h1>Pier closes</h1>\n<p>Fans &lt; answered.</p>'
    """
    found = "\n".join(_elements(parts, 0))
    return found.encode("utf-8", "replace") if "<" in found else b""


def _elements(part: Any, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(part, str):
        yield from _paragraphs(part, "p")
    elif isinstance(part, list):
        for each in part[:_MOST_PARTS]:
            yield from _elements(each, depth + 1)
    elif isinstance(part, dict):
        yield from _element(part, depth)


def _element(part: Mapping[str, Any], depth: int) -> Iterator[str]:
    part = {str(name).lower(): value for name, value in part.items()}
    role = str(part.get("role") or part.get("type") or "").lower()
    role = role.rstrip("123456")
    if raw := _first(part, vocabulary()["json"]["html"]):
        yield raw
    elif words := _first(part, vocabulary()["json"]["words"]):
        yield from _paragraphs(words, vocabulary()["json"]["roles"].get(role, "p"))
    elif (address := _first(part, vocabulary()["json"]["addresses"])) and http_url(address):
        shown = html.escape(address)
        yield f'<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n{shown}\n</div></figure>'
    for name in vocabulary()["json"]["inside"]:
        if isinstance(part.get(name), list | dict):
            yield from _elements(part[name], depth + 1)


def _paragraphs(words: str, tag: str) -> Iterator[str]:
    if words.lstrip().startswith("<"):
        yield words
        return
    is_markup = "</" in words
    for paragraph in words.split("\n\n"):
        if paragraph.strip():
            yield f"<{tag}>{paragraph if is_markup else html.escape(paragraph, quote=False)}</{tag}>"


def _first(part: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    for name in names:
        value: Any = part
        for step in name.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, str) and value.strip():
            return value
    return None


#: Most elements of one article in XML, and of everything around the articles.
_MOST_ELEMENTS = 200_000
#: Attributes that hold the value of an element without words, best first.
_VALUES = ("href", "url", "target", "when", "norm", "term", "name", "value")
#: Fewest characters of a feed's description that is the article.
_WHOLE = 1000


def xml_vocabulary(head: bytes) -> Mapping[str, Any] | None:
    """Return the vocabulary of XML with articles, by the first bytes of the file; None for any other file."""
    is_markup = head.lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t\x00").startswith(b"<")
    root = root_of(head) if is_markup else None
    return vocabulary()["xml"].get(root) or _guessed(head, root) if root else None


def _guessed(head: bytes, root: str) -> Mapping[str, Any] | None:
    """Return the vocabulary of other XML: an article is the element around the first title."""
    if b"<?xml" not in head[:100].replace(b"\x00", b"") or root.lower() in _OTHER_XML:
        return None
    within: list[str] = []
    for found in _XML_TAG.finditer(head.decode(wide_encoding(head) or "utf-8", "replace")):
        if found["name"] in _TITLES and within:
            return {"item": [within[-1]], "unknown": root}
        if found["end"]:
            within = within[:-1]
        elif found["name"] and not found["empty"]:
            within.append(found["name"])
    return None


_XML_TAG = lazy_regex(
    r"<!\[CDATA\[.{0,4000}?\]\]>|<!--.{0,4000}?-->"
    r"|<(?P<end>/?)(?:[\w.-]{1,40}:)?(?P<name>[A-Za-z_][\w.-]{0,60})(?:\s[^<>]{0,2000}?)?(?P<empty>/?)>",
    re.DOTALL,
)
_TITLES = frozenset({"title", "Title", "TITLE", "headline", "Headline", "HEADLINE", "titre", "titel", "titolo"})
#: Roots of XML that has titles, and is no export of articles.
_OTHER_XML = frozenset({"html", "head", "body", "opml", "plist", "svg", "urlset", "sitemapindex", "project", "package"})


def xml_rows(stream: IO[bytes], kind: Mapping[str, Any], max_bytes: int) -> Iterator[Row]:
    """Yield the articles in XML as rows; one, of at most `max_bytes`, is in memory at a time.

    `kind` has the elements of articles, and paths of fields: a table of ``config/corpora.toml``.
    """
    from lxml import etree

    wanted, outer = {*kind["item"]}, dict[str, str]()
    depth = count = line = 0
    item, root = None, ""
    bounded = _Bounded(stream, lambda: item, max_bytes)
    events = etree.iterparse(bounded, ("start", "end"), remove_comments=True, remove_pis=True, recover=True, **SAFE_XML)
    try:
        for event, element in events:
            if event == "start":
                root = root or local_name(element.tag)
                depth, count = depth + 1, count + 1
                if count > _MOST_ELEMENTS:
                    yield Row(line, problem=f"has more than {_MOST_ELEMENTS:,} elements in one article: split it")
                    return
                if item is None and not wanted.isdisjoint({"", local_name(element.tag)}):
                    item, line = element, element.sourceline or 0
                continue
            depth -= 1
            if element is item:
                yield Row(line, outer | _row_of(element, kind.get("paths", {})))
                item, count = None, 0
            elif item is None and depth < 3:
                _note_outer(outer, element)
            if item is None:
                _forget(element)
        if bounded.is_cut(root, events.error_log):
            yield Row(line, problem="is the last article before the end of a file that is cut off: export it again")
    except (etree.XMLSyntaxError, UnicodeDecodeError, LookupError) as error:
        yield Row(line, problem=f"is damaged XML ({str(error).partition(',')[0]}): export it again")


def _note_outer(outer: dict[str, str], element: Any) -> None:
    """Add the text of an element outside of all articles to the fields of each, if few were added before."""
    if len(element) == 0 and len(outer) < 20:
        outer.setdefault(f"feed{local_name(element.tag)}", (element.text or "")[:500])


#: Bytes at the end of a file that contain the end of its root element.
_LONGEST_END = 200


class _Bounded:
    """A stream that ends when an article in it is too large."""

    def __init__(self, stream: IO[bytes], item: Callable[[], Any], most: int) -> None:
        self._stream, self._item, self._most = stream, item, most
        self._last: Any = None
        self._read = 0
        self._end = b""

    def is_cut(self, root: str, errors: Any) -> bool:
        is_open = any(error.type_name == "ERR_TAG_NOT_FINISHED" for error in errors)
        return is_open and not re.search(rb"</(?:[\w.-]+:)?%b\s*>" % root.encode(), self._end.replace(b"\0", b""))

    def read(self, size: int) -> bytes:
        self._read = 0 if self._item() is not self._last else self._read + size
        self._last = self._item()
        found = self._stream.read(size) if self._read <= 2 * self._most else b""
        self._end = (self._end + found)[-_LONGEST_END:]
        return found


def _forget(element: Any) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _row_of(element: Any, paths: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    values: dict[str, Any] = {local_name(name): value for name, value in element.attrib.items()}
    for child in filter(_is_of_article, element):
        values.setdefault(_column_of(child), _value_of(child))
    for name, its_paths in paths.items():
        if found := [each for path in its_paths if (each := element.find(path)) is not None]:
            column = "contenthtml" if name == "content" and any(map(len, found)) else name
            values[column] = "\n\n".join(map(_value_of, found))
    said = values.get("description") or values.get("summary") or ""
    return ({"contenthtml": said} if not values.get("encoded") and _is_whole(said) else {}) | values


def _is_whole(said: str) -> bool:
    """Return True if a feed's description is the article itself, not a teaser."""
    return len(said) > _WHOLE or said.count("<p") > 1 or "<blockquote" in said


def _is_of_article(child: Any) -> bool:
    """Return False for a link to anything else, and for a category that is only a tag."""
    name = local_name(child.tag)
    if name == "link":
        return bool(child.get("rel", "alternate") == "alternate")
    return name != "category" or "#" in (child.get("term") or child.get("domain") or "")


def _column_of(child: Any) -> str:
    """Return the column of an element: its name, or that of a page if it holds HTML."""
    name = local_name(child.tag)
    is_html = name == "main" or (name == "content" and child.get("type") in {"html", "xhtml", "text/html"})
    return "contenthtml" if is_html else name


def _value_of(element: Any) -> str:
    """Return the value of an element: its HTML, the name of a person, its words or its attribute."""
    named = next((child for child in element if local_name(child.tag) == "name"), None)
    if named is not None:
        return named.text or ""
    if len(element):
        return _as_html(element)
    text = _PROLOG.sub("", (element.text or "").strip(), count=1)
    return text or next((element.get(name) for name in _VALUES if element.get(name)), "")


def _as_html(element: Any) -> str:
    from lxml import etree

    names = vocabulary()["xml-to-html"]
    for each in element.iter(etree.Element):
        name, target = local_name(each.tag), each.get("target")
        each.tag = names.get(name, name)
        if target:
            each.set("href", target)
    etree.cleanup_namespaces(element)
    inside = [etree.tostring(child, method="html", encoding="unicode") for child in element]
    return html.escape(element.text or "", quote=False) + "".join(inside)


#: What begins the content of a note in an export of Evernote.
_PROLOG = lazy_regex(r"(?:<\?xml[^<>]{0,200}\?>\s*)?(?:<!DOCTYPE[^<>]{0,400}>\s*)?(?=<en-note)")
#: Lists of bookmarks: browsers and most services write Netscape's format, Pocket and Instapaper their own.
_BOOKMARKS = lazy_regex(
    rb"<!doctype netscape-bookmark-file-1|<title>\s*(?:pocket export|instapaper: export)\s*</title>"
    rb"|<a href=\"[^\"<>]{1,2000}\" time_added=|<dt><(?:h3|a)\b[^<>]{0,4000}\badd_date="
    rb"|<dt><h3\b[^<>]{0,400}>[^<>]{0,400}</h3>\s{0,20}<dl><p>",  # without dates, as Safari writes it
    re.IGNORECASE,
)
_BOOKMARK = lazy_regex(
    rb"<a\s[^<>]{0,400}?href=\"(https?://[^\"<>\s]{1,2000})\"[^<>]{0,20000}>([^<>]{0,1000})</a>", re.IGNORECASE
)


def is_bookmarks(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of an exported list of bookmarks."""
    return _BOOKMARKS.search(head) is not None


def bookmark_rows(stream: IO[bytes], max_bytes: int) -> Iterator[Row]:
    """Yield the URLs and titles in a list of bookmarks; each is on a line."""
    for number, line in enumerate(bounded_lines(stream, max_bytes), 1):
        for found in _BOOKMARK.finditer(line) if isinstance(line, bytes) else ():
            yield Row(number, {"url": html.unescape(found[1].decode("utf-8", "replace")), "title": found[2]})
