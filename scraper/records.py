"""Define the records returned by extraction: the contents of an article, and nothing else.

Frozen values. A field is ``None`` if the source does not print it; nothing is guessed.
Parsed values (a date, a handle) keep their printed form alongside. The JSON form of `Extraction`, one object
a line, is the contract of ``voxpop extract``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["html", "text"]
Form = Literal["blockquote", "iframe", "amp", "json", "lazy", "link", "other", "flattened", "widget", "picture"]
Precision = Literal["year", "month", "day", "minute", "second", "millisecond"]
MomentSource = Literal["printed", "id", "metadata", "option", "feed", "header", "column", "update"]
Within = Literal["prose", "post", "quote"]
TextSource = Literal["printed", "alt", "ocr", "hydrated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Metadata of an article from outside its bytes: an option, a feed, a row of a corpus, a mail.

    Each field but the last overrides the document's own; None, or no names, leaves it unchanged.
    """

    url: str | None = None
    title: str | None = None
    outlet: str | None = None
    language: str | None = None  # a BCP 47 primary tag
    published: Moment | None = None
    bylines: tuple[str, ...] = ()
    listed_title: str | None = None  # the title in a list of pages; used if the document states none


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The bytes of a document, before parsing."""

    source: str  # the argument as given by the user, or ``file#record`` for a record of a WARC
    content: bytes = field(repr=False)  # the bytes, decompressed but not decoded
    url: str | None = None  # the URL of the bytes, after redirects; None for local files
    media_type: str | None = None  # the ``Content-Type`` declared by the server, including charset; None if unknown
    declared: Declared = Declared()  # metadata from outside the document's bytes
    # When the bytes were saved or recorded, ``YYYY-MM-DDTHH:MM:SSZ``, as stated by the file itself: a WARC record, an
    # MHTML file. None if not stated, e.g. for a page just fetched.
    saved_at: str | None = None
    row: str | None = None  # digest of the corpus row or mail; None for a separate file
    digest: str | None = None  # SHA-256 that identifies an article without a URL; None for that of the content
    record: Extraction | None = field(default=None, repr=False)  # a record already extracted from it, or None
    problems: tuple[Problem, ...] = ()  # problems met when reading it from its file
    # The bytes of the file that `content` was made from (a page saved as MHTML); None if `content` is unchanged.
    original: bytes | None = field(default=None, repr=False)
    offset: int | None = None  # the offset of the record in the WARC file named by `source`; None for all else
    loaded: tuple[Loaded, ...] = ()  # posts loaded by frames of the page when it was recorded
    # Name in the page and bytes of pictures that were saved with it; only if pictures are read.
    pictures: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point or span of time, in the source's precision."""

    # ISO 8601. ``2020``, ``2020-02``, ``2020-02-01`` for spans; ``2020-02-01T03:04:05Z`` or
    # ``2020-02-01T03:04:05.678Z`` for instants, which are always UTC. An instant of unknown zone has no ``Z``:
    # ``2020-02-01T03:04``. None if an input record had an impossible time; extraction itself gives no such moment.
    at: str | None
    precision: Precision | None  # the smallest unit in `at`; None without one
    source: MomentSource  # where it was read; ``update`` if the page prints only when it was changed
    as_written: str | None = None  # the printed words or digits; None if it comes from an id alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """The author of a post."""

    handle: str | None = None  # without ``@``, in the printed case
    name: str | None = None  # the display name as printed, including emoji


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A post published on a platform, as shown by one article."""

    platform: str  # ``twitter``, ``instagram``, ``bluesky`` … (the names of the files of `scraper.platforms`)
    id: str | None = None  # the platform's own id, as text; None for a post flattened into prose
    url: str | None = None  # the normalized permalink
    author: Author | None = None  # None if neither handle nor name is printed
    text: str | None = None  # the text as printed, with white space as displayed; trailing ``pic.twitter.com/…`` stays
    language: str | None = None  # the post's own language tag, if the markup declares one
    posted: Moment | None = None  # when it was published. An instant in the id overrides a printed date.
    hashtags: tuple[str, ...] = ()  # without ``#``, in order, the printed case
    mentions: tuple[str, ...] = ()  # handles without ``@``, in order
    cashtags: tuple[str, ...] = ()  # without ``$``, in order
    links: tuple[str, ...] = ()  # http(s) URLs that the post links to, including the permalink of a quoted post
    # URLs of pictures and videos as printed (``pic.twitter.com/…``) or linked; of a post known by a picture of it
    # alone, without its words, that picture.
    media: tuple[str, ...] = ()
    # Where the text of a post in a picture was read; None for all others. It is not part of the wording: two posts that
    # differ in it alone are equal.
    text_source: TextSource | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str | None:
        """The author's name; None if it is not printed."""
        return self.author.name if self.author else None

    @property
    def handle(self) -> str | None:
        """The author's handle; None if it is not printed."""
        return self.author.handle if self.author else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A post in a platform's response to a frame of the page: not as printed by the article."""

    source: str  # the URL of the response
    at: str | None = None  # the time, ``YYYY-MM-DDTHH:MM:SSZ``; None if the record has none
    post: Post
    # The offset of the response's record in the document's file; None if it cannot be read there again.
    offset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Numbers of likes, reposts, replies and views of a post; None if not stated."""

    likes: int | None = None
    reposts: int | None = None
    replies: int | None = None
    views: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A post in one response of a platform, or in one page of a web archive."""

    post: Post
    counts: Counts | None = None
    is_cut: bool = False  # whether only the beginning of the text is stated; then `post` has none
    account: str | None = None  # the platform's own id of the account, which stays when the handle changes
    key: str = ""  # the caller's key of the post


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The confidence, 0 to 1, with which the fields of a post were read in a picture; None for missing fields."""

    author: float | None = None  # of the handle, or of the name
    text: float | None = None  # of the least legible row of the text
    posted: float | None = None  # of the date


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """One post shown in one article."""

    form: Form  # how it was embedded
    position: int  # 0 for the first embed of the article, counted in reading order
    # Character offset of the post's text: in the decoded document for plain text, in the article's prose (at the
    # embed's position) for HTML; None if it has no position in the prose.
    start: int | None = None
    end: int | None = None  # offset after the last character; equal to `start` if the embed's text is not in the prose
    post: Post
    entry: Moment | None = None  # the time of the entry of a live blog that shows it; None if the entry states none
    # The confidence in a post that was read in a picture; None for all others.
    reading: Reading | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A reaction that the article quotes in prose, without an embed."""

    text: str  # the quoted words with their quotation marks, as printed
    # The person quoted: the name used nearby in the article if a pronoun, a noun or nothing is printed next to the
    # quote; else the printed phrase: ``a fan``.
    speaker: str | None = None
    speaker_as_written: str | None = None  # the printed phrase: ``a fan``, ``she``; None if nothing is printed
    verb: str | None = None  # the verb of saying, as printed: ``wrote``, ``schrieb``
    platform: str | None = None  # named by the article near the quote, or None
    handle: str | None = None  # the speaker's handle if the article prints it
    # The probability that it is a reaction, 0 to 1, calibrated on labelled texts; None if not estimated.
    confidence: float | None = None
    # Probability, 0 to 1, that `speaker` is right if its name was chosen from elsewhere in the article; None if the
    # speaker is as printed or missing.
    speaker_confidence: float | None = None
    start: int  # offset of the opening quotation mark
    end: int  # offset after the closing one
    entry: Moment | None = None  # the time of the entry of a live blog with the quote; None if the entry states none


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One use of a hashtag."""

    tag: str  # without ``#``, in the printed case
    start: int | None  # offset of the ``#``; None inside an embed that has no position in the prose
    end: int | None  # offset after the last character
    within: Within  # whether it is in a post, a quote or the prose


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One handle marked with ``@``; the fields are those of `Tag`."""

    handle: str
    start: int | None
    end: int | None
    within: Within


