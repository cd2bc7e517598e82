"""Flags, what a person should look at: sources that are quiet or have moved, pages in place of articles.

Flags are worked out anew at the end of every run. One that no longer holds is taken down.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from archive.clock import stamp

if TYPE_CHECKING:
    from datetime import datetime

    from archive.settings import Settings
    from archive.store.archive import Archive

#: So many articles without one reaction are no accident.
FRUITLESS = 20
#: So many addresses of a source that give one page, by title and words, give it in place of their articles.
#: Of 279 labelled real pages no two of a site are so alike; a story may have an address for each section.
ALIKE = 5

_QUIET = """
    SELECT name, 'quiet',
        'no new article since ' || coalesce(new_at, first_seen) || ': is the address still right?'
    FROM sources WHERE coalesce(new_at, first_seen) < :quiet AND kind IN ('feed', 'sitemap')
        AND name IN (SELECT value FROM json_each(:names))
"""
_FRUITLESS = """
    SELECT visits.source, 'no-reactions', count(*) || ' articles since ' || min(visits.found_at)
        || ', not one reaction: does the site load them by script?'
    FROM visits JOIN articles ON articles.id = visits.article
    WHERE visits.found_at >= :quiet AND visits.source IN (SELECT value FROM json_each(:names))
    GROUP BY visits.source
    HAVING count(*) >= :fruitless AND sum(articles.embeds) + sum(articles.quotes) = 0
"""
_SOFT_404 = """
    SELECT source, 'soft-404', max(alike) || ' addresses gave one and the same page'
        || coalesce(', "' || substr(title, 1, 80) || '"', '') || ', such as ' || url
        || ': open it; is the story gone, or behind a login or a consent page?'
    FROM (
        SELECT visits.source, count(*) AS alike, min(visits.url) AS url, max(articles.title) AS title
        FROM visits LEFT JOIN articles ON articles.id = visits.article
        WHERE visits.last_visit >= :quiet AND visits.page IS NOT NULL AND visits.failing_since IS NULL
            AND visits.source IN (SELECT value FROM json_each(:names))
        GROUP BY visits.source, visits.page
    )
    GROUP BY source HAVING max(alike) >= :alike
"""
_MOVED = """
    SELECT name, 'moved', 'has moved to ' || moved || ': name that address in the settings' FROM sources
    WHERE moved IS NOT NULL AND name IN (SELECT value FROM json_each(:names))
"""
_NO_LISTING = """
    SELECT name, 'no-listing', problem FROM sources
    WHERE problem LIKE '%is a page, not a feed or sitemap%' OR problem LIKE '%is neither feed nor sitemap%'
"""
_UNSHOWN = """
    SELECT coalesce(articles.url, articles.source), 'speaks-of-posts',
        'speaks of ' || articles.allusions || iif(articles.allusions = 1, ' post', ' posts') || ', shows none'
    FROM articles WHERE articles.allusions > 0 AND articles.embeds = 0 AND articles.last_seen >= :quiet
"""

_RAISE = """
    INSERT INTO flags (subject, kind, message, first_seen, last_seen)
    SELECT *, :now, :now FROM ({}) WHERE true
    ON CONFLICT DO UPDATE SET message = excluded.message, last_seen = excluded.last_seen
"""


def raise_flags(archive: Archive, settings: Settings, now: datetime) -> None:
    """Bring the table `flags` up to date."""
    values = {
        "now": stamp(now),
        "quiet": stamp(now - timedelta(seconds=settings.visits.quiet)),
        "fruitless": FRUITLESS,
        "alike": ALIKE,
        "names": json.dumps([source.name for source in settings.sources]),
    }
    with archive.transaction() as connection:
        for query in (_QUIET, _FRUITLESS, _SOFT_404, _MOVED, _NO_LISTING, _UNSHOWN):
            connection.execute(_RAISE.format(query), values)
        connection.execute("DELETE FROM flags WHERE last_seen <> :now", values)
