-- What the page of a hashtag and a story show (archive/site/pages/hashtag.py).

-- query post: a post as a card
select {of_post}, {gone}
from posts left join authors on authors.id = posts.author

-- query article: an article in a list
select id, title, source, outlet, published_at, published_day from articles

-- query carrying: the posts with the hashtag
select {of_post}, {gone}
from posts_hashtags
join posts on posts.id = posts_hashtags.post
left join authors on authors.id = posts.author
where posts_hashtags.hashtag = :hashtag

-- query times: how often other hashtags stand beside it
select hashtags.id, hashtags.tag, count(*) as times
from beside join hashtags on hashtags.id = beside.hashtag
where beside.hashtag <> :hashtag
group by beside.hashtag order by times desc, hashtags.id limit 12

-- query narrowed_posts
{post}
where posts.rowid in (select value from json_each(:shown)) order by posts.posted_at, posts.id

-- query narrowed_articles
{article} where rowid in (select value from json_each(:latest))
order by published_at desc, id

-- query narrowed_first_post
{post}
where posts.rowid in (select value from json_each(:first_post))

-- query narrowed_first_article
{article} where rowid in (select value from json_each(:first_article))

-- query narrowed_accounts
select authors.id, authors.platform, authors.handle, authors.name, count(*) as posts,
  sum(posts.articles) as articles
from (select * from posts where rowid in (select value from json_each(:posts))) as posts
join authors on authors.id = posts.author
group by authors.id order by posts desc, articles desc, authors.id limit 12

-- query narrowed_outlets
select coalesce(outlet, '') as outlet, count(*) as articles,
  sum(max(outlet is not null)) over () as outlets
from articles where rowid in (select value from json_each(:articles))
group by 1 order by articles desc, outlet limit 12

-- query narrowed_beside
with beside as (
  select hashtag from posts_hashtags where post in (select id from posts where rowid in (select value from json_each(:posts)))
  union all
  select hashtag from articles_hashtags
  where article in (select id from articles where rowid in (select value from json_each(:articles)))
) {times}

-- query story_posts: posts of a story
{post} where posts.rowid in (select value from json_each(:posts))

-- query story_articles: its articles
{article} where rowid in (select value from json_each(:articles))

-- query days
select day, posts, articles from tally_hashtag_days where hashtag = :hashtag order by day

-- query posts
{carrying}
  and (posts_hashtags.posted_at, posts_hashtags.post) > (:after, :after_post)
order by posts_hashtags.posted_at, posts_hashtags.post
limit :page

-- query undated
{carrying} and posts_hashtags.posted_at is null limit 20

-- query outlets: those with a name, and all articles without one as a row of their own
select * from (
  select outlet, articles, count(*) over () as outlets from tally_outlet_hashtags
  where hashtag = :hashtag and outlet <> '' order by articles desc limit 12
)
union all
select outlet, articles, 0 from tally_outlet_hashtags where hashtag = :hashtag and outlet = ''

-- query spellings
select as_written, articles from tally_spellings where hashtag = :hashtag order by articles desc limit 12

-- query beside
with latest_posts as (
  select post from posts_hashtags where hashtag = :hashtag order by posted_at desc limit 500
), latest_articles as (
  select article from articles_hashtags where hashtag = :hashtag order by published_at desc limit 500
), beside as (
  select hashtag from posts_hashtags where post in (select post from latest_posts)
  union all
  select hashtag from articles_hashtags where article in (select article from latest_articles)
) {times}

-- query articles
select articles.id, articles.title, articles.source, articles.outlet, articles.published_at,
  articles.published_day,
  named.as_written, named.within
from (
  select article, as_written, within from articles_hashtags
  where hashtag = :hashtag order by published_at desc limit 12
) as named
join articles on articles.id = named.article
group by articles.id
order by articles.published_at desc

-- query accounts
select authors.id, authors.platform, authors.handle, authors.name, count(*) as posts,
  sum(posts.articles) as articles
from (
  select post from posts_hashtags where hashtag = :hashtag order by posted_at desc limit :looked
) as used join posts on posts.id = used.post join authors on authors.id = posts.author
group by authors.id order by posts desc, articles desc, authors.id limit 12

-- query first_post
select posts.id, posts.posted_at, posts.author, authors.handle, authors.name
from (
  select post from posts_hashtags where hashtag = :hashtag and posted_at > ''
  order by posted_at, post limit 1
) as used
join posts on posts.id = used.post left join authors on authors.id = posts.author

-- query first_article
{article} where id = (
  select article from articles_hashtags where hashtag = :hashtag and published_at > ''
  order by published_at, article limit 1
)

-- query carried: the first articles that show posts, but for posts in too many articles to look at
select carried.post, articles.id, articles.title, articles.source, articles.outlet, articles.published_at,
  articles.published_day,
  case when {is_exact} then {seconds} end as seconds
from (
  select posts.id as post, embeds.article
  from posts join embeds on embeds.post = posts.id join articles on articles.id = embeds.article
  where posts.rowid in (select value from json_each(:posts)) and posts.articles <= 3000 and articles.published_at > ''
  order by articles.published_at, articles.id limit 500
) as carried
join posts on posts.id = carried.post join articles on articles.id = carried.article
order by articles.published_at, articles.id
