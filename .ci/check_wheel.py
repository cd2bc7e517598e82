"""Check that a wheel carries the two packages, their data and the shared configuration, and nothing else."""

from __future__ import annotations

import sys
import zipfile

MUST_HOLD = (
    "voxpop.py",
    "scraper/extract.py",
    "scraper/py.typed",
    "scraper/platforms/twitter.py",
    "archive/cli.py",
    "archive/commands/extract.py",
    "archive/help.txt",
    "archive/site/pages/home.py",
    "archive/store/schema/current.sql",
    "archive/store/schema/history.sql",
    "voxpop-*.data/data/share/voxpop/datasette/source.yml",
    "voxpop-*.data/data/share/voxpop/plugins/voxpop.py",
    "voxpop-*.data/data/share/voxpop/languages/en.toml",
    "voxpop-*.data/data/share/voxpop/static/voxpop.css",
    "voxpop-*.data/data/share/voxpop/templates/voxpop/home.html",
    "voxpop-*.dist-info/licenses/LICENSE",
)
MAY_HOLD = ("scraper/", "archive/", "voxpop-", "voxpop.py")


def main() -> None:
    """Fail with the names that are missing or do not belong."""
    names = zipfile.ZipFile(sys.argv[1]).namelist()
    version = next(name for name in names if name.startswith("voxpop-")).split("-")[1].split(".d")[0]
    wanted = [name.replace("*", version) for name in MUST_HOLD]
    missing = [name for name in wanted if not any(n.startswith(name) for n in names)]
    strays = [name for name in names if not name.startswith(MAY_HOLD) or "__pycache__" in name]
    if missing or strays:
        sys.exit(f"wheel: missing {missing}, strays {strays}")
    print(f"wheel: {len(names)} files, all where they belong")


if __name__ == "__main__":
    main()
