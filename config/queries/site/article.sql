-- What the page of an article shows (archive/site/pages/article.py).

-- query article
select id, url, title, outlet, language, published_at, published_day, published_precision, published_source,
  published_as_written, embeds, quotes, allusions, kind, source, digest, first_seen, last_seen,
  saved_at, section, modified_at, modified_as_written, length(text) as length
from articles where id = :article

-- query text
select substr(text, :start + 1, :length) as text from articles where id = :article

-- query embeds
select 'embed' as kind, 'e' || embeds.id as anchor, embeds.position, embeds.start_offset, embeds.form,
  embeds.text_source, embeds.text, embeds.gone_at, embeds.first_seen, embeds.last_seen, posts.id,
  posts.platform, posts.url, posts.author, posts.posted_at,
  posts.articles, posts.text as usual_text, authors.handle, authors.name, {gone},
  {context_of_embeds}
from embeds
join articles on articles.id = embeds.article
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author
where embeds.article = :article
order by embeds.position
limit 500

-- query quotes
select 'quote' as kind, 'q' || quotes.id as anchor, quotes.position, quotes.start_offset, quotes.text, quotes.speaker,
  quotes.speaker_as_written, quotes.verb, quotes.platform, quotes.author, quotes.handle,
  quotes.confidence, quotes.gone_at, quotes.first_seen,
  quotes.last_seen, {context_of_quotes}
from quotes
join articles on articles.id = quotes.article
where quotes.article = :article
order by quotes.position
limit 500

-- query hashtags
select hashtags.id, hashtags.tag, group_concat(distinct named.within) as within
from articles_hashtags as named join hashtags on hashtags.id = named.hashtag
where named.article = :article
group by hashtags.id
order by hashtags.articles desc
limit 40

-- query allusions: with the words around them, where these may be read
select allusions.text, platform,
  substr(articles.text, max(1, start_offset - 59), min(60, start_offset)) as before,
  substr(articles.text, end_offset + 1, 60) as after
from allusions join articles on articles.id = allusions.article
where article = :article order by position limit 20

-- query bylines
select name from bylines where article = :article order by position limit 20

-- query captures
select fetched_at, url, status, content_type, digest, file, refused, type
from captures where article = :article and hidden is null order by fetched_at desc limit 50

-- query topics
select topic from articles_topics where article = :article order by topic limit 50

-- query problems
select step, kind, message from problems where article = :article limit 50
