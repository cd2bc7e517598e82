"""Merge the embeds found in a page's markup with the posts found flattened into its prose.

A page may contain one post twice: as an embed, and as text that an older template or a converter left in the
prose. Such a pair becomes one embed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Embed, Post

_COMPARED_LETTERS, _NEARLY_THE_SAME = 60, 0.85


def merge_embeds(
    embedded: Sequence[Embed], flattened: Sequence[Embed], *, headline: str | None = None
) -> tuple[Embed, ...]:
    """Merge embeds and flattened posts, both in reading order, into one sequence numbered from 0.

    Every post occurs once. A flattened post that equals an embedded one is dropped; one with the text of an
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
    """Return the embed with the text of a flattened post; it keeps its own id, URL and instant."""
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
