"""YouTube: videos and shorts. Playlists and channels are not posts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from resiliparse.parse.html import HTMLTree

from scraper.availability import Row, oembed
from scraper.markup.addresses import id_behind_name, post_in_attributes, post_in_links
from scraper.markup.answered import answered, attribute_at, counts_of, meta_of, own_post, text_at
from scraper.markup.signed_quote import with_printed_date, with_text
from scraper.markup.tags import attribute
from scraper.markup.tree_queries import select_one
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import Platform, Prose, normal_handle
from scraper.values.urls import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4 import Tag

    from scraper.records import Answered

NAME = "youtube"
_PATHS = (
    r"(?:embed|shorts|live|video|v|e|w|vi|vi_webp|clip|post|source)/[\w-]|watch|apiplayer"
    r"|(?:(?:user|c|channel)/)?[\w.@%-]{0,100}(?:/community)?/?(?:\?|#|%23)[^\s\"'<>]{0,300}?(?:(?:\b|%3F|%26)(?:v|lb)(?:=|%3D)|p/)"
)
_WATCH = "https://www.youtube.com/watch?v={}"
#: Where an address has the id: after a path, which some write before a whole other one, or in the query.
_PATH = r"(?:(?:embed|shorts|live|video|watch|source|v|e|w)/+)"
_QUERY = r"(?:(?:watch(?:_popup)?|apiplayer)/?(?:\?|#!)(?:[^#\s]*?&)?(?:vi?|video_id)=)"
#: On the page of a channel or any other, in the query; or after the hash sign, as pages for phones and
#: televisions have it, and those of channels once had.
_ANYWHERE = (
    r"(?:(?:(?:user|c|channel)/)?[\w.@%-]{0,100}/?"
    r"(?:(?:#!?/?(?:watch/?)?)?\?(?:[^#\s]*?&)?v=|#!?p/(?:\w{1,20}/){1,4}))"
)
_VIDEO = lazy_regex(
    r"https?://(?:[\w-]+\.)*(?:youtube(?:-nocookie|\.googleapis|kids)?\.com/+"
    rf"(?:{_PATH}+{_QUERY}?|{_QUERY}|{_ANYWHERE})"
    rf"|youtu\.be/+(?:{_PATH}|{_QUERY}|\?(?:[^#\s]*?&)?v=)?"
    # The frames of LiveJournal and FC2.
    r"|l\.lj-toys\.com/\?[^#\s]{0,400}?&source=youtube&vid=|static\.fc2\.com/misc/blog/view/ext_youtube_player\.html\?[^#\s]{0,100}?\bid=)"
    r"([\w-]{11})(?![\w-])",
    re.IGNORECASE,
)
#: Posts of channels, and clips of videos, which are not numbered as videos are.
_OTHER = lazy_regex(
    r"https?://(?:[\w-]+\.)*youtube\.com/+(?:(clip|post)/+|[\w.@%-]{1,100}(?:/[\w.%-]{1,100})?/community/?\?(?:[^#\s]*?&)?lb=)"
    r"(Ug[\w-]{22,40})(?![\w-])",
    re.IGNORECASE,
)
#: Pages before a video, which name its path in their query.
_GATE = lazy_regex(
    r"https?://(?:[\w-]+\.)*youtube\.com/+(?:attribution_link|verify_age|das_captcha|signin|verify_controversy)\?",
    re.IGNORECASE,
)
#: Some have parameters after it. A word is none.
_ID = lazy_regex(r"(?![a-z]{11}$)([\w-]{11})(?:[?&].*)?", re.DOTALL)
#: How a browser names a frame that it saves with the page, with a number where there are more of that name;
#: and the plugin "WP YouTube Lyte" what it fills.
_SAVED, _LYTE = lazy_regex(r"_files/([\w-]{11})(?:_\d{3})?\.html?$"), lazy_regex(r"lyte_([\w-]{11})$")
_NAMED = lazy_regex(r"data-(?:yt[\w-]{0,12}id|youtube[\w-]{0,12})")
_STILL = lazy_regex(r"https?://(?:[\w-]+\.)*(?:ytimg|youtube)\.com/(?:vi|vi_webp|an_webp)/([\w-]{11})/")
_CHANNEL = lazy_regex(r"https?://(?:[\w-]+\.)*youtube\.com/@([^/?#\s]{1,300})", re.IGNORECASE)
_NO_VIDEOS = frozenset({"videoseries", "live_stream"})
#: Attributes of custom elements, and keys of objects.
_KEYS = (
    "videoID", "videoid", "videoId", "video_id", "video-id", "youtubeID", "youtubeid", "youtubeId", "youtube_id",
    "youtube-id", "youtubeVideoId", "youtube_video_id",
)  # fmt: skip
#: Attributes with the id of a video.
_ATTRIBUTES = (
    "videoid", "data-videoid", "video-id", "data-video-id", "data-video_id", "data-videolazy-id", "youtube-id",
    "youtubeid", "data-embed", "data-plyr-embed-id", "data-video", "data-id",
)  # fmt: skip


def recognise(url: str) -> Post | None:
    """Read the address of a video, a short, a player, a clip or a channel's post."""
    url = url if not url.startswith("//") else f"https:{url}"
    if other := _OTHER.match(url):
        kind = (other[1] or "post").lower()
        return Post(platform=NAME, id=other[2], url=f"https://www.youtube.com/{kind}/{other[2]}")
    found = _VIDEO.match(_behind_gate(url) if _GATE.match(url) else url)
    native_id = found[1] if found else id_behind_name(url, "youtube-video")
    return _post(native_id) if native_id and native_id not in _NO_VIDEOS else None


