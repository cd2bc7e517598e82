-- What `voxpop verify` recounts and compares, and how `--repair` corrects it. Words in braces stand for SQL that the
-- code shares with these queries (archive/verify/check.py). The first column of a result names the row.
-- column: a column of rows that count others: the ids of these rows, each with its count; rows left out count 0.
-- tally: a tally table, with all its rows.
-- agreement: the name of a mismatch of values that are stored twice or follow from others, and its rows.
-- correction: the one statement that corrects a mismatch, before anything is counted.

-- query column posts.articles:
SELECT post, count(DISTINCT article) FROM embeds GROUP BY 1

-- query column articles.embeds:
SELECT article, count(DISTINCT post) FROM embeds GROUP BY 1

-- query column articles.quotes:
SELECT article, count(*) FROM quotes GROUP BY 1

-- query column articles.allusions:
SELECT article, count(*) FROM allusions GROUP BY 1

-- query column authors.posts:
SELECT author, count(*) FROM posts GROUP BY 1

-- query column authors.embeds:
SELECT author, sum(articles) FROM posts GROUP BY 1

-- query column authors.quotes:
SELECT author, count(*) FROM quotes GROUP BY 1

-- query column authors.names:
SELECT author, count(*) FROM author_names GROUP BY 1

-- query column hashtags.posts:
SELECT hashtag, count(*) FROM posts_hashtags GROUP BY 1

-- query column hashtags.articles:
SELECT hashtag, count(DISTINCT article) FROM articles_hashtags GROUP BY 1

-- query tally tally_days:
SELECT day, sum(articles), sum(posts), sum(embeds), sum(quotes) FROM (
    SELECT published_day AS day, 1 AS articles, 0 AS posts, 0 AS embeds, 0 AS quotes FROM articles
    UNION ALL SELECT substr(posted_at, 1, 10), 0, 1, 0, 0 FROM posts
    UNION ALL SELECT published_day, 0, 0, 1, 0 FROM {SHOWN} JOIN articles ON articles.id = shown.article
    UNION ALL SELECT published_day, 0, 0, 0, 1 FROM quotes JOIN articles ON articles.id = quotes.article
) WHERE length(day) = 10 GROUP BY day

-- query tally tally_hashtag_days:
SELECT hashtag, day, sum(posts), sum(articles) FROM (
    SELECT hashtag, substr(posted_at, 1, 10) AS day, 1 AS posts, 0 AS articles FROM posts_hashtags
    UNION ALL SELECT hashtag, published_day, 0, 1
    FROM (SELECT DISTINCT article, hashtag, published_day FROM articles_hashtags)
) WHERE length(day) = 10 GROUP BY hashtag, day

-- query tally tally_spellings:
SELECT hashtag, as_written, count(*) FROM articles_hashtags GROUP BY hashtag, as_written

-- query tally tally_outlets:
SELECT coalesce(outlet, ''), count(*), sum(embeds), sum(quotes) FROM articles GROUP BY 1

-- query tally tally_outlet_platforms:
SELECT coalesce(outlet, ''), platform, count(*) FROM {SHOWN_POSTS} GROUP BY 1, 2

-- query tally tally_outlet_authors:
SELECT coalesce(outlet, ''), author, count(*) FROM {SHOWN_POSTS} WHERE author IS NOT NULL GROUP BY 1, 2

-- query tally tally_outlet_hashtags:
SELECT coalesce(outlet, ''), hashtag, count(DISTINCT article)
FROM articles_hashtags JOIN articles ON articles.id = article GROUP BY 1, 2

-- query tally tally_outlet_lags:
SELECT coalesce(outlet, '') AS outlet, {STEP} AS minutes, count(*) AS embeds
FROM {SHOWN_POSTS} WHERE minutes IS NOT NULL GROUP BY 1, 2

-- query tally tally_platform_days:
SELECT platform, CASE WHEN length(posted_at) >= 10 THEN substr(posted_at, 1, 10) ELSE '' END AS day, count(*)
FROM posts GROUP BY 1, 2

-- query tally tally_language_days:
SELECT coalesce(language, ''), coalesce(published_day, '') AS day, count(*) FROM articles GROUP BY 1, 2

-- query agreement a post that no article embeds:
SELECT id FROM posts WHERE NOT EXISTS (SELECT 1 FROM embeds WHERE post = posts.id)

-- query agreement a post without a printing:
SELECT id FROM posts WHERE NOT EXISTS (SELECT 1 FROM printings WHERE post = posts.id)

-- query agreement an embed whose printing counts as another post:
SELECT embeds.id FROM embeds JOIN printings ON printings.id = embeds.printing
WHERE embeds.post <> printings.post

-- query agreement an embed whose text is not its printing's:
SELECT embeds.id FROM embeds JOIN printings ON printings.id = embeds.printing
WHERE embeds.text IS NOT printings.text

-- query agreement an alias that is the id of a post:
SELECT alias FROM post_aliases JOIN posts ON posts.id = alias

-- query agreement a hashtag of a post with another date:
SELECT post FROM posts_hashtags JOIN posts ON posts.id = post
WHERE posts_hashtags.posted_at IS NOT posts.posted_at

-- query agreement a hashtag of an article with another date:
SELECT article FROM articles_hashtags JOIN articles ON articles.id = article
WHERE articles_hashtags.published_at IS NOT articles.published_at
    OR articles_hashtags.published_day IS NOT articles.published_day

-- query agreement a hashtag that is not shown as most articles spell it:
SELECT id FROM hashtags WHERE tag IS NOT ({TOP_SPELLING})
    AND EXISTS (SELECT 1 FROM tally_spellings WHERE hashtag = id)

-- query agreement an author without the name of the latest post:
SELECT id FROM authors WHERE name IS NOT ({LATEST_NAME})

-- query agreement an embed that was gone before it was seen:
SELECT id FROM embeds WHERE coalesce(saved_at, first_seen) > last_seen OR gone_at < last_seen

-- query agreement a quote that was gone before it was seen:
SELECT id FROM quotes WHERE coalesce(saved_at, first_seen) > last_seen OR gone_at < last_seen

-- query agreement an embed that was gone when its article was not seen:
SELECT id FROM embeds WHERE gone_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM sights WHERE article = embeds.article AND seen_at = gone_at
)

-- query agreement a quote that was gone when its article was not seen:
SELECT id FROM quotes WHERE gone_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM sights WHERE article = quotes.article AND seen_at = gone_at
)

-- query agreement an article whose last sight is not known:
SELECT id FROM articles WHERE NOT EXISTS (
    SELECT 1 FROM sights
    WHERE article = articles.id AND seen_at = min(coalesce(saved_at, last_seen), last_seen)
)

-- query correction an embed whose text is not its printing's:
UPDATE embeds SET text = (SELECT text FROM printings WHERE id = printing)

-- query correction a hashtag of a post with another date:
UPDATE posts_hashtags SET posted_at = (SELECT posted_at FROM posts WHERE id = post)

-- query correction a hashtag of an article with another date:
UPDATE articles_hashtags SET (published_at, published_day) = (
    SELECT published_at, published_day FROM articles WHERE id = article
)
