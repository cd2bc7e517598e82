"""Remove erased content from a record, before planning or storing it. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from archive.store.identity import block_of, distance, hashtag_key
from archive.store.reactions import ArticleRows, EmbedRow, QuoteRow
from archive.store.versions import context_of
from scraper.patterns import lazy_regex
from scraper.records import Allusion, Embed, Mention, Quote, Tag
from scraper.registry import short_link
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from archive.store.erasures.shield import Shield, Span
    from archive.store.names import Spelling
    from scraper.records import Extraction, Post


# Cut passages out of a text, and shift later offsets. Pure.

#: Replacement for erased text.
MARK = "[erased]"

_GAP = r"\W{0,12}+"
#: Maximum distance from the start of an attribution to its passage.
_BEFORE = 200
_PIECE = lazy_regex(r"\w(?:.{0,198}\w)?", re.DOTALL)
_CLOSING = lazy_regex(r"[)\]”\"»’]{0,2}")


@dataclass(frozen=True, slots=True)
class Cut:
    """Passages to cut out of a text, sorted and disjoint."""

    spans: tuple[Span, ...]

    @classmethod
    def of(cls, spans: Iterable[Span]) -> Cut:
        """Merge spans that touch.

        >>> Cut.of([(5, 9), (1, 3), (8, 12), (4, 4)]).spans
        ((1, 3), (5, 12))
        """
        joined: list[Span] = []
        for start, end in sorted(span for span in spans if span[0] < span[1]):
            if joined and start <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        return cls(tuple(joined))

    def __bool__(self) -> bool:
        return bool(self.spans)

    def applied(self, text: str) -> str:
        """Return a text without the passages.

        >>> Cut(((4, 7),)).applied("The sea and the pier")
        'The [erased] and the pier'
        """
        kept, last = [], 0
        for start, end in self.spans:
            kept += [text[last:start], MARK]
            last = end
        return "".join([*kept, text[last:]])

    def touches(self, start: int | None, end: int | None) -> bool:
        """Return True if part of a span is cut.

        >>> Cut(((4, 7),)).touches(0, 4), Cut(((4, 7),)).touches(6, 9), Cut(((4, 7),)).touches(7, 7)
        (False, True, False)
        """
        if start is None or end is None:
            return False
        return any(start < behind and begin < end for begin, behind in self.spans)

    def moved(self, offset: int) -> int:
        """Return the new position of an offset; inside a passage, the start of its mark.

        >>> cut = Cut(((4, 7),))
        >>> cut.moved(3), cut.moved(5), cut.moved(7)
        (3, 4, 12)
        """
        number = bisect_right(self.spans, (offset, -1))
        if number and offset < self.spans[number - 1][1]:
            offset, number = self.spans[number - 1][0], number - 1
        return offset + sum(len(MARK) - (end - start) for start, end in self.spans[:number] if end <= offset)

    def shifted(self, start: int | None, end: int | None) -> tuple[int | None, int | None]:
        """Return the new position of a span."""
        if start is None or end is None:
            return start, end
        return self.moved(start), self.moved(end)


def with_attribution(text: str, span: Span, names: Iterable[str | None]) -> Span:
    """Return the span of a passage and its attribution, before or after it.

    `names` are parts of an attribution, as printed: name, handle, date, URL.

    >>> text = "It rained. Never again — Ann Lee (@ann) May 5, 2020. It cleared up."
    >>> start, end = with_attribution(text, (11, 22), ["Ann Lee", "ann", "May 5, 2020"])
    >>> text[start:end]
    'Never again — Ann Lee (@ann) May 5, 2020'
    """
    pieces = sorted({re.escape(found[0]) for name in names if (found := _PIECE.search(name or ""))}, key=len)
    if not pieces:
        return span
    # Pieces begin and end with a letter and gaps hold none, so there is no backtracking, even on hostile
    # pages.
    one = rf"(?>{'|'.join(pieces[::-1])})(?!\w)"
    start, end = span
    behind = re.compile(rf"(?:{_GAP}(?<!\w){one}){{1,8}}+", re.IGNORECASE)
    if found := behind.match(text, end):
        closing = _CLOSING.match(text, found.end())
        end = closing.end() if closing else found.end()
    before = re.compile(rf"(?<!\w)[@(]{{0,2}}+(?:{one}{_GAP}){{1,8}}+\Z", re.IGNORECASE)
    if found := before.search(text, max(0, start - _BEFORE), start):
        start = found.start()
    return start, end


#: Maximum number of printings of one account and day compared with each erased post; more than any article
#: shows.
_MOST_COMPARED = 200

_Use = TypeVar("_Use", Tag, Mention)
_Placed = TypeVar("_Placed", Embed, Quote, Tag, Mention, Allusion)


def filtered(extraction: Extraction, shield: Shield) -> tuple[Extraction, tuple[Post, ...]]:
    """Remove erased content from a record; return the same one if it has none, and the erased posts in it."""
    led = {short.id for each in extraction.loaded if shield.is_post(each.post) and (short := short_link(each.source))}
    posts = _erased_posts(extraction.embeds, shield, led)
    quotes = dict.fromkeys(each for each in extraction.quotes if shield.is_quote(each.text, each.platform, each.handle))
    problems = tuple(problem for problem in extraction.problems if not mentions_erased(problem.message, posts, shield))
    loaded = tuple(each for each in extraction.loaded if not shield.touches(each.post))
    cut = _cut_of_text(extraction, shield, posts, quotes)
    title = Cut.of(shield.passages(extraction.article.title))
    is_whole = (problems, loaded) == (extraction.problems, extraction.loaded)
    if is_whole and not (posts or quotes or cut or title):
        return extraction, ()
    left = replace(_without_placed(extraction, posts, quotes, cut), problems=problems, loaded=loaded)
    if title:
        named = title.applied(extraction.article.title or "")
        left = replace(left, article=replace(left.article, title=named))
    return _moved(left, cut), tuple(posts)


def _cut_of_text(extraction: Extraction, shield: Shield, posts: Collection[Post], quotes: Iterable[Quote]) -> Cut:
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


def _erased_posts(embeds: Sequence[Embed], shield: Shield, led: Collection[str | None]) -> dict[Post, None]:
    """Return the erased posts, printings without an id that are the same posts, and short links to erased ones."""
    posts = [embed.post for embed in embeds]
    erased = dict.fromkeys(each for each in posts if shield.is_post(each) or (each.id in led and short_link(each.url)))
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


def names_of(post: Post) -> list[str | None]:
    """Return the parts of a post's attribution."""
    posted = post.posted
    return [post.name, post.handle, posted.as_written if posted else None, post.url, *post.media]


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
    """Return the cut of an article's text: erased posts and quotes with their attributions, and passages.

    The spans in `kept`, of other posts, stay even if an erased post has the same text.
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
    named = [name for post in posts for name in (post.id, post.url, post.handle) if name and name in message]
    one = "|".join(map(re.escape, named))
    is_named = bool(named) and re.search(rf"(?<!\w)(?:{one})(?!\w)", message) is not None
    return is_named or any(shield.passages(message))


def untouched(found: Iterable[_Placed], cut: Cut) -> tuple[_Placed, ...]:
    """Return the items outside the cut."""
    return tuple(each for each in found if not cut.touches(each.start, each.end))


def _uses(uses: Iterable[_Use], shown: Collection[str], cut: Cut) -> tuple[_Use, ...]:
    return tuple(
        use
        for use in untouched(uses, cut)
        if use.within != "post" or use.start is not None or (use.tag if isinstance(use, Tag) else use.handle) in shown
    )


def _moved(extraction: Extraction, cut: Cut) -> Extraction:
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


# Rows of an article without erased content. Pure: rows in, rows out.

_AnyRow = TypeVar("_AnyRow", EmbedRow, QuoteRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText(ArticleRows):
    """Stored content of an article."""

    title: str | None
    text: str | None  # the text that offsets of current rows refer to; None if not stored
    repeats: Sequence[str]  # keys of further printings that it shows
    allusions: Sequence[Allusion]
    posts: Mapping[str, Post]  # key of a printing -> the post as printed


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedContent:
    """Erased content of an article."""

    embeds: list[EmbedRow]
    quotes: list[QuoteRow]  # erased quotes, and quotes inside the cut of the text
    repeats: list[str]  # keys of further printings of erased posts
    cut: Cut
    title: Cut
    hashtags: AbstractSet[str] = frozenset()  # keys of hashtags that the article, or a quote in it, no longer has

    @property
    def is_in_article(self) -> bool:
        """Return True if anything besides words of the title is erased."""
        return bool(self.embeds or self.quotes or self.repeats or self.cut)

    def __bool__(self) -> bool:
        return self.is_in_article or bool(self.title)


def rewritten(stored: StoredText, shield: Shield, erased_posts: Mapping[str, Post]) -> tuple[StoredText, ErasedContent]:
    """Remove erased posts (by key of a printing), quotes and text from rows; return the rest, and the removed ones."""
    gone = _gone(stored, shield, erased_posts)
    text = _applied(gone.cut, stored.text)
    embeds = [row for row in stored.embeds if row.printing not in erased_posts]
    quotes = _in_order([row for row in stored.quotes if row not in gone.quotes], gone.quotes)
    repeats = [key for key in stored.repeats if key not in erased_posts]
    hashtags, mentions = stored.hashtags, stored.mentions
    if gone.is_in_article:
        printings = [*(row.printing for row in embeds), *repeats]
        hashtags, mentions = _names_left(stored, text, printings, quotes)
    forgotten = {tag.key for tag in stored.hashtags}.difference(tag.key for tag in hashtags)
    left = replace(
        stored,
        title=_applied(gone.title, stored.title),
        text=text,
        embeds=[_moved_row(row, gone.cut, text) for row in embeds],
        quotes=[_moved_row(row, gone.cut, text) for row in quotes],
        hashtags=hashtags,
        mentions=mentions,
        repeats=repeats,
        allusions=shifted(untouched(stored.allusions, gone.cut), gone.cut),
    )
    return left, replace(gone, hashtags=forgotten | {key for row in gone.quotes for key, _ in row.hashtags})


def _gone(stored: StoredText, shield: Shield, erased_posts: Mapping[str, Post]) -> ErasedContent:
    embeds = [row for row in stored.embeds if row.printing in erased_posts]
    repeats = [key for key in stored.repeats if key in erased_posts]
    spoken = [row for row in stored.quotes if shield.is_quote(row.text, row.platform, row.handle)]
    shown = [*_placed(embeds, lambda row: names_of(erased_posts[row.printing]))]
    shown += [(None, None, names_of(erased_posts[key])) for key in repeats]
    kept = [row for row in stored.embeds if row.printing not in erased_posts and not row.gone_at]
    cut = cut_of(
        stored.text or "",
        shown,
        _placed(spoken, names_of_quote),
        kept=[(row.start_offset, row.end_offset) for row in kept],
        passages=shield.passages(stored.text),
    )
    others = [row for row in stored.quotes if row not in spoken and not row.gone_at]
    return ErasedContent(
        embeds=embeds,
        quotes=[*spoken, *(row for row in others if cut.touches(row.start_offset, row.end_offset))],
        repeats=repeats,
        cut=cut,
        title=Cut.of(shield.passages(stored.title)),
    )


def _placed(
    rows: Iterable[_AnyRow], names: Callable[[_AnyRow], list[str | None]]
) -> Iterator[tuple[int | None, int | None, list[str | None]]]:
    """Yield the spans and names of rows in the text; offsets of gone rows refer to another text."""
    return ((row.start_offset, row.end_offset, names(row)) for row in rows if not row.gone_at)


def _applied(cut: Cut, text: str | None) -> str | None:
    return None if text is None else cut.applied(text)


def _in_order(quotes: Sequence[QuoteRow], erased: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Renumber the current quotes without the erased ones."""
    before = sorted(row.position for row in erased if not row.gone_at)
    return [
        row if row.gone_at else replace(row, position=row.position - sum(each < row.position for each in before))
        for row in quotes
    ]


