"""Read mails as articles: newsletters in ``.eml`` files and mailboxes (``.mbox``).

The HTML of a mail is preferred to its text. The sender is the outlet, the subject the title, ``Date`` the
publication date. A mail that contains other mails (one forwarded as an attachment, a digest) yields those.
"""

from __future__ import annotations

import html
import re
from contextlib import suppress
from dataclasses import replace
from email.errors import CloseBoundaryNotFoundDefect, HeaderParseError
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import DocumentError
from scraper.input.corpora import identity
from scraper.input.saved_pages import CUT_OFF, decoded, payload_of, with_short_headers
from scraper.patterns import lazy_regex
from scraper.records import Declared, Document, Moment
from scraper.values.dates import parse_date
from scraper.values.moments import day_of, mail_instant, to_the_second
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

    from scraper.errors import SourceError

_HEADERS = lazy_regex(rb"(?:[\w-]{1,60}:[^\r\n]*(?:\r?\n|\Z)(?:[ \t][^\r\n]*(?:\r?\n|\Z))*)+", re.ASCII)
_FROM = lazy_regex(rb"^from:", re.IGNORECASE | re.MULTILINE)
#: Headers of mails, missing in pages saved as MHTML, which are MIME messages too.
_SENT = lazy_regex(
    rb"^(?:received|message-id|return-path|delivered-to|to|list-unsubscribe|list-id|dkim-signature"
    rb"|x-[\w-]{0,20}received):",
    re.IGNORECASE | re.MULTILINE,
)
#: The line before each mail of a mailbox (RFC 4155): ``From``, an address, and a date with a clock.
_SEPARATOR = lazy_regex(rb"From \S{1,320} .{0,60}\d\d:\d\d.{0,40}\r?\n?", re.ASCII)
_QUOTED_SEPARATOR = lazy_regex(rb">+From ")
#: The standard library's time grows with the depth of nested parts; newsletters have a depth of 3.
_OPENING = lazy_regex(rb"boundary\s*=|^content-type:\s*message/", re.IGNORECASE | re.MULTILINE)
_MOST_OPENINGS = 200
_PAGES, _TEXTS = frozenset({"text/html", "application/xhtml+xml"}), frozenset({"text/plain"})
_LONGEST_HEADER = 2000
_BLANKS = lazy_regex(r"\s+")
#: Prefixes of the subject of a forwarded mail.
_PASSED_ON = lazy_regex(r"\A(?:(?:fwd?|wg|tr|rv|enc)\s?:\s*)+", re.IGNORECASE)
#: The first line with a sender in a forwarded mail, "From: Name <address>" in any language, and lines like it.
_PRINTED_SENDER = lazy_regex(
    r"^[>\s*]{0,9}[^\W\d_]{1,12}\s?[:：][\s*]{0,3}([^<>\n:]{1,100}?)\s*(?:<|\[mailto:)\s?[^<>@\s]{1,64}@[\w.-]{3,80}",
    re.MULTILINE,
)
_PRINTED_HEADER = lazy_regex(r"^[>\s*]{0,9}[^\W\d_]{1,12}\s?[:：][\s*]{0,3}(.{2,200})$", re.MULTILINE)
_TAG, _LINE_END = lazy_regex(r"<[a-zA-Z!/][^<>]*>"), lazy_regex(r"<(?:br|/?div|/?p)\b[^<>]*>", re.IGNORECASE)
#: Most characters of a note with the headers, and most headers of it.
_LONGEST_NOTE, _MOST_HEADERS = 20_000, 5


