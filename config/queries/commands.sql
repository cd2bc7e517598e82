-- What single commands read of an archive (archive/commands).

-- query archived_now: totals of the summary line of `voxpop archive`
WITH shown AS (
    SELECT post FROM stored_now CROSS JOIN embeds ON embeds.article = stored_now.article WHERE gone_at IS NULL
)
SELECT (SELECT count(*) FROM stored_now), count(*), count(DISTINCT post),
    (SELECT count(*) FROM stored_now JOIN quotes ON quotes.article = stored_now.article WHERE gone_at IS NULL),
    (SELECT count(DISTINCT hashtag) FROM stored_now CROSS JOIN articles_hashtags USING (article))
FROM shown

-- query search_post: `voxpop search` for :words, :most results
SELECT posts.id, posts.posted_at AS date, coalesce(authors.name, authors.handle, posts.author) AS name,
    posts.text, posts.articles
FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid LEFT JOIN authors ON authors.id = posts.author
WHERE posts_fts MATCH :words ORDER BY posts_fts.rowid DESC LIMIT :most

-- query search_quote: `voxpop search` for :words, :most results
SELECT quotes.article AS id, articles.published_at AS date, quotes.speaker AS name, quotes.text
FROM quotes_fts JOIN quotes ON quotes.id = quotes_fts.rowid JOIN articles ON articles.id = quotes.article
WHERE quotes_fts MATCH :words ORDER BY quotes_fts.rowid DESC LIMIT :most

-- query search_article: `voxpop search` for :words, :most results
SELECT articles.id, articles.published_at AS date, articles.outlet AS name,
    coalesce(articles.title, articles.source) AS text,
    snippet(articles_fts, 1, '', '', '…', 32) AS passage
FROM articles_fts JOIN articles ON articles.rowid = articles_fts.rowid
WHERE articles_fts MATCH :words ORDER BY articles_fts.rowid DESC LIMIT :most

-- query show_post: `voxpop show` for a post
SELECT posts.id, posts.url, posts.author, authors.name, authors.handle, posts.posted_at, posts.posted_source,
    posts.language, (SELECT status FROM availability WHERE post = posts.id) AS status, posts.text
FROM posts LEFT JOIN authors ON authors.id = posts.author WHERE posts.id = :id

-- query show_articles: where the post is shown
SELECT articles.id, articles.published_at AS date, articles.outlet, articles.title, articles.url, articles.source,
    embeds.form, embeds.text, embeds.gone_at
FROM embeds JOIN articles ON articles.id = embeds.article WHERE embeds.post = :id
ORDER BY articles.published_at, articles.id, embeds.position

-- query show_article: `voxpop show` for an article
SELECT id, url, title, outlet, published_at, language, source, first_seen, last_seen,
    (SELECT group_concat(name, ', ') FROM bylines WHERE article = :id) AS byline,
    (SELECT group_concat('#' || as_written, ' ') FROM articles_hashtags WHERE article = :id) AS hashtags
FROM articles WHERE id = :id

-- query show_reactions: the reactions in the article
SELECT kind, coalesce(post, 'quote') AS id, posted_at AS date, name, nullif(form, 'quote') AS form, text, gone_at
FROM reactions
WHERE article = :id ORDER BY kind, position

-- query ids: `voxpop export --dehydrated`; ids start with the platform, so that no spreadsheet reads and rounds them
SELECT posts.platform || ':' || posts.native_id AS post, coalesce(articles.url, articles.id) AS article,
    embeds.position AS position
FROM embeds JOIN posts ON posts.id = embeds.post JOIN articles ON articles.id = embeds.article
WHERE posts.native_id IS NOT NULL ORDER BY 2, 3, 1

-- query posts_without_id: what that leaves out
SELECT count(*) FROM embeds JOIN posts ON posts.id = embeds.post WHERE native_id IS NULL
