"""An archive that somebody filled with malice: every field a stranger can write holds every trick."""

import hashlib

from sqlite_utils import Database

from archive.site.words import fold_hashtag
from archive.store.schema import MIGRATIONS

SEEN = "2024-05-12T08:00:00Z"
CONTEXT = {"start_offset": 3, "end_offset": 9, "context_start": 1, "context_end": 25_000}
TRICKS = {
    "script": "<script>document.title = 'owned'</script>",
    "image": '"><img src=x onerror="document.title=\'owned\'">',
    "address": "javascript:document.title='owned'",
    "sql": "'; drop table posts; --",
    "template": "{{ 7 * 7 }}{% raw %}{{ config }}",
    "close": "</title></textarea></style></script><!-- ]]>",
    "bidi": "safe\u202egnp.exe\u2066\u2067 end",
    "marks": "z" + "\u0301\u0489" * 2500,
    "unbroken": "w" * 10_000,
    "tags": "#a" * 5000,
    "number": "12\u202e345\u202c \u2067678",
    "slashes": "a%2Fb/c\\d\"e'f&g;h.atom",
    "nul": "a\0b<script>document.title = 'owned'</script>",
    "data": "data:text/html,<script>document.title='owned'</script>",
    "formula": "=cmd|'/C calc'!A0",
    "hidden formula": "\u200b\n=1+1",
    "tab": "\t-1+1",
    "at": '@SUM(1+1)*cmd|"/C calc"!A0',
    "path": "../../etc/passwd?a=b#c&d=%2e%2f",
    "scripts": "العربية עברית हिन्दी 日本語 ไทย Ελληνικά кириллица 👩🏽‍🚀🏳️‍🌈",
    "controls": "a\x02b\x03c\x0bd\x1b[31m\ufffe",
}


def make(path, tricks=TRICKS):
    """Make the archive of these tricks; give the keys of each kind of page."""
    database = Database(path)
    MIGRATIONS.apply(database)
    for number, name in enumerate(tricks):
        _add(database, number, name, TRICKS[name])
    database.close()
    return [key_of(name, TRICKS[name]) for name in tricks]


def key_of(name, trick):
    """The keys under which one trick's rows stand."""
    return {
        "article": hashlib.sha256(name.encode()).hexdigest()[:16],
        "post": f"twitter:{trick}",
        "author": f"twitter:{trick}",
        "hashtag": fold_hashtag(trick),
        "outlet": trick,
    }


def _add(database, number, name, trick):
    key = key_of(name, trick)
    seen = {"first_seen": SEEN, "last_seen": SEEN}
    database["articles"].insert(
        {"id": key["article"], "url": trick, "title": trick, "outlet": trick, "language": trick, "published_at": trick,
         "published_as_written": trick, "kind": "html", "source": trick, "digest": trick, "record": trick, **seen,
         "rowid": number, "text": f"{trick} then {trick} then {trick}"}
    )  # fmt: skip
    database["authors"].insert(
        {"id": key["author"], "platform": "twitter", "handle": trick, "name": trick, "first_seen": SEEN}
    )
    for other in (trick, f"{trick} too"):
        database["author_names"].insert({"author": key["author"], "name": other, **seen})
    database["hashtags"].insert({"id": key["hashtag"], "tag": trick})
    database["posts"].insert(
        {"id": key["post"], "platform": "twitter", "native_id": trick, "url": trick, "author": key["author"],
         "text": trick, "language": trick, "posted_at": trick, "posted_source": trick, "posted_as_written": trick,
         "first_seen": SEEN, "rowid": number}
    )  # fmt: skip
    for wording in ("", " again"):
        printing = f"{name}{wording}"
        database["printings"].insert(
            {"id": printing, "post": key["post"], "platform": "twitter", "text": trick + wording, "first_seen": SEEN}
        )
        database["embeds"].insert(
            {"article": key["article"], "post": key["post"], "printing": printing, "form": trick, "position": 0,
             "text": trick + wording, **seen, **CONTEXT}
        )  # fmt: skip
    database["quotes"].insert(
        {"article": key["article"], "position": 0, "text": trick, "speaker": trick, "verb": trick, "platform": trick,
         "handle": trick, "author": key["author"], **seen, "gone_at": trick, **CONTEXT}
    )  # fmt: skip
    database["posts_hashtags"].insert(
        {"post": key["post"], "hashtag": key["hashtag"], "as_written": trick, "posted_at": trick}
    )
    database["articles_hashtags"].insert(
        {"article": key["article"], "hashtag": key["hashtag"], "as_written": trick, "within": trick}
    )
    database["links"].insert({"post": key["post"], "position": 0, "url": trick})
    database["media"].insert({"post": key["post"], "position": 0, "url": trick})
    database["captures"].insert({"article": key["article"], "url": trick, "fetched_at": trick, "digest": trick})
    database["problems"].insert(
        {"article": key["article"], "source": trick, "step": trick, "kind": trick, "message": trick, **seen}
    )
    database["allusions"].insert(
        {"article": key["article"], "position": 0, "text": trick, "platform": trick, "start_offset": 0, "end_offset": 1}
    )
