"""Read an HTML page: parse it once, then extract the article's metadata, its prose and its embeds."""

from __future__ import annotations

import html as entities
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.bounds import DEEPEST, run_finder, run_list_finder
from scraper.html.embeds.candidates import candidates
from scraper.html.embeds.parsed_page import measure_depth, parse
from scraper.html.embeds.section_roles import class_and_id
from scraper.html.embeds.tag_filter import NOTICE_STEMS
from scraper.html.embeds.tag_marking import MARK
from scraper.html.live_entries import DATES, TIMES, LiveEntries, may_be_live
from scraper.html.metadata.article_metadata import METADATA_NODES, PageMetadata
from scraper.html.pictures import CAPTION, DESCRIPTIONS, find_pictures, with_readings
from scraper.html.prose import headline_in, prose_of
from scraper.markup.rebuilt_post import signed_post, with_printed_post
from scraper.markup.signed_quote import with_text
from scraper.markup.tags import discard, tag_of
from scraper.markup.tree_queries import ancestors, select
from scraper.patterns import lazy_regex
from scraper.records import Allusion, Article, Embed, Loaded, Problem
from scraper.registry import posts_in, short_link
from scraper.text.notices import repeated_lines
from scraper.values.dates import parse_date
from scraper.values.moments import day_of
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.parsed_page import Candidate, ParsedMarkup
    from scraper.html.pictures import Reads
    from scraper.records import Moment, Post

    _Joined = tuple[list[tuple[Candidate, Post]], tuple[Loaded, ...]]

