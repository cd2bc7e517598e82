"""Find the posts that a page embeds, in stages, each of which leaves little work to the next one.

1. `literal_search` finds the literals with which URLs and ids of posts begin; a page without any is not parsed.
   `tag_filter` drops the tags that cannot be embeds: controls, links in sentences, scripts with other stories.
2. `tag_marking` marks the remaining tags, `parsed_page` parses the page, and `candidates` decides which marked
   elements are embeds: by the platforms' own selectors, else by their context (the other modules).
3. `scraper.html.page` passes the element of each candidate, as a tag of BeautifulSoup, to its platform.
"""
