"""What a selection publishes: the selected articles and posts, and not one word of anything else."""

import json
import random
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field, replace

import pytest
from invented import article, day, save, tweet
from sqlite_utils import Database

from archive.publishing.selection import Wanted, copy_part, plan_of
from archive.selection import selection_of
from archive.store.database import open_to_read
from archive.verify.check import findings
from scraper.configuration import packaged
from scraper.records import Allusion, Mention, Problem, Quote, Tag

#: How the words begin by which everything in a random archive is recognised.
MARK = "zq"
_WORD = re.compile(rf"{MARK}[a-z0-9]{{8}}")
DAYS = [f"2024-0{month}-{date:02}" for month in (5, 6) for date in (3, 14, 25)]

#: Tables that no page of a selection needs.
LEFT_OUT = frozenset(
    {
        *("rows_read", "erasures", "check_answers", "check_pauses", "hydrations", "counts", "runs"),
        *("sources", "listings", "visits", "listed", "robots", "flags", "identity"),
    }
)


@dataclass
class Told:
    """A post or quote of a random archive, with its words."""

    key: str
    author: str | None
    platform: str
    tags: frozenset[str]
    words: frozenset[str]


@dataclass
class Printed:
    """An article of a random archive."""

    url: str
    outlet: str
    on: str
    own: frozenset[str]
    prose: frozenset[str]
    tags: dict[str, str]
    posts: list[Told] = field(default_factory=list)
    quotes: list[Told] = field(default_factory=list)


