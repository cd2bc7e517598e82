"""Posts that no article shows, or their platform: columns of the questions about posts, for the badges."""

from __future__ import annotations

#: `gone`: 1 where every embed of the row of ``posts`` is gone; it reads up to the first one that is not.
#: `vanished`: what became of a post that two checks, a day or more apart, found no longer public.
COLUMNS = """(
    posts.articles > 0
    and not exists (select 1 from embeds where embeds.post = posts.id and embeds.gone_at is null)
  ) as gone, (
    select status from availability where availability.post = posts.id and availability.confirmed = 1
  ) as vanished"""
