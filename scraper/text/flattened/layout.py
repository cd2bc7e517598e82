"""How a text separates its paragraphs, and the places in it where something may begin.

Posts in a row: does the next one follow the last at once, or does the article remark on it in between?

Both ways are habits. Where only a paragraph stands between two attributions it is a post, surely; so the
attributions alone, those behind as well as those before, tell whether the article remarks at all.


Posts of several lines that extraction tore apart: the first above the attribution, the others behind it.

lxml keeps what follows a line break as that element's tail, and some extractions print such tails last. One
post torn so tells how the whole document was read: none in it has more than its last line above its
attribution, and lines above that are the rest of the post before.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import Found, Mark, bound
from scraper.text.flattened.passage_language import foreign, script, tongue
from scraper.text.flattened.vocabulary import COLONS, about_posts, saying

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_BLANK = re.compile(r"\n[ \t>\u00a0]*\n[\s>]*")
_LINE = re.compile(r"\n[\s>]*")
LINE_END = re.compile(r"[ \t]*\n")
# What quotes a line in Markdown, perhaps inside a list.
_QUOTE_MARK = re.compile(r"[ \t]{0,12}(?P<item>(?:[*+-]|\d{1,3}[.)])[ \t]{1,4})?>")
_LONGEST_LINE = 4000
_FIRST_SENTENCES = 500
# Behind the end of a sentence or a colon; also where extraction swallowed the space between two elements.
# Every way begins with a character, so that all others are stepped over fast; what stands before is looked
# back at from behind it.
_SENTENCE = re.compile(
    r"[.!?…](?<!\b[A-Z].)(?<!\b(?:Mr|Dr|Ms|St|vs|Jr|Sr|No).)"
    r"(?<!\b(?:Mrs|Sen|Gov|Rep|Gen|Col|p\.m|a\.m|e\.g|E\.g|i\.e).)[.!?…]*"
    # What goes on small behind an ellipsis, a bracket or a quotation is in the same sentence, but for ".)".
    r"(?:(?<=[.!?])(?<!\.\.)(?:(?<=\.)\))?\s+|[\"'”’»)\]]{0,3}\s+(?![¡¿]?[a-zß-öø-ÿ]))"
    r"|:(?:\s+|(?<=[a-zà-öø-ÿ]{3}:)(?=[a-zß-öø-ÿ]))"
    r"|[.!?…:](?<=[\w\"'”’»)\]].)(?<!\b\w.)[\"'”’»)\]]?(?=[A-ZÀ-ÖØ-Þ#@“\"]|\.@)|[。！？۔؟।]+[」』）’]?\s*"
    # An article in other letters than Latin that shows a post in those, and the other way round.
    r"|\s(?:(?<=[\u0370-\u0fff\u3040-\ud7af].)|(?<=[\u0370-\u0fff\u3040-\ud7af][)\]\"”»].))\s*(?=[#@\"“]?[A-Za-z])"
    r"|\s(?<=[A-Za-z.!?].)\s*(?=[\u0370-\u0fff\u3040-\ud7af])"
    # Behind the address of a tweet, which WordPress leaves in front of an embed.
    r"|https?://(?:www\.)?(?:twitter|x)\.com/\w{1,20}/status/\d{1,20}\S{0,40}\s+",
    re.DOTALL,
)

# What Bluesky prints for a picture, at times as a link to it.
_PLACEHOLDER = re.compile(r"\[?\[image or embed\](?:\]\(https?://[^()\s]{1,300}\))?\Z")
_LONGEST_LINK = 340


def occurrences(text: str, anchor: str) -> Iterator[int]:
    """Give the offsets of `anchor` in `text`, none overlapping; costs one `str.find` where there is none.

    >>> list(occurrences("a-b-c", "-"))
    [1, 3]
    """
    at = text.find(anchor)
    while at >= 0:
        yield at
        at = text.find(anchor, at + len(anchor))


def last_match(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    """Find the last match of `pattern` in ``text[start:end]``."""
    last = deque(pattern.finditer(text, start, end), maxlen=1)
    return last[0] if last else None


@dataclass(frozen=True, slots=True)
class Layout:
    """The habits of one document.

    Attributes:
        blank_lines: Paragraphs are separated by blank lines; otherwise every line is a paragraph.
        script: The script most of its letters are in.
        tongue: The language most of the document is in; None when it cannot be told.
        row: Points for a post's following the last one at once, as the posts so far did or did not.
        torn: A post has but one line above its attribution; its others stand behind that.
    """

    blank_lines: bool
    script: str | None
    tongue: str | None
    row: float = 1.0
    torn: bool = False

    def leaves_script(self, before: str, behind: str) -> bool:
        """Tell whether `before` is in the letters of the document and `behind` is not."""
        return script(before) == self.script is not None and script(behind) not in (None, self.script)

    def leaves_tongue(self, before: str, behind: str) -> bool:
        """Tell whether `before` is in the language of the document and `behind` is not."""
        return foreign(behind, self.tongue) and tongue(before) == self.tongue


def layout_of(text: str) -> Layout:
    """Read the habits of a document from its beginning and its line ends."""
    opening = text[:3000]
    # Where the posts are in another language, that of the first sentences is the article's.
    spoken = tongue(opening) or tongue(text[:_FIRST_SENTENCES])
    return Layout(blank_lines=has_blank_lines(text), script=script(opening), tongue=spoken)


def has_blank_lines(text: str) -> bool:
    """Tell whether `text` separates its paragraphs by blank lines: a fifth of its line ends are such.

    Those that stand between a post and its attribution do not count.
    """
    blank = text.count("\n\n") - text.count("\n\n—")
    return blank > 0 and blank * 5 >= text.count("\n") - blank


def paragraph_starts(text: str, floor: int, end: int, *, blank_lines: bool) -> list[int]:
    """Give the starts of the paragraphs of ``text[floor:end]``, the nearest to the end first."""
    separator = _BLANK if blank_lines else _LINE
    starts = [skip_blank(text, floor, end)]
    starts += [match.end() for match in separator.finditer(text, starts[0], end) if match.end() < end]
    return starts[::-1]


def sentence_starts(text: str, floor: int, end: int) -> list[int]:
    """Give the starts of the sentences of ``text[floor:end]``, in text order; the first is the floor."""
    return [floor] + [match.end() for match in _SENTENCE.finditer(text, floor, end) if match.end() < end]


def first_sentence(text: str, floor: int, end: int) -> str:
    """Give the first sentence of ``text[floor:end]`` where another follows, else nothing."""
    first = _SENTENCE.search(text, floor, end)
    return text[floor : first.end()] if first and first.end() < end else ""


def skip_blank(text: str, start: int, end: int) -> int:
    """Step forward over white space and the quote marks of markdown."""
    while start < end and (text[start].isspace() or (text[start] == ">" and _opens_line(text, start))):
        start += 1
    return start


def line_start(text: str, at: int) -> int:
    """Give the offset at which the line that holds `at` begins, looking no farther back than a long one."""
    return max(text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1, at - _LONGEST_LINE, 0)


def quote_mark(text: str, line: int) -> re.Match[str] | None:
    """Find what quotes the line that begins at `line`; its group ``item`` is the bullet of a list."""
    return _QUOTE_MARK.match(text, line)


def text_end(text: str, floor: int, end: int) -> int:
    """Step back from an attribution over white space, lines that hold quote marks only, and a placeholder."""
    end = _behind_words(text, floor, end)
    placeholder = _PLACEHOLDER.search(text, max(floor, end - _LONGEST_LINK), end)
    return _behind_words(text, floor, placeholder.start()) if placeholder else end


def _behind_words(text: str, floor: int, end: int) -> int:
    while end > floor and (text[end - 1].isspace() or (text[end - 1] == ">" and _opens_line(text, end - 1))):
        end -= 1
    return end


def _opens_line(text: str, at: int) -> bool:
    """Tell whether but for white space and quote marks `at` opens a line; looks 80 characters back."""
    line = text.rfind("\n", max(0, at - 80), at)
    return (line >= 0 or at < 80) and not text[line + 1 : at].strip(" \t>\u00a0")


# Hashtags, mentions and links that extraction gave lines of their own.
_ENTITIES = re.compile(r"(?:\s*\n[ \t]*(?:[#＃@]\w+|https?://\S+|pic\.\S+)[ \t]*(?=\n|$))+\n?")
# So many posts before it and behind it tell the habit at a post; what stands farther apart is no row.
_REMEMBERED = 6
_LONGEST_GAP = 3000
# Points for following at once where the neighbours do, one of them or more.
_AS_ONE, _AS_ALL = 1.5, 2.0
# And so many where none of so many does: the article remarks on each.
_AS_NONE, _HABIT = -1.5, 3


def parted(text: str, posts: Sequence[Found | Mark], layout: Layout) -> list[bool | None]:
    """Tell for each post whether more than one paragraph stands between it and the last; None if unknown.

    Args:
        text: The document.
        posts: The posts and attributions in it, in text order.
        layout: How it separates its paragraphs.
    """
    separator = "\n\n" if layout.blank_lines else "\n"
    gaps = [(_behind(last), post.start) for last, post in pairwise(posts)]
    return [None, *(_is_parted(text, start, end, separator) for start, end in gaps)]


def _behind(post: Found | Mark) -> int:
    return post.behind if isinstance(post, Found) else post.end


def _is_parted(text: str, start: int, end: int, separator: str) -> bool | None:
    if end - start > _LONGEST_GAP or not LINE_END.match(text, start):
        return None
    between = _ENTITIES.sub(" ", text[start:end].strip())
    return separator in between if between else None


def row_points(text: str, placed: Sequence[Found], neighbours: Sequence[bool | None], n: int) -> float:
    """Give points for the `n`-th post's following the last one at once.

    Args:
        text: The document.
        placed: The posts before it, whose words are known.
        neighbours: What `parted` told of all.
        n: The place of the post among them.
    """
    near = [*neighbours[max(0, n - _REMEMBERED) : n], *neighbours[n + 1 : n + 1 + _REMEMBERED]]
    known = [apart for apart in near if apart is not None]
    return _so_far(text, placed) + _as_neighbours(known)


def _as_neighbours(parted_ones: Sequence[bool]) -> float:
    """Judge by the neighbours: where all follow at once this one does, too; where none does nor does this."""
    if not parted_ones:
        return 0.0
    if all(parted_ones):
        return _AS_NONE if len(parted_ones) >= _HABIT else 0.0
    return 0.0 if any(parted_ones) else _AS_ONE if len(parted_ones) == 1 else _AS_ALL


def _so_far(text: str, placed: Sequence[Found]) -> float:
    """Judge by the posts before: did the last one follow the one before it?"""
    if len(placed) < 2:
        return 1.0
    remarks = [bool(text[a.behind : b.start].strip()) for a, b in pairwise(placed[-_REMEMBERED:])]
    if remarks[-1]:
        return -1.0 if len(remarks) > 1 and all(remarks) else 0.5
    return 1.0 if any(remarks) else 1.5


# What a tweet ends with: the address of its picture, or of what it quotes.
_LAST_WORD = re.compile(r"(?:pic\.(?:twitter|x)\.com/\w{3,12}|https?://t\.co/\w{8,10})$", re.IGNORECASE)
_BULLET = re.compile(r"[-*•] ")
# So many lines behind an attribution are looked at, no farther than so many characters.
_MOST_LINES, _TAIL_ROOM = 4, 1500
# A longer line does not answer to a colon.
_SHORT = 100


def tears_lines(text: str, posts: Sequence[Found | Mark]) -> bool:
    """Tell whether some post in `text`, which has no blank lines, goes on behind its attribution.

    Args:
        text: The document.
        posts: The posts and attributions in it, in text order.
    """
    return any(
        isinstance(post, Mark) and _goes_on_behind(text, post, behind)
        for post, behind in pairwise([*posts, None])
    )


def _goes_on_behind(text: str, mark: Mark, following: Found | Mark | None) -> bool:
    # A date on a line of its own tells that links stand so: that is another way to print the lines of posts.
    if not LINE_END.match(text, mark.end) or "\n" in text[mark.start : mark.end]:
        return False
    above = text[line_start(text, mark.start) : mark.start].strip() or _line_above(text, mark.start)
    end = min(following.start if following else len(text), mark.end + _TAIL_ROOM)
    lines = [line.strip() for line in text[mark.end : end].split("\n") if line.strip()]
    if not above or not lines or (following is not None and len(lines) == 1):
        return False
    if above.endswith(COLONS) and not (about_posts(above) or saying(above)):
        return len(lines) > 1 and len(lines[0]) < _SHORT
    if _LAST_WORD.search(above) or lines[0].endswith(COLONS) or about_posts(lines[0]):
        return False
    own = lines[: _MOST_LINES if following is None else min(_MOST_LINES, len(lines) - 1)]
    return _is_list(above, own, mark) or _ends_below(above, own, mark)


def _line_above(text: str, at: int) -> str:
    end = text.rfind("\n", 0, at)
    return text[line_start(text, end) : end].strip() if end > 0 else ""


def _is_list(above: str, lines: Sequence[str], mark: Mark) -> bool:
    """Tell whether a list stands where only a post's own can stand: between two posts."""
    return bool(_BULLET.match(lines[0])) and len(above) + len(lines[0]) < bound(mark)


def _ends_below(above: str, lines: Sequence[str], mark: Mark) -> bool:
    """Tell whether a line ends as a tweet does, and all down to there fits into one."""
    length = len(above)
    for line in lines:
        last = _LAST_WORD.search(line)
        length += len(line) + 1
        if last is not None:
            return length - len(last.group()) <= bound(mark)
    return False
