"""Define all errors as one tree; each family has its exit code.

::

    VoxpopError                 1  some sources failed, the others are stored
    ├── SourceError             1  one source (4 if every source of a command failed)
    │   ├── FetchError             a URL did not give a document
    │   └── DocumentError          the bytes are not an article: binary, empty, too large, unreadable
    │       ├── CrashError         the process that read it died
    │       │   └── FaultError     a reader failed because of a bug in voxpop
    │       ├── EmptyFolderError   a folder without documents; in a run, an empty inbox
    │       └── NoCorpusError      a table or JSON without articles
    ├── SettingsError           3  the settings file is missing or wrong
    ├── ArchiveError            3  the database cannot be used: not ours, newer, read-only, full
    └── LockedError            75  another run holds the lock (EX_TEMPFAIL)

Others: 2 wrong usage (click), 130 interrupted, SIGTERM or SIGHUP (128 + SIGINT, as in a shell).

Every message is one line that names the file, URL or key and the remedy.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Exit code of a command if every source, platform or web archive failed.
ALL_FAILED = 4

_LONGEST_CAUSE = 200
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class VoxpopError(Exception):
    """Base class of all errors reported in one line."""

    exit_code = 1


class SourceError(VoxpopError):
    """One source failed, for a `reason` that names the remedy but not the source; the others continue."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{in_one_line(source)}: {in_one_line(reason)}")
        self.source = source
        self.reason = reason


class FetchError(SourceError):
    """A URL did not give a document; has the last HTTP status and the seconds to wait, if the server states them."""

    def __init__(
        self, source: str, reason: str, *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(source, reason)
        self.status = status
        self.retry_after = retry_after


class DocumentError(SourceError):
    """The bytes of a source are not an article."""


class CrashError(DocumentError):
    """The process that read a document died of ``signal 11`` or so, e.g. in a library's native code."""

    def __init__(self, source: str, cause: str) -> None:
        super().__init__(source, f"killed the process that read it ({cause}): report it as a bug")


class FaultError(CrashError):
    """A reader failed because of a bug in voxpop or a library (see `cause_of`); the other sources continue."""

    def __init__(self, source: str, cause: str) -> None:
        DocumentError.__init__(self, source, f"cannot be read ({cause}): report it as a bug")


class EmptyFolderError(DocumentError):
    """A folder has no documents."""


class NoCorpusError(DocumentError):
    """A table, or JSON, has no articles."""


class SettingsError(VoxpopError):
    """The settings file is missing or wrong."""

    exit_code = 3


class ArchiveError(VoxpopError):
    """The database cannot be used."""

    exit_code = 3


class LockedError(VoxpopError):
    """Another run holds the lock."""

    exit_code = 75


def cause_of(error: Exception) -> str:
    """Return an unexpected error in words."""
    return f"{type(error).__name__}: {str(error)[:_LONGEST_CAUSE]}"


def suggestion(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return the advice on an unknown name: the nearest known one, or `otherwise` if none is near.

    >>> suggestion("hastag", ["hashtag", "outlet"], "write an outlet"), suggestion("zoom", [], "there are none")
    ('did you mean hashtag?', 'there are none')
    """
    from difflib import get_close_matches  # late: most commands need none

    close = get_close_matches(name, known, 1)
    return f"did you mean {close[0]}?" if close else otherwise


def in_one_line(name: str) -> str:
    r"""Escape a name or reason for one line: it may contain line breaks, or terminal commands.

    >>> in_one_line("saved\nnew \x1b[31m/東京 👩‍👧.html")
    'saved\\nnew \\x1b[31m/東京 👩‍👧.html'
    """
    return _CONTROLS.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), name)


#: A part of a file name that is not text: on POSIX a byte outside UTF-8, on Windows an unpaired surrogate.
_NO_TEXT = re.compile("[\ud800-\udfff]")


def printable(source: str) -> str:
    r"""Return a name as text that can be printed and stored; distinct files keep distinct names.

    On POSIX a name is bytes; those outside UTF-8 become surrogate halves (PEP 383). On Windows a name is
    UTF-16 and may contain unpaired surrogates (PEP 529). Names in UTF-8 are the same in every locale.

    >>> printable("caf\udce9.html"), printable("caf\ud800.html"), printable("caf\udcc3\udca9.html")
    ('caf\\xe9.html', 'caf\\ud800.html', 'café.html')
    """
    with suppress(UnicodeEncodeError):
        source = source.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    return _NO_TEXT.sub(_escaped, source)


def _escaped(half: re.Match[str]) -> str:
    number = ord(half[0])
    return f"\\x{number - 0xDC00:x}" if 0xDC80 <= number <= 0xDCFF else f"\\u{number:x}"


def path_of(name: str) -> Path:
    """Return the path of a stored or stated name: names are in UTF-8, whatever the locale."""
    return Path(os.fsdecode(name.encode("utf-8", "surrogateescape")))
