"""Platforms on loopback that answer as the real ones do: posts that are there or gone, limits, outages, lies."""

from __future__ import annotations

import json
import time
from urllib.parse import parse_qs, unquote, urlsplit

from web import answer

from archive.store.archive import Archive

DID = "did:plc:aaaaexample"
#: Method -> platform, the id and the address of the n-th post.
POSTS = {
    "x-oembed": ("twitter", lambda n: (f"{1223400000000000000 + n}", "https://x.com/ada/status/{}")),
    "x-syndication": ("twitter", lambda n: (f"{1223400000000000000 + n}", "https://x.com/ada/status/{}")),
    "youtube-oembed": ("youtube", lambda n: (f"aAaAaA{n:05}", "https://www.youtube.com/watch?v={}")),
    "tiktok-oembed": ("tiktok", lambda n: (f"{7000000000000000000 + n}", "https://www.tiktok.com/@ada/video/{}")),
    "reddit-oembed": ("reddit", lambda n: (f"1a{n:05}", "https://www.reddit.com/r/examples/comments/{}/what/")),
    "telegram-embed": ("telegram", lambda n: (f"ada_example/{n + 1}", "https://t.me/{}")),
    "mastodon": ("mastodon", lambda n: (f"{111111111111110000 + n}", "https://social.example/@ada/{}")),
    "bluesky-getposts": ("bluesky", lambda n: (f"3kaaaaaa{n:05}", f"https://bsky.app/profile/{DID}/post/{{}}")),
}  # fmt: skip
CHALLENGE = b"<!DOCTYPE html><html><title>One moment</title><p>Are you a person?</p></html>"
NOTHING = (404, {"error": "Record not found", "errors": [{"code": 34}]})


