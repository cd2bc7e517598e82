"""Versions of an article: the rows of each, and which are current, new, or gone. Pure."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from scraper.configuration import queries
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re
    import sqlite3
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from _typeshed import DataclassInstance

    from scraper.records import Extraction

    Record = TypeVar("Record", bound=DataclassInstance)


# When an article was seen, in any version; used to date since when a row is gone.

_READ = "SELECT seen_at, since FROM sights WHERE article = ? ORDER BY seen_at"


@dataclass(frozen=True, slots=True)
class Sight:
    """One sight of an article."""

    seen: str  # time, on the timeline of the versions, ISO 8601, UTC
    since: str  # start of its session: rows last seen since then in another rendition are not gone


def gone_since(last_seen: str, sights: Sequence[Sight]) -> str:
    """Return since when something that an article no longer shows is gone.

    This is the first sight of the article in a session that began after `last_seen`; otherwise the first
    sight after it. If there is none either, two versions have the same time.
    """
    later = [sight.seen for sight in sights if sight.since > last_seen]
    return min(later or [sight.seen for sight in sights if sight.seen > last_seen], default=last_seen)


def join_sights(sights: Iterable[Sight], others: Iterable[Sight]) -> list[Sight]:
    """Merge the sights of one article, in order of time; at equal times the latest session wins."""
    since: dict[str, str] = {}
    for sight in (*sights, *others):
        since[sight.seen] = max(sight.since, since.get(sight.seen, ""))
    return [Sight(seen, since[seen]) for seen in sorted(since)]


def read_sights(connection: sqlite3.Connection, article: str) -> list[Sight]:
    """Return the sights of an article, in order of time."""
    return [Sight(*row) for row in connection.execute(_READ, (article,))]


def insert_sights(connection: sqlite3.Connection, sights: Sequence[tuple[str, Sight]]) -> None:
    """Insert sights of existing articles; stored ones stay."""
    connection.executemany(
        queries("store")["add_sights"], [(article, sight.seen, sight.since) for article, sight in sights]
    )


def set_sights_back(connection: sqlite3.Connection, article: str, now: str) -> None:
    """Move the sights of an article after now back to now: a clock was ahead."""
    connection.execute(queries("store")["set_sights_back"], (article, now))
    connection.execute("DELETE FROM sights WHERE article = ? AND seen_at > ?", (article, now))


# Find the sentences around a span of text, as context for a reader.

#: Maximum number of characters before and after a span; a longer sentence is cut between two words.
MOST = 500

#: End of a sentence and the white space after it, or a line feed; only the white space is matched.
_BREAK = lazy_regex(r"(?<=[.!?…。！？؟۔])([\"'”’»›“)\]」』]{0,3})(?:\s+|(?<=[。！？」』])|\Z)|\s*\n\s*")
#: A period after one of these does not end a sentence: an initial, or an abbreviation like Mr. or Gov.
_SHORT = lazy_regex(r"(?:^|[\s(\"“‘«.-])[A-Z][a-z]{0,2}\.\Z")
_BLANK = lazy_regex(r"\s")
#: The last two breaks are usually within this many characters. No break overlaps a word.
_NEAR = 250
_WORD = lazy_regex(r"\w\w")


def context_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return start and end of the sentences around a span, which may be empty.

    These are the sentences that overlap it, the one before and the one after.

    >>> text = "It rained. They sang. “Never again,” a fan wrote. The band left. It was late."
    >>> start, end = context_of(text, text.index("“"), text.index("” a") + 1)
    >>> text[start:end]
    'They sang. “Never again,” a fan wrote. The band left.'
    """
    left, right = text[max(0, start - MOST) : start], text[end : end + MOST]
    begin, stop = start - len(left), end + len(right)
    starts = [found.end() for found in _last_breaks(left)]
    first = starts[-2] if len(starts) > 1 else 0 if begin == 0 else _after_space(left)
    ends = [found.start() + len(found[1] or "") for found in islice(_breaks(right), 2)]
    before_space = max((found.start() for found in _BLANK.finditer(right)), default=len(right))
    last = ends[1] if len(ends) > 1 else len(right) if stop == len(text) else before_space
    return _stripped(text, begin + first, end + last)


def _breaks(part: str, start: int = 0, end: int = MOST) -> Iterator[re.Match[str]]:
    return (found for found in _BREAK.finditer(part, start, end) if not _is_abbreviation(part, found))


def _last_breaks(part: str) -> list[re.Match[str]]:
    """Return at least the last two breaks of a text, or all if it has fewer."""
    word = _WORD.search(part, max(0, len(part) - _NEAR))
    inside = word.end() - 1 if word else 0
    near = list(_breaks(part, inside))
    return near if len(near) > 1 else [*_breaks(part, 0, inside), *near]


