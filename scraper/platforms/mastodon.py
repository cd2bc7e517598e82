"""Mastodon, and servers that speak its addresses: ``https://host/@handle/id``.

A frame may come from anywhere, so the address must look like a status: a handle and a number. Link cards and lone
addresses count only with ids of the size that Mastodon gives since 2017; other sites have short numbers there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scraper.availability import Conversation, Question, Reply, Request, Row, Target, judged
from scraper.markup import answered as answers
from scraper.markup.addresses import post_in
from scraper.markup.rebuilt_post import with_added_words, with_printed_post
from scraper.markup.signed_quote import with_printed_date
from scraper.markup.tags import attribute, is_official_quote, tag_of
from scraper.markup.tree_queries import select_one
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import Platform, Prose, handle_in_url, instant, normal_handle, post_at
from scraper.values.handles import DOMAIN
from scraper.values.moments import IdClock, number
from scraper.values.urls import http_url, unwrap_archive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bs4 import Tag
    from resiliparse.parse.html import HTMLTree

    from scraper.records import Answered

NAME = "mastodon"
_STATUS = lazy_regex(
    r"https?://((?:[\w-]+\.)+[a-z]{2,24})/(?:(?:web|deck)/)?(?:@|%40)([\w.-]{1,60})(?:@([\w.-]+))?/(\d{2,20})(/embed)?/?(?:[?#].*)?$",
    re.IGNORECASE,
)
_ACTIVITY = lazy_regex(
    r"https?://((?:[\w-]+\.)+[a-z]{2,24})/users/([\w.-]{1,60})/(?:statuses|updates)/(\d{2,20})(/embed)?", re.IGNORECASE
)
#: The address by numbers that servers give statuses since version 4.5; and the one by the number alone.
_UNNAMED = lazy_regex(
    r"https?://((?:[\w-]+\.)+[a-z]{2,24})/(ap/users/\d{1,20}/statuses/|(?:(?:web|deck)/)?statuses/)(\d{17,20})(?!\w)",
    re.IGNORECASE,
)
#: Where a page has the text of a status; and what Open Graph data put before it, in the reader's language.
_TEXT = ".e-content, .status__content__text"
_ATTACHED = lazy_regex(r"[^\W\d_]{3,20}\s?: \d{1,2} [^\n·:]{1,40}(?:· \d{1,2} [^\n·:]{1,40}){0,3}(?:\n+|$)")
_CHOICE = "[ ] "
_EVERYBODY = "https://www.w3.org/ns/activitystreams#Public"
_WARNING = "Content warning: "
#: Sites with addresses of the same shape that are none of Mastodon's.
_NOT_MASTODON = lazy_regex(
    r"(?:^|\.)(?:truthsocial|medium|tiktok|youtube|threads|twitter|x|vimeo|flickr|substack)\.\w+$"
)


def milliseconds(native_id: str) -> int | None:
    """Return the instant of a status: milliseconds since 1970, then 16 bits; before version 1.5, ids were counts."""
    value = number(native_id)
    return value >> 16 if value else None


def recognise(url: str) -> Post | None:
    """Read the address of a status or of its embed frame."""
    found = _STATUS.match(url)
    if found:
        return _post(found[1].lower(), found[2], found[3], found[4], frame=bool(found[5]))
    found = _ACTIVITY.match(url)
    if found:
        return _post(found[1].lower(), found[2], None, found[3], frame=bool(found[4]))
    found = _UNNAMED.match(url)
    if found is None or _NOT_MASTODON.search(found[1].lower()):
        return None
    path = found[2].lower().removeprefix("web/").removeprefix("deck/")
    return post_at(NAME, found[3], f"https://{found[1].lower()}/{path}{found[3]}")


def _post(host: str, user: str, home: str | None, native_id: str, *, frame: bool) -> Post | None:
    if _NOT_MASTODON.search(host) or (len(native_id) < 17 and not frame):
        return None
    named = handle_in_url(user, "")
    handle = normal_handle(f"{named}@{home or host}", NAME) if named else None
    url = f"https://{host}/@{user}{'@' + home if home else ''}/{native_id}"
    return post_at(NAME, native_id, url, handle)


def read(tag: Tag) -> Post | None:
    """Read what the attributes tell; the official blockquote prints no text but what a publisher added."""
    post = recognise(attribute(tag, "data-embed-url") or "") or post_in(tag, recognise)
    if post and is_official_quote(tag, "mastodon-embed"):
        return with_added_words(tag, post)
    return with_printed_post(tag, post) if post else None


def posts_in_json(data: Any) -> Iterator[Answered]:
    """Yield the statuses of an answer that anybody may see; no boosts."""
    return (found for thing in answers.objects_in(data) if (found := _stated(thing)))


def _stated(thing: dict[str, Any]) -> Answered | None:
    """Read a status of the interface, or one as servers send it to each other."""
    if thing.get("type") == "Note":
        return _sent(thing)
    native_id, content = answers.text_at(thing, "id") or "", thing.get("content")
    is_shown = answers.text_at(thing, "visibility") in {"public", "unlisted"} and not thing.get("reblog")
    if not is_shown or number(native_id) is None or not isinstance(content, str):
        return None
    post = Post(
        platform=NAME,
        id=native_id,
        url=http_url(answers.text_at(thing, "url")),
        author=Author(handle=_account(thing), name=answers.text_at(thing, "account", "display_name")),
        posted=instant(NAME, native_id),
    )
    post = with_printed_date(post, answers.text_at(thing, "created_at") or "")
    post = answers.with_markup(post, answers.text_at(thing, "content") or "", answers.text_at(thing, "language"))
    post = replace(post, hashtags=_named(post.hashtags, answers.texts_at(thing, "tags", name="name")))
    media = answers.links_at(thing, "media_attachments", name="url")
    counts = answers.counts_of(*map(thing.get, ("favourites_count", "reblogs_count", "replies_count")))
    return answers.answered(replace(post, media=media), counts)


def _sent(thing: dict[str, Any]) -> Answered | None:
    """Read a note of ActivityPub that is addressed to everybody; a warning is apart from its text."""
    addressed = (thing.get("to"), thing.get("cc"))
    is_public = any(each == _EVERYBODY or (isinstance(each, list) and _EVERYBODY in each) for each in addressed)
    known = recognise(answers.text_at(thing, "id") or "") if is_public else None
    if known is None:
        return None
    post = with_printed_date(known, answers.text_at(thing, "published") or "")
    languages = thing.get("contentMap")
    language = next(iter(languages), None) if isinstance(languages, dict) else None
    return answers.answered(answers.with_markup(post, answers.text_at(thing, "content") or "", language))


def posts_in_page(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the statuses that a page shows in full, and the one that it states to be about."""
    about = answers.own_post(tree, recognise)
    for box in answers.outermost(tree, ".detailed-status"):
        text = select_one(box, _TEXT)
        post = recognise(_absolute(answers.attribute_at(box, "a.detailed-status__datetime[href]", "href"), about))
        if post is not None:
            name = answers.words(select_one(box, ".display-name__html, .display-name strong, .p-name.emojify"))
            author = Author(handle=post.handle, name=name)
            post = with_printed_date(post, answers.attribute_at(box, "time[datetime]", "datetime"))
            post = replace(post, author=author)
            yield answers.answered(answers.with_words(post, tag_of(text), text.getattr("lang")) if text else post)
    is_pictured = select_one(tree, 'meta[property="twitter:card"][content="summary_large_image"]') is not None
    yield from (_undescribed(found, is_pictured=is_pictured) for found in answers.described(tree, recognise))


