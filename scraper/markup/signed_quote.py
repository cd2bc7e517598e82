"""Parse posts in the platforms' own embed code: the text, the signature, the permalink with the date.

The signature is the line with the author and the date: ``— Name (@handle) May 4, 2020``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scraper import registry
from scraper.markup.addresses import is_address, is_label
from scraper.markup.tags import attribute, blockquote_in, clean_address, descendants, links, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import any_label, normal_handle
from scraper.text.embed_words import embed_lists
from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls
from scraper.text.notices import is_notice_alone
from scraper.values.dates import parse_date
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bs4 import Tag

    from scraper.text.entities import Entity


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
#: The words between a signature and the date, ``on X,``, and those before a name in a line that signs a post.
_EDGE = r"[\s,·•|:]*"
_TAIL = lazy_regex(
    lambda: rf"{_EDGE}(?:\s(?:{_any_word('on')})\s{any_label()})?(?:\s(?:{_any_word('dated')}))?{_EDGE}$", re.IGNORECASE
)
BY = lazy_regex(lambda: rf"\A\s*(?:{_any_word('by')})\b:?\s+", re.IGNORECASE)
_AROUND_NAME = " \t\n,·•|/:()" + DASHES


def _any_word(name: str) -> str:
    return "|".join(embed_lists("signatures")[name])


def signature(before: str, platform: str, handle: str | None = None, *, sure: bool = False) -> Signature | None:
    """Split the text before a post's date link into the post's text and the signature.

    The name begins at the dash that begins the last line; where text and signature are glued, at the last em
    dash. Names may contain dashes and brackets, so the handle is searched from the end. The `handle` in the
    URL of the post may be signed without dash and brackets. `sure`: the text is that of a post by its markup,
    so that a name alone may sign it.
    """
    line = before
    if not before.endswith(_CLOSED):  # as most are, with nothing behind the handle
        line = before[:-_LONGEST_TAIL] + _TAIL.sub("", before[-_LONGEST_TAIL:])
    signed = _bracketed(line, platform, handle) or _swapped(line, platform, handle) or _known(line, handle)
    return signed or (_named(line, handle) if sure else None)


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
    name = BY.sub("", name, count=1) if begin == line else name
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
            name = BY.sub("", head[:-1].strip(_AROUND_NAME), count=1).strip(_AROUND_NAME)
            is_name = len(name) <= _LONGEST_NAME and not _SENTENCE_END.search(name)
            return Signature(above.rstrip(), Author(handle=known, name=name or None)) if is_name else None
    return None


def _named(before: str, known: str | None) -> Signature | None:
    """Parse a last line with a name alone, after a dash or after "Posted by"."""
    above, _, line = before.rpartition("\n")
    dashed = _NAME_ALONE.search(before)
    by = BY.match(line)
    name = (dashed[1] if dashed else line[by.end() :] if by else "").strip(_AROUND_NAME)
    if not name or len(name) > _LONGEST_NAME or _SENTENCE_END.search(name) or is_date(name):
        return None
    name = BY.sub("", name, count=1)
    text = before[: dashed.start()] if dashed else above
    author = Author(handle=known or name[1:]) if name[0] in "@＠" else Author(handle=known, name=name)
    return Signature(text.rstrip(), author)


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


#: A signature outside of a ``<blockquote>``, where only the dash tells it from a heading.
_LAST_LINE = lazy_regex(r"(?:^|\n)[—–―-]\s?[^\n]{1,120}[@＠][^\s()]{1,100}\)?$")
#: Most characters of a post outside of a ``<blockquote>``; a longer text includes parts of the article.
LONGEST_POST = 400
#: Most lines above the author in a post that a script has drawn: buttons, a name.
_MOST_OF_A_HEAD, _LONGEST_OF_A_HEAD = 2, 160
#: The text of a blockquote until a script has filled it.
_WAITING = lazy_regex(
    r"(?:\w+ ){0,2}(?:loading|geladen|chargement|cargando|caricamento|carregando)(?: \w+){0,3} ?(?:\.{3}|…)",
    re.IGNORECASE,
)
#: The program that sent a post, on a line of its own.
_VIA = lazy_regex(r"\n\s*via [^\n@]{1,30}$")
_HANDLE = lazy_regex(r"(?<![\w@/])@([\w.-]{2,64}(?:@[\w.-]{4,100})?)")
_SIGNS = frozenset("#＃@＠$")
_MEDIA = lazy_regex(r"pic\.(?:twitter|x)\.com/\w+")


def with_text(
    post: Post,
    text: str,
    anchors: Sequence[tuple[Tag, str]] = (),
    *,
    author: Author | None = None,
    language: str | None = None,
) -> Post:
    """Add a text to a post, with the hashtags, mentions, cashtags, links and media in it.

    `anchors` are its links, as `links` gives them. Those on a hashtag, a mention or a picture are not links
    of the post, but confirm that a hashtag is one.
    """
    if author is None and language is None and (is_label(text) or is_notice_alone(text, named=True)):
        text = ""
    return replace(
        post,
        author=author or post.author,
        text=text or None,
        language=language or post.language,
        hashtags=_hashtags(text, anchors, post.platform) if "#" in text or "＃" in text else (),
        mentions=_mentions(text, post.platform) if "@" in text or "＠" in text else (),
        cashtags=_values(find_cashtags(text)) if "$" in text else (),
        links=tuple(link for link in _followed(text, anchors) if not (post.id and post.id in link)),
        media=tuple(dict.fromkeys(_MEDIA.findall(text))),
    )


def _followed(text: str, anchors: Iterable[tuple[Tag, str]]) -> Iterable[str]:
    """Return the URLs of the links, then the URLs in the text that are no links."""
    shown = ((_words(anchor), attribute(anchor, "href") or href) for anchor, href in anchors)
    printed = {words: href for words, href in shown if words[:1] not in _SIGNS and not _MEDIA.match(words)}
    bare = [entity.value for entity in find_urls(text)] if "http" in text else []
    raw = (*printed.values(), *(url for url in bare if url.startswith("http") and url not in printed))
    return dict.fromkeys(link for link in map(http_url, raw) if link)


def _words(anchor: Tag) -> str:
    return (anchor.string or anchor.get_text()).strip()


def _hashtags(text: str, anchors: Iterable[tuple[Tag, str]], platform: str) -> tuple[str, ...]:
    """Return the hashtags in a text, and those on a link, which may be glued to a URL."""
    found = _values(find_hashtags(text, paired=platform == "weibo"))
    linked = (words for anchor, _ in anchors if (words := _words(anchor))[:1] in {"#", "＃"})
    missed = [words for words in linked if words[1:] not in found and words in text]
    glued = [tag for words in missed for tag in _values(find_hashtags(words)) if tag == words[1:]]
    return tuple(sorted((*found, *glued), key=lambda tag: text.find(f"#{tag}"))) if glued else found


def _mentions(text: str, platform: str) -> tuple[str, ...]:
    """Return the handles mentioned in a text; Twitter publishes its rules, others allow dots and hosts."""
    if platform == "twitter":
        return _values(find_mentions(text))
    found = (normal_handle(handle.rstrip(".-"), platform) for handle in _HANDLE.findall(text))
    return tuple(dict.fromkeys(handle for handle in found if handle))


def _values(entities: Iterable[Entity]) -> tuple[str, ...]:
    return tuple(entity.value for entity in entities)


def quoted_part(tag: Tag) -> Tag:
    """Return a figure with a quote and a caption that names the author, else the first blockquote, else all."""
    quote = blockquote_in(tag)
    if tag.name != "figure" or quote is None:
        return quote or tag
    caption = next(descendants(tag, "figcaption"), None)
    return tag if caption is not None and "@" in visible_text(caption) else quote


def signed_quote(quote: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """Parse ``<blockquote><p>text</p>— Name (@handle) <a href=permalink>date</a></blockquote>``.

    The permalink is the last link to a post: those before it are quoted posts, or links of the text. Where
    there is none, the ``cite`` of the quote is one. Outside of a ``<blockquote>`` the signature must begin
    with a dash. None when there is no permalink, or nothing tells that the text is a post's: neither a
    signature, nor a date, a declared language, or a class or ``cite`` that represents the post.
    """
    anchors = links(quote)
    found = _permalink(anchors, recognise)
    if found is None:
        return _cited(quote, recognise)
    last, post = found
    before, language = visible_text(quote, until=anchors[last][0]), language_of(quote)
    if not _is_quoting(quote) and _LAST_LINE.search(before) is None:
        return None
    printed = visible_text(anchors[last][0])
    signed, printed = _signed(quote, before, printed, post)
    is_quote = signed or language or _is_unsigned(quote, anchors[last][0], before, printed, post)
    if not is_quote or (signed is None and _is_headed(before, post)):
        return None
    post = with_printed_date(post, printed)
    unsigned = "" if _WAITING.fullmatch(before) or (not language and is_notice_alone(before)) else before
    text, author = (_VIA.sub("", signed.text), signed.author) if signed else (unsigned, None)
    if not _is_quoting(quote) and len(text) > LONGEST_POST:
        text = text.rpartition("\n\n")[2]  # the paragraph above; what is before it belongs to the article
    return with_text(post, text, anchors[:last], author=author, language=language)


def _is_quoting(quote: Tag) -> bool:
    return quote.name == "blockquote" or (quote.name == "figure" and blockquote_in(quote) is not None)


def _signed(quote: Tag, before: str, printed: str, post: Post) -> tuple[Signature | None, str]:
    """Return the signature, before the permalink, in it or after it; and the date, if it is there alone."""
    signed = signature(before, post.platform, post.handle) or signed_by_link(before, printed, post)
    if signed is None and (inside := signed_in_link(before, printed, post)) is not None:
        return inside
    if signed is None and before and quote.name == "blockquote" and _is_handle_at_end(quote, printed, post):
        return Signature(before.rstrip(), Author(handle=post.handle)), printed
    is_last = quote.name == "blockquote" and (is_date(printed) or is_address(printed))
    if signed is None and before and (is_last or _stands_for(quote, post)):
        signed = signature(before, post.platform, post.handle, sure=True)
        signed = signed or _signed_behind(quote, before, printed, post)
    return signed, printed


def _is_handle_at_end(quote: Tag, printed: str, post: Post) -> bool:
    """Return True if a quote ends with a permalink whose text is the handle in its URL."""
    is_handle = bool(post.handle) and printed.lstrip("@＠").lower() == (post.handle or "").lower() != printed.lower()
    return is_handle and visible_text(quote).endswith(printed)


def _signed_behind(quote: Tag, before: str, printed: str, post: Post) -> Signature | None:
    """Return the signature after the permalink."""
    behind = visible_text(quote)[len(before) :].strip().removeprefix(printed).strip()
    is_line = 0 < len(behind) <= _LONGEST_LINE
    line = signature(f"\n{behind}", post.platform, post.handle) if is_line else None
    return Signature(before, line.author) if line and not line.text else None


def _stands_for(quote: Tag, post: Post) -> bool:
    """Return True if the class of a quote names the platform of a post, or its ``cite`` is the post."""
    inner = blockquote_in(quote)
    if inner is None:
        return False
    cited = registry.recognise(attribute(inner, "cite") or "")
    if cited is not None and cited.id == post.id:
        return True
    key = registry.by_name()[post.platform].key or post.platform
    return re.search(key, f"{attribute(inner, 'class') or ''}", re.IGNORECASE) is not None


def _is_unsigned(quote: Tag, permalink: Tag, before: str, printed: str, post: Post) -> bool:
    """Return True if a quote ends in a date without a signature, or represents a post and has paragraphs."""
    if is_date(printed) and _is_quoting(quote) and not before.rpartition("\n")[2].startswith(tuple(DASHES)):
        return True
    if not before or not _stands_for(quote, post) or names_author_first(before, post):
        return False
    inside = {id(above) for above in permalink.parents}
    return any(id(part) not in inside and visible_text(part) for part in descendants(quote, "p"))


def _cited(quote: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """Parse a blockquote whose ``cite`` is the post, and which links none."""
    post = recognise(clean_address(attribute(quote, "cite") or "")) if quote.name == "blockquote" else None
    printed = visible_text(quote) if post else ""
    above, _, last = printed.rpartition("\n")
    if post is None or not printed or is_label(printed) or names_author_first(above or printed, post):
        return None
    dated, before = (last, above) if is_date(last) and above else ("", printed)
    signed = signature(before, post.platform, post.handle, sure=True)
    unsigned = "" if is_notice_alone(before) else before.strip()
    text, author = (signed.text, signed.author) if signed else (unsigned, None)
    post = with_printed_date(post, dated)
    return with_text(post, text, links(quote), author=author, language=language_of(quote))


def unlinked_quote(quote: Tag, platform: str) -> Post | None:
    """Parse a quote in the platform's own form without its permalink, as newsletters print it."""
    before, closed, printed = visible_text(quote).rpartition(")")
    signed = signature(before + closed, platform) if is_date(printed.strip()) else None
    if signed is None:
        return None
    post = with_printed_date(Post(platform=platform), printed.strip())
    return with_text(post, signed.text, author=signed.author, language=language_of(quote))


