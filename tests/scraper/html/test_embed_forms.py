"""The forms in which pages hold embeds, and what only looks like one: each alone in an otherwise plain article."""

from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote

import pytest

from scraper.extract import extract
from scraper.html.page import find_embeds, read_page
from scraper.records import Author, Document

ID, OTHER_ID = "1223400000000000001", "1223400000000000002"
STATUS = f"https://twitter.com/ada_example/status/{ID}"
FRAME = f"https://platform.twitter.com/embed/Tweet.html?id={ID}"
QUOTE = (
    '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">We did it, all of us <a href="https://t.co/abc">'
    "pic.twitter.com/abc</a></p>&mdash; Ada Example (@ada_example) "
    f'<a href="{STATUS}?ref_src=twsrc%5Etfw">February 1, 2020</a></blockquote>'
)
TWEET = f"twitter {ID}"
PARAGRAPH = "The minister spoke for an hour in the old town hall on Friday evening."
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>Town hall | The Example</title></head><body>'
    "<header><h1>Town hall</h1></header><main><article><p>{paragraph} It rained outside all the while.</p>\n{inside}\n"
    "<p>Nobody in the room expected what came after the break. The mayor had left by then, and so had the press."
    "</p></article></main>\n{outside}\n"
    '<footer><a href="https://twitter.com/theexample">Follow us</a></footer></body></html>'
)


STILL = '<div><a href="https://youtu.be/aAaAaAaAaAa"><img src="https://i.ytimg.com/vi/aAaAaAaAaAa/hq.jpg"></a></div>'


def page(inside="", outside=""):
    return PAGE.format(paragraph=PARAGRAPH, inside=inside, outside=outside)


def base64_of(markup):
    return base64.b64encode(markup.encode()).decode()


def state(body):
    return {"body": [{"type": "p", "text": PARAGRAPH}, *body]}


HTML_IN_STATE = state([{"type": "html", "value": QUOTE}])
STATE_WITH_OTHER_STORIES = {
    "article": state([{"type": "tweet", "url": STATUS}]),
    "related": [{"title": "Ferry", "embed": {"type": "tweet", "url": STATUS.replace(ID, OTHER_ID)}}],
}
BODY_OF_OTHER_STORY = [
    {"type": "p", "text": "Completely other words that this page nowhere prints to anyone."},
    {"type": "html", "value": QUOTE},
]
#: Some paragraphs that the page does not print.
OTHER_STORY = [
    {"type": "p", "text": f"The {animal} crossed the frozen lake before anyone else in the valley was awake."}
    for animal in ("fox", "hare", "badger", "otter", "stoat", "heron", "lynx", "marten", "beaver", "owl")
]

HTML_IN_BASE64 = state([{"type": "jsembed", "embed-js": base64_of(QUOTE), "metadata": {}}])
LINK_BEHIND_OBJECTS = state([{"type": "tweet", "metadata": {}, "tags": [{}, {}], "url": STATUS}])

