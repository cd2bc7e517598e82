"""Posts quoted as the platforms do it: the text, the line that signs it, the permalink with the date."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scraper.markup.printed_date import is_date, with_printed_date
from scraper.markup.tags import attribute, descendants, links, visible_text
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
    """The line that signs a quoted post: ``— Name (@handle)``.

    Attributes:
        text: What stood before it, which is the text of the post.
        author: Who it names.
    """

    text: str
    author: Author


_SIGNED = re.compile(r"\(\s?[@＠]([^\s()]{1,100})\s?\)$")
#: In Chinese, Twitter's link holds the line that signs the tweet, too; others sign so without a dash.
_SIGNED_LINK = re.compile(r"([^\n]{1,120}\([@＠][^\s()]{1,100}\)),?\s{1,3}([^\n]{1,60})")
_DASHES = "—–―-‒"
#: All that stands in front of a permalink whose words are the handle.
_DASH_ALONE = re.compile(r"(?:^|\n)\s*[—–―‒-]\s*$")
#: A line that begins with a dash needs no brackets around the handle.
_UNBRACKETED = re.compile(r"(?:^|\n)[—–―‒-][^\n]{1,120}\s[@＠](\w{1,30})$")
#: The line that signs a post; outside of a ``<blockquote>`` only the dash tells it from a heading.
_LAST_LINE = re.compile(r"(?:^|\n)[—–―-]\s?[^\n]{1,120}[@＠][^\s()]{1,100}\)?$")
#: Longer is not what a box holds that is none but a post's.
_LONGEST_POST = 400
#: So many lines may stand above the author in a post that a script has drawn: buttons, a name.
_MOST_OF_A_HEAD = 2
#: What stands in a quote until a script has filled it.
_WAITING = re.compile(
    r"(?:\w+ ){0,2}(?:loading|geladen|chargement|cargando|caricamento|carregando)(?: \w+){0,3} ?(?:\.{3}|…)",
    re.IGNORECASE,
)
#: How a dash reads that was written in one encoding and read in another.
_BROKEN_DASH = re.compile('^(?:â(?:€[”“"]|\x80[\x93-\x95])|[?\ufffd]) ')


def signature(before: str, platform: str) -> Signature | None:
    r"""Split what stands before a post's date link into its text and the line that signs it.

    The name begins at the dash that begins the last line; where text and line were glued, at the last em
    dash. Names may hold dashes and brackets, so the handle is looked for from the end.

    Args:
        before: What stands before the link.
        platform: Whose post it is.

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
    """The line of which the link is the handle, as Medium writes it: ``— <a href=permalink>@handle</a>``."""
    dash = _DASH_ALONE.search(before) if printed[:1] in {"@", "＠"} else None
    handle = normal_handle(printed[1:], platform) if dash else None
    if dash is None or handle is None:
        return None
    return Signature(text=before[: dash.start()].rstrip(), author=Author(handle=handle))


def _signed_in_link(before: str, printed: str, post: Post) -> tuple[Signature, str] | None:
    """The line that signs a post, and the date behind it, where the link holds both."""
    found = _SIGNED_LINK.fullmatch(printed)
    line = signature(found[1], post.platform) if found else None
    if found is None or line is None or not (found[1][0] in _DASHES or is_date(found[2])):
        return None
    return Signature(text=before, author=line.author), found[2]


_HANDLE = re.compile(r"(?<![\w@/])@([\w.-]{2,64}(?:@[\w.-]{4,100})?)")
_SIGNS = frozenset("#＃@＠$")
_MEDIA = re.compile(r"pic\.(?:twitter|x)\.com/\w+")


