"""Find the URLs in attributes and links, and the posts with these permalinks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scraper.markup.tags import clean_address, links
from scraper.patterns import lazy_regex
from scraper.registry import any_label, platforms
from scraper.text.embed_words import embed_lists
from scraper.values.urls import fields_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bs4 import Tag

    from scraper.records import Post

#: The URL of a player or a widget, which is made for frames.
FRAME_ADDRESS = lazy_regex(r"//[\w.-]{4,40}/(?:embed|plugins|player)[/.]|/embed/?(?:[?#\"']|$)")
#: The attributes with the URL of a picture, the best first.
PICTURE_ATTRIBUTES = ("data-src", "data-lazy-src", "data-original", "src")
_ADDRESS = lazy_regex(r"//[^\s\"'<>\\,;|(){}\[\]]{4,2000}")
#: The beginning of a URL that is percent-encoded, as in the query of another.
_ENCODED = lazy_regex(r"https?%3A%2F%2F", re.IGNORECASE)
#: A path on the page's own site, as that of the frame in which Drupal shows embeds; and a host to represent the site's.
_OWN_PATH = lazy_regex(r"/(?!/)[\w./-]{0,100}\?")
_OWN_HOST = "https://own.invalid"


def addresses(value: str) -> list[str]:
    """Return the URLs in an attribute's value: the value itself, or those in its JSON or in a URL's query."""
    if _ENCODED.match(value):
        value = unquote(value)
    if value[:1] == "/" and _OWN_PATH.match(value):
        return [*_in_query(value), f"{_OWN_HOST}{value}"]
    if "//" not in value and "\\" not in value and "%2" not in value:
        return []
    plain = value.replace("\\/", "/").replace("\\u002F", "/") if "\\" in value else value
    found = [clean_address(address) for address in _ADDRESS.findall(plain)]
    return [address for outer in found for address in (outer, *_in_query(outer))]


def _in_query(address: str) -> Iterator[str]:
    query, _, fragment = address.partition("?")[2].partition("#")
    fragment = fragment or address.partition("#")[2]
    if _ENCODED.match(fragment):
        yield unquote(fragment)
    if "//" in query or "%2f" in query.lower():
        yield from (value for values in fields_of(query).values() for value in values if "//" in value)


#: Names of attributes and keys with the URL of a background picture or video.
_BEHIND = lazy_regex(r"(?:^|[-_])(?:bg|background|parallax|jarallax)(?:[-_]|$)")
#: Names of attributes with prose, which may contain a URL.
_WORDS = lazy_regex(r"(?:^|[-_])(?:caption|description|credit|title|alt)$")
#: Signs of code in an attribute, and the fewest words that are a sentence.
_CODE = lazy_regex(r"[{}\[\]<>=;|]|\(\S*['\"]")
_ANY_ADDRESS, _WORD = lazy_regex(r"https?://\S{1,2000}"), lazy_regex(r"[\"'“‘«„(]?[^\W\d_]+[’'.,:;!?)”\"»-]*")
_FEWEST_WORDS = 4
_KEY_BEHIND = lazy_regex(r"\"background_\w{1,40}\"\s*:\s*\"[^\"]*\"")


def value_about_posts(name: str, value: str) -> str:
    """Return the part of an attribute's value that may refer to an embed: no backgrounds, no captions."""
    if _is_beside(name):
        return ""
    return _KEY_BEHIND.sub("", value) if '"background_' in value else value


@lru_cache(512)
def _is_beside(name: str) -> bool:
    return bool(_BEHIND.search(name) or _WORDS.search(name))


def is_prose(value: str) -> bool:
    """Return True if a value is a sentence that mentions a URL, not a URL, JSON, code or a shortcode.

    >>> is_prose("As she wrote on https://x.com/a/status/1, it rains"), is_prose("https://x.com/a/status/1")
    (True, False)
    """
    if " " not in value or len(value.split(maxsplit=_FEWEST_WORDS)) < _FEWEST_WORDS:
        return False
    rest = _ANY_ADDRESS.sub(" ", value)
    words = rest.split() if _CODE.search(rest) is None else []
    return sum(_WORD.match(word) is not None for word in words) >= _FEWEST_WORDS


