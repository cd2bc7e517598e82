"""Fill in the frames of a page that a browser saved together with a folder of files.

"Web Page, complete" leaves the document of each frame in ``NAME_files/``, and in the page no more than its
name. A frame that shows a post gets that document as its ``srcdoc``, and the URL from which it was saved.
"""

from __future__ import annotations

import hashlib
import html
import re
import stat
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from scraper.input.decoding import decode
from scraper.input.folders import is_beside_page, is_page_name
from scraper.patterns import lazy_regex
from scraper.records import Document
from scraper.registry import posts_in, recognise
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from pathlib import Path

#: A frame with its document in the folder of the page; the URL that browsers write into it.
_FRAME = lazy_regex(
    rb"<iframe\b(?=([^<>]{0,4000}))(?=[^<>]{0,4000}?\ssrc=[\"']?(?:\./)?([^\"'<>\\/\s][^\"'<>\\/]{0,254})/([^\"'<>\\/]{1,254}\.x?html?)[\"'\s>])"
    rb"(?![^<>]{0,4000}?\ssrcdoc=)",
    re.IGNORECASE,
)
_SAVED_FROM = lazy_regex(r"<!--\s{0,9}saved from url=\(\d{1,6}\)(https?://[^\s<>]{1,2000})")
_HEAD = 2000
#: Most frames of a page, most bytes of the document of one, and of all of them.
_MOST, _LARGEST, _LARGEST_SUM = 500, 2_000_000, 10_000_000


def with_saved_frames(path: Path, document: Document) -> Document:
    """Return a page with the documents of its frames that show posts, read from its folder.

    Args:
        path: The file that holds the page.
        document: The page, as it is in the file.

    Returns:
        The same document where nothing is filled in. The article is known by the page alone.
    """
    if document.original is not None or not is_page_name(path.name) or b"<iframe" not in document.content:
        return document
    known: dict[tuple[bytes, bytes], _Saved] = {}
    left = _LARGEST_SUM

    def filled(found: re.Match[bytes]) -> bytes:
        nonlocal left
        name = (found[2], found[3])
        if name not in known and len(known) < _MOST:
            known[name] = _saved(path.parent, *name)
        added = known[name].attributes if name in known and known[name].shows_post_of(found[1]) else b""
        left -= len(added)
        return found[0] + added if left >= 0 else found[0]

    content = _FRAME.sub(filled, document.content)
    if content == document.content:
        return document
    digest = document.digest or hashlib.sha256(document.content).hexdigest()
    return replace(document, content=content, digest=digest)


class _Saved(NamedTuple):
    """What was saved of a frame.

    Attributes:
        attributes: The attributes that it gets.
        is_post: Its URL is that of a post, or it names no other posts than one.
        ids: The ids of the posts that it names.
    """

    attributes: bytes
    is_post: bool
    ids: frozenset[bytes]

    def shows_post_of(self, tag: bytes) -> bool:
        """Return True if it is the embed of a post, not a feed, by itself or by the tag of the frame."""
        return self.is_post or any(native_id in tag for native_id in self.ids)


def _saved(beside: Path, folder: bytes, name: bytes) -> _Saved:
    """Return the saved document of a frame; None if its file is missing or shows no post."""
    names = [unquote(html.unescape(part.decode("utf-8", "replace"))) for part in (folder, name)]
    if not is_beside_page(names[0]) or any("/" in part or "\\" in part or "\0" in part for part in names):
        return _NOTHING
    shown = _text_of(beside / names[0], names[1])
    address = _SAVED_FROM.search(shown, 0, _HEAD)
    url = http_url(html.unescape(address[1])) if address else None
    is_of_post = url is not None and recognise(url) is not None
    ids = frozenset(post.id.encode() for post in islice(posts_in(shown), _MOST) if post.id)
    if not is_of_post and not ids:
        return _NOTHING
    written = f' data-saved-from="{html.escape(url)}"' if url else ""
    written += f' srcdoc="{html.escape(shown)}"'
    # In character references, which are right in whatever encoding the page has.
    return _Saved(written.encode("ascii", "xmlcharrefreplace"), is_of_post or len(ids) == 1, ids)


_NOTHING = _Saved(b"", is_post=False, ids=frozenset())


def _text_of(folder: Path, name: str) -> str:
    """Return the text of a file in a folder; empty if it is no file, too large, or linked from elsewhere."""
    path = folder / name
    try:
        if folder.is_symlink() or not stat.S_ISREG((status := path.lstat()).st_mode):
            return ""
        content = path.read_bytes() if status.st_size <= _LARGEST else b""
    except (OSError, ValueError):
        return ""
    return decode(Document(source=name, content=content, media_type="text/html")).text if content else ""
