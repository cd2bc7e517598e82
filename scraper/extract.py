"""Document -> Extraction: every finder is asked in turn; the failure of one is a problem, the rest go on."""

from __future__ import annotations

import json
import sys
from bisect import bisect_right
from collections import deque
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from scraper import input as documents
from scraper.bounds import MOST_FOUND
from scraper.finders import attempt
from scraper.html.page import read_page
from scraper.records import Allusion, Article, Embed, Extraction, Mention, Problem, Quote, Tag
from scraper.text.allusions import find_allusions
from scraper.text.article import article_of_text
from scraper.text.entities import find_hashtags, find_mentions
from scraper.text.flattened import Flattened, find_flattened
from scraper.text.lines import fold
from scraper.text.quotes import find_quotes
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scraper.records import Document, Post, Within
    from scraper.text.lines import Folded

T = TypeVar("T")
Placed = TypeVar("Placed", Embed, Quote, Tag, Mention, Allusion)
Span = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class _Reading:
    """What is known of a document while its finders run; `extract` freezes it at the end."""

    prose: str
    article: Article = field(default_factory=Article)
    embeds: tuple[Embed, ...] = ()
    problems: list[Problem] = field(default_factory=list)

    def ask(self, step: str, finder: Callable[[], T], otherwise: T) -> T:
        """Run one finder; its failure is a problem of this document and `otherwise` its answer."""
        return attempt(step, finder, otherwise, self.problems)

    def collect(self, step: str, finder: Callable[[], list[T]]) -> list[T]:
        """Run one finder of a list, which is empty when it fails."""
        nothing: list[T] = []
        return self.ask(step, finder, nothing)

    def bound(self, step: str, found: Sequence[T]) -> tuple[T, ...]:
        """Keep no more than `MOST_FOUND` of what a finder found; that there was more is a problem."""
        if len(found) > MOST_FOUND:
            message = f"{len(found)} found, the first {MOST_FOUND} kept"
            self.problems.append(Problem(step=step, kind="too-many", message=message))
        return tuple(found[:MOST_FOUND])


def extract(document: Document) -> Extraction:
    """Find everything voxpop knows how to find in one document.

    Never raises: what goes wrong is in `Extraction.problems`. For HTML, offsets count in the article's prose;
    for plain text, in the decoded document.
    """
    decoded = documents.decode(document)
    folded = fold(decoded.text if decoded.kind == "text" else "")
    reading = _Reading(prose=folded.text, problems=list(decoded.problems))
    if decoded.kind == "html":
        _read_html(reading, decoded.text, document)
    else:
        reading.article = reading.ask("article", lambda: article_of_text(folded.text, document), Article())
    taken = _find_flattened(reading, passages=decoded.kind == "text")
    language = reading.article.language
    quotes = reading.collect("quotes", lambda: find_quotes(reading.prose, language, taken, reading.problems))
    spoken = sorted(taken + [(quote.start, quote.end) for quote in quotes])
    allusions = reading.collect(
        "allusions", lambda: find_allusions(reading.prose, language, spoken, reading.problems)
    )
    hashtags = reading.collect("entities", lambda: _find_tags(reading, quotes))
    mentions = reading.collect("entities", lambda: _find_mentions(reading, quotes, taken))
    return Extraction(
        source=document.source,
        kind=decoded.kind,
        article=reading.article,
        embeds=_at_origin(reading.bound("embeds", reading.embeds), folded),
        quotes=_at_origin(reading.bound("quotes", quotes), folded),
        hashtags=_at_origin(reading.bound("hashtags", hashtags), folded),
        mentions=_at_origin(reading.bound("mentions", mentions), folded),
        allusions=_at_origin(reading.bound("allusions", allusions), folded),
        problems=tuple(reading.problems),
    )


def to_json(extraction: Extraction) -> str:
    """Give the record as one line of JSON, UTF-8 characters unescaped."""
    return json.dumps(asdict(extraction), ensure_ascii=False, separators=(",", ":"))


def _at_origin(found: tuple[Placed, ...], folded: Folded) -> tuple[Placed, ...]:
    """Give what was found in a folded text its place in the decoded one; a page's prose is not folded."""
    return tuple(_moved(one, folded) for one in found) if folded.places else found


def _moved(one: Placed, folded: Folded) -> Placed:
    if one.start is None or one.end is None:
        return one
    start = folded.origin(one.start)
    return replace(one, start=start, end=folded.origin(one.end - 1) + 1 if one.end > one.start else start)


def _read_html(reading: _Reading, html: str, document: Document) -> None:
    """Take article, prose and embeds from a page; a date the user or a feed gave outranks the page's own."""
    page = reading.ask("page", lambda: read_page(html, document.url), None)
    if page is None:
        return
    reading.prose, reading.embeds = page.prose, page.embeds
    reading.article = replace(page.article, published=document.published or page.article.published)
    reading.problems += page.problems


