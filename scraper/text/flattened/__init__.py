"""Find posts flattened into prose: first their attributions, then the text before each of them.

Text extraction turns an embedded tweet into words: ``Some text pic.twitter.com/AbCd — A Name (@handle) March
3, 2020``. The end of the text, its author and its date are printed. Its *start* is not.

The attributions found are, by module, those of `dash_attributions` (dash, name, handle in brackets, date),
`embed_phrases` ("A post shared by", "Posted by … on Monday", "End of Twitter post by"), `author_first` (tweets
rendered or copied, TikToks, titles of tweets' pages), `copied_lines` (timelines, Reddit), and `locate` (texts that
only end in ``pic.twitter.com/…``, and passages in a foreign script).

A handle in brackets without a date is prose or a "Follow Name (@handle) on Twitter" footer and is ignored.

**Where the text starts** is decided by the first of these rules that applies:

1. After an opening such as "Skip Twitter post by", or at the beginning of the Markdown quote around the end.
2. Never before the end of the last post: its picture's URL, or lines that extraction moved after its
   attribution (`layout`). Never before the post's number, in articles that number posts. Never farther back
   than the longest post of its day (`found_post`): 140 characters until September 2017, 280 since, counted as
   Twitter counts.
3. Paragraph by paragraph backwards (`paragraph_start`). The paragraph that touches the attribution is the
   text; it and each one before it are candidates. Their features (`paragraph_features`): do the paragraphs
   passed sound like a post or an article, what is above, do posts follow each other without remarks
   (`layout`)? The search stops at a paragraph about posts, boilerplate, or a numbered heading.
4. Sentence by sentence (`sentence_start`) where paragraphs were lost: prose follows the date, a post ends on
   the same line, the paragraph is longer than a post or begins by saying that the author posts.

In 3 and 4 the candidate with the highest score wins (`found_post`). The weights are data,
``config/post_starts.json``, fitted by ``tools/fit_starts.py``.

Only `str.find` runs over the whole text, for ``@`` and a few literals. Everything else looks at a bounded
neighbourhood of a match, so the scan is linear in the length of the text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.records import Author, Embed, Post, Problem
from scraper.registry import instant, recognise
from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls
from scraper.text.flattened.found_post import PICTURE
from scraper.text.flattened.locate import find_posts
from scraper.text.notices import behind_notices, repeated_lines
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Moment
    from scraper.text.flattened.found_post import Attribution, FoundPost

__all__ = ["Flattened", "find_flattened", "find_posts", "may_hold_posts"]

#: Every post has one of these, except a passage in a foreign script: a handle, a picture, Facebook's
#: attribution, in English or in another language, or the end of a frame.
_SIGNS = ("@", "witter", "pic.x.com/", "acebook", "Posted by ")
_QUOTE_MARKS = lazy_regex(r"\n[ \t]{0,8}>[ \t>]{0,8}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flattened:
    """The posts found in one text, in order, with the spans of their texts and attributions, and problems."""

    embeds: tuple[Embed, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    problems: tuple[Problem, ...] = ()


def may_hold_posts(text: str) -> bool:
    """Return True if a page's prose may contain flattened posts."""
    return any(sign in text for sign in _SIGNS)


def find_flattened(text: str, *, passages: bool = True) -> Flattened:
    """Find the posts flattened into any text. Nothing is raised.

    With `passages`, a passage in another script than the article's is a post if the article has just
    mentioned one. Pages show their embeds in the markup, so leave it off for them.
    """
    problems: list[Problem] = []
    posts = _without_frames(text, find_posts(text, problems, passages=passages))
    read = [build_embed(text, post, position) for position, post in enumerate(posts)]
    return Flattened(
        embeds=tuple(embed for embed, _ in read),
        spans=tuple((min(post.start, post.attribution.start), post.outer_end) for post in posts),
        problems=(*problems, *(problem for _, wrong in read for problem in wrong)),
    )


def _without_frames(text: str, posts: Sequence[FoundPost]) -> list[FoundPost]:
    """Return the posts without the lines that begin several of them, in frames without a date."""
    undated = [post for post in posts if post.attribution.posted is None]
    repeated = repeated_lines(text[post.start : post.end] for post in undated)
    return [_behind(text, post, repeated) if repeated and post in undated else post for post in posts]


def _behind(text: str, post: FoundPost, repeated: frozenset[str]) -> FoundPost:
    start = behind_notices(text, post.start, post.end, repeated=repeated)
    if text[start : post.end].strip():
        return replace(post, start=start)
    return replace(post, start=post.attribution.start, end=post.attribution.start)


def build_embed(text: str, found: FoundPost, position: int) -> tuple[Embed, list[Problem]]:
    """Build the record of a found post, the `position`-th of the document (from 0), with its problems."""
    attribution = found.attribution
    linked = recognise(attribution.url) if attribution.url else None
    posted, problems = _posted_at(attribution, linked.id if linked else None)
    words = strip_quote_marks(text[found.start : found.end])
    handle, name = attribution.handle, attribution.name
    post = Post(
        platform=attribution.platform,
        id=linked.id if linked else None,
        url=linked.url if linked else None,
        author=Author(handle=handle, name=name) if handle or name else None,
        text=words or None,
        posted=posted,
        hashtags=tuple(tag.value for tag in find_hashtags(words, flattened=True)),
        mentions=tuple(mention.value for mention in find_mentions(words, everywhere=attribution.platform != "twitter")),
        cashtags=tuple(tag.value for tag in find_cashtags(words)),
        links=_links(words),
        media=tuple(picture.group() for picture in PICTURE.finditer(words)),
    )
    embed = Embed(form=attribution.form, position=position, start=found.start, end=found.end, post=post)
    return embed, problems


def strip_quote_marks(printed: str) -> str:
    r"""Remove Markdown's quote marks at line starts; words and line breaks stay as printed.

    >>> strip_quote_marks("One line\n> \n> and another")
    'One line\n\nand another'
    """
    return _QUOTE_MARKS.sub("\n", printed).strip()


def _links(words: str) -> tuple[str, ...]:
    found = (http_url(url.value) for url in find_urls(words) if not PICTURE.match(url.value))
    return tuple(dict.fromkeys(url for url in found if url is not None))


def _posted_at(attribution: Attribution, native_id: str | None) -> tuple[Moment | None, list[Problem]]:
    """Return when the post was published, from its id if it has one; a contradicting date is a problem."""
    known = instant(attribution.platform, native_id) if native_id else None
    if known is None:
        return attribution.posted, []
    printed = attribution.posted
    if printed is None:
        return known, []
    posted = replace(known, as_written=printed.as_written)
    if (printed.at or "")[:10] == (known.at or "")[:10]:
        return posted, []
    message = f"the post {native_id} was printed with {printed.as_written!r}, its id says {known.at}"
    return posted, [Problem(step="flattened", kind="date-disagrees-with-id", message=message)]
