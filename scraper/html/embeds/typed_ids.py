"""Find posts in JSON that states an id next to the type of an embed: ``{"type": "tweet", "id": "1223…"}``.

Which words name a type, and what an id looks like, is declared by each platform. The JSON may be escaped at
any depth, or be in an attribute.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex
from scraper.registry import platforms

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUOTE = r"(?:\\*[\"']|&quot;)"
#: The rest of a string from a word in it on, and the sign after the string; and the part before the word.
_REST = lazy_regex(r"([\w-]{1,40}+)(?:\\*+[\"']|&quot;)\s*+(?:[,}\]]|(:))")
_BEFORE = lazy_regex(rf"(:\s*)?{_QUOTE}([\w./ -]{{0,30}}+)\Z")
_BEFORE_VALUE, _LONGEST_BEFORE = frozenset("0123456789\"'\\&{ \n"), 40
#: Words in the name of a type or a key that has the id of something else.
_NO_POST = lazy_regex(
    r"retweet|quot|user|account|profile|page|author|handle|creator|channel|timeline|feed|list|follow|share|button"
    r"|widget|site|card|app(?![a-z])|pixel|parent|article|story(?!block)|owner|campaign|track|analytics",
    re.IGNORECASE,
)
#: A key that may have the id of a post.
_KEY = (
    rf"{_QUOTE}([\w-]{{0,24}}?(?:id|Id|ID|[cC]ode|[kK]ey|[uU]rn|[vV]alue|[rR]ef(?:erence)?|[iI]dentifier|[pP]ost|[sS]tatus|[tT]weet))"
    rf"{_QUOTE}\s*:\s*{_QUOTE}?"
)
#: A key with the handle of the author; other names are also of editors, so their values begin with the sign.
_USER = (
    rf"{_QUOTE}(?:(?:user_?[nN]ame|user|screen_?[nN]ame|(?:author_?)?[hH]andle){_QUOTE}\s*:\s*{_QUOTE}@?"
    rf"|(?:author|account|creator|by){_QUOTE}\s*:\s*{_QUOTE}@)"
)
#: What may follow the name of a platform in that of a type; and what ends a string.
_SUFFIXES, _QUOTES = ("Embed", "embed"), ('"', "\\")
_BRACE, _OPENED = lazy_regex(r"[{}]"), lazy_regex(r"\s*\{")
#: The beginning of a URL, however its slashes are escaped.
_URL = "http"
#: Most characters of an object on either side of its type.
_REACH = 500
_BEFORE_LETTER = lazy_regex(r": ?(?:\\?\"|&quot;)")
_LETTER_QUOTES = ('"', '\\"', "&quot;")
#: Fewest digits of an id in a list of values.
_LONG_ID = 15


class _Typed(NamedTuple):
    """How a platform's ids are read: `keyed`, or `bare` after a type of its `words`; `named` has the author."""

    words: tuple[str, ...]
    keyed: re.Pattern[str]
    bare: re.Pattern[str]
    url: str
    named: str | None
    handle: re.Pattern[str]


@cache
def _declared() -> tuple[_Typed, ...]:
    found = []
    for platform in platforms():
        url = next((known for known in platform.permalinks if "{user}" not in known), None)
        if platform.json_types and url:
            native_id = rf"({platform.json_id})(?![\w-])"
            words = tuple({word.lower() for word in platform.json_types})
            bare = re.compile(rf"\s*{_QUOTE}?{native_id}")
            named = next((known for known in platform.permalinks if "{user}" in known and "{host}" not in known), None)
            handle = re.compile(rf"{_USER}({platform.handle}){_QUOTE}")
            found.append(_Typed(words, re.compile(_KEY + native_id), bare, url, named, handle))
    return tuple(found)


@cache
def type_literals() -> tuple[str, ...]:
    """Return the ends of types, without the letters in which spellings differ, with a quote, which makes them rare."""
    words = [word for platform in platforms() for word in platform.json_types if len(word) > 1]
    ends = dict.fromkeys(word[1:] for word in (*words, *_SUFFIXES))
    return tuple(f"{end}{quote}" for end in ends for quote in _QUOTES)


@cache
def letter_literals() -> tuple[str, ...]:
    """Return the literals of types that are one letter: values of a key, plain or escaped."""
    letters = [word for platform in platforms() for word in platform.json_types if len(word) == 1]
    return tuple(
        f":{blank}{quote}{letter}{quote}" for letter in letters for blank in ("", " ") for quote in _LETTER_QUOTES
    )


def letter_type(source: str, at: int) -> re.Match[str] | None:
    """Return the match of `typed_id` for the letter in a literal."""
    begin = _BEFORE_LETTER.match(source, at)
    return typed_id(source, begin.end()) if begin else None


