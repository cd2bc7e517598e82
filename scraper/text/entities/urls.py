"""Find URLs in a text, with or without ``http://``, by twitter-text's published rules.

With a protocol the host may contain letters of any script, without one only Latin letters. The last label
must begin with a top-level domain; anything after it in another script is cut off (``example.comこれ`` gives
``example.com``). The scanner visits every dot once: its time is linear in the length of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from scraper.configuration import config_directory
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Entity:
    """A hashtag, mention, cashtag or URL as printed, without its sign, and its offsets in the text, with it."""

    value: str
    start: int
    end: int


@cache
def _top_level_domains() -> frozenset[str]:
    return frozenset((config_directory() / "top_level_domains.txt").read_text("utf-8").split())


# Characters not allowed in a host: ASCII punctuation, white space, controls and bidi marks.
_NOT_HOST = (
    r"\x00-,/:-@\[-^`{-\x9f\s\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff0-\uffff\ud800-\udfff"
)
_HOST_RUN = lazy_regex(rf"[^{_NOT_HOST}]+")
_LATIN = (
    r"0-9A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272"
    r"\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff"
)
_LATIN_LABEL = lazy_regex(rf"[{_LATIN}-]+")
_ASCII_LABEL = lazy_regex(r"(?:xn--[-0-9A-Za-z]+|[0-9A-Za-z]*)", re.IGNORECASE)
_HOST_JOINERS = frozenset("-_./")
_PROTOCOL = lazy_regex(r"https?://\Z", re.IGNORECASE)
_LONGEST_HOST = 253
_LONGEST_LABEL = 63
_LONGEST_FOREIGN_DOMAIN = 24
_ALWAYS_ENCODABLE = 10  # the longest label in any script, in characters

_CYRILLIC = r"\u0400-\u04ff"
_PATH_CHARACTER = rf"{_LATIN}{_CYRILLIC}!*';:=+,.$/%#\[\]\-\u2013_~@|&"
_PATH = lazy_regex(
    rf"/(?:[{_PATH_CHARACTER}]|\((?:[{_PATH_CHARACTER}]|\([{_PATH_CHARACTER}]{{0,500}}+\)){{1,500}}+\))*+"
)
_PATH_END = lazy_regex(rf"[{_LATIN}{_CYRILLIC}=_#/+\-)]")
_QUERY = lazy_regex(r"\?[a-zA-Z0-9!?*'@();:&=+$/%#\[\]\-_.,~|]*+")
_QUERY_END = lazy_regex(r"[a-zA-Z0-9\-_&=#/]")
_PORT = lazy_regex(r":\d{1,5}+")
_SHORT_LINK = lazy_regex(r"/([0-9A-Za-z]+)")


@dataclass(frozen=True, slots=True)
class _Host:
    """The offsets of a host in a text: of its URL with the protocol, of its name, and of its end."""

    start: int
    name: int
    end: int


def find_urls(text: str) -> list[Entity]:
    """Find the URLs of a text, in text order."""
    return list(iterate_urls(text))


def iterate_urls(text: str, *, joined: bool = False) -> Iterator[Entity]:
    """Yield the URLs of a text, in order; if `joined`, also after a letter, as in ``wordhttps://t.co/x``."""
    done = 0
    dot = text.find(".")
    while dot >= 0:
        run = _run_around(text, dot, done)
        done = run[1] if run else dot + 1
        for host in _hosts(text, *run, joined=joined) if run else ():
            entity = _whole_url(text, host)
            if entity:
                yield entity
                done = max(done, entity.end)
        dot = text.find(".", done)


def outside_urls(text: str, entities: list[Entity]) -> list[Entity]:
    """Return the entities outside URLs; URLs are only searched for if an entity could be inside one."""
    if all(entity.start == 0 or text[entity.start - 1].isspace() for entity in entities):
        return entities
    urls = find_urls(text)
    return [entity for entity in entities if not is_inside_url(urls, entity.start)]


def is_inside_url(urls: list[Entity], offset: int) -> bool:
    """Return True if `offset` is inside one of `urls` (sorted by start), but not its first character."""
    index = bisect_left(urls, offset, key=lambda url: url.start) - 1
    return index >= 0 and offset < urls[index].end


def _run_around(text: str, dot: int, done: int) -> tuple[int, int] | None:
    """Return the span of host characters around a dot; None if a space or punctuation touches it."""
    if _HOST_RUN.match(text, dot + 1, dot + 2) is None:
        return None
    before = _HOST_RUN.match(text[max(done, dot - _LONGEST_HOST) : dot][::-1])
    behind = _HOST_RUN.match(text, dot + 1) if before else None
    return (dot - before.end(), behind.end()) if before and behind else None


