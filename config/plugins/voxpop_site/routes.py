"""The addresses of our pages, and how an answer leaves: HTML under a strict policy, feeds, plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import Response
from datasette.utils import tilde_decode

from . import feeds
from .pages import article, author, data, hashtag, home, outlet, post, search
from .site import Site, site_of, stands_alone

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

# Texts of strangers stand on these pages: nothing but our own files may load or run.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
PAGES: dict[str, Any] = {
    "hashtag": hashtag,
    "post": post,
    "author": author,
    "article": article,
    "outlet": outlet,
}
FEEDS: dict[str, Callable[[Site, str], Awaitable[bytes]]] = {"hashtag": feeds.hashtag, "outlet": feeds.outlet}


async def front(datasette: Any, request: Any) -> Any:
    """Answer ``/``: the one archive that is served, or Datasette's list of several databases."""
    if not stands_alone(datasette):
        from datasette.views.index import IndexView

        request.scope["url_route"]["kwargs"].setdefault("format", None)
        return await IndexView(datasette).get(request)
    return await home_page(datasette, request)


async def home_page(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/home``."""
    site = await site_of(datasette, request)
    return await _html(site, home.TEMPLATE, await home.show(site))


async def search_page(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/search``."""
    site = await site_of(datasette, request)
    context = await search.show(site)
    if "moved" in context:
        return Response.redirect(context["moved"])
    return await _html(site, search.TEMPLATE, context)


async def data_page(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/data``."""
    site = await site_of(datasette, request)
    return await _html(site, data.TEMPLATE, await data.show(site))


async def page(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/hashtag/letmirasing`` and its like."""
    site = await site_of(datasette, request)
    kind, key = PAGES[request.url_vars["kind"]], tilde_decode(request.url_vars["key"] or "")
    context = await kind.show(site, key)
    if "moved" in context:
        return Response.redirect(context["moved"], status=301)
    return await _html(site, kind.TEMPLATE, context)


async def feed(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/hashtag/letmirasing.atom`` and its like."""
    site = await site_of(datasette, request)
    body = await FEEDS[request.url_vars["kind"]](site, tilde_decode(request.url_vars["key"] or ""))
    return Response(body, content_type="application/atom+xml; charset=utf-8", headers=HEADERS)


async def citation(datasette: Any, request: Any) -> Any:
    """Answer ``/reactions/post/twitter~3A1.txt``: the citation alone."""
    site = await site_of(datasette, request)
    context = await post.show(site, tilde_decode(request.url_vars["key"]))
    if "moved" in context:
        return Response.redirect(context["moved"] + ".txt", status=301)
    return Response.text(context["citation"] + "\n", headers=HEADERS)


async def _html(site: Site, template: str, context: dict[str, Any]) -> Any:
    body = await site.datasette.render_template(template, context | {"site": site}, request=site.request)
    return Response.html(body, headers=HEADERS)


ROUTES = [
    (r"^/$", front),
    (r"^/(?P<database>[^/]+)/home$", home_page),
    (r"^/(?P<database>[^/]+)/search$", search_page),
    (r"^/(?P<database>[^/]+)/data$", data_page),
    (r"^/(?P<database>[^/]+)/(?P<kind>hashtag|outlet)(?:/(?P<key>[^/.]*))?\.atom$", feed),
    (r"^/(?P<database>[^/]+)/post/(?P<key>[^/.]+)\.txt$", citation),
    (r"^/(?P<database>[^/]+)/(?P<kind>hashtag|post|author|article)/(?P<key>[^/.]+)$", page),
    (r"^/(?P<database>[^/]+)/(?P<kind>outlet)(?:/(?P<key>[^/.]*))?$", page),
]
