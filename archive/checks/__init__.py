"""Ask platforms politely if the posts of an archive are still public, and store their responses."""

from __future__ import annotations

from archive.checks.ledger import Due, Selection, posts_due
from archive.checks.run import Report, RequestOptions, check_posts

__all__ = ["Due", "Report", "RequestOptions", "Selection", "check_posts", "posts_due"]
