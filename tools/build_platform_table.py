"""Write the data of all platforms into one file, and their table into `scraper/platforms/README.md`.

The file holds what is searched for before a platform's own file is imported.

python tools/build_platform_table.py
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from scraper.records import Form
from scraper.registry import DECLARED, platform_names, platforms, read_platform

if TYPE_CHECKING:
    from scraper.records import Post
    from scraper.registry import Platform

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "scraper" / "platforms" / "README.md"
_FIELDS = ("handle", "name", "text", "date", "instant", "language", "hashtags", "links", "media")
_TABLE = re.compile(r"\| platform \|.*?\n\n", re.DOTALL)


@cache
def examples() -> dict[str, list[dict[str, Any]]]:
    """Return examples of markup by platform, each with the ids of the posts in it; none for a trap."""
    return tomllib.loads((ROOT / "tests" / "scraper" / "platforms" / "examples.toml").read_text("utf-8"))


def declared() -> str:
    """Return the data of all platforms as JSON: fields that hold words, and those that are empty."""
    found = {name: _data_of(read_platform(name)) for name in platform_names()}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _data_of(platform: Platform) -> dict[str, Any]:
    data = {field.name: getattr(platform, field.name) for field in fields(platform)}
    data["prose"] = data["prose"] and asdict(data["prose"])
    return {name: value for name, value in data.items() if name == "prose" or _is_data(value)}


def _is_data(value: object) -> bool:
    parts = [*value.items()] if isinstance(value, Mapping) else value
    if isinstance(parts, list | tuple):
        return all(map(_is_data, parts)) and not hasattr(value, "_fields")
    return value is None or isinstance(value, str)


def table() -> str:
    """Return the table as Markdown: each platform's own forms, and what its examples print."""
    rows = [
        f"| {platform.label} (`{platform.name}`) | {_forms(platform)} | {_fields(platform)} |"
        for platform in platforms()
    ]
    return "\n".join(["| platform | own forms | fields printed |", "| --- | --- | --- |", *rows, "", ""])


def _forms(platform: Platform) -> str:
    forms = (form for form in get_args(Form) if form in platform.forms)
    return ", ".join(f"{form} `{platform.forms[form]}`" for form in forms) or "by its URLs only"


def _fields(platform: Platform) -> str:
    from scraper.html.page import find_embeds  # reads what `main` writes first

    markup = (f"<body><article>{example['html']}</article></body>" for example in examples().get(platform.name, ()))
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
    """Write the data, then put the table where the old one stands."""
    DECLARED.write_text(declared(), "utf-8")
    README.write_text(_TABLE.sub(lambda _: table(), README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
