"""Times, numbers and names in the reader's words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from datetime import date
from functools import cache
from itertools import accumulate, groupby, islice, pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup, escape

from archive.characters import CONTROLS, SURROGATES, visible
from archive.store.identity import hashtag_key
from archive.store.terms import STEPS
from scraper.configuration import packaged
from scraper.registry import known_platforms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from archive.site.site import Site


# An absolute path, or one that begins at a home or above: of POSIX, of Windows, or as a file's address.
_OF_THIS_MACHINE = re.compile(r"(?:file:)?(?:/|~[^/\\]*[/\\]|\.\.[/\\]|[A-Za-z]:[/\\]|\\\\)")


def shown(source: str | None) -> str:
    r"""Give a source without the folders of this machine.

    >>> shown("saved/a.html"), shown("/home/jo/saved/a.html"), shown("C:\\jo\\a.html")
    ('saved/a.html', 'a.html', 'a.html')
    >>> shown("https://news.example/pier"), shown("../saved/a.html"), shown(None)
    ('https://news.example/pier', 'a.html', '')
    """
    source = source or ""
    if not _OF_THIS_MACHINE.match(source):
        return source
    return re.split(r"[/\\]", source.rstrip("/\\"))[-1]


# Lags: the time from the posting of a post to the publication of an article that shows it, in words.

_HOUR, _DAY, _YEAR = 60, 1440, 525600


def duration(minutes: int) -> str:
    """Return a time in words, in its two largest units.

    >>> [duration(minutes) for minutes in (0, 1, 75, 120, 1800, 4320, 64800, 788400, 1051200)]
    ['0 min', '1 min', '1 h 15 min', '2 h', '1 day 6 h', '3 days', '45 days', '1 year 182 days', '2 years']
    """
    if minutes < _HOUR:
        return f"{minutes} min"
    if minutes < _DAY:
        return _both(minutes, (_HOUR, "h", "h"), (1, "min", "min"))
    if minutes < 7 * _DAY:
        return _both(minutes, (_DAY, "day", "days"), (_HOUR, "h", "h"))
    return _both(minutes, (_YEAR, "year", "years"), (_DAY, "day", "days"))


def step(minutes: int | None) -> str:
    """Return a step in words, by its first minute.

    >>> step(0), step(50), step(5256000), step(None)
    ('under 1 min', '50 min to 1 h', '10 years or more', '–')
    """
    if minutes is None:
        return "–"
    if minutes == 0:
        return "under 1 min"
    end = end_of(minutes)
    return f"{duration(minutes)} to {duration(end)}" if end else f"{duration(minutes)} or more"


def end_of(minutes: int) -> int | None:
    """Return the last minute of a step; None for the last step."""
    following = STEPS[bisect_right(STEPS, minutes) :]
    return following[0] if following else None


def between(first: int | None, last: int | None) -> str:
    """Return in words the time from the beginning of one step to the end of another.

    >>> between(50, 120), between(0, 5256000), between(None, None)
    ('50 min to 2 h 30 min', '0 min to 10 years or more', '–')
    """
    if first is None or last is None:
        return "–"
    end = end_of(last)
    return f"{duration(first)} to {duration(end) if end else f'{duration(last)} or more'}"


def after(seconds: int | None) -> str:
    """Return how long after a post an article was published; an older article got the post later.

    >>> after(30), after(7500), after(-7200), after(None)
    ('within a minute', '2 h 5 min later', '2 h before the post: added to it later', '')
    """
    if seconds is None:
        return ""
    minutes = abs(seconds) // 60
    if minutes == 0:
        return "within a minute"
    return f"{duration(minutes)} {'later' if seconds > 0 else 'before the post: added to it later'}"


def _both(minutes: int, large: tuple[int, str, str], small: tuple[int, str, str]) -> str:
    number, rest = divmod(minutes, large[0])
    parts = [(number, large), (rest // small[0], small)]
    return " ".join(f"{n} {one if n == 1 else many}" for n, (_, one, many) in parts if n)


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
FORMS = {
    "blockquote": "the platform’s own embed",
    "iframe": "a frame",
    "amp": "an AMP embed",
    "json": "data in the page",
    "lazy": "an embed loaded late",
    "link": "a link",
    "other": "the outlet’s own markup",
    "flattened": "plain prose",
    "widget": "a rendered widget",
    "picture": "a picture, by its description",
}
LONGEST = 40
#: Thresholds of confidence for "sure" and "likely"; `tools/fit_quotes.py` prints their precision.
SURE, LIKELY = 0.8, 0.5
_MOMENT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z?))?)?)?\Z")
_TYPED_DAY = re.compile(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?\Z", re.ASCII)


def when(at: str | None) -> str:
    """Return a moment as a reader says it, no more exact than it is.

    >>> when("2024-05-12T08:03:11.120Z")
    '12 May 2024, 08:03 UTC'
    >>> when("2024-05-12"), when("2024-05"), when("2024"), when("2024-05-12T08:03")
    ('12 May 2024', 'May 2024', '2024', '12 May 2024, 08:03')
    >>> when("long ago"), when(None)
    ('long ago', 'no date')
    """
    if not at:
        return "no date"
    found = _MOMENT.match(at)
    if found is None or not 1 <= int(found[2] or 1) <= len(MONTHS):
        return at[:LONGEST]
    year, month, day, clock, zone = found.groups()
    words = " ".join(filter(None, (day and str(int(day)), month and MONTHS[int(month) - 1], year)))
    return f"{words}, {clock}{' UTC' if zone else ''}" if clock else words


def day_of(at: str | None) -> str:
    """Return the day of a moment in words: ``12 May 2024``."""
    return when(at[:10] if at else at)


def as_day(written: str) -> str | None:
    """Return a typed day, month or year in the format of the archive, or None if it is invalid.

    >>> as_day("2024-05-09"), as_day("2024-5-9"), as_day("2024-5"), as_day("2024")
    ('2024-05-09', '2024-05-09', '2024-05', '2024')
    >>> as_day("9 May 2024"), as_day("2024-13"), as_day("2023-02-29"), as_day("")
    (None, None, None, None)
    """
    found = _TYPED_DAY.match(written)
    if found is None:
        return None
    numbers = [int(number) for number in found.groups() if number]
    try:
        whole = date(*[*numbers, 1, 1][:3]).isoformat()
    except ValueError:
        return None
    return whole[: (4, 7, 10)[len(numbers) - 1]]


_platforms = cache(known_platforms)


def platform_name(platform: str | None) -> str:
    """Return a platform's name as readers know it.

    >>> platform_name("tiktok"), platform_name("chirp"), platform_name(None)
    ('TikTok', 'Chirp', '')
    """
    return _platforms().get(platform or "", (platform or "").capitalize())


@cache
def _languages() -> dict[str, str]:
    return packaged("language_names.toml")


def language_name(code: str | None) -> str:
    """Return the name of a language.

    >>> language_name("pt"), language_name("pt-BR"), language_name("tlh"), language_name(None)
    ('Portuguese', 'Portuguese (BR)', 'tlh', 'Language not known')
    """
    base, _, region = (code or "").partition("-")
    called = _languages().get(base.lower(), base)
    return (f"{called} ({region})" if region else called) or "Language not known"


def fold_hashtag(tag: str) -> str:
    """Return the key of a hashtag in whatever spelling, as the archive makes it.

    >>> fold_hashtag("#LetMiraSing"), fold_hashtag(" ＃ÉTÉ")
    ('letmirasing', 'été')
    """
    return hashtag_key(tag.strip())


def fold_name(name: str) -> str:
    """Return a name as names are compared: without case, accents and spare spaces.

    >>> fold_name("  L’ÉCHO  du Port "), fold_name("Ōsaka")
    ('l’echo du port', 'osaka')
    """
    folded = name.casefold()
    if not folded.isascii():
        letters = unicodedata.normalize("NFKD", folded)
        folded = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(folded.split())


def is_named(speaker: str) -> bool:
    """Return True if a phrase for a speaker has a name: a word with a capital, or of a script without them.

    >>> [is_named(each) for each in ("Ada Obi", "the mayor Ada Obi", "Ella Obi", "@ada_ex", "pier9", "فاطمہ")]
    [True, True, True, True, True, True]
    >>> [is_named(each) for each in ("one user", "Another", "La police", "she", "One Chirp user")]
    [False, False, False, False, False]
    """
    indefinite, pronouns, determiners = _unnamed()
    first, *others = re.findall(r"\w+", speaker) or [""]
    if {speaker.lower(), first.lower()} & indefinite or speaker.lower() in pronouns:  # Ella may be a first name
        return False
    words = others if first.lower() in determiners else [first, *others]
    return speaker.startswith("@") or any(not word.islower() or re.search(r"\d", word) for word in words)


@cache
def _unnamed() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the words for unnamed people, pronouns and determiners: "another", "she", "the"; in all languages."""
    from scraper.text.quotes.words.languages import words_of_all

    determiners = words_of_all("the")
    return (words_of_all("one") | words_of_all("alone")) - determiners, words_of_all("pronouns"), determiners