class Social:
    """A farm whose routes are those of the platforms.

    Attributes:
        states: What has become of a post, by its id; ``up`` where nothing is said.
        trouble: What is wrong with a host: ``limit``, ``outage``, ``lies``, ``challenge``, ``slow``, ``malformed``.
        said: What an answer tells of a post beside that it is there, by its id.
        asked: The ids that were asked about, with the time on the clock of the test.
        on_request: Called before an answer, with the ids.
    """

    def __init__(self, farm, clock=time.monotonic):
        self.states, self.trouble, self.asked, self.said = {}, {}, [], {}
        self.on_request = lambda _ids: None
        self._clock = clock
        self.endpoint = f"http://127.0.0.1:{farm.port}/{{host}}"
        farm.routes = self

    def get(self, _path, _default=None):
        return self._route

    def ids(self):
        return [native_id for _, _, ids in self.asked for native_id in ids]

    def _route(self, request):
        _, host, path = request.path.split("/", 2)
        ids = self._ids(f"https://{host}/{path}")
        self.asked.append((host, self._clock(), ids))
        self.on_request(ids)
        trouble = self.trouble.get(host)
        if trouble == "limit":
            answer(request, 429, b"{}", "application/json", Retry_After="3600")
        elif trouble == "outage":
            answer(request, 503, b"busy")
        elif trouble == "challenge":
            answer(request, 403, CHALLENGE)
        elif trouble == "malformed":
            answer(request, 200, b'{"html": "<b', "application/json")
        elif trouble == "slow":
            time.sleep(2)
            answer(request, 200, b"{}")
        else:
            lies = trouble == "lies"
            status, body = self._speak(host, path, ids, lambda i: "missing" if lies else self.states.get(i, "up"))
            content = body if isinstance(body, str) else json.dumps(body)
            answer(request, status, content.encode(), "application/json")

    @staticmethod
    def _ids(url):
        parts = urlsplit(url)
        fields = parse_qs(parts.query)
        if "uris" in fields:
            return [uri.rpartition("/")[2] for uri in fields["uris"]]
        if "id" in fields:
            return fields["id"]
        place = unquote(fields["url"][0]) if "url" in fields else url.partition("?")[0]
        if "watch?v=" in place:
            return [place.rpartition("=")[2]]
        if "t.me" in place:
            return [place.partition("t.me/")[2]]
        if "/comments/" in place:
            return [place.partition("/comments/")[2].partition("/")[0]]
        return [place.rpartition("/")[2]]

    def _speak(self, host, path, ids, state_of):  # noqa: PLR0911 - one for each platform
        if host == "public.api.bsky.app":
            return self._bluesky(path, ids, state_of)
        (native_id,) = ids
        state = state_of(native_id)
        if host == "publish.x.com":
            errors = {"deleted": (404, 34), "protected": (403, 179), "suspended": (403, 63), "outage": (403, 467)}
            if state == "up":
                told = {"url": f"https://twitter.com/ada/status/{native_id}", "html": "<blockquote>"}
                return 200, told | self.said.get(native_id, {})
            status, code = errors.get(state, (404, 0))
            return status, {"errors": [{"code": code, "message": "not authorized" if code == 179 else "Sorry"}]}
        if host == "cdn.syndication.twimg.com":
            words = {"deleted": "deleted by the Post author", "suspended": "from a suspended account"}
            words |= {"protected": "its owner limits who can view it", "restricted": "Age-restricted"}
            if state == "up":
                return 200, {"__typename": "Tweet", "id_str": native_id} | self.said.get(native_id, {})
            if state in words:
                return 200, {"__typename": "TweetTombstone", "tombstone": {"text": {"text": words[state]}}}
            return 404, {}
        if host == "social.example":
            if path.startswith("@"):
                return (410, {"error": "Gone"}) if "suspended" in self.states.values() else (200, {"id": "1"})
            told = {"id": native_id, "visibility": "public"} | self.said.get(native_id, {})
            return (200, told) if state == "up" else NOTHING
        return self._others(host, native_id, state)

    @staticmethod
    def _others(host, native_id, state):  # noqa: PLR0911 - one for each platform
        if host == "t.me":
            if state == "up":
                return 200, f'<!DOCTYPE html><div data-post="{native_id}">Hello</div>'
            return 200, '<!DOCTYPE html><div class="tgme_widget_message_error">Post not found</div>'
        if host == "www.youtube.com":
            if state == "up":
                return 200, {"html": f'<iframe src="https://www.youtube.com/embed/{native_id}?x"></iframe>'}
            return {"restricted": (401, "Unauthorized"), "protected": (200, "Forbidden")}.get(state, (404, "Not Found"))
        if host == "www.tiktok.com":
            return (200, {"embed_product_id": native_id}) if state == "up" else (400, {"message": "Went wrong"})
        if state == "up":
            return 200, {"title": "What?", "html": f"<a href='/comments/{native_id}/what/'>"}
        if state == "deleted":
            return 200, {"title": "[deleted by user]", "html": f"<a href='/comments/{native_id}/what/'>"}
        return 404, {"message": "Not Found"}

    def _bluesky(self, path, ids, state_of):
        if "getProfile" in path:
            states = {"suspended": "AccountTakedown", "deactivated": "AccountDeactivated"}
            error = next((states[state] for state in self.states.values() if state in states), None)
            return (400, {"error": error, "message": error}) if error else (200, {"did": DID})
        shown = [native_id for native_id in ids if state_of(native_id) == "up"]
        return 200, {
            "posts": [
                {"uri": f"at://{DID}/app.bsky.feed.post/{native_id}"} | self.said.get(native_id, {})
                for native_id in shown
            ]
        }


def post_of(method, number):
    """The platform, the id and the address of the n-th post."""
    platform, make = POSTS[method]
    native_id, url = make(number)
    return platform, native_id, url.format(native_id)


def add_posts(path, method, numbers, seen="2020-02-01T00:00:00Z"):
    """Put posts into an archive; return their ids there."""
    keys = []
    with Archive.open(path) as archive, archive.transaction() as connection:
        first = connection.execute("SELECT coalesce(max(rowid), 0) + 1 FROM posts").fetchone()[0]
        for rowid, number in enumerate(numbers, first):
            platform, native_id, url = post_of(method, number)
            keys.append(f"{platform}:{native_id}")
            connection.execute(
                "INSERT INTO posts (id, platform, native_id, url, first_seen, rowid) VALUES (?, ?, ?, ?, ?, ?)",
                (keys[-1], platform, native_id, url, seen, rowid),
            )
    return keys
