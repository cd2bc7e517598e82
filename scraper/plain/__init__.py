"""Read what a plain text holds besides its prose: front matter, header lines, codes of embeds, addresses.

`reading` cuts all that is no prose out of the text and passes on what it says: `front_matter` and
`header_lines` give the fields of the article (`stated_fields`), `date_lines` its printed date; `embed_codes`,
`raw_markup` and `lone_addresses` the posts.
"""
