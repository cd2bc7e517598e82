"""Format numbers in base 36 like JavaScript."""

from __future__ import annotations

import math

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base_36(value: float) -> str:
    """Format a positive number like ``Number.prototype.toString(36)``: the fewest digits that identify it.

    >>> base_36(35.0), base_36(0.5), base_36(36.25)
    ('z', '0.i', '10.9')
    """
    whole, fraction = divmod(value, 1.0)
    unsure = max(math.ulp(value) / 2, math.ulp(0.0))
    digits: list[int] = []
    while fraction >= unsure:
        fraction, unsure = fraction * 36, unsure * 36
        digits.append(int(fraction))
        fraction -= digits[-1]
        is_over = fraction > 0.5 or (fraction == 0.5 and digits[-1] % 2)
        if is_over and fraction + unsure > 1:
            whole += _carried(digits)
            break
    behind = "".join(_DIGITS[digit] for digit in digits)
    return _whole(int(whole)) + (f".{behind}" if behind else "")


def _carried(digits: list[int]) -> int:
    """Round the last digit up; return 1 if that carries into the whole number."""
    while digits:
        if digits[-1] < 35:
            digits[-1] += 1
            return 0
        digits.pop()
    return 1


def _whole(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text or "0"
