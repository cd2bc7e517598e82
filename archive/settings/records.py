"""What a settings file says, as frozen values; the defaults are those of ``config/voxpop.toml``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """``[fetch]``: how articles are asked for. Times are in seconds."""

    concurrency: int = 32
    delay: float = 2.0
    connect_timeout: float = 10.0
    read_timeout: float = 20.0
    request_timeout: float = 60.0
    total_timeout: float = 180.0
    run_timeout: float = 3600.0
    attempts: int = 3
    max_bytes: int = 20_000_000
    max_redirects: int = 10
    allow_private: bool = False
    proxy: str = "environment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visiting:
    """``[visits]``: when a known article is asked for again. Times are in seconds.

    Attributes:
        again: After the first visit, at these ages: stories change, ever more slowly.
        retry: Pauses after the first, second … failure in a row; after the last the article is given up.
        quiet: A source without a new article for so long is flagged.
    """

    again: tuple[int, ...] = (3600, 6 * 3600, 86_400, 7 * 86_400)
    retry: tuple[int, ...] = (3600, 6 * 3600, 86_400, 3 * 86_400)
    quiet: int = 7 * 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """``[run]``: how a run works, and who is told how it went.

    Attributes:
        jobs: How many processes extract what is fetched; with 1 the run's own does.
        ping: Asked for after a run that succeeded, and with ``/fail`` behind it after one that failed.
        ping_start: Also asked for when a run begins, with ``/start`` behind it.
    """

    jobs: int = 1
    ping: str | None = None
    ping_start: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """``[availability]``: whether platforms are asked if posts are still public. Times are in seconds.

    Attributes:
        enabled: Whether runs do so, and `voxpop check` without a platform.
        platforms: Which platforms, or which of their methods.
        after: Posts are checked at these ages since they were first seen; then the last one is repeated.
        delays: Platform -> seconds between two requests to one of its hosts; as it allows unless given.
        canaries: Platform -> a post that is known to be there, asked about with every batch.
        endpoints: Platform -> where its interface is asked instead, as on a server of one's own.
    """

    enabled: bool = False
    platforms: tuple[str, ...] = ("bluesky", "mastodon")
    after: tuple[int, ...] = (86_400, 7 * 86_400, 30 * 86_400, 180 * 86_400)
    delays: Mapping[str, float] = field(default_factory=dict)
    canaries: Mapping[str, str] = field(default_factory=dict)
    endpoints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hydration:
    """``[hydration]``: whether `voxpop hydrate` asks others for what articles did not print of posts.

    Attributes:
        enabled: Whether it does so where nothing is named on its command line.
        platforms: Which platforms are asked, or by which of their methods.
        archives: Whether web archives are asked then.
        index: The CDX interface that lists copies in a web archive.
        replay: The address under which these copies are.
    """

    enabled: bool = False
    platforms: tuple[str, ...] = ("bluesky", "mastodon")
    archives: bool = False
    index: str = "https://web.archive.org/cdx/search/cdx"
    replay: str = "https://web.archive.org/web"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """``[[topics]]``: what makes an article worth keeping."""

    name: str
    hashtags: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``[[sources]]``: where articles come from.

    Attributes:
        kind: ``feed``, ``sitemap``, ``urls``, ``urls_file`` or ``folder``.
        places: URLs without name and password, or one path.
        logins: The URLs that hold a name and password, with them.
        every: Seconds between two looks at a feed or sitemap.
        topics: Keep only articles of these topics; all articles when empty.
        number: Which of the ``[[sources]]`` of the file it is, from 1.
    """

    name: str
    kind: str
    places: tuple[str, ...]
    logins: tuple[str, ...] = field(default=(), repr=False)
    every: int = 0
    topics: tuple[Topic, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a run needs to know.

    Attributes:
        file: Where this was read.
        database: The archive.
        captures: The folder of WARC files.
        capture_all: Capture every answer, not only those of articles that are kept.
        contact: Goes into the User-Agent.
        keep_text: Keep the text of articles in the archive.
        min_confidence: Quoted reactions of lower confidence are left out; None: those below the fitted
            threshold.
        erasures_key: The file of the key of the archive's erasures, where it does not lie beside it.
        rotate_bytes: A WARC file that has grown to this size is followed by a new one.
    """

    file: Path
    database: Path
    captures: Path
    capture_all: bool = False
    contact: str | None = None
    keep_text: bool = True
    min_confidence: float | None = None
    erasures_key: Path | None = None
    rotate_bytes: int = 1_000_000_000
    fetch: Fetching = field(default_factory=Fetching)
    visits: Visiting = field(default_factory=Visiting)
    run: Running = field(default_factory=Running)
    availability: Availability = field(default_factory=Availability)
    hydration: Hydration = field(default_factory=Hydration)
    sources: tuple[Source, ...] = ()
    topics: tuple[Topic, ...] = ()
