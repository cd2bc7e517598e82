"""An article: its data, its reactions in the order of the story, its versions, and what disappeared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site import citation
from archive.site.citation import cite_article
from archive.site.selection import rows
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.site import Site


ARTICLE = """
select id, url, title, outlet, language, published_at, published_day, published_precision, published_source,
  published_as_written, embeds, quotes, allusions, kind, source, digest, first_seen, last_seen,
  saved_at, section, modified_at, modified_as_written
from articles where id = :article
"""
EMBEDS = f"""
select 'embed' as kind, embeds.position, embeds.start_offset, embeds.form, embeds.text, embeds.gone_at,
  embeds.first_seen, embeds.last_seen, posts.id, posts.platform, posts.url, posts.author, posts.posted_at,
  posts.articles, posts.text as usual_text, authors.handle, authors.name,
  {rows.context_columns("embeds")}
from embeds
join articles on articles.id = embeds.article
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author
where embeds.article = :article
order by embeds.position
limit 500
"""
QUOTES = f"""
select 'quote' as kind, quotes.position, quotes.start_offset, quotes.text, quotes.speaker,
  quotes.speaker_as_written, quotes.verb, quotes.platform, quotes.author, quotes.handle,
  quotes.confidence, quotes.gone_at, quotes.first_seen,
  quotes.last_seen, {rows.context_columns("quotes")}
from quotes
join articles on articles.id = quotes.article
where quotes.article = :article
order by quotes.position
limit 500
"""
HASHTAGS = """
select hashtags.id, hashtags.tag, group_concat(distinct named.within) as within
from articles_hashtags as named join hashtags on hashtags.id = named.hashtag
where named.article = :article
group by hashtags.id
order by hashtags.articles desc
limit 40
"""
ALLUSIONS = "select text, platform from allusions where article = :article order by position limit 20"
BYLINES = "select name from bylines where article = :article order by position limit 20"
CAPTURES = """
select fetched_at, url, status, content_type, digest, file, refused, type
from captures where article = :article and hidden is null order by fetched_at desc limit 50
"""
TOPICS = "select topic from articles_topics where article = :article order by topic limit 50"
PROBLEMS = "select step, kind, message from problems where article = :article limit 50"


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template.

    Raises:
        NotFound: The archive has no such article.
    """
    article = await site.ask_one(ARTICLE, f"No article {name(key)} in this archive", article=key)
    this = {"article": key}
    found = await site.ask_all(
        embeds=(EMBEDS, this),
        quotes=(QUOTES, this),
        hashtags=(HASHTAGS, this),
        allusions=(ALLUSIONS, this),
        bylines=(BYLINES, this),
        captures=(CAPTURES, this),
        problems=(PROBLEMS, this),
        topics=(TOPICS, this),
    )
    rows.show_contexts(found["embeds"].rows)
    rows.show_contexts(found["quotes"].rows)
    reactions = in_story_order(found["embeds"].rows, found["quotes"].rows)
    shown = [row for row in reactions if not row["gone_at"]]
    posts = {row["id"] for row in shown if row["kind"] == "embed"}
    gone = [{**row, "is_reworded": row.get("id") in posts} for row in reactions if row["gone_at"]]
    return {
        **found,
        "article": article,
        "reactions": shown,
        "gone": gone,
        "citation": cite_article(site, article, found["bylines"].rows),
        "reference": citation.of_article(site, article, found["bylines"].rows),
    }


def in_story_order(embeds: list[dict[str, Any]], quotes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Merge two lists, each in its own order, by their places in the text.

    An embed without a place goes where the embed before it went.
    """
    place = 0
    placed = []
    for row in embeds:
        place = row["start_offset"] if row["start_offset"] is not None else place
        placed.append((place, row["position"], row))
    placed += [(row["start_offset"] or 0, row["position"], row) for row in quotes]
    return [row for *_, row in sorted(placed, key=lambda item: item[:2])]
