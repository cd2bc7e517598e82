"""Parsing and normal forms of values: dates, instants in ids, URLs, handles, spellings. Pure functions."""
