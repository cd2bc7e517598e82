"""Versions of an article: what each shows, and what of it is still there, new, or gone. Pure."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from archive.store.context import context_of
from archive.store.sights import Sight, gone_since, last_before
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from _typeshed import DataclassInstance

    from scraper.records import Extraction

    Record = TypeVar("Record", bound=DataclassInstance)

#: SQLite holds no NUL characters and no halves of surrogate pairs; hostile pages do.
_UNSTORABLE = lazy_regex("[\x00\ud800-\udfff]")
_MARKED = lazy_regex(r"\\x00|\\ud[89a-f]")
#: Dates and ids of a row; and the post of an embed, which can change when another article is archived.
_NO_CONTENT = frozenset(
    ("id", "post", "context_start", "context_end", "first_seen", "last_seen", "gone_at", "saved_at")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """An article as one document shows it.

    Attributes:
        article: Its id.
        extraction: What the document was seen to hold.
        digest: SHA-256 of the document's bytes.
        record: SHA-256 of the extraction, its source aside.
        seen: When the article was so, ISO 8601, UTC: when the document was saved, where it states that; else
            when it was taken in. Versions stand in this order.
        taken: When it was taken in, by the clock of this machine; never before `seen`.
        saved_at: When the document states that it was saved; kept even where it lies in the future.
        text: The text that offsets count in; None where none is kept.
        session: When this archive was opened to write. What was seen since then in another version (a second
            rendition of a page, a page saved twice) is not gone.
        reread: When these bytes first came, where another reading of them is stored; None for other bytes.
        instead_of: How bytes that are no article were read as this one, where this version takes their place.
    """

    article: str
    extraction: Extraction
    digest: str
    record: str
    seen: str
    taken: str
    session: str
    text: str | None = None
    saved_at: str | None = None
    reread: str | None = None
    instead_of: Extraction | None = None

    @property
    def stated(self) -> str | None:
        """Return when it was saved, where the document states that and may be believed."""
        return self.seen if self.seen < self.taken else None

    @property
    def sight(self) -> Sight:
        """Return the moment at which it was so."""
        return Sight(self.seen, min(self.session, self.seen))

    def context(self, start: int | None, end: int | None) -> tuple[int | None, int | None]:
        """Return where the sentences around a span begin and end; nothing where no text is kept."""
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
    """Return an article as one document shows it.

    Args:
        extraction: What the document was seen to hold.
        article: The id of the article.
        digest: SHA-256 of the document's bytes, in hex.
        taken: When it was taken in, ISO 8601, UTC.
        saved_at: When the document states that it was saved, in the same form; None where it states nothing.
        session: When the archive was opened to write, in the same form.
        keep_text: Whether its text is stored too.
    """
    printed = _printed(extraction)
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
    """A row of something that an article shows: an embed or a quote.

    Attributes:
        id: None until it is stored.
        position: Counted within the article, from 0.
        text: As printed there.
        first_seen: When it was first taken in, ISO 8601, UTC.
        last_seen: When it was last there, in the time of the versions.
        context_start: Where the sentences around it begin in the stored text of the article; None where none
            is stored, and where that text is of another version.
        context_end: Where they end.
        gone_at: When a version of the article without it was first seen, in the same time.
        saved_at: When it was first there, where a file states an earlier time than `first_seen`.
    """

    id: int | None
    article: str
    position: int
    text: str | None
    start_offset: int | None
    end_offset: int | None
    context_start: int | None
    context_end: int | None
    first_seen: str
    last_seen: str
    gone_at: str | None
    saved_at: str | None

    @property
    def since(self) -> str:
        """Return when it was first there, in the time of the versions."""
        return self.saved_at or self.first_seen

    @property
    def content(self) -> str:
        """Return what it says, its dates aside: by this one of several equally late rows is chosen."""
        return repr([getattr(self, field.name) for field in fields(self) if field.name not in _NO_CONTENT])


AnyRow = TypeVar("AnyRow", bound=ShownRow)


def merge_newer(
    old: Sequence[AnyRow],
    new: Sequence[AnyRow],
    same: Iterable[Callable[[AnyRow], Hashable]],
    version: Version,
    sights: Sequence[Sight],
) -> list[AnyRow]:
    """Bring the rows of an article up to date with its present version.

    Args:
        old: As stored.
        new: What the present version shows, without ids.
        same: What two rows must agree in to be the same, strictest first.
        version: The present version.
        sights: When the article was seen, in whatever version, in this one too.

    Returns:
        All old rows and what is new: present ones with the fields of `new`, the others with `gone_at`. Rows
        that an earlier reading of the very same bytes gave, and this one does not, are left out: they were
        misread.
    """
    if version.instead_of:
        old = [_undo_gone(row) for row in old]
    pairs, added, missing = _pair(old, new, same)
    kept = [replace(_with_first_sights(now, was), id=was.id) for was, now in pairs]
    gone = [_gone(without_context(row), version, sights) for row in missing if not _misread(row, version)]
    return kept + gone + added


def merge_older(
    old: Sequence[AnyRow],
    new: Sequence[AnyRow],
    same: Iterable[Callable[[AnyRow], Hashable]],
    version: Version,
    sights: Sequence[Sight],
) -> list[AnyRow]:
    """Add to the rows of an article what a version shows that is older than the stored one.

    Args:
        old: As stored, from a later version.
        new: What the earlier version shows.
        same: As in `merge_newer`.
        version: The earlier version.
        sights: When the article was seen, in whatever version, in this one too.
    """
    pairs, added, missing = _pair(old, new, same)
    kept = [_shown_earlier_too(was, now, sights) for was, now in pairs]
    gone = [take_away(row, sights) for row in added]
    return kept + [_gone_earlier(row, version) for row in missing] + gone


def without_context(row: AnyRow) -> AnyRow:
    """Return a row whose offsets count in another text than the one that is stored."""
    return replace(row, context_start=None, context_end=None)


def take_away(row: AnyRow, sights: Sequence[Sight]) -> AnyRow:
    """Return a row as one of something that an article does not show any more."""
    return replace(without_context(row), gone_at=gone_since(row.last_seen, sights))


def _misread(row: ShownRow, version: Version) -> bool:
    return version.reread is not None and not row.gone_at and row.since >= version.reread


def _undo_gone(row: AnyRow) -> AnyRow:
    """Undo that a row is gone where only an answer that is no article says so.

    Such an answer was stored with the time of the version before it, in which the row still was there.
    """
    return replace(row, gone_at=None) if row.gone_at and row.last_seen >= row.gone_at else row


def _shown_earlier_too(was: AnyRow, now: AnyRow, sights: Sequence[Sight]) -> AnyRow:
    """Add to a stored row that an earlier version showed it too; one that was gone by then came back."""
    last_seen = max(was.last_seen, now.last_seen)
    gone_at = gone_since(last_seen, sights) if was.gone_at and was.gone_at < last_seen else was.gone_at
    return replace(_with_first_sights(was, now), last_seen=last_seen, gone_at=gone_at)


def _gone_earlier(row: AnyRow, version: Version) -> AnyRow:
    """Date back since when a row is gone that an earlier version did not show any more."""
    is_earlier = row.gone_at and row.last_seen < version.sight.since and version.seen < row.gone_at
    return replace(row, gone_at=version.seen) if is_earlier else row


def _with_first_sights(row: AnyRow, other: AnyRow) -> AnyRow:
    """Return a row the first sights of another one that is the same."""
    first_seen, since = min(row.first_seen, other.first_seen), min(row.since, other.since)
    return replace(row, first_seen=first_seen, saved_at=since if since < first_seen else None)


def _gone(row: AnyRow, version: Version, sights: Sequence[Sight]) -> AnyRow:
    # A sight later than this version's was dated by a clock that was ahead, and not in this session.
    if row.gone_at or version.session <= row.last_seen <= version.seen:
        return row
    if version.reread and row.last_seen >= version.reread:
        # An earlier version showed it, and a wrong reading of these bytes: it was there until they came.
        row = replace(row, last_seen=max(row.since, last_before(version.reread, sights) or row.since))
    return replace(row, gone_at=gone_since(row.last_seen, sights))


def _pair(
    old: Sequence[AnyRow], new: Sequence[AnyRow], same: Iterable[Callable[[AnyRow], Hashable]]
) -> tuple[list[tuple[AnyRow, AnyRow]], list[AnyRow], list[AnyRow]]:
    """Pair old with new rows; return the pairs, the new rows left over and the old ones."""
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


def _printed(extraction: Extraction) -> str:
    """Return the ``repr`` of an extraction without its source."""
    printed, kind = repr(extraction), type(extraction).__qualname__
    return f"{kind}(source=''" + printed.removeprefix(f"{kind}(source={extraction.source!r}")


def _storable_text(text: str) -> str:
    """Return a text with U+FFFD in place of what cannot be stored; nearly all texts pass by a quick look."""
    try:
        if "\0" not in text and (text.isascii() or text.encode()):
            return text
    except UnicodeEncodeError:
        pass
    return _UNSTORABLE.sub("\ufffd", text)


def _storable(record: Record, printed: str) -> Record:
    r"""Give a record back, with U+FFFD in place of what cannot be stored.

    Args:
        record: Any dataclass of `scraper.records`.
        printed: Its ``repr``, in which such characters show as escapes; most records pass by this alone.

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
