-- The schema of an archive today. A new archive is made from this file, statement by statement; archives of
-- older versions get the same schema through history.sql (tests/archive/store/test_schema.py compares them).
--
-- Ids. An article's id is a digest of its canonical URL (of its bytes where it has none); posts and authors
-- are keyed by what the platforms call them (twitter:1223…, twitter:handle), hashtags by their folded
-- spelling. Keys are independent of the order of archiving.
--
-- Row numbers. rowid is a declared column of posts and articles. The hidden rowid of a table with a text key
-- may change in a VACUUM, and full-text indexes point at rowids (https://www.sqlite.org/rowidtable.html). A
-- declared column of that name takes its place everywhere, also in the search queries of Datasette and
-- sqlite-utils. Its value grows with the date: ORDER BY rowid DESC is newest first without sorting.
--
-- Times are UTC in ISO 8601 and end in Z. A time without a zone has no Z; a date may be a day, month or year.
-- STRICT tables refuse values of another type. Indexes are created in the order that SQLite's planner
-- prefers between equals: keep it.

-- Bookkeeping of sqlite-utils: the migrations that the archive has had. A new one is recorded with all of them.
CREATE TABLE "_sqlite_migrations" (
    "id" INTEGER PRIMARY KEY,
    "migration_set" TEXT,
    "name" TEXT,
    "applied_at" TEXT
);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
ON "_sqlite_migrations" ("migration_set", "name");

-- ==== Articles ====
-- The columns embeds, quotes and allusions are counted by triggers, as are the counts of authors, posts and
-- hashtags: see Counts.

-- changed_at: when the current bytes were archived. saved_at: when a file states that it was saved.
-- published_day: the local day of the outlet: "2026-04-13T20:38-04:00" is on 13 April. published_zone is
-- computed on read: SQLite treats a time without a zone as UTC, so its hours are wrong.
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
    rowid INTEGER NOT NULL UNIQUE,
    changed_at TEXT,
    saved_at TEXT,
    text TEXT,
    section TEXT,
    modified_at TEXT,
    modified_precision TEXT,
    modified_source TEXT,
    modified_as_written TEXT,
    published_day TEXT,
    published_zone TEXT GENERATED ALWAYS AS (CASE WHEN published_at LIKE '%Z' THEN 'UTC' END) VIRTUAL
) STRICT;
CREATE INDEX articles_url ON articles (url);
CREATE INDEX articles_published ON articles (published_at);
CREATE INDEX articles_outlet ON articles (outlet, published_at);
CREATE INDEX articles_language ON articles (language);
CREATE INDEX articles_first_seen ON articles (first_seen);
CREATE INDEX articles_last_seen ON articles (last_seen);
CREATE INDEX articles_told ON articles (published_at) WHERE embeds = 0 AND allusions > 0;
CREATE INDEX articles_section ON articles (section) WHERE section IS NOT NULL;
CREATE INDEX articles_outlet_counts ON articles (outlet, published_at, embeds, quotes);
CREATE INDEX articles_days ON articles (coalesce(published_day, published_at));
CREATE INDEX articles_outlet_days ON articles (outlet, coalesce(published_day, published_at), embeds, quotes);