#: Most characters of a page. A page of nothing but tags takes the parser 64 times its length in memory.
_LONGEST_PAGE = 20_000_000
#: Days between a printed date and that of the id that no time zones can explain.
_DAYS_APART = 2
#: A selector for all elements that are read, and for those at depth 250: no article nests deeper, and text
#: extraction takes quadratic time in the depth (10,000 levels: 2 s).
_SELECTOR = ", ".join(("h1", METADATA_NODES, DESCRIPTIONS, TIMES, "html" + ">*" * 250))
_ORIGIN = lazy_regex(
    r"<!--\s{0,9}saved from url=\(\d{1,6}\)(\S{1,2000})"
    r"|<!--\s{0,9}(?:Page saved with|Archive processed by) SingleFile\s{1,9}url:\s{1,9}(\S{1,2000})"
    r"|<!--\s{0,9}Mirrored from ([^\s/]\S{1,2000}) by HTTrack"
    r"|\sdata-scrapbook-source=[\"']([^\s\"'<>]{1,2000})"
    r"|\sclass=\"domain reader-domain\" href=\"([^\s\"<>]{1,2000})"
    r"|'s cache of <a href=\"([^\s\"<>]{1,2000})"
)
#: Each alternative of the expression has one of these; searching them takes a hundredth of its time.
_ORIGIN_LITERALS = ("saved from url=", "SingleFile", "HTTrack", "data-scrapbook-source", "reader-domain", "'s cache of")
#: Most characters before and in that comment, which all programs write at the beginning; of a head, and of a bar.
_LONGEST_ORIGIN, _LONGEST_HEAD = 4000, 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The content of an HTML page: the metadata, the running text from the headline on, without embeds, and the posts.

    Embeds and posts in pictures are in reading order, with offsets in the text. Allusions are pictures of posts
    without stated words or account. Targets are the posts that embeds state short links to lead to.
    """

    article: Article
    prose: str
    embeds: tuple[Embed, ...]
    problems: tuple[Problem, ...]
    pictures: tuple[Embed, ...] = ()
    allusions: tuple[Allusion, ...] = ()
    targets: tuple[Loaded, ...] = ()


class OpenPage:
    """A page parsed once, with its embeds and its text; the metadata are read lazily.

    A finder that fails leaves a problem, and the others go on. `text` has the text above the headline, too.
    """

    def __init__(self, html: str, url: str | None = None, reader: Reads | None = None) -> None:
        """Find the embeds of a page and its text; the canonical URL in the page takes precedence over `url`.

        With a `reader`, the posts in pictures are read.
        """
        problems = self.problems = list[Problem]()
        source = _without_toolbar(html[:_LONGEST_PAGE])
        nothing: _Joined = [], ()
        marked = run_finder("embeds", lambda: parse(source, problems, also=_SELECTOR), None, problems)
        self._tree = marked.tree if marked else HTMLTree.parse(source)
        self._found, self._targets = run_finder("embeds", lambda: _joined(_found(marked)), nothing, problems)
        for node in marked.foreign if marked else ():
            node.decompose()
        selected = marked.selected if marked and not marked.foreign else select(self._tree, _SELECTOR)
        self._nodes = _sorted_nodes(selected, marked.depths if marked else {})
        elements = [candidate.node for candidate, _ in self._found]
        described = partial(find_pictures, self._tree, self._nodes["described"], source, elements)
        self._pictures = run_list_finder("pictures", described, problems)
        if reader is not None:
            read = partial(with_readings, self._tree, self._pictures, source, elements, reader)
            self._pictures = run_finder("pictures", read, self._pictures, problems)
        self.shows_posts = bool(self._found) or any(picture.is_stated for picture in self._pictures)
        elements += [picture.node for picture in self._pictures]
        numbers = {node: n for n, node in reversed(list(enumerate(elements)))}
        self._is_live = may_be_live(self._nodes["timed"])
        self._numbers = [numbers[node] for node in elements]
        self.text, self._places, self._shown = prose_of(self._tree, elements, self._nodes["too deep"])
        self._url = url or saved_from(source)
        if len(html) > _LONGEST_PAGE:
            message = f"only the first {_LONGEST_PAGE:,} of {len(html):,} characters were read"
            problems.append(Problem(step="page", kind="page-cut", message=message))

    @cached_property
    def _metadata(self) -> PageMetadata | None:
        make = partial(
            PageMetadata, self._tree, self._nodes["metadata"], self._nodes["headings"], self._url, self._shown
        )
        return run_finder("article", make, None, self.problems)

    @cached_property
    def entries(self) -> LiveEntries:
        """The entries of a live blog with times; read only for pages with posts or quotes."""
        known = self._metadata
        updates = known.live_updates if known else []
        has_dates = known is not None and known.has_dated_parts
        may_be_shown = self._is_live or updates or (has_dates and may_be_live(select(self._tree, DATES)))
        return LiveEntries(self._tree if may_be_shown else None, updates)

    def page(self) -> Page:
        """Return the content of the page; of the metadata only the title and the language."""
        known = self._metadata
        article = Article(title=known.title, language=known.language) if known else Article()
        above = headline_in(self.text, article.title)
        places = [None if place is None else max(0, place - above) for place in self._places]
        embeds = tuple(_merged(self._found, places[: len(self._found)], self._times()))
        shown = list(zip(self._pictures, places[len(self._found) :], strict=True))
        pictures = [
            Embed(form="picture", position=n, start=place, end=place, post=picture.post, reading=picture.reading)
            for n, (picture, place) in enumerate(shown)
            if picture.is_stated
        ]
        allusions = [
            Allusion(text=picture.phrase, platform=picture.post.platform, start=place, end=place, picture=picture.url)
            for picture, place in shown
            if place is not None and not picture.is_stated
        ]
        self.problems += [problem for embed in (*embeds, *pictures) if (problem := _disagreement(embed.post))]
        return Page(
            article=article, prose=self.text[above:], embeds=embeds, problems=tuple(self.problems),
            pictures=tuple(pictures), allusions=tuple(allusions), targets=self._targets,
        )  # fmt: skip

    def _times(self) -> list[Moment | None]:
        """Return the time of the entry of each embed."""
        entries = run_finder("entries", lambda: self.entries, None, self.problems) if self._found else None
        return [entries.of_place(number) if entries else None for number in self._numbers[: len(self._found)]]

    def article(self) -> Article:
        """Return all metadata."""
        return self._metadata.article() if self._metadata else Article()


def read_page(html: str, url: str | None = None) -> Page:
    """Read a whole decoded page, as `OpenPage` does."""
    opened = OpenPage(html, url)
    page = opened.page()
    article = run_finder("article", opened.article, page.article, opened.problems)
    return replace(page, article=article, problems=tuple(opened.problems))


def find_embeds(html: str) -> list[Embed]:
    """Return only the posts that a page embeds, without offsets; this is much faster than `read_page`."""
    return _merged(_joined(_found(parse(html[:_LONGEST_PAGE], whole=False)))[0])


def _found(marked: ParsedMarkup | None) -> list[tuple[Candidate, Post]]:
    read = ((candidate, _read(candidate)) for candidate in candidates(marked)) if marked else ()
    return _without_frames([(candidate, post) for candidate, post in read if post is not None])


def _joined(found: list[tuple[Candidate, Post]]) -> _Joined:
    """Return the embeds with the ids of targets in place of short links, and the targets that embeds state."""
    if not any(short_link(post.url) for _, post in found):
        return found, ()
    stated = _stated_targets(found)
    targets = {each.source: each.post for each in stated}
    ends = ((candidate, post, targets.get(post.url or "", post)) for candidate, post in found)
    return [(one, replace(post, id=end.id, url=end.url, posted=end.posted)) for one, post, end in ends], stated


def _stated_targets(found: Iterable[tuple[Candidate, Post]]) -> tuple[Loaded, ...]:
    """Return the targets of short links in embeds: an element has one, outside of the post's words, and an id."""
    targets = {}
    for candidate, post in found:
        source = (candidate.inside or candidate.node).html
        posts = {each.id: each for each in (*posts_in(source), post) if each.platform == post.platform}
        short = [each for each in posts.values() if short_link(each.url)]
        whole = [each for each in posts.values() if each not in short]
        said = {each.id for each in posts_in(" ".join((post.text or "", *post.links)))}
        if len(short) == len(whole) == 1 and short[0].url and short[0].id not in said:
            stated = replace(whole[0], text=None, hashtags=(), mentions=(), cashtags=(), links=(), media=())
            targets[short[0].url] = Loaded(source=short[0].url, post=stated)
    return tuple(targets.values())


