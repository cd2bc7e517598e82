"""Find the posts that a page embeds, in stages, each of which leaves little work to the next one.

1. Search of the source. `literal_search` finds the literals with which URLs and ids of posts begin; a page
   without any is not parsed. `tag_filter` drops the tags that cannot be embeds: controls, links in sentences,
   scripts with other stories.
2. Parsing. `tag_marking` marks the remaining tags in the source, `parsed_page` parses it, and `candidates`
   decides which marked elements are embeds: by the platforms' own selectors, else by
   their context (`element_context`, `section_roles`, `other_stories`, `facades`; `link_embeds` for links;
   `script_state` and `state_context` for scripts).
3. Reading. `scraper.html.page` passes the element of each candidate, as a tag of BeautifulSoup, to its
platform.
"""
