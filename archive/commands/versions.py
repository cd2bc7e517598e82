"""``voxpop versions``: list the versions of an article, or diff two of them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.captures.lazy import captures_beside
from archive.commands.shared import CAPTURES, DATABASE, FORCE, MAX_BYTES, print_message
from archive.humanize import counted, sized
from archive.outputs import Kept, is_comparison, written_whole
from archive.stopping import LongCommand
from scraper.errors import ArchiveError, DocumentError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from archive.captures.accepted import Version
    from archive.evidence.versions import Comparison
    from archive.reading import Reader

    Chosen = tuple[int, int]

_NAME = "SELECT coalesce(title, source) FROM articles WHERE id = :key"


@click.command(cls=LongCommand)
@DATABASE
@click.argument("article", metavar="ARTICLE")
@click.option("--from", "first", metavar="N", type=int, help="Old version [default: the first].")
@click.option("--to", "second", metavar="N", type=int, help="New version [default: the last].")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    help="Output format; html shows both side by side.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Output file [default: stdout].",
)
@FORCE
@CAPTURES
@MAX_BYTES
def versions(  # noqa: PLR0913 - one argument per option
    database: str,
    article: str,
    *,
    first: int | None,
    second: int | None,
    form: str,
    output: Path | None,
    force: bool,
    captures: Path | None,
    max_bytes: int,
) -> None:
    """List the versions of an article, or diff two of them.

    ARTICLE is an id, a URL, or the file it was read from. Versions come from its captures; consecutive captures
    with the same bytes are one version. Compares the title, the paragraphs, the posts and the quotes.

    \b
    Example:
      voxpop versions reactions.db https://news.example/pier
      voxpop versions reactions.db https://news.example/pier --from 2 --to 3 --format html -o pier.html
    """
    from archive.evidence.versions import compare
    from archive.reading import reader
    from scraper.extract import extract

    folder = captures or captures_beside(database)
    with reader(database) as db:
        key, title = _found(db, article)
        known = _known(db, folder, key, max_bytes)
        if not known:
            raise ArchiveError(f"{database}: no capture of {article} can be read: nothing to compare")
        chosen = _chosen(len(known), first, second)
        readings = [extract(known[number].document(folder, max_bytes)) for number in chosen]
    text = _written(form, title, known, chosen, compare(*readings))
    if output is None:
        click.echo(text, nl=False)
    else:
        with written_whole(output, Kept.of(database, captures), is_comparison, force=force) as path:
            path.write_text(text, "utf-8")


def _found(db: Reader, named: str) -> tuple[str, str]:
    from archive.store.completing import find_article

    key = find_article(db.connection, named)
    return key, db.connection.execute(_NAME, {"key": key}).fetchone()[0]


def _known(db: Reader, folder: Path, article: str, max_bytes: int) -> list[Version]:
    """Return the versions by time; consecutive ones with the same bytes once."""
    from archive.captures.accepted import versions as read_versions

    found: list[Version] = []
    for version in read_versions(db.connection, folder, article, max_bytes):
        if isinstance(version, DocumentError):
            print_message(version)
        else:
            found.append(version)
    found.sort(key=lambda version: version.seen)
    return [version for number, version in enumerate(found) if not number or version.digest != found[number - 1].digest]


def _chosen(number: int, first: int | None, second: int | None) -> Chosen:
    one, other = 1 if first is None else first, number if second is None else second
    for asked, option in ((one, "--from"), (other, "--to")):
        if not 1 <= asked <= number:
            raise SettingsError(f"{option} {asked}: there are versions 1 to {number}")
    return one - 1, other - 1


def _written(form: str, title: str, known: Sequence[Version], chosen: Chosen, comparison: Comparison) -> str:
    from archive.evidence.account import as_page, as_text

    if form == "html":
        return as_page(title, known, chosen, comparison)
    if form == "json":
        return _as_json(title, known, chosen, comparison)
    lines = [counted(len(known), "version")]
    lines += [
        f"{number:>3}  {version.seen}  {version.digest[:16]}  {sized(version.size)}"
        for number, version in enumerate(known, 1)
    ]
    if len(known) > 1:
        lines += ["", *as_text(known, chosen, comparison)]
    return "\n".join(lines) + "\n"


def _as_json(title: str, known: Sequence[Version], chosen: Chosen, comparison: Comparison) -> str:
    changes = [{"part": one.part, "kind": one.kind, **asdict(one)} for one in comparison.changes]
    account = {
        "title": title,
        "versions": [{"seen": one.seen, "sha256": one.digest, "bytes": one.size} for one in known],
        "from": chosen[0] + 1,
        "to": chosen[1] + 1,
        "same": comparison.same,
        "uncompared_paragraphs": comparison.uncompared,
        "changes": changes,
    }
    return json.dumps(account, ensure_ascii=False, indent=2) + "\n"
