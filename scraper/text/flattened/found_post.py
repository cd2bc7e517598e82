"""What every grammar of flattened posts hands on: a `Mark`, the words that tell whose post it was.

From a span and its mark to the `Embed` record.

How long a post can be: the bound that tells how far back its text may reach.

Twitter counted 140 characters until 7 November 2017 (testers had 280 from 26 September) and 280 since, wide
characters double; longer posts, sold since 2023, are cut to 280 in embeds. Links count as 23 whatever they
measure, pictures count nothing (https://docs.x.com/fundamentals/counting-characters). Bluesky counts 300.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scraper.records import Author, Embed, Post, Problem
from scraper.registry import instant, recognise
from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from scraper.records import Form, Moment

# 50 characters today; emoji may be spelled in several, entities and markdown add more.
_LONGEST_NAME = 100
# An emoji that was a picture, as markdown writes it.
_EMOJI = re.compile(r"!\[([^\[\]\n]{0,40})\]\([^()\s]{1,200}\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The attribution printed with a post, and where it stands.

    Attributes:
        start: Offset of its first character: the dash, the ``A post shared by``.
        end: Offset behind its last character.
        platform: ``twitter``, ``instagram``, ``facebook``, ``bluesky``.
        handle: As printed, without ``@``; None where only a name is printed.
        name: As printed; None where only a handle is printed.
        posted: The printed date; None when there is none.
        url: The permalink, where the attribution carries one.
        form: ``widget`` for text rendered by the platform's script, else ``flattened``.
    """

    start: int
    end: int
    platform: str
    handle: str | None = None
    name: str | None = None
    posted: Moment | None = None
    url: str | None = None
    form: Form = "flattened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A post in the text: where its words stand, and its attribution if it has one."""

    start: int
    end: int
    mark: Mark

    @property
    def behind(self) -> int:
        """The offset behind both the words and the attribution."""
        return max(self.end, self.mark.end)


def printed_name(raw: str) -> str | None:
    r"""Give a display name in one line, ``""`` when none is printed, None when `raw` cannot be a name.

    >>> printed_name(" \nSome One ")
    'Some One'
    """
    name = " ".join(_EMOJI.sub(r"\1", raw).replace("\n>", "\n").split())
    name = name.removeprefix("[") if "]" not in name else name  # the link goes on behind the handle
    return name if len(name) <= _LONGEST_NAME else None


# The code of a picture has ten characters, in 2011 eight; what goes on behind them was glued to it.
PICTURE = re.compile(r"pic\.(?:twitter|x)\.com/[A-Za-z0-9]{1,10}", re.IGNORECASE)
_QUOTE_MARKS = re.compile(r"\n[ \t]{0,8}>[ \t>]{0,8}")


def embed_of(text: str, found: Found, position: int) -> tuple[Embed, list[Problem]]:
    """Build the record of one found post, and what does not fit in it."""
    mark = found.mark
    tweet = recognise(mark.url) if mark.url else None
    posted, problems = _when(mark, tweet.id if tweet else None)
    words = as_read(text[found.start : found.end])
    author = Author(handle=mark.handle, name=mark.name) if mark.handle or mark.name else None
    pictures = tuple(match.group() for match in PICTURE.finditer(words))
    post = Post(
        platform=mark.platform,
        id=tweet.id if tweet else None,
        url=tweet.url if tweet else None,
        author=author,
        text=words or None,
        posted=posted,
        hashtags=tuple(tag.value for tag in find_hashtags(words, flattened=True)),
        mentions=tuple(mention.value for mention in find_mentions(words)),
        cashtags=tuple(tag.value for tag in find_cashtags(words)),
        links=_links(words),
        media=pictures,
    )
    return Embed(form=mark.form, position=position, start=found.start, end=found.end, post=post), problems


def as_read(printed: str) -> str:
    r"""Drop the quote marks of markdown at line starts; the words and line breaks stay as printed.

    >>> as_read("One line\n> \n> and another")
    'One line\n\nand another'
    """
    return _QUOTE_MARKS.sub("\n", printed).strip()


def _links(words: str) -> tuple[str, ...]:
    found = (http_url(url.value) for url in find_urls(words) if not PICTURE.match(url.value))
    return tuple(dict.fromkeys(url for url in found if url is not None))


def _when(mark: Mark, native_id: str | None) -> tuple[Moment | None, list[Problem]]:
    """Take the instant from the id where there is one; a printed date that says otherwise is a problem."""
    known = instant(mark.platform, native_id) if native_id else None
    if known is None:
        return mark.posted, []
    printed = mark.posted
    if printed is None:
        return known, []
    posted = replace(known, as_written=printed.as_written)
    if printed.at[:10] == known.at[:10]:
        return posted, []
    message = f"the post {native_id} was printed with {printed.as_written!r}, its id says {known.at}"
    return posted, [Problem(step="flattened", kind="date-disagrees-with-id", message=message)]


# Captions and other networks have bounds too wide to help; this many characters are looked at.
FARTHEST = 4000
_CAPTION = 2200
_SLACK = 8
_SHORTEST_ADVERT = 100
_DOUBLED = "2017-09-26"
_LINK = re.compile(r"https?://[^\s)>\]]{1,2000}|pic\.(?:twitter|x)\.com/\w{1,12}", re.IGNORECASE)
_MARKDOWN = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_REPLIED_TO = re.compile(r"(?:\.?@\w{1,20}\s{1,3}){1,50}")
_WIDE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff60]")


def bound(mark: Mark) -> int:
    """Give the most characters that a post with this attribution can have."""
    if mark.platform == "bluesky":
        return 300 + _SLACK
    if mark.platform != "twitter":
        return _CAPTION
    return (280 if _counts_double(mark) else 140) + _SLACK


def _counts_double(mark: Mark) -> bool:
    """Tell whether a tweet is of the time of 280 characters, of which wide ones count two."""
    return mark.posted is None or mark.posted.at >= _DOUBLED


def weigh(words: str, mark: Mark) -> int:
    """Count characters as Twitter does.

    A link at the end (a quoted post, a picture) and the handles replied to are free.
    """
    words = " ".join((_MARKDOWN.sub(r"\1", words) if "](" in words else words).split())
    replied_to = _REPLIED_TO.match(words)
    words = words[replied_to.end() :] if replied_to else words
    total = len(words) - (_weightless(words) if "/" in words else 0)
    return total if words.isascii() or not _counts_double(mark) else total + len(_WIDE.findall(words))


def _weightless(words: str) -> int:
    """Count the characters of links that do not count."""
    spared = 0
    for link in _LINK.finditer(words):
        at_the_end = not words[link.end() :].strip(" \"'”’»>")
        spared += link.end() - link.start() - (0 if at_the_end or link.group()[0] in "pP" else 23)
    return spared


def before_advert(text: str, start: int, end: int, mark: Mark) -> int:
    """Cut an advert off a text that is too long for a post: behind its picture nothing is its own."""
    most = bound(mark)
    picture = PICTURE.search(text, start, end) if weigh(text[start:end], mark) > most else None
    if picture is None or weigh(text[start : picture.end()], mark) > most:
        return end
    return picture.end() if weigh(text[picture.end() : end], mark) > _SHORTEST_ADVERT else end
