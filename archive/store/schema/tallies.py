"""Counts by day, hashtag, outlet and author, and their triggers."""

from __future__ import annotations

# An article that shows a post in two wordings has two embeds but counts once: the triggers on embeds and
# articles_hashtags check if the pair exists already. An article without an outlet counts under ''.
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
