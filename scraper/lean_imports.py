"""Import a library without the libraries that it imports where they happen to be installed.

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

#: Loaded only where the process is a command of ours; in a notebook others use the same libraries.
_COMMAND = "archive.cli"


class _Deferred(ModuleType):
    """Stands for a module, which the first use of one of its attributes imports."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


@contextmanager
def deferred(*names: str) -> Iterator[None]:
    """Let imports inside the block get modules that are only imported when something of them is used.

    It suits ``import name``; ``from name import something`` uses the module at once.
    """
    later = [name for name in names if name not in sys.modules and find_spec(name)]
    with _in_their_place({name: _Deferred(name) for name in later}):
        yield


@contextmanager
def left_out(*names: str) -> Iterator[None]:
    """Let imports inside the block find these modules missing, if this process is a command of ours."""
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
