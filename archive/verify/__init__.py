"""Check and repair an archive: structure, counts, search indexes and captures."""
