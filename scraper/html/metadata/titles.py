"""Separate headline and site name in titles, where they are joined by a separator: "Headline | Site".

A part of a title is the site's name when it equals the outlet's name or that of the host, but for grammatical
articles, punctuation and words such as "News" or "Online".
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

_SEPARATOR = lazy_regex(
    r"\s+[-–—:•·~»«›‹]{1,2}\s+|\s*[|｜：]+\s*|(?<=\w):\s+|(?<=[\u3041-\u9fff\uac00-\ud7a3])[-_—]{1,2}(?=\w)"
)
_SEPARATOR_LAST = lazy_regex(rf"(?:{_SEPARATOR.pattern})\Z")
_FEED = lazy_regex(
    r"(?P<site>\w[^\n]{0,58}?)(?:['’]s|\s+als)?\s+(?:(?P<mark>[»›|–—-])\s+)?"
    r"(?:RSS|Atom|Feed|Flux|Лента|стрічка|Kanał z wpisami|flöde|akışı|hírcsatorna|フィード)(?:[ -]Feed)?",
    re.IGNORECASE,
)
#: A name: some words with a capital at the front, or a run of Chinese, Japanese or Korean characters.
_SITE = lazy_regex(r"(?:[A-Z]|[^\W\d_a-z])[^\d\s,]{0,20}(?:\s[^\d\s,]{1,20}){1,4}|[\u3041-\u9fff\uac00-\ud7a3]{3,12}")
#: A separator with nothing on its other side.
_EDGE = lazy_regex(r"^\s*[|»«›‹·•–—]+\s+|\s+[|»«›‹·•–—-]+\s*$")
_IN_BRACKETS = lazy_regex(r"\s*\(([^()]{2,60})\)$")
_ARTICLE = lazy_regex(r"^(?:the|der|die|das|el|la|le|les|il|lo|o|os)(?=\w{3})")
_NO_LETTERS = lazy_regex(r"[\W_]+")
_ADDRESS = lazy_regex(r"\s*(?:https?://|www\.)[^\s/]+/?\s*")
_HOST = lazy_regex(r"(?:[a-z\d-]{2,30}\.){1,3}(?:[a-z]{2}|com|net|org|info|news|example)", re.IGNORECASE)
_COMMON = lazy_regex(r"(?:com|net|org|news|online|tv|magazine|daily|blog|電子版|デジタル|オンライン|ニュース)$")
#: Labels of a host between the name of the site and its country.
_SUFFIXES = frozenset({"co", "com", "org", "net", "gov", "gob", "gouv", "ac", "edu", "or", "ne", "go"})
_NO_NAMES = frozenset({"www", "news", "blog", "amp", "edition", "mobile"})
#: The name of a section, such as "World" or "Local news", has few words.
_SECTION_WORDS = 2
#: A title with fewer words may be the name of a person or a place.
_TITLE_WORDS = 4


def without_site(title: str, outlet: str | None, host: str | None) -> str:
    """Return a title without the site's name, and without the section before that.

    >>> without_site("Rain all week | Weather | The Post", "The Post", None)
    'Rain all week'
    >>> without_site("Post Online - Rain all week - what now", None, "www.post-online.example")
    'Rain all week - what now'
    """
    names = _names(outlet, host)
    bracket = _IN_BRACKETS.search(title)
    title = title[: bracket.start()] if bracket and _is_name(bracket[1], names) else title
    title = _without(title, outlet) if outlet and _SEPARATOR.search(outlet) else title
    kept = _cut(title, _parts(title), names)
    return _EDGE.sub("", title[kept[0][0] : kept[-1][1]]).strip() or title


def _without(title: str, outlet: str) -> str:
    """Return a title without the outlet's name as stated, which may contain a separator."""
    name, lowered = outlet.lower(), title.lower()
    if len(lowered) == len(title) and lowered.endswith(name):
        left = _SEPARATOR_LAST.search(title, 0, len(title) - len(name))
        return title[: left.start()] or title if left else title
    return title


def begins_with_part(title: str, part: str) -> bool:
    """Return True if a title begins with a part of it and a separator."""
    return title.startswith(part) and _SEPARATOR.match(title, len(part)) is not None


def is_most_of_title(heading: str, title: str) -> bool:
    """Return True if a title is a heading with a shorter part after it: a section, or a site of any name.

    >>> is_most_of_title("Rain all week in the west", "Rain All Week in the West | Ada Example")
    True
    >>> is_most_of_title("Rain", "Rain: what now")
    False
    """
    is_begun = begins_with_part(title.casefold(), heading.casefold())  # of which one May Be Written Like This
    return is_begun and len(heading.split()) >= _TITLE_WORDS and 2 * len(heading) > len(title)


def is_site(title: str, outlet: str | None, host: str | None) -> bool:
    """Return True if a title is nothing but the site's name."""
    return _is_name(title, _names(outlet, host))


