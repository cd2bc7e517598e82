"""Find the quotes whose evidence is enough, however likely the fitted weights call them."""

from __future__ import annotations

from scraper.text.quotes.finder import reactions
from scraper.text.quotes.text.quotation_marks import may_quote
from scraper.text.quotes.words.languages import guess
from scraper.text.quotes.words.lexicons import lexicon


def convincing_quotes(text, language, taken=()):
    """Return the quotes of a text, as `scraper.text.quotes.find_quotes` does."""
    if not may_quote(text):
        return []
    read = reactions(
        text, lexicon(guess(text, language)), taken, [], lambda estimates: [True] * len(estimates)
    )
    return [found.quote for found in read if found.convinces]
