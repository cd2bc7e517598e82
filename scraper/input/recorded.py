"""Read records that ``voxpop extract`` printed; they are checked like any input."""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from scraper.errors import DocumentError
from scraper.records import Document, Extraction, Moment, Post
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Mapping

_MARKS = frozenset({"source", "article", "embeds", "quotes"})
_MOST_ITEMS = 100_000
_LARGEST = 2**31
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PLATFORM = re.compile(r"[a-z][a-z0-9_]{0,30}")
_AT = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?)?)?")
_SCHEME = re.compile(r"\s*[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def is_record(values: Mapping[str, Any]) -> bool:
    """Return whether an object is a record of ``voxpop extract``, by the names of its fields."""
    return values.keys() >= _MARKS and isinstance(values["article"], dict)


def document_of_record(name: str, values: Mapping[str, Any]) -> Document | DocumentError:
    """Return a document that holds a record, or an error that says what is wrong with it.

    Args:
        name: The name of the line.
        values: The object; fields that are unknown here, as a later version may print, are left out.
    """
    try:
        record = _of_class(Extraction, dict(values), "")
    except ValueError as error:
        return DocumentError(name, f"is no record of `voxpop extract` ({error}): extract it again")
    line = json.dumps({key: values[key] for key in sorted(values.keys() - {"source"})}).encode()
    digest, row = values.get("digest"), hashlib.sha256(line).hexdigest()
    known = isinstance(digest, str) and _SHA256.fullmatch(digest) is not None
    return Document(source=name, content=line, record=record, row=row, digest=str(digest) if known else row)


@lru_cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _of_class(kind: type, raw: Any, place: str) -> Any:
    """Return a frozen record made of a JSON object.

    Raises:
        ValueError: A field is missing or of the wrong kind; the message names it.
    """
    if not isinstance(raw, dict):
        raise _wrong(place)
    hints, values = _hints(kind), {}
    for field in fields(kind):
        where = f"{place}.{field.name}".lstrip(".")
        if field.name in raw:
            values[field.name] = _of_kind(hints[field.name], raw[field.name], where)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise ValueError(f"{where} is missing")
    made = kind(**values)
    _check(made, place)
    return made


def _of_kind(kind: Any, raw: Any, place: str) -> Any:
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        (inner,) = (part for part in get_args(kind) if part is not NoneType)
        return None if raw is None else _of_kind(inner, raw, place)
    if origin is tuple:
        if not isinstance(raw, list) or len(raw) > _MOST_ITEMS:
            raise _wrong(place)
        return tuple(_of_kind(get_args(kind)[0], item, f"{place}[{at}]") for at, item in enumerate(raw))
    if is_dataclass(kind):
        return _of_class(kind, raw, place)  # type: ignore[arg-type]
    if not _is_of(kind, raw, origin):
        raise _wrong(place)
    return float(raw) if kind is float else raw


def _is_of(kind: Any, raw: Any, origin: Any) -> bool:
    """Return whether a JSON value is of a plain kind: a word of a list, a text, or a number in its bounds."""
    if origin is Literal:
        return isinstance(raw, str) and raw in get_args(kind)
    if kind is str:
        return isinstance(raw, str)
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return False
    return isinstance(raw, int) and 0 <= raw < _LARGEST if kind is int else math.isfinite(raw)


def _wrong(place: str) -> ValueError:
    return ValueError(f"{place or 'the line'} is of the wrong kind")


def _check(made: Any, place: str) -> None:
    """Raise `ValueError` for what extraction never gives: other addresses than http(s), times of no form."""
    if isinstance(made, Moment) and not _AT.fullmatch(made.at):
        raise ValueError(f"{place}.at is no time")
    if isinstance(made, Post):
        if not _PLATFORM.fullmatch(made.platform):
            raise ValueError(f"{place}.platform is no platform")
        if any(
            _SCHEME.match(address) and http_url(address) is None for address in (*made.links, *made.media)
        ):
            raise ValueError(f"{place} has a link that is no http(s) URL")
    url = getattr(made, "url", None)
    if url is not None and http_url(url) is None:
        raise ValueError(f"{place}.url is no http(s) URL")
