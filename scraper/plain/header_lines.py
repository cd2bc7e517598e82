"""Read the header lines at the head of a text, as people and press databases print them.

Lines of label and value (``Source: The Herald``) may be below the headline; a single one only counts if its value
fits its label: a URL, a day. LexisNexis prints headline, outlet and date above such lines, and ``Body`` below them;
Factiva has codes of two letters (``HD``, ``PD``). Their text below the article is not prose either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex
from scraper.plain.stated_fields import Stated, body_labels, field_names, folded_label, furniture, stated, vocabulary
from scraper.values.dates import date_of_line, parse_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import MomentSource

Span = tuple[int, int]

_SOURCE: MomentSource = "printed"
_HEAD, _TAIL, _MOST_LINES = 6_000, 3_000, 60
_LABELLED = lazy_regex(
    r"[ \t>*_-]{0,8}(?P<label>[^\W\d_][^\n:：*]{0,40}?)[*_ \t]{0,4}[:：]{1,2}[*_]{0,2}"
    r"(?:[^\S\n]+(?P<value>[^\n]*)|(?=\n|\Z))"
)
_WHOLE_LINE = lazy_regex(r"[^\n]+")
_CONTINUED = lazy_regex(r"(?:[ ]{4,}|\t)\S")
#: Fields for which one line is enough.
_ENOUGH_ALONE = frozenset({"url", "title", "published"})
_FEWEST = 2
_OF = r"\d{1,6} (?:of|von|de|di|van|av) \d{1,6}"
#: Without the word, it is the number of a picture.
_NUMBERED = lazy_regex(rf"\s*(?:Document {_OF}|{_OF} DO[CK]UMENT\w{{0,3}})\s*$", re.IGNORECASE)
_END_OF_DOCUMENT = lazy_regex(r"\s*End of Document\s*", re.IGNORECASE)
_COPYRIGHT = lazy_regex(r"\s*(?:(?:Copyright|©|\(c\))\s[^\n]{0,500}|All rights reserved\.?\s*)$", re.IGNORECASE)
_EDITION = lazy_regex(
    r"[^\n]{0,60}\b(?:edition|ausgabe|édition|edición|correction appended)\b[^\n]{0,20}|(?:[^\n]{0,40} )?final",
    re.IGNORECASE,
)
#: Above the labelled lines of LexisNexis: the headline, the outlet, the day, the edition, the copyright.
_MOST_ABOVE = 8
#: Lines of notes above their properties: a picture, the heading of the properties.
_OF_NOTES = lazy_regex(r"!\[[^\]]{0,200}\]\([^)]{0,2000}\)|#{1,6} Metadata", re.IGNORECASE)
_LONGEST_ABOVE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The fields in the header of an article, and the offsets of header and footer, which are no prose."""

    stated: Stated = field(default_factory=Stated)
    spans: tuple[Span, ...] = ()


class _Line(NamedTuple):
    """A non-blank line: its offsets, its text, and its label and value if it has both."""

    start: int
    end: int
    text: str
    label: str | None
    value: str


def read_header_lines(text: str, start: int = 0) -> Head:
    """Read the header lines of a text from an offset on."""
    lines = list(_lines(text, start, start + _HEAD))
    for read in (_factiva, _factiva_printed, _europresse, _pressreader, _omnivore, _press_line, _labelled):
        if (head := read(text, start, lines)) is not None:
            return head
    return Head()


def _labelled(text: str, start: int, lines: Sequence[_Line]) -> Head:
    """Read labelled lines, with those that press databases print above and below them."""
    first = next((n for n, line in enumerate(lines[: _MOST_ABOVE + 1]) if _is_known(line)), None)
    if first is None or any(line.text.rstrip().endswith(".") for line in lines[3:first]):
        head = _numbered(text, start, lines, 1 if first is None else 2)
        if first is None or head.spans:
            return head
    run = _run(lines, first)
    facts = stated({line.label or "": line.value for line in reversed(run)}, _SOURCE)
    above = [line for line in lines[:first] if not _OF_NOTES.fullmatch(line.text.strip())]
    if _is_of_database(above, run):
        return _of_database(text, start, above, run, facts)
    is_head = len(above) < _FEWEST and _is_enough(facts, run)
    return Head(stated=facts, spans=((run[0].start, _end_of(run[-1])),)) if is_head else Head()


