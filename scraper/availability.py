"""Check whether a post is still public: the requests to a platform, and the meaning of its responses.

Pure: nothing here opens a connection. A platform's file declares its `Question`, with a table of `Row` for classifying
a response: by its body, not by its status alone. A response that matches no row is never ``deleted``: it is ``unknown``
(a limit, an outage, a challenge, something malformed), or ``unavailable``, if the platform refuses without a reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import urlencode

from scraper.patterns import lazy_regex

Verdict = Literal[
    "up", "deleted", "protected", "suspended", "deactivated", "restricted", "withheld", "unavailable", "unknown"
]

#: The post is no longer public, as far as the response shows.
GONE: frozenset[Verdict] = frozenset({"deleted", "protected", "suspended", "deactivated", "withheld", "unavailable"})
JSON, PAGE = "application/json", "text/html"

#: How deep to search a JSON response, and how many of its values.
_DEPTH, _MOST = 8, 5_000
#: Statuses about the platform, not the post; multiples of a hundred cover their class.
_BY_STATUS = {300: "redirected", 401: "wants a login", 408: "outage", 425: "outage", 429: "limit", 500: "outage"}
_REFUSED: dict[int, tuple[Verdict, str]] = {
    **dict.fromkeys((403, 404, 410), ("unavailable", "refused without a reason")),
    451: ("withheld", "withheld for legal reasons"),
}
_PAGE = lazy_regex(r"\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A post to check: the caller's key, the platform's id, the permalink, and the author's handle if known."""

    key: str
    native_id: str
    url: str
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A request to make about the targets with some keys, and the media type to accept."""

    url: str
    about: tuple[str, ...]
    accept: str = JSON


@dataclass(frozen=True, slots=True)
class Reply:
    """The HTTP status of a response (None without one), and the decoded body."""

    status: int | None
    text: str = ""

    @property
    def data(self) -> Any:
        """The body as JSON; None if it is not JSON."""
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return None

    @property
    def is_page(self) -> bool:
        """Return True if the body is an HTML page."""
        return _PAGE.match(self.text) is not None


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for the target with a key: the verdict, the reason in our words, the HTTP status."""

    key: str
    verdict: Verdict
    reason: str
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of response, and its meaning."""

    status: int
    # Patterns for the body. A key is the path of a value in JSON, ``errors.0.code``, and the pattern must match all of
    # it; the empty key is the whole body, in which the pattern is searched. ``{id}`` represents the id of the post.
    says: Mapping[str, str]
    verdict: Verdict
    reason: str  # why

    def knows(self, reply: Reply, values: Mapping[str, str], native_id: str) -> bool:
        """Return True if a response is of this kind."""
        return reply.status == self.status and all(
            _says(pattern.replace("{id}", re.escape(native_id)), path, reply.text, values)
            for path, pattern in self.says.items()
        )


#: Yields requests, to be sent the reply, and findings, to be sent None. A later finding about a post refines
#: an earlier one.
Conversation = Generator[Request | Finding, Reply | None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One method of asking a platform whether posts are public."""

    name: str  # the method, as stored with every check
    converse: Callable[[Sequence[Target]], Conversation]  # asks about some posts, in their order
    host: Callable[[Target], str | None]  # returns the host to ask about a post; None if it cannot be checked
    default: Literal["on", "opt-in"]  # ``on``: used once checks are switched on; ``opt-in``: only if named
    delay: float  # minimum seconds between two requests to one host
    limit: str  # the platform's published limit, or the assumed one
    batch: int = 25  # how many posts are checked with one canary
    together: bool = False  # whether a batch is one request, including the canary
    counts: bool = False  # whether responses have counts of likes, reposts or replies


def judged(reply: Reply, rows: Sequence[Row], target: Target, accept: str = JSON) -> Finding:
    """Classify a response about one post with a table.

    >>> rows = (Row(404, {"error": "no such post"}, "deleted", "no such post"),)
    >>> ada = Target(key="a", native_id="17", url="https://social.example/17")
    >>> judged(Reply(404, '{"error": "no such post"}'), rows, ada).verdict
    'deleted'
    >>> judged(Reply(404, '{"error": "what?"}'), rows, ada).verdict
    'unavailable'
    >>> judged(Reply(404, "<!doctype html><title>One moment</title>"), rows, ada).verdict
    'unknown'
    """
    values = values_in(reply.data)
    row = next((row for row in rows if row.knows(reply, values, target.native_id)), None)
    verdict, reason = (row.verdict, row.reason) if row else unread(reply, accept)
    return Finding(target.key, verdict, reason, reply.status)


def unread(reply: Reply, accept: str = JSON) -> tuple[Verdict, str]:
    """Return the meaning of a response that matches no row; never ``deleted``."""
    if reply.status is None:
        return "unknown", "no answer"
    if said := _BY_STATUS.get(reply.status // 100 * 100) or _BY_STATUS.get(reply.status):
        return "unknown", said
    if reply.is_page and accept != PAGE:
        return "unknown", "a page in place of an answer"
    refused = None if reply.is_page else _REFUSED.get(reply.status)
    return refused or ("unknown", "not understood")


def values_in(data: Any) -> dict[str, str]:
    """Return the values of JSON by their paths.

    >>> values_in({"errors": [{"code": 34, "fatal": True}]})
    {'errors.0.code': '34', 'errors.0.fatal': 'true'}
    """
    found: dict[str, str] = {}
    waiting: list[tuple[str, int, Any]] = [("", 0, data)]
    while waiting and len(found) < _MOST:
        path, depth, value = waiting.pop()
        if isinstance(value, dict | list):
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            inner = [(f"{path}.{key}" if path else str(key), depth + 1, item) for key, item in pairs]
            waiting += inner[::-1] if depth < _DEPTH else []
        elif path:
            found[path] = value if isinstance(value, str) else json.dumps(value)
    return found


def one_by_one(
    address: Callable[[Target], str], rows: Sequence[Row], accept: str = JSON
) -> Callable[[Sequence[Target]], Conversation]:
    """Build a conversation of one request per post."""

    def converse(targets: Sequence[Target]) -> Conversation:
        for target in targets:
            reply = yield Request(address(target), (target.key,), accept)
            yield judged(reply or Reply(None), rows, target, accept)

    return converse


def oembed(
    name: str, endpoint: str, rows: Sequence[Row], *, delay: float, limit: str = "none is published"
) -> Question:
    """Build the question to an oEmbed endpoint, to which a parameter can be added: ``www.chirp.example/oembed?``."""
    host = endpoint.partition("/")[0]
    return Question(
        name=name,
        converse=one_by_one(lambda post: f"https://{endpoint}{urlencode({'url': post.url})}", rows),
        host=lambda _: host,
        default="opt-in",
        delay=delay,
        limit=limit,
    )


def unknown(finding: Finding, reason: str) -> Finding:
    """Return a finding replaced by ``unknown``."""
    return replace(finding, verdict="unknown", reason=reason)


def _says(pattern: str, path: str, text: str, values: Mapping[str, str]) -> bool:
    if not path:
        return re.search(pattern, text, re.IGNORECASE) is not None
    value = values.get(path)
    return value is not None and re.fullmatch(pattern, value, re.IGNORECASE | re.DOTALL) is not None
