"""VK: posts on walls, and videos, clips and photos.

Its script fills an element by ``VK.Widgets.Post(element, owner, number, hash)``. The owner is a number, negative for a
community, and no handle. The id is ``owner_number``, with the kind before it where it is no post of a wall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.markup.addresses import post_in
from scraper.markup.rebuilt_post import with_printed_post
from scraper.markup.tags import attribute
from scraper.patterns import lazy_regex
from scraper.records import Post
from scraper.registry import Platform, Prose
from scraper.values.urls import fields_of, split_url

if TYPE_CHECKING:
    from bs4 import Tag

NAME = "vk"
_KINDS = r"(?:wall|video|clip|photo)-?\d"
_PATHS = rf"{_KINDS}|(?:widget_post|video_ext)\.php\?|[\w.@%-]{{0,60}}\?[^\s\"'<>]{{0,200}}?\b[wz]={_KINDS}"
_HOST = lazy_regex(r"(?:[\w-]+\.)*(?:vk\.com|vk\.ru|vkvideo\.ru|vkontakte\.ru)$")
_THING = lazy_regex(r"(wall|video|clip|photo)(-?\d{1,15})_(\d{1,15})(?!\d)")
_NUMBER = lazy_regex(r"-?\d{1,15}")
#: The id that VK's own code gives to the element.
_ELEMENT = lazy_regex(r"vk_post_(-?\d{1,15})_(\d{1,15})")


def recognise(url: str) -> Post | None:
    """Read the address of a post, also one over another page, or of the frame of a post or video."""
    parts = split_url(url)
    if _HOST.match((parts.hostname or "").lower()) is None:
        return None
    path, query = parts.path.lstrip("/"), fields_of(parts.query)
    if path == "widget_post.php":
        return _numbered("wall", query, "owner_id", "post_id")
    if path == "video_ext.php":
        return _numbered("video", query, "oid", "id")
    places = (path, *(query[name][0] for name in ("w", "z") if name in query))
    found = next((match for place in places if (match := _THING.match(place))), None)
    return _post(found[1], found[2], found[3]) if found else None


def _numbered(kind: str, query: dict[str, list[str]], owner: str, number: str) -> Post | None:
    values = [query.get(name, [""])[0] for name in (owner, number)]
    return _post(kind, *values) if all(map(_NUMBER.fullmatch, values)) else None


def _post(kind: str, owner: str, number: str) -> Post:
    named = "" if kind == "wall" else kind
    return Post(platform=NAME, id=f"{named}{owner}_{number}", url=f"https://vk.com/{kind}{owner}_{number}")


def read(tag: Tag) -> Post | None:
    """Read the address or the id in the attributes, and a rebuilt post."""
    element = _ELEMENT.fullmatch(attribute(tag, "id") or "")
    post = _post("wall", element[1], element[2]) if element else post_in(tag, recognise)
    return with_printed_post(tag, post) if post else None


PLATFORM = Platform(
    name=NAME,
    label="VK",
    addresses={"vk.com/": _PATHS, "vk.ru/": _PATHS, "vkvideo.ru/": _PATHS},
    marks=(r"Widgets\.Post\(\s*[\"']", r"vk_post_(?:-|\d)"),
    # The call that fills an element: its id, the owner and the number of the post.
    calls={
        r"VK\.Widgets\.Post\(\s*[\"'](?P<element>[\w-]{1,80})[\"']\s*,\s*[\"']?(?P<owner>-?\d{1,15})[\"']?"
        r"\s*,\s*[\"']?(?P<id>\d{1,15})\b": "https://vk.com/wall{owner}_{id}"
    },
    key=r"vk(?:ontakte)?[-_](?:post|wall|embed|widget)",
    recognise=recognise,
    read=read,
    prose=Prose(names="vkontakte", abbreviations=("VK",), other_scripts=("вконтакте",), stems=("vkontakte",)),
    handle=r"[A-Za-z0-9_.]{2,32}",
    not_asked="it answers only programs with a key",
)
