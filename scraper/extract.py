"""Extract the record of one document: decode it, run every finder over its text, collect the results."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from scraper import input as documents
from scraper.answered_posts import agreeing
from scraper.bounds import keep_first, run_finder, run_list_finder
from scraper.html.page import OpenPage, Page
from scraper.records import Article, Extraction
from scraper.text.allusions import find_allusions
from scraper.text.entities import may_hold_hashtags
from scraper.text.flattened import Flattened, find_flattened, may_hold_posts
from scraper.text.line_stripping import StrippedText, strip_lines
from scraper.text.quotes import find_quotes, may_quote
from scraper.text.tags_and_mentions import list_mentions, list_tags
from scraper.values.handles import fold_handle
from scraper.values.moments import local_day
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.html.pictures import Reads
    from scraper.input.decoding import Decoded
    from scraper.records import Declared, Document, Embed, Post, Problem, Quote

_COMPARED_LETTERS, _NEARLY_THE_SAME = 60, 0.85
#: Required content of a document: posts, in any form; posts, quotes or hashtags; nothing.
Only = Literal["embeds", "reactions", "all"]


def extract(document: Document, *, min_confidence: float | None = None, ocr: bool = False) -> Extraction:
    """Extract everything from one document.

    Never raises: failures are in `Extraction.problems`. Offsets count characters: for HTML in the article's prose, for
    plain text in the decoded document. Quoted reactions of a confidence below `min_confidence`, 0 to 1, are left out;
    None uses the fitted threshold. `ocr` reads the posts in pictures; it needs the extra ``ocr``.
    """
    return cast("Extraction", extract_reactions(document, only="all", min_confidence=min_confidence, ocr=ocr))


def extract_reactions(
    document: Document, *, only: Only = "reactions", min_confidence: float | None = None, ocr: bool = False
) -> Extraction | None:
    """Extract a document if it contains reactions; otherwise stop reading early, and return None.

    With `only` as ``embeds``, the document must show posts, in any form; as ``reactions``, or quote some, or have
    hashtags; ``all`` requires nothing. The other arguments are those of `extract`.
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
        return self.decoded.kind == "text"

    def article(self) -> Article:
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


def merge_embeds(
    embedded: Sequence[Embed], flattened: Sequence[Embed], *, headline: str | None = None
) -> tuple[Embed, ...]:
    """Merge embeds and flattened posts, both in reading order, into one sequence numbered from 0.

    A page may contain one post twice: as an embed, and as text that an older template or a converter left in the
    prose. Every post occurs once. A flattened post that equals an embedded one is dropped; one with the text of an
    embed known only by its id is merged into it; one with the text of the article's `headline` is dropped, as
    the byline below it may look like the signature of a post.
    """
    known = {key for embed in embedded for key in _identity_keys(embed.post)}
    new = []
    for embed in flattened:
        is_read = embed.reading is not None and any(_may_be_read(embed.post, one.post) for one in embedded)
        is_headline = headline and embed.post.text == headline
        if known.isdisjoint(_identity_keys(embed.post)) and not is_read and not is_headline:
            new.append(embed)
    return _in_reading_order(*_add_missing_text(embedded, new))


def _identity_keys(post: Post) -> set[tuple[str, str]]:
    keys = {("id", post.id)} if post.id else set()
    if post.handle and post.text:
        letters = "".join(filter(str.isalnum, post.text)).casefold()
        keys.add((fold_handle(post.handle), letters[:_COMPARED_LETTERS]))
    return keys


def _may_be_read(read: Post, embedded: Post) -> bool:
    """Return True if a post that was read in a picture is an embedded one: same account, nearly the same text."""
    from difflib import SequenceMatcher  # late: other posts need none

    texts = [post.text for post in (read, embedded) if post.text]
    handles = {fold_handle(post.author.handle or "") for post in (read, embedded) if post.author}
    if len(texts) < 2 or len(handles) != 1 or read.platform != embedded.platform:
        return False
    first, second = ("".join(filter(str.isalnum, text))[:_COMPARED_LETTERS].casefold() for text in texts)
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _NEARLY_THE_SAME


def _add_missing_text(embedded: Sequence[Embed], flattened: Sequence[Embed]) -> tuple[list[Embed], list[Embed]]:
    """Add the text of the only flattened post that an embed can be; return the embeds, and the posts left."""
    completed, unmatched = list(embedded), []
    for words in flattened:
        matches = [n for n, embed in enumerate(completed) if _may_be_same(embed.post, words.post)]
        if len(matches) == 1:
            completed[matches[0]] = _with_text(completed[matches[0]], words)
        else:
            unmatched.append(words)
    return completed, unmatched


def _may_be_same(embedded: Post, flattened: Post) -> bool:
    """Return True if an embed without text may be this flattened post: the same author on the same day."""
    if embedded.platform != flattened.platform or embedded.text:
        return False
    days = [((post.posted and post.posted.at) or "")[:10] for post in (embedded, flattened)]
    if not all(days) or not flattened.author:
        return False
    handles = {fold_handle(post.author.handle or "") for post in (embedded, flattened) if post.author}
    return len(handles) == 1 and days[0] == days[1]


def _with_text(embed: Embed, words: Embed) -> Embed:
    posted, printed = embed.post.posted, words.post.posted
    if posted is not None and printed is not None:
        posted = replace(posted, as_written=printed.as_written)
    post = replace(words.post, id=embed.post.id, url=embed.post.url, posted=posted)
    return replace(embed, start=words.start, end=words.end, post=post)


def _in_reading_order(embedded: Sequence[Embed], flattened: Sequence[Embed]) -> tuple[Embed, ...]:
    """Merge two sequences in reading order; an embed without an offset stays after its predecessor."""
    merged: list[Embed] = []
    waiting = deque(flattened)
    for embed in embedded:
        while embed.start is not None and waiting and (waiting[0].start or 0) < embed.start:
            merged.append(waiting.popleft())
        merged.append(embed)
    ordered = enumerate([*merged, *waiting])
    return tuple(embed if embed.position == n else replace(embed, position=n) for n, embed in ordered)


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
        *((embed["reading"], "picture") for embed in record["embeds"] if embed["reading"]),
        *((embed, "reading") for embed in record["embeds"]),
        *((allusion, "picture") for allusion in record["allusions"]),
    ):
        if thing[name] is None:
            del thing[name]
    if extraction.article.published is not None:
        record["article"]["published"]["day"] = local_day(extraction.article.published)
    record |= {"digest": digest} if digest else {}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
