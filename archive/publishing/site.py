"""Write a site: request its pages, follow their links, then rewrite all links to files.

Links are rewritten last, when all files are known.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import posixpath
import re
import secrets
import shutil
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit
from xml.etree import ElementTree as ET

from archive.lock import held
from archive.publishing import index
from archive.spreadsheets import harmless
from scraper.configuration import config_directory
from scraper.errors import ArchiveError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from archive.publishing.index import About, Pages, Place
    from archive.publishing.selection import Plan


# The folder of a site: written in a temporary folder, which replaces the last one when complete.

#: The marker of a published folder; it lists its files.
MARKER = "voxpop-published.json"


class Folder:
    """A site that is being written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files: list[str] = []

    def write(self, file: str, content: bytes) -> None:
        """Write a file with a relative name with forward slashes."""
        path = self.path / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        self.files.append(file)

    def read(self, file: str) -> bytes:
        """Return the bytes of a written file."""
        return (self.path / file).read_bytes()

    def finish(self, about: dict[str, Any]) -> None:
        """Write the marker, which lists all files and describes the site."""
        told = about | {"files": sorted({*self.files, MARKER})}
        (self.path / MARKER).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


@contextmanager
def replacing(out: Path) -> Iterator[Folder]:
    """Yield a folder that replaces `out` at the end, or is deleted after an error.

    The last site stays until the new one is complete. A killed run leaves a folder next to it, which the next run
    removes. Raises SettingsError if `out` may not be replaced, LockedError if another run writes the same site.
    """
    out = out.resolve()
    unfinished, before = (out.with_name(f".{out.name}.{word}") for word in ("unfinished", "before"))
    if not before.exists():
        require_ours(out)
    with held(out.with_name(f".{out.name}.lock"), out):
        if before.exists() and not out.exists():
            before.rename(out)  # the run before was killed between two names
        require_ours(out)
        for left in (unfinished, before):
            shutil.rmtree(left, ignore_errors=True)
        try:
            unfinished.mkdir()
            yield Folder(unfinished)
            require_ours(out)  # nobody has put a file of their own there meanwhile
            if out.exists():
                out.rename(before)
            unfinished.rename(out)
        except OSError as error:
            raise SettingsError(
                f"{error.filename or out}: {error.strerror}: check the disk, or name another folder"
            ) from error
        finally:
            if before.exists() and not out.exists():
                before.rename(out)
            for left in (unfinished, before):
                shutil.rmtree(left, ignore_errors=True)


def require_ours(out: Path) -> None:
    """Raise SettingsError unless a folder may be replaced: it is missing, empty, or has only our files."""
    if not out.parent.is_dir():
        raise SettingsError(f"{out}: there is no folder {out.parent}: make it first")
    if not out.exists():
        return
    if not out.is_dir():
        raise SettingsError(f"{out}: is a file: name a folder")
    if any(out.iterdir()) and not (out / MARKER).is_file():
        raise SettingsError(f"{out}: contains files that `voxpop publish` did not write: name another folder")
    there = {file.relative_to(out).as_posix() for file in out.rglob("*") if not file.is_dir()}
    if strange := sorted(there - _files_of(out, there)):
        raise SettingsError(
            f"{out / strange[0]}: is not part of the published site: move it away, or name another folder"
        )


