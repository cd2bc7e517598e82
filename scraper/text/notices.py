"""Recognize the notices in place of a post: consent boxes, failures, what is loading.

Their shape decides, in any language with known words: a sentence with a word about content and
one about consent, failure or loading. A text that is signed is never one. In other languages, the lines that
several posts of a page share are notices.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.registry import any_label
from scraper.text.embed_words import embed_lists

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Most characters of a paragraph of a notice, and of a button next to it.
_LONGEST, _LONGEST_BUTTON = 800, 40
#: Fewest words of a sentence that several posts share.
_FEWEST_WORDS = 3
#: Most lines of notices around one post.
_MOST_LINES = 12
#: Signs of a post's own words.
_OF_POST = lazy_regex(r"[@＠#＃]\w|pic\.(?:twitter|x)\.com")
_MARKS = lazy_regex(r"[\s\W_]+")


def is_notice(line: str, *, named: bool = False) -> bool:
    """Return True if a line or paragraph is a notice in place of a post.

    If `named`, it must name a site or cookies, because the line may as well be a text.

    >>> is_notice("Sorry but we're having trouble displaying this content"), is_notice("Content is king")
    (True, False)
    >>> is_notice("Inhalte von X erlauben?", named=True), is_notice("The tea is cold, allow for milk")
    (True, False)
    """
    if not 0 < len(line) <= _LONGEST or _OF_POST.search(line) is not None:
        return False
    if _ABOUT.search(line) is None or _REASON.search(line) is None:
        return False
    return not named or _SITE.search(line) is not None


def is_notice_alone(text: str, *, named: bool = False) -> bool:
    """Return True if a text has nothing but notices, with labels and buttons next to them."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not any(is_notice(line, named=named) for line in lines):
        return False
    return all(is_notice(line) or is_beside_notice(line) for line in lines)


def is_beside_notice(line: str) -> bool:
    """Return True if a line next to a notice is its button or link: a few words of consent or with a site."""
    if len(line) > _LONGEST_BUTTON:
        return False
    return _CONSENT.search(line) is not None or _SITE.search(line) is not None


def repeated_lines(texts: Iterable[str]) -> frozenset[str]:
    """Return the sentences in several of the texts of different posts: they are the frame's, in any language."""
    counted = Counter(line for text in texts for line in {line.strip() for line in text.split("\n")})
    return frozenset(line for line, count in counted.items() if count > 1 and _may_be_notice(line))


def _may_be_notice(line: str) -> bool:
    is_sentence = len(line.split()) >= _FEWEST_WORDS or (line > "\u0530" and len(line) >= 3 * _FEWEST_WORDS)
    return is_sentence and len(line) <= _LONGEST and _OF_POST.search(line) is None


def behind_notices(
    text: str, start: int, end: int, *, named: bool = False, repeated: frozenset[str] = frozenset()
) -> int:
    """Return the offset after the notices, and lines `repeated` as such, that begin a part of a text, else `start`."""
    here = behind = start
    is_found = False
    for _ in range(_MOST_LINES):
        line_end = text.find("\n", here, end)
        line_end = line_end if line_end >= 0 else end
        line = text[here:line_end].strip()
        is_one = line in repeated or is_notice(line, named=named)
        is_found = is_found or is_one
        if not line or is_one or (is_beside_notice(line) and "@" not in line):
            here = min(line_end + 1, end)
            behind = here if is_found else start
        else:
            break
        if here >= end:
            break
    return behind


def before_notices(text: str, start: int, end: int) -> int:
    """Return the offset before the notices on the last lines of a part of a text, else `end`."""
    for _ in range(_MOST_LINES):
        last = max(start, text.rfind("\n", start, end))
        if not is_notice(text[last:end].strip()):
            break
        end = start + len(text[start:last].rstrip())
    return end


_ABOUT = lazy_regex(lambda: _any_of("about"), re.IGNORECASE)
_CONSENT = lazy_regex(lambda: _any_of("consent"), re.IGNORECASE)
_REASON = lazy_regex(lambda: _any_of("consent", "failing", "loading"), re.IGNORECASE)
_SITE = lazy_regex(lambda: rf"(?<!\w){any_label()}(?!\w)|cookies?|çerez|куки|evästei|クッキー|쿠키", re.IGNORECASE)


def _any_of(*kinds: str) -> str:
    """Return a regular expression for stems at the beginning of a word; a hyphen represents any mark."""
    stems = {stem for kind in kinds for stem in embed_lists("notices")[kind]}
    ordered = sorted(stems, key=lambda stem: (-len(stem), stem))
    spaced = (_pattern(stem) for stem in ordered if _has_spaces(stem))
    others = (_pattern(stem) for stem in ordered if not _has_spaces(stem))
    return rf"(?<!\w)(?:{'|'.join(spaced)})|{'|'.join(others)}"


def _pattern(stem: str) -> str:
    return r"\W{1,3}".join(map(re.escape, _MARKS.split(stem)))


def _has_spaces(stem: str) -> bool:
    """Return True if the script of a stem parts words by spaces, and begins them with the stem."""
    return not any("\u0590" <= sign <= "\u06ff" or "\u0e00" <= sign <= "\u0e7f" or sign > "\u3000" for sign in stem)
