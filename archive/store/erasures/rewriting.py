"""Rows of an article without erased content. Pure: rows in, rows out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from archive.store.context import context_of
from archive.store.embeds import EmbedRow
from archive.store.erasures.cutting import Cut
from archive.store.erasures.filtering import cut_of, names_of, names_of_quote, shifted, untouched
from archive.store.identity import hashtag_key
from archive.store.quotes import QuoteRow
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from archive.store.erasures.shield import Shield
    from archive.store.hashtags import Spelling
    from scraper.records import Allusion, Post

_AnyRow = TypeVar("_AnyRow", EmbedRow, QuoteRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """Stored content of an article.

    Attributes:
        title: Its title.
        text: The text that offsets of current rows refer to; None if not stored.
        embeds: Its embeds.
        quotes: Its quotes.
        hashtags: Its hashtags.
        mentions: Its mentions.
        repeats: Keys of further printings that it shows.
        allusions: Its allusions.
        posts: Key of a printing -> the post as printed.
    """

    title: str | None
    text: str | None
    embeds: list[EmbedRow]
    quotes: list[QuoteRow]
    hashtags: list[Spelling]
    mentions: list[Spelling]
    repeats: Sequence[str]
    allusions: Sequence[Allusion]
    posts: Mapping[str, Post]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedContent:
    """Erased content of an article.

    Attributes:
        embeds: Embeds of erased posts.
        quotes: Erased quotes, and quotes inside the cut of the text.
        repeats: Keys of further printings of erased posts.
        cut: Cut of the text.
        title: Cut of the title.
    """

    embeds: list[EmbedRow]
    quotes: list[QuoteRow]
    repeats: list[str]
    cut: Cut
    title: Cut

    @property
    def is_in_article(self) -> bool:
        """Return True if anything besides words of the title is erased."""
        return bool(self.embeds or self.quotes or self.repeats or self.cut)

    def __bool__(self) -> bool:
        return self.is_in_article or bool(self.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainingContent:
    """Remaining content of an article, with the attributes of `StoredText`, and the erased content."""

    title: str | None
    text: str | None
    embeds: list[EmbedRow]
    quotes: list[QuoteRow]
    hashtags: list[Spelling]
    mentions: list[Spelling]
    repeats: Sequence[str]
    allusions: Sequence[Allusion]
    forgotten_hashtags: set[str]
    gone: ErasedContent

    @property
    def is_changed(self) -> bool:
        """Return True if anything was erased."""
        return bool(self.gone)


def rewritten(stored: StoredText, shield: Shield, erased_posts: Mapping[str, Post]) -> RemainingContent:
    """Remove erased posts, quotes and text from the rows of an article.

    Args:
        stored: The rows.
        shield: The erasures.
        erased_posts: Key of a printing -> erased post.
    """
    gone = _gone(stored, shield, erased_posts)
    text = _applied(gone.cut, stored.text)
    embeds = [row for row in stored.embeds if row.printing not in erased_posts]
    quotes = _in_order([row for row in stored.quotes if row not in gone.quotes], gone.quotes)
    repeats = [key for key in stored.repeats if key not in erased_posts]
    hashtags, mentions = stored.hashtags, stored.mentions
    if gone.is_in_article:
        printings = [*(row.printing for row in embeds), *repeats]
        hashtags, mentions = _names_left(stored, text, printings, quotes)
    return RemainingContent(
        title=_applied(gone.title, stored.title),
        text=text,
        embeds=[_moved(row, gone.cut, text) for row in embeds],
        quotes=[_moved(row, gone.cut, text) for row in quotes],
        hashtags=hashtags,
        mentions=mentions,
        repeats=repeats,
        allusions=shifted(untouched(stored.allusions, gone.cut), gone.cut),
        forgotten_hashtags=_forgotten(stored.hashtags, hashtags, gone.quotes),
        gone=gone,
    )


def _gone(stored: StoredText, shield: Shield, erased_posts: Mapping[str, Post]) -> ErasedContent:
    embeds = [row for row in stored.embeds if row.printing in erased_posts]
    repeats = [key for key in stored.repeats if key in erased_posts]
    spoken = [row for row in stored.quotes if shield.is_quote(row.text, row.platform, row.handle)]
    shown = [*_placed(embeds, lambda row: names_of(erased_posts[row.printing]))]
    shown += [(None, None, names_of(erased_posts[key])) for key in repeats]
    cut = cut_of(
        stored.text or "",
        shown,
        _placed(spoken, names_of_quote),
        kept=_places_kept(stored.embeds, erased_posts),
        passages=shield.passages(stored.text),
    )
    return ErasedContent(
        embeds=embeds,
        quotes=[*spoken, *(row for row in stored.quotes if row not in spoken and _is_touched(row, cut))],
        repeats=repeats,
        cut=cut,
        title=Cut.of(shield.passages(stored.title)),
    )


def _places_kept(
    embeds: Iterable[EmbedRow], erased_posts: Mapping[str, Post]
) -> Iterator[tuple[int | None, int | None]]:
    """Yield the spans of posts that are not erased."""
    kept = (row for row in embeds if row.printing not in erased_posts)
    return ((row.start_offset, row.end_offset) for row in kept if not row.gone_at)


def _placed(
    rows: Iterable[_AnyRow], names: Callable[[_AnyRow], list[str | None]]
) -> Iterator[tuple[int | None, int | None, list[str | None]]]:
    """Yield the spans and names of rows in the text; offsets of gone rows refer to another text."""
    return ((row.start_offset, row.end_offset, names(row)) for row in rows if not row.gone_at)


def _applied(cut: Cut, text: str | None) -> str | None:
    return None if text is None else cut.applied(text)


def _forgotten(before: Iterable[Spelling], after: Iterable[Spelling], gone: Iterable[QuoteRow]) -> set[str]:
    """Return the keys of hashtags that an article, or a quote in it, no longer has."""
    lost = {tag.key for tag in before}.difference(tag.key for tag in after)
    return lost.union(key for row in gone for key, _ in row.hashtags)


def _is_touched(row: QuoteRow, cut: Cut) -> bool:
    return not row.gone_at and cut.touches(row.start_offset, row.end_offset)


def _in_order(quotes: Sequence[QuoteRow], erased: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Renumber the current quotes without the erased ones."""
    before = sorted(row.position for row in erased if not row.gone_at)
    return [
        row if row.gone_at else replace(row, position=row.position - sum(each < row.position for each in before))
        for row in quotes
    ]


