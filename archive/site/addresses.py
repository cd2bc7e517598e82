"""Where an address leads: readers paste the link of a post or of an article into the search, or its id."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archive.site.site import Site

POST = """
select coalesce(
  (select id from posts where id = :typed),
  (select post from post_aliases where alias = :typed),
  (
    select printings.post
    from json_each(:ids) as ids join printings on printings.native_id = ids.value
    order by ids.key limit 1
  )
) as id
"""
ARTICLE = "select id from articles where url in (select value from json_each(:addresses)) limit 1"

_ADDRESS = re.compile(r"(?:https?://)?(?:[\w-]{1,63}\.){1,9}[\w-]{2,63}(?::\d+)?/\S+", re.IGNORECASE)
_ID = re.compile(r"[a-z]{2,20}:(?!//)\S+|\d{8,}", re.ASCII)
_SCHEME = re.compile("^https?://", re.IGNORECASE)
_SHORTEST = 5
_PIECES = re.compile(r"[^/?&=#]+")


def is_web(typed: str) -> bool:
    """Return whether somebody typed an address of the web, which is no words to search for.

    >>> is_web("https://x.com/jo/status/17"), is_web("x.com/jo/status/17"), is_web("and/or")
    (True, False, False)
    """
    return typed.lower().startswith(("http://", "https://")) and bool(_ADDRESS.fullmatch(typed))


def ids_in(typed: str) -> list[str]:
    """Return what may be the platform's id of a post in its address, or in the key of its row.

    >>> ids_in("https://t.example/harbour/17?single"), ids_in("twitter:1790000000000000003")
    (['harbour/17', '17/single', 'harbour', 'single'], ['1790000000000000003'])
    >>> ids_in("x.com/jo/status/1790000000000000003"), ids_in("and/or")
    (['jo/status', 'status/1790000000000000003', 'status', '1790000000000000003'], [])
    """
    if _ID.fullmatch(typed):
        return [typed.rpartition(":")[2]]
    if not _ADDRESS.fullmatch(typed):
        return []
    _, *path = _PIECES.findall(_SCHEME.sub("", typed))
    pairs = [f"{before}/{last}" for before, last in pairwise(path)]  # some ids are of two parts
    return pairs + [piece for piece in path if len(piece) >= _SHORTEST]


async def place_of(site: Site, typed: str) -> str | None:
    """Return the page of the post or article whose address or id somebody typed, if it is in the archive."""
    if not (_ADDRESS.fullmatch(typed) or _ID.fullmatch(typed)):
        return None
    bare = re.split("[?#]", typed)[0]
    addresses = [typed, typed.partition("#")[0], bare, bare.rstrip("/"), bare.rstrip("/") + "/"]
    found = await site.ask_all(
        article=(ARTICLE, {"addresses": json.dumps(addresses)}),
        post=(POST, {"typed": typed, "ids": json.dumps(ids_in(typed))}),
    )
    for kind in ("article", "post"):
        row = found[kind].first
        if row and row["id"]:
            return site.page(kind, row["id"])
    return None
