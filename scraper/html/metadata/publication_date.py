"""Find when an article was first published and last changed: as stated, else as printed, else in the URL."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal

from scraper.html.metadata.headline import parts_of
from scraper.html.metadata.meta_and_json_ld import as_text
from scraper.html.metadata.printed_dates import (
    date_by_headline,
    is_date_of_change,
    is_hatom_date,
    is_order_likely,
    printed_change,
    printed_date,
)
from scraper.markup.tree_queries import select_first, select_one
from scraper.patterns import lazy_regex
from scraper.values.dates import match_date, parse_date
from scraper.values.moments import day_of, days_apart, is_unset, local_to, since_1970

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scraper.html.metadata.meta_and_json_ld import PageFacts
    from scraper.html.metadata.surroundings import Surroundings
    from scraper.records import Moment

_PUBLISHED = ("article:published_time", "og:published_time", "og:article:published_time", "datepublished")
#: Names that some say of the publication and some of the last change.
_VAGUE = ("dcterms.date", "dcterms.created", "dc.date.created", "dc.date", "dc:date", "date")
#: What else such names are made of.
_PUBLISHED_NAME = lazy_regex(
    r"(?:pub(?:lish(?:ed)?|lication)?|display|issued?|created|creation|posted|original|first)[\W_]*(?:date|time|on|at)"
    r"|date[\W_]*(?:time)?[\W_]*(?:pub|issued|created|posted|first|original|display)"
    r"|^(?:sailthru\.date|(?:article[.:])?published|release_date|dcterms\.issued|(?:bepress_)?citation_(?:online_)?date)$"
)
_MODIFIED_NAME = lazy_regex(r"(?:modif|updat|revis)\w*[\W_]*(?:date|time|on|at|$)|date[\W_]*(?:modif|updat|revis)")
_NO_DATE = lazy_regex(r"expir|end|event|start|modif|updat|revis|upload|video|available")
_TIMES_TRIED, _LONGEST_NAME = 5, 60
#: The day in a URL: with slashes only before a name, else it is the URL of a day's list.
_IN_ADDRESS = lazy_regex(
    r"/((?:19|20)\d\d)/(\d\d?)/(\d\d?)/[^/?#]{4}|[/_-]((?:19|20)\d\d)(?:-(\d\d?)-|/?(\d\d))(\d\d)(?=[-_+./]|$)"
)
#: Seconds, or milliseconds, since 1970: from 2001 on.
_EPOCH = lazy_regex(r"(1\d{9})(?:\d{3})?")
#: A time with the letters of its zone, or with a region, whose offset the parser of dates does not know.
#: The end of a time with an offset other than that of UTC.
_LOCAL = lazy_regex(r":\d\d(?:\.\d{1,9})?\s?[+-](?!00:?00)\d\d:?\d\d$")
#: Milliseconds after a colon.
_MILLISECONDS = lazy_regex(r"(?<=T\d\d:\d\d:\d\d):(?=\d{3}(?!\d))")
_NUMBER_LAST = lazy_regex(r"\d\.?$")
_LETTERED = lazy_regex(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?) ?(?:([A-Z]{2,5})|[A-Z]\w{2,12}/\w{2,20})", re.ASCII)


def dates_of(page: PageFacts, around: Surroundings, *, numeric: str) -> tuple[Moment | None, Moment | None]:
    """Return when an article was first published, and when it was last changed.

    If the page states no publication, an update that readers see is taken for it, with a source of its own; one by
    the headline goes before days printed elsewhere.
    What is stated as a change, but is before the publication, is none. `numeric` are the marks after which
    months follow days in numeric dates of the page's language.
    """
    modified = next(_moments(_changes(page)), None) or printed_change(around)
    published = _published(page, around, numeric=numeric)
    if modified is None and published and published.source == "update":
        modified = replace(published, source="printed")
    return published, modified if modified and not _is_before(modified, published) else None


def _published(page: PageFacts, around: Surroundings, *, numeric: str) -> Moment | None:
    """Return the date of publication: as stated, by the headline, in the address, elsewhere."""
    stated = list(_moments(dict.fromkeys(map(as_text, _dates(page)))))
    shown = _shown(around, stated, numeric=numeric)
    address = _in_address(page.url or "")
    if stated:
        found = _agreed(stated, shown, address)
    elif shown and not (address and days_apart(shown, address)):
        found = shown
    else:
        printed = _printed(page, around, numeric=numeric)
        elsewhere = filter(None, chain(_moments(_times(page)), _moments(map(page.meta.get, _VAGUE)), printed))
        likely = next((moment for moment in elsewhere if not address or not days_apart(moment, address)), address)
        return likely or _in_title(page.text_of("title") or "")
    if found.precision != "day":
        return found
    timed = chain(stated, filter(None, (shown,)), _moments(_times(page)))
    return next((moment for moment in timed if moment.precision != "day" and not days_apart(moment, found)), found)


def _printed(page: PageFacts, around: Surroundings, *, numeric: str) -> Iterator[Moment | None]:
    """Yield the dates that readers see, likeliest first."""
    update = printed_change(around)
    yield replace(update, source="update") if update else None
    yield printed_date(page.tree, numeric=numeric)


def _shown(around: Surroundings, stated: Sequence[Moment], *, numeric: str) -> Moment | None:
    """Return the date by the headline; None where the stated ones are clear, or in likely order and far from it."""
    if not stated:
        return date_by_headline(around, numeric=numeric, is_needed=True)
    first = stated[0]
    if _LOCAL.search(first.as_written or "") and not any(days_apart(first, moment) for moment in stated):
        return None
    shown = date_by_headline(around, numeric=numeric, is_needed=False)
    return None if shown and is_order_likely(shown) and abs(days_apart(shown, first) or 0) > 1 else shown


def _agreed(stated: Sequence[Moment], shown: Moment | None, address: Moment | None) -> Moment:
    """Return the date of publication among those stated: the first, unless others speak against it.

    Some engines state the last change as the publication. An earlier day that is printed, or in the address and
    stated too, counts more, as does the day that most state. Next to an instant in UTC, the adjacent day is local.
    """
    first = stated[0]
    for seen in filter(None, (shown, address)):
        agreeing = [moment for moment in stated if days_apart(moment, seen) == 0]
        apart = days_apart(first, seen) or 0
        if apart in {-1, 1} and (local := local_to(first, agreeing, seen)):
            return local
        if apart > 0 and (agreeing or seen is shown):
            return agreeing[0] if agreeing else seen
        if apart < 0 and agreeing and 2 * len(agreeing) >= len(stated):
            return agreeing[0]
    return first


def _moments(dates: Iterable[Any]) -> Iterator[Moment]:
    """Yield the days and instants among stated dates."""
    for raw in map(as_text, dates):
        moment = stated_moment(raw) if raw else None
        if moment and day_of(moment) and not is_unset(moment):
            yield replace(moment, source="metadata")


def _is_before(moment: Moment, other: Moment | None) -> bool:
    """Return True if a moment is before another, as far as both are known."""
    if other is None or moment.at is None or other.at is None:
        return False
    one, two = moment.at, other.at
    both = min(len(one), len(two), 16)
    return one[:both] < two[:both]


def _in_address(url: str) -> Moment | None:
    """Return the day in an article's URL, where most blog engines write it."""
    found = _IN_ADDRESS.search(url.partition("?")[0])
    if found is None:
        return None
    year, month, day = filter(None, found.groups())
    moment = parse_date(f"{year}-{month:0>2}-{day:0>2}")
    return replace(moment, as_written=f"{year}/{month}/{day}", source="metadata") if moment else None


