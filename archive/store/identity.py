"""Decide which printings are the same post, and compute that post. Pure functions of values.

A *printing* is one wording in which a post was printed: all fields of a `Post`, equal ones counted once.
Results depend on the set of printings and never on their order, so an archive holds the same posts whatever
was archived first.

Two printings are linked if they have the same platform id, or if they are in the same *block* (platform,
handle, day) and have nearly the same text. Linked printings are joined nearest first, but never two different
ids: an id-less printing that fits several ids goes to the nearest, then to the smallest.

Short links (``vm.tiktok.com/…``) have ids of their own. A printing whose source is a short link states its target:
it is linked to the printings with the short id, which then count as having the target's.

Comparing all pairs could take hours for one hostile page. In a block of more than MOST_COMPARED wordings
(more than a person writes in a day) only equal texts match.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import short_link
from scraper.values.handles import fold_handle
from scraper.values.moments import day_of
from scraper.values.spelling import fold_hashtag, fold_spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from scraper.records import Document, Moment


# Compare two texts for near equality. Pure, and linear in their length.

# Texts are compared by their letters and digits. Texts shorter than SHORT must be equal: "Thank you!" is part
# of many posts. Longer ones may be cut or damaged copies of each other, if enough is left.
SHORT = 20
LEAST_LEFT = 0.4
LEAST_SHARED = 0.85
GRAM = 4
COMPARED = 4000

_LINKS = lazy_regex(r"(?:https?://|pic\.(?:twitter|x)\.com/|t\.co/|www\.)\S+", re.IGNORECASE)
_BESIDE_WORDS = lazy_regex(r"[\W_]+")
_SPACE = lazy_regex(r"\s+")
_NUMBER = lazy_regex(r"\d+")


@lru_cache(maxsize=4096)
def fold_text(text: str | None) -> str:
    """Return the letters and digits of a text, without links; these survive cuts, cleaning and lost spaces.

    A text of only signs keeps the signs, one of only links keeps the links.

    >>> fold_text("Rock &amp; Roll — #Now! pic.twitter.com/AbC")
    'rockrollnow'
    >>> fold_text("🎉 🎉")
    '🎉🎉'
    """
    plain = fold_spelling(html.unescape(text or "")[: 4 * COMPARED])
    without_links = _LINKS.sub(" ", plain)
    return _BESIDE_WORDS.sub("", without_links) or _SPACE.sub("", without_links) or _SPACE.sub("", plain)


def text_distance(one: str, other: str) -> float | None:
    """Return the distance of two folded texts, None if they are different texts.

    Texts match if the longer contains the grams and all numbers of the shorter ("1-0" and "2-0" are different
    posts). Linear in the length of the texts.

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
    return 1 - shared / (len(few) + len(many) - shared) if shared >= LEAST_SHARED * len(few) else None


@lru_cache(maxsize=1024)
def _grams(text: str) -> frozenset[str]:
    return frozenset(text[at : at + GRAM] for at in range(min(len(text), COMPARED) - GRAM + 1))


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


# In a block with more wordings than this, only equal texts match.
MOST_COMPARED = 1000

#: Maximum number of wordings of one post that are ranked and indexed for search.
MOST_WORDINGS = 50
_LONGEST_BESIDE = 20_000

_folded = lru_cache(maxsize=4096)(fold_handle)
_WORDS = lazy_regex(r"\w+")
#: An ellipsis at the start of a text, or at its end (links may follow).
_CUT = lazy_regex(r"\A\W{0,5}(?:…|\.\.\.)|(?:…|\.\.\.)[\W_]{0,10}(?:[^\s/]{1,30}(?://|/)\S{0,200}\s{0,5}){0,4}\Z")
_PRECISIONS = (None, "year", "month", "day", "minute", "second", "millisecond")


