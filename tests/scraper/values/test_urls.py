from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.platforms.twitter import tweet_of, tweet_permalink
from scraper.values.urls import canonical_url, host_without_www, http_url, unwrap_archive

ID = "1223400000000000000"
PERMALINK = f"https://x.com/Ada_L/status/{ID}"
NAMELESS = f"https://x.com/i/status/{ID}"


@pytest.mark.parametrize(
    "url",
    [
        f"https://twitter.com/Ada_L/status/{ID}",
        f"http://twitter.com/Ada_L/status/{ID}",
        f"https://x.com/Ada_L/status/{ID}",
        f"//twitter.com/Ada_L/status/{ID}",
        f"twitter.com/Ada_L/status/{ID}",
        f"HTTPS://TWITTER.COM/Ada_L/STATUS/{ID}",
        f"https://www.twitter.com/Ada_L/status/{ID}",
        f"https://mobile.twitter.com/Ada_L/status/{ID}",
        f"https://m.twitter.com/Ada_L/status/{ID}",
        f"https://mobile.x.com/Ada_L/status/{ID}",
        f"https://de.twitter.com/Ada_L/status/{ID}",
        f"https://pt-br.twitter.com/Ada_L/status/{ID}",
        f"https://twitter.com:443/Ada_L/status/{ID}",
        f"https://twitter.com/Ada_L/statuses/{ID}",
        f"https://twitter.com/#!/Ada_L/status/{ID}",
        f"https://twitter.com/%23!/Ada_L/status/{ID}",
        f"https://twitter.com/@Ada_L/status/{ID}",
        f"https://twitter.com/%40Ada_L/status/{ID}",
        f"https://twitter.com//Ada_L//status//{ID}",
        f"https://twitter.com/Ada_L/status/{ID}/",
        f"https://twitter.com/Ada_L/status/{ID}/photo/1",
        f"https://twitter.com/Ada_L/status/{ID}/video/1",
        f"https://twitter.com/Ada_L/status/{ID}/retweets/with_comments",
        f"https://twitter.com/Ada_L/status/{ID}?ref_src=twsrc%5Etfw",
        f"https://twitter.com/Ada_L/status/{ID}?s=20&amp;t=x",
        f"https:&#x2F;&#x2F;twitter.com&#x2F;Ada_L&#x2F;status&#x2F;{ID}",
        f"https://twitter.com/Ada_L/status/{ID}#m",
        f"https://twitter.com/Ada_L/status/{ID}).",
        f"https://twitter.com/Ada_L/status/{ID}”",
        f"  https://twitter.com/Ada_L/status/{ID}\n",
        f"https://twitter.com/Ada_L/\nstatus/{ID}",
        f"\u200ehttps://twitter.com/Ada_L/status/{ID}",
        f"https%3A%2F%2Ftwitter.com%2FAda_L%2Fstatus%2F{ID}%3Fs%3D20",
        f"https://fxtwitter.com/Ada_L/status/{ID}",
        f"https://vxtwitter.com/Ada_L/status/{ID}",
        f"https://fixupx.com/Ada_L/status/{ID}",
        f"https://nitter.net/Ada_L/status/{ID}#m",
        f"https://nitter.example.org/Ada_L/status/{ID}",
        f"https://xcancel.com/Ada_L/status/{ID}",
        f"https://web.archive.org/web/20200201120000/https://twitter.com/Ada_L/status/{ID}",
        f"http://web.archive.org/web/20200201120000id_/http://twitter.com/Ada_L/status/{ID}",
        f"https://web.archive.org/web/20200201if_/https://twitter.com/Ada_L/status/{ID}",
        f"https://web.archive.org/web/2020/twitter.com/Ada_L/status/{ID}",
        f"https://web.archive.org/web/*/https://twitter.com/Ada_L/status/{ID}",
        f"https://web.archive.org/save/https://twitter.com/Ada_L/status/{ID}",
        f"https://web.archive.org/https:/twitter.com/Ada_L/status/{ID}",
        f"https://archive.org/web/20200201120000/https://twitter.com/Ada_L/status/{ID}",
        f"/web/20200201120000/https://twitter.com/Ada_L/status/{ID}",
        f"https://archive.is/20200201120000/https://twitter.com/Ada_L/status/{ID}",
        f"https://archive.today/newest/https://twitter.com/Ada_L/status/{ID}",
        f"https://web.archive.org/web/2020/https%3A%2F%2Ftwitter.com%2FAda_L%2Fstatus%2F{ID}",
        f"https://publish.twitter.com/oembed?url=https%3A%2F%2Ftwitter.com%2FAda_L%2Fstatus%2F{ID}&lang=en",
    ],
)
def test_every_spelling_becomes_the_permalink(url):
    tweet = tweet_of(url)
    assert tweet is not None
    assert (tweet.url, tweet.id, tweet.handle) == (PERMALINK, ID, "Ada_L")


