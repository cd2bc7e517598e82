-- Erasures, and what is removed by them (archive/erasure, archive/store/erasures).

-- query done:
UPDATE captures SET hidden = 'purged', purged_file = file, purged_offset = offset, file = NULL,
    offset = NULL, length = NULL, declared = NULL
WHERE file = ? AND hidden = 'purge'

-- query to_purge:
SELECT id, length, {LOCATION} FROM captures WHERE file = ? AND hidden = 'purge' ORDER BY offset

-- query referring:
SELECT tables.name, refers."from", columns."notnull" OR columns.pk
FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS refers,
    pragma_table_info(tables.name) AS columns
WHERE tables.schema = 'main' AND tables.type = 'table' AND refers."table" = ?
    AND columns.name = refers."from"

-- query showing:
SELECT article FROM embeds WHERE printing IN (SELECT value FROM json_each(?1))
UNION SELECT article FROM repeats WHERE printing IN (SELECT value FROM json_each(?1))

-- query without_embeds: all printings of posts that no article shows now, also those of earlier versions
SELECT id FROM printings WHERE post IN (SELECT value FROM json_each(?))
AND NOT EXISTS (SELECT 1 FROM embeds WHERE embeds.post = printings.post)

-- query posts:
SELECT printings.id FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid
JOIN printings ON printings.post = posts.id WHERE posts_fts MATCH ?

-- query articles:
SELECT articles.id FROM articles_fts JOIN articles ON articles.rowid = articles_fts.rowid
WHERE articles_fts MATCH ?1
UNION SELECT quotes.article FROM quotes_fts JOIN quotes ON quotes.id = quotes_fts.rowid
WHERE quotes_fts MATCH ?1

-- query insert:
INSERT INTO erasures (key, kind, made_at, ground, length, author, sketch) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (key, length) DO NOTHING
