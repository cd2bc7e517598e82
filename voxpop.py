"""Find the public's reactions in news articles and archive them, from notebooks and scripts.

>>> import voxpop
>>> found = voxpop.extract_text("Best night! #PierSong — tove (@tove_on_dunes) May 12, 2024")
>>> [row["handle"] for row in voxpop.reactions(found)]
['tove_on_dunes']

``python -m voxpop`` is the command. The code is in two packages: `scraper` extracts reactions from articles,
`archive` stores and queries them. Names are imported on first use, which keeps the command's start-up short.
"""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from archive.api import open_archive
    from scraper.api import extract_all, extract_file, extract_text, extract_url, reactions, to_dict
    from scraper.errors import SourceError, VoxpopError

    __version__: str

__all__ = [
    "SourceError",
    "VoxpopError",
    "__version__",
    "extract_all",
    "extract_file",
    "extract_text",
    "extract_url",
    "open_archive",
    "reactions",
    "to_dict",
]


def main() -> None:
    """Run the ``voxpop`` command with the arguments of this process."""
    from archive.main import main as run

    run()


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used.

    Raises:
        AttributeError: There is no such name.
    """
    if name == "__version__":
        from scraper.configuration import own_version

        return own_version()
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("archive.api" if name == "open_archive" else "scraper.api"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__


def _refuse_shadows() -> None:
    """Raise an ImportError if another module, such as a script `archive.py`, hides a package of voxpop."""
    for name in ("scraper", "archive"):
        ours = Path(__file__).resolve().parent / name / "__init__.py"
        found = PathFinder.find_spec(name)
        if found is None or found.origin is None or Path(found.origin).resolve() != ours:
            other = found.origin if found and found.origin else "another module"
            raise ImportError(f"{other} hides voxpop's package `{name}`: rename it, or run from another folder")


_refuse_shadows()

if __name__ == "__main__":
    main()
