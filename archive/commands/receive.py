"""``voxpop receive``: archive the pages that a browser sends, for pages that only their reader can open.

One small server for one person. Every upload has a token; requests for other hosts, uploads without a token, and
too many or too large ones are refused before they are read. Responses have no CORS headers: no page can read them.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

import click

from archive.captures.lazy import captures_beside
from archive.clock import stamp, utc_now
from archive.commands.shared import (
    CAPTURES,
    DATABASE,
    MAX_BYTES,
    NO_TEXT,
    QUIET,
    allowed_hosts,
    checked_address,
    print_message,
    require_address,
)
from archive.humanize import counted
from scraper.configuration import config_directory
from scraper.errors import SettingsError, VoxpopError, in_one_line
from scraper.patterns import lazy_regex
from scraper.values.urls import host_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from archive.store.archive import Saved

    Message = MutableMapping[str, Any]

#: Most uploads in a minute, seconds to send one, and bytes of a form around its page.
_MOST_UPLOADS, _MINUTE, _SECONDS, _FORM = 60, 60.0, 60.0, 20_000
_MOST_FIELDS = 20
_BOUNDARY = lazy_regex(r'multipart/form-data\s*;.*?\bboundary="?([^";,\s]{1,70})', re.IGNORECASE)
_NAME = lazy_regex(rb'content-disposition:[^\r\n]*?;\s*name="([^"\r\n]{0,100})"', re.IGNORECASE)
_FILE_NAME = lazy_regex(rb';\s*filename="', re.IGNORECASE)
_HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)


@cache
def _text(name: str) -> str:
    return (config_directory() / "templates" / "voxpop" / name).read_text("utf-8").strip()


class RefusedUploadError(Exception):
    """Raised for a request that is refused, with its HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class Upload:
    """A page that was sent: its URL and its bytes."""

    url: str
    content: bytes


