"""Reactions in, answers out: keep what the scraper found in one SQLite file."""
