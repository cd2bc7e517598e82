-- What proofs and packages read of an archive (archive/evidence).

-- query captures: the selected captures in the order of their bytes, and the earlier ones that revisits refer to
WITH chosen AS (
    SELECT id, type, digest, url FROM captures WHERE file IS NOT NULL AND hidden IS NULL AND {condition}
),
wanted AS (
    SELECT id FROM chosen UNION SELECT ({earlier}) FROM chosen WHERE type = 'revisit'
)
SELECT captures.refused, captures.article, articles.title, captures.declared, {LOCATION}
FROM captures LEFT JOIN articles ON articles.id = captures.article
WHERE captures.id IN (SELECT id FROM wanted) AND captures.hidden IS NULL
GROUP BY captures.file, captures.offset ORDER BY captures.file, captures.offset
