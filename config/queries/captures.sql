-- The index of captures (archive/captures).

-- query enter:
INSERT INTO captures
    (article, url, fetched_at, status, content_type, digest, file, offset, length, type, record, run,
    declared, payload_digest, refused)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- query earlier:
SELECT digest, url, fetched_at, record FROM captures
WHERE url = ? AND type = 'response' AND file IS NOT NULL AND hidden IS NULL
ORDER BY id DESC LIMIT 1

-- query captures: captures that may hold an article, newest first. The bytes of a revisit are in an earlier one
SELECT captures.id, captures.type, captures.url, captures.fetched_at, captures.status,
    captures.content_type, captures.declared, {WHOLE_LOCATION}
FROM captures {WHOLE}
WHERE captures.article = ? AND {MAY_HOLD} AND (captures.type <> 'revisit' OR whole.id IS NOT NULL)
ORDER BY captures.id DESC

-- query pictures: pictures in the folders of an article's pages, first the last ones before the version after the given one
WITH next AS (
    SELECT coalesce(min(id), 9e18) AS id FROM captures WHERE article = :article AND id > :version AND {MAY_HOLD}
)
SELECT {LOCATION} FROM captures, next
WHERE article = :article AND type = 'resource' AND content_type LIKE 'image/%' AND hidden IS NULL AND file IS NOT NULL
ORDER BY captures.id < next.id DESC, abs(captures.id - next.id) LIMIT 100

-- query known_picture: a picture that is the last one of an article with its URL
SELECT 1 FROM captures
WHERE digest = ? AND article = ? AND url = ? AND type = 'resource' AND NOT EXISTS (
    SELECT 1 FROM captures AS later
    WHERE later.article = captures.article AND later.url = captures.url AND later.id > captures.id
)

-- query articles: articles with a capture that may hold them, in the order of their newest ones
SELECT articles.id, articles.digest, articles.source, visits.url, articles.embeds, articles.quotes,
    visits.published_at, visits.published_precision, visits.published_as_written,
    sum(captures.type <> 'pointer'), max(captures.id)
FROM captures
JOIN articles ON articles.id = captures.article
LEFT JOIN visits ON visits.article = captures.article
WHERE {MAY_HOLD}
GROUP BY articles.id ORDER BY max(captures.id)

-- query forget:
UPDATE captures SET file = NULL, offset = NULL, length = NULL,
    purged_file = iif(hidden = 'purge', file, NULL),
    purged_offset = iif(hidden = 'purge', offset, NULL),
    hidden = iif(hidden = 'purge', 'purged', hidden)
WHERE file = ?
