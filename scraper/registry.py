"""The type `Platform`, and the registry of all platforms: one for each file in `scraper.platforms`.

Everything about a platform is in its file, or in a file of that folder that starts with ``_``. The README.md of
the folder explains how to add one.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.values.handles import ANY_HANDLE, PLACEHOLDERS, bare_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bs4 import Tag
    from resiliparse.parse.html import HTMLTree

    from scraper.availability import Question, Target
    from scraper.records import Answered, Form, Moment
    from scraper.values.moments import IdClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """How articles name a platform, its posts and the act of posting there.

    `names`, `verbs`, `formerly`, `posts` and `foreign` are regular expressions without groups, matched without regard
    to case, but for ``(?-i:…)``. All others are plain words.

    Attributes:
        names: Names in Latin letters of the platform and of its posts: ``tik ?tok``, ``tweets?``.
        abbreviations: Names that count as whole words in this case alone: ``IG``.
        verbs: Verbs made of the name, with their endings; empty when there are none.
        other_scripts: The names in other scripts.
        stems: Parts of words. Every name and verb contains at least one; a text without any names no platform.
            Two words may be written as one; a stem with a capital counts only as a whole word in this case.
        cues: What opens a word that names the platform without a stem: ``r/``.
        formerly: What may follow the name and is part of it: ``, formerly Twitter``.
        posts: Words that name a post of the platform without its name: a literal beginning in lower case, and a
            regular expression for the rest.
        foreign: For languages that decline names or order words differently: a name as printed there, and the
            expression that matches it.
    """

    names: str = ""
    abbreviations: tuple[str, ...] = ()
    verbs: str = ""
    other_scripts: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    formerly: str = ""
    posts: Mapping[str, str] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """Everything that voxpop knows about one platform.

    Attributes:
        name: Its id: in `Post.platform`, in the ids of the archive, and as the name of its file.
        label: Its name for readers: ``Truth Social``.
        other_labels: Other names that widgets and outlets print: ``X``.
        forms: For each form of embed the CSS selectors that match only such an embed.
        addresses: The URLs of posts and embed frames: a literal beginning, from the last two labels of the
            host on, and a regular expression for the rest. A beginning with a slash in front matches any
            host. Escaped slashes match too, so there must be no slash in a ``[…]``.
        marks: Regular expressions for embeds that hold an id but no URL. They begin with ``data-``; with
            another word, without alternatives in it; or with the slash of the closing tag of an element that
            only the platform's embeds have.
        cards: Ends of class names of its embeds, each with a part of every post URL. An embed without that part, as
            in newsletters with tracked links, is read by what it prints.
        permalinks: The URLs of posts with ``{id}``, ``{user}`` and ``{host}`` for their parts, for short codes that
            give no more than these. The first one with all parts known is used.
        short_links: Regular expressions, from the host on, for the URLs that its app gives out for sharing, which
            lead to a post without having its id. Each begins with a literal up to a slash.
        codes: Names of short codes for its embeds, besides its labels and keys: ``toot``.
        key: A regular expression, without groups, for the names of attributes and JSON keys that hold one of
            its embeds; the platform's name unless given.
        recognise: Parses an http(s) URL without HTML entities into a post; None when it is not the URL of one
            post or of its embed frame.
        read: Parses the element of one embed, which is alone in its tree, into a post; None when it shows none.
        prose: How articles name it; None when they never do.
        handle: A regular expression for a whole handle.
        handle_prefixes: Prefixes of a handle besides ``@``, in their order: ``/``, ``u/``.
        placeholders: What its URLs have in place of a handle, in lower case, besides the words that programs
            write on any platform: ``i``. The platform finds the post by its id alone.
        clock: How its ids hold the time of publication; None when they do not.
        still: Parses the URL of a picture that the platform makes of each post; None when it makes none, or
            none with the id in its URL.
        json_ids: Regular expressions for keys of JSON with an id of the platform, from a mark on, with the id
            as their group; and the URL of such a post, with ``{}`` for the id.
        calls: Regular expressions for calls in scripts that fill an element with a post, with the parts of
            its id, and ``element`` for the element's id, as their groups; and the URL of such a post, with the
            names of these groups. A mark must be in them.
        json_types: Words that name one of its embeds, alone or in a longer word, as the value of any key of
            JSON or as a key, in each spelling: ``tweet``, ``Tweet``; a letter as a whole value alone: ``x``.
        json_id: A regular expression, without groups, for the id that such an object states under a key of
            its own; `permalinks` must have the URL of a post by its id alone.
        questions: The ways to ask whether its posts are public, the preferred one first.
        not_asked: Why it is never asked, where there is no question.
        answers: The beginnings of addresses that its frames load a post from as JSON, and what parses such an answer:
            given the address and the JSON, it returns the post, or None when it is another one.
        posts_in_json: Returns the posts in any JSON of the platform: answers to its questions and of its
            interfaces; None if it gives none.
        posts_in_page: Returns the posts that a page of the platform shows; None where that is not read.
        archived: Returns the URLs of a post that web archives may have copied.
    """

    name: str
    label: str
    other_labels: tuple[str, ...] = ()
    forms: Mapping[Form, str] = field(default_factory=dict)
    addresses: Mapping[str, str]
    marks: tuple[str, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)
    permalinks: tuple[str, ...] = ()
    short_links: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    key: str = ""
    recognise: Callable[[str], Post | None]
    read: Callable[[Tag], Post | None]
    prose: Prose | None = None
    handle: str = ANY_HANDLE
    handle_prefixes: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    clock: IdClock | None = None
    still: Callable[[str], Post | None] | None = None
    json_ids: Mapping[str, str] = field(default_factory=dict)
    calls: Mapping[str, str] = field(default_factory=dict)
    json_types: tuple[str, ...] = ()
    json_id: str = ""
    questions: tuple[Question, ...] = ()
    not_asked: str = ""
    answers: Mapping[str, Callable[[str, Any], Post | None]] = field(default_factory=dict)
    posts_in_json: Callable[[Any], Iterable[Answered]] | None = None
    posts_in_page: Callable[[HTMLTree], Iterable[Answered]] | None = None
    archived: Callable[[Target], tuple[str, ...]] = lambda post: (post.url,)


class _Unread:
    """A platform with known data. Its file is imported when another attribute is read, as on few pages."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.__dict__.update(data)

    def __getattr__(self, name: str) -> Any:
        """Import the file and copy its attributes."""
        if name not in _FIELDS or "name" not in self.__dict__:
            raise AttributeError(name)
        known = read_platform(self.name)
        self.__dict__.update((field, getattr(known, field)) for field in _FIELDS)
        return getattr(known, name)


