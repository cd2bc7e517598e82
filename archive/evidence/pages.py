"""How pages begin that are given to others: no script runs in them, and nothing is loaded."""

from __future__ import annotations

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
{style}</style></head><body>
"""


def head_of(title: str, style: str) -> str:
    """Return what stands before the content of a page; title and style are our own."""
    return _HEAD.format(title=title, style=style)
