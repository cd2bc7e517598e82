"""Detect how a document is laid out: its lines, paragraphs and sentences, and the order of its posts."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.flattened.found_post import Attribution, FoundPost, max_length, weighted_length
from scraper.text.flattened.words import COLONS, guess_language, is_foreign, mentions_posts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_WORD = lazy_regex(r"\w+")
# Characters that must agree for text to count as repeated: fewer are enough after a quotation mark.
_REPEATED, _REPEATED_IN_QUOTES = 32, 24
# How many characters before the post to look for an earlier quotation or attribution.
_LOOK_BACK = 3000
_OPENING_MARKS = ('"', "“", "”", "‘", "'", "«")
# The end of a truncated post, with the links that may follow the ellipsis, and the minimum length of such a
# post.
_TRUNCATED = lazy_regex(r"…(?:\s{0,3}(?:https?://\S{1,40}|pic\.\S{1,40})){0,4}$")
_TRUNCATED_LENGTH = 240


@dataclass(frozen=True)
class PostContext:
    """The end of a post's text and the context for finding its start. Offsets refer to `text`, the document."""

    text: str
    end: int
    attribution: Attribution
    layout: Layout

    @cached_property
    def max_length(self) -> int:
        """The maximum length of the post."""
        return max_length(self.attribution)

    def fits(self, start: int) -> bool:
        """Return True if the text from `start` to the end is short enough for a post."""
        words = self.text[start : self.end]
        # Only links and wide characters can count more than their length.
        is_plain = len(words) <= self.max_length and words.isascii() and "://" not in words
        return is_plain or weighted_length(words, self.attribution) <= self.max_length

    def is_truncated_from(self, start: int) -> bool:
        """Return True if the text from `start` is a truncated post, as in embeds of long posts since 2023."""
        words, posted = self.text[start : self.end], self.attribution.posted
        if posted is None or (posted.at or "") < "2023" or not _TRUNCATED.search(words[-_TRUNCATED_LENGTH:]):
            return False
        return weighted_length(words, self.attribution) >= _TRUNCATED_LENGTH

    def mentions_author(self, words: str) -> bool:
        """Return True if `words` contain the author's handle or a longer word of the author's name."""
        spoken = frozenset(_WORD.findall(words.casefold()))
        return not spoken.isdisjoint(self._author_words)

    def mentions_full_name(self, words: str) -> bool:
        """Return True if `words` contain all longer words of the author's name, at least two."""
        names = self._longer_names
        return len(names) > 1 and names <= frozenset(_WORD.findall(words.casefold()))

    @cached_property
    def _author_words(self) -> frozenset[str]:
        handle = (self.attribution.handle or "").casefold()
        return self._longer_names | {handle} if handle else self._longer_names

    @cached_property
    def _longer_names(self) -> frozenset[str]:
        names = _WORD.findall((self.attribution.name or "").casefold())
        return frozenset(name for name in names if len(name) > 3)

    @cached_property
    def breaks_lines_at_links(self) -> bool:
        """Return True if extraction put links on separate lines, including the linked date."""
        date = self.text[max(0, self.attribution.end - 30) : self.attribution.end].split(")")[-1]
        return "\n" in date

    @cached_property
    def is_followed_by_prose(self) -> bool:
        """Return True if prose follows the attribution on its line: line breaks were lost."""
        limit = self.attribution.end + 200
        line = self.text.find("\n", self.attribution.end, limit)
        return len(self.text[self.attribution.end : line if line >= 0 else limit].strip()) > 3

    def is_repeated(self, start: int, end: int) -> bool:
        """Return True if the 3000 characters before contain the beginning of ``text[start:end]``."""
        beginning = self.text[start : min(end, start + _REPEATED)]
        if len(beginning) < _REPEATED:
            return False
        return self.text.find(beginning, max(0, start - _LOOK_BACK), start) >= 0

    def has_posted_before(self, handle: str) -> bool:
        """Return True if an attribution in the 3000 characters before has this handle."""
        return self.text.find(f"(@{handle})", max(0, self.end - _LOOK_BACK), self.end) >= 0

    def was_quoted(self, start: int) -> bool:
        """Return True if the words at `start` appeared in quotation marks before, or more of them without."""
        if self.end - start <= _REPEATED_IN_QUOTES:
            return False
        beginning = _without_tag_signs(self.text[start : start + _REPEATED])
        before = _without_tag_signs(self.text[max(0, start - _LOOK_BACK) : start])
        earlier = before.find(beginning[:_REPEATED_IN_QUOTES])
        if earlier < 0:
            return False
        if before[max(0, earlier - 2) : earlier].strip().endswith(_OPENING_MARKS):
            return True
        return self.end - start >= _REPEATED and before.startswith(beginning, earlier)


