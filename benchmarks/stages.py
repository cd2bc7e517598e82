"""Where the time of one extraction goes: the CPU time inside each stage, measured by wrapping its function.

A stage that calls another holds the other's time too; the rows are indented so.
"""

from __future__ import annotations

import importlib
import time
from contextlib import ExitStack, contextmanager
from functools import wraps
from statistics import median
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from scraper.records import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.pages import PageSet

#: What the table says, the module that calls the stage, the name it calls.
STAGES = (
    ("the whole record", "scraper.extract", "extract"),
    ("– decoding", "scraper.input", "decode"),
    ("– opening the page", "scraper.extract", "OpenPage"),
    ("– – finding signs of posts, marking them, parsing", "scraper.html.page", "parse"),
    ("– – – finding signs", "scraper.html.embeds.parsed_page", "literal_offsets"),
    ("– – – parsing", "scraper.html.embeds.parsed_page", "HTMLTree.parse"),
    ("– – judging and reading embeds", "scraper.html.page", "_found"),
    ("– – – judging candidates", "scraper.html.page", "candidates"),
    ("– – prose", "scraper.html.page", "prose_of"),
    ("– – – the library's texts", "scraper.html.article_lines", "extract_plain_text"),
    ("– title and language", "scraper.html.page", "PageMetadata"),
    ("– dates", "scraper.html.metadata.article_metadata", "dates_of"),
    ("– bylines", "scraper.html.metadata.article_metadata", "bylines"),
    ("– reading a plain text", "scraper.plain.reading", "read_plain_text"),
    ("– flattened posts", "scraper.extract", "find_flattened"),
    ("– quotes", "scraper.extract", "find_quotes"),
    ("– allusions", "scraper.extract", "find_allusions"),
    ("– hashtags", "scraper.extract", "list_tags"),
    ("– mentions", "scraper.extract", "list_mentions"),
)


def measure_stages(pages: PageSet, rounds: int) -> dict[str, float | None]:
    """Give CPU seconds over all pages by stage, the median of the rounds; None for a missing stage."""
    documents = [Document(source=path.name, content=path.read_bytes()) for path in pages.paths]
    taken: list[dict[str, float]] = []
    for _ in range(rounds + 1):  # the first one warms up
        spent: dict[str, float] = {}
        with _watched(spent):
            run = importlib.import_module("scraper.extract").extract
            for document in documents:
                run(document)
        taken.append(spent)
    return {
        label: median(spent.get(label, 0.0) for spent in taken[1:]) if _present(module, name) else None
        for label, module, name in STAGES
    }


def _present(place: str, name: str) -> bool:
    try:
        return hasattr(importlib.import_module(place), name.partition(".")[0])
    except ImportError:
        return False


@contextmanager
def _watched(spent: dict[str, float]) -> Iterator[None]:
    """Wrap every stage for a while."""
    with ExitStack() as stack:
        for label, place, name in STAGES:
            if not _present(place, name):
                continue
            module = importlib.import_module(place)
            owner, _, method = name.partition(".")
            inside = getattr(module, owner)
            timed = _timed(getattr(inside, method) if method else inside, label, spent)
            setattr(module, owner, SimpleNamespace(**{method: timed}) if method else timed)
            stack.callback(setattr, module, owner, inside)
        yield


def _timed(function: Callable[..., Any], label: str, spent: dict[str, float]) -> Callable[..., Any]:
    @wraps(function)
    def run(*arguments: Any, **options: Any) -> Any:
        before = time.process_time()
        try:
            return function(*arguments, **options)
        finally:
            spent[label] = spent.get(label, 0.0) + time.process_time() - before

    return run
