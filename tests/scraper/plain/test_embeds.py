"""Posts that plain texts and Markdown embed: by an address alone, short codes, HTML, widgets copied from a browser."""

from __future__ import annotations

import json

import pytest
from growth import MOST, growth, repeated

from scraper.extract import extract, to_json
from scraper.records import Document
from scraper.text.embed_codes import find_embed_codes

TWEET, VIDEO, PHOTO = "1223400000000000001", "w7Ft2ymGmfc", "BWNjjyYFxVx"
AT = f"https://x.com/ada_ex/status/{TWEET}"
PROSE = (
    "Fans of the singer were quick to answer on Monday night, and most of them were not amused by what they had read."
)


def read(text: str) -> dict:
    return json.loads(to_json(extract(Document(source="story.md", content=text.encode()))))


def shown(text: str) -> list[tuple[str, str]]:
    return [(embed["post"]["platform"], embed["post"]["id"]) for embed in read(text)["embeds"]]


ALONE = {
    "bare": AT,
    "in angle brackets": f"<{AT}>",
    "link whose words are the address": f"[{AT}]({AT})",
    "link without words": f"[]({AT})",
    "link with an invitation": f"[View on Twitter]({AT})",
    "image": f"![]({AT})",
    "in a Markdown quote": f"> {AT}",
    "indented": f"    {AT}",
    "with tracking": f"{AT}?s=20&t=abc",
    "a reader of threads": f"https://threadreaderapp.com/thread/{TWEET}.html",
    "old host": f"http://mobile.twitter.com/ada_ex/statuses/{TWEET}",
}
IN_PROSE = {
    "in a sentence": f"She wrote {AT} and left.",
    "at the end of a sentence": f"She said so on Friday: {AT}",
    "link in a sentence": f"She [said so]({AT}) on Friday.",
    "link with words of its own": f"[Read what she said]({AT})",
    "list item": f"- {AT}",
    "numbered item": f"1. {AT}",
    "heading": f"# {AT}",
    "code": f"`{AT}`",
    "fenced code": f"```\n{AT}\n```",
    "broken line of a sentence": f"as she said on the site in\n{AT}\nand then it was over.",
    "list of sources": f"Sources:\n{AT}",
    "list of sources below its label": f"Quellen:\n\n{AT}",
    "profile": "https://x.com/ada_ex",
    "picture of something else": f"[![Pier](https://herald.example/pier.jpg)]({AT})",
    "header line": f"Link: {AT}",
}
CODES = {
    "Hugo's x": (f'{{{{< x user="ada_ex" id="{TWEET}" >}}}}', "twitter", TWEET),
    "Hugo's tweet": (f"{{{{< tweet {TWEET} >}}}}", "twitter", TWEET),
    "Hugo's tweet without quotation marks": (f"{{{{< tweet user=ada_ex id={TWEET} >}}}}", "twitter", TWEET),
    "Hugo's simple one": (f'{{{{< twitter_simple user="ada_ex" id="{TWEET}" >}}}}', "twitter", TWEET),
    "Hugo's instagram": (f"{{{{< instagram {PHOTO} hidecaption >}}}}", "instagram", PHOTO),
    "Hugo's youtube": (f'{{{{< youtube id="{VIDEO}" autoplay="true" >}}}}', "youtube", VIDEO),
    "Hugo with per cent signs": (f"{{{{% youtube {VIDEO} %}}}}", "youtube", VIDEO),
    "a theme's bluesky": (
        '{{< bluesky link="https://bsky.app/profile/ada.example/post/3k2a2222222aa" >}}', "bluesky", "3k2a2222222aa",
    ),
    "a theme's tiktok": ("{{< tiktok 7000000000000000001 >}}", "tiktok", "7000000000000000001"),
    "Jekyll's twitter": (f"{{% twitter {AT} maxwidth=500 limit=5 %}}", "twitter", TWEET),
    "Jekyll's tweet": (f"{{% tweet {TWEET} %}}", "twitter", TWEET),
    "Jekyll's include": (f'{{% include embed/youtube.html id="{VIDEO}" %}}', "youtube", VIDEO),
    "Liquid's embed": (f"{{% embed {AT} %}}", "twitter", TWEET),
    "Zola": (f'{{{{ youtube(id="{VIDEO}") }}}}', "youtube", VIDEO),
    "WordPress' embed": (f"[embed]{AT}[/embed]", "twitter", TWEET),
    "WordPress' embed with a width": (f'[embed width="100"]https://youtu.be/{VIDEO}[/embed]', "youtube", VIDEO),
    "WordPress' tweet": (f"[tweet {TWEET}]", "twitter", TWEET),
    "WordPress' tweet with an address": (f"[tweet {AT} align='center']", "twitter", TWEET),
    "WordPress' youtube": (f"[youtube https://www.youtube.com/watch?v={VIDEO}&w=640]", "youtube", VIDEO),
    "WordPress' youtube with a sign": (f"[youtube=https://youtu.be/{VIDEO}]", "youtube", VIDEO),
    "WordPress' instagram": (f"[instagram url=https://www.instagram.com/p/{PHOTO}/]", "instagram", PHOTO),
    "a forum's media": (f"[MEDIA=twitter]{TWEET}[/MEDIA]", "twitter", TWEET),
    "a forum's youtube": (f"[youtube]{VIDEO}[/youtube]", "youtube", VIDEO),
    "MDX's Tweet": (f'<Tweet id="{TWEET}" />', "twitter", TWEET),
    "MDX's Tweet with an expression": (f"<TwitterTweetEmbed tweetId={{'{TWEET}'}} />", "twitter", TWEET),
    "MDX's Tweet that encloses nothing": (f'<Tweet id="{TWEET}"></Tweet>', "twitter", TWEET),
    "MDX's Instagram": (
        f'<InstagramEmbed url="https://www.instagram.com/p/{PHOTO}/" width={{328}} />', "instagram", PHOTO,
    ),
    "MDX's YouTube": (f'<LiteYouTubeEmbed id="{VIDEO}" title="x" />', "youtube", VIDEO),
    "a directive": (f"::youtube{{id={VIDEO}}}", "youtube", VIDEO),
    "a directive with a hash": (f"::youtube{{#{VIDEO}}}", "youtube", VIDEO),
    "an at sign": (f"@[youtube]({VIDEO})", "youtube", VIDEO),
    "Hugo's status on a server": (
        '{{< toot instance="social.example" user="ada" id="111111111111111111" >}}', "mastodon", "111111111111111111",
    ),
    "Hugo's status by host and id": ("{{< mastodon social.example 111111111111111111 >}}", "mastodon", "111111111111111111"),
    "a community before the id": ('{{< reddit "r/examples" "1abcde" >}}', "reddit", "1abcde"),
    "a filter": (f'{{{{ tweet("{TWEET}") | safe }}}}', "twitter", TWEET),
    "a wiki's citation": (f"{{{{Cite tweet |user=ada_ex |number={TWEET} |title=Snow}}}}", "twitter", TWEET),
    "a wiki's citation of a server": (
        "{{Cite Mastodon|user=ada|server=social.example|number=111111111111111111}}", "mastodon", "111111111111111111",
    ),
    "a forum's Bluesky": ("[MEDIA=bluesky]ada.example/post/3k2a2222222aa[/MEDIA]", "bluesky", "3k2a2222222aa"),
    "a forum's Reddit": ("[MEDIA=reddit]examples/comments/1abcde[/MEDIA]", "reddit", "1abcde"),
    "a forum's Facebook": ("[MEDIA=facebook]10158000000000123[/MEDIA]", "facebook", "10158000000000123"),
    "Gatsby's line of code": (f"`youtube: {VIDEO}`", "youtube", VIDEO),
    "MyST": (f"```{{tweet}} {AT}\n```", "twitter", TWEET),
    "a static tweet": (f'{{{{< stweet user="ada_ex" id="{TWEET}" >}}}}', "twitter", TWEET),
    "an include over several lines": (f'{{% include tweet-card.html\n  account="ada_ex"\n  id="{TWEET}"\n%}}', "twitter", TWEET),
    "a quote with MDX's name of classes": (
        f'<blockquote className="twitter-tweet"><p lang="en">Snow</p>&mdash; Ada (@ada_ex) <a href="{AT}">May 1, 2020</a></blockquote>',
        "twitter", TWEET,
    ),
    "Hexo's paired tag": (f'{{% tweet "{TWEET}" %}}{{% endtweet %}}', "twitter", TWEET),
    "Joomla's youtube": (f"{{youtube}}{VIDEO}{{/youtube}}", "youtube", VIDEO),
    "Joomla's youtube with a size": (f"{{youtube}}{VIDEO}|600|450|0{{/youtube}}", "youtube", VIDEO),
    "Joomla's tweet": (f"{{tweet}}{AT}{{/tweet}}", "twitter", TWEET),
    "Joomla's single one": (f"{{instagram {PHOTO}}}", "instagram", PHOTO),
    "WordPress' blackbirdpie": (f'[blackbirdpie id="{TWEET}"]', "twitter", TWEET),
    "a builder's youtube": (f'[fusion_youtube id="{VIDEO}" alignment="center" /]', "youtube", VIDEO),
    "a builder's video": (f'[vc_video link="https://youtu.be/{VIDEO}"]', "youtube", VIDEO),
    "a lazy player": (f'[lyte id="{VIDEO}" /]', "youtube", VIDEO),
    "a frame": (f'[iframe src="https://www.youtube.com/embed/{VIDEO}" width="100%"]', "youtube", VIDEO),
    "a video of a plugin": (f"[ot-video https://www.youtube.com/watch?v={VIDEO}]", "youtube", VIDEO),
    "EmbedPlus": (f"[embedyt] https://www.youtube.com/watch?v={VIDEO}[/embedyt]", "youtube", VIDEO),
    "Kirby": (f"(tweet: {AT})", "twitter", TWEET),
    "Grav": (f"[plugin:youtube](https://www.youtube.com/watch?v={VIDEO})", "youtube", VIDEO),
    "MDX's tweetLink": (f'<Tweet tweetLink="ada_ex/status/{TWEET}" />', "twitter", TWEET),
    "an element in small letters": (f'<tweet id="{TWEET}"></tweet>', "twitter", TWEET),
    "a wiki's element": (f"<youtube>{VIDEO}</youtube>", "youtube", VIDEO),
    "a wiki's function": (f"{{{{#ev:youtube|{VIDEO}}}}}", "youtube", VIDEO),
    "a wiki's template": (f"{{{{Tweet|number={TWEET}}}}}", "twitter", TWEET),
    "Contao": (f"{{{{youtube::{VIDEO}}}}}", "youtube", VIDEO),
    "a directive with a label": (f"::youtube[{VIDEO}]", "youtube", VIDEO),
    "a directive in a line": (f':tweet{{id="{TWEET}"}}', "twitter", TWEET),
    "reStructuredText": (f".. youtube:: {VIDEO}", "youtube", VIDEO),
    "AsciiDoc": (f"video::{VIDEO}[youtube]", "youtube", VIDEO),
    "the official blockquote": (
        (f'<blockquote class="twitter-tweet"><p>Snow</p>&mdash; Ada (@ada_ex) <a href="{AT}">January 31, 2020</a>'
        '</blockquote> <script async src="https://platform.twitter.com/widgets.js"></script>'), "twitter", TWEET,
    ),
    "an official frame": (f'<iframe src="https://www.youtube.com/embed/{VIDEO}"></iframe>', "youtube", VIDEO),
    "a picture of the video": (
        f"[![Video](https://img.youtube.com/vi/{VIDEO}/0.jpg)](https://www.youtube.com/watch?v={VIDEO})",
        "youtube", VIDEO,
    ),
}  # fmt: skip
NO_CODES = {
    "a picture": '{{< figure src="x.jpg" title="Fans “sing”" >}}',
    "a condition": "{% if page.title %}",
    "a link's code": f'{{{{< button href="{AT}" >}}}}',
    "a code that is shown": f'{{{{</* tweet user="ada_ex" id="{TWEET}" */>}}}}',
    "fenced code": f"```\n{{{{< tweet {TWEET} >}}}}\n```",
    "code in a line": f"Write `[tweet {TWEET}]` there.",
    "a community": '{{< reddit "r/examples" >}}',
    "a server": "{{< mastodon social.example >}}",
    "a citation of a page": f"{{{{Cite web |url=https://herald.example/a |id={TWEET}}}}}",
    "a line of code": "`tweet: never`",
    "a note": "[Tweet deleted]",
    "a note of eleven letters": "[YouTube screenshots]",
    "a number in a note": "[Tweet 2 of 3] [Instagram 2021]",
    "a footnote": "[x] [1] [twitter]",
    "a handle in braces": "{twitter @ada_example_1}",
    "a remark in parentheses": f"(source: {AT})",
    "a remark in brackets": f"[Video: https://youtu.be/{VIDEO}]",
    "a link of a forum": f"It rained, [url={AT}]she said[/url].",
    "a line with two colons": "twitter::ada_example[source]",
    "a component for links": f'<Link href="{AT}">said so</Link>',
    "a quotation": '<blockquote class="wide"><p>It rained.</p></blockquote>',
}