def _of_database(text: str, start: int, above: Sequence[_Line], run: Sequence[_Line], facts: Stated) -> Head:
    """Read the header of a document of a press database, of which the labelled lines are read already."""
    facts = _printed_above(above).completed(facts)
    below, tail = _below(text, run[-1].end)
    if not facts.outlet and not facts.published and above:  # ProQuest: the headline, then labels
        facts = facts.completed(stated({"title": above[-1].text.strip()}, _SOURCE))
    return Head(stated=facts.completed(below), spans=((start, _end_of(run[-1])), *tail))


def _numbered(text: str, start: int, lines: Sequence[_Line], after: int) -> Head:
    """Read the header of a numbered document without labels: outlet, headline and day."""
    lines = [line for line in lines[:_MOST_ABOVE] if not _COPYRIGHT.match(line.text)]
    day = next((n for n, line in enumerate(lines) if n > after and date_of_line(line.text)), 0)
    if not day or not _NUMBERED.match(lines[0].text):
        return Head()
    below, tail = _below(text, lines[day].end)
    return Head(stated=_printed_above(lines[: day + 1]).completed(below), spans=((start, lines[day].end), *tail))


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    """Yield the first non-blank lines that begin before `end`."""
    found = takewhile(lambda line: line.start() < end, _WHOLE_LINE.finditer(text, start))
    for line in islice((line for line in found if line[0].strip()), _MOST_LINES):
        words = line[0].rstrip("\r")
        labelled = _LABELLED.fullmatch(words)
        label = folded_label(labelled["label"]) if labelled else None
        value = (labelled["value"] or "").strip(" \t*_") if labelled else ""
        yield _Line(line.start(), line.start() + len(words), words, label, value)


def _end_of(line: _Line) -> int:
    """Return the end of a header line: after the label, if the article begins on the same line."""
    if line.label in body_labels() and line.value:
        return line.start + line.text.index(line.value)
    return line.end


def _is_known(line: _Line) -> bool:
    return line.label is not None and (line.label in field_names() or line.label in furniture())


def _is_body(line: _Line) -> bool:
    return (line.label or folded_label(line.text)) in body_labels()


def _run(lines: Sequence[_Line], first: int) -> list[_Line]:
    """Return the header lines from the first one on; an unknown label counts between known ones."""
    run: list[_Line] = []
    waiting: list[_Line] = []
    body = next((n for n, line in enumerate(lines) if n > first and _is_body(line) and not line.value), 0)
    if body and any(line.label in vocabulary()["furniture"]["of-databases"] for line in lines[first:body]):
        return list(lines[first : body + 1])  # an author's title has no label
    for line in lines[first:]:
        if _is_body(line):
            return [*run, line]
        if _is_known(line):
            run += [*waiting, line]
            waiting = []
        elif line.label is not None or _CONTINUED.match(line.text):
            waiting.append(line)
        elif run and not waiting and not run[-1].value and len(line.text) < _LONGEST_BYLINE:
            waiting.append(line)  # it may be the value of the label above it
        else:
            break
    return run


def _is_enough(facts: Stated, run: Sequence[_Line]) -> bool:
    """Return True if a run of labelled lines is a header, not the beginning of a text with colons."""
    filled = facts.filled().keys()
    known = [line for line in run if line.label in field_names() and line.value]
    return len(filled) >= _FEWEST or (len(known) == 1 and not _ENOUGH_ALONE.isdisjoint(filled))


def _is_of_database(above: Sequence[_Line], run: Sequence[_Line]) -> bool:
    """Return True if LexisNexis printed the head: with a number, or with the length and "Body"."""
    if above and _NUMBERED.match(above[0].text):
        return True
    labels = {line.label for line in run}
    is_short = all(len(line.text) < _LONGEST_ABOVE or _COPYRIGHT.match(line.text) for line in above)
    is_ended = _is_body(run[-1]) or any(_COUNTED.fullmatch(line.value) for line in run)
    return is_short and is_ended and not labels.isdisjoint(vocabulary()["furniture"]["of-databases"])


def _printed_above(above: Sequence[_Line]) -> Stated:
    """Read the lines without labels: headline, outlet and day, or outlet and day."""
    texts = [line.text.strip() for line in above if not _COPYRIGHT.match(line.text)]
    lines = [line for line in texts if not _NUMBERED.match(line)]
    dates = [date_of_line(line) for line in lines]
    day = next((n for n, date in enumerate(dates) if n and date), 0)
    is_numbered = len(lines) < len(texts)
    if not day:
        named = [line for line in lines if line.casefold() != "correction appended"]
        words = dict(zip(("outlet", "title") if is_numbered else ("title", "outlet"), named, strict=False))
        return stated(words, _SOURCE) if len(named) == 2 else Stated()
    titles = _headline(lines, day, str(dates[day]), is_numbered=is_numbered)
    values = {"outlet": lines[0 if is_numbered else day - 1], "date": dates[day]}
    return stated(values | ({"title": " ".join(titles)} if titles else {}), _SOURCE)


