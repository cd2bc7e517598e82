"""The tables of an archive, as a list of migrations that only grows.

Ids and keys. An article's id is a digest of its canonical URL (of its bytes where it has none); posts and
authors are keyed by what the platforms call them (``twitter:1223…``, ``twitter:handle``), hashtags by their
folded spelling. Keys are independent of the order of archiving.

``printings`` holds every wording in which a post was ever printed, once, however many articles share it.
Posts are computed from printings alone (`archive.store.identity`) and stored in ``posts``.

``rowid`` is a real column of ``posts`` and ``articles``. The hidden rowid of a table with a text key may
change in a VACUUM, and full-text indexes point at rowids (https://www.sqlite.org/rowidtable.html). A declared
column of that name takes its place everywhere, also in the search queries of Datasette and sqlite-utils.
Its value grows with the date of the post or article: ``ORDER BY rowid DESC`` gives a search newest first
without sorting.

Triggers maintain the ``tally_…`` tables and the count columns (``posts.articles``, ``hashtags.posts``, …), so
"most embedded" or "this hashtag by day" is an index scan. ``voxpop verify`` recounts them. Counted columns of
a row (the post of an embed, the outlet of an article) are never updated in place: the store deletes the
embeds and quotes and inserts them again, so INSERT and DELETE triggers are enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.libraries import Migrations
from archive.store.schema.additions import (
    BYLINES,
    MOVING,
    NAMING,
    PAGES,
    RATING,
    READING,
    REFUSING,
    REREADING,
    ROWS_READ,
    SAVING,
    SOURCED,
    SPEAKING,
)
from archive.store.schema.checking import ANSWERING, CHECKING, LOOKING_UP
from archive.store.schema.days import DAYS, register_local_day
from archive.store.schema.erasures import ERASURES
from archive.store.schema.hydrating import HYDRATING
from archive.store.schema.keeping import KEEPING
from archive.store.schema.measures import MEASURES
from archive.store.schema.owning import OWNING
from archive.store.schema.schedule import SCHEDULE
from archive.store.schema.search import SEARCH
from archive.store.schema.sights import SIGHTS
from archive.store.schema.signs import SIGNS, SIGNS_OF_WORDINGS
from archive.store.schema.tables import TABLES
from archive.store.schema.tallies import COUNTING, TALLIES
from archive.store.schema.texts import TEXTS
from archive.store.schema.views import VIEWS
from archive.store.schema.wordings import COLUMN, SEARCH_WORDINGS
from archive.store.schema.zones import ZONES

if TYPE_CHECKING:
    from sqlite_utils import Database

MIGRATIONS = Migrations("voxpop")


@MIGRATIONS()
def create_tables(db: Database) -> None:
    """Create the tables of articles, posts, embeds, quotes, hashtags and their details."""
    _execute(db, TABLES)


@MIGRATIONS()
def create_search(db: Database) -> None:
    """Create full-text search of posts, quotes and titles, with its triggers."""
    _execute(db, SEARCH)


@MIGRATIONS()
def create_tallies(db: Database) -> None:
    """Create counts by day, hashtag, outlet and author, with their triggers."""
    _execute(db, TALLIES + COUNTING)


@MIGRATIONS()
def create_views(db: Database) -> None:
    """Create the views: reactions, hashtag_days, most_embedded, outlets."""
    _execute(db, VIEWS)


@MIGRATIONS()
def create_schedule(db: Database) -> None:
    """Create the tables of the scheduled run: sources, visits, robots.txt, flags."""
    _execute(db, SCHEDULE)


@MIGRATIONS()
def create_reading(db: Database) -> None:
    """Create the indexes for common queries."""
    _execute(db, READING)


@MIGRATIONS()
def create_rereading(db: Database) -> None:
    """Add when the current bytes of an article were archived, and further printings of its posts."""
    _execute(db, REREADING)


@MIGRATIONS()
def create_moving(db: Database) -> None:
    """Add the permanent redirect of a source."""
    _execute(db, MOVING)


@MIGRATIONS()
def create_refusing(db: Database) -> None:
    """Add why an answer was not accepted as the article."""
    _execute(db, REFUSING)


@MIGRATIONS()
def create_saving(db: Database) -> None:
    """Add when a file states that it was saved, separate from when it was archived."""
    _execute(db, SAVING)


@MIGRATIONS()
def create_pages(db: Database) -> None:
    """Add the digest for comparing pages without reactions."""
    _execute(db, PAGES)


@MIGRATIONS()
def create_rating(db: Database) -> None:
    """Add the confidence that a quote is a reaction."""
    _execute(db, RATING)


@MIGRATIONS()
def create_texts(db: Database) -> None:
    """Add the text of articles, its search index, and the sentences around embeds and quotes."""
    _execute(db, TEXTS)


@MIGRATIONS()
def create_bylines(db: Database) -> None:
    """Add bylines, section and last modification of an article."""
    _execute(db, BYLINES)


@MIGRATIONS()
def create_rows_read(db: Database) -> None:
    """Add which corpus rows were archived."""
    _execute(db, ROWS_READ)


@MIGRATIONS()
def create_naming(db: Database) -> None:
    """Add the printed phrase for the speaker of a quote, in addition to the name."""
    _execute(db, NAMING)


@MIGRATIONS()
def create_keeping(db: Database) -> None:
    """Add declared metadata of stored files, and the topics of an article."""
    _execute(db, KEEPING)


@MIGRATIONS()
def create_measures(db: Database) -> None:
    """Add counts by lag from post to article, and by platform, language and day."""
    _execute(db, MEASURES)


@MIGRATIONS()
def create_checking(db: Database) -> None:
    """Add checks of whether posts are still public."""
    _execute(db, CHECKING)


@MIGRATIONS()
def create_erasures(db: Database) -> None:
    """Add erasures and hidden captures."""
    _execute(db, ERASURES)


@MIGRATIONS()
def create_answering(db: Database) -> None:
    """Add which answers are about which posts."""
    _execute(db, ANSWERING)


@MIGRATIONS()
def create_looking_up(db: Database) -> None:
    """Recreate the view of the availability of posts, so that looking up one post is fast."""
    _execute(db, LOOKING_UP)


@MIGRATIONS()
def create_sourced(db: Database) -> None:
    """Add the URL of a wording that no article printed."""
    _execute(db, SOURCED)


@MIGRATIONS()
def create_hydrating(db: Database) -> None:
    """Add look-ups of posts that articles did not print whole, and like counts."""
    _execute(db, HYDRATING)


@MIGRATIONS()
def create_signs(db: Database) -> None:
    """Add search of emoji and of scripts without spaces."""
    _execute(db, SIGNS)


@MIGRATIONS()
def create_sights(db: Database) -> None:
    """Add when articles were seen, in any version."""
    _execute(db, SIGHTS)


@MIGRATIONS()
def create_speaking(db: Database) -> None:
    """Add the confidence in a speaker's name."""
    _execute(db, SPEAKING)


@MIGRATIONS()
def create_days(db: Database) -> None:
    """Add the outlet's local day of articles, and count by it."""
    register_local_day(db)
    _execute(db, DAYS)


@MIGRATIONS()
def create_owning(db: Database) -> None:
    """Add the id of the archive, and the digest that captures are checked against."""
    _execute(db, OWNING)


@MIGRATIONS()
def create_wordings(db: Database) -> None:
    """Set the text of posts to the currently printed one, and add other wordings to the search."""
    from archive.store.posts import choose_all_wordings

    _execute(db, COLUMN)
    choose_all_wordings(db.conn)
    _execute(db, SEARCH_WORDINGS)


@MIGRATIONS()
def create_zones(db: Database) -> None:
    """Add whether times are in UTC or in an unknown time zone."""
    _execute(db, ZONES)


@MIGRATIONS()
def create_signs_of_wordings(db: Database) -> None:
    """Search emoji and scripts without spaces in the other wordings of posts as well."""
    _execute(db, SIGNS_OF_WORDINGS)


def _execute(db: Database, statements: tuple[str, ...]) -> None:
    """Execute statements one by one: ``executescript`` would commit the migration's transaction."""
    for statement in statements:
        db.execute(statement)
