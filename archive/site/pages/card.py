"""The card of one post: its words alone, to stand in a frame of another site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site.pages.post import POST
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.site import Site

TEMPLATE = "voxpop/card.html"
PARAMETERS: tuple[str, ...] = ()


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return what the template needs; ``{"moved": …}`` where the post goes by another id now.

    Raises:
        NotFound: The archive has no such post.
    """
    post = (await site.ask(POST, post=key)).first
    if post is None:
        raise NotFound(f"No article in this archive shows the post {name(key)}")
    return {"post": post} if post["id"] == key else {"moved": site.page("card", post["id"])}
