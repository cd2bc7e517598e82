"""Parse posts in the platforms' own embed code: the text, the signature, the permalink with the date."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scraper.markup.addresses import is_label
from scraper.markup.printed_date import is_date, with_printed_date
from scraper.markup.tags import attribute, descendants, links, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author
from scraper.registry import normal_handle
from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bs4 import Tag

    from scraper.records import Post
    from scraper.text.entities import Entity


@dataclass(frozen=True, slots=True)
class Signature:
    """A quoted post split at its signature, as ``— Name (@handle)``.

    Attributes:
        text: The text of the post, before the signature.
        author: The author in the signature.
    """

    text: str
    author: Author


_SIGNED = lazy_regex(r"\(\s?[@＠]([^\s()]{1,100})\s?\)$")
#: In Chinese, Twitter's link contains the signature too; others have such a signature without a dash.
_SIGNED_LINK = lazy_regex(r"([^\n]{1,120}\([@＠][^\s()]{1,100}\)),?\s{1,3}([^\n]{1,60})")
_DASHES = "—–―-‒"
#: All that is before a permalink whose text is the handle.
_DASH_ALONE = lazy_regex(r"(?:^|\n)\s*[—–―‒-]\s*$")
#: After a dash, the handle needs no brackets.
_UNBRACKETED = lazy_regex(r"(?:^|\n)[—–―‒-][^\n]{1,120}\s[@＠](\w{1,30})$")
#: A signature outside of a ``<blockquote>``, where only the dash tells it from a heading.
_LAST_LINE = lazy_regex(r"(?:^|\n)[—–―-]\s?[^\n]{1,120}[@＠][^\s()]{1,100}\)?$")
#: Most characters of a post outside of a ``<blockquote>``; a longer text includes parts of the article.
_LONGEST_POST = 400
#: Most lines above the author in a post that a script has drawn: buttons, a name.
_MOST_OF_A_HEAD = 2
#: The text of a blockquote until a script has filled it.
_WAITING = lazy_regex(
    r"(?:\w+ ){0,2}(?:loading|geladen|chargement|cargando|caricamento|carregando)(?: \w+){0,3} ?(?:\.{3}|…)",
    re.IGNORECASE,
)
#: A dash decoded in the wrong encoding.
_BROKEN_DASH = lazy_regex('^(?:â(?:€[”“"]|\x80[\x93-\x95])|[?\ufffd]) ')


def signature(before: str, platform: str) -> Signature | None:
    r"""Split the text before a post's date link into the post's text and the signature.

    The name begins at the dash that begins the last line; where text and signature are glued, at the last em
    dash. Names may contain dashes and brackets, so the handle is searched from the end.

    Args:
        before: The text before the link.
        platform: The name of the platform, whose rule for handles applies.

    >>> signature("One two\n\n— A Name (of sorts) (@some_one)", "twitter")
    Signature(text='One two', author=Author(handle='some_one', name='A Name (of sorts)'))
    """
    signed = _SIGNED.search(before) or _UNBRACKETED.search(before)
    handle = normal_handle(signed[1], platform) if signed else None
    if signed is None or handle is None:
        return None
    head = before[: signed.start(1) - 1].rstrip("( ")
    line = head.rfind("\n") + 1
    begin = line if head[line : line + 1] in set(_DASHES) else max(head.rfind("—"), line)
    name = _BROKEN_DASH.sub("", head[begin:].lstrip(_DASHES + " ")).strip()
    return Signature(text=head[:begin].rstrip(), author=Author(handle=handle, name=name or None))


def _signed_by_link(before: str, printed: str, platform: str) -> Signature | None:
    """Parse a signature whose link is the handle, as on Medium: ``— <a href=permalink>@handle</a>``."""
    dash = _DASH_ALONE.search(before) if printed[:1] in {"@", "＠"} else None
    handle = normal_handle(printed[1:], platform) if dash else None
    if dash is None or handle is None:
        return None
    return Signature(text=before[: dash.start()].rstrip(), author=Author(handle=handle))


def _signed_in_link(before: str, printed: str, post: Post) -> tuple[Signature, str] | None:
    """Parse a link that contains both the signature and the date; return both."""
    found = _SIGNED_LINK.fullmatch(printed)
    line = signature(found[1], post.platform) if found else None
    if found is None or line is None or not (found[1][0] in _DASHES or is_date(found[2])):
        return None
    return Signature(text=before, author=line.author), found[2]


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

    Args:
        post: The post, known by its id.
        text: The visible text; empty when the page does not print it.
        anchors: The links inside the text, as `links` gives them. Those on a hashtag, a mention or a picture
            are not links of the post, but confirm that a hashtag is one.
        author: The author in the signature, if there is one.
        language: The language that the markup declares for the text.
    """
    if author is None and language is None and is_label(text):
        text = ""
    return replace(
        post,
        author=author or post.author,
        text=text or None,
        language=language or post.language,
        hashtags=_hashtags(text, anchors) if "#" in text or "＃" in text else (),
        mentions=_mentions(text, post.platform) if "@" in text or "＠" in text else (),
        cashtags=_values(find_cashtags(text)) if "$" in text else (),
        links=tuple(link for link in _followed(text, anchors) if not (post.id and post.id in link)),
        media=tuple(dict.fromkeys(_MEDIA.findall(text))),
    )


