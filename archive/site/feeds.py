"""Atom feeds: the newest reactions under a hashtag or in an outlet, and the newest rows of a selection."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from datasette import NotFound

from archive.site.selection import survey
from archive.site.site import page_queries
from archive.site.words import day_of, fold_hashtag, name, plain, platform_name, safe_link

if TYPE_CHECKING:
    from archive.site.selection.known import Known
    from archive.site.site import Site

NAMESPACE = "http://www.w3.org/2005/Atom"
EPOCH = "1970-01-01T00:00:00Z"
#: The namespace of our ids (RFC 9562, version 5): a feed and its entries keep them wherever the site moves.
IDS = UUID("d1d5180e-2e3e-5b0a-9c81-de8c8e97f5f0")
LONGEST = 6000
ENTRIES = 50


async def hashtag(site: Site, key: str) -> bytes:
    """Return the feed of a hashtag, which may be empty; raise NotFound if the archive does not have the hashtag."""
    folded = fold_hashtag(key)
    rows = await _rows(site, "hashtag", "select 1 from hashtags where id = :key", folded)
    return _feed(site, f"Reactions under #{name(folded)}", ("hashtag", folded), rows)


async def outlet(site: Site, key: str) -> bytes:
    """Return the feed of an outlet, which may be empty; raise NotFound if the archive does not have the outlet."""
    rows = await _rows(site, "outlet", "select 1 from tally_outlets where outlet = :key", key)
    title = f"Reactions in {name(key) or 'articles that name no outlet'}"
    return _feed(site, title, ("outlet", key), rows)


async def selection(site: Site, known: Known) -> bytes:
    """Return the feed of a selection: its newest rows, those archived last first."""
    kind = known.selection.kind
    found = await survey.survey(site, known, kind)
    newest = sorted(found.hits, key=lambda hit: hit.moment, reverse=True)[:ENTRIES]
    rows: list[dict[str, Any]] = []
    for table in survey.TABLES[kind]:
        hits = json.dumps(survey.keys(newest, table))
        rows += (await site.ask(page_queries("feeds")[f"selected_{table}"], hits=hits)).rows
    rows.sort(key=lambda row: row["first_seen"] or "", reverse=True)
    pages = (known.selection.address(site), known.selection.address(site, ".atom"))
    subject = (kind, json.dumps(known.selection.query(), ensure_ascii=False))
    return _feed(site, f"{kind.capitalize()}: {known.asked or 'all'}", subject, rows, pages)


async def _rows(site: Site, kind: str, known: str, key: str) -> list[dict[str, Any]]:
    entries = site.ask(page_queries("feeds")[kind], key=key, entries=ENTRIES)
    shown, subject = await asyncio.gather(entries, site.ask(known, key=key))
    if not subject.rows:
        raise NotFound(f"Nothing in this archive is under {name(key)}")
    return shown.rows


def _feed(
    site: Site, title: str, subject: tuple[str, str], rows: list[dict[str, Any]], pages: tuple[str, str] | None = None
) -> bytes:
    """Return rows as an Atom feed; `pages` are the URLs of its page and of itself if `subject` is not their key."""
    page, own = pages or (site.page(*subject), site.page(*subject, ".atom"))
    root = Element("feed", xmlns=NAMESPACE)
    _add(root, "title", plain(title))
    _add(root, "id", stable_id(site.name, *subject))
    _add(root, "updated", max((row["first_seen"] or EPOCH for row in rows), default=EPOCH))
    SubElement(root, "link", rel="alternate", href=site.absolute(page))
    SubElement(root, "link", rel="self", href=site.absolute(own))
    for row in rows:
        root.append(_entry(site, row))
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _entry(site: Site, row: dict[str, Any]) -> Element:
    """Return one reaction; its id is stable when the archive is rebuilt or the site moves."""
    place = ("article", row["article"]) if row["article"] else ("post", row["post"])
    page = site.absolute(site.page(*place))
    entry = Element("entry")
    who = name(row["name"]) or ("Untitled" if row["kind"] == "article" else "Somebody")
    where = platform_name(row["outlet"]) if row["kind"] == "post" else name(row["outlet"]) or "an article"
    handle = f" (@{name(row['handle'])})" if row["handle"] else ""
    _add(entry, "title", f"{who}{handle} {'on' if row['kind'] == 'post' else 'in'} {where}")
    _add(entry, "id", stable_id(row["article"] or "", row["kind"], str(row["post"] or row["id"])))
    _add(entry, "updated", row["first_seen"] or EPOCH)
    _add(SubElement(entry, "author"), "name", who)
    SubElement(entry, "link", rel="alternate", href=page)
    if original := safe_link(row["url"]):
        SubElement(entry, "link", rel="via", href=plain(original, 2000))
    title = f"{name(row['title'], 300) or 'untitled'}, " if row["article"] else ""
    source = f"{title}{day_of(row.get('published_day') or row['published_at'])}"
    _add(entry, "summary", f"{plain(row['text'], 5000)} ({source})")
    return entry


def stable_id(*parts: str) -> str:
    """Return a stable id from these parts, independent of the site's URL."""
    return uuid5(IDS, json.dumps(parts)).urn


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = plain(text, LONGEST)
