"""Posts that a publisher rebuilt from nodes of its own: name, handle, text, date somewhere in one element.

Read as a reader reads it, line by line: the line with the handle, the author's name in front of it, the date
line, and between or below them the text. Counters and buttons are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.markup.json_post import json_post
from scraper.markup.printed_date import is_date, with_printed_date, with_time_element
from scraper.markup.signed_quote import with_text
from scraper.markup.tags import descendants, links, tag_of, visible_text
from scraper.records import Author
from scraper.registry import labels, normal_handle

if TYPE_CHECKING:
    from bs4 import Tag

    from scraper.records import Post

#: Words on buttons and beside counters, and with how a call to action begins.
_ACTIONS = frozenset({
    "reply", "replies", "retweet", "retweets", "repost", "reposts", "quote", "quotes", "favorite",
    "favorites", "favourite", "favourites", "like", "likes", "share", "shares", "bookmark", "bookmarks",
    "comment", "comments", "view", "views", "tweet", "tweets", "verified", "follow", "antworten",
    "teilen", "retweeter", "répondre", "responder", "retwittear", "curtir", "compartilhar",
    "rispondi", "k", "m", "mio", "tsd",
})  # fmt: skip
_CALL = re.compile(
    r"(?:view|see|open|read|watch|show|copy|load) .{0,50}|via .{0,30}"
    r"|(?:replying to|(?:en )?réponse à|antwort an|(?:en )?respuesta a|em resposta a|in risposta a) @.{1,50}"
    r"|gefällt mir|me gusta|mi piace",
    re.IGNORECASE,
)
#: The sign of a handle, which at times is glued to the name before it; some have it in brackets without one.
#: Behind a slash it stands in an address.
_AT, _WORD = re.compile(r"(?<!/)[@＠(]"), re.compile(r"\w")
_LAST_HANDLE = re.compile(r"(?<![\w/])@([\w.-]{1,100})(?:$|\s[·•]\s)")
_LONGEST_NAME = 60
_HEADED = re.compile(r"[^\s@].{0,60} \(?@\w{1,20}\)?")


def with_printed_post(tag: Tag, post: Post) -> Post:
    """Add what the element prints, or keeps as JSON, to a post known by its address or id."""
    data = json_post(tag)
    if data is not None and (data.text or data.handle):
        handle = normal_handle(data.handle, post.platform) if data.handle else None
        known = post.author.handle if post.author else None
        author = Author(handle=handle or known, name=data.name)
        post = with_text(post, _plain(data.text or ""), author=author)
        return with_printed_date(post, data.date) if data.date else post
    return _printed(tag, post)


def _plain(text: str) -> str:
    """The text of an object may hold the markup of its links."""
    if "<" not in text and "&" not in text:
        return text
    body = HTMLTree.parse(text.replace("\n", "<br>")).body
    return visible_text(tag_of(body)) if body is not None else text


def _printed(tag: Tag, post: Post) -> Post:
    _hide_parts(tag)
    lines = [line.strip() for line in visible_text(tag).split("\n")]
    handle = (post.author.handle if post.author else None) or _only_handle(lines, post.platform)
    if handle is None:
        return post
    user = handle.partition("@")[0]
    signed = _handle_line(lines, handle) or (_handle_line(lines, user) if user != handle else None)
    if signed is None:
        return post
    at, before, after = signed
    after = after.removeprefix(handle.removeprefix(user))
    text = _without_furniture(_after_handle(after), _own(lines[at + 1 :], f"@{handle}"))
    name, text = _name_and_text(lines[:at], before, text)
    author = Author(handle=handle, name=name)
    anchors = [
        (anchor, href) for anchor, href in links(tag) if text and (visible_text(anchor) or "\n") in text
    ]
    return _with_date(with_text(post, text, anchors, author=author), tag, lines)


def _name_and_text(above: list[str], before: str, text: str) -> tuple[str | None, str]:
    """Tell the name from the text: an author who signs below the text stands where it stands otherwise.

    Args:
        above: The lines above that of the handle.
        before: What stands before the handle in its line.
        text: What stands behind the handle and below it.
    """
    if below := _signed_below(above, text):
        return text, below
    if not text and _WORD.search(before):
        text = _without_furniture("", [line for line in above if not is_date(line)])
    return _name(above, before), text


def _hide_parts(tag: Tag) -> None:
    """Make buttons, which nobody reads, of links that like, share or answer; names may be intents too.

    An article in the article is a post that this one quotes.
    """
    for anchor, href in links(tag):
        if "/intent/" in href and "/intent/user" not in href:
            anchor.name = "button"
    for article in list(descendants(tag, "article")):
        if article.find_parent("article") is not None:
            article.name = "template"


def _own(lines: list[str], signed: str) -> list[str]:
    """The lines up to a post quoted below, which begins with a name and a handle.

    Dates are left out, and the handle where it is printed again.
    """
    first = next((n for n, line in enumerate(lines) if line), 0)
    heads = (n for n, line in enumerate(lines) if _HEADED.fullmatch(line) and not _is_furniture(line))
    quoted = next((n for n in heads if n > first), len(lines))
    own = (line for line in lines[:quoted] if line.lower() != signed.lower())
    return [line for line in own if not is_date(line) or len(line) > 40]


def _only_handle(lines: list[str], platform: str) -> str | None:
    """The handle at the end of one of the first lines, or before the date there, if there is no other."""
    printed = {found[1] for line in lines[:3] if (found := _LAST_HANDLE.search(line))}
    return normal_handle(printed.pop(), platform) if len(printed) == 1 else None


def _handle_line(lines: list[str], handle: str) -> tuple[int, str, str] | None:
    """The first line that prints a handle, and what stands before and behind it there."""
    return next(((n, *parts) for n, line in enumerate(lines) if (parts := _around(line, handle))), None)


def _around(line: str, handle: str) -> tuple[str, str] | None:
    """A line without a handle; to make an expression for each handle would cost more than to search so."""
    for sign in _AT.finditer(line):
        end = sign.end() + len(handle)
        if line[sign.end() : end].lower() == handle.lower() and _WORD.match(line, end) is None:
            return line[: sign.start()].removesuffix("("), line[end:]
    return None


def _name(above: list[str], before: str) -> str | None:
    printed = [line for line in above if line and not _is_furniture(line)]
    name = before.strip(" —–-·•|") or (printed[-1] if printed else "")
    return name if name and len(name) <= _LONGEST_NAME and not name.startswith("Twitter avatar") else None


def _signed_below(above: list[str], below: str) -> str | None:
    """The words of a post that is signed at its end: they, the date, the handle, and the name alone below."""
    *words, last = [line for line in above if line and not _is_furniture(line)] or [""]
    is_signed = is_date(last) and 0 < len(below) <= _LONGEST_NAME and "\n" not in below
    return _without_furniture("", words) or None if is_signed else None


def _after_handle(printed: str) -> str:
    after = printed.strip(" ·•|)")
    return "" if is_date(after) or _is_furniture(after) else after


def _without_furniture(first: str, lines: list[str]) -> str:
    kept = [line for line in lines if not line or not _is_furniture(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([first, *kept])).strip()


def _is_furniture(line: str) -> bool:
    """Return whether a line holds nothing but the words of buttons and counters, or a call to action."""
    if line.lower().removeprefix("on ") in labels() or _CALL.fullmatch(line):
        return True
    return all(word in _ACTIONS or word in labels() for word in re.findall(r"[^\W\d_]+", line.lower()))


def _with_date(post: Post, tag: Tag, lines: list[str]) -> Post:
    clock = next(descendants(tag, "time"), None)
    if clock is not None and is_date(visible_text(clock)):
        return with_time_element(post, tag)
    permalinks = (visible_text(anchor) for anchor, href in links(tag) if post.id and post.id in href)
    printed = next(filter(is_date, permalinks), None)
    printed = printed or next((line for line in lines if is_date(line) and len(line) <= 40), None)
    return with_printed_date(post, printed) if printed else post
