"""The console entry: a bare ``--help`` is answered at once, everything else goes to click.

A shell that asks for completions calls the bare command, and says what it wants in an environment variable.

Importing click alone costs four times a bare Python. The help of the command group therefore lies beside this
file as text; a test holds it equal to what click would print.
"""

from __future__ import annotations

import os
import sys

#: Set by the shell that completes a command line; click reads it.
COMPLETION = "_VOXPOP_COMPLETE"
HELP = f"{__file__.removesuffix('main.py')}help.txt"


def main() -> None:
    """Run the ``voxpop`` command with the arguments of this process."""
    if sys.argv[1:] in ([], ["-h"], ["--help"]) and COMPLETION not in os.environ:
        with open(HELP, encoding="utf-8") as text:  # noqa: PTH123 - pathlib would cost start-up time
            sys.stdout.write(text.read())
        return
    from archive.cli import cli

    cli(prog_name="voxpop")


if __name__ == "__main__":
    main()
