"""Read a plain text: the stated fields of its article, the posts embedded by code, and its prose."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from scraper.bounds import run_finder, run_list_finder
from scraper.html.page import Page, find_embeds
from scraper.patterns import lazy_regex
from scraper.plain.date_lines import printed_dates
from scraper.plain.front_matter import read_front_matter
from scraper.plain.header_lines import read_header_lines
from scraper.plain.lone_addresses import find_lone_addresses
from scraper.plain.stated_fields import Stated
from scraper.records import Article, Embed
from scraper.text.embed_codes import find_embed_codes, is_within, shown_code
from scraper.text.line_stripping import StrippedText, strip_lines
from scraper.text.plain_text_metadata import read_text_metadata
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Document, Problem

Span = tuple[int, int]

#: The list of links below a page that lynx printed.
_REFERENCES = lazy_regex(
    r"(?<=^References\n)\s{1,9}(?:(?:Visible|Hidden) links:?\s{1,9})?1\. \S[\s\S]*\Z", re.MULTILINE
)
# Embed codes pasted into Markdown as HTML: blockquotes and frames.
_LONGEST_CODE = 20_000
_SCRIPT = r"(?:\s{0,9}<script\b[^<>]{0,400}>\s{0,9}</script>)?"
_MARKUP = lazy_regex(
    rf"<(?P<tag>blockquote|iframe)\b[^<>]{{1,2000}}>(?P<inside>[\s\S]{{0,{_LONGEST_CODE}}}?)</(?P=tag)\s?>{_SCRIPT}",
    re.IGNORECASE,
)
#: An embed has a class or a URL; a quotation has neither.
_CODE_SIGN = lazy_regex(r"\s(?:class|src|cite|data-[\w-]+)\s?=", re.IGNORECASE)
#: The attribute for classes in MDX.
_CLASS_NAME = lazy_regex(r"(?<=\sclass)Name(?==[\"'])")
_OF_ARTICLE = frozenset(field.name for field in fields(Article))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainText:
    """A parsed plain text.

    Attributes:
        page: The stated fields of its article, its prose without front matter, header lines and embed code,
            and the posts embedded by code, with offsets in the prose.
        stripped: The prose, with a mapping to offsets in the text.
    """

    page: Page
    stripped: StrippedText


def read_plain_text(text: str, document: Document, problems: list[Problem]) -> PlainText:
    """Read a decoded plain text; `document` supplies the URL, and `problems` gets any problems."""
    nothing: tuple[Stated, tuple[Span, ...]] = (Stated(), ())
    stated, above = run_finder("article", lambda: _read_head(text, problems), nothing, problems)
    codes = run_list_finder("embeds", lambda: _find_code(text, above), problems)
    stripped = strip_lines(_blanked(text, [*above, *((start, end) for start, end, _ in codes)]))
    article = run_finder("article", lambda: _article(stripped.text, stated, document), Article(), problems)
    shown = [(start, embed) for start, _, embed in codes if embed is not None]
    places = stripped.offsets_of(start for start, _ in shown)
    embeds = _placed([(place, embed) for place, (_, embed) in zip(places, shown, strict=True)])
    stood = {place: start for place, (start, _) in reversed([*zip(places, shown, strict=True)])}
    page = Page(article=article, prose=stripped.text, embeds=embeds, problems=())
    return PlainText(page=page, stripped=replace(stripped, stood=stood))


def with_lone_addresses(
    prose: str, embeds: Sequence[Embed], taken: Sequence[Span], problems: list[Problem]
) -> tuple[Embed, ...]:
    """Add posts with URLs on separate lines to the embeds of a plain text."""
    found = run_list_finder("embeds", lambda: find_lone_addresses(prose, taken), problems)
    alone = [(start, Embed(form="link", position=0, post=post)) for start, _, post in found]
    placed = [(embed.start or 0, embed) for embed in embeds]
    return _placed(sorted([*placed, *alone], key=lambda found: found[0]))


def _placed(found: Sequence[tuple[int, Embed]]) -> tuple[Embed, ...]:
    """Return each post once, at its first position."""
    shown: dict[tuple[str, str | None], Embed] = {}
    for start, embed in found:
        key = (embed.post.platform, embed.post.id)
        shown.setdefault(key, replace(embed, start=start, end=start, position=len(shown)))
    return tuple(shown.values())


def _read_head(text: str, problems: list[Problem]) -> tuple[Stated, tuple[Span, ...]]:
    front, end, wrong = read_front_matter(text)
    problems += wrong
    head = read_header_lines(text, end)
    spans = ((0, end), *head.spans) if end else head.spans
    if references := _REFERENCES.search(text):
        spans = (*spans, references.span())
    return front.completed(head.stated), spans


def _find_code(text: str, above: Sequence[Span]) -> list[tuple[int, int, Embed | None]]:
    """Return the spans of code outside the head, each with its embedded post, if any."""
    raw: list[tuple[int, int, Embed | None]] = [*_raw_embeds(text)]
    short = [
        (code.start, code.end, Embed(form="other", position=0, post=code.post) if code.post else None)
        for code in find_embed_codes(text)
    ]
    kept: list[tuple[int, int, Embed | None]] = []
    for start, end, embed in sorted([*raw, *short], key=lambda found: found[:2]):
        if not is_within(start, above) and (not kept or start >= kept[-1][1]):
            kept.append((start, end, embed))
    return kept


def _blanked(text: str, spans: Sequence[Span]) -> str:
    """Return a text of the same length with spans replaced by spaces, which `strip_lines` removes."""
    parts, done = [], 0
    for start, end in sorted(spans):
        parts += [text[done:start], " " * (end - max(start, done))]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def _article(prose: str, stated: Stated, document: Document) -> Article:
    """Return the stated fields, completed from the prose."""
    read = read_text_metadata(prose, document)
    said = {name: value for name, value in stated.filled().items() if name in _OF_ARTICLE}
    if "url" in said:
        said = {"outlet": host_without_www(stated.url)} | said
    article = replace(read, **said)
    printed = {} if article.published else printed_dates(prose).filled()
    return replace(article, **{name: value for name, value in printed.items() if name in _OF_ARTICLE})


def _raw_embeds(text: str) -> list[tuple[int, int, Embed]]:
    """Return the start and end of each embed code that was pasted into a text as HTML, with its embed."""
    if "</" not in text:
        return []
    shown = shown_code(text)
    found = []
    for markup in _MARKUP.finditer(text):
        source = _CLASS_NAME.sub("", markup[0])
        if is_within(markup.start(), shown) or not _CODE_SIGN.search(source[:2000]):
            continue
        found += [(markup.start(), markup.end(), embed) for embed in find_embeds(source)[:1]]
    return found
