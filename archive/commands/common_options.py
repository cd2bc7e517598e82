"""Values of options that are refused before anything is read: dates, paths and addresses."""

from __future__ import annotations

from urllib.parse import urlsplit

import click


def checked_date(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse a date that cannot be read before any source is."""
    if value is not None:
        from scraper.input import published_option

        try:
            published_option(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return value


def checked_path(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no path of the site."""
    if value is not None and not value.startswith("/"):
        raise click.BadParameter("it begins with a slash, as /reactions/outlets does")
    return value


def checked_address(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no address of a site."""
    if value is not None:
        try:
            parts = urlsplit(value)
            known = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
        except ValueError:
            known = False
        if not known or parts.query or parts.fragment or parts.username or not value.isascii():
            raise click.BadParameter("it is an address such as https://reactions.example/")
    return value
