"""Extract the record of one document: decode it, run every finder over its text, collect what they found."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from scraper import input as documents
from scraper.bounds import keep_first
from scraper.finder_runner import run_finder, run_list_finder
from scraper.html.page import Page, read_page
from scraper.merge_embeds import merge_embeds
from scraper.plain.reading import read_plain_text, with_lone_addresses
from scraper.records import Article, Extraction
from scraper.text.allusions import find_allusions
from scraper.text.flattened import Flattened, find_flattened
from scraper.text.line_stripping import strip_lines
from scraper.text.quotes import find_quotes
from scraper.text.tags_and_mentions import list_mentions, list_tags
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from scraper.records import Declared, Document, Problem


def extract(document: Document, *, min_confidence: float | None = None) -> Extraction:
    """Find everything voxpop knows how to find in one document.

    Never raises: what goes wrong is in `Extraction.problems`. Offsets count characters: for HTML in the
    article's prose, for plain text in the decoded document.

    Args:
        document: The bytes, and what is known of them.
        min_confidence: Leave out quoted reactions of lower confidence, 0 to 1; None stands for the threshold
            that was fitted.
    """
    if document.record is not None:
        return document.record
    decoded = documents.decode(document)
    problems = [*document.problems, *decoded.problems]
    is_text = decoded.kind == "text"
    if is_text:
        plain = read_plain_text(decoded.text, document, problems)
        page, stripped = plain.page, plain.stripped
    else:
        page, stripped = _read_html(decoded.text, document, problems), strip_lines("")
    page = replace(page, article=_with_declared(page.article, document.declared))
    prose, language = page.prose, page.article.language
    text = decoded.text if is_text else prose
    flattened = run_finder(
        "flattened", lambda: find_flattened(prose, passages=is_text), Flattened(), problems
    )
    problems += flattened.problems
    taken = list(flattened.spans)
    shown = with_lone_addresses(prose, page.embeds, taken, problems) if is_text else page.embeds
    embeds = merge_embeds(shown, flattened.embeds, headline=None if is_text else page.article.title)
    quotes = run_list_finder(
        "quotes", lambda: find_quotes(prose, language, taken, problems, min_confidence), problems
    )
    taken_or_quoted = sorted(taken + [(quote.start, quote.end) for quote in quotes])
    allusions = run_list_finder(
        "allusions", lambda: find_allusions(prose, language, taken_or_quoted, problems), problems
    )
    tags = run_list_finder("entities", lambda: list_tags(prose, embeds, quotes), problems)
    mentions = run_list_finder("entities", lambda: list_mentions(prose, embeds, quotes, taken), problems)
    return Extraction(
        source=document.source,
        kind=decoded.kind,
        article=replace(page.article, text_length=len(text)),
        embeds=stripped.with_original_offsets(keep_first("embeds", embeds, problems)),
        quotes=stripped.with_original_offsets(keep_first("quotes", quotes, problems)),
        hashtags=stripped.with_original_offsets(keep_first("hashtags", tags, problems)),
        mentions=stripped.with_original_offsets(keep_first("mentions", mentions, problems)),
        allusions=stripped.with_original_offsets(keep_first("allusions", allusions, problems)),
        problems=tuple(problems),
        text=text,
    )


def _read_html(html: str, document: Document, problems: list[Problem]) -> Page:
    """Read a page."""
    empty = Page(article=Article(), prose="", embeds=(), problems=())
    url = document.url or document.declared.url
    page = run_finder("page", lambda: read_page(html, url), empty, problems)
    problems += page.problems
    return page


def _with_declared(article: Article, declared: Declared) -> Article:
    """Return the article with what is declared of it in place of what the document states."""
    return replace(
        article,
        url=canonical_url(declared.url) if declared.url else article.url,
        title=declared.title or article.title,
        outlet=declared.outlet or article.outlet,
        language=declared.language or article.language,
        published=declared.published or article.published,
        bylines=declared.bylines or article.bylines,
    )


def to_json(extraction: Extraction, digest: str | None = None) -> str:
    """Return the record as one line of JSON; characters outside ASCII are not escaped.

    Args:
        extraction: The record.
        digest: SHA-256 by which an article without a URL is known, so that the record can be archived.
    """
    record = asdict(replace(extraction, text=None))
    del record["text"]
    record |= {"digest": digest} if digest else {}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
