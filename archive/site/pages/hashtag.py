"""A hashtag: its days, posts, outlets, accounts, neighbouring hashtags and spellings; the story of any selection."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from archive.site.charts import chart
from archive.site.pages.home import chart_of_days, examples
from archive.site.pages.lists import frame
from archive.site.selection.known import know
from archive.site.selection.selection import Selection, of
from archive.site.selection.survey import Survey, by_day, keys, survey
from archive.site.site import Answer, page_queries
from archive.site.words import day_of, fold_hashtag, name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.site.selection.known import Known
    from archive.site.site import Site


# How a hashtag was used: first, most, and by which accounts; for all rows or for a selection.

#: The filters of a hashtag's page.
FIELDS = ("outlet", "platform", "language", "since", "until")
#: Number of posts and of articles examined on a page with filters, and for the accounts: the newest.
LOOKED = 1000
#: What a page has with filters, and without.
NARROWED = ("posts", "articles", "first_post", "first_article", "accounts", "outlets", "beside")
WHOLE = (*NARROWED, "days", "undated", "spellings")


def peak(days: Iterable[dict[str, Any]], noun: str) -> tuple[str, int] | None:
    """Return the day with most, in words, and how many that are; the first of several.

    >>> peak([{"day": "2024-05-12", "posts": 4}, {"day": "2024-05-11", "posts": 4}], "posts")
    ('11 May 2024', 4)
    """
    most = min(days, key=lambda row: (-(row[noun] or 0), row["day"]), default=None)
    return (day_of(most["day"]), most[noun]) if most and most[noun] else None


async def narrowed(site: Site, known: Known, key: str) -> dict[str, Any]:
    """Return the figures of a hashtag with filters, counted in the rows examined."""
    found = {kind: await survey(site, known, kind, looked=LOOKED) for kind in ("posts", "articles")}
    posts, articles = found["posts"], found["articles"]
    asked = {
        "posts": keys(posts.hits, "posts"),
        "articles": keys(articles.hits, "articles"),
        "shown": _oldest(posts, 40),
        "latest": keys(articles.hits, "articles")[:12],
        "first_post": _oldest(posts, 1),
        "first_article": _oldest(articles, 1),
    }
    parameters = {name: json.dumps(values) for name, values in asked.items()}
    sql = page_queries("hashtag")
    answers = {
        name: await _rows(site, known, key, name, sql[f"narrowed_{name}"], parameters | {"hashtag": key})
        for name in NARROWED
    }
    site.answers.update(answers)
    days = by_day([*posts.hits, *articles.hits], "posts", "articles")
    whole_days = [row for row in days if len(row["day"]) == len("2024-05-01")]
    return {
        **answers,
        "days": answers["posts"],
        "undated": Answer([], "", lambda: (None, "", "")),
        "chart": chart(days, links={kind: known.selection.but(kind=kind).between(site) for kind in found}),
        "peaks": {noun: peak(whole_days, noun) for noun in found},
        "numbers": {"posts": len(posts.hits), "articles": len(articles.hits)},
        "is_whole": posts.is_whole and articles.is_whole,
        "lists": {kind: known.selection.but(kind=kind).address(site) for kind in found},
    }


def _oldest(found: Survey, number: int) -> list[int]:
    """Return the keys of the oldest hits that have a date."""
    dated = sorted((hit.moment, hit.key) for hit in found.hits if hit.moment)
    return [key for _, key in dated[:number]]


async def _rows(  # noqa: PLR0913, PLR0917 - where the rows are asked for, and what they are
    site: Site, known: Known, key: str, name: str, sql: str, parameters: dict[str, Any]
) -> Answer:
    """Ask one question about rows by their numbers; these fit no address, so that the page gives its rows."""
    answer = await site.ask(sql, **{each: value for each, value in parameters.items() if f":{each}" in sql})
    filters = {field: getattr(known.selection, field) for field in FIELDS}
    csv, rows = (site.page("hashtag", key, suffix, rows=name, **filters) for suffix in (".csv", ".json"))
    return Answer(answer.rows, answer.sql, lambda: (None, csv, rows), answer.interrupted)


PARAMETERS = (*FIELDS, "after", "after_post")
PAGE = 40


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; raise NotFound if the archive does not have the hashtag."""
    hashtag = fold_hashtag(key)
    missing = f"No article in this archive holds the hashtag #{name(key)}"
    head = await site.ask_one(page_queries("known")["namesake"], missing, hashtag=hashtag)
    form = {field: site.argument(field) for field in FIELDS}
    known = await know(site, of("posts", lambda name: (form | {"hashtag": hashtag}).get(name, "")))
    is_narrowed = not known.mistakes and any(form.values())
    shown = await (narrowed(site, known, hashtag) if is_narrowed else _whole(site, head))
    tag = f"#{name(head['tag'])}"
    others = [words for words in known.narrowed if words != tag]
    return {
        "after": {},
        **shown,
        "hashtag": head,
        "subject": f"{tag}: {'; '.join(others)}" if is_narrowed and others else tag,
        "canonical_key": hashtag,
        "known": known,
        "form": form | {"q": ""},
        "is_narrowed": is_narrowed,
        "narrowed": others,
        "looked": LOOKED,
    }