@dataclass(frozen=True, slots=True)
class Printing:
    """One wording of a post; `source` is its URL or short link, None if an article printed it."""

    key: str
    post: Post
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """The printings of one post."""

    id: str  # ``twitter:1223…``, or ``twitter:~fingerprint`` if no printing has an id
    post: Post
    author: str | None  # key of its author
    printings: tuple[str, ...]  # keys of its printings, best first
    aliases: frozenset[str]  # ids that each printing without an id, or with a short link, would have alone


def digest(*parts: object) -> str:
    """Return a digest of the values, 16 hex digits.

    >>> digest("a", None) == digest("a", None) != digest("a", "None")
    True
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of a document's bytes, in hex; identifies an article without a URL."""
    return hashlib.sha256(content).hexdigest()


def article_key(url: str | None, content_digest: str) -> str:
    """Return the id of an article: from its canonical URL, or from its bytes if it has none."""
    return digest("url", url) if url else digest("content", content_digest)


def article_of(document: Document, url: str | None) -> str | None:
    """Return the article id for a row or mail; None if only its canonical URL and bytes determine it."""
    return article_key(url, document.digest) if document.digest else None


@lru_cache(maxsize=16384)
def printing_of(post: Post) -> Printing:
    """Return a printing of a post, as shown in an article."""
    return Printing(digest(post), post)


def sourced(post: Post, source: str) -> Printing:
    """Return a printing of a post that came from a URL, not from an article."""
    return Printing(digest(post, source), post, source)


def author_key(platform: str, author: Author | None) -> str | None:
    """Return ``platform:handle`` with the handle folded; ``platform:~name`` if only a name is printed.

    >>> author_key("twitter", Author(handle="Some_One", name="Some One"))
    'twitter:some_one'
    >>> author_key("facebook", Author(name="Some One"))
    'facebook:~some one'
    """
    if author is None:
        return None
    if author.handle:
        return f"{platform}:{_folded(author.handle)}"
    name = _SPACE.sub(" ", fold_spelling(author.name or "")).strip()
    return f"{platform}:~{name}" if name else None


@lru_cache(maxsize=4096)
def hashtag_key(tag: str) -> str:
    """Return the folded form that all spellings of a hashtag share.

    >>> hashtag_key("JusticeForX") == hashtag_key("justiceforｘ")
    True
    """
    return fold_hashtag(tag)


def post_key(post: Post) -> str:
    """Return the id of a post with only this printing: the platform's, else a fingerprint."""
    if post.id:
        return f"{post.platform}:{post.id}"
    handle = post.handle
    seen: list[object] = [fold_handle(handle) if handle else None, post.posted and post.posted.at]
    seen.append(fold_text(post.text) or (post.url, post.author, post.media, post.links))
    return f"{post.platform}:~{digest(*seen)}"


def short_post(printing: Printing) -> Post | None:
    """Return the post of the short link that a printing states the target of; None for all others."""
    short = short_link(printing.source) if printing.source and printing.post.id else None
    return short if short and short.platform == printing.post.platform and short.id != printing.post.id else None


def place_of(printing: Printing) -> str | None:
    """Return the stored block of a printing: that of its post, or the key of its short link."""
    short = short_post(printing)
    return post_key(short) if short else block_of(printing.post)


def _targets(printings: Iterable[Printing]) -> dict[str, Post]:
    return {post_key(short): each.post for each in printings if (short := short_post(each))}


def block_of(post: Post) -> str | None:
    """Return the key of the block whose texts are compared with this printing's.

    A block has the posts of one handle on one day, or of one handle without a date; without a handle, only
    equal posts. None if a printing can only be linked by its id.
    """
    if post.author and post.author.handle:
        return f"{post.platform}:{_folded(post.author.handle)}:{day_of(post.posted) or ''}"
    return None if post.id else post_key(post)


def distance(one: Post, other: Post) -> float | None:
    """Return the distance of two printings of a block, 0 for equal texts, below 1; None for different posts."""
    if one.id and other.id:
        return 0.0 if (one.platform, one.id) == (other.platform, other.id) else None
    if block_of(one) is None or block_of(one) != block_of(other):
        return None
    texts = fold_text(one.text), fold_text(other.text)
    if not any(texts):
        return 0.0 if post_key(one) == post_key(other) else None
    return text_distance(*texts)


