"""Make a synthetic archive of any size: invented outlets, people, posts; the same for the same seed.

    python -m benchmarks.synthetic big.db --posts 1000000

Rows go straight into the tables that `archive.store.schema` makes, in one transaction; its triggers keep
the search index and the tallies, as they do for a real archive, and `voxpop verify` finds nothing amiss.
How often an author posts, a hashtag is used, a post is embedded and an outlet publishes follows a power
law, as it does in newspapers.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import random
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from archive.store.schema import MIGRATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_DAY = datetime(2018, 1, 1, tzinfo=UTC)
DAYS = 2500
SEEN = "2025-03-01T06:00:00Z"
OUTLETS = 400
TOLD = 50  # one article in so many speaks of a post and shows none
PLATFORMS = ("twitter",) * 12 + ("instagram",) * 3 + ("bluesky", "mastodon", "tiktok", "facebook", "youtube")
FORMS = ("blockquote",) * 6 + ("iframe", "amp", "lazy", "link") + ("flattened",) * 6
LANGUAGES = ("en",) * 10 + ("es", "fr", "de", "pt", "it", "ar", "he", "hi", "ja", "el", "ru", "tr")
SPEAKERS = ("a fan", "one user", "another viewer", "a passenger", "a nurse from the coast", "one neighbour")
VERBS = ("wrote", "tweeted", "posted", "said", "joked", "added")
ARTICLES = (
    "articles (id, url, title, outlet, language, published_at, published_day, published_precision, "
    "published_source, allusions, kind, source, digest, record, first_seen, last_seen, rowid, text)"
)
POSTS = (
    "posts (id, platform, native_id, url, author, text, language, posted_at, posted_precision, "
    "posted_source, first_seen, rowid)"
)
PRINTINGS = (
    "printings (id, post, platform, native_id, author, handle, name, text, posted_at, posted_precision, "
    "posted_source, first_seen)"
)
EMBEDS = (
    "embeds (article, post, printing, form, position, text, first_seen, last_seen, gone_at, start_offset, "
    "end_offset, context_start, context_end)"
)
QUOTES = (
    "quotes (article, position, text, speaker, verb, first_seen, last_seen, start_offset, end_offset, "
    "context_start, context_end)"
)
TEXT_WORDS = 600  # as many as a news story has
# Where words of a reaction and the sentences around them stand in a text; it need not hold them.
CONTEXT = (1000, 1060, 850, 1250)
COMMON = [
    "the", "a", "to", "of", "and", "in", "is", "it", "you", "that", "this", "for", "on", "was", "with",
    "be", "at", "not", "have", "so", "my", "are", "all", "they", "just", "we", "when", "what", "one",
    "like", "out", "up", "no", "who", "now", "there", "people", "today", "time", "never", "here",
    "know", "why", "can", "see", "back", "good",
]  # fmt: skip
SYLLABLES = [
    "ka", "lo", "mi", "ren", "tas", "vel", "dor", "bri", "sha", "nun", "pek", "gor", "ila", "mon",
    "ster", "wick", "ham", "lea", "ford", "by",
]  # fmt: skip
# What the words of every twentieth post end with.
SIGNS = {3: " 灯台の明かりが今夜また戻ってきた 🎺", 13: " 🎺🔥"}
SCRIPTS = ("", "", "", "", " 🌊", " ☀", " 夏", " سلام", " שלום", " नमस्ते", " Ωκεανός", " привет")


def main() -> None:
    """Make the archive that the command line asks for."""
    parser = argparse.ArgumentParser(description="Make a synthetic archive.")
    parser.add_argument("database")
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.perf_counter()
    make(options.database, options.posts, options.seed)
    print(f"{options.database}: {options.posts:,} posts in {time.perf_counter() - started:.0f} s")


def make(path: str, posts: int, seed: int = 1) -> None:
    """Make an archive of `posts` posts in 0.3 times as many articles."""
    database = Database(path)
    MIGRATIONS.apply(database)
    database.execute("PRAGMA synchronous = off")
    database.execute("PRAGMA cache_size = -400000")
    world = World(random.Random(seed), posts)
    with database.conn:
        for table, rows in world.tables():
            first = next(rows)
            marks = ", ".join("?" * len(first))
            database.conn.executemany(
                f"INSERT INTO {table} VALUES ({marks})",  # noqa: S608 - names of our own tables
                itertools.chain([first], rows),
            )
    for name in ("posts_fts", "posts_signs_fts", "quotes_fts", "articles_fts"):  # as loading and merging end
        database.execute(f"INSERT INTO {name} ({name}) VALUES ('optimize')")  # noqa: S608 - names of our own tables
    database.execute("ANALYZE")
    database.close()


class World:
    """Everything invented, drawn from one random source.

    Posts are numbered in the order of their dates, and so are articles; the articles around a post's number
    are those of its day.
    """

    def __init__(self, dice: random.Random, posts: int) -> None:
        self.dice = dice
        self.posts = posts
        self.articles = max(1, posts * 3 // 10)
        self.authors = max(1, posts * 3 // 10)
        self.tags = max(10, posts // 100)
        words = ["".join(dice.choices(SYLLABLES, k=dice.choice((2, 2, 3)))) for _ in range(8000)]
        self.words = COMMON * 60 + words
        self.authors_of = [self.skewed(self.authors) for _ in range(posts)]
        self.tags_of = [
            tuple({self.skewed(self.tags) for _ in range(dice.choice((0, 0, 0, 1, 2)))}) for _ in range(posts)
        ]
        self.texts = [
            self.sentence(18) + "".join(f" #Tag{tag}" for tag in tags) + SIGNS.get(n % 20, "")
            for n, tags in enumerate(self.tags_of)
        ]
        self.named = list(self.draw_named())
        self.names = [f"{dice.choice(self.words).title()} {n}{dice.choice(SCRIPTS)}" for n in range(self.authors)]

    def tables(self) -> Iterator[tuple[str, Iterator[tuple[Any, ...]]]]:
        """Yield the rows of each table, parents first."""
        yield ARTICLES, self.article_rows()
        yield "sights", ((article_key(n), SEEN, SEEN) for n in range(self.articles))
        yield "captures (article, url, fetched_at, status, content_type, digest)", self.capture_rows()
        yield "authors (id, platform, handle, name, first_seen)", self.author_rows()
        yield "author_names", self.name_rows()
        yield ("hashtags (id, tag)", ((f"tag{n}", f"Tag{n}") for n in sorted({tag for _, tag, _ in self.named})))
        yield POSTS, self.post_rows()
        yield PRINTINGS, self.printing_rows()
        yield "posts_hashtags", self.tagging_rows()
        yield EMBEDS, self.embed_rows()
        yield QUOTES, self.quote_rows()
        yield "articles_hashtags", self.naming_rows()
        yield "allusions", self.allusion_rows()
        yield "problems (article, source, step, kind, message, first_seen, last_seen)", self.problem_rows()

    def article_rows(self) -> Iterator[tuple[Any, ...]]:
        """Articles, outlets by a power law, one in fifty only speaking of posts."""
        for n in range(self.articles):
            outlet = self.skewed(OUTLETS)
            day = self.day_of_article(n)
            url, key = url_of(n), article_key(n)
            told = int(n % TOLD == 0)
            yield (key, url, self.sentence(9).capitalize(), f"Outlet {outlet}", self.dice.choice(LANGUAGES),
                   day, day[:10], "second", "metadata", told, "html", url, key, "{}", day, SEEN, n,
                   self.prose())  # fmt: skip

    def capture_rows(self) -> Iterator[tuple[Any, ...]]:
        """One fetch of each article."""
        for n in range(self.articles):
            yield article_key(n), url_of(n), self.day_of_article(n), 200, "text/html", article_key(n)

    def author_rows(self) -> Iterator[tuple[Any, ...]]:
        """Accounts, some with a name in another script."""
        for n, name in enumerate(self.names):
            yield author_key(n), platform_of(n), f"Person{n}", name, self.day_of_article(0)

    def name_rows(self) -> Iterator[tuple[Any, ...]]:
        """The name of each account, and an earlier one for one in fifty."""
        for n, name in enumerate(self.names):
            yield author_key(n), name, "2019-01-01", "2024-01-01", self.day_of_article(0), SEEN
            if n % 50 == 0:
                yield author_key(n), f"Once {n}", "2018-01-01", "2018-12-31", self.day_of_article(0), SEEN

    def post_rows(self) -> Iterator[tuple[Any, ...]]:
        """Posts; two in five carry hashtags."""
        for n, (author, text) in enumerate(zip(self.authors_of, self.texts, strict=True)):
            yield (self.post_key(n), platform_of(author), str(n), f"https://social.example/Person{author}/{n}",
                   author_key(author), text, self.dice.choice(LANGUAGES), self.moment_of_post(n),
                   "millisecond", "id", self.day_of_article(self.home_of(n)), n)  # fmt: skip

    def printing_rows(self) -> Iterator[tuple[Any, ...]]:
        """One wording of each post, a second one for one in seven."""
        for n, author in enumerate(self.authors_of):
            for wording in range(1 + (n % 7 == 0)):
                yield (f"p{n}-{wording}", self.post_key(n), platform_of(author), str(n), author_key(author),
                       f"Person{author}", self.names[author], self.wording(n, wording),
                       self.moment_of_post(n), "millisecond", "id",
                       self.day_of_article(self.home_of(n)))  # fmt: skip

    def tagging_rows(self) -> Iterator[tuple[Any, ...]]:
        """Posts and their hashtags, with the time of the post."""
        for n, tags in enumerate(self.tags_of):
            for tag in tags:
                yield self.post_key(n), f"tag{tag}", f"Tag{tag}", self.moment_of_post(n)

    def embed_rows(self) -> Iterator[tuple[Any, ...]]:
        """Every post in the article of its day; a few posts in very many others."""
        places: Counter[int] = Counter()
        for n in range(self.posts):
            gone = SEEN if n % 100 == 0 else None
            yield self.embed(self.home_of(n), n, 0, self.dice.choice(FORMS), places, gone)
        for again in range(self.posts // 5):
            n, article = self.skewed(self.posts), again * 5 * self.articles // self.posts
            if article - n * self.articles // self.posts not in {0, 1} and article % TOLD:
                yield self.embed(article, n, int(n % 7 == 0 and again % 2), "flattened", places)

    def embed(  # noqa: PLR0913, PLR0917 - one argument for each thing that is drawn
        self, article: int, n: int, wording: int, form: str, places: Counter[int], gone: str | None = None
    ) -> tuple[Any, ...]:
        """Give post `n` in an article, behind those that stand there already."""
        place = places[article]
        places[article] += 1
        return (article_key(article), self.post_key(n), f"p{n}-{wording}", form, place,
                self.wording(n, wording), self.day_of_article(article), SEEN, gone, *CONTEXT)  # fmt: skip

    def quote_rows(self) -> Iterator[tuple[Any, ...]]:
        """A quoted reaction in every second article."""
        for n in range(0, self.articles, 2):
            yield (article_key(n), 0, f"“{self.sentence(12)}”", self.dice.choice(SPEAKERS),
                   self.dice.choice(VERBS), self.day_of_article(n), SEEN, *CONTEXT)  # fmt: skip

    def draw_named(self) -> Iterator[tuple[int, int, str]]:
        """Articles and the hashtags they hold: those of their posts, and one in the prose of two in three."""
        seen: set[tuple[int, int]] = set()
        posts = ((self.home_of(n), tag, "post") for n, tags in enumerate(self.tags_of) for tag in tags)
        prose = ((n, self.skewed(self.tags), "prose") for n in range(self.articles) if n % 3)
        for article, tag, within in itertools.chain(posts, prose):
            if (article, tag) not in seen:
                seen.add((article, tag))
                yield article, tag, within

    def naming_rows(self) -> Iterator[tuple[Any, ...]]:
        """Each hashtag of an article once."""
        for article, tag, within in self.named:
            at = self.day_of_article(article)
            yield article_key(article), f"tag{tag}", f"Tag{tag}", within, at, at[:10]

    def allusion_rows(self) -> Iterator[tuple[Any, ...]]:
        """What the articles that only speak of posts say."""
        for n in range(0, self.articles, TOLD):
            yield article_key(n), 0, "said in a tweet", "twitter", 100, 115, None

    def problem_rows(self) -> Iterator[tuple[Any, ...]]:
        """Posts whose printed date contradicts their id, one in two hundred."""
        for n in range(0, self.posts, 200):
            home, words = self.home_of(n), f"the post {n} was printed with another day"
            yield (article_key(home), url_of(home), "embeds", "date-disagrees-with-id", words,
                   self.day_of_article(home), SEEN)  # fmt: skip

    def post_key(self, n: int) -> str:
        """Give the key of a post; it is posted where its author is."""
        return f"{platform_of(self.authors_of[n])}:{n}"

    def home_of(self, n: int) -> int:
        """Give the article that shows a post first; never one that only speaks of posts."""
        home = n * self.articles // self.posts
        return home + (home % TOLD == 0 and home + 1 < self.articles)

    def wording(self, n: int, wording: int) -> str:
        """Give the text of a post as it was printed: whole, or cut."""
        return self.texts[n][:60] + "…" if wording else self.texts[n]

    def sentence(self, words: int) -> str:
        """Give a sentence of invented words between common ones."""
        return " ".join(self.dice.choices(self.words, k=words))

    def prose(self) -> str:
        """Give the text of an article: sentences in paragraphs."""
        words = self.dice.choices(self.words, k=TEXT_WORDS)
        sentences = [" ".join(words[at : at + 20]).capitalize() + "." for at in range(0, TEXT_WORDS, 20)]
        return "\n\n".join(" ".join(sentences[at : at + 3]) for at in range(0, len(sentences), 3))

    def skewed(self, count: int) -> int:
        """Draw a number below `count`, small ones far more often."""
        return int(count * self.dice.random() ** 4)

    def day_of_article(self, n: int) -> str:
        """Give the time of an article: they are numbered in order."""
        return (FIRST_DAY + timedelta(days=DAYS * n / self.articles)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def moment_of_post(self, n: int) -> str:
        """Give the time of a post: they are numbered in order."""
        moment = FIRST_DAY + timedelta(days=DAYS * n / self.posts)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"


def article_key(n: int) -> str:
    """Give the key of an article, spread as digests are."""
    return hashlib.sha256(str(n).encode()).hexdigest()[:16]


def url_of(n: int) -> str:
    """Give the address of an article."""
    return f"https://outlet.example/{n}"


def platform_of(author: int) -> str:
    """Give the platform of an account."""
    return PLATFORMS[author * 7919 % len(PLATFORMS)]


def author_key(n: int) -> str:
    """Give the key of an account."""
    return f"{platform_of(n)}:person{n}"


if __name__ == "__main__":
    main()