def _without_tag_signs(words: str) -> str:
    """Remove ``#`` and ``@``, which articles omit when they quote a post; `translate` takes 30 times as long."""
    return words.replace("#", "").replace("@", "")


_BLANK = lazy_regex(r"\n[ \t>\u00a0]*\n[\s>]*")
_LINE = lazy_regex(r"\n[\s>]*")
LINE_END = lazy_regex(r"[ \t]*\n")
# The quote mark of a line in Markdown, possibly inside a list item.
_QUOTE_MARK = lazy_regex(r"[ \t]{0,12}(?P<item>(?:[*+-]|\d{1,3}[.)])[ \t]{1,4})?>")
_LONGEST_LINE = 4000
_OPENING, _FIRST_SENTENCES = 3000, 500
# The boundary after a sentence or a colon, and where extraction lost the space between two elements. Every
# alternative begins with a literal or a character class and checks the text before it by lookbehind: the
# regex engine then skips all other characters fast.
_SENTENCE = lazy_regex(
    r"[.!?…](?<!\b[A-Z].)(?<!\b(?:Mr|Dr|Ms|St|vs|Jr|Sr|No).)"
    r"(?<!\b(?:Mrs|Sen|Gov|Rep|Gen|Col|p\.m|a\.m|e\.g|E\.g|i\.e).)[.!?…]*"
    # A small letter after an ellipsis, a bracket or a quotation continues the sentence, except after ".)".
    r"(?:(?<=[.!?])(?<!\.\.)(?:(?<=\.)\))?\s+|[\"'”’»)\]]{0,3}\s+(?![¡¿]?[a-zß-öø-ÿ]))"
    r"|:(?:\s+|(?<=[a-zà-öø-ÿ]{3}:)(?=[a-zß-öø-ÿ]))"
    r"|[.!?…:](?<=[\w\"'”’»)\]].)(?<!\b\w.)[\"'”’»)\]]?(?=[A-ZÀ-ÖØ-Þ#@“\"]|\.@)|[。！？۔؟।]+[」』）’]?\s*"
    # A change between Latin letters and those of another script.
    r"|\s(?:(?<=[\u0370-\u0fff\u3040-\ud7af].)|(?<=[\u0370-\u0fff\u3040-\ud7af][)\]\"”»].))\s*(?=[#@\"“]?[A-Za-z])"
    r"|\s(?<=[A-Za-z.!?].)\s*(?=[\u0370-\u0fff\u3040-\ud7af])"
    # The URL of a tweet, which WordPress leaves before an embed.
    r"|https?://(?:www\.)?(?:twitter|x)\.com/\w{1,20}/status/\d{1,20}\S{0,40}\s+",
    re.DOTALL,
)

# Printed by Bluesky instead of a picture, sometimes as a link to it.
_PLACEHOLDER = lazy_regex(r"\[?\[image or embed\](?:\]\(https?://[^()\s]{1,300}\))?\Z")
_LONGEST_LINK = 340


