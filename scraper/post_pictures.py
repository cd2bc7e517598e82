"""Read pictures of posts: screenshots of tweets and the like. Needs the extra ``ocr``, and is off by default.

`with_pictures` adds the bytes of a page's pictures to its document, from where the page was read. `Reader` has
the lines of text in a picture read by an OCR engine in a process of its own, and `post_in` parses the lines into
a post by their layout. Nothing is fetched.

The engine never sees a picture that is too large, animated, broken or of another format than PNG, JPEG, WebP or
GIF: sizes are checked before decoding. Its process has a bound on memory, gets a bounded time for each picture
and no network. If it dies, the picture is skipped and the next one gets a new process.
"""

from __future__ import annotations

import atexit
import html
import json
import os
import re
import select
import struct
import subprocess
import sys
import threading
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote

from scraper.configuration import packaged
from scraper.input.folders import is_beside_page
from scraper.input.saved_pages import bytes_beside, parts_of
from scraper.input.warc_record import answer_at, iterator, url_of
from scraper.markup.addresses import PICTURE_ATTRIBUTES
from scraper.markup.signed_quote import with_text
from scraper.patterns import lazy_regex
from scraper.records import Author, Post, Reading
from scraper.registry import normal_handle
from scraper.text.embed_words import widget_lists, widget_words, without_accents
from scraper.text.flattened.author_first import NUMBER
from scraper.text.flattened.copied_lines import printed_moments
from scraper.values.dates import match_date
from scraper.values.dates.grammar import date_words
from scraper.values.urls import joined_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.records import Document, Extraction, Moment

#: Bounds on one picture: bytes, pixels, and its shape: a screenshot of a post is not a banner or a whole thread.
_LARGEST, _MOST_PIXELS, _SMALLEST, _LONGEST_SIDE = 10_000_000, 25_000_000, (140, 40), 8
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
#: Bounds on the engine's process: bytes of memory, seconds for a picture (with the start: 2 s), bytes of an answer.
_MEMORY, _SECONDS, _LARGEST_ANSWER = 1_500_000_000, 60.0, 5_000_000
#: Pictures after which the process is replaced.
_USES = 40
#: Pictures are enlarged to this width: small letters are read better. Larger ones are reduced to find the lines.
_WIDTH, _LONGEST_FOUND = 1000, 1280
#: The margin around a line that is read again, in its height.
_MARGIN = 0.15
#: The flat background of a post takes at least this share of the picture.
_BACKGROUND = 0.25


class Line(NamedTuple):
    """A line of text in a picture, with the engine's confidence, 0 to 1, and its box in pixels."""

    text: str
    score: float
    left: float
    top: float
    right: float
    bottom: float


def is_installed() -> bool:
    """Return True if the extra ``ocr`` is installed."""
    return find_spec("rapidocr") is not None


class Engine:
    """The OCR engine in a process of its own, started for the first picture."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._uses = 0
        self._lock = threading.Lock()

    def lines(self, content: bytes, *, is_named: bool = True) -> list[Line]:
        """Return the lines of text in a picture file, from the top; unless `is_named` a post, it must look like one."""
        if not 0 < len(content) <= _LARGEST:
            return []
        with self._lock:
            self._uses += 1
            if self._uses % _USES == 0:  # its memory grows with the number of shapes it has seen
                self.close()
            try:
                process = self._process = self._process or _started()
                answer = _answer(process, struct.pack(">?I", is_named, len(content)) + content)
                return [Line(*line) for line in json.loads(answer)]
            except (OSError, ValueError, TypeError):
                self.close()
                return []

    @property
    def pid(self) -> int | None:
        """The id of the process, if it was started."""
        return self._process.pid if self._process else None

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            with self._process:  # waits, and closes its pipes
                self._process = None


def _started() -> subprocess.Popen[bytes]:
    code = "from scraper.post_pictures import serve; serve()"
    return subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-P", "-c", code],  # -P: a file `scraper.py` in the working directory is not this package
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        start_new_session=True,
    )


def _answer(process: subprocess.Popen[bytes], task: bytes) -> bytes:
    """Return the answer to a task, one line; empty or an `OSError` if the process died, empty if it took too long."""
    assert process.stdin is not None  # noqa: S101
    assert process.stdout is not None  # noqa: S101
    view = memoryview(task)
    while view:
        view = view[process.stdin.write(view) :]
    answer = b""
    while not answer.endswith(b"\n"):
        if not select.select([process.stdout], [], [], _SECONDS)[0]:
            return b""
        part = process.stdout.read(1 << 16)
        if not part or len(answer) > _LARGEST_ANSWER:
            return b""
        answer += part
    return answer


def serve() -> None:
    """Read pictures from stdin and write their lines to stdout, until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print is no answer
    bound_process()
    engine = None
    while head := sys.stdin.buffer.read(5):
        is_named, length = struct.unpack(">?I", head)
        picture = opened_picture(sys.stdin.buffer.read(length), is_named=is_named)
        engine = engine or _engine()
        found = [] if picture is None else _lines_in(engine, _pixels(picture))
        answers.write(json.dumps(found).encode() + b"\n")
        answers.flush()


