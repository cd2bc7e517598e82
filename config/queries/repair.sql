-- What voxpop verify checks and repairs (archive/verify).

-- query files:
SELECT file, count(*), max(offset + coalesce(length, 1)) FROM captures
WHERE file IS NOT NULL GROUP BY file ORDER BY file

-- query overlapping: A torn record with others appended after it runs into the next one
SELECT count(*) FROM (
    SELECT offset + length AS ending, lead(offset) OVER (ORDER BY offset) AS following FROM captures
    WHERE file = ?
) WHERE ending > following

-- query records: of captures only, as the table of articles may be damaged
SELECT {}, article FROM captures WHERE file = ? ORDER BY offset

-- query lost: one embed of a lost wording is enough; all articles that show it have the same text
SELECT embeds.printing, embeds.text, embeds.form, min(embeds.first_seen), posts.id
FROM embeds JOIN posts ON posts.id = embeds.post
WHERE embeds.printing NOT IN (SELECT id FROM printings)
GROUP BY embeds.printing ORDER BY embeds.form = 'flattened', embeds.printing

-- query post:
SELECT posts.platform, native_id, url, handle, name, text, language,
    posted_at, posted_precision, posted_source, posted_as_written
FROM posts LEFT JOIN authors ON authors.id = posts.author WHERE posts.id = ?

-- query use:
INSERT OR IGNORE INTO articles_hashtags (article, hashtag, as_written, within, published_at,
    published_day)
SELECT article, ?, ?, 'post', articles.published_at, published_day FROM embeds
JOIN articles ON articles.id = embeds.article WHERE printing = ?

-- query uses_in_quotes:
INSERT OR IGNORE INTO articles_hashtags (article, hashtag, as_written, within, published_at,
    published_day)
SELECT article, hashtag, as_written, 'quote', articles.published_at, published_day FROM quotes_hashtags
JOIN quotes ON quotes.id = quote JOIN articles ON articles.id = quotes.article

-- query named:
SELECT id, first_seen FROM printings WHERE author IS NOT NULL AND (
    NOT EXISTS (SELECT 1 FROM authors WHERE id = printings.author)
    OR name IS NOT NULL AND name <> '' AND NOT EXISTS (
        SELECT 1 FROM author_names
        WHERE author_names.author = printings.author AND author_names.name = printings.name
    )
)

-- query quoted:
SELECT author, platform, min(handle), min(first_seen) FROM quotes
WHERE platform IS NOT NULL AND author NOT IN (SELECT id FROM authors) GROUP BY author, platform

-- query hashtags:
INSERT INTO hashtags (id, tag) SELECT hashtag, min(as_written) FROM (
    SELECT hashtag, as_written FROM articles_hashtags
    UNION ALL SELECT hashtag, as_written FROM posts_hashtags
    UNION ALL SELECT hashtag, as_written FROM quotes_hashtags
) WHERE hashtag NOT IN (SELECT id FROM hashtags) GROUP BY hashtag

-- query embeds:
UPDATE embeds SET post = printings.post FROM printings
WHERE printings.id = embeds.printing AND embeds.post <> printings.post

-- query addresses: which article was fetched from which URL
SELECT url, article FROM captures
UNION ALL SELECT url, id FROM articles WHERE url IS NOT NULL
UNION ALL SELECT moved, article FROM visits WHERE moved IS NOT NULL
UNION ALL SELECT url, article FROM visits

-- query known_sights: when versions were first and last seen, when rows appeared and went
-- `articles.first_seen` is left out: a file that states when it was saved is older than that.
INSERT OR IGNORE INTO sights (article, seen_at, since)
SELECT article, seen_at, seen_at FROM (
    SELECT id AS article, changed_at AS seen_at FROM articles
    UNION SELECT id, min(coalesce(saved_at, last_seen), last_seen) FROM articles
    UNION SELECT article, coalesce(saved_at, first_seen) FROM embeds
    UNION SELECT article, last_seen FROM embeds
    UNION SELECT article, gone_at FROM embeds
    UNION SELECT article, coalesce(saved_at, first_seen) FROM quotes
    UNION SELECT article, last_seen FROM quotes
    UNION SELECT article, gone_at FROM quotes
) WHERE seen_at IS NOT NULL

-- query unused:
id NOT IN (
    SELECT hashtag FROM articles_hashtags
    UNION SELECT hashtag FROM posts_hashtags UNION SELECT hashtag FROM quotes_hashtags
)
