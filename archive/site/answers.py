"""Rules for every answer, Datasette's own included: access, cost and headers."""

from __future__ import annotations

import csv
import io
import re
import secrets
import sqlite3
import sys
from contextvars import ContextVar
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

from datasette.utils import tilde_decode
from datasette.views.base import DatasetteError
from jinja2.ext import Extension
from markupsafe import Markup

from archive.datasette_files import parameters_of, read_source
from archive.site import limits
from archive.site.limits import PATHS
from archive.site.site import Options, archives, is_our_path, options_of
from archive.site.words import name
from archive.spreadsheets import harmless
from scraper.values.urls import host_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping

    from archive.site.site import Site

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Send = Callable[[Message], Awaitable[None]]


# Parameters of URLs: unknown ones are named, with the nearest known one.

#: Parameters that are looked at: a URL may hold thousands.
MOST = 50
#: What Datasette reads itself, and what newsletters, search engines and social media add to URLs.
_TRACKING = re.compile(
    r"_|utm_|mc_|pk_|mtm_|ga_|hsa_|(?:[a-z]{1,3}clid|igshid|igsh|ref|ref_src|source|si|s|t|cmp|cid)\Z"
)
_QUESTION = re.compile(r"/(?P<database>[^/]+)/(?P<question>[a-z_]+)(?:\.[a-z]+)?\Z")


def unknown(given: Iterable[str], known: Collection[str], noun: str) -> tuple[list[str], list[str]]:
    """Return sentences on unknown parameters, those of trackers excepted: those close to a known name, and others.

    >>> unknown(["hastag", "q", "utm_source", "_facet", "fbclid", "zoom"], ["q", "hashtag"], "filter")
    (['“hastag” is no filter: did you mean hashtag?'], ['“zoom” is no filter: it was left out.'])
    """
    misspelt, foreign = [], []
    for each in islice(given, MOST):
        if each in known or _TRACKING.match(each):
            continue
        if close := get_close_matches(each, known, 1):
            misspelt.append(f"“{name(each)}” is no {noun}: did you mean {close[0]}?")
        else:
            foreign.append(f"“{name(each)}” is no {noun}: it was left out.")
    return misspelt, foreign


def check(site: Site, known: Collection[str]) -> list[str]:
    """Return sentences on unknown parameters of a page; raise DatasetteError if one is close to a known name."""
    if site.request.url_vars.get("format"):
        known = [*known, "rows"]
    misspelt, foreign = unknown(site.request.args, known, "parameter of this page")
    if misspelt:
        raise DatasetteError(" ".join(misspelt), status=400)
    return foreign


def wrong_of_question(datasette: Any, scope: MutableMapping[str, Any]) -> str | None:
    """Return a sentence on parameters of a prepared question that it does not have; None if all are known."""
    page = _QUESTION.match(scope["path"])
    if not scope["query_string"] or page is None or tilde_decode(page["database"]) not in archives(datasette):
        return None
    known = _parameters().get(page["question"])
    if known is None:
        return None
    given = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    misspelt, foreign = unknown(given, known, f"parameter of {page['question']}")
    if misspelt or not foreign:
        return " ".join(misspelt) or None
    return f"{foreign[0].partition(':')[0]}: it has {', '.join(known) or 'none'}."


@lru_cache(maxsize=1)
def _parameters() -> dict[str, list[str]]:
    return {name: parameters_of(query["sql"]) for name, query in read_source()["queries"].items()}


# CSV that a spreadsheet can open: no cell of it begins like a formula.

csv.field_size_limit(2**31 - 1)


def guard(app: Any) -> Any:
    """Wrap an ASGI application: rewrite the CSV that it sends."""

    async def guarded(scope: Any, receive: Any, send: Send) -> None:
        wanted = scope["type"] == "http" and _is_csv(scope)
        await app(scope, receive, Rewriter(send).send if wanted else send)

    return guarded


def _is_csv(scope: Any) -> bool:
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    asked = scope.get("path", "").endswith(".csv") or query.get("_format") == ["csv"]
    return asked and "_formulas" not in query and "_trace" not in query


