"""Which groups of a robots.txt hold for us, whatever lines are between their user agents."""

from __future__ import annotations

import pytest
from protego import Protego

from scraper.fetching.host_policy import AGENT, known_lines

PAGE = "https://the-post.example/story"


@pytest.mark.parametrize(
    ("body", "allowed"),
    [
        pytest.param(
            "User-agent: {us}\nUnknown: line\nUser-agent: *\nDisallow: /\n", False, id="unknown line"
        ),
        pytest.param(
            "User-agent: {us}\nNoindex: /a\n\nUser-agent: b\nDisallow: /\n", False, id="noindex, blank line"
        ),
        pytest.param(
            "User-agent: b\nSitemap: https://a.example/s.xml\nUser-agent: *\nDisallow: /", False, id="sitemap"
        ),
        pytest.param(
            "User-agent: {us}\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n", False, id="crawl delay"
        ),
        pytest.param(
            "User-agent: {us}\nDisallow\nUser-agent: b\nDisallow: /\n", False, id="a word without a colon"
        ),
        pytest.param(
            "User-agent: {us}\nRequest-rate: 1/9\nUser-agent: b\nDisallow: /\n", False, id="request rate"
        ),
        pytest.param("User-agent: {us}/1.0\nDisallow: /\n", False, id="version"),
        pytest.param("User-agent: {us} (news)\nDisallow: /\n", False, id="words behind the name"),
        pytest.param(
            "User-agent: {us}\nDisallow:\nUser-agent: *\nDisallow: /\n", True, id="an empty rule is a rule"
        ),
        pytest.param(
            "User-agent: {us}\nCrawl-delay: 5\nAllow: /\nUser-agent: *\nDisallow: /", True, id="own group"
        ),
        pytest.param(
            "User-agent: b\nUnknown: line\nUser-agent: c\nDisallow: /\n", True, id="groups of others"
        ),
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
