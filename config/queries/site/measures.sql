-- What the pages of measures read: speed, who shows whom, platforms and languages (archive/site/pages/measures.py).

-- query totals
select (select sum(embeds) from tally_outlets) as embeds,
  (select sum(embeds) from tally_outlet_lags) as exact,
  (select sum(embeds) from tally_outlet_lags where minutes < 0) as older,
  (select count(*) from tally_outlets where outlet <> '') as outlets

-- query lags_of: the lags of outlets, summed up to each step
select outlet, minutes, embeds, total,
  sum(case when minutes < 0 then 0 else embeds end) over (partition by outlet order by minutes) as upto,
  sum(case when minutes < 0 then 0 else embeds end) over (partition by outlet) as number
from (
  select lags.outlet, lags.minutes, lags.embeds, most.embeds as total
  from most join tally_outlet_lags as lags on lags.outlet = most.outlet
)

-- query measures_of: quartiles of the lags that are not negative; each is the step that holds it
sum(embeds) as exact,
  sum(case when minutes < 0 then embeds else 0 end) as older,
  max(number) as number,
  min(case when minutes >= 0 and 4 * upto >= number then minutes end) as quarter,
  min(case when minutes >= 0 and 2 * upto >= number then minutes end) as median,
  min(case when minutes >= 0 and 4 * upto >= 3 * number then minutes end) as three_quarters,
  sum(case when minutes between 0 and 59 then embeds else 0 end) as within_hour,
  sum(case when minutes between 0 and 1439 then embeds else 0 end) as within_day

-- query ranked: the outlets that show most; each has at most as many rows as there are steps
with most as (
  select outlet, embeds from tally_outlets where outlet <> '' order by embeds desc limit :outlets
), summed as ({lags_of})
select outlet, max(total) as embeds, count(*) over () as ranked, {measures_of}
from summed group by outlet having max(number) >= :least
order by median, quarter, three_quarters, outlet
limit 100

-- query one: one outlet
with most as (select outlet, embeds from tally_outlets where outlet = :outlet), summed as ({lags_of})
select outlet, max(total) as embeds, {measures_of} from summed group by outlet

-- query steps
select minutes, embeds from tally_outlet_lags where outlet = :outlet order by minutes

-- query latest
select articles.id as article, articles.title, articles.source, articles.published_at, posts.id as post,
  posts.platform, posts.posted_at, authors.id as author, authors.handle, authors.name,
  {seconds} as seconds
from (
  select id, title, source, published_at, published_zone from articles
  where outlet is nullif(:outlet, '') and published_at > '' order by published_at desc limit 200
) as articles
join embeds on embeds.article = articles.id
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author
where {is_exact}
group by articles.id, posts.id
order by articles.published_at desc, seconds
limit 60

-- query matrix
with rows as (
  select outlet, embeds from tally_outlets
  where outlet <> '' and embeds > 0 order by embeds desc limit 15
), columns as (
  select authors.id, handle, name, authors.embeds, sum(json_extract(each.value, '$[1]')) as here
  from rows cross join json_each((
    select json_group_array(json_array(author, embeds)) from (
      select author, embeds from tally_outlet_authors where outlet = rows.outlet order by embeds desc limit 12
    )
  )) as each
  join authors on authors.id = json_extract(each.value, '$[0]')
  group by authors.id order by here desc, authors.embeds desc, authors.id limit 12
)
select rows.outlet, rows.embeds as of_outlet, columns.id as author, columns.handle, columns.name,
  columns.embeds as of_author, coalesce(shown.embeds, 0) as embeds
from rows cross join columns
left join tally_outlet_authors as shown on shown.outlet = rows.outlet and shown.author = columns.id
order by rows.embeds desc, rows.outlet, columns.here desc, columns.embeds desc, columns.id

-- query total
select sum(embeds) as embeds from tally_outlets

-- query sharing: the posts shown most, with the outlets of some of their articles
with shared as (
  select id from posts where articles > 1 order by articles desc, id limit :posts
), shown as materialized (
  select distinct shared.id as post, articles.outlet
  from shared
  join articles on articles.id in (select article from embeds where embeds.post = shared.id limit :articles)
  where articles.outlet <> ''
)

-- query pairs
{sharing}, each as (select outlet, count(*) as posts from shown group by outlet)
select pairs.one, pairs.other, pairs.posts as shared, first.posts as of_one, second.posts as of_other
from (
  select one.outlet as one, other.outlet as other, count(*) as posts
  from shown as one join shown as other on other.post = one.post and other.outlet > one.outlet
  group by 1, 2 order by posts desc, one, other limit 40
) as pairs
join each as first on first.outlet = pairs.one
join each as second on second.outlet = pairs.other
order by shared desc, one, other

-- query both
{sharing}
select {of_post}
from shown as one
join shown as other on other.post = one.post and other.outlet = :other
join posts on posts.id = one.post
left join authors on authors.id = posts.author
where one.outlet = :one
order by posts.articles desc, posts.id
limit :rows

-- query posts: the posts of an account that an outlet shows
select {of_post}, articles.id as article, articles.title, articles.source,
  articles.published_at, articles.published_day
from (select * from posts where author = :author order by posted_at desc limit :newest) as posts
join embeds on embeds.post = posts.id
join articles on articles.id = embeds.article and articles.outlet is nullif(:outlet, '')
left join authors on authors.id = posts.author
group by posts.id, articles.id
order by posts.posted_at desc, posts.id
limit :rows

-- query count
select embeds from tally_outlet_authors where outlet = :outlet and author = :author

-- query ends
select min(day) as first, max(day) as last from tally_days where day >= :since and day <= :until

-- query days
select {key} as key, day, {number} as number from {table}
where day = '' or day >= :since and day <= :until

-- query months: each month is a stretch of the table's key, added up in its order: grouping would sort all days
with recursive
  keys(key) as (
    select min({key}) from {table}
    union all
    select (select min({key}) from {table} where {key} > keys.key) from keys where keys.key is not null
  ),
  months(day, first, last) as (
    select '', '', ''
    union all
    select month || '-01', max(month, :since), min(month || '~', :until) from (
      select distinct substr(day, 1, 7) as month from tally_days where day >= :since and day <= :until
    )
  )
select * from (
  select key, day, (
    select sum({number}) from {table} as t where t.{key} = keys.key and t.day between first and last
  ) as number
  from keys cross join months
) where number is not null
