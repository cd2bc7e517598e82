"""The date of publication that a page prints, where nothing in it is made for machines.

It counts only behind a word that says so ("Published on", "Publié le"), or where it is all that an element
named for it holds. A day that the text speaks of is none, nor is that of a change.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.dates import match_date, parse_date, with_clock
from scraper.embeds.matter import Layout, is_other_matter, names_of
from scraper.embeds.places import ancestors
from scraper.tree import first

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Moment

_NAMED = (
    "p, span, time, div[class*='date'], div[class*='fecha'], div[class*='datum'], li[class*='date'],"
    " article > div, header > div, div.meta"
)
_LABEL = re.compile(
    r"^(?:by|par|von|por|di|door)\s[^\d\n:|·•]{2,50}?\s?[|·•]\s?(?=\D{0,12}\d)"
    r"|(?:^|[|·•\n–—-]\s{0,3}|\b(?:by|par|von|por|di|door)\s[^\d\n:]{2,50}?\s)"
    r"(?:published|posted|publiée?|veröffentlicht|erschienen|publicad[oa]|pubblicato|gepubliceerd|publicerad"
    r"|publisert|udgivet|opublikowano|publikováno|опубликовано|yayınlanma|dipublikasikan)"
    r"(?:\s(?:by|par|von|por|da|di|door)\s[^\d\n:]{2,50}?(?=\s(?:on|le|am|el|em|il|op)\s))?"
    r"\s{0,3}:?\s{0,3}(?:(?:on|le|am|el|em|il|op|den|dne|tarihi)\s{1,3})?:?\s{0,3}",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"date|fecha|datum", re.IGNORECASE)
_CHANGED = re.compile(r"updat|modif|chang", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(
    r"[\s,|·–-]{0,4}(?:(?:at|à|um|a las|alle|às|om|kl\.?)\s)?"
    r"(?P<hour>\d{1,2})\s?[:h.時시]\s?(?P<minute>\d{2})(?:分|분)?"
    r"(?:\s?(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)
_TRIED, _LONGEST = 150, 200


def printed_date(tree: HTMLTree) -> Moment | None:
    """Find the printed date of publication; None where the page prints none that is sure."""
    layout = Layout(tree)
    found = (_date_in(node, layout) for node in first(tree, _NAMED, _TRIED))
    return next((moment for moment in found if moment), None)


def _date_in(node: ElementNode, layout: Layout) -> Moment | None:
    text = (node.text or "")[: _LONGEST + 1].strip()
    if len(text) > _LONGEST or not _DIGIT.search(text):  # spares nearly all elements a closer look
        return None
    name = names_of(node)
    label = _LABEL.search(text)
    at = label.end() if label else 0
    dated = match_date(text, at) if label or (_WHOLE.search(name) and not _CHANGED.search(name)) else None
    if dated is None or dated[0].precision in {"year", "month"}:
        return None
    moment, end = _with_clock(text, at, *dated)
    is_alone = label is not None or not text[end:].strip(" .,|·")
    if not is_alone or any(is_other_matter(above, layout, generic=False) for above in ancestors(node)):
        return None
    return _stamped(node, text[at:end]) or moment


def _stamped(node: ElementNode, printed: str) -> Moment | None:
    """The same for machines, where the printed date is that of a ``<time>``."""
    clock = node.query_selector("time[datetime]")
    is_same = clock is not None and (clock.text or "").strip() in printed
    moment = parse_date(clock.getattr("datetime") or "") if clock and is_same else None
    return replace(moment, source="metadata") if moment else None


def _with_clock(text: str, at: int, day: Moment, end: int) -> tuple[Moment, int]:
    """Join the clock behind a day to it: a moment without a zone."""
    clock = _CLOCK.match(text, end)
    moment = with_clock(day, clock, text[at : clock.end()].strip()) if clock else None
    if clock is None or moment is None:
        return replace(day, as_written=text[at:end].strip()), end
    return moment, clock.end()
