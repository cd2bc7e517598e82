"""Remove erased content from a record, before planning or storing it. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from archive.store.erasures.cutting import Cut, with_attribution
from archive.store.identity import block_of, distance
from scraper.records import Allusion, Embed, Mention, Quote, Tag

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from archive.store.erasures.cutting import Span
    from archive.store.erasures.shield import Shield
    from archive.store.quotes import QuoteRow
    from scraper.records import Extraction, Post

#: Maximum number of printings of one account and day compared with each erased post; more than any article
#: shows.
_MOST_COMPARED = 200

_Use = TypeVar("_Use", Tag, Mention)
_Placed = TypeVar("_Placed", Embed, Quote, Tag, Mention, Allusion)


@dataclass(frozen=True, slots=True)
class Filtered:
    """A record without erased content.

    Attributes:
        extraction: The record.
        posts: The erased posts in it.
        is_changed: True if something was removed.
    """

    extraction: Extraction
    posts: tuple[Post, ...]
    is_changed: bool


def filtered(extraction: Extraction, shield: Shield) -> Filtered:
    """Remove erased content from a record."""
    posts = _erased_posts(extraction.embeds, shield)
    quotes = _erased_quotes(extraction.quotes, shield)
    problems = tuple(problem for problem in extraction.problems if not mentions_erased(problem.message, posts, shield))
    loaded = tuple(each for each in extraction.loaded if not shield.touches(each.post))
    cut = _cut_of_text(extraction, shield, posts, quotes)
    title = Cut.of(shield.passages(extraction.article.title))
    is_whole = (problems, loaded) == (extraction.problems, extraction.loaded)
    if is_whole and not (posts or quotes or cut or title):
        return Filtered(extraction, (), is_changed=False)
    left = replace(_without_placed(extraction, posts, quotes, cut), problems=problems, loaded=loaded)
    if title:
        named = title.applied(extraction.article.title or "")
        left = replace(left, article=replace(left.article, title=named))
    return Filtered(_moved(left, cut), tuple(posts), is_changed=True)


def _cut_of_text(extraction: Extraction, shield: Shield, posts: Collection[Post], quotes: Iterable[Quote]) -> Cut:
    """Return the cut of a text, given the erased posts and quotes in it."""
    return cut_of(
        extraction.text or "",
        [(embed.start, embed.end, names_of(embed.post)) for embed in extraction.embeds if embed.post in posts],
        [(quote.start, quote.end, names_of_quote(quote)) for quote in quotes],
        kept=[(embed.start, embed.end) for embed in extraction.embeds if embed.post not in posts],
        passages=shield.passages(extraction.text),
    )


def _without_placed(extraction: Extraction, posts: Collection[Post], quotes: Collection[Quote], cut: Cut) -> Extraction:
    """Return a record without erased posts and quotes, and without items inside the cut."""
    embeds = tuple(embed for embed in extraction.embeds if embed.post not in posts)
    shown = {name for embed in embeds for name in (*embed.post.hashtags, *embed.post.mentions)}
    return replace(
        extraction,
        embeds=embeds,
        quotes=untouched((quote for quote in extraction.quotes if quote not in quotes), cut),
        hashtags=_uses(extraction.hashtags, shown, cut),
        mentions=_uses(extraction.mentions, shown, cut),
        allusions=untouched(extraction.allusions, cut),
    )


def _erased_posts(embeds: Sequence[Embed], shield: Shield) -> dict[Post, None]:
    """Return the erased posts, and printings without an id that are the same posts."""
    erased = dict.fromkeys(embed.post for embed in embeds if shield.is_post(embed.post))
    others: defaultdict[str | None, dict[Post, None]] = defaultdict(dict)
    for embed in embeds:
        if embed.post.id is None and embed.post not in erased:
            others[block_of(embed.post)][embed.post] = None
    waiting = list(erased) if others else []
    while waiting:
        post = waiting.pop()
        block = others[block_of(post)]
        same = [other for other in islice(block, _MOST_COMPARED) if distance(post, other) is not None]
        for other in same:
            del block[other]
        erased.update(dict.fromkeys(same))
        waiting.extend(same)
    return erased


def _erased_quotes(quotes: Iterable[Quote], shield: Shield) -> dict[Quote, None]:
    return dict.fromkeys(quote for quote in quotes if shield.is_quote(quote.text, quote.platform, quote.handle))


def names_of(post: Post) -> list[str | None]:
    """Return the parts of a post's attribution."""
    author, posted = post.author, post.posted
    return [
        author.name if author else None,
        author.handle if author else None,
        posted.as_written if posted else None,
        post.url,
        *post.media,
    ]


