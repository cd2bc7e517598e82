"""The command ``voxpop`` where documents with the word "killer" kill the process that extracts them.

Native code that fails would do the same.
"""

from __future__ import annotations

import os
import signal

import scraper.extract
from scraper.extract import extract as harmless


def extract(document, **options):
    if b"killer" in document.content:
        os.kill(os.getpid(), signal.SIGSEGV)
    return harmless(document, **options)


# Also in the processes that the command starts, and nowhere else: pytest looks for examples in this file.
if __name__ in {"__main__", "__mp_main__"}:
    scraper.extract.extract = extract
if __name__ == "__main__":
    from archive.main import main

    main()