def clusters(printings: Iterable[Printing]) -> list[Cluster]:
    """Group printings, closed under `reach`, into posts sorted by id."""
    members = sorted(printings, key=_rank)
    groups = []
    for together in _joined(members, _candidates(members)):
        groups += [together] if _have_one_id(together) else _joined(together, _nearest_first(together), _have_one_id)
    return sorted((cluster_of(group) for group in groups), key=lambda cluster: cluster.id)


def _have_one_id(printings: Iterable[Printing]) -> bool:
    """Return True unless two of the printings have different ids, but for that of a short link and its target."""
    together = list(printings)
    if len({each.post.id for each in together} - {None}) <= 1:
        return True
    targets = _targets(together)
    return (
        bool(targets) and len({each.post.id for each in together if post_key(each.post) not in targets} - {None}) <= 1
    )


def merged(printings: Iterable[Printing], worded: Printing | None = None) -> Post:
    """Merge printings into one post; each field comes from the best printing that has it.

    The best printing has an id, then the longest text. Hashtags, mentions and links come from the same
    printing as the text (`worded`, else the best), so they agree. Printings from outside articles only fill in
    missing fields.
    """
    together = list(printings)
    targets = _targets(together)
    if targets:
        together = [_led(printing, targets) for printing in together]
        worded = _led(worded, targets) if worded else None
    printed = [printing for printing in together if printing.source is None]
    if printed and len(printed) < len(together):
        given = [printing for printing in together if printing.source is not None]
        return _filled(_merged(printed, worded), _merged(given))
    return _merged(together, worded)


def _led(printing: Printing, targets: Mapping[str, Post]) -> Printing:
    """Return a printing with the id and URL that its short link leads to."""
    target = targets.get(post_key(printing.post))
    return replace(printing, post=replace(printing.post, id=target.id, url=target.url)) if target else printing


@dataclass(slots=True)
class _Wording:
    """One text, with all printings that differ from it only in signs, spaces and links."""

    folded: str
    printings: list[Printing] = field(default_factory=list)
    articles: set[str] = field(default_factory=set)  # the articles that currently print it
    is_cut: bool = False  # True if a printing begins or ends with an ellipsis


def best_wording(printings: Iterable[Printing], shown_by: Mapping[str, Collection[str]]) -> Printing | None:
    """Return the printing to take the text of a post from; None if no article printed any.

    Currently printed wordings rank before corrected or removed ones, then by the number of articles, then by
    completeness. A wording contained in another counts for that one too. A full text now printed only with an
    ellipsis was shortened, not corrected.

    Args:
        printings: In any order.
        shown_by: Key of a printing -> articles whose latest version shows it. Earlier versions do not count:
            which of them are known depends on when each was archived.
    """
    wordings = _wordings(printings, shown_by)
    if not wordings:
        return None
    best = min(wordings, key=lambda wording: _worth(wording, wordings))
    shown: dict[str | None, set[str]] = defaultdict(set)
    for each in best.printings:
        shown[each.post.text].update(shown_by.get(each.key, ()))
    # Of texts with the same letters, one with words glued together has lost spaces.
    return min(
        best.printings,
        key=lambda each: (-_in_words(each.post.text).count(" "), -len(shown[each.post.text]), _rank(each)),
    )


def _wordings(printings: Iterable[Printing], shown_by: Mapping[str, Collection[str]]) -> list[_Wording]:
    """Return the printed wordings; if there are too many, those that most articles print."""
    found: dict[str, _Wording] = {}
    for printing in sorted(printings, key=_rank):
        if printing.source is None and printing.post.text:
            folded = fold_text(printing.post.text)
            wording = found.setdefault(folded, _Wording(folded))
            wording.printings.append(printing)
            wording.articles.update(shown_by.get(printing.key, ()))
            wording.is_cut |= _CUT.search(printing.post.text) is not None
    order = sorted(found.values(), key=lambda each: (-len(each.articles), _rank(each.printings[0])))
    return order[:MOST_WORDINGS]


