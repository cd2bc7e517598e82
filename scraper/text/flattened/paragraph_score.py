"""Score how much a paragraph sounds like a post and how little like an article.

Articles write long paragraphs of long sentences in the third person, each closed by a full stop; they
introduce, report and quote. Posts say "I" and "you", use capitals, end without a stop and are short. No
single sign is certain, so each adds as many points as it was found to be worth.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.flattened.passage_language import guess_language, has_stopword
from scraper.text.flattened.vocabulary import (
    BULLET,
    COLONS,
    EMOJI,
    I_WORDS,
    NET_WORDS,
    QUOTES,
    YOU_WORDS,
    has_post_marks,
    introduces_speech,
    mentions_crowd,
    only_entities,
    opens_with_crowd,
)

if TYPE_CHECKING:
    from scraper.text.flattened.post_context import PostContext

# The points that a paragraph loses in any case: most posts have only one.
_PRIOR = 1.5
_DOT = re.compile(r"[-*](?=\s)|[•·▪●]|\(?(?:\d{1,2}|[a-h])[.)/]")
_OPENING = re.compile(rf"[#＃][^\W\d]|[{EMOJI}]")
# The label of a speaker in the dialogue of a joke: "Me:", "Nobody:".
SPEAKER_LABEL = re.compile(r"\*?[^\W\d_][\w'’.*]*(?: [^\s:]{1,20}){0,2}:")
# A stage direction: "*stares at the sea*", "[on the phone]".
_STAGE_DIRECTION = re.compile(r"\*{1,3}[^*\n]{2,80}\*{1,3}|\[[^\[\]\n]{2,80}\]")
_SPEAKER = re.compile(r"\*?[^\W\d_][\w'’.*]*(?: [^\s:]{1,20}){0,5}:")
_STOPS = (".", "!", "?", "…", "”", '"', "»", "。", "！", "？", ")")
# The counter of a thread on a line of its own, behind the words of the post: "2/5".
_THREAD_COUNTER = re.compile(rf"[(\[]?\d{{1,2}}/(?:\d{{1,2}}|[nxX])?[)\]]?(?=\s*(?:$|pic\.|http|[{EMOJI}]))")
# Words in capitals; a line in capitals above more such words is no heading.
_SHOUTED = re.compile(r"[A-ZÀ-ÖØ-Þ]{3,} [A-ZÀ-ÖØ-Þ]{2,}\b")
# How a line begins that extraction broke off in front of a link.
_CONTINUATIONS = (". ", ", ", "; ", ": ", ") ", "! ", "? ", "'s ", "’s ")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SENTENCE = re.compile(r"[.!?…。！？]+[\s\"'”’»)]+")
_QUOTED = re.compile(r"[\"“«„][^\"“”«»„]{0,400}[\"”»“]")
EMPHASIS = re.compile(
    rf"[!?！？]{{2,}}|[!?！？][\s\"'”’»){EMOJI}\ufe0f]*$|\.{{3}}$|…$|(?:^| )[:;]-?[()DP](?: |$)"
)
# Lengths of paragraphs in characters, and of the sentences of posts in words.
_SHORT, _LONG, _VERY_LONG = 60, 120, 180
_FEW_WORDS = 6


def score_paragraph(context: PostContext, before: str, words: str) -> float:
    """Score how likely a paragraph belongs to a post.

    Args:
        context: What is known about the post.
        before: The paragraph.
        words: The text of the post behind it.

    Returns:
        The sum of points: above 0 the paragraph is more likely the post's, below 0 the article's.
    """
    spoken = without_quotations(before)
    evidence = (
        (4.0, has_post_marks(before)),
        (1.0, _OPENING.match(before)),
        (1.0, EMPHASIS.search(before)),
        (2.0, before.isupper() and before.endswith(_STOPS) and _SHOUTED.search(before)),
        (4.0, _STAGE_DIRECTION.fullmatch(before)),
        (-1.5, _STAGE_DIRECTION.match(words) and not _SPEAKER.match(before)),
        (3.0, _continues(before, words)),
        (4.0, _THREAD_COUNTER.match(words)),
        (5.0, _breaks_at_link(context, before, words)),
        (4.0, _is_in_another_language(context, before, words)),
        (-3.0, _changes_language(context, before, words)),
        (1.0, _DOT.match(words)),
        (2.0, _is_dialogue(words) or _is_dialogue(f"{before}\n{words}")),
        (-2.0, introduces_speech(spoken)),
        (-1.0, opens_with_crowd(spoken)),
        (-1.0, mentions_crowd(spoken)),
        (-2.0, context.mentions_author(before)),
    )
    points = _score_length(before) + score_person(spoken) - _PRIOR
    if not (before.endswith(COLONS) and _begins_with_link(context, words)):
        points += _score_ending(before, words)
    return points + sum(weight for weight, holds in evidence if holds)


def _score_length(words: str) -> float:
    """Score the length of a paragraph: posts write short ones of short sentences."""
    size = len(words)
    points = 0.5 if size <= _SHORT else -1.5 if size > _VERY_LONG else -0.5 if size > _LONG else 0.0
    sentences = len(_SENTENCE.findall(f"{words} "))
    return points + 1.0 * (sentences > 1 and len(_WORD.findall(words)) <= _FEW_WORDS * sentences)


def sounds_like_prose(words: str) -> bool:
    """Return whether a paragraph is long, ends in a full stop and uses neither first nor second person.

    >>> sounds_like_prose("The keepers were seen off the pier " * 6 + "."), sounds_like_prose("Sun!")
    (True, False)
    """
    spoken = without_quotations(words)
    return (
        len(words) > _VERY_LONG
        and words.endswith(".")
        and not (score_person(spoken) or EMPHASIS.search(words))
    )


def without_quotations(words: str) -> str:
    """Replace what is quoted in `words` by spaces."""
    return _QUOTED.sub(" ", words)


def score_person(words: str) -> float:
    """Score the person of the verbs: 2 for "I" or the slang of the net, 1 for "you" or "we", else 0."""
    tokens = frozenset(
        token if len(token) > 1 and token.isupper() else token.lower()
        for token in _WORD.findall(words.replace("’", "'"))
    )
    if not (tokens.isdisjoint(I_WORDS) and tokens.isdisjoint(NET_WORDS)):
        return 2.0
    return 0.0 if tokens.isdisjoint(YOU_WORDS) else 1.0


def _score_ending(before: str, words: str) -> float:
    """Score the end of a paragraph: one without a stop is a post's or a headline, a comma continues."""
    if before.endswith((",", ";")):
        return 3.0
    if before.endswith(COLONS):
        return 1.5 if is_speaker_label(before, words) else -3.0
    if before.endswith(_STOPS) or only_entities(before):
        return 0.5 * (before.startswith(QUOTES) and before.endswith(QUOTES))
    is_heading = looks_like_headline(before) and not (_is_verse(words) or _shouts_on(before, words))
    return -2.0 if is_heading else 1.0


