"""The addresses of our pages; how an answer leaves, as HTML, feed, text or rows; and how long it keeps."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import secrets
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette import NotFound, Response
from datasette.utils import tilde_decode, tilde_encode

from archive.site import answers, feeds, style
from archive.site.answers import POLICY, POLICY_OF_CARDS
from archive.site.charts import picture
from archive.site.citation import FORMATS
from archive.site.pages import article, author, compare, hashtag, home, lists, measures, outlet, post, versions
from archive.site.site import Site, archives, site_of, stands_alone

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

#: What was answered before a start may have been made by other rules.
_PROCESS = secrets.token_hex(4)


@dataclass(frozen=True, slots=True)
class Page:
    """One kind of page, with a template of the same name; `show` gets the site and the key, if the URL has one.

    `parameters` are those that it reads; None where its form names unknown ones. `moved` is the status of a redirect.
    """

    show: Callable[..., Awaitable[dict[str, Any]]]
    parameters: Collection[str] | None = ()
    moved: int = 301
    policy: str = POLICY


PAGES = {
    "article": Page(article.show, article.PARAMETERS),
    "author": Page(author.show, author.PARAMETERS),
    "card": Page(post.show_card, policy=POLICY_OF_CARDS),
    "compare": Page(compare.show, compare.PARAMETERS),
    "data": Page(home.show_data),
    "gone": Page(versions.show_vanished, versions.VANISHED_PARAMETERS),
    "hashtag": Page(hashtag.show, hashtag.PARAMETERS),
    "home": Page(home.show),
    "list": Page(lists.show, None),
    "outlet": Page(outlet.show),
    "post": Page(post.show, post.PARAMETERS),
    "prose": Page(versions.show_prose, versions.PARAMETERS),
    "search": Page(lists.search, None, moved=302),
    "shown": Page(measures.show_shown, measures.SHOWN_PARAMETERS),
    "speed": Page(measures.show_speed, measures.SPEED_PARAMETERS),
    "story": Page(hashtag.show_story, None),
    "trends": Page(measures.show, measures.PARAMETERS),
    "versions": Page(versions.show, versions.PARAMETERS),
}
FEEDS: dict[str, Callable[[Site, str], Awaitable[bytes]]] = {"hashtag": feeds.hashtag, "outlet": feeds.outlet}


async def page(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/hashtag/letmirasing`` and its like; ``/`` where one archive is all that is served."""
    site = await site_of(datasette, request)
    kind = request.url_vars.get("kind") or "home"
    own = PAGES[kind]
    unread = [] if own.parameters is None else answers.check(site, own.parameters)
    headers = freshness(site)
    if _is_known(request, headers):
        return Response("", status=304, headers=headers)
    context = await (own.show(site, _key(request)) if "key" in request.url_vars else own.show(site))
    if "moved" in context:
        return Response.redirect(context["moved"], status=own.moved)
    if (suffix := request.url_vars.get("format")) == "svg":
        return _picture(site, context, headers)
    if suffix:
        return _rows(site, suffix, headers)
    template = f"voxpop/{context.get('template', kind)}.html"
    body = await datasette.render_template(template, context | {"site": site, "unread": unread}, request=request)
    return Response.html(body, headers=headers | {"Content-Security-Policy": own.policy})