def _without_frames(found: list[tuple[Candidate, Post]]) -> list[tuple[Candidate, Post]]:
    """Remove the texts of frames, if nothing in the markup signs them: by name, or those that several posts have."""
    found = [(candidate, _without_notice(candidate, post)) for candidate, post in found]
    texts = {post.id: post.text or "" for _, post in found if _is_unsigned(post)}
    repeated = repeated_lines(texts.values()) if len(texts) > 1 else None
    if not repeated:
        return found
    return [(candidate, _without(post, repeated) if _is_unsigned(post) else post) for candidate, post in found]


def _without_notice(candidate: Candidate, post: Post) -> Post:
    """Remove a text that nothing signs in a box that is named for what it shows in place of a post."""
    if post.name or not _is_unsigned(post):
        return post
    names = " ".join(class_and_id(box) for box in (candidate.node, *islice(ancestors(candidate.node), 2))).lower()
    return with_text(post, "") if any(stem in names for stem in NOTICE_STEMS) else post


def _is_unsigned(post: Post) -> bool:
    """Return True if a post has a text, but neither a printed date nor a language."""
    return bool(post.text) and not (post.language or (post.posted and post.posted.as_written))


def _without(post: Post, repeated: frozenset[str]) -> Post:
    lines = [line for line in (post.text or "").split("\n") if line.strip() not in repeated]
    return with_text(post, "\n".join(lines).strip())


def _read(candidate: Candidate) -> Post | None:
    """Parse the embed's element into a post; a URL on the element, if known, decides which post it is."""
    element = candidate.inside or candidate.node
    if candidate.known is not None and element.tag == "iframe":
        return candidate.known  # a frame prints nothing
    tag = tag_of(element)
    post = candidate.platform.read(tag)
    if candidate.known is not None and (post is None or post.id != candidate.known.id):
        post = with_printed_post(tag, candidate.known)
    elif post and candidate.known and element.tag in {"blockquote", "figure"} and not (post.text and post.name):
        post = signed_post(tag, post) or post
    discard(tag)
    return post


