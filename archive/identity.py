"""Which printings are the same post, and what that post is. Pure: values in, values out.

A *printing* is one wording in which a post was printed: all fields of a `Post`, equal ones counted once.
Everything here is computed from a set of printings and never from their order, so that an archive holds the
same posts whatever was archived first.

Two printings are linked when they carry the same id of the platform, or when they stand in the same *block*
(platform, handle, day) and have nearly the same text. Linked printings are joined nearest first, but never
two different ids: an id-less printing that fits several ids goes to the nearest, then to the smallest.
"""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from scraper.handles import fold_handle
from scraper.records import Author, Post

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scraper.records import Moment

# Texts are compared on their letters and digits. Below SHORT only equal ones are the same: "Thank you!" is
# part of many posts. Above it one text may be a cut or damaged copy of the other, if enough of it is left.
SHORT = 20
LEAST_LEFT = 0.4
LEAST_SHARED = 0.85
GRAM = 4
COMPARED = 4000

_LINKS = re.compile(r"(?:https?://|pic\.twitter\.com/|t\.co/|www\.)\S+", re.IGNORECASE)
_BESIDE_WORDS = re.compile(r"[\W_]+")
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+")
_PRECISIONS = ("year", "month", "day", "minute", "second", "millisecond")


@dataclass(frozen=True, slots=True)
class Printing:
    """One wording of a post, with the key under which it is stored."""

    key: str
    post: Post


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """The printings that are one post.

    Attributes:
        id: ``twitter:1223…``, or ``twitter:~fingerprint`` as long as no printing carries an id.
        post: The most complete understanding of the post.
        author: The key of its author.
        printings: Keys, the best printing first.
        aliases: Other ids under which the post would be known from one of its id-less printings alone.
    """

    id: str
    post: Post
    author: str | None
    printings: tuple[str, ...]
    aliases: frozenset[str]


def digest(*parts: object) -> str:
    """Give 16 hex digits that stand for the values.

    >>> digest("a", None) == digest("a", None) != digest("a", "None")
    True
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def article_key(url: str | None, content_digest: str) -> str:
    """Give the id of an article: by its canonical URL, by its bytes where it has none."""
    return digest("url", url) if url else digest("content", content_digest)


def printing_of(post: Post) -> Printing:
    """Give a post as one article shows it the key of that wording."""
    return Printing(digest(post), post)


def author_key(platform: str, author: Author | None) -> str | None:
    """Give ``platform:handle`` folded; ``platform:~name`` where only a name is printed.

    >>> author_key("twitter", Author(handle="Some_One", name="Some One"))
    'twitter:some_one'
    >>> author_key("facebook", Author(name="Some One"))
    'facebook:~some one'
    """
    if author is None:
        return None
    if author.handle:
        return f"{platform}:{fold_handle(author.handle)}"
    name = _SPACE.sub(" ", _folded(author.name or "")).strip()
    return f"{platform}:~{name}" if name else None


def hashtag_key(tag: str) -> str:
    """Give the form under which all spellings of a hashtag are one.

    >>> hashtag_key("JusticeForX") == hashtag_key("justiceforｘ")
    True
    """
    return _folded(tag.lstrip("#＃"))


@lru_cache(maxsize=4096)
def fold_text(text: str | None) -> str:
    """Reduce a text to what survives cutting, cleaning and gluing: its letters and digits, without links.

    A text of signs alone keeps them, one of links alone keeps the links: they are all that tells it apart.

    >>> fold_text("Rock &amp; Roll — #Now! pic.twitter.com/AbC")
    'rockrollnow'
    >>> fold_text("🎉 🎉")
    '🎉🎉'
    """
    plain = _folded(html.unescape(text or "")[: 4 * COMPARED])
    without_links = _LINKS.sub(" ", plain)
    return _BESIDE_WORDS.sub("", without_links) or _SPACE.sub("", without_links) or _SPACE.sub("", plain)


def day_of(moment: Moment | None) -> str | None:
    """Give the day ``YYYY-MM-DD`` of a moment, None when it is not known to the day."""
    return moment.at[:10] if moment is not None and len(moment.at) >= len("2020-02-01") else None


def post_key(post: Post) -> str:
    """Give the id a post has by this printing alone: the platform's, else a fingerprint."""
    if post.id:
        return f"{post.platform}:{post.id}"
    handle = post.author.handle if post.author else None
    seen: list[object] = [fold_handle(handle) if handle else None, post.posted and post.posted.at]
    seen.append(fold_text(post.text) or (post.url, post.author, post.media, post.links))
    return f"{post.platform}:~{digest(*seen)}"