def _shouts_on(before: str, words: str) -> bool:
    """Return whether a line in capitals stands above another that begins in capitals."""
    return before.isupper() and (_SHOUTED.match(words) is not None or words.split("\n", 1)[0].isupper())


def is_speaker_label(before: str, words: str) -> bool:
    r"""Return whether `before` names the speaker of `words`, as jokes do.

    >>> is_speaker_label("Nobody:", "Me: no"), is_speaker_label("Look:", "The lamp is out.")
    (True, False)
    """
    goes_on = words.startswith(QUOTES) or SPEAKER_LABEL.match(words) is not None
    return goes_on and SPEAKER_LABEL.fullmatch(before) is not None


def _is_dialogue(words: str) -> bool:
    """Return whether the first two lines of `words` name their speakers."""
    lines = [line for line in words.split("\n", 4) if line.strip()]
    return len(lines) > 1 and all(_SPEAKER.match(line) for line in lines[:2])


def _is_verse(words: str) -> bool:
    """Return whether `words` are several lines, the first of them short and without a stop at its end."""
    first, *more = words.split("\n", 1)
    return bool(more) and len(first) <= _SHORT and not first.rstrip().endswith((*_STOPS, *COLONS))


def looks_like_headline(words: str) -> bool:
    """Return whether `words` are at most four or most of the longer ones begin with capitals.

    >>> looks_like_headline("How Twitter Reacted to It"), looks_like_headline("how it was when we came home")
    (True, False)
    """
    if _SENTENCE.search(words):
        return False
    tokens = _WORD.findall(words)
    long = [token for token in tokens if len(token) > 3]
    return len(tokens) <= 4 or sum(token[0].isupper() for token in long) * 5 >= len(long) * 3


def stands_above_link(context: PostContext, words: str) -> bool:
    """Return whether `words` begin with a link that extraction put on a line of its own."""
    return context.breaks_lines_at_links and only_entities(words.split("\n", 1)[0])


def _breaks_at_link(context: PostContext, before: str, words: str) -> bool:
    """Return whether `before` and `words` are one line that extraction broke at a link."""
    own = SPEAKER_LABEL.fullmatch(before) or only_entities(words)
    if before.endswith(COLONS) and words.startswith(("#", "@")) and not own:
        return False
    return stands_above_link(context, words) or (context.breaks_lines_at_links and only_entities(before))


def _begins_with_link(context: PostContext, words: str) -> bool:
    """Return whether extraction broke the line in front of `words`, so that a colon before is the post's."""
    return context.breaks_lines_at_links and words.lower().startswith(("pic.", "http"))


def _continues(before: str, words: str) -> bool:
    """Return whether `words` continue a sentence, a list or quotations of `before`, or begin with a link."""
    dot = _DOT.match(words)
    if (BULLET.match(words) and BULLET.match(before)) or (dot and f" {dot.group()} " in before):
        return True
    are_quotations = before.startswith(QUOTES) and before.endswith(QUOTES) and words.startswith(QUOTES)
    if are_quotations or words.startswith(_CONTINUATIONS) or _shouts_on(before, words):
        return True
    if before.endswith(COLONS):
        return False
    if only_entities(words.split("\n", 1)[0]):
        return not words.lower().startswith("pic.")
    return words[:1].islower() and not before.endswith(_STOPS)


def _is_in_another_language(context: PostContext, before: str, words: str) -> bool:
    """Return whether `before` and `words` are in one language and the article in another."""
    article, own = context.layout.language, guess_language(before)
    if article is None or own == article:
        return False
    other = guess_language(words)
    if other in (None, article):
        return False
    if own is None and len(before) <= _SHORT and not _changes_language(context, before, words):
        return not has_stopword(article, before)
    return own == other


def _changes_language(context: PostContext, before: str, words: str) -> bool:
    """Return whether `before` is in the script or language of the article and `words` are not."""
    return context.layout.leaves_script(before, words) or context.layout.leaves_language(before, words)
