"""X, formerly Twitter.

The official blockquote is what publish.x.com and oEmbed give: the text in ``<p lang>``, then ``— Name
(@handle)``, then the permalink with the date, which is the UTC date. Publishers rebuild it in many ways; all
of them carry the status address or the id somewhere.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlencode

from scraper.availability import Question, Row, Target, oembed, one_by_one
from scraper.markup.addresses import id_behind_name, post_in_attributes
from scraper.markup.answered import asked_for, described, embedded, text_at
from scraper.markup.json_post import json_post
from scraper.markup.rebuilt_post import unlinked_post, with_printed_post
from scraper.markup.signed_quote import quoted_part, signed_quote, with_printed_date, with_text
from scraper.markup.tags import attribute, descendants, links, visible_text
from scraper.patterns import lazy_regex
from scraper.platforms._twitter_json import tweets_in, tweets_on
from scraper.records import Author
from scraper.registry import Platform, Prose, handle_in_url, post_at
from scraper.values.moments import IdClock, number
from scraper.values.spelling import base_36
from scraper.values.urls import LONGEST, fields_of, trimmed, unwrap_archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bs4 import Tag
    from resiliparse.parse.html import HTMLTree

    from scraper.availability import Verdict
    from scraper.records import Answered, Post

NAME = "twitter"
_PATHS = (
    r"(?:[\w#!@%.-]{1,40}/){0,3}?status(?:es)?/\d|embed/(?:index|[Tt]weet)\.html|oembed"
    r"|(?:[\w@%-]{1,40}/)?article/\d|i/(?:videos|cards/tfw/v1|topics/tweet|tweet)/(?:tweet/)?\d"
)
#: Names of the platform and of its posts in other scripts.
NAMES = (
    "tuwita", "твитер", "твиттер", "твит", "توییتر", "تويتير", "تويتر", "تغريد", "ٹوئٹر", "ٹوئٹ", "ٹویٹر", "ٹویٹ",
    "ट्विटर", "ट्वीट", "ট্যুইটার", "টুইটার", "ツイッター", "推特", "트위터", "ትዊተር",
)  # fmt: skip
#: Every URL of a tweet contains one of these, in lower case.
_HINTS = ("status", "id=", "html#", "/oembed", "tweet/", "/videos/", "/cards/", "/article/", "threadreader")
_ID = lazy_regex(r"(?:tweet[-_])?([1-9]\d{0,19})")
#: Other ids are those of users, lists, widgets, adverts. XenForo's boxes have a key.
_ID_NAMES = lazy_regex(
    r"(?:tweet|status|post|embed|social|twitter)[-_]?id$|^(?:data-|:)?(?:(?:\w-)?id|status|tweet|media-key)$",
    re.IGNORECASE,
)
# Hosts that show tweets under Twitter's own paths: its subdomains for phones, languages and old scripts,
# the mirrors that people post so that previews work, and Nitter, whose instances carry its name.
_MIRRORS = "fxtwitter|vxtwitter|fixupx|fixvx|twittpr"
_HOST = (
    r"(?:https?:)?(?://)?(?:[\w-]+(?::[\w-]*)?@)?"
    r"(?:(?:(?:www|mobile|m|amp|web|[a-z]{2}|fil|msa|[a-z]{2}-[a-z]{2})\.)*(?:twitter|x)\.com"
    rf"|(?:\w+\.)?(?:{_MIRRORS})\.com"
    r"|(?:www\.)?xcancel\.com|nitter\.[\w.-]+)\.?(?::\d+)?/+"
)
_ID_AT_END = r"(?P<id>[1-9]\d{0,19})(?![\d…]|\.\.\.|%E2%80%A6)"
_STATUS = lazy_regex(
    rf"{_HOST}(?:(?:i/)?#!/+|%23!/+)?"
    r"(?:i/(?:web/)?status(?:es)?/+|i/videos/(?:tweet/+)?|i/cards/tfw/v\d/+|i/(?:topics/)?tweet/+|status(?:es)?/+"
    # An article has the id of the tweet that it is.
    rf"|(?:@|%40)?(?P<handle>(?!i/+article)[^/?#\s]{{1,60}})/+(?:status(?:es)?|article)/+){_ID_AT_END}",
    re.IGNORECASE,
)
_FRAME = lazy_regex(
    rf"(?:https?:)?//(?:(?:platform|syndication|cdn\.syndication)\.(?:twitter|x|twimg)\.com/"
    rf"(?:[^?#]{{0,60}}/)?(?:embed/(?:index|Tweet)\.html|tweet(?:-result)?)[?#](?:[^\s]*?[?&#])?id="
    rf"|s9e\.github\.io/iframe/(?:\d/)?twitter(?:\.min)?\.html#|threadreaderapp\.com/thread/){_ID_AT_END}",
    re.IGNORECASE,
)
_OEMBED = lazy_regex(
    r"(?:https?:)?//(?:publish|api)\.(?:twitter|x)\.com/(?:1(?:\.1)?/statuses/)?oembed(?:\.json)?\?", re.IGNORECASE
)

# Handles that programs write where they know the id but not the author. Twitter ignores the handle in the
# path, so that such links work.
_PLACEHOLDERS = ("i", "intent", "status", "statuses", "tweet", "twitter", "web", "x", "xxx", "xxxx")
# "X" is the platform only in capitals, and only after or before one of these words.
_BEFORE_X = (
    "on via sur auf bei su en no em to over through using site platform network service app "
    "plataforma rede red social réseau piattaforma Plattform Kurznachrichtendienst "
    "Dienst Netzwerk conta cuenta compte account"
)
_USER_OF_X = (
    "página do|página de|pagina di|page de|Seite von|"
    "través de|através do|mediante|meio do|pelo|ao|acudió a|recurrió a|"
    "cuenta de|usuario de|usuaria de|usuarios de|conta do|usuário do|usuária do|usuários do|account di"
    "|utente di|utenti di|compte de|Nutzer von|Nutzern von"
)
_BEHIND_X = "accounts?|handles?|posts?|pages?|profiles?|users?|feeds?|Nutzer(?:in)?|Post|Account|Beitrag"
# Words after "on X" with which it is not the platform. A name may follow: "ha scritto su X Lia Bruni".
_NO_X = "(?-i:Factor|Games|Men|Files|Prize|Wing|Japan|Corp|[A-Z]{1,2}\\b)"
_FORMERLY = (
    r"[\s,]{1,2}\(?(?:formerly|previously|ehemals|früher|vormals|anciennement|antes|antiguo|antigo|ex|già)"
    r"(?:\sknown\sas)?[\s-](?i:twitter)"
)


def _behind_any(words: Iterable[str]) -> str:
    """Return a pattern for the place after any of some words and an X; what looks back has one length."""
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append(word)
    return "|".join(rf"(?<=\b(?:{'|'.join(alike)})\sX)" for alike in by_length.values())


_BEHIND_WORD = _behind_any([*_BEFORE_X.split(" "), *_USER_OF_X.split("|")])
_X = rf"(?-i:X)(?:(?:{_BEHIND_WORD})(?![-’'&+/]|\s+(?:{_NO_X}))|(?=[\s-](?:{_BEHIND_X})\b|{_FORMERLY}))"
# Words before "X" in languages without a grammar of their own; in Turkish the word is after it.
_BEFORE_FOREIGN_X = (
    "op na på paa pe w we ve di ke ku kuri rwa barta la kwenye katika kupitia cez přes prin в у на через "
    "platform platforma platformie platformy platforme platformě platformen portal portalu serwisie serwisu "
    "plattform plattformen síti tjänsten mediet medie sosial платформе соцсети сети мережі соцмережі στο"
)
_BEHIND_FOREIGN_WORD = _behind_any(_BEFORE_FOREIGN_X.split())


def tweet_permalink(native_id: str, handle: str | None) -> str:
    """Return the permalink of a tweet in its normal form."""
    return f"https://x.com/{handle or 'i'}/status/{native_id}"


def _oembed_target(url: str) -> str:
    """Return the tweet's own address inside an oEmbed request for it."""
    if _OEMBED.match(url) is None:
        return url
    query = fields_of(url.partition("?")[2])
    if query.get("id"):
        return tweet_permalink(query["id"][0], None)
    return query.get("url", [url])[0]