def block_of(post: Post) -> str | None:
    """Give the key of all printings whose texts are compared with this one's.

    Posts of one handle on one day; of one handle without a date; only equal ones when no handle is known.
    None for a printing that only its id can join to others.
    """
    if post.author and post.author.handle:
        return f"{post.platform}:{fold_handle(post.author.handle)}:{day_of(post.posted) or ''}"
    return None if post.id else post_key(post)


def distance(one: Post, other: Post) -> float | None:
    """Tell how far the printings of one block are apart.

    Returns:
        0 for equal texts, towards 1 for a shorter rest; None when they are different posts.
    """
    if one.id and other.id:
        return 0.0 if (one.platform, one.id) == (other.platform, other.id) else None
    if block_of(one) is None or block_of(one) != block_of(other):
        return None
    texts = fold_text(one.text), fold_text(other.text)
    if not any(texts):
        return 0.0 if post_key(one) == post_key(other) else None
    return text_distance(*texts)


def text_distance(one: str, other: str) -> float | None:
    """Tell how far two folded texts are apart, None when they are different texts.

    Nearly the same is: the grams of the shorter are found in the longer, and it holds no number that the
    longer does not hold ("1-0" and "2-0" are two posts). Linear in the length of the texts.

    >>> text_distance("whatadaytobealiveinspring", "whatadaytobealiveinsprin") < 0.1
    True
    >>> text_distance("homelead1to0attheinterval", "homelead2to0attheinterval") is None
    True
    """
    if one == other:
        return 0.0
    short, long = sorted((one, other), key=lambda text: (len(text), text))
    if len(short) < SHORT or len(short) < LEAST_LEFT * len(long):
        return None
    if not _numbers(short) <= _numbers(long):
        return None
    few, many = _grams(short), _grams(long)
    shared = len(few & many)
    return 1 - shared / len(few | many) if shared >= LEAST_SHARED * len(few) else None


def reach(seeds: Iterable[Printing], neighbours: Callable[[Post], Iterable[Printing]]) -> list[Printing]:
    """Collect every printing that is linked, directly or by others, to one of the seeds.

    Args:
        seeds: Where to begin.
        neighbours: Gives the printings with the post's id and those of its block.

    Returns:
        The seeds and what they reach, by key.
    """
    found = {printing.key: printing for printing in seeds}
    waiting, asked = list(found.values()), set()
    while waiting:
        post = waiting.pop().post
        look = (post.platform, post.id, block_of(post), fold_text(post.text))
        if look in asked:
            continue
        asked.add(look)
        linked = [near for near in neighbours(post) if near.key not in found and _linked(post, near.post)]
        found.update((near.key, near) for near in linked)
        waiting.extend(linked)
    return [found[key] for key in sorted(found)]


def clusters(printings: Iterable[Printing]) -> list[Cluster]:
    """Say which printings are one post.

    Args:
        printings: In any order; complete, that is, closed under `reach`.

    Returns:
        The posts, by their ids.
    """
    members = sorted(printings, key=_rank)
    groups = {printing.key: [printing] for printing in members}
    for one, other in _links(members):
        first, second = groups[one.key], groups[other.key]
        if first is not second and _may_join(first, second):
            first.extend(second)
            groups.update((printing.key, first) for printing in second)
    distinct = {id(group): group for group in groups.values()}
    return sorted((_cluster(group) for group in distinct.values()), key=lambda cluster: cluster.id)


