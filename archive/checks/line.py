"""Check the posts of one host, batch by batch, each with a canary."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from archive.captures.index import capture
from scraper.availability import GONE, Finding, Reply, unknown
from scraper.errors import FetchError
from scraper.fetching.answers import retry_after
from scraper.fetching.host_policy import host_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from datetime import datetime

    from archive.captures.files import Capture, Captures
    from archive.checks.ledger import Ledger, Undo
    from archive.store.archive import Archive
    from scraper.availability import Question, Request, Target
    from scraper.fetching import Fetcher


# Findings about a batch of posts; they are trusted only if the canary was found.

#: Why findings next to a missing canary are not trusted.
UNSURE = "a post known to be there was not found either"
#: Why a first response is not trusted if no post is known to be public.
NO_CANARY = "no post is known to be there, to compare with"


class Batch:
    """Findings about some posts, stored with their responses. The canary, known to be public, is checked first."""

    def __init__(self, ledger: Ledger, method: str, posts: Sequence[Target], canary: Target | None) -> None:
        self._ledger = ledger
        self._method = method
        self._posts = posts
        self._canary = canary
        self._findings: list[Finding] = []
        self._answer: tuple[Capture, Sequence[str]] | None = None
        self._undone: dict[str, Undo] = {}
        self._is_over = False
        #: The last post that was public.
        self.last_public: Target | None = None
        #: Currently stored findings, by post.
        self.found: dict[str, Finding] = {}
        #: Findings stored since this was last read, by post.
        self.news: dict[str, Finding] = {}
        #: The finding about the canary if it was not public; else None.
        self.failure: Finding | None = None

    def answered(self, capture: Capture, about: Sequence[str]) -> None:
        """Set the current response about some posts; later findings belong to it."""
        self._answer = capture, about

    def add(self, finding: Finding) -> None:
        """Add a finding."""
        self._findings.append(finding)

    def store(self) -> None:
        """Store the last response, and its findings once the canary was found."""
        self._look_for_canary()
        if self.failure is not None:
            self._fail(self.failure)
        elif self._canary is not None and self.last_public is None:
            self._keep([])
        else:
            is_unsure = self.last_public is None
            self._keep(
                [unknown(each, NO_CANARY) if is_unsure and each.verdict in GONE else each for each in self._findings]
            )
            self._findings = []

    def _fail(self, canary: Finding) -> None:
        """Distrust all findings; if the platform answered about the canary, record unknown for every post."""
        self._findings = []
        if is_silence(canary) or self._is_over:
            self._keep([])
        else:
            self._keep([unknown(canary, UNSURE)])
            self.revoke()
        self._is_over = True

    def revoke(self) -> None:
        """Undo all findings of this batch."""
        status = {key: finding.status for key, finding in self.found.items()}
        self._keep([Finding(post.key, "unknown", UNSURE, status.get(post.key)) for post in self._posts])

    def _look_for_canary(self) -> None:
        targets = {target.key: target for target in (*self._posts, *([self._canary] if self._canary else []))}
        for finding in self._findings:
            is_canary = self._canary is not None and finding.key == self._canary.key
            if finding.verdict == "up" and (is_canary or self._canary is None or self.last_public is not None):
                self.last_public = targets[finding.key]
            elif is_canary:
                self.failure = finding

    def _keep(self, findings: Sequence[Finding]) -> None:
        if self._answer or findings:
            self._ledger.store(self._method, findings, self._answer, self._undone)
            self.news |= {finding.key: finding for finding in findings}
            self.found |= self.news
        self._answer = None


def is_silence(finding: Finding) -> bool:
    """Return True if a platform gave no response about a post at all, so nothing about other posts either."""
    return finding.verdict == "unknown" and finding.reason in {"no answer", "limit", "outage"}


#: Maximum number of consecutive responses without a verdict; then the host is skipped for the rest of the run.
MOST_SILENCES = 3
#: Maximum number of canaries from the archive to try: one may be gone itself.
MOST_CANARIES = 2
#: Pause in seconds if a host asks for one without a duration.
_USUAL_PAUSE = 900.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContext:
    """Context shared by all hosts."""

    archive: Archive
    ledger: Ledger
    fetcher: Fetcher
    captures: Captures
    now: Callable[[], datetime]
    on_finding: Callable[[str, Finding], None]


@dataclass(slots=True, kw_only=True)
class HostQueue:
    """The posts to check on one host."""

    platform: str
    question: Question
    host: str
    context: RequestContext
    canary: Target | None = None  # a post that the user knows to be public
    endpoint: str | None = None  # URL to use instead of the platform's
    posts: deque[Target] = field(default_factory=deque)
    problem: str | None = None  # why it was given up; None if it was not
    _last_public: Target | None = None
    _candidates: deque[Target] = field(default_factory=deque)
    _silences: int = 0

    def steps(self) -> Generator[str, None, None]:
        """Check all posts; yield each URL before requesting it."""
        self._candidates = deque(self._canaries_of_archive())
        while self.posts and self.problem is None:
            canary = self._next_canary()
            taken = [self.posts.popleft() for _ in range(min(len(self.posts), self.question.batch - 1))]
            posts = [post for post in taken if canary is None or post.key != canary.key]
            batch = Batch(self.context.ledger, self.question.name, posts, canary)
            try:
                yield from self._ask_about(batch, [canary, *posts] if canary else posts)
                has_gone = any(finding.verdict in GONE for finding in batch.found.values())
                if batch.failure is None and self.problem is None and has_gone:
                    yield from self._look_again(batch)
            finally:
                self._conclude(batch, canary)
            if batch.failure is not None:  # once more, with another canary
                self.posts.extendleft(reversed(taken))

    def _next_canary(self) -> Target | None:
        known = self.canary or self._last_public
        return known or (self._candidates.popleft() if self._candidates else None)

    def _canaries_of_archive(self) -> list[Target]:
        """Return posts that were public at their last check; first those not due, whose checks are more recent."""
        known = self.context.ledger.known_public(self.question.name)
        ours = [post for post in known if self.question.host(post) == self.host]
        due = {post.key for post in self.posts}
        return sorted(ours, key=lambda post: post.key in due)[:MOST_CANARIES]

    def _ask_about(self, batch: Batch, targets: Sequence[Target]) -> Iterator[str]:
        conversation = self.question.converse(targets)
        said: Reply | None = None
        try:
            while True:
                step = conversation.send(said)
                said = None
                if isinstance(step, Finding):
                    batch.add(step)
                    self._count_silence(step)
                    continue
                batch.store()
                if batch.failure is not None or self.problem is not None:
                    return
                self._report_findings(batch)
                url = self.address_of(step.url)
                yield url
                said = self._ask(batch, url, step)
        except StopIteration:
            return
        finally:
            batch.store()

    def _look_again(self, batch: Batch) -> Iterator[str]:
        """Recheck a public post, as the platform may have started to refuse requests."""
        if self.question.together or batch.last_public is None:
            return
        witness = Batch(self.context.ledger, self.question.name, (), batch.last_public)
        yield from self._ask_about(witness, [batch.last_public])
        if witness.last_public is None:
            batch.revoke()
            self.problem = self.problem or f"{batch.last_public.url} was found, but not a moment later"

    def _conclude(self, batch: Batch, canary: Target | None) -> None:
        self._last_public = batch.last_public
        if canary is not None and batch.failure is not None:
            self._distrust(canary, batch.failure)
            if self.problem is None:
                return  # its posts are checked again
        self._report_findings(batch)

    def _report_findings(self, batch: Batch) -> None:
        for key, finding in batch.news.items():
            self.context.on_finding(key, finding)
        batch.news.clear()

    def _distrust(self, canary: Target, failure: Finding) -> None:
        """Give the host up, unless there is another canary to try."""
        if self.problem is not None:
            return
        if is_silence(failure):
            self.problem = f"gave no answer about {canary.url} ({failure.reason}): try later"
        elif self.canary is not None or not self._candidates:
            what = f"{failure.verdict}, {failure.reason}"
            remedy = "its answers are not trusted; name another post under [availability.canaries]"
            self.problem = f"does not show {canary.url}, which is known to be there ({what}): {remedy}"

    def _count_silence(self, finding: Finding) -> None:
        self._silences = self._silences + 1 if is_silence(finding) else 0
        if self._silences >= MOST_SILENCES and self.problem is None:
            self.problem = f"gave no answer {MOST_SILENCES} times in a row ({finding.reason}): try later"

    def _ask(self, batch: Batch, url: str, request: Request) -> Reply:
        try:
            answer = self.context.fetcher.ask(url, request.accept)
        except FetchError:
            return Reply(None)
        (kept,) = capture(self.context.archive, self.context.captures, answer.exchanges)
        batch.answered(kept, request.about)
        if answer.last.status == 429:
            self._leave_alone(url, retry_after(answer.last.header("retry-after"), self.context.now()))
        return Reply(answer.last.status, answer.content.decode("utf-8", "replace"))

    def _leave_alone(self, url: str, asked: float | None) -> None:
        seconds = _USUAL_PAUSE if asked is None else asked
        until = self.context.ledger.pause(host_of(url), seconds, "429 Too Many Requests")
        self.problem = f"asked for a pause until {until}"

    def address_of(self, url: str) -> str:
        """Return the URL to request for a URL of the platform."""
        if self.endpoint is None:
            return url
        parts, place = urlsplit(url), urlsplit(self.endpoint.replace("{host}", urlsplit(url).netloc))
        path = place.path.rstrip("/") + parts.path
        return urlunsplit((place.scheme, place.netloc, path, parts.query, ""))
