"""One request to one archive: asking it, and the addresses of its pages, for Datasette 0.65 and 1.0."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from datasette import NotFound
from datasette.database import QueryInterrupted
from datasette.utils import tilde_decode, tilde_encode
from datasette.version import __version_info__

from scraper.configuration import queries
from scraper.values.urls import host_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


# The options that `voxpop serve` passes to this plugin.


@dataclass(frozen=True, slots=True)
class Options:
    """How an archive is served: if `public`, strangers see no local paths and no pages about Datasette.

    `text` shows strangers whole articles. `origin` is scheme and host of the public URL, if known. No `hosts` allow
    all. `published` is None on a server, else the public URL of the folder of files, or empty.
    """

    public: bool = False
    text: bool = False
    origin: str = ""
    hosts: frozenset[str] = frozenset()
    published: str | None = None
    selections: tuple[tuple[str, dict[str, str]], ...] = ()


def options_of(datasette: Any) -> Options:
    """Read the configuration of the plugin ``voxpop``."""
    told = datasette.plugin_config("voxpop") or {}
    return Options(
        public=bool(told.get("public")),
        text=bool(told.get("text")),
        origin=str(told.get("origin") or ""),
        hosts=frozenset(map(str, told.get("hosts") or ())),
        published=None if told.get("published") is None else str(told["published"]),
        selections=tuple((str(name), dict(fields)) for name, fields in told.get("selections") or ()),
    )


def shows_text(datasette: Any) -> bool:
    """Return True if visitors may read all of an article's text."""
    options = options_of(datasette)
    return options.text or not options.public


def whole(value: Any, pieces: Mapping[str, Any]) -> Any:
    """Return SQL, or lists and mappings of it, with pieces in their places, such as ``{of_post}``."""
    if isinstance(value, list):
        return [whole(each, pieces) for each in value]
    if isinstance(value, dict):
        return {key: whole(each, pieces) for key, each in value.items()}
    return re.sub(r"\{(\w+)\}", lambda at: whole(pieces[at[1]], pieces) if at[1] in pieces else at[0], str(value))


@cache
def page_queries(file: str) -> dict[str, str]:
    """Return the SQL in a file of `config/queries/site` by name, with pieces of it and of `shared` in their places."""
    held = queries("site/shared") | queries(f"site/{file}")
    return {name: whole(sql, held) for name, sql in held.items()}


LARGE = 100_000_000  # bytes; about 50,000 posts
#: Bytes; about 10,000 posts. All rows can be read for a page, but not once for each column.
MIDDLING = 20_000_000
IS_1_0 = __version_info__[0] != "0"
TABLES = {"articles", "posts", "embeds", "quotes", "hashtags", "tally_days"}


@dataclass(frozen=True)
class Answer:
    """The rows of one query, none if `interrupted` by the time limit; `addresses` returns its `links`."""

    rows: list[dict[str, Any]]
    sql: str
    addresses: Callable[[], tuple[str | None, str, str]]
    interrupted: bool = False

    @cached_property
    def links(self) -> tuple[str | None, str, str]:
        """Datasette's page for the question, None where visitors may not write SQL; its rows as CSV and as JSON."""
        return self.addresses()

    @property
    def first(self) -> dict[str, Any] | None:
        """Return the first row, if there is one."""
        return self.rows[0] if self.rows else None