@pytest.mark.parametrize(
    "url",
    [
        f"https://twitter.com/i/web/status/{ID}",
        f"https://x.com/i/status/{ID}",
        f"https://twitter.com/statuses/{ID}",
        f"https://twitter.com/X/status/{ID}",
        f"https://twitter.com/user/status/{ID}",
        f"https://twitter.com/anyuser/status/{ID}",
        f"https://twitter.com/statuses/status/{ID}",
        f"https://twitter.com/undefined/status/{ID}",
        f"https://twitter.com/no-such.name/status/{ID}",
        f"https://twitter.com/i/videos/tweet/{ID}?embed_source=facebook",
        f"https://platform.twitter.com/embed/Tweet.html?dnt=false&embedId=twitter-widget-0&id={ID}&lang=en",
        f"https://platform.x.com/embed/index.html?id={ID}",
        f"https://cdn.syndication.twimg.com/tweet-result?id={ID}&lang=en",
        f"https://api.twitter.com/1/statuses/oembed.json?id={ID}",
    ],
)
def test_where_no_author_is_named_there_is_none(url):
    tweet = tweet_of(url)
    assert tweet is not None
    assert (tweet.url, tweet.id, tweet.handle) == (NAMELESS, ID, None)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://twitter.com/",
        "https://twitter.com/Ada_L",
        "https://twitter.com/Ada_L/status/",
        "https://twitter.com/Ada_L/status/0",
        "https://twitter.com/Ada_L/status/00123",
        "https://twitter.com/Ada_L/status/12234…",
        "https://twitter.com/Ada_L/status/12234...",
        "https://twitter.com/Ada_L/status/12234%E2%80%A6",
        "https://twitter.com/Ada_L/status/123456789012345678901",
        "https://twitter.com/Ada_L/status/abc",
        "https://twitter.com/Ada_L/lists/status/12x",
        f"https://twitter.com/Ada_L/timelines/{ID}",
        f"https://twitter.com/i/moments/{ID}",
        f"https://twitter.com/intent/like?tweet_id={ID}",
        f"https://twitter.com/intent/tweet?in_reply_to={ID}",
        f"https://twitter.com/intent/tweet?url=https://twitter.com/Ada_L/status/{ID}",
        f"https://twitter.com/home?status={ID}",
        f"https://twitter.com/share?url=https%3A%2F%2Ftwitter.com%2FAda_L%2Fstatus%2F{ID}",
        f"https://twitter.com/search?q=Ada_L/status/{ID}",
        f"https://www.facebook.com/sharer.php?u=https://twitter.com/Ada_L/status/{ID}",
        f"https://example.com/https://twitter.com/Ada_L/status/{ID}",
        f"https://nottwitter.com/Ada_L/status/{ID}",
        f"https://netflix.com/Ada_L/status/{ID}",
        f"https://twitter.com.example.org/Ada_L/status/{ID}",
        f"https://dev.twitter.com/Ada_L/status/{ID}",
        f"https://social.example/@Ada_L/status/{ID}",
        f"javascript:open('https://twitter.com/Ada_L/status/{ID}')",
        f"ftp://twitter.com/Ada_L/status/{ID}",
        f"mailto:twitter.com/Ada_L/status/{ID}",
    ],
)
def test_everything_else_is_not_a_tweet(url):
    assert tweet_of(url) is None


@given(st.integers(1, 10**20 - 1), st.one_of(st.none(), st.from_regex(r"[A-Za-z0-9_]{1,15}", fullmatch=True)))
def test_a_permalink_is_its_own_normal_form(number, handle):
    first = tweet_of(tweet_permalink(str(number), handle))
    assert first is not None
    assert tweet_of(first.url) == first
    assert first.id == str(number)


