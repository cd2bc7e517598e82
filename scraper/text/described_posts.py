"""Read descriptions of pictures that show a post: "Screenshot of a tweet by @ada_example that reads: …".

The words are in ``config/embed_words.toml``. A description counts only if a post is its head: "Photo from a
tweet" and "Tweet button" describe something else.

>>> described_post("Screenshot of a tweet by @ada_example that reads: “Rain again”")
DescribedPost(platform='twitter', handle='ada_example', name=None, text='Rain again', posted=None)
>>> described_post("Photo posted on Instagram by @ada_example") is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from ahocorasick_rs import BytesAhoCorasick

from scraper.patterns import lazy_regex
from scraper.registry import any_label, by_name, labels, normal_handle, platforms
from scraper.text.embed_words import embed_lists
from scraper.text.quotes.words.platform_names import PLATFORM, platform_there
from scraper.values.dates import match_date, word_starts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.records import Moment

#: Most characters of a description, of its part before the post's words, and of a name.
_LONGEST, _LONGEST_HEAD, _LONGEST_NAME = 4000, 250, 60
_HANDLE = lazy_regex(
    r"(?<![\w/])[@＠]([A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,60}[A-Za-z0-9_])?(?:@[A-Za-z0-9.-]{3,80}[a-z])?)"
)
_CAPITAL = "A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁІЇЄ"
_WORD = rf"(?-i:[{_CAPITAL}])[\w.-]*(?:[’'](?!s\s)\w+)?(?<=\w)"
_NAME = rf"{_WORD}(?:\s(?:(?-i:[{_CAPITAL}])\.|{_WORD}|de|da|di|van|von|bin|der|den|el|la)){{0,4}}"
#: Opening marks, each with a regular expression for those that close it.
_CLOSINGS = {
    marks[0]: lazy_regex(rf"[{marks[1:]}](?!\w)")
    for marks in ('""', "“”", "„“”", "«»", "»«", "「」", "『』", "‹›", "''", "‘’", "””")
}
_DIGIT, _LETTER = lazy_regex(r"\d"), lazy_regex(r"[^\W\d_]")
_X = lazy_regex(r"(?<!\w)X(?!\w)")
#: The endings of plurals that no description of one post has.
_PLURAL = lazy_regex(
    r"(?:tweets|posts|stories|tuits|threads|beiträge|publications|mensajes|berichten)\Z", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DescribedPost:
    """The post that a description states with `phrase` ("Screenshot of a tweet"); maybe its platform alone."""

    platform: str
    handle: str | None = None
    name: str | None = None
    text: str | None = None
    posted: Moment | None = None
    phrase: str = field(default="", repr=False)

    @property
    def is_stated(self) -> bool:
        """Return True if the words or the account are stated."""
        return bool(self.text or self.handle or self.name)


def signs_of_posts(words: str) -> list[str]:
    """Return the parts of platforms' names and of their own words for posts that descriptions have, in lower case."""
    literals, automaton = _literals()
    numbers = {number for number, _, _ in automaton.find_matches_as_indexes(words.lower().encode("utf-8", "replace"))}
    return [*(literals[number] for number in sorted(numbers)), *(["x"] if "X" in words and _X.search(words) else [])]


def described_post(words: str) -> DescribedPost | None:
    """Return the post that a description of a picture says it shows; None for any other picture."""
    words = " ".join(words.split())
    if len(words) > _LONGEST or not signs_of_posts(words):
        return None
    head = _BACKWARD.match(words) or _FORWARD.match(words)
    if head is None or _OTHERS.match(words, head.end()):
        return None
    begin = ((head["credited"] is not None and _HANDLE.search(words, head.end())) or head).end()
    stop = _STOP.search(words, begin, begin + _LONGEST_HEAD)
    around = head.group("before") or ""
    tail = words[head.end() : stop.start() if stop else None].lstrip(":")
    platform = _platform(head, f"{around} {tail[:_LONGEST_HEAD]}")
    if platform is None or not _FOLLOWS.match(tail) or (not stop and len(tail) > _LONGEST_HEAD):
        return None
    text, rest, is_quoted = _words_behind(words, None if _TOPICS.search(tail) else stop)
    handle, name = _author(head, around, tail, platform)
    found = DescribedPost(platform, handle, name, text, _date(f"{tail} {rest}"), head[0].strip())
    return found if _is_sure(head, found, is_quoted=is_quoted) else None


