"""Text of strangers, made safe to show: escaped, its direction kept to itself, only http links.

Everything that goes into a page passes through Jinja's escaping or through `Markup` here.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup, escape

from archive.characters import CONTROLS, SURROGATES, visible
from archive.site.words import fold_hashtag

if TYPE_CHECKING:
    from archive.site.site import Site

MOST_LINKS = 100
MARK_START, MARK_END = "\x02", "\x03"
# Words that a reader may follow. A hashtag is what twitter-text takes for one, but for its rarer letters:
# a link that leads nowhere is caught by the hashtag page. In flattened text a tag may be glued to a word, or
# an address to a tag.
_FOLLOWED = re.compile(
    r"(?P<url>https?://[^\s<>\"]{1,2000})"
    r"|(?<![\d_&/])[#＃](?=\d{0,100}[^\W\d])(?P<tag>(?:(?!https?://|pic\.twitter\.com/)\w){1,100})"
)
LONGEST_HIT = 600
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
    line = " ".join(SURROGATES.sub("�", CONTROLS.sub("", text or "")).split())
    return line if len(line) <= limit else line[:limit].rstrip() + "…"


def name(text: str | None, limit: int = 80) -> str:
    r"""Give a name, handle, outlet or title as it may stand beside others: what it looks like is what it is.

    Besides what `plain` does, characters without a shape are left out, and piles of marks. A name of which
    nothing remains is said to be so, as it could not be seen, let alone followed.

    >>> name("Pier\u200b Tru\u00adst"), name("moc.reip\u202e"), name("\u200b\u3164"), name(None)
    ('Pier Trust', 'moc.reip', '(invisible)', '')
    >>> name("می\u200cخواهم"), name("👩\u200d🚀"), name("a\u200db"), len(name("z" + "\u0301" * 900))
    ('می\u200cخواهم', '👩\u200d🚀', 'ab', 5)
    """
    shown = plain(visible(text or ""), limit)
    return shown or ("(invisible)" if (text or "").strip() else "")


def file_name(source: str | None) -> str:
    """Return the last part of a path or address: what an article without a title is called by.

    >>> file_name("saved/2024/pier.txt"), file_name("https://news.example/pier/"), file_name("-")
    ('pier.txt', 'pier', '-')
    """
    return plain((source or "").rstrip("/").rpartition("/")[2], 60)


def linked(text: str | None, site: Site) -> Markup:
    """Return the text of a post with its hashtags and addresses as links."""
    pieces, end = [], 0
    text = text or ""
    for found in islice(_FOLLOWED.finditer(text), MOST_LINKS):
        pieces += [escape(text[end : found.start()]), _link(found, site)]
        end = found.end()
    return Markup().join([*pieces, escape(text[end:])])


def marked(text: str | None, is_name: bool = False) -> Markup:  # noqa: FBT001, FBT002 - templates have no names for it
    r"""Give a search hit with the words that were found marked; headlines are names, see `name`.

    >>> marked("a \x02b\x03 <c>"), marked("a\u202e\x02b\x03", True)
    (Markup('a <mark>b</mark> &lt;c&gt;'), Markup('a<mark>b</mark>'))
    """
    pieces = re.split(f"([{MARK_START}{MARK_END}])", text or "")
    if is_name:
        pieces[::2] = map(visible, pieces[::2])
    safe = _MARKED.sub(r"<mark>\1</mark>", str(escape("".join(pieces))))
    return Markup(_CONTROLS_OF_MARKS.sub("", safe))  # noqa: S704 - escaped in the line above


def with_marks(text: str | None, pieces: list[str]) -> str:
    r"""Mark what was looked for letter by letter, and leave a part of a long text: that with the first mark.

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


_CONTROLS_OF_MARKS = re.compile(f"[{MARK_START}{MARK_END}]")


def _link(found: re.Match[str], site: Site) -> Markup:
    if found["tag"]:
        address = site.page("hashtag", fold_hashtag(found["tag"]))
        return Markup('<a class="tag" href="{}">{}</a>').format(address, found[0])
    address = found["url"]
    shown = address.split("://", 1)[1]
    shown = shown if len(shown) <= 40 else shown[:39] + "…"
    return Markup('<a href="{}" rel="nofollow noopener ugc">{}</a>').format(address, shown)
