"""The tables of a dataset: their columns, and the rows of one article.

Times are ISO 8601 texts with the precision of the source, ids are texts, unknown values are null. The first
columns are the same in every table of articles, so that a query about an outlet or a month needs no join.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from sys import getsizeof
from typing import TYPE_CHECKING, Any

from archive.store.identity import article_key, digest_of, hashtag_key
from scraper.values.moments import local_day
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa

    from scraper.records import Document, Embed, Extraction, Moment, Problem

Rows = dict[str, list[dict[str, Any]]]

_TEXT, _NUMBER, _SHARE, _TEXTS = "string", "int32", "float64", "list<string>"
#: Approximate bytes of a row of Python objects, without its texts.
_ROW = 400
#: Column -> description, for the shared columns.
_OF_ARTICLE = {
    "part": (_TEXT, "The part of the dataset, by which unfinished ones are told."),
    "article": (_TEXT, "The id of the article, the same as in an archive."),
    "host": (_TEXT, "The host name of the article's URL, without www."),
    "outlet": (_TEXT, "The name of the outlet, or its host name."),
    "published_at": (_TEXT, "When the article was published; UTC where it ends with Z."),
    "published_day": (_TEXT, "The day that the outlet printed, YYYY-MM-DD."),
}
#: Table -> column -> type and description.
COLUMNS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "articles": {
        **_OF_ARTICLE,
        "source": (_TEXT, "The input file, # and the offset of the record."),
        "url": (_TEXT, "The canonical URL."),
        "title": (_TEXT, "The headline."),
        "language": (_TEXT, "A BCP 47 primary tag."),
        "section": (_TEXT, "The section of the outlet."),
        "published_precision": (_TEXT, "The smallest unit of published_at."),
        "modified_at": (_TEXT, "When it was last changed."),
        "crawled_at": (_TEXT, "When the page was recorded."),
        "digest": (_TEXT, "SHA-256 of the page's bytes."),
        "text_length": (_NUMBER, "Characters of the text that offsets count in."),
        "embeds": (_NUMBER, "How many posts it shows."),
        "quotes": (_NUMBER, "How many reactions it quotes."),
        "hashtags": (_NUMBER, "How many uses of hashtags it has."),
        "text": (_TEXT, "The text that offsets count in."),
        "record": (_TEXT, "The record as `voxpop extract` prints it, JSON."),
    },
    "embeds": {
        **_OF_ARTICLE,
        "position": (_NUMBER, "0 for the first post of the article."),
        "form": (_TEXT, "How the post stood there."),
        "platform": (_TEXT, "The platform."),
        "post": (_TEXT, "The platform's id of the post."),
        "url": (_TEXT, "Its normal permalink."),
        "handle": (_TEXT, "The author's handle, without @."),
        "name": (_TEXT, "The author's name as printed."),
        "text": (_TEXT, "The words of the post as printed."),
        "language": (_TEXT, "The language the post declares."),
        "posted_at": (_TEXT, "When it was posted; UTC where it ends with Z."),
        "posted_precision": (_TEXT, "The smallest unit of posted_at."),
        "start": (_NUMBER, "Offset of the post's text."),
        "end": (_NUMBER, "Offset behind it."),
        "links": (_TEXTS, "What it links to."),
        "media": (_TEXTS, "Addresses of its pictures and videos."),
    },
    "quotes": {
        **_OF_ARTICLE,
        "position": (_NUMBER, "0 for the first quote of the article."),
        "text": (_TEXT, "The quoted words with their quotation marks."),
        "speaker": (_TEXT, "Who said it."),
        "speaker_as_written": (_TEXT, "The printed phrase."),
        "verb": (_TEXT, "The verb of saying."),
        "platform": (_TEXT, "The platform that the article names."),
        "handle": (_TEXT, "The speaker's handle."),
        "confidence": (_SHARE, "How likely it is a reaction, 0 to 1."),
        "speaker_confidence": (
            _SHARE,
            "Probability that a speaker chosen from the article is right; null where as printed.",
        ),
        "start": (_NUMBER, "Offset of the opening mark."),
        "end": (_NUMBER, "Offset behind the closing one."),
    },
    "hashtags": {
        **_OF_ARTICLE,
        "hashtag": (_TEXT, "The hashtag in the form in which all spellings are one."),
        "tag": (_TEXT, "As printed, without #."),
        "within": (_TEXT, "post, prose or quote."),
        "position": (_NUMBER, "The position of the post it stands in; null elsewhere."),
        "platform": (_TEXT, "The platform of that post."),
        "posted_at": (_TEXT, "When that post was posted."),
        "start": (_NUMBER, "Offset of the #; null in a post."),
    },
    "mentions": {
        **_OF_ARTICLE,
        "handle": (_TEXT, "Without @, as printed."),
        "within": (_TEXT, "post, prose or quote."),
        "position": (_NUMBER, "The position of the post it stands in; null elsewhere."),
        "platform": (_TEXT, "The platform of that post."),
        "start": (_NUMBER, "Offset of the @; null in a post."),
    },
    "bylines": {**_OF_ARTICLE, "position": (_NUMBER, "0 for the first name."), "name": (_TEXT, "As printed.")},
    "problems": {
        "part": _OF_ARTICLE["part"],
        "article": (_TEXT, "The id of the article; null where none could be read."),
        "source": (_TEXT, "The input file, and the offset of the record."),
        "step": (_TEXT, "What met it."),
        "kind": (_TEXT, "A short stable name to count by."),
        "message": (_TEXT, "One sentence for a person."),
    },
}
TABLES = tuple(COLUMNS)
_OF_QUOTE = [name for name in COLUMNS["quotes"] if name not in {*_OF_ARTICLE, "position"}]


@lru_cache(maxsize=1)
def schemas() -> Mapping[str, pa.Schema]:
    """Return the Arrow schema of each table."""
    import pyarrow as pa

    types = {_TEXT: pa.string(), _NUMBER: pa.int32(), _SHARE: pa.float64(), _TEXTS: pa.list_(pa.string())}
    return {
        table: pa.schema([(name, types[kind]) for name, (kind, _) in columns.items()])
        for table, columns in COLUMNS.items()
    }


def rows_of(document: Document, extraction: Extraction, part: str, *, text: bool) -> Rows:
    """Return the rows of one article: table -> rows.

    `text` includes the article's text.
    """
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
    return {
        "part": part,
        "article": None,
        "source": source,
        "step": problem.step,
        "kind": problem.kind,
        "message": problem.message,
    }


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