def credited_post(words: str, *, hinted: bool) -> DescribedPost | None:
    """Return the post of a credit, as "Screenshot: X / @ada_example"; None for the credit of a photo.

    `hinted`: the name or the description of the picture is that of a post, so no word for a screen is needed.
    """
    found = _CREDIT.search(words[-_LONGEST_HEAD:])
    if found is None or not (found["screen"] or (hinted and found.start() == 0)):
        return None
    platform = labels()[found["site"].lower()]
    handle = normal_handle(found["handle"], platform)
    # Credits name Instagram or TikTok, which have no words of their own for posts, for mere photos.
    return DescribedPost(platform, handle) if handle and platform in _own_words() else None


def _is_sure(head: re.Match[str], found: DescribedPost, *, is_quoted: bool) -> bool:
    """Return True if nothing but a picture of one post is described so."""
    if head["screen"]:
        return True
    if head["image"] or head["owner"]:
        return found.text is not None or (head["image"] is not None and found.is_stated)
    if _PLURAL.search(head[0]):
        return False
    return found.handle is not None or is_quoted or (found.name is not None and bool(head["own"] or head["site"]))


def _platform(head: re.Match[str], around: str) -> str | None:
    """Return the platform of a post: that of its own word for posts, or the one that is named with it."""
    if head["own"]:
        return next(name for name, posts in _own_words().items() if posts.fullmatch(head["own"]))
    if head["site"]:
        return labels()[head["site"].lower()]
    if place := _ON_SITE.search(around):
        return labels()[place["site"].lower()]
    named = PLATFORM.search(around)
    platform = platform_there(named[0]) if named else None
    return platform if platform in by_name() else None


def _words_behind(words: str, stop: re.Match[str] | None) -> tuple[str | None, str, bool]:
    """Return the words of the post, what follows, and whether they are quoted; else a capital marks them as its own."""
    if stop is None:
        return None, "", False
    rest = words[stop.start("quote") if stop["quote"] else stop.end() :].lstrip(" ,–—-")
    has_colon = bool(stop["colon"]) or rest[:1] in {":", "："}
    rest = rest.lstrip(" :：")
    closing = _CLOSINGS.get(rest[:1])
    if closing:
        end = closing.search(rest, 1)
        text, behind = (rest[1 : end.start()], rest[end.end() :]) if end else (rest[1:], "")
        return text.strip() or None, behind, True
    is_own = has_colon or (rest[:1].lower() != rest[:1] and _LETTER.match(rest) is not None) or rest[:1] in "@#"
    return (rest.strip() or None, "", False) if is_own else (None, rest, False)


def _author(head: re.Match[str], around: str, tail: str, platform: str) -> tuple[str | None, str | None]:
    owner = (head["owner"] or "").strip().removesuffix("s").rstrip("’'")
    handle = next(filter(None, (_handle(part, platform) for part in (owner, tail, around))), None)
    named = _BY_NAME.search(tail)
    name = owner if owner[:1].isupper() else named["name"] if named else None
    if name is None or len(name) > _LONGEST_NAME or name.lower() in labels() or match_date(name, 0):
        return handle, None
    return handle, name


def _handle(words: str, platform: str) -> str | None:
    found = _HANDLE.search(words)
    return normal_handle(found[1], platform) if found else None


def _date(words: str) -> Moment | None:
    if _DIGIT.search(words) is None:
        return None
    starts = word_starts(words, 0, 2 * _LONGEST_HEAD, most=_LONGEST_HEAD)
    dates = (found[0] for start in starts if (found := match_date(words, start)))
    return next((date for date in dates if date.precision not in {"year", "month"}), None)


@cache
def _own_words() -> dict[str, re.Pattern[str]]:
    known = {platform.name: platform.prose.posts for platform in platforms() if platform.prose and platform.prose.posts}
    return {
        name: lazy_regex(_any(begin + rest for begin, rest in posts.items()), re.IGNORECASE)
        for name, posts in known.items()
    }


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


@cache
def _literals() -> tuple[tuple[str, ...], BytesAhoCorasick]:
    """Return the beginnings of platforms' names and of their words for posts, in lower case, and a search for them."""
    proses = [platform.prose for platform in platforms() if platform.prose]
    words = (word for prose in proses for word in (*prose.stems, *prose.other_scripts, *prose.posts) if len(word) > 1)
    literals = tuple(dict.fromkeys(word.lower().partition(" ")[0] for word in words))
    return literals, BytesAhoCorasick([literal.encode() for literal in literals])