def _in_title(title: str) -> Moment | None:
    """Return the day that is a part of a title by itself, after the headline.

    >>> _in_title("Rain all week - 01.02.2020 - The Post").at
    '2020-02-01'
    >>> _in_title("The week from 29. - 31. January 2020") is None
    True
    """
    for before, part in pairwise(parts_of(title)):
        dated = None if _NUMBER_LAST.search(before) else match_date(part, 0)
        if dated and dated[1] == len(part) and day_of(dated[0]):
            return dated[0]
    return None


def stated_moment(raw: str) -> Moment | None:
    """Return a date or an instant as pages state it for machines; None for any other text."""
    epoch = _EPOCH.fullmatch(raw)
    if epoch is None:
        lettered = _LETTERED.fullmatch(raw)
        moment = parse_date(" ".join(filter(None, lettered.groups())) if lettered else _MILLISECONDS.sub(".", raw))
        return replace(moment, as_written=raw) if moment else None
    return since_1970(int(epoch[1]), "metadata", raw)


def _dates(page: PageFacts) -> Iterator[Any]:
    """Yield the stated dates of publication, most certain first."""
    yield from (work.get("datePublished") for work in page.works)
    yield from map(page.meta.get, _PUBLISHED)
    yield from _in_meta(page.meta, "published")


def _times(page: PageFacts) -> Iterator[str | None]:
    """Yield the dates of the elements for times of publication."""
    # Most pages without a date above have none here: one query is enough to see that.
    if select_one(page.tree, ", ".join(_TIMES)) is not None:
        yield from (_time(page, selector) for selector in _TIMES)


def _in_meta(meta: Mapping[str, str], kind: Literal["published", "modified"]) -> Iterator[str]:
    """Yield the dates of a kind by the names of their elements; long names are not read."""
    return (value for name, value in meta.items() if len(name) <= _LONGEST_NAME and _name_of_date(name) == kind)


@lru_cache(maxsize=2_000)  # most names are those of many pages
def _name_of_date(name: str) -> Literal["published", "modified"] | None:
    """Return the kind of date that a name is for."""
    if _MODIFIED_NAME.search(name):
        return "modified"
    return "published" if _PUBLISHED_NAME.search(name) and not _NO_DATE.search(name) else None


def _changes(page: PageFacts) -> Iterator[Any]:
    """Yield the stated dates of the last change, most certain first."""
    yield from (work.get("dateModified") for work in page.works)
    yield page.meta.get("article:modified_time")
    yield from _in_meta(page.meta, "modified")
    node = select_one(page.tree, _TIME_OF_CHANGE)
    if node is not None and not is_hatom_date(node.getattr("class") or ""):
        yield node.getattr("datetime") or node.getattr("content")


_TIME_OF_CHANGE = (
    "[itemprop~='dateModified'][datetime], [itemprop~='dateModified'][content], time.updated[datetime],"
    " time.modified[datetime]"
)
_TIMES = (
    "[itemprop~='datePublished']",
    "time[pubdate]",
    "header time[datetime], article time[datetime]",
    "h1 + time[datetime], h1 + p time[datetime], h1 + div > time[datetime]",
    "abbr.published[title], .entry-date[datetime]",
    "header time[title], h1 + time[title], h1 + div > time[title]",
)


def _time(page: PageFacts, selector: str) -> str | None:
    nodes = (node for node in select_first(page.tree, selector, _TIMES_TRIED) if not is_date_of_change(node))
    node = next(nodes, None)
    return next(filter(None, map(node.getattr, ("datetime", "content", "title"))), node.text) if node else None
