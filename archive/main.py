"""The console entry: a bare ``--help`` is answered at once, everything else goes to click.

A shell that asks for completions calls the bare command, and says what it wants in an environment variable.

Importing click alone costs four times a bare Python. The help of the command group therefore lies beside this
file as text; a test holds it equal to what click would print.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

#: Set by the shell that completes a command line; click reads it.
COMPLETION = "_VOXPOP_COMPLETE"
HELP = f"{__file__.removesuffix('main.py')}help.txt"


def main() -> None:
    """Run the ``voxpop`` command with the arguments of this process."""
    open_missing_streams()
    if sys.argv[1:] in ([], ["-h"], ["--help"]) and COMPLETION not in os.environ:
        with open(HELP, encoding="utf-8") as text, suppress(OSError):  # noqa: PTH123 - pathlib takes longer
            sys.stdout.write(text.read())
            sys.stdout.flush()
            return
    from archive.cli import cli  # which also says why stdout cannot be written

    cli(prog_name="voxpop")


def open_missing_streams() -> None:
    """Open the null device for each standard stream that the caller closed, as ``>&-`` does.

    A file opened later would get its number: an archive or a capture, into which every library then prints.
    """
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)  # noqa: FBT003 - not a keyword
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    main()
