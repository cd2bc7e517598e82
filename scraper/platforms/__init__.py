"""The platforms whose posts voxpop knows: one module each, found by listing this package.

README.md beside this file shows what a module holds and how to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache, lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bs4 import Tag

    from scraper.records import Form, Post


class Example(NamedTuple):
    """A piece of markup, and the ids of the posts that it embeds: none in a trap."""

    html: str
    ids: tuple[str, ...]


class Platform(Protocol):
    """What each module of this package provides.

    Attributes:
        NAME: As it stands in `Post.platform`.
        FORMS: For each form of embed the CSS selectors that only such an embed can match.
        ADDRESSES: How the addresses of posts and embed frames begin, from the last two labels of the host on,
            literally; and a regular expression for what follows. With a slash in front, any host may stand
            before it. Slashes are found in their escaped spellings too, so there must be none in a `[…]`.
        MARKS: Regular expressions for embeds that hold an id but no address. They begin with ``data-``; with
            another word, without a choice in it; or with the slash of the closing tag of an element that only
            the platform's embeds have.
        EXAMPLES: At least one that must be found and one trap that must not.
    """

    NAME: str
    FORMS: Mapping[Form, str]
    ADDRESSES: Mapping[str, str]
    MARKS: tuple[str, ...]
    EXAMPLES: tuple[Example, ...]

    def recognise(self, url: str) -> Post | None:
        """Read what an address alone tells of a post.

        Args:
            url: http(s), without entities.

        Returns:
            None when it is not the address of one post or of its embed frame.
        """

    def read(self, tag: Tag) -> Post | None:
        """Read the post of one embed.

        Args:
            tag: The embed's element, parsed from its own markup alone.

        Returns:
            None when the element shows no post.
        """


@cache
def platforms() -> tuple[Platform, ...]:
    """All platforms, in the order of their file names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_")
    return tuple(cast("Platform", importlib.import_module(f"{__name__}.{name}")) for name in names)


#: A host of any name, also one that is not ASCII, and the room in it where Mastodon's pages once were.
ANY_HOST = r"[a-zA-Z0-9_.\u00a1-\uffff-]{3,80}+(?:/web)?"
#: Where an address ends at the latest, in markup, JSON and text.
_END = re.compile(r"[\s\"'<>\\]")


@cache
def _address() -> re.Pattern[str]:
    """An address of any platform; the group that matches is named like the platform.

    Those of hosts with any name stand last: they would take the addresses of the others.
    """
    in_order = sorted(platforms(), key=lambda platform: any(known[0] == "/" for known in platform.ADDRESSES))
    known = "|".join(
        f"(?P<{platform.NAME}>{'|'.join(starmap(_known, platform.ADDRESSES.items()))})"
        for platform in in_order
    )
    return re.compile(rf"//(?:[\w-]{{1,12}}\.){{0,2}}?(?:{known})")


def _known(beginning: str, rest: str) -> str:
    return f"{ANY_HOST if beginning[0] == '/' else ''}{re.escape(beginning)}(?:{rest})"


def posts_in(source: str) -> Iterator[Post]:
    """Read every address of a post in a source, whatever its platform; also one inside of another address."""
    for found in _address().finditer(source):
        end = _END.search(source, found.end())
        post = by_name()[found.lastgroup or ""].recognise(
            f"https:{source[found.start() : end.start() if end else None]}"
        )
        if post is not None:
            yield post


@lru_cache(maxsize=64)
def recognise(url: str) -> Post | None:
    """Read what an address tells of a post, whatever its platform; None when it is not that of one.

    Rules ask for the same few addresses of one page again and again.
    """
    return next(posts_in(url), None)


@cache
def by_name() -> dict[str, Platform]:
    """All platforms by their names."""
    return {platform.NAME: platform for platform in platforms()}