def _hosts(text: str, start: int, end: int, *, joined: bool) -> Iterator[_Host]:
    """Yield the hosts in a run: one with a protocol at its start, and any number of Latin ones."""
    protocol = _PROTOCOL.search(text, max(0, start - 8), start)
    if protocol and (joined or _may_precede(text, protocol.start())):
        host_end = _host_end(text, start, end)
        if host_end:
            yield _Host(protocol.start(), start, host_end)
            start = host_end
    yield from _latin_hosts(text, start, end)


def _latin_hosts(text: str, start: int, end: int) -> Iterator[_Host]:
    for label in _LATIN_LABEL.finditer(text, start, end):
        at = label.start()
        if at < start or not text.startswith(".", label.end()):
            continue
        if _may_precede(text, at) and text[at - 1 : at] not in _HOST_JOINERS:  # not inside a host, a path or a word
            host_end = _host_end(text, at, end, latin=True)
            if host_end:
                yield _Host(at, at, host_end)
                start = host_end


def _may_precede(text: str, pos: int) -> bool:
    """Return True if a URL may begin here: not after an ASCII letter or digit, ``@``, ``#`` or ``$``."""
    before = text[pos - 1 : pos]
    return not (before.isascii() and before.isalnum()) and (not before or before not in "@＠$#＃")


def _host_end(text: str, start: int, end: int, *, latin: bool = False) -> int | None:
    """Return the end of the longest host at `start` with a top-level domain; None without one."""
    found = None
    end = min(end, start + _LONGEST_HOST)
    while (dot := text.find(".", start, end)) >= 0:
        label = text[start:dot]
        if not _is_label(label) or (latin and _LATIN_LABEL.fullmatch(label) is None):
            break
        if "_" not in label:  # allowed in labels, not directly before the top-level domain
            found = _top_level_end(text, dot + 1, end) or found
        start = dot + 1
    return found


def _is_label(label: str) -> bool:
    if not 0 < len(label) <= _LONGEST_LABEL or label[0] in "-_" or label[-1] in "-_":
        return False
    if label.isascii():
        return True
    if len(label) <= _ALWAYS_ENCODABLE:
        return label[:4].lower() != "xn--"
    return label[:4].lower() != "xn--" and len(label.encode("punycode")) + 4 <= _LONGEST_LABEL


def _top_level_end(text: str, start: int, end: int) -> int | None:
    """Return the end of the top-level domain at `start`; no ASCII letter, digit or ``@+-`` may follow."""
    ascii_end = _ASCII_LABEL.match(text, start).end()  # type: ignore[union-attr]
    if ascii_end > start:
        return ascii_end if _is_top_level(text, start, ascii_end) else None
    for stop in range(min(end, start + _LONGEST_FOREIGN_DOMAIN), start, -1):
        if _is_top_level(text, start, stop):
            return stop
    return None


def _is_top_level(text: str, start: int, stop: int) -> bool:
    following = text[stop : stop + 1]
    if following in {"@", "+", "-"} or (following.isascii() and following.isalnum()):
        return False
    name = text[start:stop].lower()
    return name in _top_level_domains() or (name.startswith("xn--") and len(name) > 4)


def _whole_url(text: str, host: _Host) -> Entity | None:
    """Return the URL of a host with port, path and query, without the sentence's punctuation."""
    if host.start != host.name and text[host.name : host.end].lower() == "t.co":
        slug = _SHORT_LINK.match(text, host.end)
        if slug:  # a t.co code is letters and digits, at most 40
            end = _query_end(text, slug.end())
            return Entity(text[host.start : end], host.start, end) if len(slug[1]) <= 40 else None
    port = _PORT.match(text, host.end)
    end = port.end() if port else host.end
    path = _PATH.match(text, end)
    end = _query_end(text, _trim(text, end, path.end(), _PATH_END) if path else end)
    return Entity(text[host.start : end], host.start, end)


def _query_end(text: str, pos: int) -> int:
    query = _QUERY.match(text, pos)
    if query is None:
        return pos
    end = _trim(text, pos + 1, query.end(), _QUERY_END)
    return end if end > pos + 1 else pos


def _trim(text: str, start: int, end: int, ending: re.Pattern[str]) -> int:
    """Return the end of a URL without trailing characters that it may contain but not end in."""
    while end > start and ending.match(text, end - 1) is None:
        end -= 1
    return end
