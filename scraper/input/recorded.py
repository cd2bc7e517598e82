"""Read records printed by ``voxpop extract``, validated like any input."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from scraper.errors import DocumentError
from scraper.patterns import lazy_regex
from scraper.records import Document, Extraction, Post
from scraper.values.moments import with_possible_dates
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Mapping

Made = TypeVar("Made")

_MARKS = frozenset({"source", "article", "embeds", "quotes"})
_MOST_ITEMS = 100_000
_LARGEST = 2**31
_SHA256 = lazy_regex(r"[0-9a-f]{64}")
_PLATFORM = lazy_regex(r"[a-z][a-z0-9_]{0,30}")
#: Most URLs match this pattern and need no further checks.
_USUAL_URL = lazy_regex(r"https?://(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,20}/[A-Za-z0-9._~/=?%@-]{0,2000}")
_SCHEME = lazy_regex(r"\s*[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def is_record(values: Mapping[str, Any]) -> bool:
    """Return True if an object is a record of ``voxpop extract``, by the names of its fields."""
    return values.keys() >= _MARKS and isinstance(values["article"], dict)


def record_of(values: Mapping[str, Any]) -> Extraction:
    """Return the record in an object; raise ValueError, with the field, for a value that extraction never gives.

    An impossible date is not an error: it becomes None, and a problem of the record.
    """
    return with_possible_dates(checked(Extraction, values))


def checked(kind: type[Made], values: Any) -> Made:
    """Return the record of a given class in an object; raises like `record_of`."""
    made: Made = _converter_of_class(kind)(values)  # type: ignore[arg-type]
    return made


def document_of_record(name: str, values: Mapping[str, Any]) -> Document | DocumentError:
    """Return a document with the record on a line, or an error; unknown fields, as of a later version, are ignored."""
    try:
        record = record_of(values)
    except ValueError as error:
        return DocumentError(name, f"is not a record of `voxpop extract` ({error}): extract it again")
    line = json.dumps({key: values[key] for key in sorted(values.keys() - {"source"})}).encode()
    digest, row = values.get("digest"), hashlib.sha256(line).hexdigest()
    known = isinstance(digest, str) and _SHA256.fullmatch(digest) is not None
    return Document(source=name, content=line, record=record, row=row, digest=str(digest) if known else row)


#: Converts a JSON value; raises `_MisfitError`.
Converter = Callable[[Any], Any]


class _MisfitError(ValueError):
    """Raised when the JSON value at a path of field names is of the wrong kind."""

    def __init__(self, reason: str = "is of the wrong kind", place: str = "") -> None:
        super().__init__(f"{place or 'the line'} {reason}")
        self._reason = reason
        self._place = place

    def within(self, name: str) -> _MisfitError:
        """Return the same error for the enclosing value."""
        joint = "." if self._place and not self._place.startswith("[") else ""
        return _MisfitError(self._reason, f"{name}{joint}{self._place}")


@lru_cache
def _converter_of_class(kind: type) -> Converter:
    """Return the converter of JSON objects to a frozen record; built once per class."""
    hints = get_type_hints(kind)
    converters = [
        (
            each.name,
            frozenset({str, NoneType}.intersection(_parts(hints[each.name]))),
            _converter(hints[each.name]),
            each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(kind)
        if hints[each.name] is not bool  # what is not part of the JSON form
    ]
    check = _CHECKS.get(kind, _check_url if "url" in hints else None)

    def convert(raw: Any) -> Any:
        if not isinstance(raw, dict):
            raise _MisfitError
        values = {}
        for name, kept, converter, is_needed in converters:
            if name in raw:
                value = raw[name]
                try:  # most values are texts or None, and need no conversion
                    values[name] = value if type(value) in kept else converter(value)
                except _MisfitError as error:
                    raise error.within(name) from None
            elif is_needed:
                raise _MisfitError("is missing", name)
        made = kind(**values)
        if check is not None:
            check(made)
        return made

    return convert


def _parts(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)


def _converter(kind: Any) -> Converter:
    """Return the converter for a type; for an optional one, of its non-None values."""
    (kind,) = (part for part in _parts(kind) if part is not NoneType)
    if is_dataclass(kind):
        return _converter_of_class(kind)  # type: ignore[arg-type]
    if get_origin(kind) is tuple:
        return _converter_of_items(_converter(get_args(kind)[0]))
    fits = frozenset(get_args(kind)).__contains__ if get_origin(kind) is Literal else _FITS[kind]

    def convert(raw: Any) -> Any:
        if isinstance(raw, bool | list | dict) or not fits(raw):
            raise _MisfitError
        return float(raw) if kind is float else raw

    return convert


_FITS: dict[type, Callable[[Any], bool]] = {
    str: lambda raw: isinstance(raw, str),
    int: lambda raw: isinstance(raw, int) and 0 <= raw < _LARGEST,
    float: lambda raw: isinstance(raw, int | float) and abs(raw) < _LARGEST,  # NaN is not less than anything
}


def _converter_of_items(converter: Converter) -> Converter:
    def convert(raw: Any) -> Any:
        if not isinstance(raw, list) or len(raw) > _MOST_ITEMS:
            raise _MisfitError
        made: list[Any] = []
        try:
            made.extend(map(converter, raw))
        except _MisfitError as error:
            raise error.within(f"[{len(made)}]") from None  # it has the items before the wrong one
        return tuple(made)

    return convert


def _check_post(made: Post) -> None:
    if not _PLATFORM.fullmatch(made.platform):
        raise _MisfitError("is not a platform", "platform")
    if any(_SCHEME.match(address) and http_url(address) is None for address in (*made.links, *made.media)):
        raise _MisfitError("has a link that is not an http(s) URL")
    _check_url(made)


def _check_url(made: Any) -> None:
    if made.url is not None and not _USUAL_URL.fullmatch(made.url) and http_url(made.url) is None:
        raise _MisfitError("is not an http(s) URL", "url")


#: Extraction never gives other URLs than http(s).
_CHECKS: dict[type, Callable[[Any], None]] = {Post: _check_post}
