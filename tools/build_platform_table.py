"""Write the table of platforms, forms and fields into `scraper/platforms/README.md`.

python tools/build_platform_table.py
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from scraper.html.page import find_embeds
from scraper.records import Form
from scraper.registry import platforms

if TYPE_CHECKING:
    from scraper.records import Post
    from scraper.registry import Platform

README = Path(__file__).resolve().parents[1] / "scraper" / "platforms" / "README.md"
_FIELDS = ("handle", "name", "text", "date", "instant", "language", "hashtags", "links", "media")
_TABLE = re.compile(r"\| platform \|.*?\n\n", re.DOTALL)


def table() -> str:
    """Return the table as Markdown: each platform's own forms, and what its examples print."""
    rows = [
        f"| {platform.label} (`{platform.name}`) | {_forms(platform)} | {_fields(platform)} |"
        for platform in platforms()
    ]
    return "\n".join(["| platform | its own forms | what they print |", "| --- | --- | --- |", *rows, "", ""])


def _forms(platform: Platform) -> str:
    forms = (form for form in get_args(Form) if form in platform.forms)
    return ", ".join(f"{form} `{platform.forms[form]}`" for form in forms) or "by its addresses alone"


def _fields(platform: Platform) -> str:
    markup = (f"<body><article>{example.html}</article></body>" for example in platform.examples)
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
