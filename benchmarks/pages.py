"""The pages to measure on: the labelled corpus where it lies beside the checkout, else our own."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.input import decode
from scraper.records import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
OWN = (ROOT / "tests" / "scraper" / "html" / "pages", ROOT / "examples" / "articles")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSet:
    """Files that every tool reads.

    Attributes:
        title: What they are.
        paths: As they came.
        decoded: The same in UTF-8, for the tools that want text.
        wanted: The ids of the tweets in each page; None where nobody labelled them.
        carrying: Whether each page embeds a post of any platform; None where nobody labelled it.
    """

    title: str
    paths: tuple[Path, ...]
    decoded: tuple[Path, ...]
    wanted: tuple[frozenset[str], ...] | None = None
    carrying: tuple[bool, ...] | None = None

    @property
    def size(self) -> int:
        """Bytes of all pages."""
        return sum(path.stat().st_size for path in self.paths)

    def manifest(self, folder: Path) -> Path:
        """Write the list that workers read."""
        path = folder / f"{abs(hash(self.paths))}.json"
        path.write_text(json.dumps([[str(raw), str(text)] for raw, text in self._pairs()]), "utf-8")
        return path

    def _pairs(self) -> Iterable[tuple[Path, Path]]:
        return zip(self.paths, self.decoded, strict=True)


def html_pages(folder: Path) -> PageSet:
    """Give the HTML pages; decoded copies go to `folder`."""
    gold = CORPUS / "html" / "gold.jsonl"
    if not gold.exists():
        return _own_pages(folder)
    labels = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    paths = [CORPUS / "html" / "pages" / label["file"] for label in labels]
    wanted = tuple(frozenset(post["id"] for post in _tweets(label["posts"])) for label in labels)
    carrying = tuple(bool(label["posts"]) for label in labels)
    pages = page_set("the labelled pages of the development corpus", paths, folder)
    return replace(pages, wanted=wanted, carrying=carrying)


def _own_pages(folder: Path) -> PageSet:
    paths = sorted(path for place in OWN for path in place.rglob("*.html"))
    pages = page_set("the project's own pages", paths, folder)
    expected = [path.with_suffix(".json") for path in paths]
    if not all(path.exists() for path in expected):
        return pages
    posts = [_expected_posts(path) for path in expected]
    wanted = tuple(frozenset(post["id"] for post in _tweets(shown) if post["id"]) for shown in posts)
    return replace(pages, wanted=wanted, carrying=tuple(map(bool, posts)))


def _expected_posts(path: Path) -> list[dict[str, str]]:
    return [embed["post"] for embed in json.loads(path.read_text("utf-8"))["embeds"]]


def _tweets(posts: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    return [post for post in posts if post["platform"] == "twitter"]


def texts(folder: Path, *, without_posts: bool) -> PageSet:
    """Give the plain texts; decoded copies go to `folder`.

    Args:
        folder: A scratch folder.
        without_posts: Only those that are labelled as holding no post. Without the corpus all of our own.
    """
    gold = CORPUS / "text" / "gold.jsonl"
    if not gold.exists():
        own = sorted(path for place in (ROOT / "tests" / "scraper" / "text", OWN[1]) for path in place.rglob("*.txt"))
        return page_set("the project's own texts", own, folder)
    labels = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    names = [label["file"] for label in labels if not (without_posts and label["posts"])]
    title = "labelled texts without a post" if without_posts else "labelled texts"
    return page_set(title, [CORPUS / "text" / "articles" / name for name in names], folder)


def page_set(title: str, paths: Iterable[Path], folder: Path) -> PageSet:
    """Decode files once, so that no tool's time depends on how it would have guessed the encoding."""
    paths = tuple(paths)
    return PageSet(title=title, paths=paths, decoded=tuple(_decoded(path, folder) for path in paths))


def _decoded(path: Path, folder: Path) -> Path:
    copy = folder / f"{path.parent.name}-{path.name}"
    text = decode(Document(source=path.name, content=path.read_bytes())).text
    copy.write_bytes(text.encode("utf-8", "replace"))
    return copy
