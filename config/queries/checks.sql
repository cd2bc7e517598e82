-- How checks of whether posts are still public read and write their tables (archive/checks).

-- query columns:
SELECT posts.id, posts.native_id, posts.url,
    (SELECT handle FROM authors WHERE id = posts.author), posts.first_seen,
    known.verdict, known.first_at, known.last_at, tried.times, tried.last_at
FROM posts
LEFT JOIN (
    SELECT post, verdict, first_at, max(last_at) AS last_at FROM checks
    WHERE method = :method AND verdict <> 'unknown' GROUP BY post
) AS known ON known.post = posts.id
LEFT JOIN (
    SELECT post, times, max(last_at) AS last_at FROM checks
    WHERE method = :method AND verdict = 'unknown' GROUP BY post
) AS tried ON tried.post = posts.id
WHERE posts.platform = :platform AND posts.native_id IS NOT NULL AND posts.url IS NOT NULL

-- query old_enough: without posts that cannot be due; the rest depends on the whole history
{columns} AND posts.first_seen <= :latest
    AND (known.last_at IS NULL OR known.last_at <= :longest OR known.last_at > :ahead
        OR strftime('%s', known.last_at) - strftime('%s', posts.first_seen) < CASE {ages} END
        OR known.verdict NOT IN ('up', 'restricted') AND known.first_at <= :yesterday
        AND strftime('%s', known.last_at) - strftime('%s', known.first_at) < 86400)
ORDER BY posts.rowid DESC

-- query chosen:
{columns} AND posts.id IN (
    SELECT coalesce(post, value) FROM json_each(:posts) LEFT JOIN post_aliases ON alias = value
) ORDER BY posts.rowid DESC

-- query latest: the last check of a post
SELECT id, verdict, last_at, times, capture FROM checks WHERE post = ? AND method = ?
ORDER BY last_at DESC, id DESC LIMIT 1

-- query set_back: rows dated by a clock that was ahead
UPDATE checks SET first_at = min(first_at, :at), last_at = :at
WHERE post = :post AND method = :method AND last_at > :ahead

-- query still_there:
SELECT posts.id, posts.native_id, posts.url, authors.handle
FROM checks
JOIN posts ON posts.id = checks.post
LEFT JOIN authors ON authors.id = posts.author
WHERE checks.verdict = 'up' AND checks.method = :method AND posts.url IS NOT NULL
    AND checks.id = (
        SELECT id FROM checks AS later WHERE later.post = checks.post AND later.method = :method
        ORDER BY later.last_at DESC, later.id DESC LIMIT 1
    )
ORDER BY checks.last_at DESC LIMIT 1000
