"""Web addresses in a text, with or without ``http://``, by twitter-text's published rules.

With a protocol the host may hold letters of any script, without one only Latin letters. The last label must
begin with a top-level domain; what is glued behind it in another script stays outside
(``example.comこれ`` gives ``example.com``). Written as a scanner that visits every dot once: linear in time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.text.entities.domains import TOP_LEVEL_DOMAINS
from scraper.text.entities.entity import Entity

if TYPE_CHECKING:
    from collections.abc import Iterator

# A host's signs: everything but ASCII punctuation, white space, controls and bidi marks.
_NOT_HOST = (
    r"\x00-,/:-@\[-^`{-\x9f\s\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff0-\uffff\ud800-\udfff"
)
_RUN = re.compile(rf"[^{_NOT_HOST}]+")
_LATIN = (
    r"0-9A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272"
    r"\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff"
)
_LATIN_LABEL = re.compile(rf"[{_LATIN}-]+")
_ASCII_LABEL = re.compile(r"(?:xn--[-0-9A-Za-z]+|[0-9A-Za-z]*)", re.IGNORECASE)
_TIES = frozenset("-_./")
_PROTOCOL = re.compile(r"https?://\Z", re.IGNORECASE)
_LONGEST_HOST = 253
_LONGEST_LABEL = 63
_LONGEST_FOREIGN_DOMAIN = 24
_ALWAYS_ENCODABLE = 10  # so few signs fit into a label in any script

_CYRILLIC = r"\u0400-\u04ff"
_PATH_SIGN = rf"{_LATIN}{_CYRILLIC}!*';:=+,.$/%#\[\]\-\u2013_~@|&"
_PATH = re.compile(rf"/(?:[{_PATH_SIGN}]|\((?:[{_PATH_SIGN}]|\([{_PATH_SIGN}]{{0,500}}+\)){{1,500}}+\))*+")
_PATH_END = re.compile(rf"[{_LATIN}{_CYRILLIC}=_#/+\-)]")
_QUERY = re.compile(r"\?[a-zA-Z0-9!?*'@();:&=+$/%#\[\]\-_.,~|]*+")
_QUERY_END = re.compile(r"[a-zA-Z0-9\-_&=#/]")
_PORT = re.compile(r":\d{1,5}+")
_SHORT_LINK = re.compile(r"/([0-9A-Za-z]+)")


@dataclass(frozen=True, slots=True)
class _Host:
    """A host found in a text: where its address begins, where its name does, where the name ends."""

    start: int
    name: int
    end: int


def find_urls(text: str) -> list[Entity]:
    """Web addresses in the order of the text.

    >>> find_urls("see http://example.com/a_(b). or example.org!")
    [Entity(value='http://example.com/a_(b)', start=4, end=28), Entity(value='example.org', start=33, end=44)]
    """
    return list(iterate_urls(text))


def iterate_urls(text: str, *, glued: bool = False) -> Iterator[Entity]:
    """As `find_urls`, one at a time.

    Args:
        text: Any text.
        glued: Accept ``http://`` right behind a letter too, as flattening leaves it (``wordhttps://t.co/x``).
    """
    done = 0
    dot = text.find(".")
    while dot >= 0:
        run = _run_around(text, dot, done)
        done = run[1] if run else dot + 1
        for host in _hosts(text, *run, glued=glued) if run else ():
            entity = _whole_address(text, host)
            if entity:
                yield entity
                done = max(done, entity.end)
        dot = text.find(".", done)


def outside_addresses(text: str, entities: list[Entity]) -> list[Entity]:
    """The entities that are no part of a web address; the addresses are looked for only if one could be."""
    if all(each.start == 0 or text[each.start - 1].isspace() for each in entities):
        return entities
    addresses = find_urls(text)
    return [each for each in entities if not is_covered(addresses, each.start)]


def is_covered(addresses: list[Entity], pos: int) -> bool:
    """Whether `pos` lies behind the first sign of an address and not behind its last."""
    index = bisect_left(addresses, pos, key=lambda address: address.start) - 1
    return index >= 0 and pos < addresses[index].end


def _run_around(text: str, dot: int, done: int) -> tuple[int, int] | None:
    """The signs that could be a host around a dot; None where a space or punctuation touches the dot."""
    if _RUN.match(text, dot + 1, dot + 2) is None:
        return None
    before = _RUN.match(text[max(done, dot - _LONGEST_HOST) : dot][::-1])
    behind = _RUN.match(text, dot + 1) if before else None
    return (dot - before.end(), behind.end()) if before and behind else None


def _hosts(text: str, start: int, end: int, *, glued: bool) -> Iterator[_Host]:
    """The hosts in a run: one with a protocol at its start, and any number of Latin ones inside it."""
    protocol = _PROTOCOL.search(text, max(0, start - 8), start)
    if protocol and (glued or _may_precede(text, protocol.start())):
        host_end = _host_end(text, start, end)
        if host_end:
            yield _Host(protocol.start(), start, host_end)
            start = host_end
    yield from _latin_hosts(text, start, end)


def _latin_hosts(text: str, start: int, end: int) -> Iterator[_Host]:
    """The hosts of Latin letters in a run that no ``http://`` begins."""
    for label in _LATIN_LABEL.finditer(text, start, end):
        if label.start() >= start and text.startswith(".", label.end()) and _may_begin(text, label.start()):
            host_end = _host_end(text, label.start(), end, latin=True)
            if host_end:
                yield _Host(label.start(), label.start(), host_end)
                start = host_end


