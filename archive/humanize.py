"""Numbers and sizes as a person reads them."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Format a number with a noun, in the singular or plural.

    >>> counted(1, "article"), counted(1234, "try"), counted(0, "reply", "replies")
    ('1 article', '1,234 tries', '0 replies')
    """
    if number == 1:
        return f"1 {noun}"
    if plural:
        return f"{number:,} {plural}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("ry") else f"{number:,} {noun}s"


def sized(number: float) -> str:
    """Format a number of bytes.

    >>> sized(1_234_567)
    '1.2 MB'
    """
    for unit in ("bytes", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"
