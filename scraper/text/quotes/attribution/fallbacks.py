"""Attribute quotes that no clause beside them attributes: by a row, a sentence nearby, a colon, a report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.reported_speech import read_announcement, read_close, read_reported
from scraper.text.quotes.attribution.with_verb import read_behind
from scraper.text.quotes.text.clauses import NEXT_SENTENCE, Clause, is_ended
from scraper.text.quotes.text.names import MASK, opened
from scraper.text.quotes.words.platform_names import HANDLE, platform_named

if TYPE_CHECKING:
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

_HANDLE_DOES = re.compile(rf"(?:[^@,]{{0,30}},)?\s*({HANDLE})\s+[^\W\d_A-ZÀ-Þ]")
# What leads to another article.
_READ_MORE = re.compile(
    r"\W*(?:also )?(?:leggi|vedi|guarda|leer?|mira|leia|veja|(?:[àa] )?(?:lire|voir)|read|see|watch|lesen"
    r"|siehe)\b.{0,160}:\s*\Z",
    re.IGNORECASE,
)
_BRACKET_LAST = re.compile(r"\w\s\(\Z")
_NAMED_BEHIND, _SAID_NEXT, _SHORT = 80, 25, 25
# "Comments from “…” to “…”", "von “…” über “…” bis hin zu einem einfachen “…”"
_RANGE = 240
_A_SORT = r"(?:\s+(?:an?|un[ao]?|une|uma?|einem|einer)(?:\s+[^\W\d_]+){0,2})?\s+"
_FROM = re.compile(rf"\b(?:from|da|von|de|desde){_A_SORT}\Z", re.IGNORECASE)
TO = re.compile(rf",?\s+(?:to|ad?|bis(?: hin)?(?: zu[mr]?)?|über|hasta|à|até){_A_SORT}", re.IGNORECASE)
# Words of what is no name or term.
_PHRASE = 3
# "The health of people": the public does nothing there.
_OF_THEM = re.compile(r"\bof\s[^\W\d_A-Z]+")
# Words that somebody was quoted with, though their mark was never closed.
_UNPAIRED = re.compile(r":\s*['\"“‘«„]\w")


def read_list(prose: Prose, index: int) -> list[Attribution]:
    """Read what three or more quotes in a row are said to be.

    They are announced with a colon, or the words behind tell: "…", "…", "…" were the comments.
    """
    span, last = prose.spans[index], prose.last_of_list(index)
    before, behind = prose.clause_before(index), prose.clause_behind(last)
    labelled = _labelled(prose, index)
    if labelled:
        return [labelled]
    if _opens_range(prose, index):
        return [before.says("direct", "noun")]
    if last == index:
        return []
    if last > index + 1:
        said = _row(before, behind, prose.lexicon)
    else:
        said = behind.says("behind", "noun") if prose.lexicon.are_posts.match(behind.text) else None
    above = None if said else prose.sentence_above(span)
    if above and prose.lexicon.remarks.search(above.text):
        said = above.says("announced", "noun")
    return [said] if said else []


def _labelled(prose: Prose, index: int) -> Attribution | None:
    """Return the name in front of a quote, or behind it, in a row of such lines."""
    label, signature = prose.label(index), prose.signature(index)
    if label:
        return prose.clause_before(index).says("colon", "label", speaker=label)
    return prose.clause_behind(index).says("behind", "label", speaker=signature) if signature else None


def _opens_range(prose: Prose, index: int) -> bool:
    """Return whether a quote stands for the first of many: the comments ran from “…” to “…”."""
    span, following = prose.spans[index], prose.spans[index + 1 : index + 2]
    if not following or not TO.fullmatch(prose.masked, span.end, following[0].start):
        return False
    number = span.block
    if prose.follows(number) and span.start - prose.blocks[number].start < _SHORT:  # below the heading
        number -= 1
    start = max(prose.blocks[number].start, span.start - _RANGE)
    if _FROM.search(prose.masked, start, span.start) is None:
        return False
    if prose.lexicon.texts.search(prose.masked, start, span.start):
        return True
    is_phrase = len(prose.words(span).split()) >= _PHRASE
    public = prose.lexicon.crowd.search(prose.masked, start, span.start)
    return is_phrase and (public or platform_named(prose.masked[start : span.start])) is not None


def _row(before: Clause, behind: Clause, lexicon: Lexicon) -> Attribution | None:
    """Return what the words in front of three quotes or more, or behind them, say that they are."""
    if lexicon.posts.search(behind.text, 0, _NAMED_BEHIND):
        return behind.says("behind", "noun")
    verb = lexicon.verb.match(behind.text.lstrip())
    if verb and lexicon.reads.match(verb[0]) and lexicon.places(behind.text):
        return behind.says("behind", "noun")
    return before.says("colon", "none") if before.ends_in_colon else None


def read_sentence_before(prose: Prose, index: int) -> list[Attribution]:
    """Read the sentence before a quote that is a sentence of its own, where nothing else speaks of it."""
    span, lexicon = prose.spans[index], prose.lexicon
    words = prose.words(span)
    is_last = prose.ends_block(prose.spans[prose.last_of_list(index)])
    ended = is_ended(words) or prose.text[span.end : span.end + 1] in (".", "!", "?")
    if not (ended or is_last) or len(words.split()) < 4:
        return []
    sentence = prose.sentence_before(span)
    if sentence is None and prose.fills_block(span):
        sentence = prose.sentence_above(span)
    if sentence is None or _UNPAIRED.search(sentence.text):
        return []
    said = read_announcement(sentence, lexicon) if ended or prose.makes_paragraph(span) else None
    said = said or _announced_without_verb(prose, span, sentence)
    return [said] if said else []


def _announced_without_verb(prose: Prose, span: Span, sentence: Clause) -> Attribution | None:
    """Read a sentence that speaks of the public, or of posts in front of several quotes."""
    if prose.lexicon.crowd.search(_OF_THEM.sub(" ", sentence.text)):
        return sentence.says("announced", "crowd")
    if prose.opens_row(span) and prose.lexicon.posts.search(sentence.text):
        return sentence.says("announced", "noun")
    return None


def read_sentence_behind(prose: Prose, index: int) -> list[Attribution]:
    """Read what the next sentence calls a quote that is one of its own, or where it places the words.

    "“…”. This was the comment of a fan."; "“…”. With these words she took leave on Instagram.";
    «…»: così Ada Marl su X.
    """
    span, lexicon = prose.spans[index], prose.lexicon
    number = prose.last_of_list(index)
    last = prose.spans[number]
    nearby = prose.masked, last.end, last.end + NEXT_SENTENCE
    called = lexicon.these_are.match(*nearby)
    is_tied = lexicon.points_back.match(*nearby) or (called and prose.text.startswith(":", last.end))
    if is_tied and last.closed and prose.opens_sentence(span):
        following: Clause | None = prose.clause_behind(number)
        if following and (said := _read_on(following, lexicon)):
            return [said]
    elif _ends_sentence(prose, last):
        following = prose.sentence_behind(last) if called or prose.opens_block(span) else None
    else:
        return []
    if called and called["post"]:
        return [Clause(called.group(), last.end).says("behind", "noun")]
    return [following.says("behind", "alone")] if following and _places(prose, last, following) else []


def _ends_sentence(prose: Prose, span: Span) -> bool:
    """Return whether a quote ends its sentence or its line."""
    return is_ended(prose.words(span)) or prose.text[span.end : span.end + 1] in (".", "\n")


def _places(prose: Prose, last: Span, following: Clause) -> bool:
    """Return whether the sentence behind a quote places its words on the net."""
    if not prose.lexicon.places(following.text) or prose.lexicon.off_platform.search(following.text):
        return False
    # Where quotes in the news are mostly spoken, the next paragraph tells nothing of them.
    return following.start < prose.blocks[last.last_block].end or not prose.lexicon.said_aloud


def _read_on(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Return who is named where a quote is handed on, perhaps by a colon: «…»: lo scrive su X il sindaco."""
    rest = Clause(clause.text.removeprefix(":"), clause.start + clause.text.startswith(":"))
    said = read_behind(rest, lexicon, detached=False, opens=True)
    return said if said and said.speaker else None


