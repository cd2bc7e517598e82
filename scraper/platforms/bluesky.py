"""Bluesky. A post's id is its record key; the address holds the author as handle or as DID."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlencode

from scraper.availability import Conversation, Finding, Question, Reply, Request, Row, Target, judged, unknown, unread
from scraper.markup import answered as answers
from scraper.markup.addresses import post_in_attributes
from scraper.markup.rebuilt_post import with_printed_post
from scraper.markup.signed_quote import quoted_part, signed_quote, with_printed_date
from scraper.markup.tags import attribute, blockquote_in, descendants, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author
from scraper.registry import Platform, Prose, handle_in_url, normal_handle, post_at
from scraper.values.handles import DOMAIN
from scraper.values.moments import IdClock, number_in

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from bs4 import Tag

    from scraper.records import Answered, Post

NAME = "bluesky"
_PERMALINK = lazy_regex(
    r"(?:https?://(?:(?:[\w-]+\.)*(?:(?:fx)?bsky|bskye|bskx)\.app/+(?:profile|embed)/"
    r"|s9e\.github\.io/iframe/(?:\d/)?bluesky(?:\.min)?\.html#(?:at://)?|(?=[\w.:-]{3,120}/app\.bsky\.))|at://)"
    r"([\w.:-]{3,120})/(?:post|app\.bsky\.feed\.post)/([a-z0-9]{5,40})",
    re.IGNORECASE,
)
#: What the end of the text has in place of pictures and links.
_ATTACHED = lazy_regex(r"\s*\[(?:(?:image|video)?(?: or embed)?|contains quote post or other embedded content)\]$")
#: The label by which people ask that what they write is shown to nobody who is not logged in.
_MEMBERS_ONLY = "!no-unauthenticated"
_TID = lazy_regex(r"[234567a-j][234567a-z]{12}")


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of a TID: 53 bits of microseconds since 1970 (atproto.com/specs/tid)."""
    if _TID.fullmatch(native_id) is None:
        return None
    return (number_in("234567abcdefghijklmnopqrstuvwxyz", native_id) >> 10) // 1000


def recognise(url: str) -> Post | None:
    """Read the address of a post, of its embed frame, or its AT URI."""
    found = _PERMALINK.match(url)
    return _post(found[1], found[2]) if found else None


def _post(owner: str, key: str) -> Post:
    handle = None if owner.startswith("did:") else handle_in_url(owner, NAME)
    return post_at(NAME, key, f"https://bsky.app/profile/{owner}/post/{key}", handle)


def read(tag: Tag) -> Post | None:
    """Read the official blockquote; otherwise what attributes and a rebuilt post show."""
    quote = blockquote_in(tag)
    own = recognise(attribute(quote or tag, "data-bluesky-uri") or "")
    post = signed_quote(quoted_part(tag), recognise) if quote else None
    if post is None:
        known = own or post_in_attributes(tag, recognise)
        post = with_printed_post(tag, known, may_be_signed=False) if known else None
    if post is None:
        return None
    text = post.text or (_unsigned(quote) if quote else "")
    return replace(post, text=_ATTACHED.sub("", text) or None)


def _unsigned(quote: Tag) -> str:
    """Return the text of a quote that has lost the line with the author."""
    return "\n\n".join(visible_text(p) for p in descendants(quote, "p") if attribute(p, "lang"))


def loaded(url: str, data: Any) -> Post | None:
    """Read the answer that the frame of a post is drawn from; one for another post than asked is none."""
    found, asked = _stated(answers.at(data, "thread", "post")), recognise(answers.asked_for(url, "uri") or "")
    return found.post if found and asked and found.post.id == asked.id and found.post.text else None


def posts_in_json(data: Any) -> Iterator[Answered]:
    """Yield the posts that an answer of the interface lists, and those that they quote or answer."""
    return (found for thing in answers.objects_in(data) if (found := _stated(thing)))


