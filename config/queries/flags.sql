-- What a scheduled run notes for people to review, in the table `flags` (archive/schedule/run.py): subject, kind and
-- message. Placeholders: `:quiet` the time since which a silent source is remarkable, `:names` the sources.

-- query quiet: sources without a new article
SELECT name, 'quiet',
    'no new article since ' || coalesce(new_at, first_seen) || ': is the address still right?'
FROM sources WHERE coalesce(new_at, first_seen) < :quiet AND kind IN ('feed', 'sitemap')
    AND name IN (SELECT value FROM json_each(:names))

-- query fruitless: sources with articles, but no reaction in any: 20 are no coincidence
SELECT visits.source, 'no-reactions', count(*) || ' articles since ' || min(visits.found_at)
    || ', not one reaction: does the site load them by script?'
FROM visits JOIN articles ON articles.id = visits.article
WHERE visits.found_at >= :quiet AND visits.source IN (SELECT value FROM json_each(:names))
GROUP BY visits.source
HAVING count(*) >= 20 AND sum(articles.embeds) + sum(articles.quotes) = 0

-- query soft_404: sources with one page, by title and words, at 5 addresses or more
-- Of 279 labelled pages, no two of a site are that similar; a story may have a URL per section.
SELECT source, 'soft-404', max(alike) || ' addresses gave one and the same page'
    || coalesce(', "' || substr(title, 1, 80) || '"', '') || ', such as ' || url
    || ': open it; is the story gone, or behind a login or a consent page?'
FROM (
    SELECT visits.source, count(*) AS alike, min(visits.url) AS url, max(articles.title) AS title
    FROM visits LEFT JOIN articles ON articles.id = visits.article
    WHERE visits.last_visit >= :quiet AND visits.page IS NOT NULL AND visits.failing_since IS NULL
        AND visits.source IN (SELECT value FROM json_each(:names))
    GROUP BY visits.source, visits.page
)
GROUP BY source HAVING max(alike) >= 5

-- query moved: sources with a new address
SELECT name, 'moved', 'has moved to ' || moved || ': name that address in the settings' FROM sources
WHERE moved IS NOT NULL AND name IN (SELECT value FROM json_each(:names))

-- query no_listing: sources that are not feeds or sitemaps
SELECT name, 'no-listing', problem FROM sources
WHERE problem LIKE '%is a page, not a feed or sitemap%' OR problem LIKE '%is neither feed nor sitemap%'

-- query unshown: articles that mention posts but show none
SELECT coalesce(articles.url, articles.source), 'speaks-of-posts',
    'speaks of ' || articles.allusions || iif(articles.allusions = 1, ' post', ' posts') || ', shows none'
FROM articles WHERE articles.allusions > 0 AND articles.embeds = 0 AND articles.last_seen >= :quiet