def with_text(
    post: Post,
    text: str,
    anchors: Sequence[tuple[Tag, str]] = (),
    *,
    author: Author | None = None,
    language: str | None = None,
) -> Post:
    """Add a post's text, and what stands in it.

    Args:
        post: With its id.
        text: As a reader sees it; empty when the page does not print it.
        anchors: The links inside the text, as `links` gives them. Those that only make a hashtag, a mention
            or a picture clickable are left out, but tell of a hashtag that it is one.
        author: Who signs it, where the page prints that.
        language: That of the text, where the markup declares it.
    """
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
    """The addresses of the links, then those that the text prints without one."""
    shown = ((_words(anchor), attribute(anchor, "href") or href) for anchor, href in anchors)
    printed = {words: href for words, href in shown if not _is_decoration(words)}
    bare = [entity.value for entity in find_urls(text)] if "http" in text else []
    raw = (*printed.values(), *(url for url in bare if url.startswith("http") and url not in printed))
    return dict.fromkeys(link for link in map(http_url, raw) if link)


def _words(anchor: Tag) -> str:
    return (anchor.string or anchor.get_text()).strip()


def _hashtags(text: str, anchors: Iterable[tuple[Tag, str]]) -> tuple[str, ...]:
    """The tags in a text, and those that a link makes clickable: they may be glued to an address."""
    found = _values(find_hashtags(text))
    linked = (words for anchor, _ in anchors if (words := _words(anchor))[:1] in {"#", "＃"})
    missed = [words for words in linked if words[1:] not in found and words in text]
    glued = [tag for words in missed for tag in _values(find_hashtags(words)) if tag == words[1:]]
    return tuple(sorted((*found, *glued), key=lambda tag: text.find(f"#{tag}"))) if glued else found


def _mentions(text: str, platform: str) -> tuple[str, ...]:
    """The handles named in a text; only Twitter's rules are written down, the others have dots and hosts."""
    if platform == "twitter":
        return _values(find_mentions(text))
    found = (normal_handle(handle.rstrip(".-"), platform) for handle in _HANDLE.findall(text))
    return tuple(dict.fromkeys(handle for handle in found if handle))


def _values(entities: Iterable[Entity]) -> tuple[str, ...]:
    return tuple(entity.value for entity in entities)


def _is_decoration(words: str) -> bool:
    return words[:1] in _SIGNS or _MEDIA.match(words) is not None


def signed_quote(quote: Tag, recognise: Callable[[str], Post | None], platform: str) -> Post | None:
    """Read ``<blockquote><p>text</p>— Name (@handle) <a href=permalink>date</a></blockquote>``.

    The permalink is the last address of a post in it: those before are quoted posts, or the text's own links.

    Returns:
        None when there is no permalink, or the quote is neither signed nor dated nor a text in a declared
        language.
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
        text = text.rpartition("\n\n")[2]  # the paragraph above; before that stands the article
    return with_text(post, text, anchors[:last], author=author, language=language)


def _is_only_dated(quote: Tag, before: str, printed: str) -> bool:
    """Return whether a blockquote ends in a date, and nobody signs it in front of that."""
    last_line = before.rpartition("\n")[2]
    return quote.name == "blockquote" and is_date(printed) and not last_line.startswith(tuple(_DASHES))


def _is_headed(before: str, post: Post) -> bool:
    """Return whether the author stands above the text, as in the posts that a platform's script draws."""
    handle = post.author.handle if post.author else None
    if handle is None:
        return False
    head = rf"\s*(?:[^\n]{{0,100}}\n+){{0,{_MOST_OF_A_HEAD}}}[^\n]{{0,100}}[@＠]{re.escape(handle)}\n"
    return re.match(head, before) is not None


def _permalink(
    anchors: list[tuple[Tag, str]], recognise: Callable[[str], Post | None]
) -> tuple[int, Post] | None:
    """The last link to a post, and which; exports of newsletters repeat it without a word."""
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
    """The language that the markup declares for the text."""
    language = next(
        (lang for paragraph in descendants(quote, "p") if (lang := attribute(paragraph, "lang"))), None
    )
    return None if language in {"und", "zxx", "qme", "qst", "qht", "qam", "qct"} else language
