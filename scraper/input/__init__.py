"""What the user names -> documents, and their bytes -> text.

`load` turns files, folders, saved pages, WARC files, URLs and ``-`` into documents, one at a time; what
cannot be read comes back as an error value between them. `decode` says what a document's bytes are: HTML or
text, in which encoding. Both judge by content; names and declarations only break ties.
"""

from __future__ import annotations

from scraper.input.decoding import Decoded, decode
from scraper.input.sources import MAX_BYTES, load, published_option

__all__ = ["MAX_BYTES", "Decoded", "decode", "load", "published_option"]