def bound_process() -> None:
    """Bound the memory of this process, and forbid it the network."""
    try:
        import resource
    except ImportError:  # not on Windows
        pass
    else:
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def refuse(event: str, _: tuple[Any, ...]) -> None:
        if event in {"socket.connect", "socket.getaddrinfo", "subprocess.Popen"}:
            raise PermissionError(event)

    sys.addaudithook(refuse)


def _engine() -> Any:
    from rapidocr import RapidOCR

    threads = {f"EngineConfig.onnxruntime.{kind}_op_num_threads": 1 for kind in ("intra", "inter")}
    # Text is found in the picture as it is, not enlarged to a least height: pictures of posts are wide.
    size = {"Det.limit_type": "max", "Det.limit_side_len": _LONGEST_FOUND}
    return RapidOCR(params={"Global.log_level": "error", "Global.use_cls": False, **size, **threads})


def opened_picture(content: bytes, *, is_named: bool) -> Any:
    """Return a picture that may show a post, without transparency; None for any other and for a broken file."""
    import warnings

    from PIL import Image

    warnings.simplefilter("ignore")
    with suppress(Exception), Image.open(BytesIO(content), formats=_FORMATS) as file:  # whatever the decoder raises
        if _is_readable(file):
            plain = Image.new("RGBA", file.size, "white")
            plain.alpha_composite(file.convert("RGBA"))
            picture = plain.convert("RGB")
            return picture if is_named or _looks_like_post(picture) else None
    return None


def _pixels(picture: Any) -> Any:
    """Return a picture as an array for the engine: small ones enlarged, as those that its model was trained with."""
    import numpy as np
    from PIL import Image

    factor = max(1.0, _WIDTH / picture.width)
    size = (round(picture.width * factor), round(picture.height * factor))
    return np.asarray(picture.resize(size, Image.Resampling.BILINEAR))[:, :, ::-1]


def _is_readable(file: Any) -> bool:
    """Return True if the size and the shape of a picture are within the bounds; only its head was read."""
    width, height = file.size
    is_small = width < _SMALLEST[0] or height < _SMALLEST[1]
    is_large = width * height > _MOST_PIXELS or max(width, height) > _LONGEST_SIDE * min(width, height)
    return not (is_small or is_large or getattr(file, "is_animated", False))


def _looks_like_post(picture: Any) -> bool:
    """Return True if one flat colour takes much of a picture, as the background of a post."""
    from PIL import Image

    small = picture.resize((96, 96), Image.Resampling.NEAREST).quantize(16, dither=Image.Dither.NONE)
    return bool(max(count for count, _ in small.getcolors(16)) >= _BACKGROUND * 96 * 96)


def _lines_in(engine: Any, picture: Any) -> list[Sequence[Any]]:
    found = engine(picture, use_det=True, use_cls=False)
    if found.boxes is None:
        return []
    lines: list[Sequence[Any]] = []
    for text, score, box in zip(found.txts, found.scores, found.boxes, strict=True):
        place = (*map(float, box.min(axis=0)), *map(float, box.max(axis=0)))
        again = _read_again(engine, picture, place) if _pattern("glued_words").search(text) else ""
        lines.append((with_spaces(text, again), round(float(score), 3), *place))
    return lines


def _read_again(engine: Any, picture: Any, place: tuple[float, ...]) -> str:
    """Return the text of a line with more space around it: words are told apart better, and letters worse."""
    left, top, right, bottom = place
    margin = (bottom - top) * _MARGIN
    rows = slice(max(0, round(top - margin)), round(bottom + margin))
    columns = slice(max(0, round(left - margin)), round(right + margin))
    found = engine(picture[rows, columns], use_det=False, use_cls=False)
    return found.txts[0] if found.txts else ""