def _behind_gate(url: str) -> str:
    """Return the URL of the video that an interstitial page leads to."""
    query = fields_of(url.partition("?")[2])
    path = next((query[name][0] for name in ("u", "next_url", "next") if name in query), "")
    return f"https://www.youtube.com{path}" if path.startswith("/") else path


def still(url: str) -> Post | None:
    """Read the address of a picture that YouTube makes of a video."""
    found = _STILL.match(url)
    return _post(found[1]) if found else None


def _post(native_id: str) -> Post:
    return Post(platform=NAME, id=native_id, url=f"https://www.youtube.com/watch?v={native_id}")


def read(tag: Tag) -> Post | None:
    """Read the address or the id in the attributes, or the link that a lazy player shows meanwhile."""
    return post_in_attributes(tag, recognise) or _numbered(tag) or _saved(tag) or post_in_links(tag, recognise)


def _saved(tag: Tag) -> Post | None:
    found = _SAVED.search(attribute(tag, "src") or "") if tag.name == "iframe" else None
    found = found or _LYTE.match(attribute(tag, "id") or "")
    return _post(found[1]) if found else None


def _numbered(tag: Tag) -> Post | None:
    others = (name for name in tag.attrs if _NAMED.fullmatch(name))
    values = (attribute(tag, name) or "" for name in (*_ATTRIBUTES, *others))
    found = (match[1] for value in values if (match := _ID.fullmatch(value)))
    return next((_post(native_id) for native_id in found if native_id not in _NO_VIDEOS), None)


def posts_in_json(data: Any) -> Iterator[Answered]:
    """Yield the video in an answer of oEmbed: its title is its text."""
    frame = attribute_at(HTMLTree.parse(text_at(data, "html") or ""), "iframe[src]", "src")
    post = recognise(frame) or still(text_at(data, "thumbnail_url") or "")
    if post is not None:
        author = _channel(text_at(data, "author_url") or "", text_at(data, "author_name"))
        yield answered(with_text(post, text_at(data, "title") or "", author=author))


