-- What `voxpop status` reads of an archive (archive/status.py). Placeholders: `:shown` rows of each kind at most,
-- `:ahead` the latest plausible time, `:unended` the outcome of a run that has none.

-- query availability: numbers of posts by the last verdict
SELECT status, count(*) FROM availability GROUP BY status ORDER BY count(*) DESC, status

-- query vanished: posts that are gone, as a second check confirmed
SELECT count(*) FROM (
    SELECT DISTINCT post FROM checks WHERE verdict NOT IN ('up', 'restricted', 'unknown')
) AS gone JOIN availability ON availability.post = gone.post WHERE availability.confirmed = 1

-- query counts: rows of the main tables
SELECT (SELECT count(*) FROM articles) AS articles, (SELECT count(*) FROM posts) AS posts,
    (SELECT count(*) FROM embeds) AS embeds, (SELECT count(*) FROM quotes) AS quotes,
    (SELECT count(*) FROM authors) AS authors, (SELECT count(*) FROM hashtags) AS hashtags

-- query outlets: outlets with a name
SELECT count(*) FROM tally_outlets WHERE outlet <> ''

-- query published: first and last; each of the two subqueries is a single step in an index
SELECT (SELECT min(published_at) FROM articles), (SELECT max(published_at) FROM articles)

-- query posted: first and last
SELECT (SELECT min(posted_at) FROM posts), (SELECT max(posted_at) FROM posts)

-- query archived: first and last
SELECT (SELECT min(first_seen) FROM articles), (SELECT max(last_seen) FROM articles)

-- query gone: embeds that a later version of their article lacks
SELECT count(*) FROM embeds WHERE gone_at IS NOT NULL

-- query silent: articles that mention posts but show and quote none
SELECT count(*) FROM articles WHERE allusions > 0 AND embeds = 0 AND quotes = 0

-- query problems: kinds of problems, with the last one
SELECT step, kind, count(DISTINCT source), max(last_seen), source, message FROM problems
GROUP BY step, kind ORDER BY count(DISTINCT source) DESC, step, kind

-- query dated_in_the_future: times from a wrong clock; neither the ledger of a run nor the store uses them
SELECT
    (SELECT count(*) FROM articles WHERE last_seen > :ahead) AS articles,
    (SELECT count(*) FROM visits WHERE given_up_at IS NULL AND url LIKE 'http%'
        AND (last_visit > :ahead OR last_visit IS NULL AND found_at > :ahead)) AS visits,
    (SELECT count(*) FROM sources WHERE next_check IS NOT NULL AND checked_at > :ahead) AS sources,
    (SELECT count(*) FROM robots WHERE fetched_at > :ahead) AS robots

-- query runs: the last runs
SELECT started_at, coalesce(outcome, :unended) AS outcome,
    strftime('%s', ended_at) - strftime('%s', started_at) AS seconds,
    articles, added, unchanged, failed, requests
FROM runs ORDER BY id DESC LIMIT 3

-- query captures: what the WARC files hold
SELECT count(*) AS captures, count(DISTINCT file) AS files, coalesce(sum(length), 0) AS bytes,
    substr(min(fetched_at), 1, 10) AS since
FROM captures WHERE file IS NOT NULL HAVING count(*) > 0

-- query last_7_days: growth in a week
SELECT count(*) AS captures, coalesce(sum(length), 0) AS bytes,
    (SELECT count(*) FROM articles WHERE first_seen >= date('now', '-7 days')) AS new_articles
FROM captures WHERE fetched_at >= date('now', '-7 days') HAVING count(*) > 0

-- query due: planned visits
SELECT count(*) AS visits, min(next_visit) AS first, max(next_visit) AS last
FROM visits WHERE next_visit IS NOT NULL HAVING count(*) > 0

-- query failing_sources: sources that fail, longest first
SELECT name, failing_since, next_check, problem
FROM sources WHERE failing_since IS NOT NULL ORDER BY failing_since LIMIT :shown

-- query flags: what people should review; a feed that is not one is among the failing sources already
SELECT subject, message FROM flags WHERE kind <> 'no-listing'
ORDER BY first_seen DESC, subject LIMIT :shown

-- query failing_articles: articles that fail, latest first
SELECT url, problem, attempts, failing_since, next_visit, given_up_at
FROM visits WHERE failing_since IS NOT NULL ORDER BY last_visit DESC LIMIT :shown

-- query looked_at: the last fetch of each source
SELECT name, checked_at, failing_since, problem,
    (SELECT count(*) FROM listed WHERE listed.source = sources.name)
FROM sources
