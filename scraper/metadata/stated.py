"""What a page says about its article: title, canonical URL, outlet, publication date, language.

Each fact is looked for in the places that state it, the most explicit first: JSON-LD of an article type, Open
Graph and its kin, other ``<meta>`` names, then the elements that a reader sees. A date without a zone stays
without one.
"""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from scraper.article import language_of, outlet_of
from scraper.dates import parse_date
from scraper.embeds.matter import is_answers
from scraper.embeds.places import ancestors
from scraper.metadata.printed import printed_date
from scraper.metadata.titles import begins, is_most_of, is_site, may_hold_more, site_in, without_site
from scraper.records import Article, Moment
from scraper.tree import earliest, first, select
from scraper.urls import canonical_url, http_url, unwrap_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from resiliparse.parse.html import ElementNode, HTMLTree

# schema.org's Article and its kinds, and what publishers use in their stead.
_ARTICLE = re.compile(r"(?:\w*Article|\w*BlogPosting|Report\w*|\w*NewsStory|\w*Review)$")
_ARTICLE_TYPE = re.compile(r"\"@type\"\s{0,9}:\s{0,9}\"\w{0,20}(?:Article|BlogPosting)\"")
_PAGE = re.compile(r"(?:WebPage|ItemPage|AboutPage)$")
_PUBLISHED = (
    "article:published_time", "og:published_time", "og:article:published_time", "datepublished",
    "parsely-pub-date", "cxenseparse:recs:publishtime", "sailthru.date", "pubdate", "publish-date",
    "publish_date", "publication_date", "date.publication", "article.published", "article:published",
    "published_time", "bt:pubdate", "vr:published_time", "shareaholic:article_published_time",
    "article_date_original", "citation_publication_date", "publishdate", "pub_date", "release_date",
    "dc.date.issued", "dcterms.issued",
    "dcterms.date", "dcterms.created", "dc.date.created", "dc.date", "date",
)  # fmt: skip
#: How a class and how a label in front of it say that a time is that of a change.
_CHANGED = re.compile(r"updat|modif", re.IGNORECASE)
_CHANGED_ON = re.compile(
    r"(?:updated?|modified|changed|revised|aktualisiert|geändert|stand|mise? à jour|modifié|actualizad[oa]"
    r"|modificad[oa]|aggiornato|modifica|aggiornamento|atualizad[oa]|atualização|bijgewerkt|uppdaterad|oppdatert|opdateret)"
    r"[\s:]*(?:on|at|am|le|el|il|em|den)?[\s:]*$",
    re.IGNORECASE,
)
_TIMES_TRIED, _HEADINGS_TRIED = 5, 20
_LANGUAGE = re.compile(r"(?!und\b|mul\b|zxx\b)[a-zA-Z]{2,3}(?=$|[-_,;\s])")
#: Seconds, or milliseconds, since 1970: from 2001 on.
_EPOCH = re.compile(r"(1\d{9})(?:\d{3})?")
_LAST_COMMA = re.compile(r",\s{0,100}(?=[}\]])")
_BROKEN = re.compile(r"\"datePublished\"\s{0,9}:\s{0,9}\"([^\"<>]{8,40})\"")


@dataclass(frozen=True, slots=True)
class _Page:
    """The places where a page states facts.

    Attributes:
        tree: The parsed page.
        meta: The content of each ``<meta>`` by its lower-case name; the first one of a name.
        article: The JSON-LD object of the article, else that of the page, else an empty one.
        url: The page's canonical URL.
    """

    tree: HTMLTree
    meta: dict[str, str]
    article: dict[str, Any]
    url: str | None

    def text_of(self, selector: str) -> str | None:
        """The words of the first element that matches and has any."""
        node = earliest(self.tree, selector)
        if node is None:
            return None
        # Nearly always the first has words, which spares a walk through all of the page.
        return _words(node) or next(filter(None, map(_words, select(self.tree, selector))), None)


def _words(node: ElementNode) -> str:
    return " ".join((node.text or "").split())


def metadata_of(tree: HTMLTree, nodes: Iterable[ElementNode], url: str | None, prose: str) -> Article:
    """Read what a page says about its article.

    Args:
        tree: The parsed page.
        nodes: Its metas, canonical links and JSON-LD scripts.
        url: Where it came from, when known.
        prose: Its article's text, to detect the language from where none is declared.
    """
    by_tag: dict[str | None, list[ElementNode]] = defaultdict(list)
    for node in nodes:
        by_tag[node.tag].append(node)
    meta = _meta(by_tag["meta"])
    url = url or meta.get("savepage-url")
    link = next((href for node in by_tag["link"] if (href := node.getattr("href"))), None)
    stated = (link, meta.get("og:url"), url)
    article = _article_object([node.text or "" for node in by_tag["script"]], stated)
    page = _Page(tree, meta, article, _canonical(link, meta, article, url))
    outlet = _outlet(page)
    return Article(
        url=page.url,
        title=_title(page, outlet),
        outlet=outlet or _outlet_in_window(page) or outlet_of(page.url),
        language=_declared_language(page) or language_of(prose),
        published=_published(page),
    )


