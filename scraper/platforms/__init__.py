"""One file a platform, listed by `scraper.registry`. README.md beside them shows how to add one."""
