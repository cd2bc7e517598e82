"""Choose the title, canonical URL, outlet and language of an article from the statements of its page.

The order of precedence: JSON-LD of an article type, Open Graph and the like, other ``<meta>`` elements, then
the elements that are displayed. A date without a zone stays without one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scraper.html.metadata import meta_and_json_ld
from scraper.html.metadata.bylines import bylines
from scraper.html.metadata.headline import (
    address_in,
    fold,
    is_site,
    site_after_headline,
    site_in,
    site_of_feed,
    title_of,
    without_site,
)
from scraper.html.metadata.meta_and_json_ld import PageFacts, as_text, is_a, text_on_one_line
from scraper.html.metadata.publication_date import dates_of
from scraper.html.metadata.surroundings import Surroundings
from scraper.markup.tree_queries import select_first, select_one
from scraper.patterns import lazy_regex
from scraper.records import Article
from scraper.text.language import detect_language
from scraper.values.urls import canonical_url, host_without_www, http_url, joined_url, unwrap_archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from resiliparse.parse.html import ElementNode, HTMLTree

_FEEDS = frozenset({"application/rss+xml", "application/atom+xml"})
#: A selector for the elements that state metadata; with those of feeds, whose titles name the site.
METADATA_NODES = (
    'meta[content], meta[value], link[rel~="canonical"][href], script[type*="ld+json"],'
    ' link[type="application/rss+xml"][title], link[type="application/atom+xml"][title]'
)
#: From this length on, the text tells the language better than ``<html lang>``; and how much of it is read.
_LONG_ENOUGH, _READ_FOR_LANGUAGE = 400, 3_000
_HEADINGS_TRIED, _FEEDS_TRIED = 20, 3
#: Publishers that a blog engine states for every blog.
_ENGINES = frozenset({"Blogger", "Blogspot", "WordPress", "WordPress.com"})
_SITE, _TRAIL = lazy_regex(r"WebSite$"), lazy_regex(r"BreadcrumbList$")
#: A declared language; some pages declare the code of a country or of an encoding instead.
_LANGUAGE = lazy_regex(
    r"(?!(?:und|mul|zxx|ch|cn|cz|dk|gr|jp|kr|sp|ua|vn|utf)\b)[a-z]{2,3}(?=$|[-_,;\s])", re.IGNORECASE
)
_SECTION = ("article:section", "og:article:section", "articlesection", "parsely-section", "section")
_LONGEST_SECTION, _WORDS_OF_HEADLINE = 60, 6
#: Languages in which days come before months in numbers, and countries where that is so in English.
_DAY_FIRST = frozenset(
    (  # noqa: SIM905 - a list of codes reads best as a line
        "ar bg bs ca cs da de el es et fi fr gl he hi hr id is it lv mk ms nb nl nn no pl pt ro ru sk sl sq sr sv th tr"
        " uk vi"
    ).split()
)
_DAY_FIRST_IN = frozenset({"GB", "UK", "IE", "AU", "NZ", "IN", "ZA", "SG", "MY", "NG", "KE", "PK", "BD"})
_ACCOUNT = lazy_regex(r"@\w+")


class PageMetadata:
    """The metadata of a page's article, in two steps, so that a page can be judged by the first one alone."""

    def __init__(
        self, tree: HTMLTree, nodes: Iterable[ElementNode], headings: Sequence[ElementNode], url: str | None, prose: str
    ) -> None:
        """Read the title, and the language, in `prose` if not declared; `headings` has also replaced ``<h1>``."""
        self._page = _facts(tree, nodes, headings, url)
        self._outlet, self._prose = _outlet(self._page), prose
        self.title, self._heading = title_of(self._page, self._outlet, host_without_www(self._page.url))
        self.language = _language(self._page, prose)

    @property
    def live_updates(self) -> list[Any]:
        """The entries of a live blog that the page states."""
        stated = (thing["liveBlogUpdate"] for thing in self._page.things if "liveBlogUpdate" in thing)
        return [entry for entries in stated for entry in (entries if isinstance(entries, list) else [entries])]

    @property
    def has_dated_parts(self) -> bool:
        """True if microdata state a date of publication, at times of each part of the page."""
        return "datepublished" in self._page.meta

    def article(self) -> Article:
        """Return all metadata."""
        page, outlet, host = self._page, self._outlet, host_without_www(self._page.url)
        around = Surroundings(self._heading)
        published, modified = dates_of(page, around, numeric=_marks_behind_days(page, self.language))
        return Article(
            url=page.url,
            title=self.title,
            outlet=(site_in(outlet, host) if outlet else host) or outlet,  # without a slogan or the title of a page
            language=self.language,
            published=published,
            modified=modified,
            bylines=bylines(page, around, self._prose, outlet, host),
            section=_section(page),
        )


