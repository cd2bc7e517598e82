"""Find pictures that show a post, by their descriptions, captions and credits.

Where the words or the account of the post are stated, the picture is an embed; otherwise an allusion.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from scraper.html.embeds.attribute_values import first_post
from scraper.html.embeds.other_stories import Stories
from scraper.html.embeds.section_roles import PageLayout, is_not_article
from scraper.markup.addresses import PICTURE_ATTRIBUTES
from scraper.markup.signed_quote import with_text
from scraper.markup.tree_queries import ancestors, select
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.text.described_posts import credited_post, described_post, signs_of_posts
from scraper.values.handles import fold_handle
from scraper.values.urls import http_url, joined_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Reading
    from scraper.text.described_posts import DescribedPost

#: A selector for descriptions of pictures and their captions, and the class of captions in WordPress.
CAPTION = "wp-caption-text"
DESCRIPTIONS = f"img[alt], figcaption, p.{CAPTION}"
#: Most pictures with such a description on one page; each is looked up in the page's sections.
_MOST = 200
#: Most pictures of a page that are fetched.
_MOST_FETCHED = 5
#: Most pictures of a page that are looked at, if pictures are read.
_MOST_READ = 500
_FIGURES = frozenset({"figure", "div", "a", "picture", "span", "p"})
#: The boxes around a caption that may hold its picture.
_BOXES = 3
_OF_POST = lazy_regex(r"tweet|tuit|tu[ií]te|screen-?_?(?:shot|grab)|skeet|(?:twitter|x|bluesky)[-_]post", 2)


class Picture(NamedTuple):
    """A picture of a post, or of a mere platform, and the `phrase` that says so.

    `node` is the figure around its element, which has no part in the prose. With `is_stated`, the words or the account
    of the post are stated. `reading` is the confidence in what was read in the picture itself.
    """

    image: ElementNode
    node: ElementNode
    post: Post
    phrase: str
    url: str | None
    is_stated: bool
    reading: Reading | None = None


class Reads(Protocol):
    """Reads the posts in pictures, such as `scraper.post_pictures.Reader`."""

    def read(self, names: Iterable[str], hint: Post | None) -> tuple[Post, Reading] | None:
        """Return the post in the picture with one of these URLs; see `Reader.read`."""


class FetchablePictures:
    """Collects the URLs of the pictures that a page calls posts, by their names in the page; reads none."""

    def __init__(self, page: str) -> None:
        self._page = page
        self.found: dict[str, str] = {}

    def read(self, names: Iterable[str], hint: Post | None) -> None:
        """Add the URL of a picture that its description, its caption or its file name calls a post."""
        name = next((name.strip() for name in names if not name.lstrip().startswith("data:")), "")
        url = http_url(joined_url(self._page, name)) if name and (hint is not None or _OF_POST.search(name)) else None
        if url is not None and len(self.found) < _MOST_FETCHED:
            self.found[name] = url


def find_pictures(tree: HTMLTree, nodes: list[ElementNode], source: str, embeds: list[ElementNode]) -> list[Picture]:
    """Return the pictures of posts among `nodes` (see `DESCRIPTIONS`) but not in embeds, in document order."""
    printed = [(node.getattr("alt") or "") if node.tag == "img" else (node.text or "") for node in nodes]
    signs = signs_of_posts("\n".join(printed))
    if not signs:
        return []
    is_elsewhere = _elsewhere(tree, source, embeds)
    found: dict[ElementNode, Picture] = {}
    both = zip(nodes, printed, strict=True)
    likely = [(node, words) for node, words in both if (low := words.lower()) and any(sign in low for sign in signs)]
    for node, words in likely[:_MOST]:
        picture = _picture(node, words)
        if picture is not None and not is_elsewhere(picture.image):
            known = found.get(picture.image)
            found[picture.image] = _joined(known, picture) if known else picture
    return list(found.values())


def with_readings(
    tree: HTMLTree, pictures: list[Picture], source: str, embeds: list[ElementNode], reader: Reads
) -> list[Picture]:
    """Return the pictures of posts with the readings of `reader`, and others that are posts by their readings."""
    known = {picture.image: picture for picture in pictures}
    is_elsewhere = _elsewhere(tree, source, embeds)
    images = select(tree, "img")[:_MOST_READ]
    # Described ones first: the reader has a bound.
    for image in sorted(images, key=lambda image: image not in known):
        picture = known.get(image)
        if picture is None and is_elsewhere(image):
            continue
        names = [name for key in PICTURE_ATTRIBUTES if (name := image.getattr(key))]
        read = reader.read(names, picture.post if picture else None)
        if read is not None:
            alone = Picture(image, image, read[0], "", _url_of(image), is_stated=True, reading=read[1])
            known[image] = _completed(picture, read) if picture else alone
    return [known[image] for image in images if image in known]


def _completed(picture: Picture, read: tuple[Post, Reading]) -> Picture:
    """Return a described picture with what its description does not state; another account's post is left out."""
    said, (shown, reading) = picture.post, read
    handles = [post.handle for post in (said, shown) if post.handle]
    if len({fold_handle(handle) for handle in handles}) > 1:
        return picture
    author = Author(handle=next(iter(handles), None), name=said.name or shown.name or None)
    post = said if said.text or not shown.text else replace(shown, id=said.id, url=said.url)
    post = replace(post, author=author if author != Author() else None, posted=said.posted or shown.posted)
    return picture._replace(post=post, reading=reading, is_stated=bool(picture.is_stated or post.text or handles))