def with_spaces(text: str, again: str) -> str:
    """Return a text with the spaces of another reading of it, if their letters are the same.

    >>> with_spaces("JörgMüßig@jm_watch·2h", "Jörg Müßig @jm_watch ·2h")
    'Jörg Müßig @jm_watch ·2h'
    """
    again = " ".join(again.split())
    is_same = again.replace(" ", "") == text.replace(" ", "") and again.count(" ") > text.count(" ")
    return again if is_same and _pattern("tagged").findall(text) == _pattern("tagged").findall(again) else text


# The bytes of the pictures of a page.

#: Most pictures of a page that are looked up, and most bytes of all of them; most pictures that are read.
_MOST_PICTURES, _MOST_BYTES, _MOST_READ = 100, 50_000_000, 20
#: Most responses in the index of one WARC file.
_MOST_RECORDS = 1_000_000
_SOURCE = lazy_regex(rb"<img\b[^<>]{0,20000}>", re.IGNORECASE)
_ATTRIBUTE = lazy_regex(
    rb"\s(?:%s)\s?=\s?(?:\"([^\"<>]{1,2000})\"|'([^'<>]{1,2000})')" % "|".join(PICTURE_ATTRIBUTES).encode(),
    re.IGNORECASE,
)
_DATA = lazy_regex(r"\s*data:image/(?:png|jpe?g|webp|gif);base64,", re.IGNORECASE)


def with_pictures(document: Document) -> Document:
    """Return a page with its pictures from its folder, its MHTML file or web archive, or its WARC file."""
    tags = (found[0] for found in islice(_SOURCE.finditer(document.content), _MOST_PICTURES * 10))
    raw = (found[1] or found[2] for tag in tags for found in _ATTRIBUTE.finditer(tag))
    written = (html.unescape(name.decode("utf-8", "replace")).strip() for name in dict.fromkeys(raw))
    names = [name for name in written if not _DATA.match(name)][:_MOST_PICTURES]
    found: list[tuple[str, bytes]] = []
    left = _MOST_BYTES
    for name, content in _saved(document, names) if names else ():
        left -= len(content)
        if left < 0:
            break
        found.append((name, content))
    return replace(document, pictures=tuple(found)) if found else document


