-- How articles, posts, authors and their rows are read and written (archive/store).

-- query allusions:
SELECT text, platform, start_offset, end_offset, picture FROM allusions WHERE article = ? ORDER BY position

-- query noted_article: an article that was incomplete in a damaged file has no record until it is read again
SELECT articles.id FROM rows_read JOIN articles ON articles.id = rows_read.article
WHERE rows_read.row = ? AND articles.record <> ''

-- query known_article:
SELECT digest, record, last_seen, saved_at, coalesce(changed_at, first_seen),
    published_at, published_precision, published_source, published_as_written, text,
    title, outlet, language, url
FROM articles WHERE id = ?

-- query see_again:
UPDATE author_names SET last_seen = max(last_seen, ?) WHERE (author, name) IN (
    SELECT printings.author, printings.name
    FROM embeds JOIN printings ON printings.id = embeds.printing
    WHERE embeds.article = ? AND embeds.gone_at IS NULL
)

-- query write_problems:
DELETE FROM problems
WHERE article = ? AND (last_seen < ? OR last_seen > ?)
    AND id NOT IN (SELECT value FROM json_each(?))

-- query add_problem:
INSERT INTO problems (article, source, step, kind, message, first_seen, last_seen)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (source, step, kind, message) DO UPDATE SET
    article = coalesce(excluded.article, article), last_seen = max(last_seen, excluded.last_seen)
RETURNING id

-- query merge_problems:
INSERT INTO problems (article, source, step, kind, message, first_seen, last_seen)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (source, step, kind, message) DO UPDATE SET
    article = coalesce(excluded.article, article),
    first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)
WHERE (excluded.article IS NOT NULL AND article IS NOT excluded.article)
    OR excluded.first_seen < first_seen OR excluded.last_seen > last_seen

-- query posts_with_wordings: posts with different printed texts, now or earlier
SELECT post FROM printings
WHERE post IN (SELECT value FROM json_each(?1)) AND source IS NULL AND text IS NOT NULL
GROUP BY post HAVING min(text) <> max(text)
UNION SELECT id FROM posts WHERE id IN (SELECT value FROM json_each(?1)) AND wordings IS NOT NULL

-- query all_posts_with_wordings:
SELECT post FROM printings WHERE source IS NULL AND text IS NOT NULL
GROUP BY post HAVING min(text) <> max(text)

-- query move_to_alias:
UPDATE OR IGNORE {} SET post = (SELECT post FROM post_aliases WHERE alias = ?1)
WHERE post = ?1 AND EXISTS (SELECT 1 FROM post_aliases WHERE alias = ?1)

-- query add_author:
INSERT INTO authors (id, platform, handle, name, first_seen) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
    handle = min(handle, excluded.handle), first_seen = min(first_seen, excluded.first_seen)
WHERE excluded.handle < handle OR excluded.first_seen < first_seen

-- query see_name:
INSERT INTO author_names (author, name, first_posted, last_posted, first_seen, last_seen)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (author, name) DO UPDATE SET
    first_posted = min(
        coalesce(first_posted, excluded.first_posted), coalesce(excluded.first_posted, first_posted)
    ),
    last_posted = max(
        coalesce(last_posted, excluded.last_posted), coalesce(excluded.last_posted, last_posted)
    ),
    first_seen = min(first_seen, excluded.first_seen),
    last_seen = max(last_seen, excluded.last_seen)
WHERE excluded.first_seen < first_seen OR excluded.last_seen > last_seen
    OR coalesce(excluded.first_posted < coalesce(first_posted, '~'), FALSE)
    OR coalesce(excluded.last_posted > coalesce(last_posted, ''), FALSE)

-- query forget_name:
DELETE FROM author_names WHERE author = ?1 AND name = ?2
    AND NOT EXISTS (SELECT 1 FROM printings WHERE author = ?1 AND name = ?2)

-- query date_name:
UPDATE author_names SET (first_posted, last_posted) = (
    SELECT min(posted_at), max(posted_at) FROM printings WHERE author = ?1 AND name = ?2
) WHERE author = ?1 AND name = ?2

-- query correct_handle:
UPDATE authors SET handle = printed.handle FROM (
    SELECT min(handle) AS handle FROM printings WHERE author = ?1
) AS printed
WHERE id = ?1 AND printed.handle IS NOT authors.handle AND printed.handle IS NOT NULL

-- query insert_hashtags:
INSERT INTO articles_hashtags (article, hashtag, as_written, within, published_at, published_day)
SELECT id, ?2, ?3, ?4, published_at, published_day FROM articles WHERE id = ?1

-- query forget_hashtags:
DELETE FROM hashtags WHERE id = ? AND posts = 0 AND articles = 0
    AND NOT EXISTS (SELECT 1 FROM quotes_hashtags WHERE hashtag = hashtags.id)

-- query read_quotes:
SELECT quote, hashtag, as_written
FROM quotes JOIN quotes_hashtags ON quotes_hashtags.quote = quotes.id
WHERE article = ?

-- query add_printings:
INSERT INTO printings (id, post, platform, native_id, url, author, handle, name, text, language,
    posted_at, posted_precision, posted_source, posted_as_written,
    hashtags, mentions, cashtags, links, media, block, first_seen, source)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- query unshown_printings:
SELECT {PRINTED} FROM printings
WHERE id IN (SELECT value FROM json_each(?1)) AND source IS NULL
AND NOT EXISTS (SELECT 1 FROM embeds WHERE printing = printings.id)
AND NOT EXISTS (SELECT 1 FROM repeats WHERE printing = printings.id)
OR source IS NOT NULL AND post IN (
    SELECT post FROM printings AS gone WHERE gone.id IN (SELECT value FROM json_each(?1))
)
AND NOT EXISTS (SELECT 1 FROM embeds WHERE embeds.post = printings.post)

-- query add_sights:
INSERT INTO sights (article, seen_at, since) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET since = excluded.since WHERE excluded.since > since

-- query set_sights_back:
INSERT OR IGNORE INTO sights (article, seen_at, since)
SELECT DISTINCT article, ?2, ?2 FROM sights WHERE article = ?1 AND seen_at > ?2

-- query state_fields: the captures that an article is read from, not those of redirects and refusals
UPDATE captures SET declared = json_patch(coalesce(declared, '{}'), ?2)
WHERE article = ?1 AND hidden IS NULL AND refused IS NULL AND (status IS NULL OR status BETWEEN 200 AND 299)

-- query printings_of_article: wordings of an article's posts that it shows, or that no article shows
SELECT printing FROM embeds WHERE article = ?1 UNION SELECT printing FROM repeats WHERE article = ?1
UNION SELECT id FROM printings WHERE post IN (SELECT post FROM embeds WHERE article = ?1)
    AND NOT EXISTS (SELECT 1 FROM embeds WHERE printing = printings.id)
    AND NOT EXISTS (SELECT 1 FROM repeats WHERE printing = printings.id)

-- query lengthen_run:
UPDATE checks SET last_at = max(last_at, ?5), times = max(times, ?6)
WHERE post = ?1 AND method = ?2 AND verdict = ?3 AND first_at = ?4

-- query words_of_article:
SELECT coalesce(title, '') || char(10) || coalesce(text, '') FROM articles WHERE id = ?1
UNION ALL SELECT coalesce(text, '') FROM embeds WHERE article = ?1
UNION ALL SELECT text FROM quotes WHERE article = ?1

-- query is_embedded:
SELECT 1 FROM embeds JOIN printings ON printings.id = embeds.printing
WHERE embeds.article = ? AND printings.native_id IN (SELECT value FROM json_each(?)) AND printings.platform = ?
