"""Tweets in JSON: of the interfaces of version 1.1 and 2, of the page's own (GraphQL), of embedded frames.

Each of the other forms is brought into that of version 1.1, which is then read.
"""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Any

from scraper.markup.answered import answered, counts_of, number_at, objects_in
from scraper.markup.loaded_post import at, items_at, links_at, text_at, texts_at
from scraper.markup.printed_date import with_printed_date
from scraper.markup.signed_quote import with_text
from scraper.records import Author
from scraper.registry import normal_handle, recognise
from scraper.values.moments import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Answered, Post

#: Under which a long tweet has all of its text, in each form.
_NOTES = (
    ("note_tweet", "note_tweet_results", "result"),
    ("note_tweet", "result"),
    ("note_tweet",),
    ("extended_tweet",),
)
_ANOTHERS = ("retweeted_status", "retweeted_status_result", "withheld_copyright")
#: Most characters that stand for a link, how often one is replaced, and most characters of a text.
_LONGEST_SHOWN, _MOST_SHOWN, _LONGEST = 200, 20, 100_000


def tweets_in(data: Any) -> Iterator[Answered]:
    """Yield the tweets in JSON of any form, those that they quote among them; no retweets."""
    for thing in objects_in(data):
        for form in _forms(thing):
            found = None if _is_anothers(form) else _tweet(form)
            if found is not None:
                yield found


def _forms(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tweets that an object itself is or lists, in the form of version 1.1."""
    if isinstance(thing.get("user"), dict) and text_at(thing, "id_str"):
        yield thing
    elif isinstance(thing.get("legacy"), dict) and text_at(thing, "rest_id"):
        yield _of_graph(thing)
    elif isinstance(thing.get("includes"), dict):
        yield from _of_second(thing)


def _of_graph(thing: dict[str, Any]) -> dict[str, Any]:
    person = at(thing, "core", "user_results", "result")
    names = {**_object(person, "legacy"), **_object(person, "core")}
    count = at(thing, "views", "count")
    more = {name: thing[name] for name in ("note_tweet", "retweeted_status_result") if thing.get(name)}
    return {**thing["legacy"], **more, "id_str": thing["rest_id"], "user": names, "views": count}


def _of_second(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tweets of an answer of version 2, with their authors from what it includes."""
    people = {text_at(person, "id"): person for person in items_at(thing, "includes", "users")}
    one = thing.get("data")
    tweets = [one] if isinstance(one, dict) else list(items_at(thing, "data"))
    for tweet in (*tweets, *items_at(thing, "includes", "tweets")):
        person = people.get(text_at(tweet, "author_id")) or {}
        kinds = {text_at(other, "type") for other in items_at(tweet, "referenced_tweets")}
        yield {
            **{name: tweet.get(name) for name in ("text", "created_at", "lang", "note_tweet", "truncated")},
            "id_str": tweet.get("id"),
            "user": {"screen_name": person.get("username"), "name": person.get("name")},
            "entities": _entities_of_second(tweet),
            "favorite_count": at(tweet, "public_metrics", "like_count"),
            "retweet_count": at(tweet, "public_metrics", "retweet_count"),
            "reply_count": at(tweet, "public_metrics", "reply_count"),
            "views": at(tweet, "public_metrics", "impression_count"),
            "retweeted_status": "retweeted" in kinds,
        }


def _entities_of_second(tweet: dict[str, Any]) -> dict[str, Any]:
    if not _object(tweet, "entities"):
        return {}
    urls = list(items_at(tweet, "entities", "urls"))
    return {
        "urls": urls,
        "media": [url for url in urls if (text_at(url, "display_url") or "").startswith("pic.")],
        "hashtags": [{"text": tag} for tag in texts_at(tweet, "entities", "hashtags", name="tag")],
        "symbols": [{"text": tag} for tag in texts_at(tweet, "entities", "cashtags", name="tag")],
        "user_mentions": [{"screen_name": name} for name in texts_at(tweet, "entities", "mentions", name="username")],
    }


def _object(data: Any, name: str) -> dict[str, Any]:
    found = at(data, name)
    return found if isinstance(found, dict) else {}


def _is_anothers(thing: dict[str, Any]) -> bool:
    """Return whether the words are not the author's: a retweet, or what stands for a withheld tweet."""
    return any(thing.get(name) for name in _ANOTHERS)


def _tweet(thing: dict[str, Any]) -> Answered | None:
    """Read an object of version 1.1; None where it names no tweet, or no text."""
    native_id = text_at(thing, "id_str") or ""
    handle = normal_handle(text_at(thing, "user", "screen_name") or "")
    text, entities, is_cut = _text(thing)
    known = recognise(f"https://x.com/{handle or 'i'}/status/{native_id}") if number(native_id) else None
    if known is None or known.id != native_id or text is None:
        return None
    post = with_printed_date(known, text_at(thing, "created_at") or "")
    post = replace(
        _with_text(post, text, entities),
        author=Author(handle=handle, name=text_at(thing, "user", "name")),
        language=text_at(thing, "lang"),
    )
    return answered(post, _counts(thing), is_cut=is_cut, account=text_at(thing, "user", "id_str"))


def _counts(thing: dict[str, Any]) -> Any:
    return counts_of(
        number_at(thing, "favorite_count"),
        number_at(thing, "retweet_count"),
        number_at(thing, "reply_count"),
        number_at(thing, "views"),
    )


def _text(thing: dict[str, Any]) -> tuple[str | None, dict[str, Any], bool]:
    """Return the text, its entities, and whether the rest of it was left out."""
    for path in _NOTES:
        text = text_at(thing, *path, "text") or text_at(thing, *path, "full_text")
        if text is not None:
            note = at(thing, *path)
            own = _object(note, "entity_set") or _object(note, "entities") or _object(thing, "entities")
            return text, own, False
    is_cut = thing.get("truncated") is True or bool(thing.get("note_tweet"))
    return text_at(thing, "full_text") or text_at(thing, "text"), _object(thing, "entities"), is_cut


def _with_text(post: Post, text: str, entities: dict[str, Any]) -> Post:
    """Add a text in which links are shown as a reader sees them, and what the answer says is in it.

    Where it does not say that, the text is searched.
    """
    text = unescape(text)
    if not entities:
        return with_text(post, text, author=post.author)
    for part in (*items_at(entities, "urls"), *items_at(entities, "media")):
        short, shown = text_at(part, "url"), text_at(part, "display_url")
        if short and shown and len(shown) <= _LONGEST_SHOWN:
            text = text.replace(short, shown, _MOST_SHOWN)
    return replace(
        post,
        text=text[:_LONGEST],
        hashtags=texts_at(entities, "hashtags", name="text"),
        mentions=texts_at(entities, "user_mentions", name="screen_name"),
        cashtags=texts_at(entities, "symbols", name="text"),
        links=links_at(entities, "urls", name="expanded_url"),
        media=texts_at(entities, "media", name="display_url"),
    )
