"""Check and repair an archive: its structure, counts, searches, and the captures that it names."""
