"""Asking the interface of a platform: whatever it answers is an answer."""

import gzip

import pytest

from scraper.errors import FetchError
from scraper.fetching import Fetcher, Limits
from scraper.fetching.host_policy import HostPolicy

STATUSES = [200, 302, 401, 403, 404, 410, 429, 451, 500, 503]


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_is_returned_and_asked_for_once(web, status):
    web.routes["/post"] = lambda request: web.answer(
        request, status, gzip.compress(b'{"a": 1}'), "application/json", Content_Encoding="gzip", Location="/other"
    )
    with Fetcher(allow_private=True) as fetcher:
        answer = fetcher.ask(f"{web.url}/post", "application/json")
    assert (answer.last.status, answer.content) == (status, b'{"a": 1}')
    assert [(path, headers["Accept"]) for _, path, headers in web.asked] == [("/post", "application/json")]


def test_what_is_no_answer_is_an_error(web):
    web.routes["/large"] = b"x" * 2000
    with Fetcher(allow_private=True, limits=Limits(max_bytes=1000, attempts=1)) as fetcher:
        for url in (f"{web.url}/large", "http://127.0.0.1:9/", "file:///etc/passwd"):
            with pytest.raises(FetchError):
                fetcher.ask(url, "application/json")
    with Fetcher() as fetcher, pytest.raises(FetchError, match="is not a public address"):
        fetcher.ask(f"{web.url}/large", "application/json")


def test_robots_are_left_alone_and_pauses_kept(web):
    waited = []
    policy = HostPolicy(0.0, robots=False, clock=lambda: 0.0, sleep=waited.append)
    policy.slow(web.url, 3.0)
    policy.slow(web.url, 1.0)
    web.routes["/post"] = b"{}"
    with Fetcher(allow_private=True, gate=policy.gate) as fetcher:
        for _ in range(2):
            fetcher.ask(f"{web.url}/post", "application/json")
    assert (web.paths(), waited) == (["/post", "/post"], [3.0])
