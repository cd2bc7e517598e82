"""How much a paragraph sounds like a post and how little like an article: points, as its signs give them.

Articles write long paragraphs of long sentences in the third person, each closed by a full stop; they
announce, report and quote. Posts say "I" and "you", shout, stop without a stop and say little at a time.
No sign is sure, so each counts as much as it was found to tell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.flattened.passage_language import has_word_of, tongue
from scraper.text.flattened.vocabulary import (
    BULLET,
    COLONS,
    EMOJI,
    I_WORDS,
    NET_WORDS,
    QUOTES,
    YOU_WORDS,
    about_crowd,
    names_crowd,
    only_entities,
    saying,
    tweetish,
)

if TYPE_CHECKING:
    from scraper.text.flattened.post_context import Place

# So many points a paragraph loses beforehand: most posts have but one.
_RARE = 1.5
_DOT = re.compile(r"[-*](?=\s)|[•·▪●]|\(?(?:\d{1,2}|[a-h])[.)/]")
_OPENING = re.compile(rf"[#＃][^\W\d]|[{EMOJI}]")
# Who speaks, in a joke's dialogue: "Me:", "Nobody:".
LABEL = re.compile(r"\*?[^\W\d_][\w'’.*]*(?: [^\s:]{1,20}){0,2}:")
# What is done meanwhile: "*stares at the sea*", "[on the phone]".
_STAGE = re.compile(r"\*{1,3}[^*\n]{2,80}\*{1,3}|\[[^\[\]\n]{2,80}\]")
_SPEAKER = re.compile(r"\*?[^\W\d_][\w'’.*]*(?: [^\s:]{1,20}){0,5}:")
_STOPS = (".", "!", "?", "…", "”", '"', "»", "。", "！", "？", ")")
# How a thread counts its posts in a line of its own, behind all that the post says: "2/5".
_COUNTER = re.compile(rf"[(\[]?\d{{1,2}}/(?:\d{{1,2}}|[nxX])?[)\]]?(?=\s*(?:$|pic\.|http|[{EMOJI}]))")
# Words that shout; above others that do a line which is all capitals is no heading.
_SHOUTED = re.compile(r"[A-ZÀ-ÖØ-Þ]{3,} [A-ZÀ-ÖØ-Þ]{2,}\b")
# So goes on what broke around a link.
_CONTINUES = (". ", ", ", "; ", ": ", ") ", "! ", "? ", "'s ", "’s ")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SENTENCE = re.compile(r"[.!?…。！？]+[\s\"'”’»)]+")
_QUOTED = re.compile(r"[\"“«„][^\"“”«»„]{0,400}[\"”»“]")
LOUD = re.compile(
    rf"[!?！？]{{2,}}|[!?！？][\s\"'”’»){EMOJI}\ufe0f]*$|\.{{3}}$|…$|(?:^| )[:;]-?[()DP](?: |$)"
)
_SHORT, _LONG, _VERY_LONG = 60, 120, 180
# So few words a sentence has in posts.
_FEW_WORDS = 6


def voice(place: Place, before: str, words: str) -> float:
    """Judge whether the paragraph `before` belongs to the post whose text goes on with `words`."""
    spoken = outside_quotes(before)
    signs = (
        (4.0, tweetish(before)),
        (1.0, _OPENING.match(before)),
        (1.0, LOUD.search(before)),
        (2.0, before.isupper() and before.endswith(_STOPS) and _SHOUTED.search(before)),
        (4.0, _STAGE.fullmatch(before)),
        (-1.5, _STAGE.match(words) and not _SPEAKER.match(before)),
        (3.0, _goes_on(before, words)),
        (4.0, _COUNTER.match(words)),
        (5.0, _breaks_at_link(place, before, words)),
        (4.0, _is_in_another_tongue(place, before, words)),
        (-3.0, _changes_language(place, before, words)),
        (1.0, _DOT.match(words)),
        (2.0, _is_dialogue(words) or _is_dialogue(f"{before}\n{words}")),
        (-2.0, saying(spoken)),
        (-1.0, about_crowd(spoken)),
        (-1.0, names_crowd(spoken)),
        (-2.0, place.names_author(before)),
    )
    points = _length(before) + person(spoken) - _RARE
    points += 0.0 if before.endswith(COLONS) and ends_at_link(place, words) else _ending(before, words)
    return points + sum(worth for worth, seen in signs if seen)


def _length(words: str) -> float:
    """Short paragraphs of short sentences are posts."""
    size = len(words)
    points = 0.5 if size <= _SHORT else -1.5 if size > _VERY_LONG else -0.5 if size > _LONG else 0.0
    sentences = len(_SENTENCE.findall(f"{words} "))
    return points + 1.0 * (sentences > 1 and len(_WORD.findall(words)) <= _FEW_WORDS * sentences)


def sounds_like_prose(words: str) -> bool:
    """Tell whether a paragraph is long, closed by a full stop, and speaks neither of "me" nor to "you".

    >>> sounds_like_prose("The keepers were seen off the pier " * 6 + "."), sounds_like_prose("Sun!")
    (True, False)
    """
    spoken = outside_quotes(words)
    return len(words) > _VERY_LONG and words.endswith(".") and not (person(spoken) or LOUD.search(words))


def outside_quotes(words: str) -> str:
    """Leave out what is quoted in `words`."""
    return _QUOTED.sub(" ", words)


def person(words: str) -> float:
    """Who says "I" posts, or talks as the net does; who says "you" may."""
    tokens = frozenset(
        token if len(token) > 1 and token.isupper() else token.lower()
        for token in _WORD.findall(words.replace("’", "'"))
    )
    return (
        2.0
        if not (tokens.isdisjoint(I_WORDS) and tokens.isdisjoint(NET_WORDS))
        else 1.0
        if not tokens.isdisjoint(YOU_WORDS)
        else 0.0
    )


def _ending(before: str, words: str) -> float:
    """A line that ends without a stop is a post's, or a headline; one that ends in a comma goes on."""
    if before.endswith((",", ";")):
        return 3.0
    if before.endswith(COLONS):
        return 1.5 if is_label(before, words) else -3.0
    if before.endswith(_STOPS) or only_entities(before):
        return 0.5 * (before.startswith(QUOTES) and before.endswith(QUOTES))
    is_heading = looks_like_headline(before) and not (_is_verse(words) or _shouts_on(before, words))
    return -2.0 if is_heading else 1.0