def _absolute(href: str, about: Post | None) -> str:
    """Return the address of a link, which may begin at the root of the server."""
    server = (about.url or "").partition("/@")[0] if about and href.startswith("/@") else ""
    return unwrap_archive(server + href)


def _undescribed(found: Answered, *, is_pictured: bool) -> Answered:
    """Return Open Graph data without attachments before the text, choices of a poll, and a content warning."""
    text = found.post.text or ""
    attached = _ATTACHED.match(text) if is_pictured else None
    warned = text.startswith(_WARNING) or (is_pictured and attached is None)
    own = _without_choices(text[attached.end() :] if attached else text)
    is_cut = found.is_cut or warned
    return replace(found, is_cut=is_cut, post=replace(found.post, text=None if is_cut else own or None))


def _without_choices(text: str) -> str:
    lines = text.splitlines()
    while len(lines) > 1 and (lines[-1].startswith(_CHOICE) or not lines[-1].strip()):
        lines.pop()
    return "\n".join(lines)


def _account(thing: dict[str, Any]) -> str | None:
    """Return the handle of an author with the server, which the answer leaves out for its own accounts."""
    name = answers.text_at(thing, "account", "acct") or ""
    own = urlsplit(http_url(answers.text_at(thing, "account", "url")) or "").hostname
    return normal_handle(name if "@" in name or not own else f"{name}@{own}", NAME)


