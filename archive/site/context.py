"""The sentences around an embed or a quote, with its own words marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Most characters that are shown: a flattened post may be as long as its article.
LONGEST = 3000
#: The columns of a question that tell the context of a row of ``embeds`` or ``quotes``, beside its article.
_COLUMNS = """substr(articles.text, {table}.context_start + 1,
    min({table}.context_end - {table}.context_start, {longest})) as context,
  {table}.start_offset - {table}.context_start as context_from,
  {table}.end_offset - {table}.start_offset as context_length"""


def columns(table: str) -> str:
    """Return the columns of a question that `show` needs."""
    return _COLUMNS.format(table=table, longest=LONGEST)


def show(rows: Iterable[dict[str, Any]]) -> None:
    """Put the context of each row, as HTML, into its column ``shown_context``; None where it has none."""
    for row in rows:
        row["shown_context"] = (
            _marked(row["context"], row["context_from"], row["context_length"]) if row["context"] else None
        )


def _marked(context: str, start: int, length: int) -> Markup:
    r"""Mark the words of an embed or quote in its context; where an embed has none there, its place.

    >>> _marked("He <said> no. She left.", 3, 6)
    Markup('He <mark>&lt;said&gt;</mark> no. She left.')
    >>> _marked("It rained.\n\nThey left.", 12, 0)
    Markup('It rained.\n\n<span class="place">the post</span> They left.')
    """
    before, words, after = context[:start], context[start : start + length], context[start + length :]
    if length:
        return Markup("{}<mark>{}</mark>{}").format(before, words, after)
    return escape(before) + Markup('<span class="place">the post</span> ') + escape(after)