@lru_cache(maxsize=64)
def tweet_of(url: str) -> Post | None:
    """Parse the URL of a tweet in any spelling: mirrors, archived copies, embed frames, escapes; None for all else.

    Else are profiles, searches, intents, lists, an id that was cut off by ``…``.
    """
    if len(url) > LONGEST:
        return None
    plain = trimmed(url)
    if "/status" not in plain and "%2F" in plain[:200].upper():
        plain = unquote(plain)
    plain = _oembed_target(unwrap_archive(plain))
    found = _STATUS.match(plain) or _FRAME.match(plain)
    if found is None:
        return None
    handle = handle_in_url(unquote(found.groupdict().get("handle") or ""), NAME)
    return _post(found["id"], handle)


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of a tweet: its ids hold it since 4 November 2010, above 3·10^10."""
    value = number(native_id)
    return (value >> 22) + 1_288_834_974_657 if value and value > 30_000_000_000 else None


def recognise(url: str) -> Post | None:
    """Read a status address of any spelling, an embed frame's or an oEmbed request's."""
    lowered = url.lower()
    if any(hint in lowered for hint in _HINTS) and (tweet := tweet_of(url)):
        return tweet
    framed = id_behind_name(url, NAME)
    return _post(framed) if framed and framed.isdecimal() else None


@lru_cache(maxsize=64)
def _post(native_id: str, handle: str | None = None) -> Post:
    return post_at(NAME, native_id, tweet_permalink(native_id, handle), handle)


def read(tag: Tag) -> Post | None:
    """Read a quote, or what is signed like one; otherwise what attributes and a rebuilt tweet show."""
    return signed_quote(quoted_part(tag), recognise) or _pie(tag) or _rebuilt(tag) or unlinked_post(tag, NAME)


def _pie(tag: Tag) -> Post | None:
    """Parse the box of Twitter's tool of 2010: ``text <a title=date>…</a> via web <strong>handle</strong><br>name``."""
    pie = next((line for line in (tag, *descendants(tag, "p")) if attribute(line, "class") == "bbpTweet"), None)
    signed = next(descendants(pie, "strong"), None) if pie else None
    if pie is None or signed is None:
        return None
    anchors = links(pie)
    found = [(n, post) for n, (_, href) in enumerate(anchors) if (post := recognise(href))]
    last, post = found[-1] if found else (0, None)
    if post is None or not post.handle:
        return None
    anchor = anchors[last][0]
    text, above = visible_text(pie, until=anchor), visible_text(pie, until=signed)
    if not above.startswith(text):
        return None
    post = with_printed_date(post, attribute(anchor, "title") or visible_text(anchor))
    return with_text(post, text, anchors[:last], author=_signed_pie(post, pie, signed, above))