def _joined(one: Picture, other: Picture) -> Picture:
    """Return what description and caption of one picture state together."""
    first, second = (one, other) if one.is_stated or not other.is_stated else (other, one)
    if first.post.platform != second.post.platform:
        return first
    post = first.post if first.post.text or not second.post.text else replace(second.post, author=second.post.author)
    return first._replace(
        post=replace(
            post,
            author=first.post.author or second.post.author,
            posted=first.post.posted or second.post.posted,
            id=first.post.id or second.post.id,
            url=first.post.url or second.post.url,
        )
    )


def _elsewhere(tree: HTMLTree, source: str, embeds: list[ElementNode]) -> Callable[[ElementNode], bool]:
    """Return a test for pictures that belong to an embed, another story or a part of the page next to the article."""
    layout, within = PageLayout(tree), frozenset(embeds)
    stories = Stories(source, layout)
    return lambda node: any(
        above in within
        or is_not_article(above, layout, generic=True)
        or stories.holds_other(above, is_inside=above.closest("article") is not None)
        for above in (node, *ancestors(node))
    )


def _picture(node: ElementNode, words: str) -> Picture | None:
    image = node if node.tag == "img" else _image_of(node)
    if image is None:
        return None
    described = described_post(words) or (None if node.tag == "img" else _credited(image, words))
    if described is None:
        return None
    post = _post_of(described, image, is_alt=image == node)
    around = image.closest("figure") or image
    return Picture(image, around, post, described.phrase, _url_of(image), described.is_stated)


def _credited(image: ElementNode, words: str) -> DescribedPost | None:
    names = f"{image.getattr('alt') or ''} {_url_of(image) or ''}"
    return credited_post(" ".join(words.split()), hinted=_OF_POST.search(names) is not None)


def _image_of(caption: ElementNode) -> ElementNode | None:
    """Return the only picture in the nearest box around a caption that has one."""
    for box in islice(ancestors(caption), _BOXES):
        images = box.query_selector_all("img")
        if len(images):
            return images.item(0) if len(images) == 1 and box.tag in _FIGURES else None
    return None


def _url_of(image: ElementNode) -> str | None:
    return next(filter(None, (http_url(image.getattr(name) or "") for name in PICTURE_ATTRIBUTES)), None)


def _post_of(described: DescribedPost, image: ElementNode, *, is_alt: bool) -> Post:
    """Return the described post; a link around the picture or in its caption to a post of the platform gives its id."""
    post = _linked(described, image) or Post(platform=described.platform)
    handle = post.handle or described.handle
    author = Author(handle=handle, name=described.name) if handle or described.name else None
    post = with_text(post, described.text or "", author=author)
    url = _url_of(image)
    return replace(
        post,
        posted=post.posted or described.posted,
        # It distinguishes posts without other known parts.
        media=post.media if post.text or post.id or not url else (url,),
        text_source=("alt" if is_alt else "printed") if post.text else None,
    )


def _linked(described: DescribedPost, image: ElementNode) -> Post | None:
    """Return the only post that is linked around a picture or in its figure; None if it is not the described one."""
    around, figure = image.closest("a"), image.closest("figure")
    links = figure.query_selector_all("a[href]").values() if figure is not None else []
    found = (first_post([link.getattr("href") or ""]) for link in (around, *links) if link is not None)
    posts = [post for post in found if post is not None]
    is_one = len({post.id for post in posts}) == 1
    return posts[0] if is_one and _may_be(posts[0], described) else None


def _may_be(post: Post, described: DescribedPost) -> bool:
    """Return True if a post is of the described platform, and by no other account than the described one."""
    handles = {handle.lower() for handle in (post.handle, described.handle) if handle}
    return post.platform == described.platform and len(handles) <= 1