def site_in(title: str, host: str | None) -> str | None:
    """Return the first or last part of a title that matches the host; None without one.

    >>> site_in("Rain all week - The Example Post", "www.example-post.org")
    'The Example Post'
    >>> site_in("Politics | Rain all week", "politics.example-post.org") is None
    True
    """
    *_, last = parts = parts_of(title)
    labels = (host or "").lower().split(".")
    own = next((label for label in reversed(labels[:-1]) if label not in _SUFFIXES), "")
    if not own or own in _NO_NAMES or not parts[1:]:
        return None
    names = {_folded(name) for name in (own, host or "", f"{own}.{labels[-1]}")}
    return next((part for part in (last, parts[0]) if names & {_folded(part), _short(part)}), None)


def address_in(title: str) -> str | None:
    """Return the host name in a title after its first part; None without one.

    >>> address_in("Rain all week - gull-post.example | Weather")
    'gull-post.example'
    >>> address_in("gull-post.example sold for two euros") is None
    True
    """
    return next((part for part in parts_of(title)[1:] if _HOST.fullmatch(part)), None)


def site_after_headline(title: str, headline: str) -> str | None:
    """Return the last part of a title, after a headline twice as long; None for one word, maybe a section.

    >>> site_after_headline("Rain all week in the west - Weather - The Post", "Rain all week in the west")
    'The Post'
    >>> site_after_headline("Rain all week in the west | Weather", "Rain all week in the west") is None
    True
    """
    last = parts_of(title)[-1] if begins_with_part(title, headline) else ""
    return last if len(headline) > 2 * len(last) and _SITE.fullmatch(last) else None


def site_of_feed(title: str, host: str | None) -> str | None:
    """Return the site's name in the title of its feed, as WordPress writes it, or if it matches the host.

    >>> site_of_feed("The Post » Feed", None)
    'The Post'
    >>> site_of_feed("The Example Post - RSS", "www.example-post.org")
    'The Example Post'
    >>> site_of_feed("La Poste » Flux", None)
    'La Poste'
    >>> site_of_feed("Latest news - RSS", "www.example-post.org") is None
    True
    """
    found = _FEED.fullmatch(title.strip())
    if found is None or "://" in title or _SEPARATOR.search(found["site"]):
        return None
    name = _short(found["site"])
    labels = [label.replace("-", "") for label in (host or "").split(".")[:-1]]
    is_own = any(len(label) > 3 and (label in name or name in label) for label in labels)
    return found["site"] if found["mark"] == "»" or (is_own and len(name) > 3) else None


def parts_of(title: str) -> list[str]:
    """Return the parts of a title between its separators."""
    return [title[slice(*part)].strip() for part in _parts(title)]


def _short(part: str) -> str:
    return _COMMON.sub("", _folded(part))


def _parts(title: str) -> Sequence[tuple[int, int]]:
    """Return start and end of the parts of a title between separators."""
    edges = [(0, 0), *(found.span() for found in _SEPARATOR.finditer(title)), (len(title), len(title))]
    return [(left[1], right[0]) for left, right in pairwise(edges)]


def _cut(title: str, parts: Sequence[tuple[int, int]], names: frozenset[str]) -> Sequence[tuple[int, int]]:
    behind = len(parts)
    while behind > 1 and _is_name(title[slice(*parts[behind - 1])], names):
        behind -= 1
    # Words between the title and the name, separated by the same bars, are the section.
    barred = behind < len(parts) and "|" in title[parts[behind - 1][1] : parts[behind][0]]
    while barred and behind > 1 and len(title[slice(*parts[behind - 1])].split()) <= _SECTION_WORDS:
        barred = "|" in title[parts[behind - 2][1] : parts[behind - 1][0]]
        behind -= barred
    before = 1 if behind > 1 and _is_name(title[slice(*parts[0])], names) else 0
    return parts[before:behind]


@lru_cache(maxsize=8)
def _names(outlet: str | None, host: str | None) -> frozenset[str]:
    labels = (host or "").lower().split(".")
    stated = [outlet or "", host or "", ".".join(label for label in labels if label != "www")]
    own = [label for label in labels[:-1] if len(label) > 3 and label not in _NO_NAMES]
    return frozenset(name for part in (*stated, *own) if (name := _folded(part)))


@lru_cache(maxsize=64)  # a page's titles are compared many times
def _folded(name: str) -> str:
    return _ARTICLE.sub("", _NO_LETTERS.sub("", name.casefold()))


def _is_name(part: str, names: frozenset[str]) -> bool:
    folded = _folded(part)
    short = _COMMON.sub("", folded)
    if _ADDRESS.fullmatch(part):
        return True
    return folded in names or (len(short) > 3 and any(short == _COMMON.sub("", name) for name in names))