def _is_abbreviation(part: str, found: re.Match[str]) -> bool:
    head = part[max(0, found.start() - 5) : found.start()]
    return found[1] == "" and "\n" not in found[0] and _SHORT.search(head) is not None


def _after_space(part: str) -> int:
    found = _BLANK.search(part)
    return found.end() if found else 0


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    kept = part.strip()
    start += len(part) - len(part.lstrip())
    return start, start + len(kept)


#: SQLite stores no NUL characters and no lone surrogates; hostile pages contain them.
_UNSTORABLE = lazy_regex("[\x00\ud800-\udfff]")
_MARKED = lazy_regex(r"\\x00|\\ud[89a-f]")
#: Dates and ids of a row; and the post of an embed, which can change when another article is archived.
_NO_CONTENT = frozenset(
    ("id", "post", "context_start", "context_end", "first_seen", "last_seen", "gone_at", "saved_at")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """An article as one document shows it."""

    article: str
    extraction: Extraction
    digest: str  # SHA-256 of the document's bytes
    record: str  # SHA-256 of the extraction, without its source
    seen: str  # sort key of versions, ISO 8601, UTC: when it was saved, if stated; else when it was archived
    taken: str  # when it was archived, by the clock of this machine; never before `seen`
    session: str  # when this archive was opened for writing: rows seen since in another rendition are not gone
    text: str | None = None  # the text that offsets refer to; None if not stored
    saved_at: str | None = None  # time stated in the document at which it was saved; may be in the future
    reread: str | None = None  # when these bytes were first archived, if another reading is stored
    instead_of: Extraction | None = None  # record wrongly read from bytes that are no article

    @property
    def stated(self) -> str | None:
        """Return the stated time of saving, if there is one and it is plausible."""
        return self.seen if self.seen < self.taken else None

    @property
    def sight(self) -> Sight:
        """Return the sight of this version."""
        return Sight(self.seen, min(self.session, self.seen))

    def context(self, start: int | None, end: int | None) -> tuple[int | None, int | None]:
        """Return the span of the sentences around a span; Nones if no text is stored."""
        if self.text is None or start is None or end is None:
            return None, None
        return context_of(self.text, start, end)


def version_of(  # noqa: PLR0913 -- keyword-only but for the extraction
    extraction: Extraction,
    *,
    article: str,
    digest: str,
    taken: str,
    saved_at: str | None,
    session: str,
    keep_text: bool = True,
) -> Version:
    """Return an article as one document shows it, archived at `taken`; see `Version` for the arguments."""
    kind = type(extraction).__qualname__
    printed = f"{kind}(source=''" + repr(extraction).removeprefix(f"{kind}(source={extraction.source!r}")
    text = extraction.text if keep_text else None
    return Version(
        article=article,
        extraction=_storable(extraction, printed),
        digest=digest,
        record=hashlib.sha256(printed.encode()).hexdigest(),
        seen=min(saved_at or taken, taken),
        taken=taken,
        session=session,
        text=None if text is None else _storable_text(text),
        saved_at=saved_at,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """A row of an embed or a quote in an article."""

    id: int | None  # None until it is stored
    article: str
    position: int
    text: str | None
    start_offset: int | None
    end_offset: int | None
    context_start: int | None  # start of the sentences around it in the stored text, if that is of its version
    context_end: int | None
    first_seen: str
    last_seen: str  # time it was last shown, on the timeline of the versions
    gone_at: str | None  # time a version without it was first seen, on the same timeline
    saved_at: str | None  # time it was first shown, if a file states a time before `first_seen`
    entry_at: str | None  # time of the entry of a live blog with it

    @property
    def since(self) -> str:
        """Return the time it was first shown, on the timeline of the versions."""
        return self.saved_at or self.first_seen

    @property
    def content(self) -> str:
        """Return its content without dates; breaks ties between equally late rows."""
        return repr([getattr(self, field.name) for field in fields(self) if field.name not in _NO_CONTENT])


AnyRow = TypeVar("AnyRow", bound=ShownRow)


def merge_newer(
    old: Sequence[AnyRow],
    new: Sequence[AnyRow],
    same: Iterable[Callable[[AnyRow], Hashable]],
    version: Version,
    sights: Sequence[Sight],
) -> list[AnyRow]:
    """Update the rows of an article to its current version, whose rows `new` have no ids.

    `same` has the keys by which two rows are the same, strictest first; `sights` are all of the article.

    Returns:
        All old and new rows: current ones with the fields of `new`, the others with `gone_at`. Rows found
        only in an earlier reading of the same bytes are left out: they were misread.
    """
    if version.instead_of:  # stored with the time of the version before it, which still had the rows
        old = [replace(row, gone_at=None) if row.gone_at and row.last_seen >= row.gone_at else row for row in old]
    pairs, added, missing = _pair(old, new, same)
    kept = [replace(_with_first_sights(now, was), id=was.id) for was, now in pairs]
    if version.reread is not None:
        missing = [row for row in missing if row.gone_at or row.since < version.reread]
    gone = [_gone(without_context(row), version, sights) for row in missing]
    return kept + gone + added


def merge_older(
    old: Sequence[AnyRow],
    new: Sequence[AnyRow],
    same: Iterable[Callable[[AnyRow], Hashable]],
    version: Version,
    sights: Sequence[Sight],
) -> list[AnyRow]:
    """Add rows of a version that is older than the stored one; arguments as for `merge_newer`."""
    pairs, added, missing = _pair(old, new, same)
    kept = [_shown_earlier_too(was, now, sights) for was, now in pairs]
    gone = [take_away(row, sights) for row in added]
    return kept + [_gone_earlier(row, version) for row in missing] + gone


def without_context(row: AnyRow) -> AnyRow:
    """Return a row whose offsets refer to a text that is not stored."""
    return replace(row, context_start=None, context_end=None)


def take_away(row: AnyRow, sights: Sequence[Sight]) -> AnyRow:
    """Mark a row as gone from the article."""
    return replace(without_context(row), gone_at=gone_since(row.last_seen, sights))


def _shown_earlier_too(was: AnyRow, now: AnyRow, sights: Sequence[Sight]) -> AnyRow:
    """Record that an earlier version showed a stored row too; one that was gone by then came back."""
    last_seen = max(was.last_seen, now.last_seen)
    gone_at = gone_since(last_seen, sights) if was.gone_at and was.gone_at < last_seen else was.gone_at
    return replace(_with_first_sights(was, now), last_seen=last_seen, gone_at=gone_at)


def _gone_earlier(row: AnyRow, version: Version) -> AnyRow:
    """Move `gone_at` back if an earlier version did not show a row any more."""
    is_earlier = row.gone_at and row.last_seen < version.sight.since and version.seen < row.gone_at
    return replace(row, gone_at=version.seen) if is_earlier else row


def _with_first_sights(row: AnyRow, other: AnyRow) -> AnyRow:
    """Return a row with the first sights of another, equal row."""
    first_seen, since = min(row.first_seen, other.first_seen), min(row.since, other.since)
    return replace(row, first_seen=first_seen, saved_at=since if since < first_seen else None)


def _gone(row: AnyRow, version: Version, sights: Sequence[Sight]) -> AnyRow:
    # A later sight was dated by a clock that was ahead, and not in this session.
    if row.gone_at or version.session <= row.last_seen <= version.seen:
        return row
    if version.reread and row.last_seen >= version.reread:
        # An earlier version and a wrong reading of these bytes showed it: it was current until these bytes.
        before = [sight.seen for sight in sights if sight.seen < version.reread]
        row = replace(row, last_seen=max([row.since, *before]))
    return replace(row, gone_at=gone_since(row.last_seen, sights))


def _pair(
    old: Sequence[AnyRow], new: Sequence[AnyRow], same: Iterable[Callable[[AnyRow], Hashable]]
) -> tuple[list[tuple[AnyRow, AnyRow]], list[AnyRow], list[AnyRow]]:
    """Pair old with new rows; return the pairs, the unpaired new rows and the unpaired old rows."""
    pairs: list[tuple[AnyRow, AnyRow]] = []
    left, unmatched = list(old), list(new)
    for key in same:
        waiting = defaultdict(list)
        for row in left:
            waiting[key(row)].append(row)
        rest = []
        for row in unmatched:
            if waiting[key(row)]:
                pairs.append((waiting[key(row)].pop(0), row))
            else:
                rest.append(row)
        unmatched = rest
        left = [row for rows in waiting.values() for row in rows]
    return pairs, unmatched, left


def _storable_text(text: str) -> str:
    """Replace characters that cannot be stored with U+FFFD; most texts pass a quick check."""
    try:
        if "\0" not in text and (text.isascii() or text.encode()):
            return text
    except UnicodeEncodeError:
        pass
    return _UNSTORABLE.sub("\ufffd", text)


def _storable(record: Record, printed: str) -> Record:
    r"""Return a record with U+FFFD in place of characters that cannot be stored.

    Most records pass a quick check of `printed`, their ``repr``, where such characters are escaped.

    >>> from scraper.records import Problem
    >>> bad = Problem(step="page", kind="k", message="half a pair: \ud83d")
    >>> _storable(bad, repr(bad)).message == "half a pair: \ufffd"
    True
    """
    if "\\" not in printed or _MARKED.search(printed) is None:
        return record
    changed: Record = _clean(record)
    return changed


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return _storable_text(value)
    if isinstance(value, tuple):
        return tuple(_clean(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _clean(getattr(value, field.name)) for field in fields(value)})
    return value
