"""Read the front matter of a Markdown file: YAML between lines of hyphens, TOML between lines of plus signs.

Static site generators and editors (Jekyll, Hugo, Astro, Obsidian and others) keep a file's metadata there. It
is not prose.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from scraper.patterns import lazy_regex
from scraper.plain.stated_fields import Stated, stated
from scraper.records import Problem

if TYPE_CHECKING:
    from scraper.records import MomentSource

_SOURCE: MomentSource = "metadata"
#: Most characters of front matter, and of those given to a parser: PyYAML reads 0.1 MB a second.
_LONGEST, _LONGEST_PARSED = 64_000, 16_000
_FRONT_MATTER = lazy_regex(
    r"[\s\ufeff]{0,64}(?P<fence>---|\+\+\+)[ \t]*\r?\n"
    r"(?P<body>(?=[ \t]*(?:#|[\"'\w][^\n:=]{0,80}[:=]))[^\x00]*?\n)"
    r"(?:(?P=fence)|\.\.\.)[ \t]*\r?(?:\n|\Z)"
)
#: A line that the fallback reads if the YAML is broken, e.g. by a colon in a title.
_LINES = lazy_regex(
    r"(?:(?:[\w\"'-][\w .\"'-]{0,60}[:=](?=\s)[^\n]*|[ \t]+\S[^\n]*|[-#\]}][^\n]*|[ \t\r]*)(?:\n|\Z))++"
)
_PAIR = lazy_regex(r"^([\w -]{1,40}):[ \t]+([\"']?)([^\n]*?)\2[ \t\r]*$", re.MULTILINE)


def read_front_matter(text: str) -> tuple[Stated, int, tuple[Problem, ...]]:
    r"""Return the fields in the front matter of a text, the offset after it (0 if none), and problems.

    >>> stated, end, _ = read_front_matter("---\ntitle: Pier closes\n---\nFans answered.")
    >>> stated.filled(), end
    ({'title': 'Pier closes'}, 27)
    """
    found = _FRONT_MATTER.match(text[:_LONGEST])
    if found is None:
        return Stated(), 0, ()
    body = found["body"]
    if len(body) > _LONGEST_PARSED:
        message = f"front matter of {len(body):,} characters is too long to be read"
        problem = Problem(step="article", kind="front-matter-not-read", message=message)
        return stated(_pairs(body[:_LONGEST_PARSED]), _SOURCE), found.end(), (problem,)
    values = _toml(body) if found["fence"] == "+++" else _yaml(body)
    facts = stated(_pairs(body) if values is None else values, _SOURCE)
    if values is None and not _LINES.fullmatch(body):
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
