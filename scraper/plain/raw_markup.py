"""Find platforms' embed codes pasted into Markdown as HTML: blockquotes and frames."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.html.page import find_embeds
from scraper.patterns import lazy_regex
from scraper.text.embed_codes import is_within, shown_code

if TYPE_CHECKING:
    from scraper.records import Embed

_LONGEST = 20_000
_SCRIPT = r"(?:\s{0,9}<script\b[^<>]{0,400}>\s{0,9}</script>)?"
_MARKUP = lazy_regex(
    rf"<(?P<tag>blockquote|iframe)\b[^<>]{{1,2000}}>(?P<inside>[\s\S]{{0,{_LONGEST}}}?)</(?P=tag)\s?>{_SCRIPT}",
    re.IGNORECASE,
)
#: An embed has a class or a URL; a quotation has neither.
_SIGN = lazy_regex(r"\s(?:class|src|cite|data-[\w-]+)\s?=", re.IGNORECASE)


def find_raw_embeds(text: str) -> list[tuple[int, int, Embed]]:
    """Return the start and end of each piece of embed code in a text, with its embeds."""
    if "</" not in text:
        return []
    shown = shown_code(text)
    found = []
    for markup in _MARKUP.finditer(text):
        if is_within(markup.start(), shown) or not _SIGN.search(markup[0][:2000]):
            continue
        found += [(markup.start(), markup.end(), embed) for embed in find_embeds(markup[0])[:1]]
    return found