def occurrences(text: str, anchor: str) -> Iterator[int]:
    """Yield the offsets of `anchor` in `text`, none overlapping; costs one `str.find` if there is none."""
    at = text.find(anchor)
    while at >= 0:
        yield at
        at = text.find(anchor, at + len(anchor))


def last_match(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the last match of `pattern` in ``text[start:end]``; None without one."""
    last = deque(pattern.finditer(text, start, end), maxlen=1)
    return last[0] if last else None


@dataclass(frozen=True, slots=True)
class Layout:
    """How a document separates its paragraphs and posts, and its language."""

    blank_lines: bool  # they separate its paragraphs; otherwise every line is a paragraph
    language: str | None  # as named by `guess_language`
    # The features of a start directly after the last post: how the posts before follow each other.
    row: tuple[str, ...] = ("row: too short to tell",)
    splits_posts: bool = False  # one line of a post is above its attribution and the others after it

    def leaves_language(self, before: str, behind: str) -> bool:
        """Return True if `before` is in the document's language and `behind` is in another."""
        return is_foreign(behind, self.language) and guess_language(before) == self.language


def detect_layout(text: str) -> Layout:
    """Detect the layout of a document from its beginning and its line ends."""
    # If posts in another language blur the guess, the first sentences are still the article's own.
    language = guess_language(text[:_OPENING]) or guess_language(text[:_FIRST_SENTENCES])
    # A fifth of the line breaks are blank lines, but for those before attributions.
    blank = text.count("\n\n") - text.count("\n\n—")
    return Layout(blank_lines=blank * 5 >= text.count("\n") - blank, language=language)


def paragraph_starts(text: str, floor: int, end: int, *, blank_lines: bool) -> list[int]:
    """Return the start offsets of the paragraphs in ``text[floor:end]``, the last one first."""
    separator = _BLANK if blank_lines else _LINE
    starts = [skip_blank(text, floor, end)]
    starts += [match.end() for match in separator.finditer(text, starts[0], end) if match.end() < end]
    return starts[::-1]


def sentence_starts(text: str, floor: int, end: int) -> list[int]:
    """Return the start offsets of the sentences in ``text[floor:end]``, `floor` first."""
    return [floor] + [match.end() for match in _SENTENCE.finditer(text, floor, end) if match.end() < end]


def first_sentence(text: str, floor: int, end: int) -> str:
    """Return the first sentence of ``text[floor:end]`` if another follows it, else ``""``."""
    first = _SENTENCE.search(text, floor, end)
    return text[floor : first.end()] if first and first.end() < end else ""


def skip_blank(text: str, start: int, end: int) -> int:
    """Return the offset after white space and Markdown's quote marks at `start`."""
    while start < end and (text[start].isspace() or (text[start] == ">" and _opens_line(text, start))):
        start += 1
    return start


def line_start(text: str, at: int) -> int:
    """Return the start of the line at `at`, at most 4000 characters before it."""
    return max(text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1, at - _LONGEST_LINE, 0)


def quote_mark(text: str, line: int) -> re.Match[str] | None:
    """Match the quote mark of the line that begins at `line`; the group ``item`` is the bullet before it."""
    return _QUOTE_MARK.match(text, line)


def text_end(text: str, floor: int, end: int) -> int:
    """Return the end of the text before an attribution, without white space, quote marks, placeholder."""
    end = _skip_blank_back(text, floor, end)
    placeholder = _PLACEHOLDER.search(text, max(floor, end - _LONGEST_LINK), end)
    return _skip_blank_back(text, floor, placeholder.start()) if placeholder else end


def _skip_blank_back(text: str, floor: int, end: int) -> int:
    while end > floor and (text[end - 1].isspace() or (text[end - 1] == ">" and _opens_line(text, end - 1))):
        end -= 1
    return end


def _opens_line(text: str, at: int) -> bool:
    return not text[line_start(text, at) : at].strip(" \t>\u00a0")


# Hashtags, mentions and links that extraction put on separate lines.
_ENTITIES = lazy_regex(r"(?:\s*\n[ \t]*(?:[#＃@]\w+|https?://\S+|pic\.\S+)[ \t]*(?=\n|$))+\n?")
# How many posts before and after one to look at; posts farther apart than the gap are in no row.
_COMPARED_POSTS, _LONGEST_GAP = 6, 3000
# This many similar posts show for certain whether the article remarks on each.
_ENOUGH_POSTS = 3


def row_features(
    text: str, placed: Sequence[FoundPost], following: Sequence[FoundPost | Attribution], layout: Layout
) -> tuple[str, ...]:
    """Name the features of a start directly after the last post: does the article remark on each post?

    `placed` are the posts before, `following` the one that starts and those after it. A single paragraph
    between two attributions must be the second post itself.
    """
    remarks = [bool(text[last.outer_end : post.start].strip()) for last, post in pairwise(placed[-_COMPARED_POSTS:])]
    separator = "\n\n" if layout.blank_lines else "\n"
    for last, post in pairwise(following[: _COMPARED_POSTS + 1]):
        end = last.outer_end if isinstance(last, FoundPost) else last.end
        if post.start - end <= _LONGEST_GAP and LINE_END.match(text, end):
            remarks.append(separator in _ENTITIES.sub(" ", text[end : post.start].strip()))
    if not remarks:
        return ("row: too short to tell",)
    if not any(remarks):
        return ("row: a post without a remark",) * min(len(remarks), _ENOUGH_POSTS)
    return ("row: a remark on each post",) if all(remarks) and len(remarks) >= _ENOUGH_POSTS else ()


# The end of a tweet: the URL of its picture or of the post that it quotes.
_LAST_WORD = lazy_regex(r"(?:pic\.(?:twitter|x)\.com/\w{3,12}|https?://t\.co/\w{8,10})$", re.IGNORECASE)
_BULLET = lazy_regex(r"[-*•] ")
# How many lines, and characters, after an attribution may belong to its post.
_MOST_LINES, _TAIL_ROOM = 4, 1500


def has_split_posts(text: str, posts: Sequence[FoundPost | Attribution]) -> bool:
    """Return True if extraction split a post: its first line above the attribution, the others after it.

    lxml stores text after a line break as that element's tail, and some extractions print tails last. One
    split post is representative of a document without blank lines. None of its posts has more than its last
    line above its attribution; earlier lines are the rest of the post before.
    """
    return any(
        isinstance(post, Attribution) and _is_split(text, post, following)
        for post, following in pairwise([*posts, None])
    )


def _is_split(text: str, attribution: Attribution, following: FoundPost | Attribution | None) -> bool:
    """Return True if lines after an attribution belong to its post: the end of a tweet, or a list."""
    end = text_end(text, 0, attribution.start)
    above = text[line_start(text, end) : end]
    room = min(following.start if following else len(text), attribution.end + _TAIL_ROOM)
    lines = [line for line in map(str.strip, text[attribution.end : room].split("\n")) if line]
    lines = lines if following is None else lines[:-1]
    # A date on a separate line shows that extraction broke lines at links: another way to print a post.
    if "\n" in text[attribution.start : attribution.end] or not LINE_END.match(text, attribution.end):
        return False
    return any(
        continues_post(above, lines[:n], attribution)
        for n, line in enumerate(lines[:_MOST_LINES], start=1)
        if above.endswith(COLONS) or _BULLET.match(line) or _LAST_WORD.search(line)
    )


def continues_post(words: str, lines: Sequence[str], attribution: Attribution) -> bool:
    """Return True if `lines` after an attribution can be the rest of its post, which begins with `words`."""
    # A line that ends in a colon introduces another post, unless it continues text after a colon.
    introduces = lines[0].endswith(COLONS) and not words.endswith(COLONS)
    if introduces or mentions_posts(lines[0]) or mentions_posts(words) or _LAST_WORD.search(words):
        return False
    return weighted_length("\n".join([words, *lines]), attribution) <= max_length(attribution)
