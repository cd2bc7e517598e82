"""The tables of a dataset: their columns, and the rows of one article.

``config/dataset.toml`` describes the columns. Ids are texts, unknown values are null. The first columns are the
same in every table of articles, so that a query about an outlet or a month needs no join.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, fields
from functools import lru_cache
from sys import getsizeof
from typing import TYPE_CHECKING, Any

from archive.store.identity import article_key, digest_of, hashtag_key
from scraper.configuration import packaged
from scraper.records import Quote
from scraper.values.moments import local_day
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa

    from scraper.records import Document, Embed, Extraction, Moment, Problem

Rows = dict[str, list[dict[str, Any]]]

#: Approximate bytes of a row of Python objects, without its texts.
_ROW = 400


def _columns() -> dict[str, dict[str, str]]:
    stored = packaged("dataset.toml")
    shared = stored.pop("shared")
    tables = {name: columns if name == "problems" else shared | columns for name, columns in stored.items()}
    return {name: {column: kind for column, (kind, _) in columns.items()} for name, columns in tables.items()}


COLUMNS = _columns()
TABLES = tuple(COLUMNS)
_OF_QUOTE = [field.name for field in fields(Quote) if field.name in COLUMNS["quotes"]]


@lru_cache(maxsize=1)
def schemas() -> Mapping[str, pa.Schema]:
    """Return the Arrow schema of each table."""
    import pyarrow as pa

    types = {"string": pa.string(), "int32": pa.int32(), "float64": pa.float64(), "list": pa.list_(pa.string())}
    return {
        table: pa.schema([(name, types[kind]) for name, kind in columns.items()]) for table, columns in COLUMNS.items()
    }


def rows_of(document: Document, extraction: Extraction, part: str, *, text: bool) -> Rows:
    """Return the rows of one article by table, with the article's text if `text`."""
    from scraper.extract import to_json

    article, digest = extraction.article, digest_of(document.content)
    shared = {
        "part": part,
        "article": article_key(article.url, digest),
        "host": host_without_www(article.url or document.url),
        "outlet": article.outlet,
        "published_at": _at(article.published),
        "published_day": local_day(article.published),
    }
    rows: Rows = defaultdict(list)
    rows["articles"].append(
        shared
        | {
            "source": document.source,
            "url": article.url,
            "title": article.title,
            "language": article.language,
            "section": article.section,
            "published_precision": article.published and article.published.precision,
            "modified_at": _at(article.modified),
            "crawled_at": document.saved_at,
            "digest": digest,
            "text_length": article.text_length,
            "embeds": len(extraction.embeds),
            "quotes": len(extraction.quotes),
            "hashtags": len(extraction.hashtags),
            "text": extraction.text if text else None,
            "record": to_json(extraction, digest),
        }
    )
    rows["embeds"] += [shared | _of_embed(embed) for embed in extraction.embeds]
    rows["quotes"] += [
        shared | {"position": position} | {name: getattr(quote, name) for name in _OF_QUOTE}
        for position, quote in enumerate(extraction.quotes)
    ]
    rows["hashtags"] += [
        shared | row | {"hashtag": hashtag_key(row["tag"])} for row in _uses(extraction, "hashtags", "tag")
    ]
    rows["mentions"] += [shared | row for row in _uses(extraction, "mentions", "handle")]
    rows["bylines"] += [shared | {"position": position, "name": name} for position, name in enumerate(article.bylines)]
    rows["problems"] += [
        problem_row(problem, document.source, part) | {"article": shared["article"]} for problem in extraction.problems
    ]
    return rows


def problem_row(problem: Problem, source: str, part: str) -> dict[str, Any]:
    """Return the row of a problem without an article."""
    return {"part": part, "article": None, "source": source, **asdict(problem)}


def _at(moment: Moment | None) -> str | None:
    return None if moment is None else moment.at


def _of_embed(embed: Embed) -> dict[str, Any]:
    post = embed.post
    return {
        "position": embed.position,
        "form": embed.form,
        "platform": post.platform,
        "post": post.id,
        "url": post.url,
        "handle": post.author and post.author.handle,
        "name": post.author and post.author.name,
        "text": post.text,
        "language": post.language,
        "posted_at": _at(post.posted),
        "posted_precision": post.posted and post.posted.precision,
        "start": embed.start,
        "end": embed.end,
        "links": list(post.links),
        "media": list(post.media),
    }


def _uses(extraction: Extraction, kind: str, name: str) -> Iterator[dict[str, Any]]:
    """Yield each use of a hashtag or handle: in posts, with the post, then in the prose."""
    for embed in extraction.embeds:
        for value in getattr(embed.post, kind):
            yield {
                name: value,
                "within": "post",
                "position": embed.position,
                "platform": embed.post.platform,
                "posted_at": _at(embed.post.posted),
            }
    for use in getattr(extraction, kind):
        if use.within != "post":
            yield {name: getattr(use, name), "within": use.within, "start": use.start}


def sizes(rows: Rows) -> int:
    """Estimate the bytes of rows in memory."""
    each = (row for table in rows.values() for row in table)
    return sum(_ROW + sum(getsizeof(text) for text in row.values() if isinstance(text, str)) for row in each)
