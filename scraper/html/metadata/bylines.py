"""Find who wrote an article: its JSON-LD, the byline around its headline, its ``<meta>`` elements.

The JSON-LD is read first, as it separates the names. It gives way to the printed byline where that names
others: engines state the account that typed the article, or the outlet, in the place of its author.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from scraper.html.embeds.section_roles import PageLayout, class_and_id, is_elsewhere
from scraper.html.metadata.headline import fold, is_site
from scraper.html.metadata.meta_and_json_ld import as_text, is_a
from scraper.html.metadata.names import ROLE, behind_label, is_label, names_in, signature, unique
from scraper.markup.tree_queries import ancestors, select_first
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from resiliparse.parse.html import ElementNode

    from scraper.html.metadata.meta_and_json_ld import PageFacts
    from scraper.html.metadata.surroundings import Surroundings, Text, Texts

_META = (
    "author", "byl", "byline", "article:author", "og:article:author", "parsely-author", "sailthru.author",
    "article_author", "article.author", "cxenseparse:author", "vr:author", "authors", "citation_author",
    "citation_authors", "dc.creator", "dcterms.creator", "dc.contributor.author", "creator",
)  # fmt: skip
_ELEMENTS = (
    "[rel~='author'], [itemprop~='author'], [itemprop~='creator'], [class*='byline'], [class*='Byline'],"
    " [class*='author'], [class*='Author'], [class*='autor'], [class*='auteur'], .reader-credits"
)
#: An element that is named for the author, not for a box about them or a list of them.
_NAMED = lazy_regex(
    r"(?:^|[\s_-])(?:(?:by-?line|author|autor|auteur)s?(?:[-_]?(?:name|link|url|fn))?|vcard|reader-credits)(?=$|\s)"
    r"|(?:Byline|Author|author)(?:s|Name|Link)?(?=$|\s|[-_]{1,2}\w)|(?:byline|author|autor|auteur)[-_]{1,2}name"
)
#: What an element for an author may hold besides the name.
_ABOUT_AUTHOR = lazy_regex(
    r"(?:author|autor|auteur|byline)\w*[-_]{1,2}(?:desc|bio|title|job|role|position|date|social|text$|excerpt)",
    re.IGNORECASE,
)
_AUTHOR_PAGE = lazy_regex(
    r"/(?:authors?|autor(?:en|es|in)?|auteurs?|users?|profil(?:es?)?|people|persons?|staff|team|redaktion|redaction"
    r"|by|writers?|contributors?|journalist(?:en|es|s)?|byline|editors?|columnists?|bios?)/",
    re.IGNORECASE,
)
_COMPANY = lazy_regex(r",?\s(?:gmbh|ag|e\.? ?v|inc|llc|ltd|limited|corp|s\.?a|pty|plc|pc)\.?$", re.IGNORECASE)
_PERSON = lazy_regex(r"Person$")
_ELEMENTS_TRIED, _LONGEST, _MOST_AUTHORS, _SHORTEST_NAME, _NEAR = 40, 200, 20, 5, 2
_JOINING = lazy_regex(r"[\s,;&+/]*(?:and|und|et|y|e|en|och|og|i)?[\s,;&/]*", re.IGNORECASE)


def bylines(page: PageFacts, around: Surroundings, prose: str, outlet: str | None, host: str | None) -> tuple[str, ...]:
    """Return the names of an article's authors, in their order; the outlet's only where nobody else is one."""
    authors = _json_ld_authors(page)
    stated = unique(name for author, _ in authors for name in names_in(author))
    if stated and any(is_person for _, is_person in authors):
        return tuple(_people(stated, outlet, host) or stated)  # of whom a site may bear the name
    best = _around_and_in_meta(stated, _in_meta(page), around)
    return tuple(_first_people(best, outlet, host) or _named(page) or _signed(prose))


def _around_and_in_meta(stated: list[str], in_meta: list[str], around: Surroundings) -> Iterator[Sequence[str]]:
    """Yield the names that may be the authors', most certain first: what is printed confirms what is stated."""
    is_shown = _is_shown([*stated, *in_meta], around)
    labelled = [] if is_shown else _labelled(around)
    yield labelled or stated
    if is_shown and _is_shown(in_meta, around):
        yield in_meta
    else:
        yield labelled or _printed(around, may_be_labelled=is_shown)
    yield in_meta


def _printed(around: Surroundings, *, may_be_labelled: bool) -> list[str]:
    """Return the names after "By", or else in an element named for the author."""
    labelled = _labelled(around) if may_be_labelled else []
    return labelled or _in_named(around.behind) or _in_named(around.before)


def _first_people(stated: Iterable[Sequence[str]], outlet: str | None, host: str | None) -> Sequence[str]:
    """Return the first names of others than the site; the first names at all where there are none."""
    mere: Sequence[str] = ()
    for names in stated:
        if people := _people(names, outlet, host):
            return people
        mere = mere or names
    return mere


def _people(names: Iterable[str], outlet: str | None, host: str | None) -> list[str]:
    """Return the names that are not that of the site, with or without the form of its company."""
    return [name for name in names if not is_site(_COMPANY.sub("", name), outlet, host)]


def _is_shown(names: Sequence[str], around: Surroundings) -> bool:
    """Return True if one of these names is printed around the headline; no more is read than it takes."""
    folded = [name.casefold() for name in names]
    for texts in (around.behind, around.before) if folded else ():
        words = ""
        for text in texts:
            words = f"{words} {text.words.casefold()}"
            if any(name in words for name in folded):
                return True
    return False


