"""Write a site: ask for every page that belongs to it, keep what it links to, then lead all links to files.

Links are led to files last, when it is known which files there are.
"""

from __future__ import annotations

import csv
import io
import json
import re
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from archive.publishing import index
from archive.publishing.links import Rewriter, addresses_in, file_name, rewrite_feed, with_addresses
from archive.spreadsheets import harmless
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from archive.publishing.asking import Pages, Place
    from archive.publishing.folder import Folder
    from archive.publishing.index import About
    from archive.publishing.selection import Plan

#: The parameters that lead to the rest of a list. Others, as filters, would make a page of each combination.
_OF_FOLLOWING = frozenset({"after", "after_post", "before"})
#: What a page is offered as besides: citations, feeds.
_BESIDE = frozenset({"txt", "bib", "ris", "atom"})
_TABLES = frozenset({"csv", "json"})


@dataclass(slots=True)
class Site:
    """A site that is being written.

    Attributes:
        pages: The pages of the archive.
        plan: What belongs to it.
        folder: Where it is written.
        address: Its address on the web; empty while it has none.
        origin: How the server calls itself in absolute addresses.
        limit: Most pages.
        files: The file of each address that has one.
        asked: How many pages were asked for.
    """

    pages: Pages
    plan: Plan
    folder: Folder
    address: str
    origin: str
    limit: int
    files: dict[str, str] = field(default_factory=dict)
    asked: int = 0

    async def write(self, about: About, show: Callable[[int], None]) -> None:
        """Write all files.

        Args:
            about: What the index tells.
            show: Is told how many pages have been written.

        Raises:
            ArchiveError: A page of the selection is not answered.
        """
        await self.pages.begin()
        waiting = deque(self._first())
        seen = set(waiting)
        while waiting:
            address = waiting.popleft()
            if self.asked >= self.limit and urlsplit(address).query:
                continue
            for following in await self._page(address):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
            self.asked += not address.startswith(self.pages.address("card"))
            show(self.asked)
        for name, rows in about.tables.items():
            for suffix, write in (("csv", csv_of), ("json", json_of)):
                address = f"{self.pages.address(name)}.{suffix}"
                self._keep(address, f"data/{name}.{suffix}", write(rows).encode("utf-8", "replace"))
        for address, file, page in await index.pages_of(self.pages, self.plan, about):
            self._keep(address, file, page.encode("utf-8", "replace"))
        self._lead_links()

    def _first(self) -> Iterator[str]:
        """Yield the addresses of the pages that belong to the site whatever links to them."""
        if self.plan.is_whole:
            yield self.pages.address("home")
        for kind, keys in self.plan.keys.items():
            for key in keys:
                yield self.pages.address(kind, key)
                if kind == "post":
                    yield self.pages.address("card", key)

    async def _page(self, address: str) -> list[str]:
        """Write a page and what it is offered as; return the addresses of the lists that it begins.

        Raises:
            ArchiveError: It is not answered, though it is in the archive.
        """
        answer = await self.pages.get(address)
        place = self.pages.place_of(address)
        if answer.status != 200 or place is None:
            raise ArchiveError(f"{address}: the page was answered with {answer.status}: check with `voxpop verify`")
        self._keep(address, self._file(place), answer.body)
        links = addresses_in(answer.body.decode("utf-8"))
        await self._styles(links)
        linked = list(self._of_page(links, place))
        await self._beside(linked)
        await self._tables([(link, to) for link, to in linked if to.suffix in _TABLES], place)
        return [link for link, to in linked if self._goes_on(to)]

    def _of_page(self, links: Iterable[str], page: Place) -> Iterator[tuple[str, Place]]:
        """Yield the links to other forms and parts of a page."""
        for link in links:
            to = self._place(link)
            if to is not None and (to.kind, to.key) == (page.kind, page.key):
                yield link, to

    def _place(self, link: str) -> Place | None:
        parts = urlsplit(link.removeprefix(self.origin).partition("#")[0])
        return None if parts.scheme or parts.netloc else self.pages.place_of(parts.geturl())

    def _goes_on(self, to: Place) -> bool:
        """Return whether an address is that of the rest of a list that was asked for."""
        names = {name for name, _ in parse_qsl(to.query)}
        is_meant = self.plan.is_whole or to.key in self.plan.wanted.get(to.kind, ())
        return bool(names) and names <= _OF_FOLLOWING and not to.suffix and is_meant

    async def _styles(self, links: Iterable[str]) -> None:
        """Keep the style sheets that a page links to."""
        for link in links:
            path = urlsplit(link).path
            if path.startswith("/voxpop/") and path.endswith(".css") and link not in self.files:
                self._keep(link, f"static/{path.rpartition('/')[2]}", (await self.pages.get(link)).body)

    async def _beside(self, linked: Iterable[tuple[str, Place]]) -> None:
        """Keep the citations and feeds that a page is offered as."""
        for link, to in linked:
            if to.suffix in _BESIDE and not to.query:
                path = link.removeprefix(self.origin)
                answer = await self.pages.get(path)
                if answer.status == 200:
                    self._keep(path, self._file(to), answer.body)

    async def _tables(self, linked: list[tuple[str, Place]], page: Place) -> None:
        """Write the rows behind the figures of a page, all of which are one answer."""
        if not linked:
            return
        path = f"{self.pages.address(page.kind, page.key)}.json"
        answer = await self.pages.get(f"{path}?{page.query}" if page.query else path)
        found = json.loads(answer.body) if answer.status == 200 else {}
        for link, to in linked:
            asked = dict(parse_qsl(to.query))
            name = asked.pop("rows", "")
            if name in found and urlencode(asked) == page.query:
                stem = self._file(page).removesuffix(".html")
                as_text = csv_of(found[name]) if to.suffix == "csv" else json_of(found[name])
                self._keep(link, f"{stem}.{_safe(name)}.{to.suffix}", as_text.encode("utf-8", "replace"))

    def _file(self, place: Place) -> str:
        if place.key is None:
            return f"{place.kind}.{place.suffix or 'html'}"
        return file_name(place.kind, place.key, place.query, place.suffix or "html")

    def _keep(self, address: str, file: str, body: bytes) -> None:
        self.folder.write(file, body)
        self.files[address] = file

    def file_of(self, address: str) -> str | None:
        """Return the file for an address of the server; None where none is published."""
        return self.files.get(address) or self.files.get(self._usual(address))

    def _usual(self, address: str) -> str:
        """Return the address under which a page was kept; keys are spelled in several ways."""
        place = self.pages.place_of(address)
        if place is None or place.suffix or place.query or place.key is None:
            return address
        if place.kind in self.plan.keys or place.kind == "card":
            return self.pages.address(place.kind, place.key)
        return self.pages.address(place.key)

    def _lead_links(self) -> None:
        """Have every link of what was written lead to a file."""
        for file in dict.fromkeys(self.files.values()):
            body = self.folder.read(file)
            if file.endswith(".atom"):
                body = rewrite_feed(body, file, self.file_of, self.origin, self.address)
            elif file.endswith((".html", ".txt", ".bib", ".ris")):
                text = body.decode("utf-8")
                if file.endswith(".html"):
                    text = Rewriter(file, self.file_of, self.origin, self.address).rewrite(text)
                body = with_addresses(text, self.file_of, self.origin, self.address).encode("utf-8")
            else:
                continue
            (self.folder.path / file).write_bytes(body)


def origin() -> str:
    """Return a name for the server that no text of a stranger holds."""
    return f"https://{secrets.token_hex(12)}.invalid"


def csv_of(rows: list[dict[str, Any]]) -> str:
    """Return rows as CSV in which no cell is a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    if rows:
        writer.writerow(rows[0])
    writer.writerows([harmless(cell) for cell in row.values()] for row in rows)
    return out.getvalue()


def json_of(rows: list[dict[str, Any]]) -> str:
    """Return rows as JSON, one a line."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n" if rows else "[]\n"


def _safe(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())
