-- What the front page shows (archive/site/pages/home.py).

-- query totals
select
  (select sum(articles) from tally_outlets) as articles,
  (select sum(posts) from tally_platform_days) as posts,
  (select count(*) from authors) as authors,
  (select count(*) from hashtags) as hashtags,
  (select sum(quotes) from tally_outlets) as quotes,
  (select sum(embeds) from tally_outlets) as embeds,
  (select count(*) from tally_outlets where outlet <> '') as outlets,
  (select min(posted_at) from posts where posted_at > '') as first_post,
  (select max(posted_at) from posts) as last_post,
  (select max(last_seen) from articles) as last_seen

-- query days
select day, posts, articles, embeds, quotes from tally_days order by day

-- query hashtags
select id, tag, posts, articles from hashtags order by articles desc limit 12

-- query outlets: those with a name, and all articles without one as a row of their own
select * from (
  select outlet, articles, embeds, quotes from tally_outlets where outlet <> '' order by embeds desc limit 8
)
union all
select outlet, articles, embeds, quotes from tally_outlets where outlet = ''

-- query authors
select id, platform, handle, name, posts, embeds from authors where embeds > 0 order by embeds desc limit 8

-- query posts: posts with words first, among the first 200: sorting all posts of one article would read them all
with first as (select * from posts order by articles desc, id limit 200)
select {of_post}, {gone}
from first as posts left join authors on authors.id = posts.author
order by posts.articles desc, posts.text is null, posts.id
limit 6

-- query latest: the newest reactions with words, each post once, at most two of an article, among the last that were archived
with newest as (
  select kind, article, title, outlet, published_at, published_day, post as id, quote, platform, author, handle, name,
    text, posted_at, url, first_seen, gone_at
  from reactions order by first_seen desc limit 150
)
select newest.*, (select source from articles where articles.id = article) as source, coalesce(quote, (
    select id from embeds where embeds.post = newest.id and embeds.article = newest.article limit 1
  )) as hit
from (
  select *, row_number() over (partition by article order by first_seen desc, posted_at) as place,
    row_number() over (partition by coalesce(id, quote) order by first_seen desc, published_at) as showing
  from newest where text > ''
) as newest
where place <= 2 and showing = 1
order by substr(first_seen, 1, 10) desc, coalesce(posted_at, published_day, published_at, '') desc, article, place
limit 8

-- query rising: hashtags of which most uses are in the newest days: a fifth of the days of all hashtags, or of `MOST_DAYS`
with newest as (
  select hashtag, day, posts + articles as uses from tally_hashtag_days where day <= date('now')
  order by day desc limit (select count(*) / 5 from (select 1 from tally_hashtag_days limit 5000))
)
select hashtags.id, hashtags.tag, sum(newest.uses) as uses, hashtags.posts + hashtags.articles as total,
  (select min(day) from newest) as since
from newest join hashtags on hashtags.id = newest.hashtag
group by hashtags.id having uses > 2 and uses * 2 > total
order by uses * uses / total desc, hashtags.id limit 8

-- query run
select started_at, ended_at, exit_code, sources, articles, added, failed from runs order by id desc limit 1

-- query problems
select kind, count(*) as documents from problems group by kind order by documents desc limit 6

-- query examples: what most articles name or show, for questions that have an answer
select 'hashtag' as field, id as key, '#' || tag as name from (select * from hashtags order by articles desc limit 1)
union all
select 'author', id, coalesce(name, '@' || handle, id) from (select * from authors order by embeds desc limit 1)
union all
select 'outlet', outlet, outlet from (
  select outlet from tally_outlets where outlet <> '' order by embeds desc limit 1
)