def _saved(document: Document, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures that are found, by their name in the page."""
    addresses = [(name, joined_url(document.url or "", name)) for name in names]
    kept = {_end_of(url): content for url, content in document.pictures}
    yield from ((name, kept[_end_of(name)]) for name in names if _end_of(name) in kept)
    if document.original is not None:
        parts = parts_of(document.original)
        yield from ((name, parts[at]) for name, at in addresses if at in parts)
    elif document.offset is not None:
        yield from _recorded(document.source.rpartition("#")[0], addresses)
    elif Path(document.source).suffix.lower() in {".html", ".htm", ".xhtml"}:
        for name in names:
            folder, file = _end_of(name)
            is_beside = f"{folder}/{file}" == unquote(name).removeprefix("./") and is_beside_page(folder)
            if is_beside and (content := bytes_beside(Path(document.source).parent / folder, file)):
                yield name, content


def _recorded(path: str, addresses: list[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures that are in a WARC file or a package, by their name."""
    with suppress(OSError), Path(path).open("rb") as stream:
        recorded = _offsets(path, os.fstat(stream.fileno()).st_mtime_ns)
        for name, at in addresses:
            answer = answer_at(stream, (at,), _LARGEST, recorded[at]) if at in recorded else None
            if answer is not None and answer.body:
                yield name, answer.body


def _end_of(name: str) -> tuple[str, str]:
    """Return the folder and the file at the end of a URL or path."""
    folder, _, file = unquote(name).rpartition("/")
    return folder.rpartition("/")[2], file


def kept_pictures(document: Document, extraction: Extraction) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures from the folder of a page in which posts were read: the end of their URL, and their bytes."""
    read = {embed.reading.picture for embed in extraction.embeds if embed.reading}
    if document.original is None and document.offset is None:
        for name, content in document.pictures:
            if name in read:
                yield quote("/".join(_end_of(name))), content


@lru_cache(maxsize=2)
def _offsets(path: str, _: int) -> dict[str, int]:
    """Return the offsets of the responses in a WARC file or a package, by URL."""
    from scraper.input import wacz

    found: dict[str, int] = {}
    with Path(path).open("rb") as stream:
        for file, base in wacz.stored_files(stream):
            with suppress(OSError, EOFError):
                for record in iterator(file, 0):
                    if record.content_length <= _LARGEST and (url := url_of(record)) and len(found) < _MOST_RECORDS:
                        found.setdefault(url, base + record.stream_pos)
    return found


class Reader:
    """Reads the posts in the pictures of one page."""

    def __init__(self, document: Document) -> None:
        self._pictures = dict(document.pictures)
        self._left = _MOST_READ

    def read(self, names: Iterable[str], hint: Post | None) -> tuple[Post, Reading] | None:
        """Return the post in the picture of some URLs, and the confidence in its fields; None if it shows none."""
        name, content = self.content_of(names) if self._left > 0 else (None, b"")
        if not content:
            return None
        self._left -= 1
        found = post_in(shared_engine().lines(content, is_named=hint is not None), hint)
        return found and (found[0], replace(found[1], picture=name))

    def content_of(self, names: Iterable[str]) -> tuple[str | None, bytes]:
        """Return the name, unless it is a ``data:`` URL, and the bytes of a picture; empty if they were not saved."""
        for name in names:
            if content := self._bytes_of(name):
                return None if _DATA.match(name) else name.strip(), content
        return None, b""

    def _bytes_of(self, name: str) -> bytes:
        head = _DATA.match(name)
        if head is None:
            return self._pictures.get(name.strip(), b"")
        with suppress(ValueError):
            return b64decode(unquote(name[head.end() : head.end() + _LARGEST * 2]))
        return b""


@cache
def shared_engine() -> Engine:
    """Return the engine of this process."""
    engine = Engine()
    atexit.register(engine.close)
    return engine


# The layout of a post.

#: Most rows of text in a picture, and the rows at its top that may have the author.
_MOST_ROWS, _HEADER_ROWS = 120, 6
#: Boxes on one row farther apart than this many times their height are columns: numbers, buttons.
_COLUMN_GAP, _INDENT = 2.2, 0.4
#: Least confidence in a text on average; below it, most are of an alphabet that the engine does not read.
_LEGIBLE = 0.88
#: Least confidence in a name of up to three letters: pictures of authors have such letters.
_LEAST_SURE = 0.9
#: Least similarity of a user name that is printed twice.
_SAME_USER = 0.85
_LONGEST_NAME, _LONGEST_ROW, _LONGEST_BUTTON, _LONGEST_ABOVE, _LONGEST_MENU = 60, 60, 9, 30, 3
#: Most letters of a date and what is next to it.
_LONGEST_DATE = 24
_TITLE_EDGE = " \t·.,:|<>←‹«×"
_EDGE = " \t·.,:;|~*—–-…⋯'\"()[]<>"
_NUMBER_ROW = lazy_regex(rf"(?>\W*[^\W\d]?\W*{NUMBER})++\W*")
_SHAPES = str.maketrans("l1|0ct", "iiioef")


@cache
def _pattern(name: str) -> re.Pattern[str]:

    def filled(found: re.Match[str]) -> str:
        words = widget_words(found[2], found[3])
        return re.sub("[il]", "[il1|]", words) if found[1] else words

    return re.compile(re.sub(r"\{(~?)(\w+)\.(\w+)\}", filled, _patterns()[name]))


@cache
def _patterns() -> dict[str, str]:
    return packaged("post_pictures.toml")


@dataclass(frozen=True, slots=True)
class _Row:
    """The lines of text on one height, from left to right."""

    boxes: tuple[Line, ...]

    @property
    def text(self) -> str:
        return " ".join(box.text for box in self.boxes)

    @property
    def score(self) -> float:
        total = sum(len(box.text) for box in self.boxes)
        return round(sum(box.score * len(box.text) for box in self.boxes) / max(1, total), 3)

    @property
    def height(self) -> float:
        return min(box.bottom - box.top for box in self.boxes)

    @property
    def has_columns(self) -> bool:
        return self.first_column != self  # numbers and buttons, not words

    @property
    def first_column(self) -> _Row:
        gaps = (n for n, (a, b) in enumerate(pairwise(self.boxes), 1) if b.left - a.right > _COLUMN_GAP * self.height)
        return _Row(self.boxes[: next(gaps, None)])


@dataclass(frozen=True, slots=True)
class _Header:
    """The author of a post, above its words.

    `end` is the number of the first row below, `score` the engine's confidence in the row of the handle or name.
    `posted` is the printed date, None for an age or a day without a year; `is_dated` is True for all three.
    """

    platform: str
    end: int
    score: float
    handle: str | None = None
    name: str | None = None
    posted: Moment | None = None
    is_dated: bool = False
    has_button: bool = False


def post_in(lines: Sequence[Line], hint: Post | None = None) -> tuple[Post, Reading] | None:
    """Return the post that a picture shows, and the confidence in its fields; None for any other picture.

    Without a `hint` of the article more must be legible: an author and a date or an age, or a platform's buttons.
    """
    lines, corner = _without_corner(_without_top([line for line in lines if line.text.strip()]))
    is_aged = any(map(_pattern("corner_age").fullmatch, corner))
    has_button = any(map(_pattern("follow").search, corner))
    rows = _signed_above(_rows(lines)[:_MOST_ROWS])
    headers = (header_of(rows, hint) for header_of in (_marked_header, _user_header, _named_header))
    whole = (
        replace(header, is_dated=header.is_dated or is_aged, has_button=header.has_button or has_button)
        for header in headers
        if header is not None
    )
    return next(filter(None, (_post_below(rows, header, hint) for header in whole)), None)


def _without_top(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without those above the author, such as a clock or a title, and without letters in a picture."""
    left = sorted(lines, key=lambda line: line.top)
    while len(left) > 1 and (
        _pattern("status_bar").fullmatch(left[0].text) or _pattern("titles").fullmatch(left[0].text.strip(_TITLE_EDGE))
    ):
        left = left[1:]
    row = [line for line in left if line.top < left[0].bottom]
    first = min(row, key=lambda line: line.left, default=None)
    is_sign = first is not None and len(first.text) <= _LONGEST_MENU and first.score < _LEAST_SURE and len(row) > 1
    return [line for line in left if line is not first] if is_sign else left


def _without_corner(lines: Sequence[Line]) -> tuple[list[Line], list[str]]:
    """Return the lines without those in the corner next to the author, and the texts of these: an age, a button."""
    by_height = sorted(lines, key=lambda line: line.top)
    is_sign = _pattern("corner").fullmatch
    corner = [
        line
        for n, line in enumerate(by_height[1:_HEADER_ROWS], start=1)
        if line.left > max(above.right for above in by_height[:n]) and is_sign(line.text.strip(_EDGE))
    ]
    return [line for line in lines if line not in corner], [line.text.strip(_EDGE) for line in corner]


def _post_below(rows: Sequence[_Row], header: _Header, hint: Post | None) -> tuple[Post, Reading] | None:
    """Return the post of an author; None if it is not sure to be one."""
    words, below = _words_below(rows, header)
    if header.platform in {"threads", "instagram"} and (again := _repeated_user(rows, header)):
        header, words, below = again
    row, day = next(((row, day) for row in below if (day := _dated(row))), (None, None))
    if hint is None and not (words and _is_sure(header, below)):
        return None
    posted, score = (header.posted, header.score) if header.posted else (day, row.score if row else None)
    text = _legible_text(words)
    author = Author(handle=header.handle, name=header.name)
    post = with_text(Post(platform=header.platform, posted=posted), text, author=author)
    reading = Reading(author=header.score, text=min(row.score for row in words) if text else None, posted=score)
    return replace(post, text_source="ocr" if text else None), reading


def _legible_text(words: Sequence[_Row]) -> str:
    """Return the text of rows; an empty one if they are not legible together."""
    is_legible = _Row(tuple(box for row in words for box in row.boxes)).score >= _LEGIBLE
    return _joined_words(words) if is_legible else ""


def _is_sure(header: _Header, below: Sequence[_Row]) -> bool:
    """Return True if nothing but a post looks so: a name with a date is also at the head of mails and reviews."""
    labels = sum(len(_pattern("labels").findall(row.text)) for row in below)
    numbers = sum(_NUMBER_ROW.fullmatch(box.text) is not None for row in below for box in row.boxes)
    is_repeated = header.platform == "instagram" and numbers + labels > 0  # its user name is printed twice
    if not (is_repeated or header.is_dated or any(map(_is_like_date, below))):
        return False
    if header.handle is None:
        return labels > 1 or (header.has_button and numbers > 1)
    return header.platform != "threads" or numbers + labels > 0


def _rows(lines: Sequence[Line]) -> list[_Row]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.top + line.bottom):
        last = rows[-1][0] if rows else None
        shared = min(last.bottom, line.bottom) - max(last.top, line.top) if last else 0
        if last and shared > 0.5 * min(last.bottom - last.top, line.bottom - line.top):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_Row(tuple(_tidy(line) for line in sorted(row, key=lambda line: line.left))) for row in rows]


