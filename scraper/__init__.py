"""Article in, reactions out: find the social posts, quotes and hashtags of news articles."""