def _words(*parts: str) -> str:
    return _any(word for part in parts for word in embed_lists("pictures")[part])


def _noun(credited: str = "(?P<credited>(?!))") -> str:
    own = _any(posts.pattern for posts in _own_words().values())
    site, posts = rf"(?P<site>{any_label()})", _words("posts")
    return rf"(?:(?:لل|ل?(?:ال)?)(?P<own>{own})|{site}(?:[\s-]{{0,2}}(?:{posts})|{credited})|(?:{posts}))"


#: After a screenshot "from X", who posted: ". Ada Example (@ada_example)".
_CREDITED = r"(?P<credited>(?(screen)(?=[.:,]\s[^\n@]{0,80}\(@\w)|(?!)))"


#: A head as in "Screenshot of Ada Example's now-deleted tweet".
_FORWARD = lazy_regex(
    lambda: (
        rf"(?P<before>)[\W_]{{0,3}}(?:an? |the |une? |una? |eine? |een )?"
        rf"(?:(?P<screen>{_words('screens')})(?!\w)[\s:,–—-]*)?(?:(?P<image>{_words('images')})(?!\w)\s?)?"
        rf"(?:(?:{_words('fillers')})(?!\w)\s?|(?:d|l|dell|dall)[’']){{0,6}}"
        rf"(?:(?P<owner>(?:[@＠][\w.-]{{2,60}}|{_NAME}|\w{{2,20}}(?=[’']))[’']?s?\s)??)(?<!\w){_noun(_CREDITED)}(?!\w)"
    ),
    re.IGNORECASE,
)
#: A head with the screen at its end, as in Japanese and Turkish.
_BACKWARD = lazy_regex(
    lambda: (
        rf"(?P<before>[^\n.!?。:：\"“「]{{0,80}}?)(?P<image>)(?P<owner>){_noun()}\w{{0,6}}?[’'\s-]{{0,2}}\w{{0,4}}?\s?"
        rf"(?P<screen>{_words('screens')})\w{{0,4}}"
    ),
    re.IGNORECASE,
)
_STOP = lazy_regex(
    lambda: (
        r"(?P<colon>[:：](?!\d)\s*)|(?P<quote>[\"“„«「『‹]|(?<!\w)['‘](?=\w))"
        rf"|(?<!\w)(?:{_words('reads')})(?!\w)"
    ),
    re.IGNORECASE,
)
#: What may follow the word for a post, but for the post's words.
_FOLLOWS = lazy_regex(
    lambda: rf"\s*(?:\Z|[,;.(–—|/@＠。、]|(?:{_words('by', 'about', 'topics')})(?!\w)|{_NAME}|[\u0600-\u9fff])",
    re.IGNORECASE,
)
_ON_SITE = lazy_regex(
    lambda: rf"(?<!\w)(?:{_any(embed_lists('signatures')['on'])})\s(?P<site>{any_label()})(?!\w)", re.IGNORECASE
)
#: What comes before the content of a post in other words than its own.
_TOPICS = lazy_regex(lambda: rf"(?<!\w)(?:{_words('topics')})(?!\w)", re.IGNORECASE)
_OTHERS = lazy_regex(lambda: rf"[\s-]{{0,2}}(?:{_words('others')})(?!\w)", re.IGNORECASE)
_BY_NAME = lazy_regex(
    lambda: (
        rf"(?<!\w)(?:{_words('by')})\s?(?:(?-i:[^\W\d_{_CAPITAL}])\w{{1,20}}\s){{0,3}}?(?P<name>(?=\S+\s){_NAME})"
        rf"(?=\s?(?:\Z|[,.;:(–—@＠-])|\s(?:{_words('about', 'topics')})(?!\w))"
    ),
    re.IGNORECASE,
)
_CREDIT = lazy_regex(
    lambda: (
        rf"(?<!\w)(?:(?P<screen>{_words('screens')})s?(?!\w)\W{{0,3}}(?:\w{{1,4}}\s)?)?(?P<site>{any_label()})"
        r"\s?[/:,|–—-]?\s?[@＠](?P<handle>[\w.-]{2,60}\w)\W{0,3}\Z"
    ),
    re.IGNORECASE,
)
