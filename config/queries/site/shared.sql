-- Pieces of the queries of the pages, for the places {of_post} and so on (archive/site).

-- query of_post: the columns of a post that its card shows, with its author
posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at, posts.articles,
  authors.handle, authors.name

-- query gone: gone is 1 if every embed of a post is gone; vanished, media (up to 20) and differs are null if there is none
(
    posts.articles > 0
    and not exists (select 1 from embeds where embeds.post = posts.id and embeds.gone_at is null)
  ) as gone, (
    select status from availability where availability.post = posts.id and availability.confirmed = 1
  ) as vanished, (select count(*) from (select 1 from media where media.post = posts.id limit 20)) as media,
(
    select case max(source is null and not exists (
        select 1 from embeds where embeds.printing = printings.id
        union all select 1 from repeats where repeats.printing = printings.id
      )) when 1 then 'corrected' when 0 then 'wordings differ' end
    from printings where posts.wordings is not null and printings.post = posts.id and printings.text <> posts.text
  ) as differs

-- query context_of_embeds: sentences around an embed, its place in them (`limits.hide_text` knows the name surroundings)
(
    with surroundings as (select whole.text from articles as whole where whole.id = embeds.article)
    select substr(text, embeds.context_start + 1, min(embeds.context_end - embeds.context_start, 3000))
    from surroundings
  ) as context,
  embeds.start_offset - embeds.context_start as context_from,
  embeds.end_offset - embeds.start_offset as context_length

-- query context_of_quotes: the same for a quote
(
    with surroundings as (select whole.text from articles as whole where whole.id = quotes.article)
    select substr(text, quotes.context_start + 1, min(quotes.context_end - quotes.context_start, 3000))
    from surroundings
  ) as context,
  quotes.start_offset - quotes.context_start as context_from,
  quotes.end_offset - quotes.start_offset as context_length

-- query is_exact: article and post have instants in UTC
articles.published_zone = 'UTC' and posts.posted_zone = 'UTC'

-- query seconds: from the post to the article
strftime('%s', articles.published_at) - strftime('%s', posts.posted_at)
