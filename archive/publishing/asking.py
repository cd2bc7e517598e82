"""Our own pages, asked in this process as strangers see them: no SQL of theirs, no path of this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from archive.datasette_files import close_schedule, configuration, import_units, metadata, read_source
from scraper.configuration import config_directory

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Milliseconds that one question may take: nobody waits for it.
_PATIENCE = 60_000
_SETTINGS = {
    "default_allow_sql": False,
    "allow_download": False,
    "suggest_facets": False,
    "sql_time_limit_ms": _PATIENCE,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What one address answered.

    Attributes:
        status: The status of HTTP.
        body: The bytes.
    """

    status: int
    body: bytes


class Pages:
    """The pages of one archive.

    Args:
        database: The SQLite file.
        origin: The scheme and host that absolute addresses begin with.
        address: The address of the folder on the web; empty while it has none.
        immutable: Whether nothing can write beside the file, where SQLite would keep its own.
    """

    def __init__(self, database: str, origin: str, address: str, *, immutable: bool) -> None:
        self.name = Path(database).stem
        self._datasette = _datasette_on(
            database, {"public": True, "origin": origin, "published": address}, immutable=immutable
        )

    async def begin(self) -> None:
        """Have the plugin look at the archive."""
        await self._datasette.invoke_startup()

    async def get(self, address: str) -> Answer:
        """Ask for an address, which is a path; a redirection is not followed."""
        answer = await self._datasette.client.get(address)
        return Answer(answer.status_code, answer.content)

    async def render(self, template: str, context: Mapping[str, Any]) -> str:
        """Return a template filled in, which has the same style and parts as the pages."""
        return str(await self._datasette.render_template(template, dict(context)))

    def address(self, kind: str, key: str | None = None) -> str:
        """Return the address of a page."""
        from datasette.utils import tilde_encode

        path = f"{self._datasette.urls.database(self.name)}/{kind}"
        return path if key is None else f"{path}/{tilde_encode(key)}"

    def place_of(self, address: str) -> Place | None:
        """Return what a path of the server is about; None for one that is not below the archive."""
        from datasette.utils import tilde_decode

        parts = urlsplit(address)
        head, *rest = parts.path.removeprefix("/").split("/", 2)
        if not rest or f"/{head}" != str(self._datasette.urls.database(self.name)):
            return None
        last, _, suffix = rest[-1].partition(".")
        if len(rest) == 1:
            return Place(last, None, suffix, parts.query)
        return Place(rest[0], tilde_decode(last), suffix, parts.query)


@dataclass(frozen=True, slots=True)
class Place:
    """What an address is about: ``/reactions/hashtag/letmirasing.csv?rows=days``.

    Attributes:
        kind: The kind of page, or the name of a table.
        key: The thing that it is about, if it is about one.
        suffix: What it comes as; empty for a page.
        query: The parameters.
    """

    kind: str
    key: str | None
    suffix: str
    query: str


def _datasette_on(database: str, plugin: dict[str, Any], *, immutable: bool) -> Any:
    import_units()
    from datasette.app import Datasette
    from datasette.version import __version_info__

    source, config = read_source(), config_directory()
    close_schedule(source)
    name = Path(database).stem
    newer = {} if __version_info__[0] == "0" else {"config": configuration(source, name, plugin)}
    return Datasette(
        [] if immutable else [database],
        immutables=[database] if immutable else [],
        metadata=metadata(source, name, plugin),
        plugins_dir=str(config / "plugins"),
        template_dir=str(config / "templates"),
        static_mounts=[("voxpop", str(config / "static"))],
        settings=_SETTINGS,
        **newer,
    )
