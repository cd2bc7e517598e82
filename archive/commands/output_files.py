"""Files that commands write: each takes its name when it is complete."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def written_whole(file: str | Path) -> Iterator[Path]:
    """Yield a path to write to, which takes the name of `file` at the end, and is deleted with an error.

    Raises:
        SettingsError: The file cannot be written.
    """
    unfinished = Path(f"{file}.part")
    try:
        yield unfinished
        unfinished.replace(file)
    except OSError as error:
        raise SettingsError(f"{file}: cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