def _headline(lines: Sequence[str], day: int, date: str, *, is_numbered: bool) -> Sequence[str]:
    """Return the headline: above the outlet, below day and edition, or, of numbered documents, between them."""
    if day == 1:
        below = (line for line in lines[2:] if not _EDITION.fullmatch(line))
        return [line for line in below if not parse_date(f"{date} {line}")]  # no weekday
    if is_numbered:
        return lines[1:day]
    titles = lines[max(0, day - 3) : day - 1]
    is_of_cover = len(titles) > 1 and (titles[0].endswith((".", ":", "-")) or ":" in titles[0])
    return titles[1:] if is_of_cover else titles


def _below(text: str, floor: int) -> tuple[Stated, tuple[Span, ...]]:
    """Return the fields stated by labelled lines below an article, and their span."""
    lines = list(_lines(text, max(floor, _line_start(text, len(text) - _TAIL)), len(text)))
    tail: list[_Line] = []
    for line in reversed(lines):
        if not (_is_known(line) or _END_OF_DOCUMENT.fullmatch(line.text) or _COPYRIGHT.match(line.text)):
            break
        tail.append(line)
    if not tail:
        return Stated(), ()
    labelled = {line.label: line.value for line in reversed(tail) if line.label}
    return stated(labelled, _SOURCE), ((tail[-1].start, tail[0].end),)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, max(0, at)) + 1


_CODE = lazy_regex(r"^(?P<code>[A-Z]{2,3})(?:[ \t]+|[ \t]*\r?\n\s*)(?=\S)", re.MULTILINE)
_ABOVE = ("CLM", "SE", "HD", "CR", "BY", "WC", "PD", "ET", "SN", "SC", "ED", "PG", "VOL", "LA", "CY")
_OF_BODY = ("LP", "TD")
_UNDER = ("ART", "RF", "CO", "IN", "NS", "RE", "IPC", "IPD", "PUB", "AN", "CT", "RST")
_FIRST = _ABOVE[:3]
_KNOWN_CODES = frozenset({*_ABOVE, *_OF_BODY, *_UNDER})
_NEEDED = frozenset({"HD", "PD", "SN"})


def _factiva(text: str, start: int, _: Sequence[_Line]) -> Head | None:
    """Read the codes of Factiva's plain text; None where there are none."""
    begin = len(text) - len(text[start:].lstrip("\ufeff \t\r\n"))
    codes = _factiva_codes(text, begin)
    above = [code for code in codes if code["code"] in _ABOVE and code.start() < begin + _HEAD]
    if not {code["code"] for code in above} >= _NEEDED:
        return None
    body = [code for code in codes if code["code"] in _OF_BODY]
    below = (code.start() for code in codes if code["code"] in _UNDER and body and code.start() > body[0].end())
    under = next(below, len(text))
    top = (begin, body[0].end() if body else above[-1].end())
    spans = [top, *((code.start(), code.end()) for code in body[1:]), (under, len(text))]
    return Head(stated=_stated_by(text, codes), spans=tuple(span for span in spans if span[0] < span[1]))


def _factiva_codes(text: str, begin: int) -> list[re.Match[str]]:
    """Return the codes at the beginnings of lines; none if the text does not begin with one."""
    first = _CODE.match(text, begin)
    if first is None or first["code"] not in _FIRST:
        return []
    return [found for found in _CODE.finditer(text, begin) if found["code"] in _KNOWN_CODES]


_COUNTED = lazy_regex(
    r"\d{1,3}(?:[,.\s]?\d{3})*\s(?:words|wörter|mots|palabras|palavras|parole|woorden|ord|слов|字)", re.IGNORECASE
)
_CLOCK = lazy_regex(r"\d{1,2}:\d\d(?: [AP]M)?(?: GMT)?", re.IGNORECASE)
#: Below the outlet: its code, the page, the volume, the edition, the language, the copyright.
_UNDER_OUTLET = lazy_regex(
    r"[A-Z][A-Z0-9]{1,9}|[A-Z]{0,2}\d{1,4}(?:[-,] ?\d{1,4})*|(?:Volume|Issue|Band|Nr\.?|ISSN)\b.{0,60}"
    r"|\(?(?:Copyright|©|\(c\)).{0,200}|.{0,40}\bEdition|All rights reserved\.?",
    re.IGNORECASE,
)
_DOCUMENT = lazy_regex(r"^[^\S\n]{0,40}(?:Do[ck]umento?|文件) [A-Za-z]{2,10}\d{6,}\w{2,40}[^\S\n]*$", re.MULTILINE)
_MOST_OF_HEAD = 8


