"""Read input: files, folders, archives and URLs -> documents -> decoded text.

`load` yields the documents of all sources, one at a time, and an error value for each unreadable one.
`decode` finds the encoding of a document and whether it is HTML or text. Both go by the content; names and
declarations only break ties.
"""

from __future__ import annotations

from scraper.input.decoding import Decoded, decode
from scraper.input.sources import MAX_BYTES, NO_COLUMNS, load, published_option
from scraper.input.streams import Position

__all__ = ["MAX_BYTES", "NO_COLUMNS", "Decoded", "Position", "decode", "load", "published_option"]
