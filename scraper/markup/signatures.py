"""Parse the line with which a quoted post is signed and dated: ``— Name (@handle) May 4, 2020``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from scraper.markup.tags import attribute, descendants, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author
from scraper.registry import any_label, normal_handle
from scraper.text.embed_words import embed_words
from scraper.values.dates import parse_date

if TYPE_CHECKING:
    from bs4 import Tag

    from scraper.records import Post

_DATE = lazy_regex(r"(?<!\d)(?:19|20|25)\d\d(?!\d)|\d{1,2}[:.]\d\d|[٠-٩۰-۹०-९]{4}")


def is_date(printed: str) -> bool:
    """Return True if a text can be a date: short, with a year or a time of day in it."""
    return len(printed) <= 60 and "://" not in printed and _DATE.search(printed) is not None


def with_printed_date(post: Post, printed: str) -> Post:
    """Add a printed date: as the wording of the time in the id, or else as the time itself."""
    if not is_date(printed):
        return post
    if post.posted is not None:
        return replace(post, posted=replace(post.posted, as_written=printed))
    return replace(post, posted=parse_date(printed))


def with_time_element(post: Post, line: Tag) -> Post:
    """Add the date of a ``<time>`` element; its ``datetime`` counts where the id holds no time."""
    clock = next(descendants(line, "time"), None)
    if clock is None:
        return post
    printed = visible_text(clock)
    if post.posted is not None:
        return with_printed_date(post, printed)
    moment = parse_date(attribute(clock, "datetime") or printed)
    return replace(post, posted=replace(moment, as_written=printed or moment.as_written) if moment else None)


@dataclass(frozen=True, slots=True)
class Signature:
    """The text of a post before its signature, ``— Name (@handle)``, and the author in that."""

    text: str
    author: Author


DASHES = "—–―-‒"
_SIGNED = lazy_regex(r"\(\s?[@＠]([^\s()]{1,100})\s?\)$")
#: In Chinese, Twitter's link contains the signature too; others have such a signature without a dash.
_SIGNED_LINK = lazy_regex(r"([^\n]{1,120}\([@＠][^\s()]{1,100}\)),?\s{1,3}([^\n]{1,60})")
#: All that is before a permalink whose text is the handle, or the whole signature.
_DASH_ALONE = lazy_regex(r"(?:^|\n)\s*[—–―‒-]\s*$")
#: After a dash, the handle needs no brackets.
_UNBRACKETED = lazy_regex(r"(?:^|\n)[—–―‒-][^\n]{1,120}\s[@＠](\w{1,30})$")
#: A line with a handle alone; and with the name in brackets after the handle.
_HANDLE_ALONE = lazy_regex(r"(?:^|\n)\s*[—–―‒-]\s?[@＠]([\w.@-]{2,160})$")
_SWAPPED = lazy_regex(r"(?:^|\n)\s*[—–―‒-]?\s?[@＠]?([\w.@-]{2,160})\s?[(（][@＠]?([^()\n@]{1,60})[)）]$")
#: A line that begins with a dash and is short enough for a name; the end of a sentence is none of a name.
_NAME_ALONE = lazy_regex(r"(?:^|\n)\s*[—–―‒]\s?([^\n@＠—–―]{1,60})$")
_SENTENCE_END = lazy_regex(r"[.!?…:;,]$|://")
#: Most characters of a line that signs a post, of a name in it, and of what is after that.
_LONGEST_LINE, _LONGEST_NAME, _LONGEST_TAIL = 120, 60, 120
#: A dash decoded in the wrong encoding.
_BROKEN_DASH = lazy_regex('^(?:â(?:€[”“"]|\x80[\x93-\x95])|[?\ufffd]) ')
#: The end of most signatures.
_CLOSED = (")", "）")
_AROUND_NAME = " \t\n,·•|/:()" + DASHES


def signature(before: str, platform: str, handle: str | None = None, *, sure: bool = False) -> Signature | None:
    r"""Split the text before a post's date link into the post's text and the signature.

    The name begins at the dash that begins the last line; where text and signature are glued, at the last em
    dash. Names may contain dashes and brackets, so the handle is searched from the end. The `handle` in the
    URL of the post may be signed without dash and brackets. `sure`: the text is that of a post by its markup,
    so that a name alone may sign it.

    >>> signature("One two\n\n— A Name (of sorts) (@some_one)", "twitter")
    Signature(text='One two', author=Author(handle='some_one', name='A Name (of sorts)'))
    >>> signature("One two\nPosted by A Name on", "twitter", "some_one", sure=True)
    Signature(text='One two', author=Author(handle='some_one', name='A Name'))
    """
    line = before
    if not before.endswith(_CLOSED):  # as most are, with nothing behind the handle
        line = before[:-_LONGEST_TAIL] + _tail().sub("", before[-_LONGEST_TAIL:])
    signed = _bracketed(line, platform, handle) or _swapped(line, platform, handle)
    signed = signed or _known(line, handle)
    return signed or (_named(line, handle) if sure else None)


@cache
def _tail() -> re.Pattern[str]:
    """Return a regular expression for the words between a signature and the date: ``on X,``."""
    words, edge = embed_words(), r"[\s,·•|:]*"
    on, dated = "|".join(words.on), "|".join(words.dated)
    return re.compile(rf"{edge}(?:\s(?:{on})\s{any_label()})?(?:\s(?:{dated}))?{edge}$", re.IGNORECASE)


@cache
def _by() -> re.Pattern[str]:
    """Return a regular expression for the words before a name in a line that signs a post."""
    return re.compile(rf"\A\s*(?:{'|'.join(embed_words().by)})\b:?\s+", re.IGNORECASE)


def _bracketed(before: str, platform: str, known: str | None) -> Signature | None:
    if "@" not in before and "＠" not in before:
        return None
    signed = _SIGNED.search(before) or _UNBRACKETED.search(before)
    if signed is None:
        alone = _HANDLE_ALONE.search(before)
        handle = _handle(alone[1], platform, known) if alone else None
        same = handle is not None and (known is None or handle.lower() == known.lower())
        return Signature(before[: alone.start()].rstrip(), Author(handle=handle)) if alone and same else None
    handle = _handle(signed[1], platform, known)
    if handle is None:
        return None
    head = before[: signed.start(1) - 1].rstrip("( ")
    line = head.rfind("\n") + 1
    begin = line if head[line : line + 1] in set(DASHES) else max(head.rfind("—"), line)
    name = _BROKEN_DASH.sub("", head[begin:].lstrip(DASHES + " ")).strip()
    name = _by().sub("", name, count=1) if begin == line else name
    return Signature(text=head[:begin].rstrip(), author=Author(handle=handle, name=name or None))


def _handle(printed: str, platform: str, known: str | None) -> str | None:
    """Return a printed handle; one without its server is that of the URL, if it is the same user."""
    handle = normal_handle(printed, platform)
    if handle is None and known is not None and known.partition("@")[0].lower() == printed.lower():
        return known
    return handle


def _swapped(before: str, platform: str, known: str | None) -> Signature | None:
    """Parse ``— @handle (Name)``; the handle must be that of the URL, if this has one."""
    found = _SWAPPED.search(before) if before.rstrip().endswith(_CLOSED) else None
    handle = _handle(found[1], platform, known) if found else None
    if found is None or handle is None or (known is not None and handle.lower() != known.lower()):
        return None
    if known is None and "@" not in found[0]:
        return None
    return Signature(before[: found.start()].rstrip(), Author(handle=handle, name=found[2].strip()))


def _known(before: str, known: str | None) -> Signature | None:
    """Parse a last line that ends with the handle in the URL, after a name or alone."""
    above, _, line = before.rpartition("\n")
    if known is None or not above.strip() or len(line) > _LONGEST_LINE:
        return None
    for handle in (known, known.partition("@")[0]):
        head = line[: -len(handle)]
        if line[len(head) :].lower() == handle.lower() and head[-1:] in {"@", "＠"}:
            return _with_name(above, head[:-1], known)
    return None


def _with_name(above: str, head: str, handle: str) -> Signature | None:
    name = _by().sub("", head.strip(_AROUND_NAME), count=1).strip(_AROUND_NAME)
    if len(name) > _LONGEST_NAME or _SENTENCE_END.search(name):
        return None
    return Signature(above.rstrip(), Author(handle=handle, name=name or None))


def _named(before: str, known: str | None) -> Signature | None:
    """Parse a last line with a name alone, after a dash or after "Posted by"."""
    above, _, line = before.rpartition("\n")
    dashed = _NAME_ALONE.search(before)
    by = _by().match(line)
    name = (dashed[1] if dashed else line[by.end() :] if by else "").strip(_AROUND_NAME)
    if not name or len(name) > _LONGEST_NAME or _SENTENCE_END.search(name) or is_date(name):
        return None
    name = _by().sub("", name, count=1)
    text = before[: dashed.start()] if dashed else above
    if name[0] in "@＠":
        return Signature(text.rstrip(), Author(handle=known or name[1:]))
    return Signature(text.rstrip(), Author(handle=known, name=name))


def signed_by_link(before: str, printed: str, post: Post) -> Signature | None:
    """Parse a signature whose link is the handle or has the name, as on Medium: ``— <a href=permalink>@handle</a>``.

    With the name and the handle, also in brackets before and around the link, it needs no dash.
    """
    if before.endswith("(") and printed.lstrip("@＠").lower() == (post.handle or "").lower() != "":
        return signature(f"{before}@{post.handle})", post.platform, post.handle)
    dash = _DASH_ALONE.search(before)
    if dash is None and not (before and printed.endswith(_CLOSED)):
        return None
    text = before[: dash.start()].rstrip() if dash else before.rstrip()
    whole = signature(f"{text}\n{printed}", post.platform, post.handle) if "(" in printed else None
    handle = normal_handle(printed[1:], post.platform) if dash and printed[:1] in {"@", "＠"} else None
    return whole or (Signature(text=text, author=Author(handle=handle)) if handle else None)


def signed_in_link(before: str, printed: str, post: Post) -> tuple[Signature, str] | None:
    """Parse a link that contains both the signature and the date; return both."""
    found = _SIGNED_LINK.fullmatch(printed)
    line = signature(found[1], post.platform) if found else None
    if found is None or line is None or not (found[1][0] in DASHES or is_date(found[2])):
        return None
    return Signature(text=before, author=line.author), found[2]
