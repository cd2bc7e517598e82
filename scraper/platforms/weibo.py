"""Weibo: posts, which have two ids: a number, and the same number in base 62.

The number is written in groups of seven digits, each of which is four signs of the other id. The id here is
the one in base 62, because permalinks have it. What an address has as author is a number and no handle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.markup.rebuilt_post import rebuilt_post
from scraper.patterns import lazy_regex
from scraper.registry import Platform, Prose, post_at
from scraper.values.moments import IdClock, number, number_in

if TYPE_CHECKING:
    from scraper.records import Post

NAME = "weibo"
_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_IN_GROUP, _DIGITS_IN_GROUP = 4, 7
_PERMALINK = lazy_regex(
    r"https?://(?:[\w-]+\.)*weibo\.(?:com|cn)/+(?:user/)?(?:(\d{5,12})|detail|status|comment)/+(\d{16}|[A-Za-z0-9]{9})(?![\w-])"
)
#: The address that the interface gives out.
_SHARED = lazy_regex(
    r"https?://(?:[\w-]+\.)*weibo\.(?:com|cn)/+2/statuses/go\?(?:[^#\s]*&)?id=(\d{16}|[A-Za-z0-9]{9})(?![\w-])"
)
_AUTHOR = lazy_regex(r"[?&]uid=(\d{5,12})(?!\d)")
#: The first sign has grown from ``y`` since 2012; the paths of other pages are words.
_BASE_62 = lazy_regex(r"(?=[a-z]*[A-Z0-9])[yzA-Z][A-Za-z0-9]{8}")


def in_base_62(value: str) -> str:
    """Return the id in base 62 of the number of a post.

    >>> in_base_62("4467107636950632")
    'Is9M7taaY'
    """
    groups = [value[max(0, end - _DIGITS_IN_GROUP) : end] for end in range(len(value), 0, -_DIGITS_IN_GROUP)]
    whole = "".join(_encoded(int(group)).rjust(_IN_GROUP, "0") for group in reversed(groups))
    return whole.lstrip("0")


def _encoded(value: int) -> str:
    signs = ""
    while value:
        value, sign = divmod(value, len(_SIGNS))
        signs = _SIGNS[sign] + signs
    return signs


def as_number(native_id: str) -> int | None:
    """Return the number of a post by its id in base 62; None where it is none.

    >>> as_number("Is9M7taaY")
    4467107636950632
    """
    if _BASE_62.fullmatch(native_id) is None:
        return number(native_id)
    digits = ""
    for end in range(len(native_id), 0, -_IN_GROUP):
        value = number_in(_SIGNS, native_id[max(0, end - _IN_GROUP) : end])
        digits = str(value).rjust(_DIGITS_IN_GROUP, "0") + digits
    return number(digits.lstrip("0"))


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of a post: above 22 bits, seconds since May 1986, as a comparison with printed times shows."""
    value = as_number(native_id)
    return ((value >> 22) + 515_483_463) * 1000 if value else None


def recognise(url: str) -> Post | None:
    """Read the address of a post, with either id."""
    found = _PERMALINK.match(url)
    shared = None if found else _SHARED.match(url)
    if found is None and shared is None:
        return None
    author = _AUTHOR.search(url) if shared else None
    user = author[1] if author else found[1] if found else None
    written = found[2] if found else shared[1] if shared else ""
    native_id = in_base_62(written) if written.isdigit() and len(written) > len("123456789") else written
    if _BASE_62.fullmatch(native_id) is None:
        return None
    url = f"https://weibo.com/{user}/{native_id}" if user else f"https://m.weibo.cn/status/{native_id}"
    return post_at(NAME, native_id, url)


PLATFORM = Platform(
    name=NAME,
    label="Weibo",
    addresses={
        "weibo.com/": r"(?:\d{5,12}|detail|status|comment)/\w|2/statuses/go\?|user/\d",
        "weibo.cn/": r"(?:\d{5,12}|detail|status|comment)/\w",
    },
    permalinks=("https://m.weibo.cn/status/{id}",),
    recognise=recognise,
    read=lambda tag: rebuilt_post(tag, recognise),
    prose=Prose(names="(?:sina ?)?weibo", other_scripts=("微博",), stems=("weibo",)),
    handle=r"[\w-]{2,30}",
    # The numbers of before were counted otherwise.
    clock=IdClock(milliseconds=_milliseconds, since=1_293_840_000_000, precision="second"),
    not_asked="it keeps programs out",
)
