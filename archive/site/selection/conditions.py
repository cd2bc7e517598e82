"""What each condition of a selection means for each kind of row, in SQL.

``{c}`` stands for the parameter with the value: for outlets, authors and links a list in JSON.
"""

from __future__ import annotations

from archive.site.words import LIKELY, SURE
from archive.store.terms import DAY

#: That a value is one of a list in JSON; for a list of one, `sources` puts an equation in its place.
LISTED = "in (select value from json_each({c}))"
#: So many posts of an author or under a hashtag, the newest, are looked at for names.
MOST_POSTS = 2500
_GONE = """case {c} when 'yes' then {t}.gone_at is not null when 'no' then {t}.gone_at is null
  else substr({t}.gone_at, 1, length({c})) = {c} end"""
_GONE_EMBED, _GONE_QUOTE = (_GONE.replace("{t}", table) for table in ("embeds", "quotes"))
_SPEAKS = "instr(lower({t}.language) || '-', {c} || '-') = 1"
_LINKED = f"in (select post from links where url {LISTED})"
_NAMED = """exists (
  select 1 from articles_hashtags as named where named.article = articles.id and named.hashtag = {c}
)"""
_ABOUT = """exists (
  select 1 from articles_topics where articles_topics.article = articles.id and articles_topics.topic = {c}
)"""
_CARRIED = """exists (
  select 1 from posts_hashtags where posts_hashtags.post = posts.id and posts_hashtags.hashtag = {c}
)"""
_CONFIDENT = f"""case {{c}} when 'sure' then quotes.confidence >= {SURE}
  when 'likely' then quotes.confidence >= {LIKELY} else quotes.confidence < {LIKELY} end"""
_PUBLISHED = {"since": f"{DAY.format('articles.')} >= {{c}}", "until": f"{DAY.format('articles.')} <= {{c}} || '~'"}

CONDITIONS: dict[str, dict[str, str]] = {
    "posts": {
        "platform": "posts.platform = {c}",
        "outlet": f"""exists (
          select 1 from embeds join articles on articles.id = embeds.article
          where embeds.post = posts.id and articles.outlet {LISTED}
        )""",
        "author": f"posts.author {LISTED}",
        "hashtag": _CARRIED,
        "language": _SPEAKS.replace("{t}", "posts"),
        "topic": """exists (
          select 1 from embeds join articles_topics on articles_topics.article = embeds.article
          where embeds.post = posts.id and articles_topics.topic = {c}
        )""",
        "since": "posts.posted_at >= {c}",
        "until": "posts.posted_at <= {c} || '~'",
        "gone": f"exists (select 1 from embeds where embeds.post = posts.id and {_GONE_EMBED})",
        "link": f"posts.id {_LINKED}",
    },
    "embeds": {
        "platform": "posts.platform = {c}",
        "outlet": f"articles.outlet {LISTED}",
        "author": f"posts.author {LISTED}",
        "hashtag": _CARRIED,
        "language": _SPEAKS.replace("{t}", "posts"),
        "topic": _ABOUT,
        "gone": _GONE_EMBED,
        "confidence": "{c} <> 'doubtful'",
        "link": f"embeds.post {_LINKED}",
        **_PUBLISHED,
    },
    "quotes": {
        "platform": "quotes.platform = {c}",
        "outlet": f"articles.outlet {LISTED}",
        "author": f"quotes.author {LISTED}",
        "hashtag": _NAMED,
        "language": _SPEAKS.replace("{t}", "articles"),
        "topic": _ABOUT,
        "gone": _GONE_QUOTE,
        "confidence": _CONFIDENT,
        "link": f"articles.url {LISTED}",
        **_PUBLISHED,
    },
    "articles": {
        "platform": """exists (
          select 1 from embeds join posts on posts.id = embeds.post
          where embeds.article = articles.id and posts.platform = {c}
        )""",
        "outlet": f"articles.outlet {LISTED}",
        "author": f"""(
          exists (
            select 1 from embeds join posts on posts.id = embeds.post
            where embeds.article = articles.id and posts.author {LISTED}
          )
          or exists (select 1 from quotes where quotes.article = articles.id and quotes.author {LISTED})
        )""",
        "hashtag": _NAMED,
        "language": _SPEAKS.replace("{t}", "articles"),
        "topic": _ABOUT,
        "gone": f"""(
          exists (select 1 from embeds where embeds.article = articles.id and {_GONE_EMBED})
          or exists (select 1 from quotes where quotes.article = articles.id and {_GONE_QUOTE})
        )""",
        "link": f"articles.url {LISTED}",
        **_PUBLISHED,
    },
    "hashtags": {
        "outlet": f"""exists (
          select 1 from tally_outlet_hashtags as t where t.hashtag = hashtags.id and t.outlet {LISTED}
        )""",
        "author": f"""hashtags.id in (
          select hashtag from posts_hashtags
          where post in (select id from posts where author {LISTED} limit {MOST_POSTS})
        )""",
        "hashtag": "hashtags.id = {c}",
        "since": """exists (
          select 1 from tally_hashtag_days as t where t.hashtag = hashtags.id and t.day >= {c}
        )""",
        "until": """exists (
          select 1 from tally_hashtag_days as t where t.hashtag = hashtags.id and t.day <= {c} || '~'
        )""",
    },
    "authors": {
        "platform": "authors.platform = {c}",
        "outlet": f"""exists (
          select 1 from tally_outlet_authors as t where t.author = authors.id and t.outlet {LISTED}
        )""",
        "author": f"authors.id {LISTED}",
        "hashtag": f"""authors.id in (
          select author from posts where id in (
            select post from posts_hashtags where hashtag = {{c}} order by posted_at desc limit {MOST_POSTS}
          )
        )""",
    },
    "outlets": {
        "platform": """exists (
          select 1 from tally_outlet_platforms as t where t.outlet = tally_outlets.outlet and t.platform = {c}
        )""",
        "outlet": f"tally_outlets.outlet {LISTED}",
        "author": f"""exists (
          select 1 from tally_outlet_authors as t where t.outlet = tally_outlets.outlet and t.author {LISTED}
        )""",
        "hashtag": """exists (
          select 1 from tally_outlet_hashtags as t where t.outlet = tally_outlets.outlet and t.hashtag = {c}
        )""",
    },
}