def _marks_behind_days(page: PageFacts, language: str | None) -> str:
    """Return the marks in numeric dates of a page's language, or country, after which months follow days."""
    if language != "en":
        return "./-|" if language in _DAY_FIRST else ""
    root = page.tree.document.document_element if page.tree.document is not None else None
    stated = (root.getattr("lang") or root.getattr("xml:lang") or "") if root else ""
    return "./-|" if stated.upper()[-2:] in _DAY_FIRST_IN else "."


_OF_ARCHIVE = frozenset({"og:site_name", "article:published_time", "article:modified_time"})


def _without_archive(meta: dict[str, str]) -> dict[str, str]:
    """Return the metadata without the name and time that archive.today states of itself."""
    is_archived = meta.get("og:site_name", "").startswith("archive.")
    return {name: value for name, value in meta.items() if name not in _OF_ARCHIVE} if is_archived else meta


def _facts(tree: HTMLTree, nodes: Iterable[ElementNode], headings: Sequence[ElementNode], url: str | None) -> PageFacts:
    """Read the statements of a page, before any choice."""
    by_tag: dict[str | None, list[ElementNode]] = defaultdict(list)
    for node in nodes:
        by_tag[node.tag].append(node)
    meta = _without_archive(meta_and_json_ld.meta_of(by_tag["meta"]))
    url = url or meta.get("savepage-url")
    feeds = [node for node in by_tag["link"] if (node.getattr("type") or "").lower() in _FEEDS]
    link = next((href for node in by_tag["link"] if node not in feeds and (href := node.getattr("href"))), None)
    stated = (link, meta.get("og:url"), url)
    things = meta_and_json_ld.json_ld_objects(node.text or "" for node in by_tag["script"])
    article = meta_and_json_ld.article_object(things, stated)
    titles = [node.getattr("title") or "" for node in feeds[:_FEEDS_TRIED]]
    shown = _headings(tree, len(headings))
    return PageFacts(tree, meta, article, _canonical(link, meta, article, url), things, titles, shown)


def _headings(tree: HTMLTree, count: int) -> list[ElementNode]:
    """Return the first ``<h1>`` elements of a page that had so many; to find one is much faster than all."""
    if count > 1:
        return list(select_first(tree, "h1", _HEADINGS_TRIED))
    first = select_one(tree, "h1") if count else None
    return [] if first is None else [first]


def _canonical(link: str | None, meta: dict[str, str], article: dict[str, Any], url: str | None) -> str | None:
    stated = [link, meta.get("og:url"), meta.get("twitter:url")]
    stated += [as_text(article.get("mainEntityOfPage")), as_text(article.get("url"))]
    own = unwrap_archive(url) if url else None
    for raw in stated:
        whole = unwrap_archive(raw.strip()) if raw else ""
        whole = f"http://{whole}" if whole.startswith("www.") else whole
        address = http_url(joined_url(own or "", whole)) if raw else None
        if address and not _is_front_page(address, own):
            return canonical_url(address)
    return canonical_url(own) if own else None


def _is_front_page(address: str, own: str | None) -> bool:
    """Return True if a canonical URL is that of the front page, while the page itself is another."""
    return own is not None and urlsplit(address).path in {"", "/"} and urlsplit(own).path not in {"", "/"}


def _outlet(page: PageFacts) -> str | None:
    """Return the first name of the site that is more than the name of its host."""
    host = host_without_www(page.url) or ""
    mere = None
    for name in filter(None, _outlets(page)):
        own = name.removeprefix("www.")
        if own.casefold() != host:
            return name
        mere = mere or own
    return mere or _outlet_behind_headline(page)