TWEETS = {
    "official shell, the address without a link": f'<blockquote class="twitter-tweet">\r\n{STATUS}\r\n</blockquote>',
    "placeholder in a line of words": (
        f'<p>Look: <span data-embed-type="twitter" data-tweet-id="{ID}" data-original-url="{STATUS}"></span></p>'
    ),
    "percent signs in an attribute": f'<div class="consent-placeholder" data-embed-html="{quote(QUOTE, safe="")}"></div>',
    "state with markup in base64": f'<script id="page" type="application/json">{json.dumps(HTML_IN_BASE64)}</script>',
    "state with objects in front of the address": (
        f'<script id="page" type="application/json">{json.dumps(LINK_BEHIND_OBJECTS)}</script>'
    ),
    "state with other stories behind the article's": (
        f'<script id="__NEXT_DATA__">{json.dumps(STATE_WITH_OTHER_STORIES)}</script>'
    ),
    "official": QUOTE,
    "official, upper case": QUOTE.replace("blockquote", "BLOCKQUOTE"),
    "official, x.com": QUOTE.replace("https://twitter.com/ada", "https://x.com/ada"),
    "official, single quotes": QUOTE.replace('"', "'"),
    "official, video": QUOTE.replace("twitter-tweet", "twitter-video"),
    "official, other classes": QUOTE.replace('"twitter-tweet"', '"wp-embed optanon-C0004 twitter-tweet tw-align"'),
    "official, without a class": QUOTE.replace(' class="twitter-tweet"', ""),
    "official, statuses": QUOTE.replace("/status/", "/statuses/"),
    "official, hashbang": QUOTE.replace("twitter.com/ada_example/status", "twitter.com/#!/ada_example/status"),
    "official, archived": QUOTE.replace(
        "https://twitter.com/ada", "https://web.archive.org/web/20200201000000/https://twitter.com/ada"
    ),
    "shell": f"<blockquote class=twitter-tweet><a href={STATUS}></a></blockquote>",
    "shell, i/web": f'<blockquote class="twitter-tweet"><a href="https://x.com/i/web/status/{ID}"></a></blockquote>',
    "shell of another script": f'<blockquote class="box"><a href="{STATUS}"><img src="x.gif"></a></blockquote>',
    "in a figure": f"<figure>{QUOTE}<figcaption>A tweet by Ada</figcaption></figure>",
    "in a table": f"<table><tr><td>{QUOTE}</td></tr></table>",
    "in an aside of the article": f'<aside class="embed">{QUOTE}</aside>',
    "in a list of tweets": f'<ul class="tweets"><li>{QUOTE}</li></ul>',
    "placeholder in a box of tweets": (
        f'<div class="tweets-container"><h3>What he said</h3><div class="tweet-embed" data-tweet-id="{ID}"></div></div>'
    ),
    "twice": QUOTE + QUOTE,
    "quoting another": QUOTE.replace("https://t.co/abc", f"https://twitter.com/other/status/{OTHER_ID}"),
    "frame": f'<iframe src="{FRAME}"></iframe>',
    "frame of x.com": f'<iframe src="https://platform.x.com/embed/Tweet.html?id={ID}"></iframe>',
    "frame, archived": f'<iframe src="https://web.archive.org/web/2020/{FRAME}"></iframe>',
    "frame, rendered": (
        '<div class="twitter-tweet twitter-tweet-rendered"><iframe id="twitter-widget-1" src="https://platform.'
        f'twitter.com/embed/Tweet.html?dnt=false&amp;embedId=twitter-widget-1&amp;id={ID}&amp;lang=en"'
        f' data-tweet-id="{ID}"></iframe></div>'
    ),
    "frame that holds the quote itself": f'<figure class="op-interactive"><iframe>\n{QUOTE}\n</iframe></figure>',
    "frame of a forum": f'<iframe src="https://s9e.github.io/iframe/2/twitter.min.html#{ID}"></iframe>',
    "frame of a video": f'<iframe src="https://twitter.com/i/videos/tweet/{ID}"></iframe>',
    "frame of a card": f'<iframe src="https://twitter.com/i/cards/tfw/v1/{ID}"></iframe>',
    "official, on a mirror": QUOTE.replace("https://twitter.com/ada", "https://nitter.example.net/ada"),
    "official, on a service for previews": QUOTE.replace("https://twitter.com/", "https://fxtwitter.com/"),
    "official, on another service for previews": QUOTE.replace("https://twitter.com/", "https://fixupx.com/"),
    "rebuilt as a link that names no handle": f'<a href="{STATUS}"><p>Ada Example</p><p>We did it, all of us</p></a>',
    "invitation in place of the post": f'<p><a href="{STATUS}">View this post on X</a></p>',
    "invitation in other words": f'<p><a href="{STATUS}">Посмотреть этот пост в X</a></p>',
    "invitation with the verb behind": f'<p><a href="{STATUS}">この投稿をXで見る</a></p>',
    "frame with a stray quotation mark": f'<iframe src="{FRAME}" allowtransparency="true" " class="tweet"  ></iframe>',
    "frame with a bracket in a title": f'<iframe title="1 > 0" src="{FRAME}"></iframe>',
    "frame with unquoted attributes": f"<iframe title=a\"b src={FRAME} data-x=it's></iframe>",
    "frame beside its quote": f'<div><iframe src="{FRAME}"></iframe>{QUOTE}</div>',
    "frame, source in srcdoc": f'<iframe srcdoc="{html.escape(QUOTE)}"></iframe>',
    "frame, its document in its address": f'<iframe src="data:text/html;charset=utf-8,{quote(QUOTE)}"></iframe>',
    "frame, its document in its address in base64": (
        f'<iframe src="data:text/html;base64,{base64_of(QUOTE)}" data-tweet-url="{STATUS}"></iframe>'
    ),
    "widget element": f'<twitter-widget class="twitter-tweet" data-tweet-id="{ID}"></twitter-widget>',
    "AMP": f'<amp-twitter data-tweetid="{ID}" width="375" height="472"></amp-twitter>',
    "AMP with address": f'<amp-twitter data-tweetid="{STATUS}"></amp-twitter>',
    "AMP frame": f'<amp-iframe src="{FRAME}"></amp-iframe>',
    "AMP card": f'<amp-embedly-card data-url="{STATUS}"></amp-embedly-card>',
    "Bento": f'<bento-twitter data-tweetid="{ID}"></bento-twitter>',
    "Embetty": f'<embetty-tweet status="{ID}"></embetty-tweet>',
    "a bound attribute": f"""<tweet :id="'{ID}'"></tweet>""",
    "an id next to the site's letter": f'<div data-embed-type="x" data-embed-id="{ID}"></div>',
    "a link that says what it is": f'<div><a href="https://x.com/ada_ex/status/{ID}">Twitter Post</a></div>',
    "Embedly": f'<blockquote class="embedly-card"><h4><a href="{STATUS}">Ada on Twitter</a></h4></blockquote>',
    "link called an embed": f'<a class="tweet-embed" href="{STATUS}"><div>We did it</div></a>',
    "quote in an element with another address": (
        f'<div data-url="{STATUS.replace(ID, OTHER_ID)}"><blockquote class="twitter-tweet"><a href="{STATUS}"></a></blockquote></div>'
    ),
    "Embedly link": f'<a class="embedly-card" href="{STATUS}">Ada on Twitter</a>',
    "Embedly frame": f'<iframe src="//cdn.embedly.com/widgets/media.html?type=x&url={quote(STATUS, safe="")}"></iframe>',
    "frame of a service that nobody knows": (
        f'<iframe src="https://embeds.example/show?kind=post&amp;url={quote(STATUS, safe="")}"></iframe>'
    ),
    "frame, the address behind a number sign": f'<iframe src="https://embeds.example/#{quote(STATUS, safe="")}"></iframe>',
    "address with percent signs in an attribute": f'<div class="later" data-content="{quote(STATUS, safe="")}"></div>',
    "slashes by their number": QUOTE.replace(STATUS, STATUS.replace("/", "&#x2F;")),
    "frame with the id behind the platform's name": (
        f'<iframe src="https://kinja.com/ajax/inset/iframe?id=twitter-{ID}&amp;autosize=1"></iframe>'
    ),
    "frame with the id behind the platform's name, on a site of its own": (
        f'<iframe src="https://the.example/ajax/inset/iframe?id=twitter-{ID}&amp;autosize=1"></iframe>'
    ),
    "frame with the id behind the platform's name, on this site": (
        f'<iframe id="twitter-{ID}" data-src="/ajax/inset/iframe?id=twitter-{ID}"></iframe>'
    ),
    "box with the id as its value": f'<aside class="em" data-load-method="loadTwitter" data-v-id="{ID}"></aside>',
    "box that is called by the id": f'<div class="rich"><div class="twitter-tweet" id="{ID}"></div></div>',
    "box that is called by the id, in another order": f'<div id="{ID}" class="tweet"></div>',
    "box of a forum with the id as its key": (
        f'<div class="wrapper" data-media-site-id="twitter" data-media-key="{ID}"><div><iframe'
        f' data-embed="twitter" src="https://s9e.github.io/iframe/2/twitter.min.html#{ID}"></iframe></div></div>'
    ),
    "script with the quote as a string that was escaped for HTML first": (
        f'<div id="{ID}"></div><script>window.list["{ID}"] = {{\'twitter\' : \''
        + html.escape(QUOTE).replace("&quot;", "\\&quot;").replace("/", "\\/")
        + "'};</script>"
    ),
    "Iframely frame": f'<iframe src="//cdn.iframe.ly/api/iframe?url={quote(STATUS, safe="")}&amp;key=x"></iframe>',
    "CKEditor": f'<figure class="media"><oembed url="{STATUS}"></oembed></figure>',
    "Ghost": f'<figure class="kg-card kg-embed-card">{QUOTE}</figure>',
    "Gutenberg, unresolved": (
        '<figure class="wp-block-embed is-provider-twitter"><div class="wp-block-embed__wrapper">\n'
        f"{STATUS}\n</div></figure>"
    ),
    "in the comment of a lazy loader": f'<div class="lazyload"><!-- {QUOTE} --></div>',
    "shortcode": f"<p>[embed]{STATUS}[/embed]</p>",
    "shortcode, the address behind its name": f"<p>[tweet={STATUS}]</p>",
    "shortcode, the address parted by a blank": f"<p>[embedtweet] {STATUS}[/embedtweet]</p>",
    "shortcode of an unknown name": f"<p>[gallery-item]{STATUS}[/gallery-item]</p>",
    "shortcode of a frame": f'<p>[iframe src="{FRAME}" width="100%"]</p>',
    "shortcode of Joomla": f"<p>{{tweet}}{STATUS}{{/tweet}}</p>",
    "tag of Liquid": f"<p>{{% twitter {STATUS} %}}</p>",
    "shortcode with an id": f"<p>[tweet {ID}]</p>",
    "shortcode with a named id": f'<p>[tweet id="{ID}" align="center"]</p>',
    "shortcode with an id, curly quotation marks": f"<p>[tweet id=&#8221;{ID}&#8221;]</p>",
    "shortcode of Joomla with an id": f"<p>{{tweet}}{ID}{{/tweet}}</p>",
    "tag of Liquid with an id": f"<p>{{% tweet {ID} %}}</p>",
    "shortcode with an id on a line": f"<p>Some words about it<br>[tweet {ID}]<br>And some more</p>",
    "element with an id in an expression": f"<tweet-embed :tweet-id=\"'{ID}'\"></tweet-embed>",
    "shortcode with more attributes": f"<p>[tweet url={STATUS} hide_media=true align=center]</p>",
    "lone address": f"<p>{STATUS}</p>",
    "lone address on a line": f"<p>Some words about it<br>\n{STATUS}<br>\nAnd some more words</p>",
    "lone link": f'<p><a href="{STATUS}">{STATUS}</a></p>',
    "lone link, shortened": f'<p><a href="{STATUS}">twitter.com/ada_example/sta…</a></p>',
    "lone link, empty": f'<p><a href="{STATUS}"></a></p>',
    "lone link to a picture": f'<p><a href="{STATUS}/photo/1">pic.twitter.com/abcdef</a></p>',
    "placeholder with address": f'<div class="skeleton" data-oembed-url="{STATUS}"></div>',
    "placeholder with id": f'<div data-tweet-id="{ID}"></div>',
    "placeholder with id in camel case": f'<div data-tweetId="{ID}"></div>',
    "placeholder named for the platform": f'<div data-embed="twitter" data-embed-id="{ID}"></div>',
    "placeholder with its id as id": f'<div class="embedded-tweet" id="tweet-{ID}"></div>',
    "placeholder with JSON": f"<div data-props='{json.dumps({'tweetId': ID})}'></div>",
    "placeholder with a script": f'<div><script type="application/json">{json.dumps({"url": STATUS})}</script></div>',
    "placeholder with an oEmbed answer": (
        f'<div><script type="application/json">{json.dumps({"type": "rich", "html": QUOTE})}</script></div>'
    ),
    "placeholder with the whole oEmbed answer": (
        f'<div><script type="application/json">{json.dumps({"url": STATUS, "type": "rich", "html": QUOTE})}</script></div>'
    ),
    "button that loads": (
        f'<div class="external-embed"><p>External content</p><button data-src="{FRAME}">Load</button></div>'
    ),
    "way around a consent": f'<div class="embed-consent"><p>Blocked</p><a href="{STATUS}">See it there</a></div>',
    "consent, lazy frame": f'<iframe data-cookieblock-src="{FRAME}" data-cookieconsent="marketing"></iframe>',
    "consent, suppressed frame": f'<iframe class="_iub_cs_activate" data-suppressedsrc="{FRAME}"></iframe>',
    "consent, template": f'<div data-name="twitter"><template>{QUOTE}</template></div>',
    "consent, script that is none": f'<script type="didomi/html" data-vendor="c:twitter">{QUOTE}</script>',
    "consent, base64 in an attribute": (
        f'<div data-borlabs-cookie-content="{base64_of(QUOTE)}" data-borlabs-cookie-content-blocker-id="twitter">'
        "<p>Load?</p></div>"
    ),
    "consent, base64 in a script": (
        '<div class="borlabs-hide" data-borlabs-cookie-id="twitter">'
        f'<script type="text/template">{base64_of(QUOTE)}</script></div>'
    ),
    "consent, JSON of escaped markup": (
        f"<div><script>var embed = {json.dumps(json.dumps({'embed': html.escape(QUOTE)}))};</script></div>"
    ),
    "text area": f'<div><textarea style="display:none">{QUOTE}</textarea></div>',
    "text area, escaped": f"<div><textarea>{html.escape(QUOTE)}</textarea></div>",
    "noscript": f'<div class="lazy"></div><noscript>{QUOTE}</noscript>',
    "markup in an attribute": f"<div class='lazy' data-html='{QUOTE}'></div>",
    "escaped markup in an attribute": f'<div class="lazy" data-html="{html.escape(QUOTE)}"></div>',
    "percent-encoded markup": f'<div class="later" data-content="{quote(QUOTE)}"></div>',
    "component with properties": (
        f'<x-island props="{html.escape(json.dumps({"element": {"html": QUOTE, "url": STATUS, "id": ID}}))}"></x-island>'
    ),
    "object that names a quoted tweet too": (
        '<div class="tweet" data-attrs="'
        + html.escape(
            json.dumps(
                {
                    "url": STATUS,
                    "full_text": "We did it",
                    "username": "ada_example",
                    "quoted_tweet": {"url": f"https://twitter.com/other/status/{OTHER_ID}"},
                }
            )
        )
        + '"></div>'
    ),
    "call of the widget": (
        f'<div id="t"></div><script>twttr.widgets.createTweet("{ID}", document.getElementById("t"))</script>'
    ),
    "call of the widget over lines": f"<div id=t></div><script>twttr.widgets.createTweet(\n  `{ID}`,\n  box)</script>",
    "rebuilt": (
        '<div class="card"><div><b>Ada Example</b> <span>@ada_example</span></div><p>We did it, all of us</p>'
        f'<a href="{STATUS}"><time datetime="2020-02-01T00:17:44Z">12:17 AM · Feb 1, 2020</time></a>'
        f'<div><a href="https://x.com/intent/like?tweet_id={ID}">12</a></div></div>'
    ),
    "drawn by the platform's script": (
        f'<twitter-widget data-tweet-id="{ID}"><blockquote cite="{STATUS}"><div><span>Ada Example</span><span>@ada_example'
        f'</span></div><p lang="en">We did it, all of us</p><a href="https://x.com/intent/like?tweet_id={ID}">59</a>'
        f'<a href="{STATUS}"><time datetime="2020-02-01T00:17:44+0000">12:17 AM - 1 Feb 2020</time></a></blockquote>'
        "</twitter-widget>"
    ),
    "rebuilt as a link": (
        f'<a class="card" href="{STATUS}"><div><b>Ada Example</b><span>@ada_example</span></div>'
        "<p>We did it, all of us</p></a>"
    ),
    "rebuilt, address on a counter": (
        '<div class="tweet"><span>Ada Example</span> <span>@ada_example</span><div>We did it, all of us</div>'
        f'<span href="{STATUS}/likes">99 Likes</span></div>'
    ),
    "link until a script has drawn it": (
        f'<div class="root" data-component="Tweet"><a href="{STATUS}">Loading Twitter content</a></div>'
    ),
    "link to it where it may not be shown": (
        f'<div><strong>Nothing to see</strong><a href="{STATUS}">View content on <span>X</span></a></div>'
    ),
    "rebuilt, with an invitation": (
        "<figure><figcaption><b>Ada Example</b> <span>@ada_example</span>"
        f' <a href="{STATUS}">View on X</a></figcaption><p>We did it, all of us</p></figure>'
    ),
    "quote with an invitation": (
        f'<blockquote class="ours"><p>Post on X</p><a href="{STATUS}">View the original post on Twitter/X</a></blockquote>'
    ),
    "link in the footer of its box": (
        '<div class="embed-privacy-container"><div class="embed-privacy-overlay"><p>Click to see the post.</p></div>'
        f'<div class="embed-privacy-footer"><a href="{STATUS}">Open it directly</a></div></div>'
    ),
    "markup in a box that links it too": (
        f'<div class="embed-box"><p>Click to see it, or <a href="{STATUS}">open it there</a>.</p>'
        f"<script>var it = {json.dumps(json.dumps({'embed': html.escape(QUOTE)}))};</script></div>"
    ),
    "all that a figure holds, as its source": (
        f'<figure><div class="source"><a href="{STATUS}">{STATUS}</a></div></figure>'
    ),
    "signed quote": (
        f'<blockquote><p>We did it</p><p>— Ada Example (@ada_example) <a href="{STATUS}">February 1, 2020</a></p></blockquote>'
    ),
}
TWEETS_OUTSIDE = {
    "state with markup": f"<script>window.S={json.dumps(HTML_IN_STATE)};</script>",
    "state, escaped for HTML": (
        "<script>window.S=" + json.dumps(HTML_IN_STATE).replace("/", "\\/").replace("<", "\\u003C") + ";</script>"
    ),
    "state, JSON in JavaScript": f"<script>window.S=JSON.parse({json.dumps(json.dumps(HTML_IN_STATE))});</script>",
    "state, pushed in pieces": f"<script>self.push([1,{json.dumps(json.dumps(HTML_IN_STATE))}])</script>",
    "state, embeds in a list of their own": (
        "<script>window.S="
        + json.dumps({**state([]), "embeds": [{"type": "tweet", "url": STATUS, "text": "We did it. " * 99}]})
        + ";</script>"
    ),
    "state, the kind of a post outside of its address": (
        "<script>window.S="
        + json.dumps(state([{"type": "paragraph--social", "field": {"uri": STATUS, "title": ""}}]))
        + ";</script>"
    ),
    "state, the kind of a post as a component": (
        f"<script>window.S={json.dumps(state([{'__component': 'article.social', 'url': STATUS}]))};</script>"
    ),
    "state, the kind of a post as the type of its content": (
        "<script>window.S="
        + json.dumps(json.dumps(state([{"target": {"contentType": "tweet", "url": STATUS}}])))
        + ";</script>"
    ),
    "state, a post with a caption beside it": (
        "<script>window.S="
        + json.dumps(state([{"items": [{"type": "tweet", "url": STATUS}, *OTHER_STORY[:2]]}]))
        + ";</script>"
    ),
    "state, signs by their number": (
        "<script>window.S="
        + json.dumps({"html": "".join(f"&#{ord(sign)};" for sign in PARAGRAPH) + QUOTE})
        + ";</script>"
    ),
    "state, a key that is named for the post": (
        "<script>window.S="
        + json.dumps(state([{"fields": {"tweetUrl": STATUS}}, {"type": "p", "text": "And so on."}]))
        + ";</script>"
    ),
    "state, the network named beside the address": (
        f"<script>window.S={json.dumps(state([{'social': {'network': 'TWITTER', 'postUrl': STATUS}}]))};</script>"
    ),
    "state with a tweet's id": (
        '<script id="__NEXT_DATA__" type="application/json">'
        + json.dumps(state([{"type": "p", "text": "And so on."}, {"kind": "post", "tweetId": ID}]))
        + "</script>"
    ),
    "state with a tweet's id, a string in a script": (
        "<script>self.push([1," + json.dumps(json.dumps(state([{"tweetId": ID}]))) + "])</script>"
    ),
    "state in JavaScript, keys without quotes": (
        f'<script>start({{blocks:[{{kind:"p",text:"{PARAGRAPH}"}},{{kind:"tweet",url:"{STATUS}"}}]}})</script>'
    ),
    "state in JavaScript, markup in single quotes": (
        f'<script>var story = {{body: \'<p>{PARAGRAPH}</p><blockquote class="twitter-tweet"><a href="{STATUS}">'
        "</a></blockquote>'}};</script>"
    ),
    "state with an embed's address": (
        '<script id="__NEXT_DATA__" type="application/json">'
        + json.dumps(state([{"type": "embed", "provider": "twitter", "url": STATUS}]))
        + "</script>"
    ),
}
OTHERS = {
    "YouTube, a consent manager's box": (
        '<div data-service="youtube" data-id="dQw4w9WgXcQ" data-autoscale></div>',
        "youtube dQw4w9WgXcQ",
    ),
    "YouTube, the source of a video": (
        '<video><source type="video/youtube" src="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;_=1"></video>',
        "youtube dQw4w9WgXcQ",
    ),
    "YouTube, a shortcode": ("<p>[youtube dQw4w9WgXcQ]</p>", "youtube dQw4w9WgXcQ"),
    "YouTube, a shortcode of Joomla": ("<p>{youtube}dQw4w9WgXcQ|600|450{/youtube}</p>", "youtube dQw4w9WgXcQ"),
    "YouTube, a tag of Liquid": ("<p>{% youtube dQw4w9WgXcQ 500 400 %}</p>", "youtube dQw4w9WgXcQ"),
    "YouTube, a call": (
        "<div id='p'></div><script>new YT.Player('p', {width: 5, events: {a: b}, videoId: 'dQw4w9WgXcQ'})</script>",
        "youtube dQw4w9WgXcQ",
    ),
    "YouTube, a call for an element": (
        '<i id="p"></i><script>new YT.Player(document.getElementById("p"), {"videoId": "dQw4w9WgXcQ"})</script>',
        "youtube dQw4w9WgXcQ",
    ),
    "Instagram, a shortcode": ("<p>[instagram id=BzAaAaAaAaA]</p>", "instagram BzAaAaAaAaA"),
    "Reddit, a comment in the embed of 2015": (
        (
            '<div class="reddit-embed" data-embed-media="www.redditmedia.com"><a href="https://www.reddit.com/r/pics/comments/1a2b3c/x/d4e5f6/">'
            'Comment</a> from discussion <a href="https://www.reddit.com/r/pics/comments/1a2b3c/x/">Pier</a>.</div>'
        ),
        "reddit d4e5f6",
    ),
    "YouTube, the scheme of a plugin": ("<p>httpv://www.youtube.com/watch?v=dQw4w9WgXcQ</p>", "youtube dQw4w9WgXcQ"),
    "YouTube, LiveJournal's frame": (
        '<iframe src="https://l.lj-toys.com/?auth_token=sessionless%3A1&amp;source=youtube&amp;vid=dQw4w9WgXcQ&amp;moduleid=8"></iframe>',
        "youtube dQw4w9WgXcQ",
    ),
    "YouTube, FC2's frame": (
        '<iframe src="https://static.fc2.com/misc/blog/view/ext_youtube_player.html?autoplay=1&amp;id=dQw4w9WgXcQ&amp;width=5"></iframe>',
        "youtube dQw4w9WgXcQ",
    ),
    "Facebook, a note": (
        '<div class="fb-post" data-href="https://www.facebook.com/notes/ada-example/why-it-rained/1000000000000001/"></div>',
        "facebook 1000000000000001",
    ),
    "Telegram, a short name": ('<script data-telegram-post="ada/17"></script>', "telegram ada/17"),
    "Facebook, id with a part": (
        '<div class="fb-post" data-href="https://www.facebook.com/ada.example/posts/1000000000000001:0"></div>',
        "facebook 1000000000000001",
    ),
    "YouTube, id with parameters": (
        '<div class="youtube-embed" data-video-id="dQw4w9WgXcQ?start=30"></div>',
        "youtube dQw4w9WgXcQ",
    ),
    "YouTube, id of a player": (
        '<div class="youtube-container" data-ytplayer-id="dQw4w9WgXcQ"></div>',
        "youtube dQw4w9WgXcQ",
    ),
    "YouTube, a light player beside another": (
        (
            '<lite-youtube videoid="aAaAaAaAaAa" playlabel="Play"></lite-youtube>'
            '<div class="youtube_player" data-videoID="aAaAaAaAaAa"></div>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, a light player alone": ('<lite-youtube videoid="aAaAaAaAaAa"></lite-youtube>', "youtube aAaAaAaAaAa"),
    "TikTok, a light player": (
        '<lite-tiktok videoid="6800000000000000001"></lite-tiktok>',
        "tiktok 6800000000000000001",
    ),
    "YouTube, the way around a facade": (
        (
            '<div class="youtube-facade"><div class="box"><img src="still.jpg"></div>'
            '<a href="https://youtu.be/aAaAaAaAaAa">Watch on <svg></svg></a></div>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, by the id of a lazy video": (
        '<div class="lazy" data-videolazy-type="youtube" data-videolazy-id="aAaAaAaAaAa"></div>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, named in any case": (
        '<div class="youtube_player" data-videoID="aAaAaAaAaAa"></div>',
        "youtube aAaAaAaAaAa",
    ),
    "Instagram by its shortcode": (
        '<div class="instagram-embed" data-shortcode="BzAaAaAaAaA"></div>',
        "instagram BzAaAaAaAaA",
    ),
    "Instagram, known by an object": (
        f'<div class="instagram-embed-wrap" data-attrs="{html.escape(json.dumps({"instagram_id": "BzAaAaAaAaA"}))}"></div>',
        "instagram BzAaAaAaAaA",
    ),
    "Instagram, the widget's invitation": (
        '<p><a href="https://www.instagram.com/p/BzAaAaAaAaA/">View this photo on Instagram</a></p>',
        "instagram BzAaAaAaAaA",
    ),
    "Instagram frame": (
        '<iframe src="https://www.instagram.com/p/BzAaAaAaAaA/embed/"></iframe>',
        "instagram BzAaAaAaAaA",
    ),
    "YouTube, a player that a plugin fills": (
        (
            '<div class="lyte-wrapper"><div class="lyMe" id="WYL_aAaAaAaAaAa">'
            '<div id="lyte_aAaAaAaAaAa" class="pL" data-src="//i.ytimg.com/vi/aAaAaAaAaAa/hq.jpg"></div></div></div>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, its address before a note for readers without scripts": (
        (
            '<div class="player"><a href="https://youtu.be/aAaAaAaAaAa">https://youtu.be/aAaAaAaAaAa</a>'
            "<noscript>The video needs JavaScript.</noscript></div>"
        ),
        "youtube aAaAaAaAaAa",
    ),
    "Bluesky, a link to the frame that an importer left": (
        (
            "<figure><p><span>Some of the document could not be imported.</span>"
            ' <a href="https://embed.bsky.app/embed/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3kaaaaaaaaaaa">'
            "View content</a></p></figure>"
        ),
        "bluesky 3kaaaaaaaaaaa",
    ),
    "YouTube behind the platform's name": (
        '<iframe data-src="https://kinja.com/ajax/inset/iframe?id=youtube-video-aAaAaAaAaAa&start=0"></iframe>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube behind the platform's name, on this site": (
        (
            '<iframe id="youtube-video-aAaAaAaAaAa" src="/ajax/inset/iframe?id=youtube-video-aAaAaAaAaAa&start=0"'
            ' data-chomp-id="aAaAaAaAaAa"></iframe>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "Instagram behind the platform's name": (
        '<iframe src="//kinja.com/ajax/inset/iframe?id=instagram-BzAaAaAaAaA"></iframe>',
        "instagram BzAaAaAaAaA",
    ),
    "Instagram lone": ("<p>https://www.instagram.com/reel/BzAaAaAaAaA/</p>", "instagram BzAaAaAaAaA"),
    "Instagram with the author's name": (
        (
            '<blockquote class="instagram-media"><a href="https://www.instagram.com/ada.example/p/BzAaAaAaAaA/">A post</a>'
            "</blockquote>"
        ),
        "instagram BzAaAaAaAaA",
    ),
    "Instagram, oEmbed request": (
        '<div data-url="https://graph.facebook.com/v8.0/instagram_oembed?url=https://www.instagram.com/p/BzAaAaAaAaA/"></div>',
        "instagram BzAaAaAaAaA",
    ),
    "Facebook video frame": (
        (
            '<iframe src="https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fada%2Fvideos'
            '%2F1000000000000001%2F&amp;show_text=0"></iframe>'
        ),
        "facebook 1000000000000001",
    ),
    "Facebook, the old player": (
        '<iframe src="https://www.facebook.com/video/embed?video_id=1000000000000001"></iframe>',
        "facebook 1000000000000001",
    ),
    "Facebook, addresses to be passed on": (
        (
            '<div class="fb-video" data-href="https://fb.watch/aAaAaAaA/"></div>'
            '<div class="fb-video" data-href="https://fb.watch/aAaAaAaA/?ref=share"></div>'
        ),
        "facebook aAaAaAaA",
    ),
    "Facebook, a share's code": (
        '<div class="fb-post" data-href="https://www.facebook.com/share/p/aAaAaAaAaA/"></div>',
        "facebook aAaAaAaAaA",
    ),
    "Facebook by parameters": (
        '<div class="fb-post" data-href="https://www.facebook.com/permalink.php?story_fbid=1000000000000001&amp;id=5"></div>',
        "facebook 1000000000000001",
    ),
    "Facebook, new ids": (
        '<div class="fb-post" data-href="https://www.facebook.com/ada/posts/pfbid02AAAAAAAAAAAAAAAAAAAA"></div>',
        "facebook pfbid02AAAAAAAAAAAAAAAAAAAA",
    ),
    "Facebook picture in a set": (
        '<div class="fb-post" data-href="https://www.facebook.com/ada/photos/pcb.17/1000000000000001"></div>',
        "facebook 1000000000000001",
    ),
    "Facebook group": (
        '<div class="fb-post" data-href="https://www.facebook.com/groups/123456/posts/1000000000000001/"></div>',
        "facebook 1000000000000001",
    ),
    "Facebook lone": ("<p>https://www.facebook.com/watch/?v=1000000000000001</p>", "facebook 1000000000000001"),
    "TikTok frame": (
        '<iframe src="https://www.tiktok.com/embed/v2/7200000000000000001?lang=en"></iframe>',
        "tiktok 7200000000000000001",
    ),
    "TikTok lone": (
        "<p>https://www.tiktok.com/@ada.example/video/7200000000000000001</p>",
        "tiktok 7200000000000000001",
    ),
    "TikTok AMP": (
        (
            '<script custom-element="amp-tiktok" src="https://cdn.ampproject.org/v0/amp-tiktok-0.1.js"></script>'
            '<amp-tiktok data-src="7200000000000000001"></amp-tiktok>'
        ),
        "tiktok 7200000000000000001",
    ),
    "YouTube without cookies": (
        '<iframe src="https://www.youtube-nocookie.com/embed/aAaAaAaAaAa?rel=0"></iframe>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube's number on a box that is named for it": (
        '<div class="video-youtube mask" data-id="aAaAaAaAaAa"><button aria-label="Play"></button></div>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube in an attribute named for it": (
        '<div class="hero" data-youtubevid="aAaAaAaAaAa"></div>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube lazy frame": ('<iframe data-src="//www.youtube.com/embed/aAaAaAaAaAa"></iframe>', "youtube aAaAaAaAaAa"),
    "YouTube in a frame of the page's own site": (
        '<iframe src="/media/oembed?url=https%3A//www.youtube.com/watch%3Fv%3DaAaAaAaAaAa&amp;max_width=0"></iframe>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube lazy with fallback": (
        (
            '<div class="player" data-src="https://www.youtube.com/embed/aAaAaAaAaAa"></div>'
            '<noscript><iframe src="https://www.youtube.com/embed/aAaAaAaAaAa"></iframe></noscript>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, a button that holds the player's address": (
        '<div class="video"><button data-frame="https://www.youtube-nocookie.com/embed/aAaAaAaAaAa?rel=0"></button></div>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube lone": ("<p>https://youtu.be/aAaAaAaAaAa</p>", "youtube aAaAaAaAaAa"),
    "YouTube short": ('<iframe src="https://www.youtube.com/shorts/aAaAaAaAaAa"></iframe>', "youtube aAaAaAaAaAa"),
    **{
        f"{post} in a frame of a forum": (
            f'<iframe data-s9e-mediaembed="{site}" src="https://s9e.github.io/iframe/2/{site}.min.html#{at}#theme=auto"></iframe>',
            post,
        )
        for site, at, post in (
            ("tiktok", "7200000000000000001", "tiktok 7200000000000000001"),
            ("telegram", "ada_example/17", "telegram ada_example/17"),
            ("bluesky", "did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a", "bluesky 3kaaaaaaaaa2a"),
            ("bluesky", "at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2b", "bluesky 3kaaaaaaaaa2b"),
        )
    },
    "Bluesky lone": ("<p>https://bsky.app/profile/ada.example/post/3kaaaaaaaaa2a</p>", "bluesky 3kaaaaaaaaa2a"),
    "Mastodon lazy": (
        '<iframe data-src="https://social.example/@ada/111111111111111111/embed"></iframe>',
        "mastodon 111111111111111111",
    ),
    "Bluesky, a card whose address names no handle": (
        (
            '<div class="card"><a><div>Ada Example</div><span>@ada.example</span></a><p>We did it, all of us</p>'
            '<a href="https://bsky.app/profile/did:plc:aaaaexample/post/3kaaaaaaaaa2a">9:41 PM · Nov 24, 2024</a></div>'
        ),
        "bluesky 3kaaaaaaaaa2a",
    ),
    "Mastodon, as its readers see the address": (
        "<p>https://social.example/web/@ada@other.example/111111111111111111</p>",
        "mastodon 111111111111111111",
    ),
    "Mastodon, a quote signed without the server": (
        (
            "<blockquote><p>Rain again.</p>— Ada Example (@ada) "
            '<a href="https://social.example/@ada/111111111111111111">May 16, 2022</a></blockquote>'
        ),
        "mastodon 111111111111111111",
    ),
    "Mastodon from another server": (
        "<p>https://social.example/@ada@other.example/111111111111111111</p>",
        "mastodon 111111111111111111",
    ),
    "Truth Social": (
        '<iframe src="https://truthsocial.com/@ada/posts/111111111111111111/embed"></iframe>',
        "truthsocial 111111111111111111",
    ),
    "Truth Social shell": (
        '<blockquote><a href="https://truthsocial.com/@ada/111111111111111111">View on Truth Social</a></blockquote>',
        "truthsocial 111111111111111111",
    ),
    "Truth Social lazy": (
        '<iframe data-src="https://truthsocial.com/@ada/111111111111111111/embed"></iframe>',
        "truthsocial 111111111111111111",
    ),
    "YouTube, the player of Flash": (
        '<object><param name="movie" value="https://youtube.googleapis.com/v/aAaAaAaAaAa&source=uds"></object>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, a video's address behind the player's": (
        (
            '<iframe src="https://www.youtube.com/embed/watch?feature=player_embedded&amp;v=aAaAaAaAaAa"></iframe>'
            '<iframe src="https://www.youtube.com/embed/shorts/aAaAaAaAaAa"></iframe>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, older addresses": (
        (
            "<p>https://www.youtube.com/watch_popup?v=aAaAaAaAaAa</p><p>https://www.youtube.com/watch?vi=aAaAaAaAaAa</p>"
            "<p>https://www.youtube.com/watch#!v=aAaAaAaAaAa</p><p>https://www.youtube.com/w/aAaAaAaAaAa</p>"
            "<p>https://www.youtube.com/watch/aAaAaAaAaAa</p><p>https://www.youtube.com/video/aAaAaAaAaAa</p>"
        ),
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, the player for programs": (
        '<object><param name="movie" value="https://www.youtube.com/apiplayer?version=3&amp;video_id=aAaAaAaAaAa"></object>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, an attribute of no specification": (
        '<div class="youtube_player" videoID="aAaAaAaAaAa" width="560"></div>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, behind a server of one's own": (
        '<embetty-video type="youtube" video-id="aAaAaAaAaAa"></embetty-video>',
        "youtube aAaAaAaAaAa",
    ),
    "YouTube, a short name for its id": ('<div data-ytid="aAaAaAaAaAa"></div>', "youtube aAaAaAaAaAa"),
    "YouTube, a video named by its id": (
        '<div class="youtube-video" data-video="aAaAaAaAaAa"></div><div data-yt-id="aAaAaAaAaAa"></div>',
        "youtube aAaAaAaAaAa",
    ),
    "TikTok by an id": ('<div data-tiktok-id="7200000000000000001"></div>', "tiktok 7200000000000000001"),
    "Instagram by an id": ('<div data-instagram-id="BzAaAaAaAaA"></div>', "instagram BzAaAaAaAaA"),
    "YouTube in a player of another maker": (
        '<div data-plyr-provider="youtube" data-plyr-embed-id="aAaAaAaAaAa"></div>',
        "youtube aAaAaAaAaAa",
    ),
    "Threads frame": (
        '<iframe src="https://www.threads.net/@ada.example/post/C8aAaAaAaAa/embed"></iframe>',
        "threads C8aAaAaAaAa",
    ),
    "Reddit frame": (
        '<iframe src="https://www.redditmedia.com/r/examples/comments/1abcde/what/?embed=true"></iframe>',
        "reddit 1abcde",
    ),
    "Reddit comment": (
        (
            '<blockquote class="reddit-embed-bq"><a href="https://www.reddit.com/r/examples/comments/1abcde/comment/lmnop12/">'
            'Comment</a> by<a href="https://www.reddit.com/user/ada/">u/ada</a> in discussion</blockquote>'
        ),
        "reddit lmnop12",
    ),
    "TikTok, all but the link stripped": (
        (
            '<blockquote class="tiktok-embed"><section><a href="https://www.tiktok.com/@ada/video/7200000000000000000">'
            "Watch on TikTok</a></section></blockquote>"
        ),
        "tiktok 7200000000000000000",
    ),
    "TikTok, the account named by its number": (
        (
            f'<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@MS4wLjABAAAA{"aB3" * 14}/video/7200000000000000000">'
            "</blockquote>"
        ),
        "tiktok 7200000000000000000",
    ),
    "YouTube, a still that leads to the video": (
        (
            '<p><span class="box"><a href="https://www.youtube.com/watch?v=aAaAaAaAaAa">'
            '<img src="https://img.youtube.com/vi/aAaAaAaAaAa/0.jpg" alt="Preview"></a></span></p>'
        ),
        "youtube aAaAaAaAaAa",
    ),
    "Facebook, the player for Flash": (
        (
            '<object><param name="movie" value="http://www.facebook.com/v/1000000000000001">'
            '<embed src="http://www.facebook.com/v/1000000000000001" type="application/x-shockwave-flash"></object>'
        ),
        "facebook 1000000000000001",
    ),
    "Instagram, the address only on the element around the quote": (
        (
            '<figure class="embed" data-url="https%3A%2F%2Fwww.instagram.com%2Fp%2FBzAaAaAaAaA%2F">'
            '<blockquote class="instagram-media"></blockquote></figure>'
        ),
        "instagram BzAaAaAaAaA",
    ),
    "AMP, an attribute without a prefix": (
        (
            '<script src="https://cdn.ampproject.org/v0/amp-instagram-0.1.js"></script><amp-instagram shortcode="BzAaAaAaAaA">'
            "</amp-instagram>"
        ),
        "instagram BzAaAaAaAaA",
    ),
    "LinkedIn": (
        '<iframe src="https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:7000000000000000000?compact=1"></iframe>',
        "linkedin urn:li:ugcPost:7000000000000000000",
    ),
}
TRAPS = {
    "an axis": f'<div data-axis="x" data-id="{ID}"></div>',
    "a sentence in a box with a font": f'<div class="font-fallback"><p>As she <a href="{STATUS}">wrote</a>, the boats are late.</p></div>',
    "paragraphs that a newsroom's system calls placeholders": (
        '<p class="paragraph inline-placeholder">The swans rest.</p><p class="paragraph inline-placeholder">'
        f'The mayor took to <a href="{STATUS}">Twitter</a> to welcome them back to the lake.</p>'
    ),
    "a picture with an id and a story on a platform": (
        '<figure class="media photo" data-id="100000006102080" data-slug="apps-for-swans-twitter-15367"></figure>'
    ),
    "an embed that is commented out": f"<div class='entry'><!-- {QUOTE} --></div>",
    "a comment beside what is shown": f"<div class='lazyload'><!-- {QUOTE} --><p>It rained.</p></div>",
    "a shortcode in a sentence": f"<p>Write [tweet {ID}] where you want it.</p>",
    "markup to copy": f'<p>&lt;Tweet id="{ID}" /&gt;</p><p>&lt;video src="{FRAME}"&gt;&lt;/video&gt;</p>',
    "a shortcode in code": f"<pre><code>[tweet {ID}]</code></pre>",
    "a note in brackets": "<p>[YouTube screenshots]</p><p>[tweet deleted]</p>",
    "a player whose video comes later": "<div id='p'></div><script>new YT.Player('p', {videoId: id})</script>",
    "a number that no platform is named beside": f'<aside class="em" data-load-method="loadPoll" data-v-id="{ID}"></aside>',
    "a user's number": f'<div class="twitter-author" data-user-id="{ID}">Ada Example</div>',
    "a timeline that is called by its number": (
        '<a class="twitter-timeline" id="345170787868762112" href="https://twitter.com/ada_example">Tweets</a>'
    ),
    "a button that is called by a number": (
        f'<a class="tweet" id="{ID}" href="https://twitter.com/intent/tweet?text=x">Tweet</a>'
    ),
    "a frame of this site with a film": '<iframe src="/ajax/inset/iframe?id=vimeo-155572038&autosize=1"></iframe>',
    "a video's still in a row of them": STILL * 2,
    "a still in a row of cards": f'<div class="card"><div>{STILL}</div><b>One</b></div>' * 2,
    "a still in a list": f"<ul><li>{STILL}</li></ul>",
    "a still beside another picture": STILL.replace("</a>", '</a><img src="x.jpg">'),
    "a picture that leads to a video": STILL.replace("vi/aAaAaAaAaAa", "other"),
    "a link around a block of words": f'<a class="promo" href="{STATUS}"><div>What Ada wrote</div></a>',
    "an address of Facebook's that begins like a player's": '<embed src="https://www.facebook.com/v2.3/dialog/12345678">',
    "a number in front of a source": f"<p>[1] {STATUS}</p>",
    "a video behind a heading": (
        '<section data-vc-video-bg="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><h2>Join us</h2></section>'
    ),
    "a video behind a heading, by a key": (
        '<section data-id="1a2b3c" data-settings="{&quot;background_video_link&quot;:&quot;https:\\/\\/youtu.be\\/dQw4w9WgXcQ'
        '&quot;,&quot;animation&quot;:&quot;fadeInRight&quot;}"><h2>Join us</h2></section>'
    ),
    "a player behind a heading": (
        '<div class="video-background"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?mute=1"></iframe></div>'
    ),
    "what readers may copy": (
        '<textarea readonly>&lt;iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"&gt;&lt;/iframe&gt;</textarea>'
    ),
    "a credit in an attribute": (
        f'<figure data-caption="Seen &lt;a href=&quot;{STATUS}&quot;&gt;here&lt;/a&gt;"><img src="x.jpg"></figure>'
    ),
    "other stories, named with underscores": f'<div class="block_related_posts">{QUOTE}</div>',
    "more videos": '<div class="more-videos"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></div>',
    "two posts in a script in the flow": (
        '<div><script type="application/json">'
        f"{json.dumps([{'url': STATUS, 'html': QUOTE}, {'url': STATUS.replace(ID, '1300000000000000001')}])}</script></div>"
    ),
    "the lazy video of another site": '<div data-videolazy-type="vimeo" data-videolazy-id="aAaAaAaAaAa"></div>',
    "an icon that leads there": f'<p>Discuss: <a href="{STATUS}"><i class="icon-bird"></i></a></p>',
    "a row of icons": f'<div><a href="{STATUS}" aria-label="Discuss"><i class="icon-bird"></i></a><a href="/rss"><i></i></a></div>',
    "what the page answers to, for programs": f'<div><a class="u-in-reply-to" href="{STATUS}"></a></div>',
    "words that end a quote without its author": (
        f'<blockquote><p>All was well, the mayor <a href="{STATUS}">wrote</a></p></blockquote>'
    ),
    "feed of pictures by shortcode": '<div class="instagram-feed"><a data-shortcode="BzAaAaAaAaA" href="#"><img src="x.jpg"></a></div>',
    "a like button in a frame": '<iframe src="https://www.facebook.com/plugins/like.php?href=https%3A%2F%2Fwww.facebook.com%2Fada%2Fposts%2F1000000000000001"></iframe>',
    "amp: comments under a post": '<amp-facebook-comments data-href="https://www.facebook.com/ada.example/posts/1000000000000001"></amp-facebook-comments>',
    "amp: a like button": '<amp-facebook-like data-href="https://www.facebook.com/ada.example/posts/1000000000000001"></amp-facebook-like>',
    "link in a sentence": f'<p>He wrote <a href="{STATUS}">on Twitter</a> that all was well.</p>',
    "link in a sentence, named twice": f'<p>in this <a href="{STATUS}" data-href="{STATUS}">tweet</a>.</p>',
    "address in a sentence": f'<p>See <a href="{STATUS}">{STATUS}</a> for more on this.</p>',
    "date in a sentence": f'<p>On <a href="{STATUS}">February 1, 2020</a> he said that @ada_example was right.</p>',
    "script on a word": f"<p>See <span onclick=\"window.open('{STATUS}')\">his tweet</span> for more.</p>",
    "call to share": f'<p><a href="{STATUS}">Share on Twitter</a></p>',
    "list of sources": f'<h2>Sources</h2><ul><li><a href="{STATUS}">{STATUS}</a></li></ul>',
    "footnotes": f'<ol class="footnotes"><li>{STATUS}</li></ol>',
    "link in a sentence of a box for facts": (
        f'<div class="embed-facts"><p>As the mayor <a href="{STATUS}">wrote</a> in May, it opens in 2030.</p></div>'
    ),
    "link in a list of what is elsewhere": (
        f'<div class="external-links"><p>More: <a href="{STATUS}">what she wrote</a>, and what he said.</p></div>'
    ),
    "comments that a post collects": (
        '<div id="comments" data-bluesky-uri="at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a"></div>'
    ),
    "paragraph that keeps its own markup": (
        f'<p content="{html.escape(f"<i>He</i> said so <a href={STATUS}>on Twitter</a> too.")}"><i>He</i> said so.</p>'
    ),
    "invitation in other words, in a sentence": f'<p>Er stond: <a href="{STATUS}">bekijk dit bericht op X</a>, en meer niet.</p>',
    "footnote in a tooltip": (
        f'<p>Text<sup><a href="#f" title="{html.escape(f"<a href={STATUS}>{STATUS}</a>")}">1</a></sup> goes on.</p>'
    ),
    "credit of a picture": f'<figure><img src="x.jpg"><figcaption>Photo: <a href="{STATUS}">Ada/Twitter</a></figcaption></figure>',
    "credit in a box": f'<div class="photo-credit"><a href="{STATUS}">{STATUS}</a></div>',
    "linked picture": f'<p><a href="{STATUS}"><img src="x.jpg" alt="x"></a></p>',
    "share button": f'<a href="https://twitter.com/intent/tweet?url={quote(STATUS, safe="")}">Tweet</a>',
    "retweet button": f'<div class="share"><a href="{STATUS}">Retweet this</a></div>',
    "a link that saves for later": (
        f'<p>Read it <a href="https://later.example/save?url={quote(STATUS, safe="")}">later</a> if you like.</p>'
    ),
    "like button": f'<a href="https://twitter.com/intent/like?tweet_id={ID}">Like</a>',
    "reply button": f'<button class="reply" data-tweet-id="{ID}">Reply</button>',
    "follow button": f'<a class="twitter-follow-button" href="https://twitter.com/ada_example" data-id="{ID}">Follow</a>',
    "number of an author": f'<div class="twitter-author" data-user-id="{ID}">Ada</div>',
    "number of a widget in a box": f'<div class="twitter-box" data-widget-id="{ID}"></div>',
    "number of a place for adverts": f'<div class="twitter-wide" data-slot-id="{ID}"></div>',
    "words to be tweeted": f'<div class="tweetable" data-id="{ID}"><p>All was well</p></div>',
    "answers from elsewhere in the article": (
        f'<div class="webmentions"><h3>Mentions</h3><ul><li><a href="{STATUS}"><time>February 1, 2020</time></a>'
        " <span>@ada_example</span></li></ul></div>"
    ),
    "source of a picture": f'<figure><img src="a.jpg"><div class="source"><a href="{STATUS}">{STATUS}</a></div></figure>',
    "sources": f'<p><b>Sources:</b><br><a href="{STATUS}">{STATUS}</a></p>',
    "the article itself elsewhere": f'<p><a class="u-syndication" rel="syndication" href="{STATUS}"></a></p>',
    "invitation in a sentence": f'<p>Or <a href="{STATUS}">view the post on X</a>, if you like.</p>',
    "timeline": '<a class="twitter-timeline" data-widget-id="345170787868762112" href="https://twitter.com/ada_example">Tweets</a>',
    "timeline in the address of a frame": (
        '<iframe src="data:text/html,%3Ca%20class=%22twitter-timeline%22%20href=%22https://twitter.com/ada_example%22'
        '%3E%3C/a%3E"></iframe>'
    ),
    "timeline element": '<div class="twitter-timeline" data-widget-id="345170787868762112"></div>',
    "quote of a profile": '<blockquote class="twitter-tweet"><a href="https://twitter.com/ada_example">Tweets by Ada</a></blockquote>',
    "number of an advert": f'<div class="ad" data-ad-id="{ID}" id="ad-{ID}"></div>',
    "picture of a profile": f'<img src="https://pbs.twimg.com/profile_images/{ID}/x.jpg">',
    "number of a widget": f'<div data-twitter-extracted-i{ID}="true">x</div>',
    "style sheet": "<style>.twitter-tweet { margin: 0 } blockquote.twitter-tweet p { color: red }</style>",
    "script that looks for embeds": '<script>document.querySelectorAll("blockquote.twitter-tweet").forEach(f)</script>',
    "commented out": f"<!-- {QUOTE} -->",
    "shown as code": f"<pre><code>{html.escape(QUOTE)}</code></pre>",
    "another story": '<blockquote class="wp-embedded-content"><a href="https://news.example/other/">Other</a></blockquote>',
    "list of other stories": (
        f'<div data-rail="{html.escape(json.dumps([{"title": "A", "html": QUOTE}, {"title": "B", "html": QUOTE.replace(ID, OTHER_ID)}]))}"></div>'
    ),
    "fact check": (
        '<script type="application/ld+json">'
        + json.dumps({"@type": "ClaimReview", "itemReviewed": {"url": STATUS}})
        + "</script>"
    ),
    "address of the page": f'<meta name="twitter:url" content="{STATUS}"><link rel="alternate" href="{STATUS}">',
    "address as code": f"<pre>{STATUS}</pre><p><code>{STATUS}</code></p>",
    "YouTube playlist": '<iframe src="https://www.youtube.com/embed/videoseries?list=PLaaaaaaaa"></iframe>',
    "YouTube, a word where an id would stand": '<div data-youtube="placeholder"></div>',
    "YouTube, a player without a video": '<object><embed src="https://www.youtube.com/apiplayer?enablejsapi=1"></object>',
    "a date that leads to a video": (
        '<div class="list"><div><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">February 1, 2020</a></div>'
        "<p>Write to ada@town.example for the minutes of the council.</p></div>"
    ),
    "YouTube channel": "<p>https://www.youtube.com/channel/UCaaaaaaaaaaaaaaaaaaaaaa</p>",
    "Facebook page": '<div class="fb-page" data-href="https://www.facebook.com/ada"></div>',
    "Facebook comments": '<div class="fb-comments" data-href="https://www.facebook.com/ada/posts/1000000000000001"></div>',
    "number on a box that is named for nothing": '<div class="video mask" data-id="aAaAaAaAaAa"></div>',
    "name on a button of YouTube": '<div class="youtube-follow" data-id="button-no-1">Subscribe</div>',
    "TikTok author": '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@ada.example" data-author-id="6800000000000000001"></blockquote>',
    "TikTok profile": '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@ada.example" data-embed-type="creator"></blockquote>',
    "Instagram sound": (
        '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/reels/audio/123456789/">'
        "</blockquote>"
    ),
    "a button that leads there": f'<a class="button" href="{STATUS}"><div>Read all of it on Twitter</div></a>',
    "a picture with a caption that leads there": (
        f'<a href="{STATUS}"><figure><img src="x.jpg"><figcaption>Ada on Friday</figcaption></figure></a>'
    ),
    "a call to read on": f'<p><a href="{STATUS}">See more of her words on Twitter</a></p>',
    "Instagram pictures": (
        '<div id="sb_instagram"><a href="https://www.instagram.com/p/BzAaAaAaAaA/"><img src="x.jpg"></a></div>'
    ),
}
TRAPS_OUTSIDE = {
    "timeline, rendered": (
        f'<div class="timeline-Widget"><ol class="timeline-TweetList"><li><div data-tweet-id="{ID}">Hi '
        f'<a href="{STATUS}">Feb 1, 2020</a></div></li></ol></div>'
    ),
    "a player for the sidebar": (
        "<div id='sidebar'><div id='p'></div></div><script>new YT.Player('p', {videoId: 'dQw4w9WgXcQ'})</script>"
    ),
    "sidebar with a feed": f'<div id="sidebar"><p><span>@ada_example</span> Hello <a href="{STATUS}">February 1, 2020</a></p></div>',
    **{
        f"comments named {name}": f'<div class="{name}"><p>Look:</p>{QUOTE}<p>https://youtu.be/dQw4w9WgXcQ</p></div>'
        for name in (
            "commentaires",
            "leserkommentare",
            "comentarios",
            "commenti",
            "reacties-lijst reacties",
            "komentarze",
            "kommentarer",
        )
    },
    "sidebar with an embed": f'<aside class="sidebar">{QUOTE}</aside>',
    "comments": f'<div id="comments"><div class="comment-body"><p>{STATUS}</p></div></div>',
    "comments with an embed": f'<section class="comments-area"><article class="comment">{QUOTE}</article></section>',
    **{
        f"posts in {name}": f'<section class="{name}"><h3>More</h3><div>{QUOTE}</div></section>'
        for name in (
            "recommended-stories",
            "trending-now",
            "popular-posts",
            "read-next",
            "up-next",
            "also-read",
            "more-from-author",
            "you-may-also-like",
            "secondary",
            "side-rail",
            "rightColumn",
            "page-right-bar",
            "right-rail",
            "right_sidebar",
            "region-sidebar-first",
            "sidebar-left",
            "sidebar_1",
            "portal-column-two",
            "col-right",
            "footer-widgets",
            "recirc",
        )
    },
    "videos below a heading without words": f'<div class="secondary"><h1></h1>{QUOTE}</div>',
    "related stories": f'<div class="related-posts"><article><h3>Other</h3>{QUOTE}</article></div>',
    "answers from elsewhere": (
        f'<section class="webmentions"><div><a href="{STATUS}"><time>February 1, 2020</time></a> @ada_example nice!</div></section>'
    ),
    "menu": f"<nav><p>{STATUS}</p></nav>",
    "footer": f"<footer><p>{STATUS}</p></footer>",
    "state of another story": f"<script>window.S={json.dumps({'latest': BODY_OF_OTHER_STORY})};</script>",
    "state, a list of other posts in front of the article": (
        "<script>window.S="
        + json.dumps({"latest": [{"type": "tweet", "url": STATUS, "title": "A ferry"}], **state([])})
        + ";</script>"
    ),
    "state, what its author has pinned": (
        "<script>window.S="
        + json.dumps({"article": state([]), "author": {"pinned": {"type": "tweet", "url": STATUS}}})
        + ";</script>"
    ),
    "state, posts beside the article": (
        f"<script>window.S={json.dumps({'article': state([]), 'sidebar': {'tweets': [{'tweetId': ID}]}})};</script>"
    ),
    "state, comments": (
        "<script>window.S="
        + json.dumps({"article": state([]), "comments": [{"embed": {"type": "tweet", "url": STATUS}}]})
        + ";</script>"
    ),
    "state, a list of other videos": (
        "<script>window.S="
        + json.dumps({**state([]), "moreVideos": [{"type": "youtube", "url": "https://youtu.be/aAaAaAaAaAa"}]})
        + ";</script>"
    ),
    "state, another story next to the article": (
        f"<script>window.S={json.dumps([state([]), {'body': [*OTHER_STORY, *HTML_IN_STATE['body'][1:], *OTHER_STORY]}])};</script>"
    ),
    "state, another story of a single paragraph": (
        "<script>window.S="
        + json.dumps(
            {
                "a": state([]),
                "b": [
                    {"title": "A ferry", "slug": "ferry", "body": [OTHER_STORY[0], {"type": "tweet", "url": STATUS}]}
                ],
            }
        )
        + ";</script>"
    ),
    "state, another story of a single paragraph, as one string": (
        "<script>window.S="
        + json.dumps(
            {
                "a": state([]),
                "b": {"title": "A ferry", "slug": "ferry", "html": f"<p>{OTHER_STORY[0]['text']}</p>{QUOTE}"},
            }
        )
        + ";</script>"
    ),
    "state, another story as one string": (
        "<script>window.S="
        + json.dumps({"a": state([]), "b": {"html": "".join(part["text"] for part in OTHER_STORY) + QUOTE}})
        + ";</script>"
    ),
    "state with a link": (
        "<script>window.S="
        + json.dumps(state([{"type": "p", "text": f'He <a href="{STATUS}">wrote</a> so.'}]))
        + ";</script>"
    ),
}


def cases():
    for name, markup in TWEETS.items():
        yield pytest.param(page(markup), {TWEET}, id=name)
    for name, markup in TWEETS_OUTSIDE.items():
        yield pytest.param(page(outside=markup), {TWEET}, id=name)
    for name, (markup, post) in OTHERS.items():
        yield pytest.param(page(markup), {post}, id=name)
    for name, markup in TRAPS.items():
        yield pytest.param(page(markup), set(), id=f"trap: {name}")
    for name, markup in TRAPS_OUTSIDE.items():
        yield pytest.param(page(outside=markup), set(), id=f"trap: {name}")


def ids(embeds):
    return {f"{embed.post.platform} {embed.post.id}" for embed in embeds}


@pytest.mark.parametrize(("source", "posts"), list(cases()))
def test_finds_the_embeds_and_nothing_else(source, posts):
    assert ids(find_embeds(source)) == posts
    assert ids(read_page(source).embeds) == posts


TEXT = f"<p>{PARAGRAPH}</p>" * 8
COLUMN = f'<div class="eight"><h1>Room</h1>{TEXT}</div>'


@pytest.mark.parametrize(
    ("body", "posts"),
    [
        (f'{COLUMN}<div class="four"><h3>Of the day</h3><div>{QUOTE}</div></div>', set()),
        (f'{COLUMN}<div class="four"><div><iframe src="{FRAME}"></iframe></div></div>', set()),
        (f'<div class="top"><div><iframe src="{FRAME}"></iframe></div></div>{COLUMN}', {TWEET}),
        (f'{COLUMN}<div class="eight"><div>{QUOTE}</div></div>', {TWEET}),
        (
            f'<div class="part part-1a2b3c">{COLUMN}</div><div class="part part-4d5e6f"><p>{QUOTE}</p></div>',
            {TWEET},
        ),
        (f'{COLUMN}<div hidden id="S:1"><div>{QUOTE}</div></div>', {TWEET}),
        (f'<div class="head"><h1>Room</h1></div><div class="eight">{TEXT}</div><div class="four">{QUOTE}</div>', {TWEET}),
    ],
    ids=[
        "a quote in a narrow column",
        "a frame in a narrow column",
        "a frame before it",
        "a column of the same class",
        "the next part",
        "what a script puts in its place",
        "a headline of its own",
    ],
)  # fmt: skip
def test_what_comes_behind_the_column_of_the_article_is_not_in_it(body, posts):
    source = f"<body><div>{body}</div></body>"
    assert ids(find_embeds(source)) == posts
    assert ids(read_page(source).embeds) == posts


@pytest.mark.parametrize("source", [page(markup) for markup in TWEETS.values()], ids=TWEETS)
def test_says_where_in_the_prose_an_embed_stood(source):
    read = read_page(source)
    offset = read.embeds[0].start
    assert PARAGRAPH in read.prose
    assert offset is None or read.prose[offset:].startswith(("Nobody", "And some")) or "http" in read.prose[offset:]


def test_hidden_markup_may_hide_more_of_it():
    wrapped = QUOTE
    for _ in range(3):
        wrapped = f'<div data-html="{html.escape(wrapped)}"></div>'
    assert ids(find_embeds(page(wrapped))) == {TWEET}


def test_keeps_the_richest_showing_at_the_place_of_the_first():
    source = page(f'<p>One.</p><iframe src="{FRAME}"></iframe><p>Two words and a half, then the quote.</p>{QUOTE}')
    read = read_page(source)
    assert len(read.embeds) == 1
    assert read.embeds[0].form == "iframe"
    assert read.embeds[0].post.text == "We did it, all of us pic.twitter.com/abc"
    assert read.prose[read.embeds[0].start :].startswith("Two words")


def test_a_category_of_answers_is_an_article():
    source = page(f'<div class="hentry category-news debate-comentarios">{QUOTE}</div>')
    assert ids(find_embeds(source)) == {TWEET}


@pytest.mark.parametrize("name", ["layout-sidebar", "right-sidebar", "one-sidebar-left", "rightcol"])
def test_an_embed_in_a_layout_with_a_sidebar_is_no_sidebar(name):
    source = page(QUOTE).replace("<main>", f'<main class="{name}">').replace("<h1>Town hall</h1>", "")
    assert ids(find_embeds(source)) == {TWEET}


@pytest.mark.parametrize("name", ["sidebar", "comments", "related-posts"])
def test_what_holds_the_headline_is_the_article_whatever_its_name(name):
    answers = "".join(f"<p>{'I saw it too, and it was long. ' * 9}{n}</p>" for n in range(9))
    source = f'<body><div class="{name}"><h1>Rain all week</h1><p>See here.</p>{QUOTE}</div>{answers}</body>'
    assert ids(find_embeds(source)) == {TWEET}


def test_a_footer_may_hold_most_of_the_text():
    footer = f"<footer>{f'<p>{PARAGRAPH}</p>' * 12}{QUOTE}"
    assert ids(find_embeds(page().replace("<footer>", footer))) == set()


def test_a_layout_is_no_sidebar_where_paragraphs_are_divisions():
    source = LONG.replace("<p>", "<div>").replace("</p>", "</div>").replace("<h1>Town hall</h1>", "")
    source = source.replace("<main>", '<main class="layout-sidebar">').replace("{inside}", QUOTE)
    assert ids(find_embeds(source)) == {TWEET}


@pytest.mark.parametrize("name", ["Facebook by parameters", "Instagram frame", "Reddit comment", "Threads frame"])
def test_a_page_of_an_archive_embeds_what_the_page_embedded(name):
    markup, post = OTHERS[name]
    source = markup.replace('="https://', '="https://web.archive.org/web/20230101000000if_/https://')
    assert ids(find_embeds(page(source))) == {post}


def test_the_links_of_an_archived_caption_lead_to_its_post():
    markup = (
        '<blockquote class="instagram-media"><p><a href="https://web.archive.org/web/2019/https://www.instagram.com/p/'
        'BzAaAaAaAaA/">Ice cream</a></p><p>A post shared by Ada Example (@ada.example)</p></blockquote>'
    )
    (embed,) = find_embeds(page(markup))
    assert (embed.post.id, embed.post.text) == ("BzAaAaAaAaA", "Ice cream")


def test_an_embed_beside_the_article_does_not_slip_into_its_prose():
    source = LONG.replace("{inside}", "").replace("{outside}", f'<div class="widget-area"><h3>Seen</h3>{QUOTE}</div>')
    found = extract(Document(source="page.html", content=source.encode()))
    assert found.embeds == ()
    assert "We did it" not in read_page(source).prose


LINE = f'— Ada Example (@ada_example) <a href="{STATUS}">February 1, 2020</a>'


@pytest.mark.parametrize(
    "markup",
    [
        f"<p>We did it</p><p>{LINE}</p>",
        f"<p>We did it<br>{LINE}</p>",
        f"<div><p>We did it</p>{LINE}</div>",
        f"<blockquote><p>We did it</p>{LINE}</blockquote>",
        QUOTE.replace(f'"{STATUS}?ref_src=twsrc%5Etfw"', f"”{STATUS}”"),
    ],
    ids=["paragraphs", "lines", "box", "quote", "quotation marks around the address"],
)
def test_the_words_stand_above_the_line_that_signs_them(markup):
    (embed,) = extract(Document(source="page.html", content=page(markup).encode())).embeds
    assert (embed.post.id, embed.post.author.name) == (ID, "Ada Example")
    assert embed.post.text.startswith("We did it")


def test_all_paragraphs_of_a_post_are_its_words():
    words = '<p lang="en" dir="ltr">We did it</p><p>All of us</p>'
    (embed,) = extract(Document(source="page.html", content=page(f"{words}<p>{LINE}</p>").encode())).embeds
    assert embed.post.text == "We did it\n\nAll of us"


def test_the_article_above_a_signed_post_is_not_its_words():
    prose = f"<p>{PARAGRAPH}</p>" * 9
    (embed,) = find_embeds(f"<body><div>{prose}<p>We did it</p>{LINE}</div></body>")
    assert embed.post.text == "We did it"


def test_a_frame_and_the_words_left_beside_it_are_one_post():
    words = "<p>We did it, all of us — Ada Example (@ada_example) February 1, 2020</p>"
    source = page(f'<iframe src="{FRAME}"></iframe>{words}')
    (embed,) = extract(Document(source="page.html", content=source.encode())).embeds
    assert (embed.form, embed.post.id, embed.post.text) == ("iframe", ID, "We did it, all of us")
    assert embed.post.author.handle == "ada_example"


TITLE = "Ada Ex on X"
PREVIEWS = {
    "Ghost": '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="{url}"><div>{title}</div><div>{text}</div>'
    '<div><span>X (formerly Twitter)</span><span>Ada Ex</span></div></a></figure>',
    "Embedly": '<blockquote class="embedly-card"><h4><a href="{url}">{title}</a></h4><p>{text}</p></blockquote>',
    "Iframely, the words in the title": (
        '<div class="iframely-embed"><a data-iframely-url href="{url}">{title}: “{text}” / X</a></div>'
    ),
}  # fmt: skip


@pytest.mark.parametrize("preview", PREVIEWS.values(), ids=PREVIEWS)
def test_a_preview_prints_the_author_and_the_words_without_the_handle(preview):
    markup = preview.format(url=STATUS, title=TITLE, text="We did it, all of us")
    (embed,) = find_embeds(page(markup))
    assert (embed.post.handle, embed.post.name, embed.post.text) == ("ada_example", "Ada Ex", "We did it, all of us")


def test_a_byline_does_not_make_the_headline_a_post():
    source = page().replace("</h1>", "</h1><p>— Ada Example (@ada_example) February 1, 2020</p>")
    assert extract(Document(source="page.html", content=source.encode())).embeds == ()


def test_words_of_another_day_are_another_post():
    words = "<p>We did it, all of us — Ada Example (@ada_example) February 7, 2020</p>"
    source = page(f'<iframe src="{FRAME}"></iframe>{words}')
    found = extract(Document(source="page.html", content=source.encode())).embeds
    assert [embed.post.id for embed in found] == [ID, None]


def test_a_wordless_repetition_of_the_permalink_hides_neither_name_nor_date():
    quote = QUOTE.replace("</blockquote>", f'<a href="{STATUS}"></a></blockquote>')
    (embed,) = find_embeds(page(quote))
    assert embed.post.author.name == "Ada Example"
    assert embed.post.posted.as_written == "February 1, 2020"


#: How Instagram signs a post; the name stands before the words in some languages, and after them in others.
SHARED_BY = (
    "A post shared by {}", "Um post compartilhado por {}", "Una publicación compartida de {}", "Ein Beitrag geteilt von {}",
    "Henkilön {} jakama julkaisu", "O postare distribuită de {}", "Sebuah kiriman dibagikan oleh {}",
    "Публикация от {}", "Bài viết do {} chia sẻ", "Post udostępniony przez użytkownika {}",
    "تمت مشاركة منشور بواسطة {}", "{}in paylaştığı bir gönderi", "{} által megosztott bejegyzés",
    "{}님의 공유 게시물", "{}がシェアした投稿",
)  # fmt: skip


@pytest.mark.parametrize("line", SHARED_BY)
@pytest.mark.parametrize(
    "author",
    [
        "Ada Example (@ada.example)",
        "Ada Example（@ada.example）",
        "\u200f\u200eAda Example\u200e\u200f (@\u200f\u200eada.example\u200e\u200f)",
    ],
)
def test_reads_the_line_that_signs_a_picture(line, author):
    quote = (
        '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/BzAaAaAaAaA/"><p>'
        f'<a href="https://www.instagram.com/p/BzAaAaAaAaA/">{line.format(author)}</a></p></blockquote>'
    )
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada.example", "Ada Example")
    assert embed.post.text is None


@pytest.mark.parametrize(
    "line",
    [
        "A post shared by @ada.example",
        "A photo posted by @ada.example on <time>Mar 12, 2015 at 5:30pm PDT</time>",
        "@ada.exampleがシェアした投稿",
        "@ada.example님의 공유 게시물",
    ],
)
def test_a_picture_may_be_signed_by_the_handle_alone(line):
    quote = (
        '<blockquote class="instagram-media"><a href="https://www.instagram.com/p/BzAaAaAaAaA/">'
        f"<p>{line}</p></a></blockquote>"
    )
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada.example", None)


@pytest.mark.parametrize(
    "label",
    [
        "Instagram Beitrag",
        "Instagram post by @ada.example",
        "Beitrag auf Instagram",
        "@ada.example Report",
        "View this post on Instagram",
    ],
)
def test_the_label_of_a_link_is_no_text(label):
    address = "https://www.instagram.com/p/BzAaAaAaAaA/"
    quote = f'<blockquote class="instagram-media" data-instgrm-permalink="{address}"><p><a href="{address}">{label}</a></p></blockquote>'
    (embed,) = find_embeds(page(quote))
    assert embed.post.text is None


@pytest.mark.parametrize("caption", ["Photo by @ben.example", "My Instagram story", "Report from the town hall"])
def test_a_short_caption_is_a_text(caption):
    address = "https://www.instagram.com/p/BzAaAaAaAaA/"
    quote = f'<blockquote class="instagram-media"><p><a href="{address}">{caption}</a></p></blockquote>'
    (embed,) = find_embeds(page(quote))
    assert embed.post.text == caption


def test_a_button_behind_the_handle_is_no_text():
    card = f'<div class="tweet-card" data-url="{STATUS}"><a href="{STATUS}">@ada_example Report</a></div>'
    (embed,) = find_embeds(page(card))
    assert (embed.post.author.handle, embed.post.text) == ("ada_example", None)


@pytest.mark.parametrize(
    "line",
    [
        f'<cite><a href="{STATUS}">@ada_example</a></cite>',
        f'<p><a href="{STATUS}">Permalink</a></p><ul><li>Reply</li><li>Retweet</li><li>Favorite</li></ul>',
        f'— Ada Example (@ada_example) <a href="{STATUS}">3 days ago</a> Reply Retweet Favorite 12 34',
    ],
)
def test_a_quote_that_is_named_for_the_site_is_a_post_whatever_its_link_says(line):
    quote = f'<blockquote class="our-tweet"><p>We did it, all of us</p>{line}</blockquote>'
    assert ids(find_embeds(page(quote))) == {TWEET}


def test_a_credit_in_a_caption_does_not_sign_the_picture():
    quote = (
        '<blockquote class="instagram-media"><p><a href="https://www.instagram.com/p/BzAaAaAaAaA/">The old town,'
        " first shared by @ben.example in his album.</a></p></blockquote>"
    )
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author, embed.post.mentions) == (None, ("ben.example",))


@pytest.mark.parametrize(
    "captioned",
    [
        'My cat sings <a href="/tag/cats">#cats</a> <a href="/music/x-1">♬ a song</a>',
        '<p>My cat sings <a href="/tag/cats">#cats</a></p><p> <a href="/music/x-1">♬ a song</a> </p>',
        '<p><a href="/@ada">@ada</a></p><p>My cat sings <a href="/tag/cats">#cats</a></p>',
    ],
)
def test_a_caption_stands_between_author_and_sound(captioned):
    quote = (
        '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@ada/video/7200000000000000000"><section>'
        f'<a title="@ada" href="https://www.tiktok.com/@ada">@ada</a> {captioned}</section></blockquote>'
    )
    (embed,) = find_embeds(page(quote))
    assert embed.post.text == "My cat sings #cats"


@pytest.mark.parametrize("waiting", ["Loading tweet...", "Loading…", "Tweet wird geladen …"])
def test_what_waits_for_a_script_is_no_text(waiting):
    shell = (
        f'<blockquote class="twitter-tweet"><p lang="en">{waiting}</p><a href="{STATUS}">View Tweet</a></blockquote>'
    )
    (embed,) = find_embeds(page(shell))
    assert embed.post.text is None


def test_a_post_of_facebook_may_end_in_a_link_without_words():
    post = (
        '<div class="fb-post" data-href="https://www.facebook.com/ada/posts/1000000000000001"><blockquote><p>We won</p>'
        '<a href="https://www.facebook.com/ada"></a></blockquote></div>'
    )
    (embed,) = find_embeds(page(post))
    assert (embed.post.text, embed.post.posted) == ("We won", None)


def test_reddit_prints_the_title_of_a_post_and_nothing_of_a_comment():
    thread, sub = "https://www.reddit.com/r/examples/comments/1abcde", "https://www.reddit.com/r/examples"
    card = f'<blockquote class="reddit-card"><a href="{thread}/what/">What is this?</a> from <a href="{sub}">r/examples</a></blockquote>'
    comment = f'<blockquote class="reddit-card"><a href="{thread}/comment/9fghij/">Comment</a> in <a href="{sub}">examples</a></blockquote>'
    posts = [embed.post for embed in find_embeds(page(card + comment))]
    assert [(post.id, post.text) for post in posts] == [("1abcde", "What is this?"), ("9fghij", None)]


@pytest.mark.parametrize("said", ["Post by @ada.example", "由 @ada.example 發佈</div><div>在 Threads 查看"])
def test_the_blockquote_of_threads_prints_neither_name_nor_text(said):
    address = "https://www.threads.com/@ada.example/post/C8aAaAaAaAa"
    quote = f'<blockquote class="text-post-media" data-text-post-permalink="{address}"><a href="{address}"><div>{said}</div></a></blockquote>'
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author, embed.post.text) == (Author(handle="ada.example"), None)


def test_the_address_of_an_example_is_none_of_a_post():
    thread = "https://www.reddit.com/r/examples/comments/POST_ID/example_title/"
    assert not find_embeds(page(f'<blockquote class="reddit-embed-bq"><a href="{thread}">x</a></blockquote>'))


def test_a_link_makes_a_hashtag_whatever_it_is_glued_to():
    tag = '<a href="https://twitter.com/hashtag/{0}?src=hash">#{0}</a>'
    text = f'We did it <a href="https://t.co/abc">https://t.co/abc</a>{tag.format("One")}{tag.format("Two")} #Six'
    quote = f'<p lang="en">{text}</p>&mdash; Ada Example (@ada_example) <a href="{STATUS}">May 1, 2019</a>'
    (embed,) = find_embeds(page(f'<blockquote class="twitter-tweet">{quote}</blockquote>'))
    assert embed.post.text == "We did it https://t.co/abc#One#Two #Six"
    assert embed.post.hashtags == ("One", "Two", "Six")
    assert embed.post.links == ("https://t.co/abc",)


def test_what_browsers_take_for_a_comment_holds_no_embed():
    frame = f'<iframe src="{FRAME}">'
    assert [embed.post.id for embed in find_embeds(page(f"<br></{frame}</p>{frame}</iframe>"))] == [ID]


@pytest.mark.parametrize("tag", ["footer", "header", "cite"])
def test_a_quote_is_found_beyond_the_footer_its_link_stands_in(tag):
    signature = f'<{tag}>— Ada Example (@ada_example) <a href="{STATUS}">May 1, 2019</a></{tag}>'
    (embed,) = find_embeds(page(f"<blockquote><p>We did it, all of us</p>{signature}</blockquote>"))
    assert (embed.post.text, embed.post.author.name) == ("We did it, all of us", "Ada Example")


def test_a_button_beside_the_handle_is_no_text():
    card = (
        f'<div class="post-card" data-url="{STATUS}"><div><a href="{STATUS}">Ada Example</a></div>'
        '<div><a href="#">@ada_example</a><span>·</span><a href="#">Follow</a></div>'
        "<p>We did it, all of us</p></div>"
    )
    (embed,) = find_embeds(page(card))
    assert embed.post.text == "We did it, all of us"


ESCAPES = {
    "JSON": json.dumps,
    "slashes behind backslashes": lambda body: json.dumps(body).replace("/", "\\/"),
    "signs by their number": lambda body: (
        json.dumps(body).replace("<", "\\u003C").replace(">", "\\u003E").replace("/", "\\u002F")
    ),
    "a string in a string": lambda body: json.dumps(json.dumps(body).replace("/", "\\/")),
    "a string in a string in a string": lambda body: json.dumps(json.dumps(json.dumps(body).replace("/", "\\/"))),
    "numbers in a string": lambda body: json.dumps(json.dumps(body).replace("<", "\\u003C").replace("/", "\\u002F")),
}
#: A page of some length, whose paragraphs alone tell whose a state is.
LONG = page("{inside}", "{outside}").replace("<p>", "<p>It went on without a sound, for a long while. " * 40 + "<p>")
#: How the paragraph that a state repeats may stand in the page.
PRINTED = {
    "plain": PARAGRAPH,
    "over lines": PARAGRAPH.replace(" ", "\n  "),
    "with words set apart": PARAGRAPH.replace("an hour", "<b>an</b> <a href='/h'>hour</a>"),
    "with hard spaces": PARAGRAPH.replace(" in ", "&nbsp;in&nbsp;"),
    "with a comment": PARAGRAPH.replace("old", "<!-- x -->old"),
    "in capital tags": f"</p><P CLASS=a>{PARAGRAPH}</P><p>",
    "never closed": f"<p>{PARAGRAPH}<div>More</div>",
}


@pytest.mark.parametrize("printed", PRINTED.values(), ids=PRINTED)
@pytest.mark.parametrize("escaped", ESCAPES.values(), ids=ESCAPES)
def test_a_post_that_stands_in_a_state_alone_is_found_however_it_is_escaped(escaped, printed):
    source = LONG.replace(PARAGRAPH, printed)
    own, other = (f"<script>window.S={escaped(body)};</script>" for body in (HTML_IN_STATE, BODY_OF_OTHER_STORY))
    assert ids(find_embeds(source.replace("{outside}", own))) == {TWEET}
    assert ids(find_embeds(source.replace("{outside}", other))) == set()


@pytest.mark.parametrize("body", [HTML_IN_STATE["body"], BODY_OF_OTHER_STORY], ids=["own", "other"])
def test_a_long_list_in_an_attribute_is_held_against_the_paragraphs(body):
    again = [{**part, "value": part["value"].replace(ID, OTHER_ID)} for part in body if "value" in part]
    stories = json.dumps([*body, *again, {"text": "And then some more of it, on and on. " * 400}])
    source = LONG.replace("{inside}", f'<div data-list="{html.escape(stories)}"></div>')
    assert ids(find_embeds(source)) == ({TWEET, f"twitter {OTHER_ID}"} if body[0]["text"] == PARAGRAPH else set())


def told(number):
    """A post in a state, with all that a platform tells of it."""
    return {
        "type": "tweet",
        "url": STATUS.replace(ID, str(int(ID) + number)),
        "author": {"name": "Ada Example", "about": "Writes of ferries and of other boats along the coast"},
        "text": f"We waited for ferry number {number} and nobody told us that it had been cancelled",
        "entities": [{"url": f"https://t.co/{number}x{n}", "shown": "example.org/ferries"} for n in range(20)],
    }


def test_a_long_row_of_posts_in_a_state_is_told_by_the_paragraph_in_front_of_it():
    row = state([told(number) for number in range(15)])
    assert len(find_embeds(page("", f"<script>window.S={json.dumps(row)};</script>"))) == 15


def story(number, *, pictured):
    """Another story in a state, which names the address of a post."""
    words = [f"Harbour number {number + n} lay in thick fog when the first of them left it" for n in (0, 20, 40)]
    address = {"tweet": STATUS.replace(ID, str(int(ID) + number))}
    rest = {"headline": f"Ferry {number} leaves", "section": "coast", "body": words}
    return address | {"image": {"src": "/fog.jpg"}} | rest if pictured else {"text": words[0]} | address | rest


@pytest.mark.parametrize("pictured", [True, False])
def test_a_story_that_names_a_post_does_not_stand_in_a_row_with_those_of_the_article(pictured):
    own = {"headline": "Town hall", "section": "town", "body": [{"text": PARAGRAPH}, {"tweet": STATUS}]}
    others = [story(number, pictured=pictured) for number in range(1, 9)]
    source = page("", f"<script>window.S={json.dumps([own, *others])};</script>")
    assert ids(find_embeds(source)) == {TWEET}


def test_words_in_another_script_do_not_make_a_state_the_articles_own():
    story = json.dumps({"latest": BODY_OF_OTHER_STORY})
    source = LONG.replace("{outside}", f"<script>window.S={story};</script><script>window.T={story};</script>")
    assert ids(find_embeds(source)) == set()


def test_an_object_in_an_attribute_may_hold_the_whole_quote():
    held = html.escape(json.dumps({"url": STATUS, "html": QUOTE, "providerName": "Twitter"}))
    (embed,) = find_embeds(page(f'<div class="embed-block" data-block-json="{held}"></div>'))
    assert (embed.post.id, embed.post.author.name) == (ID, "Ada Example")
    assert embed.post.text == "We did it, all of us pic.twitter.com/abc"


def test_a_copy_of_the_quote_in_an_attribute_is_the_worse_witness():
    copy = html.escape(f'<blockquote class="twitter-tweet"><a href="{STATUS}"></a></blockquote>')
    (embed,) = find_embeds(page(f'<div class="editor-embed" data-content="{copy}">{QUOTE}</div>'))
    assert embed.post.author.name == "Ada Example"


BLUESKY = "at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a"


def test_a_frame_may_stand_in_an_element_that_keeps_its_post_as_an_object():
    kept = {"uri": BLUESKY, "authorName": "Ada", "authorHandle": "ada.example", "text": "Snow at last"}
    frame = f'<iframe src="https://embed.bsky.app/embed/{BLUESKY.removeprefix("at://")}?id=1"></iframe>'
    wrapped = f'<div class="outer" data-attrs="{html.escape(json.dumps(kept))}">{frame}</div>'
    (embed,) = find_embeds(page(wrapped))
    assert (embed.form, embed.post.author.handle, embed.post.text) == ("iframe", "ada.example", "Snow at last")
    other = wrapped.replace("3kaaaaaaaaa2a?", "3kbbbbbbbbb2b?")
    assert [embed.post.text for embed in find_embeds(page(other))] == [None]


def test_the_words_of_a_quote_are_read_without_the_line_that_signs_them():
    quote = f'<blockquote class="bluesky-embed" data-bluesky-uri="{BLUESKY}"><p lang="en">Snow at last</p></blockquote>'
    (embed,) = find_embeds(page(quote))
    assert (embed.post.text, embed.post.author) == ("Snow at last", None)


def test_a_drawn_post_is_read_below_the_line_that_names_its_author():
    (embed,) = find_embeds(page(TWEETS["drawn by the platform's script"]))
    assert embed.post.author.name == "Ada Example"
    assert embed.post.text == "We did it, all of us"


def test_the_quote_may_lie_deep_in_the_object_of_an_island():
    held = html.escape(json.dumps({"element": {"html": QUOTE, "url": STATUS, "id": ID}, "role": "inline"}))
    (embed,) = find_embeds(page(f'<x-island props="{held}"></x-island>'))
    assert embed.post.author.name == "Ada Example"


def test_the_author_of_a_video_stands_in_front_of_its_caption():
    quote = (
        '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/" data-video-id="7200000000000000000"><section>'
        '<a href="https://www.tiktok.com/@ada">@ada</a><p>My cat sings</p></section></blockquote>'
    )
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author.handle, embed.post.text) == ("ada", "My cat sings")


def test_an_object_may_name_the_author():
    held = html.escape(json.dumps({"instagram_id": "BzAaAaAaAaA", "author_name": "@ada.example"}))
    (embed,) = find_embeds(page(f'<div class="instagram-embed-wrap" data-attrs="{held}"></div>'))
    assert embed.post.author.handle == "ada.example"


SIGNATURES = {
    "a dash": "— Ada Example (@ada_example)",
    "a hyphen": "- Ada Example (@ada_example)",
    "a dash read in another encoding": "â€” Ada Example (@ada_example)",
    "a dash read as three characters, two of them unseen": "â\x80\x94 Ada Example (@ada_example)",
    "a sign for a dash that was lost": "? Ada Example (@ada_example)",
    "no brackets": "— Ada Example @ada_example",
    "a link": '— <a href="https://twitter.com/ada_example">Ada Example (@ada_example)</a>',
}


@pytest.mark.parametrize("line", SIGNATURES.values(), ids=SIGNATURES)
def test_reads_the_line_that_signs_a_quote(line):
    (embed,) = find_embeds(page(QUOTE.replace("&mdash; Ada Example (@ada_example)", line)))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", "Ada Example")
    assert embed.post.text == "We did it, all of us pic.twitter.com/abc"


def test_counters_and_controls_of_a_rebuilt_post_are_no_text():
    card = (
        '<div class="card"><div><span>Ada Example</span></div><div><span>@ada_example</span></div>'
        f'<p>We did it, all of us</p><div><a href="{STATUS}">12:17 AM · Feb 1, 2020</a><span>12</span></div>'
        f'<div><a href="https://x.com/intent/like?tweet_id={ID}"><span>1.2K</span></a>'
        f'<a href="https://x.com/intent/tweet?in_reply_to={ID}"><span>Reply</span></a></div></div>'
    )
    (embed,) = find_embeds(page(card))
    assert embed.post.text == "We did it, all of us"
    assert embed.post.posted.as_written == "12:17 AM · Feb 1, 2020"


HEAD = f'<div><b>Ada Example</b> <span>@ada_example</span> · <a href="{STATUS}">Feb 1, 2020</a></div>'


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (f'<div class="card">{HEAD}<div>We did it, all of us</div></div>', "We did it, all of us"),
        (f'<div class="card"><i>Of the day</i>{HEAD}<div>We did it, all of us</div></div>', None),
        (f"{HEAD}<p>The hall was empty.</p>", None),
        (
            (
                f'<div data-permalink="{STATUS}"><p>We did it, all of us</p><div>Ada Example <i>@ada_example</i>'
                f' <a href="{STATUS}">Sat, Feb 01 2020 00:17:44</a></div></div>'
            ),
            "We did it, all of us",
        ),
        (
            (
                f'<blockquote class="ours"><a href="{STATUS}"></a><div><img src="a.png"><div>Ada Example</div>'
                "<div>@ada_example</div></div><p>We did it, all of us</p></blockquote>"
            ),
            "We did it, all of us",
        ),
        (
            (
                '<div class="card"><p><b>Ada Example</b> <i>@ada_example</i> · '
                f'<a href="https://twitter.com/statuses/{ID}">2020-02-01T00:17:44Z</a></p><p>We did it, all of us</p></div>'
            ),
            "We did it, all of us",
        ),
        (
            (
                f'<div class="head"><a href="{STATUS}">Feb 1, 2020</a><div>Ada Example <i>@ada_example</i></div></div>'
                "<div>We did it, all of us</div>"
            ),
            None,
        ),
        (
            (
                "<blockquote><p>We did it, all of us</p>— Ada Example (@ada_example)"
                f' <a href="https://x.com/i/status/{ID}">February 1, 2020</a></blockquote>'
            ),
            "We did it, all of us",
        ),
    ],
)
def test_a_rebuilt_post_is_read_with_what_stands_below_its_head(card, text):
    (embed,) = read_page(page(card)).embeds
    assert (embed.post.text, embed.post.author.handle) == (text, "ada_example")


def test_the_line_in_a_link_needs_no_dash_before_a_date():
    line = f'<footer><a href="{STATUS}">Ada Example (@ada_example), February 1, 2020</a></footer>'
    (embed,) = find_embeds(page(f"<blockquote><p>We did it, all of us</p>{line}</blockquote>"))
    assert (embed.post.author.name, embed.post.text) == ("Ada Example", "We did it, all of us")
    assert embed.post.posted.as_written == "February 1, 2020"


TOOT = (
    '<div class="card"><b>Ada Example</b> <span>{}</span><p>We did it, all of us</p><a href="{}">May 16, 2022</a></div>'
)
GLUED = TOOT.format(
    "@ada<i>@social.example</i><b>View on Mastodon</b>", "https://social.example/@ada/111111111111111111"
)
QUOTED_STATUS = f"https://twitter.com/bo_example/status/{OTHER_ID}"
QUOTED = (
    "<div><div>Bo Example</div><div>@bo_example</div><p>Who did it?</p></div>"
    f'<a href="{QUOTED_STATUS}">Jan 31, 2020</a>'
)


@pytest.mark.parametrize(
    ("card", "posts"),
    [
        (
            (
                f'<div class="card"><div>Ada Example</div><div>@ada_example</div><p>We did it, all of us</p>'
                f'<div>{QUOTED}</div><a href="{STATUS}">12:17 AM · Feb 1, 2020</a></div>'
            ),
            {TWEET},
        ),
        (
            (
                f'<div class="card">{QUOTED}</div><div class="card"><div>Ada Example</div><div>@ada_example</div>'
                f'<p>We did it, all of us</p><a href="{STATUS}">12:17 AM · Feb 1, 2020</a></div>'
            ),
            {TWEET, f"twitter {OTHER_ID}"},
        ),
    ],
    ids=["within", "beside"],
)
def test_a_post_quoted_in_a_rebuilt_one_is_no_embed(card, posts):
    assert ids(find_embeds(page(card))) == posts


@pytest.mark.parametrize("printed", ["(@ada)", "@ada", "(@ada@social.example)"])
def test_a_handle_of_mastodon_may_be_printed_without_its_server(printed):
    address = "https://social.example/@ada/111111111111111111"
    line = f'<footer>— Ada Example {printed} <a href="{address}">May 16, 2022</a></footer>'
    for body in (f"<blockquote><p>We did it, all of us</p>{line}</blockquote>", TOOT.format(printed, address)):
        (embed,) = find_embeds(page(body))
        assert embed.post.author == Author(handle="ada@social.example", name="Ada Example")
        assert embed.post.text == "We did it, all of us"


def test_the_permalink_may_be_the_handle():
    line = f'<p>\u200a—\u200a<a href="{STATUS}">@ada_example</a></p>'
    quote = f'<blockquote class="twitter-tweet"><p>We did it, all of us</p>{line}</blockquote>'
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author.handle, embed.post.text) == ("ada_example", "We did it, all of us")


def test_a_handle_in_an_address_signs_nothing():
    address = "https://www.tiktok.com/@ada.example/video/7200000000000000000"
    (embed,) = find_embeds(page(f"<p>{address}</p>"))
    assert (embed.post.author.handle, embed.post.author.name, embed.post.text) == ("ada.example", None, None)


def test_a_title_may_say_where_the_author_posts_and_the_handle_stand_again_below():
    head = (
        f'<h4><a href="{STATUS}">Ada Example (@ada_example) on X</a></h4><div><a href="{STATUS}">@ada_example</a></div>'
    )
    card = f'<aside class="box" data-src="{STATUS}"><article>{head}<div>We did it, all of us</div></article></aside>'
    (embed,) = find_embeds(page(card))
    assert (embed.post.author.name, embed.post.text) == ("Ada Example", "We did it, all of us")


def test_markup_in_an_object_counts_whatever_its_key():
    held = html.escape(json.dumps({"type": "twitter", "embedCode": QUOTE, "link": STATUS}))
    (embed,) = find_embeds(page(f'<div class="later" data-options="{held}"></div>'))
    assert embed.post.author.name == "Ada Example"


def test_of_two_stories_in_a_state_only_the_articles_own_counts():
    posts = [{"type": "tweet", "url": STATUS.replace(ID, number)} for number in (ID, OTHER_ID, "1223400000000000003")]
    stories = {
        "article": state([posts[0], posts[1]]),
        "following": {"body": [*OTHER_STORY[:5], posts[2], *OTHER_STORY[5:]]},
    }
    source = LONG.replace("{outside}", f"<script>window.S={json.dumps(stories)};</script>")
    assert ids(find_embeds(source)) == {TWEET, f"twitter {OTHER_ID}"}


CARD = (
    f'<div><p>Ada Example @ada_example</p><p>We did it, all of us</p><a href="{STATUS}">1:23 PM - Feb 1, 2020</a></div>'
)


@pytest.mark.parametrize(
    "parked",
    [
        f"<iframe data-original='{html.escape(CARD)}'></iframe>",
        f'<script type="text/template">{CARD}</script>',
        f'<script type="text/plain" data-vp="7">{CARD}</script>',
        f"<textarea hidden>{CARD}</textarea>",
        f"<template>{CARD}</template>",
    ],
)
def test_a_rebuilt_post_is_read_wherever_it_is_parked(parked):
    (embed,) = find_embeds(page(parked))
    assert embed.form == "lazy"
    assert embed.post.author.name == "Ada Example"
    assert embed.post.text == "We did it, all of us"


@pytest.mark.parametrize("filling", ["", " " * 30_000])
def test_a_state_counts_alike_wherever_it_ends(filling):
    source = f"<script>window.data={json.dumps(HTML_IN_STATE)}{filling}</script>"
    assert [embed.post.id for embed in find_embeds(page(outside=source))] == [ID]
    assert [embed.post.id for embed in read_page(page(outside=source)).embeds] == [ID]


#: As forums show the post that an address in an entry leads to.
CARD_IN_ASIDE = (
    f'<aside class="preview"><header><a href="{STATUS}">twitter.com</a></header><article><h4><a href="{STATUS}">'
    f'Ada Example (ada_example)</a></h4><div>We did it, all of us</div><div><a href="{STATUS}">1:50 PM - 1 Feb 2020</a>'
    "<span>13</span></div></article></aside>"
)


def test_an_aside_between_paragraphs_belongs_to_the_text():
    source = page(CARD_IN_ASIDE).replace("<main><article>", "<div>").replace("</article></main>", "</div>")
    (embed,) = find_embeds(source)
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", "Ada Example")
    assert (embed.post.text, embed.post.posted.as_written) == ("We did it, all of us", "1:50 PM - 1 Feb 2020")
    assert find_embeds(page(outside=f"<div>{CARD_IN_ASIDE}</div>")) == []


def test_a_button_may_stand_above_the_author_of_a_drawn_post():
    card = (
        f'<blockquote data-tweet-id="{ID}" cite="{STATUS}"><div><a href="https://twitter.com/ada_example">Follow</a></div>'
        "<div>Ada Example <span>@ada_example</span></div>"
        f'<p lang="en">We did it, all of us</p><a href="{STATUS}"><time>10:43 AM - 1 Feb 2020</time></a></blockquote>'
    )
    (embed,) = find_embeds(page(card))
    assert (embed.post.author.name, embed.post.text) == ("Ada Example", "We did it, all of us")


@pytest.mark.parametrize(
    ("by", "printed"),
    [
        ("Posted by {} on Friday, 5 December 2014", "Friday, 5 December 2014"),
        ("Publié par {} sur vendredi 5 décembre 2014", "vendredi 5 décembre 2014"),
        ("{} 2014年12月5日", "2014年12月5日"),
    ],
)
def test_the_date_of_a_video_stands_behind_its_author(by, printed):
    author = by.format('<a href="https://www.facebook.com/ada">Ada Example</a>')
    (embed,) = find_embeds(
        page(
            '<div class="fb-video" data-href="https://www.facebook.com/ada/videos/1000000000000001/"><blockquote>'
            '<a href="https://www.facebook.com/ada/videos/1000000000000001/">Town hall</a><p>All of it.</p>'
            f"{author}</blockquote></div>"
        )
    )
    assert embed.post.author.name == "Ada Example"
    assert embed.post.posted.at == "2014-12-05"
    assert embed.post.posted.as_written == printed


@pytest.mark.parametrize(
    "signed",
    [
        "<strong><a href='http://twitter.com/ada_example'>Ada Example</a></strong><br/>ada_example",
        "<strong><a href='http://twitter.com/ada_example'>ada_example</a></strong><br/>Ada Example",
    ],
)
@pytest.mark.parametrize("box", ["<div class='bbpBox'>", "<div class='bbpBox' id='tweet_13385388968'>"])
def test_reads_the_box_that_the_first_tool_for_embedding_tweets_made(box, signed):
    markup = (
        f"{box}<p class='bbpTweet'>We did it, <a href='http://t.co/a'>all of us</a><span class='timestamp'><a"
        " title='Tue May 04 21:29:25 +0000 2010' href='http://twitter.com/ada_example/status/13385388968'>less than a"
        " minute ago</a> via web <a href='http://twitter.com/intent/tweet?in_reply_to=13385388968'>Reply</a></span>"
        f"<span class='metadata'><span class='author'>{signed}</span></span></p></div>"
    )
    (embed,) = find_embeds(page(markup))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", "Ada Example")
    assert (embed.post.text, embed.post.posted.at) == ("We did it, all of us", "2010-05-04T21:29:25Z")


def test_the_box_of_the_first_tool_may_name_nobody():
    link = "<a title='Tue May 04 21:29:25 +0000 2010' href='http://twitter.com/ada_example/status/13385388968'>now</a>"
    (embed,) = find_embeds(page(f"<p class='bbpTweet'>We did it {link} via web <strong></strong><br>ada_example</p>"))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", None)


def test_a_rebuilt_post_may_be_signed_at_its_end():
    card = (
        f"<div id='box'><div><span>We did it, all of us, and nobody was late</span><div><a href='{STATUS}'>February 1, 2020"
        f" 1:50 pm</a> via web<a href='https://twitter.com/intent/tweet?in_reply_to={ID}'>Reply</a><a href='https://"
        f"twitter.com/intent/retweet?tweet_id={ID}'>Retweet</a></div><div><a href='http://twitter.com/intent/user?"
        "screen_name=ada_example'>@ada_example</a><div>Ada Example</div></div></div></div>"
    )
    (embed,) = find_embeds(page(card))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", "Ada Example")
    assert embed.post.text == "We did it, all of us, and nobody was late"


def test_the_fallback_of_a_facebook_post_names_its_author():
    markup = (
        '<div class="fb-post" data-href="https://www.facebook.com/photo.php?v=1000000000000001"><div'
        ' class="fb-xfbml-parse-ignore"><a href="https://www.facebook.com/photo.php?v=1000000000000001">Post</a> by'
        ' <a href="https://www.facebook.com/ada.example">Ada Example</a>.</div></div>'
    )
    (embed,) = find_embeds(page(markup))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada.example", "Ada Example")
    assert (embed.post.text, embed.post.posted) == (None, None)


@pytest.mark.parametrize(
    ("permalink", "post_id"),
    [
        ("https://www.facebook.com/ada.example/posts/1000000000000001:0", "1000000000000001"),
        ("https://www.facebook.comada.example/posts/1000000000000001", "1000000000000001"),
    ],
)
def test_a_date_is_no_name_though_its_link_be_odd(permalink, post_id):
    markup = (
        f'<div class="fb-post" data-href="https://www.facebook.com/ada.example/posts/{post_id}"><blockquote><p>We did it'
        '</p>Posted by <a href="https://www.facebook.com/ada.example">Ada Example</a> on <a'
        f' href="{permalink}">Friday, June 16, 2017</a></blockquote></div>'
    )
    (embed,) = find_embeds(page(markup))
    assert (embed.post.id, embed.post.author.name) == (post_id, "Ada Example")
    assert embed.post.posted.as_written == "Friday, June 16, 2017"


#: What a browser's "save as" leaves of a player, and where.
PLAYER = '<iframe src="./Town hall_files/dQw4w9WgXcQ.html" {}></iframe>'
SAVED_PLAYERS = {
    "title": PLAYER.format('title="YouTube video player"'),
    "rights": PLAYER.format('allow="accelerometer; autoplay; gyroscope"'),
    "box": f'<figure class="wp-block-embed-youtube"><div>{PLAYER.format("")}</div></figure>',
    "saved again": PLAYER.format('title="YouTube video player"').replace(".html", "_002.html"),
}


@pytest.mark.parametrize("markup", SAVED_PLAYERS.values(), ids=SAVED_PLAYERS)
def test_a_player_saved_beside_the_page_is_known_by_its_name(markup):
    assert ids(find_embeds(page(markup))) == {"youtube dQw4w9WgXcQ"}


def test_other_frames_saved_beside_the_page_are_none():
    assert find_embeds(page(PLAYER.replace("dQw4w9WgXcQ", "recaptcha_1").format('title="reCAPTCHA"'))) == []


@pytest.mark.parametrize("address", [f'data-tweet-id="{ID}"', f'data-savepage-src="{FRAME}" src=""'])
def test_a_frame_saved_with_its_document_shows_the_post(address):
    document = (
        '<!DOCTYPE html><html><body><article><div><a href="https://twitter.com/ada_example"><span>Ada Example</span></a>'
        '<a href="https://twitter.com/ada_example"><div>@ada_example</div></a></div><div lang="en">We did it, all of us'
        f'</div><a href="{STATUS}"><time datetime="2020-02-01T10:00:00.000Z">10:00 AM · Feb 1, 2020</time></a><a href="'
        f'https://twitter.com/intent/like?tweet_id={ID}">12</a></article>'
    )
    srcdoc = document.replace("&", "&amp;").replace('"', "&quot;")
    (embed,) = find_embeds(page(f'<iframe title="X Post" {address} srcdoc="{srcdoc}"></iframe>'))
    assert (embed.post.id, embed.post.text) == (ID, "We did it, all of us")
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", "Ada Example")


UNCLOSED = QUOTE.replace("</blockquote>", "")
OTHER_QUOTE = QUOTE.replace(ID, OTHER_ID)


@pytest.mark.parametrize(
    "markup",
    [
        UNCLOSED + f"<p>{PARAGRAPH}</p>" + OTHER_QUOTE,
        f"<div><p>{UNCLOSED}</p></div><p>{PARAGRAPH}</p>{OTHER_QUOTE}",
        UNCLOSED + f"<p>{PARAGRAPH}</p>" + OTHER_QUOTE.replace("</blockquote>", "") + f"<p>{PARAGRAPH}</p>" * 9,
    ],
)
def test_a_quote_that_is_not_closed_swallows_nothing(markup):
    read = read_page(page(markup))
    assert [embed.post.id for embed in read.embeds] == [ID, OTHER_ID]
    assert {embed.post.text for embed in read.embeds} == {find_embeds(page(QUOTE))[0].post.text}
    assert read.prose.count(PARAGRAPH) > 1
    assert ids(find_embeds(page(markup))) == ids(read.embeds)


@pytest.mark.parametrize("end", ["/>", "></lite-youtube>"])
def test_a_player_closed_as_in_xml_swallows_nothing(end):
    read = read_page(page(f'<lite-youtube videoid="aAaAaAaAaAa"{end}<p>More rain.</p>{QUOTE}'))
    assert ids(read.embeds) == {"youtube aAaAaAaAaAa", TWEET}
    assert "More rain." in read.prose


def test_any_words_may_end_a_quote_behind_its_author():
    quote = f'<blockquote class="ours"><p>We did it</p>— <a href="/ada">Ada Example</a> (@ada_example) <a href="{STATUS}">View tweet</a></blockquote>'
    (embed,) = find_embeds(page(quote))
    assert (embed.post.id, embed.post.text) == (ID, "We did it")
    assert embed.post.author == Author(handle="ada_example", name="Ada Example")


CARD_OF_A_LIBRARY = (
    f'<div class="theme"><article><div><a href="{STATUS}"><img src="a.png" alt="Ada Example"></a><div><a href="{STATUS}">'
    f'<div><span>Ada Example</span></div></a><div><a href="{STATUS}">@ada_example</a></div></div></div>{{above}}<p lang="en">We'
    f' did it</p>{{below}}<div><a href="{STATUS}"><time datetime="2020-02-01T03:04:05Z">3:04 AM · Feb 1, 2020</time></a></div>'
    "</article></div>"
)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("", ""),
        (f'<a href="https://x.com/bob/status/{OTHER_ID}">Replying to @bob</a>', ""),
        ("", "<div><article><div><span>Bob</span></div><div>@bob</div><p>They never will</p></article></div>"),
    ],
)
def test_the_words_of_a_rebuilt_post_are_its_own(above, below):
    (embed,) = find_embeds(page(CARD_OF_A_LIBRARY.format(above=above, below=below)))
    assert (embed.post.id, embed.post.text) == (ID, "We did it")
    assert embed.post.author == Author(handle="ada_example", name="Ada Example")


def test_a_quote_may_be_dated_without_being_signed():
    (embed,) = find_embeds(
        page(f'<blockquote class="twitter-tweet">We did it <a href="{STATUS}">May 1, 2020</a></blockquote>')
    )
    assert (embed.post.text, embed.post.posted.as_written) == ("We did it", "May 1, 2020")
    (embed,) = find_embeds(
        page(f'<blockquote class="twitter-tweet">— (@) <a href="{STATUS}">May 1, 2020</a></blockquote>')
    )
    assert embed.post.text is None


@pytest.mark.parametrize(
    "card",
    [
        '<blockquote class="toot"><div>Ada Example</div><div>@ada@social.example</div><p>We did it</p><div>{}</div></blockquote>',
        '<div class="toot"><div><b>Ada Example</b><span>@ada@social.example</span> {}<div><p>We did it</p></div></div></div>',
    ],
)
def test_a_rebuilt_post_of_mastodon_is_read(card):
    permalink = '<a href="https://social.example/@ada/109683757201594015">7:01 AM • January 13, 2023</a>'
    (embed,) = find_embeds(page(card.format(permalink)))
    assert (embed.post.platform, embed.post.text) == ("mastodon", "We did it")
    assert embed.post.author == Author(handle="ada@social.example", name="Ada Example")


def test_a_list_of_posts_is_no_post():
    items = "".join(
        f'<li><a href="https://twitter.com/ada_example/status/{number}">February 1, 2020</a> It rains again today</li>'
        for number in (ID, OTHER_ID)
    )
    assert find_embeds(page(f"<ul>{items}<li>Follow @ada_example</li></ul>")) == []


def test_the_link_may_hold_the_line_that_signs_a_quote():
    quote = (
        '<blockquote class="twitter-tweet" data-lang="zh-cn"><p lang="zh" dir="ltr">终于下雪了</p>'
        f'<a href="{STATUS}?ref_src=twsrc%5Etfw">&mdash; Ada Example (@ada_example) 2020年2月1日</a></blockquote>'
    )
    (embed,) = find_embeds(page(quote))
    assert (embed.post.author.handle, embed.post.author.name) == ("ada_example", "Ada Example")
    assert (embed.post.text, embed.post.posted.as_written) == ("终于下雪了", "2020年2月1日")