def _in_meta(page: PageFacts) -> list[str]:
    """Return the names in the first ``<meta>`` element for authors that has any; cards say what they hold."""
    texts = [page.meta.get(key) for key in _META]
    if is_label(page.meta.get("twitter:label1", "")):
        texts.insert(0, page.meta.get("twitter:data1"))
    return next((list(names) for text in texts if text and (names := names_in(text))), [])


def _json_ld_authors(page: PageFacts) -> list[tuple[str, bool]]:
    """Return the authors of the page's article, or of the work that it describes, each with whether it is a person."""
    named = {str(thing["@id"]): thing for thing in page.things if thing.get("@id") and thing.get("name")}
    for work in page.works:
        value = work.get("author") or work.get("creator")
        things = (_author(one, named) for one in (value[:_MOST_AUTHORS] if isinstance(value, list) else [value]))
        if found := [(name, is_a(thing, _PERSON)) for thing in things if (name := as_text(thing.get("name")))]:
            return found
    return []


def _author(stated: Any, named: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the object of an author, who may be described elsewhere under an ``@id``."""
    if not isinstance(stated, dict):
        return {"name": stated}
    return stated if stated.get("name") else named.get(str(stated.get("@id")), {})


def _labelled(around: Surroundings) -> list[str]:
    """Return the names after the first "By" that is followed by any, after the headline or before it."""
    for texts in (around.behind, around.before):
        for place, text in enumerate(texts):
            if behind_label(text.words) is None or text.is_beside:
                continue
            at = place + 1 if is_label(text.words) else place
            named = texts.at(at)
            if named and (names := names_in(named.words, is_certain=False)):
                return unique([*names, *_more_names(texts, at + 1)])
    return []


def _more_names(texts: Texts, place: int) -> list[str]:
    """Return the names that follow after a comma or "and" of their own."""
    names: list[str] = []
    while (joint := texts.at(place)) and (named := texts.at(place + 1)) and _JOINING.fullmatch(joint.words):
        found = names_in(named.words, is_certain=False)
        if not found or ROLE.search(found[0]):
            break
        names += found
        place += 2
    return names


def _in_named(texts: Texts) -> list[str]:
    """Return the names in the first element that is stated to be the author's, or else is named for them."""
    known: dict[ElementNode, bool | None] = {}
    shown = [(place, text) for place, text in enumerate(texts) if _is_for_author(text, known) and not text.is_beside]
    for place, text in sorted(shown, key=lambda item: not _is_stated_author(item[1].parent)):
        is_certain = _is_stated_author(text.parent) or _links_to(text)
        names = () if is_label(text.words) else names_in(text.words, is_certain=is_certain)
        if names:
            return unique([*names, *_more_names(texts, place + 1)])
    return []


def _is_for_author(text: Text, known: dict[ElementNode, bool | None]) -> bool:
    """Return True if a text is in an author's element, or links to the page of an author of that name.

    `known` (element -> whether it is the author's; None: a box about them) is filled in, as texts share theirs.
    """
    address = text.parent.getattr("href") or ""
    return _is_authors(text.parent, known) or (_AUTHOR_PAGE.search(address) is not None and _links_to(text))


def _links_to(text: Text) -> bool:
    """Return True if a text is a link whose address has the same words."""
    address, name = text.parent.getattr("href") or "", fold(text.words)
    return len(name) > _SHORTEST_NAME and name in fold(address[-_LONGEST:])


def _is_stated_author(node: ElementNode) -> bool:
    """Return True if the markup states that an element is the author, whatever its name."""
    if any("author" in (node.getattr(key) or "").split() for key in ("rel", "itemprop")):
        return True
    names = node.getattr("class") or ""  # "fn" names whom a card of hCard is of
    return (
        "fn" in names
        and "fn" in names.split()
        and any("author" in class_and_id(box) for box in islice(ancestors(node), 2))
    )


def _is_authors(node: ElementNode, known: dict[ElementNode, bool | None]) -> bool:
    """Return True if an element, or one close around it, is the author's by statement or name."""
    for one in chain((node,), islice(ancestors(node), _NEAR)):
        if one not in known:
            name = class_and_id(one)
            is_named = _is_stated_author(one) or _NAMED.search(name) is not None
            known[one] = None if _ABOUT_AUTHOR.search(name) else is_named
        if known[one] is not False:
            return known[one] is True
    return False


def _named(page: PageFacts) -> list[str]:
    """Return the names in elements for authors anywhere; none if they name several, as lists of stories do."""
    layout, found = PageLayout(page.tree), dict[str, list[str]]()
    for node in select_first(page.tree, _ELEMENTS, _ELEMENTS_TRIED):
        if node.query_selector(_ELEMENTS) is not None:
            continue  # the name is in an element of its own
        text = " ".join((node.text or "").split())
        names = names_in(text, is_certain=False) if text and len(text) <= _LONGEST else ()
        around: Iterable[ElementNode] = (node, *ancestors(node))
        if not names or not _is_authors(node, {}) or any(is_elsewhere(one, layout) for one in around):
            continue
        found.setdefault(fold(names[0]), list(names))
    return next(iter(found.values())) if len(found) == 1 else []


def _signed(prose: str) -> list[str]:
    """Return the names in a line "Written by" anywhere in the article; none where such lines name several."""
    lines = (line.strip() for line in prose.splitlines() if len(line) <= _LONGEST)
    found = {fold(names[0]): list(names) for line in lines if (names := signature(line))}
    return next(iter(found.values())) if len(found) == 1 else []
