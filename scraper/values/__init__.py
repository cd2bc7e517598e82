"""Parse and normalize values: dates, instants in ids, URLs, handles, spellings. Pure functions."""
