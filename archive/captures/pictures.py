"""Write the picture in which a post was read, from the captures. The program of a process of its own."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from archive.captures.accepted import Version, versions, with_pictures_of
from archive.captures.lazy import captures_beside
from scraper.html.page import OpenPage
from scraper.input.decoding import decode
from scraper.post_pictures import Reader, bound_process, opened_picture, with_pictures
from scraper.records import Post, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.records import Document

#: The articles that show a post in a picture that was read, until when, and where.
_PICTURES = """
    SELECT article, gone_at, start_offset FROM embeds WHERE post = ? AND text_source = 'ocr' ORDER BY gone_at LIMIT 5
"""
#: Largest page that is searched for a picture, in bytes; longest side of a picture that is shown again.
_LARGEST_PAGE, _LONGEST_SHOWN = 50_000_000, 1200


def write_picture(database: str, post: str) -> None:
    """Write the picture in which a post was read to stdout, encoded again; nothing if no capture has it."""
    bound_process()
    folder = captures_beside(database)
    with closing(sqlite3.connect(f"{Path(database).resolve().as_uri()}?mode=ro", uri=True)) as connection:
        for article, until, start in connection.execute(_PICTURES, (post,)).fetchall():
            found = versions(connection, folder, article, _LARGEST_PAGE)
            seen = [each for each in found if isinstance(each, Version) and (until is None or each.seen < until)]
            if not seen or start is None:
                continue
            page = with_pictures_of(connection, folder, article, seen[-1].document(folder, _LARGEST_PAGE), seen[-1].id)
            if content := _picture_at(page, start):
                sys.stdout.buffer.write(content)
                return


def _picture_at(document: Document, start: int) -> bytes:
    """Return the picture that may show a post nearest to an offset in the text of a page; empty if there is none."""
    listing = _Listing(with_pictures(document))
    shown = OpenPage(decode(document).text, document.url or document.declared.url, listing).page().pictures
    # Texts of descriptions stay: they are no numbers.
    placed = ((embed.start, embed.post.text or "") for embed in shown)
    numbered = [(abs(place - start), int(text)) for place, text in placed if place is not None and text.isdecimal()]
    nearest = (listing.contents[number] for _, number in sorted(numbered))
    return next(filter(None, (_encoded(content, is_named=is_named) for content, is_named in nearest)), b"")


class _Listing(Reader):
    """Takes every picture of a page for a post, with the number of the picture as its text."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.contents: list[tuple[bytes, bool]] = []

    def read(self, names: Iterable[str], hint: Post | None) -> tuple[Post, Reading] | None:
        _, content = self.content_of(names)
        if not content:
            return None
        self.contents.append((content, hint is not None))
        return Post(platform="", text=str(len(self.contents) - 1)), Reading()


def _encoded(content: bytes, *, is_named: bool) -> bytes:
    picture = opened_picture(content, is_named=is_named)
    if picture is None:
        return b""
    picture.thumbnail((_LONGEST_SHOWN, _LONGEST_SHOWN))
    encoded = BytesIO()
    picture.save(encoded, "PNG")
    return encoded.getvalue()
