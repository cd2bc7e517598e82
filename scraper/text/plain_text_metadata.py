"""Read the metadata of a plain text article: its title, outlet, language and publication date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.records import Article, Moment
from scraper.text.language import detect_language
from scraper.values.moments import is_possible
from scraper.values.urls import canonical_url, host_without_www

if TYPE_CHECKING:
    from scraper.records import Document

#: ``date 2020-02-02 `` before the first word, as in collections of plain text.
_DATE_TOKEN = lazy_regex(r"[\s\ufeff]{0,64}(date (\d{4}-\d{2}-\d{2}))(?=\s|$)")

_TITLE_CHARACTERS = 200
_SENTENCE_END = (".", "…", ":", ";", ",", "।", "。", "؟", "۔", "-", "–", "—", "፡", "።")
_CLOSING = "\"'”’»›)]}*_ "
#: Headlines contain no handles or URLs, and do not begin with a dash, list mark or template code.
_BODY_MARKS = lazy_regex(r"\(@|@\w|https?://|www\.|pic\.(?:twitter|x)\.com|^[—–>|•<\[{&]", re.IGNORECASE)
#: Page furniture above or below the headline: bylines, counters, picture credits, labels.
_FURNITURE = lazy_regex(
    r"^\W*(?:(?:photo|image|picture|video)s?\b\W|(?:posted|published|updated|written) (?:by|on)\b|by [A-Z]"
    r"|story highlights\b|تصویر کے کاپی رائٹ|[\d.,]+k? (?:shares|views|comments|min)\b)"
    r"|\((?:[^()]{0,80}\W)?(?:photo|image|picture|credit)s?\b[^()]{0,80}\)\W{0,8}$",
    re.IGNORECASE,
)
_DATE_LINE = lazy_regex(r"(?:\w+[\s.,/-]+){0,3}(?:19|20)\d\d\W*")


def read_text_metadata(text: str, document: Document) -> Article:
    """Read the metadata of a plain text article; fields that the text does not state are None, never guessed."""
    token = _DATE_TOKEN.match(text)
    day = token[2] if token and is_possible(token[2]) else None
    url = document.declared.url or document.url
    return Article(
        url=canonical_url(url) if url else None,
        title=_title(text[token.end() :] if token else text),
        outlet=host_without_www(url),
        language=detect_language(text),
        published=Moment(at=day, precision="day", source="printed", as_written=f"date {day}") if day else None,
    )


def _title(text: str) -> str | None:
    line, _, rest = text.lstrip("\ufeff\r\n\t ")[: 8 * _TITLE_CHARACTERS].partition("\n")
    title = re.sub(r"^#{1,6} ", "", line.strip())
    body = rest.lstrip()
    if not body or not _reads_like_title(title):
        return None
    follows_blank, following = not rest.partition("\n")[0].strip(), body.partition("\n")[0]
    # A line directly above the body may be the start of hard-wrapped prose.
    is_wrapped = len(following) <= 1.3 * len(title) or following[0].islower()
    return title if follows_blank or not is_wrapped else None


def _reads_like_title(line: str) -> bool:
    words = line.split()
    long_enough = len(words) >= 2 or (len(line) >= 6 and not line.isascii())
    if not long_enough or len(line) > _TITLE_CHARACTERS or line[0].islower():
        return False
    if line.rstrip(_CLOSING).endswith(_SENTENCE_END):
        return False
    return not (_BODY_MARKS.search(line) or _FURNITURE.search(line) or _DATE_LINE.fullmatch(line))
