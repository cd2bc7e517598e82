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
from archive.site.site import GONE, site_of
from archive.site.words import SECONDS, name

if TYPE_CHECKING:
    from archive.site.site import Answer, Site

PARAMETERS = ("q",)

POST = f"""
select posts.*, authors.handle, authors.name, {GONE}
from posts left join authors on authors.id = posts.author
where posts.id = coalesce((select post from post_aliases where alias = :post), :post)
"""
EMBEDS = f"""
select embeds.article, embeds.form, embeds.text_source, embeds.position, embeds.printing, embeds.gone_at,
  embeds.first_seen,
  articles.title, articles.source, articles.outlet, articles.published_at, articles.published_day,
  articles.url, articles.digest,
  {rows.context_columns("embeds")}
from (select * from embeds where post = :post limit 300) as embeds
join articles on articles.id = embeds.article
order by articles.published_at, articles.id
"""
#: The articles that state their time to the minute, in the order of publication.
FIRST = f"""
select articles.id as article, articles.title, articles.source, articles.outlet, articles.published_at,
  {SECONDS.format("articles", "posts")} as seconds, count(*) over () as exact,
  posts.posted_zone is not null as is_exact
from (select distinct article from embeds where post = :post limit 3000) as shown
join articles on articles.id = shown.article
join posts on posts.id = :post
where substr(articles.published_at, -1) = 'Z'
order by articles.published_at, articles.id
limit 20
"""
PRINTINGS = """
select printings.id, printings.text, printings.name, printings.handle, printings.native_id,
  printings.posted_at, printings.posted_source, printings.posted_as_written, printings.source,
  printings.first_seen,
  (
    select count(*) from (
      select 1 from embeds where embeds.printing = printings.id and gone_at is null limit 1000
    )
  ) as articles
from printings left join posts on posts.id = printings.post
where printings.post = :post
order by printings.source is not null, printings.text is not posts.text, articles desc, printings.id
limit 20
"""
HASHTAGS = """
select hashtag, as_written from posts_hashtags where post = :post limit 50
"""
LINKS = "select url from links where post = :post order by position limit 20"
MEDIA = "select url from media where post = :post order by position limit 20"
CAPTURES = """
select captures.fetched_at, captures.url, captures.status, captures.digest, captures.file, captures.type,
  captures.article
from (select distinct article from embeds where post = :post limit 50) as shown
join captures on captures.article = shown.article and captures.hidden is null
order by captures.fetched_at desc
limit 20
"""
THERE = "select * from availability where post = :post"
CHECKS = """
select checks.verdict, checks.reason, checks.method, checks.http_status, checks.first_at, checks.last_at,
  checks.times, captures.url, captures.digest, captures.file, captures.offset
from checks left join captures on captures.id = checks.capture and captures.hidden is null
where checks.post = :post
order by checks.last_at desc, checks.id desc
limit 20
"""
PROBLEMS = """
select problems.kind, problems.message, problems.article
from (select distinct article from embeds where post = :post limit 50) as shown
join problems on problems.article = shown.article
where :native_id <> '' and instr(problems.message, :native_id) > 0
limit 10
"""


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; `found["moved"]` if the post has a new id.

    Raises:
        NotFound: The archive has no such post.
    """
    post = await site.ask_one(POST, f"No article in this archive shows the post {name(key)}", post=key)
    if post["id"] != key:
        return {"moved": site.page("post", post["id"])}
    this = {"post": key}
    found = await site.ask_all(
        first=(FIRST, this),
        embeds=(EMBEDS, this),
        printings=(PRINTINGS, this),
        hashtags=(HASHTAGS, this),
        links=(LINKS, this),
        media=(MEDIA, this),
        captures=(CAPTURES, this),
        there=(THERE, this),
        checks=(CHECKS, this),
        problems=(PROBLEMS, this | {"native_id": post["native_id"] or ""}),
    )
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
    code = "import sys; from archive.captures.accepted import write_picture; write_picture(*sys.argv[1:])"
    command = [sys.executable, "-P", "-c", code, database, key]
    with suppress(subprocess.TimeoutExpired):
        return subprocess.run(  # noqa: S603 - our own command
            command, capture_output=True, timeout=_PATIENCE, check=False, stdin=subprocess.DEVNULL
        ).stdout
    return b""


async def picture(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/picture/twitter~3A1``: a PNG, made from the capture in a process of its own.

    Raises:
        NotFound: The archive has no such picture, or its captures are not read for this visitor.
    """
    site = await site_of(datasette, request)
    key = tilde_decode(request.url_vars["key"])
    content = b""
    if _has_picture(site, await site.ask(EMBEDS, post=key)):
        running = asyncio.get_running_loop()
        content = await running.run_in_executor(_ENCODERS, _encoded, site.database.path, key)
    if not content.startswith(b"\x89PNG"):
        raise NotFound(f"No picture of the post {name(key)} here")
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": "default-src 'none'"}
    return Response(content, content_type="image/png", headers=headers)


# The card of one post, to be framed by other sites.


async def show_card(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; ``{"moved": …}`` if the post has a new id.

    Raises:
        NotFound: The archive has no such post.
    """
    post = await site.ask_one(POST, f"No article in this archive shows the post {name(key)}", post=key)
    return {"post": post} if post["id"] == key else {"moved": site.page("card", post["id"])}
