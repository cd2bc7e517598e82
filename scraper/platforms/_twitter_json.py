"""Read tweets in JSON (the APIs 1.1 and 2, GraphQL, embedded frames) and in pages that web archives hold.

Each of the other forms of JSON is converted to that of version 1.1, which is then read. Each kind of page, from
2008 on, has its own markup, which says which tweet is which: conversations and other tweets are on the same
page. Retweets and withheld tweets, whose text is the site's own, are left out.
"""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from scraper.markup import answered as answers
from scraper.markup.signed_quote import with_printed_date, with_text
from scraper.markup.tags import attribute, descendants, tag_of
from scraper.markup.tree_queries import ancestors_to_root, select_first, select_one
from scraper.patterns import lazy_regex
from scraper.records import Author
from scraper.registry import normal_handle, recognise
from scraper.values.moments import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Answered, Counts, Post

#: Levels above a text in which its permalink is looked for; most texts of one page.
_BLOCK, _MOST_ENTRIES = 6, 40
_GLUED = lazy_regex(r"(?<=\S)(?=pic\.(?:twitter|x)\.com/\w)")
_TIME = lazy_regex(r"time:\s*'([^']{1,60})'")


def tweets_on(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets that a page shows."""
    yield from _of_server(tree)
    yield from _of_phone(tree)
    yield from _of_script(tree)
    yield from _of_first_years(tree)


def _post(native_id: str, handle: str | None) -> Post | None:
    """Return the tweet with an id; None where it is none."""
    if number(native_id) is None or native_id.startswith("0"):
        return None
    return recognise(f"https://x.com/{handle or 'i'}/status/{native_id}")


def _linked(href: str | None) -> Post | None:
    """Return the tweet that a link of the page leads to, from the root of the site or in full."""
    url = href or ""
    post = recognise(f"https://twitter.com{url}" if url.startswith("/") else url)
    return post if post is not None and post.platform == "twitter" else None


def _worded(post: Post, node: ElementNode | None, author: Author, language: str | None = None) -> Post:
    """Add the words of an element as a reader sees them: a link without the parts that are hidden."""
    post = replace(post, author=author)
    if node is None:
        return post
    tag = tag_of(node)
    for span in list(descendants(tag, "span")):
        if "invisible" in (attribute(span, "class") or "").split():
            span.name = "template"
    for anchor in descendants(tag, "a"):
        if address := attribute(anchor, "data-expanded-url"):  # after the short one
            anchor.attrs["href"] = address
    post = answers.with_words(post, tag, language)
    return replace(post, text=_GLUED.sub(" ", post.text)) if post.text else post


def _of_server(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets of pages that the server wrote, from 2011 to 2020."""
    for box in answers.outermost(tree, "[data-tweet-id][data-screen-name]"):
        handle = normal_handle(box.getattr("data-screen-name") or "")
        is_own = not box.getattr("data-retweet-id") and "withheld-tweet" not in box.class_list
        post = _post(box.getattr("data-tweet-id") or "", handle) if is_own else None
        text = select_one(box, ".js-tweet-text") or select_one(box, ".tweet-text:not(.QuoteTweet-text)")
        if post is not None and text is not None:
            clock = select_one(box, "[data-time]")
            post = answers.with_epoch(post, clock.getattr("data-time") if clock else None)
            author = Author(handle=handle, name=box.getattr("data-name"))
            yield answers.answered(_worded(post, text, author, text.getattr("lang")), _counts(box))


def _counts(box: ElementNode) -> Counts | None:
    kinds = (f".ProfileTweet-action--{kind} [data-tweet-stat-count]" for kind in ("favorite", "retweet", "reply"))
    return answers.counts_of(*(answers.attribute_at(box, css, "data-tweet-stat-count") for css in kinds))


def _of_phone(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweet of a page for phones without scripts, until 2020."""
    for table in answers.outermost(tree, "table.main-tweet"):
        text = select_one(table, ".tweet-text[data-id]")
        handle = normal_handle(answers.words(select_one(table, ".username")) or "")
        post = _post(text.getattr("data-id") or "", handle) if text else None
        if post is not None:
            author = Author(handle=handle, name=answers.words(select_one(table, ".fullname")))
            yield answers.answered(_worded(post, text, author))


def _of_script(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets of pages that a script drew before they were kept, since 2019."""
    for box in answers.outermost(tree, 'article[data-testid="tweet"]'):
        clock = next(_own(box, "a[href] time"), None)
        link = clock.parent_element if clock else None
        post = _linked(link.getattr("href")) if link is not None else None
        if post is None or clock is None:
            continue
        text = next(_own(box, '[data-testid="tweetText"]'), None)
        is_cut = any(True for _ in _own(box, '[data-testid="tweet-text-show-more-link"]'))
        name = answers.words(select_one(box, '[data-testid="User-Name"] a, [data-testid="User-Names"] a'))
        author = Author(handle=post.handle, name=name)
        if post.posted is None:
            post = with_printed_date(post, clock.getattr("datetime") or "")
        yield answers.answered(_worded(post, text, author, text.getattr("lang") if text else None), is_cut=is_cut)


def _own(box: ElementNode, css: str) -> Iterator[ElementNode]:
    """Yield the elements of a tweet that match a selector, without those of the tweet that it quotes."""
    yield from (node for node in select_first(box, css) if not _is_quoted(node, box))


def _is_quoted(node: ElementNode, box: ElementNode) -> bool:
    """Return True if an element is in the tweet that another quotes, all of which is one link."""
    around = takewhile(lambda above: above != box, ancestors_to_root(node))
    return any(above.getattr("role") == "link" and above.tag == "div" for above in around)


def _of_first_years(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets of pages until 2011, marked as entries of a feed."""
    named, called = answers.words(select_one(tree, ".screen-name")), answers.words(select_one(tree, ".full-name"))
    for text in select_first(tree, ".entry-content", _MOST_ENTRIES):
        link = _permalink_beside(text)
        post = _linked(link.getattr("href")) if link is not None else None
        if post is None or link is None:
            continue
        handle = post.handle
        is_named = handle is not None and (named or "").lower() == handle.lower()
        said = select_one(link, ".published, .timestamp")
        time = _TIME.search(said.getattr("data") or "") if said else None
        if post.posted is None and time is not None:
            post = with_printed_date(post, time[1])
        yield answers.answered(_worded(post, text, Author(handle=handle, name=called if is_named else None)))


def _permalink_beside(text: ElementNode) -> ElementNode | None:
    """Return the link with the date of the entry that a text belongs to."""
    boxes = islice(ancestors_to_root(text), _BLOCK)
    links = (select_one(box, "a.entry-date[href], a[rel~='bookmark'][href]") for box in boxes)
    return next(filter(None, links), None)


#: Under which a long tweet has all of its text, in each form.
_NOTES = (
    ("note_tweet", "note_tweet_results", "result"),
    ("note_tweet", "result"),
    ("note_tweet",),
    ("extended_tweet",),
)
#: Marks of words that are not the author's: of a retweet, of the notice for a withheld tweet.
_ANOTHERS = ("retweeted_status", "retweeted_status_result", "withheld_copyright")
#: Most characters that represent a link, how often one is replaced, and most characters of a text.
_LONGEST_SHOWN, _MOST_SHOWN, _LONGEST = 200, 20, 100_000


def tweets_in(data: Any) -> Iterator[Answered]:
    """Yield the tweets in JSON of any form, those that they quote among them; no retweets."""
    for thing in answers.objects_in(data):
        for form in _forms(thing):
            if not any(map(form.get, _ANOTHERS)) and (found := _tweet(form)):
                yield found


def _forms(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tweets that an object itself is or lists, in the form of version 1.1."""
    if isinstance(thing.get("user"), dict) and answers.text_at(thing, "id_str"):
        yield thing
    elif isinstance(thing.get("legacy"), dict) and answers.text_at(thing, "rest_id"):
        yield _of_graph(thing)
    elif isinstance(thing.get("includes"), dict):
        yield from _of_second(thing)


def _of_graph(thing: dict[str, Any]) -> dict[str, Any]:
    person = answers.at(thing, "core", "user_results", "result")
    names = {**_object(person, "legacy"), **_object(person, "core")}
    count = answers.at(thing, "views", "count")
    more = {name: thing[name] for name in ("note_tweet", "retweeted_status_result") if thing.get(name)}
    return {**thing["legacy"], **more, "id_str": thing["rest_id"], "user": names, "views": count}


def _of_second(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tweets of an answer of version 2, with their authors from what it includes."""
    people = {answers.text_at(person, "id"): person for person in answers.items_at(thing, "includes", "users")}
    one = thing.get("data")
    tweets = [one] if isinstance(one, dict) else list(answers.items_at(thing, "data"))
    for tweet in (*tweets, *answers.items_at(thing, "includes", "tweets")):
        person = people.get(answers.text_at(tweet, "author_id")) or {}
        kinds = {answers.text_at(other, "type") for other in answers.items_at(tweet, "referenced_tweets")}
        yield {
            **{name: tweet.get(name) for name in ("text", "created_at", "lang", "note_tweet", "truncated")},
            "id_str": tweet.get("id"),
            "user": {"screen_name": person.get("username"), "name": person.get("name")},
            "entities": _entities_of_second(tweet),
            "favorite_count": answers.at(tweet, "public_metrics", "like_count"),
            "retweet_count": answers.at(tweet, "public_metrics", "retweet_count"),
            "reply_count": answers.at(tweet, "public_metrics", "reply_count"),
            "views": answers.at(tweet, "public_metrics", "impression_count"),
            "retweeted_status": "retweeted" in kinds,
        }


def _entities_of_second(tweet: dict[str, Any]) -> dict[str, Any]:
    if not _object(tweet, "entities"):
        return {}
    urls = list(answers.items_at(tweet, "entities", "urls"))
    return {
        "urls": urls,
        "media": [url for url in urls if (answers.text_at(url, "display_url") or "").startswith("pic.")],
        "hashtags": [{"text": tag} for tag in answers.texts_at(tweet, "entities", "hashtags", name="tag")],
        "symbols": [{"text": tag} for tag in answers.texts_at(tweet, "entities", "cashtags", name="tag")],
        "user_mentions": [
            {"screen_name": name} for name in answers.texts_at(tweet, "entities", "mentions", name="username")
        ],
    }


def _object(data: Any, name: str) -> dict[str, Any]:
    found = answers.at(data, name)
    return found if isinstance(found, dict) else {}


def _tweet(thing: dict[str, Any]) -> Answered | None:
    """Read an object of version 1.1; None where it names no tweet, or no text."""
    handle = normal_handle(answers.text_at(thing, "user", "screen_name") or "")
    text, entities, is_cut = _text(thing)
    known = _post(answers.text_at(thing, "id_str") or "", handle)
    if known is None or text is None:
        return None
    post = with_printed_date(known, answers.text_at(thing, "created_at") or "")
    post = replace(
        _with_text(post, text, entities),
        author=Author(handle=handle, name=answers.text_at(thing, "user", "name")),
        language=answers.text_at(thing, "lang"),
    )
    counts = answers.counts_of(*map(thing.get, ("favorite_count", "retweet_count", "reply_count", "views")))
    return answers.answered(post, counts, is_cut=is_cut, account=answers.text_at(thing, "user", "id_str"))


def _text(thing: dict[str, Any]) -> tuple[str | None, dict[str, Any], bool]:
    """Return the text, its entities, and whether the rest of it was left out."""
    for path in _NOTES:
        text = answers.text_at(thing, *path, "text") or answers.text_at(thing, *path, "full_text")
        if text is not None:
            note = answers.at(thing, *path)
            own = _object(note, "entity_set") or _object(note, "entities") or _object(thing, "entities")
            return text, own, False
    is_cut = thing.get("truncated") is True or bool(thing.get("note_tweet"))
    return answers.text_at(thing, "full_text") or answers.text_at(thing, "text"), _object(thing, "entities"), is_cut


def _with_text(post: Post, text: str, entities: dict[str, Any]) -> Post:
    """Add a text with links as a reader sees them, and what the answer (else the text) says is in it."""
    text = unescape(text)
    if not entities:
        return with_text(post, text, author=post.author)
    for part in (*answers.items_at(entities, "urls"), *answers.items_at(entities, "media")):
        short, shown = answers.text_at(part, "url"), answers.text_at(part, "display_url")
        if short and shown and len(shown) <= _LONGEST_SHOWN:
            text = text.replace(short, shown, _MOST_SHOWN)
    return replace(
        post,
        text=text[:_LONGEST],
        hashtags=answers.texts_at(entities, "hashtags", name="text"),
        mentions=answers.texts_at(entities, "user_mentions", name="screen_name"),
        cashtags=answers.texts_at(entities, "symbols", name="text"),
        links=answers.links_at(entities, "urls", name="expanded_url"),
        media=answers.texts_at(entities, "media", name="display_url"),
    )
