-- What a comparison of hashtags, outlets or authors reads (archive/site/pages/compare.py).

-- query offers_hashtag
select id as key, tag as name from (select * from hashtags order by articles desc limit :offered) as named
order by exists (select 1 from tally_hashtag_days as t where hashtag = named.id and t.articles > 0) desc, articles desc

-- query offers_outlet
select outlet as key, outlet as name from tally_outlets where outlet <> '' order by embeds desc limit :offered

-- query offers_author
select id as key, handle as name from authors where embeds > 0 order by embeds desc limit :offered

-- query meant_hashtag: what is meant by a name, and how much there is of it in all
select id as key, '#' || tag as name, articles as total from hashtags where id = :typed

-- query meant_outlet
select outlet as key, outlet as name, embeds + quotes as total from tally_outlets
where outlet = (
  select outlet from tally_outlets where outlet <> '' and outlet = :typed collate nocase
  order by outlet = :typed desc, embeds desc limit 1
)

-- query meant_author
select id as key, coalesce('@' || handle, name, id) as name, embeds as total from authors
where id = :typed or id = lower(:typed) or handle = ltrim(:typed, '@') collate nocase
order by id = :typed desc, embeds desc limit 1

-- query spans_hashtag: the two ends are queried separately: an index finds each, and both together would read all rows
select (select min(day) from tally_hashtag_days where hashtag = :{0}) as first,
  (select max(day) from tally_hashtag_days where hashtag = :{0}) as last

-- query spans_outlet
select (select min(coalesce(published_day, published_at)) from articles where outlet = :{0}) as first,
  (select max(coalesce(published_day, published_at)) from articles where outlet = :{0}) as last

-- query spans_author
select (select min(posted_at) from posts where author = :{0}) as first,
  (select max(posted_at) from posts where author = :{0}) as last

-- query figures_hashtag
select :{0} as hashtag, {day} as day, sum(articles) as number
from tally_hashtag_days
where hashtag = :{0} and articles > 0 and day >= :since and day <= :until
group by 2

-- query figures_outlet
select :{0} as outlet, {published} as day, sum(embeds + quotes) as number, count(*) as articles
from (
  select coalesce(published_day, published_at) as published, embeds, quotes from articles
  where outlet = :{0} and coalesce(published_day, published_at) >= :since
    and coalesce(published_day, published_at) <= :until
  order by coalesce(published_day, published_at) desc limit :most
)
group by 2

-- query figures_author
select :{0} as author, {posted} as day, sum(articles) as number, count(*) as posts
from (
  select posted_at, articles from posts
  where author = :{0} and posted_at >= :since and posted_at <= :until
  order by posted_at desc limit :most
)
group by 2

-- query base
select {day} as day, sum(articles) as articles from tally_days
where articles > 0 and day >= :since and day <= :until
group by 1