def typed_id(source: str, at: int) -> re.Match[str] | None:
    """Return a match where a type or a key names a platform whose id is stated there; else None."""
    rest = _REST.match(source, at)
    return rest if rest is not None and _url_of(source, rest) else None


def address_of_type(source: str, at: int) -> str | None:
    """Return the URL of the post whose type or key is at an offset; None without one."""
    rest = _REST.match(source, at)
    return _url_of(source, rest) if rest is not None else None


def is_apart(source: str, at: int) -> bool:
    """Return True if a key, or a value in a list, names a platform at an offset: not the type in an object."""
    rest = _REST.match(source, at)
    before = _BEFORE.search(source, max(0, at - _LONGEST_BEFORE), at) if rest else None
    return rest is not None and (rest[2] is not None or (before is not None and before[1] is None))


def closing_brace(source: str, start: int, end: int) -> int:
    """Return the offset of the brace that closes the object around an offset; -1 if it is not before `end`."""
    depth = 1
    for brace in _BRACE.finditer(source, start, end):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return -1


def may_be_typed(text: str) -> bool:
    """Return True if a text begins as the rest of a type or key does; what is before it would tell more."""
    return _REST.match(text) is not None


def addresses_of_types(value: str) -> Iterator[str]:
    """Yield the URL of each post that JSON in an attribute states by its type and id."""
    if value.lstrip()[:1] in {"{", "["}:
        for literal in (*type_literals(), *letter_literals()):
            at = value.find(literal)
            while at >= 0:
                found = letter_type(value, at) if literal[0] == ":" else typed_id(value, at)
                if found and (url := _url_of(value, found)):
                    yield url
                at = value.find(literal, at + len(literal))


def _url_of(source: str, rest: re.Match[str]) -> str | None:
    at = rest.start()
    if rest[2] and source[rest.end() : rest.end() + 1] not in _BEFORE_VALUE:
        return None
    before = _BEFORE.search(source, max(0, at - _LONGEST_BEFORE), at)
    typed = _typed_by(before[2] + rest[1]) if before else None
    if before is None or typed is None:
        return None
    if (before[1] is None) == (rest[2] is None):  # neither the value of a key nor a key
        return _next_to(source, rest, typed) if (before[2] + rest[1]).lower() in typed.words else None
    return _under_key(source, rest.end(), typed) if rest[2] else _beside(source, at, rest.end(), typed)


@lru_cache(256)
def _typed_by(name: str) -> _Typed | None:
    """Return how the ids are read that a type or a key is the name of; None for another name."""
    named = name.lower()
    typed = next((one for one in _declared() if any(_is_in(word, named) for word in one.words)), None)
    return None if typed is None or _NO_POST.search(named) else typed


def _next_to(source: str, rest: re.Match[str], typed: _Typed) -> str | None:
    """Return the URL for a long id after a type in a list of all values of a state, as Nuxt and SvelteKit write it."""
    found = typed.bare.match(source, rest.end()) if source[rest.end() - 1] == "," else None
    return typed.url.format(id=found[1]) if found and len(found[1]) >= _LONG_ID and found[1].isdecimal() else None


def _is_in(word: str, named: str) -> bool:
    return word in named if len(word) > 1 else word == named


def _under_key(source: str, start: int, typed: _Typed) -> str | None:
    """Return the URL for the id that is the value of a key, or in the object that is its value."""
    found = typed.bare.match(source, start)
    if found:
        return typed.url.format(id=found[1])
    opened = _OPENED.match(source, start)
    return _in_object(source, opened.end(), opened.end(), typed) if opened else None


def _beside(source: str, at: int, behind: int, typed: _Typed) -> str | None:
    """Return the URL for the id in the object of a type."""
    opened, closed = source.rfind("{", max(0, at - _REACH), at), source.find("}", behind, behind + _REACH)
    if opened < 0 or source.find(_URL, opened, closed if closed >= 0 else behind + _REACH) >= 0:
        return None  # most are of an account or a button, and say where it leads
    depth = 0
    for brace in reversed(list(_BRACE.finditer(source, max(0, at - _REACH), at))):
        depth += 1 if brace[0] == "{" else -1
        if depth > 0:
            return _in_object(source, brace.end(), behind, typed)
    return None


def _in_object(source: str, start: int, behind: int, typed: _Typed) -> str | None:
    """Return the URL for the id in an object, better after its type than before; where a URL is stated, that counts."""
    end = min(len(source), behind + _REACH)
    closed = closing_brace(source, start, end)
    end = closed if closed >= 0 else end
    if source.find(_URL, start, end) >= 0:
        return None
    for part in ((max(start, behind - 1), end), (start, behind)):
        for found in typed.keyed.finditer(source, *part):
            if not _NO_POST.search(found[1]):
                user = typed.handle.search(source, start, end) if typed.named else None
                return (typed.named if user and typed.named else typed.url).format(id=found[2], user=user and user[1])
    return None