def _merged(
    found: list[tuple[Candidate, Post]], places: Sequence[int | None] = (), times: Sequence[Moment | None] = ()
) -> list[Embed]:
    """Merge the embeds of each post into one, at the first place, with the most complete of the posts."""
    shown: dict[tuple[str, str], Embed] = {}
    for (candidate, post), place, time in zip_longest(found, places, times):
        key = (post.platform, post.id or f"{post.handle} {post.text}")
        first = shown.get(key)
        if first is None:
            shown[key] = Embed(form=candidate.form, position=len(shown), start=place, end=place, post=post, entry=time)
        else:
            start = place if first.start is None else first.start
            richer = post if _richness(post) > _richness(first.post) else first.post
            shown[key] = replace(first, start=start, end=start, post=richer)
    return list(shown.values())


def _richness(post: Post) -> int:
    printed = (post.text, post.author, post.author and post.author.name, post.posted, post.language)
    return sum(value is not None for value in printed)


def _disagreement(post: Post) -> Problem | None:
    """Return a problem if the printed date contradicts that of the id by more than a time zone explains."""
    posted = post.posted
    if posted is None or posted.source != "id" or not posted.as_written:
        return None
    printed = parse_date(posted.as_written)
    printed_day, day = day_of(printed), day_of(posted)
    if printed_day is None or day is None:
        return None
    apart = date.fromisoformat(printed_day) - date.fromisoformat(day)
    if abs(apart.days) < _DAYS_APART:
        return None
    message = f"{post.url} was posted on {day} by its id, but is dated {posted.as_written!r}"
    return Problem(step="page", kind="date-disagrees-with-id", message=message)


def _sorted_nodes(selected: Iterable[ElementNode], depths: dict[ElementNode, int]) -> dict[str, list[ElementNode]]:
    """Sort the elements that match `_SELECTOR`, or may be embeds, by their kinds; `depths` caches depths.

    Of those that are "too deep" only the text is read; those that are "timed" are only counted.
    """
    found: dict[str, list[ElementNode]] = defaultdict(list)
    for node in selected:
        kind = _kind_of(node, node.tag or "")
        may_hold_more = kind not in {"metadata", "too deep"} and node.tag != "img" and node.first_element_child
        found["too deep" if may_hold_more and measure_depth(node, depths) > DEEPEST else kind].append(node)
    return found


def _kind_of(node: ElementNode, tag: str) -> str:
    """Return the kind of an element; one that is selected for no other reason is too deep."""
    if tag in {"meta", "link"} or (tag == "script" and "ld+json" in (node.getattr("type") or "")):
        return "metadata"
    if tag == "h1":
        return "headings"
    if tag in {"figcaption", "img"} or CAPTION in (node.getattr("class") or ""):
        return "described"
    if tag == "time" or node.hasattr("data-timestamp") or node.hasattr("data-js-timestamp"):
        return "timed"
    return "embeds" if tag == "blockquote" or tag.startswith("amp-") or node.hasattr(MARK) else "too deep"


def _without_toolbar(source: str) -> str:
    """Return a page without the bar that the Wayback Machine puts above it, with the days of its captures."""
    begin = source.find("<!-- BEGIN WAYBACK TOOLBAR", 0, _LONGEST_HEAD)
    end = source.find("<!-- END WAYBACK TOOLBAR", begin, begin + _LONGEST_HEAD) if begin >= 0 else -1
    return source[:begin] + source[end:] if end >= 0 else source


def saved_from(source: str) -> str | None:
    r"""Return the URL that a browser or a program wrote into a saved page; None where there is none.

    >>> saved_from("<!DOCTYPE html>\\n<!-- saved from url=(0023)https://news.example/a -->")
    'https://news.example/a'
    """
    head = source[:_LONGEST_ORIGIN]
    found = _ORIGIN.search(head) if any(sign in head for sign in _ORIGIN_LITERALS) else None
    address = entities.unescape(next(filter(None, found.groups()))) if found else ""
    return http_url(address if "://" in address else f"http://{address}") if address else None
