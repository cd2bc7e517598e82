"""Detect words spoken off any platform: to a paper, in a statement, in an interview.

Also find the part of a clause that attributes a quote: a place in the rest does not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.words.lexicons import Lexicon

# Found between commas: "Marl, writing on X, ".
_ASIDE = lazy_regex(r",\s(?P<words>[^,]{8,90})(?=[,.:]|\Z)")


def is_off_platform(said: Attribution, lexicon: Lexicon, *, placed: bool) -> bool:
    """Return True if the speaker was asked, or another place of speech is named and none on the net.

    With "tweeted" it is the subject or the occasion of the tweet: "He tweeted a minute into the debate".
    """
    if said.kind in ("say", "write") and _question(said, lexicon):
        return True
    return not placed and said.kind != "tweet" and lexicon.off_platform.search(said.clause.text) is not None


def main_part(said: Attribution, lexicon: Lexicon) -> str:
    """Return the part of a clause that attributes a quote.

    Without relative clauses about the speaker (", said Marl, who is on Twitter") and without questions put to
    the speaker.
    """
    text = said.clause.text
    asked = _question(said, lexicon)
    text = _without(text, *asked.span()) if asked else text
    if said.verb is None:
        return text
    start, end = (place - said.clause.start for place in said.verb)
    if said.kind == "say":
        told = lexicon.aside.search(text, 0, start)
        text = _without(text, told.start(), text.find(",", told.end(), start)) if told else text
        text = _without_trade(text, said, lexicon)
    if said.link in ("that", "direct") and said.kind == "say":
        content = lexicon.content.search(text, end)
        if content:
            return text[: max(content.start() + 1, end)]
    opens = lexicon.breaks if lexicon.lacks_grammar else lexicon.aside
    aside = opens.search(text, end)
    return text[: aside.start()] if aside and said.link == "behind" else text


def _question(said: Attribution, lexicon: Lexicon) -> re.Match[str] | None:
    """Return the question or the person who asked it, unless a user asked: "Preguntada por el tuit"."""
    asked = lexicon.asked.search(said.clause.text)
    return None if asked and lexicon.stranger.search(asked[0]) else asked


def _without_trade(text: str, said: Attribution, lexicon: Lexicon) -> str:
    """Return a clause without the speaker's trade: "dijo Marl, experta en redes sociales"."""
    if said.speaker is None:
        return text
    for aside in _ASIDE.finditer(text, max(0, said.speaker[1] - said.clause.start)):
        place = lexicon.venue.search(text, aside.start("words"), aside.end())
        before = text[aside.start("words") : place.start()] if place else ""
        is_trade = before.strip() and not any(
            pattern.match(before) for pattern in (lexicon.after_name, lexicon.preposition, lexicon.users)
        )
        if is_trade and lexicon.verb.search(before) is None:
            text = _without(text, *aside.span("words"))
    return text


def _without(text: str, start: int, end: int) -> str:
    """Return a text with a range replaced by blanks."""
    return text[:start] + " " * (end - start) + text[end:] if end > start else text
