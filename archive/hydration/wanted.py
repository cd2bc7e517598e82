"""Select posts to look up: those with unread answers in the captures, and incomplete ones."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from archive.captures.checked import LOCATION, WHOLE_LOCATION, CaptureLocation
from archive.captures.index import WHOLE
from archive.checks.ledger import NO_ARTICLE
from scraper.availability import Target
from scraper.input.kept import answers_in

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

#: Unread answers about posts. The bytes of a revisit are in an earlier one.
_ANSWERS = f"""
    SELECT captures.id, captures.url, captures.fetched_at, NULL, {WHOLE_LOCATION},
        posts.platform, posts.id, posts.native_id, posts.url, authors.handle
    FROM check_answers
    JOIN captures ON captures.id = check_answers.capture
    JOIN posts ON posts.id = check_answers.post
    LEFT JOIN authors ON authors.id = posts.author
    {WHOLE}
    WHERE captures.refused = :refused AND captures.status BETWEEN 200 AND 299
        AND captures.hidden IS NULL AND captures.file IS NOT NULL
        AND (captures.type = 'response' OR whole.id IS NOT NULL)
        AND posts.native_id IS NOT NULL AND posts.platform IN (SELECT value FROM json_each(:platforms))
        AND NOT EXISTS (
            SELECT 1 FROM hydrations
            WHERE hydrations.capture = captures.id AND hydrations.post = posts.id AND method = 'captures'
        )
    ORDER BY captures.id, posts.id
"""  # noqa: S608 - our own names
#: The same for answers loaded by frames of pages, whose offsets are stored with the page. Few pages have any,
#: so they are selected first.
_FRAMES = f"""
    SELECT captures.id, captures.url, captures.fetched_at, captures.declared, {LOCATION},
        posts.platform, posts.id, posts.native_id, posts.url, authors.handle
    FROM captures
    CROSS JOIN embeds ON embeds.article = captures.article
    CROSS JOIN posts ON posts.id = embeds.post
    LEFT JOIN authors ON authors.id = posts.author
    WHERE captures.declared LIKE '%"loaded"%' AND captures.hidden IS NULL AND captures.file IS NOT NULL
        AND posts.native_id IS NOT NULL AND posts.platform IN (SELECT value FROM json_each(:platforms))
        AND NOT EXISTS (
            SELECT 1 FROM hydrations
            WHERE hydrations.capture = captures.id AND hydrations.post = posts.id AND method = 'captures'
        )
    GROUP BY captures.id, posts.id ORDER BY captures.id, posts.id
"""  # noqa: S608 - our own names


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswers:
    """Answers in one place of the captures.

    Attributes:
        capture: Id of the capture.
        location: Location of the answer, or of the page whose frames loaded answers.
        offsets: Offsets of answers in it.
        url: URL that answered; answers loaded by frames have their own.
        at: Time of the answer, ISO 8601, UTC.
        targets: Posts that they may be about, by platform.
        is_page: True if frames of a page loaded them.
    """

    capture: int
    location: CaptureLocation
    offsets: tuple[int, ...]
    url: str
    at: str
    targets: dict[str, list[Target]] = field(default_factory=dict)
    is_page: bool = False

    @property
    def posts(self) -> list[str]:
        """Return the ids of the posts."""
        return [target.key for targets in self.targets.values() for target in targets]


def unread_answers(connection: sqlite3.Connection, platforms: Iterable[str]) -> Iterator[StoredAnswers]:
    """Yield the unread answers in the captures."""
    values = {"refused": NO_ARTICLE, "platforms": json.dumps(sorted(platforms))}
    for query in (_ANSWERS, _FRAMES):
        rows = connection.execute(query, values).fetchall()
        for _, together in groupby(rows, key=itemgetter(0)):
            yield _kept(list(together))


def _kept(rows: list[tuple[Any, ...]]) -> StoredAnswers:
    capture, url, at, declared = rows[0][:4]
    location = CaptureLocation(*rows[0][4:11])
    kept = StoredAnswers(
        capture=capture,
        location=location,
        offsets=(location.offset,) if declared is None else tuple(answers_in(declared)),
        url=url,
        at=at,
        is_page=declared is not None,
    )
    for *_, platform, key, native_id, address, handle in rows:
        target = Target(key=key, native_id=native_id, url=address or "", handle=handle)
        kept.targets.setdefault(platform, []).append(target)
    return kept
