-- The rows of a selection as pages show them, and the names of their facets (archive/site/selection/rows.py).
-- {shown} is the text, {excerpt} a part of it with its matches.

-- query excerpt_by_words: the part of an article's text with the words
(
    select snippet(articles_fts, 1, char(2), char(3), '…', 64) from articles_fts
    where articles_fts match :words and articles_fts.rowid = articles.rowid
  )

-- query excerpt_by_letters: the part with the first piece
substr(
    articles.text, max(1, instr(lower(articles.text), json_extract(:pieces, '$[0]')) - 120),
    300 * (instr(lower(articles.text), json_extract(:pieces, '$[0]')) > 0)
  )

-- query read: what is read of an article's text where the words are looked for in it
substr(articles.text, 1, 50000)

-- query shown_posts
select posts.rowid as hit, posts.id, posts.platform, posts.url, posts.author, posts.posted_at, posts.articles,
  authors.handle, authors.name, {gone}, {shown} as marked
from posts left join authors on authors.id = posts.author
where posts.rowid in (select value from json_each(:hits))

-- query shown_quotes
select quotes.id as hit, quotes.speaker, quotes.speaker_as_written, quotes.verb, quotes.platform,
  quotes.author, quotes.confidence, quotes.gone_at, quotes.article, articles.title, articles.source,
  articles.outlet, articles.published_at, articles.published_day,
  {context_of_quotes}, {shown} as marked
from quotes join articles on articles.id = quotes.article
where quotes.id in (select value from json_each(:hits))

-- query shown_embeds
select embeds.id as hit, embeds.post as id, posts.platform, posts.url, posts.author, posts.posted_at,
  authors.handle, authors.name, {gone}, embeds.form, embeds.text_source, embeds.gone_at, embeds.article,
  articles.title, articles.source, articles.outlet, articles.published_at, articles.published_day,
  {context_of_embeds}, {shown} as marked
from embeds
join articles on articles.id = embeds.article
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author
where embeds.id in (select value from json_each(:hits))

-- query shown_articles
select articles.rowid as hit, articles.id, articles.source, articles.outlet, articles.published_at,
  articles.published_day, articles.language, articles.embeds, articles.quotes, {shown} as marked,
  {excerpt} as excerpt, iif(coalesce(articles.title, '') = '', substr(articles.text, 1, 300), null) as beginning
from articles
where articles.rowid in (select value from json_each(:hits))

-- query leads: the first article that shows a post, for those without words
select embeds.post, embeds.article, articles.title, articles.source, articles.outlet,
  {context_of_embeds}
from embeds join articles on articles.id = embeds.article
where embeds.id in (select min(id) from embeds where post in (select value from json_each(:posts)) group by post)

-- query called: the names of authors and hashtags
select 'author' as facet, id,
  coalesce(name, '@' || handle, id)
    || iif(name > '' and count(*) over (partition by name) > 1, coalesce(' @' || handle, ''), '') as called
from authors where id in (select value from json_each(:author))
union all select 'hashtag', id, '#' || tag from hashtags where id in (select value from json_each(:hashtag))