@pytest.mark.parametrize("line", ALONE.values(), ids=ALONE)
@pytest.mark.parametrize("behind", ["\n\n", "\n"], ids=["apart", "touching"])
def test_an_address_alone_on_its_line_is_an_embed(line, behind):
    assert shown(f"{PROSE}{behind}{line}{behind}{PROSE}\n") == [("twitter", TWEET)]


@pytest.mark.parametrize("words", IN_PROSE.values(), ids=IN_PROSE)
def test_other_addresses_are_prose(words):
    assert shown(f"{PROSE}\n\n{words}\n\n{PROSE}\n") == []
    assert shown(f"{words}\n\n{PROSE}\n") == []


@pytest.mark.parametrize(("code", "platform", "native"), CODES.values(), ids=CODES)
def test_a_code_is_an_embed_and_no_prose(code, platform, native):
    text = f"{PROSE}\n\n{code}\n\n“I was there,” a fan wrote on Twitter about #PierSong.\n"
    record = read(text)
    assert [(embed["post"]["platform"], embed["post"]["id"]) for embed in record["embeds"]] == [(platform, native)]
    assert [embed["start"] for embed in record["embeds"]] == [text.index(code)]
    assert [text[quote["start"] : quote["end"]] for quote in record["quotes"]] == ["“I was there,”"]
    assert [text[tag["start"] : tag["end"]] for tag in record["hashtags"]] == ["#PierSong"]