def _find_flattened(reading: _Reading, *, passages: bool) -> list[Span]:
    """Add the posts flattened into the prose to those embedded in the markup, in reading order.

    Args:
        reading: What is known so far.
        passages: As for `find_flattened`; a page shows its embeds in the markup.

    Returns:
        The spans of the flattened posts and of their attributions: what the article's own words are not.
    """
    found = reading.ask("flattened", lambda: find_flattened(reading.prose, passages=passages), Flattened())
    reading.problems += found.problems
    known = {key for embed in reading.embeds for key in _keys(embed)}
    fresh = [embed for embed in found.embeds if known.isdisjoint(_keys(embed))]
    if not passages and reading.article.title:  # below which a byline may look like a signature
        fresh = [embed for embed in fresh if embed.post.text != reading.article.title]
    reading.embeds = _in_reading_order(*_joined(reading.embeds, fresh))
    return list(found.spans)


def _keys(embed: Embed) -> set[tuple[str, str]]:
    """Give the marks by which a post shown twice in a page, embedded and flattened, is known again."""
    post = embed.post
    keys = {("id", post.id)} if post.id else set()
    if post.author and post.author.handle and post.text:
        letters = "".join(filter(str.isalnum, post.text)).casefold()
        keys.add((fold_handle(post.author.handle), letters[:60]))
    return keys


def _joined(embeds: Sequence[Embed], flattened: Sequence[Embed]) -> tuple[list[Embed], list[Embed]]:
    """Join what is one post: in a frame, known by its id alone, and in words that were left beside it.

    Returns:
        The embeds, some of them with words now; and the flattened posts that are none of these.
    """
    whole, alone = list(embeds), []
    for words in flattened:
        frames = [n for n, embed in enumerate(whole) if _may_be_one(embed.post, words.post)]
        if len(frames) == 1:
            whole[frames[0]] = _with_words(whole[frames[0]], words)
        else:
            alone.append(words)
    return whole, alone


def _may_be_one(shown: Post, printed: Post) -> bool:
    """Tell whether a post known by its id may be one known by its words: the same author on the same day."""
    if shown.platform != printed.platform or shown.text or shown.posted is None or printed.posted is None:
        return False
    handles = {fold_handle(post.author.handle or "") for post in (shown, printed) if post.author}
    return bool(printed.author) and len(handles) == 1 and shown.posted.at[:10] == printed.posted.at[:10]


def _with_words(frame: Embed, words: Embed) -> Embed:
    posted, printed = frame.post.posted, words.post.posted
    if posted is not None and printed is not None:
        posted = replace(posted, as_written=printed.as_written)
    post = replace(words.post, id=frame.post.id, url=frame.post.url, posted=posted)
    return replace(frame, start=words.start, end=words.end, post=post)


def _in_reading_order(embedded: Sequence[Embed], flattened: Sequence[Embed]) -> tuple[Embed, ...]:
    """Merge two sequences, each in reading order; an embed without a place stays behind its predecessor."""
    merged: list[Embed] = []
    waiting = deque(flattened)
    for embed in embedded:
        while embed.start is not None and waiting and (waiting[0].start or 0) < embed.start:
            merged.append(waiting.popleft())
        merged.append(embed)
    return tuple(replace(embed, position=n) for n, embed in enumerate([*merged, *waiting]))


def _find_tags(reading: _Reading, quotes: Sequence[Quote]) -> list[Tag]:
    """List every use of a hashtag: in the prose with its place, then those of embeds outside the prose."""
    place = _Places(reading.embeds, quotes)
    tags = [
        Tag(tag=found.value, start=found.start, end=found.end, within=place.of(found.start))
        for found in find_hashtags(reading.prose, flattened=True)
    ]
    for embed in _outside_prose(reading.embeds):
        tags += [Tag(tag=tag, start=None, end=None, within="post") for tag in embed.post.hashtags]
    return tags


def _find_mentions(reading: _Reading, quotes: Sequence[Quote], taken: Sequence[Span]) -> list[Mention]:
    """List every ``@handle``, but for those that are the attribution of a flattened post."""
    place = _Places(reading.embeds, quotes)
    attributions = _Spans(taken)
    mentions = [
        Mention(handle=found.value, start=found.start, end=found.end, within=place.of(found.start))
        for found in find_mentions(reading.prose)
        if place.of(found.start) != "prose" or found.start not in attributions
    ]
    for embed in _outside_prose(reading.embeds):
        mentions += [
            Mention(handle=name, start=None, end=None, within="post") for name in embed.post.mentions
        ]
    return mentions


def _outside_prose(embeds: Sequence[Embed]) -> list[Embed]:
    """Keep the embeds whose words are not in the prose: those found in markup."""
    return [embed for embed in embeds if embed.start is None or embed.start == embed.end]


class _Places:
    """Tells for an offset whether it lies in a post, a quote or the article's own prose."""

    def __init__(self, embeds: Sequence[Embed], quotes: Sequence[Quote]) -> None:
        self._posts = _Spans([(embed.start or 0, embed.end or 0) for embed in embeds])
        self._quotes = _Spans([(quote.start, quote.end) for quote in quotes])

    def of(self, offset: int) -> Within:
        if offset in self._posts:
            return "post"
        return "quote" if offset in self._quotes else "prose"


class _Spans:
    """Spans that do not overlap, asked by offset in logarithmic time."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)

    def __contains__(self, offset: int) -> bool:
        at = bisect_right(self._spans, (offset, sys.maxsize)) - 1
        return at >= 0 and offset < self._spans[at][1]
