"""What is measured: each tool as a function from a page to something that tweet ids can be read from.

This module runs in the interpreter of the tool, which may have nothing of voxpop installed: only the standard
library is imported before a tool is chosen.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_STATUS = re.compile(r"status(?:es)?/(\d{5,20})")
#: An address to tell the tools that want one.
_SOMEWHERE = "https://news.example/2020/story"


@dataclass(frozen=True, slots=True)
class Input:
    """One page as a tool gets it.

    Attributes:
        name: The file's name, which tells HTML from text.
        raw: The bytes of the file.
        text: The same, decoded, for tools that want text.
    """

    name: str
    raw: bytes
    text: str


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that can be measured.

    Attributes:
        title: How the table calls it.
        package: The distribution whose version is reported.
        load: Imports the tool and gives the function that is timed.
        ids: Reads the ids of tweets from the answer of that function, outside the measured time; None for
            what does not look for tweets.
        peer: Whether it is somebody else's and may be missing.
    """

    title: str
    package: str
    load: Callable[[], Callable[[Input], Any]]
    ids: Callable[[Any], Iterable[str]] | None = None
    peer: bool = False

    @property
    def version(self) -> str:
        """The version of the package in this interpreter; "missing" where there is none."""
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return "missing"


def _embeds_only() -> Callable[[Input], Any]:
    find_embeds = importlib.import_module("scraper.html.page").find_embeds
    return lambda page: find_embeds(page.text)


def _full_record() -> Callable[[Input], Any]:
    extract = importlib.import_module("scraper.extract").extract
    document = importlib.import_module("scraper.records").Document
    return lambda page: extract(document(source=page.name, content=page.raw)).embeds


def _flattened() -> Callable[[Input], Any]:
    find_flattened = importlib.import_module("scraper.text.flattened").find_flattened
    return lambda page: find_flattened(page.text)


def _goose() -> Callable[[Input], Any]:
    goose = importlib.import_module("goose3").Goose()
    return lambda page: goose.extract(raw_html=page.text).tweets


def _tweetfinder() -> Callable[[Input], Any]:
    article = importlib.import_module("tweetfinder").Article
    return lambda page: article(html=page.text).list_embedded_tweets()


def _trafilatura(*, fast: bool) -> Callable[[Input], Any]:
    extract = importlib.import_module("trafilatura").extract
    options = {"fast": fast, "with_metadata": True, "include_links": True, "output_format": "json"}
    return lambda page: extract(page.text, **options)


def _newspaper() -> Callable[[Input], Any]:
    module = importlib.import_module("newspaper")

    def parse(page: Input) -> str:
        article = module.Article(_SOMEWHERE, keep_article_html=True, fetch_images=False)
        article.download(input_html=page.text)
        article.parse()
        return str(article.article_html)

    return parse


def _find_bytes() -> Callable[[Input], Any]:
    return lambda page: page.raw.find(b"/no-such-post/")


def _decode() -> Callable[[Input], Any]:
    return lambda page: page.raw.decode("utf-8", "replace")


def _lexbor() -> Callable[[Input], Any]:
    parse = importlib.import_module("resiliparse.parse.html").HTMLTree.parse
    return lambda page: parse(page.text)


def _ids_of_embeds(embeds: Any) -> list[str]:
    return [embed.post.id for embed in embeds if embed.post.platform == "twitter" and embed.post.id]


def _ids_in_links(answer: Any) -> list[str]:
    return _STATUS.findall(answer if isinstance(answer, str) else " ".join(answer or ()))


def _ids_of_finds(finds: Any) -> list[str]:
    return [str(find["tweet_id"]) for find in finds if find.get("tweet_id")]


TOOLS = {
    "voxpop-embeds": Tool("voxpop, embeds only", "voxpop", _embeds_only, _ids_of_embeds),
    "voxpop-full": Tool("voxpop, full record", "voxpop", _full_record, _ids_of_embeds),
    "goose3": Tool("goose3", "goose3", _goose, _ids_in_links, peer=True),
    "tweetfinder": Tool("tweetfinder", "tweetfinder", _tweetfinder, _ids_of_finds, peer=True),
    "trafilatura": Tool("trafilatura", "trafilatura", lambda: _trafilatura(fast=False), _ids_in_links, peer=True),
    "trafilatura-fast": Tool(
        "trafilatura, fast", "trafilatura", lambda: _trafilatura(fast=True), _ids_in_links, peer=True
    ),
    "newspaper4k": Tool("newspaper4k", "newspaper4k", _newspaper, _ids_in_links, peer=True),
    "find": Tool("limit: bytes.find over the page", "voxpop", _find_bytes),
    "decode": Tool("limit: decoding UTF-8", "voxpop", _decode),
    "lexbor": Tool("limit: a bare Lexbor parse", "resiliparse", _lexbor),
    "flattened": Tool("voxpop, posts flattened into text", "voxpop", _flattened),
}


def read_input(path: Path, decoded: Path) -> Input:
    """Read one page.

    Args:
        path: The page as it came.
        decoded: The same in UTF-8, decoded once for all tools.
    """
    return Input(path.name, path.read_bytes(), decoded.read_bytes().decode())