def _signed_pie(post: Post, pie: Tag, signed: Tag, above: str) -> Author:
    """Read the name out of the two lines that sign a box: the one of them that is not the handle."""
    handle, first = post.handle or "", visible_text(signed)
    below = visible_text(pie)[len(above) :].strip().removeprefix(first)
    names = [name for name in (first, below.strip()) if name]
    name = next((name for name in names if name.lower() != handle.lower()), first if names[1:] else None)
    return Author(handle=handle, name=name)


def _rebuilt(tag: Tag) -> Post | None:
    inner = [post for _, href in links(tag) if (post := recognise(href))]
    post = post_in_attributes(tag, recognise) or _numbered(tag) or (inner[-1] if inner else None)
    post = next((other for other in inner if post and other.id == post.id and other.author), post)
    return with_printed_post(tag, post, may_be_signed=False) if post else None


def _numbered(tag: Tag) -> Post | None:
    """Return the tweet whose id is in an attribute named for it, or in the JSON of one."""
    values = (attribute(tag, name) or "" for name in tag.attrs if _ID_NAMES.search(name))
    numbers = [found[1] for value in values if (found := _ID.fullmatch(value.strip("'\"")))]
    number = max(numbers, key=len, default=None)  # a short one may count the tweets of the page
    data = json_post(tag) if number is None else None
    number = number or (data.id if data else None)
    return _post(number) if number else None


#: 467 came with an outage; 34 and 144 are the codes of the old interface for missing posts.
OEMBED = (
    Row(200, {"url": ".*/status(?:es)?/{id}"}, "up", "answered"),
    Row(404, {"errors.0.code": "34|144"}, "deleted", "no such post"),
    Row(403, {"errors.0.code": "63"}, "suspended", "the account is suspended"),
    Row(403, {"errors.0.code": "467"}, "unknown", "outage"),
    Row(403, {"errors.0.message": ".*not authorized.*"}, "protected", "the account is protected"),
    Row(403, {"error": ".*not authorized.*"}, "protected", "the account is protected"),
)