def read_reported_words(prose: Prose, index: int) -> list[Attribution]:
    """Read the attribution of some words in the midst of what somebody is reported to have written."""
    span, clause = prose.spans[index], prose.clause_before(index)
    if not prose.stands_inside(span):
        return []
    said = read_reported(clause, prose.lexicon, prose.words(span))
    return [found for found in (said, _of_user(clause, prose, span)) if found]


def _of_user(clause: Clause, prose: Prose, span: Span) -> Attribution | None:
    """Read a sentence that an unnamed user opens, whatever it tells: "One user regrets the “…”"."""
    text, lexicon = clause.text, prose.lexicon
    last = text.rfind(MASK) + 1
    user = _stranger_at(text, last, lexicon) or _stranger_at(text, 0, lexicon)
    # In English, who is quoted without a verb is seldom quoted: "One of them waved an “I Love Swans” sign".
    is_user = user is not None and lexicon.user.search(user.group()) is not None
    is_quoted = is_user or lexicon.language not in ("en", "pcm")
    if user is None or not is_quoted or len(prose.words(span).split()) < _PHRASE:
        return None
    if lexicon.language == "de" and text[user.end() + 1 : user.end() + 2].isupper():
        return None  # "Eine Sprecherin"
    return clause.says("that", "none", speaker=user.span())


