"""Find the quotes whose evidence is enough, however likely the fitted weights call them."""

from __future__ import annotations

from scraper.text.quotes.finder import find_quotes, weighed
from scraper.text.quotes.words.languages import guess
from scraper.text.quotes.words.lexicons import lexicon


def convincing_quotes(text, language, taken=()):
    """Return the quotes of a text, as `scraper.text.quotes.find_quotes` does."""
    read, _ = weighed(text, lexicon(guess(text, language)), taken, [])
    enough = {found.span.start for found in read.values() if found.convinces}
    return [quote for quote in find_quotes(text, language, taken, min_confidence=0) if quote.start in enough]
