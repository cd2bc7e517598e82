"""Measure whole runs of the scheduled scraper against a farm of hosts on loopback.

    python -m benchmarks.schedule [--hosts 200] [--articles 2300] [--latency 0.2] [--delay 2]

A study of 6,000 outlets counted 2,300 articles a day; here they all come in one run. The floor is what the
politeness rules alone impose on the host with most work: its requests one after the other, each answered
after the latency, with the pause between them. The farm runs in a process of its own; it counts requests and
whether one host was ever asked twice at the same time.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Start the farm, run twice, print one JSON line for each run."""
    options = _options()
    here, there = multiprocessing.Pipe()
    farm = multiprocessing.get_context("spawn").Process(target=serve, args=(options, there), daemon=True)
    farm.start()
    feeds = here.recv()
    with tempfile.TemporaryDirectory() as folder:
        settings = _settings(Path(folder), feeds, options)
        for turn in (1, 2):
            figures = _measured(settings)
            here.send("count")
            print(json.dumps({"run": turn, **figures, **_beside_floor(figures, here.recv(), options)}))
    farm.terminate()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure whole runs of the scheduled scraper.")
    parser.add_argument("--hosts", type=int, default=200)
    parser.add_argument("--articles", type=int, default=2300)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds until a host answers")
    parser.add_argument("--delay", type=float, default=2.0, help="seconds between two requests to a host")
    parser.add_argument("--concurrency", type=int, default=64)
    return parser.parse_args()


def serve(options: argparse.Namespace, pipe: Connection) -> None:
    """Be the farm: send the addresses of the feeds, then the counts whenever asked."""
    web = load_web()
    farm, gauge = web.Farm(), _Gauge(options.latency)
    pipe.send([_fill_host(web, farm, gauge, host, options) for host in range(options.hosts)])
    while pipe.recv():
        asked = Counter(host for host, _, _ in farm.asked)
        conditional = sum("If-None-Match" in headers for _, _, headers in farm.asked)
        pipe.send(
            {
                "requests": sum(asked.values()),
                "most_for_one_host": max(asked.values(), default=0),
                "conditional": conditional,
                "at_once_at_one_host": gauge.worst,
            }
        )
        farm.asked.clear()


class _Gauge:
    """Slows routes down and notes the most requests that one host had to answer at the same time."""

    def __init__(self, latency: float) -> None:
        self.latency = latency
        self.worst = 0
        self._busy: Counter[str] = Counter()
        self._lock = threading.Lock()

    def slow(self, route: Callable[[Any], None]) -> Callable[[Any], None]:
        def answer(request: Any) -> None:
            host = request.headers["Host"]
            with self._lock:
                self._busy[host] += 1
                self.worst = max(self.worst, self._busy[host])
            time.sleep(self.latency)
            try:
                route(request)
            finally:
                with self._lock:
                    self._busy[host] -= 1

        return answer


def _fill_host(web: Any, farm: Any, gauge: _Gauge, host: int, options: argparse.Namespace) -> str:
    def add(path: str, body: bytes, kind: str = "text/html; charset=utf-8") -> str:
        return str(farm.serve(path, gauge.slow(web.conditional(body, kind)), host))

    numbers = range(host, options.articles, options.hosts)
    links = [add(f"/{n}", web.page(f"Story {n}", *(web.post(3 * n + k) for k in range(3)))) for n in numbers]
    add("/robots.txt", b"User-agent: *\nDisallow: /private\n", "text/plain")
    return add("/feed", web.rss(*links), "application/rss+xml")


def load_web() -> Any:
    """Load the web servers of the tests, which are no package."""
    spec = importlib.util.spec_from_file_location("voxpop_test_web", ROOT / "tests" / "helpers" / "web.py")
    if spec is None or spec.loader is None:
        raise SystemExit("tests/helpers/web.py is missing: run this in a checkout")
    web = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(web)
    return web


def _settings(folder: Path, feeds: list[str], options: argparse.Namespace) -> Path:
    sources = "".join(f'[[sources]]\nname = "{n}"\nfeed = "{feed}"\n' for n, feed in enumerate(feeds))
    file = folder / "voxpop.toml"
    file.write_text(
        'database = "a.db"\ncaptures = "captures"\n[fetch]\nallow_private = true\n'
        f"delay = {options.delay}\nconcurrency = {options.concurrency}\n"
        f'[visits]\nagain = ["1s", "2s", "3s"]\n{sources}'
    )
    return file


def _measured(settings: Path) -> dict[str, float]:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "archive.main", "run", "-c", str(settings)]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    wall, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"exit": code, "wall_s": round(wall, 1), "cpu_s": round(cpu, 1), "peak_mb": after.ru_maxrss // 1024}


def _beside_floor(figures: dict[str, float], counts: dict[str, int], options: argparse.Namespace) -> dict[str, float]:
    requests = counts["most_for_one_host"]
    floor = requests * options.latency + (requests - 1) * options.delay
    return {**counts, "floor_s": round(floor, 1), "ratio": round(figures["wall_s"] / floor, 2)}


if __name__ == "__main__":
    main()