def _shouts_on(before: str, words: str) -> bool:
    """Tell whether a line in capitals stands above another that begins so."""
    return before.isupper() and (_SHOUTED.match(words) is not None or words.split("\n", 1)[0].isupper())


def is_label(before: str, words: str) -> bool:
    r"""Tell whether `before` names who speaks in `words`, as jokes do.

    >>> is_label("Nobody:", "Me: no"), is_label("Look:", "The lamp is out.")
    (True, False)
    """
    goes_on = words.startswith(QUOTES) or LABEL.match(words) is not None
    return goes_on and LABEL.fullmatch(before) is not None


def _is_dialogue(words: str) -> bool:
    """Tell whether the first lines of `words` say who speaks."""
    lines = [line for line in words.split("\n", 4) if line.strip()]
    return len(lines) > 1 and all(_SPEAKER.match(line) for line in lines[:2])


def _is_verse(words: str) -> bool:
    """Tell whether `words` are several lines, of which the first is short and ends without a stop, too."""
    first, *more = words.split("\n", 1)
    return bool(more) and len(first) <= _SHORT and not first.rstrip().endswith((*_STOPS, *COLONS))


def looks_like_headline(words: str) -> bool:
    """Tell whether `words` are few or begin with capitals throughout.

    >>> looks_like_headline("How Twitter Reacted to It"), looks_like_headline("how it was when we came home")
    (True, False)
    """
    if _SENTENCE.search(words):
        return False
    tokens = _WORD.findall(words)
    long = [token for token in tokens if len(token) > 3]
    return len(tokens) <= 4 or sum(token[0].isupper() for token in long) * 5 >= len(long) * 3


def stands_above_link(place: Place, words: str) -> bool:
    """Tell whether what comes before `words` stands above a link that extraction gave a line of its own."""
    return place.links_on_lines and only_entities(words.split("\n", 1)[0])


def _breaks_at_link(place: Place, before: str, words: str) -> bool:
    """Tell whether `before` and `words` are one line that extraction broke around a link."""
    own = LABEL.fullmatch(before) or only_entities(words)
    if before.endswith(COLONS) and words.startswith(("#", "@")) and not own:
        return False
    return stands_above_link(place, words) or (place.links_on_lines and only_entities(before))


def ends_at_link(place: Place, words: str) -> bool:
    """Tell whether a colon before `words` is the post's, as extraction broke the line in front of a link."""
    return place.links_on_lines and words.lower().startswith(("pic.", "http"))


def _goes_on(before: str, words: str) -> bool:
    """Tell whether `words` go on with a sentence, a list or quotations of `before`, or with a link."""
    dot = _DOT.match(words)
    if (BULLET.match(words) and BULLET.match(before)) or (dot and f" {dot.group()} " in before):
        return True
    if before.startswith(QUOTES) and before.endswith(QUOTES) and words.startswith(QUOTES):
        return True
    if words.startswith(_CONTINUES) or _shouts_on(before, words):
        return True
    if before.endswith(COLONS):
        return False
    if only_entities(words.split("\n", 1)[0]):
        return not words.lower().startswith("pic.")
    return words[:1].islower() and not before.endswith(_STOPS)


def _is_in_another_tongue(place: Place, before: str, words: str) -> bool:
    """Tell whether `before` and `words` are in one language which the article is not in."""
    article, own = place.layout.tongue, tongue(before)
    if article is None or own == article:
        return False
    other = tongue(words)
    if other in (None, article):
        return False
    if own is None and len(before) <= _SHORT and not _changes_language(place, before, words):
        return not has_word_of(article, before)
    return own == other


def _changes_language(place: Place, before: str, words: str) -> bool:
    """Tell whether `before` is in the letters or the language of the article and `words` are not."""
    return place.layout.leaves_script(before, words) or place.layout.leaves_tongue(before, words)
