"""One module for each platform, found by `scraper.registry`. README.md beside them shows how to add one."""
