"""Text that SQLite can hold: hostile pages carry NUL characters and halves of surrogate pairs."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Record = TypeVar("Record", bound=DataclassInstance)

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MARKED = re.compile(r"\\x00|\\ud[89a-f]")


def storable(record: Record, printed: str) -> Record:
    r"""Give a record back, with U+FFFD in place of what cannot be stored.

    Args:
        record: Any dataclass of `scraper.records`.
        printed: Its ``repr``, in which such characters show as escapes; most records pass by this alone.

    >>> from scraper.records import Problem
    >>> bad = Problem(step="page", kind="k", message="half a pair: \ud83d")
    >>> storable(bad, repr(bad)).message == "half a pair: \ufffd"
    True
    """
    if _MARKED.search(printed) is None:
        return record
    changed: Record = _clean(record)
    return changed


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, tuple):
        return tuple(_clean(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _clean(getattr(value, field.name)) for field in fields(value)})
    return value
