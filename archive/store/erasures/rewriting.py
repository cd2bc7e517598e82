"""The rows of an article without what was erased. Pure: rows in, rows out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from archive.store.context import context_of
from archive.store.embeds import EmbedRow
from archive.store.erasures.cutting import Cut
from archive.store.erasures.filtering import cut_of, names_of
from archive.store.identity import hashtag_key
from archive.store.quotes import QuoteRow
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from archive.store.erasures.shield import Shield
    from archive.store.hashtags import Spelling
    from scraper.records import Allusion, Post

_AnyRow = TypeVar("_AnyRow", EmbedRow, QuoteRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """What an archive holds of what an article shows.

    Attributes:
        article: Its id.
        title: Its title.
        text: The text that the offsets of what is not gone count in; None where none is kept.
        embeds: Its embeds.
        quotes: Its quotes.
        hashtags: The hashtags that it leads to.
        mentions: The handles that it names.
        repeats: The keys of further printings of posts that it shows.
        allusions: Its allusions.
        posts: The posts as they are printed in it, by the keys of the printings.
    """

    article: str
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
class Left:
    """What is left of it; `cut` is what was cut out of its text."""

    title: str | None
    text: str | None
    embeds: list[EmbedRow]
    quotes: list[QuoteRow]
    hashtags: list[Spelling]
    mentions: list[Spelling]
    repeats: Sequence[str]
    allusions: Sequence[Allusion]
    cut: Cut
    erased_embeds: Sequence[EmbedRow]
    erased_quotes: Sequence[QuoteRow]
    forgotten_hashtags: set[str]
    has_other_title: bool
    is_changed: bool


def rewritten(stored: StoredText, shield: Shield, doomed: Mapping[str, Post]) -> Left:
    """Take erased posts, quotes and words out of the rows of an article.

    Args:
        stored: The rows.
        shield: What was erased.
        doomed: The posts that are erased, by the keys of their printings.
    """
    embeds = [row for row in stored.embeds if row.printing not in doomed]
    erased = [row for row in stored.embeds if row.printing in doomed]
    spoken = [row for row in stored.quotes if shield.is_quote(row.text, row.platform, row.handle)]
    cut = _cut(stored, shield, doomed, embeds, erased, spoken)
    spoken += [row for row in stored.quotes if row not in spoken and _is_touched(row, cut)]
    quotes = _in_order([row for row in stored.quotes if row not in spoken], spoken)
    title = Cut.of(shield.passages(stored.title))
    text = cut.applied(stored.text) if stored.text is not None and cut else stored.text
    repeats = [key for key in stored.repeats if key not in doomed]
    shown = [
        stored.posts[key] for key in (*(row.printing for row in embeds), *repeats) if key in stored.posts
    ]
    hashtags = _spellings_left(stored.hashtags, stored.text, text, _tags(shown, quotes), "#")
    mentions = _spellings_left(
        stored.mentions, stored.text, text, _handles(shown, quotes, stored.mentions), "@"
    )
    has_gone = bool(erased or spoken or cut or len(repeats) < len(stored.repeats))
    return Left(
        title=title.applied(stored.title or "") if title else stored.title,
        text=text,
        embeds=[_moved(row, cut, text) for row in embeds],
        quotes=[_moved(row, cut, text) for row in quotes],
        hashtags=hashtags if has_gone else stored.hashtags,
        mentions=mentions if has_gone else stored.mentions,
        repeats=repeats,
        allusions=[
            replace(each, start=cut.moved(each.start), end=cut.moved(each.end))
            for each in stored.allusions
            if not cut.touches(each.start, each.end)
        ],
        cut=cut,
        erased_embeds=erased,
        erased_quotes=spoken,
        forgotten_hashtags={tag.key for tag in stored.hashtags} - {tag.key for tag in hashtags}
        | {key for row in spoken for key, _ in row.hashtags},
        has_other_title=bool(title),
        is_changed=has_gone or bool(title),
    )


def _cut(  # noqa: PLR0913, PLR0917 - what is left and what goes
    stored: StoredText,
    shield: Shield,
    doomed: Mapping[str, Post],
    embeds: Iterable[EmbedRow],
    erased: Iterable[EmbedRow],
    spoken: Iterable[QuoteRow],
) -> Cut:
    """Return what is cut out of the text; offsets of what is gone count in another text."""
    shown = [
        (row.start_offset, row.end_offset, names_of(doomed[row.printing]))
        for row in erased
        if not row.gone_at
    ]
    shown += [(None, None, names_of(doomed[key])) for key in stored.repeats if key in doomed]
    return cut_of(
        stored.text or "",
        shown,
        [
            (row.start_offset, row.end_offset, [row.speaker, row.speaker_as_written, row.verb, row.handle])
            for row in spoken
            if not row.gone_at
        ],
        kept=[(row.start_offset, row.end_offset) for row in embeds if not row.gone_at],
        passages=shield.passages(stored.text),
    )


def _is_touched(row: QuoteRow, cut: Cut) -> bool:
    return not row.gone_at and cut.touches(row.start_offset, row.end_offset)


def _in_order(quotes: Sequence[QuoteRow], erased: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Count the quotes that are there without those that are erased."""
    before = sorted(row.position for row in erased if not row.gone_at)
    return [
        row
        if row.gone_at
        else replace(row, position=row.position - sum(each < row.position for each in before))
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


def _handles(
    posts: Iterable[Post], quotes: Iterable[QuoteRow], mentions: Iterable[Spelling]
) -> dict[str, set[str]]:
    said = " ".join(row.text or "" for row in quotes).casefold()
    return {
        "post": {handle for post in posts for handle in post.mentions},
        "quote": {each.as_written for each in mentions if fold_handle(each.as_written) in said},
    }


def _spellings_left(
    stored: Iterable[Spelling],
    before: str | None,
    after: str | None,
    shown: Mapping[str, set[str]],
    sign: str,
) -> list[Spelling]:
    """Return the spellings that an article still shows, each with the place where it stands now."""
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
