"""Find who wrote an article: its JSON-LD, the byline around its headline, its ``<meta>`` elements.

The JSON-LD is read first, as it separates the names. It gives way to the printed byline where that names
others: engines state the account that typed the article, or the outlet, in the place of its author.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from scraper.html.embeds.section_roles import PageLayout, class_and_id, is_comments, is_not_article
from scraper.html.metadata.headline import fold
from scraper.html.metadata.meta_and_json_ld import as_text, is_a
from scraper.html.metadata.names import behind_label, is_label, names_in, unique
from scraper.html.metadata.titles import is_site
from scraper.html.tree_queries import ancestors, select_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from resiliparse.parse.html import ElementNode

    from scraper.html.metadata.meta_and_json_ld import PageFacts
    from scraper.html.metadata.surroundings import Surroundings, Text

_META = (
    "author", "byl", "byline", "article:author", "og:article:author", "parsely-author", "sailthru.author",
    "article_author", "article.author", "cxenseparse:author", "vr:author", "authors", "citation_author",
    "dc.creator", "dcterms.creator", "dc.contributor.author", "creator",
)  # fmt: skip
_ELEMENTS = (
    "[rel~='author'], [itemprop~='author'], [itemprop~='creator'], [class*='byline'], [class*='Byline'],"
    " [class*='author'], [class*='Author'], [class*='autor'], [class*='auteur']"
)
#: An element that is named for the author, not for a box about them or a list of them.
_NAMED = re.compile(
    r"(?:^|[\s_-])(?:(?:by-?line|author|autor|auteur)s?(?:[-_]?(?:name|link|url|fn))?|vcard)(?=$|\s)"
    r"|(?:Byline|Author|author)(?:s|Name|Link)?(?=$|\s|[-_]{1,2}\w)|(?:byline|author|autor|auteur)[-_]{1,2}name",
)
_AUTHOR_PAGE = re.compile(
    r"/(?:authors?|autor(?:en|es|in)?|auteurs?|users?|profil(?:es?)?|people|persons?|staff|team|redaktion|redaction"
    r"|by|writers?|contributors?|journalist(?:en|es|s)?|byline|editors?|columnists?|bios?)/",
    re.IGNORECASE,
)
_PERSON = re.compile(r"Person$")
_ELEMENTS_TRIED, _LONGEST, _MOST_AUTHORS, _SHORTEST_NAME, _NEAR = 40, 200, 20, 5, 2
_JOINING = re.compile(r"[\s,;&+/]*(?:and|und|et|y|e|en|och|og|i)?[\s,;&/]*", re.IGNORECASE)


def bylines(page: PageFacts, around: Surroundings, outlet: str | None, host: str | None) -> tuple[str, ...]:
    """Return the names of an article's authors, in their order.

    Args:
        page: The metadata of the page.
        around: The texts around its headline.
        outlet: The name of its site, which is an author only where nobody else is.
        host: The host of the page.
    """
    authors = _json_ld_authors(page)
    stated = unique(name for author in authors for name in names_in(author.name))
    if stated and any(author.is_person for author in authors):
        return tuple(stated)  # of whom a site may bear the name
    in_meta = _in_meta(page)
    texts = (*around.before, *around.behind)
    labelled = _labelled(around.behind) or _labelled(around.before)
    if labelled and not _any_of([*stated, *in_meta], texts):
        stated = labelled
    printed = labelled or _in_named(around.behind) or _in_named(around.before)
    best = (stated, in_meta if _any_of(in_meta, texts) else printed, in_meta)
    return tuple(_first_people(best, outlet, host) or printed or _named(page))


def _first_people(stated: Iterable[Sequence[str]], outlet: str | None, host: str | None) -> Sequence[str]:
    """Return the first names of others than the site; the first names at all where there are none."""
    mere: Sequence[str] = ()
    for names in stated:
        if people := [name for name in names if not is_site(name, outlet, host)]:
            return people
        mere = mere or names
    return mere


def _any_of(names: Sequence[str], texts: Sequence[Text]) -> bool:
    """Return whether one of these names is printed in the texts."""
    around = " ".join(text.words for text in texts).casefold()
    return any(name.casefold() in around for name in names)


def _in_meta(page: PageFacts) -> list[str]:
    """Return the names in the first ``<meta>`` element for authors that has any."""
    texts = (page.meta.get(key) for key in _META)
    return next((list(names) for text in texts if text and (names := names_in(text))), [])


@dataclass(frozen=True, slots=True)
class _Author:
    """An author as JSON-LD states one."""

    name: str
    is_person: bool


def _json_ld_authors(page: PageFacts) -> list[_Author]:
    """Return the authors of the page's article, or of the work that it describes."""
    named = {str(thing["@id"]): thing for thing in page.things if thing.get("@id") and thing.get("name")}
    for work in page.works:
        value = work.get("author") or work.get("creator")
        values = value[:_MOST_AUTHORS] if isinstance(value, list) else [value]
        if found := [author for one in values if (author := _author(one, named))]:
            return found
    return []


