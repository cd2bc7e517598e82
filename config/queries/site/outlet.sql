-- What the page of an outlet shows (archive/site/pages/outlet.py).

-- query outlet
select outlet, articles, embeds, quotes from tally_outlets where outlet = :outlet

-- query platforms
select platform, embeds from tally_outlet_platforms where outlet = :outlet order by embeds desc

-- query authors
select authors.id, authors.platform, authors.handle, authors.name, shown.embeds
from (
  select author, embeds from tally_outlet_authors where outlet = :outlet order by embeds desc limit 15
) as shown
join authors on authors.id = shown.author
order by shown.embeds desc

-- query hashtags
select hashtags.id, hashtags.tag, named.articles
from (
  select hashtag, articles from tally_outlet_hashtags where outlet = :outlet order by articles desc limit 15
) as named
join hashtags on hashtags.id = named.hashtag
order by named.articles desc

-- query articles
select id, title, source, published_at, published_day, embeds, quotes, url
from articles where outlet is nullif(:outlet, '')
order by published_at desc
limit 30

-- query days
select coalesce(published_day, published_at) as day, count(*) as articles, sum(embeds + quotes) as reactions
from (
  select published_day, published_at, embeds, quotes from articles
  where outlet is nullif(:outlet, '') and published_at is not null order by published_at desc limit 1000
)
group by day

-- query undated
select count(*) as articles, sum(embeds + quotes) as reactions
from (
  select embeds, quotes from articles
  where outlet is nullif(:outlet, '') and published_at is null limit 1000
)
