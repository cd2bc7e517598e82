-- The record of a post in a proof (archive/evidence/proof.py): its name in the file, and the rows for :post.

-- query post:
SELECT * FROM posts WHERE id = :post

-- query author:
SELECT * FROM authors WHERE id = (SELECT author FROM posts WHERE id = :post)

-- query author_names:
SELECT * FROM author_names WHERE author = (SELECT author FROM posts WHERE id = :post) ORDER BY name

-- query aliases:
SELECT * FROM post_aliases WHERE post = :post ORDER BY alias

-- query printings:
SELECT * FROM printings WHERE post = :post ORDER BY id

-- query embeds:
SELECT * FROM embeds WHERE post = :post ORDER BY first_seen, article, position

-- query articles:
SELECT id, url, title, outlet, language, published_at, published_precision, published_source,
    published_as_written, kind, digest, record, first_seen, last_seen, changed_at, saved_at
FROM articles WHERE id IN (SELECT article FROM embeds WHERE post = :post) ORDER BY first_seen, id

-- query checks:
SELECT * FROM checks WHERE post = :post ORDER BY first_at

-- query counts:
SELECT * FROM counts WHERE post = :post ORDER BY observed_at, source

-- query hydrations:
SELECT * FROM hydrations WHERE post = :post ORDER BY id