def _outlets(page: PageFacts) -> Iterator[str | None]:
    if paper := _IN_PRESSREADER.search(page.url or ""):
        stated_in = _TITLE_OF_PRESSREADER.match(page.text_of("title") or "")
        yield stated_in[1] if stated_in else paper[1].replace("-", " ").title()
    publisher = page.article.get("publisher")
    stated = [page.meta.get("og:site_name"), publisher, page.meta.get("application-name")]
    stated += [thing.get("name") for thing in page.things if is_a(thing, _SITE)]
    title = fold(page.meta.get("og:title") or page.text_of("h1") or "")
    yield from (name for name in map(as_text, stated) if name and _is_name(name) and not _is_headline(name, title))
    host, window = host_without_www(page.url), page.text_of("title") or ""
    yield site_in(window, host) if host else address_in(window)
    yield next(filter(None, (site_of_feed(feed, host) for feed in page.feeds)), None)
    yield _outlet_in_banner(page)
    yield _outlet_in_trail(page)


#: PressReader is no outlet; its URLs and titles name it.
_IN_PRESSREADER = lazy_regex(r"//(?:www\.)?pressreader\.com/[\w-]{2,40}/([\w-]{2,80})/\d{8}/\d")
_TITLE_OF_PRESSREADER = lazy_regex(r"PressReader(?:\.com)? - (.{2,80}?)(?: \([^()]{2,30}\))?: \d{4}-\d\d-\d\d - ")


def _is_headline(name: str, title: str) -> bool:
    """Return True if what is stated as the site's name is the beginning of the page's title, folded."""
    return len(name.split()) >= _WORDS_OF_HEADLINE and title.startswith(fold(name))


def _is_name(stated: str) -> bool:
    return "://" not in stated and stated not in _ENGINES and _ACCOUNT.fullmatch(stated) is None


def _outlet_behind_headline(page: PageFacts) -> str | None:
    """Return the end of the ``<title>`` after the headline, for pages that name their site nowhere."""
    title = page.text_of("title")
    heading = select_one(page.tree, "h1") if title else None
    headlines = [page.meta.get("og:title"), text_on_one_line(heading) if heading is not None else None]
    return next((name for line in headlines if line and title and (name := site_after_headline(title, line))), None)


def _outlet_in_trail(page: PageFacts) -> str | None:
    """Return the first item of the breadcrumbs, if it matches the host."""
    host = host_without_www(page.url)
    trails = [thing.get("itemListElement") for thing in page.things if is_a(thing, _TRAIL)]
    begins_with_part = [trail[0] for trail in trails if isinstance(trail, list) and trail]
    names = [as_text(begin.get("name") or begin.get("item")) for begin in begins_with_part if isinstance(begin, dict)]
    own = (name if is_site(name, None, host) else site_in(name, host) for name in names if name)
    return next(filter(None, own), None)


def _outlet_in_banner(page: PageFacts) -> str | None:
    """Return the ``<h1>`` that is a link, where the ``<title>`` is that and another, longer heading."""
    banner = select_one(page.tree, "h1")
    name = text_on_one_line(banner) if banner is not None and banner.query_selector("a[href]") else ""
    title = without_site(page.text_of("title") or "", name, None) if name else ""
    is_other = len(title) > len(name) and not title.startswith(name)
    headings = map(text_on_one_line, select_first(page.tree, "h1, h2, h3", _HEADINGS_TRIED)) if is_other else ()
    return name if title in headings else None


def _section(page: PageFacts) -> str | None:
    """Return the section that a page states; a sentence, an address or a list of keywords is none."""
    stated = [page.article.get("articleSection"), *map(page.meta.get, _SECTION)]
    sections = (section for section in map(as_text, stated) if section)
    return next((section for section in sections if len(section) <= _LONGEST_SECTION and "://" not in section), None)


def _language(page: PageFacts, prose: str) -> str | None:
    """Return the declared language; for English, which many engines declare by default, the detected one."""
    declared = _declared_language(page)
    if declared is None or (declared == "en" and len(prose) >= _LONG_ENOUGH):
        return detect_language(prose[:_READ_FOR_LANGUAGE]) or declared
    return declared


def _declared_language(page: PageFacts) -> str | None:
    document = page.tree.document
    root = document.document_element if document is not None else None
    stated = (
        root.getattr("lang") if root else None,
        root.getattr("xml:lang") if root else None,
        page.meta.get("content-language"),
        page.meta.get("og:locale"),
        as_text(page.article.get("inLanguage")),
    )
    found = (_LANGUAGE.match(language.strip()) for language in stated if language)
    return next((language[0].lower() for language in found if language), None)