def _factiva_printed(text: str, start: int, lines: Sequence[_Line]) -> Head | None:
    """Read the header that Factiva prints without codes: headline, author, words, day, outlet; None without one."""
    lines = lines[: 2 * _MOST_OF_HEAD]
    count = next((n for n, line in enumerate(lines) if _COUNTED.fullmatch(line.text.strip())), 0)
    if not 0 < count < min(_MOST_OF_HEAD, len(lines) - 3) or not parse_date(lines[count + 1].text):
        return None
    outlet = count + 2 + bool(_CLOCK.fullmatch(lines[count + 2].text.strip()))
    under = [line.text.strip() for line in takewhile(_is_under_outlet, lines[outlet + 1 :])]
    last = lines[outlet + len(under)]
    values = _headline_and_author(text, lines[:count])
    values |= {"date": lines[count + 1].text.strip(), "source name": lines[outlet].text.strip()}
    values |= {"language": next(filter(_is_language, under), "")}
    return Head(stated=stated(values, _SOURCE), spans=_around(text, start, last, _DOCUMENT))


def _headline_and_author(text: str, above: Sequence[_Line]) -> dict[str, str]:
    """Return the headline and the author in the lines above the number of words: blocks between blank lines."""
    blocks = [[above[0].text.strip()]]
    for before, line in pairwise(above):
        if "\n" in text[before.end + 1 : line.start]:
            blocks.append([])
        blocks[-1].append(line.text.strip())
    author = blocks.pop() if len(blocks) > 1 else []
    section, *titles = blocks[-1]
    is_section = bool(titles) and (section.isupper() or section.count(" ") < _FEWEST)
    titles = titles if is_section else blocks[-1]
    return {"title": " ".join(titles), "author": " ".join(author)}


def _around(text: str, start: int, last: _Line, footer: re.Pattern[str]) -> tuple[Span, ...]:
    """Return the span of a header to its last line, and that of the footer, which begins with a pattern."""
    found = footer.search(text, last.end)
    return ((start, last.end), *(((found.start(), len(text)),) if found else ()))


_PAGED = lazy_regex(r"(?P<section>[^\n]{0,80}?),? ?(?P<count>\d{1,6} (?:mots|words)),? ?[^\n]{0,80}")
_SIGNED = lazy_regex(r"[^\n.!?:;]{3,60}")
_CERTIFIED = lazy_regex(
    r"^\s*(?:©|Numéro de (?:certificat|document)|Certificat émis|Cet article est paru)", re.MULTILINE
)


def _europresse(text: str, start: int, lines: Sequence[_Line]) -> Head | None:
    """Read the header that Europresse prints: outlet, section with day and words, headline, author."""
    section = lines[1].text.strip() if len(lines) > 4 else ""
    paged = _PAGED.fullmatch(section)
    is_certified = not paged and len(section) < _LONGEST_ABOVE and "news·" in text[-_TAIL:]
    day = _day_within(paged["section"] if paged else section.partition(", p. ")[0] if is_certified else "")
    if not day:
        return None
    signed = lines[3] if _SIGNED.fullmatch(lines[3].text.strip()) else None
    outlet = lines[0].text.partition(", no. ")[0]
    values = {"outlet": outlet, "date": day, "title": lines[2].text, "author": signed.text if signed else ""}
    return Head(stated=stated(values, _SOURCE), spans=_around(text, start, signed or lines[2], _CERTIFIED))


def _pressreader(text: str, start: int, lines: Sequence[_Line]) -> Head | None:
    """Read the header of an article that was copied or mailed from PressReader: headline, outlet, day, author."""
    if not any("pressreader" in part.casefold() for part in (text[: start + _HEAD], text[-_TAIL:])):
        return None
    parts = _parts(lines[:6])
    day = next((n for n, (_, part) in enumerate(parts) if n > 1 and parse_date(part)), None)
    if day is None:
        return None
    signed = [each for each in parts[day + 1 :] if each[0] is parts[day][0] or _BY_LINE.match(each[1])]
    author, last = (signed[-1][1], signed[-1][0].end) if signed else ("", parts[day][0].end)
    values = {"title": parts[0][1], "outlet": parts[1][1], "date": parts[day][1], "author": author}
    below = _lines(text, _line_start(text, len(text) - _TAIL), len(text))
    tail = next((line for line in below if "pressreader" in line.text.casefold()), None)
    spans = ((start, last), *(((tail.start, len(text)),) if tail and tail.start > last else ()))
    return Head(stated=stated(values, _SOURCE), spans=spans)


