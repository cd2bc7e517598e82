"""The pages of an archive: a plugin of Datasette, which `plugin` registers and which reads only."""


def register() -> None:
    """Register the plugin, unless Datasette has loaded its entry point.

    It has not in a checkout that is not installed, nor with ``DATASETTE_LOAD_PLUGINS``.
    """
    from datasette.plugins import pm

    from archive.site import plugin

    if not pm.is_registered(plugin):
        pm.register(plugin, "voxpop")
