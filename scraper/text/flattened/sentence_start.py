"""Where a post starts inside a line of prose, when extraction lost the paragraphs.

Every sentence of the line is a candidate if all from it on fits into one post. It gets points for each
sentence from it on that sounds like a post, for what stands before it (words that lead a post in, the
author's name, another language) and for what it starts with. The most points win; among equals the longest.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.layout import sentence_starts
from scraper.text.flattened.paragraph_score import LABEL, LOUD, outside_quotes, person
from scraper.text.flattened.passage_language import foreign, script, surely_in, tongue, tongue_switch
from scraper.text.flattened.vocabulary import (
    COLONS,
    EMOJI,
    QUOTES,
    about_crowd,
    about_posts,
    names_crowd,
    only_entities,
    points_at,
    saying,
    shows,
    tweetish,
)

if TYPE_CHECKING:
    from scraper.text.flattened.post_context import Place

# Retweets and announcements: no sentence of an article begins so, nor does any but the first of a post.
_SURELY_OPENS = re.compile(r"\.@\w|RT\b|[A-Z]{4,}(?: [A-Z]{2,}){0,3} ?[:|] ")
_ANSWER = re.compile(r"@(?P<handle>\w{1,20})")
_OPENS_POST = re.compile(rf"[#＃][^\W\d]|[{EMOJI}]|[A-Z]{{3,}}\b|\.\.\.|…")
# WordPress leaves the address of a tweet in front of an embed.
_ADDRESS_END = re.compile(r"(?:twitter|x)\.com/\w{1,20}/status/\d{1,20}\S{0,40}$")
# The bullets of a list; behind a number or letter the next one goes on with it.
_BULLET = re.compile(rf"[-•·▪●*→✔{EMOJI}]|\(?[1a][.)]")
_NEXT = {"1.": "2.", "1)": "2)", "(1)": "(2)", "a.": "b.", "a)": "b)", "(a)": "(b)"}
_LINKS = ("http", "pic.")
_OPENERS = {")": "(", "”": "“", "»": "«", "」": "「", "』": "『", "]": "["}
# Articles write longer sentences than posts do.
_SHORT, _LONG, _VERY_LONG = 40, 150, 200
_LEAST = -99.0
# So many points a sentence loses beforehand.
_RARE = 0.25
# So many points a line loses that begins with the article's own words.
_NARRATED = 2.5
# And so many, as a sentence does, if the post goes on in other letters than the article's.
_IN_ANOTHER_SCRIPT = 3.0
# And so many if it goes on in another language.
_IN_ANOTHER_TONGUE = 1.5
# So many points each paragraph before the last loses, where their ends lost the space behind the stop.
_ANOTHER_PARAGRAPH = 3.0
# And so many a sentence gets that the article quoted before, more if the post begins with it.
_KNOWN_INSIDE, _KNOWN = 1.0, 3.0
# Where a line begins inside a paragraph, one may have ended whose blank line was lost.
_AT_LINE = 3.0
# So many characters tell the language of a post, and so many hold its first words.
_TAIL, _BEGINNING = 120, 80
# So many characters behind a sentence tell whether it goes on in its language; "you" gives no more points.
_BEYOND, _SAYS_YOU = 200, 1.0
# What goes on or closes.
_NEVER_OPEN = ("|", ")", "]", ",", ";", "/")
_OPENING_MARKS = (*QUOTES, "‘", "'")
_WORD = re.compile(r"\w+")


def start_in_line(place: Place, floor: int, *, at_floor: float) -> int | None:
    """Find the most likely start behind `floor`; None where no sentence fits into a post.

    Args:
        place: Where the post ends, and whose it is.
        floor: Where the line, or what is left of it behind another post, begins.
        at_floor: Points for beginning at `floor` itself.
    """
    best, most_points, inside, end = None, _LEAST, 0.0, place.end
    foreign = script(place.text[max(floor, end - _TAIL) : end]) not in (None, place.layout.script)
    for previous, start in reversed(list(pairwise(_starts(place, floor)))):
        if not place.fits(start):
            return best
        known = place.quoted_before(start)
        inside += _voice(place, start, end) + _KNOWN_INSIDE * known
        if foreign and _leaves_script(place, start, end) and tongue(place.text[end : place.end]) is not None:
            inside -= _IN_ANOTHER_SCRIPT
        points = inside + _points_before(place, previous, start) + _points_opening(place, start)
        points += _KNOWN * known + _AT_LINE * (place.text[start - 1] == "\n")
        if points >= most_points:
            best, most_points = start, points
        inside -= _ANOTHER_PARAGRAPH * _is_glued(place, start)
        inside -= _IN_ANOTHER_TONGUE * _leaves_tongue(place, previous, start)
        end = start
    if _is_narrated(place, floor, end):
        at_floor -= _NARRATED
    if _leaves_script(place, floor, end):
        at_floor -= _IN_ANOTHER_SCRIPT
    points = inside + _voice(place, floor, end) + _points_opening(place, floor) + at_floor
    points += (_KNOWN + _KNOWN_INSIDE) * place.quoted_before(floor)
    return floor if place.fits(floor) and points > most_points else best


def _starts(place: Place, floor: int) -> list[int]:
    """Give the starts of the sentences behind `floor`, and where one leaves the article's language."""
    starts = sentence_starts(place.text, floor, place.end)
    article, tail = place.layout.tongue, place.text[max(floor, place.end - _TAIL) : place.end]
    other = None if article is None or surely_in(article, tail[-_TAIL // 2 :]) else tongue(tail)
    if article is None or other in (None, article):
        return starts
    for n in range(len(starts) - 1, -1, -1):
        end = starts[n + 1] if n + 1 < len(starts) else place.end
        words = place.text[starts[n] : end]
        switch = tongue_switch(words, article, other)
        if switch is not None:
            return [*starts[: n + 1], starts[n] + switch, *starts[n + 1 :]]
        if tongue(words) == article:
            break
    return starts


def _is_glued(place: Place, start: int) -> bool:
    """Tell whether a sentence begins right behind the stop of another: there a paragraph ended."""
    return place.text[start - 1 : start] in {".", "!", "?"} and place.text[start].isupper()


def _voice(place: Place, start: int, end: int) -> float:
    """Judge how much the sentence between `start` and `end` sounds like a post."""
    words = place.text[start:end].strip()
    spoken = outside_quotes(words)
    signs = (
        (3.0, tweetish(words)),
        (1.0, "&" in words),
        (0.5, LOUD.search(words)),
        (0.5, len(words) <= _SHORT),
        (-0.5, len(words) > _LONG),
        (-1.0, len(words) > _VERY_LONG),
        (-1.0, saying(spoken)),
        (-2.5, about_posts(spoken)),
        (-1.0, points_at(words)),
        (-1.0, about_crowd(spoken)),
        (-0.5, names_crowd(spoken)),
        (-1.0, place.names_author(words)),
        (-1.5, _announces(place, words, end)),
    )
    return 0.75 * person(spoken) - _RARE + sum(worth for worth, seen in signs if seen)


def _is_narrated(place: Place, start: int, end: int) -> bool:
    """Tell whether a sentence that a line begins with is surely the article's."""
    words = place.text[start:end].strip()
    if words.endswith(COLONS):
        return _announces(place, words, end) and not LABEL.fullmatch(words)
    if tweetish(words):
        return about_crowd(words)
    return about_crowd(words) or about_posts(words) or place.names_author_fully(words)


def _leaves_script(place: Place, start: int, end: int) -> bool:
    """Tell whether a sentence is in the letters of the article and what follows is not."""
    return place.layout.leaves_script(place.text[start:end], place.text[end : place.end])


def _leaves_tongue(place: Place, start: int, end: int) -> bool:
    """Tell whether a sentence is in the language of the article and what follows is not."""
    behind = place.text[end : min(end + _BEYOND, place.end)]
    return place.layout.leaves_tongue(place.text[start:end].strip(), behind)


def _announces(place: Place, words: str, end: int) -> bool:
    """Tell whether the colon behind `words` announces a post instead of going on in the same sentence."""
    behind = place.text[end : place.end]
    if not words.endswith(COLONS):
        return False
    about, says = about_posts(words), saying(words)
    if only_entities(behind):
        return about and says and not behind.startswith(_LINKS)
    if about or points_at(words) or shows(words):
        return True
    # Who says "I" does not report, and what stands in brackets does not lead in.
    if person(words) > _SAYS_YOU or words.rfind("(") > words.rfind(")"):
        return False
    return says or _opens_upon(place, words, behind)


def _opens_upon(place: Place, words: str, behind: str) -> bool:
    """Tell whether a colon, of words that neither report nor speak of posts, opens upon what is `behind`."""
    if LABEL.fullmatch(words):
        return place.names_author(words) and not behind[:1].islower()
    goes_on = behind[:1].islower() or behind[:1].isdigit()
    return not (goes_on or behind.startswith(QUOTES) or _is_list(behind))


def _is_list(words: str) -> bool:
    """Tell whether `words` begin with a bullet or a number in brackets that another follows."""
    bullet = _BULLET.match(words)
    return bullet is not None and words.find(_NEXT.get(bullet.group(), bullet.group()), bullet.end()) > 0


def _points_before(place: Place, previous: int, start: int) -> float:
    """Judge the sentence before a candidate: does it lead in a post, or is it part of one?"""
    before, words = place.text[previous:start].strip(), place.text[start : place.end]
    about, says = about_posts(before), saying(before)
    colon = _announces(place, before, start)
    leads_in = about or (colon and (says or place.names_author(before) or names_crowd(before)))
    if (tweetish(before) and not leads_in) or foreign(before, place.layout.tongue):
        return -1.5
    if before.endswith(COLONS) and not (about or says or colon):
        return -1.5
    signs = (
        (0.5, about),
        (0.5, says),
        (1.0, place.names_author(before)),
        (1.0, about_crowd(before)),
        (1.0, points_at(before)),
        (0.5, before.endswith(("”", "»", '"'))),
        (2.0, colon),
        (3.0, _ADDRESS_END.search(before)),
        (0.5, colon and (about or says)),
        (2.0, _changes_language(before, words)),
        (3.5, _is_quoted_beginning(before, words)),
    )
    return sum(worth for worth, seen in signs if seen) + min(len(before), _LONG) / _LONG


def _is_quoted_beginning(before: str, words: str) -> bool:
    """Tell whether `before` is a quotation that begins as `words` do: articles quote a post, then show it."""
    if not before.startswith(_OPENING_MARKS) or before[-1].isalnum():
        return False
    quoted, posted = (_WORD.findall(part[:_BEGINNING].casefold())[:2] for part in (before, words))
    return len(quoted) > 1 and quoted == posted


def _changes_language(before: str, words: str) -> bool:
    """Tell whether `words` are in another script or language than the sentence before them."""
    return foreign(words[:200], tongue(before) or script(before))


def _points_opening(place: Place, start: int) -> float:
    """Judge what a candidate begins with and whether it is whole."""
    words = place.text[start : place.end]
    before = place.text[max(0, start - 8) : start].rstrip()
    behind_stop = before.endswith((".", "!", "?", ".)")) and not before.endswith("..")
    glued = bool(before) and start > 0 and not place.text[start - 1].isspace()
    small = words[:1].islower() and behind_stop and not words.startswith("http")
    only_tail = only_entities(words)
    points = 2.0 * bool(small or (_OPENS_POST.match(words) and not glued and not only_tail))
    points += 4.0 * (_SURELY_OPENS.match(words) is not None) + _answers(place, start)
    points -= (
        4.0 * (only_tail or words.startswith(_NEVER_OPEN))
        + 2.0 * (not _balanced(words))
        + 1.0 * words.startswith(QUOTES)
    )
    return points + 2.0 * _is_glued(place, start)


def _answers(place: Place, start: int) -> float:
    """Judge a mention that a candidate begins with: who has posted just before is surely answered."""
    answer = _ANSWER.match(place.text, start, place.end)
    if answer is None or _goes_on_in_script(place, start):
        return 0.0
    return 4.0 if place.posted_before(answer["handle"]) else 3.0


def _goes_on_in_script(place: Place, start: int) -> bool:
    """Tell whether the letters at `start` only interrupt a sentence in others, the article's."""
    before = place.text[max(0, start - 8) : start].rstrip()
    return before[-1:].isalpha() and script(place.text[start : place.end]) == place.layout.script


def _balanced(words: str) -> bool:
    """Tell whether no bracket or quotation closes in `words` that did not open there; straight marks pair."""
    waiting: list[str] = []
    for character in words:
        if character in "(“«「『[":
            waiting.append(character)
        elif character in _OPENERS and _OPENERS[character] in waiting:
            waiting.remove(_OPENERS[character])
        elif character in "”»」』":
            return False
    return words.count('"') % 2 == 0
