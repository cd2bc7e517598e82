"""Parse posts that a publisher rebuilt in markup of its own: name, handle, text and date in any order.

The element's visible text is read line by line: the line with the handle, the name before it, the line with
the date, and the text between or below them. Counters and buttons are left out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.markup import signed_quote as quotes
from scraper.markup.addresses import is_label, is_site, post_in
from scraper.markup.answered import QUOTED, titled_author
from scraper.markup.json_post import json_post
from scraper.markup.signed_quote import is_date, with_printed_date, with_text
from scraper.markup.tags import descendants, links, tag_of, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import by_name, labels, normal_handle, recognise
from scraper.text.embed_words import embed_lists
from scraper.text.notices import is_beside_notice, is_notice
from scraper.values.dates import match_date
from scraper.values.moments import day_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import Tag

_CALL = lazy_regex(lambda: "|".join(embed_lists("furniture")["calls"]), re.IGNORECASE)
#: What begins a handle: the sign, which may be glued to the name before it, or a bracket. Behind a slash the
#: sign is part of a URL.
_AT, _WORD = lazy_regex(r"(?<!/)[@＠(]"), lazy_regex(r"\w")
_LAST_HANDLE = lazy_regex(r"(?:(?<![\w/])@|(?<=\w)@(?=\w{1,20}(?![\w.-])))([\w.-]{1,100})(?:$|\s[·•]\s)")
_ANY_HANDLE = lazy_regex(r"(?<!/)@\w")
_LONGEST_NAME = 60
#: Names of attributes with a handle; and the fewest words of a text that nothing else tells apart.
_NAMES_HANDLE, _FEWEST_WORDS = lazy_regex(r"^data-(?:[\w-]{1,20}-)?(?:screen-?_?name|handle)$"), 4
_HEADED = lazy_regex(r"[^\s@].{0,60} \(?@\w{1,20}(?:[.@-][\w.-]{1,100})?\)?")
#: Most boxes around a link to a quoted post.
_MOST_AROUND = 8


def rebuilt_post(tag: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """Read the post in an attribute of an element, or that of a link in it, with what is printed there."""
    post = post_in(tag, recognise)
    return with_printed_post(tag, post) if post else None


def with_printed_post(tag: Tag, post: Post, *, may_be_signed: bool = True) -> Post:
    """Add author, text and date that an element prints or has as JSON; with a signature only if it `may_be_signed`."""
    data = json_post(tag)
    if data is not None and (data.text or data.handle):
        handle = normal_handle(data.handle, post.platform) if data.handle else None
        author = Author(handle=handle or post.handle, name=data.name)
        post = with_text(post, _plain(data.text or ""), author=author)
        return with_printed_date(post, data.date) if data.date else post
    named = None if post.author else _named_by_attribute(tag, post)
    quoted = signed_post(tag, post) if may_be_signed else None
    return quoted or named or _printed(tag, post)


def signed_post(tag: Tag, post: Post) -> Post | None:
    """Read a quote that is signed as in the platforms' own embed code."""
    part = quotes.quoted_part(tag)
    if part.name not in {"blockquote", "figure"}:
        return None
    found = quotes.signed_quote(part, by_name()[post.platform].recognise)
    if found is None or found.id != post.id or not found.text or quotes.names_author_first(found.text, post):
        return None
    handle = found.handle or post.handle
    return replace(found, author=Author(handle=handle, name=found.author.name if found.author else None))


def unlinked_post(tag: Tag, platform: str) -> Post | None:
    """Read a post without its URL: it must print the handle, the text and the day; its links are not its own."""
    part = quotes.quoted_part(tag)
    post = quotes.unlinked_quote(part, platform) if part.name == "blockquote" else None
    if post is None:
        post = with_printed_post(tag, Post(platform=platform), may_be_signed=False)
        if len(post.text or "") > quotes.LONGEST_POST or _is_about_author(tag, post):
            return None
    own = tuple(link for link in post.links if link in (post.text or ""))
    return replace(post, links=own) if post.handle and post.text and day_of(post.posted) else None


def _is_about_author(tag: Tag, post: Post) -> bool:
    """Return True if a box is a byline, or links the account of its author, as newsletters never do."""
    name, account = post.name or "", f"/{post.handle}".lower()
    paths = (href.partition("?")[0].rstrip("/").lower() for _, href in links(tag))
    return "@" in name or quotes.BY.match(name) is not None or any(path.endswith(account) for path in paths)


