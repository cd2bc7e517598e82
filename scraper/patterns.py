"""Compile regular expressions lazily: a page needs only a fraction of them."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, AnyStr, cast

if TYPE_CHECKING:
    from collections.abc import Callable

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _LazyRegex:
    """A regular expression with the methods of a compiled one; the first call of any of them compiles it.

    The compiled one then replaces it in its module, at no further cost. Wherever else it was imported, the
    methods cost 30 ns more per call.
    """

    __slots__ = ("_module", "flags", "pattern", *_METHODS)

    def __init__(self, pattern: str | bytes | Callable[[], str | bytes], flags: int, module: dict[str, Any]) -> None:
        self.pattern = pattern
        self.flags = flags
        self._module = module

    def __getattr__(self, name: str) -> Any:
        """Compile: Python calls this only while a method's slot is empty."""
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern() if callable(self.pattern) else self.pattern, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        for constant in [key for key, value in self._module.items() if value is self]:
            self._module[constant] = compiled
        return getattr(compiled, name)


def lazy_regex(pattern: AnyStr | Callable[[], AnyStr], flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression that is compiled, and made if `pattern` makes it, on the first call of a method.

    Use it for constants of a module. The result is no `re.Pattern`: call its methods, don't pass it to `re`.

    >>> lazy_regex("[ab]+").fullmatch("abba") is not None
    True
    """
    module = sys._getframe(1).f_globals  # noqa: SLF001 - as `collections.namedtuple` does
    return cast("re.Pattern[AnyStr]", _LazyRegex(pattern, flags, module))