def _meta(nodes: Iterable[ElementNode]) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in nodes:
        name = (
            node.getattr("property")
            or node.getattr("name")
            or node.getattr("itemprop")
            or node.getattr("http-equiv")
        )
        content = (node.getattr("content") or "").strip()
        if name and content:
            found.setdefault(name.strip().lower(), content)
    return found


def _article_object(scripts: Iterable[str], stated: Iterable[str | None]) -> dict[str, Any]:
    things = [thing for script in scripts for thing in _things(_json(script), 0)]
    articles = [
        thing
        for thing in things
        if _is_a(thing, _ARTICLE) and _text(thing.get("headline") or thing.get("name"))
    ]
    pages = [thing for thing in things if _is_a(thing, _PAGE)]
    if len(articles) > 1:  # other stories are described too: the page's own is the one with its address
        own = {canonical_url(address) for address in stated if address}
        articles = [thing for thing in articles if own & _addresses(thing)] or articles
    return (articles or pages or [{}])[0]


def _addresses(thing: dict[str, Any]) -> set[str]:
    page = thing.get("mainEntityOfPage")
    named = [page, thing.get("url"), thing.get("@id"), page.get("@id") if isinstance(page, dict) else None]
    return {canonical_url(address) for address in map(_text, named) if address}


def _json(script: str) -> Any:
    """Load JSON-LD as publishers write it: with raw line ends in strings, inside CDATA or a comment."""
    script = script.replace("<![CDATA[", "").replace("]]>", "")
    begin, end = re.search(r"[\[{]", script), max(script.rfind("}"), script.rfind("]"))
    if begin is None or end < begin.start():
        return None
    written = script[begin.start() : end + 1]
    return _loaded(written) or _loaded(_LAST_COMMA.sub("", written)) or _date_of_broken(written)


def _loaded(written: str) -> Any:
    try:
        return json.loads(written, strict=False)
    except (ValueError, RecursionError):
        return None


def _date_of_broken(written: str) -> dict[str, str] | None:
    """What is broken elsewhere still states its date."""
    date = _BROKEN.search(written)
    return {"@type": "WebPage", "datePublished": date[1]} if date and _ARTICLE_TYPE.search(written) else None