class Rewriter:
    """Take the parts of a response and send them on, row by row, with harmless cells."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._text = False
        self._waiting = ""

    async def send(self, message: Message) -> None:
        """Take one message of the ASGI protocol."""
        if message["type"] == "http.response.start":
            headers = dict(message["headers"])
            self._text = message["status"] == 200 and headers.get(b"content-type", b"").startswith(b"text/")
            self._text = self._text and b"html" not in headers[b"content-type"]
        elif message["type"] == "http.response.body" and self._text:
            message = {**message, "body": self._rewrite(message)}
        await self._send(message)

    def _rewrite(self, message: Message) -> bytes:
        """Return the complete rows received; an open quotation mark means that a row is incomplete."""
        self._waiting += message.get("body", b"").decode("utf-8", "surrogateescape")
        done = not message.get("more_body")
        if not done and (not self._waiting.endswith("\n") or self._waiting.count('"') % 2):
            return b""
        text, self._waiting = self._waiting, ""
        return _harmless_rows(text).encode("utf-8", "surrogateescape")


def _harmless_rows(text: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    for row in csv.reader(io.StringIO(text, newline="")):
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


# All pages contain untrusted text: only our own files may load or run.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
#: Any site may frame the card of a post: it runs nothing, and its links open in a new window.
POLICY_OF_CARDS = (
    "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)
# Datasette's own pages have scripts and styles between their tags. Its scripts get a number that is drawn for
# each answer; the one handler in an attribute (``openColumnChooser()``) is known by its digest.
_OF_DATASETTE = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "script-src 'self' 'nonce-{}' 'unsafe-hashes' 'sha256-+l3zeDxxnrQy0aouZ6fIDwi+bFJ9b3COj5bWIKEUFYU='; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {b"referrer-policy": b"no-referrer", b"x-content-type-options": b"nosniff", b"x-frame-options": b"SAMEORIGIN"}
# Datasette's pages about itself show paths of this machine: of these, strangers get the files alone, and the
# names of tables that the script of Datasette 1.0 asks for.
_ABOUT_DATASETTE = re.compile(r"/-/(?!static(?:-plugins)?/|jump\Z)|/[^/]*\.db\Z")
# Filters and orders by the column that holds paths of this machine would disclose them bit by bit.
_TABLE_OF_ARTICLES = re.compile(r"/articles(?:\.[a-z]+)?/?\Z")
_BY_COLUMN = re.compile(r"_(?:facet|sort|filter_column|search_source|col)")
_NONCE: ContextVar[str] = ContextVar("voxpop_nonce", default="")


class Nonces(Extension):
    """Give each script between tags of a template the number of the answer."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - the signature of the library
        """Change the text of a template."""
        return re.sub(r"<script(?=[\s>])(?![^>]*\bsrc=)", "<script{{ vp_nonce() }}", source)


def nonce() -> Markup:
    """Return the attribute with the number of the answer that is being made; none in answers of others."""
    return Markup(' nonce="{}"').format(_NONCE.get()) if are_ours() else Markup("")


def are_ours() -> bool:
    """Return True while the request at hand is one to an archive, not to another database of the server."""
    return bool(_NONCE.get())


def wrap(datasette: Any, app: Any, others: Any) -> Any:
    """Wrap an ASGI application for requests to archives; `others` answers those to other databases."""
    waiting = 0

    async def answered(scope: Scope, receive: Any, send: Send) -> None:
        nonlocal waiting
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        options, rooted = options_of(datasette), _from_the_root(scope, datasette.setting("base_url"))
        ours = is_our_path(datasette, rooted["path"])
        pool = limits.pool_of(scope) if ours else "pages"
        _NONCE.set(secrets.token_urlsafe(16) if ours else "")
        if ours:
            scope, send = rooted, _with_headers(send)
        if refused := _refused(datasette, rooted, is_crowd=pool == "sql" and waiting >= limits.MOST_WAITING):
            await _say(send, *refused)
            return
        waiting += pool == "sql"
        try:
            with limits.asking(pool):
                await (app if ours else others)(_as_ours(options, scope), receive, send)
        finally:
            waiting -= pool == "sql"

    return answered