def is_mailbox(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a mailbox."""
    line, _, rest = head.partition(b"\n")
    return _SEPARATOR.fullmatch(line + b"\n") is not None and _HEADERS.match(rest) is not None


def is_mail(head: bytes, name: str = "") -> bool:
    """Return True if the first bytes of a file are those of a mail, not of a page saved as MHTML."""
    headers = _HEADERS.match(head)
    if headers is None or not _FROM.search(headers[0]):
        return False
    return name.lower().endswith(".eml") or _SENT.search(headers[0]) is not None


def articles_in_mailbox(source: str, stream: IO[bytes], max_bytes: int) -> Iterator[Document | SourceError]:
    """Yield the articles in a mailbox; one mail, named ``file:line``, is in memory at a time."""
    for line, content in _mails(stream, max_bytes):
        name = f"{source}:{line}"
        if isinstance(content, int):
            reason = f"is a mail of {content:,} bytes: raise the limit with --max-bytes"
            yield DocumentError(name, reason)
        else:
            yield from articles_in_mail(name, content)


def _mails(stream: IO[bytes], max_bytes: int) -> Iterator[tuple[int, bytes | int]]:
    """Yield the mails of a mailbox with their line numbers; for an oversized one, its size."""
    begin, size, number, is_blank = 1, 0, 0, True
    lines: list[bytes] = []
    while line := stream.readline(max_bytes + 1):
        number += line.endswith(b"\n")
        if is_blank and _SEPARATOR.fullmatch(line):
            if size:
                yield begin, b"".join(lines) if size <= max_bytes else size
            begin, size, lines = number, 0, []
            continue
        is_blank = not line.strip(b"\r\n")
        size += len(line)
        if size <= max_bytes:
            lines.append(line[1:] if _QUOTED_SEPARATOR.match(line) else line)
        else:
            lines.clear()
    if size:
        yield begin, b"".join(lines) if size <= max_bytes else size


def articles_in_mail(source: str, content: bytes) -> Iterator[Document | SourceError]:
    """Yield the articles in a mail: its own, or those of the mails it contains, as ``source#1`` and so on."""
    from email import message_from_bytes  # with all that it needs: no other source does

    if len(_OPENING.findall(content)) > _MOST_OPENINGS:
        yield DocumentError(source, f"is a mail of more than {_MOST_OPENINGS} nested parts: save its page")
        return
    try:
        message = message_from_bytes(with_short_headers(content))
        carried = list(_carried(message))
        own = _article(source, message)
    except (RecursionError, LookupError, ValueError, HeaderParseError) as error:
        yield DocumentError(source, f"is a broken mail ({type(error).__name__}): save it again")
        return
    inner = (_article(f"{source}#{number}", mail) for number, mail in enumerate(carried, 1))
    found = [article for article in inner if article is not None]
    is_note = own is not None and (own.media_type or "").startswith("text/plain")  # above a forwarded mail
    if own is not None and not (found and is_note):
        found.insert(0, own)
    yield from found
    if not found:
        yield DocumentError(source, "is a mail without HTML or text: save its attachments")


def _carried(message: Message) -> Iterator[Message]:
    """Yield the outermost mails in a mail's attachments or digest."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        inner = _children(part)
        if part.get_content_type() == "message/rfc822":
            yield from inner
        else:
            waiting.extend(reversed(inner))


def _children(part: Message) -> list[Message]:
    payload: Any = part.get_payload() if part.is_multipart() else []
    return [child for child in payload if hasattr(child, "get_content_type")]


def _article(source: str, message: Message) -> Document | None:
    """Return the article of a mail; None if it has neither HTML nor text of its own."""
    declared = _declared(message)
    defects = (defect for part in message.walk() for defect in part.defects)
    is_cut = any(isinstance(defect, CloseBoundaryNotFoundDefect) for defect in defects)
    for wanted in (_PAGES, _TEXTS):
        for part in _own_parts(message):
            content = payload_of(part) if part.get_content_type() in wanted else b""
            if content.strip():
                digest = identity(content, declared)
                if declared.outlet is None:
                    declared = _forwarded(declared, content, part.get_content_charset())
                return Document(
                    source=source,
                    content=content,
                    media_type=f"{part.get_content_type()}; charset={part.get_content_charset('utf-8')}",
                    declared=declared,
                    row=digest,
                    digest=digest,
                    problems=(CUT_OFF,) if is_cut else (),
                )
    return None


def _own_parts(message: Message) -> Iterator[Message]:
    """Yield the parts shown with the mail: no attached files or mails."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        if part.get_content_maintype() == "message" or part.get_content_disposition() == "attachment":
            continue
        inner = _children(part)
        waiting.extend(reversed(inner))
        if not inner:
            yield part


def _declared(message: Message) -> Declared:
    """Return the article's metadata from the headers of a mail; author and date of a forwarded one are unknown."""
    subject = _words(message["Subject"])
    title = _PASSED_ON.sub("", subject, count=1)
    is_own = title == subject
    return Declared(
        url=http_url(_words(message["Archived-At"]).strip("<>")),
        title=title or None,
        outlet=_sender(message) if is_own else None,
        published=_date(message) if is_own else None,
    )


def _forwarded(declared: Declared, content: bytes, charset: str | None) -> Declared:
    """Add the sender and the date in the headers, with the title, that mail programs print above a forwarded mail."""
    text = decoded(content[:_LONGEST_NOTE], charset)
    text = html.unescape(_TAG.sub("", _LINE_END.sub("\n", text))) if _TAG.match(text.lstrip()) else text
    sender = _PRINTED_SENDER.search(text)
    others = _PRINTED_HEADER.findall(text, sender.end(), sender.end() + _LONGEST_HEADER) if sender else []
    words = list(filter(None, (other.strip(" *\r") for other in others[:_MOST_HEADERS])))
    if sender is None or not any((declared.title or "").startswith(other) for other in words):
        return declared
    date = next((date for other in words if (date := parse_date(other)) and day_of(date)), None)
    outlet = sender[1].strip(' "*') or None
    return replace(declared, outlet=outlet, published=replace(date, source="header") if date else declared.published)


def _sender(message: Message) -> str | None:
    """Return the name of the sender, or the host of the address if there is none."""
    from email.utils import parseaddr

    name, address = parseaddr(_words(message["From"]))
    host = address.rpartition("@")[2].lower()
    return _BLANKS.sub(" ", name.replace('"', "")).strip() or host or None


def _date(message: Message) -> Moment | None:
    written = _words(message["Date"])
    return to_the_second(mail_instant(written), "header", written)


def _words(header: Any) -> str:
    """Return a header with encoded words decoded, on one line."""
    from email.header import decode_header

    raw = header[:_LONGEST_HEADER] if isinstance(header, str) else header  # bytes come as a `Header`
    parts: list[tuple[Any, str | None]] = [("", None)] if raw is None else [(str(raw), None)]
    with suppress(HeaderParseError, ValueError):
        parts = decode_header(raw) if raw is not None else parts
    read = "".join(words if isinstance(words, str) else decoded(words, charset) for words, charset in parts)
    return _BLANKS.sub(" ", read[:_LONGEST_HEADER]).strip()
