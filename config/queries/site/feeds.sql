-- What feeds have (archive/site/feeds.py).

-- query embeds: the entries of embeds
select 'embed' as kind, embeds.id, embeds.post, embeds.article, embeds.text, embeds.first_seen as first_seen,
  posts.url, authors.name, authors.handle, articles.title, articles.outlet, articles.published_at,
  articles.published_day
from embeds
join articles on articles.id = embeds.article
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author

-- query quotes: the entries of quotes
select 'quote' as kind, quotes.id, null as post, quotes.article, quotes.text, quotes.first_seen, articles.url,
  quotes.speaker as name, null as handle, articles.title, articles.outlet, articles.published_at,
  articles.published_day
from quotes
join articles on articles.id = quotes.article

-- query shown: the newest reactions of the articles that are named
{embeds}
where embeds.article in (select article from named)
union all
{quotes}
where quotes.article in (select article from named)
order by first_seen desc
limit :entries

-- query hashtag
with named as (
  select distinct article from (
    select article from articles_hashtags where hashtag = :key order by published_at desc limit 60
  )
)
{shown}

-- query outlet
with named as (
  select id as article from articles where outlet is nullif(:key, '') order by published_at desc limit 60
)
{shown}

-- query selected_posts
select 'post' as kind, posts.id, posts.id as post, null as article, posts.text, posts.first_seen, posts.url,
  authors.name, authors.handle, posts.platform as outlet, null as title, posts.posted_at as published_at
from posts left join authors on authors.id = posts.author
where posts.rowid in (select value from json_each(:hits))

-- query selected_articles
select 'article' as kind, articles.id, null as post, articles.id as article,
  substr(articles.text, 1, 600) as text,
  articles.first_seen, articles.url, articles.title as name, null as handle, articles.outlet, articles.title,
  articles.published_at, articles.published_day
from articles where articles.rowid in (select value from json_each(:hits))

-- query selected_embeds
{embeds}
where embeds.id in (select value from json_each(:hits))

-- query selected_quotes
{quotes}
where quotes.id in (select value from json_each(:hits))
