"""``voxpop init`` and ``voxpop check-config``: write and check a settings file."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import click

from archive.commands.shared import CONFIG, NO_SOURCE, print_message
from scraper.configuration import config_directory
from scraper.errors import SettingsError


@click.command()
@click.argument("folder", metavar="[FOLDER]", default=".", type=click.Path(file_okay=False))
def init(folder: str) -> None:
    """Write a settings file and show how to schedule runs.

    The file is FOLDER/voxpop.toml and explains every setting. An existing file is not replaced.

    \b
    Example:
      voxpop init /srv/reactions
    """
    file = write_settings(Path(folder))
    click.echo(f"{file}: written. Add your sources to it, then try `voxpop run -c {file}`.\n")
    click.echo(schedules(file), nl=False)


@click.command(name="check-config")
@CONFIG
@click.pass_context
def check_config(ctx: click.Context, /, config: str) -> None:
    """Check the settings file without running anything.

    Prints one line per mistake.

    \b
    Example:
      voxpop check-config -c voxpop.toml
    """
    from archive.settings.paths import check_settings

    sources, problems = check_settings(config)
    if not (sources or problems):
        problems = [NO_SOURCE]
    for problem in problems:
        print_message(f"{config}: {problem}")
    if problems:
        ctx.exit(SettingsError.exit_code)
    names = ", ".join(f"{source.name} ({source.kind})" for source in sources)
    click.echo(f"{config}: all right: {names}")


def write_settings(folder: Path) -> Path:
    """Copy the commented settings into a folder, created if missing; return the path of the copy."""
    file = folder / "voxpop.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as stream:
            try:
                stream.write((config_directory() / "voxpop.toml").read_text("utf-8"))
                stream.flush()
            except OSError:
                file.unlink(missing_ok=True)
                raise
    except FileExistsError:
        raise SettingsError(f"{file}: already exists: edit it, or name another folder") from None
    except OSError as error:
        raise SettingsError(f"{file}: cannot be written ({error.strerror}): check the folder") from error
    return file


def schedules(file: Path) -> str:
    """Return the crontab line and the systemd units for a settings file."""
    folder = config_directory() / "schedule"
    voxpop = shutil.which("voxpop", path=Path(sys.executable).parent) or shutil.which("voxpop")
    program = [voxpop] if voxpop else [sys.executable, "-m", "archive.main"]
    parts = []
    for name, quoted in (("crontab", _for_cron), ("voxpop.service", _for_systemd), ("voxpop.timer", _for_systemd)):
        text = (folder / name).read_text("utf-8")
        parts.append(text.replace("@VOXPOP@", quoted(program)).replace("@SETTINGS@", quoted([str(file.resolve())])))
    return "\n".join(parts)


def _for_cron(words: list[str]) -> str:
    r"""Quote for the shell; an unescaped ``%`` ends the line in cron (crontab(5)).

    >>> print(_for_cron(["/srv/the news/100%.toml"]))
    '/srv/the news/100\%.toml'
    """
    return shlex.join(words).replace("%", r"\%")


def _for_systemd(words: list[str]) -> str:
    r"""Quote for systemd.service(5); ``%`` and ``$`` would begin a specifier or a variable.

    >>> print(_for_systemd(["/srv/the news/100%.toml"]))
    "/srv/the news/100%%.toml"
    """
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$") for word in words)
    return " ".join(f'"{word}"' if set(word) & set(" '\"\\;") else word for word in escaped)
