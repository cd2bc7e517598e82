"""Articles, posts, embeds, quotes, hashtags and their details."""

from __future__ import annotations

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