def _things(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """The objects at the top of a JSON-LD script; not those that only describe another one's parts."""
    if isinstance(value, list) and depth < 4:
        for item in value[:200]:
            yield from _things(item, depth + 1)
    elif isinstance(value, dict):
        yield value
        yield from _things(value.get("@graph"), depth + 1)
        if isinstance(main := value.get("mainEntity"), dict):
            yield from _things(main, depth + 1)


def _is_a(thing: dict[str, Any], types: re.Pattern[str]) -> bool:
    kinds = thing.get("@type")
    return any(
        isinstance(kind, str) and types.search(kind)
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    )


def _text(value: Any) -> str | None:
    """A JSON-LD value as text: of a list the first, of an object its name."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("name") or value.get("@id") or value.get("@value")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    return " ".join(html.unescape(re.sub(r"<[^<>]{1,200}>", "", value)).split()) or None


def _canonical(
    link: str | None, meta: dict[str, str], article: dict[str, Any], url: str | None
) -> str | None:
    stated = [link, meta.get("og:url"), meta.get("twitter:url")]
    stated += [_text(article.get("mainEntityOfPage")), _text(article.get("url"))]
    own = unwrap_archive(url) if url else None
    for raw in stated:
        address = http_url(urljoin(own or "", unwrap_archive(raw.strip()))) if raw else None
        if address and not _is_front_page(address, own):
            return canonical_url(address)
    return canonical_url(own) if own else None


def _is_front_page(address: str, own: str | None) -> bool:
    """A site that names its front page as canonical for every article states nothing about this one."""
    return own is not None and urlsplit(address).path in {"", "/"} and urlsplit(own).path not in {"", "/"}


def _outlet(page: _Page) -> str | None:
    publisher = page.article.get("publisher")
    stated = (page.meta.get("og:site_name"), _text(publisher), page.meta.get("application-name"))
    return next((name for name in map(_text, stated) if name and "://" not in name), None)


def _outlet_in_window(page: _Page) -> str | None:
    """The site's name in the window's title, which alone may be anything: it must be that of the host too."""
    host = outlet_of(page.url)
    title = page.text_of("title") if host else None
    return site_in(title, host) if title else None


def _title(page: _Page, outlet: str | None) -> str | None:
    """The best title that is more than the site's name; without one, that name."""
    host = outlet_of(page.url)
    stated = [title for title in map(_text, _titles(page, outlet, host)) if title]
    title = without_site(stated[-1], outlet, host) if stated else None
    heading = page.text_of("h1") if title and may_hold_more(title) else None
    return heading if title and heading and is_most_of(heading, title) else title


def _titles(page: _Page, outlet: str | None, host: str | None) -> Iterator[str | None]:
    """The best statement that is more than the site's name; where there is none, the first that there is.

    The tree is searched only where nothing better is stated.
    """
    ways: tuple[Callable[[], str | None], ...] = (
        lambda: _text(page.article.get("headline")) if _is_a(page.article, _ARTICLE) else None,
        lambda: page.meta.get("og:title"),
        lambda: page.text_of("h1[itemprop='headline'], article h1, h1"),
        lambda: page.meta.get("twitter:title"),
        lambda: _heading_in(page, page.text_of("title")),
        lambda: page.text_of("title"),
    )
    first = None
    for way in ways:
        title = _text(way())
        first = first or title
        if title and not is_site(title, outlet, host):
            yield title
            return
    yield first


def _heading_in(page: _Page, title: str | None) -> str | None:
    """A lesser heading with which the window's title begins, in front of the site's name."""
    headings = map(_words, first(page.tree, "h2, h3", _HEADINGS_TRIED))
    return next((text for text in headings if text and title and begins(title, text)), None)


def _published(page: _Page) -> Moment | None:
    for raw in map(_text, _dates(page)):
        moment = _moment(raw) if raw else None
        # The day on which computers begin to count stands where no date was entered.
        if moment and moment.precision not in {"year", "month"} and not moment.at.startswith("1970-01-01"):
            return replace(moment, source="metadata")
    return printed_date(page.tree)


def _moment(raw: str) -> Moment | None:
    epoch = _EPOCH.fullmatch(raw)
    if epoch is None:
        return parse_date(raw)
    at = datetime.fromtimestamp(int(epoch[1]), UTC).isoformat().replace("+00:00", "Z")
    return Moment(at=at, precision="second", source="metadata", as_written=raw)


def _dates(page: _Page) -> Iterator[Any]:
    yield page.article.get("datePublished")
    yield from map(page.meta.get, _PUBLISHED)
    # Most pages without a date above have none here: one query tells.
    if earliest(page.tree, ", ".join(_TIMES)) is not None:
        yield from (_time(page, selector) for selector in _TIMES)


_TIMES = (
    "time[itemprop='datePublished'], [itemprop='datePublished'][datetime]",
    "time[pubdate]",
    "header time[datetime], article time[datetime]",
    "h1 + time[datetime], h1 + p time[datetime], h1 + div > time[datetime]",
    "abbr.published[title], .entry-date[datetime]",
)


def _time(page: _Page, selector: str) -> str | None:
    nodes = (node for node in first(page.tree, selector, _TIMES_TRIED) if not _is_of_change(node))
    node = next(nodes, None)
    return (node.getattr("datetime") or node.getattr("title") or node.text) if node else None


def _is_of_change(node: ElementNode) -> bool:
    """Tell whether a time says when the article was changed, or stands beside the article."""
    above = node.parent_element
    before = (above.text or "")[:300].partition(node.text or "\0")[0] if above else ""
    beside = node.closest("aside, nav, footer")
    if _CHANGED_ON.search(before, max(0, len(before) - 60)) or (beside and not _ends_article(beside)):
        return True
    if any(is_answers(above) for above in ancestors(node)):
        return True
    names = f"{node.getattr('class') or ''} {node.getattr('itemprop') or ''}"
    return _CHANGED.search(names) is not None and "published" not in names


def _ends_article(node: ElementNode) -> bool:
    """Tell whether an element is the last part of an article, where themes print its author and date."""
    return node.tag == "footer" and node.closest("article") is not None


def _declared_language(page: _Page) -> str | None:
    document = page.tree.document
    root = document.document_element if document is not None else None
    stated = (
        root.getattr("lang") if root else None,
        root.getattr("xml:lang") if root else None,
        page.meta.get("content-language"),
        page.meta.get("og:locale"),
        _text(page.article.get("inLanguage")),
    )
    found = (_LANGUAGE.match(language.strip()) for language in stated if language)
    return next((language[0].lower() for language in found if language), None)
