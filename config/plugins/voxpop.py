"""Register the pages of voxpop for ``datasette --plugins-dir``; an installed voxpop needs no such option."""

from archive.site import register

register()
