"""The console entry point: prints the help of ``--help`` at once, and leaves everything else to click.

Importing click takes four times as long as a bare Python, so the help is in a text file next to this one; a
test compares it with click's. Shells that complete a command line run the bare command with an environment
variable.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

#: Set by the shell that completes a command line; read by click.
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
    from archive.cli import cli  # which also reports that stdout is not writable

    cli(prog_name="voxpop")


def open_missing_streams() -> None:
    """Open the null device for each standard stream that the caller closed, as with ``>&-``.

    Otherwise a file opened later, such as an archive, would get its number, and libraries would print into it.
    """
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)  # noqa: FBT003 - not a keyword
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    main()