CREATE TABLE bylines (
    article TEXT NOT NULL REFERENCES articles (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT,
    PRIMARY KEY (article, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX bylines_name ON bylines (name COLLATE NOCASE);

CREATE TABLE articles_topics (
    article TEXT NOT NULL REFERENCES articles (id),
    topic TEXT NOT NULL,
    PRIMARY KEY (article, topic)
) STRICT, WITHOUT ROWID;
CREATE INDEX articles_topics_topic ON articles_topics (topic);

CREATE TABLE articles_mentions (
    article TEXT NOT NULL REFERENCES articles (id),
    handle TEXT NOT NULL,
    as_written TEXT NOT NULL,
    within TEXT NOT NULL,
    PRIMARY KEY (article, handle, as_written)
) STRICT, WITHOUT ROWID;
CREATE INDEX articles_mentions_handle ON articles_mentions (handle);

CREATE TABLE allusions (
    article TEXT NOT NULL REFERENCES articles (id),
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    platform TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset INTEGER NOT NULL,
    picture TEXT,
    PRIMARY KEY (article, position)
) STRICT, WITHOUT ROWID;

-- When articles were seen, in any version; used to date since when a row is gone.
CREATE TABLE sights (
    article TEXT NOT NULL REFERENCES articles (id),
    seen_at TEXT NOT NULL,
    since TEXT NOT NULL,
    PRIMARY KEY (article, seen_at)
) STRICT, WITHOUT ROWID;

-- Which rows of a corpus were archived, so that an interrupted corpus resumes.
CREATE TABLE rows_read (
    row TEXT NOT NULL PRIMARY KEY,
    article TEXT NOT NULL REFERENCES articles (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rows_read_article ON rows_read (article);

-- ==== Captures ====
-- What was fetched or read, and where it is stored; runs of the program and what failed in them.

-- refused: why an answer was not accepted as the article. payload_digest: what a capture is checked against.
-- purged_file, purged_offset: former location; restoring a backup of the WARC files brings it back there.
-- hidden: set if an erasure hides it.
CREATE TABLE captures (
    id INTEGER PRIMARY KEY,
    article TEXT REFERENCES articles (id),
    url TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    status INTEGER,
    content_type TEXT,
    digest TEXT,
    file TEXT,
    offset INTEGER,
    length INTEGER,
    type TEXT,
    record TEXT,
    run INTEGER REFERENCES runs (id),
    refused TEXT,
    declared TEXT,
    hidden TEXT,
    payload_digest TEXT,
    purged_file TEXT,
    purged_offset INTEGER
) STRICT;
CREATE INDEX captures_article ON captures (article, fetched_at);
CREATE INDEX captures_url ON captures (url, fetched_at);
CREATE INDEX captures_digest ON captures (digest);
CREATE INDEX captures_file ON captures (file, offset);
CREATE INDEX captures_hidden ON captures (hidden) WHERE hidden IS NOT NULL;

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
) STRICT;
CREATE INDEX problems_article ON problems (article);
CREATE INDEX problems_kind ON problems (kind);

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    exit_code INTEGER,
    sources INTEGER NOT NULL DEFAULT 0,
    articles INTEGER NOT NULL DEFAULT 0,
    added INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0,
    outcome TEXT
) STRICT;

-- The id of the archive, which is part of its WARC file names.
CREATE TABLE identity (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1),
    archive TEXT NOT NULL
) STRICT;
INSERT INTO identity VALUES (1, lower(hex(randomblob(6))));

-- ==== Authors ====

CREATE TABLE authors (
    id TEXT NOT NULL PRIMARY KEY,
    platform TEXT NOT NULL,
    handle TEXT,
    name TEXT,
    posts INTEGER NOT NULL DEFAULT 0,
    embeds INTEGER NOT NULL DEFAULT 0,
    quotes INTEGER NOT NULL DEFAULT 0,
    first_seen TEXT NOT NULL,
    names INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX authors_handle ON authors (handle COLLATE NOCASE);
CREATE INDEX authors_name ON authors (name COLLATE NOCASE);
CREATE INDEX authors_platform ON authors (platform);
CREATE INDEX authors_posts ON authors (posts);
CREATE INDEX authors_embeds ON authors (embeds);
CREATE INDEX authors_names ON authors (names, embeds) WHERE names > 1;

CREATE TABLE author_names (
    author TEXT NOT NULL REFERENCES authors (id),
    name TEXT NOT NULL,
    first_posted TEXT,
    last_posted TEXT,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    PRIMARY KEY (author, name)
) STRICT;

-- ==== Posts ====
-- Posts are computed from their printings alone (archive/store/identity.py), so their parts are replaced whole.

-- text: as it is currently printed most often; wordings: the others, one a line, for the search.
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
    rowid INTEGER NOT NULL UNIQUE,
    wordings TEXT,
    posted_zone TEXT GENERATED ALWAYS AS (CASE WHEN posted_at LIKE '%Z' THEN 'UTC' END) VIRTUAL
) STRICT;
CREATE INDEX posts_author ON posts (author, posted_at);
CREATE INDEX posts_posted ON posts (posted_at);
CREATE INDEX posts_platform ON posts (platform, posted_at);
CREATE INDEX posts_language ON posts (language);
CREATE INDEX posts_articles ON posts (articles DESC, id);
CREATE INDEX posts_first_seen ON posts (first_seen);

CREATE TABLE post_aliases (
    alias TEXT NOT NULL PRIMARY KEY,
    post TEXT NOT NULL REFERENCES posts (id)
) STRICT;
CREATE INDEX post_aliases_post ON post_aliases (post);

CREATE TABLE mentions (
    post TEXT NOT NULL REFERENCES posts (id),
    position INTEGER NOT NULL,
    handle TEXT NOT NULL,
    as_written TEXT NOT NULL,
    PRIMARY KEY (post, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_handle ON mentions (handle);

CREATE TABLE cashtags (
    post TEXT NOT NULL REFERENCES posts (id),
    position INTEGER NOT NULL,
    cashtag TEXT NOT NULL,
    as_written TEXT NOT NULL,
    PRIMARY KEY (post, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX cashtags_cashtag ON cashtags (cashtag);

CREATE TABLE links (
    post TEXT NOT NULL REFERENCES posts (id),
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (post, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_url ON links (url);

CREATE TABLE media (
    post TEXT NOT NULL REFERENCES posts (id),
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (post, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX media_url ON media (url);

-- One row per time that a source reported counts of a post.
CREATE TABLE counts (
    post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    observed_at TEXT NOT NULL,
    source TEXT NOT NULL,
    likes INTEGER,
    reposts INTEGER,
    replies INTEGER,
    views INTEGER,
    PRIMARY KEY (post, observed_at, source)
) STRICT, WITHOUT ROWID;

-- ==== Printings ====

-- Every wording in which a post was ever printed, once, however many articles share it. block: key under
-- which printings without an id are compared. source: URL of a wording that no article printed.
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
    first_seen TEXT NOT NULL,
    source TEXT,
    posted_zone TEXT GENERATED ALWAYS AS (CASE WHEN posted_at LIKE '%Z' THEN 'UTC' END) VIRTUAL
) STRICT;
CREATE INDEX printings_post ON printings (post);
CREATE INDEX printings_native_id ON printings (native_id, platform) WHERE native_id IS NOT NULL;
CREATE INDEX printings_block ON printings (block) WHERE block IS NOT NULL;
CREATE INDEX printings_author ON printings (author, name);

-- Further printings of a post in one article: a second reading of the same bytes tells gone rows from misread ones.
CREATE TABLE repeats (
    article TEXT NOT NULL REFERENCES articles (id),
    printing TEXT NOT NULL REFERENCES printings (id),
    PRIMARY KEY (article, printing)
) STRICT, WITHOUT ROWID;
CREATE INDEX repeats_printing ON repeats (printing);

-- ==== Embeds ====

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
    gone_at TEXT,
    saved_at TEXT,
    context_start INTEGER,
    context_end INTEGER,
    text_source TEXT,
    entry_at TEXT
) STRICT;
CREATE INDEX embeds_article ON embeds (article, position);
CREATE INDEX embeds_post ON embeds (post, article);
CREATE UNIQUE INDEX embeds_printing ON embeds (printing, article);
CREATE INDEX embeds_first_seen ON embeds (first_seen);
CREATE INDEX embeds_gone_at ON embeds (gone_at) WHERE gone_at IS NOT NULL;

-- ==== Quotes ====

-- confidence: that a quote is a reaction. speaker_as_written: the printed phrase beside the name.
-- speaker_confidence: in a name that is not printed next to the quote. Null in rows of older archives.
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
    gone_at TEXT,
    saved_at TEXT,
    confidence REAL,
    context_start INTEGER,
    context_end INTEGER,
    speaker_as_written TEXT,
    speaker_confidence REAL,
    entry_at TEXT
) STRICT;
CREATE INDEX quotes_article ON quotes (article, position);
CREATE INDEX quotes_author ON quotes (author) WHERE author IS NOT NULL;
CREATE INDEX quotes_first_seen ON quotes (first_seen);
CREATE INDEX quotes_gone_at ON quotes (gone_at) WHERE gone_at IS NOT NULL;

-- ==== Hashtags ====

-- tag: as most articles spell it.
CREATE TABLE hashtags (
    id TEXT NOT NULL PRIMARY KEY,
    tag TEXT NOT NULL,
    posts INTEGER NOT NULL DEFAULT 0,
    articles INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX hashtags_posts ON hashtags (posts);
CREATE INDEX hashtags_articles ON hashtags (articles);

CREATE TABLE posts_hashtags (
    post TEXT NOT NULL REFERENCES posts (id),
    hashtag TEXT NOT NULL REFERENCES hashtags (id),
    as_written TEXT NOT NULL,
    posted_at TEXT,
    PRIMARY KEY (post, hashtag)
) STRICT, WITHOUT ROWID;
CREATE INDEX posts_hashtags_hashtag ON posts_hashtags (hashtag, posted_at);

CREATE TABLE articles_hashtags (
    article TEXT NOT NULL REFERENCES articles (id),
    hashtag TEXT NOT NULL REFERENCES hashtags (id),
    as_written TEXT NOT NULL,
    within TEXT NOT NULL,
    published_at TEXT,
    published_day TEXT,
    PRIMARY KEY (article, hashtag, as_written)
) STRICT, WITHOUT ROWID;
CREATE INDEX articles_hashtags_hashtag ON articles_hashtags (hashtag, published_at);
CREATE INDEX articles_hashtags_days ON articles_hashtags (hashtag, coalesce(published_day, published_at));

CREATE TABLE quotes_hashtags (
    quote INTEGER NOT NULL REFERENCES quotes (id),
    hashtag TEXT NOT NULL REFERENCES hashtags (id),
    as_written TEXT NOT NULL,
    PRIMARY KEY (quote, hashtag)
) STRICT, WITHOUT ROWID;
CREATE INDEX quotes_hashtags_hashtag ON quotes_hashtags (hashtag);

-- ==== Schedule ====
-- State of the scheduled run.

-- moved: the permanent redirect of a feed.
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
    problem TEXT,
    moved TEXT
) STRICT;

CREATE TABLE listings (
    url TEXT NOT NULL PRIMARY KEY,
    source TEXT NOT NULL REFERENCES sources (name),
    etag TEXT,
    last_modified TEXT,
    digest TEXT,
    checked_at TEXT NOT NULL
) STRICT;

-- Keyed by URL, so that no feed adds an article twice. next_visit is null if an article is finished or given
-- up. page: digest without reactions; equal ones show a site that returns one page for removed articles.
-- visits_last: each run looks for visits dated in the future by a clock that was ahead.
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
    article TEXT REFERENCES articles (id),
    page TEXT
) STRICT;
CREATE INDEX visits_next ON visits (next_visit) WHERE next_visit IS NOT NULL;
CREATE INDEX visits_source ON visits (source, found_at);
CREATE INDEX visits_article ON visits (article);
CREATE INDEX visits_moved ON visits (moved) WHERE moved IS NOT NULL;
CREATE INDEX visits_failing ON visits (failing_since) WHERE failing_since IS NOT NULL;
CREATE INDEX visits_last ON visits (last_visit);
CREATE INDEX visits_pages ON visits (last_visit) WHERE page IS NOT NULL;

CREATE TABLE listed (
    source TEXT NOT NULL REFERENCES sources (name),
    guid TEXT NOT NULL,
    url TEXT NOT NULL REFERENCES visits (url),
    first_seen TEXT NOT NULL,
    PRIMARY KEY (source, guid)
) STRICT, WITHOUT ROWID;
CREATE INDEX listed_url ON listed (url);

CREATE TABLE robots (
    origin TEXT NOT NULL PRIMARY KEY,
    fetched_at TEXT NOT NULL,
    status INTEGER,
    body TEXT
) STRICT;

CREATE TABLE flags (
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    PRIMARY KEY (subject, kind)
) STRICT, WITHOUT ROWID;

-- ==== Checks ====
-- Whether posts are still public, since when, and from which answers; look-ups of posts not printed whole.

-- One row per run of equal verdicts about a post by one method; capture is the first answer of the run.
CREATE TABLE checks (
    id INTEGER PRIMARY KEY,
    post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    method TEXT NOT NULL,
    verdict TEXT NOT NULL,
    reason TEXT,
    http_status INTEGER,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    times INTEGER NOT NULL DEFAULT 1,
    capture INTEGER REFERENCES captures (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX checks_post ON checks (post, last_at);
CREATE INDEX checks_method ON checks (method, post, last_at);
CREATE INDEX checks_last ON checks (last_at);
CREATE INDEX checks_capture ON checks (capture) WHERE capture IS NOT NULL;
CREATE INDEX checks_verdict ON checks (verdict, last_at, post);

-- All answers about a post.
CREATE TABLE check_answers (
    post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    capture INTEGER NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
    PRIMARY KEY (post, capture)
) STRICT, WITHOUT ROWID;
CREATE INDEX check_answers_capture ON check_answers (capture);

-- Hosts that asked for a pause, and until when.
CREATE TABLE check_pauses (
    host TEXT NOT NULL PRIMARY KEY,
    until TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

-- One row per answer that was read about a post.
CREATE TABLE hydrations (
    id INTEGER PRIMARY KEY,
    post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    method TEXT NOT NULL,
    outcome TEXT NOT NULL,
    source TEXT,
    given_at TEXT,
    asked_at TEXT NOT NULL,
    reason TEXT,
    capture INTEGER REFERENCES captures (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX hydrations_post ON hydrations (post, method);
CREATE INDEX hydrations_capture ON hydrations (capture, post) WHERE capture IS NOT NULL;
CREATE INDEX hydrations_asked ON hydrations (asked_at);

-- ==== Erasures ====

-- Erasures, as keyed hashes.
CREATE TABLE erasures (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    made_at TEXT NOT NULL,
    ground TEXT,
    length INTEGER NOT NULL DEFAULT 0,
    author TEXT,
    sketch TEXT,
    cleaned_at TEXT,
    UNIQUE (key, length)
) STRICT;
CREATE INDEX erasures_unfinished ON erasures (id) WHERE cleaned_at IS NULL;

-- ==== Tallies ====
-- Counts by day, hashtag, outlet, author, platform and language, kept by the triggers in Counts, so that
-- "most embedded" or "this hashtag by day" is an index scan. An article without an outlet counts under ''.

CREATE TABLE tally_days (
    day TEXT NOT NULL PRIMARY KEY,
    articles INTEGER NOT NULL DEFAULT 0,
    posts INTEGER NOT NULL DEFAULT 0,
    embeds INTEGER NOT NULL DEFAULT 0,
    quotes INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_hashtag_days (
    hashtag TEXT NOT NULL REFERENCES hashtags (id),
    day TEXT NOT NULL,
    posts INTEGER NOT NULL DEFAULT 0,
    articles INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (hashtag, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_hashtag_days_day ON tally_hashtag_days (day);

CREATE TABLE tally_spellings (
    hashtag TEXT NOT NULL REFERENCES hashtags (id),
    as_written TEXT NOT NULL,
    articles INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (hashtag, as_written)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_outlets (
    outlet TEXT NOT NULL PRIMARY KEY,
    articles INTEGER NOT NULL DEFAULT 0,
    embeds INTEGER NOT NULL DEFAULT 0,
    quotes INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_outlets_embeds ON tally_outlets (embeds);

CREATE TABLE tally_outlet_platforms (
    outlet TEXT NOT NULL,
    platform TEXT NOT NULL,
    embeds INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (outlet, platform)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_outlet_authors (
    outlet TEXT NOT NULL,
    author TEXT NOT NULL REFERENCES authors (id),
    embeds INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (outlet, author)
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_outlet_authors_outlet ON tally_outlet_authors (outlet, embeds);
CREATE INDEX tally_outlet_authors_author ON tally_outlet_authors (author, embeds);

CREATE TABLE tally_outlet_hashtags (
    outlet TEXT NOT NULL,
    hashtag TEXT NOT NULL REFERENCES hashtags (id),
    articles INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (outlet, hashtag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_outlet_hashtags_outlet ON tally_outlet_hashtags (outlet, articles);
CREATE INDEX tally_outlet_hashtags_hashtag ON tally_outlet_hashtags (hashtag, articles);

-- minutes: the first minute of a step of lags (STEPS in archive/store/terms.py), from post to article.
CREATE TABLE tally_outlet_lags (
    outlet TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    embeds INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (outlet, minutes)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_platform_days (
    platform TEXT NOT NULL,
    day TEXT NOT NULL,
    posts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_language_days (
    language TEXT NOT NULL,
    day TEXT NOT NULL,
    articles INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (language, day)
) STRICT, WITHOUT ROWID;

-- ==== Views ====

CREATE VIEW hashtag_days AS
SELECT hashtag, (SELECT tag FROM hashtags WHERE id = hashtag) AS tag, day, posts, articles
FROM tally_hashtag_days;

CREATE VIEW most_embedded AS
SELECT posts.id AS post, posts.articles AS articles, posts.platform AS platform, posts.author AS author,
    authors.handle AS handle, authors.name AS name, posts.text AS text, posts.posted_at AS posted_at,
    posts.url AS url
FROM posts LEFT JOIN authors ON authors.id = posts.author
ORDER BY posts.articles DESC, posts.id;

CREATE VIEW outlets AS
SELECT nullif(outlet, '') AS outlet, articles, embeds, quotes,
    (SELECT min(published_at) FROM articles WHERE articles.outlet IS nullif(tally_outlets.outlet, ''))
        AS first_published,
    (SELECT max(published_at) FROM articles WHERE articles.outlet IS nullif(tally_outlets.outlet, ''))
        AS last_published
FROM tally_outlets;

CREATE VIEW failing AS
SELECT url, source, problem, status, attempts, failing_since, next_visit, given_up_at FROM visits
WHERE failing_since IS NOT NULL
UNION ALL
SELECT place, name, problem, NULL, attempts, failing_since, next_check, NULL FROM sources
WHERE failing_since IS NOT NULL;

-- Without GROUP BY, so that one post can be looked up fast, also for each row of a list.
CREATE VIEW availability AS
SELECT current.post AS post, current.verdict AS status,
    (SELECT max(last_at) FROM checks AS up WHERE up.post = current.post AND up.verdict = 'up') AS last_up,
    iif(current.verdict IN ('up', 'restricted', 'unknown'), NULL, (
        SELECT min(max(gone.first_at, coalesce((
            SELECT max(last_at) FROM checks AS there
            WHERE there.post = current.post AND there.verdict IN ('up', 'restricted')
        ), ''))) FROM checks AS gone
        WHERE gone.post = current.post AND gone.verdict NOT IN ('up', 'restricted', 'unknown')
            AND gone.last_at > coalesce((
                SELECT max(last_at) FROM checks AS there
                WHERE there.post = current.post AND there.verdict IN ('up', 'restricted')
            ), '')
    )) AS first_gone,
    coalesce(julianday(current.last_at) - julianday(iif(current.verdict IN ('up', 'restricted', 'unknown'), NULL, (
        SELECT min(max(gone.first_at, coalesce((
            SELECT max(last_at) FROM checks AS there
            WHERE there.post = current.post AND there.verdict IN ('up', 'restricted')
        ), ''))) FROM checks AS gone
        WHERE gone.post = current.post AND gone.verdict NOT IN ('up', 'restricted', 'unknown')
            AND gone.last_at > coalesce((
                SELECT max(last_at) FROM checks AS there
                WHERE there.post = current.post AND there.verdict IN ('up', 'restricted')
            ), '')
    ))) >= 1, 0) AS confirmed,
    iif(current.verdict = 'unknown', NULL, current.reason) AS reason,
    iif(current.verdict = 'unknown', NULL, current.method) AS method,
    (SELECT max(last_at) FROM checks AS latest WHERE latest.post = current.post) AS last_checked,
    iif(current.verdict = 'unknown', NULL, current.capture) AS capture
FROM checks AS current
WHERE current.id = (
    SELECT id FROM checks AS known WHERE known.post = current.post
    ORDER BY known.verdict = 'unknown', known.last_at DESC, known.id DESC LIMIT 1
);

-- The casts let SQLite flatten the two halves, so that a sorted and limited read uses an index. It does so only
-- if the columns of both halves have the same affinity (rule 17h of flattenSubquery).
CREATE VIEW reactions AS
SELECT 'embed' AS kind, embeds.article AS article, articles.title AS title, articles.outlet AS outlet,
    articles.published_at AS published_at, articles.url AS article_url,
    embeds.post AS post, CAST(NULL AS INTEGER) AS quote,
    posts.platform AS platform, posts.author AS author, authors.handle AS handle, authors.name AS name,
    embeds.text AS text, posts.posted_at AS posted_at, posts.url AS url,
    embeds.form AS form, embeds.position AS position,
    embeds.first_seen AS first_seen, embeds.last_seen AS last_seen, embeds.gone_at AS gone_at,
    substr(articles.text, embeds.context_start + 1, embeds.context_end - embeds.context_start) AS context,
    articles.published_day AS published_day,
    articles.published_zone AS published_zone, posts.posted_zone AS posted_zone
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
    quotes.first_seen, quotes.last_seen, quotes.gone_at,
    substr(articles.text, quotes.context_start + 1, quotes.context_end - quotes.context_start),
    articles.published_day,
    articles.published_zone, CAST(NULL AS TEXT)
FROM quotes
JOIN articles ON articles.id = quotes.article;

-- ==== Search ====
-- Full-text indexes whose content is in other tables, and the triggers that keep them.

CREATE VIRTUAL TABLE articles_fts USING fts5 (
    title, text, content="articles", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
);

CREATE TRIGGER articles_search_add AFTER INSERT ON articles BEGIN
    INSERT INTO articles_fts (rowid, title, text) VALUES (new.rowid, new.title, new.text);
END;

CREATE TRIGGER articles_search_remove AFTER DELETE ON articles BEGIN
    INSERT INTO articles_fts (articles_fts, rowid, title, text)
        VALUES ('delete', old.rowid, old.title, old.text);
END;

CREATE TRIGGER articles_search_change AFTER UPDATE OF title, text, rowid ON articles
WHEN old.title IS NOT new.title OR old.text IS NOT new.text OR old.rowid IS NOT new.rowid
BEGIN
    INSERT INTO articles_fts (articles_fts, rowid, title, text)
        VALUES ('delete', old.rowid, old.title, old.text);
    INSERT INTO articles_fts (rowid, title, text) VALUES (new.rowid, new.title, new.text);
END;

CREATE VIRTUAL TABLE posts_fts USING fts5 (
    text, wordings, content="posts", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
);

CREATE TRIGGER posts_search_add AFTER INSERT ON posts BEGIN
    INSERT INTO posts_fts (rowid, text, wordings) VALUES (new.rowid, new.text, new.wordings);
END;

CREATE TRIGGER posts_search_remove AFTER DELETE ON posts BEGIN
    INSERT INTO posts_fts (posts_fts, rowid, text, wordings)
        VALUES ('delete', old.rowid, old.text, old.wordings);
END;

CREATE TRIGGER posts_search_change AFTER UPDATE OF text, wordings, rowid ON posts BEGIN
    INSERT INTO posts_fts (posts_fts, rowid, text, wordings)
        VALUES ('delete', old.rowid, old.text, old.wordings);
    INSERT INTO posts_fts (rowid, text, wordings) VALUES (new.rowid, new.text, new.wordings);
END;

CREATE VIRTUAL TABLE quotes_fts USING fts5 (
    text, speaker, content="quotes", content_rowid="id", tokenize="unicode61 remove_diacritics 2"
);

CREATE TRIGGER quotes_search_add AFTER INSERT ON quotes BEGIN
    INSERT INTO quotes_fts (rowid, text, speaker) VALUES (new.id, new.text, new.speaker);
END;

CREATE TRIGGER quotes_search_remove AFTER DELETE ON quotes BEGIN
    INSERT INTO quotes_fts (quotes_fts, rowid, text, speaker)
        VALUES ('delete', old.id, old.text, old.speaker);
END;

CREATE TRIGGER quotes_search_change AFTER UPDATE OF text, speaker, id ON quotes BEGIN
    INSERT INTO quotes_fts (quotes_fts, rowid, text, speaker)
        VALUES ('delete', old.id, old.text, old.speaker);
    INSERT INTO quotes_fts (rowid, text, speaker) VALUES (new.id, new.text, new.speaker);
END;

-- ==== Signs ====
-- Search index of signs that FTS5 cannot tokenize: emoji, and scripts without spaces between words. It holds
-- the signs of a post one by one, as hexadecimal code points: 灯台 is "706f 53f0". A search for that phrase
-- finds posts with these signs in sequence. Other characters between them are not indexed, so results are
-- still compared with the text. The signs of other wordings are in a column of their own, so that a phrase
-- never spans two texts. The text is cut into pieces, and these into characters: to find the n-th
-- character, SQLite reads all before it. Ranges and length are those of archive/store/terms.py.

CREATE VIEW posts_signs_fts_texts AS
SELECT rowid AS number, (
    WITH RECURSIVE
        pieces (start, piece) AS (
            SELECT 1, substr(text, 1, 200)
            UNION ALL
            SELECT start + 200, substr(text, start + 200, 200) FROM pieces
            WHERE start + 200 <= length(substr(text, 1, 20000))
        ),
        places (place) AS (
            SELECT 1 UNION ALL
            SELECT place + 1 FROM places WHERE place < length(substr(text, 1, 200))
        ),
        letters (start, place, letter) AS (
            SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
        )
    SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
        SELECT letter FROM letters
        WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
        ORDER BY start, place
    )
) AS signs, (
    WITH RECURSIVE
        pieces (start, piece) AS (
            SELECT 1, substr(wordings, 1, 200)
            UNION ALL
            SELECT start + 200, substr(wordings, start + 200, 200) FROM pieces
            WHERE start + 200 <= length(substr(wordings, 1, 20000))
        ),
        places (place) AS (
            SELECT 1 UNION ALL
            SELECT place + 1 FROM places WHERE place < length(substr(wordings, 1, 200))
        ),
        letters (start, place, letter) AS (
            SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
        )
    SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
        SELECT letter FROM letters
        WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
        ORDER BY start, place
    )
) AS wordings
FROM posts WHERE ((
    length(CAST(text AS BLOB)) > length(text)
    AND substr(text, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
) OR (
    length(CAST(wordings AS BLOB)) > length(wordings)
    AND substr(wordings, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
));

CREATE VIRTUAL TABLE posts_signs_fts USING fts5 (
    signs, wordings, content="posts_signs_fts_texts", content_rowid="number", columnsize=0, tokenize="ascii"
);

CREATE TRIGGER posts_signs_add AFTER INSERT ON posts
WHEN ((
    length(CAST(new.text AS BLOB)) > length(new.text)
    AND substr(new.text, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
) OR (
    length(CAST(new.wordings AS BLOB)) > length(new.wordings)
    AND substr(new.wordings, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
)) BEGIN
    INSERT INTO posts_signs_fts (rowid, signs, wordings) VALUES (new.rowid, (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(new.text, 1, 200)
                UNION ALL
                SELECT start + 200, substr(new.text, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(new.text, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(new.text, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ), (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(new.wordings, 1, 200)
                UNION ALL
                SELECT start + 200, substr(new.wordings, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(new.wordings, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(new.wordings, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ));
END;

CREATE TRIGGER posts_signs_remove AFTER DELETE ON posts
WHEN ((
    length(CAST(old.text AS BLOB)) > length(old.text)
    AND substr(old.text, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
) OR (
    length(CAST(old.wordings AS BLOB)) > length(old.wordings)
    AND substr(old.wordings, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
)) BEGIN
    INSERT INTO posts_signs_fts (posts_signs_fts, rowid, signs, wordings) VALUES ('delete', old.rowid, (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(old.text, 1, 200)
                UNION ALL
                SELECT start + 200, substr(old.text, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(old.text, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(old.text, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ), (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(old.wordings, 1, 200)
                UNION ALL
                SELECT start + 200, substr(old.wordings, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(old.wordings, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(old.wordings, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ));
END;

-- The old signs are deleted before the change, the new ones are inserted after it, if there are any.
CREATE TRIGGER posts_signs_leave BEFORE UPDATE OF text, wordings, rowid ON posts
WHEN (old.text IS NOT new.text OR old.wordings IS NOT new.wordings OR old.rowid IS NOT new.rowid) AND ((
    length(CAST(old.text AS BLOB)) > length(old.text)
    AND substr(old.text, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
) OR (
    length(CAST(old.wordings AS BLOB)) > length(old.wordings)
    AND substr(old.wordings, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
)) BEGIN
    INSERT INTO posts_signs_fts (posts_signs_fts, rowid, signs, wordings) VALUES ('delete', old.rowid, (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(old.text, 1, 200)
                UNION ALL
                SELECT start + 200, substr(old.text, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(old.text, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(old.text, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ), (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(old.wordings, 1, 200)
                UNION ALL
                SELECT start + 200, substr(old.wordings, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(old.wordings, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(old.wordings, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ));
END;

CREATE TRIGGER posts_signs_change AFTER UPDATE OF text, wordings, rowid ON posts
WHEN (old.text IS NOT new.text OR old.wordings IS NOT new.wordings OR old.rowid IS NOT new.rowid) AND ((
    length(CAST(new.text AS BLOB)) > length(new.text)
    AND substr(new.text, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
) OR (
    length(CAST(new.wordings AS BLOB)) > length(new.wordings)
    AND substr(new.wordings, 1, 20000) GLOB '*[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]*'
)) BEGIN
    INSERT INTO posts_signs_fts (rowid, signs, wordings) VALUES (new.rowid, (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(new.text, 1, 200)
                UNION ALL
                SELECT start + 200, substr(new.text, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(new.text, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(new.text, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ), (
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr(new.wordings, 1, 200)
                UNION ALL
                SELECT start + 200, substr(new.wordings, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr(new.wordings, 1, 20000))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr(new.wordings, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters
            WHERE letter GLOB '[฀-໿က-႟ក-៿←-⯿⺀-⿿ぁ-ヿ㈀-鿿豈-﫿🀀-🯿𠀀-𿿿]'
            ORDER BY start, place
        )
    ));
END;

-- ==== Counts ====
-- The triggers that keep counts and tallies; config/queries/verify.sql recounts them. Counted columns of a row
-- (the post of an embed, the outlet of an article) are never updated in place: the store deletes embeds and
-- quotes and inserts them again, so INSERT and DELETE triggers are enough. An article that shows a post in
-- two wordings has two embeds of it but counts once, hence WHEN NOT EXISTS.

CREATE TRIGGER posts_count_add AFTER INSERT ON posts BEGIN
    UPDATE authors SET posts = posts + 1 WHERE id = new.author;
    INSERT INTO tally_days (day, posts) SELECT substr(new.posted_at, 1, 10), 1
        WHERE length(new.posted_at) >= 10
        ON CONFLICT DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER posts_count_remove AFTER DELETE ON posts BEGIN
    UPDATE authors SET posts = posts - 1 WHERE id = old.author;
    UPDATE tally_days SET posts = posts - 1 WHERE day = substr(old.posted_at, 1, 10);
END;

CREATE TRIGGER posts_count_change AFTER UPDATE OF author, posted_at ON posts
WHEN old.author IS NOT new.author OR old.posted_at IS NOT new.posted_at
BEGIN
    UPDATE authors SET posts = posts - 1 WHERE id = old.author;
    UPDATE tally_days SET posts = posts - 1 WHERE day = substr(old.posted_at, 1, 10);
    UPDATE authors SET posts = posts + 1 WHERE id = new.author;
    INSERT INTO tally_days (day, posts) SELECT substr(new.posted_at, 1, 10), 1
        WHERE length(new.posted_at) >= 10
        ON CONFLICT DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER posts_hashtags_count_add AFTER INSERT ON posts_hashtags BEGIN
    UPDATE hashtags SET posts = posts + 1 WHERE id = new.hashtag;
    INSERT INTO tally_hashtag_days (hashtag, day, posts)
        SELECT new.hashtag, substr(new.posted_at, 1, 10), 1 WHERE length(new.posted_at) >= 10
        ON CONFLICT DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER posts_hashtags_count_remove AFTER DELETE ON posts_hashtags BEGIN
    UPDATE hashtags SET posts = posts - 1 WHERE id = old.hashtag;
    UPDATE tally_hashtag_days SET posts = posts - 1
        WHERE hashtag = old.hashtag AND day = substr(old.posted_at, 1, 10);
END;

CREATE TRIGGER articles_hashtags_spelling_add AFTER INSERT ON articles_hashtags BEGIN
    INSERT INTO tally_spellings (hashtag, as_written, articles) VALUES (new.hashtag, new.as_written, 1)
        ON CONFLICT DO UPDATE SET articles = articles + 1;
END;

CREATE TRIGGER articles_hashtags_spelling_remove AFTER DELETE ON articles_hashtags BEGIN
    UPDATE tally_spellings SET articles = articles - 1
        WHERE hashtag = old.hashtag AND as_written = old.as_written;
END;

CREATE TRIGGER tally_days_empty AFTER UPDATE ON tally_days
WHEN new.articles = 0 AND new.posts = 0 AND new.embeds = 0 AND new.quotes = 0
BEGIN
    DELETE FROM tally_days WHERE day = new.day;
END;

CREATE TRIGGER tally_hashtag_days_empty AFTER UPDATE ON tally_hashtag_days
WHEN new.posts = 0 AND new.articles = 0
BEGIN
    DELETE FROM tally_hashtag_days WHERE hashtag = new.hashtag AND day = new.day;
END;

CREATE TRIGGER tally_spellings_empty AFTER UPDATE ON tally_spellings WHEN new.articles = 0 BEGIN
    DELETE FROM tally_spellings WHERE hashtag = new.hashtag AND as_written = new.as_written;
END;

CREATE TRIGGER tally_outlets_empty AFTER UPDATE ON tally_outlets
WHEN new.articles = 0 AND new.embeds = 0 AND new.quotes = 0
BEGIN
    DELETE FROM tally_outlets WHERE outlet = new.outlet;
END;

CREATE TRIGGER tally_outlet_platforms_empty AFTER UPDATE ON tally_outlet_platforms
WHEN new.embeds = 0
BEGIN
    DELETE FROM tally_outlet_platforms WHERE outlet = new.outlet AND platform = new.platform;
END;

CREATE TRIGGER tally_outlet_authors_empty AFTER UPDATE ON tally_outlet_authors WHEN new.embeds = 0 BEGIN
    DELETE FROM tally_outlet_authors WHERE outlet = new.outlet AND author = new.author;
END;

CREATE TRIGGER tally_outlet_hashtags_empty AFTER UPDATE ON tally_outlet_hashtags
WHEN new.articles = 0
BEGIN
    DELETE FROM tally_outlet_hashtags WHERE outlet = new.outlet AND hashtag = new.hashtag;
END;

CREATE TRIGGER author_names_count_add AFTER INSERT ON author_names BEGIN
    UPDATE authors SET names = names + 1 WHERE id = new.author;
END;

CREATE TRIGGER author_names_count_remove AFTER DELETE ON author_names BEGIN
    UPDATE authors SET names = names - 1 WHERE id = old.author;
END;

CREATE TRIGGER embeds_lag_add AFTER INSERT ON embeds
WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = new.post AND article = new.article AND id <> new.id)
BEGIN
    INSERT INTO tally_outlet_lags (outlet, minutes, embeds) SELECT * FROM (
        SELECT coalesce(articles.outlet, ''), (
            SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
            FROM (
                SELECT (strftime('%s', articles.published_at) - strftime('%s', posts.posted_at)) / 60 AS lag
                WHERE substr(articles.published_at, -1) = 'Z' AND substr(posts.posted_at, -1) = 'Z'
            ), (VALUES
                (0), (1), (2), (3), (4), (5), (6), (8), (10), (12), (15), (20), (25), (30), (40), (50), (60),
                (75), (90), (105), (120), (150), (180), (210), (240), (300), (360), (420), (480), (600), (720),
                (840), (960), (1200), (1440), (1800), (2160), (2880), (3600), (4320), (5760), (7200), (8640),
                (10080), (14400), (20160), (30240), (43200), (64800), (86400), (129600), (172800), (259200),
                (388800), (525600), (788400), (1051200), (1576800), (2102400), (2628000), (3888000), (5256000)
            ) AS steps
            WHERE steps.column1 <= abs(lag)
        ) AS minutes, 1
        FROM articles, posts WHERE articles.id = new.article AND posts.id = new.post
    ) WHERE minutes IS NOT NULL
    ON CONFLICT DO UPDATE SET embeds = embeds + excluded.embeds;
END;

CREATE TRIGGER embeds_lag_remove AFTER DELETE ON embeds
WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = old.post AND article = old.article)
BEGIN
    INSERT INTO tally_outlet_lags (outlet, minutes, embeds) SELECT * FROM (
        SELECT coalesce(articles.outlet, ''), (
            SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
            FROM (
                SELECT (strftime('%s', articles.published_at) - strftime('%s', posts.posted_at)) / 60 AS lag
                WHERE substr(articles.published_at, -1) = 'Z' AND substr(posts.posted_at, -1) = 'Z'
            ), (VALUES
                (0), (1), (2), (3), (4), (5), (6), (8), (10), (12), (15), (20), (25), (30), (40), (50), (60),
                (75), (90), (105), (120), (150), (180), (210), (240), (300), (360), (420), (480), (600), (720),
                (840), (960), (1200), (1440), (1800), (2160), (2880), (3600), (4320), (5760), (7200), (8640),
                (10080), (14400), (20160), (30240), (43200), (64800), (86400), (129600), (172800), (259200),
                (388800), (525600), (788400), (1051200), (1576800), (2102400), (2628000), (3888000), (5256000)
            ) AS steps
            WHERE steps.column1 <= abs(lag)
        ) AS minutes, -1
        FROM articles, posts WHERE articles.id = old.article AND posts.id = old.post
    ) WHERE minutes IS NOT NULL
    ON CONFLICT DO UPDATE SET embeds = embeds + excluded.embeds;
END;

CREATE TRIGGER posts_lag_change AFTER UPDATE OF posted_at ON posts
WHEN old.posted_at IS NOT new.posted_at
BEGIN
    INSERT INTO tally_outlet_lags (outlet, minutes, embeds) SELECT * FROM (
        SELECT coalesce(articles.outlet, ''), (
            SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
            FROM (
                SELECT (strftime('%s', articles.published_at) - strftime('%s', old.posted_at)) / 60 AS lag
                WHERE substr(articles.published_at, -1) = 'Z' AND substr(old.posted_at, -1) = 'Z'
            ), (VALUES
                (0), (1), (2), (3), (4), (5), (6), (8), (10), (12), (15), (20), (25), (30), (40), (50), (60),
                (75), (90), (105), (120), (150), (180), (210), (240), (300), (360), (420), (480), (600), (720),
                (840), (960), (1200), (1440), (1800), (2160), (2880), (3600), (4320), (5760), (7200), (8640),
                (10080), (14400), (20160), (30240), (43200), (64800), (86400), (129600), (172800), (259200),
                (388800), (525600), (788400), (1051200), (1576800), (2102400), (2628000), (3888000), (5256000)
            ) AS steps
            WHERE steps.column1 <= abs(lag)
        ) AS minutes, -count(*)
        FROM (SELECT DISTINCT article FROM embeds WHERE post = new.id) AS shown
            JOIN articles ON articles.id = shown.article GROUP BY 1, 2
    ) WHERE minutes IS NOT NULL
    ON CONFLICT DO UPDATE SET embeds = embeds + excluded.embeds;
    INSERT INTO tally_outlet_lags (outlet, minutes, embeds) SELECT * FROM (
        SELECT coalesce(articles.outlet, ''), (
            SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
            FROM (
                SELECT (strftime('%s', articles.published_at) - strftime('%s', new.posted_at)) / 60 AS lag
                WHERE substr(articles.published_at, -1) = 'Z' AND substr(new.posted_at, -1) = 'Z'
            ), (VALUES
                (0), (1), (2), (3), (4), (5), (6), (8), (10), (12), (15), (20), (25), (30), (40), (50), (60),
                (75), (90), (105), (120), (150), (180), (210), (240), (300), (360), (420), (480), (600), (720),
                (840), (960), (1200), (1440), (1800), (2160), (2880), (3600), (4320), (5760), (7200), (8640),
                (10080), (14400), (20160), (30240), (43200), (64800), (86400), (129600), (172800), (259200),
                (388800), (525600), (788400), (1051200), (1576800), (2102400), (2628000), (3888000), (5256000)
            ) AS steps
            WHERE steps.column1 <= abs(lag)
        ) AS minutes, count(*)
        FROM (SELECT DISTINCT article FROM embeds WHERE post = new.id) AS shown
            JOIN articles ON articles.id = shown.article GROUP BY 1, 2
    ) WHERE minutes IS NOT NULL
    ON CONFLICT DO UPDATE SET embeds = embeds + excluded.embeds;
END;

CREATE TRIGGER posts_platform_add AFTER INSERT ON posts BEGIN
    INSERT INTO tally_platform_days (platform, day, posts)
        VALUES (new.platform, CASE WHEN length(new.posted_at) >= 10 THEN substr(new.posted_at, 1, 10) ELSE '' END, 1)
        ON CONFLICT DO UPDATE SET posts = posts + (1);
END;

CREATE TRIGGER posts_platform_remove AFTER DELETE ON posts BEGIN
    INSERT INTO tally_platform_days (platform, day, posts)
        VALUES (old.platform, CASE WHEN length(old.posted_at) >= 10 THEN substr(old.posted_at, 1, 10) ELSE '' END, -1)
        ON CONFLICT DO UPDATE SET posts = posts + (-1);
END;

CREATE TRIGGER posts_platform_change AFTER UPDATE OF platform, posted_at ON posts
WHEN old.platform <> new.platform OR old.posted_at IS NOT new.posted_at
BEGIN
    INSERT INTO tally_platform_days (platform, day, posts)
        VALUES (old.platform, CASE WHEN length(old.posted_at) >= 10 THEN substr(old.posted_at, 1, 10) ELSE '' END, -1)
        ON CONFLICT DO UPDATE SET posts = posts + (-1);
    INSERT INTO tally_platform_days (platform, day, posts)
        VALUES (new.platform, CASE WHEN length(new.posted_at) >= 10 THEN substr(new.posted_at, 1, 10) ELSE '' END, 1)
        ON CONFLICT DO UPDATE SET posts = posts + (1);
END;

CREATE TRIGGER tally_outlet_lags_empty AFTER UPDATE ON tally_outlet_lags WHEN new.embeds = 0 BEGIN
    DELETE FROM tally_outlet_lags WHERE outlet = new.outlet AND minutes = new.minutes;
END;

CREATE TRIGGER tally_platform_days_empty AFTER UPDATE ON tally_platform_days WHEN new.posts = 0 BEGIN
    DELETE FROM tally_platform_days WHERE platform = new.platform AND day = new.day;
END;

CREATE TRIGGER tally_language_days_empty AFTER UPDATE ON tally_language_days WHEN new.articles = 0 BEGIN
    DELETE FROM tally_language_days WHERE language = new.language AND day = new.day;
END;

CREATE TRIGGER articles_count_add AFTER INSERT ON articles BEGIN
    INSERT INTO tally_outlets (outlet, articles) VALUES (coalesce(new.outlet, ''), 1)
        ON CONFLICT DO UPDATE SET articles = articles + 1;
    INSERT INTO tally_days (day, articles) SELECT new.published_day, 1
        WHERE length(new.published_day) >= 10
        ON CONFLICT DO UPDATE SET articles = articles + 1;
END;

CREATE TRIGGER articles_count_remove AFTER DELETE ON articles BEGIN
    UPDATE tally_outlets SET articles = articles - 1 WHERE outlet = coalesce(old.outlet, '');
    UPDATE tally_days SET articles = articles - 1 WHERE day = old.published_day;
END;

CREATE TRIGGER articles_count_change AFTER UPDATE OF outlet, published_day ON articles
WHEN old.outlet IS NOT new.outlet OR old.published_day IS NOT new.published_day
BEGIN
    UPDATE tally_outlets SET articles = articles - 1 WHERE outlet = coalesce(old.outlet, '');
    UPDATE tally_days SET articles = articles - 1 WHERE day = old.published_day;
    INSERT INTO tally_outlets (outlet, articles) VALUES (coalesce(new.outlet, ''), 1)
        ON CONFLICT DO UPDATE SET articles = articles + 1;
    INSERT INTO tally_days (day, articles) SELECT new.published_day, 1
        WHERE length(new.published_day) >= 10
        ON CONFLICT DO UPDATE SET articles = articles + 1;
END;

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
        SELECT published_day, 1 FROM articles
        WHERE id = new.article AND length(published_day) >= 10
        ON CONFLICT DO UPDATE SET embeds = embeds + 1;
    INSERT INTO tally_outlet_platforms (outlet, platform, embeds)
        SELECT coalesce(articles.outlet, ''), posts.platform, 1 FROM articles, posts
        WHERE articles.id = new.article AND posts.id = new.post
        ON CONFLICT DO UPDATE SET embeds = embeds + 1;
    INSERT INTO tally_outlet_authors (outlet, author, embeds)
        SELECT coalesce(articles.outlet, ''), posts.author, 1 FROM articles, posts
        WHERE articles.id = new.article AND posts.id = new.post AND posts.author IS NOT NULL
        ON CONFLICT DO UPDATE SET embeds = embeds + 1;
END;

CREATE TRIGGER embeds_count_remove AFTER DELETE ON embeds
WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = old.post AND article = old.article)
BEGIN
    UPDATE posts SET articles = articles - 1 WHERE id = old.post;
    UPDATE articles SET embeds = embeds - 1 WHERE id = old.article;
    UPDATE authors SET embeds = embeds - 1 WHERE id = (SELECT author FROM posts WHERE id = old.post);
    UPDATE tally_outlets SET embeds = embeds - 1
        WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article);
    UPDATE tally_days SET embeds = embeds - 1
        WHERE day = (SELECT published_day FROM articles WHERE id = old.article);
    UPDATE tally_outlet_platforms SET embeds = embeds - 1
        WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article)
        AND platform = (SELECT platform FROM posts WHERE id = old.post);
    UPDATE tally_outlet_authors SET embeds = embeds - 1
        WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article)
        AND author = (SELECT author FROM posts WHERE id = old.post);
END;

CREATE TRIGGER quotes_count_add AFTER INSERT ON quotes BEGIN
    UPDATE articles SET quotes = quotes + 1 WHERE id = new.article;
    UPDATE authors SET quotes = quotes + 1 WHERE id = new.author;
    INSERT INTO tally_outlets (outlet, quotes)
        SELECT coalesce(outlet, ''), 1 FROM articles WHERE id = new.article
        ON CONFLICT DO UPDATE SET quotes = quotes + 1;
    INSERT INTO tally_days (day, quotes)
        SELECT published_day, 1 FROM articles
        WHERE id = new.article AND length(published_day) >= 10
        ON CONFLICT DO UPDATE SET quotes = quotes + 1;
END;

CREATE TRIGGER quotes_count_remove AFTER DELETE ON quotes BEGIN
    UPDATE articles SET quotes = quotes - 1 WHERE id = old.article;
    UPDATE authors SET quotes = quotes - 1 WHERE id = old.author;
    UPDATE tally_outlets SET quotes = quotes - 1
        WHERE outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article);
    UPDATE tally_days SET quotes = quotes - 1
        WHERE day = (SELECT published_day FROM articles WHERE id = old.article);
END;

CREATE TRIGGER articles_hashtags_count_add AFTER INSERT ON articles_hashtags
WHEN NOT EXISTS (
    SELECT 1 FROM articles_hashtags
    WHERE article = new.article AND hashtag = new.hashtag AND as_written <> new.as_written
)
BEGIN
    UPDATE hashtags SET articles = articles + 1 WHERE id = new.hashtag;
    INSERT INTO tally_hashtag_days (hashtag, day, articles)
        SELECT new.hashtag, new.published_day, 1 WHERE length(new.published_day) >= 10
        ON CONFLICT DO UPDATE SET articles = articles + 1;
    INSERT INTO tally_outlet_hashtags (outlet, hashtag, articles)
        SELECT coalesce(outlet, ''), new.hashtag, 1 FROM articles WHERE id = new.article
        ON CONFLICT DO UPDATE SET articles = articles + 1;
END;

CREATE TRIGGER articles_hashtags_count_remove AFTER DELETE ON articles_hashtags
WHEN NOT EXISTS (SELECT 1 FROM articles_hashtags WHERE article = old.article AND hashtag = old.hashtag)
BEGIN
    UPDATE hashtags SET articles = articles - 1 WHERE id = old.hashtag;
    UPDATE tally_hashtag_days SET articles = articles - 1
        WHERE hashtag = old.hashtag AND day = old.published_day;
    UPDATE tally_outlet_hashtags SET articles = articles - 1
        WHERE hashtag = old.hashtag
        AND outlet = (SELECT coalesce(outlet, '') FROM articles WHERE id = old.article);
END;

CREATE TRIGGER articles_language_add AFTER INSERT ON articles BEGIN
    INSERT INTO tally_language_days (language, day, articles)
        VALUES (coalesce(new.language, ''), CASE WHEN length(new.published_day) >= 10 THEN new.published_day ELSE '' END, 1)
        ON CONFLICT DO UPDATE SET articles = articles + (1);
END;

CREATE TRIGGER articles_language_remove AFTER DELETE ON articles BEGIN
    INSERT INTO tally_language_days (language, day, articles)
        VALUES (coalesce(old.language, ''), CASE WHEN length(old.published_day) >= 10 THEN old.published_day ELSE '' END, -1)
        ON CONFLICT DO UPDATE SET articles = articles + (-1);
END;

CREATE TRIGGER articles_language_change AFTER UPDATE OF language, published_day ON articles
WHEN old.language IS NOT new.language OR old.published_day IS NOT new.published_day
BEGIN
    INSERT INTO tally_language_days (language, day, articles)
        VALUES (coalesce(old.language, ''), CASE WHEN length(old.published_day) >= 10 THEN old.published_day ELSE '' END, -1)
        ON CONFLICT DO UPDATE SET articles = articles + (-1);
    INSERT INTO tally_language_days (language, day, articles)
        VALUES (coalesce(new.language, ''), CASE WHEN length(new.published_day) >= 10 THEN new.published_day ELSE '' END, 1)
        ON CONFLICT DO UPDATE SET articles = articles + (1);
END;
