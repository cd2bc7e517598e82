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

    Attributes:
        url: The article's URL.
        title: The headline.
        outlet: The name of the outlet.
        language: A BCP 47 primary tag.
        published: The publication date.
        bylines: The names of its authors.
        listed_title: The title in a list of pages; used if the document states none.
    """

    url: str | None = None
    title: str | None = None
    outlet: str | None = None
    language: str | None = None
    published: Moment | None = None
    bylines: tuple[str, ...] = ()
    listed_title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The bytes of a document, before parsing.

    Attributes:
        source: The argument as given by the user, or ``file#record`` for a record of a WARC.
        content: The bytes, decompressed but not decoded.
        url: The URL of the bytes, after redirects; None for local files.
        media_type: The ``Content-Type`` declared by the server, including charset; None if unknown.
        declared: Metadata from outside the document's bytes.
        saved_at: When the bytes were saved or recorded, ``YYYY-MM-DDTHH:MM:SSZ``, as stated by the file
            itself: a WARC record, an MHTML file. None if not stated, e.g. for a page just fetched.
        row: Digest of the corpus row or mail; None for a separate file.
        digest: SHA-256 that identifies an article without a URL; None for that of the content.
        record: A record already extracted from it, or None.
        problems: Problems met when reading it from its file.
        original: The bytes of the file that `content` was made from (a page saved as MHTML); None if
            `content` is unchanged.
        offset: The offset of the record in the WARC file named by `source`; None for all else.
        loaded: Posts loaded by frames of the page when it was recorded.
        pictures: Name in the page and bytes of pictures that were saved with it; only if pictures are read.
    """

    source: str
    content: bytes = field(repr=False)
    url: str | None = None
    media_type: str | None = None
    declared: Declared = Declared()
    saved_at: str | None = None
    row: str | None = None
    digest: str | None = None
    record: Extraction | None = field(default=None, repr=False)
    problems: tuple[Problem, ...] = ()
    original: bytes | None = field(default=None, repr=False)
    offset: int | None = None
    loaded: tuple[Loaded, ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point or span of time, in the source's precision.

    Attributes:
        at: ISO 8601. ``2020``, ``2020-02``, ``2020-02-01`` for spans; ``2020-02-01T03:04:05Z`` or
            ``2020-02-01T03:04:05.678Z`` for instants, which are always UTC. An instant of unknown zone has no
            ``Z``: ``2020-02-01T03:04``. None if an input record had an impossible time; extraction itself
            gives no such moment.
        precision: The smallest unit in `at`; None without one.
        source: Where it was read; ``update`` if the page prints only when it was changed.
        as_written: The printed words or digits; None if it comes from an id alone.
    """

    at: str | None
    precision: Precision | None
    source: MomentSource
    as_written: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """The author of a post.

    Attributes:
        handle: Without ``@``, in the printed case.
        name: The display name as printed, including emoji.
    """

    handle: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A post published on a platform, as shown by one article.

    Attributes:
        platform: ``twitter``, ``instagram``, ``bluesky`` … (the names of the files of `scraper.platforms`).
        id: The platform's own id, as text; None for a post flattened into prose.
        url: The normalized permalink.
        author: None if neither handle nor name is printed.
        text: The text as printed, with white space as displayed; trailing ``pic.twitter.com/…`` stays.
        language: The post's own language tag, if the markup declares one.
        posted: When it was published. An instant in the id overrides a printed date.
        hashtags: Without ``#``, in order, the printed case.
        mentions: Handles without ``@``, in order.
        cashtags: Without ``$``, in order.
        links: http(s) URLs that the post links to, including the permalink of a quoted post.
        media: URLs of pictures and videos as printed (``pic.twitter.com/…``) or linked; of a post known by a
            picture of it alone, without its words, that picture.
        text_source: Where the text of a post in a picture was read; None for all others. It is not part of the
            wording: two posts that differ in it alone are equal.
    """

    platform: str
    id: str | None = None
    url: str | None = None
    author: Author | None = None
    text: str | None = None
    language: str | None = None
    posted: Moment | None = None
    hashtags: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    cashtags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
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
    """A post in a platform's response to a frame of the page: not as printed by the article.

    Attributes:
        source: The URL of the response.
        at: The time, ``YYYY-MM-DDTHH:MM:SSZ``; None if the record has none.
        post: The post.
        offset: The offset of the response's record in the document's file; None if it cannot be read there again.
    """

    source: str
    at: str | None = None
    post: Post
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
    """A post in one response of a platform, or in one page of a web archive.

    Attributes:
        post: The post.
        counts: None if not stated.
        is_cut: Whether only the beginning of the text is stated; then `post` has none.
        account: The platform's own id of the account, which stays when the handle changes.
        key: The caller's key of the post.
    """

    post: Post
    counts: Counts | None = None
    is_cut: bool = False
    account: str | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The confidence, 0 to 1, with which the fields of a post were read in a picture; None for missing fields.

    Attributes:
        author: Of the handle, or of the name.
        text: Of the least legible row of the text.
        posted: Of the date.
        picture: The name of the picture in the page; None for a ``data:`` URL.
    """

    author: float | None = None
    text: float | None = None
    posted: float | None = None
    picture: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """One post shown in one article.

    Attributes:
        form: How it was embedded.
        position: 0 for the first embed of the article, counted in reading order.
        start: Character offset of the post's text: in the decoded document for plain text, in the article's
            prose (at the embed's position) for HTML; None if it has no position in the prose.
        end: Offset after the last character; equal to `start` if the embed's text is not in the prose.
        post: The post.
        entry: The time of the entry of a live blog that shows it; None if the entry states none.
        reading: The confidence in a post that was read in a picture; None for all others.
    """

    form: Form
    position: int
    start: int | None = None
    end: int | None = None
    post: Post
    entry: Moment | None = None
    reading: Reading | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A reaction that the article quotes in prose, without an embed.

    Attributes:
        text: The quoted words with their quotation marks, as printed.
        speaker: The person quoted: the name used nearby in the article if a pronoun, a noun or nothing is
            printed next to the quote; else the printed phrase: ``a fan``.
        speaker_as_written: The printed phrase: ``a fan``, ``she``; None if nothing is printed.
        verb: The verb of saying, as printed: ``wrote``, ``schrieb``.
        platform: Named by the article near the quote, or None.
        handle: The speaker's handle if the article prints it.
        confidence: The probability that it is a reaction, 0 to 1, calibrated on labelled texts; None if not estimated.
        speaker_confidence: Probability, 0 to 1, that `speaker` is right if its name was chosen from elsewhere
            in the article; None if the speaker is as printed or missing.
        start: Offset of the opening quotation mark.
        end: Offset after the closing one.
        entry: The time of the entry of a live blog with the quote; None if the entry states none.
    """

    text: str
    speaker: str | None = None
    speaker_as_written: str | None = None
    verb: str | None = None
    platform: str | None = None
    handle: str | None = None
    confidence: float | None = None
    speaker_confidence: float | None = None
    start: int
    end: int
    entry: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One use of a hashtag.

    Attributes:
        tag: Without ``#``, in the printed case.
        start: Offset of the ``#``; None inside an embed that has no position in the prose.
        end: Offset after the last character.
        within: Whether it is in a post, a quote or the prose.
    """

    tag: str
    start: int | None
    end: int | None
    within: Within


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One handle marked with ``@``; the fields are those of `Tag`."""

    handle: str
    start: int | None
    end: int | None
    within: Within


@dataclass(frozen=True, slots=True, kw_only=True)
class Allusion:
    """A phrase or picture that refers to a post without showing its words: "he said in a tweet".

    Attributes:
        text: The phrase as printed.
        platform: The platform it names.
        start: Offset of its first character, or of the picture.
        end: Offset after its last; equal to `start` for a picture, whose description is not in the prose.
        picture: URL of a picture of a post without stated words or account; None for a phrase.
    """

    text: str
    platform: str
    start: int
    end: int
    picture: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """The metadata of an article.

    Attributes:
        url: The canonical URL.
        title: The headline.
        outlet: The site's own name, or its host name.
        language: A BCP 47 primary tag, declared or detected.
        published: When it was first published.
        modified: When it was last changed, if stated separately.
        bylines: Its authors: names of persons, agencies or outlets as printed, without "By".
        section: The outlet's section.
        text_length: Characters of the text that offsets refer to.
    """

    url: str | None = None
    title: str | None = None
    outlet: str | None = None
    language: str | None = None
    published: Moment | None = None
    text_length: int | None = None
    modified: Moment | None = None
    bylines: tuple[str, ...] = ()
    section: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A failure or an inconsistency in one document; stored, never fatal.

    Attributes:
        step: The module that reported it: ``flattened``, ``page``.
        kind: A short stable name to count by: ``date-disagrees-with-id``.
        message: One sentence for the user.
    """

    step: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything found in one document, in reading order.

    Attributes:
        text: The text that offsets refer to: the article's prose, or a plain text as decoded. It is not part
            of the JSON form.
        loaded: Embedded posts in platforms' responses to frames of the page. In the JSON form only if there
            are any, and not part of a version of the article.
        has_readings: The posts in its pictures were read. It is not part of the JSON form.
    """

    source: str
    kind: Kind
    article: Article
    embeds: tuple[Embed, ...] = ()
    quotes: tuple[Quote, ...] = ()
    hashtags: tuple[Tag, ...] = ()
    mentions: tuple[Mention, ...] = ()
    allusions: tuple[Allusion, ...] = ()
    problems: tuple[Problem, ...] = ()
    text: str | None = field(default=None, repr=False)
    loaded: tuple[Loaded, ...] = field(default=(), repr=False)
    has_readings: bool = field(default=False, repr=False, compare=False)
