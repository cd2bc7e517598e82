"""What was found about the posts of one batch, and whether it may be believed: its canary decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.availability import GONE, Finding, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from archive.captures.files import Capture
    from archive.checks.ledger import Ledger, Undo
    from scraper.availability import Target

#: Why nothing is believed that was found together with a canary that was not.
UNSURE = "a post known to be there was not found either"
#: Why a first answer is not believed where no post is known to be there.
NO_CANARY = "no post is known to be there, to compare with"


class Batch:
    """The findings about some posts. What was found is stored with the answer that it was found in.

    Args:
        ledger: Where they are stored.
        method: The name of the method.
        posts: The posts.
        canary: A post known to be there, which is asked about first; without one, any that is there counts.
    """

    def __init__(self, ledger: Ledger, method: str, posts: Sequence[Target], canary: Target | None) -> None:
        self._ledger = ledger
        self._method = method
        self._posts = posts
        self._canary = canary
        self._heard: list[Finding] = []
        self._answer: tuple[Capture, Sequence[str]] | None = None
        self._undone: dict[str, Undo] = {}
        self._is_over = False
        #: The last post that was there.
        self.there: Target | None = None
        #: What is stored now, by post.
        self.found: dict[str, Finding] = {}
        #: What was stored since this was last looked at, by post.
        self.news: dict[str, Finding] = {}
        #: What was found about the canary in place of it; None while it was there.
        self.failure: Finding | None = None

    def answered(self, capture: Capture, about: Sequence[str]) -> None:
        """Note an answer about some posts; what is heard from now on was found in it."""
        self._answer = capture, about

    def hear(self, finding: Finding) -> None:
        """Note a finding."""
        self._heard.append(finding)

    def store(self) -> None:
        """Store the last answer, and what was found in it once the canary was found."""
        self._look_for_canary()
        if self.failure is not None:
            self._fail(self.failure)
        elif self._canary is not None and self.there is None:
            self._keep([])
        else:
            self._keep([self._believed(finding) for finding in self._heard])
            self._heard = []

    def _fail(self, canary: Finding) -> None:
        """Believe nothing; where the platform spoke of the canary, say so of every post."""
        self._heard = []
        if is_silence(canary) or self._is_over:
            self._keep([])
        else:
            self._keep([unknown(canary, UNSURE)])
            self.revoke()
        self._is_over = True

    def revoke(self) -> None:
        """Believe nothing of what was found in this batch."""
        status = {key: finding.status for key, finding in self.found.items()}
        self._keep([Finding(post.key, "unknown", UNSURE, status.get(post.key)) for post in self._posts])

    @property
    def has_gone(self) -> bool:
        """Return whether a post was found gone."""
        return any(finding.verdict in GONE for finding in self.found.values())

    def _look_for_canary(self) -> None:
        targets = {target.key: target for target in (*self._posts, *([self._canary] if self._canary else []))}
        for finding in self._heard:
            if finding.verdict == "up" and (self._canary is None or finding.key == self._canary.key):
                self.there = targets[finding.key]
            elif self._canary is not None and finding.key == self._canary.key:
                self.failure = finding
            elif finding.verdict == "up" and self.there is not None:
                self.there = targets[finding.key]

    def _believed(self, finding: Finding) -> Finding:
        if finding.verdict in GONE and self.there is None:
            return unknown(finding, NO_CANARY)
        return finding

    def _keep(self, findings: Sequence[Finding]) -> None:
        if self._answer or findings:
            self._ledger.store(self._method, findings, self._answer, self._undone)
            self.news |= {finding.key: finding for finding in findings}
            self.found |= self.news
        self._answer = None


def is_silence(finding: Finding) -> bool:
    """Return whether a platform did not speak of a post at all: that says nothing of the others either."""
    return finding.verdict == "unknown" and finding.reason in {"no answer", "limit", "outage"}
