-- What is missing of posts, and unread responses about them (archive/hydration).

-- query of_method: posts without text or name come first. A method is not asked again about a post it answered
SELECT posts.id, posts.native_id, posts.url, authors.handle, posts.first_seen, availability.status,
    tried.times, tried.last_at
FROM posts
LEFT JOIN authors ON authors.id = posts.author
LEFT JOIN availability ON availability.post = posts.id
LEFT JOIN (
    SELECT post, times, max(last_at) AS last_at FROM checks
    WHERE method = :method AND verdict = 'unknown' GROUP BY post
) AS tried ON tried.post = posts.id
WHERE posts.platform = :platform AND posts.native_id IS NOT NULL AND posts.url IS NOT NULL
    AND (posts.text IS NULL OR authors.name IS NULL OR posts.posted_at IS NULL
        OR :counts AND NOT EXISTS (SELECT 1 FROM counts WHERE counts.post = posts.id))
    AND NOT EXISTS (
        SELECT 1 FROM checks WHERE checks.post = posts.id AND method = :method
            AND verdict <> 'unknown' AND capture IS NOT NULL
    )
ORDER BY posts.text IS NOT NULL, authors.name IS NOT NULL, posts.rowid DESC

-- query not_searched: posts with an unfinished search in web archives
SELECT posts.platform, posts.id, posts.native_id, posts.url, authors.handle, availability.status
FROM posts
LEFT JOIN authors ON authors.id = posts.author
LEFT JOIN availability ON availability.post = posts.id
WHERE posts.platform IN (SELECT value FROM json_each(?))
    AND posts.native_id IS NOT NULL AND posts.url LIKE 'http%'
    AND (posts.text IS NULL OR authors.name IS NULL OR posts.posted_at IS NULL)
    AND NOT EXISTS (
        SELECT 1 FROM hydrations WHERE hydrations.post = posts.id AND method = 'archives'
            AND outcome <> 'answered'
    )
ORDER BY posts.text IS NOT NULL, authors.name IS NOT NULL, posts.rowid DESC

-- query note:
INSERT INTO hydrations (post, method, outcome, source, given_at, asked_at, reason, capture)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- query count:
INSERT INTO counts (post, observed_at, source, likes, reposts, replies, views)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (post, observed_at, source) DO NOTHING

-- query held:
SELECT posts.text IS NOT NULL, authors.name IS NOT NULL, posts.posted_at IS NOT NULL,
    EXISTS (SELECT 1 FROM counts WHERE counts.post = posts.id)
FROM posts LEFT JOIN authors ON authors.id = posts.author WHERE posts.id = ?

-- query asked: facts read from an archive's own captures hold for these captures only
SELECT post, method, outcome, source, given_at, asked_at, reason FROM hydrations
WHERE method <> 'captures' AND outcome <> 'answered' ORDER BY id

-- query add:
INSERT INTO hydrations (post, method, outcome, source, given_at, asked_at, reason)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (
    SELECT 1 FROM hydrations WHERE post = ?1 AND method = ?2 AND outcome = ?3 AND source IS ?4
        AND asked_at = ?6
)

-- query earlier:
SELECT hydrations.source, hydrations.given_at, captures.id, captures.status, captures.content_type,
    {WHOLE_LOCATION}
FROM hydrations JOIN captures ON captures.id = hydrations.capture
{WHOLE}
WHERE hydrations.post = ? AND hydrations.method = 'archives' AND hydrations.outcome = 'answered'
    AND captures.file IS NOT NULL AND captures.hidden IS NULL

-- query answers: unread responses about posts. The bytes of a revisit are in an earlier one
SELECT captures.id, captures.url, captures.fetched_at, NULL, {WHOLE_LOCATION},
    posts.platform, posts.id, posts.native_id, posts.url, authors.handle
FROM check_answers
JOIN captures ON captures.id = check_answers.capture
JOIN posts ON posts.id = check_answers.post
LEFT JOIN authors ON authors.id = posts.author
{WHOLE}
WHERE captures.refused = :refused AND captures.status BETWEEN 200 AND 299
    AND captures.hidden IS NULL AND captures.file IS NOT NULL
    AND (captures.type = 'response' OR whole.id IS NOT NULL)
    AND posts.native_id IS NOT NULL AND posts.platform IN (SELECT value FROM json_each(:platforms))
    AND NOT EXISTS (
        SELECT 1 FROM hydrations
        WHERE hydrations.capture = captures.id AND hydrations.post = posts.id AND method = 'captures'
    )
ORDER BY captures.id, posts.id

-- query frames: the same for responses loaded by frames of pages, whose offsets are stored with the page
-- Few pages have any, so they are selected first.
SELECT captures.id, captures.url, captures.fetched_at, captures.declared, {LOCATION},
    posts.platform, posts.id, posts.native_id, posts.url, authors.handle
FROM captures
CROSS JOIN embeds ON embeds.article = captures.article
CROSS JOIN posts ON posts.id = embeds.post
LEFT JOIN authors ON authors.id = posts.author
WHERE captures.declared LIKE '%"loaded"%' AND captures.hidden IS NULL AND captures.file IS NOT NULL
    AND posts.native_id IS NOT NULL AND posts.platform IN (SELECT value FROM json_each(:platforms))
    AND NOT EXISTS (
        SELECT 1 FROM hydrations
        WHERE hydrations.capture = captures.id AND hydrations.post = posts.id AND method = 'captures'
    )
GROUP BY captures.id, posts.id ORDER BY captures.id, posts.id
