"""Writes the table of platforms, forms and fields into README.md: ``python -m scraper.platforms``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from scraper.page import find_embeds
from scraper.platforms import platforms
from scraper.records import Form

if TYPE_CHECKING:
    from scraper.platforms import Platform
    from scraper.records import Post

README = Path(__file__).with_name("README.md")
_FIELDS = ("handle", "name", "text", "date", "instant", "language", "hashtags", "links", "media")
_TABLE = re.compile(r"\| platform \|.*?\n\n", re.DOTALL)


def table() -> str:
    """The table as Markdown: what each platform's own forms are, and what its examples were seen to print."""
    rows = [f"| {platform.NAME} | {_forms(platform)} | {_fields(platform)} |" for platform in platforms()]
    return "\n".join(["| platform | its own forms | what they print |", "| --- | --- | --- |", *rows, "", ""])


def _forms(platform: Platform) -> str:
    forms = (form for form in get_args(Form) if form in platform.FORMS)
    return ", ".join(f"{form} `{platform.FORMS[form]}`" for form in forms) or "by its addresses alone"


def _fields(platform: Platform) -> str:
    markup = (f"<body><article>{example.html}</article></body>" for example in platform.EXAMPLES)
    posts = [embed.post for source in markup for embed in find_embeds(source)]
    return ", ".join(field for field in _FIELDS if any(_has(post, field) for post in posts)) or "the id"


def _has(post: Post, field: str) -> bool:
    posted = post.posted
    return bool(
        {
            "handle": post.author and post.author.handle,
            "name": post.author and post.author.name,
            "text": post.text,
            "date": posted and posted.as_written,
            "instant": posted and posted.source == "id",
            "language": post.language,
            "hashtags": post.hashtags,
            "links": post.links,
            "media": post.media,
        }[field]
    )


def main() -> None:
    """Put the table where the old one stands."""
    README.write_text(_TABLE.sub(lambda _: table(), README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
