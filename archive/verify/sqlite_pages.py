"""Read the pages of an SQLite file without SQLite, so that a damaged page costs only its own rows.

See https://www.sqlite.org/fileformat2.html. The file is not trusted: invalid parts are skipped, and no number
in it causes a second read of a page or a read beyond the end.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap

MAGIC = b"SQLite format 3\x00"
#: Page size of a file whose first page is lost: SQLite's default.
_USUAL_SIZE = 4096
TABLE_LEAF, TABLE_INSIDE, INDEX_LEAF, INDEX_INSIDE = 0x0D, 0x05, 0x0A, 0x02
_INSIDE = (TABLE_INSIDE, INDEX_INSIDE)
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class _UnreadableError(Exception):
    """Raised for invalid bytes."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row or index entry: its rowid (None if it has none) and its values."""

    rowid: int | None
    values: tuple[Any, ...]


class Pages:
    """The pages of a file, by number from 1.

    Args:
        content: The file.
    """

    def __init__(self, content: bytes | mmap) -> None:
        self._content = content
        is_known = content[:16] == MAGIC
        size = int.from_bytes(content[16:18]) if is_known else 0
        size = 65536 if size == 1 else size
        self.size = size if size >= 512 and not size & (size - 1) else _USUAL_SIZE
        self._usable = self.size - (content[20] if is_known else 0)
        self.count = len(content) // self.size

    def kind(self, number: int) -> int:
        """Return the type byte of a page."""
        return self._content[self._head(number)] if 0 < number <= self.count else 0

    def tree(self, root: int) -> Iterator[int]:
        """Yield the pages reachable from a page, itself first; unreadable ones are leaves."""
        waiting, seen = [root], {root}
        while waiting:
            number = waiting.pop()
            if not 0 < number <= self.count:
                continue
            yield number
            below = [page for page in self._below(number) if page not in seen]
            seen.update(below)
            waiting.extend(reversed(below))

    def rows(self, number: int) -> Iterator[Row]:
        """Yield the rows of a page; unreadable ones are skipped."""
        kind = self.kind(number)
        if kind not in {TABLE_LEAF, INDEX_LEAF, INDEX_INSIDE}:
            return
        for at in self._cells(number):
            try:
                yield self._row(at, kind)
            except (_UnreadableError, IndexError, struct.error, UnicodeDecodeError):
                continue

    def free(self) -> tuple[set[int], bool]:
        """Return the unused pages, and True if all of them were found.

        They hold deleted rows. Without the first page of the file they are unknown.
        """
        found: set[int] = set()
        if self._content[:16] != MAGIC:
            return found, True
        trunk, expected = struct.unpack_from(">II", self._content, 32)
        while 0 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            start = (trunk - 1) * self.size
            trunk, leaves = struct.unpack_from(">II", self._content, start)
            leaves = min(leaves, self._usable // 4 - 2)
            found.update(struct.unpack_from(f">{leaves}I", self._content, start + 8))
        return found, len(found) == expected

    def _head(self, number: int) -> int:
        """Return the offset of a page's header; on the first page it follows that of the file."""
        return (number - 1) * self.size + (100 if number == 1 else 0)

    def _cells(self, number: int) -> Iterator[int]:
        head, start = self._head(number), (number - 1) * self.size
        inside = self._content[head] in _INSIDE
        first = head + (12 if inside else 8)
        cells = min(int.from_bytes(self._content[head + 3 : head + 5]), (start + self.size - first) // 2)
        for place in range(first, first + 2 * cells, 2):
            at = int.from_bytes(self._content[place : place + 2])
            if first - start + 2 * cells <= at < self._usable:
                yield start + at

    def _below(self, number: int) -> list[int]:
        head = self._head(number)
        if self._content[head] not in _INSIDE:
            return []
        cells = [int.from_bytes(self._content[at : at + 4]) for at in self._cells(number)]
        return [*cells, int.from_bytes(self._content[head + 8 : head + 12])]

    def _row(self, at: int, kind: int) -> Row:
        if kind == INDEX_INSIDE:
            at += 4
        length, at = self._varint(at)
        rowid = None
        if kind == TABLE_LEAF:
            rowid, at = self._varint(at)
            rowid -= (rowid >> 63) << 64
        return Row(rowid, _values(self._payload(at, length, is_table=kind == TABLE_LEAF)))

    def _payload(self, at: int, length: int, *, is_table: bool) -> bytes:
        """Read the bytes of a row, which may continue on overflow pages."""
        if length > len(self._content):
            raise _UnreadableError
        usable = self._usable
        least = (usable - 12) * 32 // 255 - 23
        most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
        if length <= most:
            return bytes(self._content[at : at + length])
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
        parts, left = [bytes(self._content[at : at + here])], length - here
        page = int.from_bytes(self._content[at + here : at + here + 4])
        while left > 0:
            if not 0 < page <= self.count:
                raise _UnreadableError
            start = (page - 1) * self.size
            parts.append(bytes(self._content[start + 4 : start + 4 + min(left, usable - 4)]))
            left -= usable - 4
            page = int.from_bytes(self._content[start : start + 4])
        if page:
            raise _UnreadableError
        return b"".join(parts)

    def _varint(self, at: int) -> tuple[int, int]:
        return _varint(self._content, at)


def _varint(content: bytes | mmap, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes; return it and the next offset."""
    value = 0
    for place in range(at, at + 8):
        byte = content[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | content[at + 8], at + 9


def _values(payload: bytes) -> tuple[Any, ...]:
    """Read the values of a row; they must fill its bytes exactly."""
    end, at = _varint(payload, 0)
    place, values = end, []
    while at < end:
        kind, at = _varint(payload, at)
        value, place = _value(payload, place, kind)
        values.append(value)
    if at != end or place != len(payload) or not values:
        raise _UnreadableError
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, at
    if kind in {8, 9}:
        return kind - 8, at
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(payload[at:end], signed=True), end
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind < 12:
        raise _UnreadableError
    end = at + (kind - 12) // 2
    if not kind % 2:
        return payload[at:end], end
    text = payload[at:end].decode()
    if "\0" in text:  # none is ever stored, and an overwritten page may be full of them
        raise _UnreadableError
    return text, end