class Invented:
    """A random archive: everything in it has a word of its own."""

    def __init__(self, seed, path):
        self.roll = random.Random(seed)
        self.path = path
        self.authors = [(self.word(), self.word()) for _ in range(4)]
        self.tags = [self.word() for _ in range(4)]
        self.outlets = [f"The {self.word()}" for _ in range(3)]
        self.posts = [self.post(number) for number in range(8)]
        self.articles = []
        extractions = [self.article() for _ in range(6)]
        save(path, *extractions)

    def word(self):
        return MARK + "".join(self.roll.choices("abcdefghkm0123456789", k=8))

    def post(self, number):
        handle, name = self.roll.choice(self.authors)
        tags = self.roll.sample(self.tags, self.roll.choice((0, 1, 2)))
        other, words = self.word(), self.word()
        if self.roll.random() < 0.3:
            name = self.word()  # renamed since
        written = " ".join([f"The {words} of the harbour and its lights by @{other}", *(f"#{tag}" for tag in tags)])
        platform = self.roll.choice(("twitter", "bluesky"))
        native = f"{self.word()}{number}"
        made = replace(
            tweet(written, handle=handle, name=name, on=self.roll.choice(DAYS), number=native, platform=platform),
            mentions=(other,),
        )
        told = Told(
            f"{platform}:{native}",
            f"{platform}:{handle}",
            platform,
            frozenset(tags),
            frozenset({words, handle, name, other, native[:10], *tags}),
        )
        return made, told

    def article(self):
        title, prose, path, byline = (self.word() for _ in range(4))
        outlet, on = self.roll.choice(self.outlets), self.roll.choice(DAYS)
        shown = self.roll.sample(self.posts, self.roll.choice((0, 1, 2, 3)))
        named = self.roll.sample(self.tags, self.roll.choice((0, 0, 1)))
        quoted = [self.quote(1000 * number) for number in range(1, self.roll.choice((1, 2, 3)))]
        text = f"{prose}. " + " ".join([made.text for made, _ in shown] + [quote.text for quote, _ in quoted])
        said, handle, problem = self.word(), self.word(), self.word()
        made = article(
            *(made for made, _ in shown),
            url=f"https://{path}.example/{title}",
            quotes=[quote for quote, _ in quoted],
            tags=named,
            facts={"title": f"On {title}", "outlet": outlet, "published": day(on), "bylines": (byline,)},
            text=text,
            mentions=(Mention(handle=handle, start=0, end=1, within="prose"),),
            allusions=(Allusion(text=f"{said} in a tweet", platform="twitter", start=0, end=5),),
            problems=(Problem(step="page", kind="odd", message=f"{problem} is odd"),),
        )
        tags = [
            Tag(tag=tag, start=quote.start, end=quote.start + 11, within="quote")
            for quote, told in quoted
            for tag in told.tags
        ]
        made = replace(made, hashtags=(*made.hashtags, *tags))
        places = dict.fromkeys(named, "prose")
        places |= {tag: "quote" for _, told in quoted for tag in told.tags}
        places |= {tag: "post" for _, told in shown for tag in told.tags}
        self.articles.append(
            Printed(
                f"https://{path}.example/{title}",
                outlet,
                on,
                frozenset({title, path, byline, *_WORD.findall(outlet)}),
                frozenset({prose, said, handle, problem, *named}),
                places,
                [told for _, told in shown],
                [told for _, told in quoted],
            )
        )
        return made

    def quote(self, start):
        handle, _ = self.roll.choice(self.authors)
        words, speaker = self.word(), self.word()
        tags = self.roll.sample(self.tags, self.roll.choice((0, 1)))
        platform = self.roll.choice(("twitter", "bluesky"))
        text = " ".join([f"“{words} it is”", *(f"#{tag}" for tag in tags)])
        made = Quote(
            text=text, speaker=speaker, verb="wrote", platform=platform, handle=handle, start=start, end=start + 99
        )
        author = f"{platform}:{handle}"
        return made, Told(words, author, platform, frozenset(tags), frozenset({words, speaker, handle, *tags}))

    def asked(self):
        """Return a random selection: the arguments of the command, and the conditions."""
        fields = {
            "post": [told.key for _, told in self.posts],
            "author": sorted({told.author for _, told in self.posts}),
            "hashtag": self.tags,
            "platform": ["twitter", "bluesky"],
            "outlet": self.outlets,
            "article": [printed.url for printed in self.articles],
            "since": DAYS[1:4],
            "until": DAYS[2:],
        }
        names = self.roll.sample(sorted(fields), self.roll.choice((1, 1, 2, 2, 3)))
        values = {}
        for name in names:
            most = 1 if name in {"since", "until", "platform"} else 2
            values[name] = self.roll.sample(fields[name], self.roll.randint(1, most))
        return values

    def allowed(self, asked):
        """Return the words of what a selection holds, as one says it in words; None where that is nothing."""
        of_posts = asked.keys() & {"post", "author", "hashtag", "platform"}
        kept = [printed for printed in self.articles if _is_in(printed, asked)]
        words = {word for values in asked.values() for value in values for word in _WORD.findall(value)}
        for printed in kept:
            posts = [told for told in printed.posts if _fits(told, asked)]
            quotes = [told for told in printed.quotes if "post" not in asked and _fits(told, asked)]
            words |= printed.own
            if not of_posts:
                words |= printed.prose
            words |= {tag for tag in printed.tags if tag in asked.get("hashtag", ())}
            words = words.union(*(told.words for told in (*posts, *quotes)))
        return words if kept else None

    def everything(self):
        words = {word for printed in self.articles for word in (*printed.own, *printed.prose, *printed.tags)}
        told = [told for printed in self.articles for told in (*printed.posts, *printed.quotes)]
        return words.union(*(each.words for each in told))


def _fits(told, asked):
    return (
        ("post" not in asked or told.key in asked["post"])
        and ("author" not in asked or told.author in asked["author"])
        and ("hashtag" not in asked or told.tags & set(asked["hashtag"]))
        and ("platform" not in asked or told.platform in asked["platform"])
    )


def _is_in(printed, asked):
    if "outlet" in asked and printed.outlet not in asked["outlet"]:
        return False
    if "article" in asked and printed.url not in asked["article"]:
        return False
    if "since" in asked and printed.on < asked["since"][0]:
        return False
    if "until" in asked and printed.on > asked["until"][0]:
        return False
    of_posts = asked.keys() & {"post", "author", "hashtag", "platform"}
    if not of_posts:
        return True
    shows = any(_fits(told, asked) for told in printed.posts)
    quotes = not of_posts & {"post", "platform"} and any(_fits(told, asked) for told in printed.quotes)
    names = of_posts == {"hashtag"} and printed.tags.keys() & set(asked["hashtag"])
    return bool(shows or quotes or names)


