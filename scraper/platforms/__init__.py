"""One module for each platform, found by `scraper.registry`. The README.md there shows how to add one."""
