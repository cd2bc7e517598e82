"""Search a whole archive for erased content that is still there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.store.erasures.cutting import Cut
from archive.store.erasures.removing import Removed, remove, remove_articles
from archive.store.erasures.rescued import remove_rescued, rescued_erased
from archive.store.printings import all_printings

if TYPE_CHECKING:
    import sqlite3

    from archive.store.erasures.shield import Shield

_ARTICLES = "SELECT id, url, title, text FROM articles"
_QUOTES = "SELECT article, text, platform, handle FROM quotes"
_SHOWN = "SELECT start_offset, end_offset FROM embeds WHERE article = ? AND gone_at IS NULL"


@dataclass(slots=True)
class Found:
    """Erased content that is still there.

    Attributes:
        printings: Keys of printings.
        quoting: Ids of articles that quote erased text or authors.
        texts: Ids of articles with erased text in their title or text.
        articles: Ids of erased articles.
        problems: Number of problems that quote erased text.
        rescued: Number of rows of ``rescued_rows`` with erased content.
    """

    printings: list[str] = field(default_factory=list)
    quoting: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    articles: list[str] = field(default_factory=list)
    problems: int = 0
    rescued: int = 0


def still_there(connection: sqlite3.Connection, shield: Shield) -> Found:
    """Search all tables with text for erased content."""
    found = Found()
    found.printings += [each.key for each in all_printings(connection) if shield.is_post(each.post)]
    for article, text, platform, handle in connection.execute(_QUOTES):
        if shield.is_quote(text, platform, handle):
            found.quoting.add(article)
    for article, url, title, text in connection.execute(_ARTICLES):
        if shield.is_article(article, url):
            found.articles.append(article)
        elif any(shield.passages(title)) or _holds_words(connection, shield, article, text):
            found.texts.add(article)
    messages = connection.execute("SELECT message FROM problems")
    found.problems = sum(any(shield.passages(message)) for (message,) in messages)
    found.rescued = len(rescued_erased(connection, shield))
    return found


def _holds_words(connection: sqlite3.Connection, shield: Shield, article: str, text: str | None) -> bool:
    """Return True if a text contains erased words, other than those of a post that is not erased."""
    spans = list(shield.passages(text))
    if not spans:
        return False
    kept = Cut.of(span for span in connection.execute(_SHOWN, (article,)) if None not in span)
    return any(not kept.touches(*span) for span in spans)


def sweep(connection: sqlite3.Connection, shield: Shield, now: str) -> list[Removed]:
    """Remove all erased content, within a transaction; return what was removed."""
    found = still_there(connection, shield)
    removed = [remove_articles(connection, found.articles, now=now)]
    where = found.quoting | found.texts
    removed.append(remove(connection, shield, found.printings, where, now=now))
    removed.append(Removed(rescued=remove_rescued(connection, shield)))
    return removed
