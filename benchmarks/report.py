"""The figures as Markdown tables."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.measure import Measured
    from benchmarks.pages import PageSet

EMBEDS, FULL = "voxpop-embeds", "voxpop-full"
#: The share of pages with an embed, counted in 1,575 news pages.
CARRYING = 1 / 8


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Give a Markdown table; the first column is text, the others are figures."""
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))


def same_pages(results: Mapping[str, Measured], pages: PageSet) -> str:
    """Speed, memory and what was found, a row for each tool."""
    head = (
        "",
        "version",
        "precision",
        "recall",
        "ms a page",
        "embeds only is",
        "full record is",
        "peak memory",
        "failed on",
    )
    return table(head, (_row(result, results, pages) for result in results.values()))


def _row(result: Measured, results: Mapping[str, Measured], pages: PageSet) -> Sequence[str]:
    if not result.rounds:
        return (result.title, result.missing or "took too long", *["—"] * 7)
    return (
        result.title,
        result.version,
        *found(result, pages),
        f"{result.total / len(pages.paths) * 1000:.2f}",
        *(ratio(result.total, results[own].total) for own in (EMBEDS, FULL)),
        f"{result.peak / 1e6:.0f} MB",
        str(len(result.failures)),
    )


def found(result: Measured, pages: PageSet) -> tuple[str, str]:
    """Precision and recall of tweets by id; dashes where there is nothing to compare."""
    if pages.wanted is None or not any(result.ids):
        return "—", "—"
    right = sum(len(got & wanted) for got, wanted in zip(result.ids, pages.wanted, strict=True))
    given, wanted = sum(map(len, result.ids)), sum(map(len, pages.wanted))
    return (f"{right / given:.3f}" if given else "—", f"{right / wanted:.3f}" if wanted else "—")


def ratio(theirs: float, ours: float) -> str:
    """Say how many times as fast we are."""
    if not theirs or not ours:
        return "—"
    times = theirs / ours
    return f"{times:.2f}×" if times < 1 else f"{times:.1f}×" if times < 10 else f"{times:.0f}×"


def mixed(results: Mapping[str, Measured], pages: PageSet) -> str:
    """The same pages, weighted so that one in eight carries an embed."""
    times = {name: mix(result.seconds, pages) for name, result in results.items() if result.rounds}
    rows = (
        (results[name].title, f"{time * 1000:.2f}", *(ratio(time, times.get(own, 0.0)) for own in (EMBEDS, FULL)))
        for name, time in times.items()
    )
    return table(("", "ms a page", "embeds only is", "full record is"), rows)


def mix(seconds: Sequence[float], pages: PageSet) -> float:
    """Mean seconds a page when one in eight carries a post; 0.0 when one of the two kinds is missing."""
    carries = pages.carrying or [False] * len(seconds)
    carrying = [time for time, carry in zip(seconds, carries, strict=True) if carry]
    others = [time for time, carry in zip(seconds, carries, strict=True) if not carry]
    if not carrying or not others:
        return 0.0
    return CARRYING * sum(carrying) / len(carrying) + (1 - CARRYING) * sum(others) / len(others)


def throughput(results: Iterable[tuple[Measured, PageSet]]) -> str:
    """Megabytes a second."""
    return table(
        ("", "pages or texts", "MB", "MB a second"),
        (
            (
                f"{result.title}; {pages.title}",
                str(len(pages.paths)),
                f"{pages.size / 1e6:.2f}",
                f"{pages.size / 1e6 / result.total:.0f}" if result.total else result.missing or "took too long",
            )
            for result, pages in results
        ),
    )


def stages(spent: Mapping[str, float | None], count: int) -> str:
    """Milliseconds a document and share of the whole, by stage."""
    whole = next(iter(spent.values())) or 1.0
    rows = (
        (label, "—", "not there")
        if seconds is None
        else (label, f"{seconds / count * 1000:.2f}", f"{100 * seconds / whole:.0f} %")
        for label, seconds in spent.items()
    )
    return table(("", "ms", "share"), rows)


def growth(results: Mapping[str, Mapping[str, Measured]]) -> str:
    """CPU seconds by size of one document, and how much ten times as much costs."""
    sizes = list(results)
    steps = [f"{smaller} → {larger}" for smaller, larger in pairwise(sizes)]
    names = dict.fromkeys(name for by_tool in results.values() for name in by_tool)
    rows = []
    for name in names:
        cells = [results[size].get(name) for size in sizes]
        totals = [cell.total if cell else 0.0 for cell in cells]
        rows.append(
            [
                next(cell.title for cell in cells if cell),
                *(_seconds(cell) for cell in cells),
                *(ratio(large, small) for small, large in pairwise(totals)),
            ]
        )
    return table(("", *sizes, *steps), rows)


def _seconds(cell: Measured | None) -> str:
    if cell is None or cell.missing:
        return "missing" if cell else "—"
    return "took too long" if cell.late else f"{cell.total * 1000:,.1f} ms"


def startup(taken: Mapping[str, float]) -> str:
    """CPU milliseconds of the commands, and how many times the first."""
    bare = next(iter(taken.values()))
    rows = ((title, f"{seconds * 1000:.1f}", f"{seconds / bare:.1f}×") for title, seconds in taken.items())
    return table(("", "ms", "of bare Python"), rows)
