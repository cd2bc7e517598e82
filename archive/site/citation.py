"""The citation of a post or article to copy into a footnote: what it said, where it stood, the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site.printed import file_name, name, plain, safe_link
from archive.site.references import archived_as
from archive.site.words import day_of, platform_name, when

if TYPE_CHECKING:
    from archive.site.site import Site

MOST_ARTICLES = 10


def cite(site: Site, post: dict[str, Any], embeds: list[dict[str, Any]]) -> str:
    """Return the citation as plain text.

    Args:
        site: The archive.
        post: Its row, with the author's handle and name.
        embeds: The articles that show it, each with title, source, outlet, published_at, url, digest.
    """
    who = name(post["name"]) or "Unknown author"
    handle = f" (@{name(post['handle'])})" if post["handle"] else ""
    lines = [
        f"{who}{handle}: {_words(post['text'])}",
        f"{platform_name(post['platform'])}, {when(post['posted_at'])}.",
        f"Permalink: {safe_link(post['url']) or 'not printed'}",
        archived_as(site, "post", post["id"]),
    ]
    if embeds:
        lines.append("Shown in:")
        lines += [_article(row) for row in embeds[:MOST_ARTICLES]]
    if len(embeds) > MOST_ARTICLES:
        lines.append(f"  and {len(embeds) - MOST_ARTICLES} more")
    return "\n".join(lines)


def cite_article(site: Site, article: dict[str, Any], bylines: list[dict[str, Any]]) -> str:
    """Return the citation of an article as plain text; `bylines` has the name of each who signed it."""
    who = ", ".join(name(row["name"], 120) for row in bylines)
    title = name(article["title"], 300) or file_name(article["source"])
    return "\n".join(
        (
            f"{who}: “{title}”" if who else f"“{title}”",
            f"{name(article['outlet']) or 'No outlet named'}, {_day(article)}.",
            f"Permalink: {safe_link(article['url']) or 'not known'}",
            archived_as(site, "article", article["id"]),
            f"SHA-256 {plain(article['digest'])}",
        )
    )


def _words(text: str | None) -> str:
    """Return what was said in quotation marks, or say that nothing was printed.

    >>> _words("We sang"), _words(" "), _words(None)
    ('“We sang”', '[no words of it were printed]', '[no words of it were printed]')
    """
    said = plain(text, 10_000)
    return f"“{said}”" if said else "[no words of it were printed]"


def _article(row: dict[str, Any]) -> str:
    where = f"{name(row['outlet']) or 'no outlet named'}, “{name(row['title'], 200) or file_name(row['source'])}”"
    address = safe_link(row["url"])
    parts = [where, _day(row), *([address] if address else [])]
    return f"  {', '.join(parts)} [SHA-256 {row['digest']}]"


def _day(article: dict[str, Any]) -> str:
    """Return the day that the outlet of an article printed, in words."""
    return day_of(article["published_day"] or article["published_at"])