async def _whole(site: Site, head: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of a hashtag without filters, from the counts in the archive."""
    after = {"after": site.argument("after"), "after_post": site.argument("after_post")}
    given = after | {"hashtag": head["id"], "page": PAGE, "looked": LOOKED}
    found = await site.ask_named("hashtag", *WHOLE, **given)
    days, posts = found["days"].rows, found["posts"].rows
    last = {"after": posts[-1]["posted_at"], "after_post": posts[-1]["id"]} if len(posts) == PAGE else {}
    return {
        **found,
        "chart": chart_of_days(site, days, head, hashtag=head["id"]),
        "peaks": {noun: peak(days, noun) for noun in ("posts", "articles")},
        "lists": {kind: Selection(kind, hashtag=head["id"]).address(site) for kind in ("posts", "articles")},
        "following": site.page("hashtag", head["id"], "", last) + "#posts" if last else None,
        "after": after,
    }


# The story of a selection: what was posted and what was published, in the order of time.

#: Number of posts and of articles that are looked at, the newest; and of those shown, the first of them.
STORY_LOOKED, EVENTS = 600, 80


async def show_story(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    selection = of("posts", site.argument)
    known = await know(site, selection, site.request.args)
    context = frame(site, known) | {"events": [], "later": None, "is_whole": True, "looked": STORY_LOOKED}
    if known.mistakes or selection.is_everything:
        return context | {"examples": await examples(site)}
    found = {kind: await survey(site, known, kind, looked=STORY_LOOKED) for kind in ("posts", "articles")}
    posts, articles = (json.dumps(_oldest(each, EVENTS)) for each in found.values())
    sql = page_queries("hashtag")
    answers = await site.ask_all(
        posts=(sql["story_posts"], {"posts": posts}),
        articles=(sql["story_articles"], {"articles": articles}),
        carried=(sql["carried"], {"posts": posts}),
    )
    shown, named, carried = (answer.rows for answer in answers.values())
    events = _events(shown, [*named, *carried], carried)
    last = events[EVENTS - 1]["moment"][:10] if len(events) > EVENTS else ""
    return context | {
        "answers": answers,
        "events": events[:EVENTS],
        "later": site.page("story", None, "", selection.but(since=last).query()) if last > selection.since else None,
        "is_whole": all(each.is_whole for each in found.values()),
    }


def _events(
    posts: list[dict[str, Any]], articles: list[dict[str, Any]], carried: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return posts and articles by time: posts with the article that showed them first, articles with their posts."""
    names = {post["id"]: name(post["name"] or post["handle"]) or "an unknown author" for post in posts}
    first: dict[str, dict[str, Any]] = {}
    shows: dict[str, list[str]] = {}
    for row in carried:
        first.setdefault(row["post"], row)
        shows.setdefault(row["id"], []).append(names[row["post"]])
    events = [post | {"moment": post["posted_at"], "first": first.get(post["id"])} for post in posts]
    events += [
        article | {"moment": article["published_at"], "shows": list(dict.fromkeys(shows.get(key, ())))}
        for key, article in {row["id"]: row for row in articles}.items()
    ]
    return sorted(events, key=lambda event: event["moment"])
