"""The platforms whose posts voxpop knows: one module each, found by listing this package.

README.md beside this file shows what a module holds and how to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bs4 import Tag

    from scraper.records import Form, Post


class Platform(Protocol):
    """What each module of this package provides."""

    NAME: str
    FORMS: Mapping[Form, str]

    def read(self, tag: Tag) -> Post | None:
        """Read the post of one embed; None when the element shows no post.

        Args:
            tag: The embed's element, parsed from its own markup alone.
        """

    def recognise(self, url: str) -> Post | None:
        """Read what an address alone tells of a post; None when it is not the address of one."""


@cache
def platforms() -> tuple[Platform, ...]:
    """All platforms, in the order of their file names."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    return tuple(cast("Platform", importlib.import_module(f"{__name__}.{name}")) for name in names)
