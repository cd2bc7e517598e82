"""What a document is about: title, outlet, language, publication date."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from resiliparse.parse.lang import detect_fast

from scraper.records import Article, Moment
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from scraper.records import Document

#: ``date 2020-02-02 `` before the first word: how collections of plain text keep the publication date.
_DATE_TOKEN = re.compile(r"[\s\ufeff]{0,64}(date (\d{4}-\d{2}-\d{2}))(?=\s|$)")

_TITLE_CHARACTERS = 200
_SENTENCE_END = (".", "…", ":", ";", ",", "।", "。", "؟", "۔", "-", "–", "—", "፡", "።")
_CLOSING = "\"'”’»›)]}*_ "
#: What a headline does not hold: handles, addresses, quotation and list marks at the start, template code.
_MARKS_OF_BODY = re.compile(r"\(@|@\w|https?://|www\.|pic\.(?:twitter|x)\.com|^[—–>|•<\[{&]", re.IGNORECASE)
#: Lines that pages print above or below the headline: bylines, counters, picture credits, labels.
_FURNITURE = re.compile(
    r"^\W*(?:(?:photo|image|picture|video)s?\b\W|(?:posted|published|updated|written) (?:by|on)\b|by [A-Z]"
    r"|story highlights\b|تصویر کے کاپی رائٹ|[\d.,]+k? (?:shares|views|comments|min)\b)"
    r"|\((?:[^()]{0,80}\W)?(?:photo|image|picture|credit)s?\b[^()]{0,80}\)\W{0,8}$",
    re.IGNORECASE,
)
_DATE_LINE = re.compile(r"(?:\w+[\s.,/-]+){0,3}(?:19|20)\d\d\W*")

#: Languages with a daily press; over all 101 profiles of the detector short texts come out as
#: Latin or Ladin. One of two near twins is left out (Galician, Bosnian, Malay): neither would keep a lead.
# fmt: off
_LANGUAGES = (
    "ar", "az", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
    "fr", "ga", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "ko", "lt",
    "lv", "mk", "ml", "mr", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw",
    "ta", "te", "th", "tl", "tr", "uk", "ur", "uz", "vi", "zh",
)
# fmt: on
#: Measured on 146 labelled texts cut to 120-3,000 characters: up to rank 700 with a lead of 20, 97% right.
_LANGUAGE_CHARACTERS, _LANGUAGE_SAMPLE = 80, 20_000
_LANGUAGE_RANK, _LANGUAGE_LEAD = 700, 20


def article_of_text(text: str, document: Document) -> Article:
    """Read what a plain text says about itself, and what its document knows.

    Args:
        text: The decoded document.
        document: Its `published` outranks a date in the text.
    """
    token = _DATE_TOKEN.match(text)
    return Article(
        url=canonical_url(document.url) if document.url else None,
        title=_title(text[token.end() :] if token else text),
        outlet=outlet_of(document.url),
        language=language_of(text),
        published=document.published or (token and _token_date(token)),
    )


def outlet_of(url: str | None) -> str | None:
    """Name an outlet by its host.

    >>> outlet_of("https://www.the-post.example/2020/story")
    'the-post.example'
    """
    try:
        host = urlsplit(url or "").hostname
    except ValueError:  # unbalanced brackets around an IPv6 address
        return None
    return host.removeprefix("www.") if host else None


def language_of(text: str) -> str | None:
    """Detect the language of running text; None when it is too short or two languages fit about as well."""
    sample = unicodedata.normalize("NFC", text[:_LANGUAGE_SAMPLE])
    if len(sample) < _LANGUAGE_CHARACTERS:
        return None
    ranked: Any = detect_fast(sample, cutoff=_LANGUAGE_RANK, n_results=2, langs=_LANGUAGES)
    if not ranked or (len(ranked) > 1 and ranked[1][1] - ranked[0][1] < _LANGUAGE_LEAD):
        return None
    return str(ranked[0][0])


def _token_date(token: re.Match[str]) -> Moment | None:
    try:
        day = date.fromisoformat(token[2])
    except ValueError:
        return None
    return Moment(at=day.isoformat(), precision="day", source="printed", as_written=token[1])


def _title(text: str) -> str | None:
    """Take the first line for the title where it looks like one and a body follows."""
    line, _, rest = text.lstrip("\ufeff\r\n\t ")[: 8 * _TITLE_CHARACTERS].partition("\n")
    title = re.sub(r"^#{1,6} ", "", line.strip())
    body = rest.lstrip()
    if not body or not _reads_like_title(title):
        return None
    follows_blank = not rest.partition("\n")[0].strip()
    return title if follows_blank or _is_no_wrapped_line(title, body.partition("\n")[0]) else None


def _reads_like_title(line: str) -> bool:
    words = line.split()
    long_enough = len(words) >= 2 or (len(line) >= 6 and not line.isascii())
    if not long_enough or len(line) > _TITLE_CHARACTERS or line[0].islower():
        return False
    if line.rstrip(_CLOSING).endswith(_SENTENCE_END):
        return False
    return not (_MARKS_OF_BODY.search(line) or _FURNITURE.search(line) or _DATE_LINE.fullmatch(line))


def _is_no_wrapped_line(line: str, following: str) -> bool:
    """Tell a headline right above its body from the first line of hard-wrapped prose."""
    return len(following) > 1.3 * len(line) and not following[0].islower()
