"""Make a dataset as `voxpop bulk` writes it, of invented articles, without a crawl: for benchmarks and tests.

    python tools/make_dataset.py reactions/ --articles 2000000 --parts 60 --words 40

Of the articles 44 in 100 show posts, 3.5 each, so that there are 1.5 to an article; three posts in ten are
among 20,000 that many articles show, the others stand in one. 25 in 100 quote reactions, 45 name hashtags.
Outlets, hashtags, authors and words are as unevenly frequent as they are in life. DuckDB makes the rows,
two million articles in about two minutes; the same numbers make the same rows.
"""

from __future__ import annotations

import argparse
import hashlib
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pyarrow as pa

from archive.bulk.dataset import Dataset, Done, Options, Views, part_of, rules_version
from archive.bulk.storage import Target
from archive.bulk.tables import TABLES, schemas
from archive.bulk.task import write_table
from archive.clock import stamp

#: Half of them in hundred articles belong to a few: the share of a roll, to the third power.
_OUTLETS, _TAGS, _AUTHORS, _POPULAR, _VOCABULARY = 400, 3000, 60_000, 20_000, 6000
_MACROS = f"""
CREATE MACRO roll(a, salt) AS (hash(a, salt) % 1000000) / 1000000.0;
CREATE MACRO uneven(a, salt, n) AS CAST(floor(n * pow(roll(a, salt), 3)) AS BIGINT);
CREATE MACRO syllable(n) AS ['ka','ro','mi','te','lu','sa','ne','vo','di','pa','go','re','shi','ta','un','el'][1 + n % 16];
CREATE MACRO word(n) AS syllable(n) || syllable(n // 16) || syllable((n // 256) * 7 + n) ||
    CASE WHEN n % 3 = 0 THEN syllable(n * 5 + 3) ELSE '' END;
CREATE MACRO phrase(a, salt, n) AS array_to_string(
    list_transform(range(n), lambda k: word(uneven(hash(a, salt, k), 0, {_VOCABULARY}))), ' ');
CREATE MACRO tag_of(n) AS upper(word(n)[1]) || word(n)[2:] || upper(word(n * 7 + 1)[1]) || word(n * 7 + 1)[2:] || n;
CREATE MACRO text_of(ts) AS strftime(ts, '%Y-%m-%dT%H:%M:%SZ');
"""
_POSTS = f"""
CREATE OR REPLACE TEMP TABLE shown AS
WITH counted AS (
    SELECT i, CASE WHEN roll(i, 'posts') < 0.44 THEN 1 + hash(i, 'many') % 6 ELSE 0 END AS many
    FROM range({{first}}, {{last}}) AS numbers(i)
), each AS (
    SELECT i, CAST(unnest(range(CAST(many AS BIGINT))) AS INTEGER) AS position FROM counted
), numbered AS (
    SELECT DISTINCT ON (i, n) i, position, CASE WHEN roll(hash(i, position), 'shared') < 0.3
        THEN uneven(hash(i, position), 'which', {_POPULAR}) ELSE {_POPULAR} + i * 8 + position END AS n
    FROM each ORDER BY i, n, position
), placed AS (
    SELECT i, n, CAST(row_number() OVER (PARTITION BY i ORDER BY position) - 1 AS INTEGER) AS position FROM numbered
), dated AS (
    SELECT *, TIMESTAMP '2022-06-01' + to_milliseconds(CAST(hash(n, 'at') % 63072000000 AS BIGINT)) AS posted,
        uneven(n, 'author', {_AUTHORS}) AS author, roll(n, 'tag') < 0.4 AS tagged, tag_of(uneven(n, 'which tag', {_TAGS})) AS tag
    FROM placed
)
SELECT i, position, tag, tagged, CAST(((epoch_ms(posted) - 1288834974657) << 22) + n % 4194304 AS VARCHAR) AS id,
    word(author) || '_' || author AS handle, upper(word(author)[1]) || word(author)[2:] || ' ' || word(author * 3) AS name,
    phrase(n, 'text', 14 + n % 12) || CASE WHEN tagged THEN ' #' || tag ELSE '' END AS text,
    strftime(posted, '%Y-%m-%dT%H:%M:%S.%gZ') AS posted_at, strftime(posted, '%B %-d, %Y') AS written
FROM dated
"""  # noqa: S608 -- our own numbers
_ARTICLES = f"""
CREATE OR REPLACE TEMP TABLE told AS
WITH base AS (
    SELECT i, uneven(i, 'outlet', {_OUTLETS}) AS o, phrase(i, 'title', 8) AS title,
        TIMESTAMP '2022-06-02' + to_seconds(CAST(hash(i, 'day') % 63072000 AS BIGINT)) AS published,
        phrase(i, 'prose', {{words}}) AS prose,
        CASE WHEN roll(i, 'quotes') < 0.25 THEN 1 + hash(i, 'quotes') % 2 ELSE 0 END AS many_quotes,
        CASE WHEN roll(i, 'tags') < 0.05 OR roll(i, 'posts') >= 0.44 AND roll(i, 'quotes') >= 0.25 THEN 1 + hash(i, 'tags') % 3 ELSE 0 END AS many_tags
    FROM range({{first}}, {{last}}) AS numbers(i)
), worded AS (
    SELECT *, 'outlet-' || o || '.example' AS host, 'The ' || upper(word(o)[1]) || word(o)[2:] || ' ' || o AS outlet,
        ['en', 'en', 'en', 'de', 'fr', 'es', 'pt'][1 + o % 7] AS language,
        list_transform(range(CAST(many_quotes AS BIGINT)), lambda k: '“' || phrase(hash(i, k), 'quote', 12) || ',”') AS said,
        list_distinct(list_transform(range(CAST(many_tags AS BIGINT)), lambda k: tag_of(uneven(hash(i, k), 'tag', {_TAGS})))) AS tags
    FROM base
)
SELECT *, 'https://www.' || host || '/' || strftime(published, '%Y/%m/') || i || '-' || replace(title, ' ', '-') AS url,
    prose || '. ' || array_to_string(list_transform(said, lambda s: s || ' a fan wrote. '), '') ||
        array_to_string(list_transform(tags, lambda t: '#' || t || ' '), '') AS text,
    sha256('page ' || i) AS digest, text_of(published) AS published_at,
    text_of(published + to_hours(CAST(1 + i % 30 AS INTEGER))) AS crawled_at,
    '{{input}}#' || (i - {{first}}) * 21013 AS source
FROM worded
"""  # noqa: S608 -- our own numbers
_SHARED = "'{part}' AS part, substr(sha256('(''url'', ''' || url || ''')'), 1, 16) AS article, host, outlet, published_at, substr(published_at, 1, 10) AS published_day"
_SORTED = "ORDER BY host, substr(told.published_at, 1, 10), i"
_MOMENT = "{{'at': {0}, 'precision': '{1}', 'source': '{2}', 'as_written': {3}}}"
_RECORDS = f"""
WITH posts AS (
    SELECT i, list({{{{'form': 'blockquote', 'position': position, 'start': NULL::INTEGER, 'end': NULL::INTEGER, 'post': {{{{
        'platform': 'twitter', 'id': id, 'url': 'https://x.com/' || handle || '/status/' || id,
        'author': {{{{'handle': handle, 'name': name}}}}, 'text': text, 'language': 'en',
        'posted': {{posted}}, 'hashtags': CASE WHEN tagged THEN [tag] ELSE [] END,
        'mentions': []::VARCHAR[], 'cashtags': []::VARCHAR[], 'links': []::VARCHAR[], 'media': []::VARCHAR[]}}}}}}}}
        ORDER BY position) AS embeds, list(tag ORDER BY position) FILTER (tagged) AS post_tags
    FROM shown GROUP BY i
), placed AS (
    SELECT told.*, coalesce(embeds, []) AS embeds, coalesce(post_tags, []) AS post_tags,
        list_transform(said, lambda s: {{{{'text': s, 'speaker': 'a fan', 'speaker_as_written': 'a fan', 'verb': 'wrote',
            'platform': NULL::VARCHAR, 'handle': NULL::VARCHAR, 'confidence': 0.91::DOUBLE,
            'start': strpos(text, s) - 1, 'end': strpos(text, s) - 1 + length(s)}}}}) AS quotes,
        list_concat(list_transform(post_tags, lambda t: {{{{'tag': t, 'start': NULL::BIGINT, 'end': NULL::BIGINT, 'within': 'post'}}}}),
            list_transform(tags, lambda t: {{{{'tag': t, 'start': strpos(text, '#' || t) - 1,
                'end': strpos(text, '#' || t) + length(t), 'within': 'prose'}}}})) AS uses
    FROM told LEFT JOIN posts USING (i)
)
SELECT {_SHARED}, source, url, title, language, 'news' AS section, 'second' AS published_precision,
    NULL::VARCHAR AS modified_at, crawled_at, digest, length(text) AS text_length, len(embeds) AS embeds,
    len(quotes) AS quotes, len(uses) AS hashtags, text, to_json({{{{'source': source, 'kind': 'html', 'article': {{{{
        'url': url, 'title': title, 'outlet': outlet, 'language': language, 'published': {{published}},
        'text_length': length(text), 'modified': NULL::VARCHAR, 'bylines': [word(i % 900) || ' ' || word(i % 800)],
        'section': 'news'}}}}, 'embeds': embeds, 'quotes': quotes, 'hashtags': uses, 'mentions': []::VARCHAR[],
        'allusions': []::VARCHAR[], 'problems': []::VARCHAR[], 'digest': digest}}}}) AS record
FROM placed AS told {_SORTED}
""".format(  # noqa: S608 -- our own text
    posted=_MOMENT.format("posted_at", "millisecond", "id", "written"),
    published=_MOMENT.format("published_at", "second", "metadata", "published_at"),
    part="{part}",
)
_QUERIES = {
    "articles": _RECORDS,
    "embeds": f"""
        SELECT {_SHARED}, position, 'blockquote' AS form, 'twitter' AS platform, id AS post,
            'https://x.com/' || handle || '/status/' || id AS url, handle, name, shown.text, 'en' AS language,
            posted_at, 'millisecond' AS posted_precision, NULL AS start, NULL AS "end", []::VARCHAR[] AS links,
            []::VARCHAR[] AS media
        FROM shown JOIN told USING (i) {_SORTED}, position
    """,  # noqa: S608 -- our own text
    "quotes": f"""
        SELECT {_SHARED}, nth - 1 AS position, said[nth] AS text, 'a fan' AS speaker, 'a fan' AS speaker_as_written,
            'wrote' AS verb, NULL AS platform, NULL AS handle, 0.91::DOUBLE AS confidence, NULL::DOUBLE AS speaker_confidence, strpos(text, said[nth]) - 1 AS start,
            strpos(text, said[nth]) - 1 + length(said[nth]) AS "end"
        FROM (SELECT *, unnest(range(1, len(said) + 1)) AS nth FROM told) AS told {_SORTED}, nth
    """,  # noqa: S608 -- our own text
    "hashtags": f"""
        SELECT {_SHARED}, lower(used) AS hashtag, used AS tag, within, position, platform, posted_at, start FROM (
            SELECT told.*, shown.tag AS used, 'post' AS within, position, 'twitter' AS platform, posted_at, NULL AS start
            FROM told JOIN shown USING (i) WHERE tagged
            UNION ALL BY NAME
            SELECT *, 'prose' AS within, strpos(text, '#' || used) - 1 AS start
            FROM (SELECT *, unnest(tags) AS used FROM told)
        ) AS told {_SORTED}, position
    """,  # noqa: S608 -- our own text
    "bylines": f"""
        SELECT {_SHARED}, 0 AS position, word(i % 900) || ' ' || word(i % 800) AS name FROM told {_SORTED}
    """,  # noqa: S608 -- our own text
}