def fields_in(media_type: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a form, at most 20; that of a file is also under ``file``."""
    boundary = _BOUNDARY.match(media_type)
    if boundary is None:
        if not media_type.lower().startswith("application/x-www-form-urlencoded"):
            raise RefusedUploadError(415, "send a form")
        pairs = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
        return {name: value.encode() for name, value in pairs}
    found: dict[str, bytes] = {}
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode("latin-1"), _MOST_FIELDS + 2)
    for part in parts[1 : _MOST_FIELDS + 1]:
        head, blank, content = part.partition(b"\r\n\r\n")
        name = _NAME.search(head[:2000]) if blank else None
        if name is not None:
            found[name[1].decode("utf-8", "replace")] = content
            if _FILE_NAME.search(head[:2000]):
                found["file"] = content
    return found


def upload_of(fields: dict[str, bytes]) -> Upload:
    """Return the page in the fields of a form, whatever they are called: SingleFile's names are the user's."""
    from scraper.input.kinds import not_an_article
    from scraper.values.urls import http_url

    pages = {name: value for name, value in fields.items() if name not in {"token", "url"}}
    content = fields.get("file") or max(pages.values(), key=len, default=b"")
    texts = [fields.get("url", b""), *(value for value in pages.values() if len(value) < 8192)]
    url = next((url for text in texts if (url := http_url(text.decode("utf-8", "replace").strip()))), None)
    if reason := not_an_article(content):
        raise RefusedUploadError(422, f"the page {reason}")
    if url is None:
        raise RefusedUploadError(422, "the URL of the page is missing: name a field for it in SingleFile's options")
    return Upload(url, content)


@dataclass(slots=True, kw_only=True)
class Receiver:
    """An ASGI application that archives uploads, one at a time."""

    token: str  # what uploads of an extension must have as ``Authorization: Bearer …``
    hosts: frozenset[str]  # names under which it answers; empty for all
    max_bytes: int
    save: Callable[[Upload], Saved]
    link: Callable[[str], str]
    clock: Callable[[], float] = time.monotonic
    _uploads: tuple[deque[float], deque[float]] = field(default_factory=lambda: (deque(), deque()))
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def page_token(self) -> str:
        """The token in the bookmarklet, which pages may see: it only opens for uploads of their own site."""
        return hmac.new(self.token.encode(), b"bookmarklet", "sha256").hexdigest()[:32]

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        as_json = "application/json" in headers.get("accept", "")
        try:
            status, title, body, said = await self._answer(scope, headers, receive)
        except RefusedUploadError as error:
            status, title, said = error.status, "Not archived", {"error": str(error)}
            body = f"<p>{escape(str(error))}</p>"
        content = (
            json.dumps(said) if as_json else Template(_text("receive.html")).substitute(title=escape(title), body=body)
        )
        kind = b"application/json" if as_json else b"text/html; charset=utf-8"
        start = {"type": "http.response.start", "status": status, "headers": [(b"content-type", kind), *_HEADERS]}
        await send(start)
        await send({"type": "http.response.body", "body": content.encode()})

    async def _answer(
        self, scope: Message, headers: dict[str, str], receive: Callable[[], Awaitable[Message]]
    ) -> tuple[int, str, str, dict[str, Any]]:
        if self.hosts and host_name(headers.get("host", "")) not in self.hosts:
            raise RefusedUploadError(403, "this is not the host that receives pages")
        if scope["path"] != "/":
            raise RefusedUploadError(404, "there is nothing here")
        if scope["method"] == "GET":
            return self._setup(headers, scope["query_string"])
        if scope["method"] != "POST":
            raise RefusedUploadError(405, "send a page with POST")
        bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
        is_extension = _is_equal(bearer, self.token)
        self._count(is_extension=is_extension)
        if bearer and not is_extension:
            raise RefusedUploadError(401, "the token is wrong: copy it from `voxpop receive`")
        body = await self._body(headers, receive)
        fields = fields_in(headers.get("content-type", ""), body)
        if not (is_extension or _is_equal(fields.get("token", b"").decode("utf-8", "replace"), self.page_token)):
            raise RefusedUploadError(401, "the token is missing or wrong: copy it from `voxpop receive`")
        upload = upload_of(fields)
        if not is_extension and headers.get("origin") != _origin_of(upload.url):
            raise RefusedUploadError(403, "the page does not say that it was sent from its own site: use SingleFile")
        return await self._archived(upload)

    def _count(self, *, is_extension: bool) -> None:
        """Count a request; those that any page can send don't lock the extension out."""
        now, uploads = self.clock(), self._uploads[is_extension]
        while uploads and uploads[0] <= now - _MINUTE:
            uploads.popleft()
        if len(uploads) >= _MOST_UPLOADS:
            raise RefusedUploadError(429, f"more than {_MOST_UPLOADS} pages in a minute: try again later")
        uploads.append(now)

    async def _body(self, headers: dict[str, str], receive: Callable[[], Awaitable[Message]]) -> bytes:
        most = self.max_bytes + _FORM
        stated = headers.get("content-length", "0")
        body, is_whole = bytearray(), False
        try:
            async with asyncio.timeout(_SECONDS):
                while not is_whole and len(body) <= most and stated.isdigit() and int(stated[:15]) <= most:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise RefusedUploadError(400, "the page was cut off")
                    body += message.get("body", b"")
                    is_whole = not message.get("more_body")
        except TimeoutError:
            raise RefusedUploadError(408, f"took longer than {_SECONDS:g} seconds") from None
        if not is_whole or len(body) > most:
            raise RefusedUploadError(413, f"is larger than {self.max_bytes:,} bytes: raise --max-bytes")
        return bytes(body)

    async def _archived(self, upload: Upload) -> tuple[int, str, str, dict[str, Any]]:
        try:
            async with self._turn:
                saved = await asyncio.to_thread(self.save, upload)
        except VoxpopError as error:
            raise RefusedUploadError(503, in_one_line(str(error))) from error
        if saved.erased:
            raise RefusedUploadError(422, "this article was erased from the archive")
        link = self.link(saved.article)
        found = f"{counted(saved.embeds, 'embed')}, {counted(saved.quotes, 'quote')}"
        said = {
            "article": saved.article, "new": saved.new, "embeds": saved.embeds, "quotes": saved.quotes, "url": link,
        }  # fmt: skip
        page = f'<a href="{escape(link)}">the page of the article</a> (needs <code>voxpop serve</code>)'
        return 201 if saved.new else 200, "Archived", f"<p>{escape(found)}: {page}</p>", said

    def _setup(self, headers: dict[str, str], query: bytes) -> tuple[int, str, str, dict[str, Any]]:
        """Return the page with the bookmarklet and the settings for SingleFile, if the request has the token."""
        given = dict(parse_qsl(query.decode("latin-1"))).get("token", "")
        if not _is_equal(given, self.token):
            raise RefusedUploadError(401, "open the address that `voxpop receive` printed")
        url = f"http://{headers.get('host', '')}/"
        mark = _text("bookmarklet.js").replace("ACTION", json.dumps(url)).replace("TOKEN", json.dumps(self.page_token))
        shown = {"mark": escape(mark), "url": escape(url), "token": escape(self.token)}
        body = Template(_text("receive_setup.html")).substitute(shown)
        return 200, "Send pages to voxpop", body, {"url": url}


def _is_equal(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def token_in(file: Path) -> str:
    """Return the token in a file; make one that only its owner can read if it is missing."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(f"{secrets.token_urlsafe(24)}\n")
    except FileExistsError:
        pass
    except OSError as error:
        raise SettingsError(f"{file}: cannot be made ({error.strerror}): name another with --token-file") from error
    try:
        with file.open() as stream:
            token = stream.read(1000).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: cannot be read: name another with --token-file") from error
    if not re.fullmatch(r"[\w.~-]{16,200}", token):
        raise SettingsError(f"{file}: holds no token of 16 letters and digits or more: remove the file")
    return token


def save_page(database: str, upload: Upload, captures: Path | None, *, keep_text: bool) -> Saved:
    """Store a page in an archive, as `voxpop archive` does."""
    from archive.captures.lazy import lazy_captures
    from archive.commands.archive import Keeper, RowsRead, local_captures
    from archive.store.archive import Archive
    from scraper.extract import extract
    from scraper.records import Document

    document = Document(
        source=upload.url, content=upload.content, url=upload.url, media_type="text/html; charset=utf-8"
    )
    with (
        Archive.open(database, keep_text=keep_text) as archive,
        lazy_captures(archive, captures) as writer,
        local_captures(archive, captures, writer) as local,
    ):
        keeper = Keeper(archive, writer, local, RowsRead(archive, ()), [])
        return keeper.store((document, ()), document, extract(document))


@click.command()
@DATABASE
@click.option("-p", "--port", type=click.IntRange(1, 65535), default=8002, help="Port to listen on.")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="IP address to listen on.")
@click.option(
    "--site",
    metavar="URL",
    default="http://127.0.0.1:8001/",
    callback=checked_address,
    help="URL of `voxpop serve`, for links to articles.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File with the token, made if missing [default: DB.receive-token].",
)
@MAX_BYTES
@CAPTURES
@click.option("--no-captures", is_flag=True, help="Don't keep pages.")
@NO_TEXT
@QUIET
def receive(  # noqa: PLR0913 - one argument per option
    database: str,
    *,
    port: int,
    host: str,
    site: str,
    token_file: Path | None,
    max_bytes: int,
    captures: Path | None,
    no_captures: bool,
    no_text: bool,
    quiet: bool,
) -> None:
    """Archive pages sent from a browser, with your logins.

    Prints a URL: open it to get a bookmarklet, and the settings for the extension SingleFile ("upload to a REST
    form API"). Each page that they send is archived and answered with a link to its article. For one person:
    listens on 127.0.0.1, and refuses uploads without the token.

    \b
    Example:
      voxpop receive reactions.db
      voxpop receive reactions.db --port 9000 --site https://reactions.example/
    """
    import uvicorn

    from archive.store.archive import Archive

    require_address(host, port)
    token = token_in(token_file or Path(f"{database}.receive-token"))
    folder = None if no_captures else captures or captures_beside(database)
    with Archive.open(database):
        pass  # fail now, not at the first page
    name = quote(Path(database).stem)

    def save(upload: Upload) -> Saved:
        saved = save_page(database, upload, folder, keep_text=not no_text)
        if not quiet:
            event = "erased" if saved.erased else "article" if saved.changed else "unchanged"
            print_message(in_one_line(f"{stamp(utc_now())} {event} {upload.url}"))
        return saved

    receiver = Receiver(
        token=token,
        hosts=frozenset(allowed_hosts(host)),
        max_bytes=max_bytes,
        save=save,
        link=lambda article: f"{site.rstrip('/')}/{name}/article/{article}",
    )
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"open http://{shown}:{port}/?token={token}")
    uvicorn.run(
        receiver,
        host=host,
        port=port,
        lifespan="off",
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=16,
        timeout_keep_alive=5,
    )
