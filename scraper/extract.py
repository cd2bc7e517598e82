"""Extract the record of one document: decode it, run every finder over its text, collect the results."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from scraper import input as documents
from scraper.answered_posts import agreeing
from scraper.bounds import keep_first, run_finder, run_list_finder
from scraper.html.page import OpenPage, Page
from scraper.merge_embeds import merge_embeds
from scraper.records import Article, Extraction
from scraper.text.allusions import find_allusions
from scraper.text.entities import may_hold_hashtags
from scraper.text.flattened import Flattened, find_flattened, may_hold_posts
from scraper.text.line_stripping import StrippedText, strip_lines
from scraper.text.quotes import find_quotes, may_quote
from scraper.text.tags_and_mentions import list_mentions, list_tags
from scraper.values.moments import local_day
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from scraper.html.pictures import Reads
    from scraper.input.decoding import Decoded
    from scraper.records import Declared, Document, Embed, Problem, Quote

#: Required content of a document: posts, in any form; posts, quotes or hashtags; nothing.
Only = Literal["embeds", "reactions", "all"]


def extract(document: Document, *, min_confidence: float | None = None, ocr: bool = False) -> Extraction:
    """Extract everything from one document.

    Never raises: failures are in `Extraction.problems`. Offsets count characters: for HTML in the article's
    prose, for plain text in the decoded document.

    Args:
        document: The bytes and their metadata.
        min_confidence: Leave out quoted reactions of lower confidence, 0 to 1; None uses the fitted threshold.
        ocr: Read the posts in pictures; needs the extra ``ocr``.
    """
    return cast("Extraction", extract_reactions(document, only="all", min_confidence=min_confidence, ocr=ocr))


def extract_reactions(
    document: Document, *, only: Only = "reactions", min_confidence: float | None = None, ocr: bool = False
) -> Extraction | None:
    """Extract a document if it contains reactions; otherwise stop reading early.

    Args:
        document: The bytes and their metadata.
        only: ``embeds``: the document must show posts, in any form; ``reactions``: or quote some, or have
            hashtags; ``all``: no requirement.
        min_confidence: As for `extract`.
        ocr: As for `extract`.

    Returns:
        The result of `extract`; None for a document without the required content.
    """
    if (record := document.record) is not None:
        found = (record.embeds,) if only == "embeds" else (record.embeds, record.quotes, record.hashtags)
        return record if only == "all" or any(found) else None
    opened = _open(document, only, ocr=ocr)
    if opened is None:
        return None
    page, stripped, problems = opened.page, opened.stripped, opened.problems
    prose, language = page.prose, page.article.language
    flattened = run_finder("flattened", lambda: find_flattened(prose, passages=opened.is_text), Flattened(), problems)
    problems += flattened.problems
    taken = list(flattened.spans)
    embeds = _merged(opened, flattened)
    if only == "embeds" and not embeds:
        return None
    quotes = run_list_finder("quotes", lambda: find_quotes(prose, language, taken, problems, min_confidence), problems)
    embeds, quotes = run_finder("entries", lambda: _with_entries(opened, embeds, quotes), (embeds, quotes), problems)
    tags = run_list_finder("entities", lambda: list_tags(prose, embeds, quotes), problems)
    if only == "reactions" and not (embeds or quotes or tags):
        return None
    article = opened.article()
    taken_or_quoted = sorted(taken + [(quote.start, quote.end) for quote in quotes])
    allusions = run_list_finder(
        "allusions", lambda: find_allusions(prose, language, taken_or_quoted, problems), problems
    )
    allusions = sorted([*allusions, *page.allusions], key=lambda allusion: allusion.start)
    mentions = run_list_finder("entities", lambda: list_mentions(prose, embeds, quotes, taken), problems)
    text = opened.decoded.text if opened.is_text else prose
    loaded = agreeing(embeds, (*document.loaded, *page.targets), problems)
    return Extraction(
        source=document.source,
        kind=opened.decoded.kind,
        article=replace(article, text_length=len(text)),
        embeds=stripped.with_original_offsets(keep_first("embeds", embeds, problems)),
        quotes=stripped.with_original_offsets(keep_first("quotes", quotes, problems)),
        hashtags=stripped.with_original_offsets(keep_first("hashtags", tags, problems)),
        mentions=stripped.with_original_offsets(keep_first("mentions", mentions, problems)),
        allusions=stripped.with_original_offsets(keep_first("allusions", allusions, problems)),
        problems=tuple(problems),
        text=text,
        loaded=loaded,
        has_readings=ocr and not opened.is_text,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """A document, decoded and parsed; of a page's metadata only the title and the language.

    `stripped` maps offsets in the prose to those in a plain text. `html` is None for a text, and for a page
    that could not be parsed.
    """

    document: Document
    decoded: Decoded
    page: Page
    problems: list[Problem]
    stripped: StrippedText
    html: OpenPage | None = None

    @property
    def is_text(self) -> bool:
        """Return True if it is a plain text."""
        return self.decoded.kind == "text"

    def article(self) -> Article:
        """Return all metadata."""
        if self.html is None:
            return self.page.article
        whole = run_finder("article", self.html.article, self.page.article, self.problems)
        return _with_declared(whole, self.document.declared)


def _open(document: Document, only: Only, *, ocr: bool) -> _Opened | None:
    """Decode and parse a document; None if its text already shows that it has nothing of `only`."""
    decoded = documents.decode(document)
    problems = [*document.problems, *decoded.problems]
    html, stripped = None, strip_lines("")
    if decoded.kind == "text":
        from scraper.plain.reading import read_plain_text

        plain = read_plain_text(decoded.text, document, problems)
        page, stripped = plain.page, plain.stripped
    else:
        url = document.url or document.declared.url
        html = run_finder(
            "page", lambda: OpenPage(decoded.text, url, _reader(document) if ocr else None), None, problems
        )
        if html and not _may_hold(only, html):
            return None
        page = Page(article=Article(), prose="", embeds=(), problems=())
        page = run_finder("page", html.page, page, problems) if html else page
        problems += page.problems
    page = replace(page, article=_with_declared(page.article, document.declared))
    return _Opened(document=document, decoded=decoded, page=page, problems=problems, stripped=stripped, html=html)


def _reader(document: Document) -> Reads:
    from scraper.post_pictures import Reader  # late: without the option not even its code is read

    return Reader(document)


def _may_hold(only: Only, html: OpenPage) -> bool:
    """Return True if a page may have the required content; signs in its text are cheaper than its title."""
    if only == "all" or html.shows_posts or may_hold_posts(html.text):
        return True
    return only == "reactions" and (may_hold_hashtags(html.text) or may_quote(html.text))


def _merged(opened: _Opened, flattened: Flattened) -> tuple[Embed, ...]:
    """Return all posts in a document: in markup or code, and flattened into its prose."""
    page, problems = opened.page, opened.problems
    if not opened.is_text:
        shown = merge_embeds(page.embeds, page.pictures)
        return merge_embeds(shown, flattened.embeds, headline=page.article.title)
    from scraper.plain.reading import with_lone_addresses

    shown = with_lone_addresses(page.prose, page.embeds, flattened.spans, problems)
    return merge_embeds(shown, flattened.embeds)


def _with_entries(
    opened: _Opened, embeds: tuple[Embed, ...], quotes: list[Quote]
) -> tuple[tuple[Embed, ...], list[Quote]]:
    """Add the times of entries of a live blog to embeds and quotes, both in reading order."""
    entries = opened.html.entries if opened.html and (embeds or quotes) else None
    if not entries:
        return embeds, quotes
    timed = zip(embeds, entries.of_texts([embed.post.text for embed in embeds]), strict=True)
    shown = tuple(replace(embed, entry=embed.entry or at) for embed, at in timed)
    spoken = zip(quotes, entries.of_texts([quote.text for quote in quotes]), strict=True)
    return shown, [replace(quote, entry=at) for quote, at in spoken]


def _with_declared(article: Article, declared: Declared) -> Article:
    return replace(
        article,
        url=canonical_url(declared.url) if declared.url else article.url,
        title=declared.title or article.title or declared.listed_title,
        outlet=declared.outlet or article.outlet,
        language=declared.language or article.language,
        published=declared.published or article.published,
        bylines=declared.bylines or article.bylines,
    )


def to_json(extraction: Extraction, digest: str | None = None) -> str:
    """Return the record as one line of JSON; the `digest` (SHA-256) identifies an article without a URL."""
    record = asdict(replace(extraction, text=None))
    for name in ("text", "has_readings", *(() if record["loaded"] else ("loaded",))):
        del record[name]
    # Fields of pictures and live blogs alone.
    for thing, name in (
        *((thing, "entry") for thing in (*record["embeds"], *record["quotes"])),
        *((embed["post"], "text_source") for embed in record["embeds"]),
        *((embed, "reading") for embed in record["embeds"]),
        *((allusion, "picture") for allusion in record["allusions"]),
    ):
        if thing[name] is None:
            del thing[name]
    if extraction.article.published is not None:
        record["article"]["published"]["day"] = local_day(extraction.article.published)
    record |= {"digest": digest} if digest else {}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