def _named_by_attribute(tag: Tag, post: Post) -> Post | None:
    """Return the post of an element that has the handle in an attribute and prints the text alone."""
    values = (value for name, value in tag.attrs.items() if _NAMES_HANDLE.search(name) and isinstance(value, str))
    handle = next(filter(None, (normal_handle(value, post.platform) for value in values)), None)
    if handle is None:
        return None
    named = replace(post, author=Author(handle=handle))
    printed = _printed(tag, named)
    text = visible_text(tag)
    is_text = printed is named and len(text.split()) >= _FEWEST_WORDS and not is_label(text) and not links(tag)
    return with_text(named, text) if is_text else printed


def _plain(text: str) -> str:
    """Return a text from JSON without the markup of its links."""
    if "<" not in text and "&" not in text:
        return text
    body = HTMLTree.parse(text.replace("\n", "<br>")).body
    return visible_text(tag_of(body)) if body is not None else text


def _printed(tag: Tag, post: Post) -> Post:
    _hide_parts(tag)
    _hide_quoted(tag, post)
    lines = _without_notices([line.strip() for line in visible_text(tag).split("\n")])
    handle = post.handle or _only_handle(lines, post.platform)
    if handle is None:
        return post
    user = handle.partition("@")[0]
    signed = _handle_line(lines, handle) or (_handle_line(lines, user) if user != handle else None)
    if signed is None:
        return _previewed(lines, post)
    at, before, after = signed
    after = after.removeprefix(handle.removeprefix(user))
    after = after.strip(" ·•|)")
    text = _without_furniture("" if is_date(after) else after, _own(lines[at + 1 :], f"@{handle}"))
    name, text = _name_and_text(lines[:at], before, text)
    text = "" if is_label(text) else text
    author = Author(handle=handle, name=name)
    anchors = [(anchor, href) for anchor, href in links(tag) if text and (visible_text(anchor) or "\n") in text]
    return _with_date(with_text(post, text, anchors, author=author), tag, lines)


def _previewed(lines: list[str], post: Post) -> Post:
    """Return the post of a link preview, which prints the title of its page (``Ada on X``) and a description."""
    title, *below = [line for line in lines if line] or [""]
    author = None if _is_furniture(title) else titled_author(title, post)
    quoted = QUOTED.search(title)
    name = (author.name if author else None) or ""
    words = [line.removesuffix(name).strip() for line in below if not is_date(line)]
    text = quoted[1] if quoted else _without_furniture("", words)
    return with_text(post, text, author=author) if author is not None and text else post


def _without_notices(lines: list[str]) -> list[str]:
    """Return the lines of a card without a notice, if it is a box in place of the post: without a date."""
    if not any(is_notice(line, named=True) for line in lines) or any(is_date(line) for line in lines):
        return lines
    return [line for line in lines if not (is_notice(line) or is_beside_notice(line))]


def _name_and_text(above: list[str], before: str, text: str) -> tuple[str | None, str]:
    """Return name and text, either perhaps above the handle; `before` is on its line, `text` after it."""
    if below := _signed_below(above, text):
        return text, below
    if not text and _WORD.search(before):
        text = _without_furniture("", [line for line in above if not is_date(line)])
    return _name(above, before), text


def _hide_parts(tag: Tag) -> None:
    """Rename tags that `visible_text` is to skip: links to like, share or reply, an ``<article>`` in one."""
    for anchor, href in links(tag):
        if "/intent/" in href and "/intent/user" not in href:
            anchor.name = "button"
    for article in list(descendants(tag, "article")):
        if article.find_parent("article") is not None:
            article.name = "template"


def _hide_quoted(tag: Tag, post: Post) -> None:
    """Rename the boxes of quoted posts, to be skipped: they link another post and print another handle."""
    handle = post.handle or ""
    anchors = [(anchor, found) for anchor, href in links(tag) if (found := recognise(href))]
    others = [anchor for anchor, found in anchors if found.platform == post.platform and found.id != post.id]
    own = [anchor for anchor, found in anchors if found.id == post.id]
    for anchor in others if handle and own else ():
        box = _box_without(anchor, tag, own, handle)
        if box is not None:
            box.name = "template"