def _may_begin(text: str, pos: int) -> bool:
    """A host without a protocol may not be the rest of another one, of a path or of a word with dashes."""
    return _may_precede(text, pos) and text[pos - 1 : pos] not in _TIES


def _may_precede(text: str, pos: int) -> bool:
    """An address may not stick to an ASCII letter or digit, nor to ``@``, ``#`` or ``$``."""
    sign = text[pos - 1 : pos]
    return not (sign.isascii() and sign.isalnum()) and (not sign or sign not in "@＠$#＃")


def _host_end(text: str, start: int, end: int, *, latin: bool = False) -> int | None:
    """Where the longest host that begins at `start` and has a top-level domain ends, or None."""
    found = None
    end = min(end, start + _LONGEST_HOST)
    while (dot := text.find(".", start, end)) >= 0:
        label = text[start:dot]
        if not _is_label(label) or (latin and _LATIN_LABEL.fullmatch(label) is None):
            break
        if "_" not in label:  # allowed in front, not right before the top-level domain
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
    """Where the top-level domain at `start` ends; no ASCII letter or digit, nor ``@+-``, may follow."""
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
    return name in TOP_LEVEL_DOMAINS or (name.startswith("xn--") and len(name) > 4)


def _whole_address(text: str, host: _Host) -> Entity | None:
    """The address that goes on behind its host: port, path and query, without punctuation of the sentence."""
    if host.start != host.name and text[host.name : host.end].lower() == "t.co":
        slug = _SHORT_LINK.match(text, host.end)
        if slug:  # a t.co link is letters and digits; longer ones than 40 do not exist
            end = _behind_query(text, slug.end())
            return Entity(text[host.start : end], host.start, end) if len(slug[1]) <= 40 else None
    port = _PORT.match(text, host.end)
    end = _behind_query(text, _behind_path(text, port.end() if port else host.end))
    return Entity(text[host.start : end], host.start, end)


def _behind_path(text: str, pos: int) -> int:
    path = _PATH.match(text, pos)
    return _cut(text, pos, path.end(), _PATH_END) if path else pos


def _behind_query(text: str, pos: int) -> int:
    query = _QUERY.match(text, pos)
    if query is None:
        return pos
    end = _cut(text, pos + 1, query.end(), _QUERY_END)
    return end if end > pos + 1 else pos


def _cut(text: str, start: int, end: int, ending: re.Pattern[str]) -> int:
    """Step back over signs that an address may hold but not end in."""
    while end > start and ending.match(text, end - 1) is None:
        end -= 1
    return end