def arguments_of(asked):
    for name, values in asked.items():
        for value in values:
            yield from ("--filter", f"platform={value}") if name == "platform" else (f"--{name}", value)


def words_in(site):
    """Return every word by which something is recognised that the names and bytes of files hold."""
    for file in site.rglob("*"):
        name = file.relative_to(site).as_posix()
        yield from ((name, word) for word in _WORD.findall(name))
        if file.is_file():
            yield from ((name, word) for word in _WORD.findall(file.read_text("utf-8").lower()))


def check_random_selections(tmp_path, voxpop_here, seed, number):
    invented = Invented(seed, tmp_path / "a.db")
    everything = invented.everything()
    for each in range(number):
        asked = invented.asked()
        allowed = invented.allowed(asked)
        site = tmp_path / f"site-{each}"
        done = voxpop_here("publish", tmp_path / "a.db", site, *arguments_of(asked))
        if done.code == 3:
            assert "is not in the archive" in done.err or allowed is None, (asked, done.err)
            continue
        assert (done.code, allowed is None) == (0, False), (asked, done.err)
        found = set(words_in(site))
        spilled = [(name, word) for name, word in found if word in everything and word not in allowed]
        assert spilled == [], asked
        assert {word for _, word in found} & allowed, asked


@pytest.mark.parametrize("seed", range(3))
def test_no_word_that_was_not_selected_is_in_a_site(tmp_path, voxpop_here, seed):
    check_random_selections(tmp_path, voxpop_here, seed, 3)


def test_a_site_that_is_cut_holds_nothing_of_the_articles_left_out(tmp_path, voxpop_here):
    invented = Invented(11, tmp_path / "a.db")
    done = voxpop_here("publish", tmp_path / "a.db", tmp_path / "site", "--limit", 12)
    assert "which fit into 12 pages" in done.err
    rows = json.loads((tmp_path / "site" / "data" / "articles.json").read_text("utf-8"))
    urls = {row["url"] for row in rows}
    shown = [printed for printed in invented.articles if printed.url in urls]
    left = [printed for printed in invented.articles if printed.url not in urls]
    assert shown
    assert left
    allowed = set().union(*(words_of(printed) for printed in shown))
    forbidden = set().union(*(words_of(printed) for printed in left)) - allowed
    assert {word for _, word in words_in(tmp_path / "site")} & forbidden == set()


def words_of(printed):
    told = [word for each in (*printed.posts, *printed.quotes) for word in each.words]
    return {*printed.own, *printed.prose, *printed.tags, *told}


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(100, 116))
def test_no_word_that_was_not_selected_is_in_many_sites(tmp_path, voxpop_here, seed):
    check_random_selections(tmp_path, voxpop_here, seed, 8)


def part_of(path, target, *pairs, **keys):
    with closing(open_to_read(path)) as db:
        plan = plan_of(db, Wanted(selection_of(pairs), **keys), 1000)
        return copy_part(db.conn, plan, target)


def every_table(path):
    with closing(open_to_read(path)) as db:
        rows = db.execute("select name from sqlite_master where type = 'table'").fetchall()
    return {name for (name,) in rows if "_fts" not in name and not name.startswith(("_", "sqlite_"))}


def test_every_table_is_copied_counted_or_left_out_by_name(tmp_path):
    Invented(1, tmp_path / "a.db")
    known = {*packaged("queries/publishing.toml")["copied"], *LEFT_OUT}
    assert {name for name in every_table(tmp_path / "a.db") if not name.startswith("tally_")} == known


@pytest.mark.parametrize("seed", range(3))
def test_a_part_is_an_archive_without_faults(tmp_path, seed):
    invented = Invented(seed, tmp_path / "a.db")
    post = invented.articles[0].posts or invented.articles[1].posts or invented.articles[2].posts
    part_of(tmp_path / "a.db", tmp_path / "b.db", post=(post[0].key,))
    assert findings(tmp_path / "b.db") == []
    part_of(tmp_path / "a.db", tmp_path / "c.db", f"outlet={invented.articles[0].outlet}")
    assert findings(tmp_path / "c.db") == []


