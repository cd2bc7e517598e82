"""Compare two versions of an article: title, prose, posts, quotes. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, islice, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from archive.store.identity import fold_text
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scraper.records import Embed, Extraction

    Pieces = list[tuple[str, bool]]

#: Maximum number of paragraphs, and of words in one, that are compared: the time is quadratic.
MOST_PARAGRAPHS = 2000
MOST_WORDS = 400
#: Minimum share of common words for a changed paragraph; below, one was removed and one added.
LEAST_SHARED = 0.4
PARTS = ("title", "prose", "posts", "quotes")
#: Maximum number of texts among which the one is sought that replaced another.
MOST_SOUGHT = 20
#: Blanks, words and signs; in scripts without spaces each sign is a word.
_UNSPACED = r"\u0e01-\u0e5b\u3041-\u9fff"
_WORDS = lazy_regex(rf"\s+|[{_UNSPACED}]|[^\W{_UNSPACED}]+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference; `before` is None if it was added, `after` if it was removed."""

    part: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> str:
        """Return ``added``, ``removed`` or ``changed``."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of two versions, in the order of `PARTS` and of the article."""

    changes: list[Change]
    same: dict[str, int]
    uncompared: int = 0


def compare(first: Extraction, second: Extraction) -> Comparison:
    """Compare two versions."""
    old, new = _paragraphs(first), _paragraphs(second)
    old_title, new_title = first.article.title, second.article.title
    changes = [] if old_title == new_title else [Change("title", old_title, new_title)]
    prose, same = _of_prose(old[:MOST_PARAGRAPHS], new[:MOST_PARAGRAPHS])
    posts, same_posts = _of_keyed("posts", _posts(first), _posts(second))
    quotes, same_quotes = _of_keyed("quotes", _quotes(first), _quotes(second))
    return Comparison(
        [*changes, *prose, *posts, *quotes],
        {"prose": same, "posts": same_posts, "quotes": same_quotes},
        max(0, len(old) - MOST_PARAGRAPHS) + max(0, len(new) - MOST_PARAGRAPHS),
    )


def words_apart(before: str, after: str) -> tuple[Pieces, Pieces]:
    """Split both texts into pieces, each with True if the other text lacks it.

    >>> words_apart("We go now.", "We went now.")[1]
    [('We ', False), ('went', True), (' now.', False)]
    """
    ours, theirs = _WORDS.findall(before), _WORDS.findall(after)
    if max(len(ours), len(theirs)) > MOST_WORDS:
        return [(before, False)], [(after, False)]
    codes = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    return (
        _joined([("".join(ours[a:b]), tag != "equal") for tag, a, b, _, _ in codes if a < b]),
        _joined([("".join(theirs[a:b]), tag != "equal") for tag, _, _, a, b in codes if a < b]),
    )


def _joined(pieces: Pieces) -> Pieces:
    """Join different pieces that only blanks separate; blanks around them are no difference.

    >>> _joined([("We", False), (" all", True), (" ", False), ("went", True), (".", False)])
    [('We ', False), ('all went', True), ('.', False)]
    """
    apart = [
        (words, is_new or (words.isspace() and 0 < n < len(pieces) - 1 and pieces[n - 1][1] and pieces[n + 1][1]))
        for n, (words, is_new) in enumerate(pieces)
    ]
    trimmed: Pieces = []
    for is_new, run in groupby(apart, itemgetter(1)):
        words = "".join(piece for piece, _ in run)
        core = words.strip() if is_new else ""
        head, _, tail = words.partition(core) if core else (words, "", "")
        trimmed += [(head, False), (core, True), (tail, False)]
    runs = groupby((piece for piece in trimmed if piece[0]), itemgetter(1))
    return [("".join(words for words, _ in run), is_new) for is_new, run in runs]


def nearest(words: str, others: Iterable[str]) -> str | None:
    """Return the text that most likely took the place of another; None if none has enough of its words.

    >>> nearest("We sang until dark.", ["Nobody came at all.", "We sang until late."])
    'We sang until late.'
    """
    shared = [(_share(words, other), other) for other in islice(others, MOST_SOUGHT)]
    share, found = max(shared, key=itemgetter(0), default=(0.0, None))
    return found if share >= LEAST_SHARED else None


def _paragraphs(version: Extraction) -> list[str]:
    return [line.strip() for line in (version.text or "").splitlines() if line.strip()]


def _of_prose(old: list[str], new: list[str]) -> tuple[list[Change], int]:
    changes: list[Change] = []
    same = 0
    for tag, a, b, c, d in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            same += b - a
            continue
        for before, after in zip_longest(old[a:b], new[c:d]):
            if before is not None and after is not None and _share(before, after) < LEAST_SHARED:
                changes += [Change("prose", before, None), Change("prose", None, after)]
            else:
                changes.append(Change("prose", before, after))
    return changes, same


def _share(before: str, after: str) -> float:
    """Return the share of words that two texts have in common, in any order."""
    found = ((word[0] for word in _WORDS.finditer(text) if word[0][0].isalnum()) for text in (before, after))
    ours, theirs = ([*islice(words, MOST_WORDS)] for words in found)
    return SequenceMatcher(None, ours, theirs).quick_ratio()


def _of_keyed(part: str, old: Iterable[tuple[Any, str]], new: Iterable[tuple[Any, str]]) -> tuple[list[Change], int]:
    """Compare things by key; their text may have changed."""
    before, after = _by_key(old), _by_key(new)
    pairs = [
        pair
        for key in dict.fromkeys([*before, *after])
        for pair in zip_longest(before.get(key, ()), after.get(key, ()))
    ]
    return [Change(part, *pair) for pair in pairs if pair[0] != pair[1]], sum(one == two for one, two in pairs)


def _by_key(said: Iterable[tuple[Any, str]]) -> dict[Any, list[str]]:
    found = defaultdict(list)
    for key, words in said:
        found[key].append(words)
    return found


def _posts(version: Extraction) -> Sequence[tuple[Any, str]]:
    return [(_key(embed), _said(embed)) for embed in version.embeds]


def _key(embed: Embed) -> tuple[str, str]:
    """Return the key of a post; its text if it has no id and no URL."""
    post = embed.post
    return post.platform, post.id or post.url or fold_text(post.text)


def _said(embed: Embed) -> str:
    post = embed.post
    handle = f"@{post.author.handle}" if post.author and post.author.handle else ""
    name = post.id or post.url or "without id"
    return " ".join(filter(None, (f"{post.platform}:{name}", handle, post.text or "(no words)")))


def _quotes(version: Extraction) -> Sequence[tuple[Any, str]]:
    return [
        (fold_text(quote.text), f"{quote.text} ({quote.speaker})" if quote.speaker else quote.text)
        for quote in version.quotes
    ]