@dataclass(frozen=True, slots=True)
class Site:
    """One archive as one request sees it."""

    datasette: Any
    request: Any
    name: str
    database: Any = field(repr=False)
    answers: dict[str, Answer] = field(default_factory=dict, repr=False)
    arguments: dict[str, str | list[str]] = field(default_factory=dict, repr=False)

    @property
    def takes_sql(self) -> bool:
        """Return True if visitors may write SQL."""
        return bool(self.datasette.setting("default_allow_sql"))

    @property
    def is_public(self) -> bool:
        """Return True if the public reads it, without paths of this machine."""
        return options_of(self.datasette).public

    @property
    def q(self) -> str:
        """Return the search that led to this page, which its links carry on; it is no part of the canonical URL."""
        return _cut(self.request.args.get("q") or "") if self.request else ""

    @property
    def shows_text(self) -> bool:
        """Return True if visitors may read all of an article's text, not only the sentences around reactions."""
        return shows_text(self.datasette)

    @property
    def is_published(self) -> bool:
        """Return True if its pages are being published as files."""
        return options_of(self.datasette).published is not None

    async def ask(self, sql: str, **parameters: Any) -> Answer:
        """Ask one question; a question that takes too long gives no rows and says so."""
        return await self._ask("", sql, parameters)

    async def ask_one(self, sql: str, missing: str, **parameters: Any) -> dict[str, Any]:
        """Return the first row of a query; raise NotFound with the message `missing` if there is none."""
        row = (await self.ask(sql, **parameters)).first
        if row is None:
            raise NotFound(missing)
        return row

    async def _ask(self, name: str, sql: str, parameters: dict[str, Any]) -> Answer:
        sql = sql.strip()
        addresses = partial(self._addresses, name, sql, parameters)
        try:
            result = await self.database.execute(sql, parameters)
        except QueryInterrupted:
            return Answer([], sql, addresses, interrupted=True)
        return Answer([dict(row) for row in result.rows], sql, addresses)

    async def ask_named(self, file: str, *names: str, **parameters: Any) -> dict[str, Answer]:
        """Ask queries of a page at once, by their names in its file; each gets those of the parameters that it has."""
        sql = {name: page_queries(file)[name] for name in names}
        given = {name: {key: value for key, value in parameters.items() if f":{key}" in sql[name]} for name in names}
        return await self.ask_all(**{name: (sql[name], given[name]) for name in names})

    async def ask_all(self, **questions: tuple[str, dict[str, Any]] | str) -> dict[str, Answer]:
        """Ask several questions at once (SQL with or without parameters), by their names in the page's CSV and JSON."""
        pairs = [(question, {}) if isinstance(question, str) else question for question in questions.values()]
        named = zip(questions, pairs, strict=True)
        answers = await asyncio.gather(*(self._ask(name, sql, given) for name, (sql, given) in named))
        found = dict(zip(questions, answers, strict=True))
        self.answers.update(found)
        return found

    def page(
        self, kind: str, key: str | None = None, suffix: str = "", query: Mapping[str, Any] | None = None, /, **own: Any
    ) -> str:
        """Return the URL of a page: ``page("hashtag", "letmirasing", ".csv")``; visitors choose names in `query`."""
        path = f"{self.datasette.urls.database(self.name)}/{kind}"
        if key is not None:
            path += f"/{tilde_encode(key)}"
        return path + suffix + _query({**(query or {}), **own})

    def table(self, table: str, /, **query: Any) -> str:
        """Return the URL of a table, with filters."""
        return str(self.datasette.urls.table(self.name, table)) + _query(query)

    def home(self) -> str:
        """Return the address of the front page of this archive."""
        return str(self.datasette.urls.instance()) if stands_alone(self.datasette) else self.page("home")

    def asking(self) -> str:
        """Return the address where Datasette takes SQL."""
        return str(self.datasette.urls.database(self.name)) + ("/-/query" if IS_1_0 else "")

    @property
    def is_local(self) -> bool:
        """Return True if only this machine reaches the pages, so that their addresses are of no use to others."""
        host = host_name(self.request.host) or ""
        return not options_of(self.datasette).origin and (host in {"localhost", "::1"} or host.startswith("127."))

    def absolute(self, address: str) -> str:
        """Return an address with scheme and host, for feeds and files; as it is where only this machine has it."""
        return address if self.is_local else self._whole(address)

    def citable(self, address: str) -> str | None:
        """Return an address with scheme and host; None where the pages have no public one."""
        return None if self.is_local else self.permanent(address)

    def permanent(self, address: str) -> str | None:
        """Return the canonical form of an address; None where published pages have none yet."""
        return None if options_of(self.datasette).published == "" else self._whole(address)

    def _whole(self, address: str) -> str:
        return str(self.datasette.absolute_url(self.request, address))

    def canonical(self, key: str | None = None) -> str | None:
        """Return the canonical URL of the current page (with `key` as its key), with the parameters that it read."""
        if self.request is None:
            return None
        place = self.request.url_vars
        address = self.page(place["kind"], key) if key is not None else self._here()
        return self.permanent(address + _query(self.arguments))

    def _here(self) -> str:
        path = self.request.path
        is_home = path == "/" or self.request.url_vars.get("kind") == "home"
        return self.home() if is_home else str(self.datasette.urls.path(path))

    def argument(self, name: str, otherwise: str = "") -> str:
        """Return a parameter of the address, cut where no honest one is that long and without NUL."""
        value = _cut(self.request.args.get(name) or otherwise)
        if name in self.request.args:
            self.arguments[name] = value
        return value

    def given(self, name: str, *, as_stored: bool = False) -> list[str]:
        """Return all values of a parameter, or an empty text if they are empty.

        Unless they are `as_stored` in the archive, they are cut like those of `argument`, and unique.
        """
        values: list[str] = self.request.args.getlist(name)
        if values and not as_stored:
            values = list(dict.fromkeys(cut for value in values if (cut := _cut(value)))) or [""]
        if values:
            self.arguments[name] = values
        return values

    def _addresses(self, name: str, sql: str, parameters: dict[str, Any]) -> tuple[str | None, str, str]:
        if self.request is not None and not self.takes_sql:
            return None, self._rows_of(name, ".csv"), self._rows_of(name, ".json")
        path, query = self.asking(), _query({"sql": sql} | parameters)
        return f"{path}{query}", f"{path}.csv{query}", f"{path}.json{query}&_shape=array"

    @property
    def address(self) -> str:
        """Return the address of the current page with the parameters that it read, without the suffix of a file."""
        return self._own_page("", self.arguments)

    @property
    def picture(self) -> str:
        """Return the address of the chart of the current page as SVG; empty for a page that is rendered alone."""
        return self._rows_of("", ".svg") if self.request is not None else ""

    def _rows_of(self, name: str, suffix: str) -> str:
        """Return the address of the rows that one question of the page at hand gives."""
        args = self.request.args  # which Datasette parses anew each time
        return self._own_page(suffix, {given: args.getlist(given) for given in args} | {"rows": name})

    def _own_page(self, suffix: str, query: Mapping[str, Any]) -> str:
        place = self.request.url_vars
        key = tilde_decode(place["key"] or "") if "key" in place else None
        return self.page(place.get("kind") or "home", key, suffix, query)


