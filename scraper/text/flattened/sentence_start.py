"""Find where the text of a post starts inside a line of prose, where extraction lost the paragraphs.

Every sentence of the line is a candidate if the text from it to the end fits into one post. Its score adds up
the scores of the sentences from it on, of what stands before it (words that introduce a post, the author's
name, another language) and of what it opens with. The highest score wins, the longest text among equals.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.layout import sentence_starts
from scraper.text.flattened.paragraph_score import EMPHASIS, SPEAKER_LABEL, score_person, without_quotations
from scraper.text.flattened.passage_language import (
    find_language_switch,
    guess_language,
    guess_script,
    has_top_word,
    is_foreign,
)
from scraper.text.flattened.vocabulary import (
    COLONS,
    EMOJI,
    QUOTES,
    has_post_marks,
    introduces_speech,
    mentions_crowd,
    mentions_posts,
    only_entities,
    opens_with_crowd,
    opens_with_look,
    opens_with_pointer,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.text.flattened.post_context import PostContext

# Retweets and announcements: no sentence of an article opens so, nor any but the first of a post.
_SURELY_OPENS = re.compile(r"\.@\w|RT\b|[A-Z]{4,}(?: [A-Z]{2,}){0,3} ?[:|] ")
_REPLY = re.compile(r"@(?P<handle>\w{1,20})")
_OPENS_POST = re.compile(rf"[#＃][^\W\d]|[{EMOJI}]|[A-Z]{{3,}}\b|\.\.\.|…")
# The address of a tweet, which WordPress leaves in front of an embed.
_ADDRESS_END = re.compile(r"(?:twitter|x)\.com/\w{1,20}/status/\d{1,20}\S{0,40}$")
# The first bullet of a list, and the one that follows a number or a letter.
_BULLET = re.compile(rf"[-•·▪●*→✔{EMOJI}]|\(?[1a][.)]")
_NEXT_BULLET = {"1.": "2.", "1)": "2)", "(1)": "(2)", "a.": "b.", "a)": "b)", "(a)": "(b)"}
_LINK_OPENINGS = ("http", "pic.")
_OPENERS = {")": "(", "”": "“", "»": "«", "」": "「", "』": "『", "]": "["}
# Lengths of sentences in characters: articles write longer ones than posts.
_SHORT, _LONG, _VERY_LONG = 40, 150, 200
_LOWEST = -99.0
# The points that every sentence loses, so that a longer text needs evidence.
_PRIOR = 0.25
# Points for a line that opens with the article's own words.
_NARRATED = -2.5
# Points for a sentence in the article's script or language if the post continues in another.
_LEAVES_SCRIPT, _LEAVES_LANGUAGE = -3.0, -1.5
# Points for each paragraph before the last where paragraphs lost the space behind their full stop.
_OTHER_PARAGRAPH = -3.0
# Points for a sentence that the article quoted before, and more if the post opens with it.
_QUOTED, _OPENS_QUOTED = 1.0, 3.0
# Points for a start at a line break inside a paragraph, where a blank line may have been lost.
_AT_LINE = 3.0
# How many characters of its end tell the language of a post, and how many hold its first words.
_TAIL, _BEGINNING = 120, 80
# How many characters behind a sentence tell whether the text continues in its language.
_BEYOND = 200
# The highest score of `score_person` for words without "I".
_SAYS_YOU = 1.0
_NEVER_OPEN = ("|", ")", "]", ",", ";", "/")
_OPENING_MARKS = (*QUOTES, "‘", "'")
_WORD = re.compile(r"\w+")


def find_sentence_start(context: PostContext, floor: int, *, floor_score: float) -> int | None:
    """Return the most likely start of a post inside a line.

    Args:
        context: The end of the post's text and its attribution.
        floor: Where the line begins, or the rest of it behind another post.
        floor_score: Points for a start at `floor` itself.

    Returns:
        The offset of the start; None if no candidate fits into a post.
    """
    best, highest, score, end = None, _LOWEST, 0.0, context.end
    is_foreign_post = guess_script(context.text[max(floor, end - _TAIL) : end]) not in (
        None,
        context.layout.script,
    )
    for previous, start in reversed(list(pairwise(_candidates(context, floor)))):
        if not context.fits(start):
            return best
        quoted = context.was_quoted(start)
        score += _score_sentence(context, start, end) + _QUOTED * quoted
        if is_foreign_post and _leaves_script(context, start, end) and _has_language(context, end):
            score += _LEAVES_SCRIPT
        total = score + _score_before(context, previous, start) + _score_opening(context, start)
        total += _OPENS_QUOTED * quoted + _AT_LINE * (context.text[start - 1] == "\n")
        if total >= highest:
            best, highest = start, total
        score += _OTHER_PARAGRAPH * _is_glued(context, start)
        score += _LEAVES_LANGUAGE * _leaves_language(context, previous, start)
        end = start
    if not context.fits(floor):
        return best
    return floor if score + floor_score + _score_floor(context, floor, end) > highest else best


def _has_language(context: PostContext, start: int) -> bool:
    """Return whether the language of the text from `start` to the end can be told."""
    return guess_language(context.text[start : context.end]) is not None


def _score_floor(context: PostContext, floor: int, end: int) -> float:
    """Score the first sentence of the line, which ends at `end`, as the start of the post."""
    score = _score_sentence(context, floor, end) + _score_opening(context, floor)
    score += _NARRATED * _is_narrated(context, floor, end)
    score += _LEAVES_SCRIPT * _leaves_script(context, floor, end)
    return score + (_OPENS_QUOTED + _QUOTED) * context.was_quoted(floor)


def _candidates(context: PostContext, floor: int) -> list[int]:
    """Return where the sentences from `floor` on begin, and where one leaves the article's language."""
    starts = sentence_starts(context.text, floor, context.end)
    article, tail = context.layout.language, context.text[max(floor, context.end - _TAIL) : context.end]
    other = None if article is None or has_top_word(article, tail[-_TAIL // 2 :]) else guess_language(tail)
    if article is None or other in (None, article):
        return starts
    for n in range(len(starts) - 1, -1, -1):
        end = starts[n + 1] if n + 1 < len(starts) else context.end
        words = context.text[starts[n] : end]
        switch = find_language_switch(words, article, other)
        if switch is not None:
            return [*starts[: n + 1], starts[n] + switch, *starts[n + 1 :]]
        if guess_language(words) == article:
            break
    return starts


def _is_glued(context: PostContext, start: int) -> bool:
    """Return whether a sentence follows a full stop without a space: a paragraph ended there."""
    return context.text[start - 1 : start] in {".", "!", "?"} and context.text[start].isupper()


def _score_sentence(context: PostContext, start: int, end: int) -> float:
    """Score how much the sentence from `start` to `end` sounds like a post."""
    words = context.text[start:end].strip()
    spoken = without_quotations(words)
    evidence = (
        (3.0, has_post_marks(words)),
        (1.0, "&" in words),
        (0.5, EMPHASIS.search(words)),
        (0.5, len(words) <= _SHORT),
        (-0.5, len(words) > _LONG),
        (-1.0, len(words) > _VERY_LONG),
        (-1.0, introduces_speech(spoken)),
        (-2.5, mentions_posts(spoken)),
        (-1.0, opens_with_pointer(words)),
        (-1.0, opens_with_crowd(spoken)),
        (-0.5, mentions_crowd(spoken)),
        (-1.0, context.mentions_author(words)),
        (-1.5, _announces(context, words, end)),
    )
    return 0.75 * score_person(spoken) - _PRIOR + _sum_of(evidence)


def _sum_of(evidence: Iterable[tuple[float, object]]) -> float:
    """Return the sum of the weights whose evidence holds."""
    return sum(weight for weight, holds in evidence if holds)


def _is_narrated(context: PostContext, start: int, end: int) -> bool:
    """Return whether the first sentence of a line is surely the article's."""
    words = context.text[start:end].strip()
    if words.endswith(COLONS):
        return _announces(context, words, end) and not SPEAKER_LABEL.fullmatch(words)
    if has_post_marks(words):
        return opens_with_crowd(words)
    return opens_with_crowd(words) or mentions_posts(words) or context.mentions_full_name(words)


def _leaves_script(context: PostContext, start: int, end: int) -> bool:
    """Return whether a sentence is in the article's script and what follows is not."""
    return context.layout.leaves_script(context.text[start:end], context.text[end : context.end])


def _leaves_language(context: PostContext, start: int, end: int) -> bool:
    """Return whether a sentence is in the article's language and what follows is not."""
    behind = context.text[end : min(end + _BEYOND, context.end)]
    return context.layout.leaves_language(context.text[start:end].strip(), behind)


def _announces(context: PostContext, words: str, end: int) -> bool:
    """Return whether the colon behind `words` announces a post instead of continuing the sentence."""
    behind = context.text[end : context.end]
    if not words.endswith(COLONS):
        return False
    is_about_posts, is_report = mentions_posts(words), introduces_speech(words)
    if only_entities(behind):
        return is_about_posts and is_report and not behind.startswith(_LINK_OPENINGS)
    if is_about_posts or opens_with_pointer(words) or opens_with_look(words):
        return True
    # The first person does not report, and an open bracket does not introduce what follows.
    if score_person(words) > _SAYS_YOU or words.rfind("(") > words.rfind(")"):
        return False
    return is_report or _opens_upon(context, words, behind)


def _opens_upon(context: PostContext, words: str, behind: str) -> bool:
    """Return whether a colon introduces `behind`, for words that neither report nor speak of posts."""
    if SPEAKER_LABEL.fullmatch(words):
        return context.mentions_author(words) and not behind[:1].islower()
    continues = behind[:1].islower() or behind[:1].isdigit()
    return not (continues or behind.startswith(QUOTES) or _is_list(behind))


def _is_list(words: str) -> bool:
    """Return whether `words` begin with a bullet that another follows."""
    bullet = _BULLET.match(words)
    if bullet is None:
        return False
    return words.find(_NEXT_BULLET.get(bullet.group(), bullet.group()), bullet.end()) > 0


def _score_before(context: PostContext, previous: int, start: int) -> float:
    """Score a start by the sentence before it: does that introduce the post, or is it part of one?"""
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    is_about_posts, is_report = mentions_posts(before), introduces_speech(before)
    announces = _announces(context, before, start)
    if _sounds_like_post(context, before, announces=announces):
        return -1.5
    evidence = (
        (0.5, is_about_posts),
        (0.5, is_report),
        (1.0, context.mentions_author(before)),
        (1.0, opens_with_crowd(before)),
        (1.0, opens_with_pointer(before)),
        (0.5, before.endswith(("”", "»", '"'))),
        (2.0, announces),
        (3.0, _ADDRESS_END.search(before)),
        (0.5, announces and (is_about_posts or is_report)),
        (2.0, _changes_language(before, words)),
        (3.5, _is_quoted_beginning(before, words)),
    )
    return _sum_of(evidence) + min(len(before), _LONG) / _LONG


def _sounds_like_post(context: PostContext, before: str, *, announces: bool) -> bool:
    """Return whether a sentence is part of a post, not one that introduces it.

    Args:
        context: What is known about the post.
        before: The sentence.
        announces: Whether a colon at its end announces the post.
    """
    is_about_posts = mentions_posts(before)
    if has_post_marks(before) and not is_about_posts:
        is_report = introduces_speech(before) or context.mentions_author(before) or mentions_crowd(before)
        if not (announces and is_report):
            return True
    if is_foreign(before, context.layout.language):
        return True
    return before.endswith(COLONS) and not (is_about_posts or introduces_speech(before) or announces)


def _is_quoted_beginning(before: str, words: str) -> bool:
    """Return whether `before` is a quotation that begins as `words` do, as articles quote what they show."""
    if not before.startswith(_OPENING_MARKS) or before[-1].isalnum():
        return False
    quoted, posted = (_WORD.findall(part[:_BEGINNING].casefold())[:2] for part in (before, words))
    return len(quoted) > 1 and quoted == posted


def _changes_language(before: str, words: str) -> bool:
    """Return whether `words` are in another script or language than the sentence before them."""
    return is_foreign(words[:_BEYOND], guess_language(before) or guess_script(before))


def _score_opening(context: PostContext, start: int) -> float:
    """Score what a candidate opens with, and whether its brackets and quotations are balanced."""
    words = context.text[start : context.end]
    before = context.text[max(0, start - 8) : start]
    is_only_entities = only_entities(words)
    evidence = (
        (2.0, _opens_small(before, words) or (not is_only_entities and _opens_post(before, words))),
        (4.0, _SURELY_OPENS.match(words)),
        (-4.0, is_only_entities or words.startswith(_NEVER_OPEN)),
        (-2.0, not _is_balanced(words)),
        (-1.0, words.startswith(QUOTES)),
        (2.0, _is_glued(context, start)),
    )
    return _sum_of(evidence) + _score_reply(context, start)


def _opens_small(before: str, words: str) -> bool:
    """Return whether `words` open with a small letter, but no link, behind a full stop in `before`."""
    if not words[:1].islower() or words.startswith("http"):
        return False
    before = before.rstrip()
    return before.endswith((".", "!", "?", ".)")) and not before.endswith("..")


def _opens_post(before: str, words: str) -> bool:
    """Return whether `words` open as posts do and are not glued to the word `before`."""
    is_glued = bool(before.strip()) and not before[-1].isspace()
    return not is_glued and _OPENS_POST.match(words) is not None


def _score_reply(context: PostContext, start: int) -> float:
    """Score a mention that a candidate opens with: a user who posted just before is surely replied to."""
    reply = _REPLY.match(context.text, start, context.end)
    if reply is None or _interrupts_sentence(context, start):
        return 0.0
    return 4.0 if context.has_posted_before(reply["handle"]) else 3.0


def _interrupts_sentence(context: PostContext, start: int) -> bool:
    """Return whether the letters at `start` only interrupt a sentence in the article's script."""
    before = context.text[max(0, start - 8) : start].rstrip()
    if not before[-1:].isalpha():
        return False
    return guess_script(context.text[start : context.end]) == context.layout.script


def _is_balanced(words: str) -> bool:
    """Return whether every bracket and quotation that closes in `words` opened there; straight marks pair."""
    waiting: list[str] = []
    for character in words:
        if character in "(“«「『[":
            waiting.append(character)
        elif character in _OPENERS and _OPENERS[character] in waiting:
            waiting.remove(_OPENERS[character])
        elif character in "”»」』":
            return False
    return words.count('"') % 2 == 0
