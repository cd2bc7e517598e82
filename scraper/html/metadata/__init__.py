"""Extract the metadata of a page's article: title, canonical URL, outlet, publication date, language."""
