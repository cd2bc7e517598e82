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
