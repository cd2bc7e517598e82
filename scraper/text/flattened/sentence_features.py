"""Name the features of a start inside a line: of the sentences the post would have, of what stands before.

What each feature means is shown by an example behind "#": words for which it holds. `start_choice` weighs
them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.flattened.paragraph_features import (
    EMPHASIS,
    SPEAKER_LABEL,
    find_person,
    without_quotations,
)
from scraper.text.flattened.passage_language import guess_language, guess_script, is_foreign
from scraper.text.flattened.start_choice import named
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
    from scraper.text.flattened.found_post import PostContext

# Retweets and announcements: no sentence of an article opens so, nor any but the first of a post.
_SURELY_OPENS = re.compile(r"\.@\w|RT\b|[A-Z]{4,}(?: [A-Z]{2,}){0,3} ?[:|] ")
_REPLY = re.compile(r"@(?P<handle>\w{1,20})")
_OPENS_POST = re.compile(rf"[#＃][^\W\d]|[{EMOJI}]|[A-Z]{{3,}}\b|\.\.\.|…")
# The first bullet of a list, and the one that follows a number or a letter.
_BULLET = re.compile(rf"[-•·▪●*→✔{EMOJI}]|\(?[1a][.)]")
_NEXT_BULLET = {"1.": "2.", "1)": "2)", "(1)": "(2)", "a.": "b.", "a)": "b)", "(a)": "(b)"}
_LINK_OPENINGS = ("http", "pic.")
_OPENERS = {")": "(", "”": "“", "»": "«", "」": "「", "』": "『", "]": "["}
# Lengths of sentences in characters: articles write longer ones than posts. Set by hand, as the points were
# (docs/accuracy.md names the texts), not fitted.
_SHORT, _LONG = 40, 150
# How many characters hold the first words of a post, and how many behind a sentence tell whether the text
# continues in its language.
_BEGINNING, _BEYOND = 80, 200
_NEVER_OPEN = ("|", ")", "]", ",", ";", "/")
_OPENING_MARKS = (*QUOTES, "‘", "'")
_WORD = re.compile(r"\w+")


def sentence_features(context: PostContext, start: int, end: int) -> list[str]:
    """Name the features of the sentence from `start` to `end`: is it the post's or the article's?"""
    words = context.text[start:end].strip()
    spoken = without_quotations(words)
    signs = {
        # Every sentence has it, so that a longer text needs evidence.
        "a sentence": True,
        # A hashtag, a mention, an emoji, a short link: "Fog! #fog"
        "post marks": has_post_marks(words),
        # “What a night!!”, “So it goes...”
        "emphasis": EMPHASIS.search(words),
        # “The lamp is out.”
        "short": len(words) <= _SHORT,
        # “It was all over Twitter.”
        "speaks of posts": mentions_posts(spoken),
        # “Others were angry.”
        "opens with the many": opens_with_crowd(spoken),
        # “Quill kept the lamp.” in front of a post by Rosa Quill
        "names the author": context.mentions_author(words),
        # “She put it like this:”
        "announces": _announces(context, words, end),
        # “My lamp is out.”, “The lamp is out lol”
        "says I": find_person(spoken) == "I",
        # “The lamp stays lit.” behind: “The lamp stays lit,” she said
        "quoted before": context.was_quoted(start),
    }
    return named("text", signs)


def leaves_language(context: PostContext, start: int, end: int) -> bool:
    """Return whether a sentence is in the article's language and what follows is not."""
    behind = context.text[end : min(end + _BEYOND, context.end)]
    return context.layout.leaves_language(context.text[start:end].strip(), behind)


def is_glued(context: PostContext, start: int) -> bool:
    """Return whether a sentence follows a full stop without a space: a paragraph ended there."""
    return context.text[start - 1 : start] in {".", "!", "?"} and context.text[start].isupper()


def line_start_features(context: PostContext, start: int, end: int) -> list[str]:
    """Name the features of the first sentence of a line, which ends at `end`, as the start of the post."""
    signs = {
        # “Quill took to Twitter to say that she was well.”
        "a sentence of the article": _is_narrated(context, start, end),
    }
    return [*named("line", signs), *opening_features(context, start)]


