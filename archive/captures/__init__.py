"""Captures: the bytes of all answers and files, in WARC files indexed in the database."""
