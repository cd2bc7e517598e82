"""Match elements against the CSS selectors of the platforms' own embed code."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scraper.registry import platforms

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode

    from scraper.records import Form
    from scraper.registry import Platform

_MOST_KNOWN = 10_000


@cache
def _forms() -> dict[str, list[tuple[Platform, Form, str]]]:
    """Return platform, form and selector by the tag name, with which every selector begins."""
    found: dict[str, list[tuple[Platform, Form, str]]] = {}
    for platform in platforms():
        for form, selectors in platform.forms.items():
            for css in selectors.split(", "):
                name = re.split(r"[.\[:#]", css, maxsplit=1)[0]
                found.setdefault(name, []).append((platform, form, css))
    return found


@cache
def any_form() -> str:
    """Return a selector that matches the embed code of any platform."""
    return ", ".join(css for named in _forms().values() for _, _, css in named)


_known_forms: dict[tuple[str | None, ...], tuple[Platform, Form] | None] = {}


def form_of_platform(node: ElementNode) -> tuple[Platform, Form] | None:
    """Return the platform whose selectors match an element, and the form; None without one.

    The selectors test the tag name, classes, type and names of attributes, so results are cached by these.
    """
    forms = _forms().get(node.tag or "")
    if not forms:
        return None
    key = (node.tag, node.getattr("class"), node.getattr("type"), *node.attrs)
    if key not in _known_forms:
        if len(_known_forms) > _MOST_KNOWN:
            _known_forms.clear()
        matching = ((platform, form) for platform, form, css in forms if node.matches(css))
        _known_forms[key] = next(matching, None)
    return _known_forms[key]