def test_a_frame_in_markup_is_one():
    (embed,) = read(f"{PROSE}\n\n{CODES['an official frame'][0]}\n\n{PROSE}\n")["embeds"]
    assert embed["form"] == "iframe"


@pytest.mark.parametrize("code", NO_CODES.values(), ids=NO_CODES)
def test_other_code_is_no_embed(code):
    record = read(f"{PROSE}\n\n{code}\n\n{PROSE}\n")
    assert record["embeds"] == record["quotes"] == []


def test_a_post_that_stands_twice_counts_once_at_its_first_place():
    text = f"{PROSE}\n\n{{{{< tweet {TWEET} >}}}}\n\n{PROSE}\n\n{AT}\n"
    (embed,) = read(text)["embeds"]
    assert (embed["start"], embed["form"]) == (text.index("{{<"), "other")


def test_embeds_of_all_forms_are_in_reading_order():
    flat = "Best night of the year #PierSong — tove (@tove_on_dunes) May 12, 2024"
    text = f"{AT}\n\n{PROSE}\n\n{flat}\n\n{PROSE}\n\n{{{{< youtube {VIDEO} >}}}}\n\n{PROSE}\n\nhttps://www.instagram.com/p/{PHOTO}/\n"
    assert [(embed["position"], embed["form"]) for embed in read(text)["embeds"]] == [
        (0, "link"), (1, "flattened"), (2, "other"), (3, "link"),
    ]  # fmt: skip


