"""Find the candidates for the start of a post inside a line of prose, where extraction lost the paragraphs.

Every sentence of the line is a candidate if the text from it to the end fits into one post. Features describe
the sentences from it on, the text before it (words that introduce a post, the author's name, another
language) and its first words. A comment gives an example of each feature.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.flattened.found_post import named
from scraper.text.flattened.layout import sentence_starts
from scraper.text.flattened.paragraph_features import EMPHASIS, SPEAKER_LABEL, without_quotations
from scraper.text.flattened.words import (
    COLONS,
    EMOJI,
    QUOTES,
    find_language_switch,
    find_person,
    guess_language,
    has_post_marks,
    has_stopword,
    introduces_speech,
    is_foreign,
    mentions_posts,
    only_entities,
    opens_with_crowd,
    opens_with_pointer,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.found_post import Candidates
    from scraper.text.flattened.layout import PostContext

# How many characters at its end to read to guess a post's language.
_TAIL = 120
# Retweets and announcements: only the first sentence of a post opens like this, and never one of an article.
_SURELY_OPENS = lazy_regex(r"\.@\w|RT\b|[A-Z]{4,}(?: [A-Z]{2,}){0,3} ?[:|] ")
_REPLY = lazy_regex(r"@(?P<handle>\w{1,20})")
_OPENS_POST = lazy_regex(rf"[#＃][^\W\d]|[{EMOJI}]|[A-Z]{{3,}}\b|\.\.\.|…")
# The first bullet of a list, and a bullet that follows a number or a letter.
_BULLET = lazy_regex(rf"[-•·▪●*→✔{EMOJI}]|\(?[1a][.)]")
_NEXT_BULLET = {"1.": "2.", "1)": "2)", "(1)": "(2)", "a.": "b.", "a)": "b)", "(a)": "(b)"}
# A quotation that closes before one opens.
_CLOSES_FIRST = lazy_regex("[^“«「『]*[”»」』]")
# Lengths of sentences in characters: articles write longer ones than posts. Set by hand, like the points
# (docs/accuracy.md names the texts), not fitted.
_SHORT, _LONG = 40, 150
# How many characters count as the first words of a post, and how many after a sentence show whether the text
# continues in its language.
_BEGINNING, _BEYOND = 80, 200
_NEVER_OPEN = ("|", ")", "]", ",", ";", "/")
_OPENING_MARKS = (*QUOTES, "‘", "'")
_WORD = lazy_regex(r"\w+")


def sentence_candidates(context: PostContext, floor: int, floor_features: Sequence[str]) -> Candidates:
    """Return the starts in a line that fit into a post, in text order; the last is `floor`, with `floor_features`."""
    candidates: Candidates = {}
    passed: Counter[str] = Counter()
    end = context.end
    for previous, start in reversed(list(pairwise(_starts(context, floor)))):
        if not context.fits(start):
            break
        passed.update(sentence_features(context, start, end))
        line = ["line: broken here"] if context.text[start - 1] == "\n" else []
        own = passed + Counter([*opening_features(context, start), *line])
        candidates[start] = {**own, **before_features(context, previous, start)}
        passed["text: behind a paragraph that lost its end"] += is_glued(context, start)
        behind = context.text[start : min(start + _BEYOND, context.end)]
        leaves_language = context.layout.leaves_language(context.text[previous:start], behind)
        passed["text: a sentence in the article's language"] += leaves_language
        end = start
    candidates = dict(reversed(candidates.items()))
    if context.fits(floor):
        # “Quill took to Twitter to say that she was well.”
        line = ["line: a sentence of the article"] if _is_narrated(context, floor, end) else []
        line = [*sentence_features(context, floor, end), *line, *opening_features(context, floor)]
        candidates[floor] = passed + Counter([*line, *floor_features])
    return candidates


def _starts(context: PostContext, floor: int) -> list[int]:
    """Return the sentence starts from `floor` on, and the offset where one leaves the article's language."""
    starts = sentence_starts(context.text, floor, context.end)
    article, tail = context.layout.language, context.text[max(floor, context.end - _TAIL) : context.end]
    other = None if article is None or has_stopword(article, tail[-_TAIL // 2 :]) else guess_language(tail)
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


def sentence_features(context: PostContext, start: int, end: int) -> list[str]:
    """Name the features of the sentence from `start` to `end`, in the post or in the article."""
    words = context.text[start:end].strip()
    spoken = without_quotations(words)
    signs = {
        "a sentence": True,  # True for every sentence, so a longer text needs evidence.
        "post marks": has_post_marks(words),  # A hashtag, a mention, an emoji, a short link: "Fog! #fog"
        "emphasis": EMPHASIS.search(words),  # “What a night!!”, “So it goes...”
        "short": len(words) <= _SHORT,  # “The lamp is out.”
        "speaks of posts": mentions_posts(spoken),  # “It was all over Twitter.”
        "opens with the many": opens_with_crowd(spoken),  # “Others were angry.”
        "names the author": context.mentions_author(words),  # “Quill kept the lamp.” before a post by Rosa Quill
        "announces": _announces(context, words, end),  # “She put it like this:”
        "says I": find_person(spoken) == "I",  # “My lamp is out.”, “The lamp is out lol”
        "quoted before": context.was_quoted(start),  # “The lamp stays lit.” after: “The lamp stays lit,” she said
    }
    return named("text", signs)


def is_glued(context: PostContext, start: int) -> bool:
    """Return True if a sentence follows a full stop without a space: a paragraph ended there."""
    return context.text[start - 1 : start] in {".", "!", "?"} and context.text[start].isupper()


def _is_narrated(context: PostContext, start: int, end: int) -> bool:
    words = context.text[start:end].strip()
    if words.endswith(COLONS):
        return _announces(context, words, end)
    return opens_with_crowd(words) or mentions_posts(words) or context.mentions_full_name(words)


def _announces(context: PostContext, words: str, end: int) -> bool:
    """Return True if the colon after `words` announces a post instead of continuing the sentence."""
    behind = context.text[end : context.end]
    if not words.endswith(COLONS):
        return False
    is_about_posts, is_report = mentions_posts(words), introduces_speech(words)
    if is_about_posts or opens_with_pointer(words):
        return True
    # The first person does not report, and an open bracket does not introduce the text after it.
    if find_person(words) == "I" or words.rfind("(") > words.rfind(")"):
        return False
    return is_report or _opens_upon(context, words, behind)


def _opens_upon(context: PostContext, words: str, behind: str) -> bool:
    """Return True if a colon introduces `behind`, for words that neither report nor mention posts."""
    if SPEAKER_LABEL.fullmatch(words):
        return context.mentions_author(words) and not behind[:1].islower()
    continues = behind[:1].islower() or behind[:1].isdigit()
    return not (continues or behind.startswith(QUOTES) or _is_list(behind))


def _is_list(words: str) -> bool:
    bullet = _BULLET.match(words)
    if bullet is None:
        return False
    return words.find(_NEXT_BULLET.get(bullet.group(), bullet.group()), bullet.end()) > 0


def before_features(context: PostContext, previous: int, start: int) -> dict[str, float]:
    """Name the features of the sentence before a start, which may introduce the post or be part of one."""
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    is_about_posts, is_report = mentions_posts(before), introduces_speech(before)
    announces = _announces(context, before, start)
    if _sounds_like_post(context, before, announces=announces):
        return {"before: a sentence of a post": 1}  # "Fog! #fog"
    signs = {
        "speaks of posts": is_about_posts,  # “It was all over Twitter.”
        "introduces speech": is_report,  # “The keeper wrote on Monday.”
        "names the author": context.mentions_author(before),  # “Quill kept the lamp.”
        "opens with the many": opens_with_crowd(before),  # “Others were angry.”
        "ends with a quotation": before.endswith(("”", "»", '"')),  # “He called it ‘dark.’”
        "announces": announces,  # “It was clear:”
        "announces a post": announces and (is_about_posts or is_report),  # “She put it like this:”
        "another language": is_foreign(words[:_BEYOND], guess_language(before)),  # “Das war alles.” before “We wait.”
        # “‘The lamp stays lit,’ she said.” before “The lamp stays lit”
        "quotes the beginning": _is_quoted_beginning(before, words),
    }
    # Articles write longer sentences: the share of a long one.
    return dict.fromkeys(named("before", signs), 1) | {"before: length": min(len(before), _LONG) / _LONG}


def _sounds_like_post(context: PostContext, before: str, *, announces: bool) -> bool:
    """Return True if a sentence is part of a post; a colon at its end may announce (`announces`) the post."""
    is_about_posts = mentions_posts(before)
    if has_post_marks(before) and not is_about_posts:
        is_report = introduces_speech(before) or context.mentions_author(before)
        if not (announces and is_report):
            return True
    if is_foreign(before, context.layout.language):
        return True
    return before.endswith(COLONS) and not announces


def _is_quoted_beginning(before: str, words: str) -> bool:
    """Return True if `before` quotes the beginning of `words`, as articles quote the posts they show."""
    if not before.startswith(_OPENING_MARKS):
        return False
    quoted, posted = (_WORD.findall(part[:_BEGINNING].casefold())[:2] for part in (before, words))
    return quoted == posted


def opening_features(context: PostContext, start: int) -> list[str]:
    """Name the features of a candidate's first words, and of its brackets and quotations."""
    words = context.text[start : context.end]
    before = context.text[max(0, start - 8) : start]
    is_only_entities = only_entities(words)
    opens_small = words[:1].islower() and not words.startswith("http")
    opens_small = opens_small and before.rstrip().endswith((".", "!", "?", ".)"))
    opens_post = before[-1:].isspace() and not is_only_entities and _OPENS_POST.match(words)
    signs = {
        # “no idea what it was” after a full stop; “#Fog at noon”, “LAMP out”
        "like a post": opens_small or opens_post,
        "as only posts do": _SURELY_OPENS.match(words),  # “RT @rosaq”, “LOOK: a lamp”
        "as none does": is_only_entities or words.startswith(_NEVER_OPEN),  # “#fog #lamp”, “| via @rosaq”
        "unbalanced": _CLOSES_FIRST.match(words) or words.count('"') % 2,  # “out) and dark”
        "a quotation": words.startswith(QUOTES),  # “‘The lamp is out’ he said”
        "glued to a stop": is_glued(context, start),  # “We wait.” in “It was dark.We wait.”
        "quoted before": context.was_quoted(start),
        # “@rosaq so do I”, after a post by @rosaq; without one
        "a reply to the last author": (reply := _find_reply(context, start)) == "known",
        "a reply": reply == "unknown",
    }
    return named("opens", signs)


def _find_reply(context: PostContext, start: int) -> str | None:
    """Return "known" if the first user mentioned in a candidate posted just before; None without a mention."""
    reply = _REPLY.match(context.text, start, context.end)
    if reply is None or _interrupts_sentence(context, start):
        return None
    return "known" if context.has_posted_before(reply["handle"]) else "unknown"


def _interrupts_sentence(context: PostContext, start: int) -> bool:
    """Return True if the letters at `start` only interrupt a sentence in the article's script."""
    before = context.text[max(0, start - 8) : start].rstrip()
    if not before[-1:].isalpha():
        return False
    return guess_language(context.text[start : context.end]) == context.layout.language
