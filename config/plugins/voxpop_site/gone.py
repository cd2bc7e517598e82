"""Posts that no article shows any more: a column of the questions about posts, from which badges are made."""

from __future__ import annotations

#: 1 where every embed of the row of ``posts`` is gone. It reads no further than the first one that is not.
COLUMN = """(
    posts.articles > 0
    and not exists (select 1 from embeds where embeds.post = posts.id and embeds.gone_at is null)
  ) as gone"""
