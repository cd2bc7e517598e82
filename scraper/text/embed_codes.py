"""Find the shortcodes that static site generators and CMSs use to embed posts in Markdown and text.

Hugo writes ``{{< x user="ada" id="1" >}}``, Jekyll and other Liquid sites ``{% tweet 1 %}``, Zola
``{{ youtube(id="x") }}``, WordPress ``[embed]URL[/embed]`` and ``[tweet 1]``, Joomla ``{youtube}x{/youtube}``, MDX
and Ghost ``<Tweet id="1" />``, Markdown with directives ``::youtube{id=x}`` and ``@[youtube](x)``. A code embeds a post
if it is named after a platform, or for embedding, and contains the post's URL, or the id for the platform's
permalink. Code in fences and backquotes is shown, not run.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from scraper.bounds import MOST_FOUND
from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.registry import platforms, recognise
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scraper.records import Post
    from scraper.registry import Platform

Span = tuple[int, int]
#: The name of an argument, possibly empty, and its value.
Argument = tuple[str, str]

_CODE = lazy_regex(
    r"^[ \t>]{0,12}(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n[\s\S]*?(?:^[ \t>]{0,12}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|`[^`\n]{1,400}`",
    re.MULTILINE,
)
_ARGUMENT = lazy_regex(
    r"(?:(?P<key>[A-Za-z][\w-]{0,40})[ \t]{0,3}(?:=|:(?!//))[ \t]{0,3})?"
    r"(?:\{?[\"'`“”″](?P<quoted>[^\"'`“”″]*)[\"'`“”″]\}?|\{?(?P<bare>[^\s\"'`“”″{},|]+)\}?)[,|]?"
)
#: Words in names of codes, besides the platform's.
_FILLER = (
    r"(?:embed(?:ded)?|simple|lite|static|react|astro|post|video|card|player|privacy|enhanced|nocookie|widget|status"
    r"|component|responsive|container|reel|shorts?|photo|media|single|social|box|block|timeline|sc)"
)
#: What plugins put before their names.
_PREFIX = lazy_regex(r"^(?:fusion|et_pb|[a-z]{2})_")
#: What a URL has between a user and an id.
_BETWEEN = lazy_regex(r"/(?:status(?:es)?|video|posts?|comments)/")
_INCLUDES = frozenset({"include", "includecached", "includerelative", "render", "component", "partial"})
_OF_ANY = lazy_regex(
    rf"[a-z]{{0,4}}?(?:{_FILLER}|rich|url|link)*(?:embed|video)(?:{_FILLER}|ly|url|link)*"
    r"|unfurl|iframely|arve|media|social(?:media)?(?:post)?"
)
_KEYS_OF_ID = lazy_regex(
    r"(?:tweet|video|post|status|insta\w*|youtube|yt|tiktok|media|reel)?_?-?(?:id|code|shortcode|link|number)|v|tweet|video|status|post",
    re.IGNORECASE,
)
_KEYS_OF_USER = frozenset({"user", "username", "handle", "author", "account", "profile", "channel", "screenname"})
_KEYS_OF_HOST = frozenset({"host", "instance", "server", "domain"})
_ID, _USER = lazy_regex(r"(?:urn:li:\w+:)?[\w-]{1,40}"), lazy_regex(r"@?[\w.-]{1,60}")
#: The name of a community or a user of Reddit.
_COMMUNITY = lazy_regex(r"/?[ru]/[\w-]{2,30}")
_HOST = lazy_regex(r"(?:[\w-]{1,40}\.){1,4}[a-z]{2,20}")
_PLAIN_ID = lazy_regex(r"\d{8,20}|(?=[\w-]*(?:\d|[a-z][A-Z]))[\w-]{9,15}")


@dataclass(frozen=True, slots=True)
class Code:
    """A shortcode in a text, and the post that it embeds; None for other template code."""

    start: int
    end: int
    post: Post | None


def find_embed_codes(text: str) -> list[Code]:
    """Find the shortcodes that embed posts, and other template code (no prose), in text order."""
    codes = sorted(_codes(text, shown_code(text)), key=lambda code: (code.start, -code.end))
    kept: list[Code] = []
    for code in codes[:MOST_FOUND]:
        if not kept or code.start >= kept[-1].end:  # not inside another
            kept.append(code)
    return kept


def shown_code(text: str) -> list[Span]:
    """Return the spans of code that Markdown shows: in fences and in backquotes."""
    return [found.span() for found in _CODE.finditer(text)] if "`" in text or "~~~" in text else []


def is_within(at: int, spans: Sequence[Span]) -> bool:
    """Return True if an offset is in one of ascending spans that do not overlap."""
    before = bisect_right(spans, (at, sys.maxsize)) - 1
    return before >= 0 and at < spans[before][1]


@cache
def _shapes() -> list[tuple[Sequence[str], re.Pattern[str], bool]]:
    """Return the literals and the pattern of each form of codes, and whether it is template code."""
    rows = packaged("embed_codes.toml")["shapes"]
    return [(row["literals"], lazy_regex("".join(row["pattern"])), "template" in row) for row in rows]


def _codes(text: str, shown: Sequence[Span]) -> Iterator[Code]:
    for literals, shape, is_template in _shapes():
        for found in shape.finditer(text) if any(literal in text for literal in literals) else ():
            is_shown = "ticks" not in found.re.groupindex and is_within(found.start(), shown)
            post = None if is_shown or (is_template and "/*" in found[0]) else _post(found)
            if is_template or post is not None:
                yield Code(found.start(), found.end(), post)


def _post(found: re.Match[str]) -> Post | None:
    name, arguments = _called(found)
    platform = _platform_of(_folded(name))
    in_brackets = found.groupdict().get("bracket") is not None
    is_of_any = _OF_ANY.fullmatch(_folded(name)) is not None or (in_brackets and name.lower() == "iframe")
    if not arguments or not (platform or is_of_any):
        return None
    return _post_of_address(platform, arguments) or _post_of_arguments(platform, arguments, in_brackets=in_brackets)


def _called(found: re.Match[str]) -> tuple[str, list[Argument]]:
    name, arguments = found["name"], list(_arguments(found["arguments"] or ""))
    if _folded(name) in _INCLUDES and arguments:
        name = re.sub(r"\.(?:html?|liquid|njk|md)$", "", arguments.pop(0)[1]).strip("/")
        name = name.rpartition("/")[2]
    content = (found.groupdict().get("content") or "").partition("|")[0].strip()
    return _PREFIX.sub("", name), [*arguments, ("", content)] if content else arguments


def _post_of_address(platform: Platform | None, arguments: Sequence[Argument]) -> Post | None:
    """Return the post with its URL in an argument; if the code names a platform, only a post on it."""
    for _, value in arguments:
        post = recognise(value) if http_url(value) and not re.search(r"\s", value) else None
        if post is not None and (platform is None or post.platform == platform.name):
            return post
    return None


def _post_of_arguments(platform: Platform | None, arguments: Sequence[Argument], *, in_brackets: bool) -> Post | None:
    """Return the post with an id in the arguments, on the platform named by the code or an argument."""
    # Named by an argument, as in ``[media=twitter]`` and ``{% embed youtube x %}``.
    named = (_platform_of(_folded(value)) for _, value in arguments)
    platform = platform or next(filter(None, named), None)
    if platform is None:
        return None
    values = [(key, value) for key, value in arguments if _platform_of(_folded(value)) is None]
    if in_brackets:  # prose has brackets too: [YouTube screenshots], [Tweet 2 of 3]
        values = [(key, value) for key, value in values if key or _PLAIN_ID.fullmatch(value) or _BETWEEN.search(value)]
    return _post_of_id(platform, values)


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.rpartition("/")[2]).lower()


def _arguments(raw: str) -> Iterator[Argument]:
    for found in _ARGUMENT.finditer(raw.lstrip(" =:|")):
        value = found["quoted"] if found["quoted"] is not None else found["bare"]
        yield (found["key"] or "").lower(), value.strip().strip("<>").lstrip("#")


def _post_of_id(platform: Platform, arguments: Sequence[Argument]) -> Post | None:
    """Return the post with its id in an argument named for it, or in one without a name."""
    named = [value for key, value in arguments if _KEYS_OF_ID.fullmatch(key)]
    bare = [value for key, value in arguments if not key and not _COMMUNITY.fullmatch(value)]
    hosts = [value for key, value in arguments if key in _KEYS_OF_HOST]
    host = next((value for value in (*hosts, *bare) if _HOST.fullmatch(value)), None)
    bare = [value for value in bare if value != host]
    users = _users_among(arguments)
    own = re.compile(platform.json_id or _ID.pattern)
    for value in sorted([*named, *bare], key=lambda value: own.fullmatch(value) is None):
        others = users or [other for other in bare if other != value and _USER.fullmatch(other)]
        if post := _post_of_value(platform, value, others, host):
            return post
    return None


def _users_among(arguments: Sequence[Argument]) -> list[str]:
    return [value for key, value in arguments if key.replace("_", "") in _KEYS_OF_USER and _USER.fullmatch(value)]


def _post_of_value(platform: Platform, value: str, users: Sequence[str], host: str | None) -> Post | None:
    """Return the post with an id, perhaps after its user; else the user is the first of `users`."""
    user, _, native = _BETWEEN.sub("/", value).rpartition("/")
    if not _ID.fullmatch(native) or (user and not _USER.fullmatch(user)):
        return None
    handle = user or next(iter(users), "")
    return _permalinked(platform, native, {"id": native, "user": handle.lstrip("@"), "host": host})


def _permalinked(platform: Platform, native: str, parts: Mapping[str, str | None]) -> Post | None:
    """Return the post by the parts of its permalink: its id and, where known, the user and the host."""
    known = {name for name, part in parts.items() if part}
    for permalink in platform.permalinks:
        if not known.issuperset(re.findall(r"\{(\w+)\}", permalink)):
            continue
        post = recognise(permalink.format(**parts))
        if post is not None and post.platform == platform.name and post.id and native in post.id:
            return post
    return None


def _names() -> str:
    """Return a regular expression for names of codes; the matching group names the platform."""
    words = {
        platform.name: "|".join(
            [
                platform.key or platform.name,
                *platform.codes,
                *(re.escape(_folded(label)) for label in (platform.name, platform.label, *platform.other_labels)),
            ]
        )
        for platform in platforms()
    }
    known = "|".join(f"(?P<{name}>(?:{any_of})+)" for name, any_of in words.items())
    return rf"(?:s(?=t))?{_FILLER}{{0,3}}(?:{known}){_FILLER}{{0,3}}"


_NAMES = lazy_regex(_names)


def _platform_of(name: str) -> Platform | None:
    found = _NAMES.fullmatch(name)
    return next(platform for platform in platforms() if found[platform.name]) if found else None