def names_of_quote(quote: Quote | QuoteRow) -> list[str | None]:
    """Return the parts of a quote's attribution."""
    return [quote.speaker, quote.speaker_as_written, quote.verb, quote.handle]


def cut_of(
    text: str,
    posts: Iterable[tuple[int | None, int | None, list[str | None]]],
    quotes: Iterable[tuple[int | None, int | None, list[str | None]]],
    *,
    kept: Iterable[tuple[int | None, int | None]],
    passages: Iterable[Span],
) -> Cut:
    """Return the cut of an article's text.

    Args:
        text: The text; may be empty.
        posts: Spans of erased posts, with the names in their attributions.
        quotes: The same for erased quotes.
        kept: Spans of other posts; their text stays even if an erased post has the same.
        passages: Other spans of erased text.
    """
    if not text:
        return Cut(())
    shown = list(posts)
    spans = [with_attribution(text, *placed) for placed in _in_text((*shown, *quotes))]
    names = [name for _, _, each in shown for name in each]
    others = Cut.of(span for span, _ in _in_text((*place, []) for place in kept))
    spans += [with_attribution(text, span, names) for span in passages if not others.touches(*span)]
    return Cut.of(spans)


def _in_text(
    placed: Iterable[tuple[int | None, int | None, list[str | None]]],
) -> Iterator[tuple[Span, list[str | None]]]:
    """Yield items in the text itself, not only in an element of the page."""
    for start, end, names in placed:
        if start is not None and end is not None and start < end:
            yield (start, end), names


def mentions_erased(message: str, posts: Iterable[Post], shield: Shield) -> bool:
    """Return True if a problem's message names one of these erased posts or quotes erased text."""
    return _names_one(message, posts) or any(shield.passages(message))


def _names_one(message: str, posts: Iterable[Post]) -> bool:
    """Return True if a message names one of these posts."""
    for post in posts:
        handle = post.author.handle if post.author else None
        names = [re.escape(name) for name in (post.id, post.url, handle) if name and name in message]
        if names and re.search(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", message):
            return True
    return False


def untouched(found: Iterable[_Placed], cut: Cut) -> tuple[_Placed, ...]:
    """Return the items outside the cut."""
    return tuple(each for each in found if not cut.touches(each.start, each.end))


def _uses(uses: Iterable[_Use], shown: Collection[str], cut: Cut) -> tuple[_Use, ...]:
    """Return the remaining hashtags or mentions; within posts, only those of remaining posts."""
    return tuple(
        use for use in untouched(uses, cut) if use.within != "post" or use.start is not None or _name(use) in shown
    )


def _name(use: Tag | Mention) -> str:
    return use.tag if isinstance(use, Tag) else use.handle


def _moved(extraction: Extraction, cut: Cut) -> Extraction:
    """Shift all offsets after the cut."""
    if not cut or extraction.text is None:
        return extraction
    text = cut.applied(extraction.text)
    length = None if extraction.article.text_length is None else len(text)
    return replace(
        extraction,
        text=text,
        article=replace(extraction.article, text_length=length),
        embeds=shifted(extraction.embeds, cut),
        quotes=shifted(extraction.quotes, cut),
        hashtags=shifted(extraction.hashtags, cut),
        mentions=shifted(extraction.mentions, cut),
        allusions=shifted(extraction.allusions, cut),
    )


def shifted(found: Iterable[_Placed], cut: Cut) -> tuple[_Placed, ...]:
    """Return items with their new spans."""
    return tuple(
        replace(each, **dict(zip(("start", "end"), cut.shifted(each.start, each.end), strict=True)))  # type: ignore[arg-type]
        for each in found
    )
