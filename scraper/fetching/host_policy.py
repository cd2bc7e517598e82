"""Enforce the policy for each host: one request at a time, a pause between requests, robots.txt."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from protego import Protego

from scraper.errors import FetchError
from scraper.fetching.answers import TransientError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scraper.fetching import Answer, Fetcher

#: The user agent to look up in robots.txt.
AGENT = "voxpop"
#: Most bytes of a robots.txt to read; RFC 9309, 2.5 requires at least 500 KiB.
_MAX_RULES = 512_000
#: Longest Crawl-delay to obey, in seconds: some sites request days, and a run has to end.
_LONGEST_DELAY = 600.0
_ROBOTS = "/robots.txt"
#: The start of a supported directive, in the spellings that protego parses.
_DIRECTIVE = lazy_regex(
    r"\s*(?:diss?all?ow|diasllow|disallaw|allow|user[- ]?agent|crawl[- ]delay)(?=\s*:|\s+[^\s#])", re.IGNORECASE
)
_DELAY, _PRODUCT = lazy_regex(r"\s*crawl", re.IGNORECASE), lazy_regex(r"[\w-]+")
_AGENT = lazy_regex(r"\s*user[- ]?agent\s*:?\s*([^#]*)", re.IGNORECASE)
_OTHERS = "User-agent: others"
_TOO_MANY_REQUESTS = 429
#: After this many URLs in a row without a response, a host is skipped for the rest of the run.
_MOST_SILENCES = 3


class ForbiddenError(FetchError):
    """Raised for a URL that robots.txt disallows."""


class LeftAloneError(FetchError):
    """Raised for a URL of a skipped host: it is silent, or answered 429. A later run may retry it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The robots.txt of one origin, as answered; without a response, the status is None.

    Where it has a `problem`, the whole origin is disallowed (RFC 9309, 2.3.1.4).
    """

    status: int | None
    body: str = ""
    problem: str | None = None


@dataclass(slots=True)
class _Host:
    """The state of one host: locks for sending and for reading robots.txt, when it is free, why it is left alone.

    `delay` is its Crawl-delay; `silences` counts the URLs in a row without a response.
    """

    turn: threading.Lock = field(default_factory=threading.Lock)
    reading: threading.Lock = field(default_factory=threading.Lock)
    free_at: float = 0.0
    delay: float = 0.0
    requests: int = 0
    silences: int = 0
    left_alone: TransientError | None = None


class HostPolicy:
    """Rates and robots.txt of all hosts, shared by the threads of a `Fetcher` with `gate` as its gate.

    `delay` is the seconds between the end of a request and the start of the next one to the same host. With `robots`,
    robots.txt is fetched and obeyed, for pages; platform APIs have their own rules and rates.
    """

    def __init__(
        self,
        delay: float,
        *,
        robots: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._delay = delay
        self._robots = robots
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._hosts: dict[str, _Host] = {}
        self._rules: dict[str, tuple[Rules, Any]] = {}
        self._learning = threading.local()
        self.fetcher: Fetcher | None = None
        #: Number of requests to all hosts; read too often to sum them each time.
        self.total = 0
        #: Origin and rules of each robots.txt read in this run, for the caller to store.
        self.read: deque[tuple[str, Rules]] = deque()

    def remember(self, origin: str, rules: Rules) -> None:
        """Use the robots.txt of an origin, which an earlier run may have read."""
        parsed = Protego.parse(known_lines(rules.body)) if rules.body else None
        self._rules[origin] = (rules, parsed)
        delay = parsed.crawl_delay(AGENT) if parsed else None
        if delay:
            self.slow(origin, min(float(delay), _LONGEST_DELAY))

    @contextmanager
    def gate(self, url: str) -> Iterator[None]:
        """Wait until a request to the host of a URL is allowed; the context spans the request.

        Raises `ForbiddenError` if robots.txt disallows the URL, `LeftAloneError` if the host is skipped for the rest of
        the run, and another `FetchError` if robots.txt cannot be read.
        """
        host = self._host(url)
        if host.left_alone:
            reason = f"{host_of(url)} is skipped for now: {host.left_alone}"
            raise LeftAloneError(url, reason, retry_after=host.left_alone.retry_after)
        if self._robots and not getattr(self._learning, "rules", False):
            self._check_allowed(url, host)
        with host.turn:
            wait = host.free_at - self._clock()
            if wait > 0:
                self._sleep(wait)
            host.requests += 1
            with self._lock:
                self.total += 1
            try:
                yield
            finally:
                host.free_at = self._clock() + max(host.delay, self._delay)

    def note(self, url: str, error: FetchError | None) -> None:
        """Record the outcome of a URL; a host that is silent or answers 429 is skipped from then on."""
        host = self._host(url)
        cause = error.__cause__ if error else None
        if not isinstance(cause, TransientError):
            host.silences = 0
        elif cause.status == _TOO_MANY_REQUESTS:
            host.left_alone = cause
        elif cause.status is None:
            host.silences += 1
            host.left_alone = cause if host.silences >= _MOST_SILENCES else None

    def slow(self, url: str, seconds: float) -> None:
        """Set the minimum seconds between two requests to the host of a URL."""
        host = self._host(url)
        host.delay = max(host.delay, seconds)

    def knows(self, url: str) -> bool:
        """Return True if the robots.txt for a URL is known."""
        return origin_of(url) in self._rules

    def learn(self, url: str) -> None:
        """Fetch the robots.txt for a URL, unless it is known."""
        self._rules_of(url, self._host(url))

    def free_at(self, host: str) -> float:
        """Return the time of a host's next allowed request, on the policy's clock; 0 for an unknown host."""
        known = self._hosts.get(host)
        return known.free_at if known else 0.0

    @property
    def requests(self) -> dict[str, int]:
        """The number of requests sent to each host."""
        return {name: host.requests for name, host in self._hosts.items()}

    def _host(self, url: str) -> _Host:
        with self._lock:
            return self._hosts.setdefault(host_of(url), _Host())

    def _check_allowed(self, url: str, host: _Host) -> None:
        rules, parsed = self._rules_of(url, host)
        if rules.problem:
            raise FetchError(url, f"its robots.txt cannot be read: {rules.problem}", status=rules.status)
        if parsed is not None and not parsed.can_fetch(url, AGENT):
            raise ForbiddenError(url, "robots.txt disallows it")

    def _rules_of(self, url: str, host: _Host) -> tuple[Rules, Any]:
        origin = origin_of(url)
        with host.reading:  # the first thread fetches, the others of this host wait
            if origin not in self._rules:
                rules = self._fetch_rules(origin)
                self.read.append((origin, rules))
                self.remember(origin, rules)
            return self._rules[origin]

    def _fetch_rules(self, origin: str) -> Rules:
        if self.fetcher is None:
            return Rules(None, problem="nobody to fetch it")
        # A robots.txt is not itself subject to robots.txt, wherever it redirects to. Otherwise two hosts with
        # robots.txt that redirect to each other would deadlock.
        self._learning.rules = True
        try:
            answer = self.fetcher.get(
                origin + _ROBOTS, headers={"Accept": "text/plain"}, types=None, first=_MAX_RULES + 1
            )
        except FetchError as error:
            if error.status is not None and 400 <= error.status < 500 and error.status != _TOO_MANY_REQUESTS:
                return Rules(error.status)  # no robots.txt: everything is allowed (RFC 9309, 2.3.1.3)
            return Rules(error.status, problem=error.reason)
        finally:
            self._learning.rules = False
        return Rules(answer.last.status, body=_whole_lines(answer).decode("utf-8", "replace"))


def known_lines(body: str) -> str:
    r"""Drop the unsupported lines of a robots.txt: they must not end a group (RFC 9309, 2.2.4).

    All other user agents get one name, because the parser copies every rule for each agent of its group. A
    crawl delay is not a rule of the RFC either: after one, the agents of its group are named again.

    >>> known_lines("\ufeffUser-agent: a\nUser-agent: b\nNoindex: /c\nUser-agent: *\nDisallow: /\n")
    'User-agent: others\nUser-agent: *\nDisallow: /'
    >>> known_lines("User-agent: voxpop/1.0\nCrawl-delay: 5\nUser-agent: *\nDisallow: /\n").split("\n")[2:]
    ['User-agent: voxpop', 'User-agent: *', 'Disallow: /']
    """
    lines = [""]
    agents: list[str] = []
    is_ruled = False
    for line in filter(_DIRECTIVE.match, body.removeprefix("\ufeff").splitlines()):
        agent = _AGENT.match(line)
        if agent is None:
            is_ruled = is_ruled or not _DELAY.match(line)
            known = [line]
        else:
            agents = [] if is_ruled else agents
            is_delayed = bool(agents) and not _AGENT.match(lines[-1])
            known = [*(agents if is_delayed else ()), _agent_line(agent[1])]
            agents, is_ruled = list(dict.fromkeys([*agents, known[-1]])), False
        lines += [new for before, new in pairwise([lines[-1], *known]) if new != before]
    return "\n".join(lines[1:])


def _agent_line(named: str) -> str:
    """Return the line of a user agent in one spelling, without a version (RFC 9309, 2.2.1)."""
    token = _PRODUCT.match(named.lower().replace("*", "").strip())
    if token is None:
        return "User-agent: *" if "*" in named else "User-agent:"
    return f"User-agent: {token[0]}" if AGENT.startswith(token[0]) else _OTHERS


def _whole_lines(answer: Answer) -> bytes:
    """Return a response's content without a truncated last line: half a rule is another rule."""
    if max(len(answer.content), len(answer.last.body)) <= _MAX_RULES:
        return answer.content
    end = max(answer.content.rfind(b"\n"), answer.content.rfind(b"\r"))
    return answer.content[: end + 1]


def host_of(url: str) -> str:
    """Return the host of a URL in lower case, with its port if there is one."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def origin_of(url: str) -> str:
    """Return the origin of a URL, scheme and host, each with its own robots.txt."""
    return f"{urlsplit(url).scheme}://{host_of(url)}"