def _files_of(out: Path, there: set[str]) -> set[str]:
    if not there:
        return set()
    try:
        return set(json.loads((out / MARKER).read_text("utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{out / MARKER}: cannot be read: remove the folder yourself") from error


# Links between files: each URL of the server becomes the name of a file, or is removed.

ATOM = "http://www.w3.org/2005/Atom"
#: Elements that need a server or a script; removed with their contents.
_LEFT_OUT = frozenset({"form", "script", "button"})
#: Class of text about the served archive only.
_SERVED = "served"
#: Classes in which a dead link is removed with its text: menus, toolbars.
_ONLY_LINKS = frozenset({"more", "data", "tools"})
#: Policy of a published page; there is no server to send it.
POLICY = "default-src 'none'; style-src 'self' file:; base-uri 'none'; form-action 'none'"
#: The only page with a script of ours: it hides rows.
SEARCH, SEARCH_SCRIPT = "search.html", "search.js"
_HEAD = '<meta http-equiv="Content-Security-Policy" content="{}">\n<meta name="referrer" content="no-referrer">'


def file_name(kind: str, key: str, query: str = "", suffix: str = "html") -> str:
    """Return a file name for a page: lower-case ASCII, short and unique.

    >>> file_name("hashtag", "LetMiraSing"), file_name("outlet", "CON?", suffix="atom")
    ('hashtag/letmirasing-d4a65ef8dd.html', 'outlet/con-ba71d5e630.atom')
    """
    words = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")[:40].strip("-") or "page"
    digest = hashlib.sha256(f"{key}\0{query}".encode("utf-8", "replace")).hexdigest()[:10]
    return f"{kind}/{words}-{digest}.{suffix}"


def relative(target: str, file: str) -> str:
    """Return a relative URL from one file to another, on a server or on disk.

    >>> relative("post/a.html#cite", "hashtag/b.html"), relative("index.html", "index.html")
    ('../post/a.html#cite', 'index.html')
    """
    name, sign, fragment = target.partition("#")
    return posixpath.relpath(name, posixpath.dirname(file) or ".") + sign + fragment


class Rewriter(HTMLParser):
    """Rewrites a page for a folder: `file_of` returns the file for a URL, `address` is its public URL or empty."""

    def __init__(self, file: str, file_of: Callable[[str], str | None], origin: str, address: str) -> None:
        super().__init__()
        self._file, self._file_of, self._origin, self._address = file, file_of, origin, address
        self._out: list[str] = []
        self._skipped = ""  # the element that is being left out
        self._depth = 0
        self._dead: list[str] = []  # what closes each link that is open
        self._only_links = False
        self._item: int | None = None  # where an item of a menu began
        self._in_menu = self._in_drawing = False

    def rewrite(self, page: str) -> str:
        """Return the rewritten page."""
        self.feed(page)
        self.close()
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a start tag."""
        if self._skipped:
            self._depth += tag == self._skipped
            return
        given = dict(attrs)
        raw = self.get_starttag_text() or ""
        classes = set((given.get("class") or "").split())
        if (tag in _LEFT_OUT and not self._is_kept(given)) or _SERVED in classes:
            self._skip(tag)
        elif tag == "a":
            self._link(given, raw)
        elif tag in {"link", "meta", "base"}:
            self._say(self._of_head(tag, given, raw))
        else:
            self._in_menu = self._in_menu or tag == "nav"
            self._in_drawing = self._in_drawing or tag == "svg"
            if tag == "li" and self._in_menu:
                self._item = len(self._out)
            if tag == "p":
                self._only_links = bool(_ONLY_LINKS & classes)
            self._say(raw)

    def handle_startendtag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 -- the library's names
        """Handle an element without content, as in drawings."""
        self._say(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Handle an end tag."""
        if self._skipped:
            self._depth -= tag == self._skipped
            if not self._depth:
                self._skipped = ""
            return
        if tag == "a":
            self._say(self._dead.pop() if self._dead else "")
            return
        self._say(f"</{tag}>")
        if tag == "p":
            self._only_links = False
        elif tag == "nav":
            self._in_menu = False
        elif tag == "svg":
            self._in_drawing = False
        elif tag == "li" and self._item is not None:
            if not any(piece.startswith("<a ") for piece in self._out[self._item :]):
                del self._out[self._item :]
            self._item = None

    def handle_data(self, data: str) -> None:
        """Handle text."""
        is_raw = self.cdata_elem in self.CDATA_CONTENT_ELEMENTS  # newer versions of Python set it for titles, too
        self._say(data if is_raw else escape(data, quote=False))

    def handle_decl(self, decl: str) -> None:
        """Handle the document type."""
        self._say(f"<!{decl}>")

    def _say(self, text: str) -> None:
        if not self._skipped:
            self._out.append(text)

    def _skip(self, tag: str) -> None:
        self._skipped, self._depth = tag, 1

    def _is_kept(self, given: dict[str, str | None]) -> bool:
        """Return True for a script that is data, or the one of the search."""
        own = self._file == SEARCH and given.get("src") == f"static/{SEARCH_SCRIPT}"
        return own or given.get("type") == "application/ld+json"

    def _link(self, given: dict[str, str | None], raw: str) -> None:
        href = given.get("href") or ""
        target = self._target(href)
        if target == href:
            self._say(raw)
            self._dead.append("</a>")
        elif target is not None:
            self._say(_with_href(raw, relative(target, self._file)))
            self._dead.append("</a>")
        elif self._only_links or self._in_menu:
            self._skip("a")
        else:
            kept = f' class="{escape(given["class"] or "")}"' if given.get("class") else ""
            group = "g" if self._in_drawing else "span"  # an element of HTML would end the drawing
            self._say(f"<{group}{kept}>")
            self._dead.append(f"</{group}>")

    def _of_head(self, tag: str, given: dict[str, str | None], raw: str) -> str:
        if tag == "meta" and given.get("charset"):
            policy = f"{POLICY}; script-src 'self' file:" if self._file == SEARCH else POLICY
            return f"{raw}\n{_HEAD.format(policy)}"
        if tag == "meta" and given.get("property") == "og:url":
            own = self._own_address()
            return f'<meta property="og:url" content="{escape(own)}">' if own else ""
        if tag != "link":
            return raw
        if given.get("rel") == "canonical":
            own = self._own_address()
            return f'<link rel="canonical" href="{escape(own)}">' if own else ""
        target = self._target(given.get("href") or "")
        return _with_href(raw, relative(target, self._file)) if target else ""

    def _target(self, href: str) -> str | None:
        """Return the file of a URL, the URL itself if it is external, or None."""
        if href.startswith("#"):
            return href
        absolute = href.removeprefix(self._origin)
        if urlsplit(absolute).scheme or absolute.startswith("//"):
            return href
        path, sign, fragment = absolute.partition("#")
        file = self._file_of(path)
        return None if file is None else file + sign + fragment

    def _own_address(self) -> str | None:
        if not self._address:
            return None
        return self._address if self._file == "index.html" else urljoin(self._address, self._file)


def with_addresses(text: str, file_of: Callable[[str], str | None], origin: str, address: str) -> str:
    """Replace the server's absolute URLs in a text with public URLs of files."""

    def found(match: re.Match[str]) -> str:
        return urljoin(address, file_of(match[1]) or "")

    return re.sub(rf"{re.escape(origin)}(/[\w~.%/+-]*)", found, text)


def rewrite_feed(body: bytes, file: str, file_of: Callable[[str], str | None], origin: str, address: str) -> bytes:
    """Return an Atom feed with links to files, absolute if the folder has a URL."""
    ET.register_namespace("", ATOM)
    root = ET.fromstring(body)  # noqa: S314 -- our own pages wrote it
    for parent in [root, *root.iter(f"{{{ATOM}}}entry")]:
        for link in parent.findall(f"{{{ATOM}}}link"):
            href = link.get("href") or ""
            if not href.startswith(origin):
                continue
            target = file_of(href.removeprefix(origin))
            if target is None:
                parent.remove(link)
            else:
                link.set("href", urljoin(address, target) if address else relative(target, file))
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def addresses_in(page: str) -> list[str]:
    """Return the URLs of the links of a page, also in its head, in order."""
    found = re.findall(r'<(?:a|link)\b[^>]*?\bhref="([^"]*)"', page)
    return list(dict.fromkeys(unescape(address) for address in found))


def _with_href(raw: str, href: str) -> str:
    return re.sub(r'\bhref="[^"]*"', lambda _: f'href="{escape(href)}"', raw, count=1)


#: Parameters of the next pages of a list. Others, such as filters, would make a page of each combination.
_OF_FOLLOWING = frozenset({"after", "after_post", "before", "page"})
#: Other formats of a page: citations, feeds, charts.
_BESIDE = frozenset({"txt", "bib", "ris", "atom", "svg"})
_TABLES = frozenset({"csv", "json"})


@dataclass(slots=True)
class Site:
    """A site that is being written."""

    pages: Pages
    plan: Plan
    folder: Folder
    address: str
    origin: str
    limit: int
    files: dict[str, str] = field(default_factory=dict)
    asked: int = 0

    async def write(self, about: About, show: Callable[[int], None]) -> None:
        """Write all files; raise ArchiveError if a page of the selection fails."""
        await self.pages.begin()
        waiting = deque(self._first(about))
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
        script = config_directory() / "static" / SEARCH_SCRIPT
        self._keep(f"/{SEARCH_SCRIPT}", f"static/{SEARCH_SCRIPT}", script.read_bytes())
        self._lead_links()

    def _first(self, about: About) -> Iterator[str]:
        """Yield the URLs of pages that are always part of the site."""
        if about.has_vanished:
            yield self.pages.address("gone")
        if self.plan.is_whole:
            yield self.pages.address("home")
        for kind, keys in self.plan.keys.items():
            for key in keys:
                yield self.pages.address(kind, key)
                if kind == "post":
                    yield self.pages.address("card", key)

    async def _page(self, address: str) -> list[str]:
        """Write a page and its other formats; return the URLs of the lists that it begins."""
        answer = await self.pages.get(address)
        place = self.pages.place_of(address)
        if (status := answer.status_code) != 200 or place is None:
            raise ArchiveError(f"{address}: the page was answered with {status}: check with `voxpop verify`")
        self._keep(address, self._file(place), answer.content)
        links = addresses_in(answer.content.decode("utf-8"))
        await self._styles(links)
        linked = list(self._of_page(links, place))
        await self._beside(linked)
        await self._tables([(link, to) for link, to in linked if to.suffix in _TABLES], place)
        return [link for link, to in linked if self._goes_on(to)]

    def _of_page(self, links: Iterable[str], page: Place) -> Iterator[tuple[str, Place]]:
        """Yield the links to other formats and parts of a page."""
        for link in links:
            parts = urlsplit(link.removeprefix(self.origin).partition("#")[0])
            to = None if parts.scheme or parts.netloc else self.pages.place_of(parts.geturl())
            if to is not None and (to.kind, to.key) == (page.kind, page.key):
                yield link, to

    def _goes_on(self, to: Place) -> bool:
        """Return True for the URL of a next page of a published list."""
        names = {name for name, _ in parse_qsl(to.query)}
        is_meant = self.plan.is_whole or to.kind == "gone" or to.key in self.plan.wanted.get(to.kind, ())
        return bool(names) and names <= _OF_FOLLOWING and not to.suffix and is_meant

    async def _styles(self, links: Iterable[str]) -> None:
        for link in links:
            path = urlsplit(link).path
            if path.startswith("/voxpop/") and path.endswith(".css") and link not in self.files:
                self._keep(link, f"static/{path.rpartition('/')[2]}", (await self.pages.get(link)).content)

    async def _beside(self, linked: Iterable[tuple[str, Place]]) -> None:
        for link, to in linked:
            if to.suffix in _BESIDE and not to.query:
                path = link.removeprefix(self.origin)
                answer = await self.pages.get(path)
                if answer.status_code == 200:
                    self._keep(path, self._file(to), answer.content)

    async def _tables(self, linked: list[tuple[str, Place]], page: Place) -> None:
        """Write the rows behind the figures of a page, from one response."""
        if not linked:
            return
        path = f"{self.pages.address(page.kind, page.key)}.json"
        answer = await self.pages.get(f"{path}?{page.query}" if page.query else path)
        found = json.loads(answer.content) if answer.status_code == 200 else {}
        for link, to in linked:
            asked = dict(parse_qsl(to.query))
            name = asked.pop("rows", "")
            if name in found and urlencode(asked) == page.query:
                stem = self._file(page).removesuffix(".html")
                as_text = csv_of(found[name]) if to.suffix == "csv" else json_of(found[name])
                safe = re.sub(r"[^a-z0-9]+", "-", name.lower())
                self._keep(link, f"{stem}.{safe}.{to.suffix}", as_text.encode("utf-8", "replace"))

    def _file(self, place: Place) -> str:
        if place.key is None:
            number = dict(parse_qsl(place.query)).get("page")
            return f"{place.kind}{f'-{number}' if number else ''}.{place.suffix or 'html'}"
        return file_name(place.kind, place.key, place.query, place.suffix or "html")

    def _keep(self, address: str, file: str, body: bytes) -> None:
        self.folder.write(file, body)
        self.files[address] = file

    def file_of(self, address: str) -> str | None:
        """Return the file for a URL of the server; None if it is not published."""
        return self.files.get(address) or self.files.get(self._usual(address))

    def _usual(self, address: str) -> str:
        """Return the URL that a page was stored under; keys have several spellings."""
        place = self.pages.place_of(address)
        if place is None or place.suffix or place.query or place.key is None:
            return address
        if place.kind in self.plan.keys or place.kind == "card":
            return self.pages.address(place.kind, place.key)
        return self.pages.address(place.key)

    def _lead_links(self) -> None:
        for file in dict.fromkeys(self.files.values()):
            body = self.folder.read(file)
            if file.endswith(".atom"):
                body = rewrite_feed(body, file, self.file_of, self.origin, self.address)
            elif file.endswith((".html", ".txt", ".bib", ".ris", ".svg")):
                text = body.decode("utf-8")
                if file.endswith(".html"):
                    text = Rewriter(file, self.file_of, self.origin, self.address).rewrite(text)
                address = escape(self.address) if file.endswith(".svg") else self.address
                body = with_addresses(text, self.file_of, self.origin, address).encode("utf-8")
            else:
                continue
            (self.folder.path / file).write_bytes(body)


def origin() -> str:
    """Return a random origin that no stored text can contain."""
    return f"https://{secrets.token_hex(12)}.invalid"


def csv_of(rows: list[dict[str, Any]]) -> str:
    """Return rows as CSV without formulas."""
    out = io.StringIO()
    writer = csv.writer(out)
    if rows:
        writer.writerow(rows[0])
    writer.writerows([harmless(cell) for cell in row.values()] for row in rows)
    return out.getvalue()


def json_of(rows: list[dict[str, Any]]) -> str:
    """Return rows as JSON, one per line."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n" if rows else "[]\n"