_FIELDS = Platform.__slots__
#: The data that the platforms declare, written by `tools/build_platform_table.py`; a test keeps it current.
DECLARED = Path(__file__).parent / "platforms" / "declared.json"


@cache
def platforms() -> tuple[Platform, ...]:
    """Return all platforms, sorted by the names of their files."""
    known = json.loads(DECLARED.read_text("utf-8"))
    return tuple(
        cast("Platform", _Unread(_from_json(known[name]))) if name in known else read_platform(name)
        for name in platform_names()
    )


def platform_names() -> list[str]:
    """Return the names of the platforms, which are those of their files."""
    package = importlib.import_module(f"{__package__}.platforms")
    found = (module.name for module in pkgutil.iter_modules(package.__path__))
    return sorted(name for name in found if not name.startswith("_"))


def read_platform(name: str) -> Platform:
    """Import the file of a platform and return its declaration."""
    return cast("Platform", importlib.import_module(f"{__package__}.platforms.{name}").PLATFORM)


def _from_json(stored: Mapping[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}
    return data | {"prose": Prose(**_from_json(data["prose"]))} if data.get("prose") else data


#: A host of any name, ASCII or not, or the author in an AT URI; with the folders of Mastodon pages:
#: ``web`` once, ``deck``, and ``ap`` for programs.
ANY_HOST = r"[a-zA-Z0-9_.:\u00a1-\uffff-]{3,80}+(?:/(?:web|deck|ap))?"
#: The characters that end a URL in markup, JSON and text.
_END = lazy_regex(r"[\s\"'<>\\]")


#: For more platforms than these the pattern for all is used, which takes long to compile.
_FEW = 2
#: After more sets of platforms than these, compiling that one takes less time than searching the literals.
_FEW_SETS = 3


@cache
def _beginnings() -> tuple[tuple[str, str], ...]:
    """Return the literal beginnings of URLs, each with the name of its platform; platforms with any host last."""
    in_order = sorted(platforms(), key=lambda platform: any(known[0] == "/" for known in platform.addresses))
    return tuple((known, platform.name) for platform in in_order for known in platform.addresses)


def _address(source: str) -> re.Pattern[str] | None:
    if "//" not in source:
        return None
    if _address_of.cache_info().currsize > _FEW_SETS:
        return _address_of(_all_names())
    named = tuple(dict.fromkeys([name for known, name in _beginnings() if known in source]))
    return _address_of(named if len(named) <= _FEW else _all_names()) if named else None


@cache
def _all_names() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, name in _beginnings()))


