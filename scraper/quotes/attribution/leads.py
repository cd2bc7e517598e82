"""What leads to a quote that no clause attributes: a row, a sentence beside it, a colon, a report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.quotes.attribution.reports import read_announcement, read_close, read_reported
from scraper.quotes.text.clauses import NEXT_SENTENCE, Clause, is_ended
from scraper.quotes.text.names import VEIL, opened
from scraper.quotes.words.venues import HANDLE

if TYPE_CHECKING:
    from scraper.quotes.reaction import Reaction
    from scraper.quotes.text.clauses import Attribution
    from scraper.quotes.text.marks import Span
    from scraper.quotes.text.prose import Prose
    from scraper.quotes.words.lexicons import Lexicon

_HANDLE_DOES = re.compile(rf"(?:[^@,]{{0,30}},)?\s*({HANDLE})\s+[^\W\d_A-ZÀ-Þ]")
# What leads to another article.
_READ_MORE = re.compile(
    r"\W*(?:also )?(?:leggi|vedi|guarda|leer?|mira|leia|veja|(?:[àa] )?(?:lire|voir)|read|see|watch|lesen"
    r"|siehe)\b.{0,160}:\s*\Z",
    re.IGNORECASE,
)
_NAMED_BEHIND, _SAID_NEXT = 80, 25
# "Er warnte davor, Gerüchte im Netz zu verbreiten."
_TO_DO = re.compile(r"\szu\s[^\W\d_]+\W*\Z")
_DATELINE = re.compile(r"\W*(?:[A-ZÀ-Þ ,.]{3,40}\s[–—-]\s)?")
_DASHES = ("– ", "— ", "- ")
# "Comments from “…” to “…”"
_RANGE, _LAST_WORD = 160, 8
_BETWEEN = re.compile(r"\b(?:from|da|von|de|desde|to|a|bis|zu|hin|hasta|à|até)\s+\Z", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|da|von|de|desde)\s+\Z", re.IGNORECASE)
_TO = re.compile(r",?\s+(?:to|a|bis(?: hin)?(?: zu)?|hasta|à|até)\s+", re.IGNORECASE)
_TO_LAST = re.compile(rf"{_FROM.pattern[:-2]}{VEIL}+{_TO.pattern}\Z", re.IGNORECASE)
# Words of what is no name or term.
_PHRASE = 3
# Quotes of one sentence that are looked at for one that ended before it.
_FEW = 4

# "The health of people": the public does nothing there.
_OF_THEM = re.compile(r"\bof\s[^\W\d_A-Z]+")
# Words that somebody was quoted with, though their mark was never closed.
_UNPAIRED = re.compile(r":\s*['\"“‘«„]\w")


def listed(prose: Prose, index: int) -> list[Attribution]:
    """What three or more quotes in a row are: announced with a colon, or "…", "…", "…" were the comments."""
    span, last = prose.spans[index], prose.last_of_list(index)
    before, behind = prose.clause_before(index), prose.clause_behind(last)
    labelled = _labelled(prose, index)
    if labelled:
        return [labelled]
    users = prose.lexicon.users_next.match(behind.text)
    if users and (last > index or prose.words(span)[-1:] in ("!", "?")):
        return [Clause(users.group(), behind.start).says("behind", "noun")]
    if _is_end_of_range(prose, index):
        return [before.says("direct", "noun")]
    if last == index:
        return []
    if last > index + 1:
        said = _row(before, behind, prose.lexicon)
    else:
        said = behind.says("behind", "noun") if prose.lexicon.are_posts.match(behind.text) else None
    if said or before.ends_in_colon:
        return [said] if said else []
    above = prose.sentence_above(span)
    is_called = above is not None and prose.lexicon.remarks.search(above.text) is not None
    return [above.says("announced", "noun")] if above and is_called else []


def _labelled(prose: Prose, index: int) -> Attribution | None:
    """The name in front of a quote, or behind it, in a row of such lines."""
    label, signature = prose.label(index), prose.signature(index)
    if label:
        return prose.clause_before(index).says("colon", "label", speaker=label)
    return prose.clause_behind(index).says("behind", "label", speaker=signature) if signature else None


def _is_end_of_range(prose: Prose, index: int) -> bool:
    """Whether a quote stands for the first or the last of many: the comments ran from “…” to “…”."""
    span, before = prose.spans[index], prose.spans[max(0, index - 1)]
    if _BETWEEN.search(prose.veiled, max(0, span.start - _LAST_WORD), span.start) is None:
        return False
    following = prose.spans[index + 1].start if index + 1 < len(prose.spans) else span.end
    start = max(prose.blocks[span.block].start, min(before.start, span.start) - _RANGE)
    is_first = _FROM.search(prose.veiled, start, span.start) and _TO.fullmatch(
        prose.veiled, span.end, following
    )
    if not (is_first or _TO_LAST.search(prose.veiled, start, span.start)):
        return False
    lead = (
        prose.veiled[max(start, span.start - _RANGE) : span.start]
        if is_first
        else prose.veiled[start : before.start]
    )
    return prose.lexicon.texts.search(lead) is not None or prose.lexicon.crowd.search(lead) is not None


def _row(before: Clause, behind: Clause, lexicon: Lexicon) -> Attribution | None:
    """What the words in front of three quotes or more, or behind them, say that they are."""
    if lexicon.posts.search(behind.text, 0, _NAMED_BEHIND) or lexicon.are_posts.match(behind.text):
        return behind.says("behind", "noun")
    if lexicon.are_sayings.match(behind.text):
        return behind.says("announced", "crowd")
    if before.ends_in_colon:
        return before.says("colon", "none")
    return before.says("announced", "lead") if lexicon.remarks.search(before.text) else None


def announced(prose: Prose, index: int) -> list[Attribution]:
    """The sentence before a quote that is a sentence of its own, where nothing else speaks of it."""
    span, lexicon = prose.spans[index], prose.lexicon
    words = prose.words(span)
    is_last = prose.ends_block(prose.spans[prose.last_of_list(index)])
    ended = is_ended(words) or prose.text[span.end : span.end + 1] in (".", "!", "?")
    if not (ended or is_last) or len(words.split()) < 4:
        return []
    sentence = prose.sentence_before(span)
    if sentence is None and prose.fills_block(span):
        sentence = prose.sentence_above(span)
    if sentence is not None and _UNPAIRED.search(sentence.text):
        return []
    said = read_announcement(sentence, lexicon) if sentence and ended else None
    if said is None and sentence and is_last and lexicon.crowd.search(_OF_THEM.sub(" ", sentence.text)):
        said = sentence.says("announced", "crowd")
    if said is None and sentence and prose.opens_row(span) and lexicon.posts.search(sentence.text):
        said = sentence.says("announced", "noun")
    if said is None and sentence and ended and is_last and _places_next(sentence, lexicon):
        said = sentence.says("announced", "lead")
    return [said] if said else []


def _places_next(sentence: Clause, lexicon: Lexicon) -> bool:
    """Whether a sentence before a quote names a place, and speaks of no other quote."""
    if VEIL in sentence.text or (lexicon.language == "de" and _TO_DO.search(sentence.text)):
        return False
    return lexicon.venue.search(sentence.text) is not None


def called_next(prose: Prose, index: int) -> list[Attribution]:
    """What the next sentence calls a quote that is one of its own, or where it places the words.

    "“…”. This was the comment of a fan."; "“…”. With these words she took leave on Instagram."
    """
    span = prose.spans[index]
    ended = is_ended(prose.words(span)) or prose.text[span.end : span.end + 1] in (".", "\n")
    opens = prose.opens_sentence(span) or prose.clause_before(index).text.endswith(_DASHES)
    if not (ended and span.closed and (opens or prose.clause_before(index).ends_in_colon)):
        return []
    called = prose.lexicon.these_are.match(prose.veiled, span.end, span.end + NEXT_SENTENCE)
    called = called or _post_next(prose, span)
    if called and called["post"]:
        return [Clause(called.group(), span.end).says("behind", "noun")]
    following = prose.sentence_behind(span) if called or (opens and prose.opens_block(span)) else None
    if following is not None and _places_words(prose, span, following):
        return [following.says("behind", "alone")]
    return [Clause(called.group(), span.end).says("behind", "alone")] if called and opens else []


def _post_next(prose: Prose, span: Span) -> re.Match[str] | None:
    """A post that opens the sentence behind a quote which opens the text: "“…”. A tweet by Marl has …"."""
    block = prose.blocks[span.block]
    opens = _DATELINE.fullmatch(prose.veiled, block.start, span.start)
    return prose.lexicon.post_opens.match(prose.veiled, span.end, block.end) if opens else None


def _places_words(prose: Prose, span: Span, following: Clause) -> bool:
    """Whether a sentence behind a quote names a place.

    In the next paragraph it must speak of words, too; where quotes in the news are mostly spoken, it must do
    so in the same one.
    """
    is_near, aloud = following.start < prose.blocks[span.last_block].end, prose.lexicon.said_aloud
    if aloud and not is_near:
        return False
    if (aloud or not is_near) and prose.lexicon.wording.search(following.text) is None:
        return False
    return prose.lexicon.places(following.text) and prose.lexicon.elsewhere.search(following.text) is None


def reported(prose: Prose, index: int) -> list[Attribution]:
    """Some words quoted in the midst of what somebody is reported to have written."""
    span, clause = prose.spans[index], prose.clause_before(index)
    if not prose.stands_inside(span):
        return []
    floor = max(0, _ended_before(prose, index) - clause.start)
    said = read_reported(clause, prose.lexicon, prose.words(span), floor)
    return [found for found in (said, _of_user(clause, prose, span)) if found]


def _of_user(clause: Clause, prose: Prose, span: Span) -> Attribution | None:
    """Words in a sentence that an unnamed user opens, whatever it tells: "One user regrets the “…”"."""
    text, lexicon = clause.text, prose.lexicon
    last = text.rfind(VEIL) + 1
    user = _stranger_at(text, last, lexicon) or (_stranger_at(text, 0, lexicon) if last else None)
    # In English, who is quoted without a verb is seldom quoted: "One of them waved an “I Love Swans” sign".
    is_user = user is not None and lexicon.user.search(user.group()) is not None
    is_quoted = is_user or lexicon.language not in ("en", "pcm")
    if user is None or not is_quoted or len(prose.words(span).split()) < _PHRASE:
        return None
    return clause.says("that", "none", speaker=user.span())


def _stranger_at(text: str, start: int, lexicon: Lexicon) -> re.Match[str] | None:
    """Somebody unnamed who opens a clause."""
    start += len(text) - start - len(text[start:].lstrip(" ,;\xa0"))
    return lexicon.stranger.match(text, start + opened(text[start:], lexicon))


def _ended_before(prose: Prose, index: int) -> int:
    """The end of the last quote before another in its paragraph that ended a sentence."""
    for before in reversed(prose.spans[max(0, index - _FEW) : index]):
        if before.last_block != prose.spans[index].block:
            break
        if is_ended(prose.words(before)):
            return before.end
    return 0


def closed(prose: Prose, index: int) -> list[Attribution]:
    """The words that end a sentence with quoted words in it: "… “a clot” last year, she wrote in a post."."""
    clause = prose.clause_behind(prose.last_of_list(index))
    said = read_close(clause, prose.lexicon) if clause.text.strip() else None
    return [said] if said else []


def led_in(prose: Prose, index: int) -> list[Attribution]:
    """Whatever leads to a sentence with a colon, in words that we do not know: "Her only answer: “…”"."""
    clause, words = prose.clause_before(index), prose.words(prose.spans[index])
    is_lead = clause.ends_in_colon and not prose.lexicon.makes_title(clause.text)
    is_lead = is_lead and _READ_MORE.match(clause.text) is None
    if not is_lead or not (is_ended(words) or len(words.split()) > 4):
        return []
    handle = _HANDLE_DOES.match(clause.text)
    return [clause.says("colon", "lead", handle=handle.span(1) if handle else None)]


def alone(prose: Prose, last: Reaction | None, index: int) -> list[Attribution]:
    """A quote that is a sentence of its own, and that nothing attributes; it may go on after a reaction."""
    span, words = prose.spans[index], prose.words(prose.spans[index])
    before = prose.spans[index - 1] if index else None
    is_first = before is None or before.last_block != span.block
    if not (is_first or (last and before and last.quote.end == before.end)):
        return []
    if len(words.split()) < 4 or not span.closed or not prose.opens_sentence(span):
        return []
    following = prose.text[span.end : span.end + 1]
    ended = is_ended(words) or (following and following in ".,") or prose.makes_paragraph(span)
    above = prose.sentence_above(span) if prose.fills_block(span) else None
    if not ended or _is_told_behind(prose, span) or (above and _UNPAIRED.search(above.text)):
        return []
    return [Clause("", span.end).says("announced", "alone")]


def _is_told_behind(prose: Prose, span: Span) -> bool:
    """Whether the next words say what a quote is, or that somebody said it: "“…”, is the blurb."."""
    end = min(span.end + _SAID_NEXT, prose.blocks[span.last_block].end)
    if prose.lexicon.are.match(prose.veiled, span.end, end):
        return True
    verb = prose.lexicon.verb.search(prose.veiled, span.end, end)
    return verb is not None and verb.lastgroup in ("say", "tell")
