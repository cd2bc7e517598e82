"""Finding the posts that a page embeds, in stages, each of which spares the next one most of its work.

1. What the source alone can tell. `sightings` looks in it for the literals with which addresses and ids
   begin; many pages end here. `ruling` rules out what no rule takes for an embed: controls, links on mere
   words, other stories.
2. What the parsed part tells. `marking` marks the tags that are left, `markup` parses the page from its body
   to behind the last mark, and `candidates` judges the marked elements: by the `forms` that platforms define,
   else by where they stand.
3. Reading. `scraper.html.page` hands each candidate, alone and as a tag of BeautifulSoup, to its platform.
"""
