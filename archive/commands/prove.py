"""``voxpop prove``: export verifiable evidence for a post."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.captures.lazy import captures_beside
from archive.commands.shared import CAPTURES, DATABASE, QUIET, checked_url, end, print_message
from archive.humanize import counted
from archive.outputs import Kept, written_whole
from archive.stopping import LongCommand
from scraper.errors import FetchError, SettingsError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Collection

    from archive.evidence.proof import Written

#: Maximum size of a time stamp.
_MOST_BYTES = 1_000_000


@click.command(cls=LongCommand)
@DATABASE
@click.argument("post", metavar="POST")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder to write; it appears when complete.",
)
@CAPTURES
@click.option(
    "--timestamp",
    metavar="URL",
    callback=checked_url,
    help="Get a time stamp of SHA256SUMS from an RFC 3161 authority; only its digest is sent.",
)
@click.option("--allow-private", is_flag=True, help="Allow an authority at a private or loopback address.")
@click.option("--contact", help="URL or e-mail address for the User-Agent.")
@QUIET
def prove(  # noqa: PLR0913 - one argument per option
    database: str,
    post: str,
    *,
    output: Path,
    captures: Path | None,
    timestamp: str | None,
    allow_private: bool,
    contact: str | None,
    quiet: bool,
) -> None:
    """Export verifiable evidence for a post.

    POST is an id, such as twitter:1223, or a permalink. The folder contains the captures of the articles that
    show the post, their digests (SHA256SUMS), the rows of the archive, and a report (index.html,
    account.json). The report explains how to verify the files with standard tools, and what they don't prove.
    Nothing is sent anywhere without --timestamp.

    \b
    Example:
      voxpop prove reactions.db twitter:1789411966798795267 -o proof
      (cd proof && sha256sum -c SHA256SUMS)
      voxpop prove reactions.db twitter:1789411966798795267 -o proof --timestamp https://tsa.example/
    """
    from archive.evidence.proof import find_post, write_proof
    from archive.reading import reader

    kept = Kept.of(database, captures)
    kept.refuse(output, "folder")
    _refuse_other(output)
    with reader(database) as db:
        found = find_post(db, post)
        target = output.resolve()  # where a link leads
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".voxpop-", dir=target.parent) as around:
            unfinished = Path(around) / "proof"
            unfinished.mkdir()
            written = write_proof(db, found, captures or captures_beside(database), unfinished)
            _take_place(unfinished, output)
    is_whole = _print_written(output, found, written, quiet=quiet)
    if timestamp is not None:
        is_whole &= _stamped(output, timestamp, allow_private=allow_private, contact=contact)
    end(0 if is_whole else VoxpopError.exit_code)


def _refuse_other(output: Path) -> None:
    """Refuse a folder that is not a proof, so that no other files are overwritten."""
    from archive.evidence.proof import ACCOUNT, FORMAT

    if not output.exists() or not any(output.iterdir()):
        return
    if (output / "captures").is_symlink():
        raise SettingsError(f"{output / 'captures'}: is a symlink: name a new folder")
    try:
        is_proof = json.loads((output / ACCOUNT).read_bytes()).get("format") == FORMAT
    except (OSError, ValueError, AttributeError):
        is_proof = False
    if not is_proof:
        raise SettingsError(f"{output}: contains other files: name a new folder")


def _take_place(unfinished: Path, output: Path) -> None:
    """Replace an earlier proof, unless it has a time stamp; other files in the folder stay."""
    from archive.evidence.proof import SUMS, digest_of, digests_of, files_of

    if not output.exists():
        unfinished.replace(output.resolve())
        return
    before, new = digests_of(output), digests_of(unfinished)
    if before == new and all((output / name).is_file() for name in new):
        return
    if (output / f"{SUMS}.tsr").exists():
        raise SettingsError(
            f"{output}: holds an earlier proof with a time stamp, and the archive has changed: name another folder"
        )
    for name in files_of(output):
        if name not in before and name in new:
            raise SettingsError(f"{output / name}: is not part of the earlier proof: move it away")
        if name in before and digest_of(output / name) not in {before[name], new.get(name)}:
            raise SettingsError(f"{output / name}: was changed since it was written: move it away")
    _replace_files(unfinished, output, new, before)


def _replace_files(unfinished: Path, output: Path, new: Collection[str], before: Collection[str]) -> None:
    """Move new files into a folder, the digests last, and delete obsolete files of the earlier proof."""
    from archive.evidence.proof import SUMS

    try:
        for name in (*new, SUMS):
            (output / name).parent.mkdir(exist_ok=True)
            (unfinished / name).replace(output / name)
        for name in before:
            if name not in new:
                (output / name).unlink(missing_ok=True)
    except OSError as error:
        raise SettingsError(f"{output}: cannot be written: {error.strerror}") from error


def _print_written(output: Path, post: str, written: Written, *, quiet: bool) -> bool:
    """Print what was written and what is missing; return True if nothing is."""
    missing = Counter((row["file"], row["reason"]) for row in written.missing)
    for (file, reason), number in missing.items():
        print_message(f"{file}: {reason}: {counted(number, 'capture')} left out")
    if not written.captures:
        print_message(f"{post}: no capture of its articles was found, as the report says")
    if not quiet:
        click.echo(f"{output}: {post}, {counted(len(written.captures), 'capture')}")
    return bool(written.captures) and not missing


def _stamped(output: Path, url: str, *, allow_private: bool, contact: str | None) -> bool:
    """Get a time stamp of the digests; return True if there is one now."""
    from archive.evidence.proof import SUMS
    from archive.evidence.stamps import ANSWER_TYPE, REQUEST_TYPE, NoStampError, check_answer, request_for
    from scraper.fetching import Fetcher
    from scraper.values.urls import without_login

    answered = output / f"{SUMS}.tsr"
    if answered.exists():
        click.echo(f"{answered}: already exists")
        return True
    asked = output / f"{SUMS}.tsq"
    if asked.exists():
        raise SettingsError(f"{asked}: has no response: move it away to request again")
    content = (output / SUMS).read_bytes()
    request = request_for(content)
    shown = without_login(url)
    try:
        with Fetcher(contact=contact, allow_private=allow_private, max_bytes=_MOST_BYTES) as fetcher:
            answer = fetcher.ask(url, ANSWER_TYPE, request, REQUEST_TYPE)
        check_answer(answer.last.status, answer.content, content)
    except (FetchError, NoStampError) as error:
        said = error if isinstance(error, FetchError) else f"{shown}: the answer {error}: ask another authority"
        print_message(f"{said} (the folder is written, without a time stamp)")
        return False
    for file, written in ((answered, answer.content), (asked, request)):
        with written_whole(file, Kept(), lambda _path: False) as path:
            path.write_bytes(written)
    click.echo(f"{answered}: a time stamp of {shown}")
    return True
