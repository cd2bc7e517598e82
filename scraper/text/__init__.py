"""Analyse running text: flattened posts, quotes, hashtags, mentions, allusions, topics, language."""
