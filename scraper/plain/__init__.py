"""Parse a plain text around its prose: front matter, header lines, embed codes, URLs of posts.

`reading` cuts everything but prose out of the text and parses it: front matter and `header_lines` give the fields
of the article (`stated_fields`), URLs and `scraper.text.embed_codes` the posts.
"""
