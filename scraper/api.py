"""Extract reactions from Python, e.g. in a notebook: from a text, a file, a URL, or many of them.

The functions here and in `archive.api` are a contract, like the command line: they change only with a new
major version. ``docs/python.md`` has examples.
"""

from __future__ import annotations

import json
import os
from itertools import islice
from typing import TYPE_CHECKING, Any, TypedDict

from scraper.errors import DocumentError, FetchError, SourceError, VoxpopError
from scraper.extract import extract, to_json
from scraper.input import published_option
from scraper.records import Author, Declared, Document, Extraction
from scraper.values.urls import is_web_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Unpack

    from scraper.records import Embed, Quote

__all__ = [
    "Extraction",
    "FetchError",
    "SourceError",
    "VoxpopError",
    "extract_all",
    "extract_file",
    "extract_text",
    "extract_url",
    "reactions",
    "to_dict",
]


class About(TypedDict, total=False):
    """The caller's metadata of an article; each field overrides the article's own.

    Attributes:
        url: Its URL.
        title: Its headline.
        outlet: The name of the outlet.
        language: A BCP 47 primary tag, such as ``en``.
        published: The publication date, such as ``2020-02-02``.
        min_confidence: Leave out quoted reactions of lower confidence, 0 to 1; None uses the fitted threshold.
        ocr: Read the posts in pictures that were saved with the page; needs the extra ``ocr``.
    """

    url: str | None
    title: str | None
    outlet: str | None
    language: str | None
    published: str | None
    min_confidence: float | None
    ocr: bool


def extract_text(text: str, **about: Unpack[About]) -> Extraction:
    r"""Extract the reactions from the text or the HTML source of an article.

    The format is detected.

    >>> found = extract_text("Fans sang on.\n\nBest night! #PierSong — tove (@tove_on_dunes) May 12, 2024\n")
    >>> found.embeds[0].post.author.handle, found.hashtags[0].tag
    ('tove_on_dunes', 'PierSong')

    Raises:
        ValueError: `published` is not a date.
    """
    # A byte order mark overrides any encoding declared in the text.
    content = b"\xef\xbb\xbf" + text.encode("utf-8", "replace")
    return _extracted(Document(source="text", content=content, declared=_declared(about)), about)


def extract_file(path: str | os.PathLike[str], **about: Unpack[About]) -> Extraction:
    """Extract the reactions from one file: a saved page (.html, .mhtml, .webarchive) or a text.

    Raises:
        SourceError: The file cannot be read, is not an article, or has several: see `extract_all`.
        ValueError: `published` is not a date.
    """
    name = os.fspath(path)
    if is_web_address(name):
        raise SourceError(name, "is a URL: use extract_url")
    found = list(islice(extract_all([name], **about), 2))
    if len(found) != 1:
        raise DocumentError(name, "is not one article: use extract_all")
    return _extraction(found[0])


def extract_url(
    address: str, /, *, contact: str | None = None, allow_private: bool = False, **about: Unpack[About]
) -> Extraction:
    """Fetch an article and extract its reactions.

    Args:
        address: An http(s) URL. It is fetched regardless of robots.txt, as you named it.
        contact: A URL or e-mail address for the User-Agent.
        allow_private: Fetch from private and loopback addresses too.
        **about: Your metadata of the article.

    Raises:
        SourceError: It cannot be fetched, or is not an article.
        ValueError: `published` is not a date.
    """
    if not is_web_address(address):
        raise SourceError(address, "is not a URL: use extract_file for a file, extract_text for a text")
    (found,) = extract_all([address], contact=contact, allow_private=allow_private, **about)
    return _extraction(found)


def extract_all(
    sources: Iterable[str | os.PathLike[str]],
    *,
    contact: str | None = None,
    allow_private: bool = False,
    **about: Unpack[About],
) -> Iterator[Extraction | SourceError]:
    """Extract the reactions from files, folders, WARC files and URLs, one article after the other.

    Args:
        sources: As for `voxpop extract`, in this order; only one article is in memory at a time.
        contact: A URL or e-mail address for the User-Agent.
        allow_private: Fetch from private and loopback addresses too.
        **about: Your metadata of all of them.

    Yields:
        An `Extraction` for each article, and a `SourceError` for each source that is none or cannot be read.

    Raises:
        ValueError: `published` is not a date.
    """
    from scraper.input import load

    named = [os.fspath(source) for source in sources]
    declared = _declared(about)
    if not any(map(is_web_address, named)):
        yield from _extractions(load(named, declared=declared), about)
        return
    from scraper.fetching import Fetcher

    with Fetcher(contact=contact, allow_private=allow_private) as fetcher:
        yield from _extractions(load(named, declared=declared, fetcher=fetcher), about)


def to_dict(extraction: Extraction) -> dict[str, Any]:
    """Return the record printed by `voxpop extract` as plain dictionaries, lists and strings."""
    record: dict[str, Any] = json.loads(to_json(extraction))
    return record


def reactions(extraction: Extraction) -> list[dict[str, Any]]:
    """Return one flat row for each embed and each quote, for a data frame.

    The columns are those of the archive's view `reactions` that one article can fill.
    """
    article = extraction.article
    about = {"article_url": article.url, "title": article.title, "outlet": article.outlet}
    about["published_at"] = article.published.at if article.published else None
    embeds = [{"kind": "embed", **about, **_embed_row(embed)} for embed in extraction.embeds]
    return embeds + [{"kind": "quote", **about, **_quote_row(*each)} for each in enumerate(extraction.quotes)]


def _embed_row(embed: Embed) -> dict[str, Any]:
    post, author = embed.post, embed.post.author or Author()
    return {
        "platform": post.platform,
        "handle": author.handle,
        "name": author.name,
        "text": post.text,
        "posted_at": post.posted.at if post.posted else None,
        "url": post.url,
        "form": embed.form,
        "position": embed.position,
        "confidence": None,
    }


def _quote_row(position: int, quote: Quote) -> dict[str, Any]:
    return {
        "platform": quote.platform,
        "handle": quote.handle,
        "name": quote.speaker,
        "text": quote.text,
        "posted_at": None,
        "url": None,
        "form": "quote",
        "position": position,
        "confidence": quote.confidence,
    }


def _declared(about: About) -> Declared:
    published = about.get("published")
    stated = {name: about.get(name) for name in ("url", "title", "outlet", "language")}
    return Declared(**stated, published=published_option(published) if published else None)  # type: ignore[arg-type]


def _extractions(documents: Iterable[Document | SourceError], about: About) -> Iterator[Extraction | SourceError]:
    for document in documents:
        yield document if isinstance(document, SourceError) else _extracted(document, about)


def _extracted(document: Document, about: About) -> Extraction:
    ocr = about.get("ocr", False)
    if ocr:
        from scraper.post_pictures import is_installed, with_pictures

        if not is_installed():
            raise VoxpopError("ocr=True needs an OCR engine: install it with `pip install 'voxpop[ocr]'`")
        document = with_pictures(document)
    return extract(document, min_confidence=about.get("min_confidence"), ocr=ocr)


def _extraction(found: Extraction | SourceError) -> Extraction:
    if isinstance(found, SourceError):
        raise found
    return found