def _moved(row: _AnyRow, cut: Cut, text: str | None) -> _AnyRow:
    if row.gone_at or not cut or text is None:
        return row
    start, end = cut.shifted(row.start_offset, row.end_offset)
    context = row.context_start, row.context_end
    if start is not None and end is not None and row.context_start is not None:
        context = context_of(text, start, end)
    return replace(row, start_offset=start, end_offset=end, context_start=context[0], context_end=context[1])


def _tags(posts: Iterable[Post], quotes: Iterable[QuoteRow]) -> dict[str, set[str]]:
    """Return the hashtags of posts and quotes: place -> spellings."""
    return {
        "post": {tag for post in posts for tag in post.hashtags if hashtag_key(tag)},
        "quote": {as_written for row in quotes for _, as_written in row.hashtags},
    }


def _handles(posts: Iterable[Post], quotes: Iterable[QuoteRow], mentions: Iterable[Spelling]) -> dict[str, set[str]]:
    said = " ".join(row.text or "" for row in quotes).casefold()
    return {
        "post": {handle for post in posts for handle in post.mentions},
        "quote": {each.as_written for each in mentions if fold_handle(each.as_written) in said},
    }


def _names_left(
    stored: StoredText, text: str | None, printings: Iterable[str], quotes: Sequence[QuoteRow]
) -> tuple[list[Spelling], list[Spelling]]:
    """Return the hashtags and mentions that an article still has.

    Args:
        stored: Its stored content.
        text: Its remaining text.
        printings: Keys of the remaining printings.
        quotes: The remaining quotes.
    """
    posts = [stored.posts[key] for key in printings if key in stored.posts]
    handles = _handles(posts, quotes, stored.mentions)
    return (
        _spellings_left(stored.hashtags, stored.text, text, _tags(posts, quotes), "#"),
        _spellings_left(stored.mentions, stored.text, text, handles, "@"),
    )


def _spellings_left(
    stored: Iterable[Spelling], before: str | None, after: str | None, shown: Mapping[str, set[str]], sign: str
) -> list[Spelling]:
    """Return the spellings that an article still has, each with its current place."""
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
