"""Import a library without its optional imports.

Most commands use none of them, and they take longer to import than all the rest: pandas half a second.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Loaded only if the process is one of our commands; in a notebook other code uses the same libraries.
_COMMAND = "archive.cli"


class _Deferred(ModuleType):
    """Stands in for a module, imported on the first use of one of its attributes."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:  # used inside the block already
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def deferred(*names: str) -> Iterator[None]:
    """Defer imports inside the block until an attribute of the module is used.

    It suits ``import name``; ``from name import something`` uses the module at once.
    """
    later = [name for name in names if name not in sys.modules and find_spec(name)]
    with _in_their_place({name: _Deferred(name) for name in later}):
        yield


@contextmanager
def left_out(*names: str) -> Iterator[None]:
    """Make these modules unavailable to imports inside the block, if this process is one of our commands."""
    unloaded = [name for name in names if name not in sys.modules] if _COMMAND in sys.modules else []
    with _in_their_place(dict.fromkeys(unloaded)):
        yield


@contextmanager
def _in_their_place(others: dict[str, Any]) -> Iterator[None]:
    sys.modules.update(others)
    try:
        yield
    finally:
        for name, other in others.items():
            if sys.modules.get(name) is other:
                del sys.modules[name]
