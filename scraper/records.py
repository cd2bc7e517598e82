"""The records that extraction passes on: what an article was seen to hold, and nothing else.

Frozen values without behaviour. A field is ``None`` when the source does not print it; nothing is guessed.
Wherever something was understood (a date, a handle), the printed form is kept beside it. The JSON form of
`Extraction`, one object a line, is the contract of ``voxpop extract``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["html", "text"]
Form = Literal["blockquote", "iframe", "amp", "json", "lazy", "link", "other", "flattened", "widget"]
Precision = Literal["year", "month", "day", "minute", "second", "millisecond"]
MomentSource = Literal["printed", "id", "metadata", "option", "feed", "header", "column"]
Within = Literal["prose", "post", "quote"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What is said of an article elsewhere than in its bytes: an option, a feed, a row of a corpus, a mail.

    Each field but the last outranks what the document states; None, or no names, leaves that as it is.

    Attributes:
        url: The article's URL.
        title: The headline.
        outlet: The name of the outlet.
        language: A BCP 47 primary tag.
        published: The publication date.
        bylines: The names of those who wrote it.
        listed_title: The title in a list of pages; it counts where the document states none.
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
    """Bytes that came in, before anything was understood.

    Attributes:
        source: The argument as the user gave it, or ``file#record`` for a record of a WARC.
        content: The bytes, decompressed but not decoded.
        url: Where the bytes came from, after redirects; None for local files.
        media_type: The ``Content-Type`` as declared by the server, charset included; None when unknown.
        declared: What is said of the document elsewhere than in its bytes.
        saved_at: When the bytes were saved or recorded, ``YYYY-MM-DDTHH:MM:SSZ``, as the file itself states:
            a WARC record, an MHTML file. None where it states nothing, as a page that was just fetched.
        row: Digest of the row of a corpus, or of the mail, that it is; None for a file of its own.
        digest: SHA-256 by which the article is known that has no URL; None stands for that of the content.
        record: What was extracted from it already; None where nothing was.
        problems: What went wrong when it was taken out of its file.
        original: The bytes of the file that `content` was made from (a page saved as MHTML); None where
            `content` came as it is.
        offset: Where the record begins in the WARC file that `source` names; None for all else.
        loaded: Posts that frames of the page loaded when it was recorded.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point or span of time, as exactly as the source gives it.

    Attributes:
        at: ISO 8601. ``2020``, ``2020-02``, ``2020-02-01`` for spans; ``2020-02-01T03:04:05Z`` or
            ``2020-02-01T03:04:05.678Z`` for instants, which are always UTC. An instant whose zone is
            unknown has no ``Z``: ``2020-02-01T03:04``. None where a record that was read in held no possible
            time; extraction itself gives no such moment.
        precision: The smallest unit that `at` holds; None without one.
        source: Where it was read.
        as_written: The words or digits it was read from; None when it comes from an id alone.
    """

    at: str | None
    precision: Precision | None
    source: MomentSource
    as_written: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who published a post.

    Attributes:
        handle: Without ``@``, in the printed case.
        name: The display name as printed, emoji included.
    """

    handle: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Something somebody published on a platform, as one article shows it.

    Attributes:
        platform: ``twitter``, ``instagram``, ``bluesky`` … (the names of the files of `scraper.platforms`).
        id: The platform's own id, as text; None for a post flattened into prose.
        url: The one normal permalink.
        author: None when neither handle nor name is printed.
        text: The words as printed, white space as a reader sees it; trailing ``pic.twitter.com/…`` stays.
        language: The post's own language tag, where the markup declares one.
        posted: When it was published. An id that holds an instant wins over a printed date.
        hashtags: Without ``#``, in order, the printed case.
        mentions: Handles without ``@``, in order.
        cashtags: Without ``$``, in order.
        links: http(s) URLs that the post links to, the permalink of a quoted post among them.
        media: Addresses of pictures and videos as printed (``pic.twitter.com/…``) or linked.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A post as its platform answered a frame of the page: not what the article prints.

    Attributes:
        source: The address that answered.
        at: When, ``YYYY-MM-DDTHH:MM:SSZ``; None where the record does not tell.
        post: The post.
        offset: Where the record of the answer begins in the file in which the document lies; None where it
            cannot be read there again.
    """

    source: str
    at: str | None = None
    post: Post
    offset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How often a post was liked, reposted, answered and seen; None where an answer does not tell."""

    likes: int | None = None
    reposts: int | None = None
    replies: int | None = None
    views: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What one answer of a platform, or one page in a web archive, says of a post.

    Attributes:
        post: The post.
        counts: None where it states none.
        is_cut: It states only the beginning of the text; then `post` has none.
        account: The platform's own id of the account, which stays when the handle changes.
        key: What the caller knows the post by.
    """

    post: Post
    counts: Counts | None = None
    is_cut: bool = False
    account: str | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """One post shown in one article.

    Attributes:
        form: How it stood there.
        position: 0 for the first embed of the article, counted in reading order.
        start: Character offset of the post's text: in the decoded document for plain text, in the article's
            prose (where the embed stood) for HTML; None when it has no place in the prose.
        end: Offset behind the last character; equal to `start` where the embed's text is not in the prose.
        post: The post.
    """

    form: Form
    position: int
    start: int | None = None
    end: int | None = None
    post: Post


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A reaction that the article quotes in prose, without an embed.

    Attributes:
        text: The quoted words with their quotation marks, as printed.
        speaker: Who said it: the name that the article uses for the person nearby where it prints a pronoun,
            a noun or nothing beside the quote; else the printed phrase: ``a fan``.
        speaker_as_written: The printed phrase: ``a fan``, ``she``; None where nothing is printed.
        verb: The verb of saying, as printed: ``wrote``, ``schrieb``.
        platform: Named by the article near the quote, or None.
        handle: The speaker's handle where the article prints it.
        confidence: How likely it is a reaction, 0 to 1, calibrated on labelled texts; None where nobody
            estimated it.
        speaker_confidence: Probability, 0 to 1, that `speaker` is right where its name was chosen from
            elsewhere in the article; None where the speaker is as printed or missing.
        start: Offset of the opening quotation mark.
        end: Offset behind the closing one.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One use of a hashtag.

    Attributes:
        tag: Without ``#``, in the printed case.
        start: Offset of the ``#``; None inside an embed that has no place in the prose.
        end: Offset behind the last character.
        within: Where it stood.
    """

    tag: str
    start: int | None
    end: int | None
    within: Within


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One handle named with ``@``; the fields are those of `Tag`."""

    handle: str
    start: int | None
    end: int | None
    within: Within


@dataclass(frozen=True, slots=True, kw_only=True)
class Allusion:
    """Words of the article that speak of a post without showing it: "he said in a tweet".

    Attributes:
        text: The phrase as printed.
        platform: The platform it names.
        start: Offset of its first character.
        end: Offset behind its last.
    """

    text: str
    platform: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """What a document is about.

    Attributes:
        url: The canonical URL.
        title: The headline.
        outlet: The site's own name, or its host name.
        language: A BCP 47 primary tag, declared or detected.
        published: When it was first published.
        modified: When it was last changed, where that is told apart from its publication.
        bylines: Who wrote it: names of persons, agencies or outlets as printed, without "By".
        section: The section of the outlet in which it stands.
        text_length: Characters of the text that offsets count in.
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
    """Something that went wrong, or does not fit, in one document; stored, never fatal.

    Attributes:
        step: The module that met it: ``flattened``, ``page``.
        kind: A short stable name to count by: ``date-disagrees-with-id``.
        message: One sentence for a person.
    """

    step: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything one document was seen to hold, in reading order.

    Attributes:
        text: The text that offsets count in: the article's prose, or a plain text as it was decoded. It is no
            part of the JSON form.
        loaded: What its platforms said of posts that it embeds, as frames of the page loaded it. In the JSON
            form only where there is any, and no part of what makes a version of the article.
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