def _tidy(line: Line) -> Line:
    text = _pattern("dots").sub("·", line.text).replace("\u00a0", " ").strip()
    text = _pattern("ligature").sub("Æ", text) if "AE" in text else text
    text = _pattern("handle_gap").sub("", text) if " _" in text or " @" in text else text
    return line._replace(text=_pattern("bluesky").sub(".bsky.social", text) if "soc" in text else text)


def _signed_above(rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows with the author of a post, signed below it, above it: "— Ada (@ada) March 3, 2021"."""
    for n, row in enumerate(rows):
        if n and (signed := _pattern("signed").match(row.text)):
            author = f"{signed['name']} {signed['handle']}"
            date = " ".join([signed["rest"], *(below.text for below in rows[n + 1 : n + 2])]).strip()
            above, *below = (_Row((row.boxes[0]._replace(text=text),)) for text in (author, date) if text)
            return [above, *rows[:n], *below, *rows[n + 2 :]]
    return list(rows)


def _marked_header(rows: Sequence[_Row], hint: Post | None) -> _Header | None:
    """Return the header with a handle after ``@``: its name is to the left or above."""
    for n, row in enumerate(map(_without_menu, rows[:_HEADER_ROWS])):
        written = row
        if hint is not None and n == 1 and _pattern("like_handle").fullmatch(row.text):
            written = _Row((row.boxes[0]._replace(text="@" + row.text.lstrip("©® ")),))
        found = _pattern("handle").search(written.text) if "<" not in written.text else None
        header = _author_in(rows, n, written, found, hint) if found else None
        if header is not None or (found is None and len(row.text) > _LONGEST_ABOVE):
            return header
    return None


def _without_menu(row: _Row) -> _Row:
    """Return a row without the signs of a menu or a platform at its right, whatever was read of them."""
    last = row.boxes[-1]
    return row.first_column if row.has_columns and len(last.text) <= _LONGEST_MENU and not _is_age(last.text) else row


def _author_in(rows: Sequence[_Row], n: int, row: _Row, found: re.Match[str], hint: Post | None) -> _Header | None:
    """Return the header with a handle in a row; None for a handle in running text."""
    beside = _name(row.text[: found.start()])
    written, after = _unglued(found["handle"], row.text[found.end() :], is_beside_name=beside is not None)
    rest = _rest(after, is_below_name=n == 1 and not beside)
    platform = hint.platform if hint else "mastodon" if "@" in written else "bluesky" if "." in written else "twitter"
    handle = normal_handle(written, platform)
    if rest is None or handle is None:
        return None
    name = beside or _name_above(rows[max(0, n - 2) : n], row.boxes[0].left)
    if name is None and _is_name_below(rows[n : n + 3]):
        return _Header(platform, n + 2, row.score, handle, _name(rows[n + 1].first_column.text), *rest)
    header = _Header(platform, n + 1, row.score, handle, name, *rest)
    return header if header.posted else _with_next_row(header, rows[n + 1 : n + 2], beside)


def _unglued(written: str, after: str, *, is_beside_name: bool) -> tuple[str, str]:
    """Return a handle without an age or a button that was glued to it, and the text after it, with the age."""
    glued = _pattern("glued").search(written) if is_beside_name or "." in written else None
    if glued:
        return written[: glued.start()], glued["age"] + after
    button = None if is_beside_name else _pattern("last_button").search(written)
    if button:
        return written[: button.start()], after
    digits = _pattern("last_digits").search(written)
    if digits and _pattern("letters").match(after.lstrip()) and _is_age(digits[0] + after):
        return written[: digits.start()], digits[0] + after
    return written, after


def _name_above(rows: Sequence[_Row], left: float) -> str | None:
    """Return the name in the nearest of two rows above a handle; one that begins where the handle does is preferred."""
    near = sorted(rows, key=lambda row: (abs(row.boxes[0].left - left) > row.height, -row.boxes[0].top))
    return next(filter(None, (_name(row.first_column.text) for row in near)), None)


def _is_name_below(rows: Sequence[_Row]) -> bool:
    """Return True if the row below the first is next to the author's picture, as the first, and the third is not."""
    if len(rows) < 3:
        return False
    first, second, third = (row.boxes[0].left for row in rows)
    return abs(first - second) < rows[0].height / 2 and first - third > rows[0].height


def _with_next_row(header: _Header, below: Sequence[_Row], beside: str | None) -> _Header:
    """Return a header with the rest of the author's line, if that is on the next row: the age, after a name's end."""
    boxes = [text for row in below for box in row.boxes for text in box.text.split(" ·")]
    is_short = 0 < len(boxes) <= 2 and len(below[0].text) <= _LONGEST_ABOVE
    if not is_short or not (_is_age(boxes[-1]) or (header.is_dated and _pattern("unit").fullmatch(boxes[-1]))):
        return header
    name = f"{beside} {boxes[0]}" if beside and len(boxes) > 1 else header.name
    return replace(header, end=header.end + 1, name=name, is_dated=True)


def _rest(text: str, *, is_below_name: bool) -> tuple[Moment | None, bool] | None:
    """Return the date after a handle, and whether there is one or an age; None if more than a button follows."""
    rest = _pattern("follow").sub(" ", text).strip(_EDGE)
    if len(rest) <= (_LONGEST_BUTTON if is_below_name else 2) and not any(sign.isdigit() for sign in rest):
        return None, False
    for moment in printed_moments(rest):
        return moment, True
    return (None, True) if _pattern("day_or_number").fullmatch(rest) else None


def _name(text: str) -> str | None:
    name = _pattern("follow").sub("", text).strip().lstrip(_EDGE)
    name = _pattern("initial").sub(r"\1.", name) if _pattern("initial").search(name) else name.rstrip(_EDGE)
    name = _pattern("badges").sub("", name)
    is_sign = not _pattern("letters").search(name) or (len(name) == 1 and name.isascii()) or "<" in name
    return None if is_sign or len(name) > _LONGEST_NAME else name


def _user_header(rows: Sequence[_Row], hint: Post | None) -> _Header | None:
    """Return the header with a user name alone, as on Threads and Instagram."""
    if hint is not None and hint.platform not in {"threads", "instagram"}:
        return None
    for n, row in enumerate(rows[:2]):
        found = _pattern("user").fullmatch(_pattern("follow").sub("", row.boxes[0].text).strip(_EDGE))
        if not found:
            continue
        handle, age = found["handle"], found["age"] or next(filter(_is_age, (box.text for box in row.boxes[1:])), None)
        if not age and (glued := _pattern("glued").search(handle)):
            handle, age = handle[: glued.start()], glued["age"]
        if hint or _pattern("user_sign").search(handle):
            platform = hint.platform if hint else "threads"
            return _Header(platform, n + 1, row.score, handle.lower(), is_dated=age is not None)
    return None


def _is_age(text: str) -> bool:
    return any(True for _ in printed_moments(text.strip(_EDGE)))


def _repeated_user(rows: Sequence[_Row], header: _Header) -> tuple[_Header, list[_Row], list[_Row]] | None:
    """Return an Instagram post: its user name is printed again before its words, below the picture."""
    handle = (header.handle or "").casefold()
    for n, row in enumerate(rows[header.end :], start=header.end):
        if get_close_matches(row.text[: len(handle)].casefold(), [handle], n=1, cutoff=_SAME_USER):
            own = row.boxes[0]._replace(text=row.text[len(handle) :].lstrip(" :·"))
            words, below = _words_below([_Row((own,)), *rows[n + 1 :]], replace(header, end=0))
            above = list(rows[header.end : n])
            return replace(header, platform="instagram"), words, [*above, *below]
    return None


def _named_header(rows: Sequence[_Row], hint: Post | None) -> _Header | None:
    """Return the header of a name with a date below, as on Facebook."""
    if hint is not None and hint.platform != "facebook":
        return None
    for n, (row, below) in enumerate(pairwise(rows[:3])):
        name, posted = _name(_without_menu(row).text.split("·")[0]), _dated(below)
        if name and (_is_age(below.text) or _is_like_date(below)):
            has_button = _pattern("follow").search(row.text) is not None
            return _Header("facebook", n + 2, row.score, None, name, posted, is_dated=True, has_button=has_button)
    return None


def _words_below(rows: Sequence[_Row], header: _Header) -> tuple[list[_Row], list[_Row]]:
    """Return the rows with the words of a post, and those below them."""
    words: list[_Row] = []
    for n, row in enumerate(rows[header.end :], start=header.end):
        is_sign = not _pattern("letters").search(row.text) and not _is_like_date(row)
        if not words and (is_sign or _pattern("replying").match(row.text)):
            continue
        if _is_below(row, is_first=not words) or (words and _is_quoted(row, words)):
            return words, list(rows[n:])
        words.append(row)
    return words, []


def _is_below(row: _Row, *, is_first: bool) -> bool:
    """Return True if a row is no words of the post: the date, numbers, buttons, a link."""
    if _is_like_date(row) or _NUMBER_ROW.fullmatch(row.text) or _is_link(row.text.strip(_EDGE)):
        return True
    rest = re.sub(NUMBER, "", _pattern("labels").sub("", row.text))
    if len(_pattern("letters").findall(rest)) <= 2 and len(row.text) > len(rest):
        return True
    return row.has_columns and not is_first


def _is_quoted(row: _Row, words: Sequence[_Row]) -> bool:
    """Return True if a row is the header of a quoted post: a name and a handle, in a box of its own."""
    found = _pattern("handle").search(row.text)
    if not found or not _name(row.text[: found.start()]):
        return False
    is_indented = row.boxes[0].left - min(above.boxes[0].left for above in words) > row.height * _INDENT
    rest = _rest(row.text[found.end() :], is_below_name=False)
    return len(row.text) - found.end() <= _LONGEST_BUTTON * 2 and (is_indented or bool(rest and rest[1]))


def _dated(row: _Row) -> Moment | None:
    """Return the date of a row with little else."""
    if not any(sign.isdigit() for sign in row.text):
        return None
    written = _pattern("icon").sub("", row.text).strip(_EDGE + "@©®")
    found = _date_in(written)
    if found is None and _pattern("year").search(written) and _is_short(_pattern("labels").sub("", written)):
        spaced = _pattern("glued_date").sub(" ", _pattern("zero").sub("o", written))
        texts = (spaced, _pattern("glued_of").sub(" de ", spaced))  # not in "2 decembre"
        spelled = (_pattern("month_word").sub(lambda word: _month(word[0]) or word[0], text) for text in texts)
        found = next(filter(None, map(_date_in, chain(reversed(texts), spelled))), None)
    is_as_read = found is None or (found.as_written or "") in written
    return found if is_as_read or found is None else replace(found, as_written=written)


def _date_in(text: str) -> Moment | None:
    for start in islice(_pattern("word_start").finditer(text), 8):
        found = match_date(text, start.start())
        if found is not None:
            before, behind = text[: start.start()], _pattern("labels").sub("", text[found[1] :])
            is_alone = _pattern("before_date").fullmatch(before) and _is_short(behind)
            return found[0] if is_alone else None
    return None


def _is_like_date(row: _Row) -> bool:
    """Return True if a row is a date, or has the form of one, whatever was read of its month."""
    text = _pattern("zero").sub("o", _pattern("labels").sub("", row.text)).strip(_EDGE)
    return _dated(row) is not None or (_is_short(text) and _pattern("like_date").fullmatch(text) is not None)


def _is_short(text: str) -> bool:
    return len(text) <= _LONGEST_ROW and len(_pattern("letters").findall(text)) <= _LONGEST_DATE


@lru_cache(maxsize=500)
def _month(word: str) -> str | None:
    """Return the English name of the month nearest to a word with wrong letters; None if none or two are near."""
    low, names = word.lower(), {name: number for name, number in _months().items() if len(name) >= 5}
    alike = {number for name, number in _months().items() if _shape(name) == _shape(low)}
    near = get_close_matches(low, names, n=3, cutoff=0.76) if len(low) > 3 and not alike else []
    likeness = [SequenceMatcher(None, low, name).ratio() for name in near]
    numbers = alike or {names[name] for name, ratio in zip(near, likeness, strict=True) if ratio > likeness[0] - 0.03}
    return date(2000, numbers.pop(), 1).strftime("%B") if len(numbers) == 1 else None


@cache
def _months() -> dict[str, int]:
    return {name: number for name, number in date_words().months.items() if len(name) >= 3 and " " not in name}


@cache
def _shape(word: str) -> str:
    """Return a word with one letter for those that are read for one another."""
    return without_accents(word).replace("rn", "m").translate(_SHAPES)


def _joined_words(rows: Sequence[_Row]) -> str:
    """Return the words of rows as running text; a gap between rows is a blank line."""
    text = ""
    for above, row in zip([None, *rows], rows, strict=False):
        words = row.text
        is_wide = bool(_pattern("wide_letter").match(text[-1:]) or _pattern("wide_letter").match(words))
        glue = "" if is_wide or (text[-1:] == "-" and text[-2:-1].isalpha()) else " "
        if above and row.boxes[0].top - above.boxes[0].bottom > above.height:
            glue = "\n\n"
        text += (glue if text else "") + words
    return text


def _is_link(text: str) -> bool:
    """Return True for the words of a link on its own line, also if a few letters were read wrongly."""
    words = without_accents(text).lower()
    return len(text) <= _LONGEST_ABOVE and bool(get_close_matches(words, _links(), n=1, cutoff=0.82))


@cache
def _links() -> list[str]:
    return [without_accents(words).lower() for words in widget_lists("card")["links"]]
