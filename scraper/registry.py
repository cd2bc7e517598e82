"""What a platform is to voxpop, and the list of those it knows: the files of `scraper.platforms`.

Everything about a platform stands in its file. README.md beside those files shows how to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from scraper.configuration import config_directory
from scraper.values.handles import ANY_HANDLE, bare_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bs4 import Tag

    from scraper.records import Form, Moment, Post
    from scraper.values.instants import Clock


class Example(NamedTuple):
    """A piece of markup, and the ids of the posts that it embeds: none in a trap."""

    html: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    r"""How articles name a platform, its posts and the act of posting there.

    Every text is a regular expression without groups that is matched whatever the case; ``(?-i:…)`` keeps it.

    Attributes:
        names: Names in Latin letters of the platform and of its posts: ``tik ?tok``, ``tweets?``.
        abbreviations: Names that count as whole words in this case alone: ``IG``.
        verbs: Verbs made of the name, with their endings; empty when there are none.
        other_scripts: The names in other scripts.
        stems: Pieces of which every name and verb holds one; a text without any of them names no platform.
            ``\Z`` stands for the end of a first word whose second stands apart.
        cues: Whole words that name the platform without a stem: ``r/``.
        formerly: What may follow the name, and names it: ``, formerly Twitter``.
        foreign: For languages that decline names, or place words around them otherwise: what is printed, and
            the expression that finds it there.
    """

    names: str = ""
    abbreviations: tuple[str, ...] = ()
    verbs: str = ""
    other_scripts: str = ""
    stems: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    formerly: str = ""
    foreign: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """Everything that voxpop knows about one platform.

    Attributes:
        name: As it stands in `Post.platform`, in the ids of the archive and as the name of the file.
        label: As readers know it: ``Truth Social``.
        other_labels: What widgets and outlets print for it besides: ``X``.
        forms: For each form of embed the CSS selectors that only such an embed can match.
        addresses: How the addresses of posts and embed frames begin, from the last two labels of the host on,
            literally; and a regular expression for what follows. With a slash in front, any host may stand
            before it. Slashes are found in their escaped spellings too, so there must be none in a ``[…]``.
        marks: Regular expressions for embeds that hold an id but no address. They begin with ``data-``; with
            another word, without a choice in it; or with the slash of the closing tag of an element that only
            the platform's embeds have.
        key: A regular expression, without groups, for how attributes and keys of JSON that hold one of its
            embeds are called; the platform's name unless given.
        examples: At least one that must be found and one trap that must not.
        recognise: Reads what an http(s) address without entities tells of a post; None when it is not the
            address of one post or of its embed frame.
        read: Reads the post of one embed from its element, parsed from its own markup alone; None when the
            element shows no post.
        prose: How articles name it; None when they never do.
        handle: A regular expression for a whole handle.
        handle_prefixes: What is written before a handle besides ``@``, in that order: ``/``, ``u/``.
        clock: How its ids hold the time of publication; None when they do not.
    """

    name: str
    label: str
    other_labels: tuple[str, ...] = ()
    forms: Mapping[Form, str] = field(default_factory=dict)
    addresses: Mapping[str, str]
    marks: tuple[str, ...] = ()
    key: str = ""
    examples: tuple[Example, ...]
    recognise: Callable[[str], Post | None]
    read: Callable[[Tag], Post | None]
    prose: Prose | None = None
    handle: str = ANY_HANDLE
    handle_prefixes: tuple[str, ...] = ()
    clock: Clock | None = None


@cache
def platforms() -> tuple[Platform, ...]:
    """Return all platforms, in the order of their file names."""
    package = importlib.import_module(f"{__package__}.platforms")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = (importlib.import_module(f"{package.__name__}.{name}") for name in names)
    return tuple(cast("Platform", module.PLATFORM) for module in modules)


#: A host of any name, also one that is not ASCII, and the room in it where Mastodon's pages once were.
ANY_HOST = r"[a-zA-Z0-9_.\u00a1-\uffff-]{3,80}+(?:/web)?"
#: Where an address ends at the latest, in markup, JSON and text.
_END = re.compile(r"[\s\"'<>\\]")


@cache
def _address() -> re.Pattern[str]:
    """An address of any platform; the group that matches is named like the platform.

    Those of hosts with any name stand last: they would take the addresses of the others.
    """
    in_order = sorted(platforms(), key=lambda platform: any(known[0] == "/" for known in platform.addresses))
    known = "|".join(
        f"(?P<{platform.name}>{'|'.join(starmap(_known, platform.addresses.items()))})"
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
def labels() -> dict[str, str]:
    """Return the name of a platform by each of its labels in small letters, the longest first.

    >>> labels()["truth social"], labels()["x"]
    ('truthsocial', 'twitter')
    """
    known = {
        label.lower(): platform.name
        for platform in platforms()
        for label in (platform.label, *platform.other_labels)
    }
    return dict(sorted(known.items(), key=lambda item: -len(item[0])))


def any_label() -> str:
    """Return a regular expression for any label of a platform, for patterns that ignore case."""
    return f"(?:{'|'.join(map(re.escape, labels()))})"


def any_key() -> str:
    """Return a regular expression for what attributes and keys that hold an embed are called.

    The group that matches is named like the platform.
    """
    return "|".join(f"(?P<{platform.name}>{platform.key or platform.name})" for platform in platforms())


@cache
def by_name() -> dict[str, Platform]:
    """All platforms by their names."""
    return {platform.name: platform for platform in platforms()}


def instant(platform: str, native_id: str) -> Moment | None:
    """Read the time of publication from a post's id.

    Args:
        platform: The name of a platform.
        native_id: The platform's id as text: a number for most, the shortcode for Instagram and Threads (the
            number behind it works too), the record key for Bluesky, a number or URN for LinkedIn.

    Returns:
        The UTC instant with ``source="id"``; None when the id holds no time: a platform that does not number
        by time, an id from before it did, a time out of range, or not an id at all.

    >>> instant("twitter", "1223400000000000000").at
    '2020-02-01T00:17:44.329Z'
    >>> instant("bluesky", "3k2a2222222aa").precision
    'millisecond'
    >>> instant("facebook", "10158000000000000") is None
    True
    """
    known = by_name().get(platform)
    return known.clock.moment(native_id) if known and known.clock else None


def normal_handle(raw: str, platform: str = "twitter") -> str | None:
    """Bring a printed handle into its normal form.

    Args:
        raw: As printed, with or without ``@``, possibly among spaces and invisible marks.
        platform: The name of a platform; unknown ones allow anything but spaces, ``@`` and ``/``.

    Returns:
        The handle in its printed case, or None when the platform cannot have such a handle.

    >>> normal_handle(" @Some_One ")
    'Some_One'
    >>> normal_handle("@Some.One") is None
    True
    >>> normal_handle("@Some.One", "instagram")
    'Some.One'
    >>> normal_handle("@me@social.example", "mastodon")
    'me@social.example'
    """
    known = by_name().get(platform)
    handle = bare_handle(raw)
    for prefix in known.handle_prefixes if known else ():
        handle = handle.removeprefix(prefix)
    return handle if _rule(known.handle if known else ANY_HANDLE).fullmatch(handle) else None


@cache
def _rule(handle: str) -> re.Pattern[str]:
    return re.compile(handle)


@cache
def only_named() -> dict[str, dict[str, Any]]:
    """Return what ``config/platforms.toml`` has on platforms that are only named, by their names."""
    return tomllib.loads((config_directory() / "platforms.toml").read_text("utf-8"))


def known_platforms() -> dict[str, str]:
    """Return the label of every platform by its name, those among them that are only named in prose."""
    read = {platform.name: platform.label for platform in platforms()}
    return read | {name: words["label"] for name, words in only_named().items()}
