"""How a run behaves towards a host: one request at a time, a pause between two, and what robots.txt says."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from protego import Protego

from scraper.errors import FetchError
from scraper.fetching.retries import TransientError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scraper.fetching import Answer, Fetcher

#: The name robots.txt knows us by.
AGENT = "voxpop"
#: How much of a robots.txt is read, in bytes: at least 500 KiB (RFC 9309, 2.5).
_MAX_RULES = 512_000
#: A longer Crawl-delay, in seconds, means that: some sites ask for days, and a run has to end.
_LONGEST_DELAY = 600.0
_ROBOTS = "/robots.txt"
#: The beginning of a line that is obeyed, in the spellings that protego understands.
_DIRECTIVE = re.compile(
    r"\s*(?:diss?all?ow|diasllow|disallaw|allow|user[- ]?agent|crawl[- ]delay)(?=[\s:#]|$)", re.IGNORECASE
)
_AGENT = re.compile(r"\s*user[- ]?agent\s*:?\s*([^#]*)", re.IGNORECASE)
_OTHERS = "User-agent: others"
_TOO_MANY = 429


#: After so many addresses in a row without any answer, a host is left alone for the rest of a run.
_PATIENCE = 3


class ForbiddenError(FetchError):
    """robots.txt does not allow this address."""


class LeftAloneError(FetchError):
    """Not asked for: the host does not answer, or asked to be left in peace. A later run may try."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The robots.txt of one origin, as it was answered.

    Attributes:
        status: HTTP status; None when there was no answer.
        body: The text; empty when there is none.
        problem: Why it could not be read; nothing of the origin may be fetched then (RFC 9309, 2.3.1.4).
    """

    status: int | None
    body: str = ""
    problem: str | None = None


@dataclass(slots=True)
class _Host:
    """One host: its turn, and when the next request may begin."""

    turn: threading.Lock = field(default_factory=threading.Lock)
    reading: threading.Lock = field(default_factory=threading.Lock)
    free_at: float = 0.0
    delay: float = 0.0
    requests: int = 0
    silences: int = 0
    left_alone: TransientError | None = None


class Manners:
    """The gate of a `Fetcher`, shared by all its threads.

    Args:
        delay: Seconds between the end of a request and the next one to the same host.
        clock: Seconds that only grow.
        sleep: Waits so many seconds.
    """

    def __init__(
        self,
        delay: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._delay = delay
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._hosts: dict[str, _Host] = {}
        self._rules: dict[str, tuple[Rules, Any]] = {}
        self._learning = threading.local()
        self.fetcher: Fetcher | None = None
        #: How many requests all hosts were sent: asked for so often that summing them up would tell.
        self.total = 0
        #: What was read of robots.txt in this run, to be remembered by whoever keeps a database.
        self.read: deque[tuple[str, Rules]] = deque()

    def remember(self, origin: str, rules: Rules) -> None:
        """Take over a robots.txt read earlier, so that it need not be asked for again."""
        self._know(origin, rules)

    @contextmanager
    def gate(self, url: str) -> Iterator[None]:
        """Wait for one's turn at a host; raise `ForbiddenError` where robots.txt says no."""
        host = self._host(url)
        if host.left_alone:
            reason = f"{host_of(url)} is left alone for now: {host.left_alone}"
            raise LeftAloneError(url, reason, retry_after=host.left_alone.retry_after)
        if not getattr(self._learning, "rules", False):
            self._must_be_allowed(url, host)
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
        """Learn from how an address went: hosts that are silent or overburdened are not pressed."""
        host = self._host(url)
        cause = error.__cause__ if error else None
        if not isinstance(cause, TransientError):
            host.silences = 0
        elif cause.status == _TOO_MANY:
            host.left_alone = cause
        elif cause.status is None:
            host.silences += 1
            host.left_alone = cause if host.silences >= _PATIENCE else None

    def knows(self, url: str) -> bool:
        """Tell whether the robots.txt for an address was read."""
        return origin_of(url) in self._rules

    def learn(self, url: str) -> None:
        """Read the robots.txt for an address, unless it is known."""
        self._rules_of(url, self._host(url))

    def free_at(self, host: str) -> float:
        """Say when a host may be asked again, on the clock."""
        known = self._hosts.get(host)
        return known.free_at if known else 0.0

    @property
    def requests(self) -> dict[str, int]:
        """How many requests each host was sent."""
        return {name: host.requests for name, host in self._hosts.items()}

    def _host(self, url: str) -> _Host:
        with self._lock:
            return self._hosts.setdefault(host_of(url), _Host())

    def _must_be_allowed(self, url: str, host: _Host) -> None:
        rules, parsed = self._rules_of(url, host)
        if rules.problem:
            raise FetchError(url, f"its robots.txt cannot be read: {rules.problem}", status=rules.status)
        if parsed is not None and not parsed.can_fetch(url, AGENT):
            raise ForbiddenError(url, "robots.txt does not allow it")

    def _rules_of(self, url: str, host: _Host) -> tuple[Rules, Any]:
        origin = origin_of(url)
        with host.reading:  # the first one reads, the others of this host wait
            if origin not in self._rules:
                rules = self._ask(origin)
                self.read.append((origin, rules))
                self._know(origin, rules)
            return self._rules[origin]

    def _know(self, origin: str, rules: Rules) -> None:
        parsed = Protego.parse(known_lines(rules.body)) if rules.body else None
        self._rules[origin] = (rules, parsed)
        delay = parsed.crawl_delay(AGENT) if parsed else None
        if delay:
            host = self._host(origin)
            host.delay = max(host.delay, min(float(delay), _LONGEST_DELAY))

    def _ask(self, origin: str) -> Rules:
        if self.fetcher is None:
            return Rules(None, problem="nobody to fetch it")
        # Wherever it redirects to: the rules are not themselves subject to rules, and waiting for those of
        # another host, while that one waits for ours, would last for ever.
        self._learning.rules = True
        try:
            answer = self.fetcher.get(
                origin + _ROBOTS, headers={"Accept": "text/plain"}, types=None, first=_MAX_RULES + 1
            )
        except FetchError as error:
            if error.status is not None and 400 <= error.status < 500 and error.status != _TOO_MANY:
                return Rules(error.status)  # no rules: everything is allowed (RFC 9309, 2.3.1.3)
            return Rules(error.status, problem=error.reason)
        finally:
            self._learning.rules = False
        return Rules(answer.last.status, body=_whole_lines(answer).decode("utf-8", "replace"))


