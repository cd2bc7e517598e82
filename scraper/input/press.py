"""Split the exports of press databases into documents: one article each, without covers and lists of contents.

LexisNexis numbers its documents (``1 of 10 DOCUMENTS``), Nexis Uni ends them (``End of Document``), Factiva ends
them with a code (``Document HRLD0000…``, ``AN Document …``), ProQuest numbers or rules them off, Europresse marks
them up. Their headers are read with the text, by `scraper.plain.header_lines`.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from scraper.input.kinds import vocabulary
from scraper.patterns import lazy_regex
from scraper.values.moments import iso_instant

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int]

_NUMBERED = lazy_regex(
    r"^[^\S\n]*(?:\d{1,5} (?:of|von|de|di|van|av) \d{1,6} (?:DOCUMENTS?|DOKUMENTEN?|DOCUMENTOS?|DOCUMENTI|DOCUMENTEN)"
    r"|Document \d{1,5} of \d{1,6})[^\S\n]*$",
    re.MULTILINE,
)
_ENDED = lazy_regex(
    r"^[^\S\n]*(?:End of Document|Do[ck]umento? [A-Za-z]{2,10}\d{6,}\w{2,40}|AN[^\S\n]*\n?[^\S\n]*Document \w{2,60}"
    r"|(?:Numéro de (?:certificat|document)|Certificat émis le)[^\n]{0,200}\b(?:news·\d{8}|à)[^\n]{0,200}"
    r"(?:\s{1,20}news·[^\n]{0,100}\s{1,20}Ce certificat est émis[^\n]{0,300}"
    r"\s{1,20}Date d'émission[^\n]{0,50}\s{1,20}Le présent document[^\n]{0,400})?)"
    r"[^\S\n]*$",
    re.MULTILINE,
)
_RULED = lazy_regex(r"^[^\S\n]*(?:_{20,}|\*{20,}|={20,}|-{40,})[^\S\n]*$", re.MULTILINE)
_RULES_AT_END = lazy_regex(r"(?:^|\n)[\s_*=-]{5,500}\Z")
#: A label that documents of ProQuest have between their rules, and covers have not.
_OF_PROQUEST = lazy_regex(r"^(?:Full text|Publication title|ProQuest document ID|Title|Titre|Título):", re.MULTILINE)
#: The line of the copyright, the section or the length in the header of a document of Nexis Uni.
_IN_HEADER = lazy_regex(
    r"^[^\S\n]*(?:Copyright (?:©|\(c\)|\d{4})"
    r"|(?:Section|Length|Byline|Body|Rubrik|Länge|Longueur|Longitud):?(?=\s))",
    re.MULTILINE | re.IGNORECASE,
)
_BY = lazy_regex(r"\A(?:by|von|par|por|di|door)\s+", re.IGNORECASE)
_LINE, _WORD, _BLANKS = lazy_regex(r"[^\n]*\n?"), lazy_regex(r"\S+"), lazy_regex(r"\s+")
_GROUP, _LONGEST_TITLE = lazy_regex(r"\(\?P<\w+>"), 300
#: Most further lines of a headline.
_MOST_OF_HEADLINE = 2
#: Most lines between a headline and the first label below it.
_MOST_LINES = 30
#: Signs of an export; searching for them first is faster than the patterns. HTML has some in its markup.
_SIGNS = (
    b" DOCUMENT", b" DOKUMENT", b"Document", b"Dokument", b"Publication title:", b"ProQuest", b"certificat",
    b" vom ", b"w.\n",
)  # fmt: skip
_SIGNS_OF_HTML = (
    b"DOCUMENTS", b"<DOCFULL", b"DocPublicationName", b"p-canonical", b"End of Document", b"ProQuest document ID",
    b"enArticle", b"frArticle", b"deArticle", b"esArticle", b"articleParagraph ", b"<b>HD</b>",
)  # fmt: skip
#: The class of an article of Factiva, with its language.
_OF_FACTIVA = lazy_regex(r"article [a-z]{2,6}Article")
_MOST_ABOVE = 200
#: What LexisNexis prints in the place of a document.
_IN_PLACE, _SHORTEST = "there is an error in this document", 300
_MOST_DOCUMENTS, _HEAD = 5000, 50_000


def documents_in(text: str) -> list[Span]:
    r"""Return the offsets of the documents in an export of a press database; none for any other text.

    >>> text = "Cover\n\n1 of 2 DOCUMENTS\nThe Herald\nOne\n2 of 2 DOCUMENTS\nThe Post\nTwo"
    >>> [text[start:end] for start, end in documents_in(text)]
    ['1 of 2 DOCUMENTS\nThe Herald\nOne\n', '2 of 2 DOCUMENTS\nThe Post\nTwo']
    """
    for split in (_numbered, _ended, _ruled, _lined):
        if found := split(text):
            return found
    return []


def _numbered(text: str) -> list[Span]:
    found = list(islice(_NUMBERED.finditer(text), _MOST_DOCUMENTS))
    spans = []
    for each, end in zip(found, [*(each.start() for each in found[1:]), len(text)], strict=False):
        rule = _RULED.search(text, each.end(), end) if "Doc" in each[0] else None
        spans.append((each.start(), _without_rules(text, rule.start() if rule else end)))
    return spans


def _without_rules(text: str, end: int) -> int:
    """Return the end of a document before the rule below it."""
    found = _RULES_AT_END.search(text, max(0, end - 500), end)
    return found.start() if found else end


def _ended(text: str) -> list[Span]:
    """Return the documents before each end; the first one begins below a cover."""
    spans, begin = [], 0
    for found in islice(_ENDED.finditer(text), _MOST_DOCUMENTS):
        spans.append((begin, found.end()))
        begin = found.end()
    if spans and text[: spans[0][1]].rstrip().endswith("End of Document"):
        spans[0] = (_below_cover(text, spans[0][1]), spans[0][1])
    return spans


def _below_cover(text: str, end: int) -> int:
    """Return the start of the headline of the first document, which is above its outlet and its day."""
    from scraper.values.dates import date_of_line  # its patterns take 0.1 s

    header = _IN_HEADER.search(text, 0, end)
    lines = [found for found in _LINE.finditer(text, 0, header.start() if header else 0) if found[0]]
    filled = [at for at, line in enumerate(lines) if line[0].strip()][-_MOST_LINES:]
    days = [n for n, at in enumerate(filled) if n > 1 and date_of_line(lines[at][0])]
    if not days:
        return 0
    at = last = filled[days[-1] - 2]
    while at and lines[at - 1][0].strip() and last - at < _MOST_OF_HEADLINE:
        at -= 1
    return lines[at].start()


def _ruled(text: str) -> list[Span]:
    """Return the parts between rules that have the labels of a document."""
    if "ProQuest" not in text and "Publication title:" not in text:
        return []
    at = [0, *(found.end() for found in islice(_RULED.finditer(text), _MOST_DOCUMENTS)), len(text)]
    spans = [(start, _without_rules(text, end)) for start, end in pairwise(at)]
    return [span for span in spans if len(set(_OF_PROQUEST.findall(text, *span))) > 1]


@cache
def _press_lines() -> re.Pattern[str]:
    patterns = vocabulary("stated_fields")["press-lines"]["patterns"]
    return re.compile("|".join(f"^(?:{_GROUP.sub('(', each)})$" for each in patterns), re.MULTILINE)


def _lined(text: str) -> list[Span]:
    """Return the documents with a line of outlet and day each: it is below the headline, or begins the document."""
    found = list(islice(_press_lines().finditer(text), _MOST_DOCUMENTS))
    if not found or len(text[: found[0].start()].strip()) > _LONGEST_TITLE:
        return []
    starts = [each.start() for each in found]
    if text[: starts[0]].strip():
        starts = [_headline_start(text, start) for start in starts]
    return [(start, _without_rules(text, end)) for start, end in pairwise([*starts, len(text)])]


def _headline_start(text: str, end: int) -> int:
    begin = max(0, end - 2 * _LONGEST_TITLE)
    return begin + text[begin:end].rstrip().rfind("\n") + 1


def is_list(content: bytes) -> bool:
    """Return True for the list of documents that Nexis puts next to them, without their texts."""
    return content.startswith(b"User Name:") and b"\nJob Number:" in content and b"End of Document" not in content


def may_be_export(content: bytes, *, is_page: bool) -> bool:
    """Return True if a file may be an export of a press database, by its signs."""
    if is_page and b'"og:' in content[:_HEAD]:  # a page of a site
        return False
    signs = _SIGNS_OF_HTML if is_page else _SIGNS
    return b"\x00" in content[:100] or any(sign in content for sign in signs)


def pages_in(page: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the documents of an export in HTML: the page or text of each, and its stated fields."""
    from lxml import etree, html

    parser = html.HTMLParser(encoding="utf-8", recover=True, no_network=True, remove_comments=True)
    try:
        root = html.document_fromstring(page.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return
    if root.find(".//article") is not None:
        yield from _marked(root)
    elif articles := list(filter(_is_of_factiva, root.iter("div"))):
        inner = {each for article in articles for each in article.iterdescendants("div")}
        yield from (_of_factiva(each) for each in articles if each not in inner)
    else:
        text = _as_text(root)
        parts = (text[start:end] for start, end in documents_in(text))
        yield from ((part, {}) for part in parts if len(part) > _SHORTEST or _IN_PLACE not in part)


def _marked(root: Any) -> Iterator[tuple[str, dict[str, str]]]:
    from lxml import etree

    for article in root.iter("article"):
        for classes in vocabulary()["page-classes"].values():
            fields = {name: _words(article, set(names)) for name, names in classes.items()}
            if all(fields.values()) or (fields.get("outlet") and fields["title"]):
                fields["outlet"] = fields.get("outlet", "").partition(",")[0]
                head = article.find(".//header")
                fields["published"] = _day_in(fields["published"] or " ".join(() if head is None else head.itertext()))
                yield etree.tostring(article, method="html", encoding="unicode"), fields


def _of_factiva(article: Any) -> tuple[str, dict[str, str]]:
    headline = next((each for each in article.iter() if (each.get("class") or "").endswith("Headline")), None)
    title = "" if headline is None else _as_text(headline).strip()
    text = _as_text(article).strip()
    above = text.partition(title)[0] if title else ""  # the section
    text = text if "HD" in above.split() or len(above) > _MOST_ABOVE else text.removeprefix(above)
    return text, {"title": " ".join(title.split()), "author": _BY.sub("", _words(article, {"author"}))}


def _is_of_factiva(element: Any) -> bool:
    return _OF_FACTIVA.fullmatch(element.get("class") or "") is not None


_MOST_WORDS = 20
_BLOCKS = frozenset(
    {"p", "div", "br", "tr", "td", "h1", "h2", "h3", "h4", "li", "blockquote", "pre", "table", "hr", "title"}
)
_SPACED = _BLOCKS - {"br", "td", "div", "tr"}
_SILENT = frozenset({"script", "style", "head"})


def _words(article: Any, classes: set[str]) -> str:
    """Return the words of the first element with one of some classes, or the target or time that it represents."""
    for element in article.iter():
        if not classes.isdisjoint((element.get("class") or "").split()):
            stated = element.get("datetime") or (element.get("href") if "p-canonical" in classes else None)
            return stated or " ".join("".join(element.itertext()).split())
    return ""


def _day_in(line: str) -> str:
    """Return the day in a line with a section and a page: "Sports, mercredi 5 octobre 2016 355 mots, p. 3"."""
    from scraper.values.dates import match_date

    if iso_instant(line):
        return line
    for found in islice(_WORD.finditer(line), _MOST_WORDS):
        if dated := match_date(line, found.start()):
            return line[found.start() : dated[1]]
    return ""


def _as_text(root: Any) -> str:
    """Return a page as lines of text: blocks begin new lines, paragraphs follow a blank one."""
    from lxml import etree

    parts: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        name = element.tag if isinstance(element.tag, str) else ""
        if name in _BLOCKS and (event == "start" or name != "br"):
            parts.append("\n\n" if name in _SPACED else "\n")
        if event == "end":
            parts.append(_BLANKS.sub(" ", element.tail or ""))
        elif name not in _SILENT:
            parts.append(_BLANKS.sub(" ", element.text or ""))
    lines = (line.strip(" ") for line in "".join(parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
