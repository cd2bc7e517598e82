-- What the pages of versions and of what vanished read (archive/site/pages/versions.py).

-- query in_article: the columns of an article where something vanished
articles.id as article, articles.title, articles.source, articles.outlet, articles.published_at,
  articles.published_day

-- query former: the printing of a post that a newer one replaced; it is in no article any more
select former.id from printings as former
where former.post = newer.post and former.first_seen < newer.first_seen and former.source is null
  and not exists (select 1 from embeds as others where others.printing = former.id)
order by former.first_seen desc limit 1

-- query article
select id, title, source, outlet, published_at, url from articles where id = :article

-- query embeds: also in the words that an article replaced by others
with shown as (
  select embeds.*, coalesce(embeds.saved_at, embeds.first_seen) as first_at, newer.first_seen as worded_at,
    (select text from printings where id = ({former})) as before
  from embeds
  left join printings as newer on newer.id = embeds.printing and newer.first_seen > embeds.first_seen
  where embeds.article = :article
  order by embeds.position, embeds.id limit 500
), worded as (
  select id, post, position, start_offset, text, iif(before is null, first_at, worded_at) as first_at, gone_at from shown
  union all select id, post, position, start_offset, before, first_at, worded_at from shown where before is not null
)
select 'embed' as kind, worded.post as id, worded.position, worded.start_offset,
  coalesce(worded.text, posts.text) as text, worded.first_at,
  worded.gone_at, posts.platform, posts.author, posts.posted_at, posts.url, authors.handle, authors.name
from worded
join posts on posts.id = worded.post
left join authors on authors.id = posts.author
order by worded.position, worded.id, worded.first_at

-- query quotes
select 'quote' as kind, text as id, position, start_offset, text,
  coalesce(saved_at, first_seen) as first_at, gone_at, platform, author, handle, speaker as name
from quotes
where article = :article
order by position, id
limit 500

-- query captures
select fetched_at, status, digest, refused, type from captures
where article = :article order by fetched_at, id limit 100

-- query lost_embeds
select 'embed' as kind, gone.gone_at as at, gone.last_seen as seen, gone.id as hit, gone.post as id, posts.platform,
  posts.author, posts.posted_at, posts.url, authors.handle, authors.name, coalesce(gone.text, posts.text) as text,
  {in_article}, (
    select coalesce(later.text, posts.text, '') from embeds as later
    where later.post = gone.post and later.article = gone.article
      and (later.gone_at is null or later.gone_at > gone.gone_at) limit 1
  ) as now
from (select * from embeds where gone_at >= :since and gone_at <= :until order by gone_at desc limit :most) as gone
join articles on articles.id = gone.article
join posts on posts.id = gone.post
left join authors on authors.id = posts.author

-- query lost_quotes
select 'quote' as kind, gone.gone_at as at, gone.last_seen as seen, gone.id as hit, gone.platform, gone.author,
  gone.handle, gone.speaker, gone.speaker_as_written, gone.verb, gone.text, {in_article}, (
    select json_group_array(text) from (
      select later.text from quotes as later
      where later.article = gone.article and later.speaker is gone.speaker
        and coalesce(later.saved_at, later.first_seen) = gone.gone_at order by later.position limit 20
    )
  ) as now
from (select * from quotes where gone_at >= :since and gone_at <= :until order by gone_at desc limit :most) as gone
join articles on articles.id = gone.article

-- query reworded: embeds whose words were replaced, among the newest printings; the former printing is in no article any more
select 'embed' as kind, newer.first_seen as at, older.first_seen as seen, embeds.id as hit, newer.post as id,
  posts.platform, posts.author, posts.posted_at, posts.url, authors.handle, authors.name, older.text,
  {in_article}, coalesce(newer.text, '') as now
from (select * from printings order by rowid desc limit :checked) as newer
join embeds on embeds.printing = newer.id and embeds.first_seen < newer.first_seen
join printings as older on older.id = ({former})
join articles on articles.id = embeds.article
join posts on posts.id = newer.post
left join authors on authors.id = posts.author
where newer.first_seen >= :since and newer.first_seen <= :until
order by newer.first_seen desc limit :checked

-- query lost: posts that two checks, a day or more apart, found no longer public, and none public after that
with gone as (
  select post, first_at, last_at from checks where id in (
    select id from checks where verdict in (select value from json_each(:verdicts)) and last_at >= :since
    order by id desc limit :checked
  )
)
select post, min(first_at) as at from gone
where not exists (
  select 1 from checks as up
  where up.post = gone.post and up.verdict in ('up', 'restricted') and up.last_at >= gone.first_at
)
group by post having julianday(max(last_at)) - julianday(min(first_at)) >= 1 and at >= :since and at <= :until
order by at desc

-- query lost_posts
select 'post' as kind, json_extract(gone.value, '$.at') as at, availability.last_up as seen,
  availability.status, posts.id, posts.platform, posts.author, posts.posted_at, posts.url, posts.text, posts.articles,
  authors.handle, authors.name
from json_each(:lost) as gone
join availability on availability.post = json_extract(gone.value, '$.post')
join posts on posts.id = availability.post
left join authors on authors.id = posts.author

-- query lost_days
select substr(gone_at, 1, 10) as day, count(*) as reactions, 0 as posts from (
  select gone_at from (
    select gone_at from embeds where gone_at >= :since and gone_at <= :until order by gone_at desc limit 20000
  )
  union all select gone_at from (
    select gone_at from quotes where gone_at >= :since and gone_at <= :until order by gone_at desc limit 20000
  )
) group by 1 order by 1

-- query months
select strftime('%Y-%m', 'now') as this, strftime('%Y-%m', 'now', 'start of month', '-1 month') as last
