"""Parse and normalize values: JSON, dates, instants in ids, URLs, handles, spellings. Pure functions."""

from __future__ import annotations

import json
from typing import Any


def json_of(text: str | bytes) -> Any:
    """Parse JSON, also with line ends in its strings; None for other texts, and for what is nested too deep."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