def _parts(lines: Sequence[_Line]) -> list[tuple[_Line, str]]:
    return [(line, part.strip()) for line in lines for part in _BETWEEN_PARTS.split(line.text) if part.strip(" -")]


_LONGEST_BYLINE = 60
_ENDS = (".", "!", "?", ":")  # of sentences: "By Monday it was over."
_COUNT, _OF_PAGE = lazy_regex(r"\d{1,4}\. "), lazy_regex(r"(?:Ressort|Rubrik|Section|Page|Author/Byline|Von): ?")


@cache
def _press_lines() -> tuple[re.Pattern[str], ...]:
    patterns = vocabulary()["press-lines"]["patterns"]
    return tuple(re.compile(rf"[^\S\n]*(?:{each})[^\S\n]*$", re.MULTILINE) for each in patterns)


def _press_line(text: str, start: int, lines: Sequence[_Line]) -> Head | None:
    """Read a header with a line of outlet and day: below the headline, or above it and lines about the page."""
    at, found = next(
        (
            (n, found)
            for n, line in enumerate(lines[:2])
            for pattern in _press_lines()
            if (found := pattern.match(text, line.start))
        ),
        (0, None),
    )
    if found is None:
        return None
    about = list(takewhile(lambda line: _OF_PAGE.match(line.text.strip()), lines[at + 1 :]))
    title = lines[at - 1] if at else next(iter(lines[len(about) + 1 :]), lines[0])
    values = {"title": _COUNT.sub("", title.text.strip(), count=1), **found.groupdict()}
    values |= {line.label or "": line.value.partition("|")[0] for line in about if line.label}
    end = max(line.end for line in (lines[at], title, *about))
    signed = next((line for line in lines if line.start > end), title)
    words = signed.text.strip()
    is_byline = len(signed.text) < _LONGEST_BYLINE and not words.endswith(_ENDS) and _BY_LINE.match(words)
    values["author"] = signed.text if is_byline else values.pop("author/byline", "")
    return Head(stated=stated(values, _SOURCE), spans=((start, signed.end if is_byline else end),))


_OMNIVORE = lazy_regex(
    r"\s*# (?P<title>[^\n]{1,500})\n#Omnivore\s+\[Read on Omnivore\]\([^()\n]{0,500}\)\s+"
    r"\[Read Original\]\((?P<url>[^()\s]{1,2000})\)(?:\s+## (?:Content|Full Text)\s)?"
)


def _omnivore(text: str, start: int, _: Sequence[_Line]) -> Head | None:
    """Read the header of a note that Omnivore's plugins write: the title and two links."""
    found = _OMNIVORE.match(text, start)
    return Head(stated=stated(found.groupdict(), _SOURCE), spans=((start, found.end()),)) if found else None


_BETWEEN_PARTS, _BY_LINE = lazy_regex(r"\s[|·•–—-]{1,2}(?:\s|$)"), lazy_regex(r"(?:by|von|par|por)\s", re.IGNORECASE)


def _day_within(words: str) -> str | None:
    """Return the day at the end of a line with a section before it."""
    places = [0, *(found.end() for found in re.finditer(r"[\s,]+", words))]
    return next((words[at:] for at in places if at < len(words) and parse_date(words[at:])), None)


def _is_under_outlet(line: _Line) -> bool:
    words = line.text.strip()
    return _UNDER_OUTLET.fullmatch(words) is not None or _is_language(words)


def _is_language(words: str) -> bool:
    return words.casefold() in vocabulary()["languages"]


def _stated_by(text: str, codes: Sequence[re.Match[str]]) -> Stated:
    """Return the fields stated by the values of the codes."""
    ends = [code.start() for code in codes[1:]] + [len(text)]
    values = {code["code"]: text[code.end() : end] for code, end in zip(codes, ends, strict=True)}
    named = {field: values[code] for field, code in vocabulary()["factiva"].items() if code in values}
    title, author, date = named.pop("title"), named.pop("bylines", ""), named.pop("published")
    return stated({"title": title, "author": author, "date": date, **named}, _SOURCE)
