"""Read the JSON of a platform's interface without trusting any part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scraper.values.urls import fields_of, http_url

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Most items of a list that are looked at, and most characters of a text.
_MOST, _LONGEST = 200, 100_000


def asked_for(url: str, name: str) -> str | None:
    """Return the first value of a parameter in an address.

    >>> asked_for("https://social.example/post?id=17&lang=en", "id")
    '17'
    """
    return next(iter(fields_of(urlsplit(url).query).get(name, ())), None)


def at(data: Any, *path: str) -> Any:
    """Return the value at a path of keys; None where there is none."""
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def text_at(data: Any, *path: str) -> str | None:
    """Return the text at a path of keys; None where there is none, or an empty one.

    >>> text_at({"user": {"name": " Ada "}}, "user", "name"), text_at({"user": 7}, "user", "name")
    ('Ada', None)
    """
    found = at(data, *path)
    return _storable(found.strip()[:_LONGEST]) or None if isinstance(found, str) else None


def _storable(text: str) -> str:
    """Return a text without what cannot be stored: NUL, and halves of pairs of surrogates."""
    if text.isprintable():  # neither is
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "\ufffd")


def items_at(data: Any, *path: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of the list at a path of keys."""
    found = at(data, *path)
    for item in found[:_MOST] if isinstance(found, list) else ():
        if isinstance(item, dict):
            yield item


def texts_at(data: Any, *path: str, name: str) -> tuple[str, ...]:
    """Return the texts that the objects of a list have under a name."""
    return tuple(text for item in items_at(data, *path) if (text := text_at(item, name)))


def links_at(data: Any, *path: str, name: str) -> tuple[str, ...]:
    """Return the http(s) addresses that the objects of a list have under a name."""
    return tuple(url for text in texts_at(data, *path, name=name) if (url := http_url(text)))