def posts_in_page(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the video of a page: its title is its text."""
    post, title = own_post(tree, recognise), meta_of(tree, "og:title")
    named = select_one(tree, '[itemprop="author"] [itemprop="name"][content]')
    if post is None or title is None or named is None:
        return
    channel = attribute_at(tree, '[itemprop="author"] [itemprop="url"][href]', "href")
    author = _channel(channel, named.getattr("content"))
    dated = 'meta[itemprop="datePublished"][content], meta[itemprop="uploadDate"][content]'
    post = with_printed_date(post, attribute_at(tree, dated, "content"))
    seen = attribute_at(tree, 'meta[itemprop="interactionCount"][content]', "content")
    yield answered(with_text(post, title, author=author), counts_of(views=seen))


def _channel(url: str, name: str | None) -> Author:
    found = _CHANNEL.match(url)
    return Author(handle=normal_handle(unquote(found[1]), NAME) if found else None, name=name)


#: A video whose embedding is disabled is there all the same. A private one may answer with success.
OEMBED = (
    Row(200, {"html": ".*/embed/{id}.*"}, "up", "answered"),
    Row(200, {"": r"^\s*Forbidden\s*$"}, "protected", "private"),
    Row(401, {"": r"^\s*Unauthorized\s*$"}, "restricted", "embedding is disabled"),
)


PLATFORM = Platform(
    name=NAME,
    label="YouTube",
    forms={
        "amp": "amp-youtube[data-videoid]",
        "lazy": (
            "lite-youtube[videoid], lite-youtube-embed[videoid], youtube-video[src],"
            " embetty-video[type='youtube'], div.youtube-player[data-id], div.rll-youtube-player[data-id],"
            " div[data-plyr-provider='youtube'], div[class*='youtube'][data-embed],"
            " div[class*='youtube'][data-video_id], div[class*='youtube'][data-video],"
            " div[class*='youtube'][videoid], div[data-youtube-id], div[data-yt-id], div[data-ytid],"
            " div[data-youtube], div[data-youtubeid], div[data-youtubevid], div[data-youtube-video],"
            " div.pL[data-src], source[type='video/youtube'][src]"
        ),
    },
    addresses={
        **{f"{name}.com/": _PATHS for name in ("youtube", "youtube-nocookie", "youtube.googleapis", "youtubekids")},
        "youtu.be/": r"[\w-]",
        "ytimg.com/vi": "",
        "ampproject.org/v0/amp-youtube": "",
        "kinja.com/": r"ajax/inset/iframe\?id=youtube-video-[\w-]",
        "lj-toys.com/": r"\?auth_token",
        "fc2.com/": r"misc/blog/view/ext_youtube",
    },
    permalinks=("https://www.youtube.com/watch?v={id}",),
    marks=(
        r"inset/iframe\?id=youtube-video-[\w-]",
        r"data-service=[\"'](?i:youtube)\b",
        r"data-id=[\"'](?=[\w-]{0,10}[A-Z])[\w-]{11}[\"']",
        r"data-(?:embed|plyr-embed-id|yt[\w-]{0,12}id|youtube[\w-]{0,12}|video|video_id|videolazy-id|[vV]ideo-?[iI][dD])=[\"'][\w-]{11}[\"'?&]",
        r"/lite-youtube",
        # Short codes that no plugin reads any longer.
        r"\[youtube[\s=\]]",
        r"\{youtube[\s=}]",
        r"% youtube\s",
        r"/embetty-video",
        *(rf"{key}(?:\\*[\"']?\s*:\s*\\*|=)[\"'][\w-]{{11}}\\*[\"'?&]" for key in _KEYS),
        r"_files/[\w-]{11}(?:_\d{3})?\.html?[\"']",
    ),
    json_ids={r"(?:youtube_?)?(?:[vV]ideo_?)?[iI][dD]\\*[\"']?\s*:\s*\\*[\"']([\w-]{11})(?![\w-])": _WATCH},
    # The call that makes a player of an element.
    calls={
        r"YT\.Player\(\s*(?:(?:document\.)?getElementById\(\s*)?(?:[\"'](?P<element>[\w-]{1,80})[\"']|\w{1,40})\s*\)?\s*,"
        r"\s*\{(?:[^{}]|\{[^{}]{0,300}\}){0,400}?\bvideoId[\"']?\s*:\s*[\"'](?P<id>[\w-]{11})[\"']": "https://www.youtube.com/watch?v={id}"
    },
    json_types=("youtube", "YouTube", "YOUTUBE"),
    json_id=r"(?![a-z]{11})[\w-]{11}",
    codes=("yt", "lyte"),
    recognise=recognise,
    read=read,
    prose=Prose(
        names="you ?tube",
        other_scripts=("ютуб", "يوتيوب", "يوتیوب", "یوتيوب", "یوتیوب", "یوٹیوب", "यूट्यूब", "ユーチューブ", "유튜브"),
        stems=("youtube",),
    ),
    handle=r"\w(?:[\w.·-]{0,98}\w)?",
    still=still,
    posts_in_json=posts_in_json,
    posts_in_page=posts_in_page,
    questions=(oembed("youtube-oembed", "www.youtube.com/oembed?format=json&", OEMBED, delay=1.0),),
)