def known_lines(body: str) -> str:
    r"""Leave out the lines of a robots.txt that are not obeyed: they must not end a group (RFC 9309, 2.2.4).

    Other agents are given one name: the parser keeps every rule once for each agent of its group.

    >>> known_lines("\ufeffUser-agent: a\nUser-agent: b\nNoindex: /c\nUser-agent: *\nDisallow: /\n")
    'User-agent: others\nUser-agent: *\nDisallow: /'
    """
    lines = [""]
    for line in body.removeprefix("\ufeff").splitlines():
        agent = _AGENT.match(line)
        is_ours = agent is None or AGENT.startswith(agent[1].strip().lower().replace("*", ""))
        known = line if is_ours else _OTHERS
        if _DIRECTIVE.match(line) and known != lines[-1]:
            lines.append(known)
    return "\n".join(lines[1:])


def _whole_lines(answer: Answer) -> bytes:
    """Give the content of an answer without the line in which it was cut: half a rule is another rule."""
    if max(len(answer.content), len(answer.last.body)) <= _MAX_RULES:
        return answer.content
    end = max(answer.content.rfind(b"\n"), answer.content.rfind(b"\r"))
    return answer.content[: end + 1]


def host_of(url: str) -> str:
    """Name the host of an address, its port included.

    >>> host_of("https://WWW.The-Post.example:8080/story")
    'www.the-post.example:8080'
    """
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def origin_of(url: str) -> str:
    """Give the part of an address that has a robots.txt of its own.

    >>> origin_of("https://the-post.example/story?a=1")
    'https://the-post.example'
    """
    return f"{urlsplit(url).scheme}://{host_of(url)}"