def _author(stated: Any, named: dict[str, dict[str, Any]]) -> _Author | None:
    """Return an author, who may be described elsewhere under an ``@id``."""
    if not isinstance(stated, dict):
        name = as_text(stated)
        return _Author(name, is_person=False) if name else None
    thing = stated if stated.get("name") else named.get(str(stated.get("@id")), {})
    name = as_text(thing.get("name"))
    return _Author(name, is_person=is_a(thing, _PERSON)) if name else None


def _labelled(texts: Sequence[Text]) -> list[str]:
    """Return the names behind the first "By" that is followed by any."""
    for place, text in enumerate(texts):
        inner = behind_label(text.words)
        if inner is None or text.is_beside:
            continue
        at = place + 1 if is_label(text.words) else place
        names = names_in(texts[at].words, is_certain=False) if at < len(texts) else ()
        if names:
            return unique([*names, *_more_names(texts, at + 1)])
    return []


def _more_names(texts: Sequence[Text], place: int) -> list[str]:
    """Return the names that follow behind a comma or "and" of their own."""
    names: list[str] = []
    while place + 1 < len(texts) and _JOINING.fullmatch(texts[place].words):
        found = names_in(texts[place + 1].words, is_certain=False)
        if not found:
            break
        names += found
        place += 2
    return names


def _in_named(texts: Sequence[Text]) -> list[str]:
    """Return the names in the first element that is stated to be the author's, or else is named for them."""
    shown = [(place, text) for place, text in enumerate(texts) if _is_for_author(text) and not text.is_beside]
    for place, text in sorted(shown, key=lambda item: not _is_stated_author(item[1].parent)):
        is_certain = _is_stated_author(text.parent) or _links_to(text)
        names = () if is_label(text.words) else names_in(text.words, is_certain=is_certain)
        if names:
            return unique([*names, *_more_names(texts, place + 1)])
    return []


def _is_for_author(text: Text) -> bool:
    """Return whether a text is in an author's element, or links to the page of an author of that name."""
    address = text.parent.getattr("href") or ""
    return _is_authors(text.parent) or (_AUTHOR_PAGE.search(address) is not None and _links_to(text))


def _links_to(text: Text) -> bool:
    """Return whether a text is a link whose address has the same words."""
    address, name = text.parent.getattr("href") or "", fold(text.words)
    return len(name) > _SHORTEST_NAME and name in fold(address[-_LONGEST:])


def _is_stated_author(node: ElementNode) -> bool:
    """Return whether the markup states that an element is the author, whatever its name."""
    return any("author" in (node.getattr(name) or "").split() for name in ("rel", "itemprop"))


def _is_authors(node: ElementNode) -> bool:
    """Return whether an element, or one close around it, is the author's by statement or name."""
    near = (node, *islice(ancestors(node), _NEAR))
    return any(_is_stated_author(one) or _NAMED.search(class_and_id(one)) for one in near)


def _named(page: PageFacts) -> list[str]:
    """Return the names in elements for authors anywhere in the article, such as a line at its end.

    Where they name several, as lists of stories do, nothing tells which is the article's.
    """
    layout, found = PageLayout(page.tree), dict[str, list[str]]()
    for node in select_first(page.tree, _ELEMENTS, _ELEMENTS_TRIED):
        text = " ".join((node.text or "").split())
        names = names_in(text, is_certain=False) if text and len(text) <= _LONGEST else ()
        around: Iterable[ElementNode] = (node, *ancestors(node))
        if not names or not _is_authors(node) or any(_is_beside(one, layout) for one in around):
            continue
        found.setdefault(fold(names[0]), list(names))
    return next(iter(found.values())) if len(found) == 1 else []


def _is_beside(box: ElementNode, layout: PageLayout) -> bool:
    return is_not_article(box, layout, generic=False) or is_comments(box)
