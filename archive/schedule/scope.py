"""What one run is about: the sources it looks at, and whether it waits for the times of visits."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from scraper.errors import SettingsError

if TYPE_CHECKING:
    from archive.settings import Settings, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The part of the settings that a run is about.

    Attributes:
        names: Of the sources that it looks at; all sources when empty.
        now: Look at sources, and visit articles, whose time has not come yet. An article that has had its
            last visit, or was given up, is not visited again.
    """

    names: tuple[str, ...] = ()
    now: bool = False

    def sources(self, settings: Settings) -> list[Source]:
        """Return the sources of the settings that the run looks at.

        Raises:
            SettingsError: A name is no source's.
        """
        known = [source.name for source in settings.sources]
        for name in self.names:
            if name not in known:
                close = get_close_matches(name, known, 1)
                advice = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(known)}"
                raise SettingsError(f"{settings.file}: no source is named {name!r}: {advice}")
        return [source for source in settings.sources if not self.names or source.name in self.names]


#: All sources, each when its time has come.
EVERYTHING = Scope()
