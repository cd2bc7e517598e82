"""Which groups of a robots.txt hold for us, whatever lines are between their user agents."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from protego import Protego

from scraper.errors import FetchError
from scraper.fetching.host_policy import AGENT, HostPolicy, Rules, known_lines

PAGE = "https://the-post.example/story"


@pytest.mark.parametrize(
    ("body", "allowed"),
    [
        pytest.param("User-agent: {us}\nUnknown: line\nUser-agent: *\nDisallow: /\n", False, id="unknown line"),
        pytest.param("User-agent: {us}\nNoindex: /a\n\nUser-agent: b\nDisallow: /\n", False, id="noindex, blank line"),
        pytest.param(
            "User-agent: b\nSitemap: https://a.example/s.xml\nUser-agent: *\nDisallow: /", False, id="sitemap"
        ),
        pytest.param("User-agent: {us}\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n", False, id="crawl delay"),
        pytest.param("User-agent: {us}\nDisallow\nUser-agent: b\nDisallow: /\n", False, id="a word without a colon"),
        pytest.param("User-agent: {us}\nRequest-rate: 1/9\nUser-agent: b\nDisallow: /\n", False, id="request rate"),
        pytest.param("User-agent: {us}/1.0\nDisallow: /\n", False, id="version"),
        pytest.param("User-agent: {us} (news)\nDisallow: /\n", False, id="words behind the name"),
        pytest.param("User-agent: {us}\nDisallow:\nUser-agent: *\nDisallow: /\n", True, id="an empty rule is a rule"),
        pytest.param("User-agent: {us}\nCrawl-delay: 5\nAllow: /\nUser-agent: *\nDisallow: /", True, id="own group"),
        pytest.param("User-agent: b\nUnknown: line\nUser-agent: c\nDisallow: /\n", True, id="groups of others"),
    ],
)
def test_only_rules_end_a_group(body, allowed):
    rules = Protego.parse(known_lines(body.format(us=AGENT)))
    assert rules.can_fetch(PAGE, AGENT) is allowed


def test_a_delay_holds_for_the_agents_before_it():
    body = "User-agent: other\nCrawl-delay: 50\nUser-agent: *\nDisallow: /a\n"
    assert Protego.parse(known_lines(body)).crawl_delay(AGENT) is None
    assert Protego.parse(known_lines(body.replace("other", AGENT))).crawl_delay(AGENT) == 50


@pytest.mark.parametrize("name", ["{}", "*", "o{}", " {}"])
def test_many_delays_between_agents_make_few_lines(name):
    body = "".join(f"User-agent: {name.format(AGENT[: n % 7])}\nCrawl-delay: {n}\n" for n in range(2000))
    assert known_lines(body).count("\n") < 20_000


class NoRules:
    """A fetcher to which every robots.txt is answered with one status."""

    def __init__(self, status):
        self.status = status

    def get(self, url, **_):
        raise FetchError(url, f"{self.status}: try later", status=self.status)


@pytest.mark.parametrize(
    ("status", "is_allowed"), [(404, True), (401, True), (403, True), (429, False), (503, False), (None, False)]
)
def test_without_rules_all_is_allowed_unless_there_may_be_some(status, is_allowed):
    policy = HostPolicy(0.0)
    policy.fetcher = NoRules(status)
    refused = nullcontext() if is_allowed else pytest.raises(FetchError, match=r"its robots.txt cannot be read")
    with refused, policy.gate(PAGE):
        pass


@pytest.mark.parametrize(("delay", "waits"), [("5", 5.0), ("86400", 600.0)])
def test_a_crawl_delay_is_kept_up_to_a_bound(delay, waits):
    waited = []
    policy = HostPolicy(0.0, clock=lambda: 0.0, sleep=waited.append)
    policy.remember("https://the-post.example", Rules(200, f"User-agent: *\nCrawl-delay: {delay}\n"))
    for _ in range(2):
        with policy.gate(PAGE):
            pass
    assert waited == [waits]