def _cut(value: str) -> str:
    return value.replace("\0", "").strip()[:500]


def _query(parameters: dict[str, Any]) -> str:
    kept = {name: value for name, value in parameters.items() if value not in (None, "")}
    return f"?{urlencode(kept, doseq=True)}" if kept else ""


_ARCHIVES: WeakKeyDictionary[Any, dict[str, set[str]]] = WeakKeyDictionary()


def learn_archives(datasette: Any) -> None:
    """Look which of the attached databases are archives of voxpop: when Datasette starts, or is asked earlier."""
    held = {name: _names_in(database) for name, database in datasette.databases.items() if not name.startswith("_")}
    _ARCHIVES[datasette] = {name: names for name, names in held.items() if names >= TABLES}


def _names_in(database: Any) -> set[str]:
    """Return the tables and views of a file; none if it is no SQLite database that can be read."""
    if database.path is None or database.is_memory:
        return set()
    way = "mode=ro" if database.is_mutable else "immutable=1"
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{database.path}?{way}", uri=True)) as connection:
        return {
            name for (name,) in connection.execute("select name from sqlite_master where type in ('table', 'view')")
        }
    return set()


def archives(datasette: Any) -> dict[str, set[str]]:
    """Return the names of the databases that are archives, each with its tables and views."""
    if datasette not in _ARCHIVES:
        learn_archives(datasette)
    return _ARCHIVES[datasette]


def is_ours(datasette: Any, database: str | None) -> bool:
    """Return True if our rules hold for a database: an archive, any next to the only one, or that of ``--crossdb``."""
    own = archives(datasette)
    if not own or database in own:
        return bool(own)
    return stands_alone(datasette) or (database == "_memory" and datasette.crossdb)


def is_our_path(datasette: Any, path: str) -> bool:
    """Return True if our rules hold for a path of the site, which begins at its root."""
    route = tilde_decode(re.split("[/.]", path[1:], maxsplit=1)[0])
    found = (name for name, database in datasette.databases.items() if database.route == route)
    return is_ours(datasette, next(found, None))


def stands_alone(datasette: Any) -> bool:
    """Return True if the server has one archive and no other database: its front page is at ``/``."""
    names = [name for name in datasette.databases if not name.startswith("_")]
    return len(names) == 1 and list(archives(datasette)) == names


def archive_meant(datasette: Any, database: str | None = None) -> Site | None:
    """Return the archive that a page of Datasette is about: the database it names, else the only one."""
    name = database or (next(iter(archives(datasette))) if stands_alone(datasette) else None)
    return Site(datasette, None, name, datasette.databases[name]) if name in archives(datasette) else None


async def site_of(datasette: Any, request: Any) -> Site:
    """Return the archive of a request; raise NotFound if it is none, Forbidden if the visitor may not see it."""
    name = _name(datasette, request)
    await _require_permission(datasette, request, name)
    if name not in archives(datasette):
        raise NotFound(f"{name} is not an archive of voxpop")
    return Site(datasette, request, name, datasette.databases[name])


def _name(datasette: Any, request: Any) -> str:
    route = request.url_vars.get("database")
    if route is None:  # the front page of a site that is one archive
        return next(iter(archives(datasette)))
    try:
        return str(datasette.get_database(route=tilde_decode(route)).name)
    except KeyError:
        raise NotFound("Database not found") from None


async def _require_permission(datasette: Any, request: Any, name: str) -> None:
    if IS_1_0:
        from datasette.resources import DatabaseResource

        resource = DatabaseResource(name)
        await datasette.ensure_permission(action="view-database", resource=resource, actor=request.actor)
    else:
        await datasette.ensure_permissions(request.actor, [("view-database", name), "view-instance"])


async def tables_in_view(datasette: Any, request: Any, name: str, linked: list[Any]) -> list[Any]:
    """Return the foreign keys of tables that the visitor may view."""
    return [key for key in linked if await _may_view(datasette, request, name, key["other_table"])]


async def _may_view(datasette: Any, request: Any, name: str, table: str) -> bool:
    if IS_1_0:
        from datasette.resources import TableResource

        resource = TableResource(database=name, table=table)
        return bool(await datasette.allowed(action="view-table", resource=resource, actor=request.actor))
    visible, _ = await datasette.check_visibility(
        request.actor, permissions=[("view-table", (name, table)), ("view-database", name), "view-instance"]
    )
    return bool(visible)
