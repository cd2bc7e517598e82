"""Find hashtags, mentions and cashtags by twitter-text's published rules, and in prose hashtags by stricter ones.

Text extraction joins words that were separate in the markup: ``NERVE#Tag``, ``word.#A#B#C``,
``#Tagpic.twitter.com/x``. The rules for markup would lose these tags or get them wrong. The rules for prose
recover tags after a letter, chains of tags, and tags with the beginning of a URL at their end.

They also ignore lookalikes: HTML references (``&#123;``), targets of Markdown links (``](#anchor)``),
attributes (``href="#top"``), parts of URLs and paths (``page.md#part``, ``/map/#6/48.2``), CSS colours
(``#1e1e1e``) and selectors, and names of languages (``C#``).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.entities.urls import Entity, is_inside_url, iterate_urls, outside_urls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


# Find hashtags.

_KEYCAP = frozenset("\ufe0f\u20e3")  # after "#" they make it an emoji
# They end an emoji: a tag may follow, although Unicode counts them as marks.
_VARIATION_SELECTORS = frozenset("\ufe0e\ufe0f")
_WORD = lazy_regex(r"\w+")
# Allowed in a tag besides letters, marks and digits: joiners, the middle dot of Catalan, Hebrew punctuation,
# Japanese marks, Tibetan stops.
_JOINERS = frozenset("_\u200c\u200d\ua67e\u05be\u05f3\u05f4\uff5e\u301c\u309b\u309c\u30a0\u30fb\u3003\u0f0b\u0f0c\xb7")

# URL prefixes glued to a tag. Only hosts that posts link to: any other word before a dot is more likely the
# end of a sentence.
_URL_OPENING = lazy_regex(
    r"(?:(?P<pic>pic)\.(?:twitter|x)\.com|(?P<http>https?)://|(?P<www>www)\.\w|(?P<short>bit\.ly|youtu\.be|t\.co|buff\.ly"
    r"|ow\.ly|fb\.me|goo\.gl|dlvr\.it|instagr\.am|amzn\.to|tinyurl\.com|twitter\.com|x\.com|instagram\.com"
    r"|youtube\.com|facebook\.com)/)",
    re.IGNORECASE,
)
_LONGEST_OPENING = len("instagram")
_LONGEST_REST = len(".twitter.com/")
# Hosts of URLs that end with a short code: a "#" after the code begins a tag, not a fragment.
_SHORT_URL = lazy_regex(r"(?:https?://)?(?:pic\.(?:twitter|x)\.com|t\.co)/\w+", re.IGNORECASE)
_FILE_EXTENSION = lazy_regex(
    r"\.(?:html?|php|aspx?|jsp|md|rst|txt|pdf|css|js|ts|py|rb|go|rs|c|h|cpp|java|json|xml|svg|ya?ml|ipynb)\Z",
    re.IGNORECASE,
)
_LANGUAGES = frozenset("CFJQX")  # as in C# and F#
_HEX_COLOUR = lazy_regex(r"(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
# The rest of a selector at the start of a CSS rule: "#menu .item > a {".
_CSS_SELECTOR = lazy_regex(r"[\w.:#>~+,\[\]= -]{0,60}\{")
_COLOUR_WORDS = lazy_regex(
    r"(?:colou?r|background|fill|stroke|border|hex|rgb)[^#\n]{0,20}\Z|[:=]\s?[\"']?\Z", re.IGNORECASE
)


#: A hashtag between two signs, as on Weibo, and words of texts that print such.
_PAIRED = lazy_regex(r"[#＃](?=[^#＃\s]{0,9}[\u3400-\u9fff])([^#＃\s，。！？]{2,32})[#＃]")
_OF_WEIBO = ("微博", "话题", "話題", "热搜", "超话")


def find_hashtags(text: str, *, flattened: bool = False, paired: bool = False) -> list[Entity]:
    """Find the hashtags of a text, or of `flattened` text, in which words may be joined, in text order.

    `paired`: a second sign ends a hashtag, as on Weibo and in texts that speak of it.

    >>> [tag.value for tag in find_hashtags("NERVE#One #Twopic.twitter.com/x ](#three)", flattened=True)]
    ['One', 'Two']
    >>> find_hashtags("what a #Day, #1!")
    [Entity(value='Day', start=7, end=11)]
    """
    if not may_hold_hashtags(text):
        return []
    is_paired = paired or (not text.isascii() and any(word in text for word in _OF_WEIBO))
    if is_paired and (found := list(_PAIRED.finditer(text))):
        pairs = [Entity(pair[1], pair.start(), pair.end() - 1) for pair in found]
        rest = _PAIRED.sub(lambda pair: " " * len(pair[0]), text)  # which keeps the offsets of all others
        return sorted([*pairs, *find_hashtags(rest, flattened=flattened)], key=lambda tag: tag.start)
    if flattened:
        return list(_tags_in_prose(text, _candidates(text)))
    tags = [
        Entity(text[start + 1 : end], start, end) for start, end in _candidates(text) if _is_strict(text, start, end)
    ]
    return outside_urls(text, tags)


def may_hold_hashtags(text: str) -> bool:
    """Return True if a text contains a sign that begins a hashtag."""
    return "#" in text or "＃" in text


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each ``#`` with the tag characters after it, if one is a letter."""
    for start in _hash_offsets(text):
        end = _tag_end(text, start + 1)
        if end > start + 1 and text[start + 1] not in _KEYCAP and _has_letter(text[start + 1 : end]):
            yield start, end