def _stated(thing: Any) -> Answered | None:
    """Read a post as the interface shows it; None where it is none, or shown only to those who log in."""
    if _MEMBERS_ONLY in answers.texts_at(thing, "author", "labels", name="val"):
        return None
    record = answers.at(thing, "record")
    known = recognise(answers.text_at(thing, "uri") or "")
    if known is None or not isinstance(record, dict) or not isinstance(record.get("text"), str):
        return None
    handle = normal_handle(answers.text_at(thing, "author", "handle") or "", NAME)
    handle = handle_in_url(handle, NAME)
    features = [each for facet in answers.items_at(record, "facets") for each in answers.items_at(facet, "features")]
    languages = answers.at(record, "langs")
    language = languages[0] if isinstance(languages, list) and languages else None
    post = replace(
        with_printed_date(known, answers.text_at(record, "createdAt") or ""),
        author=Author(handle=handle, name=answers.text_at(thing, "author", "displayName")),
        text=answers.text_at(record, "text"),
        language=language if isinstance(language, str) else None,
        hashtags=answers.texts_at({"all": features}, "all", name="tag"),
        links=answers.links_at({"all": features}, "all", name="uri"),
    )
    counts = answers.counts_of(*(answers.at(thing, f"{kind}Count") for kind in ("like", "repost", "reply")))
    return answers.answered(post, counts, account=answers.text_at(thing, "author", "did"))


_API = "https://public.api.bsky.app/xrpc/"
#: What is said of an account; an account that answers is one whose post was deleted.
PROFILE = (
    Row(400, {"error": "AccountTakedown"}, "suspended", "the account was taken down"),
    Row(400, {"error": "AccountDeactivated"}, "deactivated", "the account is deactivated"),
    Row(400, {"error": "InvalidRequest", "message": ".*not found.*"}, "unavailable", "no such account"),
    Row(200, {"did": "did:.+"}, "deleted", "not there, the account is"),
)


def _converse(targets: Sequence[Target]) -> Conversation:
    """Ask for the DIDs of handles, for all posts at once, and for the accounts of those left out."""
    owners = {target.key: _owner(target) or "" for target in targets}
    dids = {key: owner for key, owner in owners.items() if owner.startswith("did:")}
    named = [target for target in targets if target.key not in dids]
    if named:
        yield from _resolve(named, owners, dids)
    asked = [target for target in targets if target.key in dids]
    if asked:
        yield from _posts(asked, dids)


def _resolve(named: Sequence[Target], owners: Mapping[str, str], dids: dict[str, str]) -> Conversation:
    """Add the DIDs of handles to `dids`, and yield what is said of handles without an account."""
    query = urlencode([("actors", handle) for handle in dict.fromkeys(owners[target.key] for target in named)])
    about = tuple(target.key for target in named)
    reply = (yield Request(f"{_API}app.bsky.actor.getProfiles?{query}", about)) or Reply(None)
    found = _listed(reply, "profiles")
    accounts = {str(each.get("handle")).lower(): str(each.get("did")) for each in found or ()}
    for target in named:
        if found is None:
            yield Finding(target.key, "unknown", unread(reply)[1], reply.status)
        elif did := accounts.get(owners[target.key].lower()):
            dids[target.key] = did
        else:
            yield from _nameless(target, owners[target.key])


def _listed(reply: Reply, name: str) -> list[dict[str, Any]] | None:
    """Return the objects that an answer lists; None where it is none."""
    listed = reply.data.get(name) if reply.status == 200 and isinstance(reply.data, dict) else None
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else None


def _nameless(target: Target, handle: str) -> Conversation:
    """Yield the finding for a handle without an account: it may have been given up for another."""
    found = yield from _said_of(target, handle)
    is_known = found.verdict in {"suspended", "deactivated", "unknown"}
    yield found if is_known else unknown(found, "the handle leads nowhere now")


