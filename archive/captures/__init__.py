"""Captures: the bytes of all responses and files, in WARC files indexed in the database."""
