"""A post: its text, articles, wordings, and the evidence for its time."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from datasette import NotFound, Response
from datasette.utils import tilde_decode

from archive.site.citation import cite, of_post, snippet
from archive.site.pages.versions import against, can_read
from archive.site.selection import rows
from archive.site.selection.rows import Marker
from archive.site.site import page_queries, site_of
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.site import Answer, Site

PARAMETERS = ("q",)


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context, or ``{"moved": …}`` if the post has a new id; raise NotFound if there is no such post."""
    post = await site.ask_one(
        page_queries("post")["post"], f"No article in this archive shows the post {name(key)}", post=key
    )
    if post["id"] != key:
        return {"moved": site.page("post", post["id"])}
    lists = ("first", "embeds", "printings", "hashtags", "links", "media", "captures", "there", "checks", "problems")
    found = await site.ask_named("post", *lists, post=key, native_id=post["native_id"] or "")
    rows.show_contexts(found["embeds"].rows)
    await rows.lead(site, [post])
    citation = cite(site, post, found["embeds"].rows)
    return {
        **found,
        "post": post,
        "citation": citation,
        "reference": of_post(site, post),
        "frame": snippet(site, post),
        "wordings": _wordings(found["printings"]),
        "picture": _has_picture(site, found["embeds"]) and site.page("picture", key),
        "marks": Marker(site.q),
    }


def _wordings(printings: Answer) -> list[dict[str, Any]]:
    """Return each different text once with its differences, printed texts before hydrated ones."""
    texts: dict[str, dict[str, Any]] = {}
    worded = [row for row in printings.rows if row["text"]]
    for row in worded or printings.rows:
        seen = texts.setdefault(row["text"] or "", {**row, "articles": 0})
        seen["articles"] += row["articles"]
    base = next(iter(texts), "")
    return [{**row, "marked": against(base, text)} for text, row in texts.items()]


# The picture in which a post was read, from the captures.

_ENCODERS = ThreadPoolExecutor(2, "voxpop-pictures")
#: Seconds that reading the capture may take.
_PATIENCE = 30


def _has_picture(site: Site, embeds: Answer) -> bool:
    """Return True if the picture of a post may be in the captures, and shown to this visitor."""
    return can_read(site) and find_spec("PIL") is not None and any(row["text_source"] == "ocr" for row in embeds.rows)


def _encoded(database: str, key: str) -> bytes:
    code = "import sys; from archive.captures.pictures import write_picture; write_picture(*sys.argv[1:])"
    command = [sys.executable, "-P", "-c", code, database, key]
    with suppress(subprocess.TimeoutExpired):
        return subprocess.run(  # noqa: S603 - our own command
            command, capture_output=True, timeout=_PATIENCE, check=False, stdin=subprocess.DEVNULL
        ).stdout
    return b""


async def picture(datasette: Any, request: Any) -> Any:
    """Return the picture of a post, a PNG made from the capture by another process; raise NotFound if none is shown."""
    site = await site_of(datasette, request)
    key = tilde_decode(request.url_vars["key"])
    content = b""
    if _has_picture(site, await site.ask(page_queries("post")["embeds"], post=key)):
        running = asyncio.get_running_loop()
        content = await running.run_in_executor(_ENCODERS, _encoded, site.database.path, key)
    if not content.startswith(b"\x89PNG"):
        raise NotFound(f"No picture of the post {name(key)} here")
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": "default-src 'none'"}
    return Response(content, content_type="image/png", headers=headers)


# The card of one post, to be framed by other sites.


async def show_card(site: Site, key: str) -> dict[str, Any]:
    """Return the context, or ``{"moved": …}`` if the post has a new id; raise NotFound if there is no such post."""
    post = await site.ask_one(
        page_queries("post")["post"], f"No article in this archive shows the post {name(key)}", post=key
    )
    return {"post": post} if post["id"] == key else {"moved": site.page("card", post["id"])}