def _moved_row(row: _AnyRow, cut: Cut, text: str | None) -> _AnyRow:
    if row.gone_at or not cut or text is None:
        return row
    start, end = cut.shifted(row.start_offset, row.end_offset)
    context = row.context_start, row.context_end
    if start is not None and end is not None and row.context_start is not None:
        context = context_of(text, start, end)
    return replace(row, start_offset=start, end_offset=end, context_start=context[0], context_end=context[1])


def _names_left(
    stored: StoredText, text: str | None, printings: Iterable[str], quotes: Sequence[QuoteRow]
) -> tuple[list[Spelling], list[Spelling]]:
    """Return the hashtags and mentions that the remaining text, printings and quotes of an article have."""
    posts = [stored.posts[key] for key in printings if key in stored.posts]
    said = " ".join(row.text or "" for row in quotes).casefold()
    tags = {
        "post": {tag for post in posts for tag in post.hashtags if hashtag_key(tag)},
        "quote": {as_written for row in quotes for _, as_written in row.hashtags},
    }
    handles = {
        "post": {handle for post in posts for handle in post.mentions},
        "quote": {each.as_written for each in stored.mentions if fold_handle(each.as_written) in said},
    }
    return (
        _spellings_left(stored.hashtags, stored.text, text, tags, "#"),
        _spellings_left(stored.mentions, stored.text, text, handles, "@"),
    )


def _spellings_left(
    stored: Iterable[Spelling], before: str | None, after: str | None, shown: Mapping[str, set[str]], sign: str
) -> list[Spelling]:
    left = []
    for each in stored:
        printed = f"{sign}{each.as_written}"
        was_cut = before is not None and after is not None and printed in before and printed not in after
        if each.within == "prose" and not was_cut:
            left.append(each)
        elif each.as_written in shown["quote"]:
            left.append(replace(each, within="quote"))
        elif each.as_written in shown["post"]:
            left.append(replace(each, within="post"))
    return left
