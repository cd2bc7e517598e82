"""Tell whether posts do the speaking, "one tweet read", or are only described: posted “nasty” comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.words.platform_names import platform_named

if TYPE_CHECKING:
    from scraper.text.quotes.judging.quote_context import QuoteContext
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

# Characters before a verb in which a post is named.
_REACH = 90
# "A tweet in which he said"
_IN_WHICH = re.compile(
    r"\b(?:en|em|dans|in)\s(?:(?:el|la|los|las|o|a)\s)?"
    r"(?:que|cual|quales|lequel|laquelle|lesquels|qual|cui|which|dem|der)\s"
    r"|\bn[ao]s?\s(?:que|qual|quais)\s|\b(?:donde|onde|où|dove)\s",
    re.IGNORECASE,
)
# A message to somebody in particular is no post.
_SENT = re.compile(
    r"\b(?:envi|mand|env[oi]|re[cç][ie]?[bç]|invi|ricev|sent|receiv)[^\W\d_]*\s", re.IGNORECASE
)
# "Angry about the comments, saying"
_ABOUT_THEM = re.compile(r"\b(?:about|over|regarding|of|for)\s(?:[^\W\d_]+\s)?\Z")
# "Defended his tweets, saying": what speaks is not the post that something was done about.
_WHOSE = re.compile(r"(?:\b(?:the|h[ie][rs]|their|its|those|these)|[’']s?)\s(?:[\w-]+\s){0,3}\Z")
# "She posted a statement on X. “…,” the statement reads"
_SAME_WORDS = re.compile(r"(?:the|his|her|their) (?:statement|message|text|note)", re.IGNORECASE)
_NAME_NEXT = re.compile(r" [A-Z][a-z]+(?: [A-Z]|,)")
_HERE = 2  # a place is named in the same paragraph


def is_of_posts(said: Attribution, context: QuoteContext, speaker: str, lexicon: Lexicon) -> bool:
    """Return whether posts do the speaking: "one tweet read", "left comments saying", or "It read"."""
    if said.kind == "noun" or lexicon.is_post(speaker):
        return True
    if said.verb is None:
        return False
    start, end = (place - said.clause.start for place in said.verb)
    if lexicon.reads.match(said.clause.text[start:end]):
        return _is_read(said, context, speaker, lexicon)
    return said.link != "behind" and _in_post(said.clause.text, start, end, lexicon)


def _in_post(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Return whether a verb stands in a clause on a post.

    Example: "a tweet that said", "un mensaje en el que asegura".
    """
    last = max(0, start - _REACH)
    if _says_in(text, start, lexicon):
        return True
    is_saying = text.endswith(("ing", "ING", "ndo", "ant"), start, end)
    posts = lexicon.saying.search(text, last, start) if is_saying else None
    if posts is None or _ABOUT_THEM.search(text, last, posts.start()):
        return False
    return "," not in posts[0] or _WHOSE.search(text, last, posts.start()) is None


def _says_in(text: str, end: int, lexicon: Lexicon) -> bool:
    """Return whether somebody says something in a post, no message to one person.

    Example: "un mensaje en el que asegura".
    """
    which = list(_IN_WHICH.finditer(text, max(0, end - _REACH), end))
    if not which:
        return False
    left, last = max(0, which[-1].start() - _REACH), which[-1].start()
    if lexicon.posts.search(text, left, last):
        return True
    return lexicon.remarks.search(text, left, last) is not None and _SENT.search(text, left, last) is None


def _is_read(said: Attribution, context: QuoteContext, speaker: str, lexicon: Lexicon) -> bool:
    """Return whether what is read out is a post: "a caption reads", "it read" near one, "one read"."""
    if speaker and (lexicon.posts.fullmatch(speaker) or platform_named(speaker)):
        return True
    if said.link == "behind" and said.verb:
        end = said.verb[1] - said.clause.start
        if lexicon.texts.search(said.clause.text, end, end + _REACH):
            return True
    if _SAME_WORDS.fullmatch(speaker):
        return context.near == _HERE
    is_answer = speaker.lower() == "it" or lexicon.alone.match(speaker) or lexicon.remarks.search(speaker)
    return bool(is_answer) and (context.near > 0 or context.public_reacts)


def describes(prose: Prose, span: Span) -> bool:
    """Return whether words are somebody's nickname: used X, “Goose” Ada said."""
    return prose.words(span).istitle() and _NAME_NEXT.match(prose.text, span.end) is not None
