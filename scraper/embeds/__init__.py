"""Finding the embeds of a page: what was sighted in its source, where that stands, and whether it is an
embed.
"""
