"""Find the quotes whose evidence is enough, however likely the fitted weights call them."""

from __future__ import annotations

from scraper.text.quotes.finder import reactions, weighed
from scraper.text.quotes.prose import may_quote
from scraper.text.quotes.words.languages import guess
from scraper.text.quotes.words.lexicons import lexicon


def convincing_quotes(text, language, taken=()):
    """Return the quotes of a text, as `scraper.text.quotes.find_quotes` does."""
    if not may_quote(text):
        return []
    words = lexicon(guess(text, language))
    read, _ = weighed(text, words, taken, [])
    enough = {found.span.start for found in read.values() if found.convinces}
    quotes = reactions(text, words, taken, [], lambda estimates: [True] * len(estimates))
    return [quote for quote in quotes if quote.start in enough]
