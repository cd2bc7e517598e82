"""Work on many items in several processes, with results in the order of the items.

The processes are forked from one with the modules loaded (`forkserver`; `spawn` where there is none). Each has
its own pipe and reads it all the time, so it ends when its parent is gone, even by ``kill -9``. When a process
dies, the task it worked on is known.
"""

from __future__ import annotations

from scraper.processes.ordered import Crash, StartError, attempt, each_in_order, how_it_ended, usable_cores

__all__ = ["Crash", "StartError", "attempt", "each_in_order", "how_it_ended", "usable_cores"]
