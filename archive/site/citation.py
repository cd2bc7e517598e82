"""The citation of a post or article for a footnote: its text, its source, the evidence."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from archive.site.words import day_of, file_name, name, plain, platform_name, safe_link, when

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from archive.site.site import Site


# The reference to a post or article as BibTeX and RIS, for programs that keep references.

LONGEST_TITLE = 280
_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T|\Z)", re.ASCII)
_OF_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "$&#_%"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The cited item; unknown fields are empty. Dates are in ISO 8601, as exact as known.

    `within` is its platform or outlet; `note` and `archived_at` are where it is archived.
    """

    key: str
    ris_type: str
    authors: tuple[str, ...]
    title: str
    within: str
    published_at: str
    seen_at: str
    url: str
    note: str
    archived_at: str


def of_post(site: Site, post: dict[str, Any]) -> Reference:
    """Return the reference to a post, whose row has the author's handle and name."""
    handle = f"@{name(post['handle'])}" if post["handle"] else ""
    who = name(post["name"])
    author = f"{who} ({handle})" if who and handle else who or handle
    return Reference(
        key=post["id"],
        ris_type="ELEC",
        authors=(author,) if author else (),
        title=plain(post["text"], LONGEST_TITLE),
        within=plain(platform_name(post["platform"])),
        published_at=post["posted_at"] or "",
        seen_at=post["first_seen"] or "",
        url=_address(post["url"]),
        note=_archived_as(site, post["id"]),
        archived_at=site.citable(site.page("post", post["id"])) or "",
    )


def of_article(site: Site, article: dict[str, Any], bylines: Iterable[dict[str, Any]]) -> Reference:
    """Return the reference to an article and who signed it."""
    return Reference(
        key=article["id"],
        ris_type="NEWS",
        authors=tuple(name(row["name"], 120) for row in bylines),
        title=name(article["title"], LONGEST_TITLE) or file_name(article["source"]),
        within=name(article["outlet"]),
        published_at=article["published_day"] or article["published_at"] or "",
        seen_at=article["first_seen"] or "",
        url=_address(article["url"]),
        note=f"{_archived_as(site, article['id'])}, SHA-256 {plain(article['digest'])}",
        archived_at=site.citable(site.page("article", article["id"])) or "",
    )


def archived_as(site: Site, kind: str, key: str) -> str:
    """Return where the archive keeps something: its id, the archive, and the address if it has one."""
    address = site.citable(site.page(kind, key))
    return _archived_as(site, key) + (f": {address}" if address else "")


def bibtex(reference: Reference) -> str:
    """Return an entry of BibTeX."""
    year, month, _ = date_of(reference.published_at)
    fields = {
        "author": " and ".join(f"{{{latex(author)}}}" for author in reference.authors),
        "title": f"{{{latex(reference.title)}}}" if reference.title else "",
        "howpublished": latex(reference.within),
        "year": year,
        "month": month.lstrip("0"),
        "date": "-".join(part for part in date_of(reference.published_at) if part),
        "url": reference.url,
        "urldate": "-".join(part for part in date_of(reference.seen_at) if part),
        "note": latex(reference.note)
        + (f": \\url{{{_ascii(reference.archived_at)}}}" if reference.archived_at else ""),
    }
    lines = [f"  {field} = {{{value}}},\n" for field, value in fields.items() if value]
    return f"@misc{{{_label(reference)},\n{''.join(lines)}}}\n"


def ris(reference: Reference) -> str:
    """Return a record of RIS."""
    year, month, day = date_of(reference.published_at)
    fields = [
        ("TY", reference.ris_type),
        *(("AU", author) for author in reference.authors),
        ("TI", reference.title),
        ("T2", reference.within),
        ("PY", year),
        ("DA", f"{year}/{month}/{day}/" if year else ""),
        ("Y2", "/".join((*date_of(reference.seen_at), "")) if date_of(reference.seen_at)[0] else ""),
        ("UR", reference.url),
        ("N1", reference.note + (f": {reference.archived_at}" if reference.archived_at else "")),
    ]
    lines = [f"{tag}  - {value}\r\n" for tag, value in fields if value]
    return f"{''.join(lines)}ER  - \r\n"


