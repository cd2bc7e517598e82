"""Read a plain text: the stated fields of its article, the posts embedded by code or URL, and its prose.

Site generators and editors (Jekyll, Hugo, Obsidian and others) keep a file's metadata in front matter: YAML between
lines of hyphens, TOML between lines of plus signs. Embeds are URLs on separate lines: bare, in angle brackets, in a
Markdown link with a URL or an invitation as its text, or in an image. A URL in a sentence, a list, a heading, code or a
list of sources is not an embed.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from scraper.bounds import run_finder, run_list_finder
from scraper.html.embeds.element_context import begins_list_of_sources
from scraper.html.page import Page, find_embeds
from scraper.markup.addresses import stands_for_post
from scraper.patterns import lazy_regex
from scraper.plain.header_lines import read_header_lines
from scraper.plain.stated_fields import Stated, printed_dates, stated
from scraper.records import Article, Embed, Problem
from scraper.registry import recognise
from scraper.text.embed_codes import find_embed_codes, is_within, shown_code
from scraper.text.line_stripping import StrippedText, strip_lines
from scraper.text.plain_text_metadata import read_text_metadata
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Document, MomentSource, Post

Span = tuple[int, int]

#: The list of links below a page that lynx printed.
_REFERENCES = lazy_regex(
    r"(?<=^References\n)\s{1,9}(?:(?:Visible|Hidden) links:?\s{1,9})?1\. \S[\s\S]*\Z", re.MULTILINE
)
# Embed codes pasted into Markdown as HTML: blockquotes and frames.
_LONGEST_CODE = 20_000
_SCRIPT = r"(?:\s{0,9}<script\b[^<>]{0,400}>\s{0,9}</script>)?"
_MARKUP = lazy_regex(
    rf"<(?P<tag>blockquote|iframe)\b[^<>]{{1,2000}}>(?P<inside>[\s\S]{{0,{_LONGEST_CODE}}}?)</(?P=tag)\s?>{_SCRIPT}",
    re.IGNORECASE,
)
#: An embed has a class or a URL; a quotation has neither.
_CODE_SIGN = lazy_regex(r"\s(?:class|src|cite|data-[\w-]+)\s?=", re.IGNORECASE)
#: The attribute for classes in MDX.
_CLASS_NAME = lazy_regex(r"(?<=\sclass)Name(?==[\"'])")
_OF_ARTICLE = frozenset(field.name for field in fields(Article))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainText:
    """A plain text as a page with prose without head and embed code; and a mapping of that to offsets in the text."""

    page: Page
    stripped: StrippedText


def read_plain_text(text: str, document: Document, problems: list[Problem]) -> PlainText:
    """Read a decoded plain text; `document` supplies the URL, and `problems` gets any problems."""
    nothing: tuple[Stated, tuple[Span, ...]] = (Stated(), ())
    stated, above = run_finder("article", lambda: _read_head(text, problems), nothing, problems)
    codes = run_list_finder("embeds", lambda: _find_code(text, above), problems)
    stripped = strip_lines(_blanked(text, [*above, *((start, end) for start, end, _ in codes)]))
    article = run_finder("article", lambda: _article(stripped.text, stated, document), Article(), problems)
    shown = [(start, embed) for start, _, embed in codes if embed is not None]
    places = stripped.offsets_of(start for start, _ in shown)
    embeds = _placed([(place, embed) for place, (_, embed) in zip(places, shown, strict=True)])
    stood = {place: start for place, (start, _) in reversed([*zip(places, shown, strict=True)])}
    page = Page(article=article, prose=stripped.text, embeds=embeds, problems=())
    return PlainText(page=page, stripped=replace(stripped, stood=stood))


def with_lone_addresses(
    prose: str, embeds: Sequence[Embed], taken: Sequence[Span], problems: list[Problem]
) -> tuple[Embed, ...]:
    """Add posts with URLs on separate lines to the embeds of a plain text."""
    found = run_list_finder("embeds", lambda: find_lone_addresses(prose, taken), problems)
    alone = [(start, Embed(form="link", position=0, post=post)) for start, _, post in found]
    placed = [(embed.start or 0, embed) for embed in embeds]
    return _placed(sorted([*placed, *alone], key=lambda found: found[0]))


def _placed(found: Sequence[tuple[int, Embed]]) -> tuple[Embed, ...]:
    """Return each post once, at its first position."""
    shown: dict[tuple[str, str | None], Embed] = {}
    for start, embed in found:
        key = (embed.post.platform, embed.post.id)
        shown.setdefault(key, replace(embed, start=start, end=start, position=len(shown)))
    return tuple(shown.values())


def _read_head(text: str, problems: list[Problem]) -> tuple[Stated, tuple[Span, ...]]:
    front, end, wrong = read_front_matter(text)
    problems += wrong
    head = read_header_lines(text, end)
    spans = ((0, end), *head.spans) if end else head.spans
    if references := _REFERENCES.search(text):
        spans = (*spans, references.span())
    return front.completed(head.stated), spans


def _find_code(text: str, above: Sequence[Span]) -> list[tuple[int, int, Embed | None]]:
    """Return the spans of code outside the head, each with its embedded post, if any."""
    raw: list[tuple[int, int, Embed | None]] = [*_raw_embeds(text)]
    short = [
        (code.start, code.end, Embed(form="other", position=0, post=code.post) if code.post else None)
        for code in find_embed_codes(text)
    ]
    kept: list[tuple[int, int, Embed | None]] = []
    for start, end, embed in sorted([*raw, *short], key=lambda found: found[:2]):
        if not is_within(start, above) and (not kept or start >= kept[-1][1]):
            kept.append((start, end, embed))
    return kept


def _blanked(text: str, spans: Sequence[Span]) -> str:
    """Return a text of the same length with spans replaced by spaces, which `strip_lines` removes."""
    parts, done = [], 0
    for start, end in sorted(spans):
        parts += [text[done:start], " " * (end - max(start, done))]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def _article(prose: str, stated: Stated, document: Document) -> Article:
    """Return the stated fields, completed from the prose."""
    read = read_text_metadata(prose, document)
    said = {name: value for name, value in stated.filled().items() if name in _OF_ARTICLE}
    if "url" in said:
        said = {"outlet": host_without_www(stated.url)} | said
    article = replace(read, **said)
    printed = {} if article.published else printed_dates(prose).filled()
    return replace(article, **{name: value for name, value in printed.items() if name in _OF_ARTICLE})


def _raw_embeds(text: str) -> list[tuple[int, int, Embed]]:
    """Return the start and end of each embed code that was pasted into a text as HTML, with its embed."""
    if "</" not in text:
        return []
    shown = shown_code(text)
    found = []
    for markup in _MARKUP.finditer(text):
        source = _CLASS_NAME.sub("", markup[0])
        if is_within(markup.start(), shown) or not _CODE_SIGN.search(source[:2000]):
            continue
        found += [(markup.start(), markup.end(), embed) for embed in find_embeds(source)[:1]]
    return found


_SOURCE: MomentSource = "metadata"
#: Most characters of front matter, and of those given to a parser: PyYAML reads 0.1 MB a second.
_LONGEST_FRONT, _MOST_PARSED = 64_000, 16_000
_FRONT_MATTER = lazy_regex(
    r"[\s\ufeff]{0,64}(?P<fence>---|\+\+\+)[ \t]*\r?\n"
    r"(?P<body>(?=[ \t]*(?:#|[\"'\w][^\n:=]{0,80}[:=]))[^\x00]*?\n)"
    r"(?:(?P=fence)|\.\.\.)[ \t]*\r?(?:\n|\Z)"
)
#: A line that the fallback reads if the YAML is broken, e.g. by a colon in a title.
_FALLBACK_LINES = lazy_regex(
    r"(?:(?:[\w\"'-][\w .\"'-]{0,60}[:=](?=\s)[^\n]*|[ \t]+\S[^\n]*|[-#\]}][^\n]*|[ \t\r]*)(?:\n|\Z))++"
)
_PAIR = lazy_regex(r"^([\w -]{1,40}):[ \t]+([\"']?)([^\n]*?)\2[ \t\r]*$", re.MULTILINE)


def read_front_matter(text: str) -> tuple[Stated, int, tuple[Problem, ...]]:
    r"""Return the fields in the front matter of a text, the offset after it (0 if none), and problems.

    >>> stated, end, _ = read_front_matter("---\ntitle: Pier closes\n---\nFans answered.")
    >>> stated.filled(), end
    ({'title': 'Pier closes'}, 27)
    """
    found = _FRONT_MATTER.match(text[:_LONGEST_FRONT])
    if found is None:
        return Stated(), 0, ()
    body = found["body"]
    if len(body) > _MOST_PARSED:
        message = f"front matter of {len(body):,} characters is too long to be read"
        problem = Problem(step="article", kind="front-matter-not-read", message=message)
        return stated(_pairs(body[:_MOST_PARSED]), _SOURCE), found.end(), (problem,)
    values = _toml(body) if found["fence"] == "+++" else _yaml(body)
    facts = stated(_pairs(body) if values is None else values, _SOURCE)
    if values is None and not _FALLBACK_LINES.fullmatch(body):
        return Stated(), 0, ()  # prose between two rules
    return facts, found.end(), ()


def _toml(body: str) -> dict[str, Any] | None:
    try:
        return {name: _as_text(value) for name, value in tomllib.loads(body.replace("\r\n", "\n")).items()}
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _as_text(value: Any) -> Any:
    """Convert a TOML date to ISO 8601; texts, lists and tables are unchanged."""
    return value.isoformat() if hasattr(value, "isoformat") else value


def _yaml(body: str) -> dict[str, Any] | None:
    """Parse YAML into texts, lists and tables only; None if it is broken or not a table."""
    import yaml

    try:
        # The base loader makes only texts, so a date stays as printed.
        values = yaml.load(body, Loader=yaml.BaseLoader)  # noqa: S506 - it makes fewer kinds than the safe one
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return {str(name): value for name, value in values.items()} if isinstance(values, dict) else None


def _pairs(body: str) -> dict[str, Any]:
    return {found[1]: found[3] for found in _PAIR.finditer(body)}


_URL = r"(?:https?|at)://[^\s<>()\[\]\"]{4,2000}"
_LINE = lazy_regex(
    rf"^[ \t]{{0,40}}(?:>[ \t]{{0,4}}){{0,3}}(?P<whole><?(?P<bare>{_URL})>?"
    rf"|(?P<image>!?)\[(?P<label>[^\[\]\n]{{0,300}})\]"
    rf"\([ \t]?<?(?P<linked>{_URL})>?(?:[ \t]+[\"'(][^\n]{{0,200}}?[\"')])?[ \t]?\)"
    rf"|\[!\[[^\[\]\n]{{0,300}}\]\((?P<picture>[^()\s]{{1,500}})\)\]\((?P<under>{_URL})\))"
    r"[ \t\r]{0,40}\\?$",
    re.MULTILINE | re.IGNORECASE,
)
_SENTENCE_END = tuple('.!?:…"”»’)*_>|')
_ROOM = 400


def find_lone_addresses(text: str, taken: Sequence[Span]) -> list[tuple[int, int, Post]]:
    """Return the start, end and post of each line that is the URL of a post, in order.

    URLs in the ascending spans of flattened posts, `taken`, belong to these. The lines are stripped.
    """
    if "://" not in text:
        return []
    shown = shown_code(text)
    return [
        (start, end, post)
        for start, end, post in _addresses(text)
        if not (is_within(start, taken) or is_within(start, shown))
        and not _is_in_sentence(text, start, end)
        and not _is_source(text, start)
    ]


def _addresses(text: str) -> Iterator[tuple[int, int, Post]]:
    for line in _LINE.finditer(text):
        address = line["bare"] or line["linked"] or line["under"]
        post = recognise(address)
        if post is not None and _is_embed(line, post):
            yield line.start("whole"), line.end("whole"), post


def _is_embed(line: re.Match[str], post: Post) -> bool:
    if line["picture"]:  # a link around a picture is a preview if the picture is the post's own
        return post.id is not None and post.id in line["picture"]
    if line["linked"] is None or line["image"] or not line["label"].strip():
        return True
    return stands_for_post(" ".join(line["label"].split()))


def _is_in_sentence(text: str, start: int, end: int) -> bool:
    """Return True if a sentence continues across the line, as in hard-wrapped prose."""
    begin = text.rfind("\n", 0, start) + 1
    above = text[max(0, begin - _ROOM) : begin].rpartition("\n")[0].rpartition("\n")[2].strip()
    below = text[end + 1 : end + 1 + _ROOM].partition("\n")[0].strip()
    return bool(above) and not above.endswith(_SENTENCE_END) and below[:1].islower()


def _is_source(text: str, start: int) -> bool:
    """Return True if the line's paragraph, or the label above it, begins a list of sources."""
    paragraphs = text[max(0, start - _ROOM) : start].split("\n\n")
    label = paragraphs[-2].strip() if len(paragraphs) > 1 else ""
    return begins_list_of_sources(paragraphs[-1]) or (len(label) < 20 and begins_list_of_sources(label))
