"""What the commands that ask others about posts share: their settings, the platforms, the archive."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.captures.naming import captures_beside
from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archive.settings import Settings
    from archive.store.archive import Archive


def settings_here(ctx: click.Context, config: str) -> Settings | None:
    """Read the settings; None where none were named and there are none here."""
    from archive.settings import read_settings

    is_named = ctx.get_parameter_source("config") is not click.core.ParameterSource.DEFAULT
    return read_settings(config) if is_named or Path(config).exists() else None


def platform_asked(name: str) -> str:
    """Return the name of the platform that a name given with ``--platform`` asks, or a method of it.

    Raises:
        BadParameter: None is called so, or it is never asked.
    """
    from scraper.registry import question_of

    try:
        return question_of(name)[0].name
    except LookupError as error:
        raise click.BadParameter(str(error), param_hint="--platform") from None


def switched_off(config: str, section: str) -> SettingsError:
    """Return the error of a command that asks platforms, none of which is switched on."""
    remedy = f"name platforms with --platform, or write enabled = true under [{section}]"
    return SettingsError(f"{config}: no platform is asked unless you switch it on: {remedy}")


@contextmanager
def only_archive(database: str, settings: Settings | None) -> Iterator[tuple[Archive, Path]]:
    """Open an archive for this command alone, and yield it with the folder of its captures.

    The folder and the key of erasures are those of the settings where these are for this archive.

    Raises:
        ArchiveError: It cannot be opened.
        LockedError: A run or a check is at work.
    """
    from archive.lock import only_one
    from archive.store.archive import Archive

    folder, key = captures_beside(database), None
    if settings is not None and settings.database.resolve() == Path(database).resolve():
        folder, key = settings.captures, settings.erasures_key
    with Archive.open(database, create=False, key=key) as archive, only_one(Path(database)):
        yield archive, folder
