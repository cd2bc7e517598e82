"""When an article was published: the first day that is stated, else the one printed, else its address's."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from scraper.html.metadata.meta_and_json_ld import as_text
from scraper.html.metadata.printed_date import is_date_of_change, printed_date
from scraper.html.tree_queries import select_first, select_one
from scraper.records import Moment
from scraper.values.dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.html.metadata.meta_and_json_ld import PageFacts

_PUBLISHED = (
    "article:published_time", "og:published_time", "og:article:published_time", "datepublished",
    "parsely-pub-date", "cxenseparse:recs:publishtime", "sailthru.date", "pubdate", "publish-date",
    "publish_date", "publication_date", "date.publication", "article.published", "article:published",
    "published_time", "bt:pubdate", "vr:published_time", "shareaholic:article_published_time",
    "article_date_original", "citation_publication_date", "publishdate", "pub_date", "release_date",
    "dc.date.issued", "dcterms.issued",
    "dcterms.date", "dcterms.created", "dc.date.created", "dc.date", "date",
)  # fmt: skip
_TIMES_TRIED = 5
#: The day in an address, and something behind it: else it is the address of a day's list.
_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)/(\d\d?)/(\d\d?)/[^/?#]{4}")
#: Seconds, or milliseconds, since 1970: from 2001 on.
_EPOCH = re.compile(r"(1\d{9})(?:\d{3})?")
#: A time with the letters of its zone behind it, or its region, of which no reader of dates knows the offset.
_LETTERED = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?) ?(?:([A-Z]{2,5})|[A-Z]\w{2,12}/\w{2,20})", re.ASCII
)


def published(page: PageFacts) -> Moment | None:
    """The first day that the page states for its machines, else the printed one, else that of its address."""
    for raw in map(as_text, _dates(page)):
        moment = _moment(raw) if raw else None
        # The day on which computers begin to count stands where no date was entered.
        if moment and moment.precision not in {"year", "month"} and not moment.at.startswith("1970-01-01"):
            return replace(moment, source="metadata")
    return printed_date(page.tree) or _in_address(page.url or "")


def _in_address(url: str) -> Moment | None:
    """The day in an article's address, where most engines of blogs write it.

    >>> _in_address("https://notes.example/2020/2/29/rain-all-week").at
    '2020-02-29'
    """
    found = _IN_ADDRESS.search(url)
    moment = parse_date(f"{found[1]}-{found[2]:0>2}-{found[3]:0>2}") if found else None
    if found is None or moment is None:
        return None
    return replace(moment, as_written="/".join(found.groups()), source="metadata")


def _moment(raw: str) -> Moment | None:
    epoch = _EPOCH.fullmatch(raw)
    if epoch is None:
        lettered = _LETTERED.fullmatch(raw)
        moment = parse_date(" ".join(filter(None, lettered.groups())) if lettered else raw)
        return replace(moment, as_written=raw) if moment else None
    at = datetime.fromtimestamp(int(epoch[1]), UTC).isoformat().replace("+00:00", "Z")
    return Moment(at=at, precision="second", source="metadata", as_written=raw)


def _dates(page: PageFacts) -> Iterator[Any]:
    yield page.article.get("datePublished")
    yield from map(page.meta.get, _PUBLISHED)
    # Most pages without a date above have none here: one query tells.
    if select_one(page.tree, ", ".join(_TIMES)) is not None:
        yield from (_time(page, selector) for selector in _TIMES)


_TIMES = (
    "time[itemprop='datePublished'], [itemprop='datePublished'][datetime]",
    "time[pubdate]",
    "header time[datetime], article time[datetime]",
    "h1 + time[datetime], h1 + p time[datetime], h1 + div > time[datetime]",
    "abbr.published[title], .entry-date[datetime]",
)


def _time(page: PageFacts, selector: str) -> str | None:
    nodes = (node for node in select_first(page.tree, selector, _TIMES_TRIED) if not is_date_of_change(node))
    node = next(nodes, None)
    return (node.getattr("datetime") or node.getattr("title") or node.text) if node else None