def _refused(datasette: Any, scope: Scope, *, is_crowd: bool) -> tuple[int, str] | None:
    options = options_of(datasette)
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    if options.hosts and host_name(host) not in options.hosts:
        return 421, "This site goes by another name: ask for it by its own, or start it with --base-url."
    if options.public and _ABOUT_DATASETTE.match(scope["path"]):
        return 404, "Not shown here."
    if is_crowd:
        return 503, "Too many questions in SQL are waiting: ask again in a minute."
    said = wrong_of_question(datasette, scope)
    return (400, said) if said else None


def _from_the_root(scope: Scope, base: str) -> Scope:
    """Return a request as it comes through a proxy that takes the base off its path.

    Datasette answers to both, but makes wrong addresses of the following rows where the base was left on.
    """
    if base == "/" or not scope["path"].startswith(base):
        return scope
    raw = (scope.get("raw_path") or quote(scope["path"]).encode()).removeprefix(quote(base[:-1]).encode())
    return {**scope, "path": scope["path"].removeprefix(base[:-1]), "raw_path": raw}


def _as_ours(options: Options, scope: Scope) -> Scope:
    """Return a request as if it had been sent to the site's own address, without what may not be asked."""
    if options.origin:
        own = urlsplit(options.origin)
        rest = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope = {**scope, "scheme": own.scheme, "headers": [(b"host", own.netloc.encode("latin-1")), *rest]}
    if options.public and scope["query_string"]:
        scope = {**scope, "query_string": _without_sources(scope["query_string"])}
        if not options.text and _TABLE_OF_ARTICLES.search(scope["path"]):
            scope = {**scope, "query_string": _in_titles(scope["query_string"])}
    return scope


def _in_titles(query: bytes) -> bytes:
    """Search only the titles in a query of Datasette's table of articles.

    >>> _in_titles(b"_search=pier&_search_text=moon&_searchmode=raw&outlet=a")
    b'_search_title=pier&_searchmode=raw&outlet=a'
    """
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, encoding="utf-8")
    kept = [("_search_title" if name == "_search" else name, value) for name, value in pairs if name != "_search_text"]
    return query if kept == pairs else urlencode(kept).encode()


def _without_sources(query: bytes) -> bytes:
    """Leave out filters and orders by the columns that hold paths.

    >>> _without_sources(b"_sort=source&source__startswith=%2Fhome&_facet=kind&q=source")
    b'_facet=kind&q=source'
    """
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, encoding="utf-8")
    kept = [
        (name, value)
        for name, value in pairs
        if name.partition("__")[0] not in PATHS and not (value in PATHS and _BY_COLUMN.match(name))
    ]
    return query if len(kept) == len(pairs) else urlencode(kept).encode()


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            there = {name.lower(): value for name, value in headers}
            is_page = there.get(b"content-type", b"").startswith(b"text/html")
            policy = _OF_DATASETTE.format(_NONCE.get()) if is_page else POLICY
            wanted = {b"content-security-policy": policy.encode(), **HEADERS}
            if there.get(b"content-security-policy") == POLICY_OF_CARDS.encode():
                del wanted[b"x-frame-options"]
            headers += [(name, value) for name, value in wanted.items() if name not in there]
            message = {**message, "headers": headers}
        await send(message)

    return with_headers


async def _say(send: Send, status: int, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status == 503:
        headers.append((b"retry-after", b"60"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})


def explain(datasette: Any, request: Any, exception: Exception) -> Any:
    """Answer in words what Datasette would answer with the words of SQLite or of the operating system."""
    if not are_ours():
        return None
    # Late: imported before Datasette's plugins, it would be registered as one while it is still empty.
    from datasette.handle_exception import handle_exception

    if isinstance(exception, sqlite3.DataError):
        most = limits.VISITORS[sqlite3.SQLITE_LIMIT_LENGTH]
        said = DatasetteError(f"{exception}: a value may have {most:,} bytes", status=400)
    elif isinstance(exception, MemoryError):
        said = DatasetteError("This takes more memory than questions may have: ask for less", status=400)
    elif isinstance(exception, OSError) and options_of(datasette).public:
        sys.stderr.write(f"voxpop: {exception}\n")  # it names a file, which is not for strangers
        said = DatasetteError("The archive cannot be read at the moment", status=503)
    else:
        return None
    return handle_exception(datasette, request, said)
