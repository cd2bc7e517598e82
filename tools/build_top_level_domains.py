"""Write `scraper/text/entities/urls.py` from the list that twitter-text publishes.

    pip install pyyaml
    python tools/build_top_level_domains.py path/to/tlds.yml scraper/text/entities/urls.py

twitter-text takes it from the IANA root zone. A newer list can only find more addresses without ``http://``.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

import yaml

HEADER = '''"""Top-level domains, from twitter-text by tools/build_top_level_domains.py; do not edit."""

from __future__ import annotations

TOP_LEVEL_DOMAINS = frozenset(
    """
{names}
    """.split()  # noqa: SIM905 - a line for each name otherwise
)
'''


def main() -> None:
    """Write the module."""
    parser = argparse.ArgumentParser(description="Write the list of top-level domains.")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    groups = yaml.safe_load(args.source.read_text("utf-8"))["tests"]
    cases = [address for group in ("country", "generic") for case in groups[group] for address in case["expected"]]
    names = sorted({address.rpartition(".")[2].lower() for address in cases})
    lines = textwrap.wrap(" ".join(filter(str.isascii, names)), 100)
    # Han and Hangul are twice as wide.
    lines += textwrap.wrap(" ".join(name for name in names if not name.isascii()), 52)
    args.target.write_text(HEADER.format(names=textwrap.indent("\n".join(lines), " " * 4)), "utf-8")


if __name__ == "__main__":
    main()