def main() -> None:
    """Make the dataset that the command line asks for."""
    parser = argparse.ArgumentParser(description="Make a dataset of invented articles.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--articles", type=int, default=100_000)
    parser.add_argument("--parts", type=int, default=10)
    parser.add_argument("--words", type=int, default=450, help="in the text of an article")
    options = parser.parse_args()
    size = make_dataset(options.folder, options.articles, options.parts, options.words)
    print(f"{options.folder}: {options.articles:,} articles in {options.parts} parts, {size / 1e6:,.0f} MB")


def make_dataset(folder: Path, articles: int, parts: int, words: int) -> int:
    """Write a dataset and return the bytes of its tables.

    Args:
        folder: A new folder.
        articles: How many articles it has.
        parts: How many input files they stand for.
        words: How many words the text of an article has.
    """
    dataset = Dataset(Target(str(folder)))
    dataset.begin(Options(only="reactions"))
    connection = duckdb.connect()
    connection.execute(_MACROS)
    inputs = [f"s3://crawl/2024/NEWS-{number:05}.warc.gz" for number in range(parts)]
    dataset.plan(inputs)
    for number, name in enumerate(inputs):
        first, last = articles * number // parts, articles * (number + 1) // parts
        connection.execute(_POSTS.format(first=first, last=last))
        connection.execute(_ARTICLES.format(first=first, last=last, words=words, input=name))
        _write_part(dataset, connection, name, last - first)
    Views(dataset, rules_version()).refresh()
    return sum(file.stat().st_size for file in folder.rglob("*.parquet"))


def _write_part(dataset: Dataset, connection: duckdb.DuckDBPyConnection, name: str, articles: int) -> None:
    part, rules = part_of(name, rules_version()), rules_version()
    rows, digests = {}, {}
    with dataset.target.aside() as folder:
        for table in TABLES:
            schema = schemas()[table]
            made = schema.empty_table()
            if table in _QUERIES:
                found = connection.sql(_QUERIES[table].replace("{part}", part)).to_arrow_table()
                made = pa.table({column: found[column] for column in schema.names}).cast(schema)
            write_table(folder / table, table, made)
            rows[table] = made.num_rows
            digests[table] = hashlib.sha256((folder / table).read_bytes()).hexdigest()
            dataset.target.put(folder / table, table, f"{part}.parquet")
    now = stamp(datetime(2024, 6, 1, tzinfo=UTC))
    dataset.finish(
        Done(input=name, part=part, rules=rules, pages=articles * 6, articles=articles, rows=rows,
             digests=digests, finished=now)
    )  # fmt: skip


if __name__ == "__main__":
    main()