def _is_headed(before: str, post: Post) -> bool:
    """Return True if the author is above the text, as in posts that a platform's script has drawn."""
    head = rf"\s*(?:[^\n]{{0,100}}\n+){{0,{_MOST_OF_A_HEAD}}}[^\n]{{0,100}}[@＠]{re.escape(post.handle or '')}\n"
    return post.handle is not None and re.match(head, before) is not None


def names_author_first(text: str, post: Post) -> bool:
    """Return True if a text prints the handle of the post's author near its beginning, as a card does."""
    user = (post.handle or "").partition("@")[0].lower()
    return bool(user) and f"@{user}" in text[:_LONGEST_OF_A_HEAD].lower()


def _permalink(anchors: list[tuple[Tag, str]], recognise: Callable[[str], Post | None]) -> tuple[int, Post] | None:
    """Return the last link to a post, by index, and the post; newsletters repeat it without text."""
    found: tuple[int, Post] | None = None
    for n in reversed(range(len(anchors))):
        post = recognise(anchors[n][1])
        if post is not None and found is not None and post.id != found[1].id:
            break
        found = (n, post) if post is not None else found
        if post is not None and visible_text(anchors[n][0]):
            break
    return found


def language_of(quote: Tag) -> str | None:
    """Return the language that the markup declares for the text; None also for codes of no language."""
    language = next((lang for paragraph in descendants(quote, "p") if (lang := attribute(paragraph, "lang"))), None)
    return None if language in {"und", "zxx", "qme", "qst", "qht", "qam", "qct"} else language