def id_behind_name(address: str, name: str) -> str | None:
    """Return the id after a platform's name in a URL's query, as in the frames of Kinja's sites."""
    found = re.search(rf"[?&]id={name}-([\w-]{{5,30}})(?=[&#]|$)", address)
    return found[1] if found else None


def post_in_attributes(tag: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """Return the first post that `recognise` finds in an attribute of the tag itself."""
    held = (value_about_posts(name, value) for name, value in tag.attrs.items() if isinstance(value, str))
    values = (value for value in held if not is_prose(value))
    return next((post for value in values for url in addresses(value) if (post := recognise(url))), None)


def post_in(tag: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """Return the first post in an attribute of the tag itself, else that of a link inside it."""
    return post_in_attributes(tag, recognise) or post_in_links(tag, recognise)


def post_in_links(tag: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """Return the first post that a link inside the tag leads to."""
    return next((post for _, href in links(tag) if (post := recognise(href))), None)


def _furniture(name: str) -> tuple[str, ...]:
    return embed_lists("furniture")[name]


def _hosts() -> str:
    beginnings = {begin for platform in platforms() for begin in platform.addresses}
    return "|".join(sorted(re.escape(begin[:-1]) for begin in beginnings if _HOST.fullmatch(begin)))


_HOST = lazy_regex(r"[\w-]+(?:\.[\w-]+)*\.\w{2,6}/")
#: A printed URL: with a scheme, or on the host of a platform; and the label of a platform.
_BARE_ADDRESS = lazy_regex(lambda: rf"(?:https?://|www\.|pic\.)\S+|(?:\w+\.)?(?:{_hosts()})/\S+")
_SITE = lazy_regex(lambda: rf"\b{any_label()}\b", re.IGNORECASE)
#: The link text of a widget before its script runs: "View on X".
_INVITATION = lazy_regex(lambda: "|".join(_furniture("invitations")).replace("{site}", any_label()), re.IGNORECASE)
_NAMED_SITE = lazy_regex(
    lambda: (
        rf"(?:https?://)?(?:www\.)?(?:{_hosts()})/?"
        rf"|{any_label()}(?: ?[,(] ?(?:{'|'.join(map(re.escape, _furniture('former')))})[ -]{any_label()}\)?"
        rf"| / {any_label()})?(?: ·.{{0,30}})?"
    ),
    re.IGNORECASE,
)


def is_address(printed: str) -> bool:
    """Return True if a link's text is a URL, with its scheme or without."""
    return _BARE_ADDRESS.fullmatch(printed) is not None


def stands_for_post(printed: str) -> bool:
    """Return True if a link's text is a URL or a widget's invitation, so that the link may be an embed."""
    return is_address(printed) or _INVITATION.fullmatch(printed) is not None


#: Words in a label that follow a handle alone.
_BEHIND_HANDLE = frozenset({"report", "bericht", "beitrag", "post", "tweet"})
_LABEL_PARTS = lazy_regex(r"[@＠][\w.]+|[^\W\d_]+")
_LONGEST_LABEL = 60


def is_site(line: str) -> bool:
    """Return True if a line of a card names the site of the post: its host, or its name and a former one."""
    return len(line) <= _LONGEST_LABEL and _NAMED_SITE.fullmatch(line) is not None


def is_label(text: str) -> bool:
    """Return True if a text is no more than the label of a link to a post: the site, a handle, "post"."""
    if len(text) > _LONGEST_LABEL or not text:
        return False
    if _INVITATION.fullmatch(text) or is_site(text):
        return True
    parts = _LABEL_PARTS.findall(_SITE.sub("", text.lower()))
    words = {part for part in parts if part[0] not in "@＠"}
    if _SITE.search(text):
        return words <= set(_furniture("labels"))
    return len(words) < len(parts) and bool(words) and words <= _BEHIND_HANDLE