async def list_page(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/list/posts``: a page of a selection; with a suffix its file, feed, citation."""
    site = await site_of(datasette, request)
    suffix = request.url_vars["format"]
    if suffix in (None, "svg") or (suffix in ("csv", "json") and site.argument("rows")):
        return await page(datasette, request)
    headers = freshness(site)
    if _is_known(request, headers):
        return Response("", status=304, headers=headers)
    return await lists.file(site, _key(request), suffix, headers)


async def feed(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/hashtag/letmirasing.atom`` and its like."""
    site = await site_of(datasette, request)
    answers.check(site, ())
    headers = freshness(site, seconds=300)
    if _is_known(request, headers):
        return Response("", status=304, headers=headers)
    body = await FEEDS[request.url_vars["kind"]](site, _key(request))
    return Response(body, content_type="application/atom+xml; charset=utf-8", headers=headers)


async def citation(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/post/twitter~3A1.txt``, ``.bib`` or ``.ris``: the citation alone."""
    site = await site_of(datasette, request)
    suffix = request.url_vars["format"]
    kind = PAGES[request.url_vars["kind"]]
    answers.check(site, kind.parameters or ())
    context = await kind.show(site, _key(request))
    if "moved" in context:
        return Response.redirect(f"{context['moved']}.{suffix}", status=301)
    if suffix == "txt":
        return Response.text(context["citation"] + "\n", headers=freshness(site))
    write, media_type = FORMATS[suffix]
    return Response(write(context["reference"]), content_type=media_type, headers=freshness(site))


def _rows(site: Site, suffix: str, headers: dict[str, str]) -> Any:
    """Answer ``/reactions/hashtag/letmirasing.csv?rows=posts`` with the rows of one query; raise NotFound for others.

    JSON without ``rows`` has those of all queries, by name.
    """
    asked = site.argument("rows")
    if suffix == "json" and not asked:
        return Response.json({name: answer.rows for name, answer in site.answers.items()}, headers=headers)
    answer = site.answers.get(asked)
    if answer is None:
        raise NotFound("This page has no such rows")
    if suffix == "json":
        return Response.json(answer.rows, headers=headers)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(answer.first or ()))
    writer.writeheader()
    writer.writerows(answer.rows)
    return Response.text(out.getvalue(), headers=headers)


def _picture(site: Site, context: dict[str, Any], headers: dict[str, str]) -> Any:
    """Answer ``/reactions/compare.svg`` with the chart of a page; raise NotFound if it has none."""
    listed = context.get("listed")
    made = context.get("chart") or context.get("lines") or context.get("panels") or (listed and listed.chart)
    source = " ".join(filter(None, (f"Source: voxpop, {site.name}.", site.citable(site.address))))
    drawn = picture(made, context.get("subject", ""), source)
    if not drawn:
        raise NotFound("This page has no chart")
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    return Response(drawn, content_type="image/svg+xml", headers=headers | {"Content-Security-Policy": policy})


def freshness(site: Site, seconds: int = 60) -> dict[str, str]:
    """Return the headers for caching; pages for the public may be some seconds old, local ones may not."""
    headers = {"Cache-Control": f"max-age={seconds}" if site.is_public else "no-cache"}
    path = site.database.path
    files = [Path(name) for name in (path, f"{path}-wal") if path and Path(name).exists()]
    if files:
        stats = [file.stat() for file in files]
        asked = (_PROCESS, site.request.full_path, site.request.host)
        state = repr((asked, [(stat.st_mtime_ns, stat.st_size) for stat in stats]))
        headers["ETag"] = f'W/"{hashlib.sha256(state.encode()).hexdigest()[:20]}"'
        headers["Last-Modified"] = formatdate(max(stat.st_mtime for stat in stats), usegmt=True)
    return headers


def _is_known(request: Any, headers: dict[str, str]) -> bool:
    known = (request.headers.get("if-none-match") or "").split(",")
    return headers.get("ETag") in [etag.strip() for etag in known]


def _key(request: Any) -> str:
    return str(tilde_decode(request.url_vars["key"] or ""))


_FILES = r"(?:\.(?P<format>csv|json|jsonl|parquet|atom|txt|svg))?"
_ROWS = r"(?:\.(?P<format>csv|json|svg))?"
_ROUTES = [
    (rf"(?P<kind>home|search|compare|speed|shown|story|trends|gone){_ROWS}$", page),
    (r"(?P<kind>data)$", page),
    (rf"(?P<kind>list)/(?P<key>[a-z]+){_FILES}$", list_page),
    (r"(?P<kind>hashtag|outlet)(?:/(?P<key>[^/.]*))?\.atom$", feed),
    (r"(?P<kind>post|article)/(?P<key>[^/.]+)\.(?P<format>txt|bib|ris)$", citation),
    (rf"(?P<kind>hashtag|post|author|article|versions)/(?P<key>[^/.]+){_ROWS}$", page),
    (r"(?P<kind>prose|card)/(?P<key>[^/.]+)$", page),
    (r"(?P<kind>picture)/(?P<key>[^/.]+)$", post.picture),
    (rf"(?P<kind>outlet)(?:/(?P<key>[^/.]*))?{_ROWS}$", page),
]


def routes_of(datasette: Any) -> list[tuple[str, Any]]:
    """Return the routes of all pages of the archives. No path of another database is among them."""
    names = "|".join(re.escape(tilde_encode(datasette.databases[name].route)) for name in archives(datasette))
    front_page = [(r"^/$", page)] if stands_alone(datasette) else []
    pages = [(rf"^/(?P<database>{names})/{pattern}", view) for pattern, view in _ROUTES]
    return [*front_page, style.route(), *pages]
