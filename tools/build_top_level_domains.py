"""Write `config/top_level_domains.txt`: the list that twitter-text publishes.

    pip install pyyaml
    python tools/build_top_level_domains.py path/to/tlds.yml

twitter-text takes it from the IANA root zone. A newer list can only find more addresses without ``http://``.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

import yaml

from scraper.configuration import config_directory


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Write the list of top-level domains.")
    parser.add_argument("source", type=Path)
    groups = yaml.safe_load(parser.parse_args().source.read_text("utf-8"))["tests"]
    cases = [address for group in ("country", "generic") for case in groups[group] for address in case["expected"]]
    names = sorted({address.rpartition(".")[2].lower() for address in cases})
    lines = textwrap.wrap(" ".join(filter(str.isascii, names)), 100)
    # Han and Hangul are twice as wide.
    lines += textwrap.wrap(" ".join(name for name in names if not name.isascii()), 52)
    (config_directory() / "top_level_domains.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
