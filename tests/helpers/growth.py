"""How CPU time grows with the input: a ratio of two sizes in one process, which says the same on any machine.

`make test-all` compares two sizes of which one is ten times the other. `make test` takes a tenth of the larger one,
and a fifth of that: linear work costs five times as much there, quadratic work 25 times, and a pattern that goes back
over the whole text at every letter costs seconds instead of milliseconds.
"""

from __future__ import annotations

import gc
import time

from depth import Depth

#: Ten times the input may cost twelve times as much; in `make test`, five times the input may.
MOST = 12
#: Below this the clock and the caches decide, not the work.
TOO_SHORT = 0.03
#: Other processes only add to a measurement, so the least of several is near the truth. Most need one round.
ROUNDS = 12


def cpu(work, given):
    """Return the CPU seconds of one call. The garbage collector's rounds depend on what ran before, so it rests."""
    gc.disable()
    try:
        before = time.process_time()
        work(given)
        return time.process_time() - before
    finally:
        gc.enable()


def growth(work, make, small, large, most=MOST):
    """Return how many times as much the work costs on the large input as on the small one.

    What takes too little time to tell counts as no more than allowed.

    Args:
        work: What is measured: a function of one input.
        make: Makes an input of a size. No call is given one that another was given, as caches know that one.
        small: A size.
        large: Another, ten times as large where ``most`` is not given.
        most: With how many times as much the measurement ends; it goes on as long as more was found.
    """
    if not Depth.thorough:
        small, large = large // 50, large // 10
    cpu(work, make(small))  # the first call compiles patterns and reads tables
    least_large, all_small = float("inf"), []
    for turn in range(1, ROUNDS + 1):
        all_small.append(cpu(work, make(small + turn)))
        least_large = min(least_large, cpu(work, make(large + turn)))
        # Once in a while a small input is done in half the time, of which there is no counterpart among the large.
        least_small = sorted(all_small)[min(1, turn - 1)]
        if least_large < max(TOO_SHORT, most * least_small):
            return min(most, least_large / least_small)
    return least_large / least_small


def repeated(piece):
    """Return what makes texts, or bytes, of any size that are one piece again and again."""
    return lambda size: (piece * (size // len(piece) + 1))[:size]
