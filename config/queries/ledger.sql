-- How scheduled runs read and write their tables (archive/schedule/ledger.py).

-- query visit: the visit of a URL
SELECT url, source, moved, etag, last_modified, digest, published_at, published_precision, published_as_written,
    first_visit, visits, attempts, article
FROM visits WHERE url = :url

-- query due: visits that are due, longest waiting first
-- Visits dated in the future by a wrong clock are due too: their next visit was postponed by as much, or they
-- were taken for the last one. A file of a folder is not a URL and has no next visit.
SELECT url, source, moved, etag, last_modified, digest, published_at, published_precision, published_as_written,
    first_visit, visits, attempts, article
FROM visits
WHERE next_visit <= :now OR next_visit > :latest
    OR (last_visit > :ahead AND given_up_at IS NULL AND url LIKE 'http%')
    OR (next_visit > :now AND last_visit IS NULL AND found_at > :ahead)
ORDER BY next_visit, url

-- query known: the visit of a URL, or of an article that has moved there
SELECT url FROM visits WHERE url = :url UNION ALL SELECT url FROM visits WHERE moved = :url LIMIT 1

-- query add: the first visit of a listed article
INSERT INTO visits
    (url, source, published_at, published_precision, published_as_written, found_at, next_visit)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)

-- query wanted_after_all: an article about no topic of its earlier sources may be about one of a new source
UPDATE visits SET next_visit = :now, etag = NULL, last_modified = NULL, digest = NULL
WHERE url = :url AND kept = 0

-- query visited:
UPDATE visits SET first_visit = min(coalesce(first_visit, :now), :now), last_visit = :now,
    next_visit = :next,
    visits = visits + 1, attempts = 0, failing_since = NULL, given_up_at = NULL, problem = NULL,
    status = :status, etag = :etag, last_modified = :modified, digest = coalesce(:digest, digest),
    moved = coalesce(:moved, moved), kept = coalesce(:kept, kept), article = coalesce(:article, article),
    page = iif(:kept IS NULL, page, :page)
WHERE url = :url

-- query failed:
UPDATE visits SET last_visit = :now, next_visit = :next, attempts = attempts + 1, problem = :problem,
    status = :status, failing_since = min(coalesce(failing_since, :now), :now),
    given_up_at = iif(:given_up, :now, NULL)
WHERE url = :url

-- query postpone:
UPDATE visits SET next_visit = ? WHERE url = ?

-- query file_read: a file of a folder has no next visit
UPDATE visits SET first_visit = coalesce(first_visit, ?1), last_visit = ?1, next_visit = NULL,
    visits = visits + 1, digest = ?2, kept = ?3 IS NOT NULL, article = coalesce(?3, article)
WHERE url = ?4

-- query file_failed: a file is read in every run, so it has no next visit and is never given up
INSERT INTO visits (url, source, found_at, last_visit, attempts, problem, failing_since)
VALUES (:url, :source, :now, :now, 1, :problem, :now)
ON CONFLICT (url) DO UPDATE SET last_visit = :now, next_visit = NULL, attempts = attempts + 1,
    problem = :problem, failing_since = coalesce(failing_since, :now)
WHERE problem IS NOT :problem

-- query file_mended:
UPDATE visits SET attempts = 0, failing_since = NULL, problem = NULL WHERE url = ?

-- query enter: a source with a new URL is due at once
INSERT INTO sources (name, kind, place, first_seen) VALUES (:name, :kind, :place, :now)
ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, place = excluded.place,
    next_check = iif(place = excluded.place, next_check, NULL),
    moved = iif(place = excluded.place, moved, NULL)

-- query rename:
INSERT INTO sources
    SELECT :name, kind, place, first_seen, checked_at, next_check, new_at, attempts, failing_since, problem,
        moved
    FROM sources WHERE name = :old;
UPDATE visits SET source = :name WHERE source = :old;
UPDATE listed SET source = :name WHERE source = :old;
UPDATE listings SET source = :name WHERE source = :old;
DELETE FROM sources WHERE name = :old

-- query retire: removed sources no longer fail; they stay known, because their articles name them and they may return
UPDATE sources SET failing_since = NULL, problem = NULL, attempts = 0, next_check = NULL WHERE name = :old

-- query source_read:
UPDATE sources SET checked_at = ?1, next_check = ?2, attempts = 0, failing_since = NULL, problem = NULL,
    first_seen = min(first_seen, ?1), new_at = min(new_at, ?1)
WHERE name = ?3

-- query moved:
UPDATE sources SET moved = ?1 WHERE name = ?2 AND moved IS NOT ?1

-- query source_failed:
UPDATE sources SET checked_at = ?1, next_check = ?2, attempts = attempts + 1, problem = ?3,
    failing_since = min(coalesce(failing_since, ?1), ?1)
WHERE name = ?4

-- query listing_read:
INSERT INTO listings (url, source, digest, etag, last_modified, checked_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (url) DO UPDATE SET source = excluded.source, digest = excluded.digest, etag = excluded.etag,
    last_modified = excluded.last_modified, checked_at = excluded.checked_at

-- query listing_unchanged: the time matters only if it was in the future
UPDATE listings SET checked_at = ?1 WHERE url = ?2 AND checked_at > ?1
