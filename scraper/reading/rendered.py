"""Posts that a publisher rebuilt from nodes of its own: name, handle, text, date somewhere in one element.

Read as a reader reads it, line by line: the line with the handle, the author's name in front of it, the date
line, and between or below them the text. Counters and buttons are left out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.handles import normal_handle
from scraper.reading.dating import dated, is_date, stamped
from scraper.reading.quoted import described
from scraper.reading.structured import structured
from scraper.reading.tags import links, visible_text
from scraper.records import Author

if TYPE_CHECKING:
    from bs4 import Tag

    from scraper.records import Post

#: What stands on a button or beside a counter, in the words of the platforms.
_FURNITURE = re.compile(
    r"[\d.,\s]*(?:k|m|mio|tsd)?\W*(?:(?:view|see|open|read|watch|show|load|follow)\b.{0,40}|repl(?:y|ies)"
    r"|re(?:tweet|post|blog|quote)s?|quotes?|favou?rites?|likes?|loves?|shares?|bookmarks?|comments?|views?"
    r"|copy link.*|via .{0,30}|twitter|x|tweets?|instagram|threads|bluesky|mastodon|facebook"
    r"|verified(?: account)?|antworten|teilen|gefällt mir|retweeter|répondre|j.aime|responder|retwittear"
    r"|me gusta|curtir|compartilhar|rispondi|mi piace)?[\d.,\s·•]*",
    re.IGNORECASE,
)


_HEADED = re.compile(r"[^\s@].{0,60} \(?@\w{1,20}\)?")


def rendered(tag: Tag, post: Post) -> Post:
    """Add what the element prints, or keeps as JSON, to a post known by its address or id."""
    data = structured(tag)
    if data is not None and (data.text or data.handle):
        handle = normal_handle(data.handle, post.platform) if data.handle else None
        known = post.author.handle if post.author else None
        post = replace(post, author=Author(handle=handle or known, name=data.name))
        post = described(post, visible_markup(data.text or ""))
        return dated(post, data.date) if data.date else post
    return _printed(tag, post)


def visible_markup(text: str) -> str:
    """The text of an object may hold the markup of its links."""
    if "<" not in text and "&" not in text:
        return text
    from bs4 import BeautifulSoup

    return visible_text(BeautifulSoup(text.replace("\n", "<br>"), "lxml"))


def _printed(tag: Tag, post: Post) -> Post:
    lines = [line.strip() for line in visible_text(tag).split("\n")]
    handle = (post.author.handle if post.author else None) or _only_handle(lines)
    at = _handle_line(lines, handle)
    if handle is None or at is None:
        return post
    name = _name(lines, at, handle)
    body = _own(lines[at + 1 :])
    text = _without_furniture(_after_handle(lines[at], handle), body)
    post = replace(post, author=Author(handle=handle, name=name))
    return _with_date(described(post, text, links(tag)), tag, lines)


def _own(lines: list[str]) -> list[str]:
    """The lines up to a post quoted below, which begins with a name and a handle; dates left out."""
    first = next((n for n, line in enumerate(lines) if line), 0)
    quoted = next((n for n, line in enumerate(lines) if n > first and _HEADED.fullmatch(line)), len(lines))
    return [line for line in lines[:quoted] if not is_date(line) or len(line) > 40]


def _only_handle(lines: list[str]) -> str | None:
    found = {match[1] for line in lines[:3] for match in re.finditer(r"(?<!\w)@(\w{1,20})$", line)}
    return found.pop() if len(found) == 1 else None


def _handle_line(lines: list[str], handle: str | None) -> int | None:
    if handle is None:
        return None
    mark = re.compile(rf"(?<!\w)[@＠]{re.escape(handle)}(?!\w)", re.IGNORECASE)
    return next((n for n, line in enumerate(lines) if mark.search(line)), None)


def _name(lines: list[str], at: int, handle: str) -> str | None:
    before = re.split(rf"\(?[@＠]{re.escape(handle)}", lines[at], maxsplit=1, flags=re.IGNORECASE)[0].strip(
        " —–-·•|"
    )
    above = [line for line in lines[:at] if line and _FURNITURE.fullmatch(line) is None]
    name = before or (above[-1] if above else "")
    return name if name and len(name) <= 60 and not name.startswith("Twitter avatar") else None


def _after_handle(line: str, handle: str) -> str:
    after = re.split(rf"[@＠]{re.escape(handle)}\)?", line, maxsplit=1, flags=re.IGNORECASE)[1].strip(" ·•|)")
    return "" if is_date(after) else after


def _without_furniture(first: str, lines: list[str]) -> str:
    kept = [line for line in lines if not line or _FURNITURE.fullmatch(line) is None]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([first, *kept])).strip()


def _with_date(post: Post, tag: Tag, lines: list[str]) -> Post:
    if tag.find("time") is not None and is_date(visible_text(tag.find("time") or tag)):
        return stamped(post, tag)
    printed = next((line for line in lines if is_date(line) and len(line) <= 40), None)
    return dated(post, printed) if printed else post