def _named(found: tuple[str, ...], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hashtags in a text, as written there, and those that are listed alone."""
    known = {tag.casefold() for tag in found}
    return (*found, *(tag for tag in listed if tag.casefold() not in known))


#: A status that was deleted and one that is not public are answered alike.
STATUS = (
    Row(200, {"id": "{id}", "visibility": "public|unlisted"}, "up", "answered"),
    Row(404, {"error": ".+"}, "unavailable", "deleted or not public"),
)
PROFILE = (
    Row(410, {"error": ".+"}, "suspended", "the account is suspended or was removed"),
    Row(403, {"error": ".+"}, "suspended", "the account is suspended"),
)


def _converse(targets: Sequence[Target]) -> Conversation:
    """Ask the server for each status; for one that it does not show, for the profile of its author."""
    for target in targets:
        host, user = _place(target) or ("", "")
        reply = yield Request(f"https://{host}/api/v1/statuses/{target.native_id}", (target.key,))
        finding = judged(reply or Reply(None), STATUS, target)
        yield finding
        if finding.verdict == "unavailable" and user:
            profile = yield Request(f"https://{host}/@{user}.json", (target.key,))
            refined = judged(profile or Reply(None), PROFILE, target)
            if refined.verdict == "suspended":
                yield refined


def _place(target: Target) -> tuple[str, str] | None:
    """Return the server of a status, and whom it calls its author: nobody where the URL names none."""
    found = _STATUS.match(target.url)
    if found is None:
        unnamed = _UNNAMED.match(target.url)
        return (unnamed[1].lower(), "") if unnamed else None
    return found[1].lower(), f"{found[2]}@{found[3]}" if found[3] else found[2]


PLATFORM = Platform(
    name=NAME,
    label="Mastodon",
    forms={"blockquote": "blockquote.mastodon-embed", "iframe": "iframe.mastodon-embed"},
    # Servers have hosts of any length and depth, so the path tells. Their signs are spelled out, because every
    # address of a page is asked, and ``\w`` asks Unicode about each sign.
    addresses={
        "/@": r"[\w.%@-]{1,80}/\d{2,20}\b",
        "/%40": r"[\w.%@-]{1,80}/\d{2,20}\b",
        "/users/": r"[\w.-]{1,60}/(?:statuses|updates)/\d{2,20}\b",
        "/statuses/": r"\d{17,20}\b",
    },
    permalinks=("https://{host}/@{user}/{id}", "https://{host}/statuses/{id}"),
    codes=("toot", "fediverse"),
    recognise=recognise,
    read=read,
    prose=Prose(
        names=r"mastodon|toots?(?=\W)",
        verbs=r"toot\w{0,4}",
        stems=("mastodon", "toot"),
        posts={"toot": "s?", "tröt": "s?"},
    ),
    handle=rf"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{{0,62}}[A-Za-z0-9_])?@{DOMAIN}(?::\d{{1,5}})?",
    clock=IdClock(milliseconds=milliseconds, since=1_475_280_000_000),
    questions=(
        Question(
            name="mastodon",
            converse=_converse,
            host=lambda target: (_place(target) or (None,))[0],
            default="on",
            delay=2.0,
            limit="300 requests in 5 minutes to a server",
            counts=True,
        ),
    ),
    posts_in_json=posts_in_json,
    posts_in_page=posts_in_page,
)