def _box_without(anchor: Tag, tag: Tag, own: list[Tag], handle: str) -> Tag | None:
    """Return the largest element around a link that prints another handle and has no part of the card."""
    box: Tag | None = None
    above: Tag | None = anchor
    for _ in range(_MOST_AROUND):
        if above is None or above is tag or any(part is above for link in own for part in (link, *link.parents)):
            break
        printed = visible_text(above)
        if f"@{handle}".lower() in printed.lower():
            break
        box = above if _ANY_HANDLE.search(printed) else box
        above = above.parent
    return box


def with_added_words(quote: Tag, post: Post) -> Post:
    """Add the words in a blockquote whose official form prints none, only the author and a call to view the post."""
    names = [by_name()[post.platform].label.lower()]
    names += [f"@{post.handle.partition('@')[0]}".lower()] if post.handle else []
    lines = [line for line in visible_text(quote).split("\n") if line.strip() and not _is_date_alone(line)]
    kept = [line for line in lines if len(line) > _LONGEST_NAME or not any(name in line.lower() for name in names)]
    return with_text(post, "\n".join(kept)) if len(kept) < len(lines) else post


def _is_date_alone(line: str) -> bool:
    """Return True if a line is a whole date; a year or a month may be the words of a post."""
    return (found := match_date(line, 0)) is not None and found[1] == len(line)


def _own(lines: list[str], signed: str) -> list[str]:
    """Return the lines before a quoted post, which begins with a name and a handle; no dates, no repeated handles."""
    first = next((n for n, line in enumerate(lines) if line), 0)
    heads = (n for n, line in enumerate(lines) if _HEADED.fullmatch(line) and not _is_furniture(line))
    quoted = next((n for n in heads if n > first), len(lines))
    own = (line for line in lines[:quoted] if line.lower() != signed.lower())
    return [line for line in own if not is_date(line) or len(line) > 40]


def _only_handle(lines: list[str], platform: str) -> str | None:
    """Return the only handle at the end of one of the first three lines, or before the date there."""
    printed = {found[1] for line in lines[:3] if (found := _LAST_HANDLE.search(line))}
    return normal_handle(printed.pop(), platform) if len(printed) == 1 else None


def _handle_line(lines: list[str], handle: str) -> tuple[int, str, str] | None:
    """Return the number of the first line with a handle, and its parts before and after the handle."""
    return next(((n, *parts) for n, line in enumerate(lines) if (parts := _around(line, handle))), None)


def _around(line: str, handle: str) -> tuple[str, str] | None:
    """Split a line at a handle; this is faster than to compile an expression for each handle."""
    for sign in _AT.finditer(line):
        end = sign.end() + len(handle)
        if line[sign.end() : end].lower() == handle.lower() and _WORD.match(line, end) is None:
            return line[: sign.start()].removesuffix("("), line[end:]
    return None


def _name(above: list[str], before: str) -> str | None:
    printed = [line for line in above if line and not _is_furniture(line)]
    name = before.strip(" —–-·•|:") or (printed[-1] if printed else "")
    is_name = 0 < len(name) <= _LONGEST_NAME and not name.startswith("Twitter avatar")
    return name if is_name and not _is_furniture(name) else None


def _signed_below(above: list[str], below: str) -> str | None:
    """Return the text above the handle, where the post ends with date, handle, and the name alone below."""
    *words, last = [line for line in above if line and not _is_furniture(line)] or [""]
    is_signed = is_date(last) and 0 < len(below) <= _LONGEST_NAME and "\n" not in below
    return _without_furniture("", words) or None if is_signed else None


def _without_furniture(first: str, lines: list[str]) -> str:
    kept = [line for line in (first, *lines) if not line or not _is_furniture(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _is_furniture(line: str) -> bool:
    """Return True if a line is a call to action or has no words but those of buttons and counters."""
    if line.lower().removeprefix("on ") in labels() or _CALL.fullmatch(line) or is_site(line):
        return True
    actions = embed_lists("furniture")["actions"]
    return all(word in actions or word in labels() for word in re.findall(r"[^\W\d_]+", line.lower()))


def _with_date(post: Post, tag: Tag, lines: list[str]) -> Post:
    clock = next(descendants(tag, "time"), None)
    if clock is not None and is_date(visible_text(clock)):
        return quotes.with_time_element(post, tag)
    permalinks = (visible_text(anchor) for anchor, href in links(tag) if post.id and post.id in href)
    printed = next(filter(is_date, permalinks), None)
    printed = printed or next((line for line in lines if is_date(line) and len(line) <= 40), None)
    return with_printed_date(post, printed) if printed else post