@cache
def _address_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a regular expression for the URLs of platforms; the group that matches names the platform.

    Those with any host share one reading of it, because every URL of a page is tried.
    """
    own = [_group(name, name, is_any=False) for name in names]
    on_any = "|".join(filter(None, (_group(f"{_ON_ANY}{name}", name, is_any=True) for name in names)))
    known = "|".join(filter(None, [*own, f"{ANY_HOST}(?:{on_any})" if on_any else ""]))
    return re.compile(rf"//(?:[\w-]{{1,12}}\.){{0,2}}?(?:{known})")


#: Begins the name of the group for the URLs of a platform on any host.
_ON_ANY = "any_"


def _group(group: str, name: str, *, is_any: bool) -> str:
    """Return a named group for the URLs of a platform, on any host or its own; empty where it has none."""
    addresses = by_name()[name].addresses.items()
    known = [f"{re.escape(begin)}(?:{rest})" for begin, rest in addresses if (begin[0] == "/") == is_any]
    return f"(?P<{group}>{'|'.join(known)})" if known else ""


def posts_in(source: str) -> Iterator[Post]:
    """Yield the post of each URL in a source, of any platform; also of a URL inside of another URL."""
    address = _address(source)
    for found in address.finditer(source) if address else ():
        end = _END.search(source, found.end())
        post = by_name()[(found.lastgroup or "").removeprefix(_ON_ANY)].recognise(
            f"https:{source[found.start() : end.start() if end else None]}"
        )
        if post is not None:
            yield post


@lru_cache(maxsize=64)
def recognise(url: str) -> Post | None:
    """Return the post of a URL of any platform (cached: a page's are tried many times), or None."""
    return next(posts_in(url), None)


@cache
def _short_link() -> re.Pattern[str]:
    known = "|".join(link for platform in platforms() for link in platform.short_links)
    return re.compile(rf"https?://(?:\w{{1,8}}\.)?(?:{known})")


def may_hold_short_link(source: bytes) -> bool:
    """Return True if bytes have the literal beginning of a short link."""
    return any(literal in source for literal in _short_link_literals())


@cache
def _short_link_literals() -> tuple[bytes, ...]:
    links = (link for platform in platforms() for link in platform.short_links)
    found = (re.match(r"(?:\w|-|\\\.|/)+/", link) for link in links)
    return tuple(literal[0].replace("\\", "").encode() for literal in found if literal)


def short_link(url: str | None) -> Post | None:
    """Return the post of a URL that leads to a post without having its id; None for any other.

    >>> short_link("https://vm.tiktok.com/ZMaaaaaaa/").id, short_link("https://x.com/ada/status/1")
    ('ZMaaaaaaa', None)
    """
    return recognise(url) if url and _short_link().match(url) else None


def target_of(short: str, url: str) -> Post | None:
    """Return the post that a short link leads to, given the URL that it redirects to; None for no other post.

    >>> target_of("https://vm.tiktok.com/ZMaaaaaaa/", "https://www.tiktok.com/@ada/video/7200000000000000000").id
    '7200000000000000000'
    """
    known, post = short_link(short), recognise(url)
    is_one = known and post and post.id and post.platform == known.platform and short_link(post.url) is None
    return post if is_one else None


@cache
def labels() -> dict[str, str]:
    """Return the platform's name for each label in lower case, the longest label first.

    >>> labels()["truth social"], labels()["x"]
    ('truthsocial', 'twitter')
    """
    known = {
        label.lower(): platform.name for platform in platforms() for label in (platform.label, *platform.other_labels)
    }
    return dict(sorted(known.items(), key=lambda item: -len(item[0])))


def any_label() -> str:
    """Return a regular expression for any label of any platform, for patterns that ignore case."""
    return f"(?:{'|'.join(map(re.escape, labels()))})"


def any_key() -> str:
    """Return a regular expression for attributes and JSON keys that hold an embed; the group names the platform."""
    return "|".join(f"(?P<{platform.name}>{platform.key or platform.name})" for platform in platforms())


@cache
def answers() -> dict[str, Callable[[str, Any], Post | None]]:
    """Return what parses the answers that frames load, by the beginnings of their addresses."""
    return {begin: parse for platform in platforms() for begin, parse in platform.answers.items()}


@cache
def by_name() -> dict[str, Platform]:
    """Return the platforms by name."""
    return {platform.name: platform for platform in platforms()}


def question_of(name: str) -> tuple[Platform, Question]:
    """Return how a platform is asked whether its posts are public, by its name or by that of a method.

    If it is not, raise a LookupError that says why.

    >>> question_of("twitter")[1].name, question_of("x-syndication")[0].name
    ('x-oembed', 'twitter')
    """
    for platform in platforms():
        if platform.name == name and platform.not_asked:
            raise LookupError(f"{name} is never asked: {platform.not_asked}")
        for question in platform.questions:
            if name in {platform.name, question.name}:
                return platform, question
    raise LookupError(f"{name!r} is no platform that can be asked")


def instant(platform: str, native_id: str) -> Moment | None:
    """Return the time of publication, in UTC, that a post's id holds; None if it holds none.

    The id is a number for most platforms, the shortcode for Instagram and Threads (the number it encodes works too),
    the record key for Bluesky, a number or URN for LinkedIn. Some platforms do not number by time, or did not yet.

    >>> instant("twitter", "1223400000000000000").at
    '2020-02-01T00:17:44.329Z'
    >>> instant("bluesky", "3k2a2222222aa").precision
    'millisecond'
    >>> instant("facebook", "10158000000000000") is None
    True
    """
    known = by_name().get(platform)
    return known.clock.moment(native_id) if known and known.clock else None


def post_at(platform: str, native_id: str, url: str, handle: str | None = None) -> Post:
    """Return the post of an address, with its author's handle if known, and the instant in its id."""
    author = Author(handle=handle) if handle else None
    return Post(platform=platform, id=native_id, url=url, author=author, posted=instant(platform, native_id))


def normal_handle(raw: str, platform: str = "twitter") -> str | None:
    """Return a printed handle without ``@``, spaces and invisible marks; None if it is none of the platform.

    An unknown platform allows all characters but spaces, ``@`` and ``/``.

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


def handle_in_url(segment: str | None, platform: str) -> str | None:
    """Return the normal form of a handle in a post's URL; None where there is none or a placeholder.

    >>> handle_in_url("Some_One", "twitter"), handle_in_url("anyuser", "twitter")
    ('Some_One', None)
    """
    handle = normal_handle(segment, platform) if segment else None
    if handle is None or handle.lower() in PLACEHOLDERS:
        return None
    known = by_name().get(platform)
    return None if known and handle.lower() in known.placeholders else handle


@cache
def _rule(handle: str) -> re.Pattern[str]:
    return re.compile(handle)


@cache
def only_named() -> dict[str, dict[str, Any]]:
    """Return the tables of ``config/platforms.toml``, by name: platforms that are only named in prose."""
    return packaged("platforms.toml")


def known_platforms() -> dict[str, str]:
    """Return the label of every platform by its name, also of those that are only named in prose."""
    read = {platform.name: platform.label for platform in platforms()}
    return read | {name: words["label"] for name, words in only_named().items()}