def _hash_offsets(text: str) -> Iterator[int]:
    if "＃" in text:
        yield from (found.start() for found in re.finditer("[#＃]", text))
        return
    start = text.find("#")
    while start >= 0:
        yield start
        start = text.find("#", start + 1)


def _tag_end(text: str, start: int) -> int:
    word = _WORD.match(text, start)
    end = word.end() if word and (word[0].isascii() or word[0].isalpha()) else start
    while end < len(text) and _is_tag_character(text[end]):
        end += 1
    return end


def _is_tag_character(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd" or character in _JOINERS


def _has_letter(body: str) -> bool:
    return body.isalpha() or any(unicodedata.category(character)[0] in "LM" for character in body)


def _is_strict(text: str, start: int, end: int) -> bool:
    """Apply Twitter's rule: not after a letter, digit or ``&``, not before another ``#`` or ``://``."""
    before = text[start - 1 : start] if start else ""
    if before == "&" or (before and before not in _VARIATION_SELECTORS and _is_tag_character(before)):
        return False
    return text[end : end + 1] not in {"#", "＃"} and not text.startswith("://", end)


def _tags_in_prose(text: str, candidates: Iterable[tuple[int, int]]) -> Iterator[Entity]:
    urls = cache(lambda: [_with_fragment(url) for url in iterate_urls(text, joined=True)])
    previous_end = -1
    for start, body_end in candidates:
        end = _cut_url(text, start + 1, body_end)
        # ``#one#two``, ``#one/#two``
        is_chained = previous_end == start or (previous_end == start - 1 and text[previous_end] == "/")
        if _has_letter(text[start + 1 : end]) and (is_chained or _is_tag(text, start, end, urls)):
            previous_end = end
            yield Entity(text[start + 1 : end], start, end)


def _cut_url(text: str, start: int, end: int) -> int:
    if text[end : end + 1] not in {".", ":"}:
        return end
    window_start = max(start, end - _LONGEST_OPENING)
    window = text[window_start : end + _LONGEST_REST]
    for found in _URL_OPENING.finditer(window):
        if window_start + found.start() < end < window_start + found.end():
            return window_start + found.start()
    return start if text.startswith("://", end) else end


def _is_tag(text: str, start: int, end: int, urls: Callable[[], list[Entity]]) -> bool:
    """Return True if a ``#`` followed by letters is meant as a hashtag; `urls` are searched only if needed."""
    if _is_css(text, start, end):
        return False
    before = text[start - 1 : start] if start else ""
    if not before or before.isspace():
        return True
    return _may_follow(text, start, before) and not is_inside_url(urls(), start)


def _may_follow(text: str, start: int, before: str) -> bool:
    # The target of a Markdown link or of an attribute.
    is_anchor = text[max(0, start - 2) : start] in ("](", '="', "='")
    if before in "&/=" or is_anchor:
        return False
    return before in _VARIATION_SELECTORS or not _is_tag_character(before) or _may_follow_word(text, start)


def _may_follow_word(text: str, start: int) -> bool:
    """Return True if a tag may follow a word: it begins with a letter, and the word is no ``C`` or file."""
    if not _has_letter(text[start + 1]):
        return False
    is_single_letter = start < 2 or not _is_tag_character(text[start - 2])
    if is_single_letter and text[start - 1] in _LANGUAGES:
        return False
    return _FILE_EXTENSION.search(text, max(0, start - 7), start) is None


def _is_css(text: str, start: int, end: int) -> bool:
    """Return True for a selector or a colour: six or eight hex digits, or three after such words."""
    if _CSS_SELECTOR.match(text, end):
        return True
    body = text[start + 1 : end]
    if _HEX_COLOUR.fullmatch(body) is None:
        return False
    if len(body) in {6, 8} and any(character.isdigit() for character in body):
        return True
    return _COLOUR_WORDS.search(text, max(0, start - 40), start) is not None


def _with_fragment(url: Entity) -> Entity:
    """Return the span in which a ``#`` is no tag: one character past the URL, except for short URLs."""
    short = _SHORT_URL.match(url.value)
    end = url.start + short.end() if short else url.end + 1
    return Entity(url.value, url.start, end)


# Find mentions and cashtags.

# A retweet mark may touch the "@": "RT@one", but not "start@one". The pattern begins with "@" and looks back
# from there, so the regex engine can search for the literal.
_MENTION = lazy_regex(
    r"[@＠](?:(?<![A-Za-z0-9_!#$%&*@＠][@＠])|(?<![A-Za-z0-9_+~.-][Rr][Tt][@＠])(?<=[Rr][Tt][@＠]))"
    r"(?P<handle>[A-Za-z0-9_]{1,20})(?![A-Za-z0-9_@＠\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0300-\u036f\u1e00-\u1eff]|://)"
    r"(?!/[A-Za-z])"
)
# Handles of other platforms, in prose: with dots (Bluesky, Instagram, TikTok), or with a server (Mastodon).
_DOTTED = lazy_regex(
    r"[@＠](?<![A-Za-z0-9_!#$%&*@＠/][@＠])(?P<handle>[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_])?+)"
)
_SERVER = lazy_regex(
    r"[@＠][A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62}){0,5}\.[a-z]{2,24}(?![A-Za-z0-9_@＠-]|/[A-Za-z])"
)
_LINK_HOST = lazy_regex(r"(?:pic\.)?(?:twitter|x|instagram|facebook|youtube)\.com\Z|(?:t\.co|bit\.ly|youtu\.be)\Z")
_CASHTAG = lazy_regex(
    r"\$(?<![^\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]\$)(?P<symbol>[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)"
    r"(?=$|[\s!'#%&()*+,\\\-./:;<=>?@\[\]^_{|}~$])"
)


def find_mentions(text: str, *, everywhere: bool = False) -> list[Entity]:
    """Find the handles marked with ``@``, in text order; `everywhere`, also those with dots or a server.

    Mail addresses, lists (``@one/list``), profile URLs, and handles followed by letters of another alphabet
    are skipped.

    >>> find_mentions("RT @one: thanks @two_2, one@two.example")
    [Entity(value='one', start=3, end=7), Entity(value='two_2', start=16, end=22)]
    >>> [mention.value for mention in find_mentions("@a.bsky.social, @b@c.example. @d.The", everywhere=True)]
    ['a.bsky.social', 'b@c.example', 'd']
    """
    if "@" not in text and "＠" not in text:
        return []
    mentions = [Entity(found["handle"], found.start(), found.end()) for found in _MENTION.finditer(text)]
    if everywhere:
        dotted = {mention.start: mention for mention in _dotted_mentions(text)}
        kept = {mention.start: mention for mention in mentions} | dotted
        mentions = sorted(kept.values(), key=lambda mention: mention.start)
    if any(text[mention.start - 1 : mention.start] == "/" for mention in mentions):
        return outside_urls(text, mentions)
    return mentions


def _dotted_mentions(text: str) -> Iterator[Entity]:
    for found in _DOTTED.finditer(text):
        server = _SERVER.match(text, found.end())
        following = text[found.end() : found.end() + 1]
        end = server.end() if server else found.start("handle") + len(_whole(found["handle"], following))
        if end > found.start("handle"):
            yield Entity(text[found.start("handle") : end].replace("＠", "@"), found.start(), end)


def _whole(printed: str, following: str) -> str:
    """Return the handle with dots at the start of `printed`; empty if it has none or begins a URL."""
    first, *labels = printed.split(".")
    # A capital after a dot begins the next sentence, which lost the space before it.
    handle = ".".join([first, *takewhile(lambda label: label and not label[0].isupper(), labels)])
    if "." not in handle or (handle == printed and following in {"/", "@", "＠"}) or _LINK_HOST.search(handle):
        return ""
    return handle if "-" not in handle or handle.rpartition(".")[2].isalpha() else ""


def find_cashtags(text: str) -> list[Entity]:
    """Find the stock symbols marked with ``$``, in text order."""
    if "$" not in text:
        return []
    return [Entity(found["symbol"], found.start(), found.end()) for found in _CASHTAG.finditer(text)]
