"""The reference to a post or article as BibTeX and RIS, for programs that keep references.

Fields that are not known are left out. Every value is one line in which nothing ends its field: BibTeX counts
braces whatever stands before them, and a line of RIS that begins with two letters and a dash is a new field.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from archive.site.printed import file_name, name, plain, safe_link
from archive.site.words import platform_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from archive.site.site import Site

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
    """What is cited; an empty text or no name stands for what is not known.

    Attributes:
        key: The id in the archive.
        ris_type: What it is, as RIS has it.
        authors: Who wrote it, as printed.
        title: Its headline, or its words.
        within: The platform or outlet.
        published_at: ISO 8601, as exactly as known.
        seen_at: When it was first archived.
        url: Its own address.
        note: Where it is archived.
        archived_at: The address of its page in the archive.
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


FORMATS: dict[str, tuple[Callable[[Reference], str], str]] = {
    "bib": (bibtex, "application/x-bibtex; charset=utf-8"),
    "ris": (ris, "application/x-research-info-systems; charset=utf-8"),
}


def latex(text: str) -> str:
    r"""Return a text in which LaTeX sees letters alone, and BibTeX as many closing braces as opening ones.

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
