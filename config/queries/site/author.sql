-- What the page of an author shows (archive/site/pages/author.py).

-- query author
select id, platform, handle, name, posts, embeds, quotes, first_seen from authors where id = :author

-- query names
select name, first_posted, last_posted, first_seen, last_seen
from author_names where author = :author
order by coalesce(first_posted, first_seen), name
limit 50

-- query posts
select {of_post}, {gone}
from posts join authors on authors.id = posts.author
where posts.author = :author and (:before = '' or posts.posted_at < :before)
order by posts.posted_at desc
limit :page

-- query outlets: those with a name, and all articles without one as a row of their own
select * from (
  select outlet, embeds, count(*) over () as outlets from tally_outlet_authors
  where author = :author and outlet <> '' order by embeds desc limit 12
)
union all
select outlet, embeds, 0 from tally_outlet_authors where author = :author and outlet = ''

-- query quotes
select quotes.id, quotes.text, quotes.speaker, quotes.speaker_as_written, quotes.verb, quotes.confidence, quotes.gone_at,
  quotes.article,
  articles.title, articles.source, articles.outlet, articles.published_at
from quotes join articles on articles.id = quotes.article
where quotes.author = :author
limit 20

-- query days
select substr(posted_at, 1, 10) as day, count(*) as posts, sum(articles) as embeds
from (
  select posted_at, articles from posts
  where author = :author and posted_at is not null order by posted_at desc limit 1000
)
group by day

-- query undated
select count(*) as posts, sum(articles) as embeds
from (select articles from posts where author = :author and posted_at is null limit 1000)
