"""Load the modules and compile the patterns for extraction once, before forking processes.

Importing this module does so. Otherwise each process would compile the patterns of English itself, which
takes as long as 40 pages. Other languages are rarer, and each takes as long as English.
"""

from __future__ import annotations

from scraper.extract import extract
from scraper.records import Document
from scraper.text.quotes.words.lexicons import PATTERNS, lexicon

_PAGE = """<!doctype html><html lang="en"><head><title>The pier</title></head><body><article>
<h1>The pier</h1><p>Fans were glad on Monday, and many said so: “Best night of the year,” one user tweeted.
#pier</p><blockquote class="twitter-tweet"><p lang="en">We sang.</p>&mdash; A Fan (@a_fan)
<a href="https://twitter.com/a_fan/status/1223400004194304000">February 1, 2020</a></blockquote>
<p>The band said that it would come again in the summer.</p></article></body></html>"""


def warm_up() -> None:
    """Extract a page, and compile all patterns of English."""
    extract(Document(source="-", content=_PAGE.encode()))
    english = lexicon("en")
    for name in PATTERNS:
        getattr(english, name)


warm_up()