def structured(reference: Reference) -> Markup:
    """Return the element with a reference as JSON-LD, as search engines read it."""
    is_post = reference.ris_type == "ELEC"
    fields = {
        "@context": "https://schema.org",
        "@type": "SocialMediaPosting" if is_post else "Article",
        "articleBody" if is_post else "headline": reference.title,
        "author": [{"@type": "Person", "name": author} for author in reference.authors],
        "publisher": {"@type": "Organization", "name": reference.within} if reference.within else None,
        "datePublished": reference.published_at,
        "url": reference.url,
        "archivedAt": reference.archived_at,
    }
    written = json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False)
    safe = written.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return Markup(f'<script type="application/ld+json">{safe}</script>')  # noqa: S704 - no sign of HTML is left


FORMATS: dict[str, tuple[Callable[[Reference], str], str]] = {
    "bib": (bibtex, "application/x-bibtex; charset=utf-8"),
    "ris": (ris, "application/x-research-info-systems; charset=utf-8"),
}


def latex(text: str) -> str:
    r"""Escape a text for LaTeX, with balanced braces for BibTeX.

    >>> latex("50 % of {it} _is_ C:\\x")
    '50 \\% of \\textbraceleft{}it\\textbraceright{} \\_is\\_ C:\\textbackslash{}x'
    """
    return "".join(_OF_LATEX.get(sign, sign) for sign in text)


def date_of(instant: str) -> tuple[str, str, str]:
    """Return year, month and day as far as they are known.

    >>> date_of("2024-05-12T08:00:00Z"), date_of("2024-05"), date_of("in May")
    (('2024', '05', '12'), ('2024', '05', ''), ('', '', ''))
    """
    found = _DATE.match(instant)
    year, month, day = found.groups(default="") if found else ("", "", "")
    return year, month, day


def _address(url: str | None) -> str:
    """Return an address that is ASCII and has no brace, backslash or space."""
    return _ascii(plain(safe_link(url), 2000))


def _ascii(address: str) -> str:
    return quote(address, safe="!#$%&'()*+,-./:;=?@[]_~")


def _archived_as(site: Site, key: str) -> str:
    return f"Archived as {plain(key)} in {plain(site.name)}"


def _label(reference: Reference) -> str:
    """Return the key of an entry: letters that every program takes, the same for the same thing."""
    words = re.sub(r"[^a-z0-9]+", "-", reference.key.lower()).strip("-")[:40]
    return f"{words}-{hashlib.sha256(reference.key.encode('utf-8', 'replace')).hexdigest()[:8]}"


# The HTML that embeds the card of a post in another site.

WIDTH = 550
#: Pixels of the parts without text, of a line, its letters, and of the tallest frame.
_AROUND, _LINE, _LETTERS, _TALLEST = 140, 27, 45, 900
_FRAME = Markup(
    '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" '
    'sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>'
)


def snippet(site: Site, post: dict[str, Any]) -> str | None:
    """Return the HTML that shows the card on another site; None where it has no address."""
    address = site.citable(site.page("card", post["id"]))
    if address is None:
        return None
    title = f"Post by {name(post['name'] or post['handle']) or 'an unknown author'}"
    return str(_FRAME.format(address, title, WIDTH, _height(post["text"] or "")))


def _height(text: str) -> int:
    """Return the height of a frame that fits most of a text.

    >>> _height("word " * 9), _height("word " * 9000)
    (167, 900)
    """
    lines = sum(1 + len(line) // _LETTERS for line in text.strip().splitlines())
    return min(_TALLEST, _AROUND + _LINE * lines)


MOST_ARTICLES = 10


def cite(site: Site, post: dict[str, Any], embeds: list[dict[str, Any]]) -> str:
    """Return the citation of a post (its row with the author's handle and name), shown in `embeds`, as plain text."""
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
    """Return the text in quotation marks, or a note that none was printed.

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
    return day_of(article["published_day"] or article["published_at"])