def confidence(value: float) -> str:
    """Return a word for how likely a quote is a reaction, from 0 to 1.

    >>> [confidence(value) for value in (0.95, 0.6, 0.2)]
    ['sure', 'likely', 'doubtful']
    """
    if value >= SURE:
        return "sure"
    return "likely" if value >= LIKELY else "doubtful"


# Text of strangers, made safe to show: escaped, its direction kept to itself, only http links.

MOST_LINKS = 100
MARK_START, MARK_END = "\x02", "\x03"
_URL = re.compile(r"https?://[^\s<>\"\x02\x03]{1,2000}|pic\.(?:twitter|x)\.com/\w{1,20}")
_PICTURE = re.compile(r"(?:https?://)?pic\.(?:twitter|x)\.com/")
LONGEST_HIT = 600
MARKS = re.compile(f"[{MARK_START}{MARK_END}]")
_MARKED = re.compile(f"{MARK_START}([^{MARK_START}{MARK_END}]*){MARK_END}")


def filled(shape: str, *values: Any) -> Markup:
    """Return HTML of our own with values, escaped, in its empty braces.

    `Markup.format` does the same in three times the time.

    >>> filled('<b class="{}">{}</b>', "a", "1 < 2")
    Markup('<b class="a">1 &lt; 2</b>')
    """
    return Markup(shape.format(*map(escape, values)))  # noqa: S704 - escaped in this line


