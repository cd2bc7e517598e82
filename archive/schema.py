"""The tables of an archive, as migrations that are only ever added to.

Ids and keys. An article's id is a digest of its canonical URL (of its bytes where it has none); posts and
authors are keyed by what the platforms call them (``twitter:1223…``, ``twitter:handle``), hashtags by their
folded spelling. None depends on the order of archiving.

``printings`` holds every wording in which a post was ever printed, once, however many articles share it.
Which printings are one post is computed from them alone (`archive.identity`); ``posts`` is what came out.

``rowid`` is a real column of ``posts`` and ``articles``. The hidden rowid of a table with a text key may
change in a VACUUM, and full-text indexes point at rowids (https://www.sqlite.org/rowidtable.html). A declared
column of that name takes its place everywhere, also in the search queries of Datasette and sqlite-utils.
Its value grows with the date of the post or article: ``ORDER BY rowid DESC`` gives a search newest first
without sorting.

The ``tally_…`` tables and the columns that count (``posts.articles``, ``hashtags.posts``, …) are kept by
triggers, so that "most embedded" or "this hashtag by day" is read off an index. ``voxpop verify`` counts them
again. Counted columns of a row (the post of an embed, the outlet of an article) are not updated in place: the
store takes the embeds and quotes out and puts them back, so that INSERT and DELETE triggers are all there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlite_utils import Migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

MIGRATIONS = Migrations("voxpop")

TABLES = (
    """
    CREATE TABLE articles (
        id TEXT NOT NULL PRIMARY KEY,
        url TEXT,
        title TEXT,
        outlet TEXT,
        language TEXT,
        published_at TEXT,
        published_precision TEXT,
        published_source TEXT,
        published_as_written TEXT,
        embeds INTEGER NOT NULL DEFAULT 0,
        quotes INTEGER NOT NULL DEFAULT 0,
        allusions INTEGER NOT NULL DEFAULT 0,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        digest TEXT NOT NULL,
        record TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        rowid INTEGER NOT NULL UNIQUE
    ) STRICT
    """,
    "CREATE INDEX articles_url ON articles (url)",
    "CREATE INDEX articles_published ON articles (published_at)",
    "CREATE INDEX articles_outlet ON articles (outlet, published_at)",
    "CREATE INDEX articles_language ON articles (language)",
    "CREATE INDEX articles_first_seen ON articles (first_seen)",
    "CREATE INDEX articles_last_seen ON articles (last_seen)",
    """
    CREATE TABLE captures (
        id INTEGER PRIMARY KEY,
        article TEXT REFERENCES articles (id),
        url TEXT NOT NULL,
        fetched_at TEXT NOT NULL,
        status INTEGER,
        content_type TEXT,
        digest TEXT,
        file TEXT,
        offset INTEGER
    ) STRICT
    """,
    "CREATE INDEX captures_article ON captures (article, fetched_at)",
    "CREATE INDEX captures_url ON captures (url, fetched_at)",
    "CREATE INDEX captures_digest ON captures (digest)",
    """
    CREATE TABLE authors (
        id TEXT NOT NULL PRIMARY KEY,
        platform TEXT NOT NULL,
        handle TEXT,
        name TEXT,
        posts INTEGER NOT NULL DEFAULT 0,
        embeds INTEGER NOT NULL DEFAULT 0,
        quotes INTEGER NOT NULL DEFAULT 0,
        first_seen TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX authors_handle ON authors (handle COLLATE NOCASE)",
    "CREATE INDEX authors_name ON authors (name COLLATE NOCASE)",
    "CREATE INDEX authors_platform ON authors (platform)",
    "CREATE INDEX authors_posts ON authors (posts)",
    "CREATE INDEX authors_embeds ON authors (embeds)",
    """
    CREATE TABLE author_names (
        author TEXT NOT NULL REFERENCES authors (id),
        name TEXT NOT NULL,
        first_posted TEXT,
        last_posted TEXT,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        PRIMARY KEY (author, name)
    ) STRICT
    """,
    """
    CREATE TABLE posts (
        id TEXT NOT NULL PRIMARY KEY,
        platform TEXT NOT NULL,
        native_id TEXT,
        url TEXT,
        author TEXT REFERENCES authors (id),
        text TEXT,
        language TEXT,
        posted_at TEXT,
        posted_precision TEXT,
        posted_source TEXT,
        posted_as_written TEXT,
        articles INTEGER NOT NULL DEFAULT 0,
        first_seen TEXT NOT NULL,
        rowid INTEGER NOT NULL UNIQUE
    ) STRICT
    """,
    "CREATE INDEX posts_author ON posts (author, posted_at)",
    "CREATE INDEX posts_posted ON posts (posted_at)",
    "CREATE INDEX posts_platform ON posts (platform, posted_at)",
    "CREATE INDEX posts_language ON posts (language)",
    "CREATE INDEX posts_articles ON posts (articles DESC, id)",
    "CREATE INDEX posts_first_seen ON posts (first_seen)",
    """
    CREATE TABLE post_aliases (
        alias TEXT NOT NULL PRIMARY KEY,
        post TEXT NOT NULL REFERENCES posts (id)
    ) STRICT
    """,
    "CREATE INDEX post_aliases_post ON post_aliases (post)",
    """
    CREATE TABLE printings (
        id TEXT NOT NULL PRIMARY KEY,
        post TEXT NOT NULL REFERENCES posts (id),
        platform TEXT NOT NULL,
        native_id TEXT,
        url TEXT,
        author TEXT REFERENCES authors (id),
        handle TEXT,
        name TEXT,
        text TEXT,
        language TEXT,
        posted_at TEXT,
        posted_precision TEXT,
        posted_source TEXT,
        posted_as_written TEXT,
        hashtags TEXT NOT NULL DEFAULT '[]',
        mentions TEXT NOT NULL DEFAULT '[]',
        cashtags TEXT NOT NULL DEFAULT '[]',
        links TEXT NOT NULL DEFAULT '[]',
        media TEXT NOT NULL DEFAULT '[]',
        block TEXT,
        first_seen TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX printings_post ON printings (post)",
    "CREATE INDEX printings_native_id ON printings (native_id, platform) WHERE native_id IS NOT NULL",
    "CREATE INDEX printings_block ON printings (block) WHERE block IS NOT NULL",
    "CREATE INDEX printings_author ON printings (author, name)",
    """
    CREATE TABLE embeds (
        id INTEGER PRIMARY KEY,
        article TEXT NOT NULL REFERENCES articles (id),
        post TEXT NOT NULL REFERENCES posts (id),
        printing TEXT NOT NULL REFERENCES printings (id),
        form TEXT NOT NULL,
        position INTEGER NOT NULL,
        start_offset INTEGER,
        end_offset INTEGER,
        text TEXT,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        gone_at TEXT
    ) STRICT
    """,
    "CREATE INDEX embeds_article ON embeds (article, position)",
    "CREATE INDEX embeds_post ON embeds (post, article)",
    "CREATE UNIQUE INDEX embeds_printing ON embeds (printing, article)",
    "CREATE INDEX embeds_first_seen ON embeds (first_seen)",
    "CREATE INDEX embeds_gone_at ON embeds (gone_at) WHERE gone_at IS NOT NULL",
    """
    CREATE TABLE quotes (
        id INTEGER PRIMARY KEY,
        article TEXT NOT NULL REFERENCES articles (id),
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        speaker TEXT,
        verb TEXT,
        platform TEXT,
        handle TEXT,
        author TEXT REFERENCES authors (id),
        start_offset INTEGER,
        end_offset INTEGER,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        gone_at TEXT
    ) STRICT
    """,
    "CREATE INDEX quotes_article ON quotes (article, position)",
    "CREATE INDEX quotes_author ON quotes (author) WHERE author IS NOT NULL",
    "CREATE INDEX quotes_first_seen ON quotes (first_seen)",
    "CREATE INDEX quotes_gone_at ON quotes (gone_at) WHERE gone_at IS NOT NULL",
    """
    CREATE TABLE hashtags (
        id TEXT NOT NULL PRIMARY KEY,
        tag TEXT NOT NULL,
        posts INTEGER NOT NULL DEFAULT 0,
        articles INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    "CREATE INDEX hashtags_posts ON hashtags (posts)",
    "CREATE INDEX hashtags_articles ON hashtags (articles)",
    """
    CREATE TABLE posts_hashtags (
        post TEXT NOT NULL REFERENCES posts (id),
        hashtag TEXT NOT NULL REFERENCES hashtags (id),
        as_written TEXT NOT NULL,
        posted_at TEXT,
        PRIMARY KEY (post, hashtag)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX posts_hashtags_hashtag ON posts_hashtags (hashtag, posted_at)",
    """
    CREATE TABLE articles_hashtags (
        article TEXT NOT NULL REFERENCES articles (id),
        hashtag TEXT NOT NULL REFERENCES hashtags (id),
        as_written TEXT NOT NULL,
        within TEXT NOT NULL,
        published_at TEXT,
        PRIMARY KEY (article, hashtag, as_written)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX articles_hashtags_hashtag ON articles_hashtags (hashtag, published_at)",
    """
    CREATE TABLE quotes_hashtags (
        quote INTEGER NOT NULL REFERENCES quotes (id),
        hashtag TEXT NOT NULL REFERENCES hashtags (id),
        as_written TEXT NOT NULL,
        PRIMARY KEY (quote, hashtag)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX quotes_hashtags_hashtag ON quotes_hashtags (hashtag)",
    """
    CREATE TABLE mentions (
        post TEXT NOT NULL REFERENCES posts (id),
        position INTEGER NOT NULL,
        handle TEXT NOT NULL,
        as_written TEXT NOT NULL,
        PRIMARY KEY (post, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX mentions_handle ON mentions (handle)",
    """
    CREATE TABLE cashtags (
        post TEXT NOT NULL REFERENCES posts (id),
        position INTEGER NOT NULL,
        cashtag TEXT NOT NULL,
        as_written TEXT NOT NULL,
        PRIMARY KEY (post, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX cashtags_cashtag ON cashtags (cashtag)",
    """
    CREATE TABLE links (
        post TEXT NOT NULL REFERENCES posts (id),
        position INTEGER NOT NULL,
        url TEXT NOT NULL,
        PRIMARY KEY (post, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX links_url ON links (url)",
    """
    CREATE TABLE media (
        post TEXT NOT NULL REFERENCES posts (id),
        position INTEGER NOT NULL,
        url TEXT NOT NULL,
        PRIMARY KEY (post, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX media_url ON media (url)",
    """
    CREATE TABLE articles_mentions (
        article TEXT NOT NULL REFERENCES articles (id),
        handle TEXT NOT NULL,
        as_written TEXT NOT NULL,
        within TEXT NOT NULL,
        PRIMARY KEY (article, handle, as_written)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX articles_mentions_handle ON articles_mentions (handle)",
    """
    CREATE TABLE allusions (
        article TEXT NOT NULL REFERENCES articles (id),
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        platform TEXT NOT NULL,
        start_offset INTEGER NOT NULL,
        end_offset INTEGER NOT NULL,
        PRIMARY KEY (article, position)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE problems (
        id INTEGER PRIMARY KEY,
        article TEXT REFERENCES articles (id),
        source TEXT NOT NULL,
        step TEXT NOT NULL,
        kind TEXT NOT NULL,
        message TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        UNIQUE (source, step, kind, message)
    ) STRICT
    """,
    "CREATE INDEX problems_article ON problems (article)",
    "CREATE INDEX problems_kind ON problems (kind)",
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        exit_code INTEGER,
        sources INTEGER NOT NULL DEFAULT 0,
        articles INTEGER NOT NULL DEFAULT 0,
        added INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
)

SEARCH = (
    """
    CREATE VIRTUAL TABLE posts_fts USING fts5 (
        text, content="posts", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER posts_search_add AFTER INSERT ON posts BEGIN
        INSERT INTO posts_fts (rowid, text) VALUES (new.rowid, new.text);
    END
    """,
    """
    CREATE TRIGGER posts_search_remove AFTER DELETE ON posts BEGIN
        INSERT INTO posts_fts (posts_fts, rowid, text) VALUES ('delete', old.rowid, old.text);
    END
    """,
    """
    CREATE TRIGGER posts_search_change AFTER UPDATE OF text, rowid ON posts BEGIN
        INSERT INTO posts_fts (posts_fts, rowid, text) VALUES ('delete', old.rowid, old.text);
        INSERT INTO posts_fts (rowid, text) VALUES (new.rowid, new.text);
    END
    """,
    """
    CREATE VIRTUAL TABLE quotes_fts USING fts5 (
        text, speaker, content="quotes", content_rowid="id", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER quotes_search_add AFTER INSERT ON quotes BEGIN
        INSERT INTO quotes_fts (rowid, text, speaker) VALUES (new.id, new.text, new.speaker);
    END
    """,
    """
    CREATE TRIGGER quotes_search_remove AFTER DELETE ON quotes BEGIN
        INSERT INTO quotes_fts (quotes_fts, rowid, text, speaker)
            VALUES ('delete', old.id, old.text, old.speaker);
    END
    """,
    """
    CREATE TRIGGER quotes_search_change AFTER UPDATE OF text, speaker, id ON quotes BEGIN
        INSERT INTO quotes_fts (quotes_fts, rowid, text, speaker)
            VALUES ('delete', old.id, old.text, old.speaker);
        INSERT INTO quotes_fts (rowid, text, speaker) VALUES (new.id, new.text, new.speaker);
    END
    """,
    """
    CREATE VIRTUAL TABLE articles_fts USING fts5 (
        title, content="articles", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER articles_search_add AFTER INSERT ON articles BEGIN
        INSERT INTO articles_fts (rowid, title) VALUES (new.rowid, new.title);
    END
    """,
    """
    CREATE TRIGGER articles_search_remove AFTER DELETE ON articles BEGIN
        INSERT INTO articles_fts (articles_fts, rowid, title) VALUES ('delete', old.rowid, old.title);
    END
    """,
    """
    CREATE TRIGGER articles_search_change AFTER UPDATE OF title, rowid ON articles BEGIN
        INSERT INTO articles_fts (articles_fts, rowid, title) VALUES ('delete', old.rowid, old.title);
        INSERT INTO articles_fts (rowid, title) VALUES (new.rowid, new.title);
    END
    """,
)

# An article that shows a post in two wordings has two embeds but counts once: the triggers on embeds and
# articles_hashtags look whether the pair is there already. An article without an outlet counts under ''.
TALLIES = (
    """
    CREATE TABLE tally_days (
        day TEXT NOT NULL PRIMARY KEY,
        articles INTEGER NOT NULL DEFAULT 0,
        posts INTEGER NOT NULL DEFAULT 0,
        embeds INTEGER NOT NULL DEFAULT 0,
        quotes INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tally_hashtag_days (
        hashtag TEXT NOT NULL REFERENCES hashtags (id),
        day TEXT NOT NULL,
        posts INTEGER NOT NULL DEFAULT 0,
        articles INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (hashtag, day)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX tally_hashtag_days_day ON tally_hashtag_days (day)",
    """
    CREATE TABLE tally_spellings (
        hashtag TEXT NOT NULL REFERENCES hashtags (id),
        as_written TEXT NOT NULL,
        articles INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (hashtag, as_written)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tally_outlets (
        outlet TEXT NOT NULL PRIMARY KEY,
        articles INTEGER NOT NULL DEFAULT 0,
        embeds INTEGER NOT NULL DEFAULT 0,
        quotes INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX tally_outlets_embeds ON tally_outlets (embeds)",
    """
    CREATE TABLE tally_outlet_platforms (
        outlet TEXT NOT NULL,
        platform TEXT NOT NULL,
        embeds INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (outlet, platform)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tally_outlet_authors (
        outlet TEXT NOT NULL,
        author TEXT NOT NULL REFERENCES authors (id),
        embeds INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (outlet, author)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX tally_outlet_authors_outlet ON tally_outlet_authors (outlet, embeds)",
    "CREATE INDEX tally_outlet_authors_author ON tally_outlet_authors (author, embeds)",
    """
    CREATE TABLE tally_outlet_hashtags (
        outlet TEXT NOT NULL,
        hashtag TEXT NOT NULL REFERENCES hashtags (id),
        articles INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (outlet, hashtag)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX tally_outlet_hashtags_outlet ON tally_outlet_hashtags (outlet, articles)",
    "CREATE INDEX tally_outlet_hashtags_hashtag ON tally_outlet_hashtags (hashtag, articles)",
)

COUNTING = (
    """
    CREATE TRIGGER articles_count_add AFTER INSERT ON articles BEGIN
        INSERT INTO tally_outlets (outlet, articles) VALUES (coalesce(new.outlet, ''), 1)
            ON CONFLICT DO UPDATE SET articles = articles + 1;
        INSERT INTO tally_days (day, articles) SELECT substr(new.published_at, 1, 10), 1
            WHERE length(new.published_at) >= 10
            ON CONFLICT DO UPDATE SET articles = articles + 1;
    END
    """,
    """
    CREATE TRIGGER articles_count_remove AFTER DELETE ON articles BEGIN
        UPDATE tally_outlets SET articles = articles - 1 WHERE outlet = coalesce(old.outlet, '');
        UPDATE tally_days SET articles = articles - 1 WHERE day = substr(old.published_at, 1, 10);
    END
    """,
    """
    CREATE TRIGGER articles_count_change AFTER UPDATE OF outlet, published_at ON articles
    WHEN old.outlet IS NOT new.outlet OR old.published_at IS NOT new.published_at
    BEGIN
        UPDATE tally_outlets SET articles = articles - 1 WHERE outlet = coalesce(old.outlet, '');
        UPDATE tally_days SET articles = articles - 1 WHERE day = substr(old.published_at, 1, 10);
        INSERT INTO tally_outlets (outlet, articles) VALUES (coalesce(new.outlet, ''), 1)
            ON CONFLICT DO UPDATE SET articles = articles + 1;
        INSERT INTO tally_days (day, articles) SELECT substr(new.published_at, 1, 10), 1
            WHERE length(new.published_at) >= 10
            ON CONFLICT DO UPDATE SET articles = articles + 1;
    END
    """,
    """
    CREATE TRIGGER posts_count_add AFTER INSERT ON posts BEGIN
        UPDATE authors SET posts = posts + 1 WHERE id = new.author;
        INSERT INTO tally_days (day, posts) SELECT substr(new.posted_at, 1, 10), 1
            WHERE length(new.posted_at) >= 10
            ON CONFLICT DO UPDATE SET posts = posts + 1;
    END
    """,
    """
    CREATE TRIGGER posts_count_remove AFTER DELETE ON posts BEGIN
        UPDATE authors SET posts = posts - 1 WHERE id = old.author;
        UPDATE tally_days SET posts = posts - 1 WHERE day = substr(old.posted_at, 1, 10);
    END
    """,
    """
    CREATE TRIGGER posts_count_change AFTER UPDATE OF author, posted_at ON posts
    WHEN old.author IS NOT new.author OR old.posted_at IS NOT new.posted_at
    BEGIN
        UPDATE authors SET posts = posts - 1 WHERE id = old.author;
        UPDATE tally_days SET posts = posts - 1 WHERE day = substr(old.posted_at, 1, 10);
        UPDATE authors SET posts = posts + 1 WHERE id = new.author;
        INSERT INTO tally_days (day, posts) SELECT substr(new.posted_at, 1, 10), 1
            WHERE length(new.posted_at) >= 10
            ON CONFLICT DO UPDATE SET posts = posts + 1;
    END
    """,
    """
    CREATE TRIGGER embeds_count_add AFTER INSERT ON embeds
    WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = new.post AND article = new.article AND id <> new.id)
    BEGIN
        UPDATE posts SET articles = articles + 1 WHERE id = new.post;
        UPDATE articles SET embeds = embeds + 1 WHERE id = new.article;
        UPDATE authors SET embeds = embeds + 1 WHERE id = (SELECT author FROM posts WHERE id = new.post);
        INSERT INTO tally_outlets (outlet, embeds)
            SELECT coalesce(outlet, ''), 1 FROM articles WHERE id = new.article
            ON CONFLICT DO UPDATE SET embeds = embeds + 1;
        INSERT INTO tally_days (day, embeds)
            SELECT substr(published_at, 1, 10), 1 FROM articles
            WHERE id = new.article AND length(published_at) >= 10
            ON CONFLICT DO UPDATE SET embeds = embeds + 1;
        INSERT INTO tally_outlet_platforms (outlet, platform, embeds)
            SELECT coalesce(articles.outlet, ''), posts.platform, 1 FROM articles, posts
            WHERE articles.id = new.article AND posts.id = new.post
            ON CONFLICT DO UPDATE SET embeds = embeds + 1;
        INSERT INTO tally_outlet_authors (outlet, author, embeds)
            SELECT coalesce(articles.outlet, ''), posts.author, 1 FROM articles, posts
            WHERE articles.id = new.article AND posts.id = new.post AND posts.author IS NOT NULL
            ON CONFLICT DO UPDATE SET embeds = embeds + 1;
    END
    """,
    """
    CREATE TRIGGER embeds_count_remove AFTER DELETE ON embeds
    WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = old.post AND article = old.article)
    BEGIN
        UPDATE posts SET articles = articles - 1 WHERE id = old.post;
        UPDATE articles SET embeds = embeds - 1 WHERE id = old.article;
        UPDATE authors SET embeds = embeds - 1 WHERE id = (SELECT author FROM posts WHERE id = old.post);
        UPDATE tally_outlets SET embeds = embeds - 1
            WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article);
        UPDATE tally_days SET embeds = embeds - 1
            WHERE day = (SELECT substr(published_at, 1, 10) FROM articles WHERE id = old.article);
        UPDATE tally_outlet_platforms SET embeds = embeds - 1
            WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article)
            AND platform = (SELECT platform FROM posts WHERE id = old.post);
        UPDATE tally_outlet_authors SET embeds = embeds - 1
            WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article)
            AND author = (SELECT author FROM posts WHERE id = old.post);
    END
    """,
    """
    CREATE TRIGGER quotes_count_add AFTER INSERT ON quotes BEGIN
        UPDATE articles SET quotes = quotes + 1 WHERE id = new.article;
        UPDATE authors SET quotes = quotes + 1 WHERE id = new.author;
        INSERT INTO tally_outlets (outlet, quotes)
            SELECT coalesce(outlet, ''), 1 FROM articles WHERE id = new.article
            ON CONFLICT DO UPDATE SET quotes = quotes + 1;
        INSERT INTO tally_days (day, quotes)
            SELECT substr(published_at, 1, 10), 1 FROM articles
            WHERE id = new.article AND length(published_at) >= 10
            ON CONFLICT DO UPDATE SET quotes = quotes + 1;
    END
    """,
    """
    CREATE TRIGGER quotes_count_remove AFTER DELETE ON quotes BEGIN
        UPDATE articles SET quotes = quotes - 1 WHERE id = old.article;
        UPDATE authors SET quotes = quotes - 1 WHERE id = old.author;
        UPDATE tally_outlets SET quotes = quotes - 1
            WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article);
        UPDATE tally_days SET quotes = quotes - 1
            WHERE day = (SELECT substr(published_at, 1, 10) FROM articles WHERE id = old.article);
    END
    """,
    """
    CREATE TRIGGER posts_hashtags_count_add AFTER INSERT ON posts_hashtags BEGIN
        UPDATE hashtags SET posts = posts + 1 WHERE id = new.hashtag;
        INSERT INTO tally_hashtag_days (hashtag, day, posts)
            SELECT new.hashtag, substr(new.posted_at, 1, 10), 1 WHERE length(new.posted_at) >= 10
            ON CONFLICT DO UPDATE SET posts = posts + 1;
    END
    """,
    """
    CREATE TRIGGER posts_hashtags_count_remove AFTER DELETE ON posts_hashtags BEGIN
        UPDATE hashtags SET posts = posts - 1 WHERE id = old.hashtag;
        UPDATE tally_hashtag_days SET posts = posts - 1
            WHERE hashtag = old.hashtag AND day = substr(old.posted_at, 1, 10);
    END
    """,
    """
    CREATE TRIGGER articles_hashtags_spelling_add AFTER INSERT ON articles_hashtags BEGIN
        INSERT INTO tally_spellings (hashtag, as_written, articles) VALUES (new.hashtag, new.as_written, 1)
            ON CONFLICT DO UPDATE SET articles = articles + 1;
    END
    """,
    """
    CREATE TRIGGER articles_hashtags_spelling_remove AFTER DELETE ON articles_hashtags BEGIN
        UPDATE tally_spellings SET articles = articles - 1
            WHERE hashtag = old.hashtag AND as_written = old.as_written;
    END
    """,
    """
    CREATE TRIGGER articles_hashtags_count_add AFTER INSERT ON articles_hashtags
    WHEN NOT EXISTS (
        SELECT 1 FROM articles_hashtags
        WHERE article = new.article AND hashtag = new.hashtag AND as_written <> new.as_written
    )
    BEGIN
        UPDATE hashtags SET articles = articles + 1 WHERE id = new.hashtag;
        INSERT INTO tally_hashtag_days (hashtag, day, articles)
            SELECT new.hashtag, substr(new.published_at, 1, 10), 1 WHERE length(new.published_at) >= 10
            ON CONFLICT DO UPDATE SET articles = articles + 1;
        INSERT INTO tally_outlet_hashtags (outlet, hashtag, articles)
            SELECT coalesce(outlet, ''), new.hashtag, 1 FROM articles WHERE id = new.article
            ON CONFLICT DO UPDATE SET articles = articles + 1;
    END
    """,
    """
    CREATE TRIGGER articles_hashtags_count_remove AFTER DELETE ON articles_hashtags
    WHEN NOT EXISTS (SELECT 1 FROM articles_hashtags WHERE article = old.article AND hashtag = old.hashtag)
    BEGIN
        UPDATE hashtags SET articles = articles - 1 WHERE id = old.hashtag;
        UPDATE tally_hashtag_days SET articles = articles - 1
            WHERE hashtag = old.hashtag AND day = substr(old.published_at, 1, 10);
        UPDATE tally_outlet_hashtags SET articles = articles - 1
            WHERE hashtag = old.hashtag
            AND outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article);
    END
    """,
    """
    CREATE TRIGGER tally_days_empty AFTER UPDATE ON tally_days
    WHEN new.articles = 0 AND new.posts = 0 AND new.embeds = 0 AND new.quotes = 0
    BEGIN
        DELETE FROM tally_days WHERE day = new.day;
    END
    """,
    """
    CREATE TRIGGER tally_hashtag_days_empty AFTER UPDATE ON tally_hashtag_days
    WHEN new.posts = 0 AND new.articles = 0
    BEGIN
        DELETE FROM tally_hashtag_days WHERE hashtag = new.hashtag AND day = new.day;
    END
    """,
    """
    CREATE TRIGGER tally_spellings_empty AFTER UPDATE ON tally_spellings WHEN new.articles = 0 BEGIN
        DELETE FROM tally_spellings WHERE hashtag = new.hashtag AND as_written = new.as_written;
    END
    """,
    """
    CREATE TRIGGER tally_outlets_empty AFTER UPDATE ON tally_outlets
    WHEN new.articles = 0 AND new.embeds = 0 AND new.quotes = 0
    BEGIN
        DELETE FROM tally_outlets WHERE outlet = new.outlet;
    END
    """,
    """
    CREATE TRIGGER tally_outlet_platforms_empty AFTER UPDATE ON tally_outlet_platforms
    WHEN new.embeds = 0
    BEGIN
        DELETE FROM tally_outlet_platforms WHERE outlet = new.outlet AND platform = new.platform;
    END
    """,
    """
    CREATE TRIGGER tally_outlet_authors_empty AFTER UPDATE ON tally_outlet_authors WHEN new.embeds = 0 BEGIN
        DELETE FROM tally_outlet_authors WHERE outlet = new.outlet AND author = new.author;
    END
    """,
    """
    CREATE TRIGGER tally_outlet_hashtags_empty AFTER UPDATE ON tally_outlet_hashtags
    WHEN new.articles = 0
    BEGIN
        DELETE FROM tally_outlet_hashtags WHERE outlet = new.outlet AND hashtag = new.hashtag;
    END
    """,
)

# The casts let SQLite take the two halves of `reactions` apart, so that a sorted and limited read follows an
# index: it does so only where both halves have columns of one affinity (rule 17h of flattenSubquery).
VIEWS = (
    """
    CREATE VIEW reactions AS
    SELECT 'embed' AS kind, embeds.article AS article, articles.title AS title, articles.outlet AS outlet,
        articles.published_at AS published_at, articles.url AS article_url,
        embeds.post AS post, CAST(NULL AS INTEGER) AS quote,
        posts.platform AS platform, posts.author AS author, authors.handle AS handle, authors.name AS name,
        embeds.text AS text, posts.posted_at AS posted_at, posts.url AS url,
        embeds.form AS form, embeds.position AS position,
        embeds.first_seen AS first_seen, embeds.last_seen AS last_seen, embeds.gone_at AS gone_at
    FROM embeds
    JOIN articles ON articles.id = embeds.article
    LEFT JOIN posts ON posts.id = embeds.post
    LEFT JOIN authors ON authors.id = posts.author
    UNION ALL
    SELECT 'quote', quotes.article, articles.title, articles.outlet,
        articles.published_at, articles.url,
        CAST(NULL AS TEXT), quotes.id, quotes.platform, quotes.author,
        quotes.handle, quotes.speaker, quotes.text, CAST(NULL AS TEXT),
        CAST(NULL AS TEXT), CAST('quote' AS TEXT), quotes.position,
        quotes.first_seen, quotes.last_seen, quotes.gone_at
    FROM quotes
    JOIN articles ON articles.id = quotes.article
    """,
    """
    CREATE VIEW hashtag_days AS
    SELECT hashtag, (SELECT tag FROM hashtags WHERE id = hashtag) AS tag, day, posts, articles
    FROM tally_hashtag_days
    """,
    """
    CREATE VIEW most_embedded AS
    SELECT posts.id AS post, posts.articles AS articles, posts.platform AS platform, posts.author AS author,
        authors.handle AS handle, authors.name AS name, posts.text AS text, posts.posted_at AS posted_at,
        posts.url AS url
    FROM posts LEFT JOIN authors ON authors.id = posts.author
    ORDER BY posts.articles DESC, posts.id
    """,
    """
    CREATE VIEW outlets AS
    SELECT nullif(outlet, '') AS outlet, articles, embeds, quotes,
        (SELECT min(published_at) FROM articles WHERE articles.outlet IS nullif(tally_outlets.outlet, ''))
            AS first_published,
        (SELECT max(published_at) FROM articles WHERE articles.outlet IS nullif(tally_outlets.outlet, ''))
            AS last_published
    FROM tally_outlets
    """,
)

#: What the scheduled run remembers. An address is a visit's key, so that no feed makes an article twice;
#: times are UTC text. `visits.next_visit` is null when an article is done with or given up.
SCHEDULE = (
    "ALTER TABLE captures ADD COLUMN length INTEGER",
    "ALTER TABLE captures ADD COLUMN type TEXT",
    "ALTER TABLE captures ADD COLUMN record TEXT",
    "ALTER TABLE captures ADD COLUMN run INTEGER REFERENCES runs (id)",
    "CREATE INDEX captures_file ON captures (file, offset)",
    "ALTER TABLE runs ADD COLUMN unchanged INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN requests INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN outcome TEXT",
    """
    CREATE TABLE sources (
        name TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        place TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        checked_at TEXT,
        next_check TEXT,
        new_at TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        failing_since TEXT,
        problem TEXT
    ) STRICT
    """,
    """
    CREATE TABLE listings (
        url TEXT NOT NULL PRIMARY KEY,
        source TEXT NOT NULL REFERENCES sources (name),
        etag TEXT,
        last_modified TEXT,
        digest TEXT,
        checked_at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE visits (
        url TEXT NOT NULL PRIMARY KEY,
        source TEXT NOT NULL REFERENCES sources (name),
        published_at TEXT,
        published_precision TEXT,
        published_as_written TEXT,
        found_at TEXT NOT NULL,
        first_visit TEXT,
        last_visit TEXT,
        next_visit TEXT,
        visits INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        failing_since TEXT,
        given_up_at TEXT,
        problem TEXT,
        status INTEGER,
        etag TEXT,
        last_modified TEXT,
        digest TEXT,
        moved TEXT,
        kept INTEGER,
        article TEXT REFERENCES articles (id)
    ) STRICT
    """,
    "CREATE INDEX visits_next ON visits (next_visit) WHERE next_visit IS NOT NULL",
    "CREATE INDEX visits_source ON visits (source, found_at)",
    "CREATE INDEX visits_article ON visits (article)",
    "CREATE INDEX visits_moved ON visits (moved) WHERE moved IS NOT NULL",
    "CREATE INDEX visits_failing ON visits (failing_since) WHERE failing_since IS NOT NULL",
    """
    CREATE TABLE listed (
        source TEXT NOT NULL REFERENCES sources (name),
        guid TEXT NOT NULL,
        url TEXT NOT NULL REFERENCES visits (url),
        first_seen TEXT NOT NULL,
        PRIMARY KEY (source, guid)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX listed_url ON listed (url)",
    """
    CREATE TABLE robots (
        origin TEXT NOT NULL PRIMARY KEY,
        fetched_at TEXT NOT NULL,
        status INTEGER,
        body TEXT
    ) STRICT
    """,
    """
    CREATE TABLE flags (
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        message TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        PRIMARY KEY (subject, kind)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE VIEW failing AS
    SELECT url, source, problem, status, attempts, failing_since, next_visit, given_up_at FROM visits
    WHERE failing_since IS NOT NULL
    UNION ALL
    SELECT place, name, problem, NULL, attempts, failing_since, next_check, NULL FROM sources
    WHERE failing_since IS NOT NULL
    """,
)

# Questions that would otherwise read a whole table: who changed their name, what is told but not shown.
READING = (
    "ALTER TABLE authors ADD COLUMN names INTEGER NOT NULL DEFAULT 0",
    "UPDATE authors SET names = (SELECT count(*) FROM author_names WHERE author = authors.id)",
    """
    CREATE TRIGGER author_names_count_add AFTER INSERT ON author_names BEGIN
        UPDATE authors SET names = names + 1 WHERE id = new.author;
    END
    """,
    """
    CREATE TRIGGER author_names_count_remove AFTER DELETE ON author_names BEGIN
        UPDATE authors SET names = names - 1 WHERE id = old.author;
    END
    """,
    "CREATE INDEX authors_names ON authors (names, embeds) WHERE names > 1",
    """
    CREATE INDEX articles_told ON articles (published_at) WHERE embeds = 0 AND allusions > 0
    """,
)

# What a second reading of the same bytes must know to tell what is gone from what was misread.
REREADING = (
    "ALTER TABLE articles ADD COLUMN changed_at TEXT",
    "UPDATE articles SET changed_at = first_seen",
    """
    CREATE TABLE repeats (
        article TEXT NOT NULL REFERENCES articles (id),
        printing TEXT NOT NULL REFERENCES printings (id),
        PRIMARY KEY (article, printing)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX repeats_printing ON repeats (printing)",
)

# Where a feed is for good now: the redirect from its old address will end some day.
MOVING = ("ALTER TABLE sources ADD COLUMN moved TEXT",)


@MIGRATIONS()
def create_tables(db: Database) -> None:
    """Articles, posts, embeds, quotes, hashtags, and what hangs on them."""
    _execute(db, TABLES)


@MIGRATIONS()
def create_search(db: Database) -> None:
    """Full-text search on posts, quotes and titles, kept by triggers."""
    _execute(db, SEARCH)


@MIGRATIONS()
def create_tallies(db: Database) -> None:
    """Counts by day, hashtag, outlet and author, kept by triggers."""
    _execute(db, TALLIES + COUNTING)


@MIGRATIONS()
def create_views(db: Database) -> None:
    """The views for people: reactions, hashtag_days, most_embedded, outlets."""
    _execute(db, VIEWS)


@MIGRATIONS()
def create_schedule(db: Database) -> None:
    """What the scheduled run remembers: sources, visits, robots.txt, flags."""
    _execute(db, SCHEDULE)


@MIGRATIONS()
def create_reading(db: Database) -> None:
    """What questions of readers need to be answered from an index."""
    _execute(db, READING)


@MIGRATIONS()
def create_rereading(db: Database) -> None:
    """When the present bytes of an article came, and further wordings of the posts it embeds."""
    _execute(db, REREADING)


@MIGRATIONS()
def create_moving(db: Database) -> None:
    """Where a source leads to for good."""
    _execute(db, MOVING)


def _execute(db: Database, statements: tuple[str, ...]) -> None:
    """Run statements one by one: ``executescript`` would commit the transaction of the migration."""
    for statement in statements:
        db.execute(statement)
