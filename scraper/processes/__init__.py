"""Work on many things in several processes; the results come in the order of the things.

The processes are forked from one that has loaded the modules already (`forkserver`; `spawn` where there is
none). Each is asked through a pipe of its own, which it reads all the time. So it ends by itself when its
parent is gone, also by ``kill -9``; and when it dies, it is known on which thing it was at work.
"""

from __future__ import annotations

from scraper.processes.ordered import Crash, StartError, attempt, each_in_order, how_it_ended, usable_cores

__all__ = ["Crash", "StartError", "attempt", "each_in_order", "how_it_ended", "usable_cores"]
