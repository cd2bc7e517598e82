"""An archive, and Datasette on it, asked in this process."""

import asyncio

import pytest
from datasette.app import Datasette
from datasette.version import __version_info__
from sqlite_utils import Database

from archive.metadata import configuration, metadata, read_source
from archive.schema import MIGRATIONS

IS_1_0 = __version_info__[0] != "0"


@pytest.fixture(scope="session")
def empty_archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "reactions.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def datasette_on():
    """Give a function that makes Datasette for a database as `voxpop serve` does."""

    def make(path, **settings):
        source = read_source()
        more = {"config": configuration(source, path.stem)} if IS_1_0 else {}
        return Datasette([str(path)], metadata=metadata(source, path.stem), settings=settings, **more)

    return make


@pytest.fixture(scope="session")
def get():
    """Give a function that answers one GET request in this process."""

    def answer(datasette, path):
        async def ask():
            await datasette.invoke_startup()
            return await datasette.client.get(path)

        return asyncio.run(ask())

    return answer
