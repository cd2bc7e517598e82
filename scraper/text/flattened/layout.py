"""How a text separates its paragraphs, and the places in it where something may begin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scraper.text.flattened.passage_language import foreign, script, tongue

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