def _worth(wording: _Wording, wordings: Iterable[_Wording]) -> tuple[object, ...]:
    parts = [each for each in wordings if each.folded in wording.folded]
    is_printed = bool(wording.articles) or any(each.is_cut and each.articles for each in parts)
    articles = {article for each in parts for article in each.articles} if is_printed else ()
    return not is_printed, -len(articles), _rank(wording.printings[0])


def other_wordings(text: str | None, printings: Iterable[Printing]) -> list[str]:
    """Return the printed texts with words or signs, or an order of them, that a text does not have.

    They are indexed for search like the text. Number and length are bounded. Signs are emoji and characters
    of scripts without spaces, which have an index of their own.
    """
    from archive.store.terms import signs_of

    shown, signed, found = [_in_words(text)], [f" {signs_of(text)} "], list[str]()
    texts = {printing.post.text for printing in printings if printing.source is None} - {None, text}
    length = 0
    for other in sorted(filter(None, texts), key=lambda each: (-len(each), each)):
        words = _in_words(other)
        ends = "" if _CUT.search(other) else " "
        signs = signs_of(other)
        has_words = words.strip() and not any(f"{words.rstrip()}{ends}" in each for each in shown)
        has_signs = signs and not any(f" {signs} " in each for each in signed)
        if not (has_words or has_signs):
            continue
        length += len(other)
        if len(found) == MOST_WORDINGS or length > _LONGEST_BESIDE:
            break
        shown.append(words)
        signed.append(f" {signs} ")
        found.append(other)
    return found


def _in_words(text: str | None) -> str:
    """Return the words of a text as the search index compares them, surrounded by spaces."""
    return f" {' '.join(_WORDS.findall((text or '').casefold()))} "


def _filled(post: Post, given: Post) -> Post:
    author = post.author
    if author is None or (not author.name and _is_by(given, author.handle)):
        author = given.author or author
        author = replace(author, handle=post.author.handle) if author and post.author else author
    worded = post if post.text or not given.text else given
    return replace(
        post,
        id=post.id or given.id,
        url=post.url or given.url,
        author=author,
        text=worded.text,
        language=post.language or given.language,
        posted=post.posted if post.posted and post.posted.at else given.posted or post.posted,
        hashtags=worded.hashtags,
        mentions=worded.mentions,
        cashtags=worded.cashtags,
        links=worded.links,
        media=post.media or given.media,
    )


def _is_by(post: Post, handle: str | None) -> bool:
    if not handle or not post.author or not post.author.handle:
        return True
    return fold_handle(handle) == fold_handle(post.author.handle)


def _merged(printings: Iterable[Printing], chosen: Printing | None = None) -> Post:
    together = list(printings)
    posts = [printing.post for printing in (sorted(together, key=_rank) if len(together) > 1 else together)]
    if len(posts) == 1 and "" not in {posts[0].url, posts[0].text, posts[0].language, posts[0].name}:
        return posts[0]  # empty strings count as missing
    worded = chosen.post if chosen else next((post for post in posts if post.text), None)
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


def _joined(
    printings: Sequence[Printing],
    pairs: Iterable[tuple[Printing, Printing]],
    allowed: Callable[[Iterable[Printing]], bool] = lambda _: True,
) -> list[list[Printing]]:
    """Join linked pairs into allowed groups, in order; pairs already in one group cost nothing."""
    groups = {printing.key: [printing] for printing in printings}
    for one, other in pairs:
        large, small = sorted((groups[one.key], groups[other.key]), key=len, reverse=True)
        if large is not small and _gap(one, other) is not None and allowed(chain(large, small)):
            large.extend(small)
            groups.update((printing.key, large) for printing in small)
    return list({id(group): group for group in groups.values()}.values())


def _gap(one: Printing, other: Printing) -> float | None:
    """Return the distance between two printings; 0 for a short link and its target."""
    for each, near in ((one, other), (other, one)):
        if (short := short_post(each)) and short.id == near.post.id and short.platform == near.post.platform:
            return 0.0
    return distance(one.post, other.post)