def _followed(text: str, anchors: Iterable[tuple[Tag, str]]) -> Iterable[str]:
    """Return the URLs of the links, then the URLs in the text that are no links."""
    shown = ((_words(anchor), attribute(anchor, "href") or href) for anchor, href in anchors)
    printed = {words: href for words, href in shown if not _is_decoration(words)}
    bare = [entity.value for entity in find_urls(text)] if "http" in text else []
    raw = (*printed.values(), *(url for url in bare if url.startswith("http") and url not in printed))
    return dict.fromkeys(link for link in map(http_url, raw) if link)


def _words(anchor: Tag) -> str:
    return (anchor.string or anchor.get_text()).strip()


def _hashtags(text: str, anchors: Iterable[tuple[Tag, str]]) -> tuple[str, ...]:
    """Return the hashtags in a text, and those on a link, which may be glued to a URL."""
    found = _values(find_hashtags(text))
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


def _is_decoration(words: str) -> bool:
    return words[:1] in _SIGNS or _MEDIA.match(words) is not None


def signed_quote(quote: Tag, recognise: Callable[[str], Post | None], platform: str) -> Post | None:
    """Parse ``<blockquote><p>text</p>— Name (@handle) <a href=permalink>date</a></blockquote>``.

    The permalink is the last link to a post: those before it are quoted posts, or links of the text.

    Args:
        quote: The element; outside of a ``<blockquote>`` the signature must begin with a dash.
        recognise: Parses a URL into a post of the platform.
        platform: The name of the platform.

    Returns:
        The post; None when there is no permalink, or the quote has neither a signature, nor a date, nor a
        declared language.
    """
    anchors = links(quote)
    found = _permalink(anchors, recognise)
    if found is None:
        return None
    last, post = found
    before, language = visible_text(quote, until=anchors[last][0]), language_of(quote)
    if quote.name != "blockquote" and _LAST_LINE.search(before) is None:
        return None
    printed = visible_text(anchors[last][0])
    signed = signature(before, platform) or _signed_by_link(before, printed, platform)
    if signed is None and (inside := _signed_in_link(before, printed, post)) is not None:
        signed, printed = inside
    is_quote = language is not None or _is_only_dated(quote, before, printed)
    if signed is None and (not is_quote or _is_headed(before, post)):
        return None
    post = with_printed_date(post, printed)
    unsigned = "" if _WAITING.fullmatch(before) else before
    text, author = (signed.text, signed.author) if signed else (unsigned, None)
    if quote.name != "blockquote" and len(text) > _LONGEST_POST:
        text = text.rpartition("\n\n")[2]  # the paragraph above; what is before it belongs to the article
    return with_text(post, text, anchors[:last], author=author, language=language)


def _is_only_dated(quote: Tag, before: str, printed: str) -> bool:
    """Return whether a blockquote ends in a date without a signature before it."""
    last_line = before.rpartition("\n")[2]
    return quote.name == "blockquote" and is_date(printed) and not last_line.startswith(tuple(_DASHES))


def _is_headed(before: str, post: Post) -> bool:
    """Return whether the author is above the text, as in posts that a platform's script has drawn."""
    handle = post.author.handle if post.author else None
    if handle is None:
        return False
    head = rf"\s*(?:[^\n]{{0,100}}\n+){{0,{_MOST_OF_A_HEAD}}}[^\n]{{0,100}}[@＠]{re.escape(handle)}\n"
    return re.match(head, before) is not None


def _permalink(
    anchors: list[tuple[Tag, str]], recognise: Callable[[str], Post | None]
) -> tuple[int, Post] | None:
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
    language = next(
        (lang for paragraph in descendants(quote, "p") if (lang := attribute(paragraph, "lang"))), None
    )
    return None if language in {"und", "zxx", "qme", "qst", "qht", "qam", "qct"} else language
