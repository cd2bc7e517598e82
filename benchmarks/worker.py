"""One tool in a process of its own: it answers each line of stdin with one line of JSON.

    python -m benchmarks.worker TOOL MANIFEST

The manifest lists two paths a page: as it came, and decoded. Asked ``found``, the worker goes over all pages
and gives the ids of tweets by page and the failures; asked ``round``, the CPU seconds of each page, the
median of as many goes as fill two seconds; asked ``memory``, what it held. Runs in the tool's interpreter, so
it imports the standard library alone.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import warnings
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.tools import TOOLS, Input, Tool, read_input

if TYPE_CHECKING:
    from collections.abc import Callable


#: CPU seconds that a round lasts at least.
_ROUND = 2.0
#: Begins each answer (the ASCII record separator).
MARK = "\x1e"


class Worker:
    """Holds a loaded tool and its pages."""

    def __init__(self, tool: Tool, manifest: Path) -> None:
        self._tool = tool
        self._run: Callable[[Input], Any] = tool.load()
        self._memory_before = peak_memory()
        self._pages = [read_input(Path(raw), Path(text)) for raw, text in json.loads(manifest.read_text())]

    def round(self) -> list[float]:
        """Go over all pages until a round has lasted; give the median of each page.

        A fast tool would be done before the caches are its own again, which others used for seconds.
        """
        passes = [self._once()]
        while sum(map(sum, passes)) < _ROUND:
            passes.append(self._once())
        return [median(times) for times in zip(*passes, strict=True)]

    def _once(self) -> list[float]:
        """Go over all pages; one on which the tool fails counts as long as it took to fail."""
        seconds = []
        for page in self._pages:
            before = time.process_time()
            self._answer(page)
            seconds.append(time.process_time() - before)
        return seconds

    def found(self) -> dict[str, Any]:
        """Tell what the tool finds in each page, and where it fails."""
        ids, failures = [], []
        for page in self._pages:
            answer, error = self._answer(page)
            ids.append(sorted(set(self._tool.ids(answer))) if self._tool.ids and error is None else [])
            failures += [error] if error else []
        return {"ids": ids, "failures": failures}

    def memory(self) -> dict[str, int]:
        """Tell the most bytes held: once the tool was imported, and until now."""
        return {"imported": self._memory_before, "peak": peak_memory()}

    def _answer(self, page: Input) -> tuple[Any, str | None]:
        try:
            return self._run(page), None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a tool's failure is a result; one peer's is no Exception
            return None, f"{page.name}: {type(error).__name__}: {error}"[:200]


def peak_memory() -> int:
    """Give the most bytes this process held at a time.

    ``ru_maxrss`` would be simpler, but on Linux it begins with the size of the parent process.
    """
    try:
        status = Path("/proc/self/status").read_text("ascii", "replace")
    except OSError:
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def main() -> None:
    """Load the tool, say its version, and answer until stdin closes."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    tool = TOOLS[sys.argv[1]]
    try:
        worker = Worker(tool, Path(sys.argv[2]))
    except ImportError as error:
        say({"missing": str(error)})
        return
    say({"version": tool.version, "python": sys.version.split()[0]})
    answers = {"round": worker.round, "found": worker.found, "memory": worker.memory}
    for line in sys.stdin:
        say(answers[line.strip()]())


def say(answer: Any) -> None:
    """Print one line of JSON, marked so that it stands out from whatever the tool prints."""
    print(f"{MARK}{json.dumps(answer)}", flush=True)


if __name__ == "__main__":
    main()
