"""Disarm cells of CSV that spreadsheets would run."""

from __future__ import annotations

from typing import Any

from scraper.patterns import lazy_regex

# Spreadsheets run a cell that begins like this (https://owasp.org/www-community/attacks/CSV_Injection), and
# posts often begin with @.
_NUMBER = lazy_regex(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
# Characters that a spreadsheet may skip before a formula: white space and invisible characters.
_FORMULA = lazy_regex(r"[\t\r\n]|[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@＝＋－＠]")


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs: with an apostrophe before what looks like a formula.

    >>> harmless("=cmd()"), harmless("@name hello"), harmless("-12.5"), harmless(-1)
    ("'=cmd()", "'@name hello", '-12.5', -1)
    """
    if not isinstance(cell, str) or not _FORMULA.match(cell) or _NUMBER.match(cell):
        return cell
    return f"'{cell}"
