"""Replace the top-level domains in `scraper/text/entities/urls.py` with the list that twitter-text publishes.

    pip install pyyaml
    python tools/build_top_level_domains.py path/to/tlds.yml scraper/text/entities/urls.py

twitter-text takes it from the IANA root zone. A newer list can only find more addresses without ``http://``.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from pathlib import Path

import yaml

#: The list in the module, between the lines around it.
LIST = re.compile(r'(?<=^TOP_LEVEL_DOMAINS = frozenset\(\n    """\n).*?(?=^    """\.split\()', re.MULTILINE | re.DOTALL)


def main() -> None:
    """Replace the list in the module."""
    parser = argparse.ArgumentParser(description="Replace the list of top-level domains.")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    groups = yaml.safe_load(args.source.read_text("utf-8"))["tests"]
    cases = [address for group in ("country", "generic") for case in groups[group] for address in case["expected"]]
    names = sorted({address.rpartition(".")[2].lower() for address in cases})
    lines = textwrap.wrap(" ".join(filter(str.isascii, names)), 100)
    # Han and Hangul are twice as wide.
    lines += textwrap.wrap(" ".join(name for name in names if not name.isascii()), 52)
    block = textwrap.indent("".join(f"{line}\n" for line in lines), " " * 4)
    args.target.write_text(LIST.sub(lambda _: block, args.target.read_text("utf-8"), count=1), "utf-8")


if __name__ == "__main__":
    main()