def safe_link(address: str | None) -> str | None:
    """Return an address if following it cannot do more than open a page.

    >>> safe_link("https://x.com/a"), safe_link("javascript:alert(1)"), safe_link("//x.com"), safe_link(None)
    ('https://x.com/a', None, None, None)
    """
    if not address:
        return None
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    return address.strip() if parts.scheme in ("http", "https") and parts.netloc else None


def plain(text: str | None, limit: int = 200) -> str:
    r"""Give text for a title or a feed: one line, no characters that reorder or hide, cut at `limit`.

    >>> plain("a\n b\u202ec"), plain("word " * 10, 9)
    ('a bc', 'word word…')
    """
    text = text or ""
    if not (text.isascii() and text.isprintable()):
        text = SURROGATES.sub("�", CONTROLS.sub("", text))
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit].rstrip() + "…"


def name(text: str | None, limit: int = 80) -> str:
    r"""Return a name, handle, outlet or title without disguises.

    Besides what `plain` does, characters without a shape are left out, and piles of marks. A name of which
    nothing remains is said to be so, as it could not be seen, let alone followed.

    >>> name("Pier\u200b Tru\u00adst"), name("moc.reip\u202e"), name("\u200b\u3164"), name(None)
    ('Pier Trust', 'moc.reip', '(invisible)', '')
    >>> name("می\u200cخواهم"), name("👩\u200d🚀"), name("a\u200db"), len(name("z" + "\u0301" * 900))
    ('می\u200cخواهم', '👩\u200d🚀', 'ab', 5)
    """
    shown = plain(visible(text or ""), limit)
    return shown or ("(invisible)" if (text or "").strip() else "")


def initial(text: str | None) -> str:
    """Return the first letter or digit of a name, as a capital.

    >>> initial("🌊 ada"), initial("@9pm"), initial("…")
    ('A', '9', '')
    """
    return next((sign.upper()[:1] for sign in visible(text or "") if sign.isalnum()), "")


def file_name(source: str | None) -> str:
    """Return the last part of a path or URL: the label of an article without a title.

    >>> file_name("saved/2024/pier.txt"), file_name("https://news.example/pier/"), file_name("-")
    ('pier.txt', 'pier', '-')
    """
    return plain((source or "").rstrip("/").rpartition("/")[2], 60)


def runs(rows: Iterable[dict[str, Any]]) -> list[tuple[bool, list[dict[str, Any]]]]:
    """Group rows that follow each other into posts without words of one article (and `stand` in it), and others.

    >>> rows = [{"text": "a"}, {"posted_at": None, "article": "b"}, {"posted_at": "2024", "lead": {"article": "b"}}]
    >>> [(bare, len(run)) for bare, run in runs([*rows, {"posted_at": "2024", "article": "c"}])]
    [(False, 1), (True, 2), (True, 1)]
    """

    def kind(row: dict[str, Any]) -> tuple[bool, str, int]:
        is_wordless = "posted_at" in row and not any(row.get(name) for name in ("marked", "text", "usual_text"))
        article = (row.get("lead") or row).get("article") or ""
        return (True, article, row.get("stand", -1)) if is_wordless else (False, "", -1)

    return [(is_wordless, list(run)) for (is_wordless, *_), run in groupby(rows, kind)]


def wordless(run: list[dict[str, Any]]) -> str:
    """Return the line for several posts without words.

    >>> wordless([{"platform": "x"}] * 3), wordless([{"platform": "instagram"}] * 2 + [{"platform": "tiktok"}])
    ('3 X posts without words', '3 posts without words: 2 Instagram, 1 TikTok')
    """
    numbers = Counter(platform_name(row["platform"]) for row in run).most_common()
    if len(numbers) == 1:
        return f"{len(run):,} {numbers[0][0]} posts without words"
    return f"{len(run):,} posts without words: {', '.join(f'{number:,} {name}' for name, number in numbers)}"