def merged(printings: Iterable[Printing]) -> Post:
    """Give the post that its printings show together; each field from the best printing that has it.

    Best is a printing with an id, then the longest text. What is read from the text (hashtags, mentions,
    links) comes from the printing that gave the text, so that they agree.
    """
    posts = [printing.post for printing in sorted(printings, key=_rank)]
    worded = next((post for post in posts if post.text), None)
    return Post(
        platform=posts[0].platform,
        id=posts[0].id,
        url=_first(post.url for post in posts),
        author=_author(posts),
        text=worded.text if worded else None,
        language=_first(post.language for post in posts),
        posted=_posted(posts),
        hashtags=_listed("hashtags", worded, posts),
        mentions=_listed("mentions", worded, posts),
        cashtags=_listed("cashtags", worded, posts),
        links=_listed("links", worded, posts),
        media=_listed("media", worded, posts),
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@lru_cache(maxsize=4096)
def _grams(text: str) -> frozenset[str]:
    return frozenset(text[at : at + GRAM] for at in range(min(len(text), COMPARED) - GRAM + 1))


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def _linked(one: Post, other: Post) -> bool:
    return distance(one, other) is not None


def _links(printings: Sequence[Printing]) -> Iterator[tuple[Printing, Printing]]:
    """Yield the linked pairs, nearest first; of equally near ones those with the smallest id, then by key."""
    near = defaultdict(list)
    for printing in printings:
        near[block_of(printing.post)].append(printing)
        if printing.post.id:
            near[post_key(printing.post)].append(printing)
    pairs = {
        (gap, min(filter(None, (one.post.id, other.post.id)), default="~"), one.key, other.key): (one, other)
        for together in near.values()
        for one, other in combinations(together, 2)
        if (gap := distance(one.post, other.post)) is not None
    }
    return (pairs[order] for order in sorted(pairs))


def _may_join(first: Sequence[Printing], second: Sequence[Printing]) -> bool:
    return len({printing.post.id for printing in (*first, *second)} - {None}) <= 1


def _cluster(group: Sequence[Printing]) -> Cluster:
    best_first = sorted(group, key=_rank)
    post = merged(group)
    key = post_key(best_first[0].post)
    return Cluster(
        id=key,
        post=post,
        author=author_key(post.platform, post.author),
        printings=tuple(printing.key for printing in best_first),
        aliases=frozenset(post_key(printing.post) for printing in group) - {key},
    )


def _rank(printing: Printing) -> tuple[bool, int, str, str]:
    """Sort the best printing first: with an id, the longest, then by the text and the key."""
    post = printing.post
    return (not post.id, -len(fold_text(post.text)) if post.text else 0, post.text or "", printing.key)


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _author(posts: Sequence[Post]) -> Author | None:
    authors = [post.author for post in posts if post.author]
    with_handle = [author for author in authors if author.handle] or authors
    if not with_handle:
        return None
    handle = with_handle[0].handle
    return Author(
        handle=handle, name=_first(author.name for author in with_handle if author.handle == handle)
    )


def _posted(posts: Sequence[Post]) -> Moment | None:
    """Choose the instant that an id holds, else the finest printed time, else the first by rank."""
    moments = [post.posted for post in posts if post.posted]
    by_worth = sorted(
        moments, key=lambda moment: (moment.source != "id", -_PRECISIONS.index(moment.precision))
    )
    return next(iter(by_worth), None)


def _listed(name: str, worded: Post | None, posts: Sequence[Post]) -> tuple[str, ...]:
    if worded is not None:
        values: tuple[str, ...] = getattr(worded, name)
        return values
    return next((values for post in posts if (values := getattr(post, name))), ())
