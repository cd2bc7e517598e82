-- What the names in a selection mean, and what its form offers (archive/site/selection/known.py).

-- query outlets: for every outlet there is one row: 20,000 are read in 20 ms
select outlet from tally_outlets where outlet <> '' order by embeds desc limit 20000

-- query platforms
select distinct platform from tally_outlet_platforms order by platform limit 40

-- query topics
select distinct topic from articles_topics order by topic limit 100

-- query languages: from one language to the next in an index: `distinct` would read all of it
with recursive
  printed(language) as (
    select min(language) from articles
    union all
    select (select min(language) from articles where language > printed.language) from printed
    where printed.language is not null limit 100
  ),
  posted(language) as (
    select min(language) from posts
    union all
    select (select min(language) from posts where language > posted.language) from posted
    where posted.language is not null limit 100
  )
select language from printed where language <> '' union select language from posted where language <> ''

-- query small: in a large archive the articles are not counted
select coalesce((select max(id) from embeds), 0) <= :small and coalesce((select max(id) from quotes), 0) <= :small
  and (select count(*) from (select 1 from articles where id > '' limit :small + 1)) <= :small as is_small

-- query namesake: a hashtag by its key
select id, tag, posts, articles from hashtags where id = :hashtag

-- query authors
select id, coalesce(name, '@' || handle, id) as called from authors where id = :key
union select id, coalesce(name, '@' || handle, id) from authors where handle = :handle collate nocase
limit 50

-- query existing: the searches that find anything; each probe reads one row
select value from json_each(:searches)
where exists (select 1 from posts_fts where posts_fts match value)
  or exists (select 1 from quotes_fts where quotes_fts match value)
  or exists (select 1 from articles_fts where articles_fts match :scope || '(' || value || ')')