def _nearest_first(printings: Sequence[Printing]) -> Iterator[tuple[Printing, Printing]]:
    """Yield linked pairs, nearest first; ties by smallest id, then by key."""
    pairs = {}
    for one, other in _candidates(printings):
        gap = _gap(one, other)
        if gap is not None:
            smallest = min(filter(None, (one.post.id, other.post.id)), default="~")
            pairs[gap, smallest, one.key, other.key] = one, other
    return (pairs[order] for order in sorted(pairs))


def _candidates(printings: Sequence[Printing]) -> Iterator[tuple[Printing, Printing]]:
    """Yield the pairs that may be linked; of printings equal in id, block and text, one is paired with others."""
    ids: dict[str, list[Printing]] = defaultdict(list)
    blocks: dict[str, dict[tuple[str | None, str], list[Printing]]] = defaultdict(lambda: defaultdict(list))
    for printing in printings:
        post = printing.post
        for known in filter(None, (post, short_post(printing))):
            if known.id:
                ids[post_key(known)].append(printing)
        if (block := block_of(post)) is not None:
            blocks[block][post.id, fold_text(post.text) or post_key(post)].append(printing)
    for same in ids.values():
        yield from pairwise(same)
    for wordings in blocks.values():
        for alike in wordings.values():
            yield from pairwise(alike)
        yield from _between(wordings)


def _between(wordings: Mapping[tuple[str | None, str], Sequence[Printing]]) -> Iterator[tuple[Printing, Printing]]:
    """Pair the wordings of one block by their first printings."""
    if len(wordings) <= MOST_COMPARED:
        yield from combinations((alike[0] for alike in wordings.values()), 2)
        return
    equal = defaultdict(list)
    for (_, text), alike in wordings.items():
        equal[text].append(alike[0])
    for together in equal.values():
        yield from combinations(together[:MOST_COMPARED], 2)


def cluster_of(group: Sequence[Printing]) -> Cluster:
    """Return the post of a group of printings; `clusters` decides the groups."""
    best_first = sorted(group, key=_rank) if len(group) > 1 else group
    post = merged(group)
    targets = _targets(group)
    keys = ((post_key(printing.post), printing.post.id) for printing in best_first)
    key = next((key for key, native_id in keys if native_id and key not in targets), post_key(best_first[0].post))
    return Cluster(
        id=key,
        post=post,
        author=author_key(post.platform, post.author),
        printings=tuple(printing.key for printing in best_first),
        aliases=frozenset(post_key(printing.post) for printing in group) - {key} if len(group) > 1 else frozenset(),
    )


def _rank(printing: Printing) -> tuple[bool, bool, int, str, str]:
    """Return a sort key, best printing first: from an article, with an id, longest, then by text and key."""
    post = printing.post
    return (
        printing.source is not None,
        not post.id,
        -len(fold_text(post.text)) if post.text else 0,
        post.text or "",
        printing.key,
    )


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _author(posts: Sequence[Post]) -> Author | None:
    authors = [post.author for post in posts if post.author]
    with_handle = [author for author in authors if author.handle] or authors
    if not with_handle:
        return None
    handle = with_handle[0].handle
    return Author(handle=handle, name=_first(author.name for author in with_handle if author.handle == handle))


def _posted(posts: Sequence[Post]) -> Moment | None:
    """Return the time held in an id, else the most precise printed time, else the first by rank."""
    moments = [post.posted for post in posts if post.posted]
    by_worth = sorted(moments, key=lambda moment: (moment.source != "id", -_PRECISIONS.index(moment.precision)))
    return next((moment for moment in by_worth if moment.at), next(iter(by_worth), None))


def _listed(name: str, worded: Post | None, posts: Sequence[Post]) -> tuple[str, ...]:
    if worded is not None:
        values: tuple[str, ...] = getattr(worded, name)
        return values
    return next((values for post in posts if (values := getattr(post, name))), ())