@dataclass(frozen=True, slots=True, kw_only=True)
class Allusion:
    """A phrase or picture that refers to a post without showing its words: "he said in a tweet"."""

    text: str  # the phrase as printed
    platform: str  # the platform it names
    start: int  # offset of its first character, or of the picture
    end: int  # offset after its last; equal to `start` for a picture, whose description is not in the prose
    picture: str | None = None  # URL of a picture of a post without stated words or account; None for a phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """The metadata of an article."""

    url: str | None = None  # the canonical URL
    title: str | None = None
    outlet: str | None = None  # the site's own name, or its host name
    language: str | None = None  # a BCP 47 primary tag, declared or detected
    published: Moment | None = None  # when it was first published
    text_length: int | None = None  # characters of the text that offsets refer to
    modified: Moment | None = None  # when it was last changed, if stated separately
    bylines: tuple[str, ...] = ()  # its authors: names of persons, agencies or outlets as printed, without "By"
    section: str | None = None  # the outlet's section


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A failure or an inconsistency in one document; stored, never fatal."""

    step: str  # the module that reported it: ``flattened``, ``page``
    kind: str  # a short stable name to count by: ``date-disagrees-with-id``
    message: str  # one sentence for the user


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything found in one document, in reading order."""

    source: str
    kind: Kind
    article: Article
    embeds: tuple[Embed, ...] = ()
    quotes: tuple[Quote, ...] = ()
    hashtags: tuple[Tag, ...] = ()
    mentions: tuple[Mention, ...] = ()
    allusions: tuple[Allusion, ...] = ()
    problems: tuple[Problem, ...] = ()
    # The text that offsets refer to: the article's prose, or a plain text as decoded. It is not part of the JSON form.
    text: str | None = field(default=None, repr=False)
    # Embedded posts in platforms' responses to frames of the page. In the JSON form only if there are any, and not part
    # of a version of the article.
    loaded: tuple[Loaded, ...] = field(default=(), repr=False)
    # The posts in its pictures were read. It is not part of the JSON form.
    has_readings: bool = field(default=False, repr=False, compare=False)
