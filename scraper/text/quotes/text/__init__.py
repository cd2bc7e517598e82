"""Prepare an article's text for reading: paragraphs, quotes, clauses, and the positions of names."""