@pytest.mark.parametrize(
    ("raw", "url"),
    [
        ("https://example.com/a", "https://example.com/a"),
        (" http://example.com ", "http://example.com"),
        ("//example.com/a", "https://example.com/a"),
        ("https://example.com/a?b=1&amp;c=2", "https://example.com/a?b=1&c=2"),
        ("https://example.com/a?b=1&amp;amp;c=2", "https://example.com/a?b=1&c=2"),
        ("https://example.com/a?b=1&copy=2", "https://example.com/a?b=1&copy=2"),
        ("https://example.com/\na", "https://example.com/a"),
        ("https://example.com/a b", "https://example.com/a%20b"),
        ("https://bücher.example/ä", "https://bücher.example/ä"),
        ("HTTPS://example.com", "HTTPS://example.com"),
        (None, None),
        ("", None),
        ("/a", None),
        ("a.html", None),
        ("#top", None),
        ("example.com", None),
        ("javascript:alert(1)", None),
        ("java\nscript:alert(1)", None),
        ("&#106;avascript:alert(1)", None),
        ("data:text/html,x", None),
        ("ftp://example.com", None),
        ("mailto:a@example.com", None),
        ("http://", None),
        ("http:///a", None),
        ("http:///example.com", None),
        ("http://[::1", None),
        ("http://a b.example/", None),
        ("https://example.com:99999/", None),
        ("https://example.com:0/", None),
        ("https://example.com:port/", None),
        ("https://example.com/" + "a" * 9000, None),
    ],
)
def test_only_web_addresses_pass(raw, url):
    assert http_url(raw) == url


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.the-post.example/2020/story", "the-post.example"),
        ("http://News.The-Post.example:8080/", "news.the-post.example"),
        ("https://[broken/", None),
        (None, None),
        ("", None),
    ],
)
def test_host_without_www(url, host):
    assert host_without_www(url) == host


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("https://example.com", "https://example.com/"),
        ("HTTPS://News.Example.com/A", "https://news.example.com/A"),
        ("http://example.com:80/a", "http://example.com/a"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("https://example.com/a#comments", "https://example.com/a"),
        ("https://example.com/a?utm_source=x&utm_medium=y", "https://example.com/a"),
        ("https://example.com/a?id=7&fbclid=x&page=2", "https://example.com/a?id=7&page=2"),
        ("https://example.com/a?id=7&amp;gclid=x", "https://example.com/a?id=7"),
        ("https://example.com/a?atom=1&garden=2&mcd=3", "https://example.com/a?atom=1&garden=2&mcd=3"),
        ("https://example.com/a?b=%C3%A4&&c", "https://example.com/a?b=%C3%A4&c"),
        (" file.html ", "file.html"),
    ],
)
def test_canonical(url, canonical):
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize(
    ("url", "inner"),
    [
        ("https://example.com/web/2020/http://other.example/", "https://example.com/web/2020/http://other.example/"),
        ("https://web.archive.org/", "https://web.archive.org/"),
        ("https://archive.org/details/some-book", "https://archive.org/details/some-book"),
        ("https://archive.ph/AbCdE", "https://archive.ph/AbCdE"),
        ("https://archive.ph/o/AbCdE/https://example.com/a", "https://example.com/a"),
        ("web.archive.org/web/2019/http://example.com/", "http://example.com/"),
        (
            "https://web.archive.org/web/2020/https://web.archive.org/web/2019/http://example.com/",
            "http://example.com/",
        ),
        ("https://arquivo.pt/wayback/20150101/http://example.com/", "http://example.com/"),
    ],
)
def test_archives(url, inner):
    assert unwrap_archive(url) == inner


@given(st.text(max_size=200))
def test_never_raises(text):
    for url in (text, f"https://{text}", f"https://twitter.com/{text}", f"https://web.archive.org/web/{text}"):
        tweet_of(url)
        unwrap_archive(url)
        once = canonical_url(url)
        assert canonical_url(once) == once
        accepted = http_url(url)
        assert accepted is None or accepted.lower().startswith(("http://", "https://"))


@pytest.mark.parametrize("unit", ["/", "a.", "&amp;", "https://web.archive.org/web/1/", "%2F", "i/", "id=", "@"])
def test_long_addresses_cost_little(unit):
    began = time.process_time()
    for head in (
        "https://twitter.com/",
        "https://platform.twitter.com/embed/Tweet.html?",
        "https://web.archive.org/web/",
        "",
    ):
        url = (head + unit * 8192)[:8192]
        tweet_of(url)
        canonical_url(url)
        unwrap_archive(url)
    assert time.process_time() - began < 1
