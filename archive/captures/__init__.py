"""The bytes of every answer: kept in WARC files beside the database, and indexed in it."""
