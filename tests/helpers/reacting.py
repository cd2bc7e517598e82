"""Pages of invented outlets, each with one post, and archives of them in one folder."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

from fastwarc.warc import ArchiveIterator
from older import downgrade

from archive.captures.packing import packed_warcinfo
from scraper.fetching import Exchange


def page_of(name, words, number=0):
    """A page of the outlet NAME that shows one post."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        f'<link rel="canonical" href="https://{name}.example/story"><meta property="og:site_name" content="{name}">'
        "</head><body><article><p>People in the town talk about little else this week.</p>"
        f'<blockquote class="twitter-tweet"><p lang="en">{words}</p>&mdash; Reader (@reader_{name}) '
        f'<a href="https://twitter.com/reader_{name}/status/{1897024728724406349 + number}">March 4, 2025</a>'
        "</blockquote><p>It goes on, and so do they.</p></article></body></html>"
    )


def write_page(folder, name, words, number=0):
    file = folder / f"{name}.html"
    file.write_text(page_of(name, words, number), "utf-8")
    return file


def files_of(folder):
    """The names of the WARC files in the folder of captures."""
    return sorted(file.name for file in (folder / "captures").glob("*.warc.gz"))


def exchange(number):
    """A request and its answer."""
    return Exchange(
        url=f"https://alpha.example/{number}",
        at=datetime(2020, 2, 2, 3, 4, 5, tzinfo=UTC),
        address="192.0.2.1",
        sent=(),
        status=200,
        reason="OK",
        version="HTTP/1.1",
        received=(("Content-Type", "text/html"),),
        body=page_of("alpha", f"Words {number}.").encode(),
    )


def words_in(folder):
    """What all WARC files hold, unpacked."""
    found = b""
    for file in sorted((folder / "captures").glob("*.warc.gz")):
        with file.open("rb") as stream:
            found += b"".join(record.reader.read() for record in ArchiveIterator(stream, parse_http=False))
    return found


def share_as_before(folder, *databases, file="voxpop-20250305-00001.warc.gz"):
    """Turn archives into those of an older voxpop, which wrote their captures into one file without an id."""
    captures = folder / "captures"
    content, old = packed_warcinfo(file, ""), []
    for database in databases:
        with closing(sqlite3.connect(database)) as db, db:
            rows = db.execute("SELECT id, file, offset FROM captures WHERE file NOT LIKE '%/%' ORDER BY id").fetchall()
            for number, name, offset in rows:
                old.append(name)
                block = _with_companion(captures / name, offset)
                db.execute("UPDATE captures SET file = ?, offset = ? WHERE id = ?", (file, len(content), number))
                content += block
        downgrade(database, "create_sights")
    for name in set(old):
        (captures / name).unlink()
    (captures / file).write_bytes(content)
    return captures / file


def _with_companion(file, offset):
    with file.open("rb") as stream:
        places = [record.stream_pos for record in ArchiveIterator(stream, parse_http=False)]
    after = [*places, file.stat().st_size][places.index(offset) + 2]
    return file.read_bytes()[offset:after]


def settings(folder):
    """Write the settings of a scheduled run that reads a folder of pages."""
    (folder / "watched").mkdir(exist_ok=True)
    text = 'database = "reactions.db"\ncaptures = "captures"\ncontact = "desk@herald.example"\n'
    text += f'[[sources]]\nname = "Folder"\nfolder = {json.dumps(str(folder / "watched"))}\n'
    (folder / "voxpop.toml").write_text(text, "utf-8")
    return folder / "voxpop.toml"
