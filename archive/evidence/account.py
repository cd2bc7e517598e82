"""HTML pages of proofs and comparisons: without scripts, everything escaped."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from archive.characters import disclosed, visible
from archive.evidence.versions import PARTS, words_apart
from archive.humanize import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from archive.captures.accepted import Version
    from archive.evidence.versions import Change, Comparison, Pieces


# The head of exported pages: no scripts, nothing is loaded.

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
{style}</style></head><body>
"""


def head_of(title: str, style: str) -> str:
    """Return the head of a page; title and style must be trusted."""
    return _HEAD.format(title=title, style=style)


# A comparison of two versions, as text for a terminal and as an HTML page.

_NOUNS = {"prose": "paragraph", "posts": "post", "quotes": "quote"}
_STYLE = """\
:root { color-scheme: light dark }
body { font: 1rem/1.5 sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
.pair { display: grid; gap: 0 2rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)) }
.pair { border-top: 1px solid #888; padding: .5rem 0 }
.pair p { margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate }
del, ins { text-decoration-thickness: 2px }
.same { opacity: .75 }
"""


def as_text(versions: Sequence[Version], chosen: tuple[int, int], comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a terminal: ``-`` for removed, ``+`` for added text."""
    first, second = chosen
    yield f"From version {first + 1} ({versions[first].seen}) to {second + 1} ({versions[second].seen}):"
    for part, summary, changes in _parts(comparison):
        yield f"{part}: {summary}"
        for change in changes:
            for sign, words in (("-", change.before), ("+", change.after)):
                if words is not None:
                    yield f"{sign} {_plain(words)}"
    if comparison.uncompared:
        yield f"{counted(comparison.uncompared, 'paragraph')} at the end not compared"


def as_page(title: str, versions: Sequence[Version], chosen: tuple[int, int], comparison: Comparison) -> str:
    """Return a page with the differences side by side."""
    first, second = (versions[number] for number in chosen)
    parts = [
        head_of("Two versions of an article", _STYLE),
        f"<h1>{_shown(title)}</h1>",
        f"<p>As it was at {_shown(first.seen)} and at {_shown(second.seen)}.</p>",
        "<p>What only the first has is struck out; what only the second has is underlined.</p>",
        f'<div class="pair"><p>SHA-256 {first.digest}</p><p>SHA-256 {second.digest}</p></div>',
    ]
    for part, summary, changes in _parts(comparison):
        parts += [f"<h2>{part}</h2>", f'<p class="same">{summary}.</p>', *map(_pair, changes)]
    if comparison.uncompared:
        parts.append(f"<p>{counted(comparison.uncompared, 'paragraph')} at the end not compared.</p>")
    return "\n".join([*parts, "</body></html>\n"])


def _parts(comparison: Comparison) -> Iterator[tuple[str, str, list[Change]]]:
    """Yield the title, the summary and the changes of each part that has anything."""
    for part in PARTS:
        changes = [change for change in comparison.changes if change.part == part]
        if changes or part in comparison.same:
            yield part.capitalize(), _summary_of(part, changes, comparison), changes


def _summary_of(part: str, changes: Sequence[Change], comparison: Comparison) -> str:
    """Describe how many things are the same, and how many changed in each way."""
    kinds = [change.kind for change in changes]
    differing = [f"{kinds.count(kind)} {kind}" for kind in ("changed", "removed", "added") if kind in kinds]
    same = counted(comparison.same[part], _NOUNS[part]) + " the same" if part in comparison.same else ""
    return ", ".join(filter(None, (same, *differing)))


def _pair(change: Change) -> str:
    if change.before is not None and change.after is not None:
        old, new = words_apart(change.before, change.after)
    else:
        old, new = [(change.before or "", True)], [(change.after or "", True)]
    before = "" if change.before is None else _marked(old, "del")
    after = "" if change.after is None else _marked(new, "ins")
    return f'<div class="pair"><p dir="auto">{before}</p><p dir="auto">{after}</p></div>'


def _marked(pieces: Pieces, tag: str) -> str:
    return "".join(
        f"<{tag}>{_shown(words)}</{tag}>" if differs and words.strip() else _shown(words) for words, differs in pieces
    )


def _plain(text: str) -> str:
    """Return a text on one line, safe for a terminal."""
    return visible(" ".join(text.split()))


def _shown(text: str) -> str:
    return html.escape(visible(" ".join(text.splitlines())))


_PROOF_STYLE = """\
body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
dt { font-weight: bold } dd { margin: 0 0 .5rem; overflow-wrap: anywhere }
blockquote { border-left: .25rem solid #888; margin: 1rem 0; padding: 0 1rem; white-space: pre-wrap }
pre { background: #eee; color: #000; padding: .5rem; overflow-x: auto }
"""
#: Commands of standard tools that verify a proof.
VERIFYING = (
    ("Every file is as it was when the list of digests was made:", "sha256sum -c SHA256SUMS"),
    ("The captures are whole:", "gzip -t captures/*.warc.gz"),
    ("The records in them have the digests that they name:", "warcio check captures/*.warc.gz"),
    ("A capture can be read:", "gzip -dc captures/0001.warc.gz | less"),
    (
        "If SHA256SUMS.tsr is here, an authority says when the list of digests was there:",
        "openssl ts -reply -in SHA256SUMS.tsr -text",
    ),
    (
        "That it says so (AUTHORITY.pem holds its certificates, which it publishes):",
        "openssl ts -verify -data SHA256SUMS -in SHA256SUMS.tsr -CAfile AUTHORITY.pem",
    ),
)
NOT_PROVED = (
    "That the post was public on its platform, or written by the account named.",
    "That a capture is what a server sent: whoever keeps an archive could have made it.",
    "With a time stamp, more than that the digests were there at that time.",
    "When a page was published: the times are those that the capturing program wrote down, by its clock.",
    "That the post was not changed or deleted later, before or after the last check named here.",
    "Anything about pictures and videos, unless a capture holds their bytes.",
)


def page_of(account: Mapping[str, Any]) -> str:
    """Return the account as a page."""
    post, author = account["post"], account["author"] or {}
    parts = [
        head_of("Proof of a post", _PROOF_STYLE),
        "<h1>Proof of a post</h1>",
        _list(
            ("Post", post["id"]),
            ("Permalink", post["url"]),
            ("Author", _author(author)),
            ("Posted", _posted(post)),
            ("Made with", account["made_with"]),
        ),
        _words(post["text"]),
        *_words_from(account["words_from"]),
        "<h2>Where it was shown</h2>",
        *map(_shown_in, account["shown_in"]),
        "<h2>Captures</h2>",
        *map(_capture, account["captures"]),
        *(["<p>No capture of these articles is here.</p>"] if not account["captures"] else []),
        *map(_missing, account["missing"]),
        "<h2>Checks</h2>",
        *_checks(account["checks"]),
        "<h2>How to check this</h2>",
        "<p>In a terminal, in this folder:</p>",
        *(f"<p>{_shown_text(said)}</p><pre>{_shown_text(command)}</pre>" for said, command in VERIFYING),
        "<h2>What this does not prove</h2>",
        f"<ul>{''.join(f'<li>{_shown_text(said)}</li>' for said in NOT_PROVED)}</ul>",
        "<p>The same in JSON: account.json; the rows of the archive: record.json.</p></body></html>\n",
    ]
    return "\n".join(parts)


def _shown_in(embed: Mapping[str, Any]) -> str:
    article = embed["article"]
    numbers = ", ".join(f"{number:04}" for number in embed["captures"])
    return f"<h3>{_shown_text(article['title'] or article['url'] or article['id'])}</h3>" + _list(
        ("Article", article["id"]),
        ("Address", article["url"]),
        ("Outlet", article["outlet"]),
        ("Published", article["published_at"]),
        ("Shown as", embed["form"]),
        ("Words as printed there", embed["text"]),
        ("First seen by the archive", embed["first_seen"]),
        ("Last seen", embed["last_seen"]),
        ("Gone from the page", embed["gone_at"]),
        ("SHA-256 of the page's bytes", article["digest"]),
        ("Captures", numbers or "none here"),
    )


def _capture(capture: Mapping[str, Any]) -> str:
    holds = {True: "yes", False: "no", None: None}[capture["holds_id"]]
    return f"<h3>Capture {capture['number']:04}</h3>" + _list(
        ("File", f"{capture['file']}, record at byte {capture['offset']}"),
        ("SHA-256 of the file", capture["sha256"]),
        ("Address", capture["url"]),
        ("Captured", capture["captured_at"]),
        ("Kind of record", capture["type"]),
        ("Status", capture["status"]),
        ("Digest of the payload", capture["payload_digest"]),
        ("Record id", capture["record"]),
        ("Made by", capture["software"]),
        ("What it is", "an answer that a frame of the page loaded" if capture["loaded_by_page"] else None),
        ("Not taken as the article, because it", capture["refused"]),
        ("Its bytes hold the post's number", holds),
    )


def _missing(missing: Mapping[str, str]) -> str:
    return f"<p>A capture is missing: {_shown_text(missing['file'])}: {_shown_text(missing['reason'])}</p>"


def _checks(checks: Iterable[Mapping[str, Any]] | None) -> list[str]:
    if not checks:
        return ["<p>The archive holds no check of whether the post is still public.</p>"]
    return [_list(*((name.replace("_", " "), value) for name, value in check.items())) for check in checks]


def _list(*rows: tuple[str, Any]) -> str:
    said = (f"<dt>{_shown_text(name)}</dt><dd>{_value(value)}</dd>" for name, value in rows if value is not None)
    return f"<dl>{''.join(said)}</dl>"


def _value(value: Any) -> str:
    """Return an escaped value, as a link if it is an http(s) URL without invisible characters."""
    text = str(value)
    try:
        is_link = urlsplit(text).scheme in {"http", "https"} and visible(text) == text
    except ValueError:
        is_link = False
    if not is_link:
        return f"<bdi>{_shown_text(text)}</bdi>"
    return f'<a rel="noreferrer nofollow" href="{html.escape(text)}">{_shown_text(text)}</a>'


def _shown_text(text: Any) -> str:
    r"""Escape a text for a page, and make invisible and reordering characters visible.

    >>> _shown_text("<b>\u202ehi")
    '&lt;b&gt;[U+202E]hi'
    """
    return html.escape(disclosed(str(text)))


def _words(text: str | None) -> str:
    if not text:
        return "<p>No words of it were printed.</p>"
    return f"<blockquote><bdi>{_shown_text(text)}</bdi></blockquote>"


def _words_from(source: str | None) -> list[str]:
    if source is None:
        return []
    return [f"<p>No article printed these words: a frame of the page loaded them from {_value(source)}</p>"]


def _author(author: Mapping[str, Any]) -> str | None:
    handle = f"@{author['handle']}" if author.get("handle") else None
    return " ".join(part for part in (author.get("name"), handle) if part) or None


def _posted(post: Mapping[str, Any]) -> str | None:
    if not post["posted_at"]:
        return None
    source = {"id": "from its number", "printed": "as printed"}.get(post["posted_source"], "")
    return f"{post['posted_at']} {source}".strip()
