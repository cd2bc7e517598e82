"""Prepare an article's text for reading: paragraphs, quotes, clauses, and where names stand in them."""
