"""Findings about a batch of posts; they are trusted only if the canary was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.availability import GONE, Finding, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from archive.captures.files import Capture
    from archive.checks.ledger import Ledger, Undo
    from scraper.availability import Target

#: Why findings next to a missing canary are not trusted.
UNSURE = "a post known to be there was not found either"
#: Why a first answer is not trusted if no post is known to be public.
NO_CANARY = "no post is known to be there, to compare with"


class Batch:
    """Findings about some posts. Each is stored with the answer it came from.

    Args:
        ledger: Stores the findings.
        method: The name of the method.
        posts: The posts.
        canary: A post known to be public, checked first; without one, any public post counts.
    """

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
        """Set the current answer about some posts; later findings belong to it."""
        self._answer = capture, about

    def add(self, finding: Finding) -> None:
        """Add a finding."""
        self._findings.append(finding)

    def store(self) -> None:
        """Store the last answer, and its findings once the canary was found."""
        self._look_for_canary()
        if self.failure is not None:
            self._fail(self.failure)
        elif self._canary is not None and self.last_public is None:
            self._keep([])
        else:
            self._keep([self._believed(finding) for finding in self._findings])
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

    @property
    def has_gone(self) -> bool:
        """Return True if a post was found gone."""
        return any(finding.verdict in GONE for finding in self.found.values())

    def _look_for_canary(self) -> None:
        targets = {target.key: target for target in (*self._posts, *([self._canary] if self._canary else []))}
        for finding in self._findings:
            if finding.verdict == "up" and (self._canary is None or finding.key == self._canary.key):
                self.last_public = targets[finding.key]
            elif self._canary is not None and finding.key == self._canary.key:
                self.failure = finding
            elif finding.verdict == "up" and self.last_public is not None:
                self.last_public = targets[finding.key]

    def _believed(self, finding: Finding) -> Finding:
        if finding.verdict in GONE and self.last_public is None:
            return unknown(finding, NO_CANARY)
        return finding

    def _keep(self, findings: Sequence[Finding]) -> None:
        if self._answer or findings:
            self._ledger.store(self._method, findings, self._answer, self._undone)
            self.news |= {finding.key: finding for finding in findings}
            self.found |= self.news
        self._answer = None


def is_silence(finding: Finding) -> bool:
    """Return True if a platform gave no answer about a post at all, so nothing about other posts either."""
    return finding.verdict == "unknown" and finding.reason in {"no answer", "limit", "outage"}
