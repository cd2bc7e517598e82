-- The columns of files of selections (archive/site/selection/exporting.py).

-- query article: the columns of an article
articles.id as article, articles.title, articles.outlet, articles.published_at,
  articles.language as article_language, articles.url as article_url

-- query posts
select posts.rowid as hit, posts.id as post, posts.platform, posts.author, authors.handle, authors.name,
  posts.text, posts.language, posts.posted_at, posts.posted_source, posts.posted_as_written, posts.articles,
  posts.url,
  (select group_concat(hashtag, ' ') from posts_hashtags where post = posts.id) as hashtags
from posts left join authors on authors.id = posts.author where posts.rowid in (select value from json_each(:hits))

-- query articles
select articles.rowid as hit, {article}, articles.published_source, articles.embeds, articles.quotes,
  articles.first_seen, articles.digest
from articles where articles.rowid in (select value from json_each(:hits))

-- query quotes
select quotes.id as hit, 'quote' as kind, quotes.text, quotes.speaker, quotes.speaker_as_written, quotes.verb,
  quotes.platform, quotes.author, quotes.confidence, {article}, quotes.position, quotes.first_seen,
  quotes.gone_at
from quotes join articles on articles.id = quotes.article where quotes.id in (select value from json_each(:hits))

-- query embeds
select embeds.id as hit, 'embed' as kind, embeds.post, posts.platform, posts.author, authors.handle,
  authors.name,
  embeds.text, posts.language, posts.posted_at, posts.url, embeds.form, {article}, embeds.position,
  embeds.first_seen, embeds.gone_at
from embeds join articles on articles.id = embeds.article join posts on posts.id = embeds.post
left join authors on authors.id = posts.author where embeds.id in (select value from json_each(:hits))
