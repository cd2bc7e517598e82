-- What the page of a post shows (archive/site/pages/post.py).

-- query post
select posts.*, authors.handle, authors.name, {gone}
from posts left join authors on authors.id = posts.author
where posts.id = coalesce((select post from post_aliases where alias = :post), :post)

-- query embeds
select embeds.article, embeds.form, embeds.text_source, embeds.position, embeds.printing, embeds.gone_at,
  embeds.first_seen,
  articles.title, articles.source, articles.outlet, articles.published_at, articles.published_day,
  articles.url, articles.digest,
  {context_of_embeds}
from (select * from embeds where post = :post limit 300) as embeds
join articles on articles.id = embeds.article
order by articles.published_at, articles.id

-- query first: the articles that state their time to the minute, in the order of publication
select articles.id as article, articles.title, articles.source, articles.outlet, articles.published_at,
  {seconds} as seconds, count(*) over () as exact,
  posts.posted_zone is not null as is_exact
from (select distinct article from embeds where post = :post limit 3000) as shown
join articles on articles.id = shown.article
join posts on posts.id = :post
where substr(articles.published_at, -1) = 'Z'
order by articles.published_at, articles.id
limit 20

-- query printings
select printings.id, printings.text, printings.name, printings.handle, printings.native_id,
  printings.posted_at, printings.posted_source, printings.posted_as_written, printings.source,
  printings.first_seen,
  (
    select count(*) from (
      select 1 from embeds where embeds.printing = printings.id and gone_at is null limit 1000
    )
  ) as articles
from printings left join posts on posts.id = printings.post
where printings.post = :post
order by printings.source is not null, printings.text is not posts.text, articles desc, printings.id
limit 20

-- query hashtags
select hashtag, as_written from posts_hashtags where post = :post limit 50

-- query links
select url from links where post = :post order by position limit 20

-- query media
select url from media where post = :post order by position limit 20

-- query captures
select captures.fetched_at, captures.url, captures.status, captures.digest, captures.file, captures.type,
  captures.article
from (select distinct article from embeds where post = :post limit 50) as shown
join captures on captures.article = shown.article and captures.hidden is null
order by captures.fetched_at desc
limit 20

-- query there
select * from availability where post = :post

-- query checks
select checks.verdict, checks.reason, checks.method, checks.http_status, checks.first_at, checks.last_at,
  checks.times, captures.url, captures.digest, captures.file, captures.offset
from checks left join captures on captures.id = checks.capture and captures.hidden is null
where checks.post = :post
order by checks.last_at desc, checks.id desc
limit 20

-- query problems
select problems.kind, problems.message, problems.article
from (select distinct article from embeds where post = :post limit 50) as shown
join problems on problems.article = shown.article
where :native_id <> '' and instr(problems.message, :native_id) > 0
limit 10