def _stranger_at(text: str, start: int, lexicon: Lexicon) -> re.Match[str] | None:
    """Return somebody unnamed who opens a clause."""
    start += len(text) - start - len(text[start:].lstrip(" ,;\xa0"))
    return lexicon.stranger.match(text, start + opened(text[start:], lexicon))


def read_end_of_sentence(prose: Prose, index: int) -> list[Attribution]:
    """Read the words that end a sentence with quoted words in it.

    Example: "… “a clot” last year, she wrote in a post.".
    """
    said = read_close(prose.clause_behind(prose.last_of_list(index)), prose.lexicon)
    return [said] if said else []


def read_lead_in(prose: Prose, index: int) -> list[Attribution]:
    """Read whatever leads to a sentence with a colon or a bracket, in words that we do not know.

    "Her only answer: “…”"; "some were kind (“…”), some less so (“…”)".
    """
    clause, words = prose.clause_before(index), prose.words(prose.spans[index])
    leads = clause.ends_in_colon and not _READ_MORE.match(clause.text)
    if not leads and not _BRACKET_LAST.search(clause.text):
        return []
    if not is_ended(words) and len(words.split()) < 5:
        return []
    handle = _HANDLE_DOES.match(clause.text)
    return [clause.says("colon", "lead", handle=handle.span(1) if handle else None)]


def read_unattributed(prose: Prose, last: Reaction | None, index: int) -> list[Attribution]:
    """Read a quote that is a sentence of its own and that nothing attributes.

    It may go on after a reaction.
    """
    span, words = prose.spans[index], prose.words(prose.spans[index])
    is_first = index == 0 or prose.spans[index - 1].last_block != span.block
    if not (is_first or last) or len(words.split()) < 4 or not prose.opens_sentence(span):
        return []
    ended = is_ended(words) or prose.text[span.end : span.end + 1] in (".", ",")
    if not (ended or prose.makes_paragraph(span)) or _is_told_behind(prose, span):
        return []
    return [Clause("", span.end).says("announced", "alone")]


def _is_told_behind(prose: Prose, span: Span) -> bool:
    """Return whether the next words say what a quote is, or that somebody said it: "“…”, is the blurb."."""
    end = min(span.end + _SAID_NEXT, prose.blocks[span.last_block].end)
    are, verb = prose.lexicon.are, prose.lexicon.verb
    return any((are.match(prose.masked, span.end, end), verb.search(prose.masked, span.end, end)))
