"""Links that lead from file to file: each address of the server becomes the name of a file, or goes away."""

from __future__ import annotations

import hashlib
import posixpath
import re
from html import escape, unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Callable

ATOM = "http://www.w3.org/2005/Atom"
#: What takes a server or a script, with all that is in it.
_LEFT_OUT = frozenset({"form", "script", "button"})
#: The class of what speaks of the served archive alone.
_SERVED = "served"
#: Where a link that leads nowhere is of no use as words either: menus, rows of tools.
_ONLY_LINKS = frozenset({"more", "data", "tools"})
#: What holds while a published page is read; the files have no server that would say it.
POLICY = "default-src 'none'; style-src 'self' file:; base-uri 'none'; form-action 'none'"
_HEAD = (
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<meta name="referrer" content="no-referrer">\n'
)


def file_name(kind: str, key: str, query: str = "", suffix: str = "html") -> str:
    """Return the name of the file of a page: ASCII in small letters, short, and different for each page.

    >>> file_name("hashtag", "LetMiraSing"), file_name("outlet", "CON?", suffix="atom")
    ('hashtag/letmirasing-d4a65ef8dd.html', 'outlet/con-ba71d5e630.atom')
    """
    words = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")[:40].strip("-") or "page"
    digest = hashlib.sha256(f"{key}\0{query}".encode("utf-8", "replace")).hexdigest()[:10]
    return f"{kind}/{words}-{digest}.{suffix}"


def relative(target: str, file: str) -> str:
    """Return the address of one file as another one has it, on a server as in a folder.

    >>> relative("post/a.html#cite", "hashtag/b.html"), relative("index.html", "index.html")
    ('../post/a.html#cite', 'index.html')
    """
    name, sign, fragment = target.partition("#")
    return posixpath.relpath(name, posixpath.dirname(file) or ".") + sign + fragment


class Rewriter(HTMLParser):
    """Rewrite a page for a folder of files.

    Args:
        file: The file of the page.
        file_of: Returns the file for an address of the server; None where none is published.
        origin: How the server calls itself in absolute addresses.
        address: The address of the folder on the web; empty while it has none.
    """

    def __init__(self, file: str, file_of: Callable[[str], str | None], origin: str, address: str) -> None:
        super().__init__(convert_charrefs=False)
        self._file, self._file_of, self._origin, self._address = file, file_of, origin, address
        self._out: list[str] = []
        self._skipped = ""  # the element that is being left out
        self._depth = 0
        self._dead: list[str] = []  # what closes each link that is open
        self._only_links = False
        self._item: int | None = None  # where an item of a menu began
        self._in_menu = self._in_drawing = False

    def rewrite(self, page: str) -> str:
        """Return the page."""
        self.feed(page)
        self.close()
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a start tag."""
        if self._skipped:
            self._depth += tag == self._skipped
            return
        given = dict(attrs)
        raw = self.get_starttag_text() or ""
        classes = set((given.get("class") or "").split())
        if tag in _LEFT_OUT or _SERVED in classes:
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
        """Take an element without content, as drawings have them."""
        self._say(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Take an end tag."""
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
        """Take text."""
        self._say(data)

    def handle_entityref(self, name: str) -> None:
        """Take a named character."""
        self._say(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Take a numbered character."""
        self._say(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Take the declaration of the type."""
        self._say(f"<!{decl}>")

    def _say(self, text: str) -> None:
        if not self._skipped:
            self._out.append(text)

    def _skip(self, tag: str) -> None:
        self._skipped, self._depth = tag, 1

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
        """Return an element of the head, which may vanish."""
        if tag == "meta" and given.get("charset"):
            return f"{raw}\n{_HEAD}".rstrip("\n")
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
        """Return the file that an address leads to, the address itself if it is not ours, or None."""
        if href.startswith("#"):
            return href
        absolute = href.removeprefix(self._origin)
        if urlsplit(absolute).scheme or absolute.startswith("//"):
            return href
        path, sign, fragment = absolute.partition("#")
        file = self._file_of(path)
        return None if file is None else file + sign + fragment

    def _own_address(self) -> str | None:
        """Return the address of the page on the web; None while the folder has none."""
        if not self._address:
            return None
        return self._address if self._file == "index.html" else urljoin(self._address, self._file)


def with_addresses(text: str, file_of: Callable[[str], str | None], origin: str, address: str) -> str:
    """Return a text in which the server's absolute addresses are those of the files on the web."""

    def found(match: re.Match[str]) -> str:
        return urljoin(address, file_of(match[1]) or "")

    return re.sub(rf"{re.escape(origin)}(/[\w~.%/+-]*)", found, text)


def rewrite_feed(body: bytes, file: str, file_of: Callable[[str], str | None], origin: str, address: str) -> bytes:
    """Return an Atom feed whose links lead to files: to absolute addresses where the folder has one."""
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
    """Return the addresses of the links of a page, in its head too, in their order."""
    found = re.findall(r'<(?:a|link)\b[^>]*?\bhref="([^"]*)"', page)
    return list(dict.fromkeys(unescape(address) for address in found))


def _with_href(raw: str, href: str) -> str:
    return re.sub(r'\bhref="[^"]*"', lambda _: f'href="{escape(href)}"', raw, count=1)