def test_the_address_below_a_flattened_post_is_its_own():
    text = f"{PROSE}\n\nSnow at last — Ada (@ada_ex) January 31, 2020\n{AT}\n\n{PROSE}\n"
    assert [(embed["post"]["id"], embed["post"]["text"]) for embed in read(text)["embeds"]] == [(TWEET, "Snow at last")]


WIDGETS = {
    "line by line": "Ada Ex\n@ada_ex\n·\nFollow\nSnow at last\n9:30 PM · Mar 3, 2021\n",
    "with the app and buttons": (
        "Ada Ex\n@ada_ex\n·\nFollow\nSnow at last\n9:30 PM · Mar 3, 2021\n·\nTwitter for iPhone\n1.2K\nReply\n"
        "Copy link\nRead 34 replies\n"
    ),
    "on one line": "Ada Ex @ada_ex · Follow Snow at last 9:30 PM · Mar 3, 2021\n",
    "behind prose": f"{PROSE} Ada Ex @ada_ex · Follow Snow at last 9:30 PM · Mar 3, 2021\n",
    "with blank lines": "Ada Ex\n\n@ada_ex\n\n·\n\nFollow\n\nSnow at last\n\n9:30 PM · Mar 3, 2021\n\n1.2K\n\nReply\n",
    "an answer": "Ada Ex\n@ada_ex\n·\nFollow\nReplying to @bob_ex\nSnow at last\n9:30 PM · Mar 3, 2021\n",
    "with a picture": "Ada Ex\n@ada_ex\n·\nFollow\nSnow at last\nView image on Twitter\n9:30 PM · Mar 3, 2021\n",
    "with views": "Ada Ex\n@ada_ex\n·\nFollow\nSnow at last\n·\n9:30 PM · Mar 3, 2021·1.2M Views\n",
    "verified": "Ada Ex\n✔\n@ada_ex\n·\nFollow\nSnow at last\n9:30 PM · Mar 3, 2021\n",
    "German": "Ada Ex\n@ada_ex\n·\nFolgen\nSnow at last\n21:30 · 3. März 2021\n",
    "French": "Ada Ex\n@ada_ex\n·\nSuivre\nSnow at last\n9:30 PM · 3 mars 2021\n",
}


