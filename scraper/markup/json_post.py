"""Parse posts that an attribute holds as JSON: objects of the platforms' APIs, or of a publisher's own.

Every site has its own names for the fields, so each field is looked up under all known names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from scraper.values import json_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bs4 import Tag

_ID = ("id_str", "tweetid", "tweet_id", "statusid", "status_id", "postid", "post_id", "id")
_TEXT = ("full_text", "fulltext", "text", "body", "content", "caption", "description")
_HANDLE = ("screen_name", "screenname", "username", "user_name", "handle", "from_user", "author_handle", "authorhandle")
_NAME = ("name", "display_name", "displayname", "author_name", "authorname", "from_user_name", "fullname", "full_name")
_DATE = ("created_at", "createdat", "date", "timestamp", "published_at", "publishedat", "posted_at")
_ADDRESS = ("url", "permalink", "permalink_url", "tweetUrl", "tweet_url", "href", "src")
_MARKUP = ("html", "embedhtml", "embed_html", "raw_html")
_PEOPLE = ("user", "author", "users", "account", "core")
_DEEPEST, _LONGEST = 6, 200_000


@dataclass(frozen=True, slots=True)
class JsonPost:
    """The fields of a post that a JSON object has; None for each that it lacks."""

    id: str | None
    text: str | None
    handle: str | None
    name: str | None
    date: str | None


def json_post(tag: Tag) -> JsonPost | None:
    """Parse the first attribute of a tag that is a JSON object with a text or an id; None without one."""
    return next((found for data in _loaded(tag) if (found := _read(data))), None)


def json_text(tag: Tag, *names: str) -> str | None:
    """Return the first text under one of the names in a JSON object in an attribute."""
    return next((text for data in _loaded(tag) if (text := _first([data], names))), None)


def _loaded(tag: Tag) -> Iterator[dict[str, Any]]:
    values = (value for value in tag.attrs.values() if isinstance(value, str) and value.lstrip().startswith("{"))
    yield from filter(None, (_load(value) for value in values if len(value) < _LONGEST))


def json_address(value: str) -> str | None:
    """Return the URL that a JSON object states as its own; None for any other text."""
    data = _load(value)
    return next((data[name] for name in _ADDRESS if isinstance(data.get(name), str)), None) if data else None


def json_markup(value: str) -> str | None:
    """Return the embed code that a JSON object holds, as responses of oEmbed do; None for any other text."""
    data = _load(value) if "<" in value or "html" in value.lower() else None
    objects = list(_objects(data, 0)) if data else ()
    named = (thing.get(name) for thing in objects for name in _MARKUP)
    texts = (text for thing in objects for text in thing.values() if str(text).lstrip().startswith("<"))
    return next((text for text in chain(named, texts) if isinstance(text, str)), None)


def _load(value: str) -> dict[str, Any] | None:
    data = json_of(value)
    return data if isinstance(data, dict) else None


def _read(data: dict[str, Any]) -> JsonPost | None:
    objects = list(_objects(data, 0))
    people = [person for thing in objects for person in _people(thing)]
    post = next((thing for thing in objects if _first([thing], _TEXT) or _number(thing)), None)
    if post is None:
        return None
    return JsonPost(
        id=_number(post) or next(filter(None, map(_number, objects)), None),
        text=_first([post], _TEXT),
        handle=_first([*people, post], _HANDLE),
        name=_first([*people, post], _NAME),
        date=_first([post], _DATE),
    )


def _objects(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """Yield an object and the objects inside it, but for the posts that it quotes."""
    if depth > _DEEPEST or not isinstance(value, dict):
        return
    yield {key.lower(): inner for key, inner in value.items()}
    for key, inner in value.items():
        if "quot" not in key.lower() and "retweeted" not in key.lower() and key.lower() not in _PEOPLE:
            yield from _objects(inner, depth + 1)


def _people(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key in _PEOPLE:
        inner = thing.get(key)
        for person in inner if isinstance(inner, list) else [inner]:
            if isinstance(person, dict):
                yield {name.lower(): value for name, value in person.items()}


def _first(things: Iterable[dict[str, Any]], names: tuple[str, ...]) -> str | None:
    found = (thing.get(name) for thing in things for name in names)
    return next((value.strip() for value in found if isinstance(value, str) and value.strip()), None)


def _number(thing: dict[str, Any]) -> str | None:
    values = (str(thing.get(name) or "") for name in _ID)
    return next((value for value in values if re.fullmatch(r"[1-9]\d{9,19}", value)), None)