def _tomb(words: str, verdict: Verdict, reason: str) -> Row:
    """Return the row in place of a post, told apart by its words alone."""
    says = {"__typename": "TweetTombstone", "tombstone.text.text": f".*(?:{words}).*"}
    return Row(200, says, verdict, reason)


#: Sensitive posts and requests from data centres get "not found" here too, so that is no reason.
SYNDICATION = (
    Row(200, {"__typename": "Tweet", "id_str": "{id}"}, "up", "answered"),
    _tomb("deleted by (?:the|its) (?:post |tweet )?author", "deleted", "deleted by its author"),
    _tomb("suspended account|account is suspended", "suspended", "the account is suspended"),
    _tomb("account that no longer exists", "deactivated", "the account is no longer there"),
    _tomb("limits who can view", "protected", "the account is protected"),
    _tomb("age-restricted|adult content", "restricted", "shown to adults alone"),
    _tomb("withheld", "withheld", "withheld in some country"),
    Row(200, {"__typename": "TweetTombstone"}, "unavailable", "refused without a reason we know"),
    Row(200, {"": r"^\s*\{\s*\}\s*$"}, "unavailable", "not found"),
    Row(404, {"": r"^\s*(?:\{\s*\}|not found)?\s*$"}, "unavailable", "not found"),
)


def loaded(url: str, data: Any) -> Post | None:
    """Read the answer that the frame of a tweet is drawn from; one for another id than asked is none."""
    asked = asked_for(url, "id")
    found = tweets_in(data) if asked and text_at(data, "id_str") == asked else ()
    post = next((each.post for each in found if each.post.id == asked), None)
    return post if post and post.text and post.handle else None


def posts_in_json(data: Any) -> Iterator[Answered]:
    """Yield the tweets that an answer states: the embed code of oEmbed, or objects of any interface."""
    yield from embedded(data, read)
    yield from tweets_in(data)


