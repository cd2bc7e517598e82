"""Where a post's text starts."""

from __future__ import annotations
import re

_END = re.compile(r"[\s>]*$")
_BLANK = re.compile(r"\n[ \t>]*\n[ \t>]*")


def text_end(text: str, floor: int, end: int) -> int:
    """Step back over white space and quote marks."""
    while end > floor and (text[end - 1].isspace()):
        end -= 1
        # quote marks on lines of their own
    line = text.rfind("\n", floor, end)
    if line >= 0 and not text[line:end].strip(" \t\n>"):
        return text_end(text, floor, line)
    return end


def find_start(text: str, floor: int, end: int) -> int:
    blank = None
    sep = text.rfind("\n\n", floor, end)
    sep2 = text.rfind("\n> \n", floor, end)
    start = max(sep, sep2, floor)
    if "\n\n" not in text:
        start = max(text.rfind("\n", floor, end), floor)
    while start < end and text[start] in " \t\n>\u00a0":
        start += 1
    return start