IDS = ("1790000000000000001", "1790000000000000002")
BATCH = f"https://api.example/posts?uris=at%3A%2F%2Fdid%2Fpost%2F{IDS[0]}&uris=at%3A%2F%2Fdid%2Fpost%2F{IDS[1]}"


@pytest.fixture
def asked_together(path):
    """An archive of two posts in one article, about which one request asked."""
    save(
        path,
        article(*(tweet(f"Post number {number} of the harbour", number=number, handle=f"h{number}") for number in IDS)),
    )
    first, second = (f"twitter:{number}" for number in IDS)
    with closing(sqlite3.connect(path)) as db, db:
        (shown,) = db.execute("select id from articles").fetchone()
        captures = [
            (1, None, BATCH),
            (2, shown, f"https://x.example/embed?id={IDS[1]}"),
            (3, shown, "https://a.example/"),
        ]
        db.executemany("insert into captures (id, article, url, fetched_at) values (?, ?, ?, '2024-05-06')", captures)
        checks = "insert into checks (post, method, verdict, first_at, last_at, capture) values (?, 'x', 'up', '2024', '2024', 1)"
        db.executemany(checks, [(first,), (second,)])
        problems = [(shown, "page", "date-disagrees-with-id", f"{number} is dated 1999") for number in IDS]
        problems.append((shown, "page", "odd", "zq is odd"))
        db.executemany(
            "insert into problems (article, source, step, kind, message, first_seen, last_seen) values (?, 's', ?, ?, ?, '', '')",
            problems,
        )
        db.execute("update printings set source = ? where post = ?", (BATCH, first))
    return path


@pytest.mark.parametrize(
    ("table", "column", "left"),
    [
        ("captures", "url", ["https://a.example/"]),
        ("problems", "message", [f"{IDS[0]} is dated 1999"]),
        ("checks", "capture", [None]),
        ("printings", "source", ["https://api.example/"]),
        ("embeds", "post", [f"twitter:{IDS[0]}"]),
        ("authors", "handle", [f"h{IDS[0]}"]),
    ],
)
def test_what_names_several_posts_is_not_published_with_one(asked_together, tmp_path, table, column, left):
    part_of(asked_together, tmp_path / "part.db", post=(f"twitter:{IDS[0]}",))
    with closing(Database(tmp_path / "part.db")) as db:
        assert [row[0] for row in db.execute(f"select {column} from {table}")] == left


def test_articles_keep_all_they_show(asked_together, tmp_path):
    plan = part_of(asked_together, tmp_path / "part.db", "outlet=The Pier")
    assert len(plan.keys["post"]) == 2
    with closing(Database(tmp_path / "part.db")) as db:
        assert db.execute("select count(*) from captures").fetchone() == (3,)
        assert db.execute("select count(*) from problems").fetchone() == (3,)
        assert db.execute("select count(*) from checks where capture = 1").fetchone() == (2,)


def test_names_and_counts_are_those_of_the_selection(path, tmp_path):
    early = tweet("The old words of the harbour", number="1790000000000000001", name="Old Name", on="2020-02-01")
    late = tweet("The new words of the harbour", number="1790000000000000002", name="New Name", on="2021-02-01")
    save(path, article(early, late, url="https://news.example/a"), article(late, url="https://news.example/b"))
    part_of(path, tmp_path / "part.db", post=("twitter:1790000000000000001",))
    with closing(Database(tmp_path / "part.db")) as db:
        assert list(db.query("select name, names, posts, embeds from authors")) == [
            {"name": "Old Name", "names": 1, "posts": 1, "embeds": 1}
        ]
        assert db.execute("select name from author_names").fetchall() == [("Old Name",)]
        assert db.execute("select count(*), sum(embeds) from articles").fetchone() == (1, 1)
        assert db.execute("select articles, embeds from tally_outlets").fetchone() == (1, 1)