def _is_narrated(context: PostContext, start: int, end: int) -> bool:
    """Return whether the first sentence of a line is surely the article's."""
    words = context.text[start:end].strip()
    if words.endswith(COLONS):
        return _announces(context, words, end) and not SPEAKER_LABEL.fullmatch(words)
    if has_post_marks(words):
        return opens_with_crowd(words)
    return opens_with_crowd(words) or mentions_posts(words) or context.mentions_full_name(words)


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
    if find_person(words) == "I" or words.rfind("(") > words.rfind(")"):
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


def before_features(context: PostContext, previous: int, start: int) -> dict[str, float]:
    """Name the features of the sentence before a start: does it introduce the post, or is it part of one?"""
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    is_about_posts, is_report = mentions_posts(before), introduces_speech(before)
    announces = _announces(context, before, start)
    if _sounds_like_post(context, before, announces=announces):
        return {"before: a sentence of a post": 1}  # "Fog! #fog"
    signs = {
        # “It was all over Twitter.”
        "speaks of posts": is_about_posts,
        # “The keeper wrote on Monday.”
        "introduces speech": is_report,
        # “Quill kept the lamp.”
        "names the author": context.mentions_author(before),
        # “Others were angry.”
        "opens with the many": opens_with_crowd(before),
        # “He called it ‘dark.’”
        "ends with a quotation": before.endswith(("”", "»", '"')),
        # “It was clear:”
        "announces": announces,
        # “She put it like this:”
        "announces a post": announces and (is_about_posts or is_report),
        # “Das war alles.” before “We wait.”
        "another language": is_foreign(words[:_BEYOND], guess_language(before) or guess_script(before)),
        # “‘The lamp stays lit,’ she said.” before “The lamp stays lit”
        "quotes the beginning": _is_quoted_beginning(before, words),
    }
    # Articles write longer sentences: the share of a long one.
    return dict.fromkeys(named("before", signs), 1) | {"before: length": min(len(before), _LONG) / _LONG}


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


def opening_features(context: PostContext, start: int) -> list[str]:
    """Name what a candidate opens with, and whether its brackets and quotations are balanced."""
    words = context.text[start : context.end]
    before = context.text[max(0, start - 8) : start]
    is_only_entities = only_entities(words)
    signs = {
        # “no idea what it was” behind a full stop; “#Fog at noon”, “LAMP out”
        "like a post": _opens_small(before, words) or (not is_only_entities and _opens_post(before, words)),
        # “RT @rosaq”, “LOOK: a lamp”
        "as only posts do": _SURELY_OPENS.match(words),
        # “#fog #lamp”, “| via @rosaq”
        "as none does": is_only_entities or words.startswith(_NEVER_OPEN),
        # “out) and dark”
        "unbalanced": not _is_balanced(words),
        # “‘The lamp is out’ he said”
        "a quotation": words.startswith(QUOTES),
        # “We wait.” in “It was dark.We wait.”
        "glued to a stop": is_glued(context, start),
        "quoted before": context.was_quoted(start),
        # “@rosaq so do I”, where a post by @rosaq stands before; where none does
        "a reply to the last author": (reply := _find_reply(context, start)) == "known",
        "a reply": reply == "unknown",
    }
    return named("opens", signs)


def _opens_small(before: str, words: str) -> bool:
    """Return whether `words` open with a small letter, but no link, behind a full stop in `before`."""
    if not words[:1].islower() or words.startswith("http"):
        return False
    before = before.rstrip()
    return before.endswith((".", "!", "?", ".)")) and not before.endswith("..")


def _opens_post(before: str, words: str) -> bool:
    """Return whether `words` open as posts do and are not glued to the word `before`."""
    is_after_word = bool(before.strip()) and not before[-1].isspace()
    return not is_after_word and _OPENS_POST.match(words) is not None


def _find_reply(context: PostContext, start: int) -> str | None:
    """Return whether the user whom a candidate mentions first posted just before; None without a mention."""
    reply = _REPLY.match(context.text, start, context.end)
    if reply is None or _interrupts_sentence(context, start):
        return None
    return "known" if context.has_posted_before(reply["handle"]) else "unknown"


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