def _posts(asked: Sequence[Target], dids: Mapping[str, str]) -> Conversation:
    uris = {target.key: f"at://{dids[target.key]}/app.bsky.feed.post/{target.native_id}" for target in asked}
    query = urlencode([("uris", uri) for uri in uris.values()])
    reply = (yield Request(f"{_API}app.bsky.feed.getPosts?{query}", tuple(uris))) or Reply(None)
    found = _listed(reply, "posts")
    shown = None if found is None else {str(post.get("uri")) for post in found}
    if shown is None and len(asked) > 1 and reply.status in {400, 500, 502}:
        for target in asked:  # one suspended author once made the request for all fail
            yield from _posts([target], dids)
        return
    if shown is None:
        yield from _unanswered(reply, asked, dids)
        return
    for target in asked:
        if uris[target.key] in shown:
            yield Finding(target.key, "up", "answered", reply.status)
    for target in asked:
        if uris[target.key] not in shown:
            yield from _left_out(target, dids[target.key])


def _left_out(target: Target, did: str) -> Conversation:
    """Yield the finding for the account of a post that is not among those requested."""
    finding = yield from _said_of(target, did)
    if finding.verdict == "deleted" and _owner(target) != did:
        # Another account may have the handle now.
        finding = replace(finding, verdict="unavailable", reason="not among the posts of this handle")
    yield finding


def _unanswered(reply: Reply, asked: Sequence[Target], dids: Mapping[str, str]) -> Conversation:
    """Yield that nothing is known; of one post alone, what is said of its author, unless that is nothing."""
    for target in asked:
        yield Finding(target.key, "unknown", unread(reply)[1], reply.status)
    if len(asked) == 1 and reply.status == 400:
        finding = yield from _said_of(asked[0], dids[asked[0].key])
        if finding.verdict in {"suspended", "deactivated"}:
            yield finding


def _said_of(target: Target, actor: str) -> Generator[Request | Finding, Reply | None, Finding]:
    """Ask for the account of a post, and return the answer about it."""
    reply = yield Request(f"{_API}app.bsky.actor.getProfile?{urlencode({'actor': actor})}", (target.key,))
    return judged(reply or Reply(None), PROFILE, target)


def _owner(target: Target) -> str | None:
    found = _PERMALINK.match(target.url)
    return unquote(found[1]) if found else None


PLATFORM = Platform(
    name=NAME,
    label="Bluesky",
    forms={"blockquote": "blockquote.bluesky-embed", "other": "div[data-bluesky-uri]"},
    addresses={
        "bsky.app/": r"profile/[\w.:%-]{3,100}/post/\w|embed/did",
        **dict.fromkeys(("fxbsky.app/", "bskye.app/", "bskx.app/"), r"profile/[\w.:%-]{3,100}/post/\w"),
        # AT URIs, which have the author in place of the host.
        "/app.bsky.feed.post/": r"\w",
        "s9e.github.io/iframe/": r"(?:\d/)?bluesky(?:\.min)?\.html#[ad]",
    },
    permalinks=("https://bsky.app/profile/{user}/post/{id}",),
    marks=(r"data-bluesky-uri=",),
    codes=("bsky", "skeet"),
    recognise=recognise,
    read=read,
    prose=Prose(names="blue ?sky|skeets?", verbs=r"skeet\w{0,4}", stems=("blue sky", "skeet"), posts={"skeet": "s?"}),
    handle=DOMAIN,
    placeholders=("handle.invalid",),  # of an account whose handle leads nowhere
    # From Twitter's first year on: people bring their old posts along and give them ids of the old date.
    clock=IdClock(milliseconds=_milliseconds, since=1_136_073_600_000),
    questions=(
        Question(
            name="bluesky-getposts",
            converse=_converse,
            host=lambda post: "public.api.bsky.app" if _owner(post) else None,
            default="on",
            delay=1.0,
            limit="3,000 requests in 5 minutes; 25 posts in one",
            together=True,
            counts=True,
        ),
    ),
    answers={"https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?": loaded},
    posts_in_json=posts_in_json,
    posts_in_page=lambda tree: answers.described(tree, recognise),
)