@pytest.mark.parametrize("widget", WIDGETS.values(), ids=WIDGETS)
def test_a_tweet_copied_from_a_browser(widget):
    text = f"{PROSE}\n\n{widget}\n{PROSE}\n"
    record = read(text)
    (embed,) = record["embeds"]
    post = embed["post"]
    assert (post["text"], post["author"]) == ("Snow at last", {"handle": "ada_ex", "name": "Ada Ex"})
    assert (embed["form"], post["posted"]["at"]) == ("widget", "2021-03-03T21:30")
    assert text[embed["start"] : embed["end"]] == "Snow at last"
    assert record["mentions"] == []


def test_two_copied_tweets_in_a_row():
    widget = WIDGETS["line by line"]
    other = widget.replace("ada_ex", "bob_ex").replace("Ada Ex", "Bob Ex").replace("Snow", "Rain")
    found = read(f"{PROSE}\n\n{widget}{other}\n{PROSE}\n")["embeds"]
    assert [(embed["post"]["author"]["name"], embed["post"]["text"]) for embed in found] == [
        ("Ada Ex", "Snow at last"), ("Bob Ex", "Rain at last"),
    ]  # fmt: skip


def test_a_footer_that_invites_to_follow_is_no_tweet():
    assert shown(f"{PROSE}\n\nJo Roe @joroe_ex · Follow us\n\n{PROSE}\n") == []


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit",
    [
        "{{< x ", "{% x ", "{x}", "(x: ", "x::y", ":x[", "[tweet ", "<Tweet ", "```\n", "`", "::x{", f"{AT}\n", "<blockquote class=x>", "@[x](",
        "@a · Follow ", "@a · Follow 9:30 PM · ", "[![](", "{{< x 1 >}}\n",
    ],
)  # fmt: skip
def test_linear_on_hostile_text(unit):
    assert growth(read, repeated(unit), 50_000, 500_000) <= MOST


@pytest.mark.growth
@pytest.mark.parametrize("unit", ["`", "~", "> ", "{% x ", "[x]y"])
def test_codes_are_found_in_linear_time_behind_one(unit):
    assert growth(find_embed_codes, lambda size: "[x]" + repeated(unit)(size), 50_000, 500_000) <= MOST


@pytest.mark.parametrize("text", ["", "{{", "[embed]", "<Tweet/>", "{{< x >}}"])
def test_broken_code_is_no_post(text):
    assert not [code for code in find_embed_codes(text) if code.post]