def linked(text: str | None, site: Site) -> Markup:
    """Return the text of a post with its hashtags and URLs as links, and the matches of a search marked."""
    pieces = MARKS.split(text or "")
    words, turns = "".join(pieces), list(accumulate(map(len, pieces)))[:-1]

    def part(start: int, end: int) -> Markup:
        cuts = [start, *(turn for turn in turns if start < turn < end), end]
        return Markup().join(
            filled("<mark>{}</mark>" if bisect_right(turns, first) % 2 else "{}", words[first:last])
            for first, last in pairwise(cuts)
            if first < last
        )

    shown, done = [], 0
    for start, end, shape, url in islice(_links(words, site), MOST_LINKS):
        scheme = words[start:end].find("://") + 3 if shape is _OUTWARD and "://" in words[start:end] else 0
        is_marked = any(start <= turn <= end for turn in turns)
        label = part(start + scheme, end) if is_marked else _short(words[start + scheme : end])
        is_glued = start and words[start] not in "@＠" and _GLUED.match(words, start - 1, start)
        gap = Markup(" ") if is_glued else Markup()
        shown += [part(done, start), gap, filled(shape, url, label)]
        if _PICTURE.match(words, start):
            shown.append(_NOT_KEPT)
        done = end
    return Markup().join([*shown, part(done, len(words))])


_OUTWARD = '<a href="{}" rel="nofollow noopener ugc">{}</a>'
_INWARD = '<a class="tag" href="{}">{}</a>'
#: What a page printed right before a URL or hashtag that its next line began with.
_GLUED = re.compile(r"""[\w.,!?…:;)”’»]|(?<=\S)["']""")
_ENDS = ".,!?:;…'”’»]"
_NOT_KEPT = Markup(' <span class="unkept">(picture or video, not kept)</span>')


def _links(text: str, site: Site) -> Iterator[tuple[int, int, str, str]]:
    """Yield the start, end, HTML and target of the links in a text: hashtags as stored, mentions, and URLs."""
    # A URL does not end with the punctuation of its sentence, nor with a bracket that was opened before it.
    addresses = (
        (found.start(), found[0].rstrip(_ENDS if "(" in found[0] else f"{_ENDS})")) for found in _URL.finditer(text)
    )
    links = [(at, at + len(url), _OUTWARD, url if "://" in url else f"https://{url}") for at, url in addresses]
    if not _SIGNED.isdisjoint(text):
        from scraper.text.entities import find_hashtags, find_mentions

        tags, mentions = find_hashtags(text, flattened=True), find_mentions(text, everywhere=True)
        links += [(tag.start, tag.end, _INWARD, site.page("hashtag", fold_hashtag(tag.value))) for tag in tags]
        links += [(at.start, at.end, _INWARD, site.page("search", None, "", {"q": f"@{at.value}"})) for at in mentions]
    done = 0
    for start, end, shape, url in sorted(links):
        if start >= done:
            yield start, end, shape, url
            done = end


_SIGNED = frozenset("#＃@＠")


def _short(url: str) -> str:
    return url if len(url) <= 40 else url[:39] + "…"


def marked(text: str | None, is_name: bool = False) -> Markup:  # noqa: FBT001, FBT002 - templates have no names for it
    r"""Give a search hit with the words that were found marked; headlines are names, see `name`.

    >>> marked("a \x02b\x03 <c>"), marked("a\u202e\x02b\x03", True)
    (Markup('a <mark>b</mark> &lt;c&gt;'), Markup('a<mark>b</mark>'))
    """
    pieces = re.split(f"([{MARK_START}{MARK_END}])", text or "")
    if is_name:
        pieces[::2] = map(visible, pieces[::2])
    safe = _MARKED.sub(r"<mark>\1</mark>", str(escape("".join(pieces))))
    return Markup(MARKS.sub("", safe))  # noqa: S704 - escaped in the line above


def with_marks(text: str | None, pieces: list[str]) -> str:
    r"""Mark matches found letter by letter; shorten a long text to the part with the first mark.

    >>> with_marks("a 灯台 🎺", ["灯台", "🎺"])
    'a \x02灯台\x03 \x02🎺\x03'
    >>> with_marks("word " * 300 + "end", ["end"])[-10:]
    'word \x02end\x03'
    """
    text = text or ""
    if pieces:
        either = "|".join(map(re.escape, pieces))
        text = re.sub(either, rf"{MARK_START}\g<0>{MARK_END}", text, flags=re.IGNORECASE)
    if len(text) <= LONGEST_HIT:
        return text
    first = max(0, text.find(MARK_START))
    begin = text.rfind(" ", 0, first - LONGEST_HIT // 3) + 1 if first > LONGEST_HIT // 2 else 0
    end = begin + LONGEST_HIT
    return f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"
