"""The options that `voxpop serve` gives this plugin: who may read, at which address and host names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Options:
    """How an archive is served.

    Attributes:
        public: Strangers read it: paths of this machine and Datasette's pages about itself are not shown.
        origin: Scheme and host of the site's own address, such as ``https://reactions.example``; none known
            where it is empty.
        hosts: The names by which the site may be asked for; any name where it is empty.
        published: None on a server. Where the pages become files, the address of the folder on the web, or an
            empty text while it has none.
    """

    public: bool = False
    origin: str = ""
    hosts: frozenset[str] = frozenset()
    published: str | None = None


def options_of(datasette: Any) -> Options:
    """Read the configuration of the plugin ``voxpop``; what is not there is not asked for."""
    told = datasette.plugin_config("voxpop") or {}
    return Options(
        public=bool(told.get("public")),
        origin=str(told.get("origin") or ""),
        hosts=frozenset(map(str, told.get("hosts") or ())),
        published=None if told.get("published") is None else str(told["published"]),
    )


def host_name(host: str) -> str:
    """Return the name in the Host of a request, without port.

    >>> host_name("LocalHost:8001"), host_name("[::1]:8001"), host_name("reactions.example."), host_name("[")
    ('localhost', '::1', 'reactions.example', '')
    """
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""