def posts_in_page(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets that a page shows, and the one that it states to be about."""
    yield from tweets_on(tree)
    yield from described(tree, recognise)


def token(native_id: str) -> str:
    """Return the token that the syndication address wants for an id."""
    return base_36(float(native_id) / 1e15 * math.pi).replace("0", "").replace(".", "")


def _syndicated(post: Target) -> str:
    fields = {"id": post.native_id, "lang": "en", "token": token(post.native_id)}
    return f"https://cdn.syndication.twimg.com/tweet-result?{urlencode(fields)}"


def _archived(post: Target) -> tuple[str, ...]:
    """Return the addresses of a tweet: the present one alone has no copies from before 2023."""
    path = f"{post.handle}/status" if post.handle else "i/web/status"
    return tuple(f"https://{host}/{path}/{post.native_id}" for host in ("twitter.com", "x.com"))


PLATFORM = Platform(
    name=NAME,
    label="Twitter",
    other_labels=("X", "Twitter/X"),
    forms={
        "blockquote": "blockquote.twitter-tweet, blockquote.twitter-video, blockquote[data-tweetid]",
        "iframe": "iframe[data-tweet-id]",
        "amp": "amp-twitter[data-tweetid]",
        "other": (
            "twitter-widget[data-tweet-id], twitterwidget[data-tweet-id], embetty-tweet[status], p.bbpTweet,"
            " div[class*='embed'][data-tweet-id]"
        ),
    },
    addresses={
        **{f"{name}.com/": _PATHS for name in ("twitter", "x", *_MIRRORS.split("|"), "xcancel")},
        "threadreaderapp.com/": r"thread/\d{15}",
        "s9e.github.io/iframe/": r"(?:\d/)?twitter(?:\.min)?\.html#\d",
        "nitter.": rf"[\w.-]{{2,40}}/(?:{_PATHS})",
        "kinja.com/": r"ajax/inset/iframe\?id=twitter-\d",
    },
    permalinks=("https://x.com/{user}/status/{id}", "https://x.com/i/status/{id}"),
    marks=(
        r"inset/iframe\?id=twitter-\d",
        r"data-tweet(?:[-_]?[iI][dD]\b|=[\"']\d{15})",
        r"/embetty-tweet",
        r"weet(?:[-_]?[iI][dD]\b|[-_]\d{15,19}|(?:Embed)?\(\s{0,20}[\"'`]?\d)",
        # A short code that no plugin reads any longer.
        r"weet[\]}\s]\s?\d{15}",
        # A custom element with the id as its own, or under the name of the thing.
        r"weet(?:-[a-z]{1,10})?\s+:?(?:id|tweet)=(?:[\"'“”]|&#\d{4};|&quot;){0,2}\d{15}",
        # A box that is called by the id, before or after its class.
        r"weet[\"']\s+id=[\"']\d{15}",
        r"weet(?:(?<=\d[\"'] class=[\"']tweet)|(?<=\d[\"'] class=[\"']twitter-tweet))[\"']",
    ),
    cards={"weet": "/status", "witter-embed": "/status"},
    json_ids={r"weet[-_]?[iI][dD][\\\"']*\s*:\s*[\\\"']*(\d{15,20})(?!\d)": "https://x.com/i/status/{}"},
    # The widget's documented call: ``twttr.widgets.createTweet("id", element)``.
    calls={
        r"createTweet(?:Embed)?\(\s*[\"'`]?(?P<id>\d{15,20})\b[\"'`]?(?:\s*,\s*(?:document\.)?getElementById"
        r"\(\s*[\"'](?P<element>[\w-]{1,80}))?": "https://x.com/i/status/{id}"
    },
    json_types=("tweet", "Tweet", "twitter", "Twitter", "x", "X"),
    json_id=r"\d{15,20}",
    key="twitter|tweet(?!able|ing|er)|(?:type|provider|platform|service|network|social|site|vendor)=[\"']x(?=[\"'])",
    codes=("blackbirdpie",),
    recognise=recognise,
    read=read,
    prose=Prose(
        names=(
            r"twitter(?:sphere|verse|land)?|twittosph[èe]re|twe+ts?torms?|tweets?|retweets?"
            rf"|tuits?|tu[ií]tes?|retuits?|twits?|{_X}"
        ),
        verbs=r"\w{0,6}tw(?:eet|itt)\w{0,10}|(?:re)?tu[ií]t\w{0,10}",
        other_scripts=NAMES,
        stems=("tweet", "twit", "tuit", "tuít", "X"),
        formerly=_FORMERLY,
        posts={
            "tweet": r"(?!ed|ing|e?r|en?\b)\w{0,7}",
            **dict.fromkeys(("tuit", "tuite", "tuíte", "twit", "retweet", "retuit"), "s?"),
            "cinguetti": "i?o?",
            "твит": "(?:а|е|ом|у)?",
            "تغريد": "(?:ة|ات)",
            **dict.fromkeys(("cuitan", "ツイート", "ツィート", "推文", "트윗", "ट्वीट", "τουίτ"), ""),
        },
        foreign={
            "X": rf"(?-i:\bX)(?:(?:{_BEHIND_FOREIGN_WORD})(?![\w'’&+/-])"
            r"|(?=[’']?(?:te|ten|de)\b|:ss[aä]\b|-en\b|\s(?:hesab|kullanıcı|platform)))",
            "إكس": r"(?<=منصة )إكس(?!\w)|(?<=على )إكس(?!\w)",
            "ایکس": r"ایکس(?= پر)",
            "एक्स": "एक्स(?= पर| यूज)",
        },
    ),
    # 15 characters today; accounts from before that rule have up to 20.
    handle=r"[A-Za-z0-9_]{1,20}",
    placeholders=_PLACEHOLDERS,
    clock=IdClock(milliseconds=_milliseconds, since=1_288_834_974_657),
    questions=(
        replace(
            oembed("x-oembed", "publish.x.com/oembed?omit_script=true&", OEMBED, delay=2.0),
            host=lambda post: "publish.x.com" if number(post.native_id) else None,
        ),
        Question(
            name="x-syndication",
            converse=one_by_one(_syndicated, SYNDICATION),
            host=lambda post: "cdn.syndication.twimg.com" if number(post.native_id) else None,
            default="opt-in",
            delay=2.0,
            limit="none is published; the address is not documented",
            counts=True,
        ),
    ),
    answers={"https://cdn.syndication.twimg.com/tweet-result?": loaded},
    posts_in_json=posts_in_json,
    posts_in_page=posts_in_page,
    archived=_archived,
)
